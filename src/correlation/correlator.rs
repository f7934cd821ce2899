//! A metric's ranks of performances, ready to be compared with any ranking score.

use super::kendall::Correlation;
use super::order::{Scratch, correlate};
use super::performances::{PerformanceSet, Performances, Weights};
use super::ranks::ranks;
use super::{ClosedForm, CorrelationError, closed_form};
use crate::performance::ConfusionMatrix;
use crate::score::{Metric, RankingScore};

/// A metric and performances; the metric's side is worked out once.
#[derive(Clone, Debug)]
pub struct Correlator {
    metric: Metric,
    set: PerformanceSet,
    weights: Weights,
    /// Classifiers on which the metric is defined and finite; empty for lattices.
    given: Vec<ConfusionMatrix>,
    /// The metric's ranks, of the performances on which it is defined and finite.
    ranks: Vec<u32>,
    /// How many different values the metric takes.
    distinct: usize,
}

impl Correlator {
    /// Ranks the performances by the metric, exactly.
    ///
    /// # Errors
    /// Scaled logarithms across different numbers of samples, and values of d' closer than 2^-100
    /// that are not equal for a reason.
    pub fn new(metric: &Metric, performances: &Performances) -> Result<Self, CorrelationError> {
        let ranks = ranks(metric, performances.matrices())?;
        let defined = || performances.matrices().iter().zip(&ranks).filter(|(_, r)| r.is_some());
        let weights = Weights::of(defined().map(|(matrix, _)| matrix));
        let given = match performances.set() {
            PerformanceSet::Given => defined().map(|(matrix, _)| matrix.clone()).collect(),
            _ => Vec::new(),
        };
        let ranks: Vec<u32> = ranks.iter().copied().flatten().collect();
        let distinct = ranks.iter().max().map_or(0, |&rank| rank as usize + 1);
        let set = performances.set().clone();
        Ok(Self { metric: metric.clone(), set, weights, given, ranks, distinct })
    }

    /// The metric.
    pub fn metric(&self) -> &Metric {
        &self.metric
    }

    /// Which performances are ranked.
    pub fn set(&self) -> &PerformanceSet {
        &self.set
    }

    /// The pairs of performances as the metric and a ranking score order them; those on which one
    /// of the two is undefined or infinite are left out. O(n log n) for n performances.
    pub fn at(&self, score: &RankingScore) -> Correlation {
        self.at_with(score, &mut Scratch::default())
    }

    pub(super) fn at_with(&self, score: &RankingScore, scratch: &mut Scratch) -> Correlation {
        correlate(&self.weights, &self.ranks, self.distinct, score.place(), scratch)
    }

    /// The classifiers that are ranked; `None` for lattices.
    pub(super) fn given(&self) -> Option<&[ConfusionMatrix]> {
        (self.set == PerformanceSet::Given).then_some(&self.given)
    }

    pub(super) fn ranks(&self) -> &[u32] {
        &self.ranks
    }

    pub(super) fn distinct(&self) -> usize {
        self.distinct
    }

    /// The value for uniformly distributed performances of this kind, where one is proved.
    pub fn uniform(&self, score: &RankingScore) -> Option<ClosedForm> {
        let prior = match &self.set {
            PerformanceSet::All { .. } => None,
            PerformanceSet::FixedPrior { prior, .. } => Some(prior),
            PerformanceSet::Given => return None,
        };
        closed_form(&self.metric, score, prior)
    }
}
