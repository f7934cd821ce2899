//! The confusion matrix of a two-class classifier, as exact counts or weights.
//!
//! A performance in the sense of the Tile's paper (section 2.1) is the matrix divided by its total;
//! all rankings depend on it only up to that factor, so the counts are kept as they were given.

use std::fmt;

use super::Event;
use crate::num::Rational;

/// One of the two classes.
///
/// ```
/// use exactile::Class;
/// assert_eq!(Class::Positive.to_string(), "positive");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The negative class: true negatives and false positives.
    Negative,
    /// The positive class: false negatives and true positives.
    Positive,
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Negative => "negative",
            Self::Positive => "positive",
        })
    }
}

/// One of the four outcomes, in the order of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A negative sample predicted negative.
    TrueNegative,
    /// A negative sample predicted positive: a false alarm.
    FalsePositive,
    /// A positive sample predicted negative: a miss.
    FalseNegative,
    /// A positive sample predicted positive: a hit.
    TruePositive,
}

impl Outcome {
    /// The four outcomes in the order `tn, fp, fn, tp`.
    pub const ALL: [Self; 4] =
        [Self::TrueNegative, Self::FalsePositive, Self::FalseNegative, Self::TruePositive];

    /// The short name: `tn`, `fp`, `fn` or `tp`.
    ///
    /// ```
    /// use exactile::performance::Outcome;
    /// assert_eq!(Outcome::ALL.map(Outcome::name), ["tn", "fp", "fn", "tp"]);
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::TrueNegative => "tn",
            Self::FalsePositive => "fp",
            Self::FalseNegative => "fn",
            Self::TruePositive => "tp",
        }
    }
}

/// Reason why numbers are not a performance, or not one that the operation is defined for.
///
/// ```
/// use exactile::{ConfusionMatrix, PerformanceError, Rational};
/// let matrix = ConfusionMatrix::from_counts(0, 0, 0, 0);
/// assert_eq!(matrix.unwrap_err(), PerformanceError::Empty);
/// let negative = ConfusionMatrix::new(3.into(), (-1).into(), 0.into(), 2.into()).unwrap_err();
/// assert_eq!(negative.to_string(), "fp is negative: -1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PerformanceError {
    /// A count or weight below zero.
    #[error("{} is negative: {value}", .outcome.name())]
    NegativeCount {
        /// The outcome that is negative.
        outcome: Outcome,
        /// Its value.
        value: Rational,
    },
    /// All four counts are zero.
    #[error("all four counts are zero")]
    Empty,
    /// A rate of a class without samples.
    #[error("there is no sample of the {class} class")]
    ClassWithoutSamples {
        /// The class.
        class: Class,
    },
    /// A prior that is not between zero and one, both excluded.
    #[error("a positive prior of {0} is not between 0 and 1")]
    PriorOutOfRange(Rational),
    /// A rate that is not between zero and one.
    #[error("a rate of {0} is not between 0 and 1")]
    RateOutOfRange(Rational),
}

/// A two-class confusion matrix: four non-negative counts or weights with a positive total.
///
/// ```
/// use exactile::{ConfusionMatrix, Rational};
/// let matrix = ConfusionMatrix::from_counts(56, 24, 6, 14)?;
/// assert_eq!(matrix.prior_positive(), Rational::new(1, 5));
/// assert_eq!(matrix.tnr(), Some(Rational::new(7, 10)));
/// # Ok::<(), exactile::PerformanceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfusionMatrix {
    tn: Rational,
    fp: Rational,
    fn_: Rational,
    tp: Rational,
}

impl ConfusionMatrix {
    /// A matrix of exact counts or weights.
    ///
    /// ```
    /// use exactile::{ConfusionMatrix, Rational};
    /// let weights = [3, 1, 1, 3].map(|n| Rational::new(n, 8));
    /// let [tn, fp, fn_, tp] = weights;
    /// assert_eq!(ConfusionMatrix::new(tn, fp, fn_, tp)?.total(), Rational::ONE);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A negative entry, or four zeros.
    pub fn new(
        tn: Rational,
        fp: Rational,
        fn_: Rational,
        tp: Rational,
    ) -> Result<Self, PerformanceError> {
        let matrix = Self { tn, fp, fn_, tp };
        for outcome in Outcome::ALL {
            let value = matrix.count(outcome);
            if value.is_negative() {
                return Err(PerformanceError::NegativeCount { outcome, value: value.clone() });
            }
        }
        if Outcome::ALL.iter().all(|&outcome| matrix.count(outcome).is_zero()) {
            return Err(PerformanceError::Empty);
        }
        Ok(matrix)
    }

    /// A matrix of sample counts.
    ///
    /// ```
    /// use exactile::{ConfusionMatrix, Rational};
    /// let matrix = ConfusionMatrix::from_counts(56, 24, 6, 14)?;
    /// assert_eq!(matrix.tpr(), Some(Rational::new(7, 10)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Four zeros.
    pub fn from_counts(tn: u64, fp: u64, fn_: u64, tp: u64) -> Result<Self, PerformanceError> {
        Self::new(tn.into(), fp.into(), fn_.into(), tp.into())
    }

