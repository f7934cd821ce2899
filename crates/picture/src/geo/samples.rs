//! Frontiers as polylines through their points on the lines of a grid.

use std::collections::HashMap;

use geo_types::Coord;
use num_bigint::BigInt;

use super::grid::{BITS, Grid, line_at, nearest_double};
use exactile::geometry::{BilinearCurve, Point};
use exactile::num::Rational;

/// The polylines of the frontiers of one classifier, each made once.
pub(super) struct Samples<'g> {
    grid: &'g Grid,
    known: HashMap<(BilinearCurve, [Point; 2]), Vec<Coord<f64>>>,
}

/// Returns a point with each coordinate rounded to the nearest double.
pub(super) fn rounded(point: &Point) -> Coord<f64> {
    let nearest = |z: &Rational| nearest_double(&z.numerator(), &z.denominator());
    Coord { x: nearest(&point.a), y: nearest(&point.b) }
}

impl<'g> Samples<'g> {
    pub(super) fn new(grid: &'g Grid) -> Self {
        Self { grid, known: HashMap::new() }
    }

    /// Returns the points of an arc from one end to the other. They do not depend on which end
    /// comes first, or on which side of the arc a piece is.
    pub(super) fn along(
        &mut self,
        curve: &BilinearCurve,
        from: &Point,
        to: &Point,
    ) -> Vec<Coord<f64>> {
        if from.a == to.a || from.b == to.b {
            return vec![rounded(from), rounded(to)];
        }
        let rightwards = from.a < to.a;
        let ends = if rightwards { [from, to] } else { [to, from] };
        let first = curve.coefficients().iter().find(|k| !k.is_zero());
        let curve =
            if first.is_some_and(Rational::is_negative) { curve.reversed() } else { curve.clone() };
        let grid = self.grid;
        let mut points = self
            .known
            .entry((curve, ends.map(Point::clone)))
            .or_insert_with_key(|(curve, ends)| sample(grid, curve, ends))
            .clone();
        if !rightwards {
            points.reverse();
        }
        points
    }
}

/// Returns the points of an arc that is not parallel to an axis, from left to right.
fn sample(grid: &Grid, curve: &BilinearCurve, [left, right]: &[Point; 2]) -> Vec<Coord<f64>> {
    let [k_ab, k_a, k_b, k_1] = curve.coefficients().clone().map(|k| k.numerator());
    let one = BigInt::from(1) << BITS;
    // From k_ab ab + k_a a + k_b b + k_1 = 0 with a = line/2^BITS, and likewise with b.
    let other = |line: u32, own: &BigInt, others: &BigInt| {
        nearest_double(&(own * line + &k_1 * &one), &(&k_ab * line + others * &one))
    };
    let falls = left.b > right.b;
    let (low, high) = if falls { (&right.b, &left.b) } else { (&left.b, &right.b) };
    let mut points = vec![rounded(left), rounded(right)];
    for &line in between(&grid.upright, &left.a, &right.a) {
        points.push(Coord { x: line_at(line), y: other(line, &k_a, &k_b) });
    }
    for &line in between(&grid.level, low, high) {
        points.push(Coord { x: other(line, &k_b, &k_a), y: line_at(line) });
    }
    // The arc is strictly monotone and rounding is monotone: this is the order along the arc.
    points.sort_by(|p, q| {
        let upwards = p.y.total_cmp(&q.y);
        p.x.total_cmp(&q.x).then(if falls { upwards.reverse() } else { upwards })
    });
    points.dedup();
    // Where roundings have made it parallel to an axis, the ends of the stretch will do.
    let mut kept: Vec<Coord<f64>> = Vec::with_capacity(points.len());
    for point in points {
        if let [.., p, q] = kept[..] {
            if p.x == q.x && q.x == point.x || p.y == q.y && q.y == point.y {
                kept.pop();
            }
        }
        kept.push(point);
    }
    kept
}

/// Returns the lines strictly between two coordinates.
fn between<'l>(lines: &'l [u32], low: &Rational, high: &Rational) -> &'l [u32] {
    let at = |line: u32| Rational::new(line, BigInt::from(1) << BITS);
    let start = lines.partition_point(|&line| at(line) <= *low);
    let end = lines.partition_point(|&line| at(line) < *high);
    &lines[start..end.max(start)]
}
