//! The flags of `exactile lattice`.

use clap::{Args, Subcommand, ValueEnum};

use crate::args::{
    FrameArgs, FurtherArgs, InputArgs, MetricArgs, OptionalMetricArgs, TableArgs, samples,
};
use exactile::lattice::ExactValue;
use exactile::num::{Level, Rational};

/// The flags of `exactile lattice`.
#[derive(Args, Debug)]
pub struct LatticeArgs {
    #[command(subcommand)]
    pub(crate) command: LatticeCommand,
}

#[derive(Debug, Subcommand)]
#[expect(clippy::large_enum_variant, reason = "a run has one")]
pub(crate) enum LatticeCommand {
    /// The values of a metric, and the number of matrices with each value
    #[command(
        after_help = "Example: exactile lattice confluence --positives 20 --negatives 40 --metric \
             f1"
    )]
    Confluence(ConfluenceArgs),
    /// The distribution of a metric on further samples, given the observed ones
    #[command(
        after_help = "Example: exactile lattice pmf --tp 16 --fp 8 --fn 4 --tn 32 --metric mcc"
    )]
    Pmf(PmfArgs),
    /// Probabilities that a metric exceeds values, and its quantiles, on lattices of any size
    #[command(
        after_help = "Example: exactile lattice tail --tp 16 --fp 8 --fn 4 --tn 32 --metric mcc \
             --at-least 0.5"
    )]
    Tail(TailArgs),
    /// Probabilities that each of several independent classifiers is ahead on the next test
    #[command(after_help = "Example: exactile lattice compare results.csv --metric ba\n\n\
        exactile confidence --question next --unpaired answers the same, with intervals of the \
        ranks.")]
    Compare(CompareArgs),
    /// The curve on which a metric has one value, and the matrices on it
    #[command(after_help = "Example: exactile lattice contour --metric mcc --value 'sqrt(1/3)' \
             --positives 20 --negatives 40")]
    Contour(ContourArgs),
    /// A picture of the lattice, of a metric's contours or of its distribution
    #[command(
        after_help = "Example: exactile lattice plot roc --metric mcc --tp 16 --fp 8 --fn 4 --tn \
             32 -o mcc.svg"
    )]
    Plot(PlotArgs),
}

/// The value of a metric where it is undefined.
#[derive(Args, Debug)]
pub(crate) struct UndefinedArgs {
    /// Count matrices on which the metric is undefined as this value
    #[arg(long, value_name = "VALUE")]
    pub(crate) undefined: Option<Rational>,
}

/// The numbers of samples of the lattice.
#[derive(Args, Debug)]
pub(crate) struct SizeArgs {
    /// Positive samples
    #[arg(long, value_name = "P", value_parser = samples)]
    pub(crate) positives: u64,
    /// Negative samples
    #[arg(long, value_name = "N", value_parser = samples)]
    pub(crate) negatives: u64,
}

/// The observed matrix.
#[derive(Args, Debug)]
pub(crate) struct ObservedArgs {
    /// True positives observed
    #[arg(long, value_name = "COUNT", value_parser = samples)]
    pub(crate) tp: u64,
    /// False positives observed
    #[arg(long, value_name = "COUNT", value_parser = samples)]
    pub(crate) fp: u64,
    /// False negatives observed
    #[arg(long = "fn", value_name = "COUNT", value_parser = samples)]
    pub(crate) fn_: u64,
    /// True negatives observed
    #[arg(long, value_name = "COUNT", value_parser = samples)]
    pub(crate) tn: u64,
}

/// The model of further results, and fractions or decimals.
#[derive(Args, Debug)]
pub(crate) struct ModelArgs {
    #[command(flatten)]
    pub(crate) further: FurtherArgs,
    /// Exact fractions instead of decimals correct to 17 digits
    #[arg(long)]
    pub(crate) exact: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ConfluenceArgs {
    #[command(flatten)]
    pub(crate) size: SizeArgs,
    #[command(flatten)]
    pub(crate) metric: MetricArgs,
    #[command(flatten)]
    pub(crate) undefined: UndefinedArgs,
    /// Add the matrices with each value
    #[arg(long)]
    pub(crate) points: bool,
    /// Write values as they are found, as CSV or JSON: for lattices too large for memory
    #[arg(long, conflicts_with = "points")]
    pub(crate) stream: bool,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}

#[derive(Args, Debug)]
pub(crate) struct PmfArgs {
    #[command(flatten)]
    pub(crate) observed: ObservedArgs,
    #[command(flatten)]
    pub(crate) metric: MetricArgs,
    #[command(flatten)]
    pub(crate) model: ModelArgs,
    /// The part of the mass within intervals, given that the metric is defined
    #[arg(long, value_name = "X", default_value = "95/100")]
    pub(crate) level: Level,
    #[command(flatten)]
    pub(crate) undefined: UndefinedArgs,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}

#[derive(Args, Debug)]
pub(crate) struct TailArgs {
    #[command(flatten)]
    pub(crate) observed: ObservedArgs,
    #[command(flatten)]
    pub(crate) metric: MetricArgs,
    #[command(flatten)]
    pub(crate) model: ModelArgs,
    /// P(metric >= T) for an exact T: 0.7, 2/3, sqrt(1/3), ln(4), inf; may be repeated
    #[arg(long, value_name = "T")]
    pub(crate) at_least: Vec<ExactValue>,
    /// P(metric > T)
    #[arg(long, value_name = "T")]
    pub(crate) above: Vec<ExactValue>,
    /// P(metric <= T)
    #[arg(long, value_name = "T")]
    pub(crate) at_most: Vec<ExactValue>,
    /// P(metric < T)
    #[arg(long, value_name = "T")]
    pub(crate) below: Vec<ExactValue>,
    /// P(metric = T)
    #[arg(long, value_name = "T")]
    pub(crate) equal: Vec<ExactValue>,
    /// The smallest value at or below which this part of the mass lies, given that the metric is
    /// defined; may be repeated
    #[arg(long = "quantile", value_name = "X")]
    pub(crate) quantiles: Vec<Level>,
    #[command(flatten)]
    pub(crate) undefined: UndefinedArgs,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}

#[derive(Args, Debug)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) metric: MetricArgs,
    #[command(flatten)]
    pub(crate) model: ModelArgs,
    /// Add the distribution of each classifier's rank
    #[arg(long)]
    pub(crate) ranks: bool,
    #[command(flatten)]
    pub(crate) undefined: UndefinedArgs,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}

