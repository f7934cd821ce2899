//! Checks the regions on which each classifier has the best worst test set.
//!
//! All results that may be the least of their classifier take the place of classifiers under
//! priors of their own. A cell of the frontiers of one of them belongs to it if no result of its
//! classifier is less there, and each other classifier has one that is not greater; these cells,
//! and no other ones, have to be listed (`tile/coverage.rs`).

use std::cmp::Ordering;

use crate::claim::proofs::Proofs;
use crate::claim::sets::{Matrix, Sets};
use crate::claim::wrong::Wrong;
use crate::geometry::frontiers::{Counts, difference, integers};
use crate::reading::failure::FailedCheck;
use crate::reading::file::PieceEntry;
use crate::reading::json::Json;
use crate::tile::coverage::check_entries;

/// Checks `maximin`, and adds what does not hold.
pub(super) fn check(claim: &Json, sets: &Sets<'_>, proofs: &mut Proofs) -> Result<(), Wrong> {
    let list = claim.as_list().ok_or_else(|| Wrong::new("a list should stand here"))?;
    let results = lowest(sets);
    let counts: Vec<Counts> =
        results.iter().map(|&[d, k]| integers(&sets.matrices[d][k])).collect();
    let mut of_result: Vec<Vec<_>> = results.iter().map(|_| Vec::new()).collect();
    let mut before: Option<[usize; 2]> = None;
    for (number, piece) in list.iter().enumerate() {
        let wrong = |reason: String| Wrong::new(reason).number(number);
        let (result, entry) = read(piece).map_err(wrong)?;
        let place = results.iter().position(|known| *known == result);
        let place = place.ok_or_else(|| wrong("it is nowhere the best worst result".to_owned()))?;
        if entry.dimension != 2 {
            return Err(wrong("it is no region".to_owned()));
        }
        let own = [result[1], result[0]];
        if before.is_some_and(|before| before > own) {
            return Err(wrong(
                "it stands after those of later classifiers or test sets".to_owned(),
            ));
        }
        before = Some(own);
        of_result[place].push((number, Ok(entry)));
    }
    for (own, pieces) in of_result.into_iter().enumerate() {
        let standing = Standing::new(&results, &counts, own);
        let rank = |orders: &[Ordering]| standing.rank(orders);
        let pieces = pieces.into_iter();
        let (_, failures) = check_entries(own, &counts, pieces, &rank, |[best, _]| best == 1, true);
        let [d, k] = results[own];
        let named = |failure: FailedCheck| FailedCheck {
            classifier: Some(sets.told.names[d].clone()),
            reason: format!("classifier {k}: {}", failure.reason),
            ..failure
        };
        proofs.failures.extend(failures.into_iter().map(named));
    }
    Ok(())
}

/// Reads a region, with its test set and its classifier.
fn read(piece: &Json) -> Result<([usize; 2], PieceEntry), String> {
    let Json::Object(members) = piece else {
        return Err(format!("an object should stand here, not {piece}"));
    };
    let classifier = piece.get("classifier").and_then(Json::as_count);
    let classifier = classifier.and_then(|k| usize::try_from(k).ok());
    let classifier = classifier.ok_or("it names no classifier")?;
    let rest = members.iter().filter(|(key, _)| key != "classifier").cloned().collect();
    let (domain, entry) = PieceEntry::of(&Json::Object(rest), "domain")?;
    Ok(([domain, classifier], entry))
}

/// Returns s u' - s' u of two results at the corners of the Tile, all signs of which decide.
fn at_corners(one: &Matrix, other: &Matrix) -> [Ordering; 4] {
    let [[tn, fp, fn_, tp], [tn2, fp2, fn2, tp2]] = [one, other];
    [(tn, tn2, fp, fp2), (tn, tn2, fn_, fn2), (tp, tp2, fp, fp2), (tp, tp2, fn_, fn2)]
        .map(|(s, s2, u, u2)| (s * u2).cmp(&(s2 * u)))
}

/// Returns `true` if the first result is greater everywhere inside the Tile.
fn is_greater(one: &Matrix, other: &Matrix) -> bool {
    let signs = at_corners(one, other);
    signs.iter().all(|sign| sign.is_ge()) && signs.iter().any(|sign| sign.is_gt())
}

/// Returns the results, by test set and classifier, that are not greater everywhere than another
/// one of their classifier, of equal ones the first; without classifiers of which one is less
/// everywhere than all of another classifier.
fn lowest(sets: &Sets<'_>) -> Vec<[usize; 2]> {
    let of = |k: usize| -> Vec<[usize; 2]> {
        let row = |d: usize| &sets.matrices[d][k];
        let is_above = |d: usize, e: usize| {
            let are_equal = || at_corners(row(d), row(e)).iter().all(|sign| sign.is_eq());
            is_greater(row(d), row(e)) || e < d && are_equal()
        };
        let count = sets.matrices.len();
        let kept = (0..count).filter(|&d| !(0..count).any(|e| is_above(d, e)));
        kept.map(|d| [d, k]).collect()
    };
    let all: Vec<Vec<[usize; 2]>> = (0..sets.means.len()).map(of).collect();
    let matrix = |&[d, k]: &[usize; 2]| &sets.matrices[d][k];
    let outdoes = |others: &[[usize; 2]], own: &[usize; 2]| {
        others[0][1] != own[1] && others.iter().all(|one| is_greater(matrix(one), matrix(own)))
    };
    let is_outdone =
        |own: &[[usize; 2]]| all.iter().any(|other| own.iter().any(|one| outdoes(other, one)));
    all.iter().filter(|own| !is_outdone(own)).flatten().copied().collect()
}

/// The standing of one result among all.
struct Standing {
    own: usize,
    /// The position of each result's classifier.
    classifiers: Vec<usize>,
    /// `true` for results that equal the own one everywhere.
    are_equal: Vec<bool>,
}

impl Standing {
    fn new(results: &[[usize; 2]], counts: &[Counts], own: usize) -> Self {
        let is_equal = |rival: &Counts| difference(&counts[own], rival).is_zero();
        Self {
            own: results[own][1],
            classifiers: results.iter().map(|[_, k]| *k).collect(),
            are_equal: counts.iter().map(is_equal).collect(),
        }
    }

    /// Returns the rank of the own result, from the order of all results to it: the first one where
    /// it is the greatest least value, with classifiers that tie everywhere; another one elsewhere,
    /// and on frontiers.
    fn rank(&self, orders: &[Ordering]) -> [usize; 2] {
        const NO_REGION: [usize; 2] = [2, 2];
        let mut tied = 0;
        let all: Vec<(usize, Ordering)> =
            self.classifiers.iter().copied().zip(orders.iter().copied()).collect();
        for of_one in all.chunk_by(|(one, _), (next, _)| one == next) {
            let least = of_one.iter().map(|(_, order)| *order).min();
            match (least, of_one[0].0 == self.own) {
                (Some(Ordering::Less), true) | (Some(Ordering::Greater), false) => {
                    return NO_REGION;
                }
                (Some(Ordering::Equal), false) => tied += 1,
                _ => {}
            }
        }
        let mut equal = orders.iter().zip(&self.are_equal).filter(|(order, _)| order.is_eq());
        if equal.all(|(_, is_equal)| *is_equal) { [1, 1 + tied] } else { NO_REGION }
    }
}
