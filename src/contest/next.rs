//! Which of two classifiers will have the better result on a further test.

use num_bigint::{BigInt, BigUint};

use super::masses::ClassMasses;
use super::merged::{MERGE_ROUNDINGS, Outcomes, merged};
use super::model::{Evidence, PatternMass};
use super::scalars::Separation;
use super::sum::Mass;
use super::thresholds::{THRESHOLD_ROUNDINGS, by_thresholds};
use crate::lattice::{Lattice, LatticeError, MetricOnLattice, Route};
use crate::num::{CertifiedDouble, Rational, Value};
use crate::performance::Class;
use crate::score::{Metric, NamedScore};

/// Samples of a class whose masses are listed.
const MAX_SAMPLES: u64 = 1_000_000;

/// What a further test will say of two classifiers.
///
/// Better is what the metric's orientation says: a greater value, or a less one where lower values are
/// better; for a metric without orientation a greater value.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct NextTest {
    /// The probability that the first one's result is better.
    pub better: Value,
    /// That both values are the same.
    pub equal: Value,
    /// That the first one's result is worse.
    pub worse: Value,
    /// That the metric is undefined for at least one of them.
    pub undefined: Value,
}

/// The probabilities of a further test on a lattice of samples, as certified doubles or as fractions.
///
/// Ranking scores are compared by the separation of their classes: the masses of each class are sorted
/// once, O(m log m) for m states that have mass. Other metrics take m times the numbers of true
/// negatives that have mass.
///
/// ```
/// use exactile::contest::{Evidence, PatternMass, next_test};
/// use exactile::lattice::{Lattice, Route};
/// use exactile::performance::{JointCounts, PairCounts};
/// use exactile::{Metric, Rational, Value};
/// // Three positives that only the first has right, and none that only the second has.
/// let positive = JointCounts { both_right: 2, only_first: 3, ..Default::default() };
/// let evidence = Evidence::Paired(PairCounts { positive, ..Default::default() });
/// let test = Lattice::new(1, 0)?;
/// let next = next_test(&evidence, &PatternMass::default(), &Metric::Tpr, test, Route::Exact)?;
/// // (3 + 1/2) / (5 + 2)
/// assert_eq!(next.better, Value::Exact(Rational::new(1, 2)));
/// # Ok::<(), exactile::lattice::LatticeError>(())
/// ```
///
/// # Errors
/// A test with more states than can be listed; fractions that would take longer than a few minutes; a
/// prior or a place with too many digits.
pub fn next_test(
    evidence: &Evidence,
    mass: &PatternMass,
    metric: &Metric,
    test: Lattice,
    route: Route,
) -> Result<NextTest, LatticeError> {
    let (p, n) = (test.positives(), test.negatives());
    if p.max(n) > MAX_SAMPLES {
        return Err(LatticeError::TooManySamples { samples: p.max(n), limit: MAX_SAMPLES });
    }
    let of = |class| evidence.of(class);
    let comparison = Comparison::new(metric, test)?;
    if route == Route::Exact {
        let positive = ClassMasses::<BigUint>::exact(of(Class::Positive), mass, p)?;
        let negative = ClassMasses::<BigUint>::exact(of(Class::Negative), mass, n)?;
        let all = BigInt::from(&positive.total * &negative.total);
        let (outcomes, _) = comparison.outcomes(&positive, &negative)?;
        let fraction =
            |weight: BigUint| Value::Exact(Rational::new(BigInt::from(weight), all.clone()));
        return Ok(NextTest::of(outcomes, fraction));
    }
    let positive = ClassMasses::<f64>::certified(of(Class::Positive), mass, p)?;
    let negative = ClassMasses::<f64>::certified(of(Class::Negative), mass, n)?;
    let (outcomes, roundings) = comparison.outcomes(&positive, &negative)?;
    let roundings = positive.roundings + negative.roundings + roundings;
    // (1 + u)^k - 1 for k below 10^12, u being one rounding.
    let relative = roundings * CertifiedDouble::ROUNDING * 1.001;
    let cut = (positive.cut + negative.cut) * (1.0 + 1e-9);
    let is_defined = comparison.metric.undefined_count() == 0;
    let certified = |value: f64| Value::Certified(CertifiedDouble::new(value, relative, cut));
    let mut next = NextTest::of(outcomes, certified);
    if is_defined {
        next.undefined = Value::Certified(CertifiedDouble::new(0.0, 0.0, 0.0));
    }
    Ok(next)
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
}

/// How a metric compares matrices of a lattice.
struct Comparison {
    metric: MetricOnLattice,
    /// For ranking scores that are defined everywhere.
    separation: Option<Separation>,
}

impl Comparison {
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
        Ok(Self { metric: on_lattice, separation })
    }

    /// The outcomes, and what doubles are off by besides their masses' roundings.
    fn outcomes<M: Mass>(
        &self,
        positive: &ClassMasses<M>,
        negative: &ClassMasses<M>,
    ) -> Result<(Outcomes<M>, f64), LatticeError> {
        if let Some(separation) = &self.separation {
            let positive = separation.sorted(positive, separation.positive);
            let negative = separation.sorted(negative, separation.negative);
            return Ok((merged(&positive, &negative), MERGE_ROUNDINGS));
        }
        let outcomes = by_thresholds(&self.metric, positive, negative)?;
        Ok((outcomes, THRESHOLD_ROUNDINGS))
    }
}
