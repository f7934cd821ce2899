//! Columns as the table that the program would read.
//!
//! Rows with the same labels become one row with a count, which is all that matters of predictions.
//! Where the reader refuses that table, it is given the rows as they are, so that its message has the
//! row where it belongs.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Read;

use exactile::num::Rational;
use exactile::performance::Label;
use exactile_input::{Format, Input, InputError, ReadOptions, read, read_scores};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::columns::Column;
use crate::refusal::in_columns;
use crate::weights::{WeightSum, WeightValues, Weights};
use crate::work::interruptible;

/// Rows between two looks at signals.
const BLOCK: usize = 1 << 16;
/// Bits of a label's number.
const BITS: usize = 4;
/// Labels in a word.
const IN_WORD: usize = u64::BITS as usize / BITS;

/// A table as text, and what the reader made of it.
pub(crate) struct Table {
    /// What the program reads.
    pub(crate) text: String,
    /// What it finds.
    pub(crate) input: Input,
    /// What the caller may want to know.
    pub(crate) notes: Vec<String>,
}

/// Counts predictions: the true labels, and a column per classifier.
pub(crate) fn predictions(
    py: Python<'_>,
    names: &[String],
    mut columns: Vec<Column<'_>>,
    weights: Option<&Weights>,
    options: &ReadOptions,
) -> PyResult<Table> {
    check_lengths(names, &columns, weights)?;
    let mut groups = Groups::new(py, &mut columns, weights)?;
    if options.drop_missing && !groups.has_further {
        groups.drop_missing(&columns);
    }
    // Weights that count nothing still have to come with labels that make sense.
    let are_counts = weights.is_none_or(Weights::are_counts);
    let text = groups.to_csv(names, &columns, are_counts);
    let input = match read(text.as_bytes(), "", options, &mut |_| ()) {
        Ok(input) if !groups.has_further => input,
        _ => return Err(refusal(names, &columns, options)),
    };
    let notes =
        left_out(groups.dropped, groups.all, if weights.is_some() { "samples" } else { "rows" });
    if are_counts {
        return Ok(Table { text, input, notes });
    }
    groups.weighted(names, &columns, input, notes)
}

