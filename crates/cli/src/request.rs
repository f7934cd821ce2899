//! The command that a result names: with all options that the result depends on, and without those
//! that name the input or choose the format.

use std::ffi::OsStr;
use std::path::Path;

use clap::builder::ValueParser;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches};

use exactile_answers::host::quoted;
use exactile_answers::{Recorded, flags_of_printed_scores};

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
        words.extend(given(argument, matches).iter().map(|word| quoted(word)));
    }
    words.join(" ")
}

/// Returns a flag that is given, with its values.
fn given(argument: &Arg, matches: &ArgMatches) -> Vec<String> {
    let flag = argument.get_long().map(|long| format!("--{long}"));
    if !matches!(argument.get_action(), ArgAction::Set | ArgAction::Append) {
        return flag.into_iter().collect();
    }
    let is_path = argument.get_value_parser().type_id() == ValueParser::path_buf().type_id();
    let shown = |value: &OsStr| {
        let file = Path::new(value).file_name().filter(|_| is_path);
        file.unwrap_or(value).to_string_lossy().into_owned()
    };
    let mut words = Vec::new();
    let given = matches.get_raw_occurrences(argument.get_id().as_str());
    for occurrence in given.into_iter().flatten() {
        let values = occurrence.map(&shown);
        match &flag {
            Some(flag) if argument.is_require_equals_set() => {
                words.extend(values.map(|value| format!("{flag}={value}")));
            }
            flag => words.extend(flag.clone().into_iter().chain(values)),
        }
    }
    words
}

/// Flags of `verify` that have to be given: how it answers, and what a distribution was made from.
const OWN: [&str; 5] = ["digits", "tp", "fp", "fn_", "tn"];

/// Compares a recorded command with the arguments of `verify`; flags about printed scores mean
/// something else in other commands than `check`.
pub(crate) fn recorded_flags(
    (names, recorded): (&[&str], &ArgMatches),
    (verify, own): (&clap::Command, &ArgMatches),
) -> Recorded {
    let is_told = |matches: &ArgMatches, id: &str| {
        matches.try_get_raw(id).is_ok()
            && matches.value_source(id) == Some(ValueSource::CommandLine)
    };
    let printed = flags_of_printed_scores();
    let is_of_it = |id: &str| {
        !LEFT_OUT.contains(&id)
            && !OWN.contains(&id)
            && (names == ["check"] || !printed.iter().any(|known| known == id))
    };
    let told = |argument: &&Arg| is_told(own, argument.get_id().as_str());
    let told: Vec<&Arg> = verify.get_arguments().filter(told).collect();
    let excludes = |one: &Arg, other: &Arg| {
        verify.get_arg_conflicts_with(one).iter().any(|found| found.get_id() == other.get_id())
    };
    let is_excluded = |argument: &Arg| {
        told.iter().any(|given| excludes(given, argument) || excludes(argument, given))
    };
    let mut found = Recorded::default();
    for argument in verify.get_arguments() {
        let id = argument.get_id().as_str();
        if !is_of_it(id) || !is_told(recorded, id) {
            continue;
        }
        let said = given(argument, recorded);
        if is_excluded(argument) || is_told(own, id) && given(argument, own) != said {
            found.other.extend(said);
        } else if !is_told(own, id) {
            found.taken.extend(said);
        }
    }
    found
}
