"""Which two-class classifier is best, for which preferences, exactly.

>>> from exactile import Tile
>>> y = [0, 0, 0, 1, 1, 1]
>>> tile = Tile.from_predictions(y, {"lr": [0, 0, 1, 1, 1, 1], "svm": [0, 0, 0, 0, 1, 1]})
>>> tile.best("recall"), tile.best("precision")
(('lr',), ('svm',))
>>> [row.first_share for row in tile.first_share()]
[Fraction(1, 2), Fraction(1, 2)]

Numbers are ``fractions.Fraction``; what is irrational is an :class:`Enclosure`. Errors are ``ValueError`` with
the program's words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._documents import Document, RankInterval, Table
from ._exactile import VERSION as __version__
from ._functions import ask, axioms, check, domains, metrics, place, pmf, report, score, verify
from ._grids import correlations
from ._numbers import Enclosure, Number, Probability
from ._tile import Matrix, Tile

if TYPE_CHECKING:
    from ._counting import count
    from ._curves import CurveDisplay
    from ._display import TileDisplay
    from ._roc import ForestDisplay, RocDisplay
    from ._scored import count_hulls, count_scores

__all__ = [
    "CurveDisplay",
    "Document",
    "Enclosure",
    "ForestDisplay",
    "Matrix",
    "Number",
    "Probability",
    "RankInterval",
    "RocDisplay",
    "Table",
    "Tile",
    "TileDisplay",
    "__version__",
    "ask",
    "axioms",
    "check",
    "correlations",
    "count",
    "count_hulls",
    "count_scores",
    "domains",
    "metrics",
    "place",
    "pmf",
    "report",
    "score",
    "verify",
]

#: What is imported when it is first used.
_LATER = {
    "CurveDisplay": "_curves",
    "ForestDisplay": "_roc",
    "RocDisplay": "_roc",
    "TileDisplay": "_display",
    "count": "_counting",
    "count_hulls": "_scored",
    "count_scores": "_scored",
}


def __getattr__(name: str) -> Any:
    module = _LATER.get(name)
    if module is None:
        raise AttributeError(f"module 'exactile' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"exactile.{module}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_LATER])
