//! `exactile check` of rows as papers print them: short names, no sizes, pooled scores that are
//! means.

use serde_json::json;

use super::cli::{self, Run};

/// Returns what `check` prints for these arguments, and its exit status.
fn checked(arguments: &[&str]) -> (String, i32) {
    Run::new(&[&["check"], arguments].concat()).status()
}

#[test]
fn precision_and_recall_have_short_names() {
    let (text, status) = checked(&["--reported", "P=0.81, R=0.72, F1=0.76"]);
    assert_eq!(
        (text.as_str(), status),
        ("row 1: possible: of any test, for example TN 0, FP 3, FN 5, TP 13\n", 0)
    );
    let ranges = ["--positives", "1-200", "--negatives", "1-200", "--reported"];
    let (text, status) = checked(&[&ranges[..], &["P=0.81 R=0.72 F1=0.79"]].concat());
    let reason = "  P 0.81 and R 0.72 allow F1 from 0.7574 to 0.7672; 0.79 is printed\n";
    assert!(status == 1 && text.contains(reason), "{text}");
}

#[test]
fn tables_of_precision_and_recall_need_no_sizes() {
    let of = |table: &str| Run::new(&["check", "x.csv"]).file("x.csv", table);
    let (text, status) = of("name,P,R,F1\na,0.81,0.72,0.79\nb,.81,.72,.76\n").status();
    assert_eq!(
        (text.as_str(), status),
        (
            "a: impossible: P, R and F1 contradict each other\n\
             b: possible: of any test, for example TN 0, FP 3, FN 5, TP 13\n",
            1
        )
    );
    let (what, _) = of("name,P,spec\na,0.81,0.72\n").refused();
    assert!(what.contains("positives is missing"), "{what}");
}

#[test]
fn pooled_scores_may_be_means() {
    let folds = ["--fold-sizes", "2+3,4+3", "--average", "pooled"];
    let reported = ["--reported", "tpr=.625 tnr=.833"];
    let (text, status) = checked(&[&folds[..], &reported].concat());
    let reading = "  possible if the scores are means over the folds: for example TN 2, FP 1, FN \
                   0, TP 2; TN 3, FP 0, FN 3, TP 1\n";
    assert!(status == 1 && text.contains(reading), "{text}");
    let (text, status) = checked(&[&folds[..], &reported, &["--format", "json"]].concat());
    let found = cli::document(&text);
    assert_eq!(status, 1);
    let readings = &found["rows"][0]["explained_by"];
    let matrix = |tn, fp, fn_, tp| json!({"tn": tn, "fp": fp, "fn": fn_, "tp": tp});
    assert_eq!(
        *readings,
        json!([{"reading": "mean", "scores": ["tpr", "tnr"],
                "words": "the scores are means over the folds",
                "folds": [matrix(2, 1, 0, 2), matrix(3, 0, 3, 1)]}])
    );
    // Neither the scores of all folds nor means.
    let (text, status) = checked(&[&folds[..], &["--reported", "tpr=.61"]].concat());
    assert!(status == 1 && !text.contains("means over the folds"), "{text}");
}

#[test]
fn counts_in_a_reason_stand_for_themselves() {
    let sizes = ["--positives", "40", "--negatives", "60", "--reported"];
    let (text, status) = checked(&[&sizes[..], &["tp=38 tn=54 acc=0.93"]].concat());
    let reason = "tp = 38 and tn = 54 allows at most 38 + 54 = 92 of 100 right, 0.9200";
    assert!(status == 1 && text.contains(reason), "{text}");
}

#[test]
fn printed_tables_may_have_decimal_commas() {
    let results = "name,tn,fp,fn,tp\na,54,6,2,38\n";
    let printed = "name;acc;f1\na;0,92;0,9084\n";
    let (text, status) = Run::new(&["check", "--against", "r.csv", "p.csv"])
        .file("r.csv", results)
        .file("p.csv", printed)
        .status();
    assert_eq!(status, 1);
    assert!(
        text.contains("f1 of a is printed as 0.9084 and should be 0.9048")
            || text.contains("f1 of a is printed as 0,9084 and should be 0.9048"),
        "{text}"
    );
}

