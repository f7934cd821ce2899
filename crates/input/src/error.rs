//! What is wrong with an input, where, and how to mend it.

use std::fmt;

use super::compressed::Broken;
use super::hint::ForeignLabel;
use exactile::num::abbreviated;
use exactile::performance::{MultiClassError, one_line};

/// Why an input was refused. Its text is one line, whatever the input holds:
/// `FILE:LINE:COLUMN: WHAT`. How to mend it is the [`hint`](Self::hint), one line too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// What is wrong.
    pub kind: InputErrorKind,
    /// Where.
    pub place: Place,
}

/// A place in an input, as exact as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// The file as the user named it, or what stands for it.
    pub file: String,
    /// The line, from 1.
    pub line: Option<u64>,
    /// From 1: the field of a CSV row, or the byte of a JSON line.
    pub column: Option<u64>,
    /// The object of a JSON list, from 1.
    pub object: Option<u64>,
}

/// A column that hardly is a classifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspect {
    /// The column.
    pub column: String,
    /// The column of the truth.
    pub truth: String,
    /// The rows.
    pub rows: u64,
    /// The columns that nothing speaks against.
    pub others: Vec<String>,
}

/// A positive label that does not occur.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Absent {
    /// The column of the truth.
    pub truth: String,
    /// The label of the positive class.
    pub positive: String,
}

