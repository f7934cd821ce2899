//! `--at-best`: models that may choose their thresholds.

use super::cli::Run;
use exactile_testing::fixture;
use serde_json::{Value, json};

/// A has the points (0, 2/3) and (1/3, 1) of ROC space on its hull, B has (1/3, 2/3) and (0, 1/3).
const SCORES: &str = "y_true,A,B\n1,3,9\n1,3,4\n0,2,4\n1,2,1\n0,1,1\n0,1,1\n";

fn run(arguments: &[&str]) -> Run {
    let arguments = [arguments, &["--input-format", "scores", "--at-best"]].concat();
    Run::new(&arguments).file("s.csv", SCORES)
}

#[test]
fn a_model_has_one_rank_at_its_best_and_the_threshold_beside_it() {
    let found = run(&["regions", "s.csv", "--format", "json", "--rank", "1"]).json();
    assert_eq!(found["schema"], "exactile.regions-at-best.v1");
    assert_eq!((&found["prior_positive"], &found["optimistic"]), (&json!("1/2"), &json!(true)));
    assert_eq!(found["models"][0]["name"], "A");
    assert_eq!(
        found["models"][0]["thresholds"][1],
        json!({"threshold": "3", "tn": "3", "fp": "0", "fn": "1", "tp": "2"})
    );
    // A is ahead of B everywhere: at the threshold 3 if false alarms cost more, else at 2.
    let pieces = found["pieces"].as_array().expect("a list");
    let told: Vec<Value> = pieces
        .iter()
        .map(|piece| {
            json!([piece["model"], piece["thresholds"], piece["dimension"], piece["rank"]])
        })
        .collect();
    let expected = [
        json!([0, ["2"], 2, [1, 1]]),
        json!([0, ["3", "2"], 1, [1, 1]]),
        json!([0, ["3"], 2, [1, 1]]),
    ];
    assert_eq!(told, expected);
}

#[test]
fn text_says_that_thresholds_were_chosen_on_the_samples() {
    let text = run(&["regions", "s.csv"]).succeeds();
    assert!(text.contains("2 models, each at its best thresholds"));
    assert!(text.contains(" A      100.000 %     1      1  2, 3"), "{text}");
    assert!(text.contains("so the models look better than"));
    let csv = run(&["regions", "s.csv", "--format", "csv", "--rank", "2", "--area"]).succeeds();
    assert!(
        csv.starts_with("model,name,thresholds,dimension,rank_best,rank_worst,vertices,edges,area")
    );
    assert!(csv.lines().skip(1).all(|line| line.starts_with("1,B,")), "{csv}");
}

#[test]
fn the_ranking_by_a_score_is_that_of_thresholds() {
    let ranked =
        run(&["rank", "s.csv", "--score", "f1", "--among", "B", "--format", "json"]).json();
    assert_eq!(ranked["models"][0]["name"], "B");
    assert_eq!(ranked["models"][0]["rank"], json!([1, 1]));
    let thresholds = Run::new(&["thresholds", "s.csv", "--score", "f1", "--format", "json"]);
    let all = run(&["rank", "s.csv", "--score", "f1", "--format", "json"]).json();
    assert_eq!(all, thresholds.file("s.csv", SCORES).json());
}

#[test]
fn models_have_one_colour_in_pictures() {
    let scores = fixture("breast_cancer_scores.csv");
    for more in [&["--at-best"][..], &["--at-best", "--rank", "2"], &[]] {
        let arguments = [&["tile", &scores, "--quiet", "--input-format", "scores"], more].concat();
        let svg = Run::new(&arguments).succeeds();
        // Short names, which predict the same: 0.59 stands for 0.5954397202808416.
        assert!(svg.contains("logistic &gt;= 0.06"), "{more:?}");
        assert!(!svg.contains("0.5954397"), "{more:?}");
        assert_eq!(svg.contains("on new data expect worse"), !more.is_empty());
    }
}

#[test]
fn what_cannot_be_at_its_best_is_refused() {
    let fails = |arguments: &[&str], what: &str| {
        let (error, hint) = run(arguments).refused();
        assert!(format!("{error} {hint}").contains(what), "{error} {hint}");
    };
    fails(&["regions", "s.csv", "--rank", "3"], "s.csv: there is no rank 3 among 2 models");
    fails(&["regions", "s.csv", "--among", "C"], "s.csv: there is no model \"C\"");
    fails(&["regions", "s.csv", "--format", "wkt"], "not written as wkt");
    fails(
        &["rank", "s.csv", "--score", "predicted-positives"],
        "no threshold is best for predicted-positives",
    );
    fails(&["tile", "s.csv", "--flavor", "best"], "flavors entity and rank");
    let matrices = Run::new(&["regions", "x.csv", "--at-best"]);
    let (error, hint) = matrices.file("x.csv", "name,tn,fp,fn,tp\nA,1,2,3,4\n").refused();
    assert!(hint.contains("a column of scores for each model"), "{error} {hint}");
}
