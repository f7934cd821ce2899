//! Sums over the values of a metric, of all classifiers at once, in certified 128-bit numbers.

use crate::parallel::try_map;

use crate::lattice::{Lattice, LatticeError, Ordered, Predictive};
use crate::num::WideFloat;
use crate::work::Watch;

/// Values per task.
const CHUNK: usize = 512;
/// Chunks whose sums are held at a time.
const CHUNKS: usize = 32;

/// Certified masses of (tp, tn) of one classifier.
pub(super) struct ClassMasses {
    by_tp: Vec<WideFloat>,
    by_tn: Vec<WideFloat>,
    /// The error of a joint mass, in units of 2^-126.
    pub(super) error: u64,
}

/// Sums over a chunk of values, of all classifiers.
pub(super) struct Sums {
    /// By pairs: the first one's value is better.
    pub(super) better: Vec<WideFloat>,
    /// By pairs: both values are the same.
    pub(super) equal: Vec<WideFloat>,
    /// By pairs: the first one's value is worse.
    pub(super) worse: Vec<WideFloat>,
    /// Its value alone is the best.
    pub(super) alone: Vec<WideFloat>,
    /// No value is better than its own.
    pub(super) tied: Vec<WideFloat>,
    /// n by n: classifier by number of better ones.
    pub(super) ranks: Vec<WideFloat>,
}

impl ClassMasses {
    pub(super) fn new(next: &Predictive) -> Self {
        let ((by_tp, tp_error), (by_tn, tn_error)) =
            (next.positive.masses(), next.negative.masses());
        Self { by_tp, by_tn, error: tp_error + tn_error + 1 }
    }

    #[inline]
    fn joint(&self, lattice: Lattice, point: u64) -> WideFloat {
        let (tp, tn) = lattice.point(point);
        self.by_tp[at(tp)] * self.by_tn[at(tn)]
    }

    /// The mass of all matrices on which the metric is defined.
    pub(super) fn defined(&self, values: &Ordered) -> WideFloat {
        if values.undefined.is_empty() {
            return WideFloat::ONE;
        }
        values.sum(self, &values.points)
    }
}

impl Ordered {
    pub(super) fn sum(&self, masses: &ClassMasses, points: &[u64]) -> WideFloat {
        points.iter().map(|&point| masses.joint(self.lattice, point)).sum()
    }

    /// All sums over values from the worst to the best, chunk by chunk: first the mass of each
    /// chunk, so that each knows what lies below and above it, then the products.
    pub(super) fn partial_sums(
        &self,
        masses: &[ClassMasses],
        undefined: &[WideFloat],
        ranks: bool,
        watch: &Watch<'_>,
    ) -> Result<Sums, LatticeError> {
        let starts: Vec<usize> = (0..self.ends.len()).step_by(CHUNK).collect();
        let chunk = |start: usize| start..(start + CHUNK).min(self.ends.len());
        let totals: Vec<Vec<WideFloat>> = try_map(&starts, |&start| {
            let places = chunk(start);
            let first = if start == 0 { 0 } else { self.ends[start - 1] };
            let points = &self.points[first..self.ends[places.end - 1]];
            watch.step_on_lattice()?;
            Ok::<_, LatticeError>(masses.iter().map(|of| self.sum(of, points)).collect())
        })?;
        let count = masses.len();
        let running = |order: &mut dyn Iterator<Item = usize>| {
            let mut sums = vec![WideFloat::ZERO; count];
            let mut all = vec![Vec::new(); totals.len()];
            for chunk in order {
                all[chunk] = sums.clone();
                for (sum, total) in sums.iter_mut().zip(&totals[chunk]) {
                    *sum += *total;
                }
            }
            all
        };
        let below = running(&mut (0..totals.len()));
        let above = running(&mut (0..totals.len()).rev());
        // Tables of all pairs are large: only those of a few chunks are held at a time.
        let mut all = Sums::new(count, ranks);
        let numbered: Vec<(usize, usize)> = starts.iter().copied().enumerate().collect();
        for some in numbered.chunks(CHUNKS) {
            let parts: Vec<Sums> = try_map(some, |&(number, start)| {
                watch.step_on_lattice()?;
                Ok::<_, LatticeError>(self.chunk_sums(
                    chunk(start),
                    masses,
                    undefined,
                    (below[number].clone(), &above[number]),
                    ranks,
                ))
            })?;
            for part in &parts {
                all.join(part);
            }
        }
        Ok(all)
    }

