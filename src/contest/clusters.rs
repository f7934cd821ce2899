//! Two classifiers on samples that come in clusters: several samples of one patient, variants of
//! one prompt, runs of one task. Samples of a cluster are not independent; clusters are.
//!
//! - The swap test exchanges the two on whole clusters. A cluster contributes a = TP_A - TP_B and b
//!   = TN_A - TN_B, with either sign with probability 1/2. The sums TP_A + TP_B and TN_A + TN_B
//!   stay, so the outcome is the sum of signed vectors: a product of polynomials in two variables,
//!   with at most (d+ + 1)(d- + 1) terms, d+ and d- being the sums of |a| and of |b|. Its
//!   coefficients are integers over 2^c, c being the clusters on which the two differ. Clusters
//!   that differ in TN alone have a polynomial in one variable, which is kept apart: of it only
//!   sums over intervals are needed. Clusters of one sample give [`swap_test`](super::swap_test).
//! - True values are drawn by the Bayesian bootstrap (Rubin, Ann. Statist. 9, 1981): clusters have
//!   weights from Dirichlet(1, ..., 1), and a metric its value on the weighted counts. It takes the
//!   place of the model of patterns.

use std::cmp::Ordering;
use std::ops::Range;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::blocks::DRAWS;
use super::difference::{Operand, Values, order_of_differences};
use super::draws::surrogate_value;
use super::error::ContestError;
use super::generator::Generator;
use super::interval::{TrueInterval, end_places};
use super::limits::clopper_pearson;
use super::margin::{FEWER, Margin, TrueDifference, check_margin, interval_of};
use super::one_class::on_one_class;
use super::results::{Drawn, NoSwapTest, TrulyBetter};
use super::swap::SwapTest;
use crate::lattice::{Lattice, LatticeError};
use crate::num::{Level, Rational};
use crate::score::{Metric, Orientation, ValueForm};

/// Words of all coefficients at most, and of all additions of them.
const MOST_WORDS: usize = 20_000_000;
const MOST_ADDITIONS: usize = 4_000_000_000;
/// Outcomes at most, each of which is compared with that observed.
const MOST_OUTCOMES: usize = 2_000_000;

/// The results of two classifiers on the samples of one cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClusterPair {
    /// Positive samples.
    pub positives: u64,
    /// Negative samples.
    pub negatives: u64,
    /// True positives of both.
    pub true_positives: [u64; 2],
    /// True negatives of both.
    pub true_negatives: [u64; 2],
}

/// A comparison of two classifiers by clusters.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedByCluster {
    /// Exchanging whole clusters.
    pub swap_test: Result<SwapTest, NoSwapTest>,
    /// The probability that the first is truly better, drawn.
    pub truly_better: TrulyBetter,
    /// The interval of the true difference, and the probabilities of the margin, drawn.
    pub true_difference: TrueDifference,
}

/// Compares two classifiers by a metric on clusters.
///
/// ```
/// use exactile::contest::{ClusterPair, compare_by_cluster};
/// use exactile::num::Level;
/// use exactile::{Metric, Rational};
/// // Three patients with two samples each; the first has one more right on all of them.
/// let patient =
///     ClusterPair { positives: 2, negatives: 0, true_positives: [2, 1], true_negatives: [0, 0] };
/// let healthy =
///     ClusterPair { positives: 0, negatives: 1, true_positives: [0, 0], true_negatives: [1, 1] };
/// let clusters = [patient, patient, patient, healthy];
/// let found = compare_by_cluster(&clusters, &Metric::Tpr, &Level::percent(90), None, 1)?;
/// let test = found.swap_test.expect("defined");
/// assert_eq!((test.one_sided, test.two_sided), (Rational::new(1, 8), Rational::new(1, 4)));
/// # Ok::<(), exactile::contest::ContestError>(())
/// ```
///
/// # Errors
/// A metric that needs samples of a class without any; a level that draws do not have;
/// a negative margin; a metric of scaled logarithms, whose scale would depend on the weights.
pub fn compare_by_cluster(
    clusters: &[ClusterPair],
    metric: &Metric,
    level: &Level,
    margin: Option<&Rational>,
    seed: u64,
) -> Result<ComparedByCluster, ContestError> {
    check_margin(margin)?;
    let sum = |of: fn(&ClusterPair) -> u64| clusters.iter().map(of).sum::<u64>();
    let lattice = Lattice::new(sum(|of| of.positives), sum(|of| of.negatives))?;
    let (metric, lattice) = on_one_class(metric, lattice)?;
    let metric = &metric;
    if metric.form() == ValueForm::ScaledLog {
        return Err(ContestError::NoClusters(metric.clone()));
    }
    let swap_test = Exchanges::new(clusters, metric, lattice)?.test();
    let (truly_better, true_difference) = bootstrap(clusters, metric, level, margin, seed)?;
    Ok(ComparedByCluster { swap_test, truly_better, true_difference })
}

