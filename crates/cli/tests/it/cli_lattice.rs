//! `exactile score` and `exactile lattice` as their users meet them.

use serde_json::{Value, json};

use crate::cli::{Run, fixture};

const TWO: &str = "name,tn,fp,fn,tp\nP1,56,24,6,14\nP2,40,40,4,16\n";
/// The observation of "Never mind the metrics", figure 3.
const OBSERVED: [&str; 8] = ["--tp", "16", "--fp", "8", "--fn", "4", "--tn", "32"];

fn pmf(more: &[&str]) -> Run {
    Run::new(&[&["lattice", "pmf"], &OBSERVED[..], more].concat())
}

fn tail(more: &[&str]) -> Run {
    Run::new(&[&["lattice", "tail"], &OBSERVED[..], more].concat())
}

#[test]
fn scores_are_exact_and_say_why_they_are_undefined() {
    let silent = "name,tn,fp,fn,tp\nsilent,8,0,2,0\nboth,32,8,4,16\n";
    let arguments = ["score", "x.csv", "--metric", "ppv", "--metric", "mcc", "--metric", "plr"];
    assert_eq!(
        Run::new(&arguments).file("x.csv", silent).succeeds(),
        "\x20classifier        ppv        mcc        plr
 silent      undefined  undefined  undefined
 both         0.666667   0.577350   4.000000

silent: ppv, mcc, plr are undefined (TP + FP = 0)
JSON and CSV have the values exactly.
"
    );
    let one = "name,tn,fp,fn,tp\nboth,32,8,4,16\n";
    assert_eq!(
        Run::new(&arguments).file("x.csv", one).succeeds(),
        "\
both

 metric  about     exactly
 ppv     0.666667  2/3
 mcc     0.577350  sqrt(1/3)
 plr     4.000000  4
"
    );
    // All metrics are rows, with a column for each classifier; long names get tables of their own.
    let all = Run::new(&["score", "x.csv"]).file("x.csv", silent).succeeds();
    assert!(all.starts_with(" metric                  silent       both\n"), "{all}");
    let long = silent.replace("both", &"b".repeat(200));
    let all = Run::new(&["score", "x.csv"]).file("x.csv", long).succeeds();
    assert!(all.contains("\nsilent\n\n metric") || all.starts_with("silent\n\n metric"), "{all}");
    let json =
        Run::new(&[&arguments[..], &["--format", "json"]].concat()).file("x.csv", silent).json();
    assert_eq!(
        json,
        json!({"schema": "exactile.score.v1", "classifiers": [
            {"name": "silent", "scores": {
                "ppv": {"value": null, "undefined": "TP + FP = 0"},
                "mcc": {"value": null, "undefined": "TP + FP = 0"},
                "plr": {"value": null, "undefined": "TP + FP = 0"}}},
            {"name": "both", "scores": {
                "ppv": {"value": "2/3"},
                "mcc": {"value": {"lower": "0.57735026918962576450",
                    "upper": "0.57735026918962576451", "exact": "sqrt(1/3)"}},
                "plr": {"value": "4"}}}]})
    );
    assert_eq!(
        Run::new(&[&arguments[..], &["--format", "csv"]].concat()).file("x.csv", silent).succeeds(),
        "\
name,metric,value,undefined,value_decimal
silent,ppv,,TP + FP = 0,
silent,mcc,,TP + FP = 0,
silent,plr,,TP + FP = 0,
both,ppv,2/3,,0.6666666666666666
both,mcc,sqrt(1/3),,0.5773502691896257
both,plr,4,,4
"
    );
}

#[test]
fn all_metrics_of_real_classifiers_are_scored() {
    let json =
        Run::new(&["score", &fixture("breast_cancer_confusion.csv"), "--format", "json"]).json();
    let classifiers = json["classifiers"].as_array().expect("a list");
    assert_eq!(classifiers.len(), 32);
    for classifier in classifiers {
        let scores = classifier["scores"].as_object().expect("an object");
        assert!(scores.len() > 40);
    }
}

