//! All questions about several pairs at once.

use std::ops::ControlFlow;

use super::anytime::EValue;
use super::apart::RankedPair;
use super::blocks::BLOCKS;
use super::cluster_draws::{Clusters, pair_by_weights};
use super::clusters::{ClusterPair, compare_by_cluster};
use super::contestants::Contestants;
use super::deviates::Deviates;
use super::digits::Digits;
use super::error::ContestError;
use super::independent::{self, Alone};
use super::interval::TrueInterval;
use super::margin::{TrueDifference, drawn_intervals, true_difference_by};
use super::model::{Evidence, PatternMass};
use super::next::{NextTests, check_samples, is_separable, next_test};
use super::one_class::on_one_class;
use super::results::{NextTest, NoSwapTest, TrulyBetter};
use super::strata::Strata;
use super::swap::{SwapTest, Swapped, holm, swap_test};
use super::truth::{drawn_together, truly_better_by};
use crate::lattice::{Lattice, LatticeError, Observation};
use crate::num::{Enclosure, Level, Rational, Value};
use crate::parallel::try_map;
use crate::performance::{Class, Classifier, JointCounts, PairCounts};
use crate::score::{Metric, Orientation};
use crate::work::{Advance, Watch, ended};

/// Two classifiers with their observations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The position of the first classifier.
    pub first: usize,
    /// The position of the second classifier.
    pub second: usize,
    /// The observed results.
    pub evidence: Evidence,
}

/// Metric, prior and test of a comparison of pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairQuestion {
    /// The metric.
    pub metric: Metric,
    /// The prior of each class.
    pub mass: PatternMass,
    /// The further test, whose class shares are those of the true values too.
    pub test: Lattice,
    /// The digits of the further test.
    pub digits: Digits,
    /// The seed of the draws.
    pub seed: u64,
    /// The level of the interval of the true difference.
    pub level: Level,
    /// The margin by which the first may be worse, if there is one.
    pub margin: Option<Rational>,
    /// `true` to compute e-values.
    pub anytime: bool,
}

impl PairQuestion {
    /// A metric with the prior mass 2, a further test, twelve digits, the level 95 %, no margin,
    /// and draws from the seed 1.
    ///
    /// ```
    /// use exactile::num::Level;
    /// use exactile::Metric;
    /// use exactile::contest::PairQuestion;
    /// use exactile::lattice::Lattice;
    /// let question = PairQuestion::new(Metric::Accuracy, Lattice::new(20, 40)?);
    /// assert_eq!((question.level, question.seed), (Level::default(), 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(metric: Metric, test: Lattice) -> Self {
        Self {
            metric,
            mass: PatternMass::default(),
            test,
            digits: Digits::Twelve,
            seed: 1,
            level: Level::default(),
            margin: None,
            anytime: false,
        }
    }
}

/// Samples on which two classifiers differ, by class: those that only the first has right, and
/// those that only the second has right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Discordant {
    /// Samples of the positive class.
    pub positives: [u64; 2],
    /// Samples of the negative class.
    pub negatives: [u64; 2],
}

impl Discordant {
    /// Returns the samples on which a pair differs, if they are known.
    fn of(evidence: &Evidence) -> Option<Self> {
        let positives = evidence.discordant(Class::Positive)?;
        Some(Self { positives, negatives: evidence.discordant(Class::Negative)? })
    }
}

/// Comparison of a pair.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedClassifiers {
    /// The position of the first classifier.
    pub first: usize,
    /// The position of the second classifier.
    pub second: usize,
    /// The metric's values of both, on the samples observed.
    pub values: [Value; 2],
    /// The first one's less the second one's, or the other way round where less is better.
    pub difference: Value,
    /// The same of the true values.
    pub true_difference: TrueDifference,
    /// E-value for the first being better, which may be checked after every sample; `None` unless
    /// it was requested.
    pub e_value: Option<EValue>,
    /// The samples on which the two differ; `None` if they are not known.
    pub discordant: Option<Discordant>,
    /// The further test; or why it is too large.
    pub next: Result<NextTest, ContestError>,
    /// The probability that the first is truly better.
    pub truly_better: TrulyBetter,
    /// The p-values of the two being interchangeable.
    pub swap_test: Result<SwapTest, NoSwapTest>,
    /// The two-sided p-value with Holm's correction for all pairs that have one.
    pub holm: Option<Rational>,
}

