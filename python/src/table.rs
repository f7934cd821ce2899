//! Columns as the table that the program would read.
//!
//! Rows with the same labels become one row with a count, which is all that matters of predictions.
//! If the reader refuses that table, it reads the rows one by one, so that its message names the
//! right row.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::io::Read;

use exactile::num::Rational;
use exactile::performance::Label;
use exactile_cli::Stop;
use exactile_input::{Format, InputError, ReadOptions, Subject, read, read_scores};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::columns::Column;
use crate::refusal::in_columns;
use crate::spelling::{Missing, Pair, remember, spelled};
use crate::weights::{WeightSum, Weights, too_heavy};
use crate::work::{Steps, Stoppable, interruptible};

/// Rows that are numbered at a time.
const BLOCK: usize = 1 << 16;
/// Rows between two looks at signals where each is written as text.
const FEW: usize = 1 << 12;
/// Bits of a label's number.
const BITS: usize = 4;
/// Unit in which progress is counted.
const SAMPLES: &str = "samples";
/// Labels in a word.
const IN_WORD: usize = u64::BITS as usize / BITS;

/// A table as text, with the reader's results.
pub(crate) struct Table {
    /// The text that the program reads.
    pub(crate) text: Vec<u8>,
    /// The classifiers or models that it finds.
    pub(crate) input: Subject,
    /// Notes for the caller.
    pub(crate) notes: Vec<String>,
    /// The labels to name when it is read again.
    pub(crate) labels: Labels,
}

/// Labels that have to be named with a table, in its own spelling.
#[derive(Clone, Default)]
pub(crate) struct Labels {
    /// The positive one.
    pub(crate) positive: Option<String>,
    /// Those that look like missing values.
    pub(crate) others: Vec<String>,
}

/// Counts predictions: the true labels, and a column per classifier.
pub(crate) fn predictions<'py>(
    py: Python<'py>,
    names: &[String],
    mut columns: Vec<Column<'py>>,
    weights: Option<&Weights>,
    missing: &Missing,
    options: &ReadOptions,
) -> PyResult<Table> {
    check_lengths(names, &columns, weights)?;
    let mut groups = Groups::new(py, &mut columns, weights, missing)?;
    let options = &spelled(options, columns[0].labels(), groups.look_missing());
    // Weights that count nothing still have to come with labels that make sense.
    let are_counts = weights.is_none_or(Weights::are_counts);
    if !groups.has_further && groups.all == 0 && columns[0].len() > 0 && weights.is_some() {
        let hint = "hint: one weight at least has to be positive";
        return Err(PyValueError::new_err(format!("sample_weight is 0 for every sample\n{hint}")));
    }
    // There may be as many groups as rows, which take long without the lock.
    let given = options.clone();
    let header = header(names, true);
    let (groups, text, input) = interruptible(py, move |stop| {
        if given.drop_missing && !groups.has_further {
            groups.drop_missing();
        }
        let text = groups.to_csv(header, are_counts);
        let input = read(Stoppable { text: text.as_bytes(), stop }, "", &given, &mut |_| ());
        (groups, text, input)
    })?;
    let input = match input {
        Ok(input) if !groups.has_further => input,
        _ => return Err(refusal(py, names, &columns, missing, options)),
    };
    let notes =
        left_out(groups.dropped, groups.all, if weights.is_some() { "samples" } else { "rows" });
    if are_counts {
        let labels = labels_of(options);
        return Ok(Table { text: text.into_bytes(), input, notes, labels });
    }
    groups.weighted(names, input, notes)
}

