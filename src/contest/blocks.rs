//! Draws in blocks, on all cores.
//!
//! A draw is cut off from all others: blocks of draws have generators of their own, and what is
//! counted are integers. So the same seed gives the same counts, whatever the threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use super::generator::Generator;
use super::results::Drawn;
use crate::parallel::fold;

/// Draws that share a generator: consecutive ones, so that no draw depends on the thread.
const BLOCK: u32 = 1024;

/// Draws of one comparison.
pub(super) const DRAWS: u32 = 200_000;

/// Blocks of draws, each a step of the work.
pub(super) const BLOCKS: u32 = DRAWS.div_ceil(Draws::BLOCK);

/// Number of draws, and their seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draws {
    /// The number of draws.
    pub count: u32,
    /// The seed.
    pub seed: u64,
}

impl Draws {
    /// Number of draws between two calls of a callback.
    pub const BLOCK: u32 = BLOCK;
}

impl From<Draws> for Drawn {
    fn from(draws: Draws) -> Self {
        Self { draws: draws.count, seed: draws.seed }
    }
}

/// Makes all draws on all cores, each part with a state of its own.
pub(super) fn simulate<S: Send>(
    draws: Draws,
    advance: &(dyn Fn() -> ControlFlow<()> + Sync),
    init: impl Fn() -> S + Sync,
    draw: impl Fn(&mut S, &mut Generator) + Sync,
    merge: impl Fn(S, S) -> S,
) -> Option<S> {
    let stopped = AtomicBool::new(false);
    let step = |mut state: S, block: usize| {
        if stopped.load(Ordering::Relaxed) {
            return state;
        }
        let block = u32::try_from(block).expect("blocks of draws");
        let mut generator = Generator::of_block(draws.seed, block.into());
        for _ in 0..(draws.count - block * BLOCK).min(BLOCK) {
            draw(&mut state, &mut generator);
        }
        if advance().is_break() {
            stopped.store(true, Ordering::Relaxed);
        }
        state
    };
    let blocks = usize::try_from(draws.count.div_ceil(BLOCK)).expect("blocks of draws");
    let all = fold(blocks, init, step, merge);
    (!stopped.into_inner()).then_some(all)
}
