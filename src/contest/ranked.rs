//! The order of the scalars of all states of a test, worked out once for many pairs.
//!
//! A pair adds masses to it: those of one class are added up by the ranks of their keys,
//! and each state of the other class finds by its own rank how much of them is above and below what
//! turns the comparison. O(m) for m states that have mass, without a sort.

use super::masses::{ClassMasses, ClassRow};
use super::merged::{Outcomes, Tally};
use super::scalars::{Divisor, Separation, sign_place};
use super::sum::Mass;
use crate::lattice::Lattice;

/// States of both classes whose ranks are kept at most.
const MOST_STATES: u64 = 2_000_000;
/// States for each pair from which on they are not worth ranking.
const WORTH_RANKING: u64 = 4_000;

/// The ranks of all states of a test.
pub(super) struct RankedStates {
    separation: Separation,
    /// For each state of the positive class the number of different keys below its own.
    positive: Ranks,
    /// For each state of the negative class twice the number of keys of the positive class below
    /// the key's negative, and one more if that is such a key.
    negative: Ranks,
}

/// A number for each state: by the right predictions of the first, and of the second.
struct Ranks {
    samples: usize,
    ranks: Vec<u32>,
}

impl Ranks {
    fn new(samples: u64, mut rank: impl FnMut(u64, i64) -> u32) -> Self {
        let seconds = |first| (0..=samples).map(move |second| (first, second));
        let signed = |count: u64| i64::try_from(count).expect("few");
        let states = (0..=samples).flat_map(seconds);
        let ranks = states.map(|(first, second)| rank(first, signed(first) - signed(second)));
        Self { samples: usize::try_from(samples).expect("few"), ranks: ranks.collect() }
    }

    /// The numbers of a row, beginning with its first difference.
    fn of<M>(&self, row: &ClassRow<M>) -> impl ExactSizeIterator<Item = usize> {
        let first = usize::try_from(row.first).expect("few");
        let second = i64::try_from(row.first).expect("few") - row.start;
        let second = usize::try_from(second).expect("right predictions");
        let end = first * (self.samples + 1) + second + 1;
        self.ranks[end - row.masses.len()..end].iter().rev().map(|rank| *rank as usize)
    }
}

impl RankedStates {
    /// `None` if so many pairs are not worth it, or if there are too many states.
    pub(super) fn new(separation: &Separation, test: Lattice, pairs: usize) -> Option<Self> {
        let (p, n) = (test.positives(), test.negatives());
        let states = (p + 1).checked_mul(p + 1)?.checked_add((n + 1).checked_mul(n + 1)?)?;
        let worth = u64::try_from(pairs).ok()?.saturating_mul(WORTH_RANKING);
        if states > MOST_STATES.min(worth) {
            return None;
        }
        let key = |divisor: Divisor, right: u64, difference: i64| match divisor.at(right) {
            0 => None,
            c => Some(separation.key(difference, c)),
        };
        let mut keys = Vec::new();
        Ranks::new(p, |right, difference| {
            keys.extend(key(separation.positive, right, difference));
            0
        });
        keys.sort_unstable();
        keys.dedup();
        let below = |limit: i128| keys.partition_point(|key| *key < limit);
        let narrow = |rank: usize| u32::try_from(rank).expect("fewer than states");
        let positive = Ranks::new(p, |right, difference| {
            key(separation.positive, right, difference).map_or(0, |key| narrow(below(key)))
        });
        let negative = Ranks::new(n, |right, difference| {
            let Some(key) = key(separation.negative, right, difference) else { return 0 };
            let rank = below(-key);
            narrow(2 * rank + usize::from(keys.get(rank) == Some(&-key)))
        });
        Some(Self { separation: *separation, positive, negative })
    }

    /// The same as [`merged`](super::merged::merged) of the sorted scalars of both classes, within
    /// its roundings.
    pub(super) fn outcomes<M: Mass>(
        &self,
        positive: &ClassMasses<M>,
        negative: &ClassMasses<M>,
    ) -> Outcomes<M> {
        let Separation { positive: divisor, negative: other_divisor, .. } = self.separation;
        let (flat, rows) = Self::flat(positive, divisor);
        let (other_flat, other_rows) = Self::flat(negative, other_divisor);
        let ends = rows.iter().flat_map(|row| self.positive.of(row));
        let (start, end) =
            ends.fold((usize::MAX, 0), |(start, end), rank| (start.min(rank), end.max(rank + 1)));
        let start = start.min(end);
        let mut sums: Vec<M::Sum> = (start..end).map(|_| M::sum()).collect();
        for row in &rows {
            for (rank, mass) in self.positive.of(row).zip(&row.masses) {
                M::add(&mut sums[rank - start], mass);
            }
        }
        let groups: Vec<M> = sums.iter().map(M::total).collect();
        let below = running(groups.iter());
        let mut above = running(groups.iter().rev());
        above.reverse();
        let mut tally = Tally::new();
        let mut rest = M::sum();
        for row in &other_rows {
            for (rank, mass) in self.negative.of(row).zip(&row.masses) {
                let at = (rank / 2).clamp(start, end) - start;
                let is_equal = rank % 2 == 1 && (start..end).contains(&(rank / 2));
                if is_equal {
                    M::add(&mut tally.equal, &mass.times(&groups[at]));
                }
                M::add(&mut tally.worse, &mass.times(&below[at]));
                M::add(&mut tally.better, &mass.times(&above[at + usize::from(is_equal)]));
                M::add(&mut rest, mass);
            }
        }
        let whole = || [below[end - start].clone(), M::total(&rest)];
        tally.add_flat([&flat, &other_flat], whole);
        tally.outcomes()
    }

