"""verify_more.py on printed scores: areas, deviations, several classes, one curve, tests of any size; changed results are refused."""

from __future__ import annotations

import copy
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from test_verify_plain import EXACTILE, plain

SIZES = ["--positives", "40", "--negatives", "60"]
FOLDS = ["--positives", "50", "--negatives", "50", "--stratified", "5"]
EVEN = ["--positives", "200", "--negatives", "100"]
CLASSES = ["--classes", "50,30,20"]
SETS = ["--fold-sizes", "10+15,12+8;6+9"]

# The row, the options that say how it is read, and what is set to what else.
ROWS: list[tuple[str, list[str], list[tuple[str, Any]]]] = [
    ("auc=0.95 sens=0.95 spec=0.90", SIZES, [
        ("rows.0.auc.lower", "1/2"), ("rows.0.auc.upper", "1"), ("rows.0.auc.consistent", False), ("rows.0.matrices", 2)]),
    ("auc=0.6 sens=0.95 spec=0.90 ppv=.86", SIZES, [
        ("rows.0.conflict", ["sens", "auc"]), ("rows.0.conflict", ["sens", "spec", "ppv", "auc"]), ("rows.0.conflict", ["sens", "spec"]),
        ("rows.0.auc.consistent", True), ("rows.0.consistent", True)]),
    ("sens=0.90 spec=0.80 auc=0.71", FOLDS, [
        ("rows.0.folds", [{"tn": 8, "fp": 2, "fn": 1, "tp": 9}] * 5), ("rows.0.auc.consistent", False), ("rows.0.auc.lower", "2"),
        ("rows.0.folds.0.tp", 8), ("rows.0.auc", None)]),
    ("sens=0.90 spec=0.80 auc=0.67", FOLDS, [
        ("rows.0.certificate.reached", "1/3"), ("rows.0.certificate.weights.2.weight", "1/2"), ("rows.0.certificate.weights.2.score", "spec"),
        ("rows.0.certificate.weights", []), ("rows.0.conflict.2", "f1"), ("rows.0.consistent", True)]),
    ("acc=0.90\u00b10.03 sens=0.90\u00b10.06", FOLDS, [
        ("rows.0.deviation", "both"), ("rows.0.deviation", None),
        ("rows.0.folds", [{"tn": 9, "fp": 1, "fn": 1, "tp": 9}] * 5), ("rows.0.conflict", ["acc"])]),
    ("acc=0.90\u00b10.45", FOLDS, [("rows.0.conflict", ["f1"]), ("rows.0.conflict", []), ("rows.0.consistent", True)]),
    ("acc=0.85 macro_f1=0.83 kappa=0.76", CLASSES, [
        ("rows.0.classes.0.0", 1), ("rows.0.classes", [[50, 0, 0], [0, 30, 0], [0, 0, 20]]), ("rows.0.conflict", ["acc"]),
        ("rows.0.consistent", False)]),
    ("acc=0.85 macro_f1=0.95", CLASSES, [
        ("rows.0.certificate.reached", "0"), ("rows.0.certificate.printed", "5"), ("rows.0.certificate.weights.0.weight", "0"),
        ("rows.0.conflict", ["kappa"]), ("rows.0.consistent", True)]),
    ("tp=38 spec=0.90", SIZES, [
        ("rows.0.first.tp", 37), ("rows.0.matrices", 2), ("rows.0.consistent", False), ("rows.0.implied.accuracy.lower", "1/2")]),
    ("sens=95.0 % (38/40) spec=0.90", ["--negatives", "60"], [
        ("rows.0.first", {"tn": 53, "fp": 7, "fn": 2, "tp": 38}), ("rows.0.matrices", 0), ("rows.0.conflict", ["sens"])]),
    ("sens=95.0 % (37/40), spec=0.90 (54/60)", [], [
        ("rows.0.conflict", ["sens"]), ("rows.0.conflict", ["sens", "spec"]), ("rows.0.conflict", ["sens", "sens (38)"]),
        ("rows.0.nearest.units", "1"), ("rows.0.nearest.scores.1.value", "19/20"), ("rows.0.nearest.scores.1.name", "sens"),
        ("rows.0.consistent", True)]),
    ("tp=38 fn=2 tn=54 fp=6 ppv=0.86 (38/45)", [], [
        ("rows.0.conflict", ["fp"]), ("rows.0.conflict", ["tp", "fn"]), ("rows.0.nearest", {"matrix": None, "units": "1", "scores": []})]),
    ("acc=0.86 tpr=0.812 tnr=0.90", SETS, [
        ("rows.0.folds", [{"tn": 14, "fp": 1, "fn": 2, "tp": 8}, {"tn": 7, "fp": 1, "fn": 2, "tp": 10}, {"tn": 8, "fp": 1, "fn": 1, "tp": 5}]),
        ("rows.0.folds.0.tn", 9000), ("rows.0.consistent", False)]),
    ("acc=0.95 tpr=0.20 tnr=0.90", SETS, [
        ("rows.0.certificate.reached", "1/3"), ("rows.0.certificate.weights.0.weight", "1/7"), ("rows.0.consistent", True)]),
    ("acc=0.825 sens=0.806 spec=0.565", ["--positives", "38", "--negatives", "500", "--kfold", "5"], [
        ("rows.0.certificate.reached", "1/3"), ("rows.0.certificate.printed", "5"), ("rows.0.certificate.positive", "0"),
        ("rows.0.certificate.positive", "1/7"), ("rows.0.certificate.weights.0.weight", "1/7"), ("rows.0.certificate.weights.1.weight", "0"),
        ("rows.0.certificate.weights.1.score", "sens"), ("rows.0.certificate.weights", []), ("rows.0.consistent", True)]),
    ("acc=0.64 sens=0.83 spec=0.73", [*EVEN, "--kfold", "2"], [
        ("rows.0.certificate.cases", []), ("rows.0.certificate.cases.0.next", [100, 123]), ("rows.0.certificate.cases.0.next", [125, 124]),
        ("rows.0.certificate.cases.0.positives", [50]), ("rows.0.certificate.cases.5.positives", [148]),
        ("rows.0.certificate.cases.5.positives", [149, 51]), ("rows.0.certificate.cases.3.positive", "1/7"),
        ("rows.0.certificate.cases.3.reached", "1/7"), ("rows.0.certificate.cases.3.printed", "1/7"),
        ("rows.0.certificate.cases.3.weights.1.weight", "1"), ("rows.0.certificate.cases.3", None)]),
    ("acc=0.6434 sens=0.83 spec=0.73", [*EVEN, "--kfold", "10"], [
        ("rows.0.certificate.no_counts", "sens"), ("rows.0.certificate.no_counts", "f1"), ("rows.0.certificate", {"cases": []})]),
    ("precision=0.80 recall=0.60 f1=0.69", [], [("rows.0.first.tp", 0), ("rows.0.consistent", False), ("rows.0.conflict", ["f1"])]),
    ("precision=0.80 recall=0.60 f1=0.75", [], [
        ("rows.0.conflict", ["precision", "recall"]), ("rows.0.conflict", ["precision", "f1"]), ("rows.0.consistent", True)]),
]


