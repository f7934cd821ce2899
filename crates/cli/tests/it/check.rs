//! `exactile check`: its documents, its exit status, and its refusals.

use serde_json::{Value, json};

use super::cli::{self, Run};

const TABLE: &str = "\
name,positives,negatives,sens,spec,acc,f1
true,3,4,0.67,0.50,0.57,
false,3,4,0.67,0.50,0.86,
ranges,2-3,4,67 %,,0.571,
";

fn run(arguments: &[&str]) -> Run {
    Run::new(&[&["check"], arguments].concat()).file("x.csv", TABLE)
}

fn refused(run: Run, message: &str) {
    let (what, hint) = run.refused();
    assert!(format!("{what}\n{hint}").contains(message), "{what}\n{hint}");
}

fn document((text, status): (String, i32), expected: i32) -> Value {
    assert_eq!(status, expected);
    cli::document(&text)
}

#[test]
fn json_follows_the_contract() {
    let found = document(run(&["x.csv", "--format", "json"]).status(), 1);
    let one = |value: &str| json!({"lower": value, "upper": value, "undefined": 0});
    let matrix = json!({"tn": 2, "fp": 2, "fn": 1, "tp": 2});
    assert_eq!(
        found,
        json!({"schema": "exactile.check.v1", "rows": [
            {"name": "true", "consistent": true, "matrices": 1, "first": matrix, "conflict": null,
             "implied": {"ba": one("7/12"), "ppv": one("1/2"), "npv": one("2/3"), "f1": one("4/7"), "mcc": one("1/6")}},
            {"name": "false", "consistent": false, "matrices": 0, "first": null,
             "conflict": ["spec", "acc"],
             "nearest": {"matrix": {"tn": 3, "fp": 1, "fn": 1, "tp": 2}, "units": "49/2", "scores": [
                {"name": "sens", "value": "2/3"}, {"name": "spec", "value": "3/4"}, {"name": "acc", "value": "5/7"}]},
             "explained_by": []},
            {"name": "ranges", "consistent": true, "matrices": 1, "first": matrix, "conflict": null,
             "sizes": {"count": 1, "positives": [3, 3], "negatives": [4, 4]},
             "implied": {"f1": one("4/7"), "ba": one("7/12"), "tnr": one("1/2"), "ppv": one("1/2"), "npv": one("2/3"), "mcc": one("1/6")}},
        ]})
    );
    let one = ["--positives", "3", "--negatives", "4", "--format", "json", "--points"];
    let reported = ["--reported", "acc=0.57 sens=66.7 %", "--imply", "dor,scaled-log-plr"];
    let found = document(run(&[&one[..], &reported].concat()).status(), 0);
    let matrix = json!({"tn": 2, "fp": 2, "fn": 1, "tp": 2});
    assert_eq!(
        found["rows"],
        json!([{"consistent": true, "matrices": 1, "first": matrix, "conflict": null,
                "points": [matrix], "implied": {
                    "dor": {"lower": "2", "upper": "2", "undefined": 0},
                    "scaled-log-plr": found["rows"][0]["implied"]["scaled-log-plr"]}}])
    );
}

#[test]
fn text_says_it_in_words() {
    let (text, status) = run(&["x.csv"]).status();
    assert_eq!(status, 1);
    assert_eq!(
        text,
        "\
true: possible: 1 confusion matrix, TN 2, FP 2, FN 1, TP 2
  ba 0.5833, ppv 0.5000, npv 0.6667, f1 0.5714, mcc 0.1667
false: impossible: spec and acc contradict each other
  spec <= 0.505 allows at most 3 + 2 = 5 of 7 right, 0.7143; 0.86 is printed
  nearest: TN 3, FP 1, FN 1, TP 2, off by 24.50 units of the last place: sens 0.6667, spec 0.7500, acc 0.7143
ranges: possible: 1 confusion matrix, TN 2, FP 2, FN 1, TP 2
  ba 0.5833, tnr 0.5000, ppv 0.5000, npv 0.6667, f1 0.5714, mcc 0.1667
"
    );
    let one = ["--positives", "3", "--negatives", "1", "--reported"];
    let (text, status) = run(&[&one[..], &["sens=0.7"]].concat()).status();
    assert_eq!(
        (text.as_str(), status),
        (
            "\
row 1: possible: 2 confusion matrices, for example TN 0, FP 1, FN 1, TP 2
  accuracy between 0.5000 and 0.7500, ba between 0.3333 and 0.8333, tnr between 0.0000 and 1.0000, ppv between 0.6667 and 1.0000, npv between 0.0000 and 0.5000, f1 between 0.6667 and 0.8000, mcc between -0.3333 and 0.5774
",
            0
        )
    );
    let (text, status) = run(&[&one[..], &["sens=0.9"]].concat()).status();
    assert_eq!(
        (text.as_str(), status),
        (
            "\
row 1: impossible: no confusion matrix has this sens
  nearest: TN 0, FP 1, FN 0, TP 3, off by 0.50 units of the last place: sens 1.0000
  possible if the last digits are off by up to one
",
            1
        )
    );
    // Undefined is no value.
    let (_, status) = run(&[&one[..], &["sens=0.0 spec=1.0 ppv=0.0"]].concat()).status();
    assert_eq!(status, 1);
}

#[test]
fn rounding_and_percent_are_as_asked() {
    let status = |arguments: &[&str]| {
        let size = ["--positives", "3", "--negatives", "4"];
        run(&[&size[..], arguments].concat()).status().1
    };
    for (rounding, expected) in [("nearest", 1), ("truncated", 0), ("unit", 0)] {
        assert_eq!(status(&["--reported", "sens=0.66", "--rounding", rounding]), expected);
    }
    assert_eq!(status(&["--reported", "sens=66.7", "--percent"]), 0);
}

