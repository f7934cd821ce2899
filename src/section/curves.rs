//! Values of a performance on decision curves, cost curves and F-curves.

use crate::num::Rational;
use crate::performance::ConfusionMatrix;

/// The net benefit of decision curves at a threshold probability p: TP/n - FP/n p/(1 - p). `None`
/// at p = 1.
///
/// ```
/// use exactile::{ConfusionMatrix, Rational};
/// use exactile::section::net_benefit;
/// let matrix = ConfusionMatrix::from_counts(70, 10, 5, 15)?;
/// let benefit = net_benefit(&matrix, &Rational::new(1, 6));
/// assert_eq!(benefit, Some(Rational::new(13, 100)));
/// # Ok::<(), exactile::PerformanceError>(())
/// ```
pub fn net_benefit(matrix: &ConfusionMatrix, probability: &Rational) -> Option<Rational> {
    let odds = probability.checked_div(&probability.complement())?;
    Some((matrix.tp() - matrix.fp() * &odds) / matrix.total())
}

/// The expected cost of cost curves at a probability cost z: (1 - z) FPR + z FNR. `None` without
/// samples of both classes.
///
/// ```
/// use exactile::{ConfusionMatrix, Rational};
/// use exactile::section::expected_cost;
/// let matrix = ConfusionMatrix::from_counts(70, 10, 5, 15)?;
/// let cost = expected_cost(&matrix, &Rational::new(1, 2));
/// assert_eq!(cost, Some(Rational::new(3, 16)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn expected_cost(matrix: &ConfusionMatrix, probability_cost: &Rational) -> Option<Rational> {
    let (tnr, tpr) = (matrix.tnr()?, matrix.tpr()?);
    Some(probability_cost.complement() * tnr.complement() + probability_cost * tpr.complement())
}

/// The F-score for beta^2 = b/(1 - b): TP/(TP + (1 - b) FP + b FN). `None` where it is 0/0.
///
/// ```
/// use exactile::{ConfusionMatrix, Rational};
/// use exactile::section::f_beta_value;
/// let matrix = ConfusionMatrix::from_counts(56, 24, 6, 14)?;
/// assert_eq!(f_beta_value(&matrix, &Rational::new(1, 2)), Some(Rational::new(14, 29)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn f_beta_value(matrix: &ConfusionMatrix, b: &Rational) -> Option<Rational> {
    let unsatisfied = b.complement() * matrix.fp() + b * matrix.fn_();
    matrix.tp().checked_div(&(matrix.tp() + &unsatisfied))
}
