//! Models that give scores: their thresholds, and the other commands with them.

use super::cli::{Run, document};
use exactile::{ConfusionMatrix, Metric, Rational};
use exactile_testing::fixture;
use serde_json::{Value, json};

const SCORES: &str = "y_true,A,B\n1,0.9,4\n1,0.70,3\n0,0.7,1\n1,0.13,2.5\n0,0.1,2\n0,0.05,2.5\n";

fn rational(value: &Value) -> Rational {
    value.as_str().expect("a number as text").parse().expect("an exact number")
}

fn json_of(arguments: &[&str]) -> Value {
    let arguments = [&["thresholds", "s.csv", "--format", "json"], arguments].concat();
    Run::new(&arguments).file("s.csv", SCORES).json()
}

/// By hand: of the scores up to 1/2 one of three is positive, of the others two of three.
#[test]
fn calibration_is_told_by_bins() {
    let scores = "y_true,a,b\n1,0.9,2\n0,0.4,1\n1,0.6,0\n0,0.6,1\n0,0.1,0\n1,0.3,2\n";
    let run = |format: &str| {
        let made = ["thresholds", "s.csv", "--calibration", "2", "--format", format];
        Run::new(&made).file("s.csv", scores)
    };
    let found = run("json").json();
    let model = &found["models"][0];
    assert_eq!(found["calibration_bins"], 2);
    assert_eq!(model["calibration"]["difference"], "-1/60");
    // |4/5 - 1|/6 and |21/10 - 2|/6.
    assert_eq!(model["calibration"]["expected_error"], "1/20");
    let bin = &model["calibration"]["bins"][0];
    assert_eq!((&bin["mean_score"], &bin["share"]), (&json!("4/15"), &json!("1/3")));
    let lower: f64 = model["log_loss"]["lower"].as_str().expect("text").parse().expect("a number");
    let p: [f64; 6] = [0.9, 0.6, 0.6, 0.4, 0.9, 0.3];
    assert!((lower + p.iter().map(|p| p.ln()).sum::<f64>() / 6.0).abs() < 1e-15);
    assert_eq!(found["models"][1]["calibration"], Value::Null);
    let rows = run("csv").succeeds();
    assert!(
        rows.contains("\na,0,1/2,2,1,4/15,1/3,0.26666666666666666,0.3333333333333333\n"),
        "{rows}"
    );
    let text = run("text").succeeds();
    assert!(text.contains(" b      not in [0, 1]"), "{text}");
    // A probability that excludes the truth.
    let certain = "y_true,a\n1,0\n1,0.7\n0,0.5\n0,0\n";
    let made = ["thresholds", "s.csv", "--calibration", "1", "--format", "json"];
    let found = Run::new(&made).file("s.csv", certain).json();
    assert_eq!(found["models"][0]["log_loss"], "inf");
}

#[test]
fn the_document_is_that_of_the_contract() {
    let expected = json!({
        "schema": "exactile.thresholds.v1", "positive": "1", "positives": 3, "negatives": 3,
        "prevalence": "1/2",
        "models": [
            {"name": "A", "distinct": 5, "auc": "5/6", "average_precision": "29/36",
             "brier": "6797/30000", "mean_score": "43/100", "hull": [
                {"threshold": null, "tn": "3", "fp": "0", "fn": "3", "tp": "0"},
                {"threshold": "9/10", "tn": "3", "fp": "0", "fn": "2", "tp": "1"},
                {"threshold": "13/100", "tn": "2", "fp": "1", "fn": "0", "tp": "3"},
                {"threshold": "1/20", "tn": "0", "fp": "3", "fn": "0", "tp": "3"},
            ]},
            {"name": "B", "distinct": 5, "auc": "17/18", "average_precision": "11/12", "brier": null,
             "brier_undefined": "a score lies outside [0, 1]", "mean_score": null, "hull": [
                {"threshold": null, "tn": "3", "fp": "0", "fn": "3", "tp": "0"},
                {"threshold": "3", "tn": "3", "fp": "0", "fn": "1", "tp": "2"},
                {"threshold": "5/2", "tn": "2", "fp": "1", "fn": "0", "tp": "3"},
                {"threshold": "1", "tn": "0", "fp": "3", "fn": "0", "tp": "3"},
            ]},
        ]
    });
    // A's pairs: 0.9 is above all, 0.7 ties with one, 0.13 is below one: 7.5 of 9. Its Brier score
    // is (0.01 + 0.09 + 0.49 + 0.7569 + 0.01 + 0.0025)/6. Its precision is 1, 2/3 and 3/4 where
    // recall grows by 1/3, and its scores sum up to 2.58.
    let mut found = json_of(&[]);
    assert_eq!(found, expected);
    let keys: Vec<String> = found.as_object_mut().expect("an object").keys().cloned().collect();
    assert_eq!(keys.len(), 6);
}

