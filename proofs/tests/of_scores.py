"""Results of `compare` and of `lattice confluence`: true ones are accepted, false ones refused."""

import copy
import csv
import json
import random
import subprocess

from support import (
    ENVIRONMENT, FIXTURES, FOLDER, PROGRAM, check, document, other_fraction, seconds,
)

SCORES = (
    "accuracy", "error-rate", "tpr", "tnr", "fpr", "fnr", "ppv", "npv", "fdr", "for", "ba",
    "informedness", "markedness", "f1", "f-beta(2)", "f-beta(1/2)", "ts", "kappa", "r(1/3,1/4)",
    "r(0,1)",
)


def predictions(path):
    """The performances of predictions, and the samples that only one of two has right."""
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    truth = rows[0].index("y_true")
    names = [name for name in rows[0] if name != "y_true"]
    right = {name: {"0": set(), "1": set()} for name in names}
    totals = {"0": 0, "1": 0}
    for n, row in enumerate(rows[1:]):
        totals[row[truth]] += 1
        for name, label in zip(rows[0], row):
            if name != "y_true" and label == row[truth]:
                right[name][label].add(n)
    performances, pairs = [], []
    for name in names:
        tn, tp = len(right[name]["0"]), len(right[name]["1"])
        counts = (tn, totals["0"] - tn, totals["1"] - tp, tp)
        cells = zip(("tn", "fp", "fn", "tp"), map(str, counts))
        performances.append({"name": name, **dict(cells)})
    for i, first in enumerate(names):
        for j, second in enumerate(names[i + 1 :], i + 1):
            pair = {"first": i, "second": j}
            for key, label in (("positives", "1"), ("negatives", "0")):
                x, y = right[first][label], right[second][label]
                pair[key] = [len(x - y), len(y - x)]
            pairs.append(pair)
    return {"performances": performances, "discordant": pairs}


def made_up(rng, samples, classifiers):
    """A file of predictions that are more often right than not, some of them equal or constant."""
    truth = [rng.randrange(2) for _ in range(samples)]
    truth[:2] = [0, 1]
    columns = [[t if rng.random() < 0.8 else 1 - t for t in truth] for _ in range(classifiers)]
    columns[-1] = rng.choice([columns[0], [1] * samples, [0] * samples, columns[-1]])
    path = FOLDER / "predictions.csv"
    header = ["y_true", *(f"c{k}" for k in range(classifiers))]
    rows = [header, *zip(truth, *columns)]
    path.write_text("".join(",".join(map(str, row)) + "\n" for row in rows))
    return path


def compare(path, score, *options):
    """The pairs by a score, without the questions that take time."""
    point = ["--at", score[2:-1]] if score.startswith("r(") else ["--metric", score]
    return document("compare", path, *point, *options)


def swap_tests():
    """Swap tests of all scores, with other sources of what only one has right."""
    rng = random.Random(10)
    for score in SCORES:
        path = made_up(rng, rng.choice([8, 20, 40]), 3)
        given = predictions(path)
        assert check(given, compare(path, score)) == 0, (score, given)
    path = FIXTURES / "breast_cancer_predictions.csv"
    given, start = predictions(path), seconds()
    for first, second in (("logistic", "lda"), ("sgd_hinge", "stump")):
        found = compare(path, "f1", "--first", first, "--second", second)
        assert check(given, found) == 0
    taken = seconds() - start
    print(f"accepted: swap tests by {len(SCORES)} scores; two of breast cancer in {taken:.1f} s")
    (FOLDER / "swaps.json").write_text(json.dumps(found))
    command = [PROGRAM, "verify", "--proved", FOLDER / "swaps.json", path]
    found = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT)
    assert found.returncode == 0 and "swap tests of 1 pair by f1" in found.stdout, found
    assert "not proved  truly_better" in found.stdout, found


