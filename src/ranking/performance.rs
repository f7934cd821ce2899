//! Performances: distributions of the outcomes of a task.

use super::Importance;
use crate::num::Rational;
use crate::performance::{ConfusionMatrix, PerformanceError};

/// Reason why numbers are not a performance, a satisfaction, an importance or a mixture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RankingError {
    /// There is no outcome.
    #[error("there are no outcomes")]
    NoOutcomes,
    /// A weight below zero.
    #[error("the weight of outcome {outcome} is negative: {value}")]
    NegativeWeight {
        /// Index of the outcome, from zero.
        outcome: usize,
        /// Its value.
        value: Rational,
    },
    /// All weights are zero.
    #[error("all weights are zero")]
    AllZero,
    /// Performances over different numbers of outcomes.
    #[error("{found} outcomes where there should be {expected}")]
    OutcomesDiffer {
        /// Number of outcomes of the others.
        expected: usize,
        /// Number of outcomes found.
        found: usize,
    },
}

/// A probability measure on finitely many outcomes (Foundations, section 3.1).
///
/// ```
/// use exactile::Rational;
/// use exactile::ranking::Performance;
/// let performance = Performance::from_counts(&[56, 24, 6, 14])?;
/// assert_eq!(performance.probabilities()[1], Rational::new(6, 25));
/// # Ok::<(), exactile::ranking::RankingError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Performance {
    /// Not negative, of sum 1.
    probabilities: Vec<Rational>,
}

impl Performance {
    /// The performance with probabilities in the proportions of these weights.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::ranking::Performance;
    /// let performance = Performance::new([1, 3].map(Rational::from))?;
    /// assert_eq!(performance.probabilities(), [Rational::new(1, 4), Rational::new(3, 4)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// No outcomes, a negative weight, or nothing but zeros.
    pub fn new(weights: impl Into<Vec<Rational>>) -> Result<Self, RankingError> {
        let mut probabilities = weights.into();
        let total = check_weights(&probabilities)?;
        if total != Rational::ONE {
            for weight in &mut probabilities {
                *weight = &*weight / &total;
            }
        }
        Ok(Self { probabilities })
    }

    /// The performance of counted outcomes.
    ///
    /// # Errors
    /// No outcomes, or nothing but zeros.
    pub fn from_counts(counts: &[u64]) -> Result<Self, RankingError> {
        Self::new(counts.iter().map(|&count| Rational::from(count)).collect::<Vec<_>>())
    }

    /// Number of outcomes of the sample space.
    pub fn outcomes(&self) -> usize {
        self.probabilities.len()
    }

    /// The probability of each outcome; their sum is 1.
    pub fn probabilities(&self) -> &[Rational] {
        &self.probabilities
    }

    /// The expected value of a random variable, given by its value at each outcome.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::ranking::Performance;
    /// let die = Performance::from_counts(&[1, 1])?;
    /// assert_eq!(die.expectation(&[Rational::ZERO, Rational::ONE]), Rational::new(1, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If there are more or fewer values than outcomes.
    pub fn expectation(&self, values: &[Rational]) -> Rational {
        assert_eq!(values.len(), self.outcomes(), "one value for each outcome");
        self.probabilities.iter().zip(values).map(|(p, v)| p * v).sum()
    }

    /// The distribution of outcomes if each is kept in proportion to its importance and the
    /// experiment is repeated otherwise (Foundations, property 1); `None` where all that may occur
    /// has no importance.
    ///
    /// ```
    /// use exactile::ranking::{Importance, Performance};
    /// let performance = Performance::from_counts(&[56, 24, 6, 14])?;
    /// let positives_only = Importance::from_counts(&[0, 0, 1, 1])?;
    /// assert_eq!(performance.filtered(&positives_only),
    ///     Performance::from_counts(&[0, 0, 3, 7]).ok());
    /// # Ok::<(), exactile::ranking::RankingError>(())
    /// ```
    ///
    /// # Panics
    /// If the importance is of another number of outcomes.
    pub fn filtered(&self, importance: &Importance) -> Option<Self> {
        assert_eq!(importance.values().len(), self.outcomes(), "one importance for each outcome");
        let weighted = self.probabilities.iter().zip(importance.values()).map(|(p, i)| p * i);
        Self::new(weighted.collect::<Vec<_>>()).ok()
    }

