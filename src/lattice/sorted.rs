//! The matrices of a lattice in the order of a metric, in blocks of bounded size.
//!
//! The keys of a sample of matrices cut the range of values into blocks. Every metric is monotone
//! on each row, so the matrices of a block are an interval of each row, found by binary search; a
//! block is then sorted by its keys in cache, two blocks at a time on two cores. Memory does not
//! grow with the lattice, only with what the caller keeps: O((P + 1)(N + 1) log) time.

use std::ops::Range;

use crate::parallel::{cores, map, map_indices, sort_by, try_map_indices};

use super::LatticeError;
use super::metric_on_lattice::MetricOnLattice;
use crate::work::Watch;

/// Approximate number of matrices in a block: keys and positions fit in a core's cache.
const BLOCK: u128 = 1 << 16;
/// Sampled matrices per block.
const SAMPLES: u128 = 32;

/// A part of the lattice: what a symmetry leaves to look at.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Part {
    /// Only keys from here on.
    pub(super) lowest_key: u128,
    /// Only matrices with tn <= tp.
    pub(super) wedge: bool,
}

/// Matrices in increasing order of their values, those with the same value together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    /// Positions in the lattice; within a value in increasing order.
    pub(crate) points: Vec<u64>,
    /// End of each value's matrices in `points`.
    pub(crate) ends: Vec<u32>,
    /// The smallest and the largest key.
    keys: Option<(u128, u128)>,
}

impl Block {
    /// Puts the values into decreasing order.
    pub(crate) fn reverse(&mut self) {
        self.points.reverse();
        let all = u32::try_from(self.points.len()).expect("blocks are small or refused");
        // Where a value began it ends now.
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        let mut ends: Vec<u32> = begins.take(self.ends.len()).map(|begin| all - begin).collect();
        ends.reverse();
        self.ends = ends;
        self.keys = self.keys.map(|(lowest, highest)| (highest, lowest));
    }

    /// The groups of matrices with one value each.
    pub(crate) fn groups(&self) -> impl Iterator<Item = &[u64]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let group = &self.points[start..end as usize];
            start = end as usize;
            group
        })
    }
}

/// The columns of a row that are searched; `falls` is `true` if the metric falls along the row.
struct Row {
    tp: u64,
    columns: Range<u64>,
    falls: bool,
}

impl MetricOnLattice {
    /// All matrices on which the metric is defined, in the order of its values, and where each
    /// group of equal values ends.
    pub(super) fn in_order(
        &self,
        watch: &Watch<'_>,
    ) -> Result<(Vec<u64>, Vec<usize>), LatticeError> {
        let (mut points, mut ends) = (Vec::new(), Vec::new());
        self.for_each_block(
            Part::default(),
            |block| block,
            |block| {
                let start = points.len();
                points.extend(block.points);
                ends.extend(block.ends.iter().map(|end| start + *end as usize));
            },
            watch,
        )?;
        Ok((points, ends))
    }

    /// Hands all blocks to `summarise`, on several cores, and its results in increasing order to
    /// `consume`. A block is a step of the work.
    pub(super) fn for_each_block<T: Send>(
        &self,
        part: Part,
        summarise: impl Fn(Block) -> T + Sync,
        mut consume: impl FnMut(T),
        watch: &Watch<'_>,
    ) -> Result<(), LatticeError> {
        let splitters = self.splitters(part);
        let all = at(self.lattice.positives()) + 1;
        let mut rows = map_indices(all, |tp| self.row(tp as u64, part));
        rows.retain(|row| !row.columns.is_empty());
        // So many blocks at a time that the table of their bounds stays small.
        let at_a_time = (4 * cores()).max(16);
        let mut last_key = None;
        let mut first = 0;
        while first <= splitters.len() {
            let count = at_a_time.min(splitters.len() + 1 - first);
            let bounds = self.bounds(&rows, &splitters, first, count);
            let blocks = try_map_indices(count, |block| {
                let intervals = rows.iter().zip(&bounds).map(|(row, bounds)| {
                    let (start, end) = (bounds[block], bounds[block + 1]);
                    (row.tp, if row.falls { end..start } else { start..end })
                });
                let block = self.sorted(&intervals.collect::<Vec<_>>())?;
                let keys = block.keys;
                watch.step_on_lattice()?;
                Ok::<_, LatticeError>((summarise(block), keys))
            })?;
            for (result, keys) in blocks {
                if let Some((lowest, highest)) = keys {
                    if let Some(last) = last_key {
                        self.check_apart(last, lowest)?;
                    }
                    last_key = Some(highest);
                }
                consume(result);
            }
            first += count;
        }
        Ok(())
    }

