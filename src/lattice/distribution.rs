//! A metric's distribution with its summary, ready to be serialised.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::model::{BetaPrior, Model};
use super::{LatticeError, Mass, MetricPmf, Moment};
use crate::num::Rational;
use crate::score::MetricValue;

/// A distribution with its modes, median, mean, variance and intervals.
#[derive(Debug)]
pub struct Distribution {
    /// All values with their masses.
    pub pmf: MetricPmf,
    /// The model that further results follow.
    pub model: Model,
    /// The most probable values, more than one only if they are equally probable.
    pub modes: Vec<MetricValue>,
    /// The smallest value at or below which half of the defined mass lies.
    pub median: MetricValue,
    /// The mean, given that the metric is defined.
    pub mean: Moment,
    /// The variance, given that the metric is defined.
    pub variance: Moment,
    /// The central interval: as much mass may lie below it as above.
    pub interval: Option<Interval>,
    /// The narrowest interval of finite values.
    pub narrowest: Option<Interval>,
}

/// An interval of values that holds at least a given part of the defined mass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Interval {
    /// That part.
    pub level: Rational,
    /// The smallest value.
    pub lower: MetricValue,
    /// The greatest value.
    pub upper: MetricValue,
    /// The mass that it holds.
    pub mass: Mass,
}

impl Distribution {
    /// Summarises a distribution, with intervals of that level.
    ///
    /// # Errors
    /// A level that is not between 0 and 1; intervals whose widths could not be told apart.
    pub fn new(pmf: MetricPmf, model: &Model, level: &Rational) -> Result<Self, LatticeError> {
        let none = || MetricValue::Undefined("the metric is defined nowhere");
        let interval = |(start, end): (usize, usize)| Interval {
            level: level.clone(),
            lower: pmf.value(start),
            upper: pmf.value(end),
            mass: pmf.mass_between(start, end),
        };
        let central = pmf.central_interval(level)?.map(interval);
        let narrowest = pmf.narrowest_interval(level)?.map(interval);
        let (mean, variance) = pmf.moments();
        Ok(Self {
            modes: pmf.modes().into_iter().map(|place| pmf.value(place)).collect(),
            median: pmf.median().map_or_else(none, |place| pmf.value(place)),
            mean,
            variance,
            interval: central,
            narrowest,
            model: model.clone(),
            pmf,
        })
    }
}

impl Serialize for Mass {
    /// The decimal or the numerator, as a string.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Decimal(decimal) => decimal.serialize(serializer),
            Self::Numerator(numerator) => serializer.collect_str(numerator),
        }
    }
}

impl Serialize for BetaPrior {
    /// A pair `["1", "1"]`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.parameters().serialize(serializer)
    }
}

impl Serialize for Model {
    /// The name, and the priors where it has them.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Model", 3)?;
        object.serialize_field("model", self.name())?;
        if let Self::BetaBinomial { positive, negative } = self {
            object.serialize_field("beta", positive)?;
            object.serialize_field("beta_negative", negative)?;
        }
        object.end()
    }
}

impl Serialize for Distribution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Row {
            value: MetricValue,
            count: usize,
            mass: Mass,
            cumulative: Mass,
        }
        #[derive(Serialize)]
        struct Undefined {
            count: usize,
            mass: Mass,
        }
        struct Rows<'p>(&'p MetricPmf);
        impl Serialize for Rows<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq((0..self.0.distinct()).map(|place| Row {
                    value: self.0.value(place),
                    count: self.0.count(place),
                    mass: self.0.mass(place),
                    cumulative: self.0.cumulative(place),
                }))
            }
        }
        let lattice = self.pmf.predictive().lattice();
        let mut object = serializer.serialize_struct("Distribution", 17)?;
        object.serialize_field("schema", "exactile.lattice-pmf.v1")?;
        object.serialize_field("metric", &self.pmf.metric().to_string())?;
        object.serialize_field("model", self.model.name())?;
        if let Model::BetaBinomial { positive, negative } = &self.model {
            object.serialize_field("beta", positive)?;
            object.serialize_field("beta_negative", negative)?;
        }
        object.serialize_field("positives", &lattice.positives())?;
        object.serialize_field("negatives", &lattice.negatives())?;
        if let Some(value) = self.pmf.undefined_as() {
            object.serialize_field("undefined_as", value)?;
        }
        if let Some(denominator) = self.pmf.denominator() {
            object.serialize_field("denominator", &denominator.to_string())?;
        }
        let (count, mass) = self.pmf.undefined();
        object.serialize_field("undefined", &Undefined { count, mass })?;
        object.serialize_field("mode", &self.modes.first())?;
        object.serialize_field("modes", &self.modes)?;
        object.serialize_field("median", &self.median)?;
        object.serialize_field("mean", &self.mean)?;
        object.serialize_field("variance", &self.variance)?;
        object.serialize_field("interval", &self.interval)?;
        object.serialize_field("narrowest_interval", &self.narrowest)?;
        object.serialize_field("values", &Rows(&self.pmf))?;
        object.end()
    }
}
