//! Folds of nearly equal sizes whose classes fall as they do, with scores that are linear in the
//! counts.
//!
//! Each fold has s samples, p of them positive; so what is open is a number p for each fold, and
//! all of them add up to P. With these numbers fixed the question is one of known sizes
//! ([`linear`](super::linear)), whose relaxation is a small linear programme. So are the folds of
//! any p: a fold takes part in the means as a mixture of the corners (TP, TN) = (0 or p, 0 or s -
//! p) for all p that it may have. If even mixtures do not have the means, there are weights w and u
//! such that
//!
//! ```text
//! sum over the folds of max (w . scores + u p)  <  k w . means + u P    for all means as printed.
//! ```
//!
//! The same holds of folds that begin with some numbers of positives, in descending order among
//! folds of one size. Weights come from doubles. They count if the inequality holds by more than
//! all of its roundings.

use super::super::noise::double;
use super::super::search::{Scored, Size};
use super::super::surface::Surface;
use super::super::value::ReportedValue;
use super::compositions::OpenFolds;
use super::countable::{counted, is_accuracy};
use super::relaxation::{Range, Relaxed, relax};
use crate::num::Rational;

/// Weights that are remembered.
const MOST_WEIGHTS: usize = 12;
/// Samples of a fold at most.
const MOST_SAMPLES: u64 = 20_000;

/// The part of one fold in the sums of a score: its constant, and what all hits of a class add.
type Part = [f64; 3];

/// Folds of one size.
pub(super) struct Group {
    pub(super) size: u64,
    pub(super) folds: usize,
    /// The least number of positives, and the parts of all scores for it and for each next one.
    pub(super) first: u64,
    parts: Vec<Vec<Part>>,
}

impl Group {
    pub(super) fn last(&self) -> u64 {
        self.first + self.parts.len() as u64 - 1
    }

    fn parts(&self, positives: u64) -> &[Part] {
        &self.parts[usize::try_from(positives - self.first).unwrap_or(0)]
    }
}

/// Question about all folds together.
pub(super) struct Folds<'f> {
    pub(super) scores: &'f [&'f Scored],
    pub(super) positives: u64,
    pub(super) samples: Size,
    pub(super) repeats: usize,
    pub(super) groups: Vec<Group>,
    /// The printed means, that of an accuracy as narrow as whole numbers of right samples leave it.
    pub(super) values: Vec<ReportedValue>,
    /// `true` if no whole numbers have a printed accuracy.
    pub(super) has_no_counts: bool,
    /// Ranges in which the sums of the scores over one repetition have to be.
    ends: Vec<[f64; 2]>,
}

/// Weights of the scores and of a positive.
pub(super) type Weights = Vec<f64>;
/// For folds that are not begun, as [`Folds::rest`] has them, numbers of positives and how many
/// folds have them, in parts of folds.
pub(super) type Mixture = Vec<Vec<(u64, f64)>>;

/// Folds that begin with some numbers of positives, among which the next fold's is in a range.
#[derive(Clone, Copy)]
pub(super) struct Beginning<'b> {
    pub(super) fixed: &'b [u64],
    pub(super) next: [u64; 2],
}

/// Folds of one size that may have any numbers of positives in a range.
pub(super) struct Rest<'r> {
    pub(super) group: &'r Group,
    pub(super) folds: usize,
    pub(super) range: [u64; 2],
}

