//! Fitness of a score for ranking: the three tests of "Foundations of the Theory of
//! Performance-Based Ranking", section 5.2 and Table 1, decided for two-class scores.
//!
//! A score is read as it stands, higher is better. On a set of performances:
//!
//! 1. first test: a classifier that is always wrong is nowhere better, and one that is always right
//!    nowhere worse (axiom 2);
//! 2. second test: a mixture is nowhere better than the best of its parts (axiom 3);
//! 3. third test: a mixture is nowhere worse than the worst of its parts (axiom 3).
//!
//! An error rate passes the first test only with the opposite sign, which exchanges the other two;
//! both readings are examined. Performances on which a score is undefined take no part; infinite
//! values are above, or below, all others. Counts are normalised to total 1.
//!
//! A test is passed if one of the rules of [`Reason`] applies, whose conditions are checked on the
//! polynomials of the score's definition; it is failed if small performances break it, which are
//! then shown, with finite values if there are any; otherwise it is open.
//!
//! # Files
//!
//! - `space`: a set of performances as a polytope. `proof`: rules on the metric's own formula, as
//!   polynomials. `place`: the ranking score that orders likewise.
//! - `search`: small performances and their mixtures, if no rule applies.

mod form;
mod place;
mod proof;
mod reason;
mod search;
mod set;
mod space;
mod table;

use self::proof::Symbolic;
use self::search::{Mixed, Search, Values};
use crate::geometry::Point;
use crate::num::{Rational, Value};
use crate::performance::ConfusionMatrix;
use crate::score::{Metric, ValueForm};

pub use reason::Reason;
pub use set::{PerformanceSet, PerformanceSetError};
pub use table::{FitnessRow, FitnessTable};

/// Greatest number of samples, or denominator of rates, in the first search.
const SMALL: u64 = 4;
/// The same in the last search.
const LARGE: u64 = 6;

/// A performance as the smallest whole counts, and the score's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valued {
    /// Counts in the performance's proportions.
    pub matrix: ConfusionMatrix,
    /// The value of the performance (counts normalised to total 1).
    pub value: Value,
}

/// Performances that break a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Witness {
    /// First test: the one is better although it is always wrong, or the other always right.
    Satisfaction {
        /// The one with the better value.
        better: Valued,
        /// The one with the worse value.
        worse: Valued,
    },
    /// Second or third test: a mixture with a value beyond those of its parts.
    Mixture {
        /// The parts of the mixture, each with its probability.
        parts: Vec<(Rational, Valued)>,
        /// The mixture of the performances.
        mixture: Valued,
    },
}

/// Result of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Passed.
    Holds(Reason),
    /// Not passed.
    Fails(Box<Witness>),
    /// Neither a proof nor a counterexample is known.
    Open {
        /// Number of performances that were tried, with all their pairs.
        searched: usize,
    },
}

impl Verdict {
    /// Returns `true` if the test is passed.
    pub fn holds(&self) -> bool {
        matches!(self, Self::Holds(_))
    }

    /// Returns `true` if the test is failed. An open verdict neither holds nor fails.
    pub fn fails(&self) -> bool {
        matches!(self, Self::Fails(_))
    }
}

/// Conclusion from the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Conclusion {
    /// All tests are passed: higher is better.
    Fit,
    /// All are passed with the opposite sign: lower is better.
    FitReversed,
    /// All are passed in both readings: the score tells no performances apart.
    Constant,
    /// A test is failed in either reading.
    Unfit,
    /// Some test is open.
    Open,
}

/// The tests of one score on one set of performances.
///
/// ```
/// use exactile::Metric;
/// use exactile::ranking::{Conclusion, Fitness, PerformanceSet};
/// let conclusion = |metric: Metric, set: &str| {
///     Fitness::of(&metric, &set.parse().unwrap()).map(|fitness| fitness.conclusion())
/// };
/// assert_eq!(conclusion(Metric::Accuracy, "all"), Some(Conclusion::Fit));
/// assert_eq!(conclusion(Metric::Kappa, "all"), Some(Conclusion::Unfit));
/// assert_eq!(conclusion(Metric::Kappa, "1/5"), Some(Conclusion::Fit));
/// assert_eq!(conclusion(Metric::Mcc, "1/5"), Some(Conclusion::Unfit));
/// assert_eq!(conclusion(Metric::Fpr, "all"), Some(Conclusion::FitReversed));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fitness {
    /// The score.
    pub metric: Metric,
    /// The performances.
    pub set: PerformanceSet,
    /// First test.
    pub first: Verdict,
    /// Second test; the third one of the score with the opposite sign.
    pub second: Verdict,
    /// Third test; the second one of the score with the opposite sign.
    pub third: Verdict,
    /// First test of the score with the opposite sign.
    pub first_reversed: Verdict,
    /// The point (a, b) of the Tile whose ranking score orders the same; `None` unless the score is
    /// fit.
    pub place: Option<Point>,
}

