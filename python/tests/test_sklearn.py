"""scikit-learn's metrics agree, up to the conventions listed here."""

from __future__ import annotations

import math
import warnings
from fractions import Fraction
from typing import Any

import numpy
import pytest
import sklearn.ensemble
import sklearn.metrics as metrics
import sklearn.model_selection
import sklearn.naive_bayes
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import exactile
import exactile.sklearn
from exactile import Tile

#: The function of scikit-learn for each metric.
SAME = {
    "accuracy": metrics.accuracy_score,
    "ba": metrics.balanced_accuracy_score,
    "f1": metrics.f1_score,
    "f-beta(2)": lambda y, z: metrics.fbeta_score(y, z, beta=2),
    "ppv": metrics.precision_score,
    "tpr": metrics.recall_score,
    "tnr": lambda y, z: metrics.recall_score(y, z, pos_label=0),
    "npv": lambda y, z: metrics.precision_score(y, z, pos_label=0),
    "ts": metrics.jaccard_score,
    "mcc": metrics.matthews_corrcoef,
    "kappa": metrics.cohen_kappa_score,
    "error-rate": metrics.zero_one_loss,
    "plr": lambda y, z: metrics.class_likelihood_ratios(y, z)[0],
    "nlr": lambda y, z: metrics.class_likelihood_ratios(y, z)[1],
}

#: What scikit-learn returns where the metric is undefined or infinite, instead of saying so.
CONVENTIONS = {
    "f1": 0.0,
    "f-beta(2)": 0.0,
    "ppv": 0.0,
    "npv": 0.0,
    "ts": 0.0,
    "mcc": 0.0,
    "kappa": math.nan,
    "plr": math.nan,
    "nlr": math.nan,
}


@given(st.tuples(*[st.integers(0, 8)] * 4).filter(lambda c: c[0] + c[1] > 0 and c[2] + c[3] > 0))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_metrics(cells: tuple[int, int, int, int]) -> None:
    tn, fp, fn, tp = cells
    y = [0] * (tn + fp) + [1] * (fn + tp)
    z = [0] * tn + [1] * fp + [0] * fn + [1] * tp
    tile = Tile.from_predictions(y, {"z": z})
    confusion = metrics.confusion_matrix(y, z, labels=[0, 1])
    assert tile == Tile.from_predictions(y, {"z": numpy.array(z)})
    assert tile.matrices == Tile.from_confusion({"z": confusion}).matrices
    values = {row.metric: row.value for row in tile.score(*SAME)}
    assert set(values) == set(SAME)
    for name, function in SAME.items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            other = float(function(y, z))
        value = values[name]
        if value is None or value == math.inf:
            assert name in CONVENTIONS
            assert math.isnan(other) or other == CONVENTIONS[name], name
        else:
            assert other == pytest.approx(float(value), abs=1e-12), name


def test_auc_and_brier_score() -> None:
    rng = numpy.random.default_rng(3)
    y = rng.integers(0, 2, 200)
    scores = numpy.round(numpy.clip(y * 0.3 + rng.random(200) * 0.7, 0, 1), 2)
    (model,) = Tile.from_scores(y, {"m": scores}).thresholds("f1")
    assert float(model.auc) == pytest.approx(metrics.roc_auc_score(y, scores))  # type: ignore[arg-type]
    assert float(model.brier) == pytest.approx(metrics.brier_score_loss(y, scores))  # type: ignore[arg-type]


#: Classifiers of scikit-learn that take no plain matrix of numbers and two labels, or that need others to begin with.
NOT_ALONE = {
    "CategoricalNB": "takes categories",
    "ClassifierChain": "needs an estimator",
    "FixedThresholdClassifier": "needs an estimator; tested below",
    "MultiOutputClassifier": "needs an estimator, and several outputs",
    "OneVsOneClassifier": "needs an estimator; tested below",
    "OneVsRestClassifier": "needs an estimator; tested below",
    "OutputCodeClassifier": "needs an estimator; tested below",
    "SelfTrainingClassifier": "needs an estimator; tested below",
    "StackingClassifier": "needs estimators; tested below",
    "TunedThresholdClassifierCV": "needs an estimator; tested below",
    "VotingClassifier": "needs estimators; tested below",
}


