//! A point with rational coordinates.

use std::fmt;

#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

use crate::num::Rational;

/// A point of the plane with exact coordinates `a` (to the right) and `b` (upwards).
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

    /// Returns `true` if the point is in the closed unit square.
    pub fn is_in_unit_square(&self) -> bool {
        [&self.a, &self.b].into_iter().all(|z| !z.is_negative() && *z <= Rational::ONE)
    }

    /// As a pair of doubles, for pictures.
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
