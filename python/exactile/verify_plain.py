"""Checks results of exactile (--format json) against their input, from the definitions alone.

    python verify_plain.py RESULT.json [INPUT] [options]

Needs nothing but CPython 3.10 and shares no code with the program. Numbers are fractions; logarithms and roots are
decimals of 80 digits, and count as equal if 60 agree. Exit status 0: every line printed is proved; 1: the place of a
false statement; 2: a file cannot be read, or holds something unknown here. What is not proved is printed as such.

To follow how one kind of result is checked, read up to "The Tile" and then its own section.

At the point (a, b) of the Tile, with s = (1-a) tn + a tp and u = (1-b) fp + b fn, the score is s/(s+u). So i is better
than j where F = s_i u_j - s_j u_i is positive: k_ab ab + k_a a + k_b b + k_1. F = 0 is the frontier of the two.
"""

import argparse
import csv
import itertools
import json
import math
import re
import sys
from collections import Counter
from decimal import Decimal, localcontext
from fractions import Fraction
from statistics import NormalDist
from typing import Any, Callable

INF = float("inf")  # only compared, never computed with
MOST = 400_000  # matrices or outcomes that are enumerated


class Untrue(Exception):
    """A statement of the result is false."""


class Unreadable(Exception):
    """A file cannot be read, or something in it is unknown here."""


proved: list[str] = []
unproved: dict[str, list[str]] = {}  # what, and the places of the values it stands for


def demand(holds: Any, at: str, what: str) -> None:
    if not holds:
        raise Untrue(f"{at}: {what}")


def passed(what: str) -> Callable[[Any, str], None]:
    """Stands for a truth that is not computed here."""
    return lambda claim, at: unproved.setdefault(what, []).append(at)


class Maybe:
    """What a key says that may be missing."""
    def __init__(self, truth: Any) -> None:
        self.truth = truth


def same(claim: Any, truth: Any, at: str) -> None:
    """The claim is the truth: no key more or less, no other type. A function judges for itself."""
    if callable(truth):
        truth(claim, at)
    elif isinstance(truth, dict):
        demand(isinstance(claim, dict), at, f"an object should stand here, not {claim!r}")
        for key in sorted(set(claim) ^ set(truth)):
            demand(key not in claim and isinstance(truth[key], Maybe), at,
                   f"the key {key!r} is {'unknown' if key in claim else 'missing'}")
        for key in claim:
            same(claim[key], truth[key].truth if isinstance(truth[key], Maybe) else truth[key], f"{at}.{key}")
    elif isinstance(truth, (list, tuple)):
        demand(isinstance(claim, list) and len(claim) == len(truth), at, f"{len(truth)} entries should stand here")
        for k, x in enumerate(truth):
            same(claim[k], x, f"{at}[{k}]")
    else:
        truth = {INF: "inf", -INF: "-inf"}[truth] if isinstance(truth, float) else truth
        truth = str(truth) if isinstance(truth, Fraction) else truth
        demand(type(claim) is type(truth) and claim == truth, at, f"it is {truth!r}, not {str(claim)[:200]!r}")


def number(claim: Any, at: str) -> Fraction:
    """An exact number: a string in lowest terms."""
    demand(isinstance(claim, str) and re.fullmatch(r"-?\d+(/[1-9]\d*)?", claim), at, f"{claim!r} is no fraction")
    demand(str(Fraction(claim)) == claim, at, f"{claim} is not in lowest terms")
    return Fraction(claim)


# ---- Irrational numbers ----

def decimal(x: Fraction | int) -> Decimal:
    return Decimal(x.numerator) / Decimal(x.denominator)


def root(x: Fraction) -> Fraction | None:
    n, d = math.isqrt(x.numerator), math.isqrt(x.denominator)
    return Fraction(n, d) if n * n == x.numerator and d * d == x.denominator else None


def z(p: Fraction) -> Decimal:
    """The normal quantile: Newton's method from a float; P(0 < Z < x) is the density times x + x^3/3 + x^5/15 ..."""
    x, tau = Decimal(NormalDist().inv_cdf(float(p))), 2 * Decimal("3.14159265358979323846264338327950288419716939937510582"
                                                                  "097494459230781640628620899862803")
    for _ in range(6):
        density, term, total, k = (-x * x / 2).exp() / tau.sqrt(), x, Decimal(0), 1
        while abs(term) > Decimal("1e-78"):
            total, k = total + term, k + 2
            term = term * x * x / k
        x -= (total * density + Decimal("0.5") - decimal(p)) / density
    return x


FORMS = {"sqrt": Decimal.sqrt, "ln": Decimal.ln, "z": lambda p: z(Fraction(p)), "D": Decimal, "__builtins__": {}}


def enclosed(value: Decimal, form: bool = True) -> Callable[[Any, str], None]:
    """A judge of {"lower": decimal, "upper": decimal, "exact": closed form} for this value."""
    def judge(claim: Any, at: str) -> None:
        same(claim, {"lower": passed(""), "upper": passed(""), **({"exact": passed("")} if form else {})}, at)
        unproved.pop("")
        for end in "lower", "upper":
            demand(isinstance(claim[end], str) and re.fullmatch(r"-?\d+\.\d+", claim[end]), f"{at}.{end}", "no decimal")
        lower, upper, slack = Decimal(claim["lower"]), Decimal(claim["upper"]), (abs(value) + 1).scaleb(-60)
        demand(lower - slack <= value <= upper + slack, at, f"the decimals do not enclose {value:.25f}")
        demand(upper - lower <= Decimal("1e-15"), at, "the decimals are more than 1e-15 apart")
        if form:
            demand(isinstance(claim["exact"], str), at + ".exact", "no closed form")
            demand(re.fullmatch(r"(?:\d|[-+/() ]|\*(?!\*)|sqrt|ln|z)+", claim["exact"]), at + ".exact", "no closed form")
            try:
                same_value = abs(eval(re.sub(r"\d+", r"D(\g<0>)", claim["exact"]), FORMS) - value) < slack
            except (SyntaxError, TypeError, ArithmeticError, ValueError):
                same_value = False
            demand(same_value, at + ".exact", "this is another number")
    return judge


# ---- Metrics: name ("-": lower is better), kind, place on the Tile with q = pi-, definition of the key ----
# A key is ordered as the value v. exact: v itself; root: sign(v) v^2; ln: e^v; threshold: FPR/(TPR + FPR), for
# v = sqrt(FPR)/(sqrt(TPR) + sqrt(FPR)). A metric is undefined where the definition divides by 0.

METRICS = """
accuracy           exact  1/2,1/2  (tp + tn) / t
-error_rate        exact  1/2,1/2  (fp + fn) / t
tpr                exact  1,1      tp / p
tnr                exact  0,0      tn / n
-fpr               exact  0,0      fp / n
-fnr               exact  1,1      fn / p
ppv                exact  1,0      tp / (tp + fp)
npv                exact  0,1      tn / (tn + fn)
-fdr               exact  1,0      fp / (tp + fp)
-for_              exact  0,1      fn / (tn + fn)
ba                 exact  q,q      (tpr + tnr) / 2
informedness       exact  q,q      tpr + tnr - 1
markedness         exact  -        ppv + npv - 1
mcc                root   -        signed(tp * tn - fp * fn, (tp + fp) * p * n * (tn + fn))
f1                 exact  1,1/2    2 * tp / (2 * tp + fp + fn)
ts                 exact  1,1/2    tp / (tp + fp + fn)
jaccard_negative   exact  0,1/2    tn / (tn + fp + fn)
kappa              exact  q*q/(q*q+(1-q)*(1-q)),1/2  2 * (tp * tn - fn * fp) / ((tp + fp) * n + p * (fn + tn))
gm                 root   -        tpr * tnr
fm                 root   -        ppv * tpr
plr                exact  1,0      over(tpr, fpr)
-nlr               exact  0,1      over(fnr, tnr)
dor                exact  -        over(tp * tn, fp * fn)
log_plr            ln     1,0      plr
-log_nlr           ln     0,1      nlr
log_dor            ln     -        dor
-pt                threshold  1,0  fpr / (tpr + fpr)
d_prime            normal -        normal(tpr, fpr)
ppv_bal            exact  1,0      tpr / (1 + tpr - tnr)
npv_bal            exact  0,1      tnr / (1 + tnr - tpr)
f1_bal             exact  1,q      2 * tpr / (2 + tpr - tnr)
ts_bal             exact  1,q      tpr / (2 - tnr)
mcc_bal            root   -        signed(tpr + tnr - 1, 1 - (tpr - tnr) ** 2)
markedness_bal     exact  -        ppv_bal + npv_bal - 1
fm_bal             root   -        tpr * tpr / (1 + tpr - tnr)
prevalence         exact  -        p / t
total              exact  -        t
positives          exact  -        p
negatives          exact  -        n
predicted_positives  exact  -      tp + fp
predicted_negatives  exact  -      fn + tn
ptn                exact  0,0      tn / t
-pfp               exact  0,0      fp / t
-pfn               exact  1,1      fn / t
ptp                exact  1,1      tp / t
prior_negative     exact  -        n / t
rpp                exact  -        (tp + fp) / t
rnp                exact  -        (tn + fn) / t
bennett_s          exact  1/2,1/2  (tp + tn - fp - fn) / t
determinant        exact  q,q      (tp * tn - fp * fn) / t ** 2
bias_index         exact  -        (fp - fn) / t
chance             exact  -        ((tp + fp) * p + n * (fn + tn)) / t ** 2
scott_pi           exact  -        (4 * tp * tn - (fp + fn) ** 2) / ((2 * tp + fp + fn) * (2 * tn + fp + fn))
acp                exact  -        (tnr + tpr + npv + ppv) / 4
p4                 exact  -        4 * tp * tn / (4 * tp * tn + (tp + tn) * (fp + fn))
"""


class Cells(dict[str, Any]):
    """The cells of a confusion matrix, and every metric of it, by name."""
    def __init__(self, matrix: Any) -> None:
        tn, fp, fn, tp = map(Fraction, matrix)
        super().__init__(tn=tn, fp=fp, fn=fn, tp=tp, p=fn + tp, n=tn + fp, t=tn + fp + fn + tp)

    def __missing__(self, name: str) -> Any:
        if name not in TABLE:
            raise KeyError(name)
        self[name] = eval(TABLE[name].code, FUNCTIONS, self)
        return self[name]


