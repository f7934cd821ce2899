//! The flags of `exactile inspect`.

use clap::Args;

use crate::args::{InputArgs, TableArgs};

/// The arguments of `exactile inspect`.
#[derive(Args, Debug)]
pub struct InspectArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}
