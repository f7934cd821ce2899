//! Forms of CSV, and forms that are named and not read.

use super::*;
use crate::source::Source;
use crate::table::Table;

const EXPECTED: &str = "A 85 5 4 46\nB 80 10 2 48";

/// The same table in this form.
fn written(separator: &str, line_end: &str) -> String {
    let lines = ["name,tn,fp,fn,tp", "A,85,5,4,46", "B,80,10,2,48"];
    lines.map(|line| line.replace(',', separator) + line_end).concat()
}

fn utf16(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(unit).collect()
}

#[test]
fn every_separator_is_read_with_every_line_end() {
    for separator in [",", ";", "\t", "|", " ", "   "] {
        for line_end in ["\n", "\r\n", "\r"] {
            let text = written(separator, line_end);
            assert_eq!(accepted(&text), EXPECTED, "{text:?}");
            assert_eq!(accepted(format!("\u{feff}{text}")), EXPECTED, "{text:?}");
            assert_eq!(accepted(text.trim_end()), EXPECTED, "{text:?}");
        }
    }
}

#[test]
fn a_line_may_name_the_separator() {
    for (line, separator) in
        [("sep=;", ";"), ("SEP=,", ","), ("\"sep=|\"", "|"), ("sep=\t", "\t"), ("sep=:", ":")]
    {
        for line_end in ["\n", "\r\n", "\r"] {
            let text = format!("{line}{line_end}{}", written(separator, line_end));
            assert_eq!(accepted(&text), EXPECTED, "{text:?}");
        }
    }
    // The line says what the header would not.
    assert_eq!(accepted("sep=;\nname;tn;fp;fn;tp\n\"A,B\";1;2;3;4"), "A,B 1 2 3 4");
    assert!(refusal("sep=;\nname;tn;fp;fn;tp\nA;1;2;3;x").starts_with("in:3:5: tp is not"));
}

#[test]
fn utf_16_is_read_in_both_orders_with_and_without_its_mark() {
    for text in [written(",", "\r\n"), written("\t", "\n"), written(";", "\r")] {
        for marked in [format!("\u{feff}{text}"), text] {
            assert_eq!(accepted(utf16(&marked, u16::to_le_bytes)), EXPECTED, "{marked:?}");
            assert_eq!(accepted(utf16(&marked, u16::to_be_bytes)), EXPECTED, "{marked:?}");
        }
    }
    let named = "\u{feff}name,tn,fp,fn,tp\né\u{1f600},1,2,3,4";
    assert_eq!(accepted(utf16(named, u16::to_le_bytes)), "é\u{1f600} 1 2 3 4");
    let mut json =
        "\u{feff}[{\"name\": \"A\", \"tn\": 1, \"fp\": 2, \"fn\": 3, \"tp\": 4}]".to_owned();
    assert_eq!(accepted(utf16(&json, u16::to_be_bytes)), "A 1 2 3 4");
    json.remove(0);
    assert_eq!(accepted(utf16(&json, u16::to_be_bytes)), "A 1 2 3 4");
}

#[test]
fn broken_utf_16_is_refused_where_it_stands() {
    let text = "\u{feff}name,tn,fp,fn,tp\nA,1,2,3,4\nB";
    for broken in [&[0xd8, 0x00][..], &[0xdc, 0x00], &[0xd8, 0x00, 0x00, 0x2c], &[0x00]] {
        let bytes = [&utf16(text, u16::to_be_bytes)[..], broken].concat();
        let refused = refusal(&bytes);
        assert!(refused.starts_with("in:3"), "{broken:?}: {refused}");
        assert!(
            refused.contains("the text is not UTF-8\nhint: save it as UTF-8 text"),
            "{refused}"
        );
    }
}

#[test]
fn lines_before_the_header_are_left_out_and_counted() {
    for comment in ["# made by a script\n", "#a,b,c\n\n  # it's \"here\n", "# y_true, A\n#\n"] {
        assert_eq!(accepted(format!("{comment}{}", written(",", "\n"))), EXPECTED, "{comment}");
        assert_eq!(accepted(format!("{comment}{}", written(" ", "\n"))), EXPECTED, "{comment}");
    }
    let refused = refusal("# a\n#b\n\nname,tn,fp,fn,tp\nA,1,2,3,x");
    assert!(refused.starts_with("in:5:5: tp is not a number"), "{refused}");
    assert!(refusal("# a\n#b\n\nname,tn\nA,1").starts_with("in:4: fp is missing"));
    assert_eq!(refusal("# a\n# b\n").lines().next(), Some("in: there is nothing to read"));
}

