//! Means and deviations of any scores, by sums over some tests that meet those over the others.
//!
//! With d as the difference of a score from the printed mean, the sums S of d and Q of d^2 over all
//! tests are bounded, as in [`squares`](super::squares): no |d| exceeds the root of the largest Q,
//! and what the other m tests have to add to S is at most the root of m times what Q leaves over.
//! The vectors of S and Q that are left over half of the tests are listed, those of the other half
//! are looked up in a grid, and what meets is checked in exact numbers. Doubles only leave out what
//! is farther from the windows than all their roundings, so that nothing found means that there is
//! nothing.

use std::collections::HashMap;

use super::super::folds::{Cloud, kinds};
use super::super::search::Scored;
use super::{Counted, Question, square};
use crate::num::Rational;
use crate::work::Watch;

/// Sums of half of the tests at most.
const MOST_LISTED: usize = 400_000;
/// Matrices of all different tests at most.
const MOST_MATRICES: u128 = 400_000;
/// Far above what roundings of sums of differences below [`FARTHEST`] add up to.
const MARGIN: f64 = 1e-9;
const FARTHEST: f64 = 100.0;

pub(super) enum Met {
    Tests(Vec<Counted>),
    /// Surely none.
    Nothing,
    /// Too many sums, or numbers whose enclosures do not tell.
    Open,
}

/// Bounds of S and Q of a score.
struct Window {
    centre: f64,
    sum: [f64; 2],
    /// The ends of K Q - S^2.
    spread: Option<[f64; 2]>,
}

pub(super) struct Meeting<'m, 'q> {
    question: &'m Question<'q>,
    windows: Vec<Window>,
    /// The matrices of each test that may be part of a solution.
    tests: Vec<Choices>,
}

/// Matrices of a test, with the differences of all scores, one matrix after another.
#[derive(Clone, Default)]
struct Choices {
    points: Vec<[u64; 2]>,
    differences: Vec<f64>,
}

/// Sums over some tests: of each score S, and then of each Q.
struct Sums {
    values: Vec<f64>,
    /// The place of the sum before, and the matrix that was added, for each test.
    paths: Vec<Vec<[u32; 2]>>,
}

impl<'m, 'q> Meeting<'m, 'q> {
    /// `None` outside if the work was stopped, inside if there are too many matrices or too large
    /// numbers.
    pub(super) fn new(question: &'m Question<'q>, watch: &Watch<'_>) -> Option<Option<Self>> {
        let scores = question.scores.iter().enumerate();
        let scored: Vec<Scored> = scores
            .map(|(at, score)| Scored { measure: question.measure(at), value: score.value.clone() })
            .collect();
        let scored: Vec<&Scored> = scored.iter().collect();
        let mut kinds = kinds(question.tests);
        let matrices = kinds.iter().map(|kind| {
            (u128::from(kind.size.positives) + 1)
                .saturating_mul(u128::from(kind.size.negatives) + 1)
        });
        if matrices.fold(0, u128::saturating_add) > MOST_MATRICES || scored.is_empty() {
            return Some(None);
        }
        let windows = question.windows();
        let mut tests = vec![Choices::default(); question.tests.len()];
        for kind in &mut kinds {
            kind.fill(&scored, watch)?;
            let cloud = Cloud::new(kind, &scored);
            let mut choices = Choices::default();
            for (at, point) in kind.points.iter().enumerate() {
                let of = cloud.at(at).iter().zip(&windows);
                let differences: Vec<f64> =
                    of.map(|(value, window)| value - window.centre).collect();
                if differences.iter().any(|far| far.is_nan() || far.abs() > FARTHEST) {
                    return Some(None);
                }
                choices.points.push(*point);
                choices.differences.extend(differences);
            }
            kind.tests.iter().for_each(|test| tests[*test] = choices.clone());
        }
        Some(Some(Self { question, windows, tests }))
    }

    /// Looks for matrices of the free tests, with those of the other tests as they are in `fixed`;
    /// `None` if the work was stopped.
    pub(super) fn solve(
        &self,
        free: &[usize],
        fixed: &[[u64; 2]],
        watch: &Watch<'_>,
    ) -> Option<Met> {
        let mut start = vec![0.0; 2 * self.windows.len()];
        for test in (0..self.tests.len()).filter(|test| !free.contains(test)) {
            let choices = &self.tests[test];
            let Some(at) = choices.points.iter().position(|point| *point == fixed[test]) else {
                return Some(Met::Open);
            };
            self.add(&mut start, choices.of(at, self.windows.len()));
        }
        // Only these can be part of a solution.
        let mut kept: HashMap<usize, Choices> = HashMap::new();
        for test in free {
            let others: Vec<usize> = free.iter().copied().filter(|other| other != test).collect();
            let ends = self.ends(&others);
            let sums = self.extended(&start, &self.tests[*test], &ends, others.len());
            kept.insert(*test, sums);
        }
        let mut order = free.to_vec();
        order.sort_by_key(|test| kept[test].points.len());
        // The largest ones in turn.
        let halves = [0, 1].map(|half| -> Vec<usize> {
            order.iter().rev().skip(half).step_by(2).copied().collect()
        });
        let mut lists = Vec::new();
        for half in &halves {
            match self.listed(&start, half, free, &kept, watch)? {
                Some(list) => lists.push(list),
                None => return Some(Met::Open),
            }
        }
        let [one, other] = [&lists[0], &lists[1]];
        self.meet([one, other], &start, &halves, &kept, fixed, watch)
    }

