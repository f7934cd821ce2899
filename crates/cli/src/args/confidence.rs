//! The arguments of `exactile confidence` and `exactile plan`.

use clap::Args;

use super::format::TableArgs;
use super::further::{FurtherArgs, ModelChoiceArgs};
use super::input::{InputArgs, MultiClassArgs};
use super::metric::PlaceArgs;
use super::values::parse;
use exactile::num::Rational;
use exactile::score::{Metric, NamedScore};

#[derive(Args, Debug)]
#[group(id = "order", required = true, multiple = false, args = ["at", "score"])]
pub(crate) struct ConfidenceArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) classes: MultiClassArgs,
    #[command(flatten)]
    pub(crate) order: PlaceArgs<Metric>,
    #[command(flatten)]
    pub(crate) further: FurtherArgs,
    /// Exact fractions instead of decimals; each decimal has at most 12 significant digits and is
    /// certain to one unit of its last one
    #[arg(long)]
    pub(crate) exact: bool,
    /// Show each pair too, which value is greater whether or not that is better; as CSV the pairs
    /// alone
    #[arg(long)]
    pub(crate) pairs: bool,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}

#[derive(Args, Debug)]
#[group(id = "where", required = true, multiple = false, args = ["at", "score"])]
pub(crate) struct PlanArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) classes: MultiClassArgs,
    #[command(flatten)]
    pub(crate) place: PlaceArgs<NamedScore>,
    /// The expected probability, given the planned test, that the winner is first on a repeat of it
    #[arg(long, value_name = "X", default_value = "95/100", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(crate) level: Rational,
    /// The share of positives among planned samples (0.2, 1/5, 20%); that of the input without it
    #[arg(long, value_name = "X", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(crate) positive_share: Option<Rational>,
    /// The largest test to think of, in samples of both classes
    #[arg(long, value_name = "SAMPLES", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(2..=2_000_000))]
    pub(crate) limit: u64,
    #[command(flatten)]
    pub(crate) model: ModelChoiceArgs,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}
