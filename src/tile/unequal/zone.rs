//! The part on which every classifier of one set is at least as good as every one of another.
//!
//! Each condition, i at least as good as j, holds above or below one monotone arc (or beside an
//! upright one), so above an abscissa the conditions leave one interval of b.
//!
//! These intervals stand above one interval of a: intervals that are half-lines have no common
//! point only if two of them have none, say those of (i, j) and (k, l). In the gap between them j
//! is better than i and l better than k. If i is at least as good as l at a point of the gap, then
//! l > k makes i better than k and j better than k there: the gap has no point of (k, j), so that
//! (k, j) and one of the first two exclude each other. The same holds for l better than i with (i,
//! l). So two conditions that share a classifier exclude each other, and such pairs hold on convex
//! regions of its own coordinates (see `crossing`): the abscissae that each pair leaves are an
//! interval.
//!
//! The corners are rational: where the frontiers of (i, j) and (k, l) meet and i >= l and k >= j
//! hold as well, i = j >= k = l >= ... makes all four equal. So the frontier of (i, l) passes
//! through this point too, which is a crossing of two frontiers that share a classifier.

use std::collections::HashMap;

use num_bigint::BigInt;

use super::arrangement::{Arrangement, Front};
use super::frontier::{Arc, advantage};
use super::side_of_tile;
use super::sweep::Boundary;
use crate::geometry::{BilinearCurve, Point};
use crate::num::{QuadraticNumber, Rational};
use crate::performance::Classifier;
use crate::tile::{Area, Zone};

/// The zone, `None` if it is empty. Positions must be in range.
pub(in crate::tile) fn zone(
    classifiers: &[Classifier],
    better: &[usize],
    than: &[usize],
) -> Option<Zone> {
    let inside = Conditions::new(classifiers, better, than).and_then(|found| found.inside());
    let mut border = on_border(classifiers, better, than);
    let Some(mut zone) = inside else {
        keep_apart(&mut border);
        if border.is_empty() {
            return None;
        }
        let longest = border.iter().position(|[from, to]| from != to).unwrap_or(0);
        let [from, to] = border.remove(longest);
        return Some(if from == to {
            Zone::new(0, vec![from], Vec::new(), border)
        } else {
            let edge = crate::tile::side_through(&from, &to);
            Zone::new(1, vec![from, to], vec![edge], border)
        });
    };
    let mut rest: Vec<[Point; 2]> =
        border.iter().flat_map(|stretch| beyond(stretch, &zone.vertices)).collect();
    keep_apart(&mut rest);
    zone.on_border = rest;
    Some(zone)
}

impl Zone {
    fn new(
        dimension: u8,
        vertices: Vec<Point>,
        edges: Vec<BilinearCurve>,
        on_border: Vec<[Point; 2]>,
    ) -> Self {
        let area = if dimension == 2 { Area::inside(&vertices, &edges) } else { Area::zero() };
        Self { dimension, vertices, edges, area, on_border }
    }
}

/// The conditions that bound a zone inside the Tile: winners of a front spoil the side on which
/// they win.
struct Conditions {
    fronts: Vec<Front>,
}

/// Limits of the zone above an abscissa.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fibre {
    lower: Boundary,
    upper: Boundary,
    heights: [Rational; 2],
}

impl Conditions {
    /// The conditions that matter. `None` if one of them holds nowhere inside.
    fn new(classifiers: &[Classifier], better: &[usize], than: &[usize]) -> Option<Self> {
        let (centres, rivals, is_best) =
            if better.len() <= than.len() { (better, than, true) } else { (than, better, false) };
        let mut known: HashMap<BilinearCurve, usize> = HashMap::new();
        let mut fronts: Vec<Front> = Vec::new();
        for &centre in centres {
            // What does not touch the region of one classifier follows from what does.
            let own =
                Arrangement::of_condition(classifiers, centre, rivals, is_best)?.of_first()?;
            for front in own.fronts {
                let at = *known.entry(front.arc.curve.clone()).or_insert(fronts.len());
                match fronts.get_mut(at) {
                    None => fronts.push(front),
                    Some(same) => {
                        same.winners_positive += front.winners_positive;
                        same.winners_negative += front.winners_negative;
                    }
                }
            }
        }
        Some(Self { fronts })
    }

