//! Sums of weights that are not whole numbers, exactly.

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
}
