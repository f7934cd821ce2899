//! The arguments of `exactile scores` and `exactile place`.

use clap::Args;

use super::args::{DocumentFormat, OutputArgs, TableFormat, parse};
use crate::num::Rational;
use crate::performance::{Importances, Operation};
use crate::score::NamedScore;

#[derive(Args, Debug)]
pub(super) struct ScoresArgs {
    /// Only these: a card for each in text (kappa, f-beta(2), p(tp|tn,tp), vut, ...)
    #[arg(value_name = "NAME")]
    pub(super) names: Vec<String>,
    /// Give places on the Tile of this positive prior (0.2, 1/5, 20%)
    #[arg(long, value_name = "X", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(super) prior: Option<Rational>,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(super) format: TableFormat,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Args, Debug)]
pub(super) struct WhereArgs {
    #[command(flatten)]
    pub(super) what: WhatArgs,
    /// With costs: what each true negative gains (0 if not given)
    #[arg(long, value_name = "GAIN", value_parser = parse::<Rational>, allow_hyphen_values = true, conflicts_with_all = ["score", "importance"])]
    pub(super) gain_tn: Option<Rational>,
    /// With costs: what each true positive gains (0 if not given)
    #[arg(long, value_name = "GAIN", value_parser = parse::<Rational>, allow_hyphen_values = true, conflicts_with_all = ["score", "importance"])]
    pub(super) gain_tp: Option<Rational>,
    /// The positive prior (0.2, 1/5, 20%)
    #[arg(long, value_name = "X", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(super) prior: Option<Rational>,
    /// Say where this operation on performances moves the ordering; may be repeated, in this order:
    /// change-predicted, change-true, transpose, swap-classes, prior-shift=X, filter=TN,FP,FN,TP
    #[arg(long = "operation", value_name = "OPERATION", value_parser = parse::<Operation>)]
    pub(super) operations: Vec<Operation>,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = DocumentFormat::Text)]
    pub(super) format: DocumentFormat,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// What is placed.
#[derive(Args, Debug)]
#[group(id = "what", required = true, multiple = true, args = ["score", "importance", "cost_fp", "cost_fn"])]
pub(super) struct WhatArgs {
    /// A score by name: kappa, f1, wa(1/3), ...; exactile scores lists all
    #[arg(long, value_name = "NAME", value_parser = parse::<NamedScore>, conflicts_with_all = ["importance", "cost_fp", "cost_fn"])]
    pub(super) score: Option<NamedScore>,
    /// Importances of the four outcomes, not below 0: those of tn and tp, and those of fp and fn,
    /// not both 0
    #[arg(long, value_name = "TN,FP,FN,TP", value_parser = parse::<Importances>, allow_hyphen_values = true, conflicts_with_all = ["cost_fp", "cost_fn"])]
    pub(super) importance: Option<Importances>,
    /// What each false positive costs; the place is where the least expected cost is the best score
    #[arg(long, value_name = "COST", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(super) cost_fp: Option<Rational>,
    /// What each false negative costs
    #[arg(long, value_name = "COST", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(super) cost_fn: Option<Rational>,
}
