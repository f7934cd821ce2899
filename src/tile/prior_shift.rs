//! The prior shift: how the Tile warps when the priors change (The Tile, Lemma 5, Eq. 4 and 5).
//!
//! Written in odds z/(1-z) the map of either axis is a multiplication: from balanced priors to
//! (pi-, pi+) the odds are multiplied by pi-/pi+. Shifts compose by multiplying their factors.

use num_bigint::BigInt;

use crate::geometry::{BilinearCurve, Point};
use crate::num::{ExactInteger, Rational};

/// The map z -> k z / (1 - z + k z) of both axes of the Tile, k > 0.
///
/// ```
/// use exactile::Rational;
/// use exactile::tile::PriorShift;
/// // Accuracy's place under balanced priors goes where balanced accuracy stands: (pi-, pi-).
/// let shift = PriorShift::from_balanced(&Rational::new(1, 5));
/// assert_eq!(shift.apply(&Rational::new(1, 2)), Rational::new(4, 5));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriorShift {
    odds_factor: Rational,
}

/// Message of the check that the image of a line is a curve, which never fails.
const IMAGE: &str = "a line has a coefficient that is not zero, and so has its image";

impl PriorShift {
    /// From the Tile of balanced priors to the Tile of this positive prior: factor pi-/pi+.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::tile::PriorShift;
    /// let shift = PriorShift::from_balanced(&Rational::new(1, 5));
    /// assert_eq!(shift.odds_factor(), &Rational::from(4));
    /// assert!(PriorShift::from_balanced(&Rational::new(1, 2)).is_identity());
    /// ```
    ///
    /// # Panics
    /// If the prior is not between 0 and 1.
    pub fn from_balanced(prior_positive: &Rational) -> Self {
        let odds_factor = prior_positive.complement() / prior_positive;
        assert!(odds_factor.is_positive(), "a prior between 0 and 1");
        Self { odds_factor }
    }

    /// The factor by which odds are multiplied.
    pub fn odds_factor(&self) -> &Rational {
        &self.odds_factor
    }

    /// Returns `true` if it is the identity.
    pub fn is_identity(&self) -> bool {
        self.odds_factor == Rational::ONE
    }

    /// The inverse map.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::tile::PriorShift;
    /// let shift = PriorShift::from_balanced(&Rational::new(1, 5));
    /// assert_eq!(shift.inverse().odds_factor(), &Rational::new(1, 4));
    /// assert!(shift.then(&shift.inverse()).is_identity());
    /// ```
    pub fn inverse(&self) -> Self {
        Self { odds_factor: Rational::ONE / &self.odds_factor }
    }

    /// This shift, then another.
    pub fn then(&self, next: &Self) -> Self {
        Self { odds_factor: &self.odds_factor * &next.odds_factor }
    }

    /// The image of a coordinate in `[0, 1]`.
    pub fn apply(&self, z: &Rational) -> Rational {
        let scaled = &self.odds_factor * z;
        &scaled / (z.complement() + &scaled)
    }

    /// The image of the line `k_a a + k_b b + k_1 = 0` with coefficients `[k_a, k_b, k_1]`, not all
    /// zero: the positive side stays positive on the Tile.
    ///
    /// Inverting, a = a'/(k + r a') with r = 1 - k, and likewise b; the denominators of the
    /// coordinates that occur are positive and multiply the expression. So axis-parallel lines stay
    /// lines.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::tile::PriorShift;
    /// let identity = PriorShift::from_balanced(&Rational::new(1, 2));
    /// let line = [1, 1, -1].map(Rational::from);
    /// assert_eq!(identity.image_of_line(&line).to_string(), "0 1 1 -1");
    /// ```
    pub fn image_of_line(&self, [k_a, k_b, k_1]: &[Rational; 3]) -> BilinearCurve {
        let k = &self.odds_factor;
        let r = k.complement();
        let along = |coefficient: &Rational| (coefficient + k_1 * &r, k_1 * k);
        let zero = || Rational::ZERO;
        if k_b.is_zero() || k_a.is_zero() {
            let (slope, constant) = along(if k_b.is_zero() { k_a } else { k_b });
            let coefficients = if k_b.is_zero() {
                [zero(), slope, zero(), constant]
            } else {
                [zero(), zero(), slope, constant]
            };
            return BilinearCurve::new(coefficients).expect(IMAGE);
        }
        let slant = |coefficient: &Rational| (coefficient + k_1 * &r) * k;
        let bent = (k_a + k_b + k_1 * &r) * &r;
        BilinearCurve::new([bent, slant(k_a), slant(k_b), k_1 * k * k]).expect(IMAGE)
    }

    /// The image of a point.
    ///
    /// ```
    /// use exactile::{Point, Rational};
    /// use exactile::tile::PriorShift;
    /// let shift = PriorShift::from_balanced(&Rational::new(1, 5));
    /// let middle = Point::new(Rational::new(1, 2), Rational::new(1, 2));
    /// assert_eq!(shift.apply_to_point(&middle).to_string(), "(4/5, 4/5)");
    /// ```
    pub fn apply_to_point(&self, point: &Point) -> Point {
        Point::new(self.apply(&point.a), self.apply(&point.b))
    }
}

/// The priors pi- : pi+ as coprime integers.
#[derive(Clone, Debug)]
pub(super) struct PriorWeights<I> {
    pub(super) negative: I,
    pub(super) positive: I,
}

impl PriorWeights<BigInt> {
    pub(super) fn of(prior_positive: &Rational) -> Self {
        let odds = prior_positive.complement() / prior_positive;
        Self { negative: odds.numerator(), positive: odds.denominator() }
    }

    /// The same in integers of another width, which must hold them.
    pub(super) fn converted<I: ExactInteger>(&self) -> PriorWeights<I> {
        PriorWeights {
            negative: I::from_big(&self.negative),
            positive: I::from_big(&self.positive),
        }
    }
}

impl<I: ExactInteger> PriorWeights<I> {
    /// Returns `true` if the priors are equal, so that the Tile is not warped. The weights are
    /// coprime.
    #[inline]
    pub(super) fn is_balanced(&self) -> bool {
        self.negative == self.positive
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_form_a_group() {
        let prior = |n, d| PriorShift::from_balanced(&Rational::new(n, d));
        let (there, further) = (prior(1, 5), prior(2, 7));
        assert!(there.then(&there.inverse()).is_identity());
        let direct = there.inverse().then(&further);
        let z = Rational::new(3, 11);
        assert_eq!(direct.apply(&z), further.apply(&there.inverse().apply(&z)));
        for end in [Rational::ZERO, Rational::ONE] {
            assert_eq!(there.apply(&end), end);
        }
    }
}
