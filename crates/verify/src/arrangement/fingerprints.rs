//! Fingerprints of 64 bits, which prove that many items differ.

use std::collections::HashSet;
use std::hash::{BuildHasher, Hash, RandomState};
use std::io;

use rayon::prelude::*;

use super::archive::Archive;
use super::trouble::Trouble;

/// The random key of the fingerprints. Each run has another one, so that an input cannot be made to
/// cause collisions.
#[derive(Clone, Debug)]
pub(super) struct Key {
    state: RandomState,
    seed: u64,
    factor: u64,
}

impl Default for Key {
    fn default() -> Self {
        let state = RandomState::new();
        Self { seed: state.hash_one(0), factor: state.hash_one(1) | 1, state }
    }
}

impl Key {
    /// Returns the fingerprint of `thing`; equal items have equal fingerprints.
    pub(super) fn of(&self, thing: &impl Hash) -> u64 {
        self.state.hash_one(thing)
    }

    /// As [`Key::of`], for many numbers, and faster.
    pub(super) fn of_numbers(&self, numbers: &[u32]) -> u64 {
        numbers.chunks(2).fold(self.seed, |mixed, pair| {
            let more = pair.iter().fold(0, |both, &number| both << 32 | u64::from(number));
            let product = u128::from(mixed ^ more) * u128::from(self.factor);
            #[expect(clippy::cast_possible_truncation, reason = "both halves are mixed")]
            let halves = [product as u64, (product >> 64) as u64];
            halves[0] ^ halves[1].rotate_left(1) ^ more
        })
    }
}

/// Fingerprints of many items: items with different fingerprints differ.
#[derive(Debug)]
pub(super) struct Fingerprints {
    all: Archive<1>,
    /// Approximate number of fingerprints sorted at a time.
    some: usize,
}

impl Default for Fingerprints {
    fn default() -> Self {
        Self::sorting(1 << 21)
    }
}

impl Fingerprints {
    /// Creates an empty set that keeps about `some` fingerprints in memory.
    fn sorting(some: usize) -> Self {
        Self { all: Archive::new(some), some }
    }

    pub(super) fn extend(&mut self, some: impl IntoIterator<Item = u64>) -> io::Result<()> {
        some.into_iter().try_for_each(|print| self.all.push([print]))
    }

    /// Returns the number of an item that occurred before. Items with the same fingerprint are
    /// passed to `compared`, which finds the first repetition among a set of fingerprints.
    pub(super) fn repeated(
        mut self,
        mut compared: impl FnMut(&HashSet<u64>) -> Result<Option<usize>, Trouble>,
    ) -> Result<Option<usize>, Trouble> {
        /// Number of fingerprints compared at a time. If all items differ there is hardly ever one.
        const SOME: usize = 1 << 10;
        let shared = self.shared().map_err(Trouble::Unread)?;
        drop(self);
        for some in shared.chunks(SOME) {
            if let Some(number) = compared(&some.iter().copied().collect())? {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// Returns the fingerprints that two or more items share, each once. Equal shares of the range
    /// of fingerprints are sorted one after the other.
    fn shared(&mut self) -> io::Result<Vec<u64>> {
        let shares = self.all.len().div_ceil(self.some).next_power_of_two();
        let share = |print: u64| {
            let place = (u128::from(print) * shares as u128) >> 64;
            usize::try_from(place).unwrap_or(0)
        };
        let mut shared = Vec::new();
        for wanted in 0..shares {
            let mut found = Vec::new();
            self.all.for_each(|[print]| {
                if share(print) == wanted {
                    found.push(print);
                }
            })?;
            found.par_sort_unstable();
            let groups = found.chunk_by(|x, y| x == y).filter(|group| group.len() > 1);
            shared.extend(groups.map(|group| group[0]));
        }
        Ok(shared)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_twice_is_found_in_any_share() {
        let numbers: Vec<u64> =
            (0..1000_u64).map(|k| k.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        for some in [1, 7, 100, 5000] {
            let mut prints = Fingerprints::sorting(some);
            prints.extend(numbers.iter().copied()).expect("a temporary file");
            assert!(prints.shared().expect("stored").is_empty());
            prints.extend([numbers[3], numbers[500], numbers[3]]).expect("a temporary file");
            let mut expected = vec![numbers[3], numbers[500]];
            expected.sort_unstable();
            assert_eq!(prints.shared().expect("stored"), expected);
        }
    }
}
