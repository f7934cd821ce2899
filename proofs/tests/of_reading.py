"""The reading of results, and `exactile verify --proved`, which gives the checker its input."""

import copy
import json
import random
import subprocess

from support import (
    CHECKER, ENVIRONMENT, FIXTURES, FOLDER, PROGRAM, check, document, made, regions, sample,
)


def program():
    """`exactile verify --proved` gives the checker what it has read, whatever form that has."""
    names = ("breast_cancer_confusion", "digits_eight_predictions", "breast_cancer_scores")
    for name in (f"{name}.csv" for name in names):
        result, given = FOLDER / "result.json", FIXTURES / name
        for target in ([], ["--target-prior", "0.3"]):
            command = [PROGRAM, "regions", given, "--format", "json", "-o", result, *target]
            subprocess.run(command, check=True, capture_output=True)
            command = [PROGRAM, "verify", "--proved", result, given, *target]
            found = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT)
            assert found.returncode == 0 and found.stdout.startswith("proved"), found
        rank = [PROGRAM, "rank", given, "--format", "json", "-o", FOLDER / "rank.json"]
        subprocess.run([*rank, "--score", "f1"], check=True, capture_output=True)
        command = [PROGRAM, "verify", "--proved", FOLDER / "rank.json", given]
        found = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT)
        assert found.returncode == 0 and found.stdout.startswith("proved"), found
        # The prior that the result names is taken unless another is given.
        for prior, status in ([], 0), (["--target-prior", "0.2"], 1):
            command = [PROGRAM, "verify", "--proved", result, given, *prior]
            found = subprocess.run(command, capture_output=True, env=ENVIRONMENT)
            assert found.returncode == status, found
    own = [{"name": "a", "tn": "1", "fp": "1", "fn": "1", "tp": "1"}]
    own.append(own[0] | {"name": "b", "tn": "3"})
    (FOLDER / "result.json").write_text(json.dumps(regions(own)))
    command = [PROGRAM, "verify", "--proved", FOLDER / "result.json", FOLDER / "input.json"]
    found = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT)
    assert found.returncode == 2 and "different priors" in found.stderr, found


def hostile():
    """What cannot be read, or is unknown, is an error with status 2."""
    given = sample(random.Random(3), 3, 12, 9)
    true = regions(given)
    texts = ("0/1", "2/4", "00", "-0", "1/0", "1/-2", "0.5", "1e3", "", "/", "½")
    for value in (*texts, 1, None, True, [], {}):
        changed = copy.deepcopy(true)
        changed["pieces"][0]["vertices"][0][0] = value
        assert check(given, changed) == 2, value
    other = {
        "selection": {"more": 1}, "schema": "exactile.zone.v1", "prior_positive": None, "pieces": {},
    }
    for key, value in other.items():
        assert check(given, true | {key: value}) == 2, key
    for command in (["zone", "--better", "c0", "--than", "c1,c2"], ["rank", "--score", "f1"],
                    ["rankings", "--confluences"]):
        found = made(given, *command)
        assert check(given, found) == 0
        for key in found:
            assert check(given, {k: v for k, v in found.items() if k != key}) == 2 or key in (
                "provenance", "score"), key
            if key != "provenance":
                assert check(given, found | {key: [7]}) == 2, key
        assert check(given, found | {"more": 1}) == 2
    lattice = document(
        "lattice", "confluence", "--metric", "f1", "--positives", "2", "--negatives", "3")
    for value in (10**9, -1, 1.5, "2", None, True):
        assert check([], lattice | {"positives": value}) == 2, value
    whole = json.dumps(true)
    for text in ('{"schema": 1, ' + whole[1:], "[" * 10**5, whole[:-1], whole + "1"):
        (FOLDER / "result.json").write_text(text)
        command = [CHECKER, FOLDER / "result.json", FOLDER / "given.json"]
        assert subprocess.run(command, capture_output=True).returncode == 2, text[:99]


TESTS = (hostile, program)
