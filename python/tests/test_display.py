"""The Tile with matplotlib: the drawn borders are the exact ones."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import matplotlib

matplotlib.use("agg")

import matplotlib.pyplot as pyplot
import pytest

from exactile import Tile, TileDisplay
from exactile._display import arc, outline

from conftest import FIXTURES


@pytest.fixture(scope="module")
def tile() -> Tile:
    return Tile.read(FIXTURES / "breast_cancer_confusion.csv")


def test_borders_lie_on_their_curves(tile: Tile) -> None:
    curved = 0
    for region in tile.regions(rank=1):
        if region.dimension != 2:
            continue
        for k, curve in enumerate(region.edges):
            start, end = region.vertices[k], region.vertices[(k + 1) % len(region.vertices)]
            pieces = arc(start, end, curve)
            curved += len(pieces) > 1
            last = (float(start[0]), float(start[1]))
            for control, point in pieces:
                # The middle of the parabola, and its end.
                middle = point if control is None else tuple(
                    (last[i] + 2 * control[i] + point[i]) / 4 for i in range(2)
                )
                for a, b in (middle, point):
                    assert distance(curve, a, b) < 1e-4
                last = point
    assert curved > 0


def distance(curve: tuple[int, int, int, int], a: float, b: float) -> float:
    """About how far a point is from a curve: the value over the length of the gradient."""
    ab, ka, kb, one = curve
    value = ab * a * b + ka * a + kb * b + one
    gradient = ((ab * b + ka) ** 2 + (ab * a + kb) ** 2) ** 0.5
    return float(abs(value) / gradient) if gradient else 0.0


def test_paths_are_closed_and_have_the_area(tile: Tile) -> None:
    from matplotlib.path import Path

    codes = {"M": Path.MOVETO, "L": Path.LINETO, "Q": Path.CURVE3}
    for region in tile.regions(rank=1, area=True):
        if region.dimension == 2:
            vertices, letters = outline(region)
            assert vertices[0] == vertices[-1]
            (polygon,) = Path(vertices, [codes[c] for c in letters]).to_polygons(closed_only=True, width=0, height=0)
            area = abs(sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(polygon[:-1], polygon[1:], strict=True))) / 2
            assert area == pytest.approx(float(region.area), abs=2e-3)  # type: ignore[arg-type]


def test_display(tile: Tile) -> None:
    display = TileDisplay(tile)
    assert display.plot() is display
    firsts = {region.name for region in tile.regions(rank=1) if region.dimension == 2}
    assert set(display.patches_) == firsts
    assert display.figure_ is display.ax_.figure
    assert display.ax_.get_xlim() == (0, 1)
    texts = [text.get_text() for text in display.ax_.get_legend().get_texts()]
    assert set(texts) == firsts
    _, ax = pyplot.subplots()
    other = TileDisplay.from_predictions([0, 0, 1, 1], {"lr": [0, 1, 1, 1], "svm": [0, 0, 0, 1]})
    other.plot(ax, colors={"lr": "red"})
    assert other.ax_ is ax
    assert other.patches_["lr"][0].get_facecolor() == (1, 0, 0, 1)
    other.figure_.canvas.draw()
    pyplot.close("all")


def test_straight_and_degenerate_borders() -> None:
    corner: Any = (Fraction(0), Fraction(1))
    other: Any = (Fraction(1), Fraction(0))
    assert arc(corner, other, (0, 1, 1, -1)) == [(None, (1.0, 0.0))]
    # (a - 1)(b - 1) = 0 is two lines.
    assert len(arc((Fraction(0), Fraction(1)), (Fraction(1), Fraction(1)), (1, -1, -1, 1))) == 1


def test_long_names_keep_their_ends_and_leave_room() -> None:
    names = [f"{'a very long name of a classifier ' * 6}{end}" for end in ("first", "second")]
    tile = Tile.from_confusion({names[0]: [[35, 15], [15, 35]], names[1]: [[25, 25], [10, 40]]})
    display = TileDisplay(tile).plot()
    labels = [text.get_text() for text in display.ax_.get_legend().get_texts()]
    assert all(len(label) == 32 for label in labels)
    assert [label[-6:].strip() for label in labels] == ["first", "second"]
    assert set(display.patches_) == set(names)
