//! Where a result comes from: what was taken from the labels of its input, and what made it.

use serde::Serialize;

use super::labelling::Labelling;

/// Where a result comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// What was taken from the labels of the input.
    pub labelling: Labelling,
    /// What made the result; `None` leaves it out of JSON.
    pub provenance: Option<Provenance>,
}

/// What made a result, as JSON says it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Provenance {
    /// The program and its version.
    pub program: String,
    /// The command with all options that the result depends on; `None` where nobody has typed one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The fingerprint of the input, 64 hexadecimal digits; `None` where there are no classifiers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_sha256: Option<String>,
}
