//! Thresholds by group that nearly equalise rates.

use exactile::Rational;
use exactile_input::{ReadOptions, read_scores};
use exactile_verify::Given;
use serde_json::{Value, json};

use crate::cli::Run;
use crate::verify_results::false_changes_are_refused;

/// The positives of b have lower scores than those of a.
const SCORES: &str = "y_true,group,m,q\n\
    1,a,0.9,0.4\n1,a,0.8,0.8\n0,a,0.7,0.2\n0,a,0.2,0.6\n0,a,0.1,0.1\n\
    1,b,0.6,0.9\n1,b,0.5,0.3\n1,b,0.3,0.7\n0,b,0.4,0.5\n0,b,0.1,0.2\n";

fn run(arguments: &[&str]) -> Run {
    let all = [&["thresholds", "s.csv", "--by", "group"], arguments].concat();
    Run::new(&all).file("s.csv", SCORES)
}

fn rational(value: &Value) -> Rational {
    value.as_str().expect("a text").parse().expect("a number")
}

#[test]
fn rates_are_as_equal_as_requested_and_the_price_is_told() {
    let asked = ["--equalise", "1/3", "--score", "accuracy"];
    let found = run(&[&asked[..], &["--format", "json"]].concat()).json();
    assert_eq!(found["groups"][1], json!({"name": "b", "positives": 3, "negatives": 2}));
    assert_eq!(found["tolerance"], json!({"tpr": "1/3", "fpr": "1/3"}));
    for model in found["models"].as_array().expect("models") {
        let [equal, separate, common] =
            ["equalised", "separate", "common"].map(|name| rational(&model[name]["value"]));
        assert!(equal <= separate && common <= separate);
        for gap in ["tpr_gap", "fpr_gap"] {
            assert!(rational(&model["equalised"][gap]) <= Rational::new(1, 3));
        }
    }
    // All of a, and of b all positives with one false alarm, or two positives without any.
    let m = &found["models"][0];
    assert_eq!(m["separate"]["value"], "9/10");
    assert_eq!(m["separate"]["groups"][0]["threshold"], "4/5");
    // The single threshold is one of all samples, not the least flagged score of each group.
    let single: Vec<&Value> =
        (0..2).map(|group| &m["common"]["groups"][group]["threshold"]).collect();
    assert_eq!(single, ["1/2", "1/2"]);
    let flagged = |group: usize| &m["common"]["groups"][group];
    assert_eq!([&flagged(0)["tp"], &flagged(0)["fp"]], ["2", "1"]);
    let text = run(&asked).succeeds();
    assert!(text.contains("with one threshold  flag from"), "{text}");
    let words = "true and false positive rates of groups differ by at most";
    assert!(text.contains(words), "{text}");
    let csv = run(&[&asked[..], &["--format", "csv"]].concat()).succeeds();
    assert_eq!(csv.lines().count(), 1 + 2 * 3 * 2, "{csv}");
}

#[test]
fn costs_are_told_of_all_groups_together() {
    let asked = ["--equalise", "tpr=0", "--cost-fp", "1", "--cost-fn", "4", "--format", "json"];
    let found = run(&asked).json();
    assert_eq!(found["tolerance"], json!({"tpr": "0"}));
    for model in found["models"].as_array().expect("models") {
        for choice in ["equalised", "separate", "common"] {
            let sum = |key: &str| {
                let groups = model[choice]["groups"].as_array().expect("groups");
                groups.iter().fold(Rational::ZERO, |sum, group| sum + rational(&group[key]))
            };
            let cost = (sum("fp") + sum("fn") * Rational::from(4)) / Rational::from(10);
            assert_eq!(rational(&model[choice]["expected_cost"]), cost);
        }
        assert_eq!(model["equalised"]["tpr_gap"], "0");
    }
}

