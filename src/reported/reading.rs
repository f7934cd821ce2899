//! Other readings of a row that no matrix explains.

use std::ops::ControlFlow;

use super::implied::ImpliedRange;
use super::name::F1_OF_NEGATIVES;
use super::row::{Asked, Counted, NoAnswer, ReportedRow, ReportedScore};
use super::search::{Scored, Sizes, search};
use super::slip::Slip;
use super::surface::{Average, Height, Measure, Surface};
use super::value::{ReportedValue, Rounding};
use crate::num::Rational;
use crate::score::{Metric, ValueForm};
use crate::work::{Watch, Work};

/// Another reading of a row's numbers, and a matrix that explains the row so read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Kind of the other reading.
    pub kind: ReadingKind,
    /// The positions of the scores that are read differently, in the order of the row.
    pub scores: Vec<usize>,
    /// The first matrix that explains the row then, with the positive class of the row.
    pub first: Counted,
    /// The possible values of the score, if it alone is misprinted.
    pub misprint: Option<Misprint>,
}

/// A score that is misprinted, if all others are right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misprint {
    /// Number of matrices that have all other scores.
    pub matrices: u128,
    /// The values of the score on them.
    pub range: ImpliedRange,
    /// The slip that explains it, if a matrix has all scores with the number that was meant.
    pub slip: Option<Slip>,
}

/// Matrices that explain a row.
pub(super) struct Fit {
    /// The first of them.
    pub(super) first: Counted,
    /// Number of them.
    pub(super) matrices: u128,
    /// The requested ranges.
    pub(super) implied: Vec<ImpliedRange>,
}

/// Scores of which each is misprinted, if all others are right: at least two others, or else
/// nothing is learnt from them.
pub(super) fn misprints(
    row: &ReportedRow,
    conflict: &[usize],
    explained: impl Fn(&ReportedRow, &Asked) -> Result<Option<Fit>, NoAnswer>,
) -> Result<Vec<Reading>, NoAnswer> {
    let mut found = Vec::new();
    if row.scores.len() < 3 {
        return Ok(found);
    }
    for &at in conflict {
        let mut others = row.clone();
        let ReportedScore { metric, value } = others.scores.remove(at);
        let asked = Asked { implied: vec![metric], ..Asked::default() };
        let Some(Fit { first, matrices, implied }) = explained(&others, &asked)? else { continue };
        let Some(range) = implied.into_iter().next() else { continue };
        let mut slip = None;
        for meant in value.slips() {
            let mut other = row.clone();
            other.scores[at].value = meant.value.clone();
            if explained(&other, &Asked::default())?.is_some() {
                slip = Some(meant);
                break;
            }
        }
        found.push(Reading {
            kind: ReadingKind::Misprint,
            scores: vec![at],
            first,
            misprint: Some(Misprint { matrices, range, slip }),
        });
    }
    Ok(found)
}

/// Other reading of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReadingKind {
    /// The scores have the other class as positive, or the numbers of samples are exchanged.
    ClassesSwapped,
    /// The numbers were rounded in another way.
    Rounded(Rounding),
    /// The numbers are percentages.
    Percent,
    /// The numbers are no percentages.
    Share,
    /// The scores are averages over both classes, each counted alike: macro averages.
    Macro,
    /// The scores are averages over both classes by their samples: weighted averages.
    Weighted,
    /// The scores are of counts added up over both classes, which makes each of them accuracy:
    /// micro averages.
    Micro,
    /// The scores are those of balanced classes.
    Balanced,
    /// The score has the name of another one.
    Named(&'static str),
    /// The score is undefined and was printed as 0; of means, it counts as 0 on tests where it is
    /// undefined.
    UndefinedAsZero,
    /// For means: tests on which a score is undefined are left out of its mean.
    UndefinedLeftOut,
    /// F1 is the harmonic mean of the mean precision and the mean recall.
    F1OfMeans,
    /// The scores are those of all tests together.
    Pooled,
    /// The score is another one than is printed, and the others are right.
    Misprint,
}

