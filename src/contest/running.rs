//! Running sums of the masses of one class, listed by how far the end of the sum is from what the
//! first has right.
//!
//! A comparison asks for the sums at thresholds that move along with the number that the first has
//! right. Listed by the difference, the sums for consecutive numbers stand side by side.

use std::ops::Range;

use super::masses::{ClassMasses, ClassRow};
use super::sum::Mass;
use crate::work::{TooMuchWork, check_memory};

/// Sums over the numbers that the second has right, for each number that the first has right.
pub(super) struct Running<'m, M> {
    /// The first place of a row: the first number of the class that the first has right.
    start: usize,
    rows: Vec<Option<&'m ClassRow<M>>>,
    /// One more than the last place of a sum.
    width: usize,
    /// The smallest difference that is listed, below which nothing has mass.
    least: isize,
    /// For each difference and each row the masses of the places before the end, and of those from
    /// it on.
    sums: Vec<[M; 2]>,
}

pub(super) fn place(count: u64) -> usize {
    usize::try_from(count).expect("listed in memory")
}

fn signed(place: usize) -> isize {
    isize::try_from(place).expect("listed in memory")
}

impl<'m, M: Mass> Running<'m, M> {
    /// The sums for all numbers of a range, which are the places.
    ///
    /// # Errors
    /// More memory than the process can have.
    pub(super) fn new(
        masses: &'m ClassMasses<M>,
        columns: &Range<u64>,
    ) -> Result<Self, TooMuchWork> {
        let first = |row: &ClassRow<M>| place(row.first - columns.start);
        let start = masses.rows.iter().map(first).min().unwrap_or(0);
        let end = masses.rows.iter().map(first).max().map_or(start, |last| last + 1);
        let mut rows = vec![None; end - start];
        for row in &masses.rows {
            rows[first(row) - start] = Some(row);
        }
        // The second has right what the first has, less the difference.
        let least = masses.rows.iter().map(|row| 1 - near(row.start) - signed(row.masses.len()));
        let most = masses.rows.iter().map(|row| 1 - near(row.start));
        let (least, most) = (least.min().unwrap_or(0), most.max().unwrap_or(0));
        let levels = most.abs_diff(least) + 1;
        let count = levels.saturating_mul(rows.len());
        check_memory(count as u128 * size_of::<[M; 2]>() as u128)?;
        let width = place(columns.end - columns.start);
        let mut all = Self { start, rows, width, least, sums: Vec::with_capacity(count) };
        all.sums.resize(count, [M::zero(), M::zero()]);
        for at in 0..all.rows.len() {
            all.fill(at, levels);
        }
        Ok(all)
    }

    /// The sums of one row.
    fn fill(&mut self, at: usize, levels: usize) {
        let Some(row) = self.rows[at] else { return };
        let count = self.rows.len();
        let end = |level: usize| self.least + signed(level);
        // The place just before an end is of the difference 1 - end.
        let mass = |end: isize| {
            let offset = usize::try_from(1 - end - near(row.start)).ok();
            offset.and_then(|offset| row.masses.get(offset))
        };
        let mut sum = M::sum();
        let mut before = Vec::with_capacity(levels);
        for level in 0..levels {
            mass(end(level)).into_iter().for_each(|mass| M::add(&mut sum, mass));
            before.push(M::total(&sum));
        }
        let mut sum = M::sum();
        let mut after = vec![M::zero(); levels];
        for level in (0..levels.saturating_sub(1)).rev() {
            mass(end(level + 1)).into_iter().for_each(|mass| M::add(&mut sum, mass));
            after[level] = M::total(&sum);
        }
        for (level, pair) in before.into_iter().zip(after).enumerate() {
            self.sums[level * count + at] = [pair.0, pair.1];
        }
    }

    /// The places of the rows: the possible numbers that the first has right.
    pub(super) fn places(&self) -> Range<usize> {
        self.start..self.start + self.rows.len()
    }

    /// For consecutive places of rows, the masses before and from an end on that moves along with
    /// them; the first of them has the end given.
    pub(super) fn along(&self, rows: Range<usize>, end: usize) -> &[[M; 2]] {
        let levels = self.sums.len() / self.rows.len().max(1);
        let level = signed(end) - signed(rows.start) - self.least;
        let level = usize::try_from(level).unwrap_or(0).min(levels.saturating_sub(1));
        let start = level * self.rows.len();
        &self.sums[start + rows.start - self.start..start + rows.end - self.start]
    }

    /// The same where no place is before the end, or all are.
    pub(super) fn whole(&self, rows: Range<usize>, is_before: bool) -> &[[M; 2]] {
        let levels = self.sums.len() / self.rows.len().max(1);
        let start = if is_before { levels.saturating_sub(1) * self.rows.len() } else { 0 };
        &self.sums[start + rows.start - self.start..start + rows.end - self.start]
    }

    /// Adds the masses of an interval of places in one row.
    pub(super) fn add(&self, row: usize, places: Range<usize>, sum: &mut M::Sum) {
        if places.is_empty() {
        } else if places.start == 0 {
            M::add(sum, &self.along(row..row + 1, places.end)[0][0]);
        } else if places.end == self.width {
            M::add(sum, &self.along(row..row + 1, places.start)[0][1]);
        } else {
            self.masses(row, places).for_each(|mass| M::add(sum, mass));
        }
    }

    /// The masses of an interval of places in one row, without those that are nothing.
    fn masses(&self, row: usize, places: Range<usize>) -> impl Iterator<Item = &'m M> {
        let of_row = self.rows[row - self.start];
        places.filter_map(move |second| {
            let of_row = of_row?;
            let offset = signed(row) - signed(second) - near(of_row.start);
            of_row.masses.get(usize::try_from(offset).ok()?)
        })
    }
}

fn near(difference: i64) -> isize {
    isize::try_from(difference).expect("listed in memory")
}
