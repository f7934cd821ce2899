//! Numbers as printed formulas have them: a + b sqrt(d), and quotients of sums of logarithms, with
//! rational a, b and d.
//!
//! Two roots are multiples of each other if and only if the product of their squares is a square. A
//! rational plus rational multiples of logarithms is transcendental unless the logarithms cancel
//! (Baker), and so is a quotient of two such sums unless it is rational.

use std::cmp::Ordering;

use crate::metric::written::root;
use exactile::num::{LogSum, Rational};

/// The most bits of a numerator or denominator, and of the argument of a logarithm.
const MOST_BITS: u64 = 4_096;
const MOST_BITS_OF_LOGARITHM: u64 = 256;

/// The reason why an expression has no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoNumber {
    /// The expression is undefined: 0/0, a division by zero, the root of a negative number, or the
    /// logarithm of a number that is not positive.
    Undefined,
    /// The number is not computed here.
    Unknown,
}

/// A number.
#[derive(Clone, Debug)]
pub(super) struct Number(Form);

#[derive(Clone, Debug)]
enum Form {
    /// a + b sqrt(d): b is 0 or sqrt(d) is irrational.
    Root([Rational; 3]),
    /// An irrational quotient of sums of logarithms.
    Logarithms { over: LogSum, under: LogSum },
}

type Found = Result<Number, NoNumber>;

impl From<Rational> for Number {
    fn from(value: Rational) -> Self {
        Self(Form::Root([value, Rational::ZERO, Rational::ZERO]))
    }
}

fn is_short(value: &Rational, most: u64) -> bool {
    value.numerator().bits() <= most && value.denominator().bits() <= most
}

impl Number {
    fn of_root([a, b, d]: [Rational; 3]) -> Found {
        let are_short = [&a, &b, &d].into_iter().all(|part| is_short(part, MOST_BITS));
        match are_short {
            true if b.is_zero() => Ok(a.into()),
            true => Ok(Self(Form::Root([a, b, d]))),
            false => Err(NoNumber::Unknown),
        }
    }

    fn of_logarithms(over: LogSum, under: LogSum) -> Found {
        if under.is_zero() {
            return Err(NoNumber::Undefined);
        }
        if over.is_zero() {
            return Ok(Rational::ZERO.into());
        }
        match over.ratio(&under) {
            Some(ratio) => Self::of_root([ratio, Rational::ZERO, Rational::ZERO]),
            None => Ok(Self(Form::Logarithms { over, under })),
        }
    }

    /// Returns the value, if it is rational.
    pub(super) fn as_rational(&self) -> Option<&Rational> {
        match &self.0 {
            Form::Root([a, b, _]) if b.is_zero() => Some(a),
            _ => None,
        }
    }

    fn quotient(&self) -> Result<[LogSum; 2], NoNumber> {
        match &self.0 {
            Form::Root(_) => {
                let value = self.as_rational().ok_or(NoNumber::Unknown)?;
                Ok([value.clone().into(), Rational::ONE.into()])
            }
            Form::Logarithms { over, under } => Ok([over.clone(), under.clone()]),
        }
    }

    pub(super) fn plus(&self, other: &Self) -> Found {
        if let (Form::Root(own), Form::Root(other)) = (&self.0, &other.0) {
            let ([a, b, d], [a2, b2]) = (own.clone(), over_root(other, own)?);
            let d = if b.is_zero() { other[2].clone() } else { d };
            return Self::of_root([a + a2, b + b2, d]);
        }
        let ([x, u], [x2, u2]) = (self.quotient()?, other.quotient()?);
        // Of one denominator, or of one that is a multiple of the other.
        if let Some(value) = other.as_rational() {
            return Self::of_logarithms(x + &u * value, u);
        }
        if let Some(value) = self.as_rational() {
            return Self::of_logarithms(x2 + &u2 * value, u2);
        }
        let times = u.ratio(&u2).ok_or(NoNumber::Unknown)?;
        Self::of_logarithms(x + x2 * times, u)
    }

    pub(super) fn negated(&self) -> Self {
        Self(match self.0.clone() {
            Form::Root([a, b, d]) => Form::Root([-a, -b, d]),
            Form::Logarithms { over, under } => Form::Logarithms { over: -over, under },
        })
    }

    pub(super) fn minus(&self, other: &Self) -> Found {
        self.plus(&other.negated())
    }

