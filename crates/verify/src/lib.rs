//! Checks results against the counts, by other and simpler means than they were made: `regions` here, `rankings` in
//! `rankings.rs`, and other results in the modules that the table in `schema.rs` names. These read JSON as it stands
//! (`json.rs`), find out what is true, and compare (`claim.rs`).
//!
//! Nothing here knows how regions are found. It shares with the code that made the file the exact
//! numbers ([`Rational`], [`LogSum`], enclosures and decimals, on big integers), the confusion matrices, how pairs
//! fared on the same samples, and the scores of models and the rows of reported scores as they are read: a fault in these could be in both, as could one in the reader of the input. They have tests of their own.
//! Geometry, polynomials, ranks and the reader of the file are written again here, independently. Read
//! `frontiers.rs`, then `piece.rs`, then this file; `strips.rs` is the short way.
//!
//! # What is checked
//!
//! For a classifier i and each rival j the polynomial F_j = s_i u_j - s_j u_i, from the definition
//! R_ab = s/(s + u), is bilinear in (a, b): positive where i is better, zero on a tie. Where it is
//! not zero everywhere, its zeros inside the Tile are graphs of monotone functions b(a), or upright
//! lines, from border to border. `Frontiers::new` cuts them at all points where two of them meet,
//! which are roots of quadratics, into *arcs*. So on each open arc every F_j is either zero
//! throughout or never, the rank is constant, and arcs do not meet. (With equal priors there is
//! nothing to cut, and no meeting is looked for: `is_pencil` checks the form that proves it.) A *cell* is a connected part of the open Tile without any arc or crossing; the
//! rank of i is constant on each cell.
//!
//! # Every piece of dimension 2 is a cell
//!
//! 1. Each edge is one of the arcs from end to end, or a stretch of the Tile's border.
//! 2. Each edge's polynomial is not negative at the ends of each other edge and positive at a point
//!    between them. It has no zero between them either: on an arc because of the above or because
//!    the arc is off the border, on the border because it is linear there. So edges meet only in
//!    vertices, which differ: the boundary is a simple closed curve.
//! 3. A vertical line meets a simple closed curve first from below; the point after the first
//!    crossing is inside, and the curve runs counter-clockwise iff it runs to the right there.
//! 4. A bilinear polynomial that is not negative on the boundary of a bounded region, and not zero
//!    everywhere, is positive inside: on each axis-parallel line it is linear, so it is at least 0
//!    between two boundary points; were it 0 at a point inside, it would be 0 on the two lines
//!    through it, so be c (a - a0)(b - b0), which takes both signs around the point. The same holds
//!    upside down. F_j keeps its sign on the boundary iff it does at vertices and between them: on
//!    arcs it has one sign, on the border it is linear. Hence no arc runs through the piece. It is
//!    open, connected, without arcs, and bounded by arcs and border: a cell.
//! 5. Its rank is that at one point inside, found by comparing s_i u_j with s_j u_i.
//!
//! # Every cell is there, once
//!
//! A cell has an arc on its boundary, unless there is none and it is the open Tile. For each arc the
//! ranks below, on and above it are found from the order at its centre and the signs of those F_j
//! that are zero there. Where such a rank was asked for, exactly one piece must have the arc as its
//! edge on that side (or be the tie on it); where it was not, none. Two cells on one side of one arc
//! are the same. Crossings are counted likewise. So each cell, tie and crossing that was asked for
//! is listed, exactly once. Where all of them were asked for, the pieces make up the open Tile, each
//! point once. Their areas, computed again, must then add up to 1.
//!
//! A file that no list of pieces could contradict, because no classifier is selected or no rank that
//! one of so many can have, claims nothing, and that is a check that fails.
//!
//! For n classifiers of one prior whose counts are machine words, all of this is known of strips between
//! frontiers that are sorted once, so that a piece is only compared with the strip that it has to be
//! (`strips.rs`): O(n^2 log n). What is not accepted there is checked as above, O(n^3) comparisons. A sign is
//! taken from doubles where a bound on their error proves it (`Filtered` in `plane.rs`), and from big
//! integers otherwise. Pieces are read while they are checked, so that memory holds little more than the
//! text.

