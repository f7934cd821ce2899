//! `verify` proves the regions of models at their best thresholds, and refuses each false change of
//! them.

use exactile::threshold::ScoredModel;
use exactile_input::{ReadOptions, read_scores};
use exactile_verify::Given;
use serde_json::Value;

use crate::cli::{Run, fixture};
use crate::verify_results::{check, false_changes_are_refused};

/// Scores that tie within and between classes.
const SCORES: &str =
    "y_true,a,b\n1,0.9,0.9\n0,0.4,0.8\n1,0.6,0.3\n0,0.6,0.1\n0,0.1,0.2\n1,0.3,0.7\n";

fn models(text: &str) -> Vec<ScoredModel> {
    let read = read_scores(text.as_bytes(), "s.csv", &ReadOptions::default(), &mut |_| ());
    read.expect("scores").models
}

fn made(text: &str, arguments: &[&str]) -> String {
    let command = [
        "regions",
        "s.csv",
        "--input-format",
        "scores",
        "--at-best",
        "--quiet",
        "--format",
        "json",
    ];
    Run::new(&[&command, arguments].concat()).file("s.csv", text).succeeds()
}

/// Pieces and selected models may stand in any order, and so may ranks, of which those matter that
/// a piece has.
fn may_be_true(document: &Value, place: &str, changed: &Value) -> bool {
    let sorted = |of: &Value, key: &str| {
        let mut texts: Vec<String> =
            of[key].as_array().into_iter().flatten().map(Value::to_string).collect();
        texts.sort_unstable();
        texts
    };
    let ranks = |of: &Value| -> Vec<u64> {
        of["ranks"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect()
    };
    let in_pieces: Vec<u64> = document["pieces"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|piece| piece["rank"][0].as_u64())
        .collect();
    let is_one_more_rank = ranks(document).iter().all(|rank| ranks(changed).contains(rank))
        && ranks(changed).iter().all(|rank| *rank <= 2)
        && !in_pieces.contains(&2);
    place == "/pieces" && sorted(document, "pieces") == sorted(changed, "pieces")
        || place == "/selected" && sorted(document, "selected") == sorted(changed, "selected")
        || place == "/ranks" && sorted(document, "ranks") == sorted(changed, "ranks")
        || place.starts_with("/ranks") && is_one_more_rank
}

#[test]
fn every_false_change_of_regions_at_best_is_refused() {
    let models = models(SCORES);
    let given = Given { models: &models, ..Given::default() };
    for arguments in [&["--area"][..], &["--rank", "1"], &["--classifier", "b"]] {
        false_changes_are_refused(&made(SCORES, arguments), &given, 500, may_be_true);
    }
}

#[test]
fn regions_at_best_of_another_prior_are_proved_for_it_alone() {
    let models = models(SCORES);
    let text = made(SCORES, &["--target-prior", "1/5", "--area"]);
    let target = "1/5".parse().expect("a fraction");
    let given = Given { models: &models, target_prior: Some(&target), ..Given::default() };
    let found = check(&text, &given);
    assert!(found.holds() && found.not_proved.is_empty(), "{found:?}");
    let other = "1/4".parse().expect("a fraction");
    let given = Given { models: &models, target_prior: Some(&other), ..Given::default() };
    assert!(!check(&text, &given).holds());
    let given = Given { models: &models, ..Given::default() };
    assert!(check(&text, &given).not_proved.iter().any(|open| open.contains("--target-prior")));
}

#[test]
fn pieces_of_one_model_are_complete() {
    let models = models(SCORES);
    let given = Given { models: &models, ..Given::default() };
    let text = made(SCORES, &["--classifier", "b"]);
    let found = check(&text, &given);
    assert!(found.holds() && found.not_proved.is_empty(), "{found:?}");
    let mut document: Value = serde_json::from_str(&text).expect("JSON");
    let pieces = document["pieces"].as_array_mut().expect("pieces");
    pieces.remove(1);
    let found = check(&document.to_string(), &given);
    assert_eq!(found.failures[0].reason, "pieces: 1 are missing");
}

#[test]
fn results_that_claim_nothing_are_refused() {
    let models = models(SCORES);
    let given = Given { models: &models, ..Given::default() };
    let mut document: Value = serde_json::from_str(&made(SCORES, &["--rank", "1"])).expect("JSON");
    let refused =
        |document: &Value| check(&document.to_string(), &given).failures[0].reason.clone();
    let mut others = document.clone();
    others["ranks"] = serde_json::json!([1, 99]);
    assert_eq!(refused(&others), "ranks: ranks from 1 to 2 should stand here");
    document["pieces"] = serde_json::json!([]);
    assert!(refused(&document).contains("are missing"));
    for ranks in ["[99]", "[]", "[0]", "[1, 1]"] {
        document["ranks"] = serde_json::from_str(ranks).expect("JSON");
        assert_eq!(refused(&document), "ranks: ranks from 1 to 2 should stand here", "{ranks}");
    }
    document.as_object_mut().expect("an object").remove("ranks");
    assert!(refused(&document).contains("are missing"));
    document["selected"] = serde_json::json!([]);
    assert_eq!(refused(&document), "selected: a list of models should stand here");
}

#[test]
fn a_model_that_never_has_a_rank_has_no_pieces() {
    let scores = "y_true,best,worst\n1,0.9,0.1\n1,0.8,0.2\n0,0.1,0.9\n0,0.2,0.8\n";
    let models = models(scores);
    let given = Given { models: &models, ..Given::default() };
    let text = made(scores, &["--classifier", "worst", "--classifier", "worst", "--rank", "1"]);
    let found = check(&text, &given);
    assert!(found.holds() && found.not_proved.is_empty(), "{found:?}");
    assert!(!check(&text.replace("\"worst\"", "\"best\""), &given).holds());
}

#[test]
fn the_fixture_at_its_best_thresholds_is_proved() {
    let input = fixture("breast_cancer_scores.csv");
    let command = ["regions", &input, "--input-format", "scores", "--at-best", "--area"];
    let text = Run::new(&[&command[..], &["--format", "json"]].concat()).succeeds();
    let run = Run::new(&["verify", "--quiet", "r.json", &input]).file("r.json", &text).succeeds();
    assert!(run.contains("225 pieces of 7 models with ranks and thresholds and areas"), "{run}");
}
