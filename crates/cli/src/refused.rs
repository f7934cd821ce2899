//! Why a command has no answer, for callers that have no standard error.

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
