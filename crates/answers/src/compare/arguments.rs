//! The flags of `exactile compare`.

use std::path::PathBuf;

use clap::Args;

use crate::args::{
    CostArgs, InputArgs, PlaceArgs, RefusedPoolingArgs, SampledDomainArgs, TableArgs, samples,
};
use exactile::num::{Level, Rational};
use exactile::score::Metric;

/// The flags of `exactile compare`.
#[derive(Args, Debug)]
#[group(id = "order", required = true, multiple = false, args = ["at", "score"])]
pub struct ComparePairsArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) by: PlaceArgs<Metric>,
    #[command(flatten)]
    pub(crate) sets: SampledDomainArgs,
    /// The first classifier of the pair; without --second, it is compared with every other one. A
    /// model that gives scores stands for its best threshold by the metric, here and where nothing
    /// is named
    #[arg(long, value_name = "NAME", visible_alias = "candidate")]
    pub(crate) first: Option<String>,
    /// The second classifier of the pair
    #[arg(long, value_name = "NAME", visible_alias = "baseline", requires = "first")]
    pub(crate) second: Option<String>,
    /// Treat the classifiers as independent, even if the input has their results on the same
    /// samples
    #[arg(long)]
    pub(crate) unpaired: bool,
    /// Column that distinguishes clusters of dependent samples (patient, prompt, task): whole
    /// clusters are exchanged, and get random weights
    #[arg(
        long,
        value_name = "COLUMN",
        conflicts_with_all = [
            "unpaired", "anytime", "positives", "negatives", "exact", "pattern_mass", "by",
        ]
    )]
    pub(crate) cluster: Option<String>,
    /// The mass W of the prior of each class: Dirichlet(W/4, W/4, W/4, W/4) for both right, only
    /// the first, only the second, neither
    #[arg(long, value_name = "W", default_value = "2")]
    pub(crate) pattern_mass: Rational,
    #[command(flatten)]
    pub(crate) pooling: RefusedPoolingArgs,
    /// Positive samples of the next test [default: the observed number]
    #[arg(long, value_name = "P", value_parser = samples)]
    pub(crate) positives: Option<u64>,
    /// Negative samples of the next test [default: the observed number]
    #[arg(long, value_name = "N", value_parser = samples)]
    pub(crate) negatives: Option<u64>,
    /// Exact fractions for the next test instead of decimals; each decimal has at most 12
    /// significant digits and is certain to one unit of its last one
    #[arg(long)]
    pub(crate) exact: bool,
    /// Probability of the interval of the true difference
    #[arg(long, value_name = "X", default_value = "95/100")]
    pub(crate) level: Level,
    /// Margin of the metric: add the probabilities that the first is not worse by this much or
    /// more, and that the two differ by less
    #[arg(long, value_name = "D")]
    pub(crate) margin: Option<Rational>,
    /// Give an e-value: evidence that the first is better, which stays valid if you look after
    /// every new sample; for tpr, tnr and accuracy
    #[arg(long, conflicts_with_all = ["margin", "unpaired"])]
    pub(crate) anytime: bool,
    /// Anytime: a file with the counts of all looks so far, to which this one is added
    #[arg(long, value_name = "FILE", requires_all = ["anytime", "first", "second"])]
    pub(crate) state: Option<PathBuf>,
    /// The name of this look, such as a date: a name that is in the state is not counted twice
    #[arg(long, value_name = "NAME", requires = "state")]
    pub(crate) look: Option<String>,
    /// Exit with status 1 unless the probability that the candidate is truly better than the
    /// baseline is certainly above this one (with --margin: not worse by the margin; with
    /// --anytime: unless the e-value is at least 1/(1 - LEVEL)); both have to be named
    #[arg(long, value_name = "LEVEL")]
    pub(crate) require: Option<Level>,
    /// The seed of draws, for drawn probabilities
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) costs: CostArgs,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}