#[test]
fn confluence_lists_values_counts_and_points() {
    let arguments =
        ["lattice", "confluence", "--positives", "2", "--negatives", "2", "--metric", "f1"];
    let with = |more: &[&str]| Run::new(&[&arguments[..], more].concat());
    assert_eq!(
        with(&[]).succeeds(),
        "\
f1 takes 6 values on the 9 matrices with 2 positives and 2 negatives
undefined on 0

    value  exactly  matrices
 0.000000  0               3
 0.400000  2/5             1
 0.500000  1/2             1
 0.666667  2/3             2
 0.800000  4/5             1
 1.000000  1               1
"
    );
    assert_eq!(
        with(&["--points"]).succeeds(),
        "\
f1 takes 6 values on the 9 matrices with 2 positives and 2 negatives
undefined on 0

    value  exactly  matrices  at (tp, tn)           equal products of integers
 0.000000  0               3  (0, 0) (0, 1) (0, 2)  0/4 = 0/3: 0 · 3 = 0 · 4 = 0; 0/3 = 0/2: 0 · 2 = 0 · 3 = 0
 0.400000  2/5             1  (1, 0)
 0.500000  1/2             1  (1, 1)
 0.666667  2/3             2  (1, 2) (2, 0)         2/3 = 4/6: 2 · 6 = 4 · 3 = 12
 0.800000  4/5             1  (2, 1)
 1.000000  1               1  (2, 2)
"
    );
    assert_eq!(
        with(&["--format", "json", "--points"]).json(),
        json!({"schema": "exactile.lattice-confluence.v1", "metric": "f1", "positives": 2,
            "negatives": 2, "distinct": 6, "undefined": 0, "values": [
            {"value": "0", "count": 3, "points": [[0, 0], [0, 1], [0, 2]]},
            {"value": "2/5", "count": 1, "points": [[1, 0]]},
            {"value": "1/2", "count": 1, "points": [[1, 1]]},
            {"value": "2/3", "count": 2, "points": [[1, 2], [2, 0]]},
            {"value": "4/5", "count": 1, "points": [[2, 1]]},
            {"value": "1", "count": 1, "points": [[2, 2]]}]})
    );
    assert_eq!(
        with(&["--format", "csv"]).succeeds(),
        "value,count,value_decimal\n0,3,0\n2/5,1,0.4\n1/2,1,0.5\n2/3,2,0.6666666666666666\n4/5,1,0.8\n1,1,1\n"
    );
    let plr = ["lattice", "confluence", "--positives", "1", "--negatives", "1", "--metric", "plr"];
    let json = Run::new(&[&plr[..], &["--format", "json"]].concat()).json();
    assert_eq!(json["undefined"], 1);
    assert_eq!(
        json["values"],
        json!([{"value": "0", "count": 1}, {"value": "1", "count": 1}, {"value": "inf", "count": 1}])
    );
}

#[test]
fn the_mean_of_balanced_accuracy_is_sixty_seventy_sevenths() {
    let json = pmf(&["--metric", "ba", "--format", "json"]).json();
    assert_eq!(json["schema"], "exactile.lattice-pmf.v1");
    assert_eq!((&json["positives"], &json["negatives"]), (&json!(20), &json!(40)));
    assert_eq!(json["mean"], "60/77");
    assert_eq!(json["undefined"], json!({"count": 0, "mass": "0"}));
    let exact = pmf(&["--metric", "ba", "--format", "json", "--exact"]).json();
    let number = |value: &serde_json::Value| {
        value.as_str().expect("a string").parse::<num_bigint::BigUint>().expect("an integer")
    };
    let values = exact["values"].as_array().expect("a list");
    let total: num_bigint::BigUint = values.iter().map(|value| number(&value["mass"])).sum();
    assert_eq!(total, number(&exact["denominator"]));
    assert_eq!(number(&values[values.len() - 1]["cumulative"]), total);
}

