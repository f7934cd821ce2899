//! The joint masses of what two classifiers get right among further samples of one class.
//!
//! With n patterns observed (k both right, b only the first, c only the second, z both wrong) and
//! the prior Dirichlet(w/4, ...), M further samples have the patterns (k', b', c', z') with the
//! mass
//!
//! ```text
//! f_k(k') f_b(b') f_c(c') f_z(z') / f_A(M),   f_a(m) = a (a+1) ... (a+m-1) / m!,
//! ```
//!
//! a being the posterior masses k + w/4 and so on, A their sum. All f may be multiplied by t^m:
//! with t = M/(A + M) each of them has its peak where its mass is, so doubles hold what matters.
//! Given the number x = k' + b' that the first has right, b' and c' are independent: the mass of
//! the difference d = b' - c' is a correlation of two lists. O(M) for x times the sizes of both
//! lists.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};
use pulp::{Simd, WithSimd};

use super::apart::Window;
use super::model::{ClassEvidence, PatternMass};
use super::sum::Mass;
use crate::lattice::{LatticeError, Urn};
use crate::num::{Rational, WideFloat};
use crate::performance::JointCounts;
use crate::vectors::in_vectors;
use crate::work::Work;

/// States of a class that are listed at most.
const MAX_STATES: u64 = 20_000_000;
/// Products that are summed for one class at most: some seconds.
const MAX_PRODUCTS: u64 = 8_000_000_000;
/// Numbers that are kept for further pairs at most.
const MOST_KEPT: usize = 1_000_000;
/// States with less mass are left out, and count as cut.
const NEGLIGIBLE: f64 = 1e-27;

/// Joint masses of one class: a row for each number x that the first may have right.
#[derive(Clone, Debug)]
pub(super) struct ClassMasses<M> {
    pub(super) rows: Vec<ClassRow<M>>,
    /// Total of the masses of the whole class.
    pub(super) total: M,
    /// Greatest error of each mass, in roundings.
    pub(super) roundings: f64,
    /// An upper bound of the mass that is not listed.
    pub(super) cut: f64,
}

/// The masses of differences, given that the first has `first` right.
#[derive(Clone, Debug)]
pub(super) struct ClassRow<M> {
    pub(super) first: u64,
    /// The first difference that is listed: right of the first less right of the second.
    pub(super) start: i64,
    pub(super) masses: Vec<M>,
}

impl<M: Mass> ClassMasses<M> {
    /// All states with mass: right of the first, the difference, the mass.
    pub(super) fn states(&self) -> impl Iterator<Item = (u64, i64, &M)> {
        self.rows.iter().flat_map(|row| {
            let differences = row.start..;
            let states = differences.zip(&row.masses).filter(|(_, mass)| !mass.is_nothing());
            states.map(|(difference, mass)| (row.first, difference, mass))
        })
    }
}

fn near(count: u64) -> usize {
    usize::try_from(count).expect("listed in memory")
}

fn signed(count: u64) -> i64 {
    i64::try_from(count).expect("lattices have fewer than 2^32 samples")
}

/// The urns of one class's patterns, for many pairs: those of a count are worked out once.
pub(super) struct PatternUrns {
    mass: PatternMass,
    samples: u64,
    known: Mutex<KnownUrns>,
}

#[derive(Default)]
struct KnownUrns {
    /// By the count of a pattern and of all samples seen.
    urns: HashMap<[u64; 2], Arc<PatternUrn>>,
    /// The numbers that they hold, about.
    numbers: usize,
}

/// One pattern of further samples.
struct PatternUrn {
    /// The counts within a window, and at least the mass outside.
    counts: Range<u64>,
    cut: f64,
    weights: Vec<WideFloat>,
    peak: WideFloat,
    /// The weights over their peak.
    shares: Vec<f64>,
    /// 1/f_A(M) t^-M
    inverse: WideFloat,
}

impl PatternUrns {
    pub(super) fn new(mass: &PatternMass, samples: u64) -> Self {
        Self { mass: mass.clone(), samples, known: Mutex::default() }
    }

