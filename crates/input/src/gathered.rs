//! Samples whose predictions are in several rows or files, joined by their identifiers.
//!
//! A long table has a row per classifier and sample; several files have columns of the same
//! samples. Both become one table with a row per sample, in the order of the first occurrence of
//! the identifiers. Rows are never paired by position. Every identifier must occur once per
//! classifier, and the truths of a sample must agree; missing and doubled ones are refused with
//! their lines. One pass; memory for the identifiers and a number for each cell.

use std::hash::BuildHasher;
use std::rc::Rc;

use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashMap, HashTable};

use super::error::{InputError, InputErrorKind, Place};
use super::held::Places;
use super::table::Table;
use exactile::num::abbreviated;
use exactile::performance::Label;

/// The longest identifier, in bytes.
const LONGEST_ID: usize = 1 << 16;
/// The most distinct texts of cells that are shared; later ones are stored each on its own.
const REMEMBERED: usize = 256;
/// Marks a cell that no row has filled.
const EMPTY: u32 = u32::MAX;

/// A sequence of texts, by number.
#[derive(Default)]
struct Texts {
    bytes: Vec<u8>,
    ends: Vec<u64>,
}

impl Texts {
    fn push(&mut self, text: &[u8]) -> Option<u32> {
        let number = u32::try_from(self.ends.len()).ok().filter(|number| *number < EMPTY)?;
        self.bytes.extend_from_slice(text);
        self.ends.push(self.bytes.len() as u64);
        Some(number)
    }

    fn get(&self, number: u32) -> &[u8] {
        let number = number as usize;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        let at = |end: u64| usize::try_from(end).expect("they are in memory");
        &self.bytes[at(start)..at(self.ends[number])]
    }

    fn len(&self) -> usize {
        self.ends.len()
    }
}

/// One column of the gathered table, filled cell by cell.
struct Column {
    name: String,
    /// For each sample, the number of its text.
    cells: Vec<u32>,
    /// For each sample, its line.
    lines: Vec<u32>,
    /// The file, by number, and the column in it.
    file: usize,
    column: usize,
    /// `true` if several rows may have the same value for a sample, as with the truth.
    is_shared: bool,
}

/// A file with samples.
struct File {
    name: String,
    /// The places of its rows, if they are not lines of the file.
    places: Option<Rc<dyn Places>>,
}

/// Samples by identifier.
pub(super) struct Gathered {
    files: Vec<File>,
    ids: Texts,
    by_id: HashTable<u32>,
    hasher: DefaultHashBuilder,
    texts: Texts,
    known: HashMap<Vec<u8>, u32>,
    columns: Vec<Column>,
    by_name: HashMap<String, usize>,
}

/// The reason why a cell was not accepted.
pub(super) enum Unfit {
    /// The identifier is too long, or there are too many of them.
    TooLarge,
    /// The cell was already filled, in this file and line.
    Filled { file: usize, line: u32 },
}

impl Gathered {
    pub(super) fn new() -> Self {
        Self {
            files: Vec::new(),
            ids: Texts::default(),
            by_id: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            texts: Texts::default(),
            known: HashMap::new(),
            columns: Vec::new(),
            by_name: HashMap::new(),
        }
    }

    /// Adds a file, and returns its number.
    pub(super) fn add_file(&mut self, table: &Table<'_>) -> usize {
        self.files.push(File { name: table.file().to_owned(), places: table.places() });
        self.files.len() - 1
    }

    /// Returns `true` if all rows are in one file.
    pub(super) fn is_of_one_file(&self) -> bool {
        self.files.len() == 1
    }

    /// Returns the number of the sample with this identifier.
    pub(super) fn sample(&mut self, id: &[u8]) -> Option<u32> {
        if id.len() > LONGEST_ID {
            return None;
        }
        let hash = self.hasher.hash_one(id);
        let (ids, hasher) = (&self.ids, &self.hasher);
        let is_same = |&other: &u32| ids.get(other) == id;
        match self.by_id.entry(hash, is_same, |&other| hasher.hash_one(ids.get(other))) {
            Entry::Occupied(found) => Some(*found.get()),
            Entry::Vacant(slot) => {
                let number = self.ids.push(id)?;
                slot.insert(number);
                Some(number)
            }
        }
    }

    /// Returns the column with this name, or a new one from a column of a file.
    pub(super) fn column(&mut self, name: &str, file: usize, column: usize) -> usize {
        if let Some(&known) = self.by_name.get(name) {
            return known;
        }
        self.by_name.insert(name.to_owned(), self.columns.len());
        let (cells, lines) = (Vec::new(), Vec::new());
        let name = name.to_owned();
        self.columns.push(Column { name, cells, lines, file, column, is_shared: false });
        self.columns.len() - 1
    }

    /// As [`Self::column`], for a column that several rows of a sample may repeat.
    pub(super) fn shared_column(&mut self, name: &str, file: usize, column: usize) -> usize {
        let column = self.column(name, file, column);
        self.columns[column].is_shared = true;
        column
    }