#[derive(Args, Debug)]
pub(crate) struct PlotArgs {
    /// Kind of picture
    #[arg(value_enum)]
    pub(crate) kind: PlotKind,
    #[command(flatten)]
    pub(crate) metric: OptionalMetricArgs,
    #[command(flatten)]
    pub(crate) observed: OptionalObservedArgs,
    #[command(flatten)]
    pub(crate) model: ModelArgs,
    /// Draw the contours of this value instead of round ones; may be repeated
    #[arg(long = "value", value_name = "K")]
    pub(crate) values: Vec<ExactValue>,
    /// Draw contours at all values of the metric that are multiples of this
    #[arg(long, value_name = "X", conflicts_with = "values")]
    pub(crate) step: Option<Rational>,
    /// Contours: only ROC space
    #[arg(long)]
    pub(crate) inside: bool,
    /// The distribution of a metric: the binomial model beside the other one
    #[arg(long)]
    pub(crate) both_models: bool,
    /// Both models: join the masses of matrices with the same true positive rate
    #[arg(long, requires = "both_models")]
    pub(crate) rows: bool,
    /// Growing data: multiples of the observation
    #[arg(long, value_name = "K,...", value_delimiter = ',', default_values_t = [1, 4, 16])]
    pub(crate) factors: Vec<u64>,
    /// The part of the mass within intervals
    #[arg(long, value_name = "X", default_value = "95/100")]
    pub(crate) level: Level,
    /// Width and height of the panel in pixels
    #[arg(
        long,
        value_name = "PIXELS",
        default_value_t = 600,
        value_parser = clap::value_parser!(u32).range(40..=8000)
    )]
    pub(crate) size: u32,
    #[command(flatten)]
    pub(crate) look: FrameArgs,
    /// Write to this file: .svg, .png or .pdf [default: SVG on standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<std::path::PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlotKind {
    /// All matrices in ROC space, coloured by the metric, with exact contours
    Roc,
    /// All matrices in precision-recall space, coloured by the metric, with exact contours
    PrecisionRecall,
    /// The joint distribution of further results, with both marginals
    Joint,
    /// The distribution of the metric, and the number of matrices with each value
    Pmf,
    /// The number of matrices with each value
    Multiplicities,
    /// Contours in and beyond ROC space
    Contours,
    /// The distribution as the data grow
    Growing,
    /// The slice of the confusion simplex
    Simplex,
    /// All matrices over counts, with one scale on both axes
    Slice,
    /// All matrices, coloured by the number of matrices with the same value
    Confluence,
    /// Lines around the most likely further results
    Density,
    /// Further results as discs over contours; those of --value are black
    Overlay,
    /// Further results as ridges over contours; those of --value are black
    Ridges,
}

/// The observed matrix, which some pictures do not need.
#[derive(Args, Debug)]
pub(crate) struct OptionalObservedArgs {
    /// True positives observed
    #[arg(long, value_name = "COUNT", value_parser = samples)]
    pub(crate) tp: Option<u64>,
    /// False positives observed
    #[arg(long, value_name = "COUNT", value_parser = samples)]
    pub(crate) fp: Option<u64>,
    /// False negatives observed
    #[arg(long = "fn", value_name = "COUNT", value_parser = samples)]
    pub(crate) fn_: Option<u64>,
    /// True negatives observed
    #[arg(long, value_name = "COUNT", value_parser = samples)]
    pub(crate) tn: Option<u64>,
}

#[derive(Args, Debug)]
pub(crate) struct ContourArgs {
    #[command(flatten)]
    pub(crate) metric: MetricArgs,
    /// The value: a number, inf, sqrt(R), -sqrt(R) or ln(R)
    #[arg(long, value_name = "K")]
    pub(crate) value: ExactValue,
    #[command(flatten)]
    pub(crate) size: SizeArgs,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}
