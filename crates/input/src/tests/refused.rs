//! Refused inputs, and their messages.

use super::*;

/// A file of matrices whose second row is this.
fn row(row: &str) -> String {
    refusal(format!("name,tn,fp,fn,tp\nA,1,2,3,4\n{row}\n"))
}

#[test]
fn bad_rows_are_named_with_their_place() {
    let number = "write a number such as 12, 0.7, 1e-3 or 7/10";
    for (text, expected) in [
        ("B,1,2,3,-4", "in:3:5: tp is -4\nhint: counts and weights must not be negative"),
        ("B,1,-0.50,3,4", "in:3:3: fp is -0.50\nhint: counts and weights must not be negative"),
        ("B,NaN,2,3,4", &format!("in:3:2: tn is not a number: \"NaN\"\nhint: {number}")),
        ("B,1,2,inf,4", &format!("in:3:4: fn is not a number: \"inf\"\nhint: {number}")),
        ("B,1,,3,4", &format!("in:3:3: fp is not a number: \"\"\nhint: {number}")),
        (
            "B,1,\"2\n\x1b[2J\",3,4",
            &format!("in:3:3: fp is not a number: \"2\\n\\u{{1b}}[2J\"\nhint: {number}"),
        ),
        (
            "B,1,2,1e999999999,4",
            "in:3:4: fn has too many digits: \"1e999999999\"\nhint: write at most 1000 digits",
        ),
        (
            "B,1,2,3,4/0",
            "in:3:5: tp has a zero denominator: \"4/0\"\nhint: write a denominator other than 0",
        ),
        (
            "B,0,0,0,0",
            "in:3: all four counts are zero\nhint: give at least one sample, or remove the \
             classifier",
        ),
        (
            "B,1,2,3",
            "in:3: the row has 4 fields where the header has 5\nhint: give each row one field per \
             column",
        ),
        (
            "B,1,2,3,4,",
            "in:3: the row has 6 fields where the header has 5\nhint: give each row one field per \
             column",
        ),
        (" ,1,2,3,4", "in:3:1: a classifier has no name\nhint: name it"),
        (
            "B,1,2,3,4\n\nA,1,2,3,4",
            "in:5:1: the name \"A\" is given twice, first at in:2:1\nhint: give each classifier \
             its own name",
        ),
        (
            "\"B\n,1,2,3,4\nC,1,2,3,4",
            "in:3:1: a quote is not closed\nhint: close the quote, or write it twice within quotes",
        ),
        (
            "B,1,2,3,\"4\nC,1,2,3,4",
            "in:3:5: a quote is not closed\nhint: close the quote, or write it twice within quotes",
        ),
        ("B,1,\0,3,4", "in:3:3: there is a NUL byte\nhint: save it as UTF-8 text"),
    ] {
        assert_eq!(row(text), expected);
        // The same place with the other line end, and behind a row in quotes that spans lines.
        assert_eq!(
            refusal(format!("name,tn,fp,fn,tp\nA,1,2,3,4\n{text}\n").replace('\n', "\r\n")),
            expected.replace("2\\n", "2\\r\\n")
        );
        let long = format!("name,tn,fp,fn,tp\n\"A\n\",1,2,3,4\n{text}\n");
        if !expected.contains("twice, first") {
            assert_eq!(refusal(long), expected.replace("in:3", "in:4"));
        }
    }
    let long = row(&format!("B,{},2,3,4", "x".repeat(1000)));
    assert_eq!(
        long,
        format!("in:3:2: tn is not a number: \"{}...\"\nhint: {number}", "x".repeat(40))
    );
    let latin = refusal(b"name,tn,fp,fn,tp\nA,1,2,3,4\ncaf\xe9,1,2,3,4");
    assert_eq!(latin, "in:3:1: the text is not UTF-8\nhint: save it as UTF-8 text");
}

#[test]
fn bad_rates_are_named_with_their_place() {
    let rates = |row: &str| refusal(format!("name,tnr,tpr,prior\n{row}"));
    assert_eq!(
        rates("A,1.5,1,1/2"),
        "in:2:2: tnr is not between 0 and 1: 1.5\nhint: write rates as 0.875, 7/8 or 87.5%"
    );
    assert_eq!(
        rates("A,1,-1/2,1/2"),
        "in:2:3: tpr is not between 0 and 1: -1/2\nhint: write rates as 0.875, 7/8 or 87.5%"
    );
    for prior in ["0", "1", "-1", "3/2"] {
        assert_eq!(
            rates(&format!("A,1,1,{prior}")),
            format!(
                "in:2:4: the positive prior is not between 0 and 1: {prior}\nhint: a prior must be \
                 above 0 and below 1"
            )
        );
    }
    assert_eq!(
        rates("A,1,1,"),
        "in:2:4: prior is not a number: \"\"\nhint: write a number such as 12, 0.7, 1e-3 or 7/10"
    );
}

