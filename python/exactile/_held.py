"""What a Tile holds: classifiers, and the way to ask the program about them."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from . import _exactile
from ._answers import document, flags, warn, written

__all__ = ["Matrix"]


class Matrix(NamedTuple):
    """A confusion matrix of exact counts or weights.

    Examples
    --------
    >>> from exactile import Matrix, Tile
    >>> tile = Tile.from_confusion({"a": Matrix(tn=35, fp=15, fn=15, tp=35)})
    >>> tile.matrices["a"].tp
    Fraction(35, 1)
    """

    tn: Fraction
    fp: Fraction
    fn: Fraction
    tp: Fraction


def checked(tile: Any, who: str) -> Held:
    """A Tile, where one has to be given; anything else is refused with what makes a Tile of it."""
    if isinstance(tile, Held):
        return tile
    kind = f"the class {tile.__name__}" if isinstance(tile, type) else type(tile).__name__
    if isinstance(tile, type):
        hint = "make a Tile with from_predictions, from_scores, from_estimators, from_confusion, from_counts or read"
    elif type(tile).__module__ == "exactile._results":
        hint = "give the Tile itself, of which this is an answer"
    elif isinstance(tile, Mapping) and any(hasattr(value, "predict") for value in tile.values()):
        hint = "make a Tile with Tile.from_estimators({name: estimator}, X, y)"
    else:
        hint = "make a Tile with Tile.from_confusion({name: matrix}) or Tile.from_predictions(y_true, {name: labels})"
    raise ValueError(f"{who} needs a Tile, not {kind}\nhint: {hint}")


def meant(first: Any, others: list[Any]) -> str:
    """Which constructor is meant by the arguments of another one, or of none."""
    if isinstance(first, (str, os.PathLike)):
        return "this is a file: Tile.read(path)"
    second = others[0] if others else None
    for given in (first, second):
        if hasattr(given, "predict"):
            return "this is an estimator: Tile.from_estimator(estimator, X, y)"
        if isinstance(given, Mapping) and given and all(hasattr(value, "predict") for value in given.values()):
            return "these are estimators: Tile.from_estimators({name: estimator}, X, y)"
    if second is not None:
        if _has_fractions(second):
            return "these are scores: Tile.from_scores(y_true, {name: scores})"
        return "these are predictions: Tile.from_predictions(y_true, {name: labels})"
    if isinstance(first, Mapping) and first:
        return "these are confusion matrices: Tile.from_confusion({name: matrix})"
    return "with true labels and predictions it is Tile.from_predictions(y_true, {name: labels})"


def _has_fractions(columns: Any) -> bool:
    """Whether numbers among the first values are not whole, as scores are not."""
    from itertools import islice

    try:
        listed = columns.values() if isinstance(columns, Mapping) else [columns[name] for name in getattr(columns, "columns", ())] or [columns]
        values = [value for column in listed for value in islice(column, 1000)]
        return any(isinstance(value, float) and value % 1 != 0 for value in values)
    except (TypeError, ValueError, KeyError, IndexError):
        return False


class Held:
    """Classifiers, and the table that they were read from."""

    __slots__ = ("_data", "_names")

    _data: _exactile.Data
    _names: list[str]

    def __init__(self, data: _exactile.Data | None = None, *others: Any, **named: Any) -> None:
        if not isinstance(data, _exactile.Data) or others or named:
            made = "a Tile is made with from_predictions, from_scores, from_estimators, from_confusion, from_counts or read"
            raise TypeError(f"{made}\nhint: {meant(data, [*others, *named.values()])}")
        self._data = data
        self._names = data.names()
        warn(data.notes())

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the classifiers.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> tile.names
        ('a', 'b')
        """
        return tuple(self._names)

    @property
    def positive(self) -> str | None:
        """The label that was taken as positive; None if there were no labels.

        Examples
        --------
        >>> from exactile import Tile
        >>> Tile.from_predictions([0, 1, 1], {"a": [0, 1, 0]}).positive
        '1'
        """
        return self._data.positive()

    @property
    def matrices(self) -> dict[str, Matrix]:
        """The confusion matrix of each classifier.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> tile.matrices["b"]
        Matrix(tn=Fraction(25, 1), fp=Fraction(25, 1), fn=Fraction(10, 1), tp=Fraction(40, 1))
        """
        return {name: Matrix._make(cells) for name, cells in zip(self._names, self._data.matrices())}

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        most = 6
        shown = ", ".join(repr(name) for name in self._names[:most])
        more = f", ... {len(self) - most} more" if len(self) > most else ""
        positive = "" if self.positive is None else f", positive={self.positive!r}"
        return f"Tile({shown}{more}{positive})"

    def __eq__(self, other: object) -> bool:
        """Whether classifiers, matrices and positive label are the same, and what both know of how classifiers agree."""
        if not isinstance(other, Held):
            return NotImplemented
        is_alike = (self._label, self.matrices) == (other._label, other.matrices)
        # How classifiers agree decides comparisons, and scores between the vertices of hulls decide what thresholds are worth.
        return is_alike and self._data.is_tested_as(other._data)

    def __hash__(self) -> int:
        return hash((self._label, frozenset(self.matrices.items())))

    @property
    def _label(self) -> str | None:
        """The positive label in a form that all its spellings share."""
        return None if self.positive is None else _exactile.label(self.positive) or self.positive

    def _content(self, command: str, given: Iterable[str]) -> bytes:
        """What a command writes, with its notes as warnings."""
        content, notes, _ = self._data.answer([command], list(given))
        warn(notes.splitlines())
        return content

    def _answer(self, *command: str, given: Iterable[str] = ()) -> dict[str, Any]:
        raw = document(self._data.answer(list(command), [*given, "--format=json"]))
        if self.positive is not None and "positive" not in raw:
            raw = {"schema": raw["schema"], "positive": self.positive, **raw}
        return raw

    @contextlib.contextmanager
    def _choosing(self, choose_on: Held | str | os.PathLike[str] | None) -> Iterator[list[str]]:
        """The flag of a command that chooses thresholds on another Tile, or on a file."""
        if choose_on is None or isinstance(choose_on, (str, os.PathLike)):
            yield flags(choose_on=None if choose_on is None else os.fspath(choose_on))
            return
        choose_on = checked(choose_on, "choose_on")
        if not choose_on._data.has_scores():
            raise ValueError("choose_on has no scores\nhint: make the Tile with from_scores")
        if choose_on._label != self._label:
            what = f"the positive class is {self.positive!r} here and {choose_on.positive!r} there"
            raise ValueError(f"{what}\nhint: make both with one positive=")
        if choose_on._data.parts()[4] > self._data.parts()[4]:
            what = "choose_on was made with drop_missing=True, and this Tile was not"
            raise ValueError(f"{what}\nhint: make both with drop_missing=True")
        # Classifiers are called MODEL >= THRESHOLD.
        own, there = (dict.fromkeys(name.rsplit(" ", 2)[0] for name in tile.names) for tile in (self, choose_on))
        if lacking := [name for name in own if name not in there]:
            raise ValueError(f"choose_on has no model {lacking[0]!r}\nhint: it has {', '.join(map(repr, there))}")
        with written(choose_on._data.parts()[0], ".csv") as path:
            yield flags(choose_on=path)
