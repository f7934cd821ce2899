//! The arguments of `exactile completions`, `exactile man` and `exactile page`.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

use exactile_answers::OutputArgs;

#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    /// Write the pages into this folder, which is created if it does not exist
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: PathBuf,
}

#[cfg(feature = "page")]
#[derive(Args, Debug)]
pub(crate) struct PageArgs {
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
