//! Doubles and fractions: the exact value of one, and the nearest to the other.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive};

use super::Rational;

/// Binary digits of a double's mantissa.
const DIGITS: i64 = 53;
/// The exponent of the smallest positive double.
const LEAST: i64 = -1074;

/// The double nearest to `numerator / denominator`, halves to the even mantissa; the denominator is
/// positive.
pub(super) fn nearest(numerator: &BigInt, denominator: &BigInt) -> f64 {
    let sign = if numerator.is_negative() { -1.0 } else { 1.0 };
    let bits = |value: &BigInt| i64::try_from(value.bits()).expect("sizes fit in 63 bits");
    // 2^(order - 1) < magnitude < 2^(order + 1)
    let order = bits(numerator) - bits(denominator);
    if order > 1025 {
        return sign * f64::INFINITY;
    }
    if order < LEAST - 1 {
        return sign * 0.0;
    }
    let (numerator, denominator) = (numerator.abs(), denominator.clone());
    // The unit of the last place of the result, one too small if the quotient has 54 digits.
    let mut unit = (order - DIGITS).max(LEAST);
    let mut mantissa = in_units(&numerator, &denominator, unit);
    if mantissa.0 >= 1 << DIGITS {
        unit += 1;
        mantissa = in_units(&numerator, &denominator, unit);
    }
    let (whole, rest) = mantissa;
    let up = rest == Ordering::Greater || rest == Ordering::Equal && whole % 2 == 1;
    let mut mantissa = whole + u64::from(up);
    if mantissa == 1 << DIGITS {
        (mantissa, unit) = (mantissa / 2, unit + 1);
    }
    // Mantissas below 2^52 have the exponent of the smallest double, and are its multiples.
    let stored = if mantissa >> (DIGITS - 1) == 0 { 0 } else { unit - LEAST + 1 };
    let magnitude = match u64::try_from(stored).expect("no exponent is below the least") {
        stored @ 0..2047 => f64::from_bits(stored << 52 | mantissa & ((1 << 52) - 1)),
        _ => f64::INFINITY,
    };
    sign * magnitude
}

/// floor(numerator / denominator / 2^unit), and the order of what is left relative to one half.
fn in_units(numerator: &BigInt, denominator: &BigInt, unit: i64) -> (u64, Ordering) {
    let shift = unit.unsigned_abs();
    let (quotient, rest, divisor) = if unit < 0 {
        let (quotient, rest) = (numerator << shift).div_rem(denominator);
        (quotient, rest, denominator.clone())
    } else {
        let divisor = denominator << shift;
        let (quotient, rest) = numerator.div_rem(&divisor);
        (quotient, rest, divisor)
    };
    let whole = quotient.to_u64().expect("at most 54 digits");
    (whole, (rest * 2_u8).cmp(&divisor))
}

/// The rational that a finite double is.
pub(super) fn exactly(value: f64) -> Rational {
    let bits = value.to_bits();
    let stored = i64::try_from(bits >> 52 & 0x7ff).expect("eleven bits");
    let fraction = bits & ((1 << 52) - 1);
    let (mantissa, exponent) =
        if stored == 0 { (fraction, LEAST) } else { (fraction | 1 << 52, stored + LEAST - 1) };
    let shift = exponent.unsigned_abs();
    let mantissa = if value.is_sign_negative() { -BigInt::from(mantissa) } else { mantissa.into() };
    if exponent >= 0 {
        Rational::from(mantissa << shift)
    } else {
        Rational::new(mantissa, BigInt::from(1) << shift)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::ConversionError;
    use num_rational::BigRational;
    use proptest::prelude::*;

    /// No neighbour is nearer, and of two equally near doubles the even one was taken.
    fn check_nearest(value: &Rational) {
        let double = value.to_f64();
        assert!(double.is_finite());
        let away = |double: f64| (exactly(double) - value).abs();
        for neighbour in [double.next_down(), double.next_up()] {
            if neighbour.is_finite() {
                let order = away(double).cmp(&away(neighbour));
                assert!(
                    order.is_lt() || order.is_eq() && double.to_bits().is_multiple_of(2),
                    "{value:?}"
                );
            }
        }
    }

    proptest! {
        #[test]
        fn doubles_are_the_nearest(
            n in any::<i128>(), d in 1_i128.., down in 0_u32..1100, up in 0_u32..850,
                small in 0_u32..127,
        ) {
            let (n, d) = (BigInt::from(n >> small), BigInt::from(d));
            check_nearest(&Rational::new(n.clone(), d.clone() << down));
            check_nearest(&Rational::new(n << up, d));
        }

        #[test]
        fn machine_fractions_are_rounded_once(n in any::<i64>(), d in 1_i64..) {
            check_nearest(&Rational::new(n, d));
        }

        #[test]
        fn doubles_return_through_their_fractions(bits in any::<u64>()) {
            let double = f64::from_bits(bits);
            match Rational::try_from(double) {
                Ok(value) => {
                    prop_assert_eq!(value.to_f64(), double);
                    // Halfway to the next double: the even one of the two.
                    let next = double.next_up();
                    if next.is_finite() {
                        check_nearest(&((value + exactly(next)) / Rational::from(2)));
                    }
                }
                Err(error) =>
                    prop_assert!(!double.is_finite() && error == ConversionError::NotFinite),
            }
        }

        #[test]
        fn integers_and_fractions_convert_both_ways(n in any::<i128>(), d in 1_i128..) {
            let value = Rational::new(n, d);
            let big = BigRational::new(n.into(), d.into());
            prop_assert_eq!(&Rational::from(big.clone()), &value);
            prop_assert_eq!(&Rational::from(BigRational::new_raw(BigInt::from(n) * 6,
                BigInt::from(d) * 6)), &value);
            prop_assert_eq!(BigRational::from(&value), big);
            let whole = Rational::from(n);
            prop_assert_eq!(i128::try_from(&whole), Ok(n));
            prop_assert_eq!(BigInt::try_from(whole.clone()), Ok(BigInt::from(n)));
            prop_assert_eq!(i64::try_from(&whole).ok(), i64::try_from(n).ok());
            prop_assert_eq!(u64::try_from(&whole).ok(), u64::try_from(n).ok());
        }
    }

    #[test]
    fn the_ends_of_the_range() {
        let power = |k: u32| Rational::from(BigInt::from(1) << k);
        let largest = exactly(f64::MAX);
        let halfway = &largest + power(970);
        assert_eq!(halfway.to_f64(), f64::INFINITY);
        assert_eq!((&halfway - Rational::ONE).to_f64(), f64::MAX);
        assert_eq!((-&halfway).to_f64(), f64::NEG_INFINITY);
        let least = Rational::ONE / power(1074);
        assert_eq!(least.to_f64(), f64::from_bits(1));
        assert_eq!((&least / Rational::from(2)).to_f64(), 0.0);
        assert_eq!((&least * Rational::new(501, 1000)).to_f64(), f64::from_bits(1));
        assert_eq!((&least * Rational::new(3, 2)).to_f64(), f64::from_bits(2));
        assert_eq!(i8::try_from(&Rational::new(1, 2)), Err(ConversionError::NotAnInteger));
        assert_eq!(i8::try_from(&Rational::from(128)), Err(ConversionError::OutOfRange));
        for refused in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(Rational::try_from(refused), Err(ConversionError::NotFinite));
        }
    }
}
