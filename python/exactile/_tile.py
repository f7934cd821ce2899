"""Classifiers on the Tile."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from . import _estimators, _exactile
from ._answers import flags, quoted, repeated
from ._asked import Asked
from ._cells import exact_cells
from ._columns import aligned, by_name, columns_of, described, label, one_label, weights
from ._drawn import Drawn
from ._held import Matrix
from ._numbers import exact_text
from ._progress import steps

__all__ = ["Matrix", "Tile"]


class Tile(Asked, Drawn):
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

    __slots__ = ()

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
        missing: Sequence[str] | None = None,
    ) -> Tile:
        """Count predictions.

        Parameters
        ----------
        y_true : column
            The true labels: an array, a list, a column of pandas, polars or pyarrow, or any other with the Arrow
            interface (``__arrow_c_array__`` or ``__arrow_c_stream__``), of shape (n_samples,).
        predictions : mapping, data frame, or column
            A column per classifier, by name. A frame may come from any library with ``__arrow_c_stream__``, as a
            relation of DuckDB does. One column alone is one classifier, called by the name of the column, or ``classifier``.
        positive, pos_label : label, optional
            The positive label. Without it, 1 is positive beside 0 or -1, and True beside False; any other
            pair of labels is refused. ``pos_label`` is another name of it. Booleans beside true labels 0 and 1, and the other
            way round, are the same labels.
        sample_weight : column of numbers, optional
            Weights, which are added up exactly: integers, ``Fraction``, ``Decimal``, and floats as the
            binary fractions that they are. Whole weights count samples.
        drop_missing : bool
            Leave out the samples that lack a label, a score or a weight, with a warning that counts them,
            instead of refusing them.
        missing : sequence of str, optional
            The texts that stand for a missing value besides the empty one, in place of ``NA``, ``NaN``, ``none``, ``null`` and the
            like: with ``missing=()`` they are labels. None, NaN and other values of libraries are missing all the same.

        Raises
        ------
        ValueError
            A value is missing, a classifier says a label that ``y_true`` never holds, or the positive label
            is not known. The message has the column and the row, counted from 0. Or the index of a column of pandas has the labels
            of that of ``y_true`` in another order.
        ImportError
            A column has the Arrow interface, and neither pyarrow nor polars is there to read it.

        Notes
        -----
        Values are matched by position, as in scikit-learn, and the index of pandas is not used. Only an index that would say
        something else of every sample, the labels of ``y_true`` in another order, is refused.

        Examples
        --------
        >>> from exactile import Tile
        >>> y = ["ill", "ill", "well", "well"]
        >>> Tile.from_predictions(y, {"a": ["ill", "well", "well", "well"]}, positive="ill").matrices["a"].fn
        Fraction(1, 1)
        """
        positive = one_label(positive, pos_label)
        names, columns = _described(y_true, by_name(predictions, "classifier"))
        aligned("y_true", y_true, [("sample_weight", sample_weight)])
        weighted = weights(sample_weight)
        return cls(_exactile.Data.from_predictions(names, columns, label(positive), weighted, drop_missing, _texts(missing)))

    @classmethod
    def from_scores(
        cls,
        y_true: Any,
        scores: Any,
        *,
        positive: Any = None,
        pos_label: Any = None,
        sample_weight: Any = None,
        drop_missing: bool = False,
        missing: Sequence[str] | None = None,
    ) -> Tile:
        """Take models that give scores; each stands for the vertices of its ROC hull.

        The classifiers are named ``MODEL >= T``. :meth:`thresholds` says which threshold is best. Floats are
        taken as the shortest decimals that denote them, as CSV files have them: ``float(threshold)`` is the
        score itself, and ``numpy.float32(threshold)`` that of a column of ``float32``.

        Parameters
        ----------
        y_true : column
            The true labels.
        scores : mapping, data frame, or column
            A column of numbers per model; one column alone is one model, called by the name of the column, or ``model``. Larger scores speak for the positive class.
        positive, pos_label : label, optional
            The positive label, as in :meth:`from_predictions`.
        sample_weight : column of numbers, optional
            How many samples each row stands for, or weights, which are counted in parts of a sample that all of them
            are multiples of: decimals of few digits are, as ``Decimal`` or ``Fraction``; of floats those such as 0.25.
        drop_missing, missing : optional
            As in :meth:`from_predictions`; ``missing`` is about the true labels.

        Examples
        --------
        >>> from exactile import Tile
        >>> tile = Tile.from_scores([0, 0, 1, 1], {"m": [0.1, 0.6, 0.35, 0.8]})
        >>> tile.thresholds("f1")[0].auc
        Fraction(3, 4)
        """
        positive = one_label(positive, pos_label)
        names, columns = _described(y_true, by_name(scores, "model"))
        aligned("y_true", y_true, [("sample_weight", sample_weight)])
        weighted = weights(sample_weight)
        return cls(_exactile.Data.from_scores(names, columns, label(positive), weighted, drop_missing, missing=_texts(missing)))

    @classmethod
    def from_estimators(
        cls,
        estimators: Any,
        X: Any,
        y: Any,
        *,
        cv: Any = None,
        groups: Any = None,
        n_jobs: int | None = None,
        response_method: str | Sequence[str] = "predict",
        positive: Any = None,
        pos_label: Any = None,
        sample_weight: Any = None,
        drop_missing: bool = False,
    ) -> Tile:
        """Ask estimators of scikit-learn, and count.

        Parameters
        ----------
        estimators : mapping, or sequence of pairs (name, estimator)
            Estimators by name. Without ``cv`` they have to be fitted. Or by name what
            ``cross_validate(..., return_estimator=True, return_indices=True)`` has returned, where each sample is tested in one
            fold: the estimator of each fold answers for its samples. (What ``cross_val_predict`` returns are predictions.)
        X, y
            The data and its true labels.
        cv : optional
            How ``sklearn.model_selection.cross_val_predict`` splits the data, on which the estimators are
            then fitted.
        groups : optional
            The group of each sample, for splitters such as ``GroupKFold``.
        n_jobs : int, optional
            How many folds are fitted at once.
        response_method : {"predict", "predict_proba", "decision_function", "auto"} or sequence of these
            The method of the estimators that is asked, the first that an estimator has. With scores, which ``auto`` takes, the Tile
            is that of :meth:`from_scores`.
        positive, pos_label, sample_weight, drop_missing : optional
            As in :meth:`from_predictions`; weights are not used for fitting.

        Raises
        ------
        ValueError
            Something does not predict, the index of ``X`` has the labels of that of ``y`` in another order, folds overlap, or as in
            :meth:`from_predictions`.

        Examples
        --------
        >>> from sklearn.datasets import load_iris
        >>> from sklearn.naive_bayes import GaussianNB
        >>> from sklearn.tree import DecisionTreeClassifier
        >>> from exactile import Tile
        >>> data = load_iris()
        >>> estimators = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=2, random_state=0)}
        >>> tile = Tile.from_estimators(estimators, data.data, data.target == 2, cv=5)
        >>> [sum(matrix) == 150 for matrix in tile.matrices.values()]
        [True, True]
        >>> tile = Tile.from_estimators(estimators, data.data, data.target == 2, cv=5, response_method="predict_proba")
        >>> [model.name for model in tile.thresholds("f1")]
        ['bayes', 'tree']
        """
        positive = one_label(positive, pos_label)
        given = _estimators.by_name(estimators)
        aligned("y", y, [("X", X)])
        found = _estimators.answers(
            given,
            X,
            y,
            cv=cv,
            groups=groups,
            n_jobs=n_jobs,
            response_method=response_method,
            positive=positive,
            sample_weight=sample_weight,
        )
        make = cls.from_scores if found.are_scores else cls.from_predictions
        return make(found.y, found.columns, positive=positive, sample_weight=found.sample_weight, drop_missing=drop_missing)

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, *, name: str | None = None, **options: Any) -> Tile:
        """Ask one estimator of scikit-learn, and count.

        Parameters
        ----------
        estimator
            An estimator, or what ``cross_validate`` has returned.
        X, y
            The data and its true labels.
        name : str, optional
            What it is called; the name of its class unless given.
        **options
            As in :meth:`from_estimators`.

        Examples
        --------
        >>> from sklearn.datasets import load_iris
        >>> from sklearn.naive_bayes import GaussianNB
        >>> from exactile import Tile
        >>> data = load_iris()
        >>> Tile.from_estimator(GaussianNB(), data.data, data.target == 2, cv=5).names
        ('GaussianNB',)
        """
        return cls.from_estimators({name or _estimators.name_of(estimator): estimator}, X, y, **options)

    @classmethod
    def from_confusion(cls, matrices: Mapping[str, Any]) -> Tile:
        """Take confusion matrices ``[[tn, fp], [fn, tp]]``, as scikit-learn makes them.

        Parameters
        ----------
        matrices : mapping
            Matrices by name, as arrays of shape (2, 2), lists, ``confusion_matrix(...).ravel()``, dicts, Series, named tuples or
            records of ``tn``, ``fp``, ``fn``, ``tp``, or :class:`Matrix`. Of data frames with labels 0 and 1, or the like, on both
            sides the labels count, in whatever order; one whose rows are called predictions, or of whose labels the positive one is
            not known, is refused. Or a data frame with these four columns, whose rows go by its column
            ``name`` or its index. Cells are counts or weights;
            floats are the binary fractions that they are, but that priors which differ by the rounding of floats are one, with a
            warning.

        Raises
        ------
        ValueError
            A matrix has another shape, a cell is negative or no number, all cells are 0, or a matrix of floats is normalised so
            that the share of positives is lost, as scikit-learn does it with ``normalize="true"`` or ``normalize="pred"``.

        Examples
        --------
        >>> from exactile import Tile
        >>> Tile.from_confusion({"lr": [[35, 15], [15, 35]]}).score("accuracy")[0].value
        Fraction(7, 10)
        """
        lines = ["name,tn,fp,fn,tp"]
        if hasattr(matrices, "columns") and any(hasattr(matrices, method) for method in ("to_dict", "to_dicts")):
            matrices = _frame_of_counts(matrices)
        given = _named(matrices, "confusion matrices", "[[tn, fp], [fn, tp]]")
        for name, cells in exact_cells({str(name): _cells_of(name, matrix) for name, matrix in given.items()}).items():
            lines.append(",".join([quoted(name), *cells]))
        return cls(_exactile.Data.from_text(("\n".join(lines) + "\n").encode(), "matrices", "matrices"))

    @classmethod
    def from_counts(
        cls,
        frame: Any,
        *,
        y_true: str = "y_true",
        count: str = "count",
        positive: Any = None,
        pos_label: Any = None,
        drop_missing: bool = False,
        missing: Sequence[str] | None = None,
    ) -> Tile:
        """Take grouped counts: a column of true labels, a column per classifier, and one of counts.

        This is what a GROUP BY leaves of predictions; :func:`exactile.count` makes it where the data are.

        Parameters
        ----------
        frame : mapping or data frame
            The columns by name; a frame may be a DuckDB relation, or whatever else has ``__arrow_c_stream__``.
        y_true, count : str
            The names of the column of true labels and of the column of counts.
        positive, pos_label, drop_missing, missing : optional
            As in :meth:`from_predictions`.

        Examples
        --------
        >>> from exactile import Tile
        >>> frame = {"y_true": [0, 0, 1], "lr": [0, 1, 1], "count": [90, 10, 30]}
        >>> Tile.from_counts(frame).matrices["lr"].fp
        Fraction(10, 1)
        """
        positive = one_label(positive, pos_label)
        if isinstance(frame, (str, os.PathLike)):
            raise ValueError(f"counts are {type(frame).__name__}\nhint: read a file with Tile.read, or count it with exactile.count")
        columns = columns_of(frame)
        for name in (y_true, count):
            if name not in columns:
                raise ValueError(f"there is no column {name!r}\nhint: the frame has {', '.join(columns)}")
        truth, counts = columns.pop(y_true), columns.pop(count)
        try:
            return cls.from_predictions(
                truth, columns, positive=positive, sample_weight=counts, drop_missing=drop_missing, missing=missing
            )
        except ValueError as error:
            raise ValueError(str(error).replace("sample_weight", count, 1)) from None

    @classmethod
    def read(
        cls,
        path: str | os.PathLike[str],
        *,
        format: str | None = None,
        positive: Any = None,
        pos_label: Any = None,
        drop_missing: bool = False,
        prior: Any = None,
        truth: str | None = None,
        only: str | Sequence[str] | None = None,
        ignore: str | Sequence[str] | None = None,
        weight: str | None = None,
        where: Mapping[str, Any] | None = None,
        id: str | None = None,
        model: str | None = None,
        prediction: str | None = None,
        correct: bool = False,
        flip: str | Sequence[str] | None = None,
        repeat: str | None = None,
    ) -> Tile:
        """Read a file as the command line does, whatever its form: CSV, JSON, gzip and zstd among them.

        Parameters
        ----------
        path : path
            The file.
        format : {"matrices", "rates", "predictions", "scores", "json"}, optional
            What it holds; recognised unless given.
        positive, pos_label : label, optional
            The positive label.
        drop_missing : bool
            Leave out the rows of predictions or scores that lack a value, instead of refusing them.
        prior : number, optional
            The positive prior of rates that come without one.
        truth, weight, id, model, prediction : str, optional
            The columns of the true labels, of the weights of the rows, of the identifiers, and in a table with a row for each
            classifier and sample those of the classifiers' names and of their predictions; found by their usual names
            unless given.
        only, ignore, flip : str or sequence of str, optional
            The columns that are classifiers; columns that are left out; models whose low scores mean positive.
        where : mapping, optional
            Values that rows have in some columns: ``{"dataset": "A"}``. Other rows are left out.
        correct : bool
            The columns say who was right: no true labels are needed, and the questions are those of accuracy.
        repeat : {"first"}, optional
            The row that counts of a sample that was tried several times.

        Examples
        --------
        >>> import tempfile, pathlib
        >>> from exactile import Tile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder) / "predictions.csv"
        ...     _ = path.write_text("y_true,lr,svm\\nill,ill,well\\nwell,ill,well\\n")
        ...     Tile.read(path, positive="ill")
        Tile('lr', 'svm', positive='ill')
        """
        if isinstance(path, (list, tuple)):
            raise ValueError("one file is read here\nhint: join them first, with pandas.merge on the identifier of the samples")
        if not isinstance(path, (str, os.PathLike)):
            raise ValueError(f"path is {type(path).__name__}\nhint: give columns in memory to Tile.from_predictions, from_scores or from_counts")
        with open(path, "rb") as file:
            content = file.read()
        columns = {"truth": truth, "weight": weight, "id": id, "model_column": model, "prediction": prediction}
        reading = flags(**columns, correct=correct, repeat=repeat)
        reading += [*repeated("only", only), *repeated("ignore", ignore), *repeated("flip", flip)]
        reading += [f"--where={column}={label(value)}" for column, value in (where or {}).items()]
        source, given = os.fspath(path), label(one_label(positive, pos_label))
        given_prior = None if prior is None else exact_text(prior)
        return cls(
            _exactile.Data.from_text(
                content, source, format, given, drop_missing=drop_missing, prior=given_prior, reading=reading, file=source
            )
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return (_unpickled, self._data.parts())

    def __copy__(self) -> Tile:
        return self

    def __deepcopy__(self, memo: Any) -> Tile:
        return self


def _named(given: Any, what: str, example: str) -> Mapping[str, Any]:
    """Things that have to come by name."""
    if not isinstance(given, Mapping):
        raise ValueError(f'{what} are {type(given).__name__}\nhint: give a dict with names, {{"lr": {example}}}')
    return given


def _cells_of(name: Any, matrix: Any) -> list[Any]:
    try:
        return _cells(matrix)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def _cells(matrix: Any) -> list[Any]:
    """The cells tn, fp, fn, tp."""
    if isinstance(matrix, Matrix):
        return list(matrix)
    names = _names_of(matrix)
    if names is not None:
        matrix = dict(zip(names, matrix))
    elif hasattr(matrix, "to_numpy"):
        matrix = _in_order(matrix)
    cells = _by_name(matrix) if isinstance(matrix, Mapping) else _in_a_row(matrix)
    if cells is not None:
        return cells
    try:
        rows = [list(row) for row in matrix]
    except TypeError:
        rows = []
    if isinstance(matrix, Mapping) or [len(row) for row in rows] != [2, 2]:
        what = "a confusion matrix is [[tn, fp], [fn, tp]]"
        of_more = len(rows) > 2 and len(rows) == len(rows[0])
        raise ValueError(f"{what}\nhint: of several classes, compare all labels with one first" if of_more else what)
    return [cell for row in rows for cell in row]


def _names_of(matrix: Any) -> Sequence[Any] | None:
    """The names of the cells of a Series, a named tuple, or a record of NumPy, if all four have theirs."""
    index = getattr(matrix, "index", ()) if hasattr(matrix, "to_numpy") and not hasattr(matrix, "columns") else ()
    names = getattr(matrix, "_fields", None) or getattr(getattr(matrix, "dtype", None), "names", None) or index
    return names if {"tn", "fp", "fn", "tp"} <= {str(name).strip().lower() for name in names} else None


#: Pairs of labels of which the second is positive.
_USUAL_PAIRS = (["0", "1"], ["-1", "1"], ["false", "true"], ["no", "yes"], ["negative", "positive"], ["neg", "pos"])


def _in_order(frame: Any) -> Any:
    """The values of a frame as ``[[tn, fp], [fn, tp]]``, by the labels of its rows and columns where it has them."""
    values = frame.to_numpy()
    index, columns = (getattr(frame, axis, None) for axis in ("index", "columns"))
    if index is None or columns is None or getattr(values, "shape", None) != (2, 2):
        return values
    plain = "hint: give [[tn, fp], [fn, tp]] as it is, with .to_numpy()"
    said, true = (str(getattr(axis, "name", None) or "").lower() for axis in (index, columns))
    if "pred" in said or any(word in true for word in ("true", "truth", "actual")):
        raise ValueError(f"the rows of this frame are predictions: they are called {said!r}, and its columns {true!r}\nhint: exchange them, with .T")
    rows, across = ([str(label).strip().lower() for label in axis] for axis in (index, columns))
    if sorted(rows) != sorted(across):
        # Words for the cells, such as "actual 0" beside "predicted 0": those of one side have to stand in one order.
        last = [[label.rsplit(None, 1)[-1] if label else label for label in axis] for axis in (rows, across)]
        if any(sorted(axis) in map(sorted, _USUAL_PAIRS) and axis not in _USUAL_PAIRS for axis in last):
            raise ValueError(f"the positive class stands first in this frame: {[*index]!r}, {[*columns]!r}\nhint: give [[tn, fp], [fn, tp]], from the negative class to the positive one")
        return values
    if sorted(rows) not in map(sorted, _USUAL_PAIRS):
        raise ValueError(f"which label is positive is not known: {index[0]!r} or {index[1]!r}\n{plain}")
    order = [[axis.index(label) for label in next(pair for pair in _USUAL_PAIRS if sorted(pair) == sorted(axis))] for axis in (rows, across)]
    return [[values[row][column] for column in order[1]] for row in order[0]]


def _by_name(matrix: Mapping[Any, Any]) -> list[Any] | None:
    """The cells of a dict of counts, whatever else is in it."""
    named = {str(name).strip().lower(): count for name, count in matrix.items()}
    names = ("tn", "fp", "fn", "tp")
    return [named[name] for name in names] if all(name in named for name in names) else None


def _in_a_row(matrix: Any) -> list[Any] | None:
    """The cells of ``confusion_matrix(...).ravel()``."""
    try:
        cells = list(matrix)
    except TypeError:
        return None
    return cells if len(cells) == 4 and not any(hasattr(cell, "__len__") for cell in cells) else None


def _frame_of_counts(frame: Any) -> dict[Any, Any]:
    """Matrices by name of a frame with the columns tn, fp, fn, tp: by its column of names, or by its index."""
    rows = frame.to_dict("records") if hasattr(frame, "to_dict") and hasattr(frame, "index") else frame.to_dicts()
    column = next((name for name in (rows[0] if rows else ()) if _exactile.has_names(str(name))), None)
    names = [row[column] for row in rows] if column else [*getattr(frame, "index", range(len(rows)))]
    if len(set(names)) < len(names):
        raise ValueError("a name stands twice in the frame\nhint: name each classifier once")
    return dict(zip(names, rows))


def _described(y_true: Any, others: Any) -> tuple[list[str], list[Any]]:
    given = columns_of(others)
    called = getattr(y_true, "name", None)
    if called in given and len(given) > 1 and not isinstance(others, Mapping):
        raise ValueError(f"a column is called {called!r}, as the true labels are\nhint: leave it out of the frame, or rename it")
    names = ["y_true", *given]
    found = []
    aligned("y_true", y_true, given.items())
    with steps(len(names), "columns") as step:
        for name, column in zip(names, [y_true, *given.values()]):
            try:
                found.append(described(column))
            except ValueError as error:
                raise ValueError(f"{name}: {error}") from None
            step()
    return names, found


def _texts(missing: Any) -> list[str] | None:
    """The texts that stand for missing values, if they are named."""
    if missing is None:
        return None
    if isinstance(missing, str) or not all(isinstance(text, str) for text in missing):
        raise ValueError(f"missing is {missing!r}\nhint: give a list of texts, or () if all texts are labels")
    return list(missing)


def _unpickled(
    text: bytes,
    format: str | None,
    given: str | None,
    positive: str | None,
    drop_missing: bool = False,
    are_samples: bool = True,
    prior: str | None = None,
    names: list[str] | None = None,
    has_count: bool = False,
    read: tuple[list[str], str | None] = ([], None),
    labels: list[str] | None = None,
) -> Tile:
    import warnings

    with warnings.catch_warnings():
        # What there was to notice was said when it was made.
        warnings.simplefilter("ignore")
        parts = (format, given, positive, drop_missing, are_samples, prior, names or [], has_count, *read, labels or [])
        return Tile(_exactile.Data.from_text(text, "pickle", *parts))