    /// The normalised matrix with these rates and positive prior:
    /// tn = (1 - prior) TNR, tp = prior TPR.
    ///
    /// ```
    /// use exactile::{ConfusionMatrix, Rational};
    /// let [tnr, tpr, prior] = [(7, 10), (9, 10), (1, 5)].map(|(n, d)| Rational::new(n, d));
    /// let matrix = ConfusionMatrix::from_rates(&tnr, &tpr, &prior)?;
    /// assert_eq!(matrix.tp(), &Rational::new(9, 50));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A rate outside `[0, 1]`, or a prior outside `(0, 1)`.
    pub fn from_rates(
        tnr: &Rational,
        tpr: &Rational,
        prior_positive: &Rational,
    ) -> Result<Self, PerformanceError> {
        for rate in [tnr, tpr] {
            if rate.is_negative() || *rate > Rational::ONE {
                return Err(PerformanceError::RateOutOfRange(rate.clone()));
            }
        }
        check_prior(prior_positive)?;
        let prior_negative = prior_positive.complement();
        Self::new(
            &prior_negative * tnr,
            &prior_negative * tnr.complement(),
            prior_positive * tpr.complement(),
            prior_positive * tpr,
        )
    }

    /// True negatives.
    pub fn tn(&self) -> &Rational {
        &self.tn
    }

    /// False positives.
    pub fn fp(&self) -> &Rational {
        &self.fp
    }

    /// False negatives.
    pub fn fn_(&self) -> &Rational {
        &self.fn_
    }

    /// True positives.
    pub fn tp(&self) -> &Rational {
        &self.tp
    }

