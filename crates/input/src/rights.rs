//! Data of rights and wrongs: each value says whether a classifier was right on a sample.
//!
//! There are no classes, so all samples are taken as positives: a classifier's matrix has its
//! wrongs as false negatives and its rights as true positives, and its accuracy is its true
//! positive rate.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use exactile::num::Rational;
use exactile::performance::{Classifier, ConfusionMatrix, JointResults, Label};

use super::domains::{self, DomainColumn};
use super::error::{InputError, InputErrorKind};
use super::joint::{JointCounter, MOST_CLASSIFIERS};
use super::sample_columns::SampleColumns;
use super::samples::{SampleCounter, missing_value};
use super::table::Table;
use super::vocabulary::Word;
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

/// Returns `true` if all cells of the first rows are verdicts, except where samples are identified
/// or described; no column has the name of a truth.
pub(super) fn are_verdicts(table: &Table<'_>) -> bool {
    let is_other = |column: &usize| {
        table.is_ignored(*column)
            || [Word::Id, Word::Aside].iter().any(|word| table.means(*column, *word))
    };
    let columns: Vec<usize> =
        (0..table.header().len()).filter(|column| !is_other(column)).collect();
    let has_truth = (0..table.header().len()).any(|column| table.means(column, Word::Truth));
    let mut rows = table.first_rows().iter();
    let is_verdict =
        |row: &Vec<String>| columns.iter().all(|column| verdict(&row[*column]).is_some());
    !has_truth && !columns.is_empty() && rows.len() > 0 && rows.all(is_verdict)
}

/// The lines of the rows by what identifies their samples, in a table with such a column.
struct Identified {
    id: usize,
    set: Option<usize>,
    takes_first: bool,
    lines: HashMap<String, u64>,
}

impl Identified {
    /// `None` without identifiers, where they are clusters, whose rows may have the same, and where
    /// a row stands for several samples, unless first rows are to be taken.
    ///
    /// # Errors
    /// No identifiers, where the first row of each is to be taken.
    fn of(
        table: &Table<'_>,
        options: &ReadOptions,
        columns: &SampleColumns,
    ) -> Result<Option<Self>, InputError> {
        let set = table.domain_column();
        let named = options.id.as_ref().and_then(|name| table.find_exactly(name));
        let id = named
            .or_else(|| table.find_word_outside(Word::Id, &columns.models))
            .or_else(|| set.filter(|column| table.means(*column, Word::Id)));
        let takes_first = options.first_repeat;
        let Some(id) = id else {
            let (name, needed) = ("the column of the identifiers", "name it with --id");
            let is_needed = takes_first && columns.joined.is_none();
            let missing = InputErrorKind::Missing { name, needed };
            return if is_needed { Err(table.row_error(missing)) } else { Ok(None) };
        };
        let is_cluster = options.keeps_repetitions() && set == Some(id);
        let is_one = columns.count.is_none() || takes_first;
        let lines = HashMap::new();
        Ok((!is_cluster && is_one).then_some(Self { id, set, takes_first, lines }))
    }

    /// Returns `true` for a further row of a sample, which is left out where first ones are taken,
    /// and an error otherwise.
    fn is_again(&mut self, table: &Table<'_>, name: &str) -> Result<bool, InputError> {
        let id = table.text(self.id).trim();
        if id.is_empty() {
            return Ok(false);
        }
        let set = self.set.map_or("", |set| table.text(set));
        match self.lines.entry(format!("{id}\n{set}")) {
            Entry::Vacant(new) => {
                new.insert(table.line());
                Ok(false)
            }
            Entry::Occupied(_) if self.takes_first => Ok(true),
            Entry::Occupied(line) => {
                let first = Box::new(table.place(*line.get(), None));
                let (id, name) = (abbreviated(id).into(), abbreviated(name).into());
                Err(table.field_error(InputErrorKind::DoubledId { id, name, first }, self.id))
            }
        }
    }
}

