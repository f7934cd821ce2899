//! `verify` of reported scores that were checked.

use std::collections::BTreeSet;

use exactile::num::Rational;
use exactile_verify::{Given, PrintedRounding, PrintedRow, PrintedRows, PrintedScore};
use serde_json::{Value, json};

use crate::cli::{Run, content};
use crate::verify_results::{check, false_changes_are_refused};

fn row(name: Option<&str>, [positives, negatives]: [u64; 2], scores: &[[&str; 3]]) -> PrintedRow {
    let score = |[name, metric, text]: &[&str; 3]| PrintedScore {
        name: (*name).to_owned(),
        metric: (*metric).to_owned(),
        text: (*text).to_owned(),
    };
    PrintedRow {
        name: name.map(str::to_owned),
        positives: positives..=positives,
        negatives: negatives..=negatives,
        samples: None,
        scores: scores.iter().map(score).collect(),
        deviations: Vec::new(),
        area: None,
        folds: None,
        classes: None,
    }
}

/// Other readings and further scores that were not asked for are left open.
fn open(document: &Value, place: &str, changed: &Value) -> bool {
    let row = place.split('/').nth(2).unwrap_or_default();
    let part = place.split('/').nth(3).unwrap_or_default();
    let of_row = |document: &Value| document["rows"][row.parse::<usize>().unwrap_or(0)].clone();
    // All matrices need not be listed, and no nearest one named.
    let without_points = place.matches('/').count() == 2 && {
        let mut row = of_row(document);
        row.as_object_mut().is_some_and(|row| row.remove("points").is_some())
            && row == of_row(changed)
    };
    // A set may be listed in any order.
    let set = |document: &Value| {
        let conflict = of_row(document)["conflict"].as_array().cloned();
        conflict.map(|names| names.iter().map(Value::to_string).collect::<BTreeSet<_>>())
    };
    part == "conflict"
        && place.ends_with(part)
        && set(document).is_some_and(|names| Some(names) == set(changed))
        && of_row(document)["conflict"].as_array().map(Vec::len)
            == of_row(changed)["conflict"].as_array().map(Vec::len)
        || part == "explained_by"
        || part == "nearest" && of_row(changed)["nearest"].is_null()
        // A unit of the last digit more still encloses the distance.
        || place.contains("/nearest/units/")
            && changed.pointer(place).and_then(Value::as_str).is_some_and(|text| {
                text.parse::<f64>().is_ok()
            })
        || part == "implied" && place.ends_with("/implied") && {
            let (all, some) = (of_row(document), of_row(changed));
            let some = some["implied"].as_object().cloned();
            some.is_some_and(|some| some.iter().all(|(key, value)| all["implied"][key] == *value))
        }
        || without_points
}

#[test]
fn every_false_change_of_checked_rows_is_refused() {
    let csv = "name,positives,negatives,tpr,tnr,accuracy,mcc\n\
               a,7,9,0.71,0.67,,\nb,7,9,0.70,0.67,0.5,\nc,7,9,,,0.69,0.38\nd,7,9,0.71,,0.94,\n\
               e,7,9,,,,0.3801\n";
    let sizes = [7, 9];
    let reported = PrintedRows {
        rows: vec![
            row(Some("a"), sizes, &[["tpr", "tpr", "0.71"], ["tnr", "tnr", "0.67"]]),
            row(
                Some("b"),
                sizes,
                &[["tpr", "tpr", "0.70"], ["tnr", "tnr", "0.67"], ["accuracy", "accuracy", "0.5"]],
            ),
            row(Some("c"), sizes, &[["accuracy", "accuracy", "0.69"], ["mcc", "mcc", "0.38"]]),
            row(Some("d"), sizes, &[["tpr", "tpr", "0.71"], ["accuracy", "accuracy", "0.94"]]),
            row(Some("e"), sizes, &[["mcc", "mcc", "0.3801"]]),
        ],
        ..PrintedRows::default()
    };
    let given = Given { reported: Some(&reported), ..Given::default() };
    let made = ["check", "r.csv", "--points", "--format", "json"];
    let (text, status) = Run::new(&made).file("r.csv", csv).status();
    assert_eq!(status, 1);
    let found = check(&text, &given);
    assert!(found.proved[1].contains("no matrix explains"), "{found:?}");
    let document: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(document["rows"][3]["conflict"], json!(["tpr", "accuracy"]), "{text}");
    // An irrational distance is checked, too.
    let lower = document["rows"][4]["nearest"]["units"]["lower"].as_str().expect("decimals");
    let other = lower.replacen(char::is_numeric, "9", 1);
    let found = check(&text.replacen(lower, &other, 1), &given);
    assert!(!found.holds(), "{found:?}");
    false_changes_are_refused(&text, &given, 500, open);
}

