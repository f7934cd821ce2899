//! Homogeneous polynomials in up to four variables, with integer coefficients.

use std::collections::BTreeMap;
use std::fmt;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use crate::score::Ring;

/// Number of variables of every polynomial.
pub(super) const VARIABLES: usize = 4;

/// A polynomial: the coefficients that are not zero, by exponents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Form {
    terms: BTreeMap<[u8; VARIABLES], BigInt>,
}

impl Form {
    /// One variable.
    pub(super) fn variable(place: usize) -> Self {
        let mut exponents = [0; VARIABLES];
        exponents[place] = 1;
        Self { terms: BTreeMap::from([(exponents, BigInt::one())]) }
    }

    /// Exponents and coefficients.
    pub(super) fn terms(&self) -> impl Iterator<Item = (&[u8; VARIABLES], &BigInt)> {
        self.terms.iter()
    }

    pub(super) fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// Returns `true` if every coefficient is at least zero.
    pub(super) fn has_no_negative_coefficient(&self) -> bool {
        !self.terms.values().any(Signed::is_negative)
    }

    /// The degree that all terms have; `None` for zero and where they differ.
    pub(super) fn degree(&self) -> Option<u8> {
        let mut degrees = self.terms.keys().map(|exponents| exponents.iter().sum::<u8>());
        let first = degrees.next()?;
        degrees.all(|degree| degree == first).then_some(first)
    }

    /// Its value with forms put in for the variables.
    pub(super) fn at(&self, arguments: &[Self; VARIABLES]) -> Self {
        let mut sum = Self::constant(&BigInt::zero());
        for (exponents, coefficient) in &self.terms {
            let mut term = Self::constant(coefficient);
            for (argument, &exponent) in arguments.iter().zip(exponents) {
                for _ in 0..exponent {
                    term = term.times(argument);
                }
            }
            sum = sum.plus(&term);
        }
        sum
    }

    /// Its value at a point.
    pub(super) fn value(&self, point: &[u8; VARIABLES]) -> BigInt {
        let power = |(&base, &exponent): (&u8, &u8)| BigInt::from(base).pow(u32::from(exponent));
        let term = |(exponents, coefficient): (&[u8; VARIABLES], &BigInt)| {
            coefficient * point.iter().zip(exponents).map(power).product::<BigInt>()
        };
        self.terms.iter().map(term).sum()
    }

    /// Both without the integers and powers of variables that divide every term of both.
    pub(super) fn without_common_monomial(&self, other: &Self) -> (Self, Self) {
        let terms = || self.terms.iter().chain(&other.terms);
        let Some((&first, _)) = terms().next() else { return (self.clone(), other.clone()) };
        let mut common = first;
        let mut content = BigInt::zero();
        for (exponents, coefficient) in terms() {
            content = content.gcd(coefficient);
            for (least, &exponent) in common.iter_mut().zip(exponents) {
                *least = exponent.min(*least);
            }
        }
        let divided = |form: &Self| Self {
            terms: form
                .terms
                .iter()
                .map(|(exponents, coefficient)| {
                    (std::array::from_fn(|i| exponents[i] - common[i]), coefficient / &content)
                })
                .collect(),
        };
        (divided(self), divided(other))
    }

    /// Without the integers that divide every coefficient.
    pub(super) fn primitive(&self) -> Self {
        let content = self.terms.values().fold(BigInt::zero(), |common, k| common.gcd(k));
        let divided = |(exponents, k): (&[u8; VARIABLES], &BigInt)| (*exponents, k / &content);
        Self { terms: self.terms.iter().map(divided).collect() }
    }

    /// Twice the symmetric matrix of a quadratic form; `None` for any other degree.
    pub(super) fn matrix(&self) -> Option<[[BigInt; VARIABLES]; VARIABLES]> {
        if self.degree() != Some(2) {
            return None;
        }
        let mut matrix: [[BigInt; VARIABLES]; VARIABLES] = Default::default();
        for (exponents, coefficient) in &self.terms {
            let mut of_term = (0..VARIABLES)
                .flat_map(|variable| std::iter::repeat_n(variable, exponents[variable].into()));
            let (i, j) = (of_term.next()?, of_term.next()?);
            matrix[i][j] += coefficient;
            matrix[j][i] += coefficient;
        }
        Some(matrix)
    }

    /// A linear form of which it is a positive multiple of the square.
    pub(super) fn root(&self) -> Option<Self> {
        let matrix = self.matrix()?;
        let row = (0..VARIABLES).find(|&i| matrix[i][i].is_positive())?;
        let linear = Self::linear(&matrix[row]);
        let multiple = self.scaled(&(&matrix[row][row] * BigInt::from(2)));
        (linear.times(&linear) == multiple).then(|| linear.primitive())
    }

