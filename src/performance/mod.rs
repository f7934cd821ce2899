//! What a classifier did: confusion matrices, priors, rates, all exact.

mod classifier;
mod confusion_matrix;
mod cost_matrix;
mod multi_class;

pub use classifier::Classifier;
pub use confusion_matrix::{Class, ConfusionMatrix, Outcome, PerformanceError};
pub use cost_matrix::CostMatrix;
pub use multi_class::{MultiClassClassifier, MultiClassError, MultiClassMatrix};
