//! Performances of classifiers: confusion matrices, priors, rates, events, and operations on all
//! these, exact.

mod classifier;
mod confusion_matrix;
mod cost_matrix;
mod counted;
mod event;
mod importances;
mod joint;
mod label;
mod multi_class;
mod one_line;
mod operation;

pub use classifier::Classifier;
pub(crate) use confusion_matrix::check_prior;
pub use confusion_matrix::{Class, ConfusionMatrix, Outcome, PerformanceError};
pub use cost_matrix::CostMatrix;
pub use counted::counted;
pub use event::{Event, UnknownEvent};
pub use importances::{ImportanceError, Importances};
pub use joint::{JointClass, JointCounts, JointResults, PairCounts, Pattern};
pub use label::Label;
pub use multi_class::{MultiClassClassifier, MultiClassError, MultiClassMatrix};
pub use one_line::one_line;
pub use operation::{Operation, UnknownOperation};
