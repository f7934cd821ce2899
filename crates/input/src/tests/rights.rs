//! Data of rights and wrongs, and logs of evaluations.

use super::joined::join;
use super::*;

fn correct() -> ReadOptions {
    ReadOptions { correct: true, joint: Joint::All, ..ReadOptions::default() }
}

#[test]
fn every_spelling_of_right_and_wrong_is_read() {
    for [right, wrong] in [
        ["1", "0"],
        ["1.0", "0.0"],
        ["true", "false"],
        ["TRUE", "False"],
        ["pass", "FAIL"],
        ["C", "I"],
        ["c", "i"],
        ["correct", "incorrect"],
        ["Resolved", "unresolved"],
    ] {
        let text = format!("id,A,B\n1,{right},{wrong}\n2,{right},{right}\n3,{wrong},{right}\n");
        let read = read_as(&text, &correct()).expect("accepted");
        assert_eq!(shown(&read), "A 0 0 1 2\nB 0 0 1 2", "{text}");
        assert!(read.is_right_or_wrong && read.positive.is_none());
        let pair = read.joint.expect("joint").pair(0, 1);
        assert_eq!([pair.positive.only_first, pair.positive.only_second], [1, 1]);
        assert_eq!(read.notes, ["classifiers: A, B; ignored: id"]);
    }
    let weighed = read_as("A,B,count\n1,0,12\n0,1,4\n", &correct()).expect("accepted");
    assert_eq!(shown(&weighed), "A 0 0 4 12\nB 0 0 12 4");
    assert_eq!(
        with_hint(&read_as("A,B\n1,0\n0.5,1\n", &correct()).expect_err("refused")),
        "in:3:1: \"A\" holds \"0.5\", which is neither right nor wrong\nhint: write 1 or 0, true \
         or false, pass or fail, C or I; leave other columns out with --ignore"
    );
    let missing = "A,B\n1,0\n,1\n1,1\n";
    assert!(
        read_as(missing, &correct())
            .expect_err("refused")
            .to_string()
            .contains("in:3:1: the value of \"A\" is missing")
    );
    let dropping = ReadOptions { drop_missing: true, ..correct() };
    assert_eq!(shown(&read_as(missing, &dropping).expect("accepted")), "A 0 0 0 2\nB 0 0 1 1");
    assert_eq!(
        read_as("id,y_true\n1,0\n", &correct()).expect_err("refused").to_string(),
        "in:1: a column of rights and wrongs is missing"
    );
}

#[test]
fn rights_and_wrongs_are_joined() {
    let files = [("a.csv", "id,correct\nx,1\ny,0\n"), ("b.csv", "id,correct\ny,1\nx,1\n")];
    assert_eq!(shown(&join(&files, &correct()).expect("accepted")), "a 0 0 1 1\nb 0 0 0 2");
    let long = "model,id,correct\nA,1,C\nB,1,I\nB,2,C\nA,2,C\n";
    assert_eq!(shown(&read_as(long, &correct()).expect("accepted")), "A 0 0 0 2\nB 0 0 1 1");
}

const PASS_FAIL: &str = "{\"doc_id\": 0, \"acc\": 1.0, \"target\": \"A\"}\n{\"doc_id\": 1, \
     \"acc\": 0.0, \"target\": \"C\"}\n{\"doc_id\": 2, \"acc\": 1.0, \"target\": \
     \"B\"}\n{\"doc_id\": 3, \"acc\": 1.0, \"target\": \"A\"}\n";

#[test]
fn samples_of_language_models_are_rights_and_wrongs() {
    let read =
        read(PASS_FAIL.as_bytes(), "x/samples_m1.jsonl", &ReadOptions::default(), &mut |_| ());
    let read = read.expect("accepted");
    assert_eq!(shown(&read), "m1 0 0 1 3");
    assert_eq!(read.notes, ["classifiers: m1; a row per doc_id; right where acc says so"]);
    // Another metric, beside what the harness writes.
    let other = PASS_FAIL.replace("\"acc\"", "\"doc\": {\"q\": \"?\"}, \"acc\": 0.0, \"pass_all\"");
    let named = ReadOptions {
        prediction: Some("pass_all".to_owned()),
        correct: true,
        ..ReadOptions::default()
    };
    let reversed: Vec<&str> = other.lines().rev().collect();
    let files = [("samples_a.jsonl", &*other), ("samples_b.jsonl", &reversed.join("\n"))];
    assert_eq!(shown(&join(&files, &named).expect("accepted")), "a 0 0 1 3\nb 0 0 1 3");
    let files = [("samples_a.jsonl", PASS_FAIL), ("samples_b.jsonl", &other)];
    let read = join(&files, &ReadOptions::default()).expect("accepted");
    assert_eq!(shown(&read), "a 0 0 1 3\nb 0 0 4 0");
    assert!(read.is_right_or_wrong);
}

