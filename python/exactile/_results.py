"""The rows of results, and how they are made of the program's documents."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from . import _exactile
from ._answers import parsed
from ._documents import Document, RankInterval, Table, to_frame
from ._extras import needed
from ._members import FeatureCollection, RankingMembers
from ._numbers import Enclosure, Number, Probability, fraction, number, optional, threshold

Point = tuple[Fraction, Fraction]


class Ranked(NamedTuple):
    """A classifier in a ranking.

    ``value`` and ``rank`` are None where the score is undefined, for the reason in ``undefined``.
    """

    name: str
    value: Number | None
    rank: RankInterval | None
    undefined: str | None


class Ranking(Table[Ranked]):
    """A ranking, best first, undefined last.

    Attributes
    ----------
    score : str or None
        The score's name, as it was asked for; a point of the Tile has none.
    at : tuple of two Fractions, or None
        The point of the Tile that orders as the score does, if there is one.

    Examples
    --------
    >>> from exactile import Tile
    >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
    >>> ranking = tile.rank("f1")
    >>> ranking.score, ranking.at
    ('f1', (Fraction(1, 1), Fraction(1, 2)))
    >>> ranking[1]
    Ranked(name='b', value=Fraction(16, 23), rank=RankInterval(best=2, worst=2), undefined=None)
    """

    __slots__ = ("_asked", "at", "score")

    score: str | None
    at: Point | None

    def __init__(self, rows: Any, score: str | None, at: Point | None, asked: tuple[Any, list[str]]) -> None:
        super().__init__(rows, Document({}))
        self.score = score
        self.at = at
        # The Tile, and the flags that the command has.
        self._asked = asked

    @property
    def document(self) -> Document:
        """The result as the command line writes it.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]]})
        >>> tile.rank("recall").document.raw["schema"]
        'exactile.rank.v1'
        """
        # Written when it is asked for: rankings are asked for in loops.
        if not self._document.raw:
            tile, given = self._asked
            self._document = Document(tile._answer("rank", given=given))
        return self._document

    @property
    def first(self) -> tuple[str, ...]:
        """The names of those that are ranked first, several if they tie.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> tile.rank("recall").first
        ('b',)
        """
        return tuple(row.name for row in self if row.rank is not None and row.rank.best == 1)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Ranking, (self._rows, self.score, self.at, self._asked))


def ranking(found: tuple[Any, Any, Any], names: list[str], score: str | None, asked: tuple[Any, list[str]]) -> Ranking:
    """The ranking that the compiled part has found."""
    _, at, rows = found
    ranked = []
    for classifier, value, rank in rows:
        undefined = None
        if type(value) is str:
            value, undefined = None, value
        elif type(value) is tuple:
            value = Enclosure(Fraction(value[0]), Fraction(value[1]), value[2])
        interval = None if rank is None else RankInterval._make(rank)
        ranked.append(Ranked(names[classifier], value, interval, undefined))
    return Ranking(ranked, score, at, asked)


def ranking_of(raw: dict[str, Any], score: str | None, asked: tuple[Any, list[str]]) -> Ranking:
    """The ranking of a document."""
    rows = []
    for entry in raw["ranking"]:
        rank = None if entry["rank"] is None else RankInterval(*entry["rank"])
        rows.append(Ranked(entry["name"], optional(entry["value"]), rank, entry.get("undefined")))
    at = raw.get("at")
    place = None if at is None else (fraction(at[0]), fraction(at[1]))
    return Ranking(rows, score, place, asked)


class Share(NamedTuple):
    """A classifier's standing on the whole Tile."""

    name: str
    #: The share of the Tile on which it is ranked first.
    first_share: Number
    #: Its best and its worst rank inside the Tile.
    ranks: RankInterval | None
    #: Named scores by which it is first, alone or tied.
    first_for: tuple[str, ...]


def shares(text: str, names: list[str]) -> Table[Share]:
    """The summary of all classifiers."""
    raw = parsed(text)
    rows = []
    for entry in raw["classifiers"]:
        ranks = entry["ranks"]
        rows.append(
            Share(
                names[entry["classifier"]],
                number(entry["first_share"]),
                None if ranks is None else RankInterval(*ranks),
                tuple(entry["first_for"]),
            )
        )
    return Table(rows, Document(raw))


