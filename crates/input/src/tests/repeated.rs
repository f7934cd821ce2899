//! Lines that come again are counted as if each were split.

use super::*;
use proptest::prelude::*;

/// A table of rows with identifiers, whose columns are in this order.
fn table(rows: &[[String; 6]], order: &[usize], ends: &[&str]) -> String {
    let line = |cells: [&str; 6]| -> String {
        let cells: Vec<&str> = order.iter().map(|&column| cells[column]).collect();
        cells.join(",")
    };
    let mut text = line(["y_true", "A", "B", "site", "count", "uid"]) + "\n";
    for (at, row) in rows.iter().enumerate() {
        text.push_str(&line(row.each_ref().map(String::as_str)));
        text.push_str(ends[at % ends.len()]);
    }
    text
}

/// The content of a table, or its refusal.
fn said(text: &str, options: &ReadOptions) -> Result<String, String> {
    let found = read_as(text, options).map_err(|error| with_hint(&error))?;
    let (positive, weights) = (&found.positive, &found.weights);
    let (joint, domains) = (&found.joint, &found.domains);
    let facts = (positive, weights, joint, domains, found.dropped);
    Ok(format!("{}\n{facts:?}", shown(&found)))
}

fn row() -> impl Strategy<Value = [String; 5]> {
    let label =
        prop_oneof![20 => "[01]", 1 => Just("NA".to_owned()), 1 => Just("\"1\"".to_owned())];
    let site = prop_oneof![20 => "[xyz]", 1 => Just(String::new()), 1 => Just("\"x\"".to_owned())];
    let count = prop_oneof![
        20 => "[1-3]",
        1 => Just("0.5".to_owned()),
        1 => Just(String::new()),
        1 => Just("999999999999999999".to_owned())
    ];
    (label.clone(), label.clone(), label, site, count).prop_map(|row| row.into())
}

/// An identifier as it comes in files.
fn identifier() -> impl Strategy<Value = String> {
    prop_oneof![10 => "[a-z0-9 ]{0,3}", 1 => Just("é".to_owned()), 1 => Just("\"a,b\"".to_owned())]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Every line is split where identifiers are in quotes.
    #[test]
    fn a_line_means_the_same_when_it_comes_again(
        kinds in prop::collection::vec(row(), 1..6),
        order in prop::collection::vec((0_usize..6, identifier()), 1..60),
        columns in Just([0, 1, 2, 3, 4, 5]).prop_shuffle(),
        ends in 0_usize..3,
        by in any::<bool>(),
        keep in any::<bool>(),
        weigh in any::<bool>(),
        joint in any::<bool>(),
    ) {
        let rows = |identified: &dyn Fn(&str) -> String| -> Vec<[String; 6]> {
            let row = |(kind, id): &(usize, String)| {
                let [truth, a, b, site, count] = kinds[kind % kinds.len()].clone();
                [truth, a, b, site, count, identified(id)]
            };
            order.iter().map(row).collect()
        };
        let ends: &[&str] = [&["\n"][..], &["\r\n"], &["\n", "\r\n\r\n", "\n \n"]][ends];
        // Columns with a condition are left out.
        let site = || vec!["site".to_owned()];
        let options = ReadOptions {
            by: by.then(|| "site".to_owned()),
            keep: if keep { vec![("site".to_owned(), "x".to_owned())] } else { Vec::new() },
            ignore: if by || keep { Vec::new() } else { site() },
            weight: weigh.then(|| "count".to_owned()),
            joint: if joint { Joint::All } else { Joint::No },
            drop_missing: true,
            ..ReadOptions::default()
        };
        let found = said(&table(&rows(&str::to_owned), &columns, ends), &options);
        let quoted = rows(&|id| format!("\"{}\"", id.trim_matches('"')));
        let expected = said(&table(&quoted, &columns, ends), &options);
        prop_assert_eq!(found, expected);
    }
}

#[test]
fn an_error_in_a_column_without_a_meaning_is_found_behind_lines_that_came_again() {
    let again = "1,7,1\n0,8,1\n".repeat(10);
    let of = |last: &[u8]| {
        let text = [b"y_true,id,A\n", again.as_bytes(), last].concat();
        read_text(text).map(|found| shown(&found)).map_err(|error| with_hint(&error))
    };
    assert_eq!(of(b"1,9,1\n"), Ok("A 0 10 0 11".to_owned()));
    for last in [&b"1,\xff,1\n"[..], b"1,a\0,1\n"] {
        let refused = of(last).expect_err("no text");
        assert!(refused.starts_with("in:22:"), "{refused}");
    }
    for last in [&b"1,1\n"[..], b"1,2,3,1\n"] {
        let refused = of(last).expect_err("another number of columns");
        assert!(refused.starts_with("in:22:"), "{refused}");
    }
}

#[test]
fn an_error_behind_lines_that_came_again_has_its_line() {
    let again = "0,1\r\n1,1\n\n".repeat(30_000);
    let text = format!("y_true,A\n{again}1,0,1\n");
    assert!(refusal(text).starts_with("in:90002: "));
    let many = format!("y_true,A,count\n{}", "1,1,9999999999999999999\n".repeat(2));
    assert!(refusal(many).starts_with("in:3:3: "));
}

#[test]
fn classifiers_named_by_rows_are_counted_by_name() {
    let rows = "A,1,1\nB,1,0\nA,0,0\nB,0,0\n".repeat(10);
    let found = read_text(format!("model,y_true,y_pred\n{rows}")).expect("accepted");
    assert_eq!(shown(&found), "A 10 0 0 10\nB 10 0 10 0");
}

#[test]
fn lines_that_never_come_again_are_no_longer_looked_up() {
    // Fourteen classifiers, which are the bits of a number.
    let line = |id: u32| -> String {
        let bits: Vec<String> = (0..14).map(|bit| (id >> bit & 1).to_string()).collect();
        format!("{},{}\n", u32::from(id % 3 == 0), bits.join(","))
    };
    let names: Vec<String> = (0..14).map(|bit| format!("m{bit}")).collect();
    let distinct = |of: std::ops::Range<u32>| of.map(line).collect::<String>();
    let again = line(9).repeat(5_000);
    let text = format!(
        "y_true,{}\n{}{again}{}",
        names.join(","),
        distinct(0..3_000),
        distinct(3_000..4_000)
    );
    let found = read_text(text).expect("accepted");
    let count = |row: u32| {
        let of = |id: &u32| u32::from(id % 3 == 0) * 2 + (id & 1) == row;
        (0..4_000).filter(of).count()
    };
    let [tn, fp, fn_, tp] = [0, 1, 2, 3].map(count);
    let first = shown(&found).lines().next().map(str::to_owned);
    assert_eq!(first, Some(format!("m0 {tn} {fp} {fn_} {}", tp + 5_000)));
}
