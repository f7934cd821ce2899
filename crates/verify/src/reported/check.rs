//! Checks whether reported scores can be true: the number of confusion matrices that have all
//! scores of a row, and the matrices; for an impossible row, that no matrix has the named scores,
//! that each smaller set of scores has one, and that no matrix is nearer.
//!
//! Matrices are counted between straight lines (`meeting.rs`), not found by a search. That none is
//! nearer than a distance is the same question, with every interval widened by that distance.

use std::ops::ControlFlow;

use super::folds;
use super::interval::Interval;
use super::meeting::{Condition, meeting};
use super::reach::implied;
use super::sizes::Size;
use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::printed::{PrintedRow, PrintedRows};
use crate::claim::proofs::{Proofs, counted};
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, Within, Wrong, same};
use crate::metric::metrics::Metric;
use crate::metric::ranks::unknown_metric;
use crate::reading::json::Json;

const COUNTS: [&str; 4] = ["tn", "fp", "fn", "tp"];
/// The most matrices that explain a row for which further scores are computed on all of them.
const MOST_LISTED: usize = 100_000;

/// Checks `exactile.check.v1`.
pub(crate) fn prove(
    mut members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let Some(reported) = given.reported else {
        let what = "the rows that were checked are not given";
        let how = "name their file, or repeat --reported with --positives and --negatives";
        return Err(Stop::Ungiven(what.to_owned(), how.to_owned()));
    };
    let said = members.take_stream("rows")?;
    let known = reported.rows.len();
    if said.len() != known {
        let any = Truth::Each(known, Box::new(|_| Truth::any()));
        return Err(any.is_not(&format_args!("a list of {}", said.len())).of("rows").into());
    }
    members.same(&[], proofs)?;
    // Rows of one test and rows of means: those that are impossible, and those that are not.
    let mut found = [[0_usize; 2]; 2];
    let look = |k: usize, claim: Json| {
        let (mut own, printed) = (Proofs::new("", 0), &reported.rows[k]);
        let row = Row::new(printed, reported)?;
        let is_certified = match &printed.folds {
            Some(folds) => folds::check(&row, folds, &claim, &mut own)?,
            None => row.check(&claim, &mut own).map(|()| false)?,
        };
        let is_possible = claim.get("consistent") == Some(&Json::Bool(true));
        let kind = [printed.folds.is_some(), is_possible, is_certified];
        Ok((own.not_proved, kind.map(usize::from)))
    };
    let mut certified = 0;
    said.try_each(look, |(open, [is_mean, is_possible, is_certified])| {
        certified += is_certified;
        open.iter().for_each(|what| proofs.open_once(what));
        found[is_mean][is_possible] += 1;
        Ok(())
    })
    .map_err(|stop| stop.within("rows"))?;
    say(found, proofs);
    if certified > 0 {
        let rows = counted(certified, "row");
        proofs.proved(format!("by weights of the scores, that no folds have the means of {rows}"));
    }
    Ok(())
}

/// Adds the statements about the rows: how many were proved possible or impossible, single tests
/// and means.
fn say([[impossible, possible], [_, means]]: [[usize; 2]; 2], proofs: &mut Proofs) {
    let rows = |count: usize, kind: &str| match count {
        1 => format!("1 {kind}row"),
        _ => format!("each of {count} {kind}rows"),
    };
    if possible > 0 {
        proofs.proved(format!(
            "how many confusion matrices explain {}, the first of them, and all that are listed",
            rows(possible, "possible ")
        ));
    }
    if impossible > 0 {
        proofs.proved(format!(
            "that no matrix explains {}, nor the scores that contradict each other, and that any fewer scores have one",
            rows(impossible, "")
        ));
    }
    if means > 0 {
        let rows = counted(means, "row");
        proofs.proved(format!("that the folds that are listed have the means of {rows}"));
    }
    if possible > 0 {
        proofs.open("that these further scores were asked for");
    }
}

/// A row with its metrics.
pub(super) struct Row<'r> {
    pub(super) row: &'r PrintedRow,
    pub(super) metrics: Vec<Metric>,
    pub(super) intervals: Vec<Interval>,
    pub(super) sizes: Vec<Size>,
}

/// The matrices that explain a row.
#[derive(Default)]
pub(super) struct Explained {
    pub(super) count: u128,
    /// The first of the matrices, by P, N, TP and TN: at most [`MOST_LISTED`] and one more.
    pub(super) listed: Vec<[u64; 4]>,
    sizes: Vec<Size>,
}

