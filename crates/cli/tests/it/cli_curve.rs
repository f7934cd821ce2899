//! Rankings along a segment of the Tile.

use super::cli::Run;
use exactile::Rational;
use exactile_testing::fixture;
use serde_json::{Value, json};

const COUNTS: &str = "name,tn,fp,fn,tp\ncautious,90,10,20,30\neager,60,40,5,45\nmiddle,80,20,10,40\nworst,50,50,25,25\n";

fn run(more: &[&str]) -> Run {
    let arguments = [&["curve", "x.csv"], more].concat();
    Run::new(&arguments).file("x.csv", COUNTS)
}

fn json_of(more: &[&str]) -> Value {
    run(&[more, &["--format", "json"]].concat()).json()
}

/// By hand: F of beta^2 = k is (1 + k) TP/((1 + k) TP + k FN + FP), so that two tie where
/// TP1 (k FN2 + FP2) = TP2 (k FN1 + FP1).
#[test]
fn f_scores_break_where_two_are_equal() {
    let found = json_of(&["--along", "f-beta", "--pairs"]);
    // cautious and eager: 30 (5 k + 40) = 45 (20 k + 10), k = 1; cautious and middle: 30 (10 k +
    // 20) = 40 (20 k + 10), k = 2/5; middle and eager: 40 (5 k + 40) = 45 (10 k + 20), k = 14/5. F1
    // ties cautious and eager; of 5 pairs that it orders 4 are as at either end, and 1 is not:
    // 3/sqrt(5 * 6).
    let tau = json!({
        "lower": "0.54772255750516611345", "upper": "0.54772255750516611346", "exact": "3/sqrt(30)",
    });
    let expected = json!({
        "schema": "exactile.curve.v1", "from": ["1", "0"], "to": ["1", "1"], "prior_positive": "1/3",
        "straight_in": "tile", "swaps": 3, "rankings": 4, "compromise": {"lower": "1/2", "upper": "1/2"},
        "optimal": {"lower": "2/7", "upper": "14/19"},
        "optimality": [
            {"name": "ppv", "position": "0", "o": "2/3", "tau_from": "1", "tau_to": "0"},
            {"name": "f-beta(1/2)", "position": "1/5", "o": "2/3", "tau_from": "1", "tau_to": "0"},
            {"name": "f1", "position": "1/2", "o": "1", "tau_from": tau, "tau_to": tau},
            {"name": "f-beta(2)", "position": "4/5", "o": "2/3", "tau_from": "0", "tau_to": "1"},
            {"name": "tpr", "position": "1", "o": "2/3", "tau_from": "0", "tau_to": "1"},
        ],
        // 30 false positives on average, and 15 false negatives.
        "heuristic": {"f_beta_squared": "2", "position": "2/3", "o": "1", "tau_from": "1/3", "tau_to": "2/3"},
        "first": [
            {"from": "0", "to": "2/7", "classifiers": ["cautious"]},
            {"from": "2/7", "to": "14/19", "classifiers": ["middle"]},
            {"from": "14/19", "to": "1", "classifiers": ["eager"]},
        ],
        "breaks": [
            {"position": "2/7", "at": ["1", "2/7"], "pairs": 1, "f_beta_squared": "2/5", "swapped": [["cautious", "middle"]]},
            {"position": "1/2", "at": ["1", "1/2"], "pairs": 1, "f_beta_squared": "1", "swapped": [["cautious", "eager"]]},
            {"position": "14/19", "at": ["1", "14/19"], "pairs": 1, "f_beta_squared": "14/5", "swapped": [["middle", "eager"]]},
        ],
    });
    assert_eq!(found, expected);
}

