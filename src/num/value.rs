//! `Value`: a number of a result, however it is known, or why there is none.
//!
//! Every result of the engine that need not be a rational is one of these. It stays a number until
//! it is printed, and all printing and rounding is here.

use std::fmt;

use num_bigint::BigInt;
#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

use super::enclosure::certified_decimals;
use super::small_root;
use super::{CertifiedDecimal, CertifiedDouble, Decimal17, Enclosure, LogSum, Rational};

/// Digits after the decimal point of an enclosure.
const DIGITS: u32 = small_root::PLACES;

/// A number, exact, enclosed or rounded with a proved error; infinite; or no number, and why.
///
/// ```
/// use exactile::{Rational, Value};
/// let root = Value::root(&Rational::new(1, 3));
/// assert_eq!(root.to_string(), "sqrt(1/3)");
/// assert_eq!(root.to_decimal(4), "0.5774");
/// assert_eq!(root.to_f64(), Some(0.5773502691896257));
/// assert_eq!(Value::root(&Rational::new(1, 4)), Value::Exact(Rational::new(1, 2)));
/// assert_eq!(Value::Undefined("0/0").undefined(), Some("0/0"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A rational.
    Exact(Rational),
    /// A rational and rational multiples of logarithms.
    Logarithms(LogSum),
    /// A number between two decimals, with its closed form where it has one.
    Enclosed(CertifiedDecimal),
    /// A double with a proved bound.
    Certified(CertifiedDouble),
    /// The nearest decimal of 17 significant digits.
    Decimal(Decimal17),
    /// Plus infinity.
    Infinity,
    /// Minus infinity.
    NegativeInfinity,
    /// No value, and why.
    Undefined(&'static str),
}

impl Value {
    /// `sign(square) sqrt(abs(square))`: exact, or enclosed to at least 20 decimals.
    ///
    /// ```
    /// use exactile::{Rational, Value};
    /// assert_eq!(Value::root(&Rational::new(-1, 4)), Value::Exact(Rational::new(-1, 2)));
    /// ```
    pub fn root(square: &Rational) -> Self {
        let magnitude = square.abs();
        if let Some(root) = exact_root(&magnitude) {
            return Self::Exact(if square.is_negative() { -root } else { root });
        }
        let sign = if square.is_negative() { "-" } else { "" };
        let closed_form = format!("{sign}sqrt({magnitude})");
        let small = magnitude.small_parts().and_then(|(numerator, denominator)| {
            small_root::root(u64::try_from(numerator).ok()?, u64::try_from(denominator).ok()?)
        });
        if let Some(below) = small.map(BigInt::from) {
            // It is no decimal, since it is irrational.
            let above = &below + 1_u8;
            let [lower, upper] =
                if square.is_negative() { [-above, -below] } else { [below, above] };
            let decimals = CertifiedDecimal::new(lower, upper, DIGITS);
            return Self::Enclosed(decimals.with_closed_form(closed_form));
        }
        let root = |bits| {
            let root = Enclosure::sqrt(&magnitude, bits);
            if square.is_negative() { -root } else { root }
        };
        Self::irrational(root, closed_form)
    }

    /// An irrational number other than zero, from ever finer enclosures of it.
    pub(crate) fn irrational(enclose: impl Fn(u32) -> Enclosure, closed_form: String) -> Self {
        let decimals = certified_decimals(DIGITS, || false, enclose);
        Self::Enclosed(decimals.with_closed_form(closed_form))
    }

    /// Returns the value if there is one, or else none and why.
    ///
    /// ```
    /// use exactile::{Rational, Value};
    /// let value = Value::defined(None::<Rational>, "TP + FP = 0");
    /// assert_eq!(value.undefined(), Some("TP + FP = 0"));
    /// ```
    pub fn defined(value: Option<impl Into<Self>>, reason: &'static str) -> Self {
        value.map_or(Self::Undefined(reason), Into::into)
    }

