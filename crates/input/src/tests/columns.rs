//! Numbers, probabilities and costs: accepted forms, refusals, hostile bytes.

use proptest::prelude::*;

use super::*;
use exactile::performance::CostMatrix;

fn numbers(text: impl AsRef<[u8]>, weight: Option<&str>) -> Result<String, InputError> {
    let (mut bytes, progress) = (text.as_ref(), &mut |_| ());
    let options = ReadOptions::default();
    let file = SourceFile { reader: &mut bytes, name: "in", progress };
    let mut rows = NumberRows::open(vec![file], weight, &options)?;
    let mut shown = rows.models().join(" ");
    while let Some(NumberRow { truth, said, weight }) = rows.next_row()? {
        let said: Vec<String> = said.iter().map(ToString::to_string).collect();
        shown.push_str(&format!(" | {truth}: {} x{weight}", said.join(" ")));
    }
    Ok(shown)
}

fn probabilities(text: impl AsRef<[u8]>) -> Result<(String, Vec<String>), InputError> {
    let (mut bytes, progress) = (text.as_ref(), &mut |_| ());
    let options = ReadOptions::default();
    let file = SourceFile { reader: &mut bytes, name: "in", progress };
    let mut rows = ProbabilityRows::open(vec![file], &options)?;
    let mut shown = String::new();
    while let Some(ProbabilityRow { class, given, count }) = rows.next_row()? {
        let given: Vec<String> = given.iter().map(ToString::to_string).collect();
        shown.push_str(&format!(" | {class}: {} x{count}", given.join(" ")));
    }
    let shown = format!("{} of {}{shown}", rows.models().join(" "), rows.classes().join(" "));
    Ok((shown, rows.notes()))
}

fn costs(text: impl AsRef<[u8]>) -> Result<CostMatrix, InputError> {
    read_costs(text.as_ref(), "in")
}

const NUMBERS: &str = "A,y_true,\"B\",v\r\n1,2.5,1/3,1\n-1e2, 3 ,0.25,2/7\n";
const TWO_CLASS: &str = "y_true,A,B\n1,0.9,50%\n0,1/3,0\n";
const MANY_CLASS: &str = "y_true,A:x,A:y,m:1:x,m:1:y\nx,0.25,0.75,1,0\ny,0.2,0.7,0,1\n";
const COSTS: [&str; 2] = [
    "truth,x,y\ny,5,1/2\nx,0,1\n",
    "{\"labels\": [\"x\", \"y\"], \"costs\": [[0, 1], [\"5\", 0.5]]}",
];

#[test]
fn each_form_is_read_exactly() {
    let read = numbers(NUMBERS, Some("v")).expect("accepted");
    assert_eq!(read, "A B | 5/2: 1 1/3 x1 | 3: -100 1/4 x2/7");
    let read = numbers(NUMBERS, None).expect("accepted");
    assert_eq!(read, "A B v | 5/2: 1 1/3 1 x1 | 3: -100 1/4 2/7 x1");
    let (read, notes) = probabilities(TWO_CLASS).expect("accepted");
    assert_eq!(read, "A B of 0 1 | 1: 9/10 1/2 x1 | 0: 2/3 1 x1");
    assert!(notes.is_empty());
    let (read, notes) = probabilities(MANY_CLASS).expect("accepted");
    assert_eq!(read, "A m:1 of x y | 0: 1/4 1 x1 | 1: 7/10 1 x1");
    assert_eq!(
        notes,
        ["the probabilities of a model do not add up to 1 in 1 row, first of \"A\" in line 3 \
             (about 0.9000): taken as they are"]
    );
    assert_eq!(costs(COSTS[0]), costs(COSTS[1]));
    let read = costs(COSTS[0]).expect("accepted");
    assert_eq!(
        (read.cost(0, 1).to_string(), read.cost(1, 0).to_string()),
        ("1".into(), "5".into())
    );
}

