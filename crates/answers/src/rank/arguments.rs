//! The flags of `exactile rank`.

use clap::Args;

use crate::args::{
    AtBestArgs, CostArgs, DomainArgs, InputArgs, IntervalArgs, List, MultiClassArgs, TableArgs,
    TargetArgs, parse_point,
};
use exactile::score::{Metric, NamedScore};

/// The flags of `exactile rank`.
#[derive(Args, Debug)]
#[group(id = "where", required = true, multiple = false, args = ["at", "scores", "importance"])]
pub struct RankArgs {
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
    #[arg(long = "score", visible_alias = "metric", value_name = "NAME,...")]
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
