//! What is known of a model's loss, and why an advantage may not be defined.

use std::fmt;

#[cfg(feature = "serde")]
use serde::ser::SerializeStruct;
#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

use crate::num::Rational;

/// A risk or an advantage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LossValue {
    /// A rational.
    Rational(Rational),
    /// An irrational number, or a sum of too many logarithms to decide whether it is rational.
    Enclosed {
        /// A decimal at most the value.
        lower: String,
        /// A decimal at least the value.
        upper: String,
        /// The closed form, if it was asked for and is short.
        exact: Option<String>,
    },
    /// Plus infinity: a risk with a logarithm of zero.
    Infinity,
    /// Minus infinity: the advantage of a model of infinite risk, or of one that makes a loss where
    /// the best constant prediction makes none.
    NegativeInfinity,
    /// No value, and why.
    Undefined(Undefined),
}

/// Why a risk or an advantage has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undefined {
    /// There is no sample, or none of positive weight.
    #[error("there are no samples with a weight")]
    NoSamples,
    /// Baseline and model make no loss.
    #[error("the best constant prediction makes no loss, and neither does the model (0/0)")]
    NoLossAtAll,
}

impl LossValue {
    /// Returns the reason if there is no value.
    pub fn undefined(&self) -> Option<Undefined> {
        match self {
            Self::Undefined(reason) => Some(*reason),
            _ => None,
        }
    }

    /// The value, if it is known to be rational.
    pub fn as_rational(&self) -> Option<&Rational> {
        match self {
            Self::Rational(value) => Some(value),
            _ => None,
        }
    }
}

impl fmt::Display for LossValue {
    /// The rational, the closed form or its enclosure `[lower, upper]`, `inf`, `-inf` or
    /// `undefined`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rational(value) => value.fmt(f),
            Self::Enclosed { exact: Some(exact), .. } => f.write_str(exact),
            Self::Enclosed { lower, upper, exact: None } => write!(f, "[{lower}, {upper}]"),
            Self::Infinity => f.write_str("inf"),
            Self::NegativeInfinity => f.write_str("-inf"),
            Self::Undefined(_) => f.write_str("undefined"),
        }
    }
}

#[cfg(feature = "serde")]
impl Serialize for LossValue {
    /// `"7/10"`, `{"lower": .., "upper": ..}` with `"exact"` if it has a closed form, `"inf"`, `"-inf"`
    /// or `null`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Rational(value) => value.serialize(serializer),
            Self::Enclosed { lower, upper, exact } => {
                let fields = 2 + usize::from(exact.is_some());
                let mut object = serializer.serialize_struct("Enclosed", fields)?;
                object.serialize_field("lower", lower)?;
                object.serialize_field("upper", upper)?;
                if let Some(exact) = exact {
                    object.serialize_field("exact", exact)?;
                }
                object.end()
            }
            Self::Infinity | Self::NegativeInfinity => serializer.collect_str(self),
            Self::Undefined(_) => serializer.serialize_none(),
        }
    }
}

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
    /// The mean loss of the model.
    pub risk: LossValue,
    /// The mean loss of the baseline.
    pub baseline_risk: LossValue,
    /// The baseline, `None` without samples.
    pub baseline: Option<Baseline>,
    /// 1 - risk/baseline risk: minus infinity where the baseline's risk is 0 and the model's is
    /// not, undefined where both are.
    pub advantage: LossValue,
}

impl Assessment {
    /// Why the advantage is minus infinity, if it is.
    pub fn why_infinite(&self) -> Option<&'static str> {
        match (&self.advantage, &self.risk) {
            (LossValue::NegativeInfinity, LossValue::Infinity) => {
                Some("a class came true that was given probability 0")
            }
            (LossValue::NegativeInfinity, _) => {
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
            Some(ratio) => LossValue::Rational(ratio.complement()),
            None if loss.is_zero() => LossValue::Undefined(Undefined::NoLossAtAll),
            None => LossValue::NegativeInfinity,
        };
        Self {
            risk: LossValue::Rational(risk),
            baseline_risk: LossValue::Rational(baseline_risk),
            baseline: Some(baseline),
            advantage,
        }
    }

    pub(super) fn without_samples() -> Self {
        let none = || LossValue::Undefined(Undefined::NoSamples);
        Self { risk: none(), baseline_risk: none(), baseline: None, advantage: none() }
    }
}
