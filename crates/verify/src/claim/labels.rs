//! Compares the labels that a result states with those read from the input.

use crate::reading::failure::FailedCheck;
use exactile::num::Rational;

/// Returns the differences between the labels and dropped rows that a result states and those read
/// from the input.
pub(crate) fn check_labels(
    (named, dropped): (Option<&str>, Option<u64>),
    positive: Option<&str>,
    dropped_rows: u64,
) -> Vec<FailedCheck> {
    let mut failures = Vec::new();
    let mut fail = |check, reason: String| failures.push(FailedCheck::of(check, reason));
    let is_it = |named: &str| positive.is_some_and(|positive| is_same_label(named, positive));
    if let Some(named) = named.filter(|&named| !is_it(named)) {
        let read = positive.map_or_else(
            || "the input has no labels".to_owned(),
            |positive| format!("in the input {positive:?}"),
        );
        fail("positive", format!("the positive class is {named:?}, {read}"));
    }
    if let Some(rows) = dropped.filter(|rows| *rows != dropped_rows) {
        fail("dropped_rows", format!("{rows} rows are left out, of the input {dropped_rows}"));
    }
    failures
}

/// Returns `true` if two texts are one label: the same text, the same number, or the same truth
/// value.
fn is_same_label(one: &str, other: &str) -> bool {
    let number = |text: &str| text.trim().parse::<Rational>().ok();
    let is_boolean = |text: &str| ["true", "false"].iter().any(|of| text.eq_ignore_ascii_case(of));
    one == other
        || is_boolean(one) && one.eq_ignore_ascii_case(other)
        || number(one).is_some_and(|value| number(other) == Some(value))
}
