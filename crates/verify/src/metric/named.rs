//! Metrics by their names and titles.

use num_bigint::BigInt;

use super::metrics::{Better, Cells, Coordinate, Key, Kind, Metric, OUTCOMES, Place};
use super::table::plain_metric;
use crate::reading::exact_text;
use exactile::num::Rational;

impl Metric {
    /// Returns the metric with this name; `None` if it is unknown here. A metric has one name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let metric = plain_metric(name)
            .or_else(|| f_score(name))
            .or_else(|| by_costs(name))
            .or_else(|| family(name))?;
        (metric.name == name).then_some(metric)
    }

    /// Returns the metric with a title in rankings: `PPV`, `F0.5`, `R(0, 1/2)`, `balanced
    /// accuracy`, or the name.
    pub(super) fn titled(title: &str) -> Option<Self> {
        const TITLES: [(&str, &str); 7] = [
            ("TNR", "tnr"),
            ("TPR", "tpr"),
            ("NPV", "npv"),
            ("PPV", "ppv"),
            ("threat score", "ts"),
            ("negative Jaccard", "jaccard-negative"),
            ("balanced accuracy", "ba"),
        ];
        if let Some((_, name)) = TITLES.iter().find(|(known, _)| *known == title) {
            return Self::named(name);
        }
        if let Some(place) = title.strip_prefix("R(").and_then(|rest| rest.strip_suffix(')')) {
            let (a, b) = place.split_once(", ")?;
            return Self::named(&format!("r({a},{b})"));
        }
        if let Some(text) = title.strip_prefix('F') {
            let beta = exact_text::decimal(text).or_else(|| exact_text::parse(text).ok())?;
            let halves = beta.denominator() == BigInt::from(2);
            let shown = if halves { beta.to_decimal(1) } else { beta.to_string() };
            return if shown == text { of_beta(&beta) } else { None };
        }
        Self::named(title).filter(|_| TITLES.iter().all(|(_, name)| *name != title))
    }
}

/// Returns the F-score with this beta; it is F1 for 1.
fn of_beta(beta: &Rational) -> Option<Metric> {
    let square = beta * beta;
    let b = square.checked_div(&(&square + Rational::ONE)).filter(|_| !beta.is_negative())?;
    let name = if *beta == Rational::ONE { "f1".to_owned() } else { format!("f-beta({beta})") };
    Some(Metric { name, ..Metric::at(&[Rational::ONE, b]) })
}

fn f_score(name: &str) -> Option<Metric> {
    of_beta(&exact_text::parse(name.strip_prefix("f-beta(")?.strip_suffix(')')?).ok()?)
}

/// Returns the expected cost `(X FP + Y FN)/t` with its costs, or the net benefit `TP/t - P/(1 - P)
/// FP/t` with its threshold probability.
fn by_costs(name: &str) -> Option<Metric> {
    let inside = |head: &str| name.strip_prefix(head)?.strip_suffix(')');
    let parse = |text: &str| exact_text::parse(text).ok().filter(|number| !number.is_negative());
    let place = |a: Rational| Place::At([a.clone(), a].map(Coordinate::Fixed));
    if let Some((x, y)) = inside("expected-cost(").and_then(|costs| costs.split_once(',')) {
        let (x, y) = (parse(x)?, parse(y)?);
        let a = y.checked_div(&(&x + &y))?;
        let key = move |m: &Cells| Some((&x * &m.fp + &y * &m.fn_).checked_div(&m.t())?.into());
        return Some(Metric::new(name, Kind::Exact, Better::Lower, place(a), key));
    }
    let p = parse(inside("net-benefit(")?)?;
    let odds = p.checked_div(&p.complement()).filter(|odds| !odds.is_negative())?;
    let key = move |m: &Cells| Some((&m.tp - &odds * &m.fp).checked_div(&m.t())?.into());
    Some(Metric::new(name, Kind::Exact, Better::Higher, place(p.complement()), key))
}

/// Returns a canonical ranking score, or the probability of one event given another.
fn family(name: &str) -> Option<Metric> {
    let inside = |head: &str| name.strip_prefix(head)?.strip_suffix(')');
    if let Some((a, b)) = inside("r(").and_then(|place| place.split_once(',')) {
        let place = [exact_text::parse(a).ok()?, exact_text::parse(b).ok()?];
        let is_on_tile = |z: &Rational| !z.is_negative() && *z <= Rational::ONE;
        return place
            .iter()
            .all(is_on_tile)
            .then(|| Metric { name: name.to_owned(), ..Metric::at(&place) });
    }
    let (event, given) = match inside("p(")?.split_once('|') {
        Some((event, given)) => (event, given),
        None => (inside("p(")?, "tn,fp,fn,tp"),
    };
    // Each event as outcomes in the order of data, and the first within the second.
    let outcomes = |text: &str| -> Option<Vec<String>> {
        let places: Option<Vec<usize>> =
            text.split(',').map(|word| OUTCOMES.iter().position(|known| *known == word)).collect();
        let places = places.filter(|places| places.is_sorted_by(|x, y| x < y))?;
        Some(places.into_iter().map(|place| OUTCOMES[place].to_owned()).collect())
    };
    let (event, given) = (outcomes(event)?, outcomes(given)?);
    if event.len() >= given.len() || event.iter().any(|outcome| !given.contains(outcome)) {
        return None;
    }
    let key = move |m: &Cells| Some(m.sum(&event).checked_div(&m.sum(&given))?.into());
    let counts = |counts: [i64; 4]| Cells::new(counts.map(Rational::from));
    // More right decisions, of either class, never make a good score worse.
    let [before, other, more] = [[3, 4, 5, 6], [3, 4, 4, 7], [4, 3, 5, 6]].map(counts);
    let (before, after): (Option<Key>, [Option<Key>; 2]) =
        (key(&before), [key(&other), key(&more)]);
    let is_higher = after.iter().all(|after| *after >= before);
    let is_lower = after.iter().all(|after| *after <= before);
    let better = match (is_higher, is_lower) {
        (true, false) => Better::Higher,
        (false, true) => Better::Lower,
        _ => Better::Neither,
    };
    Some(Metric::new(name, Kind::Exact, better, Place::Unknown, key))
}
