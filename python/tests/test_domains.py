"""Results of several test sets are proved by verify_more.py, and false changes of what it proves are refused."""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import exactile

ASKED: list[dict[str, Any]] = [
    {"at": ("1/3", "3/4")},
    {"at": (1, "1/2"), "weights": "equal"},
    {"classifier": "c1", "map": "preponderant"},
    {"classifier": "c0", "map": "bottleneck"},
]


def table(rng: random.Random) -> str:
    rows = ["name,site,tn,fp,fn,tp"]
    for site in ("north", "south", "west"):
        positives, negatives = rng.randint(3, 30), rng.randint(3, 30)
        for k in range(3):
            tp, tn = rng.randint(1, positives - 1), rng.randint(1, negatives - 1)
            rows.append(f"c{k},{site},{tn},{negatives - tn},{positives - tp},{tp}")
    return "\n".join(rows) + "\n"


def proved(result: Any, path: Path) -> bool:
    written = path.with_suffix(".json")
    written.write_text(json.dumps(result))
    command = [sys.executable, "-m", "exactile.verify_more", str(written), str(path), "--by", "site"]
    weights = result["weights"]
    found = subprocess.run([*command, "--weights", weights], capture_output=True, text=True, check=False)
    assert found.returncode in (0, 1), found
    return found.returncode == 0


@pytest.mark.parametrize("asked", ASKED)
def test_results_are_proved_and_false_changes_refused(asked: dict[str, Any], tmp_path: Path) -> None:
    rng = random.Random(json.dumps(asked))
    path = tmp_path / "sites.csv"
    path.write_text(table(rng))
    true = exactile.domains(path, by="site", **asked).raw
    assert proved(true, path)

    def off(doc: Any, *place: Any) -> None:
        for key in place[:-1]:
            doc = doc[key]
        doc[place[-1]] = str(Fraction(doc[place[-1]]) + Fraction(1, 1000))
    places: list[tuple[Any, ...]] = [("domains", 0, "weight"), ("classifiers", 1, "mean", "tp")]
    if "at" in asked:
        places += [("values", 0, "mean"), ("values", 1, "mean_of_values"), ("values", 2, "domains", 0, "loss_share")]
    for place in places:
        false = copy.deepcopy(true)
        off(false, *place)
        assert not proved(false, path), place
    if "map" in asked:
        false = copy.deepcopy(true)
        false["pieces"].pop()
        assert not proved(false, path)
