"""Laws, against the definitions in fractions."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import exactile
from exactile import Enclosure, Tile

import oracle

# How long an example takes says more about the machine than about the package.
settings.register_profile("tests", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tests")

LABELS = st.sampled_from([0, 1])
UNIT = st.fractions(0, 1, max_denominator=12)
COUNTS = st.tuples(*[st.integers(0, 9)] * 4).filter(lambda c: c[0] + c[1] > 0 and c[2] + c[3] > 0)


@st.composite
def samples(draw: st.DrawFn) -> tuple[list[int], dict[str, list[int]]]:
    n = draw(st.integers(2, 12))
    column = st.lists(LABELS, min_size=n, max_size=n)
    y_true = draw(column.filter(lambda labels: len(set(labels)) == 2))
    k = draw(st.integers(1, 4))
    return y_true, {f"c{i}": draw(column) for i in range(k)}


def layout(cells: tuple[object, ...]) -> list[list[object]]:
    tn, fp, fn, tp = cells
    return [[tn, fp], [fn, tp]]


@given(samples())
def test_counts_are_the_definition(drawn: tuple[list[int], dict[str, list[int]]]) -> None:
    y_true, columns = drawn
    tile = Tile.from_predictions(y_true, columns)
    ones = [Fraction(1)] * len(y_true)
    for name, column in columns.items():
        assert tile.matrices[name] == oracle.count(y_true, column, 1, ones)


WEIGHT = st.one_of(
    st.integers(0, 2**40),
    st.fractions(0, 100, max_denominator=10**6),
    st.decimals(0, 1000, allow_nan=False, allow_infinity=False),
    st.floats(0, 1e300, allow_subnormal=True),
)


@given(samples(), st.data())
def test_weights_are_added_exactly(drawn: tuple[list[int], dict[str, list[int]]], data: st.DataObject) -> None:
    y_true, columns = drawn
    n = len(y_true)
    weights = data.draw(st.lists(WEIGHT, min_size=n, max_size=n).filter(lambda ws: any(w > 0 for w in ws)))
    exact = [Fraction(weight) for weight in weights]
    if sum(exact) >= 2**64 and all(weight.denominator == 1 for weight in exact):
        return
    tile = Tile.from_predictions(y_true, columns, sample_weight=weights)
    for name, column in columns.items():
        assert tile.matrices[name] == oracle.count(y_true, column, 1, exact)


@given(st.lists(st.floats(0, 1, allow_subnormal=True), min_size=4, max_size=12))
def test_arrays_of_doubles_weigh_what_they_are(weights: list[float]) -> None:
    numpy = pytest.importorskip("numpy")
    y_true = [0, 1] + [1] * (len(weights) - 2)
    said = [1, 0] + [1] * (len(weights) - 2)
    if not any(weights):
        return
    tile = Tile.from_predictions(y_true, {"c": said}, sample_weight=numpy.array(weights))
    assert tile.matrices["c"] == oracle.count(y_true, said, 1, [Fraction(w) for w in weights])


@given(st.lists(COUNTS, min_size=1, max_size=6), UNIT, UNIT)
def test_rankings_at_points_are_the_definition(matrices: list[tuple[int, ...]], a: Fraction, b: Fraction) -> None:
    # One prior for all: the same numbers of samples of both classes.
    n, p = sum(matrices[0][:2]), sum(matrices[0][2:])
    fitted = [(min(tn, n), n - min(tn, n), p - min(tp, p), min(tp, p)) for tn, _, _, tp in matrices]
    tile = Tile.from_confusion({f"c{i}": layout(cells) for i, cells in enumerate(fitted)})
    found = {row.name: row for row in tile.rank(at=(a, b))}
    values = [oracle.ranking_score(tuple(map(Fraction, cells)), a, b) for cells in fitted]  # type: ignore[arg-type]
    for i, (value, rank) in enumerate(zip(values, oracle.ranks(values), strict=True)):
        assert found[f"c{i}"].value == value
        assert found[f"c{i}"].rank == rank


@given(st.lists(COUNTS, min_size=1, max_size=5))
def test_f1_ranks_as_its_values(matrices: list[tuple[int, ...]]) -> None:
    n, p = sum(matrices[0][:2]), sum(matrices[0][2:])
    fitted = [(min(tn, n), n - min(tn, n), p - min(tp, p), min(tp, p)) for tn, _, _, tp in matrices]
    ranking = Tile.from_confusion({f"c{i}": layout(c) for i, c in enumerate(fitted)}).rank("f1_score")
    values = {f"c{i}": oracle.f1(tuple(map(Fraction, c))) for i, c in enumerate(fitted)}  # type: ignore[arg-type]
    assert {row.name: row.value for row in ranking} == values
    defined = [row.value for row in ranking if row.value is not None]
    assert defined == sorted(defined, reverse=True)  # type: ignore[type-var]


@given(st.lists(COUNTS, min_size=2, max_size=4))
@settings(max_examples=25)
def test_regions_make_up_the_tile(matrices: list[tuple[int, ...]]) -> None:
    n, p = sum(matrices[0][:2]), sum(matrices[0][2:])
    fitted = [(min(tn, n), n - min(tn, n), p - min(tp, p), min(tp, p)) for tn, _, _, tp in matrices]
    tile = Tile.from_confusion({f"c{i}": layout(c) for i, c in enumerate(fitted)})
    regions = tile.regions(area=True)
    assert exactile.verify(regions, tile).holds
    for name in tile.names:
        areas = [float(piece.area) for piece in regions if piece.name == name]  # type: ignore[arg-type]
        assert math.isclose(sum(areas), 1, abs_tol=1e-12)
    # Inside a piece the ranks are those of the definition.
    for piece in regions:
        if piece.dimension == 2:
            a = sum((corner[0] for corner in piece.vertices), Fraction(0)) / len(piece.vertices)
            b = sum((corner[1] for corner in piece.vertices), Fraction(0)) / len(piece.vertices)
            inside = all(
                ab * a * b + ka * a + kb * b + one > 0 for ab, ka, kb, one in piece.edges
            )
            if inside:
                found = {row.name: row.rank for row in tile.rank(at=(a, b))}
                assert found[piece.name] == piece.rank


@given(COUNTS)
def test_enclosures_enclose(cells: tuple[int, ...]) -> None:
    tn, fp, fn, tp = cells
    value = exactile.score("mcc", tn=tn, fp=fp, fn=fn, tp=tp)
    square = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    if square == 0:
        assert value is None
    elif isinstance(value, Enclosure):
        ends = sorted([value.lower**2, value.upper**2])
        assert ends[0] <= Fraction((tp * tn - fp * fn) ** 2, square) <= ends[1]
        assert value.upper - value.lower <= Fraction(1, 10**15)
        assert value < 1.1 and value > -1.1 and not value < -2
        assert float(value) == pytest.approx((tp * tn - fp * fn) / math.sqrt(square), rel=1e-12)
    else:
        assert value is not None and Fraction(value) ** 2 == Fraction((tp * tn - fp * fn) ** 2, square)


@given(st.integers(0, 4), st.integers(0, 4), st.integers(0, 4), st.integers(0, 4))
@settings(max_examples=20)
def test_masses_are_the_beta_binomial_model(tn: int, fp: int, fn: int, tp: int) -> None:
    if tn + fp == 0 or fn + tp == 0:
        return
    found = exactile.pmf("accuracy", tn=tn, fp=fp, fn=fn, tp=tp)

    def further(hits: int, misses: int) -> list[Fraction]:
        # Beta(1, 1) and then hits and misses: the hits among as many further samples.
        n = hits + misses

        def beta(u: int, v: int) -> Fraction:
            return Fraction(math.factorial(u - 1) * math.factorial(v - 1), math.factorial(u + v - 1))

        return [
            math.comb(n, k) * beta(hits + 1 + k, misses + 1 + n - k) / beta(hits + 1, misses + 1)
            for k in range(n + 1)
        ]

    masses: dict[Fraction, Fraction] = {}
    for i, p in enumerate(further(tp, fn)):
        for j, q in enumerate(further(tn, fp)):
            value = Fraction(i + j, tn + fp + fn + tp)
            masses[value] = masses.get(value, Fraction(0)) + p * q
    assert {row.value: row.mass for row in found} == masses
    assert found.mean == sum(value * mass for value, mass in masses.items())