/// All outcomes of exchanging clusters. TP and TN of the first rise above the least that any
/// exchange leaves it.
struct Exchanges<'m> {
    metric: &'m Metric,
    values: Values,
    /// For each cluster that differs in TP the rises of TP and TN with either sign.
    steps: Vec<[[usize; 2]; 2]>,
    /// The rise of TN for each cluster that differs in it alone.
    alone: Vec<[[usize; 2]; 2]>,
    /// The least TP and TN of the first.
    least: [u64; 2],
    /// The greatest rise of both.
    most: [usize; 2],
    /// TP and TN of both together.
    sums: [u64; 2],
    /// The observed rise.
    observed: [usize; 2],
}

impl<'m> Exchanges<'m> {
    fn new(
        clusters: &[ClusterPair],
        metric: &'m Metric,
        lattice: Lattice,
    ) -> Result<Self, LatticeError> {
        let mut found = Self {
            metric,
            values: Values::new(metric, lattice)?,
            steps: Vec::new(),
            alone: Vec::new(),
            least: [0; 2],
            most: [0; 2],
            sums: [0; 2],
            observed: [0; 2],
        };
        let near = |count: u64| usize::try_from(count).expect("samples in memory");
        for ClusterPair { true_positives, true_negatives, .. } in clusters {
            let mut step = [[0; 2]; 2];
            for (class, [first, second]) in [true_positives, true_negatives].into_iter().enumerate()
            {
                let least = first.min(second);
                found.least[class] += least;
                found.most[class] += near(first.abs_diff(*second));
                found.sums[class] += first + second;
                found.observed[class] += near(first - least);
                step[0][class] = near(first - least);
                step[1][class] = near(second - least);
            }
            match step {
                [one, other] if one == other => {}
                [[0, first], [0, second]] => found.alone.push([[0, first], [0, second]]),
                _ => found.steps.push(step),
            }
        }
        // Those in TP alone last: until then there are few outcomes.
        found.steps.sort_unstable_by_key(|step| (step[0][1] + step[1][1] == 0, *step));
        Ok(found)
    }

