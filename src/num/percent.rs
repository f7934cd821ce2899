//! Shares in percent, as people read them.

use std::cmp::Ordering;
use std::fmt;

use super::{LogSum, Rational};

/// A share of a whole in percent, rounded to some digits after the decimal point.
///
/// Only nothing reads as 0 % and only the whole reads as 100 %: a share strictly between them that
/// would be rounded to either reads as "< 0.001 %" or "> 99.999 %".
///
/// ```
/// use exactile::Rational;
/// use exactile::num::Percent;
/// let shown = |n: i64, d: i64| Percent::of(Rational::new(n, d), 3).to_string();
/// assert_eq!(shown(2, 3), "66.667 %");
/// assert_eq!(shown(1, 1_000_000), "< 0.001 %");
/// assert_eq!(shown(999_999, 1_000_000), "> 99.999 %");
/// assert_eq!((shown(0, 1), shown(1, 1)), ("0.000 %".into(), "100.000 %".into()));
/// assert_eq!(Percent::of(Rational::new(1, 9999), 1).in_words(), "less than 0.1\u{a0}%");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Percent {
    /// The order of the share and the number shown, which is rounded if it is `Equal`.
    side: Ordering,
    number: String,
}

impl Percent {
    /// A share from 0 to 1 in percent with that many digits after the point.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::num::Percent;
    /// let third = Percent::of(Rational::new(1, 3), 1);
    /// assert_eq!(third.number(), "33.3");
    /// assert!(third.is_rounded());
    /// ```
    pub fn of(share: impl Into<LogSum>, digits: u32) -> Self {
        let share = share.into();
        let number = (&share * Rational::from(100)).to_decimal(digits);
        let decimal = |units: &Rational| units.to_decimal(digits);
        let unit = Rational::new(1, num_bigint::BigInt::from(10).pow(digits));
        let hundred = Rational::from(100);
        let whole = || (&share - Rational::ONE).sign();
        if number == decimal(&Rational::ZERO) && share.sign().is_gt() {
            return Self { side: Ordering::Less, number: decimal(&unit) };
        }
        if number == decimal(&hundred) && whole().is_lt() {
            return Self { side: Ordering::Greater, number: decimal(&(hundred - unit)) };
        }
        Self { side: Ordering::Equal, number }
    }

    /// The rounded number alone, which is a bound if the share would read as 0 or 100.
    pub fn number(&self) -> &str {
        &self.number
    }

    /// Returns `true` if the number is not a bound.
    pub fn is_rounded(&self) -> bool {
        self.side.is_eq()
    }

    /// The same within a sentence: "less than 0.1 %", "more than 99.9 %", with a space that does
    /// not break.
    pub fn in_words(&self) -> String {
        let side = match self.side {
            Ordering::Less => "less than ",
            Ordering::Equal => "",
            Ordering::Greater => "more than ",
        };
        format!("{side}{}\u{a0}%", self.number)
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.side {
            Ordering::Less => "< ",
            Ordering::Equal => "",
            Ordering::Greater => "> ",
        };
        write!(f, "{side}{} %", self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn irrational_shares_are_rounded_from_their_exact_value() {
        // 1/2 + 1/10^6 of ln 2, as near as can be to a boundary of rounding.
        let near = |sign: i64| {
            let far = LogSum::ln(&Rational::from(2)) * Rational::new(sign, 1_i64 << 62);
            Percent::of(LogSum::from(Rational::new(12_345, 100_000)) + far, 2).to_string()
        };
        assert_eq!((near(1), near(-1)), ("12.35 %".into(), "12.34 %".into()));
        let tiny = LogSum::ln(&Rational::from(2)) * "1e-80".parse::<Rational>().expect("a number");
        assert_eq!(Percent::of(tiny.clone(), 3).to_string(), "< 0.001 %");
        let most = LogSum::from(Rational::ONE) - tiny;
        assert_eq!(Percent::of(most, 3).to_string(), "> 99.999 %");
    }
}
