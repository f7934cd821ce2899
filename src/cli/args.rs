//! The arguments, as clap reads them. Nothing but this folder knows clap.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::advantage_args::AdvantageArgs;
use super::confidence_args::{ConfidenceArgs, PlanArgs};
use super::figures_args::FiguresArgs;
use super::lattice_args::{FurtherArgs, LatticeArgs, ModelChoiceArgs};
use super::score_args::{ScoresArgs, WhereArgs};
use super::skill_args::{NoSkillArgs, RocArgs, VutArgs};
use crate::input::Format as InputFormat;
use crate::num::Rational;
use crate::performance::Operation;
use crate::ranking::PerformanceSet;
use crate::score::{Metric, NamedScore};

/// Which classifier is best, for which preferences, exactly.
#[derive(Debug, Parser)]
#[command(
    version,
    max_term_width = 100,
    after_help = "Example: exactile regions results.csv\n\nresults.csv has a header name,tn,fp,fn,tp and a line per classifier."
)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// For each classifier, the parts of the Tile on which its rank is constant
    #[command(after_help = "Example: exactile regions results.csv --rank 1 --area --format json")]
    Regions(RegionsArgs),
    /// The ranking for one score or at one point of the Tile
    #[command(after_help = "Example: exactile rank results.csv --score f1")]
    Rank(RankArgs),
    /// All strict rankings on the Tile, or the cell around one preference and the nearest change
    #[command(after_help = "Example: exactile rankings results.csv --score f1")]
    Rankings(RankingsArgs),
    /// Where each classifier of one set is at least as good as each of another
    #[command(after_help = "Example: exactile zone results.csv --better lda --than mlp,qda")]
    Zone(ZoneArgs),
    /// Check a result of regions against the counts, without trusting the code that made it
    #[command(after_help = "Example: exactile verify regions.json results.csv\n\n\
        Exit status: 0 if every check holds, 1 if one does not, 2 if a file cannot be read.")]
    Verify(VerifyArgs),
    /// How sure the winner is: the distribution of every classifier's rank on further samples
    #[command(after_help = "Example: exactile confidence results.csv --score f1")]
    Confidence(ConfidenceArgs),
    /// How many samples it takes until the winner is expected to be sure
    #[command(after_help = "Example: exactile plan results.csv --score f1 --level 0.95")]
    Plan(PlanArgs),
    /// A picture of the Tile
    #[command(after_help = "Example: exactile tile results.csv -o tile.svg")]
    Tile(TileArgs),
    /// One page for choosing a classifier: the Tile to be explored, ROC space, a table, pairs
    #[command(after_help = "Example: exactile report results.csv -o report.html")]
    Report(ReportArgs),
    /// The exact values of metrics
    #[command(after_help = "Example: exactile score results.csv --metric mcc --metric f1")]
    Score(ScoreArgs),
    /// Published tables, formulas and statements, recomputed: which of them hold
    #[command(after_help = "Example: exactile tables metrics/eq-45\n\n\
        Exit status: 1 if a computed verdict is not the one on record.")]
    Tables(TablesArgs),
    /// The figures of the source papers, drawn anew
    #[command(after_help = "Example: exactile figures -o figures --only the-tile/figure-5")]
    Figures(FiguresArgs),
    /// All scores: definition, domain, place on the Tile, and whether to rank by them
    #[command(after_help = "Example: exactile scores kappa --prior 1/5")]
    Scores(ScoresArgs),
    /// Where a score, importances or costs stand on the Tile
    #[command(after_help = "Example: exactile place --score kappa --prior 1/5")]
    Place(WhereArgs),
    /// Which scores are fit for ranking: proofs, or confusion matrices that break an axiom
    #[command(after_help = "Example: exactile axioms --score mcc --prior 1/2")]
    Axioms(AxiomsArgs),
    /// What is reached without skill, and what the correction for chance makes of a score
    #[command(after_help = "Example: exactile no-skill --prior 1/5 --at 1/2,1/2")]
    NoSkill(NoSkillArgs),
    /// The iso-performance lines of a score in ROC space, also as a picture
    #[command(after_help = "Example: exactile roc results.csv --score f1 -o roc.svg")]
    Roc(RocArgs),
    /// The volume under the Tile: the mean of all ranking scores
    #[command(after_help = "Example: exactile vut results.csv")]
    Vut(VutArgs),
    /// How much of the loss of the best constant prediction each model saves
    #[command(after_help = "Example: exactile advantage results.csv --cost-fp 1 --cost-fn 5")]
    Advantage(AdvantageArgs),
    /// How far a metric ranks as a ranking score does: Kendall's tau-b
    #[command(after_help = "Example: exactile correlate --score mcc --at 1/2,1/2 --prior 0.2")]
    Correlate(CorrelateArgs),
    /// The confusion matrices of a test, and what a metric's value is worth on them
    #[command(
        after_help = "Example: exactile lattice pmf --tp 16 --fp 8 --fn 4 --tn 32 --metric mcc"
    )]
    Lattice(LatticeArgs),
}

