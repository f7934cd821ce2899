//! The provenance of a result: the input that it was made from, and the classifiers that were
//! requested from it.

use std::collections::HashSet;

use serde::Deserialize;

use super::document::{Document, Elements, NotRead, any_element};
use super::failure::{FailedCheck, NotJson, Unchecked};
use super::file::{Object, ProvenanceEntry, parsed};
use super::json::Json;

/// Compares the fingerprint that a result names with that of the input; `None` if they are the
/// same, or if the result names none. Where they differ, two files have been mixed up.
///
/// ```
/// use exactile_verify::mixed_up;
/// let file =
///     r#"{"schema": "exactile.rank.v1",
///     "provenance": {"program": "exactile", "input_sha256": "ab"}}"#;
/// assert_eq!(mixed_up(file, "ab")?, None);
/// let check = mixed_up(file, "cd")?.expect("another input");
/// assert_eq!(check.check, "input");
/// # Ok::<(), exactile_verify::NotJson>(())
/// ```
///
/// # Errors
/// [`NotJson`] if the text is not JSON. A member `provenance` of another form is for the checks of
/// the form, and taken for none here.
pub fn mixed_up(text: &str, fingerprint: &str) -> Result<Option<FailedCheck>, NotJson> {
    let named = provenance(text)?.and_then(|entry| entry.input_sha256);
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

/// Returns the command that a result names, if it names one.
///
/// ```
/// use exactile_verify::recorded_command;
/// let file = r#"{"provenance": {"program": "exactile", "command": "exactile rank"}}"#;
/// assert_eq!(recorded_command(file).as_deref(), Some("exactile rank"));
/// assert_eq!(recorded_command("{"), None);
/// ```
pub fn recorded_command(text: &str) -> Option<String> {
    provenance(text).ok()??.command
}

fn provenance(text: &str) -> Result<Option<ProvenanceEntry>, NotJson> {
    #[derive(Deserialize)]
    struct Head {
        provenance: Option<Object<ProvenanceEntry>>,
    }
    let head = parsed::<Head>(text)?.ok();
    Ok(head.and_then(|Object(head)| Some(head.provenance?.0)))
}

/// Returns the texts of a result that may name a classifier `MODEL >= T`. With an input of scores,
/// such a classifier is in the result because it was named, or because it is a vertex of a hull.
///
/// ```
/// use exactile_verify::{Document, named_thresholds};
/// let text = r#"{"schema": "exactile.rank.v1",
///     "provenance": {"command": "exactile rank --first 'a >= 1'"},
///   "ranking": [{"name": "m >= 0.45"}, {"name": "other"}]}"#;
/// let bytes = text.as_bytes();
/// assert_eq!(named_thresholds(&Document::read(&bytes)?)?, ["m >= 0.45"]);
/// # Ok::<(), exactile_verify::Unchecked>(())
/// ```
///
/// # Errors
/// If the bytes cannot be read.
pub fn named_thresholds(document: &Document<'_>) -> Result<Vec<String>, Unchecked> {
    let mut found = Names::default();
    // What is not JSON, or in a form that no result has, is refused where it is checked.
    if let Ok(Json::Object(members)) = serde_json::from_str(document.text()) {
        let members = members.into_iter().filter(|(key, _)| key != "provenance");
        members.for_each(|(_, member)| found.collect(member));
    }
    let look = |run: Elements<'_>| -> Result<Vec<String>, NotRead> {
        let mut some = Names::default();
        run.try_each(|_, bytes| {
            if let Ok(json) = any_element(bytes) {
                some.collect(json);
            }
            Ok::<_, NotRead>(())
        })?;
        Ok(some.in_order)
    };
    for list in document.lists().with_names() {
        let read = document.for_each_run(list, look, |some| {
            some.into_iter().for_each(|name| found.add(name));
            Ok(())
        });
        match read {
            Err(NotRead::Unreadable(error)) => return Err(error.into()),
            Err(NotRead::Form(_)) | Ok(()) => {}
        }
    }
    Ok(found.in_order)
}

