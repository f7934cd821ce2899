//! Checks the claims about a row that no confusion matrix explains: the scores that contradict each
//! other, and the nearest matrix.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::interval::Interval;
use super::meeting::Condition;
use super::reach::implied;
use super::row::{self, Row, counts};
use super::sizes::Size;
use crate::claim::printed::PrintedScore;
use crate::claim::proofs::Proofs;
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, same};
use crate::claim::wrong::Wrong;
use crate::metric::metrics::{Cells, Key, Kind, Metric};
use crate::metric::written::ends;
use crate::reading::json::Json;
use exactile::num::Rational;

/// The most sets of scores of a row that are checked.
const MOST_SETS: usize = 5_000;

const NEAREST: &str = "that no matrix is nearer, if none is named";
const READINGS: &str = "other readings of impossible rows";

impl Row<'_> {
    /// Checks that no matrix has the contradicting scores, and that each smaller set of them has
    /// one.
    pub(super) fn check_conflict(&self, claim: Option<&Json>) -> Result<(), Stop> {
        let names =
            claim.and_then(Json::as_list).ok_or_else(|| Wrong::new("a list should stand here"))?;
        let mut chosen = BTreeSet::new();
        for name in names {
            let is_it = |k: &usize| {
                name.as_text() == Some(&self.row.scores[*k].name) && !chosen.contains(k)
            };
            let place = (0..self.metrics.len()).find(is_it);
            chosen
                .insert(place.ok_or_else(|| Wrong::new(format!("{name} is no score of the row")))?);
        }
        if self.sizes.is_empty() {
            return match chosen.is_empty() {
                true => Ok(()),
                false => Err(Wrong::new("there are no samples, whatever the scores are").into()),
            };
        }
        if chosen.is_empty() {
            return Err(Wrong::new("no score is named").into());
        }
        let conditions = self.conditions();
        let of = |chosen: &BTreeSet<usize>| -> Vec<&Condition<'_>> {
            chosen.iter().map(|k| &conditions[*k]).collect()
        };
        if self.is_possible(&of(&chosen))? {
            return Err(Wrong::new("a matrix has all of these").into());
        }
        let smaller = subsets(self.metrics.len(), chosen.len() - 1).ok_or_else(|| {
            Stop::Unknown("rows of so many scores are not checked here".to_owned())
        })?;
        for fewer in smaller {
            if !self.is_possible(&of(&fewer))? {
                return Err(Wrong::new("fewer scores contradict each other").into());
            }
        }
        Ok(())
    }

    /// Checks that the matrix is at the stated distance, and that none is nearer.
    pub(super) fn check_nearest(
        &self,
        claim: Option<&Json>,
        proofs: &mut Proofs,
    ) -> Result<(), Stop> {
        let claim = claim.ok_or_else(|| Wrong::new("it is missing"))?;
        if *claim == Json::Null {
            proofs.open(NEAREST);
            return Ok(());
        }
        let matrix = claim.get("matrix").and_then(counts);
        let matrix = matrix
            .ok_or_else(|| Wrong::new("a confusion matrix should stand here").of("matrix"))?;
        let [tn, fp, fn_, tp] = matrix.map(u128::from);
        let is_of = |size: &Size| {
            u128::from(size.positives) == fn_ + tp && u128::from(size.negatives) == tn + fp
        };
        if !self.sizes.iter().any(is_of) {
            return Err(Wrong::new("it has other numbers of samples").of("matrix").into());
        }
        let cells = Cells::of(matrix);
        let keys = self.finite_keys(&cells)?;
        let far = claim.get("units").map(units).transpose().map_err(|wrong| wrong.of("units"))?;
        let [lower, upper] = far.ok_or_else(|| Wrong::new("it is missing").of("units"))?;
        // Values have 20 digits: no other matrix hides in a wider distance.
        let units = self.intervals.iter().map(|interval| &interval.unit);
        let finest = units.filter_map(Rational::reciprocal).max().unwrap_or(Rational::ZERO);
        let widest = (finest + Rational::ONE) * Rational::new(2, 10_u128.pow(20));
        if &upper - &lower > widest {
            return Err(Wrong::new("these are not narrow decimals").of("units").into());
        }
        if !self.is_as_far(&keys, [&lower, &upper]) {
            return Err(Wrong::new("this is not the largest distance").of("units").into());
        }
        let score = |k: usize| {
            let key = self.metrics[k].key(&cells);
            let value = key.map_or(Truth::Null, |key| self.metrics[k].value(&key));
            let name = Truth::text(&self.row.scores[k].name);
            Truth::Object(vec![("name", name), ("value", value)])
        };
        let scores = Truth::Each(self.metrics.len(), Box::new(score));
        let truth =
            vec![("matrix", row::matrix(matrix)), ("units", Truth::any()), ("scores", scores)];
        same(claim, &Truth::Object(truth), proofs)?;
        let mut nearer = self.conditions();
        for condition in &mut nearer {
            condition.interval = condition.interval.nearer_than(&lower);
        }
        match self.is_possible(&nearer.iter().collect::<Vec<_>>())? {
            true => Err(Wrong::new("another matrix is nearer").into()),
            false => Ok(()),
        }
    }

    /// Returns the keys of the scores, which must have finite values.
    fn finite_keys(&self, cells: &Cells) -> Result<Vec<Rational>, Wrong> {
        let key = |metric: &Metric| match metric.key(cells) {
            Some(Key::Finite(key)) if metric.kind != Kind::Logarithm || !key.is_zero() => Ok(key),
            _ => Err(Wrong::new("a score has no finite value on it").of("matrix")),
        };
        self.metrics.iter().map(key).collect()
    }

    /// Returns `true` if the largest distance of a score from the printed one is between these
    /// numbers of units of the last place.
    fn is_as_far(&self, keys: &[Rational], [least, most]: [&Rational; 2]) -> bool {
        let sides = |units: &Rational| {
            let scores = self.metrics.iter().zip(keys).zip(&self.intervals);
            let side =
                |((metric, key), Interval { low, high, unit }): ((&Metric, _), &Interval)| {
                    let reach = unit * units;
                    let low = metric.compare(key, &(&low.0 - &reach));
                    low.min(metric.compare(key, &(&high.0 + &reach)).reverse())
                };
            // Negative if a score is beyond, zero if one is just there.
            scores.map(side).min().unwrap_or(Ordering::Equal)
        };
        sides(most).is_ge() && (sides(least).is_le() || !least.is_positive())
    }

    /// Checks the matrices that have all scores but one, and the values of that score on them.
    fn check_misprint(&self, entry: &Json, proofs: &mut Proofs) -> Result<(), Stop> {
        let named = entry.get("scores").and_then(Json::as_list).unwrap_or_default();
        let is_it =
            |score: &PrintedScore| matches!(named, [one] if one.as_text() == Some(&score.name));
        let at = self.row.scores.iter().position(is_it);
        let at = at.ok_or_else(|| Wrong::new("one score should stand here").of("scores"))?;
        let mut conditions = self.conditions();
        conditions.remove(at);
        let found = self.explained_by(&conditions.iter().collect::<Vec<_>>())?;
        let count = u64::try_from(found.count)
            .map_err(|_| Stop::Unknown("so many matrices are not checked here".to_owned()))?;
        let first = found.listed.first().map_or(Truth::Null, |first| row::matrix(*first));
        let any = ["reading", "scores", "words"].map(|key| (key, Truth::any()));
        let mut truth = Vec::from(any);
        truth.extend([
            ("matrices", Truth::Count(count)),
            ("implied", implied(entry.get("implied"), &found)),
            ("first", first),
        ]);
        Ok(same(entry, &Truth::Object(truth), proofs)?)
    }

    /// Checks other readings than misprints, by their form alone.
    pub(super) fn check_readings(
        &self,
        claim: Option<&Json>,
        proofs: &mut Proofs,
    ) -> Result<(), Stop> {
        let claim = claim.ok_or_else(|| Wrong::new("it is missing"))?;
        proofs.open(READINGS);
        let Json::List(entries) = claim else {
            return match claim {
                Json::Null => Ok(()),
                _ => Err(Wrong::new("a list should stand here").into()),
            };
        };
        let is_text = |claim: &Json| match claim {
            Json::Text(_) => Ok(()),
            _ => Err(Wrong::new(format!("a text should stand here, not {claim}"))),
        };
        let of_row = |claim: &Json| {
            let names = claim.as_list().unwrap_or_default();
            let is_known = |name: &Json| {
                self.row.scores.iter().any(|score| name.as_text() == Some(&score.name))
            };
            match !names.is_empty() && names.iter().all(is_known) {
                true => Ok(()),
                false => Err(Wrong::new("scores of the row should stand here")),
            }
        };
        let matrix = |claim: &Json| {
            counts(claim).map(|_| ()).ok_or_else(|| Wrong::new("a matrix should stand here"))
        };
        for (k, entry) in entries.iter().enumerate() {
            let truth = vec![
                ("reading", Truth::judge(is_text)),
                ("as", Truth::maybe(Truth::judge(is_text))),
                ("scores", Truth::judge(of_row)),
                ("words", Truth::judge(is_text)),
                ("matrices", Truth::maybe(Truth::any())),
                ("implied", Truth::maybe(Truth::any())),
                ("first", Truth::maybe(Truth::judge(matrix))),
                ("folds", Truth::maybe(Truth::any())),
            ];
            same(entry, &Truth::Object(truth), proofs).map_err(|wrong| wrong.number(k))?;
            if entry.get("reading").and_then(Json::as_text) == Some("misprint") {
                self.check_misprint(entry, proofs)
                    .map_err(|stop| stop.placed(|wrong| wrong.number(k)))?;
            }
        }
        Ok(())
    }
}

/// Returns all sets of `size` of the first n numbers; `None` if they are too many.
fn subsets(n: usize, size: usize) -> Option<Vec<BTreeSet<usize>>> {
    let mut sets = vec![BTreeSet::new()];
    for _ in 0..size {
        let longer = sets.iter().flat_map(|set: &BTreeSet<usize>| {
            let after = set.last().map_or(0, |last| last + 1);
            (after..n).map(|next| set.iter().copied().chain([next]).collect())
        });
        sets = longer.take(MOST_SETS + 1).collect();
    }
    (sets.len() <= MOST_SETS).then_some(sets)
}

/// Reads a distance: a fraction, or decimals around it, fewer than those of a value, since it is in
/// units of the last printed place.
fn units(claim: &Json) -> Result<[Rational; 2], Wrong> {
    let Some(text) = claim.as_text() else {
        return Ok(ends(claim)?.0);
    };
    let units: Rational = text.parse().map_err(|_| Wrong::new("a number should stand here"))?;
    same(claim, &Truth::exact(units.clone()), &mut Proofs::new("", 0))?;
    Ok([units.clone(), units])
}
