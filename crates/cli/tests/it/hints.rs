//! Hints of refusals. [`obey_all`] is called for every refusal that any test of the program meets:
//! a hint has only flags of the command, and a hint that can be obeyed as it stands ends in a
//! result or in another refusal.

use std::ffi::OsString;
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use super::cli::{Run, document};
use exactile_testing::fixture;
use serde_json::Value;

/// A change of the arguments that a hint proposes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Edit {
    Add(Vec<String>),
    Remove(String),
    /// The word that the message quotes becomes another.
    Replace(String),
    /// The whole command line.
    Run(Vec<String>),
}

/// The words of a text as a shell has them, and whether each is quoted.
fn words(text: &str) -> Vec<(String, bool)> {
    let (mut words, mut word, mut quote, mut is_quoted) = (Vec::new(), String::new(), None, false);
    for c in text.chars() {
        match quote {
            Some(mark) if c == mark => quote = None,
            Some(_) => word.push(c),
            None if c == '\'' || c == '"' => (quote, is_quoted) = (Some(c), true),
            None if c == ' ' => {
                if !word.is_empty() || is_quoted {
                    words.push((std::mem::take(&mut word), std::mem::take(&mut is_quoted)));
                }
            }
            None => word.push(c),
        }
    }
    words.push((word, is_quoted));
    words
}

/// The alternatives that a hint offers ready to be typed, each a list of changes; those that leave
/// a choice to the reader are none.
fn alternatives(hint: &str, takes_value: &dyn Fn(&str) -> bool) -> Vec<Vec<Edit>> {
    let hint = hint.rsplit_once(" (see exactile").map_or(hint, |(hint, _)| hint);
    if let Some(meant) = hint.strip_prefix("did you mean ") {
        let (meant, _) = meant.rsplit_once('?').unwrap_or((meant, ""));
        let words: Vec<String> = words(meant).into_iter().map(|(word, _)| word).collect();
        return match words.as_slice() {
            [program, command @ ..] if program == "exactile" => {
                vec![vec![Edit::Run(command.to_vec())]]
            }
            _ => meant.split(" or ").map(|word| vec![Edit::Replace(plain(word))]).collect(),
        };
    }
    let mut found: Vec<Vec<Edit>> = Vec::new();
    let mut is_joined = false;
    let words = words(hint);
    for (at, (word, is_quoted)) in words.iter().enumerate() {
        let end = word.trim_end_matches([',', ';', ':']);
        if *is_quoted || !end.starts_with("--") {
            // Flags with nothing but flags between them belong together.
            is_joined &= found.last().is_some_and(|edits| {
                matches!(edits.last(), Some(Edit::Add(words)) if words.last() == Some(word))
            });
            continue;
        }
        let before = |back: usize| at.checked_sub(back).map_or("", |at| words[at].0.as_str());
        let after = words.get(at + 1).map(|(word, is_quoted)| (word.as_str(), *is_quoted));
        let edit = match (before(1), after) {
            ("leave", Some((out, _))) if out.starts_with("out") => {
                Some(Edit::Remove(end.to_owned()))
            }
            ("without" | "drop", _) if end == word => Some(Edit::Remove(end.to_owned())),
            ("change" | "another" | "smaller" | "fewer" | "say" | "of" | "a" | "new", _) => None,
            (_, Some((value, is_quoted))) if end == word && takes_value(end) => {
                let value = value.trim_end_matches([',', ';', ')']);
                let is_choice = value.chars().all(|c| c.is_uppercase() || c == '.');
                let is_word = [
                    "and", "or", "with", "to", "to.", "out", "such", "is", "as", "has", "in",
                    "instead", "alone",
                ];
                let is_ready = is_quoted || !is_choice && !is_word.contains(&value);
                is_ready.then(|| Edit::Add(vec![end.to_owned(), value.to_owned()]))
            }
            (_, _) if takes_value(end) => None,
            _ => Some(Edit::Add(vec![end.to_owned()])),
        };
        let Some(edit) = edit else { continue };
        match found.last_mut().filter(|_| is_joined) {
            Some(edits) => edits.push(edit),
            None => found.push(vec![edit]),
        }
        is_joined = true;
    }
    found
}

