//! A JSON text with a sample per row, as rows of a table: the text is kept, and a cell is the place
//! of its value there.

use std::rc::Rc;

use super::error::Place;
use super::held::{HeldRows, Places};
use super::json_text::line_and_column;

/// The number of rows that are examined for the content of columns.
const FIRST_ROWS: usize = 1_000;

/// The place of a value in the text: its start and its length.
#[derive(Clone, Copy)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) length: u32,
}

pub(super) const ABSENT: Span = Span { start: u32::MAX, length: 0 };

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

/// The cells of a text, without the text.
pub(super) struct Cells {
    pub(super) header: Vec<String>,
    pub(super) columns: Vec<Vec<Span>>,
    pub(super) starts: Vec<u32>,
    pub(super) derived: String,
    pub(super) has_objects: bool,
    pub(super) is_nested: Vec<bool>,
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
