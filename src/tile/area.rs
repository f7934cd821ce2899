//! Areas of pieces: rational for balanced priors, rational plus rational multiples of logarithms
//! otherwise.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub, SubAssign};

#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

use crate::geometry::{BilinearCurve, Point, area_under};
use crate::num::{LogSum, Percent, Rational, by_assignment};

/// The area of a part of the Tile, whose whole area is 1.
///
/// ```
/// use exactile::{Classifier, ConfusionMatrix, Regions};
/// let classifiers = vec![
///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
/// ];
/// let summary = Regions::new(classifiers)?.summary();
/// let share = &summary.classifiers[0].first_share;
/// assert_eq!(share.value().to_string(), "31/42");
/// assert_eq!(share.percent(1).number(), "73.8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area(LogSum);

impl Area {
    /// The area of the whole Tile.
    ///
    /// ```
    /// use exactile::Area;
    /// assert_eq!(Area::whole().value().to_string(), "1");
    /// ```
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

    /// The value as an exact sum.
    pub fn value(&self) -> &LogSum {
        &self.0
    }

    /// The share of the Tile in percent for the reader, with that many digits after the point.
    ///
    /// ```
    /// use exactile::Area;
    /// assert_eq!(Area::whole().percent(1).number(), "100.0");
    /// ```
    pub fn percent(&self, digits: u32) -> Percent {
        Percent::of(self.0.clone(), digits)
    }
}

impl AddAssign<&Area> for Area {
    /// Adds an area that does not overlap this one.
    fn add_assign(&mut self, other: &Area) {
        self.0 += &other.0;
    }
}

impl SubAssign<&Area> for Area {
    /// Takes a part of the area away.
    fn sub_assign(&mut self, part: &Area) {
        self.0 -= &part.0;
    }
}

by_assignment!(Area { Add<Area> add +=, Sub<Area> sub -= });

impl<'a> Sum<&'a Area> for Area {
    fn sum<I: Iterator<Item = &'a Area>>(parts: I) -> Area {
        parts.fold(Area::zero(), |sum, part| sum + part)
    }
}

impl Sum for Area {
    fn sum<I: Iterator<Item = Area>>(parts: I) -> Area {
        parts.fold(Area::zero(), |sum, part| sum + part)
    }
}

#[cfg(feature = "serde")]
impl Serialize for Area {
    /// An exact number where it is rational, an enclosure with its closed form otherwise.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}
