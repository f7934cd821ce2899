//! Exact values of formulas: sums of square roots ([`RadicalSum`]), sums of logarithms ([`LogSum`])
//! or quotients of the latter, so that equality is decided, not estimated.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;

use num_bigint::BigInt;

use super::expression::{Expression, Function, Node};
use crate::num::{LogSum, RadicalSum, Rational};

/// The exact value of a formula.
#[derive(Clone, Debug)]
pub enum ClosedForm {
    /// A sum of square roots; rationals among them.
    Radical(RadicalSum),
    /// A rational plus logarithms, over another such sum.
    Log(LogSum, LogSum),
}

/// Reason why a formula has no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoValue {
    /// A denominator vanishes and its numerator too.
    #[error("0/0 in {0}")]
    ZeroOverZero(String),
    /// A denominator vanishes and its numerator does not.
    #[error("division by zero in {0}")]
    DivisionByZero(String),
    /// An even root of a negative number, or the logarithm of one that is not positive.
    #[error("not a real number: {0}")]
    NotReal(String),
    /// A name that stands for nothing here.
    #[error("nothing is called {0:?} here")]
    Unknown(String),
    /// A value outside of the fields that are computed with.
    #[error("cannot be computed exactly: {0}")]
    Beyond(String),
}

/// Meanings of the names in a formula: values, and formulas that are evaluated when first needed.
pub struct Symbols<'d> {
    definitions: &'d BTreeMap<String, Expression>,
    known: RefCell<BTreeMap<String, Result<ClosedForm, NoValue>>>,
}

impl<'d> Symbols<'d> {
    /// Definitions in terms of values that [`Symbols::set`] gives.
    pub fn new(definitions: &'d BTreeMap<String, Expression>) -> Self {
        Self { definitions, known: RefCell::default() }
    }

    /// Gives a name its value.
    pub fn set(&mut self, name: &str, value: ClosedForm) {
        self.known.get_mut().insert(name.to_string(), Ok(value));
    }

    /// Says why a name has no value.
    pub fn lacks(&mut self, name: &str, reason: NoValue) {
        self.known.get_mut().insert(name.to_string(), Err(reason));
    }

    fn value(&self, name: &str) -> Result<ClosedForm, NoValue> {
        if let Some(value) = self.known.borrow().get(name) {
            return value.clone();
        }
        let unknown = || NoValue::Unknown(name.to_string());
        let definition = self.definitions.get(name).ok_or_else(unknown)?;
        // Until it is known, a definition that leads back to itself names nothing.
        self.known.borrow_mut().insert(name.to_string(), Err(unknown()));
        let value = definition.value(self);
        self.known.borrow_mut().insert(name.to_string(), value.clone());
        value
    }
}

impl Expression {
    /// Returns the value of the formula for these meanings of its names.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::score::formula::{ClosedForm, Expression, Symbols};
    /// let definitions = Default::default();
    /// let mut symbols = Symbols::new(&definitions);
    /// symbols.set("x", ClosedForm::from(Rational::from(8)));
    /// let value = "sqrt(x)/sqrt(2)".parse::<Expression>()?.value(&symbols)?;
    /// assert_eq!(value.as_rational(), Some(Rational::from(2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is no value: a vanishing denominator, a root of a negative number, a name without
    /// meaning, or a value outside of the exact fields.
    pub fn value(&self, symbols: &Symbols<'_>) -> Result<ClosedForm, NoValue> {
        self.root.value(symbols, &self.text)
    }
}

