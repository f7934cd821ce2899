//! Refusals of a command line, from the errors of its parser.

use std::ffi::OsString;
use std::path::Path;

use clap::error::ErrorKind;

use crate::args::parser;
use exactile_answers::host::{Failure, command_line};

/// Commands that need the papers.
const OF_PAPERS: [&str; 2] = ["tables", "figures"];

/// Creates a failure from an error of clap.
pub(crate) fn refused(error: &clap::Error, arguments: &[OsString]) -> Failure {
    let called = command_name(arguments);
    let help = format!("see {called} --help");
    if error.kind() == ErrorKind::InvalidSubcommand {
        if let Some(command) = report_of_file(arguments) {
            let what = "a command is missing before the name of the file";
            return Failure::new(what, format!("did you mean {command}? ({help})"));
        }
        let command = arguments.get(1).and_then(|word| word.to_str());
        let command = command.filter(|command| OF_PAPERS.contains(command));
        if let (false, Some(command)) = (cfg!(feature = "papers"), command) {
            let what = format!("{command} is about the source papers, which are not in this build");
            return Failure::new(what, "the program has them: cargo install --path crates/cli");
        }
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return Failure::new("a command is missing", help);
    }
    Failure::usage(error, &called, arguments)
}

/// Returns the words that call the command of these arguments: `exactile lattice pmf`.
fn command_name(arguments: &[OsString]) -> String {
    let mut name = "exactile".to_owned();
    let root = parser();
    let mut command = &root;
    let is_flag =
        |argument: &&OsString| argument.to_str().is_some_and(|word| word.starts_with('-'));
    for argument in arguments.iter().skip(1).skip_while(is_flag) {
        match argument.to_str().and_then(|word| command.find_subcommand(word)) {
            Some(found) => command = found,
            None => break,
        }
        name.push(' ');
        name.push_str(command.get_name());
    }
    name
}

/// Returns the command that makes a page of a file, if the first argument names a file: users type
/// `exactile x.csv` to see its contents.
fn report_of_file(arguments: &[OsString]) -> Option<String> {
    const TABLES: [&str; 4] = ["csv", "tsv", "json", "jsonl"];
    let path = Path::new(arguments.get(1)?);
    let extension = path.extension().and_then(|extension| extension.to_str());
    let is_table = extension.is_some_and(|extension| TABLES.contains(&extension));
    if !is_table && !path.is_file() {
        return None;
    }
    let mut words = vec!["report".into()];
    words.extend_from_slice(&arguments[1..]);
    let is_output = |word: &OsString| word.to_str().is_some_and(|word| word.starts_with("-o"));
    if !words.iter().any(|word| is_output(word) || word.as_encoded_bytes().starts_with(b"--output"))
    {
        words.extend(["-o", "report.html"].map(OsString::from));
    }
    words.insert(0, arguments[0].clone());
    Some(command_line(&words))
}
