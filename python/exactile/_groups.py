"""Counts for each group of a column: rows of patterns by group, and a Tile of each."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from . import _exactile
from ._arrow import listed
from ._columns import values_of
from ._numbers import exact_text
from ._tile import Tile

__all__: list[str] = []

T = TypeVar("T")

#: More groups than that are an identifier, and no groups.
MOST_GROUPS = 1 << 14

#: A group, the true label, what each classifier says, and how many samples there are of that.
Row = Sequence[Any]


def label_of(value: Any) -> str | None:
    """The form that all spellings of a label share; None if the value stands for a missing one."""
    return None if value is None else _exactile.label(str(value))


def spelled(value: Any, truths: Sequence[Any]) -> str | None:
    """A label as that of the true ones: booleans are 0 and 1 beside such, and the other way round."""
    kinds = {type(truth) for truth in truths}
    if is_missing(value):
        return None
    if isinstance(value, bool) and bool not in kinds:
        value = int(value)
    elif bool in kinds and not isinstance(value, (bool, str)):
        value = bool(value)
    return label_of(value)


def is_missing(value: Any) -> bool:
    """Whether a value of any library is none."""
    try:
        return value is None or bool(value != value)
    except TypeError:
        # pandas.NA is neither equal to itself nor different.
        return True


def refuse_missing(by: str, samples: int) -> None:
    """Refuses samples without a group, if there are some."""
    if samples:
        what = f"{samples} {'sample lacks' if samples == 1 else 'samples lack'} a value in {by!r}, which names groups"
        raise ValueError(f"{what}\nhint: leave out all rows with missing values by drop_missing=True")


def refuse_many(by: str, groups: int) -> None:
    """Refuses columns that are no groups."""
    if groups > MOST_GROUPS:
        raise ValueError(f"{by!r} has more than {MOST_GROUPS:,} values\nhint: group by a column of fewer values")


def in_order(tiles: Mapping[Hashable, T]) -> dict[Hashable, T]:
    """What there is of groups, by increasing group: engines give groups in any order."""
    try:
        keys = sorted(tiles)  # type: ignore[type-var]
    except TypeError:
        keys = sorted(tiles, key=str)
    return {key: tiles[key] for key in keys}


def rows_in_memory(by: Any, truth: Any, columns: Iterable[Any], weight: Any) -> Sequence[Row]:
    """The rows of groups and patterns of columns in memory."""
    keys = zip(*map(values_of, (by, truth, *columns)))
    if weight is None:
        return [(*key, samples) for key, samples in Counter(keys).items()]
    given = [None if is_missing(value) else _exact(value) for value in values_of(weight)]
    # A sample without a weight is one that lacks a value.
    rows = [(*key, value) if value is not None else (key[0], None, *key[2:], 0) for key, value in zip(keys, given)]
    if any(value is not None and value.denominator != 1 for value in given):
        return rows
    sums: dict[Any, int] = {}
    for *key, samples in rows:
        sums[tuple(key)] = sums.get(tuple(key), 0) + int(samples)
    return [(*key, samples) for key, samples in sums.items()]


def _exact(value: Any) -> Any:
    return value if type(value) is int else Fraction(exact_text(value))


def without_missing_groups(rows: Iterable[Row]) -> list[Row]:
    """The rows, where those without a group lack the true label, too, so that they are left out and counted."""
    return [(row[0], None, *row[2:]) if is_missing(row[0]) else row for row in rows]


def of_rows(rows: list[Any], names: list[str], positive: Any, drop_missing: bool) -> Tile:
    """The classifiers of grouped counts."""
    truths, *columns, counts = zip(*rows) if rows else ([] for _ in range(len(names) + 2))
    said = {name: list(column) for name, column in zip(names, columns)}
    return Tile.from_predictions(
        list(truths), said, positive=positive, sample_weight=list(counts), drop_missing=drop_missing
    )


def by_group(rows: list[Any], names: list[str], by: str, positive: Any, drop_missing: bool) -> dict[Hashable, Tile]:
    """The Tile of each group of grouped counts."""
    if drop_missing:
        rows = without_missing_groups(rows)
    whole = of_rows([row[1:] for row in rows], names, positive, drop_missing)
    if not drop_missing:
        refuse_missing(by, sum(int(row[-1]) for row in rows if is_missing(row[0])))
    return tiles_of(rows, names, by, whole)


def tiles_of(rows: Sequence[Row], names: Sequence[str], by: str, whole: Tile) -> dict[Hashable, Tile]:
    """A Tile of each group. Labels make sense, as the Tile of all rows shows.

    Labels that a group lacks are those of all groups, as rows without samples.
    """
    truths = [row[1] for row in rows]
    positive = label_of(whole.positive)
    texts = {positive: whole.positive or ""}
    for truth in truths:
        if (known := spelled(truth, truths)) is not None:
            texts.setdefault(known, str(truth))
    kinds = [value for value in dict.fromkeys(truths) if label_of(value) is not None]
    groups: dict[Hashable, list[Row]] = {}
    for group, *values, samples in rows:
        labels = [spelled(value, kinds) for value in values]
        if None not in labels and not is_missing(group):
            groups.setdefault(group, []).append((*(texts[found] for found in labels), samples))
    refuse_many(by, len(groups))
    return in_order({group: _tile(some, names, list(texts.values()), whole) for group, some in groups.items()})


def _tile(rows: list[Row], names: Sequence[str], labels: Sequence[str], whole: Tile) -> Tile:
    held = {row[0] for row in rows}
    rows = [*rows, *((found,) * (len(names) + 1) + (0,) for found in labels if found not in held)]
    truth, *columns, samples = (list(column) for column in zip(*rows))
    with warnings.catch_warnings():
        # What there is to notice was said of all of them together.
        warnings.simplefilter("ignore")
        said = dict(zip(names, columns))
        return Tile.from_predictions(truth, said, positive=whole.positive, sample_weight=samples, missing=())


def of_pairs(
    counted: Mapping[Hashable, Mapping[bool, list[int]]], by: str, make: Callable[[Mapping[bool, list[int]]], Tile]
) -> dict[Hashable, Tile]:
    """A Tile of each group from counts of pairs."""
    refuse_missing(by, sum(sums[0] for group, classes in counted.items() if is_missing(group) for sums in classes.values()))
    refuse_many(by, len(counted))
    return in_order({group: make(classes) for group, classes in counted.items()})


def of_rows_of_scores(
    groups: Sequence[Any], truths: Sequence[Any], by: str, make: Callable[[list[int], list[Any]], Tile]
) -> dict[Hashable, Tile]:
    """A Tile of each group from its rows, and the labels of other groups that it lacks."""
    rows: dict[Hashable, list[int]] = {}
    for row, group in enumerate(groups):
        if not is_missing(group) and label_of(truths[row]) is not None:
            rows.setdefault(group, []).append(row)
    refuse_many(by, len(rows))
    labels = {label_of(truth): truth for truth in dict.fromkeys(truths) if label_of(truth) is not None}
    tiles = {}
    with warnings.catch_warnings():
        # What there is to notice was said of all of them together.
        warnings.simplefilter("ignore")
        for group, some in rows.items():
            held = {label_of(truths[row]) for row in some}
            tiles[group] = make(some, [value for known, value in labels.items() if known not in held])
    return in_order(tiles)


def of_scores(models: Sequence[Sequence[Any]], by: str, make: Callable[[list[Any], list[Any]], Tile]) -> dict[Hashable, Tile]:
    """A Tile of each group from columns of each model: groups, true labels, scores, and numbers of samples."""
    columns = [[listed(groups), *others] for groups, *others in models]
    groups, truths, _, samples = columns[0]
    refuse_missing(by, sum(int(count) for group, count in zip(groups, samples) if is_missing(group)))
    places: list[dict[Hashable, list[int]]] = []
    for groups_of, *_ in columns:
        of_group: dict[Hashable, list[int]] = {}
        for place, group in enumerate(groups_of):
            of_group.setdefault(group, []).append(place)
        places.append(of_group)

    def tile(some: list[int], lacking: list[Any]) -> Tile:
        group = groups[some[0]]
        return make([[column[of[group]] for column in others] for of, (_, *others) in zip(places, columns)], lacking)

    return of_rows_of_scores(groups, truths.tolist(), by, tile)
