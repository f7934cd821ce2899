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

/// The best thresholds of all models, which `rank` finds among all of their hulls.
#[test]
fn all_models_are_compared_at_their_best_thresholds() {
    let [scores, _] = both();
    let run = |words: &[&str]| {
        let all = [words, &["--format", "json", "--quiet"]].concat();
        Run::new(&all).file("s.csv", &scores)
    };
    let models = ["logistic", "knn_25", "rbf_svm_margin"];
    let names = |of: &Value| -> Vec<String> {
        let names = of.as_array().expect("a list").iter();
        names.map(|of| of["name"].as_str().expect("a name").to_owned()).collect()
    };
    for metric in ["f1", "error-rate", "mcc", "tnr"] {
        let ranked = names(&run(&["rank", "s.csv", "--score", metric]).json()["ranking"]);
        let best = |model: &&str| {
            let is_of = |name: &&String| name.starts_with(&format!("{model} >= "));
            ranked.iter().find(is_of).expect("a threshold").clone()
        };
        let best: Vec<String> = models.iter().map(best).collect();
        let all = run(&["compare", "s.csv", "--metric", metric]).json();
        assert_eq!(names(&all["classifiers"]), best, "{metric}");
        assert_eq!(all["at_best"], true);
        let pairs = |of: &Value| {
            let pairs = of["pairs"].as_array().expect("a list").iter();
            pairs.map(|of| [&of["first"], &of["second"]].map(Value::to_string).join(",")).collect()
        };
        let found: Vec<String> = pairs(&all);
        assert_eq!(found, ["0,1", "0,2", "1,2"]);
        // One of them has the same numbers; another threshold stands beside the best ones.
        let of_one = run(&["compare", "s.csv", "--metric", metric, "--first", "knn_25"]).json();
        assert_eq!(names(&of_one["classifiers"]), best);
        let found: Vec<String> = pairs(&of_one);
        assert_eq!(found, ["1,0", "1,2"]);
        assert_eq!(of_one["pairs"][1]["truly_better"], all["pairs"][2]["truly_better"]);
        let other = ["compare", "s.csv", "--metric", metric, "--first", "logistic >= inf"];
        if metric != "tnr" {
            let beside = names(&run(&other).json()["classifiers"]);
            assert_eq!(beside, [&["logistic >= inf".to_owned()][..], &best].concat());
        }
        // Both named, or thresholds given: as they are.
        let [first, second] = [&best[0], &best[1]];
        let both = ["compare", "s.csv", "--metric", metric, "--first", first, "--second", second];
        assert!(names(&run(&both).json()["classifiers"]).len() > 4);
        let fixed = run(&["compare", "s.csv", "--metric", metric, "--threshold", "0.5"]).json();
        assert_eq!(fixed["at_best"], Value::Null);
        let changed = ["compare", "s.csv", "--metric", metric, "--operation", "swap-classes"];
        let changed =
            [&changed[..], &["--unpaired", "--positives", "3", "--negatives", "3"]].concat();
        let changed = run(&changed).json();
        assert_eq!(changed["at_best"], Value::Null);
        assert!(names(&changed["classifiers"]).len() > 4);
        assert_eq!(names(&fixed["classifiers"])[0], "logistic >= 0.5");
    }
}

/// A model on whose hull the metric is nowhere defined has no best threshold.
#[test]
fn what_is_not_best_is_said() {
    let scores = "truth,a,flat\n1,.4,.1\n0,.3,.1\n1,.2,.1\n0,.1,.1\n";
    let text = |metric: &str| {
        let words = ["compare", "s.csv", "--positive", "1", "--metric", metric];
        Run::new(&words).file("s.csv", scores).notes().0
    };
    let not_best = "Not best, since dor is undefined there: flat >= inf, flat >= 0.1.\n";
    assert!(text("dor").contains(not_best), "{}", text("dor"));
    assert!(!text("f1").contains("Not best"), "{}", text("f1"));
}

/// A result about the best thresholds is verified on the scores, and on no others.
#[test]
fn best_thresholds_are_verified() {
    let [scores, _] = both();
    let made = ["compare", "s.csv", "--metric", "f1", "--format", "json", "--quiet"];
    let true_one = Run::new(&made).file("s.csv", &scores).succeeds();
    let verify = |document: &str| {
        let verify = ["verify", "r.json", "s.csv", "--quiet"];
        Run::new(&verify).file("s.csv", &scores).file("r.json", document)
    };
    verify(&true_one).succeeds();
    let all = true_one.replace(r#""at_best":true,"#, "");
    let other = true_one.replace(r#""at_best":true"#, r#""at_best":false"#);
    let metric = true_one.replace(r#""metric":"f1""#, r#""metric":"tnr""#);
    for false_one in [all, other, metric] {
        assert_ne!(false_one, true_one);
        assert_eq!(verify(&false_one).status().1, 1);
    }
}

/// Long work is announced: many pairs, with many samples each.
#[test]
fn many_pairs_are_announced() {
    let rows: Vec<String> =
        (0..60).map(|k| format!("m{k},{},{},10,290", 570 + k % 7, 30 - k % 7)).collect();
    let table = format!("name,tn,fp,fn,tp\n{}\n", rows.join("\n"));
    let command = ["compare", "x.csv", "--metric", "accuracy", "--format", "csv"];
    let (_, notes) = Run::new(&command).file("x.csv", table).notes();
    let note = "1770 pairs will be compared; --first NAME asks for those of one classifier";
    assert!(notes.contains(note), "{notes}");
}