/// The rights of the samples of a test set.
struct Tally {
    samples: u64,
    rights: Vec<u64>,
    joint: Option<JointCounter>,
}

impl Tally {
    /// Adds a row with `count` samples. No sum can wrap: all samples were counted without overflow.
    fn add(&mut self, row: &[bool], count: u64) {
        self.samples += count;
        if let Some(joint) = &mut self.joint {
            joint.add(row.iter().copied(), count);
        }
        for (sum, _) in self.rights.iter_mut().zip(row).filter(|(_, is_right)| **is_right) {
            *sum += count;
        }
    }

    fn matrix(&self, classifier: usize) -> Option<ConfusionMatrix> {
        let rights = self.rights[classifier];
        ConfusionMatrix::from_counts(0, 0, self.samples - rights, rights).ok()
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
    let mut domains = DomainColumn::of(table);
    let names = columns.names(table);
    let named = options.joint_with.as_ref();
    let one = named.and_then(|name| names.iter().position(|known| known == name));
    let wants_joint = options.joint != Joint::No;
    let is_joint = wants_joint && (one.is_some() || models.len() <= MOST_CLASSIFIERS);
    let in_sets = options.joint == Joint::InTestSets && domains.is_some();
    let counter = || JointCounter::new(models.len(), one);
    let tally = |joint: bool| Tally {
        samples: 0,
        rights: vec![0; models.len()],
        joint: joint.then(counter),
    };
    let (mut all, mut sets) = (tally(is_joint && !in_sets), Vec::<Tally>::new());
    let mut row = vec![false; models.len()];
    let mut identified = Identified::of(table, options, &columns)?;
    while table.next_row()? {
        if identified.as_mut().map_or(Ok(false), |one| one.is_again(table, &names[0]))? {
            continue;
        }
        let (mut set, mut count) = (None, None);
        if verdicts(table, &models, &samples, &mut row)? {
            set = domains.as_mut().map(|one| one.number_of_sample(table, &samples)).transpose()?;
            count = if set == Some(None) { None } else { samples.read(table)? };
        }
        let Some(count) = count else {
            samples.dropped += 1;
            continue;
        };
        samples.take(table, count)?;
        let set = set.flatten();
        if let Some(set) = set.filter(|set| *set >= sets.len()) {
            sets.resize_with(set + 1, || tally(is_joint && in_sets));
        }
        all.add(&row, count);
        if let Some(set) = set {
            sets[set].add(&row, count);
        }
    }
    samples.check_end(table)?;
    let classifier = |(k, name): (usize, &String)| {
        Classifier::new(name.clone(), all.matrix(k).expect("there is a sample"))
    };
    let classifiers = names.iter().enumerate().map(classifier).collect();
    let mut notes: Vec<String> = columns.note(table).into_iter().collect();
    notes.extend(samples.notes(file));
    if wants_joint && !is_joint {
        notes.push(format!(
            "more than {MOST_CLASSIFIERS} classifiers are not counted jointly: pairs are not known"
        ));
    }
    let of = |set: &Tally| (0..models.len()).map(|k| set.matrix(k)).collect();
    let matrices = sets.iter().map(of).collect();
    let domains =
        domains.map(|column| domains::finished(column.into_names(), names.clone(), matrices).1);
    let finished =
        |tally: Tally| Some(JointResults::new(tally.joint?.finish(), counter().finish()));
    let joint_in_sets = in_sets.then(|| sets.into_iter().map(finished).collect()).flatten();
    let joint = finished(all);
    let subject = Subject::unlabelled(classifiers, notes);
    let reading = Reading::of_samples("rights", table, &columns, samples.rows);
    let dropped = samples.dropped;
    Ok(Subject {
        joint,
        joint_in_sets,
        domains,
        reading,
        dropped,
        is_right_or_wrong: true,
        ..subject
    })
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
