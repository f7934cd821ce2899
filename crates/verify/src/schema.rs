//! The entry points: recognises the schema of a result, and proves it (`schemas.rs` has the table).

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny};
use serde_json::value::RawValue;

use crate::arrangement::{rankings, rankings_apart};
use crate::claim::given::{Given, Source};
use crate::claim::header::Members;
use crate::claim::proofs::Proofs;
use crate::claim::stop::Stop;
use crate::reading::document::{Document, Stored};
use crate::reading::exact_text;
use crate::reading::failure::{FailedCheck, NotJson, Unchecked, one_short_line};
use crate::reading::file::{Object, parsed};
use crate::reading::json::{Json, WellFormed};
use crate::schemas::{LISTS, SCHEMAS};
use crate::tile::regions::verify_document;
use crate::tile::verification::Verification;
use exactile::performance::Classifier;

/// The content of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recognised {
    /// A result of regions, for [`verify`].
    Regions,
    /// Another result, for [`prove`].
    Other {
        /// The kind of input that it was made from.
        input: Source,
    },
    /// JSON that does not name the schema of a result.
    Nothing,
}

/// The members that distinguish results.
#[derive(Deserialize)]
struct Form<'t> {
    schema: Option<String>,
    #[serde(borrow)]
    classifiers: Option<&'t RawValue>,
    at: Option<IgnoredAny>,
    /// `true` if it is `null`, because priors differ.
    #[serde(default, deserialize_with = "is_null", rename = "prior_positive")]
    has_no_prior: bool,
}

fn is_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Option::<IgnoredAny>::deserialize(deserializer).map(|value| value.is_none())
}

impl Form<'_> {
    /// Returns `true` if the result is about no classifiers: performance without skill is known
    /// without them.
    fn is_of_nothing(&self) -> bool {
        let is_empty = |list: &RawValue| {
            let inside = list.get().strip_prefix('[').and_then(|list| list.strip_suffix(']'));
            inside.is_some_and(|inside| inside.trim().is_empty())
        };
        self.schema.as_deref() == Some("exactile.no-skill.v1")
            && self.classifiers.is_some_and(is_empty)
    }
}

fn form(text: &str) -> Result<Option<Form<'_>>, NotJson> {
    Ok(parsed::<Form<'_>>(text)?.ok().map(|Object(form)| form))
}

impl<'s> Document<'s> {
    /// Reads all but the lists that are read in parts.
    ///
    /// # Errors
    /// [`Unchecked::NotJson`], or [`Unchecked::Unreadable`] if the bytes cannot be read or are not
    /// UTF-8.
    pub fn read(stored: &'s dyn Stored) -> Result<Self, Unchecked> {
        Self::without(stored, LISTS)
    }
}

/// Recognises the schema of a result.
///
/// # Errors
/// A text that is not JSON, and results for which there is no proof here.
pub fn recognise(text: &str) -> Result<Recognised, Unchecked> {
    let Some(form) = form(text)? else { return Ok(Recognised::Nothing) };
    if form.is_of_nothing() {
        return Ok(Recognised::Other { input: Source::Nothing });
    }
    let Form { schema: Some(schema), .. } = form else { return Ok(Recognised::Nothing) };
    if schema == "exactile.regions.v1" {
        return Ok(Recognised::Regions);
    }
    match SCHEMAS.iter().find(|known| known.name == schema) {
        Some(known) => Ok(Recognised::Other { input: known.input }),
        None => Err(Unchecked::Unknown(format!(
            "results of {} are not checked here",
            exact_text::abbreviated(&schema)
        ))),
    }
}

/// Checks the JSON of a `regions` result against the classifiers of its input.
///
/// If the prior of the file differs from theirs, they are shifted to it first.
///
/// ```
/// use exactile::{Classifier, ConfusionMatrix};
/// let one = [Classifier::new("P1", ConfusionMatrix::from_counts(3, 1, 1, 3)?)];
/// let file = r#"{"schema": "exactile.regions.v1", "prior_positive": "1/2",
///   "classifiers": [{"name": "P1", "tn": "3", "fp": "1", "fn": "1", "tp": "3"}],
///   "pieces": [{"classifier": 0, "dimension": 2, "rank": [1, 1],
///     "vertices": [["0", "0"], ["1", "0"], ["1", "1"], ["0", "1"]],
///     "edges": [["0", "0", "1", "0"], ["0", "-1", "0", "1"],
///               ["0", "0", "-1", "1"], ["0", "1", "0", "0"]]}]}"#;
/// assert!(exactile_verify::verify(file, &one)?.holds());
/// let wrong = file.replace("[1, 1]", "[1, 2]");
/// let found = exactile_verify::verify(&wrong, &one)?;
/// assert_eq!(found.failures[0].reason, "the rank at (1/2, 1/2) is [1, 1], not [1, 2]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A text that is not JSON. JSON of another form is a failed check.
pub fn verify(text: &str, classifiers: &[Classifier]) -> Result<Verification, NotJson> {
    let found = Document::read(&text.as_bytes())
        .and_then(|document| verify_document(&document, classifiers));
    found.map_err(|unchecked| match unchecked {
        Unchecked::NotJson(error) => error,
        other => NotJson { reason: other.to_string() },
    })
}

