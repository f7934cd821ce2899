//! Enclosures: intervals of fixed-point numbers that certainly hold an irrational value.
//!
//! An [`Enclosure`] is a pair of integers `lower <= 2^bits * value <= upper`. Every operation
//! rounds outwards. Logarithms come from the series of the inverse hyperbolic tangent with its
//! remainder bounded, square roots from integer roots.

use std::mem;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::artanh::{artanh, ln_2};
use super::{CertifiedDecimal, Rational, by_assignment};

/// An interval `[lower, upper] * 2^-bits` that certainly holds a value.
///
/// ```
/// use exactile::Rational;
/// use exactile::num::Enclosure;
/// let root = Enclosure::sqrt(&Rational::from(2), 64);
/// assert_eq!(root.to_decimals(3).decimals(), ["1.414", "1.415"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enclosure {
    lower: BigInt,
    upper: BigInt,
    bits: u32,
}

impl Enclosure {
    /// The enclosure of a rational: its value rounded down and up to a multiple of 2^-bits.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::num::Enclosure;
    /// let third = Enclosure::of_rational(&Rational::new(1, 3), 2);
    /// assert_eq!([third.lower(), third.upper()], [Rational::new(1, 4), Rational::new(1, 2)]);
    /// ```
    pub fn of_rational(value: &Rational, bits: u32) -> Self {
        let scaled = value.numerator() << bits;
        let denominator = value.denominator();
        Self { lower: scaled.div_floor(&denominator), upper: scaled.div_ceil(&denominator), bits }
    }

    /// The enclosure of a number between two rationals.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::num::Enclosure;
    /// let between = Enclosure::between(&Rational::new(1, 3), &Rational::new(2, 3), 1);
    /// assert_eq!([between.lower(), between.upper()], [Rational::ZERO, Rational::ONE]);
    /// ```
    pub fn between(lower: &Rational, upper: &Rational, bits: u32) -> Self {
        Self::of_rational(lower, bits).hull(&Self::of_rational(upper, bits))
    }

    /// The logarithm `ln(argument)/ln(base)` of a positive rational to a base above 1.
    ///
    /// # Panics
    /// If the argument is not positive, or the base not above 1.
    pub(crate) fn log(argument: &Rational, base: &Rational, bits: u32) -> Self {
        // Guard bits for a base close to one, whose logarithm is small.
        let excess = base - Rational::ONE;
        let guard = excess.denominator().bits().saturating_sub(excess.numerator().bits());
        let bits = u32::try_from(2 * guard + 64).ok().and_then(|guard| guard.checked_add(bits));
        let bits = bits.expect("numbers of fewer than 2^31 digits");
        Self::ln(argument, bits) * Self::ln(base, bits).reciprocal()
    }

    /// The natural logarithm of a positive rational.
    ///
    /// With q = 2^k m and 2/3 <= m <= 4/3 (or so), ln q = k ln 2 + 2 artanh z, z = (m-1)/(m+1),
    /// ln 2 = 2 artanh(1/3), |z| <= 1/5.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::num::Enclosure;
    /// let ln = Enclosure::ln(&Rational::from(2), 64);
    /// assert_eq!(ln.to_decimals(4).decimals(), ["0.6931", "0.6932"]);
    /// ```
    ///
    /// # Panics
    /// If the argument is not positive.
    pub fn ln(argument: &Rational, bits: u32) -> Self {
        assert!(argument.is_positive(), "a logarithm needs a positive argument");
        let (numerator, denominator) = (argument.numerator(), argument.denominator());
        let exponent = i64::try_from(numerator.bits()).expect("sizes fit in 63 bits")
            - i64::try_from(denominator.bits()).expect("sizes fit in 63 bits");
        let shift = u64::try_from(exponent.abs()).expect("an absolute value");
        // Now 1/2 < m < 2; halve or double once more so that |m - 1| is small.
        let (mut numerator, mut denominator) = if exponent >= 0 {
            (numerator, denominator << shift)
        } else {
            (numerator << shift, denominator)
        };
        let mut power_of_two = exponent;
        if &numerator * 3_u8 > &denominator * 4_u8 {
            denominator <<= 1_u8;
            power_of_two += 1;
        } else if &numerator * 3_u8 < &denominator * 2_u8 {
            numerator <<= 1_u8;
            power_of_two -= 1;
        }
        // Guard bits keep the width of the result within a few units of 2^-bits however many
        // binary orders the argument spans.
        let guard = 8 + (64 - power_of_two.unsigned_abs().leading_zeros());
        let working = bits.checked_add(guard).expect(PLACES);
        let mantissa = artanh(&(&numerator - &denominator), &(&numerator + &denominator), working);
        let mut total = mantissa * &Rational::from(2);
        if power_of_two != 0 {
            total += &(ln_2(working) * &Rational::from(power_of_two));
        }
        total.with_bits(bits)
    }

