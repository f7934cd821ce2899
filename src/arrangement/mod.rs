//! All strict rankings on the Tile at once: the arrangement of the frontiers of all pairs.
//!
//! The frontiers cut the open Tile into cells, and each cell has a strict ranking of the distinct
//! performances that no other cell has: every pair that can swap does so on one frontier, which is
//! a line of balanced coordinates, and two cells lie on different sides of some line. Equal
//! performances count as one; of two performances of which one is at least as good in both rates,
//! that one is ranked before the other all over the open Tile.
//!
//! Three classifiers have the same value at a point of the open Tile only if they lie on one
//! falling line of ROC space, and then they tie along a whole frontier. Where different frontiers
//! meet, at a *confluence*, they belong to disjoint groups of classifiers: each group ties at a
//! value of its own.
//!
//! Under different priors frontiers bend, may cross twice, and may do so at irrational points; more
//! than one cell may have the same ranking.
//!
//! - [`Frontiers`]: the distinct frontiers; counts of cells and confluences; the ranking at a
//!   place, the cells around it and the way to the nearest change.
//! - [`BentFrontiers`]: their frontiers, cells and confluences, counted exactly, and the ranking at
//!   a place.
//! - [`RankingCells`]: every cell with a sample point, its outline, its area, its ranking;
//!   [`Frontiers::stream_cells`]: every cell with a sample point, in memory for a part of them.
//!
//! # Files
//!
//! - `lines`: each pair of performances as a line in balanced coordinates, its ends numbered along
//!   the border. Two lines cross inside the Tile if and only if their ends are in opposite order,
//!   so only these crossings are computed.
//! - `count` and `meetings`: counts of cells and confluences, from crossings that coincide, without
//!   sorting.
//! - `cells`, `walk`, `faces` and `rankings`: all crossings, sorted along each line, the way around
//!   a cell, and the cells as a tree; each ranking reverses a block of the one before.
//! - `stream` and `slab`: a sweep over the Tile in slabs, for more crossings than memory holds.
//! - `homogeneous`: points from homogeneous coordinates.
//! - `around`, `beside`: half-planes and cells at one place, without the crossings.
//! - `bent`, `bent_around`: different priors. Crossings are roots of quadratics in a canonical
//!   form, equal if and only if its parts are.

mod around;
mod bent;
mod bent_around;
mod beside;
mod border;
mod cells;
mod confluences;
mod count;
mod crossings;
mod faces;
mod frontiers;
mod homogeneous;
mod largest;
mod lines;
mod meetings;
mod rankings;
mod slab;
mod stream;
mod walk;

pub use around::{Around, Swap};
pub use bent::{BentConfluence, BentFrontiers};
pub use bent_around::{BentAround, BentSwap};
pub use beside::Beside;
pub use confluences::FrontierConfluence;
pub use count::{ConfluenceCount, RankingCount, SharedCount};
pub use frontiers::{ArrangementError, Frontiers};
pub use rankings::{Outline, RankingCells};
pub use stream::SweptCell;

pub use crate::tile::groups;