impl Node {
    fn value(&self, symbols: &Symbols<'_>, text: &str) -> Result<ClosedForm, NoValue> {
        match self {
            Self::Number(number) => Ok(ClosedForm::from(number.clone())),
            Self::Name(name) => symbols.value(name),
            Self::Call(function, arguments) => {
                let values: Result<Vec<ClosedForm>, NoValue> =
                    arguments.iter().map(|argument| argument.value(symbols, text)).collect();
                apply(*function, &values?, text)
            }
            Self::Binary('^', base, exponent) => {
                let base = base.value(symbols, text)?;
                let exponent = exponent.value(symbols, text)?;
                base.power(&exponent, text)
            }
            Self::Binary(operator, left, right) => {
                let left = left.value(symbols, text)?;
                let right = right.value(symbols, text)?;
                match operator {
                    '+' => left.plus(&right, text),
                    '-' => left.plus(&right.times(&ClosedForm::from(-Rational::ONE), text)?, text),
                    '*' => left.times(&right, text),
                    _ => left.over(&right, text),
                }
            }
        }
    }
}

fn apply(function: Function, arguments: &[ClosedForm], text: &str) -> Result<ClosedForm, NoValue> {
    let beyond = || NoValue::Beyond(text.to_string());
    match (function, arguments) {
        (Function::Negate, [value]) => value.times(&ClosedForm::from(-Rational::ONE), text),
        (Function::Root, [value]) => value.root(text),
        (Function::Log, [value]) => value.log(text),
        (Function::Sign, [value]) => {
            let sign = value.as_rational().ok_or_else(beyond)?.sign();
            Ok(ClosedForm::from(Rational::from(sign as i64)))
        }
        (Function::Binomial, [n, k]) => {
            let (n, k) = (n.small(text)?, k.small(text)?);
            if k > n {
                return Ok(ClosedForm::from(Rational::ZERO));
            }
            let (n, k) = (BigInt::from(n), BigInt::from(k));
            Ok(ClosedForm::from(Rational::new(num_integer::binomial(n, k), 1)))
        }
        // B(u, v) = (u - 1)! (v - 1)!/(u + v - 1)! = 1/(v C(u + v - 1, v)).
        (Function::Beta, [u, v]) => {
            let (u, v) = (u.small(text)?, v.small(text)?);
            if u == 0 || v == 0 {
                return Err(NoValue::DivisionByZero(text.to_string()));
            }
            let choices = num_integer::binomial(BigInt::from(u + v - 1), BigInt::from(v));
            Ok(ClosedForm::from(Rational::new(1, choices * v)))
        }
        _ => Err(beyond()),
    }
}

impl From<Rational> for ClosedForm {
    fn from(value: Rational) -> Self {
        Self::Radical(value.into())
    }
}

impl ClosedForm {
    /// The value, if it is a rational.
    pub fn as_rational(&self) -> Option<Rational> {
        match self {
            Self::Radical(sum) => sum.as_rational(),
            Self::Log(numerator, denominator) => {
                numerator.as_rational()?.checked_div(&denominator.as_rational()?)
            }
        }
    }

    /// Returns `true` if the two values are equal. `None` if the exact fields do not decide it.
    pub fn equals(&self, other: &Self) -> Option<bool> {
        match (self, other) {
            (Self::Radical(left), Self::Radical(right)) => Some(left == right),
            (Self::Radical(radical), Self::Log(numerator, denominator))
            | (Self::Log(numerator, denominator), Self::Radical(radical)) => {
                let rational = radical.as_rational()?;
                Some(*numerator == denominator * rational)
            }
            (Self::Log(n1, d1), Self::Log(n2, d2)) => {
                if d1 == d2 {
                    return Some(n1 == n2);
                }
                // Quotients of different logarithms: unequal if so proved to 60 digits.
                let quotient =
                    |n: &LogSum, d: &LogSum| n.enclosure(220) * d.enclosure(220).reciprocal();
                (quotient(n1, d1) - quotient(n2, d2)).sign().map(|sign| sign.is_eq())
            }
        }
    }

    /// Returns `true` if the value is at least 0. `None` if the exact fields do not decide it.
    pub fn is_at_least_zero(&self) -> Option<bool> {
        match self {
            Self::Radical(sum) => Some(sum.sign().is_ge()),
            Self::Log(numerator, denominator) => {
                let (n, d) = (numerator.sign(), denominator.sign());
                Some(n.is_eq() || n == d)
            }
        }
    }

