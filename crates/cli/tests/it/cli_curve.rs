//! Rankings along a segment of the Tile.

use super::cli::Run;
use exactile_testing::fixture;
use serde_json::{Value, json};

const COUNTS: &str = "name,tn,fp,fn,tp\ncautious,90,10,20,30\neager,60,40,5,45\nmiddle,80,20,10,40\nworst,50,50,25,25\n";

fn run(more: &[&str]) -> Run {
    let arguments = [&["curve", "x.csv"], more].concat();
    Run::new(&arguments).file("x.csv", COUNTS)
}

fn json_of(more: &[&str]) -> Value {
    run(&[more, &["--format", "json"]].concat()).json()
}

/// By hand: F of beta^2 = k is (1 + k) TP/((1 + k) TP + k FN + FP), so that two tie where
/// TP1 (k FN2 + FP2) = TP2 (k FN1 + FP1).
#[test]
fn f_scores_break_where_two_are_equal() {
    let found = json_of(&["--along", "f-beta", "--pairs"]);
    // cautious and eager: 30 (5 k + 40) = 45 (20 k + 10), k = 1; cautious and middle:
    // 30 (10 k + 20) = 40 (20 k + 10), k = 2/5; middle and eager: 40 (5 k + 40) = 45 (10 k + 20), k = 14/5.
    let expected = json!({
        "schema": "exactile.curve.v1", "from": ["1", "0"], "to": ["1", "1"], "prior_positive": "1/3",
        "straight_in": "tile", "swaps": 3, "rankings": 4, "compromise": {"lower": "1/2", "upper": "1/2"},
        "first": [
            {"from": "0", "to": "2/7", "classifiers": ["cautious"]},
            {"from": "2/7", "to": "14/19", "classifiers": ["middle"]},
            {"from": "14/19", "to": "1", "classifiers": ["eager"]},
        ],
        "breaks": [
            {"position": "2/7", "at": ["1", "2/7"], "pairs": 1, "f_beta_squared": "2/5", "swapped": [["cautious", "middle"]]},
            {"position": "1/2", "at": ["1", "1/2"], "pairs": 1, "f_beta_squared": "1", "swapped": [["cautious", "eager"]]},
            {"position": "14/19", "at": ["1", "14/19"], "pairs": 1, "f_beta_squared": "14/5", "swapped": [["middle", "eager"]]},
        ],
    });
    assert_eq!(found, expected);
}

/// Net benefits TP - FP p/(1 - p) tie where the differences have the odds p : 1 - p.
#[test]
fn decision_curves_cross_where_net_benefits_are_equal() {
    let found = json_of(&["--along", "decision"]);
    assert_eq!((&found["from"], &found["to"]), (&json!(["1", "1"]), &json!(["0", "0"])));
    let places: Vec<&Value> = found["breaks"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|change| &change["threshold_probability"])
        .collect();
    // middle/eager: 5 of 25; cautious/eager: 15 of 45; cautious/middle: 10 of 20.
    assert_eq!(places, [&json!("1/5"), &json!("1/3"), &json!("1/2")]);
    assert_eq!(found["breaks"][0]["position"], "1/5");
    assert_eq!(found["breaks"][0]["at"], json!(["4/5", "4/5"]));
    let cost = json_of(&["--along", "cost"]);
    assert_eq!(cost["breaks"][2]["at"], json!(["4/5", "4/5"]));
    // FPR and TPR of middle and eager differ by 1/5 and 1/10.
    assert_eq!(cost["breaks"][2]["probability_cost"], "2/3");
    let named = json_of(&["--from", "tnr", "--to", "TPR"]);
    assert_eq!(named["breaks"], cost["breaks"]);
}

#[test]
fn other_segments_are_straight_in_balanced_coordinates() {
    let found = json_of(&["--from", "ppv", "--to", "1/3,0.5"]);
    assert_eq!(found["straight_in"], "balanced");
    assert_eq!(found["breaks"][0].get("f_beta_squared"), None);
    // Under balanced priors both are the same.
    let balanced = json_of(&["--from", "ppv", "--to", "1/5,1/3", "--target-prior", "1/2"]);
    let positions = |found: &Value| -> Vec<Value> {
        found["breaks"].as_array().expect("a list").iter().map(|b| b["position"].clone()).collect()
    };
    assert_eq!(positions(&found), positions(&balanced));
}

#[test]
fn text_and_csv_tell_the_same() {
    assert_eq!(
        run(&["--along", "f-beta"]).succeeds(),
        "\
from (a, b) = (1, 0) to (1, 1), positive prior 1/3
3 pairs swap at 3 points; 4 different rankings between
best compromise between both ends: beta squared 1 (about 1.0000)

 first from beta squared      to  classifier
                  0.0000  0.4000  cautious
                  0.4000  2.8000  middle
                  2.8000     inf  eager

 swaps at beta squared  (a, b)            pairs  ahead before / after
                0.4000  (1.0000, 0.2857)      1  cautious / middle
                1.0000  (1.0000, 0.5000)      1  cautious / eager
                2.8000  (1.0000, 0.7368)      1  middle / eager
"
    );
    let csv = run(&["--along", "f-beta", "--format", "csv"]).succeeds();
    let mut lines = csv.lines();
    assert_eq!(
        lines.next(),
        Some(
            "position,a,b,pairs,f_beta_squared,position_decimal,a_decimal,b_decimal,f_beta_squared_decimal"
        )
    );
    assert_eq!(lines.next(), Some("2/7,1,2/7,1,2/5,0.2857142857142857,1,0.2857142857142857,0.4"));
    assert_eq!(lines.count(), 2);
}

#[test]
fn curves_are_pictures_too() {
    for along in ["decision", "cost", "f-beta"] {
        let scores = fixture("breast_cancer_scores.csv");
        let mut arguments = vec!["curve", &scores, "--input-format", "scores", "--along", along];
        arguments.extend(["-o", "x.svg"]);
        if along == "decision" {
            arguments.push("--models");
        }
        let folder = tempfile::tempdir().expect("a folder");
        let status = std::process::Command::new(env!("CARGO_BIN_EXE_exactile"))
            .current_dir(folder.path())
            .args(&arguments)
            .status()
            .expect("the program runs");
        assert!(status.success());
        let svg = std::fs::read_to_string(folder.path().join("x.svg")).expect("a picture");
        // A curve for each model, not for each threshold; the margins are no probabilities.
        assert_eq!(svg.matches("data-curve=").count(), 7);
        assert_eq!(svg.matches("data-own=").count(), if along == "decision" { 6 } else { 0 });
        assert!(svg.contains("exactly at") && !svg.contains("NaN"));
    }
}

#[test]
fn what_is_no_segment_is_refused() {
    run(&["--from", "tpr", "--to", "1,1"])
        .fails("both ends of the segment are (1, 1)\nhint: choose another --from or --to");
    run(&["--along", "decision", "--models", "-o", "x.svg"]).fails(
        "--models means nothing here\nhint: use it with --input-format scores and -o FILE.svg or FILE.png",
    );
    Run::new(&["curve", "x.csv", "--along", "cost"])
        .file("x.csv", "name,tn,fp,fn,tp\nA,1,1,0,0\n")
        .fails("x.csv: \"A\": there is no sample of the positive class\nhint: the Tile needs samples of both classes and a prior between 0 and 1");
}