    fn test(&self) -> Result<SwapTest, NoSwapTest> {
        let [Some(weights), Some(alone)] =
            [&self.steps, &self.alone].map(|steps| Weights::of(steps))
        else {
            return Err(NoSwapTest::TooManyOutcomes);
        };
        if (self.most[0] + 1).saturating_mul(self.most[1] + 1) > MOST_OUTCOMES {
            return Err(NoSwapTest::TooManyOutcomes);
        }
        let observed = self.difference(self.observed);
        let zero = [Operand::zero(), Operand::zero()];
        let sign = order_of_differences(&observed, &zero)?.ok_or(NoSwapTest::Undefined)?;
        let [first, second] = observed.clone();
        let opposite = [second, first];
        let (upper, lower) =
            if sign == Ordering::Less { (&opposite, &observed) } else { (&observed, &opposite) };
        let alone = alone.sums();
        let mut sums = [(); 3].map(|()| BigUint::zero());
        for row in 0..=self.most[0] {
            let weights: Vec<(usize, BigUint)> = weights.row(row);
            if weights.is_empty() {
                continue;
            }
            // At least as large as observed; as far; further. Undefined outcomes count as more
            // extreme.
            let mut begun = [None; 3];
            for column in 0..=self.most[1] + 1 {
                let is_in = if column > self.most[1] {
                    [false; 3]
                } else {
                    let difference = self.difference([row, column]);
                    let of = |other| order_of_differences(&difference, other);
                    let (above, below) = (of(upper)?, of(lower)?);
                    let is_large = if sign == Ordering::Less { below } else { above };
                    [
                        is_large.is_none_or(Ordering::is_ge),
                        above.is_none_or(Ordering::is_ge) || below.is_none_or(Ordering::is_le),
                        above.is_none_or(Ordering::is_gt) || below.is_none_or(Ordering::is_lt),
                    ]
                };
                for ((begun, is_in), sum) in begun.iter_mut().zip(is_in).zip(&mut sums) {
                    match (*begun, is_in) {
                        (None, true) => *begun = Some(column),
                        (Some(start), false) => {
                            *sum += within(&weights, &alone, start..column);
                            *begun = None;
                        }
                        _ => {}
                    }
                }
            }
        }
        let all = BigUint::one() << (self.steps.len() + self.alone.len());
        let [one_sided, two_sided, beyond] = sums.map(|sum| Rational::new(sum, all.clone()));
        // Every difference is at least nothing in absolute value.
        let two_sided = if sign == Ordering::Equal { Rational::ONE } else { two_sided };
        let two_sided_mid = (&two_sided + beyond) / Rational::from(2);
        Ok(SwapTest { one_sided, two_sided, two_sided_mid })
    }

    /// Returns the values of both, with TP and TN of the first raised by `rise`; upwards is better
    /// for the first.
    fn difference(&self, rise: [usize; 2]) -> [Operand; 2] {
        let [tp, tn] = [0, 1].map(|class| {
            let first = self.least[class] + rise[class] as u64;
            [first, self.sums[class] - first]
        });
        let [first, second] = [0, 1].map(|one| self.values.at(tp[one], tn[one]));
        match self.metric.orientation() {
            Orientation::Lower => [second, first],
            _ => [first, second],
        }
    }
}

/// The weight of the columns of a range, if clusters that differ in TN alone come on top of a row:
/// `sums` has their weights below each column.
fn within(row: &[(usize, BigUint)], sums: &[BigUint], columns: Range<usize>) -> BigUint {
    let below =
        |column: usize, start: usize| &sums[column.saturating_sub(start).min(sums.len() - 1)];
    let weights = row.iter().map(|(start, weight)| {
        weight * (below(columns.end, *start) - below(columns.start, *start))
    });
    weights.sum()
}

/// Coefficients of a polynomial: integers of as many words each, in rows of TP and columns of TN.
struct Weights {
    words: usize,
    columns: usize,
    all: Vec<u64>,
}

impl Weights {
    /// The product of a sum of two monomials for each cluster; `None` if that is too much.
    fn of(steps: &[[[usize; 2]; 2]]) -> Option<Self> {
        let greatest =
            |step: &[[usize; 2]; 2]| [0, 1].map(|class| step[0][class].max(step[1][class]));
        let mut most = [0_usize; 2];
        for step in steps {
            most.iter_mut().zip(greatest(step)).for_each(|(most, more)| *most += more);
        }
        let words = steps.len() / 64 + 1;
        let all = (most[0] + 1).checked_mul(most[1] + 1)?.checked_mul(words)?;
        if all > MOST_WORDS || all.checked_mul(steps.len())? > MOST_ADDITIONS {
            return None;
        }
        let mut found = Self { words, columns: most[1] + 1, all: vec![0; all] };
        found.all[0] = 1;
        let mut most = [0; 2];
        for step in steps {
            most.iter_mut().zip(greatest(step)).for_each(|(most, more)| *most += more);
            found.add(*step, most);
        }
        Some(found)
    }

