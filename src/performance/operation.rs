//! Operations on performances (The Tile, Table 1; Foundations, Property 1).

use std::fmt;
use std::str::FromStr;

use super::confusion_matrix::check_prior;
use super::{ConfusionMatrix, Importances, Outcome, PerformanceError};
use crate::num::Rational;

/// An operation on a performance. All keep the total of the confusion matrix.
///
/// ```
/// use exactile::{ConfusionMatrix, Operation};
/// let matrix = ConfusionMatrix::from_counts(56, 24, 6, 14)?;
/// let swapped = "swap-classes".parse::<Operation>().unwrap().apply(&matrix)?;
/// assert_eq!(swapped, ConfusionMatrix::from_counts(14, 6, 24, 56)?);
/// # Ok::<(), exactile::PerformanceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Each prediction is changed to the other class: tn and fp change places, and so do fn and tp.
    ChangePredicted,
    /// Each sample's class is changed: tn and fn change places, and so do fp and tp.
    ChangeTrue,
    /// Predictions become truth and truth predictions, the matrix is transposed: fp and fn change
    /// places.
    Transpose,
    /// The classes change names: tn and tp change places, and so do fp and fn.
    SwapClasses,
    /// The priors become this positive one and its complement, the rates stay
    /// ([`ConfusionMatrix::shifted`]).
    PriorShift(Rational),
    /// Each outcome is weighted by its importance.
    Filter(Importances),
    /// Prediction and truth are made independent, the margins stay.
    NoSkill,
}

/// A text that names no operation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no operation is called {0:?}, choose one of {names}", names = Operation::NAMES)]
pub struct UnknownOperation(pub String);

impl Operation {
    /// The names that are understood, for help and error messages.
    pub const NAMES: &'static str = "change-predicted, change-true, transpose, swap-classes, \
         prior-shift=X with X between 0 and 1, filter=TN,FP,FN,TP with importances not below 0, \
         no-skill";

    /// The matrix after the operation. O(1) exact additions and multiplications.
    ///
    /// ```
    /// use exactile::{ConfusionMatrix, Operation};
    /// let matrix = ConfusionMatrix::from_counts(56, 24, 6, 14)?;
    /// let changed = Operation::ChangePredicted.apply(&matrix)?;
    /// assert_eq!(changed, ConfusionMatrix::from_counts(24, 56, 14, 6)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A prior shift of a matrix without samples of one class, a filter that leaves nothing.
    pub fn apply(&self, matrix: &ConfusionMatrix) -> Result<ConfusionMatrix, PerformanceError> {
        let [tn, fp, fn_, tp] = Outcome::ALL.map(|outcome| matrix.count(outcome).clone());
        let [tn, fp, fn_, tp] = match self {
            Self::ChangePredicted => [fp, tn, tp, fn_],
            Self::ChangeTrue => [fn_, tp, tn, fp],
            Self::Transpose => [tn, fn_, fp, tp],
            Self::SwapClasses => [tp, fn_, fp, tn],
            Self::PriorShift(prior_positive) => return matrix.shifted(prior_positive),
            Self::Filter(importances) => {
                let weighted =
                    Outcome::ALL.map(|outcome| matrix.count(outcome) * importances.of(outcome));
                let left: Rational = weighted.iter().cloned().sum();
                let Some(scale) = matrix.total().checked_div(&left) else {
                    return Err(PerformanceError::Empty);
                };
                weighted.map(|weight| weight * &scale)
            }
            Self::NoSkill => {
                let (negatives, positives) = (matrix.negatives(), matrix.positives());
                let total = &negatives + &positives;
                let (said_no, said_yes) = ((tn + fn_) / &total, (fp + tp) / &total);
                [
                    &negatives * &said_no,
                    &negatives * &said_yes,
                    &positives * &said_no,
                    &positives * &said_yes,
                ]
            }
        };
        ConfusionMatrix::new(tn, fp, fn_, tp)
    }
}

impl fmt::Display for Operation {
    /// The name that [`Operation::from_str`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ChangePredicted => f.write_str("change-predicted"),
            Self::ChangeTrue => f.write_str("change-true"),
            Self::Transpose => f.write_str("transpose"),
            Self::SwapClasses => f.write_str("swap-classes"),
            Self::PriorShift(prior) => write!(f, "prior-shift={prior}"),
            Self::Filter(importances) => write!(f, "filter={importances}"),
            Self::NoSkill => f.write_str("no-skill"),
        }
    }
}

impl FromStr for Operation {
    type Err = UnknownOperation;

    /// One of [`Operation::NAMES`].
    ///
    /// # Errors
    /// Any other text, a prior outside (0, 1), and what [`Importances::new`] refuses.
    fn from_str(text: &str) -> Result<Self, UnknownOperation> {
        let unknown = || UnknownOperation(text.to_owned());
        let name = text.trim().to_lowercase();
        match name.split_once('=') {
            None => match name.as_str() {
                "change-predicted" => Ok(Self::ChangePredicted),
                "change-true" => Ok(Self::ChangeTrue),
                "transpose" => Ok(Self::Transpose),
                "swap-classes" => Ok(Self::SwapClasses),
                "no-skill" => Ok(Self::NoSkill),
                _ => Err(unknown()),
            },
            Some(("prior-shift", prior)) => {
                let prior: Rational = prior.trim().parse().map_err(|_| unknown())?;
                check_prior(&prior).map_err(|_| unknown())?;
                Ok(Self::PriorShift(prior))
            }
            Some(("filter", importances)) => {
                importances.parse().map(Self::Filter).map_err(|_| unknown())
            }
            Some(_) => Err(unknown()),
        }
    }
}
