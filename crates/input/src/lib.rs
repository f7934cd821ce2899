//! Reads classifiers from CSV or JSON: confusion matrices, rates, predictions to be counted, or
//! scores.
//!
//! The format is recognised from the content. Numbers are exact, never through a float; order and
//! names are kept. For any bytes the result is either classifiers or an [`InputError`] whose text
//! and hint are one line each. Predictions are counted while they are read, so memory does not grow
//! with the rows. Scores take 8 bytes or more each; the other forms take memory in proportion to
//! the classifiers, and JSON also in proportion to the file.
//!
//! # Files
//!
//! - `source.rs`: the beginning of an input and then its bytes, through decoders: gzip and
//!   Zstandard (`compressed.rs`), UTF-16 and line ends (`encoding.rs`). `foreign.rs`: foreign
//!   forms, refused. All decisions depend on a beginning of fixed length.
//! - `dialect.rs`: header and separator. `table.rs`: rows as a stream. `printed.rs`: Markdown and
//!   LaTeX. `numerals.rs`: the only reader of numbers.
//! - `vocabulary.rs`: names of columns and keys. `header.rs`: the form that a header announces.
//!   `samples.rs`: the columns of a table with a sample per row.
//! - `labels.rs`, `labelled.rs`: labels numbered in the order of their first row, and predictions
//!   counted as they stream.
//!   `repeated.rs`: lines that occur again, counted without being split.
//! - `joint.rs`: joint counts, by patterns while these are few, otherwise by pairs, 64 samples at a
//!   time.
//! - `joined.rs`, `gathered.rs`: long tables and several files, joined by identifiers.
//!   `reported.rs`, `counted.rs`, `weighted.rs`, `domains.rs`: printed scores, rows that are
//!   counted, weights, test sets.
//! - `scores.rs`: scores. `scored_joint.rs`: joint counts of thresholds. `scored_thresholds.rs`:
//!   the thresholds that stand for a model.
//! - `reading.rs`: the way in which an input was understood. `fingerprint.rs`: its fingerprint.

mod ahead;
mod cells;
mod chosen;
mod compressed;
mod costs;
mod counted;
mod described;
mod dialect;
mod domains;
mod encoding;
mod error;
mod evaluation;
mod fingerprint;
mod foreign;
mod foreign_label;
mod gathered;
mod gatherer;
mod header;
mod held;
mod hint;
mod joined;
mod joint;
mod json;
mod json_joint;
mod json_matrices;
mod json_rows;
mod json_text;
mod keys;
mod labelled;
mod labels;
mod markup;
mod matrices;
mod multi_class;
mod names;
mod numbers;
mod numerals;
mod predictions;
mod printed;
mod probabilities;
mod reading;
mod repeated;
mod reported;
mod rights;
mod sample_columns;
mod samples;
mod scored_domains;
mod scored_joint;
mod scored_rows;
mod scored_thresholds;
mod scores;
mod sheet;
mod source;
mod table;
#[cfg(test)]
mod tests;
mod text_rows;
mod unused;
mod values;
mod vocabulary;
mod weighted;

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use exactile::domain::DomainTests;
use exactile::num::Rational;
use exactile::performance::{Classifier, JointResults, MultiClassClassifier};
use exactile::score::Metric;
use exactile::threshold::{Folds, ScoredModel};

pub use chosen::{Choosing, ChosenThresholds};
pub use costs::read_costs;
pub use error::{Absent, CountAdvice, InputError, InputErrorKind, Place, Suspect};
pub use exactile::performance::one_line;
pub use fingerprint::fingerprint;
pub use foreign_label::{ForeignLabel, Suspicion};
pub use markup::TextRow;
pub use multi_class::{AnyInput, MultiClassInput, read_any, read_any_joined, read_multi_class};
pub use numbers::{NumberRow, NumberRows};
pub use printed::{PrintedNumber, read_printed_table};
pub use probabilities::{ProbabilityRow, ProbabilityRows};
pub use reading::Reading;
pub use scored_thresholds::named_threshold;
pub use scores::{ScoresInput, read_joined_scores, read_scores};
pub use text_rows::{TextTable, read_text_table};
pub use vocabulary::Word;

use header::Layout;
use source::Source;
use table::Table;

