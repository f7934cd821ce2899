//! The arguments of `exactile confidence` and `exactile plan`.

use clap::Args;

use super::args::{
    DocumentFormat, InputArgs, MultiClassArgs, OutputArgs, PlaceArgs, TableFormat, parse,
    parse_point,
};
use super::lattice_args::{ModelArgs, ModelChoiceArgs};
use crate::num::Rational;
use crate::score::{Metric, NamedScore};

#[derive(Args, Debug)]
pub(super) struct ConfidenceArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) classes: MultiClassArgs,
    #[command(flatten)]
    pub(super) order: OrderArgs,
    #[command(flatten)]
    pub(super) model: ModelArgs,
    /// Show each pair too, which value is greater whether or not that is better; as CSV the pairs
    /// alone
    #[arg(long)]
    pub(super) pairs: bool,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(super) format: TableFormat,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// What classifiers are ranked by: a point of the Tile, or any metric of the catalogue.
#[derive(Args, Debug)]
#[group(id = "order", required = true, multiple = false, args = ["at", "score"])]
pub(super) struct OrderArgs {
    /// A point a,b of the Tile (1/2,0.3)
    #[arg(long, value_name = "A,B", value_parser = parse_point, allow_hyphen_values = true)]
    pub(super) at: Option<NamedScore>,
    /// A score or any other metric by name: f1, mcc, r(A,B), ...; exactile scores lists all
    #[arg(long, value_name = "NAME", value_parser = parse::<Metric>)]
    pub(super) score: Option<Metric>,
}

#[derive(Args, Debug)]
pub(super) struct PlanArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) classes: MultiClassArgs,
    #[command(flatten)]
    pub(super) place: PlaceArgs,
    /// The probability of being first that the winner is to be expected to have
    #[arg(long, value_name = "X", default_value = "95/100", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(super) level: Rational,
    /// The share of positives among planned samples (0.2, 1/5, 20%); that of the input without it
    #[arg(long, value_name = "X", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(super) positive_share: Option<Rational>,
    /// The largest test to think of, in samples of both classes
    #[arg(long, value_name = "SAMPLES", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(2..=2_000_000))]
    pub(super) limit: u64,
    #[command(flatten)]
    pub(super) model: ModelChoiceArgs,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = DocumentFormat::Text)]
    pub(super) format: DocumentFormat,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}
