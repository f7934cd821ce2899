//! Distances of the rankings of scores on a segment from the middle swap, and their Kendall
//! correlations with both ends.
//!
//! The distance of two rankings is the number of pairs that swap strictly between them. A
//! correlation is counted from all pairs: two are ordered at a place as F = s_i u_j - s_j u_i is,
//! which is linear along the segment (`curve.rs`).

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::Signed;

use super::swaps::{Swap, Values};
use crate::claim::proofs::Proofs;
use crate::claim::truth::{Entry, Truth, parameter, same};
use crate::claim::wrong::Wrong;
use crate::geometry::segment::Segment;
use crate::metric::metrics::Metric;
use crate::metric::ranks::check_place;
use crate::metric::written::{enclosed, root};
use crate::reading::json::Json;
use exactile::num::Rational;

/// The scores that are in the list if they are on the segment.
const NAMED: [&str; 11] = [
    "tnr",
    "npv",
    "jaccard-negative",
    "accuracy",
    "ba",
    "kappa",
    "ppv",
    "f-beta(1/2)",
    "f1",
    "f-beta(2)",
    "tpr",
];

/// Returns the truth about `optimality` and `heuristic`. The `marked` preference may be in the
/// list, too.
pub(super) fn optimality<'t>(
    segment: &'t Segment,
    values: &'t Values,
    swaps: &'t [Swap],
    counts: &'t [[Rational; 4]],
    marked: Option<Json>,
) -> Entry<'t> {
    let found = move |position: &Rational| found(position, values, swaps);
    let listed = Truth::judge(move |claim| {
        let list = claim.as_list().ok_or_else(|| Wrong::new("a list should stand here"))?;
        let mut last = Rational::ZERO;
        let mut names = Vec::with_capacity(list.len());
        for (k, entry) in list.iter().enumerate() {
            let position = position(entry).map_err(|wrong| wrong.number(k))?;
            let name = entry.get("name").and_then(Json::as_text).unwrap_or_default().to_owned();
            let at = Json::List(segment.at(&position).map(|z| Json::Text(z.to_string())).into());
            let metric = Metric::named(&name).ok_or_else(|| Wrong::new("it has no known name"));
            let metric = metric.map_err(|wrong| wrong.number(k))?;
            let is_marked = marked.as_ref() == Some(&at);
            if position < last || names.contains(&name) {
                return Err(Wrong::new("it is not the next score on the segment").number(k));
            }
            if !NAMED.contains(&&*name) && !is_marked {
                return Err(Wrong::new("nobody has asked for this score").number(k));
            }
            let is_there = check_place(&at, &metric, Some(segment.prior()), &mut nothing());
            is_there.map_err(|_| Wrong::new("the score is not there").of("position").number(k))?;
            let mut truth = found(&position);
            truth.push(("name", Truth::any()));
            same(entry, &Truth::Object(truth), &mut nothing()).map_err(|wrong| wrong.number(k))?;
            last = position;
            names.push(name);
        }
        let missing = NAMED.iter().find(|name| {
            !names.iter().any(|known| known == **name)
                && place(name, segment).is_some_and(|at| segment.position(&at).is_some())
        });
        match missing {
            None => Ok(()),
            Some(name) => Err(Wrong::new(format!("{name} is on the segment, too"))),
        }
    });
    let heuristic = heuristic(segment, counts).map(|(squared, position)| {
        let mut truth = found(&position);
        truth.push(("f_beta_squared", Truth::exact(squared)));
        ("heuristic", Truth::Object(truth))
    });
    [("optimality", listed)].into_iter().chain(heuristic).collect()
}

fn nothing() -> Proofs {
    Proofs::new("", 0)
}

fn position(entry: &Json) -> Result<Rational, Wrong> {
    let said = entry.get("position").unwrap_or(&Json::Null);
    let position = parameter(said).map_err(|wrong| wrong.of("position"))?;
    match position.is_negative() || position > Rational::ONE {
        true => Err(Wrong::new("it is not on the segment").of("position")),
        false => Ok(position),
    }
}

/// Returns the place of a named score on the Tile of the segment's prior.
fn place(name: &str, segment: &Segment) -> Option<[Rational; 2]> {
    let (p, half) = (segment.prior(), Rational::new(1, 2));
    let n = p.complement();
    let at = |a: i64, b: Rational| Some([Rational::from(a), b]);
    match name {
        "tnr" => at(0, Rational::ZERO),
        "jaccard-negative" => at(0, half),
        "npv" => at(0, Rational::ONE),
        "accuracy" => Some([half.clone(), half]),
        "ba" => Some([n.clone(), n]),
        "kappa" => Some([&n * &n / (&n * &n + p * p), half]),
        "ppv" => at(1, Rational::ZERO),
        "f-beta(1/2)" => at(1, Rational::new(1, 5)),
        "f1" => at(1, half),
        "f-beta(2)" => at(1, Rational::new(4, 5)),
        "tpr" => at(1, Rational::ONE),
        _ => None,
    }
}