#[test]
fn lines_of_inspect_and_nemo_are_rights_and_wrongs() {
    let one = |text: &str, options: &ReadOptions| {
        read(text.as_bytes(), "gpt.jsonl", options, &mut |_| ())
    };
    let inspect = "{\"id\": \"a\", \"epoch\": 1, \"target\": \"7\", \"score\": \"C\"}\n{\"id\": \
         \"b\", \"epoch\": 1, \"target\": \"8\", \"score\": \"I\"}\n";
    let nemo = "{\"problem_idx\": 0, \"repeat\": 0, \"reward\": 1.0}\n{\"problem_idx\": 1, \
         \"repeat\": 0, \"reward\": 0.0}\n";
    for text in [inspect, nemo] {
        assert_eq!(shown(&one(text, &ReadOptions::default()).expect("accepted")), "gpt 0 0 1 1");
    }
    let again = format!(
        "{inspect}{}",
        inspect.replace("\"epoch\": 1", "\"epoch\": 2").replace("\"I\"", "\"C\"")
    );
    assert_eq!(
        with_hint(&one(&again, &ReadOptions::default()).expect_err("repeats")),
        "gpt.jsonl:3:8: the sample \"a\" occurs twice for \"score\", first at gpt.jsonl:1:1 \
         (object 1) (object 3)\nhint: keep one of the rows; if a sample was tried several times, \
         --repeat first takes the first row; compare, \
         confidence and plan keep all of them with --cluster and the column of identifiers"
    );
    let first = ReadOptions { first_repeat: true, ..ReadOptions::default() };
    assert_eq!(shown(&one(&again, &first).expect("accepted")), "gpt 0 0 1 1");
}

#[test]
fn identifiers_of_a_wide_table_are_not_repeated() {
    let text = "id,run,A,B\na,1,1,0\na,2,1,1\nb,1,0,1\n";
    let one = |text: &str, change: &dyn Fn(&mut ReadOptions)| {
        let mut options = ReadOptions { correct: true, ..ReadOptions::default() };
        change(&mut options);
        read(text.as_bytes(), "x.csv", &options, &mut |_| ())
    };
    let refused = one(text, &|_| ()).expect_err("repeated").to_string();
    assert_eq!(refused, "x.csv:3:1: the sample \"a\" occurs twice for \"A\", first at x.csv:2");
    let first = one(text, &|options| options.first_repeat = true).expect("accepted");
    assert_eq!(shown(&first), "A 0 0 1 1\nB 0 0 1 1");
    let of_run = one(text, &|options| options.keep = vec![("run".into(), "1".into())]);
    assert_eq!(shown(&of_run.expect("accepted")), "A 0 0 1 1\nB 0 0 1 1");
    let all = one(text, &|options| options.ignore = vec!["id".into()]).expect("accepted");
    assert_eq!(shown(&all), "A 0 0 1 2\nB 0 0 1 2");
    // First rows are taken whatever a row counts, and only if it is known of what they are.
    let counted = "id,A,B,count\na,1,0,3\nb,1,1,2\na,0,1,4\n";
    let first_of = |text: &str, id: Option<&str>| {
        one(text, &|options| {
            (options.first_repeat, options.id) = (true, id.map(Into::into));
        })
    };
    assert_eq!(shown(&first_of(counted, None).expect("accepted")), "A 0 0 0 5\nB 0 0 3 2");
    let unknown = "name_of_case,A,B\na,1,0\nb,1,1\na,0,1\n";
    let named = first_of(unknown, Some("name_of_case")).expect("accepted");
    assert_eq!(shown(&named), "A 0 0 0 2\nB 0 0 1 1");
    let refused = first_of("A,B\n1,0\n1,1\n", None).expect_err("nothing identifies them");
    assert_eq!(refused.to_string(), "x.csv:1: the column of the identifiers is missing");
    let by_id = one(text, &|options| {
        (options.by, options.joint, options.first_repeat) = (Some("id".into()), Joint::No, true);
    });
    assert_eq!(shown(&by_id.expect("accepted")), "A 0 0 1 1\nB 0 0 1 1");
    // Runs are test sets, or those of an identifier are a cluster.
    let by = |column: &str, joint: Joint| {
        one(text, &|options| (options.by, options.joint) = (Some(column.into()), joint))
    };
    assert_eq!(shown(&by("run", Joint::All).expect("accepted")), "A 0 0 1 2\nB 0 0 1 2");
    assert_eq!(shown(&by("id", Joint::No).expect("accepted")), "A 0 0 1 2\nB 0 0 1 2");
}

