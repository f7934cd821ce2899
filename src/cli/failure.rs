//! What went wrong, as the one line that the user reads.

use std::fmt;
use std::io;

use crate::arrangement::ArrangementError;
use crate::correlation::CorrelationError;
use crate::input::InputError;
use crate::lattice::LatticeError;
use crate::render::{LatticePictureError, RenderError};
use crate::report::ReportError;
use crate::tile::TileError;

/// A failure of a command.
#[derive(Debug)]
pub(super) enum Failure {
    /// The whole message.
    Message(String),
    /// A check that the command makes did not hold; the result has been written.
    ChecksFailed,
    /// A stream or file would not take the result.
    Io(io::Error),
}

impl Failure {
    /// Arguments that clap refuses: its first paragraph, on one line.
    pub(super) fn usage(error: &clap::Error) -> Self {
        let text = error.render().to_string();
        if error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
            return Self::Message(
                "a command is missing, on the command line, see exactile --help".to_owned(),
            );
        }
        let paragraph = text.split("\n\n").next().unwrap_or_default();
        let words: Vec<&str> = paragraph.split_whitespace().collect();
        let what = words.join(" ");
        let what = what.strip_prefix("error: ").unwrap_or(&what);
        Self::Message(format!("{what}, on the command line, see exactile --help"))
    }

    pub(super) fn message(text: impl Into<String>) -> Self {
        Self::Message(text.into())
    }

    pub(super) fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Message(text) => f.write_str(text),
            Self::ChecksFailed => f.write_str("a check did not hold"),
            Self::Io(error) => {
                write!(f, "cannot write the result: {error}, check the destination and its space")
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
        Self::Message(error.to_string())
    }
}

impl From<LatticeError> for Failure {
    fn from(error: LatticeError) -> Self {
        Self::Message(error.to_string())
    }
}

impl Failure {
    /// What the Tile refuses in an input of that name.
    pub(super) fn in_input(error: &TileError, input: &str) -> Self {
        let mend = match error {
            TileError::PriorsDiffer { .. } => {
                "put all on the Tile of one prior with --target-prior"
            }
            TileError::Performance { .. } => {
                "the Tile needs samples of both classes and a prior between 0 and 1"
            }
            _ => "give one classifier at least",
        };
        Self::Message(format!("{error}, in {input}, {mend}"))
    }
}

impl From<TileError> for Failure {
    fn from(error: TileError) -> Self {
        Self::in_input(&error, "the input")
    }
}

impl From<ArrangementError> for Failure {
    fn from(error: ArrangementError) -> Self {
        let mend = match error {
            ArrangementError::TooManyCells(_) => {
                "ask for the counts alone or give fewer classifiers"
            }
            _ => "give fewer classifiers",
        };
        Self::Message(format!("{error}, in the input, {mend}"))
    }
}

impl From<RenderError> for Failure {
    fn from(error: RenderError) -> Self {
        match error {
            RenderError::Io(error) => Self::Io(error),
            RenderError::Tile(error) => Self::from(error),
            RenderError::Arrangement(error) => Self::from(error),
            RenderError::Lattice(error) => Self::from(error),
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
        Self::message(format!("{error}, among the performances, {mend}"))
    }
}

impl From<ReportError> for Failure {
    fn from(error: ReportError) -> Self {
        match error {
            ReportError::Tile(error) => error.into(),
            ReportError::Lattice(error) => error.into(),
        }
    }
}

impl From<LatticePictureError> for Failure {
    fn from(error: LatticePictureError) -> Self {
        Self::Message(error.to_string())
    }
}
