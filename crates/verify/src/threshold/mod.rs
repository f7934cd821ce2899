//! Checks models that give scores: their thresholds, hulls and curves, and where each is best.

pub(crate) mod at_best;
pub(crate) mod scored_curves;
mod staircase;
pub(crate) mod thresholds;