#[test]
fn refusals_name_the_place() {
    let refused = |error: InputError| with_hint(&error);
    for (text, message) in [
        ("", "in: there is nothing to read\nhint: give CSV with a header, or JSON"),
        ("a,w\n1,2\n", "in:1: y_true is missing\nhint: give a column y_true with the true values"),
        (
            "y_true,w\n1,2\n",
            "in:1: there is no column of predictions beside y_true\nhint: give a column of \
             predictions for each classifier",
        ),
        ("y_true,A\n1,2\n", "in:1: there is no column \"w\"\nhint: name one of the header"),
        ("y_true,A,w\n", "in: there is no sample below the header\nhint: give at least one"),
        (
            "y_true,A,w\n1,x,1\n",
            "in:2:2: the prediction is not a number: \"x\"\nhint: write a number such as 12, 0.7, \
             1e-3 or 7/10",
        ),
        (
            "y_true,A,w\n1,2,1\n1,2,-1\n",
            "in:3:3: the weight is -1\nhint: counts and weights must not be negative",
        ),
    ] {
        assert_eq!(refused(numbers(text, Some("w")).expect_err("refused")), message, "{text}");
    }
    for (text, message) in [
        (
            "y_true,A\n1,1.5\n",
            "in:2:2: the probability is not between 0 and 1: 1.5\nhint: write rates as 0.875, 7/8 \
             or 87.5%",
        ),
        (
            "y_true,A\nyes,0.5\nno,0.5\n",
            "in: which label is positive is not known: y_true holds \"yes\" and \"no\"\nhint: name \
             the positive one: --positive yes or --positive no",
        ),
        (
            "y_true,A:x,A:y\nz,0.5,0.5\n",
            "in:2:1: there is no probability of \"z\" by \"A\"\nhint: add a column MODEL:LABEL",
        ),
        (
            "y_true,A:x,A:y,B:x\ny,0.5,0.5,1\n",
            "in:2:1: there is no probability of \"y\" by \"B\"\nhint: add a column MODEL:LABEL",
        ),
        ("y_true,A:x,A: x\n", "in:1:3: \"A: x\" is given twice\nhint: keep one of them"),
    ] {
        assert_eq!(refused(probabilities(text).expect_err("refused")), message, "{text}");
    }
    for (text, message) in [
        (
            "a,b\n",
            "in:1: the header is not that of a cost matrix: \"a,b\"\nhint: start with truth and \
             the labels that may be predicted, as in truth,cat,dog",
        ),
        ("truth,x,y\nz,1,1\n", "in:2:1: there is no column \"z\"\nhint: name one of the header"),
        ("truth,x,x\n", "in:1:3: \"x\" is given twice\nhint: keep one of them"),
        ("truth,x,y\nx,0,1\nx,0,1\n", "in:3:1: \"x\" is given twice\nhint: keep one of them"),
        (
            "truth,x,y\nx,0,1\n",
            "in: the matrix has 1 rows for 2 labels\nhint: give each label once, with a row and a \
             column",
        ),
        (
            "truth,x,y\nx,0,-1\n",
            "in:2:3: the cost is -1\nhint: counts and weights must not be negative",
        ),
        (
            "[1]",
            "in:1:1: an object is expected, not \"[1]\"\nhint: write an object such as \
             {\"labels\": [\"x\", \"y\"], \"costs\": [[0, 1], [5, 0]]}",
        ),
        (
            "{\"labels\": [\"x\"], \"costs\": 1}",
            "in:1:28: a list of rows is expected, not \"1\"\nhint: write an object such as \
             {\"labels\": [\"x\", \"y\"], \"costs\": [[0, 1], [5, 0]]}",
        ),
        ("{\"labels\": [\"x\"]}", "in:1:1: costs is missing\nhint: give each of labels, costs"),
    ] {
        assert_eq!(refused(costs(text).expect_err("refused")), message, "{text}");
    }
}

/// Whatever the bytes are: no panic, one line.
fn check_hostile(bytes: &[u8]) {
    let outcomes = [
        numbers(bytes, None).map(|_| ()),
        numbers(bytes, Some("w")).map(|_| ()),
        probabilities(bytes).map(|(_, notes)| {
            assert!(notes.iter().all(|note| !note.contains(char::is_control)));
        }),
        costs(bytes).map(|_| ()),
    ];
    for error in outcomes.into_iter().filter_map(Result::err) {
        check_one_line(&error);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn no_bytes_cause_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check_hostile(&bytes);
    }

    #[test]
    fn no_text_of_telling_bytes_causes_a_panic(
        text in "(y_true,a|y_true,a:x,a:y|truth,x,y|\\{\"labels\")[\n\r\",;{}:01exy/\\-. \
             aé\u{2028}\\\\]{0,60}",
    ) {
        check_hostile(text.as_bytes());
    }

    #[test]
    fn no_mutation_causes_a_panic(
        which in 0..5_usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 1..5),
    ) {
        let valid = [NUMBERS, TWO_CLASS, MANY_CLASS, COSTS[0], COSTS[1]];
        let mut bytes = valid[which].as_bytes().to_vec();
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
}
