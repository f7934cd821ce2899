//! The arguments of `exactile regions`, `exactile zone` and `exactile verify`.

use std::path::PathBuf;

use clap::Args;

use super::at_best::AtBestArgs;
use super::by::DomainArgs;
use super::check::ReportedArgs;
use super::format::{OutputArgs, RegionsFormat, TableArgs};
use super::input::{InputArgs, MultiClassArgs, TargetArgs};
use super::lattice::OptionalObservedArgs;
use super::look::FrameArgs;

#[derive(Args, Debug)]
pub(crate) struct RegionsArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) domains: DomainArgs,
    #[command(flatten)]
    pub(crate) classes: MultiClassArgs,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    #[command(flatten)]
    pub(crate) best: AtBestArgs,
    /// Only pieces on which this rank occurs; in text their share of the Tile; may be repeated
    #[arg(long = "rank", value_name = "R", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) ranks: Vec<u32>,
    /// Only this classifier, or with --at-best this model; may be repeated
    #[arg(long = "classifier", value_name = "NAME")]
    pub(crate) classifiers: Vec<String>,
    /// Add the exact area of each piece
    #[arg(long)]
    pub(crate) area: bool,
    /// Format of the result
    #[arg(long, value_enum, default_value_t = RegionsFormat::Text)]
    pub(crate) format: RegionsFormat,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Args, Debug)]
pub(crate) struct ZoneArgs {
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

#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
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
