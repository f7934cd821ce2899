//! The classifiers that are first, from the convex hull, without comparing pairs of classifiers.
//!
//! "At least as good as every rival" means A x + B y maximal with A, B > 0: the points on the upper
//! right convex chain of the (TNR, TPR) plane, duplicates and points on its edges included. A
//! corner of the chain is first on the sector between the chords of its two edges; all classifiers
//! on an edge tie on that edge's chord. O(n log n) for the sort, whatever the sizes of the numbers.

use std::cmp::Ordering;

use crate::parallel::sort_by;

use super::piece::{self, Frontier, Piece};
use super::plane::Plane;
use super::sectors::RankInterval;
use crate::num::ExactInteger;

/// Equal classifiers at one point of the chain.
struct Corner {
    members: Vec<usize>,
}

/// The pieces whose rank interval holds 1, by position of the classifier, each classifier's in the
/// order of the sweep.
pub(super) fn first_pieces<I: ExactInteger>(plane: &Plane<I>) -> Vec<Piece> {
    let chain = upper_right_chain(plane);
    let mut pieces = Vec::new();
    // Runs of chain points on one edge: positions of its first and last point.
    let edges = edges_of(plane, &chain);
    let strict_corners: Vec<usize> = match (edges.first(), edges.last()) {
        (Some(_), Some(&(_, last))) => {
            edges.iter().map(|&(start, _)| start).chain([last]).collect()
        }
        _ => vec![0],
    };
    let frontier = |classifier: usize, (start, end): (usize, usize)| {
        // Any other point of the edge has the edge's critical ratio.
        let other = if chain[start].members.contains(&classifier) { end } else { start };
        let [u, v] = plane.difference(classifier, chain[other].members[0]);
        Frontier::of_chord(&plane.chord(classifier, &u.magnitude(), &v.magnitude()), plane.prior())
    };
    let tie_rank = |&(start, end): &(usize, usize)| {
        let tied: usize = chain[start..=end].iter().map(|corner| corner.members.len()).sum();
        RankInterval::new(0, rivals(tied))
    };
    for (k, &position) in strict_corners.iter().enumerate() {
        // The chain runs from the best TPR to the best TNR, the sweep from TPR to TNR too.
        let edge_before = k.checked_sub(1).map(|k| edges[k]);
        let edge_beyond = edges.get(k).copied();
        for &classifier in &chain[position].members {
            let (point, denominators) = (plane.point(classifier), plane.denominators(classifier));
            let before = edge_before.map_or_else(
                || Frontier::start(point, denominators),
                |edge| frontier(classifier, edge),
            );
            let beyond = edge_beyond.map_or_else(
                || Frontier::end(point, denominators),
                |edge| frontier(classifier, edge),
            );
            if let Some(edge) = &edge_before {
                pieces.push(piece::tie(classifier, tie_rank(edge), &before));
            }
            let rank = RankInterval::new(0, rivals(chain[position].members.len()));
            pieces.push(piece::sector(classifier, rank, &before, &beyond));
            if let Some(edge) = &edge_beyond {
                pieces.push(piece::tie(classifier, tie_rank(edge), &beyond));
            }
        }
    }
    for edge in &edges {
        for corner in &chain[edge.0 + 1..edge.1] {
            for &classifier in &corner.members {
                pieces.push(piece::tie(classifier, tie_rank(edge), &frontier(classifier, *edge)));
            }
        }
    }
    pieces.sort_by_key(|piece| piece.classifier);
    pieces
}

/// Returns the number of rivals that a member of a tied group of this size has in the group.
fn rivals(group: usize) -> u32 {
    u32::try_from(group - 1).expect("the number of classifiers was checked to fit in 32 bits")
}

/// The points that no mixture of others beats, from the best TPR to the best TNR, points on edges
/// included, equal classifiers together.
fn upper_right_chain<I: ExactInteger>(plane: &Plane<I>) -> Vec<Corner> {
    // One good classifier dominates most others of a usual set: those need no sorting.
    let guard = plane.of_greatest_sum();
    let dominated = |i: usize| {
        guard.is_some_and(|guard| {
            let [x, y] = [0, 1].map(|axis| plane.compare_rates(axis, i, guard));
            x.is_le() && y.is_le() && (x, y) != (Ordering::Equal, Ordering::Equal)
        })
    };
    let mut order: Vec<usize> = (0..plane.len()).filter(|&i| !dominated(i)).collect();
    // By TPR from the best, by TNR from the best among equals; the stable order of the input last.
    sort_by(&mut order, &|&i, &j| {
        plane.compare_rates(1, j, i).then_with(|| plane.compare_rates(0, j, i))
    });
    let mut chain: Vec<Corner> = Vec::new();
    for i in order {
        if let Some(last) = chain.last_mut() {
            let nearest = last.members[0];
            match plane.compare_rates(0, i, nearest) {
                Ordering::Less => continue, // dominated: no better TPR, a worse TNR
                Ordering::Equal => {
                    if plane.compare_rates(1, i, nearest).is_eq() {
                        last.members.push(i);
                    }
                    continue;
                }
                Ordering::Greater => {}
            }
        }
        while let [.., before, last] = &chain[..] {
            if lies_below(plane, last.members[0], before.members[0], i) {
                chain.pop();
            } else {
                break;
            }
        }
        chain.push(Corner { members: vec![i] });
    }
    chain
}

/// Returns `true` if point k is strictly below the segment from i to j, where TNR grows from i over
/// k to j and TPR falls.
fn lies_below<I: ExactInteger>(plane: &Plane<I>, k: usize, i: usize, j: usize) -> bool {
    slope_order(plane, k, i, j).is_lt()
}

/// Seen from k: `Less` if k is below the line through i and j, `Equal` on it, `Greater` above.
fn slope_order<I: ExactInteger>(plane: &Plane<I>, k: usize, i: usize, j: usize) -> Ordering {
    let [back_u, back_v] = plane.difference(k, i); // TNR lower, TPR higher
    let [on_u, on_v] = plane.difference(k, j); // TNR higher, TPR lower
    // Below: the fall from i to k is steeper than from k to j.
    let fall_before = back_v.times(&on_u);
    let fall_beyond = on_v.negated().times(&back_u.negated());
    fall_beyond.cmp(&fall_before)
}

/// The edges of the chain as (first, last) positions; points between lie on the edge.
fn edges_of<I: ExactInteger>(plane: &Plane<I>, chain: &[Corner]) -> Vec<(usize, usize)> {
    let mut edges: Vec<(usize, usize)> = Vec::new();
    for end in 1..chain.len() {
        match edges.last_mut() {
            Some((start, last))
                if slope_order(
                    plane,
                    chain[*last].members[0],
                    chain[*start].members[0],
                    chain[end].members[0],
                )
                .is_eq() =>
            {
                *last = end;
            }
            _ => edges.push((end - 1, end)),
        }
    }
    edges
}
