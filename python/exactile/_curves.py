"""Decision curves, cost curves and F-curves with matplotlib; where the best changes is exact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ._colours import colours
from ._legend import beside, short
from ._numbers import fraction
from ._shown import Display, axes, checked_name, colors_given, names_shown
from ._tile import Matrix, Tile

__all__ = ["CurveDisplay"]

#: Points of a curve, besides the exact places where the best changes.
_STEPS = 400
#: Leaders beyond the first ten have other dashes.
_SOLID = 10
_DASHES = ("-", "--", "-.", ":")


class _Kind(NamedTuple):
    """What is drawn along a segment."""

    #: The member of a break that says where it is.
    place: str
    x_label: str
    y_label: str
    title: str
    #: Where the curves begin and end.
    ends: tuple[int, int | None]


_KINDS = {
    "decision": _Kind("threshold_probability", "threshold probability", "net benefit", "Decision curves", (0, 1)),
    "cost": _Kind("probability_cost", "probability cost", "normalised expected cost", "Cost curves", (0, 1)),
    "f-beta": _Kind("f_beta_squared", "beta", "F-score", "F-curves", (0, None)),
}


class Lead(NamedTuple):
    """Who is best from one place of a curve to another."""

    #: The ends; for F-curves they are squares of beta, and None stands for infinity.
    start: Fraction
    end: Fraction | None
    #: Several if they tie.
    names: tuple[str, ...]


class CurveDisplay(Display):
    """Decision curves, cost curves or F-curves of classifiers, drawn with matplotlib.

    The interface is that of scikit-learn's displays. With prior ``pi`` and the rates of a classifier,

    - the net benefit at the threshold probability ``t`` is ``pi*TPR - (1 - pi)*FPR*t/(1 - t)`` (Vickers and Elkin, 2006);
    - the normalised expected cost at the probability cost ``x`` is ``x*FNR + (1 - x)*FPR`` (Drummond and Holte, 2006);
    - the F-score is ``(1 + beta^2)*TP/((1 + beta^2)*TP + beta^2*FN + FP)``.

    Parameters
    ----------
    tile : Tile
        The classifiers, all tested under one prior.
    along : {"decision", "cost", "f-beta"}
        The kind of curves.
    target_prior : number, optional
        Shift all classifiers to a population with this positive prior first.

    Attributes
    ----------
    leads_ : tuple of Lead
        Who is best from where to where, with exact ends.
    ax_ : matplotlib Axes
        The axes that :meth:`plot` has drawn into.
    figure_ : matplotlib Figure
        Their figure.
    lines_ : dict
        The drawn curves by classifier.

    Examples
    --------
    >>> from exactile import CurveDisplay, Tile
    >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
    >>> for start, end, names in CurveDisplay(tile).leads_:
    ...     print(start, end, names)
    0 1/3 ('b',)
    1/3 1 ('a',)
    """

    _options = frozenset(["along", "target_prior"])

    lines_: dict[str, Any]
    leads_: tuple[Lead, ...]

    def __init__(self, tile: Tile, along: str = "decision", *, target_prior: Any = None) -> None:
        if along not in _KINDS:
            raise ValueError(f"there are no curves {along!r}\nhint: choose decision, cost or f-beta")
        super().__init__(tile)
        self.along = along
        raw = tile.curve(along, target_prior=target_prior).document.raw
        self._prior = fraction(raw["prior_positive"])
        self._rates = {name: _rates(matrix) for name, matrix in tile.matrices.items()}
        self.leads_ = _leads(raw, _KINDS[along].place)

    def value(self, name: str, x: Any) -> Fraction | None:
        """The exact height of a curve at ``x``: a threshold probability, a probability cost, or beta; None where the
        F-score is undefined, and at the threshold probability 1.

        Parameters
        ----------
        name : str
            The classifier.
        x : number
            Where; texts such as ``"1/3"`` are exact.

        Raises
        ------
        ValueError
            There is no such classifier, or the curve has no such place.

        Examples
        --------
        >>> from exactile import CurveDisplay, Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> CurveDisplay(tile).value("a", "1/3")
        Fraction(11, 40)
        """
        checked_name(name, self.tile.names)
        least, most = _KINDS[self.along].ends
        try:
            place = fraction(x)
        except (TypeError, ValueError, ZeroDivisionError, OverflowError):
            place = None
        if place is None or place < least or (most is not None and place > most):
            inside = f"from {least} on" if most is None else f"from {least} to {most}"
            raise ValueError(f"x={x!r} is no place of the curve\nhint: give a number {inside}")
        return self._height(*self._rates[name], place**2 if self.along == "f-beta" else place)

    def plot(
        self,
        ax: Any = None,
        *,
        name: str | Sequence[str] | Mapping[str, str] | None = None,
        colors: Mapping[str, Any] | None = None,
        legend: bool = True,
        **kwargs: Any,
    ) -> CurveDisplay:
        """Draw the curves. Those that are the best somewhere have colours, the others are grey.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; into a new figure unless given.
        name, colors, legend : optional
            As in :meth:`TileDisplay.plot`.
        **kwargs
            Properties of the lines of those that are the best somewhere, as for ``Axes.plot``.

        Returns
        -------
        CurveDisplay
            This one, with ``ax_``, ``figure_`` and ``lines_``.

        Examples
        --------
        >>> from exactile import CurveDisplay, Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> display = CurveDisplay(tile, "f-beta").plot()
        >>> sorted(display.lines_), display.ax_.get_xlabel()
        (['a', 'b'], 'beta')
        """
        given, called = colors_given(colors, self.tile.names), names_shown(name, self.tile.names)
        ax, is_new = axes(ax)
        kind = _KINDS[self.along]
        leaders = list(dict.fromkeys(name for lead in self.leads_ for name in lead.names))
        by_name = colours(self.tile.names, given)
        self.lines_ = {}
        places = self._places()
        x = [self._x(place) for place in places]

        def line(rates: tuple[Fraction, Fraction], **style: Any) -> Any:
            return ax.plot(x, self._heights(*rates, places), **style)[0]

        if self.along != "f-beta":
            for rate, label, dash in ((1, "all positive", (0, (5, 3))), (0, "all negative", (0, (1, 2)))):
                constant = (Fraction(rate), Fraction(rate))
                line(constant, color="0.45", linestyle=dash, linewidth=1, label=label)
        others = [one for one in self.tile.names if one not in leaders and one not in given]
        for one in others:
            self.lines_[one] = line(self._rates[one], color="0.75", linewidth=0.8)
        if len(others) == 1:
            self.lines_[others[0]].set_label(f"{short(called[others[0]])}, never the best")
        elif others:
            self.lines_[others[0]].set_label(f"{len(others)} never the best")
        shown = [*leaders, *(one for one in given if one in self._rates and one not in leaders)]
        for k, one in enumerate(shown):
            dashes = _DASHES[k // _SOLID % len(_DASHES)]
            style = {"color": by_name[one], "linestyle": dashes, "linewidth": 1.6, "label": short(called[one]), **kwargs}
            self.lines_[one] = line(self._rates[one], **style)
        for lead in self.leads_[1:]:
            if lead.start > 0:
                height = self._height(*self._rates[lead.names[0]], lead.start)
                if height is not None:
                    ax.plot([self._x(lead.start)], [float(height)], "o", color="black", markersize=3.5)
        ax.set(xlabel=kind.x_label, ylabel=kind.y_label, title=f"{kind.title}, positive prior {float(self._prior):.3g}")
        if self.along == "f-beta":
            ax.set(xscale="log", xlim=(0.1, 10), ylim=(0, 1.02))
        elif self.along == "cost":
            best = [float(self._height(*self._rates[lead.names[0]], lead.start) or 0) for lead in self.leads_]
            ax.set(xlim=(0, 1), ylim=(0, min(0.525, 2.5 * max(best) or 0.525)))
        else:
            top = float(self._prior)
            ax.set(xlim=(0, 1), ylim=(-0.15 * top, 1.05 * top))
        if legend:
            beside(ax, ax.get_legend_handles_labels()[0], is_new)
        self.ax_, self.figure_ = ax, ax.figure
        return self

    def _places(self) -> list[Fraction]:
        """Where curves are evaluated: evenly, and where the best changes."""
        if self.along == "f-beta":
            # Squares of beta from 1/100 to 100; only the drawing is spaced by logarithms.
            even = [Fraction(10 ** (4 * k / _STEPS - 2)).limit_denominator(10**6) for k in range(_STEPS + 1)]
        else:
            even = [Fraction(k, _STEPS) for k in range(_STEPS + (self.along == "cost"))]
        found = {*even, *(lead.start for lead in self.leads_)}
        return sorted(place for place in found if self.along == "cost" or place < 1 or self.along == "f-beta")

    def _x(self, place: Fraction) -> float:
        return float(place) ** 0.5 if self.along == "f-beta" else float(place)

    def _heights(self, tpr: Fraction, fpr: Fraction, places: list[Fraction]) -> list[float]:
        heights = [self._height(tpr, fpr, place) for place in places]
        return [float("nan") if height is None else float(height) for height in heights]

    def _height(self, tpr: Fraction, fpr: Fraction, place: Fraction) -> Fraction | None:
        """The height of a curve; F-curves are given the square of beta."""
        prior = self._prior
        if self.along == "cost":
            return place * (1 - tpr) + (1 - place) * fpr
        if self.along == "decision":
            return None if place >= 1 else prior * tpr - (1 - prior) * fpr * place / (1 - place)
        hits = (1 + place) * prior * tpr
        total = hits + place * prior * (1 - tpr) + (1 - prior) * fpr
        return None if total == 0 else hits / total


def _rates(matrix: Matrix) -> tuple[Fraction, Fraction]:
    """The true and the false positive rate."""
    return matrix.tp / (matrix.tp + matrix.fn), matrix.fp / (matrix.fp + matrix.tn)


def _leads(raw: Mapping[str, Any], member: str) -> tuple[Lead, ...]:
    """Who is best from where to where, by increasing places."""
    places = {entry["position"]: entry[member] for entry in raw["breaks"]}
    leads = []
    for entry in raw["first"]:
        ends = []
        for position in (entry["from"], entry["to"]):
            found = places.get(position, position)
            # F-curves end at an infinite beta.
            is_infinite = position == "1" and member == "f_beta_squared"
            ends.append(None if found is None or is_infinite else fraction(found))
        start, end = ends
        if end is not None and (start is None or start > end):
            start, end = end, start
        assert start is not None
        leads.append(Lead(start, end, tuple(entry["classifiers"])))
    return tuple(sorted(leads, key=lambda lead: lead.start))
