//! The commands in groups, for the short help of the program alone.

use std::fmt::Write;

/// Each command in one group; the theory and the papers last.
pub(super) const GROUPS: [(&str, &[&str]); 6] = [
    ("Start here", &["report", "compare", "rank", "thresholds", "check", "tile", "plot"]),
    (
        "Classifiers, over all preferences",
        &["regions", "rankings", "zone", "domains", "curve", "roc", "score", "vut", "advantage"],
    ),
    ("Uncertainty, and further tests", &["confidence", "plan", "lattice"]),
    ("Files and shells", &["inspect", "verify", "completions", "man", "page"]),
    ("Scores and their properties", &["scores", "place", "axioms", "correlate", "no-skill"]),
    ("The source papers", &["tables", "figures"]),
];

/// Returns the help of the program without arguments: every command with one line.
pub(crate) fn short_help(program: &clap::Command) -> String {
    let about = program.get_about().map(ToString::to_string).unwrap_or_default();
    format!(
        "{about}\n\nUsage: exactile COMMAND ...\n{}\nExample: exactile regions results.csv\n\
         exactile COMMAND -h describes a command; results.csv has a header name,tn,fp,fn,tp.\n",
        commands(program)
    )
}

/// Returns every command with one line, in its group.
pub(super) fn commands(program: &clap::Command) -> String {
    let width = GROUPS.iter().flat_map(|(_, names)| *names).map(|name| name.len()).max();
    let width = width.unwrap_or_default();
    let mut lines = String::new();
    for (title, names) in GROUPS {
        lines.push_str(&format!("\n{title}:\n"));
        // Papers and the page may be left out of the program.
        for name in names.iter().filter(|name| program.find_subcommand(name).is_some()) {
            let about = program.find_subcommand(name).and_then(clap::Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            // Writing to a text does not fail.
            let _ = writeln!(lines, "  {name:width$}  {about}");
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::args::program;

    #[test]
    fn each_command_is_in_one_group() {
        let grouped: Vec<&str> =
            GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        let program = program();
        let mut known: BTreeSet<&str> = program.get_subcommands().map(|c| c.get_name()).collect();
        // It is in the programs that are handed out.
        known.insert("page");
        assert_eq!(grouped.iter().copied().collect::<BTreeSet<_>>(), known);
        assert_eq!(grouped.len(), known.len());
    }
}
