//! Positive numbers of 128 bits times a power of two, rounded down, with a count of their largest
//! possible error.
//!
//! A rounded number is too small by less than 2^-126 of the exact one. All numbers are positive, so
//! that no digits cancel. In units of 2^-126 the error of a product is the sum of the errors of its
//! factors plus one, and the error of a sum is the larger error of its parts plus one.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use exactile::num::Decimal17;

/// A number that is rounded down: `mantissa * 2^exponent`, with the first bit set unless it is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rounded {
    mantissa: u128,
    exponent: i64,
}

impl Rounded {
    pub(super) const ZERO: Self = Self { mantissa: 0, exponent: 0 };
    pub(super) const ONE: Self = Self { mantissa: 1 << 127, exponent: -127 };

    pub(super) fn of(integer: &BigUint) -> Self {
        let Some(bits) = i64::try_from(integer.bits()).ok().filter(|bits| *bits > 0) else {
            return Self::ZERO;
        };
        let exponent = bits - 128;
        let leading = match u64::try_from(exponent) {
            Ok(down) => integer >> down,
            Err(_) => integer << exponent.unsigned_abs(),
        };
        Self { mantissa: leading.to_u128().expect("128 bits"), exponent }
    }

    pub(super) fn times(self, other: Self) -> Self {
        if self.mantissa == 0 || other.mantissa == 0 {
            return Self::ZERO;
        }
        const LOW: u128 = u64::MAX as u128;
        let ([a, b], [c, d]) = [self, other].map(|x| [x.mantissa >> 64, x.mantissa & LOW]).into();
        let (middle, is_over) = (a * d).overflowing_add(b * c);
        let (low, carry) = (b * d).overflowing_add(middle << 64);
        let high = a * c + (middle >> 64) + (u128::from(is_over) << 64) + u128::from(carry);
        let exponent = self.exponent + other.exponent + 128;
        match high >> 127 {
            1 => Self { mantissa: high, exponent },
            _ => Self { mantissa: high << 1 | low >> 127, exponent: exponent - 1 },
        }
    }

    pub(super) fn plus(self, other: Self) -> Self {
        let (large, small) = match (self.mantissa == 0, other.mantissa == 0) {
            (_, true) => return self,
            (true, _) => return other,
            _ if self.exponent >= other.exponent => (self, other),
            _ => (other, self),
        };
        let down = u32::try_from(large.exponent - small.exponent).unwrap_or(u32::MAX);
        let small = small.mantissa.checked_shr(down).unwrap_or(0);
        match large.mantissa.overflowing_add(small) {
            (mantissa, false) => Self { mantissa, ..large },
            (sum, true) => Self { mantissa: sum >> 1 | 1 << 127, exponent: large.exponent + 1 },
        }
    }

    /// Returns the nearest decimal of 17 digits of this over a whole, if an error of `error` units
    /// of 2^-126 cannot change it.
    pub(super) fn decimal(self, error: u64, over: &BigUint) -> Option<String> {
        if self.mantissa == 0 {
            // A sum of positive numbers is 0 only if there is none.
            return Some(Decimal17::of_ratio(&BigUint::ZERO, over).to_string());
        }
        let low = BigUint::from(self.mantissa);
        // 1/(1 - e) <= 1 + 2e up to e = 1/2.
        let high = &low + ((&low * error) >> 125_u32) + 1_u8;
        let [up, down] = [self.exponent.max(0), (-self.exponent).max(0)].map(i64::unsigned_abs);
        let over = over << down;
        let [low, high] = [low, high].map(|end| Decimal17::of_ratio(&(end << up), &over));
        (low == high).then(|| low.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the exact value, as a mantissa and an exponent.
    fn exact(x: Rounded) -> (BigUint, i64) {
        (BigUint::from(x.mantissa), x.exponent)
    }

    /// Returns `true` if a rounded number is not above the exact one, and below it by at most
    /// `error` units of 2^-126 of it.
    fn is_near(x: Rounded, truth: &BigUint, exponent: i64, error: u64) -> bool {
        let (mantissa, own) = exact(x);
        let least = own.min(exponent);
        let [x, truth] = [(mantissa, own), (truth.clone(), exponent)]
            .map(|(m, e)| m << (e - least).unsigned_abs());
        x <= truth && (&truth - &x) << 126_u32 <= &truth * error
    }

    proptest! {
        #[test]
        fn numbers_are_rounded_down_by_what_is_said(
            x in prop::collection::vec(any::<u32>(), 0..12),
            y in prop::collection::vec(any::<u32>(), 0..12),
        ) {
            let [x, y] = [BigUint::new(x), BigUint::new(y)];
            let [a, b] = [Rounded::of(&x), Rounded::of(&y)];
            prop_assert!(is_near(a, &x, 0, 1));
            prop_assert!(is_near(a.times(b), &(&x * &y), 0, 3));
            prop_assert!(is_near(a.plus(b), &(&x + &y), 0, 2));
        }

        #[test]
        fn decimals_are_those_of_the_quotient(n in 1_u128..u128::MAX, d in 1_u128..u128::MAX) {
            let (n, d) = (BigUint::from(n.min(d)), BigUint::from(n.max(d)));
            let found = Rounded::of(&n).decimal(1, &d).expect("no decimal is that near to a tie");
            prop_assert_eq!(found, Decimal17::of_ratio(&n, &d).to_string());
        }
    }
}
