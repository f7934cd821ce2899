//! Pieces of the Tile under unequal priors.

use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use crate::geometry::{BilinearCurve, Point, QuadraticPoint};
use crate::num::{Quadratic, QuadraticLogSum};
use crate::tile::RankInterval;

/// A part of the Tile on which one classifier's rank is constant, the classifiers having been
/// tested under different priors.
///
/// # Form
///
/// Written as JSON it is an object with the keys of the common form, `classifier`, `dimension`,
/// `rank` `[best, worst]`, `vertices`, `edges` and, if asked for, `area`:
///
/// - A vertex is a pair `[a, b]`. A rational coordinate is a string in lowest terms; any other is
///   an object `{"lower", "upper", "exact"}`: decimals with 20 digits that enclose it, and a closed
///   form `(p + q*sqrt(d))/c` or `(p - q*sqrt(d))/c` with integers p, q > 0, d > 1, c > 1, where
///   `p`, `q*` and `/c` (and with p or c the brackets) are left out if they are 0, 1 and 1.
/// - An edge is a list of four strings, integers `k_ab, k_a, k_b, k_1` without common factor, as in
///   the common form.
/// - `dimension` 2: an open region, connected and without holes, in general not convex, but cut by
///   every upright line in one segment at most. Its vertices run counter-clockwise; edge k joins
///   vertex k to vertex k + 1 (the last to the first) along its curve, and every edge's expression
///   is positive everywhere inside. The region is the set of points strictly between its least and
///   greatest abscissa at which all its edges' expressions are positive. Vertices stand at corners
///   of the Tile, where frontiers of the classifier reach the border, and where they meet; a
///   frontier of other rivals may touch an edge in a vertex without ending it, so neighbouring
///   edges may lie on one curve.
/// - `dimension` 1: an open stretch of frontier between two vertices, with one edge, positive on
///   the left of the way from the first vertex to the second. That way goes from the right to the
///   left, or upwards on an upright frontier.
/// - `dimension` 0: one point inside the Tile, a vertex without edges, where frontiers meet.
/// - `area` (0 in dimensions 1 and 0): an exact number, or an object as above whose closed form is a
///   sum of rational multiples of square roots and of logarithms of numbers in them.
///
/// For each classifier the pieces of all three dimensions make up the open Tile, each point once.
#[derive(Clone, Debug)]
pub struct UnequalPiece {
    /// The position of the classifier in the input.
    pub classifier: usize,
    /// 2 for a region, 1 for a tie on a stretch of frontier, 0 for a tie at a point.
    pub dimension: u8,
    /// Its rank everywhere on the piece.
    pub rank: RankInterval,
    /// The corners.
    pub vertices: Vec<QuadraticPoint>,
    /// The edges.
    pub edges: Vec<BilinearCurve>,
    /// The area, if it was asked for.
    pub area: Option<QuadraticLogSum>,
}

impl UnequalPiece {
    /// Is the point in it?
    pub fn contains(&self, point: &Point) -> bool {
        let at = QuadraticPoint::from(point);
        let abscissae = || self.vertices.iter().map(|vertex| &vertex.a);
        let between = |low: Option<&Quadratic>, high: Option<&Quadratic>, z: &Quadratic| {
            low.is_some_and(|low| low < z) && high.is_some_and(|high| z < high)
        };
        match self.dimension {
            0 => self.vertices[0] == at,
            1 => {
                let [from, to] = [&self.vertices[0], &self.vertices[1]];
                self.edges[0].side_of(point).is_eq()
                    && if from.a == to.a {
                        from.a == at.a && between(Some(&from.b), Some(&to.b), &at.b)
                    } else {
                        between(Some(&to.a), Some(&from.a), &at.a)
                    }
            }
            _ => {
                self.edges.iter().all(|edge| edge.side_of(point).is_gt())
                    && between(abscissae().min(), abscissae().max(), &at.a)
            }
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
