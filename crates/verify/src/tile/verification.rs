//! What a check of regions found.

use crate::claim::labels::check_labels;
use crate::reading::failure::FailedCheck;
use exactile::num::Rational;

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

    pub(super) fn fail(&mut self, check: &'static str, reason: impl Into<String>) {
        self.failures.push(FailedCheck::of(check, reason));
    }
}