/// A word without quotes around it.
fn plain(word: &str) -> String {
    word.trim_matches(['"', '\'', '`']).to_owned()
}

/// The changed arguments; `None` if the change cannot be made.
fn edited(arguments: &[OsString], edits: &[Edit], message: &str) -> Option<Vec<OsString>> {
    let mut changed = arguments.to_vec();
    for edit in edits {
        match edit {
            Edit::Run(command) => changed = command.iter().map(OsString::from).collect(),
            Edit::Add(words) => changed.extend(words.iter().map(OsString::from)),
            Edit::Remove(flag) => {
                let at = changed.iter().position(|word| word == flag.as_str());
                match at {
                    Some(at) => {
                        let has_value = changed
                            .get(at + 1)
                            .is_some_and(|next| !next.to_string_lossy().starts_with("--"));
                        changed.drain(at..=at + usize::from(has_value));
                    }
                    None => {
                        let start = format!("{flag}=");
                        let is_it = |word: &OsString| word.to_string_lossy().starts_with(&start);
                        changed.remove(changed.iter().position(is_it)?);
                    }
                }
            }
            Edit::Replace(new) => {
                let is_wrong = |word: &&OsString| {
                    let word = word.to_string_lossy();
                    ["'", "\""].iter().any(|q| message.contains(&format!("{q}{word}{q}")))
                };
                let wrong = changed.iter().position(|word| is_wrong(&word))?;
                changed[wrong] = new.into();
            }
        }
    }
    Some(changed)
}

fn run(arguments: &[OsString], folder: &Path, stdin: Option<&[u8]>) -> Output {
    command(arguments, folder, stdin).output().expect("the program runs")
}

