//! Precision-recall gain curves (Flach and Kull, 2015).
//!
//! With the odds k = P/N of the classes the gains are 1 - k FN/TP and 1 - k FP/TP: 0 if all samples
//! are positive, 1 at best. F-scores are linear in them, so the upper hull has the vertices of the
//! ROC hull, and each is best on an interval of beta^2.

use super::best::class_weights;
use super::model::ScoredModel;
use crate::num::Rational;
use crate::performance::PerformanceError;

/// A point of a precision-recall gain curve.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GainPoint {
    /// The recall gain 1 - k FN/TP, at most 1.
    pub recall_gain: Rational,
    /// The precision gain 1 - k FP/TP, at most 1.
    pub precision_gain: Rational,
}

/// The upper hull of a model's precision-recall gains, at recall gains from 0 to 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GainCurve {
    /// The points at the vertices of the model's hull, in its order; `None` without true positives.
    pub vertices: Vec<Option<GainPoint>>,
    /// The corners of the curve from the recall gain 0 to 1, joined by straight lines.
    pub corners: Vec<GainPoint>,
    /// The area under it, at most 1.
    pub area: Rational,
}

impl GainCurve {
    /// The curve of a model whose hull is known, at the samples' own prior or at a target prior.
    /// O(h).
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::threshold::{GainCurve, ScoreColumn};
    /// let mut column = ScoreColumn::new();
    /// for (score, class) in [("0.9", 1), ("0.6", 0), ("0.4", 1), ("0.2", 0)] {
    ///     column.push(class, &score.parse::<Rational>()?, 1);
    /// }
    /// let model = column.into_model("logistic", 1).expect("samples");
    /// let curve = GainCurve::new(&model, &model.hull(), None)?;
    /// // From (0, 1), one of two found without a false alarm, over (1, 1/2) to (1, 0).
    /// assert_eq!(curve.area, Rational::new(3, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Samples of one class alone, or a target prior outside `(0, 1)`.
    pub fn new(
        model: &ScoredModel,
        hull: &[usize],
        target_prior: Option<&Rational>,
    ) -> Result<Self, PerformanceError> {
        model.matrix(0).check_both_classes()?;
        let [negative, positive] = class_weights(model, target_prior)?.map(Rational::from);
        let [negatives, positives] = [model.negatives(), model.positives()].map(Rational::from);
        // The weights of the classes change k, and the ratio of false alarms to hits.
        let odds = &positives * &positive / (&negatives * &negative);
        let ratio = &negative / &positive;
        let point = |&position: &usize| {
            let [fp, tp] = model.passed(position).map(Rational::from);
            let miss = (&positives - &tp).checked_div(&tp)?;
            let alarm = (fp * &ratio).checked_div(&tp)?;
            Some(GainPoint {
                recall_gain: (&odds * miss).complement(),
                precision_gain: (&odds * alarm).complement(),
            })
        };
        let vertices: Vec<Option<GainPoint>> = hull.iter().map(point).collect();
        let corners = corners(&vertices);
        let area = corners.windows(2).map(|pair| {
            let width = &pair[1].recall_gain - &pair[0].recall_gain;
            width * (&pair[0].precision_gain + &pair[1].precision_gain) / Rational::from(2)
        });
        let area = area.sum();
        Ok(Self { vertices, corners, area })
    }
}

/// Returns the vertices with a positive recall gain, after the point at the recall gain 0. Before
/// the first vertex the precision gain is constant, since precision is constant on the line to the
/// point without positive predictions.
fn corners(vertices: &[Option<GainPoint>]) -> Vec<GainPoint> {
    let mut corners: Vec<GainPoint> = Vec::new();
    let mut before: Option<&GainPoint> = None;
    for point in vertices.iter().flatten() {
        if point.recall_gain.is_positive() {
            if corners.is_empty() {
                let start = match before {
                    None => point.precision_gain.clone(),
                    Some(before) => {
                        let width = &point.recall_gain - &before.recall_gain;
                        let rise = &point.precision_gain - &before.precision_gain;
                        &point.precision_gain - &(rise * &point.recall_gain / width)
                    }
                };
                corners.push(GainPoint { recall_gain: Rational::ZERO, precision_gain: start });
            }
            corners.push(point.clone());
        }
        before = Some(point);
    }
    corners
}