mod area;
mod cells;
mod check;
mod claim;
mod closed_form;
mod compare;
mod confluences;
mod curve;
mod difference;
mod document;
mod exact_text;
mod file;
mod fingerprints;
mod frontiers;
mod further;
mod header;
mod json;
mod lattice;
mod masses;
mod metric_table;
mod metrics;
mod next;
mod no_skill;
mod performances;
mod piece;
mod plan;
mod plane;
mod proofs;
mod provenance;
mod quotient;
mod rank;
mod rankings;
mod reported;
mod scan;
mod schema;
mod score;
mod strips;
mod summary;
mod swap;
mod thresholds;
mod vut;
mod words;
mod zone;

pub use self::document::{Document, Stored};
pub use self::proofs::Proofs;
pub use self::provenance::{mixed_up, named_thresholds};
pub use self::rankings::verify_rankings;
pub use self::reported::{PrintedRounding, PrintedRow, PrintedRows, PrintedScore};
pub use self::schema::{Given, Recognised, Source, Unchecked, prove, prove_document, recognise};

use std::collections::HashMap;

use rayon::prelude::*;
use serde::Deserialize;
use serde_json::value::RawValue;

use self::file::{ClassifierEntry, Object, PieceEntry, PieceHead, RegionsFile, SelectionEntry};
use self::frontiers::{Counts, Frontiers, Order, integers};
use self::plane::Point;
use self::strips::Strips;
use exactile::num::{LogSum, Rational};
use exactile::performance::{Classifier, one_line};

/// A text that cannot be checked because it is not JSON.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not JSON: {reason}")]
pub struct NotJson {
    /// What the parser says, with line and column.
    pub reason: String,
}

/// A check that did not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedCheck {
    /// What was checked: `input`, `form`, `schema`, `prior`, `selection`, `claim`, `classifiers`, `positive`,
    /// `dropped_rows`, `piece`, `coverage` or `area`; of rankings `counts`, `confluence` or `cell`; of other results
    /// `statement`, with its place in the reason. A `claim` fails where the file claims nothing.
    pub check: &'static str,
    /// The position of the piece, confluence or cell in the file, if the check is about one.
    pub piece: Option<usize>,
    /// The name of the classifier, if the check is about one classifier.
    pub classifier: Option<String>,
    /// Why it does not hold, with exact witnesses.
    pub reason: String,
}

impl FailedCheck {
    /// One that is about the whole file.
    fn of(check: &'static str, reason: impl Into<String>) -> Self {
        Self { check, piece: None, classifier: None, reason: reason.into() }
    }

    /// One that is about the piece, confluence or cell at this position.
    fn of_number(check: &'static str, number: usize, reason: impl Into<String>) -> Self {
        Self { piece: Some(number), ..Self::of(check, reason) }
    }
}

/// What a check of a file found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// The positive prior of the file, once read.
    pub prior_positive: Option<Rational>,
    /// Whether the counts of the input were shifted to that prior.
    pub shifted: bool,
    /// Classifiers of the input.
    pub classifiers: usize,
    /// Classifiers whose pieces were to be there.
    pub selected: usize,
    /// The ranks that were asked for, `None` for all.
    pub ranks: Option<Vec<usize>>,
    /// Whether the pieces asked for make up the open Tile for each selected classifier:
    /// always without ranks, and with ranks where nothing has another one.
    pub complete: bool,
    /// The label that the file calls positive, if it names one.
    pub positive: Option<String>,
    /// The rows of the input that the file says were left out, if it does.
    pub dropped_rows: Option<u64>,
    /// Pieces of dimension 0, 1 and 2: crossings, ties, regions.
    pub pieces: [usize; 3],
    /// Whether pieces have areas.
    pub areas: bool,
    /// What did not hold; empty for a file that is right.
    pub failures: Vec<FailedCheck>,
}

