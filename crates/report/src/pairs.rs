//! Two classifiers on the next test, for every pair and metric that a page can hold.
//!
//! For each metric: the probabilities that the first one's value is better, equal or worse, or that
//! the metric is undefined for one of the two, and each classifier's distribution in common bins.
//! All classifiers are tested again on as many samples as before: on the same ones if they were so
//! before, else as independent. Of classifiers on the same samples each pair has a swap test too.
//!
//! Probabilities are whole millionths, masses whole hundred-thousandths, each within half a unit
//! and 1e-12 of the true number. On the same samples those of metrics without a place on the Tile are
//! drawn, for sums over all pairs would take minutes: they are the middles of their limits.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use num_bigint::BigInt;
use num_integer::Integer;
use rayon::prelude::*;
use serde::Serialize;

use super::ReportOptions;
use super::evidence::{Evidence, MetricColumn, best_first, predictive};
use exactile::contest::{
    self, Contest, Contestants, Draws, PatternMass, RankedPair, holm, next_pairs, next_ranked,
    swap_test,
};
use exactile::lattice::{Histogram, Histograms, Lattice, LatticeError, Model, Predictive};
use exactile::num::{CertifiedMass, Rational, Value};
use exactile::performance::Classifier;
use exactile::score::{Metric, NamedScore};
use exactile_document::p_value;

/// Most classifiers of which all pairs are compared; of more, only the best by each metric.
const MOST_CLASSIFIERS: usize = 60;
/// How many are the best of more.
const BEST: usize = 32;
/// Pairs times matrices that are affordable for each metric.
const MOST_WORK: u128 = 150_000_000;
/// Matrices of a test on which pairs are summed on the same samples: milliseconds a pair.
const MOST_CERTIFIED: u128 = 200_000;
/// Most draws of a further test, where it is drawn.
const MOST_DRAWS: u32 = 20_000;
/// Units of a probability.
const MILLIONTHS: u32 = 1_000_000;
/// Units of a mass.
const HUNDRED_THOUSANDTHS: u32 = 100_000;
/// Binary places that units are rounded from.
const BITS: u32 = 64;

/// The comparison of pairs.
#[derive(Clone, Debug, Serialize)]
pub struct Pairs {
    /// Each metric of which there is a comparison.
    pub metrics: Vec<ComparedMetric>,
    /// Why there is none at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nothing: Option<NoPairs>,
}

/// Why pairs are not compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoPairs {
    /// One classifier alone.
    OneClassifier,
    /// The classifiers were tested on different numbers of samples.
    DifferentSamples,
    /// The classifiers are thresholds that were chosen on the samples that judge them.
    ChosenHere,
    /// The lattice of test results is too large.
    TooLarge,
    /// The observed matrices give no distribution, or the metrics none on the lattice: why.
    Refused(String),
}

/// All pairs by one metric.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedMetric {
    /// The position of the metric among those of the table.
    pub metric: usize,
    /// The classifiers that are compared, best first.
    pub classifiers: Vec<usize>,
    /// Millionths: greater, equal, less, undefined for each pair of positions i < j in
    /// `classifiers`, ordered by i and then by j. Greater is better, whatever the metric.
    pub probabilities: Vec<[u32; 4]>,
    /// Whether the probabilities are drawn.
    pub drawn: bool,
    /// For each pair, in the same order, its swap test; `None` if nothing is known of how classifiers agree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swap_tests: Option<Vec<Option<SwapTested>>>,
    /// The distributions.
    pub histograms: Bins,
}

/// The two-sided p-value of a pair, as people read it: exact, and rounded to the digits that are shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SwapTested {
    /// How often a difference as large, either way, occurs if the two are interchangeable.
    pub p: String,
    /// The same with Holm's correction for all pairs that are compared by the metric.
    pub holm: String,
}

/// Distributions in common bins.
#[derive(Clone, Debug, Serialize)]
pub struct Bins {
    /// The lower edge of the first bin.
    pub start: Rational,
    /// The width of each.
    pub width: Rational,
    /// How many there are.
    pub count: usize,
    /// For each of the compared classifiers its masses.
    pub masses: Vec<BinMasses>,
}

/// The distribution of one classifier: hundred-thousandths.
#[derive(Clone, Debug, Serialize)]
pub struct BinMasses {
    /// The first bin with a mass that rounds to anything.
    pub first: usize,
    /// The masses from there to the last such bin.
    pub inner: Vec<u32>,
    /// Below all bins, above all bins, and undefined.
    pub outside: [u32; 3],
}