def swap_tests_changed():
    """False p-values are refused."""
    rng, refused = random.Random(11), {}
    while sum(refused.values()) < 500:
        path = made_up(rng, rng.choice([8, 20]), 3)
        given, score = predictions(path), rng.choice(SCORES)
        true = compare(path, score)
        for _ in range(20):
            false = copy.deepcopy(true)
            p = rng.choice(false["pairs"])
            what = rng.choice([
                "one_sided", "two_sided", "two_sided_mid", "holm", "null", "discordant", "swapped",
                "name", "test of another", "mid for two-sided", "score",
            ])
            if what == "score":
                false["metric"] = rng.choice(SCORES)
                other = compare(path, false["metric"])["pairs"]
                tests = [[x.get("swap_test") for x in d] for d in (other, true["pairs"])]
                if tests[0] == tests[1]:
                    continue
            elif what == "discordant":
                kind, k = rng.choice(["positives", "negatives"]), rng.randrange(2)
                p["discordant"][kind][k] += 1
            elif what == "swapped":
                p["first"], p["second"] = p["second"], p["first"]
                d = p["discordant"]
                if all(d[key][0] == d[key][1] for key in d):
                    continue
            elif what == "name":
                false["classifiers"][0]["name"] += "x"
            elif p["swap_test"] is None:
                p["swap_test"] = dict.fromkeys(
                    ("one_sided", "two_sided", "two_sided_mid", "holm"), "1")
                what = "test of none"
            elif what == "null":
                p["swap_test"] = None
            elif what == "test of another":
                p["swap_test"] = rng.choice(false["pairs"])["swap_test"]
            elif what == "mid for two-sided":
                p["swap_test"]["two_sided"] = p["swap_test"]["two_sided_mid"]
            else:
                p["swap_test"][what] = other_fraction(rng, p["swap_test"][what])
            if false == true:
                continue
            assert check(given, false) != 0, (what, score, given, false)
            refused[what] = refused.get(what, 0) + 1
    print(f"refused: {sum(refused.values())} false swap tests,", dict(sorted(refused.items())))


def confluence(score, positives, negatives):
    """All values of a score."""
    sizes = ["--positives", str(positives), "--negatives", str(negatives)]
    return document("lattice", "confluence", "--metric", score, *sizes)


def lattices():
    """Values of all scores; the program passes on what the checker says."""
    rng = random.Random(12)
    for score in SCORES:
        sizes = rng.randint(0, 7), rng.randint(1, 9)
        assert check([], confluence(score, *sizes)) == 0, (score, sizes)
    start = seconds()
    found = confluence("f1", 40, 60)
    assert check([], found) == 0
    print(f"accepted: {found['distinct']} values of F1, {seconds() - start:.1f} s")
    (FOLDER / "lattice.json").write_text(json.dumps(found))
    command = [PROGRAM, "verify", "--proved", FOLDER / "lattice.json"]
    found = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT)
    assert found.returncode == 0 and found.stdout.startswith("proved"), found
    assert check([], confluence("mcc", 3, 3)) == 2, "not known here"


def lattices_changed():
    """False values and numbers are refused."""
    rng, refused = random.Random(13), {}
    while sum(refused.values()) < 500:
        true = confluence(rng.choice(SCORES), rng.randint(1, 5), rng.randint(1, 5))
        for _ in range(25):
            false = copy.deepcopy(true)
            listed = false["values"]
            entry = rng.choice(listed)
            what = rng.choice([
                "value", "count", "undefined", "distinct", "drop", "double", "order", "positives",
                "negatives", "moved", "split", "zero",
            ])
            if what == "value":
                entry["value"] = other_fraction(rng, entry["value"])
            elif what == "count":
                entry["count"] += rng.choice([-1, 1, 2]) if entry["count"] > 1 else 1
            elif what in ("undefined", "distinct", "positives", "negatives"):
                false[what] += 1
            elif what == "drop":
                listed.remove(entry)
                false["distinct"] -= 1
            elif what == "double":
                listed.append(copy.deepcopy(entry))
                false["distinct"] += 1
            elif what == "order":
                listed.reverse()
            elif what == "moved" and entry["count"] > 1:
                entry["count"] -= 1
                rng.choice(listed)["count"] += 1
            elif what == "split" and entry["count"] > 1:
                entry["count"] -= 1
                listed.insert(listed.index(entry), {"value": entry["value"], "count": 1})
                false["distinct"] += 1
            elif what == "zero":
                listed.append({"value": "2", "count": 0})
                false["distinct"] += 1
            if false == true:
                continue
            assert check([], false) != 0, (what, false)
            refused[what] = refused.get(what, 0) + 1
    print(f"refused: {sum(refused.values())} false lattices,", dict(sorted(refused.items())))


TESTS = (swap_tests, swap_tests_changed, lattices, lattices_changed)
