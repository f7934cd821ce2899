//! All numbers of few samples, class by class.
//!
//! Of two classes the wrong samples of one are called the other, so that the right samples of both
//! are everything.
//!
//! Sums of doubles that are beyond what is printed by more than their errors are left out; where
//! one is within, exact numbers decide.

use super::super::noise::double;
use super::score::{Conditions, Point};
use crate::work::Watch;

/// Numbers of classes that are tried at most.
const MOST_TRIED: u64 = 3_000_000;
/// The error of a sum of doubles is far below it.
const OFF: f64 = 1e-9;

pub(super) enum Found {
    Point(Point),
    Nothing,
    /// Too many numbers.
    Open,
}

struct Search<'s, 'c> {
    conditions: &'s Conditions<'c>,
    /// The least and the largest sums of the classes from each one on.
    rest: Vec<Vec<[f64; 2]>>,
    tried: u64,
    point: Point,
}

/// Tries all right samples of two classes; `None` if the work was stopped.
fn two_classes(conditions: &Conditions<'_>, watch: &Watch<'_>) -> Option<Found> {
    let &[one, other] = conditions.sizes else { return Some(Found::Open) };
    if (one + 1).saturating_mul(other + 1) > MOST_TRIED {
        return Some(Found::Open);
    }
    for first in 0..=one {
        watch.step()?;
        for second in 0..=other {
            let point = vec![[first, other - second], [second, one - first]];
            let sum = |term| -> f64 {
                let classes = point.iter().enumerate();
                classes.map(|(class, at)| conditions.value(term, class, at.map(double))).sum()
            };
            let mut all = conditions.all.iter().map(|one| (sum(one.term), one.ends));
            let is_near = all.all(|(sum, [low, high])| low - OFF <= sum && sum <= high + OFF);
            if is_near && conditions.matrix(&point).is_some() {
                return Some(Found::Point(point));
            }
        }
    }
    Some(Found::Nothing)
}

/// Tries all numbers; `None` if the work was stopped.
pub(super) fn search(conditions: &Conditions<'_>, watch: &Watch<'_>) -> Option<Found> {
    if conditions.sizes.len() == 2 {
        return two_classes(conditions, watch);
    }
    let mut rest = vec![vec![[0.0; 2]; conditions.all.len()]];
    for class in (0..conditions.sizes.len()).rev() {
        let size = conditions.sizes[class];
        let far = [size, conditions.samples - size].map(double);
        let after = &rest[rest.len() - 1];
        let ends = |at: usize| {
            // Every term grows with d or falls, and likewise with s.
            let corners = [[0.0, 0.0], [far[0], 0.0], [0.0, far[1]], far];
            let values = corners
                .map(|at_corner| conditions.value(conditions.all[at].term, class, at_corner));
            let [low, high]: [f64; 2] = after[at];
            [
                low + values.iter().copied().fold(f64::INFINITY, f64::min),
                high + values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            ]
        };
        rest.push((0..conditions.all.len()).map(ends).collect());
    }
    rest.reverse();
    let mut search = Search { conditions, rest, tried: 0, point: Vec::new() };
    let start = vec![0.0; conditions.all.len()];
    match search.go(&start, watch) {
        Some(true) => Some(Found::Point(search.point)),
        Some(false) => Some(Found::Nothing),
        None if watch.is_stopped() => None,
        None => Some(Found::Open),
    }
}

impl Search<'_, '_> {
    /// `None` after too many tries, or if the work is to stop.
    fn go(&mut self, sums: &[f64], watch: &Watch<'_>) -> Option<bool> {
        let class = self.point.len();
        let conditions = self.conditions;
        if class == conditions.sizes.len() {
            return Some(conditions.matrix(&self.point).is_some());
        }
        let size = conditions.sizes[class];
        for d in 0..=size {
            for s in 0..=conditions.samples - size {
                self.tried += 1;
                if self.tried > MOST_TRIED || self.tried % 4096 == 0 && watch.step().is_none() {
                    return None;
                }
                let next: Vec<f64> = conditions
                    .all
                    .iter()
                    .zip(sums)
                    .map(|(one, sum)| sum + conditions.value(one.term, class, [d, s].map(double)))
                    .collect();
                let reaches = conditions.all.iter().zip(&next).zip(&self.rest[class + 1]);
                let mut reaches = reaches.map(|((one, sum), [low, high])| {
                    sum + high >= one.ends[0] - OFF && sum + low <= one.ends[1] + OFF
                });
                if !reaches.all(|reaches| reaches) {
                    continue;
                }
                self.point.push([d, s]);
                if self.go(&next, watch)? {
                    return Some(true);
                }
                self.point.pop();
            }
        }
        Some(false)
    }
}
