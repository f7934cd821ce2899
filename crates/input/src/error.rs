//! Errors of inputs: the fault, its place, and a hint.

use std::fmt;

use super::compressed::Broken;
use super::foreign_label::ForeignLabel;
use exactile::num::abbreviated;
use exactile::performance::{MultiClassError, one_line};

/// The reason why an input was refused. Its text is one line, whatever the input contains:
/// `FILE:LINE:COLUMN: WHAT`. The [`hint`](Self::hint) is one line too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// The fault.
    pub kind: InputErrorKind,
    /// The place of the fault.
    pub place: Place,
}

/// A place in an input, as precise as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// The name of the file as the user gave it, or of a stream.
    pub file: String,
    /// The line, from 1.
    pub line: Option<u64>,
    /// The field of a CSV row, or the byte of a JSON line, from 1.
    pub column: Option<u64>,
    /// The object of a JSON list, from 1.
    pub object: Option<u64>,
}

/// A column that is probably not a classifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspect {
    /// The column.
    pub column: String,
    /// The column of the truth.
    pub truth: String,
    /// The rows.
    pub rows: u64,
    /// The columns that may be classifiers.
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

/// The way out for a number of samples that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountAdvice {
    /// To write whole numbers: it is no number, or negative.
    Whole,
    /// To name its column as one of weights.
    Weigh,
    /// To write weights: the column is one.
    WeightsToo,
    /// To leave out its column, since the reader takes no weights.
    LeaveOut,
}

impl CountAdvice {
    fn wanted(self) -> &'static str {
        if self == Self::WeightsToo { "number" } else { "whole number" }
    }
}