/// The results for random rows are proved, in each way of rounding, and no other counts are.
#[test]
fn rows_of_all_roundings_are_proved() {
    let names = ["tpr", "tnr", "accuracy", "f1", "ba", "kappa", "mcc", "ppv", "gm", "markedness"];
    let mut seed = 7_u64;
    let mut next = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) % below
    };
    let mut csv = "positives,negatives".to_owned();
    names.iter().for_each(|name| csv += &format!(",{name}"));
    csv += "\n";
    for _ in 0..60 {
        let low = 1 + next(12);
        let sizes = format!("{low}-{},{}", low + next(3), 1 + next(12));
        let scores = names.map(|_| match next(5) {
            0 => format!("0.{}", next(10)),
            1 => format!("0.{:02}", next(100)),
            _ => String::new(),
        });
        csv += &format!("{sizes},{}\n", scores.join(","));
    }
    for rounding in ["nearest", "truncated", "unit"] {
        let made = ["check", "r.csv", "--rounding", rounding, "--format", "json"];
        let (text, _) = Run::new(&made).file("r.csv", &csv).status();
        let verified = |text: &str, rounding: &str| {
            Run::new(&["verify", "--quiet", "r.json", "r.csv", "--rounding", rounding])
                .file("r.csv", &csv)
                .file("r.json", text)
                .status()
        };
        let (said, status) = verified(&text, rounding);
        assert_eq!(status, 0, "{rounding}: {said}");
        let other = if rounding == "unit" { "truncated" } else { "unit" };
        assert_eq!(verified(&text, other).1, 1, "{other}");
    }
}

/// Roots, logarithms, the threshold of prevalence and scores that are no quotients of lines, alone
/// and together.
#[test]
fn rows_of_irrational_scores_are_proved() {
    let names =
        ["mcc", "gm", "fm", "mcc-bal", "log-plr", "log-nlr", "log-dor", "pt", "p4", "scott-pi"];
    let values = ["0.5", "0.71", "-0.2", "1.3", "0.00", "1"];
    let mut csv = "positives,negatives".to_owned();
    names.iter().for_each(|name| csv += &format!(",{name}"));
    for (k, value) in (0..names.len()).flat_map(|k| values.map(|value| (k, value))) {
        let other = (k + value.len()) % names.len();
        let cell = |place: usize| match place {
            place if place == k => value,
            place if place == other => "0.4",
            _ => "",
        };
        let alone: Vec<&str> =
            (0..names.len()).map(|place| if place == k { value } else { "" }).collect();
        let both: Vec<&str> = (0..names.len()).map(cell).collect();
        csv += &format!("\n12,17,{}\n9,4-6,{}", alone.join(","), both.join(","));
    }
    csv += "\n";
    let made = ["check", "r.csv", "--quiet", "--format", "json"];
    let (text, _) = Run::new(&made).file("r.csv", &csv).status();
    let verified = |text: &str| {
        let run = Run::new(&["verify", "--quiet", "r.json", "r.csv"]);
        run.file("r.csv", &csv).file("r.json", text).status()
    };
    let (said, status) = verified(&text);
    assert_eq!(status, 0, "{said}");
    let nowhere = "undefined on every matrix that explains the row";
    assert!(text.contains(nowhere));
    assert_eq!(verified(&text.replacen(nowhere, "TP + FP = 0", 1)).1, 1);
    let mut document: Value = serde_json::from_str(&text).expect("JSON");
    for k in (0..document["rows"].as_array().map_or(0, Vec::len)).step_by(7) {
        let matrices = document["rows"][k]["matrices"].as_u64().expect("a count");
        document["rows"][k]["matrices"] = json!(matrices + 1);
        assert_eq!(verified(&document.to_string()).1, 1, "row {k}");
        document["rows"][k]["matrices"] = json!(matrices);
    }
}

