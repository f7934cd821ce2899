//! `exactile advantage` as its users meet it.

use serde_json::json;

use crate::cli::{Run, fixture};

const TWO: &str =
    "name,tn,fp,fn,tp\nP1,56,24,6,14\nalways no,80,0,20,0\n\"all\tright\",80,0,0,20\n";
const PETS: &str = "y_true,A,B\ndog,dog,cat\ncat,bird,cat\ncat,cat,cat\nbird,bird,bird\n";

#[test]
fn two_classes_are_told_beside_other_measures() {
    assert_eq!(
        Run::new(&["advantage", "x.csv"]).file("x.csv", TWO).succeeds(),
        "\
prediction advantage: 1 - risk/risk of the best constant prediction, 0/1 loss

 model       advantage  risk      baseline  best constant  advantage exactly
 P1          -0.500000  0.300000  0.200000  negative       -1/2
 always no   0.000000   0.200000  0.200000  negative       0
 all\\tright  1.000000   0.000000  0.200000  negative       1

 model       0/1 advantage  kappa     F1        F1 of the minority  balanced accuracy  accuracy
 P1          -0.500000      0.299065  0.482759  0.482759            0.700000           0.700000
 always no   0.000000       0.000000  0.000000  0.000000            0.500000           0.800000
 all\\tright  1.000000       1.000000  1.000000  1.000000            1.000000           1.000000

At fixed priors this ranks as the score at (1/2, 1/2) of the Tile does.
"
    );
    let json = Run::new(&["advantage", "x.csv", "--format", "json"]).file("x.csv", TWO).json();
    assert_eq!(json["schema"], "exactile.advantage.v1");
    assert_eq!(json["loss"], "0-1");
    assert_eq!(json["place"], json!(["1/2", "1/2"]));
    assert_eq!(
        json["models"][0],
        json!({
            "name": "P1",
            "advantage": "-1/2",
            "risk": "3/10",
            "baseline_risk": "1/5",
            "baseline": {"classes": ["negative"]},
            "measures": {
                "minority": "positive",
                "advantage": {"value": "-1/2"},
                "kappa": {"value": "32/107"},
                "f1": {"value": "14/29"},
                "f1_minority": {"value": "14/29"},
                "balanced_accuracy": {"value": "7/10"},
                "accuracy": {"value": "7/10"},
                "in_published_order": true
            }
        })
    );
}

#[test]
fn costs_come_from_flags_or_files() {
    let by_flags =
        Run::new(&["advantage", "x.csv", "--cost-fp", "1", "--cost-fn", "5", "--format", "json"])
            .file("x.csv", TWO)
            .json();
    assert_eq!(by_flags["loss"], "cost");
    assert_eq!(by_flags["place"], json!(["5/6", "5/6"]));
    assert_eq!(by_flags["models"][0]["advantage"], "13/40");
    let costs = r#"{"labels": ["positive", "negative"], "costs": [[0, 5], [1, 0]]}"#;
    let by_file = Run::new(&["advantage", "x.csv", "--cost", "c.json", "--format", "json"])
        .file("x.csv", TWO)
        .file("c.json", costs)
        .json();
    assert_eq!(by_file, by_flags);
    // The same data as predictions, the positive label first in the alphabet.
    let mut predictions = "y_true,P1\n".to_owned();
    for (row, count) in [("b,b\n", 56), ("b,a\n", 24), ("a,b\n", 6), ("a,a\n", 14)] {
        predictions.push_str(&row.repeat(count));
    }
    let counted = Run::new(&[
        "advantage",
        "p.csv",
        "--positive",
        "a",
        "--cost-fp",
        "1",
        "--cost-fn",
        "5",
        "--format",
        "json",
    ])
    .file("p.csv", predictions)
    .json();
    assert_eq!(counted["place"], by_flags["place"]);
    assert_eq!(counted["models"][0]["measures"], by_flags["models"][0]["measures"]);
    assert_eq!(counted["models"][0]["advantage"], "13/40");
    assert_eq!(counted["models"][0]["baseline"], json!({"classes": ["a"]}));
    // Being right may cost as much as being wrong, or more.
    let place = |costs: &str| {
        let json = Run::new(&["advantage", "x.csv", "--cost", "c.csv", "--format", "json"])
            .file("x.csv", TWO)
            .file("c.csv", format!("truth,negative,positive\n{costs}"))
            .json();
        (json["place"].clone(), json["no_place"].clone())
    };
    assert_eq!(place("negative,1,2\npositive,4,1\n").0, json!(["3/4", "3/4"]));
    assert_eq!(
        place("negative,1,1\npositive,2,2\n"),
        (json!(null), json!("predictions make no difference to the cost"))
    );
    assert_eq!(
        place("negative,1,0\npositive,2,1\n").1,
        "a mistake costs less than being right, which no ranking score of the Tile rewards"
    );
}

