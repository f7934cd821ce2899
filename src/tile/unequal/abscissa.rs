//! Abscissae of events, compared by their leading bits first.

use std::cmp::Ordering;

use ethnum::U256;
use num_bigint::{BigInt, BigUint};
use num_traits::{ToPrimitive, Zero};

use crate::num::Rational;

/// An exact number in `[0, 1]`.
#[derive(Clone, Debug)]
pub(super) struct Abscissa {
    /// The integer part of 2^64 times the number, and for 1 the greatest key. Different keys prove
    /// the order.
    key: u64,
    value: Quotient,
}

/// A quotient, not necessarily in lowest terms: reducing it would cost more than all the rest.
#[derive(Clone, Debug)]
enum Quotient {
    Small { numerator: u128, denominator: u128 },
    Big(Box<[BigUint; 2]>),
}

impl Abscissa {
    /// The quotient of two integers, the second not 0, if it lies in `[0, 1]`.
    pub(super) fn quotient(numerator: i128, denominator: i128) -> Option<Self> {
        if numerator != 0 && (numerator < 0) != (denominator < 0) {
            return None;
        }
        let [numerator, denominator] = [numerator.unsigned_abs(), denominator.unsigned_abs()];
        if numerator > denominator {
            return None;
        }
        let key = if numerator == denominator {
            u64::MAX
        } else if let Ok(short) = u64::try_from(numerator) {
            // Below 2^64, as the quotient is below 1.
            u64::try_from((u128::from(short) << 64) / denominator).expect("a quotient below 1")
        } else {
            let key = (U256::from(numerator) << 64_u32) / U256::from(denominator);
            u64::try_from(key.as_u128()).expect("a quotient below 1")
        };
        Some(Self { key, value: Quotient::Small { numerator, denominator } })
    }

    /// As [`quotient`](Self::quotient), of integers of any size.
    pub(super) fn big_quotient(numerator: &BigInt, denominator: &BigInt) -> Option<Self> {
        if let (Some(numerator), Some(denominator)) = (numerator.to_i128(), denominator.to_i128()) {
            return Self::quotient(numerator, denominator);
        }
        if !numerator.is_zero() && numerator.sign() != denominator.sign() {
            return None;
        }
        let [numerator, denominator] = [numerator, denominator].map(BigInt::magnitude);
        if numerator > denominator {
            return None;
        }
        let key: BigUint = (numerator << 64_u32) / denominator;
        let value = Quotient::Big(Box::new([numerator.clone(), denominator.clone()]));
        Some(Self { key: key.to_u64().unwrap_or(u64::MAX), value })
    }

    /// A rational number, if it lies in `[0, 1]`.
    pub(super) fn rational(value: &Rational) -> Option<Self> {
        match value.small_parts() {
            Some((numerator, denominator)) => {
                Self::quotient(i128::from(numerator), i128::from(denominator))
            }
            None => Self::big_quotient(&value.numerator(), &value.denominator()),
        }
    }

    /// Numerator and denominator.
    fn parts(&self) -> [BigUint; 2] {
        match &self.value {
            Quotient::Small { numerator, denominator } => {
                [*numerator, *denominator].map(BigUint::from)
            }
            Quotient::Big(parts) => parts.as_ref().clone(),
        }
    }

    /// The number in lowest terms.
    pub(super) fn to_rational(&self) -> Rational {
        if let Quotient::Small { numerator, denominator } = self.value {
            if let (Ok(n), Ok(d)) = (i128::try_from(numerator), i128::try_from(denominator)) {
                return Rational::from_i128(n, d);
            }
        }
        let [numerator, denominator] = self.parts();
        Rational::new(numerator, denominator)
    }
}

impl Ord for Abscissa {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key.cmp(&other.key).then_with(|| match (&self.value, &other.value) {
            (
                &Quotient::Small { numerator: n1, denominator: d1 },
                &Quotient::Small { numerator: n2, denominator: d2 },
            ) => match (n1.checked_mul(d2), n2.checked_mul(d1)) {
                (Some(first), Some(second)) => first.cmp(&second),
                // Products of two numbers of 128 bits.
                _ => (U256::from(n1) * U256::from(d2)).cmp(&(U256::from(n2) * U256::from(d1))),
            },
            _ => {
                let ([n1, d1], [n2, d2]) = (self.parts(), other.parts());
                (n1 * d2).cmp(&(n2 * d1))
            }
        })
    }
}

impl PartialOrd for Abscissa {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Abscissa {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Abscissa {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parts() -> impl Strategy<Value = (i128, i128)> {
        let size = prop_oneof![Just(5_u32), Just(60), Just(70), Just(126)];
        (size, any::<i128>(), any::<i128>()).prop_map(|(bits, x, y)| {
            let [x, y] = [x, y].map(|z| (z >> (127 - bits)).max(-i128::MAX));
            (x, if y == 0 { 1 } else { y })
        })
    }

    proptest! {
        #[test]
        fn quotients_are_ordered_as_rational_numbers(
            (n1, d1) in parts(), (n2, d2) in parts(), near in -1_i128..2,
        ) {
            let value = |n: i128, d: i128| Rational::from_i128(n, d);
            let is_inside = |x: &Rational| !x.is_negative() && *x <= Rational::ONE;
            for (n2, d2) in [(n2, d2), (n1, d1), (n1.saturating_add(near), d1)] {
                let [first, second] = [value(n1, d1), value(n2, d2)];
                let quotients = [Abscissa::quotient(n1, d1), Abscissa::quotient(n2, d2)];
                prop_assert_eq!(quotients[0].is_some(), is_inside(&first));
                let rationals = [&first, &second].map(Abscissa::rational);
                for pair in
                    [[&quotients[0], &quotients[1]], [&quotients[0], &rationals[1]],
                        [&rationals[0], &quotients[1]]] {
                    if let [Some(x), Some(y)] = pair {
                        prop_assert_eq!(x.cmp(y), first.cmp(&second));
                        prop_assert_eq!(x.to_rational(), first.clone());
                    }
                }
            }
        }
    }
}
