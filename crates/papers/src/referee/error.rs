//! Reasons why a statement is not decided.

/// The reason why a statement could not be examined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RefereeError {
    /// A file of statements cannot be read.
    #[error("the published statements cannot be read: {0}")]
    Unreadable(String),
    /// A statement without anything to examine.
    #[error("the statement has nothing to examine")]
    Empty,
    /// A formula or a name is unknown to the engine, or its value cannot be computed.
    #[error("the statement cannot be examined: {0}")]
    Undecided(String),
}

/// The refusal of a statement that cannot be decided, for this reason.
pub(super) fn undecided(error: impl ToString) -> RefereeError {
    RefereeError::Undecided(error.to_string())
}
