//! The flags of `exactile no-skill`.

use clap::Args;

use crate::args::{OptionalInputArgs, PlaceArgs, TableArgs, TargetArgs};
use exactile::num::Rational;
use exactile::score::NamedScore;

/// The flags of `exactile no-skill`.
#[derive(Args, Debug)]
pub struct NoSkillArgs {
    #[command(flatten)]
    pub(crate) input: OptionalInputArgs,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// A rate of positive predictions, for the curve gamma_tau
    #[arg(long, value_name = "TAU")]
    pub(crate) rate: Option<Rational>,
    #[command(flatten)]
    pub(crate) place: PlaceArgs<NamedScore>,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}
