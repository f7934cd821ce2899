//! Forms of input that other tools write.

use super::cli::{Run, document};
use serde_json::Value;

const COUNTS: &str = "name,tn,fp,fn,tp\nsvm,56,24,6,14\nlda,40,40,4,16\n";

fn ranked(name: &str, content: impl AsRef<[u8]>, more: &[&str]) -> (Value, String) {
    let arguments = [&["rank", name, "--score", "f1", "--format", "json"], more].concat();
    let (json, notes) = Run::new(&arguments).file(name, content).notes();
    (document(&json), notes)
}

#[test]
fn usual_headers_are_understood() {
    let (expected, _) = ranked("x.csv", COUNTS, &[]);
    for header in ["model,tn,fp,fn,tp", "Classifier,tn,fp,fn,tp"] {
        let content = COUNTS.replace("name,tn,fp,fn,tp", header);
        assert_eq!(ranked("x.csv", content, &[]), (expected.clone(), String::new()));
    }
    for header in
        ["name,tnr,tpr", "model,specificity,recall", "name,specificity,sensitivity", "name,fpr,tpr"]
    {
        let rows = if header.contains("fpr") {
            "svm,3/10,7/10\nlda,1/2,4/5\n"
        } else {
            "svm,7/10,7/10\nlda,1/2,4/5\n"
        };
        let (json, notes) = ranked("x.csv", format!("{header}\n{rows}"), &["--prior", "1/5"]);
        assert_eq!((&json, &*notes), (&expected, ""), "{header}");
    }
}

#[test]
fn an_index_of_rows_is_left_out_with_a_note() {
    let (expected, _) = ranked("x.csv", COUNTS, &[]);
    let content = ",name,tn,fp,fn,tp\n0,svm,56,24,6,14\n1,lda,40,40,4,16\n";
    let note = "note: ignored the first column of x.csv, an index without a name\n";
    assert_eq!(ranked("x.csv", content, &[]), (expected, note.to_owned()));
    let predictions = ",y_true,svm\n0,1,1\n1,0,1\n2,0,0\n";
    assert_eq!(ranked("x.csv", predictions, &[]).1, note);
}

#[test]
fn nested_matrices_and_lines_of_json_are_read() {
    let (expected, _) = ranked("x.csv", COUNTS, &[]);
    for content in [
        r#"{"svm": [[56, 24], [6, 14]], "lda": [[40, 40], [4, 16]]}"#,
        "{\"name\": \"svm\", \"tn\": 56, \"fp\": 24, \"fn\": 6, \"tp\": 14}\n{\"model\": \"lda\", \
         \"tn\": 40, \"fp\": 40, \"fn\": 4, \"tp\": 16}\n",
    ] {
        assert_eq!(ranked("x.json", content, &[]), (expected.clone(), String::new()));
    }
    Run::new(&["vut", "x.json"]).file("x.json", r#"{"svm": [[56, 24], [6]]}"#).fails(
        "x.json:1:9: a matrix [[tn, fp], [fn, tp]] is expected, not \"[[56, 24], [6]]\"\nhint: \
         write a list such as [{\"name\": \"A\", \"tn\": 5, \"fp\": 1, \"fn\": 2, \"tp\": 4}]",
    );
}

#[test]
fn a_folder_is_no_input_of_inspect() {
    let (what, hint) = Run::new(&["inspect", "."]).refused();
    assert_eq!(
        (what.as_str(), hint.as_str()),
        (".: cannot be read: Is a directory", "name a file in it")
    );
}
