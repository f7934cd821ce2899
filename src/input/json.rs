//! JSON: a list of objects with the keys of confusion matrices or of rates.
//!
//! Numbers are taken from the raw text of the file, so they are as exact as those in strings.
//! What is nested in values nobody asked for is skipped without recursion.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::num::decimal::abbreviated;
use crate::performance::Classifier;

use super::cells;
use super::error::{self, InputError, InputErrorKind, Place};
use super::header;
use super::names;
use super::{Input, Options};

pub(super) const KEYS: [&str; 8] = ["name", "tn", "fp", "fn", "tp", "tnr", "tpr", "prior"];

/// Reads the whole text.
pub(super) fn read(bytes: &[u8], file: &str, options: &Options) -> Result<Input, InputError> {
    let document = Document::new(bytes, file)?;
    let mut classifiers: Vec<Classifier> = Vec::new();
    let mut ignored = Ignored::default();
    let mut all_carry_prior = true;
    for (number, raw) in (1..).zip(document.objects()?) {
        let in_object = |raw: &RawValue, kind| document.error(raw.get(), Some(number), kind);
        let entries = entries(raw, &KEYS).map_err(|(raw, kind)| in_object(raw, kind))?;
        let columns = header::columns(|name| position(&entries, name))
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
        let matrix = cells::matrix(&columns.values, text, options.prior_positive.as_ref())
            .map_err(|(kind, at)| in_object(at.map_or(raw, |index| entries[index].value), kind))?;
        classifiers.push(Classifier::new(&*name.text, matrix));
        ignored.note(&entries, &columns.used());
    }
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
    let mut notes: Vec<String> =
        error::ignored_note("keys", &ignored.in_order, file).into_iter().collect();
    notes.extend(super::unused_prior(options, all_carry_prior, file));
    Ok(Input { classifiers, notes })
}

/// The text with its name.
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

    /// The items of the list.
    pub(super) fn objects(&self) -> Result<Vec<&'t RawValue>, InputError> {
        let value = self.text.trim_ascii();
        if !value.starts_with('[') {
            let kind = InputErrorKind::WrongType { what: "a list", text: abbreviated(value) };
            return Err(self.error(value, None, kind));
        }
        self.parsed()
    }

    /// The text as one value.
    pub(super) fn value(&self) -> Result<&'t RawValue, InputError> {
        self.parsed()
    }

    fn parsed<T: Deserialize<'t>>(&self) -> Result<T, InputError> {
        serde_json::from_str(self.text).map_err(|error| {
            let (line, column) = (error.line() as u64, error.column() as u64);
            let place = Place { line: Some(line), column: Some(column), ..Place::file(self.file) };
            InputError { kind: broken(&error), place }
        })
    }

    /// An error of one part of the text.
    pub(super) fn error(
        &self,
        part: &str,
        object: Option<u64>,
        kind: InputErrorKind,
    ) -> InputError {
        let before = part.as_ptr().addr() - self.text.as_ptr().addr();
        let (line, column) = line_and_column(&self.text.as_bytes()[..before]);
        let file = self.file.to_owned();
        InputError { kind, place: Place { file, line: Some(line), column: Some(column), object } }
    }
}

/// The position behind these bytes, counted as the parser counts: lines and bytes, from 1.
fn line_and_column(before: &[u8]) -> (u64, u64) {
    let line = before.iter().filter(|byte| **byte == b'\n').count();
    let column = before.iter().rev().take_while(|byte| **byte != b'\n').count();
    (line as u64 + 1, column as u64 + 1)
}

pub(super) fn broken(error: &serde_json::Error) -> InputErrorKind {
    let text = error.to_string();
    // The position is part of the place.
    let reason = text.rsplit_once(" at line ").map_or(&*text, |(reason, _)| reason);
    InputErrorKind::BrokenJson { reason: error::one_line(reason) }
}

/// One key of an object.
pub(super) struct Entry<'t> {
    key: Cow<'t, str>,
    pub(super) value: &'t RawValue,
    /// The text of a string, or the value as it is written.
    pub(super) text: Cow<'t, str>,
}

/// The entries of an object, of which only those with known keys are read as text; or what is wrong
/// with which value.
pub(super) fn entries<'t>(
    raw: &'t RawValue,
    keys: &[&str],
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
        let known = keys.iter().find(|known| header::is_key(&key, known));
        let is_repeated = match known {
            Some(known) => position(&entries, known).is_some(),
            None => !unknown.insert(key.clone()),
        };
        if is_repeated {
            return Err((value, InputErrorKind::Repeated { name: abbreviated(&key) }));
        }
        let text = if known.is_some() && value.get().starts_with('"') {
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

/// Where the key of that name is.
pub(super) fn position(entries: &[Entry<'_>], name: &str) -> Option<usize> {
    entries.iter().position(|entry| header::is_key(&entry.key, name))
}

/// A string, borrowed where it holds no escapes.
#[derive(Deserialize)]
pub(super) struct Text<'t>(#[serde(borrow)] pub(super) Cow<'t, str>);

/// The members of an object in their order, repeated keys and all: a map would hide those.
struct Members<'t>(Vec<(Text<'t>, &'t RawValue)>);

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
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(MembersVisitor)
    }
}

/// The keys that nobody asked for, each once, as they come.
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
