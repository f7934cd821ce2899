//! `exactile check` of rows as papers print them: short names, no sizes, pooled scores that are
//! means.

use serde_json::json;

use super::cli::{self, Run};

/// Returns what `check` prints for these arguments, and its exit status.
fn checked(arguments: &[&str]) -> (String, i32) {
    Run::new(&[&["check"], arguments].concat()).status()
}

#[test]
fn precision_and_recall_have_short_names() {
    let (text, status) = checked(&["--reported", "P=0.81, R=0.72, F1=0.76"]);
    assert_eq!(
        (text.as_str(), status),
        ("row 1: possible: of any test, for example TN 0, FP 3, FN 5, TP 13\n", 0)
    );
    let ranges = ["--positives", "1-200", "--negatives", "1-200", "--reported"];
    let (text, status) = checked(&[&ranges[..], &["P=0.81 R=0.72 F1=0.79"]].concat());
    let reason = "  P 0.81 and R 0.72 allow F1 from 0.7574 to 0.7672; 0.79 is printed\n";
    assert!(status == 1 && text.contains(reason), "{text}");
}

#[test]
fn tables_of_precision_and_recall_need_no_sizes() {
    let of = |table: &str| Run::new(&["check", "x.csv"]).file("x.csv", table);
    let (text, status) = of("name,P,R,F1\na,0.81,0.72,0.79\nb,.81,.72,.76\n").status();
    assert_eq!(
        (text.as_str(), status),
        (
            "a: impossible: P, R and F1 contradict each other\n\
             b: possible: of any test, for example TN 0, FP 3, FN 5, TP 13\n",
            1
        )
    );
    let (what, _) = of("name,P,spec\na,0.81,0.72\n").refused();
    assert!(what.contains("positives is missing"), "{what}");
}

#[test]
fn pooled_scores_may_be_means() {
    let folds = ["--fold-sizes", "2+3,4+3", "--average", "pooled"];
    let reported = ["--reported", "tpr=.625 tnr=.833"];
    let (text, status) = checked(&[&folds[..], &reported].concat());
    let reading = "  possible if the scores are means over the folds: for example TN 2, FP 1, FN \
                   0, TP 2; TN 3, FP 0, FN 3, TP 1\n";
    assert!(status == 1 && text.contains(reading), "{text}");
    let (text, status) = checked(&[&folds[..], &reported, &["--format", "json"]].concat());
    let found = cli::document(&text);
    assert_eq!(status, 1);
    let readings = &found["rows"][0]["explained_by"];
    let matrix = |tn, fp, fn_, tp| json!({"tn": tn, "fp": fp, "fn": fn_, "tp": tp});
    assert_eq!(
        *readings,
        json!([{"reading": "mean", "scores": ["tpr", "tnr"],
                "words": "the scores are means over the folds",
                "folds": [matrix(2, 1, 0, 2), matrix(3, 0, 3, 1)]}])
    );
    // Neither the scores of all folds nor means.
    let (text, status) = checked(&[&folds[..], &["--reported", "tpr=.61"]].concat());
    assert!(status == 1 && !text.contains("means over the folds"), "{text}");
}

#[test]
fn counts_in_a_reason_stand_for_themselves() {
    let sizes = ["--positives", "40", "--negatives", "60", "--reported"];
    let (text, status) = checked(&[&sizes[..], &["tp=38 tn=54 acc=0.93"]].concat());
    let reason = "tp = 38/40 and tn = 54/60 allows at most 38 + 54 = 92 of 100 right, 0.9200";
    assert!(status == 1 && text.contains(reason), "{text}");
}

#[test]
fn printed_tables_may_have_decimal_commas() {
    let results = "name,tn,fp,fn,tp\na,54,6,2,38\n";
    let printed = "name;acc;f1\na;0,92;0,9084\n";
    let (text, status) = Run::new(&["check", "--against", "r.csv", "p.csv"])
        .file("r.csv", results)
        .file("p.csv", printed)
        .status();
    assert_eq!(status, 1);
    assert!(
        text.contains("f1 of a is printed as 0.9084 and should be 0.9048")
            || text.contains("f1 of a is printed as 0,9084 and should be 0.9048"),
        "{text}"
    );
}
