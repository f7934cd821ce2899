//! `LogSum`: exact sums `c0 + c1 ln(q1) + ... + cn ln(qn)` with rational coefficients and
//! arguments.
//!
//! Areas under hyperbola arcs with rational ends, the volume under the Tile and cross-entropies
//! are all of this form. Equality is decided exactly: the arguments are written over pairwise
//! coprime integers (found by greatest common divisors, no factoring), whose logarithms are
//! linearly independent over the rationals together with 1 (Baker), so a sum is zero iff all
//! coefficients are. Order is decided by enclosures of rising precision once zero is excluded.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::One;
#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

use super::enclosure::{binary_places, doubled};
use super::gcd::gcd;
use super::{CertifiedDecimal, Enclosure, Rational, by_assignment, certified_decimals};

/// A rational plus rational multiples of logarithms of rationals.
///
/// ```
/// use exactile::{LogSum, Rational};
/// let ln = |n: i64| LogSum::ln(&Rational::from(n));
/// let zero = ln(6) - ln(2) - ln(3);
/// assert!(zero.is_zero());
/// assert_eq!((ln(2) + Rational::new(1, 2)).to_string(), "1/2 + ln(2)");
/// ```
#[derive(Clone, Debug, Default)]
pub struct LogSum {
    constant: Option<Rational>,
    /// Argument (above one) to coefficient (not zero).
    terms: BTreeMap<Rational, Rational>,
}

impl From<Rational> for LogSum {
    fn from(constant: Rational) -> Self {
        Self { constant: Some(constant), terms: BTreeMap::new() }
    }
}

impl LogSum {
    /// The logarithm of a positive rational.
    ///
    /// ```
    /// use exactile::{LogSum, Rational};
    /// let [two, eight] = [2, 8].map(|n| LogSum::ln(&Rational::from(n)));
    /// assert_eq!(eight, two.clone() + two.clone() + two);
    /// ```
    ///
    /// # Panics
    /// If the argument is not positive.
    pub fn ln(argument: &Rational) -> Self {
        assert!(argument.is_positive(), "a logarithm needs a positive argument");
        let mut sum = Self::default();
        match argument.cmp(&Rational::ONE) {
            Ordering::Equal => {}
            Ordering::Greater => sum.add_term(argument.clone(), &Rational::ONE),
            Ordering::Less => {
                let inverse = argument.reciprocal().expect("positive");
                sum.add_term(inverse, &-Rational::ONE);
            }
        }
        sum
    }

    fn add_term(&mut self, argument: Rational, coefficient: &Rational) {
        let entry = self.terms.entry(argument);
        match entry {
            std::collections::btree_map::Entry::Vacant(slot) => {
                if !coefficient.is_zero() {
                    slot.insert(coefficient.clone());
                }
            }
            std::collections::btree_map::Entry::Occupied(mut slot) => {
                *slot.get_mut() += coefficient;
                if slot.get().is_zero() {
                    slot.remove();
                }
            }
        }
    }

    /// The rational part.
    pub fn constant(&self) -> Rational {
        self.constant.clone().unwrap_or(Rational::ZERO)
    }

    /// The value, where no logarithm is left.
    ///
    /// ```
    /// use exactile::{LogSum, Rational};
    /// let ln = LogSum::ln(&Rational::from(2));
    /// assert_eq!(ln.as_rational(), None);
    /// assert_eq!((ln.clone() - ln).as_rational(), Some(Rational::ZERO));
    /// ```
    pub fn as_rational(&self) -> Option<Rational> {
        self.terms.is_empty().then(|| self.constant())
    }

    /// Returns `true` if the value is 0, decided exactly.
    pub fn is_zero(&self) -> bool {
        if self.terms.is_empty() {
            return self.constant().is_zero();
        }
        if !self.constant().is_zero() && self.terms.len() == 1 {
            return false;
        }
        let base = coprime_base(self.terms.keys());
        self.constant().is_zero() && self.weights(&base).iter().all(Rational::is_zero)
    }

    /// The coefficients of the logarithms of pairwise coprime integers over which all arguments
    /// factor.
    fn weights(&self, base: &[BigInt]) -> Vec<Rational> {
        let mut weights = vec![Rational::ZERO; base.len()];
        for (argument, coefficient) in &self.terms {
            for (weight, element) in weights.iter_mut().zip(base) {
                let exponent = multiplicity(&argument.numerator(), element)
                    - multiplicity(&argument.denominator(), element);
                *weight += &(coefficient * Rational::from(exponent));
            }
        }
        weights
    }

