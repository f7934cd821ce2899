//! A number of a result, however it is known: exact, enclosed, rounded, infinite or undefined.

use std::borrow::Cow;

use serde::Serialize;

use exactile::advantage::LossValue;
use exactile::arrangement::Distance;
use exactile::lattice::{Mass, Moment, Probability, Quantity};
use exactile::num::{CertifiedDouble, Decimal17, LogSum, Rational};
use exactile::score::MetricValue;

/// A number in a cell of a table.
#[derive(Clone, Debug)]
pub enum Number<'c> {
    /// A rational.
    Exact(Cow<'c, Rational>),
    /// A rational and rational multiples of logarithms.
    Logarithms(Cow<'c, LogSum>),
    /// A number between two decimals.
    Enclosed {
        /// At most the number.
        lower: Rational,
        /// At least the number.
        upper: Rational,
        /// Its closed form, or the two decimals as `[lower, upper]`.
        exactly: String,
    },
    /// A double with a proved bound.
    Certified(CertifiedDouble),
    /// The nearest decimal of 17 significant digits.
    Decimal(Decimal17),
    /// Plus infinity.
    Infinity,
    /// Minus infinity.
    NegativeInfinity,
    /// No value, and why.
    Undefined(Cow<'c, str>),
}

impl<'c> Number<'c> {
    /// The value if there is one, or else why there is none.
    pub fn defined(value: Option<impl Into<Self>>, reason: impl Into<Cow<'c, str>>) -> Self {
        value.map_or_else(|| Self::Undefined(reason.into()), Into::into)
    }

    /// Rounds to `digits` digits after the decimal point, half to even: from the exact number where
    /// it is known, and to fewer digits where the ends of an enclosure agree on fewer.
    ///
    /// Infinite numbers are `inf` and `-inf`, and a number without a value is `undefined`.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile_document::Number;
    /// assert_eq!(Number::from(Rational::new(1, 8)).rounded(2), "0.12");
    /// assert_eq!(Number::from(Rational::new(3, 8)).rounded(2), "0.38");
    /// ```
    pub fn rounded(&self, digits: u32) -> String {
        match self {
            Self::Exact(value) => value.to_decimal(digits),
            Self::Logarithms(value) => value.to_decimal(digits),
            Self::Enclosed { lower, upper, .. } => agreed(lower, upper, digits),
            Self::Certified(value) => agreed(&value.lower(), &value.upper(), digits),
            Self::Decimal(value) => value.to_rational().to_decimal(digits),
            Self::Infinity => "inf".to_owned(),
            Self::NegativeInfinity => "-inf".to_owned(),
            Self::Undefined(_) => "undefined".to_owned(),
        }
    }

    /// Returns the fraction in lowest terms, the closed form, the certain digits, `[lower, upper]`,
    /// `inf`, `-inf`, or the reason why there is no value.
    pub fn exactly(&self) -> String {
        match self {
            Self::Exact(value) => value.to_string(),
            Self::Logarithms(value) => value.to_string(),
            Self::Enclosed { exactly, .. } => exactly.clone(),
            Self::Certified(value) => value.to_decimal().unwrap_or_else(|| {
                let (lower, upper) = value.to_enclosure();
                format!("[{lower}, {upper}]")
            }),
            Self::Decimal(value) => value.to_string(),
            Self::Infinity | Self::NegativeInfinity => self.rounded(0),
            Self::Undefined(reason) => reason.clone().into_owned(),
        }
    }

    /// Returns the nearest double, or for an enclosure the one nearest to its lower end, as the
    /// shortest plain decimal that reads back as that double; empty without a value.
    pub fn decimal(&self) -> String {
        match self {
            Self::Exact(value) => value.to_f64().to_string(),
            Self::Logarithms(value) => value.to_f64().to_string(),
            Self::Enclosed { lower, .. } => lower.to_f64().to_string(),
            Self::Certified(value) => value.value().to_string(),
            Self::Decimal(value) => value.to_rational().to_f64().to_string(),
            Self::Infinity | Self::NegativeInfinity => self.rounded(0),
            Self::Undefined(_) => String::new(),
        }
    }

    /// Returns `true` if it is certainly 0.
    pub fn is_zero(&self) -> bool {
        matches!(self, Self::Exact(value) if value.is_zero())
    }

    /// Returns `true` if rounding may change it: if it is neither an integer nor infinite nor
    /// undefined.
    pub fn is_rounded(&self) -> bool {
        match self {
            Self::Exact(value) => !value.is_integer(),
            Self::Infinity | Self::NegativeInfinity | Self::Undefined(_) => false,
            _ => true,
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

impl From<Rational> for Number<'_> {
    fn from(value: Rational) -> Self {
        Self::Exact(Cow::Owned(value))
    }
}

impl<'c> From<&'c Rational> for Number<'c> {
    fn from(value: &'c Rational) -> Self {
        Self::Exact(Cow::Borrowed(value))
    }
}

impl<'c> From<&'c LogSum> for Number<'c> {
    fn from(value: &'c LogSum) -> Self {
        Self::Logarithms(Cow::Borrowed(value))
    }
}

impl From<LogSum> for Number<'_> {
    fn from(value: LogSum) -> Self {
        Self::Logarithms(Cow::Owned(value))
    }
}

impl<'c> From<&'c MetricValue> for Number<'c> {
    fn from(value: &'c MetricValue) -> Self {
        match value {
            MetricValue::Rational(value) => value.into(),
            MetricValue::Irrational(value) => enclosed(&value.lower, &value.upper, &value.exact),
            MetricValue::Infinity => Self::Infinity,
            MetricValue::NegativeInfinity => Self::NegativeInfinity,
            MetricValue::Undefined(reason) => Self::Undefined((*reason).into()),
        }
    }
}

