//! Positive numbers of 128 binary digits with a proved error bound, and decimals of 17 digits.
//!
//! Probability masses span thousands of binary orders, and sums of them need more digits than a
//! double has to be printed correctly. A [`WideFloat`] is a 128-bit mantissa with its exponent;
//! sums, products and quotients are rounded down, each by less than one part in 2^127. Errors are
//! counted in units of 2^-126: a computed v has error e if
//!
//! ```text
//! exact (1 - e 2^-126) <= v <= exact (1 + e 2^-126).
//! ```
//!
//! Then a product or quotient has error e1 + e2 + 1 and a sum of positive numbers max(e1, e2) + 1:
//! rounding costs half a unit, and the other half holds the terms of second order as long as
//! errors stay below 2^60.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, MulAssign};
use std::sync::LazyLock;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};
#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

use super::Rational;

/// `mantissa * 2^exponent`, the mantissa in `[2^127, 2^128)`, or zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WideFloat {
    // Two halves instead of one u128 save a fourth of the memory, which alignment would cost.
    high: u64,
    low: u64,
    exponent: i64,
}

impl WideFloat {
    pub(crate) const ZERO: Self = Self { high: 0, low: 0, exponent: 0 };
    pub(crate) const ONE: Self = Self { high: 1 << 63, low: 0, exponent: -127 };

    /// Returns `true` for zero, and for numbers below a half to the power of `places`.
    pub(crate) fn is_below(self, places: i64) -> bool {
        self.high == 0 || self.exponent + 128 <= -places
    }

    #[inline]
    fn new(mantissa: u128, exponent: i64) -> Self {
        Self { high: high(mantissa), low: low(mantissa), exponent }
    }

    #[inline]
    fn mantissa(self) -> u128 {
        u128::from(self.high) << 64 | u128::from(self.low)
    }

    #[inline]
    pub(crate) fn is_zero(self) -> bool {
        self.high == 0
    }

    /// An integer, exactly.
    pub(crate) fn from_u128(value: u128) -> Self {
        if value == 0 {
            return Self::ZERO;
        }
        let shift = value.leading_zeros();
        Self::new(value << shift, -i64::from(shift))
    }

    /// A big integer, cut after its first 128 binary digits: error 1.
    pub(crate) fn from_big(value: &BigUint) -> Self {
        let bits = value.bits();
        if bits <= 128 {
            return Self::from_u128(value.to_u128().expect("at most 128 bits"));
        }
        let cut = bits - 128;
        let mantissa = (value >> cut).to_u128().expect("128 bits are left");
        Self::new(mantissa, i64::try_from(cut).expect("sizes fit in 63 bits"))
    }

    /// A ratio of big integers: error 3.
    pub(crate) fn from_ratio(numerator: &BigUint, denominator: &BigUint) -> Self {
        Self::from_big(numerator) / Self::from_big(denominator)
    }

    /// The value times a power of two, exactly.
    pub(crate) fn times_power_of_two(self, exponent: i64) -> Self {
        if self.is_zero() {
            self
        } else {
            Self { exponent: sum([self.exponent, exponent]), ..self }
        }
    }

    /// The square root: error e/2 + 4 for a value of error e.
    ///
    /// With s the integer root of the mantissa m and r = m - s^2 <= 2s, the root is s + r/(2s) less
    /// at most r^2/(8 s^3) <= 1/(2s): one unit of the last of 128 digits. The quotient is rounded
    /// down by two units, and an odd exponent costs the mantissa its last digit.
    pub(crate) fn sqrt(self) -> Self {
        if self.is_zero() {
            return self;
        }
        let odd = self.exponent.rem_euclid(2);
        let mantissa = self.mantissa() >> odd;
        let root = mantissa.isqrt();
        let rest = mantissa - root * root;
        let fraction = (((rest << 62) / root) << 1).min(u128::from(u64::MAX));
        let joined = root << 64 | fraction;
        let shift = joined.leading_zeros();
        let exponent = sum([self.exponent, odd]) / 2;
        Self::new(joined << shift, sum([exponent, -64, -i64::from(shift)]))
    }

