//! The matrices that explain a row, or scores that contradict each other.

use std::ops::{ControlFlow, RangeInclusive};

use super::staircase::{Staircase, range_within};
use super::value::ReportedValue;
use crate::score::Metric;
use crate::work::{Advance, TooMuchWork, Watch, Work};

/// A score of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedScore {
    /// The metric.
    pub metric: Metric,
    /// The values that were printed for it.
    pub value: ReportedValue,
}

/// What is reported of one classifier on one test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedRow {
    /// How many positive samples there may have been.
    pub positives: RangeInclusive<u64>,
    /// How many negative samples there may have been.
    pub negatives: RangeInclusive<u64>,
    /// The scores.
    pub scores: Vec<ReportedScore>,
}

/// A confusion matrix of whole numbers.
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

/// How a row can be explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// How many confusion matrices explain it.
    pub matrices: u128,
    /// The first of them by P, N, TP and TN.
    pub first: Option<Counted>,
    /// All of them in this order, if they are asked for.
    pub points: Option<Vec<Counted>>,
    /// If there is none, the positions of scores that contradict each other, as few as possible: any
    /// fewer scores are possible together. Empty if there are no samples at all.
    pub conflict: Option<Vec<usize>>,
}

impl Explanation {
    /// Returns `true` if the row can be true.
    pub fn is_consistent(&self) -> bool {
        self.first.is_some()
    }
}

/// Explains a row; `points` asks for all matrices.
///
/// O(k rows log N) positions of k scores for each P and N, the rows being those that the metrics of TP alone
/// leave over. Looking for a conflict asks the same of sets of scores, from the smallest upwards.
///
/// ```
/// use exactile::reported::{ReportedRow, ReportedScore, ReportedValue, Rounding, explain};
/// let score = |name: &str, text| {
///     let value = ReportedValue::from_text(text, Rounding::Nearest, false).unwrap();
///     ReportedScore { metric: name.parse().unwrap(), value }
/// };
/// let scores = vec![score("tpr", "0.67"), score("tnr", "0.50"), score("accuracy", "0.90")];
/// let row = ReportedRow { positives: 3..=3, negatives: 4..=4, scores };
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

/// As [`explain`]. `advance` is called for each size and for every thousandth row of a lattice, and may
/// stop the work: then there is no result.
///
/// # Errors
/// As [`explain`].
pub fn explain_with_progress(
    row: &ReportedRow,
    points: bool,
    advance: Advance<'_>,
) -> Result<Option<Explanation>, TooMuchWork> {
    match explained(row, points, &Watch::new(advance)) {
        Ok(found) => Ok(Some(found)),
        Err(NoAnswer::TooMuchWork(refused)) => Err(refused),
        Err(NoAnswer::Stopped) => Ok(None),
    }
}

/// Why there is no explanation.
enum NoAnswer {
    TooMuchWork(TooMuchWork),
    Stopped,
}

impl From<TooMuchWork> for NoAnswer {
    fn from(refused: TooMuchWork) -> Self {
        Self::TooMuchWork(refused)
    }
}

