//! JSON with a sample per row.

use super::joined::join;
use super::*;

const OBJECTS: &str = r#"[{"id": "s1", "y_true": 0, "lr": 0, "svm": 0}, {"id": "s2", "y_true": 1, "lr": 1, "svm": 0},
 {"id": "s3", "y_true": 1, "lr": 1, "svm": 1}, {"id": "s4", "y_true": 0, "lr": 1, "svm": 0}]"#;
const EXPECTED: &str = "lr 1 1 0 2\nsvm 2 0 1 1";

fn counted(text: &str) -> String {
    shown(&read_text(text).expect("accepted"))
}

#[test]
fn samples_in_json_are_a_table_in_every_form() {
    let joint = ReadOptions { joint: Joint::All, ..ReadOptions::default() };
    let csv = "y_true,lr,svm\n0,0,0\n1,1,0\n1,1,1\n0,1,0\n";
    let csv = read_as(csv, &joint).expect("accepted");
    let lines = OBJECTS.replace("}, {", "}\n{").replace("},\n {", "}\n{").replace(['[', ']'], "");
    let lists = r#"{"y_true": [0, 1, 1, 0], "lr": [0, 1, 1, 1], "svm": [0, 0, 1, 0]}"#;
    let pandas = r#"{"y_true":{"0":0,"1":1,"2":1,"3":0},"lr":{"0":0,"1":1,"2":1,"3":1},
        "svm":{"3":0,"0":0,"1":0,"2":1}}"#;
    let rows = r#"{"a": {"y_true": 0, "lr": 0, "svm": 0}, "b": {"y_true": 1, "lr": 1, "svm": 0},
        "c": {"y_true": 1, "lr": 1, "svm": 1}, "d": {"svm": 0, "lr": 1, "y_true": 0}}"#;
    let escaped = OBJECTS.replace(r#""lr""#, r#""l\u0072""#).replace(": 1", r#": "\u0031""#);
    for text in [OBJECTS, &lines, lists, pandas, rows, &escaped] {
        let read = read_as(text, &joint).expect("accepted");
        assert_eq!(shown(&read), EXPECTED, "{text}");
        assert_eq!(read.joint, csv.joint, "{text}");
        let json = ReadOptions { format: Some(Format::Json), ..joint.clone() };
        assert_eq!(read_as(text, &json).expect("accepted"), read);
        let labels = ReadOptions { format: Some(Format::Predictions), ..joint.clone() };
        assert_eq!(read_as(text, &labels).expect("accepted"), read);
    }
    assert_eq!(
        read_text(OBJECTS).expect("accepted").notes,
        ["classifiers: lr, svm; truth: y_true; ignored: id"]
    );
}

