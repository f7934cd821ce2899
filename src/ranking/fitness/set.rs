//! Sets of performances on which scores are examined.

use std::fmt;
use std::str::FromStr;

use crate::num::{ParseNumberError, Rational};
use crate::performance::{PerformanceError, check_prior};

/// A set of two-class performances: all, or those of one positive prior.
///
/// ```
/// use exactile::Rational;
/// use exactile::ranking::PerformanceSet;
/// assert_eq!("20%".parse(), Ok(PerformanceSet::at_prior(Rational::new(1, 5))?));
/// assert_eq!("all".parse(), Ok(PerformanceSet::all()));
/// assert!("2".parse::<PerformanceSet>().is_err());
/// # Ok::<(), exactile::PerformanceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerformanceSet {
    prior: Option<Rational>,
}

/// Reason why a text does not name a set of performances.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PerformanceSetError {
    /// Neither `all` nor a number.
    #[error("{0}")]
    Number(#[from] ParseNumberError),
    /// A number that is not a prior.
    #[error("{0}")]
    Prior(#[from] PerformanceError),
}

impl PerformanceSet {
    /// All performances.
    pub fn all() -> Self {
        Self { prior: None }
    }

    /// The performances of this positive prior.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::ranking::PerformanceSet;
    /// let prior = Rational::new(1, 5);
    /// assert_eq!(PerformanceSet::at_prior(prior.clone())?.prior(), Some(&prior));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A prior outside `(0, 1)`.
    pub fn at_prior(prior_positive: Rational) -> Result<Self, PerformanceError> {
        check_prior(&prior_positive)?;
        Ok(Self { prior: Some(prior_positive) })
    }

    /// The positive prior that all of them have, in `(0, 1)`; `None` for all performances.
    pub fn prior(&self) -> Option<&Rational> {
        self.prior.as_ref()
    }
}

impl fmt::Display for PerformanceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.prior {
            None => f.write_str("all performances"),
            Some(prior) => write!(f, "performances of positive prior {prior}"),
        }
    }
}

impl FromStr for PerformanceSet {
    type Err = PerformanceSetError;

    /// `all`, or a positive prior.
    fn from_str(text: &str) -> Result<Self, PerformanceSetError> {
        if text == "all" { Ok(Self::all()) } else { Ok(Self::at_prior(text.parse()?)?) }
    }
}
