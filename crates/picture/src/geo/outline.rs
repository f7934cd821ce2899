//! The outline of a piece in doubles: rings that are simple whatever the roundings are.
//!
//! Every upright line cuts a piece in one segment at most, so its outline is a lower and an upper
//! chain from left to right. Rounded, the two may touch or coincide, and the piece then consists of
//! parts that touch at single points; parts without area are dropped. All comparisons are exact for
//! the given doubles.

use std::cmp::Ordering;

use geo_types::{Coord, LineString};
use num_rational::BigRational;

use super::samples::Samples;
use exactile::tile::Piece;

/// Returns the rings of a piece of dimension 2, counter-clockwise and closed, from left to right.
/// Each is simple and has an area; two of them share one point at most. `None` if the rounded
/// chains cross and cannot be repaired.
pub(super) fn rings(piece: &Piece, samples: &mut Samples<'_>) -> Option<Vec<LineString<f64>>> {
    let [lower, upper] = chains(piece, samples);
    Outline::new(&lower, &upper).rings()
}

/// Returns the lower and the upper chain of a piece, from left to right.
fn chains(piece: &Piece, samples: &mut Samples<'_>) -> [Vec<Coord<f64>>; 2] {
    let (vertices, edges) = (piece.vertices(), piece.edges());
    let count = vertices.len();
    let by = |order: fn(Ordering, Ordering) -> Ordering| {
        let compare = |&i: &usize, &j: &usize| {
            order(vertices[i].a.cmp(&vertices[j].a), vertices[i].b.cmp(&vertices[j].b))
        };
        (0..count).min_by(compare).expect("a region has vertices")
    };
    let left_low = by(|a, b| a.then(b));
    let left_high = by(|a, b| a.then(b.reverse()));
    let right_low = by(|a, b| a.reverse().then(b));
    let right_high = by(|a, b| a.reverse().then(b.reverse()));
    let mut walk = |from: usize, to: usize| {
        let mut chain = vec![super::samples::rounded(&vertices[from])];
        let mut at = from;
        while at != to {
            let next = (at + 1) % count;
            chain.extend(samples.along(&edges[at], &vertices[at], &vertices[next]));
            at = next;
        }
        chain
    };
    let lower = walk(left_low, right_low);
    let mut upper = walk(right_high, left_high);
    upper.reverse();
    [lower, upper]
}

/// An abscissa of a chain, with the ordinates at which the chain arrives and leaves.
#[derive(Clone, Copy, Debug)]
struct Step {
    x: f64,
    comes: f64,
    goes: f64,
}

/// A chain with strictly increasing abscissae. Further points above one abscissa are dropped, since
/// they enclose no area.
#[derive(Clone, Debug)]
struct Chain(Vec<Step>);

/// The position of a chain at an abscissa.
#[derive(Clone, Copy, Debug)]
enum At {
    Step(Step),
    /// On the segment that leads to the step with this number.
    Segment(usize),
}

/// Before or after an abscissa.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Before,
    After,
}

impl Step {
    fn on(&self, side: Side) -> f64 {
        match side {
            Side::Before => self.comes,
            Side::After => self.goes,
        }
    }
}

impl Chain {
    fn new(points: &[Coord<f64>]) -> Self {
        let mut steps: Vec<Step> = Vec::with_capacity(points.len());
        for &Coord { x, y } in points {
            match steps.last_mut() {
                Some(step) if step.x == x => step.goes = y,
                _ => steps.push(Step { x, comes: y, goes: y }),
            }
        }
        Self(steps)
    }

    /// Returns the positions of the chain at these abscissae, which include its own.
    fn along(&self, abscissae: &[f64]) -> Vec<At> {
        let mut next = 0;
        abscissae
            .iter()
            .map(|&x| {
                if self.0[next].x == x {
                    next = (next + 1).min(self.0.len() - 1);
                    let at = if self.0[next].x == x { next } else { next - 1 };
                    return At::Step(self.0[at]);
                }
                At::Segment(next)
            })
            .collect()
    }

    /// Compares a point with the segment below or above it that leads to a step.
    fn compare(&self, x: f64, y: f64, segment: usize) -> Ordering {
        let (from, to) = (&self.0[segment - 1], &self.0[segment]);
        height_over([(from.x, from.goes), (to.x, to.comes)], (x, y))
    }

    /// Inserts a point into a segment, or moves one side of a step to it.
    fn pass_through(&mut self, at: At, side: Side, x: f64, y: f64) {
        match at {
            At::Segment(next) => self.0.insert(next, Step { x, comes: y, goes: y }),
            At::Step(_) => {
                let step = self.0.iter_mut().find(|step| step.x == x);
                let step = step.expect("the step is on this chain");
                match side {
                    Side::Before => step.comes = y,
                    Side::After => step.goes = y,
                }
            }
        }
    }
}