    /// Adds differences to sums.
    fn add(&self, sums: &mut [f64], differences: &[f64]) {
        let scores = self.windows.len();
        for (at, difference) in differences.iter().enumerate() {
            sums[at] += difference;
            sums[scores + at] += difference * difference;
        }
    }

    /// The least and the largest S that these tests add.
    fn ends(&self, tests: &[usize]) -> Vec<[f64; 2]> {
        let scores = self.windows.len();
        let mut ends = vec![[0.0; 2]; scores];
        for test in tests {
            for (at, [low, high]) in ends.iter_mut().enumerate() {
                let of = self.tests[*test].differences.iter().skip(at).step_by(scores);
                *low += of.clone().fold(f64::INFINITY, |least, one| least.min(*one));
                *high += of.fold(f64::NEG_INFINITY, |most, one| most.max(*one));
            }
        }
        ends
    }

    /// Returns `true` if `left` further tests with these ends may lead to the windows.
    fn may_end(&self, sums: &[f64], ends: &[[f64; 2]], left: usize) -> bool {
        #[expect(clippy::cast_precision_loss, reason = "few tests")]
        let left = left as f64;
        let scores = self.windows.len();
        self.windows.iter().zip(ends).enumerate().all(|(at, (window, [low, high]))| {
            let (sum, squares) = (sums[at], sums[scores + at]);
            let [least, most] = window.sum;
            if sum + high < least - MARGIN || sum + low > most + MARGIN {
                return false;
            }
            let Some(bound) = window.most_squares(self.question.tests.len()) else { return true };
            let missing = (least - sum).max(sum - most).max(0.0);
            squares <= bound && missing * missing <= left * (bound - squares) + MARGIN
        })
    }

    /// The matrices of a test that may follow some sums.
    fn extended(&self, sums: &[f64], choices: &Choices, ends: &[[f64; 2]], left: usize) -> Choices {
        let scores = self.windows.len();
        let mut kept = Choices::default();
        for (at, point) in choices.points.iter().enumerate() {
            let mut next = sums.to_vec();
            self.add(&mut next, choices.of(at, scores));
            if self.may_end(&next, ends, left) {
                kept.points.push(*point);
                kept.differences.extend(choices.of(at, scores));
            }
        }
        kept
    }

    /// Sums over half of the free tests, from `start` on; `None` outside if the work was stopped,
    /// inside if there are too many.
    fn listed(
        &self,
        start: &[f64],
        half: &[usize],
        free: &[usize],
        kept: &HashMap<usize, Choices>,
        watch: &Watch<'_>,
    ) -> Option<Option<Sums>> {
        let (scores, width) = (self.windows.len(), start.len());
        let mut sums = Sums { values: start.to_vec(), paths: Vec::new() };
        for (step, test) in half.iter().enumerate() {
            let rest: Vec<usize> =
                free.iter().copied().filter(|other| !half[..=step].contains(other)).collect();
            let ends = self.ends(&rest);
            let choices = &kept[test];
            let (mut values, mut path) = (Vec::new(), Vec::new());
            for (parent, sum) in sums.values.chunks_exact(width).enumerate() {
                watch.step()?;
                for at in 0..choices.points.len() {
                    let from = values.len();
                    values.extend_from_slice(sum);
                    self.add(&mut values[from..], choices.of(at, scores));
                    if self.may_end(&values[from..], &ends, rest.len()) {
                        path.push([parent, at].map(|at| u32::try_from(at).unwrap_or(u32::MAX)));
                    } else {
                        values.truncate(from);
                    }
                }
                if path.len() > MOST_LISTED {
                    return Some(None);
                }
            }
            sums.values = values;
            sums.paths.push(path);
        }
        Some(Some(sums))
    }

