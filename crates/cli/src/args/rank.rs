//! The arguments of `exactile rank` and `exactile rankings`.

use clap::Args;

use super::at_best::AtBestArgs;
use super::by::DomainArgs;
use super::costs::CostArgs;
use super::format::TableArgs;
use super::input::{InputArgs, MultiClassArgs, TargetArgs};
use super::interval::IntervalArgs;
use super::metric::PlaceArgs;
use super::values::{List, parse, parse_point};
use exactile::score::{Metric, NamedScore};

#[derive(Args, Debug)]
#[group(id = "where", required = true, multiple = false, args = ["at", "scores", "importance"])]
pub(crate) struct RankArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) domains: DomainArgs,
    #[command(flatten)]
    pub(crate) classes: MultiClassArgs,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    #[command(flatten)]
    pub(crate) best: AtBestArgs,
    /// A point a,b of the Tile (1/2,0.3)
    #[arg(long, value_name = "A,B", value_parser = parse_point)]
    pub(crate) at: Option<NamedScore>,
    /// Metrics by name: f1 or mcc,tpr,kappa,r(A,B), ...; a ranking by each; may be repeated;
    /// exactile scores lists all
    #[arg(
        long = "score",
        visible_alias = "metric",
        value_name = "NAME,...",
        value_parser = parse::<List<Metric>>
    )]
    pub(crate) scores: Vec<List<Metric>>,
    /// Weight of each pair of true and predicted class: a sum of terms W, W*truth:LABEL,
    /// W*predicted:LABEL, W*right, W*wrong, or a .csv or .json file whose rows are true classes. A
    /// LABEL may stand in double quotes
    #[arg(long, value_name = "TERMS|FILE", requires = "multi_class", conflicts_with = "class")]
    pub(crate) importance: Option<String>,
    #[command(flatten)]
    pub(crate) interval: IntervalArgs,
    #[command(flatten)]
    pub(crate) costs: CostArgs,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}

#[derive(Args, Debug)]
pub(crate) struct RankingsArgs {
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
