//! CSV as a header and a stream of rows, one held at a time.
//!
//! Lines without quotes are split here; all others are parsed by `csv-core`. Beyond it: exact line
//! numbers (blank lines and both kinds of line end counted), the delimiter found from the header, a
//! bound on the length of a row, and an error where the file ends within quotes. That last would
//! otherwise pass for one long field, and all rows behind a stray quote would be lost in silence.

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use super::error::{InputError, InputErrorKind, Place};
use super::header::is_key;
use super::names;
use super::source::Source;
use exactile::num::abbreviated;
use exactile::performance::one_line;

/// No row in earnest is longer: a header of a million classifiers fits.
const MAX_ROW: usize = 1 << 25;
const BLOCK: usize = 1 << 18;

/// A CSV file behind its header.
pub(super) struct Table<'r> {
    source: Source<'r>,
    block: Vec<u8>,
    /// What is unread of the block.
    unread: std::ops::Range<usize>,
    parser: Reader,
    delimiter: u8,
    /// Line ends that the parser did not see.
    skipped_lines: u64,
    header: Vec<String>,
    /// Columns that are left out.
    ignored: Vec<bool>,
    /// Whether the first column is left out as an index of the rows.
    has_index: bool,
    row: Row,
}

/// The fields of one row in one text: end to end, or with their delimiters between.
struct Row {
    line: u64,
    text: Vec<u8>,
    /// Where the fields end; there may be further room.
    ends: Vec<usize>,
    fields: usize,
    /// Bytes between one field and the next.
    gap: usize,
}

impl Row {
    fn fields(&self) -> impl Iterator<Item = &[u8]> {
        let mut start = 0;
        self.ends[..self.fields].iter().map(move |&end| {
            let field = &self.text[start..end];
            start = end + self.gap;
            field
        })
    }

    fn text(&self) -> &[u8] {
        &self.text[..self.ends[..self.fields].last().copied().unwrap_or(0)]
    }

    fn is_blank(&self) -> bool {
        self.fields == 1 && self.text().trim_ascii().is_empty()
    }
}

impl<'r> Table<'r> {
    /// Reads the header; `head` is the beginning of the source.
    pub(super) fn open(source: Source<'r>, head: Vec<u8>) -> Result<Self, InputError> {
        let delimiter = delimiter(&head);
        let mut table = Self {
            source,
            parser: parser(delimiter),
            delimiter,
            unread: 0..head.len(),
            block: head,
            skipped_lines: 0,
            header: Vec::new(),
            ignored: Vec::new(),
            has_index: false,
            row: Row { line: 1, text: vec![0; 256], ends: vec![0; 16], fields: 0, gap: 0 },
        };
        if !table.next_record()? {
            return Err(table.source.error(InputErrorKind::Empty));
        }
        let width = table.row.fields;
        table.header = (0..width).map(|column| table.text(column).trim().to_owned()).collect();
        table.ignored = vec![false; width];
        Ok(table)
    }

    /// Leaves out the columns of these names.
    pub(super) fn ignore(&mut self, names: &[String]) -> Result<(), InputError> {
        for name in names {
            let name = name.trim();
            let mut found = false;
            for (column, ignored) in self.header.iter().zip(&mut self.ignored) {
                if column == name {
                    (found, *ignored) = (true, true);
                }
            }
            if !found {
                let known = self.header.iter().map(String::as_str);
                let nearest = names::nearest(name, known).map(Box::from);
                let name = abbreviated(name);
                return Err(self.row_error(InputErrorKind::NoSuchColumn { name, nearest }));
            }
        }
        Ok(())
    }

    /// Leaves out a first column without a name, which pandas writes unless told not to.
    pub(super) fn leave_out_index(&mut self) {
        let is_index = ["", "Unnamed: 0"].contains(&self.header[0].as_str());
        if self.header.len() > 1 && is_index && !self.ignored[0] {
            (self.has_index, self.ignored[0]) = (true, true);
        }
    }

