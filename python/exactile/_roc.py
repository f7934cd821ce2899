"""ROC curves, and intervals of the values of a metric, with matplotlib."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ._colours import colours
from ._documents import Table
from ._legend import beside, short
from ._numbers import Number
from ._results import Operating, Scored
from ._shown import Display, axes, colors_given, names_shown
from ._tile import Matrix, Tile

__all__ = ["ForestDisplay", "RocDisplay"]

Point = tuple[Fraction, Fraction]


class RocDisplay(Display):
    """Models or classifiers in ROC space, drawn with matplotlib.

    A model that gives scores has a line: the convex hull of its ROC curve, whose corners are the thresholds that some ranking
    score ranks first. A classifier that gives labels has a point.

    Parameters
    ----------
    tile : Tile
        The models or classifiers.

    Attributes
    ----------
    hulls_ : dict
        The points (FPR, TPR) of each model's hull or of each classifier, exactly.
    auc_ : dict
        The area under the ROC curve of each model, exactly; of classifiers nothing.
    lines_ : dict
        What was drawn, by model or classifier.
    ax_ : matplotlib Axes
        The axes that were drawn into.
    figure_ : matplotlib Figure
        Their figure.

    Examples
    --------
    >>> from exactile import RocDisplay
    >>> display = RocDisplay.from_predictions([0, 0, 1, 1], {"m": [0.1, 0.6, 0.35, 0.8]})
    >>> display.auc_["m"], display.hulls_["m"][1]
    (Fraction(3, 4), (Fraction(0, 1), Fraction(1, 2)))
    """

    _response = "auto"

    hulls_: dict[str, tuple[Point, ...]]
    auc_: dict[str, Number]
    lines_: dict[str, Any]

    def __init__(self, tile: Tile) -> None:
        super().__init__(tile)
        self.auc_ = {}
        if tile._data.has_scores():
            models = tile.thresholds("accuracy")
            self.hulls_ = {model.name: tuple(map(_rates, model.hull)) for model in models}
            self.auc_ = {model.name: model.auc for model in models if model.auc is not None}
        else:
            self.hulls_ = {name: (_rates(matrix),) for name, matrix in tile.matrices.items()}

    @classmethod
    def _tile_of(cls, y_true: Any, predictions: Any, given: dict[str, Any]) -> Tile:
        return Tile.from_scores(y_true, predictions, **given)

    def plot(
        self,
        ax: Any = None,
        *,
        name: str | Sequence[str] | Mapping[str, str] | None = None,
        colors: Mapping[str, Any] | None = None,
        legend: bool = True,
        **kwargs: Any,
    ) -> RocDisplay:
        """Draw the curves or points.

        Parameters
        ----------
        ax, name, colors, legend : optional
            As in :meth:`TileDisplay.plot`.
        **kwargs
            Properties of the lines, as for ``Axes.plot``.

        Returns
        -------
        RocDisplay
            This one, with ``ax_``, ``figure_`` and ``lines_``.

        Examples
        --------
        >>> from exactile import RocDisplay, Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> display = RocDisplay(tile).plot(markersize=9)
        >>> display.ax_.get_xlabel(), sorted(display.lines_)
        ('false positive rate', ['a', 'b'])
        """
        names = list(self.hulls_)
        given, shown = colors_given(colors, names), names_shown(name, names)
        ax, is_new = axes(ax, figsize=(4.8, 4.8))
        ax.set_anchor("W")
        ax.plot([0, 1], [0, 1], color="0.45", linestyle=(0, (1, 2)), linewidth=1)
        self.lines_ = {}
        for one, color in colours(names, given).items():
            points = self.hulls_[one]
            area = f" (AUC = {float(self.auc_[one]):.3f})" if one in self.auc_ else ""
            style = {"marker": "o", "markersize": 6, "linestyle": ""} if len(points) == 1 else {"linewidth": 1.6}
            style |= {"color": color, "label": short(shown[one]) + area, **kwargs}
            self.lines_[one] = ax.plot([float(x) for x, _ in points], [float(y) for _, y in points], **style)[0]
        ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
        ax.set(xlabel="false positive rate", ylabel="true positive rate", title="ROC space")
        if legend:
            beside(ax, list(self.lines_.values()), is_new)
        self.ax_, self.figure_ = ax, ax.figure
        return self


class ForestDisplay(Display):
    """The values of a metric with intervals of the true values, a line for each classifier, drawn with matplotlib.

    Parameters
    ----------
    tile : Tile
        The classifiers.
    metric : str
        The metric.
    interval, level, seed : optional
        As in :meth:`Tile.score`.

    Attributes
    ----------
    rows_ : Table of Scored
        The values and intervals, exactly.
    lines_ : dict
        What was drawn, by classifier.
    ax_ : matplotlib Axes
        The axes that were drawn into.
    figure_ : matplotlib Figure
        Their figure.

    Examples
    --------
    >>> from exactile import ForestDisplay, Tile
    >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
    >>> display = ForestDisplay(tile, "tpr", interval="clopper-pearson")
    >>> round(display.rows_[0].interval.lower, 4)
    Fraction(5539, 10000)
    """

    _options = frozenset(["metric", "interval", "level", "seed"])

    rows_: Table[Scored]
    lines_: dict[str, Any]

    def __init__(
        self, tile: Tile, metric: str = "accuracy", *, interval: str = "credible", level: Any = None, seed: int | None = None
    ) -> None:
        super().__init__(tile)
        self.metric = metric
        self.rows_ = tile.score(metric, interval=interval, level=level, seed=seed)

    def plot(
        self,
        ax: Any = None,
        *,
        name: str | Sequence[str] | Mapping[str, str] | None = None,
        colors: Mapping[str, Any] | None = None,
        legend: bool = False,
        **kwargs: Any,
    ) -> ForestDisplay:
        """Draw the values and intervals, the first classifier on top.

        Parameters
        ----------
        ax, name, colors : optional
            As in :meth:`TileDisplay.plot`.
        legend : bool
            Write a legend, too; names stand beside the lines.
        **kwargs
            Properties of the points, as for ``Axes.plot``.

        Returns
        -------
        ForestDisplay
            This one, with ``ax_``, ``figure_`` and ``lines_``. Classifiers without a value have no line.

        Examples
        --------
        >>> from exactile import ForestDisplay, Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> [label.get_text() for label in ForestDisplay(tile, "f1").plot().ax_.get_yticklabels()]
        ['a', 'b']
        """
        names = list(self.tile.names)
        given, shown = colors_given(colors, names), names_shown(name, names)
        ax, is_new = axes(ax, figsize=(6.4, 1.2 + 0.35 * len(names)))
        by_name = colours(names, given)
        self.lines_ = {}
        for place, row in enumerate(self.rows_):
            if row.value is None:
                continue
            style = {"marker": "o", "linestyle": "", "color": by_name[row.name], "label": short(shown[row.name]), **kwargs}
            self.lines_[row.name] = ax.plot([float(row.value)], [place], **style)[0]
            if row.interval is not None:
                ends = [float(row.interval.lower), float(row.interval.upper)]
                ax.plot(ends, [place, place], marker="|", color=self.lines_[row.name].get_color(), linewidth=1.4)
        ax.set_yticks(range(len(names)), [short(shown[one]) for one in names])
        level = next((row.interval.level for row in self.rows_ if row.interval is not None), None)
        title = self.metric if level is None else f"{self.metric}, {float(level):.3g} intervals"
        ax.set(ylim=(len(names) - 0.5, -0.5), xlabel=self.metric, title=title)
        if legend:
            beside(ax, list(self.lines_.values()), is_new)
        self.ax_, self.figure_ = ax, ax.figure
        return self


def _rates(cells: Matrix | Operating) -> Point:
    """The false and the true positive rate."""
    negatives, positives = cells.fp + cells.tn, cells.tp + cells.fn
    if not negatives or not positives:
        raise ValueError("a class has no sample, so that a rate is undefined\nhint: ROC space needs samples of both classes")
    return cells.fp / negatives, cells.tp / positives
