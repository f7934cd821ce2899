//! Scores of one's own: formulas in counts and named rates, evaluated as they stand.

use std::fmt;
use std::str::FromStr;

use num_traits::ToPrimitive;

use super::formula::{Expression, Function, Node};
use super::metric::{Metric, ValueForm};
use crate::num::{Rational, Value};
use crate::performance::ConfusionMatrix;

/// The longest text of a formula, in bytes.
const LONGEST: usize = 200;
/// The largest exponent.
const EXPONENT: i64 = 9;

/// A formula in tn, fp, fn, tp, the class sizes n and p, and metrics with rational values by name.
///
/// ```
/// use exactile::ConfusionMatrix;
/// use exactile::score::Formula;
/// let formula: Formula = "tp/(tp+fp+fn) - 2 fpr^2".parse()?;
/// let value = |tn, fp| formula.value(&ConfusionMatrix::from_counts(tn, fp, 1, 3).unwrap());
/// assert_eq!(value(3, 1).to_string(), "19/40");
/// assert_eq!(value(0, 0).undefined(), Some("a division by 0"));
/// assert!("tp/(tp+fp".parse::<Formula>().is_err());
/// # Ok::<(), exactile::score::FormulaError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    text: String,
    root: Part,
}

#[derive(Clone, Debug, PartialEq)]
enum Part {
    Number(Rational),
    Name(Name),
    Negative(Box<Part>),
    Power(Box<Part>, i64),
    Binary(char, Box<Part>, Box<Part>),
}

#[derive(Clone, Debug, PartialEq)]
enum Name {
    Tn,
    Fp,
    Fn,
    Tp,
    Negatives,
    Positives,
    Metric(Metric),
}

/// A text that is no formula of this kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormulaError {
    /// It cannot be read from some place on.
    #[error("the formula {text:?} cannot be read at {}", at_place(text, *offset))]
    Syntax {
        /// The text.
        text: String,
        /// Number of bytes that were read.
        offset: usize,
    },
    /// A name of nothing.
    #[error("nothing in a formula is called {name:?}, choose one of {}", names())]
    Unknown {
        /// The name.
        name: String,
    },
    /// A function, or a metric whose values are not rational.
    #[error("{0} is not rational: formulas have + - * / ^ between counts and rates")]
    Irrational(String),
    /// An exponent that is not a small whole number.
    #[error("exponents of a formula are whole numbers from -{EXPONENT} to {EXPONENT}")]
    Exponent,
    /// More than 200 bytes.
    #[error("a formula has at most {LONGEST} characters")]
    Long,
}

fn at_place(text: &str, offset: usize) -> String {
    let rest = text.get(offset..).unwrap_or_default().trim_start();
    if rest.is_empty() {
        return "its end".to_owned();
    }
    let place = text.chars().count() - rest.chars().count() + 1;
    format!("character {place}, {rest:?}")
}

const COUNTS: [(&str, Name); 6] = [
    ("tn", Name::Tn),
    ("fp", Name::Fp),
    ("fn", Name::Fn),
    ("tp", Name::Tp),
    ("n", Name::Negatives),
    ("p", Name::Positives),
];

fn names() -> String {
    let counts = COUNTS.iter().map(|(name, _)| (*name).to_owned());
    let rational = Metric::all().into_iter().filter(|metric| metric.form() == ValueForm::Plain);
    let metrics = rational.map(|metric| metric.to_string().replace('-', "_"));
    counts.chain(metrics).collect::<Vec<_>>().join(", ")
}

impl Part {
    fn of(node: &Node) -> Result<Self, FormulaError> {
        let part = |node: &Node| Self::of(node).map(Box::new);
        Ok(match node {
            Node::Number(number) => Self::Number(number.clone()),
            Node::Name(name) => Self::Name(named(name)?),
            Node::Call(Function::Negate, arguments) => Self::Negative(part(&arguments[0])?),
            Node::Call(..) => {
                return Err(FormulaError::Irrational("a function".to_owned()));
            }
            Node::Binary('^', base, exponent) => {
                let Self::Number(exponent) = Self::of(exponent)?.folded() else {
                    return Err(FormulaError::Exponent);
                };
                let power = Some(exponent).filter(Rational::is_integer);
                let power = power.and_then(|power| power.numerator().to_i64());
                let power = power.filter(|power| power.abs() <= EXPONENT);
                Self::Power(part(base)?, power.ok_or(FormulaError::Exponent)?)
            }
            Node::Binary(operator, left, right) => {
                Self::Binary(*operator, part(left)?, part(right)?)
            }
        })
    }

    /// A negative number as a number.
    fn folded(self) -> Self {
        match self {
            Self::Negative(part) => match part.folded() {
                Self::Number(number) => Self::Number(-number),
                part => Self::Negative(Box::new(part)),
            },
            part => part,
        }
    }

