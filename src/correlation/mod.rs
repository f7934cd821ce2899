//! Correlations between a metric and the canonical ranking scores: Kendall's tau-b, Spearman's and
//! Pearson's.
//!
//! A score is known by the performances that it prefers. Its rank correlation with R_ab says how
//! far it shares the preferences (a, b), and the Tile of these correlations characterises the score
//! (The Tile, section 4.3, Fig. 4 and 7; Foundations, Table 1). Here the performances are a
//! regular lattice or given classifiers, ties are exact, and pairs are counted, not sampled.
//! Infinite values take part: infinity is the largest value, minus infinity the smallest, so that
//! scores of one order have one correlation. Performances on which a score is undefined take none.
//!
//! - [`Performances`]: the performances to rank; [`Correlator`]: a metric's exact ranks of them,
//!   ready for any point; [`Correlation`]: the counted pairs, with tau-b; [`Spearman`]: sums of
//!   mid-ranks. Both are a [`Coefficient`]. [`Pearson`]: of the values themselves.
//! - [`CorrelationTile`]: a grid of points; [`Search`]: the extremes;
//!   [`CorrelationCell`]: an exact piece of the Tile, for classifiers.
//! - [`closed_form`]: the value for uniformly distributed performances, if one is proved.
//!
//! # Files
//!
//! - `ranks`: performances sorted by a metric once, exactly, with infinite values at the ends.
//! - `order`: a key of each performance at a point of the Tile, an integer quotient: equal keys
//!   prove equal values, different keys are ordered as the values are.
//! - `kendall`: pairs in O(n log n) on integer ranks. `spearman`: sums over mid-ranks.
//!   `uniform`: closed forms with their proofs.

mod cells;
mod coefficient;
mod correlator;
mod kendall;
mod order;
mod pearson;
mod performances;
mod ranks;
mod search;
mod spearman;
mod tile;
mod uniform;

pub use cells::CorrelationCell;
pub use coefficient::Coefficient;
pub use correlator::{Correlator, LeftOut};
pub use kendall::Correlation;
pub(crate) use kendall::correlation_of_ranks;
pub use pearson::Pearson;
pub use performances::{MOST_PERFORMANCES, Performances, RankedSet};
pub use ranks::metric_ranks;
pub use search::{Extreme, Search};
pub use spearman::Spearman;
pub use tile::CorrelationTile;
pub use uniform::{ClosedForm, closed_form};

use crate::score::Metric;

/// Reason why correlations cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CorrelationError {
    /// The lattice needs a positive resolution.
    #[error("a resolution of 0 leaves no lattice")]
    NoResolution,
    /// More performances than fit comfortably in memory.
    #[error("{0} performances are more than {MOST_PERFORMANCES}")]
    TooManyPerformances(u128),
    /// A prior of the lattice outside `(0, 1)`.
    #[error("{0}")]
    Performance(#[from] crate::performance::PerformanceError),
    /// Scaled logarithms to different bases, which the numbers of samples give, are closer than
    /// their enclosures.
    #[error("values of {0} cannot be told apart across different numbers of samples")]
    SizesDiffer(Metric),
    /// Two values of d' are closer than their enclosures.
    #[error("two values of {0} cannot be told apart")]
    TooClose(Metric),
}
