//! The reasons why a list of cells or confluences is not read to its end.

use std::io;

use crate::reading::document::NotRead;
use crate::reading::failure::FailedCheck;

/// The reason why a list is not read to its end.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The bytes cannot be read.
    Unread(io::Error),
    /// An element is not JSON, or has another form.
    Form(String),
    /// A check does not hold.
    Failed(FailedCheck),
    /// Nothing is wrong, but the proof needs the elements in another order.
    OutOfOrder,
}

impl From<FailedCheck> for Trouble {
    fn from(failure: FailedCheck) -> Self {
        Self::Failed(failure)
    }
}

impl From<NotRead> for Trouble {
    fn from(why: NotRead) -> Self {
        match why {
            NotRead::Unreadable(error) => Self::Unread(error),
            NotRead::Form(reason) => Self::Form(reason),
        }
    }
}
