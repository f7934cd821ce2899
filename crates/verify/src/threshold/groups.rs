//! Checks thresholds by group that nearly equalise rates.
//!
//! A choice of thresholds has a value s/(s + u), and another one with s', u' a greater one if and
//! only if s'u - u's > 0, a sum over the groups. So all rectangles of the tolerances' sizes are
//! tried whose lower left corner has rates that points have, and in each the greatest sum of points
//! of all groups: none may be above 0.

use num_bigint::BigInt;

use super::preference::Preference;
use super::staircase::Staircase;
use crate::claim::given::Given;
use crate::claim::header::Members;
use crate::claim::proofs::{Proofs, counted};
use crate::claim::stop::Stop;
use crate::claim::truth::{Entry, Truth, Within, parameter, same};
use crate::claim::wrong::Wrong;
use crate::metric::metrics::{Better, Key};
use crate::metric::ranks::ranks;
use crate::reading::json::Json;
use exactile::num::Rational;
use exactile::threshold::Fold;
use exactile::threshold::ModelScore;
use exactile::threshold::ScoredModel;

/// The most points that are looked at for one choice.
const MOST_WORK: usize = 1 << 26;

/// A model on the samples of all groups, and of each.
struct Grouped<'g> {
    all: Staircase<'g>,
    groups: Vec<Staircase<'g>>,
}

/// A choice as a result states it.
struct Claimed {
    key: Option<Key>,
    positions: Vec<usize>,
    gaps: [Rational; 2],
}

/// Checks `exactile.group-thresholds.v1`.
pub(crate) fn prove(
    members: Members<'_>,
    given: &Given<'_>,
    proofs: &mut Proofs,
) -> Result<(), Stop> {
    if members.get("target_prior").is_some() {
        let what = "thresholds for another prior are not checked here";
        return Err(Stop::Unknown(what.to_owned()));
    }
    let Some(folds) = given.folds else {
        return Err(Wrong::new("the input was read without groups").of("groups").into());
    };
    let models: Vec<Grouped<'_>> =
        given.models.iter().zip(&folds.models).map(|(all, own)| Grouped::new(all, own)).collect();
    let Some(first) = models.first() else {
        return Err(Wrong::new("the input has no models").into());
    };
    let bounds = bounds(&members)?;
    let [n, p] = first.all.samples().map(|count| Rational::from(BigInt::from(count)));
    let prior = p.checked_div(&(n + &p));
    let asked = Preference::of(|key| members.get(key), prior.as_ref(), proofs)?;
    let claims = members.get("models").and_then(Json::as_list);
    let claims = claims.ok_or_else(|| Wrong::new("models should stand here").of("models"))?;
    let mut chosen = Vec::new();
    let mut rest = models.iter();
    for claim in claims {
        let name = claim.get("name").and_then(Json::as_text).unwrap_or_default();
        let Some(model) = rest.find(|model| model.all.name == name) else {
            let what = format!("the input has no model {name:?} here");
            return Err(Wrong::new(what).of("models").into());
        };
        let found = model.check(claim, &asked, &bounds);
        chosen.push(found.map_err(|stop| stop.within("models"))?);
    }
    let ranks = ranks(&chosen, Better::Higher);
    let entry = |(claim, rank): (&Json, Option<[usize; 2]>)| {
        let name = claim.get("name").and_then(Json::as_text).unwrap_or_default();
        let mut entry = vec![("name", Truth::text(name.to_owned()))];
        entry.push(("rank", rank.map_or(Truth::Null, Truth::counts)));
        // Checked above.
        entry.extend(["equalised", "separate", "common"].map(|key| (key, Truth::any())));
        Truth::Object(entry)
    };
    let entries = claims.iter().zip(ranks).map(entry).collect();
    let group = |(name, group): (&String, &Staircase<'_>)| {
        let name = [("name", Truth::text(name.clone()))];
        Truth::Object(name.into_iter().chain(group.sizes(group.samples())).collect())
    };
    let column = members.get("by").and_then(Json::as_text).unwrap_or_default();
    let mut truth = vec![("by", Truth::text(column.to_owned()))];
    let groups = folds.names.iter().zip(&first.groups).map(group).collect();
    truth.push(("groups", Truth::List(groups)));
    let known = ["tpr", "fpr"].into_iter().zip(bounds);
    let known = known.filter_map(|(key, bound)| Some((key, Truth::exact(bound?)))).collect();
    truth.push(("tolerance", Truth::Object(known)));
    truth.extend(asked.truth(std::slice::from_ref(&first.all)));
    truth.push(("models", Truth::List(entries)));
    members.same(&truth, proofs)?;
    if claims.len() < models.len() {
        proofs.open("that the other models were not asked for");
    }
    proofs.proved(format!(
        "the best thresholds of {} by group with rates that differ by no more than the tolerance, \
         without it, and the best single one",
        counted(claims.len(), "model")
    ));
    Ok(())
}

