//! Tails and quantiles of a metric, ready to be serialised: for lattices of any size.

use std::ops::Range;

#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

#[cfg(feature = "serde")]
use super::distribution::GIVEN_DEFINED;
use super::error::unless_stopped;
use super::metric_on_lattice::MetricOnLattice;
use super::model::{Model, Predictive};
use super::tail::TailRelation;
use super::{ExactValue, LatticeError};
use crate::num::{Decimal17, Level, Rational, Value};
use crate::score::Metric;
use crate::work::{Advance, Watch};

/// Probabilities that a metric stands in relations to values, and quantiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tails {
    /// The metric.
    pub metric: Metric,
    /// The model that further results follow.
    pub model: Model,
    /// The distribution's lattice: positives and negatives.
    pub samples: (u64, u64),
    /// The value that matrices count as on which the metric is undefined, if that was asked for and
    /// there are any.
    pub undefined_as: Option<Rational>,
    /// The probability that the metric is undefined.
    pub undefined: Value,
    /// The requested relations, each with its probability, relative to all of the mass.
    pub probabilities: Vec<(TailRelation, ExactValue, Value)>,
    /// Parts of the mass given that the metric is defined, with the smallest value at or below
    /// which they lie; `None` where the metric is defined nowhere.
    pub quantiles: Vec<(Level, Option<Value>)>,
}

impl TailRelation {
    /// `at-least`, `above`, `at-most`, `below` or `equal`.
    ///
    /// ```
    /// use exactile::lattice::TailRelation;
    /// assert_eq!(TailRelation::AtLeast.name(), "at-least");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::AtLeast => "at-least",
            Self::Above => "above",
            Self::AtMost => "at-most",
            Self::Below => "below",
            Self::Equal => "equal",
        }
    }
}

/// Quantities to compute of a metric's distribution.
#[derive(Clone, Copy, Debug)]
pub struct TailQuestions<'q> {
    /// Relations to values, whose probabilities are wanted.
    pub probabilities: &'q [(TailRelation, ExactValue)],
    /// Parts of the mass, whose quantiles are wanted, each between 0 and 1.
    pub quantiles: &'q [Level],
    /// Fractions instead of decimals.
    pub exact: bool,
    /// The value that matrices count as on which the metric is undefined; `None` to leave them
    /// undefined.
    pub undefined_as: Option<&'q Rational>,
}

impl Tails {
    /// Answers the questions.
    ///
    /// # Errors
    /// As [`Predictive::probability`], [`Predictive::exact_probability`] and
    /// [`Predictive::quantile`]; a value for undefined matrices that the metric is not compared
    /// with.
    pub fn new(
        predictive: &Predictive,
        model: &Model,
        metric: &Metric,
        asked: &TailQuestions<'_>,
    ) -> Result<Self, LatticeError> {
        Self::watched(predictive, model, metric, asked, &Watch::never())
    }

    /// As [`Self::new`]. `advance` is called for every thousandth row of the lattice, at each
    /// question, and may stop the work: then there is no result.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn with_progress(
        predictive: &Predictive,
        model: &Model,
        metric: &Metric,
        asked: &TailQuestions<'_>,
        advance: Advance<'_>,
    ) -> Result<Option<Self>, LatticeError> {
        unless_stopped(Self::watched(predictive, model, metric, asked, &Watch::new(advance)))
    }

    fn watched(
        predictive: &Predictive,
        model: &Model,
        metric: &Metric,
        asked: &TailQuestions<'_>,
        watch: &Watch<'_>,
    ) -> Result<Self, LatticeError> {
        watch.step_on_lattice()?;
        let lattice = predictive.lattice();
        predictive.check_masses()?;
        let on_lattice = MetricOnLattice::new(metric, lattice)?;
        let nowhere = on_lattice.undefined_rows();
        let undefined_as = asked.undefined_as.filter(|_| !nowhere.is_empty());
        if let Some(value) = undefined_as {
            on_lattice.threshold(&ExactValue::Rational(value.clone()))?;
        }
        let sums = MassOf { predictive, exact: asked.exact };
        let mut probabilities = Vec::with_capacity(asked.probabilities.len());
        for (relation, value) in asked.probabilities {
            let mut rows = on_lattice.intervals(*relation, &on_lattice.threshold(value)?, watch)?;
            let counts = |own: &Rational| relation.holds(value.order_of_rational(own));
            if undefined_as.is_some_and(counts) {
                rows.extend(nowhere.iter().cloned());
            }
            probabilities.push((*relation, value.clone(), sums.of(&rows)?));
        }
        let quantiles = asked
            .quantiles
            .iter()
            .map(|part| {
                watch.step_on_lattice()?;
                Ok((part.clone(), predictive.quantile_counting(metric, part, undefined_as)?))
            })
            .collect::<Result<_, LatticeError>>()?;
        let undefined = if undefined_as.is_some() { &[][..] } else { &nowhere };
        Ok(Self {
            metric: metric.clone(),
            model: model.clone(),
            samples: (lattice.positives(), lattice.negatives()),
            undefined_as: undefined_as.cloned(),
            undefined: sums.of(undefined)?,
            probabilities,
            quantiles,
        })
    }
}

/// The masses of parts of rows, as decimals or fractions.
struct MassOf<'p> {
    predictive: &'p Predictive,
    exact: bool,
}

impl MassOf<'_> {
    fn of(&self, rows: &[(u64, Range<u64>)]) -> Result<Value, LatticeError> {
        if !self.exact {
            if let Some(decimal) = self.predictive.mass_of_rows(rows).to_decimal() {
                return Ok(decimal.into());
            }
        }
        // Asked for, or the bound leaves the last digit open.
        let fraction = self.predictive.exact_mass_of_rows(rows)?;
        Ok(if self.exact { fraction.into() } else { Decimal17::nearest(&fraction).into() })
    }
}

#[cfg(feature = "serde")]
impl Serialize for Tails {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Asked<'t> {
            relation: &'static str,
            value: &'t ExactValue,
            probability: &'t Value,
        }
        #[derive(Serialize)]
        struct Quantile<'t> {
            part: &'t Level,
            /// The part is one of the mass given this.
            given: &'static str,
            value: &'t Option<Value>,
        }
        #[derive(Serialize)]
        struct Json<'t> {
            metric: String,
            #[serde(flatten)]
            model: &'t Model,
            positives: u64,
            negatives: u64,
            #[serde(skip_serializing_if = "Option::is_none")]
            undefined_as: Option<&'t Rational>,
            undefined: &'t Value,
            probabilities: Vec<Asked<'t>>,
            quantiles: Vec<Quantile<'t>>,
        }
        Json {
            metric: self.metric.to_string(),
            model: &self.model,
            positives: self.samples.0,
            negatives: self.samples.1,
            undefined_as: self.undefined_as.as_ref(),
            undefined: &self.undefined,
            probabilities: self
                .probabilities
                .iter()
                .map(|(relation, value, probability)| Asked {
                    relation: relation.name(),
                    value,
                    probability,
                })
                .collect(),
            quantiles: self
                .quantiles
                .iter()
                .map(|(part, value)| Quantile { part, given: GIVEN_DEFINED, value })
                .collect(),
        }
        .serialize(serializer)
    }
}
