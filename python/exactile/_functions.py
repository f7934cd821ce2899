"""Functions that need no classifiers."""

from __future__ import annotations

import contextlib
import os
import warnings
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from . import _exactile, _results
from ._answers import any_flags, document, flags, quoted, repeated, several, warn, written
from ._answers import command as answered
from ._documents import Document, Table
from ._held import checked
from ._members import Axioms, Checked, Domains, MetricInfo, Verified
from ._numbers import Number, exact_text, fraction, optional

if TYPE_CHECKING:
    from ._tile import Tile

__all__ = ["ask", "axioms", "check", "domains", "metrics", "place", "pmf", "report", "score", "verify"]


def score(metric: str, *, tn: Any, fp: Any, fn: Any, tp: Any) -> Number | None:
    """The exact value of a metric for a confusion matrix.

    Parameters
    ----------
    metric : str
        Its name; ``metrics()`` lists all.
    tn, fp, fn, tp : number
        Counts or weights. Floats are the binary fractions that they are.

    Returns
    -------
    Fraction, Enclosure, float or None
        None where it is undefined, an infinite float where only a denominator vanishes.

    Examples
    --------
    >>> import exactile
    >>> exactile.score("f1", tn=32, fp=8, fn=4, tp=16)
    Fraction(8, 11)
    >>> exactile.score("mcc", tn=32, fp=0, fn=4, tp=0) is None
    True
    """
    cells = ",".join(exact_text(cell) for cell in (tn, fp, fn, tp))
    text = f"name,tn,fp,fn,tp\nmatrix,{cells}\n".encode()
    arguments = ["score", "-", "--input-format=matrices", *flags(metric=metric), "--format=json"]
    raw = document(_exactile.answer(arguments, text))
    (value,) = raw["classifiers"][0]["scores"].values()
    return optional(value["value"])


def cell_values(metric: str, cells: Iterable[Fraction]) -> Number | None:
    """The exact value of a metric for the cells tn, fp, fn, tp, without a document."""
    text = f"name,tn,fp,fn,tp\nmatrix,{','.join(map(str, cells))}\n"
    data = _exactile.Data.from_text(text.encode(), "matrix", "matrices")
    (row,) = _results.ranking(data.rank(metric), ["matrix"], metric, (None, []))
    return row.value


def is_lower_better(metric: str) -> bool:
    """Whether smaller values of a metric are better; refuses metrics that do not say how good a classifier is."""
    found = _exactile.metric(metric)
    if found is None:
        # The program says what is wrong with the name.
        cell_values(metric, [Fraction(1)] * 4)
    if found is None or found[1] is None:
        raise ValueError(f"no value of {metric} is better than another\nhint: exactile.metrics() says in the column better what ranks")
    return found[1] == "lower"


def pmf(
    metric: str,
    *,
    tn: int,
    fp: int,
    fn: int,
    tp: int,
    positives: int | None = None,
    negatives: int | None = None,
    model: str = "beta-binomial",
    beta: tuple[Any, Any] | None = None,
    beta_negative: tuple[Any, Any] | None = None,
    level: Any = None,
    undefined: Any = None,
    exact: bool = True,
) -> _results.Distribution:
    """The distribution of a metric on further samples, given what was observed.

    Parameters
    ----------
    metric : str
        Its name.
    tn, fp, fn, tp : int
        The observed confusion matrix.
    positives, negatives : int, optional
        Further samples of each class, as many as observed unless given.
    model : {"beta-binomial", "binomial"}
        Whether the true rates have Beta priors, or are the observed ones.
    beta, beta_negative : pair of numbers, optional
        The parameters of the priors of the true positive and the true negative rate.
    level : number, optional
        The level of intervals, 95/100 unless given.
    undefined : number, optional
        Count matrices on which the metric is undefined as this value.
    exact : bool
        Masses are fractions; otherwise decimals of 17 right digits, which are faster.

    Examples
    --------
    >>> import exactile
    >>> found = exactile.pmf("mcc", tn=3, fp=1, fn=1, tp=2)
    >>> found.median
    Fraction(5, 12)
    >>> sum(row.mass for row in found) + found.undefined
    Fraction(1, 1)
    """
    counts = dict(tn=tn, fp=fp, fn_=fn, tp=tp, positives=positives, negatives=negatives)
    given = flags(
        metric=metric,
        **counts,
        model=model,
        beta=beta,
        beta_negative=beta_negative,
        level=level,
        undefined=undefined,
        exact=exact,
    )
    return _results.distribution(answered("lattice", "pmf", flags=given))


