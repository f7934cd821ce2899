//! What a classifier did: confusion matrices, priors, rates, all exact.

mod classifier;
mod confusion_matrix;

pub use classifier::Classifier;
pub(crate) use confusion_matrix::check_prior;
pub use confusion_matrix::{Class, ConfusionMatrix, Outcome, PerformanceError};
