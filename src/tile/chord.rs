//! Chords of the Tile: the level lines of t = A : B of one classifier.
//!
//! In balanced coordinates, with x = X/D, y = Y/E and the critical ratio t = (v/E) : (u/D), u, v >
//! 0, the line A = t B is p a + q b = c with non-negative integers
//!
//! ```text
//! p = (E - Y) u + (D - X) v,   q = Y u + X v,   c = E u.
//! ```
//!
//! It crosses the open Tile from the top or left side to the right or bottom side. The side of the
//! corner TPR (1, 1), where p a + q b > c, has smaller t.

use num_bigint::BigInt;

use super::Area;
use super::prior_shift::PriorWeights;
use crate::geometry::{BilinearCurve, Point};
use crate::num::{ExactInteger, LogSum, Rational, gcd};

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

    /// The area of the part on the side of TNR (0, 0), on the Tile of the priors.
    ///
    /// Balanced: a triangle with legs c/p and c/q, less what sticks out beyond a = 1 and beyond b =
    /// 1.
    ///
    /// Otherwise the integral of b over a. With weights n : m of the priors, r = m - n, W = (p + q)
    /// m - c r > 0 and D(z) = m - r z for balanced coordinates z, the frontier K ab + A a + B b + C
    /// = 0 has K = -r W, A B - C K = p q n^2 m^2, and K a + B is -n m q D(b)/D(a) on it. Where the
    /// frontier ends on the top side, the columns left of it add its abscissa, and that abscissa's
    /// factor in the integral cancels with it. So the area is
    ///
    /// ```text
    /// (x0 + x1)/(r W) + p q (n m/(r W))^2 ln(y0 y1)
    /// left end:   x0 = 0             y0 = m q/(m q - r c)
    /// top end:    x0 = n m (c - q)   y0 = (m p - r (c - q))/(n p)
    /// bottom end: x1 = -n^2 c        y1 = m p/(m p - r c)
    /// right end:  x1 = n (c r - m p) y1 = (m q - r (c - p))/(n q)
    /// ```
    pub(super) fn area_below(&self, prior: &PriorWeights<I>) -> Area {
        // Products of coefficients outgrow the width that was chosen for the coefficients.
        let [p, q, c] = [&self.p, &self.q, &self.c].map(I::to_big);
        let common = gcd(&gcd(&p, &q), &c);
        let [p, q, c] = [p, q, c].map(|k| k / &common);
        let above = |side: &BigInt| if c >= *side { Some(&c - side) } else { None };
        if prior.is_balanced() {
            let square = |side: Option<BigInt>| side.map_or(BigInt::ZERO, |side| &side * &side);
            let inside = &c * &c - square(above(&p)) - square(above(&q));
            return Area::of(Rational::new(inside, p * q * 2));
        }
        let [n, m] = [&prior.negative, &prior.positive].map(I::to_big);
        let r = &m - &n;
        let (mp, mq, rc) = (&m * &p, &m * &q, &r * &c);
        let [(x0, y0), (x1, y1)] = [
            match above(&q) {
                Some(beyond) => (&n * &m * &beyond, [&mp - &r * &beyond, &n * &p]),
                None => (BigInt::ZERO, [mq.clone(), &mq - &rc]),
            },
            match above(&p) {
                Some(beyond) => (&n * (&rc - &mp), [&mq - &r * &beyond, &n * &q]),
                None => (-(&n * &n * &c), [mp.clone(), &mp - &rc]),
            },
        ];
        let rw = (mp + mq - rc) * r;
        let [above, below] = y0;
        let argument = Rational::new(above * &y1[0], below * &y1[1]);
        let nm = n * m;
        let factor = Rational::new(p * q * &nm * nm, &rw * &rw);
        Area::of(LogSum::ln(&argument) * factor + Rational::new(x0 + x1, rw))
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