def _tests(sizes: Any) -> str | None:
    """The sizes of tests, or those of the tests of several data sets, in the words of the program."""
    if sizes is None:
        return None
    sets = [[*size] for size in sizes]
    if all(isinstance(size, (int, str)) for sizes in sets for size in sizes):
        sets = [sets]
    return ";".join(",".join(f"{p}+{n}" for p, n in tests) for tests in sets)


def check(
    reported: str | Mapping[str, Any],
    *,
    positives: int | str | None = None,
    negatives: int | str | None = None,
    samples: int | None = None,
    rounding: str = "nearest",
    percent: bool = False,
    points: bool = False,
    imply: str | Iterable[str] | None = None,
    folds: int | None = None,
    kfold: int | None = None,
    stratified: bool | int = False,
    repeats: int | None = None,
    fold_sizes: Iterable[tuple[int, int]] | Iterable[Iterable[tuple[int, int]]] | None = None,
    average: str | None = None,
    sd: str | None = None,
    one_curve: bool = False,
    classes: Iterable[int] | None = None,
    against: Tile | str | os.PathLike[str] | None = None,
) -> Checked:
    """Whether reported scores can be true, and what they imply about others.

    Parameters
    ----------
    reported : str or mapping
        ``"sens=0.51 spec=0.94"``, or the scores by name. Give numbers as texts: how many digits were printed
        matters. A text of several lines is a table with a header: CSV with columns ``positives``, ``negatives`` and one per metric.
    positives, negatives : int or str
        The numbers of samples, or ranges such as ``"70-80"``.
    samples : int, optional
        Their sum, where it is not known how many are positive.
    rounding : {"nearest", "truncated", "unit"}
        How the printed numbers were rounded.
    percent : bool
        All numbers are in percent.
    points : bool
        List all confusion matrices that explain the scores.
    imply : str or iterable of str, optional
        Metrics whose range follows from the scores; a few usual ones unless given.
    folds, kfold, stratified, repeats, fold_sizes, average
        The scores are means over so many folds of one test, of any composition (``folds``), of equal sizes (``kfold``), or with each
        class shared out evenly (``stratified``); or over tests of known sizes (positives, negatives). A list of such tests for each
        data set says that they are means over the data sets of means over the tests of each. ``repeats`` says how often the folds
        were made; ``average`` is ``"scores"`` or ``"pooled"``.
    sd : {"sample", "population"}, optional
        The kind of standard deviations that are printed with means; either unless given.
    one_curve : bool
        The rows of a table are thresholds of one model: ``curve`` of the returned document says whether they can be points of
        one ROC curve.
    classes : iterable of int, optional
        The numbers of samples of each of several classes; scores are ``acc``, ``macro_f1``, ``weighted_f1``, ``kappa`` and the like.
    against : Tile or path, optional
        Compare a printed table (CSV, Markdown or LaTeX, with a column ``name``) with these results instead: ``wrong`` of the
        returned document lists its wrong cells.

    Returns
    -------
    Checked
        ``rows[0].consistent``, ``rows[0].matrices`` (how many explain the scores), ``rows[0].first``,
        ``rows[0].implied`` (ranges of what was not reported) and ``rows[0].conflict``, a smallest set of scores that
        contradict each other, with ``rows[0].nearest`` and ``rows[0].explained_by``.

    Examples
    --------
    >>> import exactile
    >>> found = exactile.check({"sens": "0.51", "spec": "0.94", "acc": "0.95"}, positives=100, negatives=500)
    >>> found.rows[0].consistent
    False
    """
    if not isinstance(reported, str):
        reported = " ".join(f"{name}={value}" for name, value in reported.items())
    table = reported if "\n" in reported or against is not None else None
    row = None if table is not None else reported
    sizes = flags(positives=positives, negatives=negatives, samples=samples, reported=row)
    means = flags(
        folds=folds, kfold=kfold, stratified=stratified, repeats=repeats, fold_sizes=_tests(fold_sizes), average=average, sd=sd
    )
    further = flags(
        imply=None if imply is None else several(imply), one_curve=one_curve, classes=None if classes is None else [*classes]
    )
    given = [*sizes, *means, *further, *flags(rounding=rounding, percent=percent, points=points)]
    if against is None and table is None:
        return Checked(answered("check", flags=given))
    if against is None or isinstance(against, (str, os.PathLike)):
        on = None if against is None else os.fspath(against)
        return Checked(answered("check", "-", flags=[*given, *flags(against=on)], text=table or ""))
    checked(against, "against")
    with written(_counts(against), ".csv") as path:
        return Checked(answered("check", "-", flags=[*given, *flags(against=path)], text=table or ""))


