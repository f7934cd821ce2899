//! Rows that are thresholds of one model on the same samples: points of one ROC curve.
//!
//! With a lower threshold no sample stops being called positive. So of two rows, one has at least
//! as many TP and at least as many FP as the other. Rows are possible together if each has a
//! matrix with its scores such that this holds for all of them: a chain.
//!
//! For each TP the FP of a row's matrices are an interval. Along a given order of the rows the
//! least FP for each TP is enough: whatever follows any chain that ends there follows the least
//! one. The order is unknown, but of each set of rows only the least FP over all its orders
//! matters, so sets are extended by one row after another. Of a row that can only come before
//! another one no later place is tried, which leaves few sets.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::row::{Counted, NoAnswer, ReportedRow};
use super::search::{Scored, Size, Sizes, search};
use super::surface::Measure;
use crate::work::{TooMuchWork, Watch, Work};

/// Sets of rows at most, and entries of all of them.
const MOST_SETS: usize = 4_000;
const MOST_ENTRIES: usize = 20_000_000;
/// Rows at most: bits of a set.
const MOST_ROWS: usize = 128;

/// The finding about rows of one ROC curve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChainAnswer {
    /// A matrix of each row, such that TP and FP rise together; `None` for a row that no matrix
    /// explains.
    Possible(Vec<Option<Counted>>),
    /// The positions of rows that are possible one by one but not together, though any fewer of
    /// them are.
    Impossible(Vec<usize>),
    /// There are too many orders of the rows.
    Undecided,
}

/// Reason why rows of one curve are not examined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChainRefused {
    /// A row has other numbers of samples than the first one, or ranges of them.
    #[error("row {} does not have the same numbers of positives and negatives", .0 + 1)]
    Sizes(usize),
    /// Too many matrices to search.
    #[error(transparent)]
    TooMuchWork(#[from] TooMuchWork),
}

/// Decides whether rows can be points of one ROC curve. Rows that are impossible alone are left
/// out.
///
/// O(P) steps for each set of rows whose order is not settled by their numbers.
///
/// ```
/// use exactile::reported::{
///     ChainAnswer, ReportedRow, ReportedScore, ReportedValue, Rounding, explain_chain,
/// };
/// let value = |text| ReportedValue::from_text(text, Rounding::Nearest, false).unwrap();
/// let row = |tpr, fpr| {
///     let score = |name: &str, text| {
///         ReportedScore { metric: name.parse().unwrap(), value: value(text) }
///     };
///     let scores = vec![score("tpr", tpr), score("fpr", fpr)];
///     ReportedRow { positives: 10..=10, negatives: 20..=20, samples: None, scores }
/// };
/// let rows = [row("0.9", "0.30"), row("0.6", "0.10"), row("0.7", "0.25")];
/// assert!(matches!(explain_chain(&rows)?, ChainAnswer::Possible(_)));
/// // More are found with fewer false alarms.
/// let rows = [row("0.9", "0.30"), row("0.6", "0.10"), row("0.7", "0.05")];
/// assert_eq!(explain_chain(&rows)?, ChainAnswer::Impossible(vec![1, 2]));
/// # Ok::<(), exactile::reported::ChainRefused>(())
/// ```
///
/// # Errors
/// Sizes that differ, or are not known; more work than [`explain`](super::explain) does.
pub fn explain_chain(rows: &[ReportedRow]) -> Result<ChainAnswer, ChainRefused> {
    let Some(first) = rows.first() else { return Ok(ChainAnswer::Possible(Vec::new())) };
    let size_of = |row: &ReportedRow| {
        let ReportedRow { positives, negatives, samples, .. } = row;
        let is_one = [positives, negatives].iter().all(|range| range.start() == range.end());
        let size = Size { positives: *positives.start(), negatives: *negatives.start() };
        let all = size.positives.saturating_add(size.negatives);
        (is_one && samples.as_ref().is_none_or(|samples| samples.contains(&all))).then_some(size)
    };
    let size = size_of(first).ok_or(ChainRefused::Sizes(0))?;
    if let Some(other) = rows.iter().position(|row| size_of(row) != Some(size)) {
        return Err(ChainRefused::Sizes(other));
    }
    let entries = u128::from(size.positives).saturating_add(1).saturating_mul(rows.len() as u128);
    Work::ReportedRows.check(entries)?;
    let fits: Vec<Fits> = rows.iter().map(|row| Fits::of(row, size)).collect::<Result<_, _>>()?;
    let possible: Vec<usize> = (0..rows.len()).filter(|at| fits[*at].is_some()).collect();
    for (k, &i) in possible.iter().enumerate() {
        for &j in &possible[k + 1..] {
            if !may_follow(&fits[i], &fits[j]) && !may_follow(&fits[j], &fits[i]) {
                return Ok(ChainAnswer::Impossible(vec![i, j]));
            }
        }
    }
    let together =
        |chosen: &[usize]| chain(&chosen.iter().map(|at| &fits[*at]).collect::<Vec<_>>());
    Ok(match together(&possible) {
        Found::Open => ChainAnswer::Undecided,
        Found::Chain(found) => {
            let mut matrices = vec![None; rows.len()];
            for (at, [tp, fp]) in possible.iter().zip(found) {
                matrices[*at] = Some(size.matrix(tp, size.negatives - fp));
            }
            ChainAnswer::Possible(matrices)
        }
        Found::Nothing => {
            let mut enough = possible.clone();
            for at in possible {
                let without: Vec<usize> =
                    enough.iter().copied().filter(|other| *other != at).collect();
                if matches!(together(&without), Found::Nothing) {
                    enough = without;
                }
            }
            ChainAnswer::Impossible(enough)
        }
    })
}