    /// The value as a double: less than 2^-53 (1 + 2^-9) of it off, zero below 2^-1000.
    pub(crate) fn to_f64(self) -> f64 {
        // The value is high * 2^(exponent + 64) and a rest below one unit of high.
        let scale = self.exponent.saturating_add(64);
        if self.is_zero() || scale < -1060 {
            return 0.0;
        }
        assert!(scale < 900, "probabilities are far below 2^900");
        let power =
            |k: i64| f64::from_bits(u64::try_from(k + 1023).expect("a normal exponent") << 52);
        #[expect(clippy::cast_precision_loss, reason = "this rounding is the one counted")]
        let high = self.high as f64;
        // 2^-1060 is no normal double, half of its exponent is.
        high * power(scale / 2) * power(scale - scale / 2)
    }

    /// The value, exactly.
    pub(crate) fn to_rational(self) -> Rational {
        let shift = self.exponent.unsigned_abs();
        let mantissa = BigInt::from(self.mantissa());
        if self.exponent >= 0 {
            Rational::from(mantissa << shift)
        } else {
            Rational::new(mantissa, BigInt::from(1) << shift)
        }
    }

    /// floor(value * 2^bits), `None` if that has more than 126 binary digits.
    pub(crate) fn to_fixed(self, bits: u32) -> Option<i128> {
        if self.is_zero() {
            return Some(0);
        }
        let shift = negated(sum([self.exponent, bits.into()]));
        match u32::try_from(shift) {
            Ok(0 | 1) | Err(_) if shift < 2 => None,
            Ok(shift) => i128::try_from(self.mantissa().checked_shr(shift).unwrap_or(0)).ok(),
            Err(_) => Some(0),
        }
    }
}

impl Mul for WideFloat {
    type Output = Self;

    /// The product, rounded down.
    #[inline]
    fn mul(self, other: Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return Self::ZERO;
        }
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
        let (first, second) = (product(self.high, other.low), product(self.low, other.high));
        let lowest = product(self.low, other.low);
        let middle = (lowest >> 64) + u128::from(low(first)) + u128::from(low(second));
        let top = product(self.high, other.high) + (first >> 64) + (second >> 64) + (middle >> 64);
        let exponent = sum([self.exponent, other.exponent, 128]);
        if top >> 127 == 1 {
            Self::new(top, exponent)
        } else {
            Self::new(top << 1 | (middle >> 63 & 1), sum([exponent, -1]))
        }
    }
}

impl Add for WideFloat {
    type Output = Self;

    /// The sum, rounded down.
    #[inline]
    fn add(self, other: Self) -> Self {
        let (large, small) = match (self.is_zero(), other.is_zero()) {
            (true, _) => return other,
            (_, true) => return self,
            _ if self.exponent >= other.exponent => (self, other),
            _ => (other, self),
        };
        let shift = large.exponent.saturating_sub(small.exponent);
        if shift >= 128 {
            return large;
        }
        let (total, carried) = large.mantissa().overflowing_add(small.mantissa() >> shift);
        if carried {
            Self::new(total >> 1 | 1 << 127, sum([large.exponent, 1]))
        } else {
            Self::new(total, large.exponent)
        }
    }
}

impl Div for WideFloat {
    type Output = Self;