/// The readings that make a row possible. Those of a single score are tried only for scores that
/// contradict each other: any other leaves the contradiction. `None` if there are too many `rows`
/// to search again and again. `sizes` are those of the row, and those with the classes exchanged.
pub(super) fn readings(
    [sizes, swapped]: [&Sizes; 2],
    scores: &[Scored],
    conflict: &[usize],
    rows: u128,
    watch: &Watch<'_>,
) -> Result<Option<Vec<Reading>>, NoAnswer> {
    /// Greatest number of searches of the rows for readings.
    const READINGS: u128 = 64;
    if Work::ReportedRows.check(rows.saturating_mul(READINGS)).is_err() {
        return Ok(None);
    }
    let mut found = Vec::new();
    for (kind, scores, changed) in candidates(scores, conflict) {
        let sizes = if kind == ReadingKind::ClassesSwapped { swapped } else { sizes };
        if sizes.are_many() && !scores.iter().all(|score| score.measure.ignores_tn()) {
            continue;
        }
        let first = if kind == ReadingKind::UndefinedAsZero {
            undefined_as_zero(sizes, &scores, changed[0], watch)
        } else {
            let scores: Vec<&Scored> = scores.iter().collect();
            let searched = search(sizes, &scores, watch, |size, tp, [tn, _]| {
                ControlFlow::Break(size.matrix(tp, tn))
            });
            searched.map(|(searched, _)| searched.break_value())
        };
        let first = match first {
            Err(NoAnswer::TooMuchWork(_)) => return Ok(None),
            other => other?,
        };
        let Some(mut first) = first else { continue };
        if kind == ReadingKind::ClassesSwapped {
            let Counted { tn, fp, fn_, tp } = first;
            first = Counted { tn: tp, fp: fn_, fn_: fp, tp: tn };
        }
        found.push(Reading { kind, scores: changed, first, misprint: None });
    }
    Ok(Some(found))
}

type Candidate = (ReadingKind, Vec<Scored>, Vec<usize>);

/// Returns the readings to try: kind, scores, and the positions of those that are read differently.
fn candidates(scores: &[Scored], conflict: &[usize]) -> Vec<Candidate> {
    let every: Vec<usize> = (0..scores.len()).collect();
    let mut tried: Vec<Candidate> =
        vec![(ReadingKind::ClassesSwapped, scores.to_vec(), every.clone())];
    for rounding in [Rounding::Nearest, Rounding::Truncated, Rounding::Unit] {
        let kind = ReadingKind::Rounded(rounding);
        tried.push(with_values(scores, &every, kind, |value| value.rounded_as(rounding)));
    }
    let hundredth = Rational::new(1, 100);
    let hundred = Rational::from(100);
    let single: Vec<Vec<usize>> = conflict.iter().map(|at| vec![*at]).collect();
    for chosen in single.iter().chain([&every]) {
        tried.push(with_values(scores, chosen, ReadingKind::Percent, |value| {
            value.times(&hundredth)
        }));
        tried.push(with_values(scores, chosen, ReadingKind::Share, |value| value.times(&hundred)));
    }
    for (kind, of) in [
        (ReadingKind::Macro, macro_average as fn(&Metric) -> Option<Measure>),
        (ReadingKind::Weighted, weighted_average),
        (ReadingKind::Micro, micro_average),
        (ReadingKind::Balanced, balanced),
    ] {
        for chosen in [&every].into_iter().chain(&single) {
            let read = |at: &usize| match &scores[*at].measure {
                Measure::Metric(metric) => Some((*at, of(metric)?)),
                _ => None,
            };
            let changes: Vec<(usize, Measure)> = chosen.iter().filter_map(read).collect();
            let mut changed = scores.to_vec();
            for (at, measure) in &changes {
                changed[*at].measure = measure.clone();
            }
            tried.push((kind, changed, changes.iter().map(|(at, _)| *at).collect()));
        }
    }
    for &at in conflict {
        let Measure::Metric(metric) = &scores[at].measure else { continue };
        for name in neighbours(metric) {
            let Ok(metric) = name.parse() else { continue };
            let mut changed = scores.to_vec();
            changed[at].measure = Measure::Metric(metric);
            tried.push((ReadingKind::Named(name), changed, vec![at]));
        }
        let ReportedValue { lower, upper, .. } = &scores[at].value;
        if !lower.is_positive() && !upper.is_negative() {
            tried.push((ReadingKind::UndefinedAsZero, scores.to_vec(), vec![at]));
        }
    }
    // Nothing twice, and nothing as it was.
    let mut distinct: Vec<Candidate> = Vec::new();
    for candidate in tried {
        let (kind, changed, at) = &candidate;
        let is_same = |one: &[Scored], other: &[Scored]| {
            one.iter().zip(other).all(|(a, b)| a.measure == b.measure && a.value == b.value)
        };
        let keeps_scores =
            matches!(kind, ReadingKind::ClassesSwapped | ReadingKind::UndefinedAsZero);
        let is_new = keeps_scores
            || !is_same(changed, scores)
                && !distinct.iter().any(|(_, earlier, _)| is_same(changed, earlier));
        if is_new && !at.is_empty() {
            distinct.push(candidate);
        }
    }
    distinct
}

/// The scores with some values read otherwise.
fn with_values(
    scores: &[Scored],
    chosen: &[usize],
    kind: ReadingKind,
    read: impl Fn(&ReportedValue) -> ReportedValue,
) -> Candidate {
    let mut changed = scores.to_vec();
    for at in chosen {
        changed[*at].value = read(&scores[*at].value);
    }
    (kind, changed, chosen.to_vec())
}

