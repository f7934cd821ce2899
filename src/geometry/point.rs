//! A point with rational coordinates.

use std::fmt;

#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

use crate::num::Rational;

/// A point of the plane with exact coordinates `a` (to the right) and `b` (upwards).
///
/// ```
/// use exactile::{Point, Rational};
/// let point = Point::new(Rational::new(1, 2), Rational::new(3, 4));
/// assert_eq!(point.to_string(), "(1/2, 3/4)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Point {
    /// Abscissa.
    pub a: Rational,
    /// Ordinate.
    pub b: Rational,
}

impl Point {
    /// The point (a, b).
    pub fn new(a: Rational, b: Rational) -> Self {
        Self { a, b }
    }

    /// The corners of the Tile, counter-clockwise from (0, 0).
    pub fn unit_square() -> [Self; 4] {
        [[0, 0], [1, 0], [1, 1], [0, 1]]
            .map(|[a, b]| Self::new(Rational::from(a), Rational::from(b)))
    }

    /// Returns `true` if the point is in the closed unit square.
    ///
    /// ```
    /// use exactile::{Point, Rational};
    /// assert!(Point::new(Rational::ONE, Rational::ZERO).is_in_unit_square());
    /// assert!(!Point::new(Rational::new(3, 2), Rational::ZERO).is_in_unit_square());
    /// ```
    pub fn is_in_unit_square(&self) -> bool {
        [&self.a, &self.b].into_iter().all(|z| !z.is_negative() && *z <= Rational::ONE)
    }

    /// As a pair of doubles, for pictures.
    ///
    /// ```
    /// use exactile::{Point, Rational};
    /// assert_eq!(Point::new(Rational::new(1, 2), Rational::new(3, 4)).to_f64(), (0.5, 0.75));
    /// ```
    pub fn to_f64(&self) -> (f64, f64) {
        (self.a.to_f64(), self.b.to_f64())
    }
}

#[cfg(feature = "serde")]
impl Serialize for Point {
    /// A pair of exact numbers: `["1/2", "1/3"]`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.a, &self.b).serialize(serializer)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.a, self.b)
    }
}