#[test]
fn means_may_have_standard_deviations() {
    let folds = ["--positives", "10", "--negatives", "40", "--stratified", "5", "--reported"];
    let of = |reported: &str, more: &[&str]| checked(&[&folds[..], &[reported], more].concat());
    for (reported, more, status, words) in [
        ("acc=0.92 \u{b1} 0.04", &[][..], 0, "with standard deviations of a population"),
        ("acc=0.92 \u{b1} 0.04", &["--sd", "sample"], 0, "with standard deviations of a sample"),
        ("acc=92.0 +/- 4.0 %", &[], 0, "with standard deviations of a population"),
        ("acc=0.92 (SD 0.045)", &[], 0, "with standard deviations of a sample"),
        ("acc=0.92 acc_sd=0.04", &[], 0, "with standard deviations of a population"),
        ("acc=0.92 \u{b1} 0.034", &[], 1, "impossible: acc and acc sd contradict each other"),
        ("acc=0.920 acc_std=0.040", &["--sd", "sample"], 1, "acc and acc_std contradict"),
        ("f1=0.80 \u{b1} 0.46", &[], 1, "impossible: f1 and f1 sd contradict each other"),
        ("acc=0.92 sens=.9 sens_sd=.2 spec=.925", &[], 0, "possible: as a mean"),
    ] {
        let (text, found) = of(reported, more);
        assert_eq!(found, status, "{reported}: {text}");
        assert!(text.contains(words), "{reported}: {text}");
    }
    let (text, status) = of("acc=0.92 \u{b1} 0.034", &["--format", "json"]);
    let found = cli::document(&text);
    assert_eq!(status, 1);
    assert_eq!(
        found["rows"],
        json!([{"consistent": false, "matrices": null, "first": null,
                "conflict": ["acc", "acc sd"], "explained_by": []}])
    );
    let (text, status) = of("acc=0.92 \u{b1} 0.04", &["--format", "json"]);
    let found = cli::document(&text);
    assert_eq!(status, 0);
    assert_eq!(found["rows"][0]["deviation"], "population");
    assert_eq!(found["rows"][0]["folds"].as_array().map(Vec::len), Some(5));
    let table = "name,positives,negatives,acc,acc_sd\na,10,40,0.92,0.04\nb,10,40,0.92,0.034\n";
    let (text, status) =
        Run::new(&["check", "x.csv", "--stratified", "5"]).file("x.csv", table).status();
    assert_eq!(status, 1);
    assert!(text.contains("a: possible") && text.contains("b: impossible"), "{text}");
}

#[test]
fn standard_deviations_need_folds_and_means() {
    let sizes = ["check", "--positives", "10", "--negatives", "40", "--reported"];
    Run::new(&[&sizes[..], &["acc=0.92 \u{b1} 0.04"]].concat()).fails(
        "acc sd is a standard deviation over folds, which are unknown\nhint: give the folds as \
         --stratified K, --kfold K, --folds K or --fold-sizes",
    );
    Run::new(&[&sizes[..], &["sens=0.9 acc_sd=0.04", "--stratified", "5"]].concat())
        .fails("acc_sd has no mean beside it\nhint: give accuracy too");
    Run::new(&[&sizes[..], &["acc=0.9\u{b1}0.1 acc_sd=0.04", "--stratified", "5"]].concat())
        .fails("acc_sd is a second standard deviation of accuracy\nhint: leave one out");
}

