//! The flags of `exactile verify`.

use std::path::PathBuf;

use clap::Args;

use crate::args::{DomainArgs, InputArgs, MultiClassArgs, TableArgs, TargetArgs};
use crate::check::arguments::ReportedArgs;
use crate::lattice::arguments::OptionalObservedArgs;

/// The flags of `exactile verify`.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// The output of a command with --format json; - for standard input
    #[arg(value_name = "RESULT")]
    pub(crate) result: PathBuf,
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) domains: DomainArgs,
    /// Column of clusters of samples, as in the command
    #[arg(long, value_name = "COLUMN", conflicts_with = "by")]
    pub(crate) cluster: Option<String>,
    #[command(flatten)]
    pub(crate) classes: MultiClassArgs,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    #[command(flatten)]
    pub(crate) observed: OptionalObservedArgs,
    #[command(flatten)]
    pub(crate) reported: ReportedArgs,
    /// Use the checker in the source's folder proofs, whose soundness is proved in Coq;
    /// docs/certificates.md lists the results that it supports
    #[arg(long)]
    pub(crate) proved: bool,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}
