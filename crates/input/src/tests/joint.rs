//! Predictions counted jointly.

use super::*;
use exactile::performance::{Class, JointCounts, PairCounts};

fn joint(text: &str, options: ReadOptions) -> JointResults {
    let options = ReadOptions { joint: Joint::All, ..options };
    read_as(text, &options).expect("accepted").joint.expect("predictions")
}

fn counts(both_right: u64, only_first: u64, only_second: u64, both_wrong: u64) -> JointCounts {
    JointCounts { both_right, only_first, only_second, both_wrong }
}

const ROWS: &str = "y_true,A,B,C\n1,1,1,0\n0,1,0,0\n1,1,0,0\n1,0,1,0\n1,0,0,1\n0,0,0,1\n1,1,1,1\n";

#[test]
fn each_pair_keeps_its_pairing() {
    let found = joint(ROWS, ReadOptions::default());
    let pair = PairCounts { positive: counts(2, 1, 1, 1), negative: counts(1, 0, 1, 0) };
    assert_eq!(found.pair(0, 1), pair);
    assert_eq!(found.pair(1, 0), pair.exchanged());
    assert_eq!(found.pair(0, 0).positive, counts(3, 0, 0, 2));
    let patterns = found.class(Class::Positive).patterns().expect("few");
    assert_eq!(patterns, [(0b001, 1), (0b010, 1), (0b011, 1), (0b100, 1), (0b111, 1)]);
    // It is kept where it is asked for.
    assert_eq!(read_text(ROWS).expect("accepted").joint, None);
    let matrices = "name,tn,fp,fn,tp\nA,1,2,3,4\n";
    let options = ReadOptions { joint: Joint::All, ..ReadOptions::default() };
    assert_eq!(read_as(matrices, &options).expect("accepted").joint, None);
}

#[test]
fn the_other_class_may_be_the_positive_one() {
    let named = ReadOptions { positive_label: Some("0".to_owned()), ..ReadOptions::default() };
    let (found, usual) = (joint(ROWS, named), joint(ROWS, ReadOptions::default()));
    assert_eq!(found.pair(0, 2).positive, usual.pair(0, 2).negative);
    assert_eq!(found.pair(0, 2).negative, usual.pair(0, 2).positive);
}

#[test]
fn a_row_counts_as_often_as_it_says() {
    let text = "y_true,A,count,B\n1,1,3,0\n1,0,0,1\n0,0,10000000000,1\n1,1,2,1\n";
    let pair = joint(text, ReadOptions::default()).pair(0, 1);
    assert_eq!(pair.positive, counts(2, 3, 0, 0));
    assert_eq!(pair.negative, counts(0, 10_000_000_000, 0, 0));
}

#[test]
fn rows_left_out_do_not_count() {
    let dropping = ReadOptions { drop_missing: true, ..ReadOptions::default() };
    let pair = joint("y_true,A,B\n1,1,NA\n1,1,0\n0,0,0\n", dropping).pair(0, 1);
    assert_eq!(pair.positive, counts(0, 1, 0, 0));
}

#[test]
fn pairs_agree_with_the_matrices() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/breast_cancer_predictions.csv");
    let options = ReadOptions { joint: Joint::All, ..ReadOptions::default() };
    let input = read_path(Path::new(path), &options, &mut |_| ()).expect("accepted");
    let joint = input.joint.expect("predictions");
    for (i, one) in input.classifiers.iter().enumerate() {
        for (j, other) in input.classifiers.iter().enumerate() {
            let pair = joint.pair(i, j);
            let right = |counts: JointCounts| counts.right().map(Rational::from);
            assert_eq!(right(pair.positive), [one, other].map(|of| of.matrix.tp().clone()));
            assert_eq!(right(pair.negative), [one, other].map(|of| of.matrix.tn().clone()));
        }
    }
    let samples = Class::Positive;
    assert_eq!(joint.class(samples).samples(), 212);
    assert!(joint.class(samples).patterns().is_some());
}

fn joint_json(rows: &str) -> Result<Subject, InputError> {
    let options = ReadOptions { joint: Joint::All, ..ReadOptions::default() };
    read_as(rows, &options)
}

#[test]
fn json_may_have_the_joint_counts_of_pairs() {
    let text = r#"[{"name": "A", "tn": 1, "fp": 1, "fn": 2, "tp": 3, "both_tn": [], "both_tp": []},
        {"name": "B", "tn": 0, "fp": 2, "fn": 2, "tp": 3, "both_tn": [0], "both_tp": [2]},
        {"name": "C", "tn": 1, "fp": 1, "fn": 3, "tp": 2, "both_tn": [0, 0], "both_tp": [1, 1]}]"#;
    let found = joint_json(text).expect("accepted");
    let rows = joint(
        "y_true,A,B,C\n1,1,1,0\n0,0,1,1\n1,1,0,0\n1,0,1,0\n1,0,0,1\n0,1,1,0\n1,1,1,1\n",
        ReadOptions::default(),
    );
    let joint = found.joint.expect("joint counts");
    for (i, j) in [(0, 1), (0, 2), (1, 2), (2, 0)] {
        assert_eq!(joint.pair(i, j), rows.pair(i, j), "{i} {j}");
    }
    assert_eq!(joint.class(Class::Positive).patterns(), None);
    assert_eq!(found.notes, Vec::<String>::new());
    // They are kept where they are asked for.
    assert_eq!(read_text(text).expect("accepted").joint, None);
}

#[test]
fn joint_counts_that_cannot_be_are_refused() {
    let first =
        r#"{"name": "A", "tn": 1, "fp": 1, "fn": 2, "tp": 3, "both_tn": [], "both_tp": []}"#;
    for (second, what) in [
        (
            r#""tn": 0, "fp": 2, "fn": 2, "tp": 3, "both_tn": [1], "both_tp": [2]"#,
            "a list that the matrices allow is expected, not \"[1]\"",
        ),
        (
            r#""tn": 0, "fp": 2, "fn": 2, "tp": 3, "both_tn": [0], "both_tp": [0]"#,
            "a list that the matrices allow is expected, not \"[0]\"",
        ),
        (
            r#""tn": 0, "fp": 2, "fn": 2, "tp": 3, "both_tn": [0], "both_tp": [2, 1]"#,
            "a list with a count for each classifier before this one is expected, not \"[2, 1]\"",
        ),
        (
            r#""tn": 0, "fp": 2, "fn": 2, "tp": 3, "both_tn": [0], "both_tp": [-1]"#,
            "a list with a count for each classifier before this one is expected, not \"[-1]\"",
        ),
        (
            r#""tn": 0, "fp": 2, "fn": 2, "tp": 3, "both_tn": [0]"#,
            "both_tn beside both_tp, in all objects or in none, is expected",
        ),
        (
            r#""tn": 0, "fp": 2, "fn": 2, "tp": 3"#,
            "both_tn beside both_tp, in all objects or in none, is expected",
        ),
        (
            r#""tn": 0, "fp": 3, "fn": 2, "tp": 3, "both_tn": [0], "both_tp": [2]"#,
            "a matrix of the same samples as before is expected",
        ),
        (
            r#""tn": 0.5, "fp": 1.5, "fn": 2, "tp": 3, "both_tn": [0], "both_tp": [2]"#,
            "a matrix of whole numbers beside joint counts is expected",
        ),
    ] {
        let error =
            joint_json(&format!(r#"[{first}, {{"name": "B", {second}}}]"#)).expect_err(second);
        assert!(error.what().starts_with(what), "{}: {second}", error.what());
    }
}
