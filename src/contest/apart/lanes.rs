//! The masses of all classifiers side by side, one lane each, and the matrices that matter.

use std::ops::Range;

use super::accumulator::Accumulator;
use super::windows::{Window, Windows};
use crate::lattice::{Lattice, LatticeError, MetricOnLattice};
use crate::score::Orientation;

/// Lanes are filled up to a multiple of this: a row is a few machine vectors.
pub(super) const BLOCK: usize = 8;
/// Matrices that are listed at most.
const MAX_MATRICES: u64 = 20_000_000;

/// A matrix with the lanes' masses of its counts at hand.
type Point = (u32, u32);

/// The masses of a class: a row of lanes for each count of a range.
struct ClassTable {
    start: u64,
    rows: Vec<f64>,
}

/// The windows of several classifiers, lane by lane.
pub(super) struct Lanes {
    /// Classifiers.
    pub(super) count: usize,
    /// Lanes, the last ones empty.
    pub(super) width: usize,
    lattice: Lattice,
    windows: Vec<Windows>,
    positive: ClassTable,
    negative: ClassTable,
}

/// The matrices within the windows, from the worst value of a metric to the best.
pub(super) struct Values {
    points: Vec<Point>,
    ends: Vec<u32>,
    /// The lanes' masses of matrices below those that are listed.
    pub(super) below: Accumulator,
    /// The matrices on which the metric is undefined.
    undefined: Vec<Point>,
    /// The largest number of matrices with one value.
    pub(super) largest_group: usize,
}

impl ClassTable {
    fn new(lanes: &[(&Range<u64>, &[f64])], width: usize) -> Self {
        let start = lanes.iter().map(|(counts, _)| counts.start).min().unwrap_or(0);
        let end = lanes.iter().map(|(counts, _)| counts.end).max().unwrap_or(0);
        let place = |count: u64| usize::try_from(count - start).expect("listed in memory");
        let mut rows = vec![0.0; place(end) * width];
        for (lane, (counts, masses)) in lanes.iter().enumerate() {
            for (count, mass) in (counts.start..counts.end).zip(*masses) {
                rows[place(count) * width + lane] = *mass;
            }
        }
        Self { start, rows }
    }

    /// For each count the masses of lower ones; one row more than counts.
    fn running(&self, width: usize) -> Vec<f64> {
        let mut sums = Accumulator::new(width);
        let mut running = vec![0.0; self.rows.len() + width];
        let (before, last) = running.split_at_mut(self.rows.len());
        for (before, row) in before.chunks_exact_mut(width).zip(self.rows.chunks_exact(width)) {
            sums.write(before);
            sums.add(row);
        }
        sums.write(last);
        running
    }

    #[inline(always)]
    fn row(&self, place: u32, width: usize) -> &[f64] {
        let start = place as usize * width;
        &self.rows[start..start + width]
    }
}

impl Lanes {
    pub(super) fn new(lattice: Lattice, windows: Vec<Windows>) -> Self {
        let count = windows.len();
        let width = count.next_multiple_of(BLOCK);
        let of_class = |class: fn(&Windows) -> &Window| {
            let lanes: Vec<(&Range<u64>, &[f64])> =
                windows.iter().map(|of| (&class(of).counts, &*class(of).masses)).collect();
            ClassTable::new(&lanes, width)
        };
        let (positive, negative) = (of_class(|of| &of.positive), of_class(|of| &of.negative));
        Self { count, width, lattice, windows, positive, negative }
    }

    /// At least the probability that some classifier's result lies outside its windows.
    pub(super) fn cut(&self) -> f64 {
        self.windows.iter().map(Windows::cut).sum::<f64>() * (1.0 + 1e-9)
    }

    /// Returns the greatest error of a matrix's mass in roundings: those of its two factors and of
    /// the product.
    pub(super) fn roundings(&self) -> f64 {
        let most = |class: fn(&Windows) -> &Window| {
            self.windows.iter().map(|of| class(of).roundings).fold(0.0, f64::max)
        };
        most(|of| &of.positive) + most(|of| &of.negative) + 2.0
    }

    /// For each number of true positives with mass the numbers of true negatives that some
    /// classifier has with it.
    fn rows(&self) -> Vec<(u64, Range<u64>)> {
        let end = self.windows.iter().map(|of| of.positive.counts.end).max().unwrap_or(0);
        (self.positive.start..end)
            .filter_map(|tp| {
                let here = self.windows.iter().filter(|of| of.positive.counts.contains(&tp));
                let columns = here.map(|of| &of.negative.counts);
                let start = columns.clone().map(|counts| counts.start).min()?;
                Some((tp, start..columns.map(|counts| counts.end).max()?))
            })
            .collect()
    }

    /// Matrices within the windows of any classifier's two classes.
    pub(super) fn matrices(&self) -> u64 {
        self.rows().iter().map(|(_, columns)| columns.end - columns.start).sum()
    }