#[test]
fn deviations_are_verified() {
    let made = ["check", "--fold-sizes", "10+40,10+40,10+40", "--reported"];
    let row = ["acc=0.900 acc_sd=0.040 sens=.80", "--format", "json"];
    let (text, status) = Run::new(&[&made[..], &row].concat()).status();
    assert_eq!(status, 0, "{text}");
    let verified = |text: &str, more: &[&str]| {
        let row = ["--fold-sizes", "10+40,10+40,10+40", "--reported", row[0]];
        let all = [&["verify", "result.json"], &row[..], more].concat();
        Run::new(&all).file("result.json", text).status()
    };
    let (said, status) = verified(&text, &[]);
    assert!(status == 0 && said.contains("the folds that are listed have the means"), "{said}");
    let found = cli::document(&text);
    let kind = found["rows"][0]["deviation"].as_str().expect("a kind").to_owned();
    let other = if kind == "sample" { "population" } else { "sample" };
    // Another kind, no kind, a kind that was not asked for, and folds with other deviations.
    let changed =
        text.replace(&format!("\"deviation\": \"{kind}\""), &format!("\"deviation\": \"{other}\""));
    assert_eq!(verified(&changed, &[]).1, 1);
    let mut without = found.clone();
    without["rows"][0].as_object_mut().expect("a row").remove("deviation");
    assert_eq!(verified(&without.to_string(), &[]).1, 1);
    assert_eq!(verified(&text, &["--sd", other]).1, 1);
    let mut moved = found;
    let fold = |moved: &serde_json::Value, at: usize, key: &str| {
        moved["rows"][0]["folds"][at][key].as_u64().expect("a count")
    };
    // Two folds move apart, and the mean stays.
    let pairs = [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]];
    let steps =
        pairs.map(|[from, to]| (fold(&moved, from, "tn").min(fold(&moved, to, "fp")), from, to));
    let (step, from, to) = steps.into_iter().max().expect("pairs");
    assert!(step > 0);
    for (at, key, sign) in [(from, "tn", -1), (from, "fp", 1), (to, "tn", 1), (to, "fp", -1)] {
        let count = i64::try_from(fold(&moved, at, key)).expect("small");
        moved["rows"][0]["folds"][at][key] =
            json!(count + sign * i64::try_from(step).expect("small"));
    }
    let (said, status) = verified(&moved.to_string(), &[]);
    assert!(status == 1 && said.contains("their acc_sd is another one"), "{said}");
}

const CURVE: &str = "name,sens,spec\n.2,0.95,0.70\n.3,.93,.75\n.5,.88,.83\n.7,.70,.91\n";
const SIZES: [&str; 4] = ["--positives", "100", "--negatives", "200"];

fn on_one_curve(table: &str, more: &[&str]) -> (String, i32) {
    let arguments = [&["check", "x.csv", "--one-curve"], &SIZES[..], more].concat();
    Run::new(&arguments).file("x.csv", table).status()
}

#[test]
fn rows_may_be_points_of_one_curve() {
    let (text, status) = on_one_curve(CURVE, &[]);
    assert!(status == 0 && text.contains("one curve: possible, for example\n  .2: TN"), "{text}");
    // A column of thresholds names the rows, unless they have names.
    assert_eq!(on_one_curve(&CURVE.replace("name", "Threshold"), &[]), (text.clone(), status));
    let both = CURVE.replace("name,", "cutoff,name,").replace("\n.", "\n1e-3,.");
    assert_eq!(on_one_curve(both.trim_end_matches("1e-3,."), &[]), (text, status));
    let bent = CURVE.replace(".83", ".73");
    let (text, status) = on_one_curve(&bent, &[]);
    let words =
        "one curve: impossible: true and false positives of .3 and .5 cannot rise together\n";
    assert!(status == 1 && text.contains(words), "{text}");
    let (text, status) = on_one_curve(&bent, &["--format", "json"]);
    assert_eq!(status, 1);
    let found = cli::document(&text);
    assert_eq!(found["curve"], json!({"consistent": false, "conflict": [2, 3]}));
    let (what, hint) = Run::new(&["check", "x.csv", "--one-curve", "--samples", "300"])
        .file("x.csv", CURVE)
        .refused();
    assert!(what.contains("points of one curve have the same numbers"), "{what}\n{hint}");
}

#[test]
fn points_of_one_curve_are_verified() {
    let verified = |table: &str, text: &str| {
        let arguments = [&["verify", "result.json", "x.csv"], &SIZES[..]].concat();
        Run::new(&arguments).file("x.csv", table).file("result.json", text).status()
    };
    let (text, _) = on_one_curve(CURVE, &["--format", "json"]);
    let (said, status) = verified(CURVE, &text);
    assert!(status == 0 && said.contains("rise together"), "{said}");
    let mut changed = cli::document(&text);
    // Another matrix of the row, which is not between its neighbours; and one of other scores.
    changed["curve"]["matrices"][1] = json!({"tn": 140, "fp": 60, "fn": 7, "tp": 93});
    let (said, status) = verified(CURVE, &changed.to_string());
    assert!(status == 1 && said.contains("it has other scores"), "{said}");
    changed["curve"] = json!({"consistent": false, "conflict": [2, 3]});
    let (said, status) = verified(CURVE, &changed.to_string());
    assert!(status == 1 && said.contains("have matrices that rise together"), "{said}");
    let bent = CURVE.replace(".83", ".73");
    let (text, _) = on_one_curve(&bent, &["--format", "json"]);
    let (said, status) = verified(&bent, &text);
    assert!(status == 0 && said.contains("do not rise together"), "{said}");
    let mut changed = cli::document(&text);
    changed["curve"]["conflict"] = json!([1, 2]);
    assert_eq!(verified(&bent, &changed.to_string()).1, 1);
    let matrix = |tn: u64, tp: u64| json!({"tn": tn, "fp": 200 - tn, "fn": 100 - tp, "tp": tp});
    let matrices = [matrix(140, 95), matrix(150, 93), matrix(146, 88), matrix(182, 70)];
    changed["curve"] = json!({"consistent": true, "matrices": matrices});
    let (said, status) = verified(&bent, &changed.to_string());
    assert!(status == 1 && said.contains("do not rise together"), "{said}");
}

