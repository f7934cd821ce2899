//! Arranges the help of commands: a command's own options first, under headings, and the options of
//! reading an input last.
//!
//! `-h` fits one screen: it has the question, the input and the output, each option in one
//! sentence. `--help` has everything.

use clap::builder::StyledStr;
use clap::{Arg, ArgAction, Command};

/// The headings in their order, after the arguments without a flag.
pub(super) const HEADINGS: [&str; 5] = [QUESTION, INPUT, MODEL, OUTPUT, READING];
const QUESTION: &str = "Question";
const INPUT: &str = "Input";
const MODEL: &str = "Model";
const OUTPUT: &str = "Output";
const READING: &str = "Reading the input";

/// The input and its form.
const INPUTS: [&str; 2] = ["input_format", "positive"];
/// The model of probabilities.
const MODELS: [&str; 13] = [
    "beta",
    "beta_negative",
    "both_models",
    "choice",
    "draws",
    "exact",
    "model",
    "pattern_mass",
    "prior_pooling",
    "seed",
    "steps",
    "undefined",
    "unpaired",
];
/// The place and the form of the result.
const OUTPUTS: [&str; 9] =
    ["checkpoint", "digits", "force", "format", "help", "output", "quiet", "size", "version"];
/// Columns, rows, and their preparation before the question.
const READ: [&str; 17] = [
    "class",
    "correct",
    "drop_missing",
    "flip",
    "id",
    "ignore",
    "keep",
    "model_column",
    "multi_class",
    "only",
    "operations",
    "prediction",
    "prior",
    "repeat",
    "thresholds",
    "truth",
    "weight",
];

/// Options that come after the others of their heading.
const LATER: [&str; 3] = ["target_prior", "at_best", "among"];
/// Options that short help leaves out, by command; an empty name stands for all commands.
const RARE: [(&str, &[&str]); 7] = [
    (
        "",
        &[
            "force",
            "digits",
            "size",
            "weights",
            "complete",
            "theme",
            "colours",
            "width",
            "height",
            "no_legend",
            "note",
            "logo",
        ],
    ),
    ("compare", &["look", "state", "domains_are", "positives", "negatives"]),
    ("thresholds", &["calibration", "max_fpr"]),
    ("domains", &["level", "seed", "area"]),
    ("check", &["kfold", "repeats", "fold_sizes", "sd", "one_curve", "classes"]),
    (
        "tile",
        &[
            "checkpoint",
            "coefficient",
            "dirichlet",
            "performances",
            "prediction_rate",
            "resolution",
            "grid",
            "positives",
            "negatives",
            "point",
            "first",
            "second",
            "level",
            "question",
        ],
    ),
    (
        "verify",
        &[
            "tp",
            "fp",
            "fn_",
            "tn",
            "kfold",
            "stratified",
            "repeats",
            "fold_sizes",
            "average",
            "percent",
            "sd",
            "classes",
        ],
    ),
];

/// Short help of options that are in most commands.
const SHORT: [(&str, &str); 2] = [
    ("input", "A table of confusion matrices or rates, or of predictions or scores of samples"),
    ("input_format", "Content of the input: matrices, rates, predictions, scores or json"),
];

fn heading(argument: &Arg, reads_columns: bool) -> &'static str {
    let is_in = |ids: &[&str]| ids.contains(&argument.get_id().as_str());
    match () {
        () if is_in(&INPUTS) => INPUT,
        () if is_in(&MODELS) => MODEL,
        () if is_in(&OUTPUTS) => OUTPUT,
        () if reads_columns && is_in(&READ) => READING,
        () => QUESTION,
    }
}

/// Arranges the options of a command and of its subcommands under headings.
pub(crate) fn arranged(command: Command) -> Command {
    let reads_columns = has(&command, "model_column");
    let name = command.get_name().to_owned();
    let command = command.disable_help_flag(true).arg(help());
    let mut options: Vec<Arg> =
        command.get_arguments().filter(|argument| !argument.is_positional()).cloned().collect();
    let place = |argument: &Arg| {
        let own = heading(argument, reads_columns);
        let is_later = LATER.contains(&argument.get_id().as_str());
        (HEADINGS.iter().position(|heading| *heading == own), is_later)
    };
    // Headings come in the order of the arguments.
    options.sort_by_key(place);
    let mut options = options.into_iter().enumerate();
    let command = command.mut_args(|argument| {
        if argument.is_positional() {
            return in_short(argument);
        }
        let (order, argument) = options.next().unwrap_or((usize::MAX, argument));
        let own = heading(&argument, reads_columns);
        let id = argument.get_id().as_str();
        let is_further = [READING, MODEL].contains(&own)
            || RARE
                .iter()
                .any(|(command, ids)| [name.as_str(), ""].contains(command) && ids.contains(&id));
        in_short(argument).help_heading(own).display_order(order).hide_short_help(is_further)
    });
    with_example(command).mut_subcommands(arranged)
}

fn has(command: &Command, id: &str) -> bool {
    command.get_arguments().any(|argument| argument.get_id() == id)
}

fn help() -> Arg {
    Arg::new("help")
        .short('h')
        .long("help")
        .action(ArgAction::Help)
        .help("Print help: -h on one screen, --help in full")
}

