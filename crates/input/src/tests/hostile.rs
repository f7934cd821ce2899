//! Bytes of any kind, in any portions: no panic, and one line of text.

use std::io::{self, Read};

use proptest::prelude::*;

use super::*;

#[test]
fn deep_nesting_does_not_overflow_the_stack() {
    let deep = "[".repeat(300_000);
    assert!(refusal(&deep).contains(": the JSON is broken: EOF"));
    let closed = "]".repeat(300_000);
    assert!(refusal(format!("{deep}{closed}")).contains(": an object is expected"));
    let ignored = format!(r#"[{{"x":{deep}{closed},"name":"A","tn":1,"fp":2,"fn":3,"tp":4}}]"#);
    assert_eq!(shown(&read_text(ignored).expect("accepted")), "A 1 2 3 4");
}

/// Gives a few bytes at a time, so that every row crosses the ends of blocks.
struct Trickle<'t>(&'t [u8], usize);

impl Read for Trickle<'_> {
    fn read(&mut self, block: &mut [u8]) -> io::Result<usize> {
        let count = self.1.min(self.0.len()).min(block.len());
        block[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

#[test]
fn an_endless_row_is_refused_before_it_fills_the_memory() {
    let header = "name,tn,fp,fn,tp\nA,1,2,3,4\n\"";
    let endless = header.as_bytes().chain(io::repeat(b'x'));
    let error = read(endless, "in", &ReadOptions::default(), &mut |_| ()).expect_err("endless");
    assert_eq!(
        with_hint(&error),
        "in:3: a row is longer than 33554432 bytes\nhint: look for a quote that is not closed"
    );
    let error = read(io::repeat(0), "in", &ReadOptions::default(), &mut |_| ());
    assert_eq!(error.expect_err("endless").to_string(), "in:1: there is a NUL byte");
    let error = read(io::repeat(b'\n'), "in", &ReadOptions::default(), &mut |_| ());
    assert!(matches!(error.expect_err("endless").kind, InputErrorKind::Empty));
}

/// A header with a tab in the middle of `count` is a column of counts all the same.
#[test]
fn names_of_columns_stand_in_one_line_of_an_error() {
    let error = refusal("y_true;A;co\tunt\nyes;no;1NaN\n");
    assert!(
        error.starts_with("in:2:3: co\\tunt is \"1NaN\", not a whole number from 0"),
        "{error}"
    );
    assert!(!error.contains('\t'), "{error:?}");
}

/// A valid file of each form, quoted fields among them.
const VALID: [&str; 4] = [
    "name,tn,fp,fn,tp,note\r\nA,1,2,3,4,\r\n\"B\n\",5,1e2,7/2,0.25,\"x\"\"\"\r\n",
    "name,tnr,tpr,prior\nA,0.7,7/10,20%\n\nB,1,0,1/3\n",
    "y_true,A,\"B,\"\n1,1,0\n\"1\", 0 ,1\n0,0,0\n",
    "[{\"name\":\"A\",\"tn\":1,\"fp\":2e1,\"fn\":\"3/4\",\"tp\":4},\n{\"name\":\"\\u00e9\",\"tnr\":0.5,\"tpr\":1,\"prior\":\"1/2\",\"x\":[]}]",
];

/// Whatever the bytes are: no panic, one line, and no dependence on how they arrive.
fn check_hostile(bytes: &[u8], step: usize) {
    let formats = Format::ALL.into_iter().map(Some).chain([None]);
    for format in formats {
        let options = ReadOptions { format, ..ReadOptions::default() };
        let outcome = read_as(bytes, &options);
        match &outcome {
            Ok(input) => {
                assert!(!input.classifiers.is_empty());
                assert!(input.notes.iter().all(|note| !note.contains(char::is_control)));
            }
            Err(error) => {
                check_one_line(error);
            }
        }
        let trickled = read(Trickle(bytes, step), "in", &options, &mut |_| ());
        assert_eq!(trickled, outcome);
    }
}

#[test]
fn valid_files_are_valid_however_they_arrive() {
    for text in VALID {
        assert!(read_text(text).is_ok(), "{text}");
        for step in 1..20 {
            check_hostile(text.as_bytes(), step);
        }
    }
}

proptest! {
    #[test]
    fn no_bytes_cause_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), step in 1..50_usize) {
        check_hostile(&bytes, step);
    }

    #[test]
    fn no_text_of_telling_bytes_causes_a_panic(text in "(name,tn,fp,fn,tp|y_true,a|name,tnr,tpr,prior|\\[)[\n\r\",;{}:01e/\\-. \
         aé\u{2028}\\\\]{0,60}", step in 1..50_usize) {
        check_hostile(text.as_bytes(), step);
    }

    #[test]
    fn no_mutation_causes_a_panic(
        which in 0..VALID.len(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 1..5),
        step in 1..50_usize,
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
        check_hostile(&bytes, step);
    }

    #[test]
    fn the_fast_path_agrees_with_the_parser(rows in prop::collection::vec(prop::array::uniform2("[01a ]{0,3}"), 0..20)) {
        let plain: String = rows.iter().map(|[a, b]| format!("{a},{b}\n")).collect();
        // An empty line of one form is a row of the other, so none is made.
        let quoted: String = rows.iter().map(|[a, b]| format!("\"{a}\",\"{b}\"\n")).collect();
        prop_assert_eq!(
            read_text(format!("y_true,A\n{plain}")),
            read_text(format!("y_true,A\n{quoted}"))
        );
    }
}
