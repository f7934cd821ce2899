//! Means and variances: exact where they are short fractions, enclosed where they are not.

use std::cmp::Ordering;

use num_bigint::BigUint;

use crate::num::{CertifiedMass, Enclosure, Rational, Value, WideFloat};

/// Digits after the decimal point of an enclosure, and the binary places they are cut from.
const DIGITS: u32 = 20;
const BITS: u32 = 80;

/// Message of checked operations on errors, which never fail.
pub(super) const ERRORS: &str = "errors in units of 2^-126 are below 2^60";

/// A number of either sign with a bound on its relative error.
#[derive(Clone, Copy, Debug)]
pub(super) struct SignedValue {
    pub(super) sign: Ordering,
    pub(super) magnitude: WideFloat,
    /// In units of 2^-126.
    pub(super) error: u64,
}

impl SignedValue {
    pub(super) fn new(value: &Rational) -> Self {
        let parts = (value.abs().numerator(), value.denominator());
        Self {
            sign: value.sign(),
            magnitude: WideFloat::from_ratio(parts.0.magnitude(), parts.1.magnitude()),
            error: 3,
        }
    }

    /// The square root of a positive number.
    pub(super) fn sqrt(self) -> Self {
        Self { magnitude: self.magnitude.sqrt(), error: self.error / 2 + 5, ..self }
    }

    /// From an enclosure of a nonzero number.
    pub(super) fn from_enclosure(enclosure: &Enclosure) -> Self {
        let lower = Self::new(&enclosure.lower());
        // The width over the value, in units of 2^-126, rounded up generously.
        let (low, high) = enclosure.ends();
        let width = (high - low).magnitude() << 126_u8;
        let one = BigUint::from(1_u8);
        let units = width / low.magnitude().max(&one) * 2_u8 + 4_u8;
        Self { error: u64::try_from(units).unwrap_or(u64::MAX >> 2), ..lower }
    }
}

/// Sums of mass times value and mass times value squared, positive and negative parts apart, so
/// that nothing cancels before the end.
#[derive(Clone, Copy, Debug)]
pub(super) struct MomentSums {
    positive: WideFloat,
    negative: WideFloat,
    squares: WideFloat,
    error: u64,
}

impl MomentSums {
    pub(super) fn new() -> Self {
        let zero = WideFloat::ZERO;
        Self { positive: zero, negative: zero, squares: zero, error: 0 }
    }

    pub(super) fn add(&mut self, mass: CertifiedMass, value: SignedValue) {
        let product = mass.value * value.magnitude;
        match value.sign {
            Ordering::Greater => self.positive += product,
            Ordering::Less => self.negative += product,
            Ordering::Equal => return,
        }
        self.squares += product * value.magnitude;
        let twice = value.error.checked_mul(2).expect(ERRORS);
        let own = mass.error.checked_add(twice).and_then(|own| own.checked_add(3)).expect(ERRORS);
        self.error = self.error.checked_add(1).expect(ERRORS).max(own);
    }

    pub(super) fn join(&mut self, other: &Self) {
        self.positive += other.positive;
        self.negative += other.negative;
        self.squares += other.squares;
        self.error = self.error.max(other.error).checked_add(1).expect(ERRORS);
    }

    /// Enclosures of mean and variance, given the mass on which the metric is defined.
    pub(super) fn finish(&self, defined: &CertifiedMass) -> (Value, Value) {
        let part = |value: WideFloat| CertifiedMass::new(value, self.error);
        let (positive, negative, squares) =
            (part(self.positive), part(self.negative), part(self.squares));
        let divide = |low: Rational, high: Rational| {
            let (least, most) = (defined.lower(), defined.upper());
            let by = |value: &Rational, up: bool| {
                if value.is_negative() == up { value / &most } else { value / &least }
            };
            (by(&low, false), by(&high, true))
        };
        let mean = divide(positive.lower() - negative.upper(), positive.upper() - negative.lower());
        let square = divide(squares.lower(), squares.upper());
        let (low, high) = (&mean.0 * &mean.0, &mean.1 * &mean.1);
        let largest = if low > high { low.clone() } else { high.clone() };
        let straddles = mean.0.is_negative() && mean.1.is_positive();
        let smallest = if straddles {
            Rational::ZERO
        } else if low > high {
            high
        } else {
            low
        };
        let least = &square.0 - &largest;
        let least = if least.is_negative() { Rational::ZERO } else { least };
        let enclosed = |lower: &Rational, upper: &Rational| {
            Enclosure::between(lower, upper, BITS).to_decimals(DIGITS).into()
        };
        (enclosed(&mean.0, &mean.1), enclosed(&least, &(square.1 - smallest)))
    }
}