def domains(
    source: str | os.PathLike[str] | Mapping[Hashable, Tile],
    by: str,
    *,
    weights: str | Mapping[str, Any] | None = None,
    complete: str | None = None,
    at: Sequence[Any] | None = None,
    score: str | None = None,
    vary: str | None = None,
    along: str | None = None,
    maximin: bool = False,
    gaps: str | Iterable[str] | None = None,
    level: Any = None,
    seed: int | None = None,
    unanimous: bool = False,
    classifier: str | None = None,
    map: str | None = None,
    area: bool = False,
    target_prior: Any = None,
) -> Domains:
    """Several test sets in one table: values and weights in each, who is first where, and which one matters where.

    Parameters
    ----------
    source : path, text of several lines, or mapping of Tiles
        A table of confusion matrices, rates, predictions or scores; or a Tile for each test set, as ``exactile.count(..., by=...)``
        gives them.
    by : str
        The column whose values tell test sets apart; of Tiles, what to call it.
    weights : {"samples", "equal"} or mapping, optional
        How much each test set counts: as many as its samples unless given.
    complete : {"domains", "classifiers"}, optional
        Where classifiers were not tested in every test set: keep the test sets, or the classifiers, that are complete.
    at, score : optional
        A point of the Tile, or a score that stands on it: values, weights and shares of the loss there.
    vary : str, optional
        The test set whose weight may move while the same classifier stays first there.
    along : {"decision", "cost", "f-beta"}, optional
        A segment of the Tile: the classifier with the best worst test set along it.
    maximin : bool
        The regions of the Tile on which each classifier has the best worst test set: ``["maximin"]``.
    gaps : str or several, optional
        Metrics: their values in each test set, the greatest gap and the ratio, with intervals of the true values: ``["gaps"]``.
    level, seed : optional
        Of these intervals, and of what is drawn.
    unanimous : bool
        Where each classifier is first in all test sets.
    classifier, map : str, optional
        The pieces of the Tile on which each test set is the easiest, hardest, preponderant or the bottleneck of a classifier; or
        ``map="agreement"``, of all: the zones on which the same ones are first in each test set, ``["zones"]``.
    area : bool
        Add the areas of these pieces.
    target_prior : number, optional
        Shift the results of all test sets to this positive prior first.

    Returns
    -------
    Domains
        ``classifiers[0].mean`` is a mean performance, ``["values"][0].domains[0].weight`` how much a value counts in that of the mean.

    Examples
    --------
    >>> import exactile
    >>> rows = ["name,site,tn,fp,fn,tp", "lr,north,6,2,1,1", "lr,south,5,5,4,6"]
    >>> table = "\\n".join(rows)
    >>> found = exactile.domains(table, "site", weights="equal", score="precision")
    >>> found["values"][0].mean, found["values"][0].mean_of_values
    (Fraction(8, 17), Fraction(29, 66))
    >>> counts = {"north": [[6, 2], [1, 1]], "south": [[5, 5], [4, 6]]}
    >>> tiles = {site: exactile.Tile.from_confusion({"lr": matrix}) for site, matrix in counts.items()}
    >>> exactile.domains(tiles, "site", weights="equal", score="precision")["values"][0].mean
    Fraction(8, 17)
    """
    if isinstance(weights, Mapping):
        weights = _weights(weights)
    given = flags(
        by=by,
        weights=weights,
        complete=complete,
        at=at,
        score=score,
        vary=vary,
        along=along,
        maximin=maximin,
        level=level,
        seed=seed,
        unanimous=unanimous,
        classifier=classifier,
        map=map,
        area=area,
        target_prior=target_prior,
    )
    given += repeated("gaps", gaps)
    path, text = _given(source, by)
    with _without_note_of_means():
        return Domains(answered("domains", path, flags=given, text=text))