    /// The coefficients of a linear form.
    pub(super) fn coefficients(&self) -> [BigInt; VARIABLES] {
        std::array::from_fn(|variable| {
            let mut exponents = [0; VARIABLES];
            exponents[variable] = 1;
            self.terms.get(&exponents).cloned().unwrap_or_default()
        })
    }

    /// The linear form with these coefficients.
    pub(super) fn linear(coefficients: &[BigInt; VARIABLES]) -> Self {
        let zero = Self::constant(&BigInt::zero());
        coefficients.iter().enumerate().fold(zero, |sum, (variable, coefficient)| {
            sum.plus(&Self::variable(variable).scaled(coefficient))
        })
    }

    fn combined(&self, other: &Self, sign: i32) -> Self {
        let mut terms = self.terms.clone();
        for (exponents, coefficient) in &other.terms {
            *terms.entry(*exponents).or_default() += coefficient * sign;
        }
        terms.retain(|_, coefficient| !coefficient.is_zero());
        Self { terms }
    }

    /// It in words, positive terms first, with names for the variables; an empty one stands for 1.
    pub(super) fn text(&self, names: &[&str; VARIABLES]) -> String {
        let mut text = String::new();
        let mut terms: Vec<_> = self.terms.iter().rev().collect();
        terms.sort_by_key(|(_, coefficient)| coefficient.is_negative());
        for (exponents, coefficient) in terms {
            let mut factors = Vec::new();
            for (name, &exponent) in names.iter().zip(exponents) {
                match exponent {
                    0 => {}
                    _ if name.is_empty() => {}
                    1 => factors.push((*name).to_owned()),
                    _ => factors.push(format!("{name}^{exponent}")),
                }
            }
            let sign = match (text.is_empty(), coefficient.is_negative()) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            text.push_str(sign);
            let magnitude = coefficient.abs();
            if !magnitude.is_one() || factors.is_empty() {
                factors.insert(0, magnitude.to_string());
            }
            text.push_str(&factors.join(" "));
        }
        if text.is_empty() { "0".to_owned() } else { text }
    }
}

impl Ring for Form {
    fn constant(value: &BigInt) -> Self {
        let terms = [([0; VARIABLES], value.clone())];
        Self { terms: terms.into_iter().filter(|(_, value)| !value.is_zero()).collect() }
    }

    fn plus(&self, other: &Self) -> Self {
        self.combined(other, 1)
    }

    fn minus(&self, other: &Self) -> Self {
        self.combined(other, -1)
    }

    fn times(&self, other: &Self) -> Self {
        let mut terms: BTreeMap<[u8; VARIABLES], BigInt> = BTreeMap::new();
        for (first, k) in &self.terms {
            for (second, l) in &other.terms {
                let exponents = std::array::from_fn(|i| first[i] + second[i]);
                *terms.entry(exponents).or_default() += k * l;
            }
        }
        terms.retain(|_, coefficient| !coefficient.is_zero());
        Self { terms }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(&["u", "v", "w", "z"]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(coefficients: [i64; 4]) -> Form {
        Form::linear(&coefficients.map(BigInt::from))
    }

    #[test]
    fn products_sums_and_values() {
        let product = form([1, -2, 0, 0]).times(&form([1, 2, 0, 0]));
        assert_eq!(product.to_string(), "u^2 - 4 v^2");
        assert_eq!(product.value(&[3, 1, 0, 0]), BigInt::from(5));
        assert_eq!(product.degree(), Some(2));
        assert!(product.minus(&product).is_zero());
        let swapped = [1, 0, 2, 3].map(Form::variable);
        assert_eq!(product.at(&swapped).to_string(), "v^2 - 4 u^2");
    }

    #[test]
    fn common_monomials_are_dropped() {
        let shared = form([0, 0, 6, 0]);
        let (first, second) =
            (form([1, 1, 0, 0]).times(&shared), form([0, 2, 1, 0]).times(&shared));
        let (first, second) = first.without_common_monomial(&second);
        assert_eq!((first.to_string(), second.to_string()), ("u + v".into(), "2 v + w".into()));
    }

    #[test]
    fn squares_have_roots() {
        let linear = form([2, -1, 0, 3]);
        assert_eq!(linear.times(&linear).scaled(&3.into()).root(), Some(linear.clone()));
        assert_eq!(linear.times(&form([1, 0, 0, 0])).root(), None);
        assert_eq!(form([0, 3, 0, 0]).times(&form([0, 3, 0, 0])).root(), Some(form([0, 1, 0, 0])));
    }
}
