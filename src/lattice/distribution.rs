//! A metric's distribution with its summary, ready to be serialised.

#[cfg(feature = "serde")]
use std::collections::BTreeMap;

#[cfg(feature = "serde")]
use serde::ser::SerializeStruct;
#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

#[cfg(feature = "serde")]
use super::model::BetaPrior;
use super::model::Model;
use super::pmf::NOWHERE;
use super::{LatticeError, Mass, MetricPmf};
use crate::num::{Level, Value};

/// A distribution with its modes, median, mean, variance and intervals.
#[derive(Debug)]
pub struct Distribution {
    /// All values with their masses.
    pub pmf: MetricPmf,
    /// The model that further results follow.
    pub model: Model,
    /// The most probable values, more than one only if they are equally probable.
    pub modes: Vec<Value>,
    /// The smallest value at or below which half of the mass lies, given that the metric is
    /// defined.
    pub median: Value,
    /// The mean, given that the metric is defined.
    pub mean: Value,
    /// The variance, given that the metric is defined.
    pub variance: Value,
    /// The central interval: as much mass may lie below it as above.
    pub interval: Option<Interval>,
    /// The narrowest interval of finite values.
    pub narrowest: Option<Interval>,
}

/// The condition under which parts of the mass are meant, as results name it.
#[cfg(feature = "serde")]
pub(super) const GIVEN_DEFINED: &str = "defined";

/// An interval of values that holds at least a given part of the mass, given that the metric is
/// defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The part.
    pub level: Level,
    /// The smallest value.
    pub lower: Value,
    /// The greatest value.
    pub upper: Value,
    /// The mass that it holds, of all mass: the undefined included.
    pub mass: Mass,
    /// The mass that it holds given that the metric is defined, at least the level.
    pub mass_given_defined: Value,
}

#[cfg(feature = "serde")]
impl Serialize for Interval {
    /// Writes the level with its condition, the ends, and both masses.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Interval", 6)?;
        object.serialize_field("level", &self.level)?;
        object.serialize_field("level_given", GIVEN_DEFINED)?;
        object.serialize_field("lower", &self.lower)?;
        object.serialize_field("upper", &self.upper)?;
        object.serialize_field("mass", &self.mass)?;
        object.serialize_field("mass_given_defined", &self.mass_given_defined)?;
        object.end()
    }
}

impl Distribution {
    /// Summarises a distribution, with intervals of that level.
    ///
    /// ```
    /// # use exactile::{Metric, Rational};
    /// # use exactile::lattice::{Lattice, MetricPmf, Model, Observation, Predictive, Route};
    /// # let observed = Observation { tn: 1, fp: 1, fn_: 1, tp: 3 };
    /// # let next = Predictive::new(observed, &Model::Binomial, Lattice::new(1, 1)?)?;
    /// // TPR of one further positive, after 3 of 4 were found.
    /// let pmf = MetricPmf::new(&next, &Metric::Tpr, Route::Certified, None)?;
    /// use exactile::lattice::Distribution;
    /// use exactile::num::Level;
    /// let level = Level::percent(50);
    /// let distribution = Distribution::new(pmf, &Model::Binomial, &level)?;
    /// assert_eq!(distribution.mean.to_string(), "3/4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Intervals whose widths could not be told apart.
    pub fn new(pmf: MetricPmf, model: &Model, level: &Level) -> Result<Self, LatticeError> {
        let interval = |(start, end): (usize, usize)| Interval {
            level: level.clone(),
            lower: pmf.value(start),
            upper: pmf.value(end),
            mass: pmf.mass_between(start, end),
            mass_given_defined: pmf.mass_given_defined(start, end),
        };
        let central = pmf.central_interval(level).map(interval);
        let narrowest = pmf.narrowest_interval(level)?.map(interval);
        let (mean, variance) = pmf.moments();
        Ok(Self {
            modes: pmf.modes().into_iter().map(|place| pmf.value(place)).collect(),
            median: pmf.median().map_or(Value::Undefined(NOWHERE), |place| pmf.value(place)),
            mean,
            variance,
            interval: central,
            narrowest,
            model: model.clone(),
            pmf,
        })
    }

