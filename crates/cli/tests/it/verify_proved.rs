//! `verify --proved` asks the proved checker and passes its answer on.

use crate::cli::{Run, fixture};

const TWO: &str = "name,tn,fp,fn,tp\nP1,56,24,6,14\nP2,40,40,4,16\n";
const CHECKER: &str = "EXACTILE_PROVED_CHECKER";

fn regions() -> String {
    Run::new(&["regions", "in.csv", "--format", "json"]).file("in.csv", TWO).succeeds()
}

/// A run of `verify --proved` with a checker that answers as a script says.
#[cfg(unix)]
fn with_script(arguments: &[&str], script: &str) -> Run {
    use std::os::unix::fs::PermissionsExt;
    let arguments = [&["verify", "--proved", "r.json", "in.csv"], arguments].concat();
    let run = Run::new(&arguments).file("in.csv", TWO).file("r.json", regions());
    let checker = run.path("checker");
    std::fs::write(&checker, format!("#!/bin/sh\n{script}\n")).expect("a file");
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&checker, executable).expect("its permissions");
    run.env(CHECKER, &checker)
}

#[cfg(unix)]
#[test]
fn the_checker_gets_the_result_and_the_performances() {
    let script = r#"cat; cat "$2"; echo; echo "$1 $3 $4""#;
    let given = serde_json::json!([
        {"name": "P1", "tn": "56", "fp": "24", "fn": "6", "tp": "14"},
        {"name": "P2", "tn": "40", "fp": "40", "fn": "4", "tp": "16"}
    ]);
    let answer = with_script(&["--target-prior", "0.1"], script).succeeds();
    let (result, rest) = answer.split_at(regions().len());
    let ours: serde_json::Value = serde_json::from_str(result).expect("JSON");
    assert_eq!(ours, serde_json::from_str::<serde_json::Value>(&regions()).expect("JSON"));
    let line = rest.lines().next().expect("a line");
    let got: serde_json::Value = serde_json::from_str(line).expect("JSON");
    assert_eq!(got, given);
    assert_eq!(rest.lines().nth(1), Some("- --target-prior 1/10"));
}

#[cfg(unix)]
#[test]
fn classifiers_tested_on_the_same_samples_come_with_what_only_one_has_right() {
    let rows = "y_true,u,v\n1,1,0\n1,0,1\n1,1,0\n0,0,1\n0,0,0\n";
    let found = Run::new(&["compare", "in.csv", "--metric", "f1", "--format", "json"])
        .file("in.csv", rows)
        .succeeds();
    let run = with_script(&[], r#"cat "$2""#).file("in.csv", rows).file("r.json", found);
    let given: serde_json::Value = serde_json::from_str(&run.succeeds()).expect("JSON");
    let expected = serde_json::json!({
        "performances": [
            {"name": "u", "tn": "2", "fp": "0", "fn": "1", "tp": "2"},
            {"name": "v", "tn": "1", "fp": "1", "fn": "2", "tp": "1"}
        ],
        "discordant": [{"first": 0, "second": 1, "positives": [2, 1], "negatives": [1, 0]}]
    });
    assert_eq!(given, expected);
}

#[cfg(unix)]
#[test]
fn the_answer_of_the_checker_is_passed_on() {
    let (text, status) = with_script(&[], "echo 'false       pieces'; exit 1").status();
    assert_eq!((text.as_str(), status), ("false       pieces\n", 1));
    let (what, hint) = with_script(&[], "echo 'error: byte 7: odd' >&2; exit 2").refused();
    assert_eq!(what, "r.json: the proved checker: byte 7: odd");
    assert_eq!(hint, "leave out --proved: exactile verify checks more kinds of results");
    let (what, _) = with_script(&[], "kill -9 $$").refused();
    assert_eq!(what, "r.json: the proved checker: it ended without an answer");
}

#[test]
fn a_checker_that_is_missing_is_an_error_with_the_way_to_build_it() {
    let run = Run::new(&["verify", "--proved", "r.json", "in.csv"]).file("in.csv", TWO);
    let (what, hint) = run.file("r.json", regions()).env(CHECKER, "nowhere").refused();
    assert_eq!(what, "nowhere: the proved checker cannot be run: No such file or directory");
    assert!(hint.contains("make -C proofs") && hint.contains(CHECKER), "{hint}");
}

#[test]
fn the_proved_checker_is_not_asked_about_models_and_answers_in_text() {
    let input = fixture("breast_cancer_scores.csv");
    let found = Run::new(&["thresholds", &input, "--format", "json"]).succeeds();
    Run::new(&["verify", "--proved", "r.json", &input]).file("r.json", found).fails(
        "r.json: the proved checker does not support this kind of result\n\
         hint: leave out --proved",
    );
    Run::new(&["verify", "--proved", "r.json", "in.csv", "--format", "json"])
        .file("in.csv", TWO)
        .file("r.json", regions())
        .fails("r.json: the proved checker answers in text\nhint: leave out --format");
}
