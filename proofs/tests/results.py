"""Tests of the proved checker: PROGRAM [TEST...], the path of exactile and which tests to run.

True results are accepted, by the extracted checker and inside Coq; false ones are refused.
"""

import copy
import csv
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path

import in_coq

HERE = Path(__file__).resolve().parent
PROOFS, FIXTURES = HERE.parent, HERE.parent.parent / "fixtures"
CHECKER = PROOFS / "build" / "proved-checker"
CELLS = ("tn", "fp", "fn", "tp")
PROGRAM = Path(sys.argv[1]).resolve()
FOLDER = Path(tempfile.mkdtemp())
ENVIRONMENT = os.environ | {"EXACTILE_PROVED_CHECKER": str(CHECKER)}


def read(path):
    """The performances of a CSV file, in lowest terms."""
    with open(path, newline="") as file:
        return [
            {"name": row["name"], **{c: str(Fraction(row[c])) for c in CELLS}}
            for row in csv.DictReader(file)
        ]


def regions(given, target=None, areas=False):
    """The result of the program, as a document."""
    (FOLDER / "input.json").write_text(json.dumps(given))
    options = (["--target-prior", target] if target else []) + (["--area"] if areas else [])
    command = [PROGRAM, "regions", FOLDER / "input.json", "--format", "json", *options]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def ranking(given, at):
    """The ranking at a point, as a document."""
    (FOLDER / "input.json").write_text(json.dumps(given))
    command = [PROGRAM, "rank", FOLDER / "input.json", "--format", "json", "--at", at]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def check(given, document, target=None):
    """The exit status of the extracted checker."""
    (FOLDER / "given.json").write_text(json.dumps(given))
    (FOLDER / "result.json").write_text(json.dumps(document))
    options = ["--target-prior", str(Fraction(target))] if target else []
    command = [CHECKER, FOLDER / "result.json", FOLDER / "given.json", *options]
    found = subprocess.run(command, capture_output=True, text=True)
    assert found.returncode in (0, 1, 2), found
    assert bool(found.stderr) == (found.returncode == 2), found
    return found.returncode


def prove(name, given, document, target=None):
    """Coq proves this result, without axioms."""
    start = time.time()
    (FOLDER / f"{name}.v").write_text(in_coq.theorem(given, document, target))
    command = ["coqc", "-q", "-Q", PROOFS, "Exactile", FOLDER / f"{name}.v"]
    found = subprocess.run(command, capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    assert found.stdout == "Closed under the global context\n", found.stdout
    print(f"proved in Coq: {name}, {len(document['pieces'])} pieces, {time.time() - start:.1f} s")


def sample(rng, n, negatives, positives, scale=1):
    """Classifiers with ties, equal performances, and constant ones."""
    rows = [(negatives, 0, positives, 0), (0, negatives, 0, positives)]
    while len(rows) < n:
        kind = rng.randrange(6)
        tn, tp = rng.randint(0, negatives), rng.randint(0, positives)
        if kind == 0:
            rows.append(rng.choice(rows))
        elif kind == 1:
            rows.append((rng.choice(rows)[0], None, None, tp))
        elif kind == 2:
            rows.append((tn, None, None, rng.choice(rows)[3]))
        else:
            rows.append((tn, None, None, tp))
        tn, tp = rows[-1][0], rows[-1][3]
        rows[-1] = (tn, negatives - tn, positives - tp, tp)
    rng.shuffle(rows)
    return [
        {"name": f"c{k}", **{c: str(x * s) for c, x in zip(CELLS, row)}}
        for k, row in enumerate(rows[:n])
        for s in [Fraction(rng.randint(1, scale), rng.randint(1, scale))]
    ]


def fixtures():
    """Every fixture with one prior, at its prior and at others."""
    paths = [FIXTURES / "breast_cancer_confusion.csv", FIXTURES / "digits_eight_confusion.csv"]
    paths += sorted((FIXTURES / "published" / "the-tile-fig-5").glob("*.csv"))
    for path in paths:
        given = read(path)
        for target in (None, "1/2", "1/10", "1e-40"):
            document = regions(given, target)
            assert check(given, document, target) == 0, (path, target)
            if document["prior_positive"] != regions(given)["prior_positive"]:
                assert check(given, document) == 1, "moved to another prior than that of the input"
        name = path.stem.replace("-", "_").replace(".", "_")
        prove(name, given, regions(given))
    prove(f"{name}_moved", given, regions(given, "1/10"), "1/10")
    for path in sorted((FIXTURES / "published" / "the-tile-fig-5").glob("regions-*.json")):
        document = json.loads(path.read_text())
        assert check(document["classifiers"], document) == 0, path
        document["classifiers"][0]["tn"], document["classifiers"][0]["fp"] = "3/5", "1/5"
        assert check(document["classifiers"], document) == 1, path


def random_results():
    """Random classifiers with ties; totals that differ; rates of 40 digits."""
    rng = random.Random(1)
    for n in range(80):
        size = rng.choice([3, 12, 1000, 10**9, 10**40])
        negatives, positives = rng.randint(1, size), rng.randint(1, size)
        given = sample(rng, rng.randint(1, 9), negatives, positives, rng.choice([1, 7]))
        target = rng.choice([None, None, "1/3", "1e-40", "0.999"])
        assert check(given, regions(given, target, areas=n % 4 == 0), target) == 0, given
    print("accepted: 80 results of random classifiers")
    for n in (74, 300):
        given = sample(rng, n, 357, 212)
        document, start = regions(given), time.time()
        assert check(given, document) == 0
        seconds = time.time() - start
        print(f"accepted: {n} classifiers, {len(document['pieces'])} pieces, {seconds:.1f} s")


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
        command = [PROGRAM, "verify", "--proved", result, given]
        assert subprocess.run(command, capture_output=True, env=ENVIRONMENT).returncode == 1
    own = [{"name": "a", "tn": "1", "fp": "1", "fn": "1", "tp": "1"}]
    own.append(own[0] | {"name": "b", "tn": "3"})
    (FOLDER / "result.json").write_text(json.dumps(regions(own)))
    command = [PROGRAM, "verify", "--proved", FOLDER / "result.json", FOLDER / "input.json"]
    found = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT)
    assert found.returncode == 2 and "different priors" in found.stderr, found


