//! The ranking at a place under different priors, the cells that touch it, and how far it is to the
//! nearest frontiers.
//!
//! A box around the place, so small that it meets no other frontiers and that those through the
//! place meet nowhere else in it, is cut by them into one part per cell. A monotone arc crosses the
//! border of the box at rational points, so between two neighbouring ones there is a rational point
//! of the cell.

use super::around::{distance_to_arc, holds_beside, is_on_border, ties, undefined};
use super::bent::{BentFrontiers, beside};
use super::beside::Beside;
use crate::geometry::{Point, nearest_on_arc};
use crate::num::{QuadraticNumber, Rational, Value};
use crate::parallel::map;
use crate::score::RankingScore;
use crate::tile::{Arc, RankedClassifier, crossings, groups, rank_at};

/// Frontiers whose distance is computed.
const NEAREST: usize = 24;

/// A place on the Tile and its surroundings, each classifier being compared by its own test.
///
/// On the border of the Tile other rankings hold than next to it: what holds at the place and what
/// holds in the cells that touch it are kept apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BentAround {
    /// The place.
    pub place: Point,
    /// The ranking at the place itself, by the definition of the score, best first; classifiers for
    /// which the score is undefined come last, without a rank.
    pub ranking: Vec<RankedClassifier>,
    /// The cells of the open Tile that touch the place, counter-clockwise. Empty if the place is
    /// inside one.
    pub beside: Vec<Beside>,
    /// The frontiers through the place, by number. On the border of the Tile these end there.
    pub through: Vec<usize>,
    /// The frontiers through the place and the nearest others, 24 in all if there are not more
    /// through it, the nearest first. The distance of the first one is how far it is to the nearest
    /// change of the ranking. Distances that are not roots of rationals are ordered by lower bounds
    /// of their squares, closer to them than the decimals.
    pub swaps: Vec<BentSwap>,
}

/// A frontier, beyond which some classifiers stand in the opposite order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BentSwap {
    /// The frontier's number.
    pub frontier: usize,
    /// The groups that tie on it, one unless frontiers fall together: the distinct performances of
    /// each in their order on the near side, best first, each with the classifiers that have it.
    /// Beyond it their order is reversed. If the place is on the frontier, the near side is below
    /// it, or on its left if it stands upright.
    pub orders: Vec<Vec<Vec<usize>>>,
    /// The distance.
    pub distance: Value,
    /// Corners of a box with a nearest point inside: one point where that is exact.
    pub near: [Point; 2],
}

impl BentAround {
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

impl BentFrontiers<'_> {
    /// The ranking at a place on the closed Tile, the cells that touch it, and the distances of the
    /// nearest frontiers. O(L) exact operations for L frontiers, and O(m^2) for m of them through
    /// the place.
    ///
    /// # Panics
    /// If the place is not on the Tile.
    pub fn around(&self, place: &Point) -> BentAround {
        let through: Vec<usize> = (0..self.len())
            .filter(|&k| {
                let arc = &self.arcs[k];
                if arc.is_upright() {
                    arc.left.a == place.a
                } else {
                    arc.above(&place.a).is_some_and(|point| point == *place)
                }
            })
            .collect();
        let nearest = self.nearest(place, &through);
        let mut swaps: Vec<(Rational, BentSwap)> =
            map(&nearest, |&k| self.swap(k, place, through.contains(&k)));
        swaps.sort_by(|(x, nearer), (y, further)| {
            x.cmp(y).then(nearer.frontier.cmp(&further.frontier))
        });
        swaps.truncate(NEAREST.max(through.len()));
        BentAround {
            place: place.clone(),
            ranking: self.rank(place),
            beside: self.cells_at(place, &through),
            through,
            swaps: swaps.into_iter().map(|(_, swap)| swap).collect(),
        }
    }

    /// The frontiers through a place, and as many others as may be among the nearest ones.
    fn nearest(&self, place: &Point, through: &[usize]) -> Vec<usize> {
        const ROUGHLY: u32 = 20;
        let bounds: Vec<[Rational; 2]> = map(&self.arcs, |arc| {
            let found = nearest_on_arc(&arc.curve, [&arc.left, &arc.right], place, ROUGHLY);
            [found.lower, found.upper]
        });
        let mut uppers: Vec<&Rational> = bounds.iter().map(|[_, upper]| upper).collect();
        uppers.sort();
        let most = uppers.get(NEAREST - 1);
        let may_be_near = |k: &usize| most.is_none_or(|most| bounds[*k][0] <= **most);
        (0..self.len()).filter(|k| through.contains(k) || may_be_near(k)).collect()
    }

    fn rank(&self, at: &Point) -> Vec<RankedClassifier> {
        let score = RankingScore::at(at.clone()).expect("a point of the Tile");
        rank_at(self.regions().classifiers(), &score)
    }

