//! The sweep from a = 0 to a = 1 over one classifier's frontiers.
//!
//! Every frontier is a monotone arc from border to border, so between two events the arcs in an
//! upright strip keep their order from bottom to top, and a region between two neighbours continues
//! beyond an event unless the neighbours meet there. Hence a region has one segment on every
//! upright line at most: a lower and an upper chain of arcs, and at either end a vertex or a part
//! of an upright wall. In the classifier's own coordinates (see `crossing`) it is convex, so its
//! border passes each vertex once, and it is all of the Tile on which its sides' signs are right.

//!
//! An event without a wall touches only the fronts that start, end or meet there, and only these
//! are updated: fronts that meet cross, since they are straight in those coordinates, so their
//! order is reversed.

use std::cell::OnceCell;

use super::abscissa::Abscissa;
use super::arrangement::{Arrangement, Front, Happening};
use crate::geometry::Point;
use crate::num::Rational;
use crate::tile::RankInterval;

/// A possible border of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Boundary {
    /// b = 0.
    Bottom,
    /// b = 1.
    Top,
    /// a = 0.
    Left,
    /// a = 1.
    Right,
    /// A frontier, by its number.
    Front(usize),
}

/// A stretch of a region's border, from a vertex to that of the next side, counter-clockwise.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) from: usize,
    pub(super) boundary: Boundary,
    /// `true` if the region lies where a front's curve is positive: below it, or on its left.
    pub(super) positive: bool,
}

/// An open region of constant rank.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub(super) rank: RankInterval,
    pub(super) sides: Vec<Side>,
}

/// A stretch of a front between two vertices, left to right or upwards.
#[derive(Clone, Debug)]
pub(super) struct Tie {
    pub(super) rank: RankInterval,
    pub(super) front: usize,
    pub(super) ends: [usize; 2],
}

/// A corner of regions: on the line of an event, and on a front or on the bottom or top side.
#[derive(Clone, Debug)]
struct Vertex {
    /// The number of the event's abscissa.
    line: usize,
    on: Boundary,
    /// The point, once it has been computed.
    point: OnceCell<Point>,
}

/// All pieces of one classifier, by the numbers of their vertices.
#[derive(Clone, Debug)]
pub(super) struct Pieces<'a> {
    arrangement: &'a Arrangement,
    /// 0, those of the events, 1.
    abscissae: Vec<Abscissa>,
    vertices: Vec<Vertex>,
    pub(super) regions: Vec<Region>,
    pub(super) ties: Vec<Tie>,
    /// Points inside the Tile where fronts meet.
    pub(super) points: Vec<(RankInterval, usize)>,
}

impl Pieces<'_> {
    /// The vertex of a number. Most are never asked for: they belong to no piece that is wanted.
    pub(super) fn vertex(&self, number: usize) -> &Point {
        let Vertex { line, on, point } = &self.vertices[number];
        point.get_or_init(|| {
            let a = self.abscissae[*line].to_rational();
            let b = match on {
                Boundary::Bottom => Rational::ZERO,
                Boundary::Top => Rational::ONE,
                Boundary::Front(k) => self.arrangement.fronts[*k].arc.height(&a),
                Boundary::Left | Boundary::Right => unreachable!("vertices are not named by walls"),
            };
            Point::new(a, b)
        })
    }
}

/// A region whose right end has not been reached: vertices with what the border follows from there.
#[derive(Clone, Debug, Default)]
struct Open {
    better: u32,
    left: Option<Boundary>,
    lower: Vec<(usize, Boundary)>,
    upper: Vec<(usize, Boundary)>,
}

/// Fronts that are at one point of the swept line, the bottom or top side included in the first
/// and last cluster: those that come from the left and those that go on to the right, from bottom
/// to top.
#[derive(Clone, Debug, Default)]
struct Cluster {
    from_left: Vec<usize>,
    to_right: Vec<usize>,
    vertex: Option<usize>,
}

/// An upright line that ends all regions on its left and begins all on its right.
#[derive(Clone, Copy, Debug)]
struct Wall {
    boundary: Boundary,
    front: Option<usize>,
}

