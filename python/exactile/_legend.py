"""Legends beside axes: as many columns as the height needs, as many entries as there is room for."""

from __future__ import annotations

from typing import Any

__all__: list[str] = []

#: The share of its own place that axes keep, however long the names beside them are.
_LEAST = 0.45
#: The height of an entry in heights of its letters.
_LINE = 1.6
#: Sizes of letters in points: in a figure of one's own, and beside small axes of somebody else's figure.
_SIZE, _SMALL = 9.0, 6.5


def short(name: str, most: int = 32) -> str:
    """A name that leaves room for the drawing, with its ends: names differ there."""
    end = most // 3 + 1
    return name if len(name) <= most else f"{name[: most - end - 1]}\N{HORIZONTAL ELLIPSIS}{name[-end:]}"


def beside(ax: Any, handles: list[Any], is_new: bool) -> None:
    """Adds a legend to the right of axes.

    A new figure becomes as much wider as the legend is. In a figure of the caller the axes give up some of their width, so that
    their neighbours stay free; where a layout engine makes room, that is left to it.
    """
    if not handles:
        return
    has_engine = ax.figure.get_layout_engine() is not None
    slot = ax.get_position(original=True)
    points = slot.height * ax.figure.bbox.height * 72 / ax.figure.dpi
    size = _SIZE if is_new or points > 180 else _SMALL
    rows = max(int(points / (_LINE * size)) - 1, 2)
    columns = -(-len(handles) // rows)
    if not is_new and columns > 1 + has_engine:
        columns = 1 + has_engine
        handles = _cut(handles, rows * columns)
    labels = [handle.get_label() for handle in handles]
    if size == _SMALL:
        labels = [short(label, 16) for label in labels]
    place = {"loc": "upper left", "bbox_to_anchor": (1.02, 1), "borderaxespad": 0}
    legend = ax.legend(handles, labels, fontsize=size, ncols=columns, labelspacing=0.35, columnspacing=1, **place)
    if has_engine and not is_new:
        return
    # Else a layout might find no room for the axes before the figure is wide enough.
    legend.set_in_layout(False)
    ax.figure.canvas.draw()
    legend.set_in_layout(True)
    width = legend.get_window_extent().width + 12
    if is_new:
        ax.figure.set_figwidth(ax.figure.get_figwidth() + width / ax.figure.dpi)
        return
    whole = ax.figure.bbox.width
    kept = max(slot.width - width / whole, _LEAST * slot.width)
    ax.set_position([slot.x0, slot.y0, kept, slot.height])


def _cut(handles: list[Any], most: int) -> list[Any]:
    """The first entries, and a last one that says how many there are besides."""
    from matplotlib.lines import Line2D

    if len(handles) <= most:
        return handles
    return [*handles[: most - 1], Line2D([], [], linestyle="", label=f"{len(handles) - most + 1} more")]
