"""The published tables are proved by a program that shares nothing with the one that made them, and false ones are refused."""

from __future__ import annotations

import copy
import json
import os
import random
import re
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from test_verify_plain import plain

#: The program, which knows the papers; the package's command does not.
TARGET = Path(os.environ.get("CARGO_TARGET_DIR") or Path(__file__).parents[2] / "target")
PROGRAM = next((path for kind in ("release", "debug") if (path := TARGET / kind / "exactile").exists()), None)
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="the program is not built")


@pytest.fixture(scope="module")
def tables() -> Any:
    return json.loads(subprocess.run([str(PROGRAM), "tables", "--quiet", "--format", "json"], capture_output=True, check=False).stdout)


def refusal(doc: Any) -> str | None:
    try:
        plain.verify(json.dumps(doc), plain.arguments(["-"]))
    except (plain.Untrue, plain.Unreadable) as error:
        return str(error)
    return None


def compared(doc: Any) -> list[Any]:
    return [item for check in doc["checks"] for item in check["items"] if "compared" in item]


def test_most_comparisons_of_the_published_tables_are_proved(tables: Any) -> None:
    assert refusal(tables) is None
    assert plain.proved == ["139 of 180 comparisons of printed formulas at a place, that 27 have no value at theirs, and what follows from their items "
                            "for 279 checks"]


def test_products_are_those_of_the_sides(tables: Any) -> None:
    for k, item in enumerate(compared(tables)):
        if "products" in item["compared"]:
            doc = copy.deepcopy(tables)
            of_item = compared(doc)[k]["compared"]
            of_item["products"][0] = of_item["products"][0] + "0"
            assert "products" in str(refusal(doc))
            break
    doc = copy.deepcopy(tables)
    for item in compared(doc):
        item["compared"].pop("products", None)
    assert "products stand beside two fractions" in str(refusal(doc))


def test_a_side_is_the_value_of_its_formula(tables: Any) -> None:
    """Sides and products that fit each other, but not the formula; and a formula with another sign."""
    rng, refused, tried = random.Random(1), 0, 0
    for k in rng.sample(range(len(compared(tables))), 60):
        doc = copy.deepcopy(tables)
        item = compared(doc)[k]
        if "products" not in item["compared"]:
            continue
        left, right = Fraction(item["compared"]["left"]), Fraction(item["compared"]["right"]) + 1
        item["compared"] |= {"right": str(right), "products": [
            f"{x.numerator} · {y.denominator} = {x.numerator * y.denominator}" for x, y in ((left, right), (right, left))]}
        tried += 1
        refused += re.search("the formula gives|the statement holds there", str(refusal(doc))) is not None
    assert tried > 50 and refused >= 50
    doc = copy.deepcopy(tables)
    item = next(x for x in compared(doc) if x["printed"] == "(TP + TN)/N")
    item["printed"] = "(TP - TN)/N"
    assert "the formula gives" in str(refusal(doc))


def test_a_witness_of_no_value_has_none(tables: Any) -> None:
    doc = copy.deepcopy(tables)
    item = next(x for check in doc["checks"] for x in check["items"] if x.get("witness") == "tp 0, fp 1, fn 0, tn 0: 0, but 0/0 in tp/p")
    item["witness"] = "tp 0, fp 1, fn 1, tn 0: 0, but 0/0 in tp/p"
    assert "has a value there" in str(refusal(doc))


def test_verdicts_follow_from_items(tables: Any) -> None:
    doc = copy.deepcopy(tables)
    check = next(c for c in doc["checks"] if c["verdict"] == "erratum")
    check["verdict"] = "reproduced"
    assert "it is 'erratum'" in str(refusal(doc))


def test_formulas_that_would_take_for_ever_are_not_evaluated(tables: Any) -> None:
    doc = copy.deepcopy(tables)
    item = compared(doc)[0]
    for printed in ("9^9^9^9", "().__class__", "2^99999999", "tp.__class__", "1" * 5000, "(" * 9000, "(" * 20 + "9" + ")^9" * 20):
        item["printed"] = printed
        assert refusal(doc) is None  # as not proved
