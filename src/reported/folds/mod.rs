//! Means of scores over several tests: the folds of a cross-validation, or several data sets.
//!
//! A mean is possible if there is a matrix for each test such that each score is defined and finite
//! on all of them and its mean is as printed. A question is decided only by methods that are
//! certain:
//!
//! 1. Scores that are linear in TP and TN depend on the sums of TP and of TN over tests of equal
//!    sizes, and every sum is possible. What is left is to solve a few inequalities in integers,
//!    exactly ([`linear`]).
//! 2. Otherwise doubles suggest matrices, or a direction in which no sum of scores reaches far
//!    enough; both are checked in exact numbers or enclosures ([`suggestion`]). A sum of vectors of
//!    scores, one from each test, lies in the sum of their convex hulls, so a direction in which
//!    the largest sum is below all printed values proves that there are no matrices.
//! 3. Of few tests with few samples all sums of vectors are made: of those of some tests and of the
//!    others, which have to meet ([`meeting`]), or test by test where many sums are the same
//!    ([`sums`]).
//!
//! If none of them decides, the question is refused: nothing is guessed.
//!
//! Folds of unknown composition are decided for each composition that they may have, if these are
//! few ([`compositions`]). If they are many, some are tried, and a direction as above, with the
//! numbers of samples beside the scores, proves it impossible for all of them ([`relaxed`]).
//!
//! # Files
//!
//! - `linear`: linear scores as integer programmes in the sums of TP and TN over tests of equal
//!   sizes. `relaxation`: their relaxation in doubles, whose multipliers are weights that prove the
//!   means impossible if they do so in exact numbers. `exchange`, `joined`, `integers`: solutions,
//!   in this order.
//! - `suggestion`: matrices or a direction for other scores. `meeting`, `sums`: all sums of few
//!   tests.
//! - `left_out`: means that leave undefined scores out. `decide`: these ways in their order.
//!   `known`: the parts that they share.
//! - `compositions`: compositions of folds. `relaxed`: a proof for all of them at once, with
//!   `blocks` and `sized_blocks` for its maximum.
//! - `even`: weights about folds of nearly equal sizes, with linear scores; `beginnings` decides
//!   them, `shares` draws numbers of positives, `cases` proves them impossible in exact numbers.
//!   `countable`: accuracies that whole numbers of right samples have.
//! - `readings`: other readings of impossible means. `area`: the mean of areas under ROC curves.

mod area;
mod beginnings;
mod blocks;
mod cases;
mod clouds;
mod compositions;
mod countable;
mod decide;
mod drawn;
mod drawn_sums;
mod even;
mod exchange;
mod finding;
mod integers;
mod joined;
mod known;
mod left_out;
mod linear;
mod meeting;
mod readings;
mod relaxation;
mod relaxed;
mod shares;
mod sized_blocks;
mod suggestion;
mod sums;

pub use area::{MeanArea, mean_area};
pub use cases::{EvenProof, FoldCase};
pub use finding::{MeanFinding, examine_mean, examine_means};
pub use linear::FoldProof;
pub use readings::{FoldReading, fold_readings, may_be_undefined};
pub(super) use readings::{is_undefined_on_some, mean};

pub(super) use clouds::Cloud;
pub(super) use known::kinds;

use num_integer::Integer;

use self::compositions::OpenFolds;
use self::decide::decide;
use self::known::{Decision, Effort, Kind, has_means, matrices, surfaces};
use super::row::{Counted, ReportedScore};
use super::search::{Scored, Size};
use super::surface::{Measure, Surface};
use crate::work::{Advance, Watch, go_on};

