//! The cell around one place, and how far it is to the nearest change of the ranking. Only the
//! frontiers are needed, not their arrangement.

use super::frontiers::Frontiers;
use crate::geometry::{
    BilinearCurve, ConvexSet, HalfPlane, NearestOnArc, Point, intersect, nearest_on_arc,
    nearest_on_segment, squared_distance,
};
use crate::num::{Enclosure, Rational};
use crate::score::RankingScore;
use crate::tile::{RankedClassifier, rank_at, side_through};

/// Digits behind the point of a distance that is not rational.
const DIGITS: u32 = 20;

/// The surroundings of a place on the Tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Around {
    /// The place.
    pub place: Point,
    /// 2 for a cell, 1 for a stretch of frontier between confluences, 0 for a confluence.
    pub dimension: u8,
    /// The corners of the closed cell or stretch, counter-clockwise.
    pub vertices: Vec<Point>,
    /// Edge k joins corner k to corner k + 1 and is positive inside a cell; a stretch has one edge.
    pub edges: Vec<BilinearCurve>,
    /// The ranking inside, best first.
    pub ranking: Vec<RankedClassifier>,
    /// The frontiers through the place, by number. Those who tie on one tie here, but at a corner of
    /// the Tile where a score is undefined for some.
    pub through: Vec<usize>,
    /// The frontiers through the place, or else those around the cell, the nearest on the Tile of
    /// the priors first. Distances that are not rational are ordered by their lower decimals, at
    /// most 2e-20 below them. Empty where nobody ever swaps.
    pub swaps: Vec<Swap>,
}

/// A frontier beside a place, beyond which some classifiers stand in the opposite order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swap {
    /// The frontier's number.
    pub frontier: usize,
    /// The distinct performances that tie on it, in their order on the near side, best first: each
    /// with the classifiers that have it. Beyond it their order is reversed.
    pub order: Vec<Vec<usize>>,
    /// The squared distance in balanced coordinates.
    pub balanced_square: Rational,
    /// The nearest point in balanced coordinates.
    pub balanced_point: Point,
    /// The distance on the Tile of the priors.
    pub distance: Distance,
    /// Corners of a box on the Tile of the priors with a nearest point inside: one point where that
    /// is exact.
    pub near: [Point; 2],
}

/// A distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Distance {
    /// A rational.
    Rational(Rational),
    /// A root of a rational.
    Root {
        /// The radicand.
        square: Rational,
        /// At most the distance.
        lower: String,
        /// At least the distance.
        upper: String,
    },
    /// Between two decimals; it is an algebraic number without a simple form.
    Between {
        /// At most the distance.
        lower: String,
        /// At least the distance.
        upper: String,
    },
}

impl Distance {
    fn of_square(square: &Rational) -> Self {
        let root = |part: num_bigint::BigInt| {
            let root = part.sqrt();
            (&root * &root == part).then_some(root)
        };
        if let (Some(numerator), Some(denominator)) =
            (root(square.numerator()), root(square.denominator()))
        {
            return Self::Rational(Rational::new(numerator, denominator));
        }
        let (lower, upper) = Enclosure::sqrt(square, 4 * DIGITS).to_decimals(DIGITS);
        Self::Root { square: square.clone(), lower, upper }
    }
}

