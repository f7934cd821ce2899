//! Several classifiers on clusters of samples: true values by the Bayesian bootstrap (Rubin, Ann.
//! Statist. 9, 1981), as [`compare_by_cluster`](super::compare_by_cluster) has them for two.
//!
//! Clusters have weights from Dirichlet(1, ..., 1). All classifiers share the weights of a draw,
//! and a metric has its value on the weighted counts. A planned test is a sample of the observed
//! clusters, with replacement; the weights of a cluster that came k times are then those of k
//! clusters.

use std::collections::HashMap;

use super::blocks::{DRAWS, Draws, simulate};
use super::clusters::count_differences;
use super::drawn_ranks::{DrawnRanks, rank_draws};
use super::draws::{surrogate, surrogate_value};
use super::error::ContestError;
use super::generator::{Gamma, Generator};
use super::interval::{IntervalQuestion, Intervals, end_places};
use super::margin::{FEWER, TrueDifference, check_margin, interval_of};
use super::one_class::on_one_class;
use super::planned::DrawnShare;
use super::results::TrulyBetter;
use crate::lattice::{Lattice, LatticeError, Observation};
use crate::num::{Level, Rational};
use crate::parallel::map;
use crate::score::{Metric, Orientation, PreparedMetric, ValueForm};
use crate::work::{Advance, Work};

/// Results whose weighted counts are drawn.
pub(super) trait WeightedCounts: Sync {
    /// The number of classifiers.
    fn classifiers(&self) -> usize;
    /// Random numbers of a draw, about.
    fn random_numbers(&self) -> u128;
    /// The metric, or the rate that it is if all samples are of one class.
    fn metric(&self, metric: &Metric) -> Result<Metric, ContestError>;
    /// A buffer for a draw.
    fn empty(&self) -> Vec<f64>;
    /// Draws positive and negative samples, then true positives and true negatives of each
    /// classifier in turn, all weighted.
    fn draw(&self, generator: &mut Generator, sums: &mut [f64]);
}

/// The results of several classifiers on clusters of samples.
#[derive(Clone, Debug)]
pub struct Clusters {
    classifiers: usize,
    clusters: usize,
    sizes: Lattice,
    rows: Vec<Row>,
}

/// Clusters with equal results.
#[derive(Clone, Debug)]
struct Row {
    clusters: u32,
    weight: Gamma,
    /// Positive and negative samples of each, then true positives and true negatives of each
    /// classifier in turn.
    counts: Vec<f64>,
}

/// The counts of a cluster with their factor.
type Counted<'f> = (Vec<u64>, Option<&'f Rational>);

impl Clusters {
    /// Takes what was observed of each classifier in each cluster.
    ///
    /// # Errors
    /// No cluster, or none with samples of one of the classes; too many samples.
    ///
    /// # Panics
    /// If clusters have different numbers of classifiers.
    pub fn new(observed: &[Vec<Observation>]) -> Result<Self, LatticeError> {
        Self::weighted(observed, None)
    }

