//! A point whose coordinates are roots of quadratic equations: where two frontiers cross.

use std::fmt;

use serde::{Serialize, Serializer};

use super::Point;
use crate::num::Quadratic;

/// A point of the plane with coordinates p + q sqrt(r).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct QuadraticPoint {
    /// Abscissa.
    pub a: Quadratic,
    /// Ordinate.
    pub b: Quadratic,
}

impl QuadraticPoint {
    /// The point, where both coordinates are rational.
    pub fn as_rational(&self) -> Option<Point> {
        Some(Point::new(self.a.as_rational()?.clone(), self.b.as_rational()?.clone()))
    }

    /// As a pair of doubles, for pictures.
    pub fn to_f64(&self) -> (f64, f64) {
        (self.a.to_f64(), self.b.to_f64())
    }
}

impl From<&Point> for QuadraticPoint {
    fn from(point: &Point) -> Self {
        Self { a: point.a.clone().into(), b: point.b.clone().into() }
    }
}

impl Serialize for QuadraticPoint {
    /// A pair of exact numbers or of enclosures with their closed forms.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.a, &self.b).serialize(serializer)
    }
}

impl fmt::Display for QuadraticPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.a, self.b)
    }
}
