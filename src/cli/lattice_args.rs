//! The arguments of `exactile lattice`.

use clap::{Args, Subcommand, ValueEnum};

use super::args::{DocumentFormat, InputArgs, OutputArgs, TableFormat, parse};
use crate::lattice::ExactValue;
use crate::num::Rational;
use crate::score::Metric;

#[derive(Args, Debug)]
pub(super) struct LatticeArgs {
    #[command(subcommand)]
    pub(super) command: LatticeCommand,
}

#[derive(Debug, Subcommand)]
pub(super) enum LatticeCommand {
    /// The values that a metric takes, and on how many matrices it takes each
    #[command(
        after_help = "Example: exactile lattice confluence --positives 20 --negatives 40 --metric f1"
    )]
    Confluence(ConfluenceArgs),
    /// The distribution of a metric on further samples, given what was observed
    #[command(
        after_help = "Example: exactile lattice pmf --tp 16 --fp 8 --fn 4 --tn 32 --metric mcc"
    )]
    Pmf(PmfArgs),
    /// Probabilities that a metric exceeds values, and its quantiles, on lattices of any size
    #[command(
        after_help = "Example: exactile lattice tail --tp 16 --fp 8 --fn 4 --tn 32 --metric mcc --at-least 0.5"
    )]
    Tail(TailArgs),
    /// Which of several classifiers will do better on the next test
    #[command(after_help = "Example: exactile lattice compare results.csv --metric ba")]
    Compare(CompareArgs),
    /// The curve on which a metric has one value, and the matrices on it
    #[command(
        after_help = "Example: exactile lattice contour --metric mcc --value 'sqrt(1/3)' --positives 20 --negatives 40"
    )]
    Contour(ContourArgs),
    /// A picture of the lattice, of a metric's contours or of its distribution
    #[command(
        after_help = "Example: exactile lattice plot roc --metric mcc --tp 16 --fp 8 --fn 4 --tn 32 -o mcc.svg"
    )]
    Plot(PlotArgs),
}

/// The metric.
#[derive(Args, Debug)]
pub(super) struct MetricArgs {
    /// The metric: mcc, f1, f-beta(2), ba, kappa, r(1/2,0.3), ...
    #[arg(long, value_name = "M", value_parser = parse::<Metric>)]
    pub(super) metric: Metric,
}

/// The numbers of samples that make the lattice.
#[derive(Args, Debug)]
pub(super) struct SizeArgs {
    /// Positive samples
    #[arg(long, value_name = "P", value_parser = samples, allow_hyphen_values = true)]
    pub(super) positives: u64,
    /// Negative samples
    #[arg(long, value_name = "N", value_parser = samples, allow_hyphen_values = true)]
    pub(super) negatives: u64,
}

/// The observed matrix.
#[derive(Args, Debug)]
pub(super) struct ObservedArgs {
    /// True positives observed
    #[arg(long, value_name = "COUNT", value_parser = samples, allow_hyphen_values = true)]
    pub(super) tp: u64,
    /// False positives observed
    #[arg(long, value_name = "COUNT", value_parser = samples, allow_hyphen_values = true)]
    pub(super) fp: u64,
    /// False negatives observed
    #[arg(long = "fn", value_name = "COUNT", value_parser = samples, allow_hyphen_values = true)]
    pub(super) fn_: u64,
    /// True negatives observed
    #[arg(long, value_name = "COUNT", value_parser = samples, allow_hyphen_values = true)]
    pub(super) tn: u64,
}

/// How further results follow from observed ones.
#[derive(Args, Debug)]
pub(super) struct ModelChoiceArgs {
    /// The model
    #[arg(long, value_enum, default_value_t = ModelName::BetaBinomial)]
    pub(super) model: ModelName,
    /// Parameters U,V of the Beta prior of the true positive rate, and of the other unless given
    #[arg(long, value_name = "U,V", value_parser = parse_pair, allow_hyphen_values = true)]
    pub(super) beta: Option<(Rational, Rational)>,
    /// Parameters U,V of the Beta prior of the true negative rate
    #[arg(long, value_name = "U,V", value_parser = parse_pair, allow_hyphen_values = true)]
    pub(super) beta_negative: Option<(Rational, Rational)>,
}

