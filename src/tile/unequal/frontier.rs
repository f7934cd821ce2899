//! The frontier of two classifiers under any priors.
//!
//! With s = (1-a) tn + a tp, which depends on a alone, and u = (1-b) fp + b fn, which depends on b
//! alone, j beats i iff s_j u_i > s_i u_j, that is, iff F(a) > G(b) with F = s_j/s_i and
//! G = u_j/u_i. Both are linear fractional, finite and positive inside the Tile, and monotone: F
//! rises, is constant or falls with the sign of tp_j tn_i - tn_j tp_i, G with that of
//! fn_j fp_i - fp_j fn_i. So the frontier F(a) = G(b) is nothing, everything, an axis-parallel
//! segment across the Tile, or one monotone arc from border to border: the graph of G^-1 F over the
//! abscissae at which F takes values that G takes too. One side of it is all won by j.

use std::cmp::Ordering;

use crate::geometry::{BilinearCurve, Point};
use crate::num::Rational;
use crate::performance::ConfusionMatrix;

/// Relation of a rival to a classifier inside the Tile.
#[derive(Clone, Debug)]
pub(super) enum Standing {
    /// `Greater`: the rival is better everywhere, `Equal`: they tie everywhere.
    Everywhere(Ordering),
    /// Better on one side of an arc and worse on the other.
    Divided {
        arc: Arc,
        /// `true` if the rival is the better one on the side where the arc's curve is positive.
        wins_positive: bool,
    },
}

/// A frontier inside the Tile: a monotone arc from border to border. Its curve is irreducible
/// and positive below the arc (on the left of it, if it stands upright).
#[derive(Clone, Debug)]
pub(crate) struct Arc {
    pub(crate) curve: BilinearCurve,
    /// The end with the smaller a, or the lower end.
    pub(crate) left: Point,
    /// The other one.
    pub(crate) right: Point,
}

impl Arc {
    pub(crate) fn is_upright(&self) -> bool {
        self.left.a == self.right.a
    }

    /// Returns `true` if an arc that is not upright has a point above an abscissa, its ends left
    /// out.
    pub(crate) fn spans(&self, a: &Rational) -> bool {
        self.left.a < *a && *a < self.right.a
    }

    /// The ordinate above an abscissa of an arc that is not upright.
    pub(crate) fn height(&self, a: &Rational) -> Rational {
        let [k_ab, k_a, k_b, k_1] = self.curve.coefficients();
        -(k_a * a + k_1) / (k_ab * a + k_b)
    }

    /// The point of an arc that is not upright above an abscissa, its ends included.
    pub(crate) fn above(&self, a: &Rational) -> Option<Point> {
        match a {
            a if *a == self.left.a => Some(self.left.clone()),
            a if *a == self.right.a => Some(self.right.clone()),
            a => self.spans(a).then(|| Point::new(a.clone(), self.height(a))),
        }
    }
}

/// The coefficients `[k_ab, k_a, k_b, k_1]` of s_j u_i - s_i u_j, which is positive where j is
/// better.
pub(super) fn advantage(i: &ConfusionMatrix, j: &ConfusionMatrix) -> [Rational; 4] {
    let ([n, f, m, p], [n2, f2, m2, p2]) = (counts(i), counts(j));
    let (ds, du, ds2, du2) = (p - n, m - f, p2 - n2, m2 - f2);
    [&ds2 * &du - &ds * &du2, &ds2 * f - &ds * f2, n2 * &du - n * &du2, n2 * f - n * f2]
}

/// The four counts `[tn, fp, fn, tp]`.
fn counts(matrix: &ConfusionMatrix) -> [&Rational; 4] {
    [matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp()]
}

/// Returns the relation of rival j to classifier i; both have samples of both classes.
pub(super) fn standing(i: &ConfusionMatrix, j: &ConfusionMatrix) -> Standing {
    let ([n, f, m, p], [n2, f2, m2, p2]) = (counts(i), counts(j));
    let (ds, du, ds2, du2) = (p - n, m - f, p2 - n2, m2 - f2);
    let better = advantage(i, j);
    let half = || Rational::new(1, 2);
    let in_the_middle = || {
        let [k_ab, k_a, k_b, k_1] = &better;
        let half = half();
        Standing::Everywhere((((k_ab * &half + k_a + k_b) * &half) + k_1).sign())
    };
    let vanishes = |x: &Rational, y: &Rational| x.is_zero() && y.is_zero();
    if vanishes(n, p) || vanishes(f, m) || vanishes(n2, p2) || vanishes(f2, m2) {
        // No division by s_i or u_i; one of the products vanishes everywhere.
        return in_the_middle();
    }
    let rise_f = (p2 * n).cmp(&(n2 * p));
    let rise_g = (m2 * f).cmp(&(f2 * m));
    match (rise_f.is_eq(), rise_g.is_eq()) {
        (true, true) => in_the_middle(),
        (true, false) => {
            // F = c: the sign of c u_i - u_j, linear in b.
            let c = if n.is_zero() { p2 / p } else { n2 / n };
            straight(&(&c * &du - du2), &(c * f - f2), false).unwrap_or_else(in_the_middle)
        }
        (false, true) => {
            // G = c: the sign of s_j - c s_i, linear in a.
            let c = if f.is_zero() { m2 / m } else { f2 / f };
            straight(&(ds2 - &c * &ds), &(n2 - c * n), true).unwrap_or_else(in_the_middle)
        }
        (false, false) => {
            let f_range = Range::new([n2, n], [p2, p]);
            let g_range = Range::new([f2, f], [m2, m]);
            bent(&better, &f_range, &g_range).unwrap_or_else(in_the_middle)
        }
    }
}