    /// The masses whose divisor is zero, by the signs of their differences, and all other rows.
    fn flat<M: Mass>(masses: &ClassMasses<M>, divisor: Divisor) -> ([M; 3], Vec<&ClassRow<M>>) {
        let mut flat = [(); 3].map(|()| M::sum());
        let mut rows = Vec::with_capacity(masses.rows.len());
        for row in &masses.rows {
            if divisor.at(row.first) == 0 {
                for (difference, mass) in (row.start..).zip(&row.masses) {
                    M::add(&mut flat[sign_place(difference)], mass);
                }
            } else {
                rows.push(row);
            }
        }
        (flat.map(|sum| M::total(&sum)), rows)
    }
}

/// The sums of the first 0, 1, 2, ... masses.
fn running<'m, M: Mass + 'm>(masses: impl ExactSizeIterator<Item = &'m M>) -> Vec<M> {
    let mut sum = M::sum();
    let mut sums = Vec::with_capacity(masses.len() + 1);
    sums.push(M::total(&sum));
    sums.extend(masses.map(|mass| {
        M::add(&mut sum, mass);
        M::total(&sum)
    }));
    sums
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;
    use crate::contest::masses::PatternUrns;
    use crate::contest::merged::merged;
    use crate::contest::model::{ClassEvidence, PatternMass};
    use crate::geometry::Point;
    use crate::num::Rational;
    use crate::performance::JointCounts;

    fn counts([k, b, c, z]: [u64; 4]) -> JointCounts {
        JointCounts { both_right: k, only_first: b, only_second: c, both_wrong: z }
    }

    fn sorted<M: Mass>(of: &Separation, classes: [&ClassMasses<M>; 2]) -> Outcomes<M> {
        let [positive, negative] = classes;
        merged(&of.sorted(positive, of.positive), &of.sorted(negative, of.negative))
    }

    /// In integers both are the same, on the border of the Tile too, where divisors are zero.
    #[test]
    fn ranks_are_those_of_sorted_keys() {
        let mass = PatternMass::default();
        for (p, n) in [(1, 1), (4, 7), (9, 5)] {
            let test = Lattice::new(p, n).expect("samples");
            for (a, b) in (0..5).flat_map(|a| (0..5).map(move |b| (a, b))) {
                let place = Point { a: Rational::new(a, 4), b: Rational::new(b, 4) };
                let separation = Separation::new(&place, test).expect("small");
                let ranked = RankedStates::new(&separation, test, 1000).expect("worth it");
                for seen in [[3, 1, 2, 0], [0, 0, 4, 1], [5, 0, 0, 0], [2, 3, 3, 2]] {
                    let of = |seen, samples| {
                        let evidence = ClassEvidence::Paired(counts(seen));
                        ClassMasses::<BigUint>::exact(evidence, &mass, samples).expect("small")
                    };
                    let (positive, negative) = (of(seen, p), of([4, 2, 1, 1], n));
                    let found = ranked.outcomes(&positive, &negative);
                    let known = sorted(&separation, [&positive, &negative]);
                    let all = |of: Outcomes<BigUint>| [of.better, of.equal, of.worse];
                    assert_eq!(all(found), all(known), "{p} {n} {a} {b} {seen:?}");
                }
            }
        }
    }

    /// Doubles are within the roundings, and windows that are known already are the same.
    #[test]
    fn doubles_are_close() {
        let test = Lattice::new(60, 90).expect("samples");
        let place = Point { a: Rational::ONE, b: Rational::new(1, 2) };
        let separation = Separation::new(&place, test).expect("small");
        let ranked = RankedStates::new(&separation, test, 1000).expect("worth it");
        let mass = PatternMass::default();
        let urns = [PatternUrns::new(&mass, 60), PatternUrns::new(&mass, 90)];
        let seen = [[50, 2, 3, 5], [80, 4, 1, 5]];
        let of = |urns: &[PatternUrns; 2]| {
            [0, 1].map(|class| urns[class].certified(counts(seen[class])).expect("small"))
        };
        let masses = of(&urns);
        for again in [of(&urns), of(&[PatternUrns::new(&mass, 60), PatternUrns::new(&mass, 90)])] {
            for (one, other) in masses.iter().zip(again) {
                assert_eq!((one.cut, one.roundings), (other.cut, other.roundings));
                let states: Vec<_> = one.states().collect();
                assert_eq!(states, other.states().collect::<Vec<_>>());
            }
        }
        let found = ranked.outcomes(&masses[0], &masses[1]);
        let known = sorted(&separation, [&masses[0], &masses[1]]);
        for (one, other) in
            [(found.better, known.better), (found.equal, known.equal), (found.worse, known.worse)]
        {
            assert!(other > 0.01 && (one / other - 1.0).abs() < 1e-14, "{one} {other}");
        }
    }
}