#[test]
fn percentages_without_their_sign_get_a_note() {
    let reported = |value: &str| {
        run(&["--positives", "3", "--negatives", "4", "--reported", value]).notes_of_failed_check()
    };
    assert_eq!(
        reported("spec=0.5 sens=66.7"),
        "note: sens would be possible as a percentage: write the sign %, or give --percent\n"
    );
    // No share of 3 samples is 66.1 %, and 1.5 is no share either way.
    assert_eq!(reported("sens=66.1"), "");
    assert_eq!(reported("sens=1.5"), "");
}

#[test]
fn tables_have_a_line_for_each_row_or_matrix() {
    let (text, _) = run(&["x.csv", "--format", "csv", "--imply", "ppv"]).status();
    assert_eq!(
        text,
        "\
name,consistent,matrices,tn,fp,fn,tp,conflict,nearest_tn,nearest_fp,nearest_fn,nearest_tp,nearest_units,nearest_units_decimal,explained_by,ppv_lower,ppv_lower_decimal,ppv_upper,ppv_upper_decimal,ppv_undefined
true,true,1,2,2,1,2,,,,,,,,,1/2,0.5,1/2,0.5,0
false,false,0,,,,,spec acc,3,1,1,2,49/2,24.5,,,,,,
ranges,true,1,2,2,1,2,,,,,,,,,1/2,0.5,1/2,0.5,0
"
    );
    let (text, _) = run(&["x.csv", "--format", "csv", "--points"]).status();
    assert_eq!(text, "name,tn,fp,fn,tp\ntrue,2,2,1,2\nranges,2,2,1,2\n");
    let (text, _) = run(&["x.csv", "--format", "markdown"]).status();
    assert!(text.starts_with("| row | consistent | matrices |"), "{text}");
}

#[test]
fn bad_input_is_refused_at_its_place() {
    let file = |text: &str| Run::new(&["check", "y.csv"]).file("y.csv", text);
    file("positives,negatives,acc\n3,4,good\n").fails(
        "y.csv:2:3: \"good\" is not a number that can be reported\nhint: a value is a decimal such \
         as 0.855, or 85.5 %, as it was printed",
    );
    file("positives,negatives,acuracy\n3,4,0.5\n").fails(
        "y.csv:1:3: no metric is called \"acuracy\"\nhint: did you mean accuracy? exactile scores \
         lists all",
    );
    file("positives,acc\n3,0.5\n").fails(
        "y.csv:1: negatives is missing\nhint: give a column negatives or samples, or --negatives \
         or --samples for all rows",
    );
    file("positives,negatives,acc\n8-3,4,0.5\n").fails(
        "y.csv:2:1: a range of samples begins with the smaller number, as in 70-80\nhint: write \
         75, or 70-80",
    );
    file("positives,negatives,acc\n")
        .fails("y.csv: there is no row\nhint: give a line per row of scores");
    file("positives,negatives,acc\n100000000,100000000,0.5\n").fails(
        "y.csv:2: 100000001 rows of lattices are to be searched for reported scores, more than the \
         limit of 20000000\nhint: give narrower ranges of positives and negatives, or the \
         sensitivity, which leaves few rows",
    );
    Run::new(&["check"]).fails(
        "<stdin>: there is nothing to read\nhint: give CSV with the columns positives, \
             negatives and one per metric, or one row as --positives 100 --negatives 500 \
             --reported \"sens=0.51 spec=0.94\"",
    );
}

#[test]
fn usual_names_of_scores_are_known_and_none_is_taken_for_another_score() {
    // TN 6, FP 4, FN 1, TP 9.
    let row = |reported: &str| {
        run(&["--positives", "10", "--negatives", "10", "--reported", reported]).status().1
    };
    for (usual, printed) in [
        ("bacc", "0.750"),
        ("g-mean", "0.735"),
        ("gmean", "0.735"),
        ("lrp", "2.25"),
        ("lrn", "0.167"),
        ("f1p", "0.783"),
        ("f1n", "0.706"),
        ("ji", "0.643"),
        ("upm", "0.742"),
        ("err", "0.250"),
        ("Balanced_Accuracy", "0.750"),
    ] {
        assert_eq!(row(&format!("sens=0.900 spec=0.600 {usual}={printed}")), 0, "{usual}");
    }
    for (other, reason) in [
        (
            "average-precision",
            "depends on how the classifier orders the samples, not on one confusion matrix",
        ),
        ("log_loss", "depends on probabilities, not on one confusion matrix"),
        ("fbp", "needs its beta: write f-beta(2), for example"),
        ("macro-f1", "is an average over classes: give the score of the positive class instead"),
    ] {
        let reported = format!("sens=0.900 {other}=0.700");
        run(&["--positives", "10", "--negatives", "10", "--reported", &reported])
            .fails(&format!("{other:?} {reason}\nhint: leave it out, or give another score"));
    }
    // Names one letter away from known ones get no name as a hint.
    for other in ["precision0", "recalln", "f3n", "lr", "acd"] {
        let reported = format!("{other}=0.700");
        run(&["--positives", "10", "--negatives", "10", "--reported", &reported])
            .fails(&format!("no metric is called {other:?}\nhint: exactile scores lists all"));
    }
}

#[test]
fn sums_of_both_classes_are_solved_for() {
    let file = |text: &str| Run::new(&["check", "y.csv", "--format", "json"]).file("y.csv", text);
    let found = document(
        file("samples,positives,sens,spec,acc\n7,,0.67,0.50,0.57\n9,3,0.67,0.50,\n").status(),
        0,
    );
    assert_eq!(
        found["rows"][0]["sizes"],
        json!({"count": 1, "positives": [3, 3], "negatives": [4, 4]})
    );
    assert_eq!(
        found["rows"][1]["sizes"],
        json!({"count": 1, "positives": [3, 3], "negatives": [6, 6]})
    );
    let breast = ["--samples", "569", "--reported", "acc=0.9525 sens=0.9434 spec=0.9580"];
    let (text, status) = run(&breast[..]).status();
    assert_eq!(status, 0);
    let only = "row 1: possible: 1 confusion matrix, TN 342, FP 15, FN 12, TP 200\n";
    assert!(text.starts_with(only), "{text}");
    let (text, _) =
        run(&["--samples", "569", "--reported", "acc=0.95 sens=0.94 spec=0.96"]).status();
    assert!(
        text.contains(" confusion matrices with ") && text.contains(" positives and "),
        "{text}"
    );
    let (_, status) = run(&["--samples", "7", "--reported", "acc=0.5"]).status();
    assert_eq!(status, 1);
    file("samples,acc\n,0.5\n").fails(
        "y.csv:2: positives is missing, and so is samples\nhint: give both classes, or samples",
    );
    run(&["--positives", "7", "--reported", "acc=0.5"]).fails(
        "--negatives is missing\nhint: add --negatives, or --samples with the number of both \
         classes",
    );
}

