//! A metric compared with one value on matrices with the same numbers of positive and negative
//! samples.

use std::cmp::Ordering;

use super::target::{Target, order_of_quantiles};
use super::{ExactValue, LatticeError};
use crate::num::Rational;
use crate::performance::ConfusionMatrix;
use crate::score::{Metric, Surrogate, ValueForm};

/// A metric and a value of it, or any number.
#[derive(Clone, Debug)]
pub(crate) struct Compared<'m> {
    metric: &'m Metric,
    /// `None` for a scaled logarithm without a scale: it is undefined on all matrices.
    target: Option<Target>,
}

impl<'m> Compared<'m> {
    /// Prepares the comparison on matrices with as many positive and negative samples as `like`.
    ///
    /// # Errors
    /// A value of a form with which the metric is not compared.
    pub(crate) fn new(
        metric: &'m Metric,
        like: &ConfusionMatrix,
        value: &ExactValue,
    ) -> Result<Self, LatticeError> {
        let scale = metric.scale(&like.positives(), &like.negatives());
        let is_undefined = metric.form() == ValueForm::ScaledLog && scale.is_none();
        let target = (!is_undefined).then(|| Target::new(metric, scale.as_ref(), value));
        Ok(Self { metric, target: target.transpose()? })
    }

    /// The order of the metric on a matrix relative to the value; `None` where the metric is
    /// undefined.
    ///
    /// # Errors
    /// A d' that cannot be told from the value.
    pub(crate) fn order(&self, matrix: &ConfusionMatrix) -> Result<Option<Ordering>, LatticeError> {
        let Some(target) = &self.target else { return Ok(None) };
        if self.metric.form() == ValueForm::Quantiles {
            let (Some(tpr), Some(tnr)) = (matrix.tpr(), matrix.tnr()) else { return Ok(None) };
            if self.metric.undefined_at(matrix).is_some() {
                return Ok(None);
            }
            return order_of_rates(&tpr, &tnr, target, self.metric).map(Some);
        }
        Ok(self.metric.surrogate(matrix).map(|surrogate| match surrogate {
            Surrogate::Finite(s) => target.order_of(&s),
            Surrogate::Infinity if *target == Target::Infinity => Ordering::Equal,
            Surrogate::Infinity => Ordering::Greater,
        }))
    }
}

/// The order of d' at two rates where it is defined, relative to a target.
///
/// # Errors
/// A d' that cannot be told from the target.
pub(super) fn order_of_rates(
    tpr: &Rational,
    tnr: &Rational,
    target: &Target,
    metric: &Metric,
) -> Result<Ordering, LatticeError> {
    let infinite = |rate: &Rational| rate.is_zero() || *rate == Rational::ONE;
    if infinite(tpr) || infinite(tnr) {
        let above = !tpr.is_zero() && !tnr.is_zero();
        return Ok(match (above, target) {
            (true, Target::Infinity) | (false, Target::Below) => Ordering::Equal,
            (true, _) => Ordering::Greater,
            (false, _) => Ordering::Less,
        });
    }
    match target {
        Target::AtQuantiles(k) => {
            let inseparable = LatticeError::Inseparable { metric: metric.to_string() };
            order_of_quantiles(tpr, tnr, k).ok_or(inseparable)
        }
        Target::Below => Ok(Ordering::Greater),
        _ => Ok(Ordering::Less),
    }
}
