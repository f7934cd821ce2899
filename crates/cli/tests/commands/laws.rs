//! One run of a command, and what holds for it.

use std::collections::BTreeMap;
use std::fs::File;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use fastrand::Rng;

use super::grammar::{Flag, Grammar, program};
use super::inputs::{self, NAMES, number};

/// No run may take longer; refused work is refused before, and nobody watches progress here.
const TOO_LONG: Duration = Duration::from_secs(300);
/// The memory that a run may use, in kilobytes.
const MOST_MEMORY: &str = "4000000";
/// Flags that ask for less of what takes long: always given.
const BOUNDED: [(&str, u64); 6] = [
    ("--draws", 2000),
    ("--grid", 10),
    ("--resolution", 16),
    ("--limit", 2000),
    ("--positives", 200),
    ("--negatives", 200),
];
const SCORES: [&str; 15] = [
    "f1",
    "mcc",
    "acc",
    "tpr",
    "ppv",
    "npv",
    "kappa",
    "ba",
    "d-prime",
    "gm",
    "f-beta(2)",
    "r(1/3,1/4)",
    "prevalence",
    "log-dor",
    "informedness",
];
const NO_SCORES: [&str; 5] = ["rubbish", "f-beta(1e300)", "r(2,1)", "--help", ""];
const OPERATIONS: [&str; 7] = [
    "change-predicted",
    "transpose",
    "swap-classes",
    "prior-shift=1/3",
    "filter=1,0,1,1/2",
    "no-skill",
    "filter=0,0,0,0",
];

/// A run that is about to be tried.
pub(crate) struct Try {
    folder: tempfile::TempDir,
    arguments: Vec<String>,
    inputs: BTreeMap<String, Vec<u8>>,
}

