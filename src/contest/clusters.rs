//! Two classifiers on samples that come in clusters: several samples of one patient, variants of one prompt, runs of
//! one task. Samples of a cluster are not independent; clusters are.
//!
//! - The swap test exchanges the two on whole clusters. A cluster contributes a = TP_A - TP_B and b = TN_A - TN_B, with
//!   either sign with probability 1/2. The sums TP_A + TP_B and TN_A + TN_B stay, so the outcome is the sum of signed
//!   vectors: a product of polynomials in two variables, with at most (d+ + 1)(d- + 1) terms, d+ and d- being the sums of
//!   |a| and of |b|. Its coefficients are integers over 2^c, c being the clusters on which the two differ. Clusters of one sample give
//!   [`swap_test`](super::swap_test).
//! - True values are drawn by the Bayesian bootstrap (Rubin, Ann. Statist. 9, 1981): clusters have weights from
//!   Dirichlet(1, ..., 1), and a metric its value on the weighted counts. It takes the place of the model of patterns.

use std::cmp::Ordering;

use num_bigint::BigUint;
use num_traits::One;

use super::difference::{Operand, Values, order_of_differences};
use super::draws::surrogate_value;
use super::generator::Generator;
use super::independent::DRAWS;
use super::interval::{TrueInterval, check_level, end_places};
use super::limits::clopper_pearson;
use super::margin::{FEWER, Margin, TrueDifference, certified, check_margin, interval_of};
use super::swap::{NoSwapTest, SwapTest};
use super::truth::{Drawn, TrulyBetter};
use crate::lattice::{Lattice, LatticeError};
use crate::num::Rational;
use crate::score::{Metric, Orientation, ValueForm};

/// Words of all coefficients at most, and of all additions of them.
const MOST_WORDS: u64 = 20_000_000;
const MOST_ADDITIONS: u64 = 4_000_000_000;
/// Outcomes at most, each of which is compared with that observed.
const MOST_OUTCOMES: u64 = 2_000_000;

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

/// What is said of two classifiers by clusters.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedByCluster {
    /// Exchanging whole clusters.
    pub swap_test: Result<SwapTest, NoSwapTest>,
    /// Whether the first is truly better, drawn.
    pub truly_better: TrulyBetter,
    /// The interval of the true difference, and what was asked of a margin, drawn.
    pub true_difference: TrueDifference,
}

/// Compares two classifiers by a metric on clusters.
///
/// ```
/// use exactile::contest::{ClusterPair, compare_by_cluster};
/// use exactile::{Metric, Rational};
/// // Three patients with two samples each; the first has one more right on all of them.
/// let patient = ClusterPair { positives: 2, negatives: 0, true_positives: [2, 1], true_negatives: [0, 0] };
/// let healthy = ClusterPair { positives: 0, negatives: 1, true_positives: [0, 0], true_negatives: [1, 1] };
/// let clusters = [patient, patient, patient, healthy];
/// let found = compare_by_cluster(&clusters, &Metric::Tpr, &Rational::new(9, 10), None, 1)?;
/// let test = found.swap_test.expect("defined");
/// assert_eq!((test.one_sided, test.two_sided), (Rational::new(1, 8), Rational::new(1, 4)));
/// # Ok::<(), exactile::lattice::LatticeError>(())
/// ```
///
/// # Errors
/// No sample of a class; a level or margin out of range; a metric of scaled logarithms, whose scale would depend on the weights.
pub fn compare_by_cluster(
    clusters: &[ClusterPair],
    metric: &Metric,
    level: &Rational,
    margin: Option<&Rational>,
    seed: u64,
) -> Result<ComparedByCluster, LatticeError> {
    check_level(level)?;
    check_margin(margin)?;
    let sum = |of: fn(&ClusterPair) -> u64| clusters.iter().map(of).sum::<u64>();
    let lattice = Lattice::new(sum(|of| of.positives), sum(|of| of.negatives))?;
    lattice.check_both_classes()?;
    if metric.form() == ValueForm::ScaledLog {
        return Err(LatticeError::NoClusters(metric.clone()));
    }
    let swap_test = Exchanges::new(clusters, metric, lattice)?.test();
    let (truly_better, true_difference) = bootstrap(clusters, metric, level, margin, seed)?;
    Ok(ComparedByCluster { swap_test, truly_better, true_difference })
}

