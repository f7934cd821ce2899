//! Rows of reported scores, as they were printed.

use std::ops::RangeInclusive;

/// How printed numbers were rounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PrintedRounding {
    /// To the nearest, ties either way.
    #[default]
    Nearest,
    /// Towards zero.
    Truncated,
    /// Unknown: one unit of the last place either way.
    Unit,
}

/// A score as it was reported.
#[derive(Clone, Debug)]
pub struct PrintedScore {
    /// What it is called in the row.
    pub name: String,
    /// The program's name of the metric.
    pub metric: String,
    /// The number as it was printed.
    pub text: String,
}

/// A row of reported scores of one test.
#[derive(Clone, Debug)]
pub struct PrintedRow {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// How many positive samples there may have been.
    pub positives: RangeInclusive<u64>,
    /// How many negative samples there may have been.
    pub negatives: RangeInclusive<u64>,
    /// How many samples of both classes there may have been, if that is said.
    pub samples: Option<RangeInclusive<u64>>,
    /// The scores.
    pub scores: Vec<PrintedScore>,
    /// The folds or tests over which they are means, if they are.
    pub folds: Option<PrintedFolds>,
}

/// What is known of the tests whose scores were averaged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PrintedFolds {
    /// The numbers of positive and negative samples of each test.
    Known(Vec<[u64; 2]>),
    /// Folds that have each class in numbers that differ by one at most.
    Stratified {
        /// The number of folds.
        folds: u64,
        /// Positive and negative samples of all folds.
        samples: [u64; 2],
    },
    /// Folds of sizes that differ by one at most.
    Even {
        /// The number of folds.
        folds: u64,
        /// Positive and negative samples of all folds.
        samples: [u64; 2],
    },
    /// Several times folds of the same sizes.
    Repeated {
        /// The count.
        repeats: u64,
        /// The folds of each time.
        of: Box<PrintedFolds>,
    },
    /// Folds of any composition, each with a sample at least.
    Unknown {
        /// The number of folds.
        folds: u64,
        /// Positive and negative samples of all folds.
        samples: [u64; 2],
    },
}

/// Rows of reported scores, and how they are to be read.
#[derive(Clone, Debug, Default)]
pub struct PrintedRows {
    /// The rows.
    pub rows: Vec<PrintedRow>,
    /// How the numbers were rounded.
    pub rounding: PrintedRounding,
    /// Whether all numbers are in percent.
    pub is_percent: bool,
}
