//! Models of scores at requested thresholds, and notes about thresholds that were chosen.

use std::collections::BTreeMap;

use exactile::Rational;
use serde_json::{Value, json};

use crate::cli::{Run, fixture};

/// 0.5 is a score of a, and of no sample of b; both are no vertex of a hull there.
const SCORES: &str = "y_true,a,b\n\
    1,0.9,0.6\n1,0.9,0.6\n1,0.9,0.6\n1,0.7,0.2\n1,0.7,0.2\n1,0.4,0.7\n1,0.4,0.7\n1,0.4,0.7\n\
    1,0.4,0.7\n1,0.1,0.8\n0,0.5,0.3\n0,0.5,0.3\n0,0.45,0.65\n0,0.3,0.1\n0,0.3,0.1\n0,0.3,0.1\n\
    0,0.3,0.1\n0,0.3,0.1\n0,0.8,0.4\n";

const NOTE: &str = "note: these thresholds are the best ones on the samples that they are judged \
    on, so the models look better than they are: thresholds --choose-on FILE chooses them on other \
    samples, and --threshold T fixes them\n";

fn run(arguments: &[&str]) -> Run {
    let (command, rest) = arguments.split_first().expect("a command");
    let all = [&[*command, "s.csv", "--input-format", "scores"], rest].concat();
    Run::new(&all).file("s.csv", SCORES)
}

/// The table in which each model at each threshold is a column of predictions.
pub(crate) fn predictions(csv: &str, columns: &[(&str, &str, &str)]) -> String {
    let mut lines = csv.lines();
    let header: Vec<&str> = lines.next().expect("a header").split(',').collect();
    let place = |name: &str| header.iter().position(|column| *column == name);
    let names: Vec<&str> = columns.iter().map(|(name, ..)| *name).collect();
    let mut made = format!("y_true,{}\n", names.join(","));
    let number = |text: &str| -> Rational { text.parse().expect("a number") };
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        made.push_str(cells[place("y_true").expect("labels")]);
        for (_, model, threshold) in columns {
            let is_positive = number(cells[place(model).expect("a model")]) >= number(threshold);
            made.push_str(if is_positive { ",1" } else { ",0" });
        }
        made.push('\n');
    }
    made
}

#[test]
fn a_threshold_stands_for_a_model_in_every_test_set() {
    let mut lines = SCORES.lines();
    let mut table = format!("{},site\n", lines.next().expect("a header"));
    let named = lines.enumerate().map(|(k, line)| format!("{line},{}\n", ["n", "s"][k % 2]));
    table.extend(named);
    let rank = ["rank", "s.csv", "--score", "f1", "--threshold", "0.5", "--format", "json"];
    let ranking =
        |run: Run| serde_json::from_str::<Value>(&run.notes().0).expect("JSON")["ranking"].clone();
    let by = [&rank[..], &["--by", "site"]].concat();
    let ranked = ranking(Run::new(&by).file("s.csv", &table));
    assert_eq!(ranked, ranking(Run::new(&rank).file("s.csv", SCORES)));
    let labels = "y_true,a,site\n1,1,n\n0,0,n\n1,0,s\n0,1,s\n";
    let (what, _) = Run::new(&[&by[..], &["--quiet"]].concat()).file("s.csv", labels).refused();
    assert!(what.contains("--threshold applies to models that give scores"), "{what}");
}

#[test]
fn samples_that_choose_and_judge_are_noted() {
    for command in [&["thresholds", "s.csv"][..], &["report", "s.csv", "--draws", "0"]] {
        let notes = |other: &str| {
            let line = [command, &["--choose-on", "o.csv"]].concat();
            Run::new(&line).file("s.csv", SCORES).file("o.csv", other).notes().1
        };
        assert!(notes(SCORES).contains("note: the samples that choose thresholds are those that"));
        assert!(
            !notes(&SCORES.replace("1,0.4,0.7", "1,0.35,0.7")).contains("are those that judge")
        );
    }
}

#[test]
fn a_threshold_stands_for_a_model_everywhere() {
    let names = ["a >= 0.5", "b >= 0.5"];
    let columns = [(names[0], "a", "1/2"), (names[1], "b", "1/2")];
    let table = predictions(SCORES, &columns);
    for command in [
        &["rank", "--score", "f1"][..],
        &["compare", "--metric", "f1"],
        &["compare", "--metric", "mcc", "--unpaired"],
        &["confidence", "--score", "ba", "--draws", "2000"],
        &["regions", "--area"],
        &["score"],
        &["rankings"],
        &["zone", "--better", names[0], "--than", names[1]],
    ] {
        let fixed = [command, &["--threshold", "0.50", "--format", "json"]].concat();
        let (first, rest) = command.split_first().expect("a command");
        let counted = [&[*first, "p.csv"], rest, &["--format", "json"]].concat();
        let counted = Run::new(&counted).file("p.csv", &table).json();
        assert_eq!(run(&fixed).json(), counted, "{command:?}");
    }
    // By hand: a >= 0.5 finds 5 of 10 with 3 false alarms, b >= 0.5 finds 8 with 1.
    let found = run(&[
        "score",
        "--threshold",
        "1/2",
        "--metric",
        "tpr",
        "--metric",
        "fpr",
        "--format",
        "json",
    ]);
    let scores: BTreeMap<String, [String; 2]> = found.json()["classifiers"]
        .as_array()
        .expect("classifiers")
        .iter()
        .map(|of| {
            let value = |name: &str| of["scores"][name]["value"].as_str().expect("a value").into();
            (of["name"].as_str().expect("a name").into(), [value("tpr"), value("fpr")])
        })
        .collect();
    assert_eq!(scores["a >= 0.5"], ["1/2", "1/3"]);
    assert_eq!(scores["b >= 0.5"], ["4/5", "1/9"]);
}

