"""Values at the points of a regular grid of the Tile, as arrays of doubles."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ._answers import any_flags
from ._answers import command as answered
from ._held import Matrix
from ._numbers import optional

__all__: list[str] = []


def array(rows: list[list[float]]) -> Any:
    """An array of numpy, or the lists if numpy is not installed."""
    try:
        import numpy
    except ImportError:
        return rows
    return numpy.array(rows, dtype=float)


def checked_steps(steps: Any) -> int:
    """The number of steps along a side."""
    if not isinstance(steps, int) or isinstance(steps, bool) or not 1 <= steps <= 2000:
        raise ValueError(f"steps={steps!r} is no whole number from 1 to 2000\nhint: steps=100 gives 101 points along each side")
    return steps


def values(matrix: Matrix, steps: int) -> list[list[float]]:
    """R_ab of a confusion matrix at (k/steps, j/steps), by j and then by k: the nearest doubles."""
    unit = math.lcm(*(count.denominator for count in matrix))
    tn, fp, fn, tp = (int(count * unit) for count in matrix)

    def value(k: int, j: int) -> float:
        satisfied = (steps - k) * tn + k * tp
        total = satisfied + (steps - j) * fp + j * fn
        # A quotient of integers is rounded once.
        return satisfied / total if total else math.nan

    return [[value(k, j) for k in range(steps + 1)] for j in range(steps + 1)]


def extreme(tiles: Sequence[list[list[float]]], choose: Callable[..., float]) -> list[list[float]]:
    """The best or the worst value at each point, of those that are defined."""

    def chosen(found: Iterable[float]) -> float:
        return choose((value for value in found if not math.isnan(value)), default=math.nan)

    return [[chosen(point) for point in zip(*rows)] for rows in zip(*tiles)]


def correlated(document: dict[str, Any]) -> list[list[float]]:
    """The coefficients of ``correlate --map``."""
    found = [[optional(value) for value in row] for row in document["values"]]
    return [[math.nan if value is None else float(value) for value in row] for row in found]


def correlations(score: str, *, steps: int = 100, **options: Any) -> Any:
    """Correlations of a score with the ranking scores on a grid of the Tile.

    Parameters
    ----------
    score : str
        A metric's name, or a formula such as ``"tp/(tp+fp+fn)"``.
    steps : int
        Steps along each side: the grid has ``steps + 1`` points there.
    **options
        The flags of ``exactile correlate``: ``coefficient`` (``"kendall"`` or ``"spearman"``), ``prior``, ``resolution``,
        ``prediction_rate``, ``performances``, ``dirichlet``, ``seed``.

    Returns
    -------
    numpy.ndarray, or list of lists without numpy
        The double nearest to each coefficient: ``[j][k]`` at a = k/steps and b = j/steps. ``nan`` where it is undefined.

    Examples
    --------
    >>> import exactile
    >>> found = exactile.correlations("tnr", steps=2, resolution=4)
    >>> float(found[0][0]), round(float(found[1][1]), 4)
    (1.0, 0.6089)
    """
    flags = any_flags("correlate", {"score": score, "map": True, "grid": checked_steps(steps), **options})
    return array(correlated(answered("correlate", flags=flags)))