class Region(NamedTuple):
    """A piece of the Tile on which a classifier's rank is constant.

    ``vertices`` are its corners, counter-clockwise. Edge k joins corner k to the next one on the curve
    ``k_ab*a*b + k_a*a + k_b*b + k_1 = 0``, whose four integers it is; inside the piece the expression is
    positive. A piece of dimension 1 is a tie along its one edge. A model that chooses its thresholds has chosen those of
    ``thresholds`` there; None stands for nobody positive.
    """

    name: str
    dimension: int
    rank: RankInterval
    vertices: tuple[Point, ...]
    edges: tuple[tuple[int, int, int, int], ...]
    area: Number | None
    thresholds: tuple[Fraction | float | None, ...] = ()


class Regions(Table[Region]):
    """Pieces of the Tile, which can be drawn by programs that know straight borders only.

    Examples
    --------
    >>> from exactile import Tile
    >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
    >>> len(tile.regions(rank=1)) == len(tile.regions(rank=1).to_geojson()["features"])
    True
    """

    __slots__ = ("_given", "_tile")

    def __init__(self, rows: Any, document: Document, tile: Any, given: list[str]) -> None:
        super().__init__(rows, document)
        self._tile = tile
        self._given = given

    def to_geojson(self) -> FeatureCollection:
        """The pieces as GeoJSON, in doubles: valid polygons that do not overlap, within 1e-5 of the borders, and lines for ties.

        Returns
        -------
        dict
            A FeatureCollection with a feature per row.

        Raises
        ------
        ValueError
            The pieces are those of models that choose their thresholds, which may have holes.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> [feature["geometry"]["type"] for feature in tile.regions("b", rank=1).to_geojson()["features"]]
        ['Polygon', 'LineString']
        """
        found: FeatureCollection = json.loads(self._tile._content("regions", [*self._given, "--format=geojson"]))
        return found

    def to_shapely(self) -> list[Any]:
        """The pieces of :meth:`to_geojson` as geometries of shapely, one per row.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> round(sum(shape.area for shape in tile.regions(rank=1).to_shapely()), 9)
        1.0
        """
        shape = needed("shapely.geometry", "to_shapely").shape
        return [shape(feature["geometry"]) for feature in self.to_geojson()["features"]]

    def __reduce__(self) -> tuple[Any, ...]:
        return (Regions, (self._rows, self.document, self._tile, self._given))


def regions(raw: dict[str, Any], tile: Any, given: list[str]) -> Regions:
    """All pieces of a document of regions, which was asked of a Tile with some flags."""
    whose = "models" if "models" in raw else "classifiers"
    names = [classifier["name"] for classifier in raw[whose]]
    rows = [
        Region(
            names[piece[whose[:-1]]],
            piece["dimension"],
            RankInterval(*piece["rank"]),
            tuple((fraction(a), fraction(b)) for a, b in piece["vertices"]),
            tuple((int(ab), int(a), int(b), int(one)) for ab, a, b, one in piece["edges"]),
            optional(piece.get("area")),
            tuple(map(threshold, piece.get("thresholds", ()))),
        )
        for piece in raw["pieces"]
    ]
    return Regions(rows, Document(raw), tile, given)


class TrueInterval(NamedTuple):
    """An interval of a true value."""

    level: Fraction
    #: Rounded down.
    lower: Fraction
    #: Rounded up.
    upper: Fraction
    #: How many draws it is from; None if it is certain.
    draws: int | None


class Scored(NamedTuple):
    """The value of a metric for a classifier."""

    name: str
    metric: str
    value: Number | None
    undefined: str | None
    #: The interval of the true value, if it was asked for and there is one.
    interval: TrueInterval | None = None


def true_interval(raw: dict[str, Any] | None) -> TrueInterval | None:
    """An interval of a document."""
    if raw is None:
        return None
    level, lower, upper = (fraction(raw[key]) for key in ("level", "lower", "upper"))
    return TrueInterval(level, lower, upper, raw.get("draws"))


def scored(raw: dict[str, Any], asked: Sequence[str] = ()) -> Table[Scored]:
    """The values of a document of scores, of the metrics that were asked for under their names there, or of all."""
    names = {name: (_exactile.metric(name) or (name, None))[0] for name in asked}
    rows = []
    for classifier in raw["classifiers"]:
        cells = classifier["scores"]
        for name, metric in (names or {metric: metric for metric in cells}).items():
            cell = cells[metric]
            value, interval = optional(cell["value"]), true_interval(cell.get("interval"))
            rows.append(Scored(classifier["name"], name, value, cell.get("undefined"), interval))
    return Table(rows, Document(raw))


