//! The flags of a preference by costs, `--cost-fp` and `--cost-fn`.

use clap::{Arg, Args};

use exactile::num::Rational;
use exactile_document::Costs;

/// The commands that take costs as a preference, and the flag that names the preference.
pub const TAKE_COSTS: [(&str, &str); 12] = [
    ("rank", "--at"),
    ("rankings", "--at"),
    ("tile", "--at"),
    ("curve", "--at"),
    ("compare", "--at"),
    ("confidence", "--at"),
    ("plan", "--at"),
    ("roc", "--at"),
    ("forest", "--at"),
    ("pairs", "--at"),
    ("report", "--preference"),
    ("score", "--metric"),
];
/// The commands whose results state expected costs.
pub const PRICED: [&str; 2] = ["rank", "compare"];

/// The costs of a false alarm and a miss that stand behind a point of the Tile.
#[derive(Args, Clone, Debug)]
pub(crate) struct CostArgs {
    #[arg(long, hide = true, value_delimiter = ',')]
    costs: Vec<Rational>,
}

impl CostArgs {
    /// Returns both costs, if they are given.
    pub(crate) fn both(&self) -> Option<Costs<'_>> {
        match self.costs.as_slice() {
            [fp, fn_] => Some(Costs { fp, fn_ }),
            _ => None,
        }
    }
}

/// Adds both flags to the command, so that its help names them.
pub fn documented(command: clap::Command) -> clap::Command {
    if !TAKE_COSTS.iter().any(|(name, _)| *name == command.get_name()) {
        return command;
    }
    let arg = |id: &'static str, long: &'static str, other: &'static str, help: &'static str| {
        Arg::new(id).long(long).value_name("X").requires(other).help(help)
    };
    let fp = "Preference: cost of a false alarm (false positive)";
    let miss = "Preference: cost of a miss (false negative)";
    command
        .arg(arg("cost_fp", "cost-fp", "cost_fn", fp))
        .arg(arg("cost_fn", "cost-fn", "cost_fp", miss))
}