    /// The zone inside the Tile with its limits on the border.
    fn inside(&self) -> Option<Zone> {
        let mut candidates = self.candidates();
        candidates.sort_by(|p, q| p.a.cmp(&q.a).then_with(|| p.b.cmp(&q.b)));
        candidates.dedup();
        let mut abscissae: Vec<Rational> = candidates.iter().map(|point| point.a.clone()).collect();
        abscissae.dedup();
        // Between neighbouring abscissae the same fronts bound the zone.
        let strips: Vec<(&Rational, &Rational, Fibre)> = abscissae
            .windows(2)
            .filter_map(|ends| {
                let middle = (&ends[0] + &ends[1]) / Rational::from(2);
                Some((&ends[0], &ends[1], self.fibre(&middle)?))
            })
            .collect();
        let (Some(first), Some(last)) = (strips.first(), strips.last()) else {
            return self.thin(&candidates);
        };
        let [start, end] = [first.0, last.1];
        if let (Boundary::Front(k), true) = (first.2.lower, first.2.lower == first.2.upper) {
            let arc = &self.fronts[k].arc;
            let ends = [end, start].map(|a| arc.above(a).expect("strips are below the arc"));
            return Some(Zone::new(1, ends.into(), vec![arc.curve.clone()], Vec::new()));
        }
        // The chains from the left to the right, each front once.
        let chain = |boundary: &dyn Fn(&Fibre) -> Boundary| -> Vec<(&Rational, Boundary)> {
            let mut chain: Vec<(&Rational, Boundary)> = Vec::new();
            for (from, _, fibre) in &strips {
                let next = boundary(fibre);
                if chain.last().is_none_or(|(_, last)| *last != next) {
                    chain.push((*from, next));
                }
            }
            chain
        };
        let lower = chain(&|fibre| fibre.lower);
        let upper = chain(&|fibre| fibre.upper);
        let mut corners: Vec<(Point, BilinearCurve)> = Vec::new();
        for &(from, boundary) in &lower {
            corners.push((self.point(boundary, from), self.edge(boundary, false)));
        }
        let last_of = |chain: &[(&Rational, Boundary)]| chain.last().expect("a strip").1;
        let right = [last_of(&lower), last_of(&upper)].map(|boundary| self.point(boundary, end));
        if right[0] != right[1] {
            corners.push((right[0].clone(), self.upright(end, false)));
        }
        let mut to = end;
        for &(from, boundary) in upper.iter().rev() {
            corners.push((self.point(boundary, to), self.edge(boundary, true)));
            to = from;
        }
        let left = self.point(upper[0].1, start);
        if left != corners[0].0 {
            corners.push((left, self.upright(start, true)));
        }
        let (vertices, edges) = corners.into_iter().unzip();
        Some(Zone::new(2, vertices, edges, Vec::new()))
    }

    /// The zone that is above one abscissa alone: a stretch of an upright front, or a point.
    fn thin(&self, candidates: &[Point]) -> Option<Zone> {
        let is_inside = |z: &Rational| z.is_positive() && *z < Rational::ONE;
        for Front { arc, winners_positive, winners_negative } in &self.fronts {
            if !arc.is_upright() || *winners_positive == 0 || *winners_negative == 0 {
                continue;
            }
            let Some(fibre) = self.fibre(&arc.left.a) else { continue };
            let [low, high] = fibre.heights.map(|b| Point::new(arc.left.a.clone(), b));
            if low != high {
                let edge = arc.curve.clone();
                return Some(Zone::new(1, vec![low, high], vec![edge], Vec::new()));
            }
        }
        let at = candidates.iter().find(|point| is_inside(&point.a) && is_inside(&point.b))?;
        Some(Zone::new(0, vec![at.clone()], Vec::new(), Vec::new()))
    }

