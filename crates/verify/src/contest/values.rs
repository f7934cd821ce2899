//! The values of a pair and their difference, computed here; the form of intervals and margins of
//! the true difference; and e-values.

use super::probability::truly_better;
use crate::claim::proofs::Proofs;
use crate::claim::truth::{Truth, same};
use crate::claim::wrong::Wrong;
use crate::metric::interval::interval;
use crate::metric::metrics::{Better, Cells, Key, Kind, Metric};
use crate::metric::value::enclosure;
use crate::metric::written::{decimal, root};
use crate::reading::json::Json;
use exactile::num::Rational;
use exactile::performance::{Classifier, PairCounts};

/// Returns the truth about two values and about the first minus the second (the second minus the
/// first if less is better).
pub(super) fn values<'t>(
    metric: &'t Metric,
    [first, second]: [&Classifier; 2],
) -> Vec<(&'static str, Truth<'t>)> {
    let key = |of: &Classifier| {
        let matrix = &of.matrix;
        let cells = [matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp()].map(Rational::clone);
        metric.key(&Cells::new(cells))
    };
    let (first, second) = (key(first), key(second));
    let value = |key: &Option<Key>| key.as_ref().map_or(Truth::Null, |key| metric.value(key));
    let values = vec![("first", value(&first)), ("second", value(&second))];
    let ordered = if metric.better == Better::Lower { (second, first) } else { (first, second) };
    let difference = vec![
        ("value", difference(metric.kind, ordered)),
        ("interval", Truth::judge(|claim| interval(claim).map(|_| ()))),
    ];
    vec![("values", Truth::Object(values)), ("difference", Truth::Object(difference))]
}

/// Returns the value of a key, if it is rational.
fn rational(kind: Kind, key: &Rational) -> Option<Rational> {
    match kind {
        Kind::Exact => Some(key.clone()),
        Kind::Root if key.is_negative() => root(&key.abs()).map(|root| -root),
        Kind::Root => root(key),
        Kind::Logarithm => (*key == Rational::ONE).then_some(Rational::ZERO),
        Kind::Threshold => match key.reciprocal().map(|sum| sum - Rational::ONE) {
            None => Some(Rational::ZERO),
            Some(square) => (root(&square)? + Rational::ONE).reciprocal(),
        },
    }
}

/// Returns the truth about the difference of two values.
fn difference<'t>(kind: Kind, keys: (Option<Key>, Option<Key>)) -> Truth<'t> {
    let (Some(more), Some(less)) = keys else { return Truth::Null };
    let infinite = |key: &Key| match key {
        Key::Finite(key) if kind == Kind::Logarithm && key.is_zero() => -1,
        Key::Finite(_) => 0,
        _ => 1,
    };
    let (more, less) = match (infinite(&more), infinite(&less), more, less) {
        (0, 0, Key::Finite(more), Key::Finite(less)) => (more, less),
        (one, other, ..) if one == other => return Truth::Null,
        (one, other, ..) => return Truth::text(if one > other { "inf" } else { "-inf" }),
    };
    if more == less {
        return Truth::exact(0);
    }
    if let (Some(more), Some(less)) = (rational(kind, &more), rational(kind, &less)) {
        return Truth::exact(more - less);
    }
    let mut known = enclosure(kind, &more);
    known -= &enclosure(kind, &less);
    let [least, greatest] = [known.lower(), known.upper()];
    Truth::judge(move |claim| {
        let ([low, high], places) = decimals(claim, 15)?;
        // Two decimals of the values are that far apart at most.
        let closest = Rational::new(4, num_bigint::BigInt::from(10).pow(places));
        match low <= least && greatest <= high && high - low <= closest {
            true => Ok(()),
            false => Err(Wrong::new("the decimals do not enclose the difference closely")),
        }
    })
}

/// Reads two decimals with the same number of digits after the point, and that number; the first is
/// not above the second.
fn decimals(claim: &Json, least: usize) -> Result<([Rational; 2], u32), Wrong> {
    let truth = vec![("lower", Truth::any()), ("upper", Truth::any())];
    same(claim, &Truth::Object(truth), &mut Proofs::new("", 0))?;
    let end = |key: &str| {
        let text = claim.get(key).and_then(Json::as_text).unwrap_or_default();
        decimal(text, least).map_err(|wrong| wrong.of(key))
    };
    let ((lower, places), (upper, others)) = (end("lower")?, end("upper")?);
    match places == others && lower <= upper {
        true => Ok(([lower, upper], places)),
        false => Err(Wrong::new("these are no two decimals of one length in their order")),
    }
}

/// Returns the truth about the probabilities of a margin, if one is requested.
pub(super) fn margins<'t>(is_asked: bool) -> Vec<(&'static str, Truth<'t>)> {
    if !is_asked {
        return Vec::new();
    }
    ["not_worse", "equivalent"].into_iter().map(|key| (key, Truth::judge(truly_better))).collect()
}

/// The e-value of samples that only the first and only the second has right: x! y!/(n + 1)! times
/// the sum of C(n + 1, k) over k up to x, by its series 1/(y + 1) (1 + x/(y + 2) (1 + (x - 1)/(y +
/// 3) (1 + ...))).
fn e_value([first, second]: [u64; 2]) -> Rational {
    let series = (0..first).rev().fold(Rational::ONE, |sum, k| {
        Rational::ONE + Rational::new(first - k, second + 2 + k) * sum
    });
    series / Rational::from(second + 1)
}

/// Returns the e-values of a pair by a metric, if it has them: that of the first, and the mean of
/// both directions.
pub(super) fn e_values(metric: &Metric, counts: &PairCounts) -> Option<[Rational; 2]> {
    let of = |[first, second]: [u64; 2]| {
        let own = e_value([first, second]);
        let either = (&own + e_value([second, first])) / Rational::from(2);
        [own, either]
    };
    let (p, n) = (&counts.positive, &counts.negative);
    match metric.name() {
        "tpr" | "fnr" => Some(of([p.only_first, p.only_second])),
        "tnr" | "fpr" => Some(of([n.only_first, n.only_second])),
        "accuracy" | "error-rate" => {
            Some(of([p.only_first + n.only_first, p.only_second + n.only_second]))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_series_is_the_sum_of_choices() {
        assert_eq!(e_value([1, 0]), Rational::new(3, 2));
        assert_eq!(e_value([0, 1]), Rational::new(1, 2));
        // 2! 1!/4! (1 + 4 + 6)
        assert_eq!(e_value([2, 1]), Rational::new(11, 12));
    }
}
