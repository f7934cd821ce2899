//! `verify` proves results about models with scores, and refuses each false change of them.

use exactile::threshold::ScoredModel;
use exactile_input::{ReadOptions, read_scores};
use exactile_verify::Given;
use serde_json::Value;

use crate::cli::{Run, content, fixture};
use crate::verify_results::{check, false_changes_are_refused, nothing};

/// Scores that tie, within and between classes; one model outside of [0, 1].
const SCORES: &str = "y_true,a,b,c\n1,0.9,0.2,3\n0,0.4,0.3,-1\n1,0.6,0.3,2\n0,0.6,0.1,2\n0,0.1,0.8,0\n1,0.3,0.9,1\n0,0.3,0.3,1/3\n";

fn models(text: &str) -> Vec<ScoredModel> {
    let read = read_scores(text.as_bytes(), "s.csv", &ReadOptions::default(), &mut |_| ());
    read.expect("scores").models
}

fn made(text: &str, arguments: &[&str]) -> String {
    let arguments = [&["thresholds", "s.csv"], arguments, &["--format", "json"]].concat();
    Run::new(&arguments).file("s.csv", text).succeeds()
}

fn is_number(claim: Option<&Value>) -> bool {
    claim.and_then(Value::as_str).is_some_and(|text| text.parse::<f64>().is_ok())
}

#[test]
fn every_false_change_of_thresholds_is_refused() {
    let models = models(SCORES);
    let given = Given { models: &models, ..Given::default() };
    for (arguments, at_least) in [
        (&[][..], 1000),
        (&["--score", "f1"], 1000),
        (&["--score", "nlr"], 1000),
        (&["--at", "1/3,1/3"], 1000),
        (&["--cost-fp", "1", "--cost-fn", "5"], 1000),
        (&["--score", "ppv"], 1000),
        (&["--max-fpr", "2/5"], 1000),
        (&["--calibration", "3"], 1000),
        (&["--metric", "mcc"], 1000),
        (&["--metric", "log-dor", "--subject-to", "fpr <= 0.5"], 1000),
        (&["--score", "f1", "--subject-to", "tpr > 0.9", "--subject-to", "gm > 0.99"], 1000),
        (&["--cost-fp", "2", "--cost-fn", "1", "--subject-to", "pt < 1/3"], 1000),
    ] {
        let text = made(SCORES, arguments);
        // The name of a score may be left out where the score at its place has the same values, and
        // which conditions were asked for is what the result says.
        let nameless = |document: &Value, place: &str, changed: &Value| {
            let is_gone = document.get("score").is_some() && changed.get("score").is_none();
            // A unit of the last digit more still encloses the loss.
            let is_wider = place.contains("/log_loss/") && is_number(changed.pointer(place));
            place.is_empty() && is_gone || place.starts_with("/subject_to") || is_wider
        };
        false_changes_are_refused(&text, &given, at_least, nameless);
    }
}

#[test]
fn every_false_change_of_several_preferences_is_refused() {
    let few = "y_true,a\n1,0.9\n0,0.4\n1,0.3\n0,0.3\n";
    let models = models(few);
    let given = Given { models: &models, ..Given::default() };
    let text = made(few, &["--score", "f1,tpr"]);
    // Which preferences were asked for is what the result says.
    let fewer = |document: &Value, place: &str, changed: &Value| match place {
        "/preferences" => {
            let said = |of: &Value| of["preferences"].as_array().map(Vec::len);
            said(document) == said(changed)
        }
        "" => changed.get("preferences").is_none() && changed.get("optimistic").is_none(),
        _ => {
            place.split('/').count() == 3
                && changed.pointer(place).is_some_and(|at| at.get("score").is_none())
        }
    };
    false_changes_are_refused(&text, &given, 500, fewer);
}

#[test]
fn every_false_change_of_weighted_thresholds_is_refused() {
    let weighted = "y_true,a,w\n1,0.9,0.5\n0,0.4,1.25\n1,0.6,1\n0,0.6,2\n0,0.1,1/3\n1,0.3,0\n";
    let models = models(weighted);
    let given = Given { models: &models, ..Given::default() };
    let arguments = ["thresholds", "s.csv", "--metric", "mcc", "--calibration", "2"];
    let run = Run::new(&[&arguments[..], &["--format", "json"]].concat()).file("s.csv", weighted);
    let (text, _) = run.notes();
    assert!(text.contains(r#""tp": "1/2""#), "{text}");
    // A unit of the last digit more still encloses the loss.
    let wider = |_: &Value, place: &str, changed: &Value| {
        place.contains("/log_loss/") && is_number(changed.pointer(place))
    };
    false_changes_are_refused(&text, &given, 300, wider);
}

#[test]
fn models_without_samples_of_both_classes_are_proved() {
    let one_class = "y_true,a\n1,0.9\n1,0.4\n1,0.4\n";
    let made = ["thresholds", "s.csv", "--positive", "1", "--format", "json"];
    let run = Run::new(&made).file("s.csv", one_class);
    let text = run.succeeds();
    let options = ReadOptions { positive_label: Some("1".to_owned()), ..ReadOptions::default() };
    let read = read_scores(one_class.as_bytes(), "s.csv", &options, &mut |_| ()).expect("scores");
    let given = Given { models: &read.models, ..Given::default() };
    false_changes_are_refused(&text, &given, 100, nothing);
}

#[test]
fn fixtures_are_proved() {
    let input = fixture("breast_cancer_scores.csv");
    for arguments in [
        &[][..],
        &["--score", "f1"],
        &["--score", "kappa"],
        &["--score", "f1,ppv,ba"],
        &["--metric", "mcc,f1", "--subject-to", "fpr <= 0.05", "--max-fpr", "0.1"],
        &["--calibration", "10"],
    ] {
        let arguments = [&["thresholds", &input], arguments, &["--format", "json"]].concat();
        let (text, _) = Run::new(&arguments).notes();
        let run = Run::new(&["verify", "r.json", &input]).file("r.json", text);
        let (said, _) = run.notes();
        let what = match arguments.contains(&"--calibration") {
            true => "hull, areas, mean scores and calibration of",
            false => "hull, areas and mean scores of",
        };
        assert!(said.contains(&format!("proved      {what} 7 models")), "{said}");
    }
}

#[test]
fn what_is_not_checked_is_said() {
    for (arguments, what) in [
        (&["--for-model", "a"][..], "for which preferences a vertex is best is not checked here"),
        (
            &["--target-prior", "1/10"],
            "thresholds chosen on other samples or for another prior are not checked here",
        ),
    ] {
        let text = content(&made(SCORES, arguments));
        let run = Run::new(&["verify", "r.json", "s.csv"]);
        let (said, hint) = run.file("r.json", text).file("s.csv", SCORES).refused();
        assert_eq!(said, format!("r.json: {what}"));
        assert!(hint.starts_with("the verifier in Python may know it"), "{hint}");
    }
    // Without its input nothing of a result is proved.
    let text = made(SCORES, &[]);
    assert!(!check(&text, &Given::default()).holds());
}