    /// Multiplies by a sum of two monomials: each coefficient is that of a step back by one of them
    /// plus that of a step back by the other. From the largest on, so that smaller ones are still
    /// as they were.
    fn add(&mut self, steps: [[usize; 2]; 2], most: [usize; 2]) {
        let words = self.words;
        let mut sum = vec![0; words];
        for row in (0..=most[0]).rev() {
            for column in (0..=most[1]).rev() {
                sum.fill(0);
                for [back, aside] in steps {
                    if let (Some(row), Some(column)) =
                        (row.checked_sub(back), column.checked_sub(aside))
                    {
                        add_to(&mut sum, self.words_at(row, column));
                    }
                }
                let at = (row * self.columns + column) * words;
                self.all[at..at + words].copy_from_slice(&sum);
            }
        }
    }

    fn words_at(&self, row: usize, column: usize) -> &[u64] {
        let at = (row * self.columns + column) * self.words;
        &self.all[at..at + self.words]
    }

    /// The columns of a row that are not zero.
    fn row(&self, row: usize) -> Vec<(usize, BigUint)> {
        let of = |column: usize| {
            let words = self.words_at(row, column);
            words.iter().any(|word| *word != 0).then(|| (column, integer(words)))
        };
        (0..self.columns).filter_map(of).collect()
    }

    /// The sums of the first row below each column, and of all of it.
    fn sums(&self) -> Vec<BigUint> {
        let mut sums = vec![BigUint::zero()];
        for column in 0..self.columns {
            let next = &sums[column] + integer(self.words_at(0, column));
            sums.push(next);
        }
        sums
    }
}

fn integer(words: &[u64]) -> BigUint {
    let halves = words.iter().flat_map(|word| [*word & u64::from(u32::MAX), word >> 32]);
    BigUint::new(halves.map(|half| u32::try_from(half).expect("half a word")).collect())
}

fn add_to(sum: &mut [u64], other: &[u64]) {
    let mut carry = false;
    for (sum, other) in sum.iter_mut().zip(other) {
        let (half, first) = sum.overflowing_add(*other);
        let (whole, second) = half.overflowing_add(u64::from(carry));
        (*sum, carry) = (whole, first || second);
    }
}

/// The probability that the first is truly better, and the true difference, by weights of clusters.
fn bootstrap(
    clusters: &[ClusterPair],
    metric: &Metric,
    level: &Level,
    margin: Option<&Rational>,
    seed: u64,
) -> Result<(TrulyBetter, TrueDifference), ContestError> {
    let places = end_places(level, FEWER)?;
    let double = |count: u64| Rational::from(count).to_f64();
    let rows: Vec<[f64; 6]> = clusters
        .iter()
        .map(|ClusterPair { positives, negatives, true_positives: tp, true_negatives: tn }| {
            [*positives, *negatives, tp[0], tp[1], tn[0], tn[1]].map(double)
        })
        .collect();
    let prepared = metric.prepared();
    let sign = if metric.orientation() == Orientation::Lower { -1.0 } else { 1.0 };
    let mut generator = Generator::new(seed);
    let draw = || {
        let mut sums = [0.0; 6];
        for row in &rows {
            let weight = -generator.uniform().ln();
            sums.iter_mut().zip(row).for_each(|(sum, count)| *sum += weight * count);
        }
        let [p, n, tp, other_tp, tn, other_tn] = sums;
        let of = |tp: f64, tn: f64| surrogate_value(&prepared, tp / p, tn / n, [p, n]);
        sign * (of(tp, tn) - of(other_tp, other_tn))
    };
    Ok(count_differences(places, level, margin, seed, draw))
}

