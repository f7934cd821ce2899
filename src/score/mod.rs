//! Ranking scores: the canonical family R_ab, and the names that stand on the Tile; and the wider
//! catalogue of metrics of a confusion matrix, with their exact values and order.

mod metric;
mod named;
mod ranking_score;

pub(crate) use metric::{Counts, Parts, Ring, ValueForm, quantile_sum};
pub use metric::{
    Metric, MetricValue, Orientation, ScoreTable, ScoredClassifier, Scores, Surrogate,
    UnknownMetric,
};
pub use named::{NamedScore, UnknownScore};
pub use ranking_score::RankingScore;