#[test]
fn every_best_threshold_is_listed_with_its_value() {
    let found = json_of(&["--score", "accuracy"]);
    assert_eq!(found["at"], json!(["1/2", "1/2"]));
    assert_eq!(found["score"], "accuracy");
    assert_eq!(found["optimistic"], true);
    let best = |model: usize| {
        let list = found["models"][model]["best"].as_array().expect("a list");
        list.iter()
            .map(|entry| (entry["threshold"].to_string(), entry["value"].to_string()))
            .collect::<Vec<_>>()
    };
    let pair = |threshold: &str, value: &str| (format!("{threshold:?}"), format!("{value:?}"));
    assert_eq!(best(0), [pair("13/100", "5/6")]);
    assert_eq!(best(1), [pair("3", "5/6"), pair("5/2", "5/6")]);
    let usual = &found["models"][0]["usual"];
    assert_eq!(
        usual,
        &json!({"threshold": "1/2", "tn": "2", "fp": "1", "fn": "1", "tp": "2", "value": "2/3", "below_best": "1/6"})
    );
    // On the diagonal the threshold probability of accuracy is one half too.
    assert_eq!(&found["models"][0]["own_probability"], usual);
    assert_eq!(found["models"][1].get("usual"), None);
    assert_eq!(found["models"][0]["rank"], json!([1, 2]));
    let several = json_of(&["--score", "f1,tpr", "--score", "F1"]);
    let preferences = several["preferences"].as_array().expect("a list");
    assert_eq!(preferences.len(), 2);
    assert_eq!(
        preferences[0]["models"][1]["best"],
        json_of(&["--score", "f1"])["models"][1]["best"]
    );
    assert_eq!(several["models"][0].get("best"), None);
    // A target prior weights the classes, not the counts.
    let shifted = json_of(&["--at", "1/2,1/2", "--target-prior", "1/4"]);
    assert_eq!(shifted["models"][0]["best"][0]["value"], "5/6");
    assert_eq!(shifted["target_prior"], "1/4");
}

#[test]
fn text_says_what_to_do_and_that_it_is_optimistic() {
    let text =
        Run::new(&["thresholds", "s.csv", "--cost-fp", "1", "--cost-fn", "5", "--ignore", "B"])
            .file("s.csv", SCORES)
            .succeeds();
    assert_eq!(
        text,
        "\
positive class: 1
3 positive and 3 negative samples

 model       AUC  average precision  Brier score  mean score  distinct scores  thresholds on the hull
 A      0.833333           0.805556     0.226567    0.430000                5                       4

If a miss costs 5 times a false alarm, at (a, b) = (5/6, 5/6)

 rank  model  flag from   found  false alarms  R(5/6, 5/6)  expected cost  net benefit per 100                  from 0.5              from p = 1/6
    1  A           0.13  3 of 3             1     0.944444       0.166667            46.666667  0.666667 off by 0.277778  0.666667 off by 0.277778

 without a model  expected cost  net benefit per 100
 flag everybody        0.500000            40.000000
 flag nobody           2.500000             0.000000

If a miss costs 5 times a false alarm, flag from 0.13 upwards: 3 of 3 found, 1 false alarm.

These thresholds were chosen on the samples that they are judged on, so they look better than
they are. --choose-on FILE chooses them on other samples.
"
    );
    let overview = Run::new(&["thresholds", "s.csv"]).file("s.csv", SCORES).succeeds();
    for part in ["For F2, ", "For balanced accuracy, take ", "look better than\nthey are"] {
        assert!(overview.contains(part), "{part}: {overview}");
    }
    let hull =
        Run::new(&["thresholds", "s.csv", "--for-model", "B"]).file("s.csv", SCORES).succeeds();
    assert!(hull.contains("B: preferences for which each threshold is best"), "{hull}");
    assert!(hull.contains("look better than\nthey are"), "{hull}");
}

