//! The input of classifiers.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::by::DomainArgs;
use super::values::parse_prior;
use exactile::num::Rational;
use exactile::performance::Operation;
use exactile::score::Metric;
use exactile_input::{Choosing, Format as InputFormat, ReadOptions};

/// The input of classifiers.
#[derive(Args, Clone, Debug)]
pub(crate) struct InputArgs {
    /// CSV, JSON, Markdown or LaTeX with confusion matrices, rates or printed scores, or with
    /// predictions or scores of samples (y_true, a column per classifier, and count if a row stands
    /// for several); - or no INPUT for standard input
    #[arg(default_value = "-", hide_default_value = true)]
    pub(crate) input: PathBuf,
    /// Further files of the same samples, joined by the column that identifies them (--id)
    #[arg(value_name = "MORE")]
    pub(crate) more: Vec<PathBuf>,
    /// Content of the input, if it is not recognised: matrices, rates, predictions, scores (y_true
    /// and a column of numbers per model, which stands for the thresholds of its ROC hull) or json
    #[arg(long, value_name = "FORMAT")]
    pub(crate) input_format: Option<InputFormat>,
    /// The positive prior of rates (0.2, 1/5, 20%)
    #[arg(long, value_name = "X", value_parser = parse_prior)]
    pub(crate) prior: Option<Rational>,
    #[command(flatten)]
    pub(crate) labels: LabelArgs,
    /// Transform each classifier first: change-predicted, change-true, transpose, swap-classes,
    /// prior-shift=X, filter=TN,FP,FN,TP or no-skill; may be repeated, in this order
    #[arg(long = "operation", value_name = "OPERATION")]
    pub(crate) operations: Vec<Operation>,
    /// With scores: each model stands for this threshold (0.5, 7/10), the classifier MODEL >= T,
    /// instead of those of its hull; may be repeated
    #[arg(long = "threshold", value_name = "T")]
    pub(crate) thresholds: Vec<Rational>,
    /// Names of requested classifiers; MODEL >= T adds a classifier to those of an input of scores.
    #[arg(skip)]
    pub(crate) named: Vec<String>,
    /// `true` if the question is about models with scores.
    #[arg(skip)]
    pub(crate) expects_scores: bool,
    /// The one classifier whose pairs are requested.
    #[arg(skip)]
    pub(crate) paired_with: Option<String>,
    /// The metric by which each model with scores stands for its best threshold alone.
    #[arg(skip)]
    pub(crate) best_by: Option<Metric>,
    /// `true` if the result does not depend on the prior of rates.
    #[arg(skip)]
    pub(crate) any_prior: bool,
    /// Other samples that choose thresholds.
    #[arg(skip)]
    pub(crate) choosing: Option<Arc<Choosing>>,
    /// Several test sets, for commands that accept them.
    #[arg(skip)]
    pub(crate) domains: DomainArgs,
}

impl InputArgs {
    /// Returns the same input with these requested names.
    pub(crate) fn naming<'n>(&self, names: impl IntoIterator<Item = &'n String>) -> Self {
        Self { named: names.into_iter().cloned().collect(), ..self.clone() }
    }

    /// Returns the input for a file of scores.
    pub(crate) fn of_scores(path: &Path, more: &[PathBuf], labels: &LabelArgs) -> Self {
        Self {
            input: path.to_owned(),
            more: more.to_vec(),
            input_format: Some(InputFormat::Scores),
            prior: None,
            labels: labels.clone(),
            operations: Vec::new(),
            thresholds: Vec::new(),
            named: Vec::new(),
            expects_scores: true,
            paired_with: None,
            best_by: None,
            any_prior: false,
            choosing: None,
            domains: DomainArgs::default(),
        }
    }

    /// Returns the same input with several test sets.
    pub(crate) fn by(&self, domains: &DomainArgs) -> Self {
        Self { domains: domains.clone(), ..self.clone() }
    }

    /// Returns the same input, with the information whether the result depends on the prior of
    /// rates.
    pub(crate) fn for_any_prior(&self, any_prior: bool) -> Self {
        Self { any_prior, ..self.clone() }
    }

    /// Returns the same input, with the classifier whose pairs alone are requested.
    pub(crate) fn pairing(&self, one: Option<&String>) -> Self {
        Self { paired_with: one.cloned(), ..self.clone() }
    }

    /// Returns the same input, with the metric by which each model stands for its best threshold.
    pub(crate) fn best_by(&self, metric: Option<Metric>) -> Self {
        Self { best_by: metric, ..self.clone() }
    }
}