#[test]
fn distributions_are_written_for_people_and_programs() {
    let small = ["--metric", "mcc", "--positives", "1", "--negatives", "1", "--model", "binomial"];
    assert_eq!(
        pmf(&[&small[..], &["--undefined", "0"]].concat()).succeeds(),
        "\
mcc on 1 further positive and 1 negative, binomial model
matrices on which it is undefined count as 0

                                   about                  exactly
 mode                              1.000000               1
 median                            1.000000               1
 mean                              0.600000               [0.59999999999999999999, 0.60000000000000000001]
 variance                          0.320000               [0.31999999999999999999, 0.32000000000000000001]
 central 19/20 of the next test    -1.000000 to 1.000000  -1 to 1, mass 1.0000000000000000
 narrowest 19/20 of the next test  0.000000 to 1.000000   0 to 1, mass 0.96000000000000000
 undefined                         0                      on 0 matrices

     value  exactly  matrices  mass                  cumulative
 -1.000000  -1              1  0.040000000000000000  0.040000000000000000
  0.000000  0               2  0.32000000000000000   0.36000000000000000
  1.000000  1               1  0.64000000000000000   1.0000000000000000

mcc is undefined where TN + FN = 0 or TP + FP = 0
"
    );
    assert_eq!(
        pmf(&[&small[..], &["--format", "csv", "--exact"]].concat()).succeeds(),
        "value,count,mass,cumulative,value_decimal\n-1,1,1,1,-1\n1,1,16,17,1\n,2,8,,\n"
    );
}

#[test]
fn tails_need_no_list() {
    let mcc = ["--metric", "mcc", "--at-least", "0.5", "--above", "sqrt(1/3)", "--quantile", "1/2"];
    assert_eq!(
        tail(&[&mcc[..], &["--exact"]].concat()).succeeds(),
        "\
mcc on 20 further positives and 40 negatives, beta-binomial model

                          value
 P(at least 1/2)          48298010572337910661/76652081810691234120
 P(above sqrt(1/3))       2893050392954433218567/6805041659240659044210
 quantile 1/2 if defined  11/20 (about 0.550000)
 P(undefined)             377925562871/7127810433591994651050

mcc is undefined where TN + FN = 0 or TP + FP = 0
"
    );
    assert_eq!(
        tail(&[&mcc[..], &["--format", "json"]].concat()).json(),
        json!({"schema": "exactile.lattice-tail.v1", "metric": "mcc", "model": "beta-binomial",
            "beta": ["1", "1"], "beta_negative": ["1", "1"], "positives": 20, "negatives": 40,
            "undefined": "5.3021270191180980e-11", "probabilities": [
            {"relation": "at-least", "value": "1/2", "probability": "0.63009391827896094"},
            {"relation": "above", "value": "sqrt(1/3)", "probability": "0.42513338460256457"}],
            "quantiles": [{"part": "1/2", "given": "defined", "value": "11/20"}]})
    );
    tail(&["--metric", "mcc"]).fails(
        "no probability and no quantile is requested\nhint: add --at-least T or --quantile X",
    );
}

#[test]
fn classifiers_are_compared() {
    let arguments = ["lattice", "compare", "two.csv", "--metric", "ba"];
    assert_eq!(
        Run::new(&arguments).file("two.csv", TWO).succeeds(),
        "\
ba on 20 further positives and 80 negatives, beta-binomial model
classifiers taken as independent, higher values first

 classifier  first alone  first or tied  undefined
 P1          0.673741     0.694233       0.000000
 P2          0.305767     0.326259       0.000000

 first  second  greater   equal     less      undefined
 P1     P2      0.673741  0.020492  0.305767  0.000000
"
    );
    let json = Run::new(&[&arguments[..], &["--format", "json", "--ranks"]].concat())
        .file("two.csv", TWO)
        .json();
    assert_eq!(
        json["pairs"],
        json!([{"first": 0, "second": 1, "greater": "0.67374062344319228",
            "equal": "0.020492169517598889", "less": "0.30576720703920883", "undefined": "0"}])
    );
    assert_eq!(
        json["classifiers"][1]["ranks"],
        json!(["0.32625937655680772", "0.67374062344319228"])
    );
    let different = "name,tn,fp,fn,tp\nP1,56,24,6,14\nP2,40,41,4,16\n";
    Run::new(&arguments).file("two.csv", different).fails(
        "two.csv: the classifiers were observed on different numbers of samples\nhint: give the \
         numbers of further positives and negatives",
    );
    Run::new(&[&arguments[..], &["--positives", "20", "--negatives", "80"]].concat())
        .file("two.csv", different)
        .succeeds();
}

