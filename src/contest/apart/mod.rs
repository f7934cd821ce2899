//! Classifiers that are taken as independent: the ranks of several of them on further samples.
//!
//! Each has its own predictive distribution. A classifier's rank is one more than the number of
//! others with a better value of the metric: a greater one, or for error rates and their like a
//! smaller one. A classifier for which the metric is undefined has no rank, and does not count in
//! the ranks of others.
//!
//! All of them are tested on the same numbers of samples, so their metrics take the same values
//! with different masses: the matrices are sorted once, by exact integer keys, and then summed
//! over. There is one such sum for each of the [`Digits`](super::Digits):
//!
//! - Twelve: only a window of each class's counts is summed, outside of which lies a mass below
//!   2^-72, and everything is summed in doubles: only positive numbers are added and multiplied, so
//!   that roundings can be counted. Both the cut and the roundings are in the bound of each result.
//! - Seventeen: all matrices, in 128-bit numbers. If the bound leaves a digit open, the fraction
//!   decides.
//! - Fractions: all matrices, in integers.
//!
//! # Files
//!
//! - `contest`: each classifier as a lane of machine vectors. `windows`: the counts of each class
//!   beyond which less than 2^-72 of the mass is left.
//! - `lanes`: the remaining matrices, sorted by key; for the first place alone without the values
//!   that at least two classifiers certainly exceed.
//! - `sums`: products of positive doubles, with their roundings counted. `wide`: the sums in 128
//!   bits. `exact`: the sums in integers.
//! - `comparison`: all pairs and ranks as a result.

mod accumulator;
mod comparison;
mod contest;
mod exact;
mod lanes;
mod products;
mod sums;
mod wide;
mod windows;

pub(super) use self::comparison::rounded;
pub use self::comparison::{ComparedClassifier, Comparison, ComparisonOptions};
pub use self::contest::{Contest, FirstProbabilities};
pub(super) use self::windows::Window;
use super::limits::decimals;
use super::results::TrulyBetter;
use crate::lattice::{Lattice, LatticeError, Predictive};
use crate::num::{Rational, Value};
use crate::score::Metric;

/// Outcome probabilities of one classifier among the others.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RankDistribution {
    /// Its name.
    pub name: String,
    /// The probability that its value alone is the best.
    pub first_alone: Value,
    /// The probability that no value is better and another one is the same.
    pub first_tied: Value,
    /// The probability that the metric is undefined for it.
    pub undefined: Value,
    /// The expected rank, given that the metric is defined for it, ties counting half: one more
    /// than the expected number of better values and half that of equal ones. `None` if the metric
    /// is certainly undefined.
    pub expected_rank: Option<Value>,
    /// The probabilities that 0, 1, 2, ... of the others have a better value: its rank is one more.
    pub ranks: Vec<Value>,
}

impl RankDistribution {
    /// Returns the distributions of two by their true values, which are defined and never equal,
    /// given the probability that the first one's is better.
    pub fn of_true_pair(names: [String; 2], first: &TrulyBetter) -> [Self; 2] {
        let both = [first.clone(), first.exchanged()];
        let of = |truly: &TrulyBetter| known(&truly.lower, &truly.upper);
        let [one, other] = both.each_ref().map(of);
        let expected = |other: &TrulyBetter| {
            known(&(Rational::ONE + &other.lower), &(Rational::ONE + &other.upper))
        };
        let distribution = |name, own: &Value, rest: &Value, other| Self {
            name,
            first_alone: own.clone(),
            first_tied: Value::Exact(Rational::ZERO),
            undefined: Value::Exact(Rational::ZERO),
            expected_rank: Some(expected(other)),
            ranks: vec![own.clone(), rest.clone()],
        };
        let [first, second] = names;
        [distribution(first, &one, &other, &both[1]), distribution(second, &other, &one, &both[0])]
    }

