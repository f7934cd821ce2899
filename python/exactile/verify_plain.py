"""Proves results of exactile (--format json) from their input and the definitions alone.

    python verify_plain.py RESULT.json [INPUT] [options]

Needs nothing but CPython 3.10, and shares no code with the program. For each kind of result one
function computes, in fractions, what has to stand there, and `same` compares. Exit status 0: each
line with "proved" holds; 1: the place of a false statement; 2: a file cannot be read, or holds
something unknown here. verify_more.py knows more. To follow one kind of result, read "Reading a
result" and "Scores", then its own section.
"""

import argparse
import csv
import hashlib
import json
import math
import re
import sys
from collections import Counter
from decimal import Context, Decimal
from fractions import Fraction
from itertools import accumulate, combinations, product
from typing import Any, Callable

Doc = dict[str, Any]
Matrix = Any  # tn, fp, fn, tp
Judge = Callable[[Any, str], None]
CELLS, HALF = ("tn", "fp", "fn", "tp"), Fraction(1, 2)
MOST = 400_000  # matrices or outcomes that are enumerated
MORE = "brier confidence curve-pair gain no-skill plan rank regions-at-best score vut".split()

# ---- Reading a result ----

class Untrue(Exception):
    """A statement of the result is false."""

class Unreadable(Exception):
    """A file cannot be read, or something in it is unknown here."""

proved: list[str] = []
unproved: dict[str, list[str]] = {}  # what, and the places where it stands
parts: dict[str, Callable[..., Any]] = {}  # truths that verify_more.py adds

def part(what: str, *about: Any) -> Any:
    """A truth that verify_more.py may know. Whoever does not know it lets it pass as not proved."""
    alone: Judge = lambda claim, at: unproved.setdefault(what, []).append(at)
    return parts[what](*about) if what in parts else alone

def demand(holds: Any, at: str, what: str) -> None:
    """Refuses the result unless this holds."""
    if not holds:
        raise Untrue(f"{at}: {what}")

def same(claim: Any, truth: Any, at: str) -> None:
    """The claim is the truth: no key more or less, no other type. "key?" may be missing, and a
    function judges by itself."""
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

def take(doc: Doc, **forms: Callable[[Any, str], Any]) -> list[Any]:
    """Reads these keys, each in its form, and takes them away. (doc without them is compared.)"""
    return [read(doc.pop(key, None), key) for key, read in forms.items()]

def number(claim: Any, at: str) -> Fraction:
    """An exact number: a string in lowest terms."""
    form = isinstance(claim, str) and re.fullmatch(r"-?\d+(/[1-9]\d*)?", claim)
    demand(form and str(Fraction(claim)) == claim, at, f"{claim!r} is no fraction in lowest terms")
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
    demand(isinstance(claim, list) and len(claim) == 2, at, "no point")
    a, b = (number(x, at) for x in claim)
    demand(0 <= a <= 1 and 0 <= b <= 1, at, "outside the Tile")
    return a, b

def decimal(x: Fraction, units: Fraction, least: int) -> Judge:
    """Judges a decimal of x: within so many units of its last digit, with at least so many."""
    def judge(claim: Any, at: str) -> None:
        form = isinstance(claim, str) and re.fullmatch(r"\d+(\.\d+)?(e-?\d+)?", claim)
        demand(form, at, f"{claim!r} is no decimal")
        _, digits, power = Decimal(claim).as_tuple()
        near = abs(Fraction(claim) - x) <= units * Fraction(10) ** int(power)
        demand(near and (claim == str(x) or len(digits) >= least), at, f"it is {float(x):.17g}")
    return judge

# ---- Scores ----

PLACES = {"accuracy": "1/2,1/2", "tpr": "1,1", "tnr": "0,0", "ppv": "1,0", "npv": "0,1",
          "f1": "1,1/2", "error_rate": "1/2,1/2", "fnr": "1,1", "fpr": "0,0"}  # on the Tile
OTHER: dict[str, Callable[..., Fraction]] = {
    "ba": lambda tn, fp, fn, tp: (tp / (tp + fn) + tn / (tn + fp)) / 2,
    "informedness": lambda tn, fp, fn, tp: tp / (tp + fn) + tn / (tn + fp) - 1,
    "markedness": lambda tn, fp, fn, tp: tp / (tp + fp) + tn / (tn + fn) - 1,
    "ts": lambda tn, fp, fn, tp: tp / (tp + fp + fn),
    "kappa": lambda tn, fp, fn, tp: 2 * (tp * tn - fn * fp) / (
        (tp + fp) * (tn + fp) + (fn + tp) * (fn + tn))}
LOWER = ("error_rate", "fnr", "fpr")  # where lower is better
ALSO = {"acc": "accuracy", "sens": "tpr", "sensitivity": "tpr", "recall": "tpr", "spec": "tnr",
        "specificity": "tnr", "precision": "ppv", "balancedaccuracy": "ba", "threatscore": "ts"}

class Metric:
    """A score by its definition: the value for a matrix, None where it divides by 0."""
    def __init__(self, name: str, definition: Callable[..., Any], lower: bool = False) -> None:
        self.name, self.definition, self.lower = name, definition, lower  # lower is better

    def of(self, m: Matrix) -> Any:
        try:
            return self.definition(*map(Fraction, m))
        except ZeroDivisionError:
            return None

