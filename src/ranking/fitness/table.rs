//! Many scores on several sets of performances.

use std::ops::ControlFlow;

use super::{Fitness, PerformanceSet};
use crate::score::Metric;
use crate::work::Advance;

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
    /// ```
    /// use exactile::Metric;
    /// use exactile::ranking::{FitnessTable, PerformanceSet};
    /// let table = FitnessTable::new(&[Metric::Accuracy], vec![PerformanceSet::all()]);
    /// assert_eq!((table.rows.len(), table.rows[0].fitness.len()), (1, 1));
    /// ```
    pub fn new(metrics: &[Metric], sets: Vec<PerformanceSet>) -> Self {
        Self::with_progress(metrics, sets, &|| ControlFlow::Continue(())).expect("nothing stops it")
    }

    /// As [`Self::new`]. `advance` is called before each score is examined on each set, and may
    /// stop the work: then there is no result.
    pub fn with_progress(
        metrics: &[Metric],
        sets: Vec<PerformanceSet>,
        advance: Advance<'_>,
    ) -> Option<Self> {
        let test = |metric: &Metric, set: &PerformanceSet| match advance() {
            ControlFlow::Continue(()) => Some(Fitness::of(metric, set)),
            ControlFlow::Break(()) => None,
        };
        let row = |metric: &Metric| {
            let fitness = sets.iter().map(|set| test(metric, set)).collect::<Option<_>>()?;
            Some(FitnessRow { metric: metric.clone(), fitness })
        };
        let rows = metrics.iter().map(row).collect::<Option<_>>()?;
        Some(Self { rows, sets })
    }
}
