"""Results of `zone`: true ones are accepted, false ones refused."""

import copy
import random
from fractions import Fraction

from support import FIXTURES, check, made, other_fraction, read, sample, seconds


def zone(given, better, than, target=None):
    """A zone, as a document."""
    lists = ["--better", ",".join(better), "--than", ",".join(than)]
    return made(given, "zone", *lists, *(["--target-prior", target] if target else []))


def chosen(rng, given, most):
    """Two lists of names, none of which is in both."""
    names = [x["name"] for x in given]
    rng.shuffle(names)
    first = rng.randint(1, min(most, len(names) - 1))
    others = rng.randint(1, min(most, len(names) - first))
    return names[:first], names[first : first + others]


def falsify(rng, document, given):
    """Changes a true result in one place so that it becomes false; says how."""
    piece = document["piece"]
    what = rng.choice([
        "null", "prior", "vertex", "edge", "edge sign", "dimension", "vertex dropped", "turned",
        "reversed", "edges multiplied", "exchanged", "other classifiers", "corner cut", "halved",
        "area",
    ])
    if what == "prior":
        document["prior_positive"] = other_fraction(rng, document["prior_positive"])
        return what
    if what == "other classifiers":
        lists = [document["better"], document["than"]]
        document["better"], document["than"] = lists[::-1]
        other = zone(given, lists[1], lists[0], document["prior_positive"])["piece"]
        return None if other == piece else what
    if piece is None:
        point = {"dimension": 0, "vertices": [["1/2", "1/3"]], "edges": [], "area": "0"}
        document["piece"] = point
        return "a point"
    vertices, edges = piece["vertices"], piece["edges"]
    k = rng.randrange(len(vertices))
    if what == "null":
        document["piece"] = None
    elif what == "vertex":
        c = rng.randrange(2)
        vertices[k][c] = other_fraction(rng, vertices[k][c])
    elif what == "edge" and edges:
        e, c = rng.choice(edges), rng.randrange(4)
        e[c] = str(int(e[c]) + rng.choice([-1, 1, 2, 10**20]))
    elif what == "edge sign" and edges:
        e = rng.choice(edges)
        e[:] = [str(-int(x)) for x in e]
    elif what == "dimension":
        piece["dimension"] = (piece["dimension"] + rng.choice([1, 2])) % 3
    elif what == "area" and document["prior_positive"] == "1/2":
        piece["area"] = other_fraction(rng, piece["area"])
    elif what == "vertex dropped":
        del vertices[k], edges[k : k + 1]
    elif what == "turned" and piece["dimension"] == 2:
        vertices.append(vertices.pop(0))
    elif what == "reversed" and piece["dimension"] == 2:
        vertices.reverse()
    elif what == "edges multiplied" and edges:
        e = rng.choice(edges)
        e[:] = [str(3 * int(x)) for x in e]
    elif what == "exchanged" and piece["dimension"] == 2:
        i, j = rng.sample(range(len(vertices)), 2)
        vertices[i], vertices[j] = vertices[j], vertices[i]
    elif what == "corner cut" and len(vertices) > 3:
        del vertices[k], edges[k - 1]
    elif what == "halved" and piece["dimension"] == 1:
        v, w = ([Fraction(x) for x in y] for y in vertices)
        vertices[rng.randrange(2)] = [str((x + y) / 2) for x, y in zip(v, w)]
    else:
        return None
    return what


def zones():
    """Zones of random classifiers, of every dimension and none, are accepted."""
    rng, found = random.Random(5), {}
    for n in range(120):
        size = rng.choice([2, 4, 12, 1000, 10**30])
        negatives, positives = rng.randint(1, size), rng.randint(1, size)
        given = sample(rng, rng.randint(2, 9), negatives, positives, rng.choice([1, 7]))
        better, than = chosen(rng, given, rng.choice([1, 2, 4]))
        if n % 10 == 0:
            # One that is worse on one class and equal on the other is as good in a corner only.
            given = sample(rng, 2, 1000, 700)
            given[0].update(tn="500", fp="500", fn="300", tp="400")
            given[1].update(tn="501", fp="499", fn="300", tp="400")
            better, than = [["c0"], ["c1"]]
        target = rng.choice([None, None, "1/2", "1/3", "1e-40", "0.999"])
        document = zone(given, better, than, target)
        assert check(given, document, target) == 0, (given, document)
        dimension = document["piece"] and document["piece"]["dimension"]
        found[dimension] = found.get(dimension, 0) + 1
    print("accepted: zones of these dimensions,", found)
    assert len(found) == 4 and min(found.values()) >= 5, found


def zones_of_fixtures():
    """Zones of the fixtures, and of many classifiers."""
    rng = random.Random(6)
    paths = [FIXTURES / "breast_cancer_confusion.csv", FIXTURES / "digits_eight_confusion.csv"]
    paths += sorted((FIXTURES / "published" / "the-tile-fig-5").glob("*.csv"))
    for path in paths:
        given = read(path)
        for most in (1, 2, 5, 16):
            better, than = chosen(rng, given, most)
            assert check(given, zone(given, better, than)) == 0, (path, better, than)
    for n in (32, 74, 300):
        given = sample(rng, n, 357, 212)
        names = [x["name"] for x in sorted(given, key=lambda x: -int(x["tn"]) - int(x["tp"]))]
        halves = (names[: n // 2], names[n // 2 :])
        for better, than in ((names[:2], names[2:]), (names[::2], names[1::2]), halves):
            document, start = zone(given, better, than), seconds()
            assert check(given, document) == 0, n
            dimension = document["piece"] and document["piece"]["dimension"]
            size = f"{len(better)} by {len(than)} classifiers"
            print(f"accepted: a zone of {size}, dimension {dimension}, {seconds() - start:.1f} s")


def zones_changed():
    """False changes are refused."""
    rng, refused = random.Random(7), {}
    while sum(refused.values()) < 600:
        size = rng.choice([3, 12, 1000])
        given = sample(rng, rng.randint(2, 6), rng.randint(1, size), rng.randint(1, size))
        better, than = chosen(rng, given, 2)
        target = rng.choice([None, "1/2"])
        true = zone(given, better, than, target)
        dimension = true["piece"] and true["piece"]["dimension"]
        for _ in range(6):
            document = copy.deepcopy(true)
            what = falsify(rng, document, given)
            if what is None or document == true:
                continue
            assert check(given, document, target) != 0, (what, given, document)
            refused[what, dimension] = refused.get((what, dimension), 0) + 1
    print(f"refused: {sum(refused.values())} false zones in {len(refused)} ways")


TESTS = (zones, zones_of_fixtures, zones_changed)
