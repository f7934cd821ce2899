//! Slips by which a number is printed in place of another one.

use num_bigint::BigInt;

use super::value::ReportedValue;
use crate::num::Rational;

/// A number that may have been meant, and the slip by which another one is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// The slip.
    pub kind: SlipKind,
    /// The number that was meant, with as many places as it has.
    pub value: ReportedValue,
}

/// A slip of the pen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SlipKind {
    /// Two neighbouring digits are exchanged.
    Exchanged,
    /// A digit is printed twice.
    Doubled,
    /// A digit is missing.
    Dropped,
}

impl ReportedValue {
    /// The numbers of which one slip makes the printed one: first those with two neighbouring
    /// digits exchanged, then those in which a digit stands once that is printed twice, then those
    /// with a further digit before the last one. There are none for a fraction.
    ///
    /// Quadratic in the number of digits.
    ///
    /// ```
    /// use exactile::reported::{ReportedValue, Rounding, SlipKind};
    /// let printed = ReportedValue::from_text("0.8873", Rounding::Nearest, false)?;
    /// let slips = printed.slips();
    /// let meant = |kind: SlipKind| -> Vec<String> {
    ///     let of_kind = slips.iter().filter(|slip| slip.kind == kind);
    ///     of_kind.map(|slip| slip.value.printed.to_decimal(5)).collect()
    /// };
    /// assert!(meant(SlipKind::Exchanged).contains(&"0.88370".to_owned()));
    /// assert_eq!(meant(SlipKind::Doubled), ["0.87300"]);
    /// assert!(meant(SlipKind::Dropped).contains(&"0.88273".to_owned()));
    /// # Ok::<(), exactile::reported::UnreadableValue>(())
    /// ```
    pub fn slips(&self) -> Vec<Slip> {
        let Some(digits) = self.digits() else { return Vec::new() };
        let mut found: Vec<Slip> = Vec::new();
        let mut add = |kind, digits: &[u8], unit: &Rational| {
            let Some(value) = self.with_digits(digits, unit) else { return };
            // What is off by a unit was rounded badly.
            let off = (&value.printed - &self.printed).abs();
            if off > self.unit && found.iter().all(|slip| slip.value != value) {
                found.push(Slip { kind, value });
            }
        };
        for at in 1..digits.len() {
            let mut other = digits.clone();
            other.swap(at - 1, at);
            add(SlipKind::Exchanged, &other, &self.unit);
        }
        let ten = Rational::from(10);
        for at in 1..digits.len() {
            if digits[at] == digits[at - 1] {
                let mut other = digits.clone();
                other.remove(at);
                add(SlipKind::Doubled, &other, &(&self.unit * &ten));
            }
        }
        let tenth = self.unit.clone() / ten;
        for at in 0..digits.len() {
            for digit in b'0'..=b'9' {
                let mut other = digits.clone();
                other.insert(at, digit);
                add(SlipKind::Dropped, &other, &tenth);
            }
        }
        found
    }

    /// The digits without a point; `None` of a number that stands for itself alone.
    fn digits(&self) -> Option<Vec<u8>> {
        let steps = self.printed.abs().checked_div(&self.unit)?;
        let digits = steps.numerator().to_string();
        // Zeros after the point are digits too.
        let places = self.unit.denominator().to_string().len() - 1;
        Some(format!("{digits:0>places$}").into_bytes())
    }

    fn with_digits(&self, digits: &[u8], unit: &Rational) -> Option<Self> {
        let steps = BigInt::parse_bytes(digits, 10)?;
        let size = Rational::from(steps) * unit;
        let printed = if self.printed.is_negative() { -size } else { size };
        // The reach of the rounding, in units, stays as it is.
        let scale = unit.checked_div(&self.unit)?;
        let [below, above] = [&self.printed - &self.lower, &self.upper - &self.printed];
        Some(Self {
            lower: &printed - &(below * &scale),
            upper: &printed + &(above * &scale),
            printed,
            unit: unit.clone(),
            ..*self
        })
    }
}