def told(row: str, options: list[str]) -> Any:
    return plain.arguments(["-", "--reported", row, *options])


def made(*words: str, file: Path | None = None) -> Any:
    run = subprocess.run([EXACTILE, "check", *words, "--quiet", "--format", "json"], capture_output=True, text=True, check=False)
    assert run.returncode in (0, 1), run.stderr
    return json.loads(run.stdout)


def changed(doc: Any, path: str, value: Any) -> str:
    other = copy.deepcopy(doc)
    *steps, last = (int(step) if step.isdecimal() else step for step in path.split("."))
    at = other
    for step in steps:
        at = at[step]
    assert at[last] != value, path
    at[last] = value
    return json.dumps(other)


@pytest.mark.parametrize(("row", "options", "changes"), ROWS, ids=[row for row, *_ in ROWS])
def test_rows_are_proved_and_changed_ones_are_refused(row: str, options: list[str], changes: list[tuple[str, Any]]) -> None:
    doc = made("--reported", row, *options)
    plain.verify(json.dumps(doc), told(row, options))
    assert plain.proved
    for path, value in changes:
        with pytest.raises(plain.Untrue):
            plain.verify(changed(doc, path, value), told(row, options))


def test_rows_with_other_counts_are_refused() -> None:
    for row, other, options in [
        ("tp=38 spec=0.90", "tp=37 spec=0.90", SIZES), ("sens=0.95 (38/40) spec=0.90", "sens=0.95 (37/40) spec=0.90", SIZES[2:]),
        ("sens=0.95 (38/40) spec=0.90", "sens=0.95 (57/60) spec=0.90", SIZES[2:]),
        ("spec=0.90 (54/60) tp=38 fn=2", "spec=0.90 (54/60) tp=38 fn=3", []),
    ]:
        doc = json.dumps(made("--reported", row, *options))
        plain.verify(doc, told(row, options))
        with pytest.raises(plain.Untrue):
            plain.verify(doc, told(other, options))


