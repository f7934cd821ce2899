//! Failures of commands: the place, the message, and a hint.
//!
//! A failure is written as
//!
//! ```text
//! error: FILE:LINE:COLUMN: WHAT
//! hint: HOW TO MEND IT
//! ```
//!
//! Each part is one line, whatever names and files it quotes.

use std::ffi::OsString;
use std::fmt;
use std::io;

use clap::error::{ContextKind, ContextValue};

use super::concise::concise;
use super::refused::Refused;
use crate::args::nearest_metric;
use exactile::arrangement::ArrangementError;
use exactile::contest::ContestError;
use exactile::correlation::CorrelationError;
use exactile::lattice::LatticeError;
use exactile::order::OrderError;
use exactile::tile::TileError;
use exactile_document::RenderError;
use exactile_input::{InputError, InputErrorKind, one_line};
use exactile_picture::GeoError;
use exactile_picture::LatticePictureError;
use exactile_report::ReportError;

/// A failure of a command.
#[derive(Debug)]
pub enum Failure {
    /// Refused arguments or input.
    Refused(Box<Refusal>),
    /// A check that the command makes did not hold; the result has been written.
    ChecksFailed,
    /// A stream or file could not be written.
    Io(io::Error),
}

/// A refusal, with its message and hint.
#[derive(Debug)]
pub struct Refusal {
    /// The place, as `FILE:LINE:COLUMN` or a part of it, if known.
    place: Option<String>,
    /// The message: what is wrong.
    what: String,
    /// The hint: how to mend it.
    hint: String,
    /// `true` if the input has to be mended, not the arguments.
    is_about_input: bool,
    /// The error of the reader, from which a hint with the flags of the command is made.
    read: Option<Box<InputErrorKind>>,
}

impl Failure {
    /// Creates a refusal from a message and a hint.
    pub fn new(what: impl fmt::Display, hint: impl fmt::Display) -> Self {
        let (what, hint) = (what.to_string(), hint.to_string());
        let (place, read) = (None, None);
        Self::Refused(Box::new(Refusal { place, what, hint, is_about_input: false, read }))
    }

    /// Returns the same failure, attributed to the input.
    pub(crate) fn about_input(mut self) -> Self {
        if let Self::Refused(refusal) = &mut self {
            refusal.is_about_input = true;
        }
        self
    }

    /// Returns the same failure with a place: `FILE`, `FILE:LINE` or `FILE:LINE:COLUMN`.
    pub fn at(mut self, place: impl fmt::Display) -> Self {
        if let Self::Refused(refusal) = &mut self {
            refusal.place = Some(place.to_string());
        }
        self
    }

    /// Returns the same failure for a command with this input and these flags. If the input is to
    /// blame and no place is known, its place becomes the input. The hint mentions no other flags
    /// than these.
    pub fn of_command(mut self, input: Option<String>, flags: &[String]) -> Self {
        if let Self::Refused(refusal) = &mut self {
            if refusal.is_about_input && refusal.place.is_none() {
                refusal.place = input;
            }
            if let Some(read) = &refusal.read {
                refusal.hint = read.hint_with(&|flag| flags.iter().any(|known| known == flag));
            }
        }
        self
    }

    /// Creates a failure from an error of clap about the flags of a command, called by these words:
    /// its first line, and its suggestion.
    pub fn usage(error: &clap::Error, called: &str, arguments: &[OsString]) -> Self {
        let help = format!("see {called} --help");
        let text = error.render().to_string();
        let paragraph = text.split("\n\n").next().unwrap_or_default();
        let words: Vec<&str> = paragraph.split_whitespace().collect();
        let what = words.join(" ");
        let what = what.strip_prefix("error: ").unwrap_or(&what);
        let what = what.split(" [possible values: ").next().unwrap_or_default();
        // The advice of a value's own message.
        let (what, advice) = match what.rsplit_once(", choose one of ") {
            Some((what, names)) => (what, Some(nearest(what, names))),
            None => match what.rsplit_once("; give ") {
                Some((what, wanted)) => (what, Some(format!("give {wanted}"))),
                None => (what, suggestion(error)),
            },
        };
        let what = as_typed(what, arguments);
        Self::new(what, advice.map_or(help.clone(), |advice| format!("{advice} ({help})")))
    }

    /// Returns the parts of the message, for callers without a standard error.
    pub fn into_refused(self) -> Refused {
        match self {
            Self::Refused(refusal) => {
                let Refusal { place, what, hint, .. } = *refusal;
                Refused { place, what: concise(&what), hint: concise(&hint) }
            }
            other => {
                let text = other.to_string();
                let (what, hint) = text.split_once("\nhint: ").unwrap_or((&text, ""));
                Refused { place: None, what: what.to_owned(), hint: hint.to_owned() }
            }
        }
    }

    /// Creates the failure for work that a caller has stopped.
    pub(crate) fn stopped() -> Self {
        Self::new("the work was stopped", "run it again")
    }

    /// Creates the failure for an unknown name of a metric, with the nearest known name as the
    /// hint.
    pub(crate) fn unknown_metric(error: &impl fmt::Display) -> Self {
        let text = error.to_string();
        match text.rsplit_once(", choose one of ") {
            Some((what, names)) => Self::new(what, nearest(what, names)),
            None => Self::new(text, "exactile scores lists the names of all metrics"),
        }
    }

