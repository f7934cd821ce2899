//! The segments of the Tile that a strip of pictures may follow.

use clap::ValueEnum;

/// A segment of the Tile from preferences that fear false alarms to those that fear misses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StripAlong {
    /// The ratio of the costs of a miss and of a false alarm
    Decision,
    /// The probability cost, in which the costs are weighted by the prior
    Cost,
    /// F-scores, from precision to recall
    FBeta,
}
