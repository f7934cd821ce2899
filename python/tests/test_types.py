"""Types of results, as mypy reveals them to users; and values are of the types that are promised."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import exactile
from exactile import Probability, Tile

TYPED = Path(__file__).parent / "typed.py"


def test_no_result_is_of_any_type(tmp_path: Path) -> None:
    settings = Path(__file__).parents[1] / "pyproject.toml"
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", str(settings), "--cache-dir", str(tmp_path), str(TYPED)]
    said = subprocess.run(command, capture_output=True, text=True, check=False, cwd=TYPED.parents[1]).stdout
    revealed = re.findall(r'typed\.py:(\d+): note: Revealed type is "(.*)"', said)
    assert len(revealed) == TYPED.read_text().count("reveal_type(") and "error" not in said, said
    lines = TYPED.read_text().splitlines()
    vague = [lines[int(line) - 1] for line, kind in revealed if re.search(r"\bAny\b", kind) and "exactile.verify)" not in lines[int(line) - 1]]
    assert not vague, said


@pytest.mark.skipif(shutil.which("pyright") is None, reason="NO PYRIGHT: it is not installed")
def test_no_result_is_of_any_type_for_pyright(tmp_path: Path) -> None:
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    (tmp_path / "typed.py").write_text(TYPED.read_text())
    command = ["pyright", "--pythonpath", sys.executable, "--project", str(tmp_path), "--outputjson"]
    environment = {**os.environ, "PYTHONPATH": str(Path(exactile.__file__).parents[1])}
    said = subprocess.run(command, capture_output=True, text=True, check=False, env=environment).stdout
    found = json.loads(said)["generalDiagnostics"]
    revealed = [one for one in found if one["severity"] == "information"]
    assert len(revealed) == TYPED.read_text().count("reveal_type("), said
    vague = [one for one in revealed if re.search(r"\b(Any|Unknown)\b", one["message"])]
    lines = TYPED.read_text().splitlines()
    assert not [one for one in vague if "exactile.verify)" not in lines[one["range"]["start"]["line"]]], vague
    assert not [one for one in found if one["severity"] == "error"], said


@pytest.fixture(scope="module")
def tile() -> Tile:
    y = [0] * 10 + [1] * 10
    return Tile.from_predictions(y, {"good": y, "poor": [0] * 15 + [1] * 5})


def test_a_comparison_has_members_with_types(tile: Tile) -> None:
    found = tile.compare("good", "poor", "f1", margin="0.05")
    raw = found.raw["pairs"][0]
    assert found.paired is True and found.scores == (1, Fraction(2, 3))
    assert found.difference.value == Fraction(raw["difference"]["value"]) == found["difference"].value
    assert found.difference.interval is not None and found.difference.interval.draws == raw["difference"]["interval"]["draws"]
    assert isinstance(found.truly_better, Probability) and found.truly_better == found["truly_better"]
    assert found.truly_better.lower == Fraction(raw["truly_better"]["lower"]) and 0.98 < found.truly_better < 1
    assert f"{found.truly_better:.2f}" == "0.99"
    assert isinstance(found.not_worse, Probability) and found.not_worse.draws == raw["not_worse"]["draws"] and found.not_worse.seed == 1
    assert found.equivalent is not None and found.equivalent < found.not_worse
    assert found.next is not None and sum(float(value) for value in found.next) == pytest.approx(1)
    assert found.swap_test is not None and found.swap_test.one_sided == Fraction(1, 32)
    assert found.discordant == ((5, 0), (0, 0))
    apart = tile.compare("good", "poor", "f1", paired=False)
    assert apart.paired is False and apart.discordant is None and apart.swap_test is None and apart.not_worse is None


def test_probabilities_are_kept_by_pickles_and_frames(tile: Tile) -> None:
    import pickle

    found = tile.compare("good", "poor", "f1", margin="0.05")
    kept = pickle.loads(pickle.dumps(found))
    assert kept.not_worse == found.not_worse and kept.not_worse.draws == found.not_worse.draws  # type: ignore[union-attr]
    frame = found.to_frame("pandas", exact=False)
    assert frame["truly_better"][0] == float(found.truly_better) and frame["not_worse"][0] == float(found.not_worse)  # type: ignore[arg-type]


def test_values_are_none_only_where_they_are_undefined(tile: Tile) -> None:
    assert all(row.value is not None for row in tile.score("f1", "accuracy", "tpr"))
    (row,) = Tile.from_confusion({"none": [[5, 0], [3, 0]]}).score("ppv")
    assert row.value is None and row.undefined
    assert exactile.score("ppv", tn=5, fp=0, fn=3, tp=0) is None