    /// All points that may be corners and satisfy all conditions.
    fn candidates(&self) -> Vec<Point> {
        let corner = |a: i32, b: i32| Point::new(a.into(), b.into());
        let mut points = vec![corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1)];
        for (k, Front { arc, .. }) in self.fronts.iter().enumerate() {
            points.extend([arc.left.clone(), arc.right.clone()]);
            for other in &self.fronts[..k] {
                points.extend(rational_crossings(arc, &other.arc));
            }
        }
        points.retain(|point| self.hold_at(point));
        points
    }

    fn hold_at(&self, point: &Point) -> bool {
        self.fronts.iter().all(|front| match front.arc.curve.side_of(point) {
            std::cmp::Ordering::Greater => front.winners_positive == 0,
            std::cmp::Ordering::Equal => true,
            std::cmp::Ordering::Less => front.winners_negative == 0,
        })
    }

    /// Returns the limits that the conditions leave above an abscissa inside the Tile; upright
    /// fronts may stand there.
    fn fibre(&self, a: &Rational) -> Option<Fibre> {
        let mut fibre = Fibre {
            lower: Boundary::Bottom,
            upper: Boundary::Top,
            heights: [Rational::ZERO, Rational::ONE],
        };
        let middle = Point::new(a.clone(), Rational::new(1, 2));
        for (k, front) in self.fronts.iter().enumerate() {
            let Front { arc, winners_positive, winners_negative } = front;
            if arc.is_upright() || !arc.spans(a) {
                // All points above the abscissa are on one side.
                let winners = match arc.curve.side_of(&middle) {
                    std::cmp::Ordering::Greater => *winners_positive,
                    std::cmp::Ordering::Equal => 0,
                    std::cmp::Ordering::Less => *winners_negative,
                };
                if winners > 0 {
                    return None;
                }
                continue;
            }
            let height = arc.height(a);
            if *winners_positive > 0 && height > fibre.heights[0] {
                fibre.heights[0] = height.clone();
                fibre.lower = Boundary::Front(k);
            }
            if *winners_negative > 0 && height < fibre.heights[1] {
                fibre.heights[1] = height;
                fibre.upper = Boundary::Front(k);
            }
        }
        (fibre.heights[0] <= fibre.heights[1]).then_some(fibre)
    }

    fn point(&self, boundary: Boundary, a: &Rational) -> Point {
        match boundary {
            Boundary::Front(k) => {
                self.fronts[k].arc.above(a).expect("fronts bound the strips above which they stand")
            }
            Boundary::Top => Point::new(a.clone(), Rational::ONE),
            _ => Point::new(a.clone(), Rational::ZERO),
        }
    }

    /// A boundary's curve, positive inside.
    fn edge(&self, boundary: Boundary, is_upper: bool) -> BilinearCurve {
        match boundary {
            Boundary::Front(k) => {
                let curve = &self.fronts[k].arc.curve;
                if is_upper { curve.clone() } else { curve.reversed() }
            }
            side => side_of_tile(side),
        }
    }

    /// The upright edge at an abscissa, positive inside.
    fn upright(&self, a: &Rational, is_left: bool) -> BilinearCurve {
        let front =
            self.fronts.iter().find(|front| front.arc.is_upright() && front.arc.left.a == *a);
        match front {
            // Upright curves are positive on their left.
            Some(front) if is_left => front.arc.curve.reversed(),
            Some(front) => front.arc.curve.clone(),
            None => side_of_tile(if is_left { Boundary::Left } else { Boundary::Right }),
        }
    }
}

/// The rational points at which two arcs of different curves meet strictly inside the Tile.
fn rational_crossings(first: &Arc, second: &Arc) -> Vec<Point> {
    let above = |arc: &Arc, a: &Rational| if arc.spans(a) { arc.above(a) } else { None };
    match (first.is_upright(), second.is_upright()) {
        (true, true) => Vec::new(),
        (true, false) => above(second, &first.left.a).into_iter().collect(),
        (false, true) => above(first, &second.left.a).into_iter().collect(),
        (false, false) => {
            crossings(first, second).iter().filter_map(|a| above(first, a.as_rational()?)).collect()
        }
    }
}

/// The abscissae, increasing, at which two arcs of different curves, neither upright, meet strictly
/// inside the Tile: two of them at most.
pub(crate) fn crossings(first: &Arc, second: &Arc) -> Vec<QuadraticNumber> {
    let low = Ord::max(&first.left.a, &second.left.a);
    let high = Ord::min(&first.right.a, &second.right.a);
    if low >= high {
        return Vec::new();
    }
    let [low, high] = [low, high].map(|end| QuadraticNumber::from(end.clone()));
    let mut roots = QuadraticNumber::roots(resultant(&first.curve, &second.curve));
    roots.retain(|root| low < *root && *root < high);
    roots
}

/// The polynomial that vanishes where two curves have one b: from b = -(k_a a + k_1)/(k_ab a +
/// k_b).
fn resultant(first: &BilinearCurve, second: &BilinearCurve) -> [BigInt; 3] {
    let [k_ab, k_a, k_b, k_1] = first.coefficients().each_ref().map(Rational::numerator);
    let [l_ab, l_a, l_b, l_1] = second.coefficients().each_ref().map(Rational::numerator);
    [
        &k_a * &l_ab - &l_a * &k_ab,
        k_a * &l_b + &k_1 * l_ab - l_a * &k_b - &l_1 * k_ab,
        k_1 * l_b - l_1 * k_b,
    ]
}

