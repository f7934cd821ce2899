//! JSON with a sample per row, as a table: objects in a list or one a line, an object of lists, and the
//! objects of objects of pandas, columns or rows by index.
//!
//! Values are read as they are written; `null` and absent keys are missing values. The text is
//! kept, and a cell is the place of its value in the text.

use std::rc::Rc;

use hashbrown::HashMap;

use super::ReadOptions;
use super::error::{InputError, InputErrorKind, Place};
use super::evaluation;
use super::header;
use super::json::{Document, Members, Text, broken, line_and_column};
use super::table::{HeldRows, Places};
use super::vocabulary::Word;
use exactile::num::abbreviated;
use serde_json::value::RawValue;

/// The most cells, which take half a gigabyte.
const MAX_CELLS: usize = 1 << 26;
/// The number of rows that are examined for the content of columns.
const FIRST_ROWS: usize = 1_000;

/// The place of a value in the text: its start and its length.
#[derive(Clone, Copy)]
struct Span {
    start: u32,
    length: u32,
}

const ABSENT: Span = Span { start: u32::MAX, length: 0 };

/// The members of an object.
pub(super) type Pairs<'t> = [(Text<'t>, &'t RawValue)];

/// The rows of a text.
pub(super) struct Sheet {
    text: String,
    file: String,
    /// The number of bytes of the text that were read; derived texts follow.
    read: usize,
    pub(super) header: Vec<String>,
    /// For each column its values; missing ones at the end may be absent.
    columns: Vec<Vec<Span>>,
    /// For each row its start.
    starts: Vec<u32>,
    /// `true` if each row is an object.
    has_objects: bool,
    /// Columns with a list or an object.
    pub(super) is_nested: Vec<bool>,
}

/// Rows that are being gathered.
pub(super) struct Gatherer<'t> {
    document: &'t Document<'t>,
    header: Vec<String>,
    by_name: HashMap<String, usize>,
    columns: Vec<Vec<Span>>,
    starts: Vec<u32>,
    derived: String,
    has_objects: bool,
    is_nested: Vec<bool>,
}

/// Returns the rows of a text, if it has samples: if one of its objects has a truth, if the options
/// are about samples, or if the file is one of several that are joined.
pub(super) fn rows<'t>(
    document: &'t Document<'t>,
    options: &ReadOptions,
    is_joined: bool,
) -> Result<Option<Gatherer<'t>>, InputError> {
    let is_asked = is_joined || options.names_samples() || options.correct;
    let are_samples = |members: &Pairs<'_>| {
        !is_matrix(members) && (is_asked || has_truth(members) || evaluation::is_line(members))
    };
    let text = document.text().trim_ascii_start();
    let first_of = |text: &'t str| -> Option<Vec<(Text<'t>, &'t RawValue)>> {
        let mut values = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
        values.next()?.ok().and_then(members)
    };
    if let Some(list) = text.strip_prefix('[') {
        return match first_of(list) {
            Some(first) if are_samples(&first) => {
                Gatherer::of_objects(document, &document.objects()?).map(Some)
            }
            _ => Ok(None),
        };
    }
    match serde_json::from_str::<Members<'_>>(document.text()) {
        Ok(Members(whole)) => of_one_object(document, &whole, is_asked, are_samples),
        Err(_) => match first_of(text) {
            Some(first) if are_samples(&first) => {
                Gatherer::of_objects(document, &document.lines()?).map(Some)
            }
            _ => Ok(None),
        },
    }
}

/// Returns `true` if the beginning of a text that should be a table is that of JSON.
pub(super) fn may_be_json(head: &[u8]) -> bool {
    let mut marks = head.iter().filter(|byte| !byte.is_ascii_whitespace());
    let [first, second] = [marks.next(), marks.next()].map(|byte| byte.copied().unwrap_or(0));
    matches!((first, second), (b'[', b'{') | (b'{', b'"'))
}

