//! The sweep: one classifier's critical ratios, sorted, cut the Tile into sectors of constant rank.
//!
//! A rival at (x + dx, y + dy) that is nowhere worse always beats the classifier, one that is
//! nowhere better never does, an equal one ties everywhere. Each other rival has one critical
//! ratio t = -dy/dx: with dx > 0 > dy it beats the classifier iff A : B > t, with dx < 0 < dy iff
//! A : B < t. O(n log n) for one classifier; two rivals are compared by a 64-bit key whose
//! inequality proves theirs, and by cross multiplication where keys are equal.

use std::cmp::Ordering;

#[cfg(feature = "serde")]
use serde::{Serialize, Serializer};

use super::chord::Chord;
use super::plane::Plane;
use crate::num::ExactInteger;

/// The ranks that a classifier shares with those equal to it: from 1 + (number better) to
/// 1 + (number better or equal). Rank 1 is best.
///
/// ```
/// use exactile::RankInterval;
/// let tie = RankInterval { best: 2, worst: 3 };
/// assert!(tie.is_tie() && tie.contains(3) && !tie.contains(1));
/// assert_eq!(tie.to_string(), "2-3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RankInterval {
    /// The best rank of the interval.
    pub best: u32,
    /// The worst rank of the interval.
    pub worst: u32,
}

impl RankInterval {
    pub(crate) fn new(better: u32, tied_rivals: u32) -> Self {
        Self { best: better + 1, worst: better + 1 + tied_rivals }
    }

    /// Returns `true` if the interval contains `rank`.
    pub fn contains(self, rank: u32) -> bool {
        (self.best..=self.worst).contains(&rank)
    }

    /// Returns `true` if the interval contains more than one rank.
    pub fn is_tie(self) -> bool {
        self.best != self.worst
    }
}

#[cfg(feature = "serde")]
impl Serialize for RankInterval {
    /// A pair `[best, worst]`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.best, self.worst].serialize(serializer)
    }
}

impl std::fmt::Display for RankInterval {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_tie() {
            write!(f, "{}-{}", self.best, self.worst)
        } else {
            write!(f, "{}", self.best)
        }
    }
}

/// One classifier's sectors, from the corner TPR (1, 1) to the corner TNR (0, 0).
#[derive(Clone, Debug)]
pub(super) struct Sectors<I> {
    /// The chords between neighbouring sectors.
    pub(super) chords: Vec<Chord<I>>,
    /// The rank on each sector: one more than chords.
    pub(super) ranks: Vec<RankInterval>,
    /// The rank on each chord.
    pub(super) tie_ranks: Vec<RankInterval>,
}

/// A rival's critical ratio v : u.
#[derive(Clone, Debug)]
struct Critical<I> {
    u: I,
    v: I,
    /// `true` if the rival beats the classifier beyond its ratio (towards TNR); otherwise it does
    /// before it.
    beats_beyond: bool,
}

/// Buffers that are reused from one classifier to the next.
#[derive(Debug)]
pub(super) struct Workspace<I> {
    criticals: Vec<Critical<I>>,
    /// Keys of the criticals with their positions, to be sorted.
    order: Vec<(u64, u32)>,
    /// The same in one word each, where they fit.
    packed: Vec<u64>,
}

impl<I> Default for Workspace<I> {
    fn default() -> Self {
        Self { criticals: Vec::new(), order: Vec::new(), packed: Vec::new() }
    }
}

impl<I: ExactInteger> Plane<I> {
    /// The sectors of classifier i.
    pub(super) fn sectors(&self, i: usize, workspace: &mut Workspace<I>) -> Sectors<I> {
        let Workspace { criticals, order, packed } = workspace;
        criticals.clear();
        order.clear();
        let (mut better, mut equal) = (0_u32, 0_u32);
        for j in 0..self.len() {
            if i == j {
                continue;
            }
            let [u, v] = self.difference(i, j);
            match (u.cmp(&I::from_small(0)), v.cmp(&I::from_small(0))) {
                (Ordering::Equal, Ordering::Equal) => equal += 1,
                (Ordering::Greater, Ordering::Less) => {
                    let v = v.negated();
                    order.push((I::ratio_key(&v, &u), index(criticals.len())));
                    criticals.push(Critical { u, v, beats_beyond: true });
                }
                (Ordering::Less, Ordering::Greater) => {
                    let u = u.negated();
                    order.push((I::ratio_key(&v, &u), index(criticals.len())));
                    criticals.push(Critical { u, v, beats_beyond: false });
                    better += 1; // it beats the classifier from the start of the sweep
                }
                (Ordering::Less | Ordering::Equal, Ordering::Less | Ordering::Equal) => {}
                (Ordering::Greater | Ordering::Equal, Ordering::Greater | Ordering::Equal) => {
                    better += 1;
                }
            }
        }
        let keys_decide = self.keys_decide();
        sort_by_ratio(order, packed, criticals, keys_decide);

        let mut sectors = Sectors {
            chords: Vec::with_capacity(order.len()),
            ranks: Vec::with_capacity(order.len() + 1),
            tie_ranks: Vec::with_capacity(order.len()),
        };
        sectors.ranks.push(RankInterval::new(better, equal));
        let mut start = 0;
        while start < order.len() {
            let (key, first) = order[start];
            let critical = &criticals[first as usize];
            let (mut joining, mut leaving) = (0, 0);
            while let Some(&(next_key, next)) = order.get(start) {
                let next = &criticals[next as usize];
                if next_key != key || !(keys_decide || compare(critical, next).is_eq()) {
                    break;
                }
                if next.beats_beyond {
                    joining += 1
                } else {
                    leaving += 1
                }
                start += 1;
            }
            better -= leaving;
            sectors.chords.push(self.chord(i, &critical.u, &critical.v));
            sectors.tie_ranks.push(RankInterval::new(better, equal + joining + leaving));
            better += joining;
            sectors.ranks.push(RankInterval::new(better, equal));
        }
        sectors
    }
}

/// Sorts by key, and where keys leave it open by cross multiplication.
fn sort_by_ratio<I: ExactInteger>(
    order: &mut [(u64, u32)],
    packed: &mut Vec<u64>,
    criticals: &[Critical<I>],
    keys_decide: bool,
) {
    let index_bits = 64 - I::KEY_BITS;
    if keys_decide && index_bits > 0 && criticals.len() < 1 << index_bits {
        // Single words sort twice as fast as pairs.
        packed.clear();
        packed.extend(order.iter().map(|&(key, at)| key << index_bits | u64::from(at)));
        packed.sort_unstable();
        for (pair, word) in order.iter_mut().zip(packed) {
            let position = *word & ((1 << index_bits) - 1);
            *pair = (*word >> index_bits, u32::try_from(position).expect("it was 32 bits long"));
        }
    } else if keys_decide {
        order.sort_unstable();
    } else {
        order.sort_unstable_by(|x, y| {
            x.0.cmp(&y.0).then_with(|| compare(&criticals[x.1 as usize], &criticals[y.1 as usize]))
        });
    }
}

/// The order of two critical ratios v : u, by cross multiplication.
fn compare<I: ExactInteger>(first: &Critical<I>, second: &Critical<I>) -> Ordering {
    first.v.times(&second.u).cmp(&second.v.times(&first.u))
}

/// A position that fits in 32 bits, since ranks do.
fn index(position: usize) -> u32 {
    u32::try_from(position).expect("the number of classifiers was checked to fit in 32 bits")
}
