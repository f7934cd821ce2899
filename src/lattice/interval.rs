//! The narrowest interval of values that holds a given part of the mass.
//!
//! Two ends move over the increasing values: O(n) steps. Masses and widths are compared as
//! fixed-point integers with their error; where that does not decide, masses are summed exactly,
//! and widths enclosed by more and more binary places. Of intervals of the same width, the one
//! with more mass is taken, and of those the lowest.
//!
//! Equal widths are recognised exactly:
//!
//! - Ratios and roots of ratios: two widths differ by a sum of four signed roots of rationals, with
//!   numerators and denominators below 2^127, over a common denominator below 2^508. The product of
//!   its eight conjugates is a rational with denominator below 2^(4 * 508), and each conjugate is
//!   below 2^66, so unless it is zero it is above 2^-(2032 + 7 * 66) > 2^-2500.
//! - The prevalence threshold is a/(2a - b) - sqrt(a(b - a))/(2a - b) for s = a/b, b below 2^62:
//!   the difference times the four denominators, below 2^256 together, is an algebraic integer with
//!   sixteen conjugates below 2^326, so unless it is zero it is above 2^-5200.
//! - Logarithms: a width is the logarithm of a rational.
//! - d': normal quantiles that cancel are taken out first; if any are left and cannot be told from
//!   zero, that is an error.

use std::cmp::Ordering;

use crate::parallel::map_indices;
use num_bigint::BigInt;

use super::pmf::MetricPmf;
use super::{LatticeError, Mass};
use crate::num::{Decimal17, Enclosure, Level, Rational, Value, normal_quantile};
use crate::score::ValueForm;

/// Binary places of masses and of values.
const BITS: u32 = 100;
/// More than the binary places in which different algebraic widths may agree.
const DECIDING_BITS: u32 = 8192;

impl MetricPmf {
    /// The places of the ends of the narrowest interval of finite values that holds at least that
    /// part of the defined mass; `None` if finite values do not.
    ///
    /// # Errors
    /// For d', two widths that could not be told apart.
    pub fn narrowest_interval(
        &self,
        level: &Level,
    ) -> Result<Option<(usize, usize)>, LatticeError> {
        if self.is_never_defined() {
            return Ok(None);
        }
        let infinite = |place: usize| self.value(place).is_infinite();
        let (mut first, mut last) = (0, self.distinct());
        if first < last && infinite(first) {
            first += 1;
        }
        if first < last && infinite(last - 1) {
            last -= 1;
        }
        let values = self.fixed_values(first..last);
        let cumulative = self.fixed_cumulative(BITS);
        let mut best: Option<(usize, usize)> = None;
        let mut end = first;
        for start in first..last {
            end = end.max(start);
            while end < last && !self.holds(start, end, level, &cumulative) {
                end += 1;
            }
            if end == last {
                break;
            }
            let better = match best {
                None => true,
                Some(known) => {
                    let fixed = |(a, b): (usize, usize)| values[b - first] - values[a - first];
                    let difference = fixed((start, end)) - fixed(known);
                    // Each value is off by less than 2^-90.
                    if difference.unsigned_abs() > 1 << 14 {
                        difference < 0
                    } else {
                        match self.compare_widths((start, end), known)? {
                            Ordering::Less => true,
                            Ordering::Equal => self.has_more((start, end), known, &cumulative),
                            Ordering::Greater => false,
                        }
                    }
                }
            };
            if better {
                best = Some((start, end));
            }
        }
        Ok(best)
    }

    /// The order of the widths of two intervals.
    fn compare_widths(
        &self,
        first: (usize, usize),
        second: (usize, usize),
    ) -> Result<Ordering, LatticeError> {
        match self.metric().form() {
            ValueForm::Log | ValueForm::ScaledLog => {
                let ratio = |(start, end): (usize, usize)| {
                    let s = |place| self.surrogate(place).expect("finite values");
                    s(end) / s(start)
                };
                return Ok(ratio(first).cmp(&ratio(second)));
            }
            ValueForm::Quantiles if self.quantiles_cancel(first, second) => {
                return Ok(Ordering::Equal);
            }
            _ => {}
        }
        let algebraic = self.metric().form() != ValueForm::Quantiles;
        for bits in [256, 2048, DECIDING_BITS] {
            let width = |(start, end)| self.enclosure(end, bits) - self.enclosure(start, bits);
            match (width(first) - width(second)).sign() {
                Some(order) => return Ok(order),
                None if bits == DECIDING_BITS && algebraic => return Ok(Ordering::Equal),
                None => {}
            }
        }
        Err(LatticeError::Undecided)
    }

