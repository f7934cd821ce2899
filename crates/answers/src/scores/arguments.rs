//! The flags of `exactile scores`.

use clap::Args;

use crate::args::{TableArgs, parse_prior};
use exactile::num::Rational;

/// The flags of `exactile scores`.
#[derive(Args, Debug)]
pub struct ScoresArgs {
    /// Only this score, in text with proofs of whether it is fit for ranking (kappa, f-beta(2),
    /// p(tp|tn,tp), vut, ...)
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// Give places on the Tile of this positive prior (0.2, 1/5, 20%); the text of NAME has the
    /// values of constant predictions too
    #[arg(long, value_name = "X", value_parser = parse_prior)]
    pub(crate) prior: Option<Rational>,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}