#[test]
fn costs_stand_beside_each_best_threshold() {
    let found = json_of(&["--cost-fp", "1", "--cost-fn", "5"]);
    let model = &found["models"][0];
    // One false positive of six samples: (1 FP + 5 FN)/6, and (TP - FP/5)/6.
    let best = &model["best"][0];
    assert_eq!((&best["expected_cost"], &best["net_benefit"]), (&json!("1/6"), &json!("7/15")));
    assert_eq!(model["usual"]["expected_cost"], "1");
    assert_eq!(found["costs"], json!({"fp": "1", "fn": "5"}));
    assert_eq!(found["flag_everybody"], json!({"expected_cost": "1/2", "net_benefit": "2/5"}));
    assert_eq!(found["flag_nobody"], json!({"expected_cost": "5/2", "net_benefit": "0"}));
    // Other priors weight the classes: 1/4 of positive samples, all of whom are found.
    let shifted = ["--cost-fp", "1", "--cost-fn", "5", "--target-prior", "1/4"];
    let shifted = json_of(&shifted);
    assert_eq!(shifted["models"][0]["best"][0]["expected_cost"], "1/4");
    // A miss that costs nothing has no net benefit.
    let free = json_of(&["--cost-fp", "1", "--cost-fn", "0"]);
    assert_eq!(free["flag_everybody"], json!({"expected_cost": "1/2"}));
    let csv = ["thresholds", "s.csv", "--cost-fp", "1", "--cost-fn", "5", "--format", "csv"];
    let csv = Run::new(&csv).file("s.csv", SCORES).succeeds();
    assert!(csv.starts_with("model,score,a,b,rank_best,rank_worst,rule,threshold,tn,fp,fn,tp,value,expected_cost,net_benefit,"), "{csv}");
    assert!(csv.contains("A,,5/6,5/6,1,2,best,13/100,2,1,0,3,17/18,1/6,7/15,"), "{csv}");
    // No other preference has a price.
    assert_eq!(json_of(&["--score", "f1"]).pointer("/models/0/best/0/expected_cost"), None);
}

#[test]
fn any_metric_has_its_best_thresholds() {
    let found = json_of(&["--metric", "mcc"]);
    assert_eq!((&found["metric"], &found["optimistic"]), (&json!("mcc"), &json!(true)));
    assert_eq!((found.get("at"), found.get("score")), (None, None));
    let best = found["models"][1]["best"].as_array().expect("a list");
    let thresholds: Vec<&Value> = best.iter().map(|entry| &entry["threshold"]).collect();
    assert_eq!(thresholds, ["3", "5/2"]);
    assert_eq!(best[0]["value"]["exact"], "sqrt(1/2)");
    assert_eq!(found["models"][0]["rank"], json!([1, 2]));
    assert_eq!(found["models"][0].get("own_probability"), None);
    // Lower values of NLR-like metrics are better; metrics with a place keep it.
    let lowest = json_of(&["--metric", "log-nlr,mcc,f1"]);
    let preferences = lowest["preferences"].as_array().expect("a list");
    assert_eq!(preferences[1]["metric"], "mcc");
    assert_eq!(preferences[2]["score"], "F1");
    assert_eq!(preferences[1]["models"][1]["best"], found["models"][1]["best"]);
    let text = ["thresholds", "s.csv", "--metric", "mcc", "--subject-to", "fpr < 0.2"];
    let text = Run::new(&text).file("s.csv", SCORES).succeeds();
    assert!(
        text.contains(
            "For mcc with fpr < 0.2, take B and flag from 3 upwards: 2 of 3 found, 0 false alarms."
        ),
        "{text}"
    );
    let at_best = ["rank", "s.csv", "--input-format", "scores", "--at-best", "--score", "mcc"];
    let at_best = [&at_best[..], &["--format", "json"]].concat();
    let at_best = Run::new(&at_best).file("s.csv", SCORES).json();
    assert_eq!(at_best["models"][1]["best"], found["models"][1]["best"]);
}

