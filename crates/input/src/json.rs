//! JSON: a list of objects with the keys of confusion matrices or of rates, such objects one a line,
//! or one object of matrices `[[tn, fp], [fn, tp]]` by name. Objects may have joint counts beside their matrices.
//!
//! Numbers are read from the raw text of the file, so they are as exact as those in strings. Values
//! of unknown keys are skipped without recursion.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use exactile::num::abbreviated;
use exactile::performance::{Classifier, one_line};

use super::cells;
use super::domains::{DomainColumn, Results};
use super::error::{self, InputError, InputErrorKind, Place};
use super::header::{self, Values};
use super::json_joint::JointObjects;
use super::json_matrices;
use super::names;
use super::vocabulary::Word;
use super::{Joint, ReadOptions, Subject};

/// Reads the whole text.
pub(super) fn read(bytes: &[u8], file: &str, options: &ReadOptions) -> Result<Subject, InputError> {
    let document = Document::new(bytes, file)?;
    let mut classifiers: Vec<Classifier> = Vec::new();
    let mut ignored = Ignored::default();
    let mut all_carry_prior = true;
    let mut joint = JointObjects::default();
    let mut sets = options.by.as_ref().map(|by| JsonSets::new(by));
    if let Some((classifiers, positive)) = json_matrices::read(&document, options)? {
        if sets.is_some() {
            return Err(InputError { kind: InputErrorKind::NoDomains, place: Place::file(file) });
        }
        let asked = options.positive_label.clone().filter(|_| positive.is_none());
        let options = &ReadOptions { positive_label: asked, ..options.clone() };
        let subject = finished(classifiers, vec![], true, options, file)?;
        return Ok(Subject { positive, ..subject });
    }
    let objects = match document.matrices()? {
        Some(_) if sets.is_some() => {
            return Err(InputError { kind: InputErrorKind::NoDomains, place: Place::file(file) });
        }
        Some(matrices) => {
            let read = matrices.into_iter().map(|(name, raw)| nested(&document, &name, raw));
            let classifiers = read.collect::<Result<Vec<_>, _>>()?;
            return finished(classifiers, vec![], true, options, file);
        }
        None => document.lines()?,
    };
    for (number, raw) in (1..).zip(objects) {
        let in_object = |raw: &RawValue, kind| document.error(raw.get(), Some(number), kind);
        let is_set = |key: &str| sets.as_ref().is_some_and(|sets| header::is_key(key, sets.by));
        let entries = entries(raw, |key| header::is_row_key(key) || is_set(key))
            .map_err(|(raw, kind)| in_object(raw, kind))?;
        let columns = header::columns(|word| word_position(&entries, word))
            .map_err(|kind| in_object(raw, kind))?;
        all_carry_prior &= columns.carry_prior();
        let name = &entries[columns.name];
        if !name.value.get().starts_with('"') {
            let text = abbreviated(name.value.get());
            return Err(in_object(name.value, InputErrorKind::WrongType { what: "a name", text }));
        }
        if name.text.trim().is_empty() {
            return Err(in_object(name.value, InputErrorKind::EmptyName));
        }
        let text = |index: usize| &*entries[index].text;
        let (matrix, _) = cells::matrix(&columns.values, text, options.prior_positive.as_ref())
            .map_err(|(kind, at)| in_object(at.map_or(raw, |index| entries[index].value), kind))?;
        let classifier = Classifier::new(&*name.text, matrix);
        if let Some(sets) = &mut sets {
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
        if text.trim().is_empty() || text == "null" {
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
    classifiers: Vec<Classifier>,
    mut notes: Vec<String>,
    all_carry_prior: bool,
    options: &ReadOptions,
    file: &str,
) -> Result<Subject, InputError> {
    if classifiers.is_empty() {
        let kind = InputErrorKind::Nothing { what: "classifier in the list" };
        return Err(InputError { kind, place: Place::file(file) });
    }
    if let Some((first, again)) = names::first_repeated(&classifiers, |one| &one.name) {
        let place = |index: usize| Place { object: Some(index as u64 + 1), ..Place::file(file) };
        let (name, first) = (abbreviated(&classifiers[again].name), Box::new(place(first)));
        let kind = InputErrorKind::RepeatedName { name, first };
        return Err(InputError { kind, place: place(again) });
    }
    notes.extend(super::unused_prior(options, all_carry_prior, file));
    notes.extend(super::unused_labels(options, file));
    Ok(Subject::unlabelled(classifiers, notes))
}

/// Reads a confusion matrix as scikit-learn prints it, `[[tn, fp], [fn, tp]]`.
pub(super) fn nested(
    document: &Document<'_>,
    name: &str,
    raw: &RawValue,
) -> Result<Classifier, InputError> {
    let wrong = |part: &RawValue| {
        let what = "a matrix [[tn, fp], [fn, tp]]";
        let text = abbreviated(part.get());
        document.error(part.get(), None, InputErrorKind::WrongType { what, text })
    };
    if name.trim().is_empty() {
        return Err(document.error(raw.get(), None, InputErrorKind::EmptyName));
    }
    let rows: [[&RawValue; 2]; 2] = serde_json::from_str(raw.get()).map_err(|_| wrong(raw))?;
    let [[tn, fp], [fn_, tp]] = rows;
    let cell = |cell: &RawValue| {
        let text = cell.get();
        match text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
            Some(text) => text.to_owned(),
            None => text.to_owned(),
        }
    };
    let (raws, texts) = ([tn, fp, fn_, tp], [tn, fp, fn_, tp].map(cell));
    let (matrix, _) =
        cells::matrix(&Values::Counts([0, 1, 2, 3]), |index: usize| &texts[index], None).map_err(
            |(kind, at)| document.error(at.map_or(raw, |index| raws[index]).get(), None, kind),
        )?;
    Ok(Classifier::new(name, matrix))
}

/// The text, and the name of its file.
pub(super) struct Document<'t> {
    text: &'t str,
    file: &'t str,
}

impl<'t> Document<'t> {
    pub(super) fn new(bytes: &'t [u8], file: &'t str) -> Result<Self, InputError> {
        str::from_utf8(bytes).map(|text| Self { text, file }).map_err(|error| {
            let (line, column) = line_and_column(&bytes[..error.valid_up_to()]);
            let place = Place { line: Some(line), column: Some(column), ..Place::file(file) };
            InputError { kind: InputErrorKind::NotUtf8, place }
        })
    }

    /// Returns the items of the list.
    pub(super) fn objects(&self) -> Result<Vec<&'t RawValue>, InputError> {
        let value = self.text.trim_ascii();
        if !value.starts_with('[') {
            let kind = InputErrorKind::WrongType { what: "a list", text: abbreviated(value) };
            return Err(self.error(value, None, kind));
        }
        self.parsed().map(|Items(items)| items)
    }

    /// Returns the members of one object whose values are lists: matrices by name. `None` for
    /// anything else.
    fn matrices(&self) -> Result<Option<Vec<(String, &'t RawValue)>>, InputError> {
        if !self.text.trim_ascii_start().starts_with('{') {
            return Ok(None);
        }
        let Ok(Members(members)) = serde_json::from_str(self.text) else { return Ok(None) };
        let are_lists = members.iter().all(|(_, value)| value.get().starts_with('['));
        if members.is_empty() || !are_lists {
            return Ok(None);
        }
        Ok(Some(
            members.into_iter().map(|(Text(name), value)| (name.into_owned(), value)).collect(),
        ))
    }

    /// Returns the items of the list, or the objects of a text with one per line.
    pub(super) fn lines(&self) -> Result<Vec<&'t RawValue>, InputError> {
        if !self.text.trim_ascii_start().starts_with('{') {
            return self.objects();
        }
        let values = serde_json::Deserializer::from_str(self.text).into_iter::<&RawValue>();
        let values =
            values.take(MAX_VALUES + 1).map(|value| value.map_err(|error| self.broken(&error)));
        let values = values.collect::<Result<Vec<&RawValue>, InputError>>()?;
        if values.len() > MAX_VALUES {
            let kind = InputErrorKind::TooManyCells { limit: MAX_VALUES, what: "values" };
            return Err(InputError { kind, place: Place::file(self.file) });
        }
        Ok(values)
    }

    /// Returns the text.
    pub(super) fn text(&self) -> &'t str {
        self.text
    }

    /// Returns the name of the file in errors.
    pub(super) fn file(&self) -> &'t str {
        self.file
    }

    /// Returns the position of a part of the text.
    pub(super) fn offset(&self, part: &str) -> usize {
        part.as_ptr().addr() - self.text.as_ptr().addr()
    }

    /// Returns the values of a list in the text.
    pub(super) fn items(&self, list: &'t RawValue) -> Result<Vec<&'t RawValue>, InputError> {
        let items = serde_json::from_str(list.get());
        items.map(|Items(items)| items).map_err(|e| self.error(list.get(), None, broken(&e)))
    }

    /// Returns the text as one value.
    pub(super) fn value(&self) -> Result<&'t RawValue, InputError> {
        self.parsed()
    }

    fn parsed<T: Deserialize<'t>>(&self) -> Result<T, InputError> {
        serde_json::from_str(self.text).map_err(|error| self.broken(&error))
    }

    fn broken(&self, error: &serde_json::Error) -> InputError {
        let (line, column) = (error.line() as u64, error.column() as u64);
        let place = Place { line: Some(line), column: Some(column), ..Place::file(self.file) };
        InputError { kind: broken(error), place }
    }

    /// Returns an error of one part of the text.
    pub(super) fn error(
        &self,
        part: &str,
        object: Option<u64>,
        kind: InputErrorKind,
    ) -> InputError {
        let (line, column) = line_and_column(&self.text.as_bytes()[..self.offset(part)]);
        let file = self.file.to_owned();
        InputError { kind, place: Place { file, line: Some(line), column: Some(column), object } }
    }
}

