//! Values at both ends of a segment, the swaps that follow, and the order of pairs there.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer;

use crate::geometry::Point;
use crate::num::{ExactInteger, Rational, common_denominator};

/// The order of a pair at one end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AtEnd {
    /// One of the two is better.
    Strict,
    /// Both have one value.
    Tied,
    /// One of the two has no value.
    Undefined,
}

/// Numbers of pairs by their order at the two ends, and of classifiers that have a value there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct EndCounts {
    /// By the standing at the first and at the last point.
    pub(super) pairs: [[u64; 3]; 3],
    /// Classifiers with a value at the first point, at the last one, at both.
    pub(super) defined: [u64; 3],
}

impl EndCounts {
    /// Adds one pair.
    pub(super) fn add(&mut self, [from, to]: [AtEnd; 2]) {
        self.pairs[from as usize][to as usize] += 1;
    }

    /// Adds all pairs of another count.
    pub(super) fn add_all(&mut self, other: &Self) {
        for (sum, count) in self.pairs.iter_mut().flatten().zip(other.pairs.iter().flatten()) {
            *sum += count;
        }
    }

    /// The same, seen from the other end.
    pub(super) fn turned(&self) -> Self {
        let [from, to, both] = self.defined;
        let pairs = [0, 1, 2].map(|k| [0, 1, 2].map(|l| self.pairs[l][k]));
        Self { pairs, defined: [to, from, both] }
    }
}

/// Satisfied and unsatisfied importance at the first and the last point, s0, u0, s1, u1.
pub(super) fn end_values([x, y]: &[Rational; 2], [from, to]: &[Point; 2]) -> [Rational; 4] {
    let (miss_x, miss_y) = (x.complement(), y.complement());
    let satisfied = |end: &Point| end.a.complement() * x + &end.a * y;
    let unsatisfied = |end: &Point| end.b.complement() * &miss_x + &end.b * &miss_y;
    [satisfied(from), unsatisfied(from), satisfied(to), unsatisfied(to)]
}

/// End values as integers: each classifier's times a factor of its own, and each of the four
/// columns times a factor of its own, none of which changes a sign.
pub(super) struct Scaled {
    pub(super) values: Vec<[BigInt; 4]>,
    /// The factors of s0 u0 and of s1 u1.
    factors: [Rational; 2],
}

pub(super) fn scaled(values: &[[Rational; 4]]) -> Scaled {
    let column = |k: usize| values.iter().map(move |row| &row[k]);
    let commons = [0, 1, 2, 3].map(|k| common_denominator(column(k)));
    let longest = values.iter().flatten().map(|value| value.denominator().bits()).max();
    let is_shared = commons.iter().all(|common| common.bits() <= 2 * longest.unwrap_or(1) + 64);
    if !is_shared {
        // Denominators of their own, so that numbers do not grow with the number of classifiers.
        let row = |row: &[Rational; 4]| {
            let common = common_denominator(row);
            row.each_ref().map(|value| value.numerator() * (&common / value.denominator()))
        };
        return Scaled {
            values: values.iter().map(row).collect(),
            factors: [Rational::ONE, Rational::ONE],
        };
    }
    let whole =
        |k: usize, value: &Rational| value.numerator() * (&commons[k] / value.denominator());
    let divisors = [0, 1, 2, 3].map(|k| {
        let divisor = column(k).fold(BigInt::ZERO, |gcd, value| gcd.gcd(&whole(k, value)));
        if divisor == BigInt::ZERO { BigInt::from(1) } else { divisor }
    });
    let row = |row: &[Rational; 4]| [0, 1, 2, 3].map(|k| whole(k, &row[k]) / &divisors[k]);
    let factor = |k: usize| Rational::new(commons[k].clone(), divisors[k].clone());
    Scaled {
        values: values.iter().map(row).collect(),
        factors: [factor(0) * factor(1), factor(2) * factor(3)],
    }
}

/// End values in integers of one width.
pub(super) struct Ends<I> {
    values: Vec<[I; 4]>,
    /// m/(1 - m) of a swap at the position m in balanced coordinates is this times |g0| : |g1|.
    pub(super) ratio: Rational,
}