/// The frontier where `slope z + offset`, positive where the rival is better, vanishes inside
/// (0, 1), z being a or b.
fn straight(slope: &Rational, offset: &Rational, upright: bool) -> Option<Standing> {
    let z = (-offset).checked_div(slope)?;
    if !z.is_positive() || z >= Rational::ONE {
        return None;
    }
    let (zero, one) = (Rational::ZERO, Rational::ONE);
    let (coefficients, left, right) = if upright {
        let coefficients = [zero.clone(), -Rational::ONE, zero.clone(), z.clone()];
        (coefficients, Point::new(z.clone(), zero), Point::new(z, one))
    } else {
        let coefficients = [zero.clone(), zero.clone(), -Rational::ONE, z.clone()];
        (coefficients, Point::new(zero, z.clone()), Point::new(one, z))
    };
    let curve = BilinearCurve::new(coefficients).expect("a line");
    Some(Standing::Divided { arc: Arc { curve, left, right }, wins_positive: slope.is_negative() })
}

/// The values that a monotone quotient takes between two ends, from 0 to infinity, which are left
/// out.
struct Range<'r> {
    at_zero: [&'r Rational; 2],
    at_one: [&'r Rational; 2],
}

/// The order of x0/x1 and y0/y1, numbers from 0 to infinity.
fn compare(x: [&Rational; 2], y: [&Rational; 2]) -> Ordering {
    (x[0] * y[1]).cmp(&(y[0] * x[1]))
}

impl<'r> Range<'r> {
    fn new(at_zero: [&'r Rational; 2], at_one: [&'r Rational; 2]) -> Self {
        Self { at_zero, at_one }
    }

    fn rises(&self) -> bool {
        compare(self.at_zero, self.at_one).is_lt()
    }

    /// Least and greatest value.
    fn ends(&self) -> [[&'r Rational; 2]; 2] {
        if self.rises() { [self.at_zero, self.at_one] } else { [self.at_one, self.at_zero] }
    }

    /// The end of `[0, 1]` at which the quotient takes a value, if there is one.
    fn taken_at(&self, value: [&Rational; 2]) -> Option<Rational> {
        if compare(self.at_zero, value).is_eq() {
            Some(Rational::ZERO)
        } else {
            compare(self.at_one, value).is_eq().then_some(Rational::ONE)
        }
    }
}

/// The arc on which two strictly monotone quotients F(a) and G(b) agree, if there is one. `better`
/// is positive where F > G.
fn bent(better: &[Rational; 4], f: &Range<'_>, g: &Range<'_>) -> Option<Standing> {
    let ([f_low, f_high], [g_low, g_high]) = (f.ends(), g.ends());
    let low = if compare(f_low, g_low).is_lt() { g_low } else { f_low };
    let high = if compare(f_high, g_high).is_gt() { g_high } else { f_high };
    if compare(low, high).is_ge() {
        return None;
    }
    let [k_ab, k_a, k_b, k_1] = better;
    let point = |value| {
        // At either end of the common values one of the quotients is at an end of its own.
        let (a, b) = (f.taken_at(value), g.taken_at(value));
        match (a, b) {
            (Some(a), Some(b)) => Point::new(a, b),
            (Some(a), None) => {
                let b = -(k_a * &a + k_1) / (k_ab * &a + k_b);
                Point::new(a, b)
            }
            (None, Some(b)) => {
                let a = -(k_b * &b + k_1) / (k_ab * &b + k_a);
                Point::new(a, b)
            }
            (None, None) => unreachable!("the common values end where one of the ranges does"),
        }
    };
    let (at_low, at_high) = (point(low), point(high));
    let (left, right) = if f.rises() { (at_low, at_high) } else { (at_high, at_low) };
    // Below the arc G is smaller than on it iff it rises.
    let wins_positive = g.rises();
    let curve = BilinearCurve::new(better.clone()).expect("F - G changes its sign");
    let curve = if wins_positive { curve } else { curve.reversed() };
    Some(Standing::Divided { arc: Arc { curve, left, right }, wins_positive })
}
