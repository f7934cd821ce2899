//! The flags of `exactile axioms`.

use clap::Args;

use crate::args::{MetricsArgs, TableArgs};
use exactile::ranking::PerformanceSet;

/// The flags of `exactile axioms`.
#[derive(Args, Debug)]
pub struct AxiomsArgs {
    #[command(flatten)]
    pub(crate) metrics: MetricsArgs,
    /// Only performances with this positive prior (0.2, 1/5, 20%), or all; may be repeated
    /// [default: all, 1/5 and 1/2 for the table, all for a score]
    #[arg(long = "prior", value_name = "X")]
    pub(crate) sets: Vec<PerformanceSet>,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}
