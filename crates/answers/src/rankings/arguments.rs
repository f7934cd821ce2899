//! The flags of `exactile rankings`.

use clap::Args;

use crate::args::{DomainArgs, InputArgs, PlaceArgs, TableArgs, TargetArgs};
use exactile::score::NamedScore;

/// The flags of `exactile rankings`.
#[derive(Args, Debug)]
pub struct RankingsArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) domains: DomainArgs,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    #[command(flatten)]
    pub(crate) place: PlaceArgs<NamedScore>,
    /// List every point where frontiers meet, with the tied classifiers; in text with the equal
    /// products of integers that prove it
    #[arg(long, conflicts_with_all = ["at", "score"])]
    pub(crate) confluences: bool,
    /// List every cell with an exact point inside
    #[arg(long, conflicts_with_all = ["at", "score"])]
    pub(crate) cells: bool,
    /// List every cell with its exact corners and edges
    #[arg(long, conflicts_with_all = ["at", "score"])]
    pub(crate) polygons: bool,
    /// List every cell with its exact area; in text without --cells the largest ones
    #[arg(long, conflicts_with_all = ["at", "score"])]
    pub(crate) area: bool,
    /// List every cell with its ranking, best first
    #[arg(long, conflicts_with_all = ["at", "score"])]
    pub(crate) rankings: bool,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}
