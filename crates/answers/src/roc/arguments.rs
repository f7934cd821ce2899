//! The flags of `exactile roc`.

use clap::{Args, ValueEnum};

use crate::args::{InputArgs, PlaceArgs, ScaledLookArgs, TableArgs, TargetArgs};
use exactile::score::NamedScore;

/// The flags of `exactile roc`.
#[derive(Args, Debug)]
#[group(id = "where", required = true, multiple = false, args = ["at", "score"])]
pub struct RocArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    #[command(flatten)]
    pub(crate) place: PlaceArgs<NamedScore>,
    /// Width and height of the space drawn in pixels
    #[arg(
        long,
        value_name = "PIXELS",
        default_value_t = 600,
        value_parser = clap::value_parser!(u32).range(100..=8000)
    )]
    pub(crate) size: u32,
    /// Draw the corner of the best performances: always, never, or auto if all classifiers are in
    /// it
    #[arg(
        long,
        value_enum,
        value_name = "WHEN",
        default_value_t = When::Auto,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "always"
    )]
    pub(crate) close_up: When,
    /// Draw the vertex in which all lines meet, if it is near
    #[arg(long)]
    pub(crate) vertex: bool,
    #[command(flatten)]
    pub(crate) look: ScaledLookArgs,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}

/// The case in which something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// If it fits
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}
