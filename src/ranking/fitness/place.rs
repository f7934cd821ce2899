//! The ranking score that a fit score orders as.

use super::form::Form;
use super::proof::{Extreme, Symbolic};
use super::space::{Face, Space};
use crate::geometry::Point;
use crate::num::Rational;
use crate::score::Ring;

impl Symbolic {
    /// The point of the Tile whose ranking score orders as this score does (with `reversed`, as the
    /// opposite of this score does), for a score that passes all tests as a ratio of linear
    /// functions l/k and is not constant.
    ///
    /// With w and r its values where all predictions are wrong or right, l - w k vanishes on the
    /// first, so it is a combination of tn and tp, and r k - l is one of fp and fn. Their
    /// coefficients are the importances, up to a factor for each pair that changes no order
    /// (Foundations, properties 3 and 4).
    pub(super) fn place(&self) -> Option<Point> {
        let (numerator, denominator) = self.linear_ratio()?;
        let ratio = Self {
            space: Space::of(&self.set),
            numerator,
            denominator,
            signed_square: false,
            set: self.set.clone(),
        };
        // The linear functions that vanish on the faces.
        let vanishing = |face| {
            Some(match ratio.extreme(face)? {
                Extreme::Absent => return None,
                Extreme::Infinite => ratio.denominator.clone(),
                Extreme::Finite(value) => {
                    let scaled = ratio.numerator.scaled(&value.denominator());
                    scaled.minus(&ratio.denominator.scaled(&value.numerator()))
                }
            })
        };
        let satisfied = vanishing(Face::Wrong)?;
        let unsatisfied = vanishing(Face::Right)?;
        // Values where one of the two outcomes of a pair has its greatest probability.
        let at = |form: &Form, vertex: usize| {
            Rational::from(form.value(&ratio.space.vertices[vertex])).abs()
        };
        let (positive, negative) = match self.set.prior() {
            None => (Rational::ONE, Rational::ONE),
            Some(prior) => (prior.clone(), prior.complement()),
        };
        let share = |above: Rational, other: Rational| above.checked_div(&(&above + &other));
        let (tn, fp, fn_, tp) = match self.set.prior() {
            None => (0, 1, 2, 3),
            // All predictions negative: all negatives right, all positives wrong.
            Some(_) => (1, 3, 1, 3),
        };
        let a = share(at(&satisfied, tp) / &positive, at(&satisfied, tn) / &negative)?;
        let b = share(at(&unsatisfied, fn_) / &positive, at(&unsatisfied, fp) / &negative)?;
        Some(Point::new(a, b))
    }
}