    /// The performance of a hybrid that picks each of these with a probability in proportion to
    /// its weight (Foundations, section 3.4): a convex combination.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::ranking::Performance;
    /// let [first, second] =
    ///     [Performance::from_counts(&[1, 0])?, Performance::from_counts(&[1, 1])?];
    /// let mixed = Performance::mixture(&[(Rational::ONE, &first), (Rational::from(3), &second)])?;
    /// assert_eq!(mixed, Performance::from_counts(&[5, 3])?);
    /// # Ok::<(), exactile::ranking::RankingError>(())
    /// ```
    ///
    /// # Errors
    /// Nothing to mix, a negative weight, nothing but zeros, or different sample spaces.
    pub fn mixture(parts: &[(Rational, &Self)]) -> Result<Self, RankingError> {
        let weights: Vec<Rational> = parts.iter().map(|(weight, _)| weight.clone()).collect();
        check_weights(&weights)?;
        let expected = parts[0].1.outcomes();
        let mut mixed = vec![Rational::ZERO; expected];
        for (weight, part) in parts {
            if part.outcomes() != expected {
                return Err(RankingError::OutcomesDiffer { expected, found: part.outcomes() });
            }
            for (sum, probability) in mixed.iter_mut().zip(&part.probabilities) {
                *sum += &(weight * probability);
            }
        }
        Self::new(mixed)
    }
}

impl From<&ConfusionMatrix> for Performance {
    /// Outcomes in the order `tn, fp, fn, tp`.
    fn from(matrix: &ConfusionMatrix) -> Self {
        let counts = [matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp()];
        Self::new(counts.map(Clone::clone)).expect("a matrix has a positive total")
    }
}

impl TryFrom<&Performance> for ConfusionMatrix {
    type Error = RankingError;

    /// The normalised matrix of four outcomes `tn, fp, fn, tp`.
    fn try_from(performance: &Performance) -> Result<Self, RankingError> {
        let [tn, fp, fn_, tp] = performance.probabilities() else {
            return Err(RankingError::OutcomesDiffer {
                expected: 4,
                found: performance.outcomes(),
            });
        };
        let matrix: Result<Self, PerformanceError> =
            Self::new(tn.clone(), fp.clone(), fn_.clone(), tp.clone());
        Ok(matrix.expect("probabilities are not negative and have sum 1"))
    }
}

/// The sum of weights that are not negative and not all zero.
pub(super) fn check_weights(weights: &[Rational]) -> Result<Rational, RankingError> {
    if weights.is_empty() {
        return Err(RankingError::NoOutcomes);
    }
    if let Some(outcome) = weights.iter().position(Rational::is_negative) {
        return Err(RankingError::NegativeWeight { outcome, value: weights[outcome].clone() });
    }
    let total: Rational = weights.iter().cloned().sum();
    if total.is_zero() { Err(RankingError::AllZero) } else { Ok(total) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_distribution_is_refused() {
        assert_eq!(Performance::new([]), Err(RankingError::NoOutcomes));
        assert_eq!(Performance::from_counts(&[0, 0]), Err(RankingError::AllZero));
        let negative = Performance::new([Rational::ONE, Rational::from(-1)]);
        assert_eq!(
            negative.expect_err("negative").to_string(),
            "the weight of outcome 1 is negative: -1"
        );
        let short = Performance::from_counts(&[1, 1]).expect("valid");
        let long = Performance::from_counts(&[1, 1, 1]).expect("valid");
        let parts = [(Rational::ONE, &short), (Rational::ONE, &long)];
        assert_eq!(
            Performance::mixture(&parts),
            Err(RankingError::OutcomesDiffer { expected: 2, found: 3 })
        );
        assert!(ConfusionMatrix::try_from(&long).is_err());
        assert_eq!(Performance::mixture(&[]), Err(RankingError::NoOutcomes));
    }
}
