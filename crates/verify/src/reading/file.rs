//! The forms of results, `exactile.regions.v1` and `exactile.rankings.v1`, read strictly.
//!
//! Objects are objects, not lists of their values. An unknown, missing or repeated key is an error.
//! A number has one text: two texts are never the same number.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::exact_text;
use super::failure::{NotJson, one_short_line};
use super::json::Json;
use exactile::num::Rational;

/// An exact number in lowest terms, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Exact(pub(crate) Rational);

impl<'de> Deserialize<'de> for Exact {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        exact_text::parse(&text).map(Self).map_err(D::Error::custom)
    }
}

/// A struct that is written as an object. The visitors that serde derives take a list of the
/// fields' values as well.
#[derive(Debug, Default)]
pub(crate) struct Object<T>(pub(crate) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfKeys<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for OfKeys<T> {
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

/// The provenance of a result. Program and command are names, and are not checked.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProvenanceEntry {
    #[serde(rename = "program")]
    _program: String,
    #[serde(default, deserialize_with = "present")]
    pub(super) command: Option<String>,
    #[serde(rename = "thresholds")]
    #[serde(default, deserialize_with = "present")]
    _thresholds: Option<String>,
    #[serde(default, deserialize_with = "present")]
    pub(super) input_sha256: Option<String>,
}

/// A `regions` result with a list `P` of pieces.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "P: Deserialize<'de>"))]
pub(crate) struct RegionsFile<P> {
    pub(crate) schema: String,
    /// The label of the positive class, if the regions were made of predictions.
    #[serde(default, deserialize_with = "present")]
    pub(crate) positive: Option<String>,
    /// Rows of predictions that were left out.
    #[serde(default, deserialize_with = "present")]
    pub(crate) dropped_rows: Option<u64>,
    #[serde(rename = "provenance")]
    #[serde(default, deserialize_with = "present")]
    _provenance: Option<Object<ProvenanceEntry>>,
    /// Null if the classifiers have different priors of their own.
    #[serde(deserialize_with = "nullable")]
    pub(crate) prior_positive: Option<Exact>,
    /// These different priors.
    #[serde(default, deserialize_with = "present")]
    pub(crate) priors: Option<Vec<Exact>>,
    #[serde(default)]
    pub(crate) selection: Object<SelectionEntry>,
    pub(crate) classifiers: Vec<Object<ClassifierEntry>>,
    /// A [`PieceEntry`] each. Pieces are most of the file, so they are read only while they are
    /// checked.
    #[serde(rename = "pieces")]
    _pieces: P,
}

/// A value that may be missing but not null.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    value: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(value).map(Some)
}

/// A value that may be null but not missing.
fn nullable<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Exact>, D::Error> {
    Option::deserialize(deserializer)
}

/// A `rankings` result under one prior, with lists `M` of confluences and `C` of cells.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "M: Deserialize<'de>, C: Deserialize<'de>"))]
pub(crate) struct RankingsFile<M, C> {
    pub(crate) schema: String,
    #[serde(default, deserialize_with = "present")]
    pub(crate) positive: Option<String>,
    #[serde(default, deserialize_with = "present")]
    pub(crate) dropped_rows: Option<u64>,
    #[serde(rename = "provenance")]
    #[serde(default, deserialize_with = "present")]
    _provenance: Option<Object<ProvenanceEntry>>,
    pub(crate) prior_positive: Exact,
    pub(crate) classifiers: Vec<Object<ClassifierEntry>>,
    pub(crate) performances: usize,
    pub(crate) frontiers: usize,
    pub(crate) shared_frontiers: Object<SharedEntry>,
    pub(crate) cells: u64,
    pub(crate) confluences: Object<ConfluencesEntry<M>>,
    #[serde(default, deserialize_with = "present")]
    pub(crate) cell_list: Option<C>,
}

/// Frontiers on which three or more performances tie.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SharedEntry {
    pub(crate) count: usize,
    pub(crate) largest: usize,
}

