//! Labels of predictions on the command line: what is refused, what is understood, and that every
//! result says which class was positive.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::cli::{Run, content};

/// Two classifiers, labels as a study would write them.
const STUDY: &str = "\
y_true,A,B
malignant,malignant,benign
malignant,malignant,benign
malignant,benign,malignant
benign,benign,benign
benign,benign,malignant
benign,malignant,benign
benign,benign,benign
";

fn study(arguments: &[&str]) -> Run {
    let all = [&arguments[..1], &["x.csv"], &arguments[1..], &["--positive", "malignant"]].concat();
    Run::new(&all).file("x.csv", STUDY)
}

/// The ranking by accuracy of a file, as `name value` pairs.
fn accuracies(text: &str, more: &[&str]) -> Value {
    let arguments = [&["rank", "x.csv", "--score", "accuracy", "--format", "json"], more].concat();
    Run::new(&arguments).file("x.csv", text).json()
}

fn rank_fails(text: &str, more: &[&str], message: &str) {
    let arguments = [&["rank", "x.csv", "--score", "accuracy"], more].concat();
    Run::new(&arguments).file("x.csv", text).fails(message);
}

#[test]
fn missing_values_never_count_as_negative() {
    for missing in ["NA", "NaN"] {
        rank_fails(
            &format!("y_true,A\n1,1\n0,{missing}\n0,0\n"),
            &[],
            &format!(
                "x.csv:3:2: the label of \"A\" is missing: \"{missing}\"\nhint: fill in the value, \
                 or leave out all rows with missing values by --drop-missing"
            ),
        );
    }
    let (json, notes) =
        Run::new(&["rank", "x.csv", "--score", "accuracy", "--format", "json", "--drop-missing"])
            .file("x.csv", "y_true,A\n1,1\n0,NA\n0,0\n1,0\nNaN,1\n")
            .notes();
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["ranking"][0]["value"], "2/3");
    assert_eq!(json["dropped_rows"], 2);
    assert_eq!(notes, "note: 2 of 5 rows in x.csv left out for a missing value\n");
}

#[test]
fn a_column_of_probabilities_is_not_ranked() {
    rank_fails(
        "y_true,A,p\n1,1,1\n0,0,0.25\n1,0,0.875\n",
        &[],
        "x.csv:3:3: \"p\" holds \"0.25\", which y_true never holds\nhint: predictions are labels \
         such as \"1\" and \"0\": read scores with --input-format scores, or leave the column out \
         with --ignore p",
    );
}

#[test]
fn numbers_are_equal_however_pandas_writes_them() {
    let json = accuracies("y_true,A\n1,1.0\n0,0.0\n0,1.0\n", &[]);
    assert_eq!(json["ranking"][0]["value"], "2/3");
    let other = accuracies("y_true,A\n1.0,1\n0.0,0\n0.00,1\n", &[]);
    assert_eq!(json["ranking"], other["ranking"]);
    assert_eq!((&json["positive"], &other["positive"]), (&"1".into(), &"1.0".into()));
}

