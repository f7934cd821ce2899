//! A preference for thresholds, the thresholds that are best for it, and their values.

use std::cmp::Ordering;

use super::condition::Condition;
use super::staircase::Staircase;
use crate::claim::proofs::Proofs;
use crate::claim::shape::Shape;
use crate::claim::stop::Stop;
use crate::claim::truth::{Entry, Truth, point};
use crate::claim::wrong::Wrong;
use crate::metric::costs::Costs;
use crate::metric::fraction::{MOST, WholeFraction, whole};
use crate::metric::metrics::{Better, Cells, Key, Kind, Metric};
use crate::metric::ranks::{check_place, metric, unknown_metric};
use crate::metric::written::value_entry;
use crate::reading::json::Json;
use exactile::num::Rational;
use exactile::threshold::ModelScore;

/// A preference: a point of the Tile, its score, and the costs that lead to it; or a metric without
/// a place.
pub(super) struct Preference {
    pub(super) at: Option<[Rational; 2]>,
    pub(super) name: Option<String>,
    costs: Option<Costs>,
    pub(super) metric: Metric,
}

impl Preference {
    /// Reads the preference that a result names under these keys.
    pub(super) fn of<'c>(
        get: impl Fn(&str) -> Option<&'c Json>,
        prior_positive: Option<&Rational>,
        proofs: &mut Proofs,
    ) -> Result<Self, Stop> {
        let named = |key: &'static str, claim: &Json| {
            let wrong = || Wrong::new(format!("a name should stand here, not {claim}")).of(key);
            claim.as_text().map(str::to_owned).ok_or_else(wrong)
        };
        let Some(claim) = get("at") else {
            let missing = || Wrong::new("the key \"at\" is missing");
            let name = named("metric", get("metric").ok_or_else(missing)?)?;
            let metric = Metric::named(&name).ok_or_else(|| unknown_metric(&name))?;
            if metric.has_place() {
                return Err(Wrong::new(format!("{name} has a place on the Tile"))
                    .of("metric")
                    .into());
            }
            return Ok(Self { at: None, name: Some(name), costs: None, metric });
        };
        let at = point(claim).map_err(|wrong| wrong.of("at"))?;
        let Some(score) = get("score") else {
            let costs = get("costs").map(|costs| Costs::at(costs, &at)).transpose()?;
            let metric = Metric::at(&at);
            return Ok(Self { at: Some(at), name: None, costs, metric });
        };
        let name = named("score", score)?;
        let metric = metric(&name)?;
        check_place(claim, &metric, prior_positive, proofs)?;
        Ok(Self { at: Some(at), name: Some(name), costs: None, metric })
    }

    pub(super) fn truth<'t>(&self, models: &[Staircase<'_>]) -> Entry<'t> {
        let mut entry = Vec::new();
        if let Some(at) = &self.at {
            entry.push(("at", Truth::List(at.iter().cloned().map(Truth::exact).collect())));
        }
        if let Some(name) = &self.name {
            let key = if self.at.is_some() { "score" } else { "metric" };
            entry.push((key, Truth::text(name.clone())));
        }
        if let (Some(costs), Some(model)) = (&self.costs, models.first()) {
            entry.extend(costs.truth(&[model.cells(0)]));
        }
        entry
    }

    /// The value of predictions.
    pub(super) fn key(&self, cells: &Cells) -> Option<Key> {
        self.metric.key(cells)
    }

    pub(super) fn choose(&self, model: &Staircase<'_>, conditions: &[Condition]) -> Choice {
        let key = |position: usize| self.key(&model.cells(position));
        let mut places: Vec<usize> = (0..model.passed.len()).collect();
        for (number, condition) in conditions.iter().enumerate() {
            let is_met = |place: &usize| condition.is_met(&model.cells(*place));
            let met: Vec<usize> = places.iter().copied().filter(is_met).collect();
            if met.is_empty() {
                let keys = places.iter().map(|&k| (k, condition.metric.key(&model.cells(k))));
                let nearest = greatest(keys, |one, other| condition.nearer(one, other));
                let keys = nearest.iter().map(|&place| (place, key(place)));
                let best = greatest(keys, |one, other| self.order(one, other));
                let nearest = best.first().or(nearest.first()).copied();
                return Choice::Unmet { condition: number, nearest };
            }
            places = met;
        }
        let is_short = model.samples().iter().all(|count| *count <= MOST);
        let keys = |place: usize| (place, key(place));
        Choice::Best(match whole(self.metric.name()).filter(|_| is_short) {
            None => greatest(places.into_iter().map(keys), |one, other| self.order(one, other)),
            Some(whole) => {
                let value = |place| {
                    let value = whole.at(&model.counts(place).map(i128::from));
                    (place, value.is_defined().then_some(value))
                };
                greatest(places.into_iter().map(value), |one, other| {
                    self.better(WholeFraction::order(one, other))
                })
            }
        })
    }

    fn order(&self, one: &Key, other: &Key) -> Ordering {
        self.better(one.cmp(other))
    }

    /// Turns the order of values around if lower ones are better.
    fn better(&self, order: Ordering) -> Ordering {
        match self.metric.better {
            Better::Lower => order.reverse(),
            _ => order,
        }
    }

    /// Returns the truth about a usual threshold, and its distance from the best.
    pub(super) fn usual<'t>(
        &self,
        model: &Staircase<'_>,
        threshold: Rational,
        top: Option<&Key>,
        conditions: &[Condition],
    ) -> Truth<'t> {
        let threshold = ModelScore::from(threshold);
        let position = model.position_of(&threshold);
        let mut rule = self.valued(model, Some(threshold), position);
        let cells = model.cells(position);
        if !conditions.is_empty() {
            let meets = conditions.iter().all(|condition| condition.is_met(&cells));
            rule.push(("meets", Truth::Bool(meets)));
        }
        let own = self.metric.key(&cells);
        if let (Some(Key::Finite(top)), Some(Key::Finite(own))) = (top, own) {
            let open = "how far a threshold is from the best one, by irrational scores";
            rule.push((
                "below_best",
                match self.metric.kind {
                    Kind::Exact => Truth::exact((top - &own).abs()),
                    _ => Truth::maybe(Truth::Open(open, &Shape::Exact)),
                },
            ));
        }
        Truth::Object(rule)
    }

    pub(super) fn valued<'t>(
        &self,
        model: &Staircase<'_>,
        threshold: Option<ModelScore>,
        position: usize,
    ) -> Entry<'t> {
        let mut rule = model.rule(threshold, position);
        rule.extend(self.valued_cells(&model.cells(position)));
        rule
    }

    /// Returns the truth about the value of predictions, and their cost.
    pub(super) fn valued_cells<'t>(&self, cells: &Cells) -> Entry<'t> {
        let key = self.key(cells);
        let mut entry: Entry<'t> =
            value_entry(&self.metric, key.as_ref(), cells).into_iter().collect();
        entry.extend(self.costs.iter().flat_map(|costs| costs.prices(cells)));
        entry
    }
}

/// Returns the positions of the greatest of these keys.
fn greatest<K>(
    keys: impl Iterator<Item = (usize, Option<K>)>,
    order: impl Fn(&K, &K) -> Ordering,
) -> Vec<usize> {
    let mut best: Option<K> = None;
    let mut positions = Vec::new();
    for (position, key) in keys {
        let Some(key) = key else { continue };
        let than_best = best.as_ref().map_or(Ordering::Greater, |best| order(&key, best));
        if than_best.is_gt() {
            positions.clear();
            best = Some(key);
        }
        if than_best.is_ge() {
            positions.push(position);
        }
    }
    positions
}

/// The thresholds of a model that answer a preference.
pub(super) enum Choice {
    /// The positions of the best ones.
    Best(Vec<usize>),
    /// No threshold meets all conditions: the condition that fails, and the position of the nearest
    /// threshold.
    Unmet { condition: usize, nearest: Option<usize> },
}
