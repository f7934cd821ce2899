"""Results of `rank` at a point or by a score: true ones are accepted, false ones refused."""

import copy
import random

from of_scores import SCORES
from support import FIXTURES, check, made, other_fraction, read, said, sample


def falsify(rng, document):
    """Changes a true result in one place; says how, or None if it may still be true."""
    what = rng.choice(["value", "rank", "order", "drop", "double", "null", "other", "at", "name"])
    entries = document["ranking"]
    before = [x["value"] for x in entries]
    e, f = rng.choice(entries), rng.choice(entries)
    if what == "value":
        e["value"] = other_fraction(rng, e["value"] or "1/2")
    elif what == "rank":
        e["rank"] = [e["rank"][0], e["rank"][1] + 1] if e["rank"] else [1, 1]
    elif what == "order":
        entries.reverse()
        if before == [x["value"] for x in entries]:
            return None
    elif what == "drop":
        entries.remove(e)
    elif what == "double":
        entries.append(copy.deepcopy(e))
    elif what == "null":
        e["rank"] = None if e["rank"] else [len(entries), len(entries)]
    elif what == "other":
        e["classifier"] = f["classifier"]
    elif what == "at" and "score" not in document:
        document["at"][0] = "2"
    else:
        e["name"] += "x"
    return what


def changed(rng, given, true):
    """How many false changes of a result are refused."""
    refused = 0
    for _ in range(9):
        document = copy.deepcopy(true)
        what = falsify(rng, document)
        if what is None or document == true:
            continue
        assert check(given, document) != 0, (what, document)
        refused += 1
    return refused


def rankings():
    """Rankings at points, border included, are accepted, and false ones refused."""
    rng, refused = random.Random(4), 0
    for _ in range(75):
        given = sample(rng, rng.randint(1, 8), rng.choice([2, 9, 10**30]), rng.choice([1, 7]))
        at = ",".join(rng.choice(["0", "1", "1/2", "0.3", "5/7"]) for _ in "ab")
        true = made(given, "rank", "--at", at)
        assert check(given, true) == 0, (given, true)
        refused += changed(rng, given, true)
    for n in (32, 74, 300):
        given = sample(rng, n, 357, 212)
        assert check(given, made(given, "rank", "--at", "0.3,0.7")) == 0
    print(f"accepted: 78 rankings; refused: {refused} false changes")
    assert refused >= 500


def scored_rankings():
    """Rankings by all scores, and false ones."""
    rng, refused = random.Random(14), 0
    for score in SCORES:
        for _ in range(4):
            given = sample(rng, rng.randint(1, 8), rng.choice([2, 9, 10**30]), rng.choice([1, 7]))
            true = made(given, "rank", "--score", score)
            assert check(given, true) == 0, (score, given, true)
            refused += changed(rng, given, true)
        given = read(FIXTURES / "breast_cancer_confusion.csv")
        assert check(given, made(given, "rank", "--score", score)) == 0, score
    true = made(given, "rank", "--score", "ts")
    assert "not proved  that the score stands at this point" in said(given, true)
    assert check(given, true | {"score": "F1"}) == 1, "other values"
    assert check(given, made(given, "rank", "--score", "mcc")) == 2, "not known here"
    print(f"accepted: {5 * len(SCORES)} rankings by scores; refused: {refused} false changes")
    assert refused >= 500


TESTS = (rankings, scored_rankings)