#[test]
fn conditions_leave_thresholds_out() {
    let best = |arguments: &[&str]| {
        let found = json_of(arguments);
        let best = found["models"][1]["best"].as_array().expect("a list").clone();
        best.iter().map(|entry| entry["threshold"].to_string()).collect::<Vec<_>>()
    };
    let quoted = |texts: &[&str]| texts.iter().map(|text| format!("{text:?}")).collect::<Vec<_>>();
    assert_eq!(best(&["--score", "tpr"]), quoted(&["5/2", "2", "1"]));
    assert_eq!(best(&["--score", "tpr", "--subject-to", "fpr <= 1/3"]), quoted(&["5/2"]));
    assert_eq!(best(&["--score", "tpr", "--subject-to", "fpr < 1/3"]), quoted(&["3"]));
    assert_eq!(best(&["--at", "1,1", "--subject-to", "ppv > 0.75"]), quoted(&["3"]));
    let costs = ["--cost-fp", "1", "--cost-fn", "5", "--subject-to", "fpr < 1/3"];
    assert_eq!(best(&costs), quoted(&["3"]));
    let both = ["--score", "tnr", "--subject-to", "tpr >= 2/3", "--subject-to", "npv > 3/4"];
    assert_eq!(best(&both), quoted(&["5/2"]));
    let found = json_of(&["--score", "f1", "--subject-to", "fpr <= 0"]);
    assert_eq!(found["subject_to"], json!(["fpr <= 0"]));
    // The usual threshold is told whether it meets them.
    assert_eq!(found["models"][0]["usual"]["meets"], false);
}

#[test]
fn conditions_that_cannot_be_met_have_a_nearest_threshold() {
    let arguments = ["--score", "tpr", "--subject-to", "npv > 0.9", "--subject-to", "ppv > 0.99"];
    let found = json_of(&arguments);
    let model = &found["models"][1];
    assert_eq!((&model["best"], &model["rank"]), (&Value::Null, &Value::Null));
    assert_eq!(model["unmet"], "ppv > 0.99");
    assert_eq!(
        model["nearest"],
        json!({"threshold": "5/2", "tn": "2", "fp": "1", "fn": "0", "tp": "3", "value": "1", "reached": "3/4"})
    );
    let text = [&["thresholds", "s.csv"][..], &arguments].concat();
    let text = Run::new(&text).file("s.csv", SCORES).succeeds();
    let said = "B: ppv > 0.99 cannot be met together with npv > 0.9; nearest is flag from 2.5 \
         upwards with ppv 0.750000.";
    assert!(text.contains(said), "{text}");
    assert!(text.contains("no threshold"), "{text}");
    let csv = [&["thresholds", "s.csv", "--format", "csv"][..], &arguments].concat();
    let csv = Run::new(&csv).file("s.csv", SCORES).succeeds();
    assert!(csv.contains("B,TPR,1,1,,,nearest,5/2,2,1,0,3,1,2.5,1\n"), "{csv}");
    // Without any threshold at which the metric has a value there is no nearest one.
    let one = "y_true,A\n1,0.5\n0,0.5\n";
    let nowhere = ["thresholds", "s.csv", "--score", "f1", "--subject-to", "scaled-log-plr > 0"];
    let run = |more: &[&str]| Run::new(&[&nowhere, more].concat()).file("s.csv", one);
    let found = run(&["--format", "json"]).json();
    assert_eq!(found["models"][0]["nearest"], Value::Null);
    assert!(run(&[]).succeeds().contains("scaled-log-plr is undefined at all thresholds"));
}