    /// The square root of a rational that is not negative.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::num::Enclosure;
    /// let root = Enclosure::sqrt(&Rational::from(3), 64);
    /// assert_eq!(root.to_decimals(2).decimals(), ["1.73", "1.74"]);
    /// ```
    ///
    /// # Panics
    /// If the argument is negative.
    pub fn sqrt(argument: &Rational, bits: u32) -> Self {
        assert!(!argument.is_negative(), "a square root needs an argument that is not negative");
        let scaled = argument.numerator() << (2 * u64::from(bits));
        let denominator = argument.denominator();
        let (floor, ceil) = (scaled.div_floor(&denominator), scaled.div_ceil(&denominator));
        let lower = floor.sqrt();
        let mut upper = ceil.sqrt();
        if &upper * &upper < ceil {
            upper += 1_u8;
        }
        Self { lower, upper, bits }
    }

    /// The number of binary places.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// The lower end, exactly.
    pub fn lower(&self) -> Rational {
        Rational::new(self.lower.clone(), BigInt::one() << self.bits)
    }

    /// The upper end, exactly.
    pub fn upper(&self) -> Rational {
        Rational::new(self.upper.clone(), BigInt::one() << self.bits)
    }

    /// `1/value`.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::num::Enclosure;
    /// let quarter = Enclosure::of_rational(&Rational::from(4), 8).reciprocal();
    /// assert_eq!([quarter.lower(), quarter.upper()], [Rational::new(1, 4), Rational::new(1, 4)]);
    /// ```
    ///
    /// # Panics
    /// If the enclosure holds a number that is not positive.
    pub fn reciprocal(&self) -> Self {
        assert!(self.lower.is_positive(), "only what is certainly positive is divided by");
        let square = BigInt::one() << (2 * u64::from(self.bits));
        Self {
            lower: square.div_floor(&self.upper),
            upper: square.div_ceil(&self.lower),
            bits: self.bits,
        }
    }

    /// The interval `[lower, upper] * 2^-bits`.
    pub(super) fn from_ends(lower: BigInt, upper: BigInt, bits: u32) -> Self {
        Self { lower, upper, bits }
    }

    /// The ends as integers: `[lower, upper] * 2^-bits`.
    pub(crate) fn ends(&self) -> (&BigInt, &BigInt) {
        (&self.lower, &self.upper)
    }

    /// Fewer binary places, rounded outwards.
    fn with_bits(&self, bits: u32) -> Self {
        let unit = BigInt::one() << (self.bits - bits);
        Self { lower: self.lower.div_floor(&unit), upper: self.upper.div_ceil(&unit), bits }
    }

    /// The sign, if the enclosure excludes zero or is exactly zero.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::num::Enclosure;
    /// use std::cmp::Ordering;
    /// let [low, high] = [Rational::from(-1), Rational::from(2)];
    /// assert_eq!(Enclosure::between(&low, &high, 8).sign(), None);
    /// assert_eq!(Enclosure::of_rational(&high, 8).sign(), Some(Ordering::Greater));
    /// ```
    pub fn sign(&self) -> Option<std::cmp::Ordering> {
        let zero = BigInt::zero();
        let (lower, upper) = (self.lower.cmp(&zero), self.upper.cmp(&zero));
        (lower == upper).then_some(lower)
    }

