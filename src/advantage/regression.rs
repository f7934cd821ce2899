//! Squared and absolute loss (The Prediction Advantage, sections 2.5 and 2.6).

use hashbrown::HashMap;

use super::exact_sum::{ExactSum, SquareSum};
use super::{Assessment, Baseline, TooFine};
use crate::num::Rational;

/// A loss of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegressionLoss {
    /// (y - f)^2: the baseline is the mean, its risk the variance, and PA is R squared.
    Squared,
    /// |y - f|: the baseline is a median, its risk the mean absolute deviation from it.
    Absolute,
}

/// Losses of several models, summed up as samples stream by.
///
/// Memory does not grow with the samples under the squared loss; under the absolute one, whose
/// baseline is a median, it grows with the distinct true values.
///
/// ```
/// use exactile::Rational;
/// use exactile::advantage::{RegressionLoss, RegressionTally};
/// let mut tally = RegressionTally::new(RegressionLoss::Squared, 1);
/// for (truth, said) in [(1, 1), (2, 3), (6, 5)] {
///     tally.add(&truth.into(), &[said.into()], &Rational::ONE)?;
/// }
/// // Losses 0 + 1 + 1 against 4 + 1 + 9 of the mean, 3.
/// let assessments = tally.finish()?;
/// assert_eq!(assessments[0].advantage.as_rational(), Some(&Rational::new(6, 7)));
/// # Ok::<(), exactile::advantage::TooFine>(())
/// ```
#[derive(Clone, Debug)]
pub struct RegressionTally {
    loss: RegressionLoss,
    weight: ExactSum,
    models: Vec<LossSum>,
    truth: Truth,
}

/// The sum of one model's losses.
#[derive(Clone, Debug, Default)]
struct LossSum {
    sum: ExactSum,
    squares: SquareSum,
}

impl LossSum {
    fn total(self) -> Result<Rational, TooFine> {
        Ok(self.sum.total()? + self.squares.total()?)
    }
}

/// Statistics of the true values that the baseline needs.
#[derive(Clone, Debug)]
enum Truth {
    /// Sum and sum of squares.
    Moments(Box<(ExactSum, LossSum)>),
    /// The weight of each value.
    Weights(HashMap<Rational, Rational>),
}

impl RegressionTally {
    /// No sample yet, of that many models.
    pub fn new(loss: RegressionLoss, models: usize) -> Self {
        let truth = match loss {
            RegressionLoss::Squared => Truth::Moments(Box::default()),
            RegressionLoss::Absolute => Truth::Weights(HashMap::new()),
        };
        Self { loss, weight: ExactSum::default(), models: vec![LossSum::default(); models], truth }
    }

    /// One more sample: its true value, what each model said, and its weight, 0 or more.
    ///
    /// # Errors
    /// Values without a reasonable common denominator: the tally is of no use then.
    ///
    /// # Panics
    /// If there are not as many predictions as models, or the weight is negative.
    pub fn add(
        &mut self,
        truth: &Rational,
        predictions: &[Rational],
        weight: &Rational,
    ) -> Result<(), TooFine> {
        assert_eq!(predictions.len(), self.models.len(), "a prediction per model");
        assert!(!weight.is_negative(), "weights are not negative");
        if weight.is_zero() {
            return Ok(());
        }
        self.weight.add(weight)?;
        for (model, said) in self.models.iter_mut().zip(predictions) {
            let difference = truth - said;
            match self.loss {
                RegressionLoss::Squared => model.add_square(&difference, weight)?,
                RegressionLoss::Absolute if *weight == Rational::ONE => {
                    model.sum.add(&difference.abs())?;
                }
                RegressionLoss::Absolute => model.sum.add(&(difference.abs() * weight))?,
            }
        }
        match &mut self.truth {
            Truth::Moments(moments) => {
                let (sum, squares) = &mut **moments;
                if *weight == Rational::ONE {
                    sum.add(truth)?;
                } else {
                    sum.add(&(truth * weight))?;
                }
                squares.add_square(truth, weight)?;
            }
            Truth::Weights(weights) => match weights.get_mut(truth) {
                Some(known) => *known += weight,
                None => {
                    weights.insert(truth.clone(), weight.clone());
                }
            },
        }
        Ok(())
    }

    /// Each model's risk and advantage, in order.
    ///
    /// # Errors
    /// Values without a reasonable common denominator.
    pub fn finish(self) -> Result<Vec<Assessment>, TooFine> {
        let total = self.weight.total()?;
        if total.is_zero() {
            return Ok(vec![Assessment::without_samples(); self.models.len()]);
        }
        let (baseline, baseline_loss) = match self.truth {
            Truth::Moments(moments) => {
                let (sum, squares) = (moments.0.total()?, moments.1.total()?);
                let mean = &sum / &total;
                let loss = squares - sum * &mean;
                (Baseline::Mean(mean), loss)
            }
            Truth::Weights(weights) => median(weights, &total)?,
        };
        let assess = |model: LossSum| {
            Ok(Assessment::of_sums(&model.total()?, &baseline_loss, &total, baseline.clone()))
        };
        self.models.into_iter().map(assess).collect()
    }
}

impl LossSum {
    fn add_square(&mut self, value: &Rational, weight: &Rational) -> Result<(), TooFine> {
        if *weight == Rational::ONE {
            self.squares.add_square(value)
        } else {
            self.sum.add(&(value * value * weight))
        }
    }
}

/// The least and the greatest weighted median, and the sum of weighted distances from either.
fn median(
    weights: HashMap<Rational, Rational>,
    total: &Rational,
) -> Result<(Baseline, Rational), TooFine> {
    let mut values: Vec<(Rational, Rational)> = weights.into_iter().collect();
    values.sort();
    let half = total / Rational::from(2);
    let mut below = Rational::ZERO;
    let mut least = None;
    let mut greatest = None;
    for (value, weight) in &values {
        below += weight;
        if least.is_none() && below >= half {
            least = Some(value.clone());
        }
        if below > half {
            greatest = Some(value.clone());
            break;
        }
    }
    let least = least.expect("the weights add up to more than half of them");
    let greatest = greatest.expect("the weights add up to more than half of them");
    let mut loss = ExactSum::default();
    for (value, weight) in &values {
        loss.add(&((value - &least).abs() * weight))?;
    }
    Ok((Baseline::Median(least, greatest), loss.total()?))
}
