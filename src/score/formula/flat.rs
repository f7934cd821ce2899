//! Fractions at fixed class sizes, in doubles: what is the same on all matrices is computed once.

use super::number::{Number, Ring, Whole};

/// A polynomial of degree at most 2 in TP and TN: the coefficients of 1, TP, TN, TP^2, TP TN, TN^2.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quadratic(pub(super) [f64; 6]);

impl Quadratic {
    pub(crate) const TP: Self = Self([0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
    pub(crate) const TN: Self = Self([0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);

    pub(crate) fn constant(value: f64) -> Self {
        Self([value, 0.0, 0.0, 0.0, 0.0, 0.0])
    }

    #[inline(always)]
    fn at(&self, tp: f64, tn: f64) -> f64 {
        let [one, x, y, xx, xy, yy] = self.0;
        one + (x + xx * tp + xy * tn) * tp + (y + yy * tn) * tn
    }

    fn by_terms(&self, other: &Self, of: impl Fn(f64, f64) -> f64) -> Self {
        Self(std::array::from_fn(|term| of(self.0[term], other.0[term])))
    }
}

impl Number for Quadratic {
    fn integer(value: &Whole) -> Option<Self> {
        Some(Self::constant(f64::of(value)))
    }

    fn sum(&self, other: &Self) -> Option<Self> {
        Some(self.by_terms(other, |own, its| own + its))
    }

    fn difference(&self, other: &Self) -> Option<Self> {
        Some(self.by_terms(other, |own, its| own - its))
    }

    /// `None` for a higher degree.
    fn product(&self, other: &Self) -> Option<Self> {
        let degree = |of: &Self| match of.0 {
            [_, 0.0, 0.0, 0.0, 0.0, 0.0] => 0,
            [.., 0.0, 0.0, 0.0] => 1,
            _ => 2,
        };
        let ([a, ax, ay, axx, axy, ayy], [b, bx, by, bxx, bxy, byy]) = (self.0, other.0);
        (degree(self) + degree(other) <= 2).then_some(Self([
            a * b,
            a * bx + ax * b,
            a * by + ay * b,
            a * bxx + ax * bx + axx * b,
            a * bxy + ax * by + ay * bx + axy * b,
            a * byy + ay * by + ayy * b,
        ]))
    }

    fn multiple(&self, factor: &Whole) -> Option<Self> {
        let factor = f64::of(factor);
        Some(Self(self.0.map(|coefficient| factor * coefficient)))
    }
}

/// A constant, and powers of polynomials.
#[derive(Clone, Debug)]
pub(crate) struct Product {
    constant: f64,
    powers: Vec<(Quadratic, u32)>,
}

impl Product {
    /// Of factors with their exponents.
    pub(crate) fn new(factors: impl IntoIterator<Item = (Quadratic, u32)>) -> Self {
        let mut product = Self { constant: 1.0, powers: Vec::new() };
        for (factor, exponent) in factors {
            match factor.0 {
                [value, 0.0, 0.0, 0.0, 0.0, 0.0] => {
                    (0..exponent).for_each(|_| product.constant *= value);
                }
                _ => product.powers.push((factor, exponent)),
            }
        }
        product
    }

    fn at(&self, tp: f64, tn: f64) -> f64 {
        self.powers.iter().fold(self.constant, |product, (factor, exponent)| {
            let value = factor.at(tp, tn);
            (0..*exponent).fold(product, |product, _| product * value)
        })
    }

    /// The same in many places.
    #[inline(always)]
    fn each(&self, tp: &[f64], tn: &[f64], products: &mut [f64]) {
        products.fill(self.constant);
        for (factor, exponent) in &self.powers {
            for _ in 0..*exponent {
                for (product, (tp, tn)) in products.iter_mut().zip(tp.iter().zip(tn)) {
                    *product *= factor.at(*tp, *tn);
                }
            }
        }
    }
}

/// A surrogate at fixed class sizes.
#[derive(Clone, Debug)]
pub(crate) struct Flat {
    pub(crate) above: Product,
    pub(crate) below: Product,
    /// As [`Parts`](crate::score::Parts) have it.
    pub(crate) signed_square: bool,
}

impl Flat {
    /// The surrogate where there are so many true positives and true negatives.
    pub(crate) fn at(&self, tp: f64, tn: f64) -> f64 {
        let above = self.above.at(tp, tn);
        let above = if self.signed_square { above * above.abs() } else { above };
        above / self.below.at(tp, tn)
    }

    /// The same in many places.
    #[inline(always)]
    pub(crate) fn each<const PLACES: usize>(
        &self,
        tp: &[f64; PLACES],
        tn: &[f64; PLACES],
        found: &mut [f64; PLACES],
    ) {
        let mut below = [0.0; PLACES];
        self.above.each(tp, tn, found);
        self.below.each(tp, tn, &mut below);
        if self.signed_square {
            found.iter_mut().for_each(|above| *above *= above.abs());
        }
        found.iter_mut().zip(below).for_each(|(above, below)| *above /= below);
    }
}
