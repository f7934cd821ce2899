//! Polynomials of degree at most 3 in (tp, tn): what a metric's ratio is made of.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};
use smallvec::SmallVec;

use crate::score::{Counts, Ring};

/// The exponents of (tp, tn) that belong to the coefficients: those of a quadratic first, in the
/// order of [`Polynomial`](super::Polynomial).
const EXPONENTS: [(usize, usize); 10] =
    [(2, 0), (1, 1), (0, 2), (1, 0), (0, 1), (0, 0), (3, 0), (2, 1), (1, 2), (0, 3)];

/// A polynomial by its coefficients.
#[derive(Clone, Debug)]
pub(super) struct Cubic {
    coefficients: [BigInt; 10],
}

impl Cubic {
    /// The confusion matrix of the lattice: TP = tp, FN = P - tp, TN = tn, FP = N - tn.
    pub(super) fn counts(positives: u64, negatives: u64) -> Counts<Self> {
        let monomial = |place: usize| {
            let mut coefficients: [BigInt; 10] = Default::default();
            coefficients[place] = BigInt::one();
            Self { coefficients }
        };
        let (tp, tn) = (monomial(3), monomial(4));
        let (p, n) = (Self::constant(&positives.into()), Self::constant(&negatives.into()));
        Counts { fn_: p.minus(&tp), fp: n.minus(&tn), tp, tn, unit: monomial(5) }
    }

    /// The greatest common divisor of the coefficients, one for the zero polynomial.
    pub(super) fn content(&self) -> BigInt {
        let common = self.coefficients.iter().fold(BigInt::zero(), |common, k| common.gcd(k));
        if common.is_zero() { BigInt::one() } else { common }
    }

    /// The coefficients over the content: of tp^2, tp tn, tn^2, tp, tn, 1, and of tp^3, tp^2 tn,
    /// tp tn^2, tn^3.
    pub(super) fn primitive(self) -> ([BigInt; 6], [BigInt; 4]) {
        let content = self.content();
        let [xx, xy, yy, x, y, one, cubes @ ..] = self.coefficients.map(|k| k / &content);
        ([xx, xy, yy, x, y, one], cubes)
    }
}

impl Ring for Cubic {
    fn constant(value: &BigInt) -> Self {
        let mut coefficients: [BigInt; 10] = Default::default();
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

    /// The product, which must again be of degree at most 3.
    fn times(&self, other: &Self) -> Self {
        let mut coefficients: [BigInt; 10] = Default::default();
        let terms = |of: &'_ Self| -> SmallVec<[usize; 10]> {
            (0..EXPONENTS.len()).filter(|&place| !of.coefficients[place].is_zero()).collect()
        };
        let others = terms(other);
        for first in terms(self) {
            let (i, j) = EXPONENTS[first];
            for &second in &others {
                let (k, l) = EXPONENTS[second];
                let place = EXPONENTS
                    .iter()
                    .position(|at| *at == (i + k, j + l))
                    .expect("the catalogue's formulas have degree at most 3");
                coefficients[place] += &self.coefficients[first] * &other.coefficients[second];
            }
        }
        Self { coefficients }
    }
}
