//! Sums of rational multiples of square roots: an exact field for formulas with roots.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use num_bigint::BigInt;
use num_integer::{Integer, Roots};
use num_traits::ToPrimitive;

use super::{Enclosure, Rational, by_assignment};

/// Numbers up to this one are split into squares by trial division, up to their cube root.
const LARGEST: u64 = 100_000_000_000_000;

/// `sum c_e sqrt(e)` with rational `c_e` and distinct squarefree positive integers `e`.
///
/// Square roots of distinct squarefree integers are linearly independent over the rationals, so two
/// sums are equal if and only if their coefficients are.
///
/// ```
/// use exactile::Rational;
/// use exactile::num::RadicalSum;
/// let root = RadicalSum::sqrt(&Rational::new(8, 9)).unwrap();
/// assert_eq!(root.to_string(), "2/3 sqrt(2)");
/// assert_eq!((&root * &root).as_rational(), Some(Rational::new(8, 9)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RadicalSum {
    /// Squarefree radicand to coefficient (not zero).
    terms: BTreeMap<u64, Rational>,
}

impl From<Rational> for RadicalSum {
    fn from(value: Rational) -> Self {
        Self::term(1, value)
    }
}

impl RadicalSum {
    fn term(radicand: u64, coefficient: Rational) -> Self {
        let mut sum = Self::default();
        sum.add_term(radicand, coefficient);
        sum
    }

    fn add_term(&mut self, radicand: u64, coefficient: Rational) {
        let entry = self.terms.entry(radicand).or_insert(Rational::ZERO);
        *entry += &coefficient;
        if entry.is_zero() {
            self.terms.remove(&radicand);
        }
    }

    /// The square root of a rational; `None` if it is negative, or if its numerator or denominator
    /// is no square and exceeds 10^14, or if what is left under the root exceeds 64 bits.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::num::RadicalSum;
    /// let root = |n| RadicalSum::sqrt(&Rational::from(n)).unwrap();
    /// assert_eq!(root(8), root(2) + root(2));
    /// assert_eq!(root(9).as_rational(), Some(Rational::from(3)));
    /// ```
    pub fn sqrt(square: &Rational) -> Option<Self> {
        if square.is_negative() {
            return None;
        }
        let (outside, inside) = split(&square.numerator())?;
        let (below, radicand) = split(&square.denominator())?;
        // sqrt(i/r) = sqrt(i r)/r, and i, r are coprime.
        let denominator = below * radicand;
        Some(Self::term(inside.checked_mul(radicand)?, Rational::new(outside, denominator)))
    }

    /// The value, where no root is left.
    pub fn as_rational(&self) -> Option<Rational> {
        match self.terms.len() {
            0 => Some(Rational::ZERO),
            1 => self.terms.get(&1).cloned(),
            _ => None,
        }
    }

    /// Returns `true` if the value is 0.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// One over the value; `None` for zero.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::num::RadicalSum;
    /// let root = RadicalSum::sqrt(&Rational::from(4)).unwrap();
    /// assert_eq!(root.reciprocal().unwrap().as_rational(), Some(Rational::new(1, 2)));
    /// ```
    pub fn reciprocal(&self) -> Option<Self> {
        if let Some(value) = self.as_rational() {
            return Some(value.reciprocal()?.into());
        }
        // The conjugate that turns sqrt(f), for a prime f of some radicand, into -sqrt(f): the
        // product with it holds no radicand with that prime.
        let prime = self.terms.keys().find(|&&e| e > 1).map(|&e| smallest_prime(e))?;
        let terms =
            self.terms.iter().map(|(&e, c)| (e, if e % prime == 0 { -c } else { c.clone() }));
        let conjugate = Self { terms: terms.collect() };
        let norm = (self * &conjugate).reciprocal()?;
        Some(conjugate * norm)
    }

    /// The order of the value relative to zero, exactly.
    ///
    /// ```
    /// use exactile::Rational;
    /// use exactile::num::RadicalSum;
    /// use std::cmp::Ordering;
    /// let root = |n| RadicalSum::sqrt(&Rational::from(n)).unwrap();
    /// // sqrt(2) + sqrt(3) is less than sqrt(10).
    /// assert_eq!((root(2) + root(3) - root(10)).sign(), Ordering::Less);
    /// ```
    pub fn sign(&self) -> Ordering {
        if self.is_zero() {
            return Ordering::Equal;
        }
        Enclosure::sign_of_nonzero(|bits| self.enclosure(bits))
    }

    /// An enclosure with that many binary places.
    pub fn enclosure(&self, bits: u32) -> Enclosure {
        let zero = Enclosure::of_rational(&Rational::ZERO, bits);
        self.terms.iter().fold(zero, |total, (&radicand, coefficient)| {
            total + Enclosure::sqrt(&Rational::from(radicand), bits) * coefficient
        })
    }
}

