"""scikit-learn's curves and scores of models that give scores agree with the command, on real scores."""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy
import pytest
import sklearn.metrics as metrics
from exactile import Tile
from sklearn.isotonic import IsotonicRegression

EXACTILE = os.environ.get("EXACTILE") or str(shutil.which("exactile", path=str(Path(sys.executable).parent)))
SCORES = Path(__file__).resolve().parents[2] / "fixtures" / "breast_cancer_scores.csv"


def run(*arguments: str) -> Any:
    command = [EXACTILE, *arguments, "--quiet", "--format", "json"]
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)


@pytest.fixture(scope="module")
def columns() -> dict[str, Any]:
    """The labels and the scores of each model, as doubles."""
    with open(SCORES, newline="") as file:
        rows = list(csv.reader(file))
    return {name: numpy.array([float(row[k]) for row in rows[1:]]) for k, name in enumerate(rows[0])}


@pytest.fixture(scope="module")
def models() -> dict[str, Any]:
    return {model["name"]: model for model in run("thresholds", str(SCORES), "--score", "f1")["models"]}


def calibrated(scores: Any, y: Any) -> Any:
    """Isotonic calibration by the order of the scores: differences of 1e-300 are lost on scikit-learn's interpolation."""
    order = numpy.unique(scores, return_inverse=True)[1]
    return IsotonicRegression().fit_transform(order.astype(float), y)


