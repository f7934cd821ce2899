//! The truth about gaps and ratios of metrics between test sets. Intervals of gaps, which are
//! drawn, are left open.

use crate::claim::proofs::Proofs;
use crate::claim::sets::Sets;
use crate::claim::stop::Stop;
use crate::claim::truth::{Entry, Truth, same};
use crate::claim::wrong::Wrong;
use crate::metric::interval::{Kind, interval, of_metric};
use crate::metric::metrics::{Cells, Key, Kind as MetricKind, Metric};
use crate::metric::ranks::unknown_metric;
use crate::metric::written::value_entry;
use crate::reading::json::Json;
use exactile::num::Rational;

/// The metrics whose intervals are computed here.
const RATES: [&str; 4] = ["tpr", "fnr", "tnr", "fpr"];

/// Checks `gaps`.
pub(super) fn check(claim: &Json, sets: &Sets<'_>, proofs: &mut Proofs) -> Result<(), Stop> {
    let claims = claim.as_list().filter(|claims| !claims.is_empty());
    let claims = claims.ok_or_else(|| Wrong::new("a list should stand here").of("gaps"))?;
    let level = level(claims);
    for (number, claim) in claims.iter().enumerate() {
        let name = claim.get("metric").and_then(Json::as_text).unwrap_or_default();
        let is_repeated = |other: &Json| other.get("metric").and_then(Json::as_text) == Some(name);
        if claims[..number].iter().any(is_repeated) {
            return Err(Wrong::new(format!("{name} is there twice")).of("gaps").into());
        }
        let metric = Metric::named(name).ok_or_else(|| unknown_metric(name))?;
        let gap = |k: usize| Truth::Object(gap(sets, k, &metric, &level));
        let truth = Truth::Object(vec![
            ("metric", Truth::text(name.to_owned())),
            ("classifiers", Truth::List((0..sets.means.len()).map(gap).collect())),
        ]);
        same(claim, &truth, proofs).map_err(|wrong| wrong.number(number).of("gaps"))?;
    }
    proofs.open("intervals of gaps and ratios, which are drawn");
    let names = claims.iter().filter_map(|claim| claim.get("metric").and_then(Json::as_text));
    if names.into_iter().any(|name| !RATES.contains(&name)) {
        proofs.open("intervals of true values, but for rates");
    }
    proofs.proved("values in each test set, their gaps and ratios");
    Ok(())
}

/// The level of the first interval.
fn level(claims: &[Json]) -> Rational {
    let first = |claim: &Json| {
        let classifiers = claim.get("classifiers")?.as_list()?;
        let mut values = classifiers.iter().filter_map(|of| of.get("values")?.as_list()).flatten();
        values.find_map(|value| value.get("interval")?.get("level")?.as_text()?.parse().ok())
    };
    claims.iter().find_map(first).unwrap_or(Rational::ONE)
}

fn gap<'t>(sets: &Sets<'_>, k: usize, metric: &Metric, level: &Rational) -> Entry<'t> {
    let cells: Vec<Cells> = sets.matrices.iter().map(|row| Cells::new(row[k].clone())).collect();
    let keys: Vec<Option<Key>> = cells.iter().map(|cells| metric.key(cells)).collect();
    let value = |(cells, key): (&Cells, &Option<Key>)| {
        let mut entry = value_entry(metric, key.as_ref(), cells);
        entry.retain(|(key, _)| *key == "value");
        entry.push(("interval", of_metric(Kind::Uniform, metric, cells, level)));
        Truth::Object(entry)
    };
    let values = cells.iter().zip(&keys).map(value).collect();
    let mut entry = vec![("classifier", Truth::count(k)), ("values", Truth::List(values))];
    let defined = || keys.iter().flatten();
    let ends = match defined().count() {
        0 | 1 => [None, None],
        _ => [defined().min(), defined().max()],
    };
    for (name, end) in ["least", "greatest"].into_iter().zip(ends) {
        let with = (0..keys.len()).filter(|&d| end.is_some() && keys[d].as_ref() == end);
        entry.push((name, end.map_or(Truth::Null, |_| Truth::counts(with))));
    }
    let rational = |end: Option<&Key>| match end {
        Some(Key::Finite(value)) if metric.kind == MetricKind::Exact => Some(value.clone()),
        _ => None,
    };
    let ratio = match ends.map(rational) {
        [Some(least), Some(greatest)] => {
            entry.push(("gap", Truth::exact(&greatest - &least)));
            if least.is_negative() { None } else { least.checked_div(&greatest) }
        }
        _ => {
            entry.push(("gap", Truth::any()));
            None
        }
    };
    entry.push(("gap_interval", drawn()));
    let has_ratio = ratio.is_some();
    entry.push(("ratio", ratio.map_or(Truth::Null, Truth::exact)));
    entry.push(("ratio_interval", if has_ratio { drawn() } else { Truth::Null }));
    entry
}

/// The form of a drawn interval, or none.
fn drawn<'t>() -> Truth<'t> {
    Truth::judge(|claim| match claim {
        Json::Null => Ok(()),
        claim => interval(claim).map(|_| ()),
    })
}
