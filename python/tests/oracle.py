"""Definitions written down once more, slowly, in fractions; nothing here comes from the package."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

Cells = tuple[Fraction, Fraction, Fraction, Fraction]


def count(y_true: Sequence[object], y_pred: Sequence[object], positive: object, weights: Sequence[Fraction]) -> Cells:
    """The matrix tn, fp, fn, tp of weighted samples."""
    cells = [Fraction(0)] * 4
    for truth, said, weight in zip(y_true, y_pred, weights, strict=True):
        cells[2 * (truth == positive) + (said == positive)] += weight
    return (cells[0], cells[1], cells[2], cells[3])


def ranking_score(cells: Cells, a: Fraction, b: Fraction) -> Fraction | None:
    """The ranking score at a point of the Tile."""
    tn, fp, fn, tp = cells
    satisfying = (1 - a) * tn + a * tp
    total = satisfying + (1 - b) * fp + b * fn
    return None if total == 0 else satisfying / total


def f1(cells: Cells) -> Fraction | None:
    tn, fp, fn, tp = cells
    return None if 2 * tp + fp + fn == 0 else 2 * tp / (2 * tp + fp + fn)


def ranks(values: Sequence[Fraction | None]) -> list[tuple[int, int] | None]:
    """The ranks of values, the largest first, ties sharing an interval, undefined ones without."""
    defined = [value for value in values if value is not None]
    return [
        None
        if value is None
        else (1 + sum(other > value for other in defined), sum(other >= value for other in defined))
        for value in values
    ]