    /// The same, with a factor for the counts of each cluster: a cluster of n samples counts as
    /// many as its weight if the factor is the weight over n.
    ///
    /// # Errors
    /// As [`Self::new`].
    ///
    /// # Panics
    /// If clusters have different numbers of classifiers, or there is no factor for one of them.
    pub fn weighted(
        observed: &[Vec<Observation>],
        factors: Option<&[Rational]>,
    ) -> Result<Self, LatticeError> {
        let classifiers = observed.first().ok_or(LatticeError::Empty)?.len();
        let mut sizes = [0_u64; 2];
        let mut rows: Vec<(Counted<'_>, u32)> = Vec::new();
        let mut places: HashMap<Counted<'_>, usize> = HashMap::new();
        // Those without weight say nothing about the mean.
        let counts = |k: &usize| factors.is_none_or(|factors| !factors[*k].is_zero());
        for k in (0..observed.len()).filter(counts) {
            let cluster = &observed[k];
            assert_eq!(cluster.len(), classifiers, "all classifiers in each cluster");
            let first = cluster.first().ok_or(LatticeError::TooFewClassifiers(0))?;
            let own = [first.tp + first.fn_, first.tn + first.fp];
            for (sum, own) in sizes.iter_mut().zip(own) {
                // The lattice refuses so many.
                *sum = sum.saturating_add(own);
            }
            let right = cluster.iter().flat_map(|of| [of.tp, of.tn]);
            let counts =
                (own.into_iter().chain(right).collect(), factors.map(|factors| &factors[k]));
            let place = *places.entry(counts.clone()).or_insert_with(|| {
                rows.push((counts, 0));
                rows.len() - 1
            });
            rows[place].1 += 1;
        }
        let sizes = Lattice::new(sizes[0], sizes[1])?;
        let row = |((counts, factor), clusters): (Counted<'_>, u32)| {
            let weighted = |count: u64| match factor {
                Some(factor) => (factor * &Rational::from(count)).to_f64(),
                None => Rational::from(count).to_f64(),
            };
            let counts = counts.into_iter().map(weighted).collect();
            Row { clusters, weight: Gamma::new(clusters.into()), counts }
        };
        let rows = rows.into_iter().map(row).collect();
        Ok(Self { classifiers, clusters: observed.len(), sizes, rows })
    }

    /// The number of classifiers.
    pub fn classifiers(&self) -> usize {
        self.classifiers
    }

    /// The number of clusters.
    pub fn clusters(&self) -> usize {
        self.clusters
    }

    /// Some of the classifiers, in this order.
    ///
    /// # Panics
    /// If there is no such classifier.
    #[must_use]
    pub fn only(&self, classifiers: &[usize]) -> Self {
        let row = |row: &Row| {
            let own = |&k: &usize| [row.counts[2 + 2 * k], row.counts[3 + 2 * k]];
            let right = classifiers.iter().flat_map(own);
            let sizes = row.counts[..2].iter().copied();
            Row { counts: sizes.chain(right).collect(), ..row.clone() }
        };
        let rows = self.rows.iter().map(row).collect();
        Self { classifiers: classifiers.len(), rows, ..self.clone() }
    }

    /// The samples of all clusters.
    pub fn sizes(&self) -> Lattice {
        self.sizes
    }

    /// Draws a test of `clusters` clusters, and the weighted counts given it.
    fn draw_planned(&self, clusters: u64, generator: &mut Generator, sums: &mut [f64]) {
        sums.fill(0.0);
        let mut drawn = vec![0; self.rows.len()];
        let kinds = self.rows.iter().map(|row| row.clusters.into());
        generator.multinomial(clusters, kinds, |place, count| drawn[place] = count);
        for (row, drawn) in self.rows.iter().zip(drawn).filter(|(_, drawn)| *drawn > 0) {
            let weight = generator.gamma(Rational::from(drawn).to_f64());
            sums.iter_mut().zip(&row.counts).for_each(|(sum, count)| *sum += weight * count);
        }
    }
}

impl WeightedCounts for Clusters {
    fn classifiers(&self) -> usize {
        self.classifiers
    }

    /// A weight for each row, and as much work for its sums.
    fn random_numbers(&self) -> u128 {
        (self.rows.len() * (2 + self.classifiers / 8)) as u128
    }

    fn empty(&self) -> Vec<f64> {
        vec![0.0; 2 + 2 * self.classifiers]
    }

    fn draw(&self, generator: &mut Generator, sums: &mut [f64]) {
        sums.fill(0.0);
        for row in &self.rows {
            let weight = row.weight.draw(generator);
            sums.iter_mut().zip(&row.counts).for_each(|(sum, count)| *sum += weight * count);
        }
    }

    fn metric(&self, metric: &Metric) -> Result<Metric, ContestError> {
        let (metric, _) = on_one_class(metric, self.sizes)?;
        match metric.form() {
            ValueForm::ScaledLog => Err(ContestError::NoClusters(metric)),
            _ => Ok(metric),
        }
    }
}

/// The order of classifiers on weighted counts.
struct WeightedOrder<'m> {
    metric: PreparedMetric<'m>,
    is_reversed: bool,
}

impl<'m> WeightedOrder<'m> {
    fn new(metric: &'m Metric) -> Self {
        let is_reversed = metric.orientation() == Orientation::Lower;
        Self { metric: metric.prepared(), is_reversed }
    }

    /// A number that is larger for better classifiers.
    fn value(&self, sums: &[f64], classifier: usize) -> f64 {
        let value =
            weighted(sums, classifier, |tpr, tnr, sizes| surrogate(&self.metric, tpr, tnr, sizes));
        match value.is_nan() {
            true => f64::NEG_INFINITY,
            false if self.is_reversed => -value,
            false => value,
        }
    }
}

