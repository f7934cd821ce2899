"""Counts predictions and scores where the data are; only grouped counts come back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ._answers import several
from . import _exactile
from ._arrow import is_arrow
from ._columns import columns_of, label, one_label, weights
from ._engines import Scan, library_of, opened
from ._tile import Tile, _described

__all__ = ["count", "count_scores"]

#: More patterns than that are not handed over; pairs are counted in their place.
_MOST_PATTERNS = 1 << 17
#: Libraries whose tables are asked, although they would hand out all of it, too.
_ENGINES = ("duckdb", "polars", "pyspark", "ibis", "narwhals", "dask", "modin", "cudf", "sqlframe")
#: So many classifiers cannot have more patterns, as long as no value is missing.
_FEW_CLASSIFIERS = 16
#: Rows that are looked at to see whether patterns will be too many.
_LOOK = 1_000_000


def count(
    source: Any,
    query: str | None = None,
    *,
    y_true: str = "y_true",
    predictions: str | Sequence[str] | None = None,
    positive: Any = None,
    pos_label: Any = None,
    drop_missing: bool = False,
) -> Tile:
    """Count predictions where the data are: one GROUP BY in the engine, and only the groups come back.

    All pairing is kept: the counts are those of each pattern of predictions. If more than 16 classifiers leave
    too many patterns, each pair of classifiers is counted in the engine, in one pass.

    Parameters
    ----------
    source : table, connection, or path of a Parquet file
        The samples, a row each: a DuckDB relation, a polars LazyFrame, a PySpark DataFrame, an Ibis table (SQLite,
        PostgreSQL, BigQuery, ...), a data frame in memory, any other table with ``__arrow_c_stream__``, all of which is
        then read into memory, or a path, which DuckDB or else polars reads.
    query : str, optional
        A query; ``source`` is the connection that answers it: of DuckDB, of Ibis, or a SparkSession.
    y_true : str
        The column of true labels.
    predictions : str or sequence of str, optional
        The columns of predictions; all others unless given.
    positive, pos_label : label, optional
        The positive label, as in :meth:`Tile.from_predictions`; ``pos_label`` is another name of it.
    drop_missing : bool
        Leave out the rows that lack a value, instead of refusing them.

    Returns
    -------
    Tile
        The same as if all samples had been given to :meth:`Tile.from_predictions`.

    Raises
    ------
    ValueError
        A value is missing, or labels make no sense. Rows in the message are those of the groups.
    ImportError
        narwhals is not there, by which all engines are asked: ``pip install exactile[count]``.

    Examples
    --------
    >>> import duckdb, exactile
    >>> samples = "SELECT i % 2 AS y_true, i // 2 % 2 AS lr, i // 3 % 2 AS svm FROM range(600) t(i)"
    >>> exactile.count(duckdb.connect(), samples).matrices["svm"].tp
    Fraction(200, 1)
    """
    positive = one_label(positive, pos_label)
    source = opened(source, query)
    predictions = None if predictions is None else several(predictions)
    if _is_in_memory(source):
        truth, columns = _columns(source, y_true, predictions)
        return Tile.from_predictions(truth, columns, positive=positive, drop_missing=drop_missing)
    scan = Scan(source, y_true, predictions)
    places = range(len(scan.names) + 1)
    if len(scan.names) <= _FEW_CLASSIFIERS or not scan.has_more_patterns(_MOST_PATTERNS, _LOOK):
        rows = scan.grouped(places, _MOST_PATTERNS + 1)
        if len(rows) <= _MOST_PATTERNS:
            return _of_groups(rows, scan.names, positive, drop_missing)
    return _of_pairs(scan, positive, drop_missing)


def count_scores(
    source: Any,
    query: str | None = None,
    *,
    y_true: str = "y_true",
    scores: str | Sequence[str] | None = None,
    positive: Any = None,
    pos_label: Any = None,
    drop_missing: bool = False,
) -> Tile:
    """Count the scores of models where the data are: a GROUP BY for each model, and only its distinct scores come
    back.

    Parameters
    ----------
    source, query, y_true, positive, pos_label, drop_missing
        As in :func:`count`.
    scores : str or sequence of str, optional
        The columns of scores; all others unless given.

    Returns
    -------
    Tile
        It answers as if all samples had been given to :meth:`Tile.from_scores`, but that comparisons take the models as
        independent: which of their scores belong to one sample does not come back.

    Examples
    --------
    >>> import exactile, polars
    >>> samples = polars.LazyFrame({"y_true": [0, 0, 1, 1], "m": [0.1, 0.6, 0.35, 0.8]})
    >>> exactile.count_scores(samples).thresholds("f1")[0].auc
    Fraction(3, 4)
    """
    positive = one_label(positive, pos_label)
    source = opened(source, query)
    scores = None if scores is None else several(scores)
    if _is_in_memory(source):
        truth, columns = _columns(source, y_true, scores)
        return Tile.from_scores(truth, columns, positive=positive, drop_missing=drop_missing)
    scan = Scan(source, y_true, scores)
    places = range(1, len(scan.names) + 1)
    if drop_missing:
        scan.complete([[]] * (len(scan.names) + 1), places)
    models = [_by_class(scan.grouped([0, place]), scan.is_single(place)) for place in places]
    columns = {name: [] for name in ["", *scan.names]}
    counts: list[int] = []
    for truth in sorted(models[0], key=str):
        for values, samples in _aligned([model[truth] for model in models]):
            for column, value in zip(columns.values(), [truth, *values]):
                column.append(value)
            counts.append(samples)
    truths = columns.pop("")
    names, found = _described(truths, columns)
    # One model alone has nothing to be paired with but itself.
    is_one = len(scan.names) == 1
    return Tile(_exactile.Data.from_scores(names, found, label(positive), weights(counts), drop_missing, is_one))


def _is_in_memory(source: Any) -> bool:
    library, kind = library_of(source), type(source).__name__
    if library == "pyarrow" or isinstance(source, Mapping) or (library in ("pandas", "polars") and kind == "DataFrame"):
        return True
    return library not in _ENGINES and is_arrow(source)


def _columns(source: Any, y_true: str, others: Sequence[str] | None) -> tuple[Any, dict[str, Any]]:
    columns = columns_of(source)
    for name in (y_true, *(others or ())):
        if name not in columns:
            raise ValueError(f"there is no column {name!r}\nhint: the source has {', '.join(columns)}")
    truth = columns.pop(y_true)
    return truth, columns if others is None else {name: columns[name] for name in others}


def _of_groups(rows: list[Any], names: list[str], positive: Any, drop_missing: bool) -> Tile:
    """The classifiers of grouped counts."""
    truths, *columns, counts = zip(*rows) if rows else ([] for _ in range(len(names) + 2))
    said = {name: list(column) for name, column in zip(names, columns)}
    return Tile.from_predictions(
        list(truths), said, positive=positive, sample_weight=list(counts), drop_missing=drop_missing
    )


def _of_pairs(scan: Scan, positive: Any, drop_missing: bool) -> Tile:
    """The classifiers of counts of pairs: first what labels there are, then the pairs."""
    places = range(len(scan.names) + 1)
    labels = [[row[0] for row in scan.grouped([place], 1000)] for place in places]
    missing = [[value for value in values if _label(value) is None] for values in labels]
    known = [[value for value in values if _label(value) is not None] for values in labels]
    if drop_missing:
        scan.complete([_without_none(values) for values in missing], places)
    for place, name in enumerate(scan.names, 1):
        # What is wrong with labels is said of one classifier at a time.
        rows = scan.grouped([0, place], 1000)
        positive = _of_groups(rows, [name], positive, drop_missing).positive
    negative = [[value for value in values if _label(value) != _label(positive)] for values in known]
    counted = {bool(row[0]): [int(number or 0) for number in row[1:]] for row in scan.pairs(negative)}
    text = _joint(scan.names, *(counted.get(truth, []) for truth in (False, True)))
    return Tile(_exactile.Data.from_text(text.encode(), "counts", "json", None, positive))


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


def _label(value: Any) -> str | None:
    return None if value is None else _exactile.label(str(value))


def _without_none(values: list[Any]) -> list[Any]:
    return [value for value in values if value is not None and value == value]


def _by_class(rows: list[Any], is_single: bool) -> dict[Any, list[tuple[Any, int]]]:
    """The distinct scores of each class with their numbers of samples, increasing, missing ones last."""
    found: dict[Any, list[tuple[Any, int]]] = {}
    if is_single:
        import numpy

        rows = [(truth, None if value is None else numpy.float32(value), samples) for truth, value, samples in rows]
    for truth, value, samples in rows:
        found.setdefault(truth, []).append((None if value != value else value, int(samples)))
    for scores in found.values():
        scores.sort(key=lambda row: (row[0] is None, 0 if row[0] is None else row[0]))
    return found


def _aligned(models: list[list[tuple[Any, int]]]) -> Iterator[tuple[list[Any], int]]:
    """Rows of a table whose columns have these values so many times each: samples of one class, sorted for every model
    by itself. Which scores belong to one sample is lost."""
    places = [0] * len(models)
    left = [model[0][1] for model in models]
    while True:
        samples = min(left)
        yield [model[place][0] for model, place in zip(models, places)], samples
        for k, model in enumerate(models):
            left[k] -= samples
            if left[k] == 0:
                places[k] += 1
                if places[k] == len(model):
                    return
                left[k] = model[places[k]][1]
