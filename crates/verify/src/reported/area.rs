//! The area under a ROC curve that is printed beside scores.
//!
//! With a matrix at some threshold, TP TN of the PN pairs are right and FP FN are wrong, whatever
//! the scores; of each other pair it is open, and ties count half.

use num_bigint::BigInt;

use super::interval::Interval;
use super::row::Row;
use crate::claim::proofs::Proofs;
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, same};
use crate::claim::wrong::Wrong;
use crate::reading::json::Json;
use exactile::num::Rational;

/// Right and wrong pairs, and all pairs, of a matrix with samples of both classes.
fn pairs([tn, fp, fn_, tp]: &[u64; 4]) -> Option<[u128; 3]> {
    let [tn, fp, fn_, tp] = [*tn, *fp, *fn_, *tp].map(u128::from);
    let all = (tp + fn_) * (tn + fp);
    (all > 0).then_some([tp * tn, fn_ * fp, all])
}

/// The least area of a curve through the point of a matrix, or the largest one.
pub(super) fn end(matrix: &[u64; 4], is_largest: bool) -> Option<Rational> {
    let [right, wrong, all] = pairs(matrix)?;
    let pairs = if is_largest { all - wrong } else { right };
    Some(Rational::from(pairs) / Rational::from(all))
}

/// Returns `true` if curves through the points of these matrices have areas whose mean is within an
/// interval: from the least areas on, halves of pairs are added, those of the smallest tests first,
/// as long as the mean is not above the interval.
pub(super) fn has_mean(tests: &[[u64; 4]], interval: &Interval) -> bool {
    let Some(mut known) = tests.iter().map(pairs).collect::<Option<Vec<[u128; 3]>>>() else {
        return false;
    };
    known.sort_by_key(|[.., all]| *all);
    let count = Rational::from(known.len() as u64);
    let share = |pairs: u128, all: u128| Rational::from(pairs) / Rational::from(all);
    let mut sum: Rational = known.iter().map(|[right, _, all]| share(*right, *all)).sum();
    let (high, has_high) = (&interval.high.0 * &count, interval.high.1);
    for [right, wrong, all] in known {
        let halves = Rational::from(2 * all);
        let room = (&high - &sum) * &halves;
        if room.is_negative() {
            return false;
        }
        let mut whole: BigInt = room.numerator() / room.denominator();
        if !has_high && Rational::from(whole.clone()) == room {
            whole -= 1;
        }
        let spare = BigInt::from(2 * (all - right - wrong));
        let added = whole.min(spare).max(BigInt::from(0));
        sum = sum + Rational::from(added) / halves;
    }
    let (low, has_low) = (&interval.low.0 * &count, interval.low.1);
    (sum > low || sum == low && has_low) && (sum < high || sum == high && has_high)
}

/// Returns `true` if a curve through the point of a matrix has an area within an interval.
fn has_area(matrix: &[u64; 4], interval: &Interval) -> bool {
    let Some([right, wrong, all]) = pairs(matrix) else { return false };
    let halves = Rational::from(2 * all);
    let floor = |value: Rational| {
        let (quotient, denominator) = (value.numerator(), value.denominator());
        let whole: BigInt = &quotient / &denominator;
        if quotient < BigInt::from(0) && &whole * &denominator != quotient {
            whole - 1
        } else {
            whole
        }
    };
    // The most halves of pairs that are printed so and may be right.
    let (high, has_high) = (&interval.high.0 * &halves, interval.high.1);
    let mut most = floor(high.clone());
    if !has_high && Rational::from(most.clone()) == high {
        most -= 1;
    }
    let most = most.min(BigInt::from(2 * (all - wrong)));
    let area = Rational::from(most.clone()) / halves;
    let (low, has_low) = &interval.low;
    most >= BigInt::from(2 * right) && (area > *low || *has_low && area == *low)
}

/// Checks the claim about the area, of the matrices that explain the row. Returns `true` if the
/// area is possible.
pub(super) fn check(
    row: &Row<'_>,
    listed: &[[u64; 4]],
    claim: &Json,
    proofs: &mut Proofs,
) -> Result<bool, Stop> {
    let Some((_, interval)) = &row.area else {
        return Err(Wrong::new("no area under a curve is printed").of("auc").into());
    };
    let share = |count: u128, all: u128| Rational::from(count) / Rational::from(all);
    let ends = listed.iter().filter_map(pairs);
    let lower = ends.clone().map(|[right, _, all]| share(right, all)).min();
    let upper = ends.map(|[_, wrong, all]| share(all - wrong, all)).max();
    let (Some(lower), Some(upper)) = (lower, upper) else {
        return Err(Wrong::new("no matrix has samples of both classes").of("auc").into());
    };
    let is_possible = listed.iter().any(|matrix| has_area(matrix, interval));
    let truth = vec![
        ("lower", Truth::exact(lower)),
        ("upper", Truth::exact(upper)),
        ("consistent", Truth::Bool(is_possible)),
    ];
    same(claim, &Truth::Object(truth), proofs).map_err(|wrong| wrong.of("auc"))?;
    Ok(is_possible)
}

/// Checks that the named scores have no curve with the printed area, and that without any one of
/// them there is one.
pub(super) fn check_conflict(row: &Row<'_>, claim: Option<&Json>) -> Result<(), Stop> {
    let wrong = |what: &str| Stop::from(Wrong::new(what.to_owned()).of("conflict"));
    let Some((name, interval)) = &row.area else { return Err(wrong("no area is printed")) };
    let named = claim.and_then(Json::as_list).unwrap_or_default();
    let Some((last, scores)) = named.split_last() else {
        return Err(wrong("names should stand here"));
    };
    if last.as_text() != Some(name) {
        return Err(wrong("the area should stand last"));
    }
    let position =
        |name: &Json| row.row.scores.iter().position(|score| name.as_text() == Some(&score.name));
    let chosen = scores.iter().map(position).collect::<Option<Vec<usize>>>();
    let chosen = chosen.filter(|chosen| chosen.windows(2).all(|pair| pair[0] < pair[1]));
    let chosen =
        chosen.ok_or_else(|| wrong("scores of the row should stand here, in its order"))?;
    let conditions = row.conditions();
    let is_possible = |left_out: Option<usize>| -> Result<bool, Stop> {
        let kept = chosen.iter().filter(|at| Some(**at) != left_out);
        let found = row.explained_by(&kept.map(|at| &conditions[*at]).collect::<Vec<_>>())?;
        let is_whole = found.listed.len() as u128 == found.count;
        match found.listed.iter().any(|matrix| has_area(matrix, interval)) {
            false if !is_whole => {
                let what = "areas beside so many matrices are not checked here";
                Err(Stop::Unknown(what.to_owned()))
            }
            is_possible => Ok(is_possible),
        }
    };
    if is_possible(None)? {
        return Err(wrong("these scores have a curve with the area"));
    }
    for at in &chosen {
        if !is_possible(Some(*at))? {
            return Err(wrong("fewer scores contradict the area"));
        }
    }
    Ok(())
}