impl<'f> Folds<'f> {
    /// `None` if a score is not linear, folds are of any size, or too large.
    pub(super) fn new(folds: &OpenFolds, scores: &'f [&'f Scored]) -> Option<Self> {
        let Size { positives, negatives } = folds.samples;
        let least = positives.checked_add(negatives)? / folds.folds;
        if !folds.is_even || least > MOST_SAMPLES || scores.is_empty() {
            return None;
        }
        let more = (positives + negatives) % folds.folds;
        let mut groups = Vec::new();
        for (size, count) in [(least + 1, more), (least, folds.folds - more)] {
            if count > 0 {
                groups.push(group(size, count, folds.samples, scores)?);
            }
        }
        let repeats = usize::try_from(folds.repeats).ok()?;
        let (mut values, mut has_no_counts) = (Vec::new(), false);
        let sizes: Vec<_> =
            groups.iter().map(|group| (group.size, group.folds * repeats)).collect();
        for score in scores {
            let is_accuracy = is_accuracy(score, folds.samples);
            let narrow = if is_accuracy { counted(&score.value, &sizes) } else { None };
            has_no_counts |= narrow == Some(None);
            values.push(narrow.flatten().unwrap_or_else(|| score.value.clone()));
        }
        let count = Rational::from(folds.folds);
        let end = |end: &Rational| (end * &count).to_f64();
        let ends = values.iter().map(|value| [end(&value.lower), end(&value.upper)]).collect();
        let samples = folds.samples;
        Some(Self { scores, positives, samples, repeats, groups, values, has_no_counts, ends })
    }

    pub(super) fn count(&self) -> usize {
        self.groups.iter().map(|group| group.folds).sum()
    }

    /// The group of a fold, and its place there.
    pub(super) fn group(&self, fold: usize) -> (&Group, usize) {
        match self.groups.first() {
            Some(first) if fold >= first.folds => (&self.groups[1], fold - first.folds),
            _ => (&self.groups[0], fold),
        }
    }

    /// The beginning of all folds; `None` if folds of some size have no number of positives with
    /// which all scores are defined.
    pub(super) fn whole(&self) -> Option<Beginning<'static>> {
        let are_defined = self.groups.iter().all(|group| !group.parts.is_empty());
        let first = self.groups.first().filter(|_| are_defined)?;
        Some(Beginning { fixed: &[], next: [first.first, first.last()] })
    }

    /// The numbers of positives that the next fold may have, so that the others can have the rest.
    pub(super) fn next(&self, begun: &[u64]) -> Option<[u64; 2]> {
        let (group, place) = self.group(begun.len());
        let bound = if place == 0 { group.last() } else { begun[begun.len() - 1] };
        let rest = self.positives.checked_sub(begun.iter().sum())?;
        let (mut fewest, mut most) = (0, 0);
        for fold in begun.len() + 1..self.count() {
            let other = self.group(fold).0;
            fewest += other.first;
            most += if other.size == group.size { bound } else { other.last() };
        }
        let low = rest.saturating_sub(most).max(group.first);
        let high = rest.checked_sub(fewest)?.min(bound);
        (low <= high).then_some([low, high])
    }

    /// Returns `true` if weights prove that no folds begin so.
    pub(super) fn is_empty(&self, begun: Beginning<'_>, known: &mut Vec<Weights>) -> bool {
        if let Some(at) = known.iter().position(|weights| self.proves(weights, begun)) {
            // Those that prove much come first.
            known[..=at].rotate_right(1);
            return true;
        }
        let Some(weights) = self.weights(begun) else { return false };
        let is_proved = self.proves(&weights, begun);
        if is_proved {
            known.insert(0, weights);
            known.truncate(MOST_WEIGHTS);
        }
        is_proved
    }

    /// The folds whose numbers of positives are not fixed: the next one, and then the others.
    pub(super) fn rest<'r>(&'r self, begun: Beginning<'r>) -> Vec<Rest<'r>> {
        let (at, mut before) = (begun.fixed.len(), 0);
        let mut found = Vec::new();
        for group in &self.groups {
            let here = (at + 1).saturating_sub(before).min(group.folds);
            let most = if here > 0 { begun.next[1] } else { group.last() };
            if (before..before + group.folds).contains(&at) {
                found.push(Rest { group, folds: 1, range: begun.next });
            }
            if here < group.folds {
                let range = [group.first, most];
                found.push(Rest { group, folds: group.folds - here, range });
            }
            before += group.folds;
        }
        found
    }

    /// Weights that the relaxation suggests; `None` if it is not empty.
    ///
    /// Of the folds that are not begun some numbers of positives take part at first, and then those
    /// that reach farther along the weights.
    pub(super) fn weights(&self, begun: Beginning<'_>) -> Option<Weights> {
        self.mixture(begun)?.err()
    }

    /// Those weights, or else a mixture; `None` if the simplex method does not end.
    pub(super) fn mixture(&self, begun: Beginning<'_>) -> Option<Result<Mixture, Weights>> {
        let rest = self.rest(begun);
        let mut among: Vec<Vec<u64>> = rest.iter().map(|rest| spread(rest.range)).collect();
        loop {
            let weights = match self.relaxed(begun, &rest, &among)? {
                Err(weights) => weights,
                found => return Some(found),
            };
            let mut is_new = false;
            for (Rest { group, range, .. }, among) in rest.iter().zip(&mut among) {
                let reach = |positives: &u64| reach(&weights, group, *positives)[0];
                let farthest = (range[0]..=range[1]).max_by(|a, b| reach(a).total_cmp(&reach(b)));
                if let Some(farthest) = farthest.filter(|farthest| !among.contains(farthest)) {
                    among.push(farthest);
                    is_new = true;
                }
            }
            if !is_new {
                return Some(Err(weights));
            }
        }
    }

    /// Weights as [`Self::weights`] has them, if not even mixtures of these numbers have the means,
    /// or else such a mixture.
    fn relaxed(
        &self,
        begun: Beginning<'_>,
        rest: &[Rest<'_>],
        among: &[Vec<u64>],
    ) -> Option<Result<Mixture, Weights>> {
        let scores = self.scores.len();
        let mut sums: Vec<[f64; 2]> = self.ends.clone();
        // Known numbers, with a little room for doubles.
        let known = |number: f64| [number - 1e-3, number + 1e-3];
        sums.push(known(double(self.positives)));
        // All folds of a group but those that are as the first column.
        sums.extend(rest.iter().map(|rest| [0.0, double(rest.folds as u64)]));
        let rows = sums.len();
        let (mut columns, mut most): (Vec<Vec<f64>>, Vec<f64>) = (Vec::new(), Vec::new());
        let mut constant = vec![0.0; rows];
        for (fold, positives) in begun.fixed.iter().enumerate() {
            let parts = self.group(fold).0.parts(*positives);
            for class in 1..3 {
                let mut column = vec![0.0; rows];
                column.iter_mut().zip(parts).for_each(|(cell, part)| *cell = part[class]);
                columns.push(column);
                most.push(1.0);
            }
            constant.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part[0]);
            constant[scores] += double(*positives);
        }
        for (place, (Rest { group, folds, .. }, among)) in rest.iter().zip(among).enumerate() {
            let count = double(*folds as u64);
            let corner = |positives: u64, corner: usize| {
                let mut column = vec![0.0; rows];
                for (cell, part) in column.iter_mut().zip(group.parts(positives)) {
                    *cell = part[0];
                    *cell += if corner & 1 > 0 { part[1] } else { 0.0 };
                    *cell += if corner & 2 > 0 { part[2] } else { 0.0 };
                }
                column[scores] = double(positives);
                column
            };
            let first = corner(among[0], 0);
            constant.iter_mut().zip(&first).for_each(|(sum, cell)| *sum += count * cell);
            let all = among.iter().flat_map(|positives| (0..4).map(move |at| (*positives, at)));
            for (positives, at) in all.skip(1) {
                let mut column = corner(positives, at);
                column.iter_mut().zip(&first).for_each(|(cell, first)| *cell -= first);
                column[scores + 1 + place] = 1.0;
                columns.push(column);
                most.push(count);
            }
        }
        let range = |(row, [lower, upper]): (usize, &[f64; 2])| Range {
            coefficients: columns.iter().map(|column| column[row]).collect(),
            lower: lower - constant[row],
            upper: upper - constant[row],
        };
        let ranges: Vec<Range> = sums.iter().enumerate().map(range).collect();
        let Relaxed { middle, weights, is_empty } = relax(&ranges, &most)?;
        if is_empty {
            return Some(Err(weights[..=scores].to_vec()));
        }
        // Columns after those of folds that are begun, of which the first one of each group is left
        // out.
        let mut parts = middle[2 * begun.fixed.len()..].iter();
        let mixed = among.iter().zip(rest).map(|(among, rest)| {
            let mut parts_of = |skipped: usize| parts.by_ref().take(4 - skipped).sum::<f64>();
            let mut mixed: Vec<(u64, f64)> = among
                .iter()
                .enumerate()
                .map(|(at, positives)| (*positives, parts_of(usize::from(at == 0))))
                .collect();
            let given: f64 = mixed.iter().map(|(_, part)| part).sum();
            mixed[0].1 += double(rest.folds as u64) - given;
            mixed
        });
        Some(Ok(mixed.collect()))
    }

    /// Returns `true` if the weights certainly prove that no folds begin so.
    ///
    /// Every part is off by one rounding, its product with a weight by another, and each sum by one
    /// more of what is added up.
    pub(super) fn proves(&self, weights: &[f64], begun: Beginning<'_>) -> bool {
        let [mut reached, mut size] = [0.0; 2];
        let mut add = |[reach, far]: [f64; 2], count: f64| {
            reached += reach * count;
            size += far * count;
        };
        for (fold, positives) in begun.fixed.iter().enumerate() {
            add(reach(weights, self.group(fold).0, *positives), 1.0);
        }
        for Rest { group, folds, range } in self.rest(begun) {
            let all = (range[0]..=range[1]).map(|positives| reach(weights, group, positives));
            let larger = |[a, b]: [f64; 2], [c, d]: [f64; 2]| [a.max(c), b.max(d)];
            add(all.fold([f64::NEG_INFINITY, 0.0], larger), double(folds as u64));
        }
        let of_positives = weights[self.scores.len()] * double(self.positives);
        let mut wanted = of_positives;
        size += of_positives.abs();
        for (weight, [lower, upper]) in weights.iter().zip(&self.ends) {
            let term = weight * if *weight > 0.0 { lower } else { upper };
            wanted += term;
            size += term.abs();
        }
        reached + self.roundings(weights.len()) * size < wanted
    }

    /// The largest error of a sum over all folds, in parts of the sum of its terms' sizes.
    fn roundings(&self, weights: usize) -> f64 {
        double((4 * weights + 2 * self.count() + 32) as u64) * f64::EPSILON
    }

    /// The numbers of positives of which one may reach farthest along the weights: others certainly
    /// reach less far.
    pub(super) fn farthest(&self, weights: &[f64], rest: &Rest<'_>) -> Vec<u64> {
        let [first, last] = rest.range;
        let reach = |positives: u64| reach(weights, rest.group, positives);
        let ends = |[reach, size]: [f64; 2]| {
            let off = self.roundings(weights.len()) * size;
            [reach - off, reach + off]
        };
        let least = (first..=last).map(|positives| ends(reach(positives))[0]);
        let least = least.fold(f64::NEG_INFINITY, f64::max);
        (first..=last).filter(|positives| ends(reach(*positives))[1] >= least).collect()
    }

    pub(super) fn sizes(&self, positives: &[u64]) -> Vec<Size> {
        let size = |(fold, positives): (usize, &u64)| Size {
            positives: *positives,
            negatives: self.group(fold).0.size - positives,
        };
        positives.iter().enumerate().map(size).collect::<Vec<_>>().repeat(self.repeats)
    }
}