/// Net benefits TP - FP p/(1 - p) tie where the differences have the odds p : 1 - p.
#[test]
fn decision_curves_cross_where_net_benefits_are_equal() {
    let found = json_of(&["--along", "decision"]);
    assert_eq!((&found["from"], &found["to"]), (&json!(["1", "1"]), &json!(["0", "0"])));
    let places: Vec<&Value> = found["breaks"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|change| &change["threshold_probability"])
        .collect();
    // middle/eager: 5 of 25; cautious/eager: 15 of 45; cautious/middle: 10 of 20.
    assert_eq!(places, [&json!("1/5"), &json!("1/3"), &json!("1/2")]);
    assert_eq!(found["breaks"][0]["position"], "1/5");
    assert_eq!(found["breaks"][0]["at"], json!(["4/5", "4/5"]));
    let cost = json_of(&["--along", "cost"]);
    assert_eq!(cost["breaks"][2]["at"], json!(["4/5", "4/5"]));
    // FPR and TPR of middle and eager differ by 1/5 and 1/10.
    assert_eq!(cost["breaks"][2]["probability_cost"], "2/3");
    let named = json_of(&["--from", "tnr", "--to", "TPR"]);
    assert_eq!(named["breaks"], cost["breaks"]);
}

/// The table of decision curves has net benefits where each stretch begins: by hand from the counts
/// of the first, 50 of whose 150 samples are positive.
#[test]
fn decision_curves_tell_net_benefits() {
    let said = run(&["--along", "decision"]).succeeds();
    let (_, table) = said.split_once("net benefit per 100 at its start").expect("a table");
    let numbers = |line: &str| -> Vec<f64> {
        line.split_whitespace().filter_map(|word| word.parse().ok()).collect()
    };
    let rows: Vec<Vec<f64>> = table.lines().skip(1).map(numbers).collect();
    let net = |tp: f64, fp: f64, p: f64| 100.0 * (tp - fp * p / (1.0 - p)) / 150.0;
    let counts = [("eager", 45.0, 40.0), ("middle", 40.0, 20.0), ("cautious", 30.0, 10.0)];
    let mut told = 0;
    for (line, row) in table.lines().skip(1).zip(&rows) {
        let Some((_, tp, fp)) = counts.iter().find(|(name, ..)| line.contains(name)) else {
            continue;
        };
        let [from, _, own, all] = row[..] else { panic!("{line}") };
        assert!((own - net(*tp, *fp, from)).abs() < 0.01, "{line}");
        assert!((all - net(50.0, 100.0, from)).abs() < 0.01, "{line}");
        told += 1;
    }
    assert_eq!(told, 3);
    // Other coordinates are no threshold probabilities.
    assert!(!run(&["--along", "cost"]).succeeds().contains("net benefit"));
}

#[test]
fn other_segments_are_straight_in_balanced_coordinates() {
    let found = json_of(&["--from", "ppv", "--to", "1/3,0.5"]);
    assert_eq!(found["straight_in"], "balanced");
    assert_eq!(found["breaks"][0].get("f_beta_squared"), None);
    // Under balanced priors both are the same.
    let balanced = json_of(&["--from", "ppv", "--to", "1/5,1/3", "--target-prior", "1/2"]);
    let positions = |found: &Value| -> Vec<Value> {
        found["breaks"].as_array().expect("a list").iter().map(|b| b["position"].clone()).collect()
    };
    assert_eq!(positions(&found), positions(&balanced));
}