    /// Returns the statistics without a value, by key in JSON, each with its reason. Infinite
    /// values of the metric are values: with positive mass they leave no mean, no variance or no
    /// interval of finite width.
    pub fn without_value(&self) -> Vec<(&'static str, &'static str)> {
        if self.pmf.is_never_defined() {
            let keys = ["mode", "median", "mean", "variance", "interval", "narrowest_interval"];
            return keys.map(|key| (key, NOWHERE)).to_vec();
        }
        let too_little = "all finite values together hold less than the level";
        [
            ("mean", self.mean.undefined()),
            ("variance", self.variance.undefined()),
            ("narrowest_interval", self.narrowest.is_none().then_some(too_little)),
        ]
        .into_iter()
        .filter_map(|(key, reason)| Some((key, reason?)))
        .collect()
    }
}

#[cfg(feature = "serde")]
impl Serialize for Mass {
    /// The decimal or the numerator, as a string.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Decimal(decimal) => decimal.serialize(serializer),
            Self::Numerator(numerator) => serializer.collect_str(numerator),
        }
    }
}

#[cfg(feature = "serde")]
impl Serialize for BetaPrior {
    /// A pair `["1", "1"]`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.parameters().serialize(serializer)
    }
}

#[cfg(feature = "serde")]
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

#[cfg(feature = "serde")]
impl Distribution {
    /// The members of the JSON object but `values`, for documents that write these in parts.
    pub fn summary(&self) -> impl Serialize + '_ {
        Summary(self)
    }

    /// The entry of `values` for the value at a place from 0 to [`MetricPmf::distinct`] - 1, in
    /// increasing order.
    ///
    /// # Panics
    /// If there is no such value.
    pub fn entry(&self, place: usize) -> impl Serialize + use<> {
        Entry {
            value: self.pmf.value(place),
            count: self.pmf.count(place),
            mass: self.pmf.mass(place),
            cumulative: self.pmf.cumulative(place),
        }
    }
}

#[cfg(feature = "serde")]
#[derive(Serialize)]
struct Entry {
    value: Value,
    count: usize,
    mass: Mass,
    cumulative: Mass,
}

#[cfg(feature = "serde")]
struct Summary<'d>(&'d Distribution);

#[cfg(feature = "serde")]
impl Serialize for Summary<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Undefined {
            count: usize,
            mass: Mass,
        }
        let Self(of) = self;
        let lattice = of.pmf.predictive().lattice();
        let mut object = serializer.serialize_struct("Summary", 18)?;
        object.serialize_field("metric", &of.pmf.metric().to_string())?;
        object.serialize_field("observed", &of.pmf.predictive().observed())?;
        object.serialize_field("model", of.model.name())?;
        if let Model::BetaBinomial { positive, negative } = &of.model {
            object.serialize_field("beta", positive)?;
            object.serialize_field("beta_negative", negative)?;
        }
        object.serialize_field("positives", &lattice.positives())?;
        object.serialize_field("negatives", &lattice.negatives())?;
        if let Some(value) = of.pmf.undefined_as() {
            object.serialize_field("undefined_as", value)?;
        }
        if let Some(denominator) = of.pmf.denominator() {
            object.serialize_field("denominator", &denominator.to_string())?;
        }
        let (count, mass) = of.pmf.undefined();
        object.serialize_field("undefined", &Undefined { count, mass })?;
        object.serialize_field("summary_given", GIVEN_DEFINED)?;
        object.serialize_field("mode", &of.modes.first())?;
        object.serialize_field("modes", &of.modes)?;
        object.serialize_field("median", &of.median)?;
        object.serialize_field("mean", &of.mean)?;
        object.serialize_field("variance", &of.variance)?;
        object.serialize_field("interval", &of.interval)?;
        object.serialize_field("narrowest_interval", &of.narrowest)?;
        let without_value: BTreeMap<_, _> = of.without_value().into_iter().collect();
        if !without_value.is_empty() {
            object.serialize_field("without_value", &without_value)?;
        }
        object.end()
    }
}

#[cfg(feature = "serde")]
impl Serialize for Distribution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Entries<'d>(&'d Distribution);
        impl Serialize for Entries<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq((0..self.0.pmf.distinct()).map(|place| self.0.entry(place)))
            }
        }
        #[derive(Serialize)]
        struct Whole<'d> {
            #[serde(flatten)]
            summary: Summary<'d>,
            values: Entries<'d>,
        }
        Whole { summary: Summary(self), values: Entries(self) }.serialize(serializer)
    }
}
