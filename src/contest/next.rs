//! Probability that one of two classifiers has the better result on a further test.

use num_bigint::{BigInt, BigUint};

use super::apart::{self, Comparison, ComparisonOptions, RankedPair};
use super::digits::Digits;
use super::masses::{ClassMasses, PatternUrns};
use super::merged::{MERGE_ROUNDINGS, Outcomes, merged};
use super::model::{Evidence, PatternMass};
use super::ranked::RankedStates;
use super::results::NextTest;
use super::scalars::Separation;
use super::sum::Mass;
use super::thresholds::{THRESHOLD_ROUNDINGS, by_thresholds};
use crate::lattice::{Lattice, LatticeError, MetricOnLattice, Model, Observation, Predictive};
use crate::num::{CertifiedDouble, Rational, Value};
use crate::performance::{Class, PairCounts};
use crate::score::{Metric, NamedScore};

/// Samples of a class whose masses are listed.
const MAX_SAMPLES: u64 = 1_000_000;

/// The probabilities of a further test on a lattice of samples, with the requested digits.
///
/// On the same samples ranking scores are compared by the separation of their classes: the masses
/// of each class are sorted once, O(m log m) for m states that have mass. Other metrics take m
/// times the numbers of true negatives that have mass. Seventeen digits are those of the fractions.
///
/// Two independent classifiers are compared as many are, by [`Comparison`]; only fractions of
/// ranking scores take the separation, whose integers are shorter.
///
/// ```
/// use exactile::contest::{Digits, Evidence, PatternMass, next_test};
/// use exactile::lattice::Lattice;
/// use exactile::performance::{JointCounts, PairCounts};
/// use exactile::{Metric, Rational, Value};
/// // Three positives that only the first has right, and none that only the second has.
/// let positive = JointCounts { both_right: 2, only_first: 3, ..Default::default() };
/// let evidence = Evidence::Paired(PairCounts { positive, ..Default::default() });
/// let (mass, test) = (PatternMass::default(), Lattice::new(1, 0)?);
/// let next = next_test(&evidence, &mass, &Metric::Tpr, test, Digits::Fractions)?;
/// // (3 + 1/2) / (5 + 2)
/// assert_eq!(next.better, Value::Exact(Rational::new(1, 2)));
/// # Ok::<(), exactile::lattice::LatticeError>(())
/// ```
///
/// # Errors
/// A test with more states than can be listed; fractions that would take longer than a few minutes;
/// a prior or a place with too many digits.
pub fn next_test(
    evidence: &Evidence,
    mass: &PatternMass,
    metric: &Metric,
    test: Lattice,
    digits: Digits,
) -> Result<NextTest, LatticeError> {
    check_samples(test)?;
    match (evidence, digits) {
        (_, Digits::Fractions) => in_fractions(evidence, mass, metric, test),
        (Evidence::Independent(first, second), _) => {
            independent([first, second], mass, metric, test, digits)
        }
        (Evidence::Paired(_), Digits::Seventeen) => {
            Ok(in_fractions(evidence, mass, metric, test)?.rounded())
        }
        (Evidence::Paired(counts), Digits::Twelve) => {
            let comparer = Comparer::new(metric, test)?;
            comparer.certified(&MassesOf::new(mass, test).certified(counts)?)
        }
    }
}

/// [`next_test`] of many pairs by several metrics in certified doubles: what does not depend on the
/// pair or on the metric is worked out once.
pub(super) struct NextTests {
    comparers: Vec<Comparer>,
    masses: MassesOf,
    test: Lattice,
}

impl NextTests {
    pub(super) fn new(
        metrics: &[Metric],
        mass: &PatternMass,
        test: Lattice,
        pairs: usize,
    ) -> Result<Self, LatticeError> {
        let comparers = metrics.iter().map(|metric| {
            let mut comparer = Comparer::new(metric, test)?;
            let ranked = |separation| RankedStates::new(separation, test, pairs);
            comparer.ranked = comparer.separation.as_ref().and_then(ranked);
            Ok::<_, LatticeError>(comparer)
        });
        Ok(Self {
            comparers: comparers.collect::<Result<_, _>>()?,
            masses: MassesOf::new(mass, test),
            test,
        })
    }

    /// By each metric.
    pub(super) fn of(&self, evidence: &Evidence) -> Result<Vec<NextTest>, LatticeError> {
        check_samples(self.test)?;
        let Self { comparers, masses: MassesOf { mass, .. }, test } = self;
        match evidence {
            Evidence::Paired(counts) => {
                let masses = self.masses.certified(counts)?;
                comparers.iter().map(|comparer| comparer.certified(&masses)).collect()
            }
            Evidence::Independent(..) => comparers
                .iter()
                .map(|of| next_test(evidence, mass, &of.metric.metric, *test, Digits::Twelve))
                .collect(),
        }
    }
}

/// Returns `true` if pairs of classifiers on the same samples are compared by the separation of
/// their classes, a sort for each pair: ranking scores that are defined on all matrices of the
/// test.
///
/// ```
/// use exactile::Metric;
/// use exactile::contest::is_separable;
/// use exactile::lattice::Lattice;
/// let test = Lattice::new(20, 40)?;
/// assert!(is_separable(&Metric::Accuracy, test)? && !is_separable(&Metric::Mcc, test)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A metric that is not compared on the lattice.
pub fn is_separable(metric: &Metric, test: Lattice) -> Result<bool, LatticeError> {
    Ok(Comparer::new(metric, test)?.separation.is_some())
}

