//! Exact p-values under the hypothesis that two classifiers are interchangeable.
//!
//! Under the hypothesis that the two are interchangeable on every sample, exchanging their
//! predictions on a sample changes nothing about the law of the test. It does something only on
//! discordant samples. With d+ and d- of them in the classes, the first has i of the d+ and j of
//! the d- right in place of the second with the weight C(d+, i) C(d-, j) / 2^(d+ + d-). The
//! statistic is the difference of the scores. For a rate of one class this is McNemar's exact test,
//! a sign test.
//!
//! For each i the outcomes that are at least as extreme are found by bisection in j, for every
//! metric is monotone along a row of the lattice; near the ends of a row and on rows that run in
//! opposite directions each outcome is examined. The weights of all i with a threshold in common
//! are added before they are multiplied: O(d+ log d-) comparisons and O(d+ + d-) operations on
//! integers of d+ + d- digits.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::ops::Range;

use hashbrown::HashMap;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

use super::difference::{Operand, Values, order_of_differences};
use super::results::NoSwapTest;
use crate::lattice::{Lattice, LatticeError};
use crate::num::Rational;
use crate::parallel::try_map;
use crate::performance::{JointCounts, PairCounts};
use crate::score::{Metric, Orientation};

/// Discordant samples of a class at most: the work grows with the square.
const MAX_DISCORDANT: u64 = 100_000;
/// Outcomes at the ends of a row that are not bisected, where metrics may be undefined or
/// infinite.
const ENDS: u64 = 2;
/// Outcomes that are remembered at most.
const MOST_KNOWN: usize = 1 << 17;

/// The exact p-values of two classifiers being interchangeable on every sample.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SwapTest {
    /// The probability of a difference in favour of the first that is at least the one observed.
    pub one_sided: Rational,
    /// The probability of a difference that is at least the one observed in absolute value.
    pub two_sided: Rational,
    /// The mid-p value: the probability of a difference that is greater in absolute value, and half
    /// of that of one as great.
    pub two_sided_mid: Rational,
}

/// The swap test of two classifiers by a metric. An outcome on which the metric is undefined for
/// one of the two, or infinite for both, counts as more extreme.
///
/// ```
/// use exactile::contest::swap_test;
/// use exactile::performance::{JointCounts, PairCounts};
/// use exactile::{Metric, Rational};
/// let positive = JointCounts { both_right: 10, only_first: 5, only_second: 1, both_wrong: 2 };
/// let negative = JointCounts { both_right: 30, ..Default::default() };
/// let test = swap_test(&PairCounts { positive, negative }, &Metric::Tpr)?.expect("defined");
/// // At least 5 heads of 6: (6 + 1)/64.
/// assert_eq!(test.one_sided, Rational::new(7, 64));
/// assert_eq!(test.two_sided, Rational::new(7, 32));
/// // 6 heads or none, and half of 5 or 1: 2 (1 + 6/2)/64.
/// assert_eq!(test.two_sided_mid, Rational::new(1, 8));
/// # Ok::<(), exactile::lattice::LatticeError>(())
/// ```
///
/// # Errors
/// A metric that is not compared on a lattice of that many samples.
pub fn swap_test(
    counts: &PairCounts,
    metric: &Metric,
) -> Result<Result<SwapTest, NoSwapTest>, LatticeError> {
    let mut swapped = Swapped::default();
    swapped.prepare(counts, metric)?;
    swapped.test(counts, metric)
}

/// [`swap_test`] of many pairs, on all cores: what depends on the metric alone is worked out once.
///
/// # Errors
/// As [`swap_test`].
pub fn swap_tests(
    pairs: &[PairCounts],
    metric: &Metric,
) -> Result<Vec<Result<SwapTest, NoSwapTest>>, LatticeError> {
    let mut swapped = Swapped::default();
    for counts in pairs {
        swapped.prepare(counts, metric)?;
    }
    try_map(pairs, |counts| swapped.test(counts, metric))
}

/// Swap tests of many pairs by one metric: its values on the lattices of their samples, each made
/// once.
#[derive(Default)]
pub(super) struct Swapped {
    values: Vec<(Lattice, Values)>,
}

impl Swapped {
    /// Prepares the test of a pair.
    ///
    /// # Errors
    /// As [`swap_test`].
    pub(super) fn prepare(
        &mut self,
        counts: &PairCounts,
        metric: &Metric,
    ) -> Result<(), LatticeError> {
        if discordant(counts).is_none() {
            return Ok(());
        }
        self.prepare_for(lattice(counts)?, metric)
    }

