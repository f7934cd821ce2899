//! A JSON text, and its parts with their places.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use exactile::num::abbreviated;
use exactile::performance::one_line;

use super::described;
use super::error::{InputError, InputErrorKind, Place};
use super::keys;
use super::vocabulary::{Word, is_in_percent};

/// The members of an object.
pub(super) type Pairs<'t> = [(Text<'t>, &'t RawValue)];

/// Returns the members of a value, if it is an object.
pub(super) fn members(value: &RawValue) -> Option<Vec<(Text<'_>, &RawValue)>> {
    serde_json::from_str::<Members<'_>>(value.get()).ok().map(|Members(members)| members)
}

/// The text, and the name of its file.
pub(super) struct Document<'t> {
    text: &'t str,
    file: &'t str,
}

/// Writes what Python adds to the numbers of JSON as texts of the same length, so that places stay:
/// `NaN` is a missing value.
pub(super) fn without_names_of_numbers(mut bytes: Vec<u8>) -> Vec<u8> {
    const NAMES: [(&[u8], &[u8]); 3] =
        [(b"NaN", b"\"\" "), (b"-Infinity", b"\"-inf\"   "), (b"Infinity", b"\"inf\"   ")];
    let (mut at, mut is_text) = (0, false);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => is_text = !is_text,
            b'\\' if is_text => at += 1,
            b'N' | b'I' | b'-' if !is_text => {
                let found = NAMES.iter().find(|(name, _)| bytes[at..].starts_with(name));
                if let Some((_, text)) = found {
                    bytes[at..at + text.len()].copy_from_slice(text);
                    at += text.len() - 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    bytes
}

impl<'t> Document<'t> {
    pub(super) fn new(bytes: &'t [u8], file: &'t str) -> Result<Self, InputError> {
        std::str::from_utf8(bytes).map(|text| Self { text, file }).map_err(|error| {
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
    pub(super) fn matrices(&self) -> Result<Option<Vec<(String, &'t RawValue)>>, InputError> {
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

impl Entry<'_> {
    /// The key as it is written.
    pub(super) fn key(&self) -> &str {
        &self.key
    }
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
        let text = match is_known && is_in_percent(&key) {
            true => described::percentage(text).map_err(|kind| (value, kind))?,
            false => text,
        };
        entries.push(Entry { key, value, text });
    }
    Ok(entries)
}

/// Returns the position of the key with this name.
pub(super) fn position(entries: &[Entry<'_>], name: &str) -> Option<usize> {
    entries.iter().position(|entry| keys::is_key(&entry.key, name))
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
