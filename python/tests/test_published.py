"""Published implementations agree: scipy's exact binomial test and incomplete beta function."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from scipy.special import betainc
from scipy.stats import binomtest

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
