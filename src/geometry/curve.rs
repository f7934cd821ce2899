//! Curves `k_ab ab + k_a a + k_b b + k_1 = 0`: lines, and hyperbolas with axis-parallel asymptotes.
//!
//! Every frontier between two classifiers on the Tile is one (theory: The Tile, Eq. 7 for balanced
//! priors; the general form follows from s1 u2 = s2 u1, which is linear in a and in b).

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigInt;
#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

use super::Point;
use crate::num::{Rational, gcd};

/// The curve `k_ab ab + k_a a + k_b b + k_1 = 0`, oriented: its positive side matters, its
/// coefficients are integers without common factor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BilinearCurve {
    /// `[k_ab, k_a, k_b, k_1]`, coprime integers, not all zero.
    coefficients: [Rational; 4],
}

impl BilinearCurve {
    /// The curve with these coefficients `[k_ab, k_a, k_b, k_1]`, made primitive. `None` if all
    /// are zero.
    ///
    /// ```
    /// use exactile::{BilinearCurve, Rational};
    /// let curve = BilinearCurve::new([0, 2, -4, 2].map(Rational::from)).unwrap();
    /// assert_eq!(curve.coefficients(), &[0, 1, -2, 1].map(Rational::from));
    /// assert_eq!(BilinearCurve::new([0, 0, 0, 0].map(Rational::from)), None);
    /// ```
    pub fn new(coefficients: [Rational; 4]) -> Option<Self> {
        let mut common = BigInt::ZERO;
        let mut scale = BigInt::from(1);
        for coefficient in &coefficients {
            common = gcd(&common, &coefficient.numerator());
            let denominator = coefficient.denominator();
            scale = &scale / gcd(&scale, &denominator) * denominator;
        }
        if common == BigInt::ZERO {
            return None;
        }
        let factor = Rational::new(scale, common);
        Some(Self { coefficients: coefficients.map(|k| k * &factor) })
    }

    /// From integers that are known to be coprime.
    pub(crate) fn from_primitive(coefficients: [Rational; 4]) -> Self {
        Self { coefficients }
    }

    /// The line `k_a a + k_b b + k_1 = 0` with small integer coefficients.
    pub(crate) fn small_line(k_a: i32, k_b: i32, k_1: i32) -> Self {
        Self { coefficients: [0, k_a, k_b, k_1].map(Rational::from) }
    }

    /// `[k_ab, k_a, k_b, k_1]`.
    pub fn coefficients(&self) -> &[Rational; 4] {
        &self.coefficients
    }

    /// Returns `true` if the curve is a straight line.
    ///
    /// ```
    /// use exactile::{BilinearCurve, Rational};
    /// let straight = |numbers: [i32; 4]| {
    ///     BilinearCurve::new(numbers.map(Rational::from)).map(|curve| curve.is_straight())
    /// };
    /// assert_eq!(straight([0, 1, 2, -1]), Some(true));
    /// assert_eq!(straight([1, 1, 2, -1]), Some(false));
    /// ```
    pub fn is_straight(&self) -> bool {
        self.coefficients[0].is_zero()
    }

    /// The same curve with the other side positive.
    pub fn reversed(&self) -> Self {
        Self { coefficients: self.coefficients.clone().map(|k| -k) }
    }

    /// The value of the expression at a point.
    ///
    /// ```
    /// use exactile::{BilinearCurve, Point, Rational};
    /// let curve = BilinearCurve::new([1, 0, 0, -1].map(Rational::from)).unwrap();
    /// let at = Point::new(Rational::new(1, 2), Rational::from(3));
    /// assert_eq!(curve.value_at(&at), Rational::new(1, 2));
    /// ```
    pub fn value_at(&self, point: &Point) -> Rational {
        let [k_ab, k_a, k_b, k_1] = &self.coefficients;
        (k_ab * &point.b + k_a) * &point.a + k_b * &point.b + k_1
    }

    /// The side of the curve that a point is on: greater than zero, on it, or less.
    ///
    /// ```
    /// use exactile::{BilinearCurve, Point, Rational};
    /// use std::cmp::Ordering;
    /// let curve = BilinearCurve::new([0, 1, 0, -1].map(Rational::from)).unwrap();
    /// let origin = Point::new(Rational::ZERO, Rational::ZERO);
    /// assert_eq!(curve.side_of(&origin), Ordering::Less);
    /// assert_eq!(curve.reversed().side_of(&origin), Ordering::Greater);
    /// ```
    pub fn side_of(&self, point: &Point) -> Ordering {
        self.value_at(point).sign()
    }
}

#[cfg(feature = "serde")]
impl Serialize for BilinearCurve {
    /// A list of four exact integers: `["k_ab", "k_a", "k_b", "k_1"]`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.coefficients.serialize(serializer)
    }
}

impl fmt::Display for BilinearCurve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [k_ab, k_a, k_b, k_1] = &self.coefficients;
        write!(f, "{k_ab} {k_a} {k_b} {k_1}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coefficients_are_made_primitive_and_keep_their_side() {
        let curve = BilinearCurve::new([
            Rational::new(1, 2),
            Rational::new(-3, 4),
            Rational::ZERO,
            Rational::new(1, 4),
        ])
        .expect("not all zero");
        assert_eq!(curve.to_string(), "2 -3 0 1");
        let point = Point::new(Rational::new(1, 2), Rational::ONE);
        assert_eq!(curve.side_of(&point), Ordering::Greater);
        assert_eq!(curve.reversed().side_of(&point), Ordering::Less);
        assert_eq!(BilinearCurve::new([0, 0, 0, 0].map(Rational::from)), None);
    }
}
