//! The rules for labels: what is one label, which is positive, what is refused and with which hint.

use proptest::prelude::*;

use super::*;
use exactile::performance::{Label, MultiClassClassifier};

fn positive(label: &str) -> ReadOptions {
    ReadOptions { positive_label: Some(label.to_owned()), ..ReadOptions::default() }
}

/// The positive label and the counts of an input.
fn read_labelled(text: &str, options: &ReadOptions) -> String {
    let input = read_as(text, options).expect(text);
    format!("{}: {}", input.positive.as_deref().unwrap_or("-"), shown(&input))
}

fn refused_with(text: &str, options: &ReadOptions) -> String {
    with_hint(&read_as(text, options).expect_err(text))
}

#[test]
fn the_positive_label_is_known_or_named() {
    let none = ReadOptions::default();
    for (text, options, expected) in [
        ("y_true,A\n1,1\n0,1\n", &none, "1: A 0 1 0 1"),
        ("y_true,A\n-1,1\n1,1\n", &none, "1: A 0 1 0 1"),
        ("y_true,A\nTRUE,false\nFALSE,true\n", &none, "TRUE: A 0 1 1 0"),
        // Numbers are equal whatever they are written like, as pandas writes them.
        ("y_true,A\n1,1.0\n0,0.0\n", &none, "1: A 1 0 0 1"),
        ("y_true,A\n1.0,1\n0.00,0\n+1,1e0\n", &none, "1.0: A 1 0 0 2"),
        ("y_true,A\n1,1\n0,1\n", &positive("0"), "0: A 1 0 1 0"),
        ("y_true,A\n1,1\n-1,1\n", &positive("-1.0"), "-1: A 1 0 1 0"),
        ("y_true,A\n2,2\n3,2\n", &positive("3"), "3: A 1 0 1 0"),
        ("A, Y_true \nno,yes\n yes\t,\"yes\"\nno,no\n", &positive(" yes "), "yes: A 1 0 1 1"),
        ("y_true,A\nc,c++\nc++,c++\n", &positive("c++"), "c++: A 0 1 0 1"),
        // A label alone stands for its well-known pair.
        ("y_true,A\n1,1\n1,0\n", &none, "1: A 0 0 1 1"),
        ("y_true,A\n1,1\n1,-1\n", &none, "1: A 0 0 1 1"),
        ("y_true,A\n0,1\n0,0\n", &none, "1: A 1 1 0 0"),
        ("y_true,A\n0,0\n", &none, "1: A 1 0 0 0"),
        ("y_true,A\n1,1\n1,0\n", &positive("1"), "1: A 0 0 1 1"),
        ("y_true,A\n1,1\n1,0\n", &positive("0"), "0: A 1 1 0 0"),
        ("y_true,A\nmalignant,malignant\n", &positive("malignant"), "malignant: A 0 0 0 1"),
    ] {
        assert_eq!(read_labelled(text, options), expected, "{text:?}");
    }
    // A second label of y_true may come later than a classifier says it.
    let late = format!("y_true,A\n{}0,0\n", "1,0\n".repeat(1000));
    assert_eq!(read_labelled(&late, &none), "1: A 1 0 1000 0");
}

#[test]
fn a_label_comes_back_as_the_input_writes_it_first() {
    for (text, asked, expected) in [
        ("y_true,A\n1.5,1.5\n2,1.5\n", "1.5", "1.5: A 0 1 0 1"),
        ("y_true,A\n3/2,1.5\n2,1.5\n", "1.5", "3/2: A 0 1 0 1"),
        ("y_true,A\n2,1.50\n1.5,2\n", "3/2", "1.50: A 0 1 1 0"),
        ("y_true,A\n1e1,10\n2,2\n", "10", "1e1: A 1 0 0 1"),
        ("y_true,A\n007,7\n8,8\n", " 7", "007: A 1 0 0 1"),
        ("y_true,A\nfAlse,TRUE\nTrue,true\n", "true", "TRUE: A 0 1 0 1"),
        // A label that the input never writes is written as it was asked for.
        ("y_true,A\n0,0\n", "+1", "+1: A 1 0 0 0"),
    ] {
        assert_eq!(read_labelled(text, &positive(asked)), expected, "{text:?}");
        let absent = refused_with("y_true,A\n2,2\n3,3\n", &positive("1.50"));
        assert!(absent.contains("y_true never holds the label \"1.50\""), "{absent}");
    }
    let scores = ReadOptions { format: Some(Format::Scores), ..positive("1.5") };
    assert!(read_labelled("y_true,A\n15e-1,0.2\n2,0.1\n", &scores).starts_with("15e-1: "));
}