def ranking_score(a: Fraction, b: Fraction, lower: bool = False) -> Metric:
    """R = s/(s + u) with s = (1-a) tn + a tp and u = (1-b) fp + b fn; 1 - R where lower is better."""
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
        return ranking_score(a, b) if form[2] else ranking_score(Fraction(1), 1 - 1 / (1 + beta**2))
    if name in PLACES:
        x, y = PLACES[name].split(",")
        return ranking_score(Fraction(x), Fraction(y), name in LOWER)
    if name not in OTHER and "metrics" not in parts:
        raise Unreadable(f"{at}: the metric {title!r} is unknown here; verify_more.py knows more")
    return Metric(name, OTHER[name]) if name in OTHER else parts["metrics"](name, at)

def rank_of(x: Any, values: list[Any]) -> Any:
    """[1 + how many are better, how many are at least as good]; what is undefined has no rank."""
    better = sum(y is not None and y > x for y in values) if x is not None else 0
    return None if x is None else [1 + better, better + values.count(x)]

# ---- The input ----

def exact(text: Any, at: str) -> Fraction:
    """A number as it is written: integer, decimal or fraction."""
    form = r" *[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,4})? *| *[+-]?\d+/0*[1-9]\d* *"
    if not re.fullmatch(form, str(text)):
        raise Unreadable(f"{at}: {text!r} is no number")
    return Fraction(str(text).strip())

def label(text: str) -> Any:
    """Labels that are equal as numbers are one label."""
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return text.lower() if text.lower() in ("true", "false") else text

def rows_of(path: str) -> list[dict[str, str]]:
    """The rows of a CSV file, or of a JSON list of objects."""
    try:
        with open(path, newline="", encoding="utf-8-sig") as file:
            text = file.read()
        if text.lstrip()[:1] == "[":
            return [dict(row) for row in json.loads(text, parse_float=str, parse_int=str)]
        header, *lines = [line for line in csv.reader(text.splitlines(), strict=True) if line]
    except (OSError, ValueError, TypeError, csv.Error) as error:
        raise Unreadable(f"{path}: {error}") from None
    if len(set(header)) < len(header) or any(len(line) != len(header) for line in lines):
        raise Unreadable(f"{path}: a column stands twice, or a line has another length")
    return [dict(zip((h.strip() for h in header), line)) for line in lines]

class Input:
    """Names, matrices, and how many samples there are: (is it positive, what does each say)."""
    def __init__(self, path: str, options: Any, positive: Any, scores: bool) -> None:
        rows, self.samples, self.matrices = rows_of(path), Counter[Any](), list[Matrix]()
        columns = [c for c in (rows[0] if rows else {}) if c not in options.ignore]
        self.paired = "y_true" in columns
        demand((positive is None) != self.paired, "positive", "stands if the input has labels")
        if not self.paired:
            self.names = [row.get("name", "") for row in rows]
            for k, row in enumerate(rows):
                m = [exact(row.get(c, 0), f"{path}:{k + 2}") for c in CELLS]
                self.matrices.append(part("rates", row, options) if "tnr" in row else m)
            return
        self.names = [c for c in columns if c not in ("y_true", "count")]
        labels, yes = {label(row["y_true"]) for row in rows}, label(str(positive))
        demand(isinstance(positive, str) and yes in labels, "positive", "is no label of y_true")
        for k, row in enumerate(rows):
            at, told = f"{path}:{k + 2}", [row[name] for name in self.names]
            if len(labels) != 2 or not (scores or labels.issuperset(map(label, told))):
                raise Unreadable(f"{at}: not one of two labels that y_true holds")
            says = tuple(exact(x, at) if scores else label(x) == yes for x in told)
            self.samples[label(row["y_true"]) == yes, says] += int(exact(row.get("count", 1), at))
        for k in range(0 if scores else len(self.names)):
            self.matrices.append([sum(n for (truth, says), n in self.samples.items()
                                      if (truth, says[k]) == cell) for cell in product((False, True), repeat=2)])

def counts(m: Matrix) -> Doc:
    """A matrix with the names of its cells."""
    return dict(zip(CELLS, map(Fraction, m)))

def prior_of(m: Matrix) -> Fraction:
    """The share of positives."""
    return Fraction(m[2] + m[3]) / Fraction(sum(m))

def shifted(m: Matrix, prior: Fraction) -> Matrix:
    """The same rates at another prior, with the same total."""
    n, p = ((1 - prior) / (1 - prior_of(m)), prior / prior_of(m)) if prior != prior_of(m) else (1, 1)
    return [m[0] * n, m[1] * n, m[2] * p, m[3] * p]

# ---- The Tile. At priors 1/2 frontiers are straight lines, and pieces convex polygons ----

Curve = tuple[int, ...]  # k_ab ab + k_a a + k_b b + k_1
Cut = tuple[Curve, Curve]  # as a line at priors 1/2, and as a curve on the Tile at hand
SIDES: list[Cut] = [(k, k) for k in ((0, 0, 1, 0), (0, -1, 0, 1), (0, 0, -1, 1), (0, 1, 0, 0))]
CORNERS = [(Fraction(a), Fraction(b)) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]

