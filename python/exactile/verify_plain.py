"""Proves results of exactile (--format json) from their input and the definitions alone.

    python verify_plain.py RESULT.json [INPUT] [options]

Needs CPython 3.10 and nothing else, and shares no code with the program. For each kind of result
one function computes, in fractions, what has to stand there, and `same` compares. Exit status 0:
each line with "proved" holds; 1: the place of a false statement; 2: a file cannot be read, or holds
something unknown here. Read "Reading a result", "Scores", then the section of any kind of result.
verify_more.py, beside this file, proves further results, and the parts that are "not proved" here.
"""

import argparse
import csv
import hashlib
import io
import json
import math
import re
import sys
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate, combinations, product
from typing import Any, Callable

Doc = dict[str, Any]
Matrix = Any  # tn, fp, fn, tp
Judge = Callable[[Any, str], None]
CELLS, HALF = ("tn", "fp", "fn", "tp"), Fraction(1, 2)
MOST = 400_000  # matrices that are enumerated
MORE = "brier confidence curve-pair gain no-skill plan rank regions-at-best score vut".split()

# ---- Reading a result ----

class Untrue(Exception):
    """A statement of the result is false."""

class Unreadable(Exception):
    """A file cannot be read, or something in it is unknown here."""

proved: list[str] = []
unproved: dict[str, list[str]] = {}  # what, and the places where it stands
parts: dict[str, Callable[..., Any]] = {}  # what verify_more.py adds

def part(what: str, *about: Any) -> Any:
    """The truth about a part that verify_more.py may know. Otherwise it passes as not proved."""
    if what in parts:
        return parts[what](*about)
    return lambda claim, at: unproved.setdefault(what, []).append(at)

def demand(holds: Any, at: str, what: str) -> None:
    """Refuses the result unless this holds."""
    if not holds:
        raise Untrue(f"{at.removeprefix('result.')}: {what}")

def same(claim: Any, truth: Any, at: str) -> None:
    """The claim is the truth: no key more or less, no other type. "key?" may be missing; a function
    judges by itself."""
    if callable(truth):
        truth(claim, at)
    elif isinstance(truth, dict):
        demand(isinstance(claim, dict), at, f"an object should stand here, not {claim!r}")
        truth = {k.rstrip("?"): t for k, t in truth.items() if k[-1] != "?" or k[:-1] in claim}
        for key in sorted(set(claim) ^ set(truth)):
            demand(False, at, f"the key {key!r} is {'unknown' if key in claim else 'missing'}")
        for key in claim:
            same(claim[key], truth[key], f"{at}.{key}")
    elif isinstance(truth, (list, tuple)):
        fits = isinstance(claim, list) and len(claim) == len(truth)
        demand(fits, at, f"{len(truth)} entries should stand here")
        for k, x in enumerate(truth):
            same(claim[k], x, f"{at}[{k}]")
    else:
        truth = str(truth) if isinstance(truth, (Fraction, float)) else truth  # "7/10", "inf"
        right = type(claim) is type(truth) and claim == truth
        demand(right, at, f"it is {truth!r}, not {str(claim)[:200]!r}")

def in_any_order(truths: list[Any]) -> Judge:
    """Judges a list of these, in whatever order."""
    return lambda claim, at: same(sorted(entries(claim, at)), sorted(truths), at)

def take(doc: Doc, **forms: Callable[[Any, str], Any]) -> list[Any]:
    """Reads these keys, each in its form, and takes them away."""
    return [read(doc.pop(key, None), key) for key, read in forms.items()]

def number(claim: Any, at: str) -> Fraction:
    """An exact number: a string in lowest terms."""
    text(r"-?\d+(/[1-9]\d*)?")(claim, at)
    demand(str(Fraction(claim)) == claim, at, f"{claim} is not in lowest terms")
    return Fraction(claim)

def whole(claim: Any, at: str) -> int:
    """How many."""
    demand(type(claim) is int and claim >= 0, at, f"{claim!r} is no whole number")
    return int(claim)

def entries(claim: Any, at: str) -> list[Any]:
    """A list."""
    demand(isinstance(claim, list), at, "no list")
    return list(claim)

def point(claim: Any, at: str) -> tuple[Fraction, Fraction]:
    """A point (a, b) of the Tile."""
    a, b = (number(x, at) for x in entries(claim, at))
    demand(0 <= a <= 1 and 0 <= b <= 1, at, "outside the Tile")
    return a, b

def text(form: str) -> Judge:
    """Judges a string of this form."""
    return lambda claim, at: demand(
        isinstance(claim, str) and re.fullmatch(form, claim, re.ASCII), at, f"{claim!r:.200} has another form")

def decimal(x: Fraction, units: Fraction, least: int) -> Judge:
    """Judges a decimal of x: within so many units of its last digit, with at least so many."""
    def judge(claim: Any, at: str) -> None:
        text(r"\d+(\.\d+)?(e-?\d{1,4})?")(claim, at)
        _, digits, power = Decimal(claim).as_tuple()
        near = abs(Fraction(claim) - x) <= units * Fraction(10) ** int(power)
        enough = len(digits) >= least or claim in ("0", "1") and x == int(claim)
        demand(near and enough, at, f"it is {float(x):.17g}")
    return judge

# ---- Scores ----

PLACES = {"accuracy": "1/2,1/2", "tpr": "1,1", "tnr": "0,0", "ppv": "1,0", "npv": "0,1",
          "f1": "1,1/2", "error_rate": "1/2,1/2", "fnr": "1,1", "fpr": "0,0"}  # on the Tile