/// Drawn for several pairs together: the interval of the true difference, and how probable it is
/// that the first is truly better.
type Drawn = (Option<TrueInterval>, Option<TrulyBetter>);

/// Draws for some pairs what they share random numbers for.
fn drawn_of(
    pairs: &[Pair],
    question: &PairQuestion,
    deviates: &Deviates,
) -> Result<Vec<Drawn>, LatticeError> {
    let PairQuestion { metric, mass, test, level, margin, .. } = question;
    let evidence: Vec<&Evidence> = pairs.iter().map(|pair| &pair.evidence).collect();
    let intervals = match margin {
        None if pairs.len() > 1 => {
            drawn_intervals(&evidence, mass, (metric, *test), level, deviates)
        }
        _ => vec![None; pairs.len()],
    };
    let truly = drawn_together(&evidence, mass, metric, *test, deviates)?;
    Ok(intervals.into_iter().zip(truly).collect())
}

/// Pairs whose intervals are drawn together: some dozens of megabytes.
const TOGETHER: usize = 512;

/// Returns the number of calls that [`compare`] makes to its callback: one for each pair, and, if
/// classifiers are taken as independent, one for each block of draws too.
pub fn compare_steps(pairs: &[Pair]) -> u64 {
    let has_alone = pairs.iter().any(|pair| !pair.evidence.is_paired());
    let count = u64::try_from(pairs.len()).expect("a count");
    count + if has_alone { u64::from(BLOCKS) } else { 0 }
}

/// Returns an estimate of the outcomes of further tests that [`compare`] goes through for the pairs
/// on the same samples, each in some nanoseconds; it serves to announce long work, not to refuse
/// it. It follows from the widths of the distributions of further counts. Fractions and independent
/// classifiers have limits of their own and count nothing here.
///
/// # Errors
/// A metric that is not compared on the lattice.
pub fn next_outcomes(pairs: &[Pair], question: &PairQuestion) -> Result<f64, LatticeError> {
    let (metric, test) = on_one_class(&question.metric, question.test)?;
    if question.digits != Digits::Twelve || check_samples(test).is_err() {
        return Ok(0.0);
    }
    let is_separable = is_separable(&metric, test)?;
    let paired = pairs.iter().filter_map(|pair| match &pair.evidence {
        Evidence::Paired(counts) => Some(counts),
        Evidence::Independent(..) => None,
    });
    let outcomes = paired.map(|counts| {
        let [rows, states] = widths(&counts.positive, test.positives());
        let [other_rows, other_states] = widths(&counts.negative, test.negatives());
        if is_separable {
            // A sort of the states of each class.
            8.0 * (rows * states + other_rows * other_states)
        } else {
            rows * states * other_rows
        }
    });
    Ok(outcomes.sum())
}

/// Returns estimates of the number of right predictions that the first may have on further samples
/// of a class, and of the number of differences between the two.
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
fn widths(counts: &JointCounts, samples: u64) -> [f64; 2] {
    /// Standard deviations from one end of what is listed to the other.
    const WIDTH: f64 = 19.0;
    let (seen, further) = (counts.samples() as f64 + 1.0, samples as f64);
    let scale = further * (1.0 + further / seen);
    let width = |share: f64| (WIDTH * (scale * share).sqrt()).min(further) + 1.0;
    let right = (counts.both_right + counts.only_first) as f64 / seen;
    [width(right * (1.0 - right)), width(counts.discordant() as f64 / seen)]
}