/// How many further results, and how they follow from observed ones.
#[derive(Args, Debug)]
pub(super) struct FurtherArgs {
    #[command(flatten)]
    pub(super) choice: ModelChoiceArgs,
    /// Further positive samples; as many as observed without it
    #[arg(long, value_name = "P", value_parser = samples, allow_hyphen_values = true)]
    pub(super) positives: Option<u64>,
    /// Further negative samples; as many as observed without it
    #[arg(long, value_name = "N", value_parser = samples, allow_hyphen_values = true)]
    pub(super) negatives: Option<u64>,
}

/// Further results, as fractions or as decimals.
#[derive(Args, Debug)]
pub(super) struct ModelArgs {
    #[command(flatten)]
    pub(super) further: FurtherArgs,
    /// Exact fractions instead of decimals correct to 17 digits
    #[arg(long)]
    pub(super) exact: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ModelName {
    /// The observed rates are the true ones
    Binomial,
    /// The true rates have Beta priors
    BetaBinomial,
}

#[derive(Args, Debug)]
pub(super) struct ConfluenceArgs {
    #[command(flatten)]
    pub(super) size: SizeArgs,
    #[command(flatten)]
    pub(super) metric: MetricArgs,
    /// Add the matrices that take each value
    #[arg(long)]
    pub(super) points: bool,
    /// Write values as they are found, as CSV or JSON: for lattices too big to hold
    #[arg(long, conflicts_with = "points")]
    pub(super) stream: bool,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(super) format: TableFormat,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Args, Debug)]
pub(super) struct PmfArgs {
    #[command(flatten)]
    pub(super) observed: ObservedArgs,
    #[command(flatten)]
    pub(super) metric: MetricArgs,
    #[command(flatten)]
    pub(super) model: ModelArgs,
    /// The part of the mass that intervals hold
    #[arg(long, value_name = "X", default_value = "95/100", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(super) level: Rational,
    /// Count matrices on which the metric is undefined as this value
    #[arg(long, value_name = "VALUE", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(super) undefined: Option<Rational>,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(super) format: TableFormat,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Args, Debug)]
pub(super) struct TailArgs {
    #[command(flatten)]
    pub(super) observed: ObservedArgs,
    #[command(flatten)]
    pub(super) metric: MetricArgs,
    #[command(flatten)]
    pub(super) model: ModelArgs,
    /// P(metric >= T) for an exact T: 0.7, 2/3, sqrt(1/3), ln(4), inf; may be repeated
    #[arg(long, value_name = "T", value_parser = parse::<ExactValue>, allow_hyphen_values = true)]
    pub(super) at_least: Vec<ExactValue>,
    /// P(metric > T)
    #[arg(long, value_name = "T", value_parser = parse::<ExactValue>, allow_hyphen_values = true)]
    pub(super) above: Vec<ExactValue>,
    /// P(metric <= T)
    #[arg(long, value_name = "T", value_parser = parse::<ExactValue>, allow_hyphen_values = true)]
    pub(super) at_most: Vec<ExactValue>,
    /// P(metric < T)
    #[arg(long, value_name = "T", value_parser = parse::<ExactValue>, allow_hyphen_values = true)]
    pub(super) below: Vec<ExactValue>,
    /// P(metric = T)
    #[arg(long, value_name = "T", value_parser = parse::<ExactValue>, allow_hyphen_values = true)]
    pub(super) equal: Vec<ExactValue>,
    /// The smallest value at or below which this part of the mass lies, given that the metric is
    /// defined; may be repeated
    #[arg(long = "quantile", value_name = "X", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(super) quantiles: Vec<Rational>,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = DocumentFormat::Text)]
    pub(super) format: DocumentFormat,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Args, Debug)]
pub(super) struct CompareArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) metric: MetricArgs,
    #[command(flatten)]
    pub(super) model: ModelArgs,
    /// Add the distribution of each classifier's rank
    #[arg(long)]
    pub(super) ranks: bool,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(super) format: TableFormat,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Args, Debug)]
