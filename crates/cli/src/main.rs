//! The command line program; see `exactile --help`.

use std::io::{stderr, stdout};
use std::process::ExitCode;

fn main() -> ExitCode {
    exactile_cli::run(std::env::args_os(), &mut stdout(), &mut stderr())
}
