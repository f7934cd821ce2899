//! Commands, their flags and the values of these, as `--help` lists them.

use std::ffi::OsString;
use std::process::Command;

/// The program whose runs are tried; `EXACTILE_PROGRAM` names another build.
pub(crate) fn program() -> OsString {
    std::env::var_os("EXACTILE_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_exactile").into())
}

/// A command with the words that call it.
#[derive(Debug)]
pub(crate) struct Grammar {
    pub(crate) words: Vec<String>,
    /// Arguments that stand by themselves.
    pub(crate) places: Vec<Flag>,
    pub(crate) flags: Vec<Flag>,
    /// Flags that the command requires: one of each group.
    pub(crate) needed: Vec<Vec<String>>,
}

/// A flag, or an argument without one.
#[derive(Clone, Debug)]
pub(crate) struct Flag {
    /// The name with its dashes; without a flag the name of the argument.
    pub(crate) name: String,
    /// The name of the value; `None` if it takes none.
    pub(crate) value: Option<String>,
    /// The possible values, if they are listed.
    pub(crate) choices: Vec<String>,
}

/// All commands; those of `lattice` by themselves.
pub(crate) fn commands() -> Vec<Grammar> {
    let mut found = Vec::new();
    visit(&[], &mut found);
    found
}

fn help(words: &[&str]) -> String {
    let output = Command::new(program()).args(words).arg("--help").output().expect("help");
    assert!(output.status.success(), "{words:?}");
    String::from_utf8(output.stdout).expect("text")
}

fn visit(words: &[&str], found: &mut Vec<Grammar>) {
    let text = help(words);
    let inner: Vec<&str> = commands_in(&text).collect();
    if inner.is_empty() {
        let (flags, places) =
            arguments_in(&text).into_iter().partition(|flag| flag.name.starts_with('-'));
        found.push(Grammar {
            words: words.iter().map(|word| (*word).to_owned()).collect(),
            places,
            flags,
            needed: needed_in(&text),
        });
    }
    for name in inner {
        visit(&[words, &[name]].concat(), found);
    }
}

/// Flags that stand in the usage by themselves, `--a <X>`, or as alternatives, `<--a <X>|--b <Y>>`.
fn needed_in(text: &str) -> Vec<Vec<String>> {
    let usage = text.lines().find(|line| line.starts_with("Usage:")).unwrap_or_default();
    let mut groups: Vec<Vec<String>> = Vec::new();
    for (at, _) in usage.match_indices("--") {
        let name =
            usage[at..].split([' ', '>', '|', ']', ',']).next().unwrap_or_default().to_owned();
        match groups.last_mut() {
            Some(group) if usage[..at].ends_with('|') => group.push(name),
            _ => groups.push(vec![name]),
        }
    }
    groups
}

/// The names of commands: lines with two blanks before them, up to the options of a program that
/// has commands.
fn commands_in(text: &str) -> impl Iterator<Item = &str> {
    let usage = text.lines().find(|line| line.starts_with("Usage:")).unwrap_or_default();
    let lines = text.lines().skip_while(|line| !line.starts_with("Usage:"));
    let lines = lines.take_while(move |line| {
        usage.ends_with("<COMMAND>") && !["Options:", "Output:"].contains(line)
    });
    let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !name.is_empty() && *name != "help")
}

/// The words at the beginning of lines that are not far to the right, with the words below that it
/// takes.
fn arguments_in(text: &str) -> Vec<Flag> {
    let mut found: Vec<Flag> = Vec::new();
    let mut is_list = false;
    for line in text.lines().skip_while(|line| !line.starts_with("Usage:")).skip(1) {
        let bare = line.trim_start();
        let is_head = (1..=6).contains(&(line.len() - bare.len()));
        let within = |text: &str| text.split(['>', ']']).next().map(str::to_owned);
        let taken = bare.split_once('<').and_then(|(_, rest)| within(rest));
        let flag = match bare.find("--") {
            _ if !is_head => None,
            Some(at) if bare.starts_with('-') => {
                let name = bare[at..].split([' ', ',', '=']).next().unwrap_or_default();
                Some(Flag { name: name.to_owned(), value: taken, choices: Vec::new() })
            }
            _ => bare.strip_prefix(['<', '[']).and_then(within).map(|name| Flag {
                value: Some(name.clone()),
                name,
                choices: Vec::new(),
            }),
        };
        if let Some(flag) = flag {
            is_list = false;
            found.push(flag);
        }
        let Some(flag) = found.last_mut() else { continue };
        if bare == "Possible values:" {
            is_list = true;
        } else if let Some(choice) = bare.strip_prefix("- ").filter(|_| is_list) {
            flag.choices.push(choice.split([':', ' ']).next().unwrap_or_default().to_owned());
        }
        if let Some((_, list)) = bare.split_once("[possible values: ") {
            let list = list.trim_end_matches(']').split(", ");
            flag.choices.extend(list.map(|choice| choice.trim_end_matches(',').to_owned()));
        }
    }
    found.retain(|flag| !["--help", "--version"].contains(&flag.name.as_str()));
    found
}