/// Known facts about the tests whose scores were averaged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Composition {
    /// The numbers of positive and negative samples of each test.
    Known(Vec<[u64; 2]>),
    /// Folds that have each class in numbers that differ by one at most, with the samples of both
    /// classes together.
    Stratified {
        /// Number of folds.
        folds: u64,
        /// Positive samples of all folds.
        positives: u64,
        /// Negative samples of all folds.
        negatives: u64,
    },
    /// Folds of any composition, each with at least one sample. They are proved possible as
    /// stratified ones, or as ones that differ much from these; impossible if a linear function of
    /// scores and sizes proves it, or if there are so few samples that all compositions can be
    /// searched.
    Unknown {
        /// Number of folds.
        folds: u64,
        /// Positive samples of all folds.
        positives: u64,
        /// Negative samples of all folds.
        negatives: u64,
    },
    /// Folds of sizes that differ by one at most, with the classes as they fall. Linear scores are
    /// decided by all numbers of positives that weights leave; others as those of any composition.
    Even {
        /// Number of folds.
        folds: u64,
        /// Positive samples of all folds.
        positives: u64,
        /// Negative samples of all folds.
        negatives: u64,
    },
    /// Data sets with the numbers of positive and negative samples of their folds: the scores are
    /// means over the data sets of means over the folds of each.
    DataSets(Vec<Vec<[u64; 2]>>),
    /// Repetitions of one composition, each with the same sizes: the scores are means over the
    /// folds of all of them.
    Repeated {
        /// Number of repetitions.
        repeats: u64,
        /// The folds of each repetition.
        of: Box<Composition>,
    },
}

/// The finding about means over several tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoldAnswer {
    /// Matrices of the tests, in the order of the tests if that is known, with these means.
    Possible(Vec<Counted>),
    /// The positions of scores that contradict each other: without any one of them no contradiction
    /// was proved.
    Impossible(Vec<usize>),
}

/// Reason why means over several tests were not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FoldsRefused {
    /// The folds may have any composition, and neither matrices for those that were tried nor a
    /// proof for all were found.
    #[error("folds of unknown composition could not be decided")]
    UnknownComposition,
    /// Neither matrices nor a proof that there are none were found.
    #[error("neither confusion matrices of the folds nor a proof that there are none were found")]
    Undecided,
    /// Means over data sets that have different numbers of folds, of scores that are not linear.
    #[error("data sets with different numbers of folds are decided by scores linear in the counts")]
    UnequalFolds,
    /// Too many samples or folds.
    #[error("{0} matrices of the folds are to be looked at, more than the limit of {MOST_POINTS}")]
    TooManyMatrices(u128),
    /// No fold, or more folds than samples.
    #[error("there are {folds} folds of {samples} samples")]
    NoFolds {
        /// Number of folds.
        folds: u64,
        /// Number of samples.
        samples: u64,
    },
}

/// Matrices of all different tests at most.
const MOST_POINTS: u128 = 400_000;
/// Number of compositions that are searched for scores that are not linear, if there are too many
/// compositions to search all.
const MOST_SEARCHED: usize = 8;
/// Number of these that are searched with full effort.
const MOST_SEARCHED_LONG: usize = 4;
/// Compositions that are drawn by shuffling.
const SHUFFLES: usize = 8;
/// Folds at most.
const MOST_FOLDS: u64 = 1000;

/// Decides whether printed numbers can be the means of scores over several tests.
///
/// ```
/// use exactile::reported::{
///     Composition, FoldAnswer, ReportedScore, ReportedValue, Rounding, explain_mean,
/// };
/// let score = |name: &str, text| {
///     let value = ReportedValue::from_text(text, Rounding::Nearest, false).unwrap();
///     ReportedScore { metric: name.parse().unwrap(), value }
/// };
/// let folds = Composition::Known(vec![[2, 3], [4, 3]]);
/// // The mean of x/2 and y/4 is a multiple of 1/8.
/// assert!(matches!(explain_mean(&folds, &[score("tpr", "0.625")])?, FoldAnswer::Possible(_)));
/// assert_eq!(explain_mean(&folds, &[score("tpr", "0.610")])?, FoldAnswer::Impossible(vec![0]));
/// # Ok::<(), exactile::reported::FoldsRefused>(())
/// ```
///
/// # Errors
/// The reason, if the question was not decided or is too large.
pub fn explain_mean(
    composition: &Composition,
    scores: &[ReportedScore],
) -> Result<FoldAnswer, FoldsRefused> {
    let found = explain_mean_with_progress(composition, scores, &go_on)?;
    Ok(found.expect("nothing stops it"))
}