    /// Prepares the tests of all pairs on a lattice.
    ///
    /// # Errors
    /// As [`swap_test`].
    pub(super) fn prepare_for(
        &mut self,
        lattice: Lattice,
        metric: &Metric,
    ) -> Result<(), LatticeError> {
        if !self.values.iter().any(|(known, _)| *known == lattice) {
            self.values.push((lattice, Values::new(metric, lattice)?));
        }
        Ok(())
    }

    /// The test of a pair that was prepared.
    ///
    /// # Errors
    /// As [`swap_test`].
    pub(super) fn test(
        &self,
        counts: &PairCounts,
        metric: &Metric,
    ) -> Result<Result<SwapTest, NoSwapTest>, LatticeError> {
        let Some(discordant) = discordant(counts) else { return Ok(Err(NoSwapTest::TooMany)) };
        let values = self.values(lattice(counts)?);
        Ok(Swaps { counts, values, metric, discordant }.test())
    }

    /// Returns `true` if the two-sided p-value of [`swap_test`] on a prepared lattice is at most
    /// `alpha`, and the first is ahead; `false` if there is no p-value, unless the cause is too
    /// many discordant samples. Nothing else is computed.
    ///
    /// # Errors
    /// As [`swap_test`]; more discordant samples than are tested.
    pub(super) fn rejects(
        &self,
        counts: &PairCounts,
        metric: &Metric,
        alpha: &Rational,
    ) -> Result<bool, LatticeError> {
        let Some(discordant) = discordant(counts) else {
            let classes = [counts.positive, counts.negative].map(|of| of.discordant());
            let samples = classes.into_iter().max().unwrap_or(0);
            return Err(LatticeError::TooManySamples { samples, limit: MAX_DISCORDANT });
        };
        let values = self.values(lattice(counts)?);
        Ok(Swaps { counts, values, metric, discordant }.rejects(alpha).unwrap_or(false))
    }

    fn values(&self, lattice: Lattice) -> &Values {
        let known = self.values.iter().find(|(known, _)| *known == lattice);
        &known.expect("it was prepared").1
    }
}

fn lattice(counts: &PairCounts) -> Result<Lattice, LatticeError> {
    Lattice::new(counts.positive.samples(), counts.negative.samples())
}

/// Discordant positives and negatives; `None` if they are too many.
fn discordant(counts: &PairCounts) -> Option<[u64; 2]> {
    let discordant = [counts.positive, counts.negative].map(|of| of.discordant());
    discordant.into_iter().all(|count| count <= MAX_DISCORDANT).then_some(discordant)
}

/// All outcomes of exchanging two classifiers.
struct Swaps<'c> {
    counts: &'c PairCounts,
    values: &'c Values,
    metric: &'c Metric,
    /// Discordant positives and negatives.
    discordant: [u64; 2],
}

impl<'c> Swaps<'c> {
    /// The p-value of both sides is at most `alpha`, and the first is ahead: then that of its side
    /// is no more than it.
    fn rejects(&self, alpha: &Rational) -> Result<bool, NoSwapTest> {
        let (outcomes, sign) = self.observed()?;
        Ok(sign == Ordering::Greater && outcomes.beyond(sign, false)? <= *alpha)
    }

    fn test(&self) -> Result<SwapTest, NoSwapTest> {
        let (outcomes, sign) = self.observed()?;
        let one_sided = outcomes.share(&[Side { than: 0, is_upper: true, is_strict: false }])?;
        let two_sided = match sign {
            // Every difference is at least nothing in absolute value.
            Ordering::Equal => Rational::ONE,
            _ => outcomes.beyond(sign, false)?,
        };
        let beyond = outcomes.beyond(sign, true)?;
        let two_sided_mid = (&two_sided + beyond) / Rational::from(2);
        Ok(SwapTest { one_sided, two_sided, two_sided_mid })
    }

    /// The outcomes, beside the difference as the two were tested, and its sign.
    fn observed(&self) -> Result<(Outcomes<'_, 'c>, Ordering), NoSwapTest> {
        let observed =
            self.difference(self.counts.positive.only_first, self.counts.negative.only_first);
        let zero = Difference::of([Operand::zero(), Operand::zero()]);
        let sign = observed.order(&zero)?.ok_or(NoSwapTest::Undefined)?;
        let opposite = observed.opposite();
        let known = RefCell::default();
        Ok((Outcomes { swaps: self, thresholds: [observed, opposite], known }, sign))
    }