#[test]
fn areas_up_to_a_rate_stand_beside_auc() {
    let found = json_of(&["--max-fpr", "0.5"]);
    assert_eq!(found["max_fpr"], "1/2");
    let parts = |k: usize| {
        let model = &found["models"][k];
        (model["partial_auc"].clone(), model["partial_auc_standardised"].clone())
    };
    // 1/3 of the way at 1/3 for A; on from (1/3, 1) for both.
    assert_eq!(parts(0), (json!("1/3"), json!("7/9")));
    assert_eq!(parts(1), (json!("4/9"), json!("25/27")));
    let text = ["thresholds", "s.csv", "--max-fpr", "0.5"];
    let text = Run::new(&text).file("s.csv", SCORES).succeeds();
    assert!(text.contains("AUC to FPR 0.5  standardised  average precision"), "{text}");
}

#[test]
fn thresholds_are_chosen_on_one_file_and_judged_on_another() {
    let other = "y_true,B,A\n1,9,0.6\n0,1,0.5\n0,0,0.5\n";
    let arguments =
        ["thresholds", "s.csv", "--choose-on", "o.csv", "--score", "f1", "--format", "json"];
    let run = || Run::new(&arguments).file("s.csv", SCORES);
    let found = run().file("o.csv", other).json();
    assert_eq!((&found["chosen_on"], &found["optimistic"]), (&json!("o.csv"), &json!(false)));
    let chosen = &found["models"][0]["chosen"];
    assert_eq!(
        chosen,
        &json!([{"threshold": "3/5", "tn": "2", "fp": "1", "fn": "1", "tp": "2", "value": "2/3", "below_best": "4/21"}])
    );
    // No score of the input reaches 9.
    assert_eq!(found["models"][1]["chosen"][0]["tp"], "0");
    assert_eq!(found["models"][0]["rank"], json!([1, 1]));
    run().file("o.csv", "y_true,A\n1,3\n0,1\n").fails(
        "o.csv: there are no scores of \"B\"\nhint: give a column for each model of the input, or \
         leave the model out with --ignore",
    );
    let text = Run::new(&arguments[..6]).file("s.csv", SCORES).file("o.csv", other).succeeds();
    assert!(
        text.contains("take A and flag from 0.6 upwards: 2 of 3 found, 1 false alarm."),
        "{text}"
    );
    assert!(text.contains("Thresholds were chosen on o.csv"), "{text}");
}

#[test]
fn the_real_scores_are_judged_as_their_definitions_say() {
    let path = fixture("breast_cancer_scores.csv");
    let found = Run::new(&["thresholds", &path, "--score", "f1", "--format", "json"]).json();
    let csv = std::fs::read_to_string(&path).expect("a fixture");
    let mut lines = csv.lines();
    let names: Vec<&str> = lines.next().expect("a header").split(',').skip(1).collect();
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    for (k, name) in names.iter().enumerate() {
        let mut samples: Vec<(Rational, bool)> =
            rows.iter().map(|row| (row[k + 1].parse().expect("a number"), row[0] == "1")).collect();
        samples.sort();
        let model = &found["models"][k];
        assert_eq!(&model["name"], name);
        let positives = samples.iter().filter(|sample| sample.1).count() as u64;
        let negatives = samples.len() as u64 - positives;
        // From the least score: negatives below and beside each positive, and the best F1.
        let (mut below, mut doubled) = (0_u64, 0_u64);
        let (mut best, mut at): (Option<Rational>, Vec<Rational>) = (None, Vec::new());
        let (mut fn_, mut tn) = (0_u64, 0_u64);
        for group in samples.chunk_by(|first, second| first.0 == second.0) {
            let own = group.iter().filter(|sample| sample.1).count() as u64;
            let others = group.len() as u64 - own;
            let matrix = ConfusionMatrix::from_counts(tn, negatives - tn, fn_, positives - fn_);
            let exactile::Value::Exact(f1) =
                Metric::FBeta(Rational::ONE).value(&matrix.expect("samples"))
            else {
                panic!("F1 is defined")
            };
            if best.as_ref().is_none_or(|best| f1 >= *best) {
                if best.as_ref().is_some_and(|best| f1 > *best) {
                    at.clear();
                }
                at.insert(0, group[0].0.clone());
                best = Some(f1);
            }
            doubled += own * (2 * below + others);
            (below, fn_, tn) = (below + others, fn_ + own, tn + others);
        }
        assert_eq!(rational(&model["auc"]), Rational::new(doubled, 2 * positives * negatives));
        let listed = model["best"].as_array().expect("a list");
        let thresholds: Vec<Rational> =
            listed.iter().map(|entry| rational(&entry["threshold"])).collect();
        assert_eq!(thresholds, at, "{name}");
        assert!(listed.iter().all(|entry| Some(rational(&entry["value"])) == best));
        let is_probability = |score: &Rational| !score.is_negative() && *score <= Rational::ONE;
        let brier = samples.iter().all(|sample| is_probability(&sample.0)).then(|| {
            let square = |(score, is_positive): &(Rational, bool)| {
                let error = score - Rational::from(u64::from(*is_positive));
                &error * &error
            };
            samples.iter().map(square).sum::<Rational>() / Rational::from(samples.len() as u64)
        });
        let printed = Some(&model["brier"]).filter(|value| !value.is_null()).map(rational);
        assert_eq!(printed, brier, "{name}");
    }
}