/// Returns the position after these bytes as the parser counts it: lines and bytes, from 1.
pub(super) fn line_and_column(before: &[u8]) -> (u64, u64) {
    let line = before.iter().filter(|byte| **byte == b'\n').count();
    let column = before.iter().rev().take_while(|byte| **byte != b'\n').count();
    (line as u64 + 1, column as u64 + 1)
}

pub(super) fn broken(error: &serde_json::Error) -> InputErrorKind {
    let text = error.to_string();
    // The position is part of the place.
    let reason = text.rsplit_once(" at line ").map_or(&*text, |(reason, _)| reason);
    InputErrorKind::BrokenJson { reason: one_line(reason).into_owned() }
}

/// One key of an object.
pub(super) struct Entry<'t> {
    key: Cow<'t, str>,
    pub(super) value: &'t RawValue,
    /// The text of a string, or the value as it is written.
    pub(super) text: Cow<'t, str>,
}

/// Returns the entries of an object; only those with known keys are read as text. The error has the
/// faulty value.
pub(super) fn entries<'t>(
    raw: &'t RawValue,
    is_known: impl Fn(&str) -> bool,
) -> Result<Vec<Entry<'t>>, (&'t RawValue, InputErrorKind)> {
    if !raw.get().starts_with('{') {
        let text = abbreviated(raw.get());
        return Err((raw, InputErrorKind::WrongType { what: "an object", text }));
    }
    let Members(members) =
        serde_json::from_str(raw.get()).map_err(|error| (raw, broken(&error)))?;
    let mut entries: Vec<Entry<'_>> = Vec::with_capacity(members.len());
    let mut unknown: HashSet<Cow<'_, str>> = HashSet::new();
    for (Text(key), value) in members {
        let is_known = is_known(&key);
        let is_repeated = match is_known {
            true => position(&entries, &key).is_some(),
            false => !unknown.insert(key.clone()),
        };
        if is_repeated {
            return Err((value, InputErrorKind::Repeated { name: abbreviated(&key) }));
        }
        let text = if is_known && value.get().starts_with('"') {
            let Text(text) =
                serde_json::from_str(value.get()).map_err(|error| (value, broken(&error)))?;
            text
        } else {
            Cow::Borrowed(value.get())
        };
        entries.push(Entry { key, value, text });
    }
    Ok(entries)
}