/// Folds that are listed explain the means.
#[test]
fn means_over_folds_are_proved_where_folds_are_listed() {
    let stratified = ["--positives", "20", "--negatives", "30", "--folds", "2", "--stratified"];
    let any = ["--positives", "38", "--negatives", "262", "--folds", "5"];
    let known = ["--fold-sizes", "10+15,12+8"];
    let sets = ["--fold-sizes", "10+15,12+8;6+9"];
    let equal = ["--positives", "38", "--negatives", "262", "--kfold", "5"];
    let cases: [(&[&str], &str, &str); 8] = [
        (&sets, "acc=0.86 tpr=0.81", "tpr=0.83"),
        (&equal, "acc=0.8667 tpr=0.6571 tnr=0.8970", "tnr=0.8972"),
        (&stratified, "acc=0.86 f1=0.81", "f1=0.82"),
        (&stratified, "mcc=0.512", "mcc=0.514"),
        (&stratified, "gm=0.80 log-plr=1.4", "log-plr=2.9"),
        (&any, "acc=0.8667 tpr=0.6571 tnr=0.8970", "tnr=0.8972"),
        (&known, "acc=0.86 tpr=0.81", "tpr=0.83"),
        (&known, "pt=0.40", "pt=0.42"),
    ];
    for (folds, scores, other) in cases {
        let made = |scores: &str| {
            let told = [&["check", "--quiet", "--format", "json", "--reported", scores], folds];
            Run::new(&told.concat()).status()
        };
        let (text, status) = made(scores);
        assert_eq!(status, 0, "{scores}: {text}");
        let verified = |text: &str, folds: &[&str], scores: &str| {
            let told = [&["verify", "--quiet", "r.json", "--reported", scores], folds].concat();
            Run::new(&told).file("r.json", text).status()
        };
        let (said, status) = verified(&text, folds, scores);
        assert_eq!(status, 0, "{scores}: {said}");
        assert!(
            said.contains("proved      that the folds that are listed have the means of 1 row")
        );
        let name = other.split('=').next().unwrap_or_default();
        let changed: Vec<&str> = scores
            .split(' ')
            .map(|score| if score.starts_with(name) { other } else { score })
            .collect();
        let (said, status) = verified(&text, folds, &changed.join(" "));
        assert_eq!(status, 1, "{scores}: {said}");
        assert!(said.contains("rows[0].folds: their mean of"), "{said}");
        // Other folds, and one that is missing.
        let mut document: Value = serde_json::from_str(&text).expect("JSON");
        let listed = document["rows"][0]["folds"].as_array().cloned().expect("a list");
        for (class, by) in [(["tn", "fp"], 1), (["tp", "fn"], 1), (["tp", "fp"], 2)] {
            let mut folds_of = listed.clone();
            for key in class {
                let count = folds_of[0][key].as_u64().expect("a count");
                folds_of[0][key] = json!(count + by);
            }
            document["rows"][0]["folds"] = json!(folds_of);
            assert_eq!(verified(&document.to_string(), folds, scores).1, 1, "{class:?}");
        }
        document["rows"][0]["folds"] = json!(listed[1..]);
        let said = verified(&document.to_string(), folds, scores).0;
        assert!(said.contains("the folds cannot have these numbers of samples"), "{said}");
    }
}

/// Weights of linear scores prove that no folds have the means; of other scores that is left open.
/// Matrices of other readings are checked.
#[test]
fn impossible_means_are_proved_by_weights() {
    let stratified = ["--positives", "20", "--negatives", "30", "--folds", "3", "--stratified"];
    let known = ["--fold-sizes", "2+18,2+18,2+18,2+18,2+17"];
    let made = |scores: &str, folds: &[&str]| {
        let told = [&["check", "--quiet", "--format", "json", "--reported", scores], folds];
        let (text, status) = Run::new(&told.concat()).status();
        assert_eq!(status, 1, "{scores}: {text}");
        text
    };
    let verified = |text: &str, scores: &str, folds: &[&str]| {
        let told = [&["verify", "--quiet", "r.json", "--reported", scores], folds].concat();
        Run::new(&told).file("r.json", text).status()
    };
    let scores = "acc=0.86 tpr=0.2 tnr=0.2";
    let text = made(scores, &stratified);
    let (said, status) = verified(&text, scores, &stratified);
    assert_eq!(status, 0, "{said}");
    let proved = "proved      that no folds have the means of 1 row";
    assert!(said.contains(proved), "{said}");
    assert_eq!(verified(&text.replace("\"tnr\"", "\"f1\""), scores, &stratified).1, 1);
    let document: Value = serde_json::from_str(&text).expect("JSON");
    for (pointer, value) in [
        ("/rows/0/certificate/reached", json!("1/3")),
        ("/rows/0/certificate/printed", json!("2")),
        ("/rows/0/certificate/weights/0/weight", json!("1/7")),
        ("/rows/0/certificate/weights", json!([])),
        ("/rows/0/certificate", json!(null)),
        ("/rows/0/explained_by", json!(null)),
        ("/rows/0/explained_by/0/folds/0/tp", json!(1000)),
        ("/rows/0/explained_by/0/scores", json!(["f1"])),
        ("/rows/0/explained_by/0/folds", json!([])),
    ] {
        let mut changed = document.clone();
        *changed.pointer_mut(pointer).expect(pointer) = value;
        let (said, status) = verified(&changed.to_string(), scores, &stratified);
        assert_eq!(status, 1, "{pointer}: {said}");
    }
    // Weights that prove one row say nothing about another.
    assert_eq!(verified(&text, "acc=0.46 tpr=0.2 tnr=0.2", &stratified).1, 1);
    let scores = "ppv=0.40 tpr=0.20 acc=0.92";
    let text = made(scores, &known);
    let (said, status) = verified(&text, scores, &known);
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("not proved  that no folds have the means of impossible rows"), "{said}");
    let mut document: Value = serde_json::from_str(&text).expect("JSON");
    let reading = &mut document["rows"][0]["explained_by"][0];
    assert_eq!(reading["reading"], "undefined-as-zero");
    reading["reading"] = json!("swapped-classes");
    assert_eq!(verified(&document.to_string(), scores, &known).1, 1);
}

