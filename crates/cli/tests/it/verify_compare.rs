//! `verify` of pairs that were compared.

use exactile::performance::{Classifier, JointResults};
use exactile_input::{ReadOptions, read};
use exactile_verify::Given;
use serde_json::{Value, json};

use crate::cli::{Run, fixture};
use crate::verify_results::{check, false_changes_are_refused, result, set};

/// Rows of the truth and the predictions of three classifiers: often one of two is right.
const PREDICTIONS: &str = "y_true,a,b,c,count\n1,1,1,0,4\n1,1,0,1,3\n1,0,1,1,1\n1,0,0,0,2\n0,0,0,1,5\n0,1,0,0,2\n0,0,1,0,1\n0,1,1,0,1\n";

pub(crate) fn read_predictions(text: &str) -> (Vec<Classifier>, JointResults) {
    let options = ReadOptions { joint: exactile_input::Joint::All, ..ReadOptions::default() };
    let found = read(text.as_bytes(), "p.csv", &options, &mut |_| {}).expect("predictions");
    (found.classifiers, found.joint.expect("results on the same samples"))
}

fn compared(arguments: &[&str]) -> String {
    let made = [&["compare", "p.csv"], arguments, &["--format", "json"]].concat();
    Run::new(&made).file("p.csv", PREDICTIONS).notes().0
}

/// A decimal of 12 digits may be off by one unit of the last one; parts that are left open may be
/// anything of their form.
fn last_digit_or_open(document: &Value, place: &str, changed: &Value) -> bool {
    let part = place.split('/').nth(3).unwrap_or_default();
    let near = || {
        let number = |document: &Value| document.pointer(place)?.as_str()?.parse::<f64>().ok();
        let (Some(one), Some(other)) = (number(document), number(changed)) else { return false };
        // Wider decimals enclose a difference too, up to four units.
        let is_wider = place.contains("/difference/value/") && (one - other).abs() < 1e-15;
        is_wider || place.contains("/next/") && (one - other).abs() <= 1e-11
    };
    // Only the form of the mass and of the sizes is known where the next test is not proved.
    let is_open = ["truly_better", "not_worse", "equivalent"].contains(&part);
    is_open || place.contains("/difference/interval") || near()
}

#[test]
fn every_false_change_of_a_comparison_is_refused() {
    let (classifiers, joint) = read_predictions(PREDICTIONS);
    let given = Given { classifiers: &classifiers, joint: Some(&joint), ..Given::default() };
    for metric in ["f1", "mcc", "error-rate", "log-dor", "plr", "gm"] {
        let text = compared(&["--metric", metric, "--positives", "3", "--negatives", "2"]);
        let found = check(&text, &given);
        assert!(found.proved.iter().any(|proved| proved.contains("3 swap tests")), "{found:?}");
        assert!(found.proved.iter().any(|proved| proved.starts_with("who is ahead")), "{found:?}");
        false_changes_are_refused(&text, &given, 500, last_digit_or_open);
    }
    let exact = compared(&["--metric", "ba", "--positives", "2", "--negatives", "2", "--exact"]);
    false_changes_are_refused(&exact, &given, 500, last_digit_or_open);
    let margin = ["--metric", "f1", "--positives", "2", "--negatives", "2", "--margin", "1/10"];
    false_changes_are_refused(&compared(&margin), &given, 500, |document, place, changed| {
        last_digit_or_open(document, place, changed) || place == "/margin"
    });
    for metric in ["error-rate", "accuracy"] {
        let asked = ["--metric", metric, "--positives", "2", "--negatives", "2", "--anytime"];
        let text = compared(&asked);
        let found = check(&text, &given);
        assert!(found.proved.iter().any(|proved| proved == "e-values"), "{found:?}");
        false_changes_are_refused(&text, &given, 500, last_digit_or_open);
    }
    let one = compared(&[
        "--metric",
        "f1",
        "--first",
        "c",
        "--second",
        "a",
        "--positives",
        "3",
        "--negatives",
        "2",
        "--require",
        "1/100",
    ]);
    false_changes_are_refused(&one, &given, 200, |document, place, changed| {
        last_digit_or_open(document, place, changed)
            || place.starts_with("/require/")
            || place.starts_with("/require") && changed.pointer("/require/sentence").is_some()
            || place.is_empty() && changed.get("require").is_none()
    });
}