    /// The quotient, rounded down: at once for divisors of at most 64 binary digits, for others one
    /// digit after the other.
    ///
    /// # Panics
    /// If the divisor is zero.
    fn div(self, divisor: Self) -> Self {
        assert!(!divisor.is_zero(), "nothing is divided by an empty sum");
        if self.is_zero() {
            return Self::ZERO;
        }
        if divisor.low == 0 {
            // A divisor of 64 digits: two machine divisions.
            let by = u128::from(divisor.high);
            let mantissa = self.mantissa();
            let (above, rest) = (mantissa / by, mantissa % by);
            let below = (rest << 64) / by;
            let exponent = sum([self.exponent, negated(divisor.exponent), -128]);
            return if above >> 64 == 1 {
                Self::new(
                    1 << 127 | (above & ((1 << 64) - 1)) << 63 | below >> 1,
                    sum([exponent, 1]),
                )
            } else {
                let joined = above << 64 | below;
                let shift = joined.leading_zeros();
                Self::new(joined << shift, sum([exponent, -i64::from(shift)]))
            };
        }
        let by = divisor.mantissa();
        let mut rest = self.mantissa();
        let (mut quotient, digits) = if rest >= by {
            rest -= by;
            (1_u128, 127)
        } else {
            (0, 128)
        };
        for _ in 0..digits {
            let carried = rest >> 127 == 1;
            rest <<= 1;
            quotient <<= 1;
            if carried || rest >= by {
                rest = rest.wrapping_sub(by); // below `by` again: the carried bit is taken off too
                quotient |= 1;
            }
        }
        Self::new(quotient, sum([self.exponent, negated(divisor.exponent), -digits]))
    }
}

impl AddAssign for WideFloat {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl MulAssign for WideFloat {
    #[inline]
    fn mul_assign(&mut self, other: Self) {
        *self = *self * other;
    }
}

impl Sum for WideFloat {
    /// Rounds down at each term.
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        terms.fold(Self::ZERO, |sum, term| sum + term)
    }
}

impl Ord for WideFloat {
    /// The order of two computed values; of the exact ones only where errors do not overlap.
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.is_zero(), other.is_zero()) {
            (false, false) => {
                (self.exponent, self.mantissa()).cmp(&(other.exponent, other.mantissa()))
            }
            (own, its) => its.cmp(&own),
        }
    }
}

impl PartialOrd for WideFloat {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The sum of exponents. They are those of numbers that fit in memory and of products of at most
/// 2^34 of them, far below 2^63; should one ever be beyond, the program stops.
#[inline]
fn sum<const N: usize>(exponents: [i64; N]) -> i64 {
    let add = |sum: i64, exponent| sum.checked_add(exponent).expect(EXPONENTS);
    exponents.into_iter().fold(0, add)
}

#[inline]
fn negated(exponent: i64) -> i64 {
    exponent.checked_neg().expect(EXPONENTS)
}

/// Message of checked operations on exponents, which never fail.
const EXPONENTS: &str = "exponents are far below 2^63";

#[inline]
fn high(value: u128) -> u64 {
    (value >> 64) as u64
}

#[inline]
fn low(value: u128) -> u64 {
    #[expect(clippy::cast_possible_truncation, reason = "the lower half is what is asked for")]
    let half = value as u64;
    half
}

/// A positive number, computed with a proved bound on its relative error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CertifiedMass {
    pub(crate) value: WideFloat,
    /// In units of 2^-126.
    pub(crate) error: u64,
}

impl CertifiedMass {
    pub(crate) fn new(value: WideFloat, error: u64) -> Self {
        Self { value, error }
    }

    /// floor(v * 2^bits) of the computed value v, `None` if that has more than 126 binary digits.
    pub fn to_fixed(&self, bits: u32) -> Option<i128> {
        self.value.to_fixed(bits)
    }

    /// A rational that is certainly not above the number.
    pub fn lower(&self) -> Rational {
        self.end(-1)
    }

    /// A rational that is certainly not below the number.
    pub fn upper(&self) -> Rational {
        self.end(1)
    }

    /// v/(1 + e) <= exact <= v/(1 - e); one more unit covers the change to v(1 - e), v(1 + e).
    fn end(&self, sign: i64) -> Rational {
        let relative = Rational::new(
            (BigInt::from(self.error) + u64::from(self.error > 0)) * sign,
            BigInt::from(1) << 126_u8,
        );
        self.value.to_rational() * (Rational::ONE + relative)
    }

