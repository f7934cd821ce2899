//! Points of the Tile from homogeneous coordinates.

use crate::geometry::Point;
use crate::num::ExactInteger;

/// A point from homogeneous coordinates.
pub(super) fn point<I: ExactInteger>([a, b, weight]: &[I; 3]) -> Point {
    Point::new(I::ratio(a, weight), I::ratio(b, weight))
}

/// A point inside the triangle of three corners, with small numbers.
pub(super) fn weighted_mean<I: ExactInteger>(mut corners: [[I; 3]; 3]) -> Point {
    // The Tile's own corners, of weight 1, get as much weight as the heaviest.
    let most = corners.iter().map(|corner| corner[2].clone()).max().expect("three corners");
    let one = I::from_small(1);
    for corner in corners.iter_mut().filter(|corner| corner[2] == one) {
        *corner = [0, 1, 2].map(|k| corner[k].times(&most));
    }
    let [x, y, z] = corners;
    point(&[0, 1, 2].map(|k| x[k].plus(&y[k]).plus(&z[k])))
}
