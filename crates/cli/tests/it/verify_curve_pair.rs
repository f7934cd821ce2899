//! `verify` proves the differences of two classifiers along a segment and the decisions there, and
//! refuses each false change of the result.

use exactile::num::Rational;
use exactile_verify::Given;
use serde_json::Value;

use crate::cli::{Run, fixture};
use crate::verify_compare::read_predictions;
use crate::verify_results::{check, false_changes_are_refused, result, set};

/// Rows of the truth and the predictions of three classifiers: often one of two is right.
const PREDICTIONS: &str = "y_true,a,b,c,count\n1,1,1,0,4\n1,1,0,1,3\n1,0,1,1,1\n1,0,0,0,2\n0,0,0,1,5\n0,1,0,0,2\n0,0,1,0,1\n0,1,1,0,1\n";

fn made(arguments: &[&str]) -> String {
    let command = [&["curve", "p.csv"], arguments, &["--format", "json"]].concat();
    Run::new(&command).file("p.csv", PREDICTIONS).notes().0
}

/// The probability of being truly better is left open, and so the level as far as it decides the
/// same.
fn open(_: &Value, place: &str, _: &Value) -> bool {
    place.contains("/truly_better") || place == "/level"
}

#[test]
fn every_false_change_of_a_pair_along_a_segment_is_refused() {
    let (classifiers, joint) = read_predictions(PREDICTIONS);
    let given = Given { classifiers: &classifiers, joint: Some(&joint), ..Given::default() };
    for arguments in [
        &["--along", "decision", "--first", "a", "--second", "b", "--steps", "8"][..],
        &["--along", "f-beta", "--first", "c", "--second", "a", "--steps", "8", "--level", "3/5"],
        &["--from", "1/10,1/2", "--to", "4/5,0.9", "--first", "a", "--second", "c", "--steps", "9"],
    ] {
        let text = made(arguments);
        let found = check(&text, &given);
        assert!(found.proved.iter().any(|proved| proved.ends_with("swap tests")), "{found:?}");
        false_changes_are_refused(&text, &given, 500, open);
    }
}

#[test]
fn independent_classifiers_have_no_swap_test() {
    let set = set(&[[30, 10, 10, 20], [25, 15, 5, 25], [40, 0, 30, 0]]);
    let given = Given { classifiers: &set, ..Given::default() };
    let pair = ["--first", "c0", "--second", "c1", "--steps", "9"];
    let text = result(&[&["curve", "set.csv", "--along", "f-beta"], &pair[..]].concat(), &set);
    let found = check(&text, &given);
    assert!(found.proved.iter().all(|proved| !proved.contains("swap test")), "{found:?}");
    false_changes_are_refused(&text, &given, 500, open);
}

/// Limits are rounded outwards before they are printed, and levels are compared with what they
/// were.
#[test]
fn levels_that_are_limits_or_lie_beside_them_are_judged() {
    let (classifiers, joint) = read_predictions(PREDICTIONS);
    let given = Given { classifiers: &classifiers, joint: Some(&joint), ..Given::default() };
    let pair = ["--along", "decision", "--first", "b", "--second", "a", "--steps", "1"];
    let decided = |level: &str| made(&[&pair[..], &["--level", level]].concat());
    let document: Value = serde_json::from_str(&decided("1/2")).expect("JSON");
    let end = |key: &str| {
        let limits = &document["points"][0]["truly_better"];
        limits[key].as_str().expect("a decimal").parse::<Rational>().expect("a number")
    };
    let [lower, upper] = [end("lower"), end("upper")];
    let inner = Rational::new(1, 10_000_000);
    for (level, is_open) in [
        (lower.clone(), false),
        (&lower + &inner, true),
        (upper.complement(), false),
        (upper.complement() + &inner, true),
    ] {
        let text = decided(&level.to_string());
        let found = check(&text, &given);
        assert!(found.holds(), "{level}: {:?}", found.failures);
        let is_said = found.not_proved.iter().any(|open| open.contains("rounded across the level"));
        assert_eq!(is_said, is_open, "{level}: {found:?}");
    }
}

#[test]
fn a_pair_without_points_is_refused() {
    let (classifiers, joint) = read_predictions(PREDICTIONS);
    let given = Given { classifiers: &classifiers, joint: Some(&joint), ..Given::default() };
    let text = made(&["--along", "decision", "--first", "a", "--second", "b", "--steps", "2"]);
    let mut document: Value = serde_json::from_str(&text).expect("JSON");
    document["points"] = serde_json::json!([]);
    document["decided"] = serde_json::json!([]);
    let found = check(&document.to_string(), &given);
    assert_eq!(found.failures[0].reason, "points: a list of points should stand here");
}

#[test]
fn a_pair_of_the_fixture_is_proved() {
    let input = fixture("breast_cancer_predictions.csv");
    let command =
        ["curve", &input, "--along", "decision", "--first", "logistic", "--second", "ridge"];
    let text = Run::new(&[&command[..], &["--format", "json"]].concat()).succeeds();
    let run = Run::new(&["verify", "r.json", &input]).file("r.json", &text).succeeds();
    assert!(run.contains("32 swap tests"), "{run}");
}
