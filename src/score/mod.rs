//! Ranking scores: the canonical family R_ab; and the catalogue of metrics of a confusion matrix,
//! with their exact values and order, and the places of those that order like a ranking score.

pub mod formula;
mod metric;
mod named;
mod ranking_score;

pub(crate) use formula::Ring;
pub use metric::{
    CatalogueEntry, Likeness, Metric, Orientation, Scope, ScoreStream, ScoreTable,
    ScoredClassifier, Scores, Standing, Surrogate, UnknownMetric, Weight,
};
pub(crate) use metric::{Counts, Parts, quantile_sum};
pub use metric::{PreparedMetric, ValueForm};
pub use named::{NamedScore, UnknownScore};
pub use ranking_score::{NoPlace, RankingScore};
