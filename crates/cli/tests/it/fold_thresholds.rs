//! Thresholds that are chosen on the other folds.

use exactile::Rational;
use serde_json::{Value, json};

use crate::cli::Run;

const SCORES: &str = "y_true,site,m,q\n\
    1,a,0.9,0.7\n1,a,0.6,0.8\n0,a,0.5,0.2\n0,a,0.7,0.4\n1,b,0.8,0.9\n0,b,0.3,0.1\n0,b,0.4,0.6\n\
    1,c,0.35,0.55\n1,c,0.95,0.3\n0,c,0.2,0.35\n0,c,0.55,0.45\n";

fn run(arguments: &[&str]) -> Run {
    let all = [&["thresholds", "s.csv", "--folds", "site"], arguments].concat();
    Run::new(&all).file("s.csv", SCORES)
}

/// A sample: its class, its fold and its scores, in twentieths.
type Sample = (bool, String, [i64; 2]);

fn samples() -> Vec<Sample> {
    let sample = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let score = |text: &str| -> i64 {
            let score = text.parse::<Rational>().expect("a score") * Rational::from(20);
            score.to_string().parse().expect("a twentieth")
        };
        (cells[0] == "1", cells[1].to_owned(), [score(cells[2]), score(cells[3])])
    };
    SCORES.lines().skip(1).map(sample).collect()
}

/// `tn, fp, fn, tp` of a threshold on some samples.
fn matrix<'s>(samples: impl Iterator<Item = &'s Sample>, model: usize, threshold: i64) -> [i64; 4] {
    let mut matrix = [0; 4];
    for (positive, _, scores) in samples {
        matrix[2 * usize::from(*positive) + usize::from(scores[model] >= threshold)] += 1;
    }
    matrix
}

fn f1([_, fp, fn_, tp]: [i64; 4]) -> Rational {
    Rational::new(2 * tp, 2 * tp + fp + fn_)
}

/// Balanced accuracy.
fn ba([tn, fp, fn_, tp]: [i64; 4]) -> Rational {
    (Rational::new(tn, tn + fp) + Rational::new(tp, fn_ + tp)) / Rational::from(2)
}

#[test]
fn each_fold_is_judged_by_the_threshold_that_is_best_on_the_others() {
    let samples = samples();
    for (name, metric) in [("f1", f1 as fn([i64; 4]) -> Rational), ("ba", ba)] {
        let found = run(&["--score", name, "--format", "json"]).json();
        assert_eq!(found["folds"], json!({"column": "site", "names": ["a", "b", "c"]}));
        assert_eq!(found["optimistic"], json!(false));
        let mut values = Vec::new();
        for model in [0, 1] {
            let mut sum = [0; 4];
            let entry = &found["models"][model]["by_folds"];
            for (place, fold) in ["a", "b", "c"].into_iter().enumerate() {
                let of = |threshold: &i64| {
                    let others = samples.iter().filter(|(_, name, _)| name != fold);
                    metric(matrix(others, model, *threshold))
                };
                let others = samples.iter().filter(|(_, name, _)| name != fold);
                let thresholds: Vec<i64> =
                    others.map(|(.., scores)| scores[model]).chain([i64::MAX]).collect();
                let best = thresholds.iter().map(of).max().expect("a threshold");
                let best = thresholds.iter().filter(|t| of(t) == best).max().expect("the best");
                let own = samples.iter().filter(|(_, name, _)| name == fold);
                let own = matrix(own, model, *best);
                (0..4).for_each(|k| sum[k] += own[k]);
                let claim = &entry["folds"][place];
                assert_eq!(claim["fold"], fold);
                assert_eq!(claim["threshold"], Rational::new(*best, 20).to_string());
                assert_eq!(counts(claim), own);
            }
            assert_eq!(counts(entry), sum);
            assert_eq!(entry["value"], metric(sum).to_string());
            values.push(metric(sum));
        }
        let rank = |k: usize| 1 + usize::from(values[1 - k] > values[k]);
        for k in [0, 1] {
            assert_eq!(found["models"][k]["rank"][0], json!(rank(k)));
        }
    }
}

fn counts(entry: &Value) -> [i64; 4] {
    ["tn", "fp", "fn", "tp"]
        .map(|key| entry[key].as_str().and_then(|text| text.parse().ok()).expect("a whole number"))
}

