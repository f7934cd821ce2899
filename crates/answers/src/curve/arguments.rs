//! The flags of `exactile curve`.

use clap::{Args, ValueEnum};

use crate::args::{
    DomainArgs, InputArgs, ScaledLookArgs, TableArgs, TargetArgs, parse, parse_point,
};
use exactile::num::Level;
use exactile::score::NamedScore;

/// The flags of `exactile curve`.
#[derive(Args, Debug)]
#[group(id = "segment", required = true, multiple = false, args = ["along", "from"])]
pub struct CurveArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) domains: DomainArgs,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// A segment with a name
    #[arg(long, value_enum)]
    pub(crate) along: Option<Along>,
    /// The start of the segment: a score's name (ppv, f1, ...) or a point a,b (1/2,0.3)
    #[arg(long, value_name = "NAME|A,B", value_parser = parse_end, requires = "to")]
    pub(crate) from: Option<NamedScore>,
    /// The end of the segment
    #[arg(long, value_name = "NAME|A,B", value_parser = parse_end, requires = "from")]
    pub(crate) to: Option<NamedScore>,
    /// Preference to mark: a point a,b on the segment
    #[arg(long, value_name = "A,B", value_parser = parse_point)]
    pub(crate) at: Option<NamedScore>,
    /// With scores as the input: also draw each model at its own probabilities
    #[arg(long, requires = "output")]
    pub(crate) models: bool,
    #[command(flatten)]
    pub(crate) pair: CurvePairArgs,
    /// List every point at which classifiers swap, not the winners alone
    #[arg(long)]
    pub(crate) swaps: bool,
    /// JSON: name the classifiers that swap at each break
    #[arg(long)]
    pub(crate) pairs: bool,
    #[command(flatten)]
    pub(crate) look: ScaledLookArgs,
    /// Width of the chart in pixels
    #[arg(
        long,
        value_name = "PIXELS",
        default_value_t = 600,
        value_parser = clap::value_parser!(u32).range(100..=8000)
    )]
    pub(crate) size: u32,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}

/// Two classifiers along the segment, or the compromise of all by true rates.
#[derive(Args, Debug)]
pub(crate) struct CurvePairArgs {
    /// Add the interval of the best compromise by true rates, from this number of draws
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "first",
        value_parser = clap::value_parser!(u32).range(100..=10_000_000)
    )]
    pub(crate) draws: Option<u32>,
    /// Find the parts of the segment on which this classifier is decidedly better or worse than
    /// --second, by true rates
    #[arg(long, value_name = "NAME", requires = "second")]
    pub(crate) first: Option<String>,
    /// The rival of --first
    #[arg(long, value_name = "NAME", requires = "first")]
    pub(crate) second: Option<String>,
    /// With --first: the probability that counts as decided; with --draws: that of the interval
    /// [default: 95/100]
    #[arg(long, value_name = "X")]
    pub(crate) level: Option<Level>,
    /// With --first: the number of points along the segment
    #[arg(
        long,
        value_name = "N",
        requires = "first",
        default_value_t = 32,
        value_parser = clap::value_parser!(u32).range(1..=10_000)
    )]
    pub(crate) steps: u32,
    /// With --first or --draws: treat the classifiers as independent, even if the input has their
    /// results on the same samples
    #[arg(long)]
    pub(crate) unpaired: bool,
    /// With --first or --draws: the seed of draws [default: 1]
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,
}

impl CurvePairArgs {
    /// Returns the first flag that is given without what it is about.
    pub(crate) fn stray(&self) -> Option<&'static str> {
        let flags = [
            (self.level.is_some(), "--level"),
            (self.unpaired, "--unpaired"),
            (self.seed.is_some(), "--seed"),
        ];
        let given = flags.into_iter().find_map(|(is_given, flag)| is_given.then_some(flag));
        given.filter(|_| self.first.is_none() && self.draws.is_none())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Along {
    /// The diagonal from TPR to TNR: decision curves, by the threshold probability
    Decision,
    /// The diagonal from TNR to TPR: cost curves, by the probability cost
    Cost,
    /// The right side from PPV to TPR: F-scores
    FBeta,
    /// Models that give scores: precision-recall gains, for which F-scores are straight lines
    PrecisionRecallGain,
    /// Models that give probabilities: Brier curves, over the cost of a false alarm
    Brier,
}

/// Reads a score's name or a point.
pub(crate) fn parse_end(text: &str) -> Result<NamedScore, String> {
    match parse(text) {
        Ok(score) => Ok(score),
        Err(_) if text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) => {
            parse_point(text)
        }
        Err(error) => Err(error),
    }
}
