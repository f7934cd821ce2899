"""scikit-learn's metrics agree, up to the conventions listed here."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy
import pytest
import sklearn.metrics as metrics
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import exactile
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
