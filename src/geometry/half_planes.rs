//! The intersection of closed half-planes with the unit square, exactly, degenerate cases included.
//!
//! Half-planes bound b from below (`k_b > 0`) or from above (`k_b < 0`), or they bound a alone
//! (`k_b = 0`). The greatest lower bound L is a convex piecewise linear function of a, the least
//! upper bound U a concave one: two envelopes, found by sorting slopes. The intersection is
//! `{(a, b): L(a) <= b <= U(a)}` over the a that remain, and U - L is concave, so its non-negative
//! part is one closed interval. O(m log m) for m half-planes.

use std::cmp::Ordering;
use std::ops::Neg;

use super::Point;
use crate::num::Rational;

/// The closed half-plane `k_a a + k_b b + k_1 >= 0`. With `k_a = k_b = 0` it is everything or
/// nothing, as the sign of `k_1` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HalfPlane {
    /// Coefficient of a.
    pub k_a: Rational,
    /// Coefficient of b.
    pub k_b: Rational,
    /// Constant.
    pub k_1: Rational,
}

impl HalfPlane {
    /// The value at a point: positive inside, 0 on the line, negative outside.
    pub fn side(&self, Point { a, b }: &Point) -> Rational {
        &self.k_a * a + &self.k_b * b + &self.k_1
    }

    /// Returns `true` if all coefficients are 0, so that nothing bounds it.
    pub(crate) fn has_no_line(&self) -> bool {
        [&self.k_a, &self.k_b, &self.k_1].into_iter().all(Rational::is_zero)
    }
}

impl Neg for HalfPlane {
    type Output = Self;
    /// The closed half-plane on the other side of the same line.
    fn neg(self) -> Self {
        Self { k_a: -self.k_a, k_b: -self.k_b, k_1: -self.k_1 }
    }
}

/// A closed convex part of the unit square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConvexSet {
    /// No point at all.
    Empty,
    /// One point.
    Point(Point),
    /// A segment between two different points.
    Segment(Point, Point),
    /// A polygon of positive area: its corners counter-clockwise, no three in a row on a line.
    Polygon(Vec<Point>),
}

/// The line b = slope a + offset.
#[derive(Clone, Debug)]
struct Line {
    slope: Rational,
    offset: Rational,
}

impl Line {
    fn at(&self, a: &Rational) -> Rational {
        &self.slope * a + &self.offset
    }

    /// Abscissa of the meeting with a line of another slope.
    fn meets(&self, other: &Self) -> Rational {
        (&other.offset - &self.offset) / (&self.slope - &other.slope)
    }
}

/// The intersection of half-planes with the closed unit square.
///
/// ```
/// use exactile::Rational;
/// use exactile::geometry::{ConvexSet, HalfPlane, intersect};
/// // a + b <= -1 has no point in the unit square.
/// let [k_a, k_b, k_1] = [-1, -1, -1].map(Rational::from);
/// assert!(matches!(intersect([HalfPlane { k_a, k_b, k_1 }]), ConvexSet::Empty));
/// ```
pub fn intersect(half_planes: impl IntoIterator<Item = HalfPlane>) -> ConvexSet {
    let (mut from, mut to) = (Rational::ZERO, Rational::ONE);
    let mut lower = vec![Line { slope: Rational::ZERO, offset: Rational::ZERO }];
    let mut upper = vec![Line { slope: Rational::ZERO, offset: Rational::ONE }];
    for HalfPlane { k_a, k_b, k_1 } in half_planes {
        if k_b.is_zero() {
            match k_a.sign() {
                Ordering::Equal if k_1.is_negative() => return ConvexSet::Empty,
                Ordering::Equal => {}
                Ordering::Greater => from = from.max(-k_1 / k_a),
                Ordering::Less => to = to.min(-k_1 / k_a),
            }
            continue;
        }
        let line = Line { slope: -&k_a / &k_b, offset: -&k_1 / &k_b };
        if k_b.is_positive() { lower.push(line) } else { upper.push(line) }
    }
    if from > to {
        return ConvexSet::Empty;
    }
    let lower = upper_envelope(lower);
    // The least of the upper bounds is the greatest one upside down.
    let upper: Vec<Line> =
        upper_envelope(upper.iter().map(Neg::neg).collect()).iter().map(Neg::neg).collect();
    between(&lower, &upper, &from, &to)
}

impl Neg for &Line {
    type Output = Line;
    fn neg(self) -> Line {
        Line { slope: -&self.slope, offset: -&self.offset }
    }
}

