"""Results of `rank` at a point: true ones are accepted, false ones refused."""

import copy
import random

from support import check, made, other_fraction, sample


def rankings():
    """Rankings at points, border included, are accepted, and false ones refused."""
    rng, refused = random.Random(4), 0
    for n in range(60):
        given = sample(rng, rng.randint(1, 8), rng.choice([2, 9, 10**30]), rng.choice([1, 7]))
        at = ",".join(rng.choice(["0", "1", "1/2", "0.3", "5/7"]) for _ in "ab")
        true = made(given, "rank", "--at", at)
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
    assert check(given, made(given, "rank", "--at", "0.3,0.7")) == 0
    print(f"accepted: 61 rankings; refused: {refused} false changes")
    assert refused >= 400


TESTS = (rankings,)
