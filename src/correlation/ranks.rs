//! A metric's exact ranks of performances: 0 for its least value, one more for each larger one.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::CorrelationError;
use crate::num::{Enclosure, Rational, normal_quantile};
use crate::performance::ConfusionMatrix;
use crate::score::{Formula, Metric, Surrogate, ValueForm};

/// Binary places of the quantiles in d'.
const BITS: u32 = 108;

/// The dense ranks of all performances; `None` where the metric is undefined.
///
/// Infinity is the largest value. Minus infinity, the logarithm of zero, is the smallest: its
/// surrogate 0 lies below those of all other logarithms.
///
/// ```
/// use exactile::correlation::metric_ranks;
/// use exactile::{ConfusionMatrix, Metric};
/// let matrices = [(1, 1), (1, 3), (0, 0)]
///     .map(|(tn, tp)| ConfusionMatrix::from_counts(tn, 4 - tn, 4 - tp, tp).expect("counts"));
/// assert_eq!(metric_ranks(&Metric::Mcc, &matrices)?, [Some(1), Some(2), Some(0)]);
/// # Ok::<(), exactile::correlation::CorrelationError>(())
/// ```
///
/// # Errors
/// Values that cannot be compared exactly: of d' if two are closer than their enclosures, of a
/// scaled logarithm across different numbers of samples.
pub fn metric_ranks(
    metric: &Metric,
    matrices: &[ConfusionMatrix],
) -> Result<Vec<Option<u32>>, CorrelationError> {
    let form = metric.form();
    if form == ValueForm::Quantiles {
        return quantile_ranks(metric, matrices);
    }
    let prepared = metric.prepared();
    let values: Vec<Option<Surrogate>> =
        matrices.iter().map(|matrix| prepared.surrogate(matrix)).collect();
    if form == ValueForm::ScaledLog {
        check_sizes(metric, matrices, &values)?;
    }
    Ok(dense(&values))
}

/// The dense ranks of all performances by a formula; `None` where it is undefined.
pub(super) fn formula_ranks(formula: &Formula, matrices: &[ConfusionMatrix]) -> Vec<Option<u32>> {
    let value = |matrix| formula.value(matrix).as_rational().cloned();
    dense(&matrices.iter().map(value).collect::<Vec<_>>())
}

/// Ranks by exact sort.
fn dense<T: Ord>(values: &[Option<T>]) -> Vec<Option<u32>> {
    let mut order: Vec<(&T, usize)> =
        values.iter().enumerate().filter_map(|(i, value)| Some((value.as_ref()?, i))).collect();
    order.sort_unstable();
    let mut ranks = vec![None; values.len()];
    let mut rank = 0;
    for (k, &(value, i)) in order.iter().enumerate() {
        if k > 0 && order[k - 1].0 != value {
            rank += 1;
        }
        ranks[i] = Some(rank);
    }
    ranks
}

/// The base of a scaled logarithm depends on the numbers of samples: one base or no comparison of
/// finite values. Infinite ones compare with any other.
fn check_sizes(
    metric: &Metric,
    matrices: &[ConfusionMatrix],
    values: &[Option<Surrogate>],
) -> Result<(), CorrelationError> {
    let is_finite = |value: &Option<Surrogate>| matches!(value, Some(Surrogate::Finite(value)) if !value.is_zero());
    let mut sizes = matrices
        .iter()
        .zip(values)
        .filter(|(_, value)| is_finite(value))
        .map(|(matrix, _)| (matrix.positives(), matrix.negatives()));
    let first = sizes.next();
    if sizes.all(|size| Some(&size) == first.as_ref()) {
        return Ok(());
    }
    Err(CorrelationError::SizesDiffer(metric.clone()))
}

/// A value of d' by the rates that it is the sum of, in an order that equal values share.
#[derive(Clone, Debug, PartialEq, Eq)]
enum QuantileSum {
    Infinite(Ordering),
    /// Both rates strictly between 0 and 1, the smaller first; (1/2, 1/2) where the sum is zero.
    Finite(Rational, Rational),
}