    /// Returns `true` if the quantiles whose sums are two widths cancel, by z(1 - q) = -z(q).
    fn quantiles_cancel(&self, first: (usize, usize), second: (usize, usize)) -> bool {
        let half = Rational::new(1, 2);
        let mut left = std::collections::HashMap::<Rational, i32>::new();
        for (place, sign) in [(first.1, 1), (first.0, -1), (second.1, -1), (second.0, 1)] {
            let (tpr, tnr) = self.rates(place);
            for rate in [tpr, tnr] {
                match rate.cmp(&half) {
                    Ordering::Greater => *left.entry(rate).or_default() += sign,
                    Ordering::Less => *left.entry(rate.complement()).or_default() -= sign,
                    Ordering::Equal => {}
                }
            }
        }
        left.values().all(|count| *count == 0)
    }

    /// The value at a place, finite, to that many places.
    fn enclosure(&self, place: usize, bits: u32) -> Enclosure {
        if let Value::Exact(value) = self.value(place) {
            return Enclosure::of_rational(&value, bits);
        }
        if self.metric().form() == ValueForm::Quantiles {
            let (tpr, tnr) = self.rates(place);
            return normal_quantile(&tpr, bits) + normal_quantile(&tnr, bits);
        }
        let s = self.surrogate(place).expect("finite and irrational");
        match self.metric().form() {
            ValueForm::Root => {
                let root = Enclosure::sqrt(&s.abs(), bits);
                if s.is_negative() { -root } else { root }
            }
            ValueForm::Threshold => {
                let odds = Enclosure::sqrt(&(s.complement() / &s), bits);
                (odds + Enclosure::of_rational(&Rational::ONE, bits)).reciprocal()
            }
            // The scale of scaled logarithms changes no order of widths.
            _ => Enclosure::ln(&s, bits),
        }
    }

    /// Returns `true` if the interval has at least the share `level` of the defined mass.
    fn holds(&self, start: usize, end: usize, level: &Level, sums: &[i128]) -> bool {
        let all = sums[sums.len() - 1];
        let below = if start == 0 { 0 } else { sums[start - 1] };
        let mass = BigInt::from(sums[end] - below) * level.denominator();
        let wanted = BigInt::from(all) * level.numerator();
        let margin = (level.denominator() + level.numerator()) * BigInt::from(1_i128 << 20);
        if &mass - &margin >= wanted {
            return true;
        }
        if mass + margin < wanted {
            return false;
        }
        let (mass, all) =
            (self.interval_mass(start, end), self.interval_mass(0, self.distinct() - 1));
        BigInt::from(mass) * level.denominator() >= BigInt::from(all) * level.numerator()
    }

    /// Returns `true` if the first interval has more mass: by cumulative masses, or exactly where
    /// they do not decide.
    fn has_more(&self, first: (usize, usize), second: (usize, usize), sums: &[i128]) -> bool {
        let mass =
            |(start, end): (usize, usize)| sums[end] - if start == 0 { 0 } else { sums[start - 1] };
        // Each of four sums is off by less than 2^(BITS - 90).
        let difference = mass(first) - mass(second);
        if difference.unsigned_abs() > 1 << 14 {
            return difference > 0;
        }
        self.interval_mass(first.0, first.1) > self.interval_mass(second.0, second.1)
    }

    /// The finite values of these places in units of 2^-BITS, each off by less than 2^-90.
    fn fixed_values(&self, places: std::ops::Range<usize>) -> Vec<i128> {
        let fixed = |value: &Value, place: usize| {
            let enclosure = match value {
                Value::Exact(value) => Enclosure::of_rational(value, BITS),
                _ => self.enclosure(place, BITS),
            };
            i128::try_from(enclosure.ends().0).expect("values of listed lattices are below 2^27")
        };
        map_indices(places.len(), |k| {
            let place = places.start + k;
            match self.fixed_value(place, BITS) {
                Some(value) => value,
                None => fixed(&self.value(place), place),
            }
        })
    }

    /// The mass of an interval given that the metric is defined: as a decimal, or on the exact
    /// route as a fraction.
    ///
    /// # Panics
    /// If no value has mass.
    pub fn mass_given_defined(&self, start: usize, end: usize) -> Value {
        if let Some(decimal) = self.certified_share(start, end) {
            return decimal.into();
        }
        let (part, all) =
            (self.interval_mass(start, end), self.interval_mass(0, self.distinct() - 1));
        let fraction = Rational::new(BigInt::from(part), BigInt::from(all));
        match self.denominator() {
            Some(_) => fraction.into(),
            None => Decimal17::nearest(&fraction).into(),
        }
    }

    /// The mass of an interval, as a decimal or numerator, of all mass.
    pub fn mass_between(&self, start: usize, end: usize) -> Mass {
        match self.denominator() {
            Some(_) => Mass::Numerator(self.interval_mass(start, end)),
            None => self.decimal_between(start, end),
        }
    }
}