impl Fitness {
    /// Examines a score. `None` for one that is no function of the performance, since it depends on
    /// the number of samples.
    ///
    /// ```
    /// use exactile::Metric;
    /// use exactile::ranking::{Fitness, PerformanceSet};
    /// let fitness = Fitness::of(&Metric::Accuracy, &PerformanceSet::all()).expect("a function");
    /// assert!(fitness.first.holds() && fitness.second.holds() && fitness.third.holds());
    /// assert_eq!(fitness.place.expect("fit").to_string(), "(1/2, 1/2)");
    /// ```
    pub fn of(metric: &Metric, set: &PerformanceSet) -> Option<Self> {
        if metric.form() == ValueForm::ScaledLog {
            return None;
        }
        let small = Search::new(metric, set, SMALL);
        let symbolic = Symbolic::of(metric, set);
        let decide = |breaking: &dyn Fn(&Search<'_>, Values) -> Option<Witness>, reason| {
            if let Some(reason) = reason {
                return Verdict::Holds(reason);
            }
            if let Some(witness) = breaking(&small, Values::Finite) {
                return Verdict::Fails(Box::new(witness));
            }
            let large = Search::new(metric, set, LARGE);
            match breaking(&large, Values::Finite).or_else(|| breaking(&large, Values::Any)) {
                Some(witness) => Verdict::Fails(Box::new(witness)),
                None => Verdict::Open { searched: large.size() },
            }
        };
        let extremes = |reversed| match &symbolic {
            Some(symbolic) => symbolic.extremes(reversed),
            None => quantile_extremes(metric, reversed),
        };
        let [at_most, at_least] =
            symbolic.as_ref().map_or([None, None], |symbolic| symbolic.convexity());
        let mut fitness = Self {
            metric: metric.clone(),
            set: set.clone(),
            first: decide(
                &|search, values| search.against_satisfaction(false, values),
                extremes(false),
            ),
            first_reversed: decide(
                &|search, values| search.against_satisfaction(true, values),
                extremes(true),
            ),
            second: decide(&|search, values| search.against_mixing(Mixed::Better, values), at_most),
            third: decide(&|search, values| search.against_mixing(Mixed::Worse, values), at_least),
            place: None,
        };
        if matches!(fitness.conclusion(), Conclusion::Fit | Conclusion::FitReversed) {
            fitness.place = symbolic.and_then(|symbolic| symbolic.place());
        }
        Some(fitness)
    }

    /// Returns the conclusion from the tests.
    ///
    /// ```
    /// use exactile::Metric;
    /// use exactile::ranking::{Conclusion, Fitness, PerformanceSet};
    /// let fitness = Fitness::of(&Metric::ErrorRate, &PerformanceSet::all()).expect("a function");
    /// assert_eq!(fitness.conclusion(), Conclusion::FitReversed);
    /// ```
    pub fn conclusion(&self) -> Conclusion {
        let mixing = [&self.second, &self.third];
        let in_reading = |first: &Verdict| {
            let tests = [first, mixing[0], mixing[1]];
            if tests.iter().any(|test| test.fails()) {
                Some(false)
            } else {
                tests.iter().all(|test| test.holds()).then_some(true)
            }
        };
        match (in_reading(&self.first), in_reading(&self.first_reversed)) {
            (Some(true), Some(true)) => Conclusion::Constant,
            (Some(true), _) => Conclusion::Fit,
            (_, Some(true)) => Conclusion::FitReversed,
            (Some(false), Some(false)) => Conclusion::Unfit,
            _ => Conclusion::Open,
        }
    }
}

/// d' is a function of the two rates, which are 0 for a classifier that is always wrong and 1 for
/// one that is always right: one matrix of each tells their value, and infinite values are extreme.
fn quantile_extremes(metric: &Metric, reversed: bool) -> Option<Reason> {
    let value =
        |tn, fp, fn_, tp| Some(metric.value(&ConfusionMatrix::from_counts(tn, fp, fn_, tp).ok()?));
    let ends = [value(0, 1, 1, 0)?, value(1, 0, 0, 1)?];
    let expected = [Value::NegativeInfinity, Value::Infinity];
    (!reversed && ends == expected)
        .then_some(Reason::Extremes { always_wrong: "least value", always_right: "greatest value" })
}
