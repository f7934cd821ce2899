//! Cases with weights that prove that no folds of nearly equal sizes, with classes as they fall,
//! have the means.
//!
//! Folds are sorted: the larger ones first, and folds of one size by their numbers of positives,
//! the largest first. In each case the first folds have known numbers of positives, and the next
//! one has a number of a range. Beside the scores, each positive sample has a weight; what all
//! folds have together of these is known. The cases have to cover all numbers of positives with
//! which the scores that have weights, also 0, are defined on all folds.

use std::collections::HashMap;
use std::ops::Range;

use super::countable::{counted, is_accuracy};
use super::fold_proofs::{Weights, are_defined, are_linear, conclude, largest, weights};
use super::interval::Interval;
use super::row::Row;
use super::sizes::{MOST_WORK, Size};
use crate::claim::printed::{PrintedFolds, PrintedScore};
use crate::claim::proofs::Proofs;
use crate::claim::stop::Stop;
use crate::claim::truth::{Truth, same};
use crate::claim::wrong::Wrong;
use crate::reading::exact_text;
use crate::reading::json::Json;
use exactile::num::Rational;

/// Folds whose sizes differ by at most one: of each size, which ones.
pub(super) struct Even {
    groups: [(u64, Range<u64>); 2],
    samples: Size,
    /// Repetitions, each of which may have other numbers.
    repeats: u64,
}

/// Numbers of positives of the first folds, and the least and the largest of the next one.
struct Case {
    positives: Vec<u64>,
    next: [u64; 2],
}

/// The least and the largest numbers of positives with which the scores are defined, of each size.
type Ranges = [[u64; 2]; 2];

type OfSizes = HashMap<(u64, u64), Rational>;

/// Largest weighted sums of folds by their sizes and positives, for each list of weights.
struct Sums {
    intervals: Vec<Interval>,
    known: Vec<(Weights, Rational, OfSizes)>,
    tried: u64,
}

impl Even {
    /// `None` if the folds are not of this kind.
    pub(super) fn new(folds: &PrintedFolds) -> Option<Self> {
        match folds {
            PrintedFolds::Repeated { repeats, of } => {
                Some(Self { repeats: *repeats, ..Self::new(of)? })
            }
            PrintedFolds::Even { folds, samples: [positives, negatives] } => {
                let all = positives.checked_add(*negatives)?;
                let [least, more] = [all.checked_div(*folds)?, all % folds];
                let samples = Size { positives: *positives, negatives: *negatives };
                let groups = [(least + 1, 0..more), (least, more..*folds)];
                Some(Self { groups, samples, repeats: 1 })
            }
            _ => None,
        }
    }

    /// Checks `{"weights": .., "positive": .., "reached": .., "printed": ..}`, or a list `cases` of
    /// such objects, each with `positives` and `next`, or `no_counts` with the name of an accuracy.
    pub(super) fn check(
        &self,
        row: &Row<'_>,
        claim: &Json,
        proofs: &mut Proofs,
    ) -> Result<(), Stop> {
        if self.groups[1].0 == 0 {
            return Err(Wrong::new("there are fewer samples than folds").into());
        }
        let counted = self.counted(row);
        if let Some(name) = claim.get("no_counts") {
            let is_it = |score: &PrintedScore| name.as_text() == Some(&score.name);
            let at = row.row.scores.iter().position(is_it);
            if at.is_none_or(|at| counted[at].is_some()) {
                let why = "whole numbers of right samples may have this mean";
                return Err(Wrong::new(why).of("no_counts").into());
            }
            return Ok(same(claim, &Truth::Object(vec![("no_counts", Truth::any())]), proofs)?);
        }
        let intervals = counted.into_iter().zip(&row.intervals);
        let intervals = intervals.map(|(counted, printed)| counted.unwrap_or(printed.clone()));
        let mut sums = Sums::new(intervals.collect());
        let Some(listed) = claim.get("cases") else {
            return self.check_case(row, claim, None, &mut sums, proofs).map(|_| ());
        };
        let claims = listed.as_list().filter(|listed| !listed.is_empty() && self.repeats == 1);
        let claims = claims.ok_or_else(|| Wrong::new("cases should stand here").of("cases"))?;
        let each = Truth::Each(claims.len(), Box::new(|_| Truth::any()));
        same(claim, &Truth::Object(vec![("cases", each)]), proofs)?;
        let (mut cases, mut scores) = (Vec::new(), None);
        for (k, claim) in claims.iter().enumerate() {
            let place = |stop: Stop| stop.placed(|wrong| wrong.number(k).of("cases"));
            let case = case(claim).map_err(|wrong| place(wrong.into()))?;
            let of = self.check_case(row, claim, Some(&case), &mut sums, proofs).map_err(place)?;
            let others = scores.get_or_insert_with(|| of.clone());
            if *others != of {
                return Err(place(Wrong::new("the cases should have the same scores").into()));
            }
            cases.push(case);
        }
        let (_, ranges) = scores.unwrap_or_default();
        match self.are_covered(&cases, &mut Vec::new(), ranges) {
            true => Ok(()),
            false => Err(Wrong::new("they leave out numbers of positives").of("cases").into()),
        }
    }

