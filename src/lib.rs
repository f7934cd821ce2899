//! Exact rankings of two-class classifiers.
pub mod input;
pub mod num;
pub mod performance;
pub use num::{LogSum, ParseNumberError, Rational};
pub use performance::{Class, Classifier, ConfusionMatrix, Outcome, PerformanceError};