    /// `self/divisor`, if it is rational; `None` where it is irrational or the divisor is zero.
    ///
    /// Over one coprime base the coefficients of both, and their constants, have to be
    /// proportional: logarithms of coprime integers and 1 are linearly independent (Baker).
    ///
    /// ```
    /// use exactile::{LogSum, Rational};
    /// let ln = |n: i64| LogSum::ln(&Rational::from(n));
    /// assert_eq!(ln(8).ratio(&ln(4)), Some(Rational::new(3, 2)));
    /// assert_eq!(ln(6).ratio(&ln(4)), None);
    /// ```
    pub fn ratio(&self, divisor: &Self) -> Option<Rational> {
        let base = coprime_base(self.terms.keys().chain(divisor.terms.keys()));
        let coordinates = |sum: &Self| {
            let mut coordinates = sum.weights(&base);
            coordinates.push(sum.constant());
            coordinates
        };
        let (above, below) = (coordinates(self), coordinates(divisor));
        let pivot = below.iter().position(|weight| !weight.is_zero())?;
        let ratio = &above[pivot] / &below[pivot];
        above.iter().zip(&below).all(|(n, d)| *n == &ratio * d).then_some(ratio)
    }

    /// The order of the value relative to zero. Decided exactly.
    ///
    /// ```
    /// use exactile::{LogSum, Rational};
    /// use std::cmp::Ordering;
    /// assert_eq!(LogSum::ln(&Rational::new(1, 2)).sign(), Ordering::Less);
    /// ```
    pub fn sign(&self) -> Ordering {
        if self.is_zero() {
            return Ordering::Equal;
        }
        Enclosure::sign_of_nonzero(|bits| self.enclosure(bits))
    }

    /// An enclosure with that many binary places; its width is a few units of the last place times
    /// the sum of the coefficients' magnitudes.
    pub fn enclosure(&self, bits: u32) -> Enclosure {
        self.terms.iter().fold(
            Enclosure::of_rational(&self.constant(), bits),
            |total, (argument, coefficient)| total + Enclosure::ln(argument, bits) * coefficient,
        )
    }

    /// An enclosure at most one unit of that decimal place wide, whatever cancels.
    fn narrow(&self, digits: u32) -> Enclosure {
        let wanted = Rational::new(1, BigInt::from(10).pow(digits));
        let mut bits = binary_places(digits, 32);
        loop {
            let enclosure = self.enclosure(bits);
            if enclosure.upper() - enclosure.lower() <= wanted {
                return enclosure;
            }
            bits = doubled(bits);
        }
    }

    /// Decimals with `digits` digits after the point, or more for a small value, so that both have
    /// its sign and at least 16 significant digits: those of an irrational value are one unit of
    /// the last digit apart.
    ///
    /// ```
    /// use exactile::{LogSum, Rational};
    /// let tiny = LogSum::ln(&Rational::from(2)) * "1e-30".parse::<Rational>()?;
    /// let [lower, _] = tiny.to_certified(20).decimals();
    /// assert_eq!(lower, "0.0000000000000000000000000000006931471805599453");
    /// # Ok::<(), exactile::ParseNumberError>(())
    /// ```
    pub fn to_certified(&self, digits: u32) -> CertifiedDecimal {
        let decimals = match self.as_rational() {
            Some(_) => self.narrow(digits).to_decimals(digits),
            None => certified_decimals(digits, || self.is_zero(), |bits| self.enclosure(bits)),
        };
        decimals.with_closed_form(self.to_string())
    }

    /// The decimal with that many digits after the point, rounded from the exact value.
    ///
    /// ```
    /// use exactile::{LogSum, Rational};
    /// assert_eq!(LogSum::ln(&Rational::from(2)).to_decimal(4), "0.6931");
    /// ```
    pub fn to_decimal(&self, digits: u32) -> String {
        if let Some(value) = self.as_rational() {
            return value.to_decimal(digits);
        }
        if self.is_zero() {
            return Rational::ZERO.to_decimal(digits);
        }
        // An irrational value is never half a unit: both ends are rounded to it in the end.
        let mut bits = binary_places(digits, 32);
        loop {
            let enclosure = self.enclosure(bits);
            let lower = enclosure.lower().to_decimal(digits);
            if lower == enclosure.upper().to_decimal(digits) {
                return lower;
            }
            bits = doubled(bits);
        }
    }

