//! Classifiers of any number of classes: JSON with matrices, CSV of cells, CSV of predictions.
//!
//! ```text
//! [{"name": "A", "labels": ["cat", "dog"], "matrix": [[5, 1], [2, 4]]}]      rows are true classes
//! name,truth,predicted,count                                                missing cells are zero
//! y_true,A,B                                                                a row per sample
//! ```
//!
//! Labels are those of [`Label`]: equal numbers are one label, shown in its first spelling. Labels
//! of CSV are sorted, by value if all are numbers and by text otherwise, and shared by all
//! classifiers. Predictions have to be labels of `y_true`; a class without samples is possible in
//! the other two forms. Predictions are counted while they are read: memory grows with the distinct
//! pairs of labels, not with the rows. At most 1000 labels are accepted, fewer with very many
//! classifiers.

use std::io::Read;

use hashbrown::HashMap;
use serde_json::value::RawValue;

use super::error::{self, InputError, InputErrorKind, Place};
use super::header::{self, Layout};
use super::joined::{self, LongColumns};
use super::json;
use super::json_text::{self, Document, Entry, Ignored};
use super::keys;
use super::labelled::{LabelColumns, LabelledRows};
use super::labels::{self, Labels};
use super::samples::SampleCounter;
use super::table::Table;
use super::unused;
use super::vocabulary::Word;
use super::{Opened, ReadOptions, SourceFile, Subject};
use super::{cells, joined_table, names, open, read_table};
use exactile::num::Rational;
use exactile::num::abbreviated;
use exactile::performance::{
    Classifier, Label, MultiClassClassifier, MultiClassError, MultiClassMatrix, one_line,
};

/// The content of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MultiClassInput {
    /// The classifiers in the order of the input, at least one, with distinct names.
    pub classifiers: Vec<MultiClassClassifier>,
    /// The number of rows that were left out because they lack a value.
    pub dropped: u64,
    /// Notes for the user, one line each.
    pub notes: Vec<String>,
}

/// Classifiers of two classes, or of any number.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a run reads one")]
pub enum AnyInput {
    /// Two classes, one of them positive.
    TwoClass(Subject),
    /// Any classes.
    MultiClass(MultiClassInput),
}

/// Reads classifiers of any number of classes; `name` is the name of the file in errors. The format
/// and the prior of the options are ignored; the positive label is only used as one that is not a
/// missing value, whatever its text.
///
/// ```
/// use exactile_input::{ReadOptions, read_multi_class};
/// let text = "y_true,A\ndog,dog\nbird,cat\ncat,bird\ncat,cat\n";
/// let input =
///     read_multi_class(text.as_bytes(), "pets.csv", &ReadOptions::default(), &mut |_| ())?;
/// assert_eq!(input.classifiers[0].matrix.labels(), ["bird", "cat", "dog"]);
/// assert_eq!(input.classifiers[0].matrix.correct().to_string(), "2");
/// # Ok::<(), exactile_input::InputError>(())
/// ```
///
/// # Errors
/// Input without an accepted form, or with a value without a meaning.
pub fn read_multi_class(
    mut reader: impl Read,
    name: &str,
    options: &ReadOptions,
    progress: &mut dyn FnMut(u64),
) -> Result<MultiClassInput, InputError> {
    match open(&mut reader, name, options, progress)? {
        Opened::Json(bytes) => read_json(&bytes, name),
        Opened::Table(mut table) => {
            table.leave_out_index();
            if let Some(Form::Cells(columns)) = form(&table, options) {
                return read_cells(&mut table, &columns, options, name);
            }
            if let Some(columns) = LongColumns::find(&table, options)? {
                let mut joined = joined::long(&mut table, &columns, options)?;
                return read_predictions(&mut joined, options, name);
            }
            if form(&table, options).is_some() {
                return read_predictions(&mut table, options, name);
            }
            let header = abbreviated(&table.header().join(","));
            Err(table.row_error(InputErrorKind::UnknownMatrixHeader { header }))
        }
    }
}

