//! JSON with a classifier per key, and classification reports.

use super::*;

const REPORT: &str = r#"{"lr": {"0": {"precision": 0.9550561797752809, "recall": 0.9444444444444444, "support": 90.0}, "1": {"precision": 0.9019607843137255, "recall": 0.92, "support": 50.0}, "accuracy": 0.9357142857142857}}"#;

#[test]
fn matrices_have_many_forms_in_json() {
    for text in [
        r#"{"A": {"tn": 1, "fp": 2, "fn": 3, "tp": 4}}"#,
        r#"{"A": {"confusion_matrix": [[1, 2], [3, 4]]}}"#,
        r#"{"A": {"confusion_matrix": {"TN": 1, "FP": 2, "FN": 3, "TP": 4}, "accuracy": 0.5}}"#,
        r#"{"name": "A", "confusion_matrix": [[1, 2], [3, 4]]}"#,
    ] {
        assert_eq!(accepted(text), "A 1 2 3 4", "{text}");
    }
    assert_eq!(accepted(r#"{"confusion_matrix": [[1, 2], [3, 4]]}"#), "in 1 2 3 4");
}

#[test]
fn reports_give_the_counts_exactly_or_are_refused() {
    let read = read_text(REPORT).expect("accepted");
    assert_eq!((shown(&read).as_str(), read.positive.as_deref()), ("lr 85 5 4 46", Some("1")));
    let alone = REPORT.strip_prefix(r#"{"lr": "#).and_then(|text| text.strip_suffix('}'));
    assert_eq!(shown(&read_text(alone.expect("it is within")).expect("accepted")), "in 85 5 4 46");
    let negative = ReadOptions { positive_label: Some("0".to_owned()), ..ReadOptions::default() };
    let read = read_as(REPORT, &negative).expect("accepted");
    assert_eq!((shown(&read).as_str(), read.notes.len()), ("lr 46 4 5 85", 0));
    assert_eq!(
        refusal(REPORT.replace("0.9444444444444444", "0.94")),
        "in:1:58: the report does not give the counts: a recall of 0.94 of 90.0 samples is no \
         whole number of them\nhint: give the confusion matrix, [[tn, fp], [fn, tp]]"
    );
    assert_eq!(
        refusal(REPORT.replace("0.9019607843137255", "0.9")).lines().next(),
        Some(
            "in:1:101: the report does not give the counts: the counts have a precision of 46/51 \
             for \"1\""
        )
    );
}
