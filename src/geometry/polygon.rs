//! Convex polygons by their corners, counter-clockwise: cut by lines, intersected, and their areas.

use std::cmp::Ordering;

use super::{HalfPlane, Point};
use crate::num::Rational;

/// The parts of a convex polygon on which a function is positive and on which it is negative, as
/// far as they have an area; all of it is the first part if the function is 0 there. The function
/// is linear on each edge, as the value of a line is. O(n) for n corners.
///
/// ```
/// use exactile::geometry::{HalfPlane, Point, doubled_area, split_polygon};
/// use exactile::num::Rational;
/// let [k_a, k_b, k_1] = [2, 0, -1].map(Rational::from);
/// let line = HalfPlane { k_a, k_b, k_1 };
/// let [right, left] = split_polygon(Point::unit_square().to_vec(), |corner| line.side(corner));
/// assert_eq!(doubled_area(&right.expect("a half")), Rational::ONE);
/// assert_eq!(left.expect("a half").len(), 4);
/// ```
pub fn split_polygon(
    polygon: Vec<Point>,
    side: impl Fn(&Point) -> Rational,
) -> [Option<Vec<Point>>; 2] {
    let sides: Vec<Rational> = polygon.iter().map(side).collect();
    let has = |wanted: Ordering| sides.iter().any(|side| side.sign() == wanted);
    match [has(Ordering::Greater), has(Ordering::Less)] {
        [_, false] => return [Some(polygon), None],
        [false, true] => return [None, Some(polygon)],
        [true, true] => {}
    }
    let (mut above, mut below) = (Vec::new(), Vec::new());
    for (k, (corner, side)) in polygon.iter().zip(&sides).enumerate() {
        if !side.is_negative() {
            above.push(corner.clone());
        }
        if !side.is_positive() {
            below.push(corner.clone());
        }
        let next = (k + 1) % polygon.len();
        let other = &sides[next];
        if side.sign() == other.sign().reverse() && !side.is_zero() {
            let share = side / &(side - other);
            let to = &polygon[next];
            let at = |from: &Rational, to: &Rational| from + &share * (to - from);
            let meets = Point::new(at(&corner.a, &to.a), at(&corner.b, &to.b));
            above.push(meets.clone());
            below.push(meets);
        }
    }
    [Some(above), Some(below)]
}

/// The intersection of two convex polygons, both counter-clockwise; `None` if it has no area.
/// O(m (n + m)) for n and m corners.
///
/// ```
/// use exactile::Rational;
/// use exactile::geometry::{Point, common_polygon, doubled_area};
/// let [o, x, one, y] = Point::unit_square();
/// let below = [o.clone(), x.clone(), one.clone()];
/// let common = common_polygon(&below, &[o, x, y]).expect("a triangle");
/// assert_eq!(doubled_area(&common), Rational::new(1, 2));
/// assert_eq!(common.len(), 3);
/// ```
pub fn common_polygon(polygon: &[Point], other: &[Point]) -> Option<Vec<Point>> {
    let mut left = polygon.to_vec();
    for (k, from) in other.iter().enumerate() {
        let to = &other[(k + 1) % other.len()];
        // To the left of the edge is inside.
        let (k_a, k_b) = (&from.b - &to.b, &to.a - &from.a);
        let k_1 = -(&k_a * &from.a + &k_b * &from.b);
        let line = HalfPlane { k_a, k_b, k_1 };
        let [inside, _] = split_polygon(left, |corner| line.side(corner));
        left = inside?;
    }
    (!doubled_area(&left).is_zero()).then_some(left)
}

/// Twice the area of a polygon, negative if its corners are clockwise. O(n).
pub fn doubled_area(corners: &[Point]) -> Rational {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(from, to)| &from.a * &to.b - &to.a * &from.b).sum()
}