/// Compares pairs on all cores. `advance` is called [`compare_steps`] times, and may stop the work:
/// then there is no result.
///
/// Classifiers that are taken as independent are each drawn once for all pairs, by generators that
/// their positions name.
///
/// ```
/// use exactile::{Metric, work::go_on};
/// use exactile::contest::{Evidence, Pair, PairQuestion, compare};
/// use exactile::lattice::Lattice;
/// use exactile::performance::{JointCounts, PairCounts};
/// let positive = JointCounts { both_right: 20, only_first: 9, ..Default::default() };
/// let evidence = Evidence::Paired(PairCounts { positive, ..Default::default() });
/// let question = PairQuestion::new(Metric::Tpr, Lattice::new(29, 1)?);
/// let pairs = [Pair { first: 0, second: 1, evidence }];
/// let found = compare(&pairs, &question, &go_on)?.expect("nothing stops it");
/// assert_eq!(found[0].difference.to_string(), "9/29");
/// // 2/2^9
/// assert_eq!(found[0].swap_test.as_ref().map(|p| p.two_sided.to_string()), Ok("1/256".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The errors of [`next_test`], [`truly_better`](super::truly_better) and
/// [`swap_test`](super::swap_test). A further test that is too large for certified digits is no
/// error.
pub fn compare(
    pairs: &[Pair],
    question: &PairQuestion,
    advance: Advance<'_>,
) -> Result<Option<Vec<ComparedClassifiers>>, ContestError> {
    let watch = Watch::new(advance);
    let (metric, test) = on_one_class(&question.metric, question.test)?;
    let question = &PairQuestion { metric, test, ..question.clone() };
    Ok(watched(pairs, question, &watch)?.map(corrected))
}

/// The pairs with Holm's correction for the number of those that have a p-value.
fn corrected(mut compared: Vec<ComparedClassifiers>) -> Vec<ComparedClassifiers> {
    let p_values: Vec<Rational> = compared
        .iter()
        .filter_map(|pair| pair.swap_test.as_ref().ok().map(|test| test.two_sided.clone()))
        .collect();
    let tested = compared.iter_mut().filter(|pair| pair.swap_test.is_ok());
    for (pair, corrected) in tested.zip(holm(&p_values)) {
        pair.holm = Some(corrected);
    }
    compared
}

/// The pairs without a correction for their number.
fn watched(
    pairs: &[Pair],
    question: &PairQuestion,
    watch: &Watch<'_>,
) -> Result<Option<Vec<ComparedClassifiers>>, ContestError> {
    let PairQuestion { metric, mass, test, digits, seed, level, margin, anytime } = question;
    let prepared = metric.prepared();
    let Some(shared) = Shared::of(pairs, question, watch)? else { return Ok(None) };
    // What depends on the metric and the samples alone, once for all pairs.
    let tests = match digits {
        Digits::Twelve if check_samples(*test).is_ok() => {
            let paired = pairs.iter().filter(|pair| pair.evidence.is_paired()).count();
            Some(NextTests::new(std::slice::from_ref(metric), mass, *test, paired)?)
        }
        _ => None,
    };
    let deviates = Deviates::new(*seed);
    let mut swapped = Swapped::default();
    for Pair { evidence, .. } in pairs {
        if let Evidence::Paired(counts) = evidence {
            swapped.prepare(counts, metric)?;
        }
    }
    // `None`: the work is stopped.
    let one = |(pair, shared, (interval, truly)): &(&Pair, Shared, Drawn)| {
        let Pair { first, second, evidence } = pair;
        let next = next_of(evidence, shared.next.as_ref(), tests.as_ref(), question, watch)?;
        let swap_test = match evidence {
            Evidence::Paired(counts) => swapped.test(counts, metric).map_err(ContestError::from)?,
            Evidence::Independent(..) => Err(NoSwapTest::Unpaired),
        };
        let truly_better = match &shared.truly_better {
            Some(drawn) => drawn.clone(),
            None => match truly {
                Some(drawn) => drawn.clone(),
                None => truly_better_by(evidence, mass, metric, *test, &deviates)
                    .map_err(ContestError::from)?,
            },
        };
        let asked = (metric, *test);
        let (margin, interval) = (margin.as_ref(), interval.clone());
        let true_difference =
            true_difference_by(evidence, mass, asked, level, margin, &deviates, interval)?;
        let values = evidence.values(&prepared);
        let e_value = match (evidence, anytime) {
            (_, false) => None,
            (Evidence::Paired(counts), true) => Some(EValue::of(counts, metric)?),
            (Evidence::Independent(..), true) => return Err(Some(ContestError::Unpaired)),
        };
        Ok(ComparedClassifiers {
            first: *first,
            second: *second,
            difference: observed_difference(&values, metric.orientation()),
            values,
            true_difference,
            e_value,
            discordant: Discordant::of(evidence),
            next,
            truly_better,
            swap_test,
            holm: None,
        })
    };
    let mut shared = shared.into_iter();
    let mut compared = Vec::with_capacity(pairs.len());
    for pairs in pairs.chunks(TOGETHER) {
        let each = pairs.iter().zip(&mut shared).zip(drawn_of(pairs, question, &deviates)?);
        let each: Vec<_> = each.map(|((pair, shared), drawn)| (pair, shared, drawn)).collect();
        let Some(found) = ended(try_map(&each, one))? else { return Ok(None) };
        compared.extend(found);
    }
    Ok(Some(compared))
}