/// Reads classifiers of two classes in the forms of [`super::read`] for matrices or rates, or of
/// any number of classes in the forms of [`read_multi_class`], including predictions with two
/// labels.
///
/// # Errors
/// Input without an accepted form, or with a value without a meaning.
pub fn read_any(
    mut reader: impl Read,
    name: &str,
    options: &ReadOptions,
    progress: &mut dyn FnMut(u64),
) -> Result<AnyInput, InputError> {
    let two_class = |input| Ok(AnyInput::TwoClass(input));
    match open(&mut reader, name, options, progress)? {
        Opened::Json(bytes) if holds_matrices(&bytes) => {
            read_json(&bytes, name).map(AnyInput::MultiClass)
        }
        Opened::Json(bytes) => two_class(json::read(&bytes, name, options)?),
        Opened::Table(mut table) => {
            if options.format.is_none() {
                if let Some(Form::Cells(columns)) = form(&table, options) {
                    let input = read_cells(&mut table, &columns, options, name);
                    return input.map(AnyInput::MultiClass);
                }
            }
            table.leave_out_index();
            any_of_table(&mut table, options, name)
        }
    }
}

/// As [`read_any`], for several files of the same samples, joined by their identifiers.
///
/// # Errors
/// As for [`read_any`], and files that cannot be joined.
///
/// # Panics
/// If there is no file.
pub fn read_any_joined(
    files: Vec<SourceFile<'_>>,
    options: &ReadOptions,
) -> Result<AnyInput, InputError> {
    let name = files[0].name;
    let (mut table, options) = joined_table(files, options)?;
    any_of_table(&mut table, &options, name)
}

fn any_of_table(
    table: &mut Table<'_>,
    options: &ReadOptions,
    name: &str,
) -> Result<AnyInput, InputError> {
    if options.correct {
        return read_table(table, name, options).map(AnyInput::TwoClass);
    }
    if table.known_columns().is_none() {
        if let Some(columns) = LongColumns::find(table, options)? {
            let mut joined = joined::long(table, &columns, options)?;
            return any_of_table(&mut joined, options, name);
        }
    }
    match header::recognise(table, options)? {
        Layout::Rows { .. } | Layout::Scores => {
            read_table(table, name, options).map(AnyInput::TwoClass)
        }
        Layout::Predictions => {
            let mut input = read_predictions(table, options, name)?;
            input.notes.extend(table.left_out());
            input.notes.extend(super::unused_prior(options, true, name));
            Ok(AnyInput::MultiClass(input))
        }
    }
}

impl MultiClassInput {
    /// Returns the positive one of the two labels that all classifiers have: the requested one, or
    /// without a request `1` of {0, 1} or {-1, 1} and `True` of {False, True}. `None` for any other
    /// number of labels, and if none is known to be positive.
    pub fn positive(&self, asked: Option<&str>) -> Option<Label> {
        let labels: Vec<Label> =
            self.classifiers.first()?.matrix.labels().iter().map(|text| Label::new(text)).collect();
        let [first, second] = labels.as_slice() else { return None };
        match asked {
            None => Label::usual_positive(first, second).cloned(),
            Some(asked) => labels.iter().find(|label| **label == Label::new(asked)).cloned(),
        }
    }

    /// Returns the classifiers as ones of two classes, if there are two labels and the positive one
    /// is among them; else `None`.
    pub fn as_two_class(&self, positive: &Label) -> Option<Vec<Classifier>> {
        let convert = |MultiClassClassifier { name, matrix }: &MultiClassClassifier| {
            let is_positive = |label: &String| Label::new(label) == *positive;
            let class = matrix.labels().iter().position(is_positive)?;
            Some(Classifier::new(name.clone(), matrix.as_two_class(class)?))
        };
        self.classifiers.iter().map(convert).collect()
    }
}

