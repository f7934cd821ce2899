//! Checks models that give scores (see `staircase.rs`): their hulls, areas and mean scores, and
//! their best thresholds. A threshold is best if no other threshold that meets the conditions is
//! better.

use std::cmp::Ordering;
use std::collections::HashSet;

use num_bigint::BigInt;

use super::calibration;
use super::condition::Condition;
use super::folds::{Across, ByFolds};
use super::staircase::Staircase;
use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::proofs::{Proofs, counted};
use crate::claim::shape::Shape;
use crate::claim::stop::Stop;
use crate::claim::truth::{Entry, Truth, Within, parameter, point};
use crate::claim::wrong::Wrong;
use crate::metric::fraction::{MOST, WholeFraction, whole};
use crate::metric::metrics::{Better, Cells, Key, Kind, Metric};
use crate::metric::ranks::{check_place, metric, ranks, unknown_metric};
use crate::metric::written::value_entry;
use crate::reading::json::Json;
use exactile::num::Rational;
use exactile::threshold::ModelScore;

/// A preference: a point of the Tile, its score, and the costs that lead to it; or a metric without
/// a place.
pub(super) struct Preference {
    at: Option<[Rational; 2]>,
    name: Option<String>,
    /// The costs of a false positive and of a false negative.
    costs: Option<[Rational; 2]>,
    metric: Metric,
}

impl Preference {
    /// Reads the preference that a result names under these keys.
    fn of<'c>(
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
            let costs = get("costs").map(|costs| Self::costs(costs, &at)).transpose()?;
            let metric = Metric::at(&at);
            return Ok(Self { at: Some(at), name: None, costs, metric });
        };
        let name = named("score", score)?;
        let metric = metric(&name)?;
        check_place(claim, &metric, prior_positive, proofs)?;
        Ok(Self { at: Some(at), name: Some(name), costs: None, metric })
    }

    /// Reads costs that belong to this point: both of its coordinates are the share of a false
    /// negative in the sum.
    fn costs(claim: &Json, at: &[Rational; 2]) -> Result<[Rational; 2], Wrong> {
        let missing = || Wrong::new("two costs should stand here");
        let cost = |key| {
            let cost = parameter(claim.get(key).ok_or_else(missing)?)?;
            if cost.is_negative() {
                Err(Wrong::new(format!("{cost} is not a cost")))
            } else {
                Ok(cost)
            }
        };
        let [fp, fn_] = [cost("fp")?, cost("fn")?];
        let share = fn_.checked_div(&(&fp + &fn_));
        match at.iter().all(|z| Some(z) == share.as_ref()) {
            true => Ok([fp, fn_]),
            false => Err(Wrong::new("these costs do not have this point").of("costs")),
        }
    }

    fn truth<'t>(&self, models: &[Staircase<'_>]) -> Entry<'t> {
        let mut entry = Vec::new();
        if let Some(at) = &self.at {
            entry.push(("at", Truth::List(at.iter().cloned().map(Truth::exact).collect())));
        }
        if let Some(name) = &self.name {
            let key = if self.at.is_some() { "score" } else { "metric" };
            entry.push((key, Truth::text(name.clone())));
        }
        if let (Some([fp, fn_]), Some(model)) = (&self.costs, models.first()) {
            let costs = [("fp", fp), ("fn", fn_)];
            let costs = costs.map(|(key, cost)| (key, Truth::exact(cost.clone())));
            entry.push(("costs", Truth::Object(costs.into())));
            let of_rule = |position| Truth::Object(self.prices(&model.cells(position)));
            entry.push(("flag_everybody", of_rule(model.passed.len() - 1)));
            entry.push(("flag_nobody", of_rule(0)));
        }
        entry
    }

    /// Returns the truth about the cost of predictions per sample, and the net benefit: TP minus
    /// the odds of the costs times FP, per sample.
    fn prices<'t>(&self, cells: &Cells) -> Entry<'t> {
        let Some([fp, fn_]) = &self.costs else { return Vec::new() };
        let samples = cells.t();
        let cost = (fp * &cells.fp + fn_ * &cells.fn_) / &samples;
        let benefit = (fn_ * &cells.tp - fp * &cells.fp).checked_div(&(fn_ * &samples));
        let benefit = benefit.map(|benefit| ("net_benefit", Truth::exact(benefit)));
        [("expected_cost", Truth::exact(cost))].into_iter().chain(benefit).collect()
    }

    /// Returns the best thresholds of each model, and the ranks of the models there.
    fn judge<'p>(
        &'p self,
        models: &[Staircase<'_>],
        conditions: &'p [Condition],
        folds: Option<&'p ByFolds<'p>>,
    ) -> Judged<'p> {
        let choices: Vec<Choice> =
            models.iter().map(|model| self.choose(model, conditions)).collect();
        let top = |(model, choice): (&Staircase<'_>, &Choice)| match choice {
            Choice::Best(positions) => self.metric.key(&model.cells(*positions.first()?)),
            Choice::Unmet { .. } => None,
        };
        let tops: Vec<Option<Key>> = models.iter().zip(&choices).map(top).collect();
        let across = folds.map(|folds| {
            let of_model = |k| folds.across(k, self, conditions);
            (folds, (0..models.len()).map(of_model).collect::<Vec<Across>>())
        });
        let ranks = match &across {
            None => ranks(&tops, self.metric.better),
            Some((_, across)) => {
                let keys: Vec<_> = across.iter().map(|across| across.key(self)).collect();
                ranks(&keys, self.metric.better)
            }
        };
        Judged { preference: self, conditions, tops, choices, across, ranks }
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
    fn usual<'t>(
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

    fn valued<'t>(
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
        entry.extend(self.prices(cells));
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

