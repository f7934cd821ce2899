//! The sweep from a = 0 to a = 1 over one classifier's frontiers.
//!
//! Every frontier is a monotone arc from border to border, so between two events the arcs in an
//! upright strip keep their order from bottom to top, and a region between two neighbours continues
//! beyond an event unless the neighbours meet there. Hence a region has one segment on every
//! upright line at most: a lower and an upper chain of arcs, and at either end a vertex or a part
//! of an upright wall. In the classifier's own coordinates (see `crossing`) it is convex, so its
//! border passes each vertex once, and it is all of the Tile on which its sides' signs are right.

use super::arrangement::{Arrangement, Event, Front};
use crate::geometry::Point;
use crate::num::Rational;
use crate::tile::RankInterval;

/// What a region may border on.
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
    /// Whether the region lies where a front's curve is positive: below it, or on its left.
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

/// All pieces of one classifier, by the numbers of their vertices.
#[derive(Clone, Debug, Default)]
pub(super) struct Pieces {
    pub(super) vertices: Vec<Point>,
    pub(super) regions: Vec<Region>,
    pub(super) ties: Vec<Tie>,
    /// Points inside the Tile where fronts meet.
    pub(super) points: Vec<(RankInterval, usize)>,
}

/// A region whose right end has not been reached: vertices with what the border follows from there.
#[derive(Clone, Debug)]
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
    found: Pieces,
    /// Fronts in the strip, from bottom to top.
    order: Vec<usize>,
    /// Regions in the strip, one more.
    open: Vec<Open>,
    /// Whether the bottom of the strip lies where the front's curve is positive.
    bottom_is_positive: Vec<bool>,
    /// The last vertex on each front, and how many rivals are better on it from there.
    since: Vec<(usize, u32)>,
}

/// The pieces of a classifier. O(m^2 log m + m k) exact operations for m fronts with k meetings.
pub(super) fn sweep(arrangement: &Arrangement) -> Pieces {
    let events = arrangement.events();
    let fronts = &arrangement.fronts;
    let bottom_is_positive = fronts
        .iter()
        .map(|Front { arc, .. }| {
            // Before an arc starts at the bottom every point is above it.
            arc.is_upright() || arc.left.a.is_zero() || !arc.left.b.is_zero()
        })
        .collect();
    let mut sweep = Sweep {
        arrangement,
        found: Pieces::default(),
        order: Vec::new(),
        open: Vec::new(),
        bottom_is_positive,
        since: vec![(0, 0); fronts.len()],
    };
    let sample_after = |k: usize| {
        let here = k.checked_sub(1).map_or(&Rational::ZERO, |k| &events[k].at);
        let next = events.get(k).map_or(&Rational::ONE, |event| &event.at);
        (here + next) / Rational::from(2)
    };
    sweep.begin(&sample_after(0));
    for (k, event) in events.iter().enumerate() {
        sweep.advance(event, &sample_after(k + 1));
    }
    sweep.end();
    sweep.found
}

