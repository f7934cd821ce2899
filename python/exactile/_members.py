"""The members of documents, by the functions that return them.

A member that a result lacks is no attribute of it; one that is undefined is None.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Generic, Literal, Optional, TypedDict, TypeVar, overload

from ._documents import Document, Member
from ._numbers import Number, Probability

__all__: list[str] = []

Point = tuple[Fraction, Fraction]
Edge = tuple[Fraction, Fraction, Fraction, Fraction]


T = TypeVar("T", bound=Member)


class _Beginning(Document, Generic[T]):
    """What has an item ``["from"]``, which is no name of an attribute in Python."""

    __slots__ = ()

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, key: Literal["from"]) -> T: ...
        @overload
        def __getitem__(self, key: str) -> Member: ...
        def __getitem__(self, key: str) -> Member: ...


class _OfValues(Document, Generic[T]):
    """What has a list ``["values"]``, whose name as an attribute is the method of mappings."""

    __slots__ = ()

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, key: Literal["values"]) -> tuple[T, ...]: ...
        @overload
        def __getitem__(self, key: str) -> Member: ...
        def __getitem__(self, key: str) -> Member: ...


class Geometry(TypedDict):
    """A geometry of GeoJSON."""

    type: str
    coordinates: list[list[float]] | list[list[list[float]]] | list[list[list[list[float]]]]


class Feature(TypedDict):
    """A piece of the Tile in GeoJSON."""

    type: str
    geometry: Geometry
    properties: dict[str, str | int | float | bool | list[int] | list[str] | None]


class FeatureCollection(TypedDict):
    """Pieces of the Tile in GeoJSON."""

    type: str
    features: list[Feature]


class Provenance(Document):
    """The program and the input that a result is from."""

    __slots__ = ()

    program: str
    input_sha256: str


class Result(Document):
    """The members of every result."""

    __slots__ = ()

    schema: str
    #: Of what was read from labels.
    positive: str
    provenance: Provenance


class Counts(Document):
    """A confusion matrix of counts."""

    __slots__ = ()

    tn: int
    fp: int
    fn: int
    tp: int


class Cells(Document):
    """A confusion matrix of counts or weights."""

    __slots__ = ()

    tn: Fraction
    fp: Fraction
    fn: Fraction
    tp: Fraction


class Valued(Cells):
    """A confusion matrix with the value of a metric."""

    __slots__ = ()

    value: Number | None


class Named(Cells):
    """A classifier."""

    __slots__ = ()

    name: str


class Range(Document):
    """The values that a metric can have, and the number of matrices on which it is undefined."""

    __slots__ = ()

    lower: Number | None
    upper: Number | None
    undefined: int


class Implied(Document):
    """What follows for metrics, by their names."""

    __slots__ = ()

    _each = Range

    if TYPE_CHECKING:

        def __getitem__(self, key: str) -> Range: ...
        def __getattr__(self, name: str) -> Range: ...


class ScoreValue(Document):
    """The value of a score."""

    __slots__ = ()

    name: str
    value: Number | None


class Nearest(Document):
    """The matrix that comes nearest to what was reported."""

    __slots__ = ()

    matrix: Counts
    units: Number
    scores: tuple[ScoreValue, ...]


class Explanation(Document):
    """Another reading of what was reported, by which it can be true."""

    __slots__ = ()

    reading: str
    scores: tuple[str, ...]
    words: str
    first: Counts
    value: Number
    folds: tuple[Counts, ...]


class Sizes(Document):
    """The sizes of a test that can be true."""

    __slots__ = ()

    count: int
    positives: tuple[int, int]
    negatives: tuple[int, int]


class PossibleArea(Document):
    """The areas under all ROC curves through the points that a row allows, and whether the printed one is among them."""

    __slots__ = ()

    lower: Number
    upper: Number
    consistent: bool


class CheckedRow(Document):
    """A row of reported scores."""

    __slots__ = ()

    #: None in a table where the row is undecided, for the reason below.
    consistent: bool | None
    undecided: str
    matrices: int | None
    first: Counts | None
    conflict: tuple[str, ...] | None
    implied: Implied
    nearest: Nearest | None
    explained_by: tuple[Explanation, ...]
    points: tuple[Counts, ...]
    sizes: Sizes
    folds: tuple[Counts, ...] | None
    auc: PossibleArea


class CheckedCurve(Document):
    """The rows of a table as points of one ROC curve."""

    __slots__ = ()

    consistent: bool
    matrices: tuple[Counts, ...] | None


class WrongCell(Document):
    """A cell of a printed table that is not what it should be."""

    __slots__ = ()

    place: str
    name: str
    column: str
    printed: Number | None
    should_be: Number | None
    value: Number | None


class Checked(Result):
    """What is found about reported scores."""

    __slots__ = ()

    rows: tuple[CheckedRow, ...]
    curve: CheckedCurve
    #: Of a table that was compared with results.
    consistent: bool
    checked: int
    wrong: tuple[WrongCell, ...]


class Domain(Document):
    """A test set."""

    __slots__ = ()

    name: str
    weight: Fraction
    positives: Fraction
    negatives: Fraction


class MeanPerformance(Document):
    """A classifier, and its mean performance."""

    __slots__ = ()

    name: str
    mean: Cells


class DomainValue(Document):
    """The value of a classifier in a test set."""

    __slots__ = ()

    domain: int
    value: Number | None
    weight: Number | None
    loss_share: Number | None


class DomainValues(Document):
    """The values of a classifier."""

    __slots__ = ()

    classifier: int
    mean: Number | None
    mean_of_values: Number | None
    domains: tuple[DomainValue, ...]


class Worst(Document):
    """The least value of a classifier in a test set, and where that is."""

    __slots__ = ()

    value: Number | None
    domains: tuple[int, ...]


class Agreement(Document):
    """Who is first in the mean, and in each test set."""

    __slots__ = ()

    mean: tuple[int, ...]
    domains: tuple[tuple[int, ...], ...]
    first_in: tuple[int, ...]
    paradoxes: tuple[tuple[int, int], ...]
    worst: tuple[Worst | None, ...]
    maximin: tuple[int, ...]


class RankingDistance(Document):
    """How many pairs of classifiers two test sets order in one way, in opposite ways, and not at all."""

    __slots__ = ()

    domains: tuple[int, int]
    concordant: int
    discordant: int
    tied: int


class MostSwapped(Document):
    """The pair of classifiers that most pairs of test sets order in opposite ways."""

    __slots__ = ()

    classifiers: tuple[int, int]
    better: tuple[int, int]
    pairs: int


class RankingDistances(Document):
    """Kendall's distances between the rankings of test sets."""

    __slots__ = ()

    between: tuple[RankingDistance, ...]
    most_swapped: MostSwapped | None


