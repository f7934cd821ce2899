"""The Tile with matplotlib: regions as paths along their true borders."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ._held import checked
from ._legend import beside, short
from ._results import Region
from ._tile import Tile

__all__ = ["TileDisplay"]

#: Pieces of a hyperbola between two corners, each drawn as one parabola: invisibly close to it.
_PIECES = 16

Vertex = tuple[float, float]


class TileDisplay:
    """Who is ranked first on the Tile, drawn with matplotlib.

    The interface is that of scikit-learn's displays: make one with :meth:`from_predictions` or
    :meth:`from_estimators`, or of a Tile, and draw it with :meth:`plot`.

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

    ax_: Any
    figure_: Any
    patches_: dict[str, list[Any]]

    def __init__(self, tile: Tile, *, rank: int = 1) -> None:
        checked(tile, "TileDisplay")
        self.tile = tile
        self.rank = rank

    @classmethod
    def from_predictions(
        cls,
        y_true: Any,
        predictions: Any,
        *,
        positive: Any = None,
        pos_label: Any = None,
        sample_weight: Any = None,
        drop_missing: bool = False,
        rank: int = 1,
    ) -> TileDisplay:
        """Make a display of predictions.

        Parameters
        ----------
        y_true, predictions, positive, pos_label, sample_weight, drop_missing
            As in :meth:`Tile.from_predictions`.
        rank : int
            The rank to show.

        Examples
        --------
        >>> from exactile import TileDisplay
        >>> display = TileDisplay.from_predictions([0, 0, 1, 1], {"lr": [0, 1, 1, 1], "svm": [0, 0, 0, 1]})
        >>> sorted(display.plot().patches_)
        ['lr', 'svm']
        """
        tile = Tile.from_predictions(
            y_true, predictions, positive=positive, pos_label=pos_label, sample_weight=sample_weight, drop_missing=drop_missing
        )
        return cls(tile, rank=rank)

    @classmethod
    def from_estimators(
        cls,
        estimators: Mapping[str, Any],
        X: Any,
        y: Any,
        *,
        cv: Any = None,
        positive: Any = None,
        pos_label: Any = None,
        sample_weight: Any = None,
        drop_missing: bool = False,
        rank: int = 1,
    ) -> TileDisplay:
        """Make a display of estimators.

        Parameters
        ----------
        estimators, X, y, cv, positive, pos_label, sample_weight, drop_missing
            As in :meth:`Tile.from_estimators`.
        rank : int
            The rank to show.

        Examples
        --------
        >>> from sklearn.datasets import load_iris
        >>> from sklearn.naive_bayes import GaussianNB
        >>> from sklearn.tree import DecisionTreeClassifier
        >>> from exactile import TileDisplay
        >>> data = load_iris()
        >>> estimators = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=2, random_state=0)}
        >>> display = TileDisplay.from_estimators(estimators, data.data, data.target == 2, cv=5)
        >>> display.tile.names
        ('bayes', 'tree')
        """
        tile = Tile.from_estimators(
            estimators, X, y, cv=cv, positive=positive, pos_label=pos_label, sample_weight=sample_weight, drop_missing=drop_missing
        )
        return cls(tile, rank=rank)

    def plot(self, ax: Any = None, *, colors: Mapping[str, Any] | None = None, legend: bool = True) -> TileDisplay:
        """Draw the regions.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; into a new figure unless given.
        colors : mapping, optional
            Colours by classifier.
        legend : bool
            Write the names beside the axes. Axes that were given become narrower for it, unless the figure has a layout such as
            ``layout="constrained"``, which makes room.

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
        import matplotlib.pyplot as pyplot
        from matplotlib.patches import Patch, PathPatch
        from matplotlib.path import Path

        checked_axes(ax)
        given = checked_colors(colors, self.tile)
        is_new = ax is None
        if is_new:
            _, ax = pyplot.subplots(figsize=(4.8, 4.8), layout="constrained")
        # Beside the square is room for the legend.
        ax.set_anchor("W")
        names = {Path.MOVETO: "M", Path.LINETO: "L", Path.CURVE3: "Q"}
        codes = {letter: code for code, letter in names.items()}
        palette = [*pyplot.get_cmap("tab20").colors, *pyplot.get_cmap("tab20b").colors]
        self.patches_ = {}
        for region in self.tile.regions(rank=self.rank):
            if region.dimension != 2:
                continue
            known = self.patches_.setdefault(region.name, [])
            color = palette[(len(self.patches_) - 1) % len(palette)]
            if known:
                color = known[0].get_facecolor()
            color = given.get(region.name, color)
            vertices, letters = outline(region)
            path = Path(vertices, [codes[letter] for letter in letters])
            patch = PathPatch(path, facecolor=color, edgecolor="black", linewidth=0.6)
            known.append(ax.add_patch(patch))
        ax.set(
            xlim=(0, 1),
            ylim=(0, 1),
            aspect="equal",
            xlabel="a",
            ylabel="b",
            title=f"Rank {self.rank} on the Tile",
        )
        handles = [
            Patch(facecolor=patches[0].get_facecolor(), edgecolor="black", label=short(name))
            for name, patches in self.patches_.items()
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


def checked_axes(ax: Any) -> None:
    """Refuses what cannot be drawn into."""
    if ax is not None and not (hasattr(ax, "add_patch") and hasattr(ax, "plot")):
        raise ValueError(f"ax is {type(ax).__name__}\nhint: give one Axes of matplotlib, as figure.add_subplot() returns it")


def checked_colors(colors: Any, tile: Tile) -> dict[str, Any]:
    """Colours by classifier."""
    if colors is None:
        return {}
    if not isinstance(colors, Mapping):
        raise ValueError(f"colors are {type(colors).__name__}\nhint: give a dict, {{{tile.names[0]!r}: \"gold\"}}")
    for name in colors:
        checked_name(name, tile)
    return dict(colors)


def checked_name(name: Any, tile: Tile) -> None:
    """Refuses names of no classifier."""
    if name not in tile.names:
        raise ValueError(f"there is no classifier {name!r}\nhint: the Tile has {', '.join(map(repr, tile.names))}")


def _floats(point: tuple[Fraction, Fraction]) -> Vertex:
    return float(point[0]), float(point[1])