/// The content of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// CSV of confusion matrices, with a header `name,tn,fp,fn,tp` in any order.
    Matrices,
    /// CSV of rates, with a header `name,tnr,tpr` and optionally `prior`.
    Rates,
    /// CSV of predictions: a column `y_true`, a column per classifier, a row per sample.
    Predictions,
    /// CSV of scores: a column `y_true`, a column of numbers per model, a row per sample. It is
    /// never recognised and has to be requested. Each model stands for the vertices of its ROC
    /// hull, classifiers named `MODEL >= T`.
    Scores,
    /// JSON: a list of objects with the keys of matrices or of rates. Besides its matrix an object
    /// may have `both_tn` and `both_tp`: for each object before it, the negatives and the positives
    /// that both classifiers have right. Then the classifiers were tested on the same samples.
    Json,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 5] =
        [Self::Matrices, Self::Rates, Self::Predictions, Self::Scores, Self::Json];

    /// Returns the name: `matrices`, `rates`, `predictions`, `scores` or `json`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Matrices => "matrices",
            Self::Rates => "rates",
            Self::Predictions => "predictions",
            Self::Scores => "scores",
            Self::Json => "json",
        }
    }
}

/// The text is not the name of an input format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the input formats are matrices, rates, predictions, scores and json")]
pub struct UnknownFormat;

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        Self::ALL.into_iter().find(|format| format.name() == name).ok_or(UnknownFormat)
    }
}

/// Classifiers that are counted jointly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Joint {
    /// None.
    #[default]
    No,
    /// Those that predict labels, but not thresholds of models, so that scores need not be kept in
    /// order.
    Labels,
    /// Thresholds of models too.
    All,
    /// Those that predict labels, in each test set by itself.
    InTestSets,
}

/// The options of reading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The format, or `None` to recognise it.
    pub format: Option<Format>,
    /// The positive prior of rates without one of their own.
    pub prior_positive: Option<Rational>,
    /// `true` if the result does not depend on the prior, so that rates without one are taken at
    /// 1/2.
    pub any_prior: bool,
    /// The label of the positive class in predictions. With `None` it is `1` of {0, 1} or {-1, 1}
    /// and `True` of {False, True}; any other pair of labels is refused.
    pub positive_label: Option<String>,
    /// Further texts that are labels, although they could be those of missing values, such as
    /// `none`.
    pub labels: Vec<String>,
    /// The column of the true labels, instead of one with a name of [`Word::Truth`].
    pub truth: Option<String>,
    /// The columns of the classifiers or models, by their names or by several names with commas
    /// between; if empty, all that may be classifiers. Named columns are accepted without further
    /// checks.
    pub only: Vec<String>,
    /// `true` if the names in the header are escaped, so that they may have any characters: `
    /// ` and `\r` are line breaks, `\e` is nothing, which keeps the white space beside it, and any
    /// other character after a backslash is itself.
    pub escaped_names: bool,
    /// The column of the number of samples of a row, or of its weight.
    pub weight: Option<String>,
    /// Required values of some columns; rows with other values are left out, and so are these
    /// columns.
    pub keep: Vec<(String, String)>,
    /// The column whose values distinguish several test sets; it is not a classifier.
    pub by: Option<String>,
    /// The column that identifies samples: it joins several files, and the rows of a long table.
    pub id: Option<String>,
    /// The column of the classifiers' names in a long table.
    pub model: Option<String>,
    /// The column of the predictions or scores in a long table.
    pub prediction: Option<String>,
    /// `true` if the columns say whether each classifier was right; there are no true labels.
    pub correct: bool,
    /// `true` to take the first row of a sample that occurs several times for a classifier.
    pub first_repeat: bool,
    /// Models of scores whose low scores mean positive, as with p-values and distances. Their
    /// scores are negated.
    pub flip: Vec<String>,
    /// Columns of CSV that are left out, by their names.
    pub ignore: Vec<String>,
    /// `true` to leave out samples with a missing value in a used column, or without a row for some
    /// classifier, instead of refusing them.
    pub drop_missing: bool,
    /// The classifiers with joint counts: the results of each pair, and of all together, on the
    /// same samples.
    pub joint: Joint,
    /// The classifier whose pairs are requested, if anything is counted jointly; this is possible
    /// for any number of classifiers. Other pairs may be counted too.
    pub joint_with: Option<String>,
    /// The thresholds of models of scores, instead of the vertices of their hulls.
    pub thresholds: Vec<Rational>,
    /// Requested names, for scores. A name `MODEL >= T` with a number T adds the classifier with
    /// that threshold, unless there is one already; other names are ignored here.
    pub named: Vec<String>,
    /// The metric by which each model of scores stands for its best threshold alone, of those of
    /// its hull, and of equal ones for the greatest; besides, there are the requested names.
    pub best_by: Option<Metric>,
    /// `true` if the question is about models with scores: whole numbers that are not labels are
    /// scores, too.
    pub expects_scores: bool,
    /// Other samples that choose thresholds of models of scores, which are then counted jointly.
    pub choosing: Option<Arc<Choosing>>,
}