/// As [`explain_mean`]. `advance` is called for rows of lattices and for steps of the searches, and
/// may stop the work: then there is no answer.
///
/// ```
/// use std::ops::ControlFlow;
/// use exactile::reported::{Composition, explain_mean_with_progress};
/// let folds = Composition::Known(vec![[2, 3], [4, 3]]);
/// let stopped = explain_mean_with_progress(&folds, &[], &|| ControlFlow::Break(()))?;
/// assert_eq!(stopped, None);
/// # Ok::<(), exactile::reported::FoldsRefused>(())
/// ```
///
/// # Errors
/// As [`explain_mean`].
pub fn explain_mean_with_progress(
    composition: &Composition,
    scores: &[ReportedScore],
    advance: Advance<'_>,
) -> Result<Option<FoldAnswer>, FoldsRefused> {
    explain_scored(composition, &scored(scores), &Watch::new(advance))
}

/// As [`explain_mean_with_progress`], for measures.
fn explain_scored(
    composition: &Composition,
    scored: &[Scored],
    watch: &Watch<'_>,
) -> Result<Option<FoldAnswer>, FoldsRefused> {
    let mut alternatives = composition.alternatives()?;
    let weights = composition.weights()?;
    let [p, n] = composition.samples();
    let is_linear = |score: &Scored| Surface::new(&score.measure, p, n).linear().is_some();
    let are_linear = scored.iter().all(is_linear);
    if watch.step().is_none() {
        return Ok(None);
    }
    let all: Vec<usize> = (0..scored.len()).collect();
    let decided_by = |alternatives: &[Vec<Size>], set: &[usize], effort: Effort| -> Decision {
        let scores: Vec<&Scored> = set.iter().map(|at| &scored[*at]).collect();
        // What one composition shows at once is not looked for long in others.
        let is_brief = effort == Effort::Brief || alternatives.len() == 1;
        let efforts = if is_brief { vec![effort] } else { vec![Effort::Brief, effort] };
        let mut left: Vec<&Vec<Size>> = alternatives.iter().collect();
        for effort in efforts {
            let mut open = Vec::new();
            for tests in left {
                match decide(tests, weights.as_deref(), &scores, effort, watch) {
                    Decision::Impossible => {}
                    Decision::Open => open.push(tests),
                    found => return found,
                }
            }
            left = open;
        }
        if left.is_empty() { Decision::Impossible } else { Decision::Open }
    };
    let decided =
        |alternatives: &[Vec<Size>], set: &[usize]| decided_by(alternatives, set, Effort::Full);
    // Those of open folds are but some.
    let effort = if composition.open_folds().is_some() { Effort::Brief } else { Effort::Full };
    let decision = decided_by(&alternatives, &all, effort);
    let is_left = !matches!(decision, Decision::Possible(_) | Decision::Stopped);
    let (decision, open) = match composition.open_folds().filter(|_| is_left) {
        Some(folds) => {
            if let Some(found) = even_folds(&folds, scored, watch) {
                return Ok(found);
            }
            match folds.all() {
                Some(compositions) => alternatives = compositions,
                None => return many_compositions(&folds, scored, decided_by, watch),
            }
            (decided(&alternatives, &all), FoldsRefused::UnknownComposition)
        }
        None if weights.is_some() && !are_linear => (decision, FoldsRefused::UnequalFolds),
        None => (decision, FoldsRefused::Undecided),
    };
    match decision {
        Decision::Possible(found) => Ok(Some(FoldAnswer::Possible(found))),
        Decision::Stopped => Ok(None),
        Decision::Open => Err(open),
        Decision::TooMany(points) => Err(FoldsRefused::TooManyMatrices(points)),
        Decision::Impossible => {
            // One score less is worth less effort: what is not proved so stays.
            let effort = if are_linear { Effort::Brief } else { Effort::Full };
            let one_by_one = |set: &[usize]| {
                let mut each = alternatives.iter().map(std::slice::from_ref);
                let is_left = |found: &Decision| !matches!(found, Decision::Impossible);
                let found =
                    each.find_map(|tests| Some(decided_by(tests, set, effort)).filter(is_left));
                found.unwrap_or(Decision::Impossible)
            };
            let impossible = |set: &[usize]| {
                let decision = match decided_by(&alternatives, set, Effort::Brief) {
                    Decision::Open if effort == Effort::Full => one_by_one(set),
                    decision => decision,
                };
                (!matches!(decision, Decision::Stopped))
                    .then_some(matches!(decision, Decision::Impossible))
            };
            Ok(conflict(scored.len(), impossible).map(FoldAnswer::Impossible))
        }
    }
}

