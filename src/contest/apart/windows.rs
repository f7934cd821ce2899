//! Windows that hold the mass of a distribution of further results: one of each class's counts.
//!
//! Outside the windows lies less than 2^-72 of the mass of one class. The mass outside is summed in
//! 128-bit numbers and passed on: it bounds the error of every probability.

use std::ops::Range;
use std::sync::Arc;

use crate::lattice::{Predictive, Urn};
use crate::num::WideFloat;

/// Binary exponent of the greatest mass of a tail that is cut.
pub(super) const TAIL_EXPONENT: i64 = -74;
/// The sums of tails and their conversion to doubles err by far less than this factor.
const MARGIN: f64 = 1.0 + 1e-9;

/// The masses of one class's counts within a window.
pub(in crate::contest) struct Window {
    /// The counts.
    pub(in crate::contest) counts: Range<u64>,
    /// Their masses as doubles.
    pub(in crate::contest) masses: Vec<f64>,
    /// Greatest error of each mass, in roundings.
    pub(in crate::contest) roundings: f64,
    /// At least the mass outside.
    pub(in crate::contest) cut: f64,
}

impl Window {
    pub(in crate::contest) fn new(urn: &Urn) -> Self {
        let (masses, _) = urn.masses();
        let limit = WideFloat::ONE.times_power_of_two(TAIL_EXPONENT);
        let (below, low) = tail(masses.iter(), limit);
        let (above, high) = tail(masses.iter().rev(), limit);
        let kept = &masses[below..masses.len() - above];
        let start = u64::try_from(below).expect("a count");
        Self {
            counts: start..start + u64::try_from(kept.len()).expect("a count"),
            masses: kept.iter().map(|mass| mass.to_f64()).collect(),
            // A conversion costs one rounding and a bit, the mass itself some 2^-100.
            roundings: 1.01,
            cut: (low.to_f64() + high.to_f64()) * MARGIN,
        }
    }
}

/// Returns the number of masses, counted from one end, that together are at most `limit`, and their
/// sum.
fn tail<'m>(masses: impl Iterator<Item = &'m WideFloat>, limit: WideFloat) -> (usize, WideFloat) {
    let mut sum = WideFloat::ZERO;
    for (count, mass) in masses.enumerate() {
        let with = sum + *mass;
        if with > limit {
            return (count, sum);
        }
        sum = with;
    }
    unreachable!("the mass of a class is one")
}

/// The windows of a classifier's further results.
pub(super) struct Windows {
    pub(super) positive: Arc<Window>,
    pub(super) negative: Arc<Window>,
}

impl Windows {
    pub(super) fn new(next: &Predictive) -> Self {
        Self {
            positive: Arc::new(Window::new(&next.positive)),
            negative: Arc::new(Window::new(&next.negative)),
        }
    }

    /// At least the mass of all matrices outside.
    pub(super) fn cut(&self) -> f64 {
        (self.positive.cut + self.negative.cut) * MARGIN
    }
}
