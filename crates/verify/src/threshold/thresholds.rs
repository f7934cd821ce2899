//! Checks models that give scores (see `staircase.rs`): their hulls, areas and Brier scores, and which thresholds are best. A threshold
//! is best if none of all the others is better.

use std::cmp::Ordering;
use std::collections::HashSet;

use num_bigint::BigInt;

use super::staircase::Staircase;
use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::proofs::{Proofs, counted};
use crate::claim::shape::Shape;
use crate::claim::stop::Stop;
use crate::claim::truth::{Entry, Truth, Within, Wrong, point};
use crate::metric::fraction::{MOST, WholeFraction, whole};
use crate::metric::metrics::{Better, Key, Kind, Metric};
use crate::metric::ranks::{check_place, metric, ranks};
use crate::metric::written::value_entry;
use crate::reading::json::Json;
use exactile::num::Rational;
use exactile::threshold::ModelScore;

/// A preference: a point of the Tile, and the score that stands there.
struct Preference {
    at: [Rational; 2],
    score: Option<String>,
    metric: Metric,
}

impl Preference {
    fn of(
        claim: &Json,
        score: Option<&Json>,
        prior_positive: Option<&Rational>,
        proofs: &mut Proofs,
    ) -> Result<Self, Stop> {
        let at = point(claim).map_err(|wrong| wrong.of("at"))?;
        let Some(score) = score else {
            let metric = Metric::at(&at);
            return Ok(Self { at, score: None, metric });
        };
        let wrong = || Wrong::new(format!("a name should stand here, not {score}")).of("score");
        let name = score.as_text().ok_or_else(wrong)?;
        let metric = metric(name)?;
        check_place(claim, &metric, prior_positive, proofs)?;
        Ok(Self { at, score: Some(name.to_owned()), metric })
    }

    fn truth<'t>(&self) -> Entry<'t> {
        let at = Truth::List(self.at.iter().cloned().map(Truth::exact).collect());
        let score = self.score.clone().map(|score| ("score", Truth::text(score)));
        [("at", at)].into_iter().chain(score).collect()
    }