def upper_hull(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The strict vertices of the upper left hull of points (FP, TP)."""
    chain: list[tuple[int, int]] = []
    for x, y in sorted(set(points)):
        while len(chain) > 1:
            (x0, y0), (x1, y1) = chain[-2:]
            if (y1 - y0) * (x - x1) > (y - y1) * (x1 - x0):
                break
            chain.pop()
        chain.append((x, y))
    return chain


def test_average_precision_and_partial_areas(columns: dict[str, Any]) -> None:
    y = columns["y_true"]
    for rate in (0.01, 0.05, 0.3, 1):
        for model in run("thresholds", str(SCORES), "--max-fpr", str(rate))["models"]:
            scores = columns[model["name"]]
            precision = float(Fraction(model["average_precision"]))
            assert precision == pytest.approx(metrics.average_precision_score(y, scores), abs=1e-14)
            standardised = float(Fraction(model["partial_auc_standardised"]))
            assert standardised == pytest.approx(metrics.roc_auc_score(y, scores, max_fpr=rate), abs=1e-14)
            fpr, tpr, _ = metrics.roc_curve(y, scores, drop_intermediate=False)
            end = numpy.interp(rate, fpr, tpr)
            inside = fpr <= rate
            area = metrics.auc([*fpr[inside], rate], [*tpr[inside], end])
            assert float(Fraction(model["partial_auc"])) == pytest.approx(area, abs=1e-14)
            if model["mean_score"] is not None:
                assert float(Fraction(model["mean_score"])) == pytest.approx(scores.mean(), abs=1e-14)


def test_thresholds_by_mcc_under_a_condition(columns: dict[str, Any]) -> None:
    y, condition = columns["y_true"], "fpr <= 0.02"
    for model in run("thresholds", str(SCORES), "--metric", "mcc", "--subject-to", condition)["models"]:
        scores = columns[model["name"]]
        kept = [t for t in {numpy.inf, *scores} if (scores[y == 0] >= t).mean() <= 0.02]
        values = {t: metrics.matthews_corrcoef(y, scores >= t) for t in kept}
        best = max(values.values())
        listed = [float(Fraction(rule["threshold"])) for rule in model["best"]]
        assert set(listed) == {t for t, value in values.items() if value > best - 1e-12}
        reached = model["best"][0]["value"]
        reached = reached["lower"] if isinstance(reached, dict) else reached
        assert float(Fraction(reached)) == pytest.approx(best, abs=1e-12)


def test_roc_curves(columns: dict[str, Any], models: dict[str, Any]) -> None:
    y = columns["y_true"]
    for name, model in models.items():
        fpr, tpr, thresholds = metrics.roc_curve(y, columns[name], drop_intermediate=False)
        positives, negatives = int(y.sum()), int((1 - y).sum())
        counts = [(round(a * negatives), round(b * positives)) for a, b in zip(fpr, tpr)]
        hull = [(int(vertex["fp"]), int(vertex["tp"])) for vertex in model["hull"]]
        assert hull == upper_hull(counts), name
        of = dict(zip(counts, thresholds))
        for vertex, point in zip(model["hull"], hull):
            if vertex["threshold"] is None:
                assert of[point] == numpy.inf
            else:
                assert of[point] == float(Fraction(vertex["threshold"])), name
        assert model["distinct"] == len(set(columns[name]))
        assert float(Fraction(model["auc"])) == pytest.approx(metrics.roc_auc_score(y, columns[name]), abs=1e-14)


def test_confusion_matrices_at_thresholds(columns: dict[str, Any], models: dict[str, Any]) -> None:
    at_thresholds = getattr(metrics, "confusion_matrix_at_thresholds", None)
    if at_thresholds is None:
        pytest.skip("this scikit-learn has no confusion_matrix_at_thresholds")
    y = columns["y_true"]
    for name, model in models.items():
        tns, fps, fns, tps, thresholds = at_thresholds(y, columns[name])
        known = {t: tuple(map(int, cells)) for t, *cells in zip(thresholds, tns, fps, fns, tps)}
        for vertex in model["hull"]:
            if vertex["threshold"] is not None:
                cells = tuple(int(vertex[key]) for key in ("tn", "fp", "fn", "tp"))
                assert known[float(Fraction(vertex["threshold"]))] == cells, name
        # The best threshold for F1 is the best of all.
        f1 = max(2 * tp / (2 * tp + fp + fn) for fp, fn, tp in zip(fps, fns, tps))
        assert float(Fraction(model["best"][0]["value"])) == pytest.approx(f1, abs=1e-14)


def test_brier_scores(columns: dict[str, Any], models: dict[str, Any]) -> None:
    y = columns["y_true"]
    curves = {model["name"]: model for model in run("curve", str(SCORES), "--input-format", "scores", "--along", "brier")["models"]}
    for name, model in models.items():
        scores = columns[name]
        if model["brier"] is None:
            assert scores.min() < 0 or scores.max() > 1
        else:
            assert float(Fraction(model["brier"])) == pytest.approx(metrics.brier_score_loss(y, scores), abs=1e-14)
        assert curves[name]["brier"] == model["brier"]
        brier = metrics.brier_score_loss(y, numpy.clip(calibrated(scores, y), 0, 1))
        assert float(Fraction(curves[name]["calibrated"])) == pytest.approx(brier, abs=1e-14)


def test_isotonic_calibration_is_the_slope_of_the_hull(columns: dict[str, Any], models: dict[str, Any]) -> None:
    y = columns["y_true"]
    for name, model in models.items():
        slopes = calibrated(columns[name], y)
        for low, high in zip(model["hull"], model["hull"][1:]):
            more_fp, more_tp = (int(high[key]) - int(low[key]) for key in ("fp", "tp"))
            block = columns[name] >= float(Fraction(high["threshold"]))
            if low["threshold"] is not None:
                block &= columns[name] < float(Fraction(low["threshold"]))
            assert slopes[block] == pytest.approx(more_tp / (more_tp + more_fp), abs=1e-14), name


def test_ranks_at_best_thresholds(columns: dict[str, Any], models: dict[str, Any]) -> None:
    values = {name: Fraction(model["best"][0]["value"]) for name, model in models.items()}
    ranked = run("rank", str(SCORES), "--input-format", "scores", "--at-best", "--score", "f1")["models"]
    for model in ranked:
        own = values[model["name"]]
        better = sum(value > own for value in values.values())
        as_good = sum(value >= own for value in values.values())
        assert model["rank"] == [better + 1, as_good]


def test_weights_are_those_of_scikit_learn() -> None:
    random = numpy.random.default_rng(5)
    truth = random.integers(0, 2, 300)
    scores = numpy.round(random.normal(truth, 1.2), 1)
    quarters = random.integers(0, 9, 300)
    tile = Tile.from_scores(truth, {"m": scores}, sample_weight=quarters / 4, positive=1)
    [model] = tile.thresholds("f1")
    weights = {"sample_weight": quarters / 4}
    assert float(model.auc) == pytest.approx(metrics.roc_auc_score(truth, scores, **weights), abs=1e-12)
    assert float(model.average_precision) == pytest.approx(metrics.average_precision_score(truth, scores, **weights), abs=1e-12)
    said = scores >= float(model.best[0].threshold)
    assert float(model.best[0].value) == pytest.approx(metrics.f1_score(truth, said, **weights), abs=1e-12)
    assert model.best[0].tp == Fraction(int(quarters[said & (truth == 1)].sum()), 4)
    assert model.hull[-1].tp == Fraction(int(quarters[truth == 1].sum()), 4)
    whole = Tile.from_scores(truth, {"m": scores}, sample_weight=quarters, positive=1)
    [same] = whole.thresholds("f1")
    assert (same.auc, same.average_precision, same.best[0].value) == (model.auc, model.average_precision, model.best[0].value)
    assert same.best[0].tp == 4 * model.best[0].tp
    [calibrated] = Tile.from_scores(truth, {"m": (scores + 9) / 20}, sample_weight=quarters / 4, positive=1).thresholds("f1", calibration=2)
    assert calibrated.calibration is not None
    assert sum(part.positives for part in calibrated.calibration.bins) == model.hull[-1].tp



def test_weights_without_common_parts_are_refused_with_a_way_out() -> None:
    truth, scores = [0, 1] * 600, {"m": [0.2, 0.7, 0.4] * 400}
    with pytest.raises(ValueError, match=r"row \d+: with this weight(.|\n)*Decimal or Fraction of few digits"):
        Tile.from_scores(truth, scores, sample_weight=[0.1, 1.1] * 600)
    weights = [Decimal("0.1")] * 1200
    assert Tile.from_scores(truth, scores, sample_weight=weights).thresholds("f1")[0].hull[-1].tp == 60
    with pytest.raises(ValueError, match="numbers of samples"):
        Tile.from_scores(truth, scores, sample_weight=weights).confidence("f1")
