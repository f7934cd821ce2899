"""Proves results of exactile (--format json) from their input and the definitions alone: RESULT.json [INPUT] [options].

Needs CPython 3.10 alone, and shares no code with the program. For each kind of result a function returns the only document
that is true, in fractions, and `same` compares. Exit status 0: each line with "proved" holds; 1: the place of what is false;
2: something cannot be read, or is unknown; verify_more.py, beside this file, knows more. Read "Reading a result" first.
"""
import argparse, csv, hashlib, io, json, math, re, sys  # noqa: E401
from collections import Counter
from fractions import Fraction
from itertools import accumulate, combinations, permutations, product
from pathlib import Path
from typing import Any, Callable, NamedTuple

Doc = dict[str, Any]
Matrix = Any  # tn, fp, fn, tp
Proof = tuple[Doc, str]  # the true document, and what is proved if the result is the same
CELLS, HALF, MOST = ("tn", "fp", "fn", "tp"), Fraction(1, 2), 400_000  # MOST: confusion matrices that are enumerated

# ---- Reading a result ----
class Untrue(Exception): """A statement of the result is false."""
class Unreadable(Exception): """A file cannot be read, or something in it is unknown here."""
proved: list[str] = []
unproved: dict[str, list[str]] = {}  # what, and the places where it stands
known: dict[str, Callable[..., Any]] = {}  # what verify_more.py adds
def more(what: str, *about: Any) -> Any:
    """What only verify_more.py may know."""
    if what not in known:
        raise Unreadable(" ".join([what, *(x for x in about if isinstance(x, str))]) + ": unknown; verify_more.py knows more")
    return known[what](*about)
def later(*keys: str) -> Doc:
    """What is not proved here: any claim passes, and is listed."""
    return {key: lambda claim, at, key=key: unproved.setdefault(key.rstrip("?"), []).append(at) for key in keys}
def demand(holds: Any, at: str, what: str) -> None:
    """Refuses the result if this does not hold."""
    if not holds:
        raise Untrue(f"{at.removeprefix('result.')}: {what}")
def same(claim: Any, truth: Any, at: str) -> None:
    """The claim is the truth: no key more or less, no other type. "key?" may be missing; a function judges a claim."""
    truth = str(truth) if isinstance(truth, (Fraction, float)) and not callable(truth) else truth  # "7/10", "inf"
    if callable(truth):
        truth(claim, at)
    elif isinstance(truth, dict):
        demand(isinstance(claim, dict), at, f"an object should stand here, not {claim!r:.200}")
        truth = {key.rstrip("?"): t for key, t in truth.items() if key[-1] != "?" or key[:-1] in claim}
        for key in sorted(set(claim) | set(truth)):
            demand(key in claim and key in truth, at, f"the key {key!r} is {'unknown' if key in claim else 'missing'}")
            same(claim[key], truth[key], f"{at}.{key}")
    elif isinstance(truth, (list, tuple)):
        demand(isinstance(claim, list) and len(claim) == len(truth), at, f"{len(truth)} entries should stand here")
        for k, x in enumerate(truth):
            same(claim[k], x, f"{at}[{k}]")
    else:
        demand(type(claim) is type(truth) and claim == truth, at, f"it is {truth!r}, not {str(claim)[:200]!r}")
NUMBER = r" *[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,4})? *| *[+-]?\d+/0*[1-9]\d* *"
def number(digits: Any) -> Fraction:
    """An integer, decimal or fraction, exactly."""
    if not re.fullmatch(NUMBER, str(digits), re.ASCII): raise ValueError(f"{digits!r:.200} is no number")  # noqa: E701
    return Fraction(str(digits).strip())

# ---- Scores ----
PLACES = {"accuracy": (HALF, HALF), "tpr": (1, 1), "tnr": (0, 0), "ppv": (1, 0), "npv": (0, 1)}  # on the Tile
ALSO = {"acc": "accuracy", "sens": "tpr", "sensitivity": "tpr", "recall": "tpr", "spec": "tnr", "specificity": "tnr",
        "precision": "ppv"}
class Metric(NamedTuple):
    name: str
    of: Callable[[Matrix], Any]  # the value for a confusion matrix; None if it is undefined
    lower: bool = False  # whether a lower value is better
def ranking_score(a: Any, b: Any) -> Metric:
    """R = s/(s + u) with s = (1-a) tn + a tp and u = (1-b) fp + b fn, at a point (a, b) of the Tile."""
    def of(m: Matrix) -> Any:
        tn, fp, fn, tp = map(Fraction, m)
        s, u = (1 - a) * tn + a * tp, (1 - b) * fp + b * fn
        return s / (s + u) if s + u else None
    demand(0 <= a <= 1 and 0 <= b <= 1, "result", f"({a}, {b}) lies outside the Tile")
    return Metric(f"R({a},{b})", of)
