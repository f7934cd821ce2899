//! Weights of scores that prove that no folds have the means: the greatest weighted sum on any
//! matrices is below the least one that was printed.
//!
//! Each score has to be a quotient of linear forms of the counts whose denominator is the same on
//! all matrices of a fold. Then the weighted sum is linear in TP and TN, and largest at a corner of
//! the fold's lattice. So it is with the area under a ROC curve, which is between TPR TNR and
//! 1 - FNR FPR: these are linear in each of TP and TN.

use super::area;
use super::interval::Interval;
use super::quotient::{Quotient, quotient};
use super::row::Row;
use super::sizes::Size;
use crate::claim::printed::PrintedFolds;
use crate::claim::proofs::Proofs;
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, same};
use crate::claim::wrong::Wrong;
use crate::reading::exact_text;
use crate::reading::json::Json;
use exactile::num::Rational;

/// Checks `{"weights": [{"score": .., "weight": ..}], "reached": .., "printed": ..}`.
pub(super) fn check(
    row: &Row<'_>,
    folds: &PrintedFolds,
    claim: &Json,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let weights = weights(row, claim)?;
    let mut reached: Option<Rational> = None;
    for tests in compositions(folds)? {
        let [mut sum, mut count] = [Rational::ZERO, Rational::ZERO];
        for (size, times) in tests {
            sum = sum + largest(row, &weights, size)? * &times;
            count = count + times;
        }
        let mean = sum.checked_div(&count).unwrap_or(Rational::ZERO);
        reached = Some(reached.map_or(mean.clone(), |reached| reached.max(mean)));
    }
    let reached = reached.ok_or_else(|| Wrong::new("there are no such folds"))?;
    conclude(row, &row.intervals, claim, &weights, [reached, Rational::ZERO], Vec::new(), proofs)
}

/// The positions of scores in the row, and their weights; that of the area is the number of scores.
pub(super) type Weights = Vec<(usize, Rational)>;

/// Reads the weights of a proof.
pub(super) fn weights(row: &Row<'_>, claim: &Json) -> Result<Weights, Stop> {
    let entries = claim.get("weights").and_then(Json::as_list).unwrap_or_default();
    let weights = entries.iter().map(|entry| weight(row, entry)).collect::<Option<Vec<_>>>();
    Ok(weights.ok_or_else(|| Wrong::new("weights of scores should stand here"))?)
}

/// Checks a proof whose weighted sum reaches so much, of which a part is known beside the scores.
pub(super) fn conclude<'t>(
    row: &'t Row<'_>,
    intervals: &[Interval],
    claim: &Json,
    weights: &'t Weights,
    [reached, mut printed]: [Rational; 2],
    mut truth: Vec<(&'static str, Truth<'t>)>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    let mut is_open = false;
    for (at, weight) in weights.iter().filter(|(_, weight)| !weight.is_zero()) {
        let area = row.area.as_ref().map(|(_, interval)| interval);
        let Some(interval) = intervals.get(*at).or(area) else { continue };
        let (end, has_it) = if weight.is_negative() { &interval.high } else { &interval.low };
        printed = printed + weight * end;
        is_open |= !has_it;
    }
    if reached > printed || reached == printed && !is_open {
        return Err(Wrong::new("the weighted sum on some matrices reaches what is printed").into());
    }
    let each = |k: usize| {
        let (at, weight) = &weights[k];
        let area = row.area.as_ref().map_or("", |(name, _)| name);
        let score = Truth::text(row.row.scores.get(*at).map_or(area, |score| &score.name));
        Truth::Object(vec![("score", score), ("weight", Truth::exact(weight.clone()))])
    };
    truth.extend([
        ("weights", Truth::Each(weights.len(), Box::new(each))),
        ("reached", Truth::exact(reached)),
        ("printed", Truth::exact(printed)),
    ]);
    Ok(same(claim, &Truth::Object(truth), proofs)?)
}

/// Reads the position of a score in the row, and its weight.
fn weight(row: &Row<'_>, entry: &Json) -> Option<(usize, Rational)> {
    let name = entry.get("score")?.as_text()?;
    let area = row.area.iter().map(|(name, _)| name);
    let mut names = row.row.scores.iter().map(|score| &score.name).chain(area);
    let at = names.position(|known| known == name)?;
    Some((at, exact_text::parse(entry.get("weight")?.as_text()?).ok()?))
}

