//! Checks models that give scores: their hulls and areas, their best thresholds, and their regions
//! on the Tile.
//!
//! `staircase.rs` counts the samples that pass each threshold.

pub(crate) mod at_best;
mod calibration;
mod condition;
mod folds;
pub(crate) mod groups;
mod preference;
pub(crate) mod scored_curves;
mod staircase;
pub(crate) mod thresholds;