/// The form of a CSV, from its header.
enum Form {
    /// The columns `name, truth, predicted, count`.
    Cells([usize; 4]),
    /// A column of the true labels.
    Predictions,
}

const CELL_KEYS: [&str; 4] = ["name", "truth", "predicted", "count"];

fn form(table: &Table<'_>, options: &ReadOptions) -> Option<Form> {
    let at = |name: &str| table.find(name);
    if let [Some(name), Some(truth), Some(predicted), Some(count)] = CELL_KEYS.map(at) {
        return Some(Form::Cells([name, truth, predicted, count]));
    }
    (options.truth.is_some() || table.has(Word::Truth)).then_some(Form::Predictions)
}

/// The counts of one classifier by pairs of label numbers, truth first.
type Counts<C> = HashMap<(u32, u32), C>;

/// Returns square matrices over the sorted labels.
fn finish<C: Clone + Into<Rational>>(
    labels: &Labels,
    counted: Vec<(String, Counts<C>)>,
) -> Result<Vec<MultiClassClassifier>, (usize, MultiClassError)> {
    let order = labels.sorted();
    let texts: Vec<String> = order.iter().map(|&label| labels.label(label).to_string()).collect();
    let mut places = vec![0; order.len()];
    for (place, &label) in order.iter().enumerate() {
        places[label] = place;
    }
    let finish_one = |(row, (name, counts)): (usize, (String, Counts<C>))| {
        let mut cells = vec![vec![Rational::ZERO; order.len()]; order.len()];
        for ((truth, predicted), count) in counts {
            cells[places[truth as usize]][places[predicted as usize]] = count.into();
        }
        let matrix = MultiClassMatrix::new(texts.clone(), cells).map_err(|error| (row, error))?;
        Ok(MultiClassClassifier { name, matrix })
    };
    counted.into_iter().enumerate().map(finish_one).collect()
}

fn read_cells(
    table: &mut Table<'_>,
    &[name, truth, predicted, count]: &[usize; 4],
    options: &ReadOptions,
    file: &str,
) -> Result<MultiClassInput, InputError> {
    let used = [name, truth, predicted, count];
    unused::check_unrepeated(table, &used)?;
    let mut labels = Labels::new(labels::limit(1), options);
    let mut classifiers: Vec<(String, Counts<Rational>)> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut dropped = 0;
    while table.next_row()? {
        if table.text(name).trim().is_empty() {
            return Err(table.field_error(InputErrorKind::EmptyName, name));
        }
        let mark = labels.mark();
        let mut numbers = [0; 2];
        let mut is_missing = false;
        for (number, column) in numbers.iter_mut().zip([truth, predicted]) {
            *number = labels.number(table.field(column));
            if *number == labels::UNKNOWN {
                let kind = InputErrorKind::TooManyLabels { limit: labels::limit(1) };
                return Err(table.field_error(kind, column));
            }
            is_missing |= *number == labels::MISSING;
            if *number == labels::MISSING && !options.drop_missing {
                let (column_name, text) = (&table.header()[column], table.text(column).trim());
                let (column_name, text) = (abbreviated(column_name), abbreviated(text).into());
                let kind = InputErrorKind::MissingLabel { column: column_name, text };
                return Err(table.field_error(kind, column));
            }
        }
        is_missing |= options.drop_missing && Label::is_missing(table.text(count));
        if is_missing {
            labels.roll_back(mark);
            dropped += 1;
            continue;
        }
        let pair = (numbers[0], numbers[1]);
        let value = cells::count("count", &table.count_text(count), count)
            .map_err(|(kind, _)| table.field_error(kind, count))?;
        let at = match known.get(table.text(name)) {
            Some(&at) => at,
            None => {
                let own = table.text(name).to_owned();
                known.insert(own.clone(), classifiers.len());
                classifiers.push((own, Counts::new()));
                classifiers.len() - 1
            }
        };
        if classifiers[at].1.insert(pair, value).is_some() {
            let cell = format!("{}, {}", table.text(truth).trim(), table.text(predicted).trim());
            let kind = InputErrorKind::Repeated { name: abbreviated(&cell) };
            return Err(table.row_error(kind));
        }
        let limit = labels::limit(classifiers.len());
        if labels.len() > limit {
            return Err(table.row_error(InputErrorKind::TooManyLabels { limit }));
        }
    }
    if classifiers.is_empty() {
        return Err(table.error(match dropped {
            0 => InputErrorKind::Nothing { what: "row below the header" },
            rows => InputErrorKind::NothingLeft { rows },
        }));
    }
    let names: Vec<String> = classifiers.iter().map(|(name, _)| abbreviated(name)).collect();
    let classifiers = finish(&labels, classifiers)
        .map_err(|(at, _)| table.error(InputErrorKind::NoSamples { name: names[at].clone() }))?;
    let ignored = unused::unused(table, &used);
    let mut notes: Vec<String> =
        error::ignored_note("columns", &ignored, file).into_iter().collect();
    if dropped > 0 {
        let file = one_line(file);
        notes.push(format!("rows of {file} left out for a missing value: {dropped}"));
    }
    Ok(MultiClassInput { classifiers, dropped, notes })
}

