"""Results of `rankings --confluences`: true ones are accepted, false ones refused."""

import copy
import random

from support import CELLS, FIXTURES, check, made, other_fraction, read, sample, seconds


def confluences(given, target=None):
    """All confluences, as a document."""
    options = ["--target-prior", target] if target else []
    return made(given, "rankings", "--confluences", *options)


def falsify(rng, document):
    """Changes a true result in one place so that it becomes false; says how."""
    everything = document["confluences"]["list"]
    classifiers = document["classifiers"]
    c = rng.choice(everything)
    g = rng.choice(c["tied"])
    what = rng.choice([
        "at", "one more", "one less", "another", "group dropped", "groups merged", "group twice",
        "order", "position", "count", "prior", "groups of another", "border",
    ])
    if what == "at":
        k = rng.randrange(2)
        c["at"][k] = other_fraction(rng, c["at"][k])
    elif what in ("one more", "another"):
        others = [k for k in range(len(classifiers)) if k not in g]
        if not others:
            return None
        if what == "another":
            g.remove(rng.choice(g))
        g.append(rng.choice(others))
        g.sort()
    elif what == "one less":
        g.remove(rng.choice(g))
    elif what == "group dropped" and len(c["tied"]) == 2:
        c["tied"].remove(g)
    elif what == "groups merged":
        c["tied"] = [sorted(sum(c["tied"], [])), c["tied"][0]]
    elif what == "group twice":
        c["tied"].append(copy.deepcopy(g))
    elif what == "order":
        g.reverse()
    elif what == "position":
        g[-1] = len(classifiers)
    elif what == "count":
        m, cell = rng.choice(classifiers), rng.choice(CELLS)
        m[cell] = other_fraction(rng, m[cell])
    elif what == "prior":
        document["prior_positive"] = other_fraction(rng, document["prior_positive"])
    elif what == "groups of another":
        other = rng.choice(everything)
        if other["tied"] == c["tied"]:
            return None
        c["tied"] = other["tied"]
    elif what == "border":
        c["at"][rng.randrange(2)] = rng.choice(["0", "1"])
    else:
        return None
    return what


def confluences_accepted():
    """Confluences of fixtures and of random classifiers with ties."""
    rng = random.Random(8)
    given = read(FIXTURES / "breast_cancer_confusion.csv")
    assert check(given, confluences(given)) == 0
    given = read(FIXTURES / "published" / "the-tile-fig-5" / "prior-0.2.csv")
    for target in (None, "1/2", "1e-40"):
        assert check(given, confluences(given, target), target) == 0, target
    for _ in range(25):
        size = rng.choice([4, 12, 1000, 10**20])
        negatives, positives = rng.randint(1, size), rng.randint(1, size)
        given = sample(rng, rng.randint(2, 8), negatives, positives, rng.choice([1, 7]))
        target = rng.choice([None, "1/3", "1e-40"])
        assert check(given, confluences(given, target), target) == 0, given
    for n, size in ((32, 12), (74, 6), (300, 3)):
        given = sample(rng, n, size, size)
        document, start = confluences(given), seconds()
        assert check(given, document) == 0
        found = len(document["confluences"]["list"])
        print(f"accepted: {found} confluences of {n} classifiers, {seconds() - start:.1f} s")


def confluences_changed():
    """False changes are refused."""
    rng, refused = random.Random(9), {}
    sources = [read(FIXTURES / "published" / "the-tile-fig-5" / "prior-0.2.csv")]
    sources += [sample(rng, n, 12, 9) for n in (6, 8, 9)]
    for given in sources:
        true = confluences(given)
        assert check(given, true) == 0 and true["confluences"]["list"]
        for _ in range(200):
            document = copy.deepcopy(true)
            what = falsify(rng, document)
            if what is None or document == true:
                continue
            assert check(given, document) != 0, (what, given, document)
            refused[what] = refused.get(what, 0) + 1
    print(f"refused: {sum(refused.values())} false confluences in {len(refused)} ways")
    assert sum(refused.values()) >= 500 and len(refused) == 13, refused


TESTS = (confluences_accepted, confluences_changed)
