//! CSV as a header and a stream of rows, one held at a time.
//!
//! Lines without quotes are split here; all others are parsed by `csv-core`. In addition this
//! module has exact line numbers (blank lines and all kinds of line end counted), the delimiter
//! found from the header, row names of R, bounds on rows and fields, and an error if the file ends
//! within quotes. Without it a stray quote would make one long field of all rows after it, which
//! would be lost silently.
//!
//! Tables in Markdown and LaTeX are small and held in memory, and so is a transposed table.

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

mod stretches;

use super::ahead::Stretch;
use super::dialect::{Dialect, Separator};
use super::error::{self, InputError, InputErrorKind, Place};
use super::held::{HeldRows, Places};
use super::keys::is_key;
use super::markup;
use super::names;
use super::numerals::Marks;
use super::sample_columns::SampleColumns;
use super::sheet::{Sheet, SheetRows};
use super::source::Source;
use super::vocabulary::{Meaning, Word, meanings};
use exactile::num::abbreviated;
use exactile::performance::{Label, one_line};

/// The longest row: a header of a million classifiers fits.
const MAX_ROW: usize = 1 << 25;
const MAX_FIELDS: usize = 1 << 20;
/// The longest field: a book fits.
const MAX_FIELD: usize = 1 << 24;
const BLOCK: usize = 1 << 18;
/// The most cells of a table that is held in memory.
const MAX_HELD: usize = 1 << 22;

/// A CSV file after its header.
pub(super) struct Table<'r> {
    source: Source<'r>,
    block: Vec<u8>,
    /// The unread part of the block.
    unread: Range<usize>,
    /// The bytes after the block that were read, and the reason why nothing comes after them.
    later: Stretch,
    failed: Option<InputError>,
    /// The stretch whose lines are looked at.
    stretch: Stretch,
    /// Bytes of known lines that were passed, less several times those of others.
    passed: usize,
    parser: Reader,
    delimiter: u8,
    /// The number of line ends that the parser did not see.
    skipped_lines: u64,
    header: Vec<String>,
    /// The meanings of each column by its name.
    meanings: Vec<&'static [Meaning]>,
    /// Required values of some columns; other rows are left out.
    kept: Vec<(usize, Label)>,
    /// `true` if a row was kept.
    has_kept: bool,
    /// The column whose values distinguish test sets.
    domain: Option<usize>,
    /// Columns that are left out.
    ignored: Vec<bool>,
    /// `true` if the first column is left out as an index of the rows.
    has_index: bool,
    /// Columns of lists and objects, which are left out.
    nested: Vec<String>,
    /// Some of the first rows, which show the content of the columns.
    first_rows: Vec<Vec<String>>,
    /// The rows of a table that was put together in memory, and the meaning of its columns if that
    /// is known.
    held: Option<(Box<dyn HeldRows>, Option<SampleColumns>)>,
    row: Row,
    /// The first row, which is read with the header.
    first: Option<(Row, Result<bool, InputError>)>,
    /// `true` if rows have a name in front that the header does not have.
    has_row_names: bool,
    /// The rows of a table that is held in memory.
    whole: Option<std::vec::IntoIter<Row>>,
    /// The lines of the columns, if the table is transposed.
    lines: Option<Vec<u64>>,
    marks: Marks,
}

/// The fields of one row in one text: adjacent, or with their delimiters between.
struct Row {
    line: u64,
    text: Vec<u8>,
    /// The ends of the fields; there may be further room.
    ends: Vec<usize>,
    fields: usize,
    /// The number of bytes between one field and the next.
    gap: usize,
    /// `true` if the first field is in quotes.
    is_quoted: bool,
}

impl Row {
    fn new() -> Self {
        let (text, ends) = (vec![0; 256], vec![0; 16]);
        Self { line: 1, text, ends, fields: 0, gap: 0, is_quoted: false }
    }

