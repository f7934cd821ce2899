//! Test sets that a column tells apart: each form against the same rows read by `--where`.

use super::*;
use exactile::domain::DomainTests;

fn by(column: &str) -> ReadOptions {
    ReadOptions { by: Some(column.to_owned()), ..ReadOptions::default() }
}

/// `domain name tn fp fn tp`, one result a line.
fn results(tests: &DomainTests) -> Vec<String> {
    let mut lines = Vec::new();
    for (d, domain) in tests.domains().iter().enumerate() {
        for (k, name) in tests.classifiers().iter().enumerate() {
            lines.push(match tests.matrix(d, k) {
                None => format!("{domain} {name} none"),
                Some(matrix) => {
                    let counts = Outcome::ALL.map(|outcome| matrix.count(outcome).to_string());
                    format!("{domain} {name} {}", counts.join(" "))
                }
            });
        }
    }
    lines
}

fn read_by(text: &str, column: &str) -> Vec<String> {
    let subject = read_as(text, &by(column)).expect("test sets");
    results(subject.domains.as_ref().expect("told apart"))
}

#[test]
fn matrices_are_told_apart_in_every_form() {
    let expected = ["A lr 5 1 2 3", "A svm 4 2 1 4", "B lr 9 1 0 2", "B svm none"];
    let csv = "name,site,tn,fp,fn,tp\nlr,A,5,1,2,3\nlr,B,9,1,0,2\nsvm, A ,4,2,1,4\n";
    assert_eq!(read_by(csv, "site"), expected);
    // The only column of text beside that of the test sets is the name.
    assert_eq!(read_by(&csv.replace("name", "who"), "site"), expected);
    let json = r#"[{"name":"lr","site":"A","tn":5,"fp":1,"fn":2,"tp":3},
        {"name":"lr","site":"B","tn":9,"fp":1,"fn":0,"tp":2},{"name":"svm","site":"A","tn":4,"fp":2,"fn":1,"tp":4}]"#;
    assert_eq!(read_by(json, "site"), expected);
    let markdown = "| name | site | tn | fp | fn | tp |\n|---|---|---|---|---|---|\n| lr | A | 5 | \
        1 | 2 | 3 |\n\
        | lr | B | 9 | 1 | 0 | 2 |\n| svm | A | 4 | 2 | 1 | 4 |\n";
    assert_eq!(read_by(markdown, "site"), expected);
    let subject = read_as(csv, &by("site")).expect("test sets");
    // All test sets of a classifier together.
    assert_eq!(shown(&subject), "lr 14 2 2 5\nsvm 4 2 1 4");
    assert!(subject.notes.is_empty() && subject.reading.ignored.is_empty());
}

#[test]
fn rates_carry_their_prior() {
    let rates = "name,site,tnr,tpr,prior\nlr,A,1/2,1/4,1/5\nlr,B,1,1,1/2\n";
    assert_eq!(read_by(rates, "site"), ["A lr 2/5 2/5 3/20 1/20", "B lr 1/2 0 0 1/2"]);
}