/// The lines that make up the pointwise maximum, by increasing slope.
fn upper_envelope(mut lines: Vec<Line>) -> Vec<Line> {
    lines.sort_by(|x, y| x.slope.cmp(&y.slope).then_with(|| x.offset.cmp(&y.offset)));
    let mut envelope: Vec<Line> = Vec::new();
    for line in lines {
        if envelope.last().is_some_and(|last| last.slope == line.slope) {
            envelope.pop(); // parallel and not above
        }
        while let [.., before, last] = &envelope[..] {
            if before.meets(&line) > before.meets(last) {
                break;
            }
            envelope.pop();
        }
        envelope.push(line);
    }
    envelope
}

/// Abscissae where one line of an envelope hands over to the next, increasing.
fn breaks(envelope: &[Line]) -> Vec<Rational> {
    envelope.windows(2).map(|pair| pair[0].meets(&pair[1])).collect()
}

/// The set between two envelopes over `[from, to]`.
fn between(lower: &[Line], upper: &[Line], from: &Rational, to: &Rational) -> ConvexSet {
    let (lower_breaks, upper_breaks) = (breaks(lower), breaks(upper));
    let mut stops: Vec<Rational> = lower_breaks
        .iter()
        .chain(&upper_breaks)
        .filter(|a| *a > from && *a < to)
        .cloned()
        .collect();
    stops.push(from.clone());
    stops.push(to.clone());
    stops.sort();
    stops.dedup();
    let at = |a: &Rational| {
        let low = &lower[lower_breaks.partition_point(|stop| stop < a)];
        let high = &upper[upper_breaks.partition_point(|stop| stop < a)];
        (low.at(a), high.at(a))
    };
    // The concave gap U - L at each stop, and the two bounds there.
    let bounds: Vec<(Rational, Rational)> = stops.iter().map(at).collect();
    let gaps: Vec<Rational> = bounds.iter().map(|(low, high)| high - low).collect();
    let Some(first) = gaps.iter().position(|gap| !gap.is_negative()) else {
        return ConvexSet::Empty;
    };
    let last = gaps.iter().rposition(|gap| !gap.is_negative()).expect("there is a first one");

    // Columns (a, low, high) where the set begins, bends and ends.
    let mut columns: Vec<(Rational, Rational, Rational)> = Vec::new();
    let crossing = |k: usize| {
        // The gap is linear between neighbouring stops and changes sign there.
        let share = &gaps[k] / (&gaps[k] - &gaps[k + 1]);
        let part = |x: &Rational, y: &Rational| x + &share * (y - x);
        let low = part(&bounds[k].0, &bounds[k + 1].0);
        (part(&stops[k], &stops[k + 1]), low.clone(), low)
    };
    if first > 0 && gaps[first].is_positive() {
        columns.push(crossing(first - 1));
    }
    for k in first..=last {
        columns.push((stops[k].clone(), bounds[k].0.clone(), bounds[k].1.clone()));
    }
    if last + 1 < stops.len() && gaps[last].is_positive() {
        columns.push(crossing(last));
    }
    outline(&columns)
}