#[test]
fn conditions_on_a_long_table_leave_it_one() {
    let text = "run,id,model,correct\n1,a,A,1\n1,a,B,0\n1,b,A,1\n2,a,A,0\n2,b,A,1\n";
    let one = |keep: &[(&str, &str)], by: Option<&str>| {
        let keep = keep.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        let by = by.map(Into::into);
        let options = ReadOptions { correct: true, keep, by, ..ReadOptions::default() };
        shown(&read(text.as_bytes(), "x.csv", &options, &mut |_| ()).expect("accepted"))
    };
    assert_eq!(one(&[("run", "1"), ("model", "A")], None), "A 0 0 0 2");
    assert_eq!(one(&[("model", "A")], Some("run")), "A 0 0 1 3");
    // Numbers of runs are no names of classifiers; zeros in front are part of them.
    let of_one = "id,run,gpt\na,1,1\nb,1,1\na,01,0\nb,01,1\n";
    let of_run = |run: &str| {
        let keep = vec![("run".to_owned(), run.to_owned())];
        let options = ReadOptions { correct: true, keep, ..ReadOptions::default() };
        shown(&read(of_one.as_bytes(), "x.csv", &options, &mut |_| ()).expect("accepted"))
    };
    assert_eq!(["1", "01", "1.0"].map(of_run), ["gpt 0 0 0 2", "gpt 0 0 1 1", "gpt 0 0 0 2"]);
}

#[test]
fn resolved_tasks_are_rights_and_wrongs() {
    let one =
        |text: &str| read(text.as_bytes(), "sweagent.json", &ReadOptions::default(), &mut |_| ());
    for text in [
        r#"{"resolved": ["d-1", "d-3"], "submitted": ["d-1", "d-2", "d-3"]}"#,
        r#"{"total": 3, "resolved_ids": ["d-1", "d-3"], "all_ids": ["d-1", "d-2", "d-3"], "x": []}"#,
        r#"{"unresolved": ["d-2"], "resolved": ["d-1", "d-3"]}"#,
    ] {
        assert_eq!(shown(&one(text).expect("accepted")), "sweagent 0 0 1 2", "{text}");
    }
    assert_eq!(
        with_hint(&one(r#"{"resolved": ["d-1"]}"#).expect_err("refused")),
        "sweagent.json:1:14: the list of all tasks is missing\nhint: add a list of the identifiers \
         of all tasks under the key all_ids"
    );
    assert_eq!(
        one(r#"{"resolved": ["d-9"], "all_ids": ["d-1"]}"#).expect_err("refused").to_string(),
        "sweagent.json:1:15: \"d-9\" is resolved but is not one of the tasks"
    );
    let files = [
        ("a.json", r#"{"resolved": ["d-1"], "all_ids": ["d-1", "d-2"]}"#),
        ("b.json", r#"{"resolved": ["d-2"], "all_ids": ["d-2", "d-1"]}"#),
    ];
    let read = join(&files, &ReadOptions { joint: Joint::All, ..ReadOptions::default() });
    let pair = read.expect("accepted").joint.expect("joint").pair(0, 1).positive;
    assert_eq!([pair.only_first, pair.only_second], [1, 1]);
}