    /// Creates a row that is held.
    fn of(line: u64, cells: &[String]) -> Self {
        let ends = cells.iter().scan(0, |end, cell| {
            *end += cell.len();
            Some(*end)
        });
        let (text, ends) = (cells.concat().into_bytes(), ends.collect());
        Self { line, text, ends, fields: cells.len(), gap: 0, is_quoted: false }
    }

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
    pub(super) fn open(mut source: Source<'r>, head: Vec<u8>) -> Result<Self, InputError> {
        if markup::is_printed(&head) {
            let text = source.whole_up_to(head, markup::MAX_TEXT)?;
            return Self::printed(source, &text);
        }
        let Dialect { skip, separator } = Dialect::of(&head);
        let skipped_lines = head[..skip].iter().filter(|byte| **byte == b'\n').count() as u64;
        let mut table = match separator {
            Separator::Byte(delimiter) => {
                let mut table = Self::unread(source, head, delimiter);
                table.unread.start = skip;
                table
            }
            Separator::Blanks => {
                source.with_tabs(head[skip..].to_vec());
                Self::unread(source, Vec::new(), b'\t')
            }
        };
        table.skipped_lines = skipped_lines;
        table.read_header()?;
        table.read_ahead(separator);
        Ok(table)
    }

    /// Creates a table of which nothing has been read yet.
    fn unread(source: Source<'r>, head: Vec<u8>, delimiter: u8) -> Self {
        Self {
            source,
            parser: parser(delimiter),
            delimiter,
            unread: 0..head.len(),
            later: Stretch::default(),
            failed: None,
            stretch: Stretch::default(),
            passed: 0,
            block: head,
            skipped_lines: 0,
            header: Vec::new(),
            meanings: Vec::new(),
            kept: Vec::new(),
            has_kept: false,
            domain: None,
            ignored: Vec::new(),
            has_index: false,
            nested: Vec::new(),
            row: Row::new(),
            first: None,
            has_row_names: false,
            whole: None,
            lines: None,
            marks: Marks::new(delimiter),
            first_rows: Vec::new(),
            held: None,
        }
    }

    /// Reads a table in Markdown or LaTeX.
    fn printed(source: Source<'r>, text: &[u8]) -> Result<Self, InputError> {
        let rows = markup::one_table(text).map_err(|(kind, line)| {
            let line = Some(line);
            InputError { kind, place: Place { line, ..Place::file(source.name()) } }
        })?;
        let mut table = Self::unread(source, Vec::new(), b'|');
        let rows = rows.iter().map(|row| Row::of(row.line, &row.cells));
        table.whole = Some(rows.collect::<Vec<Row>>().into_iter());
        table.read_header()?;
        Ok(table)
    }

    fn read_header(&mut self) -> Result<(), InputError> {
        if !self.next_record()? {
            return Err(self.source.error(InputErrorKind::Empty));
        }
        let width = self.row.fields;
        self.header = (0..width).map(|column| self.text(column).trim().to_owned()).collect();
        self.meanings = self.header.iter().map(|name| meanings(name)).collect();
        self.ignored = vec![false; width];
        Ok(())
    }

    /// Replaces escaped names of the header.
    pub(super) fn unescape_names(&mut self) {
        for name in &mut self.header {
            *name = names::unescaped(name);
        }
    }

    /// Reads the first row. R writes row names in front without a name in the header. If a stray
    /// separator may be the cause of the further field, names have to be in quotes.
    fn read_ahead(&mut self, separator: Separator) {
        let header = std::mem::replace(&mut self.row, Row::new());
        let read = self.next_record();
        let row = std::mem::replace(&mut self.row, header);
        if read == Ok(true) {
            let is_plain = matches!(separator, Separator::Byte(b'\t' | b';' | b'|'));
            let last = row.fields().last().unwrap_or_default();
            self.has_row_names = row.fields == self.header.len() + 1
                && !last.trim_ascii().is_empty()
                && (row.is_quoted || is_plain && !row.text().starts_with(&[self.delimiter]));
        }
        if self.has_row_names {
            self.header.insert(0, String::new());
            self.ignored.insert(0, false);
            self.meanings.insert(0, &[]);
        }
        self.first = Some((row, read));
    }

