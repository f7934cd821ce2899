//! `exactile compare`: its documents, its gate, what it refuses.

use serde_json::{Value, json};

use super::cli::{Run, fixture};

/// A has 5 positives right that B has wrong, and 1 the other way; 3 and 0 negatives.
fn rows() -> String {
    let mut text = "y_true,A,B,count\n".to_owned();
    for (truth, a, b, count) in [
        (1, 1, 1, 20),
        (1, 1, 0, 5),
        (1, 0, 1, 1),
        (1, 0, 0, 2),
        (0, 0, 0, 30),
        (0, 0, 1, 3),
        (0, 1, 1, 4),
    ] {
        text.push_str(&format!("{truth},{a},{b},{count}\n"));
    }
    text
}

fn run(arguments: &[&str]) -> Run {
    Run::new(&[&["--quiet", "compare"], arguments].concat()).file("x.csv", rows())
}

fn json_of(arguments: &[&str]) -> Value {
    run(&[arguments, &["--format", "json"]].concat()).json()
}

fn number(value: &Value) -> f64 {
    value.as_str().expect("a string").parse().expect("a decimal")
}

#[test]
fn predictions_are_paired_in_the_document() {
    let found = json_of(&["x.csv", "--metric", "f1"]);
    assert_eq!(found["schema"], "exactile.compare.v1");
    assert_eq!(found["paired"], true);
    assert_eq!(found["positive"], "1");
    assert_eq!(found["metric"], "f1");
    assert_eq!((&found["positives"], &found["negatives"]), (&json!(28), &json!(37)));
    let pair = &found["pairs"][0];
    assert_eq!((&pair["first"], &pair["second"]), (&json!(0), &json!(1)));
    assert_eq!(pair["discordant"], json!({"positives": [5, 1], "negatives": [3, 0]}));
    let next = &pair["next"];
    let parts = ["better", "equal", "worse", "undefined"].map(|part| number(&next[part]));
    assert!((parts.iter().sum::<f64>() - 1.0).abs() < 1e-11);
    let truly = &pair["truly_better"];
    let (lower, upper) = (number(&truly["lower"]), number(&truly["upper"]));
    assert!(
        lower < upper && upper - lower < 1e-3 && truly.as_object().expect("an object").len() == 2
    );
    assert_eq!(pair["swap_test"]["one_sided"], "5/256");
    assert_eq!(pair["swap_test"]["holm"], pair["swap_test"]["two_sided"]);
}

#[test]
fn fractions_and_decimals_agree() {
    let sizes = ["x.csv", "--at", "1/3,4/5", "--positives", "9", "--negatives", "7"];
    let decimal = json_of(&sizes);
    let exact = json_of(&[&sizes[..], &["--exact"]].concat());
    for part in ["better", "equal", "worse"] {
        let fraction: exactile::Rational =
            exact["pairs"][0]["next"][part].as_str().expect("a fraction").parse().expect("exact");
        let decimal = number(&decimal["pairs"][0]["next"][part]);
        assert!((fraction.to_f64() - decimal).abs() < 1e-12);
    }
    assert_eq!(decimal["metric"], "r(1/3,4/5)");
}

#[test]
fn matrices_are_independent_and_the_document_says_so() {
    let matrices = "name,tn,fp,fn,tp\nA,33,4,3,25\nB,30,7,7,21\n";
    let found = Run::new(&["compare", "m.csv", "--metric", "f1", "--format", "json"])
        .file("m.csv", matrices)
        .json();
    let unpaired = json_of(&["x.csv", "--metric", "f1", "--unpaired"]);
    assert_eq!(found["pairs"], unpaired["pairs"]);
    for document in [&found, &unpaired] {
        assert_eq!(document["paired"], false);
        let pair = &document["pairs"][0];
        assert_eq!(pair["discordant"], Value::Null);
        assert_eq!(pair["swap_test"], Value::Null);
        assert_eq!(pair["swap_test_undefined"], "the pairing is not known");
        assert_eq!(pair["truly_better"]["seed"], 1);
    }
    // The same next test as that of the lattice.
    let lattice = Run::new(&["lattice", "compare", "m.csv", "--metric", "f1", "--format", "json"])
        .file("m.csv", matrices)
        .json();
    for (own, its) in [("better", "greater"), ("equal", "equal"), ("worse", "less")] {
        let (own, its) = (&found["pairs"][0]["next"][own], &lattice["pairs"][0][its]);
        assert!((number(own) - number(its)).abs() < 1e-11);
    }
}