/// Where classifiers come from.
#[derive(Args, Debug)]
pub(super) struct InputArgs {
    /// A CSV or JSON file of confusion matrices or rates, or a CSV file of predictions; - for
    /// standard input
    pub(super) input: PathBuf,
    /// What the input holds, instead of recognising it: matrices, rates, predictions or json
    #[arg(long, value_name = "FORMAT", value_parser = parse::<InputFormat>)]
    pub(super) input_format: Option<InputFormat>,
    /// The positive prior that goes with rates (0.2, 1/5, 20%)
    #[arg(long, value_name = "X", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(super) prior: Option<Rational>,
    /// The label of the positive class in predictions
    #[arg(long, value_name = "LABEL", default_value = "1")]
    pub(super) positive: String,
    /// Do this to each classifier first: change-predicted, change-true, transpose, swap-classes,
    /// prior-shift=X, filter=TN,FP,FN,TP or no-skill; may be repeated, in this order
    #[arg(long = "operation", value_name = "OPERATION", value_parser = parse::<Operation>)]
    pub(super) operations: Vec<Operation>,
}

/// Where classifiers come from, where they may be left out.
#[derive(Args, Debug)]
pub(super) struct OptionalInputArgs {
    /// A CSV or JSON file of confusion matrices or rates, or a CSV file of predictions; - for
    /// standard input
    pub(super) input: Option<PathBuf>,
    /// What the input holds, instead of recognising it: matrices, rates, predictions or json
    #[arg(long, value_name = "FORMAT", value_parser = parse::<InputFormat>, requires = "input")]
    input_format: Option<InputFormat>,
    /// The positive prior that goes with rates, or without an input that of the lattice of
    /// performances (0.2, 1/5, 20%)
    #[arg(long, value_name = "X", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(super) prior: Option<Rational>,
    /// The label of the positive class in predictions [default: 1]
    #[arg(long, value_name = "LABEL", requires = "input")]
    positive: Option<String>,
    /// Transform every classifier first, as in the other commands; may be repeated
    #[arg(long = "operation", value_name = "OPERATION", value_parser = parse::<Operation>, requires = "input")]
    operations: Vec<Operation>,
}

impl OptionalInputArgs {
    /// The input, if there is one.
    pub(super) fn given(&self) -> Option<InputArgs> {
        Some(InputArgs {
            input: self.input.clone()?,
            input_format: self.input_format,
            prior: self.prior.clone(),
            positive: self.positive.clone().unwrap_or_else(|| "1".to_owned()),
            operations: self.operations.clone(),
        })
    }
}

/// Classifiers of more than two classes.
#[derive(Args, Debug)]
pub(super) struct MultiClassArgs {
    /// The input holds classifiers of any number of classes: JSON with labels and matrix, CSV with
    /// name,truth,predicted,count, or predictions with any labels
    #[arg(long)]
    pub(super) multi_class: bool,
    /// The positive class, all others together being negative
    #[arg(long, value_name = "LABEL", requires = "multi_class")]
    pub(super) class: Option<String>,
}

/// Shift all classifiers to one prior first.
#[derive(Args, Debug)]
pub(super) struct TargetArgs {
    /// Put all classifiers on the Tile of this positive prior first (0.2, 1/5, 20%)
    #[arg(long, value_name = "X", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(super) target_prior: Option<Rational>,
}

