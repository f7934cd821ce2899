//! Checks models that give scores: their hulls, areas and Brier scores, and which thresholds are best.
//!
//! What is read of a model is its distinct scores, and how many samples of each class have at least each of them. The hull
//! keeps the points of this staircase at which its slope falls. The area counts pairs of a positive and a negative sample: won,
//! or half won where both have one score. A threshold is best if none of all the others is better.

use num_bigint::BigInt;

use super::Proofs;
use super::claim::{Truth, Wrong, point, same};
use super::header::Members;
use super::json::Json;
use super::metrics::{Better, Cells, Key, Kind, Metric, value_entry};
use super::rank::{check_place, metric, ranks};
use super::schema::{Given, Stop};
use exactile::num::Rational;
use exactile::threshold::ScoredModel;

/// A model as it is read.
struct Staircase<'m> {
    name: &'m str,
    /// From the greatest on; the threshold of position k is the one before.
    scores: Vec<Rational>,
    /// Negative and positive samples that pass each threshold, the first one being none.
    passed: Vec<[u64; 2]>,
}

impl<'m> Staircase<'m> {
    fn new(model: &'m ScoredModel) -> Self {
        let scores = (1..=model.distinct()).filter_map(|k| model.threshold(k)).collect();
        let passed = (0..=model.distinct()).map(|k| model.passed(k)).collect();
        Self { name: model.name(), scores, passed }
    }

    fn samples(&self) -> [u64; 2] {
        *self.passed.last().expect("nobody passes the first one")
    }

