//! Printed numbers as intervals.

use crate::num::{ParseNumberError, Rational, Value, abbreviated};

/// Rounding of printed numbers. A unit is one of the last printed place.
///
/// ```
/// use exactile::reported::{ReportedValue, Rounding};
/// let ends = |rounding| ReportedValue::from_text("0.5", rounding, false).map(|value| value.upper);
/// assert_eq!(ends(Rounding::Nearest)?.to_string(), "11/20");
/// assert_eq!(ends(Rounding::Unit)?.to_string(), "3/5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// To the nearest: half a unit either way, both ends included, since ties are rounded either
    /// way.
    #[default]
    Nearest,
    /// Towards zero: less than a unit farther from zero. A printed zero may have either sign.
    Truncated,
    /// One whole unit either way, ends included: for any rounding.
    Unit,
}

/// The values that a printed number may stand for.
///
/// ```
/// use exactile::reported::{ReportedValue, Rounding};
/// let value = ReportedValue::from_text("94.3 %", Rounding::Nearest, false)?;
/// assert_eq!((value.lower.to_string(), value.upper.to_string()),
///     ("377/400".into(), "1887/2000".into()));
/// assert!(value.is_closed());
/// # Ok::<(), exactile::reported::UnreadableValue>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedValue {
    /// The lower end.
    pub lower: Rational,
    /// The upper end.
    pub upper: Rational,
    /// `true` if the lower end is left out.
    pub lower_is_open: bool,
    /// `true` if the upper end is left out.
    pub upper_is_open: bool,
    /// The number that was printed.
    pub printed: Rational,
    /// One unit of its last printed place; 0 for a number that stands for itself alone.
    pub unit: Rational,
}

/// Side of a printed number on which a value is.
struct Side {
    is_above: bool,
    is_open: bool,
}

impl Side {
    /// The side that a text begins with, and the rest.
    fn of(text: &str) -> Option<(Self, &str)> {
        const SIGNS: [(&str, bool, bool); 8] = [
            (">=", true, false),
            ("=>", true, false),
            ("\u{2265}", true, false),
            (">", true, true),
            ("<=", false, false),
            ("=<", false, false),
            ("\u{2264}", false, false),
            ("<", false, true),
        ];
        SIGNS.iter().find_map(|(sign, is_above, is_open)| {
            let rest = text.strip_prefix(sign)?;
            Some((Self { is_above: *is_above, is_open: *is_open }, rest))
        })
    }

    fn of_number(&self, number: Rational) -> ReportedValue {
        let far = Rational::from(10_i64.pow(18));
        let mut value = ReportedValue::exactly(number);
        if self.is_above {
            (value.upper, value.lower_is_open) = (far, self.is_open);
        } else {
            (value.lower, value.upper_is_open) = (-far, self.is_open);
        }
        value
    }
}

/// A text that is no printed number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is not a number that can be reported", abbreviated(&format!("{text:?}")))]
pub struct UnreadableValue {
    /// The text.
    pub text: String,
}

impl ReportedValue {
    /// The upper end or the lower one, and `true` if it is left out.
    pub(super) const fn end(&self, is_upper: bool) -> (&Rational, bool) {
        match is_upper {
            true => (&self.upper, self.upper_is_open),
            false => (&self.lower, self.lower_is_open),
        }
    }

    /// The interval of a decimal, such as `0.855`, `-.5`, `1.2e-3` or `94.3 %`; a fraction such as
    /// `7/8` stands for itself alone, and `> 0.95` or `≤ 5 %` for all numbers on its side, up to
    /// 10^18. With `percent` a number without its sign is one of percent as well.
    ///
    /// ```
    /// use exactile::reported::{ReportedValue, Rounding};
    /// let value = ReportedValue::from_text("0.85", Rounding::Nearest, false)?;
    /// assert_eq!(value.lower.to_string(), "169/200");
    /// assert_eq!(value.upper.to_string(), "171/200");
    /// assert!(ReportedValue::from_text("high", Rounding::Nearest, false).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Any other text.
    pub fn from_text(
        text: &str,
        rounding: Rounding,
        percent: bool,
    ) -> Result<Self, UnreadableValue> {
        let unreadable = || UnreadableValue { text: text.to_owned() };
        let trimmed = text.trim();
        if let Some((side, number)) = Side::of(trimmed) {
            // A bound of a bound is none.
            return match Side::of(number.trim_start()) {
                None => Ok(side.of_number(Self::from_text(number, rounding, percent)?.printed)),
                Some(_) => Err(unreadable()),
            };
        }
        let (number, has_sign) = match trimmed.strip_suffix('%') {
            Some(number) => (number.trim_end(), true),
            None => (trimmed, false),
        };
        if number.ends_with('%') {
            return Err(unreadable());
        }
        let parsed = |text: &str| -> Result<Rational, UnreadableValue> {
            text.parse().map_err(|_: ParseNumberError| unreadable())
        };
        let value = parsed(number)?;
        let scale = if percent || has_sign { Rational::new(1, 100) } else { Rational::ONE };
        if number.contains('/') {
            return Ok(Self::exactly(value * scale));
        }
        let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
        let places = mantissa.split_once('.').map_or(0, |(_, fraction)| fraction.len());
        let exponent: i64 = exponent.parse().map_err(|_| unreadable())?;
        let places = i64::try_from(places).map_err(|_| unreadable())?;
        let unit = parsed(&format!("1e{}", exponent - places))? * &scale;
        Ok(Self::rounded(value * scale, unit, rounding))
    }

