//! What is refused, and in which words.

use super::*;

/// A file of matrices whose second row is this.
fn row(row: &str) -> String {
    refusal(format!("name,tn,fp,fn,tp\nA,1,2,3,4\n{row}\n"))
}

#[test]
fn bad_rows_are_named_with_their_place() {
    let number = "write a number such as 12, 0.7, 1e-3 or 7/10";
    for (text, expected) in [
        ("B,1,2,3,-4", "tp is negative: -4, in in:3:5, counts and weights must be 0 or more"),
        ("B,1,-0.50,3,4", "fp is negative: -0.50, in in:3:3, counts and weights must be 0 or more"),
        ("B,NaN,2,3,4", &format!("tn is not a number: \"NaN\", in in:3:2, {number}")),
        ("B,1,2,inf,4", &format!("fn is not a number: \"inf\", in in:3:4, {number}")),
        ("B,1,,3,4", &format!("fp is not a number: \"\", in in:3:3, {number}")),
        (
            "B,1,\"2\n\x1b[2J\",3,4",
            &format!(r#"fp is not a number: "2\n\u{{1b}}[2J", in in:3:3, {number}"#),
        ),
        (
            "B,1,2,1e999999999,4",
            "fn has too many digits: \"1e999999999\", in in:3:4, write at most 1000 digits",
        ),
        (
            "B,1,2,3,4/0",
            "tp has a zero denominator: \"4/0\", in in:3:5, write a denominator other than 0",
        ),
        (
            "B,0,0,0,0",
            "all four counts are zero, in in:3, give at least one sample, or remove the classifier",
        ),
        (
            "B,1,2,3",
            "the row has 4 fields where the header has 5, in in:3, give each row one field per column",
        ),
        (
            "B,1,2,3,4,",
            "the row has 6 fields where the header has 5, in in:3, give each row one field per column",
        ),
        (" ,1,2,3,4", "a classifier has no name, in in:3:1, name it"),
        (
            "B,1,2,3,4\n\nA,1,2,3,4",
            "the name \"A\" is given twice, first in in:2:1, in in:5:1, give each classifier its own name",
        ),
        (
            "\"B\n,1,2,3,4\nC,1,2,3,4",
            "a quote is not closed, in in:3:1, close the quote, or write it twice within quotes",
        ),
        (
            "B,1,2,3,\"4\nC,1,2,3,4",
            "a quote is not closed, in in:3:5, close the quote, or write it twice within quotes",
        ),
        ("B,1,\0,3,4", "there is a NUL byte, in in:3:3, save it as UTF-8 text"),
    ] {
        assert_eq!(row(text), expected);
        // The same place with the other line end, and behind a row in quotes that spans lines.
        assert_eq!(
            refusal(format!("name,tn,fp,fn,tp\nA,1,2,3,4\n{text}\n").replace('\n', "\r\n")),
            expected.replace("2\\n", "2\\r\\n")
        );
        let long = format!("name,tn,fp,fn,tp\n\"A\n\",1,2,3,4\n{text}\n");
        if !expected.contains("twice, first") {
            assert_eq!(refusal(long), expected.replace("in in:3", "in in:4"));
        }
    }
    let long = row(&format!("B,{},2,3,4", "x".repeat(1000)));
    assert_eq!(long, format!("tn is not a number: \"{}...\", in in:3:2, {number}", "x".repeat(40)));
    let latin = refusal(b"name,tn,fp,fn,tp\nA,1,2,3,4\ncaf\xe9,1,2,3,4");
    assert_eq!(latin, "the text is not UTF-8, in in:3:1, save it as UTF-8 text");
}

#[test]
fn bad_rates_are_named_with_their_place() {
    let rates = |row: &str| refusal(format!("name,tnr,tpr,prior\n{row}"));
    assert_eq!(
        rates("A,1.5,1,1/2"),
        "tnr is not between 0 and 1: 1.5, in in:2:2, write rates as 0.875, 7/8 or 87.5%"
    );
    assert_eq!(
        rates("A,1,-1/2,1/2"),
        "tpr is not between 0 and 1: -1/2, in in:2:3, write rates as 0.875, 7/8 or 87.5%"
    );
    for prior in ["0", "1", "-1", "3/2"] {
        assert_eq!(
            rates(&format!("A,1,1,{prior}")),
            format!(
                "the positive prior is not between 0 and 1: {prior}, in in:2:4, a prior must be above 0 and below 1"
            )
        );
    }
    assert_eq!(
        rates("A,1,1,"),
        "prior is not a number: \"\", in in:2:4, write a number such as 12, 0.7, 1e-3 or 7/10"
    );
}

#[test]
fn bad_headers_are_named() {
    let start = "start with name,tn,fp,fn,tp or name,tnr,tpr or y_true and a column per classifier";
    for (text, expected) in [
        ("", "there is nothing to read, in in, give CSV with a header, or JSON"),
        ("\u{feff} \r\n\t\n", "there is nothing to read, in in, give CSV with a header, or JSON"),
        ("name,tn,fp,fn,tp\n", "there is no row below the header, in in, give at least one"),
        ("y_true,A\n\n", "there is no sample below the header, in in, give at least one"),
        ("a,b\n1,2", &format!("the header is of no known form: \"a,b\", in in:1, {start}")),
        (
            "\n\nname tn fp fn tp\n",
            &format!("the header is of no known form: \"name tn fp fn tp\", in in:3, {start}"),
        ),
        ("name,tn,fp,fn\nA,1,2,3", "tp is missing, in in:1, give each of name, tn, fp, fn, tp"),
        ("tn,fp,fn,tp\n1,2,3,4", "name is missing, in in:1, give each of name, tn, fp, fn, tp"),
        ("name,tnr\nA,1", "tpr is missing, in in:1, give each of name, tnr, tpr"),
        ("name,tn,fp,fn,tp,TN\nA,1,2,3,4,5", "\"TN\" is given twice, in in:1:6, keep one of them"),
        (
            "name,tnr,tpr,prior,prior\nA,1,1,1,1",
            "\"prior\" is given twice, in in:1:5, keep one of them",
        ),
        ("y_true,A,y_true\n1,1,1", "\"y_true\" is given twice, in in:1:3, keep one of them"),
        (
            "y_true,A,B,A\n1,1,1,1",
            "the name \"A\" is given twice, first in in:1:2, in in:1:4, give each classifier its own name",
        ),
        ("y_true,A,\n1,1,1", "a classifier has no name, in in:1:3, name it"),
        (
            "y_true\n1",
            "there is no column of predictions beside y_true, in in:1, give at least one",
        ),
        (
            "\"name,tn\nA,1",
            "a quote is not closed, in in:1:1, close the quote, or write it twice within quotes",
        ),
        ("n\0a\0", "there is a NUL byte, in in:1:1, save it as UTF-8 text"),
    ] {
        assert_eq!(refusal(text), expected, "{text:?}");
    }
    assert_eq!(
        refusal(b"\xff\xfen\0a\0m\0e\0"),
        "the text is not UTF-8, in in:1:1, save it as UTF-8 text"
    );
    let predictions = Options { format: Some(Format::Predictions), ..Options::default() };
    assert_eq!(
        read_as("truth,A\n1,1", &predictions).expect_err("no truth").to_string(),
        "y_true is missing, in in:1, give a column y_true with the true labels"
    );
}

#[test]
fn bad_predictions_are_named() {
    for (text, expected) in [
        (
            "y_true,A\n1,1\n0\n",
            "the row has 1 field where the header has 2, in in:3, give each row one field per column",
        ),
        (
            "y_true,A\n1,1\n0, \n",
            "the label of \"A\" is missing, in in:3:2, give every sample a label, or remove it",
        ),
        (
            "A,y_true\n1,\n",
            "the label of \"y_true\" is missing, in in:2:2, give every sample a label, or remove it",
        ),
        (
            "y_true,A\nyes,1\nn\no,1\n",
            "the row has 1 field where the header has 2, in in:3, give each row one field per column",
        ),
        (
            "y_true,A\nyes,yes\n\"n\no\",yes\nyes,yes\n",
            "y_true never holds the label \"1\", only \"yes\", \"n\\no\", in in, name the positive class with --positive LABEL",
        ),
        (
            "y_true,A\n1,1\n0,\"0\n1,0\n",
            "a quote is not closed, in in:3:2, close the quote, or write it twice within quotes",
        ),
    ] {
        assert_eq!(refusal(text), expected, "{text:?}");
    }
}

#[test]
fn bad_json_is_named_with_object_and_key() {
    let list = r#"write a list such as [{"name": "A", "tn": 5, "fp": 1, "fn": 2, "tp": 4}]"#;
    let good = r#"{"name":"A","tn":1,"fp":2,"fn":3,"tp":4}"#;
    let number = "write a number such as 12, 0.7, 1e-3 or 7/10";
    for (text, expected) in [
        ("{\"a\": 1}".to_owned(), format!(r#"a list is expected, not "{{\"a\": 1}}", in in:1:1, {list}"#)),
        ("[]".to_owned(), "there is no classifier in the list, in in, give at least one".to_owned()),
        ("[\n1]".to_owned(), format!("an object is expected, not \"1\", in in:2:1 (object 1), {list}")),
        ("[{]".to_owned(), "the JSON is broken: key must be a string, in in:1:3, mend the JSON".to_owned()),
        (format!("[{good}"), "the JSON is broken: EOF while parsing a list, in in:1:41, mend the JSON".to_owned()),
        (format!("[{good}]\n]"), "the JSON is broken: trailing characters, in in:2:1, mend the JSON".to_owned()),
        (format!("[{good},\n {good}]"), "the name \"A\" is given twice, first in in (object 1), in in (object 2), give each classifier its own name".to_owned()),
        (format!("[{good},\n{}]", good.replace('4', "-4")), "tp is negative: -4, in in:2:39 (object 2), counts and weights must be 0 or more".to_owned()),
        (format!("[{}]", good.replace('4', "null")), format!("tp is not a number: \"null\", in in:1:40 (object 1), {number}")),
        (format!("[{}]", good.replace('4', "[4]")), format!("tp is not a number: \"[4]\", in in:1:40 (object 1), {number}")),
        (format!("[{}]", good.replace('4', "1e99999")), "tp has too many digits: \"1e99999\", in in:1:40 (object 1), write at most 1000 digits".to_owned()),
        (format!("[{}]", good.replace("\"A\"", "7")), format!("a name is expected, not \"7\", in in:1:10 (object 1), {list}")),
        (format!("[{}]", good.replace("\"A\"", "\" \"")), "a classifier has no name, in in:1:10 (object 1), name it".to_owned()),
        (format!("[{}]", good.replace("tp", "tP\":1,\"tp")), "\"tp\" is given twice, in in:1:47 (object 1), keep one of them".to_owned()),
        (format!("[{}]", good.replace("tp", "x\":1,\"x\":2,\"tp")), "\"x\" is given twice, in in:1:45 (object 1), keep one of them".to_owned()),
        (format!("[{}]", good.replace("tp", "x")), "tp is missing, in in:1:2 (object 1), give each of name, tn, fp, fn, tp".to_owned()),
        (r#"[{"name":"A","tn":0,"fp":0,"fn":0,"tp":0}]"#.to_owned(), "all four counts are zero, in in:1:2 (object 1), give at least one sample, or remove the classifier".to_owned()),
    ] {
        assert_eq!(refusal(&text), expected, "{text}");
    }
    assert_eq!(refusal(b"[\n \xff]"), "the text is not UTF-8, in in:2:2, save it as UTF-8 text");
}

#[test]
fn what_cannot_be_read_says_why() {
    let path = |path: &str| {
        let read = read_path(path.as_ref(), &Options::default(), &mut |_| ());
        read.expect_err("unreadable").to_string()
    };
    assert_eq!(
        path("no/such.csv"),
        "cannot read no/such.csv: No such file or directory, check the path"
    );
    assert_eq!(
        path("no\nsuch"),
        "cannot read no\\nsuch: No such file or directory, check the path"
    );
    assert_eq!(path("/"), "cannot read /: Is a directory, name a file in it");
}