/// Returns the column of folds of a result that chooses thresholds on the other folds, or of groups
/// with thresholds of their own.
///
/// ```
/// use exactile_verify::{Document, fold_column};
/// let text = r#"{"schema": "exactile.thresholds.v1", "folds": {"column": "site"}}"#;
/// let bytes = text.as_bytes();
/// assert_eq!(fold_column(&Document::read(&bytes)?).as_deref(), Some("site"));
/// # Ok::<(), exactile_verify::Unchecked>(())
/// ```
pub fn fold_column(document: &Document<'_>) -> Option<String> {
    let json: Json = serde_json::from_str(document.text()).ok()?;
    let column = match json.get("schema")?.as_text()? {
        "exactile.group-thresholds.v1" => json.get("by")?,
        _ => json.get("folds")?.get("column")?,
    };
    Some(column.as_text()?.to_owned())
}

/// Returns `true` if a result compares or ranks classifiers by their mean performances over several
/// test sets, from the samples of each.
pub fn compares_means(document: &Document<'_>) -> bool {
    let Ok(json) = serde_json::from_str::<Json>(document.text()) else { return false };
    let schema = json.get("schema").and_then(Json::as_text);
    matches!(schema, Some("exactile.compare.v1" | "exactile.confidence.v1"))
        && json.get("domains").is_some()
}

/// Returns the name of the classifier that a result compares with one other, or with all others, if
/// there is one.
///
/// ```
/// use exactile_verify::{Document, paired_with};
/// let text = r#"{"schema": "exactile.compare.v1", "classifiers": [{"name": "a"}, {"name": "b"}],
///   "pairs": [{"first": 1, "second": 0}]}"#;
/// let bytes = text.as_bytes();
/// assert_eq!(paired_with(&Document::read(&bytes)?).as_deref(), Some("b"));
/// # Ok::<(), exactile_verify::Unchecked>(())
/// ```
pub fn paired_with(document: &Document<'_>) -> Option<String> {
    let Ok(Json::Object(members)) = serde_json::from_str(document.text()) else { return None };
    let member = |key: &str| members.iter().find(|(known, _)| known == key).map(|(_, json)| json);
    let named = |json: &Json| json.as_text().map(str::to_owned);
    match member("schema")?.as_text()? {
        "exactile.curve-pair.v1" => named(member("first")?),
        "exactile.compare.v1" => {
            let Json::List(classifiers) = member("classifiers")? else { return None };
            let pairs = document.lists().get(&["pairs"])?;
            if pairs.count != 1 && pairs.count + 1 != classifiers.len() {
                return None;
            }
            let mut bytes = Vec::new();
            let run = pairs.runs.first()?;
            document.append(run.from, run.to, &mut bytes).ok()?;
            let mut first = None;
            // One entry is enough.
            let _ = Elements::new(run.first, run.from, &bytes).try_each(|_, bytes| {
                let entry: Option<Json> = any_element(bytes).ok();
                first = entry.and_then(|entry| entry.get("first")?.as_count());
                Err(())
            });
            named(classifiers.get(usize::try_from(first?).ok()?)?.get("name")?)
        }
        _ => None,
    }
}

/// Returns the name of the metric of a result that compares models at their best thresholds, those
/// of an input of scores.
///
/// ```
/// use exactile_verify::{Document, compared_at_best};
/// let text = r#"{"schema": "exactile.compare.v1", "at_best": true, "metric": "f1"}"#;
/// let bytes = text.as_bytes();
/// assert_eq!(compared_at_best(&Document::read(&bytes)?), Some("f1".to_owned()));
/// # Ok::<(), exactile_verify::Unchecked>(())
/// ```
pub fn compared_at_best(document: &Document<'_>) -> Option<String> {
    let json: Json = serde_json::from_str(document.text()).ok()?;
    json.get("at_best")?;
    Some(json.get("metric")?.as_text()?.to_owned())
}

/// Texts in the order in which they were found, each once.
#[derive(Default)]
struct Names {
    in_order: Vec<String>,
    known: HashSet<String>,
}

impl Names {
    fn add(&mut self, name: String) {
        if self.known.insert(name.clone()) {
            self.in_order.push(name);
        }
    }

    fn collect(&mut self, json: Json) {
        match json {
            Json::Text(text) if text.contains(">=") => self.add(text),
            Json::List(items) => items.into_iter().for_each(|item| self.collect(item)),
            Json::Object(members) => {
                members.into_iter().for_each(|(_, member)| self.collect(member));
            }
            _ => {}
        }
    }
}