#[test]
fn several_classes_in_three_forms() {
    let of = |name: &str, content: &str| {
        Run::new(&["advantage", name, "--format", "csv"]).file(name, content).succeeds()
    };
    let expected = "name,advantage,undefined,risk,baseline_risk,advantage_decimal,risk_decimal,baseline_risk_decimal\nA,1/2,,1/4,1/2,0.5,0.25,0.5\nB,1/2,,1/4,1/2,0.5,0.25,0.5\n";
    assert_eq!(of("p.csv", PETS), expected);
    assert_eq!(
        of(
            "c.csv",
            "name,truth,predicted,count\nA,dog,dog,1\nA,cat,bird,1\nA,cat,cat,1\nB,dog,cat,1\nB,cat,cat,2\nA,bird,bird,1\nB,bird,bird,1\n"
        ),
        expected
    );
    assert_eq!(
        of(
            "m.json",
            r#"[{"name": "A", "labels": ["cat", "dog", "bird"], "matrix": [[1, 0, 1], [0, 1, 0], [0, 0, 1]]},
                {"name": "B", "labels": ["dog", "cat", "bird"], "matrix": [[0, 1, 0], [0, 2, 0], [0, 0, 1]]}]"#
        ),
        expected
    );
    // Always saying a class that is never true may cost least.
    let costs =
        "truth,cat,dog,unsure,bird\ncat,0,9,1/4,9\ndog,9,0,1/4,9\nunsure,0,0,0,0\nbird,9,9,1/4,0\n";
    let json = Run::new(&["advantage", "p.csv", "--cost", "c.csv", "--format", "json"])
        .file("p.csv", PETS)
        .file("c.csv", costs)
        .json();
    assert_eq!(json["models"][1]["baseline"], json!({"classes": ["unsure"]}));
    assert_eq!(json["models"][1]["advantage"], "-8");
    assert_eq!(json["place"], json!(null));
    assert!(json.get("no_place").is_none());
}

#[test]
fn numbers_have_means_and_medians() {
    let text = "y_true,A,B,v\n1.5,1,2,1\n2.5,2,2,2\n4,4,5,1\n";
    let json = |arguments: &[&str]| {
        let mut all = vec!["advantage", "n.csv", "--format", "json"];
        all.extend(arguments);
        Run::new(&all).file("n.csv", text).json()
    };
    let squared = json(&["--loss", "squared"]);
    assert_eq!(squared["models"][0]["advantage"], "16/19");
    assert_eq!(squared["models"][0]["baseline"], json!({"mean": "8/3"}));
    let absolute = json(&["--loss", "absolute", "--weight", "v"]);
    assert_eq!(absolute["models"].as_array().map(Vec::len), Some(2));
    assert_eq!(absolute["models"][0]["advantage"], "2/5");
    assert_eq!(absolute["models"][0]["baseline"], json!({"median": ["5/2", "5/2"]}));
    let constant = Run::new(&["advantage", "c.csv", "--loss", "absolute", "--format", "csv"])
        .file("c.csv", "y_true,same,other\n2,2,3\n2,2,1\n")
        .succeeds();
    assert_eq!(
        constant,
        "\
name,advantage,undefined,risk,baseline_risk,advantage_decimal,risk_decimal,baseline_risk_decimal
same,,\"the best constant prediction makes no loss, and neither does the model (0/0)\",0,0,,0,0
other,-inf,,1,0,-inf,1,0
"
    );
}

