//! The canonical ranking scores R_ab (The Tile, Definition 1).

use crate::geometry::Point;
use crate::num::Rational;
use crate::performance::ConfusionMatrix;

/// The canonical ranking score at a point (a, b) of the Tile:
///
/// ```text
/// R_ab = ((1-a) tn + a tp) / ((1-a) tn + (1-b) fp + b fn + a tp)
/// ```
///
/// with importances tn: 1-a, fp: 1-b, fn: b, tp: a.
///
/// ```
/// use exactile::{ConfusionMatrix, Point, RankingScore, Rational};
/// let accuracy = RankingScore::at(Point::new(Rational::new(1, 2), Rational::new(1, 2))).unwrap();
/// let matrix = ConfusionMatrix::from_counts(56, 24, 6, 14)?;
/// assert_eq!(accuracy.value(&matrix), Some(Rational::new(7, 10)));
/// # Ok::<(), exactile::PerformanceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankingScore {
    place: Point,
}

impl RankingScore {
    /// The score at a point of the Tile, `None` outside `[0, 1] x [0, 1]`.
    pub fn at(place: Point) -> Option<Self> {
        place.is_in_unit_square().then_some(Self { place })
    }

    /// Its place (a, b).
    pub fn place(&self) -> &Point {
        &self.place
    }

    /// Satisfied and unsatisfied importance, s and u, so that the score is s/(s + u).
    pub fn parts(&self, matrix: &ConfusionMatrix) -> (Rational, Rational) {
        let Point { a, b } = &self.place;
        (
            a.complement() * matrix.tn() + a * matrix.tp(),
            b.complement() * matrix.fp() + b * matrix.fn_(),
        )
    }

    /// Its value in `[0, 1]`, or `None` where no outcome that counts has occurred (0/0).
    pub fn value(&self, matrix: &ConfusionMatrix) -> Option<Rational> {
        let (satisfied, unsatisfied) = self.parts(matrix);
        satisfied.checked_div(&(&satisfied + &unsatisfied))
    }

    /// The score corrected for chance as Cohen corrected accuracy, (R - R')/(1 - R') with R' the
    /// score of the no-skill counterpart (The Tile, section 4.4); at most 1, perhaps negative.
    ///
    /// Making predictions independent moves the same mass D into both right outcomes, or out of
    /// them: with the normalised D = tn tp - fp fn it is s' = s - D and u' = u + D. So s + u stays,
    /// and the corrected score is 1 - u/u', whatever a is. `None` where u' = 0: there R' = 1 or it
    /// is undefined, and the definition is 0/0.
    ///
    /// ```
    /// use exactile::{ConfusionMatrix, Point, RankingScore, Rational};
    /// let accuracy = RankingScore::at(Point::new(Rational::new(1, 2), Rational::new(1, 2))).unwrap();
    /// let matrix = ConfusionMatrix::from_counts(5, 1, 1, 2)?;
    /// assert_eq!(accuracy.corrected_for_chance(&matrix), Some(Rational::new(1, 2))); // kappa
    /// # Ok::<(), exactile::PerformanceError>(())
    /// ```
    pub fn corrected_for_chance(&self, matrix: &ConfusionMatrix) -> Option<Rational> {
        let (_, unsatisfied) = self.parts(matrix);
        let (_, by_chance) = self.parts(&matrix.without_skill());
        Some(unsatisfied.checked_div(&by_chance)?.complement())
    }
}