/// Returns the rows of one object: of lists, of objects by column or by row, or a row itself.
fn of_one_object<'t>(
    document: &'t Document<'t>,
    whole: &Pairs<'t>,
    is_asked: bool,
    are_samples: impl Fn(&Pairs<'_>) -> bool,
) -> Result<Option<Gatherer<'t>>, InputError> {
    let is_truth = |(Text(key), _): &(Text<'_>, &RawValue)| Word::Truth.is_meant_by(key);
    let names_columns = is_asked || whole.iter().any(is_truth);
    if let Some(rows) = evaluation::resolved(document, whole)? {
        return Ok(Some(rows));
    }
    let all = |of: fn(&RawValue) -> bool| !whole.is_empty() && whole.iter().all(|(_, v)| of(v));
    if all(is_flat_list) {
        // A truth alone may be the labels of something else.
        return match names_columns && whole.len() > 1 {
            true => Gatherer::of_lists(document, whole).map(Some),
            false => Ok(None),
        };
    }
    if all(|value| value.get().starts_with('[')) {
        return Ok(None);
    }
    if !all(|value| value.get().starts_with('{')) {
        return match are_samples(whole) {
            true => {
                document.lines().and_then(|rows| Gatherer::of_objects(document, &rows)).map(Some)
            }
            false => Ok(None),
        };
    }
    let Some(first) = members(whole[0].1) else { return Ok(None) };
    if is_matrix(&first) {
        return Ok(None);
    }
    if has_truth(&first) {
        let rows: Vec<&RawValue> = whole.iter().map(|(_, value)| *value).collect();
        return Gatherer::of_objects(document, &rows).map(Some);
    }
    let are_flat = first.iter().all(|(_, value)| !value.get().starts_with(['[', '{']));
    match names_columns && are_flat {
        true => Gatherer::of_indexed(document, whole).map(Some),
        false => Ok(None),
    }
}

/// Returns the members of a value, if it is an object.
pub(super) fn members(value: &RawValue) -> Option<Vec<(Text<'_>, &RawValue)>> {
    serde_json::from_str::<Members<'_>>(value.get()).ok().map(|Members(members)| members)
}

/// Returns `true` for a list whose first value is neither a list nor an object.
fn is_flat_list(value: &RawValue) -> bool {
    value.get().strip_prefix('[').is_some_and(|rest| !rest.trim_start().starts_with(['[', '{']))
}

/// Returns `true` if an object has a true label.
fn has_truth(members: &Pairs<'_>) -> bool {
    let is_label = |(Text(key), value): &(Text<'_>, &RawValue)| {
        Word::Truth.is_meant_by(key) && !value.get().starts_with(['[', '{'])
    };
    members.iter().any(is_label) && !is_matrix(members)
}

/// Returns `true` if an object describes a classifier by its counts or rates.
fn is_matrix(members: &Pairs<'_>) -> bool {
    let at = |word: Word| members.iter().position(|(Text(key), _)| word.is_meant_by(key));
    let is_named = at(Word::Name).is_some() || at(Word::Truth).is_none();
    let named = |word: Word| at(word).or((word == Word::Name).then_some(0));
    let has = |name: &str| members.iter().any(|(Text(key), _)| key == name);
    has("confusion_matrix") || is_named && header::columns(named).is_ok()
}

impl<'t> Gatherer<'t> {
    pub(super) fn new(document: &'t Document<'t>, has_objects: bool) -> Self {
        Self {
            document,
            header: Vec::new(),
            by_name: HashMap::new(),
            columns: Vec::new(),
            starts: Vec::new(),
            derived: String::new(),
            has_objects,
            is_nested: Vec::new(),
        }
    }

