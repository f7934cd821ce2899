//! The figures of "Never mind the metrics: what about the uncertainty?".

use super::Figure;

/// The figures, in the order of print.
pub(super) const FIGURES: &[Figure] = &[];