/// What is wrong with an input. Texts taken from it are shortened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InputErrorKind {
    /// The operating system would not let it be read.
    #[error("cannot be read: {reason}")]
    Unreadable {
        /// What the system says.
        reason: String,
        /// Whether it is a directory.
        is_directory: bool,
    },
    /// Compressed data that cannot be decoded.
    #[error("the {form} data are broken: {reason}")]
    BrokenCompression {
        /// The name of the compression.
        form: &'static str,
        /// Its fault.
        reason: &'static str,
    },
    /// A form that is not read.
    #[error("this is {form}, which is not read")]
    Foreign {
        /// Its name, with an article.
        form: &'static str,
        /// The line that converts it.
        hint: String,
    },
    /// More text than is held in memory at once.
    #[error("the text is longer than {limit} bytes")]
    TextTooLong {
        /// The longest text that is read.
        limit: usize,
    },
    /// Nothing but white space.
    #[error("there is nothing to read")]
    Empty,
    /// Bytes that are no UTF-8.
    #[error("the text is not UTF-8")]
    NotUtf8,
    /// A zero byte: a binary file, or text in UTF-16.
    #[error("there is a NUL byte")]
    Nul,
    /// A quoted field that never ends.
    #[error("a quote is not closed")]
    UnclosedQuote,
    /// A row beyond all measure, most likely behind a stray quote.
    #[error("a row is longer than {limit} bytes")]
    RowTooLong {
        /// The longest row that is read.
        limit: usize,
    },
    /// A field beyond all measure, most likely behind a stray quote.
    #[error("a field is longer than {limit} bytes")]
    FieldTooLong {
        /// The longest field that is read.
        limit: usize,
    },
    /// More fields in a row than are read.
    #[error("a row has more than {limit} fields")]
    TooManyFields {
        /// The most fields of a row.
        limit: usize,
    },
    /// More rows or cells than are held in memory at once.
    #[error("there are more than {limit} {what}")]
    TooManyCells {
        /// The most that are read.
        limit: usize,
        /// Their kind.
        what: &'static str,
    },
    /// A number whose mark may separate thousands or decimals.
    #[error("{text:?} may be {} or {}", text.replace(*mark, ""), text.replace(*mark, "."))]
    ThousandsOrDecimals {
        /// Content that is given.
        text: Box<str>,
        /// The mark.
        mark: char,
    },
    /// Numbers that do not agree on their decimal mark.
    #[error("{text:?} has another decimal mark than numbers elsewhere in the table")]
    MixedMarks {
        /// Content that is given.
        text: String,
    },
    /// Several tables in one text.
    #[error("there are {tables} tables, the second one here")]
    SeveralTables {
        /// Their number.
        tables: usize,
    },
    /// A header of no known form.
    #[error("the header is of no known form: {header:?}")]
    UnknownHeader {
        /// The header.
        header: String,
    },
    /// A column or key that has to be there.
    #[error("{} is missing", plainly(name))]
    Missing {
        /// The column or key.
        name: &'static str,
        /// All that its form needs.
        needed: &'static str,
    },
    /// A column or key that occurs twice.
    #[error("{name:?} is given twice")]
    Repeated {
        /// The column or key.
        name: String,
    },
    /// A row with more or fewer fields than the header.
    #[error(
        "the row has {found} field{} where the header has {expected}",
        if *.found == 1 { "" } else { "s" }
    )]
    Ragged {
        /// Fields of the header.
        expected: usize,
        /// Fields of the row.
        found: usize,
    },
    /// A first row with one field more than the header, perhaps with a row name in front.
    #[error("the row has {found} fields where the header has {expected}")]
    RaggedFirst {
        /// Fields of the header.
        expected: usize,
        /// Fields of the row.
        found: usize,
    },
    /// A row with more or fewer fields than the first one, which has a row name in front.
    #[error(
        "the row has {found} field{} where the first one has {expected}",
        if *.found == 1 { "" } else { "s" }
    )]
    RaggedNames {
        /// Fields of the first row.
        expected: usize,
        /// Fields of the row.
        found: usize,
    },
    /// No row behind the header, or an empty list.
    #[error("there is no {what}")]
    Nothing {
        /// What there should be.
        what: &'static str,
    },
    /// A table with a sample per row and no classifier.
    #[error("there is no column of predictions beside {truth}")]
    NoPredictions {
        /// The column of the truth.
        truth: String,
    },
    /// More than one column that could hold the truth.
    #[error("several columns could hold the true labels: {}", quoted_and(.columns))]
    SeveralTruths {
        /// Their names.
        columns: Vec<String>,
    },
    /// A column that equals the truth in every row.
    #[error("{:?} equals {} in all {} rows", .0.column, .0.truth, .0.rows)]
    EqualsTruth(Box<Suspect>),
    /// A column of scores that looks like an identifier.
    #[error(
        "{:?} holds {} different whole numbers in {} rows, as an identifier does",
        .0.column, .0.rows, .0.rows
    )]
    LooksLikeId(Box<Suspect>),
    /// Samples without a row in a column of a joined table.
    #[error("{column:?} lacks {missing} of the samples: {}", quoted_and(.ids))]
    MissingIds {
        /// The classifier, or the column of the truth.
        column: Box<str>,
        /// Two of the identifiers.
        ids: Box<[String]>,
        /// The number of samples.
        missing: u64,
    },
    /// A sample that occurs twice for a classifier.
    #[error("the sample {id:?} occurs twice for {name:?}, first at {first}")]
    DoubledId {
        /// The identifier.
        id: Box<str>,
        /// The classifier.
        name: Box<str>,
        /// The place where it was met first.
        first: Box<Place>,
    },
    /// A sample with two true labels.
    #[error("the sample {id:?} is {label:?} here, and another label at {first}")]
    OtherTruth {
        /// The identifier.
        id: Box<str>,
        /// The label here.
        label: Box<str>,
        /// The place where it has another one.
        first: Box<Place>,
    },
    /// A sample in two test sets.
    #[error("the sample {id:?} is in {domain:?} here, and elsewhere at {first}")]
    OtherDomain {
        /// The identifier.
        id: Box<str>,
        /// The test set here.
        domain: Box<str>,
        /// The place where it has another one.
        first: Box<Place>,
    },
    /// A file that has no columns to be joined.
    #[error("files are joined by columns, and this one has none")]
    NotJoined,
    /// An identifier beyond all measure.
    #[error("an identifier is longer than 64 KiB, or there are more than 2^32 of them")]
    IdTooLong,
    /// Several files without one column of identifiers that all have.
    #[error("which column identifies the samples of these files is not known")]
    NoCommonId {
        /// The columns that could.
        columns: Vec<String>,
    },
    /// No row has the value that rows are to have.
    #[error("no row has {value:?} in the column {column:?}")]
    NothingKept {
        /// The column.
        column: Box<str>,
        /// The value.
        value: Box<str>,
    },
    /// Two rows of one name, in a table with several test sets.
    #[error("the name {name:?} is given twice, first at {first}")]
    RepeatedAcross {
        /// The name.
        name: Box<str>,
        /// The place where it was given first.
        first: Box<Place>,
        /// The column of the test set, and its value there, as a flag has them.
        choice: Box<str>,
    },
    /// A name without text.
    #[error("a classifier has no name")]
    EmptyName,
    /// A column of predictions without a name.
    #[error("a column has no name")]
    UnnamedColumn,
    /// Two classifiers of one name.
    #[error("the name {name:?} is given twice, first at {first}")]
    RepeatedName {
        /// The name.
        name: String,
        /// The place where it was given first.
        first: Box<Place>,
    },
    /// A cell or value that is no number.
    #[error("{} is not a number: {text:?}", plainly(name))]
    NotANumber {
        /// The column or key.
        name: &'static str,
        /// Its content.
        text: String,
    },
    /// A score that is no number.
    #[error("the score of {column:?} is not a number: {text:?}")]
    NotAScore {
        /// True if the column holds no number at all, so that it is no model.
        is_no_model: bool,
        /// The model.
        column: Box<str>,
        /// Its content.
        text: Box<str>,
    },
    /// A fraction over zero.
    #[error("{} has a zero denominator: {text:?}", plainly(name))]
    ZeroDenominator {
        /// The column or key.
        name: &'static str,
        /// Its content.
        text: String,
    },
    /// Digits or exponent beyond what can be held in earnest.
    #[error("{} has too many digits: {text:?}", plainly(name))]
    TooManyDigits {
        /// The column or key.
        name: &'static str,
        /// Its content.
        text: String,
    },
    /// A count or weight below zero.
    #[error("{} is {text}", plainly(name))]
    Negative {
        /// The column or key.
        name: &'static str,
        /// Its content.
        text: String,
    },
    /// Four zeros are no performance.
    #[error("all four counts are zero")]
    AllZero,
    /// A rate outside `[0, 1]`.
    #[error("{} is not between 0 and 1: {text}", plainly(name))]
    RateOutOfRange {
        /// The column or key.
        name: &'static str,
        /// Its content.
        text: String,
    },
    /// A prior outside `(0, 1)`.
    #[error("the positive prior is not between 0 and 1: {text}")]
    PriorOutOfRange {
        /// What was given.
        text: String,
    },
    /// Rates without a prior.
    #[error("the positive prior of these rates is not known")]
    MissingPrior,
    /// Counts of which each class adds up to 1.
    #[error(
        "tn + fp and fn + tp are 1 in every row: these are rates, and their positive prior is not known"
    )]
    RowNormalised,
    /// Printed scores that do not determine one confusion matrix.
    #[error("the printed scores are those of {} confusion matrices", number(.matrices))]
    Undetermined {
        /// The number of matrices of counts that give them, if it is known.
        matrices: Option<u64>,
    },
    /// Printed scores that no performance with this prior has.
    #[error("no performance with this prior has these scores")]
    Contradiction,
    /// A size of a class that is no number of samples.
    #[error("{} is {text:?}, not a whole number from 1", plainly(name))]
    NotASize {
        /// The column or key.
        name: &'static str,
        /// Its content.
        text: String,
    },
    /// A sample without a label, or with one that stands for a missing value.
    #[error("the label of {column:?} is missing{}", in_quotes(.text))]
    MissingLabel {
        /// The column.
        column: String,
        /// What it holds: nothing, `NA` or the like.
        text: Box<str>,
    },
    /// A sample without a number where there should be one.
    #[error("the value of {column:?} is missing{}", in_quotes(.text))]
    MissingValue {
        /// The column.
        column: String,
        /// What it holds: nothing, `NA` or the like.
        text: Box<str>,
    },
    /// A prediction that is no label of a class.
    #[error(
        "{:?} holds {:?}, which {} never holds",
        abbreviated(&.0.column), abbreviated(&.0.label), .0.truth
    )]
    ForeignLabel(Box<ForeignLabel>),
    /// More than two labels where there should be two classes.
    #[error("{truth} holds more than two labels: {}", quoted(.labels))]
    TooManyClasses {
        /// The column of the truth.
        truth: Box<str>,
        /// Some of the labels.
        labels: Vec<String>,
    },
    /// Labels of which none is known to be the positive one.
    #[error("which label is positive is not known: {truth} holds {}", quoted_and(.labels))]
    PositiveUnknown {
        /// The column of the truth.
        truth: Box<str>,
        /// The labels.
        labels: Vec<String>,
    },
    /// The positive class has no sample: most likely its label is another one.
    #[error("{} never holds the label {:?}, only {}", .absent.truth, .absent.positive, quoted_and(.labels))]
    PositiveAbsent {
        /// The label and where it is not.
        absent: Box<Absent>,
        /// Some labels that do occur.
        labels: Vec<String>,
    },
    /// Every row lacks a value, and rows that do are left out.
    #[error("no sample is left: all {rows} rows have missing values")]
    NothingLeft {
        /// The rows.
        rows: u64,
    },
    /// A number of samples that is no whole number, or negative.
    #[error("{} is {text:?}, not a whole number from 0", plainly(column))]
    NotACount {
        /// The column.
        column: Box<str>,
        /// Its content.
        text: String,
    },
    /// More samples than can be counted.
    #[error("the counts add up to more than {}", u64::MAX)]
    CountsTooLarge,
    /// The column of the truth is to be left out.
    #[error("the column {name:?} is needed")]
    Needed {
        /// Its name.
        name: String,
    },
    /// Test sets are asked for in a form that has none.
    #[error("this form has no column of test sets")]
    NoDomains,
    /// A classifier that has two results in one test set.
    #[error("the name {name:?} is given twice in {domain:?}, first at {first}")]
    RepeatedInDomain {
        /// The name.
        name: Box<str>,
        /// The test set.
        domain: Box<str>,
        /// The place where it was given first.
        first: Box<Place>,
    },
    /// The same in an object, whose place is known.
    #[error("{domain:?} has a result of {name:?} already")]
    TwiceInDomain {
        /// The name.
        name: Box<str>,
        /// The test set.
        domain: Box<str>,
    },
    /// A column of JSON is to be left out.
    #[error("JSON has no columns")]
    NoColumns,
    /// A header of no known form with several classes.
    #[error("the header is of no known form: {header:?}")]
    UnknownMatrixHeader {
        /// The header.
        header: String,
    },
    /// A classifier whose cells are all zero.
    #[error("all cells of {name:?} are zero")]
    NoSamples {
        /// The classifier.
        name: String,
    },
    /// A header that announces no cost matrix.
    #[error("the header is not that of a cost matrix: {header:?}")]
    UnknownCostHeader {
        /// The header.
        header: String,
    },
    /// A column that was asked for.
    #[error("there is no column {name:?}")]
    NoSuchColumn {
        /// Its name.
        name: String,
        /// The nearest name of the header, if one is near.
        nearest: Option<Box<str>>,
    },
    /// A true class of which a model gave no probability.
    #[error("there is no probability of {label:?} by {model:?}")]
    NoProbability {
        /// The class.
        label: String,
        /// The model.
        model: Box<str>,
    },
    /// A JSON value that is no part of a cost matrix.
    #[error("{what} is expected, not {text:?}")]
    WrongCosts {
        /// What there should be.
        what: &'static str,
        /// What there is.
        text: String,
    },
    /// More labels than a confusion matrix is made of.
    #[error("there are more than {limit} labels")]
    TooManyLabels {
        /// The most labels that are taken.
        limit: usize,
    },
    /// Labels and cells that do not go together.
    #[error("{0}")]
    Matrix(Box<MultiClassError>),
    /// A JSON value that is no part of a confusion matrix of several classes.
    #[error("{what} is expected, not {text:?}")]
    WrongMatrix {
        /// What there should be.
        what: &'static str,
        /// What there is.
        text: String,
    },
    /// Text that is no JSON.
    #[error("the JSON is broken: {reason}")]
    BrokenJson {
        /// What the parser says.
        reason: String,
    },
    /// A column of JSON that is longer or shorter than the first.
    #[error("{name:?} has {found} values where the first list has {expected}")]
    UnequalLists {
        /// The column.
        name: Box<str>,
        /// Its values.
        found: usize,
        /// Those of the first column.
        expected: usize,
    },
    /// A value that does not say whether a classifier was right.
    #[error("{column:?} holds {text:?}, which says neither right nor wrong")]
    NeitherRightNorWrong {
        /// The column.
        column: Box<str>,
        /// Its content.
        text: Box<str>,
    },
    /// A resolved task that is none of all tasks.
    #[error("{id} is resolved and none of the tasks")]
    StrayTask {
        /// The identifier as it is written.
        id: Box<str>,
    },
    /// A classification report that does not give the counts.
    #[error("the report does not give the counts: {0}")]
    Report(Box<str>),
    /// A JSON value of the wrong type.
    #[error("{what} is expected, not {text:?}")]
    WrongType {
        /// What there should be.
        what: &'static str,
        /// What there is.
        text: String,
    },
}

