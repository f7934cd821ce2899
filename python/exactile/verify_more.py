"""Proves more results of exactile than verify_plain.py, which has to lie beside this file.

    python verify_more.py RESULT.json [INPUT] [options]

Knows roots, logarithms and normal quantiles, to 80 digits (they count as equal if 60 agree), classifiers with
different priors, all rankings of the Tile at once, and further kinds of results. What verify_plain.py proves is proved
there; what it leaves open (`later`) or does not know (`more`) is proved here.
"""

import argparse
import copy
import functools
import itertools
import json
import math
import re
import sys
from collections import Counter
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Callable, NamedTuple, cast

if TYPE_CHECKING or __package__:
    from . import verify_plain as plain
    from .verify_plain import (HALF, Doc, Input, Metric, Proof, Unreadable, Untrue, counts, demand, metric, prior_of,
                              proved, rank_of, same, shifted, unproved)
else:  # lone files beside each other
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    import verify_plain as plain
    from verify_plain import (HALF, Doc, Input, Metric, Proof, Unreadable, Untrue, counts, demand, metric, prior_of,
                              proved, rank_of, same, shifted, unproved)
    del sys.path[0]  # other files of this folder have the names of libraries

INF = float("inf")  # only compared, never computed with
Judge = Callable[[Any, str], None]  # raises Untrue if a claim, at this place of the result, is false


# ---- Reading a result ----

def part(what: str, form: Any = None) -> Judge:
    """What is not proved here either: any claim of this form passes, and is listed."""
    def judge(claim: Any, at: str) -> None:
        if form is not None:
            same(claim, form, at)
        unproved.setdefault(what, []).append(at)
    return judge


def take(doc: Doc, **forms: Callable[[Any, str], Any]) -> list[Any]:
    """Reads the values of these keys, each in its form, and removes them."""
    return [read(doc.pop(key, None), key) for key, read in forms.items()]


def text(form: str) -> Judge:
    """Judges a string by a regular expression."""
    return lambda claim, at: demand(
        isinstance(claim, str) and re.fullmatch(form, claim, re.ASCII), at, f"{claim!r:.200} has another form")


def number(claim: Any, at: str) -> Fraction:
    """An exact number: a string in lowest terms."""
    text(r"-?\d+(/[1-9]\d*)?")(claim, at)
    demand(str(Fraction(claim)) == claim, at, f"{claim} is not in lowest terms")
    return Fraction(claim)


def whole(claim: Any, at: str) -> int:
    """A number of samples, or a position."""
    demand(type(claim) is int and claim >= 0, at, f"{claim!r:.200} is no whole number")
    return int(claim)


def entries(claim: Any, at: str) -> list[Any]:
    """A list."""
    demand(isinstance(claim, list), at, "a list should stand here")
    return list(claim)


def point(claim: Any, at: str) -> tuple[Fraction, Fraction]:
    """A point (a, b) of the Tile."""
    a, b = (number(x, at) for x in entries(claim, at))
    demand(0 <= a <= 1 and 0 <= b <= 1, at, "lies outside the Tile")
    return a, b


def rounded(x: Fraction, units: Fraction, least: int) -> Judge:
    """Judges a decimal of x: within this many units of its last digit, with at least this many digits."""
    def judge(claim: Any, at: str) -> None:
        text(r"\d+(\.\d+)?(e-?\d{1,4})?")(claim, at)
        _, digits, power = Decimal(claim).as_tuple()
        near = abs(Fraction(claim) - x) <= units * Fraction(10) ** int(power)
        demand(near and (len(digits) >= least or claim in ("0", "1") and x == int(claim)), at, f"it is {float(x):.17g}")
    return judge


def exact(digits: Any, at: str) -> Fraction:
    """A number that the command was told."""
    try:
        return plain.number(digits)
    except ValueError as error:
        raise Unreadable(f"{at}: {error}") from None


def judged(prover: Callable[[Doc, Input, Any], None]) -> Callable[[Doc, Input, Any], Proof]:
    """A proof by a function that compares the result itself."""
    def prove(doc: Doc, given: Input, options: Any) -> Proof:
        prover({k: v for k, v in doc.items() if k not in ("schema", "provenance", "positive")}, given, options)
        return doc, proved.pop()
    return prove


# ---- The form of what is not proved ----

def each(form: Any) -> Judge:
    """Judges a list whose entries have one form."""
    def judge(claim: Any, at: str) -> None:
        for k, entry in enumerate(entries(claim, at)):
            same(entry, form, f"{at}[{k}]")
    return judge


def maybe(form: Any) -> Judge:
    """Judges null, or what has a form."""
    return lambda claim, at: same(claim, form, at) if claim is not None else None


def both(*judges: Judge) -> Judge:
    """Judges by each of these."""
    def judge(claim: Any, at: str) -> None:
        for one in judges:
            one(claim, at)
    return judge


def boolean(claim: Any, at: str) -> None:
    """Judges true or false."""
    demand(type(claim) is bool, at, f"{claim!r:.200} is neither true nor false")


def entries_of(form: Any, count: int) -> Judge:
    """Judges a list of that many entries of one form."""
    return lambda claim, at: same(claim, [form] * count, at)


WORDS, DECIMAL = text(r"[\s\S]+"), text(r"-?\d+(\.\d+)?(e-?\d{1,4})?")


def enclosing(claim: Any, at: str) -> None:
    """Judges how a number is written: exact, infinite, or two decimals around it, perhaps with its closed form."""
    if isinstance(claim, dict):
        same(claim, {"lower": DECIMAL, "upper": DECIMAL, "exact?": WORDS}, at)
        demand(Fraction(claim["lower"]) <= Fraction(claim["upper"]), at, "encloses nothing")
    elif claim not in ("inf", "-inf"):
        number(claim, at)


def closed(claim: Any, at: str) -> None:
    """Judges how a number with a closed form is written: as `enclosing`, and the form may not be missing."""
    enclosing(claim, at)
    demand(not isinstance(claim, dict) or "exact" in claim, at, "the key 'exact' is missing")


def share_of(claim: Any, at: str) -> None:
    """Judges how a probability or a mean rank is written: a fraction, a decimal, two around it, or null."""
    if isinstance(claim, dict):
        same(claim, {"lower": DECIMAL, "upper": DECIMAL}, at)
        demand(Fraction(claim["lower"]) <= Fraction(claim["upper"]), at, "encloses nothing")
    elif claim is not None:
        text(r"\d+(\.\d+)?(e-?\d{1,4})?|\d+/[1-9]\d*")(claim, at)


def count_of(claim: Any, at: str) -> None:
    """Judges a number of matrices: of JSON, or as text if it is too large for that."""
    whole(claim, at) if type(claim) is int else demand(number(claim, at) >= 0, at, "is negative")


RANKING, EDGE, MATRIX = each(each(whole)), entries_of(number, 4), dict.fromkeys(plain.CELLS, whole)
IMPLIED: Judge = lambda claim, at: same(claim, dict.fromkeys(claim, {  # noqa: E731
    "lower": maybe(enclosing), "upper": maybe(enclosing), "undefined": count_of, "reason?": WORDS}), at)
CONFLUENCES = {"count": whole, "largest": whole, "by_frontiers": each(entries_of(whole, 2)),
               "list?": each({"at": entries_of(enclosing, 2), "tied": RANKING})}
SWAP = {"order": RANKING, "edge": EDGE, "distance": enclosing, "nearest": entries_of(enclosing, 2),
        "balanced?": {"squared_distance": number, "nearest": entries_of(number, 2)}}
# By key, what stands where neither file proves it. Other keys are proved, or hold what the command was told.
OPEN_FORMS: dict[str, Any] = {
    "frontiers": whole, "holds_beside": boolean, "distance": maybe(enclosing), "undefined": WORDS, "score": WORDS,
    "beside": each({"sample": entries_of(number, 2), "ranking": RANKING}),
    "swaps": each(SWAP),
    "cell": {"dimension": whole, "vertices": each(entries_of(number, 2)), "edges": each(EDGE), "ranking": RANKING},
    "nearest": maybe({"matrix": MATRIX, "units": enclosing, "scores": each({"name": WORDS, "value": enclosing})}),
    "explained_by": maybe(each({
        "reading": text(r"[a-z0-9-]+"), "as?": WORDS, "scores": each(WORDS), "words": WORDS, "value?": maybe(enclosing),
        "matrices?": whole, "implied?": maybe(IMPLIED), "first?": maybe(MATRIX), "folds?": maybe(each(MATRIX))})),
}
SIMULATED: dict[str, Any] = dict.fromkeys(
    ["first_alone", "first_tied", "undefined", "expected_rank", "truly_best", "true_expected_rank"], share_of) | {
    "ranks": maybe(each(share_of)), "true_ranks": maybe(each(share_of)), "rank_interval": maybe(each(whole)),
    "true_rank_interval": maybe(each(whole)), "tier": maybe(whole), "interval?": lambda claim, at: true_interval(claim, at)}


def some_share(claim: Any, at: str) -> None:
    """Judges how a probability is written that cannot be missing."""
    demand(claim is not None, at, "a probability should stand here")
    share_of(claim, at)


def drawn_for(claim: Any, at: str) -> None:
    """Judges what was drawn for a question, or why it has no answer."""
    same(claim, {"draws?": whole, "seed?": whole, "limits": maybe(WORDS), "missing?": WORDS}, at)
    is_drawn = claim["limits"] is not None
    demand(is_drawn == ("draws" in claim) == ("seed" in claim), at, "draws, a seed and limits belong together")
    demand(not (is_drawn and "missing" in claim), at, "is drawn and missing")
    demand(is_drawn or "missing" in claim or not at.endswith("truly"), at, "is neither drawn nor missing")


left_open = plain.later


def later(*keys: str) -> Doc:
    """What verify_plain.py does not prove: it is listed, and its form is judged."""
    forms = {key: OPEN_FORMS.get(key.rstrip("?")) for key in keys}
    return {key: judge if forms[key] is None else both(lambda claim, at, key=key: same(claim, forms[key], at), judge)  # type: ignore[misc]
            for key, judge in left_open(*keys).items()}


plain.later = later


# ---- Irrational numbers ----

class Irrational(Fraction):
    """A number to 80 digits, which judges its own enclosure {"lower", "upper", "exact": closed form}. Two of one metric
    are equal if and only if these digits are: the metrics' keys are fractions with far fewer digits."""
    def __call__(self, claim: Any, at: str) -> None:
        enclosed(self, claim, at)

    def __sub__(self, other: Any) -> Any:
        return difference(self, other)

    def __rsub__(self, other: Any) -> Any:
        return difference(other, self)


def difference(x: Any, y: Any) -> Any:
    """x - y to 60 digits: equal differences are equal."""
    infinite = isinstance(x, float) or isinstance(y, float)
    return float(x) - float(y) if infinite else round(Fraction(x) - Fraction(y), 60)


def irrational(x: Decimal) -> Irrational:
    return Irrational(Fraction(x.quantize(Decimal("1e-80"), context=DIGITS)))


DIGITS = Context(prec=100)


def decimal(x: Any) -> Decimal:
    return DIGITS.divide(Decimal(x.numerator), Decimal(x.denominator))


def root(x: Fraction) -> Any:
    """Of a number, with its sign: a fraction if it is one."""
    n, d = math.isqrt(abs(x.numerator)), math.isqrt(x.denominator)
    if n * n == abs(x.numerator) and d * d == x.denominator:
        return Fraction(n if x > 0 else -n, d)
    return irrational(DIGITS.sqrt(decimal(abs(x))).copy_sign(decimal(x)))


def logarithm(x: Any) -> Any:
    if isinstance(x, float) or x in (0, 1):
        return -INF if x == 0 else Fraction(0) if x == 1 else x
    return irrational(DIGITS.ln(decimal(x)))


PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803")


def z(p: Any) -> Decimal:
    """The normal quantile: Newton's method from a float; P(0 < Z < x) is the density times x + x^3/3 + x^5/15 ..."""
    with localcontext(DIGITS):
        x = Decimal(NormalDist().inv_cdf(float(p)))
        for _ in range(6):
            density, term, total, k = (-x * x / 2).exp() / (2 * PI).sqrt(), x, Decimal(0), 1
            while abs(term) > Decimal("1e-85"):
                total, k = total + term, k + 2
                term = term * x * x / k
            x -= (total * density + Decimal("0.5") - decimal(Fraction(p))) / density
        return x


FORMS = {"sqrt": Decimal.sqrt, "ln": Decimal.ln, "z": lambda p: z(Fraction(p)), "D": Decimal, "__builtins__": {}}
NUMBER = text(r"-?(0|[1-9]\d*)\.\d+")
PROBABILITY = text(r"\d(\.\d+)?(e-?\d{1,4})?")


def enclosed(x: Fraction, claim: Any, at: str) -> None:
    """Judges {"lower": decimal, "upper": decimal, "exact": closed form} of x: the narrowest decimals of their length."""
    form = text(r"(?:\d|[-+/() ]|\*(?!\*)|sqrt|ln|z)+")
    same(claim, {"lower": NUMBER, "upper": NUMBER, "exact": form}, at)
    around(x, claim, at)
    places, others = (len(claim[end].partition(".")[2]) for end in ("lower", "upper"))
    narrowest = places == others and Fraction(claim["upper"]) - Fraction(claim["lower"]) == Fraction(1, 10**places)
    demand(narrowest, at, "these are not the narrowest decimals of their length")
    try:
        with localcontext(DIGITS):
            right = abs(Fraction(eval(re.sub(r"\d+", r"D(\g<0>)", claim["exact"]), FORMS)) - x) < Fraction("1e-60") * (abs(x) + 1)
    except (SyntaxError, TypeError, ArithmeticError, ValueError):
        right = False
    demand(right, at + ".exact", "this is another number")


def around(x: Fraction, claim: Any, at: str) -> None:
    low, high, slack = Fraction(claim["lower"]), Fraction(claim["upper"]), Fraction("1e-60") * (abs(x) + 1)
    demand(low - slack <= x <= high + slack, at, f"the decimals do not enclose {float(x):.17g}")
    demand(high - low <= Fraction("1e-15"), at, "the decimals are more than 1e-15 apart")


def decimals(x: Fraction) -> Judge:
    """Judges x itself, or {"lower", "upper"} around it."""
    def judge(claim: Any, at: str) -> None:
        if isinstance(claim, str):
            return same(claim, x, at)
        same(claim, {"lower": NUMBER, "upper": NUMBER}, at)
        around(x, claim, at)
    return judge


def narrow(x: Fraction) -> Judge:
    """Judges x itself, or {"lower", "upper"} around it, of one length, that are two units of the last digit apart at most."""
    def judge(claim: Any, at: str) -> None:
        decimals(x)(claim, at)
        if not isinstance(claim, str):
            places = {len(end.partition(".")[2]) for end in claim.values()}
            width = Fraction(claim["upper"]) - Fraction(claim["lower"])
            demand(len(places) == 1 and min(places) >= 15 and width <= Fraction(2, 10 ** min(places)), at, "is not narrow")
    return judge


# ---- Metrics: name ("-": lower is better), place on the Tile with q = pi-, definition ----
# A metric is undefined where the definition divides by 0; over(a, 0) is infinite.

METRICS = """
accuracy              1/2,1/2  (tp + tn) / t
-error_rate           1/2,1/2  (fp + fn) / t
tpr                   1,1      tp / p
tnr                   0,0      tn / n
-fpr                  0,0      fp / n
-fnr                  1,1      fn / p
ppv                   1,0      tp / (tp + fp)
npv                   0,1      tn / (tn + fn)
-fdr                  1,0      fp / (tp + fp)
-for_                 0,1      fn / (tn + fn)
ba                    q,q      (tpr + tnr) / 2
informedness          q,q      tpr + tnr - 1
markedness            -        ppv + npv - 1
mcc                   -        root(signed(tp * tn - fp * fn, (tp + fp) * p * n * (tn + fn)))
f1                    1,1/2    2 * tp / (2 * tp + fp + fn)
ts                    1,1/2    tp / (tp + fp + fn)
jaccard_negative      0,1/2    tn / (tn + fp + fn)
kappa                 q*q/(q*q+(1-q)*(1-q)),1/2  2 * (tp * tn - fn * fp) / ((tp + fp) * n + p * (fn + tn))
gm                    -        root(tpr * tnr)
fm                    -        root(ppv * tpr)
plr                   1,0      over(tpr, fpr)
-nlr                  0,1      over(fnr, tnr)
dor                   -        over(tp * tn, fp * fn)
log_plr               1,0      ln(plr)
-log_nlr              0,1      ln(nlr)
log_dor               -        ln(dor)
-pt                   1,0      threshold(fpr / (tpr + fpr))
d_prime               -        normal(tpr, fpr)
ppv_bal               1,0      tpr / (1 + tpr - tnr)
npv_bal               0,1      tnr / (1 + tnr - tpr)
f1_bal                1,q      2 * tpr / (2 + tpr - tnr)
ts_bal                1,q      tpr / (2 - tnr)
mcc_bal               -        root(signed(tpr + tnr - 1, 1 - (tpr - tnr) ** 2))
markedness_bal        -        ppv_bal + npv_bal - 1
fm_bal                -        root(tpr * tpr / (1 + tpr - tnr))
prevalence            -        p / t
total                 -        t
positives             -        p
negatives             -        n
predicted_positives   -        tp + fp
predicted_negatives   -        fn + tn
ptn                   0,0      tn / t
-pfp                  0,0      fp / t
-pfn                  1,1      fn / t
ptp                   1,1      tp / t
prior_negative        -        n / t
rpp                   -        (tp + fp) / t
rnp                   -        (tn + fn) / t
bennett_s             1/2,1/2  (tp + tn - fp - fn) / t
determinant           q,q      (tp * tn - fp * fn) / t ** 2
bias_index            -        (fp - fn) / t
chance                -        ((tp + fp) * p + n * (fn + tn)) / t ** 2
scott_pi              -        (4 * tp * tn - (fp + fn) ** 2) / ((2 * tp + fp + fn) * (2 * tn + fp + fn))
acp                   -        (tnr + tpr + npv + ppv) / 4
p4                    -        4 * tp * tn / (4 * tp * tn + (tp + tn) * (fp + fn))
"""


class Cells(dict[str, Any]):
    """The cells of a confusion matrix, and every metric of it, by name."""
    def __init__(self, matrix: Any) -> None:
        tn, fp, fn, tp = map(Fraction, matrix)
        super().__init__(tn=tn, fp=fp, fn=fn, tp=tp, p=fn + tp, n=tn + fp, t=tn + fp + fn + tp)

    def __missing__(self, name: str) -> Any:
        if name not in TABLE:
            raise KeyError(name)
        return eval(TABLE[name][2], FUNCTIONS, self)


def over(a: Fraction, b: Fraction) -> Any:
    return INF if a and not b else a / b


def signed(a: Fraction, square: Fraction) -> Fraction:
    return a * abs(a) / square


def threshold(x: Fraction) -> Any:
    """sqrt(FPR)/(sqrt(TPR) + sqrt(FPR)) from FPR/(TPR + FPR)."""
    r = root((1 - x) / x) if x else Fraction(0)
    return x if not x else irrational(decimal(1 / (1 + r))) if isinstance(r, Irrational) else 1 / (1 + r)


def normal(x: Fraction, y: Fraction) -> Any:
    ends = [INF if v == 1 else -INF if v == 0 else 0 for v in (x, y)]
    if any(ends):
        return 1 / Fraction(0) if ends[0] == ends[1] else ends[0] or -ends[1]
    return Fraction(0) if x == y else irrational(DIGITS.subtract(z(x), z(y)).quantize(Decimal("1e-60"), context=DIGITS))


FUNCTIONS = {"over": over, "root": root, "ln": logarithm, "threshold": threshold, "signed": signed, "normal": normal,
             "F": Fraction, "__builtins__": {}}


def compiled(definition: str) -> Any:
    return compile(re.sub(r"(?<![\w.*])(\d+)(?![\w.])", r"F(\1)", definition), definition, "eval")


TABLE = {name.lstrip("-"): (name[0] == "-", None if place == "-" else place.split(","), compiled(definition))
         for name, place, definition in (line.split(None, 2) for line in METRICS.split("\n") if line)}
TITLES = {"negativejaccard": "jaccard_negative", "for": "for_", "balancedaccuracy": "ba", "threatscore": "ts",
          # Usual names in tables of results.
          "bacc": "ba", "bac": "ba", "balanced_accuracy": "ba", "gmean": "gm", "g_mean": "gm", "lrp": "plr", "lrn": "nlr", "err": "error_rate",
          "ji": "ts", "upm": "p4", "f1p": "f1"}


#: Expected cost with the costs of a false alarm and a miss, net benefit with a threshold probability.
COST = r"expected_cost\(([\d./]+),([\d./]+)\)|net_benefit\(([\d./]+)\)"


def costs_in(form: Any) -> tuple[Fraction, Fraction]:
    """The costs of a false alarm and a miss; those of a net benefit are the odds P/(1-P) and 1."""
    x, y, p = (plain.number(v or 0) for v in form.groups())
    demand(x + y if form[1] else p < 1, "metric", "has no such parameters")
    return (x, y) if form[1] else (p / (1 - p), Fraction(1))


def further_metric(name: str) -> Metric:
    """The metric of a name: of the table, p(EVENT|GIVEN), or by costs."""
    name = TITLES.get(name, name)
    if name in TABLE:
        lower, _, code = TABLE[name]
    elif found := re.fullmatch(r"p\(((?:t[np]|f[np]|,)+)\|((?:t[np]|f[np]|,)+)\)", name):
        given = found[2].split(",")
        lower, code = False, compiled(f"({'+'.join(e for e in found[1].split(',') if e in given)}) / ({'+'.join(given)})")
    elif form := re.fullmatch(COST, name):
        x, y = costs_in(form)
        code = compiled(f"(({x.numerator}) / {x.denominator} * fp + ({y.numerator}) / {y.denominator} * fn) / t" if form[1] else
                        f"tp / t - ({x.numerator}) / {x.denominator} * fp / t")
        lower = False
    else:
        raise Unreadable(f"this program does not know the metric {name!r}")

    def of(m: Any) -> Any:
        try:
            return eval(code, FUNCTIONS, Cells(m))
        except ZeroDivisionError:
            return None
    if name not in TABLE:
        before, *after = (of(m) for m in ((3, 4, 5, 6), (3, 4, 4, 7), (4, 3, 5, 6)))
        lower = min(after) < before
    return Metric(name, of, lower)


def place_of(title: Any, prior: Fraction) -> Any:
    """The place of a score on the Tile of this prior."""
    m = metric(title)
    if form := re.fullmatch(r"R\((.*),(.*)\)", m.name):
        return [form[1], form[2]]
    if form := re.fullmatch(COST, m.name):
        x, y = costs_in(form)
        return [y / (x + y)] * 2
    if "|" in m.name:
        return part("the place of a probability P(EVENT|GIVEN)")
    place = TABLE[m.name][1]
    return place and [eval(re.sub(r"\d+", r"F(\g<0>)", x), {"q": 1 - prior, "F": Fraction}) for x in place]


def stands_at(at: Any, prior: Fraction) -> Judge:
    """Judges a score that stands there."""
    return lambda claim, where: same(at, place_of(claim, prior), "at")


# ---- Parts of what verify_plain.py proves ----

def rates(row: dict[str, str], options: Any) -> Any:
    """A matrix of total 1 from rates and a prior."""
    x, y, q = (exact(v, "rates") for v in (row.get("tnr"), row.get("tpr"), row.get("prior", options.prior)))
    return [(1 - q) * x, (1 - q) * (1 - x), q * (1 - y), q * y]


def pmf(doc: Doc, given: Any, options: Any) -> Proof:
    """What sums the masses up, besides."""
    truth, what = plain.pmf(doc, given, options)
    known = {v["value"]: v["mass"] for v in truth["values"]}
    exactly = "denominator" in doc
    chances = {v: x / truth["denominator?"] if exactly else x.exactly for v, x in known.items()}

    def mass(x: Fraction, share: bool = False) -> Any:
        return Mass(x) if not exactly else x if share else x * truth["denominator?"]
    levels = [doc[key]["level"] for key in ("interval", "narrowest_interval") if isinstance(doc.get(key), dict)]
    demand(not sums_up(chances) or levels in ([], levels[:1] * 2), "narrowest_interval.level", "is not that of the interval")
    return truth | {key: sums(key.rstrip("?"), chances, mass) for key in truth if key.rstrip("?") in SUMS}, what


SUMS = ("summary_given", "mode", "modes", "median", "mean", "variance", "interval", "narrowest_interval", "without_value")


class Mass:
    """A mass that judges the decimal nearest to it."""
    def __init__(self, exactly: Fraction) -> None:
        self.exactly = exactly

    def __call__(self, claim: Any, at: str) -> None:
        rounded(self.exactly, HALF, 17)(claim, at)


def binomial(seen: dict[str, int], asked: Doc) -> list[list[Fraction]]:
    """The chances of right ones among further positives and negatives at the observed rates."""
    return [[Fraction(math.comb(n, k) * right**k * wrong ** (n - k), (right + wrong) ** n) for k in range(n + 1)]
            for n, right, wrong in ((asked["positives"], seen["tp"], seen["fn"]), (asked["negatives"], seen["tn"], seen["fp"]))]


def orientation(m: Metric) -> Any:
    """Whether a higher or a lower value is better: what it does where one wrong result more is right. None if it does neither."""
    before, *after = (m.of(x) for x in ((3, 4, 5, 6), (3, 4, 4, 7), (4, 3, 5, 6)))
    ways = {sign(x - before) for x in after} - {0}
    return {1: "higher", -1: "lower"}[ways.pop()] if len(ways) == 1 else None


