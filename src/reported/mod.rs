//! Consistency of reported scores: the confusion matrices that explain them, counted exactly.
//!
//! A printed number stands for an interval of exact ends, [`ReportedValue`]. A row of a table of
//! results, [`ReportedRow`], has the numbers of positive and negative samples, known or within
//! ranges, and some scores. A matrix explains the row if each score is defined there, finite, and
//! within its interval. Where no matrix does, [`explain`] names a smallest set of scores that
//! contradict each other.
//!
//! # Reason why few matrices are examined
//!
//! With P and N fixed, every metric of the catalogue is monotone in y = TN for each x = TP, and by
//! the symmetry of the classes in TP for each TN. So its matrices in each row of the lattice are an
//! interval that bisection finds, scores at the ends of ranges of TP and TN bound the rows
//! beforehand, and the extremes of a metric in a row are at the ends of what is left of it. What is
//! found is counted by the lengths of intervals. The proof, by kinds of metrics, with P, N >= 1, e
//! = FP + FN and the number k = FP + TP of positive predictions, which falls as y grows:
//!
//! - A quotient of linear functions of y whose denominator has no root between 0 and N is monotone:
//!   its derivative has the sign of a constant. These are all P(E | F) and ranking scores,
//!   accuracy, F-scores, kappa, likelihood ratios, the determinant, balanced PPV, NPV, F1 and
//!   threat score, benefits and counts.
//! - Increasing functions of such quotients: their roots, logarithms and quantiles (GM, FM, PT,
//!   d'), and DOR = LR+/LR-, where LR+ grows and LR- falls. Sums of such that grow alike: BA,
//!   informedness, markedness, balanced markedness, ACP; macro and weighted means.
//! - P4 = 1/(1 + e (1/x + 1/y)/4): both factors fall. Scott's pi = 1 - 2 T e/((2x + e)(2y + e)), T
//!   = P + N: the logarithm of the quotient has the derivative -1/e + 1/(2x + e) - 1/(2y + e) < 0.
//! - MCC is a positive constant times (T x - P k)/sqrt(k (T - k)). Its derivative by k has the sign
//!   of -(T x + (P - 2x) k), which is linear in k; at k = x and k = x + N it is -x (T + P - 2x) and
//!   -(P - x)(2x + N), neither of them positive. Balanced MCC is MCC with weights that make both
//!   classes equal.
//!
//! A metric is undefined at corners of the lattice alone, or on all of it: where two outcomes of
//! different classes do not occur, or a class has no samples.
//!
//! # Files
//!
//! - `value`: a printed number as an interval. `slip`: numbers that one slip of the pen makes of
//!   another. `name`: names of scores in tables of results.
//! - `surface`: a metric's surrogate, or an average over both classes, in machine integers or else
//!   exactly. `word`: the same in machine words, if nothing can overflow there.
//! - `staircase`: the surrogate compared with the ends of the interval, and by bisection the
//!   stretch within.
//! - `row`: a row, and what may be asked about it.
//! - `search`: bounds of TP and TN by each score, then the intersection of the intervals in the
//!   remaining rows.
//! - `explain`: counts of matrices, and smallest contradictions. `implied`: ranges of further
//!   metrics. `nearest`: the nearest matrix. `reading`: other meanings of the numbers.
//! - `classes`: more than two classes. `chain`: rows that are points of one ROC curve.
//!   `without_sizes`: tests of unknown size. `auc`: an area and a point of its curve. `ends`:
//!   methods of confidence intervals.
//! - `folds`: means over several tests. `spread`: with their standard deviations.

mod auc;
mod chain;
mod classes;
mod ends;
mod explain;
mod folds;
mod implied;
mod name;
mod nearest;
mod noise;
mod polynomial;
mod reading;
mod row;
mod search;
mod slip;
mod spread;
mod staircase;
mod surface;
mod value;
mod without_sizes;
mod word;

pub use auc::{AucRange, auc_beside};
pub use chain::{ChainAnswer, ChainRefused, explain_chain};
pub use classes::{
    ClassAnswer, ClassProof, ClassScore, ClassesRefused, ReportedClassScore, class_score,
    do_classes_contradict, explain_classes,
};
pub use ends::IntervalMethod;
pub use explain::{
    Explanation, PossibleSizes, examine, examine_all, examine_with_progress, explain,
    explain_with_progress,
};
pub use folds::{
    Composition, EvenProof, FoldAnswer, FoldCase, FoldProof, FoldReading, FoldsRefused, MeanArea,
    MeanFinding, even_proof, examine_mean, examine_means, explain_mean, explain_mean_with_progress,
    fold_proof, fold_readings, may_be_undefined, mean_area,
};
pub use implied::ImpliedRange;
pub use name::{is_area_under_roc, reported_metric, undecided_score};
pub use nearest::Nearest;
pub use reading::{Misprint, Reading, ReadingKind};
pub use row::{Asked, Counted, ReportedRow, ReportedScore};
pub use slip::{Slip, SlipKind};
pub use spread::{Deviation, Spread, SpreadAnswer, explain_spread, spread_as_zero, spread_reading};
pub use value::{ReportedValue, Rounding, UnreadableValue};
pub use without_sizes::{NeedsSizes, WithoutSizes, explain_without_sizes};