fn scored(scores: &[ReportedScore]) -> Vec<Scored> {
    let of = |score: &ReportedScore| Scored {
        measure: Measure::Metric(score.metric.clone()),
        value: score.value.clone(),
    };
    scores.iter().map(of).collect()
}

/// Weights of scores that prove means impossible, all of which are linear in the counts; `None` if
/// no weights are known that do so for every composition that the tests may have.
///
/// ```
/// use exactile::reported::{Composition, ReportedScore, ReportedValue, Rounding, fold_proof};
/// let score = |name: &str, text| {
///     let value = ReportedValue::from_text(text, Rounding::Nearest, false).unwrap();
///     ReportedScore { metric: name.parse().unwrap(), value }
/// };
/// let folds = Composition::Known(vec![[10, 30], [20, 20]]);
/// // Balanced accuracy is half the sum.
/// let scores = [score("tpr", "0.80"), score("tnr", "0.60"), score("ba", "0.80")];
/// let proof = fold_proof(&folds, &scores).unwrap();
/// assert_eq!(proof.weights.len(), 3);
/// assert!(proof.reached < proof.printed);
/// ```
pub fn fold_proof(composition: &Composition, scores: &[ReportedScore]) -> Option<FoldProof> {
    if composition.open_folds().is_some() {
        return None;
    }
    let scored = scored(scores);
    let weights = composition.weights().ok()?;
    let scores: Vec<&Scored> = scored.iter().collect();
    linear::proof(&composition.alternatives().ok()?, weights.as_deref(), &scores)
}

/// Proof that no folds of nearly equal sizes, with classes as they fall, have the means of scores
/// that are linear in the counts; `None` if no short proof is known, for other folds, and once
/// `advance` stops the work.
///
/// ```
/// use exactile::reported::*;
/// let score = |name: &str, text| {
///     let value = ReportedValue::from_text(text, Rounding::Nearest, false).unwrap();
///     ReportedScore { metric: name.parse().unwrap(), value }
/// };
/// let folds = Composition::Even { folds: 5, positives: 38, negatives: 262 };
/// let scores = [score("tpr", "0.80"), score("tnr", "0.60"), score("ba", "0.80")];
/// let go_on = || std::ops::ControlFlow::Continue(());
/// let Some(EvenProof::AtOnce(case)) = even_proof(&folds, &scores, &go_on) else { panic!() };
/// // Balanced accuracy is half the sum, whatever the folds.
/// assert!(case.positive.is_zero() && case.proof.reached < case.proof.printed);
/// ```
pub fn even_proof(
    composition: &Composition,
    scores: &[ReportedScore],
    advance: Advance<'_>,
) -> Option<EvenProof> {
    let scored = scored(scores);
    let scores: Vec<&Scored> = scored.iter().collect();
    cases::proof(&composition.open_folds()?, &scores, &Watch::new(advance))
}

/// Scores of which none can be left out without the proof that they are impossible; `None` once the
/// work is stopped.
fn conflict(scores: usize, impossible: impl Fn(&[usize]) -> Option<bool>) -> Option<Vec<usize>> {
    let mut enough: Vec<usize> = (0..scores).collect();
    for at in 0..scores {
        let without: Vec<usize> = enough.iter().copied().filter(|other| *other != at).collect();
        if impossible(&without)? {
            enough = without;
        }
    }
    Some(enough)
}