impl InputError {
    /// What is wrong, without the place, in one line.
    pub fn what(&self) -> String {
        match self.place.object {
            Some(object) => format!("{} (object {object})", self.kind),
            None => self.kind.to_string(),
        }
    }

    /// How to mend it, in one line.
    pub fn hint(&self) -> String {
        self.kind.hint()
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place.position(), self.what())
    }
}

impl std::error::Error for InputError {}

impl Place {
    /// The input as a whole.
    pub(super) fn file(name: &str) -> Self {
        Self { file: name.to_owned(), line: None, column: None, object: None }
    }
}

impl Place {
    /// `FILE:LINE:COLUMN` as far as it is known, in one line.
    pub fn position(&self) -> String {
        let mut position = one_line(&self.file).into_owned();
        for number in [self.line, self.column].into_iter().flatten() {
            position.push_str(&format!(":{number}"));
        }
        position
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.position())?;
        self.object.map_or(Ok(()), |object| write!(f, " (object {object})"))
    }
}

/// The refusal of the system to open or read a file.
pub(super) fn unreadable(name: &str, error: &std::io::Error) -> InputError {
    if let Some(Broken { form, reason }) = error.get_ref().and_then(|error| error.downcast_ref()) {
        let kind = InputErrorKind::BrokenCompression { form, reason };
        return InputError { kind, place: Place::file(name) };
    }
    let mut reason = error.to_string();
    // The number of the error says nothing to people.
    if let Some(at) = reason.find(" (os error") {
        reason.truncate(at);
    }
    let is_directory = error.kind() == std::io::ErrorKind::IsADirectory;
    let kind = InputErrorKind::Unreadable { reason: one_line(&reason).into_owned(), is_directory };
    InputError { kind, place: Place::file(name) }
}

