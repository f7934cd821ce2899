//! The provenance of results: the program, the command and the fingerprint of the input.

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::cli::Run;

const COUNTS: &str = "name,tn,fp,fn,tp\na,2,1,1,1\n\"b \"\"2\"\"\",3,0,1,1\n";
const PREDICTIONS: &str = "y_true,a,\"b \"\"2\"\"\"\n0,0,0\n0,0,0\n0,1,0\n1,0,1\n1,1,0\n";

fn provenance(arguments: &[&str], content: &str) -> Value {
    let run = Run::new(&[arguments, &["--format", "json"]].concat()).file("x.csv", content);
    let document: Value = serde_json::from_str(&run.succeeds()).expect("JSON");
    document["provenance"].clone()
}

/// The definition, with the lines written by hand.
fn sha256(lines: &str) -> String {
    Sha256::digest(lines).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn results_name_program_command_and_input() {
    let found = provenance(&["rank", "x.csv", "--score", "f1"], COUNTS);
    assert_eq!(found["program"], format!("exactile {}", env!("CARGO_PKG_VERSION")));
    assert_eq!(found["command"], "exactile rank --score f1");
    let expected = sha256("\"a\" 2 1 1 1\n\"b \\\"2\\\"\" 3 0 1 1\n");
    assert_eq!(found["input_sha256"], expected);
    let fractions = "name,tn,fp,fn,tp\na,0.5,1e-1,2/4,0\n";
    let found = provenance(&["score", "x.csv"], fractions);
    assert_eq!(found["input_sha256"], sha256("\"a\" 1/2 1/10 1/2 0\n"));
}

#[test]
fn the_same_counts_have_the_same_fingerprint() {
    let of = |arguments: &[&str], content| provenance(arguments, content)["input_sha256"].clone();
    let expected = of(&["regions", "x.csv"], COUNTS);
    assert!(expected.is_string());
    assert_eq!(of(&["regions", "x.csv", "--target-prior", "1/5"], COUNTS), expected);
    assert_eq!(of(&["regions", "x.csv", "--operation", "swap-classes"], COUNTS), expected);
    for arguments in [
        &["regions", "x.csv"][..],
        &["compare", "x.csv", "--metric", "f1"],
        &["compare", "x.csv", "--metric", "f1", "--unpaired", "--operation", "swap-classes"],
        &["confidence", "x.csv", "--score", "f1", "--draws", "1000"],
        &["advantage", "x.csv"],
    ] {
        assert_eq!(of(arguments, PREDICTIONS), expected, "{arguments:?}");
    }
    let several = ["regions", "x.csv", "--multi-class", "--class", "1"];
    assert_eq!(of(&several, PREDICTIONS), expected);
}

#[test]
fn scores_have_the_fingerprint_of_the_classifiers_on_their_hulls() {
    let scores = "y_true,m\n1,0.9\n0,0.5\n1,0.5\n0,0.2\n";
    let lines =
        "\"m >= inf\" 2 0 2 0\n\"m >= 0.9\" 2 0 1 1\n\"m >= 0.5\" 1 1 0 2\n\"m >= 0.2\" 0 2 0 2\n";
    let regions = provenance(&["regions", "x.csv", "--quiet", "--input-format", "scores"], scores);
    let names: Vec<String> = {
        let all = ["regions", "x.csv", "--quiet", "--input-format", "scores", "--format", "json"];
        let all = Run::new(&all).file("x.csv", scores).json();
        let name = |of: &Value| of["name"].as_str().expect("a name").to_owned();
        all["classifiers"].as_array().expect("a list").iter().map(name).collect()
    };
    assert_eq!(lines.lines().count(), names.len(), "{names:?}");
    assert_eq!(regions["input_sha256"], sha256(lines), "{names:?}");
    for command in ["thresholds", "curve"] {
        let arguments: &[&str] = match command {
            "curve" => &["curve", "x.csv", "--input-format", "scores", "--along", "f-beta"],
            _ => &[command, "x.csv"],
        };
        assert_eq!(provenance(arguments, scores)["input_sha256"], regions["input_sha256"]);
    }
    let one = provenance(&["thresholds", "x.csv", "--for-model", "m"], scores);
    assert_eq!(one["input_sha256"], regions["input_sha256"]);
}

#[test]
fn thresholds_that_are_the_best_ones_are_said_to_be() {
    let scores = "y_true,m,other\n1,0.9,0.8\n0,0.5,0.1\n1,0.5,0.6\n0,0.2,0.7\n";
    let said = |arguments: &[&str]| {
        let quiet = ["--quiet", "--input-format", "scores"];
        provenance(&[arguments, &quiet[..]].concat(), scores).get("thresholds").cloned()
    };
    let best =
        "the best ones on the samples that judge them, so the models look better than they are";
    for command in [
        "regions",
        "rank --score f1",
        "compare --metric f1",
        "curve --along f-beta",
        "regions --at-best",
        "score",
    ] {
        let mut words: Vec<&str> = command.split(' ').collect();
        words.insert(1, "x.csv");
        assert_eq!(said(&words), Some(best.into()), "{command}");
    }
    // Thresholds that are fixed, or vertices that are not there.
    assert_eq!(said(&["rank", "x.csv", "--score", "f1", "--threshold", "0.3"]), None);
    let asked = ["compare", "x.csv", "--metric", "f1", "--first", "m >= 0.3", "--second"];
    assert_eq!(said(&[&asked[..], &["m >= 0.6"]].concat()), None);
    assert_eq!(said(&[&asked[..], &["m >= 0.9"]].concat()), Some(best.into()));
    assert_eq!(provenance(&["regions", "x.csv"], COUNTS).get("thresholds"), None);
    // It says so of its preferences itself.
    assert_eq!(said(&["thresholds", "x.csv"]), None);
}

#[test]
fn commands_are_named_without_what_the_result_does_not_depend_on() {
    let named = |arguments: &[&str]| provenance(arguments, COUNTS)["command"].clone();
    let plain = named(&["regions", "x.csv", "--classifier", "b \"2\"", "--area"]);
    assert_eq!(plain, "exactile regions --classifier 'b \"2\"' --area");
    assert_eq!(named(&["regions", "--area", "x.csv", "--classifier=b \"2\"", "--quiet"]), plain);
    let sizes = ["lattice", "confluence", "--positives", "2", "--negatives", "2", "--metric", "f1"];
    let listed = named(&sizes);
    assert_eq!(listed, "exactile lattice confluence --positives 2 --negatives 2 --metric f1");
    assert_eq!(named(&[&sizes[..], &["--stream"]].concat()), listed);
    assert_eq!(provenance(&sizes, "").get("input_sha256"), None);
}

#[test]
fn a_mix_up_of_inputs_is_named_as_such() {
    let result =
        Run::new(&["regions", "x.csv", "--format", "json"]).file("x.csv", COUNTS).succeeds();
    let verify = |result: &str, counts: &str| {
        Run::new(&["verify", "r.json", "x.csv"])
            .file("r.json", result)
            .file("x.csv", counts)
            .status()
    };
    assert_eq!(verify(&result, COUNTS).1, 0);
    let (said, status) = verify(&result, &COUNTS.replace("2,1,1,1", "1,2,1,1"));
    assert_eq!(status, 1);
    assert!(said.contains("this result was made from another input"), "{said}");
    // A result that names no input is checked all the same.
    let (head, rest) = result.split_once(",\"provenance\":{").expect("what made it");
    let unnamed = format!("{head}{}", rest.split_once('}').expect("its end").1);
    assert_eq!(verify(&unnamed, COUNTS).1, 0);
}

#[test]
fn further_files_are_named_without_their_folder() {
    let scores = "y_true,m\n1,0.9\n0,0.5\n1,0.5\n0,0.2\n";
    let arguments = ["thresholds", "x.csv", "--choose-on", "./x.csv", "--score", "f1", "--quiet"];
    assert_eq!(
        provenance(&arguments, scores)["command"],
        "exactile thresholds --score f1 --choose-on x.csv"
    );
    let result = Run::new(&["rank", "x.csv", "--score", "f1", "--format", "json"]);
    let result = result.file("x.csv", COUNTS).succeeds();
    let verified = Run::new(&["verify", "r.json", "x.csv", "--format", "json"])
        .file("r.json", result)
        .file("x.csv", COUNTS)
        .succeeds();
    let verified: Value = serde_json::from_str(&verified).expect("JSON");
    assert_eq!(verified["provenance"]["command"], "exactile verify");
}
