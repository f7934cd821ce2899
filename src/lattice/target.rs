//! A value that a metric is compared with: `4/5`, `inf`, `-sqrt(1/3)`, `ln(3/2)`.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use num_bigint::BigInt;
#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

use super::LatticeError;
use crate::num::{Enclosure, Rational, Value, normal_quantile};
use crate::score::{Metric, ValueForm};

/// An exact number, infinity included.
///
/// ```
/// use exactile::lattice::ExactValue;
/// assert_eq!("-sqrt(2/6)".parse::<ExactValue>()?.to_string(), "-sqrt(1/3)");
/// assert_eq!("sqrt(4/9)".parse::<ExactValue>()?.to_string(), "2/3");
/// assert_eq!(
///     "0.5.1".parse::<ExactValue>().unwrap_err().to_string(),
///     "not an exact value (a number, inf, sqrt(R), -sqrt(R) or ln(R)): \"0.5.1\""
/// );
/// # Ok::<(), exactile::lattice::LatticeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExactValue {
    /// A rational.
    Rational(Rational),
    /// `sign(square) sqrt(abs(square))`, irrational.
    Root {
        /// The square with the sign of the root.
        square: Rational,
    },
    /// The natural logarithm of a positive rational other than one.
    Logarithm {
        /// Its argument.
        argument: Rational,
    },
    /// Above all numbers.
    Infinity,
    /// Below all numbers.
    NegativeInfinity,
}

impl ExactValue {
    /// The same value to compare with; `None` if there is none, or if its form is not one of these.
    ///
    /// ```
    /// use exactile::{Rational, Value};
    /// use exactile::lattice::ExactValue;
    /// let half = Value::Exact(Rational::new(1, 2));
    /// assert_eq!(ExactValue::of(&half), Some(Rational::new(1, 2).into()));
    /// assert_eq!(ExactValue::of(&Value::Undefined("0/0")), None);
    /// ```
    pub fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Exact(value) => Some(Self::Rational(value.clone())),
            Value::Enclosed(value) => value.closed_form()?.parse().ok(),
            Value::Infinity => Some(Self::Infinity),
            Value::NegativeInfinity => Some(Self::NegativeInfinity),
            _ => None,
        }
    }
}

impl From<Rational> for ExactValue {
    fn from(value: Rational) -> Self {
        Self::Rational(value)
    }
}

impl FromStr for ExactValue {
    type Err = LatticeError;

    fn from_str(text: &str) -> Result<Self, LatticeError> {
        let fail = || LatticeError::NotAValue(text.chars().take(40).collect());
        let trimmed = text.trim().to_lowercase();
        let inside = |prefix: &str| -> Option<Result<Rational, LatticeError>> {
            let argument = trimmed.strip_prefix(prefix)?.strip_suffix(')')?;
            Some(argument.parse::<Rational>().map_err(|_| fail()))
        };
        match trimmed.as_str() {
            "inf" | "+inf" | "infinity" => return Ok(Self::Infinity),
            "-inf" | "-infinity" => return Ok(Self::NegativeInfinity),
            _ => {}
        }
        if let Some(square) = inside("sqrt(").or_else(|| inside("-sqrt(")) {
            let square = square?;
            if square.is_negative() {
                return Err(fail());
            }
            let signed = if trimmed.starts_with('-') { -square } else { square };
            return Ok(match Value::root(&signed) {
                Value::Exact(root) => Self::Rational(root),
                _ => Self::Root { square: signed },
            });
        }
        if let Some(argument) = inside("ln(").or_else(|| inside("-ln(")) {
            let argument = argument?;
            if !argument.is_positive() {
                return Err(fail());
            }
            if argument == Rational::ONE {
                return Ok(Self::Rational(Rational::ZERO));
            }
            let inverse = trimmed.starts_with('-');
            let argument = if inverse { Rational::ONE / argument } else { argument };
            return Ok(Self::Logarithm { argument });
        }
        trimmed.parse().map(Self::Rational).map_err(|_| fail())
    }
}

impl ExactValue {
    /// The order of a rational relative to the value.
    pub(super) fn order_of_rational(&self, k: &Rational) -> Ordering {
        match self {
            Self::Rational(value) => k.cmp(value),
            Self::Root { square } => (k * k.abs()).cmp(square),
            Self::Logarithm { argument } if *argument == Rational::ONE => k.cmp(&Rational::ZERO),
            // ln(q) is irrational for every rational q but 1.
            Self::Logarithm { argument } => Enclosure::sign_of_nonzero(|bits| {
                Enclosure::of_rational(k, bits) - Enclosure::ln(argument, bits)
            }),
            Self::Infinity => Ordering::Less,
            Self::NegativeInfinity => Ordering::Greater,
        }
    }
}

impl fmt::Display for ExactValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rational(value) => value.fmt(f),
            Self::Root { square } if square.is_negative() => write!(f, "-sqrt({})", square.abs()),
            Self::Root { square } => write!(f, "sqrt({square})"),
            Self::Logarithm { argument } => write!(f, "ln({argument})"),
            Self::Infinity => f.write_str("inf"),
            Self::NegativeInfinity => f.write_str("-inf"),
        }
    }
}

