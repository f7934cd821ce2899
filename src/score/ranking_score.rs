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
}