impl ReadOptions {
    /// Returns `true` if rows of a cluster may have one identifier, and all of them count.
    fn keeps_repetitions(&self) -> bool {
        self.joint == Joint::No && !self.first_repeat
    }

    /// Returns the positive prior of rates without one of their own; any, if all give one result.
    fn prior(&self) -> Option<Rational> {
        let any = self.any_prior.then(|| Rational::new(1, 2));
        self.prior_positive.clone().or(any)
    }

    /// Returns `true` if these options are about a table with a sample per row.
    fn names_samples(&self) -> bool {
        self.truth.is_some() || !self.only.is_empty()
    }
}

/// The content of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The classifiers in the order of the input, with distinct names. There is at least one,
    /// unless the input has several classes or was read for its scores alone.
    pub classifiers: Vec<Classifier>,
    /// The label of the positive class, in the first spelling of the input; `None` if the input has
    /// no labels.
    pub positive: Option<String>,
    /// The results of the classifiers on the same samples, if they were requested and the input has
    /// predictions of at most 1400 classifiers, at most 2^26 scores whose hulls have at most 1400
    /// vertices, or JSON with joint counts; more if only the pairs of one classifier are requested.
    /// Patterns of all of them are kept for at most 128 classifiers and 65,536 patterns a class,
    /// beyond that pairs alone.
    pub joint: Option<JointResults>,
    /// The column of weights, if rows have weights that are not all whole numbers. The entries of
    /// the matrices are weights then, not numbers of samples.
    pub weights: Option<String>,
    /// The reading of the input.
    pub reading: Reading,
    /// The models that give scores, if the input has scores; the classifiers are thresholds of
    /// them.
    pub models: Vec<ScoredModel>,
    /// The model of each classifier, if the input holds scores.
    pub families: Option<Families>,
    /// Classifiers of several classes; `classifiers` is empty then.
    pub classes: Vec<MultiClassClassifier>,
    /// Another file of the same models, on which thresholds are chosen.
    pub beside: Option<Box<Subject>>,
    /// The thresholds that it has chosen, if they were requested.
    pub chosen: Option<ChosenThresholds>,
    /// The folds of the models' samples, if a column distinguishes them and scores alone were read.
    pub folds: Option<Folds>,
    /// The results in each test set, if a column distinguishes them; the classifiers then have
    /// those of all test sets together.
    pub domains: Option<DomainTests>,
    /// The results of the classifiers on the same samples of each test set, if they were requested
    /// and the input has predictions, in the order of the test sets.
    pub joint_in_sets: Option<Vec<JointResults>>,
    /// `true` if each sample says whether a classifier was right, without classes: rights are true
    /// positives, wrongs false negatives. Only questions about accuracy have a meaning.
    pub is_right_or_wrong: bool,
    /// The number of rows that were left out because they lack a value.
    pub dropped: u64,
    /// Notes for the user, one line each: ignored content, and possible mistakes.
    pub notes: Vec<String>,
}

/// Classifiers that are thresholds of models.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Families {
    /// The model of each classifier, by number.
    pub of: Vec<usize>,
    /// The name of each classifier with the simplest threshold that predicts the same, `logistic >=
    /// 0.4`; a requested threshold is unchanged.
    pub names: Vec<String>,
    /// For each classifier, `true` if it is a vertex of its model's hull: the best threshold for
    /// some preference on these samples. Others were requested.
    pub are_best: Vec<bool>,
}

