//! The distributions of ranks as fractions: the same sums in integers.

use std::ops::Range;

use crate::parallel::{fold, map};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

use super::contest::common_lattice;
use super::{RankDistribution, RankDistributions, RankedPair};
use crate::lattice::{Lattice, LatticeError, MetricOnLattice, Ordered, Predictive};
use crate::num::{Rational, Value};
use crate::score::Metric;
use crate::work::{Watch, Work};

/// Values of a task.
const CHUNK: usize = 256;

/// Integer weights of one classifier's further results.
struct Weights {
    by_tp: Vec<BigUint>,
    by_tn: Vec<BigUint>,
    total: BigUint,
}

/// Integer sums of n classifiers, tables with a row for each.
struct Sums {
    alone: Vec<BigUint>,
    better: Vec<BigUint>,
    equal: Vec<BigUint>,
    ranks: Vec<BigUint>,
}

impl RankDistributions {
    /// The distributions as exact fractions.
    ///
    /// # Errors
    /// As [`Self::new`]; what would take too long or too much memory.
    pub fn exact(
        classifiers: &[(String, Predictive)],
        metric: &Metric,
    ) -> Result<Self, LatticeError> {
        Self::in_fractions(classifiers, metric, None, true, &Watch::never())
    }

    /// The distributions as exact fractions, with undefined matrices counted as `undefined_as`.
    /// Without `ranks` only the probability of the first one, alone or tied.
    pub(in crate::contest) fn in_fractions(
        classifiers: &[(String, Predictive)],
        metric: &Metric,
        undefined_as: Option<&Rational>,
        ranks: bool,
        watch: &Watch<'_>,
    ) -> Result<Self, LatticeError> {
        let nexts: Vec<&Predictive> = classifiers.iter().map(|(_, next)| next).collect();
        let lattice = common_lattice(&nexts)?;
        lattice.check_size(50_000_000)?;
        for next in &nexts {
            next.check_exact()?;
        }
        if ranks {
            check_work(lattice.matrices(), &nexts, true)?;
        }
        let order =
            Ordered::best_last(&MetricOnLattice::new(metric, lattice)?, undefined_as, watch)?;
        check_work(order.ends.len() as u128, &nexts, ranks)?;
        let weights: Vec<Weights> = nexts.iter().map(|next| Weights::new(next)).collect();
        let nowhere: Vec<BigUint> =
            weights.iter().map(|of| order.weight(of, &order.undefined)).collect();
        let sums = order.sums(&weights, &nowhere, ranks);
        let mut found = finish(classifiers, metric, lattice, &weights, &nowhere, &sums);
        if !ranks {
            for of in &mut found.classifiers {
                of.ranks.truncate(1);
            }
        }
        found.undefined_as = order.convention.map(|convention| convention.value);
        Ok(found)
    }
}

/// Refuses what would take too long.
fn check_work(values: u128, classifiers: &[&Predictive], ranks: bool) -> Result<(), LatticeError> {
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    let words =
        |next: &Predictive| (next.positive.digits() + next.negative.digits()) as f64 / 64.0 + 1.0;
    let all: f64 = classifiers.iter().map(|next| words(next)).sum();
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    let (count, values) = (classifiers.len() as f64, values as f64);
    // Halving makes n log n products of one weight with about half of all others, or n times as
    // many for all ranks.
    let products = if ranks { count * count } else { count } * (count.log2() + 1.0);
    let work = values * products * (all / 2.0) * (all / count);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an estimate")]
    let work = work as u128;
    Ok(Work::ExactProducts.check(work)?)
}

fn finish(
    classifiers: &[(String, Predictive)],
    metric: &Metric,
    lattice: Lattice,
    weights: &[Weights],
    nowhere: &[BigUint],
    sums: &Sums,
) -> RankDistributions {
    let count = weights.len();
    let ratio = |numerator: &BigUint, denominator: &BigUint| {
        Rational::new(BigInt::from(numerator.clone()), BigInt::from(denominator.clone()))
    };
    let all: BigUint = weights.iter().map(|of| &of.total).product();
    let of_pair = |table: &[BigUint], i: usize, j: usize| {
        ratio(&table[i * count + j], &(&weights[i].total * &weights[j].total))
    };
    let undefined = |i: usize| ratio(&nowhere[i], &weights[i].total);
    let distributions = classifiers.iter().enumerate().map(|(i, (name, _))| {
        let ranks: Vec<Rational> =
            sums.ranks[i * count..(i + 1) * count].iter().map(|sum| ratio(sum, &all)).collect();
        let alone = ratio(&sums.alone[i], &all);
        let tied = &ranks[0] - &alone;
        let before: Rational = (0..count)
            .filter(|&j| j != i)
            .map(|j| of_pair(&sums.better, j, i) + of_pair(&sums.equal, i, j) / Rational::from(2))
            .sum();
        let defined = Rational::ONE - undefined(i);
        RankDistribution {
            name: name.clone(),
            first_alone: Value::Exact(alone),
            first_tied: Value::Exact(tied),
            undefined: Value::Exact(undefined(i)),
            expected_rank: before
                .checked_div(&defined)
                .map(|before| Value::Exact(Rational::ONE + before)),
            ranks: ranks.into_iter().map(Value::Exact).collect(),
        }
    });
    let greater = |i: usize, j: usize| Value::Exact(of_pair(&sums.better, i, j));
    let pair = |first: usize, second: usize| RankedPair {
        first,
        second,
        greater: greater(first, second),
        equal: Value::Exact(of_pair(&sums.equal, first, second)),
        less: greater(second, first),
        undefined: Value::Exact(
            Rational::ONE
                - (Rational::ONE - undefined(first)) * (Rational::ONE - undefined(second)),
        ),
    };
    RankDistributions {
        metric: metric.clone(),
        lattice,
        undefined_as: None,
        classifiers: distributions.collect(),
        pairs: (0..count).flat_map(|i| (i + 1..count).map(move |j| pair(i, j))).collect(),
    }
}