    /// The note that an index of the rows is left out, if there is one.
    pub(super) fn index_note(&self) -> Option<String> {
        let name = one_line(self.source.name());
        self.has_index
            .then(|| format!("ignored the first column of {name}, an index without a name"))
    }

    /// Returns `true` if the column is left out.
    pub(super) fn is_ignored(&self, column: usize) -> bool {
        self.ignored[column]
    }

    /// The column of that name, in any case of letters, if it is not left out.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        let is_it = |column: &usize| !self.ignored[*column] && is_key(&self.header[*column], name);
        (0..self.header.len()).find(is_it)
    }

    /// The column names, trimmed.
    pub(super) fn header(&self) -> &[String] {
        &self.header
    }

    /// Goes to the next row; false at the end.
    pub(super) fn next_row(&mut self) -> Result<bool, InputError> {
        if !self.next_record()? {
            return Ok(false);
        }
        let (expected, found) = (self.header.len(), self.row.fields);
        if found != expected {
            return Err(self.row_error(InputErrorKind::Ragged { expected, found }));
        }
        Ok(true)
    }

    /// What errors call the file.
    pub(super) fn file(&self) -> &str {
        self.source.name()
    }

    /// The line on which the row begins.
    pub(super) fn line(&self) -> u64 {
        self.row.line
    }

    /// The fields of the row.
    pub(super) fn fields(&self) -> impl Iterator<Item = &[u8]> {
        self.row.fields()
    }

    /// One field of the row.
    pub(super) fn field(&self, column: usize) -> &[u8] {
        let start = column.checked_sub(1).map_or(0, |before| self.row.ends[before] + self.row.gap);
        &self.row.text[start..self.row.ends[column]]
    }

    /// One field of the row as text.
    pub(super) fn text(&self, column: usize) -> &str {
        str::from_utf8(self.field(column)).expect("checked when the row was read")
    }

    /// An error of the input as a whole.
    pub(super) fn error(&self, kind: InputErrorKind) -> InputError {
        self.source.error(kind)
    }

    /// An error of the row.
    pub(super) fn row_error(&self, kind: InputErrorKind) -> InputError {
        InputError { kind, place: self.place(self.row.line, None) }
    }

    /// An error of one field of the row; columns from 0.
    pub(super) fn field_error(&self, kind: InputErrorKind, column: usize) -> InputError {
        InputError { kind, place: self.place(self.row.line, Some(column)) }
    }

    /// A place in the table; columns from 0.
    pub(super) fn place(&self, line: u64, column: Option<usize>) -> Place {
        let column = column.map(|column| column as u64 + 1);
        Place { line: Some(line), column, ..Place::file(self.source.name()) }
    }

    /// The next record that is not blank, checked to be text.
    fn next_record(&mut self) -> Result<bool, InputError> {
        while self.parse_record()? {
            if !self.row.is_blank() {
                self.check_text()?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn parse_record(&mut self) -> Result<bool, InputError> {
        if !self.skip_line_ends()? {
            return Ok(false);
        }
        self.row.line = self.parser.line() + self.skipped_lines;
        if self.split_plain_line() {
            return Ok(true);
        }
        self.row.gap = 0;
        let (mut length, mut fields) = (0, 0);
        loop {
            // The last row may lack its line end. Within quotes that is text, and no end at all.
            let ended = self.unread.is_empty() && !self.refill()?;
            let input = if ended { b"\n" } else { &self.block[self.unread.clone()] };
            let (text, ends) = (&mut self.row.text[length..], &mut self.row.ends[fields..]);
            let (result, read, written, closed) = self.parser.read_record(input, text, ends);
            if !ended {
                self.unread.start += read;
            }
            length += written;
            fields += closed;
            match result {
                ReadRecordResult::Record => {
                    self.row.fields = fields;
                    return Ok(true);
                }
                ReadRecordResult::End => return Ok(false),
                ReadRecordResult::InputEmpty if ended => {
                    return Err(self.field_error(InputErrorKind::UnclosedQuote, fields));
                }
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull if length >= MAX_ROW => {
                    return Err(self.row_error(InputErrorKind::RowTooLong { limit: MAX_ROW }));
                }
                ReadRecordResult::OutputFull => self.row.text.resize(2 * length.max(128), 0),
                ReadRecordResult::OutputEndsFull => self.row.ends.resize(2 * fields.max(8), 0),
            }
        }
    }

    /// The common case, several times faster than the parser: a line without quotes, all of it in
    /// the block. Anything else is left to the parser.
    fn split_plain_line(&mut self) -> bool {
        let Row { text, ends, fields, gap, .. } = &mut self.row;
        let unread = &self.block[self.unread.clone()];
        // Above these, no byte means anything: letters and mostly digits take one comparison.
        let plain = self.delimiter.max(b'"');
        let mut closed = 0;
        for (at, &byte) in unread.iter().enumerate() {
            if byte > plain {
                continue;
            }
            let is_end = match byte {
                b'\n' => true,
                b'\r' if unread.get(at + 1) == Some(&b'\n') => true,
                b'\r' | b'"' => return false,
                _ if byte == self.delimiter => false,
                _ => continue,
            };
            if closed == ends.len() {
                ends.resize(2 * closed, 0);
            }
            ends[closed] = at;
            closed += 1;
            if is_end {
                if text.len() < at {
                    text.resize(2 * at, 0);
                }
                text[..at].copy_from_slice(&unread[..at]);
                (*fields, *gap) = (closed, 1);
                self.skipped_lines += u64::from(byte == b'\n');
                // A line feed behind the carriage return is skipped, and counted, with the next.
                self.unread.start += at + 1;
                return true;
            }
        }
        false
    }

    /// Skips what is left of the last line end, and empty lines; false at the end of the input.
    fn skip_line_ends(&mut self) -> Result<bool, InputError> {
        loop {
            if self.unread.is_empty() && !self.refill()? {
                return Ok(false);
            }
            match self.block[self.unread.start] {
                b'\n' => self.skipped_lines += 1,
                b'\r' => {}
                _ => return Ok(true),
            }
            self.unread.start += 1;
        }
    }

    fn refill(&mut self) -> Result<bool, InputError> {
        self.block.resize(BLOCK, 0);
        self.unread = 0..self.source.fill(&mut self.block)?;
        Ok(!self.unread.is_empty())
    }

    fn check_text(&self) -> Result<(), InputError> {
        let row = self.row.text();
        if row.is_ascii() && !row.contains(&0) {
            return Ok(());
        }
        for (column, field) in self.fields().enumerate() {
            if str::from_utf8(field).is_err() {
                return Err(self.field_error(InputErrorKind::NotUtf8, column));
            }
            if field.contains(&0) {
                return Err(self.field_error(InputErrorKind::Nul, column));
            }
        }
        Ok(())
    }
}

/// A parser that has begun: one that has not would take a byte order mark off whatever block it
/// sees first, and if nothing else is in the block, take that for the end of the input.
fn parser(delimiter: u8) -> Reader {
    let mut parser = ReaderBuilder::new().delimiter(delimiter).build();
    parser.read_record(b"\n", &mut [0], &mut [0]);
    parser.set_line(1);
    parser
}

/// The first of comma, semicolon and tab in the header, outside quotes.
fn delimiter(head: &[u8]) -> u8 {
    let header = head.trim_ascii_start().split(|byte| *byte == b'\n').next().unwrap_or_default();
    let mut quoted = false;
    for &byte in header {
        match byte {
            b'"' => quoted = !quoted,
            b',' | b';' | b'\t' if !quoted => return byte,
            _ => {}
        }
    }
    b','
}
