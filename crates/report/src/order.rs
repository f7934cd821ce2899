//! Exact orders as dense integer ranks: 0 for the least value, equal ranks for equal values only.

use std::cmp::Ordering;

use exactile::num::{Enclosure, LogSum, Rational, Value, normal_quantile};
use exactile::performance::{Classifier, ConfusionMatrix};
use exactile::score::{Metric, Surrogate, ValueForm};

/// Binary places at which values without a rational surrogate are compared, in turn.
const BITS: [u32; 4] = [96, 256, 1024, 4096];

/// Returns dense ranks of values; `None` for a missing value. O(n log n) comparisons.
pub(super) fn dense<T>(
    values: &[Option<T>],
    compare: impl Fn(&T, &T) -> Ordering,
) -> Vec<Option<u32>> {
    let mut order: Vec<(usize, &T)> =
        values.iter().enumerate().filter_map(|(i, value)| Some((i, value.as_ref()?))).collect();
    order.sort_by(|x, y| compare(x.1, y.1));
    let mut ranks = vec![None; values.len()];
    let mut rank = 0;
    for (k, &(i, value)) in order.iter().enumerate() {
        if k > 0 && compare(order[k - 1].1, value) != Ordering::Equal {
            rank += 1;
        }
        ranks[i] = Some(rank);
    }
    ranks
}

/// Returns dense ranks of values, none of which is missing.
pub(super) fn dense_all<T>(values: Vec<T>, compare: impl Fn(&T, &T) -> Ordering) -> Vec<u32> {
    let values: Vec<Option<T>> = values.into_iter().map(Some).collect();
    dense(&values, compare).into_iter().flatten().collect()
}

/// Returns dense ranks of sums of logarithms: by enclosures if they prove the order, exactly
/// otherwise.
pub(super) fn dense_sums(values: Vec<LogSum>) -> Vec<u32> {
    let enclosed = values
        .into_iter()
        .map(|value| {
            let about = value.enclosure(BITS[0]);
            (value, about.lower(), about.upper())
        })
        .collect();
    dense_all(enclosed, |x: &(LogSum, Rational, Rational), y| {
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
    match metric.form() {
        ValueForm::Quantiles | ValueForm::ScaledLog => by_enclosures(classifiers, metric),
        _ => {
            let prepared = metric.prepared();
            let surrogate = |of: &Classifier| prepared.surrogate(&of.matrix);
            let surrogates: Vec<Option<Surrogate>> = classifiers.iter().map(surrogate).collect();
            Some(dense(&surrogates, Ord::cmp))
        }
    }
}

/// A value, by a rational reason for equality and by enclosures.
#[derive(PartialEq)]
enum Place {
    Bottom,
    Finite { key: (Rational, Rational), matrix: usize },
    Top,
}

/// Returns ranks by d' and logarithms to a base that depends on the numbers of samples.
fn by_enclosures(classifiers: &[Classifier], metric: &Metric) -> Option<Vec<Option<u32>>> {
    let places: Vec<Option<Place>> = classifiers
        .iter()
        .enumerate()
        .map(|(matrix, classifier)| {
            Some(match metric.value(&classifier.matrix) {
                Value::Undefined(_) => return None,
                Value::NegativeInfinity => Place::Bottom,
                Value::Infinity => Place::Top,
                value => {
                    let key = reason_of_equality(&classifier.matrix, metric, &value)?;
                    Place::Finite { key, matrix }
                }
            })
        })
        .collect();
    let undecided = std::cell::Cell::new(false);
    let enclosure = |matrix: usize, bits| enclosed(&classifiers[matrix].matrix, metric, bits);
    let ranks = dense(&places, |x, y| match (x, y) {
        (Place::Finite { key, matrix }, Place::Finite { key: other, matrix: second }) => {
            if key == other {
                return Ordering::Equal;
            }
            for bits in BITS {
                let (Some(x), Some(y)) = (enclosure(*matrix, bits), enclosure(*second, bits))
                else {
                    break;
                };
                if x.lower() > y.upper() {
                    return Ordering::Greater;
                }
                if x.upper() < y.lower() {
                    return Ordering::Less;
                }
            }
            undecided.set(true);
            Ordering::Equal
        }
        (Place::Bottom, Place::Bottom) | (Place::Top, Place::Top) => Ordering::Equal,
        (Place::Bottom, _) | (_, Place::Top) => Ordering::Less,
        _ => Ordering::Greater,
    });
    (!undecided.get()).then_some(ranks)
}

/// Returns two numbers that are the same for two values only if these are equal.
fn reason_of_equality(
    matrix: &ConfusionMatrix,
    metric: &Metric,
    value: &Value,
) -> Option<(Rational, Rational)> {
    if let Value::Exact(value) = value {
        // No rate is below 0.
        return Some((value.clone(), -Rational::ONE));
    }
    if metric.form() == ValueForm::ScaledLog {
        let Surrogate::Finite(surrogate) = metric.surrogate(matrix)? else { return None };
        return Some((surrogate, metric.scale(&matrix.positives(), &matrix.negatives())?));
    }
    let (tpr, tnr) = (matrix.tpr()?, matrix.tnr()?);
    Some(if tpr < tnr { (tpr, tnr) } else { (tnr, tpr) })
}

fn enclosed(matrix: &ConfusionMatrix, metric: &Metric, bits: u32) -> Option<Enclosure> {
    if metric.form() == ValueForm::ScaledLog {
        let Surrogate::Finite(surrogate) = metric.surrogate(matrix)? else { return None };
        let scale = metric.scale(&matrix.positives(), &matrix.negatives())?;
        let below = Enclosure::ln(&scale, bits).reciprocal();
        return Some(Enclosure::ln(&surrogate, bits) * below);
    }
    Some(normal_quantile(&matrix.tpr()?, bits) + normal_quantile(&matrix.tnr()?, bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranks(metric: &str, counts: &[[u64; 4]]) -> Vec<Option<u32>> {
        let classifiers: Vec<Classifier> = counts
            .iter()
            .map(|&[tn, fp, fn_, tp]| {
                let matrix = ConfusionMatrix::from_counts(tn, fp, fn_, tp).expect("samples");
                Classifier::new("", matrix)
            })
            .collect();
        by_metric(&classifiers, &metric.parse().expect("a metric")).expect("an order")
    }

    #[test]
    fn equal_values_share_a_rank_and_undefined_ones_have_none() {
        let counts = [[4, 1, 2, 3], [3, 2, 1, 4], [5, 0, 5, 0], [2, 3, 3, 2], [5, 0, 1, 4]];
        // (TNR, TPR): (4/5, 3/5) and (3/5, 4/5) have the same d' and the same MCC.
        assert_eq!(ranks("d-prime", &counts), [Some(1), Some(1), None, Some(0), Some(2)]);
        assert_eq!(ranks("mcc", &counts), [Some(1), Some(1), None, Some(0), Some(2)]);
        assert_eq!(ranks("accuracy", &counts), [Some(2), Some(2), Some(1), Some(0), Some(3)]);
        assert_eq!(ranks("plr", &counts), [Some(2), Some(1), None, Some(0), Some(3)]);
        let logs = ranks("scaled-log-plr", &counts);
        assert_eq!(logs, [Some(2), Some(1), None, Some(0), Some(3)]);
    }

    #[test]
    fn sums_of_logarithms_are_ordered_exactly() {
        let ln = |n: i64| LogSum::ln(&Rational::from(n));
        let values = vec![ln(8), ln(2) + ln(4), ln(7), LogSum::from(Rational::from(2))];
        assert_eq!(dense_sums(values), [2, 2, 0, 1]);
    }
}