fn of_classes(reported: &str, more: &[&str]) -> (String, i32) {
    checked(&[&["--classes", "50,30,20", "--reported", reported], more].concat())
}

#[test]
fn several_classes_are_decided() {
    for (reported, status, words) in [
        ("acc=.85 macro_f1=.83 weighted_f1=.85 kappa=.76", 0, "row 1: possible: for example "),
        ("acc=.85 macro_f1=.95", 1, "\n  acc .85 allows only macro_f1 below 0.9"),
        ("acc=.85 kappa=.60", 1, "\n  acc .85 allows only kappa above 0.7"),
        ("acc=.853", 1, "impossible: no confusion matrix has this acc"),
        ("acc=.85, weighted_recall=.86", 1, "acc and weighted_recall contradict each other"),
        ("acc=85 % error_rate=.15 balanced_accuracy=.84", 0, "possible"),
    ] {
        let (text, found) = of_classes(reported, &[]);
        assert_eq!(found, status, "{reported}: {text}");
        assert!(text.contains(words), "{reported}: {text}");
    }
    let (csv, _) = of_classes("acc=.85", &["--format", "csv"]);
    let matrix = csv.trim_end().rsplit(',').next().expect("the last cell");
    let counts: Vec<u64> =
        matrix.split([' ', '/']).filter_map(|count| count.parse().ok()).collect();
    assert!(csv.contains(",matrix\n") && counts.len() == 9, "{csv}");
    assert_eq!([counts[0] + counts[4] + counts[8], counts.iter().sum()], [85, 100]);
    let table = "name,classes,acc,macro_f1\na,50+30+20,.85,.83\nb,50+30+20,.85,.95\n";
    let of = |more: &[&str]| Run::new(&[&["check", "x.csv"], more].concat()).file("x.csv", table);
    let (text, status) = of(&[]).status();
    assert_eq!(status, 1);
    assert!(text.contains("a: possible") && text.contains("b: impossible"), "{text}");
    let found = cli::document(&of(&["--format", "json"]).status().0);
    let matrix = found["rows"][0]["classes"].as_array().expect("a matrix");
    assert_eq!(matrix.len(), 3);
    assert_eq!(found["rows"][1]["conflict"], json!(["acc", "macro_f1"]));
    Run::new(&["check", "--classes", "50,30,20", "--reported", "f1=.85"]).fails(
        "no score of several classes is called \"f1\"\nhint: with classes, give acc, error_rate, \
         macro_recall, macro_precision, macro_f1, weighted_precision, weighted_f1 or kappa",
    );
    let (what, _) = Run::new(&["check", "--classes", "50", "--reported", "acc=.85"]).refused();
    assert!(what.contains("1 classes; from 2 to 200 are possible"), "{what}");
    let (what, _) = of(&["--classes", "50,30,20"]).refused();
    assert!(what.contains("there is a column classes and --classes"), "{what}");
}

