"""The hull of a staircase that comes in parts: each part is thinned to the points that the hull may have.

A point that lies on or below the line between two others is no vertex of the hull. Parts know only their own steps; the
vertices of the hull are among those of the hulls of the parts, wherever these are put together. So parts are thinned where
they are, in several processes, and their few points are put together at last. Steps are whole numbers, and nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ._arrow import listed

__all__: list[str] = []


class Part(NamedTuple):
    """Some scores from high to low. Numbers are those of the samples of the part with such a score or a higher one."""

    #: Of the points that are kept, the last one of the part among them.
    scores: Sequence[Any]
    fp: Sequence[int]
    tp: Sequence[int]
    #: Twice the area below the part's steps, with its first point as the origin.
    area: int
    #: The number of different scores.
    distinct: int
    #: The highest score, by which parts are put in order.
    highest: Any


class Hull(NamedTuple):
    """The hull of a whole staircase."""

    #: Scores with the numbers of samples that have at least that one: (score, fp, tp), without the origin.
    points: list[tuple[Any, int, int]]
    fp: int
    tp: int
    #: Twice the area below the steps.
    area: int
    distinct: int


def _thinning() -> Callable[[Any, Any, Any], tuple[Any, Any, Any, int]]:
    """What thins a part. It is made here, and all that it needs is in it, so that processes without this package can
    be sent it."""

    def thinned(scores: Any, positives: Any, samples: Any) -> tuple[Any, Any, Any, int]:
        """The places of the points that are kept, the false and true positives up to every score, and twice the area."""
        import numpy

        tp, every = numpy.cumsum(positives, dtype="int64"), numpy.cumsum(samples, dtype="int64")
        # Products of more would leave 64 bits.
        kind = "int64" if every[-1] < 1 << 31 else object
        x, y = (numpy.concatenate([[0], values]).astype(kind) for values in (every - tp, tp))
        area = int((numpy.diff(x) * (y[1:] + y[:-1])).sum())
        keep = numpy.arange(len(x))
        while len(keep) > 2:
            dx, dy = numpy.diff(x[keep]), numpy.diff(y[keep])
            turns = numpy.concatenate([[True], dy[:-1] * dx[1:] > dy[1:] * dx[:-1], [True]]).astype(bool)
            if turns.all():
                break
            keep = keep[turns]
        # Scores that are missing are kept, to be refused.
        is_missing = numpy.array([score is None for score in scores]) if scores.dtype.kind == "O" else scores != scores
        return numpy.union1d(keep[1:] - 1, numpy.flatnonzero(is_missing)[:1]), x[1:], y[1:], area

    return thinned


def part_of(scores: Any, positives: Any, samples: Any) -> Part:
    """The part of these scores, from high to low, each once."""
    keep, fp, tp, area = _thinning()(scores, positives, samples)
    return Part([scores[k] for k in keep], [int(fp[k]) for k in keep], [int(tp[k]) for k in keep], area, len(scores), scores[0])


def _cutting() -> Callable[[Any], list[int]]:
    """What finds where values change, beginning and end included; made here as what thins a part is."""

    def cuts(values: Any) -> list[int]:
        import numpy

        return [0, *(numpy.flatnonzero(values[1:] != values[:-1]) + 1).tolist(), len(values)]

    return cuts


def parts_by_group(columns: Sequence[Any], has_groups: bool) -> Iterator[tuple[Any, Part]]:
    """The parts of sorted columns, each with its group, the first column if there is one."""
    if not has_groups:
        yield None, part_of(*columns)
        return
    groups, *others = columns
    cuts = _cutting()(groups)
    for start, end in zip(cuts, cuts[1:]):
        (group,) = listed(groups[start : start + 1])
        yield group, part_of(*(column[start:end] for column in others))


def parts_of_spark(ordered: Any, has_groups: bool) -> dict[Any, list[Part]]:
    """The parts of a sorted DataFrame by group, the first column if there is one: each partition is thinned by the worker
    that has it. One query."""
    thinned, cutting = _thinning(), _cutting()
    *kinds, kind = (field.dataType.simpleString() for field in ordered.schema[: has_groups + 1])

    def work(batches: Any) -> Any:
        import pyarrow

        for batch in filter(len, batches):
            ends = cutting(batch.columns[0].to_numpy(zero_copy_only=False)) if has_groups else [0, batch.num_rows]
            for start, end in zip(ends, ends[1:]):
                *group, scores, positives, samples = batch.slice(start, end - start).columns
                numbers = [column.to_numpy(zero_copy_only=False) for column in (positives, samples)]
                keep, fp, tp, area = thinned(scores.to_numpy(zero_copy_only=False), *numbers)
                first = pyarrow.array([0] * len(keep), "int64")
                columns = [
                    scores.take(pyarrow.array(keep)),
                    pyarrow.array([int(fp[k]) for k in keep], "int64"),
                    pyarrow.array([int(tp[k]) for k in keep], "int64"),
                    pyarrow.array([str(area)] * len(keep), "string"),
                    pyarrow.array([end - start] * len(keep), "int64"),
                    scores.take(first),
                    *(column.take(first) for column in group),
                ]
                names = ["score", "fp", "tp", "area", "seen", "highest", "own"][: len(columns)]
                yield pyarrow.RecordBatch.from_arrays(columns, names=names)

    schema = f"score {kind}, fp long, tp long, area string, seen long, highest {kind}"
    schema += "".join(f", own {of}" for of in kinds)
    parts: dict[Any, list[Part]] = {}
    rows: dict[Any, list[Any]] = {}
    for row in ordered.mapInArrow(work, schema).collect():
        rows.setdefault((row[5], *row[6:]), []).append(row)
    for (highest, *group), some in rows.items():
        scores, fp, tp, *_ = zip(*some)
        single = _single if kind == "float" else lambda value: value
        part = Part([single(score) for score in scores], fp, tp, int(some[0][3]), some[0][4], highest)
        parts.setdefault(group[0] if group else None, []).append(part)
    # Where a score is missing, their order does not matter, since they are refused.
    for of_group in parts.values():
        if not any(_lacks(part.highest) for part in of_group):
            of_group.sort(key=lambda part: part.highest, reverse=True)
    return parts


def _lacks(score: Any) -> bool:
    return score is None or bool(score != score)


def _single(value: Any) -> Any:
    import numpy

    return None if value is None else numpy.float32(value)


def hull_of(parts: Sequence[Part]) -> Hull | None:
    """The hull of the whole staircase; None if a score is missing."""
    fp = tp = area = distinct = 0
    points: list[tuple[Any, int, int]] = []
    for part in parts:
        for score, false, true in zip(part.scores, part.fp, part.tp):
            if _lacks(score):
                return None
            _add(points, (score, fp + false, tp + true))
        area += part.area + 2 * tp * part.fp[-1]
        fp, tp, distinct = fp + part.fp[-1], tp + part.tp[-1], distinct + part.distinct
    return Hull(points, fp, tp, area, distinct)


def _add(points: list[tuple[Any, int, int]], new: tuple[Any, int, int]) -> None:
    """A point more on the right; those before it that are below the line to it are no vertices."""
    while points:
        (_, x1, y1), (_, x0, y0) = points[-1], points[-2] if len(points) > 1 else (None, 0, 0)
        if (y1 - y0) * (new[1] - x1) > (new[2] - y1) * (x1 - x0):
            break
        points.pop()
    points.append(new)


def exact_score(score: Any) -> Fraction | float:
    """A score as the decimal that denotes it; infinite ones are floats."""
    if isinstance(score, (int, Fraction)):
        return Fraction(score)
    text = str(score)
    if text.lstrip("-") in ("inf", "Infinity"):
        return float(text)
    return Fraction(text)


def spelled(score: Fraction | float) -> str:
    """A score as the shortest decimal, or else as a ratio."""
    if isinstance(score, Fraction) and score.denominator == 1 and abs(score) < 1 << 53:
        return str(score.numerator)
    text = repr(float(score)).removesuffix(".0")
    if isinstance(score, Fraction) and Fraction(text) != score:
        return str(score)
    digits, sign, exponent = text.partition("e")
    return digits + sign + (str(int(exponent)) if sign else "")