    fn is_zero(&self) -> bool {
        match self {
            Self::Radical(sum) => sum.is_zero(),
            Self::Log(numerator, _) => numerator.is_zero(),
        }
    }

    /// As a small whole number.
    fn small(&self, text: &str) -> Result<u16, NoValue> {
        let whole = self.as_rational().filter(Rational::is_integer);
        whole
            .and_then(|value| u16::try_from(value.numerator()).ok())
            .filter(|value| *value < 1 << 12)
            .ok_or_else(|| NoValue::Beyond(text.to_string()))
    }

    /// As logarithms, where it is rational or such a sum.
    fn logs(&self, text: &str) -> Result<(LogSum, LogSum), NoValue> {
        match self {
            Self::Radical(sum) => {
                let value = sum.as_rational().ok_or_else(|| NoValue::Beyond(text.to_string()))?;
                Ok((LogSum::from(value), LogSum::from(Rational::ONE)))
            }
            Self::Log(numerator, denominator) => Ok((numerator.clone(), denominator.clone())),
        }
    }

    fn plus(&self, other: &Self, text: &str) -> Result<Self, NoValue> {
        if let (Self::Radical(left), Self::Radical(right)) = (self, other) {
            return Ok(Self::Radical(left + right));
        }
        let ((n1, d1), (n2, d2)) = (self.logs(text)?, other.logs(text)?);
        if d1 == d2 {
            return Ok(Self::Log(n1 + n2, d1));
        }
        // Over a common denominator, as far as one of the two is rational.
        let numerator = product(&n1, &d2, text)? + product(&n2, &d1, text)?;
        Ok(Self::Log(numerator, product(&d1, &d2, text)?))
    }

    fn times(&self, other: &Self, text: &str) -> Result<Self, NoValue> {
        if let (Self::Radical(left), Self::Radical(right)) = (self, other) {
            return Ok(Self::Radical(left * right));
        }
        let ((n1, d1), (n2, d2)) = (self.logs(text)?, other.logs(text)?);
        Ok(Self::Log(product(&n1, &n2, text)?, product(&d1, &d2, text)?))
    }

    fn over(&self, divisor: &Self, text: &str) -> Result<Self, NoValue> {
        if divisor.is_zero() {
            let text = text.to_string();
            return Err(if self.is_zero() {
                NoValue::ZeroOverZero(text)
            } else {
                NoValue::DivisionByZero(text)
            });
        }
        let inverse = match divisor {
            Self::Radical(sum) => Self::Radical(sum.reciprocal().expect("not zero")),
            Self::Log(numerator, denominator) => Self::Log(denominator.clone(), numerator.clone()),
        };
        self.times(&inverse, text)
    }

    fn root(&self, text: &str) -> Result<Self, NoValue> {
        let square = self.as_rational().ok_or_else(|| NoValue::Beyond(text.to_string()))?;
        if square.is_negative() {
            return Err(NoValue::NotReal(format!("sqrt({square}) in {text}")));
        }
        let root = RadicalSum::sqrt(&square);
        Ok(Self::Radical(root.ok_or_else(|| NoValue::Beyond(text.to_string()))?))
    }

    fn log(&self, text: &str) -> Result<Self, NoValue> {
        let argument = self.as_rational().ok_or_else(|| NoValue::Beyond(text.to_string()))?;
        if !argument.is_positive() {
            return Err(NoValue::NotReal(format!("log({argument}) in {text}")));
        }
        Ok(Self::Log(LogSum::ln(&argument), LogSum::from(Rational::ONE)))
    }

