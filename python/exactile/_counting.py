"""Counts predictions and scores where the data are; only grouped counts come back."""

from __future__ import annotations

import json
import warnings
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, overload

from ._answers import several
from . import _exactile, _groups
from ._arrow import is_arrow
from ._columns import columns_of, label, one_label, values_of, weights
from ._engines import Scan, check_columns, library_of, opened
from ._groups import by_group, label_of, of_rows, spelled
from ._results import Model
from ._stairs import Hull, exact_score, hull_of
from ._stairs import spelled as spelled_score
from ._tile import Matrix, Tile, _described

__all__ = ["count", "count_hulls", "count_scores"]

#: More patterns than that are not handed over; pairs are counted in their place.
_MOST_PATTERNS = 1 << 17
#: Libraries whose tables are asked, although they would hand out all of it, too.
_ENGINES = ("duckdb", "polars", "pyspark", "ibis", "narwhals", "dask", "modin", "cudf", "sqlframe")
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
    asked = _Asked(_one_name(y_true, truth), _one_list(predictions, only, "predictions"), weight, id, by)
    source = opened(source, query)
    if _is_in_memory(source):
        return _in_memory(asked, source, positive, drop_missing)
    scan = asked.scan(source)
    if len(scan.names) <= _FEW_CLASSIFIERS or not scan.has_more_patterns(_MOST_PATTERNS, _LOOK):
        rows = scan.patterns(_MOST_PATTERNS + 1)
        if len(rows) <= _MOST_PATTERNS:
            if by is None:
                return of_rows(rows, scan.names, positive, drop_missing)
            return by_group(rows, scan.names, by, positive, drop_missing)
    return _of_pairs(scan, by, positive, drop_missing)


def _in_memory(asked: _Asked, source: Any, positive: Any, drop_missing: bool) -> Tile | dict[Hashable, Tile]:
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