impl Subject {
    /// Creates the subject of classifiers without labels.
    fn unlabelled(classifiers: Vec<Classifier>, notes: Vec<String>) -> Self {
        Self {
            classifiers,
            positive: None,
            joint: None,
            weights: None,
            reading: Reading::default(),
            models: Vec::new(),
            families: None,
            classes: Vec::new(),
            beside: None,
            chosen: None,
            folds: None,
            domains: None,
            joint_in_sets: None,
            is_right_or_wrong: false,
            dropped: 0,
            notes,
        }
    }
}

/// Scores alone, without the classifiers that stand for them.
impl From<ScoresInput> for Subject {
    fn from(input: ScoresInput) -> Self {
        let ScoresInput { models, positive, folds, dropped, notes } = input;
        let subject = Self::unlabelled(Vec::new(), notes);
        Self { models, positive: Some(positive), folds, dropped, ..subject }
    }
}

/// Classifiers of several classes.
impl From<MultiClassInput> for Subject {
    fn from(input: MultiClassInput) -> Self {
        let MultiClassInput { classifiers, dropped, notes } = input;
        Self { classes: classifiers, dropped, ..Self::unlabelled(Vec::new(), notes) }
    }
}

/// Reads a file. `progress` receives the number of bytes read so far from time to time.
///
/// # Errors
/// A file that cannot be read, and the errors of [`read`].
pub fn read_path(
    path: &Path,
    options: &ReadOptions,
    progress: &mut dyn FnMut(u64),
) -> Result<Subject, InputError> {
    let name = path.display().to_string();
    read(open_path(path)?, &name, options, progress)
}

/// Opens a file for one of the functions of this crate.
///
/// # Errors
/// A file that cannot be opened.
pub fn open_path(path: &Path) -> Result<File, InputError> {
    File::open(path).map_err(|error| unreadable(&path.display().to_string(), &error))
}

/// The error of a file of this name that could not be opened or read.
pub fn unreadable(name: &str, error: &std::io::Error) -> InputError {
    error::unreadable(name, error)
}

/// Reads from any reader; `name` is the name of the file in errors, for instance `<stdin>`.
///
/// ```
/// use exactile_input::{ReadOptions, read};
/// let text = "name,tnr,tpr,prior\nP1,0.7,7/10,20%\n";
/// let input = read(text.as_bytes(), "rates.csv", &ReadOptions::default(), &mut |_| ())?;
/// assert_eq!(input.classifiers[0].matrix.tp().to_string(), "7/50");
///
/// let text = "name,tn,fp,fn,tp\nP1,1,2,3,-4\n";
/// let read = read(text.as_bytes(), "counts.csv", &ReadOptions::default(), &mut |_| ());
/// let error = read.expect_err("a negative count");
/// assert_eq!(error.to_string(), "counts.csv:2:5: tp is -4");
/// assert_eq!(error.hint(), "counts and weights must not be negative");
/// # Ok::<(), exactile_input::InputError>(())
/// ```
///
/// # Errors
/// Input without an accepted form, or with a value without a meaning.
pub fn read(
    mut reader: impl Read,
    name: &str,
    options: &ReadOptions,
    progress: &mut dyn FnMut(u64),
) -> Result<Subject, InputError> {
    match open(&mut reader, name, options, progress)? {
        Opened::Json(bytes) => json::read(&bytes, name, options).map(|mut subject| {
            if subject.reading.form.is_empty() {
                let names = subject.classifiers.iter().map(|one| one.name.clone());
                subject.reading.form = "json".to_owned();
                subject.reading.classifiers = names.collect();
            }
            subject
        }),
        Opened::Table(mut table) => {
            let options = &evaluation::options(&[&table], options);
            table.leave_out_index();
            let has_truth = options.truth.is_some() || table.has(Word::Truth);
            let is_repeated = options.first_repeat
                && !options.correct
                && has_truth
                && joined::LongColumns::find(&table, options)?.is_none();
            if is_repeated || evaluation::is_of_one_model(&table, options) {
                let mut joined = joined::join(vec![*table], options)?;
                return read_table(&mut joined, name, options);
            }
            read_table(&mut table, name, options)
        }
    }
}

/// A file or stream to read.
pub struct SourceFile<'r> {
    /// The bytes.
    pub reader: &'r mut dyn Read,
    /// Its name in errors.
    pub name: &'r str,
    /// Receives the number of bytes read so far from time to time.
    pub progress: &'r mut dyn FnMut(u64),
}

