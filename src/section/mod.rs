//! Rankings along a segment of the Tile: decision curves, cost curves, F-scores, and the best
//! compromise between two scores.
//!
//! In balanced coordinates the satisfied importance of a performance is linear in a alone, the
//! unsatisfied one in b alone, and s_i u_j - s_j u_i has no term in ab: along a segment that is
//! straight there, it is linear. So two classifiers swap at most once, at a rational point, and
//! only its two end values are needed. Segments that are parallel to an axis of the Tile or lie on
//! its diagonal are straight in balanced coordinates too, whatever the priors are.
//!
//! - [`Segment`]: where to look, from one point of the Tile to another.
//! - [`Section`]: every point at which classifiers swap, who is first between, and the compromise.
//! - [`Optimality`]: how near the ranking of a score is to that compromise.
//! - [`BestSwap`]: where groups of classifiers, each at its best, change places.
//! - [`net_benefit`], [`expected_cost`], [`f_beta_value`]: what people draw over the known
//!   segments.
//!
//! # Files
//!
//! - `segment`: the known segments, and the map of places to the Tile of the priors.
//! - `ends`: the end values of each pair in the narrowest integers that provably suffice. `swaps`:
//!   their ratios, sorted by leading bits, then by cross multiplication. A place becomes a fraction
//!   once per break.
//! - `leaders`: the first classifiers, without the other pairs. `best`: swaps of groups.
//!   `optimality`: distances from the compromise. `curves`: values of curves.

mod best;
mod curves;
mod ends;
mod leaders;
mod optimality;
mod segment;
mod swaps;

pub use best::BestSwap;
pub use curves::{expected_cost, f_beta_value, net_benefit};
pub use leaders::Leader;
pub use optimality::{Optimality, heuristic_beta_squared};
pub use segment::{Segment, SegmentError};
pub use swaps::{Break, Compromise, Section, SectionError};
