//! The reasons why classifiers have no order by a score.

use crate::correlation::CorrelationError;
use crate::num::Rational;
use crate::score::Metric;
use crate::tile::TileError;

/// The reason why classifiers have no order by a score.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OrderError {
    /// A metric that does not say how good a classifier is.
    #[error("{0} does not say how good a classifier is")]
    NoOrientation(Metric),
    /// One of the classifiers, or their priors.
    #[error("{0}")]
    Tile(#[from] TileError),
    /// Different numbers of samples, with the names of the first classifiers that have them.
    #[error(
        "{score} compares equal numbers of samples only: {:?} has {} and {:?} has {}",
        first.0, first.1, second.0, second.1
    )]
    TotalsDiffer {
        /// The score.
        score: String,
        /// A classifier and its number of samples.
        first: (String, Rational),
        /// Another one, with another number.
        second: (String, Rational),
    },
    /// Values that cannot be compared.
    #[error("{0}")]
    Values(#[from] CorrelationError),
}
