"""Values on a grid of the Tile: the doubles nearest to the exact values at each point."""

from __future__ import annotations

import math
import sys
from fractions import Fraction
from typing import Any

import numpy
import pytest

import exactile
from exactile import Tile

MATRICES = {"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]], "c": [[0, 0], [7, 3]]}


@pytest.fixture
def tile() -> Tile:
    return Tile.from_confusion({name: MATRICES[name] for name in "ab"})


def by_definition(matrix: list[list[int]], a: Fraction, b: Fraction) -> float:
    (tn, fp), (fn, tp) = matrix
    satisfied = (1 - a) * tn + a * tp
    total = satisfied + (1 - b) * fp + b * fn
    return float(satisfied / total) if total else math.nan


def test_values_are_the_nearest_doubles() -> None:
    whole = Tile.from_confusion(MATRICES)
    for name, matrix in MATRICES.items():
        found = whole.grid(classifier=name, steps=6)
        assert isinstance(found, numpy.ndarray) and found.shape == (7, 7) and found.dtype == float
        for j in range(7):
            for k in range(7):
                expected = by_definition(matrix, Fraction(k, 6), Fraction(j, 6))
                assert found[j][k] == expected or (math.isnan(expected) and math.isnan(found[j][k])), (name, j, k)
    # At (0, 0) only the true negatives and the false positives count, and c has neither.
    assert math.isnan(whole.grid(classifier="c", steps=1)[0][0])


def test_best_and_worst_are_those_of_all(tile: Tile) -> None:
    each = [tile.grid(classifier=name, steps=4) for name in tile.names]
    assert (tile.grid("best", steps=4) == numpy.maximum(*each)).all()
    assert (tile.grid("worst", steps=4) == numpy.minimum(*each)).all()
    # What is undefined is neither.
    whole = Tile.from_confusion(MATRICES)
    assert whole.grid("worst", steps=1)[0][0] == whole.grid(classifier="b", steps=1)[0][0]


def test_fractions_of_counts_and_large_counts() -> None:
    tile = Tile.from_confusion({"a": [[Fraction(1, 3), Fraction(1, 7)], [10**30, 10**30 + 1]]})
    expected = Fraction(10**30 + 1) / (2 * 10**30 + 1)
    assert tile.grid(steps=1)[1][1] == float(expected)


@pytest.mark.parametrize("coefficient", ["kendall", "spearman"])
def test_correlations_are_those_at_points(tile: Tile, coefficient: str) -> None:
    key = {"kendall": "tau_b", "spearman": "spearman"}[coefficient]
    options: dict[str, Any] = {"resolution": 4, "coefficient": coefficient}
    found = exactile.correlations("tp/(tp+fp+fn)", steps=3, **options)
    own = tile.grid("correlation", score="f1", coefficient=coefficient, steps=3)
    assert found.shape == own.shape == (4, 4)
    for j in range(4):
        for k in range(4):
            at = (Fraction(k, 3), Fraction(j, 3))
            alone = exactile.ask("correlate", metric="ts", at=at, **options)
            assert found[j][k] == float(getattr(alone, key))
            value = getattr(tile.ask("correlate", metric="f1", at=at, coefficient=coefficient), key)
            assert value is None and math.isnan(own[j][k]) or own[j][k] == float(value)


def test_pearson_is_a_number_of_its_own() -> None:
    found = exactile.ask("correlate", metric="mcc", at=(1, "1/2"), coefficient="pearson", resolution=6)
    assert isinstance(found.pearson, exactile.Enclosure)
    assert found.pearson.upper - found.pearson.lower < Fraction(1, 10**18)
    drawn = exactile.ask("correlate", metric="f1", at=(1, 1), performances=50, seed=3)
    assert drawn.drawn.seed == 3 and list(drawn.drawn.dirichlet) == [1, 1, 1, 1]


def test_lists_without_numpy(tile: Tile, monkeypatch: pytest.MonkeyPatch) -> None:
    array = tile.grid(classifier="b", steps=2)
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert tile.grid(classifier="b", steps=2) == array.tolist()


def test_points_have_texts(tile: Tile) -> None:
    marked = tile.svg(point={"ours": (0.5, Fraction(1, 3)), "a = b": ("1", 0)})
    assert "ours" in marked and "a = b" in marked
    assert tile.svg(point=["1/2,1/3=ours"]) == tile.svg(point="1/2,1/3=ours") == tile.svg(point={"ours": ("1/2", "1/3")})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "the flavor value shows one classifier\nhint: choose one with classifier="),
        ({"classifier": "x"}, "no classifier is called 'x'\nhint"),
        ({"flavor": "entity"}, "no flavor of a grid is called 'entity'\nhint: choose one of value, best, worst, correlation"),
        ({"flavor": "best", "classifier": "a"}, "the flavor best shows all classifiers\nhint: leave classifier out"),
        ({"flavor": "correlation"}, "hint: name it with score="),
        ({"flavor": "best", "score": "f1"}, "score and coefficient go with correlations\nhint"),
        ({"classifier": "a", "steps": 0}, "steps=0 is no whole number from 1 to 2000\nhint"),
        ({"classifier": "a", "steps": 2.5}, "steps=2.5 is no whole number"),
        ({"flavor": "correlation", "score": "f1", "coefficient": "pearson"}, "compares exact rank correlations"),
    ],
)
def test_mistakes(tile: Tile, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as refused:
        tile.grid(**arguments)
    assert message in str(refused.value)