def metric(title: Any) -> Metric:
    """The metric of a name or title: one of the above, F_beta as f-beta(B), or R_ab as r(A,B)."""
    name = ALSO.get(name := title.strip().lower().replace("-", "_").replace(" ", ""), name)
    if form := re.fullmatch(r"r\(([\d./]+),([\d./]+)\)|f([\d./]+)|f_beta\(([\d./]+)\)", name):
        a, b, *beta = (number(x or 0) for x in form.groups())
        return ranking_score(a, b) if form[1] else ranking_score(Fraction(1), 1 - 1 / (1 + sum(beta) ** 2))
    return ranking_score(*PLACES[name]) if name in PLACES else more("metrics", name)
def rank_of(x: Any, values: list[Any]) -> Any:
    """[1 + how many are better, how many are at least as good]; None has no rank."""
    better = sum(y is not None and y > x for y in values) if x is not None else 0
    return None if x is None else [1 + better, better + values.count(x)]

# ---- The input ----
def label(word: str) -> Any:
    """Labels that are equal as numbers are one label, and so are true and TRUE."""
    return number(word) if re.fullmatch(NUMBER, word, re.ASCII) else {"true": True, "false": False}.get(word.lower(), word)
def rows_of(path: str) -> list[dict[str, str]]:
    """The rows of a CSV file, or of a JSON list of objects."""
    content = Path(path).read_bytes().decode("utf-8-sig")
    if content.lstrip()[:1] == "[":
        return [dict(x) for x in json.loads(content, parse_float=str, parse_int=str)]
    header, *lines = [x for x in csv.reader(io.StringIO(content, newline=""), strict=True) if x]
    if len(set(header)) < len(header) or any(len(line) != len(header) for line in lines):
        raise ValueError("a column stands twice, or a line has another length")
    return [dict(zip((h.strip() for h in header), line)) for line in lines]
class Input:
    """Names, confusion matrices, and how many samples there are: (is it positive, what does each classifier say)."""
    def __init__(self, options: Any, positive: Any, scores: bool) -> None:
        self.rows, self.samples = rows_of(options.input), Counter[Any]()
        columns = [c for c in (self.rows[0] if self.rows else {}) if c not in options.ignore]
        demand((positive is None) != ("y_true" in columns), "positive", "stands if and only if there are labels")
        if positive is None:
            self.names = [row.get("name", "") for row in self.rows]
            self.matrices = [more("rates", row, options) if "tnr" in row else [number(row.get(c)) for c in CELLS]
                             for row in self.rows]
            return
        self.names = [c for c in columns if c not in ("y_true", "count")]
        labels, yes = {label(row["y_true"]) for row in self.rows}, label(positive)
        demand(yes in labels, "positive", "is no label of y_true")
        for row in self.rows:
            told, count = [row[name] for name in self.names], number(row.get("count", 1))
            if len(labels) != 2 or not (scores or labels.issuperset(map(label, told))) or count < 0 or count % 1:
                raise ValueError(f"{row}: not one of two labels that y_true holds, or no number of samples")
            says = tuple((float if "inf" in x.lower() else number)(x) if scores else label(x) == yes for x in told)
            self.samples.update({(label(row["y_true"]) == yes, says): int(count)} if count else {})
        self.matrices = [] if scores else [[
            sum(count for (truth, says), count in self.samples.items() if (truth, says[k]) == cell)
            for cell in product((False, True), repeat=2)] for k in range(len(self.names))]
    def right(self, a: int, b: int) -> Any:
        """Of positives and of negatives: how many both have right, only a, only b, neither."""
        right = Counter[Any]()
        for (truth, says), count in self.samples.items():
            right[truth, says[a] == truth, says[b] == truth] += count
        found = [[right[truth, x, y] for x, y in product((True, False), repeat=2)] for truth in (True, False)]
        return found if right else more("joint counts", self, a, b)
    def fingerprint(self) -> Doc:
        """The SHA-256 of a line for each classifier: name, tn, fp, fn, tp. (Of scores: verify_more.py.)"""
        if not self.matrices:
            return later("input_sha256", "thresholds?")
        lines = [[json.dumps(name, ensure_ascii=False), *map(str, m)] for name, m in zip(self.names, self.matrices)]
        digest = hashlib.sha256("".join(" ".join(line) + "\n" for line in lines).encode()).hexdigest()
        return {"input_sha256": lambda claim, at: demand(claim == digest, at, "this result was made from another input")}
def counts(m: Matrix) -> Doc: return dict(zip(CELLS, map(Fraction, m)))
def prior_of(m: Matrix) -> Fraction: return Fraction(m[2] + m[3]) / Fraction(sum(m))
def shifted(m: Matrix, prior: Fraction) -> Matrix:
    """The same rates at another prior, with the same total."""
    n, p = (1 - prior) / (1 - prior_of(m)), prior / prior_of(m)
    return [m[0] * n, m[1] * n, m[2] * p, m[3] * p] if prior != prior_of(m) else m

