"""What all displays share: the constructors of scikit-learn's displays, and the arguments of drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from ._estimators import name_of
from ._extras import needed
from ._held import checked
from ._tile import Tile

__all__ = ["Display"]

Shown = TypeVar("Shown", bound="Display")


class Display:
    """A drawing of a Tile with matplotlib, with the interface of scikit-learn's displays.

    ``from_predictions``, ``from_estimators`` and ``from_estimator`` make a Tile and draw it at once; a display of a Tile that
    there is already is drawn by ``plot``.

    Parameters
    ----------
    tile : Tile
        The classifiers.

    Attributes
    ----------
    ax_ : matplotlib Axes
        The axes that were drawn into.
    figure_ : matplotlib Figure
        Their figure.

    Examples
    --------
    >>> from exactile import Tile, TileDisplay
    >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
    >>> TileDisplay(tile).tile is tile
    True
    """

    tile: Tile
    ax_: Any
    figure_: Any

    #: The method of estimators that is asked unless another is named.
    _response: str = "predict"
    #: The arguments of the class itself, which are none of drawing.
    _options: frozenset[str] = frozenset()

    def __init__(self, tile: Tile) -> None:
        self.tile = checked(tile, type(self).__name__)  # type: ignore[assignment]

    def plot(
        self: Shown,
        ax: Any = None,
        *,
        name: str | Sequence[str] | Mapping[str, str] | None = None,
        colors: Mapping[str, Any] | None = None,
        legend: bool = True,
        **kwargs: Any,
    ) -> Shown:
        """Draw.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; into a new figure unless given.
        name : str, sequence or mapping, optional
            What the classifiers are called in the legend: the only one, all in their order, or some by name.
        colors : mapping, optional
            Colours by classifier.
        legend : bool
            Write a legend.
        **kwargs
            Properties of what is drawn for each classifier.

        Examples
        --------
        >>> from exactile import Tile, TileDisplay
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> display = TileDisplay(tile).plot(name={"a": "logistic regression"})
        >>> display.figure_ is display.ax_.figure
        True
        """
        raise NotImplementedError

    @classmethod
    def from_predictions(
        cls: type[Shown],
        y_true: Any,
        predictions: Any,
        *,
        positive: Any = None,
        pos_label: Any = None,
        sample_weight: Any = None,
        drop_missing: bool = False,
        missing: Sequence[str] | None = None,
        ax: Any = None,
        name: str | Sequence[str] | Mapping[str, str] | None = None,
        **options: Any,
    ) -> Shown:
        """Draw predictions.

        Parameters
        ----------
        y_true, predictions, positive, pos_label, sample_weight, drop_missing, missing
            As in :meth:`Tile.from_predictions`; scores are taken as in :meth:`Tile.from_scores` by the display of ROC curves.
        ax, name
            As in :meth:`plot`.
        **options
            The other parameters of the class and of :meth:`plot`.

        Examples
        --------
        >>> from exactile import TileDisplay
        >>> display = TileDisplay.from_predictions([0, 0, 1, 1], {"lr": [0, 1, 1, 1], "svm": [0, 0, 0, 1]})
        >>> sorted(display.patches_)
        ['lr', 'svm']
        """
        given = dict(positive=positive, pos_label=pos_label, sample_weight=sample_weight, drop_missing=drop_missing, missing=missing)
        return cls._drawn(cls._tile_of(y_true, predictions, given), ax, name, options)

    @classmethod
    def from_estimators(
        cls: type[Shown],
        estimators: Any,
        X: Any,
        y: Any,
        *,
        cv: Any = None,
        groups: Any = None,
        n_jobs: int | None = None,
        response_method: str | Sequence[str] | None = None,
        positive: Any = None,
        pos_label: Any = None,
        sample_weight: Any = None,
        drop_missing: bool = False,
        ax: Any = None,
        name: str | Sequence[str] | Mapping[str, str] | None = None,
        **options: Any,
    ) -> Shown:
        """Draw what estimators answer.

        Parameters
        ----------
        estimators, X, y, cv, groups, n_jobs, response_method, positive, pos_label, sample_weight, drop_missing
            As in :meth:`Tile.from_estimators`; unless named, the method is ``auto`` for ROC curves and ``predict`` otherwise.
        ax, name
            As in :meth:`plot`.
        **options
            The other parameters of the class and of :meth:`plot`.

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
            estimators,
            X,
            y,
            cv=cv,
            groups=groups,
            n_jobs=n_jobs,
            response_method=response_method or cls._response,
            positive=positive,
            pos_label=pos_label,
            sample_weight=sample_weight,
            drop_missing=drop_missing,
        )
        return cls._drawn(tile, ax, name, options)

    @classmethod
    def from_estimator(cls: type[Shown], estimator: Any, X: Any, y: Any, *, name: str | None = None, **options: Any) -> Shown:
        """Draw what one estimator answers.

        Parameters
        ----------
        estimator, X, y
            As in :meth:`Tile.from_estimator`.
        name : str, optional
            What it is called; the name of its class unless given.
        **options
            As in :meth:`from_estimators`.

        Examples
        --------
        >>> from sklearn.datasets import load_iris
        >>> from sklearn.naive_bayes import GaussianNB
        >>> from exactile import RocDisplay
        >>> data = load_iris()
        >>> sorted(RocDisplay.from_estimator(GaussianNB(), data.data, data.target == 2, cv=5).lines_)
        ['GaussianNB']
        """
        return cls.from_estimators({name or name_of(estimator): estimator}, X, y, **options)

    @classmethod
    def _tile_of(cls, y_true: Any, predictions: Any, given: dict[str, Any]) -> Tile:
        return Tile.from_predictions(y_true, predictions, **given)

    @classmethod
    def _drawn(cls: type[Shown], tile: Tile, ax: Any, name: Any, options: dict[str, Any]) -> Shown:
        own = {key: value for key, value in options.items() if key in cls._options}
        rest = {key: value for key, value in options.items() if key not in cls._options}
        return cls(tile, **own).plot(ax, name=name, **rest)