/// The further test of a pair, which may be known or come from what all pairs share; or why it is
/// too large for certified digits, which is no error. `None`: the work is stopped.
fn next_of(
    evidence: &Evidence,
    known: Option<&Result<NextTest, ContestError>>,
    tests: Option<&NextTests>,
    question: &PairQuestion,
    watch: &Watch<'_>,
) -> Result<Result<NextTest, ContestError>, Option<ContestError>> {
    let PairQuestion { metric, mass, test, digits, .. } = question;
    let next = if let Some(next) = known {
        next.clone()
    } else {
        watch.step().ok_or(None)?;
        let next = match (tests, evidence) {
            (Some(tests), Evidence::Paired(_)) => tests.of(evidence).map(|mut one| one.remove(0)),
            _ => next_test(evidence, mass, metric, *test, *digits),
        };
        next.map_err(ContestError::from)
    };
    match next {
        Err(
            error @ ContestError::Lattice(
                LatticeError::WindowsTooLarge { .. } | LatticeError::TooManySamples { .. },
            ),
        ) if *digits == Digits::Twelve => Ok(Err(error)),
        next => Ok(Ok(next?)),
    }
}

/// Compares pairs of classifiers on clusters of samples on all cores, with Holm's correction;
/// `clusters` has what was observed of each classifier in each of them. There is no next test.
/// `advance` is called once for each pair, and may stop the work: then there is no result.
///
/// # Errors
/// As [`compare_by_cluster`].
pub fn compare_clusters(
    clusters: &[Vec<Observation>],
    pairs: &[(usize, usize)],
    question: &PairQuestion,
    advance: Advance<'_>,
) -> Result<Option<Vec<ComparedClassifiers>>, ContestError> {
    let watch = Watch::new(advance);
    let (metric, _) = on_one_class(&question.metric, question.test)?;
    let prepared = metric.prepared();
    let one = |&(first, second): &(usize, usize)| {
        let of = |cluster: &Vec<Observation>| {
            let (one, other) = (cluster[first], cluster[second]);
            ClusterPair {
                positives: one.tp + one.fn_,
                negatives: one.tn + one.fp,
                true_positives: [one.tp, other.tp],
                true_negatives: [one.tn, other.tn],
            }
        };
        let all: Vec<ClusterPair> = clusters.iter().map(of).collect();
        let PairQuestion { level, margin, seed, .. } = question;
        let found = compare_by_cluster(&all, &metric, level, margin.as_ref(), *seed)?;
        watch.step().ok_or(None)?;
        let sum = |k: usize| {
            clusters.iter().fold(Observation { tn: 0, fp: 0, fn_: 0, tp: 0 }, |sum, of| {
                let Observation { tn, fp, fn_, tp } = of[k];
                Observation {
                    tn: sum.tn + tn,
                    fp: sum.fp + fp,
                    fn_: sum.fn_ + fn_,
                    tp: sum.tp + tp,
                }
            })
        };
        let values = Evidence::Independent(sum(first), sum(second)).values(&prepared);
        Ok(ComparedClassifiers {
            first,
            second,
            difference: observed_difference(&values, metric.orientation()),
            values,
            true_difference: found.true_difference,
            e_value: None,
            discordant: None,
            next: Err(ContestError::Clustered),
            truly_better: found.truly_better,
            swap_test: found.swap_test,
            holm: None,
        })
    };
    Ok(ended(try_map(pairs, one))?.map(corrected))
}

