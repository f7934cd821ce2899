//! Sentences about the rows of `check`.

use std::ops::RangeInclusive;

use super::arguments::{CheckArgs, RoundingName};
use exactile::performance::counted;
use exactile::reported::{Composition, ReportedRow};

/// Returns a sentence about the rounding of printed numbers.
pub(crate) fn reading(arguments: &CheckArgs) -> &'static str {
    match arguments.rows.rounding {
        RoundingName::Nearest => {
            "Printed numbers are taken as rounded to the nearest, ties either way."
        }
        RoundingName::Truncated => "Printed numbers are taken as truncated.",
        RoundingName::Unit => "The last printed digit may be off by one.",
    }
}

/// Returns the number of samples of a row in words.
pub(crate) fn samples_in_words(row: &ReportedRow, tests: Option<&Composition>) -> String {
    let range = |range: &RangeInclusive<u64>| match (range.start(), range.end()) {
        (first, last) if first == last => Some(first.to_string()),
        (0, &u64::MAX) => None,
        (first, last) => Some(format!("{first} to {last}")),
    };
    if let Some(Composition::Repeated { repeats, of }) = tests {
        return format!("{}, {repeats} times", samples_in_words(row, Some(of)));
    }
    let listed = |tests: &Vec<[u64; 2]>| {
        let tests = tests.iter().map(|[positives, negatives]| format!("{positives}+{negatives}"));
        tests.collect::<Vec<String>>().join(", ")
    };
    match tests {
        Some(Composition::Known(tests)) => return format!("means over {}", listed(tests)),
        Some(Composition::DataSets(sets)) => {
            let sets: Vec<String> = sets.iter().map(listed).collect();
            return format!("means of the means over {}", sets.join(" and over "));
        }
        _ => {}
    }
    let parts = [
        (range(&row.positives), "positives"),
        (range(&row.negatives), "negatives"),
        (row.samples.as_ref().and_then(range), "samples"),
    ];
    let known = parts.into_iter().filter_map(|(count, of)| Some(format!("{} {of}", count?)));
    let mut words = known.collect::<Vec<_>>().join(", ");
    words += &match tests {
        Some(Composition::Stratified { folds, .. }) => {
            format!(", means over {}", counted(folds, "stratified fold"))
        }
        Some(Composition::Unknown { folds, .. }) => {
            format!(", means over {}", counted(folds, "fold"))
        }
        Some(Composition::Even { folds, .. }) => {
            format!(", means over {} of equal sizes", counted(folds, "fold"))
        }
        _ => String::new(),
    };
    words
}

/// Returns the numbers of samples of several classes in words.
pub(crate) fn classes_in_words(sizes: &[u64]) -> String {
    let listed: Vec<String> = sizes.iter().map(u64::to_string).collect();
    format!("{} samples of {}", listed.join(" + "), counted(sizes.len(), "class"))
}
