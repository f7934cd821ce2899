//! Long tables and several files, joined by identifiers.

use super::*;

pub(super) fn join(files: &[(&str, &str)], options: &ReadOptions) -> Result<Subject, InputError> {
    let mut readers: Vec<&[u8]> = files.iter().map(|(_, text)| text.as_bytes()).collect();
    let mut progress = vec![|_: u64| (); files.len()];
    let sources = files.iter().zip(&mut readers).zip(&mut progress);
    let sources = sources
        .map(|(((name, _), reader), progress)| SourceFile { reader, name, progress })
        .collect();
    read_joined(sources, options)
}

fn joined(files: &[(&str, &str)]) -> String {
    let input = join(files, &ReadOptions::default()).expect("accepted");
    format!("{}\n{}", shown(&input), input.notes.join("\n"))
}

fn not_joined(files: &[(&str, &str)]) -> String {
    with_hint(&join(files, &ReadOptions::default()).expect_err("refused"))
}

const LONG: &str = "model,sample_id,y_true,y_pred\nlr,s1,0,0\nlr,s2,1,1\nlr,s3,1,1\nlr,s4,0,1\n\
    svm,s3,1,1\nsvm,s1,0,0\nsvm,s4,0,0\nsvm,s2,1,0\n";
const A: &str = "id,y_true,lr\nq3,1,1\nq1,0,0\nq2,1,1\nq4,0,1\n";
const B: &str = "id,svm\nq1,0\nq2,0\nq3,1\nq4,0\n";

#[test]
fn a_long_table_is_one_of_classifiers_on_the_same_samples() {
    let options = ReadOptions { joint: Joint::All, ..ReadOptions::default() };
    let input = read_as(LONG, &options).expect("accepted");
    assert_eq!(shown(&input), "lr 1 1 0 2\nsvm 2 0 1 1");
    assert_eq!(
        input.notes,
        ["classifiers: lr, svm; truth: y_true; a row per classifier and sample, joined by \
             sample_id"]
    );
    let joint = input.joint.expect("counted jointly");
    let pair = joint.pair(0, 1);
    let wide = "y_true,lr,svm\n0,0,0\n1,1,0\n1,1,1\n0,1,0\n";
    let wide = read_as(wide, &options).expect("accepted").joint.expect("counted jointly");
    assert_eq!(pair, wide.pair(0, 1));
}

#[test]
fn columns_of_long_tables_are_named() {
    let text = LONG.replace("model,sample_id,y_true,y_pred", "who,key,real,said");
    let named = |name: &str| Some(name.to_owned());
    let options = ReadOptions {
        model: named("who"),
        id: named("key"),
        truth: named("real"),
        prediction: named("said"),
        ..ReadOptions::default()
    };
    assert_eq!(shown(&read_as(&text, &options).expect("accepted")), "lr 1 1 0 2\nsvm 2 0 1 1");
    let options = ReadOptions { id: None, ..options };
    assert_eq!(
        with_hint(&read_as(&text, &options).expect_err("no identifiers")),
        "in:1: the column of the identifiers is missing\nhint: name it with --id"
    );
    // Scores too.
    let scores = "model,id,y_true,score\nm,1,0,0.2\nm,2,1,0.7\nk,2,1,0.1\nk,1,0,0.4\n";
    let input = read_text(scores).expect("accepted");
    assert_eq!(input.models[1].auc().expect("two classes").to_string(), "0");
}

#[test]
fn a_column_of_labels_is_no_column_of_names() {
    let text = "id,y_true,model,other\n1,0,0,1\n2,1,1,0\n3,1,0,0\n";
    assert_eq!(shown(&read_text(text).expect("accepted")), "model 1 0 1 1\nother 0 1 2 0");
}