#[test]
fn several_classes_are_verified() {
    let verified = |text: &str, reported: &str| {
        let told = ["--quiet", "--classes", "50,30,20", "--reported", reported];
        Run::new(&[&["verify", "result.json"][..], &told].concat())
            .file("result.json", text)
            .status()
    };
    let possible = "acc=.85 macro_f1=.83 weighted_f1=.85 kappa=.76 macro_precision=.83";
    let (text, _) = of_classes(possible, &["--format", "json"]);
    let (said, status) = verified(&text, possible);
    assert!(status == 0 && said.contains("that the matrices of several classes have"), "{said}");
    let found = cli::document(&text);
    let changed = |at: [usize; 2], to: [usize; 2]| {
        let mut changed = found.clone();
        let matrix = &mut changed["rows"][0]["classes"];
        let from = matrix[at[0]][at[1]].as_u64().expect("a count");
        let more = matrix[to[0]][to[1]].as_u64().expect("a count");
        matrix[at[0]][at[1]] = json!(from - 5);
        matrix[to[0]][to[1]] = json!(more + 5);
        verified(&changed.to_string(), possible)
    };
    assert_eq!(changed([0, 0], [0, 1]).1, 1);
    let (said, status) = changed([0, 0], [1, 0]);
    assert!(status == 1 && said.contains("it has other numbers of samples"), "{said}");
    // A row is not impossible because a result says so.
    let impossible = "acc=.85 kappa=.60";
    let (text, _) = of_classes(impossible, &["--format", "json"]);
    let (said, status) = verified(&text, impossible);
    assert!(
        status == 0 && said.contains("by weights, that no matrix of several classes"),
        "{said}"
    );
    let found = cli::document(&text);
    for (key, value) in [("reached", "0"), ("printed", "1"), ("called", "0"), ("reached", "1")] {
        let mut changed = found.clone();
        changed["rows"][0]["certificate"][key] = json!(value);
        assert_eq!(verified(&changed.to_string(), impossible).1, 1, "{key} {value}");
    }
    let mut changed = found.clone();
    changed["rows"][0]["certificate"]["weights"][0]["weight"] = json!("1/2");
    assert_eq!(verified(&changed.to_string(), impossible).1, 1);
    let mut other = found;
    other["rows"][0]["conflict"] = json!(["acc", "f1"]);
    assert_eq!(verified(&other.to_string(), impossible).1, 1);
    assert_eq!(verified(&text, "acc=.85 kappa=.76").1, 1);
}

/// Returns what `verify` says of a result about these arguments of `check`.
fn verified(arguments: &[&str], result: &serde_json::Value) -> (String, i32) {
    let all = [&["verify", "--quiet", "result.json"], arguments].concat();
    Run::new(&all).file("result.json", result.to_string()).status()
}

fn result(arguments: &[&str]) -> serde_json::Value {
    cli::document(&checked(&[arguments, &["--format", "json"]].concat()).0)
}

#[test]
fn areas_beside_scores_are_verified() {
    let sizes = ["--positives", "40", "--negatives", "60", "--reported"];
    let possible = [&sizes[..], &["auc=0.95 sens=0.95 spec=0.90"]].concat();
    let found = result(&possible);
    let (said, status) = verified(&possible, &found);
    assert_eq!(status, 0, "{said}");
    let impossible = [&sizes[..], &["auc=0.6 sens=0.95 spec=0.90 ppv=.86"]].concat();
    let contradiction = result(&impossible);
    assert_eq!(contradiction["rows"][0]["conflict"], json!(["sens", "spec", "auc"]));
    let (said, status) = verified(&impossible, &contradiction);
    assert_eq!(status, 0, "{said}");
    for (key, value) in
        [("lower", json!("1/2")), ("upper", json!("1")), ("consistent", json!(false))]
    {
        let mut changed = found.clone();
        changed["rows"][0]["auc"][key] = value;
        assert_eq!(verified(&possible, &changed).1, 1, "{key}");
    }
    for names in
        [json!(["sens", "auc"]), json!(["sens", "spec"]), json!(["sens", "spec", "ppv", "auc"])]
    {
        let mut changed = contradiction.clone();
        changed["rows"][0]["conflict"] = names;
        assert_eq!(verified(&impossible, &changed).1, 1);
    }
    // Another number was printed.
    assert_eq!(verified(&[&sizes[..], &["auc=0.5 sens=0.95 spec=0.90"]].concat(), &found).1, 1);
    let mut without = found;
    without["rows"][0].as_object_mut().expect("a row").remove("auc");
    assert_eq!(verified(&possible, &without).1, 1);
}

