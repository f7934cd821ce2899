//! Pieces of the Tile with exact corners and edges, and how sectors and chords become pieces.

use smallvec::SmallVec;

use super::Area;
use super::chord::Chord;
use super::prior_shift::PriorWeights;
use super::sectors::RankInterval;
use crate::geometry::{BilinearCurve, Point};
use crate::num::ExactInteger;

/// Most pieces have no more corners than a sector under equal priors: six.
type Corners<T> = SmallVec<[T; 6]>;

/// A part of the Tile on which one classifier's rank is constant.
///
/// - Dimension 2: an open region. Its corners run counter-clockwise; edge k joins corner k to
///   corner k + 1 (the last to the first), and every edge's expression is positive everywhere
///   inside. The region is the set of all points of the open Tile at which its edges' expressions
///   are positive; every upright and every level line cuts it in one segment at most. Under one
///   common prior it has at most six edges, otherwise any number.
/// - Dimension 1: an open stretch of frontier on which the classifier ties with rivals, with two
///   ends and one edge, positive on the left of the way from the first end to the second. The way
///   goes from the right to the left, or upwards on an upright frontier. A frontier is cut wherever
///   another frontier of the same classifier crosses it, which happens under different priors only.
/// - Dimension 0: one point inside the Tile at which frontiers of the classifier cross.
///
/// For each classifier the pieces of all three dimensions make up the open Tile, each point once.
/// Serialised, a piece is an object with the keys `classifier`, `dimension`, `rank`, `vertices`,
/// `edges` and, if it was asked for, `area`; all numbers are exact.
///
/// ```
/// use exactile::{Classifier, ConfusionMatrix, Regions};
/// let classifiers = vec![
///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
/// ];
/// use exactile::RankFilter;
/// let pieces = Regions::new(classifiers)?.pieces(0, &RankFilter::all());
/// // First, tied, second.
/// let ranks: Vec<String> = pieces.iter().map(|piece| piece.rank.to_string()).collect();
/// assert_eq!(ranks, ["2", "1-2", "1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The position of the classifier in the input.
    pub classifier: usize,
    /// Its rank everywhere on the piece.
    pub rank: RankInterval,
    /// The area, if it was asked for; 0 in dimensions 1 and 0.
    pub area: Option<Area>,
    vertices: Corners<Point>,
    edges: Corners<BilinearCurve>,
}

impl Piece {
    pub(crate) fn new(
        classifier: usize,
        rank: RankInterval,
        vertices: impl IntoIterator<Item = Point>,
        edges: impl IntoIterator<Item = BilinearCurve>,
    ) -> Self {
        let (vertices, edges) = (vertices.into_iter().collect(), edges.into_iter().collect());
        Self { classifier, rank, area: None, vertices, edges }
    }