    /// Returns `true` if whoever reads the output has stopped reading.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// Returns the hint for an unknown name of a metric: the nearest known name, or the list of all.
fn nearest(what: &str, names: &str) -> String {
    let quoted = what.rsplit_once(" is called \"").and_then(|(_, rest)| rest.strip_suffix('"'));
    match quoted.and_then(nearest_metric) {
        Some(near) => format!("did you mean {near}? exactile scores lists all"),
        None => format!("choose one of {names}"),
    }
}

/// Replaces the name of a flag with two names by the one that was typed.
fn as_typed(what: &str, arguments: &[OsString]) -> String {
    let typed = |flag: &str| {
        arguments.iter().filter_map(|argument| argument.to_str()).any(|argument| {
            argument.strip_prefix(flag).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
        })
    };
    for (shown, other) in [("--metric", "--score"), ("--score", "--metric")] {
        let whole = format!("'{shown} <");
        if what.contains(&whole) && typed(other) && !typed(shown) {
            return what.replace(&whole, &format!("'{other} <"));
        }
    }
    what.to_owned()
}

/// Returns the reason of the system, without its error number.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}

/// Returns the suggestion of clap for an unknown word.
fn suggestion(error: &clap::Error) -> Option<String> {
    match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(values)) if !values.is_empty() => {
            return Some(format!("choose one of {}", values.join(", ")));
        }
        _ => {}
    }
    let suggested = [
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
        ContextKind::SuggestedCommand,
    ];
    suggested.iter().find_map(|kind| match error.get(*kind)? {
        ContextValue::String(one) => Some(format!("did you mean {one}?")),
        ContextValue::Strings(some) if !some.is_empty() => {
            Some(format!("did you mean {}?", some.join(" or ")))
        }
        _ => None,
    })
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => {
                let Refusal { place, what, hint, .. } = &**refusal;
                // A path is of use only in full.
                if let Some(place) = place {
                    write!(f, "{}: ", one_line(place))?;
                }
                write!(f, "{}\nhint: {}", concise(what), concise(hint))
            }
            Self::ChecksFailed => f.write_str("a check did not hold"),
            Self::Io(error) => {
                let error = error.to_string();
                write!(f, "the result cannot be written: {}", concise(&error))?;
                f.write_str("\nhint: check the path and its space")
            }
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        let mut failure = Self::new(error.what(), error.hint()).at(error.place.position());
        if let Self::Refused(refusal) = &mut failure {
            refusal.read = Some(Box::new(error.kind));
        }
        failure
    }
}

impl From<LatticeError> for Failure {
    fn from(error: LatticeError) -> Self {
        if let LatticeError::TooMuchWork(refused) = error {
            return refused.into();
        }
        let failure = Self::new(&error, error.hint());
        match error {
            LatticeError::NotCounts { .. }
            | LatticeError::NoObservations { .. }
            | LatticeError::DifferentSamples
            | LatticeError::TooFewClassifiers(_) => failure.about_input(),
            _ => failure,
        }
    }
}

impl From<ContestError> for Failure {
    fn from(error: ContestError) -> Self {
        match error {
            ContestError::Lattice(error) => error.into(),
            error => Self::new(&error, error.hint()),
        }
    }
}

impl From<TileError> for Failure {
    fn from(error: TileError) -> Self {
        Self::new(&error, tile_hint(&error)).about_input()
    }
}

/// Returns the hint for an error of the Tile.
fn tile_hint(error: &TileError) -> &'static str {
    match error {
        TileError::PriorsDiffer { .. } => "put all on the Tile of one prior with --target-prior",
        TileError::Performance { .. } => {
            "the Tile needs samples of both classes and a prior between 0 and 1"
        }
        _ => "give one classifier at least",
    }
}

impl From<OrderError> for Failure {
    fn from(error: OrderError) -> Self {
        let hint = match error {
            OrderError::Tile(error) => return error.into(),
            OrderError::TotalsDiffer { .. } => {
                return Self::new(error, "scale the rows to one total").about_input();
            }
            OrderError::Values(CorrelationError::SizesDiffer(_)) => {
                "choose the score without scaled-, or scale the rows to one total"
            }
            _ => "choose another --score",
        };
        Self::new(error, hint)
    }
}

impl From<ArrangementError> for Failure {
    fn from(error: ArrangementError) -> Self {
        let mend = match error {
            ArrangementError::TooMuchWork(refused) => return refused.into(),
            ArrangementError::TooManyCells(_) => {
                "ask for the counts alone, for --cells alone with --format json or csv, or give \
                 fewer classifiers"
            }
            _ => "give fewer classifiers",
        };
        Self::new(error, mend)
    }
}

impl From<RenderError> for Failure {
    fn from(error: RenderError) -> Self {
        match error {
            RenderError::Io(error) => Self::Io(error),
            RenderError::Tile(error) => Self::from(error),
            RenderError::Arrangement(error) => Self::from(error),
            RenderError::Lattice(error) => Self::from(error),
            RenderError::Stopped => Self::stopped(),
        }
    }
}

impl From<GeoError> for Failure {
    fn from(error: GeoError) -> Self {
        match error {
            GeoError::Io(error) => Self::Io(error),
            GeoError::Tile(error) => Self::from(error),
            GeoError::Stopped => Self::stopped(),
        }
    }
}

impl From<CorrelationError> for Failure {
    fn from(error: CorrelationError) -> Self {
        let mend = match error {
            CorrelationError::SizesDiffer(_) => {
                "choose the metric without scaled-, which orders in the same way at each size"
            }
            CorrelationError::TooClose(_) => "choose another --score",
            _ => "choose another --resolution",
        };
        Self::new(error, mend)
    }
}

impl From<ReportError> for Failure {
    fn from(error: ReportError) -> Self {
        match error {
            ReportError::Tile(error) => error.into(),
            ReportError::Lattice(error) => error.into(),
            ReportError::Contest(error) => error.into(),
        }
    }
}

impl From<LatticePictureError> for Failure {
    fn from(error: LatticePictureError) -> Self {
        Self::new(&error, error.hint())
    }
}