/// The note that names what was ignored, if anything was.
pub(super) fn ignored_note(what: &str, ignored: &[String], name: &str) -> Option<String> {
    const SHOWN: usize = 8;
    let (shown, more) = ignored.split_at(ignored.len().min(SHOWN));
    if shown.is_empty() {
        return None;
    }
    let mut note = format!("ignored {what} in {}: {}", one_line(name), quoted(shown));
    if !more.is_empty() {
        note.push_str(&format!(" and {} more", more.len()));
    }
    Some(note)
}

/// Texts in quotes, shortened and escaped, with commas between.
pub(super) fn quoted(texts: &[String]) -> String {
    let quoted: Vec<String> = texts.iter().map(|text| format!("{:?}", abbreviated(text))).collect();
    quoted.join(", ")
}

/// Texts in quotes, the last two joined by "and".
pub(super) fn quoted_and(texts: &[String]) -> String {
    match texts {
        [first @ .., last] if !first.is_empty() => {
            format!("{} and {}", quoted(first), quoted(std::slice::from_ref(last)))
        }
        _ => quoted(texts),
    }
}

/// A column's name without quotes, shortened and in one line.
fn plainly(name: &str) -> String {
    one_line(&abbreviated(name)).into_owned()
}

/// A number of matrices in words.
fn number(matrices: &Option<u64>) -> String {
    match matrices {
        None => "several".to_owned(),
        Some(0) => "no".to_owned(),
        Some(count) => count.to_string(),
    }
}

/// Names with commas between, the first eight of them: as they are where they are plain words, else in quotes.
pub(super) fn listed(names: &[String]) -> String {
    const SHOWN: usize = 8;
    let shown = |name: &String| {
        let is_plain = |c: char| c.is_alphanumeric() || "_+-.:@% ".contains(c);
        let name = abbreviated(name);
        if !name.is_empty() && name.chars().all(is_plain) { name } else { format!("{name:?}") }
    };
    let mut list: Vec<String> = names.iter().take(SHOWN).map(shown).collect();
    if names.len() > SHOWN {
        list.push(format!("{} more", names.len() - SHOWN));
    }
    list.join(", ")
}

/// `: "NA"`, or nothing if there is no text.
fn in_quotes(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(": {text:?}") }
}
