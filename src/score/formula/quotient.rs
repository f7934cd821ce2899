//! Formulas as quotients of polynomials, derived once and evaluated over any ring.
//!
//! The variables are TP, TN, the class sizes p and n (so FN = p - TP and FP = n - TN), and the
//! parameters of a family of metrics. On a lattice of test results p and n are numbers: the degree
//! of a polynomial in TP and TN is then its degree as a polynomial.
//!
//! A quotient is a product of powers of polynomials without a common factor between integers or
//! variables. Equal factors cancel, so that 0/0 remains only where a rate or ratio of the formula
//! is 0/0; no greatest common divisors are computed.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};
use smallvec::SmallVec;

use super::expression::{Function, Node};
use super::flat::{Flat, Product, Quadratic};
use super::number::{Number, Whole};
use crate::num::{Rational, common_denominator, exact_root, small_common_denominator};

/// Number of variables that stand for counts: TP, TN, p, n.
const COUNTS: usize = 4;

/// The counts, up to four parameters, and the priors pi- and pi+ of importances.
const VARIABLES: usize = 10;

const NAMES: [&str; 4] = ["TP", "TN", "p", "n"];
const PRIORS: [&str; 2] = ["pi-", "pi+"];

type Exponents = [u8; VARIABLES];

/// A sum of monomials; none has the coefficient zero.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Polynomial(BTreeMap<Exponents, Rational>);

/// `constant` times powers of different polynomials.
#[derive(Clone, Debug)]
pub(in crate::score) struct Quotient {
    constant: Rational,
    factors: BTreeMap<Polynomial, i32>,
}

/// Reason why a formula is not a quotient of polynomials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::score) enum NoQuotient {
    /// A name that stands for nothing.
    Unknown(String),
    /// A function or an exponent that is no integer.
    Function,
    /// A division by zero.
    Zero,
}

impl Polynomial {
    fn variable(place: usize) -> Self {
        let mut exponents = [0; VARIABLES];
        exponents[place] = 1;
        Self(BTreeMap::from([(exponents, Rational::ONE)]))
    }

    fn constant(value: Rational) -> Self {
        Self([([0; VARIABLES], value)].into_iter().filter(|(_, value)| !value.is_zero()).collect())
    }

    fn plus(mut self, other: Self) -> Self {
        for (exponents, coefficient) in other.0 {
            let own = self.0.entry(exponents).or_insert(Rational::ZERO);
            *own = &*own + coefficient;
        }
        self.0.retain(|_, coefficient| !coefficient.is_zero());
        self
    }

    fn times(&self, other: &Self) -> Self {
        let mut product = Self::default();
        for (first, k) in &self.0 {
            let term = other.0.iter().map(|(second, l)| {
                (std::array::from_fn(|place| first[place] + second[place]), k * l)
            });
            product = product.plus(Self(term.collect()));
        }
        product
    }

    /// Its value at an arbitrary place within the domain of all formulas.
    fn sample(&self) -> Rational {
        const PLACE: [(i64, i64); VARIABLES] =
            [(2, 1), (3, 1), (7, 1), (11, 1), (1, 3), (1, 5), (1, 7), (1, 11), (2, 7), (5, 7)];
        let value = |(exponents, coefficient): (&Exponents, &Rational)| {
            let powers = exponents.iter().zip(PLACE).flat_map(|(&exponent, (n, d))| {
                std::iter::repeat_n(Rational::new(n, d), exponent.into())
            });
            powers.fold(coefficient.clone(), |product, factor| product * factor)
        };
        self.0.iter().map(value).sum()
    }
}

impl Quotient {
    pub(in crate::score) fn constant(constant: Rational) -> Self {
        Self { constant, factors: BTreeMap::new() }
    }

    fn variable(place: usize) -> Self {
        Self::of(Polynomial::variable(place))
    }

