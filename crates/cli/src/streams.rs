//! What every command writes to.

use std::io::Write;

use exactile_document::Labelling;

/// The streams that a command may write to, and what it says with every result.
pub(super) struct Streams<'s> {
    pub(super) stdout: &'s mut dyn Write,
    pub(super) stderr: &'s mut dyn Write,
    /// Columns of the terminal that results go to, if they do.
    pub(super) width: Option<u16>,
    /// No notes, no progress.
    pub(super) quiet: bool,
    /// Files of others may be replaced.
    pub(super) force: bool,
    /// What was taken from the labels of the input, once it is read.
    pub(super) labelling: Labelling,
    /// The command line, as it would be typed again.
    pub(super) command: String,
    /// What the reader of the input has noticed, shown or not.
    pub(super) notes: Vec<String>,
}

/// Arguments as they would be typed in a shell.
pub(super) fn command_line(arguments: &[std::ffi::OsString]) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=+@%".contains(c);
    let quoted = |argument: &std::ffi::OsString| {
        let argument = argument.to_string_lossy();
        if !argument.is_empty() && argument.chars().all(is_plain) {
            return argument.into_owned();
        }
        format!("'{}'", argument.replace('\'', "'\\''"))
    };
    // The program's own name, wherever it is installed.
    let rest = arguments.iter().skip(1).map(quoted);
    std::iter::once("exactile".to_owned()).chain(rest).collect::<Vec<_>>().join(" ")
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