/// Models that give scores: the true labels, and a column of numbers per model.
pub(crate) fn scores(
    py: Python<'_>,
    names: &[String],
    columns: &[Column<'_>],
    weights: Option<&Weights>,
    missing: &Missing,
    options: &ReadOptions,
) -> PyResult<Table> {
    check_lengths(names, columns, weights)?;
    let mut text = header(names, weights.is_some());
    let mut dropped = 0;
    let (mut truths, mut look_missing): (Vec<String>, Vec<String>) = Default::default();
    let mut steps = Steps::new(py, columns[0].len(), SAMPLES);
    for row in 0..columns[0].len() {
        if row % BLOCK == 0 {
            steps.turn(row)?;
        } else if row % FEW == 0 {
            steps.look(row)?;
        }
        let start = text.len();
        let mut is_missing = weights.is_some_and(|weights| weights.is_missing(row));
        for (position, column) in columns.iter().enumerate() {
            let mut field = column.text(row)?;
            if position == 0 {
                if missing.is(&field) {
                    field = "".into();
                } else if Label::is_missing(&field) {
                    remember(&mut look_missing, &field);
                }
                remember(&mut truths, &field);
            } else {
                is_missing |= options.drop_missing && Label::is_missing(&field);
            }
            is_missing |= options.drop_missing && field.is_empty();
            push_field(&mut text, position, &field);
        }
        if is_missing {
            text.truncate(start);
            dropped += 1;
            continue;
        }
        if let Some(weights) = weights {
            let _ = write!(text, ",{}", weights.values.exact(row));
        }
        text.push('\n');
    }
    let notes = left_out(dropped, columns[0].len() as u64, "rows");
    let options = &spelled(options, &truths, look_missing);
    let given = options.clone();
    drop(steps);
    let (text, input) = interruptible(py, move |stop| {
        let source = || Stoppable { text: text.as_bytes(), stop };
        let input = read_scores(source(), "", &given, &mut |_| ())
            .and_then(|_| read(source(), "", &given, &mut |_| ()));
        (text, input)
    })?;
    match input {
        Ok(input) => {
            Ok(Table { text: text.into_bytes(), input, notes, labels: labels_of(options) })
        }
        Err(error) if dropped == 0 => Err(in_columns(&error, names)),
        Err(error) => {
            let error = unmoved(py, names, columns, missing, options)?.unwrap_or(error);
            Err(in_columns(&error, names))
        }
    }
}

/// The labels that were named with a table.
fn labels_of(options: &ReadOptions) -> Labels {
    Labels { positive: options.positive_label.clone(), others: options.labels.clone() }
}

/// Returns the options for reading a table.
pub(crate) fn options(
    format: Format,
    positive: Option<String>,
    drop_missing: bool,
    columns: &InMemory,
) -> ReadOptions {
    ReadOptions {
        format: Some(format),
        positive_label: positive,
        drop_missing,
        ..columns.options()
    }
}

/// The columns of a table that was made of columns in memory: each is what the caller has given it
/// as, whatever it is called and holds.
#[derive(Clone, Default)]
pub(crate) struct InMemory {
    /// The names of the classifiers or models, which the header has escaped; none for the text of a
    /// file.
    pub(crate) names: Vec<String>,
    /// The table has a column of counts.
    pub(crate) has_count: bool,
    /// Labels that look like missing values.
    pub(crate) labels: Vec<String>,
}

impl InMemory {
    /// The columns of these names, of which the first is the truth.
    pub(crate) fn new(names: &[String], has_count: bool) -> Self {
        Self { names: names.iter().skip(1).cloned().collect(), has_count, labels: Vec::new() }
    }

    fn truth(&self) -> Option<&'static str> {
        (!self.names.is_empty()).then_some("y_true")
    }

    fn weight(&self) -> Option<&'static str> {
        self.has_count.then_some("count")
    }

    /// The options of the reader for them.
    pub(crate) fn options(&self) -> ReadOptions {
        ReadOptions {
            truth: self.truth().map(str::to_owned),
            weight: self.weight().map(str::to_owned),
            only: self.names.clone(),
            escaped_names: !self.names.is_empty(),
            labels: self.labels.clone(),
            ..ReadOptions::default()
        }
    }

    /// The same as arguments of a command.
    pub(crate) fn arguments(&self) -> impl Iterator<Item = String> {
        let flag = |(flag, value): (&str, &str)| format!("--{flag}={value}");
        let truth = self.truth().map(|name| ("truth", name));
        let weight = self.weight().map(|name| ("weight", name));
        let only = self.names.iter().map(|name| ("only", name.as_str()));
        let labels = self.labels.iter().map(|label| ("label", label.as_str()));
        let escaped = (!self.names.is_empty()).then(|| "--escaped-names".to_owned());
        truth.into_iter().chain(weight).chain(only).chain(labels).map(flag).chain(escaped)
    }
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
    let mut known = HashSet::from(["y_true".to_owned(), "count".to_owned()]);
    for name in InMemory::new(names, false).names {
        if let Some(name) = known.replace(name) {
            let (what, hint) = match name.as_str() {
                "y_true" | "count" => ("a classifier is", "rename it"),
                _ => ("two columns are", "rename one of them"),
            };
            return Err(PyValueError::new_err(format!("{what} called {name:?}\nhint: {hint}")));
        }
    }
    weights.map_or(Ok(()), |weights| weights.check_length(samples))
}

