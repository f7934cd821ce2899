//! Exact rankings of two-class classifiers.
pub mod geometry;
pub mod lattice;
pub mod num;
pub mod performance;
pub mod score;
pub mod tile;
pub use geometry::{BilinearCurve, Point};
pub use num::{LogSum, ParseNumberError, Rational};
pub use performance::{Class, Classifier, ConfusionMatrix, Outcome, PerformanceError};
pub use score::{
    Metric, MetricValue, Orientation, ScoreTable, ScoredClassifier, Scores, Surrogate,
    UnknownMetric,
};
pub use score::{NamedScore, RankingScore, UnknownScore};
pub use tile::{
    Area, ClassifierSummary, Piece, PriorShift, RankFilter, RankInterval, RankedClassifier,
    Regions, Summary, TileError, Zone, rank_at,
};
