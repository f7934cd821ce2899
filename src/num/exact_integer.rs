//! One trait for the integers that exact geometry computes with: `i64`, `i128`, `I256`,
//! `BigInt`.
//!
//! An algorithm is written once over [`ExactInteger`]; the caller that prepares its input proves
//! from the sizes of the numbers which width suffices ([`ExactInteger::holds`]) and takes the
//! narrowest. Every operation is checked whatever the build's profile, so a wrong proof would stop
//! the program instead of giving a wrong answer.

use std::fmt;

use ethnum::I256;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

use super::Rational;

/// An integer with exact arithmetic up to its width.
pub trait ExactInteger: Clone + Ord + fmt::Debug + fmt::Display + Send + Sync + 'static {
    /// Magnitudes below 2^MAGNITUDE_BITS are held; `None`: of any size.
    const MAGNITUDE_BITS: Option<u64>;

    /// Returns `true` if all numbers of `bits` binary digits fit.
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
    /// Returns `true` if it is 0.
    fn is_zero(&self) -> bool;
    /// Returns `true` if it is greater than 0.
    fn is_positive(&self) -> bool;
    /// Returns `true` if it is less than 0.
    fn is_negative(&self) -> bool;
    /// `|self|`
    fn magnitude(&self) -> Self;
    /// `self + other`
    fn plus(&self, other: &Self) -> Self;
    /// `self - other`
    fn minus(&self, other: &Self) -> Self;
    /// `-self`, in place where that saves an allocation.
    fn negated(self) -> Self;
    /// `self + other`, in place where that saves an allocation.
    #[inline]
    fn increased(self, other: &Self) -> Self {
        self.plus(other)
    }
    /// `self - other`, in place where that saves an allocation.
    #[inline]
    fn decreased(self, other: &Self) -> Self {
        self.minus(other)
    }
    /// `self * other`
    fn times(&self, other: &Self) -> Self;
    /// `self / divisor`, where the divisor divides it.
    fn exact_quotient(&self, divisor: &Self) -> Self;
    /// The greatest common divisor, not negative.
    fn common_divisor(&self, other: &Self) -> Self;
    /// `numerator / denominator` in lowest terms.
    fn ratio(numerator: &Self, denominator: &Self) -> Rational;

    /// `numerator / denominator` of numbers that are not negative, the denominator not 0, in
    /// doubles: off by at most 2^-50 of its size, infinite or 0 where doubles do not reach.
    fn quotient(numerator: &Self, denominator: &Self) -> f64 {
        let [(n, up), (d, down)] = [numerator, denominator].map(|value| leading(&value.to_big()));
        n / d * 2_f64.powi((up - down).clamp(-1100, 1100))
    }

    /// The number of binary digits of a [`Self::ratio_key`].
    const KEY_BITS: u32;

    /// A key that never decreases with the ratio `numerator / denominator` of positive numbers:
    /// the leading `KEY_BITS` binary places of `numerator / (numerator + denominator)`. Unequal
    /// keys prove the order of two ratios; equal ones prove nothing unless [`Self::keys_decide`].
    fn ratio_key(numerator: &Self, denominator: &Self) -> u64;

    /// Returns `true` if equal keys prove equal ratios of numerators and denominators below 2^bits.
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
                <$integer>::try_from(value).expect(FITS)
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
            fn negated(self) -> Self {
                self.checked_neg().expect(FITS)
            }
            #[inline]
            fn magnitude(&self) -> Self {
                self.checked_abs().expect(FITS)
            }
            #[inline]
            fn plus(&self, other: &Self) -> Self {
                self.checked_add(*other).expect(FITS)
            }
            #[inline]
            fn minus(&self, other: &Self) -> Self {
                self.checked_sub(*other).expect(FITS)
            }
            #[inline]
            fn times(&self, other: &Self) -> Self {
                self.checked_mul(*other).expect(FITS)
            }
            #[inline]
            fn exact_quotient(&self, divisor: &Self) -> Self {
                self.checked_div(*divisor).expect("a divisor is not zero")
            }
            #[inline]
            fn common_divisor(&self, other: &Self) -> Self {
                self.gcd(other)
            }
            #[inline]
            fn quotient(numerator: &Self, denominator: &Self) -> f64 {
                *numerator as f64 / *denominator as f64
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
    let whole = part + denominator.unsigned_abs(); // at most 2^128 - 2
    if let (Ok(part), Ok(whole)) = (u64::try_from(part), u64::try_from(whole)) {
        let key = (u128::from(part) << 64) / u128::from(whole);
        return u64::try_from(key).expect("a part is below its whole");
    }
    let mut key = 0;
    if whole < 1 << 96 {
        // Long division with two digits of 32 bits.
        for _ in 0..2 {
            part <<= 32;
            key = key << 32 | u64::try_from(part / whole).expect("a digit of 32 bits");
            part %= whole;
        }
        return key;
    }
    // A shift loses digits without notice, in builds with checks too.
    assert!(whole >> 127 == 0, "{FITS}");
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

/// Two words wider than the machine has: for counts beyond 10^18, an order of magnitude faster than
/// big integers. Its operators would wrap in release builds, so the checked forms are used.
impl ExactInteger for I256 {
    const MAGNITUDE_BITS: Option<u64> = Some(255);
    const KEY_BITS: u32 = 64;
    fn from_big(value: &BigInt) -> Self {
        let mut bytes = [if Signed::is_negative(value) { 0xff } else { 0 }; 32];
        let digits = value.to_signed_bytes_le();
        assert!(digits.len() <= bytes.len(), "{FITS}");
        bytes[..digits.len()].copy_from_slice(&digits);
        Self::from_le_bytes(bytes)
    }
    fn to_big(&self) -> BigInt {
        BigInt::from_signed_bytes_le(&self.to_le_bytes())
    }
    fn from_small(value: i32) -> Self {
        value.into()
    }
    fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }
    fn is_positive(&self) -> bool {
        *self > Self::ZERO
    }
    fn is_negative(&self) -> bool {
        *self < Self::ZERO
    }
    fn negated(self) -> Self {
        self.checked_neg().expect(FITS)
    }
    fn magnitude(&self) -> Self {
        self.checked_abs().expect(FITS)
    }
    #[inline]
    fn plus(&self, other: &Self) -> Self {
        self.checked_add(*other).expect(FITS)
    }
    #[inline]
    fn minus(&self, other: &Self) -> Self {
        self.checked_sub(*other).expect(FITS)
    }
    #[inline]
    fn times(&self, other: &Self) -> Self {
        // Factors of 127 bits cannot overflow, and testing them is cheaper than testing the
        // product.
        if i128::try_from(*self).is_ok() && i128::try_from(*other).is_ok() {
            self.wrapping_mul(*other)
        } else {
            self.checked_mul(*other).expect(FITS)
        }
    }
    fn exact_quotient(&self, divisor: &Self) -> Self {
        self.checked_div(*divisor).expect("a divisor is not zero")
    }
    fn common_divisor(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.magnitude(), other.magnitude());
        while b != Self::ZERO {
            (a, b) = (b, a % b);
        }
        a
    }
    fn ratio(numerator: &Self, denominator: &Self) -> Rational {
        match (i128::try_from(*numerator), i128::try_from(*denominator)) {
            (Ok(numerator), Ok(denominator)) => Rational::from_i128(numerator, denominator),
            _ => Rational::new(numerator.to_big(), denominator.to_big()),
        }
    }
    fn ratio_key(numerator: &Self, denominator: &Self) -> u64 {
        const LIMIT: i128 = 1 << 126;
        match (i128::try_from(*numerator), i128::try_from(*denominator)) {
            (Ok(n), Ok(d)) if n < LIMIT && d < LIMIT => wide_key(n, d),
            _ => BigInt::ratio_key(&numerator.to_big(), &denominator.to_big()),
        }
    }
}