/// The outcome, if the run ends within some seconds: a hint may lead to long work.
fn run_for_a_while(arguments: &[OsString], folder: &Path, stdin: Option<&[u8]>) -> Option<Output> {
    const LONGEST: Duration = Duration::from_secs(10);
    let [mut out, mut err] = [0; 2].map(|_| tempfile::tempfile().expect("a temporary file"));
    let copy = |file: &std::fs::File| file.try_clone().expect("a second handle");
    let mut command = command(arguments, folder, stdin);
    let mut child = command.stdout(copy(&out)).stderr(copy(&err)).spawn().expect("it runs");
    let start = Instant::now();
    let status = loop {
        match child.try_wait().expect("it is a child") {
            Some(status) => break status,
            None if start.elapsed() > LONGEST => {
                child.kill().and_then(|()| child.wait()).expect("it ends");
                return None;
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    let read = |file: &mut std::fs::File| {
        let mut bytes = Vec::new();
        file.rewind().and_then(|()| file.read_to_end(&mut bytes)).expect("what was written");
        bytes
    };
    Some(Output { status, stdout: read(&mut out), stderr: read(&mut err) })
}

fn command(arguments: &[OsString], folder: &Path, stdin: Option<&[u8]>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_exactile"));
    command.current_dir(folder).args(arguments).stdin(std::process::Stdio::null());
    if let Some(content) = stdin {
        let mut file = tempfile::tempfile().expect("a temporary file");
        file.write_all(content).and_then(|()| file.rewind()).expect("it takes the bytes");
        command.stdin(file);
    }
    command
}

/// The help of the command that arguments call, with its subcommands.
fn help(arguments: &[OsString], folder: &Path) -> String {
    let names: Vec<&OsString> = arguments
        .iter()
        .skip_while(|word| word.to_string_lossy().starts_with('-'))
        .take_while(|word| {
            word.to_str().is_some_and(|word| {
                word.chars().all(|c| c.is_ascii_lowercase() || c == '-') && !word.starts_with('-')
            })
        })
        .take(2)
        .collect();
    for count in [2, 1, 0] {
        let mut words: Vec<OsString> = names.iter().take(count).map(|&name| name.clone()).collect();
        words.push("--help".into());
        let output = run(&words, folder, None);
        if output.status.success() {
            return String::from_utf8_lossy(&output.stdout).into_owned();
        }
    }
    String::new()
}

/// Obeys the hint of a refusal, each alternative that is ready to be typed, and returns the
/// outcomes.
pub(crate) fn obey_all(
    arguments: &[OsString],
    folder: &Path,
    stdin: Option<&[u8]>,
    message: &str,
) -> Vec<Output> {
    let Some((what, hint)) = message.trim_end().split_once("\nhint: ") else { return Vec::new() };
    if !hint.contains("--") && !hint.starts_with("did you mean") {
        return Vec::new();
    }
    let help = help(arguments, folder);
    let flag_of =
        |line: &str, flag: &str| line.trim_start().split([' ', ',']).any(|word| word == flag);
    // Help has no other names of a flag, and no flags that are known only to be refused.
    let is_known = |flag: &str| {
        let with_flag = [arguments, &[OsString::from(flag)]].concat();
        let said = run(&with_flag, folder, stdin).stderr;
        !String::from_utf8_lossy(&said).contains("unexpected argument")
    };
    let has = |flag: &str| help.lines().any(|line| flag_of(line, flag)) || is_known(flag);
    let takes_value = |flag: &str| {
        help.lines().any(|line| {
            flag_of(line, flag)
                && [" <", " [<", "[=<"].iter().any(|value| line.contains(&format!("{flag}{value}")))
        })
    };
    // A hint may send the reader to another command, which it names before the flag.
    let commands =
        ["exactile", "regions", "compare", "thresholds", "lattice", "confidence", "report"];
    let is_elsewhere =
        commands.iter().any(|name| hint.contains(name)) || hint.contains("the output of a command");
    for (word, is_quoted) in words(hint) {
        let flag = word.trim_matches(|c: char| !c.is_ascii_alphanumeric() && c != '-');
        if !is_quoted && flag.starts_with("--") && flag.len() > 2 && !is_elsewhere {
            assert!(has(flag), "{arguments:?} has no {flag}: {message}");
        }
    }
    if is_elsewhere && !hint.starts_with("did you mean") {
        return Vec::new();
    }
    // In a copy of the folder, in which files may be replaced.
    let copy = tempfile::tempdir().expect("a folder");
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_file()) {
            std::fs::copy(entry.path(), copy.path().join(entry.file_name())).expect("a copy");
        }
    }
    let mut outcomes = Vec::new();
    for edits in alternatives(hint, &takes_value) {
        let Some(changed) = edited(arguments, &edits, what) else { continue };
        let Some(output) = run_for_a_while(&changed, copy.path(), stdin) else { continue };
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            matches!(output.status.code(), Some(0..=2)) && !stderr.contains("panicked"),
            "{changed:?}: {stderr}"
        );
        assert_ne!(
            stderr, message,
            "obeyed by {changed:?}, the hint of {arguments:?} changes nothing"
        );
        outcomes.push(output);
    }
    outcomes
}

/// The outcomes of obeying the hint of a refusal of these arguments on `x.csv`.
fn obeyed(arguments: &[&str], content: &[u8]) -> (String, Vec<Output>) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("x.csv"), content).expect("a file");
    let arguments: Vec<OsString> = arguments.iter().map(Into::into).collect();
    let output = run(&arguments, folder.path(), None);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.code() != Some(2) {
        assert!(matches!(output.status.code(), Some(0 | 1)), "{arguments:?}: {message}");
        return (String::new(), Vec::new());
    }
    let outcomes = obey_all(&arguments, folder.path(), None, &message);
    (message, outcomes)
}

/// Commands that read predictions, with what each needs besides. The comparison and the tiers of
/// `compare` and `confidence` have tests of their own.
const COMMANDS: [&[&str]; 15] = [
    &["regions", "x.csv"],
    &["rank", "x.csv", "--score", "f1"],
    &["rankings", "x.csv"],
    &["zone", "x.csv", "--better", "a", "--than", "b"],
    &["score", "x.csv", "--metric", "f1"],
    &["no-skill", "x.csv"],
    &["roc", "x.csv", "--score", "f1"],
    &["vut", "x.csv"],
    &["advantage", "x.csv", "--loss", "0-1"],
    &["curve", "x.csv", "--along", "decision"],
    &["compare", "x.csv", "--metric", "f1"],
    &["confidence", "x.csv", "--score", "f1", "--draws", "1000"],
    &["correlate", "x.csv", "--metric", "mcc", "--at", "1/2,1/2"],
    &["lattice", "compare", "x.csv", "--metric", "f1"],
    &["thresholds", "x.csv"],
];

