//! Pieces of the Tile under unequal priors.

use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use crate::geometry::{BilinearCurve, Point};
use crate::tile::{Area, RankInterval};

/// A part of the Tile on which one classifier's rank is constant, the classifiers having been
/// tested under different priors.
///
/// # Form
///
/// Written as JSON it is an object with the keys of the common form, `classifier`, `dimension`,
/// `rank` `[best, worst]`, `vertices`, `edges` and, if asked for, `area`. All coordinates are
/// rational: strings in lowest terms, as with equal priors.
///
/// - `dimension` 2: an open region with any number of sides. Its vertices run counter-clockwise;
///   edge k joins vertex k to vertex k + 1 (the last to the first) along its curve, and every
///   edge's expression is positive everywhere inside. The region is the set of all points of the
///   open Tile at which its edges' expressions are positive; every upright and every level line
///   cuts it in one segment at most. Vertices stand where two sides meet: at corners of the Tile,
///   where frontiers of the classifier reach the border, where two or more cross inside.
/// - `dimension` 1: an open stretch of frontier between two neighbouring vertices, with one edge,
///   positive on the left of the way from the first vertex to the second. That way goes from the
///   right to the left, or upwards on an upright frontier. A frontier is cut wherever another one
///   of the same classifier crosses it.
/// - `dimension` 0: one point inside the Tile, a vertex without edges, where frontiers cross.
/// - `area`, 0 in dimensions 1 and 0: rational plus rational multiples of logarithms of rationals.
///
/// For each classifier the pieces of all three dimensions make up the open Tile, each point once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnequalPiece {
    /// The position of the classifier in the input.
    pub classifier: usize,
    /// 2 for a region, 1 for a tie on a stretch of frontier, 0 for a tie at a point.
    pub dimension: u8,
    /// Its rank everywhere on the piece.
    pub rank: RankInterval,
    /// The corners.
    pub vertices: Vec<Point>,
    /// The edges.
    pub edges: Vec<BilinearCurve>,
    /// The area, if it was asked for.
    pub area: Option<Area>,
}

impl UnequalPiece {
    /// Is a point of the open Tile in it?
    pub fn contains(&self, point: &Point) -> bool {
        match (self.dimension, &self.vertices[..], &self.edges[..]) {
            (1, [from, to], [edge]) => {
                edge.side_of(point).is_eq()
                    && (to.a < point.a && point.a < from.a
                        || from.a == to.a && from.b < point.b && point.b < to.b)
            }
            (0, [at], _) => at == point,
            _ => self.edges.iter().all(|edge| edge.side_of(point).is_gt()),
        }
    }
}

impl Serialize for UnequalPiece {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Piece", 6)?;
        object.serialize_field("classifier", &self.classifier)?;
        object.serialize_field("dimension", &self.dimension)?;
        object.serialize_field("rank", &self.rank)?;
        object.serialize_field("vertices", &self.vertices)?;
        object.serialize_field("edges", &self.edges)?;
        match &self.area {
            Some(area) => object.serialize_field("area", area)?,
            None => object.skip_field("area")?,
        }
        object.end()
    }
}