impl Verification {
    /// Returns `true` if every check held.
    pub fn holds(&self) -> bool {
        self.failures.is_empty()
    }

    /// Checks what the file says of the labels of its input against what was read from the input:
    /// the label of the positive class, and the number of rows that were left out. A file need not
    /// say either.
    pub fn check_labels(&mut self, positive: Option<&str>, dropped_rows: u64) {
        let said = (self.positive.as_deref(), self.dropped_rows);
        self.failures.extend(check_labels(said, positive, dropped_rows));
    }

    /// The file has to be on the Tile of this positive prior, which was asked for.
    pub fn check_prior(&mut self, asked: &Rational) {
        if self.prior_positive.as_ref() != Some(asked) {
            let stated =
                self.prior_positive.as_ref().map_or("null".to_owned(), Rational::to_string);
            self.fail("prior", format!("it is {stated}, not the {asked} asked for"));
        }
    }

    fn fail(&mut self, check: &'static str, reason: impl Into<String>) {
        self.failures.push(FailedCheck::of(check, reason));
    }
}

/// How what a result says of labels and rows left out differs from what was read from the input.
fn check_labels(
    (named, dropped): (Option<&str>, Option<u64>),
    positive: Option<&str>,
    dropped_rows: u64,
) -> Vec<FailedCheck> {
    let mut failures = Vec::new();
    let mut fail = |check, reason: String| failures.push(FailedCheck::of(check, reason));
    if let Some(named) = named.filter(|&named| Some(named) != positive) {
        let read = positive.map_or_else(
            || "the input has no labels".to_owned(),
            |positive| format!("in the input {positive:?}"),
        );
        fail("positive", format!("the positive class is {named:?}, {read}"));
    }
    if let Some(rows) = dropped.filter(|rows| *rows != dropped_rows) {
        fail("dropped_rows", format!("{rows} rows are left out, of the input {dropped_rows}"));
    }
    failures
}

