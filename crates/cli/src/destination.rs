//! The output file: its name chooses the format (`-o x.json` means `--format json`), and it must
//! not replace a file that the same run reads or keeps.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::builder::ValueParser;
use clap::parser::ValueSource;
use clap::{ArgMatches, FromArgMatches};
use same_file::Handle;

use crate::args::{Cli, Command, arranged, parser, program};
use crate::costs;
use crate::drawing::without_plot;
use crate::request::{recorded_flags, request};
use exactile_answers::host::Failure;
use exactile_answers::{PICTURES, Recorded, host, is_file_name};

/// Extensions that name the format of a file. Others have no meaning.
const KNOWN: [&str; 23] = [
    "json", "csv", "geojson", "wkt", "svg", "png", "jpg", "jpeg", "gif", "bmp", "webp", "tif",
    "tiff", "pdf", "eps", "ps", "html", "htm", "xls", "xlsx", "parquet", "tex", "md",
];
/// Commands that can write pictures besides their formats.
const PICTURED: [&str; 3] = ["curve", "roc", "zone"];
/// Commands whose output is a folder.
const IN_FOLDERS: [&str; 2] = ["figures", "man"];

/// The reason why there is no command to execute.
pub(super) enum Unparsed {
    /// An error of clap.
    Arguments(clap::Error),
    /// The output file and the format do not go together.
    Contradiction(Failure),
}

/// The parsed arguments.
pub(super) struct Parsed {
    pub(super) cli: Cli,
    /// The name of the input in messages, if the command has one.
    pub(super) input: Option<String>,
    /// The command as results name it.
    pub(super) request: String,
    /// The flags that the command accepts, with their dashes.
    pub(super) flags: Vec<String>,
}

impl From<clap::Error> for Unparsed {
    fn from(error: clap::Error) -> Self {
        Self::Arguments(error)
    }
}

/// Parses the arguments, with the format that the name of the output file implies.
pub(super) fn parse(arguments: &[OsString]) -> Result<Parsed, Unparsed> {
    let arguments = &without_plot(arguments);
    let arguments = &costs::with_accuracy(arguments);
    let arguments = &costs::with_preference(arguments).map_err(Unparsed::Contradiction)?;
    let parser = parser();
    let matches = parser.clone().try_get_matches_from(arguments).map_err(|error| {
        // Help, or a refusal that shows some of it.
        program().try_get_matches_from(arguments).err().unwrap_or(error)
    })?;
    let (names, command, innermost) = innermost(&parser, &matches);
    let command = &arranged(command.clone());
    check_destination(command, innermost).map_err(Unparsed::Contradiction)?;
    let input = input_name(command, innermost);
    let request = request(&names, command, innermost);
    let flags = command.get_arguments().filter_map(|argument| argument.get_long());
    let flags = flags.map(|flag| format!("--{flag}")).collect();
    let Some(format) = asked_by_name(command, innermost).map_err(Unparsed::Contradiction)? else {
        return Ok(Parsed { cli: Cli::from_arg_matches(&matches)?, input, request, flags });
    };
    let mut arguments = arguments.to_vec();
    let end = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
    arguments.insert(end, format!("--format={format}").into());
    let cli = Cli::from_arg_matches(&parser.clone().try_get_matches_from(arguments)?)?;
    Ok(Parsed { cli, input, request, flags })
}

/// Returns the flags of a recorded command that `verify` has too, and its arguments and its command
/// with those that are not given; `None` if the program has no such command.
pub(super) fn completed(own: &[String], recorded: &[String]) -> Option<Recorded> {
    let parser = parser();
    let words: Vec<OsString> = recorded.iter().map(Into::into).collect();
    let words = costs::with_preference(&words).ok()?;
    let recorded = parser.clone().try_get_matches_from(words).ok()?;
    let (names, _, recorded) = innermost(&parser, &recorded);
    let given = parser.clone().try_get_matches_from(own).ok()?;
    let (_, verify, given) = innermost(&parser, &given);
    let found = recorded_flags((&names, recorded), (verify, given));
    if found.taken.is_empty() {
        return Some(found);
    }
    let mut words = own.to_vec();
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    words.splice(end..end, found.taken.iter().cloned());
    let matches = parser.clone().try_get_matches_from(words).ok()?;
    let Command::Verify(arguments) = Cli::from_arg_matches(&matches).ok()?.command else {
        return None;
    };
    let (names, command, innermost) = innermost(&parser, &matches);
    let completed = Some((arguments, request(&names, command, innermost)));
    Some(Recorded { completed, ..found })
}

