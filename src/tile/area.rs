//! Areas of pieces: rational for balanced priors, rational plus rational multiples of logarithms
//! otherwise.

use serde::{Serialize, Serializer};

use super::piece::Piece;
use crate::geometry::{BilinearCurve, Point, area_under};
use crate::num::{LogSum, Rational};

/// Digits behind the point of areas that are not rational.
const DIGITS: u32 = 20;

/// The area of a part of the Tile, whose whole area is 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area(LogSum);

impl Area {
    /// The area of the whole Tile.
    pub fn whole() -> Self {
        Self(Rational::ONE.into())
    }

    /// No area.
    pub fn zero() -> Self {
        Self(LogSum::default())
    }

    pub(super) fn of(value: impl Into<LogSum>) -> Self {
        Self(value.into())
    }

    /// The area on the side of TNR (0, 0) of a frontier: full columns left of its upper end, then
    /// what is under the arc.
    pub(super) fn below_arc(
        curve: &BilinearCurve,
        upper_left: &Point,
        lower_right: &Point,
    ) -> Self {
        let columns = LogSum::from(upper_left.a.clone());
        Self(columns + area_under(curve, upper_left, lower_right))
    }

    /// The area inside edges that join corners counter-clockwise: minus the integral of b over a
    /// once around.
    pub(super) fn inside(vertices: &[Point], edges: &[BilinearCurve]) -> Self {
        let next = vertices.iter().skip(1).chain(&vertices[..1]);
        let around = vertices
            .iter()
            .zip(next)
            .zip(edges)
            .fold(LogSum::default(), |sum, ((from, to), edge)| sum - area_under(edge, from, to));
        Self(around)
    }

    /// The value as an exact sum.
    pub fn value(&self) -> &LogSum {
        &self.0
    }

    /// The difference to a part of this area.
    pub(super) fn minus(&self, part: &Self) -> Self {
        Self(self.0.clone() - part.0.clone())
    }

    /// This area and another one, which does not overlap it.
    pub fn plus(self, other: &Self) -> Self {
        Self(self.0 + other.0.clone())
    }

    /// The share of the Tile in per cent for the reader, with that many digits; rounded, so a share
    /// below half a unit of the last digit shows as zeros.
    pub fn percent(&self, digits: u32) -> String {
        let hundred = Rational::from(100);
        match self.0.as_rational() {
            Some(value) => (value * hundred).to_decimal(digits),
            None => (self.0.enclosure(96).lower() * hundred).to_decimal(digits),
        }
    }
}

impl Serialize for Area {
    /// An exact number where it is rational, an enclosure with its closed form otherwise.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_rational() {
            Some(value) => value.serialize(serializer),
            None => self.0.to_certified(DIGITS).serialize(serializer),
        }
    }
}

impl Piece {
    /// The area inside its edges: minus the integral of b over a once around. Ties have none.
    pub fn enclosed_area(&self) -> Area {
        if self.dimension() < 2 {
            return Area::zero();
        }
        Area::inside(&self.vertices, &self.edges)
    }
}
