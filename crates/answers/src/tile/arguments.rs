//! The flags of `exactile tile`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::args::{
    AtBestArgs, DomainArgs, FurtherArgs, MultiClassArgs, OptionalInputArgs, ScaledLookArgs,
    TargetArgs, parse_marked, parse_point, parse_pooling,
};
use crate::confidence::arguments::Question;
use crate::correlate::arguments::CorrelationLatticeArgs;
use exactile::contest::Pooling;
use exactile::domain::DomainMap;
use exactile::num::Level;
use exactile::score::{NamedScore, Score};

/// The flags of `exactile tile`.
#[derive(Args, Debug)]
pub struct TileArgs {
    #[command(flatten)]
    pub(crate) input: OptionalInputArgs,
    #[command(flatten)]
    pub(crate) domains: DomainArgs,
    #[command(flatten)]
    pub(crate) classes: MultiClassArgs,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    #[command(flatten)]
    pub(crate) best: AtBestArgs,
    /// Content of the picture
    #[arg(long, value_enum, default_value_t = Flavor::Entity)]
    pub(crate) flavor: Flavor,
    /// Entity flavor: rank to show [default: 1]
    #[arg(long, value_name = "R", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rank: Option<u32>,
    /// The classifier to show, if the flavor shows one
    #[arg(long, value_name = "NAME")]
    pub(crate) classifier: Option<String>,
    /// Correlation flavor: the metric (mcc, f1, r(1/2,0.3), ...), or a formula such as
    /// tp/(tp+fp+fn)
    #[arg(long, visible_alias = "score", value_name = "M")]
    pub(crate) metric: Option<Score>,
    #[command(flatten)]
    pub(crate) lattice: CorrelationLatticeArgs,
    #[command(flatten)]
    pub(crate) sure: GridOfConfidenceArgs,
    /// Further parts of the picture: scores, grid, no-skill-curve, legend; none for nothing
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        default_values_t = [Extra::Scores, Extra::Legend]
    )]
    pub(crate) show: Vec<Extra>,
    #[command(flatten)]
    pub(crate) look: ScaledLookArgs,
    /// Preference to mark: a point a,b of the Tile (1/2,0.3)
    #[arg(long, value_name = "A,B", value_parser = parse_point)]
    pub(crate) at: Option<NamedScore>,
    /// Point of the Tile to mark, with a text of your own (1/2,0.3=our score); may be repeated
    #[arg(long, value_name = "A,B=TEXT", value_parser = parse_marked)]
    pub(crate) point: Vec<(NamedScore, String)>,
    /// Width and height of the Tile in pixels
    #[arg(
        long,
        value_name = "PIXELS",
        default_value_t = 600,
        value_parser = clap::value_parser!(u32).range(40..=8000)
    )]
    pub(crate) size: u32,
    /// Write to this file: .svg, .png or .pdf [default: SVG on standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// The certainty of the first place, for the flavors confidence and decided.
#[derive(Args, Debug)]
pub(crate) struct GridOfConfidenceArgs {
    /// Confidence and decided flavors: the question [default: truly]
    #[arg(long, value_enum)]
    pub(crate) question: Option<Question>,
    /// Confidence and decided flavors: treat the classifiers as independent, even if the input has
    /// their results on the same samples
    #[arg(long)]
    pub(crate) unpaired: bool,
    /// Confidence and decided flavors, truly: a partially pooled prior; differences between
    /// classifiers shrink by a share (1/2, 50%), or by one that is estimated from the data
    #[arg(long, value_name = "SHARE|estimated", value_parser = parse_pooling)]
    pub(crate) prior_pooling: Option<Pooling>,
    /// Confidence flavor: show the probability that this classifier is truly better than --second
    #[arg(long, value_name = "NAME", requires = "second")]
    pub(crate) first: Option<String>,
    /// Confidence flavor: the rival of --first
    #[arg(long, value_name = "NAME", requires = "first")]
    pub(crate) second: Option<String>,
    /// Confidence and decided flavors: number of draws, if probabilities are drawn [default:
    /// 100000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(100..=10_000_000))]
    pub(crate) draws: Option<u32>,
    /// Confidence, decided and correlation flavors: the seed of draws [default: 1]
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) further: FurtherArgs,
    /// Decided flavor: the probability that a classifier has to reach; with --first and --second:
    /// that of the swap test [default: 95/100]
    #[arg(long, value_name = "X")]
    pub(crate) level: Option<Level>,
    /// Confidence and decided flavors, next test of independent classifiers: store every point in
    /// this file as it is found, and reuse the points that it holds, so that an interrupted run can
    /// go on
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Flavor {
    /// The classifier with the given rank
    Entity,
    /// The rank of one classifier
    Rank,
    /// The best value that a classifier reaches
    Best,
    /// The worst value of a classifier
    Worst,
    /// The value of one classifier
    Value,
    /// The best value without skill, at the priors of the input, or of --classifier if they differ
    NoSkill,
    /// All frontiers between two classifiers
    Frontiers,
    /// The rank correlation of a metric with each ranking score; needs no input
    Correlation,
    /// Every cell with one ranking
    Rankings,
    /// The probability that the winner, or one classifier, is truly the best, or first on a repeat
    /// of the test
    Confidence,
    /// The parts where a classifier reaches a probability, and the part where none does
    Decided,
    /// The test set of --by with the greatest value of --classifier
    Easiest,
    /// The one with the least value
    Hardest,
    /// The one that counts most in the value of its mean
    Preponderant,
    /// The one with the greatest part of the loss of its mean
    Bottleneck,
    /// The number of test sets in which the classifier that is first on the mean is first
    Agreement,
}

impl Flavor {
    /// Returns the map of test sets that a flavor shows.
    pub(crate) fn map(self) -> Option<DomainMap> {
        match self {
            Self::Easiest => Some(DomainMap::Easiest),
            Self::Hardest => Some(DomainMap::Hardest),
            Self::Preponderant => Some(DomainMap::Preponderant),
            Self::Bottleneck => Some(DomainMap::Bottleneck),
            _ => None,
        }
    }

    /// Returns `true` if a flavor shows several test sets.
    pub(crate) fn shows_sets(self) -> bool {
        self.map().is_some() || self == Self::Agreement
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Extra {
    /// Scores with a name
    Scores,
    /// The Tile of balanced priors as a deformed grid
    Grid,
    /// The curve on which all no-skill performances tie
    NoSkillCurve,
    /// The list of the classifiers that appear, with their shares
    Legend,
    /// Nothing
    None,
}
