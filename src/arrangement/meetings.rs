//! Crossings on a line that fall together, without their order along it.
//!
//! Counting needs no order. Each crossing with a line gets a *tag*, a word that is the same for all
//! lines that cross it in the same point: the ratio of their distances from the outer points of the
//! line (see [`Lines::along`]),
//!
//! - in doubles, if the distances are integers below 2^53 and so exact there: division rounds
//!   correctly, equal ratios have equal quotients. Ratios of integers below 2^25 that differ do so
//!   by more than 2^-50 of their size, and their quotients differ as well;
//! - modulo the prime 2^61 - 1 elsewhere.
//!
//! Different tags prove that crossings differ. A table of bits finds the few tags that more than
//! one line may have; these are sorted, and where equal tags do not prove that crossings are equal,
//! they are compared exactly.
//!
//! Lines are kept in blocks of consecutive numbers, each by increasing lower-right end: those that
//! cross a line are the first ones of each block beyond it. O(1) for each crossing, O(log) for each
//! block.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;

use super::count::{RankingCount, Seen, SharedCount};
use super::crossings::Workspace;
use super::lines::{Lines, number};
use crate::num::ExactInteger;
use crate::parallel::fold;
use crate::work::Watch;

/// Lines of a block.
const BLOCK: usize = 4096;

/// Crossings for which a table of bits is worth its cost.
const WORTH_A_TABLE: usize = 64;

/// Bits of the table for each crossing.
const BITS_EACH: usize = 16;

/// Most binary digits of integers that are exact in doubles.
const EXACT_BITS: u64 = 53;

/// Most binary digits of integers whose quotients decide in doubles.
const DECIDING_BITS: u64 = 25;

/// The prime 2^61 - 1.
const PRIME: u64 = (1 << 61) - 1;

/// All lines once more, for finding out how many of them meet one of them in the same points.
#[derive(Debug)]
pub(super) struct Meetings<'a, I> {
    lines: &'a Lines<I>,
    /// The lines, block after block.
    order: Vec<u32>,
    /// Their lower-right ends.
    ends: Vec<u32>,
    tags: Tags,
    /// The most performances that tie on one line.
    most_members: u64,
}

/// Normals `[v, u, w]` in the order of the blocks, a list for each part, and all points.
#[derive(Debug)]
enum Tags {
    Doubles { normals: [Vec<f64>; 3], points: Vec<[f64; 3]>, decide: bool },
    Residues { normals: [Vec<u64>; 3], points: Vec<[u64; 3]> },
}

/// Buffers that are reused from one line to the next.
#[derive(Debug)]
pub(super) struct Buffers<I> {
    /// Tags of the lines that cross, and at the same positions where these stand in the blocks.
    tags: Vec<u64>,
    positions: Vec<u32>,
    /// For 64 values of a hash each: which were seen, which more than once.
    table: Vec<[u64; 2]>,
    /// Tags that several lines may have, with the lines.
    shared: Vec<(u64, u32)>,
    residues: Residues,
    workspace: Workspace<I>,
}

impl<I> Default for Buffers<I> {
    fn default() -> Self {
        Self {
            tags: Vec::new(),
            positions: Vec::new(),
            table: Vec::new(),
            shared: Vec::new(),
            residues: Residues::default(),
            workspace: Workspace::default(),
        }
    }
}

impl<'a, I: ExactInteger> Meetings<'a, I> {
    pub(super) fn new(lines: &'a Lines<I>) -> Self {
        Self::with_tags(lines, EXACT_BITS, DECIDING_BITS)
    }

    /// With tags in doubles for at most `exact_bits` binary digits, which prove equality for at
    /// most `deciding_bits`.
    fn with_tags(lines: &'a Lines<I>, exact_bits: u64, deciding_bits: u64) -> Self {
        let mut order: Vec<u32> = (0..number(lines.len())).collect();
        for block in order.chunks_mut(BLOCK) {
            block.sort_unstable_by_key(|&l| (lines.lower_rights[l as usize], l));
        }
        let part = |k: usize| order.iter().map(move |&l| &lines.line(l as usize).normal[k]);
        let tags = if lines.term_bits <= exact_bits {
            let exact =
                |value: &I| value.to_big().to_f64().expect("every integer has a nearest double");
            Tags::Doubles {
                normals: [0, 1, 2].map(|k| part(k).map(exact).collect()),
                points: lines.points.iter().map(|point| point.each_ref().map(exact)).collect(),
                decide: lines.distance_bits <= deciding_bits,
            }
        } else {
            let prime = BigInt::from(PRIME);
            let residue = |value: &I| {
                value.to_big().mod_floor(&prime).to_u64().expect("a residue is below the prime")
            };
            Tags::Residues {
                normals: [0, 1, 2].map(|k| part(k).map(residue).collect()),
                points: lines.points.iter().map(|point| point.each_ref().map(residue)).collect(),
            }
        };
        let ends = order.iter().map(|&l| lines.lower_rights[l as usize]).collect();
        let most_members =
            (0..lines.len()).map(|k| lines.members(k).len() as u64).max().unwrap_or(0);
        Self { lines, order, ends, tags, most_members }
    }

