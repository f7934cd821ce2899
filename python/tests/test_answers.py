"""The command line's JSON and the package's answers are equal."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import exactile
from exactile import Enclosure, Tile

from conftest import FIXTURES

PREDICTIONS = FIXTURES / "breast_cancer_predictions.csv"
SCORES = FIXTURES / "breast_cancer_scores.csv"
CONFUSION = FIXTURES / "breast_cancer_confusion.csv"


def program(*arguments: str | Path) -> Any:
    """The document that the program writes, without the command that nobody has typed in Python."""
    command = shutil.which("exactile", path=str(Path(sys.executable).parent))
    assert command is not None, "the package brings the command"
    done = subprocess.run([command, *map(str, arguments), "--format", "json"], capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr.decode()
    return without_command(json.loads(done.stdout))


def without_command(raw: Any) -> Any:
    assert raw["provenance"].pop("command").startswith("exactile ")
    return raw


@pytest.fixture(scope="module")
def tile(predictions: dict[str, list[str]]) -> Tile:
    columns = dict(predictions)
    return Tile.from_predictions(columns.pop("y_true"), columns)


def test_regions(tile: Tile) -> None:
    raw = tile.regions("logistic", rank=1, area=True).document.raw
    assert raw == program("regions", PREDICTIONS, "--classifier", "logistic", "--rank", "1", "--area")


def test_regions_after_a_shift(tile: Tile) -> None:
    raw = tile.regions(rank=2, target_prior=Fraction(1, 100)).document.raw
    assert raw == program("regions", PREDICTIONS, "--rank", "2", "--target-prior", "1%")


def test_scores(tile: Tile) -> None:
    raw = tile.score("mcc", "d-prime", "f1").document.raw
    # The program does not say what it took as positive where a document has no place for it.
    assert raw == program("score", PREDICTIONS, "--metric", "mcc,d-prime,f1")


def test_rankings(tile: Tile) -> None:
    assert tile.rankings().raw == program("rankings", PREDICTIONS)
    assert tile.rankings("f1").raw == program("rankings", PREDICTIONS, "--score", "f1")


def test_curve(tile: Tile) -> None:
    assert tile.curve("decision").document.raw == program("curve", PREDICTIONS, "--along", "decision")
    found = tile.curve(start="ppv", end=(Fraction(1, 2), Fraction(3, 10)), pairs=True)
    assert found.document.raw == program("curve", PREDICTIONS, "--from", "ppv", "--to", "1/2,0.3", "--pairs")


def test_confidence(tile: Tile) -> None:
    few = {name: tile.matrices[name] for name in ("lda", "qda", "mlp")}
    small = Tile.from_confusion({name: [[m.tn, m.fp], [m.fn, m.tp]] for name, m in few.items()})
    found = small.confidence("f1")
    rows = (FIXTURES / "breast_cancer_confusion.csv").read_text().splitlines()
    chosen = [rows[0], *(row for row in rows if row.split(",")[0] in few)]
    done = subprocess.run(
        [str(shutil.which("exactile", path=str(Path(sys.executable).parent))), "confidence", "-", "--score", "f1"]
        + ["--format", "json"],
        input="\n".join(chosen).encode(),
        capture_output=True,
        check=True,
    )
    assert found.document.raw == without_command(json.loads(done.stdout))
    assert len(found.document.raw["provenance"]["input_sha256"]) == 64
    assert {row.tier for row in found} == set(range(1, max(row.tier for row in found) + 1))
    assert all(row.truly_best is not None and row.first_alone is not None for row in found)


def test_confidence_is_paired_where_it_can_be(tile: Tile) -> None:
    given = {"draws": 2000, "seed": 7}
    found = tile.confidence("f1", question="truly", **given)
    raw = program("confidence", PREDICTIONS, "--score", "f1", "--question", "truly", "--draws", "2000", "--seed", "7")
    assert found.document.raw == raw and found.document.paired is True
    assert all(row.first_alone is None and row.ranks == () for row in found)
    alone = tile.confidence("f1", question="truly", unpaired=True, **given)
    assert alone.document.paired is False and alone.document.raw != raw
    pooled = tile.confidence("f1", question="truly", prior_pooling="estimated", **given)
    assert pooled.document.raw["prior_pooling"]["share"] == "estimated" and "prior_pooling" not in raw


@pytest.mark.parametrize("metric", ["f1", "mcc"])
def test_comparisons_are_paired(tile: Tile, metric: str) -> None:
    found = tile.compare("lda", "rbf_svm", metric)
    raw = program("compare", PREDICTIONS, "--metric", metric, "--first", "lda", "--second", "rbf_svm")
    assert found.paired is True
    assert found.raw == raw
    assert set(found) == {*raw, *raw["pairs"][0]} - {"pairs", "classifiers"}
    assert found.discordant.positives == (1, 17)
    assert isinstance(found.truly_better, (Enclosure, exactile.Document))


def test_matrices_are_compared_as_independent(tile: Tile) -> None:
    found = Tile.read(CONFUSION).compare("lda", "rbf_svm", "f1")
    assert found.paired is False
    assert found.raw != tile.compare("lda", "rbf_svm", "f1").raw


def test_thresholds() -> None:
    tile = Tile.read(SCORES, format="scores")
    found = tile.thresholds(cost_fp=1, cost_fn=5)
    raw = program("thresholds", SCORES, "--cost-fp", "1", "--cost-fn", "5")
    assert found.document.raw == raw
    assert found[0].auc == Fraction("211/212")


def test_scores_from_floats_are_those_of_the_file() -> None:
    import csv

    with open(SCORES, newline="") as file:
        rows = list(csv.DictReader(file))
    names = [name for name in rows[0] if name != "y_true"]
    scores = {name: [float(row[name]) for row in rows] for name in names}
    tile = Tile.from_scores([int(row["y_true"]) for row in rows], scores)
    read = Tile.read(SCORES, format="scores")
    assert tile.thresholds("f1") == read.thresholds("f1")
    assert tile == read
    # What is at least the threshold is exactly what the threshold calls positive.
    best = tile.thresholds("f1")[0].best[0]
    assert best.threshold is not None
    said = [score >= float(best.threshold) for score in scores[names[0]]]
    assert sum(said) == best.tp + best.fp


@pytest.mark.parametrize("score", ["f1", "mcc", "kappa", "d-prime", "error-rate", "plr"])
def test_rank(tile: Tile, score: str) -> None:
    raw = program("rank", PREDICTIONS, "--score", score)
    found = tile.rank(score)
    assert [row.name for row in found] == [entry["name"] for entry in raw["ranking"]]
    for row, entry in zip(found, raw["ranking"], strict=True):
        assert row.rank == (None if entry["rank"] is None else tuple(entry["rank"]))
        assert row.undefined == entry.get("undefined")
        assert row.value == exactile._numbers.optional(entry["value"])
    assert (None if found.at is None else [str(x) for x in found.at]) == raw["at"]


def test_rank_at_a_point_and_by_costs(tile: Tile) -> None:
    raw = program("rank", PREDICTIONS, "--at", "5/6,5/6")
    by_costs, at_point = tile.rank(cost_fp=1, cost_fn=5), tile.rank(at=("5/6", Fraction(5, 6)))
    assert by_costs == at_point
    assert [(row.name, str(row.value)) for row in by_costs] == [(e["name"], e["value"]) for e in raw["ranking"]]
    assert tile.best(cost_fp=1, cost_fn=5) == (raw["ranking"][0]["name"],)


def test_functions_without_classifiers() -> None:
    raw = program("lattice", "pmf", "--tp", "3", "--fp", "2", "--fn", "1", "--tn", "6", "--metric", "mcc", "--exact")
    found = exactile.pmf("mcc", tp=3, fp=2, fn=1, tn=6)
    assert found.document.raw == raw
    assert sum((row.mass for row in found), found.undefined) == 1
    decimals = exactile.pmf("mcc", tp=3, fp=2, fn=1, tn=6, exact=False)
    for exact, decimal in zip(found, decimals, strict=True):
        assert exact.mass in decimal.mass  # type: ignore[operator]
    raw = program("check", "--positives", "100", "--negatives", "500", "--reported", "sens=0.51 spec=0.94 acc=0.95")
    assert exactile.check("sens=0.51 spec=0.94 acc=0.95", positives=100, negatives=500).raw == raw
    raw = program("check", "--samples", "60", "--reported", "sens=0.75 spec=0.95", "--imply", "f1,mcc")
    assert exactile.check({"sens": "0.75", "spec": "0.95"}, samples=60, imply=["f1", "mcc"]).raw == raw
    raw = program("check", "--fold-sizes", "10+20,11+20", "--average", "pooled", "--reported", "acc=0.90")
    assert exactile.check("acc=0.90", fold_sizes=[(10, 20), (11, 20)], average="pooled").raw == raw
    raw = program("check", "--fold-sizes", "10+20,11+20;4+5", "--reported", "acc=0.90")
    assert exactile.check("acc=0.90", fold_sizes=[[(10, 20), (11, 20)], [(4, 5)]]).raw == raw
    raw = program("axioms", "--score", "mcc", "--prior", "1/2")
    axioms = exactile.axioms("mcc", prior=0.5)
    assert axioms.raw == raw and axioms.tests.raw == raw["scores"][0]["sets"][0]["tests"]
    assert [metric.raw for metric in exactile.metrics()] == program("scores")["scores"]


def test_verify_finds_a_fault(tile: Tile) -> None:
    regions = tile.regions("lda", rank=1)
    other = tile.regions("lda", rank=12)
    assert exactile.verify(other, tile).holds
    if other.document.raw["pieces"]:
        other.document.raw["pieces"][0]["rank"] = [1, 1]
        assert not exactile.verify(other, tile).holds
    assert exactile.verify(regions, tile)["schema"].startswith("exactile.verify")


def test_pictures_and_pages(tile: Tile, tmp_path: Path) -> None:
    command = str(shutil.which("exactile", path=str(Path(sys.executable).parent)))
    done = subprocess.run([command, "tile", str(PREDICTIONS)], capture_output=True, check=True)
    assert tile.svg() == done.stdout.decode()
    assert tile._repr_svg_().startswith("<svg")
    tile.save(tmp_path / "tile.svg", show=["legend"])
    tile.save(tmp_path / "tile.png", "rank", classifier="lda")
    assert (tmp_path / "tile.png").read_bytes().startswith(b"\x89PNG")
    tile.save(tmp_path / "tile.pdf")
    assert (tmp_path / "tile.pdf").read_bytes().startswith(b"%PDF")
    with pytest.raises(ValueError, match="cannot be written as '.gif'"):
        tile.save(tmp_path / "tile.gif")
    # Few samples: the page looks at all results that a repeat of the test may have.
    few = Tile.from_confusion({"a": [[5, 2], [1, 4]], "b": [[6, 1], [2, 3]]})
    page = few.report(tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text() == page
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.html", "tile.pdf", "tile.png", "tile.svg"]
    frame = few.explore(height=500)._repr_html_()
    assert frame.startswith("<iframe srcdoc=") and "height: 500px" in frame
    from html import unescape

    assert unescape(frame.split('srcdoc="')[1].split('" sandbox')[0]) == page


def test_the_command_reports_as_the_program_does() -> None:
    command = str(shutil.which("exactile", path=str(Path(sys.executable).parent)))
    done = subprocess.run([command, "rank", "no-such-file.csv", "--score", "f1"], capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"error: no-such-file.csv: cannot be read")
    done = subprocess.run([command, "--version"], capture_output=True, check=True)
    assert done.stdout.decode().split() == ["exactile", exactile.__version__]