def axes(ax: Any, **figure: Any) -> tuple[Any, bool]:
    """The axes to draw into, and whether they are those of a new figure."""
    pyplot = needed("matplotlib.pyplot", "drawing")
    if ax is None:
        return pyplot.subplots(layout="constrained", **figure)[1], True
    if not (hasattr(ax, "add_patch") and hasattr(ax, "plot")):
        raise ValueError(f"ax is {type(ax).__name__}\nhint: give one Axes of matplotlib, as figure.add_subplot() returns it")
    return ax, False


def colors_given(colors: Any, names: Sequence[str]) -> dict[str, Any]:
    """Colours by classifier."""
    if colors is None:
        return {}
    if not isinstance(colors, Mapping):
        raise ValueError(f"colors are {type(colors).__name__}\nhint: give a dict, {{{names[0]!r}: \"gold\"}}")
    for name in colors:
        checked_name(name, names)
    return dict(colors)


def names_shown(name: Any, names: Sequence[str]) -> dict[str, str]:
    """What each classifier is called in a legend."""
    if name is None:
        return {one: one for one in names}
    if isinstance(name, Mapping):
        for one in name:
            checked_name(one, names)
        return {one: str(name.get(one, one)) for one in names}
    shown = [name] if isinstance(name, str) else list(name)
    if len(shown) != len(names):
        hint = "give a name for each, or a dict with those of some"
        raise ValueError(f"there are {len(names)} classifiers and {len(shown)} names\nhint: {hint}")
    return dict(zip(names, map(str, shown)))


def checked_name(name: Any, names: Sequence[str]) -> None:
    """Refuses names of no classifier."""
    if name not in names:
        raise ValueError(f"there is no classifier {name!r}\nhint: the Tile has {', '.join(map(repr, names))}")