    /// The decimal of 17 significant digits nearest to the number; `None` where the error bound
    /// does not decide which that is.
    pub fn to_decimal(&self) -> Option<Decimal17> {
        if self.value.is_zero() {
            return Some(Decimal17::ZERO);
        }
        let binary = i128::from(self.value.exponent) + 127;
        // log10(2) to 20 digits places the decimal point up to one position, mended below.
        let decimal = (binary * 30_102_999_566_398_119_521).div_euclid(10_i128.pow(20));
        let mut scale = i64::try_from(16 - decimal).expect("exponents are far below 2^63");
        loop {
            let (power, power_error) = power_of_ten(scale);
            let scaled = self.value * power;
            let shift = u32::try_from(-scaled.exponent).ok().filter(|shift| *shift < 127)?;
            let mantissa = scaled.mantissa();
            let whole = mantissa >> shift;
            if whole >= 10_u128.pow(17) {
                scale -= 1;
                continue;
            }
            if whole < 10_u128.pow(16) {
                scale += 1;
                continue;
            }
            // Both errors are below 2^64: their sum is taken in 128 bits.
            let error = match u128::from(self.error) + u128::from(power_error) {
                0 => 0,
                error => 4 * (error + 2),
            };
            let half = 1_u128 << (shift - 1);
            let low = mantissa.checked_sub(error)?;
            let high = mantissa.checked_add(error)?.checked_add(half)? >> shift;
            let is_tie = low & ((1 << shift) - 1) == half;
            let digits = low.checked_add(half)? >> shift;
            if is_tie || digits != high {
                return None;
            }
            return Some(Decimal17::new(digits, -scale));
        }
    }
}

/// 10^k as a number and its error. `k` may be negative.
fn power_of_ten(k: i64) -> (WideFloat, u64) {
    const STEP: u64 = 1024;
    static SMALL: LazyLock<Vec<WideFloat>> =
        LazyLock::new(|| powers(WideFloat::from_u128(10), STEP));
    static LARGE: LazyLock<Vec<WideFloat>> = LazyLock::new(|| {
        let step = BigUint::from(10_u8).pow(1024);
        powers(WideFloat::from_big(&step), STEP)
    });
    let magnitude = k.unsigned_abs();
    let place = |value: u64| usize::try_from(value).expect("below the step");
    // 10^m is exact up to 5^55 < 2^128; every later factor of ten adds one unit.
    let (small, small_error) =
        (SMALL[place(magnitude % STEP)], (magnitude % STEP).saturating_sub(55));
    let large_count = magnitude / STEP;
    let (mut power, mut error) = (small, small_error);
    if large_count > 0 {
        power *= LARGE[place(large_count)];
        error += 2 * large_count + 1;
    }
    if k < 0 { (WideFloat::ONE / power, error + 1) } else { (power, error) }
}

fn powers(base: WideFloat, count: u64) -> Vec<WideFloat> {
    let mut power = WideFloat::ONE;
    (0..count)
        .map(|_| {
            let current = power;
            power *= base;
            current
        })
        .collect()
}

/// A decimal of 17 significant digits.
///
/// ```
/// use exactile::num::Decimal17;
/// use exactile::Rational;
/// assert_eq!(Decimal17::nearest(&Rational::new(2, 3)).to_string(), "0.66666666666666667");
/// assert_eq!(Decimal17::nearest(&Rational::new(1, 1 << 30)).to_string(),
///     "9.3132257461547852e-10");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal17 {
    /// Between 10^16 and 10^17, or zero.
    digits: u64,
    /// The value is `digits * 10^exponent`.
    exponent: i32,
}

impl Decimal17 {
    const ZERO: Self = Self { digits: 0, exponent: 0 };

    /// `digits * 10^exponent`, where rounding may have made 10^17 of the digits.
    fn new(digits: u128, exponent: i64) -> Self {
        let (digits, exponent) = if digits == 10_u128.pow(17) {
            (digits / 10, exponent + 1)
        } else {
            (digits, exponent)
        };
        Self {
            digits: u64::try_from(digits).expect("below 10^17"),
            exponent: i32::try_from(exponent).expect("exponents are far below 2^31"),
        }
    }

