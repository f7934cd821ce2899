//! Probabilities in results about pairs: computed here, or left open within their limits.

use super::next::Chances;
use crate::claim::proofs::Proofs;
use crate::claim::truth::{Truth, parameter, same};
use crate::claim::wrong::Wrong;
use crate::metric::written::decimal;
use crate::reading::exact_text;
use crate::reading::json::Json;
use exactile::num::Rational;

const KEYS: [&str; 4] = ["better", "equal", "worse", "undefined"];

/// Returns the truth about the probabilities of the next test: all as fractions, or all as
/// decimals.
pub(super) fn chances<'t>(chances: Chances) -> Truth<'t> {
    Truth::judge(move |claim| {
        let any = KEYS.into_iter().map(|key| (key, Truth::any())).collect();
        same(claim, &Truth::Object(any), &mut Proofs::new("", 0))?;
        chances_of(KEYS, claim, &chances)
    })
}

/// As [`chances`], for keys of an object that may have other keys.
pub(super) fn chances_of(keys: [&str; 4], claim: &Json, chances: &Chances) -> Result<(), Wrong> {
    let said = |key| claim.get(key).unwrap_or(&Json::Null);
    let is_fraction = |key| said(key).as_text().is_some_and(|text| text.contains('/'));
    let are_fractions = keys.into_iter().any(is_fraction);
    keys.into_iter().zip(chances).try_for_each(|(key, chance)| {
        let found = match are_fractions {
            true => same(said(key), &Truth::exact(chance.clone()), &mut Proofs::new("", 0)),
            false => probability(said(key), chance),
        };
        found.map_err(|wrong| wrong.of(key))
    })
}

/// The least number of digits of a decimal that stands for a sum.
const LEAST: usize = 10;

/// Checks a probability, or another sum that may be above 1. It is exact; a decimal of ten or more
/// digits (fewer if it is tiny) within one unit of its last digit; or two decimals close to each
/// other.
pub(super) fn probability(claim: &Json, value: &Rational) -> Result<(), Wrong> {
    const APART: i64 = 1_000_000_000;
    const TINY: i128 = 100_000_000_000_000_000_000;
    let is_it = match claim {
        Json::Text(said) => {
            let digits = said.split('e').next().unwrap_or_default();
            let digits = digits.trim_start_matches(['0', '.']);
            let digits = digits.bytes().filter(u8::is_ascii_digit).count();
            *said == value.to_string()
                || floating(said).is_some_and(|(decimal, unit)| {
                    let is_sharp = digits >= LEAST || unit <= Rational::new(1, TINY);
                    is_sharp && (decimal - value).abs() <= unit
                })
        }
        _ => {
            let truth = vec![("lower", Truth::any()), ("upper", Truth::any())];
            same(claim, &Truth::Object(truth), &mut Proofs::new("", 0))?;
            let end = |key| {
                let text = claim.get(key).and_then(Json::as_text).unwrap_or_default();
                decimal(text, 1).map(|(value, _)| value).map_err(|wrong| wrong.of(key))
            };
            let [low, high] = [end("lower")?, end("upper")?];
            low <= *value && *value <= high && high - low <= Rational::new(1, APART)
        }
    };
    match is_it {
        true => Ok(()),
        false => Err(Wrong::new(format!("it is {}, not {claim}", value.to_decimal(17)))),
    }
}

/// Reads the limits of a probability: a fraction, a decimal, or two decimals at most 1e-15 apart.
pub(super) fn limits(claim: &Json) -> Option<[Rational; 2]> {
    if let Some(text) = claim.as_text() {
        let unsure = |(value, unit): (Rational, Rational)| [&value - &unit, value + unit];
        let exact = || Some(exact_text::parse(text).ok()?).map(|value| [value.clone(), value]);
        return exact()
            .filter(|[value, _]| !value.is_negative() && *value <= Rational::ONE)
            .or_else(|| floating(text).filter(|(value, _)| *value <= Rational::ONE).map(unsure));
    }
    let truth = vec![("lower", Truth::any()), ("upper", Truth::any())];
    same(claim, &Truth::Object(truth), &mut Proofs::new("", 0)).ok()?;
    ends(claim).ok().filter(|[low, high]| high - low <= Rational::new(1, 1_000_000_000_000_000_i64))
}

