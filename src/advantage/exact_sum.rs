//! Exact sums of very many small rationals, most of them with few different denominators.

use hashbrown::HashMap;
use num_bigint::BigInt;

use crate::num::Rational;

/// Denominators that are kept apart; decimals of up to 18 digits have 361.
const KEPT: usize = 512;
/// The longest common denominator, in bits: beyond it every further sum would crawl.
const MAX_BITS: u64 = 1 << 14;

/// The values have no common denominator that is worth working with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the common denominator of the values so far has more than {MAX_BITS} bits")]
pub struct TooFine;

/// A sum, by denominator as long as that is short.
#[derive(Clone, Debug, Default)]
pub(super) struct ExactSum {
    by_denominator: HashMap<i64, i128>,
    rest: Rest,
}

/// A sum of squares of fractions: numerators' squares by denominator, as `low + 2^128 high`.
#[derive(Clone, Debug, Default)]
pub(super) struct SquareSum {
    by_denominator: HashMap<i64, (u128, u64)>,
    rest: Rest,
}

/// The summands whose denominator or size does not fit the machine integers.
#[derive(Clone, Debug)]
struct Rest(Rational);

impl Default for Rest {
    fn default() -> Self {
        Self(Rational::ZERO)
    }
}

impl Rest {
    fn add(&mut self, value: &Rational) -> Result<(), TooFine> {
        self.0 += value;
        if self.0.small_parts().is_none() && self.0.denominator().bits() > MAX_BITS {
            return Err(TooFine);
        }
        Ok(())
    }
}

impl ExactSum {
    /// Adds a value.
    pub(super) fn add(&mut self, value: &Rational) -> Result<(), TooFine> {
        let Some((numerator, denominator)) = value.small_parts() else {
            return self.rest.add(value);
        };
        if self.by_denominator.len() == KEPT && !self.by_denominator.contains_key(&denominator) {
            self.fold()?;
        }
        // 2^63 summands of 63 bits fit.
        *self.by_denominator.entry(denominator).or_insert(0) += i128::from(numerator);
        Ok(())
    }

    fn fold(&mut self) -> Result<(), TooFine> {
        for (denominator, numerator) in self.by_denominator.drain() {
            self.rest.add(&Rational::new(numerator, denominator))?;
        }
        Ok(())
    }

    /// The sum.
    pub(super) fn total(mut self) -> Result<Rational, TooFine> {
        self.fold()?;
        Ok(self.rest.0)
    }
}

impl SquareSum {
    /// Adds the square of a value.
    pub(super) fn add_square(&mut self, value: &Rational) -> Result<(), TooFine> {
        let Some((numerator, denominator)) = value.small_parts() else {
            return self.rest.add(&(value * value));
        };
        if self.by_denominator.len() == KEPT && !self.by_denominator.contains_key(&denominator) {
            self.fold()?;
        }
        let magnitude = u128::from(numerator.unsigned_abs());
        let (low, high) = self.by_denominator.entry(denominator).or_insert((0, 0));
        let (sum, carries) = low.overflowing_add(magnitude * magnitude);
        *low = sum;
        *high += u64::from(carries);
        Ok(())
    }

    fn fold(&mut self) -> Result<(), TooFine> {
        for (denominator, (low, high)) in self.by_denominator.drain() {
            let numerator = (BigInt::from(high) << 128_u8) + low;
            let denominator = i128::from(denominator) * i128::from(denominator);
            self.rest.add(&Rational::new(numerator, denominator))?;
        }
        Ok(())
    }

    /// The sum.
    pub(super) fn total(mut self) -> Result<Rational, TooFine> {
        self.fold()?;
        Ok(self.rest.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn values() -> impl Strategy<Value = Vec<Rational>> {
        let value = prop_oneof![
            (-1000_i64..1000, 1_i64..20).prop_map(|(n, d)| Rational::new(n, d)),
            (any::<i64>(), 1_i64..=i64::MAX).prop_map(|(n, d)| Rational::new(n, d)),
            (any::<i128>(), Just(3)).prop_map(|(n, d)| Rational::new(n, d)),
        ];
        prop::collection::vec(value, 0..40)
    }

    proptest! {
        #[test]
        fn sums_are_those_of_rationals(values in values()) {
            let mut sum = ExactSum::default();
            let mut squares = SquareSum::default();
            for value in &values {
                sum.add(value).expect("short");
                squares.add_square(value).expect("short");
            }
            prop_assert_eq!(sum.total(), Ok(values.iter().cloned().sum()));
            prop_assert_eq!(squares.total(), Ok(values.iter().map(|v| v * v).sum()));
        }
    }

    #[test]
    fn many_denominators_are_summed_and_too_many_refused() {
        let mut sum = ExactSum::default();
        let mut expected = Rational::ZERO;
        for denominator in 1..600_i64 {
            let value = Rational::new(1, denominator);
            sum.add(&value).expect("short");
            expected += &value;
        }
        assert_eq!(sum.total(), Ok(expected));
        let mut sum = ExactSum::default();
        let outcome = (0..3000_i64).try_for_each(|i| sum.add(&Rational::new(1, (1 << 61) + i)));
        assert_eq!(outcome, Err(TooFine));
    }
}