# ---- The Tile: at priors 1/2, frontiers are straight lines, and pieces convex polygons ----
Curve = tuple[int, ...]  # k_ab ab + k_a a + k_b b + k_1
Cut = tuple[Curve, Curve]  # a frontier at priors 1/2, and on the Tile at hand
SIDES: list[Cut] = [(k, k) for k in ((0, 0, 1, 0), (0, -1, 0, 1), (0, 0, -1, 1), (0, 1, 0, 0))]
CORNERS = [(Fraction(a), Fraction(b)) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]
def tile(doc: Doc, given: Input, options: Any) -> tuple[list[Matrix], Fraction, Doc]:
    """The confusion matrices on the Tile that the result is about, its positive prior, and what the result says of these."""
    if doc["prior_positive"] is None:
        return more("classifiers with different priors", doc, given)  # type: ignore[no-any-return]
    prior = number(doc["prior_positive"])
    demand(prior == (options.target_prior or prior) and 0 < prior < 1, "prior_positive", "is not the one that was asked for")
    if {prior} != set(map(prior_of, given.matrices)) and not options.target_prior:
        unproved[f"that the prior asked for is {prior}, which is not that of the input"] = []
    matrices = [shifted(m, prior) for m in given.matrices]
    named = [{"name": name} | counts(m) for name, m in zip(given.names, matrices)]
    return matrices, prior, {"prior_positive": prior, "classifiers": named}