def tile(doc: Doc, given: Input, options: Any) -> tuple[list[Matrix], Fraction]:
    """The matrices on the Tile on which the result stands, and its positive prior."""
    own, (prior,) = set(map(prior_of, given.matrices)), take(doc, prior_positive=number)
    if len(own) > 1 and not options.target_prior:
        raise Unreadable("the classifiers have different priors; verify_more.py knows such results")
    target = Fraction(options.target_prior or min(own))
    demand(prior == target and 0 < prior < 1, "prior_positive", f"it is {target} (--target-prior)")
    matrices = [shifted(m, prior) for m in given.matrices]
    if "classifiers" in doc:
        same(doc.pop("classifiers"), [{"name": name} | counts(m) for name, m in
                                      zip(given.names, matrices)], "classifiers")
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
            rest += [p] * (x >= 0)
            rest += [tuple(c + (d - c) * x / (x - y) for c, d in zip(p, q))] if x * y < 0 else []
        polygon = list(dict.fromkeys(rest))
    return polygon

def piece(polygon: list[Any], cuts: list[Cut], prior: Fraction, first: Any) -> Doc:
    """A piece from this corner on. Each edge has its own curve, positive on its left."""
    shown = [[str(warp(z, prior)) for z in p] for p in polygon]
    turn = shown.index(first) if first in shown else 0
    around, shown = polygon[turn:] + polygon[:turn], shown[turn:] + shown[:turn]
    edges = [next(k for line, k in SIDES + cuts if value(line, *p) == 0 == value(line, *q)
                  and line[2] * (q[0] - p[0]) > line[1] * (q[1] - p[1]))
             for p, q in zip(around, around[1:] + around[:1] * (len(around) > 2))]
    corners = [tuple(map(Fraction, v)) for v in shown]
    area = sum((a * d - b * c for (a, b), (c, d) in zip(corners, corners[1:] + corners[:1])), Fraction(0)) / 2
    return {"dimension": min(len(polygon), 3) - 1, "vertices": shown, "edges": [list(map(str, k)) for k in edges],
            "area?": part("areas under curved frontiers", shown, edges) if any(k[0] for k in edges) else area}

# ---- regions, zone ----

def regions(doc: Doc, given: Input, options: Any) -> None:
    """No two frontiers of a classifier meet inside, and at priors 1/2 each crosses the diagonal once,
    where R = (1-z) TNR + z TPR: so along it come all its regions and ties, each once."""
    (matrices, prior), chosen = tile(doc, given, options), doc.pop("selection", {})
    ranks, names = chosen.pop("ranks", None), chosen.pop("classifiers", given.names)
    known = not chosen and set(names) <= set(given.names) and all(type(r) is int for r in ranks or [])
    demand(known, "selection", "unknown")
    rates = [(m[0] / (m[0] + m[1]), m[3] / (m[2] + m[3])) for m in matrices]
    truths: dict[Any, Any] = {}
    for i, (x, y) in enumerate(rates):
        swaps = {(x - u) / (x - u - y + v): cut(matrices[i], matrices[j])
                 for j, (u, v) in enumerate(rates) if (x - u) * (y - v) < 0}
        stops = [Fraction(0), *sorted(swaps), Fraction(1)]
        spots = [(z, z, z) for z in swaps] + [(low, (low + high) / 2, high) for low, high in zip(stops, stops[1:])]
        for low, z, high in spots if given.names[i] in names else []:
            cuts = [k for e in (low, high) if e in swaps for k in (swaps[e], flipped(swaps[e]))]
            rank = rank_of((1 - z) * x + z * y, [(1 - z) * u + z * v for u, v in rates])
            if ranks is None or any(rank[0] <= r <= rank[1] for r in ranks):
                polygon = where([k for k in cuts if value(k[0], z, z) >= 0])
                corners = frozenset(tuple(str(warp(c, prior)) for c in p) for p in polygon)
                truths[i, corners] = rank, polygon, cuts
    count, (pieces,) = len(truths), take(doc, pieces=entries)
    for n, claim in enumerate(pieces):
        found = truths.pop((claim["classifier"], frozenset(map(tuple, claim["vertices"]))), None)
        demand(found, f"pieces[{n}]", "there is no such piece, or it stands twice")
        truth = piece(found[1], found[2], prior, claim["vertices"][0])
        same(claim, {"classifier": claim["classifier"], "rank": found[0]} | truth, f"pieces[{n}]")
        demand(("area" in claim) == ("area" in pieces[0]), f"pieces[{n}].area", "on some pieces only")
    demand(not truths, "pieces", f"{len(truths)} of {count} are missing")
    same(doc, {}, "result")
    proved.append(f"{count} regions and ties, with their ranks, and that none is missing")

def zone(doc: Doc, given: Input, options: Any) -> None:
    """The Tile, cut at the frontier of each of the first with each of the second."""
    (matrices, prior), (better, than) = tile(doc, given, options), take(doc, better=entries, than=entries)
    at = {name: m for name, m in zip(given.names, matrices)}
    cuts, claim = [cut(at[i], at[j]) for i, j in product(better, than)], doc.get("piece") or {"vertices": [0]}
    polygon, either = where(cuts), cuts + [flipped(k) for k in cuts]
    same(doc, {"piece": piece(polygon, either, prior, claim["vertices"][0]) if polygon else None}, "result")
    proved.append("the zone is where each of the first is at least as good as each of the second")