/// Checks the JSON of a `regions` result against the classifiers that it is said to be of.
///
/// If the file's prior is not theirs, they are shifted to it first.
///
/// ```
/// use exactile::{Classifier, ConfusionMatrix};
/// let one = [Classifier::new("P1", ConfusionMatrix::from_counts(3, 1, 1, 3)?)];
/// let file = r#"{"schema": "exactile.regions.v1", "prior_positive": "1/2",
///   "classifiers": [{"name": "P1", "tn": "3", "fp": "1", "fn": "1", "tp": "3"}],
///   "pieces": [{"classifier": 0, "dimension": 2, "rank": [1, 1],
///     "vertices": [["0", "0"], ["1", "0"], ["1", "1"], ["0", "1"]],
///     "edges": [["0", "0", "1", "0"], ["0", "-1", "0", "1"],
///               ["0", "0", "-1", "1"], ["0", "1", "0", "0"]]}]}"#;
/// assert!(exactile_verify::verify(file, &one)?.holds());
/// let wrong = file.replace("[1, 1]", "[1, 2]");
/// let found = exactile_verify::verify(&wrong, &one)?;
/// assert_eq!(found.failures[0].reason, "the rank at (1/2, 1/2) is [1, 1], not [1, 2]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A text that is not JSON. JSON of another form is a failed check.
pub fn verify(text: &str, classifiers: &[Classifier]) -> Result<Verification, NotJson> {
    let mut found = Verification { classifiers: classifiers.len(), ..Verification::default() };
    let file: RegionsFile = match parsed(text)? {
        Ok(Object(file)) => file,
        Err(reason) => {
            found.fail("form", reason);
            return Ok(found);
        }
    };
    if file.schema != "exactile.regions.v1" {
        found.fail("schema", format!("it is {:?}, not \"exactile.regions.v1\"", file.schema));
    }
    let prior = file.prior_positive.as_ref().map(|prior| &prior.0);
    if let Some(prior) = prior.filter(|prior| !prior.is_positive() || **prior >= Rational::ONE) {
        found.fail("prior", format!("{prior} is not between 0 and 1"));
        return Ok(found);
    }
    found.prior_positive = prior.cloned();
    let own_priors: Vec<Rational> =
        classifiers.iter().map(|classifier| classifier.matrix.prior_positive()).collect();
    if prior.is_none() && own_priors.is_sorted_by(|one, next| one == next) {
        found.fail("prior", "it is null, but all classifiers of the input have the same");
    }
    let expected = prior.is_none().then_some(own_priors);
    let priors = file.priors.as_ref().map(|priors| priors.iter().map(|prior| prior.0.clone()));
    if priors.map(Iterator::collect) != expected {
        found.fail("prior", "priors must be those of the input where there is no common one");
    }
    found.positive.clone_from(&file.positive);
    found.dropped_rows = file.dropped_rows;
    let selection = &file.selection.0;
    found.ranks.clone_from(&selection.ranks);
    let CheckedCounts { counts, shifted, failures } =
        check_classifiers(&file.classifiers, classifiers, prior);
    found.shifted = shifted;
    found.failures.extend(failures);
    let selected = check_selection(selection, classifiers, &mut found);
    found.selected = selected.iter().filter(|&&selected| selected).count();
    check_claim(selection, &mut found);
    let heads: Result<Vec<PieceHead>, String> =
        file.pieces.par_iter().enumerate().map(|(number, piece)| head(number, piece)).collect();
    let heads = match heads {
        Ok(heads) => heads,
        Err(reason) => {
            found.fail("form", reason);
            return Ok(found);
        }
    };
    found.areas = heads.iter().any(|piece| piece.area.is_some());
    // The pieces are looked at for the counts of the input, so only if the file has the same ones.
    if found.holds() {
        let counts: Vec<Counts> = counts.iter().map(integers).collect();
        check_pieces(&file, &heads, &counts, &selected, &mut found);
    }
    Ok(found)
}

/// What is needed of a piece before it is checked.
fn head(number: usize, piece: &RawValue) -> Result<PieceHead, String> {
    match serde_json::from_str::<Object<PieceHead>>(piece.get()) {
        Ok(Object(head)) => Ok(head),
        Err(error) => Err(not_a_piece(number, piece).unwrap_or_else(|| error.to_string())),
    }
}

/// Why a text is not a piece.
fn not_a_piece(number: usize, piece: &RawValue) -> Option<String> {
    let error = serde_json::from_str::<Object<PieceEntry>>(piece.get()).err()?.to_string();
    // The place within the piece says little.
    let what = error.rsplit_once(" at line ").map_or(&*error, |(what, _)| what);
    Some(one_short_line(&format!("{what} in piece {number}")))
}

/// Reads JSON: in the form of a result, or why it has another form.
fn parsed<'t, T: Deserialize<'t>>(text: &'t str) -> Result<Result<Object<T>, String>, NotJson> {
    serde_json::from_str(text).map(Ok).or_else(|error| {
        // Syntax alone, which needs no room however deep the nesting is.
        if let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(text) {
            return Err(NotJson { reason: one_short_line(&error.to_string()) });
        }
        Ok(Err(one_short_line(&error.to_string())))
    })
}

/// A message on one line, not longer than a screen.
fn one_short_line(message: &str) -> String {
    const MOST: usize = 500;
    let line = one_line(message);
    let length = line.chars().count();
    if length <= MOST {
        return line.into_owned();
    }
    let start: String = line.chars().take(MOST / 2).collect();
    let end: String = line.chars().skip(length - MOST / 2).collect();
    format!("{start}...{end}")
}