#[test]
fn bad_headers_are_named() {
    let start = "start with name,tn,fp,fn,tp or name,tnr,tpr or y_true and a column per classifier";
    for (text, expected) in [
        ("", "in: there is nothing to read\nhint: give CSV with a header, or JSON"),
        (
            "\u{feff} \r\n\t\n",
            "in: there is nothing to read\nhint: give CSV with a header, or JSON",
        ),
        ("name,tn,fp,fn,tp\n", "in: there is no row below the header\nhint: give at least one"),
        ("y_true,A\n\n", "in: there is no sample below the header\nhint: give at least one"),
        ("a,b\n1,2", &format!("in:1: the header is of no known form: \"a,b\"\nhint: {start}")),
        (
            "\n\nname tn fp fn tp\n",
            &format!("in:3: the header is of no known form: \"name tn fp fn tp\"\nhint: {start}"),
        ),
        (
            "id,A,B\n1,pass,fail\n2,fail,pass",
            "in:1: the header is of no known form: \"id,A,B\"\nhint: if the cells say whether \
             predictions were right, add --correct; if they are predictions, give y_true, here or \
             in a file with the same identifiers",
        ),
        ("name,tn,fp,fn\nA,1,2,3", "in:1: tp is missing\nhint: give each of name, tn, fp, fn, tp"),
        ("tn,fp,fn,tp\n1,2,3,4", "in:1: name is missing\nhint: give each of name, tn, fp, fn, tp"),
        ("name,tnr\nA,1", "in:1: tpr is missing\nhint: give each of name, tnr, tpr"),
        (
            "name,tn,fp,fn,tp,TN\nA,1,2,3,4,5",
            "in:1:6: \"TN\" is given twice\nhint: keep one of them",
        ),
        (
            "name,tnr,tpr,prior,prior\nA,1,1,1,1",
            "in:1:5: \"prior\" is given twice\nhint: keep one of them",
        ),
        ("y_true,A,y_true\n1,1,1", "in:1:3: \"y_true\" is given twice\nhint: keep one of them"),
        (
            "y_true,A,B,A\n1,1,1,1",
            "in:1:4: the name \"A\" is given twice, first at in:1:2\nhint: give each classifier \
             its own name",
        ),
        ("y_true,A,\n1,1,1", "in:1:3: a column has no name\nhint: name it"),
        (
            "y_true\n1",
            "in:1: there is no column of predictions beside y_true\nhint: give a column of \
             predictions for each classifier",
        ),
        (
            "\"name,tn\nA,1",
            "in:1:1: a quote is not closed\nhint: close the quote, or write it twice within quotes",
        ),
        ("n\0a\0", "in:1:1: there is a NUL byte\nhint: save it as UTF-8 text"),
    ] {
        assert_eq!(refusal(text), expected, "{text:?}");
    }
    assert_eq!(
        refusal(b"\xff\xfen\0a\0m\0e\0"),
        format!("in:1: the header is of no known form: \"name\"\nhint: {start}")
    );
    let predictions = ReadOptions { format: Some(Format::Predictions), ..ReadOptions::default() };
    assert_eq!(
        with_hint(&read_as("real,A\n1,1", &predictions).expect_err("no truth")),
        "in:1: y_true is missing\nhint: give a column y_true with the true labels, or name the \
         column that holds them with --truth"
    );
}

