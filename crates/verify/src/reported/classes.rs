//! Rows of several classes: a matrix that has the scores, or weights that prove that none has.
//!
//! Weights are checked on every number of right samples and of wrong predictions that a class may
//! have. The sums are doubles; what is claimed has to leave a margin far above their errors.

use crate::claim::printed::{PrintedRow, PrintedRows};
use crate::claim::proofs::Proofs;
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, same};
use crate::claim::wrong::Wrong;
use crate::reading::json::Json;
use exactile::num::Rational;

use super::interval::Interval;

/// Numbers of a class at most on which weights are checked, all classes together.
const MOST: u64 = 40_000_000;
const IMPOSSIBLE: &str = "that no matrix of several classes has the scores of impossible rows";

/// Checks the claims about a row. Returns `true` if it is proved impossible.
pub(super) fn check(
    row: &PrintedRow,
    sizes: &[u64],
    reported: &PrintedRows,
    claim: &Json,
    proofs: &mut Proofs,
) -> Result<bool, Stop> {
    let interval = |text: &str| {
        Interval::new(text, reported.rounding, reported.is_percent)
            .ok_or_else(|| Wrong::new(format!("{text:?} in the input is not a number")))
    };
    let intervals = row.scores.iter().map(|score| interval(&score.text));
    let intervals = intervals.collect::<Result<Vec<Interval>, Wrong>>()?;
    let mut truth = vec![("matrices", Truth::Null), ("first", Truth::Null)];
    truth.extend(row.name.as_deref().map(|name| ("name", Truth::text(name))));
    if claim.get("consistent") == Some(&Json::Bool(true)) {
        truth.extend([("consistent", Truth::Bool(true)), ("conflict", Truth::Null)]);
        truth.push(("classes", Truth::any()));
        same(claim, &Truth::Object(truth), proofs)?;
        check_matrix(row, sizes, &intervals, claim.get("classes").unwrap_or(&Json::Null))
            .map_err(|wrong| wrong.of("classes"))?;
        return Ok(false);
    }
    let named = |claim: &Json| match positions(row, claim) {
        Some(named) if !named.is_empty() => Ok(()),
        _ => Err(Wrong::new("scores of the row should stand here, in its order")),
    };
    truth.extend([("consistent", Truth::Bool(false)), ("conflict", Truth::judge(named))]);
    truth.push(("certificate", Truth::maybe(Truth::any())));
    same(claim, &Truth::Object(truth), proofs)?;
    match claim.get("certificate") {
        None => {
            proofs.open_once(IMPOSSIBLE);
            Ok(false)
        }
        Some(certificate) => check_weights(row, sizes, &intervals, certificate, proofs)
            .map_err(|wrong| wrong.of("certificate").into()),
    }
}

/// Returns the positions of named scores, which are in the order of the row.
fn positions(row: &PrintedRow, claim: &Json) -> Option<Vec<usize>> {
    let mut from = 0;
    let next = |name: &Json| {
        let found = row.scores[from..].iter().position(|score| name.as_text() == Some(&score.name));
        let at = from + found?;
        from = at + 1;
        Some(at)
    };
    claim.as_list()?.iter().map(next).collect()
}

fn check_matrix(
    row: &PrintedRow,
    sizes: &[u64],
    intervals: &[Interval],
    claim: &Json,
) -> Result<(), Wrong> {
    let counts =
        |row: &Json| -> Option<Vec<u64>> { row.as_list()?.iter().map(Json::as_count).collect() };
    let matrix =
        claim.as_list().and_then(|rows| rows.iter().map(counts).collect::<Option<Vec<_>>>());
    let matrix = matrix.ok_or_else(|| Wrong::new("rows of counts should stand here"))?;
    let is_square = matrix.iter().all(|row| row.len() == matrix.len());
    let sum = |counts: &[u64]| counts.iter().map(|count| u128::from(*count)).sum::<u128>();
    let are_sizes = matrix.len() == sizes.len()
        && matrix.iter().zip(sizes).all(|(row, size)| sum(row) == u128::from(*size));
    if !is_square || !are_sizes {
        return Err(Wrong::new("it has other numbers of samples"));
    }
    for (score, interval) in row.scores.iter().zip(intervals) {
        let kind = &score.metric;
        let value = value(kind, &matrix)
            .ok_or_else(|| Wrong::new(format!("{kind} is not checked here, or undefined")))?;
        let Interval { low: (low, has_low), high: (high, has_high), .. } = interval;
        let is_within = (value > *low || *has_low && value == *low)
            && (value < *high || *has_high && value == *high);
        if !is_within {
            return Err(Wrong::new(format!("its {:?} is another one", score.name)));
        }
    }
    Ok(())
}