    /// The same number if it was rounded in another way; a number that has no last place stays as
    /// it is.
    pub(super) fn rounded_as(&self, rounding: Rounding) -> Self {
        if self.unit.is_zero() {
            return self.clone();
        }
        Self::rounded(self.printed.clone(), self.unit.clone(), rounding)
    }

    /// Returns the values that are rounded to the number `printed`, with `unit` as the unit of its
    /// last place.
    pub fn rounded(printed: Rational, unit: Rational, rounding: Rounding) -> Self {
        let (reach, [lower_is_open, upper_is_open]) = match rounding {
            Rounding::Nearest => {
                let half = &unit * &Rational::new(1, 2);
                ([half.clone(), half], [false; 2])
            }
            Rounding::Unit => ([unit.clone(), unit.clone()], [false; 2]),
            Rounding::Truncated => {
                let (below, above) = (!printed.is_positive(), !printed.is_negative());
                let reach = |is_open| if is_open { unit.clone() } else { Rational::ZERO };
                ([reach(below), reach(above)], [below, above])
            }
        };
        if unit.is_zero() {
            return Self::exactly(printed);
        }
        let [below, above] = reach;
        Self {
            lower: &printed - &below,
            upper: &printed + &above,
            lower_is_open,
            upper_is_open,
            printed,
            unit,
        }
    }

    /// One value alone.
    ///
    /// ```
    /// use exactile::{Rational, Value};
    /// use exactile::reported::ReportedValue;
    /// let half = ReportedValue::exactly(Rational::new(1, 2));
    /// assert!(half.contains(&Value::Exact(Rational::new(1, 2))));
    /// assert!(!half.contains(&Value::Exact(Rational::new(51, 100))));
    /// ```
    pub fn exactly(value: Rational) -> Self {
        Self {
            lower: value.clone(),
            upper: value.clone(),
            lower_is_open: false,
            upper_is_open: false,
            printed: value,
            unit: Rational::ZERO,
        }
    }

    /// Returns `true` if a number lies within it: if it is finite, and the decimals that enclose an
    /// irrational one do not lie outside.
    ///
    /// ```
    /// use exactile::reported::{ReportedValue, Rounding};
    /// use exactile::{Rational, Value};
    /// let printed = ReportedValue::from_text("0.58", Rounding::Nearest, false)?;
    /// assert!(printed.contains(&Value::root(&Rational::new(1, 3))));
    /// assert!(!printed.contains(&Value::Infinity));
    /// # Ok::<(), exactile::reported::UnreadableValue>(())
    /// ```
    pub fn contains(&self, value: &Value) -> bool {
        let Some([low, high]) = value.ends() else { return false };
        (self.lower < high || self.lower == high && !self.lower_is_open)
            && (low < self.upper || low == self.upper && !self.upper_is_open)
    }

    /// A multiple of all of it, by a positive factor.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::reported::{ReportedValue, Rounding};
    /// let percent = ReportedValue::from_text("85", Rounding::Nearest, false)?;
    /// let share = percent.times(&Rational::new(1, 100));
    /// assert_eq!(share.printed, Rational::new(17, 20));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn times(&self, factor: &Rational) -> Self {
        Self {
            lower: &self.lower * factor,
            upper: &self.upper * factor,
            printed: &self.printed * factor,
            unit: &self.unit * factor,
            ..*self
        }
    }

    /// Returns the interval of values closer to this one than `units` units of the last place; a
    /// number that stands for itself alone stays unchanged.
    #[must_use]
    pub(super) fn nearer_than(&self, units: &Rational) -> Self {
        if self.unit.is_zero() {
            return self.clone();
        }
        let reach = &self.unit * units;
        Self {
            lower: &self.lower - &reach,
            upper: &self.upper + &reach,
            lower_is_open: true,
            upper_is_open: true,
            printed: self.printed.clone(),
            unit: self.unit.clone(),
        }
    }

    /// Returns `true` if both ends belong to it.
    ///
    /// ```
    /// use exactile::reported::{ReportedValue, Rounding};
    /// let value = |rounding| ReportedValue::from_text("0.5", rounding, false);
    /// assert!(value(Rounding::Nearest)?.is_closed());
    /// assert!(!value(Rounding::Truncated)?.is_closed());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_closed(&self) -> bool {
        !self.lower_is_open && !self.upper_is_open
    }
}
