//! The ways of deciding tests of known sizes, in their order.

use super::super::search::{Scored, Size};
use super::known::{Decision, Effort, Kind, are_few, kinds};
use super::{linear, meeting, suggestion, sums};
use crate::work::Watch;

/// Decides whether tests of these sizes can have the means, weighted if there are weights. Weighted
/// means of scores that are not linear are left open.
pub(super) fn decide(
    tests: &[Size],
    weights: Option<&[u64]>,
    scores: &[&Scored],
    effort: Effort,
    watch: &Watch<'_>,
) -> Decision {
    if watch.step().is_none() {
        return Decision::Stopped;
    }
    let linear = linear::decide_weighted(tests, weights, scores, effort, watch);
    if weights.is_some() || !matches!(linear, Decision::Open) {
        return linear;
    }
    let mut kinds = kinds(tests);
    if let Err(points) = are_few(&kinds) {
        return Decision::TooMany(points);
    }
    for kind in &mut kinds {
        let Some(()) = kind.fill(scores, watch) else { return Decision::Stopped };
    }
    search(&kinds, tests.len(), scores, effort, watch)
}

/// Decides by the matrices of the tests.
pub(super) fn search(
    kinds: &[Kind],
    tests: usize,
    scores: &[&Scored],
    effort: Effort,
    watch: &Watch<'_>,
) -> Decision {
    if kinds.iter().any(|kind| kind.points.is_empty()) {
        return Decision::Impossible;
    }
    for way in [suggestion::decide, meeting::decide, sums::decide] {
        let decision = way(kinds, tests, scores, effort, watch);
        if !matches!(decision, Decision::Open) {
            return decision;
        }
    }
    Decision::Open
}