/// Decides folds of nearly equal sizes whose scores are linear; `None` if that is left open.
fn even_folds(
    folds: &OpenFolds,
    scored: &[Scored],
    watch: &Watch<'_>,
) -> Option<Option<FoldAnswer>> {
    let decided = |set: &[usize], effort: Effort| {
        let scores: Vec<&Scored> = set.iter().map(|at| &scored[*at]).collect();
        Some(beginnings::decide(&even::Folds::new(folds, &scores)?, effort, watch))
    };
    let impossible = |set: &[usize]| match decided(set, Effort::Brief) {
        Some(Decision::Stopped) => None,
        decision => Some(matches!(decision, Some(Decision::Impossible))),
    };
    match decided(&(0..scored.len()).collect::<Vec<usize>>(), Effort::Full)? {
        Decision::Possible(found) => Some(Some(FoldAnswer::Possible(found))),
        Decision::Stopped => Some(None),
        Decision::Open | Decision::TooMany(_) => None,
        Decision::Impossible => {
            Some(conflict(scored.len(), impossible).map(FoldAnswer::Impossible))
        }
    }
}

/// Decides folds with too many compositions to search all: possible if folds of some compositions
/// that differ much are possible, impossible if that is proved of all at once ([`relaxed`]).
fn many_compositions(
    folds: &OpenFolds,
    scored: &[Scored],
    decided: impl Fn(&[Vec<Size>], &[usize], Effort) -> Decision,
    watch: &Watch<'_>,
) -> Result<Option<FoldAnswer>, FoldsRefused> {
    use Effort::{Brief, Full};
    let by_effort = |set: &[usize], effort| {
        let scores: Vec<&Scored> = set.iter().map(|at| &scored[*at]).collect();
        let folds = relaxed::Folds::new(folds, &scores);
        folds.map_or(Some(false), |folds| folds.are_impossible(effort, watch))
    };
    let conflict =
        || Ok(conflict(scored.len(), |set| by_effort(set, Brief)).map(FoldAnswer::Impossible));
    let all: Vec<usize> = (0..scored.len()).collect();
    match by_effort(&all, Brief) {
        None => return Ok(None),
        Some(true) => return conflict(),
        Some(false) => {}
    }
    let mut differing = folds.differing();
    let Size { positives, negatives } = folds.samples;
    let largest = |score: &Scored| Surface::new(&score.measure, positives, negatives);
    let decision = if scored.iter().any(|score| largest(score).linear().is_none()) {
        // Their matrices are looked for, not solved for: long in compositions that are usual, and
        // briefly in others.
        differing.truncate(MOST_SEARCHED);
        let mut usual = folds.shuffled(SHUFFLES);
        usual.extend(differing.first().cloned());
        let unusual = usual.split_off(usual.len().min(MOST_SEARCHED_LONG));
        match decided(&usual, &all, Full) {
            Decision::Open | Decision::Impossible => {
                decided(&[unusual, differing].concat(), &all, Brief)
            }
            decision => decision,
        }
    } else {
        let scores: Vec<&Scored> = scored.iter().collect();
        if let Some(found) = drawn::witness(folds, &scores, watch) {
            return Ok(Some(FoldAnswer::Possible(found)));
        }
        decided(&differing, &all, Brief)
    };
    let refused = match decision {
        Decision::Possible(found) => return Ok(Some(FoldAnswer::Possible(found))),
        Decision::Stopped => return Ok(None),
        Decision::TooMany(points) => FoldsRefused::TooManyMatrices(points),
        Decision::Open | Decision::Impossible => FoldsRefused::UnknownComposition,
    };
    match by_effort(&all, Full) {
        None => Ok(None),
        Some(true) => conflict(),
        Some(false) => Err(refused),
    }
}

impl Composition {
    /// The folds, if their compositions are open.
    fn open_folds(&self) -> Option<OpenFolds> {
        match *self {
            Self::Known(_) | Self::DataSets(_) | Self::Stratified { .. } => None,
            Self::Unknown { folds, positives, negatives }
            | Self::Even { folds, positives, negatives } => Some(OpenFolds {
                folds,
                repeats: 1,
                samples: Size { positives, negatives },
                is_even: matches!(self, Self::Even { .. }),
            }),
            Self::Repeated { repeats, ref of } => of
                .open_folds()
                .map(|folds| OpenFolds { repeats: folds.repeats.saturating_mul(repeats), ..folds }),
        }
    }