#[test]
fn the_compromise_by_true_rates_is_drawn_on_request() {
    let input = fixture("breast_cancer_predictions.csv");
    let curve = |more: &[&str]| {
        let line = ["curve", &input, "--along", "f-beta", "--draws", "2000"];
        Run::new(&[&line[..], more].concat()).succeeds()
    };
    let json = |more: &[&str]| -> Value {
        let text = curve(&[more, &["--format", "json"]].concat());
        serde_json::from_str::<Value>(&text).expect("JSON")["compromise_drawn"].clone()
    };
    let width = |drawn: &Value| {
        let end = |k: usize| -> Rational {
            drawn["interval"][k].as_str().expect("a number").parse().expect("a number")
        };
        // F1 is in each of them, at 1/2.
        assert!(end(0) < Rational::new(1, 2) && Rational::new(1, 2) < end(1), "{drawn}");
        (end(1) - end(0)).to_f64()
    };
    let (paired, unpaired) = (json(&[]), json(&["--unpaired"]));
    assert_eq!(json(&["--seed", "1"]), paired);
    assert_ne!(json(&["--seed", "2"]), paired);
    assert_eq!([&paired["paired"], &unpaired["paired"]], [&json!(true), &json!(false)]);
    assert!(width(&json(&["--level", "0.8"])) < width(&paired));
    // By an independent simulation the middle 95 % of independent classifiers are 0.336 to 0.519.
    assert!((0.18..0.26).contains(&width(&unpaired)), "{unpaired}");
    let text = curve(&["--unpaired", "--level", "0.8"]);
    assert!(
        text.contains("by true rates, with a probability of at least 80 %: beta squared from 0.")
    );
    assert!(text.contains(" (2000 draws, seed 1, uniform priors, taken as independent)"), "{text}");

    let refused = |line: &[&str]| Run::new(line).refused().0;
    let line = ["curve", &input, "--along", "cost"];
    for stray in [&["--level", "0.9"][..], &["--unpaired"], &["--seed", "3"]] {
        let what = format!("{} is about --first and --second, or --draws", stray[0]);
        assert_eq!(refused(&[&line[..], stray].concat()), what);
    }
    let both = [&line[..], &["--draws", "100", "-o", "x.svg"]].concat();
    assert_eq!(refused(&both), "--draws has no effect on a picture");
    let scores = fixture("breast_cancer_scores.csv");
    assert_eq!(
        refused(&["curve", &scores, "--along", "cost", "--draws", "100"]),
        "--draws is about classifiers, and these are thresholds of models"
    );
    let fixed = ["curve", &scores, "--along", "cost", "--draws", "100", "--threshold", "0.5"];
    assert!(Run::new(&fixed).succeeds().contains("too few draws"));
}

#[test]
fn text_and_csv_tell_the_same() {
    assert_eq!(
        run(&["--along", "f-beta", "--swaps"]).succeeds(),
        "\
from (a, b) = (1, 0) to (1, 1), positive prior 1/3
3 pairs swap at 3 points; 4 different rankings between
best compromise between both ends: beta squared 1 (about 1.0000)
as near to both ends (O = 1): any beta squared from 2/5 (about 0.4000) to 14/5 (about 2.8000)
F1 ranks these 4 at O = 1.0000 of the best compromise
rule of thumb, mean fp / mean fn: beta squared 2.0000 at O = 1.0000

 score  beta squared       O  tau-b with the first end  with the last
 PPV          0.0000  0.6667                    1.0000         0.0000
 F0.5         0.2500  0.6667                    1.0000         0.0000
 F1           1.0000  1.0000                    0.5477         0.5477
 F2           4.0000  0.6667                    0.0000         1.0000
 TPR             inf  0.6667                    0.0000         1.0000

 first from beta squared      to  classifier
                  0.0000  0.4000  cautious
                  0.4000  2.8000  middle
                  2.8000     inf  eager

 swaps at beta squared  (a, b)            pairs  ahead before / after
                0.4000  (1.0000, 0.2857)      1  cautious / middle
                1.0000  (1.0000, 0.5000)      1  cautious / eager
                2.8000  (1.0000, 0.7368)      1  middle / eager
"
    );
    // The winners are enough, unless all swaps are asked for.
    let winners = run(&["--along", "f-beta"]).succeeds();
    assert!(winners.ends_with("                  2.8000     inf  eager\n"), "{winners}");
    let csv = run(&["--along", "f-beta", "--format", "csv"]).succeeds();
    let mut lines = csv.lines();
    assert_eq!(
        lines.next(),
        Some(
            "position,a,b,pairs,f_beta_squared,position_decimal,a_decimal,b_decimal,f_beta_squared_decimal"
        )
    );
    assert_eq!(lines.next(), Some("2/7,1,2/7,1,2/5,0.2857142857142857,1,0.2857142857142857,0.4"));
    assert_eq!(lines.count(), 2);
}

