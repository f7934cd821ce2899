//! The area under a ROC curve that passes through the point of a confusion matrix.

use std::ops::ControlFlow;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;

use super::row::{Counted, NoAnswer, ReportedRow};
use super::search::{Scored, Size, Sizes, search};
use super::surface::Measure;
use super::value::ReportedValue;
use crate::num::Rational;
use crate::work::{TooMuchWork, Watch};

/// Areas under the curves of scores that have one of the matrices of a row as their confusion
/// matrix at some threshold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AucRange {
    /// The least area.
    pub lower: Rational,
    /// The largest area.
    pub upper: Rational,
    /// The first matrix with which the printed area is possible.
    pub first: Option<Counted>,
}

/// The areas that are possible beside the scores of a row; `None` if no matrix with samples of both
/// classes has these scores.
///
/// Pairs of a positive and a negative sample are ordered by their scores; the area is the share of
/// those that are right, ties counting half. The TP TN pairs across the threshold are right and the
/// FN FP other ones are wrong. The rest may be anything, so the area is any multiple of 1/(2PN)
/// from TPR TNR to 1 - FNR FPR.
///
/// Takes as long as [`explain`](super::explain).
///
/// ```
/// use exactile::Rational;
/// use exactile::reported::{ReportedRow, ReportedScore, ReportedValue, Rounding, auc_beside};
/// let value = |text| ReportedValue::from_text(text, Rounding::Nearest, false).unwrap();
/// let score = |name: &str, text| {
///     ReportedScore { metric: name.parse().unwrap(), value: value(text) }
/// };
/// let scores = vec![score("tpr", "0.90"), score("tnr", "0.80")];
/// let row = ReportedRow { positives: 10..=10, negatives: 10..=10, samples: None, scores };
/// let found = auc_beside(&row, &value("0.71"))?.unwrap();
/// assert_eq!((found.lower, found.upper), (Rational::new(72, 100), Rational::new(98, 100)));
/// assert_eq!(found.first, None);
/// # Ok::<(), exactile::work::TooMuchWork>(())
/// ```
///
/// # Errors
/// As [`explain`](super::explain).
pub fn auc_beside(
    row: &ReportedRow,
    printed: &ReportedValue,
) -> Result<Option<AucRange>, TooMuchWork> {
    let scored = |score: &super::ReportedScore| Scored {
        measure: Measure::Metric(score.metric.clone()),
        value: score.value.clone(),
    };
    let scores: Vec<Scored> = row.scores.iter().map(scored).collect();
    let all: Vec<&Scored> = scores.iter().collect();
    let mut found: Option<AucRange> = None;
    let searched = search(&Sizes::of(row), &all, &Watch::never(), |size, tp, stretch| {
        if size.positives > 0 && size.negatives > 0 {
            add(&mut found, size, tp, stretch, printed);
        }
        ControlFlow::<()>::Continue(())
    });
    match searched {
        Err(NoAnswer::TooMuchWork(refused)) => Err(refused),
        _ => Ok(found),
    }
}

/// Adds the matrices of one TP from the first to the last TN. Both ends of the areas grow with TN.
fn add(
    found: &mut Option<AucRange>,
    size: Size,
    tp: u64,
    [low, high]: [u64; 2],
    printed: &ReportedValue,
) {
    let pairs = u128::from(size.positives) * u128::from(size.negatives);
    let right = |tn: u64| u128::from(tp) * u128::from(tn);
    let missed = size.positives - tp;
    let wrong = |tn: u64| u128::from(missed) * u128::from(size.negatives - tn);
    let share = |count: u128| Rational::from(count) / Rational::from(pairs);
    let (lower, upper) = (share(right(low)), share(pairs - wrong(high)));
    let first = || -> Option<Counted> {
        let [least, most] = halves(printed, pairs)?;
        // 2 TP TN <= most, and 2 PN - 2 FN FP >= least.
        let last = match tp {
            0 => high,
            _ => u64::try_from(most / (2 * u128::from(tp))).map_or(high, |tn| tn.min(high)),
        };
        let spare = (2 * pairs).checked_sub(least)?;
        let start = match missed {
            0 => low,
            _ => {
                let fp = u64::try_from(spare / (2 * u128::from(missed))).unwrap_or(u64::MAX);
                size.negatives.saturating_sub(fp).max(low)
            }
        };
        (start <= last).then(|| size.matrix(tp, start))
    };
    match found {
        None => *found = Some(AucRange { lower, upper, first: first() }),
        Some(known) => {
            known.lower = known.lower.clone().min(lower);
            known.upper = known.upper.clone().max(upper);
            known.first = known.first.or_else(first);
        }
    }
}

/// The halves of pairs that make a printed area, at least and at most; `None` if none do.
fn halves(printed: &ReportedValue, pairs: u128) -> Option<[u128; 2]> {
    let scaled = |end: &Rational| end * &Rational::from(2 * pairs);
    let (lower, upper) = (scaled(&printed.lower), scaled(&printed.upper));
    let one = BigInt::from(1);
    let least = match printed.lower_is_open {
        true => lower.numerator().div_floor(&lower.denominator()) + &one,
        false => -(-lower.numerator()).div_floor(&lower.denominator()),
    };
    let most = match printed.upper_is_open {
        true => -(-upper.numerator()).div_floor(&upper.denominator()) - &one,
        false => upper.numerator().div_floor(&upper.denominator()),
    };
    let least = least.max(BigInt::from(0)).to_u128()?;
    let most =
        most.to_u128().unwrap_or(if most < BigInt::from(0) { return None } else { u128::MAX });
    (least <= most).then_some([least, most])
}
