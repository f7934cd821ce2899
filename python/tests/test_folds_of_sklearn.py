"""Scores that scikit-learn's own cross-validation prints: `check` never calls them impossible, unless a fold has an undefined score,
which scikit-learn counts as 0; then it says so."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest
from test_verify_plain import EXACTILE

pytest.importorskip("sklearn")
from sklearn.datasets import load_breast_cancer
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, f1_score, make_scorer, precision_score, recall_score
from sklearn.model_selection import KFold, StratifiedKFold, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

SCORERS = {
    "acc": make_scorer(accuracy_score), "sens": make_scorer(recall_score), "spec": make_scorer(recall_score, pos_label=0),
    "prec": make_scorer(precision_score, zero_division=0), "f1": make_scorer(f1_score, zero_division=0)}


def checked(means: dict[str, float], digits: int, options: list[str]) -> Any:
    row = " ".join(f"{name}={x:.{digits}f}" for name, x in means.items())
    run = subprocess.run([EXACTILE, "check", "--reported", row, *options, "--quiet", "--format", "json"],
                         capture_output=True, text=True, check=False)
    return run.returncode, json.loads(run.stdout)["rows"][0] if run.returncode < 2 else run.stderr


@pytest.mark.parametrize("digits", [2, 3, 4])
@pytest.mark.parametrize(("flag", "folds"), [("--stratified", StratifiedKFold), ("--kfold", KFold)])
def test_means_of_folds_are_possible(flag: str, folds: Any, digits: int) -> None:
    data = load_breast_cancer()
    rows = slice(0, 160)  # both classes, in the order of the file
    x, y = data.data[rows], data.target[rows]
    model = make_pipeline(StandardScaler(), LogisticRegression(C=0.01))
    found = cross_validate(model, x, y, cv=folds(5), scoring=SCORERS)
    means = {name: found[f"test_{name}"].mean() for name in SCORERS}
    sizes = ["--positives", str(int(y.sum())), "--negatives", str(int((1 - y).sum())), flag, "5"]
    linear = {name: means[name] for name in ("acc", "sens", "spec")}
    own = [(int(y[test].sum()), int((1 - y[test]).sum())) for _, test in folds(5).split(x, y)]
    known = ["--fold-sizes", ",".join(f"{p}+{n}" for p, n in own)]
    for options in [known] + [sizes] * (flag == "--stratified" or digits < 4):
        status, row = checked(linear, digits, options)
        assert status == 0, (options, row)
    # Others may stay undecided, but are not called impossible.
    for options in [known, sizes]:
        status, row = checked(means, digits, options)
        assert status in (0, 2), (options, row)


@pytest.mark.parametrize("digits", [2, 3, 4])
def test_undefined_folds_are_read_as_scikit_learn_counts_them(digits: int) -> None:
    y = load_breast_cancer().target[:60]
    positives = int(y.sum())
    means = dict.fromkeys(["sens", "prec"], 0.0)
    count = 0
    for train, test in StratifiedKFold(5).split(y.reshape(-1, 1), y):
        model = DummyClassifier(strategy="constant", constant=int(count == 0)).fit(train.reshape(-1, 1), y[train])
        says = model.predict(test.reshape(-1, 1))
        means["sens"] += float(recall_score(y[test], says)) / 5
        means["prec"] += float(precision_score(y[test], says, zero_division=0)) / 5
        count += 1
    means["spec"] = 1 - means["sens"]
    status, row = checked(means, digits, ["--positives", str(positives), "--negatives", str(60 - positives), "--stratified", "5"])
    assert status == 1
    assert "undefined-as-zero" in [reading["reading"] for reading in row["explained_by"]], row