/// `None` where d' is undefined: a rate is 0/0, or infinity is taken from infinity.
fn quantile_sum(matrix: &ConfusionMatrix) -> Option<QuantileSum> {
    let (tpr, tnr) = (matrix.tpr()?, matrix.tnr()?);
    let side = |rate: &Rational| {
        if rate.is_zero() {
            Ordering::Less
        } else if *rate == Rational::ONE {
            Ordering::Greater
        } else {
            Ordering::Equal
        }
    };
    match (side(&tpr), side(&tnr)) {
        (Ordering::Equal, Ordering::Equal) => {}
        (Ordering::Equal, side) | (side, Ordering::Equal) => {
            return Some(QuantileSum::Infinite(side));
        }
        (first, second) => return (first == second).then_some(QuantileSum::Infinite(first)),
    }
    Some(if tpr.complement() == tnr {
        let half = Rational::new(1, 2);
        QuantileSum::Finite(half.clone(), half)
    } else if tpr < tnr {
        QuantileSum::Finite(tpr, tnr)
    } else {
        QuantileSum::Finite(tnr, tpr)
    })
}

/// d' = z(TPR) + z(TNR) by certified enclosures. Two finite sums are equal if the rates are
/// exchanged or both sums are zero; any others have to be apart by more than their enclosures are
/// wide.
fn quantile_ranks(
    metric: &Metric,
    matrices: &[ConfusionMatrix],
) -> Result<Vec<Option<u32>>, CorrelationError> {
    let values: Vec<Option<QuantileSum>> = matrices.iter().map(quantile_sum).collect();
    let pairs = || {
        values.iter().flatten().filter_map(|value| match value {
            QuantileSum::Finite(low, high) => Some((low, high)),
            QuantileSum::Infinite(_) => None,
        })
    };
    let mut quantiles: HashMap<&Rational, Enclosure> = HashMap::new();
    for rate in pairs().flat_map(|(low, high)| [low, high]) {
        quantiles.entry(rate).or_insert_with(|| normal_quantile(rate, BITS));
    }
    let mut sums: HashMap<(&Rational, &Rational), (Rational, Rational)> = HashMap::new();
    for pair in pairs() {
        sums.entry(pair).or_insert_with(|| {
            let sum = &quantiles[pair.0] + &quantiles[pair.1];
            (sum.lower(), sum.upper())
        });
    }
    let mut order: Vec<_> = sums.into_iter().collect();
    order.sort_unstable_by(|x, y| x.1.cmp(&y.1));
    if order.windows(2).any(|two| two[0].1.1 >= two[1].1.0) {
        return Err(CorrelationError::TooClose(metric.clone()));
    }
    let places: HashMap<_, usize> = order.into_iter().map(|(pair, _)| pair).zip(0..).collect();
    // The place among finite sums stands between minus infinity and infinity.
    let keys: Vec<Option<(Ordering, usize)>> = values
        .iter()
        .map(|value| {
            Some(match value.as_ref()? {
                QuantileSum::Infinite(side) => (*side, 0),
                QuantileSum::Finite(low, high) => (Ordering::Equal, places[&(low, high)]),
            })
        })
        .collect();
    Ok(dense(&keys))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranks_of(metric: &str, counts: &[[u64; 4]]) -> Vec<Option<u32>> {
        let matrices: Vec<ConfusionMatrix> = counts
            .iter()
            .map(|&[tn, fp, fn_, tp]| {
                ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("samples")
            })
            .collect();
        metric_ranks(&metric.parse().expect("a metric"), &matrices).expect("an order")
    }

    #[test]
    fn infinite_values_are_ranked_and_undefined_ones_are_not() {
        // In order: perfect, no false alarm, chance, no hit, nobody predicted positive.
        let counts = [[5, 0, 0, 5], [5, 0, 2, 3], [3, 2, 3, 2], [4, 1, 5, 0], [5, 0, 5, 0]];
        let by_plr = [Some(2), Some(2), Some(1), Some(0), None];
        for metric in ["plr", "log-plr", "scaled-log-plr", "ppv-bal", "d-prime"] {
            assert_eq!(ranks_of(metric, &counts), by_plr, "{metric}");
        }
        let by_nlr = [Some(0), Some(1), Some(2), Some(3), Some(2)];
        for metric in ["nlr", "log-nlr", "scaled-log-nlr"] {
            assert_eq!(ranks_of(metric, &counts), by_nlr, "{metric}");
        }
    }

    #[test]
    fn infinite_scaled_logarithms_compare_across_numbers_of_samples() {
        let counts = [[5, 0, 2, 3], [9, 1, 10, 0], [5, 5, 5, 5]];
        assert_eq!(ranks_of("scaled-log-dor", &counts), [Some(2), Some(0), Some(1)]);
    }
}
