"""The tables of docs/speed.md, made from benches/speed.json alone."""

from __future__ import annotations

from typing import Any

from .package import ROWS as PACKAGE_ROWS
from .rows import BENCHMARKS, ROWS, Workload

START, END = "<!-- figures: made by benches/speed.py -->\n", "<!-- end of figures -->\n"
WORKLOADS: list[Workload] = [*ROWS, *BENCHMARKS, *PACKAGE_ROWS]

Results = dict[str, Any]


def time(seconds: float) -> str:
    """A time with two digits."""
    for factor, unit in ((1, "s"), (1e3, "ms"), (1e6, "µs")):
        if seconds * factor >= 0.995 or unit == "µs":
            break
    value = seconds * factor
    return f"{value:.0f} {unit}" if value >= 9.95 else f"{value:.1f} {unit}"


def memory(size: float) -> str:
    """A peak of memory."""
    return f"{size / 1e9:.1f} GB" if size >= 0.995e9 else f"{size / 1e6:.0f} MB"


def limit(goal: str, result: Results, results: Results) -> float | None:
    """The seconds of a goal: a time, or that of another program or row with a factor or a difference. Peaks of memory are not
    judged."""
    words = goal.split()
    if len(words) == 2:
        return float(words[0]) * {"s": 1.0, "ms": 1e-3}[words[1]]
    if len(words) < 3 or words[-1] == "MB":
        return None
    bases = [of for name, of in result["others"].items() if name.startswith(words[0])]
    bases += [of["exactile"] for name, of in results.items() if name == words[0]]
    if not bases:
        return None
    base, number = float(bases[0]["seconds"]), float(words[2])
    return {"/": base / number, "*": base * number, "+": base + number}[words[1]]


def figures(of: dict[str, float]) -> str:
    """A time and a peak of memory, as far as they are known."""
    known = [show(of[name]) for name, show in (("seconds", time), ("memory", memory)) if name in of]
    return ", ".join(known)


def ratio(ours: dict[str, float], theirs: dict[str, float]) -> float:
    """The other program's time over exactile's."""
    return theirs["seconds"] / ours["seconds"]


def line(row: Workload, result: Results | None, run: str) -> str:
    """A row of a table."""
    if result is None:
        return f"| {row.what} | not measured | | | | {row.goal} | |"
    ours = result["exactile"]
    shown = (("seconds", time), ("processor", time), ("memory", memory))
    cells = [show(ours[name]) if name in ours else "" for name, show in shown]
    others = [f"{name}: {figures(of)} ({float(f'{ratio(ours, of):.2g}'):g})" for name, of in result["others"].items()]
    return f"| {row.what} | {' | '.join(cells)} | {'<br>'.join(others)} | {row.goal} | {run} |"


def runs(results: Results) -> list[tuple[str, str, str]]:
    """Date, commit and machine of all runs whose figures are kept."""
    found = {(of["date"], of["commit"], of["machine"]) for of in results.values()}
    return sorted(found)


def listed(items: list[str], nothing: str) -> list[str]:
    """A list of Markdown, or a line that there is nothing to list."""
    return [f"- {item}" for item in items] or [nothing]


def tables(results: Results, only: bool = False) -> str:
    """All tables, or `only` the rows that have results; what they show against exactile, and the runs."""
    known = {row.name for row in WORKLOADS}
    results = {name: of for name, of in results.items() if name in known}
    numbers = {run: str(k) for k, run in enumerate(runs(results), 1)}
    said: list[str] = []
    slower: list[str] = []
    missed: list[str] = []
    section = first = ""
    for row in WORKLOADS:
        result = results.get(row.name)
        if result is None and only:
            continue
        if row.section != section:
            section = row.section
            said += ["", f"## {section}", ""]
            said += ["| workload | time | processor | memory | other programs | goal | run |", "|---|---|---|---|---|---|---|"]
        run = "" if result is None else numbers[(result["date"], result["commit"], result["machine"])]
        said.append(line(row, result, run))
        what = f"{first}; {row.what}" if row.what.startswith("the same") else row.what
        first = first if row.what.startswith("the same") else row.what
        if result is None:
            continue
        ours = result["exactile"]
        slower += [
            f"{what}: {time(ours['seconds'])}, {name} {time(of['seconds'])}"
            for name, of in result["others"].items()
            if ratio(ours, of) < 1
        ]
        goal = limit(row.goal, result, results)
        if goal is not None and ours["seconds"] > goal:
            missed.append(f"{what}: {time(ours['seconds'])}, goal {row.goal}")
    said += ["", "## Slower than another program", ""]
    said += listed(slower, "No workload.")
    said += ["", "## Goals that are not reached", ""]
    said += listed(missed, "All that were measured are reached.")
    said += ["", "## Runs", ""]
    for (date, commit, machine), number in numbers.items():
        loads = [of["load"] for of in results.values() if (of["date"], of["commit"], of["machine"]) == (date, commit, machine)]
        said.append(f"{number}. {date}, commit {commit}, load average {min(loads):.1f} to {max(loads):.1f}: {machine}")
    return "\n".join(said).lstrip("\n") + "\n"


def page(text: str, results: Results) -> str:
    """The page with the tables that these results give, between its prose."""
    head, _, rest = text.partition(START)
    _, _, tail = rest.partition(END)
    return f"{head}{START}\n{tables(results)}\n{END}{tail}"