#[test]
fn a_gate_says_pass_fail_or_undecided() {
    let gate = |metric: &str, level: &str, first: &str, second: &str| {
        let (text, status) = run(&[
            "x.csv",
            "--metric",
            metric,
            "--first",
            first,
            "--second",
            second,
            "--require",
            level,
        ])
        .status();
        (text.lines().last().expect("a sentence").to_owned(), status)
    };
    let (sentence, status) = gate("f1", "0.9", "A", "B");
    assert!(sentence.starts_with("pass: A is truly better than B by f1"), "{sentence}");
    assert_eq!(status, 0);
    let (sentence, status) = gate("f1", "0.9", "B", "A");
    assert!(sentence.starts_with("fail: B is truly better than A by f1"), "{sentence}");
    assert_eq!(status, 1);
    let truly = json_of(&["x.csv", "--metric", "f1"])["pairs"][0]["truly_better"].clone();
    let between = (number(&truly["lower"]) + number(&truly["upper"])) / 2.0;
    let (sentence, status) = gate("f1", &between.to_string(), "A", "B");
    assert!(sentence.starts_with("undecided: A is truly better than B by f1"), "{sentence}");
    assert_eq!(status, 1);
}

#[test]
fn the_required_level_is_written_exactly() {
    // In doubles 0.6236 is 62.36000000000001 %.
    for (level, written) in [("0.6236", "62.36 %"), ("2/3", "200/3 %"), ("95%", "95 %")] {
        let gate = ["x.csv", "--metric", "f1", "--first", "A", "--second", "B", "--require", level];
        let (text, _) = run(&gate).status();
        assert!(text.ends_with(&format!("above the required {written}\n")), "{text}");
    }
}

#[test]
fn text_names_the_one_ahead_first_and_says_what_it_assumes() {
    let text = run(&["x.csv", "--metric", "fnr", "--first", "B", "--second", "A"]).succeeds();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "positive class: 1");
    assert_eq!(lines[1], "by fnr; classifiers compared on the same samples; prior mass 2");
    assert!(
        lines[3].starts_with("A is very probably better than B: alone right on 5 positives and 3 negatives, alone wrong on 1 and 0; truly better 95.27 % to 95.28 %; "),
        "{}",
        lines[3]
    );
    assert!(lines[3].ends_with("; p = 0.22"), "{}", lines[3]);
    assert!(text.contains("28 further positives and 37 further negatives"));
    assert!(text.contains("cross-validation"));
}

#[test]
fn best_evidence_comes_first_and_p_values_are_corrected() {
    let predictions = fixture("breast_cancer_predictions.csv");
    let text = Run::new(&["compare", &predictions, "--metric", "accuracy", "--first", "logistic"]);
    let text = text.succeeds();
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("truly better ")).collect();
    assert_eq!(lines.len(), 31);
    assert!(
        lines[0].contains("is almost certainly better than")
            && lines[30].contains("is not separated from")
    );
    assert!(lines.iter().all(|line| line.contains("(Holm ")));
    // Only certainty reads as 100 %, 1.000 or 0.000: nothing is certain here.
    for rounded in ["100.", " 1.000", "better 0.000", "worse 0.000"] {
        assert!(lines.iter().all(|line| !line.contains(rounded)), "{rounded}: {text}");
    }
    let lda = lines
        .iter()
        .find(|line| line.starts_with("logistic is almost certainly better than lda:"))
        .expect("lda");
    assert!(lda.contains("; p = 0.0026 (Holm "), "{lda}");
}

#[test]
fn csv_has_a_row_for_each_pair() {
    let text = run(&["x.csv", "--metric", "tpr", "--format", "csv"]).succeeds();
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some(
            "first,second,paired,positives_only_first,positives_only_second,negatives_only_first,negatives_only_second,next_better,next_equal,next_worse,next_undefined,truly_better_lower,truly_better_upper,one_sided,two_sided,holm"
        )
    );
    let row = lines.next().expect("a row");
    assert!(row.starts_with("A,B,true,5,1,3,0,"), "{row}");
    assert!(row.ends_with(",7/64,7/32,7/32"), "{row}");
    assert_eq!(lines.next(), None);
}

#[test]
fn what_makes_no_sense_is_refused() {
    run(&["x.csv", "--metric", "prevalence"])
        .fails("prevalence does not say how good a classifier is\nhint: choose another --metric");
    run(&["x.csv", "--metric", "f1", "--first", "A", "--second", "A"])
        .fails("--first and --second name the same classifier\nhint: name two different ones");
    run(&["x.csv", "--metric", "f1", "--pattern-mass", "0"])
        .fails("a pattern mass of 0 is not positive\nhint: give a number above 0");
    run(&["x.csv", "--metric", "f1", "--require", "1"])
        .fails("a level of 1 is not between 0 and 1\nhint: give one such as 95/100");
    let three = "name,tn,fp,fn,tp\nA,3,4,3,5\nB,3,4,7,1\nC,1,6,1,7\n";
    Run::new(&["compare", "m.csv", "--metric", "f1", "--require", "0.9"]).file("m.csv", three).fails(
        "--require is about one pair, and there are 3\nhint: choose it with --first and --second",
    );
    let sizes = "name,tn,fp,fn,tp\nA,3,4,3,5\nB,3,5,7,1\n";
    Run::new(&["compare", "m.csv", "--metric", "f1"]).file("m.csv", sizes).fails(
        "m.csv: the classifiers were observed on different numbers of samples\nhint: give the numbers of further positives and negatives",
    );
}
