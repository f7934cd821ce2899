//! Weights of conditions that prove that no numbers of the classes meet them.
//!
//! The numbers of each class are those of a box, 0 <= d <= n_j and 0 <= s <= n - n_j. A weighted
//! sum of the conditions is then at most the sum of its maxima over these boxes. If that is below
//! the least weighted sum of what is printed, nothing meets all conditions.
//!
//! Weights are found by Gilbert's method, which moves a point of the convex hull of all sums
//! towards what is printed. The maximum over a box is bounded by halving it: precision and F1 grow
//! with d and fall with s, and the rest is linear. All of this is in doubles; a proof is accepted
//! only with a margin far above their errors.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::super::noise::double;
use super::score::{Conditions, Term};
use crate::num::Rational;
use crate::work::Watch;

/// Directions that are tried at most.
const DIRECTIONS: usize = 400;
/// Boxes of a class that are halved at most.
const MOST_BOXES: usize = 4_000;
/// The margin of a proof, as a part of the weights: far above the errors of doubles.
const MARGIN: f64 = 1e-7;

/// A weighted sum of conditions that no numbers of the classes reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassProof {
    /// For each score of the conflict that takes part, its position there and its weight; kappa may
    /// take part with both ends of its interval.
    pub weights: Vec<(usize, Rational)>,
    /// The weight of the share of samples that are called anything, which is 1.
    pub called: Rational,
    /// The weighted sum is at most this on any matrix.
    pub reached: Rational,
    /// And at least this as printed.
    pub printed: Rational,
}

/// Looks for a proof; the inner one is `None` if none is found, the outer one if the work was
/// stopped.
pub(super) fn proof(conditions: &Conditions<'_>, watch: &Watch<'_>) -> Option<Option<ClassProof>> {
    let count = conditions.all.len();
    // In units of shares that are of one size.
    let mut point = sum_of(conditions, &vec![0.0; count])?.1;
    for _ in 0..DIRECTIONS {
        watch.step()?;
        let weights: Vec<f64> = conditions
            .all
            .iter()
            .zip(&point)
            .map(|(condition, value)| {
                let [low, high] = condition.ends;
                if *value < low {
                    low - value
                } else if *value > high {
                    high - value
                } else {
                    0.0
                }
            })
            .collect();
        let size: f64 = weights.iter().map(|weight| weight * weight).sum::<f64>().sqrt();
        if size < 1e-12 {
            return Some(None);
        }
        let weights: Vec<f64> = weights.iter().map(|weight| weight / size).collect();
        let (reached, farthest) = sum_of(conditions, &weights)?;
        let printed: f64 = conditions
            .all
            .iter()
            .zip(&weights)
            .filter(|(_, weight)| **weight != 0.0)
            .map(|(condition, weight)| weight * condition.ends[usize::from(*weight < 0.0)])
            .sum();
        if reached + MARGIN < printed {
            let ends = [reached + MARGIN / 2.0, printed - MARGIN / 4.0];
            return Some(claim(conditions, &weights, ends));
        }
        // The point between both that is nearest to what is printed.
        let way: Vec<f64> = farthest.iter().zip(&point).map(|(to, from)| to - from).collect();
        let length: f64 = way.iter().map(|step| step * step).sum();
        let along: f64 = way.iter().zip(&weights).map(|(step, weight)| step * weight * size).sum();
        if length <= 0.0 || along <= 1e-15 {
            return Some(None);
        }
        let share = (along / length).clamp(0.0, 1.0);
        for (value, step) in point.iter_mut().zip(way) {
            *value += share * step;
        }
    }
    Some(None)
}

fn claim(
    conditions: &Conditions<'_>,
    weights: &[f64],
    [reached, printed]: [f64; 2],
) -> Option<ClassProof> {
    let exact = |value: f64| Rational::try_from(value).ok();
    let (reached, printed) = (exact(reached)?, exact(printed)?);
    let mut found = ClassProof { weights: Vec::new(), called: Rational::ZERO, reached, printed };
    // The positions are those among the scores that were asked about.
    let mut known: Vec<usize> = conditions.all.iter().filter_map(|one| one.score).collect();
    known.dedup();
    for (condition, weight) in conditions.all.iter().zip(weights) {
        match condition.score {
            None => found.called = exact(*weight)?,
            Some(score) if *weight != 0.0 => {
                let at = known.iter().position(|known| *known == score).unwrap_or(0);
                found.weights.push((at, exact(*weight)?));
            }
            Some(_) => {}
        }
    }
    Some(found)
}

