//! Results of comparisons: probabilities with their limits, or the reason why there is none.

use super::gammas::Between;
use super::limits;
use crate::num::{CertifiedDecimal, Rational, Value};

/// The probability that the first of two classifiers is truly better.
#[derive(Clone, Debug, PartialEq)]
pub struct TrulyBetter {
    /// The probability is certainly not below.
    pub lower: Rational,
    /// The probability is certainly not above.
    pub upper: Rational,
    /// The draws, if the limits were drawn: they hold except for one seed in 10^9.
    pub drawn: Option<Drawn>,
}

/// A simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Drawn {
    /// The number of draws.
    pub draws: u32,
    /// The seed.
    pub seed: u64,
}

impl TrulyBetter {
    /// A probability between doubles.
    pub(super) fn between(found: Between, drawn: Option<Drawn>) -> Self {
        let exactly = |end: f64| Rational::try_from(end).expect("probabilities are finite");
        Self { lower: exactly(found.lower), upper: exactly(found.upper), drawn }
    }

    /// Returns one half, the probability for two classifiers with the same observations.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::contest::TrulyBetter;
    /// let even = TrulyBetter::even();
    /// assert_eq!([even.lower, even.upper], [Rational::new(1, 2), Rational::new(1, 2)]);
    /// ```
    pub fn even() -> Self {
        Self { lower: Rational::new(1, 2), upper: Rational::new(1, 2), drawn: None }
    }

    /// The probability that the second is truly better: two true values are never equal.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::contest::TrulyBetter;
    /// let [lower, upper] = [Rational::new(3, 5), Rational::new(7, 10)];
    /// let first = TrulyBetter { lower, upper, drawn: None };
    /// assert_eq!(first.exchanged().lower, Rational::new(3, 10));
    /// ```
    pub fn exchanged(&self) -> Self {
        let (lower, upper) = (self.upper.complement(), self.lower.complement());
        Self { lower, upper, drawn: self.drawn }
    }

    /// Decimals that enclose it, with no more digits than say something.
    pub fn to_decimals(&self) -> CertifiedDecimal {
        limits::decimals(&self.lower, &self.upper)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for TrulyBetter {
    /// `{"lower": "0.9676", "upper": "0.9680"}`, with draws and seed where it was drawn.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let [lower, upper] = self.to_decimals().decimals();
        let fields = if self.drawn.is_some() { 4 } else { 2 };
        let mut object = serializer.serialize_struct("TrulyBetter", fields)?;
        object.serialize_field("lower", &lower)?;
        object.serialize_field("upper", &upper)?;
        if let Some(Drawn { draws, seed }) = &self.drawn {
            object.serialize_field("draws", draws)?;
            object.serialize_field("seed", seed)?;
        }
        object.end()
    }
}

/// Probabilities of the results of two classifiers on a further test.
///
/// The metric's orientation defines better: a greater value, or a smaller one if lower values are
/// better; for a metric without orientation a greater value.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct NextTest {
    /// The probability that the first one's result is better.
    pub better: Value,
    /// The probability that both values are the same.
    pub equal: Value,
    /// The probability that the first one's result is worse.
    pub worse: Value,
    /// The probability that the metric is undefined for at least one of them.
    pub undefined: Value,
}

/// Reason why there is no p-value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoSwapTest {
    /// The agreement of the two is unknown.
    #[error("the pairing is not known")]
    Unpaired,
    /// The metric is undefined for one of the two as they were tested, or infinite for both.
    #[error("the difference that was observed is undefined")]
    Undefined,
    /// More discordant samples than exact weights are computed for.
    #[error("more than 100000 discordant samples in a class")]
    TooMany,
    /// Samples of several test sets that do not count alike.
    #[error("samples of different test sets have different weights")]
    Weighted,
    /// More outcomes of exchanging clusters than are summed.
    #[error("exchanging so many clusters has too many outcomes to sum")]
    TooManyOutcomes,
    /// Two differences of d' that agree in all binary places computed.
    #[error("two differences agree in all binary places computed")]
    Inseparable,
}