class Metric:
    def __init__(self, name: str, kind: str, place: str, definition: str) -> None:
        self.name, self.kind, self.lower = name.lstrip("-"), kind, name[0] == "-"
        self.place = None if place == "-" else place.split(",")
        self.code = compile(re.sub(r"(?<![\w.*])(\d+)(?![\w.])", r"F(\1)", definition), name, "eval")

    def key(self, cells: Cells) -> Any:
        try:
            return cells[self.name] if self.name in TABLE else eval(self.code, FUNCTIONS, cells)
        except ZeroDivisionError:
            return None

    def number(self, key: Any) -> Decimal:
        """The value, to 75 digits."""
        if isinstance(key, float):
            return Decimal(key)
        x = key if isinstance(key, Decimal) else decimal(key)
        if self.kind == "ln":
            return x.ln()
        if self.kind == "threshold":
            return 1 / (1 + ((1 - x) / x).sqrt()) if x else x
        return x if self.kind != "root" else abs(x).sqrt().copy_sign(x)

    def value(self, key: Any) -> Any:
        """What stands in the result: a fraction, an infinity, or an enclosure."""
        if key is None or self.kind == "exact" or isinstance(key, float):
            return key
        if self.kind == "ln" and not key:
            return -INF
        if not key or self.kind == "ln" and key == 1:
            return Fraction(0)
        if self.kind == "root" and (r := root(abs(key))) is not None:
            return -r if key < 0 else r
        if self.kind == "threshold" and (r := root((1 - key) / key)) is not None:
            return 1 / (1 + r)
        return enclosed(self.number(key))


def over(a: Fraction, b: Fraction) -> Any:
    return INF if a and not b else a / b


def signed(a: Fraction, square: Fraction) -> Fraction:
    return a * abs(a) / square


def normal(x: Fraction, y: Fraction) -> Any:
    ends = [INF if v == 1 else -INF if v == 0 else 0 for v in (x, y)]
    if any(ends):
        return 1 / Fraction(0) if ends[0] == ends[1] else ends[0] or -ends[1]
    return Decimal(0) if x == y else z(x) - z(y)


FUNCTIONS = {"over": over, "signed": signed, "normal": normal, "F": Fraction, "__builtins__": {}}
TABLE = {m.name: m for m in (Metric(*line.split(None, 3)) for line in METRICS.split("\n") if line)}
TITLES = {"balanced accuracy": "ba", "threat score": "ts", "negative Jaccard": "jaccard-negative", "for": "for_",
          "acc": "accuracy", "sens": "tpr", "sensitivity": "tpr", "recall": "tpr", "spec": "tnr", "specificity": "tnr",
          "precision": "ppv", "balanced-accuracy": "ba"}


def metric(title: Any, at: str) -> Metric:
    """The metric of a name or title: of the table, f-beta(B), r(A,B), p(EVENT|GIVEN)."""
    demand(isinstance(title, str), at, f"{title!r} is no name")
    name = TITLES.get(title, title).lower().replace("-", "_").replace(" ", "")
    name = re.sub(r"^f(?!1$)([\d./]+)$", r"f_beta(\1)", name)
    if name in TABLE:
        return TABLE[name]
    if found := re.fullmatch(r"p\(((?:t[np]|f[np]|,)+)\|((?:t[np]|f[np]|,)+)\)", name):
        given = found[2].split(",")
        made = Metric(name, "exact", "-", f"({'+'.join(e for e in found[1].split(',') if e in given)}) / ({'+'.join(given)})")
        before, *after = (made.key(Cells(m)) for m in ((3, 4, 5, 6), (3, 4, 4, 7), (4, 3, 5, 6)))
        made.lower = min(after) < before
        return made
    try:
        if found := re.fullmatch(r"f_beta\(([\d./]+)\)", name):
            a, b = Fraction(1), 1 - 1 / (1 + Fraction(found[1]) ** 2)
        elif found := re.fullmatch(r"r\(([\d./]+),([\d./]+)\)", name):
            a, b = Fraction(found[1]), Fraction(found[2])
        else:
            raise ValueError
    except (ValueError, ZeroDivisionError):
        raise Unreadable(f"{at}: this program does not know the metric {title!r}") from None
    good = f"({1 - a} * tn + {a} * tp)"
    return Metric(name, "exact", f"{a},{b}", f"{good} / ({good} + {1 - b} * fp + {b} * fn)")


def placed(m: Metric, q: Fraction) -> Any:
    """The place of a metric on the Tile of negative prior q."""
    if "|" in m.name:
        return passed("the place of a probability P(EVENT|GIVEN)")
    return m.place and [eval(re.sub(r"\d+", r"F(\g<0>)", x), {"q": q, "F": Fraction}) for x in m.place]


# ---- Input ----

def exact(text: Any, at: str) -> Fraction:
    if not re.fullmatch(r" *[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,4})? *| *[+-]?\d+/0*[1-9]\d* *", str(text)):
        raise Unreadable(f"{at}: {text!r} is no number")
    return Fraction(str(text).strip())


def label(text: str) -> Any:
    """Labels that are equal as numbers are one label."""
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return text.lower() if text.lower() in ("true", "false") else text


def rows_of(path: str) -> list[dict[str, str]]:
    try:
        with open(path, newline="", encoding="utf-8-sig") as file:
            text = file.read()
        if text.lstrip()[:1] == "[":
            return [dict(row) for row in json.loads(text, parse_float=str, parse_int=str)]
        header, *lines = [line for line in csv.reader(text.splitlines(), strict=True) if line]
    except (OSError, ValueError, TypeError, csv.Error) as error:
        raise Unreadable(f"{path}: {error}") from None
    if len(set(header)) < len(header) or any(len(line) != len(header) for line in lines):
        raise Unreadable(f"{path}: the header has a column twice, or a line has another length")
    return [dict(zip((h.strip() for h in header), line)) for line in lines]


class Input:
    """Names; confusion matrices (tn, fp, fn, tp) from counts, rates or predictions; for each sample its class and what it got."""
    def __init__(self, path: str, options: Any, positive: Any, scores: bool = False) -> None:
        rows, self.samples, self.matrices = rows_of(path), Counter[Any](), list[Any]()
        columns = [c for c in (rows[0] if rows else {}) if c not in options.ignore]
        self.paired, self.names = "y_true" in columns, [c for c in columns if c not in ("y_true", "count")]
        demand((positive is None) != self.paired, "positive", "there is a positive label if and only if the input has labels")
        if self.paired:
            truths = {label(row["y_true"]) for row in rows}
            demand(isinstance(positive, str) and label(positive) in truths, "positive", f"{positive!r} is no label of y_true")
            for k, row in enumerate(rows):
                found = [exact(row[c], f"{path}:{k + 2}") if scores else label(row[c]) for c in self.names]
                if len(truths) != 2 or not (scores or truths.issuperset(found)):
                    raise Unreadable(f"{path}:{k + 2}: not one of two labels that y_true holds")
                got = tuple(found if scores else [g == label(positive) for g in found])
                self.samples[label(row["y_true"]) == label(positive), got] += int(exact(row.get("count", 1), path))
            for k in range(0 if scores else len(self.names)):
                cells = Counter[Any]()
                for (truth, got), count in self.samples.items():
                    cells[truth, got[k]] += count
                self.matrices.append([Fraction(cells[c]) for c in itertools.product((False, True), repeat=2)])
            return
        self.names = [row.get("name", "") for row in rows]
        for k, row in enumerate(rows):
            at = f"{path}:{k + 2}"
            if {"tn", "fp", "fn", "tp"} <= set(row):
                self.matrices.append([exact(row[c], at) for c in ("tn", "fp", "fn", "tp")])
            else:
                x, y, q = (exact(v, at) for v in (row.get("tnr"), row.get("tpr"), row.get("prior", options.prior)))
                self.matrices.append([(1 - q) * x, (1 - q) * (1 - x), q * (1 - y), q * y])


def prior_of(m: Any) -> Fraction:
    return Fraction(m[2] + m[3]) / Fraction(sum(m))


def shifted(m: Any, prior: Fraction) -> Any:
    """The same rates at another prior, with the same total."""
    n, p = (1 - prior) * sum(m) / (m[0] + m[1]), prior * sum(m) / (m[2] + m[3])
    return m if prior == prior_of(m) else [m[0] * n, m[1] * n, m[2] * p, m[3] * p]


def matrices_of(doc: dict[str, Any], given: Input, options: Any) -> list[Any]:
    """The matrices on the Tile on which the result says it stands."""
    own, matrices = [prior_of(m) for m in given.matrices], given.matrices
    stated, prior = "prior_positive" in doc, doc.pop("prior_positive", options.target_prior)
    demand("ranking" in doc or stated, "prior_positive", "is missing")
    if prior is None and stated:
        demand(len(set(own)) > 1, "prior_positive", f"it is {own[0]}")
        same(doc.pop("priors", None), own, "priors")
    elif prior is not None:
        pi = number(prior, "prior_positive")
        demand(0 < pi < 1 and options.target_prior in (None, prior), "prior_positive", "not the one of --target-prior")
        if set(own) != {pi} and not options.target_prior:
            unproved[f"that the prior asked for is {pi}, which is not that of the input"] = []
        matrices = [shifted(m, pi) for m in matrices]
    if "classifiers" in doc:
        cells = [dict(zip(("tn", "fp", "fn", "tp"), map(Fraction, m)), name=n) for n, m in zip(given.names, matrices)]
        same(doc.pop("classifiers"), cells, "classifiers")
        proved.append(f"the counts and priors of {len(matrices)} classifiers are those of the input")
    return matrices


# ---- The Tile ----

Curve = tuple[int, ...]  # k_ab, k_a, k_b, k_1
SIDES: list[Curve] = [(0, 0, 1, 0), (0, -1, 0, 1), (0, 0, -1, 1), (0, 1, 0, 0)]  # b = 0, a = 1, b = 1, a = 0
CORNERS = [(Fraction(a), Fraction(b)) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]