    /// A frontier as seen from a place, with a lower bound of the squared distance.
    fn swap(&self, frontier: usize, place: &Point, is_through: bool) -> (Rational, BentSwap) {
        let arc = &self.arcs[frontier];
        let (distance, square, near) = if is_through {
            let zero = Rational::ZERO;
            (Value::Exact(zero.clone()), zero, [place.clone(), place.clone()])
        } else {
            distance_to_arc(&arc.curve, [arc.left.clone(), arc.right.clone()], place)
        };
        let is_positive = if is_through {
            true
        } else {
            match arc.curve.side_of(place) {
                // On the border other points than the arc's may be on its curve.
                std::cmp::Ordering::Equal => self.side_near(arc, place),
                side => side.is_gt(),
            }
        };
        let orders = self.orders(frontier, is_positive);
        (square, BentSwap { frontier, orders, distance, near })
    }

    /// The side of an arc on which the inner points next to a place on the border are.
    fn side_near(&self, arc: &Arc, place: &Point) -> bool {
        let mut reach = Rational::new(1, 4);
        let half = Rational::new(1, 2);
        loop {
            let ends = box_around(place, &reach);
            if !meets(arc, &ends) {
                let [a, b] = [0, 1].map(|k| (&ends[k][0] + &ends[k][1]) * &half);
                return arc.curve.side_of(&Point::new(a, b)).is_gt();
            }
            reach = reach * &half;
        }
    }

    /// The groups that tie on a frontier, best first on its positive side or on the other one.
    fn orders(&self, frontier: usize, is_positive: bool) -> Vec<Vec<Vec<usize>>> {
        let arc = &self.arcs[frontier];
        let two = Rational::from(2);
        // A point on the side: below or above the arc's middle, or on either side of an upright
        // one.
        let sample = if arc.is_upright() {
            let end = if is_positive { Rational::ZERO } else { Rational::ONE };
            Point::new((&arc.left.a + end) / &two, Rational::new(1, 2))
        } else {
            let a = (&arc.left.a + &arc.right.a) / &two;
            let end = if is_positive { Rational::ZERO } else { Rational::ONE };
            let b = (arc.height(&a) + end) / &two;
            Point::new(a, b)
        };
        let score = RankingScore::at(sample).expect("a point of the Tile");
        let classifiers = self.regions().classifiers();
        self.tied_on(frontier)
            .iter()
            .map(|group| {
                let mut members: Vec<Vec<usize>> =
                    group.iter().map(|&i| self.performances()[i as usize].clone()).collect();
                members.sort_by_cached_key(|member| {
                    std::cmp::Reverse(score.value(&classifiers[member[0]].matrix))
                });
                members
            })
            .collect()
    }

    /// The cells that touch a place, counter-clockwise; none if it is inside a cell.
    fn cells_at(&self, place: &Point, through: &[usize]) -> Vec<Beside> {
        let is_side = |z: &Rational| z.is_zero() || *z == Rational::ONE;
        let on_border = is_side(&place.a) || is_side(&place.b);
        if through.is_empty() && !on_border {
            return Vec::new();
        }
        let ends = self.small_box(place, through);
        let walk = Walk { ends: &ends };
        // Where the way around the box is cut: at frontiers, and where it runs along a side of the
        // Tile.
        let mut cuts: Vec<Rational> = Vec::new();
        for &k in through {
            let leaving = on_box(&self.arcs[k], &ends).into_iter().filter(|point| point != place);
            cuts.extend(leaving.map(|point| walk.position(&point)));
        }
        let corners = walk.corners();
        let along_side: Vec<[Rational; 2]> = (0..4)
            .filter(|&side| walk.is_side_of_tile(side))
            .map(|side| [corners[side].clone(), corners[side + 1].clone()])
            .collect();
        cuts.extend(along_side.iter().flatten().map(|position| walk.within(position.clone())));
        cuts.sort();
        cuts.dedup();
        let whole = &corners[4];
        let is_outside = |position: &Rational| {
            along_side.iter().any(|[from, to]| from < position && position < to)
        };
        let mut cells: Vec<(&Rational, Beside)> = Vec::new();
        for (n, cut) in cuts.iter().enumerate() {
            let next = match cuts.get(n + 1) {
                Some(next) => next.clone(),
                None => &cuts[0] + whole,
            };
            let middle = walk.within((cut + next) / Rational::from(2));
            if is_outside(&middle) {
                continue;
            }
            let sample = walk.point(&middle);
            let ranking = groups(&self.rank(&sample));
            cells.push((cut, Beside { sample, ranking }));
        }
        // On the border the way begins where it leaves the side of the Tile.
        if on_border {
            if let Some(first) = first_after_gap(&cuts, &along_side, &walk) {
                let shift = cells.iter().position(|(start, _)| **start == first);
                cells.rotate_left(shift.unwrap_or(0));
            }
        }
        cells.into_iter().map(|(_, cell)| cell).collect()
    }