/// Models by a preference.
struct Judged<'p> {
    preference: &'p Preference,
    conditions: &'p [Condition],
    tops: Vec<Option<Key>>,
    choices: Vec<Choice>,
    across: Option<(&'p ByFolds<'p>, Vec<Across>)>,
    ranks: Vec<Option<[usize; 2]>>,
}

impl Judged<'_> {
    /// Returns the truth about a model: its rank at its best, every threshold that is best, and the
    /// values at the usual ones.
    fn entry<'t>(&self, k: usize, model: &Staircase<'_>) -> Entry<'t> {
        let asked = self.preference;
        let valued =
            |&position: &usize| asked.valued(model, model.own_threshold(position), position);
        let mut entry = vec![("rank", self.ranks[k].map_or(Truth::Null, Truth::counts))];
        match &self.choices[k] {
            Choice::Best(positions) => {
                let best = positions.iter().map(|position| Truth::Object(valued(position)));
                entry.push(("best", Truth::List(best.collect())));
            }
            Choice::Unmet { condition, nearest } => {
                let condition = &self.conditions[*condition];
                entry.push(("best", Truth::Null));
                entry.push(("unmet", Truth::text(condition.text.clone())));
                let nearest = nearest.map(|position| {
                    let mut rule = valued(&position);
                    let reached = condition.metric.key(&model.cells(position));
                    let reached = reached.map(|key| condition.metric.value(&key));
                    rule.push(("reached", reached.unwrap_or(Truth::Null)));
                    Truth::Object(rule)
                });
                entry.push(("nearest", nearest.unwrap_or(Truth::Null)));
            }
        }
        if let Some((folds, across)) = &self.across {
            let truth = folds.truth_across(&across[k], asked, self.conditions);
            entry.push(("by_folds", truth));
        }
        if model.is_probabilistic() {
            let usual =
                |threshold| asked.usual(model, threshold, self.tops[k].as_ref(), self.conditions);
            entry.push(("usual", usual(Rational::new(1, 2))));
            if let Some([a, b]) = &asked.at
                && a == b
            {
                entry.push(("own_probability", usual(a.complement())));
            }
        }
        entry
    }
}

/// Checks `exactile.thresholds.v1`.
pub(crate) fn prove(
    members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    check_known(&members)?;
    let models: Vec<Staircase<'_>> = given.models.iter().map(Staircase::new).collect();
    let Some(first) = models.first() else {
        return Err(Wrong::new("the input has no models").into());
    };
    let [negatives, positives] = first.samples();
    let [n, p] = [negatives, positives].map(|count| Rational::from(BigInt::from(count)));
    let prior = p.checked_div(&(n + &p));
    let conditions = conditions(&members)?;
    let max_fpr = max_fpr(&members)?;
    let bins = calibration::bins(&members)?;
    let preferences = preferences(&members, prior.as_ref(), proofs)?;
    let folds = ByFolds::of(&members, given)?;
    if !conditions.is_empty() && preferences.is_empty() {
        return Err(Wrong::new("conditions are for a preference").of("subject_to").into());
    }
    let alone = match preferences.as_slice() {
        [asked] => Some(asked.judge(&models, &conditions, folds.as_ref())),
        _ => None,
    };
    let entry = |k: usize| {
        let of_preference = alone.iter().flat_map(|judged| judged.entry(k, &models[k]));
        let calibration = bins.map(|bins| calibration::truth(&models[k], bins));
        let own = models[k].truth(max_fpr.as_ref());
        let own = own.into_iter().chain(calibration.into_iter().flatten());
        Truth::Object(own.chain(of_preference).collect())
    };
    let of_models = |number: usize| {
        let asked = &preferences[number];
        let judged = asked.judge(&models, &conditions, folds.as_ref());
        let named = models.iter().enumerate().map(|(k, model)| {
            let mut entry = judged.entry(k, model);
            entry.push(("name", Truth::text(model.name.to_owned())));
            Truth::Object(entry)
        });
        let mut entry = asked.truth(&models);
        entry.push(("models", Truth::List(named.collect())));
        Truth::Object(entry)
    };
    let mut truth =
        vec![("positives", Truth::Count(positives)), ("negatives", Truth::Count(negatives))];
    truth.push(("prevalence", prior.clone().map_or(Truth::Null, Truth::exact)));
    if let Some(max_fpr) = &max_fpr {
        truth.push(("max_fpr", Truth::exact(max_fpr.clone())));
    }
    if let Some(bins) = bins {
        truth.push(("calibration_bins", Truth::Count(bins)));
    }
    if let Some(folds) = &folds {
        truth.push(("folds", folds.truth()));
    }
    if !conditions.is_empty() {
        let text = |condition: &Condition| Truth::text(condition.text.clone());
        truth.push(("subject_to", Truth::List(conditions.iter().map(text).collect())));
    }
    truth.extend(alone.iter().flat_map(|judged| judged.preference.truth(&models)));
    if preferences.len() > 1 {
        truth.push(("preferences", Truth::Each(preferences.len(), Box::new(of_models))));
    }
    if !preferences.is_empty() {
        truth.push(("optimistic", Truth::Bool(folds.is_none())));
    }
    truth.push(("models", Truth::Each(models.len(), Box::new(entry))));
    members.same(&truth, proofs)?;
    let what = match bins {
        Some(_) => "hull, areas, mean scores and calibration",
        None => "hull, areas and mean scores",
    };
    proofs.proved(format!("{what} of {}", counted(models.len(), "model")));
    if !preferences.is_empty() {
        let under = if conditions.is_empty() { "" } else { " under the conditions" };
        proofs.proved(format!(
            "every best threshold, the ranks of models at their best, and what usual thresholds \
             reach, for {}{under}",
            counted(preferences.len(), "preference")
        ));
        if let Some(folds) = &folds {
            proofs.proved(format!(
                "for each of {} folds the threshold that is best on the others, and the values of all \
                 folds together",
                folds.count()
            ));
        }
    }
    Ok(())
}

