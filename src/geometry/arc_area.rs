//! The exact area under an arc of a bilinear curve.

use super::{BilinearCurve, Point};
use crate::num::{LogSum, Rational};

/// The signed area between an arc and the axis b = 0: the integral of b over a from `from` to `to`.
///
/// On the curve, b = (p a + q)/(r a + s) with p = -k_a, q = -k_1, r = k_ab, s = k_b, and for r != 0
/// the integral is (p/r) (a1 - a0) + ((q r - p s)/r^2) ln((r a1 + s)/(r a0 + s)): rational plus a
/// rational multiple of one logarithm. A vertical edge contributes nothing.
///
/// Both points must lie on the curve, on the same branch.
///
/// ```
/// use exactile::geometry::{BilinearCurve, Point, area_under};
/// use exactile::Rational;
/// let [zero, one] = [0, 1].map(Rational::from);
/// // The diagonal b = a, from (0, 0) to (1, 1).
/// let diagonal = BilinearCurve::new([0, 1, -1, 0].map(Rational::from)).unwrap();
/// let ends = [Point::new(zero.clone(), zero), Point::new(one.clone(), one)];
/// let area = area_under(&diagonal, &ends[0], &ends[1]);
/// assert_eq!(area.to_string(), "1/2");
/// ```
pub fn area_under(curve: &BilinearCurve, from: &Point, to: &Point) -> LogSum {
    let width = &to.a - &from.a;
    if width.is_zero() {
        return LogSum::default();
    }
    let [r, k_a, s, k_1] = curve.coefficients();
    if r.is_zero() {
        return (width * (&from.b + &to.b) / Rational::from(2)).into();
    }
    let (p, q) = (-k_a, -k_1);
    let argument = (r * &to.a + s) / (r * &from.a + s);
    let factor = (q * r - &p * s) / (r * r);
    LogSum::ln(&argument) * factor + p / r * width
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_area_under_a_hyperbola_is_a_logarithm() {
        // a b = 1 from a = 1 to a = 3.
        let curve = BilinearCurve::new([1, 0, 0, -1].map(Rational::from)).expect("a curve");
        let from = Point::new(Rational::ONE, Rational::ONE);
        let to = Point::new(Rational::from(3), Rational::new(1, 3));
        assert_eq!(area_under(&curve, &from, &to).to_string(), "ln(3)");
        assert_eq!(area_under(&curve, &to, &from).to_string(), "-ln(3)");
    }

    #[test]
    fn a_straight_arc_bounds_a_trapezium() {
        let line = BilinearCurve::small_line(1, -1, 0);
        let from = Point::new(Rational::ZERO, Rational::ZERO);
        let to = Point::new(Rational::ONE, Rational::ONE);
        assert_eq!(area_under(&line, &from, &to), LogSum::from(Rational::new(1, 2)));
    }
}