#[test]
fn impossible_rows_are_read_otherwise() {
    let readings = |size: [&str; 2], reported: &str| -> Vec<(String, Value)> {
        let arguments = [
            "--quiet",
            "--positives",
            size[0],
            "--negatives",
            size[1],
            "--format",
            "json",
            "--reported",
            reported,
        ];
        let found = document(run(&arguments).status(), 1);
        let readings = found["rows"][0]["explained_by"].as_array().expect("a list").clone();
        readings
            .into_iter()
            .map(|found| (found["reading"].as_str().expect("a name").to_owned(), found))
            .collect()
    };
    let has =
        |readings: &[(String, Value)], name: &str| readings.iter().any(|(found, _)| found == name);
    // TN 468, FP 32, FN 49, TP 51: F1 0.5574, of both classes 0.7389, by samples 0.8599.
    let of =
        |f1: &str| readings(["100", "500"], &format!("sens=0.51 spec=0.936 acc=0.865 f1={f1}"));
    assert!(has(&of("0.7389"), "macro"));
    assert!(has(&of("0.8599"), "weighted"));
    assert!(has(&of("0.865"), "micro"));
    let found = of("0.9204");
    let named = found.iter().find(|(name, _)| name == "named").expect("F1 of the negative class");
    assert_eq!(named.1["as"], "ranking(2,1,1,0)");
    assert_eq!(named.1["words"], "f1 is F1 of the negative class");
    assert_eq!(named.1["scores"], json!(["f1"]));
    assert!(has(&readings(["100", "500"], "sens=0.936 spec=0.51 f1=0.9204"), "swapped-classes"));
    assert!(has(&readings(["3", "4"], "sens=0.66"), "rounding"));
    assert!(has(&readings(["3", "4"], "sens=66.7 spec=0.5"), "percent"));
    assert!(has(&readings(["3", "4"], "sens=0.0 spec=1.0 ppv=0.0"), "undefined-as-zero"));
    assert!(has(&readings(["100", "500"], "sens=0.510 spec=0.936 ppv=0.889"), "balanced"));
}

#[test]
fn one_misprinted_score_is_named_first() {
    let size = ["--positives", "43", "--negatives", "120", "--reported"];
    let row =
        |ppv: &str| format!("sens=0.8837 spec=0.9583 acc=0.9387 ppv={ppv} npv=0.9583 f1=0.8837");
    let (text, status) = run(&[&size[..], &[&row("0.8537")]].concat()).status();
    assert_eq!(status, 1);
    let line = text.lines().find(|line| line.starts_with("  possible if "));
    let expected = "  possible if ppv alone is misprinted: the others fit 1 matrix, with ppv \
         0.8837 where 0.8537 is printed";
    assert_eq!(line, Some(expected));
    let (text, _) = run(&[&size[..], &[&row("0.8873")]].concat()).status();
    assert!(text.contains("ppv alone is misprinted, two digits exchanged: the others"), "{text}");
    let reported = row("0.8537");
    let json = [&size[..], &[&reported, "--format", "json"]].concat();
    let found = document(run(&json).status(), 1);
    let reading = &found["rows"][0]["explained_by"][0];
    let ppv = json!({"lower": "38/43", "upper": "38/43", "undefined": 0});
    assert_eq!(
        [&reading["reading"], &reading["scores"], &reading["matrices"], &reading["implied"]],
        [&json!("misprint"), &json!(["ppv"]), &json!(1), &json!({"ppv": ppv})]
    );
}