/// Reads a decimal that is not negative, possibly with an exponent, and returns it with a unit of
/// its last digit.
fn floating(text: &str) -> Option<(Rational, Rational)> {
    const MOST: i32 = 10_000;
    let (digits, exponent) = match text.split_once('e') {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    if !(-MOST..=0).contains(&exponent) || digits.starts_with('-') {
        return None;
    }
    let places = digits.split_once('.').map_or(0, |(_, places)| places.len());
    let down = usize::try_from(-exponent).ok()?;
    let unit = |places: usize| {
        let power = num_bigint::BigInt::from(10).pow(u32::try_from(places).ok()?);
        Some(Rational::new(1, power))
    };
    let value = exact_text::decimal(digits)? * unit(down)?;
    Some((value, unit(places + down)?))
}

/// Reads a probability that is not computed here.
pub(super) fn p_value(claim: &Json) -> Result<Rational, Wrong> {
    let value = parameter(claim)?;
    match !value.is_negative() && value <= Rational::ONE {
        true => Ok(value),
        false => Err(Wrong::new(format!("{value} is not between 0 and 1"))),
    }
}

pub(super) fn unknown_swap(claim: &Json) -> Result<(), Wrong> {
    if *claim == Json::Null {
        return Ok(());
    }
    let value = || Truth::judge(|claim| p_value(claim).map(|_| ()));
    let truth = vec![
        ("one_sided", value()),
        ("two_sided", value()),
        ("two_sided_mid", value()),
        ("holm", Truth::maybe(value())),
    ];
    same(claim, &Truth::Object(truth), &mut Proofs::new("", 0))
}

/// Checks that probabilities add up to 1, within the precision of their digits.
pub(super) fn unknown_chances(claim: &Json) -> Result<(), Wrong> {
    if *claim == Json::Null {
        return Ok(());
    }
    let any = KEYS.into_iter().map(|key| (key, Truth::any())).collect();
    same(claim, &Truth::Object(any), &mut Proofs::new("", 0))?;
    let wrong = || Wrong::new("a probability should stand here");
    unknown_chances_of(KEYS, claim, |claim| limits(claim).ok_or_else(wrong))
}

/// As [`unknown_chances`], for keys of an object that may have other keys; `limits` reads each of
/// them.
pub(super) fn unknown_chances_of(
    keys: [&str; 4],
    claim: &Json,
    limits: impl Fn(&Json) -> Result<[Rational; 2], Wrong>,
) -> Result<(), Wrong> {
    let (mut least, mut most) = (Rational::ZERO, Rational::ZERO);
    for key in keys {
        let said = claim.get(key).unwrap_or(&Json::Null);
        let [low, high] = limits(said).map_err(|wrong| wrong.of(key))?;
        least += &low;
        most += &high;
    }
    match least <= Rational::ONE && Rational::ONE <= most {
        true => Ok(()),
        false => Err(Wrong::new("the probabilities do not add up to 1")),
    }
}

/// Checks two decimals from 0 to 1, and how they were drawn if they were.
pub(super) fn truly_better(claim: &Json) -> Result<(), Wrong> {
    ends(claim)?;
    let drawn = |key| {
        Truth::maybe(Truth::judge(move |claim: &Json| match claim.as_count() {
            Some(_) => Ok(()),
            None => Err(Wrong::new(format!("a whole number should stand for {key}, not {claim}"))),
        }))
    };
    let truth = vec![
        ("lower", Truth::any()),
        ("upper", Truth::any()),
        ("draws", drawn("the draws")),
        ("seed", drawn("the seed")),
    ];
    same(claim, &Truth::Object(truth), &mut Proofs::new("", 0))?;
    match claim.get("draws").is_some() == claim.get("seed").is_some() {
        true => Ok(()),
        false => Err(Wrong::new("draws and seed belong together")),
    }
}

pub(super) fn ends(claim: &Json) -> Result<[Rational; 2], Wrong> {
    Printed::of(claim).map(|printed| printed.ends)
}

/// The limits of a probability as decimals, rounded outwards from exact ones, which lie less than a
/// unit within.
pub(super) struct Printed {
    ends: [Rational; 2],
    unit: Rational,
}

impl Printed {
    pub(super) fn of(claim: &Json) -> Result<Self, Wrong> {
        let end = |key: &str| {
            let text = claim.get(key).and_then(Json::as_text).unwrap_or_default();
            decimal(text, 1).map_err(|wrong| wrong.of(key))
        };
        let ((lower, places), (upper, others)) = (end("lower")?, end("upper")?);
        if lower.is_negative() || lower > upper || upper > Rational::ONE {
            return Err(Wrong::new("these are no limits of a probability"));
        }
        let unit = Rational::new(1, num_bigint::BigInt::from(10).pow(places.min(others)));
        Ok(Self { ends: [lower, upper], unit })
    }

    /// Returns the possible outcomes of comparing the exact limits with two levels: the first word
    /// if the lower limit is above `low` (or reaches it), else the second if the upper limit is not
    /// above `high`, and else the third.
    pub(super) fn possible(
        &self,
        [low, high]: [&Rational; 2],
        has_to_exceed: bool,
        [above, below, between]: [&'static str; 3],
    ) -> Vec<&'static str> {
        let [lower, upper] = &self.ends;
        if lower > low || !has_to_exceed && lower == low {
            return vec![above];
        }
        let may_be_above = lower + &self.unit > *low;
        let is_below = upper <= high;
        let may_be_below = upper - &self.unit < *high;
        [(above, may_be_above), (below, is_below || may_be_below), (between, !is_below)]
            .into_iter()
            .filter_map(|(word, is_possible)| is_possible.then_some(word))
            .collect()
    }
}

/// Checks that the claim is one of these words.
pub(super) fn one_of(claim: &Json, words: &[&'static str]) -> Result<&'static str, Wrong> {
    let said = words.iter().find(|word| claim.as_text() == Some(word));
    said.copied().ok_or_else(|| Wrong::new(format!("it is {:?}, not {claim}", words.join(" or "))))
}
