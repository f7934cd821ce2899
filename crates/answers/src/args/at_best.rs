//! Models that are ranked at their best thresholds.

use clap::Args;

/// Models that are ranked at their best thresholds.
#[derive(Args, Clone, Debug)]
pub(crate) struct AtBestArgs {
    /// With --input-format scores: rank the models, each at its best threshold for every preference
    #[arg(long)]
    pub(crate) at_best: bool,
    /// With --at-best: compare only this model; may be repeated, twice for a pair
    #[arg(long, value_name = "NAME", requires = "at_best")]
    pub(crate) among: Vec<String>,
}
