"""The Tile with matplotlib: the drawn borders are the exact ones."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import matplotlib

matplotlib.use("agg")

import matplotlib.pyplot as pyplot
import pytest

from exactile import CurveDisplay, Tile, TileDisplay
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


def many(classifiers: int) -> Tile:
    """Classifiers with long names, each of which is first somewhere."""
    matrices = {}
    for k in range(1, classifiers + 1):
        t = Fraction(k, classifiers + 1)
        tpr, fpr = 1 - (1 - t) ** 2, t**2
        matrices[f"{'a very long name of a classifier ' * 6}{k}"] = [[10 * (1 - fpr), 10 * fpr], [10 * (1 - tpr), 10 * tpr]]
    return Tile.from_confusion(matrices)


@pytest.mark.parametrize("classifiers", [2, 9, 30])
@pytest.mark.parametrize("display", [TileDisplay, CurveDisplay])
def test_legends_have_room(display: Any, classifiers: int) -> None:
    drawn = display(many(classifiers)).plot()
    drawn.figure_.canvas.draw()
    legend, figure = drawn.ax_.get_legend().get_window_extent(), drawn.figure_.bbox
    assert len(drawn.ax_.get_legend().get_texts()) == classifiers + 2 * (display is CurveDisplay)
    assert legend.x1 <= figure.x1 and 0 <= legend.y0 and legend.y1 <= figure.y1
    # The axes are as large as without it.
    assert drawn.ax_.get_window_extent().width > 300
    assert drawn.ax_.get_window_extent().x1 < legend.x0
    if display is TileDisplay:
        assert len({patches[0].get_facecolor() for patches in drawn.patches_.values()}) == classifiers
    pyplot.close("all")


@pytest.mark.parametrize("layout", [None, "constrained"])
@pytest.mark.parametrize("classifiers", [2, 9, 30])
def test_small_axes_keep_their_neighbours_free(classifiers: int, layout: Any) -> None:
    figure, axes = pyplot.subplots(2, 2, layout=layout, figsize=(6.4, 4.8) if layout is None else (14, 10))
    slots = [ax.get_position().frozen() for ax in axes.flat]
    tile = many(classifiers)
    for ax, display in zip(axes.flat, [TileDisplay, CurveDisplay] * 2, strict=True):
        assert display(tile).plot(ax).ax_ is ax
    figure.canvas.draw()
    for ax, slot in zip(axes.flat, slots, strict=True):
        legend = ax.get_legend().get_window_extent()
        others = [other.get_window_extent() for other in axes.flat if other is not ax]
        assert not any(legend.overlaps(other) for other in [*others, ax.get_window_extent()])
        assert legend.x1 <= figure.bbox.x1 and legend.y0 >= 0
        if layout is None:
            # The names stay in the place of the axes, and leave them almost half of it.
            assert legend.x1 <= slot.x1 * figure.bbox.width + 1
            assert ax.get_window_extent().width > 0.44 * slot.width * figure.bbox.width
        texts = [text.get_text() for text in ax.get_legend().get_texts()]
        entries = len(ax.get_legend_handles_labels()[0]) or classifiers
        assert texts[-1].endswith(" more") == (len(texts) < entries)
        if texts[-1].endswith(" more"):
            assert len(texts) - 1 + int(texts[-1].split()[0]) == entries
    _, ax = pyplot.subplots()
    assert TileDisplay(tile).plot(ax, legend=False).ax_.get_legend() is None
    pyplot.close("all")


def test_a_tile_is_no_wider_than_a_cell_of_a_notebook(tile: Tile) -> None:
    shown = tile._repr_svg_()
    assert shown.startswith('<svg style="max-width: 100%; height: auto" ') and 'viewBox="' in shown[:200]