    /// Returns the distributions of two on a further test; `None` if their metric may be undefined
    /// there.
    pub fn of_next_pair(names: [String; 2], next: &RankedPair) -> Option<[Self; 2]> {
        let RankedPair { greater, equal, less, undefined, .. } = next;
        if !undefined.is_zero() {
            return None;
        }
        let [[equal_lower, equal_upper], greater_ends, less_ends] =
            [equal.ends()?, greater.ends()?, less.ends()?];
        let half = Rational::new(1, 2);
        let of = |name,
                  own: &Value,
                  [lower, upper]: &[Rational; 2],
                  rest: &Value,
                  other: &[Rational; 2]| {
            let expected = |end: &Rational, equal: &Rational| Rational::ONE + end + equal * &half;
            Self {
                name,
                first_alone: own.clone(),
                first_tied: equal.clone(),
                undefined: Value::Exact(Rational::ZERO),
                expected_rank: Some(known(
                    &expected(&other[0], &equal_lower),
                    &expected(&other[1], &equal_upper),
                )),
                ranks: vec![known(&(lower + &equal_lower), &(upper + &equal_upper)), rest.clone()],
            }
        };
        let [first, second] = names;
        Some([
            of(first, greater, &greater_ends, less, &less_ends),
            of(second, less, &less_ends, greater, &greater_ends),
        ])
    }

    /// Returns the distributions of classifiers with the same observations, by their true values:
    /// all ranks are equally probable.
    pub fn of_equals(names: &[String]) -> Vec<Self> {
        let count = u64::try_from(names.len()).expect("classifiers");
        let share = Value::Exact(Rational::new(1, count));
        let of = |name: &String| Self {
            name: name.clone(),
            first_alone: share.clone(),
            first_tied: Value::Exact(Rational::ZERO),
            undefined: Value::Exact(Rational::ZERO),
            expected_rank: Some(Value::Exact(Rational::new(count + 1, 2))),
            ranks: vec![share.clone(); names.len()],
        };
        names.iter().map(of).collect()
    }
}

/// A number between two others, with the digits that they leave.
fn known(lower: &Rational, upper: &Rational) -> Value {
    if lower == upper {
        Value::Exact(lower.clone())
    } else {
        Value::Enclosed(decimals(lower, upper))
    }
}

/// The comparison of two classifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RankedPair {
    /// The first classifier.
    pub first: usize,
    /// The second classifier.
    pub second: usize,
    /// The probability that the first one's value is better: greater, or less where the metric's
    /// lower values are better.
    pub greater: Value,
    /// The probability that both values are the same.
    pub equal: Value,
    /// The probability that the first one's value is worse.
    pub less: Value,
    /// The probability that the metric is undefined for at least one of them.
    pub undefined: Value,
}

/// The distributions of all classifiers' ranks by one metric, the best value first.
#[derive(Clone, Debug, PartialEq)]
pub struct RankDistributions {
    /// The metric.
    pub metric: Metric,
    /// The lattice of further samples.
    pub lattice: Lattice,
    /// The value that matrices count as on which the metric is undefined, if they do.
    pub undefined_as: Option<Rational>,
    /// Each classifier.
    pub classifiers: Vec<RankDistribution>,
    /// Each pair, the first before the second in the order given.
    pub pairs: Vec<RankedPair>,
}

impl RankDistributions {
    /// The distributions in certified doubles: 12 digits of each probability that is not tiny.
    ///
    /// ```
    /// use exactile::contest::RankDistributions;
    /// use exactile::lattice::{Lattice, Model, Observation, Predictive};
    /// use exactile::{Metric, Rational};
    /// let lattice = Lattice::new(1, 1)?;
    /// let next = |tp, fn_| {
    ///     let observed = Observation { tn: 1, fp: 1, fn_, tp };
    ///     Predictive::new(observed, &Model::Binomial, lattice)
    /// };
    /// let named = [("good".into(), next(3, 1)?), ("bad".into(), next(1, 3)?)];
    /// let ranks = RankDistributions::new(&named, &Metric::Tpr)?;
    /// let [lower, upper] = ranks.classifiers[0].first_alone.ends().expect("a probability");
    /// assert!(lower <= Rational::new(9, 16) && Rational::new(9, 16) <= upper);
    /// # Ok::<(), exactile::lattice::LatticeError>(())
    /// ```
    ///
    /// # Errors
    /// No classifier; different lattices; a metric that is not compared on the lattice; windows
    /// with too many matrices to list.
    pub fn new(
        classifiers: &[(String, Predictive)],
        metric: &Metric,
    ) -> Result<Self, LatticeError> {
        contest::check_count(classifiers.len())?;
        let contest = Contest::new(classifiers.iter().map(|(_, next)| next))?;
        contest.distributions(metric, classifiers.iter().map(|(name, _)| name.clone()).collect())
    }
}
