//! What was given to be checked.

use super::scores::{PrintedAuc, PrintedInterval, Scores};
use exactile::reported::{Composition, ReportedRow};

/// A row as it was given.
pub(super) struct Given {
    pub(super) name: Option<String>,
    /// Where it stands, if it is one of a file.
    pub(super) place: Option<String>,
    pub(super) scores: Vec<String>,
    pub(super) printed: Vec<String>,
    /// The numbers as decimals or fractions.
    pub(super) texts: Vec<String>,
    pub(super) row: ReportedRow,
    /// The tests over which the scores are means, if they are.
    pub(super) tests: Option<Composition>,
    /// True if anything is known of the numbers of samples.
    pub(super) has_sizes: bool,
    pub(super) auc: Option<PrintedAuc>,
    pub(super) intervals: Vec<PrintedInterval>,
}

impl Given {
    /// Returns `true` unless its scores are means, or of a test of any size.
    pub(super) fn is_of_one_test(&self) -> bool {
        self.has_sizes && self.tests.is_none()
    }

    pub(super) fn new(scores: Scores, row: ReportedRow, tests: Option<Composition>) -> Self {
        let Scores { names, printed, texts, auc, intervals, .. } = scores;
        Self {
            name: None,
            place: None,
            scores: names,
            printed,
            texts,
            row,
            tests,
            has_sizes: true,
            auc,
            intervals,
        }
    }
}