    /// Returns the reason if there is no value.
    pub fn undefined(&self) -> Option<&'static str> {
        match self {
            Self::Undefined(reason) => Some(reason),
            _ => None,
        }
    }

    /// Returns the number if it is exact and rational.
    ///
    /// ```
    /// use exactile::{Rational, Value};
    /// assert_eq!(Value::Exact(Rational::ONE).as_rational(), Some(&Rational::ONE));
    /// assert_eq!(Value::Infinity.as_rational(), None);
    /// ```
    pub fn as_rational(&self) -> Option<&Rational> {
        match self {
            Self::Exact(value) => Some(value),
            _ => None,
        }
    }

    /// Returns `true` if it is plus or minus infinity.
    ///
    /// ```
    /// use exactile::Value;
    /// assert!(Value::NegativeInfinity.is_infinite());
    /// ```
    pub fn is_infinite(&self) -> bool {
        matches!(self, Self::Infinity | Self::NegativeInfinity)
    }

    /// Returns `true` if it is certainly 0.
    pub fn is_zero(&self) -> bool {
        match self {
            Self::Exact(value) => value.is_zero(),
            Self::Logarithms(value) => value.is_zero(),
            Self::Certified(value) => value.upper().is_zero(),
            // Only zero has a nearest decimal of 17 significant digits that is zero.
            Self::Decimal(value) => value.to_rational().is_zero(),
            _ => false,
        }
    }

    /// Returns `true` if rounding may change it: if it is neither an integer nor infinite nor
    /// undefined.
    ///
    /// ```
    /// use exactile::{Rational, Value};
    /// assert!(Value::Exact(Rational::new(1, 3)).is_rounded());
    /// assert!(!Value::Exact(Rational::from(3)).is_rounded());
    /// ```
    pub fn is_rounded(&self) -> bool {
        match self {
            Self::Exact(value) => !value.is_integer(),
            Self::Infinity | Self::NegativeInfinity | Self::Undefined(_) => false,
            _ => true,
        }
    }

    /// Returns rationals that are certainly not above and not below the number, equal if it is
    /// exact; `None` if it is infinite or undefined.
    ///
    /// ```
    /// use exactile::{LogSum, Rational, Value};
    /// let ln = Value::Logarithms(LogSum::ln(&Rational::from(2)));
    /// let [lower, upper] = ln.ends().unwrap();
    /// assert!(lower <= upper && Rational::new(69, 100) < lower && upper < Rational::new(7, 10));
    /// assert_eq!(Value::Infinity.ends(), None);
    /// ```
    pub fn ends(&self) -> Option<[Rational; 2]> {
        match self {
            Self::Exact(value) => Some([value.clone(), value.clone()]),
            Self::Logarithms(value) => {
                let certified = value.to_certified(DIGITS);
                Some([certified.lower(), certified.upper()])
            }
            Self::Enclosed(value) => Some([value.lower(), value.upper()]),
            Self::Certified(value) => Some([value.lower(), value.upper()]),
            Self::Decimal(value) => Some(value.ends()),
            Self::Infinity | Self::NegativeInfinity | Self::Undefined(_) => None,
        }
    }

    /// Returns the lower one of [`Self::ends`].
    pub fn lower(&self) -> Option<Rational> {
        self.ends().map(|[lower, _]| lower)
    }

    /// Returns the upper one of [`Self::ends`].
    pub fn upper(&self) -> Option<Rational> {
        self.ends().map(|[_, upper]| upper)
    }

    /// Returns the nearest double, or for an enclosure the one nearest to its lower end; `None`
    /// without a value.
    ///
    /// ```
    /// use exactile::{Rational, Value};
    /// assert_eq!(Value::Exact(Rational::new(1, 4)).to_f64(), Some(0.25));
    /// ```
    pub fn to_f64(&self) -> Option<f64> {
        match self {
            Self::Exact(value) => Some(value.to_f64()),
            Self::Logarithms(value) => Some(value.to_f64()),
            Self::Enclosed(value) => Some(value.lower().to_f64()),
            Self::Certified(value) => Some(value.value()),
            Self::Decimal(value) => Some(value.to_rational().to_f64()),
            Self::Infinity => Some(f64::INFINITY),
            Self::NegativeInfinity => Some(f64::NEG_INFINITY),
            Self::Undefined(_) => None,
        }
    }

    /// Returns the text of [`Display`](fmt::Display), or the reason if there is no value.
    ///
    /// ```
    /// use exactile::{Rational, Value};
    /// assert_eq!(Value::Exact(Rational::new(7, 10)).exactly(), "7/10");
    /// assert_eq!(Value::Undefined("0/0").exactly(), "0/0");
    /// ```
    pub fn exactly(&self) -> String {
        self.undefined().map_or_else(|| self.to_string(), str::to_owned)
    }

    /// Rounds to `digits` digits after the decimal point, half to even: from the exact number where
    /// it is known, and to fewer digits where the ends of an enclosure agree on fewer.
    ///
    /// Infinite numbers are `inf` and `-inf`, and a number without a value is `undefined`.
    ///
    /// ```
    /// use exactile::{Rational, Value};
    /// assert_eq!(Value::from(Rational::new(1, 8)).to_decimal(2), "0.12");
    /// assert_eq!(Value::from(Rational::new(3, 8)).to_decimal(2), "0.38");
    /// ```
    pub fn to_decimal(&self, digits: u32) -> String {
        match self {
            Self::Exact(value) => value.to_decimal(digits),
            Self::Logarithms(value) => value.to_decimal(digits),
            Self::Enclosed(value) => agreed(&value.lower(), &value.upper(), digits),
            Self::Certified(value) => agreed(&value.lower(), &value.upper(), digits),
            Self::Decimal(value) => value.to_rational().to_decimal(digits),
            Self::Infinity | Self::NegativeInfinity | Self::Undefined(_) => self.to_string(),
        }
    }
}

