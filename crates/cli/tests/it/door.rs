//! Forms of input that people bring, to the end.

use super::cli::{Run, document};
use serde_json::{Value, json};

fn score(file: (&str, &str), more: &[&str]) -> Value {
    let arguments = [&["score", file.0, "--format", "json"], more].concat();
    document(&Run::new(&arguments).file(file.0, file.1).notes().0)
}

/// The values of one metric, by classifier.
fn values(document: &Value) -> Vec<Value> {
    let classifiers = document["classifiers"].as_array().expect("a list");
    classifiers.iter().map(|one| one["scores"].clone()).collect()
}

const PREDICTIONS: &str = r#"[{"id": "s1", "y_true": 0, "lr": 0, "svm": 0}, {"id": "s2", "y_true": 1, "lr": 1, "svm": 0}, {"id": "s3", "y_true": 1, "lr": 1, "svm": 1}, {"id": "s4", "y_true": 0, "lr": 1, "svm": 0}]"#;
const PASS_FAIL: &str = "{\"doc_id\": 0, \"acc\": 1.0, \"target\": \"A\"}\n{\"doc_id\": 1, \
     \"acc\": 0.0, \"target\": \"C\"}\n{\"doc_id\": 2, \"acc\": 1.0, \"target\": \
     \"B\"}\n{\"doc_id\": 3, \"acc\": 1.0, \"target\": \"A\"}\n";

#[test]
fn predictions_in_json_are_scored() {
    let found = score(("predictions.json", PREDICTIONS), &["--metric", "f1"]);
    let f1 = |value: &str| json!({ "f1": { "value": value } });
    assert_eq!(values(&found), [f1("4/5"), f1("2/3")]);
}

#[test]
fn passes_and_failures_have_an_accuracy_and_nothing_else() {
    let found = score(("samples_m.jsonl", PASS_FAIL), &[]);
    let scores = json!({ "accuracy": { "value": "3/4" }, "error-rate": { "value": "1/4" } });
    assert_eq!(values(&found), [scores]);
    assert_eq!(found["classifiers"][0]["name"], "m");
    Run::new(&["--quiet", "rank", "samples_m.jsonl", "--score", "f1"]).file("samples_m.jsonl", PASS_FAIL).fails(
        "f1 needs the true labels and predictions of two classes, but the input only says which \
         predictions are right\nhint: choose accuracy or error-rate, or give true labels",
    );
}

#[test]
fn one_class_is_compared_by_its_rate() {
    let csv = "y_true,A,B,count\n1,1,1,60\n1,1,0,12\n1,0,1,4\n1,0,0,24\n";
    let rights = csv.replace("y_true,", "id,");
    for (metric, text, more) in
        [("accuracy", csv, None), ("tpr", csv, None), ("accuracy", &*rights, Some("--correct"))]
    {
        let mut arguments = vec!["compare", "x.csv", "--metric", metric, "--format", "json"];
        arguments.extend(more);
        let found = document(&Run::new(&arguments).file("x.csv", text).notes().0);
        assert_eq!([&found["positives"], &found["negatives"]], [&json!(100), &json!(0)]);
        let pair = &found["pairs"][0];
        assert_eq!(pair["discordant"], json!({ "positives": [12, 4], "negatives": [0, 0] }));
        // 5034/65536.
        let swaps = json!({ "one_sided": "2517/65536", "two_sided": "2517/32768",
            "two_sided_mid": "1607/32768", "holm": "2517/32768" });
        assert_eq!(pair["swap_test"], swaps);
        let arguments = ["rank", "x.csv", "--score", metric, "--format", "json"];
        let arguments: Vec<&str> = arguments.into_iter().chain(more).collect();
        let found = document(&Run::new(&arguments).file("x.csv", text).notes().0);
        assert_eq!(found["ranking"][0]["value"], "18/25");
    }
    Run::new(&["--quiet", "compare", "x.csv", "--metric", "f1"]).file("x.csv", csv).fails(
        "x.csv: no observation of the negative class, so that its rate is not known\nhint: \
             give counts with samples of both classes",
    );
}

