//! The values of many metrics for many classifiers.

#[cfg(feature = "serde")]
use serde::ser::SerializeMap;
#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

use super::{Metric, MetricValue};
use crate::performance::Classifier;

/// Each classifier's values, in the order given.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ScoreTable {
    /// The classifiers.
    pub classifiers: Vec<ScoredClassifier>,
}

/// One classifier's values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ScoredClassifier {
    /// Its name.
    pub name: String,
    /// Its values, by metric.
    pub scores: Scores,
}

/// Values by metric, in the order asked for; an object with the metrics' names as keys in JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scores(pub Vec<(Metric, MetricValue)>);

impl ScoreTable {
    /// The values of these metrics for these classifiers.
    ///
    /// ```
    /// use exactile::{Classifier, ConfusionMatrix, Metric, ScoreTable};
    /// let silent = Classifier::new("silent", ConfusionMatrix::from_counts(8, 0, 2, 0)?);
    /// let table = ScoreTable::new(&[silent], &[Metric::Accuracy, Metric::Ppv]);
    /// assert_eq!(
    ///     serde_json::to_string(&table).unwrap(),
    ///     r#"{"classifiers":[{"name":"silent","scores":{"accuracy":{"value":"4/5"},"ppv":{"value":null,"undefined":"TP + FP = 0"}}}]}"#
    /// );
    /// # Ok::<(), exactile::PerformanceError>(())
    /// ```
    pub fn new(classifiers: &[Classifier], metrics: &[Metric]) -> Self {
        let scored = |classifier: &Classifier| ScoredClassifier {
            name: classifier.name.clone(),
            scores: Scores(
                metrics
                    .iter()
                    .map(|metric| (metric.clone(), metric.value(&classifier.matrix)))
                    .collect(),
            ),
        };
        Self { classifiers: classifiers.iter().map(scored).collect() }
    }
}

#[cfg(feature = "serde")]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
struct Cell<'v> {
    value: &'v MetricValue,
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    undefined: Option<&'static str>,
}

#[cfg(feature = "serde")]
impl Serialize for Scores {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(self.0.len()))?;
        for (metric, value) in &self.0 {
            let cell = Cell { value, undefined: value.undefined() };
            object.serialize_entry(&metric.to_string(), &cell)?;
        }
        object.end()
    }
}
