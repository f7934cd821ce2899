//! Comparison by any metric: for each (TP_A, TP_B, TN_A) a threshold in TN_B.
//!
//! Every metric of the catalogue is monotone along a row of the lattice. So given both numbers of
//! true positives and one of true negatives, the numbers of the other one's true negatives that are
//! worse, equal and better are three intervals, whose masses are differences of running sums, kept
//! from both ends so that nothing is subtracted.
//!
//! As TN_A grows by one, so does the threshold, nearly always. What belongs to a stretch on which
//! it does is added from one piece of memory: see [`Running`]. Pairs of true positives that differ
//! by as much follow each other, for their thresholds are nearly the same.

use std::borrow::Cow;
use std::ops::Range;

use super::masses::ClassMasses;
use super::merged::{Outcomes, Tally};
use super::running::{Running, place};
use super::sum::{Mass, SUM_ROUNDINGS};
use crate::lattice::{LatticeError, MetricOnLattice};
use crate::parallel::map_indices;
use crate::score::Orientation;

/// Matrices whose keys are listed at most.
const MAX_KEYS: u64 = 20_000_000;
/// Steps of thresholds at most: some seconds.
const MAX_STEPS: u64 = 4_000_000_000;

/// The error of doubles here, besides twice a mass's own roundings: running sums, eight of them
/// together, the sum over numbers of true negatives, a product, the sums over true positives of one
/// difference and over differences.
pub(super) const THRESHOLD_ROUNDINGS: f64 = 5.0 * SUM_ROUNDINGS + 1.0;

/// The keys of a row of the lattice where the metric is defined, as they rise: complements where
/// the metric falls.
struct KeyRow {
    /// Places of the range on which it is defined.
    defined: Range<usize>,
    keys: Vec<u128>,
    falls: bool,
}

impl KeyRow {
    fn new(metric: &MetricOnLattice, tp: u64, columns: &Range<u64>) -> Self {
        let defined = metric.defined_columns(tp);
        let start = defined.start.clamp(columns.start, columns.end);
        let end = defined.end.clamp(start, columns.end);
        let mut keys = Vec::with_capacity(place(end - start));
        metric.for_each_key(tp, start..end, |_, key| keys.push(key));
        let falls = keys.first() > keys.last();
        if falls {
            keys.iter_mut().for_each(|key| *key = !*key);
        }
        Self { defined: place(start - columns.start)..place(end - columns.start), keys, falls }
    }
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

/// Compares by any metric. O(m r) for m states of the positive class and r numbers of true
/// negatives.
///
/// # Errors
/// Too many matrices or states; more memory than the process can have.
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
    let key_rows: Vec<KeyRow> = map_indices(place(rights.end - rights.start), |row| {
        let tp = rights.start + u64::try_from(row).expect("a row of the lattice");
        KeyRow::new(metric, tp, &columns)
    });
    let table = Table {
        rights: rights.start,
        key_rows,
        width: place(width),
        others: Running::new(negative, &columns)?,
        is_reversed: metric.metric.orientation() == Orientation::Lower,
    };
    let starts = positive.rows.iter().map(|row| row.start);
    let ends =
        positive.rows.iter().map(|row| row.start + i64::try_from(row.masses.len()).unwrap_or(0));
    let (start, end) = (starts.min().unwrap_or(0), ends.max().unwrap_or(0));
    // A sum for each difference, so that no digit depends on how they are shared between cores.
    let count = place(end.saturating_sub(start).unsigned_abs());
    let mut tally = Tally::new();
    for of_one in map_indices(count, |at| {
        table.outcomes(positive, start + i64::try_from(at).expect("a difference of counts"))
    }) {
        M::add(&mut tally.better, &of_one.better);
        M::add(&mut tally.equal, &of_one.equal);
        M::add(&mut tally.worse, &of_one.worse);
        M::add(&mut tally.undefined, &of_one.undefined);
    }
    Ok(tally.outcomes())
}

/// The states with which all those of the positive class are compared.
struct Table<'m, M> {
    /// The first number of true positives with keys.
    rights: u64,
    key_rows: Vec<KeyRow>,
    /// Places of true negatives.
    width: usize,
    others: Running<'m, M>,
    is_reversed: bool,
}

