//! `verify` of plans.

use exactile_verify::Given;
use serde_json::{Value, json};

use crate::cli::{Run, fixture};
use crate::verify_compare::read_predictions;
use crate::verify_results::{check, false_changes_are_refused, result, set};

/// The rates of the first are the best, and those of the last the worst.
const RATES: [[u64; 4]; 3] = [[18, 2, 1, 9], [15, 5, 2, 8], [10, 10, 3, 7]];

fn is_near(document: &Value, place: &str, changed: &Value) -> bool {
    let number = |document: &Value| document.pointer(place)?.as_str()?.parse::<f64>().ok();
    let (Some(one), Some(other)) = (number(document), number(changed)) else { return false };
    (one - other).abs() <= 1e-11
}

/// Sums may be a unit of the last digit off; a level, a limit or a share of positives that leaves
/// the same test the smallest is as true.
fn may_be_true(document: &Value, place: &str, changed: &Value) -> bool {
    let of_last = place.starts_with("/evaluated/") && {
        let last = document["evaluated"].as_array().map_or(0, Vec::len) - 1;
        place.starts_with(&format!("/evaluated/{last}"))
    };
    let larger = place == "/evaluated" && {
        let smallest = &document["smallest"];
        let upto = |document: &Value| -> Vec<Value> {
            let tests = document["evaluated"].as_array().expect("tests").iter();
            let mut upto: Vec<Value> =
                tests.clone().take_while(|test| *test != smallest).cloned().collect();
            upto.extend(tests.clone().find(|test| *test == smallest).cloned());
            upto
        };
        // Of tests that are not listed nothing is said, and the first one may be any.
        upto(document).ends_with(&upto(changed)) && !upto(changed).is_empty()
    };
    ["/level", "/limit"].contains(&place) || is_near(document, place, changed) || of_last || larger
}

#[test]
fn every_false_change_of_a_plan_is_refused() {
    let set = set(&RATES);
    let given = Given { classifiers: &set, ..Given::default() };
    for arguments in [
        &["--score", "f1"][..],
        &["--score", "error-rate", "--rival", "c2"],
        &["--at", "1/3,1/2", "--rival", "c1"],
    ] {
        let level = ["--question", "next", "--level", "3/5"];
        let text = result(&[&["plan", "set.csv"], arguments, &level].concat(), &set);
        let found = check(&text, &given);
        assert!(found.holds(), "{found:?}");
        let proved = found.proved.iter().any(|proved| {
            proved.contains("among them the smallest that reaches the level and the one below")
        });
        assert!(proved, "{found:?}");
        false_changes_are_refused(&text, &given, 500, may_be_true);
    }
}

/// The test that is named has to be the smallest: one more and one less are refused.
#[test]
fn the_smallest_test_is_the_smallest() {
    let set = set(&RATES);
    let given = Given { classifiers: &set, ..Given::default() };
    let made = ["plan", "set.csv", "--score", "f1", "--question", "next", "--level", "13/20"];
    let text = result(&made, &set);
    let document: Value = serde_json::from_str(&text).expect("JSON");
    let tests = document["evaluated"].as_array().expect("tests");
    let named = tests.iter().position(|test| *test == document["smallest"]).expect("listed");
    let larger = tests.get(named + 1).map(|test| (test.clone(), "reach the level"));
    let others = [
        (tests[named - 1].clone(), "smallest: it does not reach the level"),
        (Value::Null, "reach the level"),
    ];
    for (other, reason) in others.into_iter().chain(larger) {
        let mut changed = document.clone();
        changed["smallest"] = other;
        let found = check(&changed.to_string(), &given);
        assert!(found.failures[0].reason.contains(reason), "{found:?}");
    }
    let mut winner = document.clone();
    (winner["winner"], winner["name"]) = (json!(1), json!("c1"));
    assert_eq!(check(&winner.to_string(), &given).failures[0].reason, "winner: another is as good");
}

