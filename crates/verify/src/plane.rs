//! Points, bilinear polynomials, and where one vanishes on the Tile: just what the checks need.

use std::cmp::Ordering;
use std::ops::Neg;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};

use exactile::num::Rational;

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

impl Point {
    /// The point with its coordinates exchanged.
    pub(super) fn transposed(self) -> Self {
        Self { a: self.b, b: self.a }
    }
}

/// The number in the middle between two.
pub(super) fn middle(low: &Rational, high: &Rational) -> Rational {
    (low + high) / Rational::from(2)
}

/// The polynomial `k_ab ab + k_a a + k_b b + k_1`, with integers `[k_ab, k_a, k_b, k_1]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Bilinear(pub(super) [BigInt; 4]);

impl Neg for Bilinear {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.map(Neg::neg))
    }
}

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

    /// The polynomial with the two axes exchanged.
    pub(super) fn transposed(&self) -> Self {
        let [k_ab, k_a, k_b, k_1] = self.0.clone();
        Self([k_ab, k_b, k_a, k_1])
    }

    /// A primitive polynomial of the same sign everywhere in the open Tile: this one, or where it is
    /// c (a - p)(b - q) or less, the one factor that vanishes there, or a constant.
    ///
    /// # Errors
    /// Both factors vanish there.
    pub(super) fn factor_on_tile(&self) -> Result<Self, String> {
        let [k_ab, k_a, k_b, k_1] = &self.0;
        let is_product =
            if k_ab.is_zero() { k_a.is_zero() || k_b.is_zero() } else { k_ab * k_1 == k_a * k_b };
        if !is_product || self.is_zero() {
            return Ok(self.clone());
        }
        let quotient =
            |n: &BigInt, d: &BigInt| (!d.is_zero()).then(|| Rational::new(-n, d.clone()));
        let (p, q) = match k_ab.is_zero() {
            true => (quotient(k_1, k_a), quotient(k_1, k_b)),
            false => (quotient(k_b, k_ab), quotient(k_a, k_ab)),
        };
        let inside = |z: &Rational| z.is_positive() && *z < Rational::ONE;
        let none = || BigInt::ZERO;
        let half = || Rational::new(1, 2);
        let (line, beyond) = match (p.filter(inside), q.filter(inside)) {
            (Some(p), Some(q)) => return Err(format!("both a = {p} and b = {q} are zeros")),
            (Some(p), None) => {
                let line = [none(), p.denominator(), none(), -p.numerator()];
                (line, Point { a: middle(&p, &Rational::ONE), b: half() })
            }
            (None, Some(q)) => {
                let line = [none(), none(), q.denominator(), -q.numerator()];
                (line, Point { a: half(), b: middle(&q, &Rational::ONE) })
            }
            (None, None) => ([none(), none(), none(), 1.into()], Point { a: half(), b: half() }),
        };
        let line = Self(line);
        Ok(if self.sign_at(&beyond).is_lt() { -line } else { line })
    }

    /// The open intervals of a, within (0, 1), over which it vanishes at some b of (0, 1); for a
    /// polynomial without factor that is not upright.
    ///
    /// It vanishes on the graph of a function b(a) that is monotone on both sides of its pole.
    /// Between two neighbours of 0, 1, the pole, b(a) = 0 and b(a) = 1, one value of a decides for
    /// all.
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
        let vanishes = |ends: &&[Rational]| {
            ends[0] < ends[1]
                && self.solve_b(&middle(&ends[0], &ends[1])).is_some_and(|b| inside(&b))
        };
        stops.windows(2).filter(vanishes).map(|ends| [ends[0].clone(), ends[1].clone()]).collect()
    }

    /// The values of a at which another polynomial vanishes on this one's zeros; none if it does so
    /// everywhere.
    ///
    /// There b = -(k_a a + k_1)/d with d = k_ab a + k_b, so d times the other is a quadratic in a.
    ///
    /// # Errors
    /// They are irrational.
    pub(super) fn meetings(&self, other: &Self) -> Result<Vec<Rational>, String> {
        let [c_ab, c_a, c_b, c_1] = &self.0;
        let [f_ab, f_a, f_b, f_1] = &other.0;
        let square: BigInt = f_a * c_ab - f_ab * c_a;
        let linear: BigInt = f_a * c_b + f_1 * c_ab - f_ab * c_1 - f_b * c_a;
        let constant: BigInt = f_1 * c_b - f_b * c_1;
        if square.is_zero() {
            let zero = (!linear.is_zero()).then(|| Rational::new(-constant, linear));
            return Ok(zero.into_iter().collect());
        }
        let discriminant: BigInt = &linear * &linear - BigInt::from(4) * &square * constant;
        if discriminant.is_negative() {
            return Ok(Vec::new());
        }
        let root = discriminant.sqrt();
        if &root * &root != discriminant {
            return Err(format!("frontiers meet at irrational points, roots of {discriminant}"));
        }
        let zero = |root: &BigInt| Rational::new(root - &linear, BigInt::from(2) * &square);
        Ok(vec![zero(&root), zero(&-&root)])
    }
}
