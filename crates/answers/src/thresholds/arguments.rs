//! The flags of `exactile thresholds`.

use std::path::PathBuf;

use clap::Args;

use crate::args::{LabelArgs, List, TableArgs, TargetArgs, parse_point};
use exactile::num::Rational;
use exactile::score::{Metric, NamedScore};
use exactile::threshold::{Condition, Tolerance};

/// The only accepted format of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ScoresFormat {
    /// CSV of scores
    Scores,
}

/// The flags of `exactile thresholds`.
#[derive(Args, Debug)]
#[group(id = "preference", multiple = false, args = ["at", "scores", "cost_fp"])]
pub struct ThresholdsArgs {
    /// A CSV file of scores (y_true, a column of numbers per model, and count if a row stands for
    /// several samples); - or no INPUT for standard input
    #[arg(default_value = "-", hide_default_value = true)]
    pub(crate) input: PathBuf,
    /// Further files of the same samples, joined by the column that identifies them (--id)
    #[arg(value_name = "MORE")]
    pub(crate) more: Vec<PathBuf>,
    /// Content of the input: always scores
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ScoresFormat::Scores)]
    pub(crate) input_format: ScoresFormat,
    #[command(flatten)]
    pub(crate) labels: LabelArgs,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// The best thresholds at a point a,b of the Tile (1/2,0.3)
    #[arg(long, value_name = "A,B", value_parser = parse_point)]
    pub(crate) at: Option<NamedScore>,
    /// The best thresholds for metrics by name: f1 or mcc,ba,f-beta(2), ...; may be repeated;
    /// without any preference the text has those that pictures mark
    #[arg(long = "score", visible_alias = "metric", value_name = "NAME,...")]
    pub(crate) scores: Vec<List<Metric>>,
    /// By expected cost: cost of a false alarm (false positive)
    #[arg(long, value_name = "X", requires = "cost_fn")]
    pub(crate) cost_fp: Option<Rational>,
    /// Cost of a miss (false negative)
    #[arg(long, value_name = "X", requires = "cost_fp")]
    pub(crate) cost_fn: Option<Rational>,
    /// The best thresholds among those that meet a condition on a metric: "fpr <= 0.05", "ppv >=
    /// 9/10"; may be repeated, all have to be met
    #[arg(long, value_name = "CONDITION")]
    pub(crate) subject_to: Vec<Condition>,
    /// Add the area under the ROC curve up to a false positive rate, also standardised
    #[arg(long, value_name = "X")]
    pub(crate) max_fpr: Option<Rational>,
    /// Add calibration: log loss, and mean scores beside shares of positives in this many bins of
    /// equal width (from its lower end, without it, up to its upper end)
    #[arg(long, value_name = "BINS", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) calibration: Option<u32>,
    /// Only this model, with the preferences for which each threshold of its hull is best
    #[arg(long, value_name = "NAME")]
    pub(crate) for_model: Option<String>,
    /// Choose thresholds on the scores of this file, and judge them on those of the input
    #[arg(long, value_name = "FILE")]
    pub(crate) choose_on: Option<PathBuf>,
    /// Choose thresholds on the samples of all other folds, and judge them on each fold; the folds
    /// are the values of this column
    #[arg(long, value_name = "COLUMN", conflicts_with = "choose_on")]
    pub(crate) folds: Option<String>,
    /// Groups of samples, the values of this column, each with a threshold of its own
    #[arg(long, value_name = "COLUMN", requires = "equalise")]
    pub(crate) by: Option<String>,
    /// With --by: the best thresholds whose true and false positive rates differ between groups by
    /// at most this: 0.02 for both, or tpr=0.02, fpr=0.05 or tpr=0.02,fpr=0.05; and what that costs
    #[arg(
        long,
        visible_alias = "equalize",
        value_name = "TOLERANCE",
        requires = "by",
        conflicts_with_all = ["choose_on", "folds", "subject_to", "max_fpr", "calibration"]
    )]
    pub(crate) equalise: Option<Tolerance>,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}