LOWER = ("error_rate", "fnr", "fpr")  # of these, 1 - R, which is better if it is lower
OTHER: dict[str, Callable[..., Fraction]] = {
    "ba": lambda tn, fp, fn, tp: (tp / (tp + fn) + tn / (tn + fp)) / 2,
    "informedness": lambda tn, fp, fn, tp: tp / (tp + fn) + tn / (tn + fp) - 1,
    "ts": lambda tn, fp, fn, tp: tp / (tp + fp + fn)}
ALSO = {"acc": "accuracy", "sens": "tpr", "sensitivity": "tpr", "recall": "tpr", "spec": "tnr",
        "specificity": "tnr", "precision": "ppv", "balancedaccuracy": "ba", "threatscore": "ts"}

class Metric:
    """A score by its definition."""
    def __init__(self, name: str, definition: Callable[..., Any], lower: bool = False) -> None:
        self.name, self.definition, self.lower = name, definition, lower

    def of(self, m: Matrix) -> Any:
        """The value for a matrix; None where the definition divides by 0."""
        try:
            return self.definition(*map(Fraction, m))
        except ZeroDivisionError:
            return None

def ranking_score(a: Fraction, b: Fraction, lower: bool = False) -> Metric:
    """R = s/(s + u) with s = (1-a) tn + a tp and u = (1-b) fp + b fn."""
    def definition(tn: Fraction, fp: Fraction, fn: Fraction, tp: Fraction) -> Fraction:
        s, u = (1 - a) * tn + a * tp, (1 - b) * fp + b * fn
        return u / (s + u) if lower else s / (s + u)
    return Metric(f"R({a},{b})", definition, lower)

def metric(title: Any, at: str) -> Metric:
    """The metric of a name or title: one of the above, f-beta(B) or r(A,B)."""
    demand(isinstance(title, str), at, f"{title!r} is no name")
    name = title.strip().lower().replace("-", "_").replace(" ", "")
    name = re.sub(r"^f(?!1$)([\d./]+)$", r"f_beta(\1)", ALSO.get(name, name))
    if form := re.fullmatch(r"f_beta\(([\d./]+)\)|r\(([\d./]+),([\d./]+)\)", name):
        beta, a, b = (exact(x or 0, at) for x in form.groups())
        one = Fraction(1)
        return ranking_score(a, b) if form[2] else ranking_score(one, 1 - 1 / (1 + beta**2))
    if name in PLACES:
        a, b = map(Fraction, PLACES[name].split(","))
        return ranking_score(a, b, name in LOWER)
    if name not in OTHER and "metrics" not in parts:
        raise Unreadable(f"{at}: the metric {title!r} is unknown here; verify_more.py knows more")
    return Metric(name, OTHER[name]) if name in OTHER else part("metrics", name, at)

def rank_of(x: Any, values: list[Any]) -> Any:
    """[1 + how many are better, how many are at least as good]; None has no rank."""
    better = sum(y is not None and y > x for y in values) if x is not None else 0
    return None if x is None else [1 + better, better + values.count(x)]

# ---- The input ----

NUMBER = r" *[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,4})? *| *[+-]?\d+/0*[1-9]\d* *"

def exact(text: Any, at: str) -> Fraction:
    """A number as it is written: integer, decimal or fraction."""
    if not re.fullmatch(NUMBER, str(text), re.ASCII):
        raise Unreadable(f"{at}: {text!r} is no number")
    return Fraction(str(text).strip())

def label(text: str) -> Any:
    """Labels that are equal as numbers are one label."""
    if re.fullmatch(NUMBER, text, re.ASCII):
        return Fraction(text.strip())
    return text.lower() if text.lower() in ("true", "false") else text

def rows_of(path: str) -> list[dict[str, str]]:
    """The rows of a CSV file, or of a JSON list of objects."""
    try:
        with open(path, newline="", encoding="utf-8-sig") as file:
            content = file.read()
        if content.lstrip()[:1] == "[":
            return [dict(x) for x in json.loads(content, parse_float=str, parse_int=str)]
        header, *lines = [x for x in csv.reader(io.StringIO(content, newline=""), strict=True) if x]
    except (OSError, ValueError, TypeError, csv.Error) as error:
        raise Unreadable(f"{path}: {error}") from None
    if len(set(header)) < len(header) or any(len(line) != len(header) for line in lines):
        raise Unreadable(f"{path}: a column stands twice, or a line has another length")
    return [dict(zip((h.strip() for h in header), line)) for line in lines]

