//! Failed checks, and the reasons why a text cannot be checked.

use exactile::performance::one_line;

/// A text that cannot be checked because it is not JSON.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not JSON: {reason}")]
pub struct NotJson {
    /// The message of the parser, with line and column.
    pub reason: String,
}

/// A check that did not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedCheck {
    /// The name of the check: `input`, `form`, `schema`, `prior`, `selection`, `claim`,
    /// `classifiers`, `positive`, `dropped_rows`, `piece`, `coverage` or `area`; for rankings also
    /// `counts`, `confluence` or `cell`; for other results `statement`, with its place in the
    /// reason. A `claim` fails if the file claims nothing.
    pub check: &'static str,
    /// The position of the piece, confluence or cell in the file, if the check is about one.
    pub piece: Option<usize>,
    /// The name of the classifier, if the check is about one classifier.
    pub classifier: Option<String>,
    /// The reason why it does not hold, with exact witnesses.
    pub reason: String,
}

impl FailedCheck {
    /// Creates a failed check of the whole file.
    pub(crate) fn of(check: &'static str, reason: impl Into<String>) -> Self {
        Self { check, piece: None, classifier: None, reason: reason.into() }
    }

    /// Creates a failed check of the piece, confluence or cell at this position.
    pub(crate) fn of_number(check: &'static str, number: usize, reason: impl Into<String>) -> Self {
        Self { piece: Some(number), ..Self::of(check, reason) }
    }
}

/// The reason why a result cannot be checked here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unchecked {
    /// It is not JSON.
    #[error(transparent)]
    NotJson(#[from] NotJson),
    /// Its bytes cannot be read, or are not UTF-8.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// There is no proof for it here.
    #[error("{0}")]
    Unknown(String),
    /// The data given beside the result is too little or too much: the reason, and what to give.
    #[error("{0}")]
    Ungiven(String, String),
}

impl From<std::io::Error> for Unchecked {
    fn from(error: std::io::Error) -> Self {
        Self::Unreadable(error.to_string())
    }
}

/// A message on one line, not longer than a screen.
pub(crate) fn one_short_line(message: &str) -> String {
    const MOST: usize = 500;
    let line = one_line(message);
    let length = line.chars().count();
    if length <= MOST {
        return line.into_owned();
    }
    let start: String = line.chars().take(MOST / 2).collect();
    let end: String = line.chars().skip(length - MOST / 2).collect();
    format!("{start}...{end}")
}