    /// Returns the table with rows and columns exchanged: the first column becomes the header.
    /// `line` is then the number of a column of the file; places in errors are those of the file.
    pub(super) fn transposed(mut self) -> Result<Self, InputError> {
        let kept: Vec<usize> = (0..self.header.len()).filter(|&c| !self.ignored[c]).collect();
        let mut lines = vec![self.row.line];
        let name = |&column: &usize| vec![self.header[column].clone()];
        let mut columns: Vec<Vec<String>> = kept.iter().map(name).collect();
        while self.next_row()? {
            if kept.len() * lines.len() > MAX_HELD {
                let kind = InputErrorKind::TooManyCells { limit: MAX_HELD, what: "cells" };
                return Err(self.source.error(kind));
            }
            lines.push(self.row.line);
            for (cells, &column) in columns.iter_mut().zip(&kept) {
                cells.push(self.text(column).trim().to_owned());
            }
        }
        let numbered = kept.iter().zip(&columns);
        let rows: Vec<Row> =
            numbered.map(|(&column, cells)| Row::of(column as u64 + 1, cells)).collect();
        let mut table = Self::unread(self.source, Vec::new(), self.delimiter);
        (table.whole, table.lines) = (Some(rows.into_iter()), Some(lines));
        table.read_header()?;
        Ok(table)
    }

    /// Opens a table and examines its first rows, which are read again later.
    pub(super) fn open_ahead(source: Source<'r>, head: Vec<u8>) -> Result<Self, InputError> {
        let first_rows = first_rows(&source, &head);
        Ok(Self { first_rows, ..Self::open(source, head)? })
    }

    /// Creates a table that was put together from another one, or from several with the same name.
    pub(super) fn held(
        of: &Self,
        header: Vec<String>,
        rows: Box<dyn HeldRows>,
        first_rows: Vec<Vec<String>>,
        columns: SampleColumns,
    ) -> Self {
        let ignored = vec![false; header.len()];
        Self {
            ignored,
            meanings: header.iter().map(|name| meanings(name)).collect(),
            header,
            first_rows,
            held: Some((rows, Some(columns))),
            row: Row { line: 0, text: Vec::new(), ends: Vec::new(), ..Row::new() },
            ..Self::unread(Source::nothing(of.source.name()), Vec::new(), b',')
        }
    }

