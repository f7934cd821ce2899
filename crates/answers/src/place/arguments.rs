//! The flags of `exactile place`.

use clap::Args;

use crate::args::{TableArgs, parse_prior};
use exactile::num::Rational;
use exactile::performance::{Importances, Operation};
use exactile::score::NamedScore;

/// The flags of `exactile place`.
#[derive(Args, Debug)]
pub struct WhereArgs {
    #[command(flatten)]
    pub(crate) what: WhatArgs,
    /// With costs: gain of each true negative [default: 0]
    #[arg(long, value_name = "GAIN", conflicts_with_all = ["score", "importance"])]
    pub(crate) gain_tn: Option<Rational>,
    /// With costs: gain of each true positive [default: 0]
    #[arg(long, value_name = "GAIN", conflicts_with_all = ["score", "importance"])]
    pub(crate) gain_tp: Option<Rational>,
    /// The positive prior (0.2, 1/5, 20%)
    #[arg(long, value_name = "X", value_parser = parse_prior)]
    pub(crate) prior: Option<Rational>,
    /// Show the effect of this operation on performances on the ordering; may be repeated, in this
    /// order: change-predicted, change-true, transpose, swap-classes, prior-shift=X,
    /// filter=TN,FP,FN,TP
    #[arg(long = "operation", value_name = "OPERATION")]
    pub(crate) operations: Vec<Operation>,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}

/// The score, the importances or the costs to place.
#[derive(Args, Debug)]
#[group(id = "what", required = true, multiple = true,
    args = ["score", "importance", "cost_fp", "cost_fn"])]
pub(crate) struct WhatArgs {
    /// A score by name: kappa, f1, wa(1/3), ...; exactile scores lists all
    #[arg(
        long,
        visible_alias = "metric",
        value_name = "NAME",
        conflicts_with_all = ["importance", "cost_fp", "cost_fn"]
    )]
    pub(crate) score: Option<NamedScore>,
    /// Importances of the four outcomes, not negative; those of tn and tp must not both be 0, nor
    /// those of fp and fn
    #[arg(long, value_name = "TN,FP,FN,TP", conflicts_with_all = ["cost_fp", "cost_fn"])]
    pub(crate) importance: Option<Importances>,
    /// Cost of each false positive; at the place, the least expected cost is the best score
    #[arg(long, value_name = "COST")]
    pub(crate) cost_fp: Option<Rational>,
    /// Cost of each false negative
    #[arg(long, value_name = "COST")]
    pub(crate) cost_fn: Option<Rational>,
}