def other_fraction(rng, text):
    x = Fraction(text)
    one, three = Fraction(1), Fraction(3)
    return str(rng.choice([x + 1, x - 1, -x or one, x + one / 997, x / 2 or one, x * 2 or three]))


def falsify(rng, document):
    """Changes a true result in one place so that it becomes false; says how."""
    pieces = document["pieces"]
    n = rng.randrange(len(pieces))
    p = pieces[n]
    vertices, edges = p["vertices"], p["edges"]
    region = p["dimension"] == 2
    k = rng.randrange(len(edges))
    what = rng.choice([
        "vertex", "edge", "edge sign", "rank", "dimension", "classifier", "drop", "double",
        "vertices exchanged", "turned", "vertex dropped", "corner cut", "merged", "count", "prior",
        "reversed", "edge of another", "rank of another", "edges multiplied", "tie shortened",
    ])
    if what == "vertex":
        v = rng.choice(vertices)
        c = rng.randrange(2)
        v[c] = other_fraction(rng, v[c])
    elif what == "edge":
        c = rng.randrange(4)
        edges[k][c] = str(int(edges[k][c]) + rng.choice([-1, 1, 2, 10**20]))
    elif what == "edge sign" and region:
        edges[k] = [str(-int(x)) for x in edges[k]]
    elif what == "rank":
        p["rank"][rng.randrange(2)] += rng.choice([-1, 1, 5]) if min(p["rank"]) > 1 else 1
    elif what == "dimension":
        p["dimension"] = rng.choice([0, 3, 3 - p["dimension"]])
    elif what == "classifier" and len(document["classifiers"]) > 1:
        others = [c for c in range(len(document["classifiers"])) if c != p["classifier"]]
        p["classifier"] = rng.choice(others)
    elif what == "drop":
        del pieces[n]
    elif what == "double":
        pieces.insert(rng.choice([n, len(pieces)]), copy.deepcopy(p))
    elif what == "vertices exchanged" and region:
        i, j = rng.sample(range(len(vertices)), 2)
        vertices[i], vertices[j] = vertices[j], vertices[i]
    elif what == "turned" and region:
        p["vertices"] = vertices[1:] + vertices[:1]
    elif what == "vertex dropped" and region:
        del vertices[k]
        if rng.random() < 0.5:
            del edges[k]
    elif what == "corner cut" and region and len(vertices) > 3:
        del vertices[k], edges[k - 1]
    elif what == "merged" and [p["classifier"]] == [x["classifier"] for x in pieces[n + 2 : n + 3]]:
        del pieces[n + 1 : n + 3]
    elif what == "count":
        m = rng.choice(document["classifiers"])
        c = rng.choice(CELLS)
        m[c] = other_fraction(rng, m[c])
    elif what == "prior":
        document["prior_positive"] = str(Fraction(document["prior_positive"]) / 2)
    elif what == "reversed" and region:
        p["vertices"], p["edges"] = vertices[::-1], edges[-2::-1] + edges[-1:]
    elif what == "edge of another":
        other = rng.choice(rng.choice(pieces)["edges"])
        if other in edges or [str(-int(x)) for x in other] in edges:
            return None
        edges[k] = other
    elif what == "rank of another":
        other = rng.choice(pieces)["rank"]
        if other == p["rank"]:
            return None
        p["rank"] = other
    elif what == "edges multiplied":
        edges[k] = [str(3 * int(x)) for x in edges[k]]
    elif what == "tie shortened" and not region:
        v, w = ([Fraction(x) for x in y] for y in vertices)
        vertices[rng.randrange(2)] = [str((x + y) / 2) for x, y in zip(v, w)]
    else:
        return None
    return what