    /// The values after i of the discordant positives and j of the negatives have gone to the
    /// first.
    fn difference(&self, i: u64, j: u64) -> Difference {
        let of = |counts: &JointCounts, share: u64| {
            [counts.both_right + share, counts.both_right + counts.discordant() - share]
        };
        let (tp, tn) = (of(&self.counts.positive, i), of(&self.counts.negative, j));
        let values = [0, 1].map(|one| self.values.at(tp[one], tn[one]));
        let [first, second] = values;
        Difference::of(match self.metric.orientation() {
            Orientation::Lower => [second, first],
            _ => [first, second],
        })
    }

    /// Returns `true` if the difference is monotone in j, for the two rows rise or fall together.
    fn runs_one_way(&self, i: u64) -> bool {
        let counts = &self.counts.positive;
        let rows = [counts.both_right + i, counts.both_right + counts.discordant() - i];
        let [one, other] = rows.map(|tp| self.values.direction(tp));
        one == Ordering::Equal || other == Ordering::Equal || one == other
    }
}

/// The values of the two classifiers, the better direction being upwards for the first.
struct Difference {
    values: [Operand; 2],
    /// The first less the second, where both are rational.
    exactly: Option<Rational>,
}

impl Difference {
    fn of(values: [Operand; 2]) -> Self {
        let exactly = match &values {
            [Operand::Rational(first), Operand::Rational(second)] => Some(first - second),
            _ => None,
        };
        Self { values, exactly }
    }

    fn opposite(&self) -> Self {
        let [first, second] = self.values.clone();
        Self { values: [second, first], exactly: self.exactly.as_ref().map(|value| -value) }
    }

    /// As [`order_of_differences`].
    fn order(&self, other: &Self) -> Result<Option<Ordering>, NoSwapTest> {
        match (&self.exactly, &other.exactly) {
            (Some(one), Some(other)) => Ok(Some(one.cmp(other))),
            _ => order_of_differences(&self.values, &other.values),
        }
    }
}

/// The order of an outcome's difference relative to the observed one and to its opposite; `None`
/// where it is undefined.
type Orders = [Option<Ordering>; 2];

/// The outcomes beside what was observed.
struct Outcomes<'s, 'c> {
    swaps: &'s Swaps<'c>,
    /// The observed difference and its opposite.
    thresholds: [Difference; 2],
    /// The orders of outcomes that were looked at: several p-values ask for them.
    known: RefCell<HashMap<[u64; 2], Orders>>,
}

/// Outcomes whose difference is at least a threshold, or at most; only those beyond it where that
/// is strict.
struct Side {
    /// 0 for the observed difference, 1 for its opposite.
    than: usize,
    is_upper: bool,
    is_strict: bool,
}

impl Side {
    fn holds(&self, orders: Orders) -> bool {
        match orders[self.than] {
            // Undefined.
            None => true,
            Some(Ordering::Equal) => !self.is_strict,
            Some(order) => (order == Ordering::Greater) == self.is_upper,
        }
    }

    /// The part of a row on which it holds, which is one end of it.
    fn along(
        &self,
        row: Range<u64>,
        orders: impl Fn(u64) -> Result<Orders, NoSwapTest>,
    ) -> Result<Range<u64>, NoSwapTest> {
        let holds = |j: u64| Ok(self.holds(orders(j)?));
        let (first, last) = (holds(row.start)?, holds(row.end - 1)?);
        match (first, last) {
            (true, true) => return Ok(row),
            (false, false) => return Ok(row.start..row.start),
            _ => {}
        }
        let (mut low, mut high) = (row.start, row.end - 1);
        while high - low > 1 {
            let middle = low.midpoint(high);
            if holds(middle)? == first { low = middle } else { high = middle }
        }
        Ok(if first { row.start..high } else { high..row.end })
    }
}

impl Outcomes<'_, '_> {
    fn orders(&self, i: u64, j: u64) -> Result<Orders, NoSwapTest> {
        if let Some(known) = self.known.borrow().get(&[i, j]) {
            return Ok(*known);
        }
        let difference = self.swaps.difference(i, j);
        let [observed, opposite] = &self.thresholds;
        let orders = [difference.order(observed)?, difference.order(opposite)?];
        // With everything exchanged the difference is the opposite.
        let [positives, negatives] = self.swaps.discordant;
        let mirrored = [orders[1], orders[0]].map(|order| order.map(Ordering::reverse));
        let mut known = self.known.borrow_mut();
        if known.len() < MOST_KNOWN {
            known.insert([positives - i, negatives - j], mirrored);
            known.insert([i, j], orders);
        }
        Ok(orders)
    }

