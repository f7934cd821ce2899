//! What is wrong with an input, where, and how to mend it, always in one line of text.

use std::fmt;

use crate::num::decimal::abbreviated;
use crate::performance::MultiClassError;

/// Why an input was refused. Its text is one line, whatever the input holds:
/// `WHAT, in FILE:LINE:COLUMN, HOW TO MEND IT`.
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

/// What is wrong with an input. Texts taken from it are shortened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InputErrorKind {
    /// The operating system would not let it be read.
    #[error("cannot read")]
    Unreadable {
        /// What the system says.
        reason: String,
        /// Is it a directory?
        is_directory: bool,
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
    /// A header of no known form.
    #[error("the header is of no known form: {header:?}")]
    UnknownHeader {
        /// The header.
        header: String,
    },
    /// A column or key that has to be there.
    #[error("{name} is missing")]
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
    /// No row behind the header, or an empty list.
    #[error("there is no {what}")]
    Nothing {
        /// What there should be.
        what: &'static str,
    },
    /// A name without text.
    #[error("a classifier has no name")]
    EmptyName,
    /// Two classifiers of one name.
    #[error("the name {name:?} is given twice, first in {first}")]
    RepeatedName {
        /// The name.
        name: String,
        /// Where it was given first.
        first: Box<Place>,
    },
    /// A cell or value that is no number.
    #[error("{name} is not a number: {text:?}")]
    NotANumber {
        /// The column or key.
        name: &'static str,
        /// What it holds.
        text: String,
    },
    /// A fraction over zero.
    #[error("{name} has a zero denominator: {text:?}")]
    ZeroDenominator {
        /// The column or key.
        name: &'static str,
        /// What it holds.
        text: String,
    },
    /// Digits or exponent beyond what can be held in earnest.
    #[error("{name} has too many digits: {text:?}")]
    TooManyDigits {
        /// The column or key.
        name: &'static str,
        /// What it holds.
        text: String,
    },
    /// A count or weight below zero.
    #[error("{name} is negative: {text}")]
    Negative {
        /// The column or key.
        name: &'static str,
        /// What it holds.
        text: String,
    },
    /// Four zeros are no performance.
    #[error("all four counts are zero")]
    AllZero,
    /// A rate outside `[0, 1]`.
    #[error("{name} is not between 0 and 1: {text}")]
    RateOutOfRange {
        /// The column or key.
        name: &'static str,
        /// What it holds.
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
    /// A sample without a label.
    #[error("the label of {column:?} is missing")]
    MissingLabel {
        /// The column.
        column: String,
    },
    /// The positive class has no sample: most likely its label is another one.
    #[error("y_true never holds the label {positive:?}, only {}", quoted(.labels))]
    PositiveAbsent {
        /// The label of the positive class.
        positive: String,
        /// Some labels that do occur.
        labels: Vec<String>,
    },
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
    /// A JSON value of the wrong type.
    #[error("{what} is expected, not {text:?}")]
    WrongType {
        /// What there should be.
        what: &'static str,
        /// What there is.
        text: String,
    },
}

impl InputErrorKind {
    /// How to mend it.
    fn remedy(&self) -> &'static str {
        match self {
            Self::Unreadable { is_directory: false, .. } => "check the path",
            Self::Unreadable { .. } => "name a file in it",
            Self::Empty => "give CSV with a header, or JSON",
            Self::NotUtf8 | Self::Nul => "save it as UTF-8 text",
            Self::UnclosedQuote => "close the quote, or write it twice within quotes",
            Self::RowTooLong { .. } => "look for a quote that is not closed",
            Self::UnknownHeader { .. } => {
                "start with name,tn,fp,fn,tp or name,tnr,tpr or y_true and a column per classifier"
            }
            Self::Missing { needed, .. } => needed,
            Self::Repeated { .. } => "keep one of them",
            Self::Ragged { .. } => "give each row one field per column",
            Self::Nothing { .. } => "give at least one",
            Self::EmptyName => "name it",
            Self::RepeatedName { .. } => "give each classifier its own name",
            Self::NotANumber { .. } => "write a number such as 12, 0.7, 1e-3 or 7/10",
            Self::ZeroDenominator { .. } => "write a denominator other than 0",
            Self::TooManyDigits { .. } => "write at most 1000 digits",
            Self::Negative { .. } => "counts and weights must be 0 or more",
            Self::AllZero => "give at least one sample, or remove the classifier",
            Self::RateOutOfRange { .. } => "write rates as 0.875, 7/8 or 87.5%",
            Self::PriorOutOfRange { .. } => "a prior must be above 0 and below 1",
            Self::MissingPrior => "add prior to each of them, or give --prior",
            Self::MissingLabel { .. } => "give every sample a label, or remove it",
            Self::PositiveAbsent { .. } => "name the positive class with --positive LABEL",
            Self::UnknownMatrixHeader { .. } => {
                "start with name,truth,predicted,count or y_true and a column per classifier"
            }
            Self::NoSamples { .. } => "give at least one sample, or remove the classifier",
            Self::UnknownCostHeader { .. } => {
                "start with truth and the labels that may be predicted, as in truth,cat,dog"
            }
            Self::NoSuchColumn { .. } => "name one of the header",
            Self::NoProbability { .. } => "add a column MODEL:LABEL",
            Self::WrongCosts { .. } => {
                r#"write an object such as {"labels": ["x", "y"], "costs": [[0, 1], [5, 0]]}"#
            }
            Self::TooManyLabels { .. } => "give labels of classes, not numbers or names of samples",
            Self::Matrix(error) if **error == MultiClassError::Empty => "give at least one sample",
            Self::Matrix(_) => "give each label once, with a row and a column",
            Self::WrongMatrix { .. } => {
                r#"write a list such as [{"name": "A", "labels": ["x", "y"], "matrix": [[5, 1], [2, 4]]}]"#
            }
            Self::BrokenJson { .. } => "mend the JSON",
            Self::WrongType { .. } => {
                r#"write a list such as [{"name": "A", "tn": 5, "fp": 1, "fn": 2, "tp": 4}]"#
            }
        }
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, place } = self;
        match kind {
            InputErrorKind::Unreadable { reason, .. } => write!(f, "{kind} {place}: {reason}")?,
            _ => write!(f, "{kind}, in {place}")?,
        }
        write!(f, ", {}", kind.remedy())
    }
}

impl std::error::Error for InputError {}

impl Place {
    /// The input as a whole.
    pub(super) fn file(name: &str) -> Self {
        Self { file: name.to_owned(), line: None, column: None, object: None }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&one_line(&self.file))?;
        for number in [self.line, self.column].into_iter().flatten() {
            write!(f, ":{number}")?;
        }
        self.object.map_or(Ok(()), |object| write!(f, " (object {object})"))
    }
}

/// The refusal of the system to open or read a file.
pub(super) fn unreadable(name: &str, error: &std::io::Error) -> InputError {
    let mut reason = error.to_string();
    // The number of the error says nothing to people.
    if let Some(at) = reason.find(" (os error") {
        reason.truncate(at);
    }
    let is_directory = error.kind() == std::io::ErrorKind::IsADirectory;
    let kind = InputErrorKind::Unreadable { reason: one_line(&reason), is_directory };
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

/// The text with all that could break the line, or command the terminal, escaped.
pub(super) fn one_line(text: &str) -> String {
    let breaks = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if breaks(c) { line.extend(c.escape_default()) } else { line.push(c) }
    }
    line
}