    /// Creates a row for each object.
    pub(super) fn of_objects(
        document: &'t Document<'t>,
        objects: &[&'t RawValue],
    ) -> Result<Self, InputError> {
        let mut rows = Self::new(document, true);
        for (number, object) in (1..).zip(objects) {
            let fail = |part: &RawValue, kind| document.error(part.get(), Some(number), kind);
            if !object.get().starts_with('{') {
                let text = abbreviated(object.get());
                return Err(fail(object, InputErrorKind::WrongType { what: "an object", text }));
            }
            let Members(members) =
                serde_json::from_str(object.get()).map_err(|error| fail(object, broken(&error)))?;
            rows.start(object.get())?;
            for (position, (Text(key), value)) in members.iter().enumerate() {
                let mut put = |key: &str, value: &RawValue| {
                    let column = rows.column(key, position);
                    if rows.put(column, value.get())? {
                        return Ok(());
                    }
                    Err(fail(value, InputErrorKind::Repeated { name: abbreviated(key) }))
                };
                match evaluation::scorers(key, value) {
                    Some(scorers) => scorers.iter().try_for_each(|(key, value)| put(key, value))?,
                    None => put(key, value)?,
                }
            }
        }
        Ok(rows)
    }

    /// Creates a column for each list.
    fn of_lists(document: &'t Document<'t>, lists: &Pairs<'t>) -> Result<Self, InputError> {
        let mut rows = Self::new(document, false);
        for (position, (Text(key), list)) in lists.iter().enumerate() {
            let column = rows.new_column(document, key, position, list)?;
            let values = document.items(list)?;
            if position > 0 && values.len() != rows.starts.len() {
                let kind = InputErrorKind::UnequalLists {
                    name: abbreviated(key).into(),
                    found: values.len(),
                    expected: rows.starts.len(),
                };
                return Err(document.error(list.get(), None, kind));
            }
            for (row, value) in values.into_iter().enumerate() {
                if position == 0 {
                    rows.start(value.get())?;
                }
                rows.put_at(column, row, value.get())?;
            }
        }
        Ok(rows)
    }

    /// Creates a column for each object, whose keys are the index of the rows, which is the first
    /// column.
    fn of_indexed(document: &'t Document<'t>, objects: &Pairs<'t>) -> Result<Self, InputError> {
        let mut rows = Self::new(document, false);
        let index = rows.column("", 0);
        let mut by_key: HashMap<String, usize> = HashMap::new();
        let mut keys: Vec<String> = Vec::new();
        for (position, (Text(key), object)) in objects.iter().enumerate() {
            let column = rows.new_column(document, key, position + 1, object)?;
            let Members(members) = serde_json::from_str(object.get())
                .map_err(|error| document.error(object.get(), None, broken(&error)))?;
            for (at, (Text(key), value)) in members.iter().enumerate() {
                let known = match keys.get(at) {
                    Some(same) if same == key => Some(at),
                    _ => by_key.get(&**key).copied(),
                };
                let row = match known {
                    Some(row) => row,
                    None => {
                        rows.start(value.get())?;
                        rows.put_derived(index, key)?;
                        by_key.insert(key.to_string(), keys.len());
                        keys.push(key.to_string());
                        keys.len() - 1
                    }
                };
                if !rows.put_at(column, row, value.get())? {
                    let kind = InputErrorKind::Repeated { name: abbreviated(key) };
                    return Err(document.error(value.get(), None, kind));
                }
            }
        }
        Ok(rows)
    }

    /// Adds a column with a new name.
    fn new_column(
        &mut self,
        document: &Document<'_>,
        key: &str,
        position: usize,
        value: &RawValue,
    ) -> Result<usize, InputError> {
        let column = self.column(key, position);
        if column < position {
            let kind = InputErrorKind::Repeated { name: abbreviated(key) };
            return Err(document.error(value.get(), None, kind));
        }
        Ok(column)
    }

    /// Returns the column of a key, probably at this position.
    pub(super) fn column(&mut self, key: &str, position: usize) -> usize {
        let key = key.trim();
        if self.header.get(position).is_some_and(|name| name == key) {
            return position;
        }
        if let Some(&known) = self.by_name.get(key) {
            return known;
        }
        self.by_name.insert(key.to_owned(), self.header.len());
        self.header.push(key.to_owned());
        self.columns.push(Vec::new());
        self.is_nested.push(false);
        self.header.len() - 1
    }

    /// Starts a row at this part of the text.
    pub(super) fn start(&mut self, part: &str) -> Result<(), InputError> {
        let start = self.document.offset(part);
        self.starts.push(u32::try_from(start).expect("texts are bounded"));
        self.check_cells()
    }

    fn check_cells(&self) -> Result<(), InputError> {
        if self.starts.len().saturating_mul(self.header.len().max(1)) <= MAX_CELLS {
            return Ok(());
        }
        let kind = InputErrorKind::TooManyCells { limit: MAX_CELLS, what: "cells" };
        Err(InputError { kind, place: Place::file(self.document.file()) })
    }

    /// Puts a value into the last row; returns `false` if the row already has one.
    pub(super) fn put(&mut self, column: usize, value: &str) -> Result<bool, InputError> {
        self.put_at(column, self.starts.len() - 1, value)
    }

    fn put_at(&mut self, column: usize, row: usize, value: &str) -> Result<bool, InputError> {
        self.is_nested[column] |= value.starts_with(['[', '{']);
        self.put_span(column, row, self.document.offset(value), value.len())
    }

    /// Puts a text that is not in the file into the last row.
    pub(super) fn put_derived(&mut self, column: usize, text: &str) -> Result<(), InputError> {
        let start = self.document.text().len() + self.derived.len();
        let text = serde_json::to_string(text).expect("a string");
        self.derived.push_str(&text);
        self.put_span(column, self.starts.len() - 1, start, text.len()).map(|_| ())
    }

    fn put_span(
        &mut self,
        column: usize,
        row: usize,
        start: usize,
        length: usize,
    ) -> Result<bool, InputError> {
        if self.columns[column].len() <= row {
            if self.columns[column].is_empty() {
                self.check_cells()?;
            }
            self.columns[column].resize(row + 1, ABSENT);
        }
        let cell = &mut self.columns[column][row];
        let is_free = cell.start == ABSENT.start;
        let bounded = |count: usize| u32::try_from(count).expect("texts are bounded");
        *cell = Span { start: bounded(start), length: bounded(length) };
        Ok(is_free)
    }

    /// Returns the values of a column as they are written in the text.
    pub(super) fn texts(&self, column: usize) -> impl Iterator<Item = &'t str> {
        let text = self.document.text();
        self.columns[column].iter().map(move |span| {
            let start = span.start as usize;
            &text[start..start + span.length as usize]
        })
    }

