"""`exactile verify` and the verifiers in plain Python, which share no code, say the same of each result, true or changed."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from exactile import _exactile

from test_verify_hostile import OTHERS, STRINGS
from test_verify_plain import CASES, Place, Result, changed, changes, places, results, reversed_keys, rotated, written  # noqa: F401

# What one of the two leaves open, as docs/certificates.md says, or judges more strictly: schema, place, and who refuses a change there.
LEFT_OPEN = [
    # Of what is not proved, the program checks more than the form.
    ("rankings", r"\.(confluences|holds_beside|nearest|cell|frontiers|cells)(\..*)?", "verify"),
    (".*", r"\.provenance(\.(program|command|thresholds|input_sha256))?", "Python"),  # words, and results without a fingerprint
    (".*", r"\.positive", "Python"),  # numbers in forms that the program reads and does not write, as 1.0/1 and 100%
    ("score", r".*\.d-prime.*", "Python"),  # normal quantiles
    ("rankings", r"\.cell_list\[\d+\]\.(vertices|edges|area).*", "Python"),
    ("rankings", r"\.cell_list\[\d+\]\.parent", "verify"),
    ("rankings", r"\.(cell|beside|swaps|distance)\b.*", "verify"),  # what holds beside a point
    ("lattice-pmf", r"\.observed", "Python"),  # `verify` takes what it is told
    # That limits are numbers in [0, 1], and what was drawn.
    ("compare|curve-pair", r"\.(pairs|points)\[\d+\]\.(truly_better|difference\.interval).*", "verify"),
    ("check", r"\.rows\[\d+\]\.(explained_by|nearest).*", ".*"),  # other readings, irrational distances
    ("plan", r"\.(beta|beta_negative|draws|seed|rates|second).*", "verify"),  # what was told
    ("confidence", r"\.(level|caveats|expected_rank_given|truly|next|tiers|prior_pooling)\b.*", "verify"),  # drawn, or told
    ("confidence", r"\.classifiers\[\d+\]\.(?!name|value).*", "verify"),  # ranks from all outcomes, the form of what is drawn
    ("confidence", r"\.pairs\b.*", "verify"),  # pairs under a binomial model, sums of what is drawn
    ("tables", r".*\.(at|printed|witness)", ".*"),  # formulas that one of them cannot read
    ("plan", r"\.evaluated", "verify"),  # that no test is missing from those that are listed
]


def verify_says(result: Result, text: str) -> int:
    """The exit status of `exactile verify`, in this process: starting it for each document would take most of the time."""
    # The program reads the column of folds from the result itself.
    told = [word for word in result.words if word not in ("--folds", "site")]
    words = ["verify", *told, *(["--positive", "yes"] if result.doc.get("positive") == "yes" else [])]
    try:
        _, _, holds = _exactile.answer([*words, "--format", "json"], text.encode("utf-8", "surrogatepass"))
    except ValueError:
        return 2
    return 0 if holds else 1


def python_says(result: Result, text: str) -> int:
    """The exit status of the program in Python."""
    try:
        result.verifier.verify(text, result.options)
    except result.verifier.Untrue as error:
        return 2 if "Exceeds the limit" in str(error) else 1  # of digits that Python reads
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


@pytest.mark.parametrize("schema", CASES)
def test_the_verifiers_never_disagree(schema: str, results: dict[str, list[Result]]) -> None:  # noqa: F811
    rng, said, against = random.Random(schema), {0: 0, 1: 0, 2: 0}, []
    for result in results[schema]:
        told = {verify_says(result, json.dumps(doc)) for doc in (result.doc, reversed_keys(result.doc))}
        assert told == {0}, result.name
        every = list(changes(result.doc, rng))
        for kind, place, new in rng.sample(every, min(140 // len(results[schema]), len(every))):
            text = json.dumps(changed(result.doc, place, new))
            rust, python = verify_says(result, text), python_says(result, text)
            said[rust] += 1
            refused_by = "verify" if rust else "Python"
            if {rust, python} == {0, 1} and not all(is_left_open(schema, p, refused_by) for p in touched(kind, place, new, result)):
                against.append(f"{result.name}: {kind} at {written(place)}, refused by {refused_by} alone: {json.dumps(new)[:200]}")
    assert not against
    assert said[1] > 40 and said[2] < 15, said


def at_hand(doc: Any, rng: random.Random) -> Iterator[tuple[list[Place], str]]:
    """Further texts, with the places that were changed: hostile values, numbers in equal forms, keys in another order or doubled, corners
    moved along an edge, edges in two parts, pieces that begin elsewhere or are made one."""
    every = [(place, value) for place, value in places(doc) if place]
    place, value = rng.choice(every)
    yield [place], json.dumps(changed(doc, place, rng.choice([*STRINGS, *OTHERS])))
    numbers = [(place, Fraction(x)) for place, x in every if isinstance(x, str) and re.fullmatch(r"-?\d+(/[1-9]\d*)?", x)]
    for place, x in rng.sample(numbers, min(2, len(numbers))):
        n, d = x.as_integer_ratio()
        yield [place], json.dumps(changed(doc, place, rng.choice([f"{2 * n}/{2 * d}", f"+{x}", f"0{x}", f"{n}.0/{d}", f"{-n}/{-d}", f" {x}"])))
    text = json.dumps(doc)
    at = rng.choice([m.end() for m in re.finditer(r"\{(?=\")", text)])
    end = text.index(":", at) + 2 + json.JSONDecoder().raw_decode(text[text.index(":", at) + 2:])[1]
    yield [()], text[:end] + ", " + text[at:]
    yield [()], json.dumps(reversed_keys(doc))
    pieces = [(place, value) for place, value in every if isinstance(value, dict) and "edges" in value and len(value["vertices"]) > 1]
    for place, piece in rng.sample(pieces, min(1, len(pieces))):
        corners, edges, n = piece["vertices"], piece["edges"], rng.randrange(len(piece["vertices"]))
        share = Fraction(rng.randint(1, 8), 9)
        between = [str(x + share * (y - x)) for x, y in zip(*([Fraction(z) for z in corners[k % len(corners)]] for k in (n, n + 1)))]
        for shape in ({"vertices": [*corners[:n], between, *corners[n + 1:]]}, rotated(piece, 1),
                      {"vertices": [*corners[:n + 1], between, *corners[n + 1:]], "edges": [*edges[:n + 1], *edges[n:]]}):
            yield [(*place, "vertices"), (*place, "edges")], json.dumps(changed(doc, place, {**piece, **shape}))
    if len(doc.get("pieces", [])) > 1:
        first, second, *others = rng.sample(doc["pieces"], len(doc["pieces"]))
        both = {key: first[key] + second[key] for key in ("vertices", "edges")}
        yield [("pieces",)], json.dumps({**doc, "pieces": [*others, {**first, **both}]})


@pytest.mark.parametrize("schema", CASES)
def test_the_verifiers_agree_on_forms_and_shapes(schema: str, results: dict[str, list[Result]]) -> None:  # noqa: F811
    rng, against = random.Random(schema), []
    for result in results[schema]:
        rounds = itertools.chain.from_iterable(at_hand(result.doc, rng) for _ in itertools.repeat(None))
        for touched_places, text in itertools.islice(rounds, 90 // len(results[schema])):
            rust, python = verify_says(result, text), python_says(result, text)
            refused_by = "verify" if rust else "Python"
            if {rust, python} == {0, 1} and not all(is_left_open(schema, p, refused_by) for p in touched_places):
                against.append(f"{result.name}: {' and '.join(map(written, touched_places))}, refused by {refused_by} alone: {text[:300]}")
    assert not against


@pytest.mark.parametrize("claim", [{"ranks": []}, {"ranks": [99]}, {"ranks": [0]}, {"ranks": [1, 1]}, {"ranks": [1, 99]}, {"pieces": []},
                                   {"ranks": [99], "pieces": []}, {"selected": []}, {"selected": ["m", "m"]}, {"selected": ["m"]}])
def test_ranks_that_nobody_has_and_no_pieces_are_refused(claim: dict[str, Any], results: dict[str, list[Result]]) -> None:  # noqa: F811
    for result in results["regions-at-best"]:
        text = json.dumps({**result.doc, **claim})
        assert (verify_says(result, text), python_says(result, text)) == (1, 1), result.name


@pytest.mark.parametrize("selection", [{"ranks": []}, {"ranks": [99]}, {"ranks": [0]}, {"classifiers": []}, {"classifiers": ["nobody"]}])
def test_regions_of_nobody_and_of_ranks_that_nobody_has_are_refused(selection: dict[str, Any], results: dict[str, list[Result]]) -> None:  # noqa: F811
    for result in results["regions"]:
        text = json.dumps({**result.doc, "selection": selection, "pieces": []})
        assert (verify_says(result, text), python_says(result, text)) == (1, 1), result.name
        twice = {**result.doc.get("selection", {}), "classifiers": ["a", "a"]}
        text = json.dumps({**result.doc, "selection": twice, "pieces": [p for p in result.doc["pieces"] if p["classifier"] == 0]})
        assert (verify_says(result, text), python_says(result, text)) == (1, 1), result.name


@pytest.mark.parametrize("place", [["1", "-1/2"], ["1", "1", "1"], ["1"], ["3/2", "1"]])
def test_places_off_the_tile_are_refused(place: list[str], results: dict[str, list[Result]]) -> None:  # noqa: F811
    for schema, key in [("curve", "from"), ("curve", "to"), ("rankings", "at"), ("rank", "at"), ("no-skill", "at"), ("thresholds", "at"), ("curve-pair", "from")]:
        for result in results[schema]:
            if key in result.doc:
                text = json.dumps({**result.doc, key: place})
                assert (verify_says(result, text), python_says(result, text)) == (1, 1), result.name


@pytest.mark.parametrize("level", ["0.295415", "0.2954155", "0.295736", "0.2957365", "0.704263", "0.7042635", "0.95"])
def test_what_is_decided_is_judged_by_the_limits_as_they_are_printed(level: str, results: dict[str, list[Result]]) -> None:  # noqa: F811
    """The exact limits lie within the printed ones: a level between both may have been reached, or not."""
    pair = results["curve-pair"][0]
    command = f"curve --along decision --first a --second b --steps 2 --positive yes --quiet --format json --level {level}"
    text = bytes(_exactile.answer([*command.split(), str(pair.input)], b"")[0]).decode()
    assert (verify_says(pair, text), python_says(pair, text)) == (0, 0)
    doc = json.loads(text)
    doc["points"][0]["decided"] = "first" if doc["points"][0]["decided"] == "neither" else "neither"
    if level in ("0.295415", "0.704263", "0.95"):
        assert (verify_says(pair, json.dumps(doc)), python_says(pair, json.dumps(doc))) == (1, 1)
    command = f"compare --metric f1 --first a --second b --positive yes --quiet --format json --require {level}"
    compared = results["compare"][0]
    text = bytes(_exactile.answer([*command.split(), str(compared.input)], b"")[0]).decode()
    assert (verify_says(compared, text), python_says(compared, text)) == (0, 0)
    doc = json.loads(text)
    doc["require"]["verdict"] = "pass" if doc["require"]["verdict"] == "fail" else "fail"
    assert (verify_says(compared, json.dumps(doc)), python_says(compared, json.dumps(doc))) == (1, 1)