class Vary(_Beginning[Optional[Number]]):
    """The weights of a test set between which the same classifiers stay first."""

    __slots__ = ()

    domain: int
    first: tuple[int, ...]
    to: Number | None
    below: tuple[int, ...]
    above: tuple[int, ...]


class WorstStretch(_Beginning[Number]):
    """Positions between which the same classifiers have the best worst test set."""

    __slots__ = ()

    to: Number
    classifiers: tuple[int, ...]
    worst: tuple[tuple[int, ...], ...]


class WorstBreak(Document):
    """A position between two stretches."""

    __slots__ = ()

    position: Number
    classifiers: tuple[int, ...]


class WorstAlong(_Beginning[Point]):
    """The classifier with the best worst test set along a segment."""

    __slots__ = ()

    along: str
    to: Point
    stretches: tuple[WorstStretch, ...]
    breaks: tuple[WorstBreak, ...]


class Piece(Document):
    """A piece of the Tile."""

    __slots__ = ()

    dimension: int
    rank: tuple[int, int]
    vertices: tuple[Point, ...]
    edges: tuple[Edge, ...]
    area: Number


class DomainPiece(Piece):
    """A piece of the Tile on which a test set is the easiest, hardest, preponderant or the bottleneck."""

    __slots__ = ()

    domain: int