/// A pair that swaps: `before` is better at the beginning, `after` at the end.
#[derive(Clone, Copy)]
pub(super) struct Swap {
    key: u64,
    pub(super) before: u32,
    pub(super) after: u32,
}

impl<I: ExactInteger> Ends<I> {
    pub(super) fn new(scaled: &Scaled) -> Self {
        let [start, end] = &scaled.factors;
        Self {
            values: scaled.values.iter().map(|row| row.each_ref().map(I::from_big)).collect(),
            ratio: end / start,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// s_i u_j - s_j u_i at the beginning and at the end: positive where i is better.
    #[inline]
    pub(super) fn leads(&self, i: usize, j: usize) -> [I; 2] {
        let ([s0, u0, s1, u1], [t0, v0, t1, v1]) = (&self.values[i], &self.values[j]);
        [s0.times(v0).decreased(&t0.times(u0)), s1.times(v1).decreased(&t1.times(u1))]
    }

    /// The swap of two classifiers, if there is one.
    #[inline]
    pub(super) fn swap(&self, i: usize, j: usize) -> Option<Swap> {
        Self::swap_of([i, j], self.leads(i, j))
    }

    /// The same, given who leads at both ends.
    #[inline]
    fn swap_of([i, j]: [usize; 2], [start, end]: [I; 2]) -> Option<Swap> {
        let is_opposite =
            start.is_positive() && end.is_negative() || start.is_negative() && end.is_positive();
        if !is_opposite {
            return None;
        }
        let key = I::ratio_key(&start.magnitude(), &end.magnitude());
        let [i, j] = [i, j].map(|k| u32::try_from(k).expect("at most 10,000"));
        let (before, after) = if start.is_positive() { (i, j) } else { (j, i) };
        Some(Swap { key, before, after })
    }

    /// `true` if a classifier has a value at the beginning, and at the end.
    pub(super) fn is_defined(&self, i: usize) -> [bool; 2] {
        let [s0, u0, s1, u1] = &self.values[i];
        let is_zero = |value: &I| !value.is_positive() && !value.is_negative();
        [!(is_zero(s0) && is_zero(u0)), !(is_zero(s1) && is_zero(u1))]
    }

    /// The order of two classifiers at an end, given who leads there.
    #[inline]
    fn standing(&self, [i, j]: [usize; 2], end: usize, lead: &I) -> AtEnd {
        if lead.is_positive() || lead.is_negative() {
            AtEnd::Strict
        } else if self.is_defined(i)[end] && self.is_defined(j)[end] {
            AtEnd::Tied
        } else {
            AtEnd::Undefined
        }
    }

    /// The swaps of a classifier with all later ones, and how these pairs stand at both ends.
    pub(super) fn swaps_of(&self, i: usize) -> (Vec<Swap>, EndCounts) {
        let mut ends = EndCounts::default();
        let mut swaps = Vec::new();
        for j in i + 1..self.len() {
            let leads = self.leads(i, j);
            ends.add([0, 1].map(|end| self.standing([i, j], end, &leads[end])));
            swaps.extend(Self::swap_of([i, j], leads));
        }
        (swaps, ends)
    }

    /// The order of two swaps along the segment.
    pub(super) fn compare(&self, first: &Swap, second: &Swap) -> Ordering {
        first.key.cmp(&second.key).then_with(|| {
            let sizes = |swap: &Swap| {
                self.leads(swap.before as usize, swap.after as usize).map(|lead| lead.magnitude())
            };
            let ([start, end], [other_start, other_end]) = (sizes(first), sizes(second));
            start.times(&other_end).cmp(&other_start.times(&end))
        })
    }

    /// The position of a swap.
    pub(super) fn position(&self, swap: &Swap, odds_factor: &Rational) -> Rational {
        let [start, end] = self.leads(swap.before as usize, swap.after as usize);
        let odds = I::ratio(&start, &end.negated()) * odds_factor;
        &odds / (&odds + Rational::ONE)
    }
}
