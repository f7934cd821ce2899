//! The flags of `exactile confidence`.

use clap::{Args, ValueEnum};

use crate::args::{
    DrawsArgs, FurtherArgs, InputArgs, MultiClassArgs, PlaceArgs, SampledDomainArgs, TableArgs,
    parse_pooling,
};
use exactile::contest::Pooling;
use exactile::num::Level;
use exactile::score::Metric;

/// The flags of `exactile confidence`.
#[derive(Args, Debug)]
#[group(id = "order", required = true, multiple = false, args = ["at", "score"])]
pub struct ConfidenceArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) classes: MultiClassArgs,
    #[command(flatten)]
    pub(crate) order: PlaceArgs<Metric>,
    #[command(flatten)]
    pub(crate) sets: SampledDomainArgs,
    /// The question; both if it is omitted
    #[arg(long, value_enum)]
    pub(crate) question: Option<Question>,
    /// Probability of the intervals of ranks, and of the leader of a tier being truly better than
    /// that of the next one
    #[arg(long, value_name = "X", default_value = "95/100")]
    pub(crate) level: Level,
    /// Treat the classifiers as independent, even if the input has their results on the same
    /// samples
    #[arg(long)]
    pub(crate) unpaired: bool,
    /// Column that distinguishes clusters of dependent samples (patient, prompt, task), which get
    /// random weights; there is no next test then
    #[arg(
        long,
        value_name = "COLUMN",
        conflicts_with_all = [
            "unpaired", "multi_class", "model", "beta", "beta_negative", "positives", "negatives",
            "prior_pooling", "exact", "pairs", "by",
        ]
    )]
    pub(crate) cluster: Option<String>,
    #[command(flatten)]
    pub(crate) further: FurtherArgs,
    /// Truly: a partially pooled prior, for the best of many classifiers; differences shrink by a
    /// share (1/2, 50%), or by one that is estimated from the data
    #[arg(long, value_name = "SHARE|estimated", value_parser = parse_pooling)]
    pub(crate) prior_pooling: Option<Pooling>,
    #[command(flatten)]
    pub(crate) draws: DrawsArgs,
    /// Exact fractions instead of decimals for the next test of independent classifiers; each
    /// decimal has at most 12 significant digits and is certain to one unit of its last one
    #[arg(long)]
    pub(crate) exact: bool,
    /// Show each pair too, with the probabilities of the better value; as CSV the pairs alone
    #[arg(long)]
    pub(crate) pairs: bool,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}

/// A question about the first place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Question {
    /// The classifier with the best true rates
    Truly,
    /// The classifier with the best result on a repeat of the test
    Next,
}
