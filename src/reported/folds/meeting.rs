//! Means of a few tests, met in the middle: all sums over some of the tests are put on a grid, and
//! all sums over the others look for partners there.
//!
//! Sums are doubles, and intervals are widened by more than what doubles are off. So if no two sums
//! meet within the widened intervals, there are no matrices; and where two meet, exact numbers
//! decide.

use std::collections::HashMap;

use super::clouds::{Cloud, Target};
use super::known::are_means;
use super::{Counted, Decision, Effort, Kind, Scored, matrices, surfaces};
use crate::num::Rational;
use crate::score::ValueForm;
use crate::work::Watch;

/// Sums that are put on the grid at most.
const MOST_KEPT: u128 = 400_000;
/// Sums that look for partners at most, with full effort and briefly.
const MOST_SOUGHT: [u128; 2] = [70_000_000, 400_000];
/// Pairs that are compared at most.
const MOST_PAIRS: u64 = 200_000_000;
/// The most that a sum of doubles is off, as a part of what is added up. Each is off by a few units
/// in the last of 53 binary places.
const OFF: f64 = 1e-12;

/// A kind of tests with the vectors of scores that differ, and a matrix for each.
pub(super) struct Distinct {
    pub(super) tests: usize,
    pub(super) points: Vec<usize>,
    pub(super) values: Vec<f64>,
}

/// The scores of one of the tests that are added up.
pub(super) struct Term<'d> {
    kind: usize,
    pub(super) of: &'d Distinct,
    /// True if the test before it is of the same kind, so that its vector may not come before that
    /// one's.
    is_next: bool,
}

/// Decides by all sums, if they are few enough; otherwise it is left open.
pub(super) fn decide(
    kinds: &[Kind],
    tests: usize,
    scores: &[&Scored],
    effort: Effort,
    watch: &Watch<'_>,
) -> Decision {
    let Some(distinct) =
        kinds.iter().map(|kind| distinct(kind, scores)).collect::<Option<Vec<_>>>()
    else {
        return Decision::Open;
    };
    let most = MOST_SOUGHT[usize::from(effort == Effort::Brief)];
    let Some((kept, sought)) = halves(&distinct, most) else { return Decision::Open };
    let mut target = Target::new(scores, tests);
    for (at, (lower, upper)) in target.lower.iter_mut().zip(&mut target.upper).enumerate() {
        let values =
            || distinct.iter().flat_map(|kind| kind.values.iter().skip(at).step_by(scores.len()));
        let largest = values().fold(1.0_f64, |largest, value| largest.max(value.abs()));
        if !largest.is_finite() {
            return Decision::Open;
        }
        #[expect(clippy::cast_precision_loss, reason = "few tests")]
        let off = OFF * largest * tests as f64;
        (*lower, *upper) = (*lower - off, *upper + off);
    }
    let Some(grid) = Grid::of_all(&kept, &target, watch) else { return Decision::Stopped };
    let mut meeting = Meeting {
        kinds,
        tests,
        scores,
        target: &target,
        grid: &grid,
        kept: &kept,
        pairs: 0,
        most_pairs: MOST_PAIRS,
        is_doubtful: false,
    };
    match meeting.look(&sought, watch) {
        Some(Some(found)) => Decision::Possible(found),
        Some(None) if meeting.is_doubtful => Decision::Open,
        Some(None) => Decision::Impossible,
        None if watch.is_stopped() => Decision::Stopped,
        None => Decision::Open,
    }
}

/// The vectors that differ, by surrogates; `None` of scores that have none.
fn distinct(kind: &Kind, scores: &[&Scored]) -> Option<Distinct> {
    let surfaces = surfaces(kind.size, scores);
    if surfaces.iter().any(|surface| surface.form == ValueForm::Quantiles) {
        return None;
    }
    let cloud = Cloud::new(kind, scores);
    let mut seen: HashMap<Vec<Rational>, ()> = HashMap::new();
    let mut found = Distinct { tests: kind.tests.len(), points: Vec::new(), values: Vec::new() };
    for (point, [tp, tn]) in kind.points.iter().enumerate() {
        let heights = surfaces.iter().map(|surface| surface.row(*tp).height(*tn).finite());
        if seen.insert(heights.collect::<Option<Vec<_>>>()?, ()).is_none() {
            found.points.push(point);
            found.values.extend(cloud.at(point));
        }
    }
    Some(found)
}