    /// `None` if a denominator is 0.
    fn value(&self, matrix: &ConfusionMatrix) -> Option<Rational> {
        Some(match self {
            Self::Number(number) => number.clone(),
            Self::Name(Name::Tn) => matrix.tn().clone(),
            Self::Name(Name::Fp) => matrix.fp().clone(),
            Self::Name(Name::Fn) => matrix.fn_().clone(),
            Self::Name(Name::Tp) => matrix.tp().clone(),
            Self::Name(Name::Negatives) => matrix.negatives(),
            Self::Name(Name::Positives) => matrix.positives(),
            Self::Name(Name::Metric(metric)) => metric.value(matrix).as_rational()?.clone(),
            Self::Negative(part) => -part.value(matrix)?,
            Self::Power(base, power) => {
                let base = base.value(matrix)?;
                let whole = (0..power.abs()).fold(Rational::ONE, |product, _| product * &base);
                if *power < 0 { whole.reciprocal()? } else { whole }
            }
            Self::Binary(operator, left, right) => {
                let (left, right) = (left.value(matrix)?, right.value(matrix)?);
                match operator {
                    '+' => left + right,
                    '-' => left - right,
                    '*' => left * right,
                    _ => left.checked_div(&right)?,
                }
            }
        })
    }
}

fn named(name: &str) -> Result<Name, FormulaError> {
    let lower = name.to_lowercase();
    if let Some((_, count)) = COUNTS.into_iter().find(|(known, _)| *known == lower) {
        return Ok(count);
    }
    match lower.parse::<Metric>() {
        Ok(metric) if metric.form() == ValueForm::Plain => Ok(Name::Metric(metric)),
        Ok(_) => Err(FormulaError::Irrational(name.to_owned())),
        Err(_) => Err(FormulaError::Unknown { name: name.to_owned() }),
    }
}

impl Formula {
    /// The exact value for a confusion matrix; undefined where a denominator is 0.
    pub fn value(&self, matrix: &ConfusionMatrix) -> Value {
        Value::defined(self.root.value(matrix), "a division by 0")
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Formula {
    type Err = FormulaError;

    /// Reads `+ - * / ^`, parentheses, numbers and names. Factors side by side are a product that
    /// binds more tightly than `/`.
    ///
    /// # Errors
    /// Any other text.
    fn from_str(text: &str) -> Result<Self, FormulaError> {
        if text.len() > LONGEST {
            return Err(FormulaError::Long);
        }
        let syntax = |offset| FormulaError::Syntax { text: text.to_owned(), offset };
        let expression: Expression = text
            .parse()
            .map_err(|error: super::formula::ExpressionError| syntax(error.offset()))?;
        Ok(Self { text: text.trim().to_owned(), root: Part::of(&expression.root)? })
    }
}

/// A score to be correlated: a metric of the catalogue, or a formula.
#[derive(Clone, Debug, PartialEq)]
pub enum Score {
    /// A metric.
    Metric(Metric),
    /// A formula.
    Formula(Formula),
}

impl Score {
    /// Returns the metric of the catalogue, if it is one.
    pub fn metric(&self) -> Option<&Metric> {
        match self {
            Self::Metric(metric) => Some(metric),
            Self::Formula(_) => None,
        }
    }

    /// The exact value for a confusion matrix.
    pub fn value(&self, matrix: &ConfusionMatrix) -> Value {
        match self {
            Self::Metric(metric) => metric.value(matrix),
            Self::Formula(formula) => formula.value(matrix),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Metric(metric) => metric.fmt(f),
            Self::Formula(formula) => formula.fmt(f),
        }
    }
}

impl FromStr for Score {
    type Err = String;

    /// The name of a metric, or a formula.
    ///
    /// ```
    /// use exactile::Metric;
    /// use exactile::score::Score;
    /// assert_eq!("f1".parse(), Ok(Score::Metric(Metric::FBeta(1.into()))));
    /// assert_eq!("2 tp - fp".parse::<Score>()?.metric(), None);
    /// assert!("fscore9".parse::<Score>().unwrap_err().starts_with("no metric is called"));
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// Text that is neither; with an operator other than `-` and without a comma it is meant as a
    /// formula.
    fn from_str(text: &str) -> Result<Self, String> {
        let unknown = match text.parse() {
            Ok(metric) => return Ok(Self::Metric(metric)),
            Err(error) => error,
        };
        let is_meant = text.contains(['+', '*', '/', '^']) && !text.contains([',', '|']);
        match text.parse() {
            Ok(formula) => Ok(Self::Formula(formula)),
            Err(error) if is_meant => Err(FormulaError::to_string(&error)),
            Err(_) => Err(super::UnknownMetric::to_string(&unknown)),
        }
    }
}