    /// Adds to `seen` the points in which later lines cross a line inside the Tile.
    pub(super) fn see(&self, k: usize, seen: &mut Seen, buffers: &mut Buffers<I>) {
        if self.tag_later(k, buffers) {
            self.see_tagged(k, seen, buffers);
        } else {
            self.see_sorted(k, seen, &mut buffers.workspace);
        }
    }

    /// Collects tags and positions of the later lines that cross a line; returns `false` if a tag
    /// says nothing.
    fn tag_later(&self, k: usize, buffers: &mut Buffers<I>) -> bool {
        let Buffers { tags, positions, residues, .. } = buffers;
        tags.clear();
        positions.clear();
        let (from, end) = (self.lines.next_start[k], self.lines.lower_rights[k]);
        let first_whole = (from as usize).div_ceil(BLOCK) * BLOCK;
        let crossing_in = |start: usize| {
            let stop = (start + BLOCK).min(self.ends.len());
            start..start + self.ends[start..stop].partition_point(|&other| other < end)
        };
        if (from as usize) < first_whole {
            let run = crossing_in(first_whole - BLOCK);
            positions
                .extend(run.map(number).filter(|&position| self.order[position as usize] >= from));
        }
        let beside = positions.len();
        let mut runs = (first_whole..self.ends.len()).step_by(BLOCK).map(crossing_in);
        let outer = self.lines.line(k).outer.map(|point| point as usize);
        match &self.tags {
            Tags::Doubles { normals: [v, u, w], points, .. } => {
                let outer = outer.map(|point| points[point]);
                let [v_beside, u_beside, w_beside] = [v, u, w].map(|part| {
                    positions[..beside].iter().map(|&position| part[position as usize])
                });
                tags.extend(
                    v_beside
                        .zip(u_beside)
                        .zip(w_beside)
                        .map(|((v, u), w)| quotient(outer, [v, u, w])),
                );
                for run in &mut runs {
                    let parts = v[run.clone()].iter().zip(&u[run.clone()]).zip(&w[run.clone()]);
                    tags.extend(parts.map(|((&v, &u), &w)| quotient(outer, [v, u, w])));
                    positions.extend(number(run.start)..number(run.end));
                }
                true
            }
            Tags::Residues { normals, points } => {
                for run in &mut runs {
                    positions.extend(number(run.start)..number(run.end));
                }
                let normals = positions
                    .iter()
                    .map(|&position| normals.each_ref().map(|part| part[position as usize]));
                residues.quotients(outer.map(|point| points[point]), normals, tags)
            }
        }
    }

    /// Counts the points by their tags.
    fn see_tagged(&self, k: usize, seen: &mut Seen, buffers: &mut Buffers<I>) {
        let Buffers { tags, positions, table, shared, .. } = buffers;
        shared.clear();
        let members = |l: u32| self.lines.members(l as usize).len() as u64;
        let here = members(number(k));
        let line_at = |position: u32| self.order[position as usize];
        let tagged = tags.iter().zip(&*positions);
        if tags.len() < WORTH_A_TABLE {
            shared.extend(tagged.map(|(&tag, &position)| (tag, line_at(position))));
        } else {
            let bits = (tags.len() * BITS_EACH).next_power_of_two();
            let shift = u64::BITS - bits.ilog2();
            table.clear();
            table.resize(bits / 64, [0; 2]);
            for &tag in &*tags {
                let (word, bit) = hashed(tag, shift);
                let [once, twice] = &mut table[word];
                *twice |= *once & bit;
                *once |= bit;
            }
            let largest = here + self.most_members;
            let mut alone = 0;
            for (&tag, &position) in tagged {
                let (word, bit) = hashed(tag, shift);
                if table[word][1] & bit != 0 {
                    shared.push((tag, line_at(position)));
                } else if largest > seen.largest() {
                    seen.add(1, here + members(line_at(position)));
                } else {
                    alone += 1;
                }
            }
            seen.add_alone(alone);
        }
        shared.sort_unstable();
        let decide = matches!(self.tags, Tags::Doubles { decide: true, .. });
        for same in shared.chunk_by(|x, y| x.0 == y.0) {
            let mut see = |through: &[(u64, u32)]| {
                seen.add(
                    through.len(),
                    here + through.iter().map(|&(_, l)| members(l)).sum::<u64>(),
                );
            };
            if decide || same.len() == 1 {
                see(same);
                continue;
            }
            let mut exact: Vec<([I; 2], (u64, u32))> =
                same.iter().map(|&tagged| (self.lines.distances(k, tagged.1), tagged)).collect();
            let order = |([first, last], _): &([I; 2], _), ([first2, last2], _): &([I; 2], _)| {
                first.times(last2).cmp(&first2.times(last))
            };
            exact.sort_unstable_by(order);
            for equal in exact.chunk_by(|x, y| order(x, y).is_eq()) {
                see(&equal.iter().map(|&(_, tagged)| tagged).collect::<Vec<_>>());
            }
        }
    }

