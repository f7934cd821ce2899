//! A model's loss beside that of the best constant prediction.

use crate::num::{Rational, Value};

/// Reason why a risk or an advantage has no value: there are no samples, or none of positive
/// weight.
pub const NO_SAMPLES: &str = "there are no samples with a weight";
/// Reason why an advantage has no value: neither the baseline nor the model has a loss.
pub const NO_LOSS_AT_ALL: &str =
    "the best constant prediction makes no loss, and neither does the model (0/0)";

/// The best prediction that is the same for all samples.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Baseline {
    /// Each of these classes, by label, has the least loss.
    Classes(Vec<String>),
    /// The mean of the true values.
    Mean(Rational),
    /// Any number from the first to the second is a median of the true values.
    Median(Rational, Rational),
    /// The frequencies of the classes in the order of the input.
    Marginal(Vec<Rational>),
}

/// A model's loss beside that of the best constant prediction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assessment {
    /// The mean loss of the model; infinite with a logarithm of zero.
    pub risk: Value,
    /// The mean loss of the baseline.
    pub baseline_risk: Value,
    /// The baseline, `None` without samples.
    pub baseline: Option<Baseline>,
    /// 1 - risk/baseline risk: minus infinity where the baseline's risk is 0 and the model's is
    /// not, undefined where both are.
    pub advantage: Value,
}

impl Assessment {
    /// Returns the reason why the advantage is minus infinity, if it is.
    ///
    /// ```
    /// use exactile::advantage::zero_one;
    /// use exactile::performance::MultiClassMatrix;
    /// // All samples are of one class, and one is wrong.
    /// let found = zero_one(&MultiClassMatrix::from_counts(["a", "b"], [[9, 1], [0, 0]])?);
    /// assert_eq!(
    ///     found.why_infinite(),
    ///     Some("the best constant prediction makes no loss, but the model does")
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn why_infinite(&self) -> Option<&'static str> {
        match (&self.advantage, &self.risk) {
            (Value::NegativeInfinity, Value::Infinity) => {
                Some("a class came true that was given probability 0")
            }
            (Value::NegativeInfinity, _) => {
                Some("the best constant prediction makes no loss, but the model does")
            }
            _ => None,
        }
    }

    /// From rational sums of losses of the model and of the baseline, and the total weight.
    pub(super) fn of_sums(
        loss: &Rational,
        baseline_loss: &Rational,
        total: &Rational,
        baseline: Baseline,
    ) -> Self {
        let (Some(risk), Some(baseline_risk)) =
            (loss.checked_div(total), baseline_loss.checked_div(total))
        else {
            return Self::without_samples();
        };
        let advantage = match loss.checked_div(baseline_loss) {
            Some(ratio) => Value::Exact(ratio.complement()),
            None if loss.is_zero() => Value::Undefined(NO_LOSS_AT_ALL),
            None => Value::NegativeInfinity,
        };
        Self {
            risk: Value::Exact(risk),
            baseline_risk: Value::Exact(baseline_risk),
            baseline: Some(baseline),
            advantage,
        }
    }

    pub(super) fn without_samples() -> Self {
        let none = || Value::Undefined(NO_SAMPLES);
        Self { risk: none(), baseline_risk: none(), baseline: None, advantage: none() }
    }
}