impl<'r> Row<'r> {
    fn new(row: &'r PrintedRow, reported: &PrintedRows) -> Result<Self, Stop> {
        let any = 0..=u64::MAX;
        if row.folds.is_none()
            && row.samples.is_none()
            && [&row.positives, &row.negatives] == [&any; 2]
        {
            let what = "rows without numbers of samples are not checked here";
            return Err(Stop::Unknown(what.to_owned()));
        }
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
            sizes: if row.folds.is_some() { Vec::new() } else { row.sizes()? },
        })
    }

    pub(super) fn conditions(&self) -> Vec<Condition<'_>> {
        let interval = self.intervals.iter().cloned();
        let pairs = self.metrics.iter().zip(interval);
        pairs.map(|(metric, interval)| Condition { metric, interval }).collect()
    }

    fn explained(&self) -> Result<Explained, Stop> {
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

    fn check(&self, claim: &Json, proofs: &mut Proofs) -> Result<(), Stop> {
        if claim.get("auc").is_some() {
            let what = "an area under the curve beside scores is not checked here";
            return Err(Stop::Unknown(what.to_owned()));
        }
        let found = self.explained()?;
        let is_consistent = found.count > 0;
        let count = u64::try_from(found.count)
            .map_err(|_| Stop::Unknown("so many matrices are not checked here".to_owned()))?;
        let mut truth = vec![
            ("consistent", Truth::Bool(is_consistent)),
            ("matrices", Truth::Count(count)),
            ("first", found.listed.first().map_or(Truth::Null, |first| matrix(*first))),
        ];
        truth.extend(self.row.name.as_deref().map(|name| ("name", Truth::text(name))));
        if claim.get("remarks").is_some() {
            proofs.open_once("remarks on confidence intervals");
            truth.push(("remarks", Truth::any()));
        }
        if claim.get("points").is_some() {
            if found.listed.len() as u128 != found.count {
                let what = "lists of so many matrices are not checked here";
                return Err(Stop::Unknown(what.to_owned()));
            }
            let point = |k: usize| matrix(found.listed[k]);
            truth.push(("points", Truth::Each(found.listed.len(), Box::new(point))));
        }
        if !is_consistent {
            for (key, check) in [
                ("conflict", self.check_conflict(claim.get("conflict"))),
                ("nearest", self.check_nearest(claim.get("nearest"), proofs)),
                ("explained_by", self.check_readings(claim.get("explained_by"), proofs)),
            ] {
                check.map_err(|stop| match stop {
                    Stop::Wrong(wrong) => Stop::Wrong(wrong.of(key)),
                    other => other,
                })?;
                truth.push((key, Truth::any()));
            }
            return Ok(same(claim, &Truth::Object(truth), proofs)?);
        }
        truth.push(("conflict", Truth::Null));
        truth.push(("implied", implied(claim.get("implied"), &found)));
        let [p, n] = [&self.row.positives, &self.row.negatives];
        if self.row.samples.is_some() || p.start() != p.end() || n.start() != n.end() {
            truth.push(("sizes", sizes(&found.sizes)));
        }
        Ok(same(claim, &Truth::Object(truth), proofs)?)
    }
}

pub(super) fn matrix<'t>(counts: [u64; 4]) -> Truth<'t> {
    Truth::Object(COUNTS.into_iter().zip(counts.map(Truth::Count)).collect())
}

/// Reads the counts of a matrix `{"tn": .., "fp": .., "fn": .., "tp": ..}`.
pub(super) fn counts(claim: &Json) -> Option<[u64; 4]> {
    let Json::Object(members) = claim else { return None };
    let [tn, fp, fn_, tp] = COUNTS.map(|key| claim.get(key).and_then(Json::as_count));
    (members.len() == COUNTS.len()).then_some([tn?, fp?, fn_?, tp?])
}

/// Returns the truth about the sizes: their number, and the least and the greatest of each class.
fn sizes<'t>(sizes: &[Size]) -> Truth<'t> {
    let range = |of: fn(&Size) -> u64| {
        let ends = [sizes.iter().map(of).min(), sizes.iter().map(of).max()];
        Truth::List(ends.map(|end| Truth::Count(end.unwrap_or(0))).into())
    };
    Truth::Object(vec![
        ("count", Truth::count(sizes.len())),
        ("positives", range(|size| size.positives)),
        ("negatives", range(|size| size.negatives)),
    ])
}
