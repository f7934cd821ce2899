"""The package dcurves agrees on net benefits, in an environment of its own: it needs an older pandas."""

from __future__ import annotations

import json
import os
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas
import pytest
from dcurves import dca

EXACTILE = os.environ["EXACTILE"]
SCORES = Path(__file__).resolve().parents[2] / "fixtures" / "breast_cancer_scores.csv"
#: Among them are thresholds that many scores of the forests are equal to.
PROBABILITIES = [Fraction(k, 20) for k in range(1, 20)]


def net_benefit(matrix: dict[str, Any], p: Fraction, n: int) -> Fraction:
    return (int(matrix["tp"]) - int(matrix["fp"]) * p / (1 - p)) / n


def test_net_benefits() -> None:
    data = pandas.read_csv(SCORES)
    names = [name for name in data.columns[1:] if data[name].between(0, 1).all()]
    assert len(names) == 6
    found = dca(data=data, outcome="y_true", modelnames=names, thresholds=[float(p) for p in PROBABILITIES])
    theirs = {(row.model, round(row.threshold, 6)): row for row in found.itertuples()}
    n, positives = len(data), int(data["y_true"].sum())
    for p in PROBABILITIES:
        at = f"{1 - p},{1 - p}"
        command = [EXACTILE, "thresholds", str(SCORES), "--at", at, "--quiet", "--format", "json"]
        result = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
        for model in result["models"]:
            if model["name"] not in names:
                continue
            row = theirs[model["name"], round(float(p), 6)]
            own, best = model["own_probability"], model["best"][0]
            assert float(net_benefit(own, p, n)) == pytest.approx(row.net_benefit, abs=1e-12), (model["name"], p)
            assert net_benefit(best, p, n) >= net_benefit(own, p, n)
        everybody = {"tp": positives, "fp": n - positives}
        assert float(net_benefit(everybody, p, n)) == pytest.approx(theirs["all", round(float(p), 6)].net_benefit, abs=1e-12)
        assert theirs["none", round(float(p), 6)].net_benefit == 0
