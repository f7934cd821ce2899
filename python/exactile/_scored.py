"""Counts the scores of models where the data are: their distinct scores, or the hulls of their ROC curves."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, overload

from . import _exactile, _groups
from ._columns import label, one_label, values_of, weights
from ._engines import opened
from ._groups import label_of, spelled
from ._results import Model
from ._sources import Asked, is_in_memory, note_left_out, one_list, one_name
from ._stairs import Hull, exact_score, hull_of
from ._stairs import spelled as spelled_score
from ._tile import Matrix, Tile, _described

__all__ = ["count_hulls", "count_scores"]


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
    asked = Asked(one_name(y_true, truth), one_list(scores, only, "scores"), weight, id, by)
    source = opened(source, query)
    if is_in_memory(source):
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
    note_left_out(before, int(models[0][-1].sum()))
    return whole if by is None else _groups.of_scores(models, by, lambda some, lacking: tile(some, whole.positive, lacking))


def _scores_in_memory(asked: Asked, source: Any, positive: Any, drop_missing: bool) -> Tile | dict[Hashable, Tile]:
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
    asked = Asked(one_name(y_true, truth), one_list(scores, only, "scores"), weight, id, by)
    source = opened(source, query)
    if is_in_memory(source):
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
        note_left_out(before, sum(int(row[1]) for row in classes if label_of(row[0]) is not None))
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