/// The leading 64 binary digits of a number that is not negative, rounded, and the power of two
/// that they are to be multiplied by.
fn leading(value: &BigInt) -> (f64, i32) {
    let beyond = value.bits().saturating_sub(64);
    let digits = (value >> beyond).to_u64().expect("64 digits are left");
    (digits as f64, i32::try_from(beyond).unwrap_or(i32::MAX / 4))
}

/// Message of checked operations, which never fail.
const FITS: &str = "sizes were checked when the width was chosen";

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
    fn negated(self) -> Self {
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
    fn increased(mut self, other: &Self) -> Self {
        self += other;
        self
    }
    fn decreased(mut self, other: &Self) -> Self {
        self -= other;
        self
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
    fn exact_quotient(&self, divisor: &Self) -> Self {
        self / divisor
    }
    fn common_divisor(&self, other: &Self) -> Self {
        super::gcd(self, other)
    }
    fn ratio(numerator: &Self, denominator: &Self) -> Rational {
        Rational::new(numerator.clone(), denominator.clone())
    }
    fn ratio_key(numerator: &Self, denominator: &Self) -> u64 {
        // Where both fit in machine words, their division is faster.
        match (numerator.to_i128(), denominator.to_i128()) {
            (Some(n), Some(d)) if n.max(d) < 1 << 126 => return wide_key(n, d),
            _ => {}
        }
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
                i128::ratio_key(&n1.into(), &d1.into())
                    .cmp(&i128::ratio_key(&n2.into(), &d2.into())),
                BigInt::ratio_key(&n1.into(), &d1.into())
                    .cmp(&BigInt::ratio_key(&n2.into(), &d2.into())),
            ];
            for key in keys {
                prop_assert!(key.is_eq() || key == order);
            }
        }

        #[test]
        fn wide_keys_agree_with_big_ones(
            n in 1_i128..1 << 126, d in 1_i128..1 << 126, shift in 0_u32..64,
        ) {
            let (n, d) = ((n >> shift).max(1), (d >> shift).max(1));
            let quotient: BigInt = (BigInt::from(n) << 64) / (BigInt::from(n) + BigInt::from(d));
            let big = quotient.to_u64().expect("64 bits");
            prop_assert_eq!(BigInt::ratio_key(&n.into(), &d.into()), big);
            prop_assert_eq!(i128::ratio_key(&n, &d), big);
            prop_assert_eq!(I256::ratio_key(&n.into(), &d.into()), big);
        }

        #[test]
        fn double_words_compute_as_big_integers(
            a in any::<i128>(), b in any::<i128>(), c in 1_i128.., shift in 0_u32..120,
        ) {
            let wide = |x: i128| I256::from(x >> 2);
            let big = |x: i128| BigInt::from(x >> 2);
            let product = wide(a).times(&wide(b));
            prop_assert_eq!(product.to_big(), big(a) * big(b));
            prop_assert_eq!(I256::from_big(&product.to_big()), product);
            prop_assert_eq!(wide(a).minus(&wide(b)).plus(&wide(c)).to_big(),
                big(a) - big(b) + big(c));
            prop_assert_eq!(product.common_divisor(&wide(c)).to_big(),
                (big(a) * big(b)).gcd(&big(c)));
            let shifted = wide(c) << shift;
            let expected = Rational::new(big(a) * big(b), (big(c) << shift) + 1);
            prop_assert_eq!(I256::ratio(&product, &shifted.plus(&I256::ONE)), expected);
        }
    }
}
