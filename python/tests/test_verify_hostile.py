"""Results that somebody made up to deceive the verifiers in plain Python, or to keep them busy for ever."""

from __future__ import annotations

import json
import random
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from test_verify_plain import CASES, Result, alone, changed, made, may_hold, places, plain, results, results_alone, written  # noqa: F401

DEEP: Any = []
for _ in range(400):
    DEEP = [DEEP]

# None of these is a number as results have it, nor anything else that stands in one. Long ones have to be refused at once.
STRINGS = ["1e999999999", "1e-999999999", "0.1e999999999", "1E9", "NaN", "nan", "Infinity", "sNaN", "0x1", "1_0", "+1", "-0", "01", "0/1", "2/4", "1/-2",
           "1/0", "0/0", "\u0661", "\u0660.\u0661", "1\n", " 1", "1 ", "\ud800", "", "\x00", "9" * 6000, "1/" + "3" * 6000, "0." + "3" * 100_000,
           "sqrt(" * 200 + "2" + ")" * 200, "9**9**9**9", "__import__('os')", "D.__class__", "{}", "[]"]
OTHERS: list[Any] = [DEEP, {"a": DEEP}, 10**4000, -1, 1.0, [[]], [None], {"": ""}, {"value": "1/2"}]

# Far more than any of them takes on a busy machine: what is meant never ends.
SECONDS = 120


@contextmanager
def within(seconds: int) -> Iterator[None]:
    def late(*_: Any) -> None:
        pytest.fail(f"the verifier takes more than {seconds} s")
    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def harmless(place: tuple[Any, ...], new: Any, value: Any, result: Result) -> bool:
    """Whether the result is as true as before: another spelling of the positive label, or what no statement depends on."""
    if place == ("positive",):
        return isinstance(new, str) and len(new) < 99 and bool(alone.label(new) == alone.label(value))
    if place[-1] in ("metric", "score"):
        return False
    return place[0] != "provenance" and bool(may_hold("number", place, new, result))


def passed(result: Result) -> list[str]:
    """Where a hostile value passes, though that place is not printed as unproved."""
    over, rng = [p.removeprefix("result").lstrip(".") for p in result.passed_over], random.Random(result.name)
    kinds: dict[str, list[Any]] = {}  # of places, without the numbers of entries
    for place, value in places(result.doc):
        here = written(place).lstrip(".")
        if place and not any(here == p or here.startswith((p + ".", p + "[")) for p in over):
            kinds.setdefault(re.sub(r"\d+", "", here), []).append((here, place, value))
    found = []
    for here, place, value in (rng.choice(of_kind) for of_kind in kinds.values()):
        twins: list[Any] = [bool(value), float(value)] if type(value) is int and value in (0, 1) else [int(value)] if isinstance(value, bool) else []
        for new in [*STRINGS[:2], *rng.sample(STRINGS[2:], 6), *rng.sample(OTHERS, 3), *twins]:
            unchanged = new == value and type(new) is type(value)
            if not unchanged and not harmless(place, new, value, result):
                with within(SECONDS):
                    silent = result.refusal(json.dumps(changed(result.doc, place, new))) is None
                    # A size that is too large to prove what follows from it is said to be.
                    if silent and result.passed_over.issuperset(p for over_now in result.verifier.unproved.values() for p in over_now):
                        found.append(f"{result.name}: {here}: {str(new)[:60]!r}")
    return found


@pytest.mark.parametrize("schema", CASES)
def test_hostile_values_are_refused_at_once(schema: str, results: dict[str, list[Result]]) -> None:  # noqa: F811
    assert [p for result in results[schema][:2] for p in passed(result)] == []


@pytest.mark.parametrize("schema", alone.SCHEMAS)
def test_hostile_values_are_refused_at_once_by_the_lone_file(schema: str, results_alone: dict[str, list[Result]]) -> None:  # noqa: F811
    assert [p for result in results_alone[schema][:2] for p in passed(result)] == []


