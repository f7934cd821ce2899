//! Rows of reported scores, as they were printed.

use std::ops::RangeInclusive;

/// The way in which printed numbers were rounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PrintedRounding {
    /// To the nearest; ties may go either way.
    #[default]
    Nearest,
    /// Towards zero.
    Truncated,
    /// Unknown: within one unit of the last place.
    Unit,
}

/// A score as it was reported.
#[derive(Clone, Debug)]
pub struct PrintedScore {
    /// The name of the score in the row.
    pub name: String,
    /// The name of the metric in this program.
    pub metric: String,
    /// The number as it was printed.
    pub text: String,
}

/// A standard deviation over folds, as it was reported.
#[derive(Clone, Debug)]
pub struct PrintedDeviation {
    /// Its name in the row.
    pub name: String,
    /// The position of its score.
    pub score: usize,
    /// The number as it was printed.
    pub text: String,
}

/// A row of reported scores of one test.
#[derive(Clone, Debug)]
pub struct PrintedRow {
    /// The name of the row, if it has one.
    pub name: Option<String>,
    /// The possible numbers of positive samples.
    pub positives: RangeInclusive<u64>,
    /// The possible numbers of negative samples.
    pub negatives: RangeInclusive<u64>,
    /// The possible numbers of samples of both classes together, if they are given.
    pub samples: Option<RangeInclusive<u64>>,
    /// The scores of the row.
    pub scores: Vec<PrintedScore>,
    /// The standard deviations of scores over folds.
    pub deviations: Vec<PrintedDeviation>,
    /// The area under the ROC curve that is printed with the scores.
    pub area: Option<PrintedScore>,
    /// The folds or tests over which the scores are means; `None` for a single test.
    pub folds: Option<PrintedFolds>,
    /// The numbers of samples of each of several classes; `None` for two classes, positives and
    /// negatives. The metrics of the scores are those of several classes.
    pub classes: Option<Vec<u64>>,
}

/// The known facts about the tests whose scores were averaged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PrintedFolds {
    /// The numbers of positive and negative samples of each test.
    Known(Vec<[u64; 2]>),
    /// The numbers of positive and negative samples of each fold of several data sets: scores are
    /// means over the data sets of means over their folds.
    DataSets(Vec<Vec<[u64; 2]>>),
    /// Stratified folds: the numbers of samples of each class in two folds differ by at most one.
    Stratified {
        /// The number of folds.
        folds: u64,
        /// Positive and negative samples of all folds.
        samples: [u64; 2],
    },
    /// Folds whose sizes differ by at most one.
    Even {
        /// The number of folds.
        folds: u64,
        /// Positive and negative samples of all folds.
        samples: [u64; 2],
    },
    /// Repeated partitions into folds of the same sizes.
    Repeated {
        /// The number of repetitions.
        repeats: u64,
        /// The folds of each repetition.
        of: Box<PrintedFolds>,
    },
    /// Folds of any composition, each with at least one sample.
    Unknown {
        /// The number of folds.
        folds: u64,
        /// Positive and negative samples of all folds.
        samples: [u64; 2],
    },
}

/// Rows of reported scores, with their rounding and unit.
#[derive(Clone, Debug, Default)]
pub struct PrintedRows {
    /// The rows.
    pub rows: Vec<PrintedRow>,
    /// The way in which the numbers were rounded.
    pub rounding: PrintedRounding,
    /// `true` if all numbers are in percent.
    pub is_percent: bool,
    /// The kind of standard deviations, `population` or `sample`; `None` for either.
    pub deviation: Option<String>,
}