/// The scores, P, N and the folds, other scores, and what is changed in the certificate.
type EvenRow = (&'static str, [&'static str; 3], &'static str, &'static [[&'static str; 2]]);

/// Rows of folds of nearly equal sizes.
const EVEN: [EvenRow; 3] = [
    // Weights of the scores and of a positive.
    (
        "acc=0.825 sens=0.806 spec=0.565",
        ["38", "500", "5"],
        "acc=0.585 sens=0.806 spec=0.565",
        &[
            ["reached", "\"1/3\""],
            ["printed", "\"2\""],
            ["positive", "\"1/7\""],
            ["positive", "\"0\""],
            ["positive", "null"],
            ["weights/0/weight", "\"1/7\""],
            ["weights/1/weight", "\"0\""],
            ["weights/1/score", "\"sens\""],
            ["weights/0/score", "\"f1\""],
            ["weights", "[]"],
            ["next", "[0, 38]"],
        ],
    ),
    // Cases by the number of positives of the first fold.
    (
        "acc=0.64 sens=0.83 spec=0.73",
        ["200", "100", "2"],
        "acc=0.75 sens=0.83 spec=0.73",
        &[
            ["cases", "[]"],
            ["cases/0", "null"],
            ["cases/0/next", "[100, 123]"],
            ["cases/0/next", "[125, 124]"],
            ["cases/0/next/0", "101"],
            ["cases/0/positives", "[50]"],
            ["cases/5/positives", "[148]"],
            ["cases/5/positives", "[149, 51]"],
            ["cases/3/positive", "\"1/7\""],
            ["cases/3/reached", "\"1/7\""],
            ["cases/3/printed", "\"1/7\""],
            ["cases/3/weights/1/weight", "\"1\""],
            ["positive", "\"0\""],
        ],
    ),
    // No whole number of 540 is this share.
    (
        "acc=0.4491 sens=0.4095 spec=0.8740",
        ["500", "40", "10"],
        "acc=0.4481 sens=0.4095 spec=0.8740",
        &[["no_counts", "\"sens\""], ["no_counts", "\"f1\""], ["no_counts", "0"], ["x", "0"]],
    ),
];

/// No folds of nearly equal sizes have the means, whatever their classes.
#[test]
fn impossible_means_over_equal_folds_are_proved() {
    for (scores, sizes, possible, changes) in EVEN {
        let [positives, negatives, kfold] = sizes;
        let folds = ["--positives", positives, "--negatives", negatives, "--kfold", kfold];
        let told = [&["check", "--quiet", "--format", "json", "--reported", scores], &folds[..]];
        let (text, status) = Run::new(&told.concat()).status();
        assert_eq!(status, 1, "{scores}: {text}");
        let verified = |text: &str, scores: &str, folds: &[&str]| {
            let told = [&["verify", "--quiet", "r.json", "--reported", scores], folds].concat();
            Run::new(&told).file("r.json", text).status()
        };
        let (said, status) = verified(&text, scores, &folds);
        assert_eq!(status, 0, "{scores}: {said}");
        let proved = "proved      that no folds have the means of 1 row";
        assert!(said.contains(proved), "{said}");
        let document: Value = serde_json::from_str(&text).expect("JSON");
        for [pointer, value] in changes {
            let mut changed = document.clone();
            let value: Value = serde_json::from_str(value).expect("JSON");
            let certificate = &mut changed["rows"][0]["certificate"];
            match certificate.pointer_mut(&format!("/{pointer}")) {
                Some(at) => *at = value,
                None => certificate[*pointer] = value,
            }
            let (said, status) = verified(&changed.to_string(), scores, &folds);
            assert_eq!(status, 1, "{scores}, {pointer}: {said}");
        }
        // What proves one row says nothing about another, or about other folds.
        assert_eq!(verified(&text, possible, &folds).1, 1, "{scores}");
        let others = ["--positives", positives, "--negatives", negatives, "--kfold", "7"];
        assert_eq!(verified(&text, scores, &others).1, 1, "{scores}");
    }
}

/// Options with more folds than samples are no proof, and no fault of the verifier.
#[test]
fn more_folds_than_samples_prove_nothing() {
    let folds = ["--kfold", "3", "--positives", "4", "--negatives", "5"];
    let told = [&["check", "--format", "json", "--reported", "acc=0.51"], &folds[..]].concat();
    let (text, status) = Run::new(&told).status();
    assert!(status == 1 && text.contains("no_counts"), "{text}");
    for [folds, positives, negatives] in [["10", "3", "4"], ["9", "4", "4"], ["3", "0", "0"]] {
        let sizes = ["--kfold", folds, "--positives", positives, "--negatives", negatives];
        let told =
            [&["verify", "--quiet", "r.json", "--reported", "acc=0.51"], &sizes[..]].concat();
        let (said, status) = Run::new(&told).file("r.json", &text).status();
        assert!(status == 1 && said.contains("fewer samples than folds"), "{said}");
    }
}

/// Each data set has the same share of the mean, whatever its folds.
#[test]
fn means_over_data_sets_are_proved() {
    let sets = "10+15,12+8;6+9";
    let made = |scores: &str| {
        let told = ["check", "--quiet", "--format", "json", "--reported", scores, "--fold-sizes"];
        Run::new(&[&told[..], &[sets]].concat()).status()
    };
    let verified = |text: &str, scores: &str, sizes: &str| {
        let told = ["verify", "--quiet", "r.json", "--reported", scores, "--fold-sizes", sizes];
        Run::new(&told).file("r.json", text).status()
    };
    let scores = "acc=0.86 tpr=0.812 tnr=0.90";
    let (text, status) = made(scores);
    assert_eq!(status, 0, "{text}");
    let (said, status) = verified(&text, scores, sets);
    assert_eq!(status, 0, "{said}");
    for sizes in ["10+15,12+8,6+9", "12+8,10+15;6+9", "10+15;12+8,6+9", "6+9;10+15,12+8"] {
        assert_eq!(verified(&text, scores, sizes).1, 1, "{sizes}");
    }
    let scores = "acc=0.95 tpr=0.20 tnr=0.90";
    let (text, status) = made(scores);
    assert_eq!(status, 1, "{text}");
    let (said, status) = verified(&text, scores, sets);
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("proved      that no folds have the means"), "{said}");
    let mut document: Value = serde_json::from_str(&text).expect("JSON");
    document["rows"][0]["certificate"]["reached"] = json!("1/3");
    assert_eq!(verified(&document.to_string(), scores, sets).1, 1);
    // Two folds weigh as much as one.
    assert_eq!(verified(&text, scores, "10+15,12+8,6+9").1, 1);
    Run::new(&["check", "--reported", "f1=0.80", "--fold-sizes", sets]).fails(
        "data sets with different numbers of folds are decided by scores linear in the \
         counts\nhint: leave out standard deviations, areas, and scores that are not linear, as \
         ppv and f1",
    );
}

/// Rows of means of random matrices are never refused. Weights prove that no matrices have such
/// rows with a BA that is not half the sum of TPR and TNR by more than the rounding.
fn random_means(count: usize) {
    const SIZES: [[u64; 2]; 5] = [[31, 40], [28, 61], [35, 52], [30, 47], [9, 20]];
    let sizes = SIZES.map(|[p, n]| format!("{p}+{n}")).join(",");
    let mut state = 7_u64;
    let mut below = |bound: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    };
    for block in 0..count.div_ceil(1000) {
        let mut rows = "acc,tpr,tnr,ba\n".to_owned();
        let rows_of_block = (count - 1000 * block).min(1000);
        for row in 0..2 * rows_of_block {
            let [mut acc, mut tpr, mut tnr] = [0; 3].map(Rational::from);
            for [p, n] in SIZES {
                let (tp, tn) = (below(p + 1), below(n + 1));
                let share =
                    |hits: u64, samples: u64| Rational::from(hits) / Rational::from(5 * samples);
                (acc, tpr, tnr) =
                    (acc + share(tp + tn, p + n), tpr + share(tp, p), tnr + share(tn, n));
            }
            let mut ba = (&tpr + &tnr) / Rational::from(2_u64);
            if row % 2 == 1 {
                let far = Rational::from(3 + below(40)) / Rational::from(1000_u64);
                ba = if ba > far { ba - far } else { ba + far };
            }
            let cells = [acc, tpr, tnr, ba].map(|value| value.to_decimal(3));
            rows += &format!("{}\n", cells.join(","));
        }
        let told = ["check", "--quiet", "--format", "json", "rows.csv", "--fold-sizes", &sizes];
        let (text, status) = Run::new(&told).file("rows.csv", &rows).status();
        assert_eq!(status, 1, "{text}");
        let document: Value = serde_json::from_str(&text).expect("JSON");
        for (at, row) in document["rows"].as_array().expect("rows").iter().enumerate() {
            assert_eq!(row["consistent"], json!(at % 2 == 0), "block {block}, row {at}: {row}");
        }
        let told = ["verify", "--quiet", "r.json", "rows.csv", "--fold-sizes", &sizes];
        let (said, status) = Run::new(&told).file("r.json", &text).file("rows.csv", &rows).status();
        assert_eq!(status, 0, "{said}");
        for what in
            ["that the folds that are listed have the means of", "that no folds have the means of"]
        {
            assert!(said.contains(&format!("{what} {rows_of_block} rows")), "{said}");
        }
    }
}

