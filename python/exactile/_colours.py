"""Colours of classifiers: one has the same in every drawing of a Tile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

__all__: list[str] = []

#: Those of the program's pictures: distinct for colour-blind readers too, the most different first.
_COLOURS = """
    56b4e9 e69f00 009e73 f0e442 cc79a7 0072b2 d55e00 870f2d 78ffff 4b3c78 b4c3a5 964b00 875a78 9678e1 a5f0a5 78b478
    96d2ff 004ba5 f0c35a b44b4b 783c5a 00d2d2 00a5c3 f0f0d2 8796ff a56996 0f784b b4963c 694b87 d2ff96 c3e1d2 3c5ab4
""".split()


def colours(names: Sequence[str], given: Mapping[str, Any]) -> dict[str, Any]:
    """The colour of each classifier: the one that was given, or that of its place among all."""
    return {name: given.get(name, f"#{_COLOURS[k % len(_COLOURS)]}") for k, name in enumerate(names)}