#[test]
fn csv_has_a_row_for_each_threshold() {
    let run = |more: &[&str]| {
        let arguments =
            [&["thresholds", "s.csv", "--format", "csv", "--ignore", "A"], more].concat();
        Run::new(&arguments).file("s.csv", SCORES).succeeds()
    };
    assert_eq!(
        run(&[]),
        "model,threshold,tn,fp,fn,tp,threshold_decimal\nB,,3,0,3,0,\nB,3,3,0,1,2,3\nB,5/2,2,1,0,3,2.5\nB,1,0,3,0,3,1\n"
    );
    assert_eq!(
        run(&["--score", "accuracy"]),
        "model,score,a,b,rank_best,rank_worst,rule,threshold,tn,fp,fn,tp,value,threshold_decimal,value_decimal\nB,accuracy,1/2,1/2,1,1,best,3,3,0,1,2,5/6,3,0.8333333333333334\nB,accuracy,1/2,1/2,1,1,best,5/2,2,1,0,3,5/6,2.5,0.8333333333333334\n"
    );
    let intervals = run(&["--for-model", "B"]);
    assert!(intervals.contains("\nB,3,3,0,1,2,1/2,1,0,1/2,0,2/3,3\n"), "{intervals}");
}

#[test]
fn other_commands_take_the_vertices_of_hulls() {
    let arguments = [
        "rank",
        "s.csv",
        "--quiet",
        "--input-format",
        "scores",
        "--score",
        "f1",
        "--format",
        "json",
    ];
    let found = Run::new(&arguments).file("s.csv", SCORES).json();
    assert_eq!(found["positive"], "1");
    let first = &found["ranking"][0];
    assert_eq!((&first["name"], &first["value"]), (&json!("A >= 0.13"), &json!("6/7")));
    let names: Vec<&str> = found["ranking"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|e| e["name"].as_str())
        .collect();
    assert!(names.contains(&"B >= inf") && names.contains(&"B >= 2.5"), "{names:?}");
    let regions = ["regions", "s.csv", "--quiet", "--input-format", "scores", "--rank", "1"];
    let text = Run::new(&regions).file("s.csv", SCORES).succeeds();
    assert!(text.contains("A >= 0.13") && text.starts_with("positive class: 1\n"), "{text}");
}

