//! A metric's exact ranks of performances: 0 for its least value, one more for each larger one.

use std::cmp::Ordering;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use super::CorrelationError;
use crate::num::{Enclosure, Rational, Value, normal_quantile};
use crate::performance::ConfusionMatrix;
use crate::score::{Formula, Metric, Surrogate, ValueForm};

/// Binary places of enclosures: more for those that overlap still.
const BITS: [u32; 4] = [108, 256, 1024, 4096];

/// Overlapping values that are refined: a lattice has thousands that are equal for reasons that no
/// enclosure shows.
const MOST_REFINED: usize = 64;

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
/// [`CorrelationError::TooClose`] for values of d' whose enclosures to 4096 binary places overlap,
/// [`CorrelationError::SizesDiffer`] for such values of a scaled logarithm across different numbers
/// of samples. More than 64 values are not refined beyond 108 places.
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
    if form == ValueForm::ScaledLog && !is_one_size(matrices, &values) {
        return scaled_ranks(metric, matrices, &values);
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

/// Returns `true` if all finite logarithms have the same base, which depends on the numbers of
/// samples.
fn is_one_size(matrices: &[ConfusionMatrix], values: &[Option<Surrogate>]) -> bool {
    let is_finite = |value: &Option<Surrogate>| match value {
        Some(Surrogate::Finite(value)) => !value.is_zero(),
        _ => false,
    };
    let mut sizes = matrices
        .iter()
        .zip(values)
        .filter(|(_, value)| is_finite(value))
        .map(|(matrix, _)| (matrix.positives(), matrix.negatives()));
    let first = sizes.next();
    sizes.all(|size| Some(&size) == first.as_ref())
}

/// A value that is known by enclosures. Equal places have equal values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Place {
    Infinite(Ordering),
    Exact(Rational),
    /// Two numbers that say the value, such as rates between 0 and 1, the smaller first.
    By(Rational, Rational),
}

/// d' = z(TPR) + z(TNR). Two finite sums are equal if the rates are exchanged or both sums are
/// zero.
fn quantile_ranks(
    metric: &Metric,
    matrices: &[ConfusionMatrix],
) -> Result<Vec<Option<u32>>, CorrelationError> {
    let places: Vec<Option<Place>> = matrices.iter().map(quantile_sum).collect();
    let mut quantiles: HashMap<(&Rational, u32), Enclosure> = HashMap::new();
    let ranks = enclosed_ranks(&places, |low, high, bits| {
        for rate in [low, high] {
            quantiles.entry((rate, bits)).or_insert_with(|| normal_quantile(rate, bits));
        }
        &quantiles[&(low, bits)] + &quantiles[&(high, bits)]
    });
    ranks.ok_or_else(|| CorrelationError::TooClose(metric.clone()))
}

/// `None` where d' is undefined: a rate is 0/0, or infinity is taken from infinity.
fn quantile_sum(matrix: &ConfusionMatrix) -> Option<Place> {
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
        (Ordering::Equal, side) | (side, Ordering::Equal) => return Some(Place::Infinite(side)),
        (first, second) => return (first == second).then_some(Place::Infinite(first)),
    }
    Some(if tpr.complement() == tnr {
        Place::Exact(Rational::ZERO)
    } else if tpr < tnr {
        Place::By(tpr, tnr)
    } else {
        Place::By(tnr, tpr)
    })
}

/// Logarithms to bases that differ: ln(surrogate) / ln(scale).
fn scaled_ranks(
    metric: &Metric,
    matrices: &[ConfusionMatrix],
    values: &[Option<Surrogate>],
) -> Result<Vec<Option<u32>>, CorrelationError> {
    let place = |(matrix, value): (&ConfusionMatrix, &Option<Surrogate>)| {
        Some(match value.as_ref()? {
            Surrogate::Infinity => Place::Infinite(Ordering::Greater),
            Surrogate::Finite(value) if value.is_zero() => Place::Infinite(Ordering::Less),
            Surrogate::Finite(value) => match metric.value(matrix) {
                Value::Exact(value) => Place::Exact(value),
                _ => {
                    let scale = metric.scale(&matrix.positives(), &matrix.negatives())?;
                    Place::By(value.clone(), scale)
                }
            },
        })
    };
    let places: Vec<Option<Place>> = matrices.iter().zip(values).map(place).collect();
    let ranks = enclosed_ranks(&places, Enclosure::log);
    ranks.ok_or_else(|| CorrelationError::SizesDiffer(metric.clone()))
}

/// Dense ranks of values by their enclosures, which are refined until none overlap; `None` if some
/// still do, or too many would have to be refined.
fn enclosed_ranks<'p>(
    places: &'p [Option<Place>],
    mut enclosure: impl FnMut(&'p Rational, &'p Rational, u32) -> Enclosure,
) -> Option<Vec<Option<u32>>> {
    let mut ends = |place: &'p Place, bits| match place {
        Place::By(first, second) => {
            let about = enclosure(first, second, bits);
            Some((about.lower(), about.upper()))
        }
        Place::Exact(value) => Some((value.clone(), value.clone())),
        Place::Infinite(_) => None,
    };
    let mut known: HashMap<&Place, (Rational, Rational)> = HashMap::new();
    for place in places.iter().flatten() {
        if let Entry::Vacant(new) = known.entry(place) {
            ends(place, BITS[0]).map(|ends| new.insert(ends));
        }
    }
    let mut finer = BITS[1..].iter();
    let order = loop {
        let mut order: Vec<_> = known.iter().map(|(&place, ends)| (ends, place)).collect();
        order.sort_unstable_by(|x, y| x.0.cmp(y.0));
        let open = overlapping(&order);
        if open.is_empty() {
            break order.into_iter().map(|two| two.1).collect::<Vec<_>>();
        }
        let bits = finer.next().filter(|_| open.len() <= MOST_REFINED)?;
        known.extend(open.into_iter().filter_map(|place| Some((place, ends(place, *bits)?))));
    };
    let finite: HashMap<&Place, usize> = order.into_iter().zip(0..).collect();
    // The place among finite values stands between minus infinity and infinity.
    let key = |place: &Place| match place {
        Place::Infinite(side) => (*side, 0),
        _ => (Ordering::Equal, finite[place]),
    };
    Some(dense(&places.iter().map(|place| place.as_ref().map(key)).collect::<Vec<_>>()))
}

