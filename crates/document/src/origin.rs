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
    /// Said of classifiers that are thresholds of models and the best of them on the samples that judge them:
    /// [`OPTIMISTIC`](Self::OPTIMISTIC).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thresholds: Option<&'static str>,
    /// The fingerprint of the input, 64 hexadecimal digits; `None` where there are no classifiers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_sha256: Option<String>,
}

impl Provenance {
    /// What is said of the best thresholds of models on the samples that judge them.
    pub const OPTIMISTIC: &'static str =
        "the best ones on the samples that judge them, so the models look better than they are";
}
