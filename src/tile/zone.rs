//! The part on which each classifier of one set is at least as good as each of another (The Tile,
//! A.4.1).

use super::area::Area;
use super::prior_shift::PriorShift;
use super::regions::Regions;
use super::unequal;
use crate::geometry::{BilinearCurve, ConvexSet, HalfPlane, Point, intersect};
use crate::num::Rational;

/// A closed part of the Tile: a point, an arc, or a region.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Zone {
    /// 0, 1 or 2.
    pub dimension: u8,
    /// Its corners, counter-clockwise in dimension 2.
    pub vertices: Vec<Point>,
    /// Edge k joins corner k to corner k + 1; in dimension 2 it is positive inside.
    pub edges: Vec<BilinearCurve>,
    /// Its area.
    pub area: Area,
    /// Closed stretches of the Tile's border, from one end to the other, or points of it (both ends
    /// equal) that belong to the zone besides: where classifiers of different priors tie whose true
    /// positives or negatives, or false ones, are all zero. Empty under one prior.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub on_border: Vec<[Point; 2]>,
}

impl Regions {
    /// The closed zone in which every classifier of `better` is at least as good as every one of
    /// `than`, `None` if there is no such point.
    ///
    /// Under a common prior it is in balanced coordinates the intersection of |better| |than|
    /// half-planes with the unit square, O(m log m) for m half-planes; the prior shift warps it. At
    /// corners of the Tile where a score is undefined the closed inequality s1 u2 >= s2 u1 decides.
    ///
    /// Under different priors frontiers bend and cross, and still the zone inside the Tile is one
    /// piece with rational corners: at a corner all four classifiers of two frontiers tie, so that
    /// each frontier crosses there another one of a classifier of its own. On the border of the
    /// Tile there may be more of it, [`Zone::on_border`]. O(m c) exact operations for regions of c
    /// corners of each classifier of the smaller set, and O(k^3) for the k frontiers that touch one
    /// of these.
    ///
    /// ```
    /// use exactile::{Classifier, ConfusionMatrix, Regions};
    /// let classifiers = vec![
    ///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
    ///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
    /// ];
    /// let zone = Regions::new(classifiers)?.zone(&[1], &[0]).expect("a zone");
    /// assert_eq!((zone.dimension, zone.vertices.len()), (2, 4));
    /// assert_eq!(zone.area.value().to_string(), "11/42");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If a position is out of range.
    pub fn zone(&self, better: &[usize], than: &[usize]) -> Option<Zone> {
        let Some(prior) = self.prior_positive() else {
            return unequal::zone(self.classifiers(), better, than);
        };
        let rates: Vec<[Rational; 2]> = self
            .classifiers()
            .iter()
            .map(|classifier| {
                let matrix = &classifier.matrix;
                [matrix.tnr(), matrix.tpr()].map(|rate| rate.expect("samples of both classes"))
            })
            .collect();
        let half_planes = better
            .iter()
            .flat_map(|&i| than.iter().map(move |&j| (i, j)))
            .filter(|(i, j)| i != j)
            .map(|(i, j)| better_half_plane(&rates[i], &rates[j]));
        zone_of_half_planes(half_planes, prior)
    }
}

/// The intersection of half-planes of balanced coordinates with the Tile of a positive prior.
pub(crate) fn zone_of_half_planes(
    half_planes: impl IntoIterator<Item = HalfPlane>,
    prior: &Rational,
) -> Option<Zone> {
    let shift = PriorShift::from_balanced(prior);
    let warp = |corners: &[Point]| -> Vec<Point> {
        corners.iter().map(|corner| shift.apply_to_point(corner)).collect()
    };
    let edge = |from: &Point, to: &Point| shift.image_of_line(&line_through(from, to));
    Some(match intersect(half_planes) {
        ConvexSet::Empty => return None,
        ConvexSet::Point(point) => Zone {
            dimension: 0,
            vertices: warp(&[point]),
            edges: Vec::new(),
            area: Area::zero(),
            on_border: Vec::new(),
        },
        ConvexSet::Segment(from, to) => Zone {
            dimension: 1,
            edges: vec![edge(&from, &to)],
            vertices: warp(&[from, to]),
            area: Area::zero(),
            on_border: Vec::new(),
        },
        ConvexSet::Polygon(corners) => {
            let next = corners.iter().skip(1).chain(&corners[..1]);
            let edges: Vec<BilinearCurve> =
                corners.iter().zip(next).map(|(from, to)| edge(from, to)).collect();
            let vertices = warp(&corners);
            let area = Area::inside(&vertices, &edges);
            Zone { dimension: 2, vertices, edges, area, on_border: Vec::new() }
        }
    })
}

/// The half-plane of balanced coordinates where the first performance (x, y) is at least as good
/// as the second: A dx + B dy <= 0 (Eq. 6 and 7).
pub(crate) fn better_half_plane([x, y]: &[Rational; 2], [x2, y2]: &[Rational; 2]) -> HalfPlane {
    let (dx, dy) = (x2 - x, y2 - y);
    HalfPlane { k_a: y.complement() * &dx - x.complement() * &dy, k_b: y * &dx - x * &dy, k_1: -dx }
}

/// The line through two points, positive on the left of the way from one to the other.
fn line_through(from: &Point, to: &Point) -> [Rational; 3] {
    [&from.b - &to.b, &to.a - &from.a, &from.a * &to.b - &to.a * &from.b]
}
