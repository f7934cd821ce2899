//! Checks all pieces of one classifier: each is a cell, a tie or a crossing, and each of these is
//! listed once.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::piece::{self, Checked};
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
    let frontiers = match Frontiers::new(counts, own, rank) {
        Ok(frontiers) => frontiers,
        Err(reason) => return (false, vec![FailedCheck::of("coverage", reason)]),
    };
    let order = Order::new(counts, own);
    let mut failures = Vec::new();
    let mut shown = Shown {
        arcs: vec![[0; 3]; frontiers.arcs.len()],
        crossings: HashMap::new(),
        whole: 0,
        area: LogSum::default(),
    };
    let mut sound = true;
    for (number, read) in pieces {
        let piece = match read {
            Ok(piece) => piece,
            Err(reason) => return (false, vec![FailedCheck::of("form", reason)]),
        };
        if areas && piece.area.is_none() {
            failures.push(FailedCheck::of_number("area", number, "it has none, others have"));
        }
        match piece::check(&piece, &order, rank, &frontiers) {
            Ok(checked) => shown.add(piece.dimension, checked),
            Err(reason) => {
                sound = false;
                failures.push(FailedCheck::of_number("piece", number, reason));
            }
        }
    }
    // A cell that no sound piece shows may be one that a faulty piece meant: say so only once.
    if !sound {
        return (false, failures);
    }
    let centre = Point { a: Rational::new(1, 2), b: Rational::new(1, 2) };
    let (complete, gaps) = shown.gaps(&frontiers, || rank(&order.at(&centre)), wanted);
    failures.extend(gaps.into_iter().map(|reason| FailedCheck::of("coverage", reason)));
    if complete && failures.is_empty() && shown.area != Rational::ONE.into() {
        let reason = format!("the areas of its pieces add up to {}, not to 1", shown.area);
        failures.push(FailedCheck::of("area", reason));
    }
    (complete, failures)
}

/// Numbers of pieces at the places that sound pieces show, and their area.
struct Shown {
    /// Those below, on and above each arc.
    arcs: Vec<[usize; 3]>,
    crossings: HashMap<Point, usize>,
    /// Those that are the whole Tile.
    whole: usize,
    area: LogSum,
}

impl Shown {
    fn add(&mut self, dimension: u8, piece: Checked) {
        self.whole += usize::from(dimension == 2 && piece.places.is_empty());
        if let Some(crossing) = piece.crossing {
            *self.crossings.entry(crossing).or_default() += 1;
        }
        self.area = std::mem::take(&mut self.area) + piece.area;
        for (arc, place) in piece.places {
            self.arcs[arc][place] += 1;
        }
    }

    /// Returns `true` if all places are wanted, and the places that are not shown as often as they
    /// should be: once if they are wanted, otherwise never.
    fn gaps(
        &self,
        frontiers: &Frontiers,
        only_rank: impl Fn() -> [usize; 2],
        wanted: impl Fn([usize; 2]) -> bool,
    ) -> (bool, Vec<String>) {
        let (mut complete, mut gaps) = (true, Vec::new());
        let mut expect = |seen: usize, rank, gap: &dyn Fn(String, String) -> String| {
            let number = usize::from(wanted(rank));
            complete &= number == 1;
            if seen != number {
                let pieces = format!("{seen} pieces instead of {number}");
                gaps.push(gap(pieces, format!("where the rank is {rank:?}")));
            }
        };
        for (arc, seen) in frontiers.arcs.iter().zip(&self.arcs) {
            let (rival, [right, left]) = (arc.rival, &arc.ends);
            for ((side, seen), rank) in ["below", "on", "above"].iter().zip(seen).zip(arc.ranks) {
                expect(*seen, rank, &|pieces, there| {
                    format!(
                        "{pieces} {side} the frontier with rival {rival} from {right} to {left}, \
                         {there} (seen at {})",
                        arc.centre
                    )
                });
            }
        }
        for (at, &rank) in &frontiers.crossings {
            let seen = self.crossings.get(at).copied().unwrap_or_default();
            expect(seen, rank, &|pieces, there| format!("{pieces} for the crossing {at}, {there}"));
        }
        if frontiers.arcs.is_empty() {
            expect(self.whole, only_rank(), &|pieces, there| {
                format!("{pieces} cover the whole Tile, {there}")
            });
        }
        (complete, gaps)
    }
}
