//! A row of printed scores, and what may be asked about it.

use std::ops::RangeInclusive;

use super::value::ReportedValue;
use crate::performance::ConfusionMatrix;
use crate::score::Metric;
use crate::work::TooMuchWork;

/// A score of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedScore {
    /// The metric.
    pub metric: Metric,
    /// The values that were printed for it.
    pub value: ReportedValue,
}

/// Reported scores of one classifier on one test.
///
/// ```
/// # use exactile::reported::{ReportedRow, ReportedScore, ReportedValue, Rounding, explain};
/// # let score = |name: &str, text| {
/// #     let value = ReportedValue::from_text(text, Rounding::Nearest, false).unwrap();
/// #     ReportedScore { metric: name.parse().unwrap(), value }
/// # };
/// let scores = vec![score("tpr", "0.67"), score("tnr", "0.50")];
/// // 3 positives, 4 negatives.
/// let row = ReportedRow { positives: 3..=3, negatives: 4..=4, samples: None, scores };
/// assert_eq!(explain(&row, false)?.matrices, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedRow {
    /// Possible numbers of positive samples.
    pub positives: RangeInclusive<u64>,
    /// Possible numbers of negative samples.
    pub negatives: RangeInclusive<u64>,
    /// Possible numbers of samples of both classes together; `None` for no condition besides those
    /// of the classes. With them the classes may be given as widely as `0..=u64::MAX`.
    pub samples: Option<RangeInclusive<u64>>,
    /// The scores.
    pub scores: Vec<ReportedScore>,
}

/// A confusion matrix of whole numbers.
///
/// ```
/// use exactile::ConfusionMatrix;
/// use exactile::reported::Counted;
/// let counted = Counted { tn: 5, fp: 1, fn_: 2, tp: 3 };
/// assert_eq!(counted.matrix(), Some(ConfusionMatrix::from_counts(5, 1, 2, 3)?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Counted {
    /// True negatives.
    pub tn: u64,
    /// False positives.
    pub fp: u64,
    /// False negatives.
    #[cfg_attr(feature = "serde", serde(rename = "fn"))]
    pub fn_: u64,
    /// True positives.
    pub tp: u64,
}

impl Counted {
    /// The same in fractions; `None` if there are no samples.
    pub fn matrix(self) -> Option<ConfusionMatrix> {
        ConfusionMatrix::from_counts(self.tn, self.fp, self.fn_, self.tp).ok()
    }
}

/// Optional results about a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// All matrices that explain it.
    pub points: bool,
    /// The ranges of these metrics on the matrices that explain it.
    pub implied: Vec<Metric>,
    /// If it is impossible, the nearest possible one and other readings of its numbers.
    pub diagnosis: bool,
}

/// Reason why there is no explanation.
pub(super) enum NoAnswer {
    TooMuchWork(TooMuchWork),
    Stopped,
}

impl From<TooMuchWork> for NoAnswer {
    fn from(refused: TooMuchWork) -> Self {
        Self::TooMuchWork(refused)
    }
}