#[test]
fn contours_name_their_curve() {
    let mcc =
        ["--metric", "mcc", "--value", "-sqrt(1/3)", "--positives", "20", "--negatives", "40"];
    assert_eq!(
        Run::new(&[&["lattice", "contour"], &mcc[..]].concat()).succeeds(),
        "\
mcc = -sqrt(1/3)
14 tp^2 + 8 tp tn + 5 tn^2 - 440 tp - 280 tn + 3200 = 0
ellipse
matrices on it: 2
at (tp, tn) = (0, 16) (4, 8)
"
    );
    let f1 = ["--metric", "f1", "--value", "2/3", "--positives", "20", "--negatives", "40"];
    let json = Run::new(&[&["lattice", "contour"], &f1[..], &["--format", "json"]].concat()).json();
    assert_eq!(json["polynomial"], json!(["0", "0", "0", "2", "1", "-60"]));
    assert_eq!(json["class"], "pencil-line");
    assert_eq!(json["base_point"], json!(["0", "60"]));
    assert_eq!(json["points"].as_array().map(Vec::len), Some(11));
}

#[test]
fn bad_arguments_end_in_one_line() {
    let observed = |counts: [&'static str; 4], more: &[&'static str]| {
        let [tp, fp, fn_, tn] = counts;
        let matrix = ["lattice", "pmf", "--tp", tp, "--fp", fp, "--fn", fn_, "--tn", tn];
        Run::new(&[&matrix[..], &["--metric", "mcc"], more].concat())
    };
    observed(["-3", "8", "4", "32"], &[]).fails(
        "invalid value '-3' for '--tp <COUNT>': a number of samples is a whole number from 0 to \
         2^53\nhint: see exactile lattice pmf --help",
    );
    observed(["0", "0", "0", "0"], &[]).fails(
        "the number of further samples is not known: there are no observations of either \
         class\nhint: give --positives and --negatives",
    );
    observed(["1", "0", "0", "0"], &[]).fails(
        "the number of further samples is not known: there are no observations of the negative \
         class\nhint: give --negatives",
    );
    observed(["1", "0", "0", "0"], &["--model", "binomial"]).fails(
        "no observation of the negative class, so that its rate is not known\nhint: give counts \
         with samples of both classes, or leave --model binomial out",
    );
    observed(["1", "0", "0", "1"], &["--beta", "0,1"])
        .fails("a Beta parameter of 0 is not positive\nhint: give a number above 0");
    observed(["1", "0", "0", "1"], &["--model", "binomial", "--beta", "1,1"])
        .fails("the binomial model has no prior\nhint: drop --beta or --model binomial");
    observed(["1", "0", "0", "1"], &["--level", "1"]).fails(
        "invalid value '1' for '--level <X>': a level of 1 is not between 0 and 1\nhint: \
         give one such as 0.95 (see exactile lattice pmf --help)",
    );
    observed(["1", "0", "0", "1"], &["--positives", "100000", "--negatives", "100000"]).fails(
        "a lattice of 10000200001 matrices is too large to list\nhint: ask for at most 30000000 (P \
         = N = 5476), or for a tail or quantile, which need no list",
    );
    Run::new(&[
        "lattice",
        "contour",
        "--metric",
        "mcc",
        "--value",
        "ln(2)",
        "--positives",
        "2",
        "--negatives",
        "2",
    ])
    .fails("mcc is not compared with ln(2)\nhint: give a rational number");
}

