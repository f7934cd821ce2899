//! The arguments of `exactile domains`.

use clap::Args;

use super::by::DomainArgs;
use super::format::TableArgs;
use super::input::{InputArgs, TargetArgs};
use super::metric::PlaceArgs;
use super::plot::StripAlong;
use super::values::parse;
use exactile::domain::DomainMap;
use exactile::score::NamedScore;

/// The arguments of `exactile domains`.
#[derive(Args, Debug)]
pub(crate) struct DomainsArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) domains: DomainArgs,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    #[command(flatten)]
    pub(crate) place: PlaceArgs<NamedScore>,
    /// With --at or --score: the range of this test set's weight in which the same classifier stays
    /// first on the mean, while the others keep their proportions
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    pub(crate) vary: Option<String>,
    /// The classifier with the best worst test set along a segment of the Tile
    #[arg(long, value_enum)]
    pub(crate) along: Option<StripAlong>,
    /// Zones in which a classifier is first in all test sets at once
    #[arg(long)]
    pub(crate) unanimous: bool,
    /// With --map: the classifier
    #[arg(long, value_name = "NAME", requires = "map", allow_hyphen_values = true)]
    pub(crate) classifier: Option<String>,
    /// Map of the test set that is easiest (greatest value), hardest, preponderant (greatest weight
    /// in the value of the mean) or bottleneck (greatest part of the loss of the mean) on each part
    /// of the Tile
    #[arg(long, value_name = "MAP", requires = "classifier", value_parser = parse::<DomainMap>)]
    pub(crate) map: Option<DomainMap>,
    /// With --map: add the exact area of each piece
    #[arg(long, requires = "map")]
    pub(crate) area: bool,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}