/// Where the result goes.
#[derive(Args, Debug)]
pub(super) struct OutputArgs {
    /// Write to this file, whole or not at all, instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(super) struct RegionsArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) classes: MultiClassArgs,
    #[command(flatten)]
    pub(super) target: TargetArgs,
    /// Only pieces on which this rank is taken; may be repeated
    #[arg(long = "rank", value_name = "R", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) ranks: Vec<u32>,
    /// Only this classifier; may be repeated
    #[arg(long = "classifier", value_name = "NAME")]
    pub(super) classifiers: Vec<String>,
    /// Add the exact area of each piece
    #[arg(long)]
    pub(super) area: bool,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = RegionsFormat::Text)]
    pub(super) format: RegionsFormat,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum RegionsFormat {
    /// A summary for people
    Text,
    /// All pieces, exact
    Json,
    /// A row per piece, exact
    Csv,
    /// GeoJSON, in doubles
    Geojson,
    /// Well-known text, in doubles
    Wkt,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TableFormat {
    /// For people
    Text,
    /// Exact
    Json,
    /// Exact
    Csv,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum DocumentFormat {
    /// For people
    Text,
    /// Exact
    Json,
}

#[derive(Args, Debug)]
#[group(id = "where", required = true, multiple = false, args = ["at", "score", "importance"])]
pub(super) struct RankPlaceArgs {
    /// A point a,b of the Tile (1/2,0.3)
    #[arg(long, value_name = "A,B", value_parser = parse_point, allow_hyphen_values = true)]
    pub(super) at: Option<NamedScore>,
    /// A score by name: tpr, ppv, accuracy, f1, f-beta(B), ba, kappa, ptp, r(A,B), ...; exactile
    /// scores lists all
    #[arg(long, value_name = "NAME", value_parser = parse::<NamedScore>)]
    pub(super) score: Option<NamedScore>,
    /// How much each pair of true and predicted class counts: a sum of terms W, W*truth:LABEL,
    /// W*predicted:LABEL, W*right, W*wrong, or a .csv or .json file, rows being true classes
    #[arg(long, value_name = "TERMS|FILE", requires = "multi_class", conflicts_with = "class")]
    pub(super) importance: Option<String>,
}

/// A point of the Tile, by its coordinates or by a score's name.
#[derive(Args, Debug)]
#[group(id = "where", required = true, multiple = false, args = ["at", "score"])]
pub(super) struct PlaceArgs {
    /// A point a,b of the Tile (1/2,0.3)
    #[arg(long, value_name = "A,B", value_parser = parse_point, allow_hyphen_values = true)]
    pub(super) at: Option<NamedScore>,
    /// A score by name: tpr, ppv, accuracy, f1, f-beta(B), ba, kappa, ptp, r(A,B), ...; exactile
    /// scores lists all
    #[arg(long, value_name = "NAME", value_parser = parse::<NamedScore>)]
    pub(super) score: Option<NamedScore>,
}

#[derive(Args, Debug)]
pub(super) struct RankArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) classes: MultiClassArgs,
    #[command(flatten)]
    pub(super) target: TargetArgs,
    #[command(flatten)]
    pub(super) place: RankPlaceArgs,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(super) format: TableFormat,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Args, Debug)]
pub(super) struct RankingsArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) target: TargetArgs,
    /// Only the cell around the point a,b of the Tile (1/2,0.3), its ranking, and who swap next
    #[arg(long, value_name = "A,B", value_parser = parse_point, allow_hyphen_values = true)]
    pub(super) at: Option<NamedScore>,
    /// Only the cell around a score by name: tnr, tpr, npv, ppv, accuracy, f1, f-beta(B), ba, ...
    #[arg(long, value_name = "NAME", value_parser = parse::<NamedScore>, conflicts_with = "at")]
    pub(super) score: Option<NamedScore>,
    /// List every point where frontiers meet, with who ties there
    #[arg(long, conflicts_with_all = ["at", "score"])]
    pub(super) confluences: bool,
    /// List every cell with an exact point inside
    #[arg(long, conflicts_with_all = ["at", "score"])]
    pub(super) cells: bool,
    /// List every cell with its exact corners and edges
    #[arg(long, conflicts_with_all = ["at", "score"])]
    pub(super) polygons: bool,
    /// List every cell with its exact area; in text without --cells the largest ones
    #[arg(long, conflicts_with_all = ["at", "score"])]
    pub(super) area: bool,
    /// List every cell with its ranking, best first
    #[arg(long, conflicts_with_all = ["at", "score"])]
    pub(super) rankings: bool,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = DocumentFormat::Text)]
    pub(super) format: DocumentFormat,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Args, Debug)]
