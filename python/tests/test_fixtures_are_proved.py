"""What the commands say of every fixture is proved by the verifiers in plain Python: by verify_plain.py alone where it knows the kind."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from exactile import _exactile

from conftest import FIXTURES
from test_verify_plain import alone, more

MATRICES = ["breast_cancer_confusion.csv", "digits_eight_confusion.csv", *(f"published/the-tile-fig-5/prior-{x}.csv" for x in ("0.2", "0.5", "0.8"))]
PREDICTIONS = ["breast_cancer_predictions.csv", "digits_eight_predictions.csv"]
SCORES = ["breast_cancer_scores.csv"]

# Inputs, the verifier that proves them whole, and what is run; A and B are the first and the last classifier.
RUNS: list[tuple[list[str], str, str]] = [
    *((MATRICES + PREDICTIONS, "plain", command) for command in (
        "regions", "regions --rank 1", "regions --target-prior 1/5", "zone --better A --than B", "rankings --score f1", "rankings --at 1/3,1/2",
        "curve --along f-beta", "curve --along decision --pairs", "curve --from tnr --to 1/3,9/10")),
    *((MATRICES + PREDICTIONS, "more", command) for command in (
        "regions --area --rank 2", "rank --at 1/3,2/7", "rank --score mcc", "rankings", "score", "no-skill --score f1", "vut")),
    (MATRICES[2:] + PREDICTIONS[:1], "more", "rankings --confluences"),
    (MATRICES[:1], "more", "plan --score f1 --question next --level 1/3 --rival B"),
    *((MATRICES[:2] + PREDICTIONS, "more", command) for command in (
        "lattice compare --metric f1 --positives 8 --negatives 12",
        "compare --metric f1 --first A --unpaired --positives 5 --negatives 4")),
    (PREDICTIONS[:1], "plain", "compare --metric f1 --first logistic"),
    (PREDICTIONS, "plain", "compare --at 1/3,1/2 --first A --second B"),
    (PREDICTIONS, "more", "compare --metric mcc --first A --second B"),
    (PREDICTIONS[:1], "more", "confidence --score f1 --question next --draws 1000"),
    (PREDICTIONS[:1], "more", "curve --along decision --first A --second B --steps 5"),
    (SCORES, "plain", "thresholds --score f1,ba,ppv"),
    *((SCORES, "more", f"{command} --input-format scores") for command in (
        "thresholds --cost-fp 1 --cost-fn 5", "regions --at-best --area", "curve --along brier", "curve --along precision-recall-gain")),
    *(([""], "plain", f"lattice confluence --positives 20 --negatives 40 --metric {metric}") for metric in ("accuracy", "f1", "ppv")),
    *(([""], "more", f"lattice confluence --positives 20 --negatives 40 --points --metric {metric}") for metric in ("mcc", "kappa", "gm", "dor")),
    ([""], "plain", "lattice pmf --tp 16 --fp 8 --fn 4 --tn 32 --metric f1 --exact"),
    ([""], "more", "lattice pmf --tp 8 --fp 4 --fn 2 --tn 16 --metric mcc"),
    ([""], "more", "lattice pmf --tp 8 --fp 4 --fn 2 --tn 16 --metric f1 --model binomial"),
]


def names(fixture: Path) -> list[str]:
    header, *lines = fixture.read_text().splitlines()
    return header.split(",")[1:] if header.startswith("y_true") else [line.partition(",")[0] for line in lines]


@pytest.mark.parametrize(("fixture", "verifier", "command"), [(data, verifier, command) for data_, verifier, command in RUNS for data in data_])
def test_results_of_the_fixtures_are_proved(fixture: str, verifier: str, command: str, tmp_path: Path) -> None:
    words, given = shlex.split(command), []
    if fixture:
        known = names(FIXTURES / fixture)
        words = [{"A": known[0], "B": known[-1]}.get(word, word) for word in words]
        given = [str(FIXTURES / fixture)]
    text, _, _ = _exactile.answer([*words, *given, "--quiet", "--format", "json"], b"")
    told = [x for flag in ("--tp", "--fp", "--fn", "--tn", "--target-prior") if flag in words for x in (flag, words[words.index(flag) + 1])]
    program = {"plain": alone, "more": more}[verifier]
    program.verify(text, program.arguments(["-", *given, *told]))