/// What exchanging clusters may do.
struct Exchanges<'m> {
    metric: &'m Metric,
    values: Values,
    /// For each cluster that differs, by how much TP and TN of the first rise above the least with either sign.
    steps: Vec<[[u64; 2]; 2]>,
    /// The least TP and TN of the first.
    least: [u64; 2],
    /// The greatest rise of both.
    most: [u64; 2],
    /// TP and TN of both together.
    sums: [u64; 2],
    /// The rise of what was observed.
    observed: [u64; 2],
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
            least: [0; 2],
            most: [0; 2],
            sums: [0; 2],
            observed: [0; 2],
        };
        for ClusterPair { true_positives, true_negatives, .. } in clusters {
            let mut step = [[0; 2]; 2];
            for (class, [first, second]) in [true_positives, true_negatives].into_iter().enumerate()
            {
                let least = first.min(second);
                found.least[class] += least;
                found.most[class] += first.abs_diff(*second);
                found.sums[class] += first + second;
                found.observed[class] += first - least;
                step[0][class] = first - least;
                step[1][class] = second - least;
            }
            if step[0] != step[1] {
                found.steps.push(step);
            }
        }
        // The smallest steps first: the outcomes are few for long.
        found.steps.sort_unstable_by_key(|[one, other]| (one[0] + other[0]) + (one[1] + other[1]));
        Ok(found)
    }

    fn test(&self) -> Result<SwapTest, NoSwapTest> {
        let Some(weights) = self.weights() else { return Err(NoSwapTest::TooMany) };
        let observed = self.difference(self.observed);
        let zero = [Operand::zero(), Operand::zero()];
        let sign = order_of_differences(&observed, &zero)?.ok_or(NoSwapTest::Undefined)?;
        let [first, second] = observed.clone();
        let opposite = [second, first];
        let (upper, lower) =
            if sign == Ordering::Less { (&opposite, &observed) } else { (&observed, &opposite) };
        let (mut one_sided, mut two_sided, mut beyond) =
            (BigUint::default(), BigUint::default(), BigUint::default());
        for (outcome, weight) in weights.outcomes() {
            let difference = self.difference(outcome);
            let of = |other| order_of_differences(&difference, other);
            // Undefined outcomes count as more extreme.
            let (above, below) = (of(upper)?, of(lower)?);
            if of(&observed)?.is_none_or(Ordering::is_ge) {
                one_sided += &weight;
            }
            if above.is_none_or(Ordering::is_ge) || below.is_none_or(Ordering::is_le) {
                two_sided += &weight;
            }
            if above.is_none_or(Ordering::is_gt) || below.is_none_or(Ordering::is_lt) {
                beyond += weight;
            }
        }
        let all = BigUint::one() << self.steps.len();
        let share = |weight: BigUint| Rational::new(weight, all.clone());
        // Every difference is at least nothing in absolute value.
        let two_sided = if sign == Ordering::Equal { Rational::ONE } else { share(two_sided) };
        let two_sided_mid = (&two_sided + share(beyond)) / Rational::from(2);
        Ok(SwapTest { one_sided: share(one_sided), two_sided, two_sided_mid })
    }

    /// The values of both, where TP and TN of the first have risen by so much; upwards is better for the first.
    fn difference(&self, rise: [u64; 2]) -> [Operand; 2] {
        let [tp, tn] = [0, 1].map(|class| {
            let first = self.least[class] + rise[class];
            [first, self.sums[class] - first]
        });
        let [first, second] = [0, 1].map(|one| self.values.at(tp[one], tn[one]));
        match self.metric.orientation() {
            Orientation::Lower => [second, first],
            _ => [first, second],
        }
    }

    /// How many of the 2^c exchanges have each outcome; `None` if that is too much.
    fn weights(&self) -> Option<Weights> {
        let [rows, columns] = self.most.map(|most| most + 1);
        let count = u64::try_from(self.steps.len()).ok()?;
        let words = count / 64 + 1;
        let outcomes = rows.checked_mul(columns).filter(|outcomes| *outcomes <= MOST_OUTCOMES)?;
        let all = outcomes.checked_mul(words).filter(|all| *all <= MOST_WORDS)?;
        all.checked_mul(count).filter(|additions| *additions <= MOST_ADDITIONS)?;
        let near = |count: u64| usize::try_from(count).expect("bounded");
        let mut found =
            Weights { words: near(words), columns: near(columns), all: vec![0; near(all)] };
        found.all[0] = 1;
        let mut most = [0; 2];
        for step in &self.steps {
            for (most, steps) in
                most.iter_mut().zip([[step[0][0], step[1][0]], [step[0][1], step[1][1]]])
            {
                *most += steps[0].max(steps[1]);
            }
            found.add(step.map(|step| step.map(near)), most.map(near));
        }
        Some(found)
    }
}

