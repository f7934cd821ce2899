//! Classifiers of several classes: accepted forms, refusals, hostile bytes.

use proptest::prelude::*;

use super::*;
use exactile::performance::{Label, MultiClassClassifier};

fn read_many(text: impl AsRef<[u8]>) -> Result<MultiClassInput, InputError> {
    read_multi_class(text.as_ref(), "in", &ReadOptions::default(), &mut |_| ())
}

fn many_refusal(text: &str) -> String {
    with_hint(&read_many(text).expect_err("refused"))
}

/// `name labels | row | row`, one classifier a line.
fn many_shown(input: &MultiClassInput) -> String {
    let line = |MultiClassClassifier { name, matrix }: &MultiClassClassifier| {
        let row = |row: &Vec<_>| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let rows: Vec<String> = matrix.cells().iter().map(row).collect();
        format!("{name} {} | {}", matrix.labels().join(" "), rows.join(" | "))
    };
    input.classifiers.iter().map(line).collect::<Vec<_>>().join("\n")
}

const VALID: [&str; 3] = [
    "[{\"name\": \"A\", \"labels\": [\"cat\", 7, \"\\u00e9\"], \"matrix\": [[5, 1, 0], [\"1/2\", \
     0.25, 1e1], [0, 0, 1]]}]",
    "name,truth,predicted,count,note\nA,10,9,3,x\nA,9,9,1/2,\n\"B\",10,10,2,\n",
    "y_true,A,\"B\"\ndog,dog,cat\ncat, bird ,\"cat\"\nbird,bird,bird\n",
];

#[test]
fn each_form_is_read_exactly() {
    let shown = |text| many_shown(&read_many(text).expect("accepted"));
    assert_eq!(shown(VALID[0]), "A cat 7 \u{e9} | 5 1 0 | 1/2 1/4 10 | 0 0 1");
    // Numbers are sorted by value.
    assert_eq!(shown(VALID[1]), "A 9 10 | 1/2 0 | 3 0\nB 9 10 | 0 0 | 0 2");
    assert_eq!(
        shown(VALID[2]),
        "A bird cat dog | 1 0 0 | 1 0 0 | 0 0 1\nB bird cat dog | 1 0 0 | 0 1 0 | 0 1 0"
    );
    assert_eq!(read_many(VALID[1]).expect("accepted").notes, ["ignored columns in in: \"note\""]);
}

#[test]
fn refusals_name_the_place() {
    for (text, message) in [
        ("", "in: there is nothing to read\nhint: give CSV with a header, or JSON"),
        (
            "a,b\n",
            "in:1: the header is of no known form: \"a,b\"\nhint: start with \
             name,truth,predicted,count or y_true and a column per classifier",
        ),
        ("y_true,A\n", "in: there is no sample below the header\nhint: give at least one"),
        (
            "y_true,A\nx,\n",
            "in:2:2: the label of \"A\" is missing\nhint: fill in the value, or leave out all rows \
             with missing values by --drop-missing",
        ),
        (
            "name,truth,predicted,count\nA,x,x,-1\n",
            "in:2:4: count is -1\nhint: counts and weights must not be negative",
        ),
        (
            "name,truth,predicted,count\nA,x,y,1\nA,x,y,1\n",
            "in:3: \"x, y\" is given twice\nhint: keep one of them",
        ),
        (
            "name,truth,predicted,count\nA,x,y,0\n",
            "in: all cells of \"A\" are zero\nhint: give at least one sample, or remove the \
             classifier",
        ),
        (
            r#"[{"name": "A", "labels": ["x", "y"], "matrix": [[1, 2], [3]]}]"#,
            "in:1:48: row 2 of the matrix has 1 cells for 2 labels (object 1)\nhint: give each \
             label once, with a row and a column",
        ),
        (
            r#"[{"name": "A", "labels": ["x", "x"], "matrix": [[1, 2], [3, 4]]}]"#,
            "in:1:26: \"x\" is given twice (object 1)\nhint: keep one of them",
        ),
        (
            r#"[{"name": "A", "matrix": [[1, 2], [3, 4]]}]"#,
            "in:1:2: labels is missing (object 1)\nhint: give each of name, labels, matrix",
        ),
        (
            r#"[{"name": "A", "labels": ["x"], "matrix": [[true]]}]"#,
            "in:1:45: a count is expected, not \"true\" (object 1)\nhint: write a list such as \
             [{\"name\": \"A\", \"labels\": [\"x\", \"y\"], \"matrix\": [[5, 1], [2, 4]]}]",
        ),
    ] {
        assert_eq!(many_refusal(text), message, "{text}");
    }
    let rows: String = (0..1001).map(|i| format!("{i},{i}\n")).collect();
    assert_eq!(
        many_refusal(&format!("y_true,A\n{rows}")),
        "in:1002:1: there are more than 1000 labels\nhint: give labels of classes, not numbers or \
         names of samples"
    );
}

