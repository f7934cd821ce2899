//! The reasons why a check ends early.

use std::io;

use super::truth::Within;

use super::wrong::Wrong;
use crate::reading::document::NotRead;

/// The reason why a check ends early.
pub(crate) enum Stop {
    /// The result is not true.
    Wrong(Wrong),
    /// The result may be true, but there is no proof for it here.
    Unknown(String),
    /// The data given beside the result is too little or too much: the reason, and what to give.
    Ungiven(String, String),
    /// An entry of a long list is not JSON, or has a form that no result has.
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
    /// Changes the place of a `Wrong`; other reasons stay as they are.
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
