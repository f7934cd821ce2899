"""Answers of the program: its JSON documents, and what it notices."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import Any

from . import _exactile
from ._numbers import exact_text


def document(answer: tuple[bytes, str, bool]) -> dict[str, Any]:
    """The document of an answer. Notes become warnings."""
    result, notes, _ = answer
    warn(notes.splitlines())
    return parsed(result)


def parsed(text: bytes | str) -> dict[str, Any]:
    """The members of a JSON document."""
    import json

    raw: dict[str, Any] = json.loads(text)
    return raw


def warn(notes: Iterable[str]) -> None:
    """What the reader has noticed, as warnings."""
    for note in notes:
        warnings.warn(note.removeprefix("note: "), UserWarning, stacklevel=4)


def command(*words: str, flags: Iterable[str] = ()) -> dict[str, Any]:
    """The document of a command without classifiers."""
    return document(_exactile.answer([*words, *flags, "--format=json"], b""))


def flags(**given: Any) -> list[str]:
    """Flags of the program: numbers are written exactly, True is a flag alone, None is left out."""
    found = []
    for name, value in given.items():
        flag = "--" + name.strip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            found.append(flag)
        elif isinstance(value, (list, tuple)):
            found.append(f"{flag}={','.join(exact_text(item) for item in value)}")
        else:
            found.append(f"{flag}={exact_text(value)}")
    return found