#[test]
fn a_name_of_a_threshold_is_a_classifier_on_the_same_samples() {
    let all = std::fs::read_to_string(fixture("breast_cancer_scores.csv")).expect("a fixture");
    let names = ["logistic >= 0.5", "extra_trees >= 0.50", "rbf_svm_margin >= -1e-1"];
    let columns = [
        (names[0], "logistic", "1/2"),
        (names[1], "extra_trees", "1/2"),
        (names[2], "rbf_svm_margin", "-1/10"),
    ];
    let table = predictions(&all, &columns);
    for [first, second] in [[names[0], names[1]], [names[2], names[0]]] {
        let asked = ["--metric", "f1", "--first", first, "--second", second, "--format", "json"];
        let of = |start: &[&str], csv: &str| -> Value {
            let mut found = Run::new(&[start, &asked].concat()).file("x.csv", csv).json();
            let mut pair = found["pairs"][0].take();
            for key in ["first", "second"] {
                pair.as_object_mut().expect("a pair").remove(key);
            }
            json!([found["paired"], pair])
        };
        let scored = of(&["compare", "x.csv", "--input-format", "scores"], &all);
        assert_eq!(scored[0], true);
        assert_eq!(scored, of(&["compare", "x.csv"], &table), "{first} {second}");
    }
    // Elsewhere too: a fixed threshold against one that is a vertex.
    let rest = ["x.csv", "--input-format", "scores", "--quiet", "--format", "json"];
    for command in [
        &["curve", "--along", "f-beta", "--first", names[0], "--second", "logistic >= inf"][..],
        &["regions", "--classifier", names[1], "--rank", "1"],
        &[
            "zone",
            "--better",
            "\"logistic >= 0.5\",extra_trees >= 0.50",
            "--than",
            "logistic >= inf",
        ],
    ] {
        let found =
            Run::new(&[&command[..1], &rest, &command[1..]].concat()).file("x.csv", &all).json();
        assert!(found["schema"].is_string(), "{command:?}");
    }
}

#[test]
fn results_with_a_threshold_that_was_named_are_verified() {
    let verify = |text: &str, rest: &[&str]| {
        let words = ["verify", "--quiet", "r.json", "s.csv", "--input-format", "scores"];
        Run::new(&[&words[..], rest].concat()).file("r.json", text).file("s.csv", SCORES)
    };
    let quiet = ["--quiet", "--format", "json"];
    let made = |arguments: &[&str]| run(&[arguments, &quiet[..]].concat()).succeeds();
    for (text, count, rest) in [
        (made(&["regions", "--classifier", "a >= 0.5"]), "\"tn\":\"6\"", &[][..]),
        (
            made(&["rank", "--score", "f1", "--threshold", "1/2"]),
            "\"rank\": [",
            &["--threshold", "0.5"],
        ),
    ] {
        verify(&text, rest).succeeds();
        assert!(text.contains(count), "{text}");
        let (_, status) =
            verify(&text.replacen(count, &count.replace('6', "5").replace('[', "[0, "), 1), rest)
                .status();
        assert_eq!(status, 1);
        // Of another number than the one that was named.
        let other = text.replace("a >= 0.5", "a >= 0.75").replace("a >= 1/2", "a >= 0.75");
        assert_ne!(verify(&other, rest).status().1, 0);
    }
}

#[test]
fn chosen_thresholds_are_said_to_look_too_good() {
    for command in [
        &["rank", "--score", "f1"][..],
        &["compare", "--metric", "f1", "--first", "a >= inf"],
        &["confidence", "--score", "ba", "--draws", "500"],
        &["regions"],
        &["curve", "--along", "decision", "--first", "a >= inf", "--second", "b >= 0.5"],
        &["roc", "--score", "f1"],
        &["tile", "-o", "tile.svg"],
        &["tile", "--flavor", "decided", "--grid", "4", "--draws", "500", "-o", "tile.svg"],
    ] {
        let (_, message) = run(command).notes();
        assert_eq!(message, NOTE, "{command:?}");
        let (_, message) = run(&[command, &["--quiet"]].concat()).notes();
        assert_eq!(message, "", "{command:?}");
    }
    // Nothing was chosen where thresholds are asked for.
    run(&["rank", "--score", "f1", "--threshold", "0.5"]).succeeds();
    let both = ["--first", "a >= 0.5", "--second", "b >= 0.5"];
    run(&[&["compare", "--metric", "f1"], &both[..]].concat()).succeeds();
    run(&[&["curve", "--along", "decision"], &both[..]].concat()).succeeds();
    let tile =
        ["tile", "--flavor", "confidence", "--grid", "4", "--draws", "500", "-o", "tile.svg"];
    run(&[&tile[..], &both].concat()).succeeds();
}

#[test]
fn what_is_no_threshold_is_refused_with_a_hint() {
    run(&["compare", "--metric", "f1", "--first", "a >= half", "--second", "b >= 0.5"]).fails(
        "s.csv: there is no classifier \"a >= half\"\nhint: give a number after \"a >= \", such as \
         0.5",
    );
    run(&["rank", "--score", "f1", "--at-best", "--threshold", "0.5"]).fails(
        "--threshold fixes thresholds, which this command chooses or tries\nhint: leave it out",
    );
    Run::new(&["rank", "m.csv", "--score", "f1", "--threshold", "0.5"])
        .file("m.csv", "name,tn,fp,fn,tp\na,1,2,3,4\n")
        .fails(
            "m.csv: --threshold applies to models that give scores\nhint: leave it out, or give \
             a file of scores",
        );
    let (message, _) = run(&["rank", "--score", "f1", "--threshold", "x"]).refused();
    assert!(message.contains("--threshold"), "{message}");
}
