//! The flags of `exactile score`.

use clap::Args;

use crate::args::{DomainArgs, InputArgs, IntervalArgs, MetricsArgs, MultiClassArgs, TableArgs};

/// The flags of `exactile score`.
#[derive(Args, Debug)]
pub struct ScoreArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) domains: DomainArgs,
    #[command(flatten)]
    pub(crate) classes: MultiClassArgs,
    #[command(flatten)]
    pub(crate) metrics: MetricsArgs,
    #[command(flatten)]
    pub(crate) interval: IntervalArgs,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}
