//! Points, bilinear polynomials, and where one vanishes on the Tile: just what the checks need.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};

use crate::num::Rational;

/// A point (a, b) with exact coordinates.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Point {
    pub(super) a: Rational,
    pub(super) b: Rational,
}

impl std::fmt::Display for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.a, self.b)
    }
}

/// The number in the middle between two.
pub(super) fn middle(low: &Rational, high: &Rational) -> Rational {
    (low + high) / Rational::from(2)
}

/// The polynomial `k_ab ab + k_a a + k_b b + k_1`, with integers `[k_ab, k_a, k_b, k_1]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Bilinear(pub(super) [BigInt; 4]);

impl Bilinear {
    /// Divided by the greatest common divisor of its coefficients.
    pub(super) fn primitive(self) -> Self {
        match self.content() {
            common if common.is_zero() => self,
            common => Self(self.0.map(|k| k / &common)),
        }
    }

    pub(super) fn content(&self) -> BigInt {
        self.0.iter().fold(BigInt::ZERO, |common, k| common.gcd(k))
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.iter().all(Zero::is_zero)
    }

    pub(super) fn negated(&self) -> Self {
        Self(self.0.clone().map(|k| -k))
    }

    /// The sign of its value at a point p/q, r/t: that of `k_ab pr + k_a pt + k_b qr + k_1 qt`.
    pub(super) fn sign_at(&self, point: &Point) -> Ordering {
        let [k_ab, k_a, k_b, k_1] = &self.0;
        let (p, q) = (point.a.numerator(), point.a.denominator());
        let (r, t) = (point.b.numerator(), point.b.denominator());
        let value: BigInt = (k_ab * &p + k_b * &q) * r + (k_a * &p + k_1 * &q) * t;
        value.cmp(&BigInt::ZERO)
    }

    /// The b at which it vanishes for a given a, `None` if there is none or every b will do.
    pub(super) fn solve_b(&self, a: &Rational) -> Option<Rational> {
        let [k_ab, k_a, k_b, k_1] = self.0.clone().map(Rational::from);
        (-(k_a * a + k_1)).checked_div(&(k_ab * a + k_b))
    }

    /// Is it a constant times (a - p)(b - q), a times a line along an axis, or a constant?
    pub(super) fn is_reducible(&self) -> bool {
        let [k_ab, k_a, k_b, k_1] = &self.0;
        if k_ab.is_zero() { k_a.is_zero() || k_b.is_zero() } else { k_ab * k_1 == k_a * k_b }
    }

    /// The open intervals of a, within (0, 1), over which an irreducible polynomial vanishes at
    /// some b of (0, 1).
    ///
    /// It vanishes on the graph of a function b(a) that is strictly monotone on both sides of its
    /// pole. Between two neighbours of 0, 1, the pole, b(a) = 0 and b(a) = 1, one value of a
    /// decides for all.
    pub(super) fn zeros_on_tile(&self) -> Vec<[Rational; 2]> {
        let [k_ab, k_a, k_b, k_1] = self.0.clone().map(Rational::from);
        let pole = (-&k_b).checked_div(&k_ab);
        let at_zero = (-&k_1).checked_div(&k_a);
        let at_one = (-(&k_b + &k_1)).checked_div(&(&k_ab + &k_a));
        let inside = |z: &Rational| z.is_positive() && *z < Rational::ONE;
        let mut stops: Vec<Rational> =
            [pole, at_zero, at_one].into_iter().flatten().filter(|a| inside(a)).collect();
        stops.extend([Rational::ZERO, Rational::ONE]);
        stops.sort();
        stops.dedup();
        let vanishes = |ends: &&[Rational]| {
            self.solve_b(&middle(&ends[0], &ends[1])).is_some_and(|b| inside(&b))
        };
        stops.windows(2).filter(vanishes).map(|ends| [ends[0].clone(), ends[1].clone()]).collect()
    }

    /// How another polynomial behaves on this one's zeros over the open interval from `low` to
    /// `high`: the one sign that it has there (equal: it is zero all along), `None` if it changes.
    ///
    /// There b = -(k_a a + k_1)/d with d = k_ab a + k_b, so d times the other is a quadratic in a.
    /// It has no zero between the ends iff its signs at the ends and in the middle agree, zero at
    /// an end agreeing with all, and it does not dip: a dip has its lowest point between the ends
    /// and a discriminant that is not negative.
    pub(super) fn sign_along(
        &self,
        other: &Self,
        [low, high]: [&Rational; 2],
        centre: &Point,
    ) -> Option<Ordering> {
        let [c_ab, c_a, c_b, c_1] = &self.0;
        let [f_ab, f_a, f_b, f_1] = &other.0;
        let square: BigInt = f_a * c_ab - f_ab * c_a;
        let linear: BigInt = f_a * c_b + f_1 * c_ab - f_ab * c_1 - f_b * c_a;
        let constant: BigInt = f_1 * c_b - f_b * c_1;
        if square.is_zero() && linear.is_zero() && constant.is_zero() {
            return Some(Ordering::Equal);
        }
        let quadratic = |a: &Rational| {
            let (p, q) = (a.numerator(), a.denominator());
            (&square * &p + &linear * &q) * &p + &constant * &q * &q
        };
        let inner = quadratic(&centre.a);
        let against = |value: &BigInt| (value * &inner).is_negative();
        let lowest = Rational::from(-&linear).checked_div(&Rational::from(&square * 2));
        let dips = !against(&square)
            && lowest.is_some_and(|lowest| *low < lowest && lowest < *high)
            && !(&linear * &linear - BigInt::from(4) * &square * &constant).is_negative();
        if inner.is_zero() || against(&quadratic(low)) || against(&quadratic(high)) || dips {
            return None;
        }
        Some(other.sign_at(centre))
    }
}
