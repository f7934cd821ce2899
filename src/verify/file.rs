//! The form of a `regions` result: `exactile.regions.v1`, read strictly.
//!
//! A number that is not written in lowest terms, an unknown key, a missing one or a repeated one is
//! refused: two texts are never taken for the same number.

use serde::Deserialize;
use serde::de::{Deserializer, Error};

use crate::num::Rational;

/// An exact number in lowest terms, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Exact(pub(super) Rational);

impl<'de> Deserialize<'de> for Exact {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        match text.parse::<Rational>() {
            Ok(value) if value.to_string() == text => Ok(Self(value)),
            _ => Err(D::Error::custom(format!("{text:?} is no exact number in lowest terms"))),
        }
    }
}

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RegionsFile {
    pub(super) schema: String,
    /// Null where the classifiers keep different priors of their own.
    #[serde(deserialize_with = "nullable")]
    pub(super) prior_positive: Option<Exact>,
    /// Theirs, where that is so.
    pub(super) priors: Option<Vec<Exact>>,
    #[serde(default)]
    pub(super) selection: SelectionEntry,
    pub(super) classifiers: Vec<ClassifierEntry>,
    pub(super) pieces: Vec<PieceEntry>,
}

/// A value that may be null but not missing.
fn nullable<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Exact>, D::Error> {
    Option::deserialize(deserializer)
}

/// Which pieces were asked for; a key that is missing stands for all.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SelectionEntry {
    pub(super) ranks: Option<Vec<usize>>,
    pub(super) classifiers: Option<Vec<String>>,
}

/// A classifier with its counts on the Tile of the file's prior.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClassifierEntry {
    pub(super) name: String,
    pub(super) tn: Exact,
    pub(super) fp: Exact,
    #[serde(rename = "fn")]
    pub(super) fn_: Exact,
    pub(super) tp: Exact,
}

/// A piece.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PieceEntry {
    pub(super) classifier: usize,
    pub(super) dimension: u8,
    pub(super) rank: [usize; 2],
    pub(super) vertices: Vec<[Exact; 2]>,
    pub(super) edges: Vec<[Exact; 4]>,
    pub(super) area: Option<AreaEntry>,
}

/// An area: a rational, or a closed form between two decimals.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum AreaEntry {
    Rational(String),
    Irrational(IrrationalEntry),
}

/// Decimals that enclose a number, and its closed form.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct IrrationalEntry {
    pub(super) lower: String,
    pub(super) upper: String,
    pub(super) exact: String,
}