#[test]
fn other_pairs_are_refused_with_ready_flags() {
    for (text, options, expected) in [
        (
            "y_true,A\nbenign,benign\nmalignant,benign\n",
            ReadOptions::default(),
            "in: which label is positive is not known: y_true holds \"benign\" and \
             \"malignant\"\nhint: name the positive one: --positive benign or --positive malignant",
        ),
        (
            "y_true,A\nnot spam,it's\nit's,it's\n",
            ReadOptions::default(),
            "in: which label is positive is not known: y_true holds \"not spam\" and \
             \"it's\"\nhint: name the positive one: --positive 'not spam' or --positive 'it'\\''s'",
        ),
        (
            "y_true,A\n1,1\n2,1\n",
            ReadOptions::default(),
            "in: which label is positive is not known: y_true holds \"1\" and \"2\"\nhint: name \
             the positive one: --positive 1 or --positive 2",
        ),
        (
            "y_true,A\nTrue,True\n0,0\n",
            ReadOptions::default(),
            "in: which label is positive is not known: y_true holds \"True\" and \"0\"\nhint: name \
             the positive one: --positive True or --positive 0",
        ),
        (
            "y_true,A\nyes,yes\n",
            ReadOptions::default(),
            "in: which label is positive is not known: y_true holds \"yes\"\nhint: name the \
             positive one: --positive yes",
        ),
        (
            "y_true,A\nyes,yes\nno,yes\n",
            positive("1"),
            "in: y_true never holds the label \"1\", only \"yes\" and \"no\"\nhint: name the \
             positive one: --positive yes or --positive no",
        ),
        (
            "y_true,A\nbenign,benign\n",
            positive("malignnat"),
            "in: y_true never holds the label \"malignnat\", only \"benign\"\nhint: name the \
             positive one: --positive benign",
        ),
        (
            "y_true,A\n1,0\n",
            positive("-1"),
            "in: y_true never holds the label \"-1\", only \"1\"\nhint: name the positive one: \
             --positive 1",
        ),
        (
            "y_true,A\na,a\nb,b\nc,c\n",
            ReadOptions::default(),
            "in:4:1: y_true holds more than two labels: \"a\", \"b\", \"c\"\nhint: add \
             --multi-class, or --multi-class --class a for one class against the rest",
        ),
        // The classifier says the labels before y_true does.
        (
            "y_true,A,B\na,c,b\na,b,c\nb,b,c\na,d,a\nc,a,a\n",
            positive("a"),
            "in:6:1: y_true holds more than two labels: \"a\", \"c\", \"b\"\nhint: add \
             --multi-class, or --multi-class --class a for one class against the rest",
        ),
    ] {
        assert_eq!(refused_with(text, &options), expected, "{text:?}");
    }
}

#[test]
fn missing_values_are_refused_or_their_rows_left_out() {
    for missing in ["NA", "nan", "NaN", "null", "None", "", "  ", "N/A", "<NA>"] {
        let shown = missing.trim();
        let quoted = if shown.is_empty() { String::new() } else { format!(": {shown:?}") };
        for (row, column, name) in
            [(format!("0,{missing},1"), 2, "A"), (format!("{missing},1,1"), 1, "y_true")]
        {
            let text = format!("y_true,A,B\n1,1,0\n{row}\n0,0,0\n");
            assert_eq!(
                refused_with(&text, &ReadOptions::default()),
                format!(
                    "in:3:{column}: the label of {name:?} is missing{quoted}\nhint: fill in the \
                     value, or leave out all rows with missing values by --drop-missing"
                )
            );
            let options = ReadOptions { drop_missing: true, ..ReadOptions::default() };
            let input = read_as(&text, &options).expect("rows are left out");
            assert_eq!(super::shown(&input), "A 1 0 0 1\nB 1 0 1 0");
            assert_eq!(input.dropped, 1);
            assert_eq!(
                input.notes,
                ["1 of 3 rows in in left out for a missing value", "A equals y_true in every row"]
            );
        }
    }
    let drop = ReadOptions { drop_missing: true, ..ReadOptions::default() };
    // A row that is left out leaves no trace: its labels need not be labels, nor its count a
    // number.
    let text = "y_true,A,B,count\n1,1,0,2\nx,NA,y,1\nnull,z,1,x\n0,0,0,NA\n0,1,0,3\n";
    let input = read_as(text, &drop).expect("rows are left out");
    assert_eq!((shown(&input).as_str(), input.dropped), ("A 0 3 0 2\nB 3 0 2 0", 3));
    assert_eq!(
        refused_with("y_true,A\nNA,1\n1,NA\n", &drop),
        "in: no sample is left: all 2 rows have missing values\nhint: leave out a column that is \
         empty with --ignore, or run without --drop-missing"
    );
    // A class may be called so if it is named.
    assert_eq!(
        read_labelled("y_true,A\nNone,None\nsome,None\n", &positive("None")),
        "None: A 0 1 0 1"
    );
}

