//! Folds of nearly equal sizes with linear scores, decided by their numbers of positives.
//!
//! Three steps, from the fastest:
//!
//! 1. weights for mixtures of all p prove the means impossible ([`super::even`]);
//! 2. numbers p near equal shares, and farther and farther from them, are drawn; those whose
//!    relaxation is not empty are tried as known sizes ([`super::shares`]);
//! 3. all p are gone through, fold by fold in descending order among folds of one size, leaving out
//!    those beginnings that weights prove impossible. A fold's numbers are halved until weights
//!    prove a part. Each end is decided as known sizes are.

use super::super::row::Counted;
use super::super::search::Size;
use super::even::{Beginning, Folds, Weights};
use super::known::{Decision, Effort};
use super::{linear, shares};
use crate::work::Watch;

/// Beginnings that are looked at, with full effort and briefly.
const MOST_BEGINNINGS: [usize; 2] = [6000, 200];
/// Ends that are decided with full effort at most.
const MOST_ENDS: usize = 60;

pub(super) fn decide(folds: &Folds<'_>, effort: Effort, watch: &Watch<'_>) -> Decision {
    let Some(whole) = folds.whole().filter(|_| !folds.has_no_counts) else {
        return Decision::Impossible;
    };
    let mut known: Vec<Weights> = Vec::new();
    if folds.is_empty(whole, &mut known) {
        return Decision::Impossible;
    }
    if watch.step().is_none() {
        return Decision::Stopped;
    }
    if effort == Effort::Full {
        let drawn = shares::drawn(folds, whole, effort, watch);
        if !matches!(drawn, Decision::Open) {
            return drawn;
        }
    }
    let left = MOST_BEGINNINGS[usize::from(effort == Effort::Brief)];
    let mut walk = Walk { folds, known, left, watch, open: Vec::new() };
    let decision = match walk.go(&mut Vec::new()) {
        Some(decision) => decision,
        None if watch.is_stopped() => return Decision::Stopped,
        None => return Decision::Open,
    };
    let open = walk.open;
    if !matches!(decision, Decision::Impossible) {
        return decision;
    }
    if !open.is_empty() && (effort == Effort::Brief || open.len() > MOST_ENDS) {
        return Decision::Open;
    }
    for tests in open {
        match linear::decide(&tests, folds.scores, effort, watch) {
            Decision::Impossible => {}
            decision => return decision,
        }
    }
    // Each repetition may have other numbers than those of the walk.
    if folds.repeats > 1 { Decision::Open } else { Decision::Impossible }
}

/// Matrices with the means, if numbers of positives that are drawn have some.
pub(super) fn witness(
    folds: &Folds<'_>,
    effort: Effort,
    watch: &Watch<'_>,
) -> Option<Vec<Counted>> {
    let whole = folds.whole().filter(|_| !folds.has_no_counts)?;
    if folds.is_empty(whole, &mut Vec::new()) {
        return None;
    }
    match shares::drawn(folds, whole, effort, watch) {
        Decision::Possible(found) => Some(found),
        _ => None,
    }
}

/// The walk through all numbers of positives.
struct Walk<'w> {
    folds: &'w Folds<'w>,
    known: Vec<Weights>,
    left: usize,
    watch: &'w Watch<'w>,
    /// Ends that were not decided.
    open: Vec<Vec<Size>>,
}

impl Walk<'_> {
    /// Impossible up to the ends that are left open; `None` if the work was stopped or would be too
    /// much.
    fn go(&mut self, begun: &mut Vec<u64>) -> Option<Decision> {
        if begun.len() == self.folds.count() {
            let tests = self.folds.sizes(begun);
            match linear::decide(&tests, self.folds.scores, Effort::Brief, self.watch) {
                Decision::Open | Decision::TooMany(_) => self.open.push(tests),
                Decision::Stopped => return None,
                decision => return Some(decision),
            }
            return Some(Decision::Impossible);
        }
        match self.folds.next(begun) {
            Some(range) => self.part(begun, range),
            None => Some(Decision::Impossible),
        }
    }

    /// As [`Self::go`], with numbers of the next fold in a range.
    fn part(&mut self, begun: &mut Vec<u64>, next: [u64; 2]) -> Option<Decision> {
        self.watch.step()?;
        self.left = self.left.checked_sub(1)?;
        if self.folds.is_empty(Beginning { fixed: begun, next }, &mut self.known) {
            return Some(Decision::Impossible);
        }
        let [first, last] = next;
        if first == last {
            begun.push(first);
            let found = self.go(begun);
            begun.pop();
            return found;
        }
        let middle = u64::midpoint(first, last);
        match self.part(begun, [first, middle])? {
            Decision::Impossible => self.part(begun, [middle + 1, last]),
            found => Some(found),
        }
    }
}