pub(super) fn check_samples(test: Lattice) -> Result<(), LatticeError> {
    let samples = test.positives().max(test.negatives());
    if samples > MAX_SAMPLES {
        return Err(LatticeError::TooManySamples { samples, limit: MAX_SAMPLES });
    }
    Ok(())
}

/// The masses of positives and of negatives of pairs.
struct MassesOf {
    mass: PatternMass,
    urns: [PatternUrns; 2],
}

impl MassesOf {
    fn new(mass: &PatternMass, test: Lattice) -> Self {
        let urns = |samples| PatternUrns::new(mass, samples);
        Self { mass: mass.clone(), urns: [urns(test.positives()), urns(test.negatives())] }
    }

    fn certified(&self, counts: &PairCounts) -> Result<[ClassMasses<f64>; 2], LatticeError> {
        let [positive, negative] = &self.urns;
        Ok([positive.certified(counts.positive)?, negative.certified(counts.negative)?])
    }
}

/// Two classifiers that are taken as independent, by the sorted lattice.
fn independent(
    observed: [&Observation; 2],
    mass: &PatternMass,
    metric: &Metric,
    test: Lattice,
    digits: Digits,
) -> Result<NextTest, LatticeError> {
    let prior = mass.prior_of(2);
    let model = Model::BetaBinomial { positive: prior.clone(), negative: prior };
    let next = |observed: &Observation| -> Result<(String, Predictive), LatticeError> {
        Ok((String::new(), Predictive::new(*observed, &model, test)?))
    };
    let both = [next(observed[0])?, next(observed[1])?];
    let options = ComparisonOptions { digits, ..Default::default() };
    let [pair] = &Comparison::with(&both, metric, &options)?.pairs[..] else {
        unreachable!("two classifiers are one pair")
    };
    let RankedPair { greater, equal, less, undefined, .. } = pair.clone();
    Ok(NextTest { better: greater, equal, worse: less, undefined })
}

fn in_fractions(
    evidence: &Evidence,
    mass: &PatternMass,
    metric: &Metric,
    test: Lattice,
) -> Result<NextTest, LatticeError> {
    let comparer = Comparer::new(metric, test)?;
    let of = |class, samples| ClassMasses::<BigUint>::exact(evidence.of(class), mass, samples);
    let positive = of(Class::Positive, test.positives())?;
    let negative = of(Class::Negative, test.negatives())?;
    let all = BigInt::from(&positive.total * &negative.total);
    let (outcomes, _) = comparer.outcomes(&positive, &negative)?;
    let fraction = |weight: BigUint| Value::Exact(Rational::new(BigInt::from(weight), all.clone()));
    Ok(NextTest::of(outcomes, fraction))
}

impl NextTest {
    fn of<M>(outcomes: Outcomes<M>, quantity: impl Fn(M) -> Value) -> Self {
        Self {
            better: quantity(outcomes.better),
            equal: quantity(outcomes.equal),
            worse: quantity(outcomes.worse),
            undefined: quantity(outcomes.undefined),
        }
    }

    fn rounded(self) -> Self {
        let Self { better, equal, worse, undefined } = self;
        let [better, equal, worse, undefined] =
            [better, equal, worse, undefined].map(apart::rounded);
        Self { better, equal, worse, undefined }
    }
}

/// Comparison of matrices of a lattice by a metric.
struct Comparer {
    metric: MetricOnLattice,
    /// For ranking scores that are defined everywhere.
    separation: Option<Separation>,
    /// For many pairs.
    ranked: Option<RankedStates>,
}

impl Comparer {
    fn new(metric: &Metric, test: Lattice) -> Result<Self, LatticeError> {
        let on_lattice = MetricOnLattice::new(metric, test)?;
        let (p, n) = (test.positives(), test.negatives());
        let has_both = p > 0 && n > 0;
        let separation = match NamedScore::new(metric.clone()) {
            Ok(score) if has_both && on_lattice.undefined_count() == 0 => {
                Separation::new(&score.place(&Rational::new(p, p + n)), test)
            }
            _ => None,
        };
        Ok(Self { metric: on_lattice, separation, ranked: None })
    }

    fn certified(
        &self,
        [positive, negative]: &[ClassMasses<f64>; 2],
    ) -> Result<NextTest, LatticeError> {
        let (outcomes, roundings) = self.outcomes(positive, negative)?;
        let roundings = positive.roundings + negative.roundings + roundings;
        // (1 + u)^k - 1 for k below 10^12, u being one rounding.
        let relative = roundings * CertifiedDouble::ROUNDING * 1.001;
        let cut = (positive.cut + negative.cut) * (1.0 + 1e-9);
        let certified = |value: f64| Value::Certified(CertifiedDouble::new(value, relative, cut));
        let mut next = NextTest::of(outcomes, certified);
        if self.metric.undefined_count() == 0 {
            next.undefined = Value::Certified(CertifiedDouble::new(0.0, 0.0, 0.0));
        }
        Ok(next)
    }

    /// The outcomes, and what doubles are off by besides their masses' roundings.
    fn outcomes<M: Mass>(
        &self,
        positive: &ClassMasses<M>,
        negative: &ClassMasses<M>,
    ) -> Result<(Outcomes<M>, f64), LatticeError> {
        if let Some(ranked) = &self.ranked {
            return Ok((ranked.outcomes(positive, negative), MERGE_ROUNDINGS));
        }
        if let Some(separation) = &self.separation {
            let positive = separation.sorted(positive, separation.positive);
            let negative = separation.sorted(negative, separation.negative);
            return Ok((merged(&positive, &negative), MERGE_ROUNDINGS));
        }
        let outcomes = by_thresholds(&self.metric, positive, negative)?;
        Ok((outcomes, THRESHOLD_ROUNDINGS))
    }
}