#[test]
fn labels_come_back_as_the_file_writes_them() {
    let text = "y_true,A\n2,1.5\n1.50,2\n1.5,1.5\n";
    for asked in ["1.5", "3/2", "15e-1"] {
        assert_eq!(accuracies(text, &["--positive", asked])["positive"], "1.5");
    }
    let many = "y_true,A\n1e1,7.0\n007,10\n3/2,1.5\n";
    let classes = accuracies(many, &["--multi-class"])["classes"].clone();
    let labels: Vec<_> =
        classes.as_array().expect("a list").iter().map(|one| one["class"].clone()).collect();
    assert_eq!(labels, ["3/2", "7.0", "1e1"]);
    assert_eq!(accuracies(many, &["--multi-class", "--class", "10"])["positive"], "1e1");
    let json = |text: &str, more: &[&str]| {
        let arguments = [&["rank", "x.json", "--score", "acc", "--format", "json"], more].concat();
        Run::new(&arguments).file("x.json", text).json()
    };
    let matrices = r#"[{"name": "A", "labels": ["1e1", 2], "matrix": [[5, 1], [2, 4]]},
        {"name": "B", "labels": [2.0, 10], "matrix": [[4, 2], [1, 5]]}]"#;
    let found = json(matrices, &["--multi-class", "--class", "10.0"]);
    assert_eq!(found["positive"], "1e1");
    assert_eq!(found["ranking"][0]["rank"], serde_json::json!([1, 2]));
    // Costs know labels in any spelling.
    let cost = |costs: &str| {
        Run::new(&["advantage", "x.csv", "--cost", "costs.csv", "--format", "json"])
            .file("x.csv", many)
            .file("costs.csv", costs)
            .json()["models"]
            .clone()
    };
    let costs = "truth,10,7,1.5\n1e1,0,5,1\n7.00,2,0,1\n3/2,1,1,0\n";
    let same = "truth,1e1,7.0,3/2\n1e1,0,5,1\n7.0,2,0,1\n3/2,1,1,0\n";
    let value = |models: &serde_json::Value| models[0]["advantage"].clone();
    assert_eq!(value(&cost(costs)), value(&cost(same)));
}

#[test]
fn three_classes_are_not_one_against_the_rest() {
    let text = "y_true,A\n0,0\n1,1\n2,1\n";
    rank_fails(
        text,
        &[],
        "x.csv:4:1: y_true holds more than two labels: \"0\", \"1\", \"2\"\nhint: add \
         --multi-class, or --multi-class --class 0 for one class against the rest",
    );
    let one = accuracies(text, &["--multi-class", "--class", "1.0"]);
    assert_eq!((&one["positive"], &one["ranking"][0]["value"]), (&"1".into(), &"2/3".into()));
}

#[test]
fn an_identifier_does_not_compete() {
    let text = "key,y_true,A\n1,1,1\n2,0,1\n3,0,0\n";
    rank_fails(
        text,
        &[],
        "x.csv:3:1: \"key\" holds \"2\", which y_true never holds\nhint: if this is not a \
         classifier, leave it out: --ignore key; y_true holds \"1\" and \"0\"",
    );
    let json = accuracies(text, &["--ignore", "key"]);
    assert_eq!(json["ranking"].as_array().map(Vec::len), Some(1));
    rank_fails(
        text,
        &["--ignore", "keys"],
        "x.csv:1: there is no column \"keys\"\nhint: did you mean \"key\"?",
    );
    let (json, notes) = Run::new(&["rank", "x.csv", "--score", "accuracy", "--format", "json"])
        .file("x.csv", text.replace("key", "id"))
        .notes();
    assert_eq!(notes, "note: classifiers: A; truth: y_true; ignored: id\n");
    assert_eq!(crate::cli::document(&json)["ranking"].as_array().map(Vec::len), Some(1));
}

#[test]
fn labels_with_signs_can_be_given_as_flags() {
    let signs = "y_true,A\n-1,-1\n1,1\n1,-1\n";
    assert_eq!(accuracies(signs, &[])["positive"], "1");
    assert_eq!(accuracies(signs, &["--positive", "-1"])["positive"], "-1");
    let three = "y_true,A\n-1,-1\n1,1\n2,-1\n";
    for class in ["-1", "-1.0"] {
        let json = accuracies(three, &["--multi-class", "--class", class]);
        assert_eq!(
            (&json["positive"], &json["ranking"][0]["value"]),
            (&"-1".into(), &"2/3".into())
        );
    }
    let languages = "y_true,A,B\nc++,c++,c\nc,c++,c\njava,java,java\n";
    let importance = |terms: &str| {
        Run::new(&["rank", "x.csv", "--multi-class", "--importance", terms, "--format", "json"])
            .file("x.csv", languages)
            .json()["importance"]
            .clone()
    };
    // Rows are true classes, in the order c, c++, java.
    let expected = serde_json::json!([["0", "2", "0"], ["10", "12", "10"], ["0", "2", "0"]]);
    assert_eq!(importance("1e+1*truth:c++ + 2*predicted:c++"), expected);
    assert_eq!(importance("2*predicted:\"c++\"+1e+1*truth:\"c++\""), expected);
    assert_eq!(
        importance("-1*right + 1"),
        serde_json::json!([["0", "1", "1"], ["1", "0", "1"], ["1", "1", "0"]])
    );
    Run::new(&["rank", "x.csv", "--multi-class", "--importance", "truth:d"])
        .file("x.csv", languages)
        .fails(
            "--importance \"truth:d\": no class has the label \"d\"\nhint: the classes are \
             \"c\", \"c++\", \"java\"; a label may stand in double quotes",
        );
}

