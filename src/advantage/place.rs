//! The point of the Tile that ranks classifiers as a cost does.
//!
//! At fixed priors pi-, pi+ > 0, tn = pi- - fp and tp = pi+ - fn. The ranking score R_ab increases
//! with s/u, s = C - (1-a) fp - a fn, C = (1-a) pi- + a pi+ > 0, u = (1-b) fp + b fn. It is
//! constant, s = l u, on the lines
//!
//! ```text
//! ((1-a) + l (1-b)) fp + (a + l b) fn = C        for all l > 0,
//! ```
//!
//! and the cost w- fp + w+ fn is constant on parallel lines. Both order all performances alike iff
//! the first lines too are parallel to them for all l, that is iff (1-a) : a = (1-b) : b = w- : w+.
//! So there is exactly one point, a = b = w+/(w- + w+), on the diagonal, and it does not depend on
//! the priors. Costs of right predictions only enter by differences: what is saved by being right,
//! w- = cost(fp) - cost(tn) and w+ = cost(fn) - cost(tp); the rest is constant at fixed priors.

use crate::geometry::Point;
use crate::num::Rational;

/// Reason why no point of the Tile ranks as a cost does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCostPlace {
    /// A mistake costs less than being right.
    #[error("a mistake costs less than being right, which no ranking score of the Tile rewards")]
    MistakesPay,
    /// All predictions cost the same.
    #[error("predictions make no difference to the cost")]
    NoDifference,
}

/// The one point (a, b) whose ranking score R_ab orders the performances of fixed priors as the
/// cost does, the least cost first. `negative` is what a false positive costs more than a true
/// negative, `positive` what a false negative costs more than a true positive.
///
/// ```
/// use exactile::{Point, Rational};
/// use exactile::advantage::cost_place;
/// let place = cost_place(&1.into(), &5.into())?;
/// assert_eq!(place, Point::new(Rational::new(5, 6), Rational::new(5, 6)));
/// // The 0/1 loss ranks as accuracy does.
/// assert_eq!(cost_place(&1.into(), &1.into())?.to_string(), "(1/2, 1/2)");
/// # Ok::<(), exactile::advantage::NoCostPlace>(())
/// ```
///
/// # Errors
/// A negative argument, or two zeros.
pub fn cost_place(negative: &Rational, positive: &Rational) -> Result<Point, NoCostPlace> {
    if negative.is_negative() || positive.is_negative() {
        return Err(NoCostPlace::MistakesPay);
    }
    let coordinate =
        positive.checked_div(&(negative + positive)).ok_or(NoCostPlace::NoDifference)?;
    Ok(Point::new(coordinate.clone(), coordinate))
}
