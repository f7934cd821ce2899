//! Importances: the weights of the four outcomes.

use std::fmt;
use std::str::FromStr;

use super::Outcome;
use crate::num::Rational;

/// The weight of each outcome: non-negative, not all zero. Only their ratios matter (Foundations,
/// Property 3).
///
/// ```
/// use exactile::Importances;
/// use exactile::performance::Outcome;
/// let jaccard: Importances = "0,1,1,1".parse()?;
/// assert_eq!(jaccard.of(Outcome::TrueNegative), &0.into());
/// assert_eq!(jaccard.to_string(), "0,1,1,1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Importances([Rational; 4]);

/// Reason why numbers are not importances.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImportanceError {
    /// An importance below zero.
    #[error("the importance of {} is negative: {value}", .outcome.name())]
    Negative {
        /// The outcome.
        outcome: Outcome,
        /// Its value.
        value: Rational,
    },
    /// No outcome counts.
    #[error("all four importances are zero")]
    Zero,
    /// A text that is not four exact numbers.
    #[error("{0:?} is not four exact numbers tn,fp,fn,tp")]
    Unreadable(String),
}

impl Importances {
    /// Importances in the order tn, fp, fn, tp.
    ///
    /// ```
    /// use exactile::Importances;
    /// assert!(Importances::new([1, 5, 1, 1].map(Into::into)).is_ok());
    /// assert!(Importances::new([0, 0, 0, 0].map(Into::into)).is_err());
    /// ```
    ///
    /// # Errors
    /// A negative one, or four zeros.
    pub fn new(importances: [Rational; 4]) -> Result<Self, ImportanceError> {
        for (outcome, value) in Outcome::ALL.into_iter().zip(&importances) {
            if value.is_negative() {
                return Err(ImportanceError::Negative { outcome, value: value.clone() });
            }
        }
        if importances.iter().all(Rational::is_zero) {
            return Err(ImportanceError::Zero);
        }
        Ok(Self(importances))
    }

    /// Returns the importance of `outcome`.
    pub fn of(&self, outcome: Outcome) -> &Rational {
        let [tn, fp, fn_, tp] = &self.0;
        match outcome {
            Outcome::TrueNegative => tn,
            Outcome::FalsePositive => fp,
            Outcome::FalseNegative => fn_,
            Outcome::TruePositive => tp,
        }
    }

    /// In the order tn, fp, fn, tp.
    pub fn as_array(&self) -> &[Rational; 4] {
        &self.0
    }
}

impl fmt::Display for Importances {
    /// `tn,fp,fn,tp`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [tn, fp, fn_, tp] = &self.0;
        write!(f, "{tn},{fp},{fn_},{tp}")
    }
}

impl FromStr for Importances {
    type Err = ImportanceError;

    /// Four exact numbers with commas between them.
    ///
    /// # Errors
    /// Any other text, and what [`Importances::new`] refuses.
    fn from_str(text: &str) -> Result<Self, ImportanceError> {
        let unreadable = || ImportanceError::Unreadable(text.to_owned());
        let numbers: Vec<Rational> = text
            .split(',')
            .map(|part| part.trim().parse().map_err(|_| unreadable()))
            .collect::<Result<_, _>>()?;
        Self::new(numbers.try_into().map_err(|_| unreadable())?)
    }
}
