//! Comparison by any metric: for each (TP_A, TP_B, TN_A) a threshold in TN_B.
//!
//! Every metric of the catalogue is monotone along a row of the lattice. So given both numbers of true
//! positives and one of true negatives, the numbers of the other one's true negatives that are worse,
//! equal and better are three intervals, whose masses are differences of running sums, kept from
//! both ends so that nothing is subtracted.

use std::ops::Range;

use super::masses::{ClassMasses, ClassRow};
use super::merged::{Outcomes, Tally};
use super::sum::{Mass, SUM_ROUNDINGS};
use crate::lattice::{LatticeError, MetricOnLattice};
use crate::parallel::{map, map_indices};
use crate::score::Orientation;

/// Matrices whose keys are listed at most.
const MAX_KEYS: u64 = 20_000_000;
/// Steps of thresholds at most: some seconds.
const MAX_STEPS: u64 = 4_000_000_000;

/// What doubles are off by here, besides twice a mass's own roundings: running sums, the sum over
/// numbers of true negatives, a product, the sums over the second's true positives and over the first's.
pub(super) const THRESHOLD_ROUNDINGS: f64 = 5.0 * SUM_ROUNDINGS + 1.0;

/// The masses of one class by the number that the second has right, for one number of the first.
struct OtherRow<M> {
    /// The number that the first has right.
    first: u64,
    /// By the number that the second has right, from the start of the common range.
    masses: Vec<M>,
    /// Sums of the masses before each place, and from each place on.
    before: Vec<M>,
    after: Vec<M>,
}

impl<M: Mass> OtherRow<M> {
    fn new(row: &ClassRow<M>, range: &Range<u64>) -> Self {
        let mut masses = vec![M::zero(); place(range.end - range.start)];
        for (difference, mass) in (row.start..).zip(&row.masses) {
            if let Some(second) = row.first.checked_add_signed(-difference)
                && range.contains(&second)
            {
                masses[place(second - range.start)] = mass.clone();
            }
        }
        let running = |masses: &mut dyn Iterator<Item = &M>| {
            let mut sum = M::sum();
            let mut sums = vec![M::zero()];
            for mass in masses {
                M::add(&mut sum, mass);
                sums.push(M::total(&sum));
            }
            sums
        };
        let before = running(&mut masses.iter());
        let mut after = running(&mut masses.iter().rev());
        after.reverse();
        Self { first: row.first, masses, before, after }
    }

    /// Adds the masses of an interval of places.
    fn add(&self, places: Range<usize>, sum: &mut M::Sum) {
        if places.is_empty() {
        } else if places.start == 0 {
            M::add(sum, &self.before[places.end]);
        } else if places.end == self.masses.len() {
            M::add(sum, &self.after[places.start]);
        } else {
            self.masses[places].iter().for_each(|mass| M::add(sum, mass));
        }
    }
}

fn place(count: u64) -> usize {
    usize::try_from(count).expect("listed in memory")
}

/// The keys of a row of the lattice where the metric is defined.
struct KeyRow {
    /// Places of the range on which it is defined.
    defined: Range<usize>,
    keys: Vec<u128>,
}

/// All numbers that either has right.
fn range<M>(masses: &ClassMasses<M>, samples: u64) -> Range<u64> {
    let seconds = masses.rows.iter().flat_map(|row| {
        let last = row.start + i64::try_from(row.masses.len()).unwrap_or(i64::MAX) - 1;
        [row.first.checked_add_signed(-row.start), row.first.checked_add_signed(-last)]
    });
    let inside = |count: Option<u64>, otherwise: u64| count.unwrap_or(otherwise).min(samples);
    let counts = || {
        let firsts = masses.rows.iter().map(|row| row.first);
        firsts.chain(seconds.clone().map(|second| inside(second, 0)))
    };
    let start = counts().min().unwrap_or(0);
    start..counts().max().map_or(start, |last| last + 1)
}

