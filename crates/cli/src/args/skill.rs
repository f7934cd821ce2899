//! The arguments of the commands about ranking scores as such: no-skill, roc, vut.

use std::path::PathBuf;

use clap::Args;

use super::format::TableArgs;
use super::input::{InputArgs, LabelArgs, TargetArgs};
use super::metric::PlaceArgs;
use super::values::parse;
use exactile::num::Rational;
use exactile::score::NamedScore;
use exactile_input::Format as InputFormat;

#[derive(Args, Debug)]
pub(crate) struct NoSkillArgs {
    /// Classifiers to be compared with their no-skill counterparts, as for the other commands
    pub(crate) input: Option<PathBuf>,
    /// What the input holds, instead of recognising it: matrices, rates, predictions, scores
    /// (y_true and a column of numbers per model, which stands for the thresholds of its ROC hull) or json
    #[arg(long, value_name = "FORMAT", value_parser = parse::<InputFormat>)]
    pub(crate) input_format: Option<InputFormat>,
    /// The positive prior (0.2, 1/5, 20%); without an input, or with rates
    #[arg(long, value_name = "X", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(crate) prior: Option<Rational>,
    #[command(flatten)]
    pub(crate) labels: LabelArgs,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// A rate of positive predictions, for the curve gamma_tau
    #[arg(long, value_name = "TAU", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(crate) rate: Option<Rational>,
    #[command(flatten)]
    pub(crate) place: PlaceArgs<NamedScore>,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}

#[derive(Args, Debug)]
#[group(id = "where", required = true, multiple = false, args = ["at", "score"])]
pub(crate) struct RocArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    #[command(flatten)]
    pub(crate) place: PlaceArgs<NamedScore>,
    /// Width and height of the space drawn in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 600, value_parser = clap::value_parser!(u32).range(100..=8000))]
    pub(crate) size: u32,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}

#[derive(Args, Debug)]
pub(crate) struct VutArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}
