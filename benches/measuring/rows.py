"""The rows of docs/speed.md, but for those of the Python package: workload, data, command, other programs, goal.

In commands `@NAME` is a file of data.py, `%result` the output of the command `first`, and `{FULL|TINY}` a part of the command
with its form for tests.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from . import agreements

READING, TILE, RANKINGS = "Reading and counting", "The Tile", "Rankings, and what verifies results"
SETS = "Several test sets"
SCORES, DRAWS, LATTICE = "Thresholds of scores", "Uncertainty", "Lattices and reported scores"
LIBRARY, PACKAGE = "The library alone", "The Python package"

Agree = Callable[[str, object], None]


@dataclass(frozen=True)
class Other:
    """Another program for the same workload: its name in the table, its function in peers.py or its source in C++ with
    arguments, a comparison of the answers, and the factor of its time if it does a part of the work."""

    name: str
    command: str
    agree: Agree
    factor: float = 1


@dataclass(frozen=True)
class Workload:
    """A row of the tables. `goal` is the time that it must not exceed, in seconds or by that of another program or row. A row
    that is `long` takes more than 30 s."""

    name: str
    section: str
    what: str
    goal: str = field(default="", kw_only=True)
    long: bool = field(default=False, kw_only=True)


@dataclass(frozen=True)
class Row(Workload):
    """Whole runs of the program. `check` is the command whose output is compared with the answers of other programs [default:
    the same, as JSON unless it names a format]."""

    command: str
    others: list[Other] = field(default_factory=list)
    first: str = field(default="", kw_only=True)
    check: str = field(default="", kw_only=True)


@dataclass(frozen=True)
class Benchmark(Workload):
    """A benchmark of the library by criterion: its file in benches, and its name there."""

    file: str
    benchmark: str


PAIRS = "f1 {200000|2000} {50000|1000}"
PMF = "--tp {800|8} --fn {200|2} --tn {900|9} --fp {100|1}"

ROWS = [
    Row("predictions", READING, "`regions` of predictions, 10^7 rows of 10 classifiers (220 MB)", "regions @predictions",
        [Other("polars", "count-polars @predictions", agreements.same_matrices),
         Other("pandas and scikit-learn", "count-sklearn @predictions", agreements.same_matrices)], goal="0.25 s"),
    Row("joint", READING, "`compare` of the same, with the joint counts of all pairs", "compare @predictions --metric f1",
        [Other("polars, joint counts alone", "joint-polars @predictions", agreements.same_discordant)]),
    Row("rank", READING, "`rank` of 10^6 classifiers by F1, all ranks as CSV", "rank @c-million --score f1 --format csv",
        [Other("polars", "rank-polars @c-million", agreements.same_first_ranks)]),
    Row("first", READING, "`regions --rank 1` of 10^6 classifiers, as CSV", "regions --rank 1 @c-million --format csv",
        [Other("polars, names on the hull alone", "hull-polars @c-million", agreements.same_hull)]),
    Row("regions", TILE, "`regions --format json`, n = 1000, all pieces with exact corners", "regions @c1000 --format json",
        [Other("numpy, ranks at 101 x 101 points in doubles", "grid-numpy @c1000 101", agreements.same_shares)], goal="0.2 s",
        check="regions --rank 1 --area @c1000 --format json"),
    Row("area", TILE, "the same with exact areas", "regions --area @c1000 --format json"),
    Row("area-large", TILE, "the same, n = 300 with counts of 60 digits", "regions --area @c300-large --format json"),
    Row("priors-large", TILE, "the same, n = 60 with 60 priors and counts of 40 digits",
        "regions --area @priors60-large --format json"),
    Row("tile", TILE, "`tile`, n = 74, to SVG", "tile @c74"),
    Row("png", TILE, "the same, to PNG", "tile @c74 {|--show none} --force -o %folder/tile.png"),
    Row("curve", TILE, "`curve --along f-beta`, n = 1000: all swaps", "curve --along f-beta @c1000 --format json",
        [Other("numpy, number of swaps alone", "swaps-numpy @c1000", agreements.same_swaps)]),
    Row("correlation", TILE, "`tile --flavor correlation`, 101 x 101 points, 6,561 performances",
        "tile --flavor correlation --score mcc --prior 0.2 --resolution {80|8} --grid {100|4}",
        [Other("scipy, 11 x 11 points, in proportion", "kendall-scipy {80|8} {100|4} {10|2}", agreements.same_tau,
        101**2 / 11**2)],
        check="correlate --metric mcc --at 1/2,1/2 --prior 0.2 --resolution {80|8} --format json"),
    Row("report", TILE, "`report` of predictions of 32 classifiers on 569 samples",
        "report {@tumour-predictions|@tumours --grid 0}", goal="1.5 s"),
    Row("tables", TILE, "`tables`, all 279 statements", "tables {|tile/lemma-1}"),
    *(
        Row(f"sets-{map}", SETS, f"`domains --map {map}` of one classifier in 100 test sets, as JSON",
            f"domains @sets-100 --by site --classifier c0 --map {map} --format json", goal="50 ms")
        for map in ("easiest", "hardest", "preponderant", "bottleneck")
    ),
    Row("sets-regions", SETS, "`regions` of the mean of 50 classifiers in 20 test sets, as JSON",
        "regions @sets-50x20 --by site --format json", goal="0.2 s"),
    Row("sets-f1", SETS, "`domains --score f1` of the same: values, agreement, distances",
        "domains @sets-50x20 --by site --weights equal --at 1,1/2 --format json", goal="0.2 s"),
    Row("sets-along", SETS, "`domains --along f-beta` of the same: the best worst test set along a segment",
        "domains @sets-50x20 --by site --along f-beta --format json", goal="0.2 s"),
    Row("sets-unanimous", SETS, "`domains --unanimous`, 20 classifiers in 20 test sets",
        "domains @sets-20x20 --by site --unanimous --format json", goal="1 s"),
    Row("sets-read", SETS, "`rank --by site` of 10^7 predictions of 10 classifiers in 100 test sets (250 MB)",
        "rank @predictions-sets --by site --score f1", goal="1.15 times the next"),
    Row("sets-unread", SETS, "the same without test sets", "rank @predictions-sets --ignore site --score f1"),
    Row("sets-groups", SETS, "`thresholds --equalise 0.02` of 4 models in 5 groups, 100,000 samples",
        "thresholds @scores-groups --by group --equalise 0.02 --score f1"),
    Row("rankings-74", RANKINGS, "`rankings`, all 240,577 of n = 74, counted", "rankings @c74",
        [Other("CGAL, exact arrangement", "cells.cpp @c74", agreements.same_cells)]),
    Row("rankings-300", RANKINGS, "the 71 million rankings of n = 300, counted", "rankings @c300"),
    Row("rankings-600", RANKINGS, "the rankings of n = 600, counted", "rankings @c600"),
    Row("verify-large", RANKINGS, "`verify` of regions, n = 1000 on 3,000,000 samples", "verify %result @c1000-samples",
        first="regions @c1000-samples --format json"),
    Row("verify-priors", RANKINGS, "the same, n = 60 with 60 priors", "verify %result @priors60",
        first="regions @priors60 --format json"),
    Row("cells-150", RANKINGS, "`rankings --cells --format json`, n = 150 (3.7 million cells)",
        "rankings --cells @c150 --format json"),
    Row("verify-cells", RANKINGS, "`verify` of it", "verify %result @c150", first="rankings --cells @c150 --format json"),
    Row("thresholds-6", SCORES, "`thresholds`, 10^6 rows of 4 models (42 MB)", "thresholds @scores-6",
        [Other("polars and numpy", "thresholds-numpy @scores-6", agreements.same_models),
         Other("polars and scikit-learn, without hulls", "thresholds-sklearn @scores-6", agreements.same_models)]),
    Row("thresholds-7", SCORES, "the same, 10^7 rows (420 MB)", "thresholds @scores-7",
        [Other("polars and numpy", "thresholds-numpy @scores-7", agreements.same_models)], goal="1.2 s"),
    Row("tile-scores", SCORES, "`tile` of 20 models with 100,000 thresholds each", "tile @scores-20"),
    Row("confidence", DRAWS, "`confidence`, confusion matrices of 32 classifiers on (212, 357), F1, 200,000 draws",
        "confidence @tumours --score f1 --question truly --draws {200000|2000}",
        [Other("numpy, as many draws", "ranks-numpy @tumours f1 {200000|2000}", agreements.same_best)], goal="numpy / 1.5"),
    Row("confidence-next", DRAWS, "the same, exact ranks on the next test", "confidence @tumours --score f1 --question next"),
    Row("confidence-predictions", DRAWS, "the same, predictions on 569 samples, both questions",
        "confidence @tumour-predictions --score f1 --draws {200000|2000}",
        [Other("numpy, as many draws, truly alone", "ranks-numpy @tumour-predictions f1 {200000|2000}",
        agreements.same_best)]),
    Row("confidence-tile", DRAWS, "`tile --flavor confidence` of the same, 100,000 draws",
        "tile --flavor confidence @tumour-predictions --draws {100000|200 --grid 4}"),
    Row("confidence-next-tile", DRAWS, "`tile --flavor confidence --question next` of the matrices, 64 x 64 points",
        "tile --flavor confidence --question next @tumours {|--grid 4}"),
    Row("plan", DRAWS, "`plan` of the matrices by F1", "plan @tumours --score f1 {|--limit 4}", goal="2 s"),
    Row("plan-next", DRAWS, "the same, next test", "plan @tumours --score f1 --question next {|--limit 4}"),
    Row("plan-predictions", DRAWS, "`plan` of the predictions by F1", "plan @tumour-predictions --score f1 {|--limit 4}",
        goal="2 s"),
    Row("compare", DRAWS, "`compare`, all 496 pairs of the predictions by F1", "compare @tumour-predictions --metric f1",
        [Other("numpy, as many draws, truly alone", f"pairs-numpy @tumour-predictions {PAIRS}",
        agreements.same_pairs)], goal="0.4 s"),
    Row("compare-mcc", DRAWS, "the same by MCC, 250,000 draws", "compare @tumour-predictions --metric mcc",
        [Other("numpy, as many draws, truly alone", "pairs-numpy @tumour-predictions mcc {250000|2000} {50000|1000}",
        agreements.same_pairs)], goal="8 s"),
    Row("compare-matrices", DRAWS, "`compare`, all 496 pairs of the matrices by F1", "compare @tumours --metric f1",
        [Other("numpy, as many draws, truly alone", f"pairs-numpy @tumours {PAIRS}", agreements.same_pairs)]),
    Row("pmf", LATTICE, "`lattice pmf` of MCC, (1000, 1000), as text", f"lattice pmf --metric mcc {PMF}",
        [Other("numpy and scipy, in doubles", "pmf-numpy mcc {800|8} {200|2} {900|9} {100|1}", agreements.same_distribution)]),
    Row("pmf-json", LATTICE, "the same, as JSON", f"lattice pmf --metric mcc {PMF} --format json", goal="pmf * 2"),
    Row("pmf-f1", LATTICE, "the same of F1, as text", f"lattice pmf --metric f1 {PMF}",
        [Other("numpy and scipy, in doubles", "pmf-numpy f1 {800|8} {200|2} {900|9} {100|1}", agreements.same_distribution)]),
    Row("confluence", LATTICE, "`lattice confluence` of F1, (1000, 1000), as JSON",
        "lattice confluence --metric f1 --positives {1000|10} --negatives {1000|12} --format json",
        [Other("numpy, in doubles, not written", "confluence-numpy {1000|10} {1000|12}", agreements.same_values)]),
    Row("check-mcc", LATTICE, "`check`, 10,000 rows of MCC alone on (100, 500)", "check @reported-mcc",
        [Other("mlscorecheck, 50 rows, in proportion, verdicts alone", "check-mlscorecheck @reported-mcc {50|6}",
        agreements.same_consistency, 200)]),
    Row("verify-check", LATTICE, "`verify` of it", "verify %result @reported-mcc", first="check @reported-mcc --format json"),
    Row("check-four", LATTICE, "`check`, 10,000 rows of four scores on the same", "check @reported-four",
        [Other("mlscorecheck, 200 rows, in proportion, verdicts alone", "check-mlscorecheck @reported-four {200|6}",
        agreements.same_consistency, 50)]),
    Row("check-large", LATTICE, "`check`, one row on 4,000,000 samples",
        "check --positives 1000000 --negatives 3000000 --reported 'acc=0.9123 tpr=0.8123 f1=0.8224'"),
    Row("check-folds", LATTICE, "`check`, five folds of unknown composition: impossible by accuracy, TPR and TNR",
        "check --positives {38|4} --negatives {262|9} --folds {5|2} --reported 'acc=0.8811 tpr=0.9123 tnr=0.9911'"),
    Row("check-folds-f1", LATTICE, "the same: impossible by F1 and MCC",
        "check --positives {38|4} --negatives {262|9} --folds {5|2} --reported 'f1=0.4211 mcc=0.8823'"),
    Row("check-kfold-f1", LATTICE, "`check`, five equal folds of 190 + 1,310 samples: impossible by TPR, PPV and F1",
        "check --positives {190|8} --negatives {1310|18} --kfold {5|2} --reported 'sens=0.712 ppv=0.601 f1=0.700'"),
    Row("check-kfold-few", LATTICE, "the same with 30 + 70 samples, of which all compositions are tried",
        "check --positives {30|4} --negatives {70|9} --kfold {5|2} --reported 'ppv=0.8467 sens=0.6439 f1=0.7715'"),
    Row("check-folds-four", LATTICE, "`check`, five folds of 38 + 262 samples: matrices for four means with four digits",
        "check --fold-sizes {38+262,38+262,38+262,38+262,38+262|4+9,4+9} "
        "--reported 'acc=0.9073 sens=0.7211 ppv=0.6121 f1=0.6593'"),
]

REGIONS = "all pieces with exact corners, 200 + 800 samples, one core"
BENCHMARKS = [
    Benchmark("sweep-1000", LIBRARY, "all pieces with exact corners, n = 1000, one core", "regions", f"{REGIONS}/n = 1000"),
    Benchmark("sweep-large", LIBRARY, "the same, n = 300 with counts of 10^62", "regions",
        f"{REGIONS}/n = 300, counts of 10^62, big integers"),
    Benchmark("sweep-stream", LIBRARY, "the same as a stream, n = 10,000, all cores", "regions",
        "all pieces as a stream, 20,000 + 80,000 samples, all cores/n = 10,000"),
    Benchmark("values-mcc", LIBRARY, "the values of MCC on (1000, 1000), with their numbers of matrices", "lattice",
        "confluence/mcc/1000x1000"),
    Benchmark("values-large", LIBRARY, "the same on (5000, 5000)", "lattice", "confluence/mcc/5000x5000"),
    Benchmark("pmf-exact", LIBRARY, "the distribution of MCC, (200, 400), exact fractions", "lattice", "pmf/mcc/200x400/exact"),
    Benchmark("tail", LIBRARY, "P(MCC >= t) as an exact fraction, (10000, 10000)", "lattice", "tail/mcc/10000x10000/exact"),
    Benchmark("contest", LIBRARY, "`lattice compare`, 32 classifiers, (212, 357), all pairs by MCC", "lattice",
        "compare/mcc/212x357/32-classifiers"),
]