@overload
def count_scores(
    source: Any,
    query: str | None = ...,
    *,
    y_true: str = ...,
    scores: str | Sequence[str] | None = ...,
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
def count_scores(
    source: Any,
    query: str | None = ...,
    *,
    y_true: str = ...,
    scores: str | Sequence[str] | None = ...,
    weight: str | None = ...,
    id: str | None = ...,
    by: str,
    truth: str | None = ...,
    only: str | Sequence[str] | None = ...,
    positive: Any = ...,
    pos_label: Any = ...,
    drop_missing: bool = ...,
) -> dict[Hashable, Tile]: ...
def count_scores(
    source: Any,
    query: str | None = None,
    *,
    y_true: str = "y_true",
    scores: str | Sequence[str] | None = None,
    weight: str | None = None,
    id: str | None = None,
    by: str | None = None,
    truth: str | None = None,
    only: str | Sequence[str] | None = None,
    positive: Any = None,
    pos_label: Any = None,
    drop_missing: bool = False,
) -> Tile | dict[Hashable, Tile]:
    """Count the scores of models where the data are: a GROUP BY for each model, and only its distinct scores come
    back, in columns.

    They are kept, with all that can be asked about them. Of many millions, :func:`count_hulls` keeps what ranks.

    Parameters
    ----------
    source, query, y_true, weight, id, by, truth, only, positive, pos_label, drop_missing
        As in :func:`count`.
    scores : str or sequence of str, optional
        The columns of scores; all others unless given.

    Returns
    -------
    Tile, or dict of Tiles
        It answers as if all samples had been given to :meth:`Tile.from_scores`, but that comparisons take the models as
        independent: which of their scores belong to one sample does not come back. With ``by`` such a Tile for each group,
        as of :func:`count`.

    Examples
    --------
    >>> import exactile, polars
    >>> samples = polars.LazyFrame({"y_true": [0, 0, 1, 1], "m": [0.1, 0.6, 0.35, 0.8]})
    >>> exactile.count_scores(samples).thresholds("f1")[0].auc
    Fraction(3, 4)
    >>> days = polars.LazyFrame({"y_true": [0, 1, 0, 1], "m": [0.1, 0.6, 0.35, 0.3], "day": [1, 1, 2, 2]})
    >>> [(day, tile.thresholds("f1")[0].auc) for day, tile in exactile.count_scores(days, by="day").items()]
    [(1, Fraction(1, 1)), (2, Fraction(0, 1))]
    """
    positive = one_label(positive, pos_label)
    asked = _Asked(_one_name(y_true, truth), _one_list(scores, only, "scores"), weight, id, by)
    source = opened(source, query)
    if _is_in_memory(source):
        return _scores_in_memory(asked, source, positive, drop_missing)
    scan = asked.scan(source)
    places = range(1, len(scan.names) + 1)
    before = scan.samples() if drop_missing else 0
    if drop_missing:
        scan.complete([[]] * (len(scan.names) + 1), places)
        if by is not None:
            scan.complete_groups()

    def tile(models: list[list[Any]], positive: Any, labels: Sequence[Any] = ()) -> Tile:
        truths, values, counts = aligned_scores(models)
        if labels and len(counts):
            truths = [*truths, *labels]
            values = [[*column, *[column[0]] * len(labels)] for column in values]
            counts = [*counts, *[0] * len(labels)]
        names, described = _described(truths, dict(zip(scan.names, values)))
        # One model alone has nothing to be paired with but itself.
        is_one = len(scan.names) == 1
        return Tile(_exactile.Data.from_scores(names, described, label(positive), weights(counts), drop_missing, is_one))

    models = [scan.grouped_columns([0, place]) for place in places]
    whole = tile([columns[-3:] for columns in models], positive)
    _note_left_out(before, sum(int(samples) for samples in models[0][-1]))
    return whole if by is None else _groups.of_scores(models, by, lambda some, lacking: tile(some, whole.positive, lacking))


def _scores_in_memory(asked: _Asked, source: Any, positive: Any, drop_missing: bool) -> Tile | dict[Hashable, Tile]:
    """The Tile of scores in memory, or that of each group."""
    truth, models, weight = asked.columns_of(source)
    groups = None if asked.by is None else values_of(asked.column_of(source, asked.by))
    if groups is not None and drop_missing:
        truth = [None if _groups.is_missing(group) else value for group, value in zip(groups, values_of(truth))]
    whole = Tile.from_scores(truth, models, positive=positive, sample_weight=weight, drop_missing=drop_missing)
    if asked.by is None or groups is None:
        return whole
    if not drop_missing:
        _groups.refuse_missing(asked.by, sum(map(_groups.is_missing, groups)))
    columns = [values_of(truth), *map(values_of, models.values())]
    columns.append([1] * len(groups) if weight is None else values_of(weight))

    def tile(rows: Sequence[int], lacking: Sequence[Any]) -> Tile:
        truths, *scores, samples = ([column[row] for row in rows] for column in columns)
        truths += lacking
        said = {name: [*column, *[column[0]] * len(lacking)] for name, column in zip(models, scores)}
        samples += [0] * len(lacking)
        return Tile.from_scores(truths, said, positive=whole.positive, sample_weight=samples, drop_missing=drop_missing)

    return _groups.of_rows_of_scores(groups, columns[0], asked.by, tile)


class Vertex(NamedTuple):
    """A corner of a ROC hull: a threshold, and what it does; positive means a score of at least the threshold."""

    #: None where nobody is positive; a float only if it is infinite.
    threshold: Fraction | float | None
    tn: int
    fp: int
    fn: int
    tp: int


class CountedHull(NamedTuple):
    """What ranks a model that gives scores: the hull of its ROC curve, and the area under the whole curve."""

    name: str
    #: The number of different scores.
    distinct: int
    negatives: int
    positives: int
    #: None if a class has no sample.
    auc: Fraction | None
    #: From nobody positive to everybody. Every ranking score is best at one of these.
    hull: tuple[Vertex, ...]

    @property
    def matrices(self) -> dict[str, Matrix]:
        """The confusion matrix at each vertex by its name, ``MODEL >= T``, as of :meth:`Tile.from_scores`; where nobody is
        positive, that is ``MODEL > inf``.

        Examples
        --------
        >>> import exactile, polars
        >>> samples = polars.LazyFrame({"y_true": [0, 0, 1, 1], "m": [0.1, 0.6, 0.35, 0.8]})
        >>> list(exactile.count_hulls(samples)[0].matrices)
        ['m > inf', 'm >= 0.8', 'm >= 0.35', 'm >= 0.1']
        """
        signs = ["> inf" if vertex.threshold is None else f">= {spelled_score(vertex.threshold)}" for vertex in self.hull]
        return {f"{self.name} {sign}": Matrix(*map(Fraction, vertex[1:])) for sign, vertex in zip(signs, self.hull)}


@overload
def count_hulls(
    source: Any,
    query: str | None = ...,
    *,
    y_true: str = ...,
    scores: str | Sequence[str] | None = ...,
    weight: str | None = ...,
    id: str | None = ...,
    by: None = ...,
    truth: str | None = ...,
    only: str | Sequence[str] | None = ...,
    positive: Any = ...,
    pos_label: Any = ...,
    drop_missing: bool = ...,
) -> list[CountedHull]: ...
@overload
def count_hulls(
    source: Any,
    query: str | None = ...,
    *,
    y_true: str = ...,
    scores: str | Sequence[str] | None = ...,
    weight: str | None = ...,
    id: str | None = ...,
    by: str,
    truth: str | None = ...,
    only: str | Sequence[str] | None = ...,
    positive: Any = ...,
    pos_label: Any = ...,
    drop_missing: bool = ...,
) -> dict[Hashable, list[CountedHull]]: ...
def count_hulls(
    source: Any,
    query: str | None = None,
    *,
    y_true: str = "y_true",
    scores: str | Sequence[str] | None = None,
    weight: str | None = None,
    id: str | None = None,
    by: str | None = None,
    truth: str | None = None,
    only: str | Sequence[str] | None = None,
    positive: Any = None,
    pos_label: Any = None,
    drop_missing: bool = False,
) -> list[CountedHull] | dict[Hashable, list[CountedHull]]:
    """Count the ROC hulls of models where the data are, however many different scores they give.

    A GROUP BY for each model adds up the samples of each score; the sorted groups are walked through in stretches,
    of which only points come back that the hull may have. On Spark each worker does this with its own partitions, in one
    query. Nothing is lost for ranking scores, whose best thresholds are vertices of the hull; figures that need all
    scores (average precision, Brier score, thresholds under conditions) are those of :func:`count_scores`.

    Parameters
    ----------
    source, query, y_true, weight, id, by, truth, only, positive, pos_label, drop_missing
        As in :func:`count`. Of tables in memory, all samples are looked at in memory.
    scores : str or sequence of str, optional
        The columns of scores; all others unless given.

    Returns
    -------
    list of CountedHull, or dict of such lists
        For each model ``name``, ``distinct``, ``negatives``, ``positives``, ``auc``, ``hull``, all exact.
        ``Tile.from_confusion(found[0].matrices)`` asks which threshold is best. With ``by`` such a list for each group by its
        value, in increasing order.

    Raises
    ------
    ValueError
        A value is missing, or labels make no sense.

    Examples
    --------
    >>> import exactile, polars
    >>> samples = polars.LazyFrame({"y_true": [0, 0, 1, 1], "m": [0.1, 0.6, 0.35, 0.8]})
    >>> (found,) = exactile.count_hulls(samples)
    >>> found.auc, [str(vertex.threshold) for vertex in found.hull]
    (Fraction(3, 4), ['None', '4/5', '7/20', '1/10'])
    >>> exactile.Tile.from_confusion(found.matrices).best("f1")
    ('m >= 0.35',)
    """
    positive = one_label(positive, pos_label)
    asked = _Asked(_one_name(y_true, truth), _one_list(scores, only, "scores"), weight, id, by)
    source = opened(source, query)
    if _is_in_memory(source):
        found = _scores_in_memory(asked, source, positive, drop_missing)
        return {group: _all_known(tile) for group, tile in found.items()} if isinstance(found, dict) else _all_known(found)
    scan = asked.scan(source)
    before = scan.samples() if drop_missing else 0
    if drop_missing:
        scan.complete([[]] * (len(scan.names) + 1), range(len(scan.names) + 1))
        if by is not None:
            scan.complete_groups()
    elif by is not None:
        _groups.refuse_missing(by, scan.without_group())
    # More labels than that are refused.
    classes = scan.grouped([0], 1000)
    labels, samples = [row[0] for row in classes], sum(int(row[1]) for row in classes)
    if drop_missing:
        scan.complete([[value for value in labels if label_of(value) is None]], [0])
        labels = [value for value in labels if label_of(value) is not None]
        _note_left_out(before, sum(int(row[1]) for row in classes if label_of(row[0]) is not None))
    positive = Tile.from_predictions(labels, {"labels": labels}, positive=positive).positive
    negative = [value for value in labels if spelled(value, labels) != label_of(positive)]
    steps = [scan.steps(place, negative, samples) for place in range(1, len(scan.names) + 1)]

    def hulls(group: Hashable) -> list[CountedHull]:
        return [_counted(name, hull_of(of.get(group, []))) for name, of in zip(scan.names, steps)]

    if by is None:
        return hulls(None)
    _groups.refuse_many(by, len(steps[0]))
    return _groups.in_order({group: hulls(group) for group in steps[0]})


def _counted(name: str, hull: Hull | None) -> CountedHull:
    if hull is None:
        raise ValueError(f"{name}: a score is missing\nhint: leave out all rows with missing values by drop_missing=True")
    area = Fraction(hull.area, 2 * hull.fp * hull.tp) if hull.fp and hull.tp else None
    points = [(None, 0, 0), *hull.points]
    vertices = tuple(
        Vertex(None if score is None else exact_score(score), hull.fp - fp, fp, hull.tp - tp, tp) for score, fp, tp in points
    )
    return CountedHull(name, hull.distinct, hull.fp, hull.tp, area, vertices)


def _all_known(tile: Tile) -> list[CountedHull]:
    """The same of models all of whose scores are known."""
    return [_known(model) for model in tile.thresholds()]


def _known(model: Model) -> CountedHull:
    vertices = tuple(Vertex(vertex.threshold, *map(int, vertex[1:5])) for vertex in model.hull)
    *_, all_positive = vertices
    area = model.auc if isinstance(model.auc, Fraction) else None
    return CountedHull(model.name, model.distinct, all_positive.fp, all_positive.tp, area, vertices)


class _Asked(NamedTuple):
    """Which columns are asked for."""

    truth: str
    others: Sequence[str] | None
    weight: str | None
    id: str | None
    by: str | None = None

    def scan(self, source: Any) -> Scan:
        return Scan(source, self.truth, self.others, weight=self.weight, id=self.id, by=self.by)

    def columns_of(self, source: Any) -> tuple[Any, dict[str, Any], Any]:
        """The true labels, the others, and the weights of a table in memory."""
        columns = columns_of(source)
        apart = [name for name in (self.weight, self.id, self.by) if name is not None]
        check_columns(list(columns), self.truth, self.others or (), apart)
        truth, weight = columns.pop(self.truth), None if self.weight is None else columns[self.weight]
        names = [name for name in columns if name not in apart] if self.others is None else self.others
        return truth, {name: columns[name] for name in names}, weight

    def column_of(self, source: Any, name: str) -> Any:
        """A column of a table in memory."""
        return columns_of(source)[name]


def _one_name(y_true: str, truth: str | None) -> str:
    if truth is not None and y_true not in ("y_true", truth):
        raise ValueError(f"y_true is {y_true!r} and truth {truth!r}\nhint: they are two names of one argument; leave one out")
    return y_true if truth is None else truth


def _one_list(given: str | Sequence[str] | None, only: str | Sequence[str] | None, name: str) -> list[str] | None:
    if given is not None and only is not None:
        raise ValueError(f"{name} and only are two names of one argument\nhint: leave one out")
    found = only if given is None else given
    return None if found is None else several(found)


def _is_in_memory(source: Any) -> bool:
    library, kind = library_of(source), type(source).__name__
    if library == "pyarrow" or isinstance(source, Mapping) or (library in ("pandas", "polars") and kind == "DataFrame"):
        return True
    return library not in _ENGINES and is_arrow(source)


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
    _note_left_out(before, samples)

    def tile(classes: Mapping[bool, list[int]]) -> Tile:
        text = _joint(scan.names, *(classes.get(truth, []) for truth in (False, True)))
        return Tile(_exactile.Data.from_text(text.encode(), "counts", "json", None, positive))

    return tile(counted[None] if counted else {}) if by is None else _groups.of_pairs(counted, by, tile)


def _note_left_out(before: int, kept: int) -> None:
    """Say how many samples lack a value; none are looked for unless they are to be left out."""
    if kept < before:
        warnings.warn(f"{before - kept} of {before} samples left out for a missing value", UserWarning, stacklevel=3)


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


def aligned_scores(models: list[list[Any]]) -> tuple[Any, list[Any], Any]:
    """The true labels, the scores of each model, and numbers of samples, in columns.

    Each model has come with columns of its own: true labels, scores, numbers of samples. Here the samples of a class are
    sorted by score for every model by itself, and a row stands for samples with the same score of every model. Which scores
    belong to one sample is lost.
    """
    import numpy

    truths: list[Any] = []
    values: list[list[Any]] = [[] for _ in models]
    counts: list[Any] = []
    for truth in sorted(set(_plain(models[0][0])), key=str):
        steps = [_steps(model, truth) for model in models]
        ends = numpy.unique(numpy.concatenate([ends for _, ends in steps]))
        for found, (scores, own) in zip(values, steps):
            found.append(scores[numpy.searchsorted(own, ends)])
        counts.append(numpy.diff(ends, prepend=0))
        truths += [truth] * len(ends)
    together = [numpy.concatenate(parts) if parts else numpy.empty(0) for parts in (*values, counts)]
    return truths, together[:-1], together[-1].astype("int64")


def _steps(model: list[Any], truth: Any) -> tuple[Any, Any]:
    """The scores of a class, increasing, missing ones last, and how many samples have that one or a lower one."""
    import numpy

    truths, scores, counts = model
    own = numpy.array([value is None for value in truths]) if truth is None else truths == truth
    scores, counts = scores[own], counts[own].astype("int64")
    is_missing = numpy.array([value is None for value in scores], bool) if scores.dtype.kind == "O" else scores != scores
    order = numpy.argsort(scores[~is_missing], kind="stable")
    lacking = int(counts[is_missing].sum())
    scores, counts = scores[~is_missing][order], counts[~is_missing][order]
    if lacking:
        scores, counts = numpy.concatenate([scores.astype(object), [None]]), numpy.concatenate([counts, [lacking]])
    return scores, numpy.cumsum(counts)


def _plain(values: Any) -> list[Any]:
    """Values as Python's own, missing ones as None."""
    return [None if value != value else value for value in values.tolist()]