/// Reads several files of the same samples, joined by the column that identifies these.
///
/// ```
/// use exactile_input::{ReadOptions, SourceFile, read_joined};
/// let (mut first, mut second) =
///     ("id,y_true,lr\nb,1,1\na,0,0\n".as_bytes(), "id,svm\na,0\nb,0\n".as_bytes());
/// let (mut none, mut nothing) = (|_| (), |_| ());
/// let files = vec![
///     SourceFile { reader: &mut first, name: "a.csv", progress: &mut none },
///     SourceFile { reader: &mut second, name: "b.csv", progress: &mut nothing },
/// ];
/// let subject = read_joined(files, &ReadOptions::default())?;
/// assert_eq!(subject.classifiers[1].name, "svm");
/// assert_eq!(subject.classifiers[1].matrix.fn_().to_string(), "1");
/// # Ok::<(), exactile_input::InputError>(())
/// ```
///
/// # Errors
/// Files without a common column of identifiers, samples that are missing or doubled in one of
/// them, true labels that disagree, and the errors of [`read`].
pub fn read_joined(
    files: Vec<SourceFile<'_>>,
    options: &ReadOptions,
) -> Result<Subject, InputError> {
    let name = files[0].name;
    let (mut table, options) = joined_table(files, options)?;
    read_table(&mut table, name, &options)
}

/// Joins files of the same samples; the options are those of the joined table.
fn joined_table<'r>(
    files: Vec<SourceFile<'r>>,
    options: &ReadOptions,
) -> Result<(Table<'r>, ReadOptions), InputError> {
    let each = ReadOptions { ignore: Vec::new(), keep: Vec::new(), by: None, ..options.clone() };
    let mut tables = Vec::with_capacity(files.len());
    for SourceFile { reader, name, progress } in files {
        match open_one_of(reader, name, &each, progress, true)? {
            Opened::Json(_) => {
                return Err(InputError {
                    kind: InputErrorKind::NotJoined,
                    place: Place::file(name),
                });
            }
            Opened::Table(mut table) => {
                table.leave_out_index();
                tables.push(*table);
            }
        }
    }
    joined::ignore(&mut tables, &options.ignore)?;
    joined::keep(&mut tables, &options.keep)?;
    joined::split(&mut tables, options.by.as_ref())?;
    let options = evaluation::options(&tables.iter().collect::<Vec<_>>(), options);
    Ok((joined::join(tables, &options)?, options))
}

/// An input whose form is known from its first bytes.
enum Opened<'r> {
    /// All of a JSON text.
    Json(Vec<u8>),
    /// CSV after its header.
    Table(Box<Table<'r>>),
}

fn open<'r>(
    reader: &'r mut dyn Read,
    name: &'r str,
    options: &ReadOptions,
    progress: &'r mut dyn FnMut(u64),
) -> Result<Opened<'r>, InputError> {
    open_one_of(reader, name, options, progress, false)
}

fn open_one_of<'r>(
    reader: &'r mut dyn Read,
    name: &'r str,
    options: &ReadOptions,
    progress: &'r mut dyn FnMut(u64),
    is_joined: bool,
) -> Result<Opened<'r>, InputError> {
    let mut source = Source::new(reader, name, progress);
    let head = source.head()?;
    let Some(first) = head.iter().find(|byte| !byte.is_ascii_whitespace()) else {
        return Err(source.error(InputErrorKind::Empty));
    };
    let is_json = match options.format {
        Some(Format::Json) => true,
        Some(Format::Predictions | Format::Scores) => json_rows::may_be_json(&head),
        Some(Format::Matrices | Format::Rates) => false,
        None => matches!(first, b'[' | b'{'),
    };
    if is_json {
        let bytes = json_text::without_names_of_numbers(source.whole(head)?);
        let document = json_text::Document::new(&bytes, name)?;
        if let Some(rows) = json_rows::rows(&document, options, is_joined)? {
            let cells = rows.finish();
            let sheet = sheet::Sheet::new(bytes, name, cells);
            let mut table = Box::new(Table::of_sheet(source, sheet));
            table.ignore(&options.ignore)?;
            table.keep(&options.keep)?;
            table.split(options.by.as_ref())?;
            return Ok(Opened::Table(table));
        }
        if !options.ignore.is_empty() || !options.keep.is_empty() {
            return Err(source.error(InputErrorKind::NoColumns));
        }
        return Ok(Opened::Json(bytes));
    }
    let mut table = Box::new(Table::open_ahead(source, head)?);
    if options.escaped_names {
        table.unescape_names();
    }
    table.ignore(&options.ignore)?;
    table.keep(&options.keep)?;
    if header::is_transposed(&table) {
        table = Box::new(table.transposed()?);
        table.name_by_first_column();
    }
    table.split(options.by.as_ref())?;
    Ok(Opened::Table(table))
}