#[test]
fn probabilities_have_certain_decimals_and_closed_forms() {
    let text = "y_true,A,B,C\n1,0.9,0.5,1\n0,0.2,0.5,0\n1,0.7,0.5,0\n0,0,0.5,1\n";
    let json = |arguments: &[&str]| {
        let mut all = vec!["advantage", "p.csv", "--loss", "log", "--format", "json"];
        all.extend(arguments);
        Run::new(&all).file("p.csv", text).json()
    };
    let plain = json(&["--digits", "5"]);
    assert_eq!(plain["classes"], json!(["0", "1"]));
    let models = plain["models"].as_array().expect("a list");
    assert_eq!(models[0]["advantage"], json!({"lower": "0.75287", "upper": "0.75288"}));
    assert_eq!(models[0]["baseline"], json!({"marginal": ["1/2", "1/2"]}));
    assert_eq!(models[1]["advantage"], "0");
    assert_eq!(models[2]["advantage"], "-inf");
    assert_eq!(models[2]["risk"], "inf");
    assert_eq!(models[2]["reason"], "a class came true that was given probability 0");
    let exact = json(&["--exact"]);
    assert_eq!(
        exact["models"][0]["advantage"],
        json!({
            "lower": "0.75287390970945735668",
            "upper": "0.75287390970945735669",
            "exact": "1 - (ln(10/9) + ln(5/4) + ln(10/7))/(4*ln(2))"
        })
    );
    let many = "y_true,A:x,A:y,A:z\nx,1/2,1/4,1/4\ny,1/4,1/4,1/2\nz,1/4,1/4,1/2\nz,0,0,1\n";
    let json = Run::new(&["advantage", "k.csv", "--loss", "log", "--format", "json"])
        .file("k.csv", many)
        .json();
    // 4 ln 2 against 6 ln 2.
    assert_eq!(json["models"][0]["advantage"], "1/3");
    let one_class = Run::new(&["advantage", "o.csv", "--loss", "log", "--format", "json"])
        .file("o.csv", "y_true,A\n0,0.5\n0,0.25\n")
        .json();
    assert_eq!(one_class["models"][0]["advantage"], json!("-inf"));
    assert_eq!(
        one_class["models"][0]["reason"],
        "the best constant prediction makes no loss, but the model does"
    );
}

/// 1 - risk/0 is minus infinity for every loss; 0/0 has no value, and the reason beside it.
#[test]
fn a_loss_where_the_constant_makes_none_is_minus_infinity() {
    const INFINITE: &str = "the best constant prediction makes no loss, but the model does";
    const UNDEFINED: &str =
        "the best constant prediction makes no loss, and neither does the model (0/0)";
    let numbers = "y_true,wrong,right\n2,3,2\n2,2,2\n";
    let classes = "name,tn,fp,fn,tp\nwrong,4,1,0,0\nright,5,0,0,0\n";
    let probabilities = "y_true,wrong,right\n0,0.5,0\n0,0.25,0\n";
    for (loss, file) in
        [("0-1", classes), ("squared", numbers), ("absolute", numbers), ("log", probabilities)]
    {
        let run = |format: &str| {
            Run::new(&["advantage", "x.csv", "--loss", loss, "--format", format])
                .file("x.csv", file)
        };
        let json = run("json").json();
        let [wrong, right] = [&json["models"][0], &json["models"][1]];
        assert_eq!(wrong["advantage"], "-inf", "{loss}");
        assert_eq!((&wrong["reason"], &wrong["undefined"]), (&json!(INFINITE), &json!(null)));
        assert_eq!(right["advantage"], json!(null), "{loss}");
        assert_eq!((&right["reason"], &right["undefined"]), (&json!(null), &json!(UNDEFINED)));
        assert_eq!(wrong["baseline_risk"], "0", "{loss}");
        if loss == "0-1" {
            assert_eq!(wrong["measures"]["advantage"], json!({"value": "-inf"}));
        }
        let text = run("text").succeeds();
        assert!(text.contains(&format!("-inf: {INFINITE}")) && text.contains(UNDEFINED), "{text}");
        let csv = run("csv").succeeds();
        assert!(csv.contains("\nwrong,-inf,,") && csv.contains("\nright,,\"the best"), "{csv}");
    }
    let impossible = Run::new(&["advantage", "o.csv", "--loss", "log", "--format", "json"])
        .file("o.csv", "y_true,A\n0,1\n0,0.25\n")
        .json();
    assert_eq!(impossible["models"][0]["advantage"], "-inf");
    assert_eq!(impossible["models"][0]["reason"], "a class came true that was given probability 0");
}

#[test]
fn real_predictions_are_assessed() {
    let path = fixture("breast_cancer_predictions.csv");
    let json = Run::new(&["advantage", &path, "--format", "json"]).json();
    let models = json["models"].as_array().expect("a list");
    assert!(models.len() > 10 && models.iter().all(|model| model["measures"].is_object()));
    assert_eq!(json["place"], json!(["1/2", "1/2"]));
}