def report(source: str | os.PathLike[str] | Mapping[Any, Tile], by: str, **given: Any) -> str:
    """The page to choose a classifier by, of several test sets: their mean performances, and each test set by itself.

    Parameters
    ----------
    source, by
        As in :func:`domains`.
    **given
        The flags of ``exactile report``, with underscores: ``weights``, ``complete``, ``preference``, ``target_prior``, ``draws``.
        True is a flag alone, a list repeats its flag, and a tuple is one value.

    Returns
    -------
    str
        The page as HTML, without any need of a network.

    Examples
    --------
    >>> import exactile
    >>> counts = {"north": [[6, 2], [1, 1]], "south": [[5, 5], [4, 6]]}
    >>> tiles = {site: exactile.Tile.from_confusion({"lr": matrix}) for site, matrix in counts.items()}
    >>> page = exactile.report(tiles, "site", weights="equal", draws=0)
    >>> "2 test sets" in page
    True
    """
    path, text = _given(source, by)
    if isinstance(given.get("weights"), Mapping):
        given["weights"] = _weights(given["weights"])
    content, notes, _ = _exactile.answer(["report", path, *any_flags("report", {"by": by, **given})], text.encode())
    with _without_note_of_means():
        warn(notes.splitlines())
    return content.decode()


@contextlib.contextmanager
def _without_note_of_means() -> Iterator[None]:
    """Leaves out what results say themselves that show both, means and test sets."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "the mean performance over")
        yield


def _given(source: str | os.PathLike[str] | Mapping[Any, Tile], by: str) -> tuple[str, str]:
    """The path of a table, or the sign for a text and the text."""
    source = _table_of(source, by) if isinstance(source, Mapping) else os.fspath(source)
    return ("-", source) if "\n" in source else (source, "")


def _weights(weights: Mapping[Any, Any]) -> str:
    """Weights of test sets as the program reads them."""
    return ",".join(f"{name}={exact_text(weight)}" for name, weight in weights.items())


def _table_of(tiles: Mapping[Hashable, Tile], by: str) -> str:
    """The matrices of several Tiles as CSV."""
    lines = [f"name,{quoted(by)},tn,fp,fn,tp"]
    for group, tile in tiles.items():
        checked(tile, "domains")
        for name, cells in tile.matrices.items():
            lines.append(",".join([quoted(name), quoted(str(group)), *(exact_text(cell) for cell in cells)]))
    return "\n".join(lines) + "\n"


def _counts(tile: Tile) -> bytes:
    """The matrices of a Tile as CSV."""
    lines = ["name,tn,fp,fn,tp"]
    for name, cells in tile.matrices.items():
        lines.append(",".join([quoted(name), *(exact_text(cell) for cell in cells)]))
    return ("\n".join(lines) + "\n").encode()


def axioms(metric: str, *, prior: Any = None) -> Axioms:
    """Whether a metric is fit for ranking, with a proof or with confusion matrices that break an axiom.

    Parameters
    ----------
    metric : str
        Its name.
    prior : number, optional
        The positive prior of all performances; any, unless given.

    Examples
    --------
    >>> import exactile
    >>> exactile.axioms("f1").conclusion
    'fit'
    >>> exactile.axioms("mcc").conclusion
    'unfit'
    """
    raw = answered("axioms", flags=flags(score=metric, prior=prior))
    (found,) = raw["scores"]
    (of_set,) = found["sets"]
    return Axioms(raw, shown={"schema": raw["schema"], **{k: v for k, v in found.items() if k != "sets"}, **of_set})


def place(
    score: str | None = None,
    *,
    prior: Any = None,
    cost_fp: Any = None,
    cost_fn: Any = None,
    gain_tn: Any = None,
    gain_tp: Any = None,
    importance: tuple[Any, Any, Any, Any] | None = None,
    operation: str | Sequence[str] = (),
) -> tuple[Fraction, Fraction] | None:
    """The point of the Tile that orders as a score, costs or importances do.

    Parameters
    ----------
    score : str, optional
        Its name.
    prior : number, optional
        The positive prior, on which the places of some scores depend.
    cost_fp, cost_fn, gain_tn, gain_tp : number, optional
        What a false alarm and a miss cost, and what a true negative and a true positive gain.
    importance : four numbers, optional
        The importances of tn, fp, fn and tp.
    operation : str or sequence of str
        Where these operations on performances move the ordering.

    Returns
    -------
    pair of Fraction, or None
        None where no point orders so.

    Examples
    --------
    >>> import exactile
    >>> exactile.place("kappa", prior="1/5")
    (Fraction(16, 17), Fraction(1, 2))
    >>> exactile.place(cost_fp=1, cost_fn=5)
    (Fraction(5, 6), Fraction(5, 6))
    """
    if prior is None and score is None:
        # Costs of single decisions stand at one point under every prior.
        prior = Fraction(1, 2)
    costs = flags(cost_fp=cost_fp, cost_fn=cost_fn, gain_tn=gain_tn, gain_tp=gain_tp)
    given = flags(score=score, prior=prior, importance=importance)
    raw = answered("place", flags=[*given, *costs, *repeated("operation", operation)])
    at = raw["at"]
    return None if at is None else (fraction(at[0]), fraction(at[1]))


def ask(command: str, **given: Any) -> Document:
    """The answer of any command of the program that needs no classifiers.

    Parameters
    ----------
    command : str
        Its name, for instance ``"lattice tail"``, ``"correlate"`` or ``"no-skill"``.
    **given
        Its flags, with underscores. True is a flag alone, a list repeats its flag, and a tuple is one value.

    Returns
    -------
    Document
        What ``exactile COMMAND --format json`` writes.

    Examples
    --------
    >>> import exactile
    >>> found = exactile.ask("lattice confluence", positives=2, negatives=2, metric="f1")
    >>> found.distinct
    6
    """
    return Document(answered(*command.split(), flags=any_flags(command, given)))


def metrics() -> Table[MetricInfo]:
    """All metrics: name, synonyms, definition, domain, range, place on the Tile, source.

    Returns
    -------
    Table of MetricInfo
        A row per metric; ``to_frame()`` lists them.

    Examples
    --------
    >>> import exactile
    >>> [metric.definition for metric in exactile.metrics() if metric.name == "f1"]
    ['2 TP/(2 TP + FP + FN)']
    """
    raw = answered("scores")
    return Table([MetricInfo(entry, raw["schema"]) for entry in raw["scores"]], Document(raw))


def verify(regions: Table[_results.Region], tile: Tile) -> Verified:
    """Check regions against the counts, without trusting the code that made them.

    Parameters
    ----------
    regions : Table of Region
        What ``Tile.regions`` has returned.
    tile : Tile
        The classifiers.

    Returns
    -------
    Verified
        ``holds`` says whether every check holds.

    Raises
    ------
    ValueError
        The first is no table of regions, or the second no Tile.

    Examples
    --------
    >>> import exactile
    >>> tile = exactile.Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
    >>> exactile.verify(tile.regions(), tile).holds
    True
    """
    import json

    if not isinstance(regions, _results.Regions):
        what = f"verify needs the regions of a Tile, not {type(regions).__name__}"
        raise ValueError(f"{what}\nhint: give what tile.regions() returns, and the Tile")
    checked(tile, "verify")
    with written(json.dumps(regions.document.raw).encode(), ".json") as path:
        answer = tile._data.answer(["verify", path], ["--format=json"])
    raw = document(answer)
    return Verified(raw, shown={"holds": answer[2], **raw})
