//! Which results can be checked (`schemas.rs` has the table), and against what.

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny};
use serde_json::value::RawValue;

use super::claim::{Within, Wrong};
use super::file::Object;
use super::header::Members;
use super::json::{Json, WellFormed};
use super::reported::PrintedRows;
use super::schemas::SCHEMAS;
use super::{Document, FailedCheck, NotJson, Proofs, parsed, rankings, rankings_apart};
use exactile::num::Rational;
use exactile::performance::{Classifier, JointResults};
use exactile::threshold::ScoredModel;

/// What a result is checked against.
#[derive(Clone, Copy, Debug, Default)]
pub struct Given<'g> {
    /// The classifiers of the input.
    pub classifiers: &'g [Classifier],
    /// How the classifiers fared on the same samples, of an input that holds this, for results that are about pairs.
    pub joint: Option<&'g JointResults>,
    /// The models of the input, of results that are about scores.
    pub models: &'g [ScoredModel],
    /// The rows of reported scores, of results that are about them.
    pub reported: Option<&'g PrintedRows>,
    /// The positive prior that was asked for.
    pub target_prior: Option<&'g Rational>,
    /// The counts `tn, fp, fn, tp` from which a distribution on further samples follows, if they are told.
    pub observed: Option<[u64; 4]>,
}

/// What a result is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Classifiers with their confusion matrices.
    Classifiers,
    /// Classifiers, and how they fared on the same samples.
    Tests,
    /// Models with their scores.
    Scores,
    /// Rows of reported scores.
    Reported,
    /// No input.
    Nothing,
}

/// What a text holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recognised {
    /// A result of regions, for [`verify`](super::verify).
    Regions,
    /// Another result, for [`prove`].
    Other {
        /// What it was made from.
        input: Source,
    },
    /// JSON that does not say which result it is.
    Nothing,
}

/// Why a result cannot be checked here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unchecked {
    /// It is not JSON.
    #[error(transparent)]
    NotJson(#[from] NotJson),
    /// Its bytes cannot be read, or are no UTF-8.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// There is no proof for it here.
    #[error("{0}")]
    Unknown(String),
    /// What is given beside the result is too little or too much: why, and what to give.
    #[error("{0}")]
    Ungiven(String, String),
}

impl From<std::io::Error> for Unchecked {
    fn from(error: std::io::Error) -> Self {
        Self::Unreadable(error.to_string())
    }
}

/// Why a check ends early.
pub(super) enum Stop {
    /// The result is not true.
    Wrong(Wrong),
    /// The result may be true, but is not known here.
    Unknown(String),
    /// What is given beside the result is too little or too much: why, and what to give.
    Ungiven(String, String),
    /// An entry of a long list is no JSON, or in a form that no result has.
    Form(String),
    /// The bytes of the result cannot be read.
    Unreadable(std::io::Error),
}

impl From<Wrong> for Stop {
    fn from(wrong: Wrong) -> Self {
        Self::Wrong(wrong)
    }
}

impl Stop {
    /// The place of what is not true is another one.
    pub(super) fn placed(self, place: impl FnOnce(Wrong) -> Wrong) -> Self {
        match self {
            Self::Wrong(wrong) => Self::Wrong(place(wrong)),
            other => other,
        }
    }
}

impl Within for Stop {
    fn within(self, key: &str) -> Self {
        self.placed(|wrong| wrong.of(key))
    }
}

/// The members that tell results apart.
#[derive(Deserialize)]
struct Form<'t> {
    schema: Option<String>,
    #[serde(borrow)]
    classifiers: Option<&'t RawValue>,
    at: Option<IgnoredAny>,
    /// Whether it is `null`: priors differ.
    #[serde(default, deserialize_with = "is_null", rename = "prior_positive")]
    has_no_prior: bool,
}

fn is_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Option::<IgnoredAny>::deserialize(deserializer).map(|value| value.is_none())
}

impl Form<'_> {
    /// Returns `true` if the result says that it is of no classifiers: what is reached without skill is known without them.
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

/// Finds out which result a text is.
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
            super::exact_text::abbreviated(&schema)
        ))),
    }
}

/// Checks the JSON of a result other than of regions against what it was made from.
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
/// A text that is not JSON, and results for which there is no proof here. JSON of another form is a failed check.
pub fn prove(text: &str, given: &Given<'_>) -> Result<Proofs, Unchecked> {
    prove_document(&Document::read(&text.as_bytes())?, given)
}

/// As [`prove`], of a result that is read in parts: of long lists of confluences and cells, only some elements at a time.
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
        return Err(Unchecked::Ungiven(
            format!("results of {} are not checked under a target prior", known.name),
            "leave --target-prior out".to_owned(),
        ));
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
        Err(error) => Err(Stop::Form(super::one_short_line(&error.to_string()))),
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
