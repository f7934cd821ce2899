//! Points, bilinear polynomials and their zeros on the Tile, as far as the checks need them.

use std::cmp::Ordering;
use std::ops::Neg;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

use exactile::num::Rational;

/// A point (a, b) with exact coordinates.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Point {
    pub(crate) a: Rational,
    pub(crate) b: Rational,
}

impl std::fmt::Display for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.a, self.b)
    }
}

impl Point {
    /// Returns the point with its coordinates exchanged.
    pub(super) fn transposed(self) -> Self {
        Self { a: self.b, b: self.a }
    }
}

/// A point of the Tile, with its coordinates in doubles unless one of these is positive and below
/// [`TINY`].
pub(super) struct Place<'p> {
    point: &'p Point,
    doubles: Option<[f64; 2]>,
}

impl<'p> Place<'p> {
    pub(super) fn new(point: &'p Point) -> Self {
        let double =
            |z: &Rational| Some(z.to_f64()).filter(|&z| z == 0.0 || (TINY..=1.0).contains(&z));
        let doubles = double(&point.a).zip(double(&point.b)).map(|(a, b)| [a, b]);
        // What is not 0 does not count as 0.
        let doubles = doubles
            .filter(|[a, b]| (*a == 0.0) == point.a.is_zero() && (*b == 0.0) == point.b.is_zero());
        Self { point, doubles }
    }
}

/// Products of two numbers from here to the inverse are doubles without loss of range.
const TINY: f64 = 1e-100;

/// A polynomial whose sign is found in doubles where that is certain.
///
/// Coefficients and coordinates are known to 2^-52 of their size, and their products and sums round
/// six times: each of the four terms is known to 2^-48 of its size, and so is the value to 2^-48 of
/// the sum of their sizes. The sum found is nearly as large; a bound 4 times as large is on the
/// safe side. Nothing over- or underflows between 10^-200 and 10^300.
pub(super) struct Filtered {
    exact: Bilinear,
    doubles: Option<[f64; 4]>,
}

impl Filtered {
    pub(super) fn new(exact: Bilinear) -> Self {
        let doubles = exact.0.each_ref().map(|k| k.to_f64().filter(|k| k.abs() < 1.0 / TINY));
        let doubles = match doubles {
            [Some(k_ab), Some(k_a), Some(k_b), Some(k_1)] => Some([k_ab, k_a, k_b, k_1]),
            _ => None,
        };
        Self { exact, doubles }
    }

    /// Returns the sign of the value at a place.
    pub(super) fn sign_at(&self, place: &Place<'_>) -> Ordering {
        const BOUND: f64 = 1.0 / (1_u64 << 46) as f64;
        if let (Some([k_ab, k_a, k_b, k_1]), Some([a, b])) = (self.doubles, place.doubles) {
            let terms = [k_ab * a * b, k_a * a, k_b * b, k_1];
            let value = terms[0] + terms[1] + terms[2] + terms[3];
            let size = terms[0].abs() + terms[1].abs() + terms[2].abs() + terms[3].abs();
            if value.abs() > size * BOUND {
                return if value > 0.0 { Ordering::Greater } else { Ordering::Less };
            }
        }
        self.exact.sign_at(place.point)
    }
}

/// zp : (1-z)(1-p), as a number from 0 to 1: a coordinate at the negative prior p as one at 1/2,
/// and with the positive prior the other way.
pub(super) fn warped(z: &Rational, prior: &Rational) -> Rational {
    let share = z * prior;
    &share / &(z.complement() * prior.complement() + &share)
}

/// Returns the midpoint of two numbers.
pub(crate) fn middle(low: &Rational, high: &Rational) -> Rational {
    (low + high) / Rational::from(2)
}

/// The polynomial `k_ab ab + k_a a + k_b b + k_1`, with integers `[k_ab, k_a, k_b, k_1]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bilinear(pub(crate) [BigInt; 4]);

impl Neg for Bilinear {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.map(Neg::neg))
    }
}

impl Bilinear {
    /// Returns the polynomial divided by the greatest common divisor of its coefficients.
    pub(super) fn primitive(self) -> Self {
        match self.content() {
            common if common.is_zero() => self,
            common => Self(self.0.map(|k| k / &common)),
        }
    }

    pub(crate) fn content(&self) -> BigInt {
        // Machine words are much faster than big integers.
        let words: Option<Vec<u64>> = self.0.iter().map(|k| k.magnitude().to_u64()).collect();
        words.map_or_else(
            || self.0.iter().fold(BigInt::ZERO, |common, k| common.gcd(k)),
            |words| words.into_iter().fold(0, |common, k| common.gcd(&k)).into(),
        )
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.iter().all(Zero::is_zero)
    }

    /// Returns the sign of the value at a point p/q, r/t: that of `k_ab pr + k_a pt + k_b qr + k_1
    /// qt`.
    pub(crate) fn sign_at(&self, point: &Point) -> Ordering {
        let [k_ab, k_a, k_b, k_1] = &self.0;
        let (p, q) = (point.a.numerator(), point.a.denominator());
        let (r, t) = (point.b.numerator(), point.b.denominator());
        let value: BigInt = (k_ab * &p + k_b * &q) * r + (k_a * &p + k_1 * &q) * t;
        value.cmp(&BigInt::ZERO)
    }

    /// Returns the b at which it vanishes for a given a; `None` if there is none, or if it vanishes
    /// for every b.
    pub(crate) fn solve_b(&self, a: &Rational) -> Option<Rational> {
        let [k_ab, k_a, k_b, k_1] = self.0.clone().map(Rational::from);
        (-(k_a * a + k_1)).checked_div(&(k_ab * a + k_b))
    }

    /// Returns the polynomial with the two axes exchanged.
    pub(super) fn transposed(&self) -> Self {
        let [k_ab, k_a, k_b, k_1] = self.0.clone();
        Self([k_ab, k_b, k_a, k_1])
    }

    /// A primitive polynomial of the same sign everywhere in the open Tile: this one, or where it
    /// is c (a - p)(b - q) or less, the one factor that vanishes there, or a constant.
    ///
    /// # Errors
    /// Both factors vanish there.
    pub(crate) fn factor_on_tile(&self) -> Result<Self, String> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// A polynomial that vanishes at the point, and ones a little beside it.
        #[test]
        fn doubles_never_give_a_wrong_sign(
            k in prop::array::uniform3(-9_000_000_000_000_000_i64..9_000_000_000_000_000),
            (p, q, r, t) in (0_i64..1 << 40, 1_i64..1 << 40, 0_i64..1 << 40, 1_i64..1 << 40),
            scale in 0_u32..300, beside in -3_i64..=3,
        ) {
            let point = Point { a: Rational::new(p.min(q), q), b: Rational::new(r.min(t), t) };
            let scale = BigInt::from(10).pow(scale);
            let [k_ab, k_a, k_b] = k.map(|k| BigInt::from(k) * &scale);
            // The constant that makes it vanish, times the denominators.
            let (p, q) = (point.a.numerator(), point.a.denominator());
            let (r, t) = (point.b.numerator(), point.b.denominator());
            let k_1 = -(&k_ab * &p * &r + &k_a * &p * &t + &k_b * &q * &r);
            let qt = &q * &t;
            let exact = Bilinear([k_ab * &qt, k_a * &qt, k_b * &qt, k_1 + beside]);
            let found = Filtered::new(exact.clone()).sign_at(&Place::new(&point));
            prop_assert_eq!(found, exact.sign_at(&point));
            prop_assert_eq!(found, beside.cmp(&0));
        }
    }
}