/// Every form with a sample per row, against the rows of each test set alone.
#[test]
fn samples_are_counted_in_each_test_set() {
    let predictions = "y_true,site,lr,svm\n1,A,1,0\n0,B,0,1\n1,B,0,1\n0,A,1,0\n1,A,1,1\n0,B,0,0\n";
    let weighed = "y_true,site,lr,svm,w\n1,A,1,0,1/2\n0,B,0,1,2\n1,B,0,1,0.25\n0,A,1,0,3\n";
    let scores = "y_true,site,m\n1,A,0.9\n0,B,0.4\n1,B,0.6\n0,A,0.7\n1,A,0.3\n0,B,0.1\n";
    let named = "name,truth,said,site,count\nlr,1,1,A,3\nlr,0,1,B,1\nlr,0,0,A,4\nsvm,1,0,B,2\nsvm,0,0,A,1\nlr,1,0,B,2\n\
        svm,0,1,B,5\nsvm,1,1,A,1\n";
    for (text, weight) in [(predictions, None), (weighed, Some("w")), (named, None)] {
        let options = ReadOptions { weight: weight.map(str::to_owned), ..by("site") };
        let found = read_as(text, &options).expect("test sets");
        let tests = found.domains.as_ref().expect("told apart");
        for (d, domain) in tests.domains().iter().enumerate() {
            let keep = vec![("site".to_owned(), domain.clone())];
            let alone = read_as(text, &ReadOptions { keep, by: None, ..options.clone() });
            let alone = alone.expect("one test set");
            for one in &alone.classifiers {
                let k = tests.classifiers().iter().position(|name| *name == one.name);
                assert_eq!(
                    tests.matrix(d, k.expect("known")),
                    Some(&one.matrix),
                    "{domain} {text}"
                );
            }
        }
        let all =
            read_as(text, &ReadOptions { by: None, ignore: vec!["site".to_owned()], ..options });
        assert_eq!(found.classifiers, all.expect("all").classifiers);
        assert_eq!(found.joint, None);
    }
    // Thresholds are those of all samples together.
    let found = read_as(scores, &by("site")).expect("test sets");
    let alone =
        read_as(scores, &ReadOptions { ignore: vec!["site".into()], ..ReadOptions::default() });
    let alone = alone.expect("scores");
    assert_eq!(found.classifiers, alone.classifiers);
    assert!(found.models.is_empty() && found.families.is_none());
    let thresholds = vec!["0.5".parse().expect("a number")];
    let at_half = ReadOptions { thresholds, ..by("site") };
    let found = read_as(scores, &at_half).expect("test sets");
    let lines = results(found.domains.as_ref().expect("told apart"));
    assert_eq!(lines, ["A m >= 0.5 0 1 1 1", "B m >= 0.5 2 0 0 1"]);
}

/// Identifiers may begin anew in each test set.
#[test]
fn long_tables_are_joined_within_each_test_set() {
    let long = "id,model,site,y_true,prediction\n1,lr,A,1,1\n1,svm,A,1,0\n1,lr,B,0,0\n1,svm,B,0,1\n2,lr,B,1,1\n2,svm,B,1,1\n";
    let expected = ["A lr 0 0 0 1", "A svm 0 0 1 0", "B lr 1 0 0 1", "B svm 0 1 0 1"];
    assert_eq!(read_by(long, "site"), expected);
    let mut files = [
        "id,y_true,site,lr\n1,1,A,1\n2,0,B,0\n3,1,B,1\n".as_bytes(),
        "id,svm\n3,1\n2,1\n1,0\n".as_bytes(),
    ];
    let [first, second] = &mut files;
    let (mut none, mut nothing) = (|_: u64| (), |_: u64| ());
    let files = vec![
        SourceFile { reader: first, name: "a.csv", progress: &mut none },
        SourceFile { reader: second, name: "b.csv", progress: &mut nothing },
    ];
    let subject = read_joined(files, &by("site")).expect("two files");
    assert_eq!(results(subject.domains.as_ref().expect("told apart")), expected);
}

/// Names that are equal as labels are one test set; one without a class is one, too.
#[test]
fn test_sets_are_labels_and_may_lack_a_class() {
    let text = "y_true,fold,lr\n1,1,1\n0,1.0,0\n1,2,0\n1,2.00,1\n";
    assert_eq!(read_by(text, "fold"), ["1 lr 1 0 0 1", "2 lr 0 0 1 1"]);
}