/// The set that columns bound: the lower chain to the right, the upper one back.
fn outline(columns: &[(Rational, Rational, Rational)]) -> ConvexSet {
    let lower = columns.iter().map(|(a, low, _)| Point::new(a.clone(), low.clone()));
    let upper = columns.iter().rev().map(|(a, _, high)| Point::new(a.clone(), high.clone()));
    let mut corners: Vec<Point> = Vec::new();
    for point in lower.chain(upper) {
        if corners.last() != Some(&point) {
            corners.push(point);
        }
    }
    while corners.len() > 1 && corners.first() == corners.last() {
        corners.pop();
    }
    if columns.iter().all(|(_, low, high)| low == high) {
        // No height anywhere: a point, or a segment walked there and back.
        return match (columns.first(), columns.last()) {
            (Some((a0, b0, _)), Some((a1, b1, _))) if a0 != a1 => ConvexSet::Segment(
                Point::new(a0.clone(), b0.clone()),
                Point::new(a1.clone(), b1.clone()),
            ),
            _ => ConvexSet::Point(corners.swap_remove(0)),
        };
    }
    if let [(a, low, high)] = columns {
        return ConvexSet::Segment(
            Point::new(a.clone(), low.clone()),
            Point::new(a.clone(), high.clone()),
        );
    }
    let count = corners.len();
    let turns = |k: usize| {
        let (p, q, r) = (&corners[(k + count - 1) % count], &corners[k], &corners[(k + 1) % count]);
        !((&q.a - &p.a) * (&r.b - &q.b) - (&q.b - &p.b) * (&r.a - &q.a)).is_zero()
    };
    ConvexSet::Polygon((0..count).filter(|&k| turns(k)).map(|k| corners[k].clone()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn half_plane(k_a: i64, k_b: i64, k_1: i64) -> HalfPlane {
        HalfPlane { k_a: k_a.into(), k_b: k_b.into(), k_1: k_1.into() }
    }

    fn point(a: (i64, i64), b: (i64, i64)) -> Point {
        Point::new(Rational::new(a.0, a.1), Rational::new(b.0, b.1))
    }

    #[test]
    fn every_kind_of_intersection_occurs() {
        let square = intersect([]);
        assert!(matches!(&square, ConvexSet::Polygon(corners) if corners.len() == 4));
        assert_eq!(intersect([half_plane(1, 1, -3)]), ConvexSet::Empty);
        assert_eq!(intersect([half_plane(0, 0, -1)]), ConvexSet::Empty);
        assert_eq!(intersect([half_plane(1, 1, -2)]), ConvexSet::Point(point((1, 1), (1, 1))));
        assert_eq!(
            intersect([half_plane(1, 1, -1), half_plane(-1, -1, 1)]),
            ConvexSet::Segment(point((0, 1), (1, 1)), point((1, 1), (0, 1)))
        );
        assert_eq!(
            intersect([half_plane(2, 0, -1), half_plane(-2, 0, 1)]),
            ConvexSet::Segment(point((1, 2), (0, 1)), point((1, 2), (1, 1)))
        );
        assert_eq!(
            intersect([half_plane(-1, 0, 0)]),
            ConvexSet::Segment(point((0, 1), (0, 1)), point((0, 1), (1, 1)))
        );
        assert_eq!(
            intersect([half_plane(1, 1, -1), half_plane(-1, 1, 0), half_plane(0, -2, 1)]),
            ConvexSet::Point(point((1, 2), (1, 2)))
        );
        assert_eq!(
            intersect([half_plane(1, -1, 0)]),
            ConvexSet::Polygon(vec![
                point((0, 1), (0, 1)),
                point((1, 1), (0, 1)),
                point((1, 1), (1, 1)),
            ])
        );
    }

    /// Clipping the square by one half-plane after the other: slow, obvious, full-dimensional only.
    fn clipped(half_planes: &[HalfPlane]) -> Vec<Point> {
        let mut corners = vec![
            point((0, 1), (0, 1)),
            point((1, 1), (0, 1)),
            point((1, 1), (1, 1)),
            point((0, 1), (1, 1)),
        ];
        for h in half_planes {
            let value = |p: &Point| &h.k_a * &p.a + &h.k_b * &p.b + &h.k_1;
            let mut kept: Vec<Point> = Vec::new();
            for k in 0..corners.len() {
                let (p, q) = (&corners[k], &corners[(k + 1) % corners.len()]);
                let (vp, vq) = (value(p), value(q));
                if !vp.is_negative() {
                    kept.push(p.clone());
                }
                if vp.is_positive() && vq.is_negative() || vp.is_negative() && vq.is_positive() {
                    let share = &vp / (&vp - &vq);
                    kept.push(Point::new(
                        &p.a + &share * (&q.a - &p.a),
                        &p.b + &share * (&q.b - &p.b),
                    ));
                }
            }
            corners = kept;
        }
        corners
    }

    fn doubled_area(corners: &[Point]) -> Rational {
        (0..corners.len())
            .map(|k| {
                let (p, q) = (&corners[k], &corners[(k + 1) % corners.len()]);
                &p.a * &q.b - &q.a * &p.b
            })
            .sum()
    }

    proptest! {
        #[test]
        fn envelopes_agree_with_clipping(
            planes in prop::collection::vec((-6_i64..=6, -6_i64..=6, -6_i64..=6), 0..7),
        ) {
            let planes: Vec<HalfPlane> =
                planes.into_iter().map(|(x, y, z)| half_plane(x, y, z)).collect();
            let expected = doubled_area(&clipped(&planes));
            let set = intersect(planes.clone());
            let corners: &[Point] = match &set {
                ConvexSet::Empty => &[],
                ConvexSet::Point(p) => std::slice::from_ref(p),
                ConvexSet::Segment(p, q) => &[p.clone(), q.clone()],
                ConvexSet::Polygon(corners) => corners,
            };
            prop_assert_eq!(matches!(set, ConvexSet::Polygon(_)), expected.is_positive());
            prop_assert_eq!(doubled_area(corners), expected);
            for corner in corners {
                prop_assert!(corner.is_in_unit_square());
                for h in &planes {
                    prop_assert!(!(&h.k_a * &corner.a + &h.k_b * &corner.b + &h.k_1).is_negative());
                }
            }
            // Clipping keeps degenerate remains as repeated corners: both see the same emptiness.
            prop_assert_eq!(corners.is_empty(), clipped(&planes).is_empty());
        }
    }
}
