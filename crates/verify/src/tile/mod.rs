//! Checks what holds at points, along segments and in regions of the Tile: ranks, zones, curves and means.

mod coverage;
pub(crate) mod curve;
pub(crate) mod no_skill;
mod piece;
mod pieces;
pub(crate) mod rank;
pub(crate) mod regions;
mod strips;
pub(crate) mod verification;
pub(crate) mod vut;
pub(crate) mod zone;
mod zone_apart;