    /// The one nearest to a number that is not negative; halves go to the even neighbour.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::num::Decimal17;
    /// let third = Decimal17::nearest(&Rational::new(1, 3));
    /// assert_eq!(third.to_string(), "0.33333333333333333");
    /// ```
    ///
    /// # Panics
    /// If the number is negative.
    pub fn nearest(value: &Rational) -> Self {
        let (numerator, denominator) = (value.numerator(), value.denominator());
        Self::of_ratio(
            &numerator.to_biguint().expect("probabilities are not negative"),
            &denominator.to_biguint().expect("denominators are positive"),
        )
    }

    /// The one nearest to a ratio of integers, which need not be in lowest terms.
    ///
    /// ```
    /// use exactile::num::Decimal17;
    /// assert_eq!(Decimal17::of_ratio(&6_u8.into(), &8_u8.into()).to_string(),
    ///     "0.75000000000000000");
    /// ```
    ///
    /// # Panics
    /// If the denominator is 0.
    pub fn of_ratio(numerator: &BigUint, denominator: &BigUint) -> Self {
        if numerator.is_zero() {
            return Self::ZERO;
        }
        let binary = i128::from(numerator.bits()) - i128::from(denominator.bits());
        let mut exponent =
            i64::try_from((binary * 30_102_999_566_398_119_521).div_euclid(10_i128.pow(20)))
                .expect("sizes fit in 63 bits")
                - 16;
        loop {
            let power = BigUint::from(10_u8)
                .pow(u32::try_from(exponent.unsigned_abs()).expect("sizes fit"));
            let (above, below) = if exponent < 0 {
                (numerator * power, denominator.clone())
            } else {
                (numerator.clone(), denominator * power)
            };
            let (quotient, rest) = above.div_rem(&below);
            let digits = quotient.to_u128().expect("about 57 bits");
            if digits >= 10_u128.pow(17) {
                exponent += 1;
            } else if digits < 10_u128.pow(16) {
                exponent -= 1;
            } else {
                let up = match (rest << 1_u8).cmp(&below) {
                    Ordering::Less => false,
                    Ordering::Greater => true,
                    Ordering::Equal => digits % 2 == 1,
                };
                return Self::new(digits + u128::from(up), exponent);
            }
        }
    }

    /// Its value.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::num::Decimal17;
    /// assert_eq!(Decimal17::nearest(&Rational::new(1, 4)).to_rational(), Rational::new(1, 4));
    /// ```
    pub fn to_rational(&self) -> Rational {
        let digits = Rational::from(self.digits);
        let power = Rational::from(BigInt::from(10).pow(self.exponent.unsigned_abs()));
        if self.exponent < 0 { digits / power } else { digits * power }
    }

    /// The numbers half a unit of the last digit below and above: every number whose nearest
    /// decimal this is lies between them. Only zero is its own nearest decimal for certain.
    pub fn ends(&self) -> [Rational; 2] {
        let half =
            Self { digits: u64::from(self.digits > 0), ..*self }.to_rational() / Rational::from(2);
        let value = self.to_rational();
        [&value - &half, value + half]
    }

    /// The text: plain down to a millionth, scientific below.
    fn text(&self) -> arrayvec::ArrayString<48> {
        let mut text = arrayvec::ArrayString::new();
        if self.digits == 0 {
            text.push('0');
            return text;
        }
        let mut buffer = itoa::Buffer::new();
        let digits = buffer.format(self.digits);
        let point = self.exponent + 17; // the value is 0.digits * 10^point
        if (-5..=0).contains(&point) {
            text.push_str("0.");
            for _ in point..0 {
                text.push('0');
            }
            text.push_str(digits);
        } else if (1..17).contains(&point) {
            let (whole, rest) = digits.split_at(usize::try_from(point).expect("between 1 and 16"));
            text.push_str(whole);
            text.push('.');
            text.push_str(rest);
        } else {
            text.push_str(&digits[..1]);
            text.push('.');
            text.push_str(&digits[1..]);
            text.push('e');
            text.push_str(itoa::Buffer::new().format(point - 1));
        }
        text
    }
}

impl fmt::Display for Decimal17 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text())
    }
}

