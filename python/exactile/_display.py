"""The Tile with matplotlib: regions as paths along their true borders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ._colours import colours
from ._legend import beside, short
from ._results import Region
from ._shown import Display, axes, colors_given, names_shown
from ._tile import Tile

__all__ = ["TileDisplay"]

#: Pieces of a hyperbola between two corners, each drawn as one parabola: invisibly close to it.
_PIECES = 16

Vertex = tuple[float, float]


class TileDisplay(Display):
    """Who is ranked first on the Tile, drawn with matplotlib.

    The interface is that of scikit-learn's displays: :meth:`from_predictions`, :meth:`from_estimators` and :meth:`from_estimator`
    draw at once, and one of a Tile is drawn by :meth:`plot`.

    Parameters
    ----------
    tile : Tile
        The classifiers.
    rank : int
        The rank to show.

    Attributes
    ----------
    ax_ : matplotlib Axes
        The axes that :meth:`plot` has drawn into.
    figure_ : matplotlib Figure
        Their figure.
    patches_ : dict
        The drawn regions by classifier.

    Examples
    --------
    >>> from exactile import Tile, TileDisplay
    >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
    >>> display = TileDisplay(tile).plot()
    >>> display.ax_.get_title()
    'Rank 1 on the Tile'
    """

    _options = frozenset(["rank"])

    patches_: dict[str, list[Any]]

    def __init__(self, tile: Tile, *, rank: int = 1) -> None:
        super().__init__(tile)
        self.rank = rank

    def plot(
        self,
        ax: Any = None,
        *,
        name: str | Sequence[str] | Mapping[str, str] | None = None,
        colors: Mapping[str, Any] | None = None,
        legend: bool = True,
        **kwargs: Any,
    ) -> TileDisplay:
        """Draw the regions.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; into a new figure unless given.
        name : str, sequence or mapping, optional
            What the classifiers are called in the legend: the only one, all in their order, or some by name.
        colors : mapping, optional
            Colours by classifier. Unless given, each has the same in all displays.
        legend : bool
            Write the names beside the axes. Axes that were given become narrower for it, unless the figure has a layout such as
            ``layout="constrained"``, which makes room.
        **kwargs
            Properties of the regions, as for ``matplotlib.patches.PathPatch``.

        Returns
        -------
        TileDisplay
            This one, with ``ax_``, ``figure_`` and ``patches_``.

        Examples
        --------
        >>> import matplotlib.pyplot as plt
        >>> from exactile import Tile, TileDisplay
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> _, (left, right) = plt.subplots(1, 2, layout="constrained")
        >>> _ = TileDisplay(tile).plot(left, colors={"a": "gold"})
        >>> TileDisplay(tile, rank=2).plot(right).ax_ is right
        True
        """
        given, shown = colors_given(colors, self.tile.names), names_shown(name, self.tile.names)
        ax, is_new = axes(ax, figsize=(4.8, 4.8))
        from matplotlib.patches import Patch, PathPatch
        from matplotlib.path import Path

        # Beside the square is room for the legend.
        ax.set_anchor("W")
        names = {Path.MOVETO: "M", Path.LINETO: "L", Path.CURVE3: "Q"}
        codes = {letter: code for code, letter in names.items()}
        by_name = colours(self.tile.names, given)
        self.patches_ = {}
        for region in self.tile.regions(rank=self.rank):
            if region.dimension != 2:
                continue
            known = self.patches_.setdefault(region.name, [])
            vertices, letters = outline(region)
            path = Path(vertices, [codes[letter] for letter in letters])
            style = {"facecolor": by_name[region.name], "edgecolor": "black", "linewidth": 0.6, **kwargs}
            known.append(ax.add_patch(PathPatch(path, **style)))
        ax.set(
            xlim=(0, 1),
            ylim=(0, 1),
            aspect="equal",
            xlabel="a",
            ylabel="b",
            title=f"Rank {self.rank} on the Tile",
        )
        handles = [
            Patch(facecolor=patches[0].get_facecolor(), edgecolor="black", label=short(shown[one]))
            for one, patches in self.patches_.items()
        ]
        if legend:
            beside(ax, handles, is_new)
        self.ax_, self.figure_ = ax, ax.figure
        return self


def outline(region: Region) -> tuple[list[Vertex], str]:
    """The vertices of a path around a region, with a letter for each: M(ove), L(ine), Q(uadratic)."""
    corners = region.vertices
    vertices = [_floats(corners[0])]
    letters = "M"
    for k, curve in enumerate(region.edges):
        start, end = corners[k], corners[(k + 1) % len(corners)]
        for control, point in arc(start, end, curve):
            if control is not None:
                vertices.append(control)
                letters += "Q"
            vertices.append(point)
            letters += "L" if control is None else "Q"
    return vertices, letters


def arc(
    start: tuple[Fraction, Fraction], end: tuple[Fraction, Fraction], curve: tuple[int, int, int, int]
) -> list[tuple[Vertex | None, Vertex]]:
    """A border from one point to another as lines, or as parabolas with their control points.

    The curve ``k_ab*a*b + k_a*a + k_b*b + k_1 = 0`` is the hyperbola ``(a - p)(b - q) = c`` unless it is
    straight. Its chords touch it at points in geometric progression from the asymptote, between which
    tangents meet at harmonic means.
    """
    k_ab, k_a, k_b, k_1 = curve
    if k_ab == 0 or k_a * k_b == k_ab * k_1:
        return [(None, _floats(end))]
    p, q = Fraction(-k_b, k_ab), Fraction(-k_a, k_ab)
    c = float(p * q - Fraction(k_1, k_ab))
    first, last = float(start[0] - p), float(end[0] - p)
    if first == last or first * last <= 0:
        return [(None, _floats(end))]
    a, b = float(p), float(q)
    ratio = (last / first) ** (1 / _PIECES)
    pieces: list[tuple[Vertex | None, Vertex]] = []
    for k in range(_PIECES):
        x, y = first * ratio**k, first * ratio ** (k + 1)
        control = (a + 2 * x * y / (x + y), b + 2 * c / (x + y))
        point = (a + y, b + c / y) if k + 1 < _PIECES else _floats(end)
        pieces.append((control, point))
    return pieces


def _floats(point: tuple[Fraction, Fraction]) -> Vertex:
    return float(point[0]), float(point[1])