#[test]
fn what_is_no_label_is_refused_at_its_first_place() {
    let outs = |columns: &str| format!("leave {columns}; y_true holds \"1\" and \"0\"");
    let none = ReadOptions::default();
    for (text, expected) in [
        // Probabilities, one of which is exactly a label.
        (
            "y_true,A,p\n1,1,1\n0,0,0.25\n1,1,0.9\n",
            "in:3:3: \"p\" holds \"0.25\", which y_true never holds\nhint: predictions are labels \
             such as \"1\" and \"0\": read scores with --input-format scores, or leave the column \
             out with --ignore p".to_owned(),
        ),
        // An identifier, and a feature beside it.
        (
            "key,y_true,A,size\n1,1,1,54\n2,0,1,61\n3,0,0,47\n",
            format!(
                "in:2:4: \"size\" holds \"54\", which y_true never holds\nhint: if these are not \
                 classifiers, {}",
                outs("them out: --ignore key --ignore size")
            ),
        ),
        (
            "y_true,A\n1,1\n0,0\n1,2\n0,2\n",
            "in:4:2: \"A\" holds \"2\", which y_true never holds\nhint: correct the label; y_true \
             holds \"1\" and \"0\"".to_owned(),
        ),
        (
            "y_true,A,row no\n1,1,x1\n0,0,x2\n",
            format!(
                "in:2:3: \"row no\" holds \"x1\", which y_true never holds\nhint: if this is not a \
                 classifier, {}",
                outs("it out: --ignore 'row no'")
            ),
        ),
        // One odd value does not make a classifier an identifier, nor scores.
        (
            "y_true,A\n1,1\n0,maybe\n1,1\n0,0\n",
            "in:3:2: \"A\" holds \"maybe\", which y_true never holds\nhint: correct the label; \
             y_true holds \"1\" and \"0\"".to_owned(),
        ),
        // A label that is near another one may be that of a class without samples.
        (
            "y_true,A\ntype_1,type_1\ntype_2,type_3\n",
            "in:3:2: \"A\" holds \"type_3\", which y_true never holds\nhint: correct the label; \
             y_true holds \"type_1\" and \"type_2\"".to_owned(),
        ),
        // One truth value, written in two ways.
        (
            "y_true,A\n1,True\n0,False\n",
            "in:2:2: \"A\" holds \"True\", which y_true never holds\nhint: write \"1\" instead of \
             \"True\"".to_owned(),
        ),
        // The first place is that before y_true has shown its second label.
        (
            "y_true,A\n1,5\n1,0\n1,5\n0,0\n",
            "in:2:2: \"A\" holds \"5\", which y_true never holds\nhint: correct the label; y_true \
             holds \"1\" and \"0\"".to_owned(),
        ),
        (
            "y_true,A\n1,0\n1,-1\n",
            "in:3:2: \"A\" holds \"-1\", which y_true never holds\nhint: correct the label; y_true \
             holds \"1\"".to_owned(),
        ),
    ] {
        assert_eq!(refused_with(text, &none), expected, "{text:?}");
    }
    let spelling = "y_true,A\nbenign,benign\nmalignant,Benign\n";
    assert_eq!(
        refused_with(spelling, &positive("malignant")),
        "in:3:2: \"A\" holds \"Benign\", which y_true never holds\nhint: write \"benign\" instead \
         of \"Benign\""
    );
    assert_eq!(
        refused_with("y_true,A\nbenign,benign\nbenign,malignant\n", &positive("benign")),
        "in:3:2: \"A\" holds \"malignant\", which y_true never holds\nhint: correct the label; \
         y_true holds \"benign\""
    );
    // Several classes follow the same rules.
    let many = read_multi_class(
        "y_true,A\na,a\nb,d\nc,NA\n".as_bytes(),
        "in",
        &ReadOptions { drop_missing: true, ..ReadOptions::default() },
        &mut |_| (),
    );
    assert_eq!(
        many.expect_err("a label that is none").to_string(),
        "in:3:2: \"A\" holds \"d\", which y_true never holds"
    );
}