    /// The columns of a row that belong to a part of the lattice.
    fn row(&self, tp: u64, part: Part) -> Row {
        let mut columns = self.defined_columns(tp);
        if part.wedge {
            columns = columns.start..columns.end.min(tp + 1).max(columns.start);
        }
        let falls = self.falls_on_row(tp, &columns);
        if part.lowest_key > 0 {
            let bound = self.bound(tp, columns.clone(), falls, part.lowest_key);
            columns = if falls { columns.start..bound } else { bound..columns.end };
        }
        Row { tp, columns, falls }
    }

    /// Returns the column at which a row crosses a key: the first column with at least the key, or,
    /// if the metric falls, the first with a smaller key.
    pub(crate) fn bound(&self, tp: u64, columns: Range<u64>, falls: bool, key: u128) -> u64 {
        let Range { start: mut below, end: mut above } = columns;
        while below < above {
            let middle = below.midpoint(above);
            if (self.key(tp, middle) < key) != falls {
                below = middle + 1;
            } else {
                above = middle;
            }
        }
        below
    }

    /// Keys that cut the lattice into blocks of about [`BLOCK`] matrices: block b holds the keys
    /// from splitter b - 1 to below splitter b.
    fn splitters(&self, part: Part) -> Vec<u128> {
        let matrices = self.lattice.matrices();
        let blocks = matrices.div_ceil(BLOCK);
        if blocks < 2 {
            return Vec::new();
        }
        let (rows, columns) = (self.lattice.positives() + 1, self.lattice.negatives() + 1);
        // Every k-th matrix in the order of positions; k coprime to a row's length visits all
        // columns alike.
        let mut stride = u64::try_from((BLOCK / SAMPLES).min(matrices)).expect("a small number");
        while num_integer::gcd(stride, columns) != 1 {
            stride += 1;
        }
        let end = rows * columns;
        let keys = map_indices(at(end.div_ceil(stride)), |k| {
            let (tp, tn) = self.lattice.point(k as u64 * stride);
            let is_in = self.is_defined(tp, tn) && (tn <= tp || !part.wedge);
            is_in.then(|| self.key(tp, tn)).filter(|key| *key >= part.lowest_key)
        });
        let mut sample: Vec<u128> = keys.into_iter().flatten().collect();
        sort_by(&mut sample, &u128::cmp);
        let every = usize::try_from(SAMPLES).expect("a small number");
        let mut splitters: Vec<u128> = sample.into_iter().skip(every).step_by(every).collect();
        splitters.dedup();
        splitters
    }

    /// For each row the columns at which blocks `first` to `first + count` begin and end. Where the
    /// metric falls along a row they decrease.
    fn bounds(
        &self,
        rows: &[Row],
        splitters: &[u128],
        first: usize,
        count: usize,
    ) -> Vec<Vec<u64>> {
        map(rows, |Row { tp, columns, falls }| {
            let mut bounds = Vec::with_capacity(count + 1);
            let (mut low, mut high) = (columns.start, columns.end);
            for edge in first..=first + count {
                let bound = if edge == 0 {
                    if *falls { columns.end } else { columns.start }
                } else if edge > splitters.len() {
                    if *falls { columns.start } else { columns.end }
                } else {
                    self.bound(*tp, low..high, *falls, splitters[edge - 1])
                };
                if *falls {
                    high = bound;
                } else {
                    low = bound;
                }
                bounds.push(bound);
            }
            bounds
        })
    }

    /// The matrices of these intervals of rows, sorted, in the narrowest form that holds key and
    /// position.
    pub(crate) fn sorted(&self, intervals: &[(u64, Range<u64>)]) -> Result<Block, LatticeError> {
        let last = self.lattice.index(self.lattice.positives(), self.lattice.negatives());
        let position_bits = u64::BITS - last.leading_zeros();
        if self.key_bits() + position_bits <= u64::BITS {
            self.sorted_as(
                intervals,
                |key, position| narrow(key) << position_bits | position,
                |entry| (u128::from(entry >> position_bits), entry & ((1 << position_bits) - 1)),
            )
        } else if self.key_bits() <= u64::BITS {
            self.sorted_as(
                intervals,
                |key, position| (narrow(key), position),
                |(key, position)| (u128::from(key), position),
            )
        } else {
            self.sorted_as(intervals, |key, position| (key, position), |entry| entry)
        }
    }

