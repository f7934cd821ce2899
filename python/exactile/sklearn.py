"""Scorers for scikit-learn: any ranking score, and costs, in searches and in the choice of thresholds.

>>> from sklearn.datasets import load_breast_cancer
>>> from sklearn.model_selection import GridSearchCV
>>> from sklearn.tree import DecisionTreeClassifier
>>> from exactile.sklearn import make_ranking_scorer
>>> X, y = load_breast_cancer(return_X_y=True)
>>> tree = DecisionTreeClassifier(random_state=0)
>>> search = GridSearchCV(tree, {"max_depth": [1, 2, 4]}, scoring=make_ranking_scorer(at=("0.9", "0.3")), cv=3)
>>> search.fit(X, y).best_params_
{'max_depth': 4}

Values are computed exactly and rounded once, to the float that scikit-learn takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ._asked import metric_at, preference
from ._columns import label
from ._extras import needed
from ._functions import cell_values, is_lower_better
from ._numbers import exact_text

__all__ = ["cost_scorer", "make_ranking_scorer", "mean_cost", "ranking_score"]

#: Pairs of labels of which the second is positive by itself.
_USUAL = ({"0", "1"}, {"-1", "1"}, {"False", "True"})


def ranking_score(
    y_true: Any,
    y_pred: Any,
    score: str | None = None,
    *,
    at: Sequence[Any] | None = None,
    cost_fp: Any = None,
    cost_fn: Any = None,
    target_prior: Any = None,
    pos_label: Any = None,
    sample_weight: Any = None,
    zero_division: float = 0.0,
) -> float:
    """The value of a ranking score, or of any other metric, for predictions.

    Parameters
    ----------
    y_true, y_pred : column
        The true labels and the predicted ones.
    score : str, optional
        A metric's name, as in :func:`exactile.score`.
    at : pair of numbers, optional
        A point (a, b) of the Tile instead.
    cost_fp, cost_fn : number, optional
        What a false alarm and a miss cost instead: the ranking score that orders as these costs do.
    target_prior : number, optional
        Shift the result to a population with this positive prior first.
    pos_label : label, optional
        The positive label. Without it, 1 is positive beside 0 or -1, and True beside False.
    sample_weight : column of numbers, optional
        Weights, which are added up exactly.
    zero_division : float
        The value where the score is undefined, as for metrics of scikit-learn.

    Raises
    ------
    ValueError
        There are more labels than two, the positive one is not known, or not exactly one preference is given.

    Examples
    --------
    >>> from exactile.sklearn import ranking_score
    >>> ranking_score([0, 0, 1, 1], [0, 1, 1, 1], at=("1/2", "1/2"))
    0.75
    >>> ranking_score(["no", "yes", "yes"], ["no", "no", "yes"], "recall", pos_label="yes")
    0.5
    """
    name = metric_at(*preference(score, at, cost_fp, cost_fn))
    cells = _cells(y_true, y_pred, pos_label, sample_weight)
    shifted = cells if target_prior is None else _shifted(cells, Fraction(exact_text(target_prior)))
    if shifted is None or not any(shifted):
        return zero_division
    value = cell_values(name, shifted)
    return zero_division if value is None else float(value)


def mean_cost(
    y_true: Any,
    y_pred: Any,
    *,
    cost_fp: Any,
    cost_fn: Any,
    target_prior: Any = None,
    pos_label: Any = None,
    sample_weight: Any = None,
) -> float:
    """The mean cost of a sample: ``(cost_fp*FP + cost_fn*FN)/(TN + FP + FN + TP)``.

    Parameters
    ----------
    y_true, y_pred : column
        The true labels and the predicted ones.
    cost_fp, cost_fn : number
        What a false alarm and a miss cost.
    target_prior, pos_label, sample_weight : optional
        As in :func:`ranking_score`.

    Examples
    --------
    >>> from exactile.sklearn import mean_cost
    >>> mean_cost([0, 0, 1, 1], [0, 1, 1, 0], cost_fp=1, cost_fn=5)
    1.5
    """
    _check_costs(cost_fp=cost_fp, cost_fn=cost_fn)
    cells = _cells(y_true, y_pred, pos_label, sample_weight)
    shifted = cells if target_prior is None else _shifted(cells, Fraction(exact_text(target_prior)))
    total = sum(shifted or ())
    if shifted is None or not total:
        return float("nan")
    _, fp, fn, _ = shifted
    return float((Fraction(exact_text(cost_fp)) * fp + Fraction(exact_text(cost_fn)) * fn) / total)


def make_ranking_scorer(
    score: str | None = None,
    *,
    at: Sequence[Any] | None = None,
    cost_fp: Any = None,
    cost_fn: Any = None,
    target_prior: Any = None,
    pos_label: Any = None,
    zero_division: float = 0.0,
) -> Any:
    """Make a scorer of a ranking score, for ``scoring=`` of ``GridSearchCV``, ``cross_validate``, ``TunedThresholdClassifierCV``
    and whatever else takes one.

    Parameters
    ----------
    score, at, cost_fp, cost_fn, target_prior, pos_label, zero_division : optional
        As in :func:`ranking_score`. Metrics of which less is better are negated.

    Returns
    -------
    scorer
        What ``sklearn.metrics.make_scorer`` makes of :func:`ranking_score`; it takes ``sample_weight``.

    Raises
    ------
    ValueError
        No metric is called so, or not exactly one preference is given.
    ImportError
        scikit-learn is not installed.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.model_selection import TunedThresholdClassifierCV
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> from exactile.sklearn import make_ranking_scorer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> model = make_pipeline(StandardScaler(), LogisticRegression())
    >>> tuned = TunedThresholdClassifierCV(model, scoring=make_ranking_scorer(at=("0.1", "0.1")), cv=3).fit(X, y)
    >>> bool(tuned.best_threshold_ > 0.5)
    True
    """
    given = dict(score=score, at=at, cost_fp=cost_fp, cost_fn=cost_fn)
    is_less = is_lower_better(metric_at(*preference(**given)))
    given |= dict(target_prior=target_prior, pos_label=pos_label)
    kept = {name: value for name, value in given.items() if value is not None}
    metrics = needed("sklearn.metrics", "make_ranking_scorer")
    return metrics.make_scorer(ranking_score, greater_is_better=not is_less, zero_division=zero_division, **kept)


def cost_scorer(*, cost_fp: Any, cost_fn: Any, target_prior: Any = None, pos_label: Any = None) -> Any:
    """Make a scorer of the mean cost of a sample, which is negated: greater is better.

    Parameters
    ----------
    cost_fp, cost_fn, target_prior, pos_label
        As in :func:`mean_cost`.

    Returns
    -------
    scorer
        What ``sklearn.metrics.make_scorer`` makes of :func:`mean_cost`; it takes ``sample_weight``.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.dummy import DummyClassifier
    >>> from exactile.sklearn import cost_scorer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> all_positive = DummyClassifier(strategy="constant", constant=1).fit(X, y)
    >>> round(cost_scorer(cost_fp=1, cost_fn=5)(all_positive, X, y), 4)
    -0.3726
    """
    _check_costs(cost_fp=cost_fp, cost_fn=cost_fn)
    given = dict(cost_fp=cost_fp, cost_fn=cost_fn, target_prior=target_prior, pos_label=pos_label)
    kept = {name: value for name, value in given.items() if value is not None}
    metrics = needed("sklearn.metrics", "cost_scorer")
    return metrics.make_scorer(mean_cost, greater_is_better=False, **kept)


def _check_costs(**costs: Any) -> None:
    for name, cost in costs.items():
        if Fraction(exact_text(cost)) < 0:
            raise ValueError(f"{name}={cost!r} is negative\nhint: give costs of at least 0")


Cells = tuple[Fraction, Fraction, Fraction, Fraction]


def _cells(y_true: Any, y_pred: Any, pos_label: Any, sample_weight: Any) -> Cells:
    """The weights of tn, fp, fn and tp. Folds may hold one class only."""
    import numpy

    truth, said = (_numbered(column, name) for column, name in ((y_true, "y_true"), (y_pred, "y_pred")))
    if len(truth[0]) != len(said[0]):
        raise ValueError(f"y_pred has {len(said[0])} values, and y_true {len(truth[0])}\nhint: give a value per sample")
    labels = {*truth[1], *said[1]}
    positive = label(pos_label)
    known = None if positive is None else _canonical(positive)
    if labels <= {"0", "1", "False", "True"} and not labels <= {"False", "True"}:
        # Booleans beside 0 and 1 are the same labels.
        digits = {"False": "0", "True": "1"}
        truth, said = ((codes, [digits.get(text, text) for text in texts]) for codes, texts in (truth, said))
        labels = {*truth[1], *said[1]}
        known = None if known is None else digits.get(known, known)
    if known is None:
        if not any(labels <= usual for usual in _USUAL):
            shown = ", ".join(map(repr, sorted(labels)))
            raise ValueError(f"the positive one of the labels {shown} is not known\nhint: name it, pos_label={sorted(labels)[-1]!r}")
        known = "True" if labels <= {"False", "True"} else "1"
    if len(labels) <= 2 and len(labels | {known}) > 2:
        raise ValueError(f"no label is {pos_label!r}\nhint: the labels are {', '.join(map(repr, sorted(labels)))}")
    if len(labels | {known}) > 2:
        raise ValueError(f"there are {len(labels)} labels: {', '.join(sorted(labels))}\nhint: compare all labels with one first")
    is_positive, is_said = (
        numpy.array([name == known for name in names], dtype=bool)[codes] for codes, names in (truth, said)
    )
    groups = 2 * is_positive.astype(numpy.intp) + is_said
    if sample_weight is None:
        counts = numpy.bincount(groups, minlength=4)
        return tuple(Fraction(int(count)) for count in counts)  # type: ignore[return-value]
    weights = numpy.asarray(sample_weight)
    if len(weights) != len(groups):
        raise ValueError(f"sample_weight has {len(weights)} values, and y_true {len(groups)}\nhint: give a weight per sample")
    return tuple(_total(weights[groups == group]) for group in range(4))  # type: ignore[return-value]


def _numbered(column: Any, name: str) -> tuple[Any, list[str]]:
    """The codes of the labels of a column, and their texts."""
    import numpy

    values = numpy.asarray(column)
    if values.ndim == 2 and values.shape[1] == 1:
        values = values[:, 0]
    if values.ndim != 1:
        raise ValueError(f"{name} has {values.ndim} dimensions\nhint: give one label per sample")
    if values.dtype.kind == "O":
        known: dict[Any, int] = {}
        codes = numpy.array([known.setdefault(value, len(known)) for value in values], dtype=numpy.intp)
        distinct: list[Any] = list(known)
    else:
        found, codes = numpy.unique(values, return_inverse=True)
        distinct = found.tolist()
    return codes, [_canonical(label(value) or "") for value in distinct]


def _canonical(text: str) -> str:
    from ._exactile import label as canonical

    found = canonical(text)
    if found is None:
        raise ValueError(f"a label is missing: {text!r}\nhint: leave such samples out")
    return found


def _total(weights: Any) -> Fraction:
    """The exact sum of weights; few of them differ as a rule."""
    import numpy

    if len(weights) and weights.min() < 0:
        raise ValueError("a sample_weight is negative\nhint: weights are at least 0")
    if weights.dtype in (numpy.float32, numpy.float64) and numpy.isfinite(weights).all():
        return _total_of_floats(weights.astype(numpy.float64))
    values, counts = numpy.unique(weights, return_counts=True)
    pairs = zip(values.tolist(), counts.tolist())
    return sum((Fraction(exact_text(value)) * count for value, count in pairs), Fraction(0))


def _total_of_floats(weights: Any) -> Fraction:
    """The exact sum of floats: their digits are added up as whole numbers, for each exponent by itself."""
    import numpy

    shares, exponents = numpy.frexp(weights)
    digits = (shares * 2.0**53).astype(numpy.int64)
    total = Fraction(0)
    for exponent in numpy.unique(exponents).tolist():
        some = digits[exponents == exponent]
        # In halves, so that billions of them stay below 2^63.
        upper, lower = int((some >> 27).sum()), int((some & (2**27 - 1)).sum())
        total += Fraction(2) ** (exponent - 53) * ((upper << 27) + lower)
    return total


def _shifted(cells: Cells, prior: Fraction) -> Cells | None:
    """The cells with another positive prior; None if a class has no sample."""
    tn, fp, fn, tp = cells
    if not 0 < prior < 1:
        raise ValueError(f"target_prior={prior} is no positive prior\nhint: give a number between 0 and 1")
    if not tn + fp or not fn + tp:
        return None
    negative, positive = (1 - prior) / (tn + fp), prior / (fn + tp)
    return negative * tn, negative * fp, positive * fn, positive * tp