/// The exact parts of the scores in their sums over folds: the constant, and what all hits of each
/// class add; `None` if one is not linear, and none inside if one is undefined.
pub(super) fn exact_parts(
    Size { positives, negatives }: Size,
    scores: &[&Scored],
) -> Option<Option<Vec<[Rational; 3]>>> {
    let mut parts = Vec::new();
    for score in scores {
        let [above, below] = Surface::new(&score.measure, positives, negatives).linear()?;
        if below == [0; 3] {
            return Some(None);
        }
        let times = [1, positives, negatives].map(Rational::from);
        let term = |at: usize| Rational::from_i128(above[at], below[0]) * &times[at];
        parts.push([0, 1, 2].map(term));
    }
    Some(Some(parts))
}

/// The parts of folds of one size, for all numbers of positives with which all scores are defined.
fn group(size: u64, count: u64, all: Size, scores: &[&Scored]) -> Option<Group> {
    let first = size.saturating_sub(all.negatives);
    let mut found = Group { size, folds: usize::try_from(count).ok()?, first, parts: Vec::new() };
    for positives in first..=size.min(all.positives) {
        let size = Size { positives, negatives: size - positives };
        if let Some(parts) = exact_parts(size, scores)? {
            let parts = parts.iter().map(|part| [0, 1, 2].map(|at| part[at].to_f64()));
            found.parts.push(parts.collect());
        } else if found.parts.is_empty() {
            found.first = positives + 1;
        } else {
            // No positives or no negatives are left.
            break;
        }
    }
    let is_finite = found.parts.iter().flatten().flatten().all(|term| term.is_finite());
    is_finite.then_some(found)
}

/// Some numbers from the first to the last, close to each other near both ends.
fn spread([first, last]: [u64; 2]) -> Vec<u64> {
    let (mut found, mut step) = (vec![first, last], 1);
    while first + step < last - step.min(last) {
        found.extend([first + step, last - step]);
        step *= 3;
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The largest weighted sum of a fold with so many positives, and the sum of all its terms' sizes.
fn reach(weights: &[f64], group: &Group, positives: u64) -> [f64; 2] {
    let mut sums = [0.0; 3];
    let mut size = 0.0;
    for (weight, part) in weights.iter().zip(group.parts(positives)) {
        for (sum, term) in sums.iter_mut().zip(part) {
            *sum += weight * term;
            size += (weight * term).abs();
        }
    }
    let of_positives = weights[weights.len() - 1] * double(positives);
    [sums[0] + sums[1].max(0.0) + sums[2].max(0.0) + of_positives, size + of_positives.abs()]
}