/// Integers of as many words each, by outcomes: rows of TP, columns of TN.
struct Weights {
    words: usize,
    columns: usize,
    all: Vec<u64>,
}

impl Weights {
    /// Multiplies the polynomial by a sum of two monomials: each coefficient is that of a step back by one of them plus that of a step back by
    /// the other. From the largest on, so that smaller ones are still as they were.
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
                        let at = (row * self.columns + column) * words;
                        add_to(&mut sum, &self.all[at..at + words]);
                    }
                }
                let at = (row * self.columns + column) * words;
                self.all[at..at + words].copy_from_slice(&sum);
            }
        }
    }

    /// The outcomes that occur, and their weights.
    fn outcomes(&self) -> impl Iterator<Item = ([u64; 2], BigUint)> {
        let of = |(at, words): (usize, &[u64])| {
            if words.iter().all(|word| *word == 0) {
                return None;
            }
            let halves = words.iter().flat_map(|word| [*word & u64::from(u32::MAX), word >> 32]);
            let digits = halves.map(|half| u32::try_from(half).expect("half a word")).collect();
            let place = [at / self.columns, at % self.columns];
            Some((place.map(|place| place as u64), BigUint::new(digits)))
        };
        self.all.chunks_exact(self.words).enumerate().filter_map(of)
    }
}

fn add_to(sum: &mut [u64], other: &[u64]) {
    let mut carry = false;
    for (sum, other) in sum.iter_mut().zip(other) {
        let (half, first) = sum.overflowing_add(*other);
        let (whole, second) = half.overflowing_add(u64::from(carry));
        (*sum, carry) = (whole, first || second);
    }
}

/// Whether the first is truly better, and by how much, by weights of clusters.
fn bootstrap(
    clusters: &[ClusterPair],
    metric: &Metric,
    level: &Rational,
    margin: Option<&Rational>,
    seed: u64,
) -> Result<(TrulyBetter, TrueDifference), LatticeError> {
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
    let mut draw = || {
        let mut sums = [0.0; 6];
        for row in &rows {
            let weight = -generator.uniform().ln();
            sums.iter_mut().zip(row).for_each(|(sum, count)| *sum += weight * count);
        }
        let [p, n, tp, other_tp, tn, other_tn] = sums;
        let of = |tp: f64, tn: f64| surrogate_value(&prepared, tp / p, tn / n, [p, n]);
        let difference = sign * (of(tp, tn) - of(other_tp, other_tn));
        if difference.is_nan() { 0.0 } else { difference }
    };
    let margin = margin.map(Rational::to_f64);
    let (mut better, mut even, mut not_worse, mut equivalent) = (0_u32, 0_u32, 0_u32, 0_u32);
    let mut differences = Vec::new();
    for drawn in 0..DRAWS {
        let difference = draw();
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
    let probability = |hits| TrulyBetter { drawn, ..certified(clopper_pearson(hits, DRAWS)) };
    // Equal in every draw: nobody differs on any cluster, and chance decides.
    let truly_better = if even == DRAWS { TrulyBetter::even() } else { probability(better) };
    let within = margin
        .map(|_| Margin { not_worse: probability(not_worse), equivalent: probability(equivalent) });
    let interval: TrueInterval = interval_of(&mut differences, places, level, seed);
    Ok((truly_better, TrueDifference { interval, within }))
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
            let level = Rational::new(9, 10);
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