/// Both chains of a piece.
struct Outline {
    lower: Chain,
    upper: Chain,
}

/// Both chains at one abscissa.
struct Both {
    x: f64,
    lower: At,
    upper: At,
}

impl Outline {
    fn new(lower: &[Coord<f64>], upper: &[Coord<f64>]) -> Self {
        Self { lower: Chain::new(lower), upper: Chain::new(upper) }
    }

    fn rings(mut self) -> Option<Vec<LineString<f64>>> {
        // Under equal priors nothing crosses. Otherwise a crossing of frontiers may have been
        // rounded beyond the chord of a third one, which then is led through it.
        const REPAIRS: usize = 1000;
        for _ in 0..REPAIRS {
            let all = self.merged();
            let gaps: Vec<[Ordering; 2]> = all
                .iter()
                .map(|both| [Side::Before, Side::After].map(|s| self.gap(both, s)))
                .collect();
            let last = all.len() - 1;
            let wrong = (0..2 * all.len()).find(|&k| {
                let (at, side) = (k / 2, k % 2);
                // Nothing comes to the first abscissa, and nothing goes on from the last.
                !(at == 0 && side == 0 || at == last && side == 1) && gaps[at][side].is_lt()
            });
            match wrong {
                None => return Some(self.parts(&all, &gaps)),
                Some(k) => {
                    let side = if k % 2 == 0 { Side::Before } else { Side::After };
                    self.mend(&all[k / 2], side);
                }
            }
        }
        None
    }

    /// Returns all abscissae of both chains, with the positions of the chains.
    fn merged(&self) -> Vec<Both> {
        let mut abscissae: Vec<f64> =
            self.lower.0.iter().chain(&self.upper.0).map(|step| step.x).collect();
        abscissae.sort_by(f64::total_cmp);
        abscissae.dedup();
        let (lower, upper) = (self.lower.along(&abscissae), self.upper.along(&abscissae));
        let both = abscissae.into_iter().zip(lower).zip(upper);
        both.map(|((x, lower), upper)| Both { x, lower, upper }).collect()
    }

    /// Compares the upper with the lower chain beside an abscissa.
    fn gap(&self, &Both { x, lower, upper }: &Both, side: Side) -> Ordering {
        match (lower, upper) {
            (At::Step(low), At::Step(high)) => high.on(side).total_cmp(&low.on(side)),
            (At::Step(low), At::Segment(next)) => {
                self.upper.compare(x, low.on(side), next).reverse()
            }
            (At::Segment(next), At::Step(high)) => self.lower.compare(x, high.on(side), next),
            (At::Segment(_), At::Segment(_)) => unreachable!("one of the chains has a step here"),
        }
    }

    /// Moves one chain to the point of the other that is on its wrong side.
    fn mend(&mut self, both: &Both, side: Side) {
        match (both.lower, both.upper) {
            (At::Step(low), at) => self.upper.pass_through(at, side, both.x, low.on(side)),
            (at, At::Step(high)) => self.lower.pass_through(at, side, both.x, high.on(side)),
            (At::Segment(_), At::Segment(_)) => unreachable!("one of the chains has a step here"),
        }
    }

    /// Returns the parts with an area between chains that do not cross.
    fn parts(&self, all: &[Both], gaps: &[[Ordering; 2]]) -> Vec<LineString<f64>> {
        let mut rings = Vec::new();
        let mut start = None;
        for k in 1..all.len() {
            let has_area = gaps[k - 1][1].is_gt() || gaps[k][0].is_gt();
            if has_area {
                start.get_or_insert(k - 1);
            }
            let goes_on =
                k + 1 < all.len() && gaps[k] == [Ordering::Greater; 2] && overlap(&all[k]);
            if !goes_on {
                rings.extend(start.take().map(|start| ring(&all[start..=k])));
            }
        }
        rings
    }
}

/// Returns `true` if the piece continues across an abscissa where the upper chain is above the
/// lower one on both sides.
fn overlap(both: &Both) -> bool {
    match (both.lower, both.upper) {
        (At::Step(low), At::Step(high)) => low.comes < high.goes && low.goes < high.comes,
        _ => true,
    }
}

/// Returns the ring around a part from its first to its last abscissa.
fn ring(part: &[Both]) -> LineString<f64> {
    let last = part.len() - 1;
    let chain = |own: fn(&Both) -> (At, At)| {
        let mut points = Vec::new();
        for (k, both) in part.iter().enumerate() {
            let x = both.x;
            let mut push = |y| points.push(Coord { x, y });
            match own(both) {
                (At::Step(step), _) => {
                    if k > 0 {
                        push(step.comes);
                    }
                    if k < last {
                        push(step.goes);
                    }
                }
                // A part ends on a segment only where the other chain touches it.
                (_, At::Step(other)) if k == 0 => push(other.goes),
                (_, At::Step(other)) if k == last => push(other.comes),
                _ => {}
            }
        }
        points
    };
    let mut points = chain(|both| (both.lower, both.upper));
    let mut upper = chain(|both| (both.upper, both.lower));
    upper.reverse();
    points.append(&mut upper);
    points.push(points[0]);
    points.dedup();
    LineString::new(points)
}