/// Refuses results that are not checked here.
fn check_known(members: &Members<'_>) -> Result<(), Stop> {
    let unknown = |what: &str| Err(Stop::Unknown(what.to_owned()));
    if members.get("chosen_on").is_some() || members.get("target_prior").is_some() {
        return unknown(
            "thresholds chosen on other samples or for another prior are not checked here",
        );
    }
    if names_preferences_of_vertices(members)? {
        return unknown("for which preferences a vertex is best is not checked here");
    }
    Ok(())
}

/// Reads the conditions, if there are any.
fn conditions(members: &Members<'_>) -> Result<Vec<Condition>, Stop> {
    let Some(claim) = members.get("subject_to") else { return Ok(Vec::new()) };
    let listed = claim.as_list().filter(|listed| !listed.is_empty());
    let wrong =
        || Wrong::new(format!("conditions should stand here, not {claim}")).of("subject_to");
    listed.ok_or_else(wrong)?.iter().map(Condition::read).collect()
}

/// Reads the false positive rate up to which areas are taken, if there is one.
fn max_fpr(members: &Members<'_>) -> Result<Option<Rational>, Wrong> {
    let Some(claim) = members.get("max_fpr") else { return Ok(None) };
    let rate = parameter(claim).map_err(|wrong| wrong.of("max_fpr"))?;
    match rate.is_positive() && rate <= Rational::ONE {
        true => Ok(Some(rate)),
        false => Err(Wrong::new(format!("{rate} is not above 0 and at most 1")).of("max_fpr")),
    }
}

/// Returns `true` if a model states the preferences for which its vertices are best.
fn names_preferences_of_vertices(members: &Members<'_>) -> Result<bool, Stop> {
    let names_them = |_, model: Json| {
        let hull = model.get("hull").and_then(Json::as_list).unwrap_or_default();
        Ok(hull.iter().any(|vertex| vertex.get("beta_squared").is_some()))
    };
    let mut is_there = false;
    members.required_stream("models")?.try_each(names_them, |is_so| {
        is_there |= is_so;
        Ok(())
    })?;
    Ok(is_there)
}

/// Reads the preferences of a result: none, one, or a list of two or more different ones.
fn preferences(
    members: &Members<'_>,
    prior_positive: Option<&Rational>,
    proofs: &mut Proofs,
) -> Result<Vec<Preference>, Stop> {
    let neither = |asked: &Preference| asked.metric.better == Better::Neither;
    let listed = members.stream("preferences");
    let mut found: Vec<Preference> = Vec::new();
    let alone = members.get("at").is_some() || members.get("metric").is_some();
    match listed {
        _ if alone => found.push(Preference::of(|key| members.get(key), prior_positive, proofs)?),
        None => {}
        Some(listed) => {
            let read = |_, entry: Json| {
                let mut own = Proofs::new("", 0);
                let asked = Preference::of(|key| entry.get(key), prior_positive, &mut own)?;
                Ok((asked, own.not_proved))
            };
            let mut known = HashSet::new();
            let mut are_new = true;
            let take = |(asked, open): (Preference, Vec<String>)| {
                open.iter().for_each(|what| proofs.open_once(what));
                are_new &= known.insert((asked.at.clone(), asked.name.clone()));
                found.push(asked);
                Ok(())
            };
            listed.try_each(read, take).map_err(|stop| stop.within("preferences"))?;
            if found.len() < 2 || !are_new {
                let reason = "two or more different ones should stand here";
                return Err(Wrong::new(reason).of("preferences").into());
            }
        }
    }
    if found.iter().any(neither) {
        return Err(Wrong::new("a score does not say how good a classifier is").into());
    }
    Ok(found)
}