pub(super) fn macro_average(metric: &Metric) -> Option<Measure> {
    Some(match metric {
        Metric::Tpr | Metric::Tnr => Measure::Metric(Metric::BalancedAccuracy),
        Metric::Ppv | Metric::Npv => Measure::Average(Average::MacroPrecision),
        Metric::FBeta(beta) if *beta == Rational::ONE => Measure::Average(Average::MacroF1),
        _ => return None,
    })
}

pub(super) fn weighted_average(metric: &Metric) -> Option<Measure> {
    Some(match metric {
        Metric::Tpr => Measure::Metric(Metric::Accuracy),
        Metric::Ppv => Measure::Average(Average::WeightedPrecision),
        Metric::FBeta(beta) if *beta == Rational::ONE => Measure::Average(Average::WeightedF1),
        _ => return None,
    })
}

fn micro_average(metric: &Metric) -> Option<Measure> {
    let is_averaged = match metric {
        Metric::Tpr | Metric::Ppv => true,
        Metric::FBeta(beta) => *beta == Rational::ONE,
        _ => false,
    };
    is_averaged.then_some(Measure::Metric(Metric::Accuracy))
}

fn balanced(metric: &Metric) -> Option<Measure> {
    Some(Measure::Metric(match metric {
        Metric::Accuracy => Metric::BalancedAccuracy,
        Metric::Ppv => Metric::PpvBalanced,
        Metric::Npv => Metric::NpvBalanced,
        Metric::FBeta(beta) if *beta == Rational::ONE => Metric::F1Balanced,
        Metric::ThreatScore => Metric::ThreatScoreBalanced,
        Metric::Mcc => Metric::MccBalanced,
        Metric::Markedness => Metric::MarkednessBalanced,
        Metric::FowlkesMallows => Metric::FowlkesMallowsBalanced,
        Metric::Kappa => Metric::Informedness,
        _ => return None,
    }))
}

/// The metrics that a metric's name or value is taken for.
fn neighbours(metric: &Metric) -> &'static [&'static str] {
    match metric {
        Metric::Accuracy => &["error-rate", "gm", "informedness"],
        Metric::ErrorRate => &["accuracy"],
        Metric::Tpr => &["fnr", "tnr", "ppv"],
        Metric::Tnr => &["fpr", "tpr", "npv"],
        Metric::Fpr => &["tnr", "fnr", "fdr"],
        Metric::Fnr => &["tpr", "fpr", "for"],
        Metric::Ppv => &["fdr", "npv", "tpr"],
        Metric::Npv => &["for", "ppv", "tnr"],
        Metric::Fdr => &["ppv", "for", "fpr"],
        Metric::For => &["npv", "fdr", "fnr"],
        Metric::BalancedAccuracy => &["accuracy", "gm", "informedness"],
        Metric::Informedness => &["ba", "kappa", "mcc"],
        Metric::Mcc => &["kappa", "informedness"],
        Metric::Kappa => &["mcc", "scott-pi"],
        Metric::ThreatScore => &["f1", "jaccard-negative"],
        Metric::GeometricMean => &["ba", "fm"],
        Metric::FowlkesMallows => &["f1", "gm"],
        Metric::Plr => &["nlr"],
        Metric::Nlr => &["plr"],
        Metric::FBeta(beta) if *beta == Rational::ONE => &[F1_OF_NEGATIVES, "ts", "fm", "gm"],
        Metric::FBeta(_) => &["f1"],
        _ => &[],
    }
}

/// The first matrix that explains all scores but one, which is undefined there.
fn undefined_as_zero(
    sizes: &Sizes,
    scores: &[Scored],
    zero: usize,
    watch: &Watch<'_>,
) -> Result<Option<Counted>, NoAnswer> {
    let others: Vec<&Scored> =
        (0..scores.len()).filter(|at| *at != zero).map(|at| &scores[at]).collect();
    let measure = &scores[zero].measure;
    let (searched, _) = search(sizes, &others, watch, |size, tp, [low, high]| {
        let surface = Surface::shared(measure, size.positives, size.negatives);
        let row = surface.row(tp);
        // Undefined at corners, or everywhere.
        for tn in [low, high] {
            let is_undefined = match surface.form {
                ValueForm::Quantiles => surface.value(tp, tn).undefined().is_some(),
                _ => matches!(row.height(tn), Height::Undefined),
            };
            if is_undefined {
                return ControlFlow::Break(size.matrix(tp, tn));
            }
        }
        ControlFlow::Continue(())
    })?;
    Ok(searched.break_value())
}