/// Gives rows without end as far as they are asked for.
struct Rows {
    next: u64,
    last: u64,
    block: Vec<u8>,
    row: fn(u64) -> String,
}

impl std::io::Read for Rows {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        while self.block.is_empty() && self.next < self.last {
            self.block = (self.row)(self.next).into_bytes();
            self.next += 1;
        }
        let count = self.block.len().min(into.len());
        into[..count].copy_from_slice(&self.block[..count]);
        self.block.drain(..count);
        Ok(count)
    }
}

/// Identifiers, features and spellings by the thousand are refused at the first place, and only
/// a bounded number of them is remembered.
#[test]
fn many_labels_do_not_fill_the_memory() {
    let row = |number: u64| match number {
        0 => "y_true,key,A\n".to_owned(),
        59_999 => "0,x,1\n".to_owned(),
        number => format!("1,x{number},{number}.0\n"),
    };
    let rows = Rows { next: 0, last: 60_000, block: Vec::new(), row };
    let error = read(rows, "in", &ReadOptions::default(), &mut |_| ()).expect_err("identifiers");
    assert_eq!(error.to_string(), "in:2:2: \"key\" holds \"x1\", which y_true never holds");
    assert_eq!(
        error.hint(),
        "if these are not classifiers, leave them out: --ignore key --ignore A; y_true holds \"1\" \
         and \"0\""
    );
    let row = |number: u64| match number {
        0 => "y_true,A\n".to_owned(),
        number => format!("{},{}e-{number}\n", number % 2, if number % 2 == 0 { 0 } else { 1 }),
    };
    let rows = Rows { next: 0, last: 900, block: Vec::new(), row };
    let options = ReadOptions { format: Some(Format::Predictions), ..ReadOptions::default() };
    let error = read(rows, "in", &options, &mut |_| ()).expect_err("scores");
    assert_eq!(error.to_string(), "in:2:2: \"A\" holds \"1e-1\", which y_true never holds");
}

#[test]
fn columns_are_left_out_by_name() {
    let ignore = |names: &[&str]| ReadOptions {
        ignore: names.iter().map(|name| (*name).to_owned()).collect(),
        ..ReadOptions::default()
    };
    // The first column is the index that pandas writes; another one needs a name.
    let text = ",y_true,A,key,\n0,1,1,x,1\n1,0,1,y,1\n";
    assert_eq!(
        refused_with(text, &ReadOptions::default()),
        "in:1:5: a column has no name\nhint: name it"
    );
    assert_eq!(read_labelled(text, &ignore(&["", "key"])), "1: A 0 1 0 1");
    assert_eq!(
        refused_with(text, &ignore(&["KEY"])),
        "in:1: there is no column \"KEY\"\nhint: did you mean \"key\"?"
    );
    assert_eq!(
        refused_with(text, &ignore(&["nothing like it"])),
        "in:1: there is no column \"nothing like it\"\nhint: name one of the header"
    );
    assert_eq!(
        refused_with("y_true,A\n1,1\n", &ignore(&["y_true"])),
        "in:1: the header is of no known form: \"y_true,A\"\nhint: start with name,tn,fp,fn,tp or \
         name,tnr,tpr or y_true and a column per classifier"
    );
    assert_eq!(
        refused_with("y_true,A\n1,1\n", &ignore(&["A"])),
        "in:1: there is no column of predictions beside y_true\nhint: give a column of predictions \
         for each classifier"
    );
    // Other tables too: the note on columns that are not used does not name them.
    let matrices = "name,tn,fp,fn,tp,auc,seed\nA,1,2,3,4,0.5,7\n";
    assert_eq!(
        read_as(matrices, &ignore(&["auc"])).expect("accepted").notes,
        ["ignored columns in in: \"seed\""]
    );
    assert_eq!(
        refused_with("[]", &ignore(&["x"])),
        "in: JSON has no columns\nhint: run without --ignore and --where: other keys are ignored"
    );
}