/// Reads the tolerances of true and of false positive rates.
fn bounds(members: &Members<'_>) -> Result<[Option<Rational>; 2], Wrong> {
    let claim = members.get("tolerance");
    let bound = |key: &str| {
        let bound = claim.and_then(|claim| claim.get(key)).map(parameter).transpose();
        let bound = bound.map_err(|wrong| wrong.of(key).of("tolerance"))?;
        match bound {
            Some(bound) if bound.is_negative() => {
                Err(Wrong::new(format!("{bound} is negative")).of(key).of("tolerance"))
            }
            bound => Ok(bound),
        }
    };
    Ok([bound("tpr")?, bound("fpr")?])
}

impl<'g> Grouped<'g> {
    fn new(all: &'g ScoredModel, groups: &'g [Fold]) -> Self {
        let groups = groups.iter().map(|fold| Staircase::new(&fold.own)).collect();
        Self { all: Staircase::new(all), groups }
    }

    /// Checks the three choices of a model, and that none is better; returns the value with equal
    /// rates.
    fn check(
        &self,
        claim: &Json,
        asked: &Preference,
        bounds: &[Option<Rational>; 2],
    ) -> Result<Option<Key>, Stop> {
        let read = |key: &str| {
            let choice = claim.get(key);
            let choice = choice.ok_or_else(|| Wrong::new(format!("the key {key:?} is missing")))?;
            let single = (key == "common").then(|| self.common(asked));
            self.claimed(choice, single, asked).map_err(|wrong| wrong.of(key))
        };
        let [equalised, separate, _] = [read("equalised")?, read("separate")?, read("common")?];
        for (gap, bound) in equalised.gaps.iter().zip(bounds) {
            if bound.as_ref().is_some_and(|bound| gap > bound) {
                let what = format!("rates differ by {gap}, more than the tolerance");
                return Err(Wrong::new(what).of("equalised").into());
            }
        }
        for (choice, bounds, key) in
            [(&equalised, bounds, "equalised"), (&separate, &[None, None], "separate")]
        {
            // Everybody or nobody is flagged with a value, and with equal rates.
            if choice.key.is_none() || self.has_better(&choice.positions, asked, bounds)? {
                let what = "other thresholds have a greater value";
                return Err(Wrong::new(what).of(key).into());
            }
        }
        Ok(equalised.key)
    }

    /// Reads a choice; positions are known by their counts. All groups have a single threshold.
    fn claimed(
        &self,
        claim: &Json,
        single: Option<Option<ModelScore>>,
        asked: &Preference,
    ) -> Result<Claimed, Wrong> {
        let groups = claim.get("groups").and_then(Json::as_list).unwrap_or_default();
        if groups.len() != self.groups.len() {
            let what = format!("there are {} groups, not {}", self.groups.len(), groups.len());
            return Err(Wrong::new(what).of("groups"));
        }
        let mut positions = Vec::new();
        let mut rules = Vec::new();
        let mut sum = [0_u64; 4];
        let mut rates = [Vec::new(), Vec::new()];
        for (k, (own, claim)) in self.groups.iter().zip(groups).enumerate() {
            let is_at = |position: &usize| {
                let [_, fp, _, tp] = own.counts(*position);
                let said = |key: &str, count: u64| {
                    claim.get(key).and_then(Json::as_text) == Some(&own.weight(count).to_string())
                };
                said("fp", fp) && said("tp", tp)
            };
            let position = (0..own.passed.len()).find(is_at).ok_or_else(|| {
                Wrong::new("no threshold has these counts").number(k).of("groups")
            })?;
            let first = single.as_ref().map(|threshold| {
                threshold.as_ref().map_or(0, |threshold| own.position_of(threshold))
            });
            if first.is_some_and(|first| first != position) {
                let what = "another threshold is the first of the best ones";
                return Err(Wrong::new(what).number(k).of("groups"));
            }
            let counts = own.counts(position);
            sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            let [negatives, positives] = own.samples();
            let of = |count: u64, all: u64| Rational::new(count, all);
            let own_rates = [of(counts[3], positives), of(counts[1], negatives)];
            let threshold = single.clone().unwrap_or_else(|| own.own_threshold(position));
            let mut rule = own.rule(threshold, position);
            for ((key, rate), rates) in ["tpr", "fpr"].into_iter().zip(own_rates).zip(&mut rates) {
                rule.push((key, Truth::exact(rate.clone())));
                rates.push(rate);
            }
            rules.push(Truth::Object(rule));
            positions.push(position);
        }
        let gap = |rates: &Vec<Rational>| {
            rates.iter().max().zip(rates.iter().min()).map_or(Rational::ZERO, |(x, y)| x - y)
        };
        let gaps = rates.each_ref().map(gap);
        let cells = self.all.cells_of(sum);
        let key = asked.key(&cells);
        let mut truth: Entry<'_> = asked.valued_cells(&cells);
        truth.retain(|(key, _)| *key != "undefined");
        truth.push(("tpr_gap", Truth::exact(gaps[0].clone())));
        truth.push(("fpr_gap", Truth::exact(gaps[1].clone())));
        truth.push(("groups", Truth::List(rules)));
        same(claim, &Truth::Object(truth), &mut Proofs::new("", 0))?;
        Ok(Claimed { key, positions, gaps })
    }

