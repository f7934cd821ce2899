"""Published implementations agree: scipy's exact binomial test, its intervals, Beta distributions and incomplete beta function."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy
import pytest
from scipy.special import betainc
from scipy.stats import beta, binomtest

from exactile import Tile

#: Samples of the positive and of the negative class: both right, only the first, only the second, neither.
TESTS = [
    ((10, 5, 1, 2), (30, 0, 0, 4)),
    ((0, 17, 3, 0), (5, 2, 9, 1)),
    ((40, 8, 8, 3), (12, 1, 0, 0)),
    ((3, 0, 31, 2), (100, 12, 25, 7)),
    ((200, 120, 90, 15), (300, 41, 58, 2)),
]


def two(positives: tuple[int, ...], negatives: tuple[int, ...]) -> Tile:
    """Two classifiers with these joint counts."""
    rows = [
        (y, y if first else 1 - y, y if second else 1 - y)
        for y, counts in ((1, positives), (0, negatives))
        for (first, second), count in zip([(1, 1), (1, 0), (0, 1), (0, 0)], counts)
        for _ in range(count)
    ]
    y, first, second = (list(column) for column in zip(*rows))
    return Tile.from_predictions(y, {"first": first, "second": second})


def same(found: Fraction, published: float) -> None:
    """Digit by digit, but for the last ones of doubles, which scipy's own roundings reach."""
    assert math.isclose(float(found), published, rel_tol=1e-11), (found, published)


@pytest.mark.parametrize(("positives", "negatives"), TESTS)
def test_swap_tests_are_sign_tests_and_mcnemar_s(positives: tuple[int, ...], negatives: tuple[int, ...]) -> None:
    tile = two(positives, negatives)
    (_, b, c, _), (_, d, e, _) = positives, negatives
    # A rate of one class: McNemar's exact test. Accuracy: the sign test of all discordant samples.
    for metric, wins, losses in (("tpr", b, c), ("tnr", d, e), ("accuracy", b + d, c + e)):
        found = tile.compare("first", "second", metric).swap_test
        if wins + losses == 0:
            assert found.one_sided == found.two_sided == 1
            continue
        same(found.two_sided, binomtest(wins, wins + losses).pvalue)
        same(found.one_sided, binomtest(wins, wins + losses, alternative="greater").pvalue)
        # The same test with the two exchanged.
        exchanged = tile.compare("second", "first", metric).swap_test
        same(exchanged.one_sided, binomtest(wins, wins + losses, alternative="less").pvalue)


@pytest.mark.parametrize(("positives", "negatives"), TESTS)
def test_truly_better_by_one_rate_is_an_incomplete_beta_function(
    positives: tuple[int, ...], negatives: tuple[int, ...]
) -> None:
    tile = two(positives, negatives)
    for metric, (_, wins, losses, _) in (("tpr", positives), ("tnr", negatives)):
        found = tile.compare("first", "second", metric).truly_better
        published = betainc(losses + 0.5, wins + 0.5, 0.5)
        assert found.lower - Fraction(1, 10**9) <= published <= found.upper + Fraction(1, 10**9)
        assert found.upper - found.lower < Fraction(1, 10**6)


@pytest.mark.parametrize("counts", [(350, 7, 18, 194), (8, 2, 0, 10), (1, 0, 3, 2), (5000, 12, 700, 20)])
@pytest.mark.parametrize("level", ["19/20", "1/2", "999/1000"])
def test_intervals_of_rates_are_quantiles_of_beta_distributions(counts: tuple[int, ...], level: str) -> None:
    tn, fp, fn, tp = counts
    tile = Tile.from_confusion({"a": [[tn, fp], [fn, tp]]})
    tail = (1 - Fraction(level)) / 2
    near = lambda found, published: abs(float(found) - published) < 1e-7  # noqa: E731
    credible = {row.metric: row.interval for row in tile.score("tpr", "tnr", interval="credible", level=level)}
    for metric, right, wrong in (("tpr", tp, fn), ("tnr", tn, fp)):
        found = credible[metric]
        assert found is not None and found.draws is None and found.level == Fraction(level)
        assert near(found.lower, beta.ppf(float(tail), 1 + right, 1 + wrong)), (metric, found)
        assert near(found.upper, beta.ppf(float(1 - tail), 1 + right, 1 + wrong)), (metric, found)
    shares = {"tpr": (tp, tp + fn), "fpr": (fp, tn + fp), "ppv": (tp, tp + fp), "accuracy": (tp + tn, sum(counts))}
    for row in tile.score(*shares, interval="clopper-pearson", level=level):
        hits, of = shares[row.metric]
        low, high = binomtest(hits, of).proportion_ci(float(Fraction(level)), method="exact")
        assert row.interval is not None and near(row.interval.lower, low) and near(row.interval.upper, high), row


def test_the_interval_of_a_difference_agrees_with_draws_of_numpy() -> None:
    """The paired model once more, drawn by other code."""
    positives, negatives = (40, 9, 4, 7), (70, 5, 11, 4)
    tile, rng = two(positives, negatives), numpy.random.default_rng(7)
    tprs, tnrs = (rng.dirichlet([0.5 + count for count in counts], 200_000) for counts in (positives, negatives))
    p, n = sum(positives), sum(negatives)
    scores = []
    for own in (1, 2):
        tp, tn = p * (tprs[:, 0] + tprs[:, own]), n * (tnrs[:, 0] + tnrs[:, own])
        scores.append(2 * tp / (p + tp + n - tn))
    difference = scores[0] - scores[1]
    found = tile.compare("first", "second", "f1", margin="1/50")
    interval = found.difference.interval
    for end, share in (("lower", 0.025), ("upper", 0.975)):
        assert abs(float(getattr(interval, end)) - numpy.quantile(difference, share)) < 0.006
    assert abs(float(found.not_worse.lower) - (difference > -0.02).mean()) < 0.02
    assert abs(float(found.equivalent.lower) - (abs(difference) < 0.02).mean()) < 0.02
