"""Counts predictions where the data are; only grouped counts come back."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, overload

from . import _exactile, _groups
from ._columns import one_label, values_of
from ._engines import Scan, opened
from ._groups import by_group, label_of, of_rows, spelled
from ._sources import Asked, is_in_memory, note_left_out, one_list, one_name
from ._tile import Tile

__all__ = ["count"]

#: More patterns than that are not handed over; pairs are counted in their place.
_MOST_PATTERNS = 1 << 17
#: So many classifiers cannot have more patterns, as long as no value is missing.
_FEW_CLASSIFIERS = 16
#: Rows that are looked at to see whether patterns will be too many.
_LOOK = 1 << 18


@overload
def count(
    source: Any,
    query: str | None = ...,
    *,
    y_true: str = ...,
    predictions: str | Sequence[str] | None = ...,
    weight: str | None = ...,
    id: str | None = ...,
    by: None = ...,
    truth: str | None = ...,
    only: str | Sequence[str] | None = ...,
    positive: Any = ...,
    pos_label: Any = ...,
    drop_missing: bool = ...,
) -> Tile: ...
@overload
def count(
    source: Any,
    query: str | None = ...,
    *,
    y_true: str = ...,
    predictions: str | Sequence[str] | None = ...,
    weight: str | None = ...,
    id: str | None = ...,
    by: str,
    truth: str | None = ...,
    only: str | Sequence[str] | None = ...,
    positive: Any = ...,
    pos_label: Any = ...,
    drop_missing: bool = ...,
) -> dict[Hashable, Tile]: ...
def count(
    source: Any,
    query: str | None = None,
    *,
    y_true: str = "y_true",
    predictions: str | Sequence[str] | None = None,
    weight: str | None = None,
    id: str | None = None,
    by: str | None = None,
    truth: str | None = None,
    only: str | Sequence[str] | None = None,
    positive: Any = None,
    pos_label: Any = None,
    drop_missing: bool = False,
) -> Tile | dict[Hashable, Tile]:
    """Count predictions where the data are: one GROUP BY in the engine, and only the groups come back.

    All pairing is kept: the counts are those of each pattern of predictions. If more than 16 classifiers leave
    too many patterns, each pair of classifiers is counted in the engine: one aggregation finds the labels, and one
    all joint counts.

    Parameters
    ----------
    source : table, connection, or path of files
        The samples, a row each: a DuckDB relation, a polars LazyFrame, a PySpark DataFrame, an Ibis table (SQLite,
        PostgreSQL, BigQuery, ...), a data frame in memory, any other table with ``__arrow_c_stream__``, all of which is
        then read into memory, or a path, which DuckDB or else polars reads: of Parquet, CSV or JSON lines, a pattern
        such as ``"days/*.parquet"``, a folder of Parquet, a table of Delta or Iceberg, or an address (``s3://``, ``https://``).
    query : str, optional
        A query; ``source`` is the connection that answers it: of DuckDB, of Ibis, or a SparkSession.
    y_true : str
        The column of true labels.
    predictions : str or sequence of str, optional
        The columns of predictions; all others unless given.
    weight : str, optional
        A column of whole numbers: how many samples each row stands for.
    id : str, optional
        A column that is no classifier, as identifiers are not.
    by : str, optional
        A column whose values tell groups apart: sites, days, subgroups of patients. All groups are counted in the same pass.
    truth, only : optional
        Other names of ``y_true`` and ``predictions``, those of :meth:`Tile.read`.
    positive, pos_label : label, optional
        The positive label, as in :meth:`Tile.from_predictions`; ``pos_label`` is another name of it.
    drop_missing : bool
        Leave out the rows that lack a value, instead of refusing them.

    Returns
    -------
    Tile, or dict of Tiles
        The same as if all samples had been given to :meth:`Tile.from_predictions`. With ``by`` such a Tile for each group by
        its value, in increasing order; labels are those of all groups, whichever of them a group lacks.
        :func:`exactile.domains` takes them all.

    Raises
    ------
    ValueError
        A value is missing, or labels make no sense. Rows in the message are those of the GROUP BY. Or ``by`` has more than
        16,384 values.
    ImportError
        narwhals is not there, by which all engines are asked: ``pip install exactile[count]``.

    Examples
    --------
    >>> import duckdb, exactile
    >>> samples = "SELECT i % 2 AS y_true, i // 2 % 2 AS lr, i // 3 % 2 AS svm FROM range(600) t(i)"
    >>> exactile.count(duckdb.connect(), samples).matrices["svm"].tp
    Fraction(200, 1)
    >>> sites = f"SELECT *, CASE WHEN y_true = svm THEN 'north' ELSE 'south' END AS site FROM ({samples})"
    >>> tiles = exactile.count(duckdb.connect(), sites, by="site")
    >>> [(site, tile.matrices["svm"].tp) for site, tile in tiles.items()]
    [('north', Fraction(200, 1)), ('south', Fraction(0, 1))]
    """
    positive = one_label(positive, pos_label)
    asked = Asked(one_name(y_true, truth), one_list(predictions, only, "predictions"), weight, id, by)
    source = opened(source, query)
    if is_in_memory(source):
        return _in_memory(asked, source, positive, drop_missing)
    scan = asked.scan(source)
    if len(scan.names) <= _FEW_CLASSIFIERS or not scan.has_more_patterns(_MOST_PATTERNS, _LOOK):
        rows = scan.patterns(_MOST_PATTERNS + 1)
        if len(rows) <= _MOST_PATTERNS:
            if by is None:
                return of_rows(rows, scan.names, positive, drop_missing)
            return by_group(rows, scan.names, by, positive, drop_missing)
    return _of_pairs(scan, by, positive, drop_missing)


def _in_memory(asked: Asked, source: Any, positive: Any, drop_missing: bool) -> Tile | dict[Hashable, Tile]:
    """The Tile of a table in memory, or that of each of its groups."""
    truth, said, weight = asked.columns_of(source)
    if asked.by is None:
        return Tile.from_predictions(truth, said, positive=positive, sample_weight=weight, drop_missing=drop_missing)
    groups = asked.column_of(source, asked.by)
    are_missing = [_groups.is_missing(value) for value in values_of(groups)]
    if any(are_missing) and drop_missing:
        truth = [None if lacks else value for lacks, value in zip(are_missing, values_of(truth))]
    whole = Tile.from_predictions(truth, said, positive=positive, sample_weight=weight, drop_missing=drop_missing)
    if not drop_missing:
        _groups.refuse_missing(asked.by, sum(are_missing))
    return _groups.tiles_of(_groups.rows_in_memory(groups, truth, said.values(), weight), list(said), asked.by, whole)


def _of_pairs(scan: Scan, by: str | None, positive: Any, drop_missing: bool) -> Tile | dict[Hashable, Tile]:
    """The classifiers of counts of pairs: one aggregation for what labels there are, one for all joint counts."""
    places = range(len(scan.names) + 1)
    before = scan.samples() if drop_missing else 0
    if drop_missing:
        scan.complete([[] for _ in places], places)
        if by is not None:
            scan.complete_groups()
    samples, ends = scan.ends()
    counted = None
    if not any(missing or label_of(low) is None or label_of(high) is None for low, high, missing in ends):
        positive, counted = _counted_pairs(scan, ends, samples, positive)
    if counted is None:
        positive = _checked_one_by_one(scan, positive, drop_missing)
        samples, ends = scan.ends()
        positive, counted = _counted_pairs(scan, ends, samples, positive)
    if counted is None:
        raise ValueError("labels are not the same whenever they are looked at\nhint: count a table that does not change")
    note_left_out(before, samples)

    def tile(classes: Mapping[bool, list[int]]) -> Tile:
        text = _joint(scan.names, *(classes.get(truth, []) for truth in (False, True)))
        return Tile(_exactile.Data.from_text(text.encode(), "counts", "json", None, positive))

    return tile(counted[None] if counted else {}) if by is None else _groups.of_pairs(counted, by, tile)


def _counted_pairs(scan: Scan, ends: list[tuple[Any, Any, int]], samples: int, positive: Any) -> tuple[Any, Any]:
    """The positive label, and the counts of pairs, None if a column has more labels than two."""
    truths, *said = [[low, high] for low, high, _ in ends]
    positive = Tile.from_predictions(truths, dict(zip(scan.names, said)), positive=positive).positive
    labels = []
    for low, high, _ in ends:
        found = {spelled(value, truths) == label_of(positive): value for value in (low, high)}
        labels.append((found.get(False), found.get(True)))
    return positive, scan.pairs(labels, samples, _groups.MOST_GROUPS)


def _checked_one_by_one(scan: Scan, positive: Any, drop_missing: bool) -> Any:
    """What is wrong with labels is said of one classifier at a time; texts that stand for missing values are left out."""
    places = range(len(scan.names) + 1)
    if drop_missing:
        labels = [[row[0] for row in scan.grouped([place], 1000)] for place in places]
        scan.complete([_without_none([value for value in values if label_of(value) is None]) for values in labels], places)
    for place, name in enumerate(scan.names, 1):
        positive = of_rows(scan.grouped([0, place], 1000), [name], positive, drop_missing).positive
    return positive


def _joint(names: list[str], negative: list[int], positive: list[int]) -> str:
    """What the program reads of pairs: matrices, and what each classifier has right with each before it."""
    pairs = len(names) * (len(names) + 1) // 2
    (negatives, *both_tn), (positives, *both_tp) = ((rows or [0] * (pairs + 1)) for rows in (negative, positive))
    objects = []
    for j, name in enumerate(names):
        start = j * (j + 1) // 2
        tn, tp = both_tn[start + j], both_tp[start + j]
        cells = {"name": name, "tn": tn, "fp": negatives - tn, "fn": positives - tp, "tp": tp}
        both = {"both_tn": both_tn[start : start + j], "both_tp": both_tp[start : start + j]}
        objects.append({**cells, **both})
    return json.dumps(objects)


def _without_none(values: list[Any]) -> list[Any]:
    return [value for value in values if value is not None and value == value]