#[test]
fn every_false_change_of_a_plan_that_is_drawn_is_refused() {
    let predictions =
        "y_true,a,b\n1,1,1\n1,1,0\n1,1,1\n1,0,1\n1,1,0\n0,0,0\n0,0,1\n0,0,0\n0,1,0\n0,0,1\n";
    let (classifiers, joint) = read_predictions(predictions);
    let given = Given { classifiers: &classifiers, joint: Some(&joint), ..Given::default() };
    for (question, more) in
        [("truly", &[][..]), ("truly", &["--margin", "1/20"]), ("next", &[]), ("power", &[])]
    {
        let made = ["plan", "p.csv", "--score", "f1", "--draws", "500", "--level", "1/2"];
        let made = [&made[..], &["--question", question, "--format", "json"], more].concat();
        let text = Run::new(&made).file("p.csv", predictions).succeeds();
        if question == "power" {
            assert!(check(&text, &given).holds());
            continue;
        }
        let drawn = |document: &Value, place: &str, changed: &Value| {
            let is_drawn = ["lower", "upper", "draws", "seed"];
            let told = ["/alpha", "/beta", "/rival", "/question", "/score", "/margin"];
            is_drawn.iter().any(|part| place.ends_with(part))
                || told.iter().any(|part| place.starts_with(part))
                || place.ends_with("/probability")
                || place.is_empty() && changed["rival"] == changed["winner"]
                || place.is_empty() && changed["margin"] != document["margin"]
                || may_be_true(document, place, changed)
        };
        false_changes_are_refused(&text, &given, 300, drawn);
        let found = check(&text, &given);
        assert!(found.not_proved.iter().any(|open| open == "what was drawn"), "{found:?}");
    }
}

/// A margin needs fewer samples, and says so; it goes with true values alone.
#[test]
fn a_margin_needs_a_smaller_test() {
    let input = fixture("breast_cancer_predictions.csv");
    let made = ["plan", &input, "--score", "accuracy", "--rival", "lda", "--draws", "2000"];
    let samples = |margin: &str| -> u64 {
        let made = [&made[..], &["--margin", margin, "--format", "json"]].concat();
        let found: Value = serde_json::from_str(&Run::new(&made).succeeds()).expect("JSON");
        assert_eq!(found["margin"], json!(margin));
        let count = |key: &str| found["smallest"][key].as_u64().expect("a number");
        count("positives") + count("negatives")
    };
    assert!(2 * samples("1/50") < samples("0"), "{} {}", samples("1/50"), samples("0"));
    let said = Run::new(&[&made[..], &["--margin", "0.02"]].concat()).succeeds();
    assert!(said.contains("logistic is truly not worse than lda by 1/50 or more by "), "{said}");
    let refused = Run::new(&[&made[..], &["--margin", "0.02", "--question", "next"]].concat());
    refused
        .fails("a margin is about true values\nhint: leave --margin out, or ask --question truly");
    Run::new(&[&made[..], &["--margin=-1"]].concat()).fails(
        "a margin of -1 is below 0\nhint: give by how much the first may be worse, such as 0.02",
    );
}

#[test]
fn plans_of_a_fixture_are_proved() {
    let input = fixture("breast_cancer_confusion.csv");
    let made = ["plan", &input, "--score", "f1", "--question", "next", "--rival", "lda"];
    let text = Run::new(&[&made[..], &["--level", "0.7", "--format", "json"]].concat()).succeeds();
    let said = Run::new(&["verify", "r.json", &input]).file("r.json", text).succeeds();
    assert!(said.contains("the winner alone is the best on 48 of 48 tests"), "{said}");
    // Another share of positives than that of the input.
    let share = ["--level", "0.5", "--positive-share", "1/10", "--format", "json"];
    let text = Run::new(&[&made[..], &share].concat()).succeeds();
    let said = Run::new(&["verify", "r.json", &input]).file("r.json", text).succeeds();
    assert!(said.contains("not proved  that this share of positives was asked for"), "{said}");
}
