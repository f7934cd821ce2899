//! Two classifiers on the next test, for the pairs and metrics of a page.
//!
//! For each metric: the probabilities that the first one's value is better, equal or worse, or that
//! the metric is undefined for one of the two, and each classifier's distribution in common bins.
//! All classifiers are tested again on the observed number of samples: on the same samples if they
//! were tested so, else independently. For classifiers on the same samples each pair also has a
//! swap test.
//!
//! Probabilities are whole millionths, masses whole hundred-thousandths, each within half a unit
//! and 1e-12 of the true number. On the same samples, probabilities of metrics without a place on
//! the Tile, and of those that are undefined on a matrix, are drawn, since sums over all pairs
//! would take minutes: they are the middles of their limits. Without draws they are left out, and
//! the swap tests stay.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

use num_bigint::BigInt;
use num_integer::Integer;
use serde::Serialize;

use super::ReportOptions;
use super::evidence::{Evidence, MetricColumn, best_first, predictive};
use exactile::contest::{
    self, Contest, Contestants, Draws, PatternMass, RankedPair, holm, is_separable, next_pairs,
    next_ranked, swap_tests,
};
use exactile::lattice::{Histogram, Histograms, Lattice, LatticeError, Model, Predictive};
use exactile::num::{CertifiedMass, Rational, Value};
use exactile::performance::Classifier;
use exactile::score::Metric;
use exactile_document::p_value;

/// The most classifiers for which all pairs are compared; of more, only the best by each metric
/// are.
const MOST_CLASSIFIERS: usize = 60;
/// The number of best classifiers that are compared then.
const BEST: usize = 32;
/// The most pairs times matrices for each metric.
const MOST_WORK: u128 = 150_000_000;
/// The most matrices of a test for which pairs on the same samples are summed: milliseconds a pair.
const MOST_CERTIFIED: u128 = 200_000;
/// The most draws of a further test.
const MOST_DRAWS: u32 = 20_000;
/// The number of units of a probability.
const MILLIONTHS: u32 = 1_000_000;
/// The number of units of a mass.
const HUNDRED_THOUSANDTHS: u32 = 100_000;
/// Binary places from which units are rounded.
const BITS: u32 = 64;

/// The comparison of pairs.
#[derive(Clone, Debug, Serialize)]
pub struct Pairs {
    /// The metrics with a comparison.
    pub metrics: Vec<ComparedMetric>,
    /// The reason why there is none at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nothing: Option<NoPairs>,
}

/// The reason why pairs are not compared.
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
    /// The observed matrices have no distribution, or the metrics have none on the lattice, for
    /// this reason.
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
    /// `classifiers`, ordered by i and then by j. Greater is better, whatever the metric. `None` if
    /// they would have to be drawn, and no draws are requested.
    pub probabilities: Option<Vec<[u32; 4]>>,
    /// `true` if the probabilities are drawn.
    pub drawn: bool,
    /// For each pair, in the same order, its swap test; `None` if the results on the same samples
    /// are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swap_tests: Option<Vec<Option<SwapTested>>>,
    /// The distributions.
    pub histograms: Bins,
}

/// The two-sided p-value of a pair: exact, and rounded to the digits that are shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SwapTested {
    /// The probability of a difference at least as large, in either direction, if the two are
    /// interchangeable.
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
    /// The number of bins.
    pub count: usize,
    /// The masses of each of the compared classifiers.
    pub masses: Vec<BinMasses>,
}

/// The distribution of one classifier: hundred-thousandths.
#[derive(Clone, Debug, Serialize)]
pub struct BinMasses {
    /// The first bin whose mass does not round to 0.
    pub first: usize,
    /// The masses from there to the last such bin.
    pub inner: Vec<u32>,
    /// Below all bins, above all bins, and undefined.
    pub outside: [u32; 3],
}