impl Frontiers<'_> {
    /// The cell around a place on the closed Tile of the priors, or the stretch of frontier or the
    /// confluence that it is on. O(L log L) for L frontiers.
    pub fn around(&self, place: &Point) -> Around {
        let balanced = self.shift.inverse().apply_to_point(place);
        let chords: Vec<[Rational; 3]> = (0..self.len()).map(|k| self.chord(k)).collect();
        let value = |[p, q, c]: &[Rational; 3], at: &Point| p * &at.a + q * &at.b - c;
        let values: Vec<Rational> = chords.iter().map(|chord| value(chord, &balanced)).collect();
        let half_plane = |[p, q, c]: &[Rational; 3], positive: bool| {
            let plane = HalfPlane { k_a: p.clone(), k_b: q.clone(), k_1: -c };
            if positive {
                return plane;
            }
            HalfPlane { k_a: -plane.k_a, k_b: -plane.k_b, k_1: -plane.k_1 }
        };
        let half_planes = chords.iter().zip(&values).flat_map(|(chord, value)| {
            let side =
                |wanted: bool, excluded: bool| (!excluded).then(|| half_plane(chord, wanted));
            [side(true, value.is_negative()), side(false, value.is_positive())]
        });
        let corners = match intersect(half_planes.flatten()) {
            ConvexSet::Empty => unreachable!("the place itself is on the right side of every line"),
            ConvexSet::Point(point) => vec![point],
            ConvexSet::Segment(from, to) => vec![from, to],
            ConvexSet::Polygon(corners) => corners,
        };
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
        let score = RankingScore::at(inside).expect("a cell is part of the Tile");
        let ranking = rank_at(classifiers, &score);

        let mut swaps: Vec<Swap> = if through.is_empty() {
            let bounds = (0..sides).filter_map(|k| Some((k, lines[k]?)));
            bounds
                .map(|(k, line)| {
                    let ends = |points: &[Point]| {
                        [points[k].clone(), points[(k + 1) % points.len()].clone()]
                    };
                    let [from, to] = ends(&corners);
                    let balanced_point = nearest_on_segment(&balanced, [&from, &to]);
                    let balanced_square = squared_distance(&balanced, &balanced_point);
                    let (distance, near) = if self.shift.is_identity() {
                        let near = [balanced_point.clone(), balanced_point.clone()];
                        (Distance::of_square(&balanced_square), near)
                    } else {
                        distance_to_arc(&edges[k], ends(&vertices), place)
                    };
                    let order = self.order_below(line, values[line].is_positive());
                    Swap { frontier: line, order, balanced_square, balanced_point, distance, near }
                })
                .collect()
        } else {
            let at_place = |&line: &usize| Swap {
                frontier: line,
                order: self.order_below(line, false),
                balanced_square: Rational::ZERO,
                balanced_point: balanced.clone(),
                distance: Distance::Rational(Rational::ZERO),
                near: [place.clone(), place.clone()],
            };
            through.iter().map(at_place).collect()
        };
        swaps.sort_by_cached_key(|swap| {
            (swap.distance.at_least(), swap.balanced_square.clone(), swap.frontier)
        });
        let dimension = match corners.len() {
            1 => 0,
            2 => 1,
            _ => 2,
        };
        Around { place: place.clone(), dimension, vertices, edges, ranking, through, swaps }
    }

    /// Those who tie on a frontier, best first on the side of TNR (0, 0) or on the other one.
    fn order_below(&self, frontier: usize, beyond: bool) -> Vec<Vec<usize>> {
        let tied = self.tied_on(frontier).iter();
        let members = tied.map(|&i| self.performances()[i as usize].clone());
        // Towards TNR the greater TNR wins.
        if beyond { members.collect() } else { members.rev().collect() }
    }
}

impl Distance {
    /// A number that it is not below, close to it.
    fn at_least(&self) -> Rational {
        match self {
            Self::Rational(value) => value.clone(),
            Self::Root { lower, .. } | Self::Between { lower, .. } => {
                lower.parse().expect("decimals are numbers")
            }
        }
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

/// The distance to an arc, its two decimals at most two units of the last digit apart.
fn distance_to_arc(
    curve: &BilinearCurve,
    [from, to]: [Point; 2],
    place: &Point,
) -> (Distance, [Point; 2]) {
    let wanted = Rational::new(1, num_bigint::BigInt::from(10).pow(DIGITS));
    let mut bits = 80;
    loop {
        let NearestOnArc { lower, upper, near } = nearest_on_arc(curve, [&from, &to], place, bits);
        if lower == upper {
            return (Distance::of_square(&lower), near);
        }
        let places = 4 * DIGITS;
        let (low, high) = (Enclosure::sqrt(&lower, places), Enclosure::sqrt(&upper, places));
        if high.upper() - low.lower() <= wanted {
            let between = Distance::Between {
                lower: low.to_decimals(DIGITS).0,
                upper: high.to_decimals(DIGITS).1,
            };
            return (between, near);
        }
        bits *= 2;
    }
}
