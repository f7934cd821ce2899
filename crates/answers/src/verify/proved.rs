//! `exactile verify --proved`: the checker of the folder `proofs`, whose soundness is a theorem.
//!
//! The checker is a program of its own. It receives the result on its standard input and the
//! performances as a JSON file, and its answer is passed on. For classifiers tested on the same
//! samples, the file also has the numbers of samples that only one of two classifies right.

use std::env;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use tempfile::NamedTempFile;

use crate::host::{Failure, reason};
use exactile::performance::{JointCounts, JointResults};
use exactile::{Classifier, Rational};
use exactile_verify::Stored;

/// The environment variable that names the checker.
const VARIABLE: &str = "EXACTILE_PROVED_CHECKER";

const PROGRAM: &str = "proved-checker";

/// The answer of the checker: its text, and `true` if the result is proved.
pub(crate) struct Answer {
    pub(crate) text: Vec<u8>,
    pub(crate) holds: bool,
}

/// Checks the result with this name against performances, which are counted jointly if they were
/// tested together.
pub(crate) fn check(
    name: &str,
    result: &dyn Stored,
    classifiers: &[Classifier],
    joint: Option<&JointResults>,
    target: Option<&Rational>,
) -> Result<Answer, Failure> {
    let checker = checker().ok_or_else(not_built)?;
    let unusable = |error: io::Error| {
        let what = format!("the proved checker cannot be run: {}", reason(&error));
        Failure::new(what, HOW_TO_BUILD).at(checker.display())
    };
    let given = written(classifiers, joint).map_err(unusable)?;
    let mut command = Command::new(&checker);
    command.arg("-").arg(given.path());
    if let Some(target) = target {
        command.arg("--target-prior").arg(target.to_string());
    }
    let answer = fed(&mut command, result).map_err(unusable)?;
    match answer.status.code() {
        Some(code @ (0 | 1)) => Ok(Answer { text: answer.stdout, holds: code == 0 }),
        _ => {
            let said = String::from_utf8_lossy(&answer.stderr);
            let said = said.trim().trim_start_matches("error: ");
            let what = if said.is_empty() { "it ended without an answer" } else { said };
            let what = format!("the proved checker: {what}");
            Err(Failure::new(
                what,
                "leave out --proved: exactile verify checks more kinds of results",
            )
            .at(name))
        }
    }
}

const HOW_TO_BUILD: &str = "in the folder of exactile's source, with Coq 8.16 and OCaml (Debian: \
    apt-get install coq ocaml-nox), run make -C proofs, and set EXACTILE_PROVED_CHECKER to the \
    path of proofs/build/proved-checker";

fn not_built() -> Failure {
    Failure::new("the proved checker is not built", HOW_TO_BUILD)
}

/// Returns the path of the checker: that of the variable, one beside this program, or one in the
/// source from which Cargo built it.
fn checker() -> Option<PathBuf> {
    if let Some(named) = env::var_os(VARIABLE) {
        return Some(PathBuf::from(named));
    }
    let program = env::current_exe().ok()?;
    let folder = program.parent()?;
    let source = folder.parent().and_then(|target| target.parent());
    let built = source.map(|source| source.join("proofs").join("build").join(PROGRAM));
    [Some(folder.join(PROGRAM)), built].into_iter().flatten().find(|path| path.is_file())
}

/// Writes the performances as JSON.
fn written(classifiers: &[Classifier], joint: Option<&JointResults>) -> io::Result<NamedTempFile> {
    let rows: Vec<_> = classifiers
        .iter()
        .map(|Classifier { name, matrix }| {
            let [tn, fp, fn_, tp] = [matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp()];
            json!({"name": name, "tn": tn, "fp": fp, "fn": fn_, "tp": tp})
        })
        .collect();
    let given = match joint {
        Some(joint) => json!({"performances": rows, "discordant": discordant(joint)}),
        None => Value::from(rows),
    };
    let mut file = NamedTempFile::new()?;
    serde_json::to_writer(&mut file, &given)?;
    file.flush()?;
    Ok(file)
}

/// Returns, for each class, the numbers of samples that only the first, and only the second, of two
/// classifiers has right.
fn discordant(joint: &JointResults) -> Vec<Value> {
    let of = |class: JointCounts| [class.only_first, class.only_second];
    let all = joint.classifiers();
    let pairs = (0..all).flat_map(|first| (first + 1..all).map(move |second| (first, second)));
    pairs
        .filter(|&(first, second)| joint.has_pair(first, second))
        .map(|(first, second)| {
            let counts = joint.pair(first, second);
            let [positives, negatives] = [counts.positive, counts.negative].map(of);
            json!({"first": first, "second": second, "positives": positives,
                "negatives": negatives})
        })
        .collect()
}

/// Runs a command with this input.
fn fed(command: &mut Command, input: &dyn Stored) -> io::Result<Output> {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let pipe = child.stdin.take();
    std::thread::scope(|scope| {
        let feeding = scope.spawn(move || {
            let Some(mut pipe) = pipe else { return Ok(()) };
            match io::copy(&mut *input.from(0)?, &mut pipe) {
                // A checker that has seen enough closes the pipe.
                Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
                _ => Ok(()),
            }
        });
        let output = child.wait_with_output();
        feeding.join().map_err(|_| io::Error::other("the result cannot be read"))??;
        output
    })
}