    /// 2 for a region, 1 for a tie along a frontier, 0 for a tie at a point.
    ///
    /// ```
    /// use exactile::{Classifier, ConfusionMatrix, Regions};
    /// let classifiers = vec![
    ///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
    ///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
    /// ];
    /// use exactile::RankFilter;
    /// let pieces = Regions::new(classifiers)?.pieces(0, &RankFilter::all());
    /// let dimensions: Vec<u8> = pieces.iter().map(|piece| piece.dimension()).collect();
    /// assert_eq!(dimensions, [2, 1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn dimension(&self) -> u8 {
        match self.edges.len() {
            0 => 0,
            1 => 1,
            _ => 2,
        }
    }

    /// The corners, counter-clockwise in dimension 2.
    ///
    /// ```
    /// use exactile::{Classifier, ConfusionMatrix, Regions};
    /// let classifiers = vec![
    ///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
    ///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
    /// ];
    /// use exactile::RankFilter;
    /// let pieces = Regions::new(classifiers)?.pieces(0, &RankFilter::all());
    /// assert_eq!((pieces[0].vertices().len(), pieces[0].edges().len()), (4, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn vertices(&self) -> &[Point] {
        &self.vertices
    }

    /// The edges: edge k joins corner k to corner k + 1, the last to the first.
    pub fn edges(&self) -> &[BilinearCurve] {
        &self.edges
    }

    /// Returns `true` if a point of the open Tile lies in the piece. The sign of every edge's
    /// expression decides; a tie's points lie on its edge, strictly between its ends.
    ///
    /// ```
    /// use exactile::{Classifier, ConfusionMatrix, Regions};
    /// let classifiers = vec![
    ///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
    ///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
    /// ];
    /// use exactile::{Point, RankFilter, Rational};
    /// let first = Regions::new(classifiers)?.pieces(0, &RankFilter::holding([1]));
    /// let accuracy = Point::new(Rational::new(1, 2), Rational::new(1, 2));
    /// assert!(first.iter().any(|piece| piece.contains(&accuracy)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contains(&self, point: &Point) -> bool {
        match (&self.vertices[..], &self.edges[..]) {
            ([at], []) => at == point,
            // Ties run to the left or upwards: one coordinate orders their points.
            ([from, to], [edge]) => {
                edge.side_of(point).is_eq()
                    && (to.a < point.a && point.a < from.a
                        || from.a == to.a && from.b < point.b && point.b < to.b)
            }
            (_, edges) => edges.iter().all(|edge| edge.side_of(point).is_gt()),
        }
    }

    /// The area inside its edges: minus the integral of b over a once around. Ties have none.
    ///
    /// ```
    /// use exactile::{Classifier, ConfusionMatrix, Regions};
    /// let classifiers = vec![
    ///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
    ///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
    /// ];
    /// use exactile::RankFilter;
    /// let pieces = Regions::new(classifiers)?.pieces(0, &RankFilter::all());
    /// assert_eq!(pieces[0].enclosed_area().value().to_string(), "11/42");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn enclosed_area(&self) -> Area {
        if self.dimension() < 2 {
            return Area::zero();
        }
        Area::inside(&self.vertices, &self.edges)
    }

    /// The curve and the ends of a tie along a frontier.
    pub(super) fn into_stretch(mut self) -> (BilinearCurve, [Point; 2]) {
        let [first, second] = [0, 0].map(|_| self.vertices.remove(0));
        (self.edges.remove(0), [first, second])
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Piece {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[cfg(feature = "serde")]
        use serde::ser::SerializeStruct;
        let mut object = serializer.serialize_struct("Piece", 6)?;
        object.serialize_field("classifier", &self.classifier)?;
        object.serialize_field("dimension", &self.dimension())?;
        object.serialize_field("rank", &self.rank)?;
        object.serialize_field("vertices", self.vertices())?;
        object.serialize_field("edges", self.edges())?;
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

    /// Start of the sweep, t = 0: the corner (1, 1), or a whole side for a classifier without true
    /// positives (right side) or without false negatives (top side).
    pub(super) fn start<I: ExactInteger>([_, y]: &[I; 2], [_, e]: &[I; 2]) -> Self {
        let corner = |a: i32, b: i32| Point::new(a.into(), b.into());
        Self {
            upper_left: if y == e { corner(0, 1) } else { corner(1, 1) },
            lower_right: if y.is_zero() { corner(1, 0) } else { corner(1, 1) },
            curve: None,
        }
    }

    /// End of the sweep, t infinite: the corner (0, 0), or a whole side for a classifier without
    /// false positives (bottom side) or without true negatives (left side).
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
    let mut vertices = Corners::<Point>::new();
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
    let edges: Corners<BilinearCurve> = (0..count)
        .map(|k| {
            let (from, to) = (&vertices[k], &vertices[(k + 1) % count]);
            let is_along = |start, end| (from, to) == (start, end);
            match (&beyond.curve, &before.curve) {
                (Some(curve), _) if is_along(&beyond.upper_left, &beyond.lower_right) => {
                    curve.reversed()
                }
                (_, Some(curve)) if is_along(&before.lower_right, &before.upper_left) => {
                    curve.clone()
                }
                _ => side_through(from, to),
            }
        })
        .collect();
    Piece { classifier, rank, area: None, vertices, edges }
}

/// The tie on a frontier. Its edge is positive towards TNR (0, 0), the left of its direction.
pub(super) fn tie(classifier: usize, rank: RankInterval, frontier: &Frontier) -> Piece {
    let ends = [frontier.lower_right.clone(), frontier.upper_left.clone()];
    Piece::new(classifier, rank, ends, frontier.curve.clone())
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
