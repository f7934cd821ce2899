//! Many scores on several sets of performances.

use super::{Fitness, PerformanceSet};
use crate::score::Metric;

/// The tests of each score on each set, as in Foundations, Table 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FitnessTable {
    /// The sets, in the order given.
    pub sets: Vec<PerformanceSet>,
    /// The scores, in the order given.
    pub rows: Vec<FitnessRow>,
}

/// One score's tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FitnessRow {
    /// The score.
    pub metric: Metric,
    /// Its tests on each set; `None` if it is no function of the performance.
    pub fitness: Vec<Option<Fitness>>,
}

impl FitnessTable {
    /// Examines each score on each set.
    ///
    /// # Panics
    /// For a prior that is not between 0 and 1, both excluded.
    pub fn new(metrics: &[Metric], sets: Vec<PerformanceSet>) -> Self {
        let row = |metric: &Metric| FitnessRow {
            metric: metric.clone(),
            fitness: sets.iter().map(|set| Fitness::of(metric, set)).collect(),
        };
        Self { rows: metrics.iter().map(row).collect(), sets }
    }
}