#[test]
fn curves_are_pictures_too() {
    for along in ["decision", "cost", "f-beta"] {
        let scores = fixture("breast_cancer_scores.csv");
        let mut arguments = vec!["curve", &scores, "--input-format", "scores", "--along", along];
        arguments.extend(["-o", "x.svg"]);
        if along == "decision" {
            arguments.push("--models");
        }
        let folder = tempfile::tempdir().expect("a folder");
        let status = std::process::Command::new(env!("CARGO_BIN_EXE_exactile"))
            .current_dir(folder.path())
            .args(&arguments)
            .status()
            .expect("the program runs");
        assert!(status.success());
        let svg = std::fs::read_to_string(folder.path().join("x.svg")).expect("a picture");
        // A curve for each model, not for each threshold; the margins are no probabilities.
        assert_eq!(svg.matches("data-curve=").count(), 7);
        assert_eq!(svg.matches("data-own=").count(), if along == "decision" { 6 } else { 0 });
        assert!(svg.contains("exactly at") && !svg.contains("NaN"));
    }
}

#[test]
fn what_is_no_segment_is_refused() {
    run(&["--from", "tpr", "--to", "1,1"])
        .fails("both ends of the segment are (1, 1)\nhint: choose another --from or --to");
    run(&["--along", "decision", "--models", "-o", "x.svg"]).fails(
        "--models has no effect here\nhint: use it with scores and -o FILE.svg, .png or .pdf",
    );
    Run::new(&["curve", "x.csv", "--along", "cost"])
        .file("x.csv", "name,tn,fp,fn,tp\nA,1,1,0,0\n")
        .fails(
            "x.csv: \"A\": there is no sample of the positive class\nhint: the Tile needs \
             samples of both classes and a prior between 0 and 1",
        );
}

/// Brier scores are those of thresholds, and of calibrated scores where no model is better than its
/// own.
#[test]
fn brier_curves_and_gains_have_exact_areas() {
    let scores = "y_true,A,B\n1,0.9,4\n1,0.70,3\n0,0.7,1\n1,0.13,2.5\n0,0.1,2\n0,0.05,2.5\n";
    let json = |along: &str| {
        let arguments = ["curve", "s.csv", "--input-format", "scores", "--along", along];
        let arguments = [&arguments[..], &["--format", "json"]].concat();
        Run::new(&arguments).file("s.csv", scores).json()
    };
    let brier = json("brier");
    // A's edges: 0.9 alone; 0.7, 0.7, 0.13 with two of three positive; two negative ones: 3 (2/9)
    // of 6 samples.
    assert_eq!(brier["models"][0]["brier"], "6797/30000");
    assert_eq!(brier["models"][0]["calibrated"], "1/9");
    assert_eq!(brier["models"][0]["miscalibration"], "10391/90000");
    assert_eq!(brier["models"][1]["brier"], Value::Null);
    assert_eq!(brier["models"][1]["brier_undefined"], "a score lies outside [0, 1]");
    // Of B: two positive ones; one of two; two negative ones.
    assert_eq!(brier["models"][1]["calibrated"], "1/12");
    let gain = json("precision-recall-gain");
    // A: one of three found alone, recall gain 1 - 2/1 < 0; then all with one false alarm, gains 1
    // and 2/3.
    let vertex = &gain["models"][0]["vertices"][2];
    assert_eq!((&vertex["recall_gain"], &vertex["precision_gain"]), (&json!("1"), &json!("2/3")));
    // B: two of three alone, gains 1/2 and 1, then 1 and 2/3.
    assert_eq!(gain["models"][1]["area"], "11/12");
}

#[test]
fn brier_curves_and_gains_are_pictures_too() {
    let scores = fixture("breast_cancer_scores.csv");
    for (along, own) in [("brier", 6), ("precision-recall-gain", 0)] {
        let folder = tempfile::tempdir().expect("a folder");
        let status = std::process::Command::new(env!("CARGO_BIN_EXE_exactile"))
            .current_dir(folder.path())
            .args(["curve", &scores, "--input-format", "scores", "--along", along, "-o", "x.svg"])
            .status()
            .expect("the program runs");
        assert!(status.success());
        let svg = std::fs::read_to_string(folder.path().join("x.svg")).expect("a picture");
        assert_eq!(svg.matches("data-curve=").count(), 7);
        assert_eq!(svg.matches("data-own=").count(), own);
        assert!(svg.contains("on new data expect worse") && !svg.contains("NaN"));
    }
}