    /// A box around a place, cut off by the Tile, that meets no frontiers but those through the
    /// place, and these meet each other in the place alone.
    fn small_box(&self, place: &Point, through: &[usize]) -> Ends {
        let mut reach = Rational::new(1, 4);
        for side in [&place.a, &place.b] {
            for room in [side.clone(), side.complement()] {
                if room.is_positive() {
                    reach = reach.min(room / Rational::from(2));
                }
            }
        }
        let is_clear = |ends: &Ends| {
            let [low, high] = &ends[0];
            let others = (0..self.len()).filter(|k| !through.contains(k));
            let meeting_again = |k: usize, l: usize| {
                let (first, second) = (&self.arcs[k], &self.arcs[l]);
                if first.is_upright() || second.is_upright() {
                    return false;
                }
                let range = [low, high].map(|z| QuadraticNumber::from(z.clone()));
                crossings(first, second)
                    .iter()
                    .any(|a| a.as_rational() != Some(&place.a) && range[0] <= *a && *a <= range[1])
            };
            others.into_iter().all(|k| !meets(&self.arcs[k], ends))
                && through
                    .iter()
                    .enumerate()
                    .all(|(n, &k)| through[..n].iter().all(|&l| !meeting_again(k, l)))
        };
        loop {
            let ends = box_around(place, &reach);
            if is_clear(&ends) {
                return ends;
            }
            reach = reach / Rational::from(2);
        }
    }
}

/// The least and the greatest a of a box, and the least and the greatest b.
type Ends = [[Rational; 2]; 2];

/// The part on the Tile of a square around a place.
fn box_around(place: &Point, reach: &Rational) -> Ends {
    [&place.a, &place.b].map(|z| [(z - reach).max(Rational::ZERO), (z + reach).min(Rational::ONE)])
}

/// The points at which an arc meets the border of a box; of an upright or a level one along a side
/// of it none but the ends.
fn on_box(arc: &Arc, [[left, right], [bottom, top]]: &Ends) -> Vec<Point> {
    let within = |point: &Point| {
        left <= &point.a && &point.a <= right && bottom <= &point.b && &point.b <= top
    };
    let at = |a: &Rational| if arc.is_upright() { None } else { arc.above(a) };
    let candidates = [at(left), at(right), beside(arc, bottom), beside(arc, top)];
    let mut points: Vec<Point> = candidates.into_iter().flatten().filter(within).collect();
    points.sort_by(|p, q| p.a.cmp(&q.a).then_with(|| p.b.cmp(&q.b)));
    points.dedup();
    points
}

/// Returns `true` if an arc has a point in a closed box. It has no end inside the open Tile, so
/// that it meets the border of the box, or ends on a side of the Tile that the box touches.
fn meets(arc: &Arc, ends: &Ends) -> bool {
    let [[left, right], [bottom, top]] = ends;
    let within = |point: &Point| {
        left <= &point.a && &point.a <= right && bottom <= &point.b && &point.b <= top
    };
    within(&arc.left) || within(&arc.right) || !on_box(arc, ends).is_empty()
}

/// The way around a box, counter-clockwise from its lower left corner.
struct Walk<'e> {
    ends: &'e Ends,
}

impl Walk<'_> {
    /// The positions of the corners, the first one again at the end.
    fn corners(&self) -> [Rational; 5] {
        let [[left, right], [bottom, top]] = self.ends;
        let (width, height) = (right - left, top - bottom);
        let half = &width + &height;
        [Rational::ZERO, width.clone(), half.clone(), &half + width, &half + &half]
    }

    fn position(&self, point: &Point) -> Rational {
        let [[left, right], [bottom, top]] = self.ends;
        let corners = self.corners();
        if point.b == *bottom {
            &point.a - left
        } else if point.a == *right {
            &corners[1] + (&point.b - bottom)
        } else if point.b == *top {
            &corners[2] + (right - &point.a)
        } else {
            &corners[3] + (top - &point.b)
        }
    }

    /// A position from the start of the way to its end.
    fn within(&self, position: Rational) -> Rational {
        let [.., whole] = self.corners();
        if position >= whole { position - whole } else { position }
    }

    fn point(&self, position: &Rational) -> Point {
        let [[left, right], [bottom, top]] = self.ends;
        let corners = self.corners();
        if *position <= corners[1] {
            Point::new(left + position, bottom.clone())
        } else if *position <= corners[2] {
            Point::new(right.clone(), bottom + (position - &corners[1]))
        } else if *position <= corners[3] {
            Point::new(right - (position - &corners[2]), top.clone())
        } else {
            Point::new(left.clone(), top - (position - &corners[3]))
        }
    }

    /// Returns `true` if the bottom, right, top or left side is one of the Tile.
    fn is_side_of_tile(&self, side: usize) -> bool {
        let [[left, right], [bottom, top]] = self.ends;
        match side {
            0 => bottom.is_zero(),
            1 => *right == Rational::ONE,
            2 => *top == Rational::ONE,
            _ => left.is_zero(),
        }
    }
}

/// The position at which the way leaves the sides of the Tile, if it runs along one.
fn first_after_gap(
    cuts: &[Rational],
    along_side: &[[Rational; 2]],
    walk: &Walk<'_>,
) -> Option<Rational> {
    let ends: Vec<Rational> = along_side.iter().map(|[_, to]| walk.within(to.clone())).collect();
    let starts: Vec<&Rational> = along_side.iter().map(|[from, _]| from).collect();
    ends.into_iter().find(|end| cuts.contains(end) && !starts.contains(&end))
}
