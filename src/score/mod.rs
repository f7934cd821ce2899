//! Ranking scores: the canonical family R_ab, and the names that stand on the Tile.

mod named;
mod ranking_score;

pub use named::{NamedScore, UnknownScore};
pub use ranking_score::RankingScore;
