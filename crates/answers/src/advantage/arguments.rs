//! The flags of `exactile advantage`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::args::{InputArgs, TableArgs};
use exactile::num::Rational;

/// The flags of `exactile advantage`.
#[derive(Args, Debug)]
pub struct AdvantageArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// The loss of a wrong prediction
    #[arg(long, value_enum, default_value_t = Loss::ZeroOne)]
    pub(crate) loss: Loss,
    /// Costs of all predictions: CSV (truth,cat,dog and a row per true class) or JSON ({"labels":
    /// [..], "costs": [[..], ..]}); the labels of tn, fp, fn, tp are negative and positive
    #[arg(long, value_name = "FILE", conflicts_with_all = ["cost_fp", "cost_fn"])]
    pub(crate) cost: Option<PathBuf>,
    /// Two classes: cost of a false positive
    #[arg(long, value_name = "X", requires = "cost_fn")]
    pub(crate) cost_fp: Option<Rational>,
    /// Two classes: cost of a false negative
    #[arg(long, value_name = "X", requires = "cost_fp")]
    pub(crate) cost_fn: Option<Rational>,
    /// Logarithmic loss: closed forms, for at most 64 distinct probabilities
    #[arg(long)]
    pub(crate) exact: bool,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Loss {
    /// 1 for each mistake, or the costs of --cost, --cost-fp and --cost-fn; input as for other
    /// commands, or of several classes: JSON with labels and matrix, CSV with
    /// name,truth,predicted,count, or predictions with any labels
    #[value(name = "0-1")]
    ZeroOne,
    /// The squared distance; CSV with y_true and a column of numbers per model
    Squared,
    /// The distance; CSV as for squared
    Absolute,
    /// Minus the logarithm of the predicted probability of the true class; CSV with y_true and a
    /// column of the positive class's probability per model, or columns MODEL:LABEL
    Log,
}
