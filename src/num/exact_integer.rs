//! One trait for the integers that exact geometry computes with: `i64`, `i128`, `BigInt`.
//!
//! An algorithm is written once over [`ExactInteger`]; whoever prepares its input proves from the
//! sizes of the numbers which width suffices ([`ExactInteger::holds`]) and takes the narrowest.
//! Overflow checks stay on in release builds, so a wrong proof would stop the program instead of
//! giving a wrong answer.

use std::fmt;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

use super::Rational;

/// An integer with exact arithmetic up to its width.
pub trait ExactInteger: Clone + Ord + fmt::Debug + fmt::Display + Send + Sync + 'static {
    /// Magnitudes below 2^MAGNITUDE_BITS are held; `None`: of any size.
    const MAGNITUDE_BITS: Option<u64>;

    /// Are numbers of so many binary digits held?
    fn holds(bits: u64) -> bool {
        Self::MAGNITUDE_BITS.is_none_or(|held| bits <= held)
    }

    /// From a big integer.
    ///
    /// # Panics
    /// If it does not fit.
    fn from_big(value: &BigInt) -> Self;
    /// As a big integer.
    fn to_big(&self) -> BigInt;
    /// From a small integer.
    fn from_small(value: i32) -> Self;
    /// Is it zero?
    fn is_zero(&self) -> bool;
    /// Is it above zero?
    fn is_positive(&self) -> bool;
    /// Is it below zero?
    fn is_negative(&self) -> bool;
    /// `-self`
    fn negated(&self) -> Self;
    /// `|self|`
    fn magnitude(&self) -> Self;
    /// `self + other`
    fn plus(&self, other: &Self) -> Self;
    /// `self - other`
    fn minus(&self, other: &Self) -> Self;
    /// `self * other`
    fn times(&self, other: &Self) -> Self;
    /// `self / divisor`, where the divisor divides it.
    fn exact_quotient(&self, divisor: &Self) -> Self;
    /// The greatest common divisor, not negative.
    fn common_divisor(&self, other: &Self) -> Self;
    /// `numerator / denominator` in lowest terms.
    fn ratio(numerator: &Self, denominator: &Self) -> Rational;

    /// The number of binary digits of a [`Self::ratio_key`].
    const KEY_BITS: u32;

    /// A key that never decreases with the ratio `numerator / denominator` of positive numbers:
    /// the leading `KEY_BITS` binary places of `numerator / (numerator + denominator)`. Unequal
    /// keys prove the order of two ratios; equal ones prove nothing unless [`Self::keys_decide`].
    fn ratio_key(numerator: &Self, denominator: &Self) -> u64;

    /// Do equal keys prove equal ratios, if all numerators and denominators are below 2^bits?
    /// Different fractions with denominators below 2^(bits+1) differ by more than 2^-(2 bits + 2),
    /// so 2 bits + 2 places tell them apart.
    fn keys_decide(bits: u64) -> bool {
        2 * bits + 2 <= u64::from(Self::KEY_BITS)
    }
}

macro_rules! machine_integer {
    ($integer:ty, $bits:expr, $key_bits:expr, $key:expr) => {
        impl ExactInteger for $integer {
            const MAGNITUDE_BITS: Option<u64> = Some($bits);
            const KEY_BITS: u32 = $key_bits;
            fn from_big(value: &BigInt) -> Self {
                <$integer>::try_from(value).expect("sizes were checked when the width was chosen")
            }
            fn to_big(&self) -> BigInt {
                BigInt::from(*self)
            }
            #[inline]
            fn from_small(value: i32) -> Self {
                value.into()
            }
            #[inline]
            fn is_zero(&self) -> bool {
                *self == 0
            }
            #[inline]
            fn is_positive(&self) -> bool {
                *self > 0
            }
            #[inline]
            fn is_negative(&self) -> bool {
                *self < 0
            }
            #[inline]
            fn negated(&self) -> Self {
                -self
            }
            #[inline]
            fn magnitude(&self) -> Self {
                self.abs()
            }
            #[inline]
            fn plus(&self, other: &Self) -> Self {
                self + other
            }
            #[inline]
            fn minus(&self, other: &Self) -> Self {
                self - other
            }
            #[inline]
            fn times(&self, other: &Self) -> Self {
                self * other
            }
            #[inline]
            fn exact_quotient(&self, divisor: &Self) -> Self {
                self / divisor
            }
            #[inline]
            fn common_divisor(&self, other: &Self) -> Self {
                self.gcd(other)
            }
            #[inline]
            fn ratio(numerator: &Self, denominator: &Self) -> Rational {
                Rational::from_i128(i128::from(*numerator), i128::from(*denominator))
            }
            #[inline]
            fn ratio_key(numerator: &Self, denominator: &Self) -> u64 {
                $key(*numerator, *denominator)
            }
        }
    };
}

