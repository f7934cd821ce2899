//! Doubles that carry a proved bound on their error.
//!
//! Machine floats are the fastest numbers when thousands of probabilities are needed at once. A
//! [`CertifiedDouble`] carries a bound on its distance from the exact value:
//!
//! ```text
//! |value - exact| <= relative * value + absolute
//! ```
//!
//! The relative part counts roundings of positive sums, products and quotients, each at most 2^-53;
//! the absolute part bounds the terms that were left out on purpose. The code that builds a value
//! proves both.

use std::fmt;
use std::ops::{Add, Div, Sub};

#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

use super::double::exactly;
use super::{CertifiedDecimal, Enclosure, Rational};

/// Significant digits that are printed at most.
const DIGITS: usize = 12;
/// Binary places and decimals of enclosures of numbers that are too small for digits.
const BITS: u32 = 160;
const DECIMALS: u32 = 40;

/// A number that is not negative, with a proved bound on its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CertifiedDouble {
    value: f64,
    relative: f64,
    absolute: f64,
}

// Doubles are only unequal to themselves if they are NaN, which neither the value nor a bound is.
impl Eq for CertifiedDouble {}

impl CertifiedDouble {
    /// Half the distance of 1 from the next double: what one rounding costs at most.
    pub const ROUNDING: f64 = f64::EPSILON / 2.0;

    /// # Panics
    /// If the value or a bound is negative or no number.
    pub(crate) fn new(value: f64, relative: f64, absolute: f64) -> Self {
        assert!(value >= 0.0 && relative >= 0.0 && absolute >= 0.0, "bounds of positive numbers");
        Self { value, relative, absolute }
    }

    /// The double itself.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Returns the greatest possible distance of the exact number from [`Self::value`], rounded up.
    pub fn bound(&self) -> f64 {
        (self.value * self.relative + self.absolute) * (1.0 + 8.0 * Self::ROUNDING)
    }

    /// A rational that is certainly not above the number, and not negative.
    pub fn lower(&self) -> Rational {
        let lower = exactly(self.value) - exactly(self.bound());
        if lower.is_positive() { lower } else { Rational::ZERO }
    }

    /// A rational that is certainly not below the number.
    pub fn upper(&self) -> Rational {
        exactly(self.value) + exactly(self.bound())
    }

    /// The number times a power of two, without rounding.
    pub(crate) fn half(self) -> Self {
        Self { value: self.value / 2.0, absolute: self.absolute / 2.0, ..self }
    }

    /// Returns `whole - self`, where `whole` is exact and not smaller than the number.
    pub(crate) fn complement(self, whole: f64) -> Self {
        let absolute = self.bound() + whole * 2.0 * Self::ROUNDING;
        Self { value: (whole - self.value).max(0.0), relative: 0.0, absolute }
    }

    /// Returns the decimal with as many significant digits as are certain, at most 12: it is within
    /// one unit of its last digit of the exact number. `None` if not even one digit is certain.
    ///
    /// ```
    /// use exactile::contest::RankDistributions;
    /// use exactile::lattice::{Lattice, Model, Observation, Predictive};
    /// use exactile::Metric;
    /// let observed = Observation { tn: 1, fp: 1, fn_: 1, tp: 2 };
    /// let next = Predictive::new(observed, &Model::Binomial, Lattice::new(1, 1)?)?;
    /// let equals = [("a".into(), next.clone()), ("b".into(), next)];
    /// let ranks = RankDistributions::new(&equals, &Metric::Tpr)?;
    /// let pair = serde_json::to_value(&ranks.pairs[0])?;
    /// assert_eq!(pair["greater"], "0.222222222222");
    /// assert_eq!(pair["equal"], "0.555555555556");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_decimal(&self) -> Option<String> {
        if self.value == 0.0 {
            return (self.bound() == 0.0).then(|| "0".to_owned());
        }
        (1..=DIGITS).rev().find_map(|digits| self.decimal_of(digits))
    }

    fn decimal_of(&self, digits: usize) -> Option<String> {
        let scientific = format!("{:.*e}", digits - 1, self.value);
        let (mantissa, exponent) = scientific.split_once('e').expect("written that way");
        let exponent: i32 = exponent.parse().expect("written that way");
        let last = i32::try_from(digits).expect("a few") - 1;
        // The printed decimal is within half a unit of the value; 0.49 leaves room for the
        // rounding of the power of ten.
        if self.bound() > 0.49 * 10_f64.powi(exponent - last) {
            return None;
        }
        let decimals = usize::try_from(last - exponent).unwrap_or(0);
        Some(if (-6..=last).contains(&exponent) {
            format!("{:.*}", decimals, self.value)
        } else {
            format!("{mantissa}e{exponent}")
        })
    }

    /// Decimals of full length that certainly enclose it, for numbers without a certain digit.
    pub fn to_enclosure(&self) -> CertifiedDecimal {
        Enclosure::between(&self.lower(), &self.upper(), BITS).to_decimals(DECIMALS)
    }
}