    pub(super) fn times(&self, other: &Self) -> Found {
        if let (Form::Root(own), Form::Root(other)) = (&self.0, &other.0) {
            let ([a, b, d], [a2, b2]) = (own.clone(), over_root(other, own)?);
            let d = if b.is_zero() { other[2].clone() } else { d };
            return Self::of_root([&a * &a2 + &b * &b2 * &d, a * b2 + b * a2, d]);
        }
        let ([x, u], [x2, u2]) = (self.quotient()?, other.quotient()?);
        let product = |x: LogSum, y: LogSum| match (x.as_rational(), y.as_rational()) {
            (_, Some(y)) => Ok(x * y),
            (Some(x), None) => Ok(y * x),
            (None, None) => Err(NoNumber::Unknown),
        };
        // ln(x)/ln(y) times 1/ln(z) is no such quotient, but (ln(x)/1) (1/ln(y)) is.
        Self::of_logarithms(product(x, x2)?, product(u, u2)?)
    }

    fn reciprocal(&self) -> Found {
        match &self.0 {
            Form::Root([a, b, d]) => {
                let norm = a * a - b * b * d;
                let inverse = norm.reciprocal().ok_or(NoNumber::Undefined)?;
                Self::of_root([a * &inverse, -(b * &inverse), d.clone()])
            }
            Form::Logarithms { over, under } => Self::of_logarithms(under.clone(), over.clone()),
        }
    }

    pub(super) fn over(&self, other: &Self) -> Found {
        self.times(&other.reciprocal()?)
    }

    pub(super) fn power(&self, exponent: u32) -> Found {
        let one = Self::from(Rational::ONE);
        (0..exponent).try_fold(one, |product, _| product.times(self))
    }

    pub(super) fn root(&self) -> Found {
        let square = self.as_rational().ok_or(NoNumber::Unknown)?;
        if square.is_negative() {
            return Err(NoNumber::Undefined);
        }
        match root(square) {
            Some(root) => Ok(root.into()),
            None => Self::of_root([Rational::ZERO, Rational::ONE, square.clone()]),
        }
    }

    pub(super) fn logarithm(&self) -> Found {
        let value = self.as_rational().ok_or(NoNumber::Unknown)?;
        if !value.is_positive() {
            return Err(NoNumber::Undefined);
        }
        if !is_short(value, MOST_BITS_OF_LOGARITHM) {
            return Err(NoNumber::Unknown);
        }
        Self::of_logarithms(LogSum::ln(value), Rational::ONE.into())
    }

    /// Compares the number with zero.
    pub(super) fn sign(&self) -> Ordering {
        match &self.0 {
            Form::Root([a, b, d]) => match (a.sign(), b.sign()) {
                (sign, Ordering::Equal) => sign,
                (Ordering::Equal, sign) => sign,
                (sign, other) if sign == other => sign,
                (sign, other) => match (a * a).cmp(&(b * b * d)) {
                    Ordering::Greater => sign,
                    _ => other,
                },
            },
            Form::Logarithms { over, under } => match under.sign() {
                Ordering::Less => over.sign().reverse(),
                _ => over.sign(),
            },
        }
    }

    /// Compares two numbers; `None` if their order is not found.
    pub(super) fn compared(&self, other: &Self) -> Option<Ordering> {
        self.minus(other).ok().map(|difference| difference.sign())
    }

    /// Returns `true` if two numbers are equal; `None` if that is not found.
    pub(super) fn is(&self, other: &Self) -> Option<bool> {
        match (&self.0, &other.0) {
            // The one is algebraic and the other transcendental.
            (Form::Root(_), Form::Logarithms { .. }) | (Form::Logarithms { .. }, Form::Root(_)) => {
                Some(false)
            }
            // Roots of numbers whose product is no square are no multiples of each other.
            (Form::Root([_, b, _]), Form::Root([_, b2, _])) => match self.minus(other) {
                Ok(difference) => Some(difference.sign() == Ordering::Equal),
                Err(_) if !b.is_zero() && !b2.is_zero() => Some(false),
                Err(_) => None,
            },
            _ => self.compared(other).map(|order| order == Ordering::Equal),
        }
    }
}

/// Returns the coefficients of a number of roots divided by the root of another one.
fn over_root(
    [a, b, d]: &[Rational; 3],
    [_, b2, to]: &[Rational; 3],
) -> Result<[Rational; 2], NoNumber> {
    if b.is_zero() || b2.is_zero() || d == to {
        return Ok([a.clone(), b.clone()]);
    }
    // sqrt(d) = sqrt(d e)/e sqrt(e)
    let multiple = root(&(d * to)).ok_or(NoNumber::Unknown)? / to.clone();
    Ok([a.clone(), b * &multiple])
}
