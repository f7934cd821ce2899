//! The matrices that explain a row, or scores that contradict each other.

use std::ops::ControlFlow;

use super::implied::{ImpliedRange, Ranges};
use super::nearest::{Nearest, nearest};
use super::reading::{Fit, Reading, misprints, readings};
use super::row::{Asked, Counted, NoAnswer, ReportedRow, ReportedScore};
use super::search::{Scored, Size, Sizes, search};
use super::surface::Measure;
use crate::parallel;
use crate::work::{Advance, TooMuchWork, Watch, Work};

/// Explanation of a row.
///
/// ```
/// # use exactile::reported::{ReportedRow, ReportedScore, ReportedValue, Rounding, explain};
/// # let score = |name: &str, text| {
/// #     let value = ReportedValue::from_text(text, Rounding::Nearest, false).unwrap();
/// #     ReportedScore { metric: name.parse().unwrap(), value }
/// # };
/// let scores = vec![score("tpr", "0.67"), score("tnr", "0.50")];
/// let row = ReportedRow { positives: 3..=3, negatives: 4..=4, samples: None, scores };
/// let found = explain(&row, true)?;
/// assert_eq!((found.matrices, found.first.map(|matrix| matrix.tp)), (1, Some(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Number of confusion matrices that explain the row.
    pub matrices: u128,
    /// The first of them by P, N, TP and TN.
    pub first: Option<Counted>,
    /// All of them in this order, if requested.
    pub points: Option<Vec<Counted>>,
    /// The numbers of samples of those matrices.
    pub sizes: Option<PossibleSizes>,
    /// Ranges of the requested metrics on these matrices.
    pub implied: Vec<ImpliedRange>,
    /// If there is none, the positions of scores that contradict each other, as few as possible:
    /// any fewer scores are possible together. Empty if there are no samples at all.
    pub conflict: Option<Vec<usize>>,
    /// If there is none and it was asked for, the matrix that comes closest; `None` too if every
    /// matrix has a score that is undefined or infinite, or if there would be too much to search.
    pub nearest: Option<Nearest>,
    /// Likewise, other readings of the numbers under which the row is possible; `None` if there
    /// would be too much to search.
    pub readings: Option<Vec<Reading>>,
}

/// The numbers of samples that the matrices which explain a row have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PossibleSizes {
    /// Number of pairs of P and N.
    pub count: u64,
    /// The fewest and the most positive samples.
    pub positives: [u64; 2],
    /// The fewest and the most negative samples.
    pub negatives: [u64; 2],
}

impl Explanation {
    /// Returns `true` if the row can be true.
    ///
    /// ```
    /// # use exactile::reported::{ReportedRow, ReportedScore, ReportedValue, Rounding, explain};
    /// # let score = |name: &str, text| {
    /// #     let value = ReportedValue::from_text(text, Rounding::Nearest, false).unwrap();
    /// #     ReportedScore { metric: name.parse().unwrap(), value }
    /// # };
    /// let scores = vec![score("tpr", "0.67"), score("tnr", "0.50")];
    /// let row = ReportedRow { positives: 3..=3, negatives: 4..=4, samples: None, scores };
    /// assert!(explain(&row, false)?.is_consistent());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_consistent(&self) -> bool {
        self.first.is_some()
    }
}

/// Explains a row; `points` asks for all matrices.
///
/// O(k rows log N) positions of k scores for each P and N, the rows being those that the metrics of
/// TP alone leave over. Looking for a conflict asks the same of sets of scores, from the smallest
/// upwards.
///
/// ```
/// use exactile::reported::{ReportedRow, ReportedScore, ReportedValue, Rounding, explain};
/// let score = |name: &str, text| {
///     let value = ReportedValue::from_text(text, Rounding::Nearest, false).unwrap();
///     ReportedScore { metric: name.parse().unwrap(), value }
/// };
/// let scores = vec![score("tpr", "0.67"), score("tnr", "0.50"), score("accuracy", "0.90")];
/// let row = ReportedRow { positives: 3..=3, negatives: 4..=4, samples: None, scores };
/// assert_eq!(explain(&row, false)?.conflict, Some(vec![2]));
/// # Ok::<(), exactile::work::TooMuchWork>(())
/// ```
///
/// # Errors
/// More than [`Work::ReportedRows`] rows of lattices, or [`Work::ListedMatrices`] matrices to list.
pub fn explain(row: &ReportedRow, points: bool) -> Result<Explanation, TooMuchWork> {
    let found = explain_with_progress(row, points, &|| ControlFlow::Continue(()))?;
    Ok(found.expect("nothing stops it"))
}