/// The points where frontiers meet.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "M: Deserialize<'de>"))]
pub(crate) struct ConfluencesEntry<M> {
    pub(crate) count: u64,
    pub(crate) largest: usize,
    pub(crate) by_frontiers: Vec<(u64, u64)>,
    #[serde(default, deserialize_with = "present")]
    pub(crate) list: Option<M>,
}

/// A point where frontiers meet, with the classifiers that tie on each of its frontiers. Its
/// numbers are read as `N`, [`Exact`] or [`Fraction`](super::words::Fraction).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConfluenceEntry<N> {
    pub(crate) at: [N; 2],
    pub(crate) tied: Groups,
}

/// A cell with a point inside it, whose coordinates are read as `N`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "N: Deserialize<'de>"))]
pub(crate) struct CellEntry<N> {
    pub(crate) cell: usize,
    #[serde(deserialize_with = "Option::deserialize")]
    pub(crate) parent: Option<usize>,
    pub(crate) sample: [N; 2],
    #[serde(default, deserialize_with = "present")]
    pub(crate) vertices: Option<Vec<[N; 2]>>,
    #[serde(default, deserialize_with = "present")]
    pub(crate) edges: Option<Vec<[N; 4]>>,
    #[serde(default, deserialize_with = "present")]
    pub(crate) area: Option<AreaEntry>,
    #[serde(default, deserialize_with = "present")]
    pub(crate) ranking: Option<Groups>,
}

/// A list of lists of whole numbers.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    /// All numbers, and the end of each list.
    numbers: Vec<usize>,
    ends: Vec<usize>,
}

impl Groups {
    pub(crate) fn lists(&self) -> impl Iterator<Item = &[usize]> {
        let mut from = 0;
        self.ends.iter().map(move |&end| &self.numbers[std::mem::replace(&mut from, end)..end])
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }
}

impl<'de> Deserialize<'de> for Groups {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// Reads a list and appends it to these numbers.
        struct Group<'n>(&'n mut Vec<usize>);
        impl<'de> DeserializeSeed<'de> for Group<'_> {
            type Value = ();
            fn deserialize<D: Deserializer<'de>>(self, list: D) -> Result<(), D::Error> {
                list.deserialize_seq(self)
            }
        }
        impl<'de> Visitor<'de> for Group<'_> {
            type Value = ();
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a sequence")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
                while let Some(number) = items.next_element()? {
                    self.0.push(number);
                }
                Ok(())
            }
        }
        struct All;
        impl<'de> Visitor<'de> for All {
            type Value = Groups;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a sequence")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Groups, A::Error> {
                let mut groups = Groups::default();
                while items.next_element_seed(Group(&mut groups.numbers))?.is_some() {
                    groups.ends.push(groups.numbers.len());
                }
                Ok(groups)
            }
        }
        deserializer.deserialize_seq(All)
    }
}

/// The selection of pieces; a missing key selects all.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SelectionEntry {
    #[serde(default, deserialize_with = "present")]
    pub(crate) ranks: Option<Vec<usize>>,
    #[serde(default, deserialize_with = "present")]
    pub(crate) classifiers: Option<Vec<String>>,
}

/// A classifier with its counts on the Tile of the file's prior.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClassifierEntry {
    pub(crate) name: String,
    pub(crate) tn: Exact,
    pub(crate) fp: Exact,
    #[serde(rename = "fn")]
    pub(crate) fn_: Exact,
    pub(crate) tp: Exact,
}

/// A piece.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PieceEntry {
    #[serde(rename = "classifier")]
    _classifier: usize,
    pub(crate) dimension: u8,
    pub(crate) rank: [usize; 2],
    pub(crate) vertices: Vec<[Exact; 2]>,
    pub(crate) edges: Vec<[Exact; 4]>,
    #[serde(default, deserialize_with = "present")]
    pub(crate) area: Option<AreaEntry>,
}