class MaximinPiece(DomainPiece):
    """A piece of the Tile on which a classifier has the best worst test set."""

    __slots__ = ()

    classifier: int


class ZoneColumn(_Beginning[Number]):
    """The points (a, b) from one a to another between two curves, where both are at least 0."""

    __slots__ = ()

    to: Number
    lower: Edge
    upper: Edge


class AgreementZone(Document):
    """Where the same classifiers are first on the mean, and the same in each test set."""

    __slots__ = ()

    mean: tuple[int, ...]
    domains: tuple[tuple[int, ...], ...]
    agreeing: int
    columns: tuple[ZoneColumn, ...]
    area: Number


class Unanimous(Document):
    """Where a classifier is first in all test sets: a piece under one prior, columns and their area under several."""

    __slots__ = ()

    classifier: int
    piece: ZonePiece | None
    columns: tuple[ZoneColumn, ...]
    area: Number


class Interval(Document):
    """The interval of a true value, certified or drawn."""

    __slots__ = ()

    level: Fraction
    lower: Number | None
    upper: Number | None
    draws: int
    seed: int


class InTestSet(Document):
    """A metric in one test set."""

    __slots__ = ()

    value: Number | None
    interval: Interval | None


class Gap(_OfValues[InTestSet]):
    """The least and the greatest value of a classifier in test sets. The values are the item ``["values"]``."""

    __slots__ = ()
    _items = {"values": InTestSet}

    classifier: int
    least: tuple[int, ...]
    greatest: tuple[int, ...]
    gap: Number | None
    gap_interval: Interval | None
    ratio: Number | None
    ratio_interval: Interval | None


class Gaps(Document):
    """The gaps of a metric."""

    __slots__ = ()

    metric: str
    classifiers: tuple[Gap, ...]


class Domains(Result, _OfValues[DomainValues]):
    """Several test sets. The values of classifiers are the item ``["values"]``: that attribute is the method of mappings."""

    __slots__ = ()
    _items = {"values": DomainValues}

    by: str
    weights: str
    domains: tuple[Domain, ...]
    classifiers: tuple[MeanPerformance, ...]
    at: Point
    score: str
    agreement: Agreement
    kendall: RankingDistances
    vary: Vary
    worst_along: WorstAlong
    classifier: int
    map: str
    pieces: tuple[DomainPiece, ...]
    zones: tuple[AgreementZone, ...]
    unanimous: tuple[Unanimous, ...]
    maximin: tuple[MaximinPiece, ...]
    gaps: tuple[Gaps, ...]


class Reason(Document):
    """Why an axiom holds."""

    __slots__ = ()

    kind: str
    always_wrong: str
    always_right: str
    numerator: str
    denominator: str


class Witness(Document):
    """Confusion matrices that break an axiom."""

    __slots__ = ()

    better: Valued
    worse: Valued
    parts: tuple[Valued, ...]
    weights: tuple[Fraction, ...]
    mixture: Valued


class AxiomTest(Document):
    """Whether a metric meets an axiom."""

    __slots__ = ()

    verdict: str
    reason: Reason
    witness: Witness


class AxiomTests(Document):
    """The axioms, and the first of them with the other orientation."""

    __slots__ = ()

    first: AxiomTest
    second: AxiomTest
    third: AxiomTest
    first_reversed: AxiomTest


class Axioms(Result):
    """Whether a metric is fit for ranking."""

    __slots__ = ()

    score: str
    definition: str
    prior: Fraction | None
    conclusion: str
    ranking_score: Point | None
    tests: AxiomTests


class Failure(Document):
    """A check that did not hold."""

    __slots__ = ()

    check: str
    piece: int | None
    classifier: str | None
    reason: str


class Verified(Result):
    """What a check of a result has found."""

    __slots__ = ()

    of: str
    holds: bool
    verified: bool
    ranks: tuple[int, ...] | None
    prior_positive: Fraction | None
    classifiers: int
    selected: int
    complete: bool
    regions: int
    ties: int
    crossings: int
    proved: tuple[str, ...]
    not_proved: tuple[str, ...]
    failures: tuple[Failure, ...]