    /// Returns the weights of the tests in means, by which those of each data set add up to the
    /// same; `None` if all tests weigh the same.
    fn weights(&self) -> Result<Option<Vec<u64>>, FoldsRefused> {
        let of = match self {
            Self::DataSets(sets) => sets,
            Self::Repeated { repeats, of } => {
                let times = usize::try_from(*repeats).unwrap_or(usize::MAX);
                return Ok(of.weights()?.map(|weights| weights.repeat(times)));
            }
            _ => return Ok(None),
        };
        let folds = |set: &Vec<[u64; 2]>| set.len() as u64;
        if of.iter().all(|set| folds(set) == folds(&of[0])) {
            return Ok(None);
        }
        let common = of.iter().try_fold(1_u64, |common, set| {
            (common / common.gcd(&folds(set))).checked_mul(folds(set))
        });
        let common = common.filter(|common| *common > 0).ok_or(FoldsRefused::Undecided)?;
        let weights = of.iter().flat_map(|set| vec![common / folds(set); set.len()]);
        Ok(Some(weights.collect()))
    }

    /// Returns the sizes of all tests, in every way they may be, and `true`; or some of the ways,
    /// if they are too many.
    pub(super) fn sizes(&self) -> Result<(Vec<Vec<Size>>, bool), FoldsRefused> {
        if self.weights()?.is_some() {
            return Err(FoldsRefused::UnequalFolds);
        }
        let Some(folds) = self.open_folds() else { return Ok((self.alternatives()?, true)) };
        Ok(match folds.all() {
            Some(compositions) => (compositions, true),
            None => (self.alternatives()?, false),
        })
    }

    /// The sizes of all tests, in every way they may be; of open folds only those that are
    /// stratified.
    fn alternatives(&self) -> Result<Vec<Vec<Size>>, FoldsRefused> {
        let size = |[positives, negatives]: &[u64; 2]| Size {
            positives: *positives,
            negatives: *negatives,
        };
        let alternatives = match *self {
            Self::Known(ref tests) => vec![tests.iter().map(size).collect()],
            Self::DataSets(ref sets) => match sets.iter().any(Vec::is_empty) {
                true => return Err(FoldsRefused::NoFolds { folds: 0, samples: 0 }),
                false => vec![sets.iter().flatten().map(size).collect()],
            },
            Self::Repeated { repeats, ref of } => {
                let mut alternatives = of.alternatives()?;
                for tests in &mut alternatives {
                    let folds = (tests.len() as u64).saturating_mul(repeats);
                    if folds == 0 || folds > MOST_FOLDS {
                        let samples = of.samples().into_iter().fold(0, u64::saturating_add);
                        return Err(FoldsRefused::NoFolds { folds, samples });
                    }
                    *tests = tests.repeat(usize::try_from(repeats).expect("few"));
                }
                alternatives
            }
            Self::Stratified { folds, positives, negatives }
            | Self::Unknown { folds, positives, negatives }
            | Self::Even { folds, positives, negatives } => {
                let samples = positives.saturating_add(negatives);
                if folds == 0 || folds > MOST_FOLDS || folds > samples {
                    return Err(FoldsRefused::NoFolds { folds, samples });
                }
                let [more_positives, more_negatives] = [positives % folds, negatives % folds];
                // As many folds have one more of both classes.
                let least = (more_positives + more_negatives).saturating_sub(folds);
                let most = match self {
                    // As few as can be makes the sizes even.
                    Self::Even { .. } => least,
                    _ => more_positives.min(more_negatives),
                };
                let shared = least..=most;
                let composed = |both: u64| {
                    let size = |fold: u64| Size {
                        positives: positives / folds + u64::from(fold < more_positives),
                        negatives: negatives / folds
                            + u64::from(
                                fold < both
                                    || fold >= more_positives
                                        && fold < more_positives + more_negatives - both,
                            ),
                    };
                    (0..folds).map(size).collect::<Vec<Size>>()
                };
                shared.map(composed).collect()
            }
        };
        for tests in &alternatives {
            let folds = tests.len() as u64;
            let samples = tests.iter().flat_map(|size| [size.positives, size.negatives]);
            let samples = samples.fold(0, u64::saturating_add);
            if tests.is_empty() || folds > MOST_FOLDS {
                return Err(FoldsRefused::NoFolds { folds, samples });
            }
        }
        Ok(alternatives)
    }
}