# ---- rankings at a point ----

def rankings(doc: Doc, given: Input, options: Any) -> None:
    """Who is how good at a point. (All rankings of the Tile at once: verify_more.py.)"""
    if "at" not in doc:
        raise Unreadable("all rankings of the Tile are not known here; verify_more.py knows them")
    matrices, prior = tile(doc, given, options)
    place = part("the place of a score", doc["score"], prior) if "score" in doc else doc["at"]
    same(doc["at"], place, "at")
    at_point(doc, given, matrices)

def at_point(doc: Doc, given: Input, matrices: list[Matrix]) -> None:
    """The ranking there: by the score R, best first, whose score is undefined last."""
    (a, b), names = point(doc["at"], "at"), given.names
    values = [ranking_score(a, b).of(m) for m in matrices]
    order = sorted(range(len(names)), key=lambda i: (values[i] is None, -(values[i] or 0), i))
    groups = [[i for i in order if values[i] == v] for v in dict.fromkeys(values[i] for i in order)]
    none = [i for i in order if values[i] is None]
    later = part("what holds beside the point, and how far swaps are")
    truth = dict.fromkeys(["holds_beside", "beside", "distance", "swaps", "cell?", "undefined?"], later)
    same(doc, truth | {
        "at": doc["at"], "score?": doc.get("score"), "frontiers": part("the number of frontiers", matrices),
        "on_border": not (0 < a < 1 and 0 < b < 1), "ties": [g for g in groups if len(g) > 1 and g != none],
        "undefined_classifiers": none, "ranking": [
            {"classifier": i, "name": names[i], "rank": rank_of(values[i], values)} |
            ({"undefined": NO_OUTCOME} if i in none else {}) for i in order]}, "result")
    proved.append(f"the ranking of {len(names)} classifiers at ({a}, {b})")

NO_OUTCOME = "no outcome that counts for this score has occurred (0/0)"

# ---- lattice confluence, lattice pmf: all matrices of P positives and N negatives ----

def lattice(doc: Doc) -> tuple[Metric, int, int, dict[Any, list[list[int]]]]:
    """The metric, P, N, and for each value, rising (None first, if any), the (tp, tn) that take it."""
    m, p, n, groups = *take(doc, metric=metric, positives=whole, negatives=whole), dict[Any, Any]()
    if (p + 1) * (n + 1) > MOST:
        raise Unreadable(f"{(p + 1) * (n + 1)} matrices are too many for this program")
    instead = take(doc, undefined_as=number)[0] if "undefined_as" in doc else None
    for tp, tn in product(range(p + 1), range(n + 1)):
        v = m.of((tn, n - tn, p - tp, tp))
        groups.setdefault(instead if v is None else v, []).append([tp, tn])
    return m, p, n, {v: groups[v] for v in sorted(groups, key=lambda v: (v is not None, v or 0))}

def confluence(doc: Doc, given: Any, options: Any) -> None:
    """How many matrices take which value."""
    m, p, n, groups = lattice(doc)
    none, points = groups.pop(None, []), "points" in doc["values"][0]
    same(doc, {"distinct": len(groups), "undefined": len(none), "values": [
        {"value": v, "count": len(g)} | ({"points": g} if points else {}) for v, g in groups.items()]}, "result")
    proved.append(f"the {len(groups)} values of {m.name} on all {(p + 1) * (n + 1)} matrices, and how many take each")

def urn(weights: list[Fraction], n: int) -> dict[tuple[int, ...], Fraction]:
    """How n draws from a Polya urn fall: beta-binomial, or of more weights Dirichlet-multinomial."""
    def ways(w: Fraction, k: int) -> Fraction:
        return math.prod((w + x for x in range(k)), start=Fraction(1)) / math.factorial(k)
    if len(weights) == 1:
        return {(n,): Fraction(1)}
    w, rest = weights[0], sum(weights[1:], Fraction(0))
    return {(k, *s): ways(w, k) * ways(rest, n - k) / ways(w + rest, n) * chance
            for k in range(n + 1) for s, chance in urn(weights[1:], n - k).items()}

SUMMARY = ["summary_given", "mode", "modes", "median", "mean", "variance", "interval",
           "narrowest_interval", "without_value?"]

