//! The form of a `regions` result: `exactile.regions.v1`, read strictly.
//!
//! Objects are objects, not lists of their values. An unknown key, a missing one or a repeated one
//! is refused. A number has one text: two texts are never taken for the same number.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, Deserializer, Error, MapAccess, Visitor};

use super::exact_text;
use exactile::num::Rational;

/// An exact number in lowest terms, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Exact(pub(super) Rational);

impl<'de> Deserialize<'de> for Exact {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        exact_text::parse(&text).map(Self).map_err(D::Error::custom)
    }
}

/// A struct that is written as an object. The visitors that serde derives take a list of the
/// fields' values as well.
#[derive(Debug, Default)]
pub(super) struct Object<T>(pub(super) T);

impl<'de, T: DeserializeOwned> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfKeys<T>(PhantomData<T>);
        impl<'de, T: DeserializeOwned> Visitor<'de> for OfKeys<T> {
            type Value = T;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map))
            }
        }
        deserializer.deserialize_map(OfKeys(PhantomData)).map(Self)
    }
}

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RegionsFile {
    pub(super) schema: String,
    /// The label of the positive class, if the regions were made of predictions.
    pub(super) positive: Option<String>,
    /// Rows of predictions that were left out.
    pub(super) dropped_rows: Option<u64>,
    /// Null where the classifiers keep different priors of their own.
    #[serde(deserialize_with = "nullable")]
    pub(super) prior_positive: Option<Exact>,
    /// Theirs, where that is so.
    pub(super) priors: Option<Vec<Exact>>,
    #[serde(default)]
    pub(super) selection: Object<SelectionEntry>,
    pub(super) classifiers: Vec<Object<ClassifierEntry>>,
    pub(super) pieces: Vec<Object<PieceEntry>>,
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

/// An area: the text of a rational, or a closed form between two decimals.
#[derive(Debug)]
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

impl<'de> Deserialize<'de> for AreaEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrObject;
        impl<'de> Visitor<'de> for TextOrObject {
            type Value = AreaEntry;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an exact number, or an object with lower, upper and exact")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<AreaEntry, E> {
                Ok(AreaEntry::Rational(text.to_owned()))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<AreaEntry, A::Error> {
                let entry = IrrationalEntry::deserialize(MapAccessDeserializer::new(map))?;
                Ok(AreaEntry::Irrational(entry))
            }
        }
        deserializer.deserialize_any(TextOrObject)
    }
}
