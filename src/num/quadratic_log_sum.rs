//! Sums of rational multiples of roots of quadratic equations and of logarithms of such roots:
//! the form of areas whose corners are not rational.

use std::collections::BTreeMap;
use std::fmt;

use num_bigint::BigInt;
use serde::{Serialize, Serializer};

use super::quadratic::split_root;
use super::{CertifiedDecimal, Enclosure, LogSum, Quadratic, Rational};

/// Digits behind the point of values that are not rational.
const DIGITS: u32 = 20;

/// A rational, plus rational multiples of square roots, plus rational multiples of logarithms of
/// positive numbers p + q sqrt(r).
///
/// Sums are kept as they are added: terms merge where they are alike, and no more is known of
/// relations between them, so there is no test for equality.
///
/// ```
/// use exactile::Rational;
/// use exactile::num::{Quadratic, QuadraticLogSum};
/// let root = Quadratic::new(Rational::ZERO, &Rational::ONE, &Rational::from(2));
/// let mut sum = QuadraticLogSum::default();
/// sum.add(&root, &Rational::from(3));
/// sum.add_ln(&root, &Rational::new(-1, 2));
/// assert_eq!(sum.to_string(), "3*sqrt(2) - 1/2*ln(sqrt(2))");
/// ```
#[derive(Clone, Debug, Default)]
pub struct QuadraticLogSum {
    /// The rational, and logarithms of rationals.
    plain: LogSum,
    /// Integer under the root to coefficient (not zero).
    roots: BTreeMap<BigInt, Rational>,
    /// Argument (not rational, positive) to coefficient (not zero).
    logarithms: BTreeMap<Quadratic, Rational>,
}

impl From<LogSum> for QuadraticLogSum {
    fn from(plain: LogSum) -> Self {
        Self { plain, ..Self::default() }
    }
}

impl QuadraticLogSum {
    /// Adds a rational multiple of a number.
    pub fn add(&mut self, number: &Quadratic, coefficient: &Rational) {
        let (rational, radicand) = number.parts();
        self.add_plain((rational * coefficient).into());
        if !radicand.is_zero() {
            let (factor, rest) = split_root(&radicand.abs());
            let signed = if radicand.is_negative() { -factor } else { factor };
            merge(&mut self.roots, rest, signed * coefficient);
        }
    }

    /// Adds a rational multiple of the logarithm of a positive number.
    ///
    /// # Panics
    /// If the argument is not positive.
    pub fn add_ln(&mut self, argument: &Quadratic, coefficient: &Rational) {
        assert!(argument.sign().is_gt(), "a logarithm needs a positive argument");
        match argument.as_rational() {
            Some(rational) => self.add_plain(LogSum::ln(rational).times(coefficient)),
            None => merge(&mut self.logarithms, argument.clone(), coefficient.clone()),
        }
    }

    fn add_plain(&mut self, more: LogSum) {
        self.plain = std::mem::take(&mut self.plain) + more;
    }

    /// Adds a rational multiple of another sum.
    pub fn add_multiple(&mut self, other: &Self, factor: &Rational) {
        self.add_plain(other.plain.times(factor));
        for (rest, coefficient) in &other.roots {
            merge(&mut self.roots, rest.clone(), coefficient * factor);
        }
        for (argument, coefficient) in &other.logarithms {
            merge(&mut self.logarithms, argument.clone(), coefficient * factor);
        }
    }

    /// The sum, where no root is left in it.
    pub fn as_log_sum(&self) -> Option<&LogSum> {
        (self.roots.is_empty() && self.logarithms.is_empty()).then_some(&self.plain)
    }

    /// An enclosure with that many binary places; its width is a few units of the last place times
    /// the sum of the coefficients' magnitudes (logarithms: over their arguments).
    pub fn enclosure(&self, bits: u32) -> Enclosure {
        let mut total = self.plain.enclosure(bits);
        for (rest, coefficient) in &self.roots {
            let root = Enclosure::sqrt(&Rational::from(rest.clone()), bits);
            total = total.plus(&root.times(coefficient));
        }
        for (argument, coefficient) in &self.logarithms {
            total = total.plus(&enclosed_ln(argument, bits).times(coefficient));
        }
        total
    }

    /// Decimals with `digits` digits behind the point, at most two units of the last one apart.
    pub fn to_certified(&self, digits: u32) -> CertifiedDecimal {
        let wanted = Rational::new(1, BigInt::from(10).pow(digits));
        let mut bits = 4 * digits + 32;
        loop {
            let enclosure = self.enclosure(bits);
            if enclosure.upper() - enclosure.lower() <= wanted {
                let (lower, upper) = enclosure.to_decimals(digits);
                return CertifiedDecimal { lower, upper, exact: self.to_string() };
            }
            bits *= 2;
        }
    }

