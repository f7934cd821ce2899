"""Every table of the package is a data frame of pandas or polars, with floats beside the exact numbers."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pandas
import polars
import pytest

import exactile
from exactile import Enclosure, Tile

from conftest import FIXTURES

TILE = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]], "c": [[30, 20], [14, 36]]})
Y = [0] * 10 + [1] * 10
PAIRED = Tile.from_predictions(Y, {"good": Y, "poor": [0] * 15 + [1] * 5})
SCORED = Tile.from_scores([0, 0, 1, 1], {"m": [0.1, 0.6, 0.35, 0.8]})

#: What has a frame, and how many rows there are.
TABLES: dict[str, tuple[Callable[[], Any], int]] = {
    "rank": (lambda: TILE.rank("f1"), 3),
    "score": (lambda: TILE.score("f1", "mcc"), 6),
    "first_share": (lambda: TILE.first_share(), 3),
    "regions": (lambda: TILE.regions("a", rank=1, area=True), 2),
    "zone": (lambda: TILE.zone("a", "b"), 1),
    "rankings": (lambda: TILE.rankings(), 1),
    "rankings of cells": (lambda: TILE.rankings(area=True, rankings=True, polygons=True), 4),
    "rankings around a score": (lambda: TILE.rankings("f1"), 3),
    "compare": (lambda: PAIRED.compare("good", "poor", "f1"), 1),
    "compare independent results": (lambda: TILE.compare("a", "b", "f1"), 1),
    "compare exactly": (lambda: PAIRED.compare("poor", "good", at=(1, "1/2"), exact=True), 1),
    "confidence": (lambda: PAIRED.confidence("f1"), 2),
    "plan": (lambda: TILE.plan("accuracy", question="next"), 1),
    "thresholds": (lambda: SCORED.thresholds("f1"), 1),
    "curve": (lambda: TILE.curve("decision"), 3),
    "pmf": (lambda: exactile.pmf("mcc", tn=3, fp=1, fn=1, tp=2), 18),
    "check": (lambda: exactile.check("sens=0.51 spec=0.94", positives=100, negatives=500), 1),
    "axioms": (lambda: exactile.axioms("f1"), 1),
    "metrics": (lambda: exactile.metrics(), len(exactile.metrics())),
    "verify": (lambda: exactile.verify(TILE.regions(), TILE), 1),
    "another command": (lambda: TILE.ask("vut"), 3),
}


@pytest.mark.parametrize("name", TABLES)
def test_every_table_is_a_frame(name: str) -> None:
    make, rows = TABLES[name]
    result = make()
    exact = result.to_frame("pandas")
    texts = result.to_frame("polars")
    assert isinstance(exact, pandas.DataFrame) and isinstance(texts, polars.DataFrame)
    assert len(exact) == len(texts) == rows
    assert list(exact.columns) == texts.columns
    numbers = 0
    for column in exact.columns:
        beside = f"{column}_float"
        for value, row in zip(exact[column], range(rows), strict=True):
            if isinstance(value, (Fraction, Enclosure)):
                numbers += 1
                assert exact[beside].dtype == "float64" and texts[beside].dtype == polars.Float64
                assert exact[beside][row] == texts[beside][row] == float(value)
                if isinstance(value, Fraction):
                    assert Fraction(texts[column][row]) == value
            elif isinstance(value, tuple) and any(isinstance(inner, Fraction) for inner in value) and "edge" not in column:
                numbers += 1
                assert [float(v) if isinstance(v, Fraction) else v for v in value] == list(exact[beside][row])
    assert numbers or name in ("axioms", "verify", "rankings around a score")


def test_rankings_have_frames_with_names() -> None:
    found = TILE.rankings(cells=True, rankings=True, area=True, confluences=True)
    cells = found.to_frame("pandas")
    assert math.isclose(cells["area_float"].sum(), 1)
    assert cells.equals(found.to_frame("pandas", rows="cells"))
    for cell, ranking in zip(found.cell_list, cells["ranking"], strict=True):
        tiers = [sorted(row.name for row in TILE.rank(at=cell.sample) if row.rank.best == k) for k in (1, 2, 3)]  # type: ignore[union-attr]
        assert [sorted(tier) for tier in ranking] == [tier for tier in tiers if tier]
    assert found.to_frame("polars")["ranking"].to_list() == [[list(tier) for tier in ranking] for ranking in cells["ranking"]]
    assert len(found.to_frame("pandas", rows="confluences")) == found.confluences.count
    around = TILE.rankings("f1")
    assert around.to_frame("pandas")["name"].tolist() == [row.name for row in TILE.rank("f1")]
    swaps = around.to_frame("pandas", rows="swaps")
    assert swaps["order"].tolist()[0] == (("a",), ("b",))
    assert swaps["distance"].tolist()[0] == around.distance


def test_confluences_have_frames_with_names() -> None:
    tile = Tile.read(FIXTURES / "digits_eight_confusion.csv")
    frame = tile.rankings(confluences=True).to_frame("pandas")
    assert len(frame) == tile.rankings().confluences.count
    for at, tied in zip(frame["at"][:5], frame["tied"][:5], strict=True):
        ranks = {row.name: row.rank for row in tile.rank(at=at)}
        assert all(len({ranks[name] for name in group}) == 1 for group in tied)


def test_comparisons_have_a_frame_with_names() -> None:
    row = PAIRED.compare("poor", "good", "f1").to_frame("pandas").iloc[0]
    assert (row["first"], row["second"], row["paired"], row["metric"]) == ("poor", "good", True, "f1")
    assert (row["discordant_positives_first"], row["discordant_positives_second"]) == (0, 5)
    assert row["truly_better"].lower <= row["truly_better_float"] <= row["truly_better"].upper
    independent = TILE.compare("a", "b", "f1").to_frame("pandas")
    assert isinstance(independent["truly_better"][0], Enclosure)
    assert independent["truly_better_draws"][0] > 0
    # Frames of several comparisons are one table.
    both = pandas.concat([TILE.compare("a", name, "f1").to_frame("pandas") for name in ("b", "c")])
    assert both["second"].tolist() == ["b", "c"]


def test_lists_of_results_are_asked_for_by_name() -> None:
    found = TILE.ask("vut")
    assert found.to_frame("pandas").equals(found.to_frame("pandas", rows="ranking"))
    with pytest.raises(ValueError, match="^no list of the result is called 'x'\nhint: its lists are ranking"):
        found.to_frame(rows="x")
    with pytest.raises(ValueError, match="^no cells are listed\nhint: there are ranking, swaps$"):
        TILE.rankings("f1").to_frame(rows="cells")
    with pytest.raises(ValueError, match="^no cells are listed\nhint: ask rankings"):
        TILE.rankings().to_frame(rows="cells")
    with pytest.raises(ValueError, match="none of 'dask'$"):
        found.to_frame("dask")


def test_enclosures_are_texts_in_polars() -> None:
    frame = exactile.pmf("mcc", tn=3, fp=1, fn=1, tp=2).to_frame("polars")
    assert frame["value"][2] == "-sqrt(8/15)"
    frame = PAIRED.compare("good", "poor", "f1").to_frame("polars")
    lower, upper = (Fraction(end) for end in frame["truly_better"][0].strip("[]").split(", "))
    assert lower < Fraction(frame["truly_better_float"][0]) < upper


@pytest.mark.parametrize("data", ["breast_cancer_confusion", "digits_eight_confusion"])
def test_regions_are_shapes(data: str) -> None:
    shapely = pytest.importorskip("shapely")
    tile = Tile.read(FIXTURES / f"{data}.csv")
    for given in ({}, {"rank": 1}, {"rank": 1, "target_prior": "1/10"}):
        pieces = tile.regions(area=True, **given)  # type: ignore[arg-type]
        shapes = pieces.to_shapely()
        assert len(shapes) == len(pieces)
        for piece, shape in zip(pieces, shapes, strict=True):
            assert shape.is_valid
            assert shape.geom_type == ("Polygon" if piece.dimension == 2 else "LineString")
            if piece.area is not None:
                assert abs(shape.area - float(piece.area)) < 1e-5
        # Of each rank one classifier's; several where they tie along a whole region.
        first = [
            shape
            for piece, shape in zip(pieces, shapes, strict=True)
            if piece.rank.best == 1 == piece.rank.worst and piece.dimension == 2
        ]
        assert math.isclose(sum(shape.area for shape in first), 1, abs_tol=1e-9)
        assert math.isclose(shapely.union_all(first).area, 1, abs_tol=1e-9)
        for k, one in enumerate(first):
            assert all(one.intersection(other).area < 1e-12 for other in first[:k])


def test_regions_are_geojson() -> None:
    pieces = TILE.regions("b", rank=1)
    assert pieces.to_geojson() == TILE.geojson("b", rank=1)
    assert [feature["properties"]["name"] for feature in TILE.regions().to_geojson()["features"]] == [p.name for p in TILE.regions()]
    with pytest.raises(ValueError, match="at their best are not written as geojson"):
        SCORED.regions(at_best=True).to_geojson()
