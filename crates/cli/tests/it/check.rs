//! `exactile check`: its documents, its exit status, what it refuses.

use serde_json::{Value, json};

use super::cli::Run;

const TABLE: &str = "\
name,positives,negatives,sens,spec,acc,f1
true,3,4,0.67,0.50,0.57,
false,3,4,0.67,0.50,0.86,
ranges,2-3,4,67 %,,0.571,
";

fn run(arguments: &[&str]) -> Run {
    Run::new(&[&["check"], arguments].concat()).file("x.csv", TABLE)
}

fn document((text, status): (String, i32), expected: i32) -> Value {
    assert_eq!(status, expected);
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn json_follows_the_contract() {
    let found = document(run(&["x.csv", "--format", "json"]).status(), 1);
    assert_eq!(
        found,
        json!({"schema": "exactile.check.v1", "rows": [
            {"name": "true", "consistent": true, "matrices": 1,
             "first": {"tn": 2, "fp": 2, "fn": 1, "tp": 2}, "conflict": null},
            {"name": "false", "consistent": false, "matrices": 0, "first": null,
             "conflict": ["spec", "acc"]},
            {"name": "ranges", "consistent": true, "matrices": 1,
             "first": {"tn": 2, "fp": 2, "fn": 1, "tp": 2}, "conflict": null},
        ]})
    );
    let one = ["--positives", "3", "--negatives", "4", "--format", "json", "--points"];
    let found =
        document(run(&[&one[..], &["--reported", "acc=0.57 sens=66.7 %"]].concat()).status(), 0);
    let matrix = json!({"tn": 2, "fp": 2, "fn": 1, "tp": 2});
    assert_eq!(
        found["rows"],
        json!([{"consistent": true, "matrices": 1, "first": matrix, "conflict": null,
                "points": [matrix]}])
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
false: impossible: spec and acc contradict each other
ranges: possible: 1 confusion matrix, TN 2, FP 2, FN 1, TP 2
"
    );
    let one = ["--positives", "3", "--negatives", "1", "--reported"];
    let (text, status) = run(&[&one[..], &["sens=0.7"]].concat()).status();
    assert_eq!(
        (text.as_str(), status),
        ("row 1: possible: 2 confusion matrices, for example TN 0, FP 1, FN 1, TP 2\n", 0)
    );
    let (text, status) = run(&[&one[..], &["sens=0.9"]].concat()).status();
    assert_eq!(
        (text.as_str(), status),
        ("row 1: impossible: no confusion matrix has this sens\n", 1)
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
    let (text, _) = run(&["x.csv", "--format", "csv"]).status();
    assert_eq!(
        text,
        "\
name,consistent,matrices,tn,fp,fn,tp,conflict
true,true,1,2,2,1,2,
false,false,0,,,,,spec acc
ranges,true,1,2,2,1,2,
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
        "y.csv:2:3: \"good\" is not a number that can be reported\nhint: a value is a decimal such as 0.855, or 85.5 %, as it was printed",
    );
    file("positives,negatives,acuracy\n3,4,0.5\n").fails(
        "y.csv:1:3: no metric is called \"acuracy\"\nhint: did you mean accuracy? exactile scores lists all",
    );
    file("positives,acc\n3,0.5\n").fails(
        "y.csv:1: negatives is missing\nhint: give a column negatives, or --negatives for all rows",
    );
    file("positives,negatives,acc\n8-3,4,0.5\n").fails(
        "y.csv:2:1: a range of samples begins with the smaller number, as in 70-80\nhint: write 75, or 70-80",
    );
    file("positives,negatives,acc\n")
        .fails("y.csv: there is no row\nhint: give a line per row of scores");
    file("positives,negatives,acc\n100000000,100000000,0.5\n").fails(
        "y.csv:2: 100000001 rows of lattices are to be searched for reported scores, more than the limit of 20000000\nhint: give narrower ranges of positives and negatives, or the sensitivity, which leaves few rows",
    );
    Run::new(&["check"])
        .fails("<stdin>: there is nothing to read\nhint: give CSV with a header, or JSON");
}