def pmf(doc: Doc, given: Any, options: Any) -> None:
    """The chance of a value is the sum over its matrices, whose classes are independent."""
    m, p, n, groups = lattice(doc)
    tp, fp, fn, tn = (exact(getattr(options, c), "--" + c) for c in ("tp", "fp", "fn", "tn"))
    if (model := doc.pop("model")) == "beta-binomial":
        (u, v), (u2, v2) = (map(number, doc.pop(key), "uv") for key in ("beta", "beta_negative"))
        right = [urn([u + tp, v + fn], p), urn([u2 + tn, v2 + fp], n)]
    else:
        same(model, "binomial", "model")
        right = [{(k, c - k): math.comb(c, k) * x**k * y**(c - k) / (x + y)**c for k in range(c + 1)}
                 for c, x, y in ((p, tp, fn), (n, tn, fp))]
    chances = {v: sum((right[0][x, p - x] * right[1][y, n - y] for x, y in g), Fraction(0)) for v, g in groups.items()}
    none, count = chances.pop(None, Fraction(0)), len(groups.pop(None, []))
    scale = take(doc, denominator=number)[0] if "denominator" in doc else None

    def mass(x: Fraction, share: bool = False) -> Any:
        return decimal(x, HALF, 17) if scale is None else x if share else x * scale
    below = list(accumulate(chances.values()))
    same(doc, {key: part("what sums the masses up", key, chances, mass) for key in SUMMARY} | {
        "undefined": {"count": count, "mass": mass(none)}, "values": [
            {"value": v, "count": len(groups[v]), "mass": mass(chances[v]), "cumulative": mass(b)}
            for v, b in zip(chances, below)]}, "result")
    proved.append(f"the masses of {len(chances)} values from the model")

# ---- compare ----

EITHER = [(True, True), (True, False), (False, True), (False, False)]  # who is right
CAVEAT = "Results of cross-validation vary between training sets too, which none of these numbers has."

def compare(doc: Doc, given: Input, options: Any) -> None:
    """Samples that only one has right, the swap test on these, and the next test."""
    p, n, m, w = take(doc, positives=whole, negatives=whole, metric=metric, pattern_mass=number)
    paired, everyone = doc["paired"], range(len(given.names))
    demand(type(paired) is bool and given.paired >= paired, "paired", "the input holds no pairs")
    asked = [(c["first"], c["second"]) for c in doc["pairs"]]
    known = len(set(asked)) == len(asked) and all(x in everyone for pair in asked for x in pair)
    some = known and len({a for a, _ in asked}) == 1 and len(asked) in (1, len(everyone) - 1)
    demand(some or asked == [*combinations(everyone, 2)], "pairs", "some are missing, or unknown")
    say = "classifiers compared on the same samples" if paired else "classifiers taken as independent"
    seen, truths = list[Any](), list[Doc]()
    for a, b in asked:
        right = Counter[Any]()
        for (truth, says), count in given.samples.items():
            right[truth, says[a] == truth, says[b] == truth] += count
        seen.append([[right[t, x, y] for x, y in EITHER] for t in (True, False)])
    swaps = [swap_test(m, yes, no) for yes, no in seen] if paired else []
    for k, (a, b) in enumerate(asked):
        truth: Doc = {"discordant": None, "swap_test": None, "swap_test_undefined": "the pairing is not known"}
        if paired:
            yes, no = seen[k]
            truth = {"discordant": {"positives": yes[1:3], "negatives": no[1:3]}} | dict.fromkeys(
                ["swap_test", "swap_test_undefined?"], part("swap tests where a difference is not finite"))
            if all(swaps):
                truth["swap_test"] = swaps[k] | {"holm": holm([s["two_sided"] for s in swaps], k)}
        later, alone = part("the next test (too large to enumerate)"), (given.matrices[a], given.matrices[b])
        if ((p + 1) * (n + 1)) ** 2 <= MOST and (max(p, n) < 25 or not paired):
            yes, no = (next_right(w, size, seen[k][t] if paired else None, [(x[3 - 3 * t], x[2 - t])
                                  for x in alone]) for t, size in enumerate((p, n)))
            later = next_test(m, p, n, yes, no)
        truths.append(truth | {"first": a, "second": b, "truly_better": part("truly better"), "next": later})
    same(doc, {"paired": paired, "assumption": say, "caveat": CAVEAT, "pairs": truths,
               "classifiers": [{"name": name} for name in given.names]}, "result")
    proved.append(f"{len(asked)} pairs" + ": samples that only one has right, and swap tests" * paired)

def swap_test(m: Metric, yes: list[int], no: list[int]) -> Any:
    """Exchanges the two on each sample that only one has right, with probability 1/2: how often is
    the first ahead by as much as observed? Undefined differences count as large."""
    p, n, one, two = yes[1] + yes[2], no[1] + no[2], Fraction(0), Fraction(0)

    def ahead(i: int, j: int) -> Any:
        """Of the first, if it has i positives and j negatives of these samples right."""
        x, y = (m.of((no[0] + l, no[3] + n - l, yes[3] + p - k, yes[0] + k)) for k, l in ((i, j), (p - i, n - j)))
        d = None if x is None or y is None else y - x if m.lower else x - y
        return None if d != d else d  # the difference of infinities
    if not isinstance(seen := ahead(yes[1], no[1]), Fraction):
        return None
    for i, j in product(range(p + 1), range(n + 1)):
        d, chance = ahead(i, j), Fraction(math.comb(p, i) * math.comb(n, j), 2 ** (p + n))
        one += chance * (d is None or d >= seen)
        two += chance * (d is None or abs(d) >= abs(seen))
    return {"one_sided": one, "two_sided": two}