/// The counts `tn, fp, fn, tp` of the same rates and total under another prior: each class is scaled
/// to its share of the total. Both classes must have samples.
fn shifted([tn, fp, fn_, tp]: [&Rational; 4], prior: &Rational) -> [Rational; 4] {
    let (negatives, positives) = (tn + fp, fn_ + tp);
    let total = &negatives + &positives;
    let negative = &total * prior.complement() / negatives;
    let positive = &total * prior / positives;
    [tn * &negative, fp * &negative, fn_ * &positive, tp * &positive]
}

/// The counts `tn, fp, fn, tp` of the input at a file's prior, and how the file's differ.
#[derive(Default)]
struct CheckedCounts {
    counts: Vec<[Rational; 4]>,
    /// Whether a count of the input was changed to reach the prior.
    shifted: bool,
    failures: Vec<FailedCheck>,
}

impl CheckedCounts {
    fn fail(&mut self, check: &'static str, reason: impl Into<String>) {
        self.failures.push(FailedCheck::of(check, reason));
    }
}

/// Compares the file's counts with the input's, at the file's prior.
fn check_classifiers(
    entries: &[Object<ClassifierEntry>],
    classifiers: &[Classifier],
    prior: Option<&Rational>,
) -> CheckedCounts {
    let mut found = CheckedCounts::default();
    if entries.len() != classifiers.len() {
        let (theirs, ours) = (entries.len(), classifiers.len());
        found.fail("classifiers", format!("there are {theirs}, the input has {ours}"));
        return found;
    }
    for (k, (Object(entry), classifier)) in entries.iter().zip(classifiers).enumerate() {
        if entry.name != classifier.name {
            let (theirs, ours) = (&entry.name, &classifier.name);
            found.fail("classifiers", format!("number {k} is {theirs:?}, in the input {ours:?}"));
        }
        if let Err(error) = classifier.matrix.check_both_classes() {
            found.fail("classifiers", format!("number {k} in the input: {error}"));
            continue;
        }
        let matrix = &classifier.matrix;
        let ours = [matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp()];
        let own_prior = matrix.prior_positive();
        let prior = prior.unwrap_or(&own_prior);
        found.shifted |= own_prior != *prior;
        let ours = shifted(ours, prior);
        let theirs = [&entry.tn.0, &entry.fp.0, &entry.fn_.0, &entry.tp.0];
        for ((name, ours), theirs) in ["tn", "fp", "fn", "tp"].iter().zip(&ours).zip(theirs) {
            if ours != theirs {
                let at = format!("of the input at positive prior {prior}");
                found.fail("classifiers", format!("{name} of number {k} is {theirs}, {at} {ours}"));
            }
        }
        found.counts.push(ours);
    }
    found
}

/// For each classifier: whether its pieces were asked for.
fn check_selection(
    selection: &SelectionEntry,
    classifiers: &[Classifier],
    found: &mut Verification,
) -> Vec<bool> {
    let rising = |ranks: &Vec<usize>| {
        ranks.first().is_some_and(|&first| first > 0) && ranks.is_sorted_by(|low, high| low < high)
    };
    if !selection.ranks.as_ref().is_none_or(rising) {
        found.fail("selection", "ranks are not rising numbers from 1");
    }
    let Some(names) = &selection.classifiers else { return vec![true; classifiers.len()] };
    for (k, name) in names.iter().enumerate() {
        if names[..k].contains(name) || classifiers.iter().all(|known| known.name != *name) {
            found.fail("selection", format!("{name:?} is repeated or not in the input"));
        }
    }
    classifiers.iter().map(|classifier| names.contains(&classifier.name)).collect()
}

