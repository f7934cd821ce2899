//! Lines that cross one line inside the Tile, and their order along it.

use std::cmp::Ordering;

use crate::parallel::fold;

use super::lines::{Lines, number};
use crate::num::ExactInteger;

impl<I: ExactInteger> Lines<I> {
    /// The number of pairs of lines that cross inside the Tile.
    pub(super) fn crossing_pairs(&self) -> u64 {
        fold(self.len(), || 0, |sum, k| sum + self.later_crossings(k), |x, y| x + y)
    }

    /// The number of later lines that cross a line inside the Tile.
    fn later_crossings(&self, k: usize) -> u64 {
        let (from, end) = (self.next_start[k] as usize, self.lower_rights[k]);
        self.lower_rights[from..].iter().filter(|&&other| other < end).count() as u64
    }

    /// Returns an estimate of that number from a part of the lines; exact for a few thousand lines.
    pub(super) fn estimated_crossing_pairs(&self) -> u64 {
        const LOOKED_AT: usize = 4096;
        let step = self.len().div_ceil(LOOKED_AT).max(1);
        let found = fold(
            self.len().div_ceil(step),
            || 0,
            |sum, sample| sum + self.later_crossings(sample * step),
            |x, y| x + y,
        );
        found.saturating_mul(step as u64)
    }

    /// Adds the later lines that cross a line inside the Tile, in the order of their numbers.
    pub(super) fn later_crossing(&self, k: usize, found: &mut Vec<u32>) {
        let (from, end) = (self.next_start[k] as usize, self.lower_rights[k]);
        let later = self.lower_rights[from..].iter().zip(number(from)..);
        found.extend(later.filter(|&(&other, _)| other < end).map(|(_, l)| l));
    }

    /// The same for earlier lines.
    pub(super) fn earlier_crossing(&self, k: usize, found: &mut Vec<u32>) {
        let line = &self.lines[k];
        let earlier = self.lower_rights[..k].iter().zip(0_u32..);
        found.extend(
            earlier
                .filter(|&(&other, l)| {
                    other > line.lower_right && self.lines[l as usize].upper_left < line.upper_left
                })
                .map(|(_, l)| l),
        );
    }

    /// Returns the distances of line l from the outer points of line k, in the same unit for all l.
    #[inline]
    pub(super) fn distances(&self, k: usize, l: u32) -> [I; 2] {
        let [v, u, w] = &self.lines[l as usize].normal;
        self.lines[k].outer.map(|point| {
            let [x, y, weight] = &self.points[point as usize];
            w.times(weight).decreased(&v.times(x)).decreased(&u.times(y)).magnitude()
        })
    }

    /// Sorts lines that cross line k inside the Tile along it, from its upper-left end, and tells
    /// of each distinct crossing with the lines through it, by number.
    ///
    /// A line's signed distances from the outer points of k have one sign, and their ratio is a
    /// projective coordinate on k that increases from its upper-left to its lower-right end.
    pub(super) fn along(
        &self,
        k: usize,
        Workspace { crossing, order, packed, distances, group }: &mut Workspace<I>,
        mut at: impl FnMut(&[u32]),
    ) {
        let distances_of = |l: u32| self.distances(k, l);
        let index_bits = 64 - I::KEY_BITS;
        if self.keys_decide && index_bits > 0 && self.lines.len() < 1 << index_bits {
            packed.clear();
            packed.extend(crossing.iter().map(|&l| {
                let [first, last] = distances_of(l);
                I::ratio_key(&first, &last) << index_bits | u64::from(l)
            }));
            packed.sort_unstable();
            for same in packed.chunk_by(|x, y| x >> index_bits == y >> index_bits) {
                group.clear();
                let mask = (1 << index_bits) - 1;
                group.extend(
                    same.iter().map(|word| u32::try_from(word & mask).expect("a number of a line")),
                );
                at(group);
            }
            return;
        }
        distances.clear();
        distances.extend(crossing.iter().map(|&l| distances_of(l)));
        order.clear();
        let keys = distances.iter().map(|[first, last]| I::ratio_key(first, last));
        order.extend(keys.zip(0_u32..));
        let decided = |x: u32, y: u32| {
            if self.keys_decide {
                return Ordering::Equal;
            }
            let ([first, last], [first2, last2]) = (&distances[x as usize], &distances[y as usize]);
            first.times(last2).cmp(&first2.times(last))
        };
        order.sort_unstable_by(|x, y| {
            x.0.cmp(&y.0).then_with(|| decided(x.1, y.1)).then(x.1.cmp(&y.1))
        });
        for same in order.chunk_by(|x, y| x.0 == y.0 && decided(x.1, y.1).is_eq()) {
            group.clear();
            group.extend(same.iter().map(|&(_, position)| crossing[position as usize]));
            at(group);
        }
    }
}

/// Buffers that are reused from one line to the next.
#[derive(Debug)]
pub(super) struct Workspace<I> {
    /// The lines to be sorted.
    pub(super) crossing: Vec<u32>,
    order: Vec<(u64, u32)>,
    packed: Vec<u64>,
    distances: Vec<[I; 2]>,
    group: Vec<u32>,
}

impl<I> Default for Workspace<I> {
    fn default() -> Self {
        Self {
            crossing: Vec::new(),
            order: Vec::new(),
            packed: Vec::new(),
            distances: Vec::new(),
            group: Vec::new(),
        }
    }
}