    fn of(&self, count: u64, all: u64) -> Result<Arc<PatternUrn>, LatticeError> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(urn) = known().urns.get(&[count, all]) {
            return Ok(Arc::clone(urn));
        }
        let urn = Urn::given(count, all - count, self.samples, &self.mass.prior_of(1))?;
        let Window { counts, cut, .. } = Window::new(&urn);
        let tilted = Tilted::new([count, all - count, 0, 0], &self.mass.quarter(), self.samples)?;
        let weights = tilted.weights(tilted.balls[0], &counts);
        let peak = weights.iter().copied().max().unwrap_or(WideFloat::ZERO);
        let over_peak = WideFloat::ONE / peak;
        let shares = weights.iter().map(|weight| (*weight * over_peak).to_f64()).collect();
        let whole = tilted.weights(tilted.total, &(self.samples..self.samples + 1));
        let inverse = WideFloat::ONE / whole[0];
        let urn = Arc::new(PatternUrn { counts, cut, weights, peak, shares, inverse });
        let mut known = known();
        if known.numbers < MOST_KEPT {
            known.numbers += urn.shares.len() + 8;
            known.urns.insert([count, all], Arc::clone(&urn));
        }
        Ok(urn)
    }

    /// The masses within windows outside of which less than 2^-71 is left.
    ///
    /// # Errors
    /// More states than can be listed; a prior with too many digits.
    pub(super) fn certified(&self, counts: JointCounts) -> Result<ClassMasses<f64>, LatticeError> {
        let mut found = self.listed(counts)?;
        let mut left_out = <f64 as Mass>::sum();
        for row in &mut found.rows {
            for mass in row.masses.iter_mut().filter(|mass| **mass < NEGLIGIBLE) {
                f64::add(&mut left_out, mass);
                *mass = 0.0;
            }
        }
        // Twice covers all roundings.
        found.cut += 2.0 * f64::total(&left_out);
        Ok(found)
    }

    fn listed(&self, counts: JointCounts) -> Result<ClassMasses<f64>, LatticeError> {
        let samples = self.samples;
        let observed = patterns(counts);
        let all: u64 = observed.iter().sum();
        let mut urns = Vec::with_capacity(observed.len());
        for count in observed {
            urns.push(self.of(count, all)?);
        }
        let cut = urns.iter().map(|urn| urn.cut).sum::<f64>() * (1.0 + 1e-9);
        let [k, b, c, z] = [0, 1, 2, 3].map(|pattern| &urns[pattern].counts);
        let firsts = k.start + b.start..(k.end + b.end - 1).min(samples + 1);
        let products = (b.end - b.start).saturating_mul(c.end - c.start);
        let products = products.saturating_mul(firsts.end.saturating_sub(firsts.start));
        if products > MAX_PRODUCTS {
            return Err(too_large(products, MAX_PRODUCTS));
        }
        check_states(
            firsts.end.saturating_sub(firsts.start),
            near(b.end - b.start + c.end - c.start),
        )?;
        // A product of one number of each pattern is a mass; each is off by one rounding and a bit.
        let constant = urns[1..].iter().fold(urns[0].inverse, |product, urn| product * urn.peak);
        let first = urns[0].weights.iter().map(|weight| (*weight * constant).to_f64());
        let first: Vec<f64> = first.collect();
        let tables = [&first, &urns[1].shares, &urns[2].shares, &urns[3].shares];
        let of =
            |pattern: usize, count: u64| tables[pattern][near(count - urns[pattern].counts.start)];
        let mut left_out = <f64 as Mass>::sum();
        let mut rows = Vec::new();
        for first in firsts {
            // Those that the first has right, and those that it has wrong.
            let mut right = within(first, k, b);
            let mut wrong = within(samples - first, z, c);
            let own: Vec<f64> = right.clone().map(|b| of(0, first - b) * of(1, b)).collect();
            let other: Vec<f64> =
                wrong.clone().map(|c| of(2, c) * of(3, samples - first - c)).collect();
            let sums = [own.iter().sum::<f64>(), other.iter().sum()];
            let own = cut_off(own, &mut right, sums[1], &mut left_out);
            let mut other = cut_off(other, &mut wrong, sums[0], &mut left_out);
            other.reverse();
            let masses = correlation(&own, &other);
            if !masses.is_empty() {
                let start = signed(right.start) - signed(wrong.end - 1);
                rows.push(ClassRow { first, start, masses });
            }
        }
        // Twice covers all roundings.
        let cut = cut + 2.0 * f64::total(&left_out);
        let terms = (b.end - b.start).min(c.end - c.start);
        #[expect(clippy::cast_precision_loss, reason = "a bound, rounded up by its last summand")]
        let roundings = terms as f64 + 4.0 * 1.02 + 3.0 + 1.0;
        Ok(ClassMasses { rows, total: 1.0, roundings, cut })
    }
}