/// The meaning of columns and labels, and the rows and columns to leave out.
#[derive(Args, Clone, Debug)]
pub(crate) struct LabelArgs {
    /// The label of the positive class in predictions; not needed if the labels are 0 and 1, -1 and
    /// 1, or False and True. Labels that are equal as numbers are one label (1, 1.0)
    #[arg(long, value_name = "LABEL")]
    pub(crate) positive: Option<String>,
    /// Column of the true labels [default: y_true or another usual name: target, label, truth, ...]
    #[arg(long, value_name = "COLUMN")]
    pub(crate) truth: Option<String>,
    /// Columns of the classifiers or models (A,B); all others are left out; may be repeated
    #[arg(long, value_name = "COLUMNS")]
    pub(crate) only: Vec<String>,
    /// `true` if the names in the header are escaped.
    #[arg(long, hide = true)]
    pub(crate) escaped_names: bool,
    /// Texts that are labels, although they could be those of missing values.
    #[arg(long, hide = true)]
    pub(crate) label: Vec<String>,
    /// Column of the weights of the rows; whole numbers are numbers of samples
    #[arg(long, value_name = "COLUMN")]
    pub(crate) weight: Option<String>,
    /// Keep the rows with this value in a column (dataset=A) and leave out all others; may be
    /// repeated
    #[arg(long = "where", value_name = "COLUMN=VALUE", value_parser = condition)]
    pub(crate) keep: Vec<(String, String)>,
    /// Column that identifies the samples: joins several files, or the rows of a long table
    #[arg(long, value_name = "COLUMN")]
    pub(crate) id: Option<String>,
    /// Long table (a row per classifier and sample): column of the classifiers' names
    #[arg(long, value_name = "COLUMN")]
    pub(crate) model_column: Option<String>,
    /// Long table: column of the predictions or scores
    #[arg(long, value_name = "COLUMN")]
    pub(crate) prediction: Option<String>,
    /// Model whose low scores mean positive (p-values, distances): its scores are negated; may be
    /// repeated
    #[arg(long, value_name = "MODEL")]
    pub(crate) flip: Vec<String>,
    /// The columns say whether each classifier was right (1/0, true/false, pass/fail, C/I): no true
    /// labels are needed, and all questions are about accuracy
    #[arg(long)]
    pub(crate) correct: bool,
    /// The row to take of samples with several rows
    #[arg(long, value_name = "WHICH")]
    pub(crate) repeat: Option<Repeat>,
    /// Leave this column of a CSV file out, for instance an identifier; may be repeated
    #[arg(long, value_name = "COLUMN")]
    pub(crate) ignore: Vec<String>,
    /// Leave out the rows of predictions with a missing value (NA, NaN, null, None, empty) in a
    /// used column, and report their number
    #[arg(long)]
    pub(crate) drop_missing: bool,
}

/// Reads a column and the value of its rows.
fn condition(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=').filter(|(column, _)| !column.trim().is_empty());
    let (column, value) = pair.ok_or("write COLUMN=VALUE, such as dataset=A")?;
    Ok((column.trim().to_owned(), value.to_owned()))
}

/// The row to take of a sample with several rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Repeat {
    /// The first one
    First,
}

impl LabelArgs {
    /// Returns the same options for the reader.
    pub(crate) fn options(&self) -> ReadOptions {
        let Self { positive, truth, only, weight, id, model_column, prediction, .. } = self.clone();
        ReadOptions {
            positive_label: positive,
            truth,
            only,
            weight,
            escaped_names: self.escaped_names,
            labels: self.label.clone(),
            id,
            model: model_column,
            prediction,
            flip: self.flip.clone(),
            keep: self.keep.clone(),
            correct: self.correct,
            first_repeat: self.repeat == Some(Repeat::First),
            ignore: self.ignore.clone(),
            drop_missing: self.drop_missing,
            ..ReadOptions::default()
        }
    }

