//! Places of a result that are not true.

use std::fmt;

use crate::reading::failure::FailedCheck;
/// A place of a result whose value is not true, and the reason.
#[derive(Debug)]
pub(crate) struct Wrong {
    /// `.ranking[0].value`
    place: String,
    reason: String,
}

impl Wrong {
    pub(crate) fn new(reason: impl Into<String>) -> Self {
        Self { place: String::new(), reason: reason.into() }
    }

    /// Places the error within this member.
    pub(crate) fn of(mut self, key: &str) -> Self {
        self.place = format!(".{key}{}", self.place);
        self
    }

    /// Places the error within this entry.
    pub(crate) fn number(mut self, number: usize) -> Self {
        self.place = format!("[{number}]{}", self.place);
        self
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place.strip_prefix('.').unwrap_or(&self.place) {
            "" => f.write_str(&self.reason),
            place => write!(f, "{place}: {}", self.reason),
        }
    }
}

impl From<Wrong> for FailedCheck {
    fn from(wrong: Wrong) -> Self {
        Self::of("statement", wrong.to_string())
    }
}