fn read_table(
    table: &mut Table<'_>,
    name: &str,
    options: &ReadOptions,
) -> Result<Subject, InputError> {
    table.leave_out_index();
    let may_be_long = !matches!(options.format, Some(Format::Matrices | Format::Rates));
    if may_be_long && table.known_columns().is_none() {
        if let Some(columns) = joined::LongColumns::find(table, options)? {
            let mut joined = joined::long(table, &columns, options)?;
            return read_table(&mut joined, name, options);
        }
        let named = if options.correct { None } else { counted::NamedRows::find(table, options)? };
        if let Some(columns) = named {
            return counted::read(table, &columns, options, name);
        }
    }
    if options.correct {
        let mut input = rights::read(table, options, name)?;
        input.notes.extend(table.left_out());
        input.notes.extend(unused_prior(options, true, name));
        return Ok(input);
    }
    match header::recognise(table, options)? {
        Layout::Rows { columns, ignored } => {
            check_about_samples(options).map_err(|kind| table.error(kind))?;
            let names_rows = columns.name == 0 && table.has_unnamed_first();
            let rows = matrices::read(table, &columns, options)?;
            let mut notes: Vec<String> =
                error::ignored_note("columns", &ignored, name).into_iter().collect();
            notes.extend(rows.notes);
            notes.extend(table.left_out().filter(|_| !names_rows));
            notes.extend(unused_prior(options, rows.carry_prior, name));
            notes.extend(unused_labels(options, name));
            let form = match columns.values {
                values::Values::Counts(_) => "matrices",
                values::Values::Scores { .. } => "rates",
            };
            let mut reading = Reading::of_table(form, table);
            let domains = rows.domains;
            reading.classifiers = rows.classifiers.iter().map(|one| one.name.clone()).collect();
            let others = ignored.into_iter().map(|column| (column, "no value of a classifier"));
            reading.ignored.extend(others);
            Ok(Subject { reading, domains, ..Subject::unlabelled(rows.classifiers, notes) })
        }
        Layout::Predictions => {
            if !options.flip.is_empty() {
                return Err(table.error(InputErrorKind::FlippedLabels));
            }
            let mut input = predictions::read(table, options, name)?;
            input.notes.extend(table.left_out());
            input.notes.extend(unused_prior(options, true, name));
            Ok(input)
        }
        Layout::Scores => {
            let mut input = scores::read_classifiers(table, options, name)?;
            input.notes.extend(table.left_out());
            input.notes.extend(unused_prior(options, true, name));
            Ok(input)
        }
    }
}

/// Returns the note that a prior was given although all classifiers have their own.
fn unused_prior(options: &ReadOptions, carried: bool, name: &str) -> Option<String> {
    options.prior_positive.as_ref().filter(|_| carried)?;
    Some(format!(
        "the positive prior that was given is not used: {} carries its own",
        one_line(name)
    ))
}

/// Refuses options that choose among columns of samples, or change them: left unused, they would
/// seem to be obeyed.
fn check_about_samples(options: &ReadOptions) -> Result<(), InputErrorKind> {
    let given = [
        (!options.only.is_empty(), "--only"),
        (options.weight.is_some(), "--weight"),
        (!options.flip.is_empty(), "--flip"),
    ];
    match given.into_iter().find(|(is_given, _)| *is_given) {
        None => Ok(()),
        Some((_, flag)) => Err(InputErrorKind::AboutSamples { flag }),
    }
}

/// Returns the notes that options about labels or samples were given for an input without any.
fn unused_labels(options: &ReadOptions, name: &str) -> Vec<String> {
    let name = one_line(name);
    let mut notes = Vec::new();
    if options.positive_label.is_some() {
        notes
            .push(format!("the positive label that was given is not used: {name} holds no labels"));
    }
    if options.drop_missing {
        notes.push(format!("no rows with missing values are left out: {name} holds no samples"));
    }
    notes
}