/// Returns an upper bound of the weighted sum, and the sums of all conditions at numbers near it.
fn sum_of(conditions: &Conditions<'_>, weights: &[f64]) -> Option<(f64, Vec<f64>)> {
    let mut reached = 0.0;
    let mut sums = vec![0.0; weights.len()];
    for class in 0..conditions.sizes.len() {
        let (bound, point) = largest(conditions, class, weights)?;
        reached += bound;
        for (sum, condition) in sums.iter_mut().zip(&conditions.all) {
            *sum += conditions.value(condition.term, class, point);
        }
    }
    Some((reached, sums))
}

/// The numbers from the first to the last d and s.
#[derive(Clone, Copy)]
struct Part {
    bound: f64,
    d: [u64; 2],
    s: [u64; 2],
}

impl PartialEq for Part {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Part {}

impl PartialOrd for Part {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Part {
    fn cmp(&self, other: &Self) -> Ordering {
        self.bound.total_cmp(&other.bound)
    }
}

/// Returns an upper bound of the weighted sum of one class, and numbers near its maximum.
fn largest(conditions: &Conditions<'_>, class: usize, weights: &[f64]) -> Option<(f64, [f64; 2])> {
    let size = conditions.sizes[class];
    let whole = Part { bound: 0.0, d: [0, size], s: [0, conditions.samples - size] };
    let upper = |part: &Part| bound(conditions, class, weights, part);
    let value = |point: [f64; 2]| -> f64 {
        let terms = conditions.all.iter().zip(weights);
        terms.map(|(one, weight)| weight * conditions.value(one.term, class, point)).sum()
    };
    let mut parts = BinaryHeap::from([Part { bound: upper(&whole), ..whole }]);
    let mut best = (f64::NEG_INFINITY, [0.0; 2]);
    for _ in 0..MOST_BOXES {
        let part = *parts.peek()?;
        for point in [part.d[0], part.d[1]].into_iter().flat_map(|d| part.s.map(|s| [d, s])) {
            let point = point.map(double);
            let here = value(point);
            if here > best.0 {
                best = (here, point);
            }
        }
        if part.bound <= best.0 + 1e-9 {
            break;
        }
        parts.pop();
        let lengths = [part.d[1] - part.d[0], part.s[1] - part.s[0]];
        let is_s = lengths[1] > lengths[0];
        let [first, last] = if is_s { part.s } else { part.d };
        let middle = first.midpoint(last);
        for half in [[first, middle], [middle + 1, last]] {
            if half[0] <= half[1] {
                let part = if is_s { Part { s: half, ..part } } else { Part { d: half, ..part } };
                parts.push(Part { bound: upper(&part).min(part.bound), ..part });
            }
        }
        if lengths == [0, 0] {
            // A single point, whose bound is its value up to errors of doubles.
            break;
        }
    }
    let bound = parts.peek().map_or(best.0, |part| part.bound).max(best.0);
    Some((bound, best.1))
}

fn bound(conditions: &Conditions<'_>, class: usize, weights: &[f64], part: &Part) -> f64 {
    let [d, s] = [part.d, part.s].map(|ends| ends.map(double));
    let mut linear = [[0.0; 2]; 2];
    let mut sum = 0.0;
    for (condition, weight) in conditions.all.iter().zip(weights) {
        let value = |point| weight * conditions.value(condition.term, class, point);
        match condition.term {
            Term::Precision { .. } | Term::F1 { .. } => {
                sum += if *weight > 0.0 { value([d[1], s[0]]) } else { value([d[0], s[1]]) };
            }
            _ => {
                // Linear, so that the values at both ends of each number are enough.
                let start = value([d[0], s[0]]);
                sum += start;
                linear[0][1] += value([d[1], s[0]]) - start;
                linear[1][1] += value([d[0], s[1]]) - start;
            }
        }
    }
    sum + linear[0][1].max(0.0) + linear[1][1].max(0.0)
}
