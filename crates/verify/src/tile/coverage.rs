//! Checks all pieces of one classifier: each is a cell, a tie or a crossing, and each of these is
//! listed once.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::piece;
use super::pieces::not_a_piece;
use crate::geometry::frontiers::{Counts, Frontiers, Order, rank_of};
use crate::geometry::plane::Point;
use crate::reading::failure::FailedCheck;
use crate::reading::file::{Object, PieceEntry};
use exactile::num::{LogSum, Rational};

/// Checks all pieces of one classifier. Returns `true` if the requested ones make up the open Tile,
/// and adds the checks that do not hold.
pub(super) fn check_classifier(
    own: usize,
    counts: &[Counts],
    pieces: &[(usize, &str)],
    wanted: impl Fn([usize; 2]) -> bool,
    areas: bool,
) -> (bool, Vec<FailedCheck>) {
    let read = |&(number, text): &(usize, &str)| {
        let read = serde_json::from_str::<Object<PieceEntry>>(text).map(|Object(piece)| piece);
        (number, read.map_err(|_| not_a_piece(number, text.as_bytes()).unwrap_or_default()))
    };
    check_entries(own, counts, pieces.iter().map(read), &rank_of, wanted, areas)
}

/// As [`check_classifier`], for pieces that are read already, or the reason why they cannot be. The
/// rank of the classifier follows from the order of all classifiers to it by `rank`.
pub(crate) fn check_entries(
    own: usize,
    counts: &[Counts],
    pieces: impl Iterator<Item = (usize, Result<PieceEntry, String>)>,
    rank: &impl Fn(&[Ordering]) -> [usize; 2],
    wanted: impl Fn([usize; 2]) -> bool,
    areas: bool,
) -> (bool, Vec<FailedCheck>) {
    let mut failures = Vec::new();
    let mut fail = |check, piece, reason| {
        failures.push(FailedCheck { check, piece, classifier: None, reason });
    };
    let frontiers = match Frontiers::new(counts, own, rank) {
        Ok(frontiers) => frontiers,
        Err(reason) => {
            fail("coverage", None, reason);
            return (false, failures);
        }
    };
    let order = Order::new(counts, own);
    let mut seen = vec![[0_usize; 3]; frontiers.arcs.len()];
    let mut met: HashMap<Point, usize> = HashMap::new();
    let (mut whole, mut total, mut sound) = (0, LogSum::default(), true);
    for (number, read) in pieces {
        let piece = match read {
            Ok(piece) => piece,
            Err(reason) => return (false, vec![FailedCheck::of("form", reason)]),
        };
        if areas && piece.area.is_none() {
            fail("area", Some(number), "it has none, others have".to_owned());
        }
        match piece::check(&piece, &order, rank, &frontiers) {
            Ok(checked) => {
                whole += usize::from(piece.dimension == 2 && checked.places.is_empty());
                if let Some(crossing) = checked.crossing {
                    *met.entry(crossing).or_default() += 1;
                }
                total = total + checked.area;
                for (arc, place) in checked.places {
                    seen[arc][place] += 1;
                }
            }
            Err(reason) => {
                sound = false;
                fail("piece", Some(number), reason);
            }
        }
    }
    // A cell that no sound piece shows may be one that a faulty piece meant: say so only once.
    if !sound {
        return (false, failures);
    }
    let mut complete = true;
    for (arc, seen) in frontiers.arcs.iter().zip(seen) {
        for ((place, seen), rank) in ["below", "on", "above"].iter().zip(seen).zip(arc.ranks) {
            complete &= wanted(rank);
            if seen != usize::from(wanted(rank)) {
                let [right, left] = &arc.ends;
                fail(
                    "coverage",
                    None,
                    format!(
                        "{seen} pieces instead of {} {place} the frontier with rival {} from {right} to \
                     {left}, where the rank is {rank:?} (seen at {})",
                        usize::from(wanted(rank)),
                        arc.rival,
                        arc.centre,
                    ),
                );
            }
        }
    }
    for (at, &rank) in &frontiers.crossings {
        let seen = met.get(at).copied().unwrap_or_default();
        complete &= wanted(rank);
        if seen != usize::from(wanted(rank)) {
            let number = usize::from(wanted(rank));
            fail(
                "coverage",
                None,
                format!(
                    "{seen} pieces instead of {number} for the crossing {at}, where the rank is \
                     {rank:?}"
                ),
            );
        }
    }
    if frontiers.arcs.is_empty() {
        let centre = Point { a: Rational::new(1, 2), b: Rational::new(1, 2) };
        let rank = rank(&order.at(&centre));
        complete &= wanted(rank);
        if whole != usize::from(wanted(rank)) {
            fail(
                "coverage",
                None,
                format!(
                    "{whole} pieces instead of {} cover the whole Tile, where the rank is {rank:?}",
                    usize::from(wanted(rank)),
                ),
            );
        }
    }
    if complete && failures.is_empty() && total != Rational::ONE.into() {
        failures.push(FailedCheck {
            check: "area",
            piece: None,
            classifier: None,
            reason: format!("the areas of its pieces add up to {total}, not to 1"),
        });
    }
    (complete, failures)
}