/// Questions about two classes are refused where a table only says who was right.
#[test]
fn rights_and_wrongs_have_no_second_class() {
    let csv = "id,site,A,B\na,x,1,0\nb,x,1,1\nc,y,0,0\n";
    for (arguments, asked) in [
        (&["vut"][..], "the volume under the Tile"),
        (&["advantage"], "the advantage over constant predictions"),
        (&["domains", "--by", "site", "--score", "f1"], "f1"),
        (&["domains", "--by", "site", "--gaps", "tpr"], "tpr"),
    ] {
        let arguments = [arguments, &["x.csv", "--correct", "--quiet"]].concat();
        let (what, hint) = Run::new(&arguments).file("x.csv", csv).refused();
        assert!(what.starts_with(&format!("{asked} needs the true labels")), "{what}");
        assert_eq!(hint, "choose accuracy or error-rate, or give true labels");
    }
    let further = ["--quiet", "confidence", "x.csv", "--correct", "--negatives", "9"];
    let (what, hint) = Run::new(&further).file("x.csv", csv).refused();
    assert!(what.starts_with("--negatives counts samples of one class"), "{what}");
    assert_eq!(hint, "leave it out; --positives is the number of further samples");
}

#[test]
fn one_class_has_tiers_and_plans() {
    let csv = "y_true,A,B,count\n1,1,1,60\n1,1,0,12\n1,0,1,4\n1,0,0,24\n";
    let rights = csv.replace("y_true,", "id,");
    let json = |arguments: &[&str], text: &str| {
        let arguments = [arguments, &["x.csv", "--format", "json"]].concat();
        Run::new(&arguments).file("x.csv", text).notes().0
    };
    let verified = |result: &str, text: &str| {
        let run = Run::new(&["--quiet", "verify", "r.json", "x.csv"]).file("x.csv", text);
        run.file("r.json", result).succeeds()
    };
    // The positive class is the only one: its rate is the accuracy.
    let of_accuracy = json(&["confidence", "--metric", "accuracy"], csv);
    let found = document(&of_accuracy);
    assert_eq!([&found["positives"], &found["negatives"]], [&json!(100), &json!(0)]);
    let of_tpr = document(&json(&["confidence", "--metric", "tpr"], csv));
    assert_eq!(found["classifiers"], of_tpr["classifiers"]);
    assert_eq!(found["tiers"][0]["members"], json!([0]));
    // As `compare` has it.
    let pair = document(&json(&["compare", "--metric", "tpr"], csv));
    let lower = &pair["pairs"][0]["truly_better"]["lower"];
    assert_eq!(&found["classifiers"][0]["truly_best"]["lower"], lower);
    let of_rights = document(&json(&["confidence", "--metric", "accuracy", "--correct"], &rights));
    assert_eq!(of_rights["tiers"], found["tiers"]);
    assert!(verified(&of_accuracy, csv).contains("on the next test of 100 positives and 0"));
    // The mirror image: negatives only.
    let mirrored = csv.replace("\n1,", "\n0,").replace(",1,1,", ",x,x,").replace(",0,0,", ",1,1,");
    let mirrored = mirrored.replace(",x,x,", ",0,0,").replace("0,1,0,12", "0,0,1,12");
    let mirrored = mirrored.replace("0,0,1,4", "0,1,0,4");
    let arguments = ["confidence", "--metric", "tnr", "--positive", "1"];
    let of_tnr = document(&json(&arguments, &mirrored));
    assert_eq!([&of_tnr["positives"], &of_tnr["negatives"]], [&json!(0), &json!(100)]);
    assert_eq!(of_tnr["classifiers"][0]["truly_best"], of_tpr["classifiers"][0]["truly_best"]);

    for question in [&["truly"][..], &["power"], &["next"], &["next", "--unpaired"]] {
        let plan = [&["plan", "--metric", "accuracy", "--draws", "500", "--question"], question];
        let made = json(&plan.concat(), csv);
        let smallest = document(&made)["smallest"].clone();
        assert_eq!(smallest["negatives"], json!(0), "{question:?}");
        assert!(smallest["positives"].as_u64() > Some(30), "{question:?}: {smallest}");
        assert!(verified(&made, csv).contains("alone is the best by accuracy"), "{question:?}");
    }
    let text = Run::new(&["--quiet", "plan", "x.csv", "--metric", "accuracy", "--correct"]);
    let text = text.file("x.csv", &rights).succeeds();
    assert!(text.starts_with("A is truly the best by accuracy with"), "{text}");
    assert!(text.lines().next().is_some_and(|line| line.ends_with(" samples")), "{text}");

    // What needs the other class says so.
    Run::new(&["--quiet", "plan", "x.csv", "--metric", "f1"]).file("x.csv", csv).fails(
        "x.csv: no observation of the negative class, so that its rate is not known\nhint: give \
         counts with samples of both classes",
    );
    for command in ["plan", "confidence"] {
        let run = Run::new(&["--quiet", command, "x.csv", "--metric", "tpr", "--correct"]);
        run.file("x.csv", &rights).fails(
            "tpr needs the true labels and predictions of two classes, but the input only says \
             which predictions are right\nhint: choose accuracy or error-rate, or give true labels",
        );
    }
}