#[test]
fn a_header_with_a_mark_in_front_is_a_header() {
    // As numpy.savetxt writes it.
    assert_eq!(accepted("# y_true,A\n1,0\n0,0\n1,1\n"), "A 1 0 1 1");
    assert_eq!(accepted("# made on Monday\n# y_true A\n1 0\n0 0\n1 1\n"), "A 1 0 1 1");
    let input = read_text("#,name,tn,fp,fn,tp\n1,A,1,2,3,4\n").expect("accepted");
    assert_eq!(shown(&input), "A 1 2 3 4");
    assert_eq!(input.notes, ["ignored the first column of in, an index without a name"]);
}

#[test]
fn row_names_of_r_are_a_column_without_a_name() {
    let note = ["ignored the first column of in, an index without a name"];
    for text in [
        "\"name\" \"tn\" \"fp\" \"fn\" \"tp\"\n\"1\" \"A\" 85 5 4 46\n\"2\" \"B\" 80 10 2 48\n",
        "\"name\",\"tn\",\"fp\",\"fn\",\"tp\"\n\"1\",\"A\",85,5,4,46\n\"2\",\"B\",80,10,2,48\n",
        "name\ttn\tfp\tfn\ttp\n1\tA\t85\t5\t4\t46\n2\tB\t80\t10\t2\t48\n",
    ] {
        let input = read_text(text).expect("accepted");
        assert_eq!(shown(&input), EXPECTED, "{text}");
        assert_eq!(input.notes, note);
    }
    let quoted = "\"name\" \"tn\" \"fp\" \"fn\" \"tp\"\n\"1\" \"a \\\"b\\\" c\\d\" 1 2 3 4\n";
    assert_eq!(shown(&read_text(quoted).expect("accepted")), "a \"b\" c\\d 1 2 3 4");
    let ragged = refusal("name\ttn\tfp\tfn\ttp\n1\tA\t85\t5\t4\t46\nB\t80\t10\t2\t48\n");
    assert!(ragged.starts_with("in:3: the row has 5 fields where the first one has 6"), "{ragged}");
}

#[test]
fn a_further_field_that_may_be_a_slip_is_no_row_name() {
    let expected = "in:2: the row has 6 fields where the header has 5\nhint: give each row one \
         field per column; if the rows begin with names of their own, name that column in the \
         header";
    for text in [
        // A thousand, a name with a blank, separators at the ends of rows.
        "name,tn,fp,fn,tp\nA,1,000,5,4,46\n",
        "name tn fp fn tp\nnaive bayes 1 2 3 4\n",
        "name\ttn\tfp\tfn\ttp\nA\t1\t2\t3\t4\t\n",
        "name,tn,fp,fn,tp\n\"A\",1,2,3,4,\n",
    ] {
        assert_eq!(refusal(text), expected, "{text}");
    }
}

#[test]
fn quoted_line_ends_keep_the_lines_of_errors() {
    for line_end in ["\n", "\r\n", "\r"] {
        let text = "name,tn,fp,fn,tp\n\"A\nB\n\",1,2,3,4\nC,1,2,3,x\n".replace('\n', line_end);
        let refused = refusal(&text);
        assert!(refused.starts_with("in:5:5: tp is not a number"), "{text:?}: {refused}");
    }
}

#[test]
fn headers_with_bars_or_blanks_in_names_keep_their_separator() {
    let input = read_text("y_true,A|B,C D\n1,0,1\n0,0,0\n").expect("accepted");
    assert_eq!(shown(&input), "A|B 1 0 1 0\nC D 1 0 0 1");
    let table = read_text_table(&mut "balanced accuracy\n0.9\n".as_bytes(), "in", &mut |_| ());
    assert_eq!(table.expect("a table").header, ["balanced accuracy"]);
    let table = read_text_table(&mut "\tA\nTN\t1\n".as_bytes(), "in", &mut |_| ());
    assert_eq!(table.expect("a table").header, ["", "A"]);
}

fn transposed<'r>(
    text: &'r mut &[u8],
    progress: &'r mut dyn FnMut(u64),
) -> Result<Table<'r>, InputError> {
    let mut source = Source::new(text, "in", progress);
    let head = source.head()?;
    Table::open(source, head)?.transposed()
}

#[test]
fn a_table_is_transposed_with_its_places() {
    let (mut text, mut progress) =
        (&b",A,B\n\nTN,85,80\nFP,5,10\n\nFN,4,x\nTP,46,48\n"[..], |_| ());
    let mut table = transposed(&mut text, &mut progress).expect("a table");
    assert_eq!(table.header(), ["", "TN", "FP", "FN", "TP"]);
    let mut rows = Vec::new();
    while table.next_row().expect("a row") {
        let fields =
            table.fields().map(|field| std::str::from_utf8(field).expect("text").to_owned());
        rows.push(fields.collect::<Vec<String>>().join(" "));
        let error = table.field_error(InputErrorKind::EmptyName, 3);
        assert_eq!(error.place.position(), format!("in:6:{}", rows.len() + 1));
        let error = table.row_error(InputErrorKind::EmptyName);
        assert_eq!(error.place.position(), format!("in:1:{}", rows.len() + 1));
    }
    assert_eq!(rows, ["A 85 5 4 46", "B 80 10 x 48"]);
}

