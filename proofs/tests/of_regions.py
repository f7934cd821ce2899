"""Results of `regions`: true ones are accepted, false ones refused."""

import copy
import json
import random
import subprocess
from fractions import Fraction

import in_coq
from support import (
    CELLS, FIXTURES, FOLDER, PROOFS, check, made, other_fraction, read, regions, said, sample,
    seconds,
)


def prove(name, given, document, target=None):
    """Coq proves this result, without axioms."""
    start = seconds()
    (FOLDER / f"{name}.v").write_text(in_coq.theorem(given, document, target))
    command = ["coqc", "-q", "-Q", PROOFS, "Exactile", FOLDER / f"{name}.v"]
    found = subprocess.run(command, capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    assert found.stdout == "Closed under the global context\n", found.stdout
    print(f"proved in Coq: {name}, {len(document['pieces'])} pieces, {seconds() - start:.1f} s")


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
    for n in (32, 74, 300):
        given = sample(rng, n, 357, 212)
        document, start = regions(given), seconds()
        assert check(given, document) == 0
        pieces, taken = len(document["pieces"]), seconds() - start
        print(f"accepted: {n} classifiers, {pieces} pieces, {taken:.1f} s")


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


def regions_changed():
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


def areas():
    """Areas at the prior 1/2 are proved, and false ones refused; at others they are left open."""
    rng, refused = random.Random(3), 0
    for n in (1, 2, 5, 9, 32):
        given = sample(rng, n, 357, 212)
        true = regions(given, "1/2", areas=True)
        assert check(given, true, "1/2") == 0
        assert said(given, true, "1/2").count("proved      ") == 3
        for _ in range(25):
            document = copy.deepcopy(true)
            p = rng.choice(document["pieces"])
            if rng.random() < 0.2:
                del p["area"]
                if not any("area" in x for x in document["pieces"]):
                    continue
            else:
                p["area"] = other_fraction(rng, p["area"])
            assert check(given, document, "1/2") != 0, (p, given)
            refused += 1
    assert "not proved  areas" in said(given, regions(given, areas=True))
    print(f"refused: {refused} false areas")


def selections():
    """Regions of some ranks and classifiers are proved; with another selection they are false."""
    rng, refused = random.Random(15), 0
    for _ in range(40):
        given = sample(rng, rng.randint(2, 8), rng.choice([3, 12, 1000]), rng.choice([2, 9, 700]))
        names = [x["name"] for x in given]
        ranks = rng.sample(range(1, len(given) + 1), rng.randint(0, 2))
        wanted = rng.sample(names, rng.randint(0 if ranks else 1, 2))
        options = [x for r in ranks for x in ("--rank", str(r))]
        options += [x for name in wanted for x in ("--classifier", name)]
        target = rng.choice([None, "1/2", "1e-40"])
        options += ["--target-prior", target] if target else []
        true = made(given, "regions", *options)
        assert check(given, true, target) == 0, (given, true)
        assert "that this selection was asked for" in said(given, true, target)
        whole = regions(given, target)
        for what in ("none", "ranks", "classifiers", "drop", "more", "change"):
            document = copy.deepcopy(true)
            listed = document["pieces"]
            if what == "none":
                del document["selection"]
            elif what in ("ranks", "classifiers"):
                document["selection"].pop(what, None)
            elif what == "drop" and listed:
                listed.remove(rng.choice(listed))
            elif what == "more":
                listed.append(rng.choice(whole["pieces"]))
            elif what == "change" and listed and falsify(rng, document) is None:
                continue
            kept = document.get("selection") == true["selection"]
            if document == true or not kept and listed == whole["pieces"]:
                continue
            selected = document.get("selection", {})
            if not kept and made(given, "regions", *again(selected, target))["pieces"] == listed:
                continue
            assert check(given, document, target) != 0, (what, given, document)
            refused += 1
    given = read(FIXTURES / "breast_cancer_confusion.csv")
    prove("first", given, made(given, "regions", "--rank", "1"))
    print(f"accepted: 40 selections; refused: {refused} false ones")
    assert refused >= 100


def again(selection, target):
    """The options of a selection."""
    options = [x for r in selection.get("ranks", []) for x in ("--rank", str(r))]
    options += [x for name in selection.get("classifiers", []) for x in ("--classifier", name)]
    return options + (["--target-prior", target] if target else [])


TESTS = (selections, areas, regions_changed, random_results, fixtures)