class Input:
    """Names, matrices, and how many samples there are: (is it positive, what does each say)."""
    def __init__(self, path: str, options: Any, positive: Any, scores: bool) -> None:
        rows, self.samples = rows_of(path), Counter[Any]()
        columns = [c for c in (rows[0] if rows else {}) if c not in options.ignore]
        self.both = [(row["both_tp"], row["both_tn"]) for row in rows if "both_tn" in row]
        self.paired = "y_true" in columns or bool(self.both)
        demand((positive is None) != ("y_true" in columns), "positive", "stands if there are labels")
        if "y_true" not in columns:
            self.names = [row.get("name", "") for row in rows]
            if "tnr" in (rows[0] if rows else {}) and "rates" not in parts:
                raise Unreadable(f"{path}: rates are unknown here; verify_more.py knows them")
            self.matrices = [part("rates", row, options) if "tnr" in row else
                             [exact(row.get(c), f"{path}:{k + 2}") for c in CELLS]
                             for k, row in enumerate(rows)]
            return
        self.names = [c for c in columns if c not in ("y_true", "count")]
        labels, yes = {label(row["y_true"]) for row in rows}, label(str(positive))
        demand(isinstance(positive, str) and yes in labels, "positive", "is no label of y_true")
        for k, row in enumerate(rows):
            at, told = f"{path}:{k + 2}", [row[name] for name in self.names]
            if len(labels) != 2 or not (scores or labels.issuperset(map(label, told))):
                raise Unreadable(f"{at}: not one of two labels that y_true holds")
            says = tuple(exact(x, at) if scores else label(x) == yes for x in told)
            count = exact(row.get("count", 1), at)
            if count < 0 or count.denominator > 1:
                raise Unreadable(f"{at}: {count} is no number of samples")
            self.samples[label(row["y_true"]) == yes, says] += int(count)
        self.matrices = [] if scores else [
            [sum(count for (truth, says), count in self.samples.items() if (truth, says[k]) == cell)
             for cell in product((False, True), repeat=2)] for k in range(len(self.names))]

    def right(self, a: int, b: int) -> list[list[int]]:
        """Of positives and of negatives: those that both have right, only a, only b, neither."""
        if self.both:
            known, cells = self.both[max(a, b)], [(3, 2), (0, 1)]  # tp and fn, tn and fp
            both = [int(exact(of_class[min(a, b)], "both")) for of_class in known]
            own, other = ([[int(self.matrices[k][c]) for c in pair] for pair in cells] for k in (a, b))
            return [[k, x[0] - k, y[0] - k, sum(x) - x[0] - y[0] + k] for k, x, y in zip(both, own, other)]
        right = Counter[Any]()
        for (truth, says), count in self.samples.items():
            right[truth, says[a] == truth, says[b] == truth] += count
        return [[right[t, x, y] for x, y in EITHER] for t in (True, False)]

def counts(m: Matrix) -> Doc:
    """A matrix with the names of its cells."""
    return dict(zip(CELLS, map(Fraction, m)))

def prior_of(m: Matrix) -> Fraction:
    """The share of positives."""
    return Fraction(m[2] + m[3]) / Fraction(sum(m))

def shifted(m: Matrix, prior: Fraction) -> Matrix:
    """The same rates at another prior, with the same total."""
    if prior == prior_of(m):
        return m
    n, p = (1 - prior) / (1 - prior_of(m)), prior / prior_of(m)
    return [m[0] * n, m[1] * n, m[2] * p, m[3] * p]

# ---- The Tile: at priors 1/2, frontiers are straight lines, and pieces convex polygons ----

Curve = tuple[int, ...]  # k_ab ab + k_a a + k_b b + k_1
Cut = tuple[Curve, Curve]  # a frontier at priors 1/2, and on the Tile at hand
SIDES: list[Cut] = [(k, k) for k in ((0, 0, 1, 0), (0, -1, 0, 1), (0, 0, -1, 1), (0, 1, 0, 0))]
CORNERS = [(Fraction(a), Fraction(b)) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]

def tile(doc: Doc, given: Input, options: Any) -> tuple[list[Matrix], Fraction]:
    """The matrices on the Tile on which the result stands, and its positive prior."""
    if doc.get("prior_positive", "") is None:
        raise Unreadable("the classifiers have different priors; verify_more.py knows such results")
    own, (prior,) = set(map(prior_of, given.matrices)), take(doc, prior_positive=number)
    target = exact(options.target_prior or prior, "--target-prior")
    demand(prior == target and 0 < prior < 1, "prior_positive", f"{target} was asked for")
    if own != {prior} and not options.target_prior:
        unproved[f"that the prior asked for is {prior}, which is not that of the input"] = []
    matrices = [shifted(m, prior) for m in given.matrices]
    if "classifiers" in doc:
        named = [{"name": name} | counts(m) for name, m in zip(given.names, matrices)]
        same(doc.pop("classifiers"), named, "classifiers")
    return matrices, prior

