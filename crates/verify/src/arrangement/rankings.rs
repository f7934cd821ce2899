//! Checks a `rankings` result: the number of strict rankings on the Tile, and their places.
//!
//! # What is checked
//!
//! Let x and y be the TNR and TPR of a performance and p the positive prior. At a point (a, b) its
//! score is s/(s + u) with
//!
//! ```text
//! s = (1-a)(1-p) x + a p y     u = (1-b)(1-p)(1-x) + b p (1-y)
//! ```
//!
//! With A = ap : (1-a)(1-p) and B = bp : (1-b)(1-p) as new coordinates, which map the Tile onto
//! that of p = 1/2 and keep its border, s_i u_j - s_j u_i is F = (1-A) dx + A dy - (B-A) D where dx
//! = x_i - x_j, dy = y_i - y_j and D = x_i y_j - x_j y_i. So frontiers are straight there, and two
//! pairs have the same one iff their (dx : dy : D) agree. F is dx at (0, 0) and dy at (1, 1): a
//! pair has a frontier in the open Tile iff dx and dy have opposite signs, and it runs from the
//! left or top side to the bottom or right one. Two frontiers meet inside iff they begin in one
//! order and end in the other one, and then once.
//!
//! - *Frontiers*: all pairs, one after the other.
//! - *Confluences*: a point where m frontiers meet accounts for m (m-1)/2 pairs of frontiers, and
//!   all points together for as many as begin and end in different orders. Where the points are
//!   listed, `confluences.rs` proves that each is there once, with all who tie there.
//! - *Cells*: 1 + frontiers + the sum of (m - 1) over all confluences. Where they are listed,
//!   `cells.rs` proves that they are different ones.
//!
//! Lists are read as a stream, in any length (`reading/document.rs`). For n classifiers with L
//! frontiers and K points where these meet, memory holds L words and L^2/2 bits, and 24 bytes for
//! some of the listed cells (`archive.rs` has the others). Time is O(n^2 log n), O(log L) for each
//! frontier, O(1) for each frontier through a listed point, and O(n) for each cell.

use std::collections::HashMap;

use super::cells;
use super::confluences;
use super::performances::Performances;
use super::trouble::Trouble;
use crate::claim::classifiers::check_classifiers;
use crate::claim::proofs::{Proofs, counted};
use crate::reading::document::{Document, Dropped, Skipped};
use crate::reading::failure::{FailedCheck, Unchecked};
use crate::reading::file::{CellEntry, ConfluenceEntry, Exact, Object, RankingsFile};
use crate::reading::scan::Path;
use exactile::num::Rational;
use exactile::performance::Classifier;

/// The lists that are read in parts, of a result of the whole Tile.
pub(crate) const LISTS: &[Path] = &[&["confluences", "list"], &["cell_list"]];

/// A result without the elements of its long lists.
type Head = RankingsFile<Skipped, Skipped>;

/// The form of a whole result.
type Whole =
    RankingsFile<Dropped<Object<ConfluenceEntry<Exact>>>, Dropped<Object<CellEntry<Exact>>>>;

/// As [`verify_rankings`](crate::verify_rankings), for a result that is read in parts.
pub(crate) fn verify_document(
    document: &Document<'_>,
    classifiers: &[Classifier],
) -> Result<Proofs, Unchecked> {
    let mut proofs = Proofs::new("exactile.rankings.v1", classifiers.len());
    let checked = match serde_json::from_str::<Object<Head>>(document.text()) {
        Ok(Object(file)) => check_file(&file, document, classifiers, &mut proofs),
        Err(error) => Err(Trouble::Form(error.to_string())),
    };
    let failure = match checked {
        Ok(()) => None,
        Err(Trouble::Unread(error)) => return Err(error.into()),
        Err(Trouble::Form(reason)) => Some(FailedCheck::of("form", reason)),
        Err(Trouble::OutOfOrder) => unreachable!("another proof is tried then"),
        Err(Trouble::Failed(failure)) => Some(failure),
    };
    proofs.failures.extend(failure);
    // Of a file of another form nothing else is said.
    if !proofs.holds() {
        if let Some(reason) = document.form::<Whole>()? {
            proofs.failures = vec![FailedCheck::of("form", reason)];
        }
    }
    Ok(proofs)
}

fn check_file(
    file: &Head,
    document: &Document<'_>,
    classifiers: &[Classifier],
    proofs: &mut Proofs,
) -> Result<(), Trouble> {
    if file.schema != proofs.schema {
        proofs.fail("schema", format!("it is {:?}, not {:?}", file.schema, proofs.schema));
    }
    let Exact(prior) = &file.prior_positive;
    if !prior.is_positive() || *prior >= Rational::ONE {
        return Err(FailedCheck::of("prior", format!("{prior} is not between 0 and 1")).into());
    }
    proofs.prior_positive = Some(prior.clone());
    proofs.positive.clone_from(&file.positive);
    proofs.dropped_rows = file.dropped_rows;
    let checked = check_classifiers(&file.classifiers, classifiers, Some(prior));
    proofs.failures.extend(checked.failures);
    if !proofs.holds() {
        return Ok(());
    }
    proofs.proved(if checked.shifted {
        "the counts are those of the input, shifted to this prior"
    } else {
        "the counts and the prior are those of the input"
    });
    let all = Performances::of(&checked.counts, prior);
    check_confluences(file, document, &all, proofs)?;
    check_cells(file, document, &all, proofs)
}