/// As [`explain`]. `advance` is called for each size and for every thousandth row of a lattice, and
/// may stop the work: then there is no result.
///
/// # Errors
/// As [`explain`].
pub fn explain_with_progress(
    row: &ReportedRow,
    points: bool,
    advance: Advance<'_>,
) -> Result<Option<Explanation>, TooMuchWork> {
    examine_with_progress(row, &Asked { points, ..Asked::default() }, advance)
}

/// Explains a row, with the optional results of `asked`.
///
/// ```
/// use exactile::reported::{Asked, ReportedRow, ReportedScore, ReportedValue, Rounding, examine};
/// use exactile::Metric;
/// let score = |name: &str, text| {
///     let value = ReportedValue::from_text(text, Rounding::Nearest, false).unwrap();
///     ReportedScore { metric: name.parse().unwrap(), value }
/// };
/// let scores = vec![score("tpr", "0.51"), score("tnr", "0.94")];
/// let row = ReportedRow { positives: 100..=100, negatives: 500..=500, samples: None, scores };
/// let asked = Asked { implied: vec![Metric::Ppv], ..Asked::default() };
/// let found = examine(&row, &asked)?;
/// let ppv = &found.implied[0];
/// assert_eq!((ppv.lower.to_string(), ppv.upper.to_string()), ("51/83".into(), "51/79".into()));
/// # Ok::<(), exactile::work::TooMuchWork>(())
/// ```
///
/// # Errors
/// As [`explain`].
pub fn examine(row: &ReportedRow, asked: &Asked) -> Result<Explanation, TooMuchWork> {
    let found = examine_with_progress(row, asked, &|| ControlFlow::Continue(()))?;
    Ok(found.expect("nothing stops it"))
}

/// As [`examine`]. `advance` is called as by [`explain_with_progress`].
///
/// # Errors
/// As [`explain`].
pub fn examine_with_progress(
    row: &ReportedRow,
    asked: &Asked,
    advance: Advance<'_>,
) -> Result<Option<Explanation>, TooMuchWork> {
    match examined(row, asked, &Watch::new(advance)) {
        Ok(found) => Ok(Some(found)),
        Err(NoAnswer::TooMuchWork(refused)) => Err(refused),
        Err(NoAnswer::Stopped) => Ok(None),
    }
}

/// Returns the results of [`examine`] for each row, computed on all cores; `done` is called after
/// each one.
pub fn examine_all(
    rows: &[(ReportedRow, Asked)],
    done: &(dyn Fn() + Sync),
) -> Vec<Result<Explanation, TooMuchWork>> {
    parallel::map(rows, |(row, asked)| {
        let found = examine(row, asked);
        done();
        found
    })
}