impl<M: Mass> Table<'_, M> {
    /// The outcomes of all states with one difference of true positives.
    fn outcomes(&self, positive: &ClassMasses<M>, difference: i64) -> Outcomes<M> {
        let mut tally = Tally::new();
        let mut begun = Threshold::default();
        for row in &positive.rows {
            let offset = usize::try_from(difference - row.start).ok();
            let mass = offset.and_then(|offset| row.masses.get(offset));
            let Some(mass) = mass.filter(|mass| !mass.is_nothing()) else { continue };
            let second = row.first.checked_add_signed(-difference);
            let second = second.expect("a count of the lattice");
            let here = self.beside([row.first, second], &mut begun);
            M::add(&mut tally.better, &mass.times(&here.better));
            M::add(&mut tally.equal, &mass.times(&here.equal));
            M::add(&mut tally.worse, &mass.times(&here.worse));
            M::add(&mut tally.undefined, &mass.times(&here.undefined));
        }
        tally.outcomes()
    }

    /// The outcomes given the true positives of both. `begun` is where the threshold begins on rows
    /// nearby.
    fn beside(&self, rights: [u64; 2], begun: &mut Threshold) -> Outcomes<M> {
        let [own, other] = rights.map(|right| &self.key_rows[place(right - self.rights)]);
        // Values of the first in the order of the second's keys.
        let values = if own.falls == other.falls {
            Cow::Borrowed(own.keys.as_slice())
        } else {
            own.keys.iter().map(|key| !key).collect()
        };
        let mut sums = Sums::new();
        let places = self.others.places();
        let is_defined = own.defined.start <= places.start && places.end <= own.defined.end;
        if is_defined && other.defined == (0..self.width) {
            let values = &values[places.start - own.defined.start..places.end - own.defined.start];
            self.by_stretches(values, &other.keys, begun, &mut sums);
        } else {
            self.one_by_one(own, &values, other, &mut sums);
        }
        let Sums { ends: [before, after], equal, undefined } = sums;
        // Where the keys are complements, the places before have the greater values.
        let (better, worse) =
            if other.falls == self.is_reversed { (before, after) } else { (after, before) };
        Tally::<M> { better, equal, worse, undefined }.outcomes()
    }

    /// If the metric is defined on all places: stretches on which the threshold moves along.
    fn by_stretches(
        &self,
        values: &[u128],
        keys: &[u128],
        begun: &mut Threshold,
        sums: &mut Sums<M>,
    ) {
        let start = self.others.places().start;
        let mut threshold = *begun;
        let mut at = 0;
        while at < values.len() {
            threshold.move_to(keys, values[at]);
            if at == 0 {
                *begun = threshold;
            }
            let Threshold { below, up_to } = threshold;
            if below < up_to {
                sums.add(&self.others, start + at, threshold, self.width);
                at += 1;
                continue;
            }
            let rest = &values[at..];
            let length = stretch(rest, keys, below);
            let rows = start + at..start + at + length;
            let pairs = if below == 0 || below == keys.len() {
                self.others.whole(rows, below > 0)
            } else {
                let end = below + length;
                threshold = Threshold { below: end - 1, up_to: end - 1 };
                self.others.along(rows, below)
            };
            M::add_pairs(&mut sums.ends, pairs);
            at += length;
        }
    }

    /// Each number of true negatives by itself, where the metric is undefined on some places.
    fn one_by_one(&self, own: &KeyRow, values: &[u128], other: &KeyRow, sums: &mut Sums<M>) {
        let Range { start, end } = other.defined.clone();
        let mut threshold = Threshold::default();
        for at in self.others.places() {
            if !own.defined.contains(&at) {
                self.others.add(at, 0..self.width, &mut sums.undefined);
                continue;
            }
            self.others.add(at, 0..start, &mut sums.undefined);
            self.others.add(at, end..self.width, &mut sums.undefined);
            threshold.move_to(&other.keys, values[at - own.defined.start]);
            let Threshold { below, up_to } = threshold;
            self.others.add(at, start..start + below, &mut sums.ends[0]);
            self.others.add(at, start + up_to..end, &mut sums.ends[1]);
            self.others.add(at, start + below..start + up_to, &mut sums.equal);
        }
    }
}

/// Sums by where the second's key is: before and after the first's in the order of keys.
struct Sums<M: Mass> {
    ends: [M::Sum; 2],
    equal: M::Sum,
    undefined: M::Sum,
}

impl<M: Mass> Sums<M> {
    fn new() -> Self {
        Self { ends: [M::sum(), M::sum()], equal: M::sum(), undefined: M::sum() }
    }

    /// Adds one row, all of whose places are defined.
    fn add(&mut self, others: &Running<'_, M>, row: usize, threshold: Threshold, width: usize) {
        let Threshold { below, up_to } = threshold;
        others.add(row, 0..below, &mut self.ends[0]);
        others.add(row, up_to..width, &mut self.ends[1]);
        others.add(row, below..up_to, &mut self.equal);
    }
}

/// The number of values, at least one, that have the threshold where the first has it, as far as no
/// key is equal: at the same end of the keys, or moved along by one for each.
fn stretch(values: &[u128], keys: &[u128], below: usize) -> usize {
    if below == 0 {
        return values.iter().take_while(|value| **value < keys[0]).count();
    }
    if below == keys.len() {
        return values.iter().take_while(|value| **value > keys[below - 1]).count();
    }
    let pairs = keys[below - 1..].iter().zip(&keys[below..]);
    let along =
        values.iter().zip(pairs).take_while(|(value, (key, next))| key < value && value < next);
    along.count()
}

/// The place at which rising keys of a row cross a value that moves.
#[derive(Clone, Copy, Default)]
struct Threshold {
    /// The number of keys below the value, and of those at most equal to it.
    below: usize,
    up_to: usize,
}

impl Threshold {
    fn move_to(&mut self, keys: &[u128], value: u128) {
        let count = keys.len();
        self.below = self.below.min(count);
        while self.below < count && keys[self.below] < value {
            self.below += 1;
        }
        while self.below > 0 && keys[self.below - 1] >= value {
            self.below -= 1;
        }
        self.up_to = self.up_to.clamp(self.below, count);
        while self.up_to < count && keys[self.up_to] <= value {
            self.up_to += 1;
        }
        while self.up_to > 0 && keys[self.up_to - 1] > value {
            self.up_to -= 1;
        }
    }
}