    /// A polynomial, taken apart into its constant, its variables and the rest, which has integer
    /// coefficients without a common divisor and is positive within the domain if its sign is
    /// fixed.
    fn of(polynomial: Polynomial) -> Self {
        let Some(first) = polynomial.0.keys().next() else { return Self::constant(Rational::ZERO) };
        let least = polynomial.0.keys().fold(*first, |least, exponents| {
            std::array::from_fn(|place| least[place].min(exponents[place]))
        });
        let (above, below) = polynomial.0.values().fold(
            (BigInt::zero(), BigInt::one()),
            |(above, below), coefficient| {
                (above.gcd(&coefficient.numerator()), below.lcm(&coefficient.denominator()))
            },
        );
        let mut constant = Rational::new(above, below);
        if polynomial.sample().is_negative() {
            constant = -constant;
        }
        let rest = polynomial.0.into_iter().map(|(exponents, coefficient)| {
            let exponents = std::array::from_fn(|place| exponents[place] - least[place]);
            (exponents, coefficient / &constant)
        });
        let rest = Polynomial(rest.collect());
        let mut factors: BTreeMap<Polynomial, i32> = (0..VARIABLES)
            .filter(|&place| least[place] > 0)
            .map(|place| (Polynomial::variable(place), least[place].into()))
            .collect();
        if rest != Polynomial::constant(Rational::ONE) {
            factors.insert(rest, 1);
        }
        Self { constant, factors }
    }

    fn times(mut self, other: &Self) -> Self {
        for (factor, exponent) in &other.factors {
            *self.factors.entry(factor.clone()).or_default() += exponent;
        }
        self.factors.retain(|_, exponent| *exponent != 0);
        self.constant = self.constant * &other.constant;
        self
    }

    /// Its power; 0^0 is 1, and negative powers of zero do not occur.
    fn power(mut self, power: i32) -> Option<Self> {
        let mut constant = Rational::ONE;
        for _ in 0..power.unsigned_abs() {
            constant = constant * &self.constant;
        }
        self.constant = if power < 0 { Rational::ONE.checked_div(&constant)? } else { constant };
        self.factors.values_mut().for_each(|exponent| *exponent *= power);
        self.factors.retain(|_, exponent| *exponent != 0);
        Some(self)
    }

    pub(in crate::score) fn over(self, divisor: &Self) -> Option<Self> {
        Some(self.times(&divisor.clone().power(-1)?))
    }

    pub(in crate::score) fn plus(self, other: Self) -> Self {
        if self.constant.is_zero() {
            return other;
        }
        if other.constant.is_zero() {
            return self;
        }
        // What both have, and what each has besides.
        let mut common = BTreeMap::new();
        for factor in self.factors.keys().chain(other.factors.keys()) {
            let exponent = |of: &Self| of.factors.get(factor).copied().unwrap_or(0);
            common.insert(factor.clone(), exponent(&self).min(exponent(&other)));
        }
        let rest = |of: &Self| {
            common.iter().fold(
                Polynomial::constant(of.constant.clone()),
                |product, (factor, least)| {
                    let exponent = of.factors.get(factor).copied().unwrap_or(0) - least;
                    (0..exponent).fold(product, |product, _| product.times(factor))
                },
            )
        };
        let sum = Self::of(rest(&self).plus(rest(&other)));
        common.retain(|_, exponent| *exponent != 0);
        sum.times(&Self { constant: Rational::ONE, factors: common })
    }

    /// The degree in the counts, of a quotient of forms.
    fn degree(&self) -> i32 {
        let of = |(factor, exponent): (&Polynomial, &i32)| {
            let first = factor.0.keys().next().expect("a factor is not zero");
            exponent * first[..COUNTS].iter().map(|&count| i32::from(count)).sum::<i32>()
        };
        self.factors.iter().map(of).sum()
    }

    /// `k pi-^i pi+^j` with k at these parameters, of a quotient that is one.
    pub(in crate::score) fn monomial(&self, parameters: &[Rational]) -> (Rational, [u8; 2]) {
        let mut exponents = [0; 2];
        let mut coefficient = self.constant.clone();
        for (factor, &exponent) in &self.factors {
            let power = u8::try_from(exponent).expect("importances have no denominators");
            let prior = (0..PRIORS.len())
                .find(|place| *factor == Polynomial::variable(VARIABLES - PRIORS.len() + place));
            if let Some(prior) = prior {
                exponents[prior] = power;
                continue;
            }
            let terms: Vec<_> = factor
                .0
                .iter()
                .map(|(exponents, k)| {
                    (k.clone(), std::array::from_fn(|place| exponents[COUNTS + place]))
                })
                .collect();
            for _ in 0..power {
                coefficient = coefficient * in_parameters(&terms, parameters);
            }
        }
        (coefficient, exponents)
    }