def lattice_compare(doc: Doc, given: Input, options: Any) -> Proof:
    """Who is ahead on further samples, classifiers taken as independent: sums over the values of the metric, worse ones first."""
    (asked, groups), m, names = plain.lattice(doc), metric(doc["metric"]), given.names
    none, *values = [groups.pop(None, []), *groups.values()]
    if sum(map(len, values)) * len(names) > plain.MOST:
        raise Unreadable(f"the confusion matrices of {len(names)} classifiers are too many for this program")
    prior: Doc = {key: [number(x, key) for x in doc[key]] for key in ("beta", "beta_negative") if key in doc}
    own = [weights(matrix, asked, prior, [none, *(reversed(values) if m.lower else values)]) for matrix in given.matrices]
    total, up_to = [sum(x) for x in own], [[*itertools.accumulate(x)] for x in own]  # up to a value, with those that have none
    everything, with_ranks = math.prod(total), "ranks" in doc["classifiers"][0]
    classifiers, pairs = list[Doc](), list[Doc]()
    for k, (name, mine) in enumerate(zip(names, own)):
        others = [(x, whole) for j, (x, whole) in enumerate(zip(up_to, total)) if j != k]
        alone, or_tied = (sum(mine[v] * math.prod(x[v - less] for x, _ in others) for v in range(1, len(mine))) for less in (1, 0))
        classifiers.append({"name": name, "first_alone": chance(alone, everything), "first_or_tied": chance(or_tied, everything),
                            "undefined": chance(mine[0], total[k])})
        if with_ranks:
            classifiers[k]["ranks"] = [chance(x, everything) for x in how_many_are_better(mine, others)]
    for i, j in itertools.combinations(range(len(own)), 2):
        greater, less = (sum(x[v] * (up_to[k][v - 1] - own[k][0]) for v in range(1, len(x))) for x, k in ((own[i], j), (own[j], i)))
        equal, both = sum(x * y for x, y in zip(own[i][1:], own[j][1:])), total[i] * total[j]
        pairs.append({"first": i, "second": j, "greater": chance(greater, both), "equal": chance(equal, both), "less": chance(less, both),
                      "undefined": chance(both - greater - equal - less, both)})
    return asked | prior | {
        "model": "beta-binomial" if prior else "binomial", "better": orientation(m), "paired": False, "assumption": UNPAIRED[1],
        "classifiers": classifiers, "pairs": pairs}, f"who of {len(names)} is ahead on further samples, alone and in {len(pairs)} pairs"


def how_many_are_better(mine: list[int], others: list[Any]) -> list[int]:
    """The weights with which 0, 1, ... others are better, at all values of one that has a value."""
    weights = [0] * (len(others) + 1)
    for v in range(1, len(mine)):
        at_value = [mine[v]]
        for up_to, whole in others:
            at_value = [x * up_to[v] + y * (whole - up_to[v]) for x, y in zip([*at_value, 0], [0, *at_value])]
        weights = [x + y for x, y in zip(weights, at_value)]
    return weights


def weights(matrix: Any, asked: Doc, prior: Doc, groups: list[Any]) -> list[int]:
    """The chances of groups of (tp, tn), as integers with one denominator, after this confusion matrix."""
    demand(all(x.denominator == 1 for x in matrix), "result", "the input holds no counts")
    seen = dict(zip(plain.CELLS, matrix))
    classes = [plain.beta_binomial(u + seen[right], v + seen[wrong], asked[size]) for (u, v), right, wrong, size in zip(
        prior.values(), ("tp", "tn"), ("fn", "fp"), ("positives", "negatives"))] if prior else binomial(seen, asked)
    yes, no = ([int(x * math.lcm(*(y.denominator for y in chances))) for x in chances] for chances in classes)
    return [sum(yes[tp] * no[tn] for tp, tn in group) for group in groups]


def chance(weight: int, whole: int) -> Judge:
    """Judges a probability: itself, or the decimal nearest to it."""
    x = Fraction(weight, whole)
    return lambda claim, at: rounded(x, HALF, 17)(claim, at) if "." in str(claim) else same(claim, x, at)


def sums_up(chances: dict[Any, Fraction]) -> bool:
    """Whether some values have mass, and all of them are finite."""
    return any(chances.values()) and not {INF, -INF} & set(chances)


def sums(key: str, chances: dict[Any, Fraction], mass: Callable[..., Any]) -> Any:
    """What sums up the masses of a pmf: the truth about one key."""
    values, total = list(chances), sum(chances.values(), Fraction(0))
    if not sums_up(chances):
        return part(f"{key}, where infinite values have mass or all are undefined")
    below = [Fraction(0), *itertools.accumulate(chances.values())]

    def at_least(share: Fraction) -> int:
        return next(i for i in range(len(values)) if below[i + 1] >= share * total)

    def interval(i: int, j: int, level: Any) -> Doc:
        held = below[j + 1] - below[i]
        return {"level": level, "level_given": "defined", "lower": values[i], "upper": values[j],
                "mass": mass(held), "mass_given_defined": mass(held / total, True)}

    def level_of(claim: Any, at: str) -> Fraction:
        demand(isinstance(claim, dict), at, "no interval")
        level = number(claim.get("level"), at + ".level")
        demand(0 < level < 1, at + ".level", "not between 0 and 1")
        return level

    def central(claim: Any, at: str) -> None:
        level = level_of(claim, at)
        same(claim, interval(at_least((1 - level) / 2), at_least((1 + level) / 2), level), at)

    def narrowest(claim: Any, at: str) -> None:
        level = level_of(claim, at)
        ends = [(i, j) for i in range(len(values)) for j in [next((j for j in range(i, len(values)) if below[j + 1] - below[i]
                 >= level * total), None)] if j is not None]
        least = min(values[j] - values[i] for i, j in ends)
        for i, j in ends:
            if values[j] - values[i] == least:
                try:
                    return same(claim, interval(i, j, level), at)
                except Untrue:
                    pass
        demand(False, at, "is not the narrowest, or does not hold what it says")
    mean = sum((chances[v] * v for v in values), Fraction(0)) / total
    modes = [v for v in values if chances[v] == max(chances.values())]
    variance = sum((chances[v] * Fraction(v - mean) ** 2 for v in values), Fraction(0)) / total
    return {"summary_given": "defined", "mode": modes[0], "modes": modes, "median": values[at_least(Fraction(1, 2))], "mean": decimals(mean),
            "variance": decimals(variance), "interval": central, "narrowest_interval": narrowest,
            "without_value": lambda claim, at: demand(False, at, "each has a value")}[key]


def sizes(tried: list[Any], explained: list[Any]) -> Doc:
    """Of which numbers of positives and negatives the matrices are that explain a row, if there may be several."""
    may_be, are = ({(fn + tp, tn + fp) for tn, fp, fn, tp in every} for every in (tried, [e.values() for e in explained]))
    if len(may_be) == 1:
        return {}
    positives, negatives = ([min(n), max(n)] for n in zip(*are))
    return {"sizes": {"count": len(are), "positives": positives, "negatives": negatives}}


def implied(explained: list[Any]) -> Judge:
    """Judges the range of each metric over the matrices that explain a row."""
    def judge(claim: Any, at: str) -> None:
        demand(isinstance(claim, dict) and claim, at, "no implied ranges")
        for title in claim:
            m = metric(title)
            values = [m.of(e.values()) for e in explained]
            known = [v for v in values if v is not None]
            ends = [end(known) for end in (min, max)] if known else [None, None]
            truth = {"lower": ends[0], "upper": ends[1], "undefined": len(values) - len(known)}
            nowhere = {} if known else {"reason": "undefined on every matrix that explains the row"}
            same(claim[title], truth | nowhere, f"{at}.{title}")
    return judge


def printed(digits: str, options: Any) -> Callable[[Any], bool]:
    """Whether a value is rounded to these digits: by any rounding, and of percentages."""
    low, high, ends = span(digits, options)
    return lambda x: x is not None and (low < x < high or x in ends)


def span(digits: str, options: Any) -> tuple[Fraction, Fraction, list[Fraction]]:
    """From where to where values are printed so, and which of these two are; beyond a bound such as > 0.95, to where no value is."""
    if digits[0] in "<>":
        bound = exact(digits.lstrip("<>= ").rstrip("% "), "reported")
        bound = bound / 100 if options.percent or digits.endswith("%") else bound
        far = Fraction(10**18) if digits[0] == ">" else Fraction(-(10**18))
        return min(bound, far), max(bound, far), [bound] if "=" in digits else []
    if "/" in digits:
        return Fraction(digits), Fraction(digits), [Fraction(digits)]
    x, unit = exact(digits.rstrip("% "), "reported"), unit_of(digits, options)
    x = x / 100 if options.percent or digits.endswith("%") else x
    if options.rounding == "truncated":
        return x - unit * (x <= 0), x + unit * (x >= 0), [x] if x else []
    if options.rounding not in (None, "nearest", "unit"):
        raise Unreadable(f"--rounding {options.rounding}: unknown")
    far = unit if options.rounding == "unit" else unit / 2
    return x - far, x + far, [x - far, x + far]


def unit_of(digits: str, options: Any) -> Fraction:
    """A unit of the last printed place; 0 for a bound or a fraction, which is met or not."""
    if digits[0] in "<>" or "/" in digits:
        return Fraction(0)
    unit = Fraction(10) ** int(Decimal(digits.rstrip("% ")).as_tuple().exponent)
    return unit / 100 if options.percent or digits.endswith("%") else unit


AREAS = {"auc", "auroc", "roc_auc", "auc_roc", "rocauc", "aucroc"}
NO_SIZES = {"fdr", "fnr", "ts"}


class Beside(NamedTuple):
    """What is printed beside the scores of a row: an area under the ROC curve, and deviations by the names of scores."""

    area: Any
    spreads: Doc


def beside(row: dict[str, str]) -> tuple[dict[str, str], Beside]:
    """A row without what stands beside its scores: an area, columns of deviations, and what follows +/-."""
    kept, area, spreads = dict[str, str](), None, Doc()
    for name, x in row.items():
        plain_name = name.strip().lower().replace("-", "_").replace(" ", "_")
        if plain_name in AREAS:
            area = (name, x.strip()) if x.strip() else None
        elif (of := re.fullmatch(r"(.+?)[_. ](sd|std|stdev)", plain_name)) and x.strip():
            spreads[of[1]] = (name, x.strip())
        elif len(parts := re.split("\u00b1|\\+/-", x)) == 2:
            mean, far = (part.strip(" ()") for part in parts)
            percent = "%" * (mean.endswith("%") or far.endswith("%"))
            kept[name], spreads[name.lower()] = mean.rstrip("% ") + percent, (f"{name} sd", far.rstrip("% ") + percent)
        else:
            kept[name] = x
    return kept, Beside(area, spreads)


def written(options: Any) -> list[dict[str, str]]:
    """The rows as they are written."""
    if not options.reported:
        return plain.rows_of(options.input)
    words = list[str]()
    for word in options.reported.split():
        # What follows a number, such as (38/40), is of the score before it.
        words += [word] if "=" in word or not words else [f"{words.pop()} {word}"]
    return [dict(word.rstrip(", ").split("=", 1) for word in words)]


# The metrics that are the share of an outcome in its class, and the class; with what their numerators count.
OUTCOMES = {"tp": ("tpr", "positives"), "fn": ("fnr", "positives"), "tn": ("tnr", "negatives"), "fp": ("fpr", "negatives")}
HITS = {"tpr": "tp", "ppv": "tp", "fnr": "fn", "for": "fn", "tnr": "tn", "npv": "tn", "fpr": "fp", "fdr": "fp"}


def counted(row: dict[str, str], sizes: dict[str, str]) -> list[tuple[str, Metric, str]]:
    """Scores with their metrics and printed numbers. Counts are shares of their class, and so are those beside a score, (38/40), which are
    its value too; they say the size of a class that is not known. A share that is printed of the whole class is not counted again."""
    called = {metric(name).name: count for name, count in HITS.items()}
    found, counts, hits = list[tuple[str, Metric, str]](), dict[str, int](), list[tuple[str, str, str, str]]()
    for name, x in row.items():
        if name.lower() in OUTCOMES:
            counts[name] = int(x)
            continue
        number, _, rest = x.partition("(")
        of, told = metric(name), re.fullmatch(r"\s*(\d+)\s*(?:/| of )\s*(\d+)\s*\)", rest)
        found.append((name, of, number.strip() if told else x))
        if told:
            found.append((f"{name} ({told[1]}/{told[2]})", of, f"{told[1]}/{told[2]}"))
            if of.name in called:
                is_own = metric(OUTCOMES[called[of.name]][0]).name == of.name
                hits.append((f"{name} ({told[1]})", called[of.name], told[1], told[2] if is_own else ""))
            for share, side in OUTCOMES.values():
                if metric(share).name == of.name:
                    sizes[side] = sizes[side] or told[2]
    lower = {name.lower(): count for name, count in counts.items()}
    for side, (one, other) in {"positives": ("tp", "fn"), "negatives": ("tn", "fp")}.items():
        if one in lower and other in lower:
            sizes[side] = sizes[side] or str(lower[one] + lower[other])
    for name, count, x, whole in [*((name, name.lower(), str(x), "") for name, x in counts.items()), *hits]:
        share, side = OUTCOMES[count]
        if name in counts or sizes[side].isdecimal() and int(sizes[side]) and whole != sizes[side]:
            found.append((name, metric(share), f"{x}/{sizes[side]}"))
    return found