/// The scores of all tests that are added up.
pub(super) fn terms(distinct: &[Distinct]) -> Vec<Term<'_>> {
    let mut terms: Vec<Term<'_>> = Vec::new();
    for (kind, of) in distinct.iter().enumerate() {
        terms.extend((0..of.tests).map(|test| Term { kind, of, is_next: test > 0 }));
    }
    terms
}

/// The tests in two parts: as many as can be are put on the grid; `None` if the others have too
/// many sums.
fn halves(distinct: &[Distinct], most: u128) -> Option<(Vec<Term<'_>>, Vec<Term<'_>>)> {
    let mut terms = terms(distinct);
    // Of tests of one kind there are as many sums as multisets of vectors.
    let sums = |terms: &[Term<'_>]| -> u128 {
        let mut run = 0;
        terms.iter().fold(1_u128, |sums, term| {
            run = if term.is_next && run > 0 { run + 1 } else { 1 };
            sums.saturating_mul(term.of.points.len() as u128 + run - 1) / run
        })
    };
    let kept = (1..=terms.len()).rev().find(|count| sums(&terms[..*count]) <= MOST_KEPT)?;
    let mut sought = terms.split_off(kept);
    if let Some(first) = sought.first_mut() {
        first.is_next = false;
    }
    (sums(&sought) <= most).then_some((terms, sought))
}

/// Receives the positions of some vectors and their sum; returns `None` to stop.
type Visit<'v> = dyn FnMut(&[usize], &[f64]) -> Option<()> + 'v;