/// The groups of the keys that occurred.
#[derive(Default)]
struct Known {
    long: HashMap<Box<[u64]>, usize>,
    /// Keys of one word, and the last of them.
    short: hashbrown::HashMap<u64, usize>,
    last: (Option<u64>, usize),
}

impl Known {
    /// Returns the group of a key, which `add` makes if the key is new.
    #[inline]
    fn group(&mut self, key: &[u64], add: impl FnOnce(&[u64]) -> usize) -> usize {
        if let [key] = *key {
            if self.last.0 != Some(key) {
                self.last = (Some(key), *self.short.entry(key).or_insert_with(|| add(&[key])));
            }
            self.last.1
        } else if let Some(&group) = self.long.get(key) {
            group
        } else {
            let group = add(key);
            self.long.insert(key.into(), group);
            group
        }
    }
}

/// Rows with the same labels, added up.
struct Groups {
    /// Words of a key.
    words: usize,
    /// The keys one after the other: each column's number of a label in four bits.
    keys: Vec<u64>,
    /// The labels of each column, by their numbers.
    labels: Vec<Vec<String>>,
    sums: Vec<WeightSum>,
    /// All rows, or the samples that they stand for.
    all: u64,
    /// The samples among them that were left out because they lack a value.
    dropped: u64,
    /// A column has more labels than are told apart, which is certainly refused.
    has_further: bool,
    /// The texts that stand for a missing value.
    missing: Missing,
}

impl Groups {
    fn new<'py>(
        py: Python<'py>,
        columns: &mut [Column<'py>],
        weights: Option<&Weights>,
        missing: &Missing,
    ) -> PyResult<Self> {
        let words = columns.len().div_ceil(IN_WORD);
        let mut groups = Self {
            words,
            keys: Vec::new(),
            labels: Vec::new(),
            sums: Vec::new(),
            all: 0,
            dropped: 0,
            has_further: false,
            missing: missing.clone(),
        };
        let mut known = Known::default();
        let samples = columns[0].len();
        let mut block = vec![0; BLOCK * words];
        let mut numbers = vec![0_u8; BLOCK];
        let mut unweighted = 0;
        let mut steps = Steps::new(py, samples, SAMPLES);
        for start in (0..samples).step_by(BLOCK) {
            steps.turn(start)?;
            let rows = start..samples.min(start + BLOCK);
            block.fill(0);
            for (position, column) in columns.iter_mut().enumerate() {
                let (word, shift) = (position / IN_WORD, position % IN_WORD * BITS);
                // Objects of any kind may take long to become text.
                for few in rows.clone().step_by(FEW) {
                    let end = rows.end.min(few + FEW);
                    let place = few - rows.start..end - rows.start;
                    column.number(py, few..end, &mut numbers[place])?;
                    if column.is_slow() {
                        steps.look(start)?;
                    }
                }
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
                let group = known.group(key, |key| groups.add(key));
                groups.sums[group].add(weights, row)?;
            }
        }
        groups.labels = columns.iter().map(|column| column.labels().to_vec()).collect();
        groups.spell_alike();
        groups.all = groups
            .sums
            .iter()
            .try_fold(unweighted, |all: u64, sum| all.checked_add(sum.count()))
            .ok_or_else(too_heavy)?;
        Ok(groups)
    }

    /// Spells each label as the true labels do, so that the order of rows does not decide how it
    /// comes back. Missing values are empty.
    fn spell_alike(&mut self) {
        let missing = &self.missing;
        for text in self.labels.iter_mut().flatten().filter(|text| missing.is_another(text)) {
            text.clear();
        }
        let Some((truth, others)) = self.labels.split_first_mut() else { return };
        let pair = Pair::of(truth);
        for text in others.iter_mut().flatten().filter(|text| !missing.is(text)) {
            let label = Label::new(text);
            if let Some(known) = truth.iter().find(|known| Label::new(known) == label) {
                text.clone_from(known);
            } else if let Some(alike) = pair.and_then(|pair| pair.alike(text)) {
                alike.clone_into(text);
            }
        }
    }