/// The result for a pair along a segment agrees with `compare` at each point.
#[test]
fn a_pair_along_a_segment_is_compared_as_at_each_point() {
    // y_true, cautious, eager: 30 rows where cautious misses, 20 where eager has a false alarm.
    let counts = [("1,1,1", 40), ("1,0,1", 30), ("0,0,0", 60), ("0,0,1", 20), ("0,1,1", 5)];
    let mut rows = "y_true,cautious,eager,count\n".to_owned();
    for (row, count) in counts {
        rows.push_str(&format!("{row},{count}\n"));
    }
    let curve = |more: &[&str]| {
        let arguments = ["curve", "p.csv", "--first", "eager", "--second", "cautious", "--along"];
        Run::new(&[&arguments[..], more, &["--quiet"]].concat()).file("p.csv", &rows)
    };
    let found = curve(&["decision", "--steps", "5", "--format", "json"]).json();
    assert_eq!((&found["paired"], &found["level"]), (&json!(true), &json!("19/20")));
    let points = found["points"].as_array().expect("a list");
    assert_eq!(points.len(), 5);
    for point in points {
        let [a, b] = [0, 1].map(|k| point["at"][k].as_str().expect("a number").to_owned());
        let at = format!("{a},{b}");
        let compared =
            ["compare", "p.csv", "--first", "eager", "--second", "cautious", "--at", &at];
        let compared = Run::new(&[&compared[..], &["--quiet", "--format", "json"]].concat());
        let pair = &compared.file("p.csv", &rows).json()["pairs"][0];
        assert_eq!(point["truly_better"], pair["truly_better"]);
        assert_eq!(point["swap_test"]["two_sided"], pair["swap_test"]["two_sided"]);
    }
    // 30 hits more for 20 false alarms more: net benefit (30 - 20 p/(1 - p))/155, which is 0 at p =
    // 3/5.
    assert_eq!(points[0]["threshold_probability"], "1/10");
    assert_eq!(points[0]["net_benefit"], "50/279");
    let decided: Vec<&Value> = points.iter().map(|point| &point["decided"]).collect();
    assert_eq!(decided[0], "first");
    assert_eq!(decided[4], "second");
    let stretches = found["decided"].as_array().expect("a list");
    assert_eq!(stretches[0]["from"], "1/10");
    let text = curve(&["decision", "--steps", "5"]).succeeds();
    assert!(text.contains("2 points: cautious is truly better"), "{text}");
    let csv = curve(&["f-beta", "--steps", "2", "--format", "csv"]).succeeds();
    assert_eq!(csv.lines().count(), 3);
    assert!(csv.starts_with("coordinate,coordinate_decimal,a,a_decimal,b,b_decimal,difference,"));
    let unpaired = curve(&["cost", "--steps", "2", "--unpaired", "--format", "json"]).json();
    assert_eq!(unpaired["paired"], false);
    assert_eq!(unpaired["points"][0]["swap_test"], Value::Null);
    let (error, _) = curve(&["brier"]).refused();
    assert!(error.contains("a pair is compared along a segment of the Tile"));
}

/// People are told of models: thresholds stand in brackets.
#[test]
fn curves_of_scores_speak_of_models() {
    let scores = "y_true,A,B\n1,0.9,4\n1,0.70,3\n0,0.7,1\n1,0.13,0.5\n0,0.1,2\n0,0.05,0.2\n";
    let arguments = ["curve", "s.csv", "--input-format", "scores", "--along", "decision"];
    let text = Run::new(&arguments).file("s.csv", scores).succeeds();
    assert_eq!(
        text,
        "\
positive class: 1
from (a, b) = (1, 1) to (0, 0), positive prior 1/2
2 models, each at its best threshold at every point; the threshold is in brackets

 first from threshold probability      to  model
                           0.0000  0.5000  A (0.13)
                           0.5000  1.0000  B (3)

 models swap at threshold probability  (a, b)            ahead before  ahead after
                               0.5000  (0.5000, 0.5000)  A (0.13)      B (3)

Of all 8 thresholds 16 pairs swap at 7 points, which --format csv and --format json list.
These thresholds were chosen on the samples that they are judged on, so the models look better than
they are. thresholds --choose-on FILE chooses them on other samples.
"
    );
    // Machines read of all thresholds.
    let found =
        Run::new(&[&arguments[..], &["--format", "json"]].concat()).file("s.csv", scores).json();
    assert!(found["first"][0]["classifiers"][0].as_str().expect("a name").contains(" >= "));
}