class RankConfidence(NamedTuple):
    """How sure a classifier's rank is: truly, and on the next test.

    What was not asked for is None, and of ``ranks`` and ``true_ranks`` nothing.
    """

    name: str
    #: From 1: whom the data do not separate from the leader of a tier are in it.
    tier: int | None
    #: The probability that the rates behind the results are the best of all.
    truly_best: Number | None
    true_expected_rank: Number | None
    #: True ranks that hold with the probability ``level``.
    true_rank_interval: RankInterval | None
    #: The probability of each true rank.
    true_ranks: tuple[Number, ...]
    #: The probability of the best result on the next test, shared with nobody, and shared.
    first_alone: Number | None
    first_tied: Number | None
    undefined: Number | None
    expected_rank: Number | None
    #: The probability of each rank on the next test.
    ranks: tuple[Number, ...]
    #: The interval of the true value, if the model has one.
    interval: TrueInterval | None = None


def confidence(raw: dict[str, Any]) -> Table[RankConfidence]:
    """The classifiers of a document of confidence."""

    def probability(entry: dict[str, Any], key: str) -> Number | None:
        return None if entry.get(key) is None else _probability(entry[key], raw)

    rows = [
        RankConfidence(
            entry["name"],
            entry.get("tier"),
            probability(entry, "truly_best"),
            optional(entry.get("true_expected_rank")),
            RankInterval(*entry["true_rank_interval"]) if entry.get("true_rank_interval") else None,
            tuple(_probability(rank, raw) for rank in entry.get("true_ranks") or ()),
            probability(entry, "first_alone"),
            probability(entry, "first_tied"),
            probability(entry, "undefined"),
            optional(entry.get("expected_rank")),
            tuple(_probability(rank, raw) for rank in entry.get("ranks") or ()),
            true_interval(entry.get("interval")),
        )
        for entry in raw["classifiers"]
    ]
    return Table(rows, Document(raw))


class Mass(NamedTuple):
    """A value that a metric may take on further samples."""

    value: Number
    #: The number of confusion matrices with this value.
    matrices: int
    mass: Number
    #: The mass of this value and of all lower ones.
    cumulative: Number


class Distribution(Table[Mass]):
    """The distribution of a metric, by increasing value.

    ``document`` has what sums it up: ``mode``, ``median``, ``mean``, ``variance``, ``interval``.

    Examples
    --------
    >>> import exactile
    >>> found = exactile.pmf("f1", tn=3, fp=1, fn=1, tp=3)
    >>> found[0]
    Mass(value=Fraction(0, 1), matrices=5, mass=Fraction(5, 126), cumulative=Fraction(5, 126))
    >>> float(found.document.interval.lower)
    0.0
    """

    __slots__ = ()

    @property
    def mean(self) -> Number:
        """The mean, given that the metric is defined.

        Examples
        --------
        >>> import exactile
        >>> exactile.pmf("f1", tn=3, fp=1, fn=1, tp=3).mean
        Fraction(7132201, 11002068)
        """
        return number(self.document.raw["mean"])

    @property
    def median(self) -> Number:
        """The median, given that the metric is defined.

        Examples
        --------
        >>> import exactile
        >>> exactile.pmf("f1", tn=3, fp=1, fn=1, tp=3).median
        Fraction(2, 3)
        """
        return number(self.document.raw["median"])

    @property
    def undefined(self) -> Number:
        """The mass of the matrices on which the metric is undefined.

        Examples
        --------
        >>> import exactile
        >>> exactile.pmf("f1", tn=3, fp=1, fn=1, tp=3).undefined
        Fraction(0, 1)
        """
        return _probability(self.document.raw["undefined"]["mass"], self.document.raw)


def distribution(raw: dict[str, Any]) -> Distribution:
    """The values of a document of a distribution."""
    rows = [
        Mass(
            number(entry["value"]),
            int(entry["count"]),
            _probability(entry["mass"], raw),
            _probability(entry["cumulative"], raw),
        )
        for entry in raw["values"]
    ]
    return Distribution(rows, Document(raw))


def _probability(value: Any, raw: dict[str, Any]) -> Number:
    """A probability, which may be a numerator over the document's denominator."""
    if "denominator" in raw and isinstance(value, str):
        return fraction(value) / fraction(raw["denominator"])
    return number(value)