impl From<MetricValue> for Number<'_> {
    fn from(value: MetricValue) -> Self {
        match value {
            MetricValue::Rational(value) => value.into(),
            MetricValue::Irrational(value) => enclosed(&value.lower, &value.upper, &value.exact),
            MetricValue::Infinity => Self::Infinity,
            MetricValue::NegativeInfinity => Self::NegativeInfinity,
            MetricValue::Undefined(reason) => Self::Undefined(reason.into()),
        }
    }
}

impl<'c> From<&'c LossValue> for Number<'c> {
    fn from(value: &'c LossValue) -> Self {
        match value {
            LossValue::Rational(value) => value.into(),
            LossValue::Enclosed { lower, upper, .. } => enclosed(lower, upper, &value.to_string()),
            LossValue::Infinity => Self::Infinity,
            LossValue::NegativeInfinity => Self::NegativeInfinity,
            LossValue::Undefined(reason) => Self::Undefined(reason.to_string().into()),
        }
    }
}

impl<'c> From<&'c Moment> for Number<'c> {
    fn from(value: &'c Moment) -> Self {
        match value {
            Moment::Exact(value) => value.into(),
            Moment::Enclosed { lower, upper } => {
                enclosed(lower, upper, &format!("[{lower}, {upper}]"))
            }
            Moment::Infinity => Self::Infinity,
            Moment::NegativeInfinity => Self::NegativeInfinity,
            Moment::Undefined => Self::Undefined("".into()),
        }
    }
}

impl<'c> From<&'c Distance> for Number<'c> {
    fn from(value: &'c Distance) -> Self {
        match value {
            Distance::Rational(value) => value.into(),
            Distance::Root { square, lower, upper } => {
                enclosed(lower, upper, &format!("sqrt({square})"))
            }
            Distance::Between { lower, upper } => {
                enclosed(lower, upper, &format!("[{lower}, {upper}]"))
            }
        }
    }
}

impl<'c> From<&'c Probability> for Number<'c> {
    fn from(value: &'c Probability) -> Self {
        match value {
            Probability::Exact(value) => value.into(),
            Probability::Decimal(value) => Self::Decimal(*value),
        }
    }
}

impl From<Quantity> for Number<'_> {
    fn from(value: Quantity) -> Self {
        match value {
            Quantity::Exact(value) => value.into(),
            Quantity::Certified(value) => Self::Certified(value),
        }
    }
}

impl<'c> From<&'c Quantity> for Number<'c> {
    fn from(value: &'c Quantity) -> Self {
        match value {
            Quantity::Exact(value) => value.into(),
            Quantity::Certified(value) => Self::Certified(*value),
        }
    }
}

impl From<Mass> for Number<'_> {
    /// A numerator is its own integer.
    fn from(value: Mass) -> Self {
        match value {
            Mass::Decimal(value) => Self::Decimal(value),
            Mass::Numerator(value) => Rational::from(num_bigint::BigInt::from(value)).into(),
        }
    }
}

/// A value in JSON, with the reason beside it if it is null.
#[derive(Serialize)]
pub(super) struct Valued<V> {
    value: V,
    #[serde(skip_serializing_if = "Option::is_none")]
    undefined: Option<String>,
}

impl From<MetricValue> for Valued<MetricValue> {
    fn from(value: MetricValue) -> Self {
        Self { undefined: value.undefined().map(str::to_owned), value }
    }
}

impl<'v> From<&'v MetricValue> for Valued<&'v MetricValue> {
    fn from(value: &'v MetricValue) -> Self {
        Self { value, undefined: value.undefined().map(str::to_owned) }
    }
}

impl<'v> From<&'v LossValue> for Valued<&'v LossValue> {
    fn from(value: &'v LossValue) -> Self {
        Self { value, undefined: value.undefined().map(|reason| reason.to_string()) }
    }
}

/// A number between two decimals.
fn enclosed(lower: &str, upper: &str, exactly: &str) -> Number<'static> {
    let end = |text: &str| text.parse().expect("enclosures are decimals");
    Number::Enclosed { lower: end(lower), upper: end(upper), exactly: exactly.to_owned() }
}
