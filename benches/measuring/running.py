"""Runs of exactile and of the other programs of a row, in turn, each a process of its own."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from .data import Workshop
from .peers import PEERS
from .rows import Other, Row

#: A program is run until it has taken so many seconds in all, or so many times.
SECONDS, TIMES = 5.0, 7

Figures = dict[str, float]


class Run(NamedTuple):
    """One run of a process: seconds of wall clock and of processor, peak memory in bytes, and what it printed."""

    seconds: float
    processor: float
    memory: float
    output: str


#: Starts a process and waits for it. A process inherits the peak of memory of the one that starts it, so that is a small one.
LAUNCHER = """
import os, sys, time
start = time.perf_counter()
process = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ)
_, status, used = os.wait4(process, 0)
taken = time.perf_counter() - start
figures = [taken, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024, os.waitstatus_to_exitcode(status)]
os.write(int(sys.argv[1]), repr(figures).encode())
"""


def run(command: list[str], keep: bool = False, statuses: tuple[int, ...] = (0,)) -> Run:
    """Runs a process. Its output is thrown away unless it is kept."""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[1])}
    read, write = os.pipe()
    launcher = [sys.executable, "-I", "-S", "-c", LAUNCHER, str(write), *command]
    output = subprocess.PIPE if keep else subprocess.DEVNULL
    done = subprocess.run(launcher, stdout=output, env=environment, pass_fds=[write], check=True)
    os.close(write)
    with os.fdopen(read) as pipe:
        seconds, processor, memory, status = json.loads(pipe.read())
    if status not in statuses:
        raise RuntimeError(f"exit status {status}: {shlex.join(command)}")
    return Run(seconds, processor, memory, done.stdout.decode() if keep else "")


def words(command: str, workshop: Workshop, result: Path | None = None) -> list[str]:
    """The arguments of a command of rows.py, with the files that it names."""
    chosen = re.sub(r"\{(.*?)\|(.*?)\}", r"\2" if workshop.tiny else r"\1", command)
    files = {"%result": str(result), "%folder/tile.png": str(workshop.folder / "tile.png")}
    found = []
    for word in shlex.split(chosen):
        found.append(str(workshop.path(word[1:])) if word.startswith("@") else files.get(word, word))
    return found


def ours(command: str, workshop: Workshop, result: Path | None = None) -> list[str]:
    """A command of exactile. Whether rows are possible is its exit status, too."""
    return [*workshop.exactile, *words(command, workshop, result), "--quiet"]


def checked(row: Row, workshop: Workshop) -> str:
    """The output of exactile that is compared with the other programs' answers."""
    command = row.check or (row.command if "--format" in row.command else f"{row.command} --format json")
    return run(ours(command, workshop), keep=True, statuses=(0, 1)).output


def compiled(source: str, workshop: Workshop) -> Path | None:
    """A program in C++ beside this file, which is compiled where its libraries are installed."""
    program = workshop.folder / source.removesuffix(".cpp")
    if not program.exists() and shutil.which("c++"):
        path = Path(__file__).with_name(source)
        command = ["c++", "-O3", "-DNDEBUG", "-std=c++17", "-o", str(program), str(path), "-lmpfr", "-lgmp"]
        subprocess.run(command, stderr=subprocess.DEVNULL)
    return program if program.exists() else None


def once(other: Other, workshop: Workshop) -> tuple[Run, Any]:
    """One run of another program. Of one in Python its work alone counts, as it says, and the peak memory of its process."""
    first, *arguments = words(other.command, workshop)
    if first.endswith(".cpp"):
        done = run([str(compiled(first, workshop)), *arguments], keep=True)
        return done, json.loads(done.output)
    done = run([sys.executable, "-m", "measuring.peers", first, *arguments], keep=True)
    said = json.loads(done.output.splitlines()[-1])
    return Run(said["seconds"] * other.factor, said["processor"] * other.factor, done.memory, ""), said["answer"]


def available(other: Other, workshop: Workshop) -> bool:
    """Returns `True` if what the other program needs is installed."""
    name = other.command.split()[0]
    if name.endswith(".cpp"):
        return compiled(name, workshop) is not None
    modules = PEERS[name].modules
    return all(find_spec(module.split(".")[0]) is not None for module in modules)


def medians(runs: list[Run]) -> Figures:
    """Medians of runs."""
    found: Figures = {"runs": len(runs)}
    for name in ("seconds", "processor", "memory"):
        found[name] = float(f"{statistics.median(getattr(of, name) for of in runs):.4g}")
    return found


def measure(row: Row, workshop: Workshop) -> dict[str, Any]:
    """The figures of a row. The answers of the other programs are compared with exactile's, once."""
    result = workshop.result(words(row.first, workshop), "result") if row.first else None
    command = ours(row.command, workshop, result)
    others = [other for other in row.others if available(other, workshop)]
    answer = checked(row, workshop) if others else ""
    programs: dict[str, Callable[[str], Run]] = {"exactile": lambda _: run(command, statuses=(0, 1))}
    for other in others:
        programs[other.name] = partial(compared, other, workshop)
    runs: dict[str, list[Run]] = {name: [] for name in programs}
    left = dict.fromkeys(programs, 0.001 if workshop.tiny else SECONDS)
    while left:
        for name in list(left):
            start = time.perf_counter()
            runs[name].append(programs[name]("" if runs[name] else answer))
            left[name] -= time.perf_counter() - start
            if left[name] <= 0 or len(runs[name]) == TIMES:
                del left[name]
    if result is not None:
        result.unlink()
    figures = {name: medians(found) for name, found in runs.items()}
    return {"exactile": figures.pop("exactile"), "others": figures}


def compared(other: Other, workshop: Workshop, answer: str) -> Run:
    """One run of another program, whose answer is compared with that of exactile unless this is empty."""
    done, theirs = once(other, workshop)
    if answer:
        other.agree(answer, theirs)
    return done


def criterion(folder: Path) -> dict[str, float]:
    """The medians that criterion reports, in seconds, by the names of benchmarks."""
    found = {}
    for path in folder.glob("**/new/benchmark.json"):
        name = json.loads(path.read_text())["full_id"]
        estimates = json.loads((path.parent / "estimates.json").read_text())
        found[name] = float(f"{estimates['median']['point_estimate'] / 1e9:.4g}")
    return found


def in_python(name: str, workshop: Workshop) -> dict[str, Any]:
    """The figures of a row of the Python package, which a process of its own measures."""
    command = [sys.executable, "-m", "measuring.package", name, str(workshop.folder), *(["--tiny"] if workshop.tiny else [])]
    said = json.loads(run(command, keep=True).output.splitlines()[-1])
    figures: dict[str, Figures] = {}
    for who, values in said.items():
        figure = {"memory" if who == "memory" else "seconds": float(f"{statistics.median(values):.4g}"), "runs": len(values)}
        figures["exactile" if who == "memory" else who] = figure
    return {"exactile": figures.pop("exactile"), "others": figures}
