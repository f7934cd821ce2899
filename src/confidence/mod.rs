//! The probability of being first on a repeat of the test, for every preference.
//!
//! At a point of the Tile the ranking score R_ab orders the confusion matrices of a lattice; the
//! predictive distributions of all classifiers then say with what probability each is first
//! ([`RankDistributions`](crate::contest::RankDistributions)). Over the Tile this changes at each
//! of the many frontiers between matrices, far too many to draw, so it is evaluated at the points
//! of a grid, finer where it crosses a level of interest: [`ConfidenceTile`]. Every value carries
//! its proved bound. Who is truly the best, and paired tests, are simulated
//! ([`contest`](crate::contest)): then one run of draws serves all points. The other question is
//! how many samples it would take: [`Plan`].
//!
//! # Files
//!
//! - `tile`: the points of a grid, finer along contours, or shares of draws.
//! - `plan`: the size of a test, doubled and bisected.

mod plan;
mod swaps;
mod tile;

pub use plan::{
    Plan, PlanError, PlanQuestion, Planned, PlannedClusters, PlannedProbability, PlannedSize,
    PlannedTest, TestSize,
};
pub use swaps::SwapTile;
pub use tile::{ConfidencePoint, ConfidenceTile, FirstBy, Grid};
