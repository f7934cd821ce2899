//! The flags of `exactile zone`.

use clap::Args;

use crate::args::{FrameArgs, InputArgs, TableArgs, TargetArgs};

/// The flags of `exactile zone`.
#[derive(Args, Debug)]
pub struct ZoneArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// Classifiers that have to be at least as good; names with commas as a CSV line
    #[arg(long, value_name = "NAMES", required = true)]
    pub(crate) better: Vec<String>,
    /// Classifiers with which these are compared
    #[arg(long, value_name = "NAMES", required = true)]
    pub(crate) than: Vec<String>,
    #[command(flatten)]
    pub(crate) look: FrameArgs,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}
