//! The distance from a point to an arc of a bilinear curve: exactly where the arc is straight,
//! otherwise between two rationals as close together as wanted.
//!
//! On a hyperbola arc b(a) = (p a + q)/(r a + s) with D = p s - q r the squared distance from
//! (a0, b0) is stationary where
//!
//! ```text
//! (a - a0) (r a + s)^3 + D ((p - r b0) a + q - s b0) = 0,
//! ```
//!
//! a polynomial of degree 4. Its coefficients in the Bernstein basis of a stretch change sign at
//! least as often as it has roots there: stretches without a change are dropped, the others halved.

use std::cmp::Ordering;

use super::{BilinearCurve, Point};
use crate::num::Rational;

/// Point of an arc that is nearest to a given point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearestOnArc {
    /// At most the squared distance.
    pub lower: Rational,
    /// At least the squared distance; equal to `lower` if that is exact.
    pub upper: Rational,
    /// Corners of a box, parallel to the axes, that holds a point of the arc whose distance is
    /// between the two.
    pub near: [Point; 2],
}

impl NearestOnArc {
    fn exact(from: &Point, place: Point) -> Self {
        let square = squared_distance(from, &place);
        Self { lower: square.clone(), upper: square, near: [place.clone(), place] }
    }
}

/// The squared distance of two points.
///
/// ```
/// use exactile::geometry::squared_distance;
/// use exactile::{Point, Rational};
/// let point = |a, b| Point::new(Rational::from(a), Rational::from(b));
/// assert_eq!(squared_distance(&point(0, 1), &point(3, 5)), Rational::from(25));
/// ```
pub fn squared_distance(from: &Point, to: &Point) -> Rational {
    let (da, db) = (&to.a - &from.a, &to.b - &from.b);
    &da * &da + &db * &db
}

/// The nearest of the points on the closed segment between two different points.
///
/// ```
/// use exactile::geometry::nearest_on_segment;
/// use exactile::{Point, Rational};
/// let point = |a, b| Point::new(Rational::from(a), Rational::from(b));
/// let nearest = nearest_on_segment(&point(1, 0), [&point(0, 0), &point(1, 1)]);
/// assert_eq!(nearest.to_string(), "(1/2, 1/2)");
/// ```
pub fn nearest_on_segment(from: &Point, [start, end]: [&Point; 2]) -> Point {
    let (da, db) = (&end.a - &start.a, &end.b - &start.b);
    let along = (&from.a - &start.a) * &da + (&from.b - &start.b) * &db;
    let whole = &da * &da + &db * &db;
    let share = (along / whole).max(Rational::ZERO).min(Rational::ONE);
    Point::new(&start.a + &share * da, &start.b + share * db)
}

/// The nearest of the points on the closed arc of a curve between two points on the same branch of
/// it. A straight arc is treated exactly; on a curved one stretches are halved until their
/// parameter is known to `bits` binary places of its range.
///
/// ```
/// use exactile::geometry::{BilinearCurve, nearest_on_arc};
/// use exactile::{Point, Rational};
/// let point = |a: i64, b: i64| Point::new(a.into(), b.into());
/// // a b = 4 is nearest to the origin at (2, 2).
/// let curve = BilinearCurve::new([1, 0, 0, -4].map(Rational::from)).unwrap();
/// let nearest = nearest_on_arc(&curve, [&point(1, 4), &point(4, 1)], &point(0, 0), 60);
/// assert!(nearest.lower <= Rational::from(8) && Rational::from(8) <= nearest.upper);
/// assert!(&nearest.upper - &nearest.lower < "1e-15".parse()?);
/// # Ok::<(), exactile::ParseNumberError>(())
/// ```
pub fn nearest_on_arc(
    curve: &BilinearCurve,
    [start, end]: [&Point; 2],
    from: &Point,
    bits: u32,
) -> NearestOnArc {
    if curve.is_straight() || start.a == end.a || start.b == end.b {
        return NearestOnArc::exact(from, nearest_on_segment(from, [start, end]));
    }
    let [first, last] = if start.a < end.a { [start, end] } else { [end, start] };
    let at = |share: &Rational| {
        let a = &first.a + share * (&last.a - &first.a);
        let [k_ab, k_a, k_b, k_1] = curve.coefficients();
        let b = -(k_a * &a + k_1) / (k_ab * &a + k_b);
        Point::new(a, b)
    };
    let mut candidates =
        vec![NearestOnArc::exact(from, start.clone()), NearestOnArc::exact(from, end.clone())];
    let stationary = stationary_polynomial(curve, first, last, from);
    for [low, high] in roots(stationary, bits) {
        let [p, q] = [at(&low), at(&high)];
        let [least_a, most_a] = square_range(&p.a - &from.a, &q.a - &from.a);
        let [least_b, most_b] = square_range(&p.b - &from.b, &q.b - &from.b);
        candidates.push(NearestOnArc {
            lower: least_a + least_b,
            upper: most_a + most_b,
            near: [p, q],
        });
    }
    let least = candidates.iter().map(|known| &known.lower).min().cloned();
    let nearest = candidates.into_iter().min_by(|x, y| x.upper.cmp(&y.upper));
    let mut nearest = nearest.expect("an arc has ends");
    nearest.lower = least.expect("an arc has ends");
    nearest
}

/// The least and the greatest square of numbers between two.
fn square_range(x: Rational, y: Rational) -> [Rational; 2] {
    let squares = [&x * &x, &y * &y];
    let least = if x.sign() == y.sign() {
        squares[0].clone().min(squares[1].clone())
    } else {
        Rational::ZERO
    };
    let [first, second] = squares;
    [least, first.max(second)]
}

/// A polynomial of degree 4 on [0, 1] in the Bernstein basis.
type Bernstein = [Rational; 5];