/// A value from the rates of a classifier and the sizes of the classes, all weighted. A class
/// without weight has the rate 0, and size 0.
fn weighted(sums: &[f64], classifier: usize, value: impl FnOnce(f64, f64, [f64; 2]) -> f64) -> f64 {
    let (sizes, right) = ([sums[0], sums[1]], &sums[2 + 2 * classifier..]);
    let rate = |class: usize| if sizes[class] > 0.0 { right[class] / sizes[class] } else { 0.0 };
    value(rate(0), rate(1), sizes)
}

/// The ranks of classifiers by their true values on clusters. `advance` is called once for each
/// 1024 draws, and may stop the work: then there is no result.
///
/// ```
/// use std::ops::ControlFlow;
/// use exactile::contest::{Clusters, Draws, truly_ranked_by_cluster};
/// use exactile::lattice::Observation;
/// use exactile::{Metric, Rational};
/// let of = |tp, tn| Observation { tn, fp: 1 - tn, fn_: 1 - tp, tp };
/// // In each cluster only the first has the positive right.
/// let clusters = Clusters::new(&[vec![of(1, 1), of(0, 1)], vec![of(1, 0), of(0, 1)]])?;
/// let draws = Draws { count: 2000, seed: 1 };
/// let go_on = || ControlFlow::Continue(());
/// let ranks = truly_ranked_by_cluster(&clusters, &Metric::Tpr, draws, &go_on)?;
/// assert_eq!(ranks.expect("nothing stops it").first_alone(0), 2000);
/// # Ok::<(), exactile::contest::ContestError>(())
/// ```
///
/// # Errors
/// A metric of a class without samples, or one whose scale would depend on weights; too many draws
/// of too many clusters.
pub fn truly_ranked_by_cluster(
    clusters: &Clusters,
    metric: &Metric,
    draws: Draws,
    advance: Advance<'_>,
) -> Result<Option<DrawnRanks>, ContestError> {
    ranked_by_weights(clusters, metric, draws, advance)
}

/// The ranks of classifiers by true values on weighted counts.
pub(super) fn ranked_by_weights(
    drawn: &impl WeightedCounts,
    metric: &Metric,
    draws: Draws,
    advance: Advance<'_>,
) -> Result<Option<DrawnRanks>, ContestError> {
    let metric = drawn.metric(metric)?;
    Work::RandomNumbers.check(drawn.random_numbers() * u128::from(draws.count))?;
    let order = WeightedOrder::new(&metric);
    let (init, count) = (|| drawn.empty(), drawn.classifiers());
    let draw = |sums: &mut Vec<f64>, generator: &mut Generator, values: &mut Vec<(f64, usize)>| {
        drawn.draw(generator, sums);
        values.extend((0..count).map(|k| (order.value(sums, k), k)));
    };
    Ok(rank_draws(count, true, draws, advance, init, draw))
}

/// Credible intervals of the true values of each classifier on clusters, between order statistics
/// of 50,000 draws. `advance` is as in [`truly_ranked_by_cluster`].
///
/// # Errors
/// A level too close to 1; too many clusters.
pub fn cluster_intervals(
    clusters: &Clusters,
    question: &IntervalQuestion,
    advance: Advance<'_>,
) -> Result<Option<Vec<Intervals>>, ContestError> {
    intervals_by_weights(clusters, question, advance)
}

/// The probability that the first of two is truly better, and the true difference, on weighted
/// counts.
pub(super) fn pair_by_weights(
    drawn: &impl WeightedCounts,
    metric: &Metric,
    level: &Level,
    margin: Option<&Rational>,
    seed: u64,
) -> Result<(TrulyBetter, TrueDifference), ContestError> {
    check_margin(margin)?;
    let places = end_places(level, FEWER)?;
    let metric = drawn.metric(metric)?;
    Work::RandomNumbers.check(drawn.random_numbers() * u128::from(DRAWS))?;
    let (prepared, mut generator) = (metric.prepared(), Generator::new(seed));
    let sign = if metric.orientation() == Orientation::Lower { -1.0 } else { 1.0 };
    let mut sums = drawn.empty();
    let value = |sums: &[f64], k: usize| {
        weighted(sums, k, |tpr, tnr, sizes| surrogate_value(&prepared, tpr, tnr, sizes))
    };
    Ok(count_differences(places, level, margin, seed, || {
        drawn.draw(&mut generator, &mut sums);
        sign * (value(&sums, 0) - value(&sums, 1))
    }))
}