#[cfg(feature = "serde")]
impl Serialize for Decimal17 {
    /// The text, as a string.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The relative error of a computed value in units of 2^-126, exactly.
    fn units(computed: WideFloat, exact: &Rational) -> Rational {
        let difference = (computed.to_rational() - exact).abs() / exact;
        difference * Rational::from(BigInt::from(1) << 126_u8)
    }

    proptest! {
        #[test]
        fn operations_keep_their_error_bound(
            a in 1_u128.., b in 1_u128.., c in 1_u64.., d in 1_u64..,
        ) {
            let big = |value: u128| Rational::from(BigInt::from(value));
            let (x, y) = (WideFloat::from_u128(a), WideFloat::from_u128(b));
            let half = Rational::new(1, 2);
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
            prop_assert!(WideFloat::ZERO < x && [x, y].into_iter().sum::<WideFloat>() == x + y);
            prop_assert!(units(x * y, &(big(a) * big(b))) <= half);
            prop_assert!(units(x + y, &(big(a) + big(b))) <= half);
            prop_assert!(units(x / y, &(big(a) / big(b))) <= half);
            let root = x.sqrt();
            let square = root.to_rational() * root.to_rational();
            // A relative error of e in the root is one of 2e in its square.
            let off =
                (&square - &big(a)).abs() / big(a) * Rational::from(BigInt::from(1) << 126_u8);
            prop_assert!(off <= Rational::from(8));
            let (small, other) = (WideFloat::from_u128(c.into()), WideFloat::from_u128(d.into()));
            prop_assert!(units(x / small, &(big(a) / Rational::from(c))) <= half);
            prop_assert!(units(small / other, &(Rational::from(c) / Rational::from(d))) <= half);
            let quotient = x / (small * other);
            prop_assert!(units(quotient + y,
                &(big(a) / (Rational::from(c) * Rational::from(d)) + big(b))) <= Rational::ONE);
        }

        #[test]
        fn decimals_of_both_routes_agree(n in 1_u128.., d in 1_u128.., e in 0_u32..3000) {
            let (n, d) = (BigUint::from(n), BigUint::from(d) << e);
            let mass = CertifiedMass::new(WideFloat::from_ratio(&n, &d), 3);
            let exact = Decimal17::of_ratio(&n, &d);
            prop_assert_eq!(mass.to_decimal(), Some(exact));
            let value = Rational::new(BigInt::from(n), BigInt::from(d));
            prop_assert!(mass.lower() <= value && value <= mass.upper());
            // Half a unit of the last of 17 digits is at most 5 parts in 10^17.
            let off = (exact.to_rational() - &value).abs();
            prop_assert!(off * Rational::from(10_i64.pow(17)) <= Rational::from(5) * value);
        }
    }

    #[test]
    fn a_tie_at_the_eighteenth_digit_is_left_to_the_exact_route() {
        // 2^-25 has exactly eighteen significant digits, the last a five.
        let tie = WideFloat::from_ratio(&BigUint::from(1_u8), &(BigUint::from(1_u8) << 25_u8));
        assert_eq!(CertifiedMass::new(tie, 1).to_decimal(), None);
        let exact = Decimal17::nearest(&Rational::new(1, 1 << 25));
        assert_eq!(exact.to_string(), "2.9802322387695312e-8");
    }

    #[test]
    fn large_and_small_powers_of_ten() {
        for exponent in [0_u32, 1, 16, 17, 55, 56, 1023, 1024, 1025, 40_000] {
            let power = BigUint::from(10_u8).pow(exponent);
            let one = BigUint::from(1_u8);
            let text = |numerator: &BigUint, denominator: &BigUint| {
                let mass = CertifiedMass::new(WideFloat::from_ratio(numerator, denominator), 3);
                assert_eq!(mass.to_decimal(), Some(Decimal17::of_ratio(numerator, denominator)));
            };
            text(&(&power * 7_u8), &(&one * 3_u8));
            text(&(&one * 7_u8), &(&power * 3_u8));
        }
    }
}
