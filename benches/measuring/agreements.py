"""Comparisons of exactile's result with the answer of another program. Each raises an AssertionError if they differ.

Doubles agree within rounding, draws within their limits. A function that compares less than all says so.
"""

from __future__ import annotations

import csv
import io
import json
from typing import Any

#: Room for the draws of both programs; tests draw 1000 times.
DRAWN = 0.05


def number(value: Any) -> float:
    """A number of a result: a fraction, or two decimals that enclose it."""
    if isinstance(value, dict):
        return (number(value["lower"]) + number(value["upper"])) / 2
    top, _, bottom = str(value).partition("/")
    return int(top) / int(bottom) if bottom else float(top)


def close(ours: Any, theirs: float, within: float = 1e-9) -> bool:
    """Returns `True` if two numbers agree."""
    return abs(number(ours) - theirs) <= within


def same_matrices(ours: str, theirs: Any) -> None:
    """All confusion matrices."""
    found = [[int(of[cell]) for cell in ("tn", "fp", "fn", "tp")] for of in json.loads(ours)["classifiers"]]
    assert found == theirs, (found, theirs)


def same_discordant(ours: str, theirs: Any) -> None:
    """The numbers of samples that only one of two has right."""
    for pair in json.loads(ours)["pairs"]:
        first, second = pair["first"], pair["second"]
        for counts, of in zip((pair["discordant"]["positives"], pair["discordant"]["negatives"]), theirs):
            assert counts == [of[first][second], of[second][first]], pair


def same_first_ranks(ours: str, theirs: Any) -> None:
    """The first ten of the ranking."""
    rows = [row for row, _ in zip(csv.DictReader(io.StringIO(ours)), theirs)]
    assert [int(row["rank_best"]) for row in rows] == [rank for rank, _ in theirs], (rows, theirs)
    assert {row["name"] for row in rows} == {name for _, name in theirs}, (rows, theirs)


def same_hull(ours: str, theirs: Any) -> None:
    """The classifiers that are first on a part of the Tile."""
    assert {row["name"] for row in csv.DictReader(io.StringIO(ours)) if row["dimension"] == "2"} == set(theirs), theirs


def same_shares(ours: str, theirs: Any) -> None:
    """The shares of the first rank: areas, and points of a grid."""
    areas = [0.0] * len(theirs)
    for piece in json.loads(ours)["pieces"]:
        areas[piece["classifier"]] += number(piece["area"])
    assert all(abs(area - share) < 0.05 for area, share in zip(areas, theirs)), (areas, theirs)


def same_swaps(ours: str, theirs: Any) -> None:
    """How many pairs swap, at how many places."""
    found = json.loads(ours)
    assert (found["swaps"], len(found["breaks"])) == (theirs["swaps"], theirs["breaks"]), (found["swaps"], theirs)


def same_cells(ours: str, theirs: Any) -> None:
    """How many cells of the Tile have a strict ranking of their own."""
    assert json.loads(ours)["cells"] == theirs, theirs


def same_tau(ours: str, theirs: Any) -> None:
    """Kendall's tau in the middle of the Tile."""
    assert close(json.loads(ours)["tau_b"], theirs["0.5,0.5"]), theirs["0.5,0.5"]


def same_models(ours: str, theirs: Any) -> None:
    """Areas under curves, numbers of thresholds and of vertices of hulls, Brier scores, as far as they are given."""
    for model in json.loads(ours)["models"]:
        other = theirs[model["name"]]
        assert model["distinct"] == other["distinct"], (model["distinct"], other)
        for name in ("auc", "brier", "average_precision"):
            assert name not in other or close(model[name], other[name]), (name, model[name], other)
        assert "hull" not in other or len(model["hull"]) == other["hull"], (len(model["hull"]), other)


def same_best(ours: str, theirs: Any) -> None:
    """Probabilities of being truly the best."""
    for classifier, other in zip(json.loads(ours)["classifiers"], theirs):
        limits = classifier["truly_best"]
        assert float(limits["lower"]) - DRAWN < other < float(limits["upper"]) + DRAWN, (classifier["name"], limits, other)


def same_pairs(ours: str, theirs: Any) -> None:
    """Probabilities of being truly better, and intervals of the true difference, of pairs whose metric has a value."""
    for pair, better, (lower, upper) in zip(json.loads(ours)["pairs"], theirs["better"], theirs["intervals"]):
        if pair["values"]["first"] is None or pair["values"]["second"] is None:
            continue
        limits = pair["truly_better"]
        assert float(limits["lower"]) - DRAWN < better < float(limits["upper"]) + DRAWN, (pair, better)
        ends = pair["difference"]["interval"]
        assert close(ends["lower"], lower, DRAWN) and close(ends["upper"], upper, DRAWN), (ends, lower, upper)


def same_values(ours: str, theirs: Any) -> None:
    """How many values a metric has, and how many matrices have the most frequent one."""
    found = json.loads(ours)
    largest = max(value["count"] for value in found["values"])
    assert (found["distinct"], largest) == (theirs["distinct"], theirs["largest"]), (found["distinct"], largest, theirs)


def same_distribution(ours: str, theirs: Any) -> None:
    """Mean, median and mode."""
    found = json.loads(ours)
    for name in ("mean", "median", "mode"):
        assert close(found[name], theirs[name], 1e-8), (name, found[name], theirs[name])


def same_consistency(ours: str, theirs: Any) -> None:
    """Whether the first rows can be true. Only an impossible row of the other program is compared: its numbers of scores have a
    tolerance."""
    for row, consistent in zip(json.loads(ours)["rows"], theirs):
        assert consistent or not row["consistent"], row
