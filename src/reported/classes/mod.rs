//! Scores of more than two classes, with known numbers of samples of each class.
//!
//! Of a confusion matrix of K classes, accuracy, macro and weighted averages of precision, recall
//! and F1, and kappa depend on 2K numbers alone: for each class j the n_j samples of which d_j are
//! right, and the s_j samples of other classes that are called j. Such numbers belong to a matrix
//! if the s_j add up to n less the sum of the d_j, and if n_j - d_j + s_j is at most that sum for
//! each j: wrong samples of a class, and wrong ones that are called so, are different samples.
//!
//! Every condition, kappa at an end of its interval included, is a sum over classes of functions
//! of (d_j, s_j). So one weighted sum of conditions bounds each class by itself; if the largest sum
//! is below what is printed, no matrix has the scores ([`bound`]). Otherwise matrices are looked
//! for ([`walk`]), and checked exactly. Of few samples all numbers are tried ([`all`]). What is not
//! decided so is left open.
//!
//! Precision counts as 0 for a class that is never predicted, as in scikit-learn.

mod all;
mod bound;
mod score;
mod walk;

pub use self::bound::ClassProof;
pub use self::score::{ClassScore, class_score};

use self::score::Conditions;
use super::value::ReportedValue;
use crate::work::{Advance, Watch};

/// Classes at most.
const MOST_CLASSES: usize = 200;
/// Samples at most.
const MOST_SAMPLES: u64 = 1_000_000_000;

/// A score of several classes, as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedClassScore {
    /// The score.
    pub score: ClassScore,
    /// The values that were printed for it.
    pub value: ReportedValue,
}

/// The finding about scores of several classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassAnswer {
    /// A confusion matrix with these scores: for each class its samples by predicted class.
    Possible(Vec<Vec<u64>>),
    /// Scores that contradict each other.
    Impossible {
        /// Their positions: without any one of them no contradiction was proved.
        conflict: Vec<usize>,
        /// Weights that prove it; `None` if all matrices were tried.
        proof: Option<ClassProof>,
    },
    /// Neither a matrix nor a proof that there is none was found.
    Undecided,
}

/// Reason why scores of several classes are not examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClassesRefused {
    /// Fewer than two classes, or too many.
    #[error("{0} classes; from 2 to {MOST_CLASSES} are possible")]
    Classes(usize),
    /// A class without samples.
    #[error("a class has no samples")]
    Empty,
    /// Too many samples.
    #[error("more than {MOST_SAMPLES} samples")]
    Samples,
}

/// Decides whether scores of several classes are possible together, with these numbers of samples
/// of each class. `advance` may stop the work: then there is no answer.
///
/// ```
/// use exactile::reported::{
///     ClassAnswer, ReportedClassScore, ReportedValue, Rounding, class_score, explain_classes,
/// };
/// let score = |name: &str, text| ReportedClassScore {
///     score: class_score(name).unwrap(),
///     value: ReportedValue::from_text(text, Rounding::Nearest, false).unwrap(),
/// };
/// let go_on = || std::ops::ControlFlow::Continue(());
/// let scores = |f1| [score("acc", "0.85"), score("macro_f1", f1)];
/// let of = |f1| explain_classes(&[50, 30, 20], &scores(f1), &go_on);
/// let Some(ClassAnswer::Possible(matrix)) = of("0.83")? else { panic!() };
/// assert_eq!((0..3).map(|class| matrix[class][class]).sum::<u64>(), 85);
/// let Some(ClassAnswer::Impossible { conflict, .. }) = of("0.95")? else { panic!() };
/// assert_eq!(conflict, [0, 1]);
/// # Ok::<(), exactile::reported::ClassesRefused>(())
/// ```
///
/// # Errors
/// Fewer than two classes or too many, a class without samples, too many samples.
pub fn explain_classes(
    sizes: &[u64],
    scores: &[ReportedClassScore],
    advance: Advance<'_>,
) -> Result<Option<ClassAnswer>, ClassesRefused> {
    if !(2..=MOST_CLASSES).contains(&sizes.len()) {
        return Err(ClassesRefused::Classes(sizes.len()));
    }
    if sizes.contains(&0) {
        return Err(ClassesRefused::Empty);
    }
    let all = sizes.iter().fold(0, |sum: u64, size| sum.saturating_add(*size));
    if all > MOST_SAMPLES {
        return Err(ClassesRefused::Samples);
    }
    Ok(answer(sizes, scores, &Watch::new(advance)))
}

/// Returns `true` if weights prove that scores of several classes contradict each other; `false` if
/// none are found. `advance` may stop the work: then there is no answer.
///
/// ```
/// use exactile::reported::{
///     ReportedClassScore, ReportedValue, Rounding, class_score, do_classes_contradict,
/// };
/// let score = |name: &str, text| ReportedClassScore {
///     score: class_score(name).unwrap(),
///     value: ReportedValue::from_text(text, Rounding::Nearest, false).unwrap(),
/// };
/// let scores = [score("acc", "0.85"), score("macro_f1", ">0.95")];
/// let go_on = || std::ops::ControlFlow::Continue(());
/// assert_eq!(do_classes_contradict(&[50, 30, 20], &scores, &go_on), Some(true));
/// ```
pub fn do_classes_contradict(
    sizes: &[u64],
    scores: &[ReportedClassScore],
    advance: Advance<'_>,
) -> Option<bool> {
    let every: Vec<usize> = (0..scores.len()).collect();
    let conditions = Conditions::new(sizes, scores, &every);
    let watch = Watch::new(advance);
    Some(conditions.is_beyond() || bound::proof(&conditions, &watch)?.is_some())
}

fn answer(sizes: &[u64], scores: &[ReportedClassScore], watch: &Watch<'_>) -> Option<ClassAnswer> {
    let every: Vec<usize> = (0..scores.len()).collect();
    let conditions = Conditions::new(sizes, scores, &every);
    // A matrix is soon found if there are many.
    if let Some(found) = walk::matrix(&conditions, 2, watch)? {
        return Some(ClassAnswer::Possible(found));
    }
    let is_impossible = |set: &[usize]| -> Option<bool> {
        let conditions = Conditions::new(sizes, scores, set);
        Some(conditions.is_beyond() || bound::proof(&conditions, watch)?.is_some())
    };
    let smallest = |is_impossible: &dyn Fn(&[usize]) -> Option<bool>| -> Option<Vec<usize>> {
        let mut enough = every.clone();
        for at in 0..scores.len() {
            let without: Vec<usize> = enough.iter().copied().filter(|other| *other != at).collect();
            if is_impossible(&without)? {
                enough = without;
            }
        }
        Some(enough)
    };
    if is_impossible(&every)? {
        let conflict = smallest(&is_impossible)?;
        let proof = bound::proof(&Conditions::new(sizes, scores, &conflict), watch)?;
        return Some(ClassAnswer::Impossible { conflict, proof });
    }
    match all::search(&conditions, watch)? {
        all::Found::Point(point) => {
            if let Some(matrix) = conditions.matrix(&point) {
                return Some(ClassAnswer::Possible(matrix));
            }
        }
        all::Found::Nothing => {
            let nothing = |set: &[usize]| -> Option<bool> {
                let found = all::search(&Conditions::new(sizes, scores, set), watch)?;
                Some(matches!(found, all::Found::Nothing))
            };
            return Some(ClassAnswer::Impossible { conflict: smallest(&nothing)?, proof: None });
        }
        all::Found::Open => {}
    }
    Some(match walk::matrix(&conditions, 12, watch)? {
        Some(found) => ClassAnswer::Possible(found),
        None => ClassAnswer::Undecided,
    })
}