    /// Returns the flags that are given.
    fn given(&self) -> impl Iterator<Item = &'static str> {
        let columns = [
            (&self.positive, "--positive"),
            (&self.truth, "--truth"),
            (&self.weight, "--weight"),
            (&self.id, "--id"),
            (&self.model_column, "--model-column"),
            (&self.prediction, "--prediction"),
        ];
        let others = [
            (!self.only.is_empty(), "--only"),
            (!self.flip.is_empty(), "--flip"),
            (!self.keep.is_empty(), "--where"),
            (self.correct, "--correct"),
            (self.repeat.is_some(), "--repeat"),
            (!self.ignore.is_empty(), "--ignore"),
            (self.drop_missing, "--drop-missing"),
        ];
        let columns = columns.map(|(column, flag)| (column.is_some(), flag));
        columns.into_iter().chain(others).filter_map(|(given, flag)| given.then_some(flag))
    }
}

/// The input of classifiers, for commands that also work without one.
#[derive(Args, Debug)]
pub(crate) struct OptionalInputArgs {
    /// CSV, JSON, Markdown or LaTeX with confusion matrices, rates or printed scores, or with
    /// predictions or scores of samples (y_true, a column per classifier, and count if a row stands
    /// for several); - for standard input
    pub(crate) input: Option<PathBuf>,
    /// Further files of the same samples, joined by the column that identifies them (--id)
    #[arg(value_name = "MORE")]
    more: Vec<PathBuf>,
    /// Content of the input, if it is not recognised: matrices, rates, predictions, scores (y_true
    /// and a column of numbers per model, which stands for the thresholds of its ROC hull) or json
    #[arg(long, value_name = "FORMAT")]
    input_format: Option<InputFormat>,
    /// The positive prior of rates, or without an input that of the lattice of performances (0.2,
    /// 1/5, 20%)
    #[arg(long, value_name = "X", value_parser = parse_prior)]
    pub(crate) prior: Option<Rational>,
    #[command(flatten)]
    labels: LabelArgs,
    /// Transform each classifier first, as in the other commands; may be repeated
    #[arg(long = "operation", value_name = "OPERATION")]
    operations: Vec<Operation>,
    /// With scores: each model stands for this threshold (0.5, 7/10), the classifier MODEL >= T,
    /// instead of those of its hull; may be repeated
    #[arg(long = "threshold", value_name = "T")]
    thresholds: Vec<Rational>,
}

impl OptionalInputArgs {
    /// Returns the input, if there is one.
    pub(crate) fn given(&self) -> Option<InputArgs> {
        Some(InputArgs {
            input: self.input.clone()?,
            more: self.more.clone(),
            input_format: self.input_format,
            prior: self.prior.clone(),
            labels: self.labels.clone(),
            operations: self.operations.clone(),
            thresholds: self.thresholds.clone(),
            named: Vec::new(),
            expects_scores: false,
            paired_with: None,
            best_by: None,
            any_prior: false,
            choosing: None,
            domains: DomainArgs::default(),
        })
    }

    /// Returns a flag about the input that is given without an input.
    pub(crate) fn stray_flag(&self) -> Option<&'static str> {
        let flags = [
            (self.input_format.is_some(), "--input-format"),
            (!self.operations.is_empty(), "--operation"),
            (!self.thresholds.is_empty(), "--threshold"),
        ];
        let stray = flags.into_iter().find_map(|(given, flag)| given.then_some(flag));
        let stray = self.labels.given().next().or(stray);
        stray.filter(|_| self.input.is_none())
    }
}

/// Classifiers of more than two classes.
#[derive(Args, Debug)]
pub(crate) struct MultiClassArgs {
    /// The input has classifiers of any number of classes: JSON with labels and matrix, CSV with
    /// name,truth,predicted,count, or predictions with any labels
    #[arg(long)]
    pub(crate) multi_class: bool,
    /// The positive class; all others together are negative
    #[arg(long, value_name = "LABEL", requires = "multi_class")]
    pub(crate) class: Option<String>,
}

/// The prior to which all classifiers are shifted first.
#[derive(Args, Clone, Debug)]
pub(crate) struct TargetArgs {
    /// Put all classifiers on the Tile of this positive prior first (0.2, 1/5, 20%)
    #[arg(long, value_name = "X", value_parser = parse_prior)]
    pub(crate) target_prior: Option<Rational>,
}
