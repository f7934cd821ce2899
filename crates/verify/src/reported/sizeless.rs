//! Rows without numbers of samples: scores that grow with precision and with recall.
//!
//! A listed matrix has the scores. Of a contradiction among precision, recall and one further
//! score, the further score is between its values at both ends of what is printed for them, and
//! that is not what is printed. Other contradictions are left open.

use super::folds::has_scores;
use super::interval::Interval;
use super::row::{Row, counts};
use crate::claim::proofs::Proofs;
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, same};
use crate::claim::wrong::Wrong;
use crate::metric::metrics::{Cells, Key, Kind, Metric};
use crate::reading::json::Json;
use exactile::num::Rational;

const OPEN: &str = "that scores contradict each other on tests of any size";

/// Checks the claims about a row. Returns `true` if it is proved impossible.
pub(super) fn check(row: &Row<'_>, claim: &Json, proofs: &mut Proofs) -> Result<bool, Stop> {
    let mut truth = vec![("matrices", Truth::Null), ("consistent", Truth::any())];
    truth.extend(row.row.name.as_deref().map(|name| ("name", Truth::text(name))));
    truth.extend([("first", Truth::any()), ("conflict", Truth::any())]);
    truth.push(("remarks", Truth::maybe(Truth::any())));
    same(claim, &Truth::Object(truth), proofs)?;
    let first = claim.get("first").filter(|first| **first != Json::Null);
    let conflict = claim.get("conflict").filter(|conflict| **conflict != Json::Null);
    match (claim.get("consistent"), first, conflict) {
        (Some(Json::Bool(true)), Some(first), None) => {
            let matrix = counts(first)
                .ok_or_else(|| Wrong::new("a matrix should stand here").of("first"))?;
            match has_scores(row, &matrix)? {
                true => Ok(false),
                false => Err(Wrong::new("it has other scores").of("first").into()),
            }
        }
        (Some(Json::Bool(true)), None, None) => {
            proofs.open_once("that tests with more samples have the scores");
            Ok(false)
        }
        (Some(Json::Bool(false)), None, Some(conflict)) => check_conflict(row, conflict, proofs)
            .map_err(|stop| stop.placed(|wrong| wrong.of("conflict"))),
        _ => Err(Wrong::new("a matrix or a conflict should stand here").into()),
    }
}

fn check_conflict(row: &Row<'_>, claim: &Json, proofs: &mut Proofs) -> Result<bool, Stop> {
    let named = claim.as_list().unwrap_or_default();
    let position =
        |name: &Json| row.row.scores.iter().position(|score| name.as_text() == Some(&score.name));
    let chosen = named.iter().map(position).collect::<Option<Vec<usize>>>();
    let chosen = chosen.filter(|chosen| !chosen.is_empty());
    let chosen = chosen.ok_or_else(|| Wrong::new("scores of the row should stand here"))?;
    // What is left for precision and recall, and the other scores.
    let mut ranges = [[Rational::ZERO, Rational::ONE], [Rational::ZERO, Rational::ONE]];
    let mut others = Vec::new();
    for at in chosen {
        let Interval { low: (low, _), high: (high, _), .. } = &row.intervals[at];
        let (class, [low, high]) = match row.row.scores[at].metric.as_str() {
            "ppv" => (0, [low.clone(), high.clone()]),
            "tpr" => (1, [low.clone(), high.clone()]),
            "fdr" => (0, [high.complement(), low.complement()]),
            "fnr" => (1, [high.complement(), low.complement()]),
            name => {
                // Those that are known to grow with both.
                if !(name == "f1" || name == "ts" || name.starts_with("f-beta(")) {
                    proofs.open_once(OPEN);
                    return Ok(false);
                }
                others.push(at);
                continue;
            }
        };
        let [least, most] = &mut ranges[class];
        *least = least.clone().max(low);
        *most = most.clone().min(high);
    }
    if ranges.iter().any(|[least, most]| least > most) {
        return Ok(true);
    }
    let [at] = others.as_slice() else {
        proofs.open_once(OPEN);
        return Ok(false);
    };
    let at_ends = [0, 1].map(|end| value(&row.metrics[*at], &ranges[0][end], &ranges[1][end]));
    let [Some(least), Some(most)] = at_ends else {
        proofs.open_once(OPEN);
        return Ok(false);
    };
    let Interval { low: (low, has_low), high: (high, has_high), .. } = &row.intervals[*at];
    let is_beyond = *low > most || !has_low && *low == most;
    let is_below = *high < least || !has_high && *high == least;
    match is_beyond || is_below {
        true => Ok(true),
        // An open end of precision or recall may still decide.
        false if *low == most || *high == least => {
            proofs.open_once(OPEN);
            Ok(false)
        }
        false => Err(Wrong::new("these scores are possible together").into()),
    }
}

/// Returns a score of a precision and a recall; both 0 make it 0.
fn value(metric: &Metric, precision: &Rational, recall: &Rational) -> Option<Rational> {
    if precision.is_zero() || recall.is_zero() {
        return Some(Rational::ZERO);
    }
    let [wrong, missed] =
        [precision, recall].map(|rate| Rational::ONE / rate.clone() - Rational::ONE);
    match metric.key(&Cells::new([Rational::ZERO, wrong, missed, Rational::ONE])) {
        Some(Key::Finite(key)) if metric.kind == Kind::Exact => Some(key),
        _ => None,
    }
}