/// Models that give scores: the true labels, and a column of numbers per model.
pub(crate) fn scores(
    py: Python<'_>,
    names: &[String],
    columns: &[Column<'_>],
    weights: Option<&Weights>,
    options: &ReadOptions,
) -> PyResult<Table> {
    check_lengths(names, columns, weights)?;
    let counts = match weights.map(|weights| &weights.values) {
        None => None,
        Some(WeightValues::Counts(counts)) => Some(counts),
        Some(_) => {
            return Err(PyValueError::new_err(
                "sample_weight is not whole\nhint: with scores, a weight says how many samples a row stands for",
            ));
        }
    };
    let mut text = header(names, counts.is_some());
    let mut dropped = 0;
    for row in 0..columns[0].len() {
        if row % BLOCK == 0 {
            // Other threads have their turn between blocks.
            py.detach(std::thread::yield_now);
            py.check_signals()?;
        }
        let start = text.len();
        let mut is_missing = weights.is_some_and(|weights| weights.is_missing(row));
        for (position, column) in columns.iter().enumerate() {
            let field = column.text(row)?;
            is_missing |= options.drop_missing && Label::is_missing(&field);
            push_field(&mut text, position, &field);
        }
        if is_missing {
            text.truncate(start);
            dropped += 1;
            continue;
        }
        if let Some(counts) = counts {
            let _ = write!(text, ",{}", counts[row]);
        }
        text.push('\n');
    }
    let notes = left_out(dropped, columns[0].len() as u64, "rows");
    let given = options.clone();
    let (text, input) = interruptible(py, move |_| {
        let input = read_scores(text.as_bytes(), "", &given, &mut |_| ())
            .and_then(|_| read(text.as_bytes(), "", &given, &mut |_| ()));
        (text, input)
    })?;
    input.map(|input| Table { text, input, notes }).map_err(|error| match dropped {
        0 => in_columns(&error, names),
        _ => in_columns(&unmoved(names, columns, options).unwrap_or(error), names),
    })
}

/// How the program is to read a table.
pub(crate) fn options(format: Format, positive: Option<String>, drop_missing: bool) -> ReadOptions {
    let positive_label = positive;
    ReadOptions { format: Some(format), positive_label, drop_missing, ..ReadOptions::default() }
}

/// The note that rows were left out.
fn left_out(dropped: u64, all: u64, unit: &str) -> Vec<String> {
    match dropped {
        0 => Vec::new(),
        _ => vec![format!("{dropped} of {all} {unit} left out for a missing value")],
    }
}

fn check_lengths(
    names: &[String],
    columns: &[Column<'_>],
    weights: Option<&Weights>,
) -> PyResult<()> {
    let samples = columns[0].len();
    for (name, column) in names.iter().zip(columns).skip(1) {
        if column.len() != samples {
            let found = column.len();
            let what = format!("{name} has {found} values, and {} has {samples}", names[0]);
            return Err(PyValueError::new_err(format!("{what}\nhint: give a value per sample")));
        }
    }
    // A column of this name would be read as numbers of samples.
    if let Some(name) = names.iter().skip(1).find(|name| name.trim().eq_ignore_ascii_case("count"))
    {
        let what = format!("a classifier is called {name:?}");
        return Err(PyValueError::new_err(format!("{what}\nhint: rename it")));
    }
    weights.map_or(Ok(()), |weights| weights.check_length(samples))
}

/// Rows with the same labels, added up.
struct Groups {
    /// Words of a key.
    words: usize,
    /// The keys one after the other: each column's number of a label in four bits.
    keys: Vec<u64>,
    sums: Vec<WeightSum>,
    /// All rows, or the samples that they stand for.
    all: u64,
    /// Those of them that were left out because they lack a value.
    dropped: u64,
    /// A column has more labels than are told apart, which is certainly refused.
    has_further: bool,
}

impl Groups {
    fn new(
        py: Python<'_>,
        columns: &mut [Column<'_>],
        weights: Option<&Weights>,
    ) -> PyResult<Self> {
        let words = columns.len().div_ceil(IN_WORD);
        let mut groups = Self {
            words,
            keys: Vec::new(),
            sums: Vec::new(),
            all: 0,
            dropped: 0,
            has_further: false,
        };
        let mut found: HashMap<Box<[u64]>, usize> = HashMap::new();
        let mut small: hashbrown::HashMap<u64, usize> = hashbrown::HashMap::new();
        let samples = columns[0].len();
        let mut block = vec![0; BLOCK * words];
        let mut numbers = vec![0_u8; BLOCK];
        let mut last: (Option<u64>, usize) = (None, 0);
        let mut unweighted = 0;
        for start in (0..samples).step_by(BLOCK) {
            // Other threads have their turn between blocks.
            py.detach(std::thread::yield_now);
            py.check_signals()?;
            let rows = start..samples.min(start + BLOCK);
            block.fill(0);
            for (position, column) in columns.iter_mut().enumerate() {
                let (word, shift) = (position / IN_WORD, position % IN_WORD * BITS);
                column.number(rows.clone(), &mut numbers[..rows.len()])?;
                if column.has_further() {
                    groups.has_further = true;
                    return Ok(groups);
                }
                let numbers = &numbers[..rows.len()];
                if words == 1 {
                    for (key, number) in block.iter_mut().zip(numbers) {
                        *key |= u64::from(*number) << shift;
                    }
                } else {
                    for (key, number) in block.chunks_exact_mut(words).zip(numbers) {
                        key[word] |= u64::from(*number) << shift;
                    }
                }
            }
            for (row, key) in rows.zip(block.chunks_exact(words)) {
                if weights.is_some_and(|weights| weights.is_missing(row)) {
                    unweighted += 1;
                    continue;
                }
                let group = if let [key] = *key {
                    if last.0 != Some(key) {
                        last = (Some(key), *small.entry(key).or_insert_with(|| groups.add(&[key])));
                    }
                    last.1
                } else if let Some(&group) = found.get(key) {
                    group
                } else {
                    let group = groups.add(key);
                    found.insert(key.into(), group);
                    group
                };
                groups.sums[group].add(weights, row)?;
            }
        }
        groups.all = unweighted + groups.sums.iter().map(WeightSum::count).sum::<u64>();
        Ok(groups)
    }

    fn add(&mut self, key: &[u64]) -> usize {
        self.keys.extend(key);
        self.sums.push(WeightSum::default());
        self.sums.len() - 1
    }

    /// Leaves out the groups that lack a label.
    fn drop_missing(&mut self, columns: &[Column<'_>]) {
        let is_missing = |group: usize| {
            let mut labels = (0..columns.len()).map(|column| self.label(group, column, columns));
            labels.any(Label::is_missing)
        };
        let kept: Vec<usize> = (0..self.sums.len()).filter(|&group| !is_missing(group)).collect();
        let words = self.words;
        let keys = kept.iter().flat_map(|group| &self.keys[group * words..(group + 1) * words]);
        self.keys = keys.copied().collect();
        self.sums = kept.iter().map(|&group| self.sums[group].clone()).collect();
        self.dropped = self.all - self.sums.iter().map(WeightSum::count).sum::<u64>();
    }

    /// The number of a group's label in a column.
    fn number(&self, group: usize, position: usize) -> u8 {
        let word = self.keys[group * self.words + position / IN_WORD];
        u8::try_from(word >> (position % IN_WORD * BITS) & 0xf).expect("four bits")
    }

    fn label<'c>(&self, group: usize, position: usize, columns: &'c [Column<'_>]) -> &'c str {
        columns[position].label(self.number(group, position)).unwrap_or_default()
    }

    /// A row per group, with the number of its samples. Rows are sorted by their labels: the order of
    /// samples does not matter.
    fn to_csv(&self, names: &[String], columns: &[Column<'_>], are_counts: bool) -> String {
        let mut text = header(names, true);
        let places: Vec<Vec<usize>> = columns.iter().map(Column::order).collect();
        let mut order: Vec<usize> = (0..self.sums.len()).collect();
        order.sort_by_cached_key(|&group| {
            let place = |position: usize| {
                places[position].get(usize::from(self.number(group, position))).copied()
            };
            (0..columns.len()).map(place).collect::<Vec<_>>()
        });
        for group in order {
            for position in 0..columns.len() {
                push_field(&mut text, position, self.label(group, position, columns));
            }
            let count = if are_counts { self.sums[group].count() } else { 1 };
            let _ = writeln!(text, ",{count}");
        }
        text
    }

    /// The matrices of weights, given what the reader found of the labels.
    fn weighted(
        &self,
        names: &[String],
        columns: &[Column<'_>],
        input: Input,
        notes: Vec<String>,
    ) -> PyResult<Table> {
        let positive = input.positive.unwrap_or_default();
        let positive_label = Label::new(&positive);
        let totals: Vec<Rational> = self.sums.iter().map(WeightSum::total).collect();
        let is_positive = |group: usize, position: usize| {
            Label::new(self.label(group, position, columns)) == positive_label
        };
        let mut text = "name,tn,fp,fn,tp\n".to_owned();
        for (position, name) in names.iter().enumerate().skip(1) {
            // In the order of the columns: tn, fp, fn, tp.
            let mut cells = [Rational::ZERO, Rational::ZERO, Rational::ZERO, Rational::ZERO];
            for (group, total) in totals.iter().enumerate() {
                let truth = usize::from(is_positive(group, 0));
                cells[2 * truth + usize::from(is_positive(group, position))] += total;
            }
            push_field(&mut text, 0, name);
            for cell in &cells {
                let _ = write!(text, ",{cell}");
            }
            text.push('\n');
        }
        let options = ReadOptions { format: Some(Format::Matrices), ..ReadOptions::default() };
        let read = read(text.as_bytes(), "", &options, &mut |_| ());
        let weighted = read.map_err(|error| in_columns(&error, names))?;
        Ok(Table { text, input: Input { positive: Some(positive), ..weighted }, notes })
    }
}

/// The reader's message about the rows as they are.
fn refusal(names: &[String], columns: &[Column<'_>], options: &ReadOptions) -> PyErr {
    match unmoved(names, columns, options) {
        Some(error) => in_columns(&error, names),
        // More labels than 15 in a column cannot be right.
        None => PyValueError::new_err("the labels make no two classes"),
    }
}

/// What the reader says of the rows where they are.
fn unmoved(names: &[String], columns: &[Column<'_>], options: &ReadOptions) -> Option<InputError> {
    let rows = Rows { names, columns, row: None, pending: Vec::new(), at: 0 };
    read(rows, "", options, &mut |_| ()).err()
}

/// All rows as CSV, written while they are read.
struct Rows<'r, 'py> {
    names: &'r [String],
    columns: &'r [Column<'py>],
    /// The row to be written next, before the header none.
    row: Option<usize>,
    pending: Vec<u8>,
    at: usize,
}

impl Read for Rows<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.at == self.pending.len() {
            let mut text = String::new();
            match self.row {
                None => text = header(self.names, false),
                Some(row) if row < self.columns[0].len() => {
                    for (position, column) in self.columns.iter().enumerate() {
                        let field = column.text(row).map_err(std::io::Error::other)?;
                        push_field(&mut text, position, &field);
                    }
                    text.push('\n');
                }
                Some(_) => {}
            }
            self.row = Some(self.row.map_or(0, |row| row + 1));
            (self.pending, self.at) = (text.into_bytes(), 0);
        }
        let taken = buffer.len().min(self.pending.len() - self.at);
        buffer[..taken].copy_from_slice(&self.pending[self.at..self.at + taken]);
        self.at += taken;
        Ok(taken)
    }
}

fn header(names: &[String], with_count: bool) -> String {
    let mut text = String::new();
    for (position, name) in names.iter().enumerate() {
        push_field(&mut text, position, name);
    }
    if with_count {
        text.push_str(",count");
    }
    text.push('\n');
    text
}

/// Adds a field, in quotes if it needs them. Line breaks would move the rows that follow.
fn push_field(text: &mut String, position: usize, field: &str) {
    if position > 0 {
        text.push(',');
    }
    let needs_quotes = field.contains([',', '"', '\n', '\r', ';', '\t']) || field.trim() != field;
    if needs_quotes || (position == 0 && field.is_empty()) {
        text.push('"');
        text.push_str(&field.replace('"', "\"\"").replace(['\n', '\r'], " "));
        text.push('"');
    } else {
        text.push_str(field);
    }
}

/// The classifiers of a text that the program would read.
pub(crate) fn parse(
    text: &str,
    format: Option<Format>,
    positive: Option<String>,
    drop_missing: bool,
    source: &str,
) -> Result<Input, InputError> {
    let positive_label = positive;
    let options = ReadOptions { format, positive_label, drop_missing, ..ReadOptions::default() };
    read(text.as_bytes(), source, &options, &mut |_| ())
}