impl Try {
    /// Arguments for a command, with their files.
    pub(crate) fn new(command: &Grammar, most_bytes: usize, random: &mut Rng) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let files = 1 + usize::from(random.u8(0..8) == 0);
        let names: Vec<String> = (0..files)
            .map(|k| inputs::write(folder.path(), &format!("x{k}"), most_bytes, random))
            .collect();
        let mut arguments = command.words.clone();
        for place in &command.places {
            match place.name.as_str() {
                _ if !place.choices.is_empty() => {
                    arguments.push(any(&place.choices, random).clone())
                }
                "INPUT" | "SCORES" | "REPORTED" | "RESULT" => arguments.push(names[0].clone()),
                "MORE" if files > 1 => arguments.push(names[1].clone()),
                "MORE" => {}
                _ => arguments.push((*any(&SCORES, random)).to_owned()),
            }
        }
        let mut needed: Vec<&str> = Vec::new();
        for group in &command.needed {
            if random.u8(0..30) > 0 {
                needed.push(any::<String>(group, random).as_str());
            }
        }
        let further = random.usize(0..4);
        let often = [["--score", "--metric", "--format"], ["--at", "--metric", "--format"]];
        let often = any(&often, random);
        for flag in &command.flags {
            let is_needed = needed.contains(&flag.name.as_str());
            let is_other = command.needed.iter().flatten().any(|name| *name == flag.name);
            let is_likely = often.contains(&flag.name.as_str()) && random.u8(0..5) < 2;
            let is_chosen = random.usize(0..command.flags.len().max(1)) < further;
            let is_bounded = BOUNDED.iter().any(|(name, _)| *name == flag.name);
            if is_needed || !is_other && (is_likely || is_chosen || is_bounded) {
                push(flag, &mut arguments, &names, random);
            }
        }
        if arguments[0] == "figures" {
            arguments.push("--only=the-tile/figure-5".to_owned());
        }
        let files = std::fs::read_dir(folder.path()).expect("a folder").map(|entry| {
            let entry = entry.expect("an entry");
            let content = std::fs::read(entry.path()).expect("an input");
            (entry.file_name().into_string().expect("text"), content)
        });
        let inputs = files.collect();
        Self { folder, arguments, inputs }
    }

    /// Runs it: the exit status, or the law that it breaks.
    pub(crate) fn run(&self, random: &mut Rng) -> Result<usize, String> {
        let status = self.execute(&self.arguments, "")?;
        let (out, error) = (self.text("stdout")?, self.text("stderr")?);
        let code = match status.code() {
            Some(code @ 0..=2) => code,
            _ => return Err(format!("it ends with {status}: {}", error.trim_end())),
        };
        if error.chars().any(|c| c.is_control() && c != '\n') {
            return Err(format!("raw controls in messages: {error:?}"));
        }
        if code == 2 {
            let last = error.lines().rev().find(|line| line.starts_with("error: "));
            let has_hint = error.lines().last().is_some_and(|line| line.starts_with("hint: "));
            if !out.is_empty() || last.is_none() || !has_hint && !is_usage(&error) {
                return Err(format!("a refusal with {} bytes of a result: {error:?}", out.len()));
            }
        }
        for (name, content) in &self.inputs {
            if std::fs::read(self.folder.path().join(name)).ok().as_ref() != Some(content) {
                return Err(format!("the input {name} is changed"));
            }
        }
        let names = std::fs::read_dir(self.folder.path()).expect("a folder");
        let mut names = names.map(|entry| entry.expect("an entry").file_name());
        if names.any(|name| name.to_string_lossy().ends_with(".unfinished")) {
            return Err("an unfinished file stays".to_owned());
        }
        let goes_to_a_file =
            |argument: &String| argument.starts_with("--output=") && argument != "--output=-";
        if code == 0
            && self.arguments.iter().any(|argument| argument == "--format=json")
            && !self.arguments.iter().any(goes_to_a_file)
        {
            self.check_json(&out, random)?;
        }
        Ok(usize::try_from(code).expect("one of three"))
    }

    /// The document is JSON; nothing in it is found false.
    fn check_json(&self, out: &str, random: &mut Rng) -> Result<(), String> {
        serde_json::from_str::<serde::de::IgnoredAny>(out)
            .map_err(|why| format!("no JSON: {why}"))?;
        if random.u8(0..3) > 0 || out.len() > 200_000 || self.arguments[0] == "verify" {
            return Ok(());
        }
        std::fs::write(self.folder.path().join("result"), out).expect("a file");
        let mut arguments = vec!["verify".to_owned(), "result".to_owned()];
        let is_input = |argument: &&String| self.inputs.contains_key(*argument);
        arguments.extend(self.arguments.iter().filter(is_input).take(1).cloned());
        let status = self.execute(&arguments, "verify-")?;
        let (said, error) = (self.text("verify-stdout")?, self.text("verify-stderr")?);
        match status.code() {
            Some(0 | 2) => Ok(()),
            // Without the flags of the command, a result of other rows or another prior is none of
            // this input.
            Some(1) if self.arguments.iter().any(|argument| changes_the_input(argument)) => Ok(()),
            _ => Err(format!("verify ends with {status}: {}{}", said.trim_end(), error.trim_end())),
        }
    }

    fn execute(&self, arguments: &[String], prefix: &str) -> Result<ExitStatus, String> {
        let path = |name: &str| self.folder.path().join(format!("{prefix}{name}"));
        let line = format!("ulimit -v {MOST_MEMORY}; exec \"$0\" \"$@\"");
        let mut child = Command::new("sh")
            .args(["-c", &line])
            .arg(program())
            .args(arguments)
            .env("RAYON_NUM_THREADS", "2")
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(File::create(path("stdout")).expect("a file"))
            .stderr(File::create(path("stderr")).expect("a file"))
            .spawn()
            .expect("the program runs");
        wait(&mut child).ok_or_else(|| format!("it takes longer than {} s", TOO_LONG.as_secs()))
    }

    fn text(&self, name: &str) -> Result<String, String> {
        let bytes = std::fs::read(self.folder.path().join(name)).expect("a file");
        let is_picture = bytes.starts_with(b"\x89PNG") || bytes.starts_with(b"%PDF");
        let text = if is_picture { Ok(String::from("picture")) } else { String::from_utf8(bytes) };
        text.map_err(|_| format!("{name} is no text"))
    }

    /// The command as it would be typed.
    pub(crate) fn line(&self) -> String {
        let quoted = |text: &String| format!("'{}'", text.replace('\'', "'\\''"));
        let words: Vec<String> = self.arguments.iter().map(quoted).collect();
        format!("exactile {}", words.join(" "))
    }

    /// Keeps the folder, with the command as a script: its path and the command.
    pub(crate) fn keep(mut self) -> String {
        let line = self.line();
        let _ = std::fs::write(self.folder.path().join("command.sh"), format!("{line}\n"));
        self.folder.disable_cleanup(true);
        format!("cd {}; {line}", self.folder.path().display())
    }
}