    /// The sign of a value that is not zero, from ever finer enclosures of it.
    pub(crate) fn sign_of_nonzero(enclose: impl Fn(u32) -> Self) -> std::cmp::Ordering {
        let mut bits = 64;
        loop {
            if let Some(sign) = enclose(bits).sign() {
                return sign;
            }
            bits = doubled(bits);
        }
    }

    /// The smallest enclosure that contains this one and another one.
    ///
    /// # Panics
    /// If the two have different numbers of binary places.
    pub(crate) fn hull(&self, other: &Self) -> Self {
        assert_eq!(self.bits, other.bits, "{SHARED}");
        Self {
            lower: (&self.lower).min(&other.lower).clone(),
            upper: (&self.upper).max(&other.upper).clone(),
            bits: self.bits,
        }
    }

    /// The numbers of zeros between the point and the first digit that is not zero, of both ends,
    /// the smaller one first, if both have the same sign.
    fn leading_zeros(&self) -> Option<[u32; 2]> {
        self.sign().filter(|sign| sign.is_ne())?;
        // 10^z < 1/v <= 10^(z+1) is the same for the ceiling of 1/v.
        let zeros = |end: &BigInt| {
            let inverse = (BigInt::one() << self.bits).div_ceil(&end.abs()) - 1_u8;
            match inverse.to_u128() {
                Some(inverse) => Some(inverse.checked_ilog10().unwrap_or(0)),
                None => u32::try_from(inverse.to_string().len() - 1).ok(),
            }
        };
        let (lower, upper) = (zeros(&self.lower)?, zeros(&self.upper)?);
        Some([lower.min(upper), lower.max(upper)])
    }

    /// The ends times 2^bits, as integers.
    ///
    /// ```
    /// use exactile::num::{Enclosure, Rational};
    /// let root = Enclosure::sqrt(&Rational::from(2), 4);
    /// assert_eq!(root.scaled().map(ToString::to_string), ["22", "23"]);
    /// ```
    pub fn scaled(&self) -> [&BigInt; 2] {
        [&self.lower, &self.upper]
    }

    /// Decimals of `digits` digits after the point that enclose the value.
    pub fn to_decimals(&self, digits: u32) -> CertifiedDecimal {
        let power = BigInt::from(10).pow(digits);
        let unit = BigInt::one() << self.bits;
        let lower = (&self.lower * &power).div_floor(&unit);
        let upper = (&self.upper * &power).div_ceil(&unit);
        CertifiedDecimal::new(lower, upper, digits)
    }
}

/// Message of the check that operands have the same number of binary places.
const SHARED: &str = "enclosures of one computation share their places";

impl AddAssign<&Enclosure> for Enclosure {
    /// # Panics
    /// If the two have different numbers of binary places.
    fn add_assign(&mut self, other: &Enclosure) {
        assert_eq!(self.bits, other.bits, "{SHARED}");
        self.lower += &other.lower;
        self.upper += &other.upper;
    }
}

impl SubAssign<&Enclosure> for Enclosure {
    /// # Panics
    /// If the two have different numbers of binary places.
    fn sub_assign(&mut self, other: &Enclosure) {
        assert_eq!(self.bits, other.bits, "{SHARED}");
        self.lower -= &other.upper;
        self.upper -= &other.lower;
    }
}

impl MulAssign<&Rational> for Enclosure {
    /// Rounds outwards, unless the factor is an integer.
    fn mul_assign(&mut self, factor: &Rational) {
        let (numerator, denominator) = (factor.numerator(), factor.denominator());
        self.lower *= &numerator;
        self.upper *= &numerator;
        if numerator.is_negative() {
            mem::swap(&mut self.lower, &mut self.upper);
        }
        if !denominator.is_one() {
            self.lower = self.lower.div_floor(&denominator);
            self.upper = self.upper.div_ceil(&denominator);
        }
    }
}

