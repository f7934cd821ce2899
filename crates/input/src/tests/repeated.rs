//! Lines that come again are counted as if each were split.

use super::*;
use proptest::prelude::*;

/// The rows, each with the number of samples and the site.
fn table(rows: &[String], ends: &[&str], with_id: bool) -> String {
    let id = |text: String| if with_id { format!(",{text}") } else { String::new() };
    let mut text = format!("y_true,A,B,site,count{}\n", id("uid".to_owned()));
    for (at, row) in rows.iter().enumerate() {
        text.push_str(&format!("{row}{}{}", id(at.to_string()), ends[at % ends.len()]));
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

fn row() -> impl Strategy<Value = String> {
    let label =
        prop_oneof![20 => "[01]", 1 => Just("NA".to_owned()), 1 => Just("\"1\"".to_owned())];
    let site = prop_oneof![20 => "[xyz]", 1 => Just(String::new()), 1 => Just("\"x\"".to_owned())];
    let count = prop_oneof![
        20 => "[1-3]",
        1 => Just("0.5".to_owned()),
        1 => Just(String::new()),
        1 => Just("999999999999999999".to_owned())
    ];
    (label.clone(), label.clone(), label, site, count)
        .prop_map(|(truth, a, b, site, count)| format!("{truth},{a},{b},{site},{count}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// An identifier that is left out makes every line another one.
    #[test]
    fn a_line_means_the_same_when_it_comes_again(
        kinds in prop::collection::vec(row(), 1..6),
        order in prop::collection::vec(0_usize..6, 1..60),
        ends in 0_usize..3,
        by in any::<bool>(),
        weigh in any::<bool>(),
        joint in any::<bool>(),
    ) {
        let row = |kind: &usize| kinds[kind % kinds.len()].clone();
        let rows: Vec<String> = order.iter().map(row).collect();
        let ends: &[&str] = [&["\n"][..], &["\r\n"], &["\n", "\r\n\r\n", "\n \n"]][ends];
        let options = ReadOptions {
            by: by.then(|| "site".to_owned()),
            ignore: if by { Vec::new() } else { vec!["site".to_owned()] },
            weight: weigh.then(|| "count".to_owned()),
            joint: if joint { Joint::All } else { Joint::No },
            drop_missing: true,
            ..ReadOptions::default()
        };
        let alone = ReadOptions {
            ignore: options.ignore.iter().cloned().chain(["uid".to_owned()]).collect(),
            ..options.clone()
        };
        let found = said(&table(&rows, ends, false), &options);
        let expected = said(&table(&rows, ends, true), &alone);
        prop_assert_eq!(found, expected);
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
    let distinct = |of: std::ops::Range<u32>| -> String {
        of.map(|id| format!("{},{},{id}\n", id % 2, u32::from(id % 3 == 0))).collect()
    };
    let again = "1,1,7\n".repeat(5_000);
    let text = format!("y_true,A,id\n{}{again}{}", distinct(0..3_000), distinct(3_000..4_000));
    let found = read_text(text).expect("accepted");
    let count =
        |row: u32| (0..4_000).filter(|id| (id % 2) * 2 + u32::from(id % 3 == 0) == row).count();
    let [tn, fp, fn_, tp] = [0, 1, 2, 3].map(count);
    assert_eq!(shown(&found), format!("A {tn} {fp} {fn_} {}", tp + 5_000));
}