    /// Returns the printed intervals, those of an accuracy as whole numbers of right samples narrow
    /// them; `None` for one that no such numbers have.
    fn counted(&self, row: &Row<'_>) -> Vec<Option<Interval>> {
        let folds = self
            .groups
            .clone()
            .map(|(size, folds)| (size, (folds.end - folds.start).saturating_mul(self.repeats)));
        let metrics = row.metrics.iter().zip(&row.intervals);
        let counted = metrics.map(|(metric, interval)| match is_accuracy(metric.name()) {
            true => counted(interval, folds),
            false => Some(interval.clone()),
        });
        counted.collect()
    }

    /// Checks the weights of a case, or of all folds at once. Returns the positions of its scores,
    /// and the numbers of positives with which these are defined.
    fn check_case(
        &self,
        row: &Row<'_>,
        claim: &Json,
        case: Option<&Case>,
        sums: &mut Sums,
        proofs: &mut Proofs,
    ) -> Result<(Vec<usize>, Ranges), Stop> {
        let of_scores = weights(row, claim)?;
        if !are_linear(row, &of_scores, self.samples) {
            let what = "weights of scores that are not linear are not checked here";
            return Err(Stop::Unknown(what.to_owned()));
        }
        let positive = claim.get("positive").and_then(Json::as_text);
        let positive = positive.and_then(|text| exact_text::parse(text).ok());
        let positive = positive.ok_or_else(|| Wrong::new("it should be exact").of("positive"))?;
        let ranges = self.ranges(row, &of_scores)?;
        let at_once = Case { positives: Vec::new(), next: [0, u64::MAX] };
        let mut reach =
            |size: u64, positives: u64| sums.of(row, (&of_scores, &positive), size, positives);
        let reached = self.reached(case.unwrap_or(&at_once), ranges, &mut reach)?;
        let intervals = &sums.intervals;
        let folds = Rational::from(self.groups[1].1.end);
        let known = &positive * &Rational::from(self.samples.positives) / &folds;
        let mut told = vec![("positive", Truth::exact(positive))];
        let counts =
            |counts: &[u64]| Truth::List(counts.iter().copied().map(Truth::Count).collect());
        told.extend(case.iter().flat_map(|Case { positives, next }| {
            [("positives", counts(positives)), ("next", counts(next))]
        }));
        let sums = [reached / folds, known];
        conclude(row, intervals, claim, &of_scores, sums, told, proofs)?;
        Ok((of_scores.iter().map(|(at, _)| *at).collect(), ranges))
    }

    /// Returns the numbers of positives with which all scores that have weights are defined.
    fn ranges(&self, row: &Row<'_>, weights: &Weights) -> Result<Ranges, Stop> {
        let range = |(size, folds): &(u64, Range<u64>)| {
            let defined = |positives: &u64| {
                let size = Size { positives: *positives, negatives: size - positives };
                are_defined(row, weights, size)
            };
            let first = size.saturating_sub(self.samples.negatives);
            let mut all = first..=(*size).min(self.samples.positives);
            match (all.clone().find(defined), all.rfind(defined)) {
                (Some(first), Some(last)) => Some([first, last]),
                _ if folds.is_empty() => Some([0; 2]),
                _ => None,
            }
        };
        match [range(&self.groups[0]), range(&self.groups[1])] {
            [Some(larger), Some(smaller)] => Ok([larger, smaller]),
            _ => Err(Wrong::new("a score that has a weight is undefined on a fold").into()),
        }
    }

