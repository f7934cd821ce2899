//! What every command writes to.

use std::io::Write;

use super::form::Form;
use exactile_document::Labelling;

/// The streams that a command may write to, and what it says with every result.
pub(super) struct Streams<'s> {
    pub(super) stdout: &'s mut dyn Write,
    pub(super) stderr: &'s mut dyn Write,
    /// How the result is written.
    pub(super) form: Form,
    /// No notes, no progress.
    pub(super) quiet: bool,
    /// Files of others may be replaced.
    pub(super) force: bool,
    /// What was taken from the labels of the input, once it is read.
    pub(super) labelling: Labelling,
}