#[test]
fn a_large_or_ragged_table_is_not_transposed() {
    let mut progress = |_| ();
    let error = transposed(&mut &b",A,B\nTN,1\n"[..], &mut progress).err().expect("ragged");
    assert_eq!(error.to_string(), "in:2: the row has 2 fields where the header has 3");
    let long = "a,b\n".repeat((1 << 21) + 2);
    let error = transposed(&mut long.as_bytes(), &mut progress).err().expect("too large");
    assert_eq!(error.to_string(), "in: there are more than 4194304 cells");
}

#[test]
fn foreign_forms_are_named_with_a_line_that_converts_them() {
    let zip = |name: &str| {
        let mut bytes = b"PK\x03\x04".to_vec();
        bytes.resize(26, 0);
        bytes.extend([u8::try_from(name.len()).expect("short"), 0, 0, 0]);
        [bytes, name.as_bytes().to_vec(), vec![0; 50]].concat()
    };
    let mut tar = vec![b'a'; 257];
    tar.extend(b"ustar\0");
    tar[100] = 0;
    let pandas = |call: &str| {
        format!("python3 -c \"import pandas; pandas.{call}.to_csv('data.csv', index=False)\"")
    };
    let excel = pandas("read_excel('x/a.b')");
    let pickle = pandas("read_pickle('x/a.b')");
    let feather = pandas("read_feather('x/a.b')");
    let parquet = format!(
        "duckdb -c \"copy (from 'x/a.b') to 'data.csv'\" or {}",
        pandas("read_parquet('x/a.b')")
    );
    let forms: [(Vec<u8>, &str, &str); 19] = [
        (zip("[Content_Types].xml"), "an Excel workbook", &excel),
        (zip("a.npy"), "an archive of NumPy", "numpy').load('x/a.b')"),
        (zip("mimetype"), "an OpenDocument file", &excel),
        (zip("a.csv"), "a zip archive", "unzip -p 'x/a.b' > data.csv"),
        (b"PAR1\x15\x04".to_vec(), "a Parquet file", &parquet),
        (b"ARROW1\0\0".to_vec(), "an Arrow or Feather file", &feather),
        (b"FEA1\0\0".to_vec(), "a Feather file", &feather),
        (
            b"SQLite format 3\0\x10\0".to_vec(),
            "an SQLite database",
            "sqlite_scan('x/a.b', 'TABLE')",
        ),
        (b"\x93NUMPY\x01\0v\0{'descr'".to_vec(), "an array of NumPy", "numpy').load('x/a.b'))"),
        (b"\x80\x04\x95\x10\0\0".to_vec(), "a pickle of Python", &pickle),
        (b"BZh91AY&SY\x04\x03".to_vec(), "a bzip2 file", "bzip2 -dc 'x/a.b' > data.csv"),
        (b"\xfd7zXZ\0\0\x04".to_vec(), "an xz file", "xz -dc 'x/a.b' > data.csv"),
        (b"\x89HDF\r\n\x1a\n\0".to_vec(), "an HDF5 file", "pandas.read_hdf('x/a.b')"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0".to_vec(), "an old Excel workbook", &excel),
        (b"%PDF-1.7\n%\xe2\xe3".to_vec(), "a PDF", "copy the table into a CSV with a header"),
        (b"<!DOCTYPE html>\n<html>".to_vec(), "an HTML page", "pandas.read_html('x/a.b')[0]"),
        (b"\n<table><tr>".to_vec(), "an HTML page", "pandas.read_html('x/a.b')[0]"),
        (tar, "a tar archive", "tar xOf 'x/a.b' > data.csv"),
        (b"RDX3\nX\n\0\0\0\x03".to_vec(), "a file of R", "write.csv("),
    ];
    for (bytes, name, hint) in forms {
        let read = read(&bytes[..], "x/a.b", &ReadOptions::default(), &mut |_| ());
        let error = read.expect_err(name);
        check_one_line(&error);
        assert_eq!(error.to_string(), format!("x/a.b: this is {name}, which cannot be read"));
        assert!(error.hint().contains(hint), "{name}: {}", error.hint());
    }
    let error = read(&b"\x80\x04"[..], "a'b", &ReadOptions::default(), &mut |_| ());
    assert!(error.expect_err("a pickle").hint().contains("read_pickle('FILE')"));
}

#[test]
fn text_that_begins_like_a_foreign_form_is_read() {
    assert_eq!(accepted("BZh,y_true\n1,1\n0,0\n1,0\n"), "BZh 1 1 0 1");
    assert_eq!(accepted("PAR1,y_true\n1,1\n0,0\n1,0\n"), "PAR1 1 1 0 1");
}
