//! A printed row with its metrics, and the matrices that explain it.

use std::ops::ControlFlow;

use super::interval::Interval;
use super::meeting::{Condition, meeting};
use super::sizes::Size;
use crate::claim::printed::{PrintedRow, PrintedRows};
use crate::claim::stop::Stop;
use crate::claim::truth::Truth;
use crate::claim::wrong::Wrong;
use crate::metric::metrics::Metric;
use crate::metric::ranks::unknown_metric;
use crate::reading::json::Json;

const COUNTS: [&str; 4] = ["tn", "fp", "fn", "tp"];
/// The most matrices that explain a row for which further scores are computed on all of them.
const MOST_LISTED: usize = 100_000;

/// A row with its metrics.
pub(super) struct Row<'r> {
    pub(super) row: &'r PrintedRow,
    pub(super) metrics: Vec<Metric>,
    pub(super) intervals: Vec<Interval>,
    /// The name and the printed area under the ROC curve.
    pub(super) area: Option<(String, Interval)>,
    pub(super) sizes: Vec<Size>,
}

/// The matrices that explain a row.
#[derive(Default)]
pub(super) struct Explained {
    pub(super) count: u128,
    /// The first of the matrices, by P, N, TP and TN: at most [`MOST_LISTED`] and one more.
    pub(super) listed: Vec<[u64; 4]>,
    pub(super) sizes: Vec<Size>,
}

impl<'r> Row<'r> {
    pub(super) fn new(row: &'r PrintedRow, reported: &PrintedRows) -> Result<Self, Stop> {
        let metric = |name: &str| Metric::named(name).ok_or_else(|| unknown_metric(name));
        let interval = |text: &str| {
            Interval::new(text, reported.rounding, reported.is_percent)
                .ok_or_else(|| Wrong::new(format!("{text:?} in the input is not a number")))
        };
        let scores = || row.scores.iter();
        Ok(Self {
            row,
            metrics: scores().map(|score| metric(&score.metric)).collect::<Result<_, _>>()?,
            intervals: scores().map(|score| interval(&score.text)).collect::<Result<_, _>>()?,
            area: match &row.area {
                Some(area) => Some((area.name.clone(), interval(&area.text)?)),
                None => None,
            },
            sizes: match row.folds.is_some() || row.is_of_any_size() {
                true => Vec::new(),
                false => row.sizes()?,
            },
        })
    }

    pub(super) fn conditions(&self) -> Vec<Condition<'_>> {
        let interval = self.intervals.iter().cloned();
        let pairs = self.metrics.iter().zip(interval);
        pairs.map(|(metric, interval)| Condition { metric, interval }).collect()
    }

    pub(super) fn explained(&self) -> Result<Explained, Stop> {
        let conditions = self.conditions();
        self.explained_by(&conditions.iter().collect::<Vec<_>>())
    }

    /// Finds the matrices that meet these conditions.
    pub(super) fn explained_by(&self, conditions: &[&Condition<'_>]) -> Result<Explained, Stop> {
        let mut found = Explained::default();
        meeting(&self.sizes, conditions, |size, tp, [low, high]| {
            found.count += u128::from(high - low) + 1;
            let room = (MOST_LISTED + 1).saturating_sub(found.listed.len());
            found.listed.extend((low..=high).take(room).map(|tn| size.counts([tp, tn])));
            if found.sizes.last() != Some(&size) {
                found.sizes.push(size);
            }
            ControlFlow::Continue(())
        })?;
        Ok(found)
    }

    /// Returns `true` if a matrix meets all of these conditions.
    pub(super) fn is_possible(&self, conditions: &[&Condition<'_>]) -> Result<bool, Stop> {
        let mut is_possible = false;
        meeting(&self.sizes, conditions, |_, _, _| {
            is_possible = true;
            ControlFlow::Break(())
        })?;
        Ok(is_possible)
    }
}

/// Returns the truth about a matrix.
pub(super) fn matrix<'t>(counts: [u64; 4]) -> Truth<'t> {
    Truth::Object(COUNTS.into_iter().zip(counts.map(Truth::Count)).collect())
}

/// Reads the counts of a matrix `{"tn": .., "fp": .., "fn": .., "tp": ..}`.
pub(super) fn counts(claim: &Json) -> Option<[u64; 4]> {
    let Json::Object(members) = claim else { return None };
    let [tn, fp, fn_, tp] = COUNTS.map(|key| claim.get(key).and_then(Json::as_count));
    (members.len() == COUNTS.len()).then_some([tn?, fp?, fn_?, tp?])
}