fn explained(row: &ReportedRow, points: bool, watch: &Watch<'_>) -> Result<Explanation, NoAnswer> {
    let scores: Vec<&ReportedScore> = row.scores.iter().collect();
    let mut listed = points.then(Vec::new);
    let mut found = Explanation { matrices: 0, first: None, points: None, conflict: None };
    let searched = search(row, &scores, watch, |size, tp, [low, high]| {
        found.matrices += u128::from(high - low) + 1;
        found.first.get_or_insert_with(|| size.matrix(tp, low));
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
    if found.first.is_none() {
        found.conflict = Some(conflict(row, watch)?);
    }
    Ok(found)
}

/// A smallest set of scores that contradict each other, in a row that cannot be explained.
fn conflict(row: &ReportedRow, watch: &Watch<'_>) -> Result<Vec<usize>, NoAnswer> {
    let is_possible = |set: &[usize]| -> Result<bool, NoAnswer> {
        let scores: Vec<&ReportedScore> = set.iter().map(|at| &row.scores[*at]).collect();
        Ok(search(row, &scores, watch, |_, _, _| ControlFlow::Break(()))?.is_break())
    };
    // Each score that can be left out is: what is left bounds the size.
    let mut enough: Vec<usize> = (0..row.scores.len()).collect();
    for at in 0..row.scores.len() {
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
            if !next_set(&mut set, row.scores.len()) {
                break;
            }
        }
    }
    Ok(enough)
}

/// The next set of as many of the numbers below `count`; false behind the last.
fn next_set(set: &mut [usize], count: usize) -> bool {
    let size = set.len();
    let Some(at) = (0..size).rev().find(|&at| set[at] < count - size + at) else { return false };
    set[at] += 1;
    for next in at + 1..size {
        set[next] = set[next - 1] + 1;
    }
    true
}

/// The numbers of samples.
#[derive(Clone, Copy)]
struct Size {
    positives: u64,
    negatives: u64,
}

impl Size {
    fn matrix(self, tp: u64, tn: u64) -> Counted {
        Counted { tn, fp: self.negatives - tn, fn_: self.positives - tp, tp }
    }
}

/// Visits all matrices that explain the scores, as stretches of TN, until told to stop.
fn search<B>(
    row: &ReportedRow,
    scores: &[&ReportedScore],
    watch: &Watch<'_>,
    mut visit: impl FnMut(Size, u64, [u64; 2]) -> ControlFlow<B>,
) -> Result<ControlFlow<B>, NoAnswer> {
    const ROWS_OF_A_STEP: u64 = 1024;
    let step = || watch.step().ok_or(NoAnswer::Stopped);
    let length = |range: &RangeInclusive<u64>| {
        u128::from(*range.end()).saturating_sub(u128::from(*range.start())) + 1
    };
    // Each size counts as a row at least.
    Work::ReportedRows.check(length(&row.positives) * length(&row.negatives))?;
    let rows = |rows: u128, visited: &mut u128| {
        *visited += rows;
        Work::ReportedRows.check(*visited)
    };
    let is_one_size = length(&row.positives) * length(&row.negatives) == 1;
    let mut amount = 0;
    if !is_one_size {
        for size in sizes(row) {
            step()?;
            let stairs = staircases(size, scores);
            let lengths = bounds(size, &stairs).map_or(0, |[[first, last], _]| last - first + 1);
            rows(lengths.into(), &mut amount)?;
        }
    }
    for size in sizes(row) {
        step()?;
        let stairs = staircases(size, scores);
        let Some([[first, last], among]) = bounds(size, &stairs) else { continue };
        if is_one_size {
            rows(u128::from(last - first) + 1, &mut amount)?;
        }
        'rows: for tp in first..=last {
            if (tp - first + 1) % ROWS_OF_A_STEP == 0 {
                step()?;
            }
            let mut stretch = among;
            for stairs in stairs.iter().filter(|stairs| stairs.depends == [true; 2]) {
                let row = stairs.row(tp);
                match range_within(stretch, |tn| row.position(tn)) {
                    Some(smaller) => stretch = smaller,
                    None => continue 'rows,
                }
            }
            if let ControlFlow::Break(stop) = visit(size, tp, stretch) {
                return Ok(ControlFlow::Break(stop));
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}

fn sizes(row: &ReportedRow) -> impl Iterator<Item = Size> {
    row.positives
        .clone()
        .flat_map(|positives| row.negatives.clone().map(move |negatives| (positives, negatives)))
        // Without samples there is no matrix.
        .filter(|size| *size != (0, 0))
        .map(|(positives, negatives)| Size { positives, negatives })
}

fn staircases<'s>(size: Size, scores: &[&'s ReportedScore]) -> Vec<Staircase<'s>> {
    let of = |score: &&'s ReportedScore| {
        Staircase::new(&score.metric, &score.value, size.positives, size.negatives)
    };
    scores.iter().map(of).collect()
}

/// The numbers of TP and TN that metrics of one of them alone leave over.
fn bounds(size: Size, stairs: &[Staircase<'_>]) -> Option<[[u64; 2]; 2]> {
    let mut bounds = [[0, size.positives], [0, size.negatives]];
    for stairs in stairs {
        let [tp, tn] = &mut bounds;
        match stairs.depends {
            [true, true] => {}
            [_, true] => {
                let row = stairs.row(tp[0]);
                *tn = range_within(*tn, |tn| row.position(tn))?;
            }
            // Constants too are left over everywhere or nowhere.
            [_, false] => *tp = range_within(*tp, |tp| stairs.row(tp).position(0))?,
        }
    }
    Some(bounds)
}
