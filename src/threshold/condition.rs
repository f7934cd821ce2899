//! Conditions on thresholds: `fpr <= 0.05`.

use std::fmt;
use std::str::FromStr;

use crate::lattice::{Compared, ExactValue, LatticeError, TailRelation};
use crate::performance::ConfusionMatrix;
use crate::score::Metric;

/// A bound on a metric that a threshold has to keep: `fpr <= 0.05`, `ppv >= 9/10`,
/// `mcc > sqrt(1/2)`.
///
/// A threshold at which the metric is undefined does not meet it. An infinite metric is compared
/// like a number.
///
/// ```
/// use exactile::ConfusionMatrix;
/// use exactile::threshold::Condition;
/// let condition: Condition = "FPR<=5%".parse()?;
/// assert_eq!(condition.to_string(), "fpr <= 0.05");
/// let matrix = ConfusionMatrix::from_counts(19, 1, 3, 2)?;
/// assert!(condition.is_met(&matrix)?);
/// assert_eq!(
///     "fpr 0.05".parse::<Condition>().unwrap_err().to_string(),
///     "no condition (METRIC <= VALUE, or <, >= or >): \"fpr 0.05\""
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    metric: Metric,
    relation: TailRelation,
    bound: ExactValue,
}

/// The reason if a text is not a condition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConditionError {
    /// A text without one of the four relations, or without something on both sides of it.
    #[error("no condition (METRIC <= VALUE, or <, >= or >): {0:?}")]
    NoRelation(String),
    /// A name that no metric has.
    #[error(transparent)]
    Metric(#[from] crate::score::UnknownMetric),
    /// A bound that is not a value.
    #[error(transparent)]
    Bound(#[from] LatticeError),
}

impl Condition {
    /// The metric.
    pub fn metric(&self) -> &Metric {
        &self.metric
    }

    /// Returns `true` if the bound is an upper one.
    ///
    /// ```
    /// use exactile::threshold::Condition;
    /// assert!("fpr <= 0.05".parse::<Condition>()?.is_upper());
    /// assert!(!"ppv >= 9/10".parse::<Condition>()?.is_upper());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_upper(&self) -> bool {
        matches!(self.relation, TailRelation::AtMost | TailRelation::Below)
    }

    /// Returns `true` if a matrix meets it.
    ///
    /// ```
    /// use exactile::ConfusionMatrix;
    /// use exactile::threshold::Condition;
    /// let condition: Condition = "fpr <= 0.05".parse()?;
    /// assert!(!condition.is_met(&ConfusionMatrix::from_counts(18, 2, 3, 2)?)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A bound of a form that the metric is not compared with; a d' that cannot be told from the
    /// bound.
    pub fn is_met(&self, matrix: &ConfusionMatrix) -> Result<bool, LatticeError> {
        self.on(matrix)?.is_met(matrix)
    }

    /// The condition, ready for many matrices with as many samples of each class as `like`.
    pub(super) fn on<'c>(&'c self, like: &ConfusionMatrix) -> Result<Prepared<'c>, LatticeError> {
        let compared = Compared::new(&self.metric, like, &self.bound)?;
        Ok(Prepared { compared, relation: self.relation })
    }
}

/// A condition that is ready for many matrices.
pub(super) struct Prepared<'c> {
    compared: Compared<'c>,
    relation: TailRelation,
}

impl Prepared<'_> {
    pub(super) fn is_met(&self, matrix: &ConfusionMatrix) -> Result<bool, LatticeError> {
        let order = self.compared.order(matrix)?;
        Ok(order.is_some_and(|order| self.relation.holds(order)))
    }
}

/// The relations as they are written; the longer ones are found first.
const RELATIONS: [(&str, TailRelation); 6] = [
    ("<=", TailRelation::AtMost),
    (">=", TailRelation::AtLeast),
    ("\u{2264}", TailRelation::AtMost),
    ("\u{2265}", TailRelation::AtLeast),
    ("<", TailRelation::Below),
    (">", TailRelation::Above),
];

impl FromStr for Condition {
    type Err = ConditionError;

    /// A metric, a relation, and a number, `inf`, `sqrt(R)` or `ln(R)`.
    fn from_str(text: &str) -> Result<Self, ConditionError> {
        let none = || ConditionError::NoRelation(text.chars().take(40).collect());
        let found = RELATIONS.into_iter().find_map(|(sign, relation)| {
            let (metric, bound) = text.split_once(sign)?;
            Some((metric.trim(), relation, bound.trim()))
        });
        let (metric, relation, bound) = found.ok_or_else(none)?;
        if metric.is_empty() || bound.is_empty() {
            return Err(none());
        }
        Ok(Self { metric: metric.parse()?, relation, bound: bound.parse()? })
    }
}

/// The bound is a decimal if one is equal to it.
impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = RELATIONS.into_iter().find(|(_, relation)| *relation == self.relation);
        let sign = found.map_or("=", |(sign, _)| sign);
        match &self.bound {
            ExactValue::Rational(bound) => {
                write!(f, "{} {sign} {}", self.metric, bound.to_shortest())
            }
            bound => write!(f, "{} {sign} {bound}", self.metric),
        }
    }
}