/// Checks the JSON of a `rankings` result against the classifiers of its input, all under one
/// prior.
///
/// # Errors
/// A text that is not JSON. JSON of another form is a failed check.
pub fn verify_rankings(text: &str, classifiers: &[Classifier]) -> Result<Proofs, NotJson> {
    let proofs = Document::read(&text.as_bytes())
        .and_then(|document| rankings::verify_document(&document, classifiers));
    proofs.map_err(|unchecked| match unchecked {
        Unchecked::NotJson(error) => error,
        other => NotJson { reason: other.to_string() },
    })
}

/// Checks the JSON of a result other than of regions against the input that it was made from.
///
/// ```
/// use exactile::{Classifier, ConfusionMatrix};
/// use exactile_verify::{Given, prove};
/// let one = [Classifier::new("P1", ConfusionMatrix::from_counts(3, 1, 1, 3)?)];
/// let given = Given { classifiers: &one, ..Given::default() };
/// let text = r#"{"schema": "exactile.rank.v1", "at": ["1/2", "1/2"],
///   "ranking": [{"classifier": 0, "name": "P1", "value": "3/4", "rank": [1, 1]}]}"#;
/// assert_eq!(prove(text, &given)?.proved, ["values, ranks and order of 1 classifier"]);
/// let found = prove(&text.replace("3/4", "4/5"), &given)?;
/// assert_eq!(found.failures[0].reason, "ranking[0].value: it is \"3/4\", not \"4/5\"");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A text that is not JSON, and results for which there is no proof here. JSON of another form is a
/// failed check.
pub fn prove(text: &str, given: &Given<'_>) -> Result<Proofs, Unchecked> {
    prove_document(&Document::read(&text.as_bytes())?, given)
}

/// As [`prove`], for a result that is read in parts: only some elements of long lists are in memory
/// at a time.
///
/// # Errors
/// Those of [`prove`], and bytes that cannot be read.
pub fn prove_document(document: &Document<'_>, given: &Given<'_>) -> Result<Proofs, Unchecked> {
    let text = document.text();
    let form = form(text)?;
    recognise(text)?;
    let name = form.as_ref().and_then(|form| form.schema.as_deref());
    let Some(known) = SCHEMAS.iter().find(|known| Some(known.name) == name) else {
        let mut proofs = Proofs::new("", given.classifiers.len());
        proofs.fail("form", "the key \"schema\" is missing, or names no result that prove checks");
        return Ok(proofs);
    };
    if given.target_prior.is_some() && !known.is_on_tile {
        let what = format!("results of {} are not checked here under a target prior", known.name);
        return Err(Unchecked::Unknown(what));
    }
    let form = form.as_ref().expect("it names a schema");
    let is_of_all = known.name == "exactile.rankings.v1" && form.at.is_none();
    if is_of_all && !form.has_no_prior {
        let mut proofs = rankings::verify_document(document, given.classifiers)?;
        let asked = given.target_prior.zip(proofs.prior_positive.clone());
        if let Some((asked, prior)) = asked.filter(|(asked, prior)| *asked != prior) {
            proofs.fail("prior", format!("it is {prior}, not the {asked} asked for"));
        }
        return Ok(proofs);
    }
    let mut proofs = Proofs::new(known.name, given.classifiers.len());
    proofs.states_labels = true;
    let checked = match serde_json::from_str::<Json>(text) {
        Ok(json) => {
            Members::new(json, document, &mut proofs).map_err(Stop::from).and_then(|members| {
                let prover = if is_of_all { rankings_apart::prove } else { known.prover };
                prover(members, given, &mut proofs)
            })
        }
        Err(error) => Err(Stop::Form(one_short_line(&error.to_string()))),
    };
    let failure = match checked {
        Ok(()) => return Ok(proofs),
        Err(Stop::Wrong(wrong)) => FailedCheck::from(wrong),
        Err(Stop::Form(reason)) => FailedCheck::of("form", reason),
        Err(Stop::Unreadable(error)) => return Err(error.into()),
        Err(Stop::Unknown(what)) => return Err(Unchecked::Unknown(what)),
        Err(Stop::Ungiven(what, how)) => return Err(Unchecked::Ungiven(what, how)),
    };
    // Of a result of another form nothing else is said.
    let form = document.form::<WellFormed>()?;
    proofs.failures.push(form.map_or(failure, |reason| FailedCheck::of("form", reason)));
    Ok(proofs)
}
