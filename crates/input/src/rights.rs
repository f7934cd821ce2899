//! Data of rights and wrongs: each value says whether a classifier was right on a sample.
//!
//! There are no classes, so all samples are taken as positives: a classifier's matrix has its
//! wrongs as false negatives and its rights as true positives, and its accuracy is its true
//! positive rate.

use exactile::num::Rational;
use exactile::performance::{Classifier, ConfusionMatrix, JointResults, Label};

use super::error::{InputError, InputErrorKind};
use super::joint::{JointCounter, MOST_CLASSIFIERS};
use super::sample_columns::SampleColumns;
use super::samples::{SampleCounter, missing_value};
use super::table::Table;
use super::{Joint, ReadOptions, Reading, Subject};
use exactile::num::abbreviated;

/// The words for a right sample, in lower case, besides numbers.
const RIGHT: [&str; 9] =
    ["true", "pass", "passed", "c", "correct", "right", "resolved", "success", "succeeded"];
/// The words for a wrong sample.
const WRONG: [&str; 9] =
    ["false", "fail", "failed", "i", "incorrect", "wrong", "unresolved", "failure", "error"];

/// Returns the verdict of a value: right, wrong, or `None` if it is neither.
pub(super) fn verdict(text: &str) -> Option<bool> {
    match text {
        "1" => return Some(true),
        "0" => return Some(false),
        _ => {}
    }
    let text = text.trim();
    let is_one_of = |words: &[&str]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    if is_one_of(&RIGHT) {
        return Some(true);
    }
    if is_one_of(&WRONG) {
        return Some(false);
    }
    let value: Rational = text.parse().ok()?;
    match (value == Rational::ONE, value.is_zero()) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// Counts all rows.
pub(super) fn read(
    table: &mut Table<'_>,
    options: &ReadOptions,
    file: &str,
) -> Result<Subject, InputError> {
    let columns = SampleColumns::of_rights(table, options)?;
    let models = columns.models.clone();
    let mut samples = SampleCounter::new(&columns, table, options);
    let mut rights = vec![0_u64; models.len()];
    let names = columns.names(table);
    let named = options.joint_with.as_ref();
    let one = named.and_then(|name| names.iter().position(|known| known == name));
    let is_joint =
        options.joint != Joint::No && (one.is_some() || models.len() <= MOST_CLASSIFIERS);
    let mut joint = is_joint.then(|| JointCounter::new(models.len(), one));
    let mut row = vec![false; models.len()];
    while table.next_row()? {
        let count = match verdicts(table, &models, &samples, &mut row)? {
            true => samples.read(table)?,
            false => None,
        };
        let Some(count) = count else {
            samples.dropped += 1;
            continue;
        };
        samples.take(table, count)?;
        if let Some(joint) = &mut joint {
            joint.add(row.iter().copied(), count);
        }
        // No sum can wrap: the samples of all rows were counted without overflow.
        for (sum, _) in rights.iter_mut().zip(&row).filter(|(_, is_right)| **is_right) {
            *sum += count;
        }
    }
    samples.check_end(table)?;
    let named = names.into_iter().zip(rights);
    let classifier = |(name, rights): (String, u64)| {
        let matrix = ConfusionMatrix::from_counts(0, 0, samples.samples - rights, rights);
        Classifier::new(name, matrix.expect("there is a sample"))
    };
    let classifiers = named.map(classifier).collect();
    let mut notes: Vec<String> = columns.note(table).into_iter().collect();
    notes.extend(samples.notes(file));
    if options.joint != Joint::No && !is_joint {
        notes.push(format!(
            "more than {MOST_CLASSIFIERS} classifiers are not counted jointly: pairs are not known"
        ));
    }
    let none = JointCounter::new(models.len(), one).finish();
    let joint = joint.map(|joint| JointResults::new(joint.finish(), none));
    let subject = Subject::unlabelled(classifiers, notes);
    let reading = Reading::of_samples("rights", table, &columns, samples.rows);
    Ok(Subject { joint, reading, dropped: samples.dropped, is_right_or_wrong: true, ..subject })
}

/// Reads the values of a row; returns `false` if one is missing and the row is to be left out.
fn verdicts(
    table: &Table<'_>,
    models: &[usize],
    samples: &SampleCounter,
    row: &mut [bool],
) -> Result<bool, InputError> {
    for (&column, is_right) in models.iter().zip(row) {
        let text = table.text(column);
        match verdict(text) {
            Some(verdict) => *is_right = verdict,
            None if Label::is_missing(text) => {
                samples.check_dropping(table, column, missing_value)?;
                return Ok(false);
            }
            None => {
                let kind = InputErrorKind::NeitherRightNorWrong {
                    column: abbreviated(&table.header()[column]).into(),
                    text: abbreviated(text.trim()).into(),
                };
                return Err(table.field_error(kind, column));
            }
        }
    }
    Ok(true)
}