impl fmt::Display for CertifiedDouble {
    /// The certain digits, or without any the decimals that enclose it, as `[lower, upper]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to_decimal() {
            Some(decimal) => f.write_str(&decimal),
            None => self.to_enclosure().fmt(f),
        }
    }
}

impl Add for CertifiedDouble {
    type Output = Self;

    /// The sum: one rounding more, and one for what is of second order.
    fn add(self, other: Self) -> Self {
        Self {
            value: self.value + other.value,
            relative: self.relative.max(other.relative) + 2.0 * Self::ROUNDING,
            absolute: (self.absolute + other.absolute) * (1.0 + 2.0 * Self::ROUNDING),
        }
    }
}

impl Sub for CertifiedDouble {
    type Output = Self;

    /// The difference to a part of the number, which is not negative.
    fn sub(self, part: Self) -> Self {
        let absolute = (self.bound() + part.bound()) * (1.0 + 4.0 * Self::ROUNDING);
        Self { value: (self.value - part.value).max(0.0), relative: Self::ROUNDING, absolute }
    }
}

impl Div for CertifiedDouble {
    type Output = Self;

    /// The quotient by a number of at least 2^-1000 whose bound is below half of it.
    ///
    /// With relative errors e and f of both, that of the quotient is below (e + f)/(1 - f), and
    /// f < 1/2.
    fn div(self, divisor: Self) -> Self {
        let part = divisor.bound() / divisor.value;
        let value = self.value / divisor.value;
        let growth = 1.0 / (1.0 - part) * (1.0 + 8.0 * Self::ROUNDING);
        Self {
            value,
            relative: (self.relative + part) * growth + 2.0 * Self::ROUNDING,
            absolute: self.absolute / divisor.value * growth,
        }
    }
}

#[cfg(feature = "serde")]
impl Serialize for CertifiedDouble {
    /// The decimal, as a string; where no digit is certain, an object with decimals that enclose
    /// the number.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.to_decimal() {
            Some(decimal) => serializer.serialize_str(&decimal),
            None => self.to_enclosure().serialize(serializer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: f64, relative: f64, absolute: f64) -> Option<String> {
        CertifiedDouble::new(value, relative, absolute).to_decimal()
    }

    #[test]
    fn only_certain_digits_are_printed() {
        assert_eq!(text(0.5, 0.0, 0.0).as_deref(), Some("0.500000000000"));
        assert_eq!(text(2.0 / 3.0, 1e-14, 0.0).as_deref(), Some("0.666666666667"));
        assert_eq!(text(2.0 / 3.0, 1e-9, 0.0).as_deref(), Some("0.66666667"));
        assert_eq!(text(17.25, 1e-14, 0.0).as_deref(), Some("17.2500000000"));
        assert_eq!(text(1.5e-20, 0.0, 1e-24).as_deref(), Some("1.500e-20"));
        assert_eq!(text(1.5e-20, 0.0, 1e-20), None);
        assert_eq!(text(0.0, 0.0, 0.0).as_deref(), Some("0"));
        assert_eq!(text(0.0, 0.0, 1e-30), None);
        assert_eq!(text(0.999_999_999_999_99, 1e-14, 0.0).as_deref(), Some("1.00000000000"));
    }

    #[test]
    fn ends_are_exact_and_enclose() {
        for value in [0.1, 1.0, 3.0e-310, 12345.678] {
            assert_eq!(exactly(value).to_f64(), value);
            let certified = CertifiedDouble::new(value, 1e-12, 1e-30);
            assert!(certified.lower() < exactly(value) && exactly(value) < certified.upper());
        }
        let third = CertifiedDouble::new(1.0 / 3.0, CertifiedDouble::ROUNDING, 0.0);
        let seventh = CertifiedDouble::new(1.0 / 7.0, CertifiedDouble::ROUNDING, 0.0);
        let encloses = |number: CertifiedDouble, exact: Rational| {
            assert!(number.lower() <= exact && exact <= number.upper(), "{number:?}");
        };
        encloses(third + seventh, Rational::new(10, 21));
        encloses(third / seventh, Rational::new(7, 3));
        encloses(third - seventh, Rational::new(4, 21));
        encloses(third.complement(1.0), Rational::new(2, 3));
        encloses(third.half(), Rational::new(1, 6));
    }
}
