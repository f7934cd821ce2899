//! Thresholds of models are compared on the same samples, as the predictions that they make are.

use exactile::num::Rational;
use exactile_testing::fixture;
use serde_json::Value;

use super::cli::Run;

/// Three models of the fixture, and the predictions of all their thresholds that commands name.
fn both() -> [String; 2] {
    let text = std::fs::read_to_string(fixture("breast_cancer_scores.csv")).expect("readable");
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let columns = [0, 1, 4, 7];
    let mut scores = String::new();
    for row in &rows {
        scores.push_str(&columns.map(|k| row[k]).join(","));
        scores.push('\n');
    }
    let ranked = Run::new(&[
        "score",
        "s.csv",
        "--input-format",
        "scores",
        "--metric",
        "f1",
        "--format",
        "json",
    ])
    .file("s.csv", &scores)
    .json();
    let names: Vec<String> = ranked["classifiers"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|of| of["name"].as_str().expect("a name").to_owned())
        .collect();
    let mut predictions = format!("y_true,{}\n", names.join(","));
    for row in &rows[1..] {
        predictions.push_str(row[0]);
        for name in &names {
            let (model, threshold) = name.split_once(" >= ").expect("a threshold");
            let column = rows[0].iter().position(|header| *header == model).expect("a column");
            let number = |text: &str| text.parse::<Rational>().expect("a number");
            let is_above = threshold != "inf" && number(row[column]) >= number(threshold);
            predictions.push_str(if is_above { ",1" } else { ",0" });
        }
        predictions.push('\n');
    }
    [scores, predictions]
}

/// The document of a command on either input, without what says which input it was.
fn documents(arguments: &[&str]) -> [Value; 2] {
    let [scores, predictions] = both();
    let more = ["--format", "json"];
    let of_scores = [arguments, &["--quiet", "--input-format", "scores"], &more].concat();
    let of_predictions = [arguments, &more].concat();
    [(of_scores, scores), (of_predictions, predictions)].map(|(arguments, text)| {
        let mut document = Run::new(&arguments).file("x.csv", text).json();
        document.as_object_mut().expect("an object").remove("provenance");
        document
    })
}

#[test]
fn comparisons_are_those_of_the_predictions() {
    let compare =
        ["compare", "x.csv", "--metric", "f1", "--first", "logistic >= 0.4871970590019188"];
    // Another model, the same one elsewhere, nobody positive.
    for second in ["knn_25 >= 0.36", "logistic >= 0.7243672913078333", "rbf_svm_margin >= inf"] {
        let [scores, predictions] = documents(&[&compare[..], &["--second", second]].concat());
        assert_eq!(scores["paired"], true);
        assert_eq!(scores, predictions);
    }
    let unpaired = [&compare[..], &["--second", "knn_25 >= 0.36", "--unpaired"]].concat();
    let [scores, predictions] = documents(&unpaired);
    assert_eq!(scores["paired"], false);
    assert_eq!(scores, predictions);
}

#[test]
fn ranks_are_those_of_the_predictions() {
    let arguments =
        ["confidence", "x.csv", "--score", "f1", "--draws", "2000", "--question", "truly"];
    let [scores, predictions] = documents(&arguments);
    assert_eq!(scores["paired"], true);
    assert_eq!(scores, predictions);
}

#[test]
fn pairs_along_curves_are_those_of_the_predictions() {
    let pair =
        ["--first", "logistic >= 0.4871970590019188", "--second", "knn_25 >= 0.36", "--steps", "4"];
    let [scores, predictions] =
        documents(&[&["curve", "x.csv", "--along", "decision"], &pair[..]].concat());
    assert_eq!(scores["paired"], true);
    assert_eq!(scores, predictions);
}

/// The order of the rows does not matter.
#[test]
fn permuted_rows_change_nothing() {
    let [scores, _] = both();
    let (header, rows) = scores.split_once('\n').expect("rows");
    let mut reversed: Vec<&str> = rows.lines().collect();
    reversed.reverse();
    let reversed = format!("{header}\n{}\n", reversed.join("\n"));
    for arguments in [
        &[
            "compare",
            "x.csv",
            "--metric",
            "mcc",
            "--first",
            "logistic >= 0.4871970590019188",
            "--second",
            "knn_25 >= 0.36",
        ][..],
        &["curve", "x.csv", "--along", "f-beta"],
        &["curve", "x.csv", "--along", "brier", "--ignore", "rbf_svm_margin"],
        &["curve", "x.csv", "--along", "precision-recall-gain"],
        &["regions", "x.csv", "--at-best"],
    ] {
        let arguments =
            [arguments, &["--quiet", "--input-format", "scores", "--format", "json"]].concat();
        let [there, here] = [&scores, &reversed].map(|text| {
            let mut document = Run::new(&arguments).file("x.csv", text).json();
            document.as_object_mut().expect("an object").remove("provenance");
            document
        });
        assert_eq!(there, here, "{arguments:?}");
    }
}

/// A model alone is compared at the best of its thresholds by the metric, whichever that is.
#[test]
fn models_are_compared_at_their_best_thresholds() {
    let [scores, _] = both();
    let asked = |words: &[&str]| {
        let all = [&["compare", "s.csv", "--format", "json", "--quiet"], words].concat();
        Run::new(&all).file("s.csv", &scores).json()
    };
    for metric in ["f1", "error-rate", "mcc"] {
        let ranked = Run::new(&["rank", "s.csv", "--score", metric, "--format", "json", "--quiet"])
            .file("s.csv", &scores)
            .json();
        let best = |model: &str| {
            let start = format!("{model} >= ");
            let names = ranked["ranking"].as_array().expect("a ranking").iter();
            let mut names = names.map(|of| of["name"].as_str().expect("a name").to_owned());
            names.find(|name| name.starts_with(&start)).expect("a threshold")
        };
        let models = ["logistic", "knn_25"];
        let found = asked(&["--metric", metric, "--first", models[0], "--second", models[1]]);
        let [first, second] = models.map(best);
        let named = asked(&["--metric", metric, "--first", &first, "--second", &second]);
        for asked in [&found, &named] {
            let pair = &asked["pairs"][0];
            let name = |side: &str| {
                let position = pair[side].as_u64().and_then(|k| usize::try_from(k).ok());
                &asked["classifiers"][position.expect("a position")]["name"]
            };
            assert_eq!([name("first"), name("second")], [first.as_str(), second.as_str()]);
            assert_eq!(pair["truly_better"], found["pairs"][0]["truly_better"], "{metric}");
        }
    }
}