    /// The first of the best single thresholds; that of nobody if none has a value.
    fn common(&self, asked: &Preference) -> Option<ModelScore> {
        let mut best: Option<(Key, usize)> = None;
        for position in 0..self.all.passed.len() {
            let Some(key) = asked.key(&self.all.cells(position)) else { continue };
            if best.as_ref().is_none_or(|(known, _)| key > *known) {
                best = Some((key, position));
            }
        }
        self.all.own_threshold(best.map_or(0, |(_, position)| position))
    }

    /// `true` if points in some rectangle have a greater value than these.
    fn has_better(
        &self,
        positions: &[usize],
        asked: &Preference,
        bounds: &[Option<Rational>; 2],
    ) -> Result<bool, Stop> {
        let Some([a, b]) = &asked.at else {
            return Err(Stop::Unknown("the preference has no place on the Tile".to_owned()));
        };
        let parts = |group: &Staircase<'_>, position: usize| {
            let [tn, fp, fn_, tp] =
                group.counts(position).map(|count| Rational::from(BigInt::from(count)));
            [a.complement() * tn + a * &tp, b.complement() * fp + b * &fn_]
        };
        let mut sum = [Rational::ZERO, Rational::ZERO];
        for (group, &position) in self.groups.iter().zip(positions) {
            let [s, u] = parts(group, position);
            sum = [&sum[0] + &s, &sum[1] + &u];
        }
        let [s, u] = sum;
        // For each group rates with s'u - u's.
        let points: Vec<Vec<[Rational; 3]>> = self
            .groups
            .iter()
            .map(|group| {
                let [negatives, positives] = group.samples();
                let point = |(position, [fp, tp]): (usize, &[u64; 2])| {
                    let [own_s, own_u] = parts(group, position);
                    let gain = own_s * &u - own_u * &s;
                    [Rational::new(*tp, positives), Rational::new(*fp, negatives), gain]
                };
                group.passed.iter().enumerate().map(point).collect()
            })
            .collect();
        let mut work = 0;
        for low in corners(&points, 1, bounds[1].as_ref()) {
            let column = within(&points, 1, &low, bounds[1].as_ref());
            for low in corners(&column, 0, bounds[0].as_ref()) {
                work += column.iter().map(Vec::len).sum::<usize>();
                if work > MOST_WORK {
                    let what = "so many thresholds are not checked here";
                    return Err(Stop::Unknown(what.to_owned()));
                }
                let rectangle = within(&column, 0, &low, bounds[0].as_ref());
                let best =
                    rectangle.iter().map(|points| points.iter().map(|[.., gain]| gain).max());
                let best: Option<Vec<&Rational>> = best.collect();
                let sum =
                    best.map(|best| best.into_iter().fold(Rational::ZERO, |sum, gain| sum + gain));
                if sum.is_some_and(|sum| sum.is_positive()) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// The different rates of points; 0 alone without a bound.
fn corners(points: &[Vec<[Rational; 3]>], axis: usize, bound: Option<&Rational>) -> Vec<Rational> {
    if bound.is_none() {
        return vec![Rational::ZERO];
    }
    let mut all: Vec<Rational> = points.iter().flatten().map(|point| point[axis].clone()).collect();
    all.sort();
    all.dedup();
    all
}

/// The points from a rate on, up to the bound above it.
fn within(
    points: &[Vec<[Rational; 3]>],
    axis: usize,
    low: &Rational,
    bound: Option<&Rational>,
) -> Vec<Vec<[Rational; 3]>> {
    let high = bound.map(|bound| low + bound);
    let is_within = |point: &&[Rational; 3]| {
        point[axis] >= *low && high.as_ref().is_none_or(|high| point[axis] <= *high)
    };
    points.iter().map(|points| points.iter().filter(is_within).cloned().collect()).collect()
}
