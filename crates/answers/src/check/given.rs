//! The rows that `check` was given.

use super::scores::{PrintedAuc, PrintedInterval, PrintedSpread, Scores};
use exactile::reported::{Composition, ReportedClassScore, ReportedRow};

/// A row of scores of several classes.
#[derive(Clone, Debug)]
pub(crate) struct GivenClasses {
    /// The samples of each class.
    pub(crate) sizes: Vec<u64>,
    pub(crate) scores: Vec<ReportedClassScore>,
}

/// A row as it was given.
pub(crate) struct Given {
    pub(crate) name: Option<String>,
    /// Its place in the file, if it comes from one.
    pub(crate) place: Option<String>,
    pub(crate) scores: Vec<String>,
    pub(crate) printed: Vec<String>,
    /// The numbers as decimals or fractions.
    pub(crate) texts: Vec<String>,
    pub(crate) shares: Vec<Option<[u64; 2]>>,
    pub(crate) row: ReportedRow,
    /// The tests over which the scores are means; `None` for a single test.
    pub(crate) tests: Option<Composition>,
    /// The tests over which the scores may be means, although they are said to be pooled.
    pub(crate) if_means: Option<Composition>,
    /// `true` if the numbers of samples are known in part at least.
    pub(crate) has_sizes: bool,
    pub(crate) auc: Option<PrintedAuc>,
    pub(crate) intervals: Vec<PrintedInterval>,
    pub(crate) spreads: Vec<PrintedSpread>,
    /// The scores, if they are those of several classes.
    pub(crate) classes: Option<GivenClasses>,
}

impl Given {
    /// Returns `true` unless its scores are means, or the size of the test is unknown.
    pub(crate) fn is_of_one_test(&self) -> bool {
        self.has_sizes && self.tests.is_none() && self.classes.is_none()
    }

    /// Returns what is printed beside the scores, each with its name.
    pub(crate) fn beside(&self) -> Vec<(String, String)> {
        let intervals = self.intervals.iter().map(|PrintedInterval { name, texts, .. }| {
            (name.clone(), format!("[{}]", texts.join(", ")))
        });
        let spreads = self.spreads.iter().map(|spread| (spread.name.clone(), spread.text.clone()));
        let area = self.auc.iter().map(|auc| (auc.name.clone(), auc.printed.clone()));
        intervals.chain(spreads).chain(area).collect()
    }

    pub(crate) fn new(scores: Scores, row: ReportedRow, tests: Option<Composition>) -> Self {
        let Scores { names, printed, texts, shares, auc, intervals, spreads, .. } = scores;
        Self {
            name: None,
            place: None,
            scores: names,
            printed,
            texts,
            shares,
            row,
            tests,
            if_means: None,
            has_sizes: true,
            auc,
            intervals,
            spreads,
            classes: None,
        }
    }
}
