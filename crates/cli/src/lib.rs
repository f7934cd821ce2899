//! The command line: parses arguments and asks the question that they stand for.
//!
//! Every failure ends as two lines, `error: WHERE: WHAT` and `hint: HOW TO MEND IT`, on standard
//! error with exit status 2, and nothing on standard output or in the output file.
//!
//! The questions are in `exactile_answers`; here a command line becomes one of them, and its answer
//! or its failure becomes streams and an exit status.
//!
//! # Files
//!
//! - `args`: the commands, and the arrangement of their help. `costs.rs` and `drawing.rs`: words
//!   that stand for others, before they are parsed. `usage.rs`: words that are refused.
//! - `destination.rs` parses, and compares the output with every argument that names a file.
//!   `request.rs`: the command that a result names.
//! - `setup.rs`: completions, manual pages and the page for a browser. `answer.rs` and `memory.rs`:
//!   the program for callers in memory.

mod answer;
mod args;
mod costs;
mod destination;
mod drawing;
mod memory;
mod request;
mod setup;
mod usage;

pub use answer::{Answer, answer};
pub use exactile_answers::host::{Files, Input, Progress, Refused, Stop};
pub use exactile_answers::{rank_by_score, read_options};
pub use memory::{Ran, run_in_memory};

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use args::{Command, program, short_help};
use clap::error::ErrorKind;
use destination::Parsed;

use exactile_answers::host::{self, Failure, Streams, command_line};
use exactile_answers::{Question, verify};

/// Runs the program on its arguments, the first of which is its own name.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
) -> ExitCode {
    host::refuse_large_files();
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    ExitCode::from(status(&arguments, stdout, stderr, Terminal::of_process))
}

/// The properties of the terminal to which results are written.
#[derive(Default)]
struct Terminal {
    is_terminal: bool,
    is_lost: bool,
    width: Option<u16>,
}

impl Terminal {
    #[cfg(feature = "terminal")]
    fn of_process() -> Self {
        let is_terminal = std::io::stdout().is_terminal();
        let width = terminal_size::terminal_size().filter(|_| is_terminal);
        let width = width.map(|(width, _)| width.0);
        Self { is_terminal, is_lost: host::is_closed(), width }
    }

    #[cfg(not(feature = "terminal"))]
    fn of_process() -> Self {
        let is_terminal = std::io::stdout().is_terminal();
        Self { is_terminal, is_lost: host::is_closed(), width: None }
    }
}

/// Runs the program; returns its exit status.
fn status(
    arguments: &[OsString],
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
    terminal: fn() -> Terminal,
) -> u8 {
    let mut streams = Streams::new(stdout, stderr, command_line(arguments));
    let result = match destination::parse(arguments) {
        // Without arguments the program says what it can do.
        _ if arguments.len() < 2 => {
            write!(streams.stdout, "{}", short_help(&program())).map_err(Failure::from)
        }
        Ok(Parsed { cli, input, request, flags }) => {
            streams.request = Some(request);
            (streams.quiet, streams.force) = (cli.quiet, cli.force);
            if cli.quiet {
                host::hide_progress();
            }
            let Terminal { is_terminal, is_lost, width } = terminal();
            (streams.is_terminal, streams.is_lost, streams.width) = (is_terminal, is_lost, width);
            execute(cli.command, &mut streams).map_err(|failure| failure.of_command(input, &flags))
        }
        Err(destination::Unparsed::Contradiction(failure)) => Err(failure),
        Err(destination::Unparsed::Arguments(error))
            if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) =>
        {
            write!(streams.stdout, "{}", error.render()).map_err(Failure::from)
        }
        Err(destination::Unparsed::Arguments(error)) => Err(usage::refused(&error, arguments)),
    };
    // Files are named where they are written; what is left is standard output.
    let result = result.map_err(|failure| host::unwritable(failure, host::STANDARD_OUTPUT));
    match result {
        Ok(()) => 0,
        // Whoever reads the output has seen enough, as `head` does.
        Err(failure) if failure.is_broken_pipe() => 0,
        // The result says which checks.
        Err(Failure::ChecksFailed) => 1,
        Err(failure) => {
            // With standard error closed the message cannot be delivered.
            let _ = writeln!(streams.stderr, "error: {failure}");
            2
        }
    }
}

fn execute(command: Command, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let question: &dyn Question = match &command {
        Command::Verify(arguments) => return verify(arguments, &destination::completed, streams),
        Command::Completions(arguments) => return setup::completions(arguments, streams),
        Command::Man(arguments) => return setup::man(arguments),
        #[cfg(feature = "page")]
        Command::Page(arguments) => return setup::page(arguments, streams),
        Command::Regions(question) => question,
        Command::Rank(question) => question,
        Command::Rankings(question) => question,
        Command::Zone(question) => question,
        Command::Domains(question) => question,
        Command::Check(question) => question,
        Command::Compare(question) => question,
        Command::Confidence(question) => question,
        Command::Plan(question) => question,
        Command::Plot(question) => question,
        Command::Curve(question) => question,
        Command::Thresholds(question) => question,
        Command::Tile(question) => question,
        Command::Report(question) => question,
        Command::Score(question) => question,
        #[cfg(feature = "papers")]
        Command::Tables(question) => question,
        #[cfg(feature = "papers")]
        Command::Figures(question) => question,
        Command::Scores(question) => question,
        Command::Place(question) => question,
        Command::Axioms(question) => question,
        Command::NoSkill(question) => question,
        Command::Roc(question) => question,
        Command::Inspect(question) => question,
        Command::Vut(question) => question,
        Command::Advantage(question) => question,
        Command::Correlate(question) => question,
        Command::Lattice(question) => question,
    };
    question.ask(streams)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every subcommand's arguments fit together; otherwise this panics.
    #[test]
    fn arguments_of_every_command_are_consistent() {
        program().debug_assert();
        assert!(program().get_subcommands().count() > 15);
    }
}
