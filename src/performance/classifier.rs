//! A classifier: a name and its results.

use super::ConfusionMatrix;

/// A named confusion matrix. Sets of classifiers keep the order they were given in; ties are shown
/// in that order.
///
/// ```
/// use exactile::{Classifier, ConfusionMatrix};
/// let classifier = Classifier::new("svm", ConfusionMatrix::from_counts(56, 24, 6, 14)?);
/// assert_eq!(classifier.name, "svm");
/// assert_eq!(classifier.matrix.total(), 100.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classifier {
    /// The name, unique in its set.
    pub name: String,
    /// Its confusion matrix.
    pub matrix: ConfusionMatrix,
}

impl Classifier {
    /// A classifier of that name.
    pub fn new(name: impl Into<String>, matrix: ConfusionMatrix) -> Self {
        Self { name: name.into(), matrix }
    }
}
