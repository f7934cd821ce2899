//! The flags of `exactile check`.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};

use crate::args::{Destination, LabelArgs, List, OutputArgs, TableFormat, samples};
use exactile::reported::Rounding;
use exactile::score::Metric;
use exactile_document::{Form, Style};

/// The flags of `exactile check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// CSV of reported scores, or - for standard input; without REPORTED and --reported, standard
    /// input is read
    #[arg(value_name = "REPORTED")]
    pub(crate) input: Option<PathBuf>,
    /// One row instead of a file: "NAME=VALUE ...", with names of metrics, positives, negatives,
    /// samples or folds
    #[arg(long, value_name = "SCORES", conflicts_with = "input")]
    pub(crate) reported: Option<String>,
    /// Compare the printed table REPORTED (CSV, Markdown or LaTeX, with ranks in columns such as
    /// rank:f1) with these confusion matrices or predictions
    #[arg(
        long,
        value_name = "RESULTS",
        conflicts_with_all = [
            "reported", "positives", "negatives", "samples", "folds", "fold_sizes", "kfold",
            "stratified", "repeats", "sd", "imply", "points", "one_curve", "classes",
        ]
    )]
    pub(crate) against: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) rows: RowsArgs,
    /// All rows are thresholds of one model on the same samples: points of one ROC curve
    #[arg(
        long,
        conflicts_with_all = [
            "reported", "folds", "fold_sizes", "kfold", "stratified", "classes",
        ]
    )]
    pub(crate) one_curve: bool,
    /// Metrics whose range is shown for possible rows [default: those of accuracy, ba, tpr, tnr,
    /// ppv, npv, f1, mcc that are not reported]
    #[arg(long, value_name = "M,...", conflicts_with = "classes")]
    pub(crate) imply: Vec<List<Metric>>,
    /// List all confusion matrices that explain each row
    #[arg(long, conflicts_with = "classes")]
    pub(crate) points: bool,
    #[command(flatten)]
    pub(crate) labels: LabelArgs,
    #[command(flatten)]
    pub(crate) output: CheckOutputArgs,
}

/// The samples and folds of rows, and the reading of their numbers.
#[derive(Args, Clone, Debug)]
pub(crate) struct RowsArgs {
    /// Positive samples, a number or a range such as 70-80, for all rows without a column for it
    #[arg(long, value_name = "P")]
    pub(crate) positives: Option<SampleRange>,
    /// Negative samples, in the same form
    #[arg(long, value_name = "N")]
    pub(crate) negatives: Option<SampleRange>,
    /// Samples of both classes together, in the same form; --positives, --negatives or both may
    /// then be omitted
    #[arg(long, value_name = "S")]
    pub(crate) samples: Option<SampleRange>,
    /// The scores are means over K folds of these samples; a column folds gives K for each row
    #[arg(
        long,
        value_name = "K",
        value_parser = clap::value_parser!(u64).range(1..),
        conflicts_with = "fold_sizes"
    )]
    pub(crate) folds: Option<u64>,
    /// The scores are means over K folds of nearly equal sizes, whose class proportions are
    /// arbitrary
    #[arg(
        long,
        value_name = "K",
        value_parser = clap::value_parser!(u64).range(1..),
        conflicts_with_all = ["folds", "fold_sizes", "stratified"]
    )]
    pub(crate) kfold: Option<u64>,
    /// Each class is distributed evenly over the folds; --stratified K is --folds K --stratified
    #[arg(
        long,
        value_name = "K",
        num_args = 0..=1,
        value_parser = clap::value_parser!(u64).range(1..),
        conflicts_with = "fold_sizes"
    )]
    pub(crate) stratified: Option<Option<u64>>,
    /// The folds come from R repetitions, each with folds of the same sizes
    #[arg(long, value_name = "R", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) repeats: Option<u64>,
    /// The scores are means over these folds or data sets, positives+negatives each: 38+262,40+260;
    /// a semicolon separates data sets, whose means over their own folds are averaged
    #[arg(long, value_name = "P+N,...", conflicts_with_all = ["positives", "negatives", "samples"])]
    pub(crate) fold_sizes: Option<FoldSizes>,
    /// Samples of each of several classes, for scores such as acc, macro_f1 and kappa: 50,30,20; a
    /// column classes has 50+30+20
    #[arg(
        long,
        value_name = "N,...",
        conflicts_with_all = [
            "positives", "negatives", "samples", "folds", "fold_sizes", "kfold", "stratified",
            "repeats", "sd", "average",
        ]
    )]
    pub(crate) classes: Option<ClassSizes>,
    /// Kind of standard deviations beside means [default: either, the same for all]
    #[arg(long, value_enum)]
    pub(crate) sd: Option<SdName>,
    /// Average of scores over folds
    #[arg(long, value_enum, default_value_t = AverageName::Scores)]
    pub(crate) average: AverageName,
    /// Rounding of the printed numbers
    #[arg(long, value_enum, default_value_t = RoundingName::Nearest)]
    pub(crate) rounding: RoundingName,
    /// All numbers are in percent, with or without the sign
    #[arg(long)]
    pub(crate) percent: bool,
}