    /// Counts the points in their order along the line.
    fn see_sorted(&self, k: usize, seen: &mut Seen, workspace: &mut Workspace<I>) {
        let members = |k: usize| self.lines.members(k).len() as u64;
        workspace.crossing.clear();
        self.lines.later_crossing(k, &mut workspace.crossing);
        self.lines.along(k, workspace, |through| {
            let tied = members(k) + through.iter().map(|&l| members(l as usize)).sum::<u64>();
            seen.add(through.len(), tied);
        });
    }
}

/// The ratio of a line's distances from two points, rounded; exact but for the division.
#[inline]
fn quotient([first, last]: [[f64; 3]; 2], [v, u, w]: [f64; 3]) -> u64 {
    let distance = |[x, y, weight]: [f64; 3]| v * x + u * y - w * weight;
    (distance(first) / distance(last)).to_bits()
}

/// Returns the place of a tag in a table of `2^(64 - shift)` bits: its word, and the bit there.
#[inline]
fn hashed(tag: u64, shift: u32) -> (usize, u64) {
    // An odd number near 2^64 divided by the golden ratio spreads regular tags over the table.
    let hash = tag.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> shift;
    ((hash >> 6) as usize, 1 << (hash & 63))
}

/// Quotients modulo the prime, all with one inverse.
#[derive(Debug, Default)]
struct Residues {
    /// Numerators and denominators.
    fractions: Vec<[u64; 2]>,
    /// The product of all denominators before each, leaving out those that are 0.
    products: Vec<u64>,
}

impl Residues {
    /// Appends to `tags` the ratio of each line's distances from two points, the prime itself for
    /// denominators that are 0. Returns `false` if a numerator is 0 as well, which says nothing.
    fn quotients(
        &mut self,
        outer: [[u64; 3]; 2],
        normals: impl Iterator<Item = [u64; 3]>,
        tags: &mut Vec<u64>,
    ) -> bool {
        let Self { fractions, products } = self;
        fractions.clear();
        products.clear();
        let mut product = 1;
        for [v, u, w] in normals {
            let fraction = outer.map(|[x, y, weight]| {
                // Each product is below 2^122.
                let sum = u128::from(v) * u128::from(x) + u128::from(u) * u128::from(y);
                reduced(sum + u128::from(PRIME - w) * u128::from(weight))
            });
            if fraction == [0, 0] {
                return false;
            }
            fractions.push(fraction);
            products.push(product);
            if fraction[1] != 0 {
                product = times(product, fraction[1]);
            }
        }
        let mut inverse = inverse(product);
        let start = tags.len();
        tags.resize(start + fractions.len(), PRIME);
        let places = tags[start..].iter_mut().zip(&*fractions).zip(&*products);
        for ((tag, &[numerator, denominator]), &before) in places.rev() {
            if denominator != 0 {
                *tag = times(numerator, times(inverse, before));
                inverse = times(inverse, denominator);
            }
        }
        true
    }
}

/// The residue of a number below 2^124.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the parts are below 2^61 and 2^63")]
fn reduced(value: u128) -> u64 {
    // 2^61 is 1 modulo the prime.
    let sum = (value & u128::from(PRIME)) as u64 + (value >> 61) as u64;
    let sum = (sum & PRIME) + (sum >> 61);
    if sum >= PRIME { sum - PRIME } else { sum }
}

#[inline]
fn times(x: u64, y: u64) -> u64 {
    reduced(u128::from(x) * u128::from(y))
}

