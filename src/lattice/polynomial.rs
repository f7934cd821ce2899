//! Polynomials of degree at most 2 or 3 in (tp, tn), with integer coefficients.

use std::fmt;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

use crate::score::{Counts, Ring};

/// The exponents of (tp, tn) that belong to the coefficients, in their order.
const EXPONENTS: [(usize, usize); 10] =
    [(2, 0), (1, 1), (0, 2), (1, 0), (0, 1), (0, 0), (3, 0), (2, 1), (1, 2), (0, 3)];

/// `k0 tp^2 + k1 tp tn + k2 tn^2 + k3 tp + k4 tn + k5`; with 10 terms also
/// `k6 tp^3 + k7 tp^2 tn + k8 tp tn^2 + k9 tn^3`.
///
/// ```
/// use exactile::lattice::Polynomial;
/// let polynomial = Polynomial::new([0, 0, 0, 4, 1, -60].map(Into::into));
/// assert_eq!(polynomial.to_string(), "4 tp + tn - 60");
/// assert_eq!((polynomial.degree(), polynomial.value_at(10, 20)), (1, 0.into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polynomial<const TERMS: usize = 6> {
    pub(super) coefficients: [BigInt; TERMS],
}

/// With the terms of degree 3.
pub(super) type Cubic = Polynomial<10>;

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

    /// Its value at a point.
    pub fn value_at(&self, tp: u64, tn: u64) -> BigInt {
        let (x, y) = (BigInt::from(tp), BigInt::from(tn));
        let [xx, xy, yy, x1, y1, constant] = &self.coefficients;
        ((xx * &x) + (xy * &y) + x1) * &x + (yy * &y + y1) * &y + constant
    }
}

impl Cubic {
    /// The coefficients of tp^2, tp tn, tn^2, tp, tn, 1, and those of tp^3, tp^2 tn, tp tn^2, tn^3.
    pub(super) fn by_degree(self) -> ([BigInt; 6], [BigInt; 4]) {
        let [xx, xy, yy, x, y, one, cubes @ ..] = self.coefficients;
        ([xx, xy, yy, x, y, one], cubes)
    }
}

impl<const TERMS: usize> Polynomial<TERMS> {
    /// The term with this place among the exponents.
    fn term(place: usize, coefficient: BigInt) -> Self {
        let mut coefficients = std::array::from_fn(|_| BigInt::ZERO);
        coefficients[place] = coefficient;
        Self { coefficients }
    }

    /// The coefficients that are not zero, with their exponents.
    fn terms(&self) -> impl Iterator<Item = (&BigInt, (usize, usize))> {
        self.coefficients.iter().zip(EXPONENTS).filter(|(coefficient, _)| !coefficient.is_zero())
    }

    /// The confusion matrix of the lattice: TP = tp, FN = P - tp, TN = tn, FP = N - tn.
    pub(super) fn counts(positives: u64, negatives: u64) -> Counts<Self> {
        let (tp, tn) = (Self::term(3, BigInt::one()), Self::term(4, BigInt::one()));
        let (p, n) = (Self::constant(&positives.into()), Self::constant(&negatives.into()));
        Counts { fn_: p.minus(&tp), fp: n.minus(&tn), tp, tn, unit: Self::constant(&BigInt::one()) }
    }

    /// The greatest common divisor of its coefficients, zero for the zero polynomial.
    pub(super) fn content(&self) -> BigInt {
        self.coefficients.iter().fold(BigInt::zero(), |common, k| common.gcd(k))
    }

    /// The polynomial over its content; the zero polynomial is its own.
    pub(super) fn primitive(self) -> Self {
        let content = self.content();
        if content.is_zero() || content.is_one() {
            return self;
        }
        Self { coefficients: self.coefficients.map(|k| k / &content) }
    }
}

impl<const TERMS: usize> Ring for Polynomial<TERMS> {
    fn constant(value: &BigInt) -> Self {
        Self::term(5, value.clone())
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

    /// The product, which must have no further terms.
    fn times(&self, other: &Self) -> Self {
        let mut product = Self::term(5, BigInt::ZERO);
        for (first, (i, j)) in self.terms() {
            for (second, (k, l)) in other.terms() {
                let place = EXPONENTS[..TERMS]
                    .iter()
                    .position(|at| *at == (i + k, j + l))
                    .expect("the catalogue's formulas have a degree that fits");
                product.coefficients[place] += first * second;
            }
        }
        product
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