#[test]
fn means_of_areas_over_folds_are_decided_and_verified() {
    let folds = ["--positives", "50", "--negatives", "50", "--stratified", "5", "--reported"];
    for (scores, status, part) in [
        ("sens: 0.90 spec: 0.80 auc: 0.71", 0, "auc is between 0.6900 and 1.0000 in the mean"),
        ("sens=0.90 spec=0.80 auc=0.67", 1, "sens, spec and auc contradict each other"),
        ("acc=0.90 auc=0.4", 1, "auc is between 0.7999 and 1.0000 in the mean"),
        ("sens=.9 ppv=.7 f1=.78 auc=0.9", 0, "possible: as a mean"),
    ] {
        let arguments = [&folds[..], &[scores]].concat();
        let (text, found) = checked(&arguments);
        assert_eq!(found, status, "{scores}: {text}");
        assert!(text.contains(part), "{scores}: {text}");
        let (said, found) = verified(&arguments, &result(&arguments));
        assert_eq!(found, 0, "{said}");
        assert!(said.contains("bounds of means of areas"), "{said}");
    }
    let impossible = [&folds[..], &["sens=0.90 spec=0.80 auc=0.67"]].concat();
    let found = result(&impossible);
    let (said, _) = verified(&impossible, &found);
    assert!(said.contains("proved      that no folds have the means"), "{said}");
    let possible = [&folds[..], &["sens=0.90 spec=0.80 auc=0.71"]].concat();
    for (arguments, document, pointer, value) in [
        (&impossible, &found, "/rows/0/certificate/reached", json!("1/3")),
        (&impossible, &found, "/rows/0/certificate/weights/2/weight", json!("1/2")),
        (&impossible, &found, "/rows/0/certificate/weights/2/score", json!("sens")),
        (&impossible, &found, "/rows/0/conflict/2", json!("f1")),
        (&impossible, &found, "/rows/0/auc/consistent", json!(true)),
        (&possible, &result(&possible), "/rows/0/auc/consistent", json!(false)),
        (&possible, &result(&possible), "/rows/0/auc", json!(null)),
    ] {
        let mut changed = document.clone();
        *changed.pointer_mut(pointer).expect(pointer) = value;
        let (said, status) = verified(arguments, &changed);
        assert_eq!(status, 1, "{pointer}: {said}");
    }
    // The least area of these folds is .72.
    let mut narrow = result(&possible);
    for fold in narrow["rows"][0]["folds"].as_array_mut().expect("folds") {
        *fold = json!({"tn": 8, "fp": 2, "fn": 1, "tp": 9});
    }
    assert_eq!(verified(&possible, &narrow).1, 1);
}

#[test]
fn rows_without_sizes_are_verified() {
    let possible = ["--reported", "P=0.81 R=0.72 F1=0.76"];
    let found = result(&possible);
    let (said, status) = verified(&possible, &found);
    assert!(status == 0 && said.contains("tests that are listed have the scores"), "{said}");
    let impossible = ["--reported", "P=0.81 R=0.72 F1=0.79"];
    let contradiction = result(&impossible);
    let (said, status) = verified(&impossible, &contradiction);
    assert!(status == 0 && said.contains("no test of any size has the scores"), "{said}");
    let mut changed = found;
    changed["rows"][0]["first"]["fp"] = json!(9);
    let (said, status) = verified(&possible, &changed);
    assert!(status == 1 && said.contains("it has other scores"), "{said}");
    // A contradiction among scores that are possible together.
    let mut changed = contradiction.clone();
    changed["rows"][0]["conflict"] = json!(["P", "F1"]);
    assert_eq!(verified(&impossible, &changed).1, 1);
    assert_eq!(verified(&possible, &contradiction).1, 1);
    let mut changed = contradiction;
    changed["rows"][0]["consistent"] = json!(true);
    assert_eq!(verified(&impossible, &changed).1, 1);
}

#[test]
fn bounds_and_counts_are_verified() {
    let sizes = ["--positives", "40", "--negatives", "60", "--reported"];
    let row = [&sizes[..], &["sens > 0.95, tn=54 spec=0,90 acc=93.0 %"]].concat();
    let found = result(&row);
    assert_eq!(found["rows"][0]["consistent"], true);
    let (said, status) = verified(&row, &found);
    assert_eq!(status, 0, "{said}");
    let mut changed = found.clone();
    changed["rows"][0]["first"]["tp"] = json!(38);
    assert_eq!(verified(&row, &changed).1, 1);
    for other in
        ["sens > 0.98, tn=54 spec=0,90 acc=93.0 %", "sens > 0.95, tn=53 spec=0,90 acc=93.0 %"]
    {
        assert_eq!(verified(&[&sizes[..], &[other]].concat(), &found).1, 1, "{other}");
    }
}

