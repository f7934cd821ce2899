//! A few inequalities in bounded integers: all values are tried, one variable after another.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;

use super::super::value::ReportedValue;
use crate::num::{Rational, common_denominator};
use crate::work::Watch;

/// Numbers of the search for a solution at most; more than that is not decided.
const MOST_NODES: u64 = 3_000_000;

/// `lower <= sum of coefficients times variables <= upper`
pub(super) struct Inequality {
    pub(super) coefficients: Vec<i128>,
    pub(super) lower: i128,
    pub(super) upper: i128,
    /// The least and the largest sum of the terms from each variable on.
    rest: Vec<[i128; 2]>,
}

impl Inequality {
    /// The range of a sum of rational terms, in integers. If the common denominator is too long,
    /// the coefficients are rounded and the ends moved outwards by what that changes at most, so
    /// that every solution is still one.
    pub(super) fn new(
        constant: &Rational,
        coefficients: &[Rational],
        value: &ReportedValue,
        most: &[i128],
    ) -> Option<Self> {
        /// Binary places of rounded coefficients, and of the numbers that are exact at most.
        const BITS: [u64; 2] = [60, 90];
        let scale = common_denominator(coefficients);
        if scale.bits() <= BITS[1] {
            let ends = Ends::of(constant, value, &Rational::from(scale.clone()));
            let exact =
                |term: &Rational| (term.numerator() * (&scale / term.denominator())).to_i128();
            return Self::of(coefficients.iter().map(exact).collect::<Option<_>>()?, ends, most);
        }
        let scale = Rational::from(BigInt::from(1_u64 << BITS[0]));
        let mut ends = Ends::of(constant, value, &scale);
        let off = most.iter().try_fold(0_i128, |sum, most| sum.checked_add(*most))?;
        ends.lower -= BigInt::from(off);
        ends.upper += BigInt::from(off);
        let floor = |term: &Rational| {
            let term = term * &scale;
            term.numerator().div_floor(&term.denominator()).to_i128()
        };
        Self::of(coefficients.iter().map(floor).collect::<Option<_>>()?, ends, most)
    }

    fn of(coefficients: Vec<i128>, ends: Ends, most: &[i128]) -> Option<Self> {
        let mut rest = vec![[0, 0]; most.len() + 1];
        for variable in (0..most.len()).rev() {
            let far = coefficients[variable].checked_mul(most[variable])?;
            let [low, high] = rest[variable + 1];
            rest[variable] = [far.min(0).checked_add(low)?, far.max(0).checked_add(high)?];
        }
        // Differences of sums and ends have to fit as well.
        let [low, high] = rest[0];
        [low, high].iter().all(|end| end.unsigned_abs().leading_zeros() > 3).then_some(())?;
        let beyond = |value: BigInt| {
            // Ends outside all sums may be anywhere outside.
            value.clamp(BigInt::from(low) - 1, BigInt::from(high) + 1).to_i128()
        };
        Some(Self { lower: beyond(ends.lower)?, upper: beyond(ends.upper)?, coefficients, rest })
    }
}

/// The integers between which a scaled sum has to be.
struct Ends {
    lower: BigInt,
    upper: BigInt,
}

impl Ends {
    fn of(constant: &Rational, value: &ReportedValue, scale: &Rational) -> Self {
        let end = |end: &Rational| (end - constant) * scale;
        let (lower, upper) = (end(&value.lower), end(&value.upper));
        let floor = |value: &Rational| value.numerator().div_floor(&value.denominator());
        let ceiling = |value: &Rational| -(-value.numerator()).div_floor(&value.denominator());
        let one = BigInt::from(1);
        Self {
            lower: if value.lower_is_open { floor(&lower) + &one } else { ceiling(&lower) },
            upper: if value.upper_is_open { ceiling(&upper) - &one } else { floor(&upper) },
        }
    }
}

/// The values of a variable that keep all inequalities possible, given the sums so far and what the
/// later variables add at least and at most; `None` if there are none.
pub(super) fn values(
    inequalities: &[Inequality],
    sums: &[i128],
    variable: usize,
    most: i128,
    later: impl Fn(usize) -> [i128; 2],
) -> Option<[i128; 2]> {
    let (mut first, mut last) = (0, most);
    for (row, (Inequality { coefficients, lower, upper, .. }, sum)) in
        inequalities.iter().zip(sums).enumerate()
    {
        let [low, high] = later(row);
        // lower - high <= sum + c v and sum + c v <= upper - low
        let (least, largest) = (lower - high - sum, upper - low - sum);
        match coefficients[variable] {
            0 if least > 0 || largest < 0 => return None,
            0 => {}
            c if c > 0 => {
                first = first.max(-Integer::div_floor(&-least, &c));
                last = last.min(Integer::div_floor(&largest, &c));
            }
            c => {
                first = first.max(-Integer::div_floor(&-largest, &c));
                last = last.min(Integer::div_floor(&least, &c));
            }
        }
    }
    (first <= last).then_some([first, last])
}

/// A search for a solution.
pub(super) struct Search<'s> {
    inequalities: &'s [Inequality],
    most: &'s [i128],
    watch: &'s Watch<'s>,
    /// The numbers that were tried.
    tried: u64,
}

impl<'s> Search<'s> {
    pub(super) fn new(
        inequalities: &'s [Inequality],
        most: &'s [i128],
        watch: &'s Watch<'s>,
    ) -> Self {
        Self { inequalities, most, watch, tried: 0 }
    }

    /// A solution for which `is_right` holds, or none inside; `None` after too many tries, or if
    /// the work is to stop.
    pub(super) fn solution(
        &mut self,
        is_right: &dyn Fn(&[i128]) -> bool,
    ) -> Option<Option<Vec<i128>>> {
        let mut chosen = vec![0; self.most.len()];
        let sums = vec![0; self.inequalities.len()];
        let found = self.go(&sums, &mut chosen, 0, is_right)?;
        Some(found.then_some(chosen))
    }

    /// One more; `None` after too many, or if the work is to stop.
    fn step(&mut self) -> Option<()> {
        const NODES_OF_A_STEP: u64 = 4096;
        self.tried += 1;
        if self.tried > MOST_NODES {
            return None;
        }
        if self.tried % NODES_OF_A_STEP == 0 { self.watch.step() } else { Some(()) }
    }

    fn go(
        &mut self,
        sums: &[i128],
        chosen: &mut [i128],
        at: usize,
        is_right: &dyn Fn(&[i128]) -> bool,
    ) -> Option<bool> {
        self.step()?;
        let inequalities = self.inequalities;
        if at == self.most.len() {
            let mut rows = inequalities.iter().zip(sums);
            let holds = rows.all(|(row, sum)| row.lower <= *sum && *sum <= row.upper);
            return Some(holds && is_right(chosen));
        }
        let later = |row: usize| inequalities[row].rest[at + 1];
        let Some([first, last]) = values(inequalities, sums, at, self.most[at], later) else {
            return Some(false);
        };
        for value in first..=last {
            chosen[at] = value;
            let next: Vec<i128> = inequalities
                .iter()
                .zip(sums)
                .map(|(row, sum)| sum + row.coefficients[at] * value)
                .collect();
            if self.go(&next, chosen, at + 1, is_right)? {
                return Some(true);
            }
        }
        Some(false)
    }
}
