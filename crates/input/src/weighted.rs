//! Weights that are not whole numbers: their sums, exactly, and the parts of a sample that all are
//! multiples of.

use exactile::num::{Rational, Scientific};

/// Decimal places that are held in a machine integer.
const PLACES: u32 = 20;

/// A sum of weights: whole multiples of 10^-20 in a machine integer as long as they fit, and a
/// fraction.
#[derive(Clone)]
pub(super) struct WeightSum {
    units: i128,
    beyond: Rational,
}

/// One weight, ready to be added to many sums.
pub(super) enum Weight {
    /// A multiple of 10^-20.
    Units(i128),
    /// Any other number.
    Other(Rational),
}

impl Weight {
    /// Creates the weight with this value.
    pub(super) fn new(value: &Rational) -> Self {
        let units = Scientific::from_rational(value).and_then(|decimal| {
            let shift = i64::from(decimal.exponent()) + i64::from(PLACES);
            let factor = 10_i128.checked_pow(u32::try_from(shift).ok()?)?;
            decimal.mantissa().checked_mul(factor)
        });
        units.map_or_else(|| Self::Other(value.clone()), Self::Units)
    }
}

impl WeightSum {
    /// The empty sum.
    pub(super) const ZERO: Self = Self { units: 0, beyond: Rational::ZERO };

    /// Adds a weight.
    pub(super) fn add(&mut self, weight: &Weight) {
        match weight {
            Weight::Units(units) => match self.units.checked_add(*units) {
                Some(sum) => self.units = sum,
                None => {
                    self.beyond = self.value();
                    self.units = *units;
                }
            },
            Weight::Other(value) => self.beyond = &self.beyond + value,
        }
    }

    /// Returns the sum.
    pub(super) fn value(&self) -> Rational {
        let unit = Rational::from(10_i128.pow(PLACES));
        &self.beyond + &(Rational::from(self.units) / unit)
    }
}

/// Counts weights in equal parts of a sample, as few as all weights so far are multiples of.
pub(super) struct Parts {
    /// The number of parts of a sample.
    scale: u64,
    /// Those of all rows.
    sum: u64,
}

impl Parts {
    /// Whole samples, none so far.
    pub(super) const WHOLE: Self = Self { scale: 1, sum: 0 };

    /// Returns the number of parts of so many samples; `None` if it does not fit 64 bits.
    pub(super) fn take_samples(&mut self, count: u64) -> Option<u64> {
        let parts = count.checked_mul(self.scale)?;
        self.sum = self.sum.checked_add(parts)?;
        Some(parts)
    }

    /// Returns the number that each part so far is to be divided into, and the number of parts of
    /// a weight then; `None` if all together do not fit 64 bits.
    pub(super) fn take(&mut self, weight: &Rational) -> Option<(u64, u64)> {
        let in_parts = weight * &Rational::from(self.scale);
        let factor = u64::try_from(in_parts.denominator()).ok()?;
        let parts = u64::try_from(in_parts.numerator()).ok()?;
        let scale = self.scale.checked_mul(factor)?;
        let sum = self.sum.checked_mul(factor)?.checked_add(parts)?;
        *self = Self { scale, sum };
        Some((factor, parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_exact_whatever_the_weights() {
        let weights = ["0.5", "1.25", "1e-30", "1/3", "1e18", "1.7e18", "12345678901234567890123"];
        let mut sum = WeightSum::ZERO;
        let mut expected = Rational::ZERO;
        for text in weights.iter().cycle().take(700) {
            let value: Rational = text.parse().expect("a number");
            sum.add(&Weight::new(&value));
            expected = &expected + &value;
        }
        assert_eq!(sum.value(), expected);
    }

    #[test]
    fn parts_are_as_few_as_all_weights_are_multiples_of() {
        let mut parts = Parts::WHOLE;
        let mut take = |text: &str| parts.take(&text.parse().expect("a number"));
        assert_eq!(take("2"), Some((1, 2)));
        assert_eq!(take("0.50"), Some((2, 1)));
        assert_eq!(take("1.25"), Some((2, 5)));
        assert_eq!(take("1/3"), Some((3, 4)));
        assert_eq!(take("1e-19"), None);
        assert_eq!((parts.scale, parts.sum), (12, 24 + 6 + 15 + 4));
        assert_eq!(parts.take_samples(2), Some(24));
        assert_eq!(parts.take_samples(u64::MAX / 12), None);
    }
}
