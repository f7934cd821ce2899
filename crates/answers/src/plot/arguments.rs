//! The flags of `exactile plot`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::args::{InputArgs, Interval, LookArgs, PlaceArgs, StripAlong, TargetArgs};
use exactile::num::{Level, Rational};
use exactile::score::Metric;
use exactile_picture::RowsSize;

/// The flags of `exactile plot`.
#[derive(Args, Debug)]
pub struct PicturesArgs {
    #[command(subcommand)]
    pub(crate) command: PlotCommand,
}

/// The pictures that are no other command's.
#[derive(Debug, Subcommand)]
pub(crate) enum PlotCommand {
    /// A row per classifier: the value of a metric, the interval of the true value, and tiers
    #[command(
        after_help = "Example: exactile plot forest results.csv --metric f1 -o forest.svg\n\n\
        Intervals are those of exactile score --interval, tiers those of exactile confidence."
    )]
    Forest(ForestArgs),
    /// The first classifiers from preferences that fear false alarms to those that fear misses
    #[command(after_help = "Example: exactile plot strip results.csv -o strip.svg\n\n\
        The strip is the segment of exactile curve --along, and its ends are the same numbers.")]
    Strip(StripArgs),
    /// A row per classifier: its difference to a baseline, and the interval of the true difference
    #[command(after_help = "Example: exactile plot pairs predictions.csv --metric f1 \
        --baseline old -o pairs.svg\n\n\
        Differences and intervals are those of exactile compare --first NAME --second BASELINE.")]
    Pairs(PairsArgs),
}

/// The form of a picture of rows and its file.
#[derive(Args, Clone, Debug)]
pub(crate) struct RowsPictureArgs {
    #[command(flatten)]
    pub(crate) look: LookArgs,
    /// Width of the picture in pixels
    #[arg(
        long,
        value_name = "PIXELS",
        default_value_t = 800,
        value_parser = clap::value_parser!(u32).range(240..=8000)
    )]
    pub(crate) width: u32,
    /// Height of the picture in pixels [default: as much as its rows take]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(80..=16_000))]
    pub(crate) height: Option<u32>,
    /// Write to this file: .svg, .png or .pdf [default: SVG on standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

impl RowsPictureArgs {
    /// Returns the size of the picture.
    pub(crate) fn size(&self) -> RowsSize {
        RowsSize { width: self.width, height: self.height }
    }
}

#[derive(Args, Debug)]
#[group(id = "where", required = true, multiple = false, args = ["at", "score"])]
pub(crate) struct ForestArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) place: PlaceArgs<Metric>,
    /// The interval of the true value
    #[arg(long, value_enum, default_value_t = Interval::Credible)]
    pub(crate) interval: Interval,
    /// Probability of the intervals, and of tiers
    #[arg(long, value_name = "X", default_value = "95/100")]
    pub(crate) level: Level,
    /// The classifier whose value is a dashed line [default: the best]
    #[arg(long, value_name = "NAME")]
    pub(crate) baseline: Option<String>,
    #[command(flatten)]
    pub(crate) shown: ShownArgs,
    /// Draw no tiers
    #[arg(long)]
    pub(crate) no_tiers: bool,
    #[command(flatten)]
    pub(crate) rows: RowsPictureArgs,
}

#[derive(Args, Debug)]
#[group(id = "where", required = true, multiple = false, args = ["at", "score"])]
pub(crate) struct PairsArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) place: PlaceArgs<Metric>,
    /// The classifier to which all others are compared [default: the best]
    #[arg(long, value_name = "NAME")]
    pub(crate) baseline: Option<String>,
    /// Probability of the intervals
    #[arg(long, value_name = "X", default_value = "95/100")]
    pub(crate) level: Level,
    /// Margin of the metric: a band of differences that do not matter
    #[arg(long, value_name = "D")]
    pub(crate) margin: Option<Rational>,
    #[command(flatten)]
    pub(crate) shown: ShownArgs,
    #[command(flatten)]
    pub(crate) rows: RowsPictureArgs,
}

/// The rows to draw, and the draws behind them.
#[derive(Args, Clone, Debug)]
pub(crate) struct ShownArgs {
    /// Rows to draw, the best first; the others are counted
    #[arg(
        long,
        value_name = "N",
        default_value_t = 30,
        value_parser = clap::value_parser!(u32).range(1..=1000)
    )]
    pub(crate) top: u32,
    /// Treat the classifiers as independent, even if the input has their results on the same
    /// samples
    #[arg(long)]
    pub(crate) unpaired: bool,
    /// The seed of draws, for drawn numbers
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Args, Debug)]
pub(crate) struct StripArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// The segment of the Tile
    #[arg(long, value_enum, default_value_t = StripAlong::Decision)]
    pub(crate) along: StripAlong,
    /// Draw the strip without the list of its parts
    #[arg(long)]
    pub(crate) no_legend: bool,
    #[command(flatten)]
    pub(crate) rows: RowsPictureArgs,
}