#[test]
fn two_classes_are_recognised_where_the_positive_one_is_there() {
    let any = |text: &str| {
        read_any(text.as_bytes(), "in", &ReadOptions::default(), &mut |_| ()).expect("accepted")
    };
    let AnyInput::MultiClass(input) = any("y_true,A\n0,1\n1,1\n0,0\n") else { panic!("many") };
    let positive = input.positive(None).expect("a usual pair");
    let classifiers = input.as_two_class(&positive).expect("two labels");
    assert_eq!(super::shown(&Subject::unlabelled(classifiers, vec![])), "A 1 1 0 1");
    assert_eq!(input.as_two_class(&Label::new("2")), None);
    assert_eq!(input.positive(Some("0.0")), Some(Label::new("0")));
    assert_eq!(input.positive(Some("2")), None);
    let AnyInput::TwoClass(input) = any("name,tn,fp,fn,tp\nA,1,2,3,4\n") else { panic!("two") };
    assert_eq!(super::shown(&input), "A 1 2 3 4");
    for text in VALID.into_iter().chain(["y_true,A\n2,2\n3,2\n", "y_true,A\n1,1\n0,0\n2,0\n"]) {
        assert!(matches!(any(text), AnyInput::MultiClass(_)), "{text}");
    }
}

fn check_hostile(bytes: &[u8]) {
    let any = read_any(bytes, "in", &ReadOptions::default(), &mut |_| ()).map(|_| ());
    for outcome in [read_many(bytes).map(|_| ()), any] {
        if let Err(error) = outcome {
            check_one_line(&error);
        }
    }
}

#[test]
fn deep_nesting_does_not_overflow_the_stack() {
    let deep = format!("{}{}", "[".repeat(300_000), "]".repeat(300_000));
    check_hostile(format!(r#"[{{"name":"A","labels":{deep},"matrix":[[1]]}}]"#).as_bytes());
    check_hostile(format!(r#"[{{"name":"A","labels":["a"],"matrix":{deep}}}]"#).as_bytes());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn no_bytes_cause_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check_hostile(&bytes);
    }

    #[test]
    fn no_mutation_causes_a_panic(
        which in 0..VALID.len(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 1..5),
    ) {
        let mut bytes = VALID[which].as_bytes().to_vec();
        for (index, byte, kind) in changes {
            let at = index.index(bytes.len().max(1)).min(bytes.len());
            match kind {
                0 => bytes.insert(at, byte),
                1 => bytes.truncate(at.max(10)),
                _ => { bytes.drain(at..(at + 1).min(bytes.len())); }
            }
        }
        check_hostile(&bytes);
    }

    /// Counted from the definition.
    #[test]
    fn predictions_are_counted(
        mut rows in prop::collection::vec((0..4_usize, 0..4_usize), 1..40),
    ) {
        // Every label is the true one of some sample.
        rows.extend((0..4).map(|truth| (truth, 3)));
        let text: String = rows.iter().map(|(truth, said)| format!("{truth},{said}\n")).collect();
        let input = read_many(format!("y_true,A\n{text}")).expect("accepted");
        let matrix = &input.classifiers[0].matrix;
        for (i, truth) in matrix.labels().iter().enumerate() {
            for (j, said) in matrix.labels().iter().enumerate() {
                let is_in = |row: &&(usize, usize)| {
                    row.0.to_string() == *truth && row.1.to_string() == *said
                };
                let count = rows.iter().filter(is_in).count() as u64;
                prop_assert_eq!(matrix.cell(i, j), &count.into());
            }
        }
    }
}

#[test]
fn truths_of_many_classes_have_many_names() {
    let read = |text: &str, truth: Option<&str>| {
        let truth = truth.map(str::to_owned);
        let options = ReadOptions { truth, ..ReadOptions::default() };
        let found = read_multi_class(text.as_bytes(), "in", &options, &mut |_| ());
        let found = found.expect(text).classifiers;
        let right = found.iter().map(|of| format!("{} {}", of.name, of.matrix.correct()));
        right.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(read("target,lr\nA,A\nB,B\nC,A\n", None), "lr 2");
    assert_eq!(read("gold,lr\nA,A\nB,B\nC,A\n", Some("gold")), "lr 2");
    assert_eq!(read(",target,lr\n0,A,A\n1,B,B\n2,C,A\n", None), "lr 2");
    let long = "id,model,y_true,y_pred\n1,a,A,A\n2,a,B,C\n3,a,C,C\n1,b,A,B\n2,b,B,B\n3,b,C,A\n";
    assert_eq!(read(long, None), "a 2, b 1");
}
