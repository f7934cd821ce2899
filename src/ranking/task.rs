//! Parts of a task and of an application: satisfaction, importance, and the scores that follow.

use super::performance::check_weights;
use super::{Performance, RankingError};
use crate::num::Rational;

/// Satisfaction of each outcome (Foundations, section 3.3): any rationals.
///
/// ```
/// use exactile::Rational;
/// use exactile::ranking::{Performance, Satisfaction};
/// let performance = Performance::from_counts(&[56, 24, 6, 14])?;
/// // With two classes the expected satisfaction is the accuracy.
/// assert_eq!(Satisfaction::two_class().expected(&performance), Rational::new(7, 10));
/// # Ok::<(), exactile::ranking::RankingError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Satisfaction {
    values: Vec<Rational>,
}

impl Satisfaction {
    /// A value for each outcome.
    ///
    /// # Errors
    /// No outcomes.
    pub fn new(values: impl Into<Vec<Rational>>) -> Result<Self, RankingError> {
        let values = values.into();
        if values.is_empty() { Err(RankingError::NoOutcomes) } else { Ok(Self { values }) }
    }

    /// Classification into `classes` classes: 1 for right predictions, 0 for wrong ones. Outcome
    /// `i * classes + j` is a sample of class i predicted to be of class j.
    ///
    /// ```
    /// use exactile::ranking::Satisfaction;
    /// let values = Satisfaction::classification(2)?;
    /// assert_eq!(values, Satisfaction::two_class());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// No classes.
    ///
    /// # Panics
    /// If the outcomes of the classes do not fit in memory.
    pub fn classification(classes: usize) -> Result<Self, RankingError> {
        let right = |outcome| Rational::from(u64::from(outcome / classes == outcome % classes));
        let outcomes = classes.checked_mul(classes).expect("outcomes that fit in memory");
        Self::new((0..outcomes).map(right).collect::<Vec<_>>())
    }

    /// The four outcomes `tn, fp, fn, tp`: 1, 0, 0, 1.
    pub fn two_class() -> Self {
        Self::classification(2).expect("there are two classes")
    }

    /// The value of each outcome.
    pub fn values(&self) -> &[Rational] {
        &self.values
    }

    /// The expected satisfaction (Foundations, section 3.5).
    ///
    /// # Panics
    /// If the performance is of another number of outcomes.
    pub fn expected(&self, performance: &Performance) -> Rational {
        performance.expectation(&self.values)
    }

    /// The least and the greatest satisfaction among the outcomes that may occur.
    pub(super) fn possible(&self, performance: &Performance) -> (&Rational, &Rational) {
        let occurring = || {
            self.values
                .iter()
                .zip(performance.probabilities())
                .filter(|(_, probability)| !probability.is_zero())
                .map(|(value, _)| value)
        };
        let some = "the probabilities have sum 1";
        (occurring().min().expect(some), occurring().max().expect(some))
    }
}

/// Weight of each outcome in an application (Foundations, section 3.6): rationals that are not
/// negative and not all zero. Only their proportions matter.
///
/// ```
/// use exactile::ranking::Importance;
/// let importance = Importance::from_counts(&[0, 1, 0, 1])?;
/// assert_eq!(importance.values()[1], 1.into());
/// assert!(Importance::from_counts(&[0, 0]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Importance {
    values: Vec<Rational>,
}

impl Importance {
    /// An importance for each outcome.
    ///
    /// # Errors
    /// No outcomes, a negative importance, or nothing but zeros.
    pub fn new(values: impl Into<Vec<Rational>>) -> Result<Self, RankingError> {
        let values = values.into();
        check_weights(&values)?;
        Ok(Self { values })
    }

    /// Importances that are whole numbers.
    ///
    /// # Errors
    /// No outcomes, or nothing but zeros.
    pub fn from_counts(values: &[u64]) -> Result<Self, RankingError> {
        Self::new(values.iter().map(|&value| Rational::from(value)).collect::<Vec<_>>())
    }

    /// Each outcome as important as any other.
    ///
    /// # Errors
    /// No outcomes.
    pub fn uniform(outcomes: usize) -> Result<Self, RankingError> {
        Self::new(vec![Rational::ONE; outcomes])
    }

    /// The importance of each outcome.
    pub fn values(&self) -> &[Rational] {
        &self.values
    }
}

/// The ranking score R_I = sum(I S P)/sum(I P) (Foundations, section 4.3); `None` where no outcome
/// that counts may occur (0/0).
///
/// ```
/// use exactile::Rational;
/// use exactile::ranking::{Importance, Performance, Satisfaction, ranking_score};
/// let performance = Performance::from_counts(&[56, 24, 6, 14])?;
/// // The precision: nothing but fp and tp counts.
/// let importance = Importance::from_counts(&[0, 1, 0, 1])?;
/// let precision = ranking_score(&performance, &Satisfaction::two_class(), &importance);
/// assert_eq!(precision, Some(Rational::new(7, 19)));
/// # Ok::<(), exactile::ranking::RankingError>(())
/// ```
///
/// # Panics
/// If the three are of different numbers of outcomes.
pub fn ranking_score(
    performance: &Performance,
    satisfaction: &Satisfaction,
    importance: &Importance,
) -> Option<Rational> {
    let values = satisfaction.values().iter().zip(importance.values());
    let weighted: Vec<Rational> = values.map(|(satisfied, weight)| satisfied * weight).collect();
    performance.expectation(&weighted).checked_div(&performance.expectation(importance.values()))
}