def frontier(i: Matrix, j: Matrix) -> Curve:
    """F = s_i u_j - s_j u_i without common factor: i is better where it is positive."""
    (s, u), (s2, u2) = (((m[0], m[3] - m[0]), (m[1], m[2] - m[1])) for m in (i, j))
    k = [Fraction(s[x] * u2[y] - s2[x] * u[y]) for x, y in ((1, 1), (1, 0), (0, 1), (0, 0))]
    integers = [int(x * math.lcm(*(y.denominator for y in k))) for x in k]
    return tuple(x // (math.gcd(*integers) or 1) for x in integers)

def cut(i: Matrix, j: Matrix) -> Cut:
    """The frontier of i and j."""
    return frontier(shifted(i, HALF), shifted(j, HALF)), frontier(i, j)

def flipped(k: Cut) -> Cut:
    """The frontier of j and i."""
    return tuple(-x for x in k[0]), tuple(-x for x in k[1])

def value(k: Curve, a: Fraction, b: Fraction) -> Fraction:
    """What a curve's expression is at a point."""
    return k[0] * a * b + k[1] * a + k[2] * b + k[3]

def warp(z: Fraction, prior: Fraction) -> Fraction:
    """A coordinate at priors 1/2, on the Tile of this prior (and back, with 1 - prior)."""
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

def piece(polygon: list[Any], cuts: list[Cut], prior: Fraction, first: Any) -> Doc:
    """A piece from this corner on. Each edge has its own curve, positive on its left."""
    shown = [[str(warp(z, prior)) for z in p] for p in polygon]
    turn = shown.index(first) if first in shown else 0
    around, shown = polygon[turn:] + polygon[:turn], shown[turn:] + shown[:turn]
    flat = len(around) < 3
    edges = [next(k for line, k in SIDES + cuts if value(line, *p) == 0 == value(line, *q)
                  and line[2] * (q[0] - p[0]) > line[1] * (q[1] - p[1]))
             for p, q in zip(around, around[1:] + around[:1] * (not flat))]
    spots = [tuple(map(Fraction, v)) for v in shown]
    area = sum((a * d - b * c for (a, b), (c, d) in zip(spots, spots[1:] + spots[:1])), Fraction(0))
    curved = not flat and any(k[0] for k in edges)
    return {"dimension": min(len(around), 3) - 1, "vertices": shown,
            "edges": [list(map(str, k)) for k in edges],
            "area?": part("areas under curved frontiers", shown, edges) if curved else area / 2}

# ---- regions, zone ----

def regions(doc: Doc, given: Input, options: Any) -> None:
    """No two frontiers of a classifier meet inside, and at priors 1/2 each crosses the diagonal
    once, where R = (1-z) TNR + z TPR: so along it lie all its regions and ties, each once."""
    demand("classifiers" in doc, "classifiers", "are missing")
    (matrices, prior), chosen = tile(doc, given, options), doc.pop("selection", {})
    same(chosen, {"ranks?": entries, "classifiers?": entries}, "selection")
    ranks, names = chosen.get("ranks"), chosen.get("classifiers", given.names)
    demand(set(names) <= set(given.names), "selection.classifiers", "unknown")
    demand(all(type(r) is int for r in ranks or []), "selection.ranks", "no ranks")
    rates = [(m[0] / Fraction(m[0] + m[1]), m[3] / Fraction(m[2] + m[3])) for m in matrices]
    truths: dict[Any, Any] = {}
    for i, (x, y) in enumerate(rates):
        swaps = {(x - u) / (x - u - y + v): cut(matrices[i], matrices[j])
                 for j, (u, v) in enumerate(rates) if (x - u) * (y - v) < 0}
        stops = [Fraction(0), *sorted(swaps), Fraction(1)]
        spots = [(z, z) for z in swaps] + list(zip(stops, stops[1:]))
        for low, high in spots if given.names[i] in names else []:
            z, ends = (low + high) / 2, {low, high} & set(swaps)
            rank = rank_of((1 - z) * x + z * y, [(1 - z) * u + z * v for u, v in rates])
            if ranks is None or any(rank[0] <= r <= rank[1] for r in ranks):
                cuts = [k for e in ends for k in (swaps[e], flipped(swaps[e]))]
                polygon = where([k for k in cuts if value(k[0], z, z) >= 0])
                corners = frozenset(tuple(str(warp(c, prior)) for c in p) for p in polygon)
                truths[i, corners] = polygon, cuts, rank
    count, (pieces,) = len(truths), take(doc, pieces=entries)
    for n, claim in enumerate(pieces):
        key = claim["classifier"], frozenset(map(tuple, claim["vertices"]))
        demand(key in truths, f"pieces[{n}]", "there is no such piece, or it stands twice")
        polygon, cuts, rank = truths.pop(key)
        truth = piece(polygon, cuts, prior, claim["vertices"][0])
        same(claim, {"classifier": claim["classifier"], "rank": rank} | truth, f"pieces[{n}]")
        demand(type(claim["classifier"]) is int, f"pieces[{n}].classifier", "no number")
        demand(("area" in claim) == ("area" in pieces[0]), f"pieces[{n}]", "area: on some only")
    demand(not truths, "pieces", f"{len(truths)} of {count} are missing")
    same(doc, {}, "result")
    proved.append(f"{count} regions and ties with their ranks, and that none is missing")

def zone(doc: Doc, given: Input, options: Any) -> None:
    """The Tile, cut at the frontier of each of the first with each of the second."""
    matrices, prior = tile(doc, given, options)
    better, than = take(doc, better=entries, than=entries)
    at = dict(zip(given.names, matrices))
    demand(all(len(set(x)) == len(x) > 0 for x in (better, than)), "better, than", "twice, or none")
    cuts = [cut(at[i], at[j]) for i, j in product(better, than)]
    polygon, claim = where(cuts), doc.get("piece") or {"vertices": [None]}
    either = [flipped(k) for k in SIDES] + cuts + [flipped(k) for k in cuts]
    truth = piece(polygon, either, prior, claim["vertices"][0]) if polygon else None
    demand(not truth or "area" in claim, "piece.area", "is missing")
    same(doc, {"piece": truth}, "result")
    proved.append("the zone is where each of the first is at least as good as each of the second")

# ---- rankings at a point ----

def rankings(doc: Doc, given: Input, options: Any) -> None:
    """Who is how good at a point. (All rankings of the Tile at once: verify_more.py.)"""
    if "at" not in doc:
        raise Unreadable("all rankings of the Tile are not known here; verify_more.py knows them")
    demand("classifiers" in doc, "classifiers", "are missing")
    matrices, prior = tile(doc, given, options)
    at_point(doc, given, matrices, part("the place of a score", doc["at"], prior))

def at_point(doc: Doc, given: Input, matrices: list[Matrix], score: Judge) -> None:
    """The ranking by R there, best first; those whose R is undefined last."""
    (a, b), names = point(doc["at"], "at"), given.names
    values = [ranking_score(a, b).of(m) for m in matrices]
    order = sorted(range(len(names)), key=lambda i: (values[i] is None, -(values[i] or 0), i))
    none = [i for i in order if values[i] is None]
    groups = [[i for i in order if values[i] == v] for v in dict.fromkeys(values[i] for i in order)]
    later = part("what holds beside the point, and how far swaps are")
    same(doc, dict.fromkeys(["holds_beside", "beside", "distance", "swaps", "cell?", "undefined?"],
                            later) | {
        "at": doc["at"], "score?": score, "on_border": not (0 < a < 1 and 0 < b < 1),
        "frontiers": part("the number of frontiers", matrices), "undefined_classifiers": none,
        "ties": [g for g in groups if len(g) > 1 and g != none],
        "ranking": [{"classifier": i, "name": names[i], "rank": rank_of(values[i], values)} |
                    ({"undefined": NO_OUTCOME} if i in none else {}) for i in order]}, "result")
    proved.append(f"the ranking of {len(names)} classifiers at ({a}, {b})")

NO_OUTCOME = "no outcome that counts for this score has occurred (0/0)"

# ---- lattice confluence, lattice pmf: all matrices of P positives and N negatives ----

def lattice(doc: Doc) -> tuple[Metric, int, int, dict[Any, list[list[int]]]]:
    """The metric, P, N; and for each value, rising, the (tp, tn) that take it (None first)."""
    m, p, n = take(doc, metric=metric, positives=whole, negatives=whole)
    if (p + 1) * (n + 1) > MOST:
        raise Unreadable(f"{(p + 1) * (n + 1)} matrices are too many for this program")
    instead = take(doc, undefined_as=number)[0] if "undefined_as" in doc else None
    groups: dict[Any, list[list[int]]] = {}
    for tp, tn in product(range(p + 1), range(n + 1)):
        v = m.of((tn, n - tn, p - tp, tp))
        groups.setdefault(instead if v is None else v, []).append([tp, tn])
    return m, p, n, {v: groups[v] for v in sorted(groups, key=lambda v: (v is not None, v or 0))}

def confluence(doc: Doc, given: Any, options: Any) -> None:
    """How many matrices take which value."""
    m, p, n, groups = lattice(doc)
    none, points = groups.pop(None, []), any("points" in v for v in doc["values"])
    truths = [{"value": v, "count": len(g)} | ({"points": g} if points else {})
              for v, g in groups.items()]
    same(doc, {"distinct": len(groups), "undefined": len(none), "values": truths}, "result")
    proved.append(f"the {len(groups)} values of {m.name} on all matrices, and how many take each")

def beta_binomial(u: Fraction, v: Fraction, n: int) -> list[Fraction]:
    """The chances of k of n further samples being right, after u were right and v wrong."""
    def rising(x: Fraction, k: int) -> Fraction:
        return math.prod((x + j for j in range(k)), start=Fraction(1))
    return [math.comb(n, k) * rising(u, k) * rising(v, n - k) / rising(u + v, n)
            for k in range(n + 1)]

SUMS = ["summary_given", "mode", "modes", "median", "mean", "variance", "interval",
        "narrowest_interval", "without_value?"]

def pmf(doc: Doc, given: Any, options: Any) -> None:
    """The chance of a value is the sum over its matrices. The classes are independent."""
    m, p, n, groups = lattice(doc)
    told = {c: getattr(options, c) for c in CELLS}
    observed = doc.pop("observed")
    same(observed, {c: whole if x is None else int(x) for c, x in told.items()}, "observed")
    tn, fp, fn, tp = (Fraction(observed[c]) for c in CELLS)
    if (model := doc.pop("model")) == "beta-binomial":
        (u, v), (u2, v2) = ([number(x, key) for x in entries(doc.pop(key), key)]
                            for key in ("beta", "beta_negative"))
        yes, no = beta_binomial(u + tp, v + fn, p), beta_binomial(u2 + tn, v2 + fp, n)
    else:
        same(model, "binomial", "model")
        yes, no = ([math.comb(c, k) * x**k * y ** (c - k) / (x + y) ** c for k in range(c + 1)]
                   for c, x, y in ((p, tp, fn), (n, tn, fp)))
    chances = {v: sum((yes[x] * no[y] for x, y in g), Fraction(0)) for v, g in groups.items()}
    none, count = chances.pop(None, Fraction(0)), len(groups.pop(None, []))
    scale = take(doc, denominator=number)[0] if "denominator" in doc else None
    demand(scale is None or scale > 0 and scale.denominator == 1, "denominator", "counts nothing")

    def mass(x: Fraction, share: bool = False) -> Any:
        return decimal(x, HALF, 17) if scale is None else x if share else x * scale
    below = accumulate(chances.values())
    same(doc, {key: part("what sums the masses up", key, chances, mass) for key in SUMS} | {
        "undefined": {"count": count, "mass": mass(none)}, "values": [
            {"value": v, "count": len(groups[v]), "mass": mass(chances[v]), "cumulative": mass(b)}
            for v, b in zip(chances, below)]}, "result")
    proved.append(f"the masses of {len(chances)} values from the model")

# ---- compare ----

def compare(doc: Doc, given: Input, options: Any) -> None:
    """Samples that only one has right, and the swap test on these."""
    p, n, m, w = take(doc, positives=whole, negatives=whole, metric=metric, pattern_mass=number)
    paired, everyone = doc["paired"], range(len(given.names))
    demand(type(paired) is bool and given.paired >= paired, "paired", "the input holds no pairs")
    asked = [(whole(c["first"], "first"), whole(c["second"], "second")) for c in doc["pairs"]]
    known = len(set(asked)) == len(asked) and all(x in everyone for pair in asked for x in pair)
    some = known and len({a for a, _ in asked}) == 1 and len(asked) in (1, len(everyone) - 1)
    demand(some or asked == [*combinations(everyone, 2)], "pairs", "some are missing, or unknown")
    seen, truths = [given.right(a, b) if paired else [] for a, b in asked], list[Doc]()
    swaps = [swap_test(m, yes, no) for yes, no in seen] if paired else []
    for k, (a, b) in enumerate(asked):
        alone = given.matrices[a], given.matrices[b]
        truth = {"first": a, "second": b, "truly_better": part("truly better"), "next": part(
            "the next test", m, (p, n), w, seen[k] if paired else None, alone)}
        if not paired:
            truth |= {"discordant": None, "swap_test": None, "swap_test_undefined": UNPAIRED[0]}
        else:
            yes, no = seen[k]
            truth |= {"discordant": {"positives": yes[1:3], "negatives": no[1:3]}}
            later = part("swap tests where an observed difference is not finite")
            if not swaps[k]:
                truth |= {"swap_test": later, "swap_test_undefined?": later}
            else:
                ps = [s["two_sided"] for s in swaps] if all(swaps) else []
                truth["swap_test"] = swaps[k] | {"holm": holm(ps, k) if ps else later}
        truths.append(truth)
    same(doc, {"paired": paired, "assumption": PAIRED if paired else UNPAIRED[1], "caveat": CAVEAT,
               "pairs": truths, "classifiers": [{"name": name} for name in given.names]}, "result")
    done = sum(map(bool, swaps))
    proved.append(f"that {len(asked)} pairs are listed" + ", the samples that only one has right, and "
                  f"{done} swap tests" * paired)

EITHER = [(True, True), (True, False), (False, True), (False, False)]  # who is right
PAIRED = "classifiers compared on the same samples"
UNPAIRED = "the pairing is not known", "classifiers taken as independent"
CAVEAT = ("Results of cross-validation vary between training sets too, "
          "which none of these numbers has.")

def swap_test(m: Metric, yes: list[int], no: list[int]) -> Any:
    """Exchanges the two, with probability 1/2, on each sample that only one has right: how often is
    the first ahead by as much as it is? An undefined difference counts as large."""
    p, n, one, two = yes[1] + yes[2], no[1] + no[2], Fraction(0), Fraction(0)

    def ahead(i: int, j: int) -> Any:
        """By how much, if it has i positives and j negatives of these samples right."""
        x, y = (m.of((no[0] + g, no[3] + n - g, yes[3] + p - f, yes[0] + f))
                for f, g in ((i, j), (p - i, n - j)))
        d = None if x is None or y is None else y - x if m.lower else x - y
        return None if d != d else d  # the difference of infinities
    seen = ahead(yes[1], no[1])
    if not isinstance(seen, Fraction):
        return None
    for i, j in product(range(p + 1), range(n + 1)):
        d, chance = ahead(i, j), Fraction(math.comb(p, i) * math.comb(n, j), 2 ** (p + n))
        one += chance if d is None or d >= seen else 0
        two += chance if d is None or abs(d) >= abs(seen) else 0
    return {"one_sided": one, "two_sided": two}

def holm(ps: list[Fraction], n: int) -> Fraction:
    """The largest, over those up to the n-th, of p times the number of those not smaller."""
    order = sorted(range(len(ps)), key=lambda i: ps[i])
    scaled = [(len(ps) - k) * ps[i] for k, i in enumerate(order) if ps[i] <= ps[n]]
    return min(Fraction(1), max(scaled))

# ---- thresholds ----

def staircases(given: Input) -> list[Any]:
    """For each model: how many samples (is it positive, score), and each threshold with its matrix.
    A sample is called positive if its score is at least the threshold."""
    found = []
    for k in range(len(given.names)):
        samples = Counter[Any]()
        for (truth, says), count in given.samples.items():
            samples[truth, says[k]] += count
        p, n = (sum(c for (truth, _), c in samples.items() if truth == t) for t in (True, False))
        steps: list[Any] = [(None, (n, 0, p, 0))]
        for s in sorted({s for _, s in samples}, reverse=True):
            x, y, (tn, fp, fn, tp) = samples[True, s], samples[False, s], steps[-1][1]
            steps.append((s, (tn - y, fp + y, fn - x, tp + x)))
        found.append((samples, steps))
    return found

def hull_of(steps: list[Any]) -> list[Any]:
    """Those that lie above the line from any before to any after them."""
    hull = list[Any]()
    for step in steps:
        while len(hull) > 1:
            (_, fp, _, tp), (_, fp1, _, tp1), (_, fp2, _, tp2) = hull[-2][1], hull[-1][1], step[1]
            if (fp1 - fp) * (tp2 - tp) < (tp1 - tp) * (fp2 - fp):
                break
            hull.pop()
        hull.append(step)
    return hull

def thresholds(doc: Doc, given: Input, options: Any) -> None:
    """AUC: how often a positive scores above a negative; ties count half. Brier: mean square."""
    if options.choose_on or options.target_prior or "chosen_on" in doc or "target_prior" in doc:
        raise Unreadable("thresholds chosen on other samples or for other priors are unknown")
    truths, later = list[Doc](), part("the best thresholds")
    ranges = dict.fromkeys(["threshold_probability?", "probability_cost?", "beta_squared?"],
                           part("for which preferences each vertex is best"))
    for name, (samples, steps) in zip(given.names, staircases(given)):
        (n, _, p, _), scores = steps[0][1], [s for s, _ in steps[1:]]
        won = sum(samples[True, s] * (m[0] + Fraction(samples[False, s], 2)) for s, m in steps[1:])
        loss = sum(count * (s - truth) ** 2 for (truth, s), count in samples.items())
        truths.append({"name": name, "distinct": len(scores), "auc": won / (n * p), "brier":
                       loss / (n + p), "hull": [{"threshold": s} | counts(m) | ranges
                                                for s, m in hull_of(steps)]})
        if min(scores) < 0 or max(scores) > 1:
            truths[-1] |= {"brier": None, "brier_undefined": "a score lies outside [0, 1]"}
        if "at" in doc:
            truths[-1] |= dict.fromkeys(["best", "rank", "usual?", "own_probability?"], later)
    shown = [x for x in truths if options.for_model in (None, x["name"])]
    same(doc, dict.fromkeys(["at?", "score?", "preferences?", "optimistic?"], later) |
         {"models": shown, "positives": p, "negatives": n}, "result")
    proved.append(f"AUC, Brier score and hull of {len(shown)} models")

# ---- curve ----

def curve(doc: Doc, given: Input, options: Any) -> None:
    """At priors 1/2 the difference of two is linear along the segment: it has one root at most."""
    matrices, prior = tile(doc, given, options)
    start, end = take(doc, **{"from": point, "to": point})
    diagonal, axis = start[0] == start[1] and end[0] == end[1], int(start[0] == end[0])
    level = diagonal or axis or start[1] == end[1]  # then positions are measured on the Tile
    ends = [[warp(z, 1 - prior) for z in e] for e in (start, end)]

    def at(t: Fraction) -> tuple[Fraction, list[Fraction]]:
        """The position, and the point of the Tile, at this part of the way at priors 1/2."""
        spot = [warp(x + t * (y - x), prior) for x, y in zip(*ends)]
        return (spot[axis] - start[axis]) / (end[axis] - start[axis]) if level else t, spot
    swaps: dict[Fraction, list[list[str]]] = {}
    for i, j in combinations(range(len(matrices)), 2):
        x, y = (value(cut(matrices[i], matrices[j])[0], *e) for e in ends)
        if x * y < 0:
            pair = [given.names[i], given.names[j]]
            swaps.setdefault(x / (x - y), []).append(pair if x > 0 else pair[::-1])
    stops, breaks, first = [Fraction(0), *sorted(swaps), Fraction(1)], list[Doc](), list[Doc]()
    for t in stops[1:-1]:
        position, (a, b) = at(t)
        breaks.append({"position": position, "at": [a, b], "pairs": len(swaps[t]),
                       "swapped?": in_any_order(swaps[t])})
        if diagonal:
            breaks[-1] |= {"threshold_probability": 1 - a, "probability_cost": warp(a, 1 - prior)}
        elif start[0] == end[0] == 1:
            breaks[-1] |= {"f_beta_squared": b / (1 - b)}
    for low, high in zip(stops, stops[1:]):
        a, b = at((low + high) / 2)[1]
        values = [ranking_score(a, b).of(m) for m in matrices]
        names = [name for name, v in zip(given.names, values) if v == max(values)]
        if not first or first[-1]["classifiers"] != names:
            first.append({"from": at(low)[0], "classifiers": names})
        first[-1]["to"] = at(high)[0]
    each = [x["position"] for x in breaks for _ in range(x["pairs"])]
    middle = {"lower": each[(len(each) - 1) // 2], "upper": each[len(each) // 2]} if each else None
    same(doc, {"straight_in": "tile" if level else "balanced", "swaps": len(each), "first": first,
               "rankings": len(breaks) + 1, "compromise": middle, "breaks": breaks}, "result")
    proved.append(f"{len(each)} swaps at {len(breaks)} points, who is first between, the middle")

# ---- check ----

MARGINS = ("positives", "negatives")

def check(doc: Doc, given: Any, options: Any) -> None:
    """Which matrices have all the scores of a row: all of them are tried."""
    reported = [part.split("=", 1) for part in (options.reported or "").split()]
    rows, truths = [dict(reported)] if reported else rows_of(options.input), list[Doc]()
    for row in rows:
        sizes = []
        for name in MARGINS:
            size = str(row.get(name) or getattr(options, name)).strip()
            if not (ends := re.fullmatch(r"(\d+)(?:-(\d+))?", size)):
                raise Unreadable(f"{name} are missing")
            sizes.append(range(int(ends[1]), int(ends[2] or ends[1]) + 1))
        if sum((p + 1) * (n + 1) for p, n in product(*sizes)) > MOST:
            raise Unreadable("too many matrices to try all of them")
        tried = [(tn, n - tn, p - tp, tp) for p, n in product(*sizes)
                 for tp, tn in product(range(p + 1), range(n + 1))]
        scores = {name.strip(): (metric(name, name), printed(x.strip(), options)) for name, x in
                  row.items() if name.strip() not in ("name", *MARGINS) and x.strip()}
        fits = [frozenset(x for x, (s, ends) in scores.items() if within(s.of(m), *ends))
                for m in tried]
        explained = [dict(zip(CELLS, m)) for m, x in zip(tried, fits) if len(x) == len(scores)]
        truth: Doc = {"consistent": bool(explained), "matrices": len(explained), "conflict": None,
                      "first": explained[0] if explained else None, "points?": explained}
        if explained:
            truth["implied"] = part("the ranges of further scores", explained)
        else:
            truth |= {"conflict": conflict([*scores], set(fits)),
                      "nearest": part("the nearest matrix", row, scores, tried, options),
                      "explained_by": part("other readings of impossible rows")}
        truths.append({"name": row["name"]} | truth if "name" in row else truth)
    same(doc, {"rows": truths}, "result")
    proved.append(f"{len(rows)} rows: all matrices that explain them, or a smallest contradiction")

def conflict(names: list[str], together: set[frozenset[str]]) -> Judge:
    """Judges a smallest set of scores that no matrix has; `together` are those that some has."""
    def judge(claim: Any, at: str) -> None:
        chosen = set(entries(claim, at))
        demand(chosen <= set(names) and len(chosen) == len(claim) > 0, at, "not some of the scores")
        demand(not any(chosen <= fits for fits in together), at, "a matrix has all of these")
        fewer = map(set, combinations(names, len(claim) - 1))
        demand(all(any(c <= fits for fits in together) for c in fewer), at, "not a smallest set")
    return judge

def unit_of(digits: str, options: Any) -> Fraction:
    """A unit of the last printed place."""
    unit = Fraction(10) ** int(Decimal(digits.rstrip("% ")).as_tuple().exponent)
    return unit / 100 if options.percent or digits.endswith("%") else unit

def printed(digits: str, options: Any) -> tuple[Fraction, Fraction, bool, bool]:
    """The numbers that are printed so: from, to, and whether these two are among them."""
    x, unit = exact(digits.rstrip("% "), "reported"), unit_of(digits, options)
    x = x / 100 if options.percent or digits.endswith("%") else x
    if options.rounding == "truncated":
        return x - unit * (x <= 0), x + unit * (x >= 0), x > 0, x < 0
    far = unit if options.rounding == "unit" else unit / 2
    return x - far, x + far, True, True

def within(x: Any, low: Fraction, high: Fraction, from_low: bool, to_high: bool) -> bool:
    """Whether a value is among the numbers that are printed so."""
    return x is not None and (low < x < high or from_low and x == low or to_high and x == high)

# ---- The command ----

SCHEMAS: dict[str, Callable[[Doc, Any, Any], None]] = {
    "regions": regions, "zone": zone, "rankings": rankings, "lattice-confluence": confluence,
    "lattice-pmf": pmf, "compare": compare, "thresholds": thresholds, "curve": curve,
    "check": check}
NO_INPUT = ["lattice-confluence", "lattice-pmf", "check"]
OF_SCORES = ["thresholds"]  # it says itself how good they look; verify_more.py adds others
MAYBE_INPUT: list[str] = []  # of schemas that verify_more.py adds

BEST = "the best ones on the samples that judge them, so the models look better than they are"

def made_from(claim: Any, given: Any, schema: str) -> None:
    """What made the result, and from which input: the SHA-256 of a line for each classifier."""
    form: Doc = {"program": text(r"exactile \d+\.\d+\.\d+"), "command?": text("exactile .+")}
    form |= {"thresholds": BEST} if schema in OF_SCORES[1:] else {}
    same(claim, form | ({"input_sha256": text("[0-9a-f]{64}")} if given else {}), "provenance")
    unproved["which program and which command made it"] = []
    if given:
        pairs = list(zip(given.names, given.matrices)) or part("the classifiers of scores", given)
        if callable(pairs):
            return pairs(claim, "provenance.input_sha256")  # type: ignore[no-any-return]
        lines = [" ".join([json.dumps(name, ensure_ascii=False), *map(str, m)]) + "\n"
                 for name, m in pairs]
        right = claim["input_sha256"] == hashlib.sha256("".join(lines).encode()).hexdigest()
        demand(right, "provenance", "this result was made from another input")

def object_of(pairs: list[tuple[str, Any]]) -> Doc:
    """An object of JSON, in which no key may stand twice."""
    keys = [key for key, _ in pairs]
    demand(len(set(keys)) == len(keys), "result", f"a key stands twice among {keys}")
    return dict(pairs)

def refuse(digits: str) -> Any:
    """A number of JSON that is no integer."""
    raise Untrue(f"result: {digits} is no exact number")

def input_of(doc: Doc, schema: str, options: Any) -> Any:
    """What the result was made from; None where there is none."""
    if schema in NO_INPUT or not options.input and schema in MAYBE_INPUT:
        return None
    if not options.input:
        raise Unreadable("an INPUT is needed")
    try:
        return Input(options.input, options, doc.pop("positive", None), schema in OF_SCORES)
    except (AttributeError, TypeError, ValueError, ArithmeticError, LookupError) as error:
        raise Unreadable(f"{options.input}: {type(error).__name__}: {error}") from None

def verify(result: str, options: Any) -> None:
    """Raises Untrue or Unreadable; otherwise `proved` and `unproved` say what was."""
    proved.clear()
    unproved.clear()
    try:
        doc = json.loads(result, object_pairs_hook=object_of,
                         parse_float=refuse, parse_constant=refuse)
        demand(isinstance(doc, dict), "result", "no object")
        schema = re.fullmatch(r"exactile\.(.*)\.v1", str(doc.pop("schema", None)))
        if not schema or schema[1] not in SCHEMAS:
            known = "; verify_more.py knows it" if schema and schema[1] in MORE else ""
            raise Unreadable("the result has a schema that is unknown here" + known)
        given = input_of(doc, schema[1], options)
        made_from(doc.pop("provenance", None), given, schema[1])
        SCHEMAS[schema[1]](doc, given, options)
    except json.JSONDecodeError as error:
        raise Unreadable(f"the result is no JSON: {error}") from None
    except (AttributeError, TypeError, ValueError, ArithmeticError, LookupError, RecursionError,
            StopIteration) as error:
        what = f"{type(error).__name__}: {error}"
        raise Untrue(f"result: not of the form that its schema has ({what})") from None

def arguments(words: list[str] | None = None, about: str | None = __doc__) -> Any:
    """The options repeat what the command was told."""
    raw = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=about, formatter_class=raw)
    add = parser.add_argument
    add("result", metavar="RESULT.json", help="what the program has written with --format json")
    add("input", nargs="?", metavar="INPUT", help="what it was made from; none for lattices")
    for name in "prior target-prior choose-on for-model positives negatives reported".split():
        add("--" + name, metavar="X", help="as in the command")
    for name in CELLS:
        add("--" + name, type=int, metavar="N", help="observed counts of a lattice pmf, as told")
    add("--rounding", choices=("nearest", "truncated", "unit"), default="nearest", help="of check")
    add("--percent", action="store_true", help="of check")
    add("--ignore", action="append", default=[], metavar="COLUMN", help="as in the command")
    return parser.parse_args(words)

def main(about: str | None = __doc__) -> int:
    """Prints what is proved, or what is false."""
    options = arguments(about=about)
    try:
        with open(options.result, encoding="utf-8") as file:
            verify(file.read(), options)
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
