//! The area under the Brier curve with the best thresholds: what is left of the Brier score after
//! calibration.

use super::interval::HullInterval;
use super::model::ScoredModel;
use crate::num::Rational;
use crate::performance::{ConfusionMatrix, PerformanceError};

/// The height of a Brier curve at a cost c of false alarms: 2 (c FP + (1 - c) FN)/n.
///
/// With c itself as the threshold of probabilities, the area under the curve from 0 to 1 is their
/// Brier score.
///
/// ```
/// use exactile::{ConfusionMatrix, Rational};
/// use exactile::threshold::brier_loss;
/// let matrix = ConfusionMatrix::from_counts(6, 2, 1, 1)?;
/// assert_eq!(brier_loss(&matrix, &Rational::new(1, 4)), Rational::new(1, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn brier_loss(matrix: &ConfusionMatrix, cost: &Rational) -> Rational {
    let loss = cost * matrix.fp() + cost.complement() * matrix.fn_();
    Rational::from(2) * loss / matrix.total()
}

/// The area under the Brier curve of a model that has the best threshold for every cost, whose hull
/// is known: the integral of the least 2 (c FP + (1 - c) FN)/n over c from 0 to 1. It is the Brier
/// score of the scores after isotonic calibration on the same samples, so that the Brier score less
/// this area is what miscalibration costs. O(h).
///
/// ```
/// use exactile::Rational;
/// use exactile::threshold::{ScoreColumn, calibrated_brier};
/// let mut column = ScoreColumn::new();
/// for (score, class) in [("0.9", 1), ("0.9", 0), ("0.2", 0), ("0.2", 0)] {
///     column.push(class, &score.parse::<Rational>()?, 1);
/// }
/// let model = column.into_model("eager", 1).expect("samples");
/// // Calibrated, 0.9 is 1/2 and 0.2 is 0.
/// assert_eq!(calibrated_brier(&model, &model.hull())?, Rational::new(1, 8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// None for models with samples; otherwise as [`HullInterval::of_hull`].
pub fn calibrated_brier(model: &ScoredModel, hull: &[usize]) -> Result<Rational, PerformanceError> {
    let square = |x: &Rational| x * x;
    let mut area = Rational::ZERO;
    for interval in HullInterval::of_hull(model, hull, None)? {
        let [low, high] = &interval.threshold_probability;
        let [fp, tp] = model.passed(interval.position);
        let (fp, fn_) = (Rational::from(fp), Rational::from(model.positives() - tp));
        area = area + fp * (square(high) - square(low));
        area = area + fn_ * (square(&low.complement()) - square(&high.complement()));
    }
    Ok(area / Rational::from(model.negatives() + model.positives()))
}