/// A printed number between two that are possible is told from both.
#[test]
fn a_gap_between_possible_values_is_told() {
    let (text, status) = checked(&[
        "--positives",
        "40",
        "--negatives",
        "60",
        "--reported",
        "sens=0.85 spec=0.90 mcc=0.55",
    ]);
    assert_eq!(status, 1);
    let line = text.lines().nth(1).expect("a reason");
    let (before, rest) = line.split_once(" allows no mcc between ").expect(line);
    assert_eq!(before, "  spec 0.90");
    let (gap, printed) = rest.split_once("; ").expect(line);
    assert_eq!(printed, "0.55 is printed");
    let (below, above) = gap.split_once(" and ").expect(line);
    let number = |text: &str| text.parse::<f64>().expect("a decimal");
    // No matrix with 54 of 60 negatives right has an MCC in between; some have one at the ends.
    let mccs: Vec<f64> = (0..=40_u32)
        .map(|tp| {
            let (tp, fn_, tn, fp) = (f64::from(tp), f64::from(40 - tp), 54.0, 6.0);
            (tp * tn - fp * fn_) / ((tp + fp) * (tp + fn_) * (tn + fp) * (tn + fn_)).sqrt()
        })
        .collect();
    assert!(mccs.iter().all(|mcc| *mcc < number(below) || *mcc > number(above)), "{line}");
    for end in [below, above] {
        assert!(mccs.iter().any(|mcc| (mcc - number(end)).abs() < 2e-4), "{line}");
    }
}

/// Other readings of means have the deviations too, read in the same way, and a score that is
/// misprinted has some value.
#[test]
fn readings_of_means_have_the_deviations() {
    let three = ["--kfold", "3", "--positives", "5", "--negatives", "6", "--reported"];
    let of = |row| checked(&[&three[..], &[row]].concat()).0;
    assert!(!of("acc=75.0±0.0 sens=66.7").contains("percent"));
    let percent = of("acc=72.2 (20.8)");
    assert_eq!(percent.matches("if acc is in percent").count(), 1, "{percent}");
    let whole = of("acc=0.83 f1=0.70");
    assert!(whole.contains("if f1 alone is misprinted, say 0."), "{whole}");
    let stratified = ["--stratified", "3", "--positives", "9", "--negatives", "4", "--reported"];
    let row = ["f1=0.596±0.132 sens=0.67±0.0"];
    let (text, _) = checked(&[&stratified[..], &row].concat());
    // The sensitivity of all folds is 2/3.
    assert!(text.contains("if f1 alone is misprinted"), "{text}");
    assert_eq!(text.matches("FN 1, TP 2").count(), 3, "{text}");
    // Few folds of any composition are all looked at.
    let few = ["--folds", "2", "--positives", "5", "--negatives", "4", "--reported"];
    for (row, status) in [("npv=0.75 (0.25)", 0), ("ba=0.73 (0.0)", 1)] {
        assert_eq!(checked(&[&few[..], &[row]].concat()).1, status, "{row}");
    }
}

#[test]
fn p_and_n_beside_other_names_are_sizes() {
    let table = "name,accuracy,precision,recall,f1,p,n\nA,0.8333,0.7273,0.8,0.7619,50,100\n";
    let (text, status) = Run::new(&["check", "x.csv"]).file("x.csv", table).status();
    assert!(status == 0 && text.contains("TN 85, FP 15, FN 10, TP 40"), "{text}");
}

#[test]
fn no_method_has_an_interval_of_all() {
    let table = "name,acc\nA,0.95 (100% CI: 0.83-0.99)\n";
    let asked = ["check", "x.csv", "--positives", "20", "--negatives", "20"];
    let (text, status) = Run::new(&asked).file("x.csv", table).status();
    let none = "neither Wald nor Wilson nor Clopper-Pearson gives these ends at 100 %";
    assert!(status == 0 && text.contains(none), "{text}");
}