/// Credible intervals of true values on weighted counts.
pub(super) fn intervals_by_weights(
    drawn: &impl WeightedCounts,
    question: &IntervalQuestion,
    advance: Advance<'_>,
) -> Result<Option<Vec<Intervals>>, ContestError> {
    let IntervalQuestion { metrics, level, seed, .. } = question;
    let places = end_places(level, FEWER)?;
    let draws = Draws { count: FEWER, seed: *seed };
    Work::RandomNumbers.check(drawn.random_numbers() * u128::from(draws.count))?;
    let width = 2 + 2 * drawn.classifiers();
    let init = || (Vec::new(), drawn.empty());
    let draw = |(all, sums): &mut (Vec<f64>, Vec<f64>), generator: &mut Generator| {
        drawn.draw(generator, sums);
        all.extend_from_slice(&sums[..width]);
    };
    let merge = |(mut all, sums): (Vec<f64>, Vec<f64>), (mut part, _)| {
        all.append(&mut part);
        (all, sums)
    };
    let Some((all, _)) = simulate(draws, advance, init, draw, merge) else { return Ok(None) };
    let interval = |classifier: usize, metric: &Metric| {
        let metric = drawn.metric(metric)?;
        let prepared = metric.prepared();
        let value = |sums: &[f64]| {
            weighted(sums, classifier, |tpr, tnr, sizes| {
                surrogate_value(&prepared, tpr, tnr, sizes)
            })
        };
        let mut values: Vec<f64> = all.chunks_exact(width).map(value).collect();
        // All weights are positive: it is undefined in all draws, or in none.
        match values.iter().any(|value| value.is_nan()) {
            true => Err(ContestError::UndefinedOnClusters(metric)),
            false => Ok(interval_of(&mut values, places, level, *seed)),
        }
    };
    let classifiers: Vec<usize> = (0..drawn.classifiers()).collect();
    Ok(Some(map(&classifiers, |&k| metrics.iter().map(|metric| interval(k, metric)).collect())))
}

/// The steps of the progress of [`cluster_intervals`].
///
/// ```
/// assert_eq!(exactile::contest::cluster_interval_steps(), 49);
/// ```
pub fn cluster_interval_steps() -> u64 {
    FEWER.div_ceil(Draws::BLOCK).into()
}