/// The derivative of the squared distance along the arc, times a positive function.
fn stationary_polynomial(
    curve: &BilinearCurve,
    first: &Point,
    last: &Point,
    from: &Point,
) -> Bernstein {
    let [r, k_a, s, k_1] = curve.coefficients();
    let (p, q) = (-k_a, -k_1);
    let width = &last.a - &first.a;
    // Everything as a polynomial of the share t of the way, lowest power first.
    let divisor = [r * &first.a + s, r * &width];
    let ahead = [&first.a - &from.a, width.clone()];
    let above = [(&p - r * &from.b) * &first.a + &q - s * &from.b, (&p - r * &from.b) * &width];
    let determinant = &p * s - &q * r;
    let cube = product(&product(&divisor, &divisor), &divisor);
    let mut powers = product(&cube, &ahead);
    // The divisor's sign is that of its cube, constant along the arc.
    for (power, term) in powers.iter_mut().zip(&above) {
        *power += &(&determinant * term);
    }
    const CHOOSE_4: [i64; 5] = [1, 4, 6, 4, 1];
    const CHOOSE: [[i64; 5]; 5] =
        [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]];
    [0, 1, 2, 3, 4]
        .map(|i| (0..=i).map(|j| Rational::new(CHOOSE[i][j], CHOOSE_4[j]) * &powers[j]).sum())
}

fn product(x: &[Rational], y: &[Rational]) -> Vec<Rational> {
    let mut terms = vec![Rational::ZERO; x.len() + y.len() - 1];
    for (i, a) in x.iter().enumerate() {
        for (j, b) in y.iter().enumerate() {
            terms[i + j] += &(a * b);
        }
    }
    terms
}

/// Intervals of length at most 2^-bits in [0, 1] that hold all inner roots.
fn roots(polynomial: Bernstein, bits: u32) -> Vec<[Rational; 2]> {
    let mut found = Vec::new();
    let mut waiting = vec![(Rational::ZERO, Rational::ONE, polynomial, 0)];
    while let Some((low, high, coefficients, depth)) = waiting.pop() {
        let changes = sign_changes(&coefficients);
        let ends = [&coefficients[0], &coefficients[4]].into_iter().any(Rational::is_zero);
        if changes == 0 && !ends {
            continue;
        }
        if depth >= bits {
            found.push([low, high]);
            continue;
        }
        let middle = (&low + &high) / Rational::from(2);
        let [left, right] = halves(coefficients);
        waiting.push((low, middle.clone(), left, depth + 1));
        waiting.push((middle, high, right, depth + 1));
    }
    found
}

fn sign_changes(coefficients: &Bernstein) -> usize {
    let mut signs: Vec<Ordering> =
        coefficients.iter().map(Rational::sign).filter(|sign| sign.is_ne()).collect();
    signs.dedup();
    signs.len().saturating_sub(1)
}

/// The same polynomial on both halves of the interval (de Casteljau), each times a positive power
/// of 2 so that integers stay integers.
fn halves(coefficients: Bernstein) -> [Bernstein; 2] {
    let mut row = coefficients;
    let scale = |power: usize| Rational::from(1_i64 << power);
    let mut left = row.clone();
    let mut right = row.clone();
    for level in 0..5 {
        left[level] = &row[0] * scale(4 - level);
        right[4 - level] = &row[4 - level] * scale(4 - level);
        for k in 0..4 - level {
            row[k] = &row[k] + &row[k + 1];
        }
    }
    [left, right]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn q(numerator: i64, denominator: i64) -> Rational {
        Rational::new(numerator, denominator)
    }

    proptest! {
        /// No point of the arc is nearer than the lower bound, and the bounds are close.
        #[test]
        fn no_point_of_an_arc_is_nearer(
            k in 1_i64..30, shift in 1_i64..20, a0 in -40_i64..40, b0 in -40_i64..40,
            low in 1_i64..20, length in 1_i64..30,
        ) {
            // (a + shift/10) b = k/10, falling.
            let curve = BilinearCurve::new([q(1, 1), q(0, 1), q(shift, 10), q(-k, 10)])
                .expect("a curve");
            let at = |a: Rational| {
                let b = q(k, 10) / (&a + q(shift, 10));
                Point::new(a, b)
            };
            let (start, end) = (at(q(low, 10)), at(q(low + length, 10)));
            let from = Point::new(q(a0, 10), q(b0, 10));
            let nearest = nearest_on_arc(&curve, [&end, &start], &from, 60);
            prop_assert!(nearest.lower <= nearest.upper);
            prop_assert!(&nearest.upper - &nearest.lower < q(1, 1_000_000_000_000));
            let mut best: Option<Rational> = None;
            for step in 0..=64 {
                let square =
                    squared_distance(&from, &at(q(low, 10) + q(length * step, 640)));
                prop_assert!(square >= nearest.lower);
                best = Some(best.map_or(square.clone(), |known| known.min(square)));
            }
            let slack = best.expect("points") - &nearest.upper;
            prop_assert!(slack < q(1, 2), "{}", slack);
            let exact = nearest_on_arc(&curve, [&start, &end], &start, 60);
            prop_assert!(exact.lower.is_zero() && exact.upper.is_zero());
        }
    }

    #[test]
    fn a_segment_is_nearest_at_the_foot_or_at_an_end() {
        let point = |a: i64, b: i64| Point::new(a.into(), b.into());
        let segment = [&point(0, 0), &point(4, 0)];
        assert_eq!(nearest_on_segment(&point(1, 3), segment), point(1, 0));
        assert_eq!(nearest_on_segment(&point(-2, 3), segment), point(0, 0));
        assert_eq!(nearest_on_segment(&point(9, 3), segment), point(4, 0));
    }
}
