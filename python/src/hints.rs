//! Messages of the command line in words of the package: arguments where the program has flags.

/// Flags that stand alone: arguments that are true.
const SWITCHES: [&str; 9] = [
    "--area",
    "--drop-missing",
    "--exact",
    "--pairs",
    "--percent",
    "--points",
    "--stratified",
    "--unpaired",
    "--cells",
];

/// Flags with the one value that messages advise.
const VALUES: [(&str, &str); 5] = [
    ("--average", "pooled"),
    ("--flavor", "frontiers"),
    ("--input-format", "scores"),
    ("--model", "binomial"),
    ("--question", "truly"),
];

/// Flags whose arguments have other names.
const NAMES: [(&str, &str); 4] = [
    ("--from", "start"),
    ("--to", "end"),
    ("--input-format", "format"),
    ("--stratify", "stratified"),
];

/// Phrases that have no flag in the package, or not only one.
const PHRASES: [(&str, &str); 9] = [
    ("--complete=classifiers", "complete=\"classifiers\""),
    ("--complete keeps", "complete=\"domains\" keeps"),
    ("add --input-format scores", "make the Tile with from_scores"),
    (
        "leave out a column that is empty with --ignore, or run without --drop-missing",
        "leave out a column that is empty, or fill its values in",
    ),
    ("; --ignore count leaves the column out", "; rename the column if it says something else"),
    (
        "round all weights to the same few decimals, such as six",
        "give weights as Decimal or Fraction of few digits: a float such as 0.1 is a binary \
         fraction of 55 digits",
    ),
    ("exactile scores lists", "exactile.metrics() lists"),
    ("exactile lattice", "exactile.pmf"),
    ("ask for the pieces of each classifier with regions", "ask for regions of each classifier"),
];

/// Names of scikit-learn that are of scores, not of decisions.
const OF_SCORES: [&str; 7] = [
    "roc_auc",
    "auc",
    "average_precision",
    "brier_score",
    "neg_brier_score",
    "log_loss",
    "neg_log_loss",
];

/// The hint for a name of scikit-learn that no metric of decisions has.
pub(crate) fn metric_hint(what: &str) -> Option<&'static str> {
    let (_, name) = what.split_once("no metric is called \"")?;
    let name = name.split('"').next()?.replace('-', "_");
    let stem = name.trim_end_matches("_loss").trim_end_matches("_score");
    if OF_SCORES.iter().any(|known| [name.as_str(), stem].contains(known)) {
        return Some(
            "that is of scores: make the Tile with from_scores, and see thresholds(), which has \
             auc and brier",
        );
    }
    matches!(stem, "fbeta" | "f_beta").then_some("say which beta, as in f2 or f_beta(0.5)")
}

/// Words of the reader of arguments.
const WORDS: [(&str, &str); 2] = [
    ("invalid digit found in string", "it is not a whole number"),
    ("number too large to fit in target type", "it is too large"),
];

/// A hint with the arguments that the caller of the package has: `give --cost-fp` as
/// `give cost_fp=`.
pub(crate) fn in_python(hint: &str) -> String {
    let mut hint = hint.to_owned();
    for (theirs, ours) in PHRASES {
        hint = hint.replace(theirs, ours);
    }
    // All metrics there are would fill the screen.
    if hint.starts_with("choose one of accuracy, ") {
        "exactile.metrics() lists all".clone_into(&mut hint);
    }
    // Where to read on is the program's help.
    if let Some(start) = hint.find("see exactile") {
        hint.truncate(hint[..start].trim_end_matches([' ', '(']).len());
    }
    without_columns(&mut hint);
    for (flag, value) in VALUES {
        let name = argument(flag);
        hint = hint.replace(&format!("{flag} {value} out"), &format!("{name} out"));
        hint = hint.replace(&format!("{flag} {value}"), &format!("{name}=\"{value}\""));
    }
    replaced(&hint, |flag, rest| {
        let name = argument(flag);
        if rest.starts_with(" out") {
            name
        } else if SWITCHES.contains(&flag) {
            format!("{name}=True")
        } else {
            format!("{name}=")
        }
    })
}

/// Returns the message with the names of arguments: `--cost-fp is -1` as `cost_fp is -1`.
pub(crate) fn named_in_python(what: &str) -> String {
    // A value that is refused stands there as the caller wrote it.
    let value = what.strip_prefix("invalid value '").and_then(|rest| rest.find("' for '"));
    let (value, rest) = what.split_at(value.map_or(0, |end| "invalid value '".len() + end));
    let mut what = value.to_owned() + &replaced(rest, |flag, _| argument(flag));
    for (theirs, ours) in WORDS {
        what = what.replace(theirs, ours);
    }
    match what.rsplit_once(" is not in ") {
        // A range as Rust writes it.
        Some((before, range)) => match range.split_once("..=") {
            Some((least, most)) if most.parse() == Ok(u32::MAX) => {
                format!("{before} is less than {least}")
            }
            Some((least, most)) => format!("{before} is not between {least} and {most}"),
            None => what,
        },
        None => what,
    }
}

/// Columns are left out by not giving them.
fn without_columns(hint: &mut String) {
    for lead in [" with --ignore ", ": --ignore "] {
        while let Some(start) = hint.find(lead) {
            let rest = &hint[start + lead.len()..];
            let end = [", or ", "; "].iter().filter_map(|stop| rest.find(stop)).min();
            let end = end.map_or(hint.len(), |end| start + lead.len() + end);
            hint.replace_range(start..end, "");
        }
    }
}

/// The name of the argument in the place of a flag.
fn argument(flag: &str) -> String {
    match NAMES.iter().find(|(theirs, _)| *theirs == flag) {
        Some((_, ours)) => (*ours).to_owned(),
        None => flag.trim_start_matches('-').replace('-', "_"),
    }
}

/// The place after the quotes that open there, which may have others in them after a backslash.
fn end_of_quotes(text: &str, open: usize) -> usize {
    let mut is_escaped = false;
    for (place, c) in text[open + 1..].char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return open + 1 + place + 1,
            _ => {}
        }
    }
    text.len()
}

/// The text with each flag replaced, given what follows it. Placeholders of values go.
fn replaced(text: &str, new: impl Fn(&str, &str) -> String) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("--") {
        // What stands in quotes is the caller's.
        if let Some(end) = rest[..start].find('"').map(|open| end_of_quotes(rest, open)) {
            let (quoted, after) = rest.split_at(end);
            result.push_str(quoted);
            rest = after;
            continue;
        }
        let (before, flag) = rest.split_at(start);
        result.push_str(before);
        let end = flag.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(flag.len());
        let (flag, after) = flag.split_at(end);
        if flag.trim_matches('-').is_empty() || before.ends_with(|c: char| c.is_alphanumeric()) {
            result.push_str(flag);
        } else {
            result.push_str(&new(flag, after));
        }
        rest = match after.strip_prefix(" <").and_then(|value| value.split_once('>')) {
            Some((_, after)) => after,
            None => after,
        };
    }
    result.push_str(rest);
    result
}