#[cfg(feature = "serde")]
impl Serialize for ExactValue {
    /// The text.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Position of a value of the metric among its surrogates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// Below every value of the metric.
    Below,
    /// At the surrogates that equal this rational.
    At(Rational),
    /// At sign(s) s^2 equal to this rational, which has no rational root.
    AtRoot(Rational),
    /// At s^power equal to this rational.
    AtPower { power: u32, value: Rational },
    /// At ln(s) equal to this rational, not zero: at no rational s.
    AtExponential(Rational),
    /// At d' equal to this rational.
    AtQuantiles(Rational),
    /// At infinite surrogates.
    Infinity,
    /// Above every value of the metric.
    Above,
}

impl Target {
    /// Translates a value of the metric to its surrogates.
    pub(super) fn new(
        metric: &Metric,
        scale: Option<&Rational>,
        value: &ExactValue,
    ) -> Result<Self, LatticeError> {
        use ExactValue::{Infinity, Logarithm, NegativeInfinity, Root};
        let other_form = || LatticeError::ValueOfOtherForm {
            metric: metric.to_string(),
            value: value.to_string(),
        };
        let zero = Rational::ZERO;
        Ok(match (metric.form(), value) {
            (ValueForm::Quantiles, Infinity) | (_, Infinity) => Self::Infinity,
            (ValueForm::Log | ValueForm::ScaledLog, NegativeInfinity) => Self::At(zero),
            (_, NegativeInfinity) => Self::Below,
            (ValueForm::Plain, ExactValue::Rational(k)) => Self::At(k.clone()),
            (ValueForm::Plain, Root { square }) => Self::AtRoot(square.clone()),
            (ValueForm::Root, ExactValue::Rational(k)) => Self::At(k * k.abs()),
            (ValueForm::Root, Root { square }) => Self::At(square.clone()),
            (ValueForm::Threshold, ExactValue::Rational(k)) if k.is_negative() => Self::Below,
            (ValueForm::Threshold, ExactValue::Rational(k)) if *k > Rational::ONE => Self::Above,
            (ValueForm::Threshold, ExactValue::Rational(k)) => {
                let (square, rest) = (k * k, k.complement());
                Self::At(&square / (&square + &rest * &rest))
            }
            (ValueForm::Log, Logarithm { argument }) => Self::At(argument.clone()),
            (ValueForm::Log | ValueForm::ScaledLog, ExactValue::Rational(k)) if k.is_zero() => {
                Self::At(Rational::ONE)
            }
            (ValueForm::Log, ExactValue::Rational(k)) => Self::AtExponential(k.clone()),
            (ValueForm::ScaledLog, ExactValue::Rational(k)) => {
                // s = scale^(r/q): s^q = scale^r. Larger exponents would make numbers crawl.
                let parts = (k.numerator(), k.denominator());
                let (Ok(r), Ok(q)) = (i32::try_from(parts.0), u32::try_from(parts.1)) else {
                    return Err(other_form());
                };
                if r.unsigned_abs() > 1000 || q > 1000 {
                    return Err(other_form());
                }
                let scale = scale.ok_or_else(other_form)?;
                let power = Rational::new(
                    scale.numerator().pow(r.unsigned_abs()),
                    scale.denominator().pow(r.unsigned_abs()),
                );
                let value = if r < 0 { Rational::ONE / power } else { power };
                match rational_root(&value, q) {
                    Some(root) => Self::At(root),
                    None => Self::AtPower { power: q, value },
                }
            }
            (ValueForm::Quantiles, ExactValue::Rational(k)) => Self::AtQuantiles(k.clone()),
            _ => return Err(other_form()),
        })
    }

    /// The order of a finite surrogate relative to the target.
    pub(super) fn order_of(&self, s: &Rational) -> Ordering {
        match self {
            Self::Below => Ordering::Greater,
            Self::Above | Self::Infinity => Ordering::Less,
            Self::At(target) => s.cmp(target),
            Self::AtRoot(square) => (s * s.abs()).cmp(square),
            Self::AtPower { power, value } => {
                Rational::new(s.numerator().pow(*power), s.denominator().pow(*power)).cmp(value)
            }
            Self::AtExponential(_) if !s.is_positive() => Ordering::Less,
            Self::AtExponential(k) => {
                // ln(s) is irrational unless s is 1, so more places always decide in the end.
                rising(|bits| (Enclosure::ln(s, bits) - Enclosure::of_rational(k, bits)).sign())
                    .expect("a logarithm of a rational other than 1 is no rational")
            }
            Self::AtQuantiles(_) => unreachable!("d' has no surrogate"),
        }
    }
}

/// The root of a positive rational, if it is rational.
fn rational_root(value: &Rational, power: u32) -> Option<Rational> {
    let root = |part: BigInt| {
        let root = part.nth_root(power);
        (root.pow(power) == part).then_some(root)
    };
    Some(Rational::new(root(value.numerator())?, root(value.denominator())?))
}

/// The order of z(TPR) + z(TNR), both rates strictly between 0 and 1, relative to a rational.
pub(super) fn order_of_quantiles(tpr: &Rational, tnr: &Rational, k: &Rational) -> Option<Ordering> {
    if tpr.complement() == *tnr {
        return Some(Rational::ZERO.cmp(k));
    }
    rising(|bits| {
        let sum = normal_quantile(tpr, bits) + normal_quantile(tnr, bits);
        (sum - Enclosure::of_rational(k, bits)).sign()
    })
}

/// Tries more and more binary places, up to 10,000.
fn rising(attempt: impl Fn(u32) -> Option<Ordering>) -> Option<Ordering> {
    [64, 256, 1024, 4096, 10_000]
        .into_iter()
        .find_map(|bits| attempt(bits).filter(|order| order.is_ne()))
}