/// A class that no sample has can be told of by its cells.
#[test]
fn several_classes_follow_the_same_rules() {
    let arguments = ["score", "x.csv", "--multi-class", "--class", "a", "--metric", "accuracy"];
    Run::new(&arguments).file("x.csv", "y_true,A\na,a\nb,cow\nc,c\n").fails(
        "x.csv:3:2: \"A\" holds \"cow\", which y_true never holds\nhint: write a label of y_true, \
         or give a class without samples as name,truth,predicted,count",
    );
    Run::new(&arguments).file("x.csv", "y_true,A\na,a\nb,nan\nc,c\n").fails(
        "x.csv:3:2: the label of \"A\" is missing: \"nan\"\nhint: fill in the value, or leave out \
         all rows with missing values by --drop-missing",
    );
    let value = |more: &[&str], text: &str| {
        let arguments = [&arguments[..], &["--format", "json"], more].concat();
        let (json, _) = Run::new(&arguments).file("x.csv", text).notes();
        let json: Value = serde_json::from_str(&json).expect("JSON");
        json["classifiers"][0]["scores"]["accuracy"]["value"].clone()
    };
    assert_eq!(value(&[], "name,truth,predicted,count\nA,a,a,1\nA,b,cow,1\nA,c,a,1\n"), "2/3");
    assert_eq!(value(&["--drop-missing"], "y_true,A,count\na,a,2\nb,b,1\nc,None,7\n"), "1");
    Run::new(&[&arguments[..], &["--positive", "a"]].concat())
        .file("x.csv", "y_true,A\na,a\n")
        .fails(
            "--positive has no meaning with --multi-class\nhint: choose a class with --class, \
             or run without --multi-class",
        );
}

/// Rows with counts, as a GROUP BY makes them, give what the samples themselves give.
#[test]
fn counts_stand_for_samples() {
    let grouped = "y_true,A,B,count\nmalignant,malignant,benign,2\nmalignant,benign,malignant,1\nbenign,benign,benign,2\nbenign,benign,malignant,1\nbenign,malignant,benign,1\n";
    let (json, notes) =
        Run::new(&["regions", "x.csv", "--positive", "malignant", "--format", "json"])
            .file("x.csv", grouped)
            .notes();
    assert_eq!(notes, "note: the column count of x.csv says that 5 rows stand for 7 samples\n");
    assert_eq!(json, study(&["regions", "--format", "json"]).succeeds());
}

