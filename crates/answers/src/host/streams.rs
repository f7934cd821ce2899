//! The outputs of every command.

use std::io::Write;

use exactile::performance::Classifier;
use exactile_document::{Labelling, Origin, Provenance};
use exactile_input::fingerprint;

/// The streams that a command may write to, and the labels and provenance of its results.
pub struct Streams<'s> {
    /// Results.
    pub stdout: &'s mut dyn Write,
    /// Notes.
    pub stderr: &'s mut dyn Write,
    /// `true` if results go to a terminal.
    pub is_terminal: bool,
    /// `true` if results are lost, because standard output was closed when the program began.
    pub is_lost: bool,
    /// The width of that terminal in columns, if it is known.
    pub width: Option<u16>,
    /// `true` if no notes and no progress are shown.
    pub quiet: bool,
    /// `true` if files of other programs may be replaced.
    pub force: bool,
    /// The labels of the input, once it is read.
    pub(crate) labelling: Labelling,
    /// The fingerprint of the input's classifiers, once they are read.
    pub(crate) fingerprint: Option<String>,
    /// `true` if classifiers of the input are thresholds of models that are the best on its
    /// samples.
    pub(crate) are_best: bool,
    /// `true` if the input only says which predictions are right, without classes.
    pub(crate) is_right_or_wrong: bool,
    /// The command that results name; `None` if no command was typed.
    pub request: Option<String>,
    /// The command line, quoted for a shell.
    pub(crate) command: String,
    /// The notes of the input reader, shown or not.
    pub(crate) notes: Vec<String>,
}

impl<'s> Streams<'s> {
    /// Creates streams that are not a terminal, before anything is read; `command` is the command
    /// line.
    pub fn new(stdout: &'s mut dyn Write, stderr: &'s mut dyn Write, command: String) -> Self {
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

    /// Returns the labels and the provenance of a result of this command.
    pub(crate) fn origin(&self) -> Origin {
        let provenance = Provenance {
            program: concat!("exactile ", env!("CARGO_PKG_VERSION")).to_owned(),
            command: self.request.clone(),
            thresholds: self.are_best.then_some(Provenance::OPTIMISTIC),
            input_sha256: self.fingerprint.clone(),
        };
        Origin { labelling: self.labelling.clone(), provenance: Some(provenance) }
    }

    /// Stores the fingerprint of the classifiers that were read, and their labels.
    pub(crate) fn has_read(&mut self, classifiers: &[Classifier], labelling: Labelling) {
        self.fingerprint = Some(fingerprint(classifiers));
        self.labelling = labelling;
    }
}

/// Writes a reader's notes to standard error, and keeps them. A closed standard error is not an
/// error: the result does not depend on it.
pub(crate) fn note_all(notes: &[String], streams: &mut Streams<'_>) {
    for note in notes.iter().filter(|_| !streams.quiet) {
        let _ = writeln!(streams.stderr, "note: {note}");
    }
    streams.notes.extend_from_slice(notes);
}

/// Returns arguments quoted for a shell.
pub fn command_line(arguments: &[std::ffi::OsString]) -> String {
    // The program's own name, wherever it is installed.
    let rest = arguments.iter().skip(1).map(|argument| quoted(&argument.to_string_lossy()));
    std::iter::once("exactile".to_owned()).chain(rest).collect::<Vec<_>>().join(" ")
}

/// Returns one argument quoted for a shell.
pub fn quoted(argument: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=+@%".contains(c);
    if !argument.is_empty() && argument.chars().all(is_plain) {
        return argument.to_owned();
    }
    format!("'{}'", argument.replace('\'', "'\\''"))
}

/// Returns the arguments of a line in which each is [`quoted`]; `None` if a quote is open.
pub(crate) fn words_of(line: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut is_quoted) = (Vec::new(), None::<String>, false);
    let mut rest = line.chars();
    while let Some(character) = rest.next() {
        match character {
            '\'' => is_quoted = !is_quoted,
            ' ' if !is_quoted => {
                words.extend(word.take());
                continue;
            }
            '\\' if !is_quoted => {
                word.get_or_insert_default().push(rest.next()?);
                continue;
            }
            _ => word.get_or_insert_default().push(character),
        }
        word.get_or_insert_default();
    }
    words.extend(word);
    (!is_quoted).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::command_line;
    use super::words_of;

    #[test]
    fn command_lines_can_be_typed_again() {
        let line = |arguments: &[&str]| {
            command_line(&arguments.iter().map(Into::into).collect::<Vec<_>>())
        };
        let typed =
            ["/usr/bin/exactile", "report", "my data.csv", "--title", "it's", "-o", "x.html"];
        assert_eq!(line(&typed), "exactile report 'my data.csv' --title 'it'\\''s' -o x.html");
        for words in [&typed[..], &["exactile", "", "a\\'b", "''", " ", "\n"]] {
            assert_eq!(words_of(&line(words)).expect("closed")[1..], words[1..]);
        }
        assert_eq!(words_of("exactile 'x"), None);
    }
}
