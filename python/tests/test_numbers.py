"""Numbers of results: formatted, compared, in arithmetic, in data frames and in files of Parquet."""

from __future__ import annotations

import copy
import math
import pickle
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas
import polars
import pytest

import exactile
from exactile import Enclosure, Tile
from exactile._numbers import Exact, number

MATRICES = {"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]], "c": [[40, 10], [20, 30]]}


@pytest.fixture(scope="module")
def tile() -> Tile:
    return Tile.from_confusion(MATRICES)


def rationals(tile: Tile) -> list[Any]:
    """A fraction of every way in which results hand numbers out."""
    found = tile.rank("f1")
    return [
        found[0].value,
        found.at[0] if found.at else None,
        tile.rank("f1", target_prior="1/3")[0].value,
        tile.score("f1")[0].value,
        tile.score("tpr", interval="clopper-pearson")[0].interval.lower,  # type: ignore[union-attr]
        tile.first_share()[0].first_share,
        tile.matrices["a"].tp,
        tile.regions("b", rank=1, area=True)[0].vertices[0][0],
        tile.curve("decision")[0].position,
        tile.compare("a", "b", "f1").difference.value,
        exactile.score("f1", tn=1, fp=2, fn=3, tp=4),
        exactile.pmf("f1", tn=3, fp=1, fn=1, tp=3)[0].mass,
        exactile.pmf("f1", tn=3, fp=1, fn=1, tp=3).undefined,
        exactile.place(cost_fp=1, cost_fn=5)[0],  # type: ignore[index]
        tile.rankings("f1").distance,
        Tile.from_scores([0, 0, 1, 1], {"m": [0.1, 0.6, 0.35, 0.8]}).thresholds("f1")[0].auc,
        Tile.from_scores([0, 0, 1, 1], {"m": [0.1, 0.6, 0.35, 0.8]}).thresholds("f1")[0].best[0].threshold,
    ]


def test_every_number_of_a_result_formats_as_a_float_does(tile: Tile) -> None:
    for k, value in enumerate(rationals(tile)):
        assert isinstance(value, Fraction), k
        for spec in (".3f", ".2%", ".4g", ".3e", "8.3f", "+.5f", ">9.2f"):
            assert format(value, spec) == format(float(value), spec), (k, spec)
        assert f"{value}" == str(value) and f"{value:>12}" == str(value).rjust(12)
        assert repr(value) == f"Fraction({value.numerator}, {value.denominator})"
    irrational = tile.score("mcc")[2].value
    assert isinstance(irrational, Enclosure)
    assert f"{irrational:.4f}" == f"{float(irrational):.4f}"


def test_numbers_stay_themselves_in_arithmetic_copies_and_pickles() -> None:
    half = Exact(1, 2)
    for value in (half + 1, 1 - half, half * half, 2 / half, half / 3, -half, abs(-half), +half, half**2, half % 1, Fraction(1, 3) + half, half - Fraction(1, 3)):
        assert isinstance(value, Exact) and f"{value:.3f}" == f"{float(value):.3f}"
    assert half + 1 == Fraction(3, 2) and 2 - half == Fraction(3, 2) and half**-2 == 4
    assert type(half + 0.5) is float and type(half // 1) is int and half > 0.25 and half == 0.5 and hash(half) == hash(Fraction(1, 2))
    for kept in (copy.copy(half), copy.deepcopy(half), pickle.loads(pickle.dumps(half))):
        assert kept == half and f"{kept:.1f}" == "0.5"
    assert {half: 1}[Fraction(1, 2)] == 1 and math.floor(half) == 0 and round(half, 1) == Fraction(1, 2)


def test_enclosures_are_compared_with_floats_and_with_each_other() -> None:
    root = exactile.score("mcc", tn=32, fp=8, fn=4, tp=14)
    assert isinstance(root, Enclosure)
    assert 0.55 < root < 0.56 and 0.55 <= root <= 0.56 and root >= 0.5 and not root >= 0.56 and not root <= 0.55
    assert root <= root and root >= root and not root < Fraction(1, 2)
    assert root > Fraction(11, 20) and root >= Fraction(11, 20)
    close = Enclosure(Fraction(1, 3), Fraction(2, 3))
    for compared in (lambda: close <= 0.5, lambda: close >= 0.5, lambda: close < 0.5, lambda: 0.5 >= close):
        with pytest.raises(ValueError, match="too close to be ordered"):
            compared()


@pytest.mark.parametrize("library", ["pandas", "polars"])
@pytest.mark.parametrize("exact", [False, True])
def test_tables_go_to_parquet_and_come_back(tile: Tile, library: str, exact: bool, tmp_path: Path) -> None:
    predictions = Tile.from_predictions([0, 0, 1, 1] * 9, {"a": [0, 1, 1, 1] * 9, "b": [0, 0, 0, 1] * 9})
    tables: dict[str, Any] = {
        "rank": tile.rank("mcc"),
        "score": tile.score("f1", "mcc", "tpr", interval="credible"),
        "share": tile.first_share(),
        "regions": tile.regions(rank=1, area=True),
        "curve": tile.curve("decision"),
        "compare": predictions.compare("a", "b", "f1"),
        "confidence": predictions.confidence("f1"),
        "pmf": exactile.pmf("f1", tn=3, fp=1, fn=1, tp=3),
        "rankings": tile.rankings(cells=True, area=True, rankings=True),
        "distance": tile.rankings("f1"),
    }
    for name, table in tables.items():
        frame = table.to_frame(library, exact=exact)
        assert not any(str(column).endswith("_float") for column in frame.columns), name
        path = tmp_path / f"{name}.parquet"
        if library == "pandas":
            frame.to_parquet(path)
            back: Any = pandas.read_parquet(path)
        else:
            frame.write_parquet(path)
            back = polars.read_parquet(path)
        assert list(back.columns) == list(frame.columns) and len(back) == len(frame), name
    frame = tile.rank("mcc").to_frame(library, exact=exact)
    values = [row.value for row in tile.rank("mcc")]
    if exact:
        assert [str(value) if isinstance(value, Fraction) else value.exact for value in values if value is not None] == list(frame["value"])  # type: ignore[union-attr]
    else:
        assert list(frame["value"]) == [float(value) for value in values if value is not None]
        assert str(frame["value"].dtype).lower() == "float64"


def test_undefined_values_are_gaps_in_both_kinds_of_frames() -> None:
    tile = Tile.from_confusion({"none": [[5, 0], [3, 0]], "some": [[4, 1], [1, 2]]})
    for library in ("pandas", "polars"):
        doubles = tile.rank("ppv").to_frame(library, exact=False)["value"].to_list()
        texts = tile.rank("ppv").to_frame(library, exact=True)["value"].to_list()
        assert doubles[0] == pytest.approx(2 / 3) and (doubles[1] is None or math.isnan(doubles[1]))
        assert texts[0] == "2/3" and (texts[1] is None or texts[1] != texts[1])


def test_fractions_are_formatted_exactly() -> None:
    value = number("20/23")
    for spec, text in [
        (".3f", "0.870"), ("+.2e", "+8.70e-01"), ("g", "0.869565"), ("#.3g", "0.870"), (".1%", "87.0%"),
        ("*^11.2f", "***0.87****"), ("08.3f", "0000.870"), (">8", "   20/23"), ("+", "+20/23"),
    ]:
        assert format(value, spec) == text, spec
    for spec in (".3", "08"):
        with pytest.raises(ValueError):
            format(value, spec)
    assert f"{number('1/8'):.2f} {number('3/8'):.2f} {number('-1/1000'):.1f} {number('12345678/10'):,.1f}" == "0.12 0.38 -0.0 1,234,567.8"
    assert f"{number(str(10**400)):.3g}" == "1e+400"
    third = Enclosure(Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**40))
    assert f"{third:.30f}" == "0." + 30 * "3"
    generator = random.Random(1)
    for _ in range(2000):
        found = generator.choice([generator.uniform(-1e5, 1e5), generator.uniform(-1, 1) * 10.0 ** generator.randint(-12, 14), 0.0])
        for spec in (".3f", ".2e", "g", ".10g", ",.1f", "012.4f", "_.0f", "#.0f", "z.1f"):
            assert format(Fraction(found) + number("0"), spec) == format(found, spec), (found, spec)


def test_equal_enclosures_are_in_order() -> None:
    one, other = (Enclosure(Fraction(1, 3), Fraction(1, 2)) for _ in range(2))
    assert not one < other and sorted([one, other]) == [one, other]