#[test]
fn every_result_from_predictions_names_the_positive_class() {
    let lines = |arguments: &[&str]| study(arguments).succeeds();
    for command in [
        &["regions"][..],
        &["rank", "--score", "f1"],
        &["rankings"],
        &["rankings", "--score", "f1"],
        &["zone", "--better", "A", "--than", "B"],
        &["score"],
        &["confidence", "--score", "f1", "--draws", "100"],
        &["plan", "--score", "f1", "--limit", "20", "--draws", "100"],
        &["vut"],
        &["roc", "--score", "f1"],
        &["no-skill"],
        &["correlate", "--score", "mcc", "--at", "1/2,1/2"],
        &["advantage"],
        &["lattice-compare"],
    ] {
        let (command, more) = (command[0], &command[1..]);
        let run = |format: &str| {
            let format = ["--format", format];
            if command == "lattice-compare" {
                let all =
                    ["lattice", "compare", "x.csv", "--metric", "f1", "--positive", "malignant"];
                return Run::new(&[&all[..], &format].concat()).file("x.csv", STUDY).succeeds();
            }
            lines(&[&[command], more, &format].concat())
        };
        let json: Value = serde_json::from_str(&run("json")).expect("JSON");
        assert_eq!(json["positive"], "malignant", "{command}");
        let keys: Vec<&String> = json.as_object().expect("an object").keys().collect();
        assert!(keys.contains(&&"schema".to_owned()), "{command}: {keys:?}");
        let text = run("text");
        assert_eq!(text.lines().next(), Some("positive class: malignant"), "{command}");
    }
    // Tables and pictures are as they were.
    assert!(lines(&["regions", "--format", "csv"]).starts_with("classifier,"));
    assert!(lines(&["regions", "--format", "wkt"]).starts_with("classifier"));
    assert!(lines(&["tile"]).starts_with("<svg"));
    // Matrices have no labels.
    let matrices = "name,tn,fp,fn,tp\nA,3,1,1,2\n";
    let json = Run::new(&["regions", "x.csv", "--format", "json"]).file("x.csv", matrices).json();
    assert_eq!(json.get("positive"), None);
    let text = Run::new(&["regions", "x.csv"]).file("x.csv", matrices).succeeds();
    assert!(text.starts_with("1 classifier"), "{text}");
    let (_, notes) =
        Run::new(&["regions", "x.csv", "--positive", "1"]).file("x.csv", matrices).notes();
    assert_eq!(
        notes,
        "note: the positive label that was given is not used: x.csv holds no labels\n"
    );
}

#[test]
fn the_report_names_the_positive_class() {
    let label = "<b>malignant</b>";
    let page = Run::new(&["report", "x.csv", "--positive", label, "--grid", "0", "-o", "-"])
        .file("x.csv", STUDY.replace("malignant", label))
        .succeeds();
    assert!(page.contains("The positive class is \u{201c}&lt;b&gt;malignant&lt;/b&gt;\u{201d}."));
    assert!(page.contains("\"positive\":\"\\u003cb\\u003emalignant"), "the data name it too");
    let matrices = "name,tn,fp,fn,tp\nA,3,1,1,2\nB,3,1,2,1\n";
    let page =
        Run::new(&["report", "x.csv", "--grid", "0", "-o", "-"]).file("x.csv", matrices).succeeds();
    assert!(!page.contains("The positive class is"));
}

#[test]
fn verify_compares_the_positive_class() {
    let regions = study(&["regions", "--format", "json"]).succeeds();
    let verify = |regions: &str, more: &[&str]| {
        let arguments = [&["verify", "--quiet", "regions.json", "x.csv"], more].concat();
        Run::new(&arguments).file("regions.json", regions).file("x.csv", STUDY).status()
    };
    let (text, status) = verify(&regions, &["--positive", "malignant"]);
    assert!(status == 0 && text.starts_with("positive class: malignant\nverified: "), "{text}");
    let other = regions.replace("malignant", "benign");
    let (text, status) = verify(&other, &["--positive", "malignant"]);
    assert_eq!(status, 1);
    assert!(
        text.contains(
            "failed: positive: the positive class is \"benign\", in the input \"malignant\""
        ),
        "{text}"
    );
    // The same classifiers without labels prove nothing about them.
    let matrices = "name,tn,fp,fn,tp\nA,3,1,1,2\nB,3,1,2,1\n";
    let (text, status) = Run::new(&["verify", "regions.json", "y.csv"])
        .file("regions.json", content(&regions))
        .file("y.csv", matrices)
        .status();
    assert_eq!(status, 1);
    assert!(text.contains("\"malignant\", the input has no labels"), "{text}");
    // How many rows were left out is a statement too.
    let dropped = regions.replace("\"positive\"", "\"dropped_rows\":3,\"positive\"");
    let (text, status) = verify(&dropped, &["--positive", "malignant"]);
    assert_eq!(status, 1);
    assert!(text.contains("failed: dropped_rows: 3 rows are left out, of the input 0"), "{text}");
}

