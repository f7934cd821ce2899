//! The findings of a check of regions.

use crate::claim::labels::check_labels;
use crate::reading::failure::FailedCheck;
use exactile::num::Rational;

/// The findings of a check of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// The positive prior of the file, once it is read.
    pub prior_positive: Option<Rational>,
    /// `true` if the counts of the input were shifted to that prior.
    pub shifted: bool,
    /// The number of classifiers of the input.
    pub classifiers: usize,
    /// The number of classifiers whose pieces have to be listed.
    pub selected: usize,
    /// The requested ranks, `None` for all.
    pub ranks: Option<Vec<usize>>,
    /// `true` if the requested pieces make up the open Tile for each selected classifier: always if
    /// all ranks were requested, and otherwise if no piece has another rank.
    pub complete: bool,
    /// The label that the file calls positive, if it names one.
    pub positive: Option<String>,
    /// The number of rows of the input that the file says were left out, if it states one.
    pub dropped_rows: Option<u64>,
    /// The numbers of pieces of dimension 0, 1 and 2: crossings, ties, regions.
    pub pieces: [usize; 3],
    /// `true` if pieces have areas.
    pub areas: bool,
    /// The checks that did not hold; empty for a correct file.
    pub failures: Vec<FailedCheck>,
}

impl Verification {
    /// Returns `true` if every check held.
    pub fn holds(&self) -> bool {
        self.failures.is_empty()
    }

    /// Checks the labels that the file states against those of the input: the label of the positive
    /// class, and the number of rows that were left out. A file need not state either.
    pub fn check_labels(&mut self, positive: Option<&str>, dropped_rows: u64) {
        let said = (self.positive.as_deref(), self.dropped_rows);
        self.failures.extend(check_labels(said, positive, dropped_rows));
    }

    /// Checks that the file is on the Tile of this positive prior, which was requested.
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