    /// Returns `true` if several rows of a sample may repeat the value of this column.
    pub(super) fn is_shared(&self, column: usize) -> bool {
        self.columns[column].is_shared
    }

    /// Returns `true` if there is a column of that name.
    pub(super) fn has_column(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// Returns the file of a column by name.
    pub(super) fn file_of(&self, name: &str) -> &str {
        self.by_name.get(name).map_or("", |&column| self.file(self.columns[column].file))
    }

    /// Fills a cell.
    pub(super) fn fill(
        &mut self,
        column: usize,
        sample: u32,
        text: &[u8],
        line: u64,
    ) -> Result<(), Unfit> {
        let number = self.text(text).ok_or(Unfit::TooLarge)?;
        let Column { cells, lines, file, .. } = &mut self.columns[column];
        let sample = sample as usize;
        if cells.len() <= sample {
            cells.resize(sample + 1, EMPTY);
            lines.resize(sample + 1, 0);
        }
        if cells[sample] != EMPTY {
            return Err(Unfit::Filled { file: *file, line: lines[sample] });
        }
        cells[sample] = number;
        lines[sample] = u32::try_from(line).unwrap_or(u32::MAX);
        Ok(())
    }

    /// Fills a cell of the truth, or checks that it is the same label as before.
    pub(super) fn fill_truth(
        &mut self,
        column: usize,
        sample: u32,
        text: &[u8],
        line: u64,
    ) -> Result<(), Unfit> {
        let before = self.columns[column].cells.get(sample as usize).copied();
        match before.filter(|number| *number != EMPTY) {
            None => self.fill(column, sample, text, line),
            Some(number) => {
                let known = self.texts.get(number);
                let is_same = known == text || label(known) == label(text);
                let line = self.columns[column].lines[sample as usize];
                let file = self.columns[column].file;
                if is_same { Ok(()) } else { Err(Unfit::Filled { file, line }) }
            }
        }
    }

    fn text(&mut self, text: &[u8]) -> Option<u32> {
        if let Some(&known) = self.known.get(text) {
            return Some(known);
        }
        let number = self.texts.push(text)?;
        if self.known.len() < REMEMBERED {
            self.known.insert(text.to_vec(), number);
        }
        Some(number)
    }

    /// Returns the names of the columns.
    pub(super) fn header(&self) -> Vec<String> {
        self.columns.iter().map(|column| column.name.clone()).collect()
    }

    /// Returns the number of samples.
    pub(super) fn samples(&self) -> usize {
        self.ids.len()
    }

    /// Checks that every sample has a cell in every column.
    pub(super) fn check_complete(&self) -> Result<(), InputError> {
        for column in &self.columns {
            let is_empty =
                |sample: &usize| column.cells.get(*sample).is_none_or(|cell| *cell == EMPTY);
            let missing: Vec<usize> = (0..self.samples()).filter(is_empty).take(3).collect();
            if !missing.is_empty() {
                let all = (0..self.samples()).filter(is_empty).count();
                let ids = missing.iter().take(2).map(|&sample| self.id(sample)).collect();
                let name = abbreviated(&column.name).into();
                let kind = InputErrorKind::MissingIds { column: name, ids, missing: all as u64 };
                return Err(InputError { kind, place: Place::file(self.file(column.file)) });
            }
        }
        Ok(())
    }

    /// Returns an identifier as messages quote it.
    fn id(&self, sample: usize) -> String {
        let number = u32::try_from(sample).expect("samples have numbers of 32 bits");
        abbreviated(&String::from_utf8_lossy(self.ids.get(number)))
    }

    /// Returns the cells of a sample, in the order of the columns; nothing where no row has filled
    /// one.
    pub(super) fn row(&self, sample: usize) -> impl Iterator<Item = &[u8]> {
        let filled = move |column: &Column| {
            column.cells.get(sample).copied().filter(|number| *number != EMPTY)
        };
        let text = move |column| filled(column).map_or(&[][..], |number| self.texts.get(number));
        self.columns.iter().map(text)
    }

    /// Returns the place of a cell, or of the sample's first cell.
    pub(super) fn place(&self, sample: usize, column: Option<usize>) -> Place {
        let found = &self.columns[column.unwrap_or_default()];
        let line = found.lines.get(sample).map(|line| u64::from(*line));
        let column = column.map(|_| found.column);
        match line {
            Some(line) => self.place_in(found.file, line, column),
            None => Place::file(self.file(found.file)),
        }
    }

    /// Returns the place of a row in a file, or of one of its fields.
    pub(super) fn place_in(&self, file: usize, line: u64, column: Option<usize>) -> Place {
        match &self.files[file].places {
            Some(places) => places.place(line, column),
            None => {
                let column = column.map(|column| column as u64 + 1);
                Place { line: Some(line), column, ..Place::file(self.file(file)) }
            }
        }
    }

    /// Returns the name of a file.
    pub(super) fn file(&self, number: usize) -> &str {
        &self.files[number].name
    }
}

fn label(text: &[u8]) -> Label {
    Label::new(&String::from_utf8_lossy(text))
}
