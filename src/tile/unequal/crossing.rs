//! Where two frontiers of one classifier meet inside the Tile.

use super::frontier::Arc;
use crate::num::{Quadratic, Rational};

/// The abscissae at which two arcs of different curves meet strictly inside the Tile, at most two.
/// Neither may be upright.
///
/// On a curve, b = -(k_a a + k_1)/(k_ab a + k_b); two of them are equal where a polynomial of
/// degree two vanishes. The curves are irreducible, so it is not zero everywhere.
pub(super) fn meetings(first: &Arc, second: &Arc) -> Vec<Quadratic> {
    let low = Rational::max(first.left.a.clone(), second.left.a.clone());
    let high = Rational::min(first.right.a.clone(), second.right.a.clone());
    if low >= high {
        return Vec::new();
    }
    let [k_ab, k_a, k_b, k_1] = first.curve.coefficients();
    let [l_ab, l_a, l_b, l_1] = second.curve.coefficients();
    let roots = Quadratic::roots(
        &(k_a * l_ab - l_a * k_ab),
        &(k_a * l_b + k_1 * l_ab - l_a * k_b - l_1 * k_ab),
        &(k_1 * l_b - l_1 * k_b),
    );
    let (low, high) = (Quadratic::from(low), Quadratic::from(high));
    roots.into_iter().filter(|a| low < *a && *a < high).collect()
}