    /// Returns `true` if the numerator has factors and all their exponents are even.
    fn is_square_above(&self) -> bool {
        let mut above = self.factors.values().filter(|exponent| **exponent > 0).peekable();
        above.peek().is_some() && above.all(|exponent| exponent % 2 == 0)
    }
}

/// The names of a formula beside the counts: parameters by their letters, and what other names
/// stand for.
pub(in crate::score) struct Names<'n> {
    /// At most four.
    pub(in crate::score) letters: &'n [&'n str],
    pub(in crate::score) others: &'n dyn Fn(&str) -> Option<Quotient>,
}

impl Names<'_> {
    fn resolve(&self, name: &str) -> Option<Quotient> {
        let among = |names: &[&str]| names.iter().position(|other| *other == name);
        let less = |whole: usize, part: usize| {
            let minus = Quotient::constant(-Rational::ONE);
            Quotient::variable(whole).plus(Quotient::variable(part).times(&minus))
        };
        if let Some(place) = among(self.letters) {
            return Some(Quotient::variable(COUNTS + place));
        }
        if let Some(place) = among(&NAMES) {
            return Some(Quotient::variable(place));
        }
        if let Some(place) = among(&PRIORS) {
            return Some(Quotient::variable(VARIABLES - PRIORS.len() + place));
        }
        match name {
            "FN" => Some(less(2, 0)),
            "FP" => Some(less(3, 1)),
            // As the sources write it.
            "pn" => Some(Quotient::variable(2).times(&Quotient::variable(3))),
            _ => (self.others)(name),
        }
    }
}

impl Node {
    pub(in crate::score) fn quotient(&self, names: &Names<'_>) -> Result<Quotient, NoQuotient> {
        Ok(match self {
            Self::Number(number) => Quotient::constant(number.clone()),
            Self::Name(name) => {
                names.resolve(name).ok_or_else(|| NoQuotient::Unknown(name.clone()))?
            }
            Self::Call(Function::Negate, arguments) => {
                arguments[0].quotient(names)?.times(&Quotient::constant(-Rational::ONE))
            }
            Self::Call(..) => return Err(NoQuotient::Function),
            Self::Binary('^', base, exponent) => match &**exponent {
                Self::Number(power) => {
                    let power = power.is_integer().then(|| i32::try_from(power.numerator()).ok());
                    let power = power.flatten().ok_or(NoQuotient::Function)?;
                    base.quotient(names)?.power(power).ok_or(NoQuotient::Zero)?
                }
                _ => return Err(NoQuotient::Function),
            },
            Self::Binary(operator, left, right) => {
                let (left, right) = (left.quotient(names)?, right.quotient(names)?);
                match operator {
                    '+' => left.plus(right),
                    '-' => left.plus(right.times(&Quotient::constant(-Rational::ONE))),
                    '*' => left.times(&right),
                    _ => left.over(&right).ok_or(NoQuotient::Zero)?,
                }
            }
        })
    }
}

impl Node {
    /// Returns `true` if the name occurs.
    pub(in crate::score) fn names(&self, name: &str) -> bool {
        match self {
            Self::Number(_) => false,
            Self::Name(own) => own == name,
            Self::Call(_, arguments) => arguments.iter().any(|argument| argument.names(name)),
            Self::Binary(_, left, right) => left.names(name) || right.names(name),
        }
    }
}

/// A polynomial ready to be evaluated: by monomials in the counts, whose coefficients are
/// polynomials in the parameters.
#[derive(Clone, Debug)]
struct Factor {
    exponent: u32,
    terms: Vec<Term>,
    /// The terms in nested form.
    nested: Nested,
}

#[derive(Clone, Debug)]
struct Term {
    /// The exponents of the counts.
    exponents: [u8; COUNTS],
    /// In the parameters.
    coefficient: Vec<(Rational, [u8; COUNTS])>,
}