def samples(number: int = 80) -> tuple[Any, Any]:
    """Two classes of positive features, with words as labels."""
    rng = numpy.random.default_rng(5)
    y = rng.integers(0, 2, number)
    X = numpy.abs(rng.normal(size=(number, 4)) + 2 * y[:, None])
    return X, numpy.where(y == 1, "ill", "well").astype(object)


def counted(y: Any, said: Any) -> tuple[int, ...]:
    return tuple(int(cell) for cell in metrics.confusion_matrix(y, said, labels=["well", "ill"]).ravel())


def test_every_classifier_of_scikit_learn() -> None:
    """The package has no estimator, so that scikit-learn's checks of estimators do not apply; what applies is that all of its
    classifiers can be given."""
    from sklearn.utils import all_estimators

    X, y = samples()
    fitted: dict[str, Any] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, kind in all_estimators(type_filter="classifier"):
            if name not in NOT_ALONE:
                fitted[name] = kind().fit(X, y)
    assert len(fitted) > 25
    assert set(NOT_ALONE) <= {name for name, _ in all_estimators(type_filter="classifier")}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tile = Tile.from_estimators(fitted, X, y, positive="ill")
        assert tile.names == tuple(fitted) and tile.positive == "ill"
        for name, estimator in fitted.items():
            assert tile.matrices[name] == counted(y, estimator.predict(X)), name


def composed() -> dict[str, Any]:
    """Pipelines and estimators of estimators."""
    from sklearn.compose import ColumnTransformer
    from sklearn.ensemble import BaggingClassifier, StackingClassifier, VotingClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import FixedThresholdClassifier, GridSearchCV, TunedThresholdClassifierCV
    from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier, OutputCodeClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.semi_supervised import SelfTrainingClassifier
    from sklearn.tree import DecisionTreeClassifier

    def logistic() -> Any:
        return LogisticRegression()

    def tree() -> Any:
        return DecisionTreeClassifier(max_depth=2, random_state=0)

    return {
        "pipeline": make_pipeline(StandardScaler(), logistic()),
        "columns": make_pipeline(ColumnTransformer([("some", StandardScaler(), [0, 2])]), tree()),
        "search": GridSearchCV(tree(), {"max_depth": [1, 3]}, cv=2),
        "bagging": BaggingClassifier(tree(), n_estimators=3, random_state=0),
        "voting": VotingClassifier([("l", logistic()), ("t", tree())]),
        "stacking": StackingClassifier([("l", logistic()), ("t", tree())], logistic(), cv=2),
        "threshold": FixedThresholdClassifier(logistic(), threshold=0.2, pos_label="ill"),
        "tuned": TunedThresholdClassifierCV(logistic(), cv=2),
        "one": OneVsRestClassifier(logistic()),
        "pairs": OneVsOneClassifier(logistic()),
        "code": OutputCodeClassifier(logistic(), random_state=0),
        "self": SelfTrainingClassifier(logistic()),
    }