/// The stretches and points of the sides of the Tile, counter-clockwise from the left one, where
/// all conditions s_i u_j >= s_j u_i hold, whether they hold inside or not.
fn on_border(classifiers: &[Classifier], better: &[usize], than: &[usize]) -> Vec<[Point; 2]> {
    let (zero, one) = (Rational::ZERO, Rational::ONE);
    let mut ends = [(); 4].map(|()| Some([zero.clone(), one.clone()]));
    for &i in better {
        for &j in than.iter().filter(|&&j| j != i) {
            let [k_ab, k_a, k_b, k_1] =
                advantage(&classifiers[i].matrix, &classifiers[j].matrix).map(|k| -k);
            // Slope and offset along each side.
            let along = [
                [k_b.clone(), k_1.clone()],
                [k_a.clone(), k_1.clone()],
                [&k_ab + &k_b, &k_a + &k_1],
                [&k_ab + &k_a, &k_b + &k_1],
            ];
            for (range, [slope, offset]) in ends.iter_mut().zip(along) {
                *range = range.take().and_then(|range| cut(range, &slope, &offset));
            }
        }
    }
    let place = |side: usize, z: Rational| match side {
        0 => Point::new(zero.clone(), z),
        1 => Point::new(z, zero.clone()),
        2 => Point::new(one.clone(), z),
        _ => Point::new(z, one.clone()),
    };
    let mut stretches = Vec::new();
    for (side, range) in ends.into_iter().enumerate() {
        let Some([low, high]) = range else { continue };
        // Counter-clockwise the left side is walked downwards, the top side to the left.
        let [from, to] = if matches!(side, 0 | 3) { [high, low] } else { [low, high] };
        stretches.push([place(side, from), place(side, to)]);
    }
    stretches
}

/// The part of a closed interval on which `slope z + offset` is not negative.
fn cut([low, high]: [Rational; 2], slope: &Rational, offset: &Rational) -> Option<[Rational; 2]> {
    let Some(zero) = (-offset).checked_div(slope) else {
        return (!offset.is_negative()).then_some([low, high]);
    };
    let [low, high] =
        if slope.is_positive() { [low.max(zero), high] } else { [low, high.min(zero)] };
    (low <= high).then_some([low, high])
}

/// Leaves out points that are an end of a stretch, or listed before: corners of the Tile are on two
/// sides.
fn keep_apart(stretches: &mut Vec<[Point; 2]>) {
    let all = stretches.clone();
    let mut known: Vec<Point> = Vec::new();
    stretches.retain(|[from, to]| {
        let is_new = from != to
            || !known.contains(from)
                && !all.iter().any(|[p, q]| p != q && (p == from || q == from));
        known.push(from.clone());
        is_new
    });
}

/// Returns the parts of a stretch of a side of the Tile that are outside a zone with these corners.
/// The zone is the closure of its interior, so it touches a side in one stretch, or not at all.
fn beyond([from, to]: &[Point; 2], vertices: &[Point]) -> Vec<[Point; 2]> {
    if from == to {
        // A corner of the Tile may be all that one side has, and be on another one with more.
        return if vertices.contains(from) { Vec::new() } else { vec![[from.clone(), to.clone()]] };
    }
    let side = [(0, true), (1, true), (0, false), (1, false)].into_iter().find(|(z, upright)| {
        let z = Rational::from(*z);
        [from, to].into_iter().all(|point| *(if *upright { &point.a } else { &point.b }) == z)
    });
    let Some((z, upright)) = side else { return Vec::new() };
    let z = Rational::from(z);
    let split = |point: &Point| {
        let (across, along) = if upright { (&point.a, &point.b) } else { (&point.b, &point.a) };
        (across.clone(), along.clone())
    };
    let mut own: Vec<&Point> = vertices.iter().filter(|vertex| split(vertex).0 == z).collect();
    own.sort_by_key(|point| split(point).1);
    let (Some(first), Some(last)) = (own.first(), own.last()) else {
        return vec![[from.clone(), to.clone()]];
    };
    let ascending = split(from).1 <= split(to).1;
    let [near, far] = if ascending { [*first, *last] } else { [*last, *first] };
    let mut rest = Vec::new();
    if from != near {
        rest.push([from.clone(), near.clone()]);
    }
    if far != to {
        rest.push([far.clone(), to.clone()]);
    }
    rest
}
