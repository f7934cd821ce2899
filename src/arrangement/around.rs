//! The ranking at one place, the cell around it, and how far it is to the nearest change of the
//! ranking. Only the frontiers are needed, not their arrangement.

use super::beside::{Beside, BesideSearch};
use super::frontiers::Frontiers;
use crate::geometry::{
    BilinearCurve, ConvexSet, HalfPlane, NearestOnArc, Point, intersect, nearest_on_arc,
    nearest_on_segment, squared_distance,
};
use crate::num::{Enclosure, Rational, Value, close_decimals};
use crate::score::RankingScore;
use crate::tile::{RankedClassifier, groups, rank_at, side_through};

/// Digits after the decimal point of a distance that is not rational.
const DIGITS: u32 = 20;

/// A place on the Tile and its surroundings.
///
/// On the border of the Tile other rankings hold than next to it: classifiers may tie there that
/// differ everywhere beside it, and scores may be undefined. So what holds at the place and what
/// holds in the cells that touch it are kept apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Around {
    /// The place.
    pub place: Point,
    /// The ranking at the place itself, by the definition of the score, best first: ties as rank
    /// intervals, classifiers for which the score is undefined last and without a rank.
    pub ranking: Vec<RankedClassifier>,
    /// The cells of the open Tile that touch the place, counter-clockwise. Empty if the place is
    /// inside one.
    pub beside: Vec<Beside>,
    /// The smallest of these whose closure contains the place: 2 for a cell, 1 for a stretch of
    /// frontier between confluences, 0 for a point where frontiers meet.
    pub dimension: u8,
    /// The corners of the closed cell or stretch, counter-clockwise.
    pub vertices: Vec<Point>,
    /// Edge k joins corner k to corner k + 1 and is positive inside a cell; a stretch has one edge.
    pub edges: Vec<BilinearCurve>,
    /// The ranking on the open cell or stretch, or at the point.
    pub inside: Vec<RankedClassifier>,
    /// The frontiers through the place, by number. On the border of the Tile these end there.
    pub through: Vec<usize>,
    /// The frontiers through the place, or else those around the cell, the nearest on the Tile of
    /// the priors first. Distances that are not roots of rationals are ordered by lower bounds of
    /// their squares, closer to them than the decimals. Empty if no two classifiers ever swap.
    ///
    /// The distance of the first one is how far it is to the nearest change: to the nearest point
    /// beyond which two classifiers stand in the opposite order. What holds only on the border of
    /// the Tile does not count as a change: the first step off the border ends it.
    pub swaps: Vec<Swap>,
}

impl Around {
    /// The groups of classifiers that tie at the place, best first, each in the order of the input.
    pub fn ties(&self) -> Vec<Vec<usize>> {
        ties(&self.ranking)
    }

    /// The classifiers for which the score at the place is undefined.
    pub fn undefined(&self) -> Vec<usize> {
        undefined(&self.ranking)
    }

    /// Returns `true` if the place is on the border of the Tile.
    pub fn is_on_border(&self) -> bool {
        is_on_border(&self.place)
    }

    /// Returns `true` if the ranking at the place is also that of every cell that touches it.
    pub fn holds_beside(&self) -> bool {
        holds_beside(&self.ranking, &self.beside)
    }
}

pub(super) fn ties(ranking: &[RankedClassifier]) -> Vec<Vec<usize>> {
    groups(ranking).into_iter().filter(|group| group.len() > 1).collect()
}

pub(super) fn undefined(ranking: &[RankedClassifier]) -> Vec<usize> {
    let unranked = ranking.iter().filter(|ranked| ranked.rank.is_none());
    unranked.map(|ranked| ranked.classifier).collect()
}

pub(super) fn is_on_border(place: &Point) -> bool {
    [&place.a, &place.b].into_iter().any(|z| z.is_zero() || *z == Rational::ONE)
}

pub(super) fn holds_beside(ranking: &[RankedClassifier], beside: &[Beside]) -> bool {
    let here = groups(ranking);
    beside.iter().all(|cell| cell.ranking == here) && undefined(ranking).is_empty()
}