/// Returns the number of frontiers of classifiers with these counts under one prior.
pub(super) fn frontiers(counts: &[[Rational; 4]], prior: &Rational) -> usize {
    Performances::of(counts, prior).frontiers.len()
}

/// Returns the number of cells in words.
fn there_are(cells: u128) -> String {
    match cells {
        1 => "there is 1 cell".to_owned(),
        _ => format!("there are {cells} cells"),
    }
}

/// Compares a number of the file with the one that follows from the counts; `what` names it in the
/// message.
fn same<T: PartialEq + std::fmt::Display>(
    what: &str,
    theirs: T,
    ours: T,
) -> Result<(), FailedCheck> {
    if theirs == ours {
        return Ok(());
    }
    Err(FailedCheck::of("counts", format!("{what}: {theirs}, and there are {ours}")))
}

fn check_confluences(
    file: &Head,
    document: &Document<'_>,
    all: &Performances,
    proofs: &mut Proofs,
) -> Result<(), Trouble> {
    let frontiers = all.frontiers.len();
    let Object(shared) = &file.shared_frontiers;
    let Object(confluences) = &file.confluences;
    let tied = all.frontiers.iter().map(|frontier| frontier.performances.len());
    let long: Vec<usize> = tied.filter(|&tied| tied > 2).collect();
    same("performances", file.performances, all.groups.len())?;
    same("frontiers", file.frontiers, frontiers)?;
    same("shared_frontiers", shared.count, long.len())?;
    same("shared_frontiers, largest", shared.largest, long.iter().copied().max().unwrap_or(0))?;
    proofs.proved(format!(
        "{} of {}, {} of them shared by three or more",
        counted(frontiers, "frontier"),
        counted(all.groups.len(), "performance"),
        long.len()
    ));
    let by_frontiers: HashMap<u64, u64> = confluences.by_frontiers.iter().copied().collect();
    let meeting = confluences.by_frontiers.iter().all(|&(lines, points)| lines > 1 && points > 0);
    if !meeting || !confluences.by_frontiers.is_sorted_by(|x, y| x.0 < y.0) {
        let reason = "by_frontiers: not rising numbers of frontiers from 2, each with points";
        return Err(FailedCheck::of("confluence", reason).into());
    }
    let sum = |each: &dyn Fn(u128) -> u128| -> u128 {
        let terms = by_frontiers.iter().map(|(&lines, &points)| {
            // Too large a number is false as well.
            each(lines.into()).saturating_mul(points.into())
        });
        terms.fold(0, u128::saturating_add)
    };
    let pairs = all.pairs_that_meet();
    same(
        "pairs of frontiers that meet, by confluences",
        sum(&|lines| lines * (lines - 1) / 2),
        pairs,
    )?;
    same("confluences", u128::from(confluences.count), sum(&|_| 1))?;
    let cells = sum(&|lines| lines - 1).saturating_add(1 + frontiers as u128);
    same("cells", u128::from(file.cells), cells)?;
    let largest = "performances that tie at the largest confluence";
    if confluences.list.is_some() {
        let listed = match document.lists().get(&["confluences", "list"]) {
            Some(list) => confluences::check(document, list, all, pairs)?,
            None => return Err(Trouble::Form("a list was not found".to_owned())),
        };
        if listed.by_frontiers != by_frontiers {
            let reason = "by_frontiers: the points of the list are others";
            return Err(FailedCheck::of("confluence", reason).into());
        }
        same(largest, confluences.largest, listed.largest)?;
        proofs.proved(format!(
            "{} of frontiers {}, at the {} listed and nowhere else",
            counted(pairs, "pair"),
            if pairs == 1 { "meets" } else { "meet" },
            counted(listed.count, "point")
        ));
        proofs.proved("at each of them exactly those tie that are named");
        proofs.proved(format!("so {}", there_are(cells)));
    } else if pairs == 0 {
        same(largest, confluences.largest, 0)?;
        proofs.proved(format!("no two frontiers meet, so {}", there_are(cells)));
    } else {
        proofs.proved(format!(
            "{} of frontiers {}, as many as the confluences account for",
            counted(pairs, "pair"),
            if pairs == 1 { "meets" } else { "meet" }
        ));
        proofs.open(
            "which of them meet in one point, and so the numbers of confluences and cells: \
             --confluences lists the points",
        );
    }
    Ok(())
}

fn check_cells(
    file: &Head,
    document: &Document<'_>,
    all: &Performances,
    proofs: &mut Proofs,
) -> Result<(), Trouble> {
    if file.cell_list.is_none() {
        return Ok(());
    }
    let cells = file.cells;
    let listed = match document.lists().get(&["cell_list"]) {
        Some(list) => cells::check(document, list, all)?,
        None => return Err(Trouble::Form("a list was not found".to_owned())),
    };
    same("cells in the list", listed.count as u64, cells)?;
    proofs.proved(match cells {
        1 => "the one cell is listed, with a point inside it".to_owned(),
        _ => format!(
            "the {cells} cells listed are different ones, each with a point inside it and \
             its parent beyond one frontier"
        ),
    });
    if listed.has_rankings {
        proofs.proved("every ranking is the one at its point");
    }
    if listed.has_outlines {
        proofs.open("outlines and areas of cells");
    }
    Ok(())
}
