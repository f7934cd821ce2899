//! Contours of decision benefits, a weighted sum of the four counts ("Never mind the metrics",
//! Eq. 38, Fig. B.8 and B.9).

use super::conic::Bounds;
use super::contours::{Window, contour_picture, window_panel};
use super::scale::ValueScale;
use super::{LatticePicture, LatticePictureError, both_classes, curves, grouped};
use exactile::lattice::{ExactValue, Lattice};
use exactile::num::Rational;
use exactile::score::Metric;

/// The benefits of the four outcomes of a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecisionBenefits {
    /// The benefit of a true positive.
    pub tp: Rational,
    /// The benefit of a false positive.
    pub fp: Rational,
    /// The benefit of a false negative.
    pub fn_: Rational,
    /// The benefit of a true negative.
    pub tn: Rational,
}

impl DecisionBenefits {
    /// Returns the benefits shifted and scaled so that the least is 0 and the greatest 1, and their
    /// mean over decisions is from 0 to 1. Unchanged if all four are equal.
    #[must_use]
    pub fn scaled(&self) -> Self {
        let all = [&self.tp, &self.fp, &self.fn_, &self.tn];
        let least = all.into_iter().fold(&self.tp, Ord::min).clone();
        let greatest = all.into_iter().fold(&self.tp, Ord::max).clone();
        let range = greatest - &least;
        if range.is_zero() {
            return self.clone();
        }
        let scaled = |benefit: &Rational| (benefit - &least) / &range;
        let [tp, fp, fn_, tn] = all.map(scaled);
        Self { tp, fp, fn_, tn }
    }
}

impl LatticePicture {
    /// Draws contours of the mean benefit of a decision in ROC space, at tenths, with benefits
    /// scaled to 0 to 1. They are parallel lines. `side` is the width of ROC space in pixels.
    ///
    /// # Errors
    /// A class without samples.
    pub fn benefits(
        benefits: &DecisionBenefits,
        lattice: Lattice,
        side: f64,
    ) -> Result<Self, LatticePictureError> {
        both_classes(lattice)?;
        let window = Window::roc_space();
        let (sheet, panel) = window_panel(window, side)?;
        let scaled = benefits.scaled();
        let samples = Rational::from(lattice.positives()) + Rational::from(lattice.negatives());
        let positive = Rational::from(lattice.positives()) / &samples;
        let negative = positive.complement();
        // positive (y tp + (1-y) fn) + negative (x fp + (1-x) tn) = k
        let x = &negative * (&scaled.fp - &scaled.tn);
        let y = &positive * (&scaled.tp - &scaled.fn_);
        let constant = &positive * &scaled.fn_ + &negative * &scaled.tn;
        let bounds = Bounds { x: window.fpr, y: window.tpr };
        let drawn: Vec<_> = (1..10)
            .map(|tenth| {
                let level = Rational::new(tenth, 10);
                let line = [x.to_f64(), y.to_f64(), (&level - &constant).to_f64()];
                curves::line(ExactValue::Rational(level), line, bounds, panel.scale())
            })
            .collect();
        let scale = ValueScale::new(&Metric::Accuracy, [0.0, 1.0]);
        let (p, n) = (grouped(lattice.positives()), grouped(lattice.negatives()));
        let title = format!("contours of decision benefits, {p} positives, {n} negatives");
        Ok(contour_picture(sheet, panel, &title, &scale, &drawn, &[]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scaled_benefits_reach_from_zero_to_one() {
        let of = |[tp, fp, fn_, tn]: [i64; 4]| {
            let [tp, fp, fn_, tn] = [tp, fp, fn_, tn].map(Rational::from);
            DecisionBenefits { tp, fp, fn_, tn }
        };
        let scaled = of([7, 3, 1, 4]).scaled();
        let (third, half) = (Rational::new(1, 3), Rational::new(1, 2));
        assert_eq!([scaled.tp, scaled.fp], [Rational::ONE, third]);
        assert_eq!([scaled.fn_, scaled.tn], [Rational::ZERO, half]);
        assert_eq!(of([2, 2, 2, 2]).scaled(), of([2, 2, 2, 2]));
    }
}