/// A frontier beside a place, beyond which some classifiers stand in the opposite order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swap {
    /// The frontier's number.
    pub frontier: usize,
    /// The distinct performances that tie on it, in their order on the near side, best first: each
    /// with the classifiers that have it. Beyond it their order is reversed. If the place is on the
    /// frontier, the near side is that of the corner TNR (0, 0).
    pub order: Vec<Vec<usize>>,
    /// The squared distance in balanced coordinates.
    pub balanced_square: Rational,
    /// The nearest point in balanced coordinates.
    pub balanced_point: Point,
    /// The distance on the Tile of the priors.
    pub distance: Value,
    /// Corners of a box on the Tile of the priors with a nearest point inside: one point where that
    /// is exact.
    pub near: [Point; 2],
}

/// A side of a cell: its curve, and its ends on the Tile of the priors and on the balanced one.
struct Side<'s> {
    edge: &'s BilinearCurve,
    ends: [Point; 2],
    balanced: [Point; 2],
}

/// The corners of the set of points that are on the same side of all chords as the place, given the
/// values of the chords there.
fn corners_around(chords: &[[Rational; 3]], values: &[Rational]) -> Vec<Point> {
    let half_plane = |[p, q, c]: &[Rational; 3], positive: bool| {
        let plane = HalfPlane { k_a: p.clone(), k_b: q.clone(), k_1: -c };
        if positive { plane } else { -plane }
    };
    let half_planes = chords.iter().zip(values).flat_map(|(chord, value)| {
        let side = |wanted: bool, excluded: bool| (!excluded).then(|| half_plane(chord, wanted));
        [side(true, value.is_negative()), side(false, value.is_positive())]
    });
    match intersect(half_planes.flatten()) {
        ConvexSet::Empty => unreachable!("the place itself is on the right side of every line"),
        ConvexSet::Point(point) => vec![point],
        ConvexSet::Segment(from, to) => vec![from, to],
        ConvexSet::Polygon(corners) => corners,
    }
}