def holm(ps: list[Fraction], n: int) -> Fraction:
    """The largest of p times the number of those that are not smaller, up to the n-th."""
    order = sorted(range(len(ps)), key=lambda i: ps[i])
    return min(Fraction(1), max((len(ps) - k) * ps[i] for k, i in enumerate(order) if ps[i] <= ps[n]))

def next_right(w: Fraction, size: int, seen: Any, alone: Any) -> Any:
    """How probably the two have how many of further samples of a class right. `seen`: how often both,
    the first, the second, none had; if that is not known, what each `alone` had right and wrong."""
    chances = Counter[Any]()
    if seen:
        for (yy, yn, ny, _), chance in urn([w / 4 + x for x in seen], size).items():
            chances[yy + yn, yy + ny] += chance
    else:
        one, other = (urn([w / 2 + x for x in cells], size).items() for cells in alone)
        chances.update({(x, y): c * d for ((x, _), c), ((y, _), d) in product(one, other)})
    return chances

def next_test(m: Metric, p: int, n: int, yes: Any, no: Any) -> Judge:
    """Judges who is ahead on further samples, as fractions or decimals."""
    value = {(x, y): m.of((y, n - y, p - x, x)) for x, y in product(range(p + 1), range(n + 1))}
    chances = dict.fromkeys(["better", "equal", "worse", "undefined"], Fraction(0))
    for ((tp, tp2), c), ((tn, tn2), d) in product(yes.items(), no.items()):
        x, y = value[tp, tn], value[tp2, tn2]
        chances["undefined" if x is None or y is None else "equal" if x == y else
                "better" if (x > y) != m.lower else "worse"] += c * d
    return lambda claim, at: same(claim, {k: x if "/" in str(claim) else decimal(x, Fraction(1), 10)
                                          for k, x in chances.items()}, at)

# ---- thresholds ----

def staircases(given: Input) -> list[Any]:
    """For each model the samples (is it positive, score), and each threshold with its matrix: a sample
    is called positive if its score is at least the threshold."""
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
            (_, (_, x, _, y)), (_, (_, x1, _, y1)), (_, (_, x2, _, y2)) = hull[-2], hull[-1], step
            if (x1 - x) * (y2 - y) < (y1 - y) * (x2 - x):
                break
            hull.pop()
        hull.append(step)
    return hull

def thresholds(doc: Doc, given: Input, options: Any) -> None:
    """AUC: how often a positive scores above a negative; ties count half. Brier: the mean square."""
    if options.choose_on or options.target_prior or "chosen_on" in doc or "target_prior" in doc:
        raise Unreadable("thresholds chosen on other samples, or for another prior, are not checked")
    truths, intervals = list[Doc](), ("threshold_probability?", "probability_cost?", "beta_squared?")
    for name, (samples, steps) in zip(given.names, staircases(given)):
        (n, _, p, _), scores = steps[0][1], [s for s, _ in steps[1:]]
        won = sum((samples[True, s] * (m[0] + Fraction(samples[False, s], 2)) for s, m in steps[1:]), Fraction(0))
        loss = sum((count * (s - truth) ** 2 for (truth, s), count in samples.items()), Fraction(0))
        inside = 0 <= min(scores) and max(scores) <= 1
        truths.append({"name": name, "distinct": len(scores), "auc": won / (n * p),
                       "brier": loss / (n + p) if inside else None, "hull": [
                           {"threshold": s} | counts(m) | dict.fromkeys(intervals, part("for which \
preferences each vertex is best")) for s, m in hull_of(steps)]})
        truths[-1] |= {} if inside else {"brier_undefined": "a score lies outside [0, 1]"}
        truths[-1] |= dict.fromkeys(["best?", "rank?", "usual?", "own_probability?"] if "at" in doc else [],
                                    part("the best thresholds"))
    shown = [x for x in truths if options.for_model in (None, x["name"])]
    same(doc, {"models": shown, "positives": p, "negatives": n} | {key: part("the best thresholds") for key in
               ("at", "score", "preferences", "optimistic") if key in doc}, "result")
    proved.append(f"AUC, Brier score and hull of {len(shown)} models")

# ---- curve ----