impl ClassMasses<BigUint> {
    /// All masses as integers over a common total.
    ///
    /// # Errors
    /// Work that would take longer than a few minutes, and a prior with too many digits.
    pub(super) fn exact(
        evidence: ClassEvidence,
        mass: &PatternMass,
        samples: u64,
    ) -> Result<Self, LatticeError> {
        match evidence {
            ClassEvidence::Paired(counts) => Self::paired(counts, mass, samples),
            ClassEvidence::Independent(first, second) => {
                let urn =
                    |[right, wrong]: [u64; 2]| Urn::given(right, wrong, samples, &mass.prior_of(2));
                let (first, second) = (urn(first)?, urn(second)?);
                check_work(samples, 2, first.digits().max(second.digits()))?;
                let others: Vec<BigUint> = second.weights().into_iter().rev().collect();
                let row = |(right, weight): (u64, BigUint)| ClassRow {
                    first: right,
                    start: signed(right) - signed(samples),
                    masses: others.iter().map(|other| &weight * other).collect(),
                };
                Ok(Self {
                    rows: (0..).zip(first.weights()).map(row).collect(),
                    total: first.total() * second.total(),
                    roundings: 0.0,
                    cut: 0.0,
                })
            }
        }
    }

    fn paired(counts: JointCounts, mass: &PatternMass, samples: u64) -> Result<Self, LatticeError> {
        let urn = Tilted::new(patterns(counts), &mass.quarter(), samples)?;
        let bits =
            u64::from(u128::BITS - (urn.total + u128::from(samples) * urn.step).leading_zeros());
        check_work(samples, 3, samples * bits)?;
        let rising = |balls: u128| {
            let mut products = vec![BigUint::one()];
            for i in 0..u128::from(samples) {
                let next = products.last().expect("one") * (balls + i * urn.step);
                products.push(next);
            }
            products
        };
        let rising_of = urn.balls.map(rising);
        let of = |pattern: usize, count: u64| &rising_of[pattern][near(count)];
        let mut choices = BigUint::one();
        let mut rows = Vec::with_capacity(near(samples) + 1);
        for first in 0..=samples {
            let last = samples - first;
            let own: Vec<BigUint> = binomials(first)
                .zip(0..)
                .map(|(choices, b)| choices * of(0, first - b) * of(1, b))
                .map(|weight| weight * &choices)
                .collect();
            let mut other: Vec<BigUint> = binomials(last)
                .zip(0..)
                .map(|(choices, c)| choices * of(2, c) * of(3, last - c))
                .collect();
            other.reverse();
            let mut masses = vec![BigUint::ZERO; own.len() + other.len() - 1];
            for (offset, mass) in own.iter().enumerate() {
                for (sum, other) in masses[offset..].iter_mut().zip(&other) {
                    *sum += mass * other;
                }
            }
            rows.push(ClassRow { first, start: -signed(last), masses });
            choices = choices * last / (first + 1);
        }
        let total = rising(urn.total).pop().expect("one");
        Ok(Self { rows, total, roundings: 0.0, cut: 0.0 })
    }
}

/// The counts in the order of tables: both right, only the first, only the second, both wrong.
fn patterns(counts: JointCounts) -> [u64; 4] {
    [counts.both_right, counts.only_first, counts.only_second, counts.both_wrong]
}

/// C(n, 0), C(n, 1), ..., C(n, n).
fn binomials(n: u64) -> impl Iterator<Item = BigUint> {
    let next = move |(of, k): &(BigUint, u64)| (*k < n).then(|| (of * (n - k) / (k + 1), k + 1));
    std::iter::successors(Some((BigUint::one(), 0)), next).map(|(of, _)| of)
}

/// The counts of one pattern that leave a count within its window to the other one.
fn within(sum: u64, rest: &Range<u64>, own: &Range<u64>) -> Range<u64> {
    // sum - count is in rest.
    let start = own.start.max((sum + 1).saturating_sub(rest.end));
    let end = own.end.min((sum + 1).saturating_sub(rest.start));
    start..end.max(start)
}

/// Cuts off what has less mass than counts on both sides of a list of a range, if each entry is
/// multiplied by numbers with this sum, and adds this mass to what is left out.
fn cut_off(
    mut list: Vec<f64>,
    range: &mut Range<u64>,
    others: f64,
    left_out: &mut <f64 as Mass>::Sum,
) -> Vec<f64> {
    let is_little = |share: &&f64| **share * others < NEGLIGIBLE;
    let after = list.iter().rev().take_while(is_little).count();
    let before = list[..list.len() - after].iter().take_while(is_little).count();
    let kept = before..list.len() - after;
    list[..kept.start].iter().chain(&list[kept.end..]).for_each(|share| {
        f64::add(left_out, &(share * others));
    });
    let count = |places: usize| u64::try_from(places).expect("places in memory");
    *range = range.start + count(kept.start)..range.start + count(kept.end);
    list.truncate(kept.end);
    list.split_off(kept.start)
}