struct Sweep<'a> {
    arrangement: &'a Arrangement,
    found: Pieces<'a>,
    /// Fronts in the strip, from bottom to top.
    order: Vec<usize>,
    /// Index of each front of the strip in `order`.
    places: Vec<usize>,
    /// Regions in the strip, one more.
    open: Vec<Open>,
    /// For each front, `true` if the bottom of the strip lies where the front's curve is positive.
    bottom_is_positive: Vec<bool>,
    /// The last vertex on each front, and how many rivals are better on it from there.
    since: Vec<(usize, u32)>,
}

/// An upright line on which something happens, with the number of its abscissa.
struct Line<'e> {
    number: usize,
    happenings: &'e [Happening],
}

/// The pieces of a classifier. O((m^2 + k) log m) exact operations for m fronts with k meetings.
pub(super) fn sweep(arrangement: &Arrangement) -> Pieces<'_> {
    let fronts = &arrangement.fronts;
    let bottom_is_positive = fronts
        .iter()
        .map(|Front { arc, .. }| {
            // Before an arc starts at the bottom every point is above it.
            arc.is_upright() || arc.left.a.is_zero() || !arc.left.b.is_zero()
        })
        .collect();
    let border = |a: Rational| Abscissa::rational(&a).expect("0 and 1 are on the Tile");
    let mut abscissae = vec![border(Rational::ZERO)];
    let mut happenings = Vec::new();
    // Where the happenings of each line end.
    let mut ends = vec![0];
    for (at, happening) in arrangement.events() {
        if *abscissae.last().expect("there is a first one") != at {
            abscissae.push(at);
            ends.push(happenings.len());
        }
        happenings.push(happening);
        *ends.last_mut().expect("there is a first one") = happenings.len();
    }
    abscissae.push(border(Rational::ONE));
    let mut sweep = Sweep {
        arrangement,
        found: Pieces {
            arrangement,
            abscissae,
            vertices: Vec::new(),
            regions: Vec::new(),
            ties: Vec::new(),
            points: Vec::new(),
        },
        order: Vec::new(),
        places: vec![0; fronts.len()],
        open: Vec::new(),
        bottom_is_positive,
        since: vec![(0, 0); fronts.len()],
    };
    sweep.begin();
    for number in 1..ends.len() {
        let happenings = &happenings[ends[number - 1]..ends[number]];
        sweep.advance(&Line { number, happenings });
    }
    sweep.end();
    sweep.found
}