def test_pipelines_and_estimators_of_estimators() -> None:
    from sklearn.model_selection import StratifiedKFold, cross_val_predict

    X, y = samples()
    splits = StratifiedKFold(3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tile = Tile.from_estimators(composed(), X, y, cv=splits, positive="ill")
        for name, estimator in composed().items():
            assert tile.matrices[name] == counted(y, cross_val_predict(estimator, X, y, cv=splits)), name
        fitted = {name: estimator.fit(X, y) for name, estimator in composed().items()}
        assert Tile.from_estimators(fitted, X, y, positive="ill").names == tuple(fitted)


def test_frames_and_groups_are_handed_to_estimators() -> None:
    """Estimators are given the data as they are: frames stay frames."""
    import pandas
    from sklearn.exceptions import NotFittedError
    from sklearn.linear_model import LogisticRegression

    X, y = samples()
    frame = pandas.DataFrame(X, columns=list("abcd"))
    estimator = LogisticRegression().fit(frame, y)
    tile = Tile.from_estimators({"l": estimator}, frame, pandas.Series(y), positive="ill", sample_weight=[1] * len(y))
    assert tile.matrices["l"] == counted(y, estimator.predict(frame))
    with pytest.raises(NotFittedError):
        Tile.from_estimators({"l": LogisticRegression()}, frame, y, positive="ill")


def test_displays_follow_the_conventions_of_scikit_learn() -> None:
    import inspect

    for display in (exactile.TileDisplay, exactile.CurveDisplay, exactile.RocDisplay, exactile.ForestDisplay):
        for name in ("from_predictions", "from_estimators", "from_estimator"):
            made, of_tile = (inspect.signature(getattr(kind, name)).parameters for kind in (display, Tile))
            # What makes the Tile is given by the same names, and only what is about drawing besides.
            assert set(of_tile) - {"scores"} <= set(made), (display, name)
            assert set(made) - set(of_tile) <= {"ax", "name", "options"}
        assert list(inspect.signature(display.plot).parameters)[:2] == ["self", "ax"]


def test_estimators() -> None:
    from sklearn.datasets import load_breast_cancer
    from sklearn.dummy import DummyClassifier
    from sklearn.model_selection import cross_val_predict
    from sklearn.tree import DecisionTreeClassifier

    X, y = load_breast_cancer(return_X_y=True)
    estimators: dict[str, Any] = {
        "tree": DecisionTreeClassifier(max_depth=3, random_state=0),
        "none": DummyClassifier(),
    }
    tile = Tile.from_estimators(estimators, X, y, cv=5)
    for name, estimator in estimators.items():
        (tn, fp), (fn, tp) = metrics.confusion_matrix(y, cross_val_predict(estimator, X, y, cv=5))
        assert tile.matrices[name] == (tn, fp, fn, tp)
    fitted = {name: estimator.fit(X, y) for name, estimator in estimators.items()}
    assert Tile.from_estimators(fitted, X, y).matrices["none"].tn == 0
    assert exactile.TileDisplay.from_estimators(fitted, X, y).tile == Tile.from_estimators(fitted, X, y)


def test_float_weights_are_added_up_exactly() -> None:
    generator = numpy.random.default_rng(3)
    y, said = generator.integers(0, 2, 200), generator.integers(0, 2, 200)
    for weights in (generator.random(200), generator.random(200) * 10.0 ** generator.integers(-300, 300, 200), generator.random(200).astype("f4")):
        cells = exactile.sklearn._cells(y, said, None, weights)
        for place, (true, predicted) in enumerate([(0, 0), (0, 1), (1, 0), (1, 1)]):
            chosen = weights[(y == true) & (said == predicted)]
            assert cells[place] == sum((Fraction(float(weight)) for weight in chosen), Fraction(0))


def test_mistakes_about_estimators_are_named() -> None:
    with pytest.raises(ValueError, match="no label is 7\nhint: the labels are '0', '1'"):
        exactile.sklearn.ranking_score([0, 1], [0, 1], "f1", pos_label=7)
    with pytest.raises(ValueError, match="cost_fp=-1 is negative"):
        exactile.sklearn.mean_cost([0, 1], [0, 1], cost_fp=-1, cost_fn=1)
    X, y = numpy.arange(40.0).reshape(20, 2), numpy.tile([0, 1], 10)
    bayes, folds = sklearn.naive_bayes.GaussianNB(), sklearn.model_selection.KFold(4)
    both = Tile.from_estimators({"a": bayes, "b": bayes}, X, y, cv=folds.split(X))
    assert both == Tile.from_estimators({"a": bayes, "b": bayes}, X, y, cv=folds)
    results = sklearn.model_selection.cross_validate(bayes, X, y, cv=folds, return_estimator=True, return_indices=True)
    with pytest.raises(ValueError, match="leave cv out"):
        Tile.from_estimators({"a": results}, X, y, cv=3)
    with pytest.raises(ValueError, match="give the X and the y of cross_validate"):
        Tile.from_estimators({"a": results}, X[:10], y[:10])
    with pytest.raises(ValueError, match="this is a class\nhint: give an estimator of it, GaussianNB"):
        Tile.from_estimators({"a": sklearn.naive_bayes.GaussianNB}, X, y)
    forest = sklearn.ensemble.IsolationForest(n_estimators=5).fit(X)
    said = "^forest: IsolationForest tells inliers from outliers, as 1 and -1, .*\nhint: give its scores, greater for outliers: "
    for method in ("predict", "decision_function"):
        with pytest.raises(ValueError, match=said):
            Tile.from_estimators({"forest": forest}, X, y, response_method=method)
    assert Tile.from_scores(y, {"forest": -forest.decision_function(X)}).thresholds("f1")[0].name == "forest"
