//! How much is drawn, where simulation decides.

use clap::Args;

/// How much is drawn, where simulation decides.
#[derive(Args, Debug)]
pub(crate) struct DrawsArgs {
    /// How many draws there are, where simulation decides; limits become narrower with its root
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u32).range(100..=10_000_000))]
    pub(crate) draws: u32,
    /// The seed of draws: the same seed gives the same result
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
}