    /// A rational at most 2^-64 below the value; the value itself where that is rational.
    pub fn about(&self) -> Rational {
        if let Some(value) = self.as_log_sum().and_then(LogSum::as_rational) {
            return value;
        }
        let wanted = Rational::new(1, BigInt::from(1) << 64_u32);
        let mut bits = 96;
        loop {
            let enclosure = self.enclosure(bits);
            if enclosure.upper() - enclosure.lower() <= wanted {
                return enclosure.lower();
            }
            bits *= 2;
        }
    }
}

/// The logarithm of a positive number, by the logarithms of the ends of its enclosure.
fn enclosed_ln(argument: &Quadratic, bits: u32) -> Enclosure {
    let mut places = bits;
    let ends = loop {
        let enclosure = argument.enclosure(places);
        if enclosure.lower().is_positive() {
            break enclosure;
        }
        places *= 2;
    };
    let low = Enclosure::ln(&ends.lower(), bits);
    // d ln y = dy/y: the logarithm's own growth bounds the other end without a second series.
    let width = (ends.upper() - ends.lower()) / ends.lower();
    let rest = Enclosure::of_rational(&width, bits);
    let (lower, upper) = (low.ends().0.clone(), low.ends().1 + rest.ends().1);
    Enclosure::from_ends(lower, upper, bits)
}

fn merge<K: Ord>(terms: &mut BTreeMap<K, Rational>, key: K, coefficient: Rational) {
    use std::collections::btree_map::Entry;
    match terms.entry(key) {
        Entry::Vacant(slot) => {
            if !coefficient.is_zero() {
                slot.insert(coefficient);
            }
        }
        Entry::Occupied(mut slot) => {
            *slot.get_mut() += &coefficient;
            if slot.get().is_zero() {
                slot.remove();
            }
        }
    }
}

impl fmt::Display for QuadraticLogSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let roots = self.roots.iter().map(|(rest, c)| (format!("sqrt({rest})"), c));
        let logarithms = self.logarithms.iter().map(|(y, c)| (format!("ln({y})"), c));
        let mut nothing_yet = self.as_log_sum().is_none()
            && self.plain.as_rational().is_some_and(|value| value.is_zero());
        if !nothing_yet {
            write!(f, "{}", self.plain)?;
        }
        for (term, coefficient) in roots.chain(logarithms) {
            let sign = match (coefficient.is_negative(), std::mem::take(&mut nothing_yet)) {
                (true, true) => "-",
                (false, true) => "",
                (true, false) => " - ",
                (false, false) => " + ",
            };
            let magnitude = coefficient.abs();
            if magnitude == Rational::ONE {
                write!(f, "{sign}{term}")?;
            } else {
                write!(f, "{sign}{magnitude}*{term}")?;
            }
        }
        Ok(())
    }
}

impl Serialize for QuadraticLogSum {
    /// An exact number where no root and no logarithm is left, an enclosure with its closed form
    /// otherwise.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.as_log_sum().and_then(LogSum::as_rational) {
            Some(value) => value.serialize(serializer),
            None => self.to_certified(DIGITS).serialize(serializer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_float::DBig;
    use std::str::FromStr;

    #[test]
    fn values_agree_with_an_independent_logarithm() {
        let root = |p: i64, c: i64, r: i64| {
            Quadratic::new(Rational::from(p), &Rational::from(c), &Rational::from(r))
        };
        let mut sum = QuadraticLogSum::from(LogSum::ln(&Rational::from(3)));
        sum.add(&root(1, -2, 5), &Rational::new(1, 3));
        sum.add_ln(&root(3, -1, 5), &Rational::new(7, 2));
        sum.add_ln(&root(3, -1, 5), &Rational::new(-1, 2));
        assert_eq!(sum.to_string(), "1/3 + ln(3) - 2/3*sqrt(5) + 3*ln(3 - sqrt(5))");
        let exact =
            |n: i64| DBig::from_str(&n.to_string()).expect("digits").with_precision(80).value();
        let value = exact(3).ln()
            + (exact(1) - exact(2) * exact(5).sqrt()) / exact(3)
            + exact(3) * (exact(3) - exact(5).sqrt()).ln();
        let certified = sum.to_certified(40);
        assert!(DBig::from_str(&certified.lower).expect("digits") <= value);
        assert!(value <= DBig::from_str(&certified.upper).expect("digits"));
        let mut nothing = sum.clone();
        nothing.add(&root(1, -2, 5), &Rational::new(-1, 3));
        nothing.add_ln(&root(3, -1, 5), &Rational::from(-3));
        assert_eq!(nothing.to_string(), "ln(3)");
        assert!(nothing.as_log_sum().is_some());
    }
}