impl Pairs {
    /// Compares the pairs that can be compared. O(n^2 PN) for each metric.
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
        let chosen = |(position, column): (usize, &MetricColumn)| {
            let orders: Vec<Option<u32>> =
                evidence.rows.iter().map(|row| row.cells[position].order).collect();
            let mut chosen = best_first(&orders, column.smaller_is_better);
            chosen.truncate(count);
            chosen
        };
        let chosen: Vec<Vec<usize>> = evidence.metrics.iter().enumerate().map(chosen).collect();
        let certified = match certified(&chosen, evidence, lattice, options) {
            Ok(certified) => certified,
            Err(error) => return nothing(NoPairs::Refused(error.to_string())),
        };
        let mut refused = None;
        let mut metrics = Vec::new();
        for (position, chosen) in chosen.into_iter().enumerate() {
            let column = &evidence.metrics[position];
            let next: Vec<Predictive> = chosen.iter().map(|&i| next[i].clone()).collect();
            let certified = certified.get(&position).map(|pairs| in_order(&chosen, pairs));
            match compared(position, column, chosen, &next, certified, options) {
                Ok(compared) => metrics.push(compared),
                Err(error) => refused = Some(NoPairs::Refused(error.to_string())),
            }
        }
        let nothing = if metrics.is_empty() { refused } else { None };
        Self { metrics, nothing }
    }

    /// Returns the comparison by a metric of the table.
    pub fn by_metric(&self, position: usize) -> Option<&ComparedMetric> {
        self.metrics.iter().find(|compared| compared.metric == position)
    }
}

impl ComparedMetric {
    /// Returns the millionths that the first one's value is better, equal, worse, and that one is
    /// undefined; `None` if both are the same classifier or one is not compared, or if nothing was
    /// drawn.
    pub fn pair(&self, first: usize, second: usize) -> Option<[u32; 4]> {
        let (at, is_turned) = self.place(first, second)?;
        let [greater, equal, less, undefined] = self.probabilities.as_ref()?[at];
        Some(if is_turned {
            [less, equal, greater, undefined]
        } else {
            [greater, equal, less, undefined]
        })
    }

    /// Returns the swap test of two classifiers, if there is one.
    pub fn swap_test(&self, first: usize, second: usize) -> Option<&SwapTested> {
        let (at, _) = self.place(first, second)?;
        self.swap_tests.as_ref()?[at].as_ref()
    }

    /// Returns the position of a pair in the lists, and `true` if the lists have it the other way
    /// round.
    fn place(&self, first: usize, second: usize) -> Option<(usize, bool)> {
        let place = |classifier| self.classifiers.iter().position(|&i| i == classifier);
        let (i, j) = (place(first)?, place(second)?);
        let at = |i: usize, j: usize| pair_place(self.classifiers.len(), i, j);
        match i.cmp(&j) {
            Ordering::Less => Some((at(i, j), false)),
            Ordering::Equal => None,
            Ordering::Greater => Some((at(j, i), true)),
        }
    }
}

/// Returns the number of classifiers that can be compared with each other.
fn affordable(classifiers: usize, matrices: u128) -> usize {
    let squared = 2 * MOST_WORK / matrices.max(1);
    let by_work = usize::try_from(squared.isqrt()).unwrap_or(usize::MAX);
    let by_size = if classifiers <= MOST_CLASSIFIERS { classifiers } else { BEST };
    by_size.min(by_work)
}

/// Returns the probabilities of all pairs, and `true` if they are drawn; `None` if they would have
/// to be, and no draws are requested.
fn all_pairs(
    only: Option<&Contestants>,
    certified: Option<Vec<RankedPair>>,
    classifiers: &[Predictive],
    metric: &Metric,
    options: &ReportOptions,
) -> Result<Option<(Vec<RankedPair>, bool)>, LatticeError> {
    let Some(only) = only else {
        return Ok(Some((Contest::new(classifiers)?.pairs(metric)?, false)));
    };
    if let Some(pairs) = certified {
        return Ok(Some((pairs, false)));
    }
    if options.draws.count == 0 {
        return Ok(None);
    }
    let test = classifiers[0].lattice();
    let draws = Draws { count: options.draws.count.min(MOST_DRAWS), ..options.draws };
    let ranks = next_ranked(only, &options.model, metric, test, draws, &go_on)?;
    Ok(Some((ranks.expect("nothing stops it").pairs(), true)))
}