/// Losses other than 0/1 read their tables by the same rules.
#[test]
fn advantages_follow_the_rules_for_labels() {
    let advantage = |text: &str, more: &[&str]| {
        let arguments = [&["advantage", "x.csv", "--format", "json"], more].concat();
        Run::new(&arguments).file("x.csv", text)
    };
    let log = |text: &str, more: &[&str]| advantage(text, &[&["--loss", "log"], more].concat());
    let probabilities = "y_true,A\nyes,0.75\nno,0.25\nno,0.5\n";
    log(probabilities, &[]).fails(
        "x.csv: which label is positive is not known: y_true holds \
         \"yes\" and \"no\"\nhint: name the positive one: --positive yes or --positive no",
    );
    let json = log(probabilities, &["--positive", "yes"]).json();
    assert_eq!(
        (&json["positive"], &json["classes"]),
        (&"yes".into(), &serde_json::json!(["no", "yes"]))
    );
    let json = log("y_true,A\n1.0,0.75\n0,0.25\n0.0,0.5\n", &[]).json();
    assert_eq!(json["positive"], "1.0");
    log("y_true,A\n1,0.75\n0,NA\n", &[]).fails(
        "x.csv:3:2: the value of \"A\" is missing: \
         \"NA\"\nhint: fill in the value, or leave out all rows with missing values by \
         --drop-missing",
    );
    log("y_true,A\n1,0.75\n0,0.5\n2,0.5\n", &[]).fails(
        "x.csv:4:1: y_true holds more than two \
         labels: \"1\", \"0\", \"2\"\nhint: write one label for all classes but one",
    );
    // Counts, and columns that are left out.
    let counted = "y_true,A,count,id\n1,0.75,2,x\n0,0.25,3,y\n";
    let (grouped, _) = log(counted, &["--ignore", "id"]).notes();
    let repeated = "y_true,A\n1,0.75\n1,0.75\n0,0.25\n0,0.25\n0,0.25\n";
    assert_eq!(content(&grouped), content(&log(repeated, &[]).succeeds()));
    let squared = |text: &str, more: &[&str]| {
        content(&advantage(text, &[&["--loss", "squared"], more].concat()).notes().0)
    };
    assert_eq!(
        squared("y_true,A,count\n1.5,1,2\n3,4,1\nNA,1,1\n", &["--drop-missing"])
            .replace("\"dropped_rows\":1,", ""),
        squared("y_true,A,w\n1.5,1,2\n3,4,1\n", &["--weight", "w"])
    );
    // Two labels of which none is known to be positive have a 0/1 loss, and no measures.
    let json = advantage("y_true,A\nyes,yes\nno,yes\nno,no\n", &[]).json();
    assert_eq!(json.get("positive"), None);
    assert_eq!(json["models"][0].get("measures"), None);
    let json = advantage("y_true,A\nyes,yes\nno,yes\nno,no\n", &["--positive", "yes"]).json();
    assert_eq!(json["positive"], "yes");
    assert!(json["models"][0]["measures"].is_object());
    advantage("y_true,A\nyes,yes\nno,yes\n", &["--positive", "1"])
        .fails("x.csv: \"1\" is not one of two labels\nhint: the labels are \"no\", \"yes\"");
    advantage("y_true,A\nyes,yes\nno,NaN\n", &[]).fails(
        "x.csv:3:2: the label of \"A\" is missing: \
         \"NaN\"\nhint: fill in the value, or leave out all rows with missing values by \
         --drop-missing",
    );
}

