"""The other programs: what a user would write with the libraries that are usual for a workload.

    python -m measuring.peers NAME [ARGUMENT ...]

does the work of NAME once and prints its time and its answer as JSON. The time is that of the work alone: neither the start of
Python nor imports are in it.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from .data import matrices


class Peer(NamedTuple):
    """A function, and the modules that it needs."""

    work: Callable[..., Any]
    modules: list[str]


PEERS: dict[str, Peer] = {}
#: Draws that are made at a time.
BLOCK = 5000

Work = Callable[..., Any]


def peer(*modules: str) -> Callable[[Work], Work]:
    """Registers a function under its name."""

    def register(work: Work) -> Work:
        PEERS[work.__name__.replace("_", "-")] = Peer(work, list(modules))
        return work

    return register


# Counting


@peer("polars")
def count_polars(path: str) -> Any:
    import polars
    from polars import col

    table = polars.scan_csv(path)
    names = table.collect_schema().names()[1:]
    y = col("y_true") == 1
    counts = []
    for name in names:
        p = col(name) == 1
        for k, cell in enumerate((~y & ~p, ~y & p, y & ~p, y & p)):
            counts.append(cell.sum().alias(f"{name} {k}"))
    row = table.select(counts).collect(engine="streaming").row(0)
    return [list(row[4 * k : 4 * k + 4]) for k in range(len(names))]


@peer("pandas", "sklearn.metrics")
def count_sklearn(path: str) -> Any:
    import pandas
    from sklearn.metrics import confusion_matrix

    table = pandas.read_csv(path, dtype="int8")
    return [confusion_matrix(table["y_true"], table[name]).ravel().tolist() for name in table.columns[1:]]


@peer("numpy", "polars")
def joint_polars(path: str) -> Any:
    import numpy
    import polars

    table = polars.scan_csv(path)
    names = table.collect_schema().names()
    groups = table.group_by(names).len().collect(engine="streaming").to_numpy()
    discordant = []
    for label in (1, 0):
        of = groups[groups[:, 0] == label]
        right = (of[:, 1:-1] == label).astype(numpy.int64)
        only_first = (right * of[:, -1:]).T @ (1 - right)
        discordant.append(only_first.tolist())
    return discordant


@peer("polars")
def rank_polars(path: str) -> Any:
    import polars
    from polars import col

    f1 = 2 * col("tp") / (2 * col("tp") + col("fp") + col("fn"))
    table = polars.scan_csv(path).with_columns(f1=f1).with_columns(rank=col("f1").rank("min", descending=True))
    ranked = table.sort("rank").collect()
    ranked.write_csv("/dev/null")
    return ranked.head(10).select("rank", "name").rows()


@peer("numpy", "polars")
def hull_polars(path: str) -> Any:
    """The classifiers on the upper hull of ROC space, the trivial ones left out."""
    import polars

    table = polars.read_csv(path).sort("fp", "tp", descending=[False, True])
    table = table.filter(polars.col("tp") > polars.col("tp").cum_max().shift(1).fill_null(-1))
    hull: list[tuple[int, int, str]] = []
    for fp, tp, name in table.select("fp", "tp", "name").iter_rows():
        while len(hull) > 1:
            (x1, y1, _), (x2, y2, _) = hull[-2:]
            if (x2 - x1) * (tp - y1) < (y2 - y1) * (fp - x1):
                break
            hull.pop()
        hull.append((fp, tp, name))
    return [name for _, _, name in hull]


# The Tile


@peer("numpy")
def grid_numpy(path: str, points: str) -> Any:
    """The ranks of all classifiers at points of a grid, in doubles; returns the shares of first ranks."""
    import numpy

    _, counts = matrices(path)
    tn, fp, fn, tp = counts / counts[:, 0].sum()
    middle = (numpy.arange(int(points)) + 0.5) / int(points)
    first = numpy.zeros(len(tn))
    ranks: Any = numpy.empty((len(middle), len(middle), len(tn)), dtype=numpy.int32)
    for row, b in enumerate(middle):
        a = middle[:, None]
        right = (1 - a) * tn + a * tp
        values = right / (right + (1 - b) * fp + b * fn)
        order = numpy.argsort(-values, axis=1)
        numpy.put_along_axis(ranks[row], order, numpy.arange(1, len(tn) + 1, dtype=numpy.int32), axis=1)
        first += numpy.bincount(order[:, 0], minlength=len(tn))
    return (first / len(middle) ** 2).tolist()


@peer("numpy")
def swaps_numpy(path: str) -> Any:
    """The values of beta at which two classifiers swap."""
    import numpy

    _, (tn, fp, fn, tp) = matrices(path)
    first, second = numpy.triu_indices(len(tp), 1)
    lower = tp[first] * fp[second] - tp[second] * fp[first]
    upper = tp[first] * fn[second] - tp[second] * fn[first]
    swap = (lower > 0) & (upper < 0) | (lower < 0) & (upper > 0)
    lower, upper = abs(lower[swap]), abs(upper[swap])
    divisor = numpy.gcd(lower, upper)
    numerators, denominators = lower // divisor, upper // divisor
    order = numpy.argsort(numerators / denominators)
    numerators, denominators = numerators[order], denominators[order]
    apart = (numpy.diff(numerators) != 0) | (numpy.diff(denominators) != 0)
    return {"swaps": len(order), "breaks": int(apart.sum()) + bool(len(order))}


@peer("numpy", "scipy.stats")
def kendall_scipy(resolution: str, grid: str, step: str) -> Any:
    """Kendall's tau of MCC and the ranking score at each `step`-th point of a grid each way, for a prior of 1/5."""
    import numpy
    from scipy.stats import kendalltau

    rates = numpy.arange(int(resolution) + 1) / int(resolution)
    fpr: Any = numpy.repeat(rates, len(rates))
    tpr: Any = numpy.tile(rates, len(rates))
    defined = (fpr + tpr > 0) & (fpr + tpr < 2)
    fpr, tpr = fpr[defined], tpr[defined]
    tn, fp, fn, tp = 0.8 * (1 - fpr), 0.8 * fpr, 0.2 * (1 - tpr), 0.2 * tpr
    mcc = (tp * tn - fp * fn) / numpy.sqrt((tp + fp) * 0.2 * 0.8 * (tn + fn))
    places = numpy.arange(0, int(grid) + 1, int(step)) / int(grid)
    found = {}
    for a in places:
        for b in places:
            right = (1 - a) * tn + a * tp
            with numpy.errstate(invalid="ignore"):
                value = right / (right + (1 - b) * fp + b * fn)
            used = numpy.isfinite(value)
            # Equal values differ in their last bits in doubles.
            found[f"{a:g},{b:g}"] = float(kendalltau(numpy.round(mcc[used], 12), numpy.round(value[used], 12)).statistic)
    return found