#[test]
fn what_cannot_be_judged_is_refused() {
    let fails = |arguments: &[&str], content: &str, message: &str| {
        let arguments = [&["thresholds", "s.csv"], arguments].concat();
        Run::new(&arguments).file("s.csv", content).fails(message);
    };
    fails(
        &["--cost-fp", "0", "--cost-fn", "0"],
        SCORES,
        "both costs are 0\nhint: give a positive --cost-fp or --cost-fn",
    );
    fails(
        &["--cost-fp", "-1", "--cost-fn", "2"],
        SCORES,
        "--cost-fp is negative: -1\nhint: give 0 or more",
    );
    fails(
        &["--for-model", "C"],
        SCORES,
        "s.csv: there is no model \"C\"\nhint: the input has \"A\", \"B\"",
    );
    fails(
        &["--score", "f1"],
        "y_true,A\n1,0.5\n",
        "s.csv: there is no sample of the negative class\nhint: thresholds for a preference need \
         samples of both classes",
    );
    fails(
        &["--target-prior", "1"],
        SCORES,
        "invalid value '1' for '--target-prior <X>': a positive prior of 1 is not between 0 and \
         1\nhint: give one such as 0.2 (see exactile thresholds --help)",
    );
    fails(
        &[],
        "y_true,A\n1,x\n",
        "s.csv:2:2: the score of \"A\" is not a number: \"x\"\nhint: write a number such as 0.7, \
         -1.5 or 1e-3",
    );
    fails(
        &["--subject-to", "fpr < 1", "--format", "json"],
        SCORES,
        "--subject-to needs a preference\nhint: add --score tpr, another metric, --at or both \
         costs",
    );
    fails(
        &["--max-fpr", "3/2"],
        SCORES,
        "--max-fpr is 3/2\nhint: give a number above 0 and at most 1, such as 0.1",
    );
    fails(
        &["--metric", "predicted-positives"],
        SCORES,
        "no threshold is best for predicted-positives: it does not say how good a classifier \
         is\nhint: choose another metric, such as mcc, ba or f1",
    );
    fails(
        &["--score", "f1", "--subject-to", "fpr = 0"],
        SCORES,
        "invalid value 'fpr = 0' for '--subject-to <CONDITION>': no condition (METRIC <= VALUE, or \
         <, >= or >): \"fpr = 0\"\nhint: see exactile thresholds --help",
    );
    fails(
        &["--score", "f1", "--subject-to", "mcc >= ln(2)"],
        SCORES,
        "mcc is not compared with ln(2)\nhint: give a rational number",
    );
    // Without both classes there is still something to say.
    let text = Run::new(&["thresholds", "s.csv"]).file("s.csv", "y_true,A\n1,0.5\n").succeeds();
    assert!(text.contains("undefined"), "{text}");
}

#[test]
fn scores_of_several_files_are_joined_by_id() {
    let together = "id,y_true,a,b,site\n1,1,0.9,2,x\n2,0,0.4,3,y\n3,1,0.3,5,x\n4,0,0.1,1,y\n\
                    5,1,0.2,4,y\n6,0,0.8,4,x\n";
    let columns = |wanted: &[usize], rows: &[usize]| -> String {
        let lines: Vec<Vec<&str>> =
            together.lines().map(|line| line.split(',').collect()).collect();
        let row = |row: &usize| {
            let cells: Vec<&str> = wanted.iter().map(|column| lines[*row][*column]).collect();
            cells.join(",") + "\n"
        };
        std::iter::once(&0).chain(rows).map(row).collect()
    };
    // The second file has its rows in another order.
    let files =
        [columns(&[0, 1, 2, 4], &[1, 2, 3, 4, 5, 6]), columns(&[0, 3], &[4, 6, 1, 3, 2, 5])];
    let run = |arguments: &[&str]| {
        Run::new(arguments)
            .file("one.csv", &files[0])
            .file("two.csv", &files[1])
            .file("all.csv", together)
    };
    for asked in [
        &["--score", "f1", "--ignore", "site"][..],
        &["--score", "f1", "--folds", "site"],
        &["--score", "f1", "--by", "site", "--equalise", "1/2", "--only", "a"],
    ] {
        let found = |files: &[&str]| {
            let all = [&["thresholds"], files, asked, &["--id", "id", "--format", "json"]].concat();
            document(&run(&all).notes().0)
        };
        assert_eq!(found(&["one.csv", "two.csv"]), found(&["all.csv"]), "{asked:?}");
    }
    let text = run(&["thresholds", "one.csv", "two.csv", "--ignore", "site"]).notes().1;
    assert!(text.contains("2 files joined by id"), "{text}");
    // A result of joined files is proved on them.
    let made = ["thresholds", "one.csv", "two.csv", "--folds", "site", "--score", "f1"];
    let (result, _) = run(&[&made[..], &["--format", "json"]].concat()).notes();
    let verify = ["verify", "r.json", "one.csv", "two.csv", "--quiet"];
    let (said, status) = run(&verify).file("r.json", &result).status();
    assert_eq!(status, 0, "{said}");
    // A column like an identifier is a model if it is named; the hint is obeyed here.
    let numbered = columns(&[0, 3], &[1, 2, 3, 4, 5]);
    let few = columns(&[0, 1, 2], &[1, 2, 3, 4, 5]);
    let like_ids = Run::new(&["thresholds", "one.csv", "two.csv", "--quiet"]);
    let (what, _) = like_ids.file("one.csv", &few).file("two.csv", &numbered).refused();
    assert!(what.ends_with("like an identifier"), "{what}");
    let (what, hint) = run(&["thresholds", "one.csv", "two.csv", "--id", "key"]).refused();
    assert!(what.contains("there is no column \"key\""), "{what}");
    assert!(!hint.is_empty());
}

