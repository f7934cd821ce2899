//! Checks what holds at points, along segments and in regions of the Tile.
//!
//! `regions.rs` checks all regions of ranks, `zone.rs` the zone where some classifiers are at least
//! as good as others, `rank.rs` ranks at a point, `curve.rs` ranks along a segment, `optimality.rs`
//! distances from the middle ranking, `no_skill.rs` performance without skill, and `vut.rs` means
//! over the Tile.

pub(crate) mod coverage;
pub(crate) mod curve;
pub(crate) mod no_skill;
mod optimality;
mod piece;
mod pieces;
pub(crate) mod rank;
pub(crate) mod regions;
mod strips;
pub(crate) mod swaps;
pub(crate) mod verification;
pub(crate) mod vut;
pub(crate) mod zone;
mod zone_apart;
