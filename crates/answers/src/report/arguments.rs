//! The flags of `exactile report`.

use std::path::PathBuf;

use clap::Args;

use crate::args::{
    DomainArgs, InputArgs, MetricsArgs, ModelChoiceArgs, MultiClassArgs, OutputArgs, parse_pooling,
    parse_prior,
};
use crate::curve::arguments::parse_end;
use exactile::contest::Pooling;
use exactile::num::{Level, Rational};
use exactile::score::NamedScore;

/// The flags of `exactile report`.
#[derive(Args, Debug)]
pub struct ReportArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) domains: DomainArgs,
    #[command(flatten)]
    pub(crate) classes: MultiClassArgs,
    /// The positive prior of the population to choose for (0.2, 1/5, 20%); the page starts with it
    #[arg(long, value_name = "X", value_parser = parse_prior)]
    pub(crate) target_prior: Option<Rational>,
    #[command(flatten)]
    pub(crate) metrics: MetricsArgs,
    #[command(flatten)]
    pub(crate) model: ModelChoiceArgs,
    /// The part of the mass within intervals
    #[arg(long, value_name = "X", default_value = "95/100")]
    pub(crate) level: Level,
    /// The preference that the page starts with: a score's name (f1, ba, ...) or a point a,b of the
    /// Tile (1/2,0.3)
    #[arg(long, value_name = "NAME|A,B", default_value = "accuracy", value_parser = parse_end)]
    pub(crate) preference: NamedScore,
    /// With --input-format scores: choose the thresholds on the models' scores in this file, and
    /// judge them on INPUT
    #[arg(long, value_name = "FILE")]
    pub(crate) choose_on: Option<PathBuf>,
    /// The heading of the page
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// A sentence below the heading
    #[arg(long, value_name = "TEXT")]
    pub(crate) note: Option<String>,
    /// A picture beside the heading, in PNG, JPEG, WebP or SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) logo: Option<PathBuf>,
    /// Treat the classifiers as independent, even if the input has their results on the same
    /// samples
    #[arg(long)]
    pub(crate) unpaired: bool,
    /// A partially pooled prior for the best of all classifiers: differences shrink by a share
    /// (1/2, 50%), or by one that is estimated from the data
    #[arg(long, value_name = "SHARE|estimated", value_parser = parse_pooling)]
    pub(crate) prior_pooling: Option<Pooling>,
    /// Grid points per side at which the probability of being truly the best is drawn, 0 for none
    /// [default: 48]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=256))]
    pub(crate) grid: Option<u32>,
    /// Number of draws, if probabilities are drawn; fewer for many classifiers, 0 for none
    #[arg(
        long,
        value_name = "N",
        default_value_t = 50_000,
        value_parser = clap::value_parser!(u32).range(0..=1_000_000)
    )]
    pub(crate) draws: u32,
    /// The seed of draws; the same seed gives the same page
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