    /// Returns the nearest double or one next to it, however much cancels in the sum; for a
    /// rational sum always the nearest.
    ///
    /// An irrational sum is enclosed to one part in 2^60 of its own size before it is rounded, so a
    /// tiny one is as accurate as any other: the result has the sign of the sum, and is zero only
    /// if the sum is, or if it is closer to zero than to any other double (about 2.5e-324). Sums
    /// beyond the largest double are infinite.
    ///
    /// ```
    /// use exactile::{LogSum, Rational};
    /// let tiny = LogSum::ln(&(Rational::ONE + "1e-30".parse::<Rational>()?));
    /// assert!((tiny.to_f64() - 1e-30).abs() < 1e-45);
    /// # Ok::<(), exactile::ParseNumberError>(())
    /// ```
    pub fn to_f64(&self) -> f64 {
        match self.as_rational() {
            Some(value) => value.to_f64(),
            None if self.is_zero() => 0.0,
            None => {
                // Relative to the value, however small it is.
                let mut digits = 24;
                loop {
                    let enclosure = self.narrow(digits);
                    let width = enclosure.upper() - enclosure.lower();
                    let size = enclosure.lower().abs().min(enclosure.upper().abs());
                    if enclosure.sign().is_some() && width * Rational::from(1_i64 << 60) <= size {
                        return enclosure.lower().to_f64();
                    }
                    digits = doubled(digits);
                }
            }
        }
    }
}

/// Pairwise coprime integers above one over which all numerators and denominators factor.
fn coprime_base<'r>(arguments: impl Iterator<Item = &'r Rational>) -> Vec<BigInt> {
    let mut base: Vec<BigInt> = Vec::new();
    let mut waiting: Vec<BigInt> =
        arguments.flat_map(|q| [q.numerator(), q.denominator()]).collect();
    while let Some(mut candidate) = waiting.pop() {
        if candidate.is_one() {
            continue;
        }
        let mut at = 0;
        while at < base.len() && !candidate.is_one() {
            let common = gcd(&base[at], &candidate);
            if common.is_one() {
                at += 1;
            } else if common == base[at] {
                candidate /= common;
            } else {
                // Split both: the parts are refined against each other in later rounds.
                let element = base.swap_remove(at);
                waiting.push(element / &common);
                waiting.push(common.clone());
                candidate /= common;
                at = 0;
            }
        }
        if !candidate.is_one() {
            base.push(candidate);
        }
    }
    base
}

/// Returns the greatest k such that `element^k` divides `value`.
fn multiplicity(value: &BigInt, element: &BigInt) -> i64 {
    let (mut value, mut count) = (value.clone(), 0);
    loop {
        let (quotient, remainder) = value.div_rem(element);
        if remainder != BigInt::ZERO {
            return count;
        }
        value = quotient;
        count += 1;
    }
}

impl AddAssign<&Rational> for LogSum {
    fn add_assign(&mut self, other: &Rational) {
        *self.constant.get_or_insert(Rational::ZERO) += other;
    }
}

impl SubAssign<&Rational> for LogSum {
    fn sub_assign(&mut self, other: &Rational) {
        *self.constant.get_or_insert(Rational::ZERO) -= other;
    }
}

impl AddAssign<&LogSum> for LogSum {
    fn add_assign(&mut self, other: &LogSum) {
        if let Some(constant) = &other.constant {
            *self += constant;
        }
        for (argument, coefficient) in &other.terms {
            self.add_term(argument.clone(), coefficient);
        }
    }
}

impl SubAssign<&LogSum> for LogSum {
    fn sub_assign(&mut self, other: &LogSum) {
        if let Some(constant) = &other.constant {
            *self -= constant;
        }
        for (argument, coefficient) in &other.terms {
            self.add_term(argument.clone(), &-coefficient);
        }
    }
}