/// A polynomial as `variable * quotient + rest`, over and over (Horner's rule for several
/// variables), so that terms share their products.
#[derive(Clone, Debug)]
enum Nested {
    /// The coefficient of a term, by its place.
    Coefficient(usize),
    Product(usize, Box<Nested>),
    Sum(Box<Nested>, Box<Nested>),
}

/// A quotient as numerator and denominator, ready to be evaluated.
#[derive(Clone, Debug)]
pub(in crate::score) struct Fraction {
    constant: Rational,
    numerator: Vec<Factor>,
    denominator: Vec<Factor>,
    /// The value is sign(numerator) numerator^2/denominator.
    pub(in crate::score) signed_square: bool,
    /// The degree in the counts.
    degree: i32,
}

/// Arguments of a fraction: TP, TN, p, n, and one sample.
pub(in crate::score) struct Point<R> {
    pub(in crate::score) counts: [R; COUNTS],
    pub(in crate::score) unit: R,
}

impl Fraction {
    /// The quotient itself.
    pub(in crate::score) fn new(quotient: &Quotient) -> Self {
        let mut fraction = Self {
            constant: quotient.constant.clone(),
            numerator: Vec::new(),
            denominator: Vec::new(),
            signed_square: false,
            degree: quotient.degree(),
        };
        for (factor, exponent) in &quotient.factors {
            let side =
                if *exponent > 0 { &mut fraction.numerator } else { &mut fraction.denominator };
            side.push(Factor::new(factor, exponent.unsigned_abs()));
        }
        fraction
    }

    /// The quotient, which depends on p and n as numbers of samples.
    pub(in crate::score) fn of_numbers(quotient: &Quotient) -> Self {
        Self { degree: 0, ..Self::new(quotient) }
    }

    /// Returns the square of `above/sqrt(below)` with the sign of `above`; `None` if it is not such
    /// a quotient.
    pub(in crate::score) fn signed_square(above: &Quotient, below: &Quotient) -> Option<Self> {
        let square = above.clone().power(2)?.over(below)?;
        let mut fraction = Self {
            // The numerator's square has the denominator twice.
            constant: &square.constant / Rational::from(above.constant.sign() as i64),
            numerator: Vec::new(),
            denominator: Vec::new(),
            signed_square: true,
            degree: square.degree(),
        };
        for (factor, &exponent) in &square.factors {
            let (k, j) = if exponent > 0 {
                let half = (exponent + 1) / 2;
                (half, 2 * half - exponent)
            } else {
                (0, -exponent)
            };
            if k > 0 {
                fraction.numerator.push(Factor::new(factor, k.unsigned_abs()));
            }
            if j > 0 {
                fraction.denominator.push(Factor::new(factor, j.unsigned_abs()));
            }
        }
        Some(fraction)
    }

    /// Returns the radicand of a root: a signed square if the numerator is a square.
    pub(in crate::score) fn under_root(square: &Quotient) -> Option<Self> {
        if !square.is_square_above() {
            return Some(Self::new(square));
        }
        let one = Quotient::constant(Rational::ONE);
        Self::signed_square(&one, &one.clone().over(square)?)
    }

    /// The greatest degree of numerator and denominator in TP and TN.
    pub(in crate::score) fn degree_on_lattice(&self) -> usize {
        let of =
            |factors: &[Factor]| -> usize { factors.iter().map(Factor::degree_on_lattice).sum() };
        of(&self.numerator).max(of(&self.denominator))
    }

