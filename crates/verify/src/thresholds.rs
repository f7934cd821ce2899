//! Checks models that give scores: their hulls, areas and Brier scores, and which thresholds are best.
//!
//! What is read of a model is its distinct scores, and how many samples of each class have at least each of them. The hull
//! keeps the points of this staircase at which its slope falls. The area counts pairs of a positive and a negative sample: won,
//! or half won where both have one score. A threshold is best if none of all the others is better.

use std::cmp::Ordering;
use std::collections::HashSet;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::One;

use super::claim::{Truth, Within, Wrong, point};
use super::fraction::{MOST, WholeFraction, whole};
use super::header::Members;
use super::json::Json;
use super::metrics::{Better, Cells, Key, Kind, Metric, value_entry};
use super::proofs::{Proofs, counted};
use super::rank::{check_place, metric, ranks};
use super::schema::{Given, Stop};
use exactile::num::Rational;
use exactile::threshold::ScoredModel;

/// Bits of a common denominator of all scores up to which sums are taken over it.
const MOST_BITS: u64 = 256;

/// A model as it is read.
pub(super) struct Staircase<'m> {
    pub(super) name: &'m str,
    /// From the greatest on; the threshold of position k is the one before.
    scores: Vec<Rational>,
    /// Negative and positive samples that pass each threshold, the first one being none.
    passed: Vec<[u64; 2]>,
}

impl<'m> Staircase<'m> {
    pub(super) fn new(model: &'m ScoredModel) -> Self {
        let scores = (1..=model.distinct()).filter_map(|k| model.threshold(k)).collect();
        let passed = (0..=model.distinct()).map(|k| model.passed(k)).collect();
        Self { name: model.name(), scores, passed }
    }

    pub(super) fn samples(&self) -> [u64; 2] {
        *self.passed.last().expect("nobody passes the first one")
    }

    /// `tn, fp, fn, tp` at a position.
    pub(super) fn counts(&self, position: usize) -> [u64; 4] {
        let ([negatives, positives], [fp, tp]) = (self.samples(), self.passed[position]);
        [negatives - fp, fp, positives - tp, tp]
    }

    fn cells(&self, position: usize) -> Cells {
        Cells::new(self.counts(position).map(|count| BigInt::from(count).into()))
    }

    /// Negative and positive samples with the k-th score.
    fn with_score(&self, k: usize) -> [u64; 2] {
        [0, 1].map(|class| self.passed[k + 1][class] - self.passed[k][class])
    }

    /// Points not on or below the line between two others.
    pub(super) fn hull(&self) -> Vec<usize> {
        let mut hull: Vec<usize> = Vec::new();
        for (next, &[fp, tp]) in self.passed.iter().enumerate() {
            while let [.., first, middle] = hull[..] {
                let ([a, b], [c, d]) = (self.passed[first], self.passed[middle]);
                let [to_middle, up] = [c - a, d - b].map(u128::from);
                let [across, rise] = [fp - a, tp - b].map(u128::from);
                if up * across > rise * to_middle {
                    break;
                }
                hull.pop();
            }
            hull.push(next);
        }
        hull
    }

    fn auc(&self) -> Option<Rational> {
        let [negatives, positives] = self.samples();
        let mut twice = BigInt::ZERO;
        for k in 0..self.scores.len() {
            let [fp, tp] = self.with_score(k);
            let behind = negatives - self.passed[k + 1][0];
            twice += BigInt::from(tp) * (BigInt::from(behind) * 2 + fp);
        }
        let pairs: BigInt = BigInt::from(negatives) * positives * 2;
        Rational::from(twice).checked_div(&Rational::from(pairs))
    }

    fn is_probabilistic(&self) -> bool {
        self.scores.iter().all(|score| !score.is_negative() && *score <= Rational::ONE)
    }

    /// The mean of (score - class)^2.
    fn brier(&self) -> Rational {
        let [negatives, positives] = self.samples().map(BigInt::from);
        let common = |scale: BigInt, score: &Rational| {
            Some(scale.lcm(&score.denominator())).filter(|scale| scale.bits() <= MOST_BITS)
        };
        if let Some(scale) = self.scores.iter().try_fold(BigInt::one(), common) {
            let factor = Rational::from(scale.clone());
            let mut total = BigInt::ZERO;
            for (k, score) in self.scores.iter().enumerate() {
                let [fp, tp] = self.with_score(k);
                let whole = (score * &factor).numerator();
                let rest = &scale - &whole;
                total += &whole * &whole * fp + &rest * &rest * tp;
            }
            return Rational::new(total, &scale * &scale * (negatives + positives));
        }
        let mut total = Rational::ZERO;
        for (k, score) in self.scores.iter().enumerate() {
            let [fp, tp] = self.with_score(k).map(|count| Rational::from(BigInt::from(count)));
            let rest = score.complement();
            total += &(fp * score * score + tp * &rest * &rest);
        }
        total / Rational::from(negatives + positives)
    }

    /// The position from which on a score passes a threshold.
    fn position_of(&self, threshold: &Rational) -> usize {
        self.scores.partition_point(|score| score >= threshold)
    }

    /// A threshold with its counts.
    pub(super) fn rule<'t>(&self, threshold: Option<Rational>, position: usize) -> Entry<'t> {
        let keys = ["tn", "fp", "fn", "tp"];
        let counts = self.counts(position).map(|count| Truth::text(count.to_string()));
        let mut entry: Entry<'t> = keys.into_iter().zip(counts).collect();
        entry.push(("threshold", threshold.map_or(Truth::Null, Truth::exact)));
        entry
    }

    pub(super) fn own_threshold(&self, position: usize) -> Option<Rational> {
        position.checked_sub(1).map(|k| self.scores[k].clone())
    }

    /// What a result has to say of a model whatever the preference is.
    fn truth<'t>(&self) -> Entry<'t> {
        let vertex = |&k: &usize| Truth::Object(self.rule(self.own_threshold(k), k));
        let mut entry = vec![
            ("name", Truth::text(self.name.to_owned())),
            ("distinct", Truth::count(self.scores.len())),
            ("hull", Truth::List(self.hull().iter().map(vertex).collect())),
        ];
        match self.auc() {
            Some(auc) => entry.push(("auc", Truth::exact(auc))),
            None => entry.extend([
                ("auc", Truth::Null),
                ("auc_undefined", Truth::text("there are no samples of both classes")),
            ]),
        }
        if self.is_probabilistic() {
            entry.push(("brier", Truth::exact(self.brier())));
        } else {
            let reason = Truth::text("a score lies outside [0, 1]");
            entry.extend([("brier", Truth::Null), ("brier_undefined", reason)]);
        }
        entry
    }
}

/// Keys of an object with what is true of each.
pub(super) type Entry<'t> = Vec<(&'static str, Truth<'t>)>;

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
        let position = model.position_of(&threshold);
        let mut rule = self.valued(model, Some(threshold), position);
        let own = self.metric.key(&model.cells(position));
        if let (Some(Key::Finite(top)), Some(Key::Finite(own))) = (top, own) {
            let open = "how far a threshold is from the best one, by irrational scores";
            rule.push((
                "below_best",
                match self.metric.kind {
                    Kind::Exact => Truth::exact((top - &own).abs()),
                    _ => Truth::maybe(Truth::Open(open)),
                },
            ));
        }
        Truth::Object(rule)
    }

    fn valued<'t>(
        &self,
        model: &Staircase<'_>,
        threshold: Option<Rational>,
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
pub(super) fn prove(
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