    /// Returns the encoding of the file; `None` if several were joined.
    pub(super) fn encoding(&self) -> Option<&'static str> {
        self.held.is_none().then(|| self.source.encoding())
    }

    /// Returns the character between the fields of the file, if there is one.
    pub(super) fn separator(&self) -> Option<char> {
        let is_text = self.held.is_none() && self.whole.is_none();
        is_text.then_some(self.delimiter.into())
    }

    /// Returns the decimal mark, if a number has shown it.
    pub(super) fn decimal_mark(&self) -> Option<char> {
        self.marks.decimal_mark()
    }

    /// Takes the first column as the names of classifiers, whatever its name is.
    pub(super) fn name_by_first_column(&mut self) {
        self.header[0] = Word::Name.usual().to_owned();
        self.meanings[0] = meanings(Word::Name.usual());
    }

    /// Creates a table from the rows of a JSON text. Columns with lists or objects are left out.
    pub(super) fn of_sheet(source: Source<'r>, sheet: Sheet) -> Self {
        let (header, is_nested) = (sheet.header.clone(), sheet.is_nested.clone());
        let nested = header.iter().zip(&is_nested).filter(|(_, is_nested)| **is_nested);
        Self {
            nested: nested.map(|(name, _)| name.clone()).collect(),
            ignored: is_nested,
            meanings: header.iter().map(|name| meanings(name)).collect(),
            header,
            first_rows: sheet.first_rows(),
            held: Some((Box::new(SheetRows { sheet: Rc::new(sheet), next: 0 }), None)),
            row: Row { line: 0, text: Vec::new(), ends: Vec::new(), ..Row::new() },
            ..Self::unread(source, Vec::new(), b',')
        }
    }

    /// Returns the column with this name.
    pub(super) fn named(&self, name: &str) -> Result<usize, InputError> {
        self.find_exactly(name).ok_or_else(|| {
            let known = self.header.iter().map(String::as_str);
            let nearest = names::nearest(name, known).map(Box::from);
            let name = abbreviated(name.trim());
            self.row_error(InputErrorKind::NoSuchColumn { name, nearest })
        })
    }

    /// Returns the columns, if they are known from the way in which the table was put together.
    pub(super) fn known_columns(&self) -> Option<&SampleColumns> {
        self.held.as_ref().and_then(|(_, columns)| columns.as_ref())
    }

    /// Leaves out the columns with these names.
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

    /// Leaves out a first column without a name, which pandas writes by default.
    pub(super) fn leave_out_index(&mut self) {
        if self.header.len() > 1 && self.has_unnamed_first() && !self.ignored[0] {
            (self.has_index, self.ignored[0]) = (true, true);
        }
    }

    /// Returns the notes on columns that are left out without a request.
    pub(super) fn left_out(&self) -> impl Iterator<Item = String> {
        let name = one_line(self.source.name());
        let index = self
            .has_index
            .then(|| format!("ignored the first column of {name}, an index without a name"));
        let nested = error::ignored_note("lists and objects", &self.nested, self.source.name());
        index.into_iter().chain(nested)
    }

    /// Returns the places of rows, if they are not lines of a file.
    pub(super) fn places(&self) -> Option<Rc<dyn Places>> {
        self.held.as_ref().and_then(|(rows, _)| rows.places())
    }

    /// Returns `true` if the column is left out because it has lists or objects.
    pub(super) fn is_nested(&self, column: usize) -> bool {
        self.nested.contains(&self.header[column])
    }

    /// Returns `true` if the column is left out.
    pub(super) fn is_ignored(&self, column: usize) -> bool {
        self.ignored[column]
    }

    /// Returns the column with this name, in any case of letters, unless it is left out.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        let is_it = |column: &usize| !self.ignored[*column] && is_key(&self.header[*column], name);
        (0..self.header.len()).find(is_it)
    }

    /// Returns the column with this meaning that is not left out: by its usual name, or else the
    /// first by another one.
    pub(super) fn find_word(&self, word: Word) -> Option<usize> {
        self.find_word_outside(word, &[])
    }

    /// As [`Self::find_word`], among the columns that are not in a list.
    pub(super) fn find_word_outside(&self, word: Word, taken: &[usize]) -> Option<usize> {
        self.first_meaning(word, |column| !self.ignored[*column] && !taken.contains(column))
    }

    /// Returns the column with this meaning among those of conditions, which are left out, but not
    /// forgotten.
    pub(super) fn condition_column(&self, word: Word) -> Option<usize> {
        self.first_meaning(word, |column| self.kept.iter().any(|(kept, _)| kept == column))
    }

    fn first_meaning(&self, word: Word, is_free: impl Fn(&usize) -> bool) -> Option<usize> {
        let rank = |column: usize| {
            let found = self.meanings[column].iter().find(|(meaning, _)| *meaning == word);
            found.map(|(_, rank)| (*rank, column))
        };
        let found = (0..self.header.len()).filter_map(rank).filter(|(_, column)| is_free(column));
        found.min().map(|(_, column)| column)
    }

    /// Returns `true` if the column has this meaning by its name.
    pub(super) fn means(&self, column: usize, word: Word) -> bool {
        self.meanings[column].iter().any(|(meaning, _)| *meaning == word)
    }

    /// Returns the column with exactly this name, or else with this name in any case of letters,
    /// left out or not.
    pub(super) fn find_exactly(&self, name: &str) -> Option<usize> {
        let position = |is_it: &dyn Fn(&str) -> bool| self.header.iter().position(|h| is_it(h));
        let exactly = |name: &str| position(&|header| header == name);
        let trimmed = name.trim();
        exactly(name)
            .or_else(|| exactly(trimmed))
            .or_else(|| position(&|header| is_key(header, trimmed)))
    }

    /// Returns `true` if a column of this meaning is not left out.
    pub(super) fn has(&self, word: Word) -> bool {
        self.find_word(word).is_some()
    }

    /// Returns `true` if the first column has no name.
    pub(super) fn has_unnamed_first(&self) -> bool {
        ["", "Unnamed: 0"].contains(&self.header[0].as_str())
    }

    /// Returns some of the first rows, as far as the beginning of the file has them.
    pub(super) fn first_rows(&self) -> &[Vec<String>] {
        &self.first_rows
    }

    /// Returns the column names, trimmed.
    pub(super) fn header(&self) -> &[String] {
        &self.header
    }

    /// Keeps only the rows whose columns have these values, as labels; the columns are left out.
    pub(super) fn keep(&mut self, conditions: &[(String, String)]) -> Result<(), InputError> {
        for (name, value) in conditions {
            let column = self.named(name)?;
            self.ignored[column] = true;
            let value = Label::new(value);
            self.first_rows.retain(|row| meets(&row[column], &value));
            self.kept.push((column, value));
        }
        Ok(())
    }

    /// Makes a column, if it is given, the one of test sets; it has no other meaning then.
    pub(super) fn split(&mut self, by: Option<&String>) -> Result<(), InputError> {
        if let Some(name) = by {
            let column = self.named(name)?;
            self.split_at(column);
        }
        Ok(())
    }

    /// As [`Self::split`], by the column's number.
    pub(super) fn split_at(&mut self, column: usize) {
        self.ignored[column] = true;
        self.domain = Some(column);
    }

    /// Returns `true` if rows are kept for their values of this column.
    pub(super) fn is_condition(&self, column: usize) -> bool {
        self.kept.iter().any(|(condition, _)| *condition == column)
    }

    /// Returns the byte between fields.
    pub(super) fn delimiter(&self) -> u8 {
        self.delimiter
    }

    /// Returns the column of test sets.
    pub(super) fn domain_column(&self) -> Option<usize> {
        self.domain
    }

    /// Goes to the next row that is kept; returns `false` at the end.
    pub(super) fn next_row(&mut self) -> Result<bool, InputError> {
        if self.kept.is_empty() {
            return self.any_row();
        }
        while self.any_row()? {
            let is_kept = |(column, value): &(usize, Label)| meets(self.text(*column), value);
            if self.kept.iter().all(is_kept) {
                self.has_kept = true;
                return Ok(true);
            }
        }
        if self.has_kept {
            return Ok(false);
        }
        let in_words = |(column, value): &(usize, Label)| {
            let (value, column) =
                (abbreviated(value.written()), abbreviated(&self.header[*column]));
            format!("{value:?} in the column {column:?}")
        };
        let conditions = self.kept.iter().map(in_words).collect();
        Err(self.error(InputErrorKind::NothingKept { conditions }))
    }

    /// Goes to the next row; returns `false` at the end.
    fn any_row(&mut self) -> Result<bool, InputError> {
        let is_first = self.first.is_some();
        let has_row = if is_first { self.take_first()? } else { self.next_record()? };
        if !has_row {
            return self.check_marks().map(|()| false);
        }
        let (expected, found) = (self.header.len(), self.row.fields);
        if found != expected {
            return Err(self.row_error(if self.has_row_names {
                InputErrorKind::RaggedNames { expected, found }
            } else if is_first && found == expected + 1 {
                InputErrorKind::RaggedFirst { expected, found }
            } else {
                InputErrorKind::Ragged { expected, found }
            }));
        }
        Ok(true)
    }

    /// Goes to the row that was read with the header.
    #[cold]
    fn take_first(&mut self) -> Result<bool, InputError> {
        let Some((row, read)) = self.first.take() else { return Ok(false) };
        self.row = row;
        read
    }

    /// Checks that the marks of all numbers agree.
    #[cold]
    fn check_marks(&self) -> Result<(), InputError> {
        match self.marks.fault() {
            None => Ok(()),
            Some((kind, (line, column))) => {
                Err(InputError { kind, place: self.place(line, Some(column)) })
            }
        }
    }

    /// Returns a field of the row as the text of a number: with a decimal point and without
    /// thousands between commas or points, if it has only one reading. If it has two, the end of
    /// the table is an error unless other numbers decide.
    pub(super) fn number_text(&self, column: usize) -> Cow<'_, str> {
        self.marks.standard(self.text(column), (self.row.line, column), false)
    }

    /// As [`Self::number_text`], for a count of samples.
    pub(super) fn count_text(&self, column: usize) -> Cow<'_, str> {
        self.marks.standard(self.text(column), (self.row.line, column), true)
    }

    /// Returns `true` if numbers with a point may be read from [`field`](Self::field).
    #[inline]
    pub(super) fn has_plain_numbers(&self) -> bool {
        self.marks.are_plain()
    }

    /// Returns the name of the file in errors.
    pub(super) fn file(&self) -> &str {
        self.source.name()
    }

    /// Returns the line on which the row begins.
    pub(super) fn line(&self) -> u64 {
        self.row.line
    }

    /// Returns the fields of the row.
    pub(super) fn fields(&self) -> impl Iterator<Item = &[u8]> {
        self.row.fields()
    }

    /// Returns one field of the row.
    pub(super) fn field(&self, column: usize) -> &[u8] {
        let start = column.checked_sub(1).map_or(0, |before| self.row.ends[before] + self.row.gap);
        &self.row.text[start..self.row.ends[column]]
    }

    /// Returns one field of the row as text.
    pub(super) fn text(&self, column: usize) -> &str {
        std::str::from_utf8(self.field(column)).expect("checked when the row was read")
    }

    /// Returns an error of the input as a whole.
    pub(super) fn error(&self, kind: InputErrorKind) -> InputError {
        self.source.error(kind)
    }

    /// Returns an error of the row.
    pub(super) fn row_error(&self, kind: InputErrorKind) -> InputError {
        InputError { kind, place: self.place(self.row.line, None) }
    }

    /// Returns an error of one field of the row; columns from 0.
    pub(super) fn field_error(&self, kind: InputErrorKind, column: usize) -> InputError {
        InputError { kind, place: self.place(self.row.line, Some(column)) }
    }

    /// Returns a place in the table; columns from 0.
    pub(super) fn place(&self, line: u64, column: Option<usize>) -> Place {
        if let Some((rows, _)) = &self.held {
            return rows.place(line, column);
        }
        let (line, column) = match &self.lines {
            None => (line, column.map(|column| column as u64 + 1)),
            Some(lines) => (lines[column.unwrap_or_default()], Some(line)),
        };
        Place { line: Some(line), column, ..Place::file(self.source.name()) }
    }

    /// Returns the bytes of the line of the row, if it is one line without quotes.
    pub(super) fn plain_line(&self) -> Option<&[u8]> {
        let is_stream = self.held.is_none() && self.whole.is_none();
        (is_stream && self.row.gap == 1).then(|| self.row.text())
    }

    /// Reads the next record that is not blank, and checks that it is text.
    fn next_record(&mut self) -> Result<bool, InputError> {
        if let Some((rows, _)) = &mut self.held {
            let Row { line, text, ends, fields, .. } = &mut self.row;
            text.clear();
            ends.clear();
            *line += 1;
            let is_there = rows.next(text, ends);
            *fields = ends.len();
            return Ok(is_there);
        }
        if let Some(rows) = &mut self.whole {
            self.row = rows.next().unwrap_or_else(Row::new);
            return Ok(self.row.fields > 0);
        }
        while self.parse_record()? {
            if !self.row.is_blank() {
                self.check_text()?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Checks the limits. A plain line is within them, because a block is.
    fn check_size(&self) -> Result<(), InputError> {
        if self.row.fields > MAX_FIELDS {
            return Err(self.row_error(InputErrorKind::TooManyFields { limit: MAX_FIELDS }));
        }
        if self.row.text().len() > MAX_FIELD {
            let is_long = |field: &[u8]| field.len() > MAX_FIELD;
            if let Some(column) = self.fields().position(is_long) {
                let kind = InputErrorKind::FieldTooLong { limit: MAX_FIELD };
                return Err(self.field_error(kind, column));
            }
        }
        Ok(())
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
        self.row.is_quoted = self.block[self.unread.start] == b'"';
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
                    return self.check_size().map(|()| true);
                }
                ReadRecordResult::End => return Ok(false),
                ReadRecordResult::InputEmpty if ended => {
                    return Err(self.field_error(InputErrorKind::UnclosedQuote, fields));
                }
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull if length >= MAX_ROW => {
                    // Of no text at all, that is the better word.
                    let is_binary = self.row.text.contains(&0);
                    let too_long = InputErrorKind::RowTooLong { limit: MAX_ROW };
                    return Err(self.row_error(if is_binary {
                        InputErrorKind::Nul
                    } else {
                        too_long
                    }));
                }
                ReadRecordResult::OutputFull => self.row.text.resize(2 * length.max(128), 0),
                ReadRecordResult::OutputEndsFull if fields > MAX_FIELDS => {
                    return Err(self.row_error(InputErrorKind::TooManyFields { limit: MAX_FIELDS }));
                }
                ReadRecordResult::OutputEndsFull => self.row.ends.resize(2 * fields.max(8), 0),
            }
        }
    }

    /// Splits a line in the common case, several times faster than the parser: a line without
    /// quotes that is completely in the block. Anything else is left to the parser.
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

    /// Skips the rest of the last line end, and empty lines; returns `false` at the end of the
    /// input.
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
        if !self.later.text().is_empty() {
            self.block.clear();
            self.block.extend_from_slice(self.later.text());
            self.unread = 0..self.block.len();
            self.later.truncate(0);
            return Ok(true);
        }
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
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
            if std::str::from_utf8(field).is_err() {
                return Err(self.field_error(InputErrorKind::NotUtf8, column));
            }
            if field.contains(&0) {
                return Err(self.field_error(InputErrorKind::Nul, column));
            }
        }
        Ok(())
    }
}