    /// Labels that look like missing values.
    fn look_missing(&self) -> Vec<String> {
        let mut found = Vec::new();
        for text in self.labels.iter().flatten() {
            if Label::is_missing(text) && !self.missing.is(text) {
                remember(&mut found, text);
            }
        }
        found
    }

    fn add(&mut self, key: &[u64]) -> usize {
        self.keys.extend(key);
        self.sums.push(WeightSum::default());
        self.sums.len() - 1
    }

    /// Leaves out the groups that lack a label.
    fn drop_missing(&mut self) {
        let is_missing = |group: usize| {
            (0..self.labels.len()).any(|column| self.missing.is(self.label(group, column)))
        };
        let kept: Vec<usize> = (0..self.sums.len()).filter(|&group| !is_missing(group)).collect();
        let words = self.words;
        let keys = kept.iter().flat_map(|group| &self.keys[group * words..(group + 1) * words]);
        self.keys = keys.copied().collect();
        self.sums = kept.iter().map(|&group| self.sums[group].clone()).collect();
        self.dropped = self.all - self.sums.iter().map(WeightSum::count).sum::<u64>();
    }

    /// The number of a group's label in a column.
    fn number(&self, group: usize, position: usize) -> usize {
        let word = self.keys[group * self.words + position / IN_WORD];
        usize::try_from(word >> (position % IN_WORD * BITS) & 0xf).expect("four bits")
    }

    fn label(&self, group: usize, position: usize) -> &str {
        self.labels[position].get(self.number(group, position)).map_or("", String::as_str)
    }

    /// A row per group, with the number of its samples, below the header. Rows are sorted by their
    /// labels: the order of samples does not matter.
    fn to_csv(&self, header: String, are_counts: bool) -> String {
        let mut text = header;
        let places: Vec<Vec<u8>> = self.labels.iter().map(|texts| places(texts)).collect();
        let mut order: Vec<usize> = (0..self.sums.len()).collect();
        order.sort_by_cached_key(|&group| {
            let place = |(position, places): (usize, &Vec<u8>)| {
                places.get(self.number(group, position)).copied()
            };
            places.iter().enumerate().map(place).collect::<Box<[_]>>()
        });
        for group in order {
            for position in 0..self.labels.len() {
                push_field(&mut text, position, self.label(group, position));
            }
            let count = if are_counts { self.sums[group].count() } else { 1 };
            let _ = writeln!(text, ",{count}");
        }
        text
    }

    /// The matrices of weights, given what the reader found of the labels.
    fn weighted(&self, names: &[String], input: Subject, notes: Vec<String>) -> PyResult<Table> {
        let positive = input.positive.unwrap_or_default();
        let positive_label = Label::new(&positive);
        let totals: Vec<Rational> = self.sums.iter().map(WeightSum::total).collect();
        let is_positive = |group: usize, position: usize| {
            Label::new(self.label(group, position)) == positive_label
        };
        let mut text = "name,tn,fp,fn,tp\n".to_owned();
        for (position, name) in names.iter().enumerate().skip(1) {
            // In the order of the columns: tn, fp, fn, tp.
            let mut cells = [Rational::ZERO, Rational::ZERO, Rational::ZERO, Rational::ZERO];
            for (group, total) in totals.iter().enumerate() {
                let truth = usize::from(is_positive(group, 0));
                cells[2 * truth + usize::from(is_positive(group, position))] += total;
            }
            push_name(&mut text, name);
            for cell in &cells {
                let _ = write!(text, ",{cell}");
            }
            text.push('\n');
        }
        let options = ReadOptions { format: Some(Format::Matrices), ..ReadOptions::default() };
        let read = read(text.as_bytes(), "", &options, &mut |_| ());
        let weighted = read.map_err(|error| in_columns(&error, names))?;
        Ok(Table {
            text: text.into_bytes(),
            input: Subject { positive: Some(positive), ..weighted },
            notes,
            labels: Labels::default(),
        })
    }
}