    /// Returns the rows without the text, which goes to [`Sheet`].
    pub(super) fn finish(self) -> Cells {
        let Self { header, columns, starts, derived, has_objects, is_nested, .. } = self;
        Cells { header, columns, starts, derived, has_objects, is_nested }
    }
}

/// The cells of a text, without the text.
pub(super) struct Cells {
    header: Vec<String>,
    columns: Vec<Vec<Span>>,
    starts: Vec<u32>,
    derived: String,
    has_objects: bool,
    is_nested: Vec<bool>,
}

impl Sheet {
    /// Creates the sheet from the text and its cells.
    pub(super) fn new(bytes: Vec<u8>, file: &str, cells: Cells) -> Self {
        let mut text = String::from_utf8(bytes).expect("it was read");
        let read = text.len();
        text.push_str(&cells.derived);
        let Cells { header, columns, starts, has_objects, is_nested, .. } = cells;
        Self { text, file: file.to_owned(), read, header, columns, starts, has_objects, is_nested }
    }

    /// Appends the text of a cell.
    fn append(&self, row: usize, column: usize, text: &mut Vec<u8>) {
        let Some(&span) = self.columns[column].get(row) else { return };
        if span.start == ABSENT.start {
            return;
        }
        let start = span.start as usize;
        let value = &self.text[start..start + span.length as usize];
        match value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            Some(inside) if !inside.contains('\\') => text.extend_from_slice(inside.as_bytes()),
            Some(_) => {
                let whole: String = serde_json::from_str(value).unwrap_or_default();
                text.extend_from_slice(whole.as_bytes());
            }
            None if value == "null" => {}
            None => text.extend_from_slice(value.as_bytes()),
        }
    }

    /// Returns some of the first rows.
    pub(super) fn first_rows(&self) -> Vec<Vec<String>> {
        let cell = |row: usize, column: usize| {
            let mut text = Vec::new();
            self.append(row, column, &mut text);
            String::from_utf8_lossy(&text).into_owned()
        };
        let rows = 0..self.starts.len().min(FIRST_ROWS);
        rows.map(|row| (0..self.header.len()).map(|column| cell(row, column)).collect()).collect()
    }
}

impl Places for Sheet {
    fn place(&self, row: u64, column: Option<usize>) -> Place {
        let index = usize::try_from(row.saturating_sub(1)).unwrap_or(usize::MAX);
        let whole = Place::file(&self.file);
        let Some(start) = self.starts.get(index).filter(|_| row > 0 || column.is_some()) else {
            return whole;
        };
        let cell = column.and_then(|column| self.columns[column].get(index));
        let is_read = |cell: &&Span| (cell.start as usize) < self.read;
        let at = cell.filter(is_read).map_or(*start, |cell| cell.start);
        let (line, column) = line_and_column(&self.text.as_bytes()[..at as usize]);
        let object = self.has_objects.then_some(index as u64 + 1);
        Place { line: Some(line), column: Some(column), object, ..whole }
    }
}

/// The iterator over the rows.
pub(super) struct SheetRows {
    pub(super) sheet: Rc<Sheet>,
    pub(super) next: usize,
}

impl HeldRows for SheetRows {
    fn next(&mut self, text: &mut Vec<u8>, ends: &mut Vec<usize>) -> bool {
        if self.next == self.sheet.starts.len() {
            return false;
        }
        for column in 0..self.sheet.header.len() {
            self.sheet.append(self.next, column, text);
            ends.push(text.len());
        }
        self.next += 1;
        true
    }

    fn place(&self, row: u64, column: Option<usize>) -> Place {
        self.sheet.place(row, column)
    }

    fn places(&self) -> Option<Rc<dyn Places>> {
        let sheet: Rc<Sheet> = self.sheet.clone();
        Some(sheet)
    }
}
