//! Can reported scores be true? The confusion matrices that explain them, counted exactly.
//!
//! A printed number stands for an interval of exact ends, [`ReportedValue`]. A row of a table of results,
//! [`ReportedRow`], has the numbers of positive and negative samples, known or within ranges, and some scores. A
//! matrix explains the row if each score is defined there, finite, and within its interval. Where no matrix does,
//! [`explain`] names a smallest set of scores that contradict each other.
//!
//! With P and N fixed, every metric of the catalogue is monotone in TN while TP stands still, so its matrices in
//! each row of the lattice are an interval that bisection finds; metrics of TP alone bound the rows beforehand. No
//! other matrix is looked at, and those found are counted by the lengths of intervals.

mod explain;
mod polynomial;
mod staircase;
mod value;

pub use explain::{
    Counted, Explanation, ReportedRow, ReportedScore, explain, explain_with_progress,
};
pub use value::{ReportedValue, Rounding, UnreadableValue, reported_metric};