/// The decimal of at most `digits` digits to which both ends are rounded.
fn agreed(lower: &Rational, upper: &Rational, digits: u32) -> String {
    let common = (0..=digits).rev().find_map(|digits| {
        let decimal = lower.to_decimal(digits);
        (decimal == upper.to_decimal(digits)).then_some(decimal)
    });
    common.unwrap_or_else(|| lower.to_decimal(digits))
}

/// The square root of a rational that is not negative, if it is rational.
pub(crate) fn exact_root(square: &Rational) -> Option<Rational> {
    if let Some((numerator, denominator)) = square.small_parts() {
        let root = |value: i64| {
            let root = value.checked_isqrt()?;
            (root * root == value).then_some(root)
        };
        return Some(Rational::new(root(numerator)?, root(denominator)?));
    }
    let root = |value: &BigInt| {
        let root = value.sqrt();
        (&root * &root == *value).then_some(root)
    };
    Some(Rational::new(root(&square.numerator())?, root(&square.denominator())?))
}

impl fmt::Display for Value {
    /// The fraction in lowest terms, the closed form, the enclosure as `[lower, upper]`, the
    /// certain digits, `inf`, `-inf` or `undefined`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(value) => value.fmt(f),
            Self::Logarithms(value) => value.fmt(f),
            Self::Enclosed(value) => value.fmt(f),
            Self::Certified(value) => value.fmt(f),
            Self::Decimal(value) => value.fmt(f),
            Self::Infinity => f.write_str("inf"),
            Self::NegativeInfinity => f.write_str("-inf"),
            Self::Undefined(_) => f.write_str("undefined"),
        }
    }
}

#[cfg(feature = "serde")]
impl Serialize for Value {
    /// `"7/10"`, `{"lower": .., "upper": ..}` with `"exact"` if a closed form is known, the certain
    /// digits as a string, `"inf"`, `"-inf"` or `null`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Exact(value) => value.serialize(serializer),
            Self::Logarithms(value) => value.serialize(serializer),
            Self::Enclosed(value) => value.serialize(serializer),
            Self::Certified(value) => value.serialize(serializer),
            Self::Decimal(value) => value.serialize(serializer),
            Self::Infinity | Self::NegativeInfinity => serializer.collect_str(self),
            Self::Undefined(_) => serializer.serialize_none(),
        }
    }
}