    /// The weight of all outcomes whose difference is as large in absolute value as the observed
    /// one of this sign, or larger where that is strict.
    fn beyond(&self, sign: Ordering, is_strict: bool) -> Result<Rational, NoSwapTest> {
        let [upper, lower] = if sign == Ordering::Less { [1, 0] } else { [0, 1] };
        self.share(&[
            Side { than: upper, is_upper: true, is_strict },
            Side { than: lower, is_upper: false, is_strict },
        ])
    }

    /// The weight of all outcomes beyond one of the sides, or undefined.
    fn share(&self, sides: &[Side]) -> Result<Rational, NoSwapTest> {
        let [positives, negatives] = self.swaps.discordant;
        let places = usize::try_from(negatives).expect("bounded") + 2;
        // At each j the sum of the weights of rows whose extreme outcomes begin there, less those
        // whose extreme outcomes end there.
        let mut changes = vec![BigInt::zero(); places];
        let mut choices = BigUint::one();
        for i in 0..=positives {
            for interval in self.extreme(i, sides)? {
                changes[usize::try_from(interval.end).expect("bounded")] +=
                    BigInt::from(choices.clone());
                changes[usize::try_from(interval.start).expect("bounded")] -=
                    BigInt::from(choices.clone());
            }
            choices = choices * (positives - i) / (i + 1);
        }
        // The weights of all smaller j.
        let (mut before, mut choices) = (BigInt::zero(), BigInt::one());
        let mut sum = BigInt::zero();
        for (j, change) in (0..).zip(&changes) {
            if !change.is_zero() {
                sum += change * &before;
            }
            if j <= negatives {
                before += &choices;
                choices = choices * (negatives - j) / (j + 1);
            }
        }
        Ok(Rational::new(sum, BigInt::one() << (positives + negatives)))
    }

    /// The intervals of j whose outcomes are extreme.
    fn extreme(&self, i: u64, sides: &[Side]) -> Result<Vec<Range<u64>>, NoSwapTest> {
        let last = self.swaps.discordant[1];
        let is_extreme = |j: u64| -> Result<bool, NoSwapTest> {
            let orders = self.orders(i, j)?;
            Ok(sides.iter().any(|side| side.holds(orders)))
        };
        let mut found: Vec<Range<u64>> = Vec::new();
        let mut add = |range: Range<u64>| match found.last_mut() {
            _ if range.is_empty() => {}
            Some(before) if before.end == range.start => before.end = range.end,
            _ => found.push(range),
        };
        if last < 4 * ENDS || !self.swaps.runs_one_way(i) {
            for j in 0..=last {
                if is_extreme(j)? {
                    add(j..j + 1);
                }
            }
            return Ok(found);
        }
        let inner = ENDS..last + 1 - ENDS;
        for j in 0..inner.start {
            if is_extreme(j)? {
                add(j..j + 1);
            }
        }
        // Along the row each side holds on one end of it.
        let mut ranges = Vec::new();
        for side in sides {
            ranges.push(side.along(inner.clone(), |j| self.orders(i, j))?);
        }
        ranges.sort_by_key(|range| range.start);
        let mut reached = inner.start;
        for range in ranges {
            add(range.start.max(reached)..range.end);
            reached = reached.max(range.end);
        }
        for j in inner.end..last + 1 {
            if is_extreme(j)? {
                add(j..j + 1);
            }
        }
        Ok(found)
    }
}

/// Holm's correction: the p-values that several tests together leave, in the order given. Each is
/// at least the one before it in increasing order, and at most one.
///
/// ```
/// use exactile::Rational;
/// use exactile::contest::holm;
/// let p = |n: i64| Rational::new(n, 100);
/// assert_eq!(holm(&[p(4), p(1), p(3)]), [p(6), p(3), p(6)]);
/// ```
pub fn holm(p_values: &[Rational]) -> Vec<Rational> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&i, &j| p_values[i].cmp(&p_values[j]));
    let mut corrected = vec![Rational::ONE; p_values.len()];
    let mut least = Rational::ZERO;
    for (left, &i) in (1..=p_values.len()).rev().zip(&order) {
        let left = Rational::from(u64::try_from(left).expect("a count"));
        least = (&p_values[i] * left).min(Rational::ONE).max(least);
        corrected[i] = least.clone();
    }
    corrected
}
