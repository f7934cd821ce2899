//! Printed numbers of confusion matrices.

use serde::Deserialize;

use super::{Item, RefereeError};
use exactile::lattice::{Confluence, Lattice};
use exactile::num::{Rational, Value};
use exactile::score::Metric;

/// The number of confusion matrices with that many samples.
#[derive(Clone, Debug, Deserialize)]
pub struct LatticeTotal {
    samples: u64,
    printed: u64,
}

impl LatticeTotal {
    /// Counts them by the number of positive samples: (p + 1)(n + 1) for each.
    pub(super) fn examine(&self) -> Vec<Item> {
        let all: u64 = (0..=self.samples).map(|p| (p + 1) * (self.samples - p + 1)).sum();
        let item = Item::reproduced(self.printed.to_string(), all.to_string());
        let samples = self.samples;
        vec![if all == self.printed {
            item
        } else {
            item.erratum(format!("{samples} samples allow {all} matrices"))
        }]
    }
}

/// How many matrices are said to take a value of a metric.
#[derive(Clone, Debug, Deserialize)]
pub struct Multiplicity {
    positives: u64,
    negatives: u64,
    printed: Vec<Taken>,
}

#[derive(Clone, Debug, Deserialize)]
struct Taken {
    metric: String,
    /// The value; the value that most matrices take, where none is given.
    #[serde(default)]
    value: Option<Rational>,
    count: u64,
    /// Under which reading the count may hold where it does not as printed.
    #[serde(default)]
    reading: Option<Reading>,
}

/// Another reading of what was counted.
#[derive(Clone, Debug, Deserialize)]
struct Reading {
    convention: String,
    /// Another metric.
    #[serde(default)]
    metric: Option<String>,
    /// Another value.
    #[serde(default)]
    value: Option<Rational>,
    /// The two matrices that predict one class only, the corners of ROC space, are left aside.
    #[serde(default)]
    without_corners: bool,
    /// Matrices on which the metric is undefined are given the value where both classes' rates are
    /// those of a no-skill classifier.
    #[serde(default)]
    with_undefined: bool,
}

impl Multiplicity {
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        self.printed.iter().map(|taken| self.item(taken)).collect()
    }

    fn item(&self, taken: &Taken) -> Result<Item, RefereeError> {
        let metric = &taken.metric;
        let (value, count) = self.count(metric, taken.value.as_ref(), false)?;
        let printed = match &taken.value {
            Some(_) => format!("{metric} = {value} on {} matrices", taken.count),
            None => format!("no value of {metric} on more than {} matrices", taken.count),
        };
        let computed = format!("{metric} = {value} on {count}");
        let item = Item::reproduced(printed, computed.clone());
        if count == taken.count {
            return Ok(item);
        }
        if let Some(reading) = &taken.reading {
            let metric = reading.metric.as_ref().unwrap_or(metric);
            let value = reading.value.as_ref().or(taken.value.as_ref());
            let (_, mut count) = self.count(metric, value, reading.without_corners)?;
            if reading.with_undefined {
                count += self.confluence(metric)?.undefined();
            }
            if count == taken.count {
                return Ok(item.convention(&reading.convention, computed));
            }
        }
        Ok(item.erratum(computed))
    }

    /// How many matrices take the value, or the value that most take, without the corners or not.
    fn count(
        &self,
        metric: &str,
        value: Option<&Rational>,
        without_corners: bool,
    ) -> Result<(String, u64), RefereeError> {
        let corners = [(0, self.negatives), (self.positives, 0)];
        let confluence = self.confluence(metric)?;
        let counts = confluence.values().map(|taken| {
            let points = taken.points.as_deref().unwrap_or_default();
            let aside = points.iter().filter(|point| without_corners && corners.contains(point));
            let aside = u64::try_from(aside.count()).expect("at most two");
            (taken.value, taken.count - aside)
        });
        match value {
            Some(value) => {
                let wanted = Value::Exact(value.clone());
                let found = counts.into_iter().find(|(value, _)| *value == wanted);
                Ok((value.to_string(), found.map_or(0, |(_, count)| count)))
            }
            None => {
                let most = counts.max_by_key(|(_, count)| *count).ok_or(RefereeError::Empty)?;
                Ok((most.0.to_string(), most.1))
            }
        }
    }

    fn confluence(&self, metric: &str) -> Result<Confluence, RefereeError> {
        let metric: Metric =
            metric.parse().map_err(|error| RefereeError::Undecided(format!("{error}")))?;
        let undecided =
            |error: exactile::lattice::LatticeError| RefereeError::Undecided(error.to_string());
        let lattice = Lattice::new(self.positives, self.negatives).map_err(undecided)?;
        Confluence::with_points(&metric, lattice).map_err(undecided)
    }
}
