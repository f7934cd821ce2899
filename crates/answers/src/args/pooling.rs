//! `--prior-pooling`, where there is no pooled prior.

use clap::Args;

use super::values::parse_pooling;
use exactile::contest::Pooling;

/// `--prior-pooling` for commands that have no pooled prior: the flag is known so that the refusal
/// can give the reason.
#[derive(Args, Debug)]
pub(crate) struct RefusedPoolingArgs {
    #[arg(long, hide = true, value_name = "SHARE|estimated", value_parser = parse_pooling)]
    pub(crate) prior_pooling: Option<Pooling>,
}
