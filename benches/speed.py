"""Measures exactile beside other programs, and makes the tables of docs/speed.md.

    python benches/speed.py [WORD ...]            the rows that a word names, or whose text contains it, printed
    python benches/speed.py [WORD ...] --write    the same, kept in benches/speed.json and docs/speed.md
    python benches/speed.py --page                make docs/speed.md from benches/speed.json
    python benches/speed.py --check               exit status 1 unless docs/speed.md is what --page would make

Rows that take more than 30 s are measured with --long alone. The environment has the packages of
python/requirements-test.txt and, for the rows of the package, the wheel that `maturin build --release` makes.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from measuring.data import ROOT, Workshop
from measuring.package import InPython
from measuring.rows import BENCHMARKS, Benchmark, Row, Workload
from measuring.running import criterion, in_python, measure
from measuring.tables import WORKLOADS, page, tables

RESULTS = ROOT / "benches" / "speed.json"
PAGE = ROOT / "docs" / "speed.md"


def kept() -> dict[str, Any]:
    """The results of earlier runs."""
    found: dict[str, Any] = json.loads(RESULTS.read_text())
    return found


def machine() -> str:
    """The processor, its cores and the system."""
    name = platform.machine()
    if Path("/proc/cpuinfo").exists():
        models = [line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")]
        name = models[0] if models else name
    return f"{name}, {os.cpu_count()} cores, {platform.system()}, CPython {platform.python_version()}"


def commit() -> str:
    """The commit of the source."""
    said = subprocess.run(["git", "rev-parse", "--short=9", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return said.stdout.strip() or "unknown"


def chosen(words: list[str], long: bool) -> list[Workload]:
    """The rows that a word names, or that contain one that names none; without words all."""
    names = {row.name for row in WORKLOADS}

    def meant(row: Workload, word: str) -> bool:
        return row.name == word if word in names else word in row.name or word in row.what

    found = [row for row in WORKLOADS if not words or any(meant(row, word) for word in words)]
    return [row for row in found if long or not row.long]


def bench(rows: list[Benchmark], target: Path) -> None:
    """Runs the benchmarks of criterion that the rows need."""
    for file in dict.fromkeys(row.file for row in rows):
        names = "|".join(f"^{re.escape(row.benchmark)}$" for row in rows if row.file == file)
        command = ["cargo", "bench", "--locked", "--bench", file, "--", names]
        subprocess.run(command, cwd=ROOT, check=True, env={**os.environ, "CARGO_TARGET_DIR": str(target)}, stdout=sys.stderr)


def measured(
    rows: list[Workload], workshop: Workshop, target: Path, failed: list[str]
) -> Iterator[tuple[Workload, dict[str, Any]]]:
    """The figures of rows, in their order, as far as what they need is there. Rows that fail are named in `failed`."""
    benchmarks = criterion(target / "criterion")
    package = find_spec("exactile") is not None
    for row in rows:
        load = round(os.getloadavg()[0], 2)
        start = time.perf_counter()
        if isinstance(row, (Row, InPython)):
            if isinstance(row, InPython) and not package:
                print(f"not measured: {row.name}, the package is not installed", file=sys.stderr)
                continue
            try:
                found = measure(row, workshop) if isinstance(row, Row) else in_python(row.name, workshop)
            except (AssertionError, RuntimeError, ImportError) as error:
                print(f"error: {row.name}: {error}", file=sys.stderr)
                failed.append(row.name)
                continue
        elif isinstance(row, Benchmark) and row.benchmark in benchmarks:
            found = {"exactile": {"seconds": benchmarks[row.benchmark]}, "others": {}}
        else:
            print(f"not measured: {row.name}, --criterion does", file=sys.stderr)
            continue
        print(f"{time.perf_counter() - start:6.1f} s  {row.name}", file=sys.stderr, flush=True)
        yield row, {**found, "load": load}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", metavar="WORD", help="a row's name, or a part of its text [default: all rows]")
    parser.add_argument("--exactile", default=str(ROOT / "target/release/exactile"), help="the program")
    parser.add_argument("--write", action="store_true", help="keep the results, and make the tables of docs/speed.md from them")
    parser.add_argument("--check", action="store_true", help="compare docs/speed.md with the kept results")
    parser.add_argument("--page", action="store_true", help="make the tables of docs/speed.md from the kept results")
    parser.add_argument("--long", action="store_true", help="also rows that take more than 30 s")
    parser.add_argument("--tiny", action="store_true", help="tiny data and one run of each program, as a test")
    parser.add_argument("--criterion", action="store_true", help="run the benchmarks of the library first (cargo bench)")
    parser.add_argument("--target", type=Path, default=ROOT / "target", help="the folder of cargo, with criterion's results")
    parser.add_argument("--folder", type=Path, help="where data are written, 1 GB of them and with --long 6 GB")
    given = parser.parse_args()
    if given.check:
        same = PAGE.read_text() == page(PAGE.read_text(), kept())
        print("docs/speed.md is up to date" if same else "error: docs/speed.md is out of date: python3 benches/speed.py --page")
        return 0 if same else 1
    if given.page:
        PAGE.write_text(page(PAGE.read_text(), kept()))
        return 0
    if given.write and given.tiny:
        parser.error("--tiny is a test, whose figures say nothing")
    if shutil.which(given.exactile) is None:
        parser.error(f"there is no program {given.exactile}: cargo build --release makes it")
    rows = chosen(given.words, given.long)
    if not rows:
        parser.error(f"no row contains these words; the rows are {', '.join(row.name for row in WORKLOADS)}")
    if given.criterion:
        bench([row for row in rows if row in BENCHMARKS and isinstance(row, Benchmark)], given.target)
    results: dict[str, Any] = {}
    failed: list[str] = []
    run = {"date": time.strftime("%Y-%m-%d"), "commit": commit(), "machine": machine()}
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        workshop = Workshop(Path(folder), [given.exactile], given.tiny)
        for row, found in measured(rows, workshop, given.target, failed):
            results[row.name] = {**found, **run}
            if given.write:
                everything = {**kept(), **results}
                ordered = {row.name: everything[row.name] for row in WORKLOADS if row.name in everything}
                RESULTS.write_text(json.dumps(ordered, indent=1, ensure_ascii=False) + "\n")
                PAGE.write_text(page(PAGE.read_text(), ordered))
    if not given.write:
        print(tables(results, only=True))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