/// Returns `true` if a cell meets a condition: the same label, and the same text if one has zeros
/// in front, as in test sets.
fn meets(text: &str, value: &Label) -> bool {
    let is_padded = |text: &str| {
        let digits = text.trim().trim_start_matches('-');
        digits.starts_with('0') && digits[1..].starts_with(|next: char| next.is_ascii_digit())
    };
    match is_padded(text) || is_padded(value.written()) {
        true => text.trim() == value.written(),
        false => Label::new(text) == *value,
    }
}

/// Returns the first rows that are completely in the beginning of a file.
fn first_rows(source: &Source<'_>, head: &[u8]) -> Vec<Vec<String>> {
    const ROWS: usize = 1_000;
    let (mut nothing, progress) = (std::io::empty(), &mut |_| ());
    let ahead = Source::new(&mut nothing, source.name(), progress);
    let Ok(mut table) = Table::open(ahead, head.to_vec()) else { return Vec::new() };
    let mut rows = Vec::new();
    while rows.len() <= ROWS && matches!(table.next_row(), Ok(true)) {
        rows.push((0..table.header.len()).map(|column| table.text(column).to_owned()).collect());
    }
    if !source.is_at_end() || rows.len() > ROWS {
        rows.pop();
    }
    rows
}

/// Returns a parser that has started. Otherwise it would remove a byte order mark from the first
/// block it sees and, if the block has nothing else, take that for the end of the input.
fn parser(delimiter: u8) -> Reader {
    let mut parser = ReaderBuilder::new().delimiter(delimiter).build();
    parser.read_record(b"\n", &mut [0], &mut [0]);
    parser.set_line(1);
    parser
}
