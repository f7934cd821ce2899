//! Rows that are being gathered from a JSON text.

use hashbrown::HashMap;

use super::error::{InputError, InputErrorKind, Place};
use super::json_text::Document;
use super::sheet::{ABSENT, Cells, Span};

/// The most cells, which take half a gigabyte.
const MAX_CELLS: usize = 1 << 26;

/// Rows that are being gathered.
pub(super) struct Gatherer<'t> {
    pub(super) document: &'t Document<'t>,
    pub(super) header: Vec<String>,
    pub(super) by_name: HashMap<String, usize>,
    pub(super) columns: Vec<Vec<Span>>,
    pub(super) starts: Vec<u32>,
    pub(super) derived: String,
    pub(super) has_objects: bool,
    pub(super) is_nested: Vec<bool>,
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

    pub(super) fn check_cells(&self) -> Result<(), InputError> {
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

    pub(super) fn put_at(
        &mut self,
        column: usize,
        row: usize,
        value: &str,
    ) -> Result<bool, InputError> {
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

    pub(super) fn put_span(
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