/// The inverse of a residue that is not 0, by Fermat.
fn inverse(value: u64) -> u64 {
    let mut power = 1;
    for bit in (0..61).rev() {
        power = times(power, power);
        if (PRIME - 2) >> bit & 1 == 1 {
            power = times(power, value);
        }
    }
    power
}

impl<I: ExactInteger> Lines<I> {
    /// The counts. A line is a step of the work.
    pub(super) fn count(&self, watch: &Watch<'_>) -> Option<RankingCount> {
        let members = |k: usize| self.members(k).len() as u64;
        let meetings = Meetings::new(self);
        let (seen, _) = fold(
            self.len(),
            || Some((Seen::default(), Buffers::default())),
            |state, k| {
                let (mut seen, mut buffers) = state?;
                watch.step()?;
                meetings.see(k, &mut seen, &mut buffers);
                Some((seen, buffers))
            },
            |first, second| {
                let ((x, buffers), (y, _)) = first.zip(second)?;
                Some((x.with(&y), buffers))
            },
        )?;
        let shared = (0..self.len()).map(members).filter(|&count| count > 2);
        let shared = SharedCount {
            count: shared.clone().count() as u64,
            largest: shared.max().unwrap_or(0),
        };
        Some(seen.counts(self.len() as u64, shared))
    }
}

#[cfg(test)]
mod tests {
    use super::super::lines::AnyLines;
    use super::super::lines::on_lines;
    use super::*;
    use crate::{Classifier, ConfusionMatrix, Regions};
    use proptest::prelude::*;

    /// Returns the counts that all lines see, and those that they see in order.
    fn seen<I: ExactInteger>(meetings: &Meetings<'_, I>) -> [Seen; 2] {
        let (mut tagged, mut sorted) = (Seen::default(), Seen::default());
        let mut buffers = Buffers::default();
        for k in 0..meetings.lines.len() {
            meetings.see(k, &mut tagged, &mut buffers);
            meetings.see_sorted(k, &mut sorted, &mut buffers.workspace);
        }
        [tagged, sorted]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn tags_of_all_kinds_see_what_sorting_sees(
            counts in prop::collection::vec((0_u64..=14, 0_u64..=11), 24..36),
            factor in prop::sample::select(vec![1, 1 << 12, 1 << 24, 1 << 40]),
            shift in 0_u64..3,
        ) {
            // Equal factors keep what falls together; a shift of one by little does not.
            let classifiers: Vec<Classifier> = (0..).zip(&counts).map(|(k, &(tn, tp))| {
                let off = if k == 0 { shift } else { 0 };
                let [n, p] = [14, 11].map(|size| size * factor + 2);
                let (tn, tp) = (tn * factor + off, tp * factor + off);
                Classifier::new("",
                    ConfusionMatrix::from_counts(tn, n - tn, p - tp, tp).expect("samples"))
            }).collect();
            let regions = Regions::new(classifiers).expect("a population");
            let (lines, _) =
                AnyLines::new(&regions.roc_points().expect("one prior"), usize::MAX).expect("few");
            on_lines!(&lines, lines => for [exact, deciding] in
                [[EXACT_BITS, DECIDING_BITS], [EXACT_BITS, 0], [0, 0]]
            {
                let meetings = Meetings::with_tags(lines, exact, deciding);
                let [tagged, sorted] = seen(&meetings);
                prop_assert_eq!(tagged, sorted);
            });
        }

        #[test]
        fn residues_are_those_of_big_integers(x in 0..PRIME, y in 1..PRIME) {
            let product = BigInt::from(x) * y % PRIME;
            prop_assert_eq!(BigInt::from(times(x, y)), product);
            prop_assert_eq!(times(y, inverse(y)), 1);
            let large = (1_u128 << 124) - 1 - u128::from(x);
            prop_assert_eq!(u128::from(reduced(large)), large % u128::from(PRIME));
        }
    }

    #[test]
    fn residues_without_meaning_are_noticed() {
        let mut residues = Residues::default();
        let outer = [[1, 0, 0], [0, 1, 0]];
        let mut tags = Vec::new();
        // Denominator 0: one tag for all of them, apart from every residue.
        assert!(residues.quotients(
            outer,
            [[3, 5, 0], [4, 0, 1], [6, 10, 9], [7, 0, 2]].into_iter(),
            &mut tags
        ));
        assert_eq!((tags[0], tags[1], tags[3]), (tags[2], PRIME, PRIME));
        assert!(!residues.quotients(outer, [[3, 5, 0], [0, 0, 1]].into_iter(), &mut tags));
    }
}