impl Pairs {
    /// Compares what can be compared. O(n^2 PN) for each metric.
    pub fn new(classifiers: &[Classifier], evidence: &Evidence, options: &ReportOptions) -> Self {
        let nothing = |why| Self { metrics: Vec::new(), nothing: Some(why) };
        if classifiers.len() < 2 {
            return nothing(NoPairs::OneClassifier);
        }
        if options.are_chosen_here {
            return nothing(NoPairs::ChosenHere);
        }
        let next: Result<Vec<Predictive>, LatticeError> =
            classifiers.iter().map(|classifier| predictive(classifier, options)).collect();
        let next = match next {
            Ok(next) => next,
            Err(error) => return nothing(NoPairs::Refused(error.to_string())),
        };
        let lattice = next[0].lattice();
        if next.iter().any(|other| other.lattice() != lattice) {
            return nothing(NoPairs::DifferentSamples);
        }
        let count = affordable(classifiers.len(), lattice.matrices());
        if count < 2 {
            return nothing(NoPairs::TooLarge);
        }
        let mut refused = None;
        let mut metrics = Vec::new();
        for (position, column) in evidence.metrics.iter().enumerate() {
            let orders: Vec<Option<u32>> =
                evidence.rows.iter().map(|row| row.cells[position].order).collect();
            let mut chosen = best_first(&orders, column.smaller_is_better);
            chosen.truncate(count);
            let next: Vec<Predictive> = chosen.iter().map(|&i| next[i].clone()).collect();
            match compared(position, column, chosen, &next, options) {
                Ok(compared) => metrics.push(compared),
                Err(error) => refused = Some(NoPairs::Refused(error.to_string())),
            }
        }
        let nothing = if metrics.is_empty() { refused } else { None };
        Self { metrics, nothing }
    }

    /// The comparison by a metric of the table.
    pub fn by_metric(&self, position: usize) -> Option<&ComparedMetric> {
        self.metrics.iter().find(|compared| compared.metric == position)
    }
}

impl ComparedMetric {
    /// Millionths that the first one's value is better, equal, worse, and that one is undefined;
    /// `None` if they are one and the same or not both among the compared.
    pub fn pair(&self, first: usize, second: usize) -> Option<[u32; 4]> {
        let (at, is_turned) = self.place(first, second)?;
        let [greater, equal, less, undefined] = self.probabilities[at];
        Some(if is_turned {
            [less, equal, greater, undefined]
        } else {
            [greater, equal, less, undefined]
        })
    }

    /// The swap test of two classifiers, if there is one.
    pub fn swap_test(&self, first: usize, second: usize) -> Option<&SwapTested> {
        let (at, _) = self.place(first, second)?;
        self.swap_tests.as_ref()?[at].as_ref()
    }

    /// Where a pair stands in the lists, and whether it stands there the other way round.
    fn place(&self, first: usize, second: usize) -> Option<(usize, bool)> {
        let place = |classifier| self.classifiers.iter().position(|&i| i == classifier);
        let (i, j) = (place(first)?, place(second)?);
        let count = self.classifiers.len();
        let at = |i: usize, j: usize| i * (2 * count - i - 1) / 2 + j - i - 1;
        match i.cmp(&j) {
            Ordering::Less => Some((at(i, j), false)),
            Ordering::Equal => None,
            Ordering::Greater => Some((at(j, i), true)),
        }
    }
}

/// How many classifiers can be compared with each other.
fn affordable(classifiers: usize, matrices: u128) -> usize {
    let squared = 2 * MOST_WORK / matrices.max(1);
    let by_work = usize::try_from(squared.isqrt()).unwrap_or(usize::MAX);
    let by_size = if classifiers <= MOST_CLASSIFIERS { classifiers } else { BEST };
    by_size.min(by_work)
}

/// The probabilities of all pairs, and whether they are drawn: the one place that asks for them.
fn all_pairs(
    only: Option<&Contestants>,
    classifiers: &[Predictive],
    metric: &Metric,
    options: &ReportOptions,
) -> Result<(Vec<RankedPair>, bool), LatticeError> {
    let Some(only) = only else { return Ok((Contest::new(classifiers)?.pairs(metric)?, false)) };
    let test = classifiers[0].lattice();
    if let Some(pairs) = certified(only, test, metric, options)? {
        return Ok((pairs, false));
    }
    let draws = Draws { count: options.draws.count.min(MOST_DRAWS), ..options.draws };
    let ranks = next_ranked(only, &options.model, metric, test, draws, &go_on)?;
    Ok((ranks.expect("nothing stops it").pairs(), true))
}

