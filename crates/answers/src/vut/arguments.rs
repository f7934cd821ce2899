//! The flags of `exactile vut`.

use clap::Args;

use crate::args::{InputArgs, TableArgs};

/// The flags of `exactile vut`.
#[derive(Args, Debug)]
pub struct VutArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) output: TableArgs,
}
