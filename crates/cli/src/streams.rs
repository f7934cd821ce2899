//! What every command writes to.

use std::io::Write;

use exactile::performance::Classifier;
use exactile_document::{Labelling, Origin, Provenance};
use exactile_input::fingerprint;

/// The streams that a command may write to, and what it says with every result.
pub(super) struct Streams<'s> {
    pub(super) stdout: &'s mut dyn Write,
    pub(super) stderr: &'s mut dyn Write,
    /// True if results go to a terminal.
    pub(super) is_terminal: bool,
    /// True if they are lost: standard output was closed when the program began.
    pub(super) is_lost: bool,
    /// Columns of that terminal, if they are known.
    pub(super) width: Option<u16>,
    /// No notes, no progress.
    pub(super) quiet: bool,
    /// Files of others may be replaced.
    pub(super) force: bool,
    /// What was taken from the labels of the input, once it is read.
    pub(super) labelling: Labelling,
    /// The fingerprint of the input's classifiers, once they are read.
    pub(super) fingerprint: Option<String>,
    /// Whether classifiers of the input are thresholds of models that are the best on its samples.
    pub(super) are_best: bool,
    /// The input says who was right, and nothing of classes.
    pub(super) is_right_or_wrong: bool,
    /// The command that results name; `None` where nobody has typed one.
    pub(super) request: Option<String>,
    /// The command line, as it would be typed again.
    pub(super) command: String,
    /// What the reader of the input has noticed, shown or not.
    pub(super) notes: Vec<String>,
}

impl<'s> Streams<'s> {
    /// Streams that are no terminal, before anything is read or noticed; `command` is the command line.
    pub(super) fn new(
        stdout: &'s mut dyn Write,
        stderr: &'s mut dyn Write,
        command: String,
    ) -> Self {
        Self {
            stdout,
            stderr,
            is_terminal: false,
            is_lost: false,
            width: None,
            quiet: false,
            force: false,
            labelling: Labelling::default(),
            fingerprint: None,
            are_best: false,
            is_right_or_wrong: false,
            request: None,
            command,
            notes: Vec::new(),
        }
    }

    /// Where a result of this command comes from.
    pub(super) fn origin(&self) -> Origin {
        let provenance = Provenance {
            program: concat!("exactile ", env!("CARGO_PKG_VERSION")).to_owned(),
            command: self.request.clone(),
            thresholds: self.are_best.then_some(Provenance::OPTIMISTIC),
            input_sha256: self.fingerprint.clone(),
        };
        Origin { labelling: self.labelling.clone(), provenance: Some(provenance) }
    }

    /// Notes what has been read: the classifiers, and what was taken from their labels.
    pub(super) fn has_read(&mut self, classifiers: &[Classifier], labelling: Labelling) {
        self.fingerprint = Some(fingerprint(classifiers));
        self.labelling = labelling;
    }
}

/// Arguments as they would be typed in a shell.
pub(super) fn command_line(arguments: &[std::ffi::OsString]) -> String {
    // The program's own name, wherever it is installed.
    let rest = arguments.iter().skip(1).map(|argument| quoted(&argument.to_string_lossy()));
    std::iter::once("exactile".to_owned()).chain(rest).collect::<Vec<_>>().join(" ")
}

/// One argument as it would be typed in a shell.
pub(super) fn quoted(argument: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=+@%".contains(c);
    if !argument.is_empty() && argument.chars().all(is_plain) {
        return argument.to_owned();
    }
    format!("'{}'", argument.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::command_line;

    #[test]
    fn command_lines_can_be_typed_again() {
        let line = |arguments: &[&str]| {
            command_line(&arguments.iter().map(Into::into).collect::<Vec<_>>())
        };
        let typed =
            ["/usr/bin/exactile", "report", "my data.csv", "--title", "it's", "-o", "x.html"];
        assert_eq!(line(&typed), "exactile report 'my data.csv' --title 'it'\\''s' -o x.html");
    }
}
