//! The flags of `exactile correlate`.

use clap::{Args, ValueEnum};

use crate::args::{OptionalInputArgs, TableArgs, parse_concentrations, parse_point};
use exactile::num::Rational;
use exactile::score::{NamedScore, Score};

/// The performances and the grid for correlations.
#[derive(Args, Debug)]
pub(crate) struct CorrelationLatticeArgs {
    /// Without an input: performances in multiples of 1/K; 32 for all of them, 80 at one prior
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) resolution: Option<u32>,
    /// Without an input: performances with this rate of positive predictions, PPV and NPV in
    /// multiples of 1/K
    #[arg(long, value_name = "X", conflicts_with_all = ["prior", "performances"])]
    pub(crate) prediction_rate: Option<Rational>,
    /// Without an input: this number of performances drawn at random, instead of a lattice
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "resolution",
        value_parser = clap::value_parser!(u32).range(2..)
    )]
    pub(crate) performances: Option<u32>,
    /// Drawn performances: Dirichlet's distribution of tn, fp, fn, tp; at one prior the
    /// distribution of the rates that follows [default: 1,1,1,1, the uniform one]
    #[arg(
        long,
        value_name = "TN,FP,FN,TP",
        requires = "performances",
        value_parser = parse_concentrations
    )]
    pub(crate) dirichlet: Option<[Rational; 4]>,
    /// Correlation coefficient [default: kendall]
    #[arg(long, value_enum)]
    pub(crate) coefficient: Option<Coefficient>,
    /// Steps of the grid along each side of the Tile, at most 2000 [default: 100]: N + 1 points for
    /// correlations; for confidence N points in the middle of N cells [default: 64]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=2000))]
    pub(crate) grid: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Coefficient {
    /// Kendall's tau-b, from counted pairs
    Kendall,
    /// Spearman's rho, from mid-ranks
    Spearman,
    /// Pearson's r, from the values; at a single point
    Pearson,
}

/// The flags of `exactile correlate`.
#[derive(Args, Debug)]
#[group(id = "what", required = true, multiple = false, args = ["at", "search", "map"])]
pub struct CorrelateArgs {
    #[command(flatten)]
    pub(crate) input: OptionalInputArgs,
    /// The metric (mcc, f1, f-beta(2), r(1/2,0.3), ...), or a formula of your own, as in
    /// tp/(tp+fp+fn)
    #[arg(long, visible_alias = "score", value_name = "M")]
    pub(crate) metric: Score,
    /// The ranking score, a point a,b of the Tile (1/2,0.3)
    #[arg(long, value_name = "A,B", value_parser = parse_point)]
    pub(crate) at: Option<NamedScore>,
    /// The least and the largest correlation over the Tile
    #[arg(long)]
    pub(crate) search: bool,
    /// The correlations at all points of the grid
    #[arg(long)]
    pub(crate) map: bool,
    #[command(flatten)]
    pub(crate) lattice: CorrelationLatticeArgs,
    /// Drawn performances: the seed of the draws [default: 1]
    #[arg(long, value_name = "SEED", requires = "performances")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}