/// Returns the command that is called (`pmf` in `exactile lattice pmf`): its names, its definition
/// and its arguments.
fn innermost<'c>(
    program: &'c clap::Command,
    matches: &'c ArgMatches,
) -> (Vec<&'c str>, &'c clap::Command, &'c ArgMatches) {
    let (mut names, mut command, mut matches) = (Vec::new(), program, matches);
    while let Some((name, inner)) = matches.subcommand() {
        let Some(found) = command.find_subcommand(name) else { break };
        names.push(name);
        (command, matches) = (found, inner);
    }
    (names, command, matches)
}

/// Returns the value of an argument, if the command has such an argument.
fn raw<'m>(command: &clap::Command, matches: &'m ArgMatches, id: &str) -> Option<&'m OsStr> {
    command.get_arguments().find(|argument| argument.get_id() == id)?;
    matches.get_raw(id)?.next()
}

fn input_name(command: &clap::Command, matches: &ArgMatches) -> Option<String> {
    let input = raw(command, matches, "input")?;
    Some(if input == "-" { "<stdin>".to_owned() } else { Path::new(input).display().to_string() })
}

/// Refuses an output file that the command also reads, unless `--force` is given, or keeps as a
/// checkpoint.
fn check_destination(command: &clap::Command, matches: &ArgMatches) -> Result<(), Failure> {
    if IN_FOLDERS.contains(&command.get_name()) {
        return Ok(());
    }
    let Some(output) = raw(command, matches, "output").map(Path::new) else { return Ok(()) };
    for argument in command.get_arguments().filter(|argument| argument.get_id() != "output") {
        let id = argument.get_id().as_str();
        let is_path = argument.get_value_parser().type_id() == ValueParser::path_buf().type_id();
        // Importances are given in words or in a file.
        let names_a_file = |text: &&OsStr| {
            is_path || id == "importance" && text.to_str().is_some_and(is_file_name)
        };
        for file in matches.get_raw(id).into_iter().flatten().filter(names_a_file) {
            if !is_same_file(Path::new(file), output) {
                continue;
            }
            if id == "checkpoint" {
                let what = "the picture would overwrite the checkpoint";
                return Err(Failure::new(what, "name two files"));
            }
            if !matches.get_flag("force") {
                let what = "the result would overwrite its own input";
                return Err(
                    Failure::new(what, "name another file or add --force").at(output.display())
                );
            }
        }
    }
    Ok(())
}

/// Returns `true` if two names, `-` being standard input, lead to one plain file, or would if the
/// file existed.
fn is_same_file(file: &Path, output: &Path) -> bool {
    if host::has_files() {
        return file == output && output != Path::new("-");
    }
    if output == Path::new("-") || std::fs::metadata(output).is_ok_and(|found| !found.is_file()) {
        return false;
    }
    if file == Path::new("-") {
        return match (Handle::stdin(), Handle::from_path(output)) {
            (Ok(input), Ok(output)) => input == output,
            _ => false,
        };
    }
    same_file::is_same_file(file, output).unwrap_or_else(|_| {
        let (file, output) = (in_real_folder(file), in_real_folder(output));
        file.is_some() && file == output
    })
}

/// Returns the full name of a file, which need not exist, in a folder that exists.
fn in_real_folder(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = std::fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
    Some(folder.join(path.file_name()?))
}

/// Returns the format argument that the file's name implies.
fn asked_by_name(command: &clap::Command, matches: &ArgMatches) -> Result<Option<String>, Failure> {
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
    let is_picture = PICTURED.contains(&name) && PICTURES.contains(&&*ending);
    let format = format_of(&ending);
    if !is_picture && !formats.iter().any(|known| known == format) {
        let data =
            formats.iter().filter(|format| *format != "text").map(|format| ending_of(format));
        let pictures = PICTURED.contains(&name).then_some(PICTURES).into_iter().flatten();
        let working: Vec<String> = data.chain(pictures).map(|known| format!(".{known}")).collect();
        return Err(Failure::new(
            format!("{name} cannot be written as .{ending}"),
            format!("name a file {}", working.join(", ")),
        )
        .at(Path::new(path).display()));
    }
    match given.and_then(OsStr::to_str) {
        None => Ok((!is_picture).then(|| format.to_owned())),
        Some(given) if given == format => Ok(None),
        Some(given) => Err(Failure::new(
            format!("the name of the file says .{ending}, but --format is {given}"),
            "leave --format out or name another file",
        )
        .at(Path::new(path).display())),
    }
}

/// Returns the extension of a file's name, in lower case.
fn ending(path: &OsStr) -> Option<String> {
    Some(Path::new(path).extension()?.to_str()?.to_lowercase())
}

/// Returns the format of an extension: the extension itself, with two exceptions.
fn format_of(ending: &str) -> &str {
    match ending {
        "md" => "markdown",
        "tex" => "latex",
        _ => ending,
    }
}

/// Returns the extension of the files of a format.
fn ending_of(format: &str) -> &str {
    match format {
        "markdown" => "md",
        "latex" => "tex",
        _ => format,
    }
}