/// Returns beta^2 as the ratio of the mean shares of false positives and of false negatives, and
/// its position.
fn heuristic(segment: &Segment, counts: &[[Rational; 4]]) -> Option<(Rational, Rational)> {
    let sum = |of: usize| {
        let share = |counts: &[Rational; 4]| {
            let total = counts.iter().fold(Rational::ZERO, |sum, count| &sum + count);
            &counts[of] / &total
        };
        counts.iter().map(share).fold(Rational::ZERO, |sum, share| &sum + &share)
    };
    let squared = sum(1).checked_div(&sum(2)).filter(|_| segment.is_of_f_scores())?;
    let height = &squared / &(&squared + &Rational::ONE);
    let position = segment.position(&[Rational::ONE, height])?;
    Some((squared, position))
}

/// Returns the truth about a position.
fn found<'t>(position: &Rational, values: &Values, swaps: &[Swap]) -> Entry<'t> {
    let taus = [0, 1].map(|end| tau(position, end, values));
    let o = match swaps.len() {
        0 => Truth::Null,
        all => Truth::exact(Rational::new(all - distance(position, swaps), all)),
    };
    let is_undefined = swaps.is_empty() || taus.iter().any(|tau| matches!(tau, Truth::Null));
    let [from, to] = taus;
    let mut truth = vec![
        ("position", Truth::exact(position.clone())),
        ("o", o),
        ("tau_from", from),
        ("tau_to", to),
    ];
    if is_undefined {
        truth.push(("undefined", Truth::judge(crate::claim::truth::text)));
    }
    truth
}

/// Returns the number of pairs that swap strictly between a position and the middle swap, or the
/// nearer one of two middle swaps.
fn distance(position: &Rational, swaps: &[Swap]) -> usize {
    let [low, high] = [(swaps.len() - 1) / 2, swaps.len() / 2].map(|k| &swaps[k].0);
    let [from, to] = if position < low { [position, low] } else { [high, position] };
    swaps.iter().filter(|(place, _)| from < place && place < to).count()
}

/// Returns the truth about tau-b of the values at a position and at an end.
fn tau<'t>(position: &Rational, end: usize, values: &Values) -> Truth<'t> {
    let here = match position {
        p if p.is_zero() => Some(0),
        p if *p == Rational::ONE => Some(1),
        _ => None,
    };
    let is_used = |&k: &usize| {
        let defined = values.is_defined(k);
        defined[end] && here.is_none_or(|here| defined[here])
    };
    let used: Vec<usize> = (0..values.len()).filter(is_used).collect();
    let (mut difference, mut untied) = (0_i64, [0_u64; 2]);
    for (place, &i) in used.iter().enumerate() {
        for &j in &used[place + 1..] {
            let signs = values.signs(i, j);
            let at_position = match (here, signs) {
                (Some(here), _) => signs[here],
                (None, [Ordering::Equal, other] | [other, Ordering::Equal]) => other,
                (None, [first, last]) if first == last => first,
                // They swap: who is ahead before is so up to that place.
                (None, [first, last]) => match values.swap(i, j) {
                    Some((swap, _)) if *position < swap => first,
                    Some((swap, _)) if *position > swap => last,
                    _ => Ordering::Equal,
                },
            };
            difference += at_position as i64 * signs[end] as i64;
            untied[0] += u64::from(at_position.is_ne());
            untied[1] += u64::from(signs[end].is_ne());
        }
    }
    let product = BigInt::from(untied[0]) * untied[1];
    if product == BigInt::ZERO {
        return Truth::Null;
    }
    if difference == 0 {
        return Truth::exact(0);
    }
    if let Some(root) = root(&Rational::from(product.clone())) {
        return Truth::exact(Rational::from(difference) / root);
    }
    let form = format!("{difference}/sqrt({product})");
    enclosed(form, move |quotient, scale| {
        // quotient/scale <= difference/sqrt(product)
        let left = quotient * quotient.abs() * &product;
        let right = BigInt::from(difference) * difference.abs() * scale * scale;
        left <= right
    })
}
