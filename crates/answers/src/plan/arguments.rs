//! The flags of `exactile plan`.

use clap::{Args, ValueEnum};

use crate::args::{
    InputArgs, MultiClassArgs, PlaceArgs, RefusedPoolingArgs, TableArgs, parse_pair, parse_prior,
};
use exactile::num::{Level, Rational};
use exactile::score::Metric;

/// The flags of `exactile plan`.
#[derive(Args, Debug)]
#[group(id = "planned", required = true, multiple = false, args = ["at", "score"])]
pub struct PlanArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) classes: MultiClassArgs,
    #[command(flatten)]
    pub(crate) order: PlaceArgs<Metric>,
    /// The question about the planned test, if all true rates are the observed ones
    #[arg(long, value_enum, default_value_t = PlanAsked::Truly)]
    pub(crate) question: PlanAsked,
    /// Plan for the winner and this classifier alone; the power takes the second-best by default
    #[arg(long, value_name = "NAME")]
    pub(crate) rival: Option<String>,
    /// The probability to be reached
    #[arg(long, value_name = "X", default_value = "95/100")]
    pub(crate) level: Level,
    /// Truly: plan to show that the winner is not worse than any other by this much or more
    #[arg(long, value_name = "D")]
    pub(crate) margin: Option<Rational>,
    /// Power: the p-value at which the swap test rejects [default: 5/100]
    #[arg(long, value_name = "X")]
    pub(crate) alpha: Option<Rational>,
    /// The share of positives among planned samples (0.2, 1/5, 20%) [default: that of the input]
    #[arg(long, value_name = "X", value_parser = parse_prior)]
    pub(crate) positive_share: Option<Rational>,
    /// The largest test to consider, in samples of both classes
    #[arg(
        long,
        value_name = "SAMPLES",
        default_value_t = 20_000,
        value_parser = clap::value_parser!(u64).range(2..=2_000_000)
    )]
    pub(crate) limit: u64,
    /// Treat the classifiers as independent, even if the input has their results on the same
    /// samples
    #[arg(long)]
    pub(crate) unpaired: bool,
    /// Truly: column that distinguishes clusters of dependent samples (patient, prompt, task), of
    /// which the test will consist
    #[arg(
        long,
        value_name = "COLUMN",
        conflicts_with_all = [
            "unpaired", "multi_class", "positive_share", "alpha", "beta", "beta_negative",
        ]
    )]
    pub(crate) cluster: Option<String>,
    /// Truly: parameters U,V of the Beta prior of the true positive rate, and by default of the
    /// other
    #[arg(long, value_name = "U,V", value_parser = parse_pair)]
    pub(crate) beta: Option<(Rational, Rational)>,
    /// Truly: parameters U,V of the Beta prior of the true negative rate
    #[arg(long, value_name = "U,V", value_parser = parse_pair)]
    pub(crate) beta_negative: Option<(Rational, Rational)>,
    #[command(flatten)]
    pub(crate) pooling: RefusedPoolingArgs,
    /// Number of draws for each test, if probabilities are drawn [default: 20000, for the power
    /// 2000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(100..=10_000_000))]
    pub(crate) draws: Option<u32>,
    /// The seed of draws; the same seed gives the same result
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}

/// A question about a planned test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlanAsked {
    /// The expected probability, given the test, that the winner is truly the best
    Truly,
    /// The probability that the winner alone has the best result on the test
    Next,
    /// The probability that the swap test shows the winner to be better than its rival
    Power,
}
