//! Sums over all values of a metric, in doubles.
//!
//! With m_i(v) the mass of classifier i at value v, below and above what it has at worse and better
//! values, and nowhere_j the mass at which the metric is undefined for j:
//!
//! ```text
//! first alone   sum m_i prod (below_j + nowhere_j)
//! first or tied sum m_i prod (below_j + nowhere_j + m_j)
//! better        sum m_i below_j             equal   sum m_i m_j
//! k are better  sum m_i [z^k] prod (below_j + nowhere_j + m_j + above_j z)
//! ```
//!
//! products over all j but i. Values are taken in chunks that fit in cache, chunks in tasks for
//! several cores; which values belong to which depends on the lattice alone, so that a result does
//! not depend on the machine. O(n^2) for each value, O(n) without pairs and ranks.

use crate::parallel::{map, map_owned};
use crate::vectors::in_vectors;
use pulp::{Simd, WithSimd};

use super::accumulator::Accumulator;
use super::lanes::{BLOCK, Lanes, Values};
use super::products::{Factor, Products};

/// Values whose terms are summed one after the other.
const CHUNK: usize = 64;
/// Chunks of a task.
const CHUNKS: usize = 8;
/// Tasks whose sums are held at a time.
const TASKS: usize = 64;
/// Masses below this are not worth a product of polynomials.
const NEGLIGIBLE: f64 = 1.0 / (1_u128 << 96) as f64;
/// Doubles in a machine vector, at most.
const MOST_VALUES: usize = 8;

/// Sums to compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) pairs: bool,
    pub(super) ranks: bool,
}

/// Sums of all lanes; tables have a row of lanes for each classifier.
pub(super) struct Sums {
    alone: Accumulator,
    tied: Accumulator,
    better: Accumulator,
    equal: Accumulator,
    ranks: Accumulator,
}

/// The doubles of [`Sums`].
pub(super) struct Totals {
    pub(super) alone: Vec<f64>,
    pub(super) tied: Vec<f64>,
    pub(super) better: Vec<f64>,
    pub(super) equal: Vec<f64>,
    pub(super) ranks: Vec<f64>,
}

/// Room for one chunk.
struct Chunk<V> {
    lower: Vec<f64>,
    not_better: Vec<f64>,
    better: Vec<f64>,
    row: Vec<f64>,
    table: Vec<f64>,
    factors: Vec<Factor<V>>,
    products: Products<V>,
    /// For each number of the table as many as there are values in a vector.
    by_rank: Vec<f64>,
}

impl Sums {
    fn new(lanes: &Lanes, wanted: Wanted) -> Self {
        let (width, table) = (lanes.width, lanes.count * lanes.width);
        let of = |is_wanted: bool| Accumulator::new(if is_wanted { table } else { 0 });
        Self {
            alone: Accumulator::new(width),
            tied: Accumulator::new(width),
            better: of(wanted.pairs),
            equal: of(wanted.pairs),
            ranks: of(wanted.ranks),
        }
    }

    fn merge(&mut self, other: &Self) {
        self.alone.merge(&other.alone);
        self.tied.merge(&other.tied);
        self.better.merge(&other.better);
        self.equal.merge(&other.equal);
        self.ranks.merge(&other.ranks);
    }

    fn totals(&self) -> Totals {
        Totals {
            alone: self.alone.totals(),
            tied: self.tied.totals(),
            better: self.better.totals(),
            equal: self.equal.totals(),
            ranks: self.ranks.totals(),
        }
    }
}

impl Totals {
    /// Roundings in a sum of products: those of a chunk's sum and of the sum of all chunks.
    pub(super) const SUM: f64 = CHUNK as f64 + 2.0 * Accumulator::ROUNDINGS;

    /// Returns a bound on the parts of a classifier's probabilities that are left out: masses of
    /// its ranks that are negligible at their values, and products with a negligible factor, which
    /// other masses of it share.
    #[expect(clippy::cast_precision_loss, reason = "a bound, rounded up by its last summand")]
    pub(super) fn left_out(values: &Values) -> f64 {
        (values.len() as f64 + 3.0) * NEGLIGIBLE
    }
}

