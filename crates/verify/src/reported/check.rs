//! Checks whether reported scores can be true: the number of confusion matrices that have all
//! scores of a row, and the matrices; for an impossible row, that no matrix has the named scores,
//! that each smaller set of scores has one, and that no matrix is nearer.
//!
//! Matrices are counted between straight lines (`meeting.rs`), not found by a search. That none is
//! nearer than a distance is the same question, with every interval widened by that distance.

use super::reach::implied;
use super::row::{Row, matrix};
use super::sizes::Size;
use super::{area, classes, curve, folds, sizeless};
use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::proofs::{Proofs, counted};
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, Within, same};
use crate::claim::wrong::Wrong;
use crate::reading::json::Json;

/// Rows of one test, of means, of several classes, and of a test of any size.
const ONE_TEST: usize = 0;
const MEANS: usize = 1;
const CLASSES: usize = 2;
const ANY_SIZE: usize = 3;

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
    let curve = members.take("curve");
    members.same(&[], proofs)?;
    // Rows of one test, rows of means and rows of several classes: those that are impossible, and
    // those that are not.
    let mut found = [[0_usize; 2]; 4];
    let look = |k: usize, claim: Json| {
        let (mut own, printed) = (Proofs::new("", 0), &reported.rows[k]);
        // One test of known sizes is always decided.
        let may_be_open = printed.folds.is_some() || printed.classes.is_some();
        if may_be_open && claim.get("consistent") == Some(&Json::Null) {
            let nothing = ["consistent", "matrices", "first", "conflict"];
            let mut truth: Vec<_> = nothing.map(|key| (key, Truth::Null)).into();
            truth.extend(printed.name.as_deref().map(|name| ("name", Truth::text(name))));
            let reason = |claim: &Json| match claim.as_text() {
                Some(reason) if !reason.is_empty() => Ok(()),
                _ => Err(Wrong::new("a reason should stand here")),
            };
            truth.push(("undecided", Truth::judge(reason)));
            same(&claim, &Truth::Object(truth), &mut own)?;
            own.open_once("rows that are undecided");
            return Ok((own.not_proved, None));
        }
        if let Some(sizes) = &printed.classes {
            let is_proved = classes::check(printed, sizes, reported, &claim, &mut own)?;
            let is_possible = claim.get("consistent") == Some(&Json::Bool(true));
            let found = [CLASSES, usize::from(is_possible), usize::from(is_proved)];
            return Ok((own.not_proved, Some(found)));
        }
        let row = Row::new(printed, reported)?;
        let is_certified = match &printed.folds {
            Some(folds) => folds::check(&row, (folds, reported), &claim, &mut own)?,
            None if printed.is_of_any_size() => sizeless::check(&row, &claim, &mut own)?,
            None => row.check(&claim, &mut own).map(|()| false)?,
        };
        let is_possible = claim.get("consistent") == Some(&Json::Bool(true));
        let kind = match (printed.folds.is_some(), printed.is_of_any_size()) {
            (true, _) => MEANS,
            (_, true) => ANY_SIZE,
            _ => ONE_TEST,
        };
        let found = [kind, usize::from(is_possible), usize::from(is_certified)];
        Ok((own.not_proved, Some(found)))
    };
    let mut certified = [0; 4];
    said.try_each(look, |(open, looked)| {
        open.iter().for_each(|what| proofs.open_once(what));
        if let Some([kind, is_possible, is_certified]) = looked {
            certified[kind] += is_certified;
            found[kind][is_possible] += 1;
        }
        Ok(())
    })
    .map_err(|stop| stop.within("rows"))?;
    let [one, means, classes, of_any_size] = found;
    say([one, means], proofs);
    say_further(classes, of_any_size, certified, proofs);
    if let Some(curve) = curve {
        curve::check(&curve, reported, proofs)
            .map_err(|stop| stop.placed(|wrong| wrong.of("curve")))?;
    }
    Ok(())
}

/// Adds the statements about rows of several classes, rows of any size, and certificates.
fn say_further(
    classes: [usize; 2],
    of_any_size: [usize; 2],
    certified: [usize; 4],
    proofs: &mut Proofs,
) {
    if classes[1] > 0 {
        let rows = counted(classes[1], "row");
        proofs.proved(format!("that the matrices of several classes have the scores of {rows}"));
    }
    if of_any_size[1] > 0 {
        let rows = counted(of_any_size[1], "row");
        proofs.proved(format!("that tests that are listed have the scores of {rows}"));
    }
    if certified[ANY_SIZE] > 0 {
        let rows = counted(certified[ANY_SIZE], "row");
        proofs.proved(format!("that no test of any size has the scores of {rows}"));
    }
    if certified[CLASSES] > 0 {
        let rows = counted(certified[CLASSES], "row");
        proofs.proved(format!(
            "by weights, that no matrix of several classes has the scores of {rows}"
        ));
    }
    if certified[MEANS] > 0 {
        let rows = counted(certified[MEANS], "row");
        proofs.proved(format!("that no folds have the means of {rows}"));
    }
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
            "that no matrix explains {}, nor the scores that contradict each other, and that any \
             fewer scores have one",
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

impl Row<'_> {
    fn check(&self, claim: &Json, proofs: &mut Proofs) -> Result<(), Stop> {
        let found = self.explained()?;
        let has_area = match claim.get("auc") {
            None => self.area.is_none() || found.count == 0,
            Some(_) if found.listed.len() as u128 != found.count => {
                let what = "an area beside so many matrices is not checked here";
                return Err(Stop::Unknown(what.to_owned()));
            }
            Some(auc) => area::check(self, &found.listed, auc, proofs)?,
        };
        let is_consistent = found.count > 0 && has_area;
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
        truth.push(("auc", Truth::maybe(Truth::any())));
        if found.count == 0 {
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
        if has_area {
            truth.push(("conflict", Truth::Null));
        } else {
            area::check_conflict(self, claim.get("conflict"))?;
            truth.push(("conflict", Truth::any()));
        }
        truth.push(("implied", implied(claim.get("implied"), &found)));
        let [p, n] = [&self.row.positives, &self.row.negatives];
        if self.row.samples.is_some() || p.start() != p.end() || n.start() != n.end() {
            truth.push(("sizes", sizes(&found.sizes)));
        }
        Ok(same(claim, &Truth::Object(truth), proofs)?)
    }
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