/// floor(2^64 n / (n + d)) for n, d in 1..2^126.
fn wide_key(numerator: i128, denominator: i128) -> u64 {
    let mut part = numerator.unsigned_abs();
    let whole = part + denominator.unsigned_abs();
    if let (Ok(part), Ok(whole)) = (u64::try_from(part), u64::try_from(whole)) {
        let key = (u128::from(part) << 64) / u128::from(whole);
        return u64::try_from(key).expect("a part is below its whole");
    }
    let mut key = 0;
    for _ in 0..64 {
        part <<= 1; // part < whole < 2^127
        key <<= 1;
        if part >= whole {
            part -= whole;
            key |= 1;
        }
    }
    key
}

/// floor(2^42 n / (n + d)) for n, d in 1..2^62. Forty-two places are exact for numbers below 2^20,
/// need only one 64-bit division for them, and leave room beside them for a rival's index.
#[inline]
fn narrow_key(numerator: i64, denominator: i64) -> u64 {
    const LIMIT: i64 = 1 << 20;
    if numerator < LIMIT && denominator < LIMIT {
        (numerator.unsigned_abs() << 42) / (numerator + denominator).unsigned_abs()
    } else {
        wide_key(numerator.into(), denominator.into()) >> 22
    }
}

machine_integer!(i64, 63, 42, narrow_key);
machine_integer!(i128, 127, 64, wide_key);

impl ExactInteger for BigInt {
    const MAGNITUDE_BITS: Option<u64> = None;
    const KEY_BITS: u32 = 64;
    fn from_big(value: &BigInt) -> Self {
        value.clone()
    }
    fn to_big(&self) -> BigInt {
        self.clone()
    }
    fn from_small(value: i32) -> Self {
        value.into()
    }
    fn is_zero(&self) -> bool {
        Zero::is_zero(self)
    }
    fn is_positive(&self) -> bool {
        Signed::is_positive(self)
    }
    fn is_negative(&self) -> bool {
        Signed::is_negative(self)
    }
    fn negated(&self) -> Self {
        -self
    }
    fn magnitude(&self) -> Self {
        self.abs()
    }
    fn plus(&self, other: &Self) -> Self {
        self + other
    }
    fn minus(&self, other: &Self) -> Self {
        self - other
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
    fn exact_quotient(&self, divisor: &Self) -> Self {
        self / divisor
    }
    fn common_divisor(&self, other: &Self) -> Self {
        self.gcd(other)
    }
    fn ratio(numerator: &Self, denominator: &Self) -> Rational {
        Rational::new(numerator.clone(), denominator.clone())
    }
    fn ratio_key(numerator: &Self, denominator: &Self) -> u64 {
        let key: BigInt = (numerator << 64_u8) / (numerator + denominator);
        key.to_u64().expect("a part is below its whole")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn narrow_keys_decide_below_twenty_bits() {
        let limit = (1_i64 << 20) - 1;
        let close = [
            (limit - 1, limit),
            (limit - 2, limit - 1),
            (limit, limit - 1),
            (1, limit),
            (limit, 1),
        ];
        for (n1, d1) in close {
            for (n2, d2) in close {
                let order = (n1 * d2).cmp(&(n2 * d1));
                assert!(i64::keys_decide(20) && !i64::keys_decide(21));
                assert_eq!(i64::ratio_key(&n1, &d1).cmp(&i64::ratio_key(&n2, &d2)), order);
            }
        }
    }

    proptest! {
        #[test]
        fn keys_never_contradict_the_order(
            n1 in 1_i64..1 << 40, d1 in 1_i64..1 << 40, n2 in 1_i64..1 << 22, d2 in 1_i64..1 << 22,
        ) {
            let order = (i128::from(n1) * i128::from(d2)).cmp(&(i128::from(n2) * i128::from(d1)));
            let keys = [
                i64::ratio_key(&n1, &d1).cmp(&i64::ratio_key(&n2, &d2)),
                i128::ratio_key(&n1.into(), &d1.into()).cmp(&i128::ratio_key(&n2.into(), &d2.into())),
                BigInt::ratio_key(&n1.into(), &d1.into()).cmp(&BigInt::ratio_key(&n2.into(), &d2.into())),
            ];
            for key in keys {
                prop_assert!(key.is_eq() || key == order);
            }
        }

        #[test]
        fn wide_keys_agree_with_big_ones(n in 1_i128..1 << 126, d in 1_i128..1 << 126) {
            prop_assert_eq!(i128::ratio_key(&n, &d), BigInt::ratio_key(&n.into(), &d.into()));
        }
    }
}
