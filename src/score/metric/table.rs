//! The values of many metrics for many classifiers.

#[cfg(feature = "serde")]
use serde::ser::{SerializeMap, SerializeStruct};
#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

use super::{Metric, PreparedMetric};
use crate::num::Value;
use crate::parallel::map;
use crate::performance::Classifier;

/// Classifiers whose values are held at a time.
const CHUNK: usize = 256;

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
pub struct Scores(pub Vec<(Metric, Value)>);

impl ScoreTable {
    /// The values of these metrics for these classifiers.
    ///
    /// ```
    /// use exactile::{Classifier, ConfusionMatrix, Metric, ScoreTable};
    /// let silent = Classifier::new("silent", ConfusionMatrix::from_counts(8, 0, 2, 0)?);
    /// let table = ScoreTable::new(&[silent], &[Metric::Accuracy, Metric::Ppv]);
    /// assert_eq!(
    ///     serde_json::to_string(&table).unwrap(),
    ///     concat!(
    ///         r#"{"classifiers":[{"name":"silent","scores":{"accuracy":{"value":"4/5"},"#,
    ///         r#""ppv":{"value":null,"undefined":"TP + FP = 0"}}}]}"#
    ///     )
    /// );
    /// # Ok::<(), exactile::PerformanceError>(())
    /// ```
    pub fn new(classifiers: &[Classifier], metrics: &[Metric]) -> Self {
        let classifiers = ScoreStream::new(classifiers, metrics, &|| ()).iter().collect();
        Self { classifiers }
    }
}

impl ScoredClassifier {
    fn new(classifier: &Classifier, metrics: &[PreparedMetric<'_>]) -> Self {
        let value = |of: &PreparedMetric<'_>| (of.metric.clone(), of.value(&classifier.matrix));
        Self { name: classifier.name.clone(), scores: Scores(metrics.iter().map(value).collect()) }
    }
}

/// A [`ScoreTable`] whose rows are made while they are written, some at a time: O(1) memory.
///
/// It serialises as the table does.
///
/// ```
/// use exactile::score::{ScoreStream, ScoreTable};
/// use exactile::{Classifier, ConfusionMatrix, Metric};
/// let matrix = ConfusionMatrix::from_counts(8, 0, 2, 0)?;
/// let (classifiers, metrics) = ([Classifier::new("silent", matrix)], [Metric::Accuracy]);
/// let stream = ScoreStream::new(&classifiers, &metrics, &|| ());
/// let table = ScoreTable::new(&classifiers, &metrics);
/// assert_eq!(serde_json::to_string(&stream).unwrap(), serde_json::to_string(&table).unwrap());
/// # Ok::<(), exactile::PerformanceError>(())
/// ```
pub struct ScoreStream<'s> {
    classifiers: &'s [Classifier],
    metrics: &'s [Metric],
    progress: &'s dyn Fn(),
}

impl<'s> ScoreStream<'s> {
    /// The values of these metrics for these classifiers; `progress` is called for each of them.
    pub fn new(
        classifiers: &'s [Classifier],
        metrics: &'s [Metric],
        progress: &'s dyn Fn(),
    ) -> Self {
        Self { classifiers, metrics, progress }
    }

    /// Returns the classifiers, in the order given.
    pub fn classifiers(&self) -> &'s [Classifier] {
        self.classifiers
    }

    /// Returns the metrics, in the order given.
    pub fn metrics(&self) -> &'s [Metric] {
        self.metrics
    }

    /// Each classifier with its values, in the order given.
    pub fn iter(&self) -> impl Iterator<Item = ScoredClassifier> {
        let metrics: Vec<PreparedMetric<'_>> = self.metrics.iter().map(Metric::prepared).collect();
        self.classifiers
            .chunks(CHUNK)
            .flat_map(move |some| {
                map(some, |classifier: &Classifier| ScoredClassifier::new(classifier, &metrics))
            })
            .inspect(|_| (self.progress)())
    }
}

#[cfg(feature = "serde")]
impl Serialize for ScoreStream<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Listed<'l>(&'l ScoreStream<'l>);
        impl Serialize for Listed<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.0.iter())
            }
        }
        let mut object = serializer.serialize_struct("ScoreTable", 1)?;
        object.serialize_field("classifiers", &Listed(self))?;
        object.end()
    }
}

#[cfg(feature = "serde")]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
struct Cell<'v> {
    value: &'v Value,
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