def frontier(i: Matrix, j: Matrix) -> Curve:
    """F = s_i u_j - s_j u_i without common factor: i is better where it is positive."""
    (s, u), (s2, u2) = (((m[0], m[3] - m[0]), (m[1], m[2] - m[1])) for m in (i, j))
    k = [Fraction(s[x] * u2[y] - s2[x] * u[y]) for x, y in ((1, 1), (1, 0), (0, 1), (0, 0))]
    integers = [int(x * math.lcm(*(y.denominator for y in k))) for x in k]
    return tuple(x // (math.gcd(*integers) or 1) for x in integers)
def point(claim: Any) -> list[Fraction]:
    demand(len(claim) == 2 and all(0 <= number(z) <= 1 for z in claim), "result", f"{claim!r:.200} is no point of the Tile")
    return [*map(number, claim)]
def cut(i: Matrix, j: Matrix) -> Cut: return frontier(shifted(i, HALF), shifted(j, HALF)), frontier(i, j)
def flipped(k: Cut) -> Cut: return tuple(-x for x in k[0]), tuple(-x for x in k[1])
def value(k: Curve, a: Fraction, b: Fraction) -> Fraction: return k[0] * a * b + k[1] * a + k[2] * b + k[3]
def warp(z: Fraction, prior: Fraction) -> Fraction:
    """Moves a coordinate from priors 1/2 to the Tile of this prior (and back, with 1 - prior)."""
    return z * (1 - prior) / ((1 - z) * prior + z * (1 - prior))
def where(cuts: list[Cut]) -> list[Any]:
    """The corners of the part of the Tile at priors 1/2 in which no cut is negative."""
    polygon = CORNERS
    for line, _ in cuts:
        rest = list[Any]()
        for p, q in zip(polygon, polygon[1:] + polygon[:1]):
            x, y = value(line, *p), value(line, *q)
            rest += [p] if x >= 0 else []
            rest += [tuple(c + (d - c) * x / (x - y) for c, d in zip(p, q))] if x * y < 0 else []
        polygon = list(dict.fromkeys(rest))
    return polygon
def piece(polygon: list[Any], cuts: list[Cut], prior: Fraction, claim: Any) -> Doc:
    """A piece, from the corner on with which the claim begins. Each edge has its own curve, positive on its left."""
    shown = [[str(warp(z, prior)) for z in p] for p in polygon]
    turn = shown.index(claim["vertices"][0]) if claim["vertices"][0] in shown else 0
    around, shown = polygon[turn:] + polygon[:turn], shown[turn:] + shown[:turn]
    edges = [next(k for line, k in SIDES + cuts if value(line, *p) == 0 == value(line, *q)
                  and line[2] * (q[0] - p[0]) > line[1] * (q[1] - p[1]))
             for p, q in zip(around, around[1:] + around[:1] * (len(around) > 2))]
    return {"dimension": min(len(around), 3) - 1, "vertices": shown, "edges": [list(map(str, k)) for k in edges]}

# ---- regions, zone ----
def regions(doc: Doc, given: Input, options: Any) -> Proof:
    """No two frontiers of a classifier meet inside the Tile, and at priors 1/2 each crosses the diagonal once, where
    R = (1-z) TNR + z TPR. So all its regions and ties lie along the diagonal, each once."""
    (matrices, prior, truth), truths, chosen = tile(doc, given, options), dict[Any, Any](), doc.get("selection", {})
    ranks, names = chosen.get("ranks", every := range(1, len(matrices) + 1)), chosen.get("classifiers", given.names)
    rates = [(m[0] / Fraction(m[0] + m[1]), m[3] / Fraction(m[2] + m[3])) for m in matrices]
    for i, (x, y) in enumerate(rates):
        swaps = {(x - u) / (x - u - y + v): cut(matrices[i], matrices[j])
                 for j, (u, v) in enumerate(rates) if (x - u) * (y - v) < 0}
        stops = [Fraction(0), *sorted(swaps), Fraction(1)]
        for low, high in [*zip(swaps, swaps), *zip(stops, stops[1:])] if given.names[i] in names else []:
            z, ends = (low + high) / 2, {low, high} & set(swaps)
            rank = rank_of((1 - z) * x + z * y, [(1 - z) * u + z * v for u, v in rates])
            if any(rank[0] <= r <= rank[1] for r in ranks):
                cuts = [k for e in ends for k in (swaps[e], flipped(swaps[e]))]
                polygon = where([k for k in cuts if value(k[0], z, z) >= 0])
                corners = frozenset(tuple(str(warp(c, prior)) for c in p) for p in polygon)
                truths[i, corners] = {"classifier": i, "rank": rank}, polygon, cuts
    demand(0 < len(names) == len({*names} & {*given.names}) and {*ranks} & {*every}, "selection", "empty, or of nobody")
    truth |= {"pieces": [], "selection?": {"ranks?": sorted({*map(int, ranks)}), "classifiers?": [*names]}}
    for n, claim in enumerate(doc["pieces"]):
        key = claim["classifier"], frozenset(map(tuple, claim["vertices"]))
        demand(key in truths, f"pieces[{n}]", "there is no such piece, or it stands twice")
        head, polygon, cuts = truths.pop(key)
        truth["pieces"].append(head | piece(polygon, cuts, prior, claim) | later(*["area"] * ("area" in doc["pieces"][0])))
    demand(not truths, "pieces", f"{len(truths)} are missing")
    return truth, f"{len(truth['pieces'])} regions and ties with their ranks, and that none is missing"
def zone(doc: Doc, given: Input, options: Any) -> Proof:
    """The Tile, cut at the frontier of each of the first with each of the second."""
    (matrices, prior, _), better, than = tile(doc, given, options), [*doc["better"]], [*doc["than"]]
    demand(all(len(set(x)) == len(x) > 0 for x in (better, than)), "better, than", "a name stands twice, or none")
    at = dict(zip(given.names, matrices))
    cuts = [cut(at[i], at[j]) for i, j in product(better, than)]
    polygon, either = where(cuts), [flipped(k) for k in SIDES] + cuts + [flipped(k) for k in cuts]
    truth = piece(polygon, either, prior, doc["piece"]) | later("area") if polygon else None
    return {"prior_positive": prior, "better": better, "than": than, "piece": truth}, (
        "the zone is where each of the first is at least as good as each of the second")

# ---- rankings at a point ----
NO_OUTCOME = "no outcome that counts for this score has occurred (0/0)"
def rankings(doc: Doc, given: Input, options: Any) -> Proof:
    """The ranking by R at a point, best first; those whose R is undefined last."""
    (matrices, _, truth), (a, b) = tile(doc, given, options), point(doc["at"] if "at" in doc else more("all rankings at once"))
    values = [ranking_score(a, b).of(m) for m in matrices]
    order = sorted(range(len(values)), key=lambda i: (values[i] is None, -(values[i] or 0), i))
    none = [i for i in order if values[i] is None]
    groups = [[i for i in order if values[i] == v] for v in dict.fromkeys(values[i] for i in order)]
    return truth | later("frontiers", "holds_beside", "beside", "distance", "swaps", "cell?", "undefined?", "score?") | {
        "at": [a, b], "on_border": not (0 < a < 1 and 0 < b < 1), "undefined_classifiers": none,
        "ties": [g for g in groups if len(g) > 1 and g != none],
        "ranking": [{"classifier": i, "name": given.names[i], "rank": rank_of(values[i], values)} |
                    ({"undefined": NO_OUTCOME} if i in none else {}) for i in order]}, f"the ranking at ({a}, {b})"

# ---- lattice confluence, lattice pmf: all confusion matrices of P positives and N negatives ----
def lattice(doc: Doc) -> tuple[Doc, dict[Any, list[list[int]]]]:
    """What is asked; and for each value, rising, the (tp, tn) that take it (None first)."""
    m, p, n = metric(doc["metric"]), int(doc["positives"]), int(doc["negatives"])
    if min(p, n) < 0 or (p + 1) * (n + 1) > MOST:
        raise Unreadable(f"the confusion matrices of {p} positives and {n} negatives are too many for this program")
    instead, groups = number(doc["undefined_as"]) if "undefined_as" in doc else None, dict[Any, list[list[int]]]()
    for tp, tn in product(range(p + 1), range(n + 1)):
        v = m.of((tn, n - tn, p - tp, tp))
        groups.setdefault(instead if v is None else v, []).append([tp, tn])
    return ({"metric": doc["metric"], "positives": p, "negatives": n, "undefined_as?": instead},
            {v: groups[v] for v in sorted(groups, key=lambda v: (v is not None, v or 0))})
def confluence(doc: Doc, given: Any, options: Any) -> Proof:
    """How many confusion matrices take which value."""
    asked, groups = lattice(doc)
    none, points = groups.pop(None, []), any("points" in v for v in doc["values"])
    values = [{"value": v, "count": len(g)} | ({"points": g} if points else {}) for v, g in groups.items()]
    return asked | {"distinct": len(groups), "undefined": len(none), "values": values}, (
        f"the {len(groups)} values, and how many confusion matrices take each")
def beta_binomial(u: Fraction, v: Fraction, n: int) -> list[Fraction]:
    """The chances of k of n further samples being right, after u were right and v wrong."""
    def rising(x: Fraction, k: int) -> Fraction: return math.prod((x + j for j in range(k)), start=Fraction(1))
    return [math.comb(n, k) * rising(u, k) * rising(v, n - k) / rising(u + v, n) for k in range(n + 1)]
def pmf(doc: Doc, given: Any, options: Any) -> Proof:
    """The chance of a value is the sum over its confusion matrices. The classes are independent."""
    (asked, groups), seen = lattice(doc), {c: max(0, int(doc["observed"][c])) for c in CELLS}
    prior: Doc = {key: [*map(number, doc[key])] for key in ("beta", "beta_negative") if key in doc}
    yes, no = [beta_binomial(u + seen[right], v + seen[wrong], asked[size]) for (u, v), right, wrong, size in zip(
        prior.values(), ("tp", "tn"), ("fn", "fp"), ("positives", "negatives"))] if prior else more("other models", seen, asked)
    chances = {v: sum((yes[x] * no[y] for x, y in g), Fraction(0)) for v, g in groups.items()}
    none, count = chances.pop(None, Fraction(0)), len(groups.pop(None, []))
    scale = max(1, int(number(doc.get("denominator", 1))))
    mass: Callable[[Fraction], Any] = (lambda x: x * scale) if "denominator" in doc else more("masses in decimals")
    sums = "summary_given mode modes median mean variance interval narrowest_interval without_value?"
    return asked | prior | later(*sums.split()) | {
        "observed": {c: int(getattr(options, c) or x) for c, x in seen.items()}, "denominator?": Fraction(scale),
        "model": "beta-binomial" if prior else "binomial", "undefined": {"count": count, "mass": mass(none)}, "values": [
            {"value": v, "count": len(groups[v]), "mass": mass(chances[v]), "cumulative": mass(below)}
            for v, below in zip(chances, accumulate(chances.values()))]}, f"the masses of {len(chances)} values from the model"

# ---- compare ----
CAVEAT = "Results of cross-validation also vary between training sets, which none of these numbers includes."
def compare(doc: Doc, given: Input, options: Any) -> Proof:
    """The samples that only one of a pair has right, and the swap test on these, with Holm's correction."""
    m, everyone = more("such pairs") if {"clusters", "costs"} & {*doc} else metric(doc["metric"]), range(len(given.names))
    asked = [(int(c["first"]), int(c["second"])) for c in doc["pairs"]]
    usual = [*combinations(everyone, 2)], [(asked[0][0], b) for b in everyone if b != asked[0][0]], asked[:1]
    demand(asked in usual and set(asked) <= {*permutations(everyone, 2)}, "pairs", "some are missing, or unknown")
    pairs = [(a, b, *(given.right(a, b) if doc["paired"] else more("independent classifiers"))) for a, b in asked]
    swaps, truths = [swap_test(m, yes, no) for _, _, yes, no in pairs], list[Doc]()
    for (a, b, yes, no), swap in zip(pairs, swaps):
        ps = sorted(s["two_sided"] for s in swaps) if all(swaps) else []
        holm = max([(len(ps) - k) * p for k, p in enumerate(ps) if p <= swap["two_sided"]], default=Fraction(0))
        opened = "truly_better next values difference not_worse? equivalent? e_value? e_value_either?".split()
        truths.append(later(*opened, *[] if swap else ["swap_test", "swap_test_undefined?"]) | {
            "first": a, "second": b, "discordant": {"positives": yes[1:3], "negatives": no[1:3]}} | (
            {"swap_test": swap | ({"holm": min(Fraction(1), holm)} if ps else later("holm"))} if swap else {}))
    return later("positives", "negatives", "pattern_mass", "margin?", "require?") | {"pairs": truths, "metric": doc["metric"],
        "paired": True, "assumption": "classifiers compared on the same samples", "caveat": CAVEAT,
        "classifiers": [{"name": name} for name in given.names]}, f"who alone is right, and swap tests, of {len(asked)} pairs"
def swap_test(m: Metric, yes: list[int], no: list[int]) -> Any:
    """Exchanges the two, with probability 1/2, on each sample that only one has right: how often is the first ahead by as
    much as it is? An undefined difference counts as larger. None if the two are not apart by a number."""
    p, n, one, two, beyond = yes[1] + yes[2], no[1] + no[2], Fraction(0), Fraction(0), Fraction(0)
    def ahead(i: int, j: int) -> Any:  # by how much, if it has i positives and j negatives of these samples right
        x, y = (m.of((no[0] + g, no[3] + n - g, yes[3] + p - f, yes[0] + f)) for f, g in ((i, j), (p - i, n - j)))
        return None if x is None or y is None or x - y != x - y else y - x if m.lower else x - y
    if not isinstance(seen := ahead(yes[1], no[1]), Fraction): return None  # noqa: E701
    for i, j in product(range(p + 1), range(n + 1)):
        d, chance = ahead(i, j), Fraction(math.comb(p, i) * math.comb(n, j), 2 ** (p + n))
        one, two = one + chance * (d is None or d >= seen), two + chance * (d is None or abs(d) >= abs(seen))
        beyond += chance * (d is None or abs(d) > abs(seen))
    return {"one_sided": one, "two_sided": two, "two_sided_mid": (two + beyond) / 2}

# ---- thresholds ----
ASKED = "at? score? metric? costs? flag_everybody? flag_nobody? subject_to? max_fpr? preferences? optimistic?".split()
AREAS = "average_precision average_precision_undefined? partial_auc? partial_auc_standardised? brier brier_undefined?".split()
def staircases(given: Input) -> list[Any]:
    """For each model: how many samples (is it positive, score), and each T with the confusion matrix of score >= T."""
    found = []
    for k in range(len(given.names)):
        samples = Counter[Any]()
        for (truth, says), count in given.samples.items():
            samples[truth, says[k]] += count
        scores = sorted({s for _, s in samples}, reverse=True)
        tps, fps = ([0, *accumulate(samples[truth, s] for s in scores)] for truth in (True, False))
        found.append((samples, [(s, (fps[-1] - fp, fp, tps[-1] - tp, tp)) for s, fp, tp in zip([None, *scores], fps, tps)]))
    return found
def hull_of(steps: list[Any]) -> list[Any]:
    """The steps above each line from an earlier to a later one."""
    hull = list[Any]()
    for step in steps:
        while len(hull) > 1:
            (_, fp, _, tp), (_, fp1, _, tp1), (_, fp2, _, tp2) = hull[-2][1], hull[-1][1], step[1]
            if (fp1 - fp) * (tp2 - tp) < (tp1 - tp) * (fp2 - fp):
                break
            hull.pop()
        hull.append(step)
    return hull
def thresholds(doc: Doc, given: Input, options: Any) -> Proof:
    """AUC: how often a positive scores above a negative; ties count half."""
    _ = {"chosen_on", "folds", "target_prior"} & set(doc) and more("thresholds chosen on other samples or for other priors")
    truth = later(*ASKED, "calibration_bins?") | {"models": []}
    for name, (samples, steps) in zip(given.names, staircases(given)):
        n, _, p, _ = steps[0][1]
        won = sum(samples[True, s] * (m[0] + Fraction(samples[False, s], 2)) for s, m in steps[1:])
        hull = [{"threshold": s} | counts(m) | later("threshold_probability?", "probability_cost?", "beta_squared?")
                for s, m in hull_of(steps)]
        model = {"name": name, "distinct": len(steps) - 1, "auc": won / (n * p), "hull": hull}
        rest = later("best", "rank", "usual?", "own_probability?", "unmet?", "nearest?") if {"at", "metric"} & set(doc) else {}
        truth["models"].append(model | later(*AREAS, "mean_score", "log_loss?", "calibration?") | rest)
    models = truth["models"] = [x for x in truth["models"] if options.for_model in (None, x["name"])]
    return truth | {"positives": p, "negatives": n, "prevalence": Fraction(p, n + p)}, f"AUC and hull of {len(models)} models"

# ---- curve ----
def curve(doc: Doc, given: Input, options: Any) -> Proof:
    """At priors 1/2 the difference of two is linear along the segment: it has one root at most."""
    (matrices, prior, _), names, (a, b), (c, d) = tile(doc, given, options), given.names, point(doc["from"]), point(doc["to"])
    start, end, axis, level = (a, b), (c, d), int(a == c), a == c or b == d or (a, c) == (b, d)  # level: measured on the Tile
    ends = [[warp(z, 1 - prior) for z in e] for e in (start, end)]
    def at(t: Fraction) -> tuple[Fraction, list[Fraction]]:  # position and point, at this part of the way at priors 1/2
        spot = [warp(x + t * (y - x), prior) for x, y in zip(*ends)]
        return (spot[axis] - start[axis]) / (end[axis] - start[axis]) if level else t, spot
    swaps: dict[Fraction, list[list[str]]] = {}
    for i, j in combinations(range(len(matrices)), 2):
        x, y = (value(cut(matrices[i], matrices[j])[0], *e) for e in ends)
        if x * y < 0: swaps.setdefault(x / (x - y), []).append([names[i], names[j]][:: 1 if x > 0 else -1])  # noqa: E701
    breaks = [{"position": at(t)[0], "at": at(t)[1], "pairs": len(swaps[t]),
               **later("threshold_probability?", "probability_cost?", "f_beta_squared?"),
               "swapped?": lambda claim, at, t=t: same(sorted(claim), sorted(swaps[t]), at)} for t in sorted(swaps)]
    stops, first = [Fraction(0), *sorted(swaps), Fraction(1)], list[Doc]()
    for low, high in zip(stops, stops[1:]):
        values = [ranking_score(*at((low + high) / 2)[1]).of(m) for m in matrices]
        best = [name for name, v in zip(names, values) if v == max(values)]
        if not first or first[-1]["classifiers"] != best: first.append({"from": at(low)[0], "classifiers": best})  # noqa: E701
        first[-1]["to"] = at(high)[0]
    each = [x["position"] for x in breaks for _ in range(x["pairs"])]
    low, high = (each[(len(each) - 1) // 2], each[len(each) // 2]) if each else (Fraction(1), Fraction(0))
    wide = max(x for x in [Fraction(0), *each] if x < low), min(x for x in [*each, Fraction(1)] if x > high)
    middle, near = ({"lower": x, "upper": y} if each else None for x, y in ((low, high), wide))
    return later("preference?", "optimality", "heuristic?", "compromise_drawn?") | {"swaps": len(each), "prior_positive": prior,
            "rankings": len(breaks) + 1, "from": start, "to": end, "straight_in": "tile" if level else "balanced",
            "compromise": middle, "optimal": near, "first": first, "breaks": breaks}, f"{len(each)} swaps, leaders, the middle"

# ---- check ----
def reported(options: Any) -> list[Any]:
    """Of each row: its name, the confusion matrices it may be of, and what its scores are, and fit."""
    found, rows = [], [dict(x.split("=", 1) for x in options.reported.split())] if options.reported else rows_of(options.input)
    for row in rows:
        sizes = [(row.get(name) or getattr(options, name)).strip().split("-") for name in ("positives", "negatives")]
        spans = [range(int(size[0]), int(size[-1]) + 1) for size in sizes]
        if sum((p + 1) * (n + 1) for p, n in product(*spans)) > MOST: raise Unreadable("too many matrices to try")  # noqa: E701
        tried = [(tn, n - tn, p - tp, tp) for p, n in product(*spans) for tp, tn in product(range(p + 1), range(n + 1))]
        scores = {name: (metric(name), printed(x.strip(), options), x.strip()) for name, x in row.items()
                  if name not in ("name", "positives", "negatives") and x.strip()}
        found.append(({"name": row["name"]} if "name" in row else {}, tried, scores))
    return found
def printed(digits: str, options: Any) -> Any:
    """Whether a value is rounded to these digits, or beyond a bound: > 0.95."""
    if options.rounding or options.percent or {*"%)/"} & {*digits}: return more("other rounding", digits, options)  # noqa: E701
    if digits[0] in "<>":
        x, up, has_it = number(digits.lstrip("<>= ")), digits[0] == ">", "=" in digits
        return lambda v: v is not None and not isinstance(v, float) and ((v > x if up else v < x) or has_it and v == x)
    x, half = number(digits), Fraction(1, 2 * 10 ** len(digits.partition(".")[2]))
    return lambda value: value is not None and x - half <= value <= x + half
def check(doc: Doc, rows: Any, options: Any) -> Proof:
    """Which confusion matrices have all the scores of a row: all of them are tried."""
    truths = list[Doc]()
    for name, tried, scores in rows:
        found = [frozenset(name for name, (m, fits, _) in scores.items() if fits(m.of(x))) for x in tried]
        explained = [dict(zip(CELLS, x)) for x, names in zip(tried, found) if len(names) == len(scores)]
        truths.append(name | {"consistent": bool(explained), "matrices": len(explained), "points?": explained} | (
            {"conflict": None, "first": explained[0], **later("implied", "sizes?")} if explained else
            {"conflict": conflict([*scores], set(found)), "first": None, **later("nearest", "explained_by")}))
    return {"rows": truths}, f"{len(rows)} rows: all confusion matrices that explain them, or a smallest contradiction"
def conflict(names: list[str], together: set[frozenset[str]]) -> Any:
    """Judges a smallest set of scores that no confusion matrix has; `together` are those that some have."""
    def judge(claim: Any, at: str) -> None:
        chosen, fewer = set(claim), map(set, combinations(claim, len(claim) - 1))
        demand(chosen <= set(names) and len(chosen) == len(claim) > 0, at, "not some of the scores")
        demand(not any(chosen <= fits for fits in together), at, "a confusion matrix has all of these")
        demand(all(any(c <= fits for fits in together) for c in fewer), at, "not a smallest set")
    return judge

# ---- The command ----
SCHEMAS: dict[str, Any] = {  # by what results are proved, and what they were made from
    "regions": (regions, "classifiers"), "zone": (zone, "classifiers"), "rankings": (rankings, "classifiers"),
    "lattice-confluence": (confluence, None), "lattice-pmf": (pmf, None), "compare": (compare, "classifiers"),
    "thresholds": (thresholds, "scores"), "curve": (curve, "classifiers"), "check": (check, "reported")}
def input_of(of: Any, positive: Any, options: Any) -> Any:
    """What the result was made from."""
    try:
        if of == "reported":
            return reported(options)
        return Input(options, positive, of == "scores") if of and (options.input or of in ("classifiers", "scores")) else None
    except (OSError, AttributeError, TypeError, ValueError, ArithmeticError, LookupError, csv.Error) as error:
        raise Unreadable(f"{options.input or 'INPUT is missing'}: {type(error).__name__}: {error}") from None
def made_by(claim: Any, at: str) -> None:
    """Judges the name of the program, or the command: words, of which nothing is proved."""
    demand(re.fullmatch("exactile .+", claim), at, "is another program")
    unproved.setdefault("which program and which command made it", []).append(at)
def object_of(pairs: list[tuple[str, Any]]) -> Doc:
    """An object of JSON, in which no key may stand twice."""
    demand(len(dict(pairs)) == len(pairs), "result", f"a key stands twice among {[key for key, _ in pairs]}")
    return dict(pairs)
def verify(result: str, options: Any) -> None:
    """Raises Untrue or Unreadable; otherwise `proved` and `unproved` say what was."""
    def refuse(digits: str) -> None: demand(False, "result", f"{digits} is no exact number")
    proved.clear(), unproved.clear()  # type: ignore[func-returns-value]
    try:
        doc = json.loads(result, object_pairs_hook=object_of, parse_float=refuse, parse_constant=refuse)
        schema = str(doc["schema"]).removeprefix("exactile.").removesuffix(".v1")
        prover, of = SCHEMAS[schema] if schema in SCHEMAS else more(f"results of {schema:.200}")
        given = input_of(of, doc.get("positive"), options)
        same(doc["provenance"], {"program": made_by, "command?": made_by} |
             (given.fingerprint() if isinstance(given, Input) and "looks" not in doc else {}), "provenance")
        truth, what = prover(doc, given, options)
        frame = ("schema", "provenance", *["positive"] * isinstance(given, Input))
        same(doc, truth | {key: doc[key] for key in frame if key in doc}, "result")
        proved.append(what)
    except json.JSONDecodeError as error:
        raise Unreadable(f"the result is no JSON: {error}") from None
    except (AttributeError, TypeError, ValueError, ArithmeticError, LookupError, RecursionError, StopIteration) as error:
        raise Untrue(f"result: not of the form that its schema has ({type(error).__name__}: {error})") from None
def arguments(words: list[str] | None = None, about: str | None = __doc__) -> Any:
    """The options repeat what the command was told."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("result", metavar="RESULT.json", help="what the program has written with --format json")
    parser.add_argument("input", nargs="?", metavar="INPUT", help="what it was made from; none for lattices")
    for name in "tn fp fn tp prior target-prior choose-on for-model positives negatives reported rounding".split():
        parser.add_argument("--" + name, metavar="X", type=number if "prior" in name else str, help="as in the command")
    parser.add_argument("--percent", action="store_true", help="as in the command")
    parser.add_argument("--ignore", action="append", default=[], metavar="COLUMN", help="as in the command")
    return parser.parse_args(words)
def main(about: str | None = __doc__) -> int:
    """Prints what is proved, or what is false."""
    options = arguments(about=about)
    try:
        verify(Path(options.result).read_text(encoding="utf-8"), options)
    except (OSError, UnicodeDecodeError, Unreadable) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except Untrue as error:
        print(f"false       {error}")
        return 1
    print("\n".join([f"proved      {x}" for x in proved] + [f"not proved  {x}" for x in unproved]))
    return 0

if __name__ == "__main__":
    sys.exit(main())
