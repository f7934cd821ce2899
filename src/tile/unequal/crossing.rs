//! Where two frontiers of one classifier meet inside the Tile.
//!
//! In bilinear equations one would expect two common zeros with square roots in them. But s_j u_i -
//! s_i u_j vanishes where s_i and u_i both do, whoever j is: all frontiers of classifier i pass
//! through this one point, which is rational (or at infinity) and outside the open Tile, where s_i
//! and u_i are positive. So two of them have one further common zero at most, and it is rational.
//!
//! In other words: F = s_j/s_i is linear in X = a/s_i(a) (or in (1-a)/s_i(a), if tn_i = 0), and
//! G = u_j/u_i likewise in a Y of b alone. X and Y are monotone, so in these coordinates, which are
//! the classifier's own, the Tile is a rectangle (maybe an unbounded one), the frontiers are
//! straight lines and the regions between them convex. The classifier's score grows with
//! s_i/u_i, the quotient of 1/u_i, linear in Y, and 1/s_i, linear in X: it is monotone along every
//! frontier, so on a region its extremes are at corners.

use super::frontier::Arc;
use crate::num::Rational;

/// The abscissa at which two arcs of different curves, neither of them upright, meet strictly inside
/// the Tile. `base` is the zero of s_i, `None` for a constant s_i.
///
/// On a curve, b = -(k_a a + k_1)/(k_ab a + k_b); two of them are equal where a polynomial of
/// degree two vanishes. If its degree is two, `base` is one of its zeros; otherwise `base` is at
/// infinity, or one of the curves is level, or the only zero is `base` itself.
pub(super) fn meeting(first: &Arc, second: &Arc, base: Option<&Rational>) -> Option<Rational> {
    let low = Rational::max(first.left.a.clone(), second.left.a.clone());
    let high = Rational::min(first.right.a.clone(), second.right.a.clone());
    if low >= high {
        return None;
    }
    let [k_ab, k_a, k_b, k_1] = first.curve.coefficients();
    let [l_ab, l_a, l_b, l_1] = second.curve.coefficients();
    let q2 = k_a * l_ab - l_a * k_ab;
    let q1 = k_a * l_b + k_1 * l_ab - l_a * k_b - l_1 * k_ab;
    let zero = match base.filter(|_| !q2.is_zero()) {
        Some(base) => -q1 / q2 - base,
        None => (l_1 * k_b - k_1 * l_b).checked_div(&q1)?,
    };
    (low < zero && zero < high).then_some(zero)
}