#[test]
fn every_kind_of_plot_is_drawn() {
    for kind in [
        "roc",
        "precision-recall",
        "joint",
        "pmf",
        "multiplicities",
        "contours",
        "growing",
        "simplex",
    ] {
        let mut arguments = vec!["lattice", "plot", kind, "--metric", "f1", "--factors", "1,2"];
        arguments.extend(OBSERVED);
        let svg = Run::new(&arguments).succeeds();
        let document = roxmltree::Document::parse(&svg).expect("well-formed");
        assert_eq!(document.root_element().tag_name().name(), "svg", "{kind}");
    }
    // Pictures of a metric alone need no observation.
    let svg = Run::new(&[
        "lattice",
        "plot",
        "roc",
        "--metric",
        "mcc",
        "--positives",
        "3",
        "--negatives",
        "4",
    ])
    .succeeds();
    assert!(roxmltree::Document::parse(&svg).is_ok());
}

#[test]
fn a_plot_says_what_it_lacks() {
    let fails = |more: &[&str], message: &str| {
        let mut arguments = vec!["lattice", "plot"];
        arguments.extend(more);
        Run::new(&arguments).fails(message);
    };
    fails(
        &["roc", "--positives", "3", "--negatives", "4"],
        "this picture shows a metric\nhint: name it with --metric",
    );
    fails(
        &["roc", "--metric", "mcc", "--positives", "3"],
        "the numbers of samples are not given\nhint: add --positives and --negatives",
    );
    fails(
        &["contours", "--metric", "mcc", "--positives", "3", "--negatives", "4", "--step", "0"],
        "a step of 0 gives no contours or more than 200\nhint: give another one",
    );
    fails(
        &["confluence", "--metric", "mcc", "--positives", "300", "--negatives", "400"],
        "120701 matrices are too many for this picture\nhint: ask for at most 20000",
    );
    fails(
        &["pmf", "--metric", "mcc"],
        "this picture needs an observation\nhint: give --tp --fp --fn --tn",
    );
    fails(
        &["roc", "--metric", "mcc", "--positives", "3", "--negatives", "4", "--exact"],
        "pictures show rounded numbers\nhint: leave --exact out",
    );
    fails(
        &["pmf", "--metric", "mcc", "--tp", "3"],
        "an observation has four counts\nhint: give --tp --fp --fn --tn",
    );
    fails(
        &["roc", "--metric", "mcc", "--positives", "3", "--negatives", "4", "-o", "x.gif"],
        "pictures cannot be written as \"gif\"\nhint: name a file .svg, .png or .pdf",
    );
}

#[test]
fn a_stream_of_values_is_the_listed_confluence() {
    for metric in ["mcc", "f1", "dor"] {
        let sizes =
            ["lattice", "confluence", "--positives", "6", "--negatives", "7", "--metric", metric];
        let listed = Run::new(&[&sizes[..], &["--format", "json"]].concat()).json();
        let streamed = Run::new(&[&sizes[..], &["--format", "json", "--stream"]].concat()).json();
        assert_eq!(listed, streamed);
        let rows = Run::new(&[&sizes[..], &["--format", "csv"]].concat()).succeeds();
        assert_eq!(Run::new(&[&sizes[..], &["--stream"]].concat()).succeeds(), rows);
    }
}

/// Without any positive prediction PPV and LR+ are never defined, whatever their smallest values.
#[test]
fn metrics_that_are_never_defined_have_no_quantiles() {
    let observed = ["--tp", "0", "--fp", "0", "--fn", "20", "--tn", "40", "--model", "binomial"];
    for metric in ["ppv", "plr", "mcc"] {
        let more = ["--metric", metric, "--format", "json"];
        let tail = ["lattice", "tail", "--quantile", "1/2"];
        let tails = Run::new(&[&tail[..], &observed, &more].concat()).json();
        assert_eq!(tails["quantiles"], json!([{"part": "1/2", "given": "defined", "value": null}]));
        for route in [&[][..], &["--exact"]] {
            let pmf = Run::new(&[&["lattice", "pmf"], &observed[..], &more, route].concat()).json();
            for summary in ["mode", "median", "interval", "narrowest_interval"] {
                assert_eq!(pmf[summary], Value::Null, "{summary} of {metric}");
            }
            assert_eq!(pmf["modes"], json!([]));
        }
    }
}
