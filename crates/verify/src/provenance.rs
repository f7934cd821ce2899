//! Whether a result was made from the input that it is checked against, and which classifiers of it were asked for.

use serde::Deserialize;

use super::file::{Object, ProvenanceEntry};
use super::json::Json;
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

/// The texts of a result that may name a classifier `MODEL >= T`. Of an input of scores such a classifier is there
/// because it was named, or because it is a vertex of a hull.
///
/// ```
/// let text = r#"{"schema": "exactile.rank.v1", "provenance": {"command": "exactile rank --first 'a >= 1'"},
///   "ranking": [{"name": "m >= 0.45"}, {"name": "other"}]}"#;
/// assert_eq!(exactile_verify::named_thresholds(text), ["m >= 0.45"]);
/// ```
pub fn named_thresholds(text: &str) -> Vec<String> {
    fn collect(json: Json, found: &mut Vec<String>) {
        match json {
            Json::Text(text) if text.contains(">=") && !found.contains(&text) => found.push(text),
            Json::List(items) => items.into_iter().for_each(|item| collect(item, found)),
            Json::Object(members) => members
                .into_iter()
                .filter(|(key, _)| key != "provenance")
                .for_each(|(_, member)| collect(member, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    // What is not JSON, or in a form that no result has, is refused where it is checked.
    if let Ok(json) = serde_json::from_str(text) {
        collect(json, &mut found);
    }
    found
}