/// The places of enclosures that overlap with another one, in the order of their lower ends.
fn overlapping<'p>(order: &[(&(Rational, Rational), &'p Place)]) -> HashSet<&'p Place> {
    let mut found = HashSet::new();
    // The enclosure whose upper end is the highest so far may overlap with several.
    let mut highest: Option<(&(Rational, Rational), &Place)> = None;
    for &(ends, place) in order {
        match highest {
            Some((before, other)) if before.1 >= ends.0 => found.extend([other, place]),
            _ => {}
        }
        if highest.is_none_or(|(before, _)| ends.1 > before.1) {
            highest = Some((ends, place));
        }
    }
    found
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
    fn equal_values_share_a_rank() {
        // (TNR, TPR): (4/5, 3/5) and (3/5, 4/5) have the same d' and the same MCC.
        let counts = [[4, 1, 2, 3], [3, 2, 1, 4], [5, 0, 5, 0], [2, 3, 3, 2], [5, 0, 1, 4]];
        assert_eq!(ranks_of("d-prime", &counts), [Some(1), Some(1), None, Some(0), Some(2)]);
        assert_eq!(ranks_of("mcc", &counts), [Some(1), Some(1), None, Some(0), Some(2)]);
    }

    #[test]
    fn sums_of_quantiles_that_are_close_are_told_apart() {
        let rates = |tnr: Rational, tpr: Rational| {
            let [fpr, fnr] = [tnr.complement(), tpr.complement()];
            ConfusionMatrix::new(tnr, fpr, fnr, tpr).expect("weights")
        };
        let (high, half) = (Rational::new(7, 10), Rational::new(1, 2));
        let tenth =
            |power: u32| (0..power).fold(Rational::ONE, |whole, _| whole * Rational::new(1, 10));
        let near = |power: u32| rates(high.clone(), &half + &tenth(power));
        let matrices = [near(45), rates(half.clone(), high.clone()), near(400)];
        let ranks = metric_ranks(&Metric::DPrime, &matrices);
        assert_eq!(ranks, Ok(vec![Some(2), Some(0), Some(1)]));
        // Closer than 4096 binary places say.
        let matrices = [near(1300), rates(half.clone(), high.clone())];
        let ranks = metric_ranks(&Metric::DPrime, &matrices);
        assert_eq!(ranks, Err(CorrelationError::TooClose(Metric::DPrime)));
    }

    #[test]
    fn scaled_logarithms_compare_across_numbers_of_samples() {
        // ln 2 / ln 9, ln 2 / ln 99, ln 4 / ln 99 and 0.
        let counts = [[8, 2, 6, 4], [80, 20, 60, 40], [80, 20, 20, 80], [3, 1, 3, 1]];
        let ranks = ranks_of("scaled-log-plr", &counts);
        assert_eq!(ranks, [Some(3), Some(1), Some(2), Some(0)]);
    }

    #[test]
    fn equal_values_that_no_enclosure_shows_have_no_ranks() {
        // ln 2 / ln 6 = ln 4 / ln 36.
        let place = |value: i64, scale: i64| Some(Place::By(value.into(), scale.into()));
        assert_eq!(enclosed_ranks(&[place(2, 6), place(4, 36)], Enclosure::log), None);
        let ranks = enclosed_ranks(&[place(2, 6), place(3, 36)], Enclosure::log);
        assert_eq!(ranks, Some(vec![Some(1), Some(0)]));
    }

    #[test]
    fn bases_close_to_one_have_logarithms() {
        // The base is 1 + 10^-40: its logarithm is below what 108 binary places show.
        let [one, tiny] =
            [Rational::ONE, (0..40).fold(Rational::ONE, |x, _| x * Rational::new(1, 10))];
        let half = Rational::new(1, 2);
        let near = [one.clone(), &one + &tiny, &half + &tiny, Rational::new(3, 2)];
        let [tn, fp, fn_, tp] = near;
        let matrices = [
            ConfusionMatrix::new(tn, fp, fn_, tp).expect("weights"),
            ConfusionMatrix::from_counts(8, 2, 6, 4).expect("samples"),
        ];
        let ranks = metric_ranks(&Metric::ScaledLogPlr, &matrices).expect("told apart");
        assert!(ranks.iter().all(Option::is_some) && ranks[0] != ranks[1], "{ranks:?}");
    }

    #[test]
    fn infinite_scaled_logarithms_compare_across_numbers_of_samples() {
        let counts = [[5, 0, 2, 3], [9, 1, 10, 0], [5, 5, 5, 5]];
        assert_eq!(ranks_of("scaled-log-dor", &counts), [Some(2), Some(0), Some(1)]);
    }
}
