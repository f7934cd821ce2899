//! Tails and quantiles of a metric, ready to be serialised: for lattices of any size.

use num_bigint::BigInt;
use serde::{Serialize, Serializer};

use super::metric_on_lattice::MetricOnLattice;
use super::model::{Model, Predictive};
use super::tail::{Probability, Relation};
use super::{ExactValue, LatticeError};
use crate::num::{CertifiedMass, Rational, WideFloat};
use crate::score::{Metric, MetricValue};

/// Probabilities that a metric stands in relations to values, and quantiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tails {
    /// The metric.
    pub metric: Metric,
    /// The model that further results follow.
    pub model: Model,
    /// The distribution's lattice: positives and negatives.
    pub samples: (u64, u64),
    /// The probability that the metric is undefined.
    pub undefined: Probability,
    /// What was asked, with its probability.
    pub probabilities: Vec<(Relation, ExactValue, Probability)>,
    /// Parts of the defined mass, with the smallest value at or below which they lie; `None` where
    /// the metric is defined nowhere.
    pub quantiles: Vec<(Rational, Option<MetricValue>)>,
}

impl Relation {
    /// `at-least`, `above`, `at-most`, `below` or `equal`.
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

impl Tails {
    /// Answers these questions, in exact fractions or with decimals.
    ///
    /// # Errors
    /// As [`Predictive::probability`], [`Predictive::exact_probability`] and
    /// [`Predictive::quantile`].
    pub fn new(
        predictive: &Predictive,
        model: &Model,
        metric: &Metric,
        questions: &[(Relation, ExactValue)],
        parts: &[Rational],
        exact: bool,
    ) -> Result<Self, LatticeError> {
        let mut probabilities = Vec::with_capacity(questions.len());
        for (relation, value) in questions {
            let certified = if exact {
                None
            } else {
                let mass = predictive.probability(metric, *relation, value)?;
                mass.to_decimal().map(|_| Probability::Certified(mass))
            };
            let probability = match certified {
                Some(probability) => probability,
                // Asked for, or the bound leaves the last digit open.
                None => {
                    let fraction = predictive.exact_probability(metric, *relation, value)?;
                    let fraction = Probability::Exact(fraction);
                    if exact { fraction } else { fraction.rounded() }
                }
            };
            probabilities.push((*relation, value.clone(), probability));
        }
        let quantiles = parts
            .iter()
            .map(|part| Ok((part.clone(), predictive.quantile(metric, part)?)))
            .collect::<Result<_, LatticeError>>()?;
        let lattice = predictive.lattice();
        Ok(Self {
            metric: metric.clone(),
            model: model.clone(),
            samples: (lattice.positives(), lattice.negatives()),
            undefined: undefined(predictive, metric, exact)?,
            probabilities,
            quantiles,
        })
    }
}

/// The mass of the matrices on which the metric is undefined.
fn undefined(
    predictive: &Predictive,
    metric: &Metric,
    exact: bool,
) -> Result<Probability, LatticeError> {
    let points = MetricOnLattice::new(metric, predictive.lattice())?.undefined_points();
    let at = |t: u64| usize::try_from(t).expect("lists of weights fit in memory");
    let of = |urn: &super::model::Urn| urn.masses();
    let ((by_tp, tp_error), (by_tn, tn_error)) =
        (of(&predictive.positive), of(&predictive.negative));
    let sum = points
        .iter()
        .fold(WideFloat::ZERO, |sum, &(tp, tn)| sum.plus(by_tp[at(tp)].times(by_tn[at(tn)])));
    let additions = u64::try_from(points.len()).expect("a count");
    let certified = CertifiedMass::new(sum, tp_error + tn_error + 1 + additions);
    if !exact && certified.to_decimal().is_some() {
        return Ok(Probability::Certified(certified));
    }
    predictive.check_exact()?;
    let (by_tp, by_tn) = (predictive.positive.weights(), predictive.negative.weights());
    let numerator: num_bigint::BigUint =
        points.iter().map(|&(tp, tn)| &by_tp[at(tp)] * &by_tn[at(tn)]).sum();
    let denominator = predictive.positive.total() * predictive.negative.total();
    let fraction = Rational::new(BigInt::from(numerator), BigInt::from(denominator));
    let fraction = Probability::Exact(fraction);
    Ok(if exact { fraction } else { fraction.rounded() })
}

impl Serialize for Tails {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Asked<'t> {
            relation: &'static str,
            value: &'t ExactValue,
            probability: &'t Probability,
        }
        #[derive(Serialize)]
        struct Quantile<'t> {
            part: &'t Rational,
            value: &'t Option<MetricValue>,
        }
        #[derive(Serialize)]
        struct Json<'t> {
            schema: &'static str,
            metric: String,
            #[serde(flatten)]
            model: &'t Model,
            positives: u64,
            negatives: u64,
            undefined: &'t Probability,
            probabilities: Vec<Asked<'t>>,
            quantiles: Vec<Quantile<'t>>,
        }
        Json {
            schema: "exactile.lattice-tail.v1",
            metric: self.metric.to_string(),
            model: &self.model,
            positives: self.samples.0,
            negatives: self.samples.1,
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
                .map(|(part, value)| Quantile { part, value })
                .collect(),
        }
        .serialize(serializer)
    }
}
