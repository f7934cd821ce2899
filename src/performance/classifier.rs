//! A classifier: a name and what it did.

use super::ConfusionMatrix;

/// A named confusion matrix. Sets of classifiers keep the order they were given in; ties are shown
/// in that order.
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