#[test]
fn counts_say_how_many_samples_a_row_stands_for() {
    let read = |text: &str| read_as(text, &ReadOptions::default());
    let input = read("Count,y_true,A\n3,1,1\n2.0,0,1\n0,0,0\n1e2,0,0\n").expect("accepted");
    assert_eq!(shown(&input), "A 100 2 0 3");
    assert_eq!(input.notes, ["the column Count of in says that 4 rows stand for 105 samples"]);
    let whole = "this column says how many samples a row stands for: write whole numbers";
    for count in ["-1", "1.5", "x", "1/3", "inf"] {
        let is_weight = ["1.5", "1/3"].contains(&count);
        let or_weigh = if is_weight { ", or add --weight count if it weighs the rows" } else { "" };
        assert_eq!(
            refused_with(&format!("y_true,A,count\n1,1,1\n0,0,{count}\n"), &ReadOptions::default()),
            format!(
                "in:3:3: count is {count:?}, not a whole number from 0\nhint: {whole}{or_weigh}"
            )
        );
    }
    let large = u64::MAX.to_string();
    let most = read(&format!("y_true,A,count\n1,1,{large}\n0,0,0\n")).expect("accepted");
    assert_eq!(shown(&most), format!("A 0 0 0 {large}"));
    for rows in [format!("1,1,{large}\n0,0,1\n"), format!("1,1,1\n0,0,{large}0\n")] {
        assert_eq!(
            refused_with(&format!("y_true,A,count\n{rows}"), &ReadOptions::default()),
            format!(
                "in:3:3: the counts add up to more than {large}\nhint: give a confusion matrix per \
                 classifier, whose counts may have any size"
            )
        );
    }
    assert_eq!(
        refused_with("y_true,A,count\n1,1,0\n", &ReadOptions::default()),
        "in: there is no sample below the header\nhint: give at least one"
    );
    assert_eq!(
        refused_with("y_true,A,count,Count\n1,1,1,1\n", &ReadOptions::default()),
        "in:1:4: \"Count\" is given twice\nhint: keep one of them"
    );
}

/// The spellings of some labels.
const ONE: [&str; 6] = ["1", "1.0", "1.00", "+1", "1e0", " 1 "];
const SPELLINGS: [[&[&str]; 2]; 4] = [
    [&["0", "0.0", "-0", "0e3"], &ONE],
    [&["-1", "-1.0", "-1e0", "-2/2"], &ONE],
    [&["False", "false", "FALSE"], &["True", "true", "TRUE"]],
    [&["benign", " benign"], &["malignant", "malignant\t"]],
];
/// Texts that are labels of none of these pairs.
const NO_LABELS: [&str; 12] =
    ["NA", "NaN", "null", "None", "", "0.93", "2", "1e-3", "x17", "Malignant", "yes", "T"];

/// A table: which pair, and per row its count, its true class and what three classifiers said, each
/// with the number of a spelling.
#[derive(Clone, Debug)]
struct Drawn {
    pair: usize,
    rows: Vec<(u64, [(usize, usize); 4])>,
}

impl Drawn {
    fn spelling(&self, (class, spelling): (usize, usize)) -> &'static str {
        let spellings = SPELLINGS[self.pair][class];
        spellings[spelling % spellings.len()]
    }

    fn options(&self) -> ReadOptions {
        match self.pair {
            3 => positive("malignant"),
            _ => ReadOptions::default(),
        }
    }

    /// The cells of all rows: true label, three predictions.
    fn cells(&self, is_canonical: bool) -> Vec<Vec<String>> {
        let cell = |&(class, spelling): &(usize, usize)| {
            self.spelling((class, if is_canonical { 0 } else { spelling })).to_owned()
        };
        self.rows.iter().map(|(_, labels)| labels.iter().map(cell).collect()).collect()
    }
}

const HEADER: [&str; 4] = ["y_true", "A", "B", "C"];

/// The table as text, its columns in an order.
fn text_of(header: &[&str], rows: &[Vec<String>], order: &[usize]) -> String {
    let line = |cells: &dyn Fn(usize) -> String| {
        order.iter().map(|&column| cells(column)).collect::<Vec<_>>().join(",") + "\n"
    };
    let mut text = line(&|column| header[column].to_owned());
    for row in rows {
        text += &line(&|column| row[column].clone());
    }
    text
}

