"""Decision, cost and F-curves: values by their definitions, leaders by brute force, pictures as PDF and PNG."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import matplotlib

matplotlib.use("agg")

import matplotlib.pyplot as pyplot
import pytest

from exactile import CurveDisplay, Tile, TileDisplay

from conftest import FIXTURES

KINDS = ["decision", "cost", "f-beta"]


@pytest.fixture(scope="module")
def tile() -> Tile:
    return Tile.read(FIXTURES / "breast_cancer_confusion.csv")


def definition(tile: Tile, along: str, name: str, x: Fraction) -> Fraction:
    """The height of a curve from counts, without rates and priors."""
    tn, fp, fn, tp = tile.matrices[name]
    samples = tn + fp + fn + tp
    if along == "decision":
        return tp / samples - fp / samples * x / (1 - x)
    if along == "cost":
        return x * fn / (fn + tp) + (1 - x) * fp / (fp + tn)
    beta = x * x
    return (1 + beta) * tp / ((1 + beta) * tp + beta * fn + fp)


@pytest.mark.parametrize("along", KINDS)
def test_values_are_those_of_the_definition(tile: Tile, along: str) -> None:
    display = CurveDisplay(tile, along)
    for name in tile.names:
        for x in (Fraction(1, 10), Fraction(1, 2), Fraction(7, 8)):
            if along != "f-beta" or tile.matrices[name].tp > 0:
                assert display.value(name, x) == definition(tile, along, name, x)
    assert CurveDisplay(tile, "decision").value("logistic", 1) is None


@pytest.mark.parametrize("along", KINDS)
def test_leaders_are_those_of_brute_force(tile: Tile, along: str) -> None:
    display = CurveDisplay(tile, along)
    leads = display.leads_
    assert leads[0].start == 0
    assert all(one.end == next_.start for one, next_ in zip(leads, leads[1:]))
    better = min if along == "cost" else max
    for start, end, names in leads:
        middle = (start + (start + 1 if end is None else end)) / 2
        if along == "f-beta":
            # Within the interval of squares.
            root = Fraction(float(middle) ** 0.5).limit_denominator(10**6)
            assert start < root**2 and (end is None or root**2 < end)
            middle = root
        values = {name: display.value(name, middle) for name in tile.names}
        best = better(value for value in values.values() if value is not None)
        assert {name for name, value in values.items() if value == best} == set(names)


@pytest.mark.parametrize("along", KINDS)
def test_pictures(tile: Tile, along: str, tmp_path: Path) -> None:
    display = CurveDisplay(tile, along).plot(colors={"lda": "red"})
    assert set(display.lines_) == set(tile.names)
    assert display.figure_ is display.ax_.figure
    assert display.lines_["lda"].get_color() == "red"
    leaders = {name for lead in display.leads_ for name in lead.names}
    labels = {text.get_text() for text in display.ax_.get_legend().get_texts()}
    assert leaders <= labels
    assert any("never the best" in label for label in labels)
    # Curves pass through the exact places where the best changes.
    line = display.lines_[display.leads_[1].names[0]]
    start = float(display.leads_[1].start) ** (0.5 if along == "f-beta" else 1)
    assert start in line.get_xdata()
    display.figure_.savefig(tmp_path / "curves.pdf")
    assert (tmp_path / "curves.pdf").read_bytes().startswith(b"%PDF-")
    display.figure_.savefig(tmp_path / "curves.png")
    assert (tmp_path / "curves.png").read_bytes().startswith(b"\x89PNG")
    pyplot.close("all")


def test_the_tile_as_pdf_has_its_legend(tile: Tile, tmp_path: Path) -> None:
    display = TileDisplay(tile).plot()
    display.figure_.savefig(tmp_path / "tile.pdf")
    assert (tmp_path / "tile.pdf").read_bytes().startswith(b"%PDF-")
    display.figure_.canvas.draw()
    legend = display.ax_.get_legend().get_window_extent()
    assert legend.x1 <= display.figure_.bbox.x1
    pyplot.close("all")


def test_ways_to_make_one() -> None:
    y, said = [0, 0, 1, 1, 1], {"a": [0, 1, 1, 1, 1], "b": [0, 0, 1, 0, 0]}
    _, ax = pyplot.subplots()
    display = CurveDisplay.from_predictions(y, said, along="cost")
    assert display.plot(ax).ax_ is ax
    assert [lead.names for lead in display.leads_] == [("b",), ("a",)]
    from sklearn.dummy import DummyClassifier

    estimators = {"always": DummyClassifier(strategy="constant", constant=1).fit([[0]] * 5, y)}
    only = CurveDisplay.from_estimators(estimators, [[0]] * 5, y).plot()
    assert only.leads_ == ((0, 1, ("always",)),)
    shifted = CurveDisplay(Tile.from_predictions(y, said), target_prior="1/10")
    assert shifted.value("a", 0) == Fraction(1, 10)
    with pytest.raises(ValueError, match="there are no curves 'roc'\nhint: choose decision, cost or f-beta"):
        CurveDisplay(only.tile, "roc")
    pyplot.close("all")


def test_a_preference_on_a_segment_is_marked(tile: Tile) -> None:
    point = (Fraction(5, 6), Fraction(5, 6))
    curve = tile.curve("decision", at=point)
    assert curve.document.preference.at == point
    assert curve.document.preference.position == Fraction(1, 6)
    assert list(curve.document.preference.first) == [tile.rank(at=point)[0].name]
    assert "a miss costs 5 false alarms" in tile.svg(at=point)
    with pytest.raises(ValueError, match="not on this segment"):
        tile.curve("f-beta", at=point)
