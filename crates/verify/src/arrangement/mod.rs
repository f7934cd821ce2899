//! Checks all rankings on the Tile at once: frontiers, the points where they meet, and the cells between them.

mod archive;
pub(crate) mod around;
mod cells;
mod confluences;
mod fingerprints;
mod performances;
pub(crate) mod rankings;
pub(crate) mod rankings_apart;
mod trouble;