/// The rows from which a result of `check` was made, in the flags of `check`.
#[derive(Args, Debug)]
#[command(next_help_heading = "Of a result of check, as check was told")]
pub(crate) struct ReportedArgs {
    /// The row of the result, if it had --reported
    #[arg(long, value_name = "SCORES", conflicts_with = "input")]
    pub(crate) reported: Option<String>,
    #[command(flatten)]
    pub(crate) rows: RowsArgs,
}

impl ReportedArgs {
    /// Returns the arguments of `check`, with the rows of a file if there is no row.
    pub(crate) fn of_check(&self, input: PathBuf, labels: LabelArgs) -> CheckArgs {
        CheckArgs {
            input: Some(input),
            reported: self.reported.clone(),
            against: None,
            rows: self.rows.clone(),
            one_curve: false,
            imply: Vec::new(),
            points: false,
            labels,
            output: CheckOutputArgs {
                format: CheckFormat::Json,
                digits: None,
                to: OutputArgs { output: None },
            },
        }
    }
}

/// The destination and the format of the result.
#[derive(Args, Debug)]
pub(crate) struct CheckOutputArgs {
    /// Format of the result
    #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
    pub(crate) format: CheckFormat,
    /// Digits after the decimal point of Markdown and LaTeX, rounded half to even [default: 4];
    /// JSON and CSV are exact
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub(crate) digits: Option<u32>,
    #[command(flatten)]
    pub(crate) to: OutputArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// Text to be read
    Text,
    /// Exact
    Json,
    /// Exact, with decimals beside fractions
    Csv,
    /// A Markdown table
    Markdown,
    /// A LaTeX tabular with booktabs rules
    Latex,
    /// A page that can be printed
    Html,
}

impl CheckOutputArgs {
    /// Returns `true` for a page or text, which have a line for each row.
    pub(crate) fn is_for_people(&self) -> bool {
        matches!(self.format, CheckFormat::Text | CheckFormat::Html)
    }

    /// Returns the destination and the format of the result; `None` if it is a page.
    pub(crate) fn table(&self) -> Option<Destination<'_>> {
        let format = match self.format {
            CheckFormat::Text => TableFormat::Text,
            CheckFormat::Json => TableFormat::Json,
            CheckFormat::Csv => TableFormat::Csv,
            CheckFormat::Markdown => TableFormat::Markdown,
            CheckFormat::Latex => TableFormat::Latex,
            CheckFormat::Html => return None,
        };
        let form = match Form::from(format) {
            Form::Page(style) => Form::Page(Style { digits: self.digits, ..style }),
            Form::Json => Form::Json,
        };
        Some(Destination { path: self.to.output.as_ref(), form })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SdName {
    /// Of a sample: squares are divided by the number of folds less 1
    Sample,
    /// Of a population: squares are divided by the number of folds
    Population,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RoundingName {
    /// To the nearest; ties may go either way
    Nearest,
    /// Towards zero
    Truncated,
    /// Unknown: within one unit of the last place
    Unit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AverageName {
    /// The mean of the folds' scores
    Scores,
    /// The score of the sum of the folds' matrices
    Pooled,
}

/// The folds of each data set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FoldSizes(pub(crate) Vec<Vec<[u64; 2]>>);

impl FromStr for FoldSizes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let set = |text: &str| {
            let folds = text.parse::<List<FoldSize>>()?.0.into_iter();
            Ok(folds.map(|size| size.0).collect())
        };
        Ok(Self(text.split(';').map(set).collect::<Result<_, String>>()?))
    }
}

/// Positive and negative samples of a fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FoldSize([u64; 2]);

impl FromStr for FoldSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = || "a fold is its positives and negatives, as in 38+262".to_owned();
        let (positives, negatives) = text.split_once('+').ok_or_else(form)?;
        Ok(Self([samples(positives.trim())?, samples(negatives.trim())?]))
    }
}

/// The numbers of samples of several classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClassSizes(pub(crate) Vec<u64>);

impl FromStr for ClassSizes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let sizes = text.split([',', '+', ';']).map(|size| samples(size.trim()));
        Ok(Self(sizes.collect::<Result<_, _>>()?))
    }
}

impl From<RoundingName> for Rounding {
    fn from(name: RoundingName) -> Self {
        match name {
            RoundingName::Nearest => Self::Nearest,
            RoundingName::Truncated => Self::Truncated,
            RoundingName::Unit => Self::Unit,
        }
    }
}

/// A number of samples, or a range `70-80`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SampleRange(pub(crate) RangeInclusive<u64>);

impl FromStr for SampleRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let (first, last) = (samples(first.trim())?, samples(last.trim())?);
        if first > last {
            return Err("a range of samples begins with the smaller number, as in 70-80".to_owned());
        }
        Ok(Self(first..=last))
    }
}