impl Sweep<'_> {
    fn front(&self, k: usize) -> &Front {
        &self.arrangement.fronts[k]
    }

    fn add_vertex(&mut self, a: &Rational, b: Rational) -> usize {
        self.found.vertices.push(Point::new(a.clone(), b));
        self.found.vertices.len() - 1
    }

    /// Sorted from bottom to top in a strip.
    fn sorted(&self, mut fronts: Vec<usize>, sample: &Rational) -> Vec<usize> {
        if fronts.len() > 1 {
            fronts.sort_by_cached_key(|&k| self.front(k).arc.height(sample));
        }
        fronts
    }

    /// The side a = 0.
    fn begin(&mut self, sample: &Rational) {
        let starting = (0..self.arrangement.fronts.len())
            .filter(|&k| {
                let arc = &self.front(k).arc;
                !arc.is_upright() && arc.left.a.is_zero()
            })
            .collect();
        let starting = self.sorted(starting, sample);
        let mut clusters = self.clusters_on_border(&starting, |front| &front.arc.left.b);
        for cluster in &mut clusters {
            cluster.to_right = std::mem::take(&mut cluster.from_left);
        }
        let a = Rational::ZERO;
        self.place_vertices(&a, &mut clusters, |front| front.arc.left.b.clone());
        self.pass(&clusters, Some(Wall { boundary: Boundary::Left, front: None }), [false, true]);
    }

    /// The side a = 1.
    fn end(&mut self) {
        let order = self.order.clone();
        let mut clusters = self.clusters_on_border(&order, |front| &front.arc.right.b);
        let a = Rational::ONE;
        self.place_vertices(&a, &mut clusters, |front| front.arc.right.b.clone());
        self.pass(&clusters, Some(Wall { boundary: Boundary::Right, front: None }), [true, false]);
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
    fn place_vertices(
        &mut self,
        a: &Rational,
        clusters: &mut [Cluster],
        height: impl Fn(&Front) -> Rational,
    ) {
        let last = clusters.len() - 1;
        for (c, cluster) in clusters.iter_mut().enumerate() {
            let b = match c {
                0 => Rational::ZERO,
                c if c == last => Rational::ONE,
                _ => {
                    let any = cluster.from_left.first().or(cluster.to_right.first());
                    height(self.front(*any.expect("a cluster between the sides holds a front")))
                }
            };
            cluster.vertex = Some(self.add_vertex(a, b));
        }
    }

    /// Over an event, into the strip that a rational abscissa lies in.
    fn advance(&mut self, event: &Event, sample: &Rational) {
        let mut clusters = self.clusters_at(event);
        let last = clusters.len() - 1;
        for (c, cluster) in clusters.iter_mut().enumerate() {
            let continuing = if c == 0 || c == last {
                // What came from the left has ended here.
                let side = if c == 0 { Rational::ZERO } else { Rational::ONE };
                let starts = event.starts.iter().copied();
                starts.filter(|&k| self.front(k).arc.left.b == side).collect()
            } else {
                cluster.from_left.clone()
            };
            cluster.to_right = self.sorted(continuing, sample);
        }
        let a = &event.at;
        if event.wall.is_some() {
            self.place_vertices(a, &mut clusters, |front| front.arc.height(a));
        } else {
            for (c, cluster) in clusters.iter_mut().enumerate() {
                let fronts = cluster.from_left.len() + cluster.to_right.len();
                cluster.vertex = if c == 0 || c == last {
                    let side = if c == 0 { Rational::ZERO } else { Rational::ONE };
                    (fronts > 0).then(|| self.add_vertex(a, side))
                } else {
                    let height = || self.front(cluster.from_left[0]).arc.height(a);
                    let height = (fronts > 2).then(height);
                    height.map(|b| self.add_vertex(a, b))
                };
            }
        }
        for cluster in [&clusters[0], &clusters[last]] {
            for &k in &cluster.from_left {
                // Beyond an arc that ends at the bottom every point is above it.
                self.bottom_is_positive[k] = !self.front(k).arc.right.b.is_zero();
            }
            for &k in &cluster.to_right {
                self.bottom_is_positive[k] = true;
            }
        }
        if let Some(wall) = event.wall {
            self.bottom_is_positive[wall] = false;
        }
        let wall = event.wall.map(|k| Wall { boundary: Boundary::Front(k), front: Some(k) });
        self.pass(&clusters, wall, [true, true]);
    }

    /// Who is where on the line of an event, coming from the left.
    fn clusters_at(&self, event: &Event) -> Vec<Cluster> {
        let ends_at = |k: usize| {
            let end = &self.front(k).arc.right;
            (event.at == end.a).then_some(&end.b)
        };
        let meet = |k: usize, l: usize| {
            event.meetings.contains(&(k.min(l), k.max(l)))
                || ends_at(k).is_some_and(|end| ends_at(l) == Some(end))
        };
        let mut clusters = vec![Cluster::default()];
        for (place, &k) in self.order.iter().enumerate() {
            let joins = match place.checked_sub(1) {
                None => ends_at(k) == Some(&Rational::ZERO),
                Some(below) => meet(self.order[below], k),
            };
            if !joins {
                clusters.push(Cluster::default());
            }
            clusters.last_mut().expect("there is a first one").from_left.push(k);
        }
        if self.order.last().is_none_or(|&k| ends_at(k) != Some(&Rational::ONE)) {
            clusters.push(Cluster::default());
        }
        clusters
    }

    /// Closes and opens regions at the clusters of a line; `sides` says whether there is a strip on
    /// its left and one on its right.
    fn pass(&mut self, clusters: &[Cluster], wall: Option<Wall>, sides: [bool; 2]) {
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
                self.ties_end_at(vertex, cluster);
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
            match (wall, region) {
                (None, Some(mut region)) => {
                    if let (Some(vertex), Some(&item)) = (cluster.vertex, here.last()) {
                        region.lower.push((vertex, item));
                    }
                    if let (Some(vertex), Some(&item)) = (above.vertex, beyond.first()) {
                        region.upper.push((vertex, item));
                    }
                    new.push(region);
                }
                (Some(wall), region) => {
                    let ends = [cluster, above].map(|at| at.vertex.expect(at_vertex));
                    if let Some(region) = region {
                        if let Some(k) = wall.front {
                            let better = region.better - self.front(k).winners_positive;
                            let rank = self.rank(better, self.front(k).tied());
                            self.found.ties.push(Tie { rank, front: k, ends });
                        }
                        self.close(region, ends, wall.boundary);
                    }
                    if let (Some(&low), Some(&high)) = (here.last(), beyond.first())
                        && has_right
                    {
                        new.push(Open {
                            better: 0,
                            left: Some(wall.boundary),
                            lower: vec![(ends[0], low)],
                            upper: vec![(ends[1], high)],
                        });
                    }
                }
                (None, None) => unreachable!("only the side a = 0 has nothing on its left"),
            }
        }
        self.open = new;
        self.order = clusters.iter().flat_map(|cluster| cluster.to_right.clone()).collect();
        self.count_better();
        let starts = clusters.iter().filter_map(|cluster| Some((cluster.vertex?, cluster)));
        for (vertex, cluster) in starts {
            for &k in &cluster.to_right {
                self.since[k].0 = vertex;
            }
        }
    }

    /// How many rivals are better in each region and on each front of the strip, from the bottom.
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

    /// The stretches of front that reach a vertex from the left.
    fn ties_end_at(&mut self, vertex: usize, cluster: &Cluster) {
        for &k in &cluster.from_left {
            let (start, better) = self.since[k];
            let rank = self.rank(better, self.front(k).tied());
            self.found.ties.push(Tie { rank, front: k, ends: [start, vertex] });
        }
    }

    /// The rank at a vertex inside the Tile, on no more than one front if that is all there is.
    fn point_at(&mut self, vertex: usize, cluster: &Cluster, wall: Option<Wall>, below: u32) {
        let upright = wall.and_then(|wall| wall.front);
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