/// A result without the way in which its input was given.
fn answer(output: &[u8]) -> Value {
    let mut answer = document(std::str::from_utf8(output).expect("text"));
    let members = answer.as_object_mut().expect("an object");
    members.remove("positive");
    members.remove("dropped_rows");
    answer
}

/// Inputs that are refused, and the same inputs in their intended form.
const MEANT: [(&str, &str, &[&str]); 7] = [
    // An identifier.
    (
        "id,y_true,a,b\np1,1,1,0\np2,0,0,1\np3,1,0,1\np4,0,0,0\n",
        "y_true,a,b\n1,1,0\n0,0,1\n1,0,1\n0,0,0\n",
        &[],
    ),
    // A row that lacks a value.
    (
        "y_true,a,b\n1,1,0\n0,0,1\n1,NA,1\n1,0,1\n0,0,0\n",
        "y_true,a,b\n1,1,0\n0,0,1\n1,0,1\n0,0,0\n",
        &[],
    ),
    // One odd value of a classifier: nothing but its correction is right.
    ("y_true,a,b\n1,1,0\n0,0,1\n1,2,1\n0,0,0\n", "y_true,a,b\n1,1,0\n0,0,1\n1,1,1\n0,0,0\n", &[]),
    ("y_true,a,b\n1,1,0\n0,0,1\n1,0.5,1\n0,0,0\n", "y_true,a,b\n1,1,0\n0,0,1\n1,1,1\n0,0,0\n", &[]),
    ("y_true,a,b\n1,1,0\n0,0,1\n1,yes,1\n0,0,0\n", "y_true,a,b\n1,1,0\n0,0,1\n1,1,1\n0,0,0\n", &[]),
    // Scores, one of which is odd.
    (
        "y_true,a,b\n1,0.9,0.3\n0,0.1,0.8\n1,high,0.7\n0,0.2,0.1\n",
        "y_true,a,b\n1,0.9,0.3\n0,0.1,0.8\n1,0.95,0.7\n0,0.2,0.1\n",
        &["--input-format", "scores"],
    ),
    (
        "id,y_true,a,b\np,1,0.9,0.3\nq,0,0.1,0.8\nr,1,0.4,0.7\ns,0,0.2,0.1\n",
        "y_true,a,b\n1,0.9,0.3\n0,0.1,0.8\n1,0.4,0.7\n0,0.2,0.1\n",
        &["--input-format", "scores"],
    ),
];

#[test]
fn an_obeyed_hint_gives_the_right_answer_or_another_refusal() {
    let mut answers = 0;
    for (wrong, right, more) in MEANT {
        for command in COMMANDS {
            let more = if command[0] == "thresholds" { &[][..] } else { more };
            let json = ["--format", "json"];
            let arguments = [command, more, &json[..]].concat();
            let (message, outcomes) = obeyed(&arguments, wrong.as_bytes());
            let meant = || {
                let run = Run::new(&arguments).file("x.csv", right);
                answer(run.notes().0.as_bytes())
            };
            for outcome in outcomes.iter().filter(|outcome| outcome.status.code() == Some(0)) {
                assert_eq!(answer(&outcome.stdout), meant(), "{arguments:?}: {message}");
                answers += 1;
            }
        }
    }
    assert!(answers > 10, "{answers}");
}

#[test]
fn either_label_may_be_named_as_the_hint_says() {
    let texts =
        ["y_true,a,b\nx,x,y\ny,y,x\nx,y,x\ny,y,y\n", "y_true,a,b\n1,1,0\n0,0,1\n1,0,1\n0,0,0\n"];
    for command in COMMANDS {
        if command[0] == "thresholds" {
            continue;
        }
        let arguments = [command, &["--format", "json"]].concat();
        let (message, outcomes) = obeyed(&arguments, texts[0].as_bytes());
        if command[0] == "advantage" {
            // It assesses every class.
            assert_eq!(message, "");
            continue;
        }
        let [first, second] = outcomes.as_slice() else { panic!("{arguments:?}: {message}") };
        for (outcome, positive) in [(first, "1"), (second, "0")] {
            let named = [&arguments[..], &["--positive", positive]].concat();
            let meant = Run::new(&named).file("x.csv", texts[1]).notes().0;
            assert_eq!(answer(&outcome.stdout), answer(meant.as_bytes()), "{arguments:?}");
        }
    }
}