/// All sums over the values. `representative` marks lanes whose ranks are wanted: one of each set
/// of equal lanes.
pub(super) fn totals(
    lanes: &Lanes,
    values: &Values,
    undefined: &[f64],
    representative: &[bool],
    wanted: Wanted,
) -> Totals {
    let task = CHUNK * CHUNKS;
    let tasks: Vec<std::ops::Range<usize>> = (0..values.len())
        .step_by(task)
        .map(|start| start..(start + task).min(values.len()))
        .collect();
    let own: Vec<Accumulator> = map(&tasks, |range| total_mass(lanes, values, range.clone()));
    let running = |start: &Accumulator, order: &mut dyn Iterator<Item = usize>| {
        let mut all = vec![Accumulator::new(0); tasks.len()];
        let mut sums = start.clone();
        for task in order {
            all[task] = sums.clone();
            sums.merge(&own[task]);
        }
        all
    };
    let below = running(&values.below, &mut (0..tasks.len()));
    let above = if wanted.ranks {
        running(&Accumulator::new(lanes.width), &mut (0..tasks.len()).rev())
    } else {
        vec![Accumulator::new(0); tasks.len()]
    };
    // Tables of all pairs are large: only those of a few tasks are held at a time.
    let mut sums = Sums::new(lanes, wanted);
    let mut starts = below.into_iter().zip(above);
    for tasks in tasks.chunks(TASKS) {
        let jobs: Vec<Job<'_>> = tasks
            .iter()
            .zip(starts.by_ref())
            .map(|(range, (below, above))| {
                let task = Task { lanes, values, undefined, representative, wanted };
                Job { task, range: range.clone(), below, above }
            })
            .collect();
        let parts: Vec<Sums> = map_owned(jobs, in_vectors);
        for part in &parts {
            sums.merge(part);
        }
    }
    sums.totals()
}

fn total_mass(lanes: &Lanes, values: &Values, range: std::ops::Range<usize>) -> Accumulator {
    let mut sums = Accumulator::new(lanes.width);
    let mut row = vec![0.0; lanes.width];
    for value in range {
        lanes.mass(values.group(value), &mut row);
        sums.add(&row);
    }
    sums
}

/// A task with its values and what lies below and above them.
struct Job<'t> {
    task: Task<'t>,
    range: std::ops::Range<usize>,
    below: Accumulator,
    above: Accumulator,
}

impl WithSimd for Job<'_> {
    type Output = Sums;

    // Only what is inlined here is compiled for the machine's vectors.
    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Sums {
        self.task.sums(simd, self.range, self.below, self.above)
    }
}

struct Task<'t> {
    lanes: &'t Lanes,
    values: &'t Values,
    undefined: &'t [f64],
    representative: &'t [bool],
    wanted: Wanted,
}

