//! Scores counted jointly are the predictions that their thresholds make.

use super::*;
use exactile::num::Rational;
use exactile::performance::Classifier;
use proptest::prelude::*;

/// A row: the class, how many samples it stands for, and a score per model.
type Row = (bool, u64, Vec<String>);

fn read_both(rows: &[Row], models: usize) -> [Subject; 2] {
    let header = |names: &[String]| format!("y_true,{},count\n", names.join(","));
    let names: Vec<String> = (0..models).map(|k| format!("m{k}")).collect();
    let mut text = header(&names);
    for (is_positive, count, scores) in rows {
        let truth = u8::from(*is_positive);
        text.push_str(&format!("{truth},{},{count}\n", scores.join(",")));
    }
    let options =
        ReadOptions { format: Some(Format::Scores), joint: Joint::All, ..ReadOptions::default() };
    let scored = read_as(&text, &options).expect("accepted");
    // The same by hand: a column per threshold.
    let named: Vec<String> = scored.classifiers.iter().map(|of| of.name.clone()).collect();
    let mut text = header(&named);
    for (is_positive, count, scores) in rows {
        let says = |classifier: &Classifier| {
            let (model, threshold) = classifier.name.split_once(" >= ").expect("a threshold");
            let score = &scores[model[1..].parse::<usize>().expect("a number")];
            let score: Rational = score.parse().expect("a score");
            let is_above =
                threshold != "inf" && score >= threshold.parse::<Rational>().expect("a number");
            u8::from(is_above).to_string()
        };
        let said: Vec<String> = scored.classifiers.iter().map(says).collect();
        text.push_str(&format!("{},{},{count}\n", u8::from(*is_positive), said.join(",")));
    }
    let options = ReadOptions {
        format: Some(Format::Predictions),
        joint: Joint::All,
        ..ReadOptions::default()
    };
    let predicted = read_as(&text, &options).expect("accepted");
    [scored, predicted]
}

/// Scores whose columns take each form: short decimals, far exponents, fractions.
fn score() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => (0..12_i32).prop_map(|k| format!("0.{k:02}")),
        1 => (-3..3_i32).prop_map(|k| format!("{k}e-40")),
        1 => (1..4_i32).prop_map(|k| format!("{k}/7")),
    ]
}

proptest! {
    #[test]
    fn thresholds_are_paired_as_their_predictions_are(
        models in 1..4_usize,
        rows in prop::collection::vec(
            (any::<bool>(), prop_oneof![4 => Just(1), 1 => 0..4_u64], prop::collection::vec(score(), 3)),
            1..40,
        ),
        swapped in any::<bool>(),
    ) {
        // Whichever class comes first.
        let mut all: Vec<Row> = vec![(swapped, 1, vec!["0.5".into(); 3]), (!swapped, 1, vec!["0.5".into(); 3])];
        all.extend(rows);
        for row in &mut all {
            row.2.truncate(models);
        }
        let [scored, predicted] = read_both(&all, models);
        prop_assert_eq!(scored.classifiers, predicted.classifiers);
        prop_assert_eq!(&scored.joint, &predicted.joint);
        prop_assert!(predicted.joint.is_some());
    }
}

/// Beyond 64 thresholds pairs alone are counted, and they are the same.
#[test]
fn many_thresholds_are_paired_too() {
    let mut state = 1_u64;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 40
    };
    let rows: Vec<Row> = (0..3000)
        .map(|_| {
            let level = next() % 1000;
            let is_positive = next() % 1000 < level;
            let scores = (0..9).map(|_| format!("{}e-3", level + next() % 300)).collect();
            (is_positive, 1, scores)
        })
        .collect();
    let [scored, predicted] = read_both(&rows, 9);
    assert!(scored.classifiers.len() > 64, "{}", scored.classifiers.len());
    assert_eq!(scored.joint, predicted.joint);
    let joint = scored.joint.expect("counted");
    assert_eq!(joint.class(exactile::performance::Class::Positive).patterns(), None);
}
