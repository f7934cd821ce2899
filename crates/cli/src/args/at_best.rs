//! Models that may choose their thresholds.

use clap::Args;

/// Models that may choose their thresholds.
#[derive(Args, Clone, Debug)]
pub(crate) struct AtBestArgs {
    /// With --input-format scores: rank the models, each of which chooses the best one of its thresholds
    /// for every preference
    #[arg(long)]
    pub(crate) at_best: bool,
    /// With --at-best: compare only the models that are so named; may be repeated, twice for a pair
    #[arg(long, value_name = "NAME", requires = "at_best", allow_hyphen_values = true)]
    pub(crate) among: Vec<String>,
}
