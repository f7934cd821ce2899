//! Areas of regions between arcs, and the proof that those of one classifier add up to 1.

use std::collections::HashMap;

use super::arrangement::Arrangement;
use super::frontier::Arc;
use super::sweep::{Boundary, Pieces, Region, Side};
use crate::geometry::{QuadraticPoint, area_under};
use crate::num::{Quadratic, QuadraticLogSum, Rational};

/// Integrals of b over a along stretches of fronts, from left to right, each worked out once.
pub(super) struct Areas<'a> {
    arrangement: &'a Arrangement,
    pieces: &'a Pieces,
    known: HashMap<Stretch, QuadraticLogSum>,
}

/// A front with the left and the right end of a stretch of it.
type Stretch = (usize, usize, usize);

impl<'a> Areas<'a> {
    pub(super) fn new(arrangement: &'a Arrangement, pieces: &'a Pieces) -> Self {
        Self { arrangement, pieces, known: HashMap::new() }
    }

    /// The area of a region: what is under its upper chain less what is under its lower one.
    pub(super) fn of(&mut self, region: &Region) -> QuadraticLogSum {
        let mut area = QuadraticLogSum::default();
        for (side, to) in sides(region) {
            let (from, to) = (side.from, to);
            match side.boundary {
                Boundary::Top => {
                    let [left, right] = [to, from].map(|at| &self.pieces.vertices[at].a);
                    area.add(right, &Rational::ONE);
                    area.add(left, &-Rational::ONE);
                }
                Boundary::Front(k) if !self.arc(k).is_upright() => {
                    let stretch = if side.positive { (k, to, from) } else { (k, from, to) };
                    let sign = if side.positive { Rational::ONE } else { -Rational::ONE };
                    area.add_multiple(self.under(stretch), &sign);
                }
                _ => {}
            }
        }
        area
    }

    fn arc(&self, front: usize) -> &Arc {
        &self.arrangement.fronts[front].arc
    }

    fn under(&mut self, stretch: Stretch) -> &QuadraticLogSum {
        let (front, left, right) = stretch;
        let (arrangement, vertices) = (self.arrangement, &self.pieces.vertices);
        self.known.entry(stretch).or_insert_with(|| {
            under_arc(&arrangement.fronts[front].arc, &vertices[left], &vertices[right])
        })
    }
}

/// The integral of b over a along an arc that is not upright.
fn under_arc(arc: &Arc, left: &QuadraticPoint, right: &QuadraticPoint) -> QuadraticLogSum {
    if let (Some(left), Some(right)) = (left.as_rational(), right.as_rational()) {
        return area_under(&arc.curve, &left, &right).into();
    }
    let [r, k_a, s, k_1] = arc.curve.coefficients();
    let mut sum = QuadraticLogSum::default();
    for (end, sign) in [(&right.a, Rational::ONE), (&left.a, -Rational::ONE)] {
        // The antiderivative of -(k_a a + k_1)/(r a + s).
        if r.is_zero() {
            sum.add(&end.squared(), &(-k_a * &sign / (Rational::from(2) * s)));
            sum.add(end, &(-k_1 * &sign / s));
        } else {
            let factor = (k_a * s - k_1 * r) / (r * r);
            sum.add(end, &(-k_a * &sign / r));
            sum.add_ln(&end.affine(r, s).abs(), &(factor * sign));
        }
    }
    sum
}

/// The sides of a region, each with the vertex that it leads to.
pub(super) fn sides(region: &Region) -> impl Iterator<Item = (&Side, usize)> {
    let next = region.sides.iter().skip(1).chain(&region.sides[..1]);
    region.sides.iter().zip(next).map(|(side, next)| (side, next.from))
}

/// Do the areas of all regions add up to exactly 1?
///
/// Each area is a signed sum of integrals along its sides. Along every front each stretch has to
/// occur once with either sign, so that all these cancel, whatever their values; what is left is
/// the top side, whose stretches have to lead from a = 0 to a = 1 without gap or overlap.
pub(super) fn add_up_to_one(arrangement: &Arrangement, pieces: &Pieces) -> bool {
    let mut stretches: HashMap<Stretch, [u32; 2]> = HashMap::new();
    let mut top: HashMap<usize, usize> = HashMap::new();
    for (side, to) in pieces.regions.iter().flat_map(sides) {
        match side.boundary {
            Boundary::Front(k) if !arrangement.fronts[k].arc.is_upright() => {
                let stretch = if side.positive { (k, to, side.from) } else { (k, side.from, to) };
                stretches.entry(stretch).or_default()[usize::from(side.positive)] += 1;
            }
            Boundary::Top => {
                if top.insert(to, side.from).is_some() {
                    return false;
                }
            }
            _ => {}
        }
    }
    let at = |vertex: &usize, a: Rational| pieces.vertices[*vertex].a == Quadratic::from(a);
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