#[test]
fn a_long_table_of_scores_is_joined_by_id() {
    let long =
        "model,id,y_true,score\na,1,1,0.9\nb,2,0,3\na,2,0,0.4\nb,1,1,2\na,3,1,0.3\nb,3,1,5\n";
    let wide = "y_true,a,b\n1,0.9,2\n0,0.4,3\n1,0.3,5\n";
    let found = |text: &str| {
        let all = ["thresholds", "s.csv", "--score", "f1", "--format", "json"];
        document(&Run::new(&all).file("s.csv", text).notes().0)
    };
    assert_eq!(found(long), found(wide));
    // Scores are neither right nor wrong: their truth stays one.
    let correct = Run::new(&["thresholds", "s.csv", "--correct"]).file("s.csv", long);
    let (text, _) = correct.notes();
    assert!(text.contains("2 positive and 1 negative sample\n"), "{text}");
}

/// Thresholds of other samples may break a condition here, and tie here alone.
#[test]
fn what_chosen_thresholds_break_is_said() {
    let other = "y_true,m1,m2\n1,.95,.8\n1,.9,.8\n0,.85,.2\n0,.2,.3\n";
    let own = "y_true,m1,m2\n1,.95,.8\n1,.9,.7\n0,.92,.2\n0,.2,.3\n";
    let run = |words: &[&str], other: &str, own: &str| {
        let all = [&["thresholds", "own.csv", "--choose-on", "other.csv"], words].concat();
        Run::new(&all).file("other.csv", other).file("own.csv", own).succeeds()
    };
    let text = run(&["--score", "f1", "--subject-to", "fpr<=0"], other, own);
    let sentence = "take m1 and flag from 0.9 upwards: 2 of 2 found, 1 false alarm. That breaks a \
         condition on these samples.\n";
    assert!(text.contains(sentence), "{text}");
    assert!(text.contains("0.800000 breaks a condition"), "{text}");
    let met = own.replace(".92", ".8");
    let text = run(&["--score", "f1", "--subject-to", "fpr<=0"], other, &met);
    assert!(!text.contains("That breaks a condition"), "{text}");
    // Equal with these thresholds, but not at their best.
    let other = "y_true,a,b\n1,.9,.9\n1,.8,.8\n0,.3,.3\n0,.1,.1\n";
    let own = "y_true,a,b\n1,.9,.9\n1,.7,.7\n0,.3,.75\n0,.1,.1\n";
    let text = run(&["--score", "accuracy"], other, own);
    assert!(text.contains(" 2 models are equally good with the chosen thresholds.\n"), "{text}");
}