/// Lines that come again are counted without being split; other lines between them, and their
/// places, stay as they are in the file.
#[test]
fn long_files_are_counted_as_their_lines_are_one_by_one() {
    let mut counts = BTreeMap::<String, u64>::new();
    let mut text = "y_true,A,B,site,id\n".to_owned();
    for row in 0..240_000_u64 {
        let draw = row.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48;
        let line = format!("{},{},{},s{}", draw & 1, draw >> 1 & 1, draw >> 2 & 1, draw % 7);
        // Quotes, empty lines, other ends of lines and other spellings are rare.
        match row {
            90_000 | 90_001 | 200_000 => {
                text += &format!("\"{}\"{},{row}\n", &line[..1], &line[1..])
            }
            120_000 => text += &format!("\n\r\n{line},{row}\r\n"),
            180_000 => text += &format!("{}.0{},{row}\n", &line[..1], &line[1..]),
            239_999 => text += &format!("{line},{row}"),
            _ => text += &format!("{line},{row}\n"),
        }
        *counts.entry(line).or_default() += 1;
    }
    let lines: String = counts.iter().map(|(line, count)| format!("{line},{count}\n")).collect();
    let counted = format!("y_true,A,B,site,count\n{lines}");
    let of = |text: &str, more: &[&str]| {
        let rank = ["rank", "x.csv", "--score", "f1", "--format", "json"];
        content(&Run::new(&[&rank, more].concat()).file("x.csv", text).notes().0)
    };
    for more in [&["--ignore", "site"][..], &["--by", "site"], &["--where", "site=s3"]] {
        let ignored = ["--ignore", "id"];
        assert_eq!(of(&text, &[more, &ignored[..]].concat()), of(&counted, more), "{more:?}");
    }
    // A label that is none, behind quotes, empty lines and other ends of lines.
    for (row, line) in [(100_000, 100_002), (150_000, 150_004), (239_998, 240_002)] {
        let at = text.find(&format!(",{row}\n")).unwrap();
        let start = text[..at].rfind('\n').unwrap() + 1;
        rank_fails(
            &format!("{}2{}", &text[..start], &text[start + 1..]),
            &["--ignore", "id"],
            &format!(
                "x.csv:{line}:1: y_true holds more than two labels: \"0\", \"1\", \"2\"\nhint: add \
                 --multi-class, or --multi-class --class 0 for one class against the rest"
            ),
        );
    }
}

/// Errors have the form of the contract, and names of files cannot forge a line of it.
#[test]
fn errors_are_two_lines_whatever_they_quote() {
    let name = "a\nerror: b\u{202e}.csv";
    Run::new(&["regions", name]).file(name, "name,tn,fp,fn,tp\nA,1,2,3,-4\n").fails(
        "a\\nerror: b\\u{202e}.csv:2:5: tp is -4\nhint: counts and weights must not be negative",
    );
    Run::new(&["regions", "x.csv", "--classifier", "\u{1b}[2J\n"])
        .file("x.csv", "name,tn,fp,fn,tp\nA,1,2,3,4\n")
        .fails("x.csv: there is no classifier \"\\u{1b}[2J\\n\"\nhint: the input has \"A\"");
    Run::new(&["regions", "x\ny", "--frmat"]).fails(
        "unexpected argument '--frmat' found\nhint: did you mean --format? (see exactile regions \
         --help)",
    );
    Run::new(&["lattice", "pmf", "--tp", "x\nerror: y"]).fails(
        "invalid value 'x error: y' for '--tp <COUNT>': a number of samples is a whole number from \
         0 to 2^53\nhint: see exactile lattice pmf --help",
    );
    Run::new(&["regionz"]).fails(
        "unrecognized subcommand 'regionz'\nhint: did you mean regions? (see exactile --help)",
    );
    Run::new(&["rank", "x.csv", "--score", "f1", "--format", "xml"]).fails(
        "invalid value 'xml' for '--format <FORMAT>'\nhint: choose one of text, json, csv, \
         markdown, latex (see exactile rank --help)",
    );
}
