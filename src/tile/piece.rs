//! Pieces: sectors and ties with exact corners and edges on the Tile of the priors.

use arrayvec::ArrayVec;
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use super::Area;
use super::chord::Chord;
use super::prior_shift::PriorWeights;
use super::sectors::RankInterval;
use crate::geometry::{BilinearCurve, Point};
use crate::num::ExactInteger;

/// A part of the Tile on which one classifier's rank is constant.
///
/// Dimension 2: an open region bounded by at most six edges; its corners run counter-clockwise,
/// edge k joins corner k to corner k + 1 (the last to the first), and every edge's expression is
/// positive inside. Dimension 1: an open stretch of frontier on which the classifier ties with
/// rivals, with two ends and one edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The position of the classifier in the input.
    pub classifier: usize,
    /// Its rank everywhere on the piece.
    pub rank: RankInterval,
    /// The corners.
    pub vertices: ArrayVec<Point, 6>,
    /// The edges.
    pub edges: ArrayVec<BilinearCurve, 6>,
    /// The area, if it was asked for.
    pub area: Option<Area>,
}

impl Piece {
    /// 2 for a region, 1 for a tie.
    pub fn dimension(&self) -> u8 {
        if self.edges.len() == 1 { 1 } else { 2 }
    }

    /// Is the point in it? The sign of every edge's expression decides; a tie's points lie on its
    /// edge, strictly between its ends.
    pub fn contains(&self, point: &Point) -> bool {
        if self.dimension() == 2 {
            return self.edges.iter().all(|edge| edge.side_of(point).is_gt());
        }
        // Frontiers fall from left to right or stand upright: one coordinate orders their points.
        let between = |low: &Point, high: &Point| {
            low.a < point.a && point.a < high.a
                || low.a == high.a && point.b > high.b && point.b < low.b
        };
        let [low, high] = [&self.vertices[1], &self.vertices[0]];
        self.edges[0].side_of(point).is_eq() && between(low, high)
    }
}

impl Serialize for Piece {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Piece", 6)?;
        object.serialize_field("classifier", &self.classifier)?;
        object.serialize_field("dimension", &self.dimension())?;
        object.serialize_field("rank", &self.rank)?;
        object.serialize_field("vertices", self.vertices.as_slice())?;
        object.serialize_field("edges", self.edges.as_slice())?;
        match &self.area {
            Some(area) => object.serialize_field("area", area)?,
            None => object.skip_field("area")?,
        }
        object.end()
    }
}

/// A chord as pieces need it: both ends and the frontier between them, worked out once and shared
/// by the sectors on its two sides and by the tie on it.
#[derive(Clone, Debug)]
pub(super) struct Frontier {
    /// The end on the top or left side of the Tile.
    pub(super) upper_left: Point,
    /// The end on the right or bottom side.
    pub(super) lower_right: Point,
    /// Positive towards TNR (0, 0). `None` at the two ends of the sweep, where the Tile's own
    /// border takes its place.
    pub(super) curve: Option<BilinearCurve>,
}

impl Frontier {
    pub(super) fn of_chord<I: ExactInteger>(chord: &Chord<I>, prior: &PriorWeights<I>) -> Self {
        Self {
            upper_left: chord.upper_left(prior).to_point(),
            lower_right: chord.lower_right(prior).to_point(),
            curve: Some(chord.curve(prior)),
        }
    }

    /// Where the sweep begins, t = 0: the corner (1, 1), or a whole side for a classifier without
    /// true positives (right side) or without false negatives (top side).
    pub(super) fn start<I: ExactInteger>([_, y]: &[I; 2], [_, e]: &[I; 2]) -> Self {
        let corner = |a: i32, b: i32| Point::new(a.into(), b.into());
        Self {
            upper_left: if y == e { corner(0, 1) } else { corner(1, 1) },
            lower_right: if y.is_zero() { corner(1, 0) } else { corner(1, 1) },
            curve: None,
        }
    }

    /// Where the sweep ends, t infinite: the corner (0, 0), or a whole side for a classifier
    /// without false positives (bottom side) or without true negatives (left side).
    pub(super) fn end<I: ExactInteger>([x, _]: &[I; 2], [d, _]: &[I; 2]) -> Self {
        let corner = |a: i32, b: i32| Point::new(a.into(), b.into());
        Self {
            upper_left: if x.is_zero() { corner(0, 1) } else { corner(0, 0) },
            lower_right: if x == d { corner(1, 0) } else { corner(0, 0) },
            curve: None,
        }
    }
}

/// The sector between two neighbouring frontiers, `before` on the side of TPR (1, 1).
pub(super) fn sector(
    classifier: usize,
    rank: RankInterval,
    before: &Frontier,
    beyond: &Frontier,
) -> Piece {
    let mut vertices = ArrayVec::<Point, 6>::new();
    let mut push = |point: &Point| {
        if vertices.last() != Some(point) && vertices.first() != Some(point) {
            vertices.push(point.clone());
        }
    };
    let (top_left, bottom_right) = (Point::new(0.into(), 1.into()), Point::new(1.into(), 0.into()));
    push(&before.upper_left);
    if !before.upper_left.a.is_zero() && beyond.upper_left.b < top_left.b {
        push(&top_left);
    }
    push(&beyond.upper_left);
    push(&beyond.lower_right);
    if beyond.lower_right.a < bottom_right.a && !before.lower_right.b.is_zero() {
        push(&bottom_right);
    }
    push(&before.lower_right);

    let count = vertices.len();
    let edges = (0..count)
        .map(|k| {
            let (from, to) = (&vertices[k], &vertices[(k + 1) % count]);
            if (from, to) == (&beyond.upper_left, &beyond.lower_right)
                && let Some(curve) = &beyond.curve
            {
                return curve.reversed();
            }
            if (from, to) == (&before.lower_right, &before.upper_left)
                && let Some(curve) = &before.curve
            {
                return curve.clone();
            }
            side_through(from, to)
        })
        .collect();
    Piece { classifier, rank, vertices, edges, area: None }
}

/// The tie on a frontier. Its edge is positive towards TNR (0, 0), the left of its direction.
pub(super) fn tie(classifier: usize, rank: RankInterval, frontier: &Frontier) -> Piece {
    let ends = [frontier.lower_right.clone(), frontier.upper_left.clone()];
    Piece {
        classifier,
        rank,
        vertices: ends.into_iter().collect(),
        edges: frontier.curve.iter().cloned().collect(),
        area: None,
    }
}

/// The side of the Tile that two of its border points share, positive inwards.
pub(crate) fn side_through(from: &Point, to: &Point) -> BilinearCurve {
    use crate::num::Rational;
    if from.a.is_zero() && to.a.is_zero() {
        BilinearCurve::small_line(1, 0, 0)
    } else if from.b.is_zero() && to.b.is_zero() {
        BilinearCurve::small_line(0, 1, 0)
    } else if from.a == Rational::ONE && to.a == Rational::ONE {
        BilinearCurve::small_line(-1, 0, 1)
    } else {
        BilinearCurve::small_line(0, -1, 1)
    }
}
