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

/// Rates by class are no counts: they have the prior that is given, and none without.
#[test]
fn row_normalised_matrices_need_a_prior() {
    let prior = Some(Rational::new(1, 10));
    let given = ReadOptions { prior_positive: prior, ..ReadOptions::default() };
    for text in [
        r#"{"A": [[0.97, 0.03], [0.11, 0.89]], "B": [[1, 0], [0.5, 0.5]]}"#,
        r#"[{"name": "A", "tn": 0.97, "fp": 0.03, "fn": 0.11, "tp": 0.89}]"#,
        r#"{"A": {"confusion_matrix": [[0.97, 0.03], [0.11, 0.89]]}}"#,
    ] {
        assert_eq!(
            with_hint(&read_text(text).expect_err(text)),
            "in: tn + fp and fn + tp are 1 in every row: these are rates, and their positive \
             prior is not known\nhint: give the positive prior with --prior, or the counts \
             themselves"
        );
        let read = read_as(text, &given).expect(text);
        let matrix = &read.classifiers[0].matrix;
        assert_eq!(
            (matrix.tp().to_string(), matrix.tn().to_string()),
            ("89/1000".into(), "873/1000".into())
        );
        assert_eq!(read.notes, Vec::<String>::new(), "{text}");
    }
    assert_eq!(accepted(r#"{"A": [[1, 0], [0, 1]]}"#), "A 1 0 0 1");
}

#[test]
fn labels_beside_a_matrix_say_which_class_is_positive() {
    let read = |labels: &str, asked: Option<&str>| {
        let text = format!(r#"{{"labels": {labels}, "confusion_matrix": [[25, 3], [1, 31]]}}"#);
        let positive_label = asked.map(str::to_owned);
        let options = ReadOptions { positive_label, ..ReadOptions::default() };
        let found = read_as(&text, &options).map_err(|error| with_hint(&error))?;
        let counts = shown(&found);
        Ok::<_, String>((found.positive.unwrap_or_default(), counts))
    };
    let found = |positive: &str, counts: &str| Ok((positive.to_owned(), counts.to_owned()));
    let names = r#"["malignant", "benign"]"#;
    assert_eq!(read(names, None), found("benign", "in 25 3 1 31"));
    assert_eq!(read(names, Some("malignant")), found("malignant", "in 31 1 3 25"));
    assert_eq!(read("[0, 1]", None), found("1", "in 25 3 1 31"));
    assert_eq!(read("[1, 0]", None), found("1", "in 31 1 3 25"));
    // Named counts are what their names say, and one label is positive for all classifiers.
    let named = r#"{"labels": [1, 0], "confusion_matrix": {"tn": 1, "fp": 2, "fn": 3, "tp": 4}}"#;
    assert_eq!(accepted(named), "in 1 2 3 4");
    let of = |name: &str, labels: &str| {
        format!(r#"{{"name": "{name}", "labels": {labels}, "confusion_matrix": [[1, 2], [3, 4]]}}"#)
    };
    let both = format!("[{}, {}]", of("A", r#"["a", "b"]"#), of("B", r#"["b", "a"]"#));
    let found = read_text(&both).expect("accepted");
    assert_eq!(shown(&found), "A 1 2 3 4\nB 4 3 2 1");
    assert_eq!(found.positive.as_deref(), Some("b"));
    assert!(read(names, Some("yes")).is_err_and(|error| error.contains("\"yes\"")));
}

/// The ways in which pandas writes a table of classifiers.
#[test]
fn columns_of_classifiers_are_read() {
    for text in [
        r#"{"name": ["A", "B"], "tn": [1, 5], "fp": [2, 6], "fn": [3, 7], "tp": [4, 8]}"#,
        r#"{"name": {"0": "A", "1": "B"},
            "tn": {"0": 1, "1": 5}, "fp": {"0": 2, "1": 6}, "fn": {"0": 3, "1": 7},
            "tp": {"0": 4, "1": 8}}"#,
        r#"{"tn": {"A": 1, "B": 5}, "fp": {"A": 2, "B": 6},
            "fn": {"A": 3, "B": 7}, "tp": {"A": 4, "B": 8}}"#,
    ] {
        assert_eq!(shown(&read_text(text).expect(text)), "A 1 2 3 4\nB 5 6 7 8", "{text}");
    }
    let rates = r#"{"A": {"tpr": 0.9, "tnr": 0.8}, "B": {"tpr": 0.5, "tnr": 0.5}}"#;
    let prior = Some(Rational::new(1, 2));
    let given = ReadOptions { prior_positive: prior, ..ReadOptions::default() };
    let read = read_as(rates, &given).expect("accepted");
    assert_eq!(read.classifiers[0].matrix.tp().to_string(), "9/20");
    assert_eq!(read.notes, Vec::<String>::new());
    assert!(
        read_text(rates).is_err_and(|error| matches!(error.kind, InputErrorKind::MissingPrior))
    );
}

#[test]
fn objects_of_classifiers_are_kept_by_their_values() {
    let text = r#"[{"name": "A", "site": "x", "tn": 1, "fp": 2, "fn": 3, "tp": 4},
        {"name": "A", "site": "y", "tn": 5, "fp": 6, "fn": 7, "tp": 8}]"#;
    let at_y = ReadOptions { keep: vec![("site".into(), "y".into())], ..ReadOptions::default() };
    assert_eq!(shown(&read_as(text, &at_y).expect("accepted")), "A 5 6 7 8");
}