fn wait(child: &mut Child) -> Option<ExitStatus> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            return Some(status);
        }
        if start.elapsed() > TOO_LONG {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// A message of clap on arguments ends with its own advice.
fn is_usage(error: &str) -> bool {
    error.contains("--help")
}

fn changes_the_input(argument: &str) -> bool {
    let flags = [
        "--positive",
        "--truth",
        "--only",
        "--weight",
        "--where",
        "--id",
        "--model",
        "--prediction",
        "--flip",
        "--correct",
        "--repeat",
        "--ignore",
        "--drop-missing",
        "--threshold",
        "--prior",
        "--operation",
        "--target-prior",
        "--input-format",
        "--class",
        "--multi-class",
        "--by",
        "--negatives",
        "--rounding",
        "--percent",
        "--reported",
        "--fold",
        "--kfold",
        "--stratified",
        "--average",
        "--beta",
        "--choose-on",
        "--for-model",
        "--weights",
        "--against",
        "--tp",
        "--tn",
        "--fp",
        "--fn",
        "--importance",
        "--cost",
        "--skip",
        "--subject-to",
        "--max-fpr",
    ];
    flags.iter().any(|flag| argument.starts_with(flag))
}

fn push(flag: &Flag, arguments: &mut Vec<String>, files: &[String], random: &mut Rng) {
    let Some(value) = &flag.value else {
        return arguments.push(flag.name.clone());
    };
    let value = if flag.choices.is_empty() || random.u8(0..30) == 0 {
        of(&flag.name, value, files, random)
    } else {
        any(&flag.choices, random).clone()
    };
    arguments.push(format!("{}={value}", flag.name));
}

fn any<'t, T>(of: &'t [T], random: &mut Rng) -> &'t T {
    &of[random.usize(0..of.len())]
}

/// A value for a flag, by the name of what it takes: mostly one that makes sense.
fn of(flag: &str, value: &str, files: &[String], random: &mut Rng) -> String {
    if let Some((_, most)) = BOUNDED.iter().find(|(name, _)| *name == flag) {
        let least = most.min(&1);
        return random.u64(*least..=*most).to_string();
    }
    if random.u8(0..25) == 0 {
        return number(random);
    }
    let one = |texts: &[&str], random: &mut Rng| any(texts, random).to_string();
    let share = |random: &mut Rng| format!("0.{:02}", random.u8(1..100));
    let is_score = ["--score", "--metric", "--from", "--to"].contains(&flag) || flag == "SCORE";
    let is_name = ["--better", "--than", "--first", "--second", "--classifier", "--for-model"]
        .contains(&flag);
    let is_small = ["--digits", "--folds", "--kfold", "--repeats", "--steps"].contains(&flag);
    match value {
        _ if is_small => random.u8(1..20).to_string(),
        _ if is_name => one(&["a", "b", "c", "lda"], random),
        _ if is_score && random.u8(0..30) == 0 => one(&NO_SCORES, random),
        _ if is_score => one(&SCORES, random),
        "FILE" | "FOLDER" if flag == "--output" => {
            one(&["y.json", "y.csv", "y.svg", "y.html", "y", "-"], random)
        }
        "FILE" | "RESULT" | "INPUT" => files[0].clone(),
        "FOLDER" => "folder".to_owned(),
        "FORMAT" => one(&["matrices", "rates", "predictions", "scores", "json"], random),
        "COUNT" | "K" | "SEED" | "SAMPLES" | "R" | "N" | "P" => random.u16(1..60).to_string(),
        "PIXELS" => random.u16(100..700).to_string(),
        "A,B" | "U,V" | "NAME|A,B" => format!("{},{}", share(random), share(random)),
        "OPERATION" => one(&OPERATIONS, random),
        "TN,FP,FN,TP" => format!("{},1,1,{}", share(random), share(random)),
        "COLUMN=VALUE" => format!("{}={}", any(&NAMES, random), random.u8(0..2)),
        "LABEL" => one(&["1", "0", "yes", "True", "b"], random),
        "NAME" | "NAMES" | "MODEL" | "COLUMN" | "COLUMNS" | "NAME,..." => one(&NAMES, random),
        "M,..." | "M" => one(&SCORES, random),
        _ => share(random),
    }
}
