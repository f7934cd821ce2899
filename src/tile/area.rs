//! Areas of pieces: rational for balanced priors, rational plus rational multiples of logarithms
//! otherwise.

#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

use crate::geometry::{BilinearCurve, Point, area_under};
use crate::num::{LogSum, Percent, Rational};

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

    pub(crate) fn of(value: impl Into<LogSum>) -> Self {
        Self(value.into())
    }

    /// The area of a region from its corners, counter-clockwise, and the edges that follow them:
    /// minus the integral of b over a once around.
    pub(crate) fn inside<'c>(
        corners: &[Point],
        edges: impl IntoIterator<Item = &'c BilinearCurve>,
    ) -> Self {
        let next = corners.iter().cycle().skip(1);
        let around = corners
            .iter()
            .zip(next)
            .zip(edges)
            .fold(LogSum::default(), |sum, ((from, to), edge)| sum - area_under(edge, from, to));
        Self(around)
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

    /// The value as an exact sum.
    pub fn value(&self) -> &LogSum {
        &self.0
    }

    /// The difference to a part of this area.
    pub fn minus(&self, part: &Self) -> Self {
        Self(self.0.clone() - part.0.clone())
    }

    /// This area and another one, which does not overlap it.
    pub fn plus(self, other: &Self) -> Self {
        Self(self.0 + other.0.clone())
    }

    /// The share of the Tile in percent for the reader, with that many digits after the point.
    pub fn percent(&self, digits: u32) -> Percent {
        Percent::of(self.0.clone(), digits)
    }
}

#[cfg(feature = "serde")]
impl Serialize for Area {
    /// An exact number where it is rational, an enclosure with its closed form otherwise.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}
