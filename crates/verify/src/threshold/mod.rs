//! Checks models that give scores: their hulls and areas, which thresholds are best, and where on the Tile each model is.
//!
//! `staircase.rs` counts the samples that pass each threshold.

pub(crate) mod at_best;
mod condition;
pub(crate) mod scored_curves;
mod staircase;
pub(crate) mod thresholds;