impl Task<'_> {
    /// The sums over some values, given what lies below and above them.
    #[inline(always)]
    fn sums<S: Simd>(
        &self,
        simd: S,
        range: std::ops::Range<usize>,
        mut below: Accumulator,
        mut above: Accumulator,
    ) -> Sums {
        let width = self.lanes.width;
        // Whole vectors: after the last value no classifier has mass.
        let mut own = vec![0.0; range.len().next_multiple_of(S::F64_LANES) * width];
        for (row, value) in own.chunks_exact_mut(width).zip(range) {
            self.lanes.mass(self.values.group(value), row);
        }
        // What lies above each chunk, from the last chunk down.
        let chunks: Vec<&[f64]> = own.chunks(CHUNK * width).collect();
        let mut tops = Vec::with_capacity(chunks.len());
        if self.wanted.ranks {
            for chunk in chunks.iter().rev() {
                tops.push(above.clone());
                for row in chunk.chunks_exact(width) {
                    above.add(row);
                }
            }
        }
        let mut sums = Sums::new(self.lanes, self.wanted);
        let mut room = Chunk::new(simd, self.lanes, self.wanted);
        for own in chunks {
            self.chunk(simd, own, &mut below, tops.pop(), &mut room, &mut sums);
        }
        sums
    }

    #[inline(always)]
    fn chunk<S: Simd>(
        &self,
        simd: S,
        own: &[f64],
        below: &mut Accumulator,
        above: Option<Accumulator>,
        room: &mut Chunk<S::f64s>,
        sums: &mut Sums,
    ) {
        let width = self.lanes.width;
        for (own, lower) in own.chunks_exact(width).zip(room.lower.chunks_exact_mut(width)) {
            below.write(lower);
            below.add(own);
        }
        let length = own.len();
        if self.wanted.pairs {
            self.pairs(own, &room.lower[..length], &mut room.table);
            sums.better.add(&room.table);
            self.pairs(own, own, &mut room.table);
            sums.equal.add(&room.table);
        }
        // From here on: lower or undefined.
        for lower in room.lower[..length].chunks_exact_mut(width) {
            for (lower, nowhere) in lower.iter_mut().zip(self.undefined) {
                *lower += nowhere;
            }
        }
        for ((not_better, lower), own) in room.not_better.iter_mut().zip(&room.lower).zip(own) {
            *not_better = lower + own;
        }
        self.first(own, &room.lower[..length], &mut room.row);
        sums.alone.add(&room.row);
        self.first(own, &room.not_better[..length], &mut room.row);
        sums.tied.add(&room.row);
        if let Some(mut above) = above {
            let rows = own.chunks_exact(width).zip(room.better.chunks_exact_mut(width));
            for (own, higher) in rows.rev() {
                above.write(higher);
                above.add(own);
            }
            self.ranks(simd, own, room);
            sums.ranks.add(&room.table);
        }
    }

    /// Sums of m_i times the product of all others' factors, which is that of all over i's own.
    #[inline(always)]
    fn first(&self, own: &[f64], factors: &[f64], sums: &mut [f64]) {
        let (count, width) = (self.lanes.count, self.lanes.width);
        sums.fill(0.0);
        for (own, factors) in own.chunks_exact(width).zip(factors.chunks_exact(width)) {
            let factors = &factors[..count];
            // With two factors next to nothing every product holds one of them.
            match factors.iter().filter(|factor| **factor < NEGLIGIBLE).count() {
                0 => {
                    let mut parts = [1.0; BLOCK];
                    for factors in factors.chunks(BLOCK) {
                        for (part, factor) in parts.iter_mut().zip(factors) {
                            *part *= factor;
                        }
                    }
                    let product: f64 = parts.iter().product();
                    for ((sum, own), factor) in sums.iter_mut().zip(own).zip(factors) {
                        *sum += own * (product / factor);
                    }
                }
                1 => {
                    let is_small = |factor: &f64| *factor < NEGLIGIBLE;
                    let alone = factors.iter().position(is_small).expect("one was counted");
                    let others = factors.iter().filter(|factor| !is_small(factor));
                    sums[alone] += own[alone] * others.product::<f64>();
                }
                _ => {}
            }
        }
    }

    /// The table of sums of m_i times another's number.
    #[inline(always)]
    fn pairs(&self, own: &[f64], other: &[f64], table: &mut [f64]) {
        let width = self.lanes.width;
        for (i, row) in table.chunks_exact_mut(width).enumerate() {
            for (block, sums) in row.chunks_exact_mut(BLOCK).enumerate() {
                let mut parts = [0.0; BLOCK];
                for (own, other) in own.chunks_exact(width).zip(other.chunks_exact(width)) {
                    let mass = own[i];
                    let other = &other[block * BLOCK..][..BLOCK];
                    for (part, other) in parts.iter_mut().zip(other) {
                        *part += mass * other;
                    }
                }
                sums.copy_from_slice(&parts);
            }
        }
    }

    /// The table of sums of m_i times the coefficients of the others' product.
    #[inline(always)]
    fn ranks<S: Simd>(&self, simd: S, own: &[f64], room: &mut Chunk<S::f64s>) {
        let (count, width, values) = (self.lanes.count, self.lanes.width, S::F64_LANES);
        room.by_rank.fill(0.0);
        let (by_rank, _) = S::as_mut_simd_f64s(&mut room.by_rank);
        let mut masses = vec![None; count];
        for start in (0..own.len() / width).step_by(values) {
            let rows = start * width..(start + values) * width;
            let (own, not_better, better) =
                (&own[rows.clone()], &room.not_better[rows.clone()], &room.better[rows]);
            let rooms = masses.iter_mut().zip(&mut room.factors);
            for (lane, (wanted, factor)) in rooms.enumerate() {
                let (mass, largest) = gathered::<S>(own, width, lane);
                let is_wanted = self.representative[lane] && largest > NEGLIGIBLE;
                *wanted = is_wanted.then_some(mass);
                *factor = Factor {
                    not_better: gathered::<S>(not_better, width, lane).0,
                    better: gathered::<S>(better, width, lane).0,
                };
            }
            room.products.add(simd, &room.factors, &masses, by_rank, width);
        }
        for (sum, parts) in room.table.iter_mut().zip(room.by_rank.chunks_exact(values)) {
            *sum = parts.iter().sum();
        }
    }
}

/// One lane of some rows as a machine vector, and its largest number.
#[inline(always)]
fn gathered<S: Simd>(rows: &[f64], width: usize, lane: usize) -> (S::f64s, f64) {
    let mut numbers = [0.0; MOST_VALUES];
    let mut largest = 0.0;
    for (number, row) in numbers.iter_mut().zip(rows.chunks_exact(width)) {
        *number = row[lane];
        largest = f64::max(largest, row[lane]);
    }
    (S::as_simd_f64s(&numbers).0[0], largest)
}

impl<V: Copy> Chunk<V> {
    fn new<S: Simd<f64s = V>>(simd: S, lanes: &Lanes, wanted: Wanted) -> Self {
        let (count, width) = (lanes.count, lanes.width);
        let rows = CHUNK * width;
        let zero = simd.splat_f64s(0.0);
        let nobody = Factor { not_better: zero, better: zero };
        let if_ranks = |length: usize| if wanted.ranks { length } else { 0 };
        Self {
            lower: vec![0.0; rows],
            not_better: vec![0.0; rows],
            better: vec![0.0; if_ranks(rows)],
            row: vec![0.0; width],
            table: vec![0.0; if wanted.ranks || wanted.pairs { count * width } else { 0 }],
            factors: vec![nobody; if_ranks(count)],
            products: Products::new(count),
            by_rank: vec![0.0; if_ranks(count * width * S::F64_LANES)],
        }
    }
}