    fn chunk_sums(
        &self,
        places: std::ops::Range<usize>,
        masses: &[ClassMasses],
        undefined: &[WideFloat],
        (mut below, above): (Vec<WideFloat>, &[WideFloat]),
        ranks: bool,
    ) -> Sums {
        let count = masses.len();
        let mut part = Sums::new(count, ranks);
        // Masses of the chunk, and of what lies above each of its values.
        let own: Vec<Vec<WideFloat>> = places
            .map(|place| masses.iter().map(|of| self.sum(of, self.group(place))).collect())
            .collect();
        let mut higher = vec![Vec::new(); own.len()];
        let mut sums = above.to_vec();
        for (place, own) in own.iter().enumerate().rev() {
            higher[place] = sums.clone();
            for (sum, mass) in sums.iter_mut().zip(own) {
                *sum += *mass;
            }
        }
        let mut products = LeaveOneOut::new(count);
        for (own, higher) in own.iter().zip(&higher) {
            let mut at = 0;
            for i in 0..count {
                let mass = own[i];
                for j in i + 1..count {
                    part.better[at] += mass * below[j];
                    part.equal[at] += mass * own[j];
                    part.worse[at] += mass * higher[j];
                    at += 1;
                }
            }
            // Not better: lower or undefined; not better or tied: the same value too.
            let lower: Vec<WideFloat> =
                below.iter().zip(undefined).map(|(below, not)| *below + *not).collect();
            let not_better: Vec<WideFloat> =
                lower.iter().zip(own).map(|(lower, own)| *lower + *own).collect();
            for (sums, factors) in [(&mut part.alone, &lower), (&mut part.tied, &not_better)] {
                for ((sum, product), mass) in sums.iter_mut().zip(all_but_one(factors)).zip(own) {
                    *sum += *mass * product;
                }
            }
            if ranks {
                products.visit(&not_better, higher, |i, coefficients| {
                    let row = &mut part.ranks[i * count..(i + 1) * count];
                    for (sum, coefficient) in row.iter_mut().zip(coefficients) {
                        *sum += own[i] * *coefficient;
                    }
                });
            }
            for (sum, mass) in below.iter_mut().zip(own) {
                *sum += *mass;
            }
        }
        part
    }
}

impl Sums {
    fn new(count: usize, ranks: bool) -> Self {
        let zeros = |length| vec![WideFloat::ZERO; length];
        let pairs = count * (count - 1) / 2;
        Self {
            better: zeros(pairs),
            equal: zeros(pairs),
            worse: zeros(pairs),
            alone: zeros(count),
            tied: zeros(count),
            ranks: zeros(if ranks { count * count } else { 0 }),
        }
    }

    fn join(&mut self, other: &Self) {
        for (own, its) in [
            (&mut self.better, &other.better),
            (&mut self.equal, &other.equal),
            (&mut self.worse, &other.worse),
            (&mut self.alone, &other.alone),
            (&mut self.tied, &other.tied),
            (&mut self.ranks, &other.ranks),
        ] {
            for (sum, part) in own.iter_mut().zip(its) {
                *sum += *part;
            }
        }
    }
}

/// For each factor the product of all others, from products of those before and after it.
fn all_but_one(factors: &[WideFloat]) -> Vec<WideFloat> {
    let mut products = Vec::with_capacity(factors.len());
    let mut before = WideFloat::ONE;
    for factor in factors {
        products.push(before);
        before *= *factor;
    }
    let mut behind = WideFloat::ONE;
    for (product, factor) in products.iter_mut().zip(factors).rev() {
        *product *= behind;
        behind *= *factor;
    }
    products
}

/// Products of the polynomials `not_better_j + better_j z` over all j but one.
struct LeaveOneOut {
    /// One buffer per depth of the halving.
    buffers: Vec<Vec<WideFloat>>,
}

impl LeaveOneOut {
    fn new(count: usize) -> Self {
        let depth = usize::try_from(count.next_power_of_two().ilog2()).expect("small") + 2;
        Self { buffers: vec![Vec::with_capacity(count); depth] }
    }

    /// Calls `visit` for each i with the coefficients of the product without factor i.
    fn visit(
        &mut self,
        not_better: &[WideFloat],
        better: &[WideFloat],
        mut visit: impl FnMut(usize, &[WideFloat]),
    ) {
        self.buffers[0].clear();
        self.buffers[0].push(WideFloat::ONE);
        descend(&mut self.buffers, 0..not_better.len(), not_better, better, &mut visit);
    }
}

/// `buffers[0]` holds the product of all factors outside the range.
fn descend(
    buffers: &mut [Vec<WideFloat>],
    range: std::ops::Range<usize>,
    not_better: &[WideFloat],
    better: &[WideFloat],
    visit: &mut impl FnMut(usize, &[WideFloat]),
) {
    if range.len() == 1 {
        visit(range.start, &buffers[0]);
        return;
    }
    let middle = range.start.midpoint(range.end);
    for (kept, taken) in
        [(range.start..middle, middle..range.end), (middle..range.end, range.start..middle)]
    {
        let (own, deeper) = buffers.split_at_mut(1);
        deeper[0].clear();
        deeper[0].extend_from_slice(&own[0]);
        for j in taken {
            multiply(&mut deeper[0], not_better[j], better[j]);
        }
        descend(deeper, kept, not_better, better, visit);
    }
}

/// The polynomial times `constant + linear z`, in place.
fn multiply(coefficients: &mut Vec<WideFloat>, constant: WideFloat, linear: WideFloat) {
    coefficients.push(WideFloat::ZERO);
    for k in (1..coefficients.len()).rev() {
        coefficients[k] = coefficients[k] * constant + coefficients[k - 1] * linear;
    }
    coefficients[0] *= constant;
}

fn at(t: u64) -> usize {
    usize::try_from(t).expect("lists of weights fit in memory")
}