# Scores


@peer("numpy", "polars")
def thresholds_numpy(path: str) -> Any:
    import numpy
    import polars

    table = polars.read_csv(path)
    y = table["y_true"].to_numpy()
    found = {}
    for name in table.columns[1:]:
        score = table[name].to_numpy()
        order = numpy.argsort(-score)
        last: Any = numpy.append(numpy.flatnonzero(numpy.diff(score[order])), len(order) - 1)
        tp = numpy.concatenate([[0], numpy.cumsum(y[order])[last]])
        fp = numpy.concatenate([[0], last + 1 - tp[1:]])
        # A point on or below the chord of its neighbours is no vertex of the hull.
        hull = numpy.stack([fp, tp]).astype(numpy.int64)
        while True:
            dx, dy = numpy.diff(hull)
            above = numpy.concatenate([[True], dx[:-1] * dy[1:] < dx[1:] * dy[:-1], [True]])
            if above.all():
                break
            hull = hull[:, above]
        auc = numpy.trapezoid(tp, fp) / (tp[-1] * fp[-1])
        brier = float(numpy.mean((score - y) ** 2))
        found[name] = {"auc": float(auc), "distinct": len(last), "brier": brier, "hull": hull.shape[1]}
    return found


@peer("numpy", "polars", "sklearn.metrics")
def thresholds_sklearn(path: str) -> Any:
    import polars
    from sklearn.metrics import auc, average_precision_score, brier_score_loss, roc_curve

    table = polars.read_csv(path)
    y = table["y_true"].to_numpy()
    found = {}
    for name in table.columns[1:]:
        score = table[name].to_numpy()
        fpr, tpr, thresholds = roc_curve(y, score, drop_intermediate=False)
        found[name] = {
            "auc": float(auc(fpr, tpr)),
            "distinct": len(thresholds) - 1,
            "brier": float(brier_score_loss(y, score)),
            "average_precision": float(average_precision_score(y, score)),
        }
    return found


