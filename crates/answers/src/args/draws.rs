//! The number and the seed of draws.

use clap::Args;

use exactile::contest::Draws;

/// The number and the seed of draws.
#[derive(Args, Debug)]
pub(crate) struct DrawsArgs {
    /// Number of draws, if probabilities are drawn; the width of limits falls with its square root
    #[arg(
        long,
        value_name = "N",
        default_value_t = 200_000,
        value_parser = clap::value_parser!(u32).range(100..=10_000_000)
    )]
    pub(crate) draws: u32,
    /// The seed of draws; the same seed gives the same result
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
}

impl DrawsArgs {
    /// Returns the draws as the engine takes them.
    pub(crate) fn asked(&self) -> Draws {
        Draws { count: self.draws, seed: self.seed }
    }
}