/// Several test sets, as a comparison takes them.
#[derive(Clone, Copy, Debug)]
pub enum TestSets<'s> {
    /// Fixed: their samples are drawn.
    Fixed(&'s Strata),
    /// A sample of many, with random weights: clusters.
    Sampled(&'s Clusters),
}

/// Compares pairs of classifiers by their mean performances over several test sets, which have
/// weights, on all cores, with Holm's correction; `swaps` has the samples of all test sets together
/// of a pair, if each of them counts alike, or the reason why there is no swap test. There is no
/// next test. `advance` is called once for each pair, and may stop the work: then there is no
/// result.
///
/// # Errors
/// As [`truly_ranked_by_stratum`](super::truly_ranked_by_stratum).
///
/// # Panics
/// If there are not so many means as classifiers.
pub fn compare_test_sets(
    sets: TestSets<'_>,
    means: &[Classifier],
    pairs: &[(usize, usize)],
    question: &PairQuestion,
    swaps: &(dyn Fn(usize, usize) -> Result<PairCounts, NoSwapTest> + Sync),
    advance: Advance<'_>,
) -> Result<Option<Vec<ComparedClassifiers>>, ContestError> {
    let watch = Watch::new(advance);
    let PairQuestion { metric, mass, level, margin, seed, .. } = question;
    let one = |&(first, second): &(usize, usize)| {
        let (only, margin) = ([first, second], margin.as_ref());
        let (truly_better, true_difference) = match sets {
            TestSets::Fixed(strata) => {
                let two = strata.only(&only);
                pair_by_weights(&two.of_pair(mass), metric, level, margin, *seed)?
            }
            TestSets::Sampled(clusters) => {
                pair_by_weights(&clusters.only(&only), metric, level, margin, *seed)?
            }
        };
        watch.step().ok_or(None)?;
        let values = only.map(|k| metric.value(&means[k].matrix));
        let counts = swaps(first, second);
        let swap_test = match &counts {
            Ok(counts) => swap_test(counts, metric).map_err(ContestError::from)?,
            Err(reason) => Err(*reason),
        };
        let differ = |of: JointCounts| [of.only_first, of.only_second];
        let discordant = counts.ok().map(|counts| Discordant {
            positives: differ(counts.positive),
            negatives: differ(counts.negative),
        });
        Ok(ComparedClassifiers {
            first,
            second,
            difference: observed_difference(&values, metric.orientation()),
            values,
            true_difference,
            e_value: None,
            discordant,
            next: Err(ContestError::SeveralTestSets),
            truly_better,
            swap_test,
            holm: None,
        })
    };
    Ok(ended(try_map(pairs, one))?.map(corrected))
}

/// The first value less the second, or the other way round where less is better: positive where the
/// first is better. Undefined where one of them is, or where both are infinite alike.
///
/// ```
/// use exactile::contest::observed_difference;
/// use exactile::score::Orientation;
/// use exactile::{Rational, Value};
/// let values = [Rational::new(3, 4), Rational::new(1, 2)].map(Value::Exact);
/// assert_eq!(observed_difference(&values, Orientation::Lower).to_string(), "-1/4");
/// ```
pub fn observed_difference([first, second]: &[Value; 2], orientation: Orientation) -> Value {
    const BITS: u32 = 80;
    const DIGITS: u32 = 20;
    let (more, less) =
        if orientation == Orientation::Lower { (second, first) } else { (first, second) };
    if let Some(reason) = more.undefined().or(less.undefined()) {
        return Value::Undefined(reason);
    }
    match (more.as_rational(), less.as_rational()) {
        (Some(more), Some(less)) => return Value::Exact(more - less),
        _ if more == less && !more.is_infinite() => return Value::Exact(Rational::ZERO),
        _ => {}
    }
    match (more, less) {
        (Value::Infinity, Value::Infinity) | (Value::NegativeInfinity, Value::NegativeInfinity) => {
            Value::Undefined("both are infinite")
        }
        (Value::Infinity, _) | (_, Value::NegativeInfinity) => Value::Infinity,
        (Value::NegativeInfinity, _) | (_, Value::Infinity) => Value::NegativeInfinity,
        _ => match more.ends().zip(less.ends()) {
            Some(([low, high], [other_low, other_high])) => {
                let between = Enclosure::between(&(low - other_high), &(high - other_low), BITS);
                Value::Enclosed(between.to_decimals(DIGITS))
            }
            None => Value::Undefined("0/0"),
        },
    }
}

/// Results of a pair that are computed together with other pairs.
#[derive(Clone, Default)]
struct Shared {
    truly_better: Option<TrulyBetter>,
    next: Option<Result<NextTest, ContestError>>,
}

impl Shared {
    /// One for each pair; nothing for those on the same samples. `None` once the work is stopped.
    fn of(
        pairs: &[Pair],
        question: &PairQuestion,
        watch: &Watch<'_>,
    ) -> Result<Option<Vec<Self>>, ContestError> {
        let PairQuestion { metric, mass, test, digits, seed, .. } = question;
        let mut shared = vec![Self::default(); pairs.len()];
        let mut places = Vec::new();
        let mut alone: Vec<Alone> = Vec::new();
        for (place, pair) in pairs.iter().enumerate() {
            if let Evidence::Independent(first, second) = pair.evidence {
                places.push(place);
                alone.push([(pair.first, first), (pair.second, second)]);
            }
        }
        if alone.is_empty() {
            return Ok(Some(shared));
        }
        test.check_both_classes()?;
        let asked = (metric, *test);
        let Some(truly) = independent::truly(&alone, mass, asked, *seed, watch) else {
            return Ok(None);
        };
        for (place, truly) in places.iter().zip(truly) {
            shared[*place].truly_better = Some(truly);
        }
        if *digits == Digits::Twelve {
            let Some(next) = independent::next(&alone, mass, asked, watch) else { return Ok(None) };
            for (place, next) in places.iter().zip(next) {
                shared[*place].next = Some(next.map_err(ContestError::from));
            }
        }
        Ok(Some(shared))
    }
}

/// The probabilities of a further test for every pair of several classifiers, certified:
/// [`next_test`] of each by each metric, the greater value being the better one. For each metric
/// the pairs (0, 1), (0, 2), ..., (1, 2), .... `advance` is as in [`compare`].
///
/// # Errors
/// As [`next_test`].
pub fn next_pairs(
    contestants: &Contestants,
    mass: &PatternMass,
    metrics: &[Metric],
    test: Lattice,
    advance: &(dyn Fn() -> ControlFlow<()> + Sync),
) -> Result<Option<Vec<Vec<RankedPair>>>, LatticeError> {
    let count = contestants.classifiers();
    let pairs: Vec<(usize, usize)> = (0..count)
        .flat_map(|first| (first + 1..count).map(move |second| (first, second)))
        .collect();
    let tests = NextTests::new(metrics, mass, test, pairs.len())?;
    let one = |&(first, second): &(usize, usize)| -> Result<Vec<NextTest>, Option<LatticeError>> {
        let next = tests.of(&contestants.pair(first, second))?;
        if advance().is_break() { Err(None) } else { Ok(next) }
    };
    let Some(found) = ended(try_map(&pairs, one))? else { return Ok(None) };
    let mut by_metric = vec![Vec::with_capacity(pairs.len()); metrics.len()];
    for (&(first, second), tests) in pairs.iter().zip(found) {
        for (list, NextTest { better, equal, worse, undefined }) in by_metric.iter_mut().zip(tests)
        {
            list.push(RankedPair { first, second, greater: better, equal, less: worse, undefined });
        }
    }
    Ok(Some(by_metric))
}