def unsigned(k: Curve) -> Curve:
    return max(k, tuple(-x for x in k))


ON_SIDES = {unsigned(k) for k in SIDES}


def frontier(i: Any, j: Any, whole: bool = False) -> Curve:
    """F = s_i u_j - s_j u_i without common factor; if not `whole`, also without a factor in a or b alone, made positive, that
    does not vanish inside. (If s_i and s_j, or u_i and u_j, are proportional, F is a product of two.)"""
    (s, u), (s2, u2) = (((tn, tp - tn), (fp, fn - fp)) for tn, fp, fn, tp in (i, j))
    ab, a, b, one = (Fraction(s[x] * u2[y] - s2[x] * u[y]) for x, y in ((1, 1), (1, 0), (0, 1), (0, 0)))
    if ab and ab * one == a * b and not whole:  # ab (a + b/ab) (b + a/ab)
        ra, rb = -b / ab, -a / ab
        if not 0 < ra < 1:
            ab, a, b, one = (Fraction(x * (1 if ra <= 0 else -1)) for x in (0, 0, ab, a))
        elif not 0 < rb < 1:
            ab, a, b, one = (Fraction(x * (1 if rb <= 0 else -1)) for x in (0, ab, 0, b))
    common = math.lcm(*(x.denominator for x in (ab, a, b, one)))
    integers = [int(x * common) for x in (ab, a, b, one)]
    return tuple(x // (math.gcd(*integers) or 1) for x in integers)


def at_point(k: Curve, a: Fraction, b: Fraction) -> int:
    """k(a, b), times the denominators of a and b."""
    return (k[0] * a.numerator * b.numerator + k[1] * a.numerator * b.denominator
            + k[2] * a.denominator * b.numerator + k[3] * a.denominator * b.denominator)


def sign(x: Any) -> int:
    return int(x > 0) - int(x < 0)


class Edge:
    """A part of a curve from one point to another, monotone in a and in b, with k > 0 on its left."""
    def __init__(self, start: Any, end: Any, k: Curve, at: str) -> None:
        self.start, self.end, self.k, self.at = start, end, k, at
        (a, b), (c, d) = start, end
        demand(start != end and at_point(k, a, b) == 0 == at_point(k, c, d), at, "its curve does not go through its ends")
        w = [(k[0] * x + k[2]) * a.denominator * c.denominator for x in (a, c)]  # dk/db
        slopes = [(k[0] * y + k[1]) * (b - d) for y in (b, d)] if a == c else [x * (c - a) for x in w]
        demand(min(slopes) > 0, at, "its curve is not positive on its left, or is broken")
        self.w = (1, 1) if a == c or b == d else (abs(int(w[0])), abs(int(w[1])))

    def sign(self, f: Curve) -> int | None:
        """Of f on the open edge: 1, -1, or 0 if it vanishes there; None if it changes.

        With a = (1-t) a0 + t a1, and b = ((1-t) w0 b0 + t w1 b1)/((1-t) w0 + t w1) as k = 0 says, f is, times a positive
        denominator, c0 (1-t)^2 + c1 t(1-t) + c2 t^2."""
        (a, b), (c, d), (w0, w1) = self.start, self.end, self.w
        c0 = w0 * at_point(f, a, b) * c.denominator * d.denominator
        c2 = w1 * at_point(f, c, d) * a.denominator * b.denominator
        c1 = (w0 * at_point(f, c, b) * a.denominator * d.denominator + w1 * at_point(f, a, d) * c.denominator * b.denominator)
        if min(c0, c1, c2) >= 0 or max(c0, c1, c2) <= 0:
            return sign(c0 + c1 + c2)
        return sign(c0) if c0 * c2 > 0 and c1 * c1 < 4 * c0 * c2 else None

    def area(self) -> tuple[Fraction, Fraction, Fraction]:
        """The integral of -b da along it as r, c, q: it is r + c ln q."""
        (a, b), (c, d), k = self.start, self.end, self.k
        if not k[0] or 1 == self.w[0] == self.w[1]:
            return (b + d) * (a - c) / 2, Fraction(0), Fraction(1)
        return Fraction(k[1], k[0]) * (c - a), (k[3] - Fraction(k[1] * k[2], k[0])) / k[0], Fraction(self.w[1], self.w[0])


def point(claim: Any, at: str) -> Any:
    demand(isinstance(claim, list) and len(claim) == 2, at, "no point")
    a, b = number(claim[0], at), number(claim[1], at)
    demand(0 <= a <= 1 and 0 <= b <= 1, at, "outside the Tile")
    return a, b


def border(piece: dict[str, Any], at: str) -> list[Edge]:
    """The edges of a piece. On each edge every other edge's k is at least 0, and somewhere above: then they run around each
    point at most once and counter-clockwise. For k is harmonic (k_aa + k_bb = 0), so it is positive at every point
    that they run around, and a ray upwards from there crosses every edge from its left to its right."""
    demand(isinstance(piece["vertices"], list) and isinstance(piece["edges"], list), at, "no lists")
    points = [point(v, f"{at}.vertices[{n}]") for n, v in enumerate(piece["vertices"])]
    count = len(piece["edges"])
    demand(count == len(points) > 1 or count == len(points) - 1 < 2, at, "edges do not fit the vertices")
    edges = []
    for n, k in enumerate(piece["edges"]):
        here = f"{at}.edges[{n}]"
        demand(isinstance(k, list) and len(k) == 4, here, "no curve")
        curve = tuple(number(x, here).numerator for x in k)
        demand(math.gcd(*curve) == 1 and [str(x) for x in curve] == k, here, "not integers without common factor")
        edges.append(Edge(points[n], points[(n + 1) % len(points)], curve, here))
    for e, f in zip(edges, edges[1:] + edges[:1]) if len(edges) > 1 else []:
        signs = [x.sign(e.k) for x in edges]
        demand(set(signs) <= {0, 1}, e.at, "its curve is negative somewhere on the border of the piece")
        demand(e.k != f.k and 1 in signs, e.at, "does not end at its end, or bounds nothing")
    return edges


def area(edges: list[Edge]) -> Any:
    """Exactly, if all logarithms are of 1 or cancel in 60 digits; else a judge."""
    parts = [e.area() for e in edges]
    r, logs = sum((p[0] for p in parts), Fraction(0)), sum((decimal(p[1]) * decimal(p[2]).ln() for p in parts), Decimal(0))
    return r if abs(logs) < Decimal("1e-60") else enclosed(decimal(r) + logs)


def rank_of(signs: list[int]) -> list[int]:
    """The rank interval of one whose frontiers with all others have these signs."""
    return [1 + signs.count(-1), len(signs) + 1 - signs.count(1)]


def regions(doc: dict[str, Any], given: Input, options: Any) -> None:
    shown, matrices, chosen = "classifiers" in doc, matrices_of(doc, given, options), doc.pop("selection", {})
    demand(isinstance(chosen, dict) and set(chosen) <= {"ranks", "classifiers"}, "selection", "unknown")
    ranks, names = chosen.get("ranks"), chosen.get("classifiers", given.names)
    demand(isinstance(names, list) and set(map(str, names)) <= set(given.names), "selection", "unknown names")
    demand(ranks is None or isinstance(ranks, list) and all(type(r) is int for r in ranks), "selection", "no ranks")
    demand(shown, "classifiers", "are missing")
    demand(set(doc) == {"pieces"} and isinstance(doc["pieces"], list), "the result", f"has other keys: {sorted(doc)}")
    found: dict[int, list[Any]] = {i: [] for i, name in enumerate(given.names) if name in names}
    curves = {i: [frontier(matrices[i], m) for j, m in enumerate(matrices) if j != i] for i in found}
    with_area = any("area" in piece for piece in doc["pieces"] if isinstance(piece, dict))
    for n, piece in enumerate(doc["pieces"]):
        at, here = f"pieces[{n}]", passed("")
        same(piece, dict.fromkeys(["classifier", "dimension", "rank", "vertices", "edges"] + ["area"] * with_area, here), at)
        unproved.pop("")
        i, edges = piece["classifier"], border(piece, at)
        demand(type(i) is int and i in found, at + ".classifier", f"{i!r} is not selected")
        same(piece["dimension"], min(len(edges), 2), at + ".dimension")
        spot, signs = point(piece["vertices"][0], at), []
        allowed = {unsigned(k) for k in curves[i]} | (ON_SIDES if len(edges) > 1 else set())
        demand(all(unsigned(e.k) in allowed for e in edges), at, "an edge lies on no frontier of its classifier")
        for k in curves[i]:
            seen = {e.sign(k) for e in edges} or {sign(at_point(k, *spot))}
            demand(None not in seen and not {1, -1} <= seen, at, f"the frontier {k} runs through it")
            signs.append(sum(seen))  # type: ignore[arg-type]
        same(piece["rank"], rank_of(signs), at + ".rank")
        demand(not ranks or any(piece["rank"][0] <= r <= piece["rank"][1] for r in ranks), at, "its rank is not selected")
        crossed = {unsigned(k) for k in curves[i] if any(k) and at_point(k, *spot) == 0}
        demand(edges or len(crossed) > 1 and all(0 < x < 1 for x in spot), at, "no frontiers cross there")
        if with_area:
            same(piece["area"], area(edges) if len(edges) > 1 else Fraction(0), at + ".area")
        found[i].append((len(edges), edges, spot))
    proved.append("each region and tie is bounded by frontiers of its classifier and sides of the Tile, and none runs through it")
    proved.append(f"the ranks{' and areas' * with_area} of {len(doc['pieces'])} pieces")
    for i, pieces in found.items():
        at = f"the pieces of {given.names[i]!r}"
        if not ranks:
            covers(pieces, at)
        elif len(set(map(prior_of, matrices))) == 1:
            walked(matrices[i], [m for j, m in enumerate(matrices) if j != i], pieces, ranks, at)
    if ranks and len(set(map(prior_of, matrices))) > 1:
        unproved["that no piece with a selected rank is missing or repeated"] = []
    else:
        proved.append("regions, ties and crossings " + ("with a selected rank are complete" if ranks else "make up the Tile")
                      + ": for each classifier each point once")


def covers(pieces: list[Any], at: str) -> None:
    """Along every curve the borders of the regions cancel, but for the sides of the Tile: so each point is covered once.
    The ties are the edges between regions, each once; the crossings their inner corners."""
    flow, line = Counter[Any](), Counter[Any]()
    for start, end, k in zip(CORNERS, CORNERS[1:] + CORNERS[:1], SIDES):
        flow.update({(unsigned(k), start): 1})
        flow.subtract({(unsigned(k), end): 1})
    for n, edges, _ in pieces:
        for e in edges:
            k, low, high = unsigned(e.k), min(e.start, e.end), max(e.start, e.end)
            if n > 1:
                flow[k, e.end], flow[k, e.start] = flow[k, e.end] + 1, flow[k, e.start] - 1
            if n == 1 or e.start == low and k not in ON_SIDES:
                step = 1 if n == 1 else -1
                line[k, low], line[k, high] = line[k, low] + step, line[k, high] - step
    demand(not any(flow.values()), at, "the regions leave a part of the Tile out, or cover it twice")
    demand(not any(line.values()), at, "the ties are not the borders between the regions, each once")
    inner = {e.start for n, edges, _ in pieces if n > 1 for e in edges if all(0 < x < 1 for x in e.start)}
    demand(sorted(inner) == sorted(p for n, _, p in pieces if not n), at, "the crossings are not the inner corners, each once")


def walked(m: Any, rivals: list[Any], pieces: list[Any], ranks: list[int], at: str) -> None:
    """With one prior no two frontiers of a classifier meet inside, and each meets the diagonal once, where s_i = s_j:
    so along the diagonal come all its regions and ties, each once."""
    swaps = {(o[0] / sum(o) - m[0] / sum(m)) / d for o in rivals if (d := (m[3] - m[0]) / sum(m) - (o[3] - o[0]) / sum(o))}
    stops = [Fraction(0), *sorted(z for z in swaps if 0 < z < 1), Fraction(1)]
    curves = [frontier(m, o) for o in rivals]
    for n, z in [(1, z) for z in stops[1:-1]] + [(2, (x + y) / 2) for x, y in zip(stops, stops[1:])]:
        best, worst = rank_of([sign(at_point(k, z, z)) for k in curves])
        there = sum(min(size, 2) == n and all((sign(at_point(e.k, z, z)) > 0) == (n > 1) and (n > 1 or at_point(e.k, z, z) == 0)
                                              for e in edges) for size, edges, _ in pieces)
        demand(there == any(best <= r <= worst for r in ranks), at, f"{there} of them hold ({z}, {z}), of rank {best} to {worst}")


def warp(x: Fraction, prior: Fraction) -> Fraction:
    """From the Tile of this prior to the balanced one, where one prior makes all frontiers straight."""
    return x * prior / ((1 - x) * (1 - prior) + x * prior)


def zone(doc: dict[str, Any], given: Input, options: Any) -> None:
    better, than, priors = doc.pop("better"), doc.pop("than"), set(map(prior_of, given.matrices))
    prior = prior_of(matrices_of(doc, given, options)[0]) if "priors" not in doc else matrices_of(doc, given, options) and None
    for names in better, than:
        demand(isinstance(names, list) and names and set(map(str, names)) <= set(given.names), "better, than", "unknown names")
        demand(len(set(names)) == len(names), "better, than", "a name stands twice")
    ms = [shifted(m, prior) if prior else m for m in given.matrices]
    named = [(ms[given.names.index(i)], ms[given.names.index(j)]) for i in better for j in than]
    curves, full = [frontier(i, j) for i, j in named], [frontier(i, j, True) for i, j in named]
    demand(set(doc) == {"piece"}, "the result", f"has other keys: {sorted(doc)}")
    piece, edges = doc["piece"], list[Edge]()
    if piece is not None:
        same(piece, dict.fromkeys(["dimension", "vertices", "edges", "area"], passed("")) | {"on_border": Maybe(passed(""))}, "piece")
        unproved.pop("")
        for n, part in enumerate(piece.get("on_border", [])):
            ends = [point(v, f"piece.on_border[{n}]") for v in part]
            demand(not prior and ends and any(all(at_point(k, *e) == 0 for e in ends) for k in SIDES) and all(
                at_point(k, *e) >= 0 for k in full for e in ends), f"piece.on_border[{n}]", "not on a side, or one is better there")
        edges = border(piece, "piece")
        same(piece["dimension"], min(len(edges), 2), "piece.dimension")
        same(piece["area"], area(edges) if len(edges) > 1 else Fraction(0), "piece.area")
        for e in edges:
            demand(unsigned(e.k) in {unsigned(k) for k in curves} | ON_SIDES, e.at, "an edge lies on no frontier of the two sets")
            demand({e.sign(k) for k in full} <= {0, 1}, e.at, "one of the second set is better there")
    if not prior:
        spots = [point(v, "piece.vertices") for v in piece["vertices"]] if piece else []
        demand(all(at_point(k, *spot) >= 0 for k in full for spot in spots), "piece.vertices", "one of the second set is better there")
        unproved["that the zone has no further part (priors differ)"] = [] if len(edges) > 1 else ["piece"]
    else:
        corners: list[Any] = CORNERS
        for f in [frontier(shifted(i, Fraction(1, 2)), shifted(j, Fraction(1, 2)), True) for i, j in named]:
            at = [f[1] * a + f[2] * b + f[3] for a, b in corners]
            cut = []
            for (a, b), x, (c, d), y in zip(corners, at, corners[1:] + corners[:1], at[1:] + at[:1]):
                cut += [(a, b)] * (x >= 0) + ([(a + (c - a) * x / (x - y), b + (d - b) * x / (x - y))] if x * y < 0 else [])
            corners = cut
        turns = [((a - x) * (d - b) != (b - y) * (c - a), (a, b)) for (x, y), (a, b), (c, d) in
                 zip(corners[-1:] + corners[:-1], corners, corners[1:] + corners[:1])]
        flat = len(set(corners)) < 3 or not any(t for t, _ in turns)
        truth = {(warp(a, 1 - prior), warp(b, 1 - prior)) for t, (a, b) in turns if t or flat}
        claim = {point(v, "piece") for v in piece["vertices"]} if piece else set()
        truth = {min(truth), max(truth)} if flat and truth else truth
        demand(claim == truth, "piece.vertices", f"the corners are {sorted((str(a), str(b)) for a, b in truth)}")
    proved.append("the zone is where each of the first is at least as good as each of the second" + " (this part of it)" * (not prior))


# ---- Values and rankings ----

def reason(cells: Cells) -> Callable[[Any, str], None]:
    """A judge of "TP + FP = 0"."""
    def judge(claim: Any, at: str) -> None:
        demand(isinstance(claim, str) and claim, at, "no reason")
        if re.fullmatch(r"[TF][NP]( \+ [TF][NP])* = 0", claim):
            demand(not any(cells[name] for name in re.findall("[tf][np]", claim.lower())), at, f"{claim} is false")
        else:
            demand(claim in REASONS, at, f"{claim!r} is no reason that is known here")
    return judge


REASONS = ("z(TPR) = z(FPR) is infinite", "no outcome that counts for this score has occurred (0/0)", "no samples of this class")


def entry(m: Metric, cells: Cells) -> dict[str, Any]:
    key = m.key(cells)
    return {"value": m.value(key)} | ({"undefined": reason(cells)} if key is None else {})


def score(doc: dict[str, Any], given: Input, options: Any) -> None:
    claims: Any = doc.get("classifiers")
    truths, count = list[Any](), 0
    for k, (name, matrix) in enumerate(zip(given.names, given.matrices)):
        cells, truth = Cells(matrix), dict[str, Any]()
        demand(isinstance(claims, list) and len(claims) > k and isinstance(claims[k], dict), "classifiers", "one is missing")
        demand(isinstance(claims[k].get("scores"), dict), f"classifiers[{k}]", "no scores")
        for title in claims[k]["scores"]:
            try:
                truth[title], count = entry(metric(title, title), cells), count + 1
            except Unreadable:
                truth[title] = passed(f"{title}, unknown here")
        truths.append({"name": name, "scores": truth})
        demand(list(truth) == list(claims[0]["scores"]), f"classifiers[{k}]", "other scores than the first")
    same(doc, {"classifiers": truths}, "result")
    proved.append(f"{count} values of {len(truths)} classifiers")


def standing(keys: list[Any]) -> list[Any]:
    """Rank intervals of keys, higher is better, None is undefined."""
    return [None if k is None else [1 + sum(o is not None and o > k for o in keys), sum(o is not None and o >= k for o in keys)]
            for k in keys]


def rank(doc: dict[str, Any], given: Input, options: Any) -> None:
    matrices = matrices_of(doc, given, options)
    if "score" in doc:
        m, priors = metric(doc["score"], "score"), set(map(prior_of, matrices))
        place = placed(m, 1 - min(priors))
        known = len(priors) == 1 or not m.place or "q" not in "".join(m.place)
        same(doc["at"], place if known else passed("the place of the score"), "at")
    else:
        a, b = point(doc.get("at"), "at")
        m = metric(f"r({a},{b})", "at")
    cells = [Cells(x) for x in matrices]
    keys = [m.key(c) for c in cells]
    ranks = standing([k if k is None or not m.lower else -k for k in keys])
    order: list[Any] = [r.get("classifier") if isinstance(r, dict) else None for r in doc["ranking"]]
    demand(sorted(map(repr, order)) == sorted(map(repr, range(len(keys)))), "ranking", "does not hold each classifier once")
    demand([ranks[i] or [INF] for i in order] == sorted(r or [INF] for r in ranks), "ranking", "is not sorted")
    same(doc["ranking"], [{"classifier": i, "name": given.names[i], "rank": ranks[i]} | entry(m, cells[i]) for i in order], "ranking")
    demand(set(doc) <= {"at", "score", "ranking"}, "the result", f"has other keys: {sorted(doc)}")
    proved.append(f"values and ranks of {len(keys)} classifiers")


def rankings(doc: dict[str, Any], given: Input, options: Any) -> None:
    demand("classifiers" in doc, "classifiers", "are missing")
    matrices = matrices_of(doc, given, options)
    several = len(set(map(prior_of, matrices))) > 1
    rates = [(m[0] / (m[0] + m[1]), m[3] / (m[2] + m[3]), prior_of(m)) for m in matrices]
    first = {r: i for i, r in reversed(list(enumerate(rates)))}
    half = [m if several else shifted(m, Fraction(1, 2)) for m in matrices]
    lines: dict[Curve, list[Any]] = {}
    for i, j in itertools.combinations(sorted(first.values()), 2):
        k = frontier(half[i], half[j])
        if min(x := [at_point(k, a, b) for a, b in CORNERS]) < 0 < max(x):
            lines.setdefault(unsigned(k), []).append((i, j))
    if "at" in doc:
        return beside(doc, given, matrices, len(lines))
    shared = [pairs for pairs in lines.values() if len(pairs) > 1]
    tied = [set(itertools.chain(*pairs)) for pairs in shared]
    truth = {"performances": len(first), "frontiers": len(lines),
             "shared_frontiers": {"count": len(shared), "largest": max(map(len, tied), default=0)}}
    meet = dict[Any, set[Curve]]()
    for f, g in itertools.combinations(lines, 2) if not several else []:
        if d := f[1] * g[2] - f[2] * g[1]:
            a, b = Fraction(f[2] * g[3] - f[3] * g[2], d), Fraction(f[3] * g[1] - f[1] * g[3], d)
            if 0 < a < 1 and 0 < b < 1:
                meet.setdefault((a, b), set()).update((f, g))
    groups = {}
    for (a, b), through in meet.items():
        by_value: dict[Fraction, list[int]] = {}
        for i, (x, y, _) in enumerate(rates):
            s, u = (1 - a) * x + a * y, (1 - b) * (1 - x) + b * (1 - y)
            by_value.setdefault(s / (s + u), []).append(i)
        prior = prior_of(matrices[0])
        groups[tuple(str(warp(z, 1 - prior)) for z in (a, b))] = [t for t in by_value.values() if len({rates[i] for i in t}) > 1]
    sizes = Counter(map(len, meet.values()))
    largest = max((len({rates[i] for t in g for i in t}) for g in groups.values()), default=0)
    confluences: dict[str, Any] = {"count": len(meet), "largest": largest, "by_frontiers": [[k, n] for k, n in sorted(sizes.items())]}
    cells = 1 + len(lines) + sum((size - 1) * n for size, n in sizes.items())
    if several:
        confluences = passed("confluences (priors differ)")  # type: ignore[assignment]
        truth["cells"] = passed("the number of cells (priors differ)")
    elif "list" in doc.get("confluences", {}):
        claim = doc["confluences"].pop("list")
        demand(isinstance(claim, list) and len(claim) == len(groups), "confluences.list", f"there are {len(groups)}")
        for n, c in enumerate(claim):
            at = f"confluences.list[{n}]"
            same(c, {"at": passed(""), "tied": passed("")}, at)
            unproved.pop("")
            same(sorted(map(sorted, c["tied"])), sorted(groups.pop(tuple(map(str, c["at"])), [["nobody"]])), at + ".tied")
    if "cell_list" in doc:
        listed(doc.pop("cell_list"), matrices, cells)
    same(doc, {"cells": cells, "confluences": confluences, **truth}, "result")
    proved.append(f"{len(lines)} frontiers of {len(first)} performances" + (
        "" if several else f", {len(meet)} points where they meet, and so {cells} cells"))


def order_at(matrices: list[Any], a: Fraction, b: Fraction) -> list[list[int]]:
    """The ranking at a point, best first: groups of those that tie; none for those whose score is undefined."""
    groups: dict[Fraction, list[int]] = {}
    for i, (tn, fp, fn, tp) in enumerate(matrices):
        s, u = (1 - a) * tn + a * tp, (1 - b) * fp + b * fn
        groups.setdefault(s / (s + u) if s + u else Fraction(-1), []).append(i)
    groups.pop(Fraction(-1), None)
    return [groups[x] for x in sorted(groups, reverse=True)]


def listed(claims: Any, matrices: list[Any], cells: int) -> None:
    """As many cells as there are, with points at which different strict rankings hold: so each cell once."""
    demand(isinstance(claims, list) and len(claims) == cells, "cell_list", f"there are {cells} cells")
    seen, curves = set[str](), {unsigned(frontier(m, o)) for m, o in itertools.combinations(matrices, 2)} - {(0, 0, 0, 0)}
    for n, c in enumerate(claims):
        at, polygon = f"cell_list[{n}]", isinstance(c, dict) and "vertices" in c
        optional = [x for x in ("vertices", "edges", "area", "ranking") if x in c]
        a, b = point(c.get("sample"), at + ".sample")
        order = order_at(matrices, a, b)
        demand(str(order) not in seen and 0 < a < 1 and 0 < b < 1, at, "a cell of this ranking has been listed, or its point is not inside")
        demand(0 not in {at_point(k, a, b) for k in curves}, at + ".sample", "lies on a frontier")
        seen.add(str(order))
        same(c, {"cell": n, "parent": passed("which cell another was reached from"), "sample": c["sample"],
                 **{x: order if x == "ranking" else c[x] for x in optional}}, at)
        if polygon:
            edges = border(c, at)
            demand(all(unsigned(e.k) in curves | ON_SIDES and at_point(e.k, a, b) > 0 for e in edges), at, "not around its point")
            demand(len(claims) * len(curves) > MOST or all({e.sign(k) for e in edges} in ({1}, {1, 0}, {-1}, {-1, 0}) for k in curves),
                   at, "a frontier runs through it")
            if len(claims) * len(curves) > MOST:
                unproved["that no frontier runs through a polygon (too many)"] = []
        if "area" in c:
            same(c["area"], area(edges) if polygon else passed("areas without polygons"), at + ".area")
    proved.append(f"{cells} cells, each once, with the ranking at its point")


def beside(doc: dict[str, Any], given: Input, matrices: list[Any], frontiers: int) -> None:
    (a, b), score = point(doc.pop("at"), "at"), doc.pop("score", None)
    if score is not None:
        same([str(a), str(b)], placed(metric(score, "score"), 1 - prior_of(matrices[0])), "at")
    order = order_at(matrices, a, b)
    truth = [{"classifier": i, "name": given.names[i], "rank": [1 + sum(map(len, order[:k])), sum(map(len, order[:k + 1]))]}
             for k, group in enumerate(order) for i in group]
    undefined = sorted(set(range(len(matrices))) - set(itertools.chain(*order)))
    later = passed("what holds beside the point, the cell, and distances to swaps")
    rest = {"cell": Maybe(later), "undefined": Maybe(later)} | {k: later for k in
            ["holds_beside", "beside", "distance", "swaps"]}
    same(doc, {"frontiers": frontiers, "on_border": not (0 < a < 1 and 0 < b < 1), "ties": [g for g in order if len(g) > 1],
               "undefined_classifiers": undefined, **rest, "ranking": truth + [
                   {"classifier": i, "name": given.names[i], "rank": None, "undefined": reason(Cells(matrices[i]))} for i in undefined]}, "result")
    proved.append(f"the ranking of {len(matrices)} classifiers at ({a}, {b}), and the number of frontiers")


# ---- Lattices: all confusion matrices of P positives and N negatives ----

def lattice(m: Metric, p: int, n: int, undefined: Any = None) -> tuple[dict[Any, list[tuple[int, int]]], dict[Any, Any]]:
    """For each key, in increasing order (None first, if any), the matrices (tp, tn) that have it, and the value as it is shown."""
    if (p + 1) * (n + 1) > MOST:
        raise Unreadable(f"{(p + 1) * (n + 1)} matrices are too many for this program")
    groups, shown = dict[Any, list[tuple[int, int]]](), dict[Any, Any]()
    for tp, tn in itertools.product(range(p + 1), range(n + 1)):
        cells = Cells((tn, n - tn, p - tp, tp))
        key = m.key(cells)
        value, key = m.value(key), undefined if key is None else key
        key = round(key, 50) if isinstance(key, Decimal) else key  # z(TPR) - z(FPR): equal if 50 decimals are
        shown[key] = value if value is not None else m.value(key)
        groups.setdefault(key, []).append((tp, tn))
    return {k: groups[k] for k in sorted(groups, key=lambda k: (k is not None, k or 0))}, shown


def undefined_as(doc: dict[str, Any], m: Metric) -> Any:
    if "undefined_as" not in doc:
        return None
    x = number(doc.pop("undefined_as"), "undefined_as")
    if m.kind not in ("exact", "root"):
        raise Unreadable("undefined_as: not known here for this metric")
    return x * abs(x) if m.kind == "root" else x


def whole(doc: dict[str, Any], *names: str) -> list[int]:
    for name in names:
        demand(type(doc.get(name)) is int and doc[name] >= 0, name, "no whole number")
    return [doc.pop(name) for name in names]


def confluence(doc: dict[str, Any], given: Any, options: Any) -> None:
    p, n = whole(doc, "positives", "negatives")
    m = metric(doc.pop("metric"), "metric")
    groups, shown = lattice(m, p, n, undefined_as(doc, m))
    points = isinstance(doc.get("values"), list) and any("points" in v for v in doc["values"] if isinstance(v, dict))
    none = groups.pop(None, [])
    same(doc, {"distinct": len(groups), "undefined": len(none), "values": [
        {"value": shown[k], "count": len(g)} | ({"points": [list(x) for x in g]} if points else {}) for k, g in groups.items()]}, "result")
    proved.append(f"the {len(groups)} values of {m.name} on all {(p + 1) * (n + 1)} matrices, and how many take each")


def rising(x: Fraction, n: int) -> Fraction:
    return math.prod((x + k for k in range(n)), start=Fraction(1))


def urn(weights: list[Fraction], n: int) -> dict[tuple[int, ...], Fraction]:
    """The probabilities of the counts of n further draws from a Polya urn: Beta-binomial, Dirichlet-multinomial."""
    def counts(parts: int, n: int) -> Any:
        return [(n,)] if parts == 1 else [(k, *rest) for k in range(n + 1) for rest in counts(parts - 1, n - k)]
    up = [[rising(w, k) / math.factorial(k) for k in range(n + 1)] for w in weights]
    total = rising(sum(weights, Fraction(0)), n) / math.factorial(n)
    return {c: math.prod(up[i][k] for i, k in enumerate(c)) / total for c in counts(len(weights), n)}


def digits(x: Fraction, ulps: Fraction, least: int) -> Callable[[Any, str], None]:
    """A judge of a decimal that is as near to x as so many units of its last digit."""
    def judge(claim: Any, at: str) -> None:
        demand(isinstance(claim, str) and re.fullmatch(r"\d+(\.\d+)?(e-?\d+)?", claim), at, "no decimal")
        printed = Decimal(claim).as_tuple()
        demand(claim == str(x) or len(printed.digits) >= least, at, f"not {least} digits")
        demand(abs(Fraction(claim) - x) <= ulps * Fraction(10) ** int(printed.exponent), at, f"{claim} is not {decimal(x):.20g}")
    return judge


def pmf(doc: dict[str, Any], given: Any, options: Any) -> None:
    p, n = whole(doc, "positives", "negatives")
    m, tp, fp, fn, tn = metric(doc.pop("metric"), "metric"), *(exact(getattr(options, c), "--" + c) for c in ("tp", "fp", "fn", "tn"))
    beta = [[number(x, k) for x in doc.pop(k, None) or []] for k in ("beta", "beta_negative")]
    model = doc.pop("model", None)
    if model == "beta-binomial":
        demand([len(b) for b in beta] == [2, 2], "beta", "the prior is missing")
        right = [urn([u + r, v + w], k) for (u, v), r, w, k in zip(beta, (tp, tn), (fn, fp), (p, n))]
    else:
        demand(model == "binomial" and not any(beta) and tp + fn and tn + fp, "model", "neither beta-binomial nor binomial")
        right = [{(k, c - k): math.comb(c, k) * (r / (r + w)) ** k * (w / (r + w)) ** (c - k) for k in range(c + 1)}
                 for r, w, c in ((tp, fn, p), (tn, fp, n))]
    groups, shown = lattice(m, p, n, undefined_as(doc, m))
    masses = {k: sum((right[0][x, p - x] * right[1][y, n - y] for x, y in g), Fraction(0)) for k, g in groups.items()}
    none, count = Fraction(masses.pop(None, Fraction(0))), len(groups.pop(None, []))
    fractions, scale = "denominator" in doc, number(doc.pop("denominator", "1"), "denominator")
    keys, values, below = list(masses), [m.number(k) for k in masses], [Fraction(0)]
    for k in keys:
        below.append(below[-1] + masses[k])
    total, level = below[-1], number((doc.get("interval") or {}).get("level", "19/20"), "interval.level")
    demand(0 < level < 1, "interval.level", "not between 0 and 1")

    def mass(x: Fraction, part: Fraction | int = 1) -> Any:
        return x / part * (scale if part == 1 else 1) if fractions else digits(x / part, Fraction(1, 2), 17)

    def interval(i: int, j: int) -> dict[str, Any]:
        held = below[j + 1] - below[i]
        return {"level": level, "level_given": "defined", "lower": shown[keys[i]], "upper": shown[keys[j]], "mass": mass(held),
                "mass_given_defined": held / total if fractions else digits(held / total, Fraction(1, 2), 17)}

    def moment(power: int, middle: Any) -> Any:
        if m.kind == "exact":
            x = sum((masses[k] * (k - middle) ** power for k in keys), Fraction(0)) / total
            return lambda claim, at: same(claim, x if isinstance(claim, str) else enclosed(decimal(x), False), at)
        return sum((decimal(masses[k]) * (v - middle) ** power for k, v in zip(keys, values)), Decimal(0)) / decimal(total)

    def at_least(share: Fraction) -> int:
        return next(i for i in range(len(keys)) if below[i + 1] >= share * total)

    def narrowest(claim: Any, at: str) -> None:
        ends = [(i, j) for i in range(len(keys)) for j in [next((j for j in range(i, len(keys)) if below[j + 1] - below[i]
                 >= level * total), None)] if j is not None]
        least = min(values[j] - values[i] for i, j in ends)
        for i, j in ends:
            if values[j] - values[i] - least < Decimal("1e-60") and isinstance(claim, dict):
                try:
                    return same(claim, interval(i, j), at)
                except Untrue:
                    pass
        demand(False, at, "is not the narrowest, or does not hold what it says")
    truth: dict[str, Any] = {"undefined": {"count": count, "mass": mass(none)}, "summary_given": "defined", "values": [
        {"value": shown[k], "count": len(groups[k]), "mass": mass(masses[k]), "cumulative": mass(b)} for k, b in zip(keys, below[1:])]}
    if total and INF not in keys and -INF not in keys:
        modes = [shown[k] for k in keys if masses[k] == max(masses.values())]
        mean = moment(1, Fraction(0) if m.kind == "exact" else Decimal(0))
        middle = sum((masses[k] * k for k in keys), Fraction(0)) / total if m.kind == "exact" else mean
        square = moment(2, middle)
        truth |= {"mode": modes[0], "modes": modes, "median": shown[keys[at_least(Fraction(1, 2))]], "narrowest_interval": narrowest,
                  "interval": interval(at_least((1 - level) / 2), at_least((1 + level) / 2)),
                  "mean": mean if m.kind == "exact" else enclosed(mean, False),
                  "variance": square if m.kind == "exact" else enclosed(square, False)}
    same(doc, {name: passed(f"{name}, where infinite values have mass or all are undefined") for name in doc} | truth
         if not total or INF in keys or -INF in keys else truth, "result")
    proved.append(f"the masses of {len(keys)} values from the model, and all that sums them up" + " (see below)" * (len(truth) < 5))


# ---- compare ----

def compare(doc: dict[str, Any], given: Input, options: Any) -> None:
    w, paired = number(doc.pop("pattern_mass", None), "pattern_mass"), doc.get("paired")
    sizes, m = whole(doc, "positives", "negatives"), metric(doc.pop("metric"), "metric")
    demand(type(paired) is bool and (not paired or given.paired), "paired", "the input holds no pairs")
    say = {True: "classifiers compared on the same samples", False: "classifiers taken as independent"}[bool(paired)]
    claims: Any = doc.get("pairs")
    truths = list[Any]()
    demand(isinstance(claims, list) and claims and all(isinstance(c, dict) for c in claims), "pairs", "no pairs")
    asked = [(c.get("first"), c.get("second")) for c in claims]
    demand(len(set(asked)) == len(asked) and all(type(k) is int and 0 <= k < len(given.names) for ab in asked for k in ab),
           "pairs", "twice the same, or unknown classifiers")
    full = list(itertools.combinations(range(len(given.names)), 2))
    demand(asked == full or len({a for a, _ in asked}) == 1 and len(asked) in (1, len(given.names) - 1), "pairs", "some are missing")
    small = (sizes[0] + 1) ** (4 if paired else 2) <= MOST and (sizes[1] + 1) ** (4 if paired else 2) <= MOST
    small = small and ((sizes[0] + 1) * (sizes[1] + 1)) ** 2 <= MOST
    place = {}
    if small:
        keys, _ = lattice(m, *sizes)
        place = {x: None if k is None else r for r, (k, g) in enumerate(keys.items()) for x in g}
    swaps: list[Any] = [swap_test(m, given, a, b) if paired else None for a, b in asked]
    for n, (a, b) in enumerate(asked):
        next_test: Any = passed("the next test (too large to enumerate)")
        patterns = [Counter[Any](), Counter[Any]()]
        for (label_, got), count in given.samples.items():
            patterns[not label_][got[a] == label_, got[b] == label_] += count
        if small:
            joint = []
            for k, size in enumerate(sizes):
                if paired:
                    draws = urn([w / 4 + patterns[k][x] for x in itertools.product((True, False), repeat=2)], size)
                    both: dict[Any, Any] = Counter()
                    for (yy, yn, ny, _), chance in draws.items():
                        both[yy + yn, yy + ny] += chance
                else:
                    one = [urn([w / 2 + given.matrices[i][3 - 3 * k], w / 2 + given.matrices[i][2 - k]], size) for i in (a, b)]
                    both = dict({(x[0], y[0]): p * q for (x, p), (y, q) in itertools.product(one[0].items(), one[1].items())})
                joint.append(both)
            chances = dict.fromkeys(["better", "equal", "worse", "undefined"], Fraction(0))
            for ((tp, tp2), p), ((tn, tn2), q) in itertools.product(joint[0].items(), joint[1].items()):
                x, y = place[tp, tn], place[tp2, tn2]
                chances["undefined" if x is None or y is None else "equal" if x == y else
                        "better" if (x > y) != m.lower else "worse"] += p * q
            claim = claims[n].get("next")
            fractions = isinstance(claim, dict) and any("/" in str(x) for x in claim.values())
            next_test = {k: x if fractions else digits(x, Fraction(1), 10) for k, x in chances.items()}
        truth: dict[str, Any] = {"first": a, "second": b, "discordant": None, "next": next_test, "truly_better": passed("truly better"), "swap_test": None}
        if paired:
            truth["discordant"] = {c: [patterns[k][True, False], patterns[k][False, True]] for k, c in enumerate(("positives", "negatives"))}
            other = passed("swap tests where an observed difference is not finite")
            truth |= {"swap_test": {**swaps[n], "holm": holm([s["two_sided"] for s in swaps], n)}} if all(swaps) else {
                "swap_test": other, "swap_test_undefined": Maybe(other)}
        else:
            truth["swap_test_undefined"] = "the pairing is not known"
        truths.append(truth)
    same(doc, {"paired": paired, "assumption": say, "pairs": truths, "classifiers": [{"name": x} for x in given.names],
               "caveat": "Results of cross-validation vary between training sets too, which none of these numbers has."}, "result")
    proved.append(f"{len(asked)} pairs" + (": samples that only one has right, and swap tests" if paired else "")
                  + "; the next test, by enumeration" * small)


def holm(ps: list[Fraction], n: int) -> Fraction:
    """The largest of p times the number of p-values that are not smaller, over those up to the n-th."""
    order = sorted(range(len(ps)), key=lambda i: ps[i])
    return min(Fraction(1), max((len(ps) - k) * ps[i] for k, i in enumerate(order) if ps[i] <= ps[n]))


def swap_test(m: Metric, given: Input, a: int, b: int) -> dict[str, Fraction] | None:
    """All exchanges of a and b on samples that only one has right, each with probability 1/2."""
    sure, only = Counter[bool](), {(t, k): 0 for t in (True, False) for k in (True, False)}
    for (truth, got), count in given.samples.items():
        x, y = got[a] == truth, got[b] == truth
        sure[truth] += count if x and y else 0
        only[truth, x] += count if x != y else 0
    p, n = (sum(c for (truth, _), c in given.samples.items() if truth == t) for t in (True, False))
    dp, dn = (only[t, True] + only[t, False] for t in (True, False))

    def difference(i: int, j: int) -> Any:
        two = [Cells((sure[False] + y, n - sure[False] - y, p - sure[True] - x, sure[True] + x)) for x, y in ((i, j), (dp - i, dn - j))]
        keys = [m.key(c) for c in two]
        if None in keys:
            return None
        x, y = map(m.number, keys)
        if x.is_infinite() or y.is_infinite():
            return None if x == y else INF if (x > y) != m.lower else -INF
        return (y - x if m.lower else x - y).quantize(Decimal("1e-60"))
    seen = difference(only[True, True], only[False, True])
    if not isinstance(seen, Decimal):
        return None
    one = two = Fraction(0)
    for i, j in itertools.product(range(dp + 1), range(dn + 1)):
        d, weight = difference(i, j), Fraction(math.comb(dp, i) * math.comb(dn, j), 2 ** (dp + dn))
        one, two = one + weight * (d is None or d >= seen), two + weight * (d is None or abs(d) >= abs(seen))
    return {"one_sided": one, "two_sided": two}


# ---- thresholds ----

def as_matrix(m: Any) -> dict[str, Any]:
    return dict(zip(("tn", "fp", "fn", "tp"), map(Fraction, m)))


def thresholds(doc: dict[str, Any], given: Input, options: Any) -> None:
    if options.choose_on or "chosen_on" in doc or "target_prior" in doc:
        raise Unreadable("thresholds chosen on other samples, or for another prior, are not checked here")
    positives, negatives = (sum(c for (positive, _), c in given.samples.items() if positive == t) for t in (True, False))
    wanted = [doc] if "at" in doc else doc.get("preferences", [])
    places = [point(w.get("at"), "at") for w in wanted]
    for w, (a, b) in zip(wanted, places):
        if "score" in w:
            same([str(a), str(b)], placed(metric(w["score"], "score"), Fraction(negatives, positives + negatives)), "at")
    demand(len({json.dumps([w["at"], w.get("score")]) for w in wanted}) == len(wanted), "preferences", "one stands twice")
    models, staircases = list[dict[str, Any]](), []
    for k, name in enumerate(given.names):
        count, total = Counter[Any](), Fraction(0)
        for (positive, got), n in given.samples.items():
            count[got[k], positive] += n
            total += n * (got[k] - positive) ** 2
        scores = sorted({s for s, _ in count}, reverse=True)
        stairs, tp, fp, twice = [(None, (negatives, 0, positives, 0))], 0, 0, 0
        for s in scores:  # positive if and only if the score is at least s
            twice += count[s, True] * (2 * (negatives - fp) - count[s, False])  # pairs won, and half of those that tie
            tp, fp = tp + count[s, True], fp + count[s, False]
            stairs.append((s, (negatives - fp, fp, positives - tp, tp)))
        hull = list[Any]()
        for s in stairs:
            while len(hull) > 1 and (hull[-1][1][1] - hull[-2][1][1]) * (s[1][3] - hull[-2][1][3]) >= (
                    hull[-1][1][3] - hull[-2][1][3]) * (s[1][1] - hull[-2][1][1]):
                hull.pop()  # not above the line from the one before to this one
            hull.append(s)
        inside = all(0 <= s <= 1 for s in scores)
        models.append({"name": name, "distinct": len(scores), "auc": Fraction(twice, 2 * positives * negatives), "hull": [
            {"threshold": s, **as_matrix(m)} for s, m in hull], "brier": total / (positives + negatives) if inside else None}
            | ({} if inside else {"brier_undefined": "a score lies outside [0, 1]"}))
        staircases.append((stairs, inside))
    metrics = [metric(w["score"] if "score" in w else f"r({a},{b})", "score") for w, (a, b) in zip(wanted, places)]
    parts = [best_of(given.names, staircases, m, a, b) for m, (a, b) in zip(metrics, places)]
    claims: Any = doc.get("models")
    truth: dict[str, Any] = {"models": models, "positives": positives, "negatives": negatives}
    for x, y in zip(models, list[Any](claims) if isinstance(claims, list) else []):
        for h, c in zip(x.get("hull", []), y["hull"] if isinstance(y, dict) and isinstance(y.get("hull"), list) else []):
            h |= {key: passed("for which preferences each vertex is best") for key in
                  ("threshold_probability", "probability_cost", "beta_squared") if isinstance(c, dict) and key in c}
    if options.for_model:
        truth["models"] = [x for x in models if x["name"] == options.for_model]
    if parts:
        truth |= {"optimistic": True}
    if "at" in doc:
        truth |= {"at": list(places[0]), "models": [x | {c: v for c, v in y.items() if c != "name"} for x, y in zip(models, parts[0])]}
    elif parts:
        truth["preferences"] = [{"at": list(p), "models": part} for p, part in zip(places, parts)]
    stated: list[Any] = [truth] if "at" in doc else truth.get("preferences", [])
    for w, t in zip(wanted, stated):
        t |= {"score": w["score"]} if "score" in w else {}
    same(doc, truth, "result")
    proved.append(f"AUC, Brier score and hull of {len(truth['models'])} models" + (f"; their best thresholds at {len(parts)} points" * bool(parts)))


def best_of(names: list[str], staircases: list[Any], score: Metric, a: Fraction, b: Fraction) -> list[dict[str, Any]]:
    """By a score, for each model: every threshold that is best, the rank of the model at its best, and what 1/2 reaches."""
    def key(m: Any) -> Any:
        k = score.key(Cells(m))
        return -k if k is not None and score.lower else k

    def at(threshold: Any, m: Any) -> dict[str, Any]:
        return {"threshold": threshold, **as_matrix(m), **entry(score, Cells(m))}
    found, tops = [], [max((k for _, m in stairs if (k := key(m)) is not None), default=None) for stairs, _ in staircases]
    for name, (stairs, inside), top, interval in zip(names, staircases, tops, standing(tops)):
        part: dict[str, Any] = {"name": name, "rank": interval, "best": [at(s, m) for s, m in stairs if key(m) == top]}
        for what, t in (("usual", Fraction(1, 2)), ("own_probability", 1 - a)):
            if inside and (what == "usual" or a == b):
                m = next(m for s, m in reversed(stairs) if s is None or s >= t)
                plain = score.kind == "exact" and key(m) is not None and not isinstance(top, float) and not isinstance(key(m), float)
                part[what] = at(t, m) | {"below_best": top - key(m) if plain else Maybe(passed("below_best"))}
        found.append(part)
    return found


# ---- curve ----

def curve(doc: dict[str, Any], given: Input, options: Any) -> None:
    start, end = point(doc.get("from"), "from"), point(doc.get("to"), "to")
    matrices = matrices_of(doc, given, options)
    prior, diagonal = prior_of(matrices[0]), start[0] == start[1] and end[0] == end[1]
    demand(start != end and len(set(map(prior_of, matrices))) == 1, "result", "no segment on one Tile")
    level = diagonal or start[0] == end[0] or start[1] == end[1]
    half = [shifted(m, Fraction(1, 2)) for m in matrices]
    p, q = (tuple(warp(x, prior) for x in e) for e in (start, end))

    def at(t: Fraction) -> list[Fraction]:
        if level:
            return [x + t * (y - x) for x, y in zip(start, end)]
        return [warp(x + t * (y - x), 1 - prior) for x, y in zip(p, q)]
    stops = dict[Fraction, list[Any]]()
    for i, j in itertools.combinations(range(len(matrices)), 2):
        # Along the segment s_i - s_j (on the diagonal), or F, is linear.
        if diagonal:
            ends = [sum(f * (x / sum(matrices[i]) - y / sum(matrices[j])) for f, x, y in ((1 - e[0], matrices[i][0], matrices[j][0]),
                    (e[0], matrices[i][3], matrices[j][3]))) for e in (start, end)]
        else:
            k, points = (frontier(matrices[i], matrices[j]), (start, end)) if level else (frontier(half[i], half[j]), (p, q))
            ends = [Fraction(at_point(k, *e), e[0].denominator * e[1].denominator) for e in points]
        if ends[0] * ends[1] < 0:
            stops.setdefault(ends[0] / (ends[0] - ends[1]), []).append((i, j) if ends[0] > 0 else (j, i))
    order, truths, first = sorted(stops), [], list[Any]()
    for t in order:
        a, b = at(t)
        truth = {"position": t, "at": [a, b], "pairs": len(stops[t])}
        if diagonal:
            truth |= {"threshold_probability": 1 - a, "probability_cost": warp(a, prior)}
        elif start[0] == end[0] == 1:
            truth |= {"f_beta_squared": b / (1 - b)}
        truths.append(truth)
    ends = [Fraction(0), *order, Fraction(1)]
    for low, high in zip(ends, ends[1:]):
        names = [given.names[i] for i in sorted(order_at(matrices, *at((low + high) / 2))[0])]
        if first and first[-1]["classifiers"] == names:
            first[-1]["to"] = high
        else:
            first.append({"from": low, "to": high, "classifiers": names})
    sorted_swaps = [t for t in order for _ in stops[t]]
    n = len(sorted_swaps)
    claims = doc.get("breaks")
    for t, truth, claim in zip(order, truths, claims if isinstance(claims, list) else []):
        if isinstance(claim, dict) and "swapped" in claim:
            named = sorted([given.names[i], given.names[j]] for i, j in stops[t])
            truth["swapped"] = lambda c, where, named=named: demand(isinstance(c, list) and sorted(c) == named, where, f"it is {named}")
    same(doc, {"from": [*start], "to": [*end], "straight_in": "tile" if level else "balanced", "swaps": n, "rankings": len(order) + 1,
               "compromise": {"lower": sorted_swaps[(n - 1) // 2], "upper": sorted_swaps[n // 2]} if n else None,
               "first": first, "breaks": truths}, "result")
    proved.append(f"{n} swaps at {len(order)} points, who is first between them, and the middle swap")


# ---- check ----

def check(doc: dict[str, Any], given: Any, options: Any) -> None:
    if options.reported:
        rows = [dict(part.split("=", 1) for part in options.reported.split())]
    else:
        rows = rows_of(options.input)
    truths, least = [], 0
    for k, row in enumerate(rows):
        sizes = []
        for name in ("positives", "negatives"):
            found = re.fullmatch(r"(\d+)(?:-(\d+))?", str(row.get(name) or getattr(options, name)).strip())
            if not found:
                raise Unreadable(f"row {k + 1}: {name} is missing")
            sizes.append(range(int(found[1]), int(found[2] or found[1]) + 1))
        scores = [(name.strip(), metric(name.strip(), name), *printed(text.strip(), options)) for name, text in row.items()
                  if name.strip() not in ("name", "positives", "negatives") and text.strip()]
        if sum((p + 1) * (n + 1) for p, n in itertools.product(*sizes)) > MOST:
            raise Unreadable(f"row {k + 1}: too many matrices to enumerate")
        explained, together, off = list[Any](), set[frozenset[str]](), list[tuple[Any, dict[str, int]]]()
        for p, n in itertools.product(*sizes):
            for tp, tn in itertools.product(range(p + 1), range(n + 1)):
                cells = Cells((tn, n - tn, p - tp, tp))
                fits = frozenset(name for name, m, low, high, closed, _ in scores if within(m, m.key(cells), low, high, closed))
                together.add(fits)
                off.append((distance(scores, cells), as_counts(cells)))
                if len(fits) == len(scores):
                    explained.append(as_counts(cells))

        truth = {"name": row["name"]} if "name" in row else {}
        truth |= {"consistent": bool(explained), "matrices": len(explained), "first": explained[0] if explained else None,
                  "conflict": None if explained else conflict([s[0] for s in scores], together)}
        claims = doc.get("rows")
        claim = claims[k] if isinstance(claims, list) and k < len(claims) and isinstance(claims[k], dict) else {}
        if "points" in claim:
            truth["points"] = explained
        if explained:
            demand(isinstance(claim.get("implied"), dict), f"rows[{k}]", "no implied ranges")
            truth["implied"] = {title: implied(title, explained) for title in claim["implied"]}
        else:
            truth |= {"nearest": nearest(scores, off), "explained_by": passed("other readings of impossible rows")}
        truths.append(truth)
    same(doc, {"rows": truths}, "result")
    proved.append(f"{len(rows)} rows: every matrix that explains them, or a smallest set of scores that contradict each other")


def as_counts(cells: Cells) -> dict[str, int]:
    return {name: int(cells[name]) for name in ("tn", "fp", "fn", "tp")}


def implied(title: str, explained: list[Any]) -> Any:
    """The range of a metric over the matrices that explain a row."""
    m = metric(title, title)
    keys = [m.key(Cells(e.values())) for e in explained]
    known = [key for key in keys if key is not None]
    ends = [m.value(end(known)) for end in (min, max)] if known else [None, None]
    return {"lower": ends[0], "upper": ends[1], "undefined": len(keys) - len(known)}


def distance(scores: list[Any], cells: Cells) -> Any:
    """How far the scores of a matrix are from what is printed, in units of the last place; None where one is undefined."""
    units = Fraction(0)
    for _, m, low, high, _, unit in scores:
        value = m.key(cells)
        if value is None or m.kind != "exact" or isinstance(value, float):
            return None
        units = max(units, (low - value) / unit, (value - high) / unit)
    return units


def nearest(scores: list[Any], off: list[tuple[Any, dict[str, int]]]) -> Callable[[Any, str], None]:
    """A judge of the matrix whose scores are least far from what is printed."""
    if any(m.kind != "exact" for _, m, *_ in scores):
        return passed("nearest matrices by irrational scores")
    least = min((units for units, _ in off if units is not None), default=None)

    def judge(claim: Any, at: str) -> None:
        if least is None:
            return same(claim, None, at)
        demand(isinstance(claim, dict) and (least, claim.get("matrix")) in off, at, "not a matrix as near as any")
        cells = Cells(claim["matrix"][name] for name in ("tn", "fp", "fn", "tp"))
        values = [{"name": title, "value": m.value(m.key(cells))} for title, m, *_ in scores]
        same(claim, {"matrix": claim["matrix"], "units": least, "scores": values}, at)
    return judge


def conflict(names: list[str], together: set[frozenset[str]]) -> Callable[[Any, str], None]:
    """A judge of a smallest set of scores that no matrix has all of; `together` are those that some matrix has."""
    def judge(claim: Any, at: str) -> None:
        demand(isinstance(claim, list) and claim and set(map(str, claim)) <= set(names), at, "not some of the reported scores")
        demand(len(set(claim)) == len(claim) and not any(set(claim) <= fits for fits in together), at, "a matrix has all of these")
        fewer = (set(c) for size in range(len(claim)) for c in itertools.combinations(names, size))
        demand(all(any(c <= fits for fits in together) for c in fewer), at, "fewer scores contradict each other")
    return judge


def printed(text: str, options: Any) -> tuple[Fraction, Fraction, tuple[bool, bool], Fraction]:
    """The interval of the numbers that are printed so, which ends belong to it, and the unit of the last place."""
    number_text, percent = text.rstrip("% "), options.percent or text.endswith("%")
    x, unit = exact(number_text, "reported"), Fraction(10) ** (Decimal(number_text).as_tuple().exponent)  # type: ignore[operator]
    x, unit = (x / 100, unit / 100) if percent else (x, unit)
    if options.rounding == "truncated":
        return x - unit * (x <= 0), x + unit * (x >= 0), (x > 0, x < 0), unit
    half = unit / (1 if options.rounding == "unit" else 2)
    return x - half, x + half, (True, True), unit


def within(m: Metric, key: Any, low: Fraction, high: Fraction, closed: tuple[bool, bool]) -> bool:
    if key is None or isinstance(key, float):
        return False
    ends: list[Any] = [low, high]  # as keys, which are compared exactly; logarithms and quantiles as decimals
    if m.kind == "root":
        ends = [x * abs(x) for x in ends]
    elif m.kind == "threshold":
        ends = [x * abs(x) / (x * x + (1 - x) ** 2) if x <= 1 else Fraction(2) for x in ends]
    elif m.kind != "exact":
        key, ends = m.number(key), [decimal(x) for x in ends]
    return bool((ends[0] < key or closed[0] and ends[0] == key) and (key < ends[1] or closed[1] and key == ends[1]))


# ---- The command ----

SCHEMAS = {"regions": regions, "zone": zone, "score": score, "rank": rank, "rankings": rankings, "lattice-confluence": confluence,
           "lattice-pmf": pmf, "compare": compare, "thresholds": thresholds, "curve": curve, "check": check}


def no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    demand(len(dict(pairs)) == len(pairs), "result", f"a key stands twice among {[k for k, _ in pairs]}")
    return dict(pairs)


def refuse(text: str) -> Any:
    raise Untrue(f"result: {text} is no exact number")


def verify(text: str, options: Any) -> None:
    """Raises Untrue or Unreadable; otherwise `proved` and `unproved` say what was."""
    proved.clear()
    unproved.clear()
    with localcontext() as context:
        context.prec = 80
        dispatch(text, options)


def dispatch(text: str, options: Any) -> None:
    try:
        doc = json.loads(text, object_pairs_hook=no_doubles, parse_float=refuse, parse_constant=refuse)
    except ValueError as error:
        raise Unreadable(f"the result is no JSON: {error}") from None
    demand(isinstance(doc, dict), "result", "no object")
    schema = re.fullmatch(r"exactile\.(.*)\.v1", str(doc.pop("schema", None)))
    if not schema or schema[1] not in SCHEMAS:
        raise Unreadable("the result has a schema that is unknown here")
    given = None
    if schema[1] not in ("lattice-confluence", "lattice-pmf", "check"):
        if not options.input:
            raise Unreadable("an INPUT is needed")
        given = Input(options.input, options, doc.pop("positive", None), schema[1] == "thresholds")
    try:
        SCHEMAS[schema[1]](doc, given, options)
    except (KeyError, TypeError, AttributeError, IndexError, RecursionError, ZeroDivisionError) as error:
        raise Untrue(f"result: not of the form that its schema has ({type(error).__name__}: {error})") from None


def arguments(words: list[str] | None = None) -> Any:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("result", metavar="RESULT.json", help="what the program has written with --format json")
    parser.add_argument("input", nargs="?", metavar="INPUT", help="what it was made from; none for lattices")
    for name in ("--prior", "--target-prior", "--choose-on", "--for-model", "--positives", "--negatives", "--reported"):
        parser.add_argument(name, metavar="X", help="as in the command")
    for name in ("--tp", "--fp", "--fn", "--tn"):
        parser.add_argument(name, default="0", metavar="N", help="observed counts of a lattice pmf")
    parser.add_argument("--rounding", choices=("nearest", "truncated", "unit"), default="nearest", help="as in check")
    parser.add_argument("--percent", action="store_true", help="as in check")
    parser.add_argument("--ignore", action="append", default=[], metavar="COLUMN", help="as in the command")
    return parser.parse_args(words)


def main() -> int:
    options = arguments()
    try:
        with open(options.result, encoding="utf-8") as file:
            text = file.read()
        verify(text, options)
    except (OSError, UnicodeDecodeError, Unreadable) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except Untrue as error:
        print(f"false       {error}")
        return 1
    for line in proved:
        print("proved     ", line)
    for line in unproved:
        print("not proved ", line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
