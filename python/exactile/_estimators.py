"""Estimators of scikit-learn: what they answer for samples, fitted or in cross-validation."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from . import _exactile
from ._columns import label
from ._extras import needed

__all__: list[str] = []

#: Methods that give scores, in the order in which scikit-learn asks for them.
_OF_SCORES = ("predict_proba", "decision_function")
_METHODS = ("predict", *_OF_SCORES)


class Answers(NamedTuple):
    """What estimators have answered."""

    #: The true labels of the samples that they were asked about, and their weights.
    y: Any
    sample_weight: Any
    #: A column for each estimator.
    columns: dict[str, Any]
    #: The columns are scores rather than labels.
    are_scores: bool


def by_name(estimators: Any) -> dict[str, Any]:
    """Estimators, or results of cross_validate, by name."""
    if isinstance(estimators, Mapping):
        named = {str(name): estimator for name, estimator in estimators.items()}
    elif isinstance(estimators, (list, tuple)) and all(isinstance(pair, tuple) and len(pair) == 2 for pair in estimators):
        named = {str(name): estimator for name, estimator in estimators}
        if len(named) < len(estimators):
            raise ValueError("a name stands twice among the estimators\nhint: name each estimator once")
    else:
        kind = type(estimators).__name__
        hint = 'give a dict with names, {"lr": estimator}'
        if hasattr(estimators, "predict"):
            hint += ", or the one to Tile.from_estimator"
        raise ValueError(f"estimators are {kind}\nhint: {hint}")
    if isinstance(estimators, Mapping) and is_validated(estimators):
        raise ValueError('these are the results of cross_validate\nhint: name them, {"lr": results}')
    for name, estimator in named.items():
        if isinstance(estimator, type):
            raise ValueError(f"{name}: this is a class\nhint: give an estimator of it, {estimator.__name__}()")
        if not hasattr(estimator, "predict") and not is_validated(estimator):
            kind = type(estimator).__name__
            raise ValueError(f"{name}: {kind} does not predict\nhint: give an estimator of scikit-learn, or what cross_validate returns")
        if _is_outlier_detector(estimator):
            kind = type(estimator).__name__
            hint = f"give its scores, greater for outliers: Tile.from_scores(y, {{{name!r}: -model.decision_function(X)}})"
            raise ValueError(f"{name}: {kind} tells inliers from outliers, as 1 and -1, whatever labels y has\nhint: {hint}")
    return named


def _is_outlier_detector(estimator: Any) -> bool:
    """As scikit-learn says, if there is any."""
    base = sys.modules.get("sklearn.base")
    return base is not None and not is_validated(estimator) and bool(base.is_outlier_detector(estimator))


def name_of(estimator: Any) -> str:
    """What an estimator is called, if nothing else is said."""
    if is_validated(estimator):
        estimator = next(iter(estimator.get("estimator", ())), estimator)
    return type(estimator).__name__


def is_validated(value: Any) -> bool:
    """Whether something is what ``cross_validate`` returns."""
    return isinstance(value, Mapping) and "fit_time" in value


def answers(
    estimators: Mapping[str, Any],
    X: Any,
    y: Any,
    *,
    cv: Any,
    groups: Any,
    n_jobs: int | None,
    response_method: str | Sequence[str],
    positive: Any,
    sample_weight: Any,
) -> Answers:
    """What the estimators answer for the samples, in the order of the samples."""
    validated = [name for name, estimator in estimators.items() if is_validated(estimator)]
    if validated and len(validated) < len(estimators):
        raise ValueError("some are estimators, and some results of cross_validate\nhint: give all in one way")
    if (cv is None or validated) and groups is not None:
        raise ValueError("groups are for splits, and nothing is split here\nhint: name the splitter, as in cv=GroupKFold()")
    if validated and cv is not None:
        raise ValueError("results of cross_validate have their folds\nhint: leave cv out")
    # Splits from a generator are wanted by every estimator.
    cv = list(cv) if hasattr(cv, "__next__") else cv
    asked = {name: _folds(name, given)[0][0] if name in validated else given for name, given in estimators.items()}
    methods = {name: _method(name, estimator, response_method) for name, estimator in asked.items()}
    are_scores = {method in _OF_SCORES for method in methods.values()}
    if len(are_scores) > 1:
        raise ValueError(f"some answer with labels, and some with scores: {methods}\nhint: name one response_method that all have")
    if validated:
        return _of_folds(estimators, X, y, methods, positive, sample_weight)
    if cv is None:
        columns = {
            name: _oriented(name, getattr(estimator, methods[name])(X), methods[name], getattr(estimator, "classes_", None), positive)
            for name, estimator in estimators.items()
        }
        return Answers(y, sample_weight, columns, are_scores == {True})
    import numpy

    predict = needed("sklearn.model_selection", "from_estimators").cross_val_predict
    classes = numpy.unique(numpy.asarray(y)) if are_scores == {True} else None
    columns = {
        name: _oriented(
            name, predict(estimator, X, y, cv=cv, groups=groups, n_jobs=n_jobs, method=methods[name]), methods[name], classes, positive
        )
        for name, estimator in estimators.items()
    }
    return Answers(y, sample_weight, columns, are_scores == {True})


def _method(name: str, estimator: Any, wanted: str | Sequence[str]) -> str:
    """The first of the wanted methods that an estimator has."""
    known = _OF_SCORES if wanted == "auto" else [wanted] if isinstance(wanted, str) else list(wanted)
    for method in known:
        if method not in _METHODS:
            raise ValueError(f"response_method={method!r} is no method of classifiers\nhint: choose auto, {', '.join(_METHODS)}")
        if hasattr(estimator, method):
            return method
    raise ValueError(f"{name}: {type(estimator).__name__} has no {' and no '.join(known)}\nhint: leave response_method out to take labels")


def _oriented(name: str, answer: Any, method: str, classes: Any, positive: Any) -> Any:
    """The column of an answer in which larger numbers speak for the positive class; labels are as they are."""
    if method == "predict":
        return answer
    if classes is None or len(classes) != 2:
        what = f"there are {len(classes)} classes" if classes is not None else "its classes are not known"
        raise ValueError(f"{name}: {what}\nhint: compare all labels with one first")
    place = _place(classes, positive)
    if getattr(answer, "ndim", 1) == 2:
        return answer[:, place]
    # A decision function speaks for the second class.
    return answer if place == 1 else -answer


def _place(classes: Any, positive: Any) -> int:
    """Which of two classes is the positive one."""
    texts = [_exactile.label(label(value) or "") for value in classes.tolist()]
    if positive is None:
        if set(texts) in ({"0", "1"}, {"-1", "1"}, {"False", "True"}):
            return 1
        hint = " or ".join(f"pos_label={value!r}" for value in classes.tolist())
        raise ValueError(f"the positive one of the labels {' and '.join(map(repr, classes.tolist()))} is not known\nhint: {hint}")
    wanted = _exactile.label(label(positive) or "")
    if wanted not in texts and {"True": "1", "1": "True", "False": "0", "0": "False"}.get(wanted or "") in texts:
        wanted = {"True": "1", "1": "True", "False": "0", "0": "False"}[wanted or ""]
    if wanted not in texts:
        raise ValueError(f"no class is {positive!r}\nhint: the classes are {', '.join(map(repr, classes.tolist()))}")
    return texts.index(wanted)


def _of_folds(
    results: Mapping[str, Any], X: Any, y: Any, methods: Mapping[str, str], positive: Any, sample_weight: Any
) -> Answers:
    """What the estimators of folds answer for the samples that they were not fitted on."""
    import numpy

    taken = needed("sklearn.utils", "from_estimators")._safe_indexing
    columns, first = {}, None
    for name, result in results.items():
        folds = _folds(name, result)
        tested = numpy.concatenate([numpy.asarray(fold) for _, fold in folds])
        order = numpy.argsort(tested, kind="stable")
        samples = tested[order]
        if len(samples) and samples[-1] >= len(y):
            what = f"{name}: sample {samples[-1]} is tested in a fold, and y has {len(y)}"
            raise ValueError(f"{what}\nhint: give the X and the y of cross_validate")
        if len(numpy.unique(samples)) < len(samples):
            raise ValueError(f"{name}: a sample is tested in several folds\nhint: split so that each is tested once, as KFold does")
        if first is not None and not numpy.array_equal(first, samples):
            raise ValueError(f"{name} is tested on other samples than the first\nhint: give all the same cv, with one random_state")
        first = samples
        answers = [
            _oriented(name, getattr(estimator, methods[name])(taken(X, fold)), methods[name], getattr(estimator, "classes_", None), positive)
            for estimator, fold in folds
        ]
        columns[name] = numpy.concatenate(answers)[order]
    weight = None if sample_weight is None else taken(sample_weight, first)
    return Answers(taken(y, first), weight, columns, next(iter(methods.values())) in _OF_SCORES)


def _folds(name: str, result: Mapping[str, Any]) -> list[tuple[Any, Any]]:
    """The estimator of each fold, and the samples that it is tested on."""
    if "estimator" not in result or "indices" not in result:
        what = f"{name}: the results of cross_validate have no estimators, or not the samples of the folds"
        raise ValueError(f"{what}\nhint: call cross_validate(..., return_estimator=True, return_indices=True)")
    return list(zip(result["estimator"], result["indices"]["test"]))