#[test]
fn lists_of_matrices_and_nested_scores_are_read() {
    let list = r#"[{"model": "a", "confusion_matrix": [[50, 10], [5, 35]]}, {"model": "b", "confusion_matrix": [[45, 15], [2, 38]]}]"#;
    let found = score(("list.json", list), &["--metric", "f1"]);
    let f1 = |value: &str| json!({ "f1": { "value": value } });
    assert_eq!(values(&found), [f1("14/17"), f1("76/93")]);
    let nameless = list.replace(r#""model": "b", "#, "");
    Run::new(&["score", "list.json"])
        .file("list.json", nameless)
        .fails("list.json:1:59: name is missing (object 2)\nhint: give each object its name");

    let line = |id: u32, says: &str| {
        format!(
            "{{\"id\": {id}, \"epoch\": 1, \"scores\": {{\"match\": {{\"value\": \"{says}\", \
             \"answer\": \"4\"}}}}}}\n"
        )
    };
    let log = ["C", "I", "C"].iter().zip(1..).map(|(says, id)| line(id, says)).collect::<String>();
    let found = score(("log.jsonl", &log), &["--metric", "accuracy"]);
    assert_eq!(values(&found), [json!({ "accuracy": { "value": "2/3" } })]);
    // Of several scorers one is asked for.
    let two = log.replace("\"match\"", "\"other\": {\"value\": \"I\"}, \"match\"");
    let found = score(("log.jsonl", &two), &["--metric", "accuracy", "--prediction", "match"]);
    assert_eq!(values(&found), [json!({ "accuracy": { "value": "2/3" } })]);
}

#[test]
fn one_odd_number_among_labels_is_no_score() {
    let csv = "y_true,b\n1,1\n0,0.5\n1,1\n0,0\n1,1\n";
    Run::new(&["score", "x.csv", "--metric", "f1"]).file("x.csv", csv).fails(
        "x.csv:3:2: \"b\" holds \"0.5\", which y_true never holds\nhint: correct the label; y_true \
         holds \"1\" and \"0\"",
    );
    // Two are scores, and so is one if there are no labels beside it.
    for scores in
        [csv.replace("0,0\n", "0,0.25\n"), csv.replace(",0\n", ",0.5\n").replace(",1\n", ",0.5\n")]
    {
        Run::new(&["thresholds", "x.csv"]).file("x.csv", scores).notes();
    }
}

#[test]
fn comments_are_no_classifiers() {
    let csv = "y_true,lr,comment\n1,1,fine day\n0,0,fine day\n1,0,fine day\n";
    let json = r#"[{"id": "a", "y_true": 1, "lr": 1, "comment": "fine day"}, {"id": "b", "y_true": 0, "lr": 0, "comment": ""}, {"id": "c", "y_true": 1, "lr": 0, "comment": "fog"}]"#;
    for file in [("x.csv", csv), ("x.json", json)] {
        let run = Run::new(&["score", file.0, "--metric", "f1", "--format", "json"]);
        let (found, notes) = run.file(file.0, file.1).notes();
        assert_eq!(values(&document(&found)), [json!({ "f1": { "value": "2/3" } })]);
        assert!(notes.contains("comment"), "{notes}");
    }
}