/// For each text its place among all of them, sorted.
fn places(texts: &[String]) -> Vec<u8> {
    let place = |text: &String| texts.iter().filter(|other| *other < text).count();
    texts.iter().map(|text| u8::try_from(place(text)).expect("labels are few")).collect()
}

/// The reader's message about the rows as they are, or the exception of a signal meanwhile.
fn refusal(
    py: Python<'_>,
    names: &[String],
    columns: &[Column<'_>],
    missing: &Missing,
    options: &ReadOptions,
) -> PyErr {
    match unmoved(py, names, columns, missing, options) {
        Ok(Some(error)) => in_columns(&error, names),
        // More labels than 15 in a column cannot be right.
        Ok(None) => PyValueError::new_err("the labels make no two classes"),
        Err(raised) => raised,
    }
}

/// Returns the reader's error for the rows in their own order.
fn unmoved(
    py: Python<'_>,
    names: &[String],
    columns: &[Column<'_>],
    missing: &Missing,
    options: &ReadOptions,
) -> PyResult<Option<InputError>> {
    let steps = Steps::new(py, columns[0].len(), SAMPLES);
    let pair = Pair::of(columns[0].labels());
    let (pending, raised) = (Vec::new(), None);
    let mut rows = Rows { names, columns, missing, pair, row: None, pending, at: 0, steps, raised };
    // Rows as they are have no counts.
    let options = ReadOptions { weight: None, ..options.clone() };
    let error = read(&mut rows, "", &options, &mut |_| ()).err();
    rows.raised.map_or(Ok(error), Err)
}

/// All rows as CSV, written while they are read.
struct Rows<'r, 'py> {
    names: &'r [String],
    columns: &'r [Column<'py>],
    missing: &'r Missing,
    /// The true labels, if they are a pair that is spelled in two ways.
    pair: Option<Pair>,
    /// The row to be written next, before the header none.
    row: Option<usize>,
    pending: Vec<u8>,
    at: usize,
    steps: Steps<'py>,
    /// The exception that ended the rows early.
    raised: Option<PyErr>,
}

impl Rows<'_, '_> {
    /// Adds the text of a row.
    fn write(&mut self, text: &mut String, row: usize) -> PyResult<()> {
        if row % BLOCK == 0 {
            self.steps.turn(row)?;
        } else if row % FEW == 0 {
            self.steps.look(row)?;
        }
        for (position, column) in self.columns.iter().enumerate() {
            let field = column.text(row)?;
            let alike = self.pair.filter(|_| position > 0).and_then(|pair| pair.alike(&field));
            let field = if self.missing.is_another(&field) { "" } else { alike.unwrap_or(&field) };
            push_field(text, position, field);
        }
        text.push('\n');
        Ok(())
    }
}

impl Read for Rows<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.at == self.pending.len() {
            let mut text = String::new();
            match self.row {
                None => text = header(self.names, false),
                Some(row) if row < self.columns[0].len() => {
                    if let Err(raised) = self.write(&mut text, row) {
                        self.raised = Some(raised);
                        return Err(std::io::Error::other("interrupted by an exception"));
                    }
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
        push_field(&mut text, position, &escaped(name));
    }
    if with_count {
        text.push_str(",count");
    }
    text.push('\n');
    text
}

/// A name that the reader unescapes to the one that was given, whatever white space it has.
fn escaped(name: &str) -> String {
    let mut text = name.replace('\\', r"\\").replace('\n', r"\n").replace('\r', r"\r");
    if text.starts_with(char::is_whitespace) {
        text.insert_str(0, r"\e");
    }
    if text.ends_with(char::is_whitespace) {
        text.push_str(r"\e");
    }
    text
}

/// Adds a name of a table of matrices, in quotes, as it is.
fn push_name(text: &mut String, name: &str) {
    text.push('"');
    text.push_str(&name.replace('"', "\"\""));
    text.push('"');
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
    text: &[u8],
    options: &ReadOptions,
    source: &str,
    stop: &Stop,
) -> Result<Subject, InputError> {
    read(Stoppable { text, stop }, source, options, &mut |_| ())
}
