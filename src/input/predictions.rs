//! CSV with a sample per row: its true label and what each classifier said, counted on the fly.
//!
//! Labels are compared as text without the space around them: `1` and `1.0` differ.

use crate::num::decimal::abbreviated;
use crate::performance::{Classifier, ConfusionMatrix};

use super::Input;
use super::error::{InputError, InputErrorKind};
use super::names;
use super::table::Table;

/// How many labels an error names.
const LABELS_SHOWN: usize = 5;

/// What has been counted of one true class.
struct Tally {
    samples: u64,
    /// Per column, the samples for which it holds the positive label.
    said_positive: Vec<u64>,
}

impl Tally {
    fn new(columns: usize) -> Self {
        Self { samples: 0, said_positive: vec![0; columns] }
    }
}

/// Counts all rows.
pub(super) fn read(
    table: &mut Table<'_>,
    truth: usize,
    positive_label: &str,
) -> Result<Input, InputError> {
    let positive = positive_label.trim_ascii().as_bytes();
    // The label where it is one byte, else one that no label is.
    let short = if let [byte] = positive { *byte } else { 0 };
    let names = table.header().to_vec();
    check_names(table, &names)?;
    let mut negatives = Tally::new(names.len());
    let mut positives = Tally::new(names.len());
    // Other labels of y_true, and each column's first: for messages, so only a few are kept.
    let mut other_labels: Vec<Vec<u8>> = Vec::new();
    let mut first_labels: Vec<String> = Vec::new();
    while table.next_row()? {
        let label = table.field(truth).trim_ascii();
        let tally = if label == positive { &mut positives } else { &mut negatives };
        tally.samples += 1;
        for (column, field) in table.fields().enumerate() {
            // Nearly all labels are single characters.
            let says_positive = match field {
                [byte] if byte.is_ascii_graphic() => *byte == short,
                _ => {
                    let said = field.trim_ascii();
                    if said.is_empty() {
                        let column_name = abbreviated(&names[column]);
                        let kind = InputErrorKind::MissingLabel { column: column_name };
                        return Err(table.field_error(kind, column));
                    }
                    said == positive
                }
            };
            tally.said_positive[column] += u64::from(says_positive);
        }
        let is_new = || other_labels.iter().all(|known| known != label);
        if label != positive && other_labels.len() < LABELS_SHOWN && is_new() {
            other_labels.push(label.to_vec());
        }
        if first_labels.is_empty() {
            first_labels = table.fields().map(text_of).collect();
        }
    }
    if negatives.samples + positives.samples == 0 {
        return Err(table.error(InputErrorKind::Nothing { what: "sample below the header" }));
    }
    let other_labels: Vec<String> = other_labels.iter().map(|label| text_of(label)).collect();
    if positives.samples == 0 {
        let positive = abbreviated(positive_label);
        return Err(table.error(InputErrorKind::PositiveAbsent { positive, labels: other_labels }));
    }
    let mut input = Input { classifiers: Vec::new(), notes: Vec::new() };
    for (column, name) in names.into_iter().enumerate().filter(|(column, _)| *column != truth) {
        let (fp, tp) = (negatives.said_positive[column], positives.said_positive[column]);
        let matrix =
            ConfusionMatrix::from_counts(negatives.samples - fp, fp, positives.samples - tp, tp)
                .expect("there is a sample");
        let first = &first_labels[column];
        let is_foreign = other_labels.len() < LABELS_SHOWN && !other_labels.contains(first);
        if fp + tp == 0 && is_foreign {
            input.notes.push(format!(
                "{:?} never says {:?}, but {first:?}, which y_true never holds: check its labels",
                abbreviated(&name),
                abbreviated(positive_label),
            ));
        }
        input.classifiers.push(Classifier::new(name, matrix));
    }
    Ok(input)
}

/// A label for messages.
pub(super) fn text_of(label: &[u8]) -> String {
    abbreviated(&String::from_utf8_lossy(label.trim_ascii()))
}

/// The header names at least one classifier, none without a name, no two alike.
pub(super) fn check_names(table: &Table<'_>, names: &[String]) -> Result<(), InputError> {
    if let Some(column) = names.iter().position(String::is_empty) {
        return Err(table.field_error(InputErrorKind::EmptyName, column));
    }
    // The true labels' own column cannot be repeated: the header was recognised.
    if let Some((first, again)) = names::first_repeated(names, |name| name) {
        let first = Box::new(table.place(table.line(), Some(first)));
        let kind = InputErrorKind::RepeatedName { name: abbreviated(&names[again]), first };
        return Err(table.field_error(kind, again));
    }
    if names.len() < 2 {
        let what = "column of predictions beside y_true";
        return Err(table.row_error(InputErrorKind::Nothing { what }));
    }
    Ok(())
}
