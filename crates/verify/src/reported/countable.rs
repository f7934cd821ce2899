//! Accuracies of folds of known sizes: the numbers that are printed so and that whole numbers of
//! right samples have.

use num_bigint::BigInt;
use num_integer::Integer;

use super::interval::Interval;
use super::quotient::quotient;
use super::sizes::Size;
use exactile::num::Rational;

/// The most samples in folds of the larger size for which numbers are counted.
const MOST_SAMPLES: u64 = 100_000;

/// Returns `true` if the metric is the share of right samples.
pub(super) fn is_accuracy(name: &str) -> bool {
    quotient(name, Size { positives: 1, negatives: 2 }).is_some_and(|quotient| {
        let [[tn, fp, fn_, tp], under] = [quotient.over, quotient.under];
        fp.is_zero() && fn_.is_zero() && tn == tp && under.iter().all(|term| *term == tn)
    })
}

/// Narrows the interval to means of whole numbers of right samples; `None` if it has none.
///
/// For each of two sizes there is how many folds have it, the larger size first.
pub(super) fn counted(interval: &Interval, folds: [(u64, u64); 2]) -> Option<Interval> {
    let [(larger, more), (smaller, others)] = folds;
    let most = |size: u64, folds: u64| size.checked_mul(folds).filter(|most| *most <= MOST_SAMPLES);
    let Some(most_larger) = most(larger, more) else { return Some(interval.clone()) };
    let most_smaller = Rational::from(smaller) * Rational::from(others);
    let count = Rational::from(more) + Rational::from(others);
    let mut found: Option<[Rational; 2]> = None;
    for right in 0..=most_larger {
        let share = Rational::from(right) / Rational::from(larger);
        // The right samples that are left for the smaller folds.
        let rest = |end: &Rational| (end * &count - &share) * Rational::from(smaller);
        let [low, high] = [&interval.low, &interval.high].map(|(end, has_it)| (rest(end), *has_it));
        let mut least = -floor(&-&low.0);
        if !low.1 && least == low.0 {
            least = least + Rational::ONE;
        }
        let mut greatest = floor(&high.0);
        if !high.1 && greatest == high.0 {
            greatest = greatest - Rational::ONE;
        }
        let ends = [least.max(Rational::ZERO), greatest.min(most_smaller.clone())];
        if ends[0] <= ends[1] {
            let [first, last] = ends.map(|rest| (rest / Rational::from(smaller) + &share) / &count);
            found = Some(match found {
                Some([least, most]) => [least.min(first), most.max(last)],
                None => [first, last],
            });
        }
    }
    let [low, high] = found?;
    Some(Interval { low: (low, true), high: (high, true), unit: interval.unit.clone() })
}

fn floor(value: &Rational) -> Rational {
    let floor: BigInt = value.numerator().div_floor(&value.denominator());
    floor.into()
}
