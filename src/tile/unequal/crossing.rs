//! Meetings of two frontiers of one classifier inside the Tile.
//!
//! Two bilinear equations have in general two common zeros, with square roots in them. But the
//! difference s_j u_i - s_i u_j vanishes where s_i and u_i both do, for every j: all frontiers of
//! classifier i pass through this one point, which is rational (or at infinity) and outside the
//! open Tile, where s_i and u_i are positive. So two of them have one further common zero at most,
//! and it is rational.
//!
//! In other words: F = s_j/s_i is linear in X = a/s_i(a) (or in (1-a)/s_i(a), if tn_i = 0), and
//! G = u_j/u_i likewise in a Y of b alone. X and Y are monotone, so in these coordinates, which are
//! the classifier's own, the Tile is a rectangle (maybe an unbounded one), the frontiers are
//! straight lines and the regions between them convex. The classifier's score grows with
//! s_i/u_i, the quotient of 1/u_i, linear in Y, and 1/s_i, linear in X: it is monotone along every
//! frontier, so on a region its extremes are at corners.

use num_bigint::BigInt;
use num_traits::Zero;

use super::abscissa::Abscissa;
use super::frontier::Arc;
use crate::num::Rational;

/// The integers with which most crossings are found: below them no product of a few overflows.
const NARROW: i64 = 1 << 60;

/// One classifier's frontier, neither upright nor constant, ready to be crossed with others.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The coefficients [k_ab, k_a, k_b, k_1] of its curve, if they are small.
    narrow: Option<[i128; 4]>,
    /// The same if they are not.
    wide: [BigInt; 4],
    /// The abscissae of its ends.
    ends: [Abscissa; 2],
}

/// The zero of s_i, which is outside (0, 1).
#[derive(Clone, Debug)]
pub(super) struct Base {
    /// Numerator and denominator, if they are small.
    narrow: Option<[i128; 2]>,
    wide: [BigInt; 2],
}

fn small(value: i64) -> Option<i128> {
    (-NARROW..=NARROW).contains(&value).then_some(i128::from(value))
}

impl Base {
    pub(super) fn new(value: &Rational) -> Self {
        let parts = value.small_parts();
        let narrow = parts
            .and_then(|(numerator, denominator)| Some([small(numerator)?, small(denominator)?]));
        Self { narrow, wide: [value.numerator(), value.denominator()] }
    }
}

impl Line {
    pub(super) fn new(arc: &Arc) -> Self {
        // Curves have integers without common factor as coefficients.
        let narrow = |value: &Rational| small(value.small_parts()?.0);
        let [k_ab, k_a, k_b, k_1] = arc.curve.coefficients().each_ref().map(narrow);
        let end = |a: &Rational| Abscissa::rational(a).expect("arcs end on the Tile's border");
        Self {
            narrow: (|| Some([k_ab?, k_a?, k_b?, k_1?]))(),
            wide: arc.curve.coefficients().each_ref().map(Rational::numerator),
            ends: [end(&arc.left.a), end(&arc.right.a)],
        }
    }

    /// The abscissa at which two lines of different curves meet strictly inside the Tile. `base` is
    /// the zero of s_i, `None` for a constant s_i.
    ///
    /// On a curve, b = -(k_a a + k_1)/(k_ab a + k_b); two of them are equal where a polynomial
    /// q2 a^2 + q1 a + q0 vanishes. If its degree is two, `base` is one of its zeros; otherwise
    /// `base` is at infinity, or one of the curves is level, or the only zero is `base` itself.
    pub(super) fn meeting(&self, other: &Self, base: Option<&Base>) -> Option<Abscissa> {
        let low = Ord::max(&self.ends[0], &other.ends[0]);
        let high = Ord::min(&self.ends[1], &other.ends[1]);
        if low >= high {
            return None;
        }
        let zero = match self.narrow_zero(other, base) {
            Some([numerator, denominator]) => Abscissa::quotient(numerator, denominator),
            None => {
                let [numerator, denominator] = self.zero(other, base)?;
                Abscissa::big_quotient(&numerator, &denominator)
            }
        };
        zero.filter(|zero| low < zero && zero < high)
    }

    /// As [`zero`](Self::zero), if all that it takes is small. If there is none the quotient is
    /// outside `[0, 1]`.
    fn narrow_zero(&self, other: &Self, base: Option<&Base>) -> Option<[i128; 2]> {
        let ([k_ab, k_a, k_b, k_1], [l_ab, l_a, l_b, l_1]) = (self.narrow?, other.narrow?);
        // Products of two are below 2^120, sums of four of them below 2^122.
        let q2 = k_a * l_ab - l_a * k_ab;
        let q1 = || k_a * l_b + k_1 * l_ab - l_a * k_b - l_1 * k_ab;
        let q0 = || k_1 * l_b - l_1 * k_b;
        const OUTSIDE: [i128; 2] = [2, 1];
        match base.filter(|_| q2 != 0) {
            // The product of the zeros is q0/q2, their sum -q1/q2.
            Some(base) => match base.narrow? {
                [0, _] => Some([-q1(), q2]),
                [numerator, denominator] => {
                    Some([q0().checked_mul(denominator)?, q2.checked_mul(numerator)?])
                }
            },
            None => match q1() {
                0 => Some(OUTSIDE),
                q1 => Some([-q0(), q1]),
            },
        }
    }

    /// The zero that is not `base`, as a quotient, if there is one.
    fn zero(&self, other: &Self, base: Option<&Base>) -> Option<[BigInt; 2]> {
        let ([k_ab, k_a, k_b, k_1], [l_ab, l_a, l_b, l_1]) = (&self.wide, &other.wide);
        let q2 = k_a * l_ab - l_a * k_ab;
        let q1 = || k_a * l_b + k_1 * l_ab - l_a * k_b - l_1 * k_ab;
        let q0 = || k_1 * l_b - l_1 * k_b;
        let [numerator, denominator] = match base.filter(|_| !q2.is_zero()) {
            Some(Base { wide: [numerator, _], .. }) if numerator.is_zero() => [-q1(), q2],
            Some(Base { wide: [numerator, denominator], .. }) => {
                [q0() * denominator, q2 * numerator]
            }
            None => [-q0(), q1()],
        };
        (!denominator.is_zero()).then_some([numerator, denominator])
    }
}
