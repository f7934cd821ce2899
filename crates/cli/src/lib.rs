//! The command line: parses arguments, calls the engine once, and renders the result.
//!
//! Every failure ends as two lines, `error: WHERE: WHAT` and `hint: HOW TO MEND IT`, on standard
//! error with exit status 2, and nothing on standard output or in the output file.
//!
//! # Files
//!
//! - `args`: options and subcommands. `reading.rs`: inputs are read here; a command says in
//!   `reading` how, and answers in `answer` for the subject that was read. `input.rs` opens files.
//! - `means.rs`: mean performances of several test sets. `costs.rs`: costs as a point of the Tile,
//!   before the arguments are parsed.
//! - `output.rs`: results, written to a temporary file beside their destination, which is renamed
//!   at the end; `interrupt.rs` removes it after a signal. `destination.rs` compares the output
//!   with every argument that names a file.
//! - `checkpoint.rs`: points of long work, a checksum in every line. `given.rs`: an input that a
//!   caller passes in memory.
//! - `plot`: pictures that are no other command's. `check`: printed scores, by row, table, folds,
//!   and against counts. `proved.rs`: the proved checker.

mod advantage;
mod answer;
mod args;
mod at_best;
mod axioms;
mod bar;
mod check;
mod checkpoint;
mod clusters;
mod colours;
mod compare;
mod concise;
mod confidence;
mod correlate;
mod costs;
mod curve;
mod curve_models;
mod curve_pair;
mod destination;
mod domains;
mod failure;
#[cfg(feature = "papers")]
mod figures;
mod further;
mod given;
mod group_thresholds;
mod in_memory;
mod input;
mod inspect;
mod interrupt;
mod intervals;
#[cfg(feature = "layout")]
mod laid_out;
mod lattice;
mod lattice_plot;
mod limits;
mod lock;
mod looks;
mod means;
mod memory;
mod models;
mod multi_class;
mod no_skill;
mod output;
mod picture;
mod place;
mod plan;
mod plot;
mod preference;
mod progress;
mod proved;
mod rank;
mod rankings;
mod reading;
mod refused;
mod regions;
mod report;
mod request;
mod roc;
mod score;
mod scores;
mod segment;
mod setup;
mod streams;
#[cfg(feature = "papers")]
mod tables;
mod test_sets;
mod tested;
mod thresholds;
mod tile;
mod tile_confidence;
mod tile_pair;
mod verify;
mod vut;
mod zone;

pub use answer::{Answer, answer};
pub use given::{Files, Input, Progress, Stop};
pub use memory::{Ran, run_in_memory};
pub use rank::{RankedByScore, rank_by_score};
pub use reading::read_options;
pub use refused::Refused;

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;

use args::{Command, program, short_help};
use destination::Parsed;
use failure::Failure;
use reading::{ask, ask_without};
use streams::{Streams, command_line};

/// Runs the program on its arguments, the first of which is its own name.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
) -> ExitCode {
    interrupt::refuse_large_files();
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
        Self { is_terminal, is_lost: output::is_closed(), width }
    }

    #[cfg(not(feature = "terminal"))]
    fn of_process() -> Self {
        let is_terminal = std::io::stdout().is_terminal();
        Self { is_terminal, is_lost: output::is_closed(), width: None }
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
                input::hide_progress();
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
        Err(destination::Unparsed::Arguments(error)) => Err(Failure::usage(&error, arguments)),
    };
    // Files are named where they are written; what is left is standard output.
    let result = result.map_err(|failure| output::unwritable(failure, output::STANDARD_OUTPUT));
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
    match command {
        Command::Regions(arguments) => ask(&arguments, regions::reading, regions::answer, streams),
        Command::Rank(arguments) => ask(&arguments, rank::reading, rank::answer, streams),
        Command::Rankings(arguments) => {
            ask(&arguments, rankings::reading, rankings::answer, streams)
        }
        Command::Zone(arguments) => ask(&arguments, zone::reading, zone::answer, streams),
        Command::Domains(arguments) => ask(&arguments, domains::reading, domains::answer, streams),
        Command::Verify(arguments) => verify::run(&arguments, streams),
        Command::Check(arguments) => check::run(&arguments, streams),
        Command::Compare(arguments) => ask(&arguments, compare::reading, compare::answer, streams),
        Command::Confidence(arguments) => {
            ask(&arguments, confidence::reading, confidence::answer, streams)
        }
        Command::Plan(arguments) => ask(&arguments, plan::reading, plan::answer, streams),
        Command::Plot(arguments) => plot::run(&arguments.command, streams),
        Command::Curve(arguments) => ask(&arguments, curve::reading, curve::answer, streams),
        Command::Thresholds(arguments) => {
            ask(&arguments, thresholds::reading, thresholds::answer, streams)
        }
        Command::Tile(arguments) => ask_without(&arguments, tile::reading, tile::answer, streams),
        Command::Report(arguments) => report::run(&arguments, streams),
        Command::Score(arguments) => ask(&arguments, score::reading, score::answer, streams),
        #[cfg(feature = "papers")]
        Command::Tables(arguments) => tables::run(&arguments, streams),
        #[cfg(feature = "papers")]
        Command::Figures(arguments) => figures::run(&arguments, streams),
        Command::Scores(arguments) => scores::run(&arguments, streams),
        Command::Place(arguments) => place::run(&arguments, streams),
        Command::Axioms(arguments) => axioms::run(&arguments, streams),
        Command::NoSkill(arguments) => {
            ask_without(&arguments, no_skill::reading, no_skill::answer, streams)
        }
        Command::Roc(arguments) => ask(&arguments, roc::reading, roc::answer, streams),
        Command::Inspect(arguments) => inspect::run(&arguments, streams),
        Command::Vut(arguments) => ask(&arguments, vut::reading, vut::answer, streams),
        Command::Advantage(arguments) => advantage::run(&arguments, streams),
        Command::Correlate(arguments) => {
            ask_without(&arguments, correlate::reading, correlate::answer, streams)
        }
        Command::Completions(arguments) => setup::completions(&arguments, streams),
        Command::Man(arguments) => setup::man(&arguments),
        #[cfg(feature = "page")]
        Command::Page(arguments) => setup::page(&arguments, streams),
        Command::Lattice(arguments) => lattice::run(&arguments.command, streams),
    }
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
