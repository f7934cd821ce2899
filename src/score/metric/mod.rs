//! Metrics of a confusion matrix: all of "Never mind the metrics" (appendix A, Eq. 7 to 44), and
//! more that have a name.
//!
//! A metric is undefined exactly where a rate or ratio in its definition is 0/0; where only a
//! denominator vanishes (LR+, LR-, DOR) it is infinite. Every metric but d' has an exact rational
//! surrogate that increases with it, so that matrices are compared and grouped by their metric
//! without roots or logarithms:
//!
//! - ratios of counts are their own surrogate;
//! - MCC, the Fowlkes-Mallows index, the geometric mean: sign(v) v^2;
//! - the prevalence threshold: FPR/(TPR + FPR);
//! - logarithms of LR+, LR- and DOR: LR+, LR- and DOR.
//!
//! `entries.rs` has one entry per metric, from whose formula its value and order are derived:
//! `entry`, `derived` and `parts`.
//!
//! - [`Metric`]: the catalogue; [`Value`](crate::num::Value): an exact value; [`ScoreTable`]: the
//!   values of many metrics for many classifiers.

mod catalogue;
mod derived;
mod entries;
mod entry;
mod listing;
mod name;
mod parts;
mod probability;
mod standing;
mod table;
mod value;

pub use derived::ValueForm;
pub use entries::Metric;
pub use listing::CatalogueEntry;
pub use name::UnknownMetric;
pub(in crate::score) use name::unknown;
pub use parts::PreparedMetric;
pub(crate) use parts::{Counts, Parts};
pub use standing::{Likeness, Orientation, Scope, Standing, Weight};
pub use table::{ScoreStream, ScoreTable, ScoredClassifier, Scores};
pub use value::Surrogate;
pub(crate) use value::quantile_sum;
