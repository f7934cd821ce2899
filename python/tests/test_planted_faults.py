"""What a planted fault in a module of the engine would do to results: a sign, an off-by-one, a dropped tie, an exchange.

Results are patched, not code: each fault names the module (of src/) for which it stands.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from test_verifiers_agree import verify_says
from test_verify_plain import CASES, Result, plain, results  # noqa: F401

Patch = Callable[[Any], Any]


def shift(by: str | int) -> Patch:
    """Another number, an integer or a fraction."""
    return lambda x: x + by if isinstance(x, int) else str(Fraction(x) + Fraction(by))


def scaled(by: str) -> Patch:
    return lambda x: str(Fraction(x) * Fraction(by))


negated: Patch = scaled("-1")


def without(k: int) -> Patch:
    return lambda x: x[:k] + x[k + 1:]


def backwards(x: Any) -> Any:
    return x[::-1]


def exchanged(*keys: Any) -> Patch:
    def patch(x: Any) -> Any:
        a, b = keys
        y = copy.copy(x)
        y[a], y[b] = x[b], x[a]
        return y
    return patch


def moved(source: str, target: str) -> Patch:
    """What belongs to one key is added to another."""
    return lambda x: {**x, source: "0", target: str(Fraction(x[source]) + Fraction(x[target]))}


def each(patch: Patch) -> Patch:
    return lambda x: [patch(y) for y in x]


def key(name: str, patch: Patch) -> Patch:
    return lambda x: {**x, name: patch(x[name])}


def each_of(name: str, patch: Patch) -> Patch:
    return lambda x: {k: key(name, patch)(y) for k, y in x.items()}


def no_ties(pieces: Any) -> Any:
    return [p for p in pieces if p["dimension"] == 2]


def is_now(value: Any) -> Patch:
    return lambda x: value


def higher(x: str) -> str:
    """A lower limit that is none."""
    return str(Decimal(x) + Decimal(20).scaleb(int(Decimal(x).as_tuple().exponent)))


def last_digit(x: str) -> str:
    """Some units of the last digit away."""
    return x[:-1] + str((int(x[-1]) + 5) % 10)


# Schema, which of its cases, the module and its fault, where in the result, what it does there.
FAULTS: list[tuple[str, int, str, str, Patch]] = [
    ("regions", 0, "geometry/curve: the sign of an edge", "pieces.0.edges.0", each(negated)),
    ("regions", 0, "tile/sectors: a tie is dropped", "pieces", no_ties),
    ("regions", 0, "tile/sectors: ranks from 0", "pieces", each(key("rank", each(shift(-1))))),
    ("regions", 0, "tile/ranking: equal classifiers have one rank", "pieces", each(lambda p: {**p, "rank": [p["rank"][0]] * 2})),
    ("regions", 1, "tile/prior_shift: a and b exchanged", "pieces", each(key("vertices", each(backwards)))),
    ("regions", 1, "tile/area: a sign of the logarithm", "pieces.0.area.exact", lambda x: x.replace(" - ", " + ", 1) if " - " in x else "-" + x),
    ("regions", 0, "tile/area: twice the area", "pieces.0.area", scaled("2")),
    ("regions", 0, "geometry/half_planes: a corner is cut off", "pieces.2.vertices", without(1)),
    ("regions", 2, "tile/unequal: a piece is lost", "pieces", without(0)),
    ("regions", 6, "performance/joint: fp and fn exchanged", "classifiers", each(exchanged("fp", "fn"))),
    ("zone", 0, "tile/zone: the other side", "piece.edges", each(each(negated))),
    ("zone", 1, "tile/zone: empty", "piece", is_now(None)),
    ("zone", 2, "geometry/half_planes: a line is taken for nothing", "piece", is_now(None)),
    ("zone", 3, "geometry/arc_area: one unit of the decimals", "piece.area.lower", higher),
    ("score", 0, "score/formula: a sign", "classifiers.1.scores.log-dor.value.exact", lambda x: "-" + x),
    ("score", 0, "score/metric: FP for FN", "classifiers.1.scores.f1", is_now({"value": "8/11"})),
    ("score", 1, "score/formula/value: 0/0 is 0", "classifiers.0.scores.ppv", is_now({"value": "0"})),
    ("score", 0, "num/decimal: rounded in the wrong direction", "classifiers.1.scores.mcc.value.lower", higher),
    ("rank", 0, "ranking/ordering: a dropped tie", "ranking", each(lambda r: {**r, "rank": [r["rank"][0]] * 2})),
    ("rank", 1, "ranking/ordering: worst first", "ranking", backwards),
    ("rank", 3, "score/metric/entries: lower is taken for better", "ranking", each(key("rank", lambda r: [4 - r[1], 4 - r[0]]))),
    ("rank", 1, "tile/placement: the other end of a side", "at", is_now(["1/2", "1"])),
    ("rankings", 0, "arrangement/count: cells - 1", "cells", shift(-1)),
    ("rankings", 1, "arrangement/lines: equal lines counted twice", "frontiers", shift(1)),
    ("rankings", 1, "arrangement/cells: a sample on a frontier", "cell_list.0.sample", is_now(["1/3", "17/21"])),
    ("rankings", 1, "arrangement/rankings: two exchanged", "cell_list.0.ranking", exchanged(0, 1)),
    ("rankings", 1, "arrangement/walk: a cell twice", "cell_list", lambda x: [x[0], *x[:-1]]),
    ("rankings", 2, "arrangement/walk: a polygon of another cell", "cell_list", lambda x: [{**x[0], "vertices": x[1]["vertices"], "edges": x[1]["edges"]}, *x[1:]]),
    ("rankings", 3, "arrangement/around: a dropped tie", "ties", is_now([])),
    ("lattice-confluence", 0, "lattice/histogram: a count", "values.1.count", shift(1)),
    ("lattice-confluence", 0, "lattice/ordered: two values taken for one", "values", without(2)),
    ("lattice-confluence", 1, "lattice/confluence: 0/0 counted as 0", "undefined", is_now(0)),
    ("lattice-confluence", 1, "lattice/sorted: a wrong order", "values", exchanged(0, 1)),
    ("lattice-confluence", 1, "score/metric: sign(v) lost", "values.0.value", lambda x: x.lstrip("-") if isinstance(x, str) else {**x, "exact": x["exact"].lstrip("-")}),
    ("lattice-pmf", 0, "lattice/model: one unit in the 17th digit", "values.3.mass", last_digit),
    ("lattice-pmf", 0, "lattice/tails: exclusive", "values", lambda x: [{**v, "cumulative": w["cumulative"]} for v, w in zip(x, [{"cumulative": "0"}, *x])]),
    ("lattice-pmf", 0, "lattice/quantile: one further", "median", is_now("6/7")),
    ("lattice-pmf", 1, "lattice/moments: the second moment", "variance.lower", higher),
    ("lattice-pmf", 2, "lattice/interval: a narrower one", "interval", lambda x: {**x, "upper": x["lower"]}),
    ("lattice-pmf", 0, "lattice/model: successes and failures exchanged", "beta", is_now(["1", "2"])),
    ("lattice-compare", 0, "contest/apart/sums: a dropped tie", "pairs.1", moved("equal", "less")),
    ("lattice-compare", 0, "contest/apart/exact: first alone, or tied", "classifiers.0", exchanged("first_alone", "first_or_tied")),
    ("lattice-compare", 1, "contest/comparison: the orientation of the metric", "pairs.0", exchanged("greater", "less")),
    ("lattice-compare", 1, "contest/apart/wide: one unit in the 17th digit", "pairs.2.equal", last_digit),
    ("lattice-compare", 2, "contest/apart/exact: the worst first", "classifiers.1.ranks", backwards),
    ("lattice-compare", 3, "contest/apart/exact: those without a value are not behind", "classifiers.0", moved("undefined", "first_alone")),
    ("compare", 0, "contest/swap: strictly more than observed", "pairs.0.swap_test.one_sided", scaled("1/2")),
    ("compare", 0, "confidence/swaps: Holm without a factor", "pairs.0.swap_test.holm", scaled("1/2")),
    ("compare", 0, "contest/pairs: wins and losses exchanged", "pairs.0.discordant.positives", backwards),
    ("compare", 0, "contest/urn: one exchanged for the other", "pairs.0.next", exchanged("better", "worse")),
    ("compare", 1, "contest/sum: a dropped tie", "pairs.0.next", moved("equal", "better")),
    ("compare", 2, "contest/merged: undefined taken for equal", "pairs.0.next", lambda x: moved("equal", "worse")(x)),
    ("thresholds", 0, "threshold/model: ties of AUC count nothing", "models.1.auc", shift("-1/24")),
    ("thresholds", 0, "threshold/hull: a vertex is lost", "models.0.hull", without(1)),
    ("thresholds", 0, "threshold/hull: a point on an edge is kept", "models.0.hull", lambda x: [x[0], x[0], *x[1:]]),
    ("thresholds", 0, "threshold/loss: a sign", "models.0.brier", negated),
    ("thresholds", 1, "threshold/best: one of two best", "preferences.0.models.0.best|models.0.best", lambda x: x[1:] or [{}]),
    ("thresholds", 0, "threshold/areas: precision of the threshold before", "models.0.average_precision", shift("1/24")),
    ("thresholds", 0, "threshold/brier: the mean of positives alone", "models.0.mean_score", shift("1/10")),
    ("curve", 0, "section/swaps: a break is lost", "breaks", without(0)),
    ("curve", 0, "section/segment: from the other end", "breaks.0.position", lambda x: str(1 - Fraction(x))),
    ("curve", 1, "section/leaders: the last instead of the first", "first", each(key("classifiers", lambda x: x[1:] or ["a", "b"]))),
    ("curve", 2, "tile/prior_shift: the inverse", "breaks.0.at", each(lambda x: str(1 - Fraction(x)))),
    ("curve", 0, "section/swaps: the next one is taken for the middle", "compromise.lower", shift("1/100")),
    ("check", 0, "reported/staircase: one too many", "rows.0.matrices", shift(1)),
    ("check", 0, "reported/search: not the smallest set", "rows.2.conflict", is_now(["acc", "sens", "f1"])),
    ("check", 0, "reported/explain: an impossible row is possible", "rows.2.consistent", is_now(True)),
    ("check", 1, "reported/nearest: twice the distance", "rows.2.nearest.units", scaled("2")),
    ("check", 0, "reported/implied: an end of a range", "rows.0.implied", each_of("upper", is_now("0"))),
    ("regions-at-best", 0, "tile/at_best: ranks", "pieces", each(key("rank", each(shift(1))))),
    ("regions-at-best", 0, "tile/at_best: a tie of two thresholds is dropped", "pieces.1.thresholds", without(0)),
    ("regions-at-best", 0, "tile/chord: an edge's sign", "pieces.0.edges.1", each(negated)),
    ("regions-at-best", 2, "threshold/hull: a vertex is lost", "models.0.thresholds", without(1)),
    ("brier", 0, "threshold/brier: a sign", "models.0.miscalibration", negated),
    ("brier", 1, "threshold/loss: FP for FN", "models.0.calibrated", shift("1/60")),
    ("gain", 0, "threshold/gain: without what lies left of the first vertex", "models.0.area", shift("-1/8")),
    ("gain", 0, "threshold/gain: beta for its square", "models.1.vertices.1.beta_squared.1", shift("1/3")),
    ("gain", 0, "threshold/gain: precision and recall exchanged", "models.0.vertices.2", exchanged("recall_gain", "precision_gain")),
    ("curve-pair", 0, "contest/along: a sign", "points.0.difference", negated),
    ("curve-pair", 0, "section/segment: positions from 0", "points.0.position", is_now("0")),
    ("curve-pair", 1, "contest/swap: two-sided for one-sided", "points.0.swap_test", lambda x: {**x, "two_sided": str(Fraction(x["two_sided"]) / 2)}),
    ("curve-pair", 1, "contest/truth: a limit of the level", "points.0.decided", lambda x: "first" if x == "neither" else "neither"),
    ("no-skill", 0, "tile/no_skill: a sign", "gamma_pi.curve", each(negated)),
    ("no-skill", 0, "tile/no_skill: a and b exchanged", "gamma_tau.points", each(lambda p: [str(Fraction(p[0]) + 1), p[1]])),
    ("no-skill", 0, "tile/no_skill: the worst", "best.by", is_now("positive")),
    ("no-skill", 1, "tile/no_skill: corrected by the wrong level", "classifiers.0.corrected", shift("1/7")),
    ("vut", 0, "tile/volume: a sign of a logarithm", "ranking.2.vut.exact", lambda x: x.replace(" - ", " + ", 1)),
    ("vut", 1, "tile/volume: 0 ln 0", "ranking.0.vut.lower", higher),
    ("vut", 2, "tile/volume: the ranking", "ranking", exchanged(0, 1)),
    ("plan", 0, "contest/planned: one test later", "smallest", is_now({"positives": 1, "negatives": 2, "probability": "0.1", "first_alone": "0.1"})),
    ("plan", 1, "contest/planned_rates: a digit", "evaluated.1.probability", last_digit),
    ("plan", 2, "confidence/plan: the second-best", "winner", is_now(1)),
    ("confidence", 0, "contest/next: exchanged", "pairs.0", exchanged("greater", "less")),
    ("confidence", 1, "contest/scalars: a dropped tie", "pairs.0", moved("equal", "greater")),
    ("confidence", 1, "score/metric: a sign", "classifiers.0.value", negated),
]


LEFT_OPEN = {"arrangement/walk: a polygon of another cell"}  # by `exactile verify`, which does not look at outlines of cells


def patched(doc: Any, place: str, patch: Patch) -> Any:
    whole: Any = copy.deepcopy(doc)
    for alternative in place.split("|"):
        *path, last = [int(k) if k.isdigit() else k for k in alternative.split(".")]
        at = whole
        try:
            for k in path:
                at = at[k]
            at[last] = patch(at[last])
            return whole
        except KeyError:
            continue
    raise KeyError(place)


@pytest.mark.parametrize(("schema", "case", "fault", "place", "patch"), FAULTS, ids=[f"{f[0]}: {f[2]}" for f in FAULTS])
def test_a_planted_fault_is_caught(schema: str, case: int, fault: str, place: str, patch: Patch, results: dict[str, list[Result]]) -> None:  # noqa: F811
    result = results[schema][case]
    doc = patched(result.doc, place, patch)
    assert doc != result.doc, "the fault changes nothing here"
    assert result.refusal(json.dumps(doc)) is not None
    by_verify = 0 if fault in LEFT_OPEN else 1
    assert verify_says(result, json.dumps(doc)) == by_verify


def test_each_kind_of_result_has_planted_faults() -> None:
    assert {f[0] for f in FAULTS} == set(CASES) == set(plain.SCHEMAS) - {"tables", "domains"}  # which have files of tests
