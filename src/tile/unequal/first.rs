//! The part on which a classifier is first, without the rest of its arrangement.
//!
//! In the classifier's own coordinates (see `crossing`) frontiers are straight, so no rival is
//! better on a closed convex region: the Tile, cut by one half-plane for each frontier. Cells
//! outside that region have a better rival on the other side of one of its edges. So the fronts
//! that touch it are all that first ranks depend on, and there are few of them.
//!
//! If a classifier puts all samples into one class, its region may reach the corner at which all
//! bent frontiers meet again. There the signs at corners do not determine the better classifier
//! along an edge, so all fronts are kept.

use std::cmp::Ordering;

use super::arrangement::{Arrangement, Front};
use super::frontier::Arc;
use super::sweep::Boundary;
use crate::geometry::{BilinearCurve, Point};
use crate::num::Rational;

/// A corner of the region, and what its border follows from there, counter-clockwise.
#[derive(Clone, Debug)]
struct Corner {
    point: Point,
    next: Boundary,
}

impl Arrangement {
    /// The same arrangement with the fronts alone that touch the region without a better rival; its
    /// cells, stretches and points of rank 1 are the same. `None` if there is none for sure. O(m c)
    /// exact operations for m fronts and regions of at most c corners.
    pub(super) fn of_first(self) -> Option<Self> {
        if self.better > 0 {
            return None;
        }
        if self.one_class {
            return Some(self);
        }
        let tile = [
            (0, 0, Boundary::Bottom),
            (1, 0, Boundary::Right),
            (1, 1, Boundary::Top),
            (0, 1, Boundary::Left),
        ];
        let mut region: Vec<Corner> = tile
            .map(|(a, b, next)| Corner {
                point: Point::new(Rational::from(a), Rational::from(b)),
                next,
            })
            .into();
        for (k, front) in self.fronts.iter().enumerate() {
            let curve = &front.arc.curve;
            if front.winners_negative > 0 {
                region = self.cut(region, k, |point| curve.side_of(point));
            }
            if front.winners_positive > 0 {
                region = self.cut(region, k, |point| curve.side_of(point).reverse());
            }
        }
        if region.is_empty() {
            return None;
        }
        let touches = |front: &Front| {
            region.iter().any(|corner| front.arc.curve.side_of(&corner.point).is_eq())
        };
        let fronts = self.fronts.iter().filter(|front| touches(front)).cloned().collect();
        Some(Self { fronts, ..self })
    }

    /// The part of a region on the positive side of a front, the front included. A region without
    /// inside is one corner, or two.
    fn cut(&self, region: Vec<Corner>, k: usize, side: impl Fn(&Point) -> Ordering) -> Vec<Corner> {
        let sides: Vec<Ordering> = region.iter().map(|corner| side(&corner.point)).collect();
        if sides.iter().all(|side| side.is_gt()) {
            return region;
        }
        let mut rest = Vec::with_capacity(region.len() + 1);
        for (n, corner) in region.into_iter().enumerate() {
            let [here, there] = [sides[n], sides[(n + 1) % sides.len()]];
            let crossing = |next| Corner { point: self.crossing(k, corner.next), next };
            match (here, there) {
                (Ordering::Equal, Ordering::Less) => {
                    rest.push(Corner { next: Boundary::Front(k), ..corner });
                }
                (Ordering::Greater, Ordering::Less) => {
                    let crossing = crossing(Boundary::Front(k));
                    rest.extend([corner, crossing]);
                }
                (Ordering::Less, Ordering::Greater) => rest.push(crossing(corner.next)),
                (Ordering::Less, _) => {}
                _ => rest.push(corner),
            }
        }
        rest
    }

    /// The point at which a front crosses a side of the Tile, or another front inside the Tile. It
    /// is known to cross it.
    fn crossing(&self, k: usize, other: Boundary) -> Point {
        let arc = &self.fronts[k].arc;
        match other {
            Boundary::Left => above(arc, Rational::ZERO),
            Boundary::Right => above(arc, Rational::ONE),
            Boundary::Bottom => beside(&arc.curve, Rational::ZERO),
            Boundary::Top => beside(&arc.curve, Rational::ONE),
            Boundary::Front(l) => {
                let other = &self.fronts[l].arc;
                match (arc.is_upright(), other.is_upright()) {
                    (true, _) => above(other, arc.left.a.clone()),
                    (false, true) => above(arc, other.left.a.clone()),
                    (false, false) => {
                        let meeting = self.meeting(arc, other).expect("the fronts cross");
                        above(arc, meeting.to_rational())
                    }
                }
            }
        }
    }
}

/// The point of an arc, not upright, above an abscissa.
fn above(arc: &Arc, a: Rational) -> Point {
    let b = arc.height(&a);
    Point::new(a, b)
}

/// The point of a curve, not level, at an ordinate.
fn beside(curve: &BilinearCurve, b: Rational) -> Point {
    let [k_ab, k_a, k_b, k_1] = curve.coefficients();
    let a = -(k_b * &b + k_1) / (k_ab * &b + k_a);
    Point::new(a, b)
}