    /// `tn, fp, fn, tp` at a position.
    fn counts(&self, position: usize) -> [u64; 4] {
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
    fn hull(&self) -> Vec<usize> {
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
        let mut total = Rational::ZERO;
        for (k, score) in self.scores.iter().enumerate() {
            let [fp, tp] = self.with_score(k).map(|count| Rational::from(BigInt::from(count)));
            let rest = score.complement();
            total += &(fp * score * score + tp * &rest * &rest);
        }
        let [negatives, positives] = self.samples().map(BigInt::from);
        total / Rational::from(negatives + positives)
    }

    /// The position from which on a score passes a threshold.
    fn position_of(&self, threshold: &Rational) -> usize {
        self.scores.partition_point(|score| score >= threshold)
    }

    /// A threshold with its counts.
    fn rule<'t>(&self, threshold: Option<Rational>, position: usize) -> Entry<'t> {
        let keys = ["tn", "fp", "fn", "tp"];
        let counts = self.counts(position).map(|count| Truth::text(count.to_string()));
        let mut entry: Entry<'t> = keys.into_iter().zip(counts).collect();
        entry.push(("threshold", threshold.map_or(Truth::Null, Truth::exact)));
        entry
    }

    fn own_threshold(&self, position: usize) -> Option<Rational> {
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
type Entry<'t> = Vec<(&'static str, Truth<'t>)>;

/// A preference: a point of the Tile, and the score that stands there.
struct Preference {
    at: [Rational; 2],
    score: Option<String>,
    metric: Metric,
}

impl Preference {
    fn of(
        entry: &Json,
        prior_positive: Option<&Rational>,
        proofs: &mut Proofs,
    ) -> Result<Self, Stop> {
        let claim = entry.get("at").ok_or_else(|| Wrong::new("the key \"at\" is missing"))?;
        let at = point(claim).map_err(|wrong| wrong.of("at"))?;
        let Some(score) = entry.get("score") else {
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

    /// For each model: its rank at its best, every threshold that is best, and what the usual ones reach.
    fn judged<'t>(&self, models: &[Staircase<'_>]) -> Vec<Entry<'t>> {
        let key = |model: &Staircase<'_>, position| self.metric.key(&model.cells(position));
        let best: Vec<(Option<Key>, Vec<usize>)> = models
            .iter()
            .map(|model| {
                let keys: Vec<Option<Key>> =
                    (0..model.passed.len()).map(|position| key(model, position)).collect();
                let best = match self.metric.better {
                    Better::Lower => keys.iter().flatten().min(),
                    _ => keys.iter().flatten().max(),
                };
                let best = best.cloned();
                let is_best = |&position: &usize| best.is_some() && keys[position] == best;
                let positions = (0..keys.len()).filter(is_best).collect();
                (best, positions)
            })
            .collect();
        let tops: Vec<Option<Key>> = best.iter().map(|(top, _)| top.clone()).collect();
        let ranks = ranks(&tops, self.metric.better);
        let entries = models.iter().zip(&best).zip(ranks);
        entries
            .map(|((model, (top, positions)), rank)| {
                let valued = |&position: &usize| {
                    Truth::Object(self.valued(model, model.own_threshold(position), position))
                };
                let mut entry = vec![
                    ("rank", rank.map_or(Truth::Null, Truth::counts)),
                    ("best", Truth::List(positions.iter().map(valued).collect())),
                ];
                if model.is_probabilistic() {
                    let half = Rational::new(1, 2);
                    entry.push(("usual", self.usual(model, half, top.as_ref())));
                    let [a, b] = &self.at;
                    if a == b {
                        let own = self.usual(model, a.complement(), top.as_ref());
                        entry.push(("own_probability", own));
                    }
                }
                entry
            })
            .collect()
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

/// Checks `exactile.thresholds.v1`.
pub(super) fn prove(members: Members, given: &Given<'_>, proofs: &mut Proofs) -> Result<(), Stop> {
    let unknown = |what: &str| Err(Stop::Unknown(what.to_owned()));
    if members.get("chosen_on").is_some() || members.get("target_prior").is_some() {
        return unknown(
            "thresholds chosen on other samples or for another prior are not checked here",
        );
    }
    let said = members.get("models").and_then(Json::as_list).unwrap_or_default();
    let vertices = said.iter().filter_map(|model| model.get("hull")?.as_list()).flatten();
    if vertices.into_iter().any(|vertex| vertex.get("beta_squared").is_some()) {
        return unknown("for which preferences a vertex is best is not checked here");
    }
    let models: Vec<Staircase<'_>> = given.models.iter().map(Staircase::new).collect();
    let Some(first) = models.first() else {
        return Err(Wrong::new("the input has no models").into());
    };
    let [negatives, positives] = first.samples();
    let [n, p] = [negatives, positives].map(|count| Rational::from(BigInt::from(count)));
    let prior = p.checked_div(&(n + &p));
    let document = members.rest();
    let (alone, listed) = (document.get("at").is_some(), document.get("preferences"));
    let preferences: Vec<Preference> = match (alone, listed) {
        (true, _) => vec![Preference::of(&document, prior.as_ref(), proofs)?],
        (false, None) => Vec::new(),
        (false, Some(listed)) => {
            let number = |k: usize| {
                move |stop| match stop {
                    Stop::Wrong(wrong) => Stop::Wrong(wrong.number(k).of("preferences")),
                    other => other,
                }
            };
            let listed = listed.as_list().unwrap_or_default().iter().enumerate();
            listed
                .map(|(k, entry)| Preference::of(entry, prior.as_ref(), proofs).map_err(number(k)))
                .collect::<Result<_, _>>()?
        }
    };
    let is_new = |(k, one): (usize, &Preference)| {
        preferences[..k].iter().all(|other| (&other.at, &other.score) != (&one.at, &one.score))
    };
    if listed.is_some() && preferences.len() < 2 || !preferences.iter().enumerate().all(is_new) {
        return Err(Wrong::new("two or more different ones should stand here")
            .of("preferences")
            .into());
    }
    if preferences.iter().any(|asked| asked.metric.better == Better::Neither) {
        return Err(Wrong::new("a score does not say how good a classifier is").into());
    }
    let mut entries: Vec<Entry<'_>> = models.iter().map(Staircase::truth).collect();
    let mut truth =
        vec![("positives", Truth::Count(positives)), ("negatives", Truth::Count(negatives))];
    if let (true, [asked]) = (alone, preferences.as_slice()) {
        let judged = asked.judged(&models);
        entries.iter_mut().zip(judged).for_each(|(entry, judged)| entry.extend(judged));
        truth.extend(asked.truth());
    } else if !preferences.is_empty() {
        let of_models = |asked: &Preference| {
            let judged = asked.judged(&models).into_iter().zip(&models);
            let named = judged.map(|(mut judged, model)| {
                judged.push(("name", Truth::text(model.name.to_owned())));
                Truth::Object(judged)
            });
            let mut entry = asked.truth();
            entry.push(("models", Truth::List(named.collect())));
            Truth::Object(entry)
        };
        truth.push(("preferences", Truth::List(preferences.iter().map(of_models).collect())));
    }
    if !preferences.is_empty() {
        truth.push(("optimistic", Truth::Bool(true)));
    }
    truth.push(("models", Truth::List(entries.into_iter().map(Truth::Object).collect())));
    same(&document, &Truth::Object(truth), proofs)?;
    proofs.proved(format!("hull, area and Brier score of {} models", models.len()));
    if !preferences.is_empty() {
        proofs.proved(format!(
            "every best threshold, the ranks of models at their best, and what usual thresholds reach, for {} preferences",
            preferences.len()
        ));
    }
    Ok(())
}