/// The expected probability that a classifier is truly the best, or with a margin that it is not
/// worse than any other by the margin or more, given a test of so many clusters, if clusters are
/// as frequent as they were observed. `advance` is as in [`truly_ranked_by_cluster`].
///
/// # Errors
/// As [`truly_ranked_by_cluster`].
///
/// # Panics
/// If there is no such classifier.
pub fn truly_planned_by_cluster(
    clusters: &Clusters,
    (winner, margin): (usize, Option<&Rational>),
    metric: &Metric,
    test: u64,
    draws: Draws,
    advance: Advance<'_>,
) -> Result<Option<DrawnShare>, ContestError> {
    assert!(winner < clusters.classifiers, "a classifier");
    super::margin::check_margin(margin)?;
    let metric = clusters.metric(metric)?;
    Work::RandomNumbers.check(2 * clusters.random_numbers() * u128::from(draws.count))?;
    let order = WeightedOrder::new(&metric);
    let margin = margin.map(Rational::to_f64);
    let sign = if order.is_reversed { -1.0 } else { 1.0 };
    let happens = |sums: &[f64], generator: &mut Generator| {
        let others = || (0..clusters.classifiers).filter(|other| *other != winner);
        let Some(margin) = margin else {
            let own = order.value(sums, winner);
            let (mut is_first, mut equals) = (true, 1);
            for other in others().map(|other| order.value(sums, other)) {
                is_first &= own >= other;
                equals += u64::from(own.total_cmp(&other).is_eq());
            }
            return is_first && (equals == 1 || generator.below(equals) == 0);
        };
        let value = |k: usize| {
            let value = |tpr, tnr, sizes| surrogate_value(&order.metric, tpr, tnr, sizes);
            sign * weighted(sums, k, value)
        };
        let own = value(winner);
        others().all(|other| own - value(other) > -margin)
    };
    let init = || (0_u32, clusters.empty());
    let draw = |(hits, sums): &mut (u32, Vec<f64>), generator: &mut Generator| {
        clusters.draw_planned(test, generator, sums);
        *hits += u32::from(happens(sums, generator));
    };
    let merge = |(x, sums): (u32, Vec<f64>), (y, _): (u32, Vec<f64>)| (x + y, sums);
    let done = simulate(draws, advance, init, draw, merge);
    Ok(done.map(|(hits, _)| DrawnShare { hits, drawn: draws.into() }))
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::contest::{
        ClusterPair, IntervalKind, PatternMass, RankDistribution, compare_by_cluster,
    };

    const GO_ON: Advance<'_> = &|| ControlFlow::Continue(());
    const DRAWS: Draws = Draws { count: 20_000, seed: 3 };

    fn of([tn, fp, fn_, tp]: [u64; 4]) -> Observation {
        Observation { tn, fp, fn_, tp }
    }

    /// Three classifiers on six clusters.
    fn observed() -> Vec<Vec<Observation>> {
        let rows = [
            [[1, 0, 1, 2], [1, 0, 0, 3], [0, 1, 2, 1]],
            [[2, 1, 0, 0], [1, 2, 0, 0], [3, 0, 0, 0]],
            [[0, 1, 1, 1], [1, 0, 2, 0], [1, 0, 0, 2]],
            [[1, 1, 0, 2], [2, 0, 1, 1], [2, 0, 1, 1]],
            [[0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 1, 0]],
            [[1, 0, 1, 2], [1, 0, 0, 3], [0, 1, 2, 1]],
        ];
        rows.iter().map(|row| row.iter().copied().map(of).collect()).collect()
    }

    fn ranks(clusters: &Clusters, metric: &Metric) -> Vec<RankDistribution> {
        let found = truly_ranked_by_cluster(clusters, metric, DRAWS, GO_ON).expect("a metric");
        let names: Vec<String> = (0..clusters.classifiers()).map(|k| format!("c{k}")).collect();
        found.expect("goes on").distributions(&names)
    }

    fn meet(one: &[Rational; 2], other: &[Rational; 2]) -> bool {
        one[0] <= other[1] && other[0] <= one[1]
    }

    /// Two of them are better as often as a comparison of both says.
    #[test]
    fn pairs_are_compared_as_by_themselves() {
        let all = Clusters::new(&observed()).expect("samples");
        assert_eq!((all.clusters(), all.sizes()), (6, Lattice::new(11, 8).expect("samples")));
        for metric in [Metric::Tpr, Metric::FBeta(Rational::ONE), Metric::Mcc, Metric::ErrorRate] {
            for (first, second) in [(0, 1), (2, 0)] {
                let pair = |row: &Vec<Observation>| ClusterPair {
                    positives: row[0].tp + row[0].fn_,
                    negatives: row[0].tn + row[0].fp,
                    true_positives: [row[first].tp, row[second].tp],
                    true_negatives: [row[first].tn, row[second].tn],
                };
                let pairs: Vec<ClusterPair> = observed().iter().map(pair).collect();
                let level = Level::default();
                let known = compare_by_cluster(&pairs, &metric, &level, None, 9).expect("asked");
                let found = ranks(&all.only(&[first, second]), &metric);
                let better = found[0].first_alone.ends().expect("limits");
                let known = [known.truly_better.lower, known.truly_better.upper];
                assert!(meet(&better, &known), "{metric} {first} {second}: {better:?} {known:?}");
            }
        }
    }

    /// Of single samples TPR has the distribution Beta(tp, fn): here Beta(1, 2), with the quantiles
    /// 1 - sqrt(1 - q).
    #[test]
    fn intervals_are_quantiles() {
        let samples = [[0, 0, 0, 1], [0, 0, 1, 0], [0, 0, 1, 0], [1, 0, 0, 0]];
        let samples: Vec<Vec<Observation>> = samples.into_iter().map(|row| vec![of(row)]).collect();
        let question = IntervalQuestion {
            metrics: vec![Metric::Tpr, Metric::Ppv, Metric::ScaledLogDor],
            kind: IntervalKind::Clusters(4),
            level: Level::default(),
            mass: PatternMass::default(),
            seed: 5,
        };
        let clusters = Clusters::new(&samples).expect("samples");
        let found = cluster_intervals(&clusters, &question, GO_ON).expect("asked");
        let [tpr, ppv, scaled] = &found.expect("goes on")[0][..] else { panic!("three") };
        let tpr = tpr.as_ref().expect("defined");
        for (end, share) in [(&tpr.lower, 0.025_f64), (&tpr.upper, 0.975)] {
            let exact = Rational::try_from(1.0 - (1.0 - share).sqrt()).expect("finite");
            assert!(end[0] <= exact && exact <= end[1], "{end:?} {exact}");
        }
        // There are no false positives, whatever the weights.
        let ppv = ppv.as_ref().expect("defined");
        assert!(ppv.lower[0] > Rational::new(999, 1000));
        assert!(matches!(scaled, Err(ContestError::NoClusters(_))));
    }

    #[test]
    fn a_metric_without_a_value_has_no_interval() {
        let samples = [[0, 0, 1, 0], [1, 0, 0, 0]];
        let samples: Vec<Vec<Observation>> = samples.into_iter().map(|row| vec![of(row)]).collect();
        let question = IntervalQuestion {
            metrics: vec![Metric::Ppv],
            kind: IntervalKind::Clusters(2),
            level: Level::percent(50),
            mass: PatternMass::default(),
            seed: 5,
        };
        let clusters = Clusters::new(&samples).expect("samples");
        let found = cluster_intervals(&clusters, &question, GO_ON).expect("asked");
        let why = found.expect("goes on")[0][0].clone().expect_err("there is no value");
        assert_eq!(why, ContestError::UndefinedOnClusters(Metric::Ppv));
    }

    /// A test of three clusters, of which one in two has the first ahead and one in four the
    /// second: of (b, c) such clusters the first is better with probability P(Beta(b, c) > 1/2),
    /// and with 1/2 if there are none.
    #[test]
    fn plans_are_expectations_over_tests() {
        let row = |first: u64, second: u64| {
            vec![of([1, 0, 1 - first, first]), of([1, 0, 1 - second, second])]
        };
        let clusters = Clusters::new(&[row(1, 0), row(0, 1), row(1, 0), row(1, 1)]);
        let clusters = clusters.expect("samples");
        let factorial = |n: u32| (1..=n).map(f64::from).product::<f64>();
        let choose = |n: u32, k: u32| factorial(n) / (factorial(k) * factorial(n - k));
        let better = |b: u32, c: u32| match (b, c) {
            (0, 0) => 0.5,
            (_, 0) => 1.0,
            (0, _) => 0.0,
            // P(Beta(b, c) > 1/2): less than b heads of b + c - 1 fair coins.
            _ => {
                (0..b).map(|k| choose(b + c - 1, k)).sum::<f64>()
                    / 2_f64.powi((b + c).cast_signed() - 1)
            }
        };
        let size = 3;
        let mut exact = 0.0;
        for b in 0..=size {
            for c in 0..=size - b {
                let rest = size - b - c;
                let ways = factorial(size) / (factorial(b) * factorial(c) * factorial(rest));
                let mass = 0.5_f64.powi(b.cast_signed()) * 0.25_f64.powi((c + rest).cast_signed());
                exact += ways * mass * better(b, c);
            }
        }
        let exact = Rational::try_from(exact).expect("finite");
        let planned = |asked, draws| {
            truly_planned_by_cluster(&clusters, asked, &Metric::Tpr, 3, draws, GO_ON)
                .expect("asked")
                .expect("goes on")
        };
        let found = planned((0, None), DRAWS);
        let [lower, upper] = found.limits().ends().expect("limits");
        assert!(lower <= exact && exact <= upper, "{exact} {}", found.limits());
        // Rates differ by less than 2.
        let margins = [Rational::from(2), Rational::new(1, 2), Rational::ZERO];
        let [all, margin, none] =
            margins.each_ref().map(|margin| planned((1, Some(margin)), DRAWS));
        assert_eq!(all.hits, DRAWS.count);
        assert!(none.hits < margin.hits && margin.hits < DRAWS.count);
    }
}