/// A fault of an input. Texts taken from it are shortened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InputErrorKind {
    /// The operating system refused to read it.
    #[error("cannot be read: {reason}")]
    Unreadable {
        /// The message of the system.
        reason: String,
        /// `true` if it is a directory.
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
    /// A form that cannot be read.
    #[error("this is {form}, which cannot be read")]
    Foreign {
        /// Its name, with an article.
        form: &'static str,
        /// A hint with a command that converts it.
        hint: String,
    },
    /// More text than can be held in memory.
    #[error("the text is longer than {limit} bytes")]
    TextTooLong {
        /// The longest text that is read.
        limit: usize,
    },
    /// The input has only white space.
    #[error("there is nothing to read")]
    Empty,
    /// Bytes that are not UTF-8.
    #[error("the text is not UTF-8")]
    NotUtf8,
    /// A zero byte: a binary file, or text in UTF-16.
    #[error("there is a NUL byte")]
    Nul,
    /// A quoted field that never ends.
    #[error("a quote is not closed")]
    UnclosedQuote,
    /// A row that is too long, probably because of a stray quote.
    #[error("a row is longer than {limit} bytes")]
    RowTooLong {
        /// The longest row that is read.
        limit: usize,
    },
    /// A field that is too long, probably because of a stray quote.
    #[error("a field is longer than {limit} bytes")]
    FieldTooLong {
        /// The longest field that is read.
        limit: usize,
    },
    /// Too many fields in a row.
    #[error("a row has more than {limit} fields")]
    TooManyFields {
        /// The most fields of a row.
        limit: usize,
    },
    /// More rows or cells than can be held in memory.
    #[error("there are more than {limit} {what}")]
    TooManyCells {
        /// The largest number that is read.
        limit: usize,
        /// Their kind.
        what: &'static str,
    },
    /// More scores, each counted once for every fold, than can be held in memory.
    #[error("scores times folds are more than {limit}")]
    TooManyFolds {
        /// The largest number that is kept.
        limit: usize,
    },
    /// An option about columns of samples, for classifiers whose samples are not listed.
    #[error("{flag} is about columns of samples, and here each classifier has one entry")]
    AboutSamples {
        /// The option.
        flag: &'static str,
    },
    /// Models to flip among classifiers that give labels.
    #[error("--flip is about scores, and these are labels")]
    FlippedLabels,
    /// A classification report, whose rows are classes and averages of one classifier.
    #[error("the rows are the classes and averages of one classifier, not classifiers")]
    ReportOfOne,
    /// A column `n` beside `positives`.
    #[error("n beside the positives may be the negatives or all samples")]
    NegativesOrAll,
    /// A number of a column of percentages that may be a share.
    #[error("{text:?} may be a share, or a percentage as the name of its column says")]
    ShareOrPercentage {
        /// The content of the cell.
        text: String,
    },
    /// Test sets that a column with another meaning would tell apart.
    #[error("{column:?} has {what}, which tell no test sets apart")]
    SetsBy {
        /// The column.
        column: String,
        /// Its content, as in "has the true labels".
        what: &'static str,
    },
    /// A column of folds with one value.
    #[error("the column has one value for all samples")]
    OneFold,
    /// A number whose mark may separate thousands or decimals.
    #[error("{text:?} may be {} or {}", text.replace(*mark, ""), text.replace(*mark, "."))]
    ThousandsOrDecimals {
        /// The content of the cell.
        text: Box<str>,
        /// The mark.
        mark: char,
    },
    /// Numbers with different decimal marks.
    #[error("{text:?} has another decimal mark than numbers elsewhere in the table")]
    MixedMarks {
        /// The content of the cell.
        text: String,
    },
    /// Several tables in one text.
    #[error("there are {tables} tables; the second one begins here")]
    SeveralTables {
        /// Their number.
        tables: usize,
    },
    /// A header of no known form.
    #[error("the header is of no known form: {header:?}")]
    UnknownHeader {
        /// The text of the header.
        header: String,
        /// `true` if all cells may say whether predictions were right.
        are_verdicts: bool,
    },
    /// A required column or key is missing.
    #[error("{} is missing", plainly(name))]
    Missing {
        /// The column or key.
        name: &'static str,
        /// All columns or keys that the form needs.
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
    /// A first row with one field more than the header, possibly a row name in front.
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
    /// No row after the header, or an empty list.
    #[error("there is no {what}")]
    Nothing {
        /// The missing content.
        what: &'static str,
    },
    /// A table with a sample per row but without a classifier.
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
        "{:?} holds {} different whole numbers in {} rows, like an identifier",
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
        /// The place of its first occurrence.
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
    /// A sample with two weights.
    #[error("the sample {id:?} has the weight {weight:?} here, and another one at {first}")]
    OtherWeight {
        /// The identifier.
        id: Box<str>,
        /// The weight here, or the number of samples.
        weight: Box<str>,
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
    /// A file without columns to join.
    #[error("files are joined by columns, and this one has none")]
    NotJoined,
    /// An identifier that is too long.
    #[error("an identifier is longer than 64 KiB, or there are more than 2^32 of them")]
    IdTooLong,
    /// Several files without a common column of identifiers.
    #[error("it is not known which column identifies the samples")]
    NoCommonId {
        /// The columns that may be identifiers.
        columns: Vec<String>,
    },
    /// No row has the required values.
    #[error("no row has {}", conditions.join(" and "))]
    NothingKept {
        /// Each value with its column, in words.
        conditions: Vec<String>,
    },
    /// Two rows with the same name, in a table with several test sets.
    #[error("the name {name:?} is given twice, first at {first}")]
    RepeatedAcross {
        /// The name.
        name: Box<str>,
        /// The place of its first occurrence.
        first: Box<Place>,
        /// The column of the test set, and its value there, in the form of a flag.
        choice: Box<str>,
    },
    /// An empty name.
    #[error("a classifier has no name")]
    EmptyName,
    /// A column of predictions without a name.
    #[error("a column has no name")]
    UnnamedColumn,
    /// Two classifiers with the same name.
    #[error("the name {name:?} is given twice, first at {first}")]
    RepeatedName {
        /// The name.
        name: String,
        /// The place of its first occurrence.
        first: Box<Place>,
    },
    /// A cell or value that is not a number.
    #[error("{} is not a number: {text:?}", plainly(name))]
    NotANumber {
        /// The column or key.
        name: &'static str,
        /// Its content.
        text: String,
    },
    /// A score that is not a number.
    #[error("the score of {column:?} is not a number: {text:?}")]
    NotAScore {
        /// `true` if the column has no number at all, so that it is not a model.
        is_no_model: bool,
        /// The model.
        column: Box<str>,
        /// Its content.
        text: Box<str>,
    },
    /// A fraction with the denominator 0.
    #[error("{} has a zero denominator: {text:?}", plainly(name))]
    ZeroDenominator {
        /// The column or key.
        name: &'static str,
        /// Its content.
        text: String,
    },
    /// Too many digits, or too large an exponent.
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
    /// Four zeros, which are not a performance.
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
        /// The given text.
        text: String,
    },
    /// Rates without a prior.
    #[error("the positive prior of these rates is not known")]
    MissingPrior,
    /// Counts whose sum is 1 in each class.
    #[error(
        "tn + fp and fn + tp are 1 in every row: these are rates, and their positive prior is not \
         known"
    )]
    RowNormalised,
    /// Printed scores that do not determine a unique confusion matrix.
    #[error("the printed scores are those of {} confusion matrices", number(.matrices))]
    Undetermined {
        /// The number of matrices of counts with these scores, if it is known.
        matrices: Option<u64>,
    },
    /// Printed scores that no performance with this prior has.
    #[error("no performance with this prior has these scores")]
    Contradiction,
    /// A size of a class that is not a number of samples.
    #[error("{} is {text:?}, not a whole number from 1", plainly(name))]
    NotASize {
        /// The column or key.
        name: &'static str,
        /// Its content.
        text: String,
    },
    /// A sample without a label, or with a text for a missing value.
    #[error("the label of {column:?} is missing{}", in_quotes(.text))]
    MissingLabel {
        /// The column.
        column: String,
        /// Its content: empty, `NA` or the like.
        text: Box<str>,
    },
    /// A sample without a number where one is needed.
    #[error("the value of {column:?} is missing{}", in_quotes(.text))]
    MissingValue {
        /// The column.
        column: String,
        /// Its content: empty, `NA` or the like.
        text: Box<str>,
    },
    /// A prediction that is not a label of a class.
    #[error(
        "{:?} holds {:?}, which {} never holds",
        abbreviated(&.0.column), abbreviated(&.0.label), .0.truth
    )]
    ForeignLabel(Box<ForeignLabel>),
    /// More than two labels where two classes are needed.
    #[error("{truth} holds more than two labels: {}", quoted(.labels))]
    TooManyClasses {
        /// The column of the truth.
        truth: Box<str>,
        /// Some of the labels.
        labels: Vec<String>,
    },
    /// Labels of which none is known to be positive.
    #[error("which label is positive is not known: {truth} holds {}", quoted_and(.labels))]
    PositiveUnknown {
        /// The column of the truth.
        truth: Box<str>,
        /// The labels.
        labels: Vec<String>,
    },
    /// The positive class has no sample, probably because its label is another one.
    #[error("{} never holds the label {:?}, only \
         {}", .absent.truth, .absent.positive, quoted_and(.labels))]
    PositiveAbsent {
        /// The label and the column in which it does not occur.
        absent: Box<Absent>,
        /// Some labels that occur.
        labels: Vec<String>,
    },
    /// Every row has a missing value, and such rows are left out.
    #[error("no sample is left: all {rows} rows have missing values")]
    NothingLeft {
        /// The rows.
        rows: u64,
    },
    /// A number of samples that is not whole, or negative.
    #[error("{} is {text:?}, not a {} from 0", plainly(column), advice.wanted())]
    NotACount {
        /// The column.
        column: Box<str>,
        /// Its content.
        text: String,
        /// The way out.
        advice: CountAdvice,
    },
    /// More samples than can be counted.
    #[error("the counts add up to more than {}", u64::MAX)]
    CountsTooLarge,
    /// Weights of scores that are no multiples of one part of a sample, in numbers that fit.
    #[error(
        "with this weight, the parts of samples that all weights are multiples of are more than {}",
        u64::MAX
    )]
    WeightsTooFine,
    /// The column of the truth cannot be left out.
    #[error("the column {name:?} is needed")]
    Needed {
        /// Its name.
        name: String,
    },
    /// Test sets are requested in a form that has none.
    #[error("this form has no column of test sets")]
    NoDomains,
    /// A classifier with two results in one test set.
    #[error("the name {name:?} is given twice in {domain:?}, first at {first}")]
    RepeatedInDomain {
        /// The name.
        name: Box<str>,
        /// The test set.
        domain: Box<str>,
        /// The place of its first result.
        first: Box<Place>,
    },
    /// A classifier with two results in one test set, in an object whose place is known.
    #[error("{domain:?} has a result of {name:?} already")]
    TwiceInDomain {
        /// The name.
        name: Box<str>,
        /// The test set.
        domain: Box<str>,
    },
    /// A column of JSON cannot be left out.
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
    /// A header that is not one of a cost matrix.
    #[error("the header is not that of a cost matrix: {header:?}")]
    UnknownCostHeader {
        /// The header.
        header: String,
    },
    /// A requested column does not exist.
    #[error("there is no column {name:?}")]
    NoSuchColumn {
        /// Its name.
        name: String,
        /// The nearest name of the header, if one is similar.
        nearest: Option<Box<str>>,
    },
    /// A requested classifier does not exist.
    #[error("there is no classifier {name:?}")]
    NoSuchClassifier {
        /// Its name.
        name: String,
        /// The nearest name of a classifier, if one is similar.
        nearest: Option<Box<str>>,
    },
    /// A true class for which a model gave no probability.
    #[error("there is no probability of {label:?} by {model:?}")]
    NoProbability {
        /// The class.
        label: String,
        /// The model.
        model: Box<str>,
    },
    /// A JSON value that is not part of a cost matrix.
    #[error("{what} is expected, not {text:?}")]
    WrongCosts {
        /// The expected value.
        what: &'static str,
        /// The actual value.
        text: String,
    },
    /// More labels than a confusion matrix can have.
    #[error("there are more than {limit} labels")]
    TooManyLabels {
        /// The largest number of labels.
        limit: usize,
    },
    /// Labels and cells that do not match.
    #[error("{0}")]
    Matrix(Box<MultiClassError>),
    /// A JSON value that is not part of a confusion matrix of several classes.
    #[error("{what} is expected, not {text:?}")]
    WrongMatrix {
        /// The expected value.
        what: &'static str,
        /// The actual value.
        text: String,
    },
    /// Text that is not JSON.
    #[error("the JSON is broken: {reason}")]
    BrokenJson {
        /// The message of the parser.
        reason: String,
    },
    /// A column of JSON that is longer or shorter than the first.
    #[error("{name:?} has {found} values where the first list has {expected}")]
    UnequalLists {
        /// The column.
        name: Box<str>,
        /// The number of its values.
        found: usize,
        /// The number of values of the first column.
        expected: usize,
    },
    /// A value that does not say whether a classifier was right.
    #[error("{column:?} holds {text:?}, which is neither right nor wrong")]
    NeitherRightNorWrong {
        /// The column.
        column: Box<str>,
        /// Its content.
        text: Box<str>,
    },
    /// A resolved task that is not among all tasks.
    #[error("{id} is resolved but is not one of the tasks")]
    StrayTask {
        /// The identifier as it is written.
        id: Box<str>,
    },
    /// A classification report that does not determine the counts.
    #[error("the report does not give the counts: {0}")]
    Report(Box<str>),
    /// A JSON value of the wrong type.
    #[error("{what} is expected, not {text:?}")]
    WrongType {
        /// The expected value.
        what: &'static str,
        /// The actual value.
        text: String,
    },
}