class ZonePiece(Document):
    """The piece of the Tile where some classifiers are at least as good as others."""

    __slots__ = ()

    dimension: int
    vertices: tuple[Point, ...]
    edges: tuple[Edge, ...]
    area: Number


class Zone(Result):
    """Where some classifiers are at least as good as others."""

    __slots__ = ()

    prior_positive: Fraction | None
    better: tuple[str, ...]
    than: tuple[str, ...]
    piece: ZonePiece | None


class PlannedTest(Document):
    """The size of a test, and the probability that it decides."""

    __slots__ = ()

    positives: int
    negatives: int
    probability: Number
    first_alone: Number


class Plan(Result):
    """The number of samples that a decision needs."""

    __slots__ = ()

    score: str
    question: str
    paired: bool
    assumption: str
    draws: int | None
    seed: int | None
    #: Of the prior of rates.
    rates: str
    beta: tuple[Fraction, Fraction]
    beta_negative: tuple[Fraction, Fraction]
    level: Number
    limit: int
    winner: int
    rival: int | None
    name: str
    smallest: PlannedTest | None
    evaluated: tuple[PlannedTest, ...]


class MetricInfo(Document):
    """A metric."""

    __slots__ = ()

    name: str
    synonyms: tuple[str, ...]
    definition: str
    defined: str
    range: str
    better: str | None
    probability: tuple[str, str] | None
    kind: str | None
    ranking: str
    #: Formulas are texts.
    importances: tuple[Fraction | str, ...] | None
    place: tuple[Fraction | str, Fraction | str] | None
    depends_on_prior: bool
    at: Point | None
    no_place: str | None
    source: str


class SharedFrontiers(Document):
    """The frontiers that several pairs share."""

    __slots__ = ()

    count: int
    largest: int


class Confluence(Document):
    """A point where frontiers meet."""

    __slots__ = ()


class Confluences(Document):
    """The points where frontiers meet."""

    __slots__ = ()

    count: int
    largest: int
    #: How many confluences have so many frontiers.
    by_frontiers: tuple[tuple[int, int], ...]
    list: tuple[Confluence, ...]


class Cell(Document):
    """A cell of the Tile: the preferences of one ranking."""

    __slots__ = ()

    cell: int
    parent: int | None
    sample: Point
    vertices: tuple[Point, ...]
    edges: tuple[Edge, ...]
    area: Number
    ranking: tuple[tuple[int, ...], ...]


class CellAround(Document):
    """The cell around a preference."""

    __slots__ = ()

    dimension: int
    vertices: tuple[Point, ...]
    edges: tuple[Edge, ...]
    ranking: tuple[tuple[int, ...], ...]


class RankedAt(Document):
    """A classifier in the ranking of a preference."""

    __slots__ = ()

    classifier: int
    name: str
    rank: tuple[int, int] | None


class Swap(Document):
    """A nearest change of a ranking."""

    __slots__ = ()

    order: tuple[tuple[int, ...], ...]
    edge: Edge
    distance: Number
    nearest: tuple[Number, Number]


class RankingBeside(Document):
    """A ranking in a cell beside a preference."""

    __slots__ = ()

    sample: Point
    ranking: tuple[tuple[int, ...], ...]


class RankingMembers(Result):
    """The members of rankings: of the whole Tile, or around one preference."""

    __slots__ = ()

    prior_positive: Fraction | None
    classifiers: tuple[Named, ...]
    performances: int
    frontiers: int
    shared_frontiers: SharedFrontiers
    cells: int
    confluences: Confluences
    cell_list: tuple[Cell, ...]
    #: Of one preference.
    at: Point
    score: str
    on_border: bool
    ranking: tuple[RankedAt, ...]
    ties: tuple[tuple[int, ...], ...]
    undefined_classifiers: tuple[int, ...]
    holds_beside: bool
    beside: tuple[RankingBeside, ...]
    cell: CellAround | None
    distance: Number | None
    swaps: tuple[Swap, ...]
