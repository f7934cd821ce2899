//! Comparison of a result with the truth, key by key: nothing may be missing and nothing added.

use std::borrow::Cow;
use std::fmt;

use super::proofs::Proofs;
use super::shape::Shape;
use super::wrong::Wrong;
use crate::reading::exact_text;
use crate::reading::json::Json;
use exactile::num::Rational;

/// The true value of a member, which the result has to state.
pub(crate) enum Truth<'t> {
    Null,
    Bool(bool),
    Count(u64),
    Text(Cow<'t, str>),
    /// An exact number, as text in lowest terms.
    Exact(Cow<'t, Rational>),
    List(Vec<Truth<'t>>),
    /// A list of this length. Each entry is computed when it is needed.
    Each(usize, Box<dyn Fn(usize) -> Truth<'t> + Sync + 't>),
    /// Keys in any order.
    Object(Vec<(&'t str, Truth<'t>)>),
    /// An optional key.
    Maybe(Box<Truth<'t>>),
    /// A function that decides whether the value is true, and gives the reason if it is not.
    Judge(Box<Judgement<'t>>),
    /// A value that is not computed here: the statement left open, and the form that the value must
    /// have.
    Open(&'static str, &'static Shape),
}

/// The keys of an object, each with its true value.
pub(crate) type Entry<'t> = Vec<(&'static str, Truth<'t>)>;

/// Returns the reason why a claim is not true.
pub(super) type Judgement<'t> = dyn Fn(&Json) -> Result<(), Wrong> + 't;

impl<'t> Truth<'t> {
    pub(crate) fn text(text: impl Into<Cow<'t, str>>) -> Self {
        Self::Text(text.into())
    }

    pub(crate) fn exact(value: impl Into<Rational>) -> Self {
        Self::Exact(Cow::Owned(value.into()))
    }

    pub(crate) fn count(count: usize) -> Self {
        Self::Count(count as u64)
    }

    pub(crate) fn counts(counts: impl IntoIterator<Item = usize>) -> Self {
        Self::List(counts.into_iter().map(Self::count).collect())
    }

    pub(crate) fn judge(judge: impl Fn(&Json) -> Result<(), Wrong> + 't) -> Self {
        Self::Judge(Box::new(judge))
    }

    /// Returns a truth that accepts any value, for members that are checked elsewhere.
    pub(crate) fn any() -> Self {
        Self::judge(|_| Ok(()))
    }

    pub(crate) fn maybe(truth: Self) -> Self {
        Self::Maybe(Box::new(truth))
    }
}

/// Checks that a claim is the truth. A statement that is left open is noted once.
pub(crate) fn same(claim: &Json, truth: &Truth<'_>, proofs: &mut Proofs) -> Result<(), Wrong> {
    match (truth, claim) {
        (Truth::Null, Json::Null) => Ok(()),
        (Truth::Bool(truth), Json::Bool(said)) if said == truth => Ok(()),
        (Truth::Count(truth), Json::Count(said)) if said == truth => Ok(()),
        (Truth::Text(truth), Json::Text(said)) if said == truth => Ok(()),
        (Truth::Exact(truth), Json::Text(said)) if *said == truth.to_string() => Ok(()),
        (Truth::List(truths), Json::List(said)) if said.len() == truths.len() => {
            let mut pairs = said.iter().zip(truths).enumerate();
            pairs.try_for_each(|(k, (said, truth))| {
                same(said, truth, proofs).map_err(|wrong| wrong.number(k))
            })
        }
        (Truth::Each(length, truth), Json::List(said)) if said.len() == *length => {
            said.iter().enumerate().try_for_each(|(k, said)| {
                same(said, &truth(k), proofs).map_err(|wrong| wrong.number(k))
            })
        }
        (Truth::Object(truths), Json::Object(said)) => members(said, truths, proofs),
        (Truth::Maybe(truth), _) => same(claim, truth, proofs),
        (Truth::Judge(judge), _) => judge(claim),
        (Truth::Open(what, shape), _) => {
            proofs.open_once(what);
            shape.check(claim)
        }
        (other, _) => Err(other.is_not(claim)),
    }
}

impl Truth<'_> {
    /// Returns the error for a claim other than this truth.
    pub(crate) fn is_not(&self, claim: &dyn fmt::Display) -> Wrong {
        let is = |shown: &dyn fmt::Display| Wrong::new(format!("it is {shown}, not {claim}"));
        match self {
            Self::Null => is(&"null"),
            Self::Bool(truth) => is(truth),
            Self::Count(truth) => is(truth),
            Self::Text(truth) => is(&exact_text::abbreviated(truth)),
            Self::Exact(truth) => is(&exact_text::abbreviated(&truth.to_string())),
            Self::List(truths) => is(&format!("a list of {}", truths.len())),
            Self::Each(length, _) => is(&format!("a list of {length}")),
            Self::Object(_) => is(&"an object"),
            Self::Maybe(truth) => truth.is_not(claim),
            Self::Judge(_) | Self::Open(..) => is(&"something else"),
        }
    }
}

fn members(
    said: &[(String, Json)],
    truths: &[(&str, Truth<'_>)],
    proofs: &mut Proofs,
) -> Result<(), Wrong> {
    for_each_member(said, truths, |_, claim, truth| same(claim, truth, proofs))
}

/// Calls `look` with each key and its true value. It is an error if a key is missing, or if there
/// is another one.
pub(super) fn for_each_member<'t, E: From<Wrong> + Within>(
    said: &[(String, Json)],
    truths: &[(&str, Truth<'t>)],
    mut look: impl FnMut(&str, &Json, &Truth<'t>) -> Result<(), E>,
) -> Result<(), E> {
    if let Some((key, _)) =
        said.iter().find(|(key, _)| truths.iter().all(|(known, _)| known != key))
    {
        let key = exact_text::abbreviated(key);
        return Err(Wrong::new(format!("the key {key} is unknown")).into());
    }
    for (key, truth) in truths {
        match (said.iter().find(|(known, _)| known == key), truth) {
            (Some((_, claim)), _) => look(key, claim, truth).map_err(|wrong| wrong.within(key))?,
            (None, Truth::Maybe(_)) => {}
            (None, _) => return Err(Wrong::new(format!("the key {key:?} is missing")).into()),
        }
    }
    Ok(())
}

/// An error that has a place in a result.
pub(crate) trait Within {
    /// Places the error within this member.
    fn within(self, key: &str) -> Self;
}

impl Within for Wrong {
    fn within(self, key: &str) -> Self {
        self.of(key)
    }
}

/// Reads an exact number in lowest terms.
pub(crate) fn exact(claim: &Json) -> Result<Rational, Wrong> {
    let Some(text) = claim.as_text() else {
        return Err(Wrong::new(format!("an exact number should stand here, not {claim}")));
    };
    exact_text::parse(text).map_err(Wrong::new)
}

/// The most digits of a number that others are computed from.
const MOST_DIGITS: usize = 4_000;

/// As [`exact`], for a number that others are computed from: its length is limited, since the time
/// grows with it.
pub(crate) fn parameter(claim: &Json) -> Result<Rational, Wrong> {
    let length = claim.as_text().map_or(0, str::len);
    if length > MOST_DIGITS {
        return Err(Wrong::new(format!("results of numbers of {length} digits are not checked")));
    }
    exact(claim)
}

/// As [`parameter`], for a level or a prior: a number strictly between 0 and 1.
pub(crate) fn between_0_and_1(claim: &Json) -> Result<Rational, Wrong> {
    let value = parameter(claim)?;
    match value.is_positive() && value < Rational::ONE {
        true => Ok(value),
        false => Err(Wrong::new(format!("{value} is not between 0 and 1"))),
    }
}

/// Reads a point of the closed Tile.
pub(crate) fn point(claim: &Json) -> Result<[Rational; 2], Wrong> {
    let Some([a, b]) = claim.as_list() else {
        return Err(Wrong::new(format!("a point should stand here, not {claim}")));
    };
    let within = |claim: &Json, k| {
        let z = parameter(claim).map_err(|wrong| wrong.number(k))?;
        if z.is_negative() || z > Rational::ONE {
            return Err(Wrong::new(format!("{z} is not between 0 and 1")).number(k));
        }
        Ok(z)
    };
    Ok([within(a, 0)?, within(b, 1)?])
}

/// Accepts any text.
pub(crate) fn text(claim: &Json) -> Result<(), Wrong> {
    match claim {
        Json::Text(_) => Ok(()),
        _ => Err(Wrong::new(format!("a text should stand here, not {claim}"))),
    }
}
