//! A command's answer in memory, for programs that hold their input themselves.
//!
//! The answer is what the program writes to standard output, byte by byte, so callers of this
//! function and users of the program read the same document.

use std::ffi::OsString;

use crate::destination::{Parsed, Unparsed};
use crate::{destination, execute, usage};
use exactile_answers::host;
use exactile_answers::host::{Failure, InMemory, Input, Refused, Stop, Streams, command_line};

/// The output of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The result, in the form that the arguments ask for.
    pub result: Vec<u8>,
    /// The notes of the input reader, one per line.
    pub notes: String,
    /// `false` if a check of the command did not hold; the result says which.
    pub holds: bool,
}

/// Runs one command on an input that replaces standard input, which the arguments name `-`. The
/// first argument is the name of the program. Nothing is written to standard error. `stop` ends the
/// work early, with an error, in commands whose work has steps; other commands run to their end.
///
/// ```
/// let csv = "name,tn,fp,fn,tp\nonly,3,1,1,5\n";
/// let arguments = ["exactile", "score", "-", "--metric", "f1", "--format", "csv"];
/// let answer = exactile_cli::answer(
///     arguments.map(Into::into),
///     csv.as_bytes(),
///     &Default::default(),
/// )?;
/// assert!(answer.result.starts_with(b"name,metric,value,undefined,value_decimal\nonly,f1,5/6,"));
/// # Ok::<(), exactile_cli::Refused>(())
/// ```
///
/// # Errors
/// The message that the program would print after `error:` and `hint:`.
pub fn answer(
    arguments: impl IntoIterator<Item = OsString>,
    input: impl Into<Input>,
    stop: &Stop,
) -> Result<Answer, Refused> {
    host::hide_progress();
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let (mut result, mut notes) = (InMemory::default(), Vec::new());
    let outcome = match destination::parse(&arguments) {
        Ok(Parsed { cli, input: name, flags, .. }) => {
            let mut streams = Streams::new(&mut result, &mut notes, command_line(&arguments));
            (streams.quiet, streams.force) = (cli.quiet, cli.force);
            host::with_input(input.into(), stop.clone(), || execute(cli.command, &mut streams))
                .map_err(|failure| failure.of_command(name, &flags))
        }
        Err(Unparsed::Contradiction(failure)) => Err(failure),
        Err(Unparsed::Arguments(error)) => Err(usage::refused(&error, &arguments)),
    };
    let holds = match outcome {
        Ok(()) => true,
        Err(Failure::ChecksFailed) => false,
        Err(failure) => {
            let failure = if result.refused.is_some() { result.too_much() } else { failure };
            return Err(failure.into_refused());
        }
    };
    let result = result.bytes;
    Ok(Answer { result, notes: String::from_utf8_lossy(&notes).into_owned(), holds })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PREDICTIONS: &str = "y_true,a,b\n0,0,1\n1,1,1\n1,0,1\n";

    fn asked(arguments: &[&str], input: &str, stop: &Stop) -> Result<Answer, Refused> {
        let arguments = ["exactile"].iter().chain(arguments).map(OsString::from);
        answer(arguments, input.as_bytes(), stop)
    }

    #[test]
    fn answers_are_what_the_program_writes() {
        let arguments = ["compare", "-", "--metric", "accuracy", "--format", "json"];
        let found = asked(&arguments, PREDICTIONS, &Stop::default()).expect("an answer");
        let text = String::from_utf8(found.result).expect("JSON");
        assert!(
            text.starts_with(r#"{"schema":"exactile.compare.v1","positive":"1","provenance":{"#)
        );
        assert!(text.contains(r#"},"paired":true"#) && !text.contains("\"command\""));
        assert!(found.holds && found.notes.is_empty());
        let counted = "name,tn,fp,fn,tp,more\na,1,2,3,4,5\n";
        let found = asked(&["score", "-"], counted, &Stop::default()).expect("an answer");
        assert_eq!(found.notes, "note: ignored columns in <stdin>: \"more\"\n");
        let impossible = ["check", "--positives=1", "--negatives=1", "--reported", "sens=0.3"];
        assert!(!asked(&impossible, "", &Stop::default()).expect("an answer").holds);
    }

    #[test]
    fn refusals_have_their_parts() {
        let refused =
            asked(&["rank", "-", "--score", "f1"], "y_true,a\n0,0\n1,\n", &Stop::default());
        let refused = refused.expect_err("a missing label");
        assert_eq!(refused.place.as_deref(), Some("<stdin>:3:2"));
        assert_eq!(refused.what, "the label of \"a\" is missing");
        assert!(refused.hint.starts_with("fill in the value"));
        let refused = asked(&["rank", "-", "--scroe", "f1"], "", &Stop::default());
        assert!(refused.expect_err("an unknown flag").hint.starts_with("did you mean --score?"));
    }

    #[test]
    fn commands_with_steps_stop_when_they_are_asked_to() {
        let stop = Stop::default();
        stop.stop();
        for arguments in [
            &["compare", "-", "--metric", "f1"][..],
            &["rankings", "-"],
            &["axioms", "--score", "f1"],
            &["lattice", "pmf", "--tp=2", "--fp=1", "--fn=1", "--tn=2", "--metric=mcc"],
        ] {
            let refused = asked(arguments, PREDICTIONS, &stop).expect_err("it stopped");
            assert_eq!(refused.what, "the work was stopped", "{arguments:?}");
        }
    }
}
