//! Samples with scores may have weights that are not whole numbers: every result is that of so
//! many samples more, in parts of one.

use serde_json::Value;

use crate::cli::{Run, document};

/// Rows `truth, a, b, quarters, group`.
const ROWS: [(u8, &str, &str, u64, &str); 9] = [
    (1, "0.9", "3", 6, "x"),
    (0, "0.4", "-1", 5, "x"),
    (1, "0.6", "2", 4, "y"),
    (0, "0.6", "2", 3, "y"),
    (0, "0.1", "0", 9, "x"),
    (1, "0.3", "1", 1, "x"),
    (0, "0.3", "1/3", 2, "y"),
    (1, "0.5", "0", 0, "y"),
    (1, "0.2", "inf", 7, "y"),
];

/// The weights in quarters of a sample, and their four times as many samples.
fn files() -> [String; 2] {
    let file = |is_weighted: bool| {
        let mut text = "y_true,a,b,weight,g\n".to_owned();
        for (truth, a, b, quarters, group) in ROWS {
            let weight = match (is_weighted, quarters % 4) {
                (false, _) => quarters.to_string(),
                (true, 0) => (quarters / 4).to_string(),
                (true, 2) => format!("{}/2", quarters / 2),
                (true, _) => format!("{}", quarters as f64 / 4.0),
            };
            text += &format!("{truth},{a},{b},{weight},{group}\n");
        }
        text
    };
    [file(true), file(false)]
}

fn run(arguments: &[&str], text: &str, format: &str) -> Run {
    let arguments = [&arguments[..1], &["s.csv"], &arguments[1..], &["--format", format]].concat();
    Run::new(&arguments).file("s.csv", text)
}

/// Numbers of samples, which the weights are a quarter of.
const COUNTS: [&str; 6] = ["tn", "fp", "fn", "tp", "positives", "negatives"];

/// `true` if the results are the same but for numbers of samples, which are a quarter in the first.
fn are_quarters(weighted: &Value, whole: &Value, key: &str) -> bool {
    let number = |value: &Value| -> exactile::Rational {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        text.parse().unwrap_or_else(|_| panic!("{key}: {value}"))
    };
    match (weighted, whole) {
        // Shares of samples, and prices.
        _ if ["mean", "costs"].contains(&key) => weighted == whole,
        _ if COUNTS.contains(&key) => {
            number(weighted) * exactile::Rational::from(4) == number(whole)
        }
        (Value::Object(one), Value::Object(other)) => {
            one.keys().eq(other.keys())
                && one.iter().all(|(key, value)| are_quarters(value, &other[key], key))
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| are_quarters(one, other, key))
        }
        _ => weighted == whole,
    }
}

#[test]
fn weights_of_scores_are_parts_of_samples() {
    let [weighted, whole] = files();
    let models = ["--ignore", "g"];
    for arguments in [
        &["thresholds"][..],
        &["thresholds", "--score", "f1,tpr"],
        &["thresholds", "--metric", "mcc", "--calibration", "3"],
        &["thresholds", "--cost-fp", "1", "--cost-fn", "5", "--max-fpr", "2/5"],
        &["thresholds", "--score", "f1", "--subject-to", "tpr >= 0.5", "--target-prior", "0.1"],
        &["rank", "--score", "f1"],
        &["rank", "--at-best", "--score", "f1"],
        &["regions"],
        &["regions", "--at-best"],
        &["rankings"],
        &["score", "--metric", "mcc"],
        &["curve", "--along", "f-beta"],
    ] {
        let arguments = [arguments, &models].concat();
        let [one, other] = [&weighted, &whole].map(|text| {
            let (json, _) = run(&arguments, text, "json").notes();
            let mut found = document(&json);
            found.as_object_mut().expect("an object").remove("provenance");
            found
        });
        assert!(are_quarters(&one, &other, ""), "{arguments:?}\n{one:#}\n{other:#}");
        // Ratios say nothing about the weights; the hull does.
        if arguments[0] == "thresholds" {
            assert_eq!(one["positives"], "9/2", "{one:#}");
            assert_eq!(other["positives"], 18);
        }
    }
}

#[test]
fn folds_groups_and_test_sets_are_weighed_too() {
    let [weighted, whole] = files();
    for arguments in [
        &["thresholds", "--score", "f1", "--folds", "g"][..],
        &["thresholds", "--score", "f1", "--by", "g", "--equalise", "0.2", "--only", "a"],
        &["rank", "--score", "f1", "--by", "g"],
        &["domains", "--score", "f1", "--by", "g"],
    ] {
        let [one, other] = [&weighted, &whole].map(|text| {
            let (json, _) = run(arguments, text, "json").notes();
            let mut found = document(&json);
            found.as_object_mut().expect("an object").remove("provenance");
            found
        });
        assert!(are_quarters(&one, &other, ""), "{arguments:?}\n{one:#}\n{other:#}");
    }
}

#[test]
fn texts_show_weights_as_decimals() {
    let [weighted, _] = files();
    let (text, notes) =
        run(&["thresholds", "--score", "f1", "--only", "a"], &weighted, "text").notes();
    assert!(text.contains("\n4.5 positive and 4.75 negative samples\n"), "{text}");
    assert!(text.contains(" of 4.5 found, "), "{text}");
    assert!(notes.contains("the column weight of s.csv weighs the rows"), "{notes}");
    let (csv, _) = run(&["thresholds", "--only", "a"], &weighted, "csv").notes();
    assert_eq!(csv.lines().last(), Some("a,1/10,0,19/4,0,9/2,0.1"), "{csv}");
}

#[test]
fn commands_that_need_numbers_of_samples_refuse_weights() {
    let [weighted, _] = files();
    for command in [
        &["compare", "--metric", "f1"][..],
        &["confidence", "--score", "f1"],
        &["plan", "--score", "f1"],
        &["report", "-o", "report.html"],
    ] {
        let arguments =
            [&command[..1], &["s.csv"], &command[1..], &["--ignore", "g", "--quiet"]].concat();
        let (what, hint) = Run::new(&arguments).file("s.csv", &weighted).refused();
        assert!(
            what.ends_with(
                "the column weight weighs the rows, and this command needs numbers of samples"
            ),
            "{what}"
        );
        assert_eq!(
            hint,
            "give whole numbers; rank, regions, score, thresholds and tile take weights"
        );
    }
}

#[test]
fn weights_with_too_many_digits_are_refused_with_their_place() {
    let weights = ["0.5833333333333334", "3.5", "3844.6744073709551", "1"];
    let mut text = "y_true,a,sample_weight\n".to_owned();
    for (row, weight) in weights.into_iter().enumerate() {
        text += &format!("{},0.{row},{weight}\n", row % 2);
    }
    let refused = Run::new(&["thresholds", "s.csv", "--quiet"]).file("s.csv", &text).refused();
    assert_eq!(
        refused.0,
        "s.csv:4:3: with this weight, the parts of samples that all weights are multiples of are \
         more than 18446744073709551615"
    );
    assert_eq!(refused.1, "round all weights to the same few decimals, such as six");
    let rounded = text.replace("3333333334", "3333").replace("4073709551", "4074");
    let found = Run::new(&["thresholds", "s.csv", "--format", "json"]).file("s.csv", &rounded);
    assert_eq!(document(&found.notes().0)["positives"], "9/2");
}
