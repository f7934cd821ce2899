//! Printed numbers of confusion matrices.

use serde::Deserialize;

use super::{Item, RefereeError, Settles};
use exactile::lattice::{Confluence, Lattice};
use exactile::num::{Rational, Value};
use exactile::score::Metric;

/// The number of confusion matrices with a given number of samples.
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

/// The number of matrices that are said to take a value of a metric.
#[derive(Clone, Debug, Deserialize)]
pub struct Multiplicity {
    positives: u64,
    negatives: u64,
    printed: Vec<Taken>,
}

#[derive(Clone, Debug, Deserialize)]
struct Taken {
    metric: String,
    /// The value; if none is given, the one that most matrices take.
    #[serde(default)]
    value: Option<Rational>,
    count: u64,
    /// Matrices on which the metric is undefined have the value 0: a convention of the source.
    #[serde(default)]
    undefined_is_0: bool,
    /// The reading under which the count may hold if it does not as printed.
    #[serde(default)]
    reading: Option<Reading>,
}

/// Another reading of the counted matrices.
#[derive(Clone, Debug, Deserialize)]
struct Reading {
    convention: String,
    /// Another metric.
    #[serde(default)]
    metric: Option<String>,
    /// Another value.
    #[serde(default)]
    value: Option<Rational>,
    /// Matrices on which the metric is undefined have the value 0.
    #[serde(default)]
    undefined_is_0: bool,
}

/// A value with the number of its matrices.
type Count = (Value, u64);

impl Multiplicity {
    pub(super) fn examine(&self) -> Result<Vec<Item>, RefereeError> {
        self.printed.iter().map(|taken| self.item(taken)).collect()
    }

    fn item(&self, taken: &Taken) -> Result<Item, RefereeError> {
        let metric = &taken.metric;
        let counts = self.counts(metric, taken.undefined_is_0)?;
        let (value, count) = count_of(&counts, taken.value.as_ref())?;
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
            let counts = self.counts(metric, reading.undefined_is_0)?;
            if count_of(&counts, value)?.1 == taken.count {
                return Ok(item.convention(Settles::Reading, &reading.convention, computed));
            }
        }
        let witness = match taken.undefined_is_0 {
            true => format!("{computed}, those counted on which it is 0/0"),
            false => computed,
        };
        let mut item = item.erratum(witness);
        if taken.value.is_none() {
            let others: Vec<Count> =
                counts.into_iter().filter(|(known, _)| *known != value).collect();
            let holds = count_of(&others, None)?.1 == taken.count;
            item.corrected = holds.then(|| {
                format!("no value of {metric} but {value} on more than {} matrices", taken.count)
            });
        }
        Ok(item)
    }

    /// Returns the number of matrices with each value.
    fn counts(&self, metric: &str, undefined_is_0: bool) -> Result<Vec<Count>, RefereeError> {
        let metric: Metric =
            metric.parse().map_err(|error| RefereeError::Undecided(format!("{error}")))?;
        let undecided =
            |error: exactile::lattice::LatticeError| RefereeError::Undecided(error.to_string());
        let lattice = Lattice::new(self.positives, self.negatives).map_err(undecided)?;
        let confluence = Confluence::new(&metric, lattice).map_err(undecided)?;
        let mut counts: Vec<Count> =
            confluence.values().map(|taken| (taken.value, taken.count)).collect();
        if undefined_is_0 {
            let zero = Value::Exact(Rational::ZERO);
            match counts.iter_mut().find(|(value, _)| *value == zero) {
                Some((_, count)) => *count += confluence.undefined(),
                None => counts.push((zero, confluence.undefined())),
            }
        }
        Ok(counts)
    }
}

/// Returns the number of matrices with the value, or the value that most matrices take.
fn count_of(counts: &[Count], value: Option<&Rational>) -> Result<Count, RefereeError> {
    match value {
        Some(value) => {
            let wanted = Value::Exact(value.clone());
            let found = counts.iter().find(|(known, _)| *known == wanted);
            Ok((wanted, found.map_or(0, |(_, count)| *count)))
        }
        None => counts.iter().max_by_key(|(_, count)| *count).cloned().ok_or(RefereeError::Empty),
    }
}
