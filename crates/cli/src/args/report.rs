//! The arguments of `exactile report`.

use clap::Args;

use super::format::OutputArgs;
use super::further::ModelChoiceArgs;
use super::input::{InputArgs, MultiClassArgs};
use super::metric::MetricsArgs;
use super::values::parse;
use exactile::num::Rational;

#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) classes: MultiClassArgs,
    /// The positive prior of the population to choose for (0.2, 1/5, 20%); the page starts with it
    #[arg(long, value_name = "X", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(crate) target_prior: Option<Rational>,
    #[command(flatten)]
    pub(crate) metrics: MetricsArgs,
    #[command(flatten)]
    pub(crate) model: ModelChoiceArgs,
    /// The part of the mass that intervals hold
    #[arg(long, value_name = "X", default_value = "95/100", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(crate) level: Rational,
    /// Grid points per side at which the probability of being first on a repeat of the test is
    /// computed, 0 for none [default: chosen to take a few seconds]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=256))]
    pub(crate) grid: Option<u32>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