macro_rules! from {
    ($($number:ty => $variant:ident),*) => {$(
        impl From<$number> for Value {
            fn from(number: $number) -> Self {
                Self::$variant(number)
            }
        }
        impl From<&$number> for Value {
            fn from(number: &$number) -> Self {
                Self::$variant(number.clone())
            }
        }
    )*};
}
from!(
    Rational => Exact, LogSum => Logarithms, CertifiedDecimal => Enclosed,
    CertifiedDouble => Certified, Decimal17 => Decimal
);

impl From<&Value> for Value {
    fn from(value: &Value) -> Self {
        value.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_printed_as_they_are_known() {
        let number = |text: &str| text.parse::<Rational>().expect("a number");
        let half = CertifiedDouble::new(0.5, 0.0, 1e-6);
        let unknown = CertifiedDouble::new(0.0, 0.0, 0.25);
        let log = LogSum::ln(&Rational::from(2));
        for (value, exactly, rounded, double) in [
            (Value::from(Rational::new(-1, 8)), "-1/8", "-0.12", Some(-0.125)),
            (Value::from(&log), "ln(2)", "0.69", Some(std::f64::consts::LN_2)),
            (Value::root(&number("-2")), "-sqrt(2)", "-1.41", Some(-std::f64::consts::SQRT_2)),
            (half.into(), "0.50000", "0.50", Some(0.5)),
            (
                Decimal17::nearest(&number("2/3")).into(),
                "0.66666666666666667",
                "0.67",
                Some(2.0 / 3.0),
            ),
            (Value::Infinity, "inf", "inf", Some(f64::INFINITY)),
            (Value::NegativeInfinity, "-inf", "-inf", Some(f64::NEG_INFINITY)),
            (Value::Undefined("0/0"), "undefined", "undefined", None),
        ] {
            assert_eq!(value.to_string(), exactly);
            assert_eq!(value.to_decimal(2), rounded, "{exactly}");
            assert_eq!(value.to_f64(), double, "{exactly}");
            let ends = value.ends();
            assert_eq!(ends.is_some(), double.is_some_and(f64::is_finite), "{exactly}");
            if let Some([lower, upper]) = ends {
                let double = Rational::try_from(double.expect("a number")).expect("finite");
                // The double of an irrational number need not be within its enclosure.
                let room = number("1e-15");
                assert!(lower <= &double + &room && double - room <= upper, "{exactly}");
            }
        }
        let unknown = Value::from(unknown);
        assert!(unknown.to_string().starts_with("[0.000"), "{unknown}");
        assert_eq!(unknown.to_decimal(2), "0");
        assert!(!unknown.is_zero() && Value::from(Rational::ZERO).is_zero());
    }

    /// In machine integers as by enclosures, near the least one that has 20 places too.
    #[test]
    fn roots_of_small_fractions_are_their_enclosures() {
        let fractions = [(1, 3), (49, 99), (-978_121, 999_919), (2, 1), (65_535, 1), (70_000, 3)];
        let small = [(3, 30_000_000_001), (3, 29_999_999_999), (1, i64::MAX), (i64::MAX, 1)];
        for (numerator, denominator) in fractions.into_iter().chain(small) {
            let square = Rational::new(numerator, denominator);
            let enclose = |bits| {
                let root = Enclosure::sqrt(&square.abs(), bits);
                if square.is_negative() { -root } else { root }
            };
            let sign = if square.is_negative() { "-" } else { "" };
            let known = Value::irrational(enclose, format!("{sign}sqrt({})", square.abs()));
            assert_eq!(Value::root(&square), known, "{square}");
        }
    }

    #[test]
    fn a_rounded_number_is_within_half_a_unit_of_its_last_digit() {
        for exact in [Rational::new(2, 3), Rational::new(1, 1 << 30), Rational::ZERO] {
            let [lower, upper] = Value::from(Decimal17::nearest(&exact)).ends().expect("a number");
            assert!(lower <= exact && exact <= upper);
            assert_eq!(lower == upper, exact.is_zero());
        }
    }
}