    /// The fraction with these numbers for its parameters.
    pub(in crate::score) fn at(&self, parameters: &[Rational]) -> Coefficients {
        let mut constant = self.constant.clone();
        let mut terms: SmallVec<[Rational; 8]> = SmallVec::new();
        for (factors, is_above) in [(&self.numerator, true), (&self.denominator, false)] {
            for factor in factors {
                let from = terms.len();
                terms.extend(
                    factor.terms.iter().map(|term| in_parameters(&term.coefficient, parameters)),
                );
                let own = &mut terms[from..];
                if own.iter().all(Rational::is_integer) {
                    continue;
                }
                // Over the least integer that makes them integers.
                let common = small_common_denominator(own.iter())
                    .map_or_else(|| Rational::from(common_denominator(own.iter())), Rational::from);
                own.iter_mut().for_each(|coefficient| *coefficient = &*coefficient * &common);
                for _ in 0..factor.exponent * if self.signed_square && is_above { 2 } else { 1 } {
                    constant = if is_above { constant / &common } else { constant * &common };
                }
            }
        }
        let [mut above, mut below] = constant.integer_parts();
        if self.signed_square {
            // sign(u) abs(u)/v = (sign(u) u)^2/(u v) unless both are squares.
            let magnitude = above.abs();
            match exact_root(&magnitude) {
                Some(root) => above = if above.is_negative() { -root } else { root },
                None => below = below * magnitude,
            }
        }
        Coefficients {
            terms: terms.into_iter().map(Whole::new).collect(),
            above: Whole::new(above),
            below: Whole::new(below),
            zero: Whole::new(Rational::ZERO),
        }
    }

    /// Numerator and denominator; `None` where a number is beyond the width.
    pub(in crate::score) fn evaluate<N: Number>(
        &self,
        at: &Point<N>,
        with: &Coefficients,
    ) -> Option<(N, N)> {
        let mut terms = with.terms.as_slice();
        let mut product = |factors: &[Factor], constant: &Whole| {
            let mut product: Option<N> = None;
            for factor in factors {
                let (own, others) = terms.split_at(factor.terms.len());
                terms = others;
                let value = match factor.nested.evaluate(at, own)? {
                    Some(value) => value,
                    None => N::integer(&with.zero)?,
                };
                for _ in 1..factor.exponent {
                    product = Some(times(product, &value)?);
                }
                product = Some(match product {
                    Some(product) => product.product(&value)?,
                    None => value,
                });
            }
            match product {
                Some(product) if constant.is_one() => Some(product),
                Some(product) => product.multiple(constant),
                None => N::integer(constant),
            }
        };
        let above = product(&self.numerator, &with.above)?;
        let mut below = product(&self.denominator, &with.below)?;
        for _ in 0..self.degree {
            below = below.product(&at.unit)?;
        }
        Some((above, below))
    }

    /// The fraction at these numbers of positive and negative samples; `None` where a factor has a
    /// degree above 2 in TP and TN.
    pub(in crate::score) fn flat(
        &self,
        with: &Coefficients,
        [positives, negatives]: [f64; 2],
    ) -> Option<Flat> {
        let [p, n, unit] = [positives, negatives, 1.0].map(Quadratic::constant);
        let at = Point { counts: [Quadratic::TP, Quadratic::TN, p, n], unit };
        let mut terms = with.terms.as_slice();
        let mut product = |factors: &[Factor], constant: &Whole| {
            let mut product = vec![(Quadratic::integer(constant)?, 1)];
            for factor in factors {
                let (own, others) = terms.split_at(factor.terms.len());
                terms = others;
                let zero = Quadratic::constant(0.0);
                product.push((factor.nested.evaluate(&at, own)?.unwrap_or(zero), factor.exponent));
            }
            Some(Product::new(product))
        };
        let (above, below) =
            (product(&self.numerator, &with.above)?, product(&self.denominator, &with.below)?);
        Some(Flat { above, below, signed_square: self.signed_square })
    }
}

fn times<N: Number>(product: Option<N>, factor: &N) -> Option<N> {
    product.map_or_else(|| Some(factor.clone()), |product| product.product(factor))
}

/// The coefficients of a fraction with numbers for its parameters, all of them integers.
#[derive(Clone, Debug)]
pub(in crate::score) struct Coefficients {
    /// Of the terms of one factor after another, those of the numerator first.
    terms: SmallVec<[Whole; 8]>,
    /// The constant factors of numerator and denominator.
    above: Whole,
    below: Whole,
    zero: Whole,
}