def test_folds_of_data_sets_have_their_shares() -> None:
    row = "acc=0.86 tpr=0.812 tnr=0.90"
    doc = json.dumps(made("--reported", row, *SETS))
    for other in ["10+15,12+8,6+9", "12+8,10+15;6+9", "10+15;12+8,6+9", "6+9;10+15,12+8"]:
        with pytest.raises(plain.Untrue):
            plain.verify(doc, told(row, ["--fold-sizes", other]))


def test_points_of_one_curve_are_proved(tmp_path: Path) -> None:
    table = tmp_path / "rows.csv"
    options = ["--positives", "20", "--negatives", "30", "--one-curve"]
    for text, changes in [
        ("sens,spec\n0.95,0.50\n0.80,0.70\n", [
            ("curve.matrices.0", {"tn": 15, "fp": 15, "fn": 4, "tp": 16}), ("curve.matrices.0", None), ("curve.consistent", False)]),
        ("sens,spec\n0.95,0.70\n0.80,0.50\n", [("curve.conflict", [1]), ("curve.conflict", [1, 3]), ("curve.consistent", True)]),
    ]:
        table.write_text(text)
        doc = made(str(table), *options)
        asked = plain.arguments(["-", str(table), *options])
        plain.verify(json.dumps(doc), asked)
        for path, value in changes:
            with pytest.raises(plain.Untrue):
                plain.verify(changed(doc, path, value), asked)
    # What cannot be on one curve is not on one if the result says so.
    doc["curve"] = {"consistent": True, "matrices": [{"tn": 21, "fp": 9, "fn": 1, "tp": 19}, {"tn": 15, "fp": 15, "fn": 4, "tp": 16}]}
    with pytest.raises(plain.Untrue, match="do not rise together"):
        plain.verify(json.dumps(doc), asked)


def test_deviations_are_of_the_kind_that_was_asked_for() -> None:
    row, sample = "acc=0.90\u00b10.04", [*FOLDS, "--sd", "sample"]
    doc = made("--reported", row, *sample)
    plain.verify(json.dumps(doc), told(row, sample))
    with pytest.raises(plain.Untrue):
        plain.verify(json.dumps(doc), told(row, [*FOLDS, "--sd", "population"]))


def test_undecided_rows_claim_nothing(tmp_path: Path) -> None:
    table = tmp_path / "rows.csv"
    table.write_text("name,positives,negatives,folds,sens,spec,acc\na,38,262,5,0.811,0.939,0.850\nb,38,262,5,0.950,0.900,0.849\n")
    doc = made(str(table))
    assert [row["consistent"] for row in doc["rows"]] == [True, None]
    asked = plain.arguments(["-", str(table)])
    plain.verify(json.dumps(doc), asked)
    first = {"tn": 246, "fp": 16, "fn": 7, "tp": 31}
    for path, value in [("rows.1.first", first), ("rows.1.undecided", ""), ("rows.1.conflict", ["acc"]), ("rows.1.consistent", True)]:
        with pytest.raises(plain.Untrue):
            plain.verify(changed(doc, path, value), asked)
