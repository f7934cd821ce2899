//! The interval of values that a printed score stands for.

use num_bigint::BigInt;

use crate::claim::printed::PrintedRounding;
use exactile::num::Rational;

/// Signs before a number that bound its values: whether the values are above the number, and
/// whether they include it.
const SIDES: [(&str, bool, bool); 8] = [
    (">=", true, true),
    ("=>", true, true),
    ("\u{2265}", true, true),
    (">", true, false),
    ("<=", false, true),
    ("=<", false, true),
    ("\u{2264}", false, true),
    ("<", false, false),
];

fn ten(power: u32) -> Rational {
    Rational::from(BigInt::from(10).pow(power))
}

/// An interval of values; the flag of each end says whether the end belongs to it.
#[derive(Clone, Debug)]
pub(super) struct Interval {
    pub(super) low: (Rational, bool),
    pub(super) high: (Rational, bool),
    /// One unit of the last printed place; 0 for a fraction.
    pub(super) unit: Rational,
}

impl Interval {
    /// Returns the interval of the numbers that are printed as `text`; `None` if it is not a
    /// number.
    pub(super) fn new(text: &str, rounding: PrintedRounding, is_percent: bool) -> Option<Self> {
        let text = text.trim();
        for (sign, is_above, has_it) in SIDES {
            let Some(number) = text.strip_prefix(sign) else { continue };
            let (printed, far) = (Self::new(number, PrintedRounding::Unit, is_percent)?, ten(18));
            let printed = (&printed.low.0 + &printed.high.0) / Rational::from(2);
            let (low, high) = match is_above {
                true => ((printed, has_it), (far, true)),
                false => ((-far, true), (printed, has_it)),
            };
            return Some(Self { low, high, unit: Rational::ZERO });
        }
        let number = text.strip_suffix('%').map_or(text, str::trim_end);
        let scale = match is_percent || number.len() < text.len() {
            true => Rational::new(1, 100),
            false => Rational::ONE,
        };
        let printed = number.parse::<Rational>().ok()? * &scale;
        let unit = if number.contains('/') {
            Rational::ZERO
        } else {
            let (digits, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
            let places = digits.split_once('.').map_or(0, |(_, places)| places.len());
            let power = exponent.parse::<i64>().ok()? - i64::try_from(places).ok()?;
            let ten = BigInt::from(10).pow(u32::try_from(power.unsigned_abs()).ok()?);
            let unit = if power < 0 { Rational::new(1, ten) } else { ten.into() };
            unit * scale
        };
        let far = match rounding {
            PrintedRounding::Nearest => &unit / &Rational::from(2),
            _ => unit.clone(),
        };
        let (mut low, mut high) = ((&printed - &far, true), (&printed + &far, true));
        if rounding == PrintedRounding::Truncated && !unit.is_zero() {
            low.1 = false;
            high.1 = false;
            if printed.is_positive() {
                low = (printed.clone(), true);
            }
            if printed.is_negative() {
                high = (printed, true);
            }
        }
        Some(Self { low, high, unit })
    }

    /// Returns the numbers nearer to the interval than `units` units.
    pub(super) fn nearer_than(&self, units: &Rational) -> Self {
        if self.unit.is_zero() {
            return self.clone();
        }
        let reach = &self.unit * units;
        let (low, high) = (&self.low.0 - &reach, &self.high.0 + &reach);
        Self { low: (low, false), high: (high, false), unit: self.unit.clone() }
    }
}
