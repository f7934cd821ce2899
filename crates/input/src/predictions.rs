//! CSV with a sample per row: its true label and what each classifier said, counted on the fly.

use exactile::num::abbreviated;
use exactile::performance::{Classifier, ConfusionMatrix, JointResults, Label};

use super::error::{Absent, InputError, InputErrorKind};
use super::joint::{JointCounter, MOST_CLASSIFIERS};
use super::labelled::{LabelColumns, LabelledRows};
use super::table::Table;
use super::{Joint, ReadOptions, Subject};

/// What has been counted of one true class.
#[derive(Default)]
struct Tally {
    samples: u64,
    /// Per column, the samples for which it holds the second label.
    said_second: Vec<u64>,
}

/// Counts all rows.
pub(super) fn read(
    table: &mut Table<'_>,
    options: &ReadOptions,
    file: &str,
) -> Result<Subject, InputError> {
    let mut rows = LabelledRows::new(table, options, LabelColumns::All, |_| 2)?;
    let width = rows.row.len();
    // Labels have the numbers 0 and 1, in the order in which they come.
    let mut tallies = [(); 2].map(|()| Tally { samples: 0, said_second: vec![0; width] });
    let truth = rows.columns.truth;
    let models = rows.columns.models.clone();
    let wants_joint = options.joint != Joint::No;
    let named = options.joint_with.as_ref();
    let one = named.and_then(|name| rows.names().iter().position(|known| known == name));
    let is_joint = wants_joint && (one.is_some() || models.len() <= MOST_CLASSIFIERS);
    let mut joint = [(); 2].map(|()| is_joint.then(|| JointCounter::new(models.len(), one)));
    while let Some(count) = rows.next_row()? {
        let true_label = rows.row[truth];
        if let Some(joint) = &mut joint[true_label as usize] {
            joint.add(models.iter().map(|&column| rows.row[column] == true_label), count);
        }
        let tally = &mut tallies[true_label as usize];
        tally.samples += count;
        // No sum can wrap: the samples of all rows were counted without overflow. Unchecked sums are
        // added several at a time.
        let said = tally.said_second.iter_mut().zip(&rows.row);
        if count == 1 {
            said.for_each(|(sum, &label)| *sum = sum.wrapping_add(u64::from(label)));
        } else {
            said.for_each(|(sum, &label)| {
                *sum = sum.wrapping_add(u64::from(label).wrapping_mul(count));
            });
        }
    }
    rows.finish()?;
    let (positive, second_is_positive) = positive_of(&rows, options)?;
    let [first, second] = &tallies;
    let (negatives, positives) = if second_is_positive { (first, second) } else { (second, first) };
    let says_positive = |tally: &Tally, column: usize| {
        let said_second = tally.said_second[column];
        if second_is_positive { said_second } else { tally.samples - said_second }
    };
    let classifier = |(&column, name): (&usize, String)| {
        let (fp, tp) = (says_positive(negatives, column), says_positive(positives, column));
        let matrix =
            ConfusionMatrix::from_counts(negatives.samples - fp, fp, positives.samples - tp, tp);
        Classifier::new(name, matrix.expect("there is a sample"))
    };
    let named = rows.columns.models.iter().zip(rows.names());
    let is_copy = |&column: &usize| {
        says_positive(negatives, column) == 0
            && says_positive(positives, column) == positives.samples
    };
    let copies: Vec<usize> = (0..models.len()).filter(|&k| is_copy(&models[k])).collect();
    let copy_note = rows.check_copies(&copies)?;
    let mut notes: Vec<String> = rows.note().into_iter().collect();
    notes.extend(rows.samples.notes(file));
    notes.extend(copy_note);
    if wants_joint && !is_joint {
        notes.push(format!(
            "more than {MOST_CLASSIFIERS} classifiers are not counted jointly: pairs are not known"
        ));
    }
    let [first, second] = joint.map(|counter| counter.map(JointCounter::finish));
    let (negative, positive_class) =
        if second_is_positive { (first, second) } else { (second, first) };
    Ok(Subject {
        classifiers: named.map(classifier).collect(),
        positive: Some(positive.into_string()),
        joint: positive_class
            .zip(negative)
            .map(|(positive, negative)| JointResults::new(positive, negative)),
        models: Vec::new(),
        families: None,
        dropped: rows.samples.dropped,
        notes,
    })
}

/// The positive label of rows that have all been read, and whether its number is 1 rather than 0.
pub(super) fn positive_of(
    rows: &LabelledRows<'_, '_>,
    options: &ReadOptions,
) -> Result<(Label, bool), InputError> {
    let asked = options.positive_label.as_deref().map(Label::new);
    let labels: Vec<&Label> = (0..rows.labels.len()).map(|n| rows.labels.label(n)).collect();
    let true_labels: Vec<&Label> = rows.numbers_in_truth().map(|n| rows.labels.label(n)).collect();
    let positive = positive(&labels, &true_labels, asked.as_ref()).map_err(|unknown| {
        rows.table().error(unknown.into_kind(rows.truth_name(), rows.true_labels()))
    })?;
    // Where the positive label never occurs, its number is the other one's.
    let second_is_positive = match labels.iter().position(|label| **label == positive) {
        Some(number) => number == 1,
        None => true,
    };
    Ok((positive, second_is_positive))
}

/// No label is known to be the positive one.
pub(super) enum NoPositive {
    /// None was named, and the labels are no pair of which it is known.
    Unknown,
    /// This one was named, and `y_true` never holds it.
    Absent(Label),
}

impl NoPositive {
    /// The error, given the column of the truth and its labels.
    pub(super) fn into_kind(self, truth: String, labels: Vec<String>) -> InputErrorKind {
        match self {
            Self::Unknown => InputErrorKind::PositiveUnknown { truth: truth.into(), labels },
            Self::Absent(asked) => {
                let positive = abbreviated(asked.as_str());
                InputErrorKind::PositiveAbsent {
                    absent: Box::new(Absent { truth, positive }),
                    labels,
                }
            }
        }
    }
}

/// The positive one of all labels, one or two, of which some are in `y_true`: the one that was asked
/// for, or the usual one. A single label of a usual pair stands for the pair.
pub(super) fn positive(
    labels: &[&Label],
    true_labels: &[&Label],
    asked: Option<&Label>,
) -> Result<Label, NoPositive> {
    let usual = match labels {
        [first, second] => Label::usual_positive(first, second).cloned(),
        // Both 0 and -1 stand beside 1.
        [only] => ["1", "0", "-1", "True", "False"]
            .map(Label::new)
            .iter()
            .find_map(|other| Label::usual_positive(only, other).cloned()),
        _ => None,
    };
    match asked {
        None => usual.ok_or(NoPositive::Unknown),
        Some(asked) => {
            let completes = || match labels {
                [only] => Label::usual_positive(only, asked).is_some(),
                _ => labels.contains(&asked) && usual.is_some(),
            };
            if true_labels.contains(&asked) || completes() {
                return Ok(asked.clone());
            }
            Err(NoPositive::Absent(asked.clone()))
        }
    }
}
