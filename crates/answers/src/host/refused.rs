//! The reasons why a command has no answer, for callers without a standard error.

/// The reason why a command has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The place in the input, if it is known.
    pub place: Option<String>,
    /// The message: what is wrong.
    pub what: String,
    /// The hint: how to mend it.
    pub hint: String,
}