pub(super) struct PlotArgs {
    /// What the picture shows
    #[arg(value_enum)]
    pub(super) kind: PlotKind,
    /// The metric; only the joint distribution and its density need none
    #[arg(long, value_name = "M", value_parser = parse::<Metric>)]
    pub(super) metric: Option<Metric>,
    #[command(flatten)]
    pub(super) observed: OptionalObservedArgs,
    #[command(flatten)]
    pub(super) model: ModelArgs,
    /// Draw the contour of this value, instead of round ones; may be repeated
    #[arg(long = "value", value_name = "K", value_parser = parse::<ExactValue>, allow_hyphen_values = true)]
    pub(super) values: Vec<ExactValue>,
    /// Draw contours at all multiples of this that the metric takes
    #[arg(long, value_name = "X", conflicts_with = "values", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(super) step: Option<Rational>,
    /// Contours: only ROC space
    #[arg(long)]
    pub(super) inside: bool,
    /// The distribution of a metric: the binomial model beside the other one
    #[arg(long)]
    pub(super) both_models: bool,
    /// Both models: join the masses of matrices of one true positive rate
    #[arg(long, requires = "both_models")]
    pub(super) rows: bool,
    /// Growing data: how many times the observation
    #[arg(long, value_name = "K,...", value_delimiter = ',', default_values_t = [1, 4, 16])]
    pub(super) factors: Vec<u64>,
    /// The part of the mass that intervals hold
    #[arg(long, value_name = "X", default_value = "95/100", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(super) level: Rational,
    /// Width and height of the panel in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 600, value_parser = clap::value_parser!(u32).range(40..=8000))]
    pub(super) size: u32,
    /// Write to this file, an SVG, or a PNG if its name ends in .png; without it an SVG goes to
    /// standard output
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<std::path::PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PlotKind {
    /// All matrices in ROC space, coloured by the metric, with exact contours
    Roc,
    /// The same in precision-recall space
    PrecisionRecall,
    /// The joint distribution of further results, with both marginals
    Joint,
    /// The distribution of the metric, and how many matrices take each value
    Pmf,
    /// How many matrices take each value
    Multiplicities,
    /// Contours in and beyond ROC space
    Contours,
    /// How the distribution narrows as data grow
    Growing,
    /// The slice of the confusion simplex
    Simplex,
    /// All matrices over counts, with one scale on both axes
    Slice,
    /// All matrices, coloured by how many share their value
    Confluence,
    /// Lines around the likeliest further results
    Density,
    /// Further results as discs over contours; those of --value are black
    Overlay,
    /// Further results as ridges over contours; those of --value are black
    Ridges,
}

/// The observed matrix, where a picture can do without.
#[derive(Args, Debug)]
pub(super) struct OptionalObservedArgs {
    /// True positives observed
    #[arg(long, value_name = "COUNT", value_parser = samples, allow_hyphen_values = true)]
    pub(super) tp: Option<u64>,
    /// False positives observed
    #[arg(long, value_name = "COUNT", value_parser = samples, allow_hyphen_values = true)]
    pub(super) fp: Option<u64>,
    /// False negatives observed
    #[arg(long = "fn", value_name = "COUNT", value_parser = samples, allow_hyphen_values = true)]
    pub(super) fn_: Option<u64>,
    /// True negatives observed
    #[arg(long, value_name = "COUNT", value_parser = samples, allow_hyphen_values = true)]
    pub(super) tn: Option<u64>,
}

#[derive(Args, Debug)]
pub(super) struct ContourArgs {
    #[command(flatten)]
    pub(super) metric: MetricArgs,
    /// The value: a number, inf, sqrt(R), -sqrt(R) or ln(R)
    #[arg(long, value_name = "K", value_parser = parse::<ExactValue>, allow_hyphen_values = true)]
    pub(super) value: ExactValue,
    #[command(flatten)]
    pub(super) size: SizeArgs,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = DocumentFormat::Text)]
    pub(super) format: DocumentFormat,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

fn samples(text: &str) -> Result<u64, String> {
    const MOST: u64 = 1 << 53;
    let count = text.parse::<u64>().ok().filter(|count| *count < MOST);
    count.ok_or_else(|| "a number of samples is a whole number from 0 to 2^53".to_owned())
}

fn parse_pair(text: &str) -> Result<(Rational, Rational), String> {
    let form = || "Beta parameters are two exact numbers, as in 1/2,1/2".to_owned();
    let (u, v) = text.split_once(',').ok_or_else(form)?;
    Ok((u.parse().map_err(|_| form())?, v.parse().map_err(|_| form())?))
}