/// Compares a point exactly with the point above or below it on a segment that leads to the right.
fn height_over([p, q]: [(f64, f64); 2], (x, y): (f64, f64)) -> Ordering {
    if p.1 == q.1 {
        return y.total_cmp(&p.1);
    }
    let (left, right) = ((q.0 - p.0) * (y - p.1), (q.1 - p.1) * (x - p.0));
    // Shewchuk's bound for this determinant is (3 + 16 u) u (|left| + |right|) with u = 2^-53;
    // above the second bound no product has lost bits by being too small.
    let size = left.abs() + right.abs();
    if (left - right).abs() > 4e-16 * size && size > 1e-280 {
        return left.total_cmp(&right);
    }
    let exact = |z: f64| BigRational::from_float(z).expect("coordinates are finite");
    let ([px, py], [qx, qy]) = ([exact(p.0), exact(p.1)], [exact(q.0), exact(q.1)]);
    ((qx - &px) * (exact(y) - &py)).cmp(&((qy - py) * (exact(x) - px)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(lower: &[(f64, f64)], upper: &[(f64, f64)]) -> Vec<Vec<(f64, f64)>> {
        let coords = |points: &[(f64, f64)]| -> Vec<Coord<f64>> {
            points.iter().map(|&(x, y)| Coord { x, y }).collect()
        };
        let rings = Outline::new(&coords(lower), &coords(upper)).rings().expect("mended");
        rings.iter().map(|ring| ring.0.iter().map(|at| (at.x, at.y)).collect()).collect()
    }

    #[test]
    fn chains_that_touch_make_parts() {
        let parts = outline(&[(0.0, 0.0), (0.5, 0.5), (1.0, 0.0)], &[(0.0, 0.5), (1.0, 0.5)]);
        assert_eq!(
            parts,
            [
                vec![(0.0, 0.0), (0.5, 0.5), (0.0, 0.5), (0.0, 0.0)],
                vec![(0.5, 0.5), (1.0, 0.0), (1.0, 0.5), (0.5, 0.5)],
            ]
        );
    }

    #[test]
    fn chains_that_coincide_leave_nothing() {
        let line = [(0.0, 1.0), (1.0, 1.0), (1.0, 0.0)];
        assert!(outline(&line, &line).is_empty());
        assert!(outline(&[(0.5, 0.0)], &[(0.5, 1.0)]).is_empty());
    }

    #[test]
    fn falling_walls_that_overlap_join_parts_and_others_do_not() {
        let lower = [(0.0, 0.5), (0.5, 0.5), (0.5, 0.0), (1.0, 0.0)];
        let joined = outline(&lower, &[(0.0, 1.0), (0.5, 1.0), (0.5, 0.75), (1.0, 0.75)]);
        assert_eq!(joined.len(), 1);
        assert_eq!(joined[0].len(), 9);
        let apart = outline(&lower, &[(0.0, 1.0), (0.5, 1.0), (0.5, 0.25), (1.0, 0.25)]);
        assert_eq!(apart.len(), 2);
    }

    #[test]
    fn a_point_beyond_the_other_chain_is_passed_through() {
        let tip = 0.5 + 2_f64.powi(-53);
        let parts = outline(&[(0.0, 0.0), (0.25, tip), (1.0, 0.0)], &[(0.0, 0.5), (1.0, 0.5)]);
        assert_eq!(parts.len(), 2);
        assert!(parts.iter().all(|ring| ring.contains(&(0.25, tip))));
    }

    #[test]
    fn near_misses_are_decided_exactly() {
        let segment = [(0.0, 0.0), (1.0, 1.0 / 3.0)];
        let x = 0.1_f64;
        let below = x / 3.0;
        let order: Vec<Ordering> = [below.next_down(), below, below.next_up()]
            .iter()
            .map(|&y| height_over(segment, (x, y)))
            .collect();
        assert_eq!((order[0], order[2]), (Ordering::Less, Ordering::Greater));
        // Products of these are below all doubles.
        let (small, smallest) = (|e| 2_f64.powi(e), |e: u32| f64::from_bits(1 << (1074 - e)));
        let tiny = [(0.0, 0.0), (small(-1000), smallest(1040))];
        assert_eq!(height_over(tiny, (small(-1010), smallest(1050))), Ordering::Equal);
        assert_eq!(height_over(tiny, (small(-1010), smallest(1049))), Ordering::Greater);
    }
}