@pytest.mark.parametrize("schema", CASES)
def test_keys_of_values_that_are_none_are_refused(schema: str, results: dict[str, list[Result]]) -> None:  # noqa: F811
    """A number of JSON with a point or an exponent, NaN, a text that is no JSON, and one that is nested too deeply."""
    for result in results[schema][:1]:
        text = json.dumps(result.doc)
        for other in (text[:-1], text + "x", text[:-1] + ', "note": NaN}', text[:-1] + ', "note": 1e999999999}', text[:-1] + ', "note": 1.0}',
                      "[" * 100_000, text[:-1] + ', "note": ' + "[" * 50_000 + "]" * 50_000 + "}", "null", "[]", '""', "1"):
            with within(SECONDS):
                assert result.refusal(other) is not None, other[-60:]
    assert plain.verify is not alone.verify


def test_digits_of_other_scripts_and_huge_exponents_are_no_numbers(results: dict[str, list[Result]]) -> None:  # noqa: F811
    """What Python reads as a number, and results do not hold; a power of ten that is computed would never end."""
    result = results["lattice-pmf"][0]
    mass = result.doc["values"][3]["mass"]
    for other in (mass.translate({ord("3"): "\u0663", ord("1"): "\u0661", ord("2"): "\u0662", ord("4"): "\u0664"}), "1e999999999", "1e-999999999"):
        with within(SECONDS):
            assert other != mass and "has another form" in str(result.refusal(json.dumps(changed(result.doc, ("values", 3, "mass"), other))))


def test_rates_are_left_to_the_other_file(tmp_path: Path) -> None:
    """The lone file does not read them: that is no false statement of the result."""
    data = tmp_path / "set.csv"
    data.write_text("name,tnr,tpr,prior\na,0.7,0.8,1/2\nb,0.6,0.9,1/2\n")
    doc = made(data, "regions", "set.csv")
    with pytest.raises(alone.Unreadable, match="rates: unknown; verify_more.py knows more"):
        alone.verify(json.dumps(doc), alone.arguments(["-", str(data)]))
    plain.verify(json.dumps(doc), plain.arguments(["-", str(data)]))
    assert plain.proved


RUBBISH: dict[str, Any] = {"rubbish": 1}


def broken_structures(result: Result) -> Iterator[tuple[str, Any]]:
    """For each kind of place: the document without its key, with rubbish in its place, and with a further key in its object."""
    seen = set[str]()
    for place, value in places(result.doc):
        kind = re.sub(r"\d+", "", written(place))
        if not place or place[0] == "provenance" or kind in seen:
            continue
        seen.add(kind)
        here = written(place).lstrip(".")
        yield f"rubbish at {here}", changed(result.doc, place, "rubbish" if isinstance(value, dict) else RUBBISH)
        if isinstance(value, dict):
            yield f"a further key of {here}", changed(result.doc, place, value | {"further": 1})
            for key in value:
                yield f"{here} without {key}", changed(result.doc, place, {k: x for k, x in value.items() if k != key})


# Without these keys a document is that of the same command without an option, or claims less.
OPTIONAL = re.compile(r"rows\[\d+\](\.explained_by\[\d+\])?\.implied without \S+|rows\[\d+\] without points|"
                      r"rows\[\d+\]\.explained_by\[\d+\] without (matrices|implied|first)|confluences without list|cell_list\[\d+\] without (area|ranking)|breaks\[\d+\] without swapped")


@pytest.mark.parametrize("schema", CASES)
def test_structure_is_checked_whether_a_part_is_proved_or_not(schema: str, results: dict[str, list[Result]]) -> None:  # noqa: F811
    """A part that is printed as "not proved" still has all its keys and no others, and values of their types."""
    found = [f"{result.name}: {what}" for result in results[schema][:2] for what, doc in broken_structures(result)
             if not OPTIONAL.fullmatch(what) and result.refusal(json.dumps(doc)) is None]
    assert not found, "\n".join(found)