impl Factor {
    fn new(polynomial: &Polynomial, exponent: u32) -> Self {
        let mut terms: BTreeMap<[u8; COUNTS], Vec<(Rational, [u8; COUNTS])>> = BTreeMap::new();
        for (exponents, coefficient) in &polynomial.0 {
            let part = |from: usize| std::array::from_fn(|place| exponents[from + place]);
            terms.entry(part(0)).or_default().push((coefficient.clone(), part(COUNTS)));
        }
        let terms: Vec<Term> = terms
            .into_iter()
            .rev()
            .map(|(exponents, coefficient)| Term { exponents, coefficient })
            .collect();
        let places = terms.iter().enumerate().map(|(place, term)| (term.exponents, place));
        Self { exponent, nested: Nested::new(places.collect()), terms }
    }

    fn degree_on_lattice(&self) -> usize {
        let degree = |term: &Term| usize::from(term.exponents[0]) + usize::from(term.exponents[1]);
        let own = self.terms.iter().map(degree).max().unwrap_or(0);
        own * usize::try_from(self.exponent).unwrap_or(usize::MAX)
    }
}

impl Nested {
    /// Of different monomials, at least one, each with the place of its coefficient.
    fn new(terms: Vec<([u8; COUNTS], usize)>) -> Self {
        // The variable of most terms goes first.
        let count = |variable: usize| terms.iter().filter(|(term, _)| term[variable] > 0).count();
        let variable = (0..COUNTS).rev().max_by_key(|&variable| count(variable)).unwrap_or(0);
        if count(variable) == 0 {
            return Self::Coefficient(terms[0].1);
        }
        let (mut with, without): (Vec<_>, Vec<_>) =
            terms.into_iter().partition(|(term, _)| term[variable] > 0);
        with.iter_mut().for_each(|(term, _)| term[variable] -= 1);
        let product = Self::Product(variable, Box::new(Self::new(with)));
        if without.is_empty() {
            return product;
        }
        Self::Sum(Box::new(product), Box::new(Self::new(without)))
    }

    /// Its value, the inner `None` for zero; the outer one where a number is beyond the width.
    fn evaluate<N: Number>(&self, at: &Point<N>, coefficients: &[Whole]) -> Option<Option<N>> {
        match self {
            Self::Coefficient(place) => {
                let coefficient = &coefficients[*place];
                if coefficient.is_zero() {
                    return Some(None);
                }
                N::integer(coefficient).map(Some)
            }
            Self::Product(variable, factor) => {
                let variable = &at.counts[*variable];
                // A coefficient of one costs nothing.
                if let Self::Coefficient(place) = &**factor {
                    let coefficient = &coefficients[*place];
                    return match coefficient {
                        zero if zero.is_zero() => Some(None),
                        one if one.is_one() => Some(Some(variable.clone())),
                        _ => variable.multiple(coefficient).map(Some),
                    };
                }
                match factor.evaluate(at, coefficients)? {
                    Some(factor) => variable.product(&factor).map(Some),
                    None => Some(None),
                }
            }
            Self::Sum(first, second) => {
                let first = first.evaluate(at, coefficients)?;
                if let (Some(first), Some(variable)) = (&first, second.subtracted(coefficients)) {
                    return first.difference(&at.counts[variable]).map(Some);
                }
                let second = second.evaluate(at, coefficients)?;
                match (first, second) {
                    (Some(first), Some(second)) => first.sum(&second).map(Some),
                    (only, None) | (None, only) => Some(only),
                }
            }
        }
    }

    /// The variable, of one times minus one.
    fn subtracted(&self, coefficients: &[Whole]) -> Option<usize> {
        let Self::Product(variable, factor) = self else { return None };
        let Self::Coefficient(place) = &**factor else { return None };
        coefficients[*place].is_minus_one().then_some(*variable)
    }
}

fn in_parameters(terms: &[(Rational, [u8; COUNTS])], parameters: &[Rational]) -> Rational {
    let value = |(coefficient, exponents): &(Rational, [u8; COUNTS])| {
        let powers = parameters
            .iter()
            .zip(exponents)
            .flat_map(|(parameter, &exponent)| std::iter::repeat_n(parameter, exponent.into()));
        powers.fold(coefficient.clone(), |product, factor| product * factor)
    };
    terms.iter().map(value).reduce(|sum, term| sum + term).unwrap_or(Rational::ZERO)
}