#[test]
fn samples_are_not_doubled_or_missing() {
    let twice = format!("{LONG}lr,s3,1,0\n");
    assert_eq!(
        refusal(&twice),
        "in:10:2: the sample \"s3\" occurs twice for \"lr\", first at in:4\nhint: keep one of the \
         rows; if a sample was tried several times, --repeat first takes the first row; compare, \
         confidence and plan keep all of them with --cluster and the column of identifiers"
    );
    let options = ReadOptions { first_repeat: true, ..ReadOptions::default() };
    assert_eq!(shown(&read_as(&twice, &options).expect("accepted")), "lr 1 1 0 2\nsvm 2 0 1 1");
    // A wide table too, where nothing else asks for identifiers.
    let wide = "id,y_true,lr,age\na,1,1,30\na,1,0,30\nb,0,0,31\n";
    assert_eq!(shown(&read_as(wide, &options).expect("accepted")), "lr 1 0 0 1");
    let lacking = LONG.replace("svm,s4,0,0\n", "").replace("svm,s2,1,0\n", "");
    assert_eq!(
        refusal(&lacking).split("\nhint").next(),
        Some("in: \"svm\" lacks 2 of the samples: \"s2\" and \"s4\"")
    );
    let other = LONG.replace("svm,s2,1,0", "svm,s2,0,0");
    assert_eq!(
        refusal(&other),
        "in:9:3: the sample \"s2\" is \"0\" here, and another label at in:3\nhint: give each \
         sample one true label"
    );
}

#[test]
fn files_are_joined_by_identifiers() {
    let expected =
        "lr 1 1 0 2\nsvm 2 0 1 1\nclassifiers: lr, svm; truth: y_true; 2 files joined by id";
    assert_eq!(joined(&[("a.csv", A), ("b.csv", B)]), expected);
    assert_eq!(
        joined(&[("b.csv", B), ("a.csv", A)]).lines().take(2).collect::<Vec<_>>(),
        ["svm 2 0 1 1", "lr 1 1 0 2"]
    );
    // A column without a classifier's name has that of its file; equal numbers are one label.
    let a = A.replace("lr", "y_pred");
    let b = B.replace("id,svm", "ID,y_true,prediction").replace("q1,", "q1,0.0,");
    let b = b.replace("q2,", "q2,1,").replace("q3,", "q3,1,").replace("q4,", "q4,0,");
    let shown = joined(&[("runs/lr.csv.gz", &a), ("samples_svm.csv", &b)]);
    assert!(shown.starts_with("lr 1 1 0 2\nsvm 2 0 1 1\n"), "{shown}");
}

#[test]
fn files_that_do_not_fit_together_are_refused() {
    assert_eq!(
        not_joined(&[("a.csv", "y_true,lr\n1,1\n"), ("b.csv", "svm\n1\n")]),
        "a.csv:1: it is not known which column identifies the samples\nhint: name it with \
         --id COLUMN; several files are joined by a column that all have"
    );
    let short = B.replace("q4,0\n", "");
    assert_eq!(
        not_joined(&[("a.csv", A), ("b.csv", &short)]).lines().next(),
        Some("b.csv: \"svm\" lacks 1 of the samples: \"q4\"")
    );
    let further = format!("{B}q5,1\n");
    assert_eq!(
        not_joined(&[("a.csv", A), ("b.csv", &further)]).lines().next(),
        Some("a.csv: \"y_true\" lacks 1 of the samples: \"q5\"")
    );
    assert_eq!(
        not_joined(&[("a.csv", A), ("b.csv", &B.replace("svm", "lr"))]).lines().next(),
        Some("b.csv:1:2: the name \"lr\" is given twice, first at a.csv")
    );
    assert_eq!(
        not_joined(&[("b.csv", B), ("c.csv", &B.replace("svm", "lr"))]).lines().next(),
        Some("b.csv: y_true is missing")
    );
    // A label that does not occur in the truth is named where it stands.
    assert_eq!(
        not_joined(&[("a.csv", A), ("b.csv", &B.replace("q3,1", "q3,yes"))]).lines().next(),
        Some("b.csv:4:2: \"svm\" holds \"yes\", which y_true never holds")
    );
}

