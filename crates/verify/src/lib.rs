//! Checks results against the counts, by other and simpler means than they were made: `regions` in `regions.rs`, `rankings`
//! in `rankings.rs`, and other results in the modules that the table in `schemas.rs` names. These read JSON as it stands
//! (`json.rs`), find out what is true, and compare (`claim.rs`).
//!
//! Nothing here knows how regions are found. It shares with the code that made the file the exact
//! numbers ([`Rational`], [`LogSum`](exactile::num::LogSum), enclosures and decimals, on big integers), the confusion matrices, how pairs
//! fared on the same samples, and the scores of models and the rows of reported scores as they are read: a fault in these could be in both, as could one in the reader of the input. They have tests of their own.
//! Geometry, polynomials, ranks and the reader of the file are written again here, independently. Read
//! `frontiers.rs`, then `piece.rs`, then `coverage.rs`; `strips.rs` is the short way.
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
//! integers otherwise. Pieces are read twice: first to see whose they are, and then those of one classifier after the
//! other (`pieces.rs`), so that memory holds the pieces of a few classifiers at a time.

mod archive;
mod area;
mod at_best;
mod cells;
mod check;
mod claim;
mod closed_form;
mod compare;
mod conditions;
mod confidence;
mod confluences;
mod coverage;
mod curve;
mod curve_pair;
mod difference;
mod document;
mod drawn;
mod exact_text;
mod file;
mod fingerprints;
mod folds;
mod formula;
mod fraction;
mod frontiers;
mod further;
mod header;
mod impossible;
mod json;
mod lattice;
mod masses;
mod meeting;
mod metric_table;
mod metrics;
mod next;
mod no_skill;
mod number;
mod performances;
mod piece;
mod pieces;
mod plan;
mod plane;
mod probability;
mod proofs;
mod provenance;
mod quotient;
mod rank;
mod rankings;
mod rankings_apart;
mod reach;
mod regions;
mod reported;
mod rounded;
mod scan;
mod schema;
mod schemas;
mod score;
mod scored_curves;
mod staircase;
mod standings;
mod statement;
mod stream;
mod strips;
mod summary;
mod swap;
mod tables;
mod thresholds;
mod vut;
mod words;
mod written;
mod zone;
mod zone_apart;

pub use self::document::{Document, Stored};
pub use self::proofs::Proofs;
pub use self::provenance::{mixed_up, named_thresholds};
pub use self::rankings::verify_rankings;
pub use self::regions::{verify, verify_document};
pub use self::reported::{PrintedFolds, PrintedRounding, PrintedRow, PrintedRows, PrintedScore};
pub use self::schema::{Given, Recognised, Source, Unchecked, prove, prove_document, recognise};

use serde::Deserialize;

use self::file::{ClassifierEntry, Object};
use exactile::num::Rational;
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
    let is_it = |named: &str| positive.is_some_and(|positive| is_same_label(named, positive));
    if let Some(named) = named.filter(|&named| !is_it(named)) {
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

/// Returns `true` if two texts are one label: the same text, the same number, or the same truth value.
fn is_same_label(one: &str, other: &str) -> bool {
    let number = |text: &str| text.trim().parse::<Rational>().ok();
    let is_boolean = |text: &str| ["true", "false"].iter().any(|of| text.eq_ignore_ascii_case(of));
    one == other
        || is_boolean(one) && one.eq_ignore_ascii_case(other)
        || number(one).is_some_and(|value| number(other) == Some(value))
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