/// Shortens the help of an argument to its first sentence; long help keeps all sentences.
fn in_short(argument: Arg) -> Arg {
    let Some(whole) = argument.get_help().map(StyledStr::to_string) else { return argument };
    let long = argument.get_long_help().cloned();
    let whole_again = long.unwrap_or_else(|| whole.clone().into());
    let id = argument.get_id().as_str();
    let is_usual = |id: &str| {
        id != "input" || whole.starts_with("CSV, JSON, Markdown or LaTeX with confusion")
    };
    let short = SHORT.iter().find(|(known, _)| *known == id && is_usual(id));
    let short = short.map_or_else(|| first_sentence(&whole), |(_, short)| short).to_owned();
    argument.help(short).long_help(whole_again)
}

/// Returns the text before the first full stop or semicolon outside parentheses.
fn first_sentence(text: &str) -> &str {
    let mut depth = 0_usize;
    for (at, character) in text.char_indices() {
        match character {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            '.' | ';' if depth == 0 && text[at + 1..].starts_with(' ') => return &text[..at],
            _ => {}
        }
    }
    text
}

/// Keeps the example alone in short help.
fn with_example(command: Command) -> Command {
    let Some(whole) = command.get_after_help().map(StyledStr::to_string) else { return command };
    let example = whole.split("\n\n").next().unwrap_or_default().to_owned();
    let further = command.get_arguments().any(|argument| argument.is_hide_short_help_set());
    let more = if further { format!("{example}\n\n--help has more options.") } else { example };
    command.after_help(more).after_long_help(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::program;

    /// Returns the words and the help of each command.
    fn helps(long: bool) -> Vec<(String, String)> {
        fn visit(
            command: &mut Command,
            words: &str,
            long: bool,
            found: &mut Vec<(String, String)>,
        ) {
            let help = if long { command.render_long_help() } else { command.render_help() };
            found.push((words.to_owned(), help.to_string()));
            for inner in command.get_subcommands_mut().filter(|inner| inner.get_name() != "help") {
                let words = format!("{words} {}", inner.get_name());
                visit(inner, &words, long, found);
            }
        }
        let mut found = Vec::new();
        let mut program = program();
        program.build();
        visit(&mut program, "exactile", long, &mut found);
        assert!(found.len() > 30);
        found
    }

    #[test]
    fn short_help_fits_one_screen() {
        for (words, help) in helps(false).into_iter().filter(|(words, _)| words != "exactile") {
            let lines = help.lines().count();
            assert!(lines <= 46, "{words} -h has {lines} lines:\n{help}");
            assert!(help.contains("\nExample: exactile "), "{help}");
        }
    }

    #[test]
    fn headings_come_in_their_order_and_the_input_last() {
        for (words, help) in helps(true).into_iter().filter(|(words, _)| words != "exactile") {
            let is_heading = |line: &&str| line.ends_with(':') && !line.starts_with(' ');
            let found: Vec<&str> = help.lines().filter(is_heading).collect();
            let known = ["Arguments:", "Commands:"];
            let rest: Vec<&str> = found.into_iter().filter(|line| !known.contains(line)).collect();
            let order =
                |line: &&str| HEADINGS.iter().position(|known| *line == format!("{known}:"));
            let places: Option<Vec<usize>> = rest.iter().map(order).collect();
            let places = places.unwrap_or_else(|| panic!("{words}: {rest:?}"));
            assert!(places.is_sorted_by(|x, y| x < y), "{words}: {rest:?}");
        }
        let long = helps(true);
        let rank = &long.iter().find(|(words, _)| words == "exactile rank").expect("rank").1;
        let at = |text: &str| rank.find(text).unwrap_or_else(|| panic!("{text}"));
        let flag = |name: &str| at(&format!("\n      --{name}"));
        let order = [
            at("\nQuestion:"),
            flag("score"),
            flag("target-prior"),
            at("\nInput:"),
            flag("positive"),
            at("\nOutput:"),
            flag("format"),
            at("\nReading the input:"),
            flag("drop-missing"),
        ];
        assert!(order.is_sorted(), "{order:?}");
    }

    #[test]
    fn short_help_leaves_out_what_only_long_help_has() {
        let (short, long) = (helps(false), helps(true));
        for ((words, short), (_, long)) in short.iter().zip(&long) {
            for flag in ["--drop-missing", "--seed", "--beta ", "--digits"] {
                assert!(!short.contains(flag), "{words}: {flag}");
                let is_hidden = long.contains(flag);
                assert!(
                    !is_hidden || short.contains("--help has more options."),
                    "{words}: {flag}"
                );
            }
        }
        let has = |flag: &str| long.iter().filter(|(_, help)| help.contains(flag)).count();
        assert!(has("--drop-missing") > 10 && has("--seed") > 3 && has("--digits") > 10);
    }

    #[test]
    fn short_help_ends_with_the_first_sentence() {
        assert_eq!(
            first_sentence("A point a,b of the Tile (1/2; 0.3); may be"),
            "A point a,b of the Tile (1/2; 0.3)"
        );
        assert_eq!(first_sentence("One. Two"), "One");
        assert_eq!(first_sentence("From 0.5 on"), "From 0.5 on");
    }
}