def curve(doc: Doc, given: Input, options: Any) -> None:
    """At priors 1/2 the difference of two is linear along the segment: it has one root at most."""
    (matrices, prior), (start, end) = tile(doc, given, options), take(doc, **{"from": point, "to": point})
    diagonal = start[0] == start[1] and end[0] == end[1]
    level = diagonal or start[0] == end[0] or start[1] == end[1]
    p, q = ([warp(z, 1 - prior) for z in e] for e in (start, end))

    def at(t: Fraction) -> tuple[Fraction, list[Fraction]]:
        """The position, and the point of the Tile, at this part of the way at priors 1/2."""
        spot = [warp(x + t * (y - x), prior) for x, y in zip(p, q)]
        axis = int(start[0] == end[0])
        return (spot[axis] - start[axis]) / (end[axis] - start[axis]) if level else t, spot
    swaps: dict[Any, list[tuple[int, int]]] = {}
    for i, j in combinations(range(len(matrices)), 2):
        x, y = (value(cut(matrices[i], matrices[j])[0], *e) for e in (p, q))
        if x * y < 0:
            swaps.setdefault(x / (x - y), []).append((i, j) if x > 0 else (j, i))
    stops, breaks, first = [Fraction(0), *sorted(swaps), Fraction(1)], list[Doc](), list[Doc]()
    for t in stops[1:-1]:
        position, (a, b) = at(t)
        named = sorted([given.names[i], given.names[j]] for i, j in swaps[t])
        breaks.append({"position": position, "at": [a, b], "pairs": len(named), "swapped?":
                       lambda claim, where, named=named: same(sorted(entries(claim, where)), named, where)})
        if diagonal:
            breaks[-1] |= {"threshold_probability": 1 - a, "probability_cost": warp(a, 1 - prior)}
        elif start[0] == end[0] == 1:
            breaks[-1] |= {"f_beta_squared": b / (1 - b)}
    for low, high in zip(stops, stops[1:]):
        a, b = at((low + high) / 2)[1]
        r = ranking_score(a, b)
        values = [r.of(m) for m in matrices]
        names = [name for name, v in zip(given.names, values) if v == max(values)]
        if not first or first[-1]["classifiers"] != names:
            first.append({"from": at(low)[0], "classifiers": names})
        first[-1]["to"] = at(high)[0]
    each = [x["position"] for x in breaks for _ in range(x["pairs"])]
    middle = {"lower": each[(len(each) - 1) // 2], "upper": each[len(each) // 2]} if each else None
    same(doc, {"straight_in": "tile" if level else "balanced", "swaps": len(each), "first": first,
               "rankings": len(breaks) + 1, "compromise": middle, "breaks": breaks}, "result")
    proved.append(f"{len(each)} swaps at {len(breaks)} points, who is first between, the middle swap")

# ---- check ----

def check(doc: Doc, given: Any, options: Any) -> None:
    """Which matrices have all the scores of a row: all matrices are tried."""
    one_row = dict(x.split("=", 1) for x in (options.reported or "").split())
    rows, truths = [one_row] if one_row else rows_of(options.input), list[Doc]()
    for row in rows:
        sizes = []
        for name in ("positives", "negatives"):
            ends = re.fullmatch(r"(\d+)(?:-(\d+))?", str(row.get(name) or getattr(options, name)).strip())
            if not ends:
                raise Unreadable(f"{name} are missing")
            sizes.append(range(int(ends[1]), int(ends[2] or ends[1]) + 1))
        scores = {name.strip(): (metric(name, name), *printed(x.strip(), options)) for name, x in row.items()
                  if name.strip() not in ("name", "positives", "negatives") and x.strip()}
        if sum((p + 1) * (n + 1) for p, n in product(*sizes)) > MOST:
            raise Unreadable("too many matrices to try all of them")
        tried = [(tn, n - tn, p - tp, tp) for p, n in product(*sizes)
                 for tp, tn in product(range(p + 1), range(n + 1))]
        fits = [frozenset(x for x, (s, *ends) in scores.items() if within(s.of(m), *ends)) for m in tried]
        explained = [dict(zip(CELLS, m)) for m, x in zip(tried, fits) if len(x) == len(scores)]
        truth: Doc = {"consistent": bool(explained), "matrices": len(explained), "points?": explained,
                      "first": explained[0] if explained else None, "conflict": None}
        if explained:
            truth["implied"] = part("the ranges of further scores", explained)
        else:
            truth |= {"conflict": conflict([*scores], set(fits)), "explained_by": part("other readings"),
                      "nearest": part("the nearest matrix", scores, tried, row, options)}
        truths.append({"name": row["name"]} | truth if "name" in row else truth)
    same(doc, {"rows": truths}, "result")
    proved.append(f"{len(rows)} rows: all matrices that explain them, or a smallest contradiction")

def conflict(names: list[str], together: set[frozenset[str]]) -> Judge:
    """Judges a smallest set of scores that no matrix has all of; `together` are those that some matrix has."""
    def judge(claim: Any, at: str) -> None:
        demand(set(claim) <= set(names) and len(set(claim)) == len(claim) > 0, at, "not some of the scores")
        demand(not any(set(claim) <= fits for fits in together), at, "a matrix has all of these")
        fewer = map(set, combinations(names, len(claim) - 1))
        demand(all(any(c <= fits for fits in together) for c in fewer), at, "fewer contradict each other")
    return judge

def printed(text: str, options: Any) -> tuple[Fraction, Fraction, bool, bool]:
    """The numbers that are printed so: from, to, and whether these two belong to them."""
    digits, scale = text.rstrip("% "), 100 if options.percent or text.endswith("%") else 1
    x, unit = exact(digits, "reported") / scale, unit_of(digits) / scale
    if options.rounding == "truncated":
        return x - unit * (x <= 0), x + unit * (x >= 0), x > 0, x < 0
    unit /= 1 if options.rounding == "unit" else 2
    return x - unit, x + unit, True, True

def unit_of(digits: str) -> Fraction:
    """A unit of the last place."""
    return Fraction(10) ** int(Decimal(digits).as_tuple().exponent)

def within(x: Any, low: Fraction, high: Fraction, from_: bool, to: bool) -> bool:
    """Whether a score is among the numbers that are printed so."""
    return x is not None and (low < x or from_ and low == x) and (x < high or to and x == high)

# ---- The command ----

SCHEMAS: dict[str, Callable[[Doc, Any, Any], None]] = {
    "regions": regions, "zone": zone, "rankings": rankings, "lattice-confluence": confluence,
    "lattice-pmf": pmf, "compare": compare, "thresholds": thresholds, "curve": curve, "check": check}
NO_INPUT = ["lattice-confluence", "lattice-pmf", "check"]
OF_SCORES = ["thresholds"]

def object_of(pairs: list[tuple[str, Any]]) -> Doc:
    """An object of JSON, in which no key stands twice."""
    demand(len(dict(pairs)) == len(pairs), "result", f"a key stands twice among {[k for k, _ in pairs]}")
    return dict(pairs)

def refuse(text: str) -> Any:
    """A number of JSON that is no integer."""
    raise Untrue(f"result: {text} is no exact number")

def shortest(t: Any) -> str:
    """A threshold as names have it: 0.9, 1.5e-7, or 1/3 if no decimal of 33 digits is equal to it."""
    if t is None:
        return "inf"
    context = Context(prec=33)
    x = context.normalize(context.divide(Decimal(t.numerator), Decimal(t.denominator)))
    return str(t) if Fraction(x) != t else f"{x:f}" if -7 < x.adjusted() < 21 else f"{x:e}".replace("+", "")

def fingerprint(given: Input) -> str:
    """SHA-256 of a line for each classifier: its name, tn, fp, fn, tp. Models stand for all that lie
    on their hulls."""
    named = list(zip(given.names, given.matrices)) or [
        (f"{name} >= {shortest(t)}", m) for name, (_, steps) in zip(given.names, staircases(given))
        for t, m in hull_of(steps)]
    lines = [" ".join([json.dumps(name, ensure_ascii=False), *map(str, m)]) + "\n" for name, m in named]
    return hashlib.sha256("".join(lines).encode()).hexdigest()

def made_from(claim: Any, given: Any) -> None:
    """The program, the command, and the fingerprint of this input and no other."""
    form = {"program": text_of(r"exactile \d+\.\d+\.\d+"), "command?": text_of(r"exactile .*")}
    here = fingerprint(given) if given else None
    same(claim, form | ({"input_sha256": text_of(r"[0-9a-f]{64}")} if here else {}), "provenance")
    demand(not here or claim["input_sha256"] == here, "provenance", "this result was made from another input")

def text_of(form: str) -> Judge:
    """Judges a string of this form."""
    return lambda claim, at: demand(isinstance(claim, str) and re.fullmatch(form, claim), at, f"{claim!r} is unknown")

def verify(text: str, options: Any) -> None:
    """Raises Untrue or Unreadable; otherwise `proved` and `unproved` say what was."""
    proved.clear()
    unproved.clear()
    try:
        doc = json.loads(text, object_pairs_hook=object_of, parse_float=refuse, parse_constant=refuse)
        demand(isinstance(doc, dict), "result", "no object")
        form, given = re.fullmatch(r"exactile\.(.*)\.v1", str(doc.pop("schema", None))), None
        if not form or form[1] not in SCHEMAS:
            known = "; verify_more.py knows it" if form and form[1] in MORE else ""
            raise Unreadable("the schema is unknown here" + known)
        if form[1] not in NO_INPUT:
            given = Input(options.input, options, doc.pop("positive", None), form[1] in OF_SCORES)
        if "provenance" in doc:
            made_from(doc.pop("provenance"), given)
        SCHEMAS[form[1]](doc, given, options)
    except json.JSONDecodeError as error:
        raise Unreadable(f"the result is no JSON: {error}") from None
    except (TypeError, ValueError, AttributeError, LookupError, ArithmeticError, RecursionError,
            StopIteration) as error:
        raise Untrue(f"result: not of the form of its schema ({type(error).__name__}: {error})") from None

def arguments(words: list[str] | None = None) -> Any:
    """The options repeat what the command was told."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("result", metavar="RESULT.json", help="what the program has written with --format json")
    parser.add_argument("input", nargs="?", metavar="INPUT", help="what it was made from; none for lattices")
    for name in "prior target-prior choose-on for-model positives negatives reported".split():
        parser.add_argument("--" + name, metavar="X", help="as in the command")
    for name in ("tp", "fp", "fn", "tn"):
        parser.add_argument("--" + name, default="0", metavar="N", help="observed counts of a lattice pmf")
    parser.add_argument("--rounding", choices=("nearest", "truncated", "unit"), default="nearest", help="as in check")
    parser.add_argument("--percent", action="store_true", help="as in check")
    parser.add_argument("--ignore", action="append", default=[], metavar="COLUMN", help="as in the command")
    return parser.parse_args(words)

def main() -> int:
    """Prints what is proved, or what is false."""
    options = arguments()
    try:
        with open(options.result, encoding="utf-8") as file:
            verify(file.read(), options)
    except (OSError, UnicodeDecodeError, Unreadable) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except Untrue as error:
        print(f"false       {error}")
        return 1
    print("".join(f"proved      {x}\n" for x in proved) + "".join(f"not proved  {x}\n" for x in unproved), end="")
    return 0

if __name__ == "__main__":
    sys.exit(main())