/// Returns the sums of all pairs on the same samples, by metric, each pair in the order of the
/// classifiers; none if they would take long, or if no comparison of two classifiers has the prior.
/// Metrics by which the same classifiers are compared share the parts that do not depend on the
/// metric.
fn certified(
    chosen: &[Vec<usize>],
    evidence: &Evidence,
    test: Lattice,
    options: &ReportOptions,
) -> Result<HashMap<usize, Vec<RankedPair>>, LatticeError> {
    let mut found = HashMap::new();
    let (Some(contestants), Model::BetaBinomial { positive, negative }) =
        (&options.contestants, &options.model)
    else {
        return Ok(found);
    };
    let mass = PatternMass::of_priors([positive, negative]);
    let Some(mass) = mass.filter(|_| test.matrices() <= MOST_CERTIFIED) else { return Ok(found) };
    let mut alike: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
    for (position, chosen) in chosen.iter().enumerate() {
        if is_separable(&evidence.metrics[position].metric, test)? {
            let mut set = chosen.clone();
            set.sort_unstable();
            alike.entry(set).or_default().push(position);
        }
    }
    for (set, positions) in alike {
        let metrics: Vec<Metric> =
            positions.iter().map(|&position| evidence.metrics[position].metric.clone()).collect();
        let pairs = match next_pairs(&contestants.only(&set), &mass, &metrics, test, &go_on) {
            Err(LatticeError::WindowsTooLarge { .. } | LatticeError::TooManySamples { .. }) => {
                continue;
            }
            pairs => pairs?.expect("nothing stops it"),
        };
        found.extend(positions.into_iter().zip(pairs));
    }
    Ok(found)
}

/// Reorders pairs of classifiers in their own order to another order of the same classifiers.
fn in_order(chosen: &[usize], pairs: &[RankedPair]) -> Vec<RankedPair> {
    let count = chosen.len();
    let mut set = chosen.to_vec();
    set.sort_unstable();
    let place = |of: usize| set.binary_search(&of).expect("the same classifiers");
    let places: Vec<usize> = chosen.iter().map(|&of| place(of)).collect();
    let pair = |(first, second): (usize, usize)| {
        let [i, j] = [places[first], places[second]];
        let pair = pairs[pair_place(count, i.min(j), i.max(j))].clone();
        let RankedPair { greater, less, .. } = pair.clone();
        let [greater, less] = if i < j { [greater, less] } else { [less, greater] };
        RankedPair { first, second, greater, less, ..pair }
    };
    pairs_of(count).map(pair).collect()
}

/// Returns all pairs i < j, ordered by i and then by j.
fn pairs_of(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |i| (i + 1..count).map(move |j| (i, j)))
}

/// Returns the position of the pair i < j among them.
fn pair_place(count: usize, i: usize, j: usize) -> usize {
    i * (2 * count - i - 1) / 2 + j - i - 1
}

fn go_on() -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Returns the swap tests of all pairs, corrected for their number.
fn swap_tests_of(
    only: &Contestants,
    metric: &Metric,
) -> Result<Vec<Option<SwapTested>>, LatticeError> {
    let counts = pairs_of(only.classifiers()).filter_map(|(i, j)| match only.pair(i, j) {
        contest::Evidence::Paired(counts) => Some(counts),
        contest::Evidence::Independent(..) => None,
    });
    let tests = swap_tests(&counts.collect::<Vec<_>>(), metric)?;
    let found: Vec<Option<Rational>> =
        tests.into_iter().map(|test| test.ok().map(|test| test.two_sided)).collect();
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
    certified: Option<Vec<RankedPair>>,
    options: &ReportOptions,
) -> Result<ComparedMetric, LatticeError> {
    let only = options.contestants.as_ref().map(|contestants| contestants.only(&chosen));
    let pairs = all_pairs(only.as_ref(), certified, next, &column.metric, options)?;
    let swap_tests = only.filter(Contestants::is_paired);
    let swap_tests = swap_tests.map(|only| swap_tests_of(&only, &column.metric)).transpose()?;
    let histograms = Histograms::new(next, &column.metric)?;
    Ok(ComparedMetric {
        metric: position,
        classifiers: chosen,
        drawn: matches!(pairs, Some((_, true))),
        probabilities: pairs.map(|(pairs, _)| pairs.iter().map(four_millionths).collect()),
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

fn four_millionths(pair: &RankedPair) -> [u32; 4] {
    [&pair.greater, &pair.equal, &pair.less, &pair.undefined].map(millionths)
}

/// Returns the number of millionths nearest to the middle of an enclosure.
fn millionths(probability: &Value) -> u32 {
    let [lower, upper] = probability.ends().expect("probabilities are numbers");
    let middle = (lower + upper) / Rational::from(2);
    nearest(&middle, MILLIONTHS).min(MILLIONTHS)
}

/// Returns the nearest number of units of 1/units.
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
