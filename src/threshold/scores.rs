//! The distinct scores of a model, in the narrowest form that holds them exactly.

use std::fmt;

#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

use crate::num::{Rational, Scientific, Value};

/// A score of a model: a number, or an infinity, which the logarithm of 0 and the log-odds of 0 and
/// 1 are. Ordered as on the real line.
///
/// ```
/// use exactile::Rational;
/// use exactile::threshold::ModelScore;
/// let half = ModelScore::Finite(Rational::new(1, 2));
/// assert!(ModelScore::NegativeInfinity < half && half < ModelScore::Infinity);
/// assert_eq!(ModelScore::NegativeInfinity.to_string(), "-inf");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ModelScore {
    /// Less than every number.
    NegativeInfinity,
    /// A number.
    Finite(Rational),
    /// Greater than every number.
    Infinity,
}

impl ModelScore {
    /// The number, if it is one.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::threshold::ModelScore;
    /// assert_eq!(ModelScore::from(Rational::ONE).finite(), Some(&Rational::ONE));
    /// ```
    pub fn finite(&self) -> Option<&Rational> {
        match self {
            Self::Finite(value) => Some(value),
            Self::NegativeInfinity | Self::Infinity => None,
        }
    }

    /// Returns `true` for plus and minus infinity.
    pub fn is_infinite(&self) -> bool {
        self.finite().is_none()
    }
}

impl From<Rational> for ModelScore {
    fn from(value: Rational) -> Self {
        Self::Finite(value)
    }
}

impl From<ModelScore> for Value {
    fn from(score: ModelScore) -> Self {
        match score {
            ModelScore::NegativeInfinity => Self::NegativeInfinity,
            ModelScore::Finite(value) => value.into(),
            ModelScore::Infinity => Self::Infinity,
        }
    }
}

/// The exact number, as [`Rational`] writes it; `inf` and `-inf`.
impl fmt::Display for ModelScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NegativeInfinity => f.write_str("-inf"),
            Self::Finite(value) => value.fmt(f),
            Self::Infinity => f.write_str("inf"),
        }
    }
}

#[cfg(feature = "serde")]
impl Serialize for ModelScore {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Distinct scores from the greatest to the least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Scores {
    /// Whole numbers of 10^-places.
    Fixed { places: u32, units: Vec<i64> },
    /// Keys of decimals ([`Scientific::key`]), or of an infinity ([`key_of_infinity`]).
    Keys(Vec<i128>),
    /// Any numbers and infinities.
    Fractions(Vec<ModelScore>),
}

impl Scores {
    /// Returns the number of distinct scores.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Fixed { units, .. } => units.len(),
            Self::Keys(keys) => keys.len(),
            Self::Fractions(values) => values.len(),
        }
    }

    /// One of them.
    pub(super) fn value(&self, k: usize) -> ModelScore {
        match self {
            Self::Fixed { places, units } => fixed(units[k], *places).to_rational().into(),
            Self::Keys(keys) => of_key(keys[k]),
            Self::Fractions(values) => values[k].clone(),
        }
    }

    /// One of them as people write it: a decimal, or a fraction where no decimal is equal to it.
    pub(super) fn text(&self, k: usize) -> String {
        match self {
            Self::Fixed { places, units } => fixed(units[k], *places).to_string(),
            Self::Keys(keys) if !is_key_of_infinity(keys[k]) => {
                Scientific::from_key(keys[k]).to_string()
            }
            _ => match self.value(k) {
                ModelScore::Finite(value) => value.to_shortest(),
                infinite => infinite.to_string(),
            },
        }
    }

    /// Returns the number of scores that are at least as great as a threshold. O(log n).
    pub(super) fn at_least(&self, threshold: &ModelScore) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            if self.value(middle) < *threshold {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }

    /// Returns the number of scores that are greater than a number. O(log n).
    pub(super) fn above(&self, threshold: &Rational) -> usize {
        let threshold = threshold.clone().into();
        let up_to = self.at_least(&threshold);
        let is_last = up_to.checked_sub(1).is_some_and(|last| self.value(last) == threshold);
        up_to - usize::from(is_last)
    }
}

/// The key of an infinity: beyond those of all numbers, which have less than 127 bits.
pub(super) fn key_of_infinity(is_negative: bool) -> i128 {
    if is_negative { i128::MIN } else { i128::MAX }
}

pub(super) fn is_key_of_infinity(key: i128) -> bool {
    [false, true].map(key_of_infinity).contains(&key)
}

/// The score with a key.
pub(super) fn of_key(key: i128) -> ModelScore {
    if key == key_of_infinity(true) {
        ModelScore::NegativeInfinity
    } else if key == key_of_infinity(false) {
        ModelScore::Infinity
    } else {
        ModelScore::Finite(Scientific::from_key(key).to_rational())
    }
}

/// The decimal of so many units of 10^-places.
pub(super) fn fixed(units: i64, places: u32) -> Scientific {
    let exponent = i32::try_from(places).expect("a few places");
    Scientific::new(units.into(), -exponent).expect("at most 19 digits")
}
