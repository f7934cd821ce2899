//! The commands in groups, for the short help of the program alone.

use std::fmt::Write;

/// Each command in one group.
pub(super) const GROUPS: [(&str, &[&str]); 5] = [
    (
        "Who is best, for which preference",
        &[
            "regions",
            "rank",
            "rankings",
            "zone",
            "tile",
            "roc",
            "vut",
            "curve",
            "thresholds",
            "report",
            "verify",
        ],
    ),
    (
        "What a score is",
        &["score", "scores", "place", "axioms", "correlate", "no-skill", "advantage", "check"],
    ),
    (
        "How sure it is, and what a repeat of the test would say",
        &["compare", "confidence", "plan", "lattice"],
    ),
    ("What the source papers print", &["tables", "figures"]),
    ("Setting up", &["inspect", "completions", "man"]),
];

/// What the program prints if it is called without arguments: every command with one line.
pub(crate) fn short_help(program: &clap::Command) -> String {
    let width = GROUPS.iter().flat_map(|(_, names)| *names).map(|name| name.len()).max();
    let about =
        |command: &clap::Command| command.get_about().map(ToString::to_string).unwrap_or_default();
    let mut help = format!("{}\n\nUsage: exactile COMMAND ...\n", about(program));
    for (title, names) in GROUPS {
        help.push_str(&format!("\n{title}:\n"));
        for name in names {
            let about = program.find_subcommand(name).map(about).unwrap_or_default();
            let width = width.unwrap_or_default();
            // Writing to a text does not fail.
            let _ = writeln!(help, "  {name:width$}  {about}");
        }
    }
    help.push_str(
        "\nExample: exactile regions results.csv\n\
         exactile COMMAND --help says more about each; results.csv has a header name,tn,fp,fn,tp.\n",
    );
    help
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::program;
    use super::*;

    #[test]
    fn each_command_is_in_one_group() {
        let grouped: Vec<&str> =
            GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        let program = program();
        let known: BTreeSet<&str> = program.get_subcommands().map(|c| c.get_name()).collect();
        assert_eq!(grouped.iter().copied().collect::<BTreeSet<_>>(), known);
        assert_eq!(grouped.len(), known.len());
    }
}