impl MulAssign<&Rational> for LogSum {
    /// Multiplies every coefficient by a rational.
    fn mul_assign(&mut self, factor: &Rational) {
        if factor.is_zero() {
            *self = Self::default();
            return;
        }
        self.constant = self.constant.take().map(|constant| constant * factor);
        for coefficient in self.terms.values_mut() {
            *coefficient = &*coefficient * factor;
        }
    }
}

impl Neg for LogSum {
    type Output = Self;
    fn neg(mut self) -> Self {
        self *= &-Rational::ONE;
        self
    }
}

by_assignment!(LogSum {
    Add<LogSum> add +=, Sub<LogSum> sub -=,
    Add<Rational> add +=, Sub<Rational> sub -=, Mul<Rational> mul *=
});

impl PartialEq for LogSum {
    fn eq(&self, other: &Self) -> bool {
        // Equal sums are mostly written in the same way.
        self.constant() == other.constant() && self.terms == other.terms || (self - other).is_zero()
    }
}

impl Eq for LogSum {}

impl fmt::Display for LogSum {
    /// `1/2 - 3/8*ln(4/3)`; a coefficient of one is left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let constant = self.constant();
        let mut first = constant.is_zero() && !self.terms.is_empty();
        if !first {
            write!(f, "{constant}")?;
        }
        for (argument, coefficient) in &self.terms {
            let sign = match (coefficient.is_negative(), first) {
                (true, true) => "-",
                (false, true) => "",
                (true, false) => " - ",
                (false, false) => " + ",
            };
            first = false;
            let magnitude = coefficient.abs();
            if magnitude == Rational::ONE {
                write!(f, "{sign}ln({argument})")?;
            } else {
                write!(f, "{sign}{magnitude}*ln({argument})")?;
            }
        }
        Ok(())
    }
}

/// Decimals of an irrational sum where it is written down.
#[cfg(feature = "serde")]
const DIGITS: u32 = 20;

#[cfg(feature = "serde")]
impl Serialize for LogSum {
    /// An exact number where it is rational, an enclosure with its closed form otherwise.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.as_rational() {
            Some(value) => value.serialize(serializer),
            None => self.to_certified(DIGITS).serialize(serializer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ln(n: i64, d: i64) -> LogSum {
        LogSum::ln(&Rational::new(n, d))
    }

    #[test]
    fn multiplicative_relations_are_recognised() {
        assert!((ln(8, 27) - ln(2, 3) * Rational::from(3)).is_zero());
        assert!((ln(12, 35) + ln(35, 12)).is_zero());
        assert!((ln(6, 1) + ln(10, 1) - ln(15, 1) - ln(4, 1)).is_zero());
        assert!(!(ln(6, 1) + ln(10, 1) - ln(15, 1) - ln(2, 1)).is_zero());
        assert!(!(ln(2, 1) - Rational::new(7050, 10171)).is_zero());
    }

    #[test]
    fn signs_of_near_misses_are_right() {
        // A convergent of ln 2: the difference is about 5e-10.
        let difference = ln(2, 1) - Rational::new(18_065, 26_062);
        let by_decimals = difference.enclosure(200).sign().expect("not zero");
        assert_eq!(difference.sign(), by_decimals);
        assert_eq!((ln(4, 1) - ln(2, 1) - ln(2, 1)).sign(), Ordering::Equal);
    }

    #[test]
    fn text_reads_as_a_formula() {
        let sum = LogSum::from(Rational::new(1, 2)) - ln(4, 3) * Rational::new(3, 8) + ln(1, 7);
        assert_eq!(sum.to_string(), "1/2 - 3/8*ln(4/3) - ln(7)");
        assert_eq!((-ln(2, 1)).to_string(), "-ln(2)");
        assert_eq!(LogSum::default().to_string(), "0");
        assert_eq!(
            ln(2, 1).to_certified(20).decimals(),
            ["0.69314718055994530941", "0.69314718055994530942"]
        );
    }

    proptest! {
        #[test]
        fn logarithms_of_products_are_sums(
            n1 in 1_i64..5000, d1 in 1_i64..5000, n2 in 1_i64..5000, d2 in 1_i64..5000,
        ) {
            let product = LogSum::ln(&(Rational::new(n1, d1) * Rational::new(n2, d2)));
            prop_assert_eq!(product, ln(n1, d1) + ln(n2, d2));
            prop_assert_eq!(ln(n1, d1).sign(), n1.cmp(&d1));
        }
    }
}
