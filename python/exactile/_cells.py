"""Cells of confusion matrices as exact numbers: floats may be rounded shares of counts."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from ._numbers import exact_text

__all__: list[str] = []

#: Relative errors of sums of rounded shares, in units of the rounding of one.
_ROUNDINGS = 16

_NORMALISED = (
    "each {} of the matrix adds up to 1, as with normalize='{}', and says nothing of how many are positive\n"
    "hint: give counts, made without normalize and as integers"
)


def exact_cells(matrices: Mapping[str, Sequence[Any]]) -> dict[str, list[str]]:
    """The texts of the cells tn, fp, fn, tp of each matrix."""
    texts: dict[str, list[str]] = {}
    for name, cells in matrices.items():
        try:
            texts[name] = [exact_text(cell) for cell in cells]
            _refuse_normalised(cells)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
    if matrices and all(_are_exact_shares(cells) for cells in matrices.values()):
        raise ValueError(f"{next(iter(matrices))}: {_NORMALISED.format('row', 'true')}")
    priors = {name: prior for name, cells in matrices.items() if (prior := _prior(cells)) is not None}
    roundings = {name: _rounding_of_shares(matrices[name]) for name in priors}
    for names in _near(priors, roundings):
        found = [priors[name] for name in names]
        exact = {priors[name] for name in names if not roundings[name]}
        if len(set(found)) == 1 or len(exact) > 1:
            continue
        margin = max(found) * max(roundings[name] for name in names)
        prior = min(exact) if exact else _simplest(min(found) - margin, max(found) + margin)
        warnings.warn(
            f"the priors of {len(names)} classifiers differ by the rounding of floats alone: all are taken as {prior}",
            UserWarning,
            stacklevel=3,
        )
        for name in names:
            texts[name] = [str(cell) for cell in _with_prior(matrices[name], prior)]
    return texts


def _refuse_normalised(cells: Sequence[Any]) -> None:
    """Refuses shares within each class, or within each prediction."""
    rounding = _rounding(cells)
    numbers = _numbers(cells)
    if numbers is None or not rounding:
        return
    tn, fp, fn, tp = numbers
    for what, option, sums in (("row", "true", (tn + fp, fn + tp)), ("column", "pred", (tn + fn, fp + tp))):
        if all(abs(total - 1) <= rounding for total in sums):
            raise ValueError(_NORMALISED.format(what, option))


def _are_exact_shares(cells: Sequence[Any]) -> bool:
    """Whether exact cells are shares within each class, and no counts."""
    numbers = _numbers(cells)
    if numbers is None or all(cell.denominator == 1 for cell in numbers):
        return False
    tn, fp, fn, tp = numbers
    return tn + fp == fn + tp == 1


def _rounding(cells: Sequence[Any]) -> Fraction:
    """The relative error of sums of these cells, if they are rounded shares; 0 if none is a float."""
    found = Fraction(0)
    for cell in cells:
        size = getattr(getattr(cell, "dtype", None), "itemsize", 8)
        if isinstance(cell, float) or getattr(getattr(cell, "dtype", None), "kind", "") == "f":
            found = max(found, Fraction(_ROUNDINGS, 2 ** {2: 11, 4: 24}.get(size, 53)))
    return found


def _rounding_of_shares(cells: Sequence[Any]) -> Fraction:
    """The same where the cells are no counts."""
    are_counts = all(cell.denominator == 1 for cell in _numbers(cells) or ())
    return Fraction(0) if are_counts else _rounding(cells)


def _numbers(cells: Sequence[Any]) -> list[Fraction] | None:
    """The cells as numbers; None if the program has to say what is wrong with them."""
    with contextlib.suppress(ValueError, ZeroDivisionError):
        return [Fraction(exact_text(cell)) for cell in cells]
    return None


def _prior(cells: Sequence[Any]) -> Fraction | None:
    """The share of positives, if there are both classes."""
    numbers = _numbers(cells)
    if numbers is None or min(numbers) < 0:
        return None
    tn, fp, fn, tp = numbers
    prior = (fn + tp) / total if (total := sum(numbers)) else Fraction(0)
    return prior if 0 < prior < 1 else None


def _near(priors: Mapping[str, Fraction], roundings: Mapping[str, Fraction]) -> Iterable[list[str]]:
    """Sets of classifiers whose priors may be one, each within rounding of the next."""
    order = sorted(priors, key=lambda name: priors[name])
    group = order[:1]
    for last, name in pairwise(order):
        if priors[name] - priors[last] > priors[name] * max(roundings[last], roundings[name]):
            yield group
            group = []
        group.append(name)
    if group:
        yield group


def _with_prior(cells: Sequence[Any], prior: Fraction) -> list[Fraction]:
    """The cells with the same rates and the same sum under another prior."""
    tn, fp, fn, tp = _numbers(cells) or []
    negative, positive = (1 - prior) * (tn + fp + fn + tp) / (tn + fp), prior * (tn + fp + fn + tp) / (fn + tp)
    return [tn * negative, fp * negative, fn * positive, tp * positive]


def _simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction with the least denominator from one positive number to another."""
    whole = -(-low.numerator // low.denominator)
    if whole <= high:
        return Fraction(whole)
    floor = low.numerator // low.denominator
    return floor + 1 / _simplest(1 / (high - floor), 1 / (low - floor))
