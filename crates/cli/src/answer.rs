//! A command's answer in memory, for programs that hold their input themselves.
//!
//! The answer is what the program writes to standard output, byte by byte, so that whoever calls this
//! and whoever runs the program read the same document.

use std::ffi::OsString;
use std::sync::Arc;

use super::destination::{self, Parsed, Unparsed};
use super::failure::Failure;
use super::given::{self, Stop};
use super::streams::Streams;
use super::{execute, input};
use exactile_document::Labelling;

/// What a command has written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The result, in the form that the arguments ask for.
    pub result: Vec<u8>,
    /// What the reader of the input has noticed, a line each.
    pub notes: String,
    /// `false` if a check that the command makes did not hold; the result says which.
    pub holds: bool,
}

/// Why a command has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The place in the input, as far as it is known.
    pub place: Option<String>,
    /// What is wrong.
    pub what: String,
    /// How to mend it.
    pub hint: String,
}

/// Runs one command on an input that takes the place of standard input, which the arguments name
/// `-`. The first argument is the name of the program. Nothing is shown on standard error. `stop` ends
/// the longest comparisons early, with an error; other commands go on to their end.
///
/// ```
/// let csv = "name,tn,fp,fn,tp\nonly,3,1,1,5\n";
/// let arguments = ["exactile", "score", "-", "--metric", "f1", "--format", "csv"];
/// let answer = exactile_cli::answer(
///     arguments.map(Into::into),
///     csv.as_bytes().into(),
///     &Default::default(),
/// )?;
/// assert_eq!(answer.result, b"name,f1,f1_decimal,f1_undefined\nonly,5/6,0.83333333333333333333,\n");
/// # Ok::<(), exactile_cli::Refused>(())
/// ```
///
/// # Errors
/// What the program would print after `error:` and `hint:`.
pub fn answer(
    arguments: impl IntoIterator<Item = OsString>,
    input: Arc<[u8]>,
    stop: &Stop,
) -> Result<Answer, Refused> {
    input::hide_progress();
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let (mut result, mut notes) = (Vec::new(), Vec::new());
    let outcome = match destination::parse(&arguments) {
        Ok(Parsed { cli, input: name }) => {
            let mut streams = Streams {
                stdout: &mut result,
                stderr: &mut notes,
                width: None,
                quiet: cli.quiet,
                force: cli.force,
                labelling: Labelling::default(),
            };
            given::with(input, stop.clone(), || execute(cli.command, &mut streams))
                .map_err(|failure| failure.of_input(name))
        }
        Err(Unparsed::Contradiction(failure)) => Err(failure),
        Err(Unparsed::Arguments(error)) => Err(Failure::usage(&error, &arguments)),
    };
    let holds = match outcome {
        Ok(()) => true,
        Err(Failure::ChecksFailed) => false,
        Err(failure) => return Err(failure.into_refused()),
    };
    Ok(Answer { result, notes: String::from_utf8_lossy(&notes).into_owned(), holds })
}
