"""`exactile verify` and the verifiers in plain Python, which share no code, say the same of each result, true or changed."""

from __future__ import annotations

import json
import random
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from test_verify_plain import CASES, EXACTILE, Place, Result, changed, changes, results, reversed_keys, written  # noqa: F401

UNKNOWN = {"brier", "gain", "curve-pair", "confidence"}  # to `exactile verify`

# What one of the two leaves open, as docs/certificates.md says, or judges more strictly: schema, place, and who refuses a change there.
LEFT_OPEN = [
    (".*", r"\.provenance(\.(program|command|input_sha256))?", "Python"),  # words, and results without a fingerprint
    (".*", r".*\.(lower|upper)", "verify"),  # an enclosure that is wider than the one that is written
    ("score", r".*\.d-prime.*", "Python"),  # normal quantiles
    ("rankings", r"\.cell_list\[\d+\]\.(vertices|edges|area).*", "Python"),
    ("rankings", r"\.cell_list\[\d+\]\.parent", "verify"),
    ("compare", r"\.pairs\[\d+\]\.truly_better.*", "verify"),  # that limits are numbers in [0, 1]
    ("compare", r"\.pairs\[\d+\]\.next\.\w+", "Python"),  # a decimal beside fractions
    ("thresholds", r"\.positive", "verify"),  # 1 and 1.0 are one label
    ("check", r"\.rows\[\d+\]\.(explained_by|nearest).*", ".*"),  # other readings, irrational distances
    ("plan", r"\.(beta|beta_negative|draws|seed|rates|second|evaluated).*", "verify"),  # what was told; smaller tests that are listed
]


def verify_says(result: Result, text: str, file: Path) -> int:
    """The exit status of `exactile verify`."""
    file.write_text(text)
    words = [str(file), *result.words[1:], *(["--positive", "yes"] if result.doc.get("positive") == "yes" else [])]
    return subprocess.run([EXACTILE, "verify", "--quiet", *words], capture_output=True, check=False).returncode


def python_says(result: Result, text: str) -> int:
    """The exit status of the program in Python."""
    try:
        result.verifier.verify(text, result.options)
    except result.verifier.Untrue:
        return 1
    except result.verifier.Unreadable:
        return 2
    return 0


def is_left_open(schema: str, place: Place, refused_by: str) -> bool:
    return any(re.fullmatch(s, schema) and re.fullmatch(p, written(place)) and re.fullmatch(who, refused_by) for s, p, who in LEFT_OPEN)


def touched(kind: str, place: Place, new: Any, result: Result) -> list[Place]:
    """Where a change is seen: at keys that are dropped, renamed or exchanged."""
    what, _, key = kind.partition(" ")
    if key:
        return [(*place, key)]
    old = result.doc
    for k in place:
        old = old[k]
    return [(*place, k) for k in new if new[k] != old[k]] if what == "exchange" else [place]


@pytest.mark.parametrize("schema", [schema for schema in CASES if schema not in UNKNOWN])
def test_the_verifiers_never_disagree(schema: str, results: dict[str, list[Result]], tmp_path: Path) -> None:  # noqa: F811
    rng, file, said, against = random.Random(schema), tmp_path / "result.json", {0: 0, 1: 0, 2: 0}, []
    for result in results[schema]:
        told = {verify_says(result, json.dumps(doc), file) for doc in (result.doc, reversed_keys(result.doc))}
        if schema in ("zone", "rankings") and result.doc["prior_positive"] is None:
            assert told == {2}, "different priors are unknown to `exactile verify`"
            continue
        assert told == {0}, result.name
        every = list(changes(result.doc, rng))
        for kind, place, new in rng.sample(every, min(200 // len(results[schema]), len(every))):
            text = json.dumps(changed(result.doc, place, new))
            rust, python = verify_says(result, text, file), python_says(result, text)
            said[rust] += 1
            refused_by = "verify" if rust else "Python"
            if {rust, python} == {0, 1} and not all(is_left_open(schema, p, refused_by) for p in touched(kind, place, new, result)):
                against.append(f"{result.name}: {kind} at {written(place)}, refused by {refused_by} alone: {json.dumps(new)[:200]}")
    assert not against
    assert said[1] > 60 and said[2] < 20, said


@pytest.mark.parametrize("schema", UNKNOWN)
def test_what_is_unknown_is_said_to_be(schema: str, results: dict[str, list[Result]], tmp_path: Path) -> None:  # noqa: F811
    result = results[schema][0]
    assert verify_says(result, json.dumps(result.doc), tmp_path / "result.json") == 2
