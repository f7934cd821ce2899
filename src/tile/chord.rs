//! Chords of the Tile: the level lines of t = A : B of one classifier.
//!
//! In balanced coordinates, with x = X/D, y = Y/E and the critical ratio t = (v/E) : (u/D), u, v > 0,
//! the line A = t B is p a + q b = c with non-negative integers
//!
//! ```text
//! p = (E - Y) u + (D - X) v,   q = Y u + X v,   c = E u.
//! ```
//!
//! It crosses the open Tile from the top or left side to the right or bottom side. The side of the
//! corner TPR (1, 1), where p a + q b > c, has smaller t.

use num_bigint::BigInt;

use super::prior_shift::PriorWeights;
use crate::geometry::{BilinearCurve, Point};
use crate::num::{ExactInteger, Rational};

/// The line p a + q b = c in balanced coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chord<I> {
    p: I,
    q: I,
    c: I,
}

impl<I: ExactInteger> Chord<I> {
    #[inline]
    pub(super) fn new([x, y]: [&I; 2], [d, e]: [&I; 2], u: &I, v: &I) -> Self {
        let (yu, xv) = (y.times(u), x.times(v));
        let c = e.times(u);
        let p = d.times(v).decreased(&xv).increased(&c).decreased(&yu);
        Self { p, q: yu.increased(&xv), c }
    }

    /// The end on the top side (b = 1), or else on the left side (a = 0), on the Tile of the
    /// priors.
    #[inline]
    pub(super) fn upper_left(&self, prior: &PriorWeights<I>) -> BorderPoint<I> {
        if self.c >= self.q {
            BorderPoint::new(Side::Top, &self.c.minus(&self.q), &self.p, prior)
        } else {
            BorderPoint::new(Side::Left, &self.c, &self.q, prior)
        }
    }

    /// The end on the right side (a = 1), or else on the bottom side (b = 0), on the Tile of the
    /// priors.
    #[inline]
    pub(super) fn lower_right(&self, prior: &PriorWeights<I>) -> BorderPoint<I> {
        if self.c >= self.p {
            BorderPoint::new(Side::Right, &self.c.minus(&self.p), &self.q, prior)
        } else {
            BorderPoint::new(Side::Bottom, &self.c, &self.p, prior)
        }
    }

    /// The frontier on the Tile of the priors, positive towards the corner TNR (0, 0).
    ///
    /// Inverting the shift, a = pi+ a'/(pi- + r a') with r = pi+ - pi-, and likewise b; multiplying
    /// c - p a - q b by both denominators gives the bilinear form.
    pub(super) fn curve(&self, prior: &PriorWeights<I>) -> BilinearCurve {
        let Self { p, q, c } = self;
        if prior.is_balanced() {
            return primitive([
                I::from_small(0),
                p.clone().negated(),
                q.clone().negated(),
                c.clone(),
            ]);
        }
        let PriorWeights { negative, positive } = prior;
        let r = positive.minus(negative);
        let product = negative.times(positive);
        let cr = c.times(&r);
        let bent = cr.times(&r).minus(&p.plus(q).times(positive).times(&r));
        let slant = |k: &I| cr.times(negative).minus(&k.times(&product));
        primitive([bent, slant(p), slant(q), c.times(negative).times(negative)])
    }

    /// The area of the part on the side of TNR (0, 0) in balanced coordinates: a triangle with
    /// legs c/p and c/q, less what sticks out beyond a = 1 and beyond b = 1.
    pub(super) fn balanced_area_below(&self) -> Rational {
        // Squares of coefficients outgrow the width that was chosen for the coefficients.
        let square = |side: I| {
            if side.is_positive() { side.to_big() * side.to_big() } else { BigInt::ZERO }
        };
        let beyond = square(self.c.minus(&self.p)) + square(self.c.minus(&self.q));
        Rational::new(square(self.c.clone()) - beyond, self.p.to_big() * self.q.to_big() * 2)
    }
}

/// A side of the Tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// b = 1, between NPV and TPR.
    Top,
    /// a = 0, between TNR and NPV.
    Left,
    /// b = 0, between TNR and PPV.
    Bottom,
    /// a = 1, between PPV and TPR.
    Right,
}

/// A point on the border of the Tile: its side, and its place along it as an exact ratio that is
/// not reduced.
#[derive(Clone, Debug)]
pub struct BorderPoint<I> {
    /// The side; corners belong to the top or right side.
    pub side: Side,
    /// Numerator of a on the top and bottom sides, of b on the others.
    pub numerator: I,
    /// Its denominator, positive.
    pub denominator: I,
}

impl<I: ExactInteger> BorderPoint<I> {
    /// numerator/denominator of balanced coordinates, moved to the Tile of the priors.
    #[inline]
    fn new(side: Side, numerator: &I, denominator: &I, prior: &PriorWeights<I>) -> Self {
        if prior.is_balanced() {
            let (numerator, denominator) = (numerator.clone(), denominator.clone());
            return Self { side, numerator, denominator };
        }
        let rest = denominator.minus(numerator).times(&prior.positive);
        let part = numerator.times(&prior.negative);
        let denominator = rest.increased(&part);
        Self { side, numerator: part, denominator }
    }

    /// The point with reduced coordinates.
    pub fn to_point(&self) -> Point {
        let along = if self.numerator.is_zero() {
            Rational::ZERO
        } else if self.numerator == self.denominator {
            Rational::ONE
        } else {
            I::ratio(&self.numerator, &self.denominator)
        };
        match self.side {
            Side::Top => Point::new(along, Rational::ONE),
            Side::Bottom => Point::new(along, Rational::ZERO),
            Side::Left => Point::new(Rational::ZERO, along),
            Side::Right => Point::new(Rational::ONE, along),
        }
    }
}

/// The curve with coprime coefficients in the same proportion and with the same signs.
fn primitive<I: ExactInteger>(coefficients: [I; 4]) -> BilinearCurve {
    let common = coefficients
        .iter()
        .fold(I::from_small(0), |common, coefficient| common.common_divisor(coefficient));
    let one = I::from_small(1);
    BilinearCurve::from_primitive(coefficients.map(|k| I::ratio(&k.exact_quotient(&common), &one)))
}
