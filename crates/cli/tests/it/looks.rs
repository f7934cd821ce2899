//! A gate that is looked at every night: the state of all looks.

use std::path::Path;

use serde_json::{Value, json};

use crate::cli::{Run, document};
use exactile_testing::fixture;

/// The rows of the fixture between two numbers, below its header.
fn rows(from: usize, to: usize) -> String {
    let path = fixture("breast_cancer_predictions.csv");
    let text = std::fs::read_to_string(path).expect("a fixture");
    let mut lines = text.lines();
    let header = lines.next().expect("a header");
    let kept = lines.skip(from).take(to - from);
    std::iter::once(header).chain(kept).map(|line| format!("{line}\n")).collect()
}

const ASKED: [&str; 8] =
    ["compare", "p.csv", "--metric", "accuracy", "--candidate", "qda", "--baseline", "lda"];

fn look(state: &Path, predictions: &str, more: &[&str]) -> Run {
    let state = ["--anytime", "--state", state.to_str().expect("text")];
    Run::new(&[&ASKED[..], &state, more].concat()).file("p.csv", predictions)
}

/// Looks at parts of a test add up to the test, whatever is looked at in between.
#[test]
fn looks_add_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("gate.json");
    let nights = [rows(0, 200), rows(200, 270), rows(270, 569)];
    let json = ["--format", "json"];
    for (night, predictions) in nights.iter().enumerate() {
        let found = look(&state, predictions, &json).json();
        assert_eq!(found["looks"], night + 1);
    }
    let text = look(&state, &nights[2], &["--look", "again", "--format", "json"]).succeeds();
    let all = document(&text);
    // The third night stands twice now.
    let twice = format!("{}{}", rows(0, 569), rows(270, 569).split_once('\n').expect("rows").1);
    let joined = [&ASKED[..], &["--anytime"], &json].concat();
    let mut joined = Run::new(&joined).file("p.csv", &twice).json();
    joined["looks"] = json!(4);
    assert_eq!(all, joined);
    let verified = Run::new(&["verify", "r.json", "p.csv"])
        .file("r.json", &text)
        .file("p.csv", &twice)
        .succeeds();
    assert!(verified.contains("not proved  how often was looked"), "{verified}");
}

/// A night with a name is counted once, however often its step runs.
#[test]
fn a_look_with_a_name_is_counted_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("gate.json");
    let night = rows(0, 200);
    let first = look(&state, &night, &["--look", "monday"]).succeeds();
    let written = std::fs::read_to_string(&state).expect("a state");
    let (again, notes) = look(&state, &night, &["--look", "monday"]).notes();
    assert_eq!(first, again);
    assert!(notes.starts_with("note: the look \"monday\" is in "), "{notes}");
    assert_eq!(std::fs::read_to_string(&state).expect("a state"), written);
    let (what, hint) = look(&state, &rows(0, 100), &["--look", "monday"]).refused();
    assert!(what.ends_with("gate.json: the look \"monday\" has other counts"), "{what}");
    assert_eq!(hint, "give a new look another name");
}

/// A state that was changed, or that is about another question, is refused and stays as it is.
#[test]
fn a_state_is_checked_before_it_grows() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("gate.json");
    let night = rows(0, 200);
    look(&state, &night, &[]).succeeds();
    let good = std::fs::read_to_string(&state).expect("a state");
    let document: Value = serde_json::from_str(&good).expect("JSON");
    assert_eq!(document["looks"][0]["counts"], document["total"]);
    assert_eq!(document["total"]["positives"], json!([89, 7, 1, 7]));
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut changed = document.clone();
        change(&mut changed);
        changed.to_string()
    };
    for (text, reason) in [
        (changed(&|of| of["total"]["positives"][1] = json!(8)), "do not add up to the total"),
        (
            changed(&|of| of["baseline"] = json!("mlp")),
            "the state is about \"qda\" against \"mlp\"",
        ),
        (
            changed(&|of| of["metric"] = json!("tpr")),
            "the state is about \"qda\" against \"lda\" by tpr",
        ),
        (changed(&|of| of["positive"] = json!("0")), "the state is about"),
        (changed(&|of| of["schema"] = json!("exactile.rank.v1")), "the schema is"),
        (changed(&|of| of["looks"][0]["counts"] = json!(7)), "this is no state of looks"),
        (good[..60].to_owned(), "this is no state of looks"),
        (String::new(), "this is no state of looks"),
    ] {
        std::fs::write(&state, &text).expect("written");
        let (what, _) = look(&state, &night, &[]).refused();
        assert!(what.contains(reason), "{what}");
        assert_eq!(std::fs::read_to_string(&state).expect("a state"), text);
    }
    std::fs::write(&state, &good).expect("written");
    look(&state, &night, &["--metric", "tpr"]).refused();
    look(&state, &night, &[]).succeeds();
}

/// The state grows whether the gate passes or not.
#[test]
fn a_gate_that_fails_is_a_look() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("gate.json");
    let (said, status) = look(&state, &rows(0, 200), &["--require", "0.95"]).status();
    assert_eq!(status, 1);
    assert!(said.contains("fail: qda against lda by accuracy"), "{said}");
    assert!(state.exists());
    // The same eight discordant samples once more: an e-value of 120.5 after 14 and 2.
    let (said, status) = look(&state, &rows(0, 200), &["--require", "0.95"]).status();
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("alone right on 14 samples against 2"), "{said}");
}
