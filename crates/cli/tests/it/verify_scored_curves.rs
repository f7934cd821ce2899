//! `verify` proves the areas under Brier curves and the gains of precision and recall, and refuses
//! each false change of them.

use exactile::threshold::ScoredModel;
use exactile_input::{ReadOptions, read_scores};
use exactile_verify::Given;
use serde_json::Value;

use crate::cli::{Run, fixture};
use crate::verify_results::{check, false_changes_are_refused};

/// Scores that tie within and between classes, of one model beyond probabilities.
const SCORES: &str = "y_true,a,b,c,d,e,f
1,0.9,0.9,0.5,0.1,0,1
0,0.4,0.8,0.5,0.9,1,0
1,0.6,1.3,0.7,0.4,0.3,1
0,0.6,0.1,0.2,0.4,0.5,0.5
0,0.1,0.2,0.2,0.7,0.5,0
1,1/3,0.7,0.5,0.8,0.2,1
0,0,0.1,0.1,0.6,0.9,0
";

fn models(text: &str) -> Vec<ScoredModel> {
    let read = read_scores(text.as_bytes(), "s.csv", &ReadOptions::default(), &mut |_| ());
    read.expect("scores").models
}

fn made(along: &str, arguments: &[&str]) -> String {
    let command =
        ["curve", "s.csv", "--input-format", "scores", "--quiet", "--format", "json", "--along"];
    Run::new(&[&command[..], &[along], arguments].concat()).file("s.csv", SCORES).succeeds()
}

#[test]
fn every_false_change_of_brier_curves_and_gains_is_refused() {
    let models = models(SCORES);
    let given = Given { models: &models, ..Given::default() };
    for along in ["brier", "precision-recall-gain"] {
        false_changes_are_refused(&made(along, &[]), &given, 500, |_, _, _| false);
    }
}

#[test]
fn results_without_models_are_refused() {
    let models = models(SCORES);
    let given = Given { models: &models, ..Given::default() };
    for along in ["brier", "precision-recall-gain"] {
        let mut document: Value = serde_json::from_str(&made(along, &[])).expect("JSON");
        document["models"] = serde_json::json!([]);
        assert_eq!(
            check(&document.to_string(), &given).failures[0].reason,
            "models: it is a list of 6, not a list of 0"
        );
    }
}

#[test]
fn gains_of_another_prior_are_proved_for_it_alone() {
    let models = models(SCORES);
    let text = made("precision-recall-gain", &["--target-prior", "1/5"]);
    let priors = ["1/5", "1/4"].map(|prior| prior.parse().expect("a fraction"));
    let given = Given { models: &models, target_prior: Some(&priors[0]), ..Given::default() };
    let found = check(&text, &given);
    assert!(found.holds() && found.not_proved.is_empty(), "{found:?}");
    let given = Given { models: &models, target_prior: Some(&priors[1]), ..Given::default() };
    assert!(!check(&text, &given).holds());
    let given = Given { models: &models, ..Given::default() };
    assert!(check(&text, &given).not_proved.iter().any(|open| open.contains("--target-prior")));
}

#[test]
fn the_curves_of_the_fixture_are_proved() {
    let input = fixture("breast_cancer_scores.csv");
    for along in ["brier", "precision-recall-gain"] {
        let command = ["curve", &input, "--input-format", "scores", "--along", along];
        let text = Run::new(&[&command[..], &["--format", "json"]].concat()).succeeds();
        let run =
            Run::new(&["verify", "--quiet", "r.json", &input]).file("r.json", &text).succeeds();
        assert!(run.contains("of 7 models") && !run.contains("not proved"), "{run}");
    }
}