impl MulAssign<&Enclosure> for Enclosure {
    /// Rounds outwards.
    ///
    /// # Panics
    /// If the two have different numbers of binary places.
    fn mul_assign(&mut self, other: &Enclosure) {
        assert_eq!(self.bits, other.bits, "{SHARED}");
        let corners = [
            &self.lower * &other.lower,
            &self.lower * &other.upper,
            &self.upper * &other.lower,
            &self.upper * &other.upper,
        ];
        let unit = BigInt::one() << self.bits;
        self.lower = corners.iter().min().expect("four products").div_floor(&unit);
        self.upper = corners.iter().max().expect("four products").div_ceil(&unit);
    }
}

impl Neg for Enclosure {
    type Output = Self;
    fn neg(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower, bits: self.bits }
    }
}

by_assignment!(Enclosure {
    Add<Enclosure> add +=, Sub<Enclosure> sub -=, Mul<Enclosure> mul *=, Mul<Rational> mul *=
});

/// The binary places with which an enclosure of a number gives that many decimals, and some more.
///
/// # Panics
/// If there are 2^32 of them or more.
pub(crate) fn binary_places(digits: u32, more: u32) -> u32 {
    digits.checked_mul(4).and_then(|bits| bits.checked_add(more)).expect(PLACES)
}

/// Twice as many binary places.
///
/// # Panics
/// If there are 2^32 of them or more.
pub(crate) fn doubled(bits: u32) -> u32 {
    bits.checked_mul(2).expect(PLACES)
}

/// Message of checked operations on numbers of binary places, which never fail.
const PLACES: &str = "numbers with fewer than 2^32 binary places";

/// Significant digits that an enclosure has at least, however small the value is.
const SIGNIFICANT: u32 = 16;

/// Decimals that enclose an irrational number, from ever finer enclosures of it: with `digits`
/// digits after the point, or more for a small number, so that both have its sign and at least 16
/// significant digits. They are one unit of the last digit apart.
///
/// `is_zero` is asked if no sign is found at once; decimals of zero are equal. A rational number
/// has to be handled before: if it is a decimal itself, this does not end.
pub(crate) fn certified_decimals(
    digits: u32,
    is_zero: impl Fn() -> bool,
    enclose: impl Fn(u32) -> Enclosure,
) -> CertifiedDecimal {
    decimals_apart(1, digits, is_zero, enclose)
}

/// The same for a number other than zero that may be rational: the decimals are at most two units
/// apart.
pub(crate) fn close_decimals(digits: u32, enclose: impl Fn(u32) -> Enclosure) -> CertifiedDecimal {
    decimals_apart(2, digits, || false, enclose)
}

fn decimals_apart(
    most: u32,
    digits: u32,
    is_zero: impl Fn() -> bool,
    enclose: impl Fn(u32) -> Enclosure,
) -> CertifiedDecimal {
    let first = binary_places(digits, 32);
    let mut bits = first;
    loop {
        let enclosure = enclose(bits);
        if bits == first && enclosure.sign().is_none() && is_zero() {
            return Enclosure::of_rational(&Rational::ZERO, 0).to_decimals(digits);
        }
        let zeros = enclosure.leading_zeros();
        if let Some([_, more]) = zeros.filter(|[fewer, more]| fewer == more || most > 1) {
            let places = digits.max(more.checked_add(SIGNIFICANT).expect(PLACES));
            let power = BigInt::from(10).pow(places);
            let unit = BigInt::one() << enclosure.bits;
            let lower = (&enclosure.lower * &power).div_floor(&unit);
            let upper = (&enclosure.upper * &power).div_ceil(&unit);
            if &upper - &lower <= BigInt::from(most) {
                return CertifiedDecimal::new(lower, upper, places);
            }
        }
        bits = doubled(bits);
    }
}