impl Weights {
    fn new(next: &Predictive) -> Self {
        Self {
            by_tp: next.positive.weights(),
            by_tn: next.negative.weights(),
            total: next.positive.total() * next.negative.total(),
        }
    }
}

impl Ordered {
    fn weight(&self, weights: &Weights, points: &[u64]) -> BigUint {
        let place = |count: u64| usize::try_from(count).expect("lists of weights fit in memory");
        let mut sum = BigUint::zero();
        for &point in points {
            let (tp, tn) = self.lattice.point(point);
            sum += &weights.by_tp[place(tp)] * &weights.by_tn[place(tn)];
        }
        sum
    }

    /// The matrices with values of a range.
    fn points_of(&self, values: Range<usize>) -> &[u64] {
        let start = if values.start == 0 { 0 } else { self.ends[values.start - 1] };
        &self.points[start..self.ends[values.end - 1]]
    }

    fn sums(&self, weights: &[Weights], nowhere: &[BigUint], ranks: bool) -> Sums {
        let chunks: Vec<Range<usize>> = (0..self.ends.len())
            .step_by(CHUNK)
            .map(|start| start..(start + CHUNK).min(self.ends.len()))
            .collect();
        let masses: Vec<Vec<BigUint>> = map(&chunks, |chunk| {
            weights.iter().map(|of| self.weight(of, self.points_of(chunk.clone()))).collect()
        });
        let mut below = vec![vec![BigUint::zero(); weights.len()]];
        for masses in &masses {
            let last = below.last().expect("it begins with zeros");
            let next = last.iter().zip(masses).map(|(below, mass)| below + mass).collect();
            below.push(next);
        }
        let count = weights.len();
        fold(
            chunks.len(),
            || Sums::new(count),
            |sums, k| {
                let (chunk, below) = (chunks[k].clone(), below[k].clone());
                sums.join(self.chunk(chunk, below, weights, nowhere, ranks))
            },
            Sums::join,
        )
    }

    fn chunk(
        &self,
        chunk: Range<usize>,
        mut below: Vec<BigUint>,
        weights: &[Weights],
        nowhere: &[BigUint],
        ranks: bool,
    ) -> Sums {
        let count = weights.len();
        let mut sums = Sums::new(count);
        for value in chunk {
            let points = self.points_of(value..value + 1);
            let own: Vec<BigUint> = weights.iter().map(|of| self.weight(of, points)).collect();
            let lower: Vec<(BigUint, BigUint)> =
                (0..count).map(|j| (&below[j] + &nowhere[j], BigUint::zero())).collect();
            let factors: Vec<(BigUint, BigUint)> = (0..count)
                .map(|j| {
                    let not_better = &lower[j].0 + &own[j];
                    // The constant coefficient alone is the probability of the first rank.
                    let better =
                        if ranks { &weights[j].total - &not_better } else { BigUint::zero() };
                    (not_better, better)
                })
                .collect();
            for i in (0..count).filter(|&i| !own[i].is_zero()) {
                for j in 0..count {
                    sums.better[i * count + j] += &own[i] * &below[j];
                    sums.equal[i * count + j] += &own[i] * &own[j];
                }
            }
            let one = vec![BigUint::one()];
            descend(&one, 0..count, &lower, &own, &mut |i, product| {
                sums.alone[i] += &own[i] * &product[0];
            });
            descend(&one, 0..count, &factors, &own, &mut |i, product| {
                for (k, coefficient) in product.iter().enumerate() {
                    sums.ranks[i * count + k] += &own[i] * coefficient;
                }
            });
            for (below, own) in below.iter_mut().zip(own) {
                *below += own;
            }
        }
        sums
    }
}

/// Calls `visit` with the product of all factors but one, for each i with a mass of its own;
/// `outside` is the product of those outside the range.
fn descend(
    outside: &[BigUint],
    range: Range<usize>,
    factors: &[(BigUint, BigUint)],
    own: &[BigUint],
    visit: &mut impl FnMut(usize, &[BigUint]),
) {
    if own[range.clone()].iter().all(Zero::is_zero) {
        return;
    }
    if range.len() == 1 {
        visit(range.start, outside);
        return;
    }
    let middle = range.start.midpoint(range.end);
    for (kept, taken) in
        [(range.start..middle, middle..range.end), (middle..range.end, range.start..middle)]
    {
        let mut product = outside.to_vec();
        for (constant, linear) in &factors[taken] {
            if !linear.is_zero() {
                product.push(BigUint::zero());
            }
            for k in (0..product.len()).rev() {
                product[k] = &product[k] * constant;
                if k > 0 && !linear.is_zero() {
                    let carried = &product[k - 1] * linear;
                    product[k] += carried;
                }
            }
        }
        descend(&product, kept, factors, own, visit);
    }
}

impl Sums {
    fn new(count: usize) -> Self {
        let zeros = |length: usize| vec![BigUint::zero(); length];
        let table = count * count;
        Self { alone: zeros(count), better: zeros(table), equal: zeros(table), ranks: zeros(table) }
    }

    fn join(mut self, other: Self) -> Self {
        for (own, its) in [
            (&mut self.alone, other.alone),
            (&mut self.better, other.better),
            (&mut self.equal, other.equal),
            (&mut self.ranks, other.ranks),
        ] {
            for (sum, part) in own.iter_mut().zip(its) {
                *sum += part;
            }
        }
        self
    }
}