impl Sweep<'_> {
    fn front(&self, k: usize) -> &Front {
        &self.arrangement.fronts[k]
    }

    fn add_vertex(&mut self, line: usize, on: Boundary) -> usize {
        self.found.vertices.push(Vertex { line, on, point: OnceCell::new() });
        self.found.vertices.len() - 1
    }

    /// An abscissa in the strip on the right of a line.
    fn sample_after(&self, line: usize) -> Rational {
        let [here, next] = [line, line + 1].map(|k| self.found.abscissae[k].to_rational());
        (here + next) / Rational::from(2)
    }

    /// Sorted from bottom to top in the strip on the right of a line.
    fn sorted(&self, mut fronts: Vec<usize>, line: usize) -> Vec<usize> {
        if fronts.len() > 1 {
            let sample = self.sample_after(line);
            fronts.sort_by_cached_key(|&k| self.front(k).arc.height(&sample));
        }
        fronts
    }

    /// The side a = 0.
    fn begin(&mut self) {
        let starting = (0..self.arrangement.fronts.len())
            .filter(|&k| {
                let arc = &self.front(k).arc;
                !arc.is_upright() && arc.left.a.is_zero()
            })
            .collect();
        let starting = self.sorted(starting, 0);
        let mut clusters = self.clusters_on_border(&starting, |front| &front.arc.left.b);
        for cluster in &mut clusters {
            cluster.to_right = std::mem::take(&mut cluster.from_left);
        }
        self.place_vertices(0, &mut clusters);
        self.pass(&clusters, Wall { boundary: Boundary::Left, front: None }, [false, true]);
    }

    /// The side a = 1.
    fn end(&mut self) {
        let order = self.order.clone();
        let mut clusters = self.clusters_on_border(&order, |front| &front.arc.right.b);
        self.place_vertices(self.found.abscissae.len() - 1, &mut clusters);
        self.pass(&clusters, Wall { boundary: Boundary::Right, front: None }, [true, false]);
    }

    /// Fronts in order that reach the left or right side, by their ordinate there, as if they all
    /// came from the left.
    fn clusters_on_border(
        &self,
        order: &[usize],
        height: impl Fn(&Front) -> &Rational,
    ) -> Vec<Cluster> {
        let mut heights = vec![Rational::ZERO];
        let mut clusters = vec![Cluster::default()];
        for &k in order {
            let b = height(self.front(k));
            if heights.last() != Some(b) {
                heights.push(b.clone());
                clusters.push(Cluster::default());
            }
            clusters.last_mut().expect("there is a first one").from_left.push(k);
        }
        if heights.last() != Some(&Rational::ONE) {
            clusters.push(Cluster::default());
        }
        clusters
    }

    /// A vertex for every cluster of a wall.
    fn place_vertices(&mut self, line: usize, clusters: &mut [Cluster]) {
        let last = clusters.len() - 1;
        for (c, cluster) in clusters.iter_mut().enumerate() {
            let on = match c {
                0 => Boundary::Bottom,
                c if c == last => Boundary::Top,
                _ => {
                    let any = cluster.from_left.first().or(cluster.to_right.first());
                    Boundary::Front(*any.expect("a cluster between the sides holds a front"))
                }
            };
            cluster.vertex = Some(self.add_vertex(line, on));
        }
    }

    /// Over a line, into the strip on its right.
    fn advance(&mut self, line: &Line<'_>) {
        let wall = line.happenings.iter().find_map(|happening| match happening {
            Happening::Wall(k) => Some(*k),
            _ => None,
        });
        match wall {
            Some(wall) => self.pass_wall(line, wall),
            None => {
                self.pass_side(line, Boundary::Bottom);
                self.pass_meetings(line);
                self.pass_side(line, Boundary::Top);
            }
        }
    }

    /// The fronts that end, and those that start, on the bottom or top side.
    fn on_side(&self, line: &Line<'_>, side: Boundary) -> [Vec<usize>; 2] {
        let height = if side == Boundary::Bottom { Rational::ZERO } else { Rational::ONE };
        let mut found = [Vec::new(), Vec::new()];
        for happening in line.happenings {
            match happening {
                Happening::End(k) if self.front(*k).arc.right.b == height => found[0].push(*k),
                Happening::Start(k) if self.front(*k).arc.left.b == height => found[1].push(*k),
                _ => {}
            }
        }
        found
    }

    /// Marks where the bottom lies beyond the ends and starts of fronts.
    fn mark_bottom(&mut self, [ending, starting]: &[Vec<usize>; 2]) {
        for &k in ending {
            // Beyond an arc that ends at the bottom every point is above it.
            self.bottom_is_positive[k] = !self.front(k).arc.right.b.is_zero();
        }
        for &k in starting {
            self.bottom_is_positive[k] = true;
        }
    }

    /// Fronts end and start at one point of the bottom or top side.
    fn pass_side(&mut self, line: &Line<'_>, side: Boundary) {
        let fronts = self.on_side(line, side);
        let [ending, starting] = &fronts;
        if ending.is_empty() && starting.is_empty() {
            return;
        }
        self.mark_bottom(&fronts);
        let vertex = self.add_vertex(line.number, side);
        let starting = self.sorted(starting.clone(), line.number);
        // Those that end are the lowest, or the highest, of the strip.
        let (ended, closed, going_on) = if side == Boundary::Bottom {
            (0..ending.len(), 0..ending.len(), ending.len())
        } else {
            let first = self.order.len() - ending.len();
            (first..self.order.len(), first + 1..self.open.len(), first)
        };
        for place in ended.clone() {
            self.tie_ends_at(vertex, self.order[place]);
        }
        for place in closed.clone() {
            let region = std::mem::take(&mut self.open[place]);
            self.close(region, [vertex, vertex], Boundary::Right);
        }
        // Between the side and the region that goes on, away from that region.
        let mut better = self.open[going_on].better;
        let mut beginning = Vec::with_capacity(starting.len());
        let away: Vec<usize> = match side {
            Boundary::Bottom => starting.iter().rev().copied().collect(),
            _ => starting.clone(),
        };
        for (n, &k) in away.iter().enumerate() {
            let Front { winners_positive, winners_negative, .. } = *self.front(k);
            let beyond = away.get(n + 1).map_or(side, |&k| Boundary::Front(k));
            let mut bounds = [Boundary::Front(k), beyond];
            let on_it = if side == Boundary::Bottom {
                bounds.reverse();
                let on_it = better - winners_negative;
                better = on_it + winners_positive;
                on_it
            } else {
                let on_it = better - winners_positive;
                better = on_it + winners_negative;
                on_it
            };
            self.since[k] = (vertex, on_it);
            let [low, high] = bounds;
            beginning.push(Open {
                better,
                left: None,
                lower: vec![(vertex, low)],
                upper: vec![(vertex, high)],
            });
        }
        let next = away.first().map_or(side, |&k| Boundary::Front(k));
        let region = &mut self.open[going_on];
        if side == Boundary::Bottom {
            region.lower.push((vertex, next));
            beginning.reverse();
        } else {
            region.upper.push((vertex, next));
        }
        self.open.splice(closed, beginning);
        self.order.splice(ended, starting);
        self.number_places();
    }

    fn number_places(&mut self) {
        for (place, &k) in self.order.iter().enumerate() {
            self.places[k] = place;
        }
    }

    /// Fronts meet at one or several points of a line, neither wall nor side among them.
    fn pass_meetings(&mut self, line: &Line<'_>) {
        let meetings = || {
            line.happenings.iter().filter_map(|happening| match happening {
                Happening::Meeting(k, l) => Some([*k, *l].map(|k| self.places[k])),
                _ => None,
            })
        };
        // Neighbours that meet, each by the place of the lower one: others that meet there have
        // neighbours between them that do.
        let mut low: Vec<usize> =
            meetings().filter(|[k, l]| k.abs_diff(*l) == 1).map(|[k, l]| k.min(l)).collect();
        low.sort_unstable();
        let mut rest = low.as_slice();
        while let Some(&first) = rest.first() {
            let run = (0..rest.len()).take_while(|&n| rest[n] == first + n).count();
            self.pass_crossing(line.number, first, first + run);
            rest = &rest[run..];
        }
    }

    /// The fronts between two places, both included, meet inside the Tile.
    fn pass_crossing(&mut self, line: usize, first: usize, last: usize) {
        let vertex = self.add_vertex(line, Boundary::Front(self.order[first]));
        let below = self.open[first].better;
        let (mut on_all, mut tied) = (below, 0);
        for place in first..=last {
            let k = self.order[place];
            self.tie_ends_at(vertex, k);
            on_all -= self.front(k).winners_positive;
            tied += self.front(k).tied();
        }
        self.found.points.push((self.rank(on_all, tied), vertex));
        for place in first + 1..=last {
            let region = std::mem::take(&mut self.open[place]);
            self.close(region, [vertex, vertex], Boundary::Right);
        }
        self.order[first..=last].reverse();
        let mut better = below;
        for place in first..=last {
            let k = self.order[place];
            self.places[k] = place;
            let on_it = better - self.front(k).winners_positive;
            better = on_it + self.front(k).winners_negative;
            self.since[k] = (vertex, on_it);
            if place < last {
                let above = self.order[place + 1];
                self.open[place + 1] = Open {
                    better,
                    left: None,
                    lower: vec![(vertex, Boundary::Front(k))],
                    upper: vec![(vertex, Boundary::Front(above))],
                };
            }
        }
        self.open[first].upper.push((vertex, Boundary::Front(self.order[first])));
        self.open[last + 1].lower.push((vertex, Boundary::Front(self.order[last])));
    }

    /// Over the line of an upright front, where all regions end and begin. There are few of them.
    fn pass_wall(&mut self, line: &Line<'_>, wall: usize) {
        let mut clusters = self.clusters_at(line);
        let last = clusters.len() - 1;
        for (c, cluster) in clusters.iter_mut().enumerate() {
            let continuing = if c == 0 || c == last {
                // What came from the left has ended here.
                let side = if c == 0 { Boundary::Bottom } else { Boundary::Top };
                let fronts = self.on_side(line, side);
                self.mark_bottom(&fronts);
                let [_, starting] = fronts;
                starting
            } else {
                cluster.from_left.clone()
            };
            cluster.to_right = self.sorted(continuing, line.number);
        }
        self.place_vertices(line.number, &mut clusters);
        self.bottom_is_positive[wall] = false;
        let wall = Wall { boundary: Boundary::Front(wall), front: Some(wall) };
        self.pass(&clusters, wall, [true, true]);
    }

    /// Returns the fronts at each point of a line, coming from the left.
    fn clusters_at(&self, line: &Line<'_>) -> Vec<Cluster> {
        let [low, high] = [Boundary::Bottom, Boundary::Top].map(|side| {
            let [ending, _] = self.on_side(line, side);
            ending.len()
        });
        let meet =
            |k: usize, l: usize| line.happenings.contains(&Happening::Meeting(k.min(l), k.max(l)));
        let mut clusters = vec![Cluster::default()];
        for (place, &k) in self.order.iter().enumerate() {
            let joins = match place.checked_sub(1) {
                _ if place < low || place > self.order.len() - high => true,
                Some(below) if place > low && place < self.order.len() - high => {
                    meet(self.order[below], k)
                }
                _ => false,
            };
            if !joins {
                clusters.push(Cluster::default());
            }
            clusters.last_mut().expect("there is a first one").from_left.push(k);
        }
        if high == 0 {
            clusters.push(Cluster::default());
        }
        clusters
    }

    /// Closes and opens regions at the clusters of a line; `sides` says whether there is a strip on
    /// its left and one on its right.
    fn pass(&mut self, clusters: &[Cluster], wall: Wall, sides: [bool; 2]) {
        let [has_left, has_right] = sides;
        let last = clusters.len() - 1;
        let at_vertex = "a vertex stands where fronts meet and along walls";
        let items = |c: usize, fronts: &[usize]| -> Vec<Boundary> {
            let bottom = (c == 0).then_some(Boundary::Bottom);
            let top = (c == last).then_some(Boundary::Top);
            let fronts = fronts.iter().map(|&k| Boundary::Front(k));
            bottom.into_iter().chain(fronts).chain(top).collect()
        };
        let mut old = std::mem::take(&mut self.open).into_iter();
        let mut new = Vec::new();
        let mut better_below = 0;
        for (c, cluster) in clusters.iter().enumerate() {
            if let Some(vertex) = cluster.vertex {
                for &k in &cluster.from_left {
                    self.tie_ends_at(vertex, k);
                }
                if has_left && has_right && (1..last).contains(&c) {
                    self.point_at(vertex, cluster, wall, better_below);
                }
            }
            if has_left {
                for _ in 1..items(c, &cluster.from_left).len() {
                    let vertex = cluster.vertex.expect(at_vertex);
                    let region = old.next().expect("a region between any two neighbours");
                    self.close(region, [vertex, vertex], Boundary::Right);
                }
            }
            let here = items(c, &cluster.to_right);
            if has_right {
                for pair in here.windows(2) {
                    let vertex = cluster.vertex.expect(at_vertex);
                    new.push(Open {
                        better: 0,
                        left: None,
                        lower: vec![(vertex, pair[0])],
                        upper: vec![(vertex, pair[1])],
                    });
                }
            }
            let Some(above) = clusters.get(c + 1) else { continue };
            let region = has_left.then(|| old.next().expect("a region between any two neighbours"));
            better_below = region.as_ref().map_or(0, |region| region.better);
            let beyond = items(c + 1, &above.to_right);
            let ends = [cluster, above].map(|at| at.vertex.expect(at_vertex));
            if let Some(region) = region {
                if let Some(k) = wall.front {
                    let better = region.better - self.front(k).winners_positive;
                    let rank = self.rank(better, self.front(k).tied());
                    self.found.ties.push(Tie { rank, front: k, ends });
                }
                self.close(region, ends, wall.boundary);
            }
            match (here.last(), beyond.first()) {
                (Some(&low), Some(&high)) if has_right => new.push(Open {
                    better: 0,
                    left: Some(wall.boundary),
                    lower: vec![(ends[0], low)],
                    upper: vec![(ends[1], high)],
                }),
                _ => {}
            }
        }
        self.open = new;
        self.order = clusters.iter().flat_map(|cluster| cluster.to_right.clone()).collect();
        self.number_places();
        self.count_better();
        let starts = clusters.iter().filter_map(|cluster| Some((cluster.vertex?, cluster)));
        for (vertex, cluster) in starts {
            for &k in &cluster.to_right {
                self.since[k].0 = vertex;
            }
        }
    }

    /// Counts the better rivals in each region and on each front of the strip, from the bottom.
    fn count_better(&mut self) {
        let fronts = self.arrangement.fronts.iter().zip(&self.bottom_is_positive);
        let mut better = self.arrangement.better
            + fronts
                .map(
                    |(front, &is_positive)| {
                        if is_positive { front.winners_positive } else { front.winners_negative }
                    },
                )
                .sum::<u32>();
        for (place, region) in self.open.iter_mut().enumerate() {
            if let Some(&k) = place.checked_sub(1).and_then(|below| self.order.get(below)) {
                let front = &self.arrangement.fronts[k];
                let on_it = better - front.winners_positive;
                self.since[k].1 = on_it;
                better = on_it + front.winners_negative;
            }
            region.better = better;
        }
    }

    fn rank(&self, better: u32, tied: u32) -> RankInterval {
        RankInterval::new(better, self.arrangement.equal + tied)
    }

    /// The stretch of a front that reaches a vertex from the left.
    fn tie_ends_at(&mut self, vertex: usize, front: usize) {
        let (start, better) = self.since[front];
        let rank = self.rank(better, self.front(front).tied());
        self.found.ties.push(Tie { rank, front, ends: [start, vertex] });
    }

    /// The rank at a vertex inside the Tile, on no more than one front if that is all there is.
    fn point_at(&mut self, vertex: usize, cluster: &Cluster, wall: Wall, below: u32) {
        let upright = wall.front;
        let fronts = || cluster.from_left.iter().copied().chain(upright).map(|k| self.front(k));
        let better = below - fronts().map(|front| front.winners_positive).sum::<u32>();
        let rank = self.rank(better, fronts().map(Front::tied).sum());
        self.found.points.push((rank, vertex));
    }

    /// A region whose chains end at two vertices, a wall between them if they differ.
    fn close(&mut self, region: Open, [low, high]: [usize; 2], wall: Boundary) {
        let Open { better, left, lower, upper } = region;
        let mut sides: Vec<Side> = lower
            .iter()
            .map(|&(from, boundary)| Side { from, boundary, positive: false })
            .collect();
        if low != high {
            sides.push(Side { from: low, boundary: wall, positive: true });
        }
        // The upper chain is walked from its end to its start.
        let mut from = high;
        for &(start, boundary) in upper.iter().rev() {
            sides.push(Side { from, boundary, positive: true });
            from = start;
        }
        if let Some(boundary) = left.filter(|_| upper[0].0 != lower[0].0) {
            sides.push(Side { from: upper[0].0, boundary, positive: false });
        }
        let rank = self.rank(better, 0);
        self.found.regions.push(Region { rank, sides });
    }
}