/// `value * 10^-digits` as text.
pub(super) fn fixed_point_text(value: &BigInt, digits: u32) -> String {
    let magnitude = match value.magnitude().to_u128() {
        Some(magnitude) => magnitude.to_string(),
        None => value.magnitude().to_string(),
    };
    let digits = digits as usize;
    let mut text = String::with_capacity(magnitude.len().max(digits) + 3);
    text.extend(value.is_negative().then_some('-'));
    let (whole, fraction) = magnitude.split_at(magnitude.len().saturating_sub(digits));
    text.push_str(if whole.is_empty() { "0" } else { whole });
    if digits > 0 {
        text.push('.');
        text.extend(std::iter::repeat_n('0', digits - fraction.len()));
        text.push_str(fraction);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_float::DBig;
    use proptest::prelude::*;
    use std::str::FromStr;

    #[test]
    fn known_constants_are_enclosed() {
        let ln_2 = Enclosure::ln(&Rational::from(2), 100);
        assert_eq!(
            ln_2.to_decimals(25).decimals(),
            ["0.6931471805599453094172321", "0.6931471805599453094172322"]
        );
        let root = Enclosure::sqrt(&Rational::new(1, 3), 100);
        assert_eq!(
            root.to_decimals(20).decimals(),
            ["0.57735026918962576450", "0.57735026918962576451"]
        );
        assert_eq!(Enclosure::ln(&Rational::ONE, 64).sign(), None);
        assert_eq!(Enclosure::sqrt(&Rational::new(9, 4), 10).lower(), Rational::new(3, 2));
    }

    #[test]
    fn decimals_round_outwards_on_both_sides_of_zero() {
        let third = Enclosure::of_rational(&Rational::new(-1, 3), 80);
        assert_eq!(third.to_decimals(3).decimals(), ["-0.334", "-0.333"]);
    }

    proptest! {
        /// Against an independent arbitrary-precision logarithm, 60 decimal digits.
        #[test]
        fn logarithms_hold_the_oracle_value_and_are_narrow(n in 1_u64.., d in 1_u64..) {
            let enclosure = Enclosure::ln(&Rational::new(n, d), 120);
            let exact =
                |x: u64| DBig::from_str(&x.to_string()).expect("digits").with_precision(60).value();
            let oracle = exact(n).ln() - exact(d).ln();
            let [lower, upper] = enclosure.to_decimals(40).decimals();
            let decimal = |text: &str| DBig::from_str(text).expect("a decimal");
            prop_assert!(decimal(&lower) <= oracle && oracle <= decimal(&upper));
            prop_assert!(&enclosure.upper - &enclosure.lower <= BigInt::from(8));
        }

        /// Whatever the signs are, and by value as by reference.
        #[test]
        fn operators_hold_the_exact_result(
            n1 in -99_i64..100, d1 in 1_i64..50, n2 in -99_i64..100, d2 in 1_i64..50,
        ) {
            let (p, q) = (Rational::new(n1, d1), Rational::new(n2, d2));
            let [x, y] = [&p, &q].map(|value| Enclosure::of_rational(value, 30));
            for (found, exact) in [
                (&x + &y, &p + &q),
                (&x - &y, &p - &q),
                (&x * &y, &p * &q),
                (&x * &q, &p * &q),
                (-x.clone(), -&p),
                (Enclosure::between((&p).min(&q), (&p).max(&q), 30), p.clone()),
            ] {
                prop_assert!(found.lower() <= exact && exact <= found.upper());
            }
            prop_assert_eq!(x.clone() - y.clone(), &x + &-y);
        }

        #[test]
        fn roots_are_squeezed(n in 0_u64.., d in 1_u64..) {
            let value = Rational::new(n, d);
            let root = Enclosure::sqrt(&value, 90);
            let [below, above] = [root.lower(), root.upper()].map(|end| &end * &end);
            prop_assert!(below <= value && value <= above);
            prop_assert!(&root.upper - &root.lower <= BigInt::from(2));
        }
    }
}