/// Compares by any metric. O(m r) for m states of the positive class and r numbers of true negatives.
///
/// # Errors
/// Too many matrices or states.
pub(super) fn by_thresholds<M: Mass>(
    metric: &MetricOnLattice,
    positive: &ClassMasses<M>,
    negative: &ClassMasses<M>,
) -> Result<Outcomes<M>, LatticeError> {
    let lattice = metric.lattice;
    let rights = range(positive, lattice.positives());
    let columns = range(negative, lattice.negatives());
    let width = columns.end - columns.start;
    let keys = (rights.end - rights.start).saturating_mul(width);
    let states = u64::try_from(positive.states().count()).unwrap_or(u64::MAX);
    for (count, limit) in [(keys, MAX_KEYS), (states.saturating_mul(width), MAX_STEPS)] {
        if count > limit {
            return Err(LatticeError::WindowsTooLarge { matrices: count, limit });
        }
    }
    let key_row = |tp: u64| {
        let defined = metric.defined_columns(tp);
        let start = defined.start.clamp(columns.start, columns.end);
        let end = defined.end.clamp(start, columns.end);
        let mut keys = Vec::with_capacity(place(end - start));
        metric.for_each_key(tp, start..end, |_, key| keys.push(key));
        KeyRow { defined: place(start - columns.start)..place(end - columns.start), keys }
    };
    let key_rows: Vec<KeyRow> = map_indices(place(rights.end - rights.start), |row| {
        key_row(rights.start + u64::try_from(row).expect("a row of the lattice"))
    });
    let table = Table {
        rights: rights.start,
        columns: columns.start,
        key_rows,
        others: map(&negative.rows, |row| OtherRow::new(row, &columns)),
        is_reversed: metric.metric.orientation() == Orientation::Lower,
    };
    // A sum for each row, so that no digit depends on how the rows are shared between cores.
    let mut tally = Tally::new();
    for row in map(&positive.rows, |row| table.outcomes(row)) {
        M::add(&mut tally.better, &row.better);
        M::add(&mut tally.equal, &row.equal);
        M::add(&mut tally.worse, &row.worse);
        M::add(&mut tally.undefined, &row.undefined);
    }
    Ok(tally.outcomes())
}

/// The states with which all those of the positive class are compared.
struct Table<M> {
    /// The first number of true positives with keys, and the first number of true negatives.
    rights: u64,
    columns: u64,
    key_rows: Vec<KeyRow>,
    others: Vec<OtherRow<M>>,
    is_reversed: bool,
}

impl<M: Mass> Table<M> {
    /// The outcomes with one number of true positives of the first.
    fn outcomes(&self, row: &ClassRow<M>) -> Outcomes<M> {
        let mut tally = Tally::new();
        for (difference, mass) in (row.start..).zip(&row.masses) {
            if mass.is_nothing() {
                continue;
            }
            let second = row.first.checked_add_signed(-difference);
            let second = second.expect("a count of the lattice");
            let here = self.beside([row.first, second]);
            M::add(&mut tally.better, &mass.times(&here.better));
            M::add(&mut tally.equal, &mass.times(&here.equal));
            M::add(&mut tally.worse, &mass.times(&here.worse));
            M::add(&mut tally.undefined, &mass.times(&here.undefined));
        }
        tally.outcomes()
    }

    /// The outcomes given the true positives of both.
    fn beside(&self, rights: [u64; 2]) -> Outcomes<M> {
        let rows = rights.map(|right| &self.key_rows[place(right - self.rights)]);
        let mut here = Tally::<M>::new();
        let mut threshold = Threshold::new(rows[1]);
        for other in &self.others {
            let at = place(other.first - self.columns);
            if !rows[0].defined.contains(&at) {
                other.add(0..other.masses.len(), &mut here.undefined);
                continue;
            }
            let (start, end) = (rows[1].defined.start, rows[1].defined.end);
            other.add(0..start, &mut here.undefined);
            other.add(end..other.masses.len(), &mut here.undefined);
            let (less, greater) = threshold.move_to(rows[0].keys[at - rows[0].defined.start]);
            let equal = start + less.end.min(greater.end)..start + less.start.max(greater.start);
            let shifted = |range: Range<usize>| start + range.start..start + range.end;
            let (less, greater) = (shifted(less), shifted(greater));
            // The other one's value is less.
            let (better, worse) = if self.is_reversed { (greater, less) } else { (less, greater) };
            other.add(better, &mut here.better);
            other.add(worse, &mut here.worse);
            other.add(equal, &mut here.equal);
        }
        here.outcomes()
    }
}

/// Where keys of a row cross a value that moves.
struct Threshold<'k> {
    keys: &'k [u128],
    falls: bool,
    /// How many keys are below the value, and how many at most equal to it.
    below: usize,
    up_to: usize,
}

impl<'k> Threshold<'k> {
    fn new(row: &'k KeyRow) -> Self {
        let keys = row.keys.as_slice();
        let falls = keys.first() > keys.last();
        Self { keys, falls, below: 0, up_to: 0 }
    }

    /// The key at a position of the increasing order.
    fn key(&self, position: usize) -> u128 {
        if self.falls { self.keys[self.keys.len() - 1 - position] } else { self.keys[position] }
    }

    /// Places whose keys are less than a value, and those whose keys are greater.
    fn move_to(&mut self, value: u128) -> (Range<usize>, Range<usize>) {
        let count = self.keys.len();
        while self.below < count && self.key(self.below) < value {
            self.below += 1;
        }
        while self.below > 0 && self.key(self.below - 1) >= value {
            self.below -= 1;
        }
        self.up_to = self.up_to.max(self.below);
        while self.up_to < count && self.key(self.up_to) <= value {
            self.up_to += 1;
        }
        while self.up_to > 0 && self.key(self.up_to - 1) > value {
            self.up_to -= 1;
        }
        if self.falls {
            (count - self.below..count, 0..count - self.up_to)
        } else {
            (0..self.below, self.up_to..count)
        }
    }
}
