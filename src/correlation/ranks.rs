//! A metric's exact ranks of performances: 0 for its least value, one more for each larger one.

use std::collections::HashMap;

use super::CorrelationError;
use crate::num::{Enclosure, Rational, normal_quantile};
use crate::performance::ConfusionMatrix;
use crate::score::{Metric, Surrogate, ValueForm};

/// Binary places of the quantiles in d'.
const BITS: u32 = 108;

/// The dense ranks of all performances; `None` where the metric is undefined or infinite.
pub(super) fn ranks(
    metric: &Metric,
    matrices: &[ConfusionMatrix],
) -> Result<Vec<Option<u32>>, CorrelationError> {
    let form = metric.form();
    if form == ValueForm::Quantiles {
        return quantile_ranks(metric, matrices);
    }
    let is_log = matches!(form, ValueForm::Log | ValueForm::ScaledLog);
    let values: Vec<Option<Rational>> = matrices
        .iter()
        .map(|matrix| match metric.surrogate(matrix) {
            // The logarithm of zero is infinite too.
            Some(Surrogate::Finite(value)) if !(is_log && value.is_zero()) => Some(value),
            _ => None,
        })
        .collect();
    if form == ValueForm::ScaledLog {
        check_sizes(metric, matrices, &values)?;
    }
    Ok(dense(&values))
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

/// The base of a scaled logarithm depends on the numbers of samples: one base or no comparison.
fn check_sizes(
    metric: &Metric,
    matrices: &[ConfusionMatrix],
    values: &[Option<Rational>],
) -> Result<(), CorrelationError> {
    let mut sizes = matrices
        .iter()
        .zip(values)
        .filter(|(_, value)| value.is_some())
        .map(|(matrix, _)| (matrix.positives(), matrix.negatives()));
    let first = sizes.next();
    if sizes.all(|size| Some(&size) == first.as_ref()) {
        return Ok(());
    }
    Err(CorrelationError::SizesDiffer(metric.clone()))
}

/// d' = z(TPR) + z(TNR) by certified enclosures. Two sums are equal if the rates are exchanged or
/// both sums are zero; any others have to be apart by more than their enclosures are wide.
fn quantile_ranks(
    metric: &Metric,
    matrices: &[ConfusionMatrix],
) -> Result<Vec<Option<u32>>, CorrelationError> {
    let half = Rational::new(1, 2);
    let inner =
        |rate: Option<Rational>| rate.filter(|rate| rate.is_positive() && *rate < Rational::ONE);
    let pairs: Vec<Option<(Rational, Rational)>> = matrices
        .iter()
        .map(|matrix| {
            let (tpr, tnr) = (inner(matrix.tpr())?, inner(matrix.tnr())?);
            Some(if tpr.complement() == tnr {
                (half.clone(), half.clone())
            } else if tpr < tnr {
                (tpr, tnr)
            } else {
                (tnr, tpr)
            })
        })
        .collect();
    let mut quantiles: HashMap<&Rational, Enclosure> = HashMap::new();
    for rate in pairs.iter().flatten().flat_map(|(low, high)| [low, high]) {
        quantiles.entry(rate).or_insert_with(|| normal_quantile(rate, BITS));
    }
    let mut sums: HashMap<&(Rational, Rational), (Rational, Rational)> = HashMap::new();
    for pair in pairs.iter().flatten() {
        sums.entry(pair).or_insert_with(|| {
            let sum = quantiles[&pair.0].plus(&quantiles[&pair.1]);
            (sum.lower(), sum.upper())
        });
    }
    let mut order: Vec<_> = sums.into_iter().collect();
    order.sort_unstable_by(|x, y| x.1.cmp(&y.1));
    if order.windows(2).any(|two| two[0].1.1 >= two[1].1.0) {
        return Err(CorrelationError::TooClose(metric.clone()));
    }
    let places: HashMap<_, u32> = order.into_iter().map(|(pair, _)| pair).zip(0..).collect();
    Ok(pairs.iter().map(|pair| Some(places[pair.as_ref()?])).collect())
}