/// The sums of products of two lists whose places have the same sum: each entry has one product of
/// each entry of the shorter list at most.
fn correlation(own: &[f64], other: &[f64]) -> Vec<f64> {
    /// The entries of the first list that are multiplied at a time.
    const BLOCK: usize = 4;
    if own.is_empty() || other.is_empty() {
        return Vec::new();
    }
    let ends = [0.0; BLOCK - 1];
    let other = [&ends, other, &ends].concat();
    let count = own.len() + other.len() - 2 * ends.len() - 1;
    let mut masses = vec![0.0; count + BLOCK];
    for (block, own) in own.chunks(BLOCK).enumerate() {
        let mut shares = [0.0; BLOCK];
        shares[..own.len()].copy_from_slice(own);
        in_vectors(AddProducts { shares, other: &other, sums: &mut masses[BLOCK * block..] });
    }
    masses.truncate(count);
    masses
}

/// Adds the products of some shares with each place of a list and the places before it.
struct AddProducts<'l> {
    shares: [f64; 4],
    other: &'l [f64],
    sums: &'l mut [f64],
}

impl WithSimd for AddProducts<'_> {
    type Output = ();

    // Only what is inlined here is compiled for the machine's vectors; each sum is the same in any.
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let [a, b, c, d] = self.shares;
        let count = self.other.len().saturating_sub(3).min(self.sums.len());
        let [last, third, second, first] = [0, 1, 2, 3].map(|at| &self.other[at..][..count]);
        for (at, sum) in self.sums[..count].iter_mut().enumerate() {
            *sum += (a * first[at] + b * second[at]) + (c * third[at] + d * last[at]);
        }
    }
}

/// A Pólya urn of four colours in integers: a number of balls of each colour, `step` more of a
/// colour after each draw of it.
struct Tilted {
    balls: [u128; 4],
    total: u128,
    step: u128,
    draws: u64,
}

impl Tilted {
    fn new(observed: [u64; 4], prior: &Rational, draws: u64) -> Result<Self, LatticeError> {
        let too_fine = || LatticeError::ModelTooFine;
        let step = prior.denominator().to_u128().ok_or_else(too_fine)?;
        let own = prior.numerator().to_u128().ok_or_else(too_fine)?;
        let balls = |count: u64| step.checked_mul(u128::from(count))?.checked_add(own);
        let mut all = [0; 4];
        let mut total: u128 = 0;
        for (balls_of, count) in all.iter_mut().zip(observed) {
            *balls_of = balls(count).ok_or_else(too_fine)?;
            total = total.checked_add(*balls_of).ok_or_else(too_fine)?;
        }
        let draws_wide = u128::from(draws) + 1;
        let largest = || step.checked_mul(draws_wide)?.checked_add(total)?.checked_mul(draws_wide);
        if largest().is_none_or(|largest| largest >> 126 != 0) {
            return Err(too_fine());
        }
        Ok(Self { balls: all, total, step, draws })
    }

    /// f(m) t^m for m up to the end of a range, the part before the range left out.
    fn weights(&self, balls: u128, range: &Range<u64>) -> Vec<WideFloat> {
        let draws = u128::from(self.draws);
        let below = self.total + draws * self.step;
        let mut weight = WideFloat::ONE;
        let mut weights = Vec::with_capacity(near(range.end - range.start));
        for m in 0..range.end {
            if m >= range.start {
                weights.push(weight);
            }
            let m = u128::from(m);
            weight = weight * WideFloat::from_u128((balls + m * self.step) * draws)
                / WideFloat::from_u128((m + 1) * below);
        }
        weights
    }
}

fn too_large(matrices: u64, limit: u64) -> LatticeError {
    LatticeError::WindowsTooLarge { matrices, limit }
}

fn check_states(rows: u64, width: usize) -> Result<(), LatticeError> {
    let states = rows.saturating_mul(u64::try_from(width).unwrap_or(u64::MAX));
    if states > MAX_STATES { Err(too_large(states, MAX_STATES)) } else { Ok(()) }
}

/// Refuses fractions that would take too long: about `samples^power/6` products of half the digits.
fn check_work(samples: u64, power: u32, bits: u64) -> Result<(), LatticeError> {
    let half = u128::from(bits) / 128 + 2;
    let products = (u128::from(samples) + 1).saturating_pow(power) / 6;
    Ok(Work::ExactProducts.check(products.saturating_mul(half).saturating_mul(half))?)
}
