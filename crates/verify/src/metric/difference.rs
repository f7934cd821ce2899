//! Compares two differences of a metric's values exactly.
//!
//! A difference of logarithms is the logarithm of a quotient. A sum of square roots is gathered by
//! square class: sqrt(r) is a rational multiple of sqrt(t) where r/t is the square of a rational,
//! and roots of different classes are linearly independent, so the sum is zero where each class is.
//! Otherwise enclosures of enough binary places show its sign.

use std::cmp::Ordering;

use num_bigint::BigInt;

use super::metrics::{Key, Kind};
use super::written::root;
use exactile::num::Rational;

/// The keys of two values whose difference is compared.
pub(crate) type Pair<'k> = [&'k Rational; 2];

/// The difference of two values, if it is not finite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Difference<'k> {
    /// One has no value, or both are the same infinity.
    Undefined,
    /// Minus infinity or infinity.
    Infinite(Ordering),
    Finite(Pair<'k>),
}

impl<'k> Difference<'k> {
    /// Returns the first minus the second.
    pub(crate) fn new(kind: Kind, first: Option<&'k Key>, second: Option<&'k Key>) -> Self {
        let (Some(first), Some(second)) = (first, second) else { return Self::Undefined };
        match (finite(kind, first), finite(kind, second)) {
            (Ok(first), Ok(second)) => Self::Finite([first, second]),
            (Err(sign), Err(other)) if sign == other => Self::Undefined,
            (Err(sign), _) => Self::Infinite(sign),
            (_, Err(sign)) => Self::Infinite(sign.reverse()),
        }
    }
}

/// Returns the key of a finite value, or the sign of an infinite one.
fn finite(kind: Kind, key: &Key) -> Result<&Rational, Ordering> {
    match key {
        Key::Infinity => Err(Ordering::Greater),
        Key::Finite(key) if kind == Kind::Logarithm && key.is_zero() => Err(Ordering::Less),
        Key::Finite(key) => Ok(key),
    }
}

/// The order of two finite differences; `None` for the threshold of prevalence, of which no
/// differences are compared.
pub(crate) fn order(kind: Kind, one: Pair<'_>, other: Pair<'_>) -> Option<Ordering> {
    match kind {
        Kind::Exact => Some((one[0] - one[1]).cmp(&(other[0] - other[1]))),
        Kind::Logarithm => Some((one[0] * other[1]).cmp(&(other[0] * one[1]))),
        Kind::Root => Some(sign_of_roots([one[0], one[1], other[1], other[0]])),
        Kind::Threshold => None,
    }
}

/// Returns the sign of v_0 - v_1 + v_2 - v_3, where v is the root of the absolute value with the
/// sign of the number.
fn sign_of_roots(squares: [&Rational; 4]) -> Ordering {
    // A coefficient and the number under the root, no two of one square class.
    let mut classes: Vec<(Rational, Rational)> = Vec::new();
    for (k, square) in squares.into_iter().enumerate().filter(|(_, square)| !square.is_zero()) {
        let is_negative = square.is_negative() != (k % 2 == 1);
        let sign = if is_negative { -Rational::ONE } else { Rational::ONE };
        let under = square.abs();
        let known = classes.iter_mut().find_map(|(coefficient, other)| {
            Some((coefficient, root(&under.checked_div(other)?)?))
        });
        match known {
            Some((coefficient, multiple)) => *coefficient += &(sign * multiple),
            None => classes.push((sign, under)),
        }
    }
    classes.retain(|(coefficient, _)| !coefficient.is_zero());
    if classes.is_empty() {
        return Ordering::Equal;
    }
    let mut bits = 64;
    loop {
        let ends = classes.iter().map(|(coefficient, under)| {
            let [low, high] = enclosed(under, bits).map(|end| end * coefficient);
            if coefficient.is_negative() { [high, low] } else { [low, high] }
        });
        let [low, high] =
            ends.fold([Rational::ZERO, Rational::ZERO], |[a, b], [low, high]| [a + low, b + high]);
        if low.is_positive() {
            return Ordering::Greater;
        }
        if high.is_negative() {
            return Ordering::Less;
        }
        bits *= 2;
    }
}

/// Returns two numbers around a root.
fn enclosed(square: &Rational, bits: u32) -> [Rational; 2] {
    let (numerator, denominator) = (square.numerator(), square.denominator());
    let below: BigInt = ((numerator * &denominator) << (2 * bits)).sqrt();
    let scale = denominator << bits;
    [Rational::new(below.clone(), scale.clone()), Rational::new(below + 1, scale)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_roots_have_their_sign() {
        let n = |value: i64| Rational::from(value);
        let sign = |squares: [i64; 4]| {
            let squares = squares.map(n);
            sign_of_roots(squares.each_ref())
        };
        // sqrt(8) - sqrt(2) - sqrt(2) = 0
        assert_eq!(sign([8, 2, 0, 2]), Ordering::Equal);
        assert_eq!(sign([2, 8, 2, 0]), Ordering::Equal);
        assert_eq!(sign([-2, -8, 0, 2]), Ordering::Equal);
        // 1.41421 + 1.73205 = 3.14626 and 2.23607 + 0.91
        assert_eq!(sign([2, 5, 3, 0]), Ordering::Greater);
        assert_eq!(sign([2, 9, 3, 1]), Ordering::Less);
        // sqrt(10^12 + 1) - 10^6 is less than half of a millionth.
        let million = n(1_000_000);
        let square = &million * &million + n(1);
        let half = Rational::new(1, 4_000_000_000_000_i64);
        assert_eq!(sign_of_roots([&square, &(&million * &million), &n(0), &half]), Ordering::Less);
    }

    #[test]
    fn differences_that_are_not_finite_are_named() {
        let (zero, one) = (Key::Finite(Rational::ZERO), Key::Finite(Rational::ONE));
        let of = |one, other| Difference::new(Kind::Logarithm, one, other);
        assert_eq!(of(Some(&zero), Some(&one)), Difference::Infinite(Ordering::Less));
        assert_eq!(of(Some(&one), Some(&zero)), Difference::Infinite(Ordering::Greater));
        assert_eq!(of(Some(&zero), Some(&Key::Infinity)), Difference::Infinite(Ordering::Less));
        assert_eq!(of(Some(&zero), Some(&zero)), Difference::Undefined);
        assert_eq!(of(None, Some(&one)), Difference::Undefined);
        let halves = Difference::new(Kind::Exact, Some(&zero), Some(&one));
        assert!(matches!(halves, Difference::Finite(_)));
    }
}