# Draws


def true_rates(path: str, draws: int) -> Any:
    """Draws of the true rates of all classifiers, in blocks, as numbers of samples. Independent classifiers have Beta
    posteriors; predictions on the same samples have Dirichlet weights of the patterns of right and wrong. The prior has mass 2
    on rows of a Hadamard matrix, which give each of the four outcomes of any two classifiers mass 1/2."""
    import numpy

    rng = numpy.random.default_rng(1)
    with open(path) as file:
        paired = not file.readline().startswith("name")
    if paired:
        table = numpy.loadtxt(path, delimiter=",", skiprows=1, dtype=numpy.int8)
        count = table.shape[1] - 1
        size = 1 << count.bit_length()
        design = numpy.bitwise_count(numpy.arange(size)[:, None] & numpy.arange(1, count + 1)) % 2
        patterns = []
        sizes = []
        for label in (1, 0):
            right = table[table[:, 0] == label, 1:] == label
            of, counts = numpy.unique(right, axis=0, return_counts=True)
            weights = numpy.concatenate([counts, numpy.full(size, 2 / size)])
            patterns.append((numpy.concatenate([of, design]).astype(float), weights))
            sizes.append(len(right))
    else:
        _, (tn, fp, fn, tp) = matrices(path)
        sizes = [int(tp[0] + fn[0]), int(tn[0] + fp[0])]
    for start in range(0, draws, BLOCK):
        block = min(BLOCK, draws - start)
        if paired:
            rates = []
            for of, counts in patterns:
                weights = rng.standard_gamma(counts, (block, len(counts)))
                rates.append(weights @ of / weights.sum(axis=1, keepdims=True))
        else:
            rates = [rng.beta(tp + 1, fn + 1, (block, len(tp))), rng.beta(tn + 1, fp + 1, (block, len(tn)))]
        yield rates[0] * sizes[0], sizes[0], rates[1] * sizes[1], sizes[1]


def values(metric: str, tp: Any, positives: int, tn: Any, negatives: int) -> Any:
    """F1 or MCC."""
    import numpy

    fn, fp = positives - tp, negatives - tn
    if metric == "f1":
        return 2 * tp / (2 * tp + fp + fn)
    with numpy.errstate(invalid="ignore"):
        return (tp * tn - fp * fn) / numpy.sqrt((tp + fp) * float(positives) * float(negatives) * (tn + fn))


@peer("numpy")
def ranks_numpy(path: str, metric: str, draws: str) -> Any:
    """The distribution of the rank of each classifier; returns the probabilities of the first rank."""
    import numpy

    counts: Any = 0
    for rates in true_rates(path, int(draws)):
        order = numpy.argsort(-values(metric, *rates), axis=1)
        size = order.shape[1]
        places = numpy.arange(size)
        counts = counts + numpy.bincount((order * size + places).ravel(), minlength=size * size).reshape(size, size)
    return (counts[:, 0] / int(draws)).tolist()


