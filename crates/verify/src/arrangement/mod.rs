//! Checks all rankings on the Tile at once: how many there are, the points where frontiers meet,
//! and the cells between frontiers.
//!
//! `rankings.rs` has the theorem, for classifiers of one prior; `rankings_apart.rs` counts
//! frontiers under different priors, `around.rs` checks the ranking at a point.

mod archive;
pub(crate) mod around;
mod cells;
mod confluences;
mod fingerprints;
mod performances;
pub(crate) mod rankings;
pub(crate) mod rankings_apart;
mod trouble;
