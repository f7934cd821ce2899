//! JSON: a list of objects with the keys of confusion matrices or of rates, such objects one a
//! line, or one object of matrices `[[tn, fp], [fn, tp]]` by name. Objects may have joint counts
//! beside their matrices.
//!
//! Numbers are read from the raw text of the file, so they are as exact as those in strings. Values
//! of unknown keys are skipped without recursion.

use serde_json::value::RawValue;

use exactile::num::abbreviated;
use exactile::performance::{Classifier, Label};

use super::described;
use super::domains::{DomainColumn, Results};
use super::error::{self, InputError, InputErrorKind, Place};
use super::header;
use super::json_joint::JointObjects;
use super::json_matrices;
use super::json_text::{Document, Entry, Ignored, entries, position, word_position};
use super::keys;
use super::matrices::take_prior;
use super::names;
use super::{Joint, ReadOptions, Subject};

/// Reads the whole text.
pub(super) fn read(bytes: &[u8], file: &str, options: &ReadOptions) -> Result<Subject, InputError> {
    let document = Document::new(bytes, file)?;
    let mut classifiers: Vec<Classifier> = Vec::new();
    let mut ignored = Ignored::default();
    let mut all_carry_prior = true;
    let mut joint = JointObjects::default();
    let mut sets = options.by.as_ref().map(|by| JsonSets::new(by));
    if let Some((classifiers, found)) = json_matrices::read(&document, options)? {
        let json_matrices::Read { positive, carry_prior } = found;
        if sets.is_some() {
            return Err(InputError { kind: InputErrorKind::NoDomains, place: Place::file(file) });
        }
        let asked = options.positive_label.clone().filter(|_| positive.is_none());
        let options = &ReadOptions { positive_label: asked, ..options.clone() };
        let subject = finished(classifiers, vec![], carry_prior, options, file)?;
        return Ok(Subject { positive, ..subject });
    }
    let objects = match document.matrices()? {
        Some(_) if sets.is_some() => {
            return Err(InputError { kind: InputErrorKind::NoDomains, place: Place::file(file) });
        }
        Some(matrices) => {
            let read = matrices
                .into_iter()
                .map(|(name, raw)| json_matrices::nested(&document, &name, raw));
            let classifiers = read.collect::<Result<Vec<_>, _>>()?;
            return finished(classifiers, vec![], true, options, file);
        }
        None => document.lines()?,
    };
    for (number, raw) in (1..).zip(objects) {
        let in_object = |raw: &RawValue, kind| document.error(raw.get(), Some(number), kind);
        let is_set = |key: &str| sets.as_ref().is_some_and(|sets| keys::is_key(key, sets.by));
        let entries = entries(raw, |key| header::is_row_key(key) || is_set(key))
            .map_err(|(raw, kind)| in_object(raw, kind))?;
        let columns = header::columns(|word| word_position(&entries, word))
            .map_err(|kind| in_object(raw, kind))?;
        all_carry_prior &= columns.carry_prior();
        columns
            .check_sizes(|index| entries[index].key())
            .map_err(|(kind, index)| in_object(entries[index].value, kind))?;
        let name = &entries[columns.name];
        if !name.value.get().starts_with('"') {
            let text = abbreviated(name.value.get());
            return Err(in_object(name.value, InputErrorKind::WrongType { what: "a name", text }));
        }
        if name.text.trim().is_empty() {
            return Err(in_object(name.value, InputErrorKind::EmptyName));
        }
        let text = |index: usize| &*entries[index].text;
        let (matrix, how) = described::matrix(&columns.values, text, options.prior().as_ref())
            .map_err(|(kind, at)| in_object(at.map_or(raw, |index| entries[index].value), kind))?;
        let mut classifier = Classifier::new(&*name.text, how.of_samples(matrix, sets.is_some()));
        if let Some(sets) = &mut sets {
            let one = std::slice::from_mut(&mut classifier);
            let is_normalised = take_prior(one, options.prior().as_ref());
            all_carry_prior &= !is_normalised.map_err(|kind| in_object(raw, kind))?;
            let entry = sets.add(&entries, &classifier);
            let entry = entry.map_err(|kind| in_object(raw, kind))?;
            ignored.note(&entries, &[columns.used(), vec![entry]].concat());
            continue;
        }
        joint.add(raw, &entries, &classifier).map_err(|(raw, kind)| in_object(raw, kind))?;
        classifiers.push(classifier);
        ignored.note(&entries, &[columns.used(), JointObjects::keys(&entries)].concat());
    }
    let domains = sets.map(|sets| {
        let (found, tests) = sets.results.finish(sets.names.into_names());
        classifiers = found;
        tests
    });
    let notes = error::ignored_note("keys", &ignored.in_order, file).into_iter().collect();
    let input = finished(classifiers, notes, all_carry_prior, options, file)?;
    let joint = if options.joint != Joint::No { joint.finish() } else { None };
    Ok(Subject { joint: joint.filter(|_| domains.is_none()), domains, ..input })
}

/// Results in test sets that are distinguished by a key of each object.
struct JsonSets<'o> {
    by: &'o str,
    names: DomainColumn,
    results: Results,
}

impl<'o> JsonSets<'o> {
    fn new(by: &'o str) -> Self {
        Self { by, names: DomainColumn::of_texts(), results: Results::new() }
    }

    /// Adds the result of an object, and returns the entry that names its test set.
    fn add(
        &mut self,
        entries: &[Entry<'_>],
        classifier: &Classifier,
    ) -> Result<usize, InputErrorKind> {
        let missing =
            || InputErrorKind::MissingValue { column: self.by.to_owned(), text: "".into() };
        let at = position(entries, self.by).ok_or_else(missing)?;
        let text = &*entries[at].text;
        if Label::is_missing(text) {
            return Err(missing());
        }
        let set = self.names.number_of(text);
        match self.results.add(set, &classifier.name, classifier.matrix.clone()) {
            true => Ok(at),
            false => Err(InputErrorKind::TwiceInDomain {
                name: abbreviated(&classifier.name).into(),
                domain: abbreviated(text.trim()).into(),
            }),
        }
    }
}

/// Checks that there is a classifier and that names are distinct, and returns the classifiers.
fn finished(
    mut classifiers: Vec<Classifier>,
    mut notes: Vec<String>,
    all_carry_prior: bool,
    options: &ReadOptions,
    file: &str,
) -> Result<Subject, InputError> {
    if classifiers.is_empty() {
        let kind = InputErrorKind::Nothing { what: "classifier in the list" };
        return Err(InputError { kind, place: Place::file(file) });
    }
    let in_file = |kind| InputError { kind, place: Place::file(file) };
    super::check_about_samples(options).map_err(in_file)?;
    if let Some((first, again)) = names::first_repeated(&classifiers, |one| &one.name) {
        let place = |index: usize| Place { object: Some(index as u64 + 1), ..Place::file(file) };
        let (name, first) = (abbreviated(&classifiers[again].name), Box::new(place(first)));
        let kind = InputErrorKind::RepeatedName { name, first };
        return Err(InputError { kind, place: place(again) });
    }
    let is_normalised = take_prior(&mut classifiers, options.prior().as_ref()).map_err(in_file)?;
    notes.extend(super::unused_prior(options, all_carry_prior && !is_normalised, file));
    notes.extend(super::unused_labels(options, file));
    Ok(Subject::unlabelled(classifiers, notes))
}
