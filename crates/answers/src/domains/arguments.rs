//! The flags of `exactile domains`.

use clap::{Args, ValueEnum};

use crate::args::{DomainArgs, InputArgs, List, PlaceArgs, StripAlong, TableArgs, TargetArgs};
use exactile::domain::DomainMap;
use exactile::num::Level;
use exactile::score::{Metric, NamedScore};

/// The arguments of `exactile domains`.
#[derive(Args, Debug)]
pub struct DomainsArgs {
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
    #[arg(long, value_name = "NAME")]
    pub(crate) vary: Option<String>,
    /// The classifier with the best worst test set along a segment of the Tile
    #[arg(long, value_enum)]
    pub(crate) along: Option<StripAlong>,
    /// Regions of the Tile on which each classifier has the best worst test set, with areas
    #[arg(long)]
    pub(crate) maximin: bool,
    /// Values of these metrics in each test set (group), their greatest gap and ratio, each with
    /// the interval of the true value
    #[arg(long, value_name = "METRIC,...")]
    pub(crate) gaps: Vec<List<Metric>>,
    /// With --gaps: the level of intervals
    #[arg(long, value_name = "X", default_value = "95/100", requires = "gaps")]
    pub(crate) level: Level,
    /// With --gaps: the seed of draws
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "gaps")]
    pub(crate) seed: u64,
    /// Zones in which a classifier is first in all test sets at once
    #[arg(long)]
    pub(crate) unanimous: bool,
    /// With --map: the classifier, of whose test sets the map is
    #[arg(long, value_name = "NAME", requires = "map")]
    pub(crate) classifier: Option<String>,
    /// Exact parts of the Tile: which test set is easiest (greatest value), hardest, preponderant
    /// (greatest weight in the value of the mean) or bottleneck (greatest part of the loss of the
    /// mean); or, of all classifiers, agreement: who is first in which test set
    #[arg(long, value_enum, value_name = "MAP", hide_possible_values = true)]
    pub(crate) map: Option<MapArg>,
    /// With --map: add the exact area of each piece
    #[arg(long, requires = "map")]
    pub(crate) area: bool,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}

/// The maps of the Tile over several test sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MapArg {
    Easiest,
    Hardest,
    Preponderant,
    Bottleneck,
    Agreement,
}

impl MapArg {
    /// Returns the map of one classifier; `None` for agreement, which is about all.
    pub(crate) fn of_one(self) -> Option<DomainMap> {
        match self {
            Self::Easiest => Some(DomainMap::Easiest),
            Self::Hardest => Some(DomainMap::Hardest),
            Self::Preponderant => Some(DomainMap::Preponderant),
            Self::Bottleneck => Some(DomainMap::Bottleneck),
            Self::Agreement => None,
        }
    }
}