pub(super) struct ScoreArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) classes: MultiClassArgs,
    /// A metric: mcc, f1, f-beta(2), p(tp|tn,tp), r(1/2,0.3), ...; may be repeated; all without it;
    /// exactile scores lists them
    #[arg(long = "metric", value_name = "M", value_parser = parse::<Metric>)]
    pub(super) metrics: Vec<Metric>,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(super) format: TableFormat,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Args, Debug)]
pub(super) struct AxiomsArgs {
    /// A score: mcc, f1, f-beta(2), r(1/2,0.3), ...; may be repeated; a table of all without it
    #[arg(long = "score", value_name = "M", value_parser = parse::<Metric>)]
    pub(super) scores: Vec<Metric>,
    /// Only performances of this positive prior (0.2, 1/5, 20%), or all; may be repeated; for the
    /// table all, 1/5 and 1/2 without it, for a score all
    #[arg(long = "prior", value_name = "X", value_parser = parse::<PerformanceSet>, allow_hyphen_values = true)]
    pub(super) sets: Vec<PerformanceSet>,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(super) format: TableFormat,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Args, Debug)]
pub(super) struct ZoneArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) target: TargetArgs,
    /// Classifiers that have to be at least as good; names with commas as a CSV line
    #[arg(long, value_name = "NAMES", required = true)]
    pub(super) better: Vec<String>,
    /// Classifiers that they are compared with
    #[arg(long, value_name = "NAMES", required = true)]
    pub(super) than: Vec<String>,
    /// How to write the result; with -o FILE.svg or FILE.png it is a picture
    #[arg(long, value_enum, default_value_t = DocumentFormat::Text)]
    pub(super) format: DocumentFormat,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Args, Debug)]
pub(super) struct TablesArgs {
    /// Statements by their names, or by the paper's part of it (metrics); all, if none is given
    pub(super) ids: Vec<String>,
    /// Only list the statements, without examining them
    #[arg(long)]
    pub(super) list: bool,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = DocumentFormat::Text)]
    pub(super) format: DocumentFormat,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Args, Debug)]
pub(super) struct VerifyArgs {
    /// What regions --format json has written; - for standard input
    pub(super) regions: PathBuf,
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) classes: MultiClassArgs,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = DocumentFormat::Text)]
    pub(super) format: DocumentFormat,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Args, Debug)]
pub(super) struct TileArgs {
    #[command(flatten)]
    pub(super) input: OptionalInputArgs,
    #[command(flatten)]
    pub(super) classes: MultiClassArgs,
    #[command(flatten)]
    pub(super) target: TargetArgs,
    /// What the picture shows
    #[arg(long, value_enum, default_value_t = Flavor::Entity)]
    pub(super) flavor: Flavor,
    /// Entity flavor: who is ranked so; 1 if it is not given
    #[arg(long, value_name = "R", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) rank: Option<u32>,
    /// Rank, value and confidence flavors: of this classifier
    #[arg(long, value_name = "NAME")]
    pub(super) classifier: Option<String>,
    /// Correlation flavor: how this metric's rank correlation with R_ab varies
    #[arg(long, value_name = "M", value_parser = parse::<Metric>)]
    pub(super) score: Option<Metric>,
    #[command(flatten)]
    pub(super) lattice: CorrelationLatticeArgs,
    #[command(flatten)]
    pub(super) sure: GridOfConfidenceArgs,
    /// What is drawn besides: scores, grid, no-skill-curve, legend; none for nothing
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = [Extra::Scores, Extra::Legend])]
    pub(super) show: Vec<Extra>,
    /// Width and height of the Tile in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 600, value_parser = clap::value_parser!(u32).range(40..=8000))]
    pub(super) size: u32,
    /// Write to this file, an SVG, or a PNG if its name ends in .png; without it an SVG goes to
    /// standard output
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(super) struct ReportArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) classes: MultiClassArgs,
    /// The positive prior of the population to choose for (0.2, 1/5, 20%); the page starts with it
    #[arg(long, value_name = "X", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(super) target_prior: Option<Rational>,
    /// A metric of the table and of the comparison of pairs: mcc, f1, f-beta(2), ...; may be
    /// repeated; without it accuracy, ba, tpr, tnr, ppv, f1 and mcc
    #[arg(long = "metric", value_name = "M", value_parser = parse::<Metric>)]
    pub(super) metrics: Vec<Metric>,
    #[command(flatten)]
    pub(super) model: ModelChoiceArgs,
    /// The part of the mass that intervals hold
    #[arg(long, value_name = "X", default_value = "95/100", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(super) level: Rational,
    /// How sure the winner is, asked at so many points along each side of the Tile: 0 for none; as
    /// many as take seconds if it is not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=256))]
    pub(super) grid: Option<u32>,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// The performances and the points that correlations are worked out for.