def rankings():
    """Rankings at points, border included, are accepted, and false ones refused."""
    rng, refused = random.Random(4), 0
    for n in range(60):
        given = sample(rng, rng.randint(1, 8), rng.choice([2, 9, 10**30]), rng.choice([1, 7]))
        at = ",".join(rng.choice(["0", "1", "1/2", "0.3", "5/7"]) for _ in "ab")
        true = ranking(given, at)
        assert check(given, true) == 0, (given, true)
        for what in ("value", "rank", "order", "drop", "double", "null", "other", "at", "name"):
            document = copy.deepcopy(true)
            entries = document["ranking"]
            e, f = rng.choice(entries), rng.choice(entries)
            if what == "value":
                e["value"] = other_fraction(rng, e["value"] or "1/2")
            elif what == "rank":
                e["rank"] = [e["rank"][0], e["rank"][1] + 1] if e["rank"] else [1, 1]
            elif what == "order":
                entries.reverse()
            elif what == "drop":
                entries.remove(e)
            elif what == "double":
                entries.append(copy.deepcopy(e))
            elif what == "null":
                e["rank"] = None if e["rank"] else [len(entries), len(entries)]
            elif what == "other":
                e["classifier"] = f["classifier"]
            elif what == "at":
                document["at"][0] = "2"
            else:
                e["name"] += "x"
            same_values = [x["value"] for x in entries] == [x["value"] for x in true["ranking"]]
            if document == true or what == "order" and same_values:
                continue
            assert check(given, document) != 0, (what, document)
            refused += 1
    given = sample(rng, 300, 357, 212)
    assert check(given, ranking(given, "0.3,0.7")) == 0
    print(f"accepted: 61 rankings; refused: {refused} false changes")
    assert refused >= 400


def mutations():
    """False changes of results are refused, true changes of their form accepted."""
    rng, refused = random.Random(2), {}
    sources = [
        read(FIXTURES / "published" / "the-tile-fig-5" / "prior-0.2.csv"),
        sample(rng, 6, 12, 9),
        sample(rng, 5, 1000, 7),
        read(FIXTURES / "breast_cancer_confusion.csv"),
    ]
    for source, given in enumerate(sources):
        true = regions(given)
        for _ in range(300):
            document = copy.deepcopy(true)
            what = falsify(rng, document)
            if what is None:
                continue
            status = check(given, document)
            assert status != 0, f"accepted: {what}, result {source}: {json.dumps(document)[:3000]}"
            refused[what] = refused.get(what, 0) + 1
        same = copy.deepcopy(true)
        for p in same["pieces"]:
            if p["dimension"] == 2:
                for key in ("vertices", "edges"):
                    p[key] = p[key][1:] + p[key][:1]
            else:
                p["vertices"].reverse()
                p["edges"] = [[str(-int(x)) for x in p["edges"][0]]]
        assert check(given, same) == 0, "an outline begins at any vertex; a tie has no direction"
    total = sum(refused.values())
    print(f"refused: {total} false changes,", dict(sorted(refused.items())))
    assert total >= 500 and len(refused) == 20, refused


def hostile():
    """What cannot be read, or is unknown, is an error with status 2."""
    given = sample(random.Random(3), 3, 12, 9)
    true = regions(given)
    texts = ("0/1", "2/4", "00", "-0", "1/0", "1/-2", "0.5", "1e3", "", "/", "½")
    for value in (*texts, 1, None, True, [], {}):
        document = copy.deepcopy(true)
        document["pieces"][0]["vertices"][0][0] = value
        assert check(given, document) == 2, value
    other = {"selection": {}, "schema": "exactile.zone.v1", "prior_positive": None, "pieces": {}}
    for key, value in other.items():
        assert check(given, true | {key: value}) == 2, key
    whole = json.dumps(true)
    for text in ('{"schema": 1, ' + whole[1:], "[" * 10**5, whole[:-1], whole + "1"):
        (FOLDER / "result.json").write_text(text)
        command = [CHECKER, FOLDER / "result.json", FOLDER / "given.json"]
        assert subprocess.run(command, capture_output=True).returncode == 2, text[:99]


if __name__ == "__main__":
    everything = (hostile, program, rankings, mutations, random_results, fixtures)
    tests = {test.__name__: test for test in everything}
    for name in sys.argv[2:] or tests:
        tests[name]()
