//! The command that a result names: with all options that the result depends on, and without those
//! that name the input or choose the format.

use std::ffi::OsStr;
use std::path::Path;

use clap::builder::ValueParser;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches};

use super::streams::quoted;

/// Arguments on which a result does not depend, or that it names by its fingerprint.
const LEFT_OUT: [&str; 9] =
    ["input", "more", "result", "output", "format", "stream", "quiet", "force", "checkpoint"];

/// Returns the command by its names, `["lattice", "pmf"]`, with its options in the order of its
/// help, so that one question has one text. Further files are named without their folder.
pub(super) fn request(names: &[&str], command: &clap::Command, matches: &ArgMatches) -> String {
    let mut words: Vec<String> = vec!["exactile".to_owned()];
    words.extend(names.iter().map(|&name| name.to_owned()));
    let is_asked = |argument: &&Arg| {
        let id = argument.get_id().as_str();
        !LEFT_OUT.contains(&id) && matches.value_source(id) == Some(ValueSource::CommandLine)
    };
    // Both costs were turned into a point.
    let costs = matches.try_get_raw("costs").ok().flatten();
    let costs: Vec<&OsStr> = costs.into_iter().flatten().collect();
    let is_named = |argument: &&Arg| costs.is_empty() || argument.get_id() != "at";
    for argument in command.get_arguments().filter(is_asked).filter(is_named) {
        if argument.get_id() == "costs" {
            for (flag, cost) in ["--cost-fp", "--cost-fn"].into_iter().zip(&costs) {
                words.extend([flag.to_owned(), quoted(&cost.to_string_lossy())]);
            }
            continue;
        }
        let flag = argument.get_long().map(|long| format!("--{long}"));
        if !matches!(argument.get_action(), ArgAction::Set | ArgAction::Append) {
            words.extend(flag);
            continue;
        }
        let is_path = argument.get_value_parser().type_id() == ValueParser::path_buf().type_id();
        let shown = |value: &OsStr| {
            let file = Path::new(value).file_name().filter(|_| is_path);
            quoted(&file.unwrap_or(value).to_string_lossy())
        };
        let given = matches.get_raw_occurrences(argument.get_id().as_str());
        for occurrence in given.into_iter().flatten() {
            words.extend(flag.clone());
            words.extend(occurrence.map(&shown));
        }
    }
    words.join(" ")
}