class Rows(list[Any]):
    """Rows of one kind, as `plain.reported` has them, and what stands beside the scores of each."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind, self.beside = kind, list[Beside]()


def rows_of_one_test(options: Any) -> Rows:
    """Rows of one test; of any size if no sizes are given and the scores need none."""
    found = Rows("one test")
    for row in written(options):
        told, more = beside(row)
        known = {name: (told.get(name) or getattr(options, name) or "").strip() for name in ("positives", "negatives")}
        read = counted({name: x.strip() for name, x in told.items() if name not in ("name", *known) and x.strip()}, known)
        scores = {name: (of, plain.printed(x, options), x) for name, of, x in read}
        sizes = [*known.values()]
        tried: Any = None
        if any(sizes) or not all(m.name in NO_SIZES or m.name.startswith("R(1,") for m, *_ in scores.values()):
            spans = [range(int(size.split("-")[0]), int(size.split("-")[-1]) + 1) for size in sizes]
            if sum((p + 1) * (n + 1) for p, n in itertools.product(*spans)) > plain.MOST:
                raise Unreadable("too many matrices to try")
            tried = [(tn, n - tn, p - tp, tp) for p, n in itertools.product(*spans)
                     for tp, tn in itertools.product(range(p + 1), range(n + 1))]
        found.append(({"name": row["name"]} if "name" in row else {}, tried, scores))
        found.beside.append(more)
    return found


class DataSets(list[Any]):
    """The only sizes that the folds of several data sets have, in their order, and the share of each fold in a mean of means."""

    def __init__(self, sets: list[list[tuple[int, int]]], times: int) -> None:
        super().__init__([sum(sets, []) * times])
        self.shares = [Fraction(1, len(sets) * len(folds) * times) for folds in sets for _ in folds] * times


def mean_of(values: Any, may_have: Any) -> Any:
    """The mean over tests, or that over data sets of the means over their folds."""
    if isinstance(may_have, DataSets):
        return sum((x * share for x, share in zip(values, may_have.shares)), Fraction(0))
    return sum(values) / len(values)


def means(options: Any) -> Rows:
    """Rows of means over folds: name, the sizes that the folds may have, and scores with their printed numbers."""
    found = Rows("means")
    for told in written(options):
        row, more = beside(told)
        known = {name: (row.get(name) or getattr(options, name) or "").strip() for name in ("positives", "negatives", "folds")}
        times = int(options.repeats or 1)
        if options.fold_sizes:
            sets = [[(int(p), int(n)) for p, n in (fold.split("+") for fold in folds.split(","))] for folds in options.fold_sizes.split(";")]
            may_have: Any = DataSets(sets, times) if len(set(map(len, sets))) > 1 else [sum(sets, []) * times]
        else:
            p, n = int(known["positives"]), int(known["negatives"])
            said = [known["folds"], options.kfold, None if options.stratified is True else options.stratified]
            (count,) = (int(x) for x in said if x)
            may_have = (p, n, count, times, bool(options.kfold)) if not options.stratified else [
                [(p // count + (k < p % count), n // count + (k < both or p % count <= k < p % count + n % count - both))
                 for k in range(count)] * times
                for both in range(max(0, p % count + n % count - count), min(p % count, n % count) + 1)]
        scores = {name: (metric(name), x.strip()) for name, x in row.items() if name not in ("name", *known) and x.strip()}
        found.append(({"name": row["name"]} if "name" in row else {}, may_have, scores))
        found.beside.append(more)
    return found


def may_be(sizes: list[tuple[int, int]], may_have: Any) -> bool:
    """Whether folds may have these sizes: one of some lists, or any with these sums."""
    if isinstance(may_have, DataSets):
        return bool(sizes == may_have[0])
    if isinstance(may_have, list):
        return any(sorted(sizes) == sorted(known) for known in may_have)
    p, n, count, times, even = may_have
    totals = [x + y for x, y in sizes]
    return (len(sizes) == count * times and sum(x for x, _ in sizes) == p * times and sum(y for _, y in sizes) == n * times
            and min(totals) > 0 and (not even or max(totals) - min(totals) <= 1)
            and all(number % times == 0 for number in Counter(sizes).values()))


def fold_matrices(claim: Any, at: str, may_have: Any) -> list[tuple[int, ...]]:
    """The confusion matrices of the folds, which may have their sizes."""
    demand(isinstance(claim, list) and claim, at, "confusion matrices should stand here")
    for k, cells in enumerate(claim):
        same(cells, dict.fromkeys(plain.CELLS, lambda x, at: whole(x, at)), f"{at}[{k}]")
    found = [tuple(cells[name] for name in plain.CELLS) for cells in claim]
    demand(may_be([(fn + tp, tn + fp) for tn, fp, fn, tp in found], may_have), at, "the folds cannot have these sizes")
    return found


def has_mean(m: Metric, digits: str, tests: list[tuple[int, ...]], may_have: Any, options: Any, at: str, undefined: Any = None) -> None:
    """Demands that the mean is printed so."""
    values = [m.of(x) for x in tests]
    values = [undefined if x is None else x for x in values]
    demand(None not in values and not any(isinstance(x, float) for x in values), at, f"{m.name} is not finite on a fold")
    if any(isinstance(x, Irrational) for x in values):
        part("means of irrational scores")(values, at)
    else:
        demand(printed(digits, options)(mean_of(values, may_have)), at, f"another mean of {m.name}")


def ends_of_area(cells: Any) -> Any:
    """The least and the largest area under a ROC curve through the point of a matrix: pairs across the threshold are right, or wrong."""
    tn, fp, fn, tp = cells
    pairs = (tp + fn) * (tn + fp)
    return (Fraction(tp * tn, pairs), Fraction(pairs - fn * fp, pairs)) if pairs else None


def has_area(tests: Any, digits: str, options: Any) -> bool:
    """Whether curves through these points have areas whose mean is printed so: multiples of 1/(2PN), in the smallest steps at last."""
    ends = [ends_of_area(cells) for cells in tests]
    if None in ends:
        return False
    low, high, closed = span(digits, options)
    mean, count = sum((low for low, _ in ends), Fraction(0)) / len(tests), len(tests)
    steps = sorted(((Fraction(1, 2 * count * (tp + fn) * (tn + fp)), end) for (tn, fp, fn, tp), end in zip(tests, ends)), reverse=True)
    for step, (least, most) in steps:
        if mean < high or mean == high and high in closed:
            times = int((high - mean) / step)
            times -= times > 0 and mean + times * step == high and high not in closed
            mean += step * min(times, int((most - least) / count / step))
    return low < mean < high or mean in closed


LINEAR = {"accuracy", "error_rate", "tpr", "tnr", "fpr", "fnr", "ba", "informedness", "determinant", "bennett_s",
          "R(1/2,1/2)", "R(1,1)", "R(0,0)"}


class Weighed:
    """Weights of linear scores: on any matrices of the folds their weighted sum is below what is printed. An area counts with its largest
    value, or with its least one if its weight is negative; both are linear in TP and in TN, so that corners are enough."""

    def __init__(self, claim: Any, at: str, scores: Doc, area: Any, narrow: Doc | None = None) -> None:
        self.claim, self.at, self.scores, self.narrow = claim, at, scores, narrow or {}
        self.weights = {entry["score"]: exact(entry["weight"], at) for entry in claim["weights"]}
        self.digits = {name: x for name, (_, x) in scores.items()} | ({area[0]: area[1]} if area else {})
        demand(len(self.weights) == len(claim["weights"]) and set(self.weights) <= set(self.digits), at, "not weights of scores")
        are_linear = all(scores[name][0].name in LINEAR for name in self.weights if name in scores)
        demand(are_linear, at, "weights of scores that are not linear")

    def value(self, name: str, cells: Any) -> Any:
        if name in self.scores:
            return self.scores[name][0].of(cells)
        ends = ends_of_area(cells)
        return ends and ends[self.weights[name] > 0]

    def is_defined(self, p: int, n: int) -> bool:
        return all(isinstance(self.value(name, (0, n, p, 0)), Fraction) for name in self.weights)

    def largest(self, p: int, n: int) -> Fraction:
        demand(self.is_defined(p, n), self.at, "a score is not defined on a fold")
        corners = [(tn, n - tn, p - tp, tp) for tp, tn in itertools.product({0, p}, {0, n})]
        return max(sum((w * self.value(name, cells) for name, w in self.weights.items()), Fraction(0)) for cells in corners)

    def conclude(self, reached: Fraction, known: Any, told: Doc, options: Any) -> None:
        """The largest sum on any folds is below what is printed, with a part that is known beside the scores."""
        ends = {name: self.narrow.get(name) or span(self.digits[name], options) for name in self.weights}
        used: dict[str, Any] = {name: ends[name][w < 0] for name, w in self.weights.items() if w}
        least = sum((w * used[name] for name, w in self.weights.items() if w), Fraction(known))
        is_open = any(x not in ends[name][2] for name, x in used.items())
        demand(reached < least or reached == least and is_open, self.at, "some folds reach what is printed")
        weights = [{"score": name, "weight": w} for name, w in self.weights.items()]
        same(self.claim, {"weights": weights, "reached": reached, "printed": least} | told, self.at)


def certified(claim: Any, at: str, may_have: Any, scores: Doc, area: Any, options: Any) -> None:
    """Weights prove that no folds have the means."""
    if isinstance(may_have, list):
        weighed = Weighed(claim, at, scores, area)
        sums = [mean_of([weighed.largest(p, n) for p, n in sizes], may_have) for sizes in may_have]
        weighed.conclude(max(sums), 0, {}, options)
    elif not may_have[4]:
        part("weights for folds of any composition")(claim, at)
    elif may_have[0] + may_have[1] < may_have[2]:
        demand(False, at, "there are fewer samples than folds")
    elif "no_counts" in claim:
        name = claim["no_counts"]
        of_accuracy = countable(may_have, scores, options)
        demand(name in of_accuracy and of_accuracy[name] is None, at, "whole numbers of right samples may have this mean")
        same(claim, {"no_counts": name}, at)
    elif "cases" in claim:
        demand(may_have[3] == 1 and len(claim["cases"]) > 0, at, "each repetition may have other folds")
        demand(set(claim) == {"cases"}, at, "only cases should stand here")
        known: dict[Any, Any] = {"counted": countable(may_have, scores, options)}
        cases = [FoldCase(case, f"{at}.cases[{k}]", may_have, scores, options, known) for k, case in enumerate(claim["cases"])]
        demand(all(case.range == cases[0].range for case in cases), at, "the cases should have the same scores")
        demand(cases[0].is_covered(cases, ()), at, "they leave out numbers of positives")
    else:
        FoldCase(claim, at, may_have, scores, options, {"counted": countable(may_have, scores, options)})


def countable(may_have: Any, scores: Doc, options: Any) -> dict[str, Any]:
    """Of each accuracy the least and the greatest mean that is printed so and that whole numbers of right samples have; None if none is."""
    p, n, count, times, _ = may_have
    (size, more), found = divmod(p + n, count), dict[str, Any]()
    for name in scores:
        if scores[name][0].name in ("accuracy", "R(1/2,1/2)") and (size + 1) * more * times <= 100_000:
            (low, high, closed), means = span(scores[name][1], options), []
            for right in range((size + 1) * more * times + 1):
                share = Fraction(right, size + 1)
                least, most = (size * (end * count * times - share) for end in (low, high))
                first = math.ceil(least) + (low not in closed and least.denominator == 1)
                last = math.floor(most) - (high not in closed and most.denominator == 1)
                rest = [max(0, first), min(last, size * (count - more) * times)]
                means += [(share + Fraction(x, size)) / (count * times) for x in rest] if rest[0] <= rest[1] else []
            found[name] = (min(means), max(means), [min(means), max(means)]) if means else None
    return found


class FoldCase(Weighed):
    """Folds of nearly equal sizes, the larger ones first, and those of one size by their numbers p of positives, the largest first. The
    first folds have the numbers `positives`, and the next one has a number of a range. A positive has a weight, too: the sum of all p is
    known."""

    def __init__(self, claim: Any, at: str, may_have: Any, scores: Doc, options: Any, known: dict[Any, Any]) -> None:
        super().__init__(claim, at, scores, None, known["counted"])
        self.p, n, count, *_ = may_have
        self.sizes = sorted(((self.p + n) // count + (k < (self.p + n) % count) for k in range(count)), reverse=True)
        self.range: dict[int, tuple[int, int]] = known.setdefault(frozenset(self.weights), {})
        for size in set(self.sizes) - set(self.range):
            defined = [p for p in range(max(0, size - n), min(size, self.p) + 1) if self.is_defined(p, size - p)]
            demand(defined, at, "a score is not defined on a fold")
            self.range[size] = min(defined), max(defined)
        self.begun: tuple[int, ...] = ()
        self.next: tuple[int, ...] = self.range[self.sizes[0]]
        told: Doc = {"positive": (weight := exact(claim["positive"], at))}
        if at.endswith("]"):
            self.begun, self.next = tuple(claim["positives"]), tuple(claim["next"])
            told |= {"positives": [whole(x, at) for x in self.begun], "next": [whole(x, at) for x in self.next]}
            demand(len(self.begun) < count and len(self.next) == 2, at, "numbers of positives should stand here")

        sums = known.setdefault((*self.weights.items(), weight), {})

        def reach(size: int, p: int) -> Fraction:
            if (size, p) not in sums:
                sums[size, p] = self.largest(p, size - p) + weight * p
            return cast("Fraction", sums[size, p])

        @functools.cache
        def greatest(size: int, first: int, last: int) -> Fraction:
            demand(first <= last, at, "a range of numbers is empty")
            return max(reach(size, p) for p in range(first, last + 1))
        reached, (low, high) = Fraction(0), self.next
        for k, size in enumerate(self.sizes):
            first, last = self.range[size]
            if k < len(self.begun):
                first = last = self.begun[k]
            elif size == self.sizes[len(self.begun)]:
                first, last = max(first, low) if k == len(self.begun) else first, min(last, high)
            reached += greatest(size, first, last)
        self.conclude(reached / count, weight * self.p / count, told, options)

    def is_covered(self, cases: "list[FoldCase]", begun: tuple[int, ...]) -> bool:
        """Whether all folds that begin so are in a case."""
        k = len(begun)
        if k == len(self.sizes):
            return False
        first, last = self.range[size := self.sizes[k]]
        for p in range(first, (min(last, begun[-1]) if k and self.sizes[k - 1] == size else last) + 1):
            ends = [self.range[other] if other != size else (first, p) for other in self.sizes[k + 1:]]
            rest = self.p - sum(begun) - p
            if sum(low for low, _ in ends) <= rest <= sum(high for _, high in ends):
                is_listed = any(case.begun == begun and case.next[0] <= p <= case.next[1] for case in cases)
                if not is_listed and not self.is_covered(cases, (*begun, p)):
                    return False
        return True


def deviate(kind: Any, at: str, tests: Any, scores: Doc, spreads: Doc, options: Any) -> None:
    """Demands that the scores of these folds have the printed standard deviations, of the kind that is claimed."""
    demand(kind in ("population", "sample") and options.sd in (None, kind), at, "no kind of deviations that was asked for")
    for name, (title, digits) in spreads.items():
        (m,) = [m for known, (m, *_) in scores.items() if metric(known).name == metric(name).name]
        values = [m.of(cells) for cells in tests]
        demand(None not in values and not any(isinstance(x, float) for x in values), at, f"{m.name} is not finite on a fold")
        if any(isinstance(x, Irrational) for x in values):
            part("deviations of irrational scores")(values, at)
            continue
        divisor = len(tests) - (kind == "sample")
        demand(divisor > 0, at, "one fold has no such deviation")
        mean = sum(values) / len(values)
        variance = sum((x - mean) ** 2 for x in values) / divisor
        low, high, closed = span(digits, options)
        is_above = low < 0 or variance > low**2 or variance == low**2 and low in closed
        demand(is_above and high >= 0 and (variance < high**2 or variance == high**2 and high in closed), at, f"another {title}")


def check_means(doc: Doc, rows: Rows, options: Any) -> Proof:
    """Folds that are listed have the means, and weights prove that no folds have them."""
    truths = list[Doc]()
    bounds = part("bounds of means of areas")
    for claim, (name, may_have, scores), (area, spreads) in zip(doc["rows"], rows, rows.beside):
        if claim.get("consistent", False) is None:
            truths.append(name | UNDECIDED)
            continue
        names = {*scores, *(title for title, _ in spreads.values()), *(area or ())[:1]}
        deviation = claim.get("deviation")

        def folds(claim: Any, at: str, known: Any = (may_have, scores, area, spreads, deviation)) -> None:
            may_have, scores, area, spreads, deviation = known
            tests = fold_matrices(claim, at, may_have)
            if isinstance(may_have, DataSets) and (spreads or area):
                part("areas and deviations over data sets with different numbers of folds")(claim, at)
                return
            for m, digits in scores.values():
                has_mean(m, digits, tests, may_have, options, at)
            if spreads:
                deviate(deviation, at, tests, scores, spreads, options)
            demand(not area or has_area(tests, area[1], options), at, "another mean of areas")

        def conflict(claim: Any, at: str, names: Any = names) -> None:
            demand(set(claim) <= names and len(set(claim)) == len(claim) > 0, at, "not some of the scores")

        def weights(claim: Any, at: str, known: Any = (may_have, scores, area)) -> None:
            may_have, scores, area = known
            certified(claim, at, may_have, scores, area, options)
        demand(type(claim["consistent"]) is bool, "rows.consistent", "not true or false")
        if claim["consistent"] is True:
            more: Doc = {"consistent": True, "conflict": None, "folds": folds} | ({"deviation": deviation} if spreads else {})
        else:
            more = {"consistent": False, "conflict": conflict, "certificate?": weights,
                    "explained_by": part("other readings of impossible rows", OPEN_FORMS["explained_by"])}
            if "certificate" not in claim:
                part("that no folds have the means of impossible rows")(claim, "rows")
        if area and ("auc" in claim or claim["consistent"]):
            more["auc"] = {"lower": both(share_or_end, bounds), "upper": both(share_or_end, bounds), "consistent": claim["consistent"]}
        truths.append(name | {"matrices": None, "first": None} | more | REMARKS)
    return {"rows": truths}, f"of {len(rows)} rows of means: that the listed folds have them, and that no folds have those with weights"


UNDECIDED: Doc = {"consistent": None, "matrices": None, "first": None, "conflict": None,
                  "undecided": part("rows that are undecided", WORDS)}
REMARKS: Doc = {"remarks?": part("remarks on confidence intervals", each(WORDS))}


def share_or_end(claim: Any, at: str) -> None:
    demand(0 <= number(claim, at) <= 1, at, "is not between 0 and 1")


def check(doc: Doc, rows: Any, options: Any) -> Proof:
    """The ranges of further scores, and the nearest confusion matrix, besides; areas beside the scores; rows of other kinds."""
    prover = {"means": check_means, "classes": check_classes, "one test": check_one_test}[rows.kind]
    truth, what = prover(doc, rows, options)
    if options.one_curve:
        truth["curve"] = on_one_curve(rows)
    return truth, what


def check_one_test(doc: Doc, rows: Rows, options: Any) -> Proof:
    """Rows of one test: which confusion matrices have all scores."""
    sized = [row for row in rows if row[1] is not None]
    truth, what = plain.check(doc, sized, options)
    truths = iter(truth["rows"])
    found = []
    for claim, (name, tried, scores), (area, _) in zip(doc["rows"], rows, rows.beside):
        if tried is None:
            found.append(name | of_any_size(claim, scores, options) | REMARKS)
            continue
        row = next(truths)
        found.append(row)
        row |= REMARKS
        if row["consistent"]:
            del row["sizes?"]
            explained = row["points?"]
            row |= {"implied": implied(explained)} | sizes(tried, explained)
            known = [ends for e in explained if (ends := ends_of_area(e.values()))]
            if area and known:
                is_so = any(has_area([tuple(e.values())], area[1], options) for e in explained)
                row |= {"consistent": is_so, "auc": {"lower": min(x for x, _ in known), "upper": max(x for _, x in known), "consistent": is_so}}
                row |= {} if is_so else {"conflict": area_conflict(area, tried, scores, options)}
        else:
            row |= {"nearest": nearest(scores, tried, options)} | {"explained_by": part("other readings of impossible rows", OPEN_FORMS["explained_by"])}
    return {"rows": found}, what


def area_conflict(area: Any, tried: list[Any], scores: Doc, options: Any) -> Judge:
    """Judges a smallest set of scores of which no curve has the area."""
    def judge(claim: Any, at: str) -> None:
        *names, last = entries(claim, at)
        demand(last == area[0] and set(names) <= set(scores) and len(set(names)) == len(names), at, "not some of the scores, and the area")

        def is_possible(chosen: Any) -> bool:
            fit = (cells for cells in tried if all(scores[name][1](scores[name][0].of(cells)) for name in chosen))
            return any(has_area([cells], area[1], options) for cells in fit)
        demand(not is_possible(names), at, "a curve has all of these")
        demand(all(is_possible(c) for c in itertools.combinations(names, len(names) - 1)) if names else True, at, "not a smallest set")
    return judge


def of_any_size(claim: Any, scores: Doc, options: Any) -> Doc:
    """A row without numbers of samples: a matrix has the scores, or precision, recall and one score that grows with both contradict."""
    def first(claim: Any, at: str) -> None:
        if claim is None:
            return part("that tests with more samples have the scores")(claim, at)
        same(claim, dict.fromkeys(plain.CELLS, lambda x, at: whole(x, at)), at)
        demand(all(fits(m.of(claim.values())) for m, fits, _ in scores.values()), at, "it has other scores")

    def conflict(claim: Any, at: str) -> None:
        demand(set(claim) <= set(scores) and len(set(claim)) == len(claim) > 0, at, "not some of the scores")
        ranges: Any = {"ppv": [Fraction(0), Fraction(1)], "tpr": [Fraction(0), Fraction(1)]}
        others = []
        for name in claim:
            m, (low, high, _) = scores[name][0], span(scores[name][2], options)
            of = {"fdr": "ppv", "fnr": "tpr", "R(1,0)": "ppv", "R(1,1)": "tpr"}.get(m.name, m.name)
            if of not in ranges:
                others.append(name)
                continue
            low, high = (1 - high, 1 - low) if m.name in ("fdr", "fnr") else (low, high)
            ranges[of] = [max(ranges[of][0], low), min(ranges[of][1], high)]
        if any(low > high for low, high in ranges.values()):
            return
        demand(bool(others), at, "these scores are possible together")
        if len(others) > 1:
            return part("that scores contradict each other on tests of any size")(claim, at)
        m, _, digits = scores[others[0]]

        def value(precision: Fraction, recall: Fraction) -> Any:
            return m.of((Fraction(0), 1 / precision - 1, 1 / recall - 1, Fraction(1))) if precision and recall else Fraction(0)
        least, most = (value(*(ranges[of][end] for of in ("ppv", "tpr"))) for end in (0, 1))
        low, high, closed = span(digits, options)
        if low > most or high < least or low == most and low not in closed or high == least and high not in closed:
            return
        if low == most or high == least:
            return part("that scores contradict each other on tests of any size")(claim, at)
        demand(False, at, "these scores are possible together")
    demand(type(claim["consistent"]) is bool, "rows.consistent", "not true or false")
    if claim["consistent"]:
        return {"consistent": True, "matrices": None, "first": first, "conflict": None}
    return {"consistent": False, "matrices": None, "first": None, "conflict": conflict}


def on_one_curve(rows: Rows) -> Judge:
    """Judges whether all rows are points of one ROC curve: of any two of their matrices one has at least as many TP and FP."""
    fitting = [[cells for cells in tried if all(fits(m.of(cells)) for m, fits, _ in scores.values())] for _, tried, scores in rows]

    def rise(one: Any, other: Any) -> bool:
        (_, fp, fn, tp), (_, fp2, fn2, tp2) = one, other
        return bool(tp + fn == tp2 + fn2 and sum(one) == sum(other) and (tp - tp2) * (fp - fp2) >= 0)

    def judge(claim: Any, at: str) -> None:
        demand(isinstance(claim, dict) and "consistent" in claim, at, "no finding")
        verdict = claim["consistent"]
        if verdict is None:
            return part("what is undecided about one curve", {"consistent": None})(claim, at)
        demand(type(verdict) is bool, at, "not true, false or null")
        if verdict:
            matrices = entries(claim.get("matrices"), at)
            demand(len(matrices) == len(rows), at, "not a matrix of each row")
            points = []
            for k, (cells, fits) in enumerate(zip(matrices, fitting)):
                if cells is None:
                    demand(not fits, f"{at}[{k}]", "a matrix has the scores of this row")
                    continue
                same(cells, dict.fromkeys(plain.CELLS, lambda x, at: whole(x, at)), f"{at}[{k}]")
                points.append(tuple(cells[name] for name in plain.CELLS))
                demand(points[-1] in fits, f"{at}[{k}]", "it has other scores")
            demand(all(rise(x, y) for x, y in itertools.combinations(points, 2)), at, "these matrices do not rise together")
            return same(claim, {"consistent": True, "matrices": matrices}, at)
        chosen = entries(claim.get("conflict"), at)
        demand(all(type(k) is int and 0 < k <= len(rows) for k in chosen) and len(set(chosen)) == len(chosen) > 1, at, "not numbers of rows")
        if len(chosen) > 2:
            part("that more than two rows are not on one curve")(claim, at)
        else:
            one, other = (fitting[k - 1] for k in chosen)
            demand(not any(rise(x, y) for x in one for y in other), at, "both rows are on one curve")
        same(claim, {"consistent": False, "conflict": chosen}, at)
    return judge


CLASS_SCORES = {alias: title for title, names in {
    "accuracy": "acc micro-f1 f1-micro micro-precision precision-micro micro-recall recall-micro weighted-recall recall-weighted",
    "error-rate": "err hamming-loss",
    "macro-recall": "recall-macro balanced-accuracy ba bacc bac uar macro-tpr macro-sensitivity",
    "macro-precision": "precision-macro macro-ppv", "macro-f1": "f1-macro macro-avg-f1", "weighted-precision": "precision-weighted",
    "weighted-f1": "f1-weighted", "kappa": "cohen-kappa cohens-kappa"}.items() for alias in [title, *names.split()]}


def rows_of_classes(options: Any) -> Rows:
    """Rows of several classes: name, the samples of each class, and scores with their printed numbers."""
    found = Rows("classes")
    for row in written(options):
        sizes = [int(x) for x in re.split("[,+;]", row.get("classes") or options.classes)]
        scores = Doc()
        for name, x in row.items():
            if name not in ("name", "classes") and x.strip():
                title = CLASS_SCORES.get(name.strip().lower().replace("_", "-").replace(" ", "-"))
                if title is None:
                    raise Unreadable(f"this program does not know {name!r} of several classes")
                scores[name] = (title, x.strip())
        found.append(({"name": row["name"]} if "name" in row else {}, sizes, scores))
        found.beside.append(Beside(None, {}))
    return found


def class_value(title: str, rows: list[list[int]]) -> Any:
    """A score of a confusion matrix of several classes; precision is 0 for a class that is never predicted."""
    every = range(len(rows))
    size, called, right = [sum(row) for row in rows], [sum(row[k] for row in rows) for k in every], [rows[k][k] for k in every]
    n = sum(size)
    of = {"recall": [Fraction(right[k], size[k]) for k in every], "f1": [Fraction(2 * right[k], size[k] + called[k]) for k in every],
          "precision": [Fraction(right[k], called[k]) if called[k] else Fraction(0) for k in every]}
    if title in ("accuracy", "error-rate"):
        return abs((title == "error-rate") - Fraction(sum(right), n))
    if title == "kappa":
        chance = Fraction(sum(size[k] * called[k] for k in every), n * n)
        return (Fraction(sum(right), n) - chance) / (1 - chance) if chance != 1 else None
    kind, what = title.split("-")
    return sum((x * (Fraction(size[k], n) if kind == "weighted" else Fraction(1, len(rows))) for k, x in enumerate(of[what])), Fraction(0))


def class_weights(claim: Any, at: str, sizes: list[int], scores: Doc, options: Any) -> None:
    """Weights whose sum is, over all right samples d of a class and samples s of others that are called so, below what is printed."""
    given, called, reached, wanted = (claim["weights"], *(exact(claim[key], at) for key in ("called", "reached", "printed")))
    same(claim, {"weights": each({"score": WORDS, "weight": number}), "called": number, "reached": number, "printed": number}, at)
    n, off, terms = sum(sizes), 1e-9, []
    for entry in given:
        demand(entry["score"] in scores, at, "not weights of scores")
        (title, digits), w = scores[entry["score"]], exact(entry["weight"], at)
        low, high, _ = span(digits, options)
        low, high = (1 - high, 1 - low) if title == "error-rate" else (low, high)
        low, high = (max(low, Fraction(-10)), min(high, Fraction(1))) if title == "kappa" else (low, high)
        terms.append((title, float(w), float(high if w < 0 else low)))
    least = float(called) + sum(w * end for _, w, end in terms)
    demand(sum(abs(w) for _, w, _ in terms) + abs(float(called)) <= 1e3 and float(wanted - reached) > 10 * off, at, "no margin")
    demand(least >= float(wanted) - off, at, "what is printed is not above what is reached")
    if sum((size + 1) * (n - size + 1) for size in sizes) > plain.MOST:
        return part("weights for many samples of several classes")(claim, at)
    k, total = len(sizes), 0.0
    for own in sizes:
        parts: Doc = {
            "accuracy": lambda d, s, end: d / n, "error-rate": lambda d, s, end: d / n,
            "macro-recall": lambda d, s, end, own=own: d / own / k,
            "macro-precision": lambda d, s, end: d / max(d + s, 1) / k,
            "weighted-precision": lambda d, s, end, own=own: d / max(d + s, 1) * own / n,
            "macro-f1": lambda d, s, end, own=own: 2 * d / (own + d + s) / k,
            "weighted-f1": lambda d, s, end, own=own: 2 * d / (own + d + s) * own / n,
            "kappa": lambda d, s, end, own=own: (n * d - (1 - end) * own * (d + s)) / (n * n)}
        total += max(float(called) * (d + s) / n + sum(w * parts[title](d, s, end) for title, w, end in terms)
                     for d in range(own + 1) for s in range(n - own + 1))
    demand(total <= float(reached) + off, at, "some numbers of the classes reach more")


def check_classes(doc: Doc, rows: Rows, options: Any) -> Proof:
    """Rows of several classes: the listed matrix has the scores, or weights prove that none has."""
    truths = list[Doc]()
    for claim, (name, sizes, scores) in zip(doc["rows"], rows):
        if claim.get("consistent", False) is None:
            truths.append(name | UNDECIDED)
            continue

        def matrix(claim: Any, at: str, sizes: Any = sizes, scores: Any = scores) -> None:
            rows = [[whole(x, at) for x in entries(row, at)] for row in entries(claim, at)]
            demand([sum(row) for row in rows] == sizes and all(len(row) == len(rows) for row in rows), at, "other numbers of samples")
            for name, (title, digits) in scores.items():
                demand(printed(digits, options)(class_value(title, rows)), at, f"another {name}")

        def conflict(claim: Any, at: str, scores: Any = scores) -> None:
            demand(set(claim) <= set(scores) and len(set(claim)) == len(claim) > 0, at, "not some of the scores")

        def weights(claim: Any, at: str, sizes: Any = sizes, scores: Any = scores) -> None:
            class_weights(claim, at, sizes, scores, options)
        demand(type(claim["consistent"]) is bool, "rows.consistent", "not true or false")
        more: Doc = {"consistent": True, "conflict": None, "classes": matrix} if claim["consistent"] else {
            "consistent": False, "conflict": conflict, "certificate?": weights}
        if not claim["consistent"] and "certificate" not in claim:
            part("that no matrix of several classes has the scores of impossible rows")(claim, "rows")
        truths.append(name | {"matrices": None, "first": None} | more)
    return {"rows": truths}, f"of {len(rows)} rows of several classes: that the listed matrices have the scores, and that none has with weights"


def nearest(scores: Doc, tried: list[Any], options: Any) -> Judge:
    """Judges the matrix whose scores are least far from what is printed, in units of the last place."""
    ends = {name: (unit_of(digits, options), *span(digits, options)[:2]) for name, (_, _, digits) in scores.items()}

    def units(cells: Any) -> Any:
        far: Any = Fraction(0)
        for name, (m, *_) in scores.items():
            value, (unit, low, high) = m.of(cells), ends[name]
            if value is None or isinstance(value, float):
                return None
            if not unit:
                if not scores[name][1](value):
                    return None
                continue
            far = max(far, (low - value) / unit, (value - high) / unit)
        return far

    def judge(claim: Any, at: str) -> None:
        if any(isinstance(m.of(cells), Irrational) for m, *_ in scores.values() for cells in tried):
            return part("nearest matrices by irrational scores", OPEN_FORMS["nearest"])(claim, at)
        far = [x for x in map(units, tried) if x is not None]
        if not far:
            return same(claim, None, at)
        demand(isinstance(claim, dict) and isinstance(claim.get("matrix"), dict), at, "no matrix")
        cells = tuple(claim["matrix"].get(name) for name in plain.CELLS)
        demand(cells in tried and units(cells) == min(far), at, "not a matrix as near as any")
        cells = tried[tried.index(cells)]  # integers
        values = [{"name": title, "value": m.of(cells)} for title, (m, *_) in scores.items()]
        same(claim, {"matrix": dict(zip(plain.CELLS, cells)), "units": min(far), "scores": values}, at)
    return judge


def compare(doc: Doc, given: Input, options: Any) -> Proof:
    """Independent classifiers, the next test and costs, besides."""
    over_one_test(doc)
    if "costs" in doc:
        truth, what = compare({key: x for key, x in doc.items() if key != "costs" and not key.startswith("flag_")}, given, options)
        spot = re.fullmatch(r"R\((.*),(.*)\)", metric(doc["metric"]).name)
        demand(spot, "costs", "they do not have this metric")
        assert spot
        costs, told = priced(doc, (Fraction(spot[1]), Fraction(spot[2])), given.matrices)
        named = [{"name": name} | prices(costs, m) for name, m in zip(given.names, given.matrices)]
        return truth | told | {"classifiers": named}, what
    paired = doc["paired"]
    demand(type(paired) is bool, "paired", "is neither true nor false")
    if "clusters" in doc:
        return compare_clusters(doc, given)
    if "looks" in doc:  # the input has to hold the samples of all of them
        part("how often was looked")(whole(doc.pop("looks"), "looks"), "looks")
    truth, what = (plain.compare if paired else unpaired)(doc, given, options)
    p, n, w, m = whole(doc["positives"], "positives"), whole(doc["negatives"], "negatives"), number(doc["pattern_mass"], "pattern_mass"), metric(doc["metric"])
    for pair in truth["pairs"]:
        a, b = pair["first"], pair["second"]
        pair["next"] = next_test(m, (p, n), w, given.right(a, b) if paired else None, (given.matrices[a], given.matrices[b]))
        pair["truly_better"] = both(truly, part("truly better"))
        pair |= values(m, given.matrices[a], given.matrices[b], doc.get("margin") is not None)
        pair |= e_values(m, *given.right(a, b)) if paired and "e_value" in doc["pairs"][0] else {}
        for key in ("e_value?", "e_value_either?", "not_worse?", "equivalent?"):
            pair.pop(key, None)
    truth.pop("margin?", None)
    return truth | asked_margin(doc) | {"positives": p, "negatives": n, "pattern_mass": w, "require?": required(doc)}, what


def asked_margin(doc: Doc) -> Doc:
    """A margin, which nothing that is proved depends on."""
    demand("margin" not in doc or number(doc["margin"], "margin") >= 0, "margin", "is negative")
    return {"margin": part("margins")} if "margin" in doc else {}


def compare_clusters(doc: Doc, given: Any) -> Proof:
    """Whole clusters of samples are exchanged: all outcomes, by adding one cluster after the other."""
    if getattr(given, "sets", None) is None:
        raise Unreadable("clusters of samples: name their column with --cluster, as in the command")
    m, (_, _, rows), names = metric(doc["metric"]), given.sets, given.names
    clustered(doc, given)
    asked, everyone = [(whole(c["first"], "pairs"), whole(c["second"], "pairs")) for c in doc["pairs"]], range(len(names))
    usual = [*itertools.combinations(everyone, 2)], [(asked[0][0], b) for b in everyone if b != asked[0][0]], asked[:1]
    demand(asked in usual and set(asked) <= {*itertools.permutations(everyone, 2)}, "pairs", "some are missing, or unknown")
    swaps = [exchanges(m, [(row[a], row[b]) for row in rows]) for a, b in asked]
    ps = sorted(s["two_sided"] for s in swaps if s)
    truths = list[Doc]()
    for (a, b), swap in zip(asked, swaps):
        more_ = [(len(ps) - k) * p for k, p in enumerate(ps) if swap and p <= swap["two_sided"]]
        test: Doc = {"swap_test": swap | {"holm": min(Fraction(1), max(more_))}} if swap else {
            "swap_test": None, "swap_test_undefined": "the difference that was observed is undefined"}
        truths.append(values(m, given.matrices[a], given.matrices[b], doc.get("margin") is not None) | test | {
            "first": a, "second": b, "discordant": None, "next": None, "truly_better": both(truly, part("truly better")),
            "next_undefined": "samples of one cluster are not independent, so the next test is not asked about"})
    tn, fp, fn, tp = given.matrices[0]
    return {"paired": True, "metric": doc["metric"], "clusters": len(rows), "positives": int(tp + fn), "negatives": int(tn + fp),
            "assumption": "whole clusters of samples are exchanged, and get random weights", "caveat": plain.CAVEAT,
            **asked_margin(doc), "require?": required(doc), "classifiers": [{"name": name} for name in names], "pairs": truths,
            }, f"values and swap tests by clusters of {len(asked)} pairs"


def exchanges(m: Metric, clusters: list[Any]) -> Any:
    """The p-values if the two are exchanged, with probability 1/2, on each whole cluster; None without a difference."""
    outcomes, coins = Counter({(Fraction(0), Fraction(0)): 1}), 0
    for one, other in clusters:
        steps = [(x[3], x[0]) for x in (one, other)]
        coins += steps[0] != steps[1]
        once = steps if steps[0] != steps[1] else steps[:1]
        outcomes, before = Counter(), outcomes
        for (tp, tn), ways in before.items():
            for more_tp, more_tn in once:
                outcomes[tp + more_tp, tn + more_tn] += ways
        if len(outcomes) > 20000:
            raise Unreadable("exchanges of so many clusters have too many outcomes for this program")
    p, n = (sum(one[k] + one[k + 1] for one, _ in clusters) for k in (2, 0))
    tp_both, tn_both = (sum(one[k] + other[k] for one, other in clusters) for k in (3, 0))

    def ahead(tp: Fraction, tn: Fraction) -> Any:
        x, y = (m.of((b, n - b, p - a, a)) for a, b in ((tp, tn), (tp_both - tp, tn_both - tn)))
        return None if x is None or y is None or x - y != x - y else y - x if m.lower else x - y
    seen = ahead(*(sum(one[k] for one, _ in clusters) for k in (3, 0)))
    if not isinstance(seen, Fraction):
        return None
    found = {key: Fraction(0) for key in ("one_sided", "two_sided", "beyond")}
    for (tp, tn), ways in outcomes.items():
        d, chance = ahead(tp, tn), Fraction(ways, 2 ** coins)
        found["one_sided"] += chance * (d is None or d >= seen)
        found["two_sided"] += chance * (d is None or abs(d) >= abs(seen))
        found["beyond"] += chance * (d is None or abs(d) > abs(seen))
    return {"one_sided": found["one_sided"], "two_sided": found["two_sided"],
            "two_sided_mid": (found["two_sided"] + found["beyond"]) / 2}


def values(m: Metric, first: Any, second: Any, has_margin: bool) -> Doc:
    """Both values and their difference, positive where the first is better; of the true difference only the form is known."""
    x, y = m.of(first), m.of(second)
    more, less = (y, x) if m.lower else (x, y)
    apart: Any = None if x is None or y is None or (more == less and math.isinf(float(more))) else Fraction(0)
    if apart is not None and more != less:
        apart = more - less
        if isinstance(x, Irrational) or isinstance(y, Irrational):
            apart = close_to(Fraction(apart))
    asked = {key: both(truly, part("margins")) for key in ("not_worse", "equivalent")} if has_margin else {}
    return asked | {"values": {"first": x, "second": y},
                    "difference": {"value": apart, "interval": both(true_interval, part("intervals of true values"))}}


def close_to(value: Fraction) -> Judge:
    """Judges two decimals around an irrational number."""
    def judge(claim: Any, at: str) -> None:
        same(claim, {"lower": DECIMAL, "upper": DECIMAL}, at)
        low, high = Fraction(claim["lower"]), Fraction(claim["upper"])
        places = {len(end.partition(".")[2]) for end in claim.values()}
        demand(len(places) == 1 and min(places) >= 15 and high - low <= Fraction(4, 10 ** min(places)), at, "is not close")
        demand(low <= value <= high, at, "encloses another number")
    return judge


def true_interval(claim: Any, at: str) -> None:
    """Judges the form of an interval of a true value."""
    same(claim, {"level": number, "lower": DECIMAL, "upper": DECIMAL, "draws?": whole, "seed?": whole}, at)
    demand(0 < Fraction(claim["level"]) < 1, at, "has no level between 0 and 1")
    demand(Fraction(claim["lower"]) <= Fraction(claim["upper"]), at, "encloses nothing")
    demand(("draws" in claim) == ("seed" in claim), at, "names draws or a seed alone")


def e_value(x: int, y: int) -> Fraction:
    """x! y!/(n+1)! times the sum of C(n+1, k) over k up to x."""
    n = x + y
    return Fraction(sum(math.comb(n + 1, k) for k in range(x + 1)), (n + 1) * math.comb(n, x))


def e_values(m: Metric, yes: list[int], no: list[int]) -> Doc:
    """The e-value of the samples that only the first and only the second has right, and the mean of both directions."""
    counted = {"tpr": [yes], "fnr": [yes], "tnr": [no], "fpr": [no], "accuracy": [yes, no], "error-rate": [yes, no]}
    demand(m.name in counted, "pairs[0].e_value", "is not of this metric")
    x, y = (sum(of[k] for of in counted[m.name]) for k in (1, 2))
    return {"e_value": e_value(x, y), "e_value_either": (e_value(x, y) + e_value(y, x)) / 2}


PAIRED = "classifiers compared on the same samples"
UNPAIRED = "the pairing is not known", "classifiers taken as independent"


def unpaired(doc: Doc, given: Input, options: Any) -> Proof:
    """Classifiers taken as independent: only the next test can be proved."""
    asked = [(whole(c["first"], "pairs"), whole(c["second"], "pairs")) for c in doc["pairs"]]
    everyone = range(len(given.names))
    usual = [*itertools.combinations(everyone, 2)], [(asked[0][0], b) for b in everyone if b != asked[0][0]], asked[:1]
    demand(asked in usual and set(asked) <= {*itertools.permutations(everyone, 2)}, "pairs", "some are missing, or unknown")
    pairs: list[Doc] = [{"first": a, "second": b, "discordant": None, "swap_test": None, "swap_test_undefined": UNPAIRED[0]} for a, b in asked]
    return {"metric": doc["metric"], "paired": False, "assumption": UNPAIRED[1], "caveat": plain.CAVEAT, "pairs": pairs,
            "classifiers": [{"name": name} for name in given.names]}, f"that {len(pairs)} pairs are listed"


def joint_counts(given: Input, a: int, b: int) -> list[list[int]]:
    """Of positives and of negatives: how many both have right, only a, only b, neither, from `both_tp` and `both_tn`."""
    known, cells = given.rows[max(a, b)], [(3, 2), (0, 1)]  # tp and fn, tn and fp
    demand("both_tp" in known, "paired", "the input holds no pairs")
    both = [int(exact(known[key][min(a, b)], "both")) for key in ("both_tp", "both_tn")]
    own, other = ([[int(given.matrices[k][c]) for c in pair] for pair in cells] for k in (a, b))
    return [[k, x[0] - k, y[0] - k, sum(x) - x[0] - y[0] + k] for k, x, y in zip(both, own, other)]


def is_paired(given: Input) -> bool:
    """Whether the input holds how classifiers fared on the same samples."""
    return bool(given.samples) or getattr(given, "sets", None) is not None or any("both_tn" in row for row in given.rows)


def curve(doc: Doc, given: Input, options: Any) -> Proof:
    """What the points of named segments mean, besides."""
    if several(doc, given):
        raise Unreadable("curves of classifiers with different priors: unknown here")
    truth, what = plain.curve(doc, given, options)
    (start, end), prior = (truth["from"], truth["to"]), truth["prior_positive"]
    for point_ in truth["breaks"]:
        a, b = point_["at"]
        for key in ("threshold_probability?", "probability_cost?", "f_beta_squared?"):
            del point_[key]
        if start[0] == start[1] and end[0] == end[1]:
            point_ |= {"threshold_probability": 1 - a, "probability_cost": plain.warp(a, 1 - prior)}
        elif start[0] == end[0] == 1:
            point_ |= {"f_beta_squared": b / (1 - b)}
    del truth["heuristic?"]
    truth |= near_the_middle(doc, given, options, truth)
    return truth, what + ", how near scores are to it"


NAMED_ON_THE_TILE: dict[str, Callable[[Fraction], tuple[Any, Any]]] = {  # places at a positive prior
    "tnr": lambda p: (0, 0), "npv": lambda p: (0, 1), "jaccard-negative": lambda p: (0, HALF), "accuracy": lambda p: (HALF, HALF),
    "ba": lambda p: (1 - p, 1 - p), "kappa": lambda p: ((1 - p) ** 2 / ((1 - p) ** 2 + p * p), HALF), "ppv": lambda p: (1, 0),
    "f-beta(1/2)": lambda p: (1, Fraction(1, 5)), "f1": lambda p: (1, HALF), "f-beta(2)": lambda p: (1, Fraction(4, 5)),
    "tpr": lambda p: (1, 1)}


def near_the_middle(doc: Doc, given: Input, options: Any, truth: Doc) -> Doc:
    """How near scores are to the middle swap, and Kendall's tau-b of their values with those at both ends, by all pairs."""
    matrices, prior, _ = plain.tile(doc, given, options)
    (start, end), level = (truth["from"], truth["to"]), truth["straight_in"] == "tile"
    swaps = [x["position"] for x in truth["breaks"] for _ in range(x["pairs"])]
    ends = [z if level else [plain.warp(x, 1 - prior) for x in z] for z in (start, end)]

    def position(place: Any) -> Any:
        spot = place if level else [plain.warp(x, 1 - prior) for x in place]
        ways = {(s - x) / (y - x) for s, x, y in zip(spot, *ends) if x != y}
        still = all(s == x for s, x, y in zip(spot, *ends) if x == y)
        return ways.pop() if len(ways) == 1 and still and 0 <= min(ways) <= 1 else None

    def found(t: Fraction, place: Any) -> Doc:
        values = [[metric(f"r({a},{b})").of(m) for m in matrices] for a, b in (place, start, end)]
        taus = [tau_b(values[0], other) for other in values[1:]]
        if swaps:
            low, high = swaps[(len(swaps) - 1) // 2], swaps[len(swaps) // 2]
            apart = sum(t < x < low or high < x < t for x in swaps)
        shown = {"position": t, "o": 1 - Fraction(apart, len(swaps)) if swaps else None, "tau_from": taus[0], "tau_to": taus[1]}
        return shown | ({"undefined": text(r"[\s\S]*")} if None in shown.values() else {})
    marked: Any = "preference" in doc and tuple(point(doc["preference"]["at"], "preference.at"))
    places = {name: at(prior) for name, at in NAMED_ON_THE_TILE.items()}
    if marked and marked not in places.values():
        places[f"r({marked[0]},{marked[1]})"] = marked
    listed = sorted((t, k, name) for k, (name, at) in enumerate(places.items()) if (t := position(at)) is not None)
    shares = [sum(Fraction(m[k]) / sum(map(Fraction, m)) for m in matrices) for k in (1, 2)]
    squared = shares[0] / shares[1] if shares[1] and start[0] == end[0] == 1 else None
    thumb = None if squared is None else (1, squared / (1 + squared))
    t = position(thumb) if thumb else None
    return {"optimality": [{"name": name} | found(t, places[name]) for t, _, name in listed]} | (
        {"heuristic": {"f_beta_squared": squared} | found(t, thumb)} if t is not None else {})


def tau_b(xs: list[Any], ys: list[Any]) -> Any:
    """Of values, None being none: (C - D)/sqrt((n - n1)(n - n2)); None if all tie."""
    pairs = [(x, y) for x, y in zip(xs, ys) if x is not None and y is not None]
    signs = [((x > v) - (x < v), (y > w) - (y < w)) for (x, y), (v, w) in itertools.combinations(pairs, 2)]
    untied = sum(a != 0 for a, _ in signs) * sum(b != 0 for _, b in signs)
    total = sum(a * b for a, b in signs)
    return root(Fraction(total * abs(total), untied)) if untied and total else Fraction(0) if untied else None


TOO_LARGE = "the next test, too large to enumerate"


def next_test(m: Metric, sizes: tuple[int, int], w: Fraction, seen: Any, alone: Any) -> Any:
    """Who is ahead on further samples: all outcomes. `seen`: for each class how often both, the first, the second, none
    were right; if that is not known, the two are independent."""
    p, n = sizes
    if ((p + 1) * (n + 1)) ** 2 > plain.MOST or seen and max(sizes) >= 25:
        return part(TOO_LARGE, dict.fromkeys(["better", "equal", "worse", "undefined"], some_share))
    draws = []
    for t, size in enumerate(sizes):
        both: dict[Any, Any] = Counter()
        if seen:
            for (yy, yn, ny, _), chance in urn([w / 4 + x for x in seen[t]], size).items():
                both[yy + yn, yy + ny] += chance
        else:
            one, other = (urn([w / 2 + x[3 - 3 * t], w / 2 + x[2 - t]], size).items() for x in alone)
            both.update({(x, y): c * d for ((x, _), c), ((y, _), d) in itertools.product(one, other)})
        draws.append(both)
    value = {(x, y): m.of((y, n - y, p - x, x)) for x, y in itertools.product(range(p + 1), range(n + 1))}
    chances = dict.fromkeys(["better", "equal", "worse", "undefined"], Fraction(0))
    for ((tp, tp2), c), ((tn, tn2), d) in itertools.product(draws[0].items(), draws[1].items()):
        x, y = value[tp, tn], value[tp2, tn2]
        chances["undefined" if x is None or y is None else "equal" if x == y else
                "better" if (x > y) != m.lower else "worse"] += c * d
    return lambda claim, at: same(claim, {k: x if "/" in str(claim) else summed(x) for k, x in chances.items()}, at)


def summed(x: Fraction) -> Judge:
    """Judges a sum: a decimal within a unit of its last digit, of ten digits if it is not tiny, or two decimals around it."""
    def judge(claim: Any, at: str) -> None:
        if isinstance(claim, dict):
            same(claim, {"lower": PROBABILITY, "upper": PROBABILITY}, at)
            low, high = Fraction(claim["lower"]), Fraction(claim["upper"])
            return demand(low <= x <= high <= low + Fraction("1e-9"), at, f"it is {float(x):.17g}")
        text(r"\d+(\.\d+)?(e-?\d{1,4})?")(claim, at)
        rounded(x, Fraction(1), 1 if int(Decimal(claim).as_tuple().exponent) <= -20 else 10)(claim, at)
    return judge


def urn(weights: list[Fraction], n: int) -> dict[tuple[int, ...], Fraction]:
    """How n draws from a Polya urn fall: beta-binomial, or of more weights Dirichlet-multinomial."""
    if len(weights) == 1:
        return {(n,): Fraction(1)}
    first = plain.beta_binomial(weights[0], sum(weights[1:], Fraction(0)), n)
    return {(k, *s): first[k] * chance for k in range(n + 1) for s, chance in urn(weights[1:], n - k).items()}


def on_hulls(given: Input) -> list[Any]:
    """What scores stand for: a classifier MODEL >= T for each vertex of each hull; nobody is MODEL > inf if inf is a score."""
    return [(f"{name} > inf" if t is None and steps[1][0] == INF else f"{name} >= {shortest(t)}", m)
            for name, (_, steps) in zip(given.names, plain.staircases(given)) for t, m in plain.hull_of(steps)]


def shortest(t: Any) -> str:
    """A threshold as names have it: 0.9, 1.5e-7, or 1/3 if no decimal of 33 digits is equal to it."""
    if t is None or isinstance(t, float):
        return str(t or "inf")
    context = Context(prec=33)
    x = context.normalize(context.divide(Decimal(t.numerator), Decimal(t.denominator)))
    return str(t) if Fraction(x) != t else f"{x:f}" if -7 < x.adjusted() < 21 else f"{x:e}".replace("+", "")


def area_of(piece: Doc) -> Any:
    """The area of a piece: rational, plus logarithms under curved frontiers."""
    corners = [(Fraction(a), Fraction(b)) for a, b in piece["vertices"]]
    if len(corners) < 3:
        return Fraction(0)
    ends = zip(corners, corners[1:] + corners[:1])
    return area([Edge(p, q, tuple(map(int, k)), "area") for (p, q), k in zip(ends, piece["edges"])])


# ---- The Tile, if the classifiers have different priors: frontiers are curved at every prior ----

Curve = tuple[int, ...]  # k_ab ab + k_a a + k_b b + k_1
SIDES, CORNERS = [k for k, _ in plain.SIDES], plain.CORNERS


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
    """Exactly, if all logarithms are of 1 or cancel in 60 digits; else a number that judges its enclosure."""
    parts = [e.area() for e in edges]
    r = sum((p[0] for p in parts), Fraction(0))
    with localcontext(DIGITS):
        logs = sum((decimal(p[1]) * decimal(p[2]).ln() for p in parts), Decimal(0))
        return r if abs(logs) < Decimal("1e-60") else irrational(decimal(r) + logs)


def own_tiles(doc: Doc, given: Input) -> tuple[list[Any], Any, Doc]:
    """The matrices, each with its own prior, and what the result says of them."""
    named = [{"name": name} | counts(m) for name, m in zip(given.names, given.matrices)]
    demand(len(set(map(prior_of, given.matrices))) > 1, "prior_positive", "there is one prior")
    return given.matrices, None, {"prior_positive": None, "priors": list(map(prior_of, given.matrices)), "classifiers": named}


def several(doc: Doc, given: Input) -> bool:
    """Whether each classifier stands on the Tile of its own prior."""
    return doc.get("prior_positive", "") is None and len(set(map(prior_of, given.matrices))) > 1


def regions(doc: Doc, given: Input, options: Any) -> Proof:
    """Areas, and regions of classifiers with different priors, besides."""
    if several(doc, given):
        return judged(regions_apart)(doc, given, options)
    truth, what = plain.regions(doc, given, options)
    for piece in truth["pieces"]:
        piece |= {"area": area_of(piece)} if "area" in piece else {}
    return truth, what


def on_tile(doc: Doc, given: Input, options: Any) -> tuple[list[Any], Any]:
    """The matrices and the prior, after what the result says of them is compared and removed."""
    matrices, prior, truth = plain.tile(doc, given, options)
    shown = {key: truth[key] for key in truth if key != "classifiers" or key in doc}
    same({key: doc.pop(key, None) for key in shown}, shown, "result")
    return matrices, prior


def asked_prior(doc: Doc, own: Fraction, options: Any) -> Fraction:
    """The prior that a result of scores is for: the one that was asked for, or that of the samples."""
    prior: Fraction = take(doc, prior_positive=number)[0]
    demand(prior == (options.target_prior or prior) and 0 < prior < 1, "prior_positive", "is not the one that was asked for")
    if prior != own and not options.target_prior:
        unproved[f"that the prior asked for is {prior}, which is not that of the input"] = []
    return prior


def regions_apart(doc: Doc, given: Input, options: Any) -> None:
    demand("classifiers" in doc, "classifiers", "are missing")
    (matrices, _), chosen = on_tile(doc, given, options), doc.pop("selection", {})
    same(chosen, {"ranks?": entries, "classifiers?": entries}, "selection")
    ranks, names = chosen.get("ranks"), chosen.get("classifiers", given.names)
    demand(0 < len(names) == len(set(names) & set(given.names)), "selection", "is empty, or asks for nobody")
    every = [*range(1, len(given.names) + 1)]
    demand(ranks is None or all(type(r) is int for r in ranks) and ranks == sorted(set(ranks)), "selection", "ranks are not rising")
    demand(ranks is None or set(ranks) & set(every), "selection", "nobody has such ranks")
    same(doc, {"pieces": entries}, "result")
    found: dict[int, list[Any]] = {i: [] for i, name in enumerate(given.names) if name in names}
    curves = {i: [frontier(matrices[i], m) for j, m in enumerate(matrices) if j != i] for i in found}
    with_area = any("area" in piece for piece in doc["pieces"] if isinstance(piece, dict))
    for n, piece in enumerate(doc["pieces"]):
        at = f"pieces[{n}]"
        i, edges, spot = piece_apart(piece, at, "classifier", curves, with_area)
        demand(not ranks or any(piece["rank"][0] <= r <= piece["rank"][1] for r in ranks), at, "its rank is not selected")
        found[i].append((len(edges), edges, spot))
    proved.append("each region and tie is bounded by frontiers of its classifier and sides of the Tile, and none runs through it")
    proved.append(f"the ranks{' and areas' * with_area} of {len(doc['pieces'])} pieces")
    if ranks:
        unproved["that no piece with a selected rank is missing or repeated"] = []
        return
    for i, pieces in found.items():
        covers(pieces, f"the pieces of {given.names[i]!r}")
    proved.append("regions, ties and crossings make up the Tile: for each classifier each point once")


def piece_apart(piece: Doc, at: str, whose: str, curves: dict[int, list[Curve]], with_area: bool) -> tuple[int, list[Edge], Any]:
    """A piece is bounded by frontiers of its owner, none runs through it, and its rank is true. Its owner, edges and a point."""
    same(piece, dict.fromkeys([whose, "dimension", "rank", "vertices", "edges"] + ["area"] * with_area, elsewhere), at)
    i, edges = piece[whose], border(piece, at)
    demand(type(i) is int and i in curves, f"{at}.{whose}", f"{i!r} is not selected")
    same(piece["dimension"], min(len(edges), 2), at + ".dimension")
    spot, signs = point(piece["vertices"][0], at), []
    allowed = {unsigned(k) for k in curves[i]} | (ON_SIDES if len(edges) > 1 else set())
    demand(all(unsigned(e.k) in allowed for e in edges), at, "an edge lies on no frontier of its owner")
    for k in curves[i]:
        seen = {e.sign(k) for e in edges} or {sign(at_point(k, *spot))}
        demand(None not in seen and not {1, -1} <= seen, at, f"the frontier {k} runs through it")
        signs.append(sum(seen))  # type: ignore[arg-type]
    same(piece["rank"], [1 + signs.count(-1), len(signs) + 1 - signs.count(1)], at + ".rank")
    crossed = {unsigned(k) for k in curves[i] if any(k) and at_point(k, *spot) == 0}
    demand(edges or len(crossed) > 1 and all(0 < x < 1 for x in spot), at, "no frontiers cross there")
    if with_area:
        same(piece["area"], area(edges) if len(edges) > 1 else Fraction(0), at + ".area")
    return i, edges, spot


def elsewhere(claim: Any, at: str) -> None:
    """Is judged elsewhere."""


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


def zone(doc: Doc, given: Input, options: Any) -> Proof:
    """Areas, and zones of classifiers with different priors, besides."""
    if several(doc, given):
        return judged(zone_apart)(doc, given, options)
    truth, what = plain.zone(doc, given, options)
    if truth["piece"]:
        truth["piece"] |= {"area": area_of(truth["piece"])}
    return truth, what


def zone_apart(doc: Doc, given: Input, options: Any) -> None:
    (ms, _), (better, than) = on_tile(doc, given, options), take(doc, better=entries, than=entries)
    for names in better, than:
        demand(names and set(names) <= set(given.names), "better, than", "unknown names")
        demand(len(set(names)) == len(names), "better, than", "a name stands twice")
    named = [(ms[given.names.index(i)], ms[given.names.index(j)]) for i in better for j in than]
    curves, full = [frontier(i, j) for i, j in named], [frontier(i, j, True) for i, j in named]
    same(doc, {"piece": elsewhere}, "result")
    piece, edges = doc["piece"], list[Edge]()
    if piece is not None:
        same(piece, dict.fromkeys(["dimension", "vertices", "edges", "area", "on_border?"], elsewhere), "piece")
        for n, part_ in enumerate(piece.get("on_border", [])):
            ends = [point(v, f"piece.on_border[{n}]") for v in part_]
            demand(ends and any(all(at_point(k, *e) == 0 for e in ends) for k in SIDES) and all(
                at_point(k, *e) >= 0 for k in full for e in ends), f"piece.on_border[{n}]", "not on a side, or one is better there")
        edges = border(piece, "piece")
        same(piece["dimension"], min(len(edges), 2), "piece.dimension")
        same(piece["area"], area(edges) if len(edges) > 1 else Fraction(0), "piece.area")
        for e in edges:
            demand(unsigned(e.k) in {unsigned(k) for k in curves} | ON_SIDES, e.at, "an edge lies on no frontier of the two sets")
            demand({e.sign(k) for k in full} <= {0, 1}, e.at, "one of the second set is better there")
    spots = [point(v, "piece.vertices") for v in piece["vertices"]] if piece else []
    demand(all(at_point(k, *spot) >= 0 for k in full for spot in spots), "piece.vertices", "one of the second set is better there")
    unproved["that the zone has no further part (priors differ)"] = [] if len(edges) > 1 else ["piece"]
    if piece is not None:
        proved.append("this part of the zone is where each of the first is at least as good as each of the second")


# ---- Values and rankings ----

def reason(m: Metric, matrix: Any) -> Judge:
    """Judges why a score is undefined: "TP + FP = 0" if these are zero, and if the score is undefined then whatever
    the other counts are."""
    def judge(claim: Any, at: str) -> None:
        if claim == plain.NO_OUTCOME and m.name.startswith("R("):
            return
        if claim == "z(TPR) = z(FPR) is infinite" and m.name == "d_prime":
            return
        text(r"[TF][NP]( \+ [TF][NP])* = 0")(claim, at)
        named, cells = re.findall("[tf][np]", claim.lower()), Cells(matrix)
        demand(not any(cells[name] for name in named), at, f"{claim} is false")
        others = zip(plain.CELLS, (3, 5, 7, 11))
        demand(m.of([0 if name in named else count for name, count in others]) is None, at, f"{claim} is not the reason")
    return judge


def entry(m: Metric, matrix: Any) -> Doc:
    value = m.of(matrix)
    return {"value": value} | ({"undefined": reason(m, matrix)} if value is None else {})


RATES: Doc = {"tpr": ((3,), (2,)), "fnr": ((2,), (3,)), "tnr": ((0,), (1,)), "fpr": ((1,), (0,))}  # in tn, fp, fn, tp
SHARES: Doc = RATES | {"ppv": ((3,), (1,)), "fdr": ((1,), (3,)), "npv": ((0,), (2,)), "for": ((2,), (0,)),
                       "accuracy": ((0, 3), (1, 2)), "error-rate": ((1, 2), (0, 3))}


INTERVALS: Doc = {"interval": WORDS, "level": number, "prior_mass": number, "clusters": whole}


def asked_intervals(doc: Doc) -> Doc:
    """What is said of intervals of true values, if there are any."""
    asked: Doc = {key: doc[key] for key in INTERVALS if key in doc}
    demand(not asked or asked.get("interval") in ("credible", "clopper-pearson", "clusters"), "interval", "there is none such")
    demand(("clusters" in asked) == (asked.get("interval") == "clusters"), "clusters", "are where intervals come from them")
    demand("clusters" not in asked or "prior_mass" not in asked, "prior_mass", "clusters have none")
    return asked


def interval_of(title: str, cells: Any, asked: Doc) -> Judge:
    """Judges an interval of a true value: of rates with uniform priors and of Clopper and Pearson by sums of tosses."""
    exactly = asked["interval"] == "clopper-pearson"
    known = SHARES if exactly else RATES if asked.get("prior_mass") == "2" else {}
    hits, rest = (sum(map(cells.__getitem__, places)) for places in known.get(title, ((), ())))
    if not 0 < hits + rest <= 1000:  # or another metric
        return part("intervals", maybe(true_interval))
    k, m, level = int(hits), int(rest), number(asked["level"], "level")
    lower, upper = ((k, m + 1), (k + 1, m)) if exactly else ((k + 1, m + 1),) * 2

    def judge(claim: Any, at: str) -> None:
        true_interval(claim, at)
        demand(claim["level"] == str(level) and "draws" not in claim, at, "has another level, or draws")
        for key, shapes, share, side in (("lower", lower, (1 - level) / 2, 1), ("upper", upper, (1 + level) / 2, -1)):
            end, places = Fraction(claim[key]), len(claim[key].partition(".")[2])
            if 0 in shapes:
                demand(end == (0 if shapes[0] == 0 else 1), f"{at}.{key}", "is not the end of all")
                continue
            inside = end + side * Fraction(20, 10 ** places)
            outside, beyond = (side * (at_most(shapes, x) - share) for x in (end, inside))
            demand(outside <= 0 <= beyond, f"{at}.{key}", "is not close to the end")
    return judge


def at_most(shapes: tuple[int, int], x: Fraction) -> Fraction:
    """How often a variable Beta(u, v) is at most x: at least u of u + v - 1 tosses succeed."""
    (u, v), x = shapes, min(max(x, Fraction(0)), Fraction(1))
    n, hit, all_ = u + v - 1, x.numerator, x.denominator
    ways = (math.comb(n, k) * hit ** k * (all_ - hit) ** (n - k) for k in range(u, n + 1))
    return Fraction(sum(ways), int(all_ ** n))


def score(doc: Doc, given: Input, options: Any) -> None:
    claims, truths, count = entries(doc.get("classifiers"), "classifiers"), list[Any](), 0
    demand(len(claims) == len(given.names), "classifiers", f"{len(given.names)} entries should stand here")
    asked = asked_intervals(doc)
    for claim, name, matrix in zip(claims, given.names, given.matrices):
        truth: Doc = {}
        for title in claim["scores"]:
            of_true = {"interval": interval_of(title, matrix, asked), "interval_undefined?": WORDS} if asked else {}
            try:
                truth[title], count = entry(metric(title), matrix) | of_true, count + 1
            except Unreadable:
                truth[title] = part(f"{title}, unknown here", {"value": maybe(closed), "undefined?": WORDS} | of_true)
        truths.append({"name": name, "scores": truth})
        demand(list(truth) == list(claims[0]["scores"]), "classifiers", "have different scores")
    same(doc, {"classifiers": truths} | {key: INTERVALS[key] for key in asked}, "result")
    demand(count, "classifiers", "there is no value, so the result claims nothing")
    proved.append(f"{count} values of {len(truths)} classifiers")


def rank(doc: Doc, given: Input, options: Any) -> None:
    matrices = given.matrices
    if options.target_prior:
        matrices = [shifted(m, exact(options.target_prior, "--target-prior")) for m in matrices]
    if "score" in doc:
        m, priors = metric(doc["score"]), set(map(prior_of, matrices))
        moves = len(priors) > 1 and m.name in TABLE and "q" in "".join(TABLE[m.name][1] or "")
        at = part("the place of the score (priors differ)", maybe(entries_of(number, 2))) if moves else place_of(doc["score"], min(priors))
    else:
        m, at = plain.ranking_score(*point(doc.get("at"), "at")), doc["at"]
    costs, told = (None, {}) if "score" in doc else priced(doc, point(doc["at"], "at"), matrices)
    values = [m.of(x) for x in matrices]
    ranks = [rank_of(v, values) for v in (values if not m.lower else [])]
    if m.lower:
        ranks = [v if v is None else [1 + sum(o is not None and o < v for o in values), sum(o is not None and o <= v for o in values)] for v in values]
    order = [whole(r["classifier"], "ranking") for r in doc["ranking"]]
    demand(sorted(order) == list(range(len(values))), "ranking", "does not hold each classifier once")
    demand([ranks[i] or [INF] for i in order] == sorted(r or [INF] for r in ranks), "ranking", "is not sorted")
    asked = asked_intervals(doc)
    truths = [{"classifier": i, "name": given.names[i], "rank": ranks[i]} | entry(m, matrices[i]) | prices(costs, matrices[i]) | (
        {"interval?": interval_of(str(doc.get("score", "")).lower(), matrices[i], asked)} if asked else {}) for i in order]
    same(doc, {"at": at, "score?": doc.get("score"), "ranking": truths} | told | {key: INTERVALS[key] for key in asked}, "result")
    proved.append(f"values and ranks of {len(values)} classifiers")


def lines_of(matrices: list[Any]) -> dict[Curve, list[tuple[int, int]]]:
    """The frontiers that cross the Tile (at priors 1/2, if there is one prior), each with the pairs that have it."""
    one = len(set(map(prior_of, matrices))) == 1
    half = [shifted(m, Fraction(1, 2)) if one else m for m in matrices]
    first = {rates_of(m): i for i, m in reversed(list(enumerate(matrices)))}
    lines: dict[Curve, list[tuple[int, int]]] = {}
    for i, j in itertools.combinations(sorted(first.values()), 2):
        k = frontier(half[i], half[j])
        if min(x := [at_point(k, a, b) for a, b in CORNERS]) < 0 < max(x):
            lines.setdefault(unsigned(k), []).append((i, j))
    return lines


def rates_of(m: Any) -> tuple[Fraction, Fraction, Fraction]:
    return Fraction(m[0]) / (m[0] + m[1]), Fraction(m[3]) / (m[2] + m[3]), prior_of(m)


def rankings(doc: Doc, given: Input, options: Any) -> Proof:
    """The number of frontiers and the place of a score, besides; and all rankings of the Tile at once."""
    if "at" not in doc:
        return judged(all_rankings)(doc, given, options)
    truth, what = plain.rankings(doc, given, options)
    matrices, prior, _ = plain.tile(doc, given, options)
    place = part("the place of a score (priors differ)", maybe(entries_of(number, 2))) if prior is None else stands_at(doc["at"], prior)
    # Of one prior, the cell is a polygon, and distances on the balanced Tile are known.
    forms = OPEN_FORMS if prior is None else OPEN_FORMS | {"swaps": each(SWAP | {"balanced": SWAP["balanced?"]})}
    known = [key if prior is None else key.replace("cell?", "cell") for key in BESIDE]
    beside = {key: part("what holds beside the point, and how far swaps are", forms[key.rstrip("?")]) for key in known}
    truth = {key: judge for key, judge in truth.items() if key not in BESIDE}
    return truth | beside | {"frontiers": len(lines_of(matrices)), "score?": place}, what


BESIDE = ("holds_beside", "beside", "distance", "swaps", "cell?", "undefined?")


def all_rankings(doc: Doc, given: Input, options: Any) -> None:
    apart = several(doc, given)
    demand("classifiers" in doc, "classifiers", "are missing")
    matrices, _ = on_tile(doc, given, options)
    rates, lines = list(map(rates_of, matrices)), lines_of(matrices)
    first = set(rates)
    shared = [pairs for pairs in lines.values() if len(pairs) > 1]
    tied = [set(itertools.chain(*pairs)) for pairs in shared]
    truth = {"performances": len(first), "frontiers": len(lines),
             "shared_frontiers": {"count": len(shared), "largest": max(map(len, tied), default=0)}}
    meet = dict[Any, set[Curve]]()
    for f, g in itertools.combinations(lines, 2) if not apart else []:
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
        groups[tuple(str(plain.warp(z, prior)) for z in (a, b))] = [t for t in by_value.values() if len({rates[i] for i in t}) > 1]
    sizes = Counter(map(len, meet.values()))
    largest = max((len({rates[i] for t in g for i in t}) for g in groups.values()), default=0)
    confluences: Any = {"count": len(meet), "largest": largest, "by_frontiers": [[k, n] for k, n in sorted(sizes.items())]}
    cells = 1 + len(lines) + sum((size - 1) * n for size, n in sizes.items())
    if apart:
        confluences = part("confluences (priors differ)", CONFLUENCES)
        truth["cells"] = part("the number of cells (priors differ)", whole)
    elif "list" in doc.get("confluences", {}):
        claim = doc["confluences"].pop("list")
        demand(isinstance(claim, list) and len(claim) == len(groups), "confluences.list", f"there are {len(groups)}")
        for n, c in enumerate(claim):
            at = f"confluences.list[{n}]"
            same(c, {"at": elsewhere, "tied": elsewhere}, at)
            where = tuple(map(str, c["at"]))
            demand(where in groups, at + ".at", "no frontiers meet there, or it has been listed")
            same(sorted(map(sorted, c["tied"])), sorted(groups.pop(where)), at + ".tied")
    if "cell_list" in doc:
        listed(doc.pop("cell_list"), matrices, cells)
    same(doc, {"cells": cells, "confluences": confluences, **truth}, "result")
    proved.append(f"{len(lines)} frontiers of {len(first)} performances" + (
        "" if apart else f", {len(meet)} points where they meet, and so {cells} cells"))


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
        demand(isinstance(c, dict) and polygon == ("edges" in c), at, "no cell, or vertices and edges do not come together")
        optional = [x for x in ("vertices", "edges", "area", "ranking") if x in c]
        a, b = point(c.get("sample"), at + ".sample")
        order = order_at(matrices, a, b)
        demand(str(order) not in seen and 0 < a < 1 and 0 < b < 1, at, "a cell of this ranking has been listed, or its point is not inside")
        demand(0 not in {at_point(k, a, b) for k in curves}, at + ".sample", "lies on a frontier")
        seen.add(str(order))
        same(c, {"cell": n, "parent": part("which cell another was reached from", maybe(whole) if n == 0 else whole), "sample": c["sample"],
                 **{x: order if x == "ranking" else c[x] for x in optional}}, at)
        if polygon:
            edges = border(c, at)
            demand(all(unsigned(e.k) in curves | ON_SIDES and at_point(e.k, a, b) > 0 for e in edges), at, "not around its point")
            demand(len(claims) * len(curves) > plain.MOST or all({e.sign(k) for e in edges} in ({1}, {1, 0}, {-1}, {-1, 0}) for k in curves),
                   at, "a frontier runs through it")
            if len(claims) * len(curves) > plain.MOST:
                unproved["that no frontier runs through a polygon (too many)"] = []
        if "area" in c:
            same(c["area"], area(edges) if polygon else part("areas without polygons"), at + ".area")
    proved.append(f"{cells} cells, each once, with the ranking at its point")


# ---- thresholds for preferences ----

class Condition(NamedTuple):
    """A bound on a metric that a threshold has to keep, with the place of the value relative to the bound: -1, 0 or 1."""
    text: str
    metric: Metric
    relation: str
    side: Callable[[Any], int]

    def is_met(self, m: Any) -> bool:
        k = self.metric.of(m)
        return k is not None and self.side(k) in {"<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (0, 1)}[self.relation]


def condition(claim: Any, at: str) -> Condition:
    demand(isinstance(claim, str) and (found := re.fullmatch(r"(.+) (<=|>=|<|>) (\S+)", claim)), at, f"{claim!r:.200} is no condition")
    assert found
    try:
        bound = plain.number(found[3])
    except ValueError:
        raise Unreadable("this program does not know conditions with roots and logarithms") from None

    def side(k: Any) -> int:
        if isinstance(k, Irrational) and abs(k - bound) < Fraction("1e-50"):
            raise Unreadable("this program does not tell a value from the bound of a condition")
        return int(k > bound) - int(k < bound)
    return Condition(claim, metric(found[1]), found[2], side)


def prices(costs: Any, m: Any) -> Doc:
    """What a sample costs on average, and the net benefit at the odds of the costs."""
    if costs is None:
        return {}
    (tn, fp, fn, tp), (a, b) = m, costs
    benefit = {"net_benefit": (tp - fp * a / b) / Fraction(sum(m))} if b else {}
    return {"expected_cost": (a * fp + b * fn) / Fraction(sum(m)), **benefit}


def costs_of(w: Doc, a: Fraction, b: Fraction) -> Any:
    """Both costs, whose share of a miss is both coordinates of the point."""
    if "costs" not in w:
        return None
    demand(isinstance(w["costs"], dict) and set(w["costs"]) == {"fp", "fn"}, "costs", "two costs should stand here")
    fp, fn = (number(w["costs"][key], "costs") for key in ("fp", "fn"))
    demand(fp >= 0 <= fn and fp + fn and a == b == fn / (fp + fn), "costs", "these costs do not have this point")
    return fp, fn


def priced(w: Doc, spot: Any, matrices: list[Any]) -> tuple[Any, Doc]:
    """Both costs; and what a result says of them, with those of the rules that need no model if there is one prior."""
    if not (costs := costs_of(w, *spot)):
        return None, {}
    tn, fp, fn, tp = matrices[0]
    rules = {"flag_everybody": prices(costs, (0, tn + fp, 0, fn + tp)), "flag_nobody": prices(costs, (tn + fp, 0, fn + tp, 0))}
    one = len(set(map(prior_of, matrices))) == 1
    return costs, {"costs": dict(zip(("fp", "fn"), costs))} | (rules if one else {})


def key_by(score: Metric, m: Any) -> Any:
    """What is the greater, the better the matrix."""
    k = score.of(m)
    return -k if k is not None and score.lower else k


def choose(steps: list[Any], score: Metric, conditions: list[Condition]) -> Any:
    """The best steps of those that meet the conditions; or the condition that none meets, and the step that comes nearest."""
    def greatest(some: list[Any], key: Callable[[Any], Any]) -> list[Any]:
        top = max((k for _, m in some if (k := key(m)) is not None), default=None)
        return [x for x in some if top is not None and key(x[1]) == top]
    for c in conditions:
        met = [x for x in steps if c.is_met(x[1])]
        if not met:
            toward = -1 if c.relation[0] == "<" else 1
            nearest = greatest(steps, lambda m: None if (k := c.metric.of(m)) is None else toward * k)
            return [], c, (greatest(nearest, lambda m: key_by(score, m)) or nearest or [None])[0]
        steps = met
    return greatest(steps, lambda m: key_by(score, m)), None, None


def best_of(names: list[str], staircases: list[Any], score: Metric, point: Any, costs: Any, conditions: list[Condition],
            folds: Any = None) -> list[Doc]:
    """By a score, for each model: every threshold that is best, the rank of the model at its best, and what 1/2 reaches."""
    def at(threshold: Any, m: Any) -> Doc:
        return {"threshold": threshold, **counts(m), **entry(score, m), **prices(costs, m)}
    found, choices = [], [choose(steps, score, conditions) for _, steps in staircases]
    tops = [key_by(score, best[0][1]) if best else None for best, _, _ in choices]
    by_folds = [across(folds, name, score, costs, conditions) for name in names] if folds else []
    ranked = [key for _, key in by_folds] or tops
    for k, (name, (_, steps), top, (best, unmet, nearest)) in enumerate(zip(names, staircases, tops, choices)):
        rule = {"best": [at(s, m) for s, m in best]} if unmet is None else {
            "best": None, "unmet": unmet.text, "nearest": nearest and at(*nearest) | {"reached": unmet.metric.of(nearest[1])}}
        found.append({"name": name, "rank": rank_of(ranked[k], ranked), **rule} | ({"by_folds": by_folds[k][0]} if folds else {}))
        inside = all(0 <= s <= 1 for s, _ in steps[1:])
        for what, t in (("usual", Fraction(1, 2)), ("own_probability", point and 1 - point[0])):
            if inside and (what == "usual" or point and point[0] == point[1]):
                m = next(m for s, m in reversed(steps) if s is None or s >= t)
                own = key_by(score, m)
                known = own is not None and not any(x is None or isinstance(x, (float, Irrational)) for x in (top, own))
                below = {"below_best": abs(top - own)} if known else {} if top is None else {"below_best?": part("below_best")}
                meets = {"meets": all(c.is_met(m) for c in conditions)} if conditions else {}
                found[-1][what] = at(t, m) | below | meets
    return found


def areas(samples: Any, steps: list[Any], max_fpr: Any) -> Doc:
    """Average precision, the mean square of score minus truth, the mean score, and the area up to a false positive rate."""
    (n, _, p, _), scores, size = steps[0][1], [s for s, _ in steps[1:]], sum(samples.values())
    loss = sum((count * (s - positive) ** 2 for (positive, s), count in samples.items()), Fraction(0))
    mean = sum((count * s for (_, s), count in samples.items()), Fraction(0))
    inside = 0 <= min(scores) <= max(scores) <= 1
    found: Doc = {"brier": loss / size, "mean_score": mean / size} if inside else {
        "brier": None, "brier_undefined": "a score lies outside [0, 1]", "mean_score": None}
    gains = [Fraction((m[3] - before[3]) * m[3], m[1] + m[3]) for (_, before), (_, m) in zip(steps, steps[1:]) if m[3] > before[3]]
    found["average_precision"] = sum(gains) / p if len(gains) <= 4096 else decimals(sum(gains) / p)
    if max_fpr is not None:
        area, points = Fraction(0), [(Fraction(m[1], n), Fraction(m[3], p)) for _, m in steps]
        for (x, y), (x2, y2) in zip(points, points[1:]):
            if x < min(x2, max_fpr):
                width = min(x2, max_fpr) - x
                area += width * (y + (y2 - y) / (x2 - x) * width / 2)
        least = max_fpr**2 / 2
        found |= {"partial_auc": area, "partial_auc_standardised": (1 + (area - least) / (max_fpr - least)) / 2}
    return found


def calibration(samples: Any, bins: int) -> Doc:
    """Mean scores and shares of positives by bins, (from, to] and 0 in the first, and the mean of -ln of each class's probability."""
    if not all(0 <= s <= 1 for _, s in samples):
        return {"log_loss": None, "calibration": None}
    size, loss, found = sum(samples.values()), Decimal(0), dict[int, list[Fraction]]()
    for (positive, s), count in samples.items():
        row = found.setdefault(max(0, math.ceil(s * bins) - 1), [Fraction(0)] * 3)
        row[0], row[1 + positive] = row[0] + s * count, row[1 + positive] + count
        p = s if positive else 1 - s
        loss = Decimal("inf") if count and p == 0 else loss if p in (0, 1) else DIGITS.subtract(loss, count * DIGITS.ln(decimal(p)))
    rows = [(k, row[0], row[1], row[2]) for k, row in sorted(found.items()) if any(row[1:])]
    error = sum((abs(s - p) for _, s, _, p in rows), Fraction(0))
    mean = sum((s - p for _, s, _, p in rows), Fraction(0))
    parts = [{"from": Fraction(k, bins), "to": Fraction(k + 1, bins), "negatives": int(n), "positives": int(p),
              "mean_score": s / (n + p), "share": p / (n + p)} for k, s, n, p in rows]
    judged = "inf" if loss.is_infinite() else narrow(Fraction(loss) / size)
    return {"log_loss": judged, "calibration": {"difference": mean / size, "expected_error": error / size, "bins": parts}}


def thresholds(doc: Doc, given: Input, options: Any) -> Proof:
    """Mean scores and further areas, the best thresholds for preferences, and what each vertex is best for, besides."""
    truth, what = plain.thresholds({key: x for key, x in doc.items() if key != "folds"}, given, options)
    staircases, names = plain.staircases(given), [x["name"] for x in truth["models"]]
    for key in (*plain.ASKED, "calibration_bins?"):
        del truth[key]
    asked_of = [steps for name, steps in zip(given.names, staircases) if name in names]
    folds = getattr(given, "folds", None)
    if "folds" in doc:
        demand(folds, "folds", "name their column with --folds, as in the command")
        truth["folds"] = {"column": options.folds, "names": list(folds or ())}
    conditions = [condition(c, "subject_to") for c in entries(doc.get("subject_to", []), "subject_to")]
    demand("subject_to" not in doc or conditions, "subject_to", "there are no conditions")
    bins = whole(doc["calibration_bins"], "calibration_bins") if "calibration_bins" in doc else None
    demand(bins is None or 0 < bins <= 1000, "calibration_bins", "is no number of bins")
    max_fpr = number(doc["max_fpr"], "max_fpr") if "max_fpr" in doc else None
    demand(max_fpr is None or 0 < max_fpr <= 1, "max_fpr", "is not above 0 and at most 1")
    for name, (samples, steps) in zip(given.names, staircases):
        if name in names:
            model = truth["models"][names.index(name)]
            for key in (*plain.AREAS, "mean_score", "log_loss?", "calibration?"):
                del model[key]
            model |= areas(samples, steps, max_fpr) | (calibration(samples, bins) if bins else {})
            later_ = part("for which preferences each vertex is best")
            for vertex in model["hull"]:
                vertex |= dict.fromkeys(["threshold_probability?", "probability_cost?", "beta_squared?"], later_)
    wanted = [doc] if {"at", "metric"} & set(doc) else entries(doc.get("preferences", []), "preferences")
    prior, truths = prior_of(staircases[0][1][0][1]), list[Doc]()
    asked = {json.dumps([w.get(key) for key in ("at", "score", "metric")]) for w in wanted}
    demand(len(asked) == len(wanted), "preferences", "one stands twice")
    demand("preferences" not in doc or len(wanted) > 1, "preferences", "fewer than two make no list")
    demand(wanted or not conditions, "subject_to", "conditions are for a preference")
    for w in wanted:
        if "at" not in w:
            m = metric(w["metric"])
            demand(place_of(w["metric"], prior) is None, "metric", "it has a place on the Tile")
            truths.append({"metric": w["metric"], "models": best_of(names, asked_of, m, None, None, conditions, folds)})
            continue
        spot = point(w["at"], "at")
        m = metric(w["score"]) if "score" in w else plain.ranking_score(*spot)
        place = place_of(w["score"], prior) if "score" in w else list(spot)
        costs, told = (None, {}) if "score" in w else priced(w, spot, [staircases[0][1][0][1]])
        truths.append({"at": place, "score?": w.get("score"), "models": best_of(names, asked_of, m, spot, costs, conditions, folds)})
        truths[-1] |= told
    truth |= {key: doc[key] for key in ("subject_to", "max_fpr", "calibration_bins") if key in doc}
    if {"at", "metric"} & set(doc):
        apart_ = {"unmet?", "nearest?", "usual?", "own_probability?"}
        pairs = zip(truth["models"], truths[0]["models"])
        models = [{k: x for k, x in model.items() if k not in apart_} | best for model, best in pairs]
        truth |= truths[0] | {"models": models, "optimistic": not folds}
    elif wanted:
        truth |= {"preferences": truths, "optimistic": not folds}
    under = " under the conditions" * bool(conditions)
    return truth, what + f", and the best thresholds for {len(wanted)} preferences{under}" * bool(wanted)


# ---- regions of models at their best thresholds ----

def regions_at_best(doc: Doc, given: Input, options: Any) -> None:
    """Against all others, a performance swaps at most once along the diagonal of the Tile at priors 1/2, where
    R = (1-z) TNR + z TPR. So there lie all pieces of a model: for each z the vertices of its hull whose R is the largest,
    and the rank of that R among the models'."""
    hulls = {name: plain.hull_of(steps) for name, (_, steps) in zip(given.names, plain.staircases(given))}
    chosen = [m["name"] for m in entries(doc.get("models"), "models")]
    demand(chosen and len(set(chosen)) == len(chosen) and set(chosen) <= set(hulls), "models", "are unknown")
    unproved["that these models were asked for" if len(chosen) < len(hulls) else ""] = []
    unproved.pop("", None)
    prior, every = asked_prior(doc, prior_of(hulls[chosen[0]][0][1]), options), range(1, len(chosen) + 1)
    ranks, selected = entries(doc.pop("ranks", list(every)), "ranks"), entries(doc.pop("selected", chosen), "selected")
    demand(ranks and all(type(r) is int and r in every for r in ranks) and len(set(ranks)) == len(ranks), "ranks", "are no ranks of so many models")
    demand(selected and all(name in chosen for name in selected) and len(set(selected)) == len(selected), "selected", "are unknown, or stand twice")
    vertices = [[(s, shifted([Fraction(x) for x in m], prior)) for s, m in hulls[name]] for name in chosen]
    rates = [[(m[0] / (m[0] + m[1]), m[3] / (m[2] + m[3])) for _, m in hull] for hull in vertices]

    def values(z: Fraction) -> list[list[Fraction]]:
        return [[(1 - z) * x + z * y for x, y in hull] for hull in rates]
    truths: dict[Any, Any] = {}
    for i, hull in ((i, hull) for i, hull in enumerate(vertices) if chosen[i] in selected):
        swaps: dict[Fraction, plain.Cut] = {}
        for (x, y), (_, v) in zip(rates[i], hull):
            for j, rivals in enumerate(vertices):
                for (x2, y2), (_, w) in zip(rates[j], rivals):
                    if (x - x2) * (y - y2) < 0:
                        z = (x - x2) / (x - x2 - y + y2)
                        at, mine = values(z), (1 - z) * x + z * y
                        if mine == max(at[i]) == max(at[j]):
                            swaps[z] = plain.cut(v, w)
        stops = [Fraction(0), *sorted(swaps), Fraction(1)]
        for low, high in [(z, z) for z in swaps] + list(zip(stops, stops[1:])):
            z = (low + high) / 2
            at, cuts = values(z), [k for e in {low, high} & set(swaps) for k in (swaps[e], plain.flipped(swaps[e]))]
            rank, best = rank_of(max(at[i]), list(map(max, at))), [s for (s, _), v in zip(hull, at[i]) if v == max(at[i])]
            if any(rank[0] <= r <= rank[1] for r in ranks):
                polygon = plain.where([k for k in cuts if plain.value(k[0], z, z) >= 0])
                corners = frozenset(tuple(str(plain.warp(c, prior)) for c in p) for p in polygon)
                truths[i, corners] = polygon, cuts, {"model": i, "rank": rank, "thresholds": best}
    (pieces,) = take(doc, pieces=entries)
    for n, claim in enumerate(pieces):
        key = claim["model"], frozenset(map(tuple, claim["vertices"]))
        demand(key in truths and type(claim["model"]) is int, f"pieces[{n}]", "there is no such piece, or it stands twice")
        polygon, cuts, truth = truths.pop(key)
        truth |= plain.piece(polygon, cuts, prior, claim)
        same(claim, truth | ({"area": area_of(truth)} if "area" in pieces[0] else {}), f"pieces[{n}]")
    demand(not truths, "pieces", f"{len(truths)} are missing")
    same(doc, {"optimistic": True, "models": [{"name": name, "thresholds": [{"threshold": s} | counts(m) for s, m in hulls[name]]}
                                              for name in chosen]}, "result")
    proved.append(f"{len(pieces)} regions and ties of {len(selected)} models with their ranks and thresholds, and that none is missing")


# ---- curves of models that give scores ----

def brier(doc: Doc, given: Input, options: Any) -> None:
    """Over c from 0 to 1, the loss 2 (c FP + (1-c) FN)/n: with c as the threshold its mean is the mean square of score minus
    truth; with the best thresholds it is linear between the c at which neighbours on the hull tie."""
    truths = []
    for name, (samples, steps) in zip(given.names, plain.staircases(given)):
        hull, total, area, low = plain.hull_of(steps), sum(steps[0][1]), Fraction(0), Fraction(1)
        for k, (_, (_, fp, fn, tp)) in enumerate(hull):
            high = low
            if k + 1 < len(hull):
                _, fp2, _, tp2 = hull[k + 1][1]
                low = Fraction(tp2 - tp, tp2 - tp + fp2 - fp)
            else:
                low = Fraction(0)
            # the integral of 2 (c FP + (1-c) FN) from low to high
            area += (high - low) * ((high + low) * fp + (2 - high - low) * fn) / total
        inside = all(0 <= s <= 1 for s, _ in steps[1:])
        mean = sum((count * (s - truth) ** 2 for (truth, s), count in samples.items()), Fraction(0)) / total
        truths.append({"name": name, "brier": mean, "calibrated": area, "miscalibration": mean - area} if inside else {
            "name": name, "brier": None, "brier_undefined": "a score lies outside [0, 1]", "calibrated": area, "miscalibration": None})
    same(doc, {"models": truths}, "result")
    proved.append(f"the areas under the Brier curves of {len(truths)} models")


def gain(doc: Doc, given: Input, options: Any) -> None:
    """Gains (x - pi)/((1 - pi) x) of precision and recall at the vertices of the hull, the values of beta^2 between which
    each has the best F-score, and the area under the curve where recall has a gain."""
    stairs, truths = [steps for _, steps in plain.staircases(given)], []
    pi = asked_prior(doc, prior_of(stairs[0][0][1]), options)
    for name, steps in zip(given.names, stairs):
        hull, vertices, gains = [(s, shifted([Fraction(x) for x in m], pi)) for s, m in plain.hull_of(steps)], list[Doc](), list[tuple[Fraction, Fraction]]()
        p, low = hull[0][1][2], cast(Any, Fraction(0))
        for k, (s, (tn, fp, fn, tp)) in enumerate(hull):
            high: Any = low
            if k + 1 == len(hull):
                high = INF
            elif k:
                _, fp2, _, tp2 = hull[k + 1][1]
                high = Fraction(tp * (tp2 + fp2) - tp2 * (tp + fp), p * (tp2 - tp)) if tp2 > tp else INF
            gain_of: Callable[[Fraction], Any] = lambda x: (x - pi) / ((1 - pi) * x) if x else None
            recall = gain_of(Fraction(tp, p))
            precision = gain_of(Fraction(tp, tp + fp)) if tp + fp else None
            vertices.append({"threshold": s, "recall_gain": recall, "precision_gain": precision, "beta_squared": [low, high]})
            gains += [(recall, precision)] if recall is not None and precision is not None else []
            low = high
        area = Fraction(0)
        for (x, y), (x2, y2) in zip([(min(Fraction(0), gains[0][0]), gains[0][1]), *gains], gains):
            if x < 0 < x2:
                x, y = Fraction(0), y + (y2 - y) * -x / (x2 - x)
            area += (x2 - x) * (y + y2) / 2 if x2 > 0 else 0
        truths.append({"name": name, "area": area, "vertices": vertices})
    same(doc, {"models": truths}, "result")
    proved.append(f"the gains of precision and recall, and the area under them, of {len(truths)} models")


# ---- the curve of a pair ----

FINITE = "swap tests where an observed difference is not finite"

def curve_pair(doc: Doc, given: Input, options: Any) -> None:
    """At points of a segment how far two are apart, and the swap test; what is decided follows from the level."""
    matrices, prior = on_tile(doc, given, options)
    start, end, level = take(doc, **{"from": point, "to": point}, level=number)
    demand(0 < level < 1, "level", "is not between 0 and 1")
    paired, a, b = doc["paired"], given.names.index(doc["first"]), given.names.index(doc["second"])
    demand(type(paired) is bool and is_paired(given) >= paired and a != b, "paired", "the input holds no pairs")
    diagonal, level_ = start[0] == start[1] and end[0] == end[1], start[0] == end[0] or start[1] == end[1]
    ends = [[plain.warp(x, 1 - prior) for x in e] for e in (start, end)]
    points, truths, runs = entries(doc["points"], "points"), list[Doc](), list[Doc]()
    seen = given.right(a, b) if paired else []
    share = [[Fraction(c) / sum(map(Fraction, matrices[i])) for c in matrices[i]] for i in (a, b)]
    for n, claim in enumerate(points):
        t = Fraction(2 * n + 1, 2 * len(points))
        if diagonal or level_:
            x, y = (u + t * (v - u) for u, v in zip(start, end))
        else:
            x, y = (plain.warp(u + t * (v - u), prior) for u, v in zip(*ends))
        r = plain.ranking_score(x, y)
        values = [r.of(matrices[a]), r.of(matrices[b])]
        truth: Doc = {"position": t, "at": [x, y], "truly_better": truly, "decided": decided(claim, level),
                      "difference": r.of(matrices[a]) - r.of(matrices[b]) if None not in values else part("undefined differences", maybe(enclosing))}
        if diagonal:
            net = [m[3] - m[1] * (1 - x) / x for m in share]
            truth |= {"threshold_probability": 1 - x, "probability_cost": plain.warp(x, 1 - prior), "net_benefit": net[0] - net[1]}
        elif start[0] == end[0] == 1:
            truth |= {"f_beta_squared": y / (1 - y)}
        if paired:
            of_input = swap_at(x, y, matrices, given, seen)
            truth |= {"swap_test": of_input} if of_input else {"swap_test": part(FINITE), "swap_test_undefined?": part(FINITE)}
        else:
            truth |= {"swap_test": None, "swap_test_undefined": UNPAIRED[0]}
        truths.append(truth)
        if runs and runs[-1]["decided"] == truth["decided"]:
            runs[-1] |= {"to": t, "points": runs[-1]["points"] + 1}
        else:
            runs.append({"decided": truth["decided"], "from": t, "to": t, "points": 1})
    same(doc, {"first": given.names[a], "second": given.names[b], "paired": paired, "caveat": plain.CAVEAT, "decided": runs,
               "assumption": PAIRED if paired else UNPAIRED[1], "points": truths}, "result")
    unproved["truly better"] = [f"points[{n}].truly_better" for n in range(len(points))]
    proved.append(f"how far the two are apart at {len(points)} points" + ", and the swap test there" * (paired and FINITE not in unproved) + "; what follows from the level")


def truly(claim: Any, at: str) -> None:
    """Judges the form of an enclosure of a probability."""
    same(claim, {"lower": PROBABILITY, "upper": PROBABILITY, "draws?": whole, "seed?": whole}, at)
    demand(Fraction(claim["lower"]) <= Fraction(claim["upper"]) <= 1, at, "encloses nothing")
    demand(("draws" in claim) == ("seed" in claim), at, "names draws or a seed alone")


def decided(claim: Any, level: Fraction) -> str:
    """Who is truly better, as an enclosure and a level say."""
    truly(claim["truly_better"], "truly_better")
    words = within(claim["truly_better"], level, 1 - level, False, ("first", "second", "neither"))
    demand(claim["decided"] in words, "decided", f"it is {' or '.join(words)}")
    if len(words) > 1:
        unproved["what is decided where the limits are rounded across the level"] = []
    return str(claim["decided"])


def within(claim: Any, low: Fraction, high: Fraction, exceeds: bool, words: tuple[str, str, str]) -> list[str]:
    """What comparing limits may have given that are rounded outwards to these decimals: the first word if the lower one is above `low`
    (or reaches it), else the second one if the upper one is not above `high`, and else the third one."""
    lower, upper = Fraction(claim["lower"]), Fraction(claim["upper"])
    if lower > low or not exceeds and lower == low:
        return [words[0]]
    unit = max(Fraction(10) ** int(Decimal(claim[end]).as_tuple().exponent) for end in ("lower", "upper"))
    may_be = lower + unit > low, upper <= high or upper - unit < high, upper > high
    return [word for word, it_may in zip(words, may_be) if it_may]


def required(doc: Doc) -> Judge:
    """Judges what was required of the one pair."""
    def judge(claim: Any, at: str) -> None:
        demand(len(doc["pairs"]) == 1, at, "is about one pair")
        level, pair = number(claim["level"], at + ".level"), doc["pairs"][0]
        demand(0 < level < 1, at + ".level", "is not between 0 and 1")
        if "e_value" in pair:
            words = ["pass" if number(pair["e_value"], "pairs[0].e_value") * (1 - level) >= 1 else "fail"]
        else:
            key = "not_worse" if "margin" in doc else "truly_better"
            truly(pair.get(key), f"pairs[0].{key}")
            words = within(pair[key], level, level, True, ("pass", "fail", "undecided"))
        same(claim, {"level": level, "verdict": text("|".join(words)), "sentence": text(r"[\s\S]*")}, at)
    return judge


def swap_at(a: Fraction, b: Fraction, matrices: list[Any], given: Input, seen: Any) -> Any:
    """The swap test by R at a point of the Tile at hand: R of the matrices as they are shifted there."""
    at, own, prior = plain.ranking_score(a, b), prior_of(given.matrices[0]), prior_of(matrices[0])
    negatives, positives = (1 - prior) / (1 - own), prior / own
    return plain.swap_test(Metric("R", lambda m: at.of([m[0] * negatives, m[1] * negatives, m[2] * positives, m[3] * positives])), *seen)


# ---- what is reached without skill ----

def no_skill(doc: Doc, given: Any, options: Any) -> None:
    """Without skill, TPR = FPR = tau. Of these performances, gamma_pi is where all of one prior have the same R, gamma_tau
    where all of one rate have."""
    # Without classifiers, the curve of a rate needs no prior.
    several_ = doc.get("prior_positive", "") is None and (given is not None or doc["gamma_tau"] is not None)
    matrices = list[Any]() if given is None else given.matrices
    if given is not None and options.target_prior:
        matrices = [shifted(m, exact(options.target_prior, "--target-prior")) for m in matrices]
    own = set(map(prior_of, matrices)) or (set() if several_ else {exact(options.prior or "none", "--prior")})
    demand(several_ == (len(own) != 1), "prior_positive", "is another one")
    has_point = given is not None or doc["at"] is not None
    demand(bool(own) or not has_point, "at", "has no prior")
    a, b = point(doc["at"], "at") if has_point else (Fraction(0), Fraction(0))
    named = list(zip(given.names, matrices)) if given is not None else []
    rows = []
    for name, m in named:
        prior, rate = prior_of(m), Fraction(m[1] + m[3]) / sum(m)
        n, p = Fraction(m[0] + m[1]), Fraction(m[2] + m[3])
        counterpart = [n * (1 - rate), n * rate, p * (1 - rate), p * rate]
        r = plain.ranking_score(a, b)
        value, chance = r.of(m), r.of(counterpart)
        row = {"name": name, "rate_positive": rate, "gamma_tau": gamma_tau(rate), "counterpart": counts(counterpart),
               "value": value, "no_skill": chance}
        if value is None or chance is None or chance == 1:
            row |= {"corrected": None} | {key: part("reasons of what is undefined", WORDS) for key in ("undefined?", "corrected_undefined?", "value_undefined?", "no_skill_undefined?")}
        else:
            row |= {"corrected": (value - chance) / (1 - chance)}
        if several_:
            row |= {"prior_positive": prior, "gamma_pi": gamma_pi(prior), "best": best_without(prior, a, b), "cohen": cohen(prior, b)}
        rows.append(row)
    truth: Doc = {"prior_positive": None, "gamma_pi": None, "best": None, "cohen": None}
    if not several_:
        (prior,) = own
        steps = [Fraction(k, 4) for k in range(4, -1, -1)]
        truth = {"prior_positive": prior, "gamma_pi": {"curve": gamma_pi(prior), "points": [[on_gamma_pi(prior, y), y] for y in steps]},
                 "best": best_without(prior, a, b) if has_point else None, "cohen": cohen(prior, b) if has_point else None}
    if doc.get("gamma_tau") is None:
        truth["gamma_tau"] = None
    else:
        (rate,) = take(dict(doc["gamma_tau"]), rate_positive=number)
        demand(0 <= rate <= 1, "gamma_tau.rate_positive", "is no rate")
        points = [[x, x * rate**2 / (x * rate**2 + (1 - x) * (1 - rate) ** 2)] for x in (Fraction(k, 4) for k in range(5))]
        truth["gamma_tau"] = {"rate_positive": rate, "curve": gamma_tau(rate), "points": points}
    score = elsewhere if several_ or not has_point else stands_at(doc["at"], *own)
    same(doc, truth | {"score?": score, "at": [a, b] if has_point else None, "classifiers": rows}, "result")
    unproved["that this point and rate were asked for"] = ["at"]
    compared = f"both curves, the best value and the correction at ({a}, {b}), for {len(rows)} classifiers"
    proved.append(compared if has_point else "both curves" if own else "the curve of the rate")


def primitive(k: list[Fraction]) -> list[str]:
    common = math.lcm(*(x.denominator for x in k))
    integers = [int(x * common) for x in k]
    return [str(x // math.gcd(*integers)) for x in integers]


def gamma_pi(prior: Fraction) -> list[str]:
    """a b pi+^2 - (1-a) (1-b) pi-^2, from s_0 u_1 = s_1 u_0 of the rates 0 and 1."""
    n, p = (1 - prior) ** 2, prior**2
    return primitive([p - n, n, n, -n])


def gamma_tau(rate: Fraction) -> list[str]:
    """a (1-b) tau^2 - (1-a) b (1-tau)^2, from s_0 u_1 = s_1 u_0 of the priors 0 and 1."""
    n, p = (1 - rate) ** 2, rate**2
    return primitive([n - p, p, -n, Fraction(0)])


def on_gamma_pi(prior: Fraction, b: Fraction) -> Fraction:
    n, p = (1 - b) * (1 - prior) ** 2, b * prior**2
    return n / (n + p)


def best_without(prior: Fraction, a: Fraction, b: Fraction) -> Any:
    """R is monotone in tau: the best is reached by those who predict one class, or by any."""
    r = plain.ranking_score(a, b)
    none, everybody = r.of((1 - prior, 0, prior, 0)), r.of((0, 1 - prior, 0, prior))
    if none is None or everybody is None:
        return {"value": everybody if none is None else none, "by": "any"}
    return {"value": max(none, everybody), "by": "any" if none == everybody else "negative" if none > everybody else "positive"}


def cohen(prior: Fraction, b: Fraction) -> Doc:
    """Corrected for chance, a score ranks as the one of its height on gamma_pi does."""
    a = on_gamma_pi(prior, b)
    level = plain.ranking_score(a, b).of(((1 - prior) / 2, (1 - prior) / 2, prior / 2, prior / 2))
    names = [name for height, name in ((0, "(PPV - pi+)/pi-"), (Fraction(1, 2), "kappa"), (1 - prior, "informedness"),
                                       (1, "(NPV - pi-)/pi+")) if height == b]
    return {"at": [a, b], "level": level, "name": " = ".join(names) or None}


# ---- the volume under the Tile ----

def vut(doc: Doc, given: Input, options: Any) -> None:
    """The mean of R over the Tile, the ranking by it, and two further metrics."""
    values = [volume(m) for m in given.matrices]
    ranks = [rank_of(v, values) for v in values]
    order = sorted(range(len(values)), key=lambda i: (-values[i], i))
    corners = [(Fraction(a), Fraction(b)) for a, b in ((0, 0), (1, 0), (0, 1), (1, 1))]
    same(doc, {"ranking": [{
        "classifier": i, "name": given.names[i], "rank": ranks[i], "vut": values[i],
        "undefined_at": [[a, b] for a, b in corners if plain.ranking_score(a, b).of(given.matrices[i]) is None],
        "acp": entry(metric("acp"), given.matrices[i]), "p4": entry(metric("p4"), given.matrices[i])} for i in order]}, "result")
    proved.append(f"the volume under the Tile of {len(values)} classifiers, and the ranking by it")


def volume(m: Any) -> Any:
    """The integral of s/(s + u) over a and b. With w = s + u at b = 0 and at b = 1, both linear in a, the inner integral is
    (s/q) ln(w_1/w_0), where q = fn - fp; and s = w_0 - fp = w_1 - fn."""
    tn, fp, fn, tp = (Fraction(x) / sum(m) for x in m)
    p, q = tp - tn, fn - fp

    def ln(x: Fraction) -> Decimal:
        return decimal(x).ln() if x else Decimal(0)  # only as 0 ln 0

    def antiderivative(w: Fraction, k: Fraction) -> Decimal:
        """Of (w - k) ln w, without its rational part."""
        return decimal(w * w / 2 - k * w) * ln(w)

    def rational(w: Fraction, k: Fraction) -> Fraction:
        return k * w - w * w / 4
    with localcontext(DIGITS):
        if p and q:
            ends = [(1, tp + fn, fn), (-1, tn + fn, fn), (-1, tp + fp, fp), (1, tn + fp, fp)]
            r = sum((sign_ * rational(w, k) for sign_, w, k in ends), Fraction(0)) / (p * q)
            logs = sum((sign_ * antiderivative(w, k) for sign_, w, k in ends), Decimal(0)) / decimal(p * q)
        elif q:
            r, logs = Fraction(0), decimal(tn / q) * (ln(tn + fn) - ln(tn + fp))
        elif p:
            r, logs = Fraction(1), -decimal(fp / p) * (ln(tp + fp) - ln(tn + fp))
        else:
            r, logs = tn / (tn + fp), Decimal(0)
        return r if abs(logs) < Decimal("1e-60") else irrational((decimal(r) + logs).quantize(Decimal("1e-70")))


# ---- plan, confidence: what of them is no simulation ----

def winner_of(doc: Doc, given: Input, forms: Any) -> tuple[Any, list[Any]]:
    """The metric, and the values of all."""
    demand(("score" in doc) != ("at" in doc), "score, at", "one of them has to stand here")
    m = metric(doc["score"]) if "score" in doc else plain.ranking_score(*point(doc["at"], "at"))
    return m, [m.of(x) for x in given.matrices]


WEIGHTED = "whole clusters of samples get random weights"


def clustered(doc: Doc, given: Input) -> bool:
    """Whether samples come in clusters: not more than samples, and all classifiers were tested on them."""
    if "clusters" not in doc:
        return False
    demand(0 < whole(doc["clusters"], "clusters") <= sum(given.matrices[0]), "clusters", "there are not so many")
    demand(doc["paired"] is True, "paired", "clusters hold the results of all classifiers")
    if getattr(given, "sets", None) is None:
        part("clusters of samples")(doc["clusters"], "clusters")
        return True
    demand(doc["clusters"] == len(given.sets[2]), "clusters", "are not as many")  # type: ignore[attr-defined]
    return True


def separation(claim: Any, at: str) -> None:
    """Judges how it is written how probably a leader is better: draws and their seed may stand with the limits."""
    if isinstance(claim, dict) and "draws" in claim:
        same({key: claim.get(key) for key in ("draws", "seed")}, {"draws": whole, "seed": whole}, at)
        claim = {key: x for key, x in claim.items() if key not in ("draws", "seed")}
    share_of(claim, at)


def plan(doc: Doc, given: Input, options: Any) -> None:
    """Who is to be shown the best, that the first test that reaches the level is named, and, for independent classifiers, how
    probably the winner alone is the best on small tests."""
    m, values = winner_of(doc, given, None)
    order = sorted(range(len(values)), key=lambda i: (values[i] is not None, values[i] or 0), reverse=not m.lower)
    if m.lower:
        order.sort(key=lambda i: (values[i] is None, values[i] or 0))
    level, limit, paired = number(doc["level"], "level"), whole(doc["limit"], "limit"), doc["paired"]
    demand(type(paired) is bool and is_paired(given) >= paired and 0 < level < 1, "paired, level", "are none")
    demand(doc["question"] in ("truly", "next", "power"), "question", "is unknown")
    tests, reached = entries(doc["evaluated"], "evaluated"), list[Any]()
    by_cluster = clustered(doc, given)
    keys = ("clusters", "clusters") if by_cluster else ("positives", "negatives")
    demand(not by_cluster or doc["question"] == "truly", "question", "clusters are about true values")
    sizes = [(t[keys[0]], t[keys[1]]) for t in tests]
    demand(tests and all(p > 0 and n > 0 for p, n in sizes), "evaluated", "has an empty test, or none")
    demand(all(x[0] <= y[0] and x[1] <= y[1] and x != y for x, y in zip(sizes, sizes[1:])), "evaluated", "is not rising")
    least, most = (pick(Fraction(2 * p + k, 2 * (p + n)) for p, n in sizes) for pick, k in ((max, -1), (min, 1)))
    demand(least <= most, "evaluated", "is not as nearly as possible of one share of positives")
    rival = doc["rival"]
    demand(rival is None or type(rival) is int and 0 <= rival < len(values) and rival != order[0], "rival", "is unknown")
    truths = []
    for test in tests:
        size = {key: whole(test[key], key) for key in keys}
        p, n = (size[key] for key in keys)
        demand(sum(size.values()) <= limit, "evaluated", "is beyond the limit")
        what = test["probability"]
        same(test, size | {"probability": probable, "first_alone?": probable}, "evaluated")
        truth: Doc = dict(size)
        if doc["question"] == "next":
            others = [i for i in range(len(values)) if i != order[0] and rival in (None, i)]
            chance = part("larger tests, and those on the same samples", share_of)
            if not paired and (p + 1) * (n + 1) <= 1500:
                chance = summed(first_alone(m, given.matrices, order[0], others, p, n))
            truth |= {"probability": chance, "first_alone": chance}
        else:
            truth |= {"probability": lambda claim, at: unproved.setdefault("probabilities from draws", []).append(at)}
        truths.append(truth)
        if Fraction(what["upper"] if isinstance(what, dict) else what) >= level:
            reached.append(test)  # of draws it is known that others have not
    drawn = any(isinstance(test["probability"], dict) for test in tests)

    def smallest(claim: Any, at: str) -> None:
        demand(claim in reached if claim else sum(sizes[-1]) == limit * (1 + by_cluster), at, "does not reach the level, or others do")
        same(claim, reached[reached.index(claim)] if claim else None, at)
        before = tests[:tests.index(claim)] if claim else tests
        least = [x["lower"] if isinstance(x, dict) else x for x in (test["probability"] for test in before)]
        demand(not drawn or all(Fraction(x) < level for x in least), at, "a smaller test reaches the level")
    drawn_by = whole if paired or doc["question"] != "next" else lambda claim, at: same(claim, None, at)
    told: dict[str, Doc] = {"truly": dict.fromkeys(["beta", "beta_negative"], entries_of(number, 2)) | {"margin?": number}, "power": {"alpha": number}, "next": {}}
    if by_cluster:
        told["truly"] = {"margin?": number, "clusters": whole}
    rest: Doc = {"rates": WORDS, "draws": drawn_by, "seed": drawn_by} | told[doc["question"]]
    unproved["what the plan was told, and in words"] = [k.rstrip("?") for k in rest]
    same(doc, rest | {
        "score?": doc.get("score"), "at?": doc.get("at"), "question": doc["question"], "paired": paired, "level": level, "limit": limit,
        "assumption": WEIGHTED if by_cluster else PAIRED if paired else UNPAIRED[1], "winner": order[0], "name": given.names[order[0]], "rival": rival,
        "smallest": smallest if drawn or not reached else reached[0], "evaluated": truths}, "result")
    proved.append(f"who wins, and that of {len(tests)} tests the smallest that reaches the level is named")


def probable(claim: Any, at: str) -> None:
    """Judges the form of a probability: a decimal, or two around it."""
    same(claim, {"lower": PROBABILITY, "upper": PROBABILITY} if isinstance(claim, dict) else PROBABILITY, at)
    demand(not isinstance(claim, dict) or Fraction(claim["lower"]) <= Fraction(claim["upper"]), at, "encloses nothing")


def first_alone(m: Metric, matrices: list[Any], winner: int, others: list[int], p: int, n: int) -> Fraction:
    """How probably the winner alone is the best of independent classifiers, whose rates are those observed."""
    chances = {}
    for i in [winner, *others]:
        tn, fp, fn, tp = matrices[i]
        yes, no = ([math.comb(c, k) * Fraction(x) ** k * y ** (c - k) / (x + y) ** c for k in range(c + 1)]
                   for c, x, y in ((p, tp, fn), (n, tn, fp)))
        chances[i] = Counter[Any]()
        for x, y in itertools.product(range(p + 1), range(n + 1)):
            v = m.of((y, n - y, p - x, x))
            chances[i][v if v is None or not m.lower else -v] += yes[x] * no[y]
    worse = []
    for i in others:
        below, total = {}, chances[i][None]
        for v in sorted(set().union(*chances.values()) - {None}):
            below[v] = total
            total += chances[i][v]
        worse.append(below)
    alone = Fraction(0)
    for v, chance in chances[winner].items():
        alone += chance * math.prod((below[v] for below in worse), start=Fraction(1)) if v is not None else 0
    return alone


def drawn_chance(claim: Any, at: str) -> None:
    """Judges the form of a probability that was drawn."""
    same(claim, {"lower": PROBABILITY, "upper": PROBABILITY} if claim != "0" else "0", at)


def over_one_test(doc: Doc) -> None:
    if "domains" in doc:
        raise Unreadable("mean performances over several test sets: exactile verify knows them")


def confidence(doc: Doc, given: Input, options: Any) -> None:
    """The values, and for each two how probably one is ahead on further samples."""
    over_one_test(doc)
    m, values = winner_of(doc, given, None)
    p, n, paired = whole(doc["positives"], "positives"), whole(doc["negatives"], "negatives"), doc["paired"]
    demand(type(paired) is bool and is_paired(given) >= paired, "paired", "the input holds no pairs")
    betas = [[number(x, key) for x in entries(doc[key], key)] for key in ("beta", "beta_negative") if key in doc]
    by_cluster = clustered(doc, given)
    demand(doc["model"] in (("clusters",) if by_cluster else ("beta-binomial", "binomial")), "model", "is unknown")
    demand(not by_cluster or "missing" in doc["next"], "next", "clusters are asked about true values alone")
    tn, fp, fn, tp = given.matrices[0]
    demand(not by_cluster or (p, n) == (tp + fn, tn + fp), "positives, negatives", "are not those of the clusters")
    demand(all(len(b) == 2 and min(b) > 0 for b in betas) and len(betas) == 2 * (doc["model"] == "beta-binomial"), "beta", "is none")
    usual = len(betas) == 2 and (not paired or len(set(betas[0] + betas[1])) == 1)  # else it is drawn
    pairs, simulated = list[Doc](), part("what is simulated, and said in words")
    for a, b in itertools.combinations(range(len(values)), 2):
        judge = part("the next test, too large to enumerate, or with other priors")
        if usual:
            (u, v), (u2, v2) = betas  # what the prior adds to right and wrong ones
            seen = [[k + w / 2 for k in of_class] for of_class, w in zip(given.right(a, b), (u, u2))] if paired else None
            alone = [[tn + u2, fp + v2, fn + v, tp + u] for tn, fp, fn, tp in (given.matrices[a], given.matrices[b])]
            known = next_test(m, (p, n), Fraction(0), seen, alone)
            names = {"better": "greater", "equal": "equal", "worse": "less", "undefined": "undefined"}
            judge = lambda claim, at, known=known: known({k: claim[name] for k, name in names.items()}, at)  # type: ignore[misc]
        pairs.append({"first": a, "second": b, "": judge})
    claims = entries(doc.pop("pairs"), "pairs")
    demand(len(claims) in (0, len(pairs)) and (claims or not pairs or "missing" in doc["next"]), "pairs", f"{len(pairs)} entries should stand here")
    for k, (claim, truth) in enumerate(zip(claims, pairs)):
        drawn = drawn_chance if betas and not usual else some_share
        same(claim, {"first": truth["first"], "second": truth["second"]} | dict.fromkeys(
            ["greater", "equal", "less", "undefined"], drawn), f"pairs[{k}]")
        truth[""](claim, f"pairs[{k}]")
    told = {"model": WORDS, "level": number, "tiers": each({"members": each(whole), "separated": separation}), "truly": drawn_for, "next": drawn_for,
            "caveats": each(WORDS), "expected_rank_given": WORDS, "prior_pooling?": elsewhere}
    open_, members = ({key: both(lambda claim, at, form=form: same(claim, form, at), simulated) for key, form in forms.items()}  # type: ignore[misc]
                      for forms in (told, SIMULATED))
    same(doc, open_ | {
        "positives": p, "negatives": n, "paired": paired, "score?": doc.get("score"), "at?": doc.get("at"), "beta?": entries,
        "beta_negative?": entries, "clusters?": whole, "classifiers": [
            {"name": name, "value": v} | members for name, v in zip(given.names, values)],
        "assumption": WEIGHTED if by_cluster else PAIRED if paired else UNPAIRED[1]}, "result")
    proved.append(f"the values of {len(values)} classifiers" + ", and the next test of each two" * bool(usual and claims and TOO_LARGE not in unproved))


# ---- published tables ----

DERIVED = {"a": "tp", "b": "fp", "c": "fn", "d": "tn", "N": "t", "phat": "tp + fp", "nhat": "tn + fn", "pip": "p / t", "pin": "n / t", "alpha": "tp / p",
           "delta": "tn / n", "LRp": "plr", "LRn": "nlr", "ACC": "accuracy", "acc": "accuracy", "BM": "informedness", "MK": "markedness", "J": "ts"}
PRINTED = re.compile(r"(?:[A-Za-z][A-Za-z0-9]*|\d{1,9}|[-+*/(), ]|\^\d(?![\d^]))*")


class Place(Cells):
    """Where two sides of a printed statement are compared: "tp 0, fp 1, fn 1, tn 1, k = -1/2"."""
    def __init__(self, at: str) -> None:
        told = {name: printed_value(x, {}) for name, x in re.findall(r"([A-Za-z]\w*) (?:= )?([^,]+)", at)}
        if set(plain.CELLS) <= set(told):
            super().__init__([told[name] for name in plain.CELLS])
        self.update(told)

    def __missing__(self, name: str) -> Any:
        if name in DERIVED and "tp" in self:
            return printed_value(DERIVED[name], self)
        return self[name.lower()] if name.lower() != name else super().__missing__(name)


FUNCTIONS_PRINTED = {"log": logarithm, "ln": logarithm, "sqrt": lambda x: root(x) if x >= 0 else x / Fraction(0),
                     "sgn": lambda x: Fraction(sign(x)), "F": Fraction, "__builtins__": {}}


def printed_value(formula: str, place: Any) -> Any:
    """The value of a formula; raises LookupError or NameError if a name in it is not known."""
    powers = math.prod(int(x) for x in re.findall(r"\^(\d)", formula[:1000]))
    if len(formula) > 1000 or not PRINTED.fullmatch(formula) or powers > 10**5:
        raise LookupError("no formula that can be evaluated")
    formula = re.sub(r"(\d|\)) (sqrt|ln)", r"\1*\2", formula.strip()).replace("^", "**")
    return eval(re.sub(r"(?<![\w*])(\d+)", r"F(\1)", formula), FUNCTIONS_PRINTED, place)


def sides_of(statement: str, at: str) -> list[Any]:
    """What the sides of a printed statement are at a place; none if that is not known here."""
    try:
        place = Place(at)
        statement, _, importances = re.sub(r" where .*", "", statement).partition(" with ")
        if importances:
            weighed = {c: place[c] * printed_value(x, place) for c, x in re.findall(r"I\((\w+)\) = ([^,]+)", importances)}
            place["R"] = (weighed["tn"] + weighed["tp"]) / sum(weighed.values())
        if cases := re.fullmatch(r"(\w+ = )(.*) for k >= 0, (.*) for k <=? 0", statement):
            statement = cases[1] + cases[2 if place["k"] >= 0 else 3]
        return [metric(side).of([place[c] for c in plain.CELLS]) if side.startswith("f-beta") else printed_value(side, place)
                for side in re.split(r" (?:<=|<|=|>=|>|<>) ", statement)]
    except (LookupError, NameError, SyntaxError, TypeError, ValueError, ArithmeticError):
        return []


def without_value(witness: Any, at: str) -> bool:
    """Whether a witness says that a formula has no value at a place, and the formula could be evaluated; refuses it if it has one."""
    said = re.fullmatch(r"([^:]*): (?:\S+, but )?(?:0/0|division by zero|not a real number: log\(0\)) in (.*)", str(witness))
    try:
        has_value = said and isinstance(printed_value(said[2], Place(said[1])), Fraction)
    except ArithmeticError:
        has_value = False
    except (LookupError, NameError, SyntaxError, TypeError, ValueError):
        return False
    demand(not has_value, at, "the formula has a value there")
    return said is not None


# The verdicts, the gravest last, and what an item of each one has.
NEEDS = {"reproduced": (), "convention": ("witness", "convention", "settles", "corrected?"), "erratum": ("witness", "corrected?")}


def tables(doc: Doc, given: Any, options: Any) -> None:
    """Where sides of a printed statement are compared: their values, by its formula, and the products in integers. Where one has
    no value: that it has none."""
    checks, evaluated, count, undefined = entries(doc.get("checks"), "checks"), 0, 0, 0
    if not checks and doc.get("undecidable"):
        raise Unreadable("statements that are not examined: unknown")
    demand(checks, "checks", "no statement stands here")
    words = text(r"[\s\S]*")
    for n, check_ in enumerate(checks):
        at, items = f"checks[{n}]", entries(check_["items"], "items")
        demand(items, at + ".items", "items should stand here")
        for k, item in enumerate(items):
            here = f"{at}.items[{k}]"
            same(item, {"printed": words, "computed": words, "verdict": text("|".join(NEEDS)), "compared?": elsewhere}
                 | dict.fromkeys(NEEDS.get(str(item["verdict"]), ()), words), here)
            demand(item.get("settles") in (None, "singular", "tolerance", "reading"), here + ".settles", "is unknown")
            undefined += without_value(item.get("witness"), here + ".witness")
            if "compared" in item:
                count += 1
                evaluated += compared(item["printed"], item["compared"], here + ".compared", None if item.get("settles") == "tolerance" else item["verdict"] != "erratum")
        gravest = max(items, key=lambda item: [*NEEDS].index(item["verdict"]))
        same(check_, {"id": text(r"[a-z0-9./-]+"), "source": words, "says": words, "recorded": text("|".join(NEEDS)), "items": items}
             | {key: gravest.get(key) for key in ("verdict", "printed", "computed", "witness", "convention", "settles", "corrected")}, at)
    ids = [c["id"] for c in [*checks, *entries(doc.get("undecidable"), "undecidable")]]
    demand(len(set(ids)) == len(ids), "checks", "one stands twice")
    form = {"id": text(r"[a-z0-9./-]+"), "source": words, "says": words, "why": words}
    same(doc, {"checks": elsewhere, "undecidable": [form] * (len(ids) - len(checks))}, "result")
    proved.append(f"{evaluated} of {count} comparisons of printed formulas at a place, that {undefined} have no value at theirs, and what follows "
                  f"from their items for {len(checks)} checks")
    unproved["what is said in words, and comparisons whose formulas have names that are not known here"] = []


def compared(statement: str, claim: Any, at: str, true: bool | None) -> bool:
    """Whether the sides of a statement could be evaluated; refuses other values than these, products that are none, and errata that
    hold there."""
    same(claim, {"at": text(r"[\s\S]*"), "left": text(".*"), "right": text(".*"), "products?": elsewhere}, at)
    values = [Fraction(claim[side]) if re.fullmatch(r"-?\d{1,30}(/\d{1,30})?", claim[side]) else None for side in ("left", "right")]
    demand((None in values) == ("products" not in claim), at, "products stand beside two fractions")
    if "products" in claim:
        (a, b), (c, d) = ((x.numerator, x.denominator) for x in values if x is not None)
        same([claim[side] for side in ("left", "right")], values, at)
        same(claim["products"], [f"{a} · {d} = {a * d}", f"{c} · {b} = {c * b}"], at + ".products")
    truths, told = sides_of(statement, claim["at"]), [sides_of(claim[side], "") for side in ("left", "right")]
    relation = re.search(r" (<=|<|=|>=|>|<>) ", re.sub(r" (where|with) .*", "", statement))
    for side, x in zip(("left", "right"), told):
        demand(x and not isinstance(x[0], float), f"{at}.{side}", "a number should stand here")
        demand(re.search("[a-z]", claim[side]) or str(x[0]) == claim[side], f"{at}.{side}", f"it is {x[0]}")
    apart = round(Fraction(told[0][0]) - Fraction(told[1][0]), 55)
    holds = {"<=": apart <= 0, "<": apart < 0, "=": apart == 0, ">=": apart >= 0, ">": apart > 0, "<>": apart != 0}[relation[1] if relation else "="]
    demand(true in (None, holds), at, f"the statement holds there: {holds}")
    if not truths or any(isinstance(x, float) for x in truths):
        return False
    for side, told_, truth in zip(("right", "left"), reversed(told), reversed(truths)):
        demand(abs(told_[0] - truth) < Fraction("1e-55"), f"{at}.{side}", f"the formula gives {truth}")
    return True


# ---- Several test sets ----

class InputOfSets(Input):
    """With --by COLUMN the classifiers have their mean performances over the test sets that the column tells apart; with
    --cluster COLUMN their sums over clusters."""
    #: The names, the weights, and by test set the matrix of each classifier.
    sets: tuple[list[str], list[Fraction], list[list[list[Fraction]]]] | None
    #: By fold the staircases of its own samples, and of the others.
    folds: dict[str, list[Any]] | None

    def __init__(self, options: Any, positive: Any, scores: bool) -> None:
        self.sets = self.folds = None
        column = getattr(options, "by", None) or getattr(options, "cluster", None)
        if not column:
            folds = getattr(options, "folds", None) if scores else None
            super().__init__(options if folds is None else argparse.Namespace(
                input=options.input, ignore=[*options.ignore, folds]), positive, scores)
            self.folds = folds and by_fold(self, folds, positive)
            return
        rows, self.rows, self.samples = plain.rows_of(options.input), [], Counter()
        if scores:
            raise Unreadable("scores of several test sets: unknown")
        words: dict[Any, str] = {}
        found: dict[tuple[Any, str], list[Fraction]] = {}
        columns = [c for c in rows[0] if c not in (column, "y_true", "count", *options.ignore)]
        for row in rows:
            key = plain.label(row[column].strip())
            words.setdefault(key, row[column].strip())
            if positive is None:
                cells = rates(row, options) if "tnr" in row else [plain.number(row.get(c)) for c in plain.CELLS]
                demand((key, row["name"].strip()) not in found, "classifiers", f"{row['name']} stands twice in one test set")
                found[key, row["name"].strip()] = list(cells)
                continue
            count, truth = plain.number(row.get("count", 1)), plain.label(row["y_true"]) == plain.label(positive)
            for name in columns:
                cell = 2 * truth + (plain.label(row[name]) == plain.label(positive))
                found.setdefault((key, name), [Fraction(0)] * 4)[cell] += count
        names = list(dict.fromkeys(name for _, name in found))
        keys = [key for key in words if any(key == known for known, _ in found)]
        if options.complete == "classifiers":
            names = [name for name in names if all((key, name) in found for key in keys)]
        elif options.complete:
            keys = [key for key in keys if all((key, name) in found for name in names)]
        demand(names and all((key, name) in found for key in keys for name in names), "classifiers", "some were not tested everywhere")
        self.names, matrices = names, [[found[key, name] for name in names] for key in keys]
        given = weights_of(options.weights or "samples", [words[key] for key in keys], matrices)
        self.sets = [words[key] for key in keys], given, matrices
        self.matrices = means_of(given, matrices)
        if getattr(options, "cluster", None):
            self.matrices = [[sum((row[k][c] for row in matrices), Fraction(0)) for c in range(4)] for k in range(len(names))]


def means_of(weights_: list[Fraction], matrices: list[list[list[Fraction]]]) -> list[list[Fraction]]:
    """The mean performance of each classifier."""
    return [[sum((w * row[k][c] / sum(row[k]) for w, row in zip(weights_, matrices)), Fraction(0)) for c in range(4)]
            for k in range(len(matrices[0]))]


def by_fold(given: Input, column: str, positive: Any) -> dict[str, list[Any]]:
    """For each fold the staircases of its own samples, and of all others."""
    words: dict[Any, str] = {}
    parts: dict[Any, Any] = {}
    for row in given.rows:
        key, count = plain.label(row[column].strip()), plain.number(row.get("count", 1))
        words.setdefault(key, row[column].strip())
        says = tuple((float if "inf" in x.lower() else plain.number)(x) for x in (row[name] for name in given.names))
        if count:
            parts.setdefault(key, Counter())[plain.label(row["y_true"]) == plain.label(positive), says] += int(count)
    alone = copy.copy(given)
    found: dict[str, list[Any]] = {}
    for key in (key for key in words if key in parts):
        found[words[key]] = []
        for samples in (parts[key], given.samples - parts[key]):
            alone.samples = samples
            found[words[key]].append(dict(zip(given.names, (steps for _, steps in plain.staircases(alone)))))
    return found


def across(folds: dict[str, list[Any]], model: str, score: Metric, costs: Any, conditions: list[Condition]) -> tuple[Doc, Any]:
    """Of each fold the greatest threshold that is best on the others, what it says in the fold, and all folds together."""
    rules, total = list[Doc](), [0] * 4
    for name, (own, others) in folds.items():
        best, unmet, _ = choose(others[model], score, conditions)
        if not best:
            return {"fold": name} | ({"unmet": unmet.text} if unmet else {}), None
        threshold = best[0][0]
        m = next(m for s, m in reversed(own[model]) if s is None or threshold is not None and s >= threshold)
        total = [x + y for x, y in zip(total, m)]
        rules.append({"fold": name, "threshold": threshold, **counts(m)})
    meets = {"meets": all(c.is_met(total) for c in conditions)} if conditions else {}
    return {**counts(total), **entry(score, total), **prices(costs, total), **meets, "folds": rules}, key_by(score, total)


def weights_of(told: str, names: list[str], matrices: list[list[list[Fraction]]]) -> list[Fraction]:
    """The weights of test sets, by their name: samples, equal, or NAME=W,..."""
    if told == "samples":
        sizes = [{sum(m) for m in row} for row in matrices]
        demand(all(len(size) == 1 for size in sizes), "weights", "classifiers have different numbers of samples")
        raw = [Fraction(min(size)) for size in sizes]
    elif told == "equal":
        raw = [Fraction(1)] * len(names)
    else:
        known, pending = dict[str, Fraction](), ""
        for word in told.split(","):
            pending += word
            if match := re.fullmatch(r"(.*)=([^=]*)", pending):
                known[match[1].strip()], pending = plain.number(match[2]), ""
            else:
                pending += ","
        raw = [known[name] for name in names]
    return [Fraction(x / sum(raw)) for x in raw]


def domains(doc: Doc, given: InputOfSets, options: Any) -> Proof:
    """Weights, means, values and shares of the loss, who is first where, and the maps whose numbers are affine."""
    if given.sets is None:
        raise Unreadable("test sets: name their column with --by, as in the command")
    names, ws, matrices = given.sets
    demand(weights_of(doc["weights"], names, matrices) == ws, "weights", "others were asked for")
    if options.target_prior:
        given, matrices = copy.copy(given), [[shifted(m, options.target_prior) for m in row] for row in matrices]
        given.sets, given.matrices = (names, ws, matrices), means_of(ws, matrices)

    def sizes(row: list[list[Fraction]]) -> Doc:
        found = {(m[2] + m[3], m[0] + m[1]) for m in row}
        p, n = found.pop() if len(found) == 1 else (None, None)
        return {"positives": p, "negatives": n} | ({} if p is not None else {"undefined": text(".+")})
    truth: Doc = {
        "by": options.by, "weights": doc["weights"],
        "domains": [{"name": name, "weight": w} | sizes(row) for name, w, row in zip(names, ws, matrices)],
        "classifiers": [{"name": name, "mean": dict(zip(plain.CELLS, m))} for name, m in zip(given.names, given.matrices)]}
    what = f"weights of {len(names)} test sets and means of {len(given.names)} classifiers"
    if "at" in doc:
        a, b = point(doc["at"], "at")
        truth |= at_a_point(a, b, given) | {"at": [a, b], "score?": stands_at(doc["at"], prior_of(given.matrices[0])),
                                            "vary?": lambda claim, at: varied(claim, at, a, b, given)}
        what += ", values, who is first, distances of rankings" + ", the range of a weight" * ("vary" in doc)
    if "worst_along" in doc:
        truth["worst_along"] = worst_along(doc["worst_along"], given)
        what += ", the best worst test set along a segment"
    if doc.get("map") == "agreement":
        truth |= {"map": "agreement", "zones": who_is_first(doc["zones"], [given.matrices, *matrices])}
        what += ", zones of the first classifiers"
    elif "map" in doc:
        truth |= {"classifier": doc["classifier"], "map": text("easiest|hardest|preponderant|bottleneck")}
        k = whole(doc["classifier"], "classifier")
        if doc["map"] in ("preponderant", "bottleneck"):
            highest(doc["pieces"], [affine(w, row[k], doc["map"]) for w, row in zip(ws, matrices)])
        else:
            by_value(doc["pieces"], [row[k] for row in matrices], 1 if doc["map"] == "easiest" else len(names))
        what += f", all pieces of {doc['map']}"
        truth["pieces"] = doc["pieces"]
    if "maximin" in doc:
        truth["maximin"] = part("regions of the best worst test set")
    if "gaps" in doc:
        truth["gaps"] = part("gaps between test sets")
    if "unanimous" in doc:
        truth["unanimous"] = agreed(doc["unanimous"], matrices)
        what += ", zones of agreement"
    return truth, what


def at_a_point(a: Fraction, b: Fraction, given: InputOfSets) -> Doc:
    """Everything that is said at one point."""
    assert given.sets is not None
    (_, ws, matrices), classes = given.sets, range(len(given.names))
    score, reason = metric(f"r({a},{b})"), {"undefined": text(".+")}
    grid = [[score.of(m) for m in row] for row in matrices]
    means = [score.of(m) for m in given.matrices]
    rows = []
    for k in classes:
        parts = [(w * s / sum(m), w * u / sum(m)) for w, row in zip(ws, matrices) for m in [row[k]]
                 for s, u in [((1 - a) * m[0] + a * m[3], (1 - b) * m[1] + b * m[2])]]
        total = sum(s + u for s, u in parts)
        own = [values[k] for values in grid]
        mean = None if None in own else sum(w * v for w, v in zip(ws, own))
        entries_ = [{"domain": d, "value": v, "weight": (s + u) / total if total else None, "loss_share": u / total if total else None}
                    | (reason if v is None or not total else {}) for d, (v, (s, u)) in enumerate(zip(own, parts))]
        rows.append({"classifier": k, "mean": means[k], "mean_of_values": mean, "domains": entries_}
                    | (reason if mean is None or means[k] is None else {}))

    def best(values: list[Any]) -> list[int]:
        known = [v for v in values if v is not None]
        return [k for k, v in enumerate(values) if known and v == max(known)]
    worst = [min((values[k] for values in grid if values[k] is not None), default=None) for k in classes]
    first = [best(values) for values in grid]
    turned = [[i, j] for i in classes for j in classes
              if None not in (means[i], means[j]) and means[i] < means[j]
              and all(None not in (v[i], v[j]) and v[i] >= v[j] for v in grid) and any(v[i] > v[j] for v in grid)]
    return {"values": rows, "kendall": distances(grid), "agreement": {
        "mean": best(means), "domains": first, "first_in": [sum(k in who for who in first) for k in classes], "paradoxes": turned,
        "worst": [None if x is None else {"value": x, "domains": [d for d, v in enumerate(grid) if v[k] == x]}
                  for k, x in enumerate(worst)], "maximin": best(worst)}}


def varied(claim: Any, at: str, a: Fraction, b: Fraction, given: InputOfSets) -> None:
    """The range of one weight. Where the order of two means changes, s u' - s' u is 0, of degree 2 in the weight, and its
    values at 0, 1/2 and 1 say where. So one weight between two such places stands for all between them."""
    assert given.sets is not None
    (_, ws, matrices), v = given.sets, whole(claim["domain"], at)
    demand(v < len(ws) and ws[v] < 1, at, "no weight of this test set can vary")

    def shares(m: list[Fraction]) -> tuple[Fraction, Fraction]:
        return ((1 - a) * m[0] + a * m[3]) / sum(m), ((1 - b) * m[1] + b * m[2]) / sum(m)
    ends = []
    for k in range(len(given.names)):
        own = [shares(row[k]) for row in matrices]
        others = [[w * z / (1 - ws[v]) for z in x] for d, (w, x) in enumerate(zip(ws, own)) if d != v]
        ends.append(([sum(z, Fraction(0)) for z in zip(*others)], own[v]))

    def lead(i: int, j: int, t: Fraction) -> Fraction:
        (s, u), (s2, u2) = ([(1 - t) * x + t * y for x, y in zip(*ends[k])] for k in (i, j))
        return s * u2 - s2 * u
    all_, here = range(len(ends)), ws[v]
    known = [k for k in all_ if any((1 - here) * x + here * y for x, y in zip(*ends[k]))]
    first = [k for k in known if all(lead(k, j, here) >= 0 for j in known)]
    stops: list[Any] = [Fraction(0), Fraction(1), here]
    for i, j in itertools.product(first, all_):
        low, middle, high = (lead(i, j, t) for t in (Fraction(0), HALF, Fraction(1)))
        stops += roots_of((2 * (low + high) - 4 * middle, 4 * middle - 3 * low - high, low))
    order: list[Any] = []
    for stop in sorted((x for x in stops if 0 <= x <= 1), key=Fraction):
        if not order or Fraction(stop) - Fraction(order[-1]) > Fraction("1e-60"):
            order.append(stop)

    def ahead(n: int) -> list[int]:
        t = (Fraction(order[n]) + Fraction(order[n + 1])) / 2
        return [j for j in all_ if any(lead(i, j, t) < 0 for i in first)]
    low_ = high_ = order.index(here)
    while low_ and not ahead(low_ - 1):
        low_ -= 1
    while high_ + 1 < len(order) and not ahead(high_):
        high_ += 1
    same(claim, {"domain": v, "first": first, "from": order[low_], "to": order[high_], "below": ahead(low_ - 1) if low_ else [],
                 "above": ahead(high_) if high_ + 1 < len(order) else []}, at)


Polynomial = tuple[Fraction, Fraction, Fraction]  # of t^2, t and 1
LINES: dict[str, tuple[tuple[int, int], tuple[int, int]]] = {
    "decision": ((1, 1), (0, 0)), "cost": ((0, 0), (1, 1)), "f-beta": ((1, 0), (1, 1))}


def roots_of(c: Polynomial) -> list[Any]:
    """The roots of a polynomial of degree 2 or less."""
    p, q, r = c
    if not p:
        return [-r / q] if q else []
    if (square := q * q - 4 * p * r) < 0:
        return []
    x = root(square)
    if type(x) is Fraction:
        return [(sign_ * x - q) / (2 * p) for sign_ in (-1, 1)]
    with localcontext(DIGITS):
        return [irrational((sign_ * decimal(x) - decimal(q)) / decimal(2 * p)) for sign_ in (-1, 1)]


def is_near(x: Any, y: Any) -> bool:
    return abs(Fraction(x) - Fraction(y)) < Fraction("1e-60")


def worst_along(claim: Any, given: InputOfSets) -> Doc:
    """The best worst test set along a segment. s and u are linear along it, so the order to the leader of a stretch, a
    classifier in its worst test set, changes at roots of s u' - s' u alone: all are compared with it between and at these."""
    assert given.sets is not None
    ends = LINES[claim["along"]]

    def parts_at(m: list[Fraction], a: int, b: int) -> tuple[Fraction, Fraction]:
        return (1 - a) * m[0] + a * m[3], (1 - b) * m[1] + b * m[2]

    def lead(f: Any, g: Any) -> Polynomial:
        def at_(t: Fraction) -> Fraction:
            (s, u), (s2, u2) = ([(1 - t) * x + t * y for x, y in zip(*line)] for line in (f, g))
            return Fraction(s * u2 - s2 * u)
        low, middle, high = at_(Fraction(0)), at_(HALF), at_(Fraction(1))
        return 2 * (low + high) - 4 * middle, 4 * middle - 3 * low - high, low
    lines = [[line if any(x for z in line for x in z) else None for row in given.sets[2]
              for line in [[parts_at(row[k], *end) for end in ends]]] for k in range(len(given.names))]
    stretches, breaks, start, before = list[Doc](), list[Doc](), cast(Any, Fraction(0)), cast(Any, None)
    claims = entries(claim["stretches"], "worst_along.stretches")
    for n, said in enumerate(claims):
        at = f"worst_along.stretches[{n}]"
        leader = lines[said["classifiers"][0]][said["worst"][0][0]]
        demand(leader, at, "the leader has no value")
        leads = [[line and lead(line, leader) for line in row] for row in lines]
        about = Fraction(said["to"]["lower"]) if isinstance(said["to"], dict) else number(said["to"], at)
        known = [x for row in leads for c in row if c for x in roots_of(c)] if n + 1 < len(claims) else [Fraction(1)]
        end = min(known, key=lambda x: abs(Fraction(x) - about), default=Fraction(1))
        demand(start < end <= 1, at, "does not end after its beginning")
        owners, equal = list[tuple[int, list[int]]](), list[int]()
        for k, row in enumerate(leads):
            inner = [x for c in row if c for x in roots_of(c) if start < x < end and not is_near(x, start) and not is_near(x, end)]
            stops, least = [start, *sorted(set(inner), key=Fraction), end], list[int]()
            for low, high in zip(stops, stops[1:]):
                t = (Fraction(low) + Fraction(high)) / 2
                orders = [(c, sign(c[0] * t * t + c[1] * t + c[2])) for c in row if c]
                least.append(min((order for _, order in orders), default=-1))
                there = min((0 if any(is_near(x, high) for x in roots_of(c)) else order for c, order in orders), default=-1)
                is_behind = least[-1] == 0 or least[-1] < 0 and (there < 0 or high is end)
                demand(is_behind, at, f"classifier {k} is as good somewhere")
                equal += [k] * (high is end and there == 0 or least[-1] == 0 and high is end)
            demand(len(set(least)) == 1, at, f"classifier {k} is equal on a part of it alone")
            if least[0] == 0:
                owners.append((k, [d for d, c in enumerate(row) if c and not any(c)]))
        equal = sorted(set(equal))
        stretches.append({"from": start, "to": end, "classifiers": [k for k, _ in owners], "worst": [d for _, d in owners]})
        if before:
            demand(before[0] != owners or before[1] != [k for k, _ in owners], at, "nothing has changed where it begins")
            breaks.append({"position": start, "classifiers": before[1]})
        start, before = end, (owners, equal)
    demand(start == 1, "worst_along.stretches", "they do not end at 1")
    # At an end of the segment others may be the best than beside it: results that tie there, or have no value there.
    for end, beside in enumerate([stretches[0], stretches[-1]]):
        values = [[z[end][0] / sum(z[end]) for z in row if z and sum(z[end])] for row in lines]
        best = max((min(own) for own in values if own), default=None)
        best_there = [k for k, own in enumerate(values) if own and min(own) == best]
        if best_there != beside["classifiers"]:
            breaks.insert(end * len(breaks), {"position": Fraction(end), "classifiers": best_there})
    return {"along": claim["along"], "from": list(map(Fraction, ends[0])), "to": list(map(Fraction, ends[1])),
            "stretches": stretches, "breaks": breaks}


def agreed(claim: Any, matrices: list[list[list[Fraction]]]) -> list[Doc]:
    """For each classifier the zone in which no rival is better in any test set."""
    priors = {prior_of(m) for row in matrices for m in row}
    found = list[Doc]()
    for k, said in enumerate(entries(claim, "unanimous")):
        if len(priors) > 1 or priors & {0, 1}:
            conditions = {(0, 0, 1, 0), (0, 0, -1, 1)} | {
                frontier(row[k], m, whole=True) for row in matrices if k < len(row) for j, m in enumerate(row) if j != k}
            found.append({"classifier": k} | columns(entries(said["columns"], "columns"), sorted(conditions - {(0, 0, 0, 0)})))
            continue
        cuts = [plain.cut(row[k], m) for row in matrices if k < len(row) for j, m in enumerate(row) if j != k]
        corners, either = plain.where(cuts), [plain.flipped(c) for c in plain.SIDES] + cuts + [plain.flipped(c) for c in cuts]
        zone_ = plain.piece(corners, either, min(priors), said["piece"]) if corners else None
        found.append({"classifier": k, "piece": zone_ and zone_ | {"area": area_of(zone_)}})
    demand(len(found) == len(matrices[0]), "unanimous", "a classifier is missing")
    return found


def who_is_first(claim: Any, tests: list[list[list[Fraction]]]) -> list[Doc]:
    """Of each zone the classifiers that are first on the mean and in each test set, and where that is: columns of some width. That no
    zone is missing is left to the sum of the areas."""
    found, total = list[Doc](), Fraction(0)
    for said in entries(claim, "zones"):
        firsts = [whole(of[0], "zones") for of in [said["mean"], *said["domains"]]]
        mean, *others = [[j for j, m in enumerate(row) if not any(frontier(row[k], m, whole=True))] for row, k in zip(tests, firsts)]
        conditions = {(0, 0, 1, 0), (0, 0, -1, 1)} | {
            frontier(row[k], m, whole=True) for row, k in zip(tests, firsts) for j, m in enumerate(row) if j != k}
        zone_ = columns(entries(said["columns"], "columns"), sorted(conditions - {(0, 0, 0, 0)}), wide=True)
        found.append({"mean": mean, "domains": others, "agreeing": sum(bool({*mean} & {*of}) for of in others)} | zone_)
        area = said["area"]
        total += Fraction(area["lower"] if isinstance(area, dict) else area)
    demand(abs(total - 1) < Fraction(1, 10**12), "zones", "their areas do not add up to that of the Tile")
    return found


def steep(k: Curve, x: Any) -> tuple[int, int]:
    """The signs of A and B in A b + B >= 0 above x. Sums that vanish at an irrational x are 0 to far more digits than others."""
    near = Fraction(10) ** -40 if type(x) is not Fraction else 0
    slope, foot = (0 if abs(value) <= near else sign(value) for value in (k[0] * Fraction(x) + k[2], k[1] * Fraction(x) + k[3]))
    return slope, foot


def meeting(k: Curve, l: Curve) -> Polynomial:
    """B1 A2 - B2 A1: its roots are where two conditions have one bound."""
    return (Fraction(k[1] * l[0] - l[1] * k[0]), Fraction(k[1] * l[2] + k[3] * l[0] - l[1] * k[2] - l[3] * k[0]),
            Fraction(k[3] * l[2] - l[3] * k[2]))


def bounds(conditions: list[Curve], x: Any) -> tuple[list[Curve], bool]:
    """The conditions that decide above x, and whether they leave anything: a lower and an upper one, or one that fails."""
    low: tuple[Curve, Fraction] = (0, 0, 1, 0), Fraction(0)
    high: tuple[Curve, Fraction] = (0, 0, -1, 1), Fraction(1)
    near = Fraction(10) ** -40 if type(x) is not Fraction else 0
    for k in conditions:
        slope, foot = steep(k, x)
        if not slope and foot < 0:
            return [k], False
        if slope:
            height = -(k[1] * Fraction(x) + k[3]) / (k[0] * Fraction(x) + k[2])
            if slope > 0 and height > low[1] + near:
                low = k, height
            elif slope < 0 and height < high[1] - near:
                high = k, height
    return [low[0], high[0]], low[1] <= high[1] + near


def columns(claim: list[Any], conditions: list[Curve], wide: bool = False) -> Doc:
    """Where all conditions hold: from a point between two ends as far as nothing changes, and on with both rests. At each end
    all conditions are asked again, since a point or an upright segment may stand there alone; or only the columns of some width."""
    found, ends, waiting = list[tuple[Any, Any, Curve, Curve]](), [Fraction(0), Fraction(1)], [(Fraction(0), Fraction(1))]
    while waiting:
        low, high = waiting.pop()
        if is_near(low, high):
            continue
        t = Fraction(round((Fraction(low) + Fraction(high)) / 2, 6))
        t = t if low < t < high else (Fraction(low) + Fraction(high)) / 2
        deciding, is_some = bounds(conditions, t)
        changes = list[Polynomial]()
        for k in conditions if is_some else deciding:
            changes.append((Fraction(0), Fraction(k[0]), Fraction(k[2])) if k[0] or k[2] else (Fraction(0), Fraction(k[1]), Fraction(k[3])))
            changes.append(meeting(k, deciding[0 if is_some and steep(k, t)[0] > 0 else -1]))
        if is_some:
            changes.append(meeting(*deciding))
        stops = [x for c in changes for x in roots_of(c)]
        left, right = max([low, *(x for x in stops if x < t)]), min([high, *(x for x in stops if x > t)])
        if t in stops:
            left = right = t
        elif is_some:
            found.append((left, right, level(deciding[0], t), level(deciding[1], t)))
        ends += [left, right]
        waiting += [(low, left), (right, high)]
    for n, x in enumerate(sorted(ends)):
        (k, *more), is_some = bounds(conditions, x)
        if not is_some or n and is_near(sorted(ends)[n - 1], x):
            continue
        beside = [c for c in found if any(is_near(end, x) for end in c[:2])]
        if not any(is_root(x, meeting(c[2], k)) and is_root(x, meeting(c[3], more[0])) for c in beside):
            # Of several curves through an end the result may have named any.
            named = [said for said in claim if said["from"] == said["to"] and near_claim(said["from"], x)]
            said = [tuple(map(int, named[0][key])) for key in ("lower", "upper")] if named else [k, more[0]]
            mine = [next((c for c in conditions if level(c, x) == curve and steep(c, x)[0] == side and is_root(x, meeting(c, own))), own)
                    for curve, side, own in zip(said, (1, -1), (k, more[0]))]
            found.append((x, x, level(mine[0], x), level(mine[1], x)))
    joined = list[tuple[Any, Any, Curve, Curve]]()
    for column in sorted(found, key=lambda c: (Fraction(c[0]), Fraction(c[1]))):
        if joined and is_near(joined[-1][1], column[0]) and joined[-1][2:] == column[2:]:
            column = joined.pop()[0], *column[1:]
        joined.append(column)
    regions_ = [c for c in joined if not is_near(c[0], c[1]) and any(meeting(c[2], c[3]))]
    parts = [[way * part for part in under(k, c[0], c[1])] for c in regions_ for way, k in ((1, c[3]), (-1, c[2]))]
    rational, logs = sum((r for r, _ in parts), Fraction(0)), sum((x for _, x in parts), Fraction(0))
    if any(type(end) is not Fraction for c in regions_ for end in c[:2]):
        size: Any = narrow(rational + logs)
    else:
        size = rational if abs(logs) < Fraction("1e-60") else irrational(decimal(rational + logs))
    return {"columns": [{"from": x, "to": y, "lower": list(map(str, k)), "upper": list(map(str, l))} for x, y, k, l in (regions_ if wide else joined)],
            "area": size}


def level(k: Curve, x: Any) -> Curve:
    """A product of an upright and a level factor without the first, of the same sign above x."""
    ab, a, b, one = k
    if not ab or ab * one != a * b:
        return k
    turned, common = steep(k, x)[0] * sign(ab), math.gcd(ab, a)
    return 0, 0, turned * ab // common, turned * a // common


def is_root(x: Any, c: Polynomial) -> bool:
    return not any(c) or any(is_near(x, found) for found in roots_of(c))


def near_claim(claim: Any, x: Any) -> bool:
    """Whether a result means x."""
    about = Fraction(claim["lower"]) if isinstance(claim, dict) else Fraction(claim)
    return abs(about - Fraction(x)) < Fraction(1, 10**15)


def under(k: Curve, low: Any, high: Any) -> tuple[Fraction, Fraction]:
    """The integral of the b of a curve between two abscissae, the logarithm apart."""
    (ab, a, b, one), x, y = map(Fraction, k), Fraction(low), Fraction(high)
    if not ab:
        return -(a * (y * y - x * x) / 2 + one * (y - x)) / b, Fraction(0)
    log = decimal((ab * y + b) / (ab * x + b)).ln(DIGITS)
    return -a / ab * (y - x), (a * b - one * ab) / (ab * ab) * Fraction(log)


def by_value(claim: Any, matrices: list[list[Fraction]], rank: int) -> None:
    """Where each test set has the first or the last rank: as regions under different priors. All who tie in a piece list it,
    and the pieces, each taken once, make up the Tile."""
    demand(all(0 < prior_of(m) < 1 for m in matrices), "map", "a test set lacks a class")
    curves = {i: [frontier(m, other) for j, other in enumerate(matrices) if j != i] for i, m in enumerate(matrices)}
    with_area = any("area" in piece for piece in entries(claim, "pieces") if isinstance(piece, dict))
    found: dict[Any, tuple[list[int], int, Any]] = {}
    for n, piece in enumerate(claim):
        at = f"pieces[{n}]"
        i, edges, spot = piece_apart(piece, at, "domain", curves, with_area)
        best, last = piece["rank"]
        demand(best <= rank <= last, at, "its rank is another one")
        shape = len(edges), frozenset((e.start, e.end, unsigned(e.k)) for e in edges) or spot
        found.setdefault(shape, ([], last - best + 1, (len(edges), edges, spot)))[0].append(i)
    for who, tied, _ in found.values():
        demand(len(who) == len(set(who)) == tied, "pieces", "of some who tie a piece is missing, or stands twice")
    covers([piece for *_, piece in found.values()], "pieces")


def distances(grid: list[list[Any]]) -> Doc:
    """For each two test sets how many pairs of classifiers they order alike, in opposite ways, or not both; who swaps most."""
    pairs = [*itertools.combinations(range(len(grid[0])), 2)]
    orders = [[None if None in (v[i], v[j]) else sign(v[i] - v[j]) for i, j in pairs] for v in grid]
    between = []
    for d, e in itertools.combinations(range(len(grid)), 2):
        products = [x * y for x, y in zip(orders[d], orders[e]) if x is not None and y is not None]
        alike, opposite, tied = (products.count(x) for x in (1, -1, 0))
        between.append({"domains": [d, e], "concordant": alike, "discordant": opposite, "tied": tied})
    better = [[sum(of[n] == x for of in orders) for x in (1, -1)] for n in range(len(pairs))]
    swaps = [x * y for x, y in better]
    n = swaps.index(max(swaps)) if any(swaps) else None
    most = n if n is None else {"classifiers": list(pairs[n]), "better": better[n], "pairs": swaps.count(swaps[n])}
    return {"between": between, "most_swapped": most}


def affine(w: Fraction, m: list[Fraction], which: str) -> tuple[Fraction, ...]:
    """w (s + u), or w u alone: coefficients of a, b and 1."""
    tn, fp, fn, tp = (w * x / sum(m) for x in m)
    return (tp - tn, fn - fp, tn + fp) if which == "preponderant" else (Fraction(0), fn - fp, fp)


def highest(claim: Any, functions: list[tuple[Fraction, ...]]) -> None:
    """Where each function is the greatest: convex polygons at whose corners it is, whose areas add up to that of the Tile; and all
    ties along their edges and at their corners inside the Tile."""
    def at_(f: Any, p: Any) -> Any:
        return f[0] * p[0] + f[1] * p[1] + f[2]

    def top(p: Any) -> list[int]:
        values = [at_(f, p) for f in functions]
        return [d for d, v in enumerate(values) if v == max(values)]

    def through(p: Any, q: Any) -> list[str]:
        k = (p[1] - q[1], q[0] - p[0], p[0] * q[1] - q[0] * p[1])
        scale = Fraction(math.lcm(*(x.denominator for x in k)), math.gcd(*(x.numerator for x in k)))
        return ["0", *(str(x * scale) for x in k)]

    def inside(p: Any) -> bool:
        return all(0 < x < 1 for x in p)
    area, ties, shapes = Fraction(0), set[Any](), Counter[Any]()
    found = Counter[Any]()
    with_area = any("area" in piece for piece in entries(claim, "pieces"))
    for n, piece in enumerate(claim):
        at, d = f"pieces[{n}]", whole(piece["domain"], "pieces.domain")
        corners = [point(v, at) for v in piece["vertices"]]
        middle = [sum(x) / len(corners) for x in zip(*corners)]
        rank, dimension = [1, len(top(middle))], {1: 0, 2: 1}.get(len(corners), 2)
        ways = [*zip(corners, [*corners[1:], corners[0]])][:(0, 1, None)[dimension]]
        edges = [through(p, q) for p, q in ways]
        twice = sum((p[0] * q[1] - q[0] * p[1] for p, q in zip(corners, [*corners[1:], corners[0]])), Fraction(0))
        extent = {"area": twice / 2 if dimension == 2 else Fraction(0)} if with_area else {}
        same(piece, {"domain": d, "dimension": dimension, "rank": rank, "vertices": corners, "edges": edges} | extent, at)
        demand(all(d in top(p) for p in [*corners, middle]), at, "the test set is not the one of the map there")
        found[d, dimension, frozenset(corners)] += 1
        if dimension == 1:
            (p, q) = corners
            demand(p[0] > q[0] or p[0] == q[0] and p[1] < q[1], at, "does not go to the left or upwards")
        if dimension == 2:
            turns = [(q[0] - p[0]) * (r[1] - q[1]) - (q[1] - p[1]) * (r[0] - q[0])
                     for p, q, r in zip(corners, [*corners[1:], corners[0]], [*corners[2:], *corners[:2]])]
            demand(min(turns) > 0 and not any(f != functions[d] and d_ in top(middle) for d_, f in enumerate(functions)), at, "is no region")
            shapes[functions[d]] = sum(f == functions[d] for f in functions)
            area += twice / 2 / shapes[functions[d]]
            spots = [(frozenset(x), [sum(z) / len(x) for z in zip(*x)], len(x) - 1)
                     for x in [*([p] for p in corners), *([p, q] for p, q in zip(corners, [*corners[1:], corners[0]]))]]
            ties |= {(who, dim, ends) for ends, spot, dim in spots if inside(spot) for who in top(spot)}
    demand(area == 1, "pieces", "the regions do not make up the Tile")
    told = {key for key in found if key[1] < 2}
    demand(told == ties and max(found.values()) == 1, "pieces", "ties are missing, or stand twice, or are none")
    regions_ = Counter(d for d, dimension, _ in found if dimension == 2)
    demand(all(regions_[d] == (f in shapes) for d, f in enumerate(functions)), "pieces", "a region is missing, or in two parts")


# ---- The command ----

BEST = "the best ones on the samples that judge them, so the models look better than they are"


def of_scores(prover: Callable[[Doc, Input, Any], Proof], optimistic: bool = True) -> tuple[Callable[[Doc, Input, Any], Proof], str]:
    """With the fingerprint of an input of scores: of the classifiers at the vertices of all hulls."""
    def prove(doc: Doc, given: Input, options: Any) -> Proof:
        named = Input.__new__(Input)
        named.names, named.matrices = map(list, zip(*on_hulls(given)))
        origin = {key: x for key, x in doc["provenance"].items() if key not in ("program", "command")}
        same(origin, named.fingerprint() | ({"thresholds": BEST} if optimistic else {}), "provenance")
        for key in ("input_sha256", "thresholds"):
            unproved.pop(key, None)
        return prover(doc, given, options)
    return prove, "scores"


plain.known.update({
    "metrics": further_metric, "rates": rates, "joint counts": joint_counts, "other rounding": printed, "other models": binomial,
    "masses in decimals": lambda: Mass, "classifiers with different priors": own_tiles})
plain.SCHEMAS.update({
    "regions": (regions, "classifiers"), "zone": (zone, "classifiers"), "rankings": (rankings, "classifiers"), "lattice-pmf": (pmf, None),
    "lattice-compare": (lattice_compare, "classifiers"),
    "compare": (compare, "classifiers"), "thresholds": of_scores(thresholds, optimistic=False), "curve": (curve, "classifiers"),
    "check": (check, "reported"), "rank": (judged(rank), "classifiers"), "score": (judged(score), "classifiers"),
    "regions-at-best": of_scores(judged(regions_at_best)), "brier": of_scores(judged(brier)), "gain": of_scores(judged(gain)),
    "curve-pair": (judged(curve_pair), "classifiers"), "no-skill": (judged(no_skill), "classifiers, if any"),
    "domains": (domains, "classifiers"), "tables": (judged(tables), None), "vut": (judged(vut), "classifiers"), "plan": (judged(plan), "classifiers"), "confidence": (judged(confidence), "classifiers")})
plain_arguments = plain.arguments


def reported(options: Any) -> Any:
    """Rows of one test, of means over folds, or of several classes."""
    rows = [] if options.reported else plain.rows_of(options.input)
    if options.classes or any("classes" in row for row in rows):
        return rows_of_classes(options)
    over = any(vars(options).get(name) for name in ("folds", "kfold", "stratified", "fold_sizes")) or any(row.get("folds") for row in rows)
    if over and not all(row.get("folds", True) for row in rows):
        raise Unreadable("rows of one test and means over folds in one table: unknown")
    return means(options) if over else rows_of_one_test(options)


def arguments(words: list[str] | None = None, about: str | None = __doc__) -> Any:
    """The options repeat what the command was told, here also about folds."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--stratified", nargs="?", const=True)
    for name in "folds kfold repeats fold-sizes classes sd by weights cluster".split():
        parser.add_argument("--" + name)
    parser.add_argument("--one-curve", action="store_true")
    parser.add_argument("--complete", nargs="?", const="domains")
    known, rest = parser.parse_known_args(words)
    options = plain_arguments(rest, about)
    vars(options).update(vars(known))
    return options


plain.reported, plain.arguments = reported, arguments
plain.Input = InputOfSets  # type: ignore[misc]
verify = plain.verify

if __name__ == "__main__":
    sys.exit(plain.main(__doc__))
