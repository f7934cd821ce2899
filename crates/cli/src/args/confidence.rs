//! The arguments of `exactile confidence` and `exactile plan`.

use clap::{Args, ValueEnum};

use super::draws::DrawsArgs;
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
    /// What is asked; both without it
    #[arg(long, value_enum)]
    pub(crate) question: Option<Question>,
    /// The probability with which intervals of ranks hold, and with which the leader of a tier is truly
    /// better than that of the next one
    #[arg(long, value_name = "X", default_value = "95/100", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(crate) level: Rational,
    /// Take the classifiers as independent, even where it is known how they agree
    #[arg(long)]
    pub(crate) unpaired: bool,
    #[command(flatten)]
    pub(crate) further: FurtherArgs,
    #[command(flatten)]
    pub(crate) draws: DrawsArgs,
    /// Exact fractions instead of decimals for the next test of independent classifiers; each decimal
    /// has at most 12 significant digits and is certain to one unit of its last one
    #[arg(long)]
    pub(crate) exact: bool,
    /// Show each pair too, which value is greater whether or not that is better; as CSV the pairs
    /// alone
    #[arg(long)]
    pub(crate) pairs: bool,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}

/// What is asked about being first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Question {
    /// Whose rates behind the results are the best
    Truly,
    /// Whose result will be the best on a repeat of the test
    Next,
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