fn read_predictions(
    table: &mut Table<'_>,
    options: &ReadOptions,
    file: &str,
) -> Result<MultiClassInput, InputError> {
    let mut rows = LabelledRows::new(table, options, LabelColumns::All, labels::limit)?;
    let truth = rows.columns.truth;
    let mut counts: Vec<Counts<u64>> = vec![Counts::new(); rows.columns.models.len()];
    while let Some(count) = rows.next_row()? {
        for (counts, &column) in counts.iter_mut().zip(&rows.columns.models) {
            *counts.entry((rows.row[truth], rows.row[column])).or_insert(0) += count;
        }
    }
    rows.finish()?;
    let counted = rows.names().into_iter().zip(counts).collect();
    let classifiers = finish(&rows.labels, counted).expect("there is a sample");
    let SampleCounter { dropped, .. } = rows.samples;
    Ok(MultiClassInput { classifiers, dropped, notes: rows.samples.notes(file) })
}

const KEYS: [&str; 3] = ["name", "labels", "matrix"];

/// Returns `true` if the first object of the list has a key `matrix`.
fn holds_matrices(bytes: &[u8]) -> bool {
    let Ok(document) = Document::new(bytes, "") else { return false };
    let Ok(objects) = document.objects() else { return false };
    let Some(first) = objects.first() else { return false };
    json_text::entries(first, |key| keys::is_one_of(key, &KEYS))
        .is_ok_and(|entries| json_text::position(&entries, "matrix").is_some())
}

fn read_json(bytes: &[u8], file: &str) -> Result<MultiClassInput, InputError> {
    let document = Document::new(bytes, file)?;
    let mut classifiers: Vec<MultiClassClassifier> = Vec::new();
    let (mut ignored, mut spellings) = (Ignored::default(), Spellings::new());
    for (number, raw) in (1..).zip(document.objects()?) {
        let fail = |(raw, kind): (&RawValue, _)| document.error(raw.get(), Some(number), kind);
        let entries = json_text::entries(raw, |key| keys::is_one_of(key, &KEYS)).map_err(fail)?;
        let find = |name| {
            const NEEDED: &str = "give each of name, labels, matrix";
            json_text::position(&entries, name)
                .ok_or_else(|| fail((raw, InputErrorKind::Missing { name, needed: NEEDED })))
        };
        let [name, labels, matrix] = [find("name")?, find("labels")?, find("matrix")?];
        classifiers.push(MultiClassClassifier {
            name: read_name(&entries[name]).map_err(fail)?,
            matrix: read_matrix(entries[labels].value, entries[matrix].value, &mut spellings)
                .map_err(fail)?,
        });
        ignored.note(&entries, &[name, labels, matrix]);
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
    let notes = error::ignored_note("keys", &ignored.in_order, file).into_iter().collect();
    Ok(MultiClassInput { classifiers, dropped: 0, notes })
}

type Refused<'t> = (&'t RawValue, InputErrorKind);