    /// A key below which values decide nothing about who is first: at least two classifiers have
    /// all of their windows above, so that a classifier with a value below it is surely beaten by
    /// one of the others. Zero where the metric does not increase with right predictions.
    fn floor(&self, metric: &MetricOnLattice) -> u128 {
        if !metric.rises() || metric.undefined_count() > 0 {
            return 0;
        }
        let corner = |of: &Windows| {
            let (tp, tn) = (of.positive.counts.start, of.negative.counts.start);
            metric.key(tp, tn)
        };
        let mut corners: Vec<u128> = self.windows.iter().map(corner).collect();
        corners.sort_unstable();
        corners.iter().rev().nth(1).copied().unwrap_or(0)
    }

    /// The matrices within the windows, sorted by a metric; with `only_first`, only those that may
    /// decide who is first.
    ///
    /// # Errors
    /// More matrices than can be listed; a metric that is not compared here.
    pub(super) fn values(
        &self,
        metric: &MetricOnLattice,
        only_first: bool,
    ) -> Result<Values, LatticeError> {
        let floor = if only_first { self.floor(metric) } else { 0 };
        let near = |value: u64, start: u64| {
            u32::try_from(value - start).expect("a lattice's sides fit in 32 bits")
        };
        let point =
            |tp: u64, tn: u64| (near(tp, self.positive.start), near(tn, self.negative.start));
        let mut undefined = Vec::new();
        let mut below = Accumulator::new(self.width);
        let running = if floor > 0 { self.negative.running(self.width) } else { Vec::new() };
        let mut row = vec![0.0; self.width];
        let defined: Vec<(u64, Range<u64>)> = self
            .rows()
            .into_iter()
            .map(|(tp, columns)| {
                let defined = metric.defined_columns(tp);
                let start = defined.start.clamp(columns.start, columns.end);
                let end = defined.end.clamp(start, columns.end);
                let outside = (columns.start..start).chain(end..columns.end);
                undefined.extend(outside.map(|tn| point(tp, tn)));
                if floor == 0 {
                    return (tp, start..end);
                }
                let first = metric.bound(tp, start..end, false, floor);
                // A classifier with mass on this row has none in columns before it begins.
                let place = near(first, self.negative.start) as usize * self.width;
                let by_tp = self.positive.row(near(tp, self.positive.start), self.width);
                for ((sum, mass), before) in row.iter_mut().zip(by_tp).zip(&running[place..]) {
                    *sum = mass * before;
                }
                below.add(&row);
                (tp, first..end)
            })
            .collect();
        let matrices: u64 = defined.iter().map(|(_, columns)| columns.end - columns.start).sum();
        if matrices > MAX_MATRICES {
            return Err(LatticeError::WindowsTooLarge { matrices, limit: MAX_MATRICES });
        }
        let mut block = metric.sorted(&defined)?;
        if metric.metric.orientation() == Orientation::Lower {
            block.reverse();
        }
        let largest = block.groups().map(<[u64]>::len).max().unwrap_or(0);
        let points = block
            .points
            .iter()
            .map(|&index| {
                let (tp, tn) = self.lattice.point(index);
                point(tp, tn)
            })
            .collect();
        Ok(Values { points, ends: block.ends, below, undefined, largest_group: largest })
    }

    /// Adds the masses of some matrices to a row of lanes.
    #[inline(always)]
    fn add(&self, points: &[Point], row: &mut [f64]) {
        for &(tp, tn) in points {
            let (by_tp, by_tn) =
                (self.positive.row(tp, self.width), self.negative.row(tn, self.width));
            for ((sum, p), q) in row.iter_mut().zip(by_tp).zip(by_tn) {
                *sum += p * q;
            }
        }
    }

    /// The lanes' masses of one value, in at most [`Values::roundings`] roundings each.
    #[inline(always)]
    pub(super) fn mass(&self, points: &[Point], row: &mut [f64]) {
        row.fill(0.0);
        if points.len() <= SUMMAND {
            self.add(points, row);
            return;
        }
        let mut part = vec![0.0; self.width];
        for points in points.chunks(SUMMAND) {
            part.fill(0.0);
            self.add(points, &mut part);
            for (sum, part) in row.iter_mut().zip(&part) {
                *sum += part;
            }
        }
    }

    /// The lanes' masses of all matrices on which the metric is undefined.
    pub(super) fn undefined(&self, values: &Values) -> Vec<f64> {
        let mut row = vec![0.0; self.width];
        self.mass(&values.undefined, &mut row);
        row
    }
}

/// Matrices that are summed one after the other, so that few roundings meet in one sum.
const SUMMAND: usize = 64;

impl Values {
    /// Different values.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The matrices with one value.
    #[inline(always)]
    pub(super) fn group(&self, value: usize) -> &[Point] {
        let start = if value == 0 { 0 } else { self.ends[value - 1] as usize };
        &self.points[start..self.ends[value] as usize]
    }

    /// Returns the greatest number of roundings in the sum of a value's mass.
    #[expect(clippy::cast_precision_loss, reason = "a bound, rounded up by its last summand")]
    pub(super) fn roundings(&self) -> f64 {
        let group = self.largest_group.max(self.undefined.len());
        (group.min(SUMMAND) + group / SUMMAND + 1) as f64
    }
}