/// Could any list of pieces be wrong? If not, the file claims nothing.
fn check_claim(selection: &SelectionEntry, found: &mut Verification) {
    let classifiers = found.classifiers;
    if selection.classifiers.as_ref().is_some_and(Vec::is_empty) {
        found.fail("claim", "no classifier is selected, so the file claims nothing");
    }
    // Ranks rise: the first is the best.
    if let Some(best) = selection.ranks.as_ref().and_then(|ranks| ranks.first())
        && *best > classifiers
    {
        let reason = format!(
            "ranks from {best} are selected, but there are only {classifiers} classifiers, so the \
             file claims nothing"
        );
        found.fail("claim", reason);
    }
}

fn check_pieces(
    file: &RegionsFile<'_>,
    heads: &[PieceHead],
    counts: &[Counts],
    selected: &[bool],
    found: &mut Verification,
) {
    let mut listed: Vec<Vec<(usize, &RawValue)>> = vec![Vec::new(); counts.len()];
    for (number, (&piece, head)) in file.pieces.iter().zip(heads).enumerate() {
        if let Some(count) = found.pieces.get_mut(usize::from(head.dimension)) {
            *count += 1;
        }
        match selected.get(head.classifier) {
            Some(true) => listed[head.classifier].push((number, piece)),
            _ => found.fail(
                "piece",
                format!("{number}: classifier {} is not selected or unknown", head.classifier),
            ),
        }
    }
    let areas = found.areas;
    let ranks = file.selection.0.ranks.as_deref();
    let wanted = |[best, worst]: [usize; 2]| {
        ranks.is_none_or(|ranks| ranks.iter().any(|rank| (best..=worst).contains(rank)))
    };
    let words = strips::words(counts);
    let checked: Vec<(bool, Vec<FailedCheck>)> = (0..counts.len())
        .into_par_iter()
        .filter(|&own| selected[own])
        .map(|own| {
            let strips = words.as_ref().and_then(|counts| Strips::new(counts, own));
            let accepted = strips.and_then(|strips| strips.accept(&listed[own], wanted, areas));
            if let Some(complete) = accepted {
                return (complete, Vec::new());
            }
            let (complete, mut failures) =
                check_classifier(own, counts, &listed[own], wanted, areas);
            for failure in &mut failures {
                failure.classifier = Some(file.classifiers[own].0.name.clone());
            }
            (complete, failures)
        })
        .collect();
    found.complete = checked.iter().all(|(complete, _)| *complete);
    // Of a file of another form nothing else is said.
    let form = checked.iter().flat_map(|(_, failures)| failures).find(|of| of.check == "form");
    if let Some(form) = form {
        found.failures = vec![FailedCheck { classifier: None, ..form.clone() }];
        return;
    }
    found.failures.extend(checked.into_iter().flat_map(|(_, failures)| failures));
}

/// All pieces of one classifier: whether those asked for make up the open Tile, and what does not
/// hold.
fn check_classifier(
    own: usize,
    counts: &[Counts],
    pieces: &[(usize, &RawValue)],
    wanted: impl Fn([usize; 2]) -> bool,
    areas: bool,
) -> (bool, Vec<FailedCheck>) {
    let mut failures = Vec::new();
    let mut fail = |check, piece, reason| {
        failures.push(FailedCheck { check, piece, classifier: None, reason });
    };
    let frontiers = match Frontiers::new(counts, own) {
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
    for &(number, text) in pieces {
        let Ok(Object(piece)) = serde_json::from_str::<Object<PieceEntry>>(text.get()) else {
            let reason = not_a_piece(number, text).unwrap_or_default();
            return (false, vec![FailedCheck::of("form", reason)]);
        };
        if areas && piece.area.is_none() {
            fail("area", Some(number), "it has none, others have".to_owned());
        }
        match piece::check(&piece, &order, &frontiers) {
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
                    "{seen} pieces instead of {number} for the crossing {at}, where the rank is {rank:?}"
                ),
            );
        }
    }
    if frontiers.arcs.is_empty() {
        let centre = Point { a: Rational::new(1, 2), b: Rational::new(1, 2) };
        let rank = frontiers::rank_of(&order.at(&centre));
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