    fn sorted_as<E: Ord + Copy>(
        &self,
        intervals: &[(u64, Range<u64>)],
        entry: impl Fn(u128, u64) -> E,
        parts: impl Fn(E) -> (u128, u64),
    ) -> Result<Block, LatticeError> {
        let length: u64 = intervals.iter().map(|(_, columns)| columns.end - columns.start).sum();
        let (mut lowest, mut highest) = (u128::MAX, 0);
        let mut entries = Vec::with_capacity(usize::try_from(length).expect("blocks are small"));
        for (tp, columns) in intervals {
            let start = self.lattice.index(*tp, 0);
            self.for_each_key(*tp, columns.clone(), |tn, key| {
                lowest = lowest.min(key);
                highest = highest.max(key);
                entries.push(entry(key, start + tn));
            });
        }
        sort_by_digits(&mut entries, lowest, highest, |item| parts(item).0);
        let mut block = Block {
            points: Vec::with_capacity(entries.len()),
            ends: Vec::with_capacity(entries.len()),
            ..Block::default()
        };
        let checked = self.quantiles().is_some();
        let mut last = None;
        for (place, &item) in entries.iter().enumerate() {
            let (key, position) = parts(item);
            if let Some(before) = last {
                if before != key {
                    block.ends.push(u32::try_from(place).expect("blocks are small or refused"));
                }
                if checked && before == key {
                    self.check_same(&block, position)?;
                } else if checked {
                    self.check_apart(before, key)?;
                }
            }
            last = Some(key);
            block.points.push(position);
        }
        if let (Some(&first), Some(highest)) = (entries.first(), last) {
            block.ends.push(u32::try_from(entries.len()).expect("blocks are small or refused"));
            block.keys = Some((parts(first).0, highest));
        }
        Ok(block)
    }

    /// Keys of ratios always prove their order; sums of quantiles must be checked.
    #[inline]
    fn check_apart(&self, lower: u128, upper: u128) -> Result<(), LatticeError> {
        match self.quantiles() {
            Some(sums) if !sums.tells_apart(lower, upper) => Err(self.inseparable()),
            _ => Ok(()),
        }
    }

    /// A matrix with the key of the last one before it: for sums of quantiles there must be a
    /// reason.
    #[inline]
    fn check_same(&self, block: &Block, position: u64) -> Result<(), LatticeError> {
        let Some(sums) = self.quantiles() else { return Ok(()) };
        let before = *block.points.last().expect("a key was seen before");
        let points = (self.lattice.point(before), self.lattice.point(position));
        if sums.is_equal_for_a_reason(points.0, points.1) {
            Ok(())
        } else {
            Err(self.inseparable())
        }
    }

    fn inseparable(&self) -> LatticeError {
        LatticeError::Inseparable { metric: self.metric.to_string() }
    }
}

/// Sorts entries that are in the order of their positions by key: a stable counting sort by the
/// digits in which the keys of a block differ, the last digit first, or by comparisons if there are
/// too many digits.
fn sort_by_digits<E: Ord + Copy>(
    entries: &mut Vec<E>,
    lowest: u128,
    highest: u128,
    key: impl Fn(E) -> u128,
) {
    const DIGIT: u32 = 11;
    const MOST_PASSES: u32 = 5;
    if entries.len() < 2 {
        return;
    }
    let bits = u128::BITS - (highest - lowest).leading_zeros();
    let passes = bits.div_ceil(DIGIT);
    if passes > MOST_PASSES || entries.len() < 1 << DIGIT {
        entries.sort_unstable();
        return;
    }
    let digit = |item: E, pass: u32| {
        let difference = narrow(key(item) - lowest);
        usize::try_from(difference >> (pass * DIGIT) & ((1 << DIGIT) - 1)).expect("a digit")
    };
    let mut sorted = entries.clone();
    for pass in 0..passes {
        let mut places = [0_usize; 1 << DIGIT];
        for &item in &*entries {
            places[digit(item, pass)] += 1;
        }
        let mut before = 0;
        for place in &mut places {
            (*place, before) = (before, before + *place);
        }
        for &item in &*entries {
            let place = &mut places[digit(item, pass)];
            sorted[*place] = item;
            *place += 1;
        }
        std::mem::swap(entries, &mut sorted);
    }
}

#[inline]
fn narrow(key: u128) -> u64 {
    #[expect(clippy::cast_possible_truncation, reason = "its digits were counted")]
    let key = key as u64;
    key
}

fn at(t: u64) -> usize {
    usize::try_from(t).expect("rows and samples of a lattice fit in memory")
}