    /// The count of one outcome.
    ///
    /// ```
    /// use exactile::ConfusionMatrix;
    /// use exactile::performance::Outcome;
    /// let matrix = ConfusionMatrix::from_counts(56, 24, 6, 14)?;
    /// assert_eq!(matrix.count(Outcome::FalseNegative), &6.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count(&self, outcome: Outcome) -> &Rational {
        match outcome {
            Outcome::TrueNegative => &self.tn,
            Outcome::FalsePositive => &self.fp,
            Outcome::FalseNegative => &self.fn_,
            Outcome::TruePositive => &self.tp,
        }
    }

    /// Samples of the negative class, tn + fp.
    ///
    /// ```
    /// use exactile::ConfusionMatrix;
    /// let matrix = ConfusionMatrix::from_counts(56, 24, 6, 14)?;
    /// assert_eq!([matrix.negatives(), matrix.positives()], [80.into(), 20.into()]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn negatives(&self) -> Rational {
        &self.tn + &self.fp
    }

    /// Samples of the positive class, fn + tp.
    pub fn positives(&self) -> Rational {
        &self.fn_ + &self.tp
    }

    /// All samples.
    pub fn total(&self) -> Rational {
        self.negatives() + self.positives()
    }

    /// The prior of the positive class (prevalence), in `[0, 1]`.
    ///
    /// ```
    /// use exactile::{ConfusionMatrix, Rational};
    /// let matrix = ConfusionMatrix::from_counts(56, 24, 6, 14)?;
    /// assert_eq!(matrix.prior_positive(), Rational::new(1, 5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prior_positive(&self) -> Rational {
        self.positives() / self.total()
    }

    /// The true negative rate TNR = tn/(tn + fp), `None` without negative samples.
    ///
    /// ```
    /// use exactile::{ConfusionMatrix, Rational};
    /// assert_eq!(ConfusionMatrix::from_counts(8, 2, 1, 4)?.tnr(), Some(Rational::new(4, 5)));
    /// assert_eq!(ConfusionMatrix::from_counts(0, 0, 1, 4)?.tnr(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tnr(&self) -> Option<Rational> {
        self.tn.checked_div(&self.negatives())
    }

    /// The true positive rate TPR = tp/(fn + tp), `None` without positive samples.
    ///
    /// ```
    /// use exactile::{ConfusionMatrix, Rational};
    /// assert_eq!(ConfusionMatrix::from_counts(8, 2, 1, 4)?.tpr(), Some(Rational::new(4, 5)));
    /// assert_eq!(ConfusionMatrix::from_counts(8, 2, 0, 0)?.tpr(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tpr(&self) -> Option<Rational> {
        self.tp.checked_div(&self.positives())
    }

    /// The same classifier under another positive prior, with the same total (prior shift, The
    /// Tile, section 3.2): negatives are scaled by pi-'/pi-, positives by pi+'/pi+.
    ///
    /// ```
    /// use exactile::{ConfusionMatrix, Rational};
    /// let balanced = ConfusionMatrix::from_counts(35, 15, 15, 35)?;
    /// let shifted = balanced.shifted(&Rational::new(1, 5))?;
    /// assert_eq!(shifted, ConfusionMatrix::from_counts(56, 24, 6, 14)?);
    /// # Ok::<(), exactile::PerformanceError>(())
    /// ```
    ///
    /// # Errors
    /// A prior outside `(0, 1)`, or a class without samples, whose rates are unknown.
    pub fn shifted(&self, prior_positive: &Rational) -> Result<Self, PerformanceError> {
        check_prior(prior_positive)?;
        self.check_both_classes()?;
        let total = self.total();
        let negative = &total * prior_positive.complement() / self.negatives();
        let positive = &total * prior_positive / self.positives();
        Self::new(
            &self.tn * &negative,
            &self.fp * &negative,
            &self.fn_ * &positive,
            &self.tp * &positive,
        )
    }

    /// The count of an event: the sum over its outcomes.
    ///
    /// ```
    /// use exactile::ConfusionMatrix;
    /// use exactile::performance::Event;
    /// let matrix = ConfusionMatrix::from_counts(56, 24, 6, 14)?;
    /// assert_eq!(matrix.count_of(Event::RIGHT), 70.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_of(&self, event: Event) -> Rational {
        event.outcomes().map(|outcome| self.count(outcome).clone()).sum()
    }

    /// The no-skill counterpart: the same priors, prediction rates and total, but predictions
    /// independent of the classes (The Tile, section 2.2): tn = (tn + fp)(tn + fn)/total and so on.
    ///
    /// ```
    /// use exactile::ConfusionMatrix;
    /// let matrix = ConfusionMatrix::from_counts(5, 1, 1, 2)?;
    /// assert_eq!(matrix.without_skill(), ConfusionMatrix::from_counts(4, 2, 2, 1)?);
    /// # Ok::<(), exactile::PerformanceError>(())
    /// ```
    pub fn without_skill(&self) -> Self {
        let total = self.total();
        let [negative, positive] = [self.negatives() / &total, self.positives() / &total];
        let (rejected, accepted) = (&self.tn + &self.fn_, &self.fp + &self.tp);
        Self {
            tn: &negative * &rejected,
            fp: &negative * &accepted,
            fn_: &positive * &rejected,
            tp: &positive * &accepted,
        }
    }

    /// The rate of positive predictions, (fp + tp)/total, in `[0, 1]`.
    ///
    /// ```
    /// use exactile::{ConfusionMatrix, Rational};
    /// let matrix = ConfusionMatrix::from_counts(56, 24, 6, 14)?;
    /// assert_eq!(matrix.positive_rate(), Rational::new(19, 50));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn positive_rate(&self) -> Rational {
        (&self.fp + &self.tp) / self.total()
    }

    /// Returns `true` if there are samples of both classes, so that both rates are defined.
    ///
    /// ```
    /// use exactile::ConfusionMatrix;
    /// let error = ConfusionMatrix::from_counts(8, 2, 0, 0)?.check_both_classes().unwrap_err();
    /// assert_eq!(error.to_string(), "there is no sample of the positive class");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The class without samples.
    pub fn check_both_classes(&self) -> Result<(), PerformanceError> {
        let empty = |class| Err(PerformanceError::ClassWithoutSamples { class });
        if self.tn.is_zero() && self.fp.is_zero() {
            return empty(Class::Negative);
        }
        if self.fn_.is_zero() && self.tp.is_zero() {
            return empty(Class::Positive);
        }
        Ok(())
    }
}

/// A positive prior must lie between 0 and 1, both excluded.
///
/// # Errors
/// [`PerformanceError::PriorOutOfRange`] with the value.
pub(crate) fn check_prior(prior_positive: &Rational) -> Result<(), PerformanceError> {
    if prior_positive.is_positive() && *prior_positive < Rational::ONE {
        Ok(())
    } else {
        Err(PerformanceError::PriorOutOfRange(prior_positive.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_matrices_are_refused() {
        let zero = || Rational::ZERO;
        assert_eq!(
            ConfusionMatrix::new(zero(), zero(), zero(), zero()),
            Err(PerformanceError::Empty)
        );
        let error = ConfusionMatrix::new(Rational::ONE, zero(), Rational::from(-2), zero());
        assert_eq!(error.expect_err("negative").to_string(), "fn is negative: -2");
        assert!(ConfusionMatrix::from_counts(1, 1, 0, 0).expect("valid").tpr().is_none());
    }

    #[test]
    fn shifting_back_is_the_identity() {
        let matrix = ConfusionMatrix::from_counts(357, 12, 9, 203).expect("valid");
        let there = matrix.shifted(&Rational::new(1, 97)).expect("valid");
        assert_eq!(there.prior_positive(), Rational::new(1, 97));
        assert_eq!(there.shifted(&matrix.prior_positive()).expect("valid"), matrix);
        assert_eq!(
            matrix.shifted(&Rational::ONE),
            Err(PerformanceError::PriorOutOfRange(Rational::ONE))
        );
    }
}
