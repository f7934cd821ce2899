//! Why a check ends early.

use std::io;

use super::truth::{Within, Wrong};
use crate::reading::document::NotRead;

/// Why a check ends early.
pub(crate) enum Stop {
    /// The result is not true.
    Wrong(Wrong),
    /// The result may be true, but is not known here.
    Unknown(String),
    /// What is given beside the result is too little or too much: why, and what to give.
    Ungiven(String, String),
    /// An entry of a long list is no JSON, or in a form that no result has.
    Form(String),
    /// The bytes of the result cannot be read.
    Unreadable(io::Error),
}

impl From<Wrong> for Stop {
    fn from(wrong: Wrong) -> Self {
        Self::Wrong(wrong)
    }
}

impl From<NotRead> for Stop {
    fn from(why: NotRead) -> Self {
        match why {
            NotRead::Unreadable(error) => Self::Unreadable(error),
            NotRead::Form(reason) => Self::Form(reason),
        }
    }
}

impl Stop {
    /// The place of what is not true is another one.
    pub(crate) fn placed(self, place: impl FnOnce(Wrong) -> Wrong) -> Self {
        match self {
            Self::Wrong(wrong) => Self::Wrong(place(wrong)),
            other => other,
        }
    }
}

impl Within for Stop {
    fn within(self, key: &str) -> Self {
        self.placed(|wrong| wrong.of(key))
    }
}