fn wrong<'t>(raw: &'t RawValue, what: &'static str) -> Refused<'t> {
    (raw, InputErrorKind::WrongMatrix { what, text: abbreviated(raw.get()) })
}

fn read_name<'t>(entry: &Entry<'t>) -> Result<String, Refused<'t>> {
    if !entry.value.get().starts_with('"') {
        return Err(wrong(entry.value, "a name"));
    }
    if entry.text.trim().is_empty() {
        return Err((entry.value, InputErrorKind::EmptyName));
    }
    Ok(entry.text.to_string())
}

/// Returns the items of a JSON list.
fn items<'t>(raw: &'t RawValue, what: &'static str) -> Result<Vec<&'t RawValue>, Refused<'t>> {
    if !raw.get().starts_with('[') {
        return Err(wrong(raw, what));
    }
    serde_json::from_str(raw.get()).map_err(|error| (raw, json_text::broken(&error)))
}

/// Returns the text of a string or number.
fn scalar<'t>(raw: &'t RawValue, what: &'static str) -> Result<String, Refused<'t>> {
    let text = raw.get();
    if text.starts_with('"') {
        let json_text::Text(text) =
            serde_json::from_str(text).map_err(|error| (raw, json_text::broken(&error)))?;
        return Ok(text.into_owned());
    }
    if text.starts_with(['[', '{', 't', 'f', 'n']) {
        return Err(wrong(raw, what));
    }
    Ok(text.to_owned())
}

/// The first spelling of each label of a file, by its canonical form.
pub(super) type Spellings = HashMap<String, String>;

/// Reads labels and square cells of a JSON object, each value 0 or more.
pub(super) fn read_labels_and_cells<'t>(
    labels: &'t RawValue,
    matrix: &'t RawValue,
    spellings: &mut Spellings,
) -> Result<(Vec<String>, Vec<Vec<Rational>>), Refused<'t>> {
    let label = |raw| -> Result<String, Refused<'t>> {
        let text = scalar(raw, "a label")?;
        if Label::is_missing(&text) {
            return Err(wrong(raw, "a label"));
        }
        let label = Label::new(&text);
        let key = label.as_str().to_owned();
        Ok(spellings.entry(key).or_insert_with(|| label.to_string()).clone())
    };
    let cell = |raw| -> Result<Rational, Refused<'t>> {
        cells::count("cell", &scalar(raw, "a count")?, ()).map_err(|(kind, _)| (raw, kind))
    };
    let texts =
        items(labels, "a list of labels")?.into_iter().map(label).collect::<Result<_, _>>()?;
    let rows = items(matrix, "a list of rows")?.into_iter();
    let rows = rows.map(|row| items(row, "a row of counts")?.into_iter().map(cell).collect());
    Ok((texts, rows.collect::<Result<_, _>>()?))
}

fn read_matrix<'t>(
    labels: &'t RawValue,
    matrix: &'t RawValue,
    spellings: &mut Spellings,
) -> Result<MultiClassMatrix, Refused<'t>> {
    let (texts, cells) = read_labels_and_cells(labels, matrix, spellings)?;
    MultiClassMatrix::new(texts, cells).map_err(|error| match error {
        MultiClassError::RepeatedLabel(label) => {
            (labels, InputErrorKind::Repeated { name: abbreviated(&label) })
        }
        error @ MultiClassError::NoLabels => (labels, InputErrorKind::Matrix(Box::new(error))),
        error => (matrix, InputErrorKind::Matrix(Box::new(error))),
    })
}