/// Returns a score of a matrix, from its definition.
fn value(kind: &str, matrix: &[Vec<u64>]) -> Option<Rational> {
    let of = |count: u128| Rational::from(count);
    let every = 0..matrix.len();
    let size = |j: usize| matrix[j].iter().map(|count| u128::from(*count)).sum::<u128>();
    let called = |j: usize| matrix.iter().map(|row| u128::from(row[j])).sum::<u128>();
    let right = |j: usize| u128::from(matrix[j][j]);
    let samples: u128 = every.clone().map(size).sum();
    let all_right: u128 = every.clone().map(right).sum();
    let mean = |of_class: &dyn Fn(usize) -> Option<Rational>, is_weighted: bool| {
        let mut sum = Rational::ZERO;
        for j in every.clone() {
            let weight = if is_weighted { of(size(j)) } else { Rational::ONE };
            sum = sum + of_class(j)? * weight;
        }
        sum.checked_div(&if is_weighted { of(samples) } else { of(matrix.len() as u128) })
    };
    let precision = |j: usize| match called(j) {
        0 => Some(Rational::ZERO),
        called => of(right(j)).checked_div(&of(called)),
    };
    let recall = |j: usize| of(right(j)).checked_div(&of(size(j)));
    let f1 = |j: usize| of(2 * right(j)).checked_div(&of(size(j) + called(j)));
    match kind {
        "accuracy" => of(all_right).checked_div(&of(samples)),
        "error-rate" => of(samples - all_right).checked_div(&of(samples)),
        "macro-recall" => mean(&recall, false),
        "macro-precision" => mean(&precision, false),
        "macro-f1" => mean(&f1, false),
        "weighted-precision" => mean(&precision, true),
        "weighted-f1" => mean(&f1, true),
        "kappa" => {
            let chance = every.clone().map(|j| size(j) * called(j)).sum::<u128>();
            let above = of(samples * all_right) - of(chance);
            above.checked_div(&(of(samples * samples) - of(chance)))
        }
        _ => None,
    }
}

/// Checks that the weighted sum is at most `reached` on all numbers of the classes, and at least
/// `printed` as printed, which is more.
fn check_weights(
    row: &PrintedRow,
    sizes: &[u64],
    intervals: &[Interval],
    claim: &Json,
    proofs: &mut Proofs,
) -> Result<bool, Wrong> {
    const OFF: f64 = 1e-9;
    let number = |value: Option<&Json>| -> Result<Rational, Wrong> {
        let text = value.and_then(Json::as_text).and_then(|text| text.parse().ok());
        text.ok_or_else(|| Wrong::new("a number should stand here"))
    };
    let any = ["weights", "called", "reached", "printed"].map(|key| (key, Truth::any()));
    same(claim, &Truth::Object(Vec::from(any)), proofs)?;
    let called = number(claim.get("called"))?.to_f64();
    let reached = number(claim.get("reached"))?.to_f64();
    let printed = number(claim.get("printed"))?.to_f64();
    let mut terms: Vec<(&str, f64, f64)> = Vec::new();
    for entry in claim.get("weights").and_then(Json::as_list).unwrap_or_default() {
        let name = entry.get("score").and_then(Json::as_text);
        let at = row.scores.iter().position(|score| Some(&*score.name) == name);
        let at =
            at.ok_or_else(|| Wrong::new("a score of the row should stand here").of("weights"))?;
        let weight = number(entry.get("weight")).map_err(|wrong| wrong.of("weights"))?.to_f64();
        // The share of wrong samples is counted as that of right ones.
        let Interval { low: (low, _), high: (high, _), .. } = &intervals[at];
        let [low, high] = [low.to_f64(), high.to_f64()];
        let kind = row.scores[at].metric.as_str();
        let [low, high] = if kind == "error-rate" { [1.0 - high, 1.0 - low] } else { [low, high] };
        // Kappa is 1 at most.
        let [low, high] = if kind == "kappa" {
            [low, high].map(|end| end.clamp(-10.0, 1.0))
        } else {
            [low, high]
        };
        terms.push((kind, weight, if weight < 0.0 { high } else { low }));
    }
    let size = terms.iter().map(|(_, weight, _)| weight.abs()).sum::<f64>() + called.abs();
    let least = called + terms.iter().map(|(_, weight, end)| weight * end).sum::<f64>();
    let is_margin = size.is_finite() && size <= 1e3 && printed - reached > 10.0 * OFF;
    if !is_margin || least < printed - OFF {
        return Err(Wrong::new("what is printed is not above what is reached"));
    }
    let samples: u64 = sizes.iter().sum();
    let numbers = sizes.iter().map(|size| (size + 1).saturating_mul(samples - size + 1));
    if numbers.fold(0, u64::saturating_add) > MOST {
        proofs.open_once("weights for many samples of several classes");
        return Ok(false);
    }
    let sum: f64 =
        sizes.iter().map(|size| largest(*size, samples, sizes.len(), called, &terms)).sum();
    match sum <= reached + OFF {
        true => Ok(true),
        false => Err(Wrong::new("some numbers of the classes reach more").of("reached")),
    }
}

/// Returns the largest weighted sum of one class over all its numbers of right samples and of
/// samples of others that are called so.
#[expect(clippy::cast_precision_loss, reason = "the margin is far above the errors of doubles")]
fn largest(
    size: u64,
    samples: u64,
    classes: usize,
    called: f64,
    terms: &[(&str, f64, f64)],
) -> f64 {
    let (own, n, k) = (size as f64, samples as f64, classes as f64);
    let mut most = f64::NEG_INFINITY;
    for d in (0..=size).map(|d| d as f64) {
        for s in (0..=samples - size).map(|s| s as f64) {
            let precision = if d + s > 0.0 { d / (d + s) } else { 0.0 };
            let mut sum = called * (d + s) / n;
            for (kind, weight, end) in terms {
                sum += weight
                    * match *kind {
                        "macro-recall" => d / own / k,
                        "macro-precision" => precision / k,
                        "weighted-precision" => precision * own / n,
                        "macro-f1" => 2.0 * d / (own + d + s) / k,
                        "weighted-f1" => 2.0 * d / (own + d + s) * own / n,
                        "kappa" => (n * d - (1.0 - end) * own * (d + s)) / (n * n),
                        _ => d / n,
                    };
            }
            most = most.max(sum);
        }
    }
    most
}
