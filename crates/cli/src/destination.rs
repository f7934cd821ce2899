//! The format that the name of the output file asks for: `-o x.json` is `--format json`.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches};

use super::args::Cli;
use super::failure::Failure;

/// Endings that name the form of a file. Any other is the user's own.
const KNOWN: [&str; 22] = [
    "json", "csv", "geojson", "wkt", "svg", "png", "jpg", "jpeg", "gif", "bmp", "webp", "tif",
    "tiff", "pdf", "eps", "ps", "html", "htm", "xls", "xlsx", "parquet", "tex",
];
/// Commands whose results can be pictures beside their formats.
const PICTURED: [&str; 3] = ["curve", "roc", "zone"];
/// Commands whose output is a folder.
const IN_FOLDERS: [&str; 2] = ["figures", "man"];

/// Why there is nothing to execute.
pub(super) enum Unparsed {
    /// What clap says.
    Arguments(clap::Error),
    /// The output file and the format do not go together.
    Contradiction(Failure),
}

impl From<clap::Error> for Unparsed {
    fn from(error: clap::Error) -> Self {
        Self::Arguments(error)
    }
}

/// The arguments, with the format that the output file is named for.
pub(super) fn parse(arguments: &[OsString]) -> Result<Cli, Unparsed> {
    let matches = Cli::command().try_get_matches_from(arguments)?;
    let Some(format) = asked_by_name(&matches).map_err(Unparsed::Contradiction)? else {
        return Ok(Cli::from_arg_matches(&matches)?);
    };
    let mut arguments = arguments.to_vec();
    let end = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
    arguments.insert(end, format!("--format={format}").into());
    Ok(Cli::from_arg_matches(&Cli::command().try_get_matches_from(arguments)?)?)
}

/// The format that the file's name adds to the arguments.
fn asked_by_name(matches: &ArgMatches) -> Result<Option<String>, Failure> {
    let program = Cli::command();
    let (mut command, mut matches) = (&program, matches);
    while let Some((name, inner)) = matches.subcommand() {
        let Some(found) = command.find_subcommand(name) else { return Ok(None) };
        (command, matches) = (found, inner);
    }
    let name = command.get_name();
    let Some(argument) = command.get_arguments().find(|argument| argument.get_id() == "format")
    else {
        return Ok(None);
    };
    if IN_FOLDERS.contains(&name) {
        return Ok(None);
    }
    let path = matches.get_raw("output").and_then(|mut values| values.next());
    let Some((path, ending)) = path.and_then(|path| Some((path, ending(path)?))) else {
        return Ok(None);
    };
    if !KNOWN.contains(&&*ending) {
        return Ok(None);
    }
    let given = match matches.value_source("format") {
        Some(ValueSource::CommandLine) => matches.get_raw("format").and_then(|mut all| all.next()),
        _ => None,
    };
    let formats: Vec<String> =
        argument.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    let is_picture = PICTURED.contains(&name) && ["svg", "png"].contains(&&*ending);
    if !is_picture && !formats.contains(&ending) {
        let data = formats.iter().filter(|format| *format != "text").map(String::as_str);
        let pictures = PICTURED.contains(&name).then_some(["svg", "png"]).into_iter().flatten();
        let working: Vec<String> = data.chain(pictures).map(|known| format!(".{known}")).collect();
        return Err(Failure::new(
            format!("{name} cannot be written as .{ending}"),
            format!("name a file {}", working.join(", ")),
        )
        .at(Path::new(path).display()));
    }
    match given.and_then(OsStr::to_str) {
        None => Ok((!is_picture).then_some(ending)),
        Some(given) if given == ending => Ok(None),
        Some(given) => Err(Failure::new(
            format!("the name of the file says .{ending}, but --format is {given}"),
            "leave --format out or name another file",
        )
        .at(Path::new(path).display())),
    }
}

/// The ending of a file's name, in small letters.
fn ending(path: &OsStr) -> Option<String> {
    Some(Path::new(path).extension()?.to_str()?.to_lowercase())
}
