//! Folds of nearly equal sizes whose classes fall as they do, with scores that are linear in the
//! counts.
//!
//! Each fold has s samples, p of them positive; so what is open is a number p for each fold, and
//! all of them add up to P. With these numbers fixed the question is one of known sizes
//! ([`linear`]), whose relaxation is a small linear programme. So are the folds of any p: a fold
//! takes part in the means as a mixture of the corners (TP, TN) = (0 or p, 0 or s - p) for all p
//! that it may have. If even mixtures do not have the means, there are weights w and u such that
//!
//! ```text
//! sum over the folds of max (w . scores + u p)  <  k w . means + u P    for all means as printed.
//! ```
//!
//! Three steps, from the fastest:
//!
//! 1. weights for mixtures of all p prove the means impossible;
//! 2. numbers p near equal shares, and farther and farther from them, are drawn; those whose
//!    relaxation is not empty are tried as known sizes;
//! 3. all p are gone through, fold by fold in descending order among folds of one size, leaving out
//!    those beginnings that weights prove impossible. Each end is decided as known sizes are.
//!
//! Weights come from doubles. They count if the inequality holds by more than all of its roundings.

use super::super::search::{Scored, Size};
use super::super::surface::Surface;
use super::compositions::OpenFolds;
use super::joined::Random;
use super::known::{Decision, Effort};
use super::linear;
use super::relaxation::{Range, relax};
use crate::num::Rational;
use crate::work::Watch;

/// Numbers of positives that are drawn at most, and those that are tried as known sizes.
const MOST_DRAWN: u32 = 1600;
const MOST_TRIED: u32 = 60;
/// Beginnings that are looked at, with full effort and briefly.
const MOST_BEGINNINGS: [usize; 2] = [6000, 200];
/// Ends that are decided with full effort at most.
const MOST_ENDS: usize = 60;
/// Weights that are remembered.
const MOST_WEIGHTS: usize = 12;
/// Samples of a fold at most.
const MOST_SAMPLES: u64 = 20_000;

/// The part of one fold in the sums of a score: its constant, and what all hits of a class add.
type Part = [f64; 3];

/// Folds of one size.
struct Group {
    size: u64,
    folds: usize,
    /// The least number of positives, and the parts of all scores for it and for each next one.
    first: u64,
    parts: Vec<Vec<Part>>,
}

impl Group {
    fn last(&self) -> u64 {
        self.first + self.parts.len() as u64 - 1
    }

    fn parts(&self, positives: u64) -> &[Part] {
        &self.parts[usize::try_from(positives - self.first).unwrap_or(0)]
    }
}

/// Question about all folds together.
pub(super) struct Folds<'f> {
    scores: &'f [&'f Scored],
    positives: u64,
    samples: u64,
    repeats: usize,
    groups: Vec<Group>,
    /// Ranges in which the sums of the scores over one repetition have to be.
    ends: Vec<[f64; 2]>,
}

/// Weights of the scores and of a positive.
type Weights = Vec<f64>;
/// For each group, numbers of positives and how many folds have them, in parts of folds.
type Mixture = Vec<Vec<(u64, f64)>>;