#[test]
fn bad_predictions_are_named() {
    for (text, expected) in [
        (
            "y_true,A\n1,1\n0\n",
            "in:3: the row has 1 field where the header has 2\nhint: give each row one field per \
             column",
        ),
        (
            "y_true,A\n1,1\n0, \n",
            "in:3:2: the label of \"A\" is missing\nhint: fill in the value, or leave out all rows \
             with missing values by --drop-missing",
        ),
        (
            "A,y_true\n1,\n",
            "in:2:2: the label of \"y_true\" is missing\nhint: fill in the value, or leave out all \
             rows with missing values by --drop-missing",
        ),
        (
            "y_true,A\nyes,1\nn\no,1\n",
            "in:3: the row has 1 field where the header has 2\nhint: give each row one field per \
             column",
        ),
        (
            "y_true,A\nyes,yes\n\"n\no\",yes\nyes,yes\n",
            "in: which label is positive is not known: y_true holds \"yes\" and \"n\\no\"\nhint: \
             name the positive one: --positive yes or --positive 'n\\no'",
        ),
        (
            "y_true,A\n1,1\n0,\"0\n1,0\n",
            "in:3:2: a quote is not closed\nhint: close the quote, or write it twice within quotes",
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
    let at = |place: &str, what: &str, hint: &str| format!("in:{place}: {what}\nhint: {hint}");
    for (text, expected) in [
        (
            "{\"a\": 1}".to_owned(),
            at("1:1", "name is missing (object 1)", "give each of name, tn, fp, fn, tp"),
        ),
        ("[]".to_owned(), "in: there is no classifier in the list\nhint: give at least \
             one".to_owned()),
        ("[\n1]".to_owned(), at("2:1", "an object is expected, not \"1\" (object 1)", list)),
        ("[{]".to_owned(), at("1:3", "the JSON is broken: key must be a \
             string", "correct the JSON")),
        (
            format!("[{good}"),
            at("1:41", "the JSON is broken: EOF while parsing a list", "correct the JSON"),
        ),
        (
            format!("[{good}]\n]"),
            at("2:1", "the JSON is broken: trailing characters", "correct the JSON"),
        ),
        (
            format!("[{good},\n {good}]"),
            "in: the name \"A\" is given twice, first at in (object 1) (object 2)\nhint: give each \
             classifier its own name".to_owned(),
        ),
        (
            format!("[{good},\n{}]", good.replace('4', "-4")),
            at("2:39", "tp is -4 (object 2)", "counts and weights must not be negative"),
        ),
        (
            format!("[{}]", good.replace('4', "null")),
            at("1:40", "tp is not a number: \"null\" (object 1)", number),
        ),
        (
            format!("[{}]", good.replace('4', "[4]")),
            at("1:40", "tp is not a number: \"[4]\" (object 1)", number),
        ),
        (
            format!("[{}]", good.replace('4', "1e99999")),
            at("1:40", "tp has too many digits: \"1e99999\" (object \
                 1)", "write at most 1000 digits"),
        ),
        (
            format!("[{}]", good.replace("\"A\"", "7")),
            at("1:10", "a name is expected, not \"7\" (object 1)", list),
        ),
        (
            format!("[{}]", good.replace("\"A\"", "\" \"")),
            at("1:10", "a classifier has no name (object 1)", "name it"),
        ),
        (
            format!("[{}]", good.replace("tp", "tP\":1,\"tp")),
            at("1:47", "\"tp\" is given twice (object 1)", "keep one of them"),
        ),
        (
            format!("[{}]", good.replace("tp", "x\":1,\"x\":2,\"tp")),
            at("1:45", "\"x\" is given twice (object 1)", "keep one of them"),
        ),
        (
            format!("[{}]", good.replace("tp", "x")),
            at("1:2", "tp is missing (object 1)", "give each of name, tn, fp, fn, tp"),
        ),
        (
            r#"[{"name":"A","tn":0,"fp":0,"fn":0,"tp":0}]"#.to_owned(),
            at(
                "1:2",
                "all four counts are zero (object 1)",
                "give at least one sample, or remove the classifier",
            ),
        ),
    ] {
        assert_eq!(refusal(&text), expected, "{text}");
    }
    assert_eq!(refusal(b"[\n \xff]"), "in:2:2: the text is not UTF-8\nhint: save it as UTF-8 text");
}

#[test]
fn what_cannot_be_read_says_why() {
    let path = |path: &str| {
        let read = read_path(path.as_ref(), &ReadOptions::default(), &mut |_| ());
        with_hint(&read.expect_err("unreadable"))
    };
    assert_eq!(
        path("no/such.csv"),
        "no/such.csv: cannot be read: No such file or directory\nhint: check the path"
    );
    assert_eq!(
        path("no\nsuch"),
        "no\\nsuch: cannot be read: No such file or directory\nhint: check the path"
    );
    assert_eq!(path("/"), "/: cannot be read: Is a directory\nhint: name a file in it");
}