    /// Pairs of sums whose total is in all windows.
    fn meet(
        &self,
        [one, other]: [&Sums; 2],
        start: &[f64],
        halves: &[Vec<usize>; 2],
        kept: &HashMap<usize, Choices>,
        fixed: &[[u64; 2]],
        watch: &Watch<'_>,
    ) -> Option<Met> {
        let width = start.len();
        let totals = self.totals();
        let axes = axes(one, &totals, width);
        let cell = |sums: &[f64], at: usize| -> i64 {
            let [low, high] = totals[at];
            cell_of(sums[at], high - low)
        };
        let mut grid: HashMap<Vec<i64>, Vec<usize>> = HashMap::new();
        for (place, sums) in one.values.chunks_exact(width).enumerate() {
            let key = axes.iter().map(|at| cell(sums, *at)).collect();
            grid.entry(key).or_default().push(place);
        }
        let mut is_sure = true;
        for (place, sums) in other.values.chunks_exact(width).enumerate() {
            watch.step()?;
            // What the first half has to be, with the beginning that both have.
            let wanted: Vec<[f64; 2]> =
                (0..width).map(|at| totals[at].map(|end| end - sums[at] + start[at])).collect();
            let mut keys = vec![Vec::new()];
            for at in &axes {
                let size = totals[*at][1] - totals[*at][0];
                let [low, high] = wanted[*at].map(|end| cell_of(end, size));
                let longer = keys.iter().flat_map(|key: &Vec<i64>| {
                    (low..=high).map(|cell| key.iter().copied().chain([cell]).collect())
                });
                keys = longer.collect();
            }
            for first in keys.iter().filter_map(|key| grid.get(key)).flatten() {
                let begun = &one.values[first * width..(first + 1) * width];
                let is_within =
                    |at: usize| wanted[at][0] <= begun[at] && begun[at] <= wanted[at][1];
                if !(0..width).all(is_within) {
                    continue;
                }
                let mut points = fixed.to_vec();
                points.resize(self.tests.len(), [0; 2]);
                for (sums, half, end) in [(one, &halves[0], *first), (other, &halves[1], place)] {
                    let mut at = end;
                    for (test, path) in half.iter().zip(&sums.paths).rev() {
                        let [parent, choice] = path[at].map(|at| at as usize);
                        points[*test] = kept[test].points[choice];
                        at = parent;
                    }
                }
                let tests = self.question.tests.iter().zip(&points);
                let tests: Vec<Counted> =
                    tests.map(|(size, [tp, tn])| size.matrix(*tp, *tn)).collect();
                match self.question.holds(&tests) {
                    Some(true) => return Some(Met::Tests(tests)),
                    Some(false) => {}
                    None => is_sure = false,
                }
            }
        }
        Some(if is_sure { Met::Nothing } else { Met::Open })
    }

    /// The windows of S and Q over all tests, a little wider.
    fn totals(&self) -> Vec<[f64; 2]> {
        let count = self.question.tests.len();
        let sums = self.windows.iter().map(|window| window.sum);
        let squares = self.windows.iter().map(|window| {
            let most = window.most_squares(count).unwrap_or(f64::INFINITY);
            let [low, high] = window.sum;
            let nearest = if low <= 0.0 && high >= 0.0 { 0.0 } else { low.abs().min(high.abs()) };
            #[expect(clippy::cast_precision_loss, reason = "few tests")]
            let least =
                window.spread.map_or(0.0, |[least, _]| (least + nearest * nearest) / count as f64);
            [least, most]
        });
        sums.chain(squares).map(|[low, high]| [low - MARGIN, high + MARGIN]).collect()
    }
}

impl Choices {
    fn of(&self, at: usize, scores: usize) -> &[f64] {
        &self.differences[at * scores..(at + 1) * scores]
    }
}

impl Window {
    /// The largest Q.
    fn most_squares(&self, count: usize) -> Option<f64> {
        let far = self.sum[0].abs().max(self.sum[1].abs());
        #[expect(clippy::cast_precision_loss, reason = "few tests")]
        self.spread.map(|[_, most]| (most + far * far) / count as f64 + MARGIN)
    }
}

impl Question<'_> {
    fn windows(&self) -> Vec<Window> {
        #[expect(clippy::cast_precision_loss, reason = "few tests")]
        let count = self.tests.len() as f64;
        let by = Rational::from(self.tests.len() as u64) * Rational::from(self.divisor());
        let of = |(at, score): (usize, &super::ReportedScore)| {
            let centre = score.value.printed.to_f64();
            let ends = [&score.value.lower, &score.value.upper];
            let sum = ends.map(|end| (end.to_f64() - centre) * count);
            let spread = self.spreads.iter().find(|spread| spread.score == at).map(|spread| {
                let squares = square(&spread.value);
                [&squares.lower, &squares.upper].map(|end| (end * &by).to_f64())
            });
            Window { centre, sum, spread }
        };
        self.scores.iter().enumerate().map(of).collect()
    }
}

/// The cell of a number in steps of `size`; one cell for all of it if that is large.
fn cell_of(value: f64, size: f64) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "of few digits")]
    let cell = (value / size).floor() as i64;
    cell
}

/// The sums that tell most apart: those that are spread over most windows.
fn axes(sums: &Sums, totals: &[[f64; 2]], width: usize) -> Vec<usize> {
    const MOST: usize = 4;
    let spread = |at: usize| {
        let of = sums.values.iter().skip(at).step_by(width);
        let low = of.clone().fold(f64::INFINITY, |least, one| least.min(*one));
        let high = of.fold(f64::NEG_INFINITY, |most, one| most.max(*one));
        (high - low) / (totals[at][1] - totals[at][0])
    };
    let mut axes: Vec<(f64, usize)> =
        (0..width).map(|at| (spread(at), at)).filter(|(spread, _)| *spread > 1.0).collect();
    axes.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    axes.into_iter().take(MOST).map(|(_, at)| at).collect()
}
