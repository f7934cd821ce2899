//! Whether a result was made from the input that it is checked against.

use serde::Deserialize;

use super::file::{Object, ProvenanceEntry};
use super::{FailedCheck, NotJson, parsed};

/// Compares the fingerprint that a result names with that of the input; `None` if they are the same,
/// or if the result names none. Where they differ, two files have been mixed up.
///
/// ```
/// use exactile_verify::mixed_up;
/// let file = r#"{"schema": "exactile.rank.v1", "provenance": {"program": "exactile", "input_sha256": "ab"}}"#;
/// assert_eq!(mixed_up(file, "ab")?, None);
/// let check = mixed_up(file, "cd")?.expect("another input");
/// assert_eq!(check.check, "input");
/// # Ok::<(), exactile_verify::NotJson>(())
/// ```
///
/// # Errors
/// [`NotJson`] if the text is not JSON. A member `provenance` of another form is for the checks of the
/// form, and taken for none here.
pub fn mixed_up(text: &str, fingerprint: &str) -> Result<Option<FailedCheck>, NotJson> {
    #[derive(Deserialize)]
    struct Head {
        provenance: Option<Object<ProvenanceEntry>>,
    }
    let head = parsed::<Head>(text)?.ok();
    let named = head.and_then(|Object(head)| head.provenance?.0.input_sha256);
    let differs = |named: String| {
        (named != fingerprint).then(|| {
            let reason = format!(
                "this result was made from another input: its SHA-256 is {named}, that of this one \
                 is {fingerprint}"
            );
            FailedCheck::of("input", reason)
        })
    };
    Ok(named.and_then(differs))
}