fn examined(row: &ReportedRow, asked: &Asked, watch: &Watch<'_>) -> Result<Explanation, NoAnswer> {
    let scores: Vec<Scored> = row.scores.iter().map(scored).collect();
    let measures: Vec<Measure> = asked.implied.iter().cloned().map(Measure::Metric).collect();
    let sizes = Sizes::of(row);
    let mut listed = asked.points.then(Vec::new);
    let mut implied = Ranges::new(&asked.implied, &measures);
    let mut found = Explanation {
        matrices: 0,
        first: None,
        points: None,
        sizes: None,
        implied: Vec::new(),
        conflict: None,
        nearest: None,
        readings: None,
    };
    let mut last = None;
    let all: Vec<&Scored> = scores.iter().collect();
    let (searched, rows) = search(&sizes, &all, watch, |size, tp, [low, high]| {
        found.matrices += u128::from(high - low) + 1;
        found.first.get_or_insert_with(|| size.matrix(tp, low));
        if last != Some(size) {
            last = Some(size);
            found.sizes = Some(PossibleSizes::with(found.sizes, size));
        }
        implied.add(size, tp, [low, high]);
        if let Some(listed) = &mut listed {
            if let Err(refused) = Work::ListedMatrices.check(found.matrices) {
                return ControlFlow::Break(refused);
            }
            listed.extend((low..=high).map(|tn| size.matrix(tp, tn)));
        }
        ControlFlow::Continue(())
    })?;
    if let ControlFlow::Break(refused) = searched {
        return Err(refused.into());
    }
    found.points = listed;
    if found.first.is_some() {
        found.implied = implied.finish();
        return Ok(found);
    }
    let conflict = conflict(&sizes, &scores, watch)?;
    if asked.diagnosis {
        found.nearest = nearest(&sizes, &scores, watch)?;
        found.readings = readings([&sizes, &Sizes::swapped(row)], &scores, &conflict, rows, watch)?;
        if let Some(readings) = &mut found.readings {
            let found = |row: &ReportedRow, asked: &Asked| {
                let Explanation { first, matrices, implied, .. } = examined(row, asked, watch)?;
                Ok(first.map(|first| Fit { first, matrices, implied }))
            };
            let misprints = misprints(row, &conflict, found)?;
            // Of few scores any that contradicts another may be wrong.
            if misprints.len() == 1 {
                readings.splice(0..0, misprints);
            } else if row.scores.len() > 3 {
                readings.extend(misprints);
            }
        }
    }
    found.conflict = Some(conflict);
    Ok(found)
}

fn scored(score: &ReportedScore) -> Scored {
    Scored { measure: Measure::Metric(score.metric.clone()), value: score.value.clone() }
}

impl PossibleSizes {
    fn with(known: Option<Self>, Size { positives, negatives }: Size) -> Self {
        let wider = |[low, high]: [u64; 2], one: u64| [low.min(one), high.max(one)];
        match known {
            None => Self { count: 1, positives: [positives; 2], negatives: [negatives; 2] },
            Some(known) => Self {
                count: known.count + 1,
                positives: wider(known.positives, positives),
                negatives: wider(known.negatives, negatives),
            },
        }
    }
}

/// A smallest set of scores that contradict each other, in a row that cannot be explained.
fn conflict(sizes: &Sizes, scores: &[Scored], watch: &Watch<'_>) -> Result<Vec<usize>, NoAnswer> {
    let is_possible = |set: &[usize]| -> Result<bool, NoAnswer> {
        let scores: Vec<&Scored> = set.iter().map(|at| &scores[*at]).collect();
        Ok(search(sizes, &scores, watch, |_, _, _| ControlFlow::Break(()))?.0.is_break())
    };
    // Each score that can be left out is: what is left bounds the size.
    let mut enough: Vec<usize> = (0..scores.len()).collect();
    for at in 0..scores.len() {
        let without: Vec<usize> = enough.iter().copied().filter(|other| *other != at).collect();
        if !is_possible(&without)? {
            enough = without;
        }
    }
    for size in 1..enough.len() {
        let mut set: Vec<usize> = (0..size).collect();
        loop {
            if !is_possible(&set)? {
                return Ok(set);
            }
            if !next_set(&mut set, scores.len()) {
                break;
            }
        }
    }
    Ok(enough)
}

/// Moves to the next set of as many of the numbers below `count`; returns `false` after the last
/// set.
fn next_set(set: &mut [usize], count: usize) -> bool {
    let size = set.len();
    let Some(at) = (0..size).rev().find(|&at| set[at] < count - size + at) else { return false };
    set[at] += 1;
    for next in at + 1..size {
        set[next] = set[next - 1] + 1;
    }
    true
}