impl Frontiers<'_> {
    /// The ranking at a place on the closed Tile of the priors, the cell around it or the stretch
    /// of frontier or the confluence that it is on, and the cells that touch it. O(L log L) for L
    /// frontiers.
    ///
    /// ```
    /// use exactile::{Classifier, ConfusionMatrix, Regions};
    /// let classifiers = vec![
    ///     Classifier::new("cautious", ConfusionMatrix::from_counts(35, 15, 15, 35)?),
    ///     Classifier::new("eager", ConfusionMatrix::from_counts(25, 25, 10, 40)?),
    /// ];
    /// use exactile::{Point, Rational, arrangement::Frontiers};
    /// let regions = Regions::new(classifiers)?;
    /// let accuracy = Point::new(Rational::new(1, 2), Rational::new(1, 2));
    /// let around = Frontiers::new(&regions)?.around(&accuracy);
    /// assert_eq!((around.ranking[0].classifier, around.swaps.len()), (0, 1));
    /// assert!(!around.is_on_border() && around.ties().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the place is not on the Tile.
    pub fn around(&self, place: &Point) -> Around {
        let balanced = self.shift.inverse().apply_to_point(place);
        let chords: Vec<[Rational; 3]> = (0..self.len()).map(|k| self.chord(k)).collect();
        let value = |[p, q, c]: &[Rational; 3], at: &Point| p * &at.a + q * &at.b - c;
        let values: Vec<Rational> = chords.iter().map(|chord| value(chord, &balanced)).collect();
        let corners = corners_around(&chords, &values);
        let through: Vec<usize> = (0..values.len()).filter(|&k| values[k].is_zero()).collect();
        let bounding = |from: &Point, to: &Point| {
            chords.iter().position(|chord| {
                [from, to].into_iter().all(|corner| value(chord, corner).is_zero())
            })
        };
        let sides = match corners.len() {
            1 => 0,
            2 => 1,
            count => count,
        };
        let lines: Vec<Option<usize>> =
            (0..sides).map(|k| bounding(&corners[k], &corners[(k + 1) % corners.len()])).collect();
        let vertices: Vec<Point> =
            corners.iter().map(|corner| self.shift.apply_to_point(corner)).collect();
        let edges: Vec<BilinearCurve> = (0..sides)
            .map(|k| {
                let (from, to) = (&vertices[k], &vertices[(k + 1) % vertices.len()]);
                match lines[k] {
                    // The falling curve is positive on its lower left.
                    Some(line) if from.a < to.a => self.curve(line).reversed(),
                    Some(line) => self.curve(line),
                    None => side_through(from, to),
                }
            })
            .collect();
        let classifiers = self.regions.classifiers();
        let inside = self.shift.apply_to_point(&centre(&corners));
        let rank =
            |at: Point| rank_at(classifiers, &RankingScore::at(at).expect("a point of the Tile"));
        let (ranking, inside) = (rank(place.clone()), rank(inside));

        let mut swaps: Vec<(Rational, Swap)> = if through.is_empty() {
            let bounds = (0..sides).filter_map(|k| Some((k, lines[k]?)));
            let ends = |points: &[Point], k: usize| {
                [points[k].clone(), points[(k + 1) % points.len()].clone()]
            };
            bounds
                .map(|(k, line)| {
                    let side = Side {
                        edge: &edges[k],
                        ends: ends(&vertices, k),
                        balanced: ends(&corners, k),
                    };
                    self.swap_across(&side, [place, &balanced], line, &values[line])
                })
                .collect()
        } else {
            let at_place = |&line: &usize| Swap {
                frontier: line,
                order: self.order_below(line, false),
                balanced_square: Rational::ZERO,
                balanced_point: balanced.clone(),
                distance: Value::Exact(Rational::ZERO),
                near: [place.clone(), place.clone()],
            };
            through.iter().map(|line| (Rational::ZERO, at_place(line))).collect()
        };
        swaps.sort_by(|(x, nearer), (y, further)| {
            let balanced = nearer.balanced_square.cmp(&further.balanced_square);
            x.cmp(y).then(balanced).then(nearer.frontier.cmp(&further.frontier))
        });
        let swaps = swaps.into_iter().map(|(_, swap)| swap).collect();
        let dimension = match corners.len() {
            1 => 0,
            2 => 1,
            _ => 2,
        };
        let search = BesideSearch { place: &balanced, chords: &chords, through: &through };
        let beside = search.cells(self);
        let place = place.clone();
        Around { place, ranking, beside, dimension, vertices, edges, inside, through, swaps }
    }

    /// The swap on a side of the cell, with the square of its distance on the Tile of the priors.
    fn swap_across(
        &self,
        side: &Side<'_>,
        [place, balanced]: [&Point; 2],
        line: usize,
        value: &Rational,
    ) -> (Rational, Swap) {
        let [from, to] = &side.balanced;
        let balanced_point = nearest_on_segment(balanced, [from, to]);
        let balanced_square = squared_distance(balanced, &balanced_point);
        let (distance, square, near) = if self.shift.is_identity() {
            let near = [balanced_point.clone(), balanced_point.clone()];
            (Value::root(&balanced_square), balanced_square.clone(), near)
        } else {
            distance_to_arc(side.edge, side.ends.clone(), place)
        };
        let order = self.order_below(line, value.is_positive());
        let swap = Swap { frontier: line, order, balanced_square, balanced_point, distance, near };
        (square, swap)
    }

    /// Returns the performances that tie on a frontier, best first on the side of TNR (0, 0) or on
    /// the other one.
    fn order_below(&self, frontier: usize, beyond: bool) -> Vec<Vec<usize>> {
        let tied = self.tied_on(frontier).iter();
        let members = tied.map(|&i| self.performances()[i as usize].clone());
        // Towards TNR the greater TNR wins.
        if beyond { members.collect() } else { members.rev().collect() }
    }
}

/// The mean of three corners of a polygon, of both ends of a segment, or the point.
fn centre(corners: &[Point]) -> Point {
    let shown = &corners[..corners.len().min(3)];
    let count = Rational::from(i64::try_from(shown.len()).expect("at most three"));
    let mean = |part: fn(&Point) -> &Rational| {
        shown.iter().map(|corner| part(corner).clone()).sum::<Rational>() / &count
    };
    Point::new(mean(|corner| &corner.a), mean(|corner| &corner.b))
}

/// The distance to an arc that does not contain the place.
pub(super) fn distance_to_arc(
    curve: &BilinearCurve,
    [from, to]: [Point; 2],
    place: &Point,
) -> (Value, Rational, [Point; 2]) {
    let nearest = |bits| nearest_on_arc(curve, [&from, &to], place, bits);
    let known = nearest(80);
    if known.lower == known.upper {
        return (Value::root(&known.lower), known.lower, known.near);
    }
    let finest = std::cell::RefCell::new(known);
    // The nearest point may be rational without being known to be.
    let distance = close_decimals(DIGITS, |bits| {
        let found = nearest(bits);
        let [low, high] = [&found.lower, &found.upper].map(|square| Enclosure::sqrt(square, bits));
        *finest.borrow_mut() = found;
        low.hull(&high)
    });
    let NearestOnArc { lower: square, near, .. } = finest.into_inner();
    (distance.into(), square, near)
}
