//! Polynomials of degree at most 2 in (tp, tn), with integer coefficients.

use std::fmt;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

use crate::score::{Counts, Ring};

/// The exponents of (tp, tn) that belong to the coefficients, in their order.
const EXPONENTS: [(usize, usize); 6] = [(2, 0), (1, 1), (0, 2), (1, 0), (0, 1), (0, 0)];

/// `k0 tp^2 + k1 tp tn + k2 tn^2 + k3 tp + k4 tn + k5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polynomial {
    pub(super) coefficients: [BigInt; 6],
}

impl Polynomial {
    /// From the coefficients of tp^2, tp tn, tn^2, tp, tn, 1.
    pub fn new(coefficients: [BigInt; 6]) -> Self {
        Self { coefficients }
    }

    /// The coefficients of tp^2, tp tn, tn^2, tp, tn, 1.
    pub fn coefficients(&self) -> &[BigInt; 6] {
        &self.coefficients
    }

    /// Its degree; the zero polynomial has degree 0 here.
    pub fn degree(&self) -> usize {
        let nonzero = |range: std::ops::Range<usize>| {
            self.coefficients[range].iter().any(|coefficient| !coefficient.is_zero())
        };
        if nonzero(0..3) { 2 } else { usize::from(nonzero(3..5)) }
    }

    /// Returns `true` if all coefficients are zero.
    pub fn is_zero(&self) -> bool {
        self.coefficients.iter().all(Zero::is_zero)
    }

    /// The greatest common divisor of its coefficients, zero for the zero polynomial.
    pub(super) fn content(&self) -> BigInt {
        self.coefficients.iter().fold(BigInt::zero(), |common, k| common.gcd(k))
    }

    /// The polynomial over its content.
    pub(super) fn primitive(&self) -> Self {
        let content = self.content();
        if content.is_zero() || content.is_one() {
            return self.clone();
        }
        Self { coefficients: self.coefficients.clone().map(|k| k / &content) }
    }

    /// Its value at a point.
    pub fn value_at(&self, tp: u64, tn: u64) -> BigInt {
        let (x, y) = (BigInt::from(tp), BigInt::from(tn));
        let [xx, xy, yy, x1, y1, constant] = &self.coefficients;
        ((xx * &x) + (xy * &y) + x1) * &x + (yy * &y + y1) * &y + constant
    }

    /// The confusion matrix of the lattice: TP = tp, FN = P - tp, TN = tn, FP = N - tn.
    pub(super) fn counts(positives: u64, negatives: u64) -> Counts<Self> {
        let monomial = |place: usize| {
            let mut coefficients: [BigInt; 6] = Default::default();
            coefficients[place] = BigInt::one();
            Self { coefficients }
        };
        let (tp, tn) = (monomial(3), monomial(4));
        let (p, n) = (Self::constant(&positives.into()), Self::constant(&negatives.into()));
        Counts { fn_: p.minus(&tp), fp: n.minus(&tn), tp, tn, unit: Self::constant(&BigInt::one()) }
    }
}

impl Ring for Polynomial {
    fn constant(value: &BigInt) -> Self {
        let mut coefficients: [BigInt; 6] = Default::default();
        coefficients[5] = value.clone();
        Self { coefficients }
    }

    fn plus(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        for (own, its) in sum.coefficients.iter_mut().zip(&other.coefficients) {
            *own += its;
        }
        sum
    }

    fn minus(&self, other: &Self) -> Self {
        let mut difference = self.clone();
        for (own, its) in difference.coefficients.iter_mut().zip(&other.coefficients) {
            *own -= its;
        }
        difference
    }

    /// The product, which must again be of degree at most 2.
    fn times(&self, other: &Self) -> Self {
        let mut coefficients: [BigInt; 6] = Default::default();
        for (k, first) in self.coefficients.iter().enumerate() {
            for (l, second) in other.coefficients.iter().enumerate() {
                if first.is_zero() || second.is_zero() {
                    continue;
                }
                let exponents = (EXPONENTS[k].0 + EXPONENTS[l].0, EXPONENTS[k].1 + EXPONENTS[l].1);
                let place = EXPONENTS
                    .iter()
                    .position(|at| *at == exponents)
                    .expect("the catalogue's formulas have degree at most 2");
                coefficients[place] += first * second;
            }
        }
        Self { coefficients }
    }
}

impl fmt::Display for Polynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMES: [&str; 6] = ["tp^2", "tp tn", "tn^2", "tp", "tn", ""];
        let mut first = true;
        for (coefficient, name) in self.coefficients.iter().zip(NAMES) {
            if coefficient.is_zero() {
                continue;
            }
            let sign = match (coefficient.is_negative(), first) {
                (true, true) => "-",
                (true, false) => " - ",
                (false, true) => "",
                (false, false) => " + ",
            };
            let magnitude = coefficient.magnitude();
            first = false;
            match (magnitude.is_one(), name.is_empty()) {
                (_, true) => write!(f, "{sign}{magnitude}")?,
                (true, false) => write!(f, "{sign}{name}")?,
                (false, false) => write!(f, "{sign}{magnitude} {name}")?,
            }
        }
        if first { f.write_str("0") } else { Ok(()) }
    }
}

#[cfg(feature = "serde")]
impl Serialize for Polynomial {
    /// The coefficients of tp^2, tp tn, tn^2, tp, tn, 1 as exact integers.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.coefficients.iter().map(ToString::to_string))
    }
}