#[test]
fn what_is_no_test_set_is_refused() {
    let refused = |text: &str, column: &str| {
        let error = read_as(text, &by(column)).expect_err("refused");
        check_one_line(&error);
        with_hint(&error)
    };
    let rows = "name,site,tn,fp,fn,tp\nlr,A,1,2,3,4\n";
    assert_eq!(
        refused(rows, "sit"),
        "in:1: there is no column \"sit\"\nhint: did you mean \"site\"?"
    );
    assert_eq!(
        refused(&format!("{rows}lr,B,1,1,1,1\nlr,A,2,2,2,2\n"), "site"),
        "in:4:1: the name \"lr\" is given twice in \"A\", first at in:2:1\nhint: give each \
         classifier one result in each test set"
    );
    assert!(refused(&format!("{rows}svm,,1,1,1,1\n"), "site").starts_with("in:3:2: "));
    assert!(
        refused(r#"{"lr": [[1,2],[3,4]]}"#, "site")
            .starts_with("in: this form has no column of test sets")
    );
    let twice = r#"[{"name":"lr","site":"A","tn":5,"fp":1,"fn":2,"tp":3},{"name":"lr","site":"A","tn":9,"fp":1,"fn":0,"tp":2}]"#;
    assert!(refused(twice, "site").contains("\"A\" has a result of \"lr\" already"));
    let lacks = r#"[{"name":"lr","tn":5,"fp":1,"fn":2,"tp":3}]"#;
    assert!(refused(lacks, "site").contains("site"));
    // A sample of a long table in two test sets is two samples: each lacks a prediction then.
    let long = "id,model,site,y_true,prediction\n1,lr,A,1,1\n1,svm,B,1,0\n";
    assert!(refused(long, "site").contains("1 (A)") || refused(long, "site").contains("1 (B)"));
}

#[test]
fn rights_of_test_sets_and_repetitions_are_counted() {
    let counted = |text: &str, column: &str, joint: Joint| {
        let options = ReadOptions { correct: true, joint, ..by(column) };
        let subject = read_as(text, &options).expect("accepted");
        let tests = subject.domains.expect("test sets");
        let shown = |set: usize| {
            let of = |k: usize| tests.matrix(set, k).map(|m| format!("{}/{}", m.tp(), m.total()));
            let all = (0..tests.classifiers().len()).filter_map(of).collect::<Vec<_>>();
            format!("{} {}", tests.domains()[set], all.join(" "))
        };
        let sets: Vec<String> = (0..tests.domains().len()).map(shown).collect();
        (sets.join(", "), subject.joint_in_sets.map(|sets| sets.len()))
    };
    let wide = "id,site,lr,svm\n1,A,pass,fail\n2,B,fail,pass\n3,A,pass,pass\n";
    assert_eq!(
        counted(wide, "site", Joint::InTestSets),
        ("A 2/2 1/2, B 0/1 1/1".to_owned(), Some(2))
    );
    // Several runs of each task.
    let wide = "id,run,lr,svm\nq1,0,C,C\nq1,1,I,C\nq2,0,C,I\nq2,1,C,I\n";
    assert_eq!(counted(wide, "id", Joint::No), ("q1 1/2 2/2, q2 2/2 0/2".to_owned(), None));
    let long = "id,epoch,model,score\nq1,1,lr,C\nq1,2,lr,I\nq1,2,svm,C\nq2,1,lr,C\nq2,2,lr,C\n\
                q1,1,svm,C\nq2,1,svm,I\nq2,2,svm,I\n";
    assert_eq!(counted(long, "id", Joint::No), ("q1 1/2 2/2, q2 2/2 0/2".to_owned(), None));
    // A condition leaves a long table a long one.
    let options =
        ReadOptions { correct: true, keep: vec![("model".into(), "lr".into())], ..by("id") };
    let names = read_as(long, &options).expect("accepted").reading.classifiers;
    assert_eq!(names, ["lr"]);
    // By their order rows are not paired.
    let options = ReadOptions { correct: true, joint: Joint::InTestSets, ..by("id") };
    assert!(read_as(long, &options).is_err());
    let options = ReadOptions { correct: true, ..by("id") };
    let lacks = long.strip_suffix("q2,2,svm,I\n").expect("the last row");
    let said = read_as(lacks, &options).expect_err("a run less").to_string();
    assert!(said.contains("\"q2 (2)\""), "{said}");
}
