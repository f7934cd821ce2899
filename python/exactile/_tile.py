"""Classifiers on the Tile."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from . import _exactile, _results
from ._answers import document, flags, warn
from ._columns import columns_of, described, label, weights
from ._documents import Document, Table
from ._numbers import exact_text

__all__ = ["Matrix", "Tile"]


class Matrix(NamedTuple):
    """A confusion matrix of exact counts or weights."""

    tn: Fraction
    fp: Fraction
    fn: Fraction
    tp: Fraction


class Tile:
    """Two-class classifiers, to be ranked by every ranking score at once.

    Make one with :meth:`from_predictions`, :meth:`from_scores`, :meth:`from_estimators`,
    :meth:`from_confusion`, :meth:`from_counts` or :meth:`read`. It never changes, can be used from several
    threads, copied and pickled. In a notebook it shows itself: the region on which each classifier is
    first.

    Examples
    --------
    >>> from exactile import Tile
    >>> y = [0, 0, 0, 1, 1, 1]
    >>> tile = Tile.from_predictions(y, {"lr": [0, 0, 1, 1, 1, 1], "svm": [0, 0, 0, 0, 1, 1]})
    >>> tile.best("recall")
    ('lr',)
    >>> tile.best("precision")
    ('svm',)
    """

    __slots__ = ("_data", "_names")

    _data: _exactile.Data
    _names: list[str]

    def __init__(self, data: _exactile.Data) -> None:
        self._data = data
        self._names = data.names()
        warn(data.notes())

    # Making one

    @classmethod
    def from_predictions(
        cls,
        y_true: Any,
        predictions: Any,
        *,
        positive: Any = None,
        sample_weight: Any = None,
        drop_missing: bool = False,
    ) -> Tile:
        """Count predictions.

        Parameters
        ----------
        y_true : column
            The true labels: an array, a list, or a column of pandas, polars or pyarrow.
        predictions : mapping or data frame
            A column per classifier, by name.
        positive : label, optional
            The positive label. Without it, 1 is positive beside 0 or -1, and True beside False; any other
            pair of labels is refused.
        sample_weight : column of numbers, optional
            Weights, which are added up exactly: integers, ``Fraction``, ``Decimal``, and floats as the
            binary fractions that they are. Whole weights count samples.
        drop_missing : bool
            Leave out the samples that lack a label, a score or a weight, with a warning that counts them,
            instead of refusing them.

        Raises
        ------
        ValueError
            A value is missing, a classifier says a label that ``y_true`` never holds, or the positive label
            is not known. The message has the column and the row, counted from 0.

        Examples
        --------
        >>> from exactile import Tile
        >>> y = ["ill", "ill", "well", "well"]
        >>> Tile.from_predictions(y, {"a": ["ill", "well", "well", "well"]}, positive="ill").matrices["a"].fn
        Fraction(1, 1)
        """
        names, columns = _described(y_true, predictions)
        weighted = weights(sample_weight)
        return cls(_exactile.Data.from_predictions(names, columns, label(positive), weighted, drop_missing))

    @classmethod
    def from_scores(
        cls,
        y_true: Any,
        scores: Any,
        *,
        positive: Any = None,
        sample_weight: Any = None,
        drop_missing: bool = False,
    ) -> Tile:
        """Take models that give scores; each stands for the vertices of its ROC hull.

        The classifiers are named ``MODEL >= T``. :meth:`thresholds` says which threshold is best. Floats are
        taken as the shortest decimals that denote them, as CSV files have them: ``float(threshold)`` is the
        score itself.

        Parameters
        ----------
        y_true : column
            The true labels.
        scores : mapping or data frame
            A column of numbers per model. Larger scores speak for the positive class.
        positive : label, optional
            The positive label, as in :meth:`from_predictions`.
        sample_weight : column of whole numbers, optional
            How many samples each row stands for.
        drop_missing : bool
            As in :meth:`from_predictions`.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_scores([0, 0, 1, 1], {"m": [0.1, 0.6, 0.35, 0.8]})
        >>> tile.thresholds("f1")[0].auc
        Fraction(3, 4)
        """
        names, columns = _described(y_true, scores)
        weighted = weights(sample_weight)
        return cls(_exactile.Data.from_scores(names, columns, label(positive), weighted, drop_missing))

    @classmethod
    def from_estimators(
        cls,
        estimators: Mapping[str, Any],
        X: Any,
        y: Any,
        *,
        cv: Any = None,
        positive: Any = None,
        sample_weight: Any = None,
        drop_missing: bool = False,
    ) -> Tile:
        """Predict with estimators of scikit-learn, and count.

        Parameters
        ----------
        estimators : mapping
            Estimators by name. Without ``cv`` they have to be fitted.
        X, y
            The data and its true labels.
        cv : optional
            How ``sklearn.model_selection.cross_val_predict`` splits the data, on which the estimators are
            then fitted.
        positive, sample_weight, drop_missing : optional
            As in :meth:`from_predictions`; weights are not used for fitting.
        """
        if cv is None:
            predictions = {name: estimator.predict(X) for name, estimator in estimators.items()}
        else:
            from sklearn.model_selection import cross_val_predict

            predictions = {
                name: cross_val_predict(estimator, X, y, cv=cv) for name, estimator in estimators.items()
            }
        return cls.from_predictions(
            y, predictions, positive=positive, sample_weight=sample_weight, drop_missing=drop_missing
        )

    @classmethod
    def from_confusion(cls, matrices: Mapping[str, Any]) -> Tile:
        """Take confusion matrices ``[[tn, fp], [fn, tp]]``, as scikit-learn makes them.

        Cells are counts or weights. Floats are the binary fractions that they are.

        Examples
        --------
        >>> from exactile import Tile
        >>> Tile.from_confusion({"lr": [[35, 15], [15, 35]]}).score("accuracy")[0].value
        Fraction(7, 10)
        """
        lines = ["name,tn,fp,fn,tp"]
        for name, matrix in matrices.items():
            rows = [list(row) for row in matrix]
            if [len(row) for row in rows] != [2, 2]:
                raise ValueError(f"{name}: a confusion matrix is [[tn, fp], [fn, tp]]")
            cells = [exact_text(cell) for row in rows for cell in row]
            quoted = '"' + str(name).replace('"', '""') + '"'
            lines.append(",".join([quoted, *cells]))
        return cls(_exactile.Data.from_text("\n".join(lines) + "\n", "matrices", "matrices"))

    @classmethod
    def from_counts(
        cls,
        frame: Any,
        *,
        y_true: str = "y_true",
        count: str = "count",
        positive: Any = None,
        drop_missing: bool = False,
    ) -> Tile:
        """Take grouped counts: a column of true labels, a column per classifier, and one of counts.

        This is what a GROUP BY leaves of predictions; :func:`exactile.count` makes it where the data are.

        Parameters
        ----------
        frame : mapping or data frame
            The columns by name.
        y_true, count : str
            The names of the column of true labels and of the column of counts.
        positive, drop_missing : optional
            As in :meth:`from_predictions`.

        Examples
        --------
        >>> from exactile import Tile
        >>> frame = {"y_true": [0, 0, 1], "lr": [0, 1, 1], "count": [90, 10, 30]}
        >>> Tile.from_counts(frame).matrices["lr"].fp
        Fraction(10, 1)
        """
        columns = columns_of(frame)
        for name in (y_true, count):
            if name not in columns:
                raise ValueError(f"there is no column {name!r}\nhint: the frame has {', '.join(columns)}")
        truth, counts = columns.pop(y_true), columns.pop(count)
        return cls.from_predictions(
            truth, columns, positive=positive, sample_weight=counts, drop_missing=drop_missing
        )

    @classmethod
    def read(
        cls,
        path: str | os.PathLike[str],
        *,
        format: str | None = None,
        positive: Any = None,
        drop_missing: bool = False,
    ) -> Tile:
        """Read a file as the command line does: CSV or JSON of matrices, rates, predictions or scores.

        Parameters
        ----------
        path : path
            The file.
        format : {"matrices", "rates", "predictions", "scores", "json"}, optional
            What it holds; recognised unless given. Scores are never recognised.
        positive : label, optional
            The positive label.
        drop_missing : bool
            Leave out the rows of predictions or scores that lack a value, instead of refusing them.
        """
        with open(path, encoding="utf-8") as file:
            text = file.read()
        source, given = os.fspath(path), label(positive)
        return cls(_exactile.Data.from_text(text, source, format, given, drop_missing=drop_missing))

    # What it holds

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the classifiers."""
        return tuple(self._names)

    @property
    def positive(self) -> str | None:
        """The label that was taken as positive; None if there were no labels."""
        return self._data.parts()[3]

    @property
    def matrices(self) -> dict[str, Matrix]:
        """The confusion matrix of each classifier."""
        return {name: Matrix._make(cells) for name, cells in zip(self._names, self._data.matrices())}

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        most = 6
        shown = ", ".join(repr(name) for name in self._names[:most])
        more = f", ... {len(self) - most} more" if len(self) > most else ""
        positive = "" if self.positive is None else f", positive={self.positive!r}"
        return f"Tile({shown}{more}{positive})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tile):
            return NotImplemented
        return (self.positive, self.matrices) == (other.positive, other.matrices)

    def __hash__(self) -> int:
        return hash((self.positive, tuple(self.matrices.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        return (_unpickled, self._data.parts())

    def __copy__(self) -> Tile:
        return self

    def __deepcopy__(self, memo: Any) -> Tile:
        return self

    # Answers

    def _answer(self, *command: str, given: Iterable[str] = ()) -> dict[str, Any]:
        raw = document(self._data.answer(list(command), [*given, "--format=json"]))
        if self.positive is not None and "positive" not in raw:
            raw = {"schema": raw["schema"], "positive": self.positive, **raw}
        return raw

    def rank(
        self,
        score: str | None = None,
        *,
        at: Sequence[Any] | None = None,
        cost_fp: Any = None,
        cost_fn: Any = None,
    ) -> _results.Ranking:
        """The ranking by one preference, best first.

        Parameters
        ----------
        score : str, optional
            A metric's name; underscores may stand for hyphens.
        at : pair of numbers, optional
            A point (a, b) of the Tile instead.
        cost_fp, cost_fn : number, optional
            What a false alarm and a miss cost instead.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> [(row.name, row.value) for row in tile.rank("f1_score")]
        [('a', Fraction(7, 10)), ('b', Fraction(16, 23))]
        """
        costs = cost_fp is not None or cost_fn is not None
        if (score is not None) + (at is not None) + costs != 1:
            raise ValueError("give one preference: a score, at, or both cost_fp and cost_fn")
        if costs:
            at = cost_point(cost_fp, cost_fn)
        if at is not None:
            a, b = at
            score = f"r({exact_text(a)},{exact_text(b)})"
        assert score is not None
        return _results.ranking(self._data.rank(score), self._names, at is not None)

    def best(
        self,
        score: str | None = None,
        *,
        at: Sequence[Any] | None = None,
        cost_fp: Any = None,
        cost_fn: Any = None,
    ) -> tuple[str, ...]:
        """The names of those that are first by one preference, several if they tie.

        Parameters are those of :meth:`rank`.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> tile.best(cost_fp=1, cost_fn=5)
        ('b',)
        """
        return self.rank(score, at=at, cost_fp=cost_fp, cost_fn=cost_fn).first

    def score(self, *metrics: str) -> Table[_results.Scored]:
        """The values of metrics for each classifier; of all metrics if none is named."""
        return _results.scored(self._answer("score", given=flags(metric=list(metrics) or None)))

    def first_share(self, *, target_prior: Any = None) -> Table[_results.Share]:
        """On which share of the Tile each classifier is first, its best and worst rank, and the scores
        by which it is first.

        Parameters
        ----------
        target_prior : number, optional
            Shift all classifiers to a population with this positive prior first.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> tile.first_share()[1].first_share
        Fraction(11, 42)
        """
        prior = None if target_prior is None else exact_text(target_prior)
        return _results.shares(self._data.summary(prior), self._names)

    def regions(
        self,
        classifier: str | None = None,
        *,
        rank: int | None = None,
        area: bool = False,
        target_prior: Any = None,
    ) -> Table[_results.Region]:
        """The pieces of the Tile on which ranks are constant, with exact corners.

        Parameters
        ----------
        classifier : str, optional
            Only those of this one.
        rank : int, optional
            Only those whose ranks contain this one.
        area : bool
            Add exact areas.
        target_prior : number, optional
            Shift all classifiers to a population with this positive prior first.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> piece = tile.regions("b", rank=1, area=True)[0]
        >>> piece.vertices[0], piece.area
        ((Fraction(1, 1), Fraction(1, 1)), Fraction(11, 42))
        """
        given = flags(area=area, rank=rank, target_prior=target_prior, classifier=classifier)
        return _results.regions(self._answer("regions", given=given))

    def rankings(self, score: str | None = None, *, at: Sequence[Any] | None = None) -> Document:
        """How many rankings the preferences can produce; or the ranking around one preference, and how far
        it is to the nearest change.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> tile.rankings().cells
        2
        """
        return Document(self._answer("rankings", given=flags(score=score, at=at)))

    def compare(
        self,
        first: str,
        second: str,
        metric: str | None = None,
        *,
        at: Sequence[Any] | None = None,
        unpaired: bool = False,
        pattern_mass: Any = None,
        positives: int | None = None,
        negatives: int | None = None,
        exact: bool = False,
        seed: int | None = None,
    ) -> Document:
        """Which of two classifiers is better, and how sure that is.

        They are compared on the same samples if predictions or the scores of samples are known, otherwise as
        independent.

        Returns
        -------
        Document
            ``truly_better`` encloses the probability that the first is better on all samples there are,
            ``next`` has the probabilities that it is on the next test, ``swap_test`` the p-values of the exact
            test, ``discordant`` the samples that only one of the two has right, and ``paired``.

        Examples
        --------
        >>> from exactile import Tile
        >>> y = [0] * 10 + [1] * 10
        >>> tile = Tile.from_predictions(y, {"good": y, "poor": [0] * 15 + [1] * 5})
        >>> found = tile.compare("good", "poor", "f1")
        >>> found.paired, found.discordant.positives, found.swap_test.one_sided
        (True, (5, 0), Fraction(1, 32))
        """
        given = flags(
            score=metric,
            at=at,
            first=first,
            second=second,
            unpaired=unpaired,
            pattern_mass=pattern_mass,
            positives=positives,
            negatives=negatives,
            exact=exact,
            seed=seed,
        )
        raw = self._answer("compare", given=given)
        (pair,) = raw["pairs"]
        return Document({**{k: v for k, v in raw.items() if k not in ("pairs", "classifiers")}, **pair})

    def confidence(
        self,
        score: str | None = None,
        *,
        at: Sequence[Any] | None = None,
        model: str = "beta-binomial",
        beta: tuple[Any, Any] | None = None,
        beta_negative: tuple[Any, Any] | None = None,
        positives: int | None = None,
        negatives: int | None = None,
        exact: bool = False,
        question: str | None = None,
        unpaired: bool = False,
        level: Any = None,
        prior_pooling: Any = None,
        draws: int | None = None,
        seed: int | None = None,
    ) -> Table[_results.RankConfidence]:
        """How sure the ranks are: who is truly best, and who is first on the next test.

        Predictions and scores are compared on the same samples, confusion matrices as independent.

        Parameters
        ----------
        score, at
            The preference.
        model, beta, beta_negative, positives, negatives, exact
            As in :func:`exactile.pmf`.
        question : {"truly", "next"}, optional
            One question alone; both unless given.
        unpaired : bool
            Take predictions as independent too.
        level : number, optional
            The probability with which intervals of true ranks hold, and from which on tiers are parted.
        prior_pooling : "estimated" or number, optional
            A partially pooled prior of true rates: the share by which differences shrink, or that it is estimated.
        draws, seed : int, optional
            How much is drawn where simulation decides, and from which seed; results repeat exactly.

        Examples
        --------
        >>> from exactile import Tile
        >>> y = [0, 1] * 40
        >>> tile = Tile.from_predictions(y, {"good": y, "poor": [0, 1, 1, 0] * 20})
        >>> [(row.name, row.tier, row.true_rank_interval) for row in tile.confidence("f1")]
        [('good', 1, RankInterval(best=1, worst=1)), ('poor', 2, RankInterval(best=2, worst=2))]
        """
        given = flags(
            score=score,
            at=at,
            model=model,
            beta=beta,
            beta_negative=beta_negative,
            positives=positives,
            negatives=negatives,
            exact=exact,
            question=question,
            unpaired=unpaired,
            level=level,
            prior_pooling=prior_pooling,
            draws=draws,
            seed=seed,
        )
        return _results.confidence(self._answer("confidence", given=given))

    def thresholds(
        self,
        score: str | None = None,
        *,
        at: Sequence[Any] | None = None,
        cost_fp: Any = None,
        cost_fn: Any = None,
        target_prior: Any = None,
    ) -> Table[_results.Model]:
        """AUC, Brier score, ROC hull and best thresholds of models that give scores.

        Parameters
        ----------
        score, at, cost_fp, cost_fn
            The preference for which thresholds are best.
        target_prior : number, optional
            The positive prior of the population in which they are applied.
        """
        if self._data.parts()[1] != "scores":
            raise ValueError("there are no thresholds without scores\nhint: make the Tile with from_scores")
        given = flags(score=score, at=at, cost_fp=cost_fp, cost_fn=cost_fn, target_prior=target_prior)
        return _results.models(self._answer("thresholds", given=given))

    def curve(
        self,
        along: str | None = None,
        *,
        start: str | Sequence[Any] | None = None,
        end: str | Sequence[Any] | None = None,
        pairs: bool = False,
        target_prior: Any = None,
    ) -> _results.Curve:
        """All rankings along a segment of the Tile.

        Parameters
        ----------
        along : {"decision", "cost", "f-beta"}, optional
            A segment with a name: decision curves, cost curves, F-scores.
        start, end : str or pair of numbers, optional
            The ends of another one: scores, or points of the Tile.
        pairs : bool
            Name the classifiers that swap, in ``document``.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_confusion({"a": [[35, 15], [15, 35]], "b": [[25, 25], [10, 40]]})
        >>> [row.position for row in tile.curve("decision")]
        [Fraction(1, 3)]
        """
        given = flags(along=along, from_=start, to=end, pairs=pairs, target_prior=target_prior)
        return _results.curve(self._answer("curve", given=given))

    # Pictures

    def svg(
        self,
        flavor: str = "entity",
        *,
        rank: int | None = None,
        classifier: str | None = None,
        score: str | None = None,
        show: Sequence[str] = (),
        size: int | None = None,
        target_prior: Any = None,
    ) -> str:
        """A picture of the Tile as SVG, with exact borders.

        Parameters
        ----------
        flavor : str
            ``entity`` (who is ranked first, or ``rank``-th), ``rank`` or ``value`` (of ``classifier``), ``best``,
            ``worst``, ``no-skill``, ``frontiers``, ``rankings``, ``correlation`` (of ``score``), ``confidence``.
        show : sequence of {"scores", "grid", "no-skill-curve", "legend"}
            What to draw besides.
        size : int, optional
            The width in pixels.
        """
        given = flags(
            flavor=flavor,
            rank=rank,
            classifier=classifier,
            score=score,
            show=list(show) or None,
            size=size,
            target_prior=target_prior,
        )
        result, notes, _ = self._data.answer(["tile"], given)
        warn(notes.splitlines())
        return result.decode()

    def save(self, path: str | os.PathLike[str], flavor: str = "entity", **options: Any) -> None:
        """Write a picture of the Tile to a file ``.svg`` or ``.png``.

        Parameters
        ----------
        path : path
            The file.
        flavor, **options
            As in :meth:`svg`.
        """
        ending = os.path.splitext(path)[1].lower()
        if ending not in (".svg", ".png"):
            raise ValueError(f"pictures cannot be written as {ending!r}\nhint: name a file .svg or .png")
        svg = self.svg(flavor, **options)
        _write(path, svg.encode() if ending == ".svg" else _exactile.png(svg, 2.0))

    def _repr_svg_(self) -> str:
        return self.svg(show=["scores", "legend"])

    def report(self, path: str | os.PathLike[str] | None = None, *, target_prior: Any = None) -> str:
        """The page to choose a classifier by, as HTML without any need of a network.

        Parameters
        ----------
        path : path, optional
            A file to write it to.
        target_prior : number, optional
            The positive prior that the page begins with.
        """
        result, notes, _ = self._data.answer(["report"], flags(target_prior=target_prior))
        warn(notes.splitlines())
        if path is not None:
            _write(path, result)
        return result.decode()

    def explore(self, *, height: int = 900) -> Page:
        """The page of :meth:`report` within a notebook."""
        return Page(self.report(), height)


class Page:
    """A page that a notebook shows in a frame of its own."""

    __slots__ = ("height", "html")

    def __init__(self, html: str, height: int) -> None:
        self.html = html
        self.height = height

    def _repr_html_(self) -> str:
        from html import escape

        source = escape(self.html, quote=True)
        return (
            f'<iframe srcdoc="{source}" sandbox="allow-scripts allow-downloads" '
            f'style="width: 100%; height: {self.height}px; border: 0"></iframe>'
        )


def cost_point(cost_fp: Any, cost_fn: Any) -> tuple[Fraction, Fraction]:
    """The point of the Tile that orders as costs do."""
    from ._functions import place

    if cost_fp is None or cost_fn is None:
        raise ValueError("one cost is missing\nhint: give cost_fp and cost_fn")
    at = place(cost_fp=cost_fp, cost_fn=cost_fn)
    assert at is not None
    return at


def _described(y_true: Any, others: Any) -> tuple[list[str], list[Any]]:
    columns = columns_of(others)
    try:
        found = [described(y_true)]
    except ValueError as error:
        raise ValueError(f"y_true: {error}") from None
    for name, column in columns.items():
        try:
            found.append(described(column))
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
    return ["y_true", *columns], found


def _unpickled(
    text: bytes,
    format: str | None,
    given: str | None,
    positive: str | None,
    drop_missing: bool = False,
    are_samples: bool = True,
) -> Tile:
    import warnings

    with warnings.catch_warnings():
        # What there was to notice was said when it was made.
        warnings.simplefilter("ignore")
        parts = (format, given, positive, drop_missing, are_samples)
        return Tile(_exactile.Data.from_text(text.decode(), "pickle", *parts))


def _write(path: str | os.PathLike[str], content: bytes) -> None:
    """Writes a file whole or not at all."""
    import tempfile

    folder = os.path.dirname(os.path.abspath(path))
    handle, temporary = tempfile.mkstemp(dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
