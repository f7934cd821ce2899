//! The arguments of the commands about ranking scores as such: no-skill, roc, vut.

use std::path::PathBuf;

use clap::Args;

use super::args::{
    DocumentFormat, InputArgs, OutputArgs, PlaceArgs, TableFormat, TargetArgs, parse, parse_point,
};
use crate::input::Format as InputFormat;
use crate::num::Rational;
use crate::score::NamedScore;

#[derive(Args, Debug)]
pub(super) struct NoSkillArgs {
    /// Classifiers to be compared with their no-skill counterparts, as for the other commands
    pub(super) input: Option<PathBuf>,
    /// What the input holds, instead of recognising it: matrices, rates, predictions or json
    #[arg(long, value_name = "FORMAT", value_parser = parse::<InputFormat>)]
    pub(super) input_format: Option<InputFormat>,
    /// The positive prior (0.2, 1/5, 20%); without an input, or with rates
    #[arg(long, value_name = "X", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(super) prior: Option<Rational>,
    /// The label of the positive class in predictions
    #[arg(long, value_name = "LABEL", default_value = "1")]
    pub(super) positive: String,
    #[command(flatten)]
    pub(super) target: TargetArgs,
    /// A rate of positive predictions, for the curve gamma_tau
    #[arg(long, value_name = "TAU", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(super) rate: Option<Rational>,
    /// A point a,b of the Tile (1/2,0.3); with an input 1/2,1/2 if nothing is given
    #[arg(long, value_name = "A,B", value_parser = parse_point, allow_hyphen_values = true, conflicts_with = "score")]
    pub(super) at: Option<NamedScore>,
    /// A score by name instead of a point
    #[arg(long, value_name = "NAME", value_parser = parse::<NamedScore>)]
    pub(super) score: Option<NamedScore>,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = DocumentFormat::Text)]
    pub(super) format: DocumentFormat,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Args, Debug)]
pub(super) struct RocArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) target: TargetArgs,
    #[command(flatten)]
    pub(super) place: PlaceArgs,
    /// How to write the result; with -o FILE.svg or FILE.png it is a picture
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(super) format: TableFormat,
    /// Width and height of the space drawn in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 600, value_parser = clap::value_parser!(u32).range(100..=8000))]
    pub(super) size: u32,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Args, Debug)]
pub(super) struct VutArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(super) format: TableFormat,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}