#[test]
fn costs_are_marked_on_curves_and_on_the_tile() {
    let file = fixture("breast_cancer_confusion.csv");
    let costs = ["--cost-fp", "1", "--cost-fn", "5"];
    let run = |arguments: &[&str]| Run::new(&[arguments, &[&file], &costs].concat()).succeeds();
    let text = run(&["curve", "--along", "decision"]);
    let line = "at (a, b) = (5/6, 5/6), threshold probability 1/6: rbf_svm_balanced is first";
    assert!(text.lines().any(|known| known == line), "{text}");
    let ranked = run(&["rank", "--format", "csv"]);
    assert!(ranked.lines().nth(1).is_some_and(|row| row.contains("rbf_svm_balanced")), "{ranked}");

    let json = run(&["curve", "--along", "cost", "--format", "json"]);
    let document = serde_json::from_str::<Value>(&json).expect("JSON");
    let expected = serde_json::json!({
        "at": ["5/6", "5/6"], "position": "5/6", "first": ["rbf_svm_balanced"]
    });
    assert_eq!(document["preference"], expected);
    let verify = |text: &str| Run::new(&["verify", "r.json", &file]).file("r.json", text);
    verify(&json).succeeds();
    for (from, to) in [
        (r#""at":["5/6","5/6"]"#, r#""at":["5/6","4/6"]"#),
        (r#""position":"5/6""#, r#""position":"4/6""#),
        (r#""first":["rbf_svm_balanced"]"#, r#""first":["logistic"]"#),
        (r#""first":["rbf_svm_balanced"]"#, r#""first":[]"#),
    ] {
        let compact = document.to_string();
        assert!(compact.contains(from), "{from}");
        assert_eq!(verify(&compact.replacen(from, to, 1)).status().1, 1, "{from}");
    }

    // Where two swap both are first.
    let swap = ["curve", "--along", "decision", &file, "--cost-fp", "1", "--cost-fn", "3"];
    let text = Run::new(&swap).succeeds();
    assert!(text.contains("1/4: rbf_svm and rbf_svm_balanced tie for the first rank"), "{text}");

    Run::new(&["curve", "--along", "f-beta", &file, "--at", "1/2,1/2"]).fails(
        "the preference (a, b) = (1/2, 1/2) is not on this segment\nhint: preferences by costs are \
         on --along decision and --along cost",
    );
    let svg = run(&["tile"]);
    assert!(svg.contains("a miss costs 5 false alarms, at (5/6, 5/6)"), "{svg}");
    let svg = Run::new(&["tile", &file, "--at", "1,1/2", "--show", "none"]).succeeds();
    assert!(svg.contains("preference, at (1, 1/2)"), "{svg}");
}

/// If no pair swaps there is no optimality, with the reason; a preference that is marked has one.
#[test]
fn optimality_is_undefined_without_swaps() {
    let better = "name,tn,fp,fn,tp\ngood,9,1,1,9\nbad,5,5,5,5\n";
    let arguments =
        ["curve", "x.csv", "--along", "decision", "--at", "1/4,1/4", "--format", "json"];
    let found = Run::new(&arguments).file("x.csv", better).json();
    let names: Vec<&Value> =
        found["optimality"].as_array().expect("a list").iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["tpr", "accuracy", "ba", "kappa", "r(1/4,1/4)", "tnr"]);
    let marked = &found["optimality"][4];
    assert_eq!((&marked["o"], &marked["undefined"]), (&Value::Null, &json!("no pair swaps")));
    assert_eq!((&marked["tau_from"], &marked["tau_to"]), (&json!("1"), &json!("1")));
    assert_eq!(found.get("heuristic"), None);
}