#[test]
fn every_false_change_of_independent_classifiers_is_refused() {
    let set = set(&[[3, 1, 1, 2], [2, 2, 0, 3], [4, 0, 3, 0], [0, 4, 0, 3]]);
    let given = Given { classifiers: &set, ..Given::default() };
    let text = result(&["compare", "set.csv", "--metric", "f1", "--pattern-mass", "1/3"], &set);
    let document: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(document["paired"], json!(false));
    false_changes_are_refused(&text, &given, 500, last_digit_or_open);
}

#[test]
fn the_next_test_is_in_fractions_or_in_decimals() {
    let (classifiers, joint) = read_predictions(PREDICTIONS);
    let given = Given { classifiers: &classifiers, joint: Some(&joint), ..Given::default() };
    let told = ["--metric", "ba", "--positives", "2", "--negatives", "2"];
    let (decimals, exact) = (compared(&told), compared(&[&told[..], &["--exact"]].concat()));
    assert!(check(&decimals, &given).holds() && check(&exact, &given).holds());
    let [decimals, mut mixed] =
        [decimals, exact].map(|text| serde_json::from_str::<Value>(&text).expect("JSON"));
    mixed["pairs"][0]["next"]["better"] = decimals["pairs"][0]["next"]["better"].clone();
    let found = check(&mixed.to_string(), &given);
    assert!(found.failures[0].reason.starts_with("pairs[0].next.better: it is"), "{found:?}");
}

/// Undefined differences, no pairs on one file, other pairs.
#[test]
fn what_is_compared_has_to_be_complete() {
    let (classifiers, joint) = read_predictions(PREDICTIONS);
    let paired = Given { classifiers: &classifiers, joint: Some(&joint), ..Given::default() };
    let alone = Given { joint: None, ..paired };
    let text = compared(&["--metric", "f1"]);
    assert!(check(&text, &paired).holds() && !check(&text, &alone).holds());
    let unpaired = compared(&["--metric", "f1", "--unpaired"]);
    assert!(check(&unpaired, &paired).holds() && check(&unpaired, &alone).holds());
    let mut document: Value = serde_json::from_str(&text).expect("JSON");
    document["pairs"].as_array_mut().expect("a list").remove(0);
    let found = check(&document.to_string(), &paired);
    assert!(found.failures[0].reason.starts_with("pairs: they are neither one,"), "{found:?}");
    let first = compared(&["--metric", "f1", "--first", "b"]);
    assert!(check(&first, &paired).holds());
    // Never positive: the precision is undefined.
    let never = "y_true,a,b\n1,0,1\n1,0,0\n0,0,1\n0,0,0\n";
    let made = ["compare", "p.csv", "--metric", "ppv", "--format", "json"];
    let text = Run::new(&made).file("p.csv", never).succeeds();
    let (classifiers, joint) = read_predictions(never);
    let given = Given { classifiers: &classifiers, joint: Some(&joint), ..Given::default() };
    assert!(text.contains("the difference that was observed is undefined"), "{text}");
    assert!(check(&text, &given).holds());
    assert!(!check(&text.replace("observed is undefined", "observed is none"), &given).holds());
}

#[test]
fn comparisons_of_a_fixture_are_proved() {
    let input = fixture("breast_cancer_predictions.csv");
    for (metric, swaps) in [("f1", "31 swap tests"), ("mcc", "31 swap tests")] {
        let arguments = ["--metric", metric, "--first", "logistic", "--format", "json"];
        let text = Run::new(&[&["compare", &input], &arguments[..]].concat()).succeeds();
        let said = Run::new(&["verify", "r.json", &input]).file("r.json", text).succeeds();
        assert!(said.contains(swaps) && said.contains("Holm's correction"), "{said}");
        assert!(said.contains("not proved  the next test, which has too many outcomes"), "{said}");
    }
}