class Operating(NamedTuple):
    """A threshold and what it does; positive means a score of at least the threshold.

    Without a threshold nobody is positive.
    """

    #: A float only if it is infinite.
    threshold: Fraction | float | None
    tn: Fraction
    fp: Fraction
    fn: Fraction
    tp: Fraction
    value: Number | None
    #: The mean cost of a sample, if both costs were given.
    expected_cost: Fraction | None = None
    #: The net benefit at the threshold probability of both costs, per sample.
    net_benefit: Fraction | None = None


class CalibrationBin(NamedTuple):
    """Samples with a score above ``start`` and up to ``end``; the first bin has the score 0, too."""

    start: Number
    end: Number
    #: Numbers of samples, or their weights.
    negatives: int | Fraction
    positives: int | Fraction
    mean_score: Number
    #: The share of positives among the samples.
    share: Number


class Calibration(NamedTuple):
    """Scores as probabilities."""

    #: The mean score less the share of positive samples.
    difference: Number
    #: The mean distance between the mean score of a sample's bin and the share of positives there.
    expected_error: Number
    #: The bins that hold a score.
    bins: tuple[CalibrationBin, ...]


class Model(NamedTuple):
    """A model that gives scores."""

    name: str
    #: The number of different scores.
    distinct: int
    auc: Number | None
    brier: Number | None
    #: The vertices of its ROC hull, from nobody positive to everybody.
    hull: tuple[Operating, ...]
    #: Every threshold that is best for the preference that was asked for; none if no threshold meets the conditions.
    best: tuple[Operating, ...]
    #: Those that were best on other samples, on which they were chosen; none unless that was asked for.
    chosen: tuple[Operating, ...] = ()
    average_precision: Number | None = None
    #: The mean of scores in [0, 1]: the share of positive samples if they are calibrated in the large.
    mean_score: Number | None = None
    #: The area under the ROC curve up to ``max_fpr``, and the same from 1/2 without skill to 1.
    partial_auc: Number | None = None
    partial_auc_standardised: Number | None = None
    #: The condition that no threshold meets together with those before it, and the threshold that comes nearest to it.
    unmet: str | None = None
    nearest: Operating | None = None
    #: The mean of -ln of the probability that scores give to each sample's class, if ``calibration`` was asked for.
    log_loss: Number | None = None
    calibration: Calibration | None = None


def _samples(value: Any) -> int | Fraction:
    """A number of samples, or the weight of samples whose weights are not whole numbers."""
    return value if isinstance(value, int) else fraction(value)


def _calibration(raw: dict[str, Any] | None) -> Calibration | None:
    if not raw:
        return None
    bins = tuple(
        CalibrationBin(
            number(part["from"]),
            number(part["to"]),
            _samples(part["negatives"]),
            _samples(part["positives"]),
            number(part["mean_score"]),
            number(part["share"]),
        )
        for part in raw["bins"]
    )
    return Calibration(number(raw["difference"]), number(raw["expected_error"]), bins)


def models(raw: dict[str, Any]) -> Table[Model]:
    """The models of a document of thresholds."""
    rows = [
        Model(
            entry["name"],
            entry["distinct"],
            optional(entry["auc"]),
            optional(entry["brier"]),
            tuple(_operating(point) for point in entry["hull"]),
            tuple(_operating(point) for point in entry.get("best") or ()),
            tuple(_operating(point) for point in entry.get("chosen", ())),
            optional(entry["average_precision"]),
            optional(entry["mean_score"]),
            optional(entry.get("partial_auc")),
            optional(entry.get("partial_auc_standardised")),
            entry.get("unmet"),
            _operating(entry["nearest"]) if entry.get("nearest") else None,
            optional(entry.get("log_loss")),
            _calibration(entry.get("calibration")),
        )
        for entry in raw["models"]
    ]
    return Table(rows, Document(raw))


def _operating(raw: dict[str, Any]) -> Operating:
    return Operating(
        threshold(raw["threshold"]),
        fraction(raw["tn"]),
        fraction(raw["fp"]),
        fraction(raw["fn"]),
        fraction(raw["tp"]),
        optional(raw.get("value")),
        *(fraction(raw[key]) if key in raw else None for key in ("expected_cost", "net_benefit")),
    )


class Break(NamedTuple):
    """A point of a segment at which classifiers swap."""

    position: Fraction
    at: Point
    #: The number of pairs that swap.
    pairs: int


