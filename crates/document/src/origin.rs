//! The origin of a result: the labels of its input, and its provenance.

use serde::Serialize;

use super::labelling::Labelling;

/// The origin of a result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The labels of the input.
    pub labelling: Labelling,
    /// The provenance of the result; `None` leaves it out of JSON.
    pub provenance: Option<Provenance>,
}

/// The provenance of a result, as in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Provenance {
    /// The program and its version.
    pub program: String,
    /// The command with all options that the result depends on; `None` if no command was typed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// [`OPTIMISTIC`](Self::OPTIMISTIC) if classifiers are the best thresholds of models on the
    /// samples that judge them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thresholds: Option<&'static str>,
    /// The fingerprint of the input, 64 hexadecimal digits; `None` if there are no classifiers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_sha256: Option<String>,
}

impl Provenance {
    /// The note on the best thresholds of models on the samples that judge them.
    pub const OPTIMISTIC: &'static str =
        "the best ones on the samples that judge them, so the models look better than they are";
}
