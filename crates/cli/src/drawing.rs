//! `exactile plot tile` is `exactile tile`, and `exactile plot lattice` is `exactile lattice plot`.

use std::ffi::OsString;

/// The commands that draw, under their own names.
const DRAWING: [&str; 4] = ["tile", "roc", "curve", "zone"];

/// Removes `plot` before the name of a command that draws, and exchanges it with `lattice`. Flags
/// before it take no values.
pub(crate) fn without_plot(arguments: &[OsString]) -> Vec<OsString> {
    let mut kept = arguments.to_vec();
    let is_word = |word: &OsString| !word.to_string_lossy().starts_with('-');
    let words: Vec<usize> = (1..kept.len()).filter(|&at| is_word(&kept[at])).take(2).collect();
    let [plot, kind] = words[..] else { return kept };
    if kept[plot] != "plot" {
        return kept;
    }
    if DRAWING.iter().any(|known| kept[kind] == *known) {
        kept.remove(plot);
    } else if kept[kind] == "lattice" {
        kept.swap(plot, kind);
    }
    kept
}

/// Completes the commands of `plot`: flags of its own ones, and copies of other commands that draw.
pub(crate) fn with_commands(
    program: clap::Command,
    named: fn(clap::Command) -> clap::Command,
) -> clap::Command {
    let lattice = program.find_subcommand("lattice");
    let lattice = lattice.and_then(|lattice| lattice.find_subcommand("plot"));
    let lattice = lattice.map(|plot| plot.clone().name("lattice"));
    let copies: Vec<clap::Command> =
        DRAWING.iter().filter_map(|name| program.find_subcommand(name)).cloned().collect();
    program.mut_subcommand("plot", |plot| {
        plot.mut_subcommands(named).subcommands(copies.into_iter().chain(lattice))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plot_before_a_command_that_draws_is_left_out() {
        let turned = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(Into::into).collect();
            let words = without_plot(&words);
            words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(turned("exactile -q plot tile x.csv"), "exactile -q tile x.csv");
        assert_eq!(turned("exactile plot --force roc x"), "exactile --force roc x");
        assert_eq!(turned("exactile plot lattice pmf -q"), "exactile lattice plot pmf -q");
        for kept in ["exactile plot forest tile", "exactile rank plot tile", "exactile plot"] {
            assert_eq!(turned(kept), kept);
        }
    }
}