/// Returns `true` if all weights are of scores that are linear, where they are defined.
pub(super) fn are_linear(row: &Row<'_>, weights: &Weights, size: Size) -> bool {
    weights.iter().all(|(at, _)| {
        let metric = row.metrics.get(*at);
        metric.and_then(|metric| quotient(metric.name(), size)).is_some_and(|q| q.is_linear())
    })
}

/// Returns `true` if all linear scores that have weights are defined on the matrices of one fold.
pub(super) fn are_defined(row: &Row<'_>, weights: &Weights, size: Size) -> bool {
    weights.iter().all(|(at, _)| {
        let quotient = quotient(row.metrics[*at].name(), size);
        quotient.is_some_and(|quotient| quotient.at(size.counts([0; 2])).is_some())
    })
}

/// Returns the largest weighted sum of scores on the matrices of one fold.
pub(super) fn largest(row: &Row<'_>, weights: &Weights, size: Size) -> Result<Rational, Stop> {
    let (of_area, of_scores): (Vec<_>, Vec<_>) =
        weights.iter().partition(|(at, _)| *at >= row.metrics.len());
    let quotients = of_scores.into_iter().map(|(at, weight)| {
        let quotient = quotient(row.metrics[*at].name(), size).filter(Quotient::is_linear)?;
        Some((quotient, weight))
    });
    let quotients = quotients.collect::<Option<Vec<_>>>().ok_or_else(|| {
        Stop::Unknown("weights of scores that are not linear are not checked here".to_owned())
    })?;
    let undefined = || Wrong::new("a score that has a weight is undefined on a fold");
    let mut largest: Option<Rational> = None;
    for (tp, tn) in [0, size.positives].into_iter().flat_map(|tp| [(tp, 0), (tp, size.negatives)]) {
        let counts = size.counts([tp, tn]);
        let mut sum = Rational::ZERO;
        for (quotient, weight) in &quotients {
            sum = sum + *weight * quotient.at(counts).ok_or_else(undefined)?;
        }
        for (_, weight) in &of_area {
            let end = area::end(&counts, !weight.is_negative());
            sum = sum + weight * &end.ok_or_else(undefined)?;
        }
        largest = Some(largest.map_or(sum.clone(), |largest| largest.max(sum)));
    }
    Ok(largest.unwrap_or(Rational::ZERO))
}

/// Returns all possible compositions of the folds: the sizes, and the number of folds of each, or
/// their share of the mean.
fn compositions(folds: &PrintedFolds) -> Result<Vec<Vec<(Size, Rational)>>, Stop> {
    let size = |[positives, negatives]: [u64; 2]| Size { positives, negatives };
    match folds {
        PrintedFolds::Known(known) => {
            Ok(vec![known.iter().map(|known| (size(*known), Rational::ONE)).collect()])
        }
        PrintedFolds::DataSets(sets) => {
            let shares = folds.shares().unwrap_or_default();
            Ok(vec![sets.iter().flatten().map(|known| size(*known)).zip(shares).collect()])
        }
        PrintedFolds::Stratified { folds, samples } if *folds > 0 => {
            let [p, n] = samples.map(|samples| samples / folds);
            let [more_p, more_n] = samples.map(|samples| samples % folds);
            // So many folds have one more of both classes.
            let both = (more_p + more_n).saturating_sub(*folds)..=more_p.min(more_n);
            let composed = |both: u64| {
                vec![
                    (size([p + 1, n + 1]), both),
                    (size([p + 1, n]), more_p - both),
                    (size([p, n + 1]), more_n - both),
                    (size([p, n]), folds + both - more_p - more_n),
                ]
            };
            let used = |tests: Vec<(Size, u64)>| {
                let used = tests.into_iter().filter(|(_, times)| *times > 0);
                used.map(|(size, times)| (size, Rational::from(times))).collect()
            };
            Ok(both.map(composed).map(used).collect())
        }
        PrintedFolds::Repeated { of, .. } => compositions(of),
        _ => Err(Stop::Unknown(
            "weights for folds of any composition are not checked here".to_owned(),
        )),
    }
}
