//! Reasons why a picture cannot be drawn.

use exactile::arrangement::ArrangementError;
use exactile::domain::TooManyColumns;
use exactile::performance::PerformanceError;
use exactile::tile::TileError;

/// The reason why a picture cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The regions cannot be computed.
    #[error("{0}")]
    Tile(#[from] TileError),
    /// The arrangement of frontiers exceeds a limit.
    #[error("{0}")]
    Arrangement(#[from] ArrangementError),
    /// The zones of agreement exceed a limit.
    #[error("{0}")]
    Columns(#[from] TooManyColumns),
    /// No-skill performances need a prior between 0 and 1.
    #[error("{0}")]
    Performance(#[from] PerformanceError),
    /// Too many lines for a legible picture.
    #[error("{0} frontiers are too many for one picture")]
    TooManyFrontiers(usize),
    /// The score or the ranking scores tie all performances.
    #[error("the score orders no two of them, so that no correlation is defined")]
    NoCorrelation,
    /// A height without room for all rows.
    #[error("the picture has no room for {rows} rows")]
    NoRoom {
        /// The number of rows.
        rows: usize,
        /// The least height in pixels.
        needed: String,
    },
    /// A rank beyond the number of classifiers.
    #[error("there is no rank {rank} among \
         {}", exactile::performance::counted(.count, "classifier"))]
    NoSuchRank {
        /// The rank.
        rank: u32,
        /// The number of classifiers.
        count: usize,
    },
}