#[test]
fn the_rules_of_tables_hold_for_json() {
    // A truth of another name, weights, columns that are left out or chosen, missing values.
    let text = OBJECTS.replace("y_true", "Ground Truth").replace("\"svm\"", "\"n\"");
    assert_eq!(counted(&text), "lr 0 0 0 1");
    let text = OBJECTS.replace("y_true", "real");
    let options = ReadOptions {
        truth: Some("real".to_owned()),
        only: vec!["svm".to_owned()],
        ..ReadOptions::default()
    };
    assert_eq!(shown(&read_as(&text, &options).expect("accepted")), "svm 2 0 1 1");
    let ignore = ReadOptions { ignore: vec!["lr".to_owned()], ..ReadOptions::default() };
    assert_eq!(shown(&read_as(OBJECTS, &ignore).expect("accepted")), "svm 2 0 1 1");
    let lacking = OBJECTS.replace(r#""lr": 1, "svm": 1}"#, r#""lr": null, "svm": 1}"#);
    assert_eq!(
        refusal(&lacking).lines().next(),
        Some("in:2:34: the label of \"lr\" is missing (object 3)")
    );
    let dropping = ReadOptions { drop_missing: true, ..ReadOptions::default() };
    let absent = OBJECTS.replace(r#""lr": 1, "svm": 1}"#, r#""svm": 1}"#);
    for text in [&lacking, &absent] {
        let read = read_as(text, &dropping).expect("accepted");
        assert_eq!((shown(&read), read.dropped), ("lr 1 1 0 1\nsvm 2 0 1 0".to_owned(), 1));
    }
    // Labels of two classes in words, scores, a long table.
    let words = OBJECTS.replace(": 0", ": false").replace(": 1", ": true");
    assert_eq!(counted(&words), EXPECTED);
    let scores = r#"{"y_true": [0, 1, 1, 0], "m": [0.25, 0.5, 1e-3, 7]}"#;
    assert_eq!(
        read_text(scores).expect("accepted").models[0].auc().expect("two").to_string(),
        "1/4"
    );
    let long = r#"{"model": "lr", "sample_id": 1, "y_true": 0, "y_pred": 0}
        {"model": "lr", "sample_id": 2, "y_true": 1, "y_pred": 0}
        {"model": "svm", "sample_id": 2, "y_true": 1, "y_pred": 1}
        {"model": "svm", "sample_id": 1, "y_true": 0, "y_pred": 1}"#;
    assert_eq!(counted(long), "lr 1 0 1 0\nsvm 0 1 0 1");
    let nested = OBJECTS.replace("\"id\": \"s", "\"doc\": {\"a\": [1]}, \"id\": \"s");
    let read = read_text(&nested).expect("accepted");
    assert_eq!(shown(&read), EXPECTED);
    assert_eq!(read.notes[1], "ignored lists and objects in in: \"doc\"");
}

#[test]
fn errors_in_json_rows_have_their_places() {
    let foreign = OBJECTS.replace(r#""lr": 1, "svm": 1}"#, r#""lr": "yes", "svm": 1}"#);
    assert_eq!(
        refusal(&foreign).lines().next(),
        Some("in:2:34: \"lr\" holds \"yes\", which y_true never holds (object 3)")
    );
    for (text, what) in [
        (r#"[{"y_true": 0, "lr": 0, "lr": 1}]"#, "in:1:31: \"lr\" is given twice (object 1)"),
        (r#"[{"y_true": 0, "lr": 0}, 7]"#, "in:1:26: an object is expected, not \"7\" (object 2)"),
        (
            r#"{"y_true": [0, 1], "lr": [0]}"#,
            "in:1:26: \"lr\" has 1 values where the first list has 2",
        ),
        (r#"{"y_true": [0, 1], "y_true": [0, 1]}"#, "in:1:30: \"y_true\" is given twice"),
        (r#"{"y_true": {"0": 0, "0": 1}, "lr": {"0": 1}}"#, "in:1:26: \"0\" is given twice"),
        (r#"[{"y_true": 0}]"#, "in: there is no column of predictions beside y_true"),
        (r#"{"y_true": [], "lr": []}"#, "in: there is no sample below the header"),
        (
            "{\"y_true\": 0, \"lr\": 0}\n{\"y_true\": 0, ",
            "in:2:14: the JSON is broken: EOF while parsing an object",
        ),
    ] {
        assert_eq!(refusal(text).lines().next(), Some(what), "{text}");
    }
}

#[test]
fn files_of_json_are_joined_with_each_other_and_with_csv() {
    let a = "{\"id\": \"q3\", \"y_true\": 1, \"lr\": 1}\n{\"id\": \"q1\", \"y_true\": 0, \"lr\": \
        0}\n\
        {\"id\": \"q2\", \"y_true\": 1, \"lr\": 1}\n{\"id\": \"q4\", \"y_true\": 0, \"lr\": 1}\n";
    let b = r#"{"id": ["q1", "q2", "q3", "q4"], "svm": [0, 0, 1, 0]}"#;
    let csv = "id,svm\nq1,0\nq2,0\nq3,1\nq4,0\n";
    for other in [b, csv] {
        let read = join(&[("a.jsonl", a), ("b", other)], &ReadOptions::default());
        assert_eq!(shown(&read.expect("accepted")), EXPECTED);
    }
    let refused = |b: &str| {
        let error = join(&[("a.jsonl", a), ("b.json", b)], &ReadOptions::default());
        error.expect_err("refused").to_string()
    };
    assert_eq!(
        refused(&b.replace("q4", "q2")),
        "b.json:1:27: the sample \"q2\" occurs twice for \"svm\", first at b.json:1:15"
    );
    assert_eq!(
        refused(r#"[{"id": "q1", "y_true": 1, "svm": 1}]"#),
        "b.json:1:25: the sample \"q1\" is \"1\" here, and another label at a.jsonl:2:1 (object 2) \
         (object 1)"
    );
    assert_eq!(
        refused(r#"{"A": [[1, 2], [3, 4]]}"#),
        "b.json: files are joined by columns, and this one has none"
    );
}

/// Python writes NaN and infinities into JSON.
#[test]
fn names_of_numbers_are_values() {
    let text = r#"[{"y_true": 1, "m": 0.5, "who": "NaN"}, {"y_true": 0, "m": NaN},
        {"y_true": 0, "m": -Infinity}, {"y_true": 1, "m": Infinity}]"#;
    let options = ReadOptions { drop_missing: true, ..ReadOptions::default() };
    let only = ReadOptions { only: vec!["m".to_owned()], ..options };
    let read = read_as(text, &only).expect("accepted");
    assert_eq!(read.models[0].auc().expect("two classes").to_string(), "1");
    assert_eq!((read.dropped, read.models[0].positives()), (1, 2));
    let refused = with_hint(&read_text(text).expect_err("a missing value"));
    assert!(refused.contains("in:1:"), "{refused}");
}