/// Counts drawn differences, upwards better for the first: how often it is better, their interval,
/// and how often they are within a margin. Undefined ones count as even.
pub(super) fn count_differences(
    places: [[usize; 2]; 2],
    level: &Level,
    margin: Option<&Rational>,
    seed: u64,
    mut draw: impl FnMut() -> f64,
) -> (TrulyBetter, TrueDifference) {
    let margin = margin.map(Rational::to_f64);
    let (mut better, mut even, mut not_worse, mut equivalent) = (0_u32, 0_u32, 0_u32, 0_u32);
    let mut differences = Vec::new();
    for drawn in 0..DRAWS {
        let difference = draw();
        let difference = if difference.is_nan() { 0.0 } else { difference };
        if drawn < FEWER {
            differences.push(difference);
        }
        better += u32::from(difference > 0.0);
        even += u32::from(difference == 0.0);
        let margin = margin.unwrap_or(0.0);
        not_worse += u32::from(difference > -margin);
        equivalent += u32::from(difference.abs() < margin);
    }
    let drawn = Some(Drawn { draws: DRAWS, seed });
    let probability = |hits| TrulyBetter::between(clopper_pearson(hits, DRAWS), drawn);
    // Equal in every draw: nobody differs on any cluster, and chance decides.
    let truly_better = if even == DRAWS { TrulyBetter::even() } else { probability(better) };
    let within = margin
        .map(|_| Margin { not_worse: probability(not_worse), equivalent: probability(equivalent) });
    let interval: TrueInterval = interval_of(&mut differences, places, level, seed);
    (truly_better, TrueDifference { interval, within })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::swap_test;
    use crate::performance::{JointCounts, PairCounts};

    fn metrics() -> [Metric; 4] {
        [Metric::Tpr, Metric::Accuracy, Metric::FBeta(Rational::ONE), Metric::Mcc]
    }

    fn tested(clusters: &[ClusterPair], metric: &Metric) -> Result<SwapTest, NoSwapTest> {
        let sum = |of: fn(&ClusterPair) -> u64| clusters.iter().map(of).sum::<u64>();
        let lattice = Lattice::new(sum(|of| of.positives), sum(|of| of.negatives));
        let lattice = lattice.expect("samples");
        Exchanges::new(clusters, metric, lattice).expect("a metric").test()
    }

    /// Clusters of one sample: today's test.
    #[test]
    fn single_samples_are_exchanged_as_samples() {
        let positive = JointCounts { both_right: 5, only_first: 4, only_second: 2, both_wrong: 3 };
        let negative = JointCounts { both_right: 9, only_first: 1, only_second: 3, both_wrong: 1 };
        let counts = PairCounts { positive, negative };
        let mut clusters = Vec::new();
        for (of, is_positive) in [(&positive, true), (&negative, false)] {
            for (count, right) in [
                (of.both_right, [1, 1]),
                (of.only_first, [1, 0]),
                (of.only_second, [0, 1]),
                (of.both_wrong, [0, 0]),
            ] {
                let cluster = ClusterPair {
                    positives: u64::from(is_positive),
                    negatives: u64::from(!is_positive),
                    true_positives: if is_positive { right } else { [0, 0] },
                    true_negatives: if is_positive { [0, 0] } else { right },
                };
                clusters.extend((0..count).map(|_| cluster));
            }
        }
        for metric in metrics() {
            let known = swap_test(&counts, &metric).expect("small").expect("defined");
            assert_eq!(tested(&clusters, &metric), Ok(known), "{metric}");
        }
    }

    /// All 2^c exchanges, one by one.
    #[test]
    fn clusters_are_exchanged_whole() {
        let clusters: Vec<ClusterPair> = [
            ([3, 2], [3, 1], [2, 0]),
            ([4, 1], [0, 2], [1, 1]),
            ([0, 5], [0, 0], [4, 2]),
            ([2, 2], [2, 0], [0, 2]),
            ([1, 0], [1, 1], [0, 0]),
            ([6, 1], [5, 3], [0, 1]),
            ([2, 3], [1, 2], [3, 2]),
        ]
        .into_iter()
        .map(|([positives, negatives], true_positives, true_negatives)| ClusterPair {
            positives,
            negatives,
            true_positives,
            true_negatives,
        })
        .collect();
        let lattice = Lattice::new(18, 14).expect("samples");
        for metric in metrics() {
            let values = Values::new(&metric, lattice).expect("a metric");
            let difference = |swapped: u32| {
                let mut counts = [[0; 2]; 2];
                for (k, of) in clusters.iter().enumerate() {
                    for one in [0, 1] {
                        let from = if swapped >> k & 1 == 1 { 1 - one } else { one };
                        counts[one][0] += of.true_positives[from];
                        counts[one][1] += of.true_negatives[from];
                    }
                }
                counts.map(|[tp, tn]| values.at(tp, tn))
            };
            let observed = difference(0);
            let [first, second] = observed.clone();
            let opposite = [second, first];
            let zero = [Operand::zero(), Operand::zero()];
            let sign = order_of_differences(&observed, &zero).expect("close").expect("defined");
            let (upper, lower) =
                if sign.is_lt() { (&opposite, &observed) } else { (&observed, &opposite) };
            let (mut one_sided, mut two_sided) = (0, 0);
            for swapped in 0..1 << clusters.len() {
                let found = difference(swapped);
                let of = |other| order_of_differences(&found, other).expect("close");
                one_sided += u32::from(of(&observed).is_none_or(Ordering::is_ge));
                let is_far =
                    of(upper).is_none_or(Ordering::is_ge) || of(lower).is_none_or(Ordering::is_le);
                two_sided += u32::from(is_far);
            }
            let found = tested(&clusters, &metric).expect("defined");
            let share = |count: u32| Rational::new(count, 1 << clusters.len());
            assert_eq!(found.one_sided, share(one_sided), "{metric}");
            assert_eq!(found.two_sided, share(two_sided), "{metric}");
        }
    }

    /// Weights of more than one word: 100 clusters, of which the first has 60 alone.
    #[test]
    fn many_clusters_have_many_digits() {
        let alone = |first: u64| ClusterPair {
            positives: 1,
            negatives: 1,
            true_positives: [first, 1 - first],
            true_negatives: [1, 1],
        };
        let clusters: Vec<ClusterPair> = (0..100).map(|k| alone(u64::from(k < 60))).collect();
        let positive = JointCounts { only_first: 60, only_second: 40, ..Default::default() };
        let negative = JointCounts { both_right: 100, ..Default::default() };
        let known = swap_test(&PairCounts { positive, negative }, &Metric::Tpr);
        assert_eq!(tested(&clusters, &Metric::Tpr), known.expect("small"));
    }

    /// Ten samples of each patient alike say no more than one does, and the interval is as wide.
    #[test]
    fn copies_of_samples_are_no_evidence() {
        let of = |copies: u64, right: [u64; 2]| ClusterPair {
            positives: copies,
            negatives: copies,
            true_positives: right.map(|right| right * copies),
            true_negatives: [copies, copies],
        };
        let rights = [[1, 1], [1, 1], [1, 0], [1, 0], [1, 0], [0, 1], [0, 0], [1, 1]];
        let found = [1, 10].map(|copies| {
            let clusters: Vec<ClusterPair> =
                rights.iter().map(|right| of(copies, *right)).collect();
            let level = Level::percent(90);
            compare_by_cluster(&clusters, &Metric::Tpr, &level, None, 3).expect("samples")
        });
        assert_eq!(found[0].swap_test, found[1].swap_test);
        assert_eq!(found[0].truly_better, found[1].truly_better);
        let width = |of: &ComparedByCluster| {
            let TrueInterval { lower, upper, .. } = &of.true_difference.interval;
            (&upper[0] - &lower[0]).to_f64()
        };
        assert!((width(&found[0]) - width(&found[1])).abs() < 1e-9);
    }
}