class Curve(Table[Break]):
    """All rankings along a segment of the Tile: the points at which classifiers swap, in order.

    Examples
    --------
    >>> from exactile import Tile
    >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
    >>> tile.curve("decision")
    Break(position=Fraction(1, 3), at=(Fraction(2, 3), Fraction(2, 3)), pairs=1)
    """

    __slots__ = ()

    @property
    def swaps(self) -> int:
        """The pairs that both ends order strictly and oppositely.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> tile.curve("decision").swaps
        1
        """
        return int(self._of_all("swaps"))

    @property
    def compromise(self) -> Fraction | tuple[Fraction, Fraction] | None:
        """The position of the middle swap, the first and the last of the middle where there are two; None without swaps.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> tile.curve("decision").compromise
        Fraction(1, 3)
        """
        found = self._of_all("compromise")
        if found is None:
            return None
        lower, upper = fraction(found["lower"]), fraction(found["upper"])
        return lower if lower == upper else (lower, upper)

    @property
    def optimal(self) -> tuple[Fraction, Fraction] | None:
        """The first and the last position whose ranking is as near to both ends as can be; None without swaps.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> tile.curve("decision").optimal
        (Fraction(0, 1), Fraction(1, 1))
        """
        found = self._of_all("optimal")
        return None if found is None else (fraction(found["lower"]), fraction(found["upper"]))

    @property
    def optimality(self) -> dict[str, Fraction | None]:
        """How near the ranking of each named score on the segment is to the best compromise, 1 being as near as can be; None
        without swaps. ``document.optimality`` also has Kendall's tau-b with both ends.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> tile.curve("f-beta").optimality["f1"]
        Fraction(1, 1)
        """
        found = self._of_all("optimality")
        return {one["name"]: None if one["o"] is None else fraction(one["o"]) for one in found}

    def _of_all(self, member: str) -> Any:
        """A member of the document of all classifiers."""
        if member not in self.document.raw:
            raise ValueError(f"{member} are of all classifiers\nhint: leave first and second out")
        return self.document.raw[member]


def curve(raw: dict[str, Any]) -> Curve:
    """The breaks of a document of a segment."""
    rows = [
        Break(
            fraction(entry["position"]),
            (fraction(entry["at"][0]), fraction(entry["at"][1])),
            entry["pairs"] if isinstance(entry["pairs"], int) else len(entry["pairs"]),
        )
        # Of two classifiers nothing is said of the others.
        for entry in raw.get("breaks", ())
    ]
    return Curve(rows, Document(raw))


class Rankings(RankingMembers):
    """How many rankings there are, or the ranking around one preference.

    Examples
    --------
    >>> from exactile import Tile
    >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
    >>> tile.rankings().cells, tile.rankings("f1").distance
    (2, Fraction(1, 42))
    """

    __slots__ = ()

    def to_frame(self, library: str | None = None, *, rows: str | None = None, exact: bool | None = None) -> Any:
        """What was asked to be listed as a data frame, with names in place of numbers.

        Parameters
        ----------
        library, exact : optional
            As in :meth:`Table.to_frame`.
        rows : {"cells", "confluences", "ranking", "swaps"}, optional
            A row per cell or per confluence, if they are listed; of one preference a row per classifier, or per nearest swap. Unless
            given, the first of these that there is, or else one row with the counts.

        Raises
        ------
        ValueError
            There is no such list.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> tile.rankings().to_frame("pandas")["cells"].tolist()
        [2]
        >>> tile.rankings(area=True, rankings=True).to_frame("pandas")[["ranking", "area", "area_float"]].values.tolist()
        [[(('a',), ('b',)), Fraction(31, 42), 0.7380952380952381], [(('b',), ('a',)), Fraction(11, 42), 0.2619047619047619]]
        >>> tile.rankings("f1").to_frame("pandas")["name"].tolist()
        ['a', 'b']
        """
        listed = {name: self._listed(name) for name in ("cells", "confluences", "ranking", "swaps")}
        known = [name for name, entries in listed.items() if entries is not None]
        chosen = rows or next(iter(known), None)
        if chosen is None:
            return super().to_frame(library, exact=exact)
        entries = listed.get(chosen)
        if entries is None:
            hint = f"there are {', '.join(known)}" if known else "ask rankings(cells=True), (confluences=True) or for one score"
            raise ValueError(f"no {chosen} are listed\nhint: {hint}")
        return to_frame([self._named(entry) for entry in entries], library, exact)

    def _listed(self, name: str) -> Any:
        if name == "cells":
            return self.raw.get("cell_list")
        found = self.raw.get(name)
        return found.get("list") if isinstance(found, dict) else found

    def _named(self, entry: dict[str, Any]) -> dict[str, Any]:
        """A row with the names of classifiers in place of their numbers."""
        names = [classifier["name"] for classifier in self.raw["classifiers"]]
        row = Document(entry, self._schema)._row()
        for key in ("ranking", "tied", "order"):
            if key in row:
                row[key] = tuple(tuple(names[k] for k in tier) for tier in entry[key])
        if "rank" in row:
            row["rank"] = None if entry["rank"] is None else RankInterval(*entry["rank"])
        row.pop("classifier", None)
        return row