#[test]
fn means_over_folds() {
    let five = |more: &[&str], reported: &str| {
        let size =
            ["--positives", "38", "--negatives", "262", "--folds", "5", "--reported", reported];
        run(&[&size[..], more].concat())
    };
    let found =
        document(five(&["--stratified", "--format", "json"], "sens=0.811 spec=0.939").status(), 0);
    let row = &found["rows"][0];
    assert_eq!(
        (&row["matrices"], &row["first"], &row["conflict"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    let folds = row["folds"].as_array().expect("folds");
    let sum =
        |count: &str| folds.iter().map(|fold| fold[count].as_u64().expect("a count")).sum::<u64>();
    assert_eq!((folds.len(), sum("tp") + sum("fn"), sum("tn") + sum("fp")), (5, 38, 262));
    let (text, status) = five(&["--stratified"], "sens=0.811 spec=0.939 acc=0.850").status();
    assert_eq!(status, 1);
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("row 1: impossible: sens, spec and acc contradict each other"));
    let proof = lines.next().expect("a proof");
    let ends = proof.split_once(" is at most ").and_then(|(_, ends)| {
        let (reached, printed) = ends.split_once(" on any matrices, and at least ")?;
        let printed = printed.strip_suffix(" as printed")?;
        Some((reached.parse::<f64>().ok()?, printed.parse::<f64>().ok()?))
    });
    assert!(ends.is_some_and(|(reached, printed)| reached < printed), "{proof}");
    let is_misprint =
        |line: &str| line.starts_with("  possible if acc alone is misprinted, say 0.9");
    assert!(lines.any(is_misprint), "{text}");
    // Folds of other sizes can have it, but all folds have at least the sum of the rates less one.
    let (text, status) = five(&[], "sens=0.811 spec=0.939 acc=0.850").status();
    assert_eq!(status, 0);
    assert!(text.starts_with("row 1: possible: as a mean, for example of TN "), "{text}");
    let (text, status) = five(&[], "sens=0.950 spec=0.900 acc=0.800").status();
    assert_eq!(status, 1);
    assert!(text.starts_with("row 1: impossible: sens, spec and acc contradict each other\n"));
    five(&[], "sens=0.950 spec=0.900 acc=0.849").fails(
        "folds of unknown composition could not be decided\nhint: give --stratified, if the folds \
         are, or their sizes as --fold-sizes",
    );
    // One of several rows.
    let table = "name,positives,negatives,folds,sens,spec,acc\n\
        a,38,262,5,0.811,0.939,0.850\nb,38,262,5,0.950,0.900,0.849\n";
    let several = |format: &str| {
        Run::new(&["--quiet", "check", "t.csv", "--format", format]).file("t.csv", table).status()
    };
    assert_eq!(
        Run::new(&["check", "t.csv"]).file("t.csv", table).notes_of_failed_check(),
        "note: 1 row could not be decided: give --stratified, if the folds are, or their sizes as \
         --fold-sizes\n"
    );
    let (json, status) = several("json");
    assert_eq!(status, 1);
    let rows = &cli::document(&json)["rows"];
    assert_eq!(rows[0]["consistent"], true);
    let open = json!({ "name": "b", "consistent": null, "matrices": null, "first": null,
        "conflict": null, "undecided": "folds of unknown composition could not be decided" });
    assert_eq!(rows[1], open);
    assert!(several("csv").0.contains("\nb,undecided,"));
    assert!(several("text").0.contains("\nb: undecided: folds of unknown composition"));
    let verify = Run::new(&["verify", "r.json", "t.csv"]).file("t.csv", table);
    let proved = verify.file("r.json", &json).succeeds();
    assert!(proved.contains("rows that are undecided"), "{proved}");
    let without = json.replace(
        "\"undecided\": \"folds of unknown composition could not be decided\"",
        "\"undecided\": \"\"",
    );
    let verify = Run::new(&["verify", "r.json", "t.csv"]).file("t.csv", table);
    assert_eq!(verify.file("r.json", &without).status().1, 1);
    // One test of known sizes is decided.
    let one = "name,positives,negatives,acc\na,30,70,0.91\nb,30,70,0.92\n";
    let found = Run::new(&["--quiet", "check", "t.csv", "--format", "json"]).file("t.csv", one);
    let mut open = cli::document(&found.succeeds());
    open["rows"][1] = json!({ "name": "b", "consistent": null, "matrices": null, "first": null,
        "conflict": null, "undecided": "too hard" });
    let verify = Run::new(&["verify", "r.json", "t.csv"]).file("t.csv", one);
    assert_eq!(verify.file("r.json", open.to_string()).status().1, 1);
    // 31 of 38 hits, all folds together.
    assert_eq!(five(&["--average", "pooled"], "sens=0.816").status().1, 0);
    assert_eq!(five(&["--average", "pooled"], "sens=0.811").status().1, 1);
    let sizes = ["--fold-sizes", "2+3,4+3", "--reported", "sens=0.625"];
    let (text, status) = run(&sizes).status();
    assert_eq!(status, 0);
    assert!(text.starts_with("row 1: possible: as a mean, for example of TN "), "{text}");
    refused(
        run(&["--fold-sizes", "2,3", "--reported", "sens=0.625"]),
        "a fold is its positives and negatives, as in 38+262",
    );
    let file = "name,positives,negatives,folds,sens\nmean,7,5,2,0.5\none,7,5,,0.5\n";
    let found = Run::new(&["check", "y.csv", "--stratified", "--format", "csv", "--imply", "ppv"])
        .file("y.csv", file);
    let (text, status) = found.status();
    assert_eq!(status, 1);
    assert!(text.contains("\nmean,true,,,,,,,") && text.contains("\none,false,0,"), "{text}");
}

#[test]
fn folds_of_equal_sizes_and_repetitions() {
    let status = |more: &[&str], reported: &str| {
        let size = ["--positives", "14", "--negatives", "100", "--reported", reported];
        run(&[&size[..], more].concat()).status().1
    };
    // Three folds of 38 samples: accuracy is a multiple of 1/114, whatever the classes.
    assert_eq!(status(&["--kfold", "3"], "acc=0.1234"), 1);
    assert_eq!(status(&["--folds", "3"], "acc=0.1234"), 0);
    assert_eq!(status(&["--kfold", "3"], "acc=0.1228"), 0);
    // Shared out evenly a fold has 4 or 5 positives, as they fall it may have 1.
    assert_eq!(status(&["--kfold", "3"], "sens=0.3333 acc=0.9649"), 0);
    assert_eq!(status(&["--stratified", "3"], "sens=0.3333 acc=0.9649"), 1);
    assert_eq!(status(&["--stratified", "3"], "sens=0.8000"), 0);
    assert_eq!(status(&["--stratified", "--folds", "3"], "sens=0.8000"), 0);
    // Thirds of fifths and quarters, and sixths of them.
    assert_eq!(status(&["--stratified", "3"], "sens=0.8083"), 1);
    assert_eq!(status(&["--stratified", "3", "--repeats", "2"], "sens=0.8083"), 0);
    assert_eq!(run(&["--fold-sizes", "2+3", "--reported", "sens=0.75"]).status().1, 1);
    let repeated = ["--fold-sizes", "2+3", "--repeats", "2", "--reported", "sens=0.75"];
    assert_eq!(run(&repeated).status().1, 0);
    let pooled = [&repeated[..], &["--average", "pooled"]].concat();
    assert_eq!(run(&pooled).status().1, 0);
    refused(
        run(&["--positives", "3", "--negatives", "4", "--repeats", "2", "--reported", "sens=0.5"]),
        "--repeats needs folds\ngive --folds, --kfold, --stratified K or --fold-sizes too",
    );
    refused(
        run(&["--reported", "positives=3 negatives=4 folds=2 sens=0.5", "--kfold", "2"]),
        "the number of folds is given twice",
    );
}

#[test]
fn undefined_scores_of_folds_may_have_been_counted_as_0() {
    let folds = ["--fold-sizes", "2+18,2+18,2+18,2+18,2+18"];
    let scores = ["--reported", "precision=0.4000 recall=0.2000 f1=0.2667 acc=0.9200"];
    let (text, status) = run(&[folds, scores].concat()).status();
    assert_eq!(status, 1);
    let mut lines = text.lines();
    let verdict = lines.next().unwrap_or_default();
    assert!(verdict.starts_with("row 1: impossible: precision"), "{verdict}");
    assert!(verdict.ends_with(", if all are defined on all tests"), "{verdict}");
    let reading = lines.next().unwrap_or_default();
    let expected = "  possible if precision is counted as 0 on tests where undefined: for example ";
    assert!(reading.starts_with(expected), "{reading}");
    let found = document(run(&[folds, scores, ["--format", "json"]].concat()).status(), 1);
    let readings = found["rows"][0]["explained_by"].as_array().expect("readings");
    assert_eq!(
        (&readings[0]["reading"], &readings[0]["scores"]),
        (&json!("undefined-as-zero"), &json!(["precision"]))
    );
    assert_eq!(readings[0]["folds"].as_array().map(Vec::len), Some(5));
    let (text, _) = run(&[folds, scores, ["--format", "csv"]].concat()).status();
    assert!(text.contains(",undefined-as-zero"), "{text}");
}

#[test]
fn sizes_may_stand_among_the_reported_scores() {
    let flags = [
        "--positives",
        "7",
        "--negatives",
        "5-6",
        "--format",
        "json",
        "--reported",
        "sens=0.714 f1=0.769",
    ];
    let flags = run(&flags).json();
    let words =
        run(&["--format", "json", "--reported", "positives=7 sens=0.714 Negatives=5-6 f1=0.769"]);
    assert_eq!(words.json(), flags);
    let short = run(&["--format", "json", "--reported", "n_pos=7 neg=5-6 sens=0.714 f1=0.769"]);
    assert_eq!(short.json(), flags);
    let folds = ["--folds", "2", "--positives", "6", "--negatives", "6", "--reported", "sens=0.5"];
    let (text, status) = run(&["--reported", "folds=2 positives=6 negatives=6 sens=0.5"]).status();
    assert_eq!((text, status), run(&folds).status());
    for (words, flag, error) in [
        (
            "positives=7 sens=0.5",
            ["--positives", "7"],
            "positives is given twice\nhint: give it once, in --reported or as --positives",
        ),
        (
            "samples=9 sens=0.5",
            ["--fold-sizes", "2+3,2+2"],
            "--fold-sizes gives all sizes, but --reported has samples too\nhint: leave one of them \
             out",
        ),
        (
            "positives=-1 sens=0.5",
            ["--negatives", "7"],
            "positives: a number of samples is a whole number from 0 to 2^53\nhint: write 75, or \
             70-80",
        ),
        (
            "folds=0 sens=0.5",
            ["--samples", "7"],
            "folds: \"0\" is not a number of folds\nhint: write 5",
        ),
        (
            "positives=7 sens=0.5",
            ["--rounding", "unit"],
            "--negatives is missing\nhint: add --negatives, or --samples with the number of both \
             classes",
        ),
    ] {
        run(&[&flag[..], &["--reported", words]].concat()).fails(error);
    }
}

const RESULTS: &str = "\
name,tn,fp,fn,tp
svm_1,342,15,12,200
\"a|b\",340,17,10,202
x & y,357,0,212,0
twin,342,15,12,200
";

#[test]
fn printed_tables_are_compared_with_counts() {
    let against = |printed: &str, more: &[&str]| {
        let arguments = ["check", "--against", "r.csv", "printed.csv"];
        Run::new(&[&arguments[..], more].concat())
            .file("r.csv", RESULTS)
            .file("printed.csv", printed)
    };
    let right = "name,f1,mcc,tp,rank:f1\nsvm_1,0.937,0.90,200,2\na|b,93.7%,,202,1\nx & \
         y,0.000,undefined,0,4\ntwin,0.9368,0.899,200,2=\n";
    let (text, status) = against(right, &[]).status();
    assert_eq!(
        (text.as_str(), status),
        ("15 printed numbers, all equal to those of the counts\n", 0)
    );
    let wrong =
        "name,f1,mcc,rank:f1\nsvm_1,0.936,0.90,3\nx & y,,0.12,\ntwin,,,2-3\na|b,0.937,,1=\n";
    let (text, status) = against(wrong, &[]).status();
    assert_eq!(status, 1);
    assert_eq!(
        text,
        "\
7 printed numbers, 4 of which differ from those of the counts
printed.csv:2:2: f1 of svm_1 is printed as 0.936 and should be 0.937 (exactly 400/427)
printed.csv:2:4: rank:f1 of svm_1 is printed as 3 and should be 2-3
printed.csv:3:3: mcc of x & y is printed as 0.12 and should be undefined (TP + FP = 0)
printed.csv:5:4: rank:f1 of a|b is printed as 1= and should be 1
"
    );
    // Numbers above 1 are percentages, and slips are named.
    let percent = "name,f1\nsvm_1,93.68\na|b,93.74\nx & y,0.00\ntwin,9.37\n";
    assert_eq!(
        against(percent, &[]).notes_of_failed_check(),
        "note: \"f1\" is read in percent: it has numbers above 1 without a sign\n"
    );
    let (text, _) = against("name,mcc\na|b,0.8896\n", &[]).status();
    assert!(text.contains("mcc of a|b is printed as 0.8896 and should be 0.8995"), "{text}");
    let slip = against("name,f1\nsvm_1,0.9386\ntwin,0.9637\na|b,0.93374\n", &[]).status().0;
    for words in [
        "printed as 0.9386 and should be 0.9368 (exactly 400/427), two digits exchanged",
        "printed as 0.9637 and should be 0.9368 (exactly 400/427)\n",
        "printed as 0.93374 and should be 0.93735 (exactly 404/431), a digit printed twice",
    ] {
        assert!(slip.contains(words), "{words}: {slip}");
    }
    let found = document(against(wrong, &["--format", "json"]).status(), 1);
    assert_eq!(found["schema"], "exactile.against.v1");
    assert_eq!((&found["consistent"], &found["checked"]), (&json!(false), &json!(7)));
    assert_eq!(
        found["wrong"][0],
        json!({"place": "printed.csv:2:2", "name": "svm_1", "column": "f1", "printed": "0.936", "should_be": "0.937", "value": "400/427"})
    );
    let (text, _) = against("name,f1\nsvm_1,0.936\n", &["--rounding", "truncated"]).status();
    assert_eq!(text, "1 printed number, all equal to those of the counts\n");
    against("name,f1\nsvm,0.936\n", &[]).fails(
        "printed.csv:2:2: there is no classifier \"svm\" in r.csv\nhint: it has \"svm_1\", \
         \"a|b\", \"x & y\", \"twin\"",
    );
    let unknown = "printed.csv:2:2: no metric is called \"f1x\"";
    refused(against("name,f1x\nsvm_1,0.936\n", &[]), unknown);
    let neither = "printed.csv:2:2: rpp does not say which classifier is better";
    refused(against("name,rank:rpp\nsvm_1,1\n", &[]), neither);
}

#[test]
fn tables_that_score_writes_pass() {
    for format in ["latex", "markdown"] {
        for digits in ["2", "4"] {
            let score = ["score", "r.csv", "--format", format, "--digits", digits];
            let (printed, status) = Run::new(&score).file("r.csv", RESULTS).status();
            assert_eq!(status, 0);
            let arguments = ["check", "--against", "r.csv", "printed.txt"];
            let against = |text: &str| {
                Run::new(&arguments).file("r.csv", RESULTS).file("printed.txt", text).status()
            };
            let (text, status) = against(&printed);
            assert_eq!(status, 0, "{text}");
            let names = exactile::Metric::all().len();
            assert!(text.starts_with(&format!("{} printed numbers, all ", 4 * names)), "{text}");
            // One digit of the first number with decimals.
            let at = printed.find("0.9").expect("a number");
            let changed = format!("{}0.1{}", &printed[..at], &printed[at + 3..]);
            assert_eq!(against(&changed).1, 1);
        }
    }
}

#[test]
fn what_stands_beside_numbers_is_read() {
    let sized = |reported: &str| {
        run(&["--positives", "40", "--negatives", "100", "--reported", reported]).status()
    };
    for (reported, status, words) in [
        ("sens=0.95, spec=0.88", 0, "TN 88, FP 12, FN 2, TP 38"),
        ("sens=0,95 spec=0,88", 0, "TN 88, FP 12, FN 2, TP 38"),
        ("sens=95.0 % (38/40) spec > 0.88", 0, "12 confusion matrices"),
        (
            "sens=95.0 % (37/40)",
            1,
            "sens 95.0 % allows no sens (37/40) but 0.9500; 37/40 is printed",
        ),
        ("tp=38 fp=12", 0, "TN 88, FP 12, FN 2, TP 38"),
        ("tp=38 sens=0.93", 1, "sens and tp contradict each other"),
        ("tp=38 tn=93 auc=0.95", 0, "auc is between 0.8835 and 0.9965 on every curve"),
        ("tp=38 tn=93 auc=0.85", 1, "tp, tn and auc contradict each other"),
        ("sens=0.950 [0.835, 0.986]", 0, "sens [0.835, 0.986]: Wilson of 38/40 at 95 %"),
        ("sens=0.950 (0.5-0.986)", 0, "neither Wald nor Wilson nor Clopper-Pearson"),
    ] {
        let (text, found) = sized(reported);
        assert_eq!(found, status, "{reported}: {text}");
        assert!(text.contains(words), "{reported}: {text}");
    }
    // They are no averages, and no other rates.
    for row in ["sens=95.0 % (37/40)", "tp=39 fn=2 spec=.7"] {
        let (text, _) = sized(row);
        let named =
            ["sens (37/40) is", "fn is", "tp is"].iter().find(|words| text.contains(*words));
        assert_eq!(named, None, "{text}");
    }
    // Counts say the sizes of their classes.
    let (text, status) = run(&["--reported", "sens=95.0 % (38/40) tn=93 fp=7"]).status();
    assert!(status == 0 && text.contains("TN 93, FP 7, FN 2, TP 38"), "{text}");
    let (text, status) = run(&["--reported", "acc=90.0 % (36/40) sens=0.90 (9/10)"]).status();
    assert!(status == 0 && text.contains("TN 27, FP 3, FN 1, TP 9"), "{text}");
    let right = ["--reported", "acc=90.0 % (36/40)"];
    for (sizes, status) in [
        (&["--samples", "40"][..], 0),
        (&["--samples", "50"], 1),
        (&["--positives", "20", "--negatives", "20"], 0),
        (&["--positives", "20", "--negatives", "30"], 1),
    ] {
        let (text, found) = run(&[sizes, &right].concat()).status();
        assert_eq!(found, status, "{sizes:?}: {text}");
        let contradicts = text.contains("acc (36/40) and acc (36) contradict each other");
        assert_eq!(contradicts, status == 1, "{sizes:?}: {text}");
    }
    let table = "name,samples,sens\na,100,95.0 % (38/40)\n";
    let (text, status) = Run::new(&["check", "t.csv"]).file("t.csv", table).status();
    assert!(status == 0 && text.contains("61 confusion matrices"), "{text}");
    // A table whose cells say all sizes needs no column of them.
    for (table, words) in [
        ("sens,spec\n95.0 % (38/40),93.0 % (93/100)\n", "TN 93, FP 7, FN 2, TP 38"),
        ("tp,fn,fp,tn,acc\n38,2,7,93,0.936\n", "TN 93, FP 7, FN 2, TP 38"),
        ("acc,sens\n90 % (36/40),90 %\n", "8 confusion matrices"),
        (
            "tp,fn,fp,tn,acc\n38,2,7,93,0.95\n",
            "acc 0.95 and fn 2 allow no tn but 95; 93 is printed\n  nearest: TN 93, FP 7, FN 2, \
             TP 38, off by 0.93 units of the last place: acc 0.9357, tp 38, fn 2, fp 7, tn 93\n",
        ),
    ] {
        let (text, _) = Run::new(&["check", "t.csv"]).file("t.csv", table).status();
        assert!(text.contains(words), "{text}");
    }
    let open = "name,sens,spec\na,95.0 % (38/40),93.0 % (93/100)\nb,95.0 % (38/40),93.0 %\n";
    Run::new(&["check", "t.csv"]).file("t.csv", open).fails(
        "t.csv:3: negatives is missing, and so is samples\nhint: give both classes, or samples",
    );
    // Of these the numerator is a count of a class whose size is unknown.
    let ppv = ["--reported", "ppv=0.95 (38/40)"];
    run(&ppv).fails(
        "--positives is missing\nhint: add --positives, or --samples with the number of both \
         classes",
    );
    run(&[&["--samples", "140"][..], &ppv].concat()).fails(
        "ppv (38) needs the number of positives\nhint: give --positives as a number above 0",
    );
    run(&["--samples", "140", "--reported", "tp=38"])
        .fails("tp needs the number of positives\nhint: give --positives as a number above 0");
    run(&["--folds", "2", "--positives", "40", "--negatives", "9", "--reported", "tp=38"]).fails(
        "counts are of one test, not means over folds\nhint: leave them out, or give --average \
         pooled if they are of all folds together",
    );
    run(&["--reported", "sens 0.9"]).fails(
        "--reported has \"sens 0.9\", which is not of the form NAME=VALUE\nhint: write it \
             as in \"sens=0.507 spec=0.941\"",
    );
}

#[test]
fn a_page_has_what_stands_beside_scores() {
    let sizes = ["--positives", "100", "--negatives", "100", "-o", "page.html", "--reported"];
    for (more, row, listed) in [
        (
            &[][..],
            "acc=0.91 sens=.9 spec=0.92 [0.85,0.96] auc=.95",
            &["acc 0.91", "sens .9", "spec 0.92", "spec [0.85, 0.96]", "auc .95"][..],
        ),
        (&["--stratified", "5"], "acc=0.91 ± 0.02", &["acc 0.91", "acc sd 0.02"]),
    ] {
        let (_, folder) = Run::new(&[&["check"], more, &sizes, &[row]].concat()).output();
        let page = std::fs::read_to_string(folder.path().join("page.html")).expect("a page");
        let items = page.split("<li>").skip(1).filter_map(|item| item.split('<').next());
        assert_eq!(items.collect::<Vec<_>>(), listed);
    }
}

#[test]
fn precision_and_recall_need_no_sizes() {
    let (text, status) = run(&["--reported", "precision=0.85 recall=0.72 f1=0.78"]).status();
    assert_eq!(
        (text.as_str(), status),
        ("row 1: possible: of any test, for example TN 0, FP 4, FN 9, TP 23\n", 0)
    );
    let found = run(&["--reported", "precision=0.85 recall=0.72 f1=0.80", "--format", "json"]);
    let found = document(found.status(), 1);
    assert_eq!(
        found["rows"],
        json!([{"consistent": false, "matrices": null, "first": null, "conflict": ["precision", "recall", "f1"]}])
    );
    let ranges = ["--positives", "1-200", "--negatives", "1-200", "--reported"];
    let (text, status) =
        run(&[&ranges[..], &["precision=0.85 recall=0.72 f1=0.80"]].concat()).status();
    assert_eq!(status, 1, "{text}");
    run(&["--reported", "acc=0.9"]).fails(
        "--positives is missing\nhint: add --positives, or --samples with the number of both \
         classes",
    );
}

#[test]
fn reasons_are_lines_to_quote() {
    let sizes = ["--positives", "300", "--negatives", "120", "--reported"];
    let (text, status) = run(&[&sizes[..], &["spec=0.883 acc=0.981"]].concat()).status();
    assert_eq!(status, 1);
    let reason =
        "spec <= 0.8835 allows at most 300 + 106 = 406 of 420 right, 0.9667; 0.981 is printed";
    assert!(text.contains(reason), "{text}");
    let sizes = ["--positives", "43", "--negatives", "120", "--reported"];
    let (text, _) = run(&[&sizes[..], &["sens=0.8837 ppv=0.8837 f1=0.85"]].concat()).status();
    assert!(text.contains("  ppv 0.8837 allows no f1 but 0.8837; 0.85 is printed\n"), "{text}");
}

#[test]
fn a_page_says_the_same() {
    let (page, status) = run(&["x.csv", "--format", "html"]).status();
    assert_eq!(status, 1);
    for words in [
        "<h1>Can the reported scores be true?</h1>",
        "3 rows: 2 possible, 1 impossible.",
        "spec and acc contradict each other",
        "nearest: TN 3, FP 1, FN 1, TP 2, off by 24.50 units of the last place",
        "2 to 3 positives, 4 negatives",
    ] {
        assert!(page.contains(words), "{words}");
    }
    assert!(!page.contains("<script") && !page.contains("src="), "{page}");
}

/// Means of cross-validations by scikit-learn, printed with two to four digits. A name ends with
/// the number of folds without a predicted positive, for which scikit-learn counts precision as 0.
#[test]
fn cross_validations_of_scikit_learn_are_explained() {
    let table = include_str!("../../../../fixtures/check/cross_validation.csv");
    let chosen: Vec<&str> = table.lines().take(9).collect();
    let chosen = chosen.join("\n") + "\n";
    let run = Run::new(&["check", "x.csv", "--stratified"]).file("x.csv", &chosen);
    let (text, _) = run.status();
    let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(rows.len(), 8, "{text}");
    for row in rows {
        let (name, found) = row.split_once(": ").expect("a name");
        let is_defined = name.ends_with("-0");
        assert!(!is_defined || !found.starts_with("impossible"), "{row}");
        // A fold without a defined score is one that is counted as 0, if the row is impossible
        // otherwise.
        let is_named = text.contains("counted as 0 on tests where undefined");
        assert!(!found.starts_with("impossible") || is_named, "{row}");
    }
}

#[test]
fn reasons_and_intervals_of_large_tests_take_no_time() {
    let start = std::time::Instant::now();
    let said = |sizes: &str, reported: &str| {
        let sizes = ["--positives", sizes, "--negatives", sizes];
        let arguments = [&["check", "--reported", reported][..], &sizes].concat();
        Run::new(&arguments).status().0
    };
    // Counts are not gone through one by one.
    let text = said("1500000", "sens=0.5 spec=0.5 acc=0.9");
    assert!(
        text.contains("allows at most 1500000 + 825000 = 2325000 of 3000000 right, 0.7750"),
        "{text}"
    );
    // Nothing is said of methods that were not tried.
    for (sizes, reported) in [("20000", "sens=0.95 [0.83, 0.99]"), ("9000", "sens=0.5 [0.2, 0.9]")]
    {
        let text = said(sizes, reported);
        assert!(text.contains("the method is not determined without the counts"), "{text}");
    }
    let text = said("40", "sens=0.950 [0.835, 0.986]");
    assert!(text.contains("Wilson of 38/40 at 95 %"), "{text}");
    assert!(start.elapsed() < std::time::Duration::from_secs(20));
}

#[test]
fn deviations_of_equal_irrational_scores_are_0() {
    for (sizes, reported) in [
        ("3+1,3+1", "mcc=-0.58\u{b1}0.00"),
        ("2+5,2+5", "mcc=0.55\u{b1}0.00"),
        ("3+5,3+5,3+5", "mcc=0.488\u{b1}0.000"),
    ] {
        let (text, status) = run(&["--fold-sizes", sizes, "--reported", reported]).status();
        assert!(status == 0 && text.starts_with("row 1: possible: as a mean with"), "{text}");
    }
}

#[test]
fn undefined_scores_count_as_0_in_deviations_too() {
    let ten = ["--positives", "10", "--negatives", "10", "--stratified", "10"];
    let four = ["--fold-sizes", "2+4,1+4,1+5"];
    let five = ["--fold-sizes", "2+4,1+4,1+4,1+4,1+5"];
    for (sizes, reported, names) in [
        (&ten[..], "mcc=0.400\u{b1}0.490", "mcc"),
        (&ten, "acc=0.700\u{b1}0.245 mcc=0.400\u{b1}0.490", "mcc"),
        (&four, "mcc=0.000\u{b1}0.000", "mcc"),
        (&five, "npv=0.6600\u{b1}0.0952 ppv=0.0000\u{b1}0.0000 acc=0.4800\u{b1}0.2207", "ppv"),
    ] {
        let arguments = [&["--reported", reported], sizes].concat();
        let (text, status) = run(&arguments).status();
        let reading = format!("  possible if {names} is counted as 0 on tests where undefined: ");
        assert!(status == 1 && text.contains(&reading), "{text}");
    }
    // Nothing but what contradicts itself is named.
    let both = "acc=0.700\u{b1}0.245 mcc=0.400\u{b1}0.490";
    let (text, _) = run(&[&["--reported", both], &ten[..]].concat()).status();
    assert!(text.starts_with("row 1: impossible: mcc and mcc sd contradict each other"), "{text}");
    // Deviations that no tests have, defined or not, have no such reading.
    let wide = "ppv=0.50\u{b1}0.90";
    let (text, _) = run(&[&["--reported", wide], &four[..]].concat()).status();
    assert!(!text.contains("counted as 0"), "{text}");
}

#[test]
fn nothing_beside_a_score_is_dropped() {
    let classes = ["--classes", "50,30,20"];
    for (sizes, reported, message) in [
        (&classes[..], "acc=0.85 (40/100)", "counts beside a score of several classes"),
        (&classes, "acc=0.85\u{b1}0.90", "a standard deviation beside a score of several classes"),
        (&classes, "acc=0.85 [0.10, 0.12]", "a confidence interval beside a score of several"),
        (&["--fold-sizes", "8+12,8+12"], "auc=0.95\u{b1}0.90", "the standard deviation of an area"),
    ] {
        refused(run(&[&["--reported", reported], sizes].concat()), message);
    }
    for flag in ["--points", "--sd=sample", "--average=pooled", "--imply=f1"] {
        let arguments = ["--classes", "50,30,20", "--reported", "acc=0.85", flag];
        refused(run(&arguments), "cannot be used with");
    }
}

#[test]
fn percentages_are_noticed_without_sizes_and_with_classes() {
    for arguments in [
        &["--reported", "P=90 R=80 F1=85"][..],
        &["--classes", "50,30,20", "--reported", "acc=85.0 macro_f1=84.0"],
    ] {
        let asked = arguments;
        let notes = run(asked).notes_of_failed_check();
        assert!(notes.contains("would be possible as a percentage"), "{notes}");
        assert_eq!(run(&[asked, &["--percent"]].concat()).status().1, 0);
    }
}

#[test]
fn headings_are_those_of_papers() {
    for (table, expected) in [
        ("Model,positives,negatives,Sens. (%),tpr\nA,50,60,90.0,0.9\n", "A: possible"),
        ("|Method|P (%)|R (%)|F1 (%)|\n|---|---|---|---|\n|A|90.1|80.2|84.9|\n", "A: possible"),
        ("System,classes,acc (%)\nA,50+30+20,85\n", "A: "),
    ] {
        let (text, _) = run(&["-"]).stdin(table).status();
        assert!(text.starts_with(expected), "{text}");
    }
}

#[test]
fn the_only_matrix_gives_the_counts_of_a_share() {
    let sizes = ["--positives", "83", "--negatives", "57"];
    let reported = ["--reported", "ppv=63.57% [54.64%, 71.86%]"];
    let (text, _) = run(&[&sizes[..], &reported].concat()).status();
    assert!(text.contains("ppv [54.64%, 71.86%]: Clopper-Pearson of 82/129 at 95 %"), "{text}");
}
