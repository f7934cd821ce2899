//! The cells that touch a place on a frontier or on the border of the Tile.
//!
//! In balanced coordinates the frontiers through the place are falling lines. They and the sides of
//! the Tile are rays from the place; each angle between two neighbouring rays is one cell. A point
//! of it on the sum of the two rays, closer than every other frontier and side, is a sample of the
//! cell.

use super::frontiers::Frontiers;
use crate::geometry::Point;
use crate::num::Rational;
use crate::score::RankingScore;
use crate::tile::{groups, rank_at};

/// A cell of the open Tile that touches a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// A point inside the cell, on the Tile of the priors.
    pub sample: Point,
    /// The ranking everywhere in the cell, best first; equal performances in one group.
    pub ranking: Vec<Vec<usize>>,
}

/// Search for the cells at a place: the place, and all frontiers.
pub(super) struct BesideSearch<'s> {
    /// The place in balanced coordinates.
    pub(super) place: &'s Point,
    /// p, q, c of every frontier p a + q b = c.
    pub(super) chords: &'s [[Rational; 3]],
    /// The frontiers through the place, from the flattest to the steepest.
    pub(super) through: &'s [usize],
}

/// A direction from the place.
type Ray = [Rational; 2];

impl BesideSearch<'_> {
    /// The cells that touch the place, counter-clockwise; none if it is inside a cell. O(L) for L
    /// frontiers, and O(n) for each cell of n classifiers.
    pub(super) fn cells(&self, frontiers: &Frontiers<'_>) -> Vec<Beside> {
        let (rays, lines) = self.rays();
        if rays.is_empty() {
            return Vec::new();
        }
        let reach = self.reach();
        let sectors = if self.is_inner() { rays.len() } else { rays.len() - 1 };
        let mut cells: Vec<Beside> = Vec::with_capacity(sectors);
        // The first ranking comes from the definition; crossing a frontier reverses those who tie
        // on it.
        let mut order: Vec<u32> = Vec::new();
        for k in 0..sectors {
            let next = (k + 1) % rays.len();
            let [da, db] = between(&rays[k], &rays[next]);
            let scale = &reach / da.abs().max(db.abs());
            let balanced = Point::new(&self.place.a + &scale * da, &self.place.b + &scale * db);
            let sample = frontiers.shift.apply_to_point(&balanced);
            match lines[k].filter(|_| k > 0) {
                Some(line) => reverse(frontiers.tied_on(line), &mut order),
                None => order = strict_order(frontiers, &sample),
            }
            let ranking =
                order.iter().map(|&i| frontiers.performances()[i as usize].clone()).collect();
            cells.push(Beside { sample, ranking });
        }
        cells
    }

    fn is_inner(&self) -> bool {
        let inside = |z: &Rational| z.is_positive() && *z < Rational::ONE;
        inside(&self.place.a) && inside(&self.place.b)
    }

    /// The rays between which the cells lie, counter-clockwise, each with its frontier. On the
    /// border the first and the last one are sides of the Tile.
    fn rays(&self) -> (Vec<Ray>, Vec<Option<usize>>) {
        let (zero, one) = (Rational::ZERO, Rational::ONE);
        let Point { a, b } = self.place;
        // Lines fall: they leave the left and top sides to the lower right, the others to the
        // upper left. Counter-clockwise the steepest comes first either way.
        let lower_right = self.through.iter().rev().map(|&line| {
            let [p, q, _] = &self.chords[line];
            ([q.clone(), -p], Some(line))
        });
        let upper_left = self.through.iter().rev().map(|&line| {
            let [p, q, _] = &self.chords[line];
            ([-q, p.clone()], Some(line))
        });
        if self.is_inner() {
            return lower_right.chain(upper_left).unzip();
        }
        let ray = |da: i32, db: i32| ([Rational::from(da), Rational::from(db)], None);
        let (left, right) = (*a == zero, *a == one);
        let (bottom, top) = (*b == zero, *b == one);
        let (first, last) = match (left, right, bottom, top) {
            (true, _, true, _) => (ray(1, 0), ray(0, 1)),
            (true, _, _, true) => (ray(0, -1), ray(1, 0)),
            (_, true, true, _) => (ray(0, 1), ray(-1, 0)),
            (_, true, _, true) => (ray(-1, 0), ray(0, -1)),
            (true, ..) => (ray(0, -1), ray(0, 1)),
            (_, true, ..) => (ray(0, 1), ray(0, -1)),
            (_, _, true, _) => (ray(1, 0), ray(-1, 0)),
            _ => (ray(-1, 0), ray(1, 0)),
        };
        let inner: Vec<(Ray, Option<usize>)> =
            if left || top { lower_right.collect() } else { upper_left.collect() };
        std::iter::once(first).chain(inner).chain(std::iter::once(last)).unzip()
    }

    /// A distance along either axis within which there is no other frontier and no other side: a
    /// unit fraction, so that samples have small numbers.
    fn reach(&self) -> Rational {
        let Point { a, b } = self.place;
        let sides = [a.clone(), a.complement(), b.clone(), b.complement()];
        let mut reach = Rational::new(1, 2);
        for room in sides.into_iter().filter(Rational::is_positive) {
            reach = reach.min(room);
        }
        for [p, q, c] in self.chords {
            let value = (p * a + q * b - c).abs();
            // Moving by r along both axes changes the value by r (p + q) at most.
            if !value.is_zero() && value < &reach * (p + q) {
                reach = value / (p + q);
            }
        }
        let parts = reach.denominator() / reach.numerator() + 1;
        Rational::new(1, parts)
    }
}

/// A direction strictly between two rays, counter-clockwise from the first, at most half a turn
/// apart.
fn between([a1, b1]: &Ray, [a2, b2]: &Ray) -> Ray {
    if (a1 * b2 - b1 * a2).is_zero() {
        return [-b1, a1.clone()];
    }
    [a1 + a2, b1 + b2]
}

/// The distinct performances in their order at a point of an open cell.
fn strict_order(frontiers: &Frontiers<'_>, sample: &Point) -> Vec<u32> {
    let classifiers = frontiers.regions().classifiers();
    let mut performance = vec![0_u32; classifiers.len()];
    for (number, group) in (0_u32..).zip(frontiers.performances()) {
        for &member in group {
            performance[member] = number;
        }
    }
    let score = RankingScore::at(sample.clone()).expect("a cell is part of the Tile");
    let ranking = rank_at(classifiers, &score);
    groups(&ranking).iter().map(|group| performance[group[0]]).collect()
}

/// Reverses the block of the performances that tie on a frontier, given by increasing number.
fn reverse(tied: &[u32], order: &mut [u32]) {
    let is_tied = |i: &u32| tied.binary_search(i).is_ok();
    let first = order.iter().position(is_tied).expect("all performances are ranked");
    order[first..first + tied.len()].reverse();
}
