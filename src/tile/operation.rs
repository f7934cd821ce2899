//! Effect of operations on performances on the Tile (The Tile, Table 1 and Lemmas 1 to 5).

use crate::geometry::Point;
use crate::num::Rational;
use crate::performance::{Operation, Outcome};

use super::PriorShift;

/// New place of an ordering after an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The new place.
    pub place: Point,
    /// `true` if the ordering is inverted.
    pub inverted: bool,
    /// Change of the values by the operation.
    pub values: Values,
    /// The positive prior after the operation, where it is known.
    pub prior_positive: Option<Rational>,
}

/// Change of a canonical ranking score's values by an operation, from its old place to the new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// The values stay.
    Kept,
    /// R becomes 1 - R.
    Complemented,
    /// Only their order stays.
    Reordered,
}

/// Reason why an ordering has no new place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoMove {
    /// Different performances become equal.
    #[error("the operation makes different performances equal, so that their order is lost")]
    OrderLost,
    /// A prior shift from an unknown prior.
    #[error("a prior shift starts from a prior that is not known")]
    PriorUnknown,
}

impl Operation {
    /// Returns the new place of the ordering at `origin`: performances P are ordered at `origin` as
    /// the performances after the operation are ordered at the new place, or inversely. A prior
    /// shift takes performances of one prior.
    ///
    /// A filter multiplies importances, so the odds a/(1-a) are divided by I(tp)/I(tn) and b/(1-b)
    /// by I(fn)/I(fp) to undo it. A prior shift is the filter with pi-'/pi- for the negative class
    /// and pi+'/pi+ for the positive one.
    ///
    /// ```
    /// use exactile::{Operation, Point, Rational};
    /// let f2 = Point::new(Rational::ONE, Rational::new(4, 5));
    /// let moved = Operation::SwapClasses.moved(&f2, None).unwrap();
    /// assert_eq!(moved.place, Point::new(Rational::ZERO, Rational::new(1, 5)));
    /// ```
    ///
    /// If the order after the operation cannot be known: no skill, a filter with a zero, or a prior
    /// shift without a given prior.
    pub fn moved(
        &self,
        origin: &Point,
        prior_positive: Option<&Rational>,
    ) -> Result<Moved, NoMove> {
        let Point { a, b } = origin;
        let complement = prior_positive.map(Rational::complement);
        let (place, values, prior) = match self {
            Self::ChangePredicted => {
                let place = Point::new(b.clone(), a.clone());
                (place, Values::Complemented, prior_positive.cloned())
            }
            Self::ChangeTrue => {
                (Point::new(b.complement(), a.complement()), Values::Complemented, complement)
            }
            Self::Transpose => (Point::new(a.clone(), b.complement()), Values::Kept, None),
            Self::SwapClasses => {
                (Point::new(a.complement(), b.complement()), Values::Kept, complement)
            }
            Self::PriorShift(target) => {
                let start = prior_positive.ok_or(NoMove::PriorUnknown)?;
                if !start.is_positive() || *start >= Rational::ONE {
                    return Err(NoMove::PriorUnknown);
                }
                let there = PriorShift::from_balanced(target);
                let shift = PriorShift::from_balanced(start).inverse().then(&there);
                (shift.apply_to_point(origin), Values::Reordered, Some(target.clone()))
            }
            Self::Filter(importances) => {
                let scaled = |share: &Rational, first, second| {
                    let (first, second) = (importances.of(first), importances.of(second));
                    if first.is_zero() || second.is_zero() {
                        return Err(NoMove::OrderLost);
                    }
                    let (low, high) = (share.complement() / first, share / second);
                    Ok(&high / (low + &high))
                };
                let place = Point::new(
                    scaled(a, Outcome::TrueNegative, Outcome::TruePositive)?,
                    scaled(b, Outcome::FalsePositive, Outcome::FalseNegative)?,
                );
                (place, Values::Reordered, None)
            }
            Self::NoSkill => return Err(NoMove::OrderLost),
        };
        let inverted = values == Values::Complemented;
        Ok(Moved { place, inverted, values, prior_positive: prior })
    }
}

impl Values {
    /// The new value for an old one, `None` if more than that decides it.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::tile::Values;
    /// let value = Rational::new(1, 5);
    /// assert_eq!(Values::Complemented.apply(&value), Some(Rational::new(4, 5)));
    /// assert_eq!(Values::Reordered.apply(&value), None);
    /// ```
    pub fn apply(self, value: &Rational) -> Option<Rational> {
        match self {
            Self::Kept => Some(value.clone()),
            Self::Complemented => Some(value.complement()),
            Self::Reordered => None,
        }
    }
}