#[test]
fn bad_use_ends_in_one_line() {
    let fails = |arguments: &[&str], message: &str| {
        let mut all = vec!["advantage", "x.csv"];
        all.extend(arguments);
        Run::new(&all)
            .file("x.csv", PETS)
            .file("c.csv", "truth,cat,dog\ncat,0,1\ndog,1,0\n")
            .fails(message);
    };
    fails(
        &["--cost-fp", "1", "--cost-fn", "2"],
        "x.csv: there are no two classes of which one is known to be positive\nhint: name it with \
         --positive, or give --cost FILE",
    );
    fails(
        &["--cost-fp", "-1", "--cost-fn", "2", "--positive", "dog"],
        "x.csv: \"dog\" is not one of two labels\nhint: leave --positive out: there are 3 labels",
    );
    fails(
        &["--cost", "c.csv"],
        "x.csv: there is no cost for the label \"bird\"\nhint: the costs have \"cat\", \"dog\"",
    );
    fails(
        &["--loss", "squared"],
        "x.csv:2:1: y_true is not a number: \"dog\"\nhint: write a number such as 12, 0.7, 1e-3 or \
         7/10",
    );
    fails(
        &["--loss", "log", "--cost", "c.csv"],
        "costs have no effect here\nhint: use --loss 0-1 with them",
    );
    fails(&["--exact"], "--exact has no effect here\nhint: use --loss log with it");
    let mut fine = "y_true,A\n".to_owned();
    fine.extend((0..3000_u64).map(|i| format!("1/{},0\n", (1_u64 << 61) + i)));
    let run = Run::new(&["advantage", "f.csv", "--loss", "squared"]).file("f.csv", fine);
    run.fails(
        "f.csv:514: the common denominator of the values so far has more than 16384 bits\nhint: \
         round the values",
    );
}

/// The forms of other commands: joined files, long tables, JSON, chosen rows.
#[test]
fn samples_have_the_forms_of_other_commands() {
    let risks = |run: Run| {
        let found = run.json();
        let models = found["models"].as_array().expect("models").clone();
        let each = models.iter().map(|of| format!("{} {}", of["name"], of["risk"]));
        each.collect::<Vec<_>>().join(", ").replace('"', "")
    };
    let squared = |files: &[&str], more: &[&str]| {
        let asked = ["--loss", "squared", "--format", "json", "--quiet"];
        Run::new(&[&["advantage"], files, &asked, more].concat())
    };
    let (one, other) = ("id,y_true,lr\n1,0,0.1\n2,1,0.6\n", "id,svm\n2,0.9\n1,0.1\n");
    let long = "id,model,y_true,score\n1,lr,0,0.1\n2,lr,1,0.6\n2,svm,1,0.9\n1,svm,0,0.1\n";
    let list = r#"[{"y_true": 0, "lr": 0.1, "svm": 0.1}, {"y_true": 1, "lr": 0.6, "svm": 0.9}]"#;
    let both = "lr 17/200, svm 1/100";
    assert_eq!(
        risks(squared(&["a.csv", "b.csv"], &[]).file("a.csv", one).file("b.csv", other)),
        both
    );
    assert_eq!(risks(squared(&["a.csv"], &[]).file("a.csv", long)), both);
    assert_eq!(risks(squared(&["a.json"], &[]).file("a.json", list)), both);
    let sites = "site,y_true,lr\nA,0,0.1\nA,1,0.9\nB,0,0.9\nB,1,0.1\n";
    let at_a = squared(&["a.csv"], &["--where", "site=A"]).file("a.csv", sites);
    assert_eq!(risks(at_a), "lr 1/100");
    let (what, _) = squared(&["a.csv"], &["--flip", "lr"]).file("a.csv", one).refused();
    assert_eq!(what, "--flip has no effect here");
    // Predictions by name too.
    let (one, other) = ("id,y_true,lr\n1,a,a\n2,b,a\n", "id,svm\n2,b\n1,b\n");
    let all = ["advantage", "a.csv", "b.csv", "--format", "json", "--quiet"];
    let joined = Run::new(&all).file("a.csv", one).file("b.csv", other);
    assert_eq!(risks(joined), "lr 1/2, svm 1/2");
}

/// Without a loss of the best constant prediction there is no ranking.
#[test]
fn a_baseline_without_loss_ranks_nothing() {
    let words = ["advantage", "x.csv", "--cost-fp", "0", "--cost-fn", "5"];
    let text = Run::new(&words).file("x.csv", TWO).succeeds();
    assert!(!text.contains("ranks as the score"), "{text}");
}
