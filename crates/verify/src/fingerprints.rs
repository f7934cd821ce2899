//! Whether many things differ, known from 64 bits of each.

use std::collections::HashSet;
use std::hash::{BuildHasher, Hash, RandomState};

use rayon::prelude::*;

use super::document::Trouble;

/// What fingerprints are taken with: another one in each run, so that nobody can make things that share one.
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
    /// The same for the same thing.
    pub(super) fn of(&self, thing: &impl Hash) -> u64 {
        self.state.hash_one(thing)
    }

    /// As [`Key::of`], of many numbers in little time.
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

/// Fingerprints of many things: where these differ, the things do.
#[derive(Debug, Default)]
pub(super) struct Fingerprints(Vec<u64>);

impl Fingerprints {
    pub(super) fn extend(&mut self, some: impl IntoIterator<Item = u64>) {
        self.0.extend(some);
    }

    /// The number of a thing that was there before. Those of one fingerprint are `compared`, which finds the first of
    /// a set of fingerprints.
    pub(super) fn repeated(
        mut self,
        mut compared: impl FnMut(&HashSet<u64>) -> Result<Option<usize>, Trouble>,
    ) -> Result<Option<usize>, Trouble> {
        /// So many are compared at a time; of different things there is hardly ever one.
        const SOME: usize = 1 << 10;
        self.0.par_sort_unstable();
        let mut shared: Vec<u64> =
            self.0.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        drop(self);
        shared.dedup();
        for some in shared.chunks(SOME) {
            if let Some(number) = compared(&some.iter().copied().collect())? {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }
}