impl<'f> Folds<'f> {
    /// `None` if a score is not linear, folds are of any size, or too large.
    pub(super) fn new(folds: &OpenFolds, scores: &'f [&'f Scored]) -> Option<Self> {
        let Size { positives, negatives } = folds.samples;
        let samples = positives.checked_add(negatives)?;
        let least = samples / folds.folds;
        if !folds.is_even || least > MOST_SAMPLES || scores.is_empty() {
            return None;
        }
        let more = samples % folds.folds;
        let mut groups = Vec::new();
        for (size, count) in [(least + 1, more), (least, folds.folds - more)] {
            if count > 0 {
                groups.push(group(size, count, folds.samples, scores)?);
            }
        }
        let count = Rational::from(folds.folds);
        let end = |end: &Rational| (end * &count).to_f64();
        let ends = scores.iter().map(|score| [end(&score.value.lower), end(&score.value.upper)]);
        let repeats = usize::try_from(folds.repeats).ok()?;
        Some(Self { scores, positives, samples, repeats, groups, ends: ends.collect() })
    }

    pub(super) fn decide(&self, effort: Effort, watch: &Watch<'_>) -> Decision {
        if self.groups.iter().any(|group| group.parts.is_empty()) {
            return Decision::Impossible;
        }
        let mut known: Vec<Weights> = Vec::new();
        if self.is_empty(&[], &mut known) {
            return Decision::Impossible;
        }
        if watch.step().is_none() {
            return Decision::Stopped;
        }
        if effort == Effort::Full {
            let drawn = self.drawn(watch);
            if !matches!(drawn, Decision::Open) {
                return drawn;
            }
        }
        let most = MOST_BEGINNINGS[usize::from(effort == Effort::Brief)];
        let mut walk = Walk { folds: self, known, left: most, watch, open: Vec::new() };
        let decision = match walk.go(&mut Vec::new()) {
            Some(decision) => decision,
            None if watch.is_stopped() => return Decision::Stopped,
            None => return Decision::Open,
        };
        let open = walk.open;
        if !matches!(decision, Decision::Impossible) {
            return decision;
        }
        if !open.is_empty() && (effort == Effort::Brief || open.len() > MOST_ENDS) {
            return Decision::Open;
        }
        for tests in open {
            match linear::decide(&tests, self.scores, effort, watch) {
                Decision::Impossible => {}
                decision => return decision,
            }
        }
        // Each repetition may have other numbers than those of the walk.
        if self.repeats > 1 { Decision::Open } else { Decision::Impossible }
    }

    fn count(&self) -> usize {
        self.groups.iter().map(|group| group.folds).sum()
    }

    /// The group of a fold, and its place there.
    fn group(&self, fold: usize) -> (&Group, usize) {
        match self.groups.first() {
            Some(first) if fold >= first.folds => (&self.groups[1], fold - first.folds),
            _ => (&self.groups[0], fold),
        }
    }

    /// The numbers of positives that the next fold may have, so that the others can have the rest.
    fn next(&self, begun: &[u64]) -> Option<[u64; 2]> {
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
    fn is_empty(&self, begun: &[u64], known: &mut Vec<Weights>) -> bool {
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

    /// The groups of the folds that are not begun, with their numbers and their most positives.
    fn rest<'r>(&'r self, begun: &'r [u64]) -> impl Iterator<Item = (&'r Group, usize, u64)> {
        let mut before = 0;
        self.groups.iter().filter_map(move |group| {
            let here = begun.len().saturating_sub(before).min(group.folds);
            let most = if here > 0 { begun[before + here - 1] } else { group.last() };
            before += group.folds;
            (here < group.folds).then_some((group, group.folds - here, most))
        })
    }

    /// Weights that the relaxation suggests; `None` if it is not empty.
    ///
    /// Of the folds that are not begun some numbers of positives take part at first, and then those
    /// that reach farther along the weights.
    fn weights(&self, begun: &[u64]) -> Option<Weights> {
        self.mixture(begun)?.err()
    }

    /// Those weights, or else a mixture; `None` if the simplex method does not end.
    fn mixture(&self, begun: &[u64]) -> Option<Result<Mixture, Weights>> {
        let mut among: Vec<Vec<u64>> =
            self.rest(begun).map(|(group, _, last)| spread(group.first, last)).collect();
        loop {
            let weights = match self.relaxed(begun, &among)? {
                Err(weights) => weights,
                found => return Some(found),
            };
            let mut is_new = false;
            for ((group, _, last), among) in self.rest(begun).zip(&mut among) {
                let reach = |positives: &u64| reach(&weights, group, *positives)[0];
                let farthest = (group.first..=last).max_by(|a, b| reach(a).total_cmp(&reach(b)));
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
    fn relaxed(&self, begun: &[u64], among: &[Vec<u64>]) -> Option<Result<Mixture, Weights>> {
        let scores = self.scores.len();
        let mut sums: Vec<[f64; 2]> = self.ends.clone();
        // Known numbers, with a little room for doubles.
        let known = |number: f64| [number - 1e-3, number + 1e-3];
        sums.push(known(double(self.positives)));
        // All folds of a group but those that are as the first column.
        sums.extend(self.rest(begun).map(|(_, count, _)| [0.0, double(count as u64)]));
        let rows = sums.len();
        let (mut columns, mut most): (Vec<Vec<f64>>, Vec<f64>) = (Vec::new(), Vec::new());
        let mut constant = vec![0.0; rows];
        for (fold, positives) in begun.iter().enumerate() {
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
        for (place, ((group, count, _), among)) in self.rest(begun).zip(among).enumerate() {
            let count = double(count as u64);
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
        let relaxed = relax(&ranges, &most)?;
        if relaxed.is_empty {
            return Some(Err(relaxed.weights[..=scores].to_vec()));
        }
        // Columns after those of folds that are begun, of which the first one of each group is left
        // out.
        let mut parts = relaxed.middle[2 * begun.len()..].iter();
        let mixed = among.iter().enumerate().map(|(place, among)| {
            let mut parts_of = |skipped: usize| parts.by_ref().take(4 - skipped).sum::<f64>();
            let mut mixed: Vec<(u64, f64)> = among
                .iter()
                .enumerate()
                .map(|(at, positives)| (*positives, parts_of(usize::from(at == 0))))
                .collect();
            let given: f64 = mixed.iter().map(|(_, part)| part).sum();
            let folds = self.rest(begun).nth(place).map_or(0, |(_, folds, _)| folds as u64);
            mixed[0].1 += double(folds) - given;
            mixed
        });
        Some(Ok(mixed.collect()))
    }

    /// Returns `true` if the weights certainly prove that no folds begin so.
    ///
    /// Every part is off by one rounding, its product with a weight by another, and each sum by one
    /// more of what is added up.
    fn proves(&self, weights: &[f64], begun: &[u64]) -> bool {
        let [mut reached, mut size] = [0.0; 2];
        let mut add = |[reach, far]: [f64; 2], count: f64| {
            reached += reach * count;
            size += far * count;
        };
        for (fold, positives) in begun.iter().enumerate() {
            add(reach(weights, self.group(fold).0, *positives), 1.0);
        }
        for (group, count, last) in self.rest(begun) {
            let all = (group.first..=last).map(|positives| reach(weights, group, positives));
            let larger = |[a, b]: [f64; 2], [c, d]: [f64; 2]| [a.max(c), b.max(d)];
            add(all.fold([f64::NEG_INFINITY, 0.0], larger), double(count as u64));
        }
        let of_positives = weights[self.scores.len()] * double(self.positives);
        let mut wanted = of_positives;
        size += of_positives.abs();
        for (weight, [lower, upper]) in weights.iter().zip(&self.ends) {
            let term = weight * if *weight > 0.0 { lower } else { upper };
            wanted += term;
            size += term.abs();
        }
        let roundings = 4 * weights.len() + 2 * self.count() + 32;
        let off = double(roundings as u64) * f64::EPSILON * size;
        reached + off < wanted
    }

    fn sizes(&self, positives: &[u64]) -> Vec<Size> {
        let size = |(fold, positives): (usize, &u64)| Size {
            positives: *positives,
            negatives: self.group(fold).0.size - positives,
        };
        positives.iter().enumerate().map(size).collect::<Vec<_>>().repeat(self.repeats)
    }

    /// Numbers of positives that are drawn: by turns near equal shares, nearest first, and near the
    /// mixture.
    fn drawn(&self, watch: &Watch<'_>) -> Decision {
        let mut random = Random::new(1);
        let mixture = self.mixture(&[]).and_then(Result::ok);
        let mut tried = 0;
        for draw in 0..MOST_DRAWN {
            if watch.step().is_none() {
                return Decision::Stopped;
            }
            let largest = 1_u64 << (draw * 10 / MOST_DRAWN).min(16);
            let (shares, largest) = match &mixture {
                Some(mixture) if draw % 2 == 1 => (self.mixed(mixture, &mut random), largest / 8),
                _ => (self.shares(), largest),
            };
            let Some(positives) = self.exchanged(shares, largest, &mut random) else { continue };
            if self.weights(&positives).is_some() {
                continue;
            }
            let tests = self.sizes(&positives);
            let decision = linear::decide(&tests, self.scores, Effort::Brief, watch);
            if matches!(decision, Decision::Possible(_) | Decision::Stopped) {
                return decision;
            }
            tried += 1;
            if tried >= MOST_TRIED {
                break;
            }
        }
        Decision::Open
    }

    /// Equal shares of the positives, rounded.
    fn shares(&self) -> Vec<u64> {
        let share = |fold: usize| {
            let group = self.group(fold).0;
            let share = u128::from(group.size) * u128::from(self.positives);
            u64::try_from(share / u128::from(self.samples)).unwrap_or(0)
        };
        (0..self.count()).map(share).collect()
    }

    /// Numbers of positives as a mixture has them.
    fn mixed(&self, mixture: &Mixture, random: &mut Random) -> Vec<u64> {
        let mut found = Vec::new();
        for (group, mixed) in self.groups.iter().zip(mixture) {
            for _ in 0..group.folds {
                let mut left = double(random.below(1 << 20)) / double(1 << 20);
                left *= double(group.folds as u64);
                let is_it = |(_, part): &&(u64, f64)| {
                    left -= part;
                    left < 0.0
                };
                let one = mixed.iter().find(is_it);
                found.push(one.map_or(group.first, |(positives, _)| *positives));
            }
        }
        found
    }

    /// Numbers near these that add up to all positives, after some exchanges between folds; `None`
    /// if there is no room.
    fn exchanged(
        &self,
        mut shares: Vec<u64>,
        largest: u64,
        random: &mut Random,
    ) -> Option<Vec<u64>> {
        let folds = shares.len();
        let ends = |fold: usize| [self.group(fold).0.first, self.group(fold).0.last()];
        let clamped = |(fold, share): (usize, &u64)| (*share).clamp(ends(fold)[0], ends(fold)[1]);
        shares = shares.iter().enumerate().map(clamped).collect();
        // What is left goes where there is room, to all folds alike at first.
        for fold in (0..folds).chain((0..folds).rev()) {
            let (given, others) = (shares.iter().sum::<u64>(), folds.saturating_sub(fold).max(1));
            let part = given.abs_diff(self.positives).div_ceil(others as u64);
            let [first, last] = ends(fold);
            match given < self.positives {
                true => shares[fold] += part.min(last - shares[fold]),
                false => shares[fold] -= part.min(shares[fold] - first),
            }
        }
        for fold in 0..folds {
            let given = shares.iter().sum::<u64>();
            let left = given.abs_diff(self.positives);
            match given < self.positives {
                true => shares[fold] += left.min(ends(fold)[1] - shares[fold]),
                false => shares[fold] -= left.min(shares[fold] - ends(fold)[0]),
            }
        }
        if shares.iter().sum::<u64>() != self.positives {
            return None;
        }
        let folds = folds as u64;
        for _ in 0..folds + random.below(2 * folds) {
            let [from, to] = [0; 2].map(|_| usize::try_from(random.below(folds)).unwrap_or(0));
            let room = (shares[from] - ends(from)[0]).min(ends(to)[1] - shares[to]);
            let step = random.below(largest.min(room) + 1);
            if from != to {
                shares[from] -= step;
                shares[to] += step;
            }
        }
        Some(shares)
    }
}

/// The walk through all numbers of positives.
struct Walk<'w> {
    folds: &'w Folds<'w>,
    known: Vec<Weights>,
    left: usize,
    watch: &'w Watch<'w>,
    /// Ends that were not decided.
    open: Vec<Vec<Size>>,
}

impl Walk<'_> {
    /// Impossible up to the ends that are left open; `None` if the work was stopped or would be too
    /// much.
    fn go(&mut self, begun: &mut Vec<u64>) -> Option<Decision> {
        self.watch.step()?;
        self.left = self.left.checked_sub(1)?;
        if self.folds.is_empty(begun, &mut self.known) {
            return Some(Decision::Impossible);
        }
        if begun.len() == self.folds.count() {
            let tests = self.folds.sizes(begun);
            match linear::decide(&tests, self.folds.scores, Effort::Brief, self.watch) {
                Decision::Open | Decision::TooMany(_) => self.open.push(tests),
                Decision::Stopped => return None,
                decision => return Some(decision),
            }
            return Some(Decision::Impossible);
        }
        let Some([low, high]) = self.folds.next(begun) else { return Some(Decision::Impossible) };
        for positives in low..=high {
            begun.push(positives);
            let found = self.go(begun)?;
            begun.pop();
            if !matches!(found, Decision::Impossible) {
                return Some(found);
            }
        }
        Some(Decision::Impossible)
    }
}

/// The parts of folds of one size, for all numbers of positives with which all scores are defined.
fn group(size: u64, count: u64, all: Size, scores: &[&Scored]) -> Option<Group> {
    let first = size.saturating_sub(all.negatives);
    let mut found = Group { size, folds: usize::try_from(count).ok()?, first, parts: Vec::new() };
    for positives in first..=size.min(all.positives) {
        let negatives = size - positives;
        let mut parts = Vec::new();
        for score in scores {
            let [above, below] = Surface::new(&score.measure, positives, negatives).linear()?;
            if below == [0; 3] {
                break;
            }
            let term = |at: usize, times: u64| {
                let term = Rational::from_i128(above[at], below[0]) * Rational::from(times);
                Some(term.to_f64()).filter(|term| term.is_finite())
            };
            parts.push([term(0, 1)?, term(1, positives)?, term(2, negatives)?]);
        }
        if parts.len() == scores.len() {
            found.parts.push(parts);
        } else if found.parts.is_empty() {
            found.first = positives + 1;
        } else {
            // No positives or no negatives are left.
            break;
        }
    }
    Some(found)
}

/// Some numbers from the first to the last, close to each other near both ends.
fn spread(first: u64, last: u64) -> Vec<u64> {
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

#[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
fn double(count: u64) -> f64 {
    count as f64
}
