//! Where classifiers come from.

use std::path::PathBuf;

use clap::Args;

use super::values::parse;
use exactile::num::Rational;
use exactile::performance::Operation;
use exactile_input::Format as InputFormat;

/// Where classifiers come from.
#[derive(Args, Clone, Debug)]
pub(crate) struct InputArgs {
    /// A CSV or JSON file of confusion matrices or rates, or a CSV file of predictions (y_true, a
    /// column per classifier, and count if a row stands for several samples); - for standard input,
    /// which is also read if there is no INPUT
    #[arg(default_value = "-", hide_default_value = true)]
    pub(crate) input: PathBuf,
    /// What the input holds, instead of recognising it: matrices, rates, predictions, scores
    /// (y_true and a column of numbers per model, which stands for the thresholds of its ROC hull) or json
    #[arg(long, value_name = "FORMAT", value_parser = parse::<InputFormat>)]
    pub(crate) input_format: Option<InputFormat>,
    /// The positive prior that goes with rates (0.2, 1/5, 20%)
    #[arg(long, value_name = "X", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(crate) prior: Option<Rational>,
    #[command(flatten)]
    pub(crate) labels: LabelArgs,
    /// Transform each classifier first: change-predicted, change-true, transpose, swap-classes,
    /// prior-shift=X, filter=TN,FP,FN,TP or no-skill; may be repeated, in this order
    #[arg(long = "operation", value_name = "OPERATION", value_parser = parse::<Operation>)]
    pub(crate) operations: Vec<Operation>,
    /// With --input-format scores: a model stands for this threshold (0.5, 7/10) in place of those of its hull, the
    /// classifier MODEL >= T; may be repeated
    #[arg(long = "threshold", value_name = "T", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(crate) thresholds: Vec<Rational>,
    /// Names of classifiers that are asked for; MODEL >= T adds one to those of an input of scores.
    #[arg(skip)]
    pub(crate) named: Vec<String>,
}

impl InputArgs {
    /// The same input where these names are asked for.
    pub(crate) fn naming<'n>(&self, names: impl IntoIterator<Item = &'n String>) -> Self {
        Self { named: names.into_iter().cloned().collect(), ..self.clone() }
    }
}

/// What the labels of predictions mean, and what is left out.
#[derive(Args, Clone, Debug)]
pub(crate) struct LabelArgs {
    /// The label of the positive class in predictions; not needed if the labels are 0 and 1, -1 and
    /// 1, or False and True. Labels that are equal as numbers are one label (1, 1.0)
    #[arg(long, value_name = "LABEL", allow_hyphen_values = true)]
    pub(crate) positive: Option<String>,
    /// Leave this column of a CSV file out, an identifier for instance; may be repeated
    #[arg(long, value_name = "COLUMN", allow_hyphen_values = true)]
    pub(crate) ignore: Vec<String>,
    /// Leave out the rows of predictions that have a missing value (NA, NaN, null, None, empty) in a
    /// column that is used, and say how many
    #[arg(long)]
    pub(crate) drop_missing: bool,
}

/// Where classifiers come from, where they may be left out.
#[derive(Args, Debug)]
pub(crate) struct OptionalInputArgs {
    /// A CSV or JSON file of confusion matrices or rates, or a CSV file of predictions (y_true, a
    /// column per classifier, and count if a row stands for several samples); - for standard input
    pub(crate) input: Option<PathBuf>,
    /// What the input holds, instead of recognising it: matrices, rates, predictions, scores
    /// (y_true and a column of numbers per model, which stands for the thresholds of its ROC hull) or json
    #[arg(long, value_name = "FORMAT", value_parser = parse::<InputFormat>)]
    input_format: Option<InputFormat>,
    /// The positive prior that goes with rates, or without an input that of the lattice of
    /// performances (0.2, 1/5, 20%)
    #[arg(long, value_name = "X", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(crate) prior: Option<Rational>,
    #[command(flatten)]
    labels: LabelArgs,
    /// Transform every classifier first, as in the other commands; may be repeated
    #[arg(long = "operation", value_name = "OPERATION", value_parser = parse::<Operation>)]
    operations: Vec<Operation>,
    /// With --input-format scores: a model stands for this threshold (0.5, 7/10) in place of those of its hull, the
    /// classifier MODEL >= T; may be repeated
    #[arg(long = "threshold", value_name = "T", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    thresholds: Vec<Rational>,
}

impl OptionalInputArgs {
    /// The input, if there is one.
    pub(crate) fn given(&self) -> Option<InputArgs> {
        Some(InputArgs {
            input: self.input.clone()?,
            input_format: self.input_format,
            prior: self.prior.clone(),
            labels: self.labels.clone(),
            operations: self.operations.clone(),
            thresholds: self.thresholds.clone(),
            named: Vec::new(),
        })
    }

    /// A flag about the input that stands without one.
    pub(crate) fn stray_flag(&self) -> Option<&'static str> {
        let LabelArgs { positive, ignore, drop_missing } = &self.labels;
        let flags = [
            (positive.is_some(), "--positive"),
            (!ignore.is_empty(), "--ignore"),
            (*drop_missing, "--drop-missing"),
            (self.input_format.is_some(), "--input-format"),
            (!self.operations.is_empty(), "--operation"),
            (!self.thresholds.is_empty(), "--threshold"),
        ];
        let stray = flags.into_iter().find_map(|(given, flag)| given.then_some(flag));
        stray.filter(|_| self.input.is_none())
    }
}

/// Classifiers of more than two classes.
#[derive(Args, Debug)]
pub(crate) struct MultiClassArgs {
    /// The input holds classifiers of any number of classes: JSON with labels and matrix, CSV with
    /// name,truth,predicted,count, or predictions with any labels
    #[arg(long)]
    pub(crate) multi_class: bool,
    /// The positive class, all others together being negative
    #[arg(long, value_name = "LABEL", requires = "multi_class", allow_hyphen_values = true)]
    pub(crate) class: Option<String>,
}

/// Shift all classifiers to one prior first.
#[derive(Args, Clone, Debug)]
pub(crate) struct TargetArgs {
    /// Put all classifiers on the Tile of this positive prior first (0.2, 1/5, 20%)
    #[arg(long, value_name = "X", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(crate) target_prior: Option<Rational>,
}