    /// Returns the largest sum over all folds of a case.
    fn reached(
        &self,
        case: &Case,
        ranges: Ranges,
        reach: &mut dyn FnMut(u64, u64) -> Result<Rational, Stop>,
    ) -> Result<Rational, Stop> {
        let at = case.positives.len() as u64;
        let mut sum = Rational::ZERO;
        let mut largest = |size: u64, [first, last]: [u64; 2], folds: u64| {
            let mut largest: Option<Rational> = None;
            for positives in first..=last {
                let reached = reach(size, positives)?;
                largest = Some(largest.map_or(reached.clone(), |largest| largest.max(reached)));
            }
            let largest = largest.ok_or_else(|| Wrong::new("a range of numbers is empty"))?;
            sum = &sum + &(largest * Rational::from(folds));
            Ok::<(), Stop>(())
        };
        if at >= self.groups[1].1.end {
            return Err(Wrong::new("there are not so many folds").of("positives").into());
        }
        for ((size, folds), [first, last]) in self.groups.iter().zip(ranges) {
            for (positives, _) in case.positives.iter().zip(0..).filter(|(_, k)| folds.contains(k))
            {
                largest(*size, [*positives; 2], 1)?;
            }
            if folds.contains(&at) {
                largest(*size, [case.next[0].max(first), case.next[1].min(last)], 1)?;
            }
            let others = folds.end.saturating_sub(folds.start.max(at + 1));
            if others > 0 {
                let last = if folds.start <= at { last.min(case.next[1]) } else { last };
                largest(*size, [first, last], others)?;
            }
        }
        Ok(sum)
    }

    /// Returns `true` if cases cover all folds that begin so.
    fn are_covered(&self, cases: &[Case], begun: &mut Vec<u64>, ranges: Ranges) -> bool {
        let at = begun.len() as u64;
        let Some(group) = self.groups.iter().position(|(_, folds)| folds.contains(&at)) else {
            return false;
        };
        let [first, last] = ranges[group];
        let is_next = at > self.groups[group].1.start;
        let bound = begun.last().filter(|_| is_next).map_or(last, |before| last.min(*before));
        let given: u64 = begun.iter().sum();
        for positives in first..=bound {
            let others = self.groups.iter().zip(ranges).enumerate();
            let others = others.map(|(k, ((_, folds), [least, most]))| {
                let folds = u128::from(folds.end.saturating_sub(folds.start.max(at + 1)));
                let most = if k == group { positives } else { most };
                [least, most].map(|each| u128::from(each) * folds)
            });
            let [fewest, most] = others.fold([0; 2], |[a, b], [c, d]| [a + c, b + d]);
            let rest = u128::from(self.samples.positives).checked_sub((given + positives).into());
            if !rest.is_some_and(|rest| (fewest..=most).contains(&rest)) {
                continue;
            }
            let is_it = |case: &Case| {
                case.positives == *begun && (case.next[0]..=case.next[1]).contains(&positives)
            };
            if cases.iter().any(is_it) {
                continue;
            }
            begun.push(positives);
            if !self.are_covered(cases, begun, ranges) {
                return false;
            }
            begun.pop();
        }
        true
    }
}

impl Sums {
    const fn new(intervals: Vec<Interval>) -> Self {
        Self { intervals, known: Vec::new(), tried: 0 }
    }

    /// Returns the largest weighted sum of one fold.
    fn of(
        &mut self,
        row: &Row<'_>,
        (of_scores, positive): (&Weights, &Rational),
        size: u64,
        positives: u64,
    ) -> Result<Rational, Stop> {
        let is_known =
            |known: &(Weights, Rational, _)| known.0 == *of_scores && known.1 == *positive;
        let at = self.known.iter().position(is_known).unwrap_or(self.known.len());
        if at == self.known.len() {
            self.known.push((of_scores.clone(), positive.clone(), HashMap::new()));
        }
        let found = &mut self.known[at].2;
        if let Some(found) = found.get(&(size, positives)) {
            return Ok(found.clone());
        }
        self.tried += 1;
        if self.tried > MOST_WORK {
            return Err(Stop::Unknown("so many numbers of positives are not checked here".into()));
        }
        let Some(negatives) = size.checked_sub(positives) else {
            return Err(Wrong::new("a fold has fewer samples").of("positives").into());
        };
        let sum = largest(row, of_scores, Size { positives, negatives })?;
        let sum = sum + positive * &Rational::from(positives);
        found.insert((size, positives), sum.clone());
        Ok(sum)
    }
}

/// Reads the numbers of positives of a case.
fn case(claim: &Json) -> Result<Case, Wrong> {
    let counts = |key: &str| -> Option<Vec<u64>> {
        claim.get(key)?.as_list()?.iter().map(Json::as_count).collect()
    };
    let wrong = |key: &str| Wrong::new("numbers of positives should stand here").of(key);
    let positives = counts("positives").ok_or_else(|| wrong("positives"))?;
    let next = counts("next").and_then(|next| <[u64; 2]>::try_from(next).ok());
    Ok(Case { positives, next: next.ok_or_else(|| wrong("next"))? })
}
