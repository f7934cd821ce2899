//! Each accepted form, the exact text of each refusal, and hostile bytes.

mod accepted;
mod agreement;
mod blocks;
mod columns;
mod compressed;
mod domains;
mod door;
mod forms;
mod hostile;
mod joined;
mod joint;
mod json_matrices;
mod json_rows;
mod labels;
mod multi_class;
mod numerals;
mod printed;
mod rates;
mod refused;
mod repeated;
mod rights;
mod scored_joint;
mod scores;

use super::*;
use exactile::performance::Outcome;

fn read_as(text: impl AsRef<[u8]>, options: &ReadOptions) -> Result<Subject, InputError> {
    read(text.as_ref(), "in", options, &mut |_| ())
}

fn read_text(text: impl AsRef<[u8]>) -> Result<Subject, InputError> {
    read_as(text, &ReadOptions::default())
}

fn refusal(text: impl AsRef<[u8]>) -> String {
    with_hint(&read_text(text).expect_err("refused"))
}

/// An error with its hint, as the program prints them.
fn with_hint(error: &InputError) -> String {
    format!("{error}\nhint: {}", error.hint())
}

/// Two texts of one line each, whatever the input holds.
fn check_one_line(error: &InputError) {
    for text in [error.to_string(), error.hint()] {
        assert!(!text.is_empty() && !text.contains(char::is_control), "{text:?}");
        assert!(text.len() < 1500, "{text:?}");
    }
}

/// `name tn fp fn tp`, one classifier a line.
fn shown(input: &Subject) -> String {
    let line = |one: &Classifier| {
        let counts = Outcome::ALL.map(|outcome| one.matrix.count(outcome).to_string());
        format!("{} {}", one.name, counts.join(" "))
    };
    input.classifiers.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn accepted(text: impl AsRef<[u8]>) -> String {
    let input = read_text(text).expect("accepted");
    assert_eq!(input.notes, [""; 0]);
    shown(&input)
}