class Values(NamedTuple):
    """The values of a metric for two classifiers; None where it is undefined."""

    first: Number | None
    second: Number | None


class Difference(NamedTuple):
    """The difference between two values."""

    #: The first less the second, the other way round where less is better; None where one is undefined.
    value: Number | None
    #: The interval of the true difference, where there is one.
    interval: TrueInterval | None


class NextTest(NamedTuple):
    """The probabilities of what the next test says of the first classifier."""

    better: Number
    equal: Number
    worse: Number
    undefined: Number


class SwapTest(NamedTuple):
    """The p-values of the exact test that swaps the answers of the two classifiers."""

    one_sided: Number
    two_sided: Number
    two_sided_mid: Number | None
    holm: Number | None


class Discordant(NamedTuple):
    """The samples of each class that only the first has right, and those that only the second has right."""

    positives: tuple[int, int]
    negatives: tuple[int, int]


class Comparison(Document):
    """Which of two classifiers is better, and how sure that is. It has further members as items.

    Attributes
    ----------
    names : pair of str
        The names of the two.
    paired : bool
        Whether they are compared on the same samples.
    scores : Values
        The metric of both. (``values`` is the method of mappings.)
    difference : Difference
        Their difference, and the interval of the true one.
    truly_better : Probability or None
        That the first is better on all samples there are, where the metric has such a question.
    next : NextTest or None
        What the next test says.
    swap_test : SwapTest or None
        The p-values, if they are compared on the same samples.
    discordant : Discordant or None
        The samples that only one of the two has right, if they are compared on the same samples.
    not_worse, equivalent : Probability or None
        That the first is not worse by the margin, and that they differ by less, if a margin was given.

    Examples
    --------
    >>> from exactile import Tile
    >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
    >>> found = tile.compare("b", "a", "f1")
    >>> found.names, found.paired
    (('b', 'a'), False)
    """

    __slots__ = ("names",)

    names: tuple[str, str]

    def __init__(self, raw: dict[str, Any], names: tuple[str, str], shown: dict[str, Any]) -> None:
        super().__init__(raw, None, shown)
        self.names = names

    @property
    def paired(self) -> bool:
        """Whether the two are compared on the same samples.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_predictions([1, 1, 1, 0, 0], {"a": [1, 1, 0, 0, 0], "b": [1, 0, 0, 0, 1]})
        >>> tile.compare("a", "b", "tpr").paired
        True
        """
        return bool(self._shown["paired"])

    @property
    def scores(self) -> Values:
        """The metric of both.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_predictions([1, 1, 1, 0, 0], {"a": [1, 1, 0, 0, 0], "b": [1, 0, 0, 0, 1]})
        >>> tile.compare("a", "b", "tpr").scores
        Values(first=Fraction(2, 3), second=Fraction(1, 3))
        """
        found = self._shown["values"]
        return Values(optional(found["first"]), optional(found["second"]))

    @property
    def difference(self) -> Difference:
        """The first less the second, and the interval of the true difference.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_predictions([1, 1, 1, 0, 0], {"a": [1, 1, 0, 0, 0], "b": [1, 0, 0, 0, 1]})
        >>> tile.compare("a", "b", "tpr").difference.value
        Fraction(1, 3)
        """
        found = self._shown.get("difference") or {}
        return Difference(optional(found.get("value")), true_interval(found.get("interval")))

    @property
    def truly_better(self) -> Probability | None:
        """That the first is better on all samples there are.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_predictions([1, 1, 1, 0, 0], {"a": [1, 1, 0, 0, 0], "b": [1, 0, 0, 0, 1]})
        >>> round(float(tile.compare("a", "b", "tpr").truly_better), 3)
        0.818
        """
        return self._probability("truly_better")

    @property
    def not_worse(self) -> Probability | None:
        """That the first is not worse by the margin.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_predictions([1, 1, 1, 0, 0], {"a": [1, 1, 0, 0, 0], "b": [1, 0, 0, 0, 1]})
        >>> round(float(tile.compare("a", "b", "tpr", margin=0.1).not_worse), 3)
        0.904
        """
        return self._probability("not_worse")

    @property
    def equivalent(self) -> Probability | None:
        """That the two differ by less than the margin.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_predictions([1, 1, 1, 0, 0], {"a": [1, 1, 0, 0, 0], "b": [1, 0, 0, 0, 1]})
        >>> round(float(tile.compare("a", "b", "tpr", margin=0.1).equivalent), 3)
        0.247
        """
        return self._probability("equivalent")

    @property
    def next(self) -> NextTest | None:
        """The outcome of the next test.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_predictions([1, 1, 1, 0, 0], {"a": [1, 1, 0, 0, 0], "b": [1, 0, 0, 0, 1]})
        >>> float(tile.compare("a", "b", "tpr").next.equal)
        0.35
        """
        found = self._shown.get("next")
        return None if found is None else NextTest(*(number(found[name]) for name in NextTest._fields))

    @property
    def swap_test(self) -> SwapTest | None:
        """The p-values, if they are compared on the same samples.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_predictions([1, 1, 1, 0, 0], {"a": [1, 1, 0, 0, 0], "b": [1, 0, 0, 0, 1]})
        >>> tile.compare("a", "b", "tpr").swap_test.one_sided
        Fraction(1, 2)
        """
        found = self._shown.get("swap_test")
        if found is None:
            return None
        return SwapTest(number(found["one_sided"]), number(found["two_sided"]), optional(found.get("two_sided_mid")), optional(found.get("holm")))

    @property
    def discordant(self) -> Discordant | None:
        """The samples that only one of the two has right.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_predictions([1, 1, 1, 0, 0], {"a": [1, 1, 0, 0, 0], "b": [1, 0, 0, 0, 1]})
        >>> tile.compare("a", "b", "tpr").discordant
        Discordant(positives=(1, 0), negatives=(1, 0))
        """
        found = self._shown.get("discordant")
        if found is None:
            return None
        positives, negatives = found["positives"], found["negatives"]
        return Discordant((positives[0], positives[1]), (negatives[0], negatives[1]))

    def _probability(self, name: str) -> Probability | None:
        found = self.get(name)
        assert found is None or isinstance(found, Probability)
        return found

    def to_frame(self, library: str | None = None, *, rows: str | None = None, exact: bool | None = None) -> Any:
        """The comparison as a data frame of one row, with the names of the two.

        Parameters
        ----------
        library, rows, exact : optional
            As in :meth:`Document.to_frame`.

        Examples
        --------
        >>> from exactile import Tile
        >>> y = [0] * 10 + [1] * 10
        >>> tile = Tile.from_predictions(y, {"good": y, "poor": [0] * 15 + [1] * 5})
        >>> frame = tile.compare("good", "poor", "f1").to_frame("pandas")
        >>> frame[["first", "second", "swap_test_one_sided", "swap_test_one_sided_float"]].values.tolist()
        [['good', 'poor', Fraction(1, 32), 0.03125]]
        """
        return super().to_frame(library, rows=rows, exact=exact)

    def _row(self) -> dict[str, Any]:
        row = {"first": self.names[0], "second": self.names[1], **super()._row()}
        row["first"], row["second"] = self.names
        for label in ("positives", "negatives"):
            # Samples that only the first has right, and those that only the second has right.
            counts = None if self._shown["discordant"] is None else self._shown["discordant"][label]
            row[f"discordant_{label}_first"], row[f"discordant_{label}_second"] = counts or (None, None)
        del row["discordant"]
        truly = self._shown.get("truly_better")
        if truly is not None:
            row["truly_better"] = optional({key: truly.get(key) for key in ("lower", "upper", "exact")})
            row["truly_better_draws"] = truly.get("draws")
        return row

    def __reduce__(self) -> tuple[Any, ...]:
        return (Comparison, (self.raw, self.names, self._shown))