    fn power(&self, exponent: &Self, text: &str) -> Result<Self, NoValue> {
        let beyond = || NoValue::Beyond(text.to_string());
        let exponent = exponent.as_rational().filter(Rational::is_integer).ok_or_else(beyond)?;
        let exponent = i8::try_from(exponent.numerator()).map_err(|_| beyond())?;
        let mut power = Self::from(Rational::ONE);
        for _ in 0..exponent.unsigned_abs() {
            power = power.times(self, text)?;
        }
        if exponent < 0 { Self::from(Rational::ONE).over(&power, text) } else { Ok(power) }
    }
}

/// The product of two sums of logarithms, one of which is rational.
fn product(left: &LogSum, right: &LogSum, text: &str) -> Result<LogSum, NoValue> {
    match (left.as_rational(), right.as_rational()) {
        (Some(factor), _) => Ok(right * factor),
        (_, Some(factor)) => Ok(left * factor),
        _ => Err(NoValue::Beyond(text.to_string())),
    }
}

impl fmt::Display for ClosedForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Radical(sum) => sum.fmt(f),
            Self::Log(numerator, denominator) => match denominator.as_rational() {
                Some(one) if one == Rational::ONE => numerator.fmt(f),
                _ => write!(f, "({numerator})/({denominator})"),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<ClosedForm, NoValue> {
        let definitions = BTreeMap::from([
            ("x".to_string(), "2/3".parse().unwrap()),
            ("y".to_string(), "x + sqrt(8)".parse().unwrap()),
            ("loop".to_string(), "loop + 1".parse().unwrap()),
        ]);
        text.parse::<Expression>().unwrap().value(&Symbols::new(&definitions))
    }

    #[test]
    fn precedence_is_the_usual_one() {
        for (text, expected) in [
            ("1 - 2 - 3", "-4"),
            ("2*3^2/6", "3"),
            ("-x^2", "-4/9"),
            ("(-x)^2 * -3", "-4/3"),
            ("1/(1 + 1/(1 + x))", "5/8"),
            ("x^-1 - 0.5", "1"),
            ("y - sqrt(2)", "2/3 + sqrt(2)"),
            ("1/(sqrt(3) - sqrt(2))", "sqrt(2) + sqrt(3)"),
            ("2*log(4)/2 + x", "2/3 + ln(4)"),
            ("6 x/(2 x^2 x (1 - x))", "81/4"),
            ("sgn(1 - 2)*binom(5, 2) + binom(2, 3)", "-10"),
            ("beta(2, 3) + beta(1, 1)", "13/12"),
        ] {
            assert_eq!(value(text).unwrap().to_string(), expected, "{text}");
        }
    }

    #[test]
    fn logarithms_are_compared_exactly() {
        let same = |left, right| value(left).unwrap().equals(&value(right).unwrap());
        assert_eq!(same("log(8)/2", "3*log(2)/2"), Some(true));
        assert_eq!(same("(1/log(9))*log(3)", "1/2"), Some(true));
        assert_eq!(same("log(2)/log(3)", "log(4)/log(10)"), Some(false));
        assert_eq!(same("log(6)", "log(2) + log(3)"), Some(true));
        assert_eq!(same("log(6)", "1"), Some(false));
    }

    #[test]
    fn what_has_no_value_says_why() {
        assert!(matches!(value("(x - x)/(1 - 1)"), Err(NoValue::ZeroOverZero(_))));
        assert!(matches!(value("1/(x - 2/3)"), Err(NoValue::DivisionByZero(_))));
        assert!(matches!(value("sqrt(-x)"), Err(NoValue::NotReal(_))));
        assert!(matches!(value("log(0)"), Err(NoValue::NotReal(_))));
        assert!(matches!(value("loop"), Err(NoValue::Unknown(_))));
        assert!(matches!(value("2^x"), Err(NoValue::Beyond(_))));
        for text in ["", "1 +", "2 x 3", "(1", "sin(1, 2)", "1 2"] {
            assert!(text.parse::<Expression>().is_err(), "{text:?}");
        }
    }
}