#[derive(Args, Debug)]
pub(super) struct CorrelationLatticeArgs {
    /// Without an input: performances in multiples of 1/K; 32 for all of them, 80 at one prior
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) resolution: Option<u32>,
    /// Points of the Tile: so many along each side, at most 2000; 100 if it is not given, for
    /// confidence 64
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=2000))]
    pub(super) grid: Option<u32>,
}

#[derive(Args, Debug)]
#[group(id = "what", required = true, multiple = false, args = ["at", "search"])]
pub(super) struct CorrelateArgs {
    #[command(flatten)]
    pub(super) input: OptionalInputArgs,
    /// The metric: mcc, f1, r(1/2,0.3), ...
    #[arg(long, value_name = "M", value_parser = parse::<Metric>)]
    pub(super) score: Metric,
    /// The ranking score, a point a,b of the Tile (1/2,0.3)
    #[arg(long, value_name = "A,B", value_parser = parse_point, allow_hyphen_values = true)]
    pub(super) at: Option<NamedScore>,
    /// The least and the largest correlation over the Tile
    #[arg(long)]
    pub(super) search: bool,
    #[command(flatten)]
    pub(super) lattice: CorrelationLatticeArgs,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = DocumentFormat::Text)]
    pub(super) format: DocumentFormat,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// How sure the winner is over the Tile, for the flavors confidence and decided.
#[derive(Args, Debug)]
pub(super) struct GridOfConfidenceArgs {
    #[command(flatten)]
    pub(super) further: FurtherArgs,
    /// Decided flavor: the probability of being first from which on it is decided; 95/100 if it is
    /// not given
    #[arg(long, value_name = "X", value_parser = parse::<Rational>, allow_hyphen_values = true)]
    pub(super) level: Option<Rational>,
    /// Confidence and decided flavors: keep every point in this file as it is found, and take from
    /// it what it has, unseen; so an interrupted run goes on where it was
    #[arg(long, value_name = "FILE")]
    pub(super) checkpoint: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Flavor {
    /// Who is ranked r-th
    Entity,
    /// The rank of one classifier
    Rank,
    /// The best value that a classifier reaches
    Best,
    /// The worst value of a classifier
    Worst,
    /// The value of one classifier
    Value,
    /// The best value without skill, at the priors of the input
    NoSkill,
    /// All frontiers between two classifiers
    Frontiers,
    /// The rank correlation of a metric with each ranking score; needs no input
    Correlation,
    /// Every cell on which one ranking holds
    Rankings,
    /// The probability that the winner, or one classifier, will be first on further samples
    Confidence,
    /// Where somebody will be first with enough probability, and where the data do not decide
    Decided,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Extra {
    /// Scores that have a name
    Scores,
    /// The Tile of balanced priors as a deformed grid
    Grid,
    /// Where all no-skill performances tie
    NoSkillCurve,
    /// The list of those who appear, with their shares
    Legend,
    /// Nothing
    None,
}

pub(super) fn parse<T: std::str::FromStr>(text: &str) -> Result<T, String>
where
    T::Err: std::fmt::Display,
{
    text.parse().map_err(|error: T::Err| error.to_string())
}

pub(super) fn parse_point(text: &str) -> Result<NamedScore, String> {
    format!("r({text})").parse().map_err(|_| {
        "a point of the Tile is two exact numbers from 0 to 1, as in 1/2,0.3".to_owned()
    })
}
