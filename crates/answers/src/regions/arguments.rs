//! The flags of `exactile regions`.

use clap::Args;

use crate::args::{
    AtBestArgs, DomainArgs, InputArgs, MultiClassArgs, OutputArgs, RegionsFormat, TargetArgs,
};

/// The flags of `exactile regions`.
#[derive(Args, Debug)]
pub struct RegionsArgs {
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