/// Each row stands for its number of samples, or for its weight, as in wide tables.
#[test]
fn rows_of_long_tables_have_counts() {
    let text =
        "id,model,y_true,y_pred,count\n1,lr,1,1,90\n2,lr,0,1,10\n1,svm,1,0,90\n2,svm,0,0,10\n";
    assert_eq!(shown(&read_text(text).expect("accepted")), "lr 0 10 0 90\nsvm 10 0 90 0");
    let options = ReadOptions { weight: Some("share".to_owned()), ..ReadOptions::default() };
    let weighted = text.replace("count", "share").replace(",90", ",1.5");
    assert_eq!(
        shown(&read_as(&weighted, &options).expect("accepted")),
        "lr 0 10 0 3/2\nsvm 10 0 3/2 0"
    );
    let others = text.replace("1,0,90", "1,0,80");
    assert_eq!(
        with_hint(&read_text(&others).expect_err("refused")),
        "in:4:5: the sample \"1\" has the weight \"80\" here, and another one at in:2\nhint: give \
         each sample one weight"
    );
}

#[test]
fn classifiers_of_rows_are_chosen_by_name() {
    let only = |text: &str, name: &str| {
        let options = ReadOptions { only: vec![name.to_owned()], ..ReadOptions::default() };
        read_as(text, &options).map(|input| shown(&input)).map_err(|error| with_hint(&error))
    };
    let without_ids = "model,y_true,y_pred\nlr,0,0\nlr,1,1\nsvm,1,0\nsvm,0,0\n";
    assert_eq!(only(LONG, "svm"), Ok("svm 2 0 1 1".to_owned()));
    assert_eq!(only(LONG, "svm, lr"), Ok("lr 1 1 0 2\nsvm 2 0 1 1".to_owned()));
    assert_eq!(only(without_ids, "svm"), Ok("svm 1 0 1 0".to_owned()));
    for text in [LONG, without_ids] {
        let refused = "in: there is no classifier \"svn\"\nhint: did you mean \"svm\"?".to_owned();
        assert_eq!(only(text, "svn"), Err(refused));
    }
    // The column itself: its rows are samples of one classifier.
    let persons = "name,y_true,y_pred\nAnn,1,1\nBob,0,1\nCid,1,1\n";
    assert_eq!(only(persons, "y_pred"), Ok("y_pred 0 1 0 2".to_owned()));
}

#[test]
fn other_columns_of_long_tables_are_left_out() {
    let text = "id,model,y_true,y_pred,prompt,correct\n1,lr,1,1,why,1\n2,lr,0,1,how,0\n";
    let input = read_text(text).expect("accepted");
    assert_eq!(shown(&input), "lr 0 1 0 1");
    let note = "classifiers: lr; truth: y_true; a row per classifier and sample, joined by id; \
         ignored: prompt, correct";
    assert_eq!(input.notes, [note]);
    // Where scores are expected, they are read beside predictions.
    let scores = "id,model,y_true,y_pred,score,why\n1,m,1,1,.7,a\n2,m,0,0,.8,b\n";
    let expected = ReadOptions { format: Some(Format::Scores), ..ReadOptions::default() };
    assert_eq!(shown(&read_text(scores).expect("accepted")), "m 1 0 0 1");
    let models = read_as(scores, &expected).expect("accepted").models;
    assert_eq!(models[0].auc().expect("two classes").to_string(), "0");
    let two = "id,model,target,label\n1,lr,1,1\n2,lr,0,1\n";
    assert_eq!(
        with_hint(&read_text(two).expect_err("refused")),
        "in:1: several columns could hold the true labels: \"target\" and \"label\"\nhint: name \
         the one that does: --truth target or --truth label"
    );
    let options = ReadOptions { truth: Some("label".to_owned()), ..ReadOptions::default() };
    assert_eq!(shown(&read_as(two, &options).expect("accepted")), "lr 0 0 1 1");
}

#[test]
fn a_row_without_truth_is_dropped() {
    let text = LONG.replace("svm,s4,0,0", "svm,s4,,0");
    let options = ReadOptions { drop_missing: true, ..ReadOptions::default() };
    assert_eq!(shown(&read_as(&text, &options).expect("accepted")), "lr 1 0 0 2\nsvm 1 0 1 1");
}