/// Calls `found` with each sum of vectors and the positions of the vectors; stops when it returns
/// `None`.
fn each_sum(
    terms: &[Term<'_>],
    width: usize,
    chosen: &mut Vec<usize>,
    sum: &[f64],
    found: &mut Visit<'_>,
) -> Option<()> {
    let Some(term) = terms.get(chosen.len()) else { return found(chosen, sum) };
    let start = if term.is_next { chosen.last().copied().unwrap_or(0) } else { 0 };
    let mut next = vec![0.0; width];
    for at in start..term.of.points.len() {
        let values = &term.of.values[at * width..(at + 1) * width];
        for (next, (sum, value)) in next.iter_mut().zip(sum.iter().zip(values)) {
            *next = sum + value;
        }
        chosen.push(at);
        let go_on = each_sum(terms, width, chosen, &next, found);
        chosen.pop();
        go_on?;
    }
    Some(())
}

/// Sums by the cell of a grid in two of their scores, whose cells are a little wider than the
/// intervals.
pub(super) struct Grid {
    by: [usize; 2],
    per_cell: [f64; 2],
    /// Cells and the sums in them, by cells.
    cells: Vec<(i64, i64, usize)>,
    /// Bits of cells that may have sums.
    filter: Vec<u64>,
    /// Bits of cells that may have sums themselves, or one after them along an axis or both.
    near: Vec<u64>,
    /// The lower ends of the intervals of both scores.
    lower: [f64; 2],
    sums: Vec<f64>,
    chosen: Vec<u32>,
    terms: usize,
}

impl Grid {
    const FILTER_BITS: u32 = 24;

    /// All sums of the tests; `None` if the work was stopped.
    fn of_all(terms: &[Term<'_>], target: &Target, watch: &Watch<'_>) -> Option<Self> {
        let width = target.lower.len();
        let (mut sums, mut chosen): (Vec<f64>, Vec<u32>) = (Vec::new(), Vec::new());
        each_sum(terms, width, &mut Vec::new(), &vec![0.0; width], &mut |points, sum| {
            if chosen.len() % 65_536 == 0 {
                watch.step()?;
            }
            sums.extend(sum);
            chosen.extend(points.iter().map(|point| u32::try_from(*point).unwrap_or(u32::MAX)));
            Some(())
        })?;
        Some(Self::new(target, sums, chosen, terms.len()))
    }

    /// Sums of as many terms, each with the positions of the vectors that are added up.
    pub(super) fn new(target: &Target, sums: Vec<f64>, chosen: Vec<u32>, terms: usize) -> Self {
        let width = target.lower.len();
        let wide = |at: usize| target.upper[at] - target.lower[at];
        // The scores whose intervals are the smallest part of where the sums reach.
        let part = |at: &usize| {
            let values = || sums.iter().skip(*at).step_by(width);
            let high = values().fold(f64::NEG_INFINITY, |high, value| high.max(*value));
            let low = values().fold(f64::INFINITY, |low, value| low.min(*value));
            wide(*at) / (high - low).max(1e-12)
        };
        let mut order: Vec<(f64, usize)> = (0..width).map(|at| (part(&at), at)).collect();
        order.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let by = [order[0].1, order.get(1).map_or(order[0].1, |(_, at)| *at)];
        // Wider than the intervals by more than roundings, so that these are in two cells at most.
        let per_cell = by.map(|at| 1.0 / (wide(at).max(1e-9) * (1.0 + 1e-6)));
        let mut grid = Self {
            by,
            per_cell,
            cells: Vec::new(),
            filter: vec![0; 1 << (Self::FILTER_BITS - 6)],
            near: vec![0; 1 << (Self::FILTER_BITS - 6)],
            lower: by.map(|at| target.lower[at]),
            terms,
            sums,
            chosen,
        };
        for place in 0..grid.sums.len() / width {
            let [x, y] = [0, 1].map(|axis| grid.place(axis, grid.sums[place * width + by[axis]]));
            grid.cells.push((x, y, place));
            let (word, bit) = Self::bit(x, y);
            grid.filter[word] |= bit;
            for [left, below] in [[0, 0], [0, 1], [1, 0], [1, 1]] {
                let (word, bit) = Self::bit(x.saturating_sub(left), y.saturating_sub(below));
                grid.near[word] |= bit;
            }
        }
        grid.cells.sort_unstable();
        grid
    }

    /// The number of cells below a value, rounded down.
    #[expect(clippy::cast_possible_truncation, reason = "a cell, of a sum that is finite")]
    #[expect(clippy::cast_precision_loss, reason = "of a number that was a double")]
    fn place(&self, axis: usize, value: f64) -> i64 {
        let cells = value * self.per_cell[axis];
        let whole = cells as i64;
        // A function of its own on most machines, floor takes longer than all else here.
        whole - i64::from(whole as f64 > cells)
    }

    #[expect(clippy::cast_sign_loss, reason = "bits of a hash")]
    fn bit(x: i64, y: i64) -> (usize, u64) {
        let mixed = x
            .wrapping_mul(0x1e37_79b9_7f4a_7c15)
            .wrapping_add(y)
            .wrapping_mul(0x3f58_476d_1ce4_e5b9);
        let hash = mixed as u64 >> (64 - Self::FILTER_BITS);
        (usize::try_from(hash >> 6).unwrap_or(0), 1 << (hash & 63))
    }

    /// Returns `false` if a sum with these two scores has certainly no partner.
    fn may_meet(&self, sums: [f64; 2]) -> bool {
        let [x, y] = [0, 1].map(|axis| self.place(axis, self.lower[axis] - sums[axis]));
        let (word, bit) = Self::bit(x, y);
        self.near[word] & bit != 0
    }

    /// The sums in a cell.
    fn sums_in(&self, x: i64, y: i64) -> impl Iterator<Item = usize> + '_ {
        let (word, bit) = Self::bit(x, y);
        let start = match self.filter[word] & bit {
            0 => self.cells.len(),
            _ => self.cells.partition_point(|(a, b, _)| (*a, *b) < (x, y)),
        };
        let in_cell = move |(a, b, _): &&(i64, i64, usize)| (*a, *b) == (x, y);
        self.cells[start..].iter().take_while(in_cell).map(|(.., place)| *place)
    }
}

pub(super) struct Meeting<'m> {
    pub(super) kinds: &'m [Kind],
    pub(super) tests: usize,
    pub(super) scores: &'m [&'m Scored],
    pub(super) target: &'m Target,
    pub(super) grid: &'m Grid,
    pub(super) kept: &'m [Term<'m>],
    pub(super) pairs: u64,
    /// Pairs that are compared at most.
    pub(super) most_pairs: u64,
    /// `true` if two sums met that are neither surely right nor surely wrong.
    pub(super) is_doubtful: bool,
}