impl InputError {
    /// Returns the message without the place, in one line.
    pub fn what(&self) -> String {
        match self.place.object {
            Some(object) => format!("{} (object {object})", self.kind),
            None => self.kind.to_string(),
        }
    }

    /// Returns the hint, in one line.
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
    /// Returns the place of the input as a whole.
    pub(super) fn file(name: &str) -> Self {
        Self { file: name.to_owned(), line: None, column: None, object: None }
    }
}

impl Place {
    /// Returns `FILE:LINE:COLUMN` as far as it is known, in one line.
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

/// Returns the error of the system about opening or reading a file.
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

/// Returns a note with the names of ignored columns or keys, if there are any.
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

/// Returns texts in quotes, shortened and escaped, with commas between.
pub(super) fn quoted(texts: &[String]) -> String {
    let quoted: Vec<String> = texts.iter().map(|text| format!("{:?}", abbreviated(text))).collect();
    quoted.join(", ")
}

/// Returns texts in quotes, the last two joined by "and".
pub(super) fn quoted_and(texts: &[String]) -> String {
    match texts {
        [first @ .., last] if !first.is_empty() => {
            format!("{} and {}", quoted(first), quoted(std::slice::from_ref(last)))
        }
        _ => quoted(texts),
    }
}

/// Returns a column's name without quotes, shortened and in one line.
fn plainly(name: &str) -> String {
    one_line(&abbreviated(name)).into_owned()
}

/// Returns a number of matrices in words.
fn number(matrices: &Option<u64>) -> String {
    match matrices {
        None => "several".to_owned(),
        Some(0) => "no".to_owned(),
        Some(count) => count.to_string(),
    }
}

/// Returns the first eight names with commas between: plain words unchanged, others in quotes.
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

/// Returns `: "NA"`, or nothing if there is no text.
fn in_quotes(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(": {text:?}") }
}