/// The sums of all pairs on the same samples; `None` where they would take long, or where no comparison of
/// two has the prior.
fn certified(
    only: &Contestants,
    test: Lattice,
    metric: &Metric,
    options: &ReportOptions,
) -> Result<Option<Vec<RankedPair>>, LatticeError> {
    let Model::BetaBinomial { positive, negative } = &options.model else { return Ok(None) };
    let Some(mass) = PatternMass::of_priors([positive, negative]) else { return Ok(None) };
    if NamedScore::new(metric.clone()).is_err() || test.matrices() > MOST_CERTIFIED {
        return Ok(None);
    }
    match next_pairs(only, &mass, metric, test, &go_on) {
        Err(LatticeError::WindowsTooLarge { .. } | LatticeError::TooManySamples { .. }) => Ok(None),
        pairs => pairs,
    }
}

fn go_on() -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The swap tests of all pairs, corrected for their number.
fn swap_tests_of(
    only: &Contestants,
    metric: &Metric,
) -> Result<Vec<Option<SwapTested>>, LatticeError> {
    let count = only.classifiers();
    let pairs: Vec<(usize, usize)> =
        (0..count).flat_map(|i| (i + 1..count).map(move |j| (i, j))).collect();
    let tested = |&(i, j): &(usize, usize)| match only.pair(i, j) {
        contest::Evidence::Paired(counts) => {
            Ok(swap_test(&counts, metric)?.ok().map(|test| test.two_sided))
        }
        contest::Evidence::Independent(..) => Ok(None),
    };
    let found: Vec<Option<Rational>> =
        pairs.par_iter().map(tested).collect::<Result<_, LatticeError>>()?;
    let known: Vec<Rational> = found.iter().flatten().cloned().collect();
    let mut corrected = holm(&known).into_iter();
    let mut shown = |p: Rational| {
        let holm = corrected.next().expect("one for each");
        SwapTested { p: p_value(&p), holm: p_value(&holm) }
    };
    Ok(found.into_iter().map(|p| p.map(&mut shown)).collect())
}

fn compared(
    position: usize,
    column: &MetricColumn,
    chosen: Vec<usize>,
    next: &[Predictive],
    options: &ReportOptions,
) -> Result<ComparedMetric, LatticeError> {
    let paired = options.contestants.as_ref().filter(|_| options.draws.count > 0);
    let only = paired.map(|contestants| contestants.only(&chosen));
    let (pairs, drawn) = all_pairs(only.as_ref(), next, &column.metric, options)?;
    let swap_tests = only.filter(Contestants::is_paired);
    let swap_tests = swap_tests.map(|only| swap_tests_of(&only, &column.metric)).transpose()?;
    let histograms = Histograms::new(next, &column.metric)?;
    Ok(ComparedMetric {
        metric: position,
        classifiers: chosen,
        probabilities: pairs
            .iter()
            .map(|pair| [&pair.greater, &pair.equal, &pair.less, &pair.undefined].map(millionths))
            .collect(),
        drawn,
        swap_tests,
        histograms: Bins {
            masses: histograms.classifiers.iter().map(BinMasses::new).collect(),
            start: histograms.start,
            width: histograms.width,
            count: histograms.bins,
        },
    })
}

impl BinMasses {
    fn new(histogram: &Histogram) -> Self {
        let rounded = |mass: &CertifiedMass| rounded(mass, HUNDRED_THOUSANDTHS);
        let mut inner: Vec<u32> = histogram.inner.iter().map(rounded).collect();
        let last = inner.iter().rposition(|mass| *mass > 0);
        inner.truncate(last.map_or(0, |last| last + 1));
        let first = inner.iter().position(|mass| *mass > 0).unwrap_or(0);
        inner.drain(..first);
        let outside = [&histogram.below, &histogram.above, &histogram.undefined].map(rounded);
        Self { first, inner, outside }
    }
}

/// The nearest number of millionths to the middle of what is certain.
fn millionths(probability: &Value) -> u32 {
    let [lower, upper] = probability.ends().expect("probabilities are numbers");
    let middle = (lower + upper) / Rational::from(2);
    nearest(&middle, MILLIONTHS).min(MILLIONTHS)
}

/// The nearest number of units of 1/units.
fn rounded(mass: &CertifiedMass, units: u32) -> u32 {
    let fixed = mass.to_fixed(BITS).expect("a probability is about 1 at most");
    let count = (fixed * i128::from(units) + (1 << (BITS - 1))) >> BITS;
    u32::try_from(count).expect("a probability is about 1 at most")
}

fn nearest(value: &Rational, units: u32) -> u32 {
    let scaled = value * Rational::from(u64::from(units)) + Rational::new(1, 2);
    let count: BigInt = scaled.numerator().div_floor(&scaled.denominator());
    u32::try_from(count).expect("a probability is 1 at most")
}
