"""Both verifiers prove what the program says of inputs at random, and agree on changes of it."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any, Callable

import pytest

from exactile import _exactile

from test_verifiers_agree import is_left_open, python_says, touched, verify_says
from test_verify_plain import CASES, Result, changed, changes, plain, written

Rng = random.Random


def matrices(rng: Rng, names: str, sizes: Callable[[], tuple[int, int]]) -> str:
    """A table of counts, of which some are 0, all or those of another row."""
    rows: list[tuple[int, ...]] = []
    for _ in names:
        n, p = sizes()
        tn, tp = (rng.choice([0, size, rng.randint(0, size), rng.randint(0, size)]) for size in (n, p))
        rows.append((tn, n - tn, p - tp, tp))
    if rng.random() < 0.3:
        rows[-1] = rows[0]
    return "name,tn,fp,fn,tp\n" + "".join(f"{name},{','.join(map(str, row))}\n" for name, row in zip(names, rows))


def of_one_prior(rng: Rng, names: str, n: int, p: int) -> str:
    factors = [rng.choice([1, 1, 1, 2, 3]) for _ in names] if rng.random() < 0.3 else [1] * len(names)
    left = iter(factors)

    def sizes() -> tuple[int, int]:
        factor = next(left)
        return factor * n, factor * p
    return matrices(rng, names, sizes)


def labels(rng: Rng, names: str) -> str:
    rows = [[truth, *(truth if rng.random() < 0.7 else rng.choice("no yes".split()) for _ in names)] for truth in ["no"] * rng.randint(2, 6) + ["yes"] * rng.randint(2, 6)]
    rng.shuffle(rows)
    return "y_true," + ",".join(names) + "\n" + "".join(",".join(row) + "\n" for row in rows)


def scores(rng: Rng, names: str) -> str:
    """Scores that tie and lie beyond probabilities at times; decimals, fractions and powers of ten."""
    forms: list[Callable[[], str]] = [lambda: f"{rng.randint(0, 10) / 10}", lambda: f"{rng.randint(0, 3)}/3", lambda: f"{rng.randint(1, 9)}e-{rng.randint(1, 8)}"]
    if rng.random() < 0.3:
        forms.append(lambda: str(rng.randint(-2, 3)))
    rows = [[truth, *(rng.choice(forms)() for _ in names)] for truth in ["0"] * rng.randint(1, 6) + ["1"] * rng.randint(1, 6)]
    return "y_true," + ",".join(names) + "\n" + "".join(",".join(row) + "\n" for row in rows)


def reported(rng: Rng, names: str) -> str:
    """Rows with the rounded scores of some matrix, one of them off at times."""
    rows = []
    for name in names:
        p, n = rng.randint(1, 6), rng.randint(1, 6)
        tp, tn = rng.randint(0, p), rng.randint(0, n)
        found = [(tp + tn) / (p + n), tp / p, 2 * tp / (2 * tp + p - tp + n - tn) if tp + p - tp + n - tn else 0]
        shown = [f"{x:.{rng.randint(1, 3)}f}" for x in found]
        if rng.random() < 0.4:
            shown[rng.randrange(3)] = f"{rng.random():.2f}"
        if rng.random() < 0.3:
            shown[rng.randrange(3)] = ""
        sizes = f"{p}-{p + 1}" if rng.random() < 0.3 else str(p)
        rows.append(",".join([name, sizes, str(n), *shown]))
    return "name,positives,negatives,acc,sens,f1\n" + "".join(f"{row}\n" for row in rows if row.strip(",") and any(row.split(",")[3:]))


INPUTS: dict[str, Callable[[Rng], str]] = {
    "equal": lambda rng: of_one_prior(rng, "abcd", *[rng.randint(1, 30)] * 2),
    "skewed": lambda rng: of_one_prior(rng, "abc", rng.randint(1, 40), rng.randint(1, 40)),
    "border": lambda rng: of_one_prior(rng, "abc", rng.randint(1, 3), rng.randint(1, 3)),
    "various": lambda rng: matrices(rng, "abc", lambda: (rng.randint(1, 20), rng.randint(1, 20))),
    "predictions": lambda rng: labels(rng, "abc"),
    "pair": lambda rng: labels(rng, "ab"),
    "scores": lambda rng: scores(rng, "mk"),
    "models": lambda rng: scores(rng, "mnoq"),
    "counted": lambda rng: reported(rng, "xyz"),
}


class AnyResult(Result):
    """A result that is made in this process; `doc` is None if the program refuses the input."""

    def __init__(self, folder: Path, command: str, data: str, told: str) -> None:  # pylint: disable=super-init-not-called
        self.verifier, self.input = plain, folder / "input.csv"
        self.input.write_text(data)
        self.words, self.name = ["-", str(self.input), *told.split()], f"{command} of\n{data}"
        self.doc: Any = None
        try:
            text, _, _ = _exactile.answer([*command.split(), str(self.input), "--quiet", "--format", "json"], b"")
        except ValueError:
            return
        self.doc = json.loads(text)
        self.options = plain.arguments(self.words)


@pytest.mark.parametrize("schema", [schema for schema in CASES if any(data in INPUTS for _, data, _ in CASES[schema])])
def test_any_result_is_proved_by_both_and_changes_are_judged_alike(schema: str, tmp_path: Path) -> None:
    rng, against, made = random.Random(schema), [], 0
    cases = [case for case in CASES[schema] if case[1] in INPUTS]
    for command, data, told in cases * -(-15 // len(cases)):
        result = AnyResult(tmp_path, command, INPUTS[data](rng), told)
        if result.doc is None:
            continue
        made += 1
        says = verify_says(result, json.dumps(result.doc)), python_says(result, json.dumps(result.doc))
        assert says == (0, 0), result.name
        every = list(changes(result.doc, rng))
        for kind, place, new in rng.sample(every, min(10, len(every))):
            text = json.dumps(changed(result.doc, place, new))
            rust, python = verify_says(result, text), python_says(result, text)
            refused_by = "verify" if rust else "Python"
            if {rust, python} == {0, 1} and not all(is_left_open(schema, p, refused_by) for p in touched(kind, place, new, result)):
                against.append(f"{result.name}: {kind} at {written(place)}, refused by {refused_by} alone: {json.dumps(new)[:200]}")
    assert not against
    assert made >= 4
