//! Areas of regions between arcs, and the proof that those of one classifier add up to 1.

use std::collections::HashMap;

use super::arrangement::Arrangement;
use super::sweep::{Boundary, Pieces, Region, Side};
use crate::geometry::area_under;
use crate::num::{LogSum, Rational};
use crate::tile::Area;

/// A front with the two ends of a stretch of it, in the order in which it is gone along.
type Stretch = (usize, usize, usize);

/// Areas of the regions of one classifier. A stretch of a front bounds two of them, on whose sides
/// the same integral has opposite signs.
pub(super) struct Areas<'a> {
    arrangement: &'a Arrangement,
    pieces: &'a Pieces<'a>,
    /// Integrals along stretches of which one side has been asked for.
    known: HashMap<Stretch, LogSum>,
}

impl<'a> Areas<'a> {
    pub(super) fn new(arrangement: &'a Arrangement, pieces: &'a Pieces<'a>) -> Self {
        Self { arrangement, pieces, known: HashMap::new() }
    }

    /// The area of a region: what is under its upper chain less what is under its lower one.
    pub(super) fn of(&mut self, region: &Region) -> Area {
        let mut around = LogSum::default();
        for (side, to) in sides(region) {
            let [left, right] = [side.from, to].map(|at| self.pieces.vertex(at));
            match side.boundary {
                Boundary::Top => around += &(&left.a - &right.a),
                Boundary::Front(k) => {
                    if let Some(opposite) = self.known.remove(&(k, to, side.from)) {
                        around += &opposite;
                        continue;
                    }
                    let curve = &self.arrangement.fronts[k].arc.curve;
                    let integral = area_under(curve, left, right);
                    around -= &integral;
                    self.known.insert((k, side.from, to), integral);
                }
                _ => {}
            }
        }
        Area::of(around)
    }
}

/// The sides of a region, each with the vertex that it leads to.
pub(super) fn sides(region: &Region) -> impl Iterator<Item = (&Side, usize)> {
    let next = region.sides.iter().skip(1).chain(&region.sides[..1]);
    region.sides.iter().zip(next).map(|(side, next)| (side, next.from))
}

/// Returns `true` if the areas of all regions add up to exactly 1.
///
/// Each area is a signed sum of integrals along its sides. Along every front each stretch has to
/// occur once with either sign, so that all these cancel, whatever their values; what is left is
/// the top side, whose stretches have to lead from a = 0 to a = 1 without gap or overlap.
pub(super) fn add_up_to_one(arrangement: &Arrangement, pieces: &Pieces<'_>) -> bool {
    let mut stretches: HashMap<Stretch, [u32; 2]> = HashMap::new();
    let mut top: HashMap<usize, usize> = HashMap::new();
    for (side, to) in pieces.regions.iter().flat_map(sides) {
        match side.boundary {
            Boundary::Front(k) if !arrangement.fronts[k].arc.is_upright() => {
                let stretch = if side.positive { (k, to, side.from) } else { (k, side.from, to) };
                stretches.entry(stretch).or_default()[usize::from(side.positive)] += 1;
            }
            Boundary::Top if top.insert(to, side.from).is_some() => return false,
            _ => {}
        }
    }
    let at = |vertex: &usize, a: Rational| pieces.vertex(*vertex).a == a;
    let mut ends = top.keys().filter(|left| at(left, Rational::ZERO));
    let (Some(&start), None) = (ends.next(), ends.next()) else { return false };
    let (mut reached, mut steps) = (start, 0);
    while let Some(&right) = top.get(&reached) {
        (reached, steps) = (right, steps + 1);
        if steps > top.len() {
            return false;
        }
    }
    steps == top.len()
        && at(&reached, Rational::ONE)
        && stretches.values().all(|counts| *counts == [1, 1])
}