/// Returns the position of the key with this name.
pub(super) fn position(entries: &[Entry<'_>], name: &str) -> Option<usize> {
    entries.iter().position(|entry| header::is_key(&entry.key, name))
}

/// Returns the position of the value with this meaning: by its usual name, or else the first by
/// another one.
pub(super) fn word_position(entries: &[Entry<'_>], word: Word) -> Option<usize> {
    let by_name = |name: &&str| position(entries, name);
    word.names()
        .iter()
        .find_map(by_name)
        .or_else(|| entries.iter().position(|e| word.is_meant_by(&e.key)))
}

/// A string, borrowed if it has no escapes.
#[derive(Deserialize)]
pub(super) struct Text<'t>(#[serde(borrow)] pub(super) Cow<'t, str>);

/// The most values of a list, or of lines: references to them take more memory than short values.
const MAX_VALUES: usize = 1 << 24;
/// The most keys of an object.
const MAX_KEYS: usize = 1 << 20;

/// The values of a list.
struct Items<'t>(Vec<&'t RawValue>);

impl<'de> Deserialize<'de> for Items<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ItemsVisitor;
        impl<'de> Visitor<'de> for ItemsVisitor {
            type Value = Items<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = list.next_element()? {
                    if items.len() == MAX_VALUES {
                        let what = format!("a list has more than {MAX_VALUES} values");
                        return Err(serde::de::Error::custom(what));
                    }
                    items.push(item);
                }
                Ok(Items(items))
            }
        }
        deserializer.deserialize_seq(ItemsVisitor)
    }
}

/// The members of an object in their order, with repeated keys, which a map would hide.
pub(super) struct Members<'t>(pub(super) Vec<(Text<'t>, &'t RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MembersVisitor;
        impl<'de> Visitor<'de> for MembersVisitor {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    if members.len() == MAX_KEYS {
                        let what = format!("an object has more than {MAX_KEYS} keys");
                        return Err(serde::de::Error::custom(what));
                    }
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(MembersVisitor)
    }
}

/// Unknown keys, each once, in their order.
#[derive(Default)]
pub(super) struct Ignored {
    pub(super) in_order: Vec<String>,
    known: HashSet<String>,
}

impl Ignored {
    pub(super) fn note(&mut self, entries: &[Entry<'_>], used: &[usize]) {
        let is_used = |index: &usize| used.contains(index);
        for (_, entry) in entries.iter().enumerate().filter(|(index, _)| !is_used(index)) {
            if !self.known.contains(&*entry.key) {
                self.known.insert(entry.key.to_string());
                self.in_order.push(entry.key.to_string());
            }
        }
    }
}
