//! Accuracies of folds of known sizes: means that whole numbers of right samples have.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;

use super::super::surface::Surface;
use super::super::value::ReportedValue;
use super::{Scored, Size};
use crate::num::Rational;

/// Samples of all folds of one size, if there are folds of two sizes, at most.
const MOST_SAMPLES: u64 = 100_000;

/// Returns `true` if the score is the share of right samples, for any numbers of both classes.
pub(super) fn is_accuracy(score: &Scored, Size { positives, negatives }: Size) -> bool {
    // Balanced accuracy is the same for equal numbers alone.
    [negatives, negatives.saturating_add(1)].into_iter().all(|negatives| {
        let samples = i128::from(positives) + i128::from(negatives);
        let linear = Surface::new(&score.measure, positives, negatives).linear();
        linear.is_some_and(|[[one, tp, tn], [whole, ..]]| {
            one == 0 && tp == tn && tp.checked_mul(samples) == Some(whole) && whole > 0
        })
    })
}

/// The printed value with its ends moved inwards, to means that whole numbers of right samples in
/// the folds have; none inside if there is none, and `None` if that is not known.
///
/// For each size there is how many folds have it.
pub(super) fn counted(
    value: &ReportedValue,
    sizes: &[(u64, usize)],
) -> Option<Option<ReportedValue>> {
    let of = |at: usize| -> Option<[i128; 2]> {
        let (size, folds) = sizes.get(at).copied().unwrap_or((1, 0));
        Some([size.into(), size.checked_mul(folds as u64)?.into()])
    };
    // The sum of A right samples in folds of the one size and B in those of the other one, in parts
    // of 1/(s t): A t + B s.
    let ([t, most_b], [s, most_a]) = (of(0)?, of(1)?);
    if most_a > i128::from(MOST_SAMPLES) {
        return None;
    }
    let folds: usize = sizes.iter().map(|(_, folds)| folds).sum();
    let whole = Rational::from_i128(s.checked_mul(t)?, 1) * Rational::from(folds as u64);
    let ends = value.times(&whole);
    let floor = |end: &Rational| end.numerator().div_floor(&end.denominator());
    let ceiling: BigInt = -floor(&-&ends.lower);
    let [low, high] = [ceiling, floor(&ends.upper)];
    let mut found: Option<[i128; 2]> = None;
    let is_end = |sum: i128, end: &Rational| Rational::from_i128(sum, 1) == *end;
    let (mut low, mut high) = (low.to_i128()?, high.to_i128()?);
    low += i128::from(ends.lower_is_open && is_end(low, &ends.lower));
    high -= i128::from(ends.upper_is_open && is_end(high, &ends.upper));
    for a in 0..=most_a {
        let rest = a * t;
        let least = Integer::div_ceil(&(low - rest), &s).max(0);
        let most = Integer::div_floor(&(high - rest), &s).min(most_b);
        if least <= most {
            let [first, last] = [rest + least * s, rest + most * s];
            found = Some(found.map_or([first, last], |[a, b]| [a.min(first), b.max(last)]));
        }
    }
    Some(found.map(|ends| {
        let [lower, upper] = ends.map(|sum| Rational::from_i128(sum, 1) / &whole);
        ReportedValue { lower, upper, lower_is_open: false, upper_is_open: false, ..value.clone() }
    }))
}
