//! Polynomials in x = TP and y = TN with checked machine coefficients.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::score::{Counts, Ring};

/// More than the largest exponent of x or of y in a metric's formula.
pub(super) const WIDTH: usize = 4;

/// A polynomial, `coefficients[i][j] x^i y^j`; `None` if it does not fit.
#[derive(Clone, Debug)]
pub(super) struct Polynomial(Option<[[i128; WIDTH]; WIDTH]>);

/// A polynomial in y alone, from the constant upwards.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowPolynomial([i128; WIDTH]);

impl Polynomial {
    /// The matrices with P positives and N negatives: TP = x, FN = P - x, TN = y, FP = N - y.
    pub(super) fn counts(positives: u64, negatives: u64) -> Counts<Self> {
        let [x, y] = [(1, 0), (0, 1)].map(|(i, j)| {
            let mut coefficients = [[0; WIDTH]; WIDTH];
            coefficients[i][j] = 1;
            Self(Some(coefficients))
        });
        let number = |value: u64| Self::constant(&value.into());
        Counts {
            fn_: number(positives).minus(&x),
            fp: number(negatives).minus(&y),
            tn: y,
            tp: x,
            unit: number(1),
        }
    }

    /// Its coefficients, if they fit.
    pub(super) fn coefficients(&self) -> Option<&[[i128; WIDTH]; WIDTH]> {
        self.0.as_ref()
    }

    /// Returns `true` if all coefficients fit.
    pub(super) fn is_known(&self) -> bool {
        self.0.is_some()
    }

    /// Returns two flags: `true` if there is a term with x, and `true` if there is one with y; both
    /// are `true` if the polynomial does not fit.
    pub(super) fn depends(&self) -> [bool; 2] {
        let Some(coefficients) = &self.0 else { return [true; 2] };
        let any = |is_it: fn(usize, usize) -> bool| {
            (0..WIDTH).any(|i| (0..WIDTH).any(|j| is_it(i, j) && coefficients[i][j] != 0))
        };
        [any(|i, _| i > 0), any(|_, j| j > 0)]
    }

    /// The coefficients of 1, x and y, if there are no others.
    pub(super) fn linear(&self) -> Option<[i128; 3]> {
        let mut rest = self.0?;
        let terms = [rest[0][0], rest[1][0], rest[0][1]];
        (rest[0][0], rest[1][0], rest[0][1]) = (0, 0, 0);
        (rest == [[0; WIDTH]; WIDTH]).then_some(terms)
    }

    /// The polynomial on the row of one x, if its coefficients fit.
    pub(super) fn at(&self, x: i128) -> Option<RowPolynomial> {
        let coefficients = self.0.as_ref()?;
        let mut row = [0_i128; WIDTH];
        for (j, sum) in row.iter_mut().enumerate() {
            for line in coefficients.iter().rev() {
                *sum = sum.checked_mul(x)?.checked_add(line[j])?;
            }
        }
        Some(RowPolynomial(row))
    }

    fn combined(&self, other: &Self, sum: fn(i128, i128) -> Option<i128>) -> Self {
        let add = || {
            let (mut result, other) = (self.0?, other.0?);
            for (own, more) in result.iter_mut().flatten().zip(other.iter().flatten()) {
                *own = sum(*own, *more)?;
            }
            Some(result)
        };
        Self(add())
    }
}

impl RowPolynomial {
    /// Its value, if it fits.
    pub(super) fn at(&self, y: i128) -> Option<i128> {
        self.0.iter().rev().try_fold(0_i128, |sum, term| sum.checked_mul(y)?.checked_add(*term))
    }
}

impl Ring for Polynomial {
    fn constant(value: &BigInt) -> Self {
        Self(value.to_i128().map(|value| {
            let mut coefficients = [[0; WIDTH]; WIDTH];
            coefficients[0][0] = value;
            coefficients
        }))
    }

    fn plus(&self, other: &Self) -> Self {
        self.combined(other, i128::checked_add)
    }

    fn minus(&self, other: &Self) -> Self {
        self.combined(other, i128::checked_sub)
    }

    fn times(&self, other: &Self) -> Self {
        let multiply = || {
            let (own, other) = (self.0.as_ref()?, other.0.as_ref()?);
            let mut product = [[0_i128; WIDTH]; WIDTH];
            for (i, line) in own.iter().enumerate() {
                for (j, factor) in line.iter().enumerate().filter(|(_, factor)| **factor != 0) {
                    for (k, others) in other.iter().enumerate() {
                        for (l, more) in others.iter().enumerate().filter(|(_, more)| **more != 0) {
                            let term = product.get_mut(i + k)?.get_mut(j + l)?;
                            *term = term.checked_add(factor.checked_mul(*more)?)?;
                        }
                    }
                }
            }
            Some(product)
        };
        Self(multiply())
    }
}