fn drawn() -> impl Strategy<Value = Drawn> {
    let label = (0..2_usize, 0..6_usize);
    let row = (1..4_u64, prop::array::uniform4(label));
    (0..SPELLINGS.len(), prop::collection::vec(row, 1..12)).prop_map(|(pair, mut rows)| {
        // Both labels are there.
        rows.push((1, [(0, 0), (0, 1), (1, 2), (0, 3)]));
        rows.push((1, [(1, 0), (0, 1), (1, 2), (0, 3)]));
        Drawn { pair, rows }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Any cell that is no label is refused, with its place.
    #[test]
    fn every_cell_that_is_no_label_is_refused(
        drawn in drawn(),
        at in any::<prop::sample::Index>(),
        column in 1..4_usize,
        which in 0..NO_LABELS.len(),
    ) {
        let mut cells = drawn.cells(false);
        let row = at.index(cells.len());
        cells[row][column] = NO_LABELS[which].to_owned();
        let text = text_of(&HEADER, &cells, &[0, 1, 2, 3]);
        for options in [drawn.options(), ReadOptions { format: Some(Format::Predictions), ..drawn.options() }] {
            let error = read_as(&text, &options).expect_err("no label");
            prop_assert_eq!(error.place.position(), format!("in:{}:{}", row + 2, column + 1), "{}", text);
        }
        let many = read_multi_class(text.as_bytes(), "in", &ReadOptions::default(), &mut |_| ());
        prop_assert_eq!(many.expect_err("no label").place.line, Some(row as u64 + 2));
        // In y_true it is missing or a third label.
        let mut cells = drawn.cells(false);
        cells.push(cells[row].clone());
        let last = cells.len() - 1;
        cells[last][0] = NO_LABELS[which].to_owned();
        let error = read_as(text_of(&HEADER, &cells, &[0, 1, 2, 3]), &drawn.options());
        let position = error.expect_err("no label").place.position();
        prop_assert_eq!(position, format!("in:{}:1", last + 2));
    }

    /// Neither spellings nor the order of columns, columns that are left out, or counts instead of
    /// repeated rows change what is read.
    #[test]
    fn one_table_has_many_forms(
        drawn in drawn(),
        order in Just(vec![0_usize, 1, 2, 3]).prop_shuffle(),
        wide in Just(vec![0_usize, 1, 2, 3, 4, 5, 6]).prop_shuffle(),
    ) {
        let options = drawn.options();
        let read = |text: &str, options: &ReadOptions| {
            let mut input = read_as(text, options).expect(text);
            input.classifiers.sort_by(|x, y| x.name.cmp(&y.name));
            // Each form has its own spelling first.
            (input.classifiers, input.positive.map(|label| Label::new(&label)))
        };
        let repeated = |is_canonical: bool| -> Vec<Vec<String>> {
            let rows = drawn.rows.iter().zip(drawn.cells(is_canonical));
            rows.flat_map(|((count, _), row)| vec![row; usize::try_from(*count).expect("small")]).collect()
        };
        let expected = read(&text_of(&HEADER, &repeated(true), &[0, 1, 2, 3]), &options);
        prop_assert_eq!(&read(&text_of(&HEADER, &repeated(false), &[0, 1, 2, 3]), &options), &expected);
        prop_assert_eq!(&read(&text_of(&HEADER, &repeated(false), &order), &options), &expected);
        // Counts, an identifier and a column of scores that are left out.
        let mut header = HEADER.to_vec();
        header.extend(["count", "id", "score"]);
        let mut rows = drawn.cells(false);
        for (number, ((count, _), row)) in drawn.rows.iter().zip(&mut rows).enumerate() {
            row.extend([count.to_string(), format!("x{number}"), format!("0.{number}")]);
        }
        let ignore = vec!["id".to_owned(), "score".to_owned()];
        let leaving_out = ReadOptions { ignore, ..options };
        prop_assert_eq!(&read(&text_of(&header, &rows, &wide), &leaving_out), &expected);
        // Rows that lack a value are as good as not there.
        let mut with_missing = rows;
        with_missing.insert(0, ["NA", "x", "y", "z", "1", "x", "0.5"].map(str::to_owned).to_vec());
        with_missing.push(["0", "1", "None", "z", "1", "", "NA"].map(str::to_owned).to_vec());
        let dropping = ReadOptions { drop_missing: true, ..leaving_out.clone() };
        let text = text_of(&header, &with_missing, &wide);
        prop_assert_eq!(&read(&text, &dropping), &expected);
        prop_assert!(read_as(&text, &leaving_out).is_err());
        // Several classes are counted by the same rules.
        let many = |text: &str, options: &ReadOptions| {
            let read = read_multi_class(text.as_bytes(), "in", options, &mut |_| ()).expect(text);
            let known = |classifier: MultiClassClassifier| {
                let matrix = classifier.matrix;
                let labels: Vec<Label> = matrix.labels().iter().map(|l| Label::new(l)).collect();
                (classifier.name, labels, matrix.cells().to_vec())
            };
            read.classifiers.into_iter().map(known).collect::<Vec<_>>()
        };
        prop_assert_eq!(
            many(&text_of(&HEADER, &repeated(true), &[0, 1, 2, 3]), &ReadOptions::default()),
            many(&text_of(&header, &with_missing, &[0, 1, 2, 3, 4, 5, 6]), &dropping)
        );
    }
}

/// A column becomes a classifier only if nothing speaks against it.
#[test]
fn names_speak_against_classifiers() {
    let rows = "1,1,1,0,2\n0,0,1,1,1\n1,1,0,1,1\n";
    let read = |header: &str, truth: Option<&str>| {
        let truth = truth.map(str::to_owned);
        let options = ReadOptions { truth, ..ReadOptions::default() };
        let text = format!("{header}\n{rows}");
        read_as(&text, &options).map(|input| shown(&input)).map_err(|error| with_hint(&error))
    };
    let lr = || Ok("lr 0 1 1 1".to_owned());
    // What says whether a prediction is right, a second truth, a second weight.
    assert_eq!(read("id,y_true,lr,correct,fold", None), lr());
    assert_eq!(read("label,y_true,lr,is_correct,fold", Some("y_true")), lr());
    assert_eq!(read("id,y_true,lr,weight,count", None), Ok("lr 0 1 1 2".to_owned()));
    // Printed scores of classes.
    let report =
        "class,precision,recall,f1-score,support\n0,0.91,0.97,0.94,32\n1,0.96,0.89,0.93,28\n";
    assert_eq!(
        with_hint(&read_text(report).expect_err("no predictions")),
        "in:1: there is no column of predictions beside class\nhint: give a column of \
         predictions for each classifier"
    );
    // Alone they may be what is meant.
    assert_eq!(accepted("y_true,recall\n1,1\n0,1\n"), "recall 0 1 0 1");
    assert_eq!(accepted("y_true,correct\n1,1\n0,1\n"), "correct 0 1 0 1");
}

/// Whole numbers as pandas writes them beside missing ones.
#[test]
fn identifiers_may_have_a_decimal_point() {
    let text = "PassengerId,y_true,lr\n1.0,0,0.1\n2.0,0,0.4\n3.0,1,0.3\n4.0,1,0.8\n5.0,1,0.9\n";
    assert_eq!(
        with_hint(&read_text(text).expect_err("an identifier")),
        "in: \"PassengerId\" holds 5 different whole numbers in 5 rows, like an identifier\nhint: \
         if it identifies the samples, add --only lr; if it is a model, add --only PassengerId,lr"
    );
}

/// Beside the predicted class tidymodels has the probability of each: predictions for some
/// commands, scores for others.
#[test]
fn tidymodels_predictions_are_read_directly() {
    let text =
        ".pred_class,.pred_no,.pred_yes,truth\nno,0.8,0.2,no\nyes,0.3,0.7,yes\nno,0.6,0.4,yes\n";
    let yes = positive("yes");
    assert_eq!(read_labelled(text, &yes), "yes: .pred_class 1 0 1 1");
    let unknown = ReadOptions { format: Some(Format::Scores), ..ReadOptions::default() };
    let refused = refused_with(text, &unknown);
    assert!(refused.ends_with("--positive no or --positive yes"), "{refused}");
    for (label, auc) in [("yes", "1"), ("no", "1")] {
        let scores = ReadOptions { format: Some(Format::Scores), ..positive(label) };
        let models = read_as(text, &scores).expect("accepted").models;
        let names: Vec<&str> = models.iter().map(exactile::threshold::ScoredModel::name).collect();
        assert_eq!(names, [format!(".pred_{label}")]);
        assert_eq!(models[0].auc().expect("two classes").to_string(), auc);
    }
}
