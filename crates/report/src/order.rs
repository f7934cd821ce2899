//! Exact orders as dense integer ranks: 0 for the least value, equal ranks for equal values only.

use std::cmp::Ordering;

use exactile::correlation::metric_ranks;
use exactile::num::{LogSum, Rational};
use exactile::performance::Classifier;
use exactile::score::Metric;

/// Binary places at which sums of logarithms are compared before they are compared exactly.
const BITS: u32 = 96;

/// Returns dense ranks of values. O(n log n) comparisons.
pub(super) fn dense<T>(values: Vec<T>, compare: impl Fn(&T, &T) -> Ordering) -> Vec<u32> {
    let mut order: Vec<(usize, &T)> = values.iter().enumerate().collect();
    order.sort_by(|x, y| compare(x.1, y.1));
    let mut ranks = vec![0; values.len()];
    let mut rank = 0;
    for (k, &(i, value)) in order.iter().enumerate() {
        rank += u32::from(k > 0 && compare(order[k - 1].1, value) != Ordering::Equal);
        ranks[i] = rank;
    }
    ranks
}

/// Returns dense ranks of sums of logarithms: by enclosures if they prove the order, exactly
/// otherwise.
pub(super) fn dense_sums(values: Vec<LogSum>) -> Vec<u32> {
    let enclosed = values
        .into_iter()
        .map(|value| {
            let about = value.enclosure(BITS);
            (value, about.lower(), about.upper())
        })
        .collect();
    dense(enclosed, |x: &(LogSum, Rational, Rational), y| {
        if x.1 > y.2 {
            Ordering::Greater
        } else if x.2 < y.1 {
            Ordering::Less
        } else {
            (x.0.clone() - y.0.clone()).sign()
        }
    })
}

/// Returns dense ranks of classifiers by a metric, the greatest value last; `None` for an undefined
/// one. No ranks at all if two values cannot be distinguished.
pub(super) fn by_metric(classifiers: &[Classifier], metric: &Metric) -> Option<Vec<Option<u32>>> {
    let matrices: Vec<_> = classifiers.iter().map(|classifier| classifier.matrix.clone()).collect();
    metric_ranks(metric, &matrices).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_logarithms_are_ordered_exactly() {
        let ln = |n: i64| LogSum::ln(&Rational::from(n));
        let values = vec![ln(8), ln(2) + ln(4), ln(7), LogSum::from(Rational::from(2))];
        assert_eq!(dense_sums(values), [2, 2, 0, 1]);
    }
}
