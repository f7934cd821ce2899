//! Pieces whose numbers are machine words, read as strictly as in `file.rs`.

use std::fmt;

use num_integer::Integer;
use serde::Deserialize;
use serde::de::{Deserializer, Error, Visitor};

use super::file::AreaEntry;

/// Coefficients `k_ab, k_a, k_b, k_1`.
pub(crate) type Words = [i128; 4];

/// A fraction in lowest terms with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fraction {
    pub(crate) numerator: i128,
    pub(crate) denominator: i128,
}

/// A piece.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WordPiece {
    #[serde(rename = "classifier")]
    _classifier: usize,
    pub(crate) dimension: u8,
    pub(crate) rank: [usize; 2],
    pub(crate) vertices: Vec<[Fraction; 2]>,
    edges: Vec<[Whole; 4]>,
    pub(crate) area: Option<AreaEntry>,
}

impl WordPiece {
    pub(crate) fn edges(&self) -> impl Iterator<Item = Words> + '_ {
        self.edges.iter().map(|edge| edge.each_ref().map(|k| k.0))
    }
}

/// An integer as text.
#[derive(Clone, Copy, Debug)]
struct Whole(i128);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |text| signed(text).map(Self))
    }
}

impl<'de> Deserialize<'de> for Fraction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |text| {
            let (numerator, denominator) = match text.split_once('/') {
                None => (signed(text)?, 1),
                Some((numerator, denominator)) => {
                    (signed(numerator)?, positive(denominator).filter(|&whole| whole > 1)?)
                }
            };
            let is_lowest = gcd(numerator.unsigned_abs(), denominator.unsigned_abs()) == 1;
            is_lowest.then_some(Self { numerator, denominator })
        })
    }
}

/// The greatest common divisor.
pub(crate) fn gcd(one: u128, other: u128) -> u128 {
    match (u64::try_from(one), u64::try_from(other)) {
        (Ok(one), Ok(other)) => one.gcd(&other).into(),
        _ => one.gcd(&other),
    }
}

fn read<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<T, D::Error> {
    struct Text<F>(F);
    impl<T, F: FnOnce(&str) -> Option<T>> Visitor<'_> for Text<F> {
        type Value = T;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a number of machine words, as text")
        }
        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            (self.0)(text).ok_or_else(|| E::custom("not a number of machine words"))
        }
    }
    deserializer.deserialize_str(Text(parse))
}

/// Reads `0`, or digits without leading zeros, possibly with a sign.
fn signed(text: &str) -> Option<i128> {
    match text.strip_prefix('-') {
        Some(digits) => positive(digits).map(|value| -value),
        None if text == "0" => Some(0),
        None => positive(text),
    }
}

/// Reads digits without leading zeros.
fn positive(digits: &str) -> Option<i128> {
    let is_positive = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    is_positive.then(|| digits.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::super::exact_text;
    use super::*;

    /// This module accepts the same texts of a number as `exact_text`.
    #[test]
    fn texts_are_read_as_strictly() {
        let ours = |text: &str| serde_json::from_value::<Fraction>(text.into()).ok();
        for text in [
            "0",
            "1",
            "-1",
            "7/10",
            "-7/10",
            "2/4",
            "4/2",
            "1/1",
            "0/5",
            "-0",
            "01",
            "+1",
            "0.5",
            "1e-3",
            " 1",
            "1/02",
            "1/-2",
            "",
            "-",
            "/",
            "1/",
            "/2",
            "1/0",
            "1//2",
            "--1",
            "x",
            "1/+2",
            "170141183460469231731687303715884105727/2",
        ] {
            let found = ours(text).map(|Fraction { numerator, denominator }| {
                exactile::num::Rational::new(numerator, denominator)
            });
            assert_eq!(found, exact_text::parse(text).ok(), "{text:?}");
        }
        assert_eq!(ours("170141183460469231731687303715884105728"), None);
        assert!(serde_json::from_str::<Whole>("\"7/2\"").is_err());
        assert!(serde_json::from_str::<Whole>("7").is_err());
    }
}