    /// Which thresholds of each model are best, and the ranks of the models there.
    fn judge(&self, models: &[Staircase<'_>]) -> Judged<'_> {
        let key = |model: &Staircase<'_>, position| self.metric.key(&model.cells(position));
        let positions: Vec<Vec<usize>> = models
            .iter()
            .map(|model| {
                let places = 0..model.passed.len();
                let is_short = model.samples().iter().all(|count| *count <= MOST);
                match whole(self.metric.name()).filter(|_| is_short) {
                    None => self.best(places.map(|place| key(model, place)), Key::cmp),
                    Some(whole) => {
                        let value = |place| whole.at(&model.counts(place).map(i128::from));
                        let values = places.map(value);
                        let values = values.map(|value| value.is_defined().then_some(value));
                        self.best(values, WholeFraction::order)
                    }
                }
            })
            .collect();
        let top = |(model, best): (_, &Vec<usize>)| key(model, *best.first()?);
        let tops: Vec<Option<Key>> = models.iter().zip(&positions).map(top).collect();
        let ranks = ranks(&tops, self.metric.better);
        Judged { preference: self, tops, positions, ranks }
    }

    /// The positions of the best of these keys.
    fn best<K>(
        &self,
        keys: impl Iterator<Item = Option<K>>,
        order: impl Fn(&K, &K) -> Ordering,
    ) -> Vec<usize> {
        let mut best: Option<K> = None;
        let mut positions = Vec::new();
        for (position, key) in keys.enumerate() {
            let Some(key) = key else { continue };
            let than_best =
                best.as_ref().map_or(Ordering::Greater, |best| match self.metric.better {
                    Better::Lower => order(best, &key),
                    _ => order(&key, best),
                });
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

    /// A threshold that people use, and how far it is from the best.
    fn usual<'t>(
        &self,
        model: &Staircase<'_>,
        threshold: Rational,
        top: Option<&Key>,
    ) -> Truth<'t> {
        let threshold = ModelScore::from(threshold);
        let position = model.position_of(&threshold);
        let mut rule = self.valued(model, Some(threshold), position);
        let own = self.metric.key(&model.cells(position));
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
        let (mut rule, cells) = (model.rule(threshold, position), model.cells(position));
        let key = self.metric.key(&cells);
        rule.extend(value_entry(&self.metric, key.as_ref(), &cells));
        rule
    }
}

/// Models by a preference.
struct Judged<'p> {
    preference: &'p Preference,
    tops: Vec<Option<Key>>,
    /// Where each model is best.
    positions: Vec<Vec<usize>>,
    ranks: Vec<Option<[usize; 2]>>,
}

impl Judged<'_> {
    /// What a result has to say of a model: its rank at its best, every threshold that is best, and what the usual ones reach.
    fn entry<'t>(&self, k: usize, model: &Staircase<'_>) -> Entry<'t> {
        let asked = self.preference;
        let valued = |&position: &usize| {
            Truth::Object(asked.valued(model, model.own_threshold(position), position))
        };
        let mut entry = vec![
            ("rank", self.ranks[k].map_or(Truth::Null, Truth::counts)),
            ("best", Truth::List(self.positions[k].iter().map(valued).collect())),
        ];
        if model.is_probabilistic() {
            let (half, top) = (Rational::new(1, 2), self.tops[k].as_ref());
            entry.push(("usual", asked.usual(model, half, top)));
            let [a, b] = &asked.at;
            if a == b {
                entry.push(("own_probability", asked.usual(model, a.complement(), top)));
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
    let unknown = |what: &str| Err(Stop::Unknown(what.to_owned()));
    if members.get("chosen_on").is_some() || members.get("target_prior").is_some() {
        return unknown(
            "thresholds chosen on other samples or for another prior are not checked here",
        );
    }
    if names_preferences_of_vertices(&members)? {
        return unknown("for which preferences a vertex is best is not checked here");
    }
    let models: Vec<Staircase<'_>> = given.models.iter().map(Staircase::new).collect();
    let Some(first) = models.first() else {
        return Err(Wrong::new("the input has no models").into());
    };
    let [negatives, positives] = first.samples();
    let [n, p] = [negatives, positives].map(|count| Rational::from(BigInt::from(count)));
    let prior = p.checked_div(&(n + &p));
    let preferences = preferences(&members, prior.as_ref(), proofs)?;
    let alone = match preferences.as_slice() {
        [asked] => Some(asked.judge(&models)),
        _ => None,
    };
    let entry = |k: usize| {
        let of_preference = alone.iter().flat_map(|judged| judged.entry(k, &models[k]));
        Truth::Object(models[k].truth().into_iter().chain(of_preference).collect())
    };
    let of_models = |number: usize| {
        let asked = &preferences[number];
        let judged = asked.judge(&models);
        let named = models.iter().enumerate().map(|(k, model)| {
            let mut entry = judged.entry(k, model);
            entry.push(("name", Truth::text(model.name.to_owned())));
            Truth::Object(entry)
        });
        let mut entry = asked.truth();
        entry.push(("models", Truth::List(named.collect())));
        Truth::Object(entry)
    };
    let mut truth =
        vec![("positives", Truth::Count(positives)), ("negatives", Truth::Count(negatives))];
    truth.extend(alone.iter().flat_map(|judged| judged.preference.truth()));
    if preferences.len() > 1 {
        truth.push(("preferences", Truth::Each(preferences.len(), Box::new(of_models))));
    }
    if !preferences.is_empty() {
        truth.push(("optimistic", Truth::Bool(true)));
    }
    truth.push(("models", Truth::Each(models.len(), Box::new(entry))));
    members.same(&truth, proofs)?;
    proofs.proved(format!("hull, area and Brier score of {}", counted(models.len(), "model")));
    if !preferences.is_empty() {
        proofs.proved(format!(
            "every best threshold, the ranks of models at their best, and what usual thresholds reach, for {}",
            counted(preferences.len(), "preference")
        ));
    }
    Ok(())
}

/// Whether a model says for which preferences its vertices are best.
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

/// The preferences that a result is for: none, one, or two and more different ones in a list.
fn preferences(
    members: &Members<'_>,
    prior_positive: Option<&Rational>,
    proofs: &mut Proofs,
) -> Result<Vec<Preference>, Stop> {
    let neither = |asked: &Preference| asked.metric.better == Better::Neither;
    let listed = members.stream("preferences");
    let mut found: Vec<Preference> = Vec::new();
    match (members.get("at"), listed) {
        (None, None) => {}
        (Some(at), _) => {
            let score = members.get("score");
            found.push(Preference::of(at, score, prior_positive, proofs)?);
        }
        (None, Some(listed)) => {
            let read = |_, entry: Json| {
                let at = entry.get("at").ok_or_else(|| Wrong::new("the key \"at\" is missing"))?;
                let mut own = Proofs::new("", 0);
                let asked = Preference::of(at, entry.get("score"), prior_positive, &mut own)?;
                Ok((asked, own.not_proved))
            };
            let mut known = HashSet::new();
            let mut are_new = true;
            let take = |(asked, open): (Preference, Vec<String>)| {
                open.iter().for_each(|what| proofs.open_once(what));
                are_new &= known.insert((asked.at.clone(), asked.score.clone()));
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
