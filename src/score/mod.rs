//! Ranking scores: the canonical family R_ab; and the catalogue of metrics of a confusion matrix,
//! with their exact values and order, and the places of those that order like a ranking score.
//!
//! # Files
//!
//! - `metric/entries.rs` has an entry per metric. `formula` reads the entry's text once, the one
//!   that users see, and makes a quotient of polynomials in TP, TN, p and n; this quotient orders
//!   values exactly. `metric/parts.rs` has the shape of the text (a root, a logarithm, a plain
//!   quotient), which turns the quotient into the value.
//! - Evaluated over integers the quotient is the surrogate of a matrix, over polynomials the
//!   surrogate on a lattice. Numbers of more than 127 bits are big integers.

pub mod formula;
mod metric;
mod named;
mod own_formula;
mod ranking_score;

pub(crate) use formula::{Flat, Ring};
pub use metric::{
    CatalogueEntry, Likeness, Metric, Orientation, Scope, ScoreStream, ScoreTable,
    ScoredClassifier, Scores, Standing, Surrogate, UnknownMetric, Weight,
};
pub(crate) use metric::{Counts, Parts, quantile_sum};
pub use metric::{PreparedMetric, ValueForm};
pub use named::{NamedScore, UnknownScore};
pub use own_formula::{Formula, FormulaError, Score};
pub use ranking_score::{NoPlace, RankingScore};