impl PieceEntry {
    /// Reads a piece whose first key is another one than `classifier`. The value of that key comes
    /// first.
    ///
    /// # Errors
    /// The reason why this is not a piece.
    pub(crate) fn of(claim: &Json, owner: &str) -> Result<(usize, Self), String> {
        const KEYS: [&str; 5] = ["dimension", "rank", "vertices", "edges", "area"];
        let Json::Object(members) = claim else {
            return Err(format!("an object should stand here, not {claim}"));
        };
        if let Some((key, _)) =
            members.iter().find(|(key, _)| key != owner && !KEYS.contains(&key.as_str()))
        {
            return Err(format!("the key {} is unknown", exact_text::abbreviated(key)));
        }
        let member =
            |key: &str| claim.get(key).ok_or_else(|| format!("the key {key:?} is missing"));
        let count = |claim: &Json| {
            let count = claim.as_count().and_then(|count| usize::try_from(count).ok());
            count.ok_or_else(|| format!("a whole number should stand here, not {claim}"))
        };
        let classifier = count(member(owner)?)?;
        let dimension = u8::try_from(count(member("dimension")?)?).unwrap_or(u8::MAX);
        let [best, worst] = tuple(member("rank")?)?;
        let rank = [count(best)?, count(worst)?];
        let vertices = tuples(member("vertices")?)?;
        let edges = tuples(member("edges")?)?;
        let area = claim.get("area").map(|area| {
            let wrong = || format!("an area should stand here, not {area}");
            AreaEntry::of(area).ok_or_else(wrong)
        });
        let area = area.transpose()?;
        let entry = Self { _classifier: classifier, dimension, rank, vertices, edges, area };
        Ok((classifier, entry))
    }
}

fn tuple<const N: usize>(claim: &Json) -> Result<[&Json; N], String> {
    let items: Vec<&Json> = claim.as_list().unwrap_or_default().iter().collect();
    items.try_into().map_err(|_| format!("a list of {N} should stand here, not {claim}"))
}

/// Lists of exact numbers.
fn tuples<const N: usize>(claim: &Json) -> Result<Vec<[Exact; N]>, String> {
    let list = claim.as_list().ok_or_else(|| format!("a list should stand here, not {claim}"))?;
    let number = |claim: &Json| {
        let text = claim.as_text();
        let text = text.ok_or_else(|| format!("an exact number should stand here, not {claim}"))?;
        exact_text::parse(text).map(Exact)
    };
    let one = |claim: &Json| {
        let numbers = tuple::<N>(claim)?.into_iter().map(number).collect::<Result<Vec<_>, _>>()?;
        numbers.try_into().map_err(|_| format!("a list of {N} should stand here"))
    };
    list.iter().map(one).collect()
}

impl AreaEntry {
    /// Reads an area.
    pub(crate) fn of(claim: &Json) -> Option<Self> {
        let text = |key| claim.get(key).and_then(Json::as_text).map(ToOwned::to_owned);
        match claim {
            Json::Text(text) => Some(Self::Rational(text.clone())),
            Json::Object(members) if members.len() == 3 => {
                let (lower, upper, exact) = (text("lower")?, text("upper")?, text("exact")?);
                Some(Self::Irrational(IrrationalEntry { lower, upper, exact }))
            }
            _ => None,
        }
    }
}

/// The keys of a piece that decide where it is checked.
#[derive(Debug, Deserialize)]
pub(crate) struct PieceHead {
    pub(crate) classifier: usize,
    pub(crate) dimension: u8,
    #[serde(default, deserialize_with = "present")]
    pub(crate) area: Option<IgnoredAny>,
}

/// An area: the text of a rational, or a closed form between two decimals.
#[derive(Debug)]
pub(crate) enum AreaEntry {
    Rational(String),
    Irrational(IrrationalEntry),
}

/// Decimals that enclose a number, and its closed form.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct IrrationalEntry {
    pub(crate) lower: String,
    pub(crate) upper: String,
    pub(crate) exact: String,
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

/// Reads JSON in the form of a result, or returns the reason why it has another form.
pub(crate) fn parsed<'t, T: Deserialize<'t>>(
    text: &'t str,
) -> Result<Result<Object<T>, String>, NotJson> {
    serde_json::from_str(text).map(Ok).or_else(|error| {
        // Syntax alone, which needs no room however deep the nesting is.
        if let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(text) {
            return Err(NotJson { reason: one_short_line(&error.to_string()) });
        }
        Ok(Err(one_short_line(&error.to_string())))
    })
}
