//! Checks models that give scores (see `staircase.rs`): their hulls, areas and mean scores, and
//! their best thresholds. A threshold is best if no other threshold that meets the conditions is
//! better.

use std::collections::HashSet;

use num_bigint::BigInt;

use super::calibration;
use super::condition::Condition;
use super::folds::{Across, ByFolds};
use super::preference::{Choice, Preference};
use super::staircase::Staircase;
use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::proofs::{Proofs, counted};
use crate::claim::stop::Stop;
use crate::claim::truth::{Entry, Truth, Within, parameter};
use crate::claim::wrong::Wrong;
use crate::metric::metrics::{Better, Key};
use crate::metric::ranks::ranks;
use crate::reading::json::Json;
use exactile::num::Rational;

/// Models by a preference.
struct Judged<'p> {
    preference: &'p Preference,
    conditions: &'p [Condition],
    tops: Vec<Option<Key>>,
    choices: Vec<Choice>,
    across: Option<(&'p ByFolds<'p>, Vec<Across>)>,
    ranks: Vec<Option<[usize; 2]>>,
}

impl<'p> Judged<'p> {
    /// Returns the best thresholds of each model, and the ranks of the models there.
    fn new(
        preference: &'p Preference,
        models: &[Staircase<'_>],
        conditions: &'p [Condition],
        folds: Option<&'p ByFolds<'p>>,
    ) -> Self {
        let choices: Vec<Choice> =
            models.iter().map(|model| preference.choose(model, conditions)).collect();
        let top = |(model, choice): (&Staircase<'_>, &Choice)| match choice {
            Choice::Best(positions) => preference.metric.key(&model.cells(*positions.first()?)),
            Choice::Unmet { .. } => None,
        };
        let tops: Vec<Option<Key>> = models.iter().zip(&choices).map(top).collect();
        let across = folds.map(|folds| {
            let of_model = |k| folds.across(k, preference, conditions);
            (folds, (0..models.len()).map(of_model).collect::<Vec<Across>>())
        });
        let ranks = match &across {
            None => ranks(&tops, preference.metric.better),
            Some((_, across)) => {
                let keys: Vec<_> = across.iter().map(|across| across.key(preference)).collect();
                ranks(&keys, preference.metric.better)
            }
        };
        Self { preference, conditions, tops, choices, across, ranks }
    }

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
            if let Some([a, _]) = asked.at.as_ref().filter(|[a, b]| a == b) {
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
        [asked] => Some(Judged::new(asked, &models, &conditions, folds.as_ref())),
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
        let judged = Judged::new(asked, &models, &conditions, folds.as_ref());
        let named = models.iter().enumerate().map(|(k, model)| {
            let mut entry = judged.entry(k, model);
            entry.push(("name", Truth::text(model.name.to_owned())));
            Truth::Object(entry)
        });
        let mut entry = asked.truth(&models);
        entry.push(("models", Truth::List(named.collect())));
        Truth::Object(entry)
    };
    let mut truth = first.sizes([negatives, positives]);
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
    announce(&models, bins, &preferences, &conditions, folds.as_ref(), proofs);
    Ok(())
}

/// Says what is proved.
fn announce(
    models: &[Staircase<'_>],
    bins: Option<u64>,
    preferences: &[Preference],
    conditions: &[Condition],
    folds: Option<&ByFolds<'_>>,
    proofs: &mut Proofs,
) {
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
        if let Some(folds) = folds {
            proofs.proved(format!(
                "for each of {} folds the threshold that is best on the others, and the values of \
                 all folds together",
                folds.count()
            ));
        }
    }
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