#[test]
fn what_cannot_be_searched_is_refused_with_a_way_out() {
    for (arguments, words) in [
        (&["--equalise", "0.1"][..], "--equalise searches for one preference"),
        (&["--equalise", "0.1", "--score", "mcc"], "mcc has no place on the Tile"),
        (&["--equalise", "0.1", "--score", "f1,ba"], "--equalise searches for one preference"),
        (&["--equalise", "ppv=0.1", "--score", "f1"], "no tolerance: \"ppv=0.1\""),
        (&["--equalise", "-1", "--score", "f1"], "no tolerance: \"-1\""),
        (&["--equalise", "a; give b", "--score", "f1"], "no tolerance: \"a; give b\""),
        (&["--score", "f1"], "--equalise <TOLERANCE>"),
        (&["--equalise", "0.1", "--score", "f1", "--folds", "group"], "--folds"),
    ] {
        let (error, hint) = run(arguments).refused();
        assert!(error.contains(words), "{error}\n{hint}");
    }
    let one_class = SCORES.replace("0,b", "1,b");
    let asked = ["thresholds", "s.csv", "--by", "group", "--equalise", "0.1", "--score", "f1"];
    let (error, _) = Run::new(&asked).file("s.csv", &one_class).refused();
    assert_eq!(error, "s.csv: the group \"b\" has no negative samples");
}

#[test]
fn every_false_change_is_refused() {
    let options = ReadOptions { by: Some("group".to_owned()), ..ReadOptions::default() };
    let read = read_scores(SCORES.as_bytes(), "s.csv", &options, &mut |_| ()).expect("scores");
    let given = Given { models: &read.models, folds: read.folds.as_ref(), ..Given::default() };
    for arguments in [
        &["--equalise", "1/3", "--score", "f1"][..],
        &["--equalise", "tpr=0", "--cost-fp", "1", "--cost-fn", "4"],
        &["--equalise", "tpr=1/6,fpr=1/2", "--at", "1/3,2/3"],
    ] {
        let text = run(&[arguments, &["--format", "json"]].concat()).succeeds();
        // The column and the request are what the result says; fewer models may be asked for.
        let may_be_true = |document: &Value, place: &str, changed: &Value| {
            let is_gone = document.get("score").is_some() && changed.get("score").is_none();
            let fewer = changed["models"].as_array().map(Vec::len)
                < document["models"].as_array().map(Vec::len);
            place == "/by"
                || place.starts_with("/tolerance")
                || place.is_empty() && is_gone
                || place == "/models" && fewer
        };
        false_changes_are_refused(&text, &given, 300, may_be_true);
    }
}

#[test]
fn a_worse_choice_is_no_best_one() {
    let options = ReadOptions { by: Some("group".to_owned()), ..ReadOptions::default() };
    let read = read_scores(SCORES.as_bytes(), "s.csv", &options, &mut |_| ()).expect("scores");
    let given = Given { models: &read.models, folds: read.folds.as_ref(), ..Given::default() };
    let asked = ["--equalise", "0", "--score", "accuracy", "--format", "json"];
    let mut found = run(&asked).json();
    // Consistent in itself, but not the best without a bound.
    let equal = found["models"][0]["equalised"].clone();
    assert_ne!(equal["value"], found["models"][0]["separate"]["value"]);
    found["models"][0]["separate"] = equal;
    let proofs = exactile_verify::prove(&found.to_string(), &given).expect("known");
    assert!(!proofs.holds());
    let words = "other thresholds have a greater value";
    assert!(proofs.failures.iter().any(|failure| failure.reason.contains(words)));
}

/// The value under the name of a score is that of the score, not of the place where it ranks.
#[test]
fn values_are_those_of_the_score_asked_for() {
    let scores = "y_true,a,g\n1,.9,x\n1,.7,x\n0,.3,x\n0,.8,x\n1,.9,y\n0,.8,y\n0,.3,y\n1,.1,y\n";
    let run = |score: &str, format: &[&str]| {
        let asked = ["thresholds", "s.csv", "--by", "g", "--equalise", "0.2", "--score", score];
        Run::new(&[&asked[..], format].concat()).file("s.csv", scores)
    };
    for (score, expected) in [
        ("kappa", json!("1/2")),
        ("error-rate", json!("1/4")),
        ("fpr", json!("0")),
        ("plr", json!("inf")),
        ("accuracy", json!("3/4")),
    ] {
        let found = run(score, &["--format", "json"]).json();
        assert_eq!(found["models"][0]["equalised"]["value"], expected, "{score}");
    }
    let text = run("kappa", &[]).succeeds();
    assert!(text.contains("kappa with equal rates"), "{text}");
    assert!(text.contains("0.500000"), "{text}");
}
