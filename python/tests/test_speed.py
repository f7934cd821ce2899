"""The script that measures speeds: its tables, and its rows on tiny data with the other programs' answers."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy")
BENCHES = Path(__file__).resolve().parents[2] / "benches"
sys.path.insert(0, str(BENCHES))

from measuring import package, tables
from measuring.data import DATA, Workshop
from measuring.peers import PEERS
from measuring.rows import BENCHMARKS, ROWS, Other, Row
from measuring.running import available, checked, criterion, measure, once, ours, run, words

EXACTILE = os.environ.get("EXACTILE") or str(shutil.which("exactile", path=str(Path(sys.executable).parent)))
OTHERS = [(row, other) for row in ROWS for other in row.others]


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    return Workshop(tmp_path_factory.mktemp("data"), [EXACTILE], tiny=True)


def test_the_page_is_made_from_the_results() -> None:
    done = subprocess.run([sys.executable, str(BENCHES / "speed.py"), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def result(seconds: float, **others: float) -> dict[str, Any]:
    ours = {"seconds": seconds, "processor": 2 * seconds, "memory": 5e6, "runs": 3}
    figures = {name: {"seconds": of, "memory": 2e9, "runs": 3} for name, of in others.items()}
    return {"exactile": ours, "others": figures, "load": 0.5, "date": "2026-01-02", "commit": "abc", "machine": "a machine"}


def test_tables_say_what_was_measured_and_what_was_not() -> None:
    results = {"predictions": result(0.5, polars=1.0, numpy=0.25), "unknown": result(1)}
    said = tables.tables(results)
    row = next(line for line in said.splitlines() if "`regions` of predictions" in line)
    assert row.endswith("| 500 ms | 1.0 s | 5 MB | polars: 1.0 s, 2.0 GB (2)<br>numpy: 250 ms, 2.0 GB (0.5) | 0.25 s | 1 |")
    slower = said.split("## Slower")[1].split("##")[0]
    assert "numpy 250 ms" in slower and "polars" not in slower
    assert "500 ms, goal 0.25 s" in said.split("## Goals")[1].split("##")[0]
    assert "1. 2026-01-02, commit abc, load average 0.5 to 0.5: a machine" in said
    assert said.count("not measured") == len(tables.WORKLOADS) - 1
    again = tables.page(tables.page(f"before\n{tables.START}old{tables.END}after\n", {}), results)
    assert again == f"before\n{tables.START}\n{said}\n{tables.END}after\n"


@pytest.mark.parametrize(
    ("goal", "expected"),
    [("60 ms", 0.06), ("1.5 s", 1.5), ("numpy / 1.5", 2.0), ("pmf * 2", 8.0), ("numpy + 0.2 s", 3.2), ("numpy + 1 MB", None)],
)
def test_goals(goal: str, expected: float | None) -> None:
    found = tables.limit(goal, result(1, **{"numpy, draws": 3}), {"pmf": result(4)})
    assert found == (None if expected is None else pytest.approx(expected))


def test_names_are_unique_and_files_are_known() -> None:
    names = [row.name for row in tables.WORKLOADS]
    assert len(names) == len(set(names))
    assert all(row.benchmark.split("/")[0] in (BENCHES / f"{row.file}.rs").read_text() for row in BENCHMARKS)
    commands = " ".join([f"{row.command} {row.first}" for row in ROWS] + [other.command for _, other in OTHERS])
    assert set(re.findall(r"@([\w-]+)", commands)) == set(DATA)
    assert {other.command.split()[0] for _, other in OTHERS} == {*PEERS, "cells.cpp"}


#: Those whose commands run below, beside the other programs, and the papers' tables, which the package's program lacks.
ELSEWHERE = {"tables", *(row.name for row, _ in OTHERS if not row.check)}


@pytest.mark.parametrize("row", [row for row in ROWS if row.name not in ELSEWHERE], ids=lambda row: row.name)
def test_commands_run(row: Row, workshop: Workshop) -> None:
    first = workshop.result(words(row.first, workshop), "result") if row.first else None
    run(ours(row.command, workshop, first), statuses=(0, 1) if "check" in row.command else (0,))


def changed(answer: Any) -> Any:
    """Another answer of the same form."""
    if isinstance(answer, dict):
        return {name: changed(value) for name, value in answer.items()}
    if isinstance(answer, (list, tuple)):
        return [changed(value) for value in answer]
    if isinstance(answer, str):
        return answer + "x"
    return not answer if isinstance(answer, bool) else answer + 1


@pytest.mark.parametrize(("row", "other"), OTHERS, ids=lambda of: of.command.split()[0] if isinstance(of, Other) else of.name)
def test_other_programs_agree(row: Row, other: Other, workshop: Workshop) -> None:
    if not available(other, workshop):
        pytest.skip("a library is not installed")
    name, *arguments = words(other.command, workshop)
    theirs = json.loads(json.dumps(PEERS[name].work(*arguments))) if name in PEERS else once(other, workshop)[1]
    said = checked(row, workshop)
    other.agree(said, theirs)
    with pytest.raises(AssertionError):
        other.agree(said, changed(theirs))


def test_processes_are_measured(workshop: Workshop) -> None:
    found = measure(next(row for row in ROWS if row.name == "curve"), workshop)
    (other,) = found["others"].values()
    for of in (found["exactile"], other):
        assert of["runs"] == 1 and 0 < of["seconds"] < 60 and 1e6 < of["memory"] < 1e9
    with pytest.raises(RuntimeError, match="exit status 2"):
        run(ours("rank", workshop))


def test_the_script_prints_the_rows_that_are_named() -> None:
    script = [sys.executable, str(BENCHES / "speed.py"), "--tiny", "--exactile"]
    done = subprocess.run([*script, EXACTILE, "curve", "tile"], capture_output=True, text=True)
    assert (done.returncode, done.stdout.count("not measured")) == (0, 0), done.stderr
    found = [line.split("`")[1] for line in done.stdout.splitlines() if line.startswith("| `")]
    assert found == ["tile", "curve --along f-beta"]
    for arguments, said in (([EXACTILE, "zone"], "no row"), ([EXACTILE, "--write"], "test"), (["nowhere"], "no program")):
        refused = subprocess.run([*script, *arguments], capture_output=True, text=True)
        assert refused.returncode == 2 and said in refused.stderr


@pytest.mark.parametrize("name", ["import", "int8", "bool", "objects", "own", "rank-f1", "rank-mcc", "count"])
def test_the_package_is_measured(name: str, tmp_path: Path) -> None:
    if name == "count":
        pytest.importorskip("duckdb")
    pytest.importorskip("sklearn")
    found = package.measured(name, tmp_path, True)
    assert all(value > 0 for values in found.values() for value in values) and found["exactile"]


def test_medians_of_criterion(tmp_path: Path) -> None:
    folder = tmp_path / "a group" / "n = 5" / "new"
    folder.mkdir(parents=True)
    (folder / "benchmark.json").write_text('{"full_id": "a group/n = 5"}')
    (folder / "estimates.json").write_text('{"median": {"point_estimate": 2500000.0}}')
    assert criterion(tmp_path) == {"a group/n = 5": 0.0025}