impl AddAssign<&RadicalSum> for RadicalSum {
    fn add_assign(&mut self, other: &RadicalSum) {
        for (&radicand, coefficient) in &other.terms {
            self.add_term(radicand, coefficient.clone());
        }
    }
}

impl SubAssign<&RadicalSum> for RadicalSum {
    fn sub_assign(&mut self, other: &RadicalSum) {
        for (&radicand, coefficient) in &other.terms {
            self.add_term(radicand, -coefficient);
        }
    }
}

impl MulAssign<&RadicalSum> for RadicalSum {
    fn mul_assign(&mut self, other: &RadicalSum) {
        let mut product = Self::default();
        for (&e, c) in &self.terms {
            for (&f, d) in &other.terms {
                // sqrt(e) sqrt(f) = g sqrt(e/g f/g) with g = gcd(e, f).
                let common = e.gcd(&f);
                let coefficient = c * d * Rational::from(common);
                product.add_term((e / common) * (f / common), coefficient);
            }
        }
        *self = product;
    }
}

impl MulAssign<&Rational> for RadicalSum {
    /// Multiplies every coefficient by a rational.
    fn mul_assign(&mut self, factor: &Rational) {
        if factor.is_zero() {
            self.terms.clear();
        }
        for coefficient in self.terms.values_mut() {
            *coefficient = &*coefficient * factor;
        }
    }
}

impl Neg for RadicalSum {
    type Output = Self;
    fn neg(mut self) -> Self {
        self *= &-Rational::ONE;
        self
    }
}

by_assignment!(RadicalSum {
    Add<RadicalSum> add +=, Sub<RadicalSum> sub -=, Mul<RadicalSum> mul *=, Mul<Rational> mul *=
});

impl fmt::Display for RadicalSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.terms.is_empty() {
            return f.write_str("0");
        }
        for (position, (radicand, coefficient)) in self.terms.iter().enumerate() {
            let magnitude = coefficient.abs();
            match (position, coefficient.is_negative()) {
                (0, true) => f.write_str("-")?,
                (0, false) => {}
                (_, true) => f.write_str(" - ")?,
                (_, false) => f.write_str(" + ")?,
            }
            match (*radicand, magnitude == Rational::ONE) {
                (1, _) => write!(f, "{magnitude}")?,
                (e, true) => write!(f, "sqrt({e})")?,
                (e, false) => write!(f, "{magnitude} sqrt({e})")?,
            }
        }
        Ok(())
    }
}

/// `(s, e)` with `value = s^2 e` and `e` squarefree, if the value is a square or not large.
fn split(value: &BigInt) -> Option<(BigInt, u64)> {
    let root = value.sqrt();
    if &root * &root == *value {
        return Some((root, 1));
    }
    let (outside, inside) = split_square(value.to_u64().filter(|value| *value <= LARGEST)?);
    Some((outside.into(), inside))
}

/// `(s, e)` with `value = s^2 e` and `e` squarefree.
fn split_square(value: u64) -> (u64, u64) {
    let (mut outside, mut inside, mut rest) = (1, 1, value);
    let mut factor = 2;
    while factor * factor * factor <= rest {
        let mut power = 0_u32;
        while rest % factor == 0 {
            rest /= factor;
            power += 1;
        }
        outside *= factor.pow(power / 2);
        inside *= factor.pow(power % 2);
        factor += 1;
    }
    // What is left has at most two prime factors: a square, or squarefree.
    let root = rest.sqrt();
    if root * root == rest { (outside * root, inside) } else { (outside, inside * rest) }
}

fn smallest_prime(value: u64) -> u64 {
    (2..).take_while(|f| f * f <= value).find(|f| value % f == 0).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_taken_out_of_every_small_number() {
        for value in 1..5000_u64 {
            let (outside, inside) = split_square(value);
            assert_eq!(outside * outside * inside, value);
            assert!((2..=inside).all(|f| inside % (f * f) != 0), "{inside} is squarefree");
        }
    }

    #[test]
    fn the_field_laws_hold_for_three_roots() {
        let root = |e: i64| RadicalSum::sqrt(&Rational::from(e)).unwrap();
        let third = RadicalSum::from(Rational::new(1, 3));
        let x = third + root(2) - root(15) * Rational::new(2, 7);
        let y = root(6) + root(10);
        assert_eq!(&x * x.reciprocal().unwrap(), Rational::ONE.into());
        assert_eq!((&x + &y) * &y, &x * &y + &y * &y);
        assert_eq!(-(&x - &y), &y - &x);
        assert!((&x * Rational::ZERO).is_zero() && (&x - &x).is_zero());
        assert_eq!((&y * &y).to_string(), "16 + 4 sqrt(15)");
        assert_eq!((root(2) + root(3) - root(10)).sign(), Ordering::Less);
        assert!(RadicalSum::sqrt(&Rational::from(-1)).is_none());
        assert!(RadicalSum::default().reciprocal().is_none());
    }
}