#[test]
fn the_text_says_what_was_judged() {
    let text = run(&["--score", "f1"]).succeeds();
    let wanted = "
For F1, at (a, b) = (1, 1/2)

 rank  model    flag from   found  false alarms        F1  best possible                  from 0.5
    1  m       0.6 to 0.8  3 of 5             0  0.750000       0.800000  0.666667 off by 0.133333
    2  q      0.55 to 0.7  3 of 5             1  0.666667       0.800000                   as good

For F1, take m and flag from 0.6 upwards. With thresholds of the other folds: 3 of 5 found, 0 false alarms.

Each of 3 folds (site) is judged with the threshold that is best on the others; counts and values
are those of all folds together. The best value on all samples is shown for comparison.
";
    assert!(text.ends_with(wanted), "{text}");
    let csv = run(&["--score", "f1", "--format", "csv"]).succeeds();
    let row = "m,F1,1,1/2,1,1,by-folds,,6,0,2,3,3/4,,0.75";
    assert!(csv.lines().any(|line| line == row), "{csv}");
}

#[test]
fn conditions_that_the_other_folds_cannot_meet_are_named() {
    let arguments = ["--score", "f1", "--subject-to", "tpr >= 1", "--subject-to", "fpr <= 0.1"];
    let text = run(&arguments).succeeds();
    assert!(text.contains("m: no threshold meets fpr <= 0.1 on the folds other than a."), "{text}");
    let found = run(&[&arguments[..], &["--format", "json"]].concat()).json();
    assert_eq!(found["models"][0]["by_folds"], json!({"fold": "a", "unmet": "fpr <= 0.1"}));
    assert_eq!(found["models"][0]["rank"], json!(null));
}

#[test]
fn results_by_folds_are_verified() {
    for preference in [
        &["--score", "f1,ba,mcc,npv"][..],
        &["--cost-fp", "1", "--cost-fn", "5"],
        &["--at", "1/3,1/4"],
        &["--score", "ppv", "--subject-to", "tpr > 2/3"],
    ] {
        let result = run(&[preference, &["--format", "json"]].concat()).succeeds();
        let verify = |result: &str| {
            Run::new(&["verify", "r.json", "s.csv"]).file("s.csv", SCORES).file("r.json", result)
        };
        let text = verify(&result).succeeds();
        assert!(text.contains("for each of 3 folds the threshold that is best"), "{text}");
        let whole: Value = serde_json::from_str(&result).expect("JSON");
        let path = match whole.get("preferences") {
            Some(_) => "/preferences/1/models/1/by_folds",
            None => "/models/1/by_folds",
        };
        for (key, wrong) in
            [("/tp", json!("5")), ("/value", json!("1/7")), ("/folds/1/threshold", json!("1/9"))]
        {
            let mut changed = whole.clone();
            *changed.pointer_mut(&format!("{path}{key}")).expect("a member") = wrong;
            let (text, status) = verify(&changed.to_string()).status();
            assert_eq!(status, 1, "{text}");
            assert!(text.contains("by_folds"), "{text}");
        }
    }
}

#[test]
fn folds_that_cannot_choose_are_refused() {
    let with = |column: &str, csv: &str| {
        Run::new(&["thresholds", "s.csv", "--folds", column, "--score", "f1"]).file("s.csv", csv)
    };
    with("site", "y_true,site,m\n1,a,0.9\n0,a,0.5\n")
        .fails("s.csv: the column has one value for all samples\nhint: name a column with two values at least");
    with("site", "y_true,site,m\n1,a,0.9\n0,a,0.5\n0,b,0.1\n").fails(
        "s.csv: outside the fold \"a\" there is no sample of the positive class\nhint: name a \
         column whose folds leave samples of both classes to the others",
    );
    let (refusal, _) = with("fold", SCORES).refused();
    assert!(refusal.contains("no column"), "{refusal}");
    let both = ["thresholds", "s.csv", "--folds", "site", "--choose-on", "s.csv"];
    let (refusal, _) = Run::new(&both).file("s.csv", SCORES).refused();
    assert!(refusal.contains("cannot be used with"), "{refusal}");
}

#[test]
fn a_named_score_is_that_of_the_samples_that_choose() {
    // On the other file balanced accuracy is 5/6 from 0.6 on and 3/4 from 0.8 on; with the weights
    // of the input, three positives to a negative, 0.8 would be better.
    let own = "y_true,m\n1,0.7\n1,0.8\n1,0.2\n0,0.65\n";
    let other = "y_true,m\n1,0.9\n1,0.8\n1,0.7\n1,0.6\n0,0.75\n0,0.2\n0,0.1\n";
    let arguments = ["thresholds", "s.csv", "--choose-on", "o.csv", "--score", "ba"];
    let found = Run::new(&[&arguments[..], &["--format", "json"]].concat());
    let found = found.file("s.csv", own).file("o.csv", other).json();
    assert_eq!(found["models"][0]["chosen"][0]["threshold"], "3/5");
    let alone = Run::new(&["thresholds", "o.csv", "--score", "ba", "--format", "json"]);
    assert_eq!(alone.file("o.csv", other).json()["models"][0]["best"][0]["threshold"], "3/5");
}