@peer("numpy")
def pairs_numpy(path: str, metric: str, draws: str, kept: str) -> Any:
    """The probabilities of the first of two being truly better, for all pairs, and intervals of the differences from the first
    draws, `kept` of them."""
    import numpy

    drawn: list[Any] = []
    better: Any = 0
    for rates in true_rates(path, int(draws)):
        found = values(metric, *rates)
        better = better + (found[:, :, None] > found[:, None, :]).sum(axis=0)
        if len(drawn) * BLOCK < int(kept):
            drawn.append(found)
    together = numpy.concatenate(drawn)[: int(kept)]
    first, second = numpy.triu_indices(together.shape[1], 1)
    ends = [numpy.quantile(together[:, i] - together[:, j], [0.025, 0.975]).tolist() for i, j in zip(first, second)]
    return {"better": (better / int(draws))[first, second].tolist(), "intervals": ends}


# Lattices


@peer("numpy")
def confluence_numpy(positives: str, negatives: str) -> Any:
    """The values of F1 on a lattice with their numbers of matrices. Different quotients of small integers differ as doubles."""
    import numpy

    tp = numpy.arange(int(positives) + 1)[:, None]
    fp = numpy.arange(int(negatives) + 1)[None, :]
    found, counts = numpy.unique(2 * tp / (tp + int(positives) + fp), return_counts=True)
    return {"distinct": len(found), "largest": int(counts.max())}


@peer("numpy", "scipy.stats")
def pmf_numpy(metric: str, tp: str, fn: str, tn: str, fp: str) -> Any:
    """The distribution of a metric on as many further samples, in doubles; values that agree to 12 digits are taken as one."""
    import numpy
    from scipy.stats import betabinom

    positives, negatives = int(tp) + int(fn), int(tn) + int(fp)
    next_tp, next_tn = numpy.arange(positives + 1)[:, None], numpy.arange(negatives + 1)[None, :]
    of_tp = betabinom.pmf(next_tp, positives, int(tp) + 1, int(fn) + 1)
    of_tn = betabinom.pmf(next_tn, negatives, int(tn) + 1, int(fp) + 1)
    found = numpy.broadcast_to(values(metric, next_tp, positives, next_tn, negatives), (positives + 1, negatives + 1)).ravel()
    weights = (of_tp * of_tn).ravel()
    defined = numpy.isfinite(found)
    distinct, place = numpy.unique(numpy.round(found[defined], 12), return_inverse=True)
    masses = numpy.bincount(place, weights=weights[defined])
    cumulative = numpy.cumsum(masses)
    median = distinct[numpy.searchsorted(cumulative, cumulative[-1] / 2)]
    mean = distinct @ masses / cumulative[-1]
    return {"mean": float(mean), "median": float(median), "mode": float(distinct[masses.argmax()])}


# Reported scores


@peer("mlscorecheck.check.binary")
def check_mlscorecheck(path: str, most: str) -> Any:
    """Whether each of the first rows is consistent."""
    import csv
    import logging

    from mlscorecheck.check.binary import check_1_testset_no_kfold

    logging.disable(logging.INFO)
    names = {"accuracy": "acc", "tpr": "sens", "tnr": "spec"}
    found = []
    with open(path, newline="") as file:
        for _, row in zip(range(int(most)), csv.DictReader(file)):
            testset = {"p": int(row.pop("positives")), "n": int(row.pop("negatives"))}
            scores = {names.get(name, name): float(value) for name, value in row.items()}
            found.append(not check_1_testset_no_kfold(testset=testset, scores=scores, eps=0.0005)["inconsistency"])
    return found


def main() -> None:
    name, *arguments = sys.argv[1:]
    work, modules = PEERS[name]
    for module in modules:
        importlib.import_module(module)
    start, used = time.perf_counter(), time.process_time()
    answer = work(*arguments)
    taken = {"seconds": time.perf_counter() - start, "processor": time.process_time() - used}
    print(json.dumps({**taken, "answer": answer}))


if __name__ == "__main__":
    main()
