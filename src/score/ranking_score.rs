//! The canonical ranking scores R_ab (The Tile, Definition 1).

use crate::geometry::Point;
use crate::num::Rational;
use crate::performance::{ConfusionMatrix, Importances, Outcome};

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

/// Reason why importances make no ranking score with a place on the Tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoPlace {
    /// No right decision counts.
    #[error("the importances of tn and tp are both zero, so that every performance scores 0")]
    NothingRight,
    /// No wrong decision counts.
    #[error("the importances of fp and fn are both zero, so that every performance scores 1")]
    NothingWrong,
}

impl RankingScore {
    /// Returns the canonical ranking score that orders performances as the ranking score with these
    /// importances does (The Tile, A.3.1). Its place is
    ///
    /// ```text
    /// a = I(tp)/(I(tn) + I(tp)),   b = I(fn)/(I(fp) + I(fn)).
    /// ```
    ///
    /// The ratio of the two sums does not matter. With s and u the satisfied and the unsatisfied
    /// importance, R = s/(s + u) is an increasing function of s : u, and so is k s/(k s + l u) for
    /// positive k and l (The Tile, Property 2).
    ///
    /// ```
    /// use exactile::RankingScore;
    /// let jaccard = "0,1,1,1".parse().unwrap();
    /// assert_eq!(RankingScore::ordering_as(&jaccard).unwrap().place().to_string(), "(1, 1/2)");
    /// assert!(RankingScore::ordering_as(&"1,0,0,1".parse().unwrap()).is_err());
    /// ```
    ///
    /// # Errors
    /// If the importances of tn and tp, or those of fp and fn, are both zero.
    pub fn ordering_as(importances: &Importances) -> Result<Self, NoPlace> {
        let share = |first, second| {
            let second = importances.of(second);
            second.checked_div(&(importances.of(first) + second))
        };
        let a = share(Outcome::TrueNegative, Outcome::TruePositive);
        let b = share(Outcome::FalsePositive, Outcome::FalseNegative);
        let place = Point::new(a.ok_or(NoPlace::NothingRight)?, b.ok_or(NoPlace::NothingWrong)?);
        Ok(Self { place })
    }

    /// Its importances 1-a, 1-b, b, a of tn, fp, fn, tp.
    ///
    /// ```
    /// use exactile::{Point, RankingScore, Rational};
    /// let f2 = RankingScore::at(Point::new(Rational::ONE, Rational::new(4, 5))).unwrap();
    /// assert_eq!(f2.importances().map(|i| i.to_string()), ["0", "1/5", "4/5", "1"]);
    /// ```
    pub fn importances(&self) -> [Rational; 4] {
        let Point { a, b } = &self.place;
        [a.complement(), b.complement(), b.clone(), a.clone()]
    }

    /// The score at a point of the Tile, `None` outside `[0, 1] x [0, 1]`.
    ///
    /// ```
    /// use exactile::{Point, RankingScore, Rational};
    /// assert!(RankingScore::at(Point::new(Rational::ONE, Rational::ZERO)).is_some());
    /// assert!(RankingScore::at(Point::new(Rational::from(2), Rational::ZERO)).is_none());
    /// ```
    pub fn at(place: Point) -> Option<Self> {
        place.is_in_unit_square().then_some(Self { place })
    }

    /// Its place (a, b).
    pub fn place(&self) -> &Point {
        &self.place
    }

    /// Satisfied and unsatisfied importance, s and u, so that the score is s/(s + u).
    ///
    /// ```
    /// use exactile::{ConfusionMatrix, Point, RankingScore, Rational};
    /// let f1 = RankingScore::at(Point::new(Rational::ONE, Rational::new(1, 2))).unwrap();
    /// let matrix = ConfusionMatrix::from_counts(56, 24, 6, 14)?;
    /// assert_eq!(f1.parts(&matrix), (Rational::from(14), Rational::from(15)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parts(&self, matrix: &ConfusionMatrix) -> (Rational, Rational) {
        let Point { a, b } = &self.place;
        (
            a.complement() * matrix.tn() + a * matrix.tp(),
            b.complement() * matrix.fp() + b * matrix.fn_(),
        )
    }

    /// Its value in `[0, 1]`, or `None` where no outcome that counts has occurred (0/0).
    ///
    /// ```
    /// use exactile::{ConfusionMatrix, Point, RankingScore, Rational};
    /// let f1 = RankingScore::at(Point::new(Rational::ONE, Rational::new(1, 2))).unwrap();
    /// let matrix = ConfusionMatrix::from_counts(56, 24, 6, 14)?;
    /// assert_eq!(f1.value(&matrix), Some(Rational::new(14, 29)));
    /// assert_eq!(f1.value(&ConfusionMatrix::from_counts(9, 0, 0, 0)?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    /// let accuracy =
    ///     RankingScore::at(Point::new(Rational::new(1, 2), Rational::new(1, 2))).unwrap();
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