#[test]
fn means_of_random_matrices_are_proved_and_those_of_none_refused() {
    random_means(40);
}

#[test]
#[ignore = "takes minutes without optimisation"]
fn ten_thousand_means_of_random_matrices_are_proved() {
    random_means(10_000);
}

#[test]
fn one_row_is_repeated_as_it_was_told() {
    let row = ["--positives", "20", "--negatives", "28-32", "--reported", "sens=50% spec=0.90"];
    let (text, status) = Run::new(&[&["check", "--format", "json"], &row[..]].concat()).status();
    assert_eq!(status, 0);
    let verified = |row: &[&str]| {
        Run::new(&[&["verify", "--quiet", "r.json"], row].concat()).file("r.json", &text).status()
    };
    let (said, status) = verified(&row);
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("proved      how many confusion matrices explain 1 possible row,"));
    let other = ["--positives", "20", "--negatives", "28-32", "--reported", "sens=50% spec=0.89"];
    assert_eq!(verified(&other).1, 1);
    Run::new(&["verify", "r.json", "--reported", "sens=50% spec=0.90"])
        .file("r.json", content(&text))
        .fails(
            "--positives is missing\nhint: add --positives, or --samples with the number of \
             both classes",
        );
}

#[test]
fn a_conflict_has_to_be_a_smallest_one() {
    let reported = PrintedRows {
        rows: vec![row(
            None,
            [3, 4],
            &[["tpr", "tpr", "0.67"], ["tnr", "tnr", "0.50"], ["accuracy", "accuracy", "0.90"]],
        )],
        rounding: PrintedRounding::Nearest,
        ..PrintedRows::default()
    };
    let given = Given { reported: Some(&reported), ..Given::default() };
    let row =
        ["--positives", "3", "--negatives", "4", "--reported", "tpr=0.67 tnr=0.50 accuracy=0.90"];
    let (text, _) = Run::new(&[&["check", "--format", "json"], &row[..]].concat()).status();
    let mut document: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(document["rows"][0]["conflict"], json!(["accuracy"]));
    assert!(check(&text, &given).holds());
    for (conflict, reason) in [
        (json!([]), "no score is named"),
        (json!(["tpr"]), "a matrix has all of these"),
        (json!(["tpr", "accuracy"]), "fewer scores contradict each other"),
        (json!(["accuracy", "accuracy"]), "is no score of the row"),
        (json!(["f1"]), "is no score of the row"),
    ] {
        document["rows"][0]["conflict"] = conflict;
        let found = check(&document.to_string(), &given);
        assert!(found.failures[0].reason.contains(reason), "{found:?}");
    }
}