#[test]
fn several_classes_are_offered_by_commands_that_have_them() {
    let three = "y_true,a,b\nx,x,y\ny,y,x\nz,y,z\nx,x,x\n";
    let mut takers = Vec::new();
    for command in COMMANDS {
        let (message, outcomes) = obeyed(command, three.as_bytes());
        if message.contains("--multi-class") {
            takers.push(command[0]);
            assert!(outcomes.iter().any(|outcome| outcome.status.code() == Some(0)), "{message}");
        } else if !message.is_empty() && command[0] != "thresholds" {
            let two = "hint: write one label for all classes but one\n";
            assert!(message.ends_with(two), "{command:?}: {message}");
        }
    }
    assert_eq!(takers, ["regions", "rank", "score", "confidence"]);
}

/// The files of the corpus of mutated inputs, and of tables that are published.
fn corpus() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![PathBuf::from(fixture("fuzz"))];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}

/// Each input as it stands, cut off, and with one line twice.
#[test]
fn hints_about_the_corpus_of_bad_inputs_can_be_obeyed() {
    let mut refusals = 0;
    for path in corpus() {
        let content = std::fs::read(&path).expect("a file");
        let cut = content[..content.len() * 2 / 3].to_vec();
        let mut twice = content.clone();
        let line = content.iter().position(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        twice.extend_from_slice(&content[line..]);
        for input in [content, cut, twice] {
            for command in COMMANDS.iter().step_by(2) {
                refusals += usize::from(!obeyed(command, &input).0.is_empty());
            }
        }
    }
    assert!(refusals > 200, "{refusals}");
}

#[test]
fn a_file_in_the_place_of_a_command_is_taken_for_a_wish_to_see_it() {
    let table = "name,tn,fp,fn,tp\nA,5,1,2,4\nB,4,2,1,5\n";
    for (name, shown) in [("r.csv", "r.csv"), ("my results", "'my results'")] {
        let run = Run::new(&[name]).file(name, table);
        let hint =
            format!("did you mean exactile report {shown} -o report.html? (see exactile --help)");
        let what = "a command is missing before the name of the file".to_owned();
        assert_eq!(run.refused(), (what, hint));
    }
    let (_, hint) = Run::new(&["missing.csv", "--prior", "1/5", "-o", "x.html"]).refused();
    assert!(hint.contains("exactile report missing.csv --prior 1/5 -o x.html?"), "{hint}");
    let (what, hint) = Run::new(&["regoins", "r.csv"]).file("r.csv", table).refused();
    assert!(what.contains("regoins") && hint.contains("regions"), "{what} {hint}");
}

#[test]
fn errors_about_the_input_name_it() {
    let matrices = |rows: &str| format!("name,tn,fp,fn,tp\n{rows}");
    let inputs = [
        matrices("a,0,0,3,4\nb,0,0,2,5\n"),
        matrices("a,5,1,3,4\n"),
        matrices("a,5.5,1.5,3,4\nb,6,1,2,5\n"),
        matrices("a,5,1,3,4\nb,5,1,3,5\n"),
        "y_true,a,b\n1,1,0\n1,0,1\n".to_owned(),
        String::new(),
    ];
    let more: [&[&str]; 7] = [
        &["plan", "x.csv", "--score", "f1"],
        &["zone", "x.csv", "--better", "c", "--than", "d"],
        &["curve", "x.csv", "--along", "decision", "--first", "c", "--second", "d"],
        &["regions", "x.csv", "--rank", "3"],
        &["tile", "x.csv", "--flavor", "no-skill"],
        &["tile", "x.csv", "--flavor", "confidence"],
        &["report", "x.csv", "-o", "r.html"],
    ];
    let mut refused = 0;
    for input in &inputs {
        for command in COMMANDS.iter().chain(&more) {
            let (message, _) = obeyed(command, input.as_bytes());
            if !message.is_empty() {
                refused += 1;
                assert!(message.starts_with("error: x.csv"), "{command:?}: {message}");
            }
        }
    }
    assert!(refused > 60, "{refused}");
}