impl Meeting<'_> {
    /// Matrices with the means, or none inside; `None` if the work was stopped or would be too
    /// much.
    fn look(&mut self, sought: &[Term<'_>], watch: &Watch<'_>) -> Option<Option<Vec<Counted>>> {
        let nothing = vec![0.0; self.scores.len()];
        let Some((last, first)) = sought.split_last() else {
            return self.partner(sought, &[], &nothing);
        };
        let (mut found, mut seen) = (None, 0);
        let ended =
            each_sum(first, nothing.len(), &mut Vec::new(), &nothing, &mut |points, sum| {
                let start = points.last().filter(|_| last.is_next).copied().unwrap_or(0);
                seen += last.of.points.len();
                if seen > 65_536 {
                    seen = 0;
                    watch.step()?;
                }
                found = self.partner_with_last(sought, points, sum, start)?;
                if found.is_some() { None } else { Some(()) }
            });
        match (ended, found) {
            (_, Some(found)) => Some(Some(found)),
            (Some(()), None) => Some(None),
            (None, None) => None,
        }
    }

    /// As [`Self::partner`], with each vector of the last of the tests added, from one on.
    pub(super) fn partner_with_last(
        &mut self,
        sought: &[Term<'_>],
        points: &[usize],
        begun: &[f64],
        start: usize,
    ) -> Option<Option<Vec<Counted>>> {
        let (width, [u, v], of) = (begun.len(), self.grid.by, sought[points.len()].of);
        let mut sum = begun.to_vec();
        let mut chosen = [points, &[start]].concat();
        for at in start..of.points.len() {
            let values = &of.values[at * width..(at + 1) * width];
            // Most sums have no partner, which two of the scores show.
            if !self.grid.may_meet([begun[u] + values[u], begun[v] + values[v]]) {
                continue;
            }
            sum.iter_mut().zip(begun.iter().zip(values)).for_each(|(sum, (a, b))| *sum = a + b);
            chosen[points.len()] = at;
            let found = self.partner(sought, &chosen, &sum)?;
            if found.is_some() {
                return Some(found);
            }
        }
        Some(None)
    }

    /// Matrices of the sum and of one on the grid with the means, or none inside; `None` if that
    /// would be too much work.
    pub(super) fn partner(
        &mut self,
        sought: &[Term<'_>],
        points: &[usize],
        sum: &[f64],
    ) -> Option<Option<Vec<Counted>>> {
        let (grid, width) = (self.grid, self.scores.len());
        let ends = |axis: usize| {
            let at = grid.by[axis];
            let [low, high] = [self.target.lower[at], self.target.upper[at]]
                .map(|end| grid.place(axis, end - sum[at]));
            low..=high
        };
        for x in ends(0) {
            for y in ends(1) {
                for place in grid.sums_in(x, y) {
                    self.pairs += 1;
                    if self.pairs > self.most_pairs {
                        return None;
                    }
                    let other = &grid.sums[place * width..(place + 1) * width];
                    let is_within = (0..width).all(|at| {
                        let both = sum[at] + other[at];
                        self.target.lower[at] <= both && both <= self.target.upper[at]
                    });
                    if !is_within {
                        continue;
                    }
                    let tests = self.matrices(sought, points, place);
                    match are_means(&tests, self.scores) {
                        Some(true) => return Some(Some(tests)),
                        Some(false) => {}
                        None => self.is_doubtful = true,
                    }
                }
            }
        }
        Some(None)
    }

    /// The matrices of a sum that looks for a partner and of the one that it met.
    fn matrices(&self, sought: &[Term<'_>], points: &[usize], place: usize) -> Vec<Counted> {
        let grid = self.grid;
        let met = grid.chosen[place * grid.terms..(place + 1) * grid.terms].iter();
        let met = met.map(|point| usize::try_from(*point).unwrap_or(0));
        let mut of_kinds: Vec<Vec<usize>> = vec![Vec::new(); self.kinds.len()];
        let all = self.kept.iter().zip(met).chain(sought.iter().zip(points.iter().copied()));
        for (term, point) in all {
            of_kinds[term.kind].push(term.of.points[point]);
        }
        matrices(self.kinds, self.tests, |kind, position| {
            self.kinds[kind].points[of_kinds[kind][position]]
        })
    }
}
