"""`exactile check` beside mlscorecheck, which decides the same question with interval arithmetic.

Where both agree there is nothing to say. Where they do not, the answer of `check` is confirmed from the definitions: a matrix that explains
the row, or no such matrix among all of them.
"""

from __future__ import annotations

import csv
import io
import json
import logging
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest

binary = pytest.importorskip("mlscorecheck.check.binary")

EXACTILE = os.environ.get("EXACTILE") or str(shutil.which("exactile", path=str(Path(sys.executable).parent)))


class Matrix(NamedTuple):
    tn: int
    fp: int
    fn: int
    tp: int


def over(numerator: int | Fraction, denominator: int | Fraction) -> Fraction:
    """Raises ZeroDivisionError where the score is undefined."""
    return Fraction(numerator) / Fraction(denominator)


def tpr(m: Matrix) -> Fraction:
    return over(m.tp, m.tp + m.fn)


def tnr(m: Matrix) -> Fraction:
    return over(m.tn, m.tn + m.fp)


def ppv(m: Matrix) -> Fraction:
    return over(m.tp, m.tp + m.fp)


def npv(m: Matrix) -> Fraction:
    return over(m.tn, m.tn + m.fn)


def kappa(m: Matrix) -> Fraction:
    p, n = m.tp + m.fn, m.tn + m.fp
    return over(2 * (m.tp * m.tn - m.fn * m.fp), (m.tp + m.fp) * n + p * (m.fn + m.tn))


def mcc_squared(m: Matrix) -> Fraction:
    difference = m.tp * m.tn - m.fp * m.fn
    square = over(difference**2, (m.tp + m.fp) * (m.tp + m.fn) * (m.tn + m.fp) * (m.tn + m.fn))
    return square if difference >= 0 else -square


# Name there: name here, the value, and whether it is the square of the score with its sign.
SCORES: dict[str, tuple[str, Callable[[Matrix], Fraction], bool]] = {
    "acc": ("accuracy", lambda m: over(m.tp + m.tn, sum(m)), False),
    "sens": ("tpr", tpr, False),
    "spec": ("tnr", tnr, False),
    "ppv": ("ppv", ppv, False),
    "npv": ("npv", npv, False),
    "bacc": ("ba", lambda m: (tpr(m) + tnr(m)) / 2, False),
    "f1": ("f1", lambda m: over(2 * m.tp, 2 * m.tp + m.fp + m.fn), False),
    "bm": ("informedness", lambda m: tpr(m) + tnr(m) - 1, False),
    "mk": ("markedness", lambda m: ppv(m) + npv(m) - 1, False),
    "kappa": ("kappa", kappa, False),
    "gm": ("gm", lambda m: tpr(m) * tnr(m), True),
    "fm": ("fm", lambda m: ppv(m) * tpr(m), True),
    "mcc": ("mcc", mcc_squared, True),
}
PLACES = 3
HALF = Fraction(1, 2 * 10**PLACES)


class Row(NamedTuple):
    positives: int
    negatives: int
    printed: dict[str, str]


def explains(matrix: Matrix, printed: dict[str, str]) -> bool:
    for name, text in printed.items():
        _, value, is_square = SCORES[name]
        low, high = Fraction(text) - HALF, Fraction(text) + HALF
        if is_square:
            low, high = low * abs(low), high * abs(high)
        try:
            if not low <= value(matrix) <= high:
                return False
        except ZeroDivisionError:
            return False
    return True


def matrices(row: Row) -> list[Matrix]:
    return [
        Matrix(tn, row.negatives - tn, row.positives - tp, tp)
        for tp in range(row.positives + 1)
        for tn in range(row.negatives + 1)
    ]


def rows(count: int) -> list[Row]:
    """Scores of a matrix, rounded; of every other row one of them is off by a little."""
    draw = random.Random(20)
    found: list[Row] = []
    while len(found) < count:
        positives, negatives = draw.randint(2, 40), draw.randint(2, 60)
        tp, tn = draw.randint(0, positives), draw.randint(0, negatives)
        matrix = Matrix(tn, negatives - tn, positives - tp, tp)
        printed: dict[str, str] = {}
        for name in draw.sample(sorted(SCORES), draw.randint(2, 4)):
            _, value, is_square = SCORES[name]
            try:
                exact = value(matrix)
            except ZeroDivisionError:
                continue
            score = abs(exact) ** 0.5 * (1 if exact >= 0 else -1) if is_square else float(exact)
            printed[name] = f"{score:.{PLACES}f}"
        if not printed or not explains(matrix, printed):
            continue
        if len(found) % 2 and printed:
            name = draw.choice(sorted(printed))
            printed[name] = f"{float(printed[name]) + draw.choice([-2, -1, 1, 2, 30]) / 10**PLACES:.{PLACES}f}"
        found.append(Row(positives, negatives, printed))
    return found


def ours(given: list[Row]) -> list[dict[str, object]]:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["positives", "negatives", *(SCORES[name][0] for name in SCORES)])
    for row in given:
        writer.writerow([row.positives, row.negatives, *(row.printed.get(name, "") for name in SCORES)])
    run = subprocess.run(
        [EXACTILE, "check", "--quiet", "--format", "json"], input=text.getvalue(), capture_output=True, text=True
    )
    assert run.returncode in (0, 1), run.stderr
    answer = json.loads(run.stdout)["rows"]
    assert isinstance(answer, list)
    return answer


# What the other program prints on the way is no concern of this test.
@pytest.mark.filterwarnings("ignore")
def test_both_agree_unless_a_matrix_or_all_of_them_say_otherwise() -> None:
    logging.disable(logging.CRITICAL)
    try:
        given = rows(300)
        agree = 0
        for row, answer in zip(given, ours(given), strict=True):
            other = binary.check_1_testset_no_kfold(
                testset={"p": row.positives, "n": row.negatives},
                scores={name: float(text) for name, text in row.printed.items()},
                eps=float(HALF),
            )
            consistent = answer["consistent"]
            if consistent is not other["inconsistency"]:
                agree += 1
                continue
            if consistent:
                first = answer["first"]
                assert isinstance(first, dict)
                witness = Matrix(*(int(first[name]) for name in ("tn", "fp", "fn", "tp")))
                assert (witness.tp + witness.fn, witness.tn + witness.fp) == (row.positives, row.negatives)
                assert explains(witness, row.printed), row
            else:
                assert not any(explains(matrix, row.printed) for matrix in matrices(row)), row
        assert agree > len(given) * 3 // 4, agree
    finally:
        logging.disable(logging.NOTSET)