/// For each TP the fewest and the most FP of the matrices of a row.
#[derive(PartialEq, Eq)]
struct Fits(Vec<Option<[u64; 2]>>);

impl Fits {
    fn of(row: &ReportedRow, size: Size) -> Result<Self, TooMuchWork> {
        let scored = |score: &super::ReportedScore| Scored {
            measure: Measure::Metric(score.metric.clone()),
            value: score.value.clone(),
        };
        let scores: Vec<Scored> = row.scores.iter().map(scored).collect();
        let scores: Vec<&Scored> = scores.iter().collect();
        let mut found = Self(Vec::new());
        let searched = search(&Sizes::of(row), &scores, &Watch::never(), |_, tp, [low, high]| {
            if let Ok(tp) = usize::try_from(tp) {
                found.0.resize(tp, None);
                found.0.push(Some([size.negatives - high, size.negatives - low]));
            }
            ControlFlow::<()>::Continue(())
        });
        if let Err(NoAnswer::TooMuchWork(refused)) = searched {
            return Err(refused);
        }
        if let Ok(positives) = usize::try_from(size.positives) {
            found.0.resize(positives + 1, None);
        }
        Ok(found)
    }

    fn is_some(&self) -> bool {
        self.0.iter().any(Option::is_some)
    }
}

/// Returns `true` if a matrix of `later` has at least as many TP and FP as one of `earlier`.
fn may_follow(earlier: &Fits, later: &Fits) -> bool {
    let mut least = u64::MAX;
    earlier.0.iter().zip(&later.0).any(|(earlier, later)| {
        least = earlier.map_or(least, |[fewest, _]| least.min(fewest));
        later.is_some_and(|[_, most]| least <= most)
    })
}

/// The end of a chain with at most so many TP: the least FP, and the last row with its TP.
#[derive(Clone, Copy)]
struct End {
    fp: u64,
    tp: usize,
    row: usize,
}

enum Found {
    /// TP and FP of each row.
    Chain(Vec<[u64; 2]>),
    Nothing,
    Open,
}

/// Looks for a chain of all rows.
fn chain(rows: &[&Fits]) -> Found {
    let Some(length) = rows.first().map(|row| row.0.len()) else { return Found::Chain(Vec::new()) };
    if rows.len() > MOST_ROWS {
        return Found::Open;
    }
    // The rows that have to come before each row.
    let before: Vec<u128> = (0..rows.len())
        .map(|later| {
            let comes_first = |earlier: usize| {
                let is_same = rows[earlier] == rows[later];
                is_same && earlier < later || !is_same && !may_follow(rows[later], rows[earlier])
            };
            let first =
                (0..rows.len()).filter(|earlier| *earlier != later && comes_first(*earlier));
            first.fold(0, |set, earlier| set | 1 << earlier)
        })
        .collect();
    let start = vec![End { fp: 0, tp: 0, row: 0 }; length];
    let mut layers: Vec<BTreeMap<u128, Vec<End>>> = vec![BTreeMap::from([(0, start)])];
    let mut sets = 1;
    for _ in 0..rows.len() {
        let mut next: BTreeMap<u128, Vec<End>> = BTreeMap::new();
        for (set, ends) in &layers[layers.len() - 1] {
            for (row, fits) in rows.iter().enumerate() {
                if set >> row & 1 == 1 || before[row] & !set != 0 {
                    continue;
                }
                if let Some(more) = extended(ends, row, fits) {
                    let known = next.entry(set | 1 << row);
                    known.and_modify(|known| merge(known, &more)).or_insert(more);
                }
            }
            if sets + next.len() > MOST_SETS || (sets + next.len()) * length > MOST_ENTRIES {
                return Found::Open;
            }
        }
        sets += next.len();
        layers.push(next);
    }
    let mut set = if rows.len() == MOST_ROWS { u128::MAX } else { (1 << rows.len()) - 1 };
    if !layers[rows.len()].contains_key(&set) {
        return Found::Nothing;
    }
    let mut found = vec![[0; 2]; rows.len()];
    let mut most = length - 1;
    for layer in layers.iter().skip(1).rev() {
        let End { fp, tp, row } = layer[&set][most];
        found[row] = [tp as u64, fp];
        set &= !(1 << row);
        most = tp;
    }
    Found::Chain(found)
}

/// Returns the ends of chains that one more row continues; `None` if there are none.
fn extended(ends: &[End], row: usize, fits: &Fits) -> Option<Vec<End>> {
    let mut best = End { fp: u64::MAX, tp: 0, row };
    let mut more = Vec::with_capacity(ends.len());
    for (tp, (end, fits)) in ends.iter().zip(&fits.0).enumerate() {
        if let Some([fewest, most]) = fits {
            let fp = end.fp.max(*fewest);
            if fp <= *most && fp < best.fp {
                best = End { fp, tp, row };
            }
        }
        more.push(best);
    }
    (best.fp < u64::MAX).then_some(more)
}

fn merge(known: &mut [End], more: &[End]) {
    for (known, more) in known.iter_mut().zip(more) {
        if more.fp < known.fp {
            *known = *more;
        }
    }
}
