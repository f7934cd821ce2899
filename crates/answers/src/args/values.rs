//! Parsers of single values.

use std::fmt::Display;
use std::str::FromStr;

use exactile::contest::Pooling;
use exactile::num::Rational;
use exactile::performance::one_line;
use exactile::score::NamedScore;

pub(crate) fn parse<T: FromStr>(text: &str) -> Result<T, String>
where
    T::Err: Display,
{
    text.parse().map_err(|error: T::Err| error.to_string())
}

/// Reads a positive prior: above 0 and below 1.
pub(crate) fn parse_prior(text: &str) -> Result<Rational, String> {
    let prior: Rational = parse(text)?;
    if prior.is_positive() && prior < Rational::ONE {
        return Ok(prior);
    }
    Err(format!("a positive prior of {prior} is not between 0 and 1; give one such as 0.2"))
}

pub(crate) fn parse_point(text: &str) -> Result<NamedScore, String> {
    format!("r({text})").parse().map_err(|_| {
        "a point of the Tile is two exact numbers from 0 to 1, as in 1/2,0.3".to_owned()
    })
}

/// Several values of one argument: `mcc,f1`. Commas within parentheses belong to a value, as in
/// `r(1/2,0.3)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct List<T>(pub(crate) Vec<T>);

impl<T: FromStr> FromStr for List<T>
where
    T::Err: Display,
{
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = parts(text);
        if parts.iter().any(|part| part.trim().is_empty()) {
            return Err("a part of the list is empty".to_owned());
        }
        parts.into_iter().map(parse).collect::<Result<_, _>>().map(Self)
    }
}

/// Returns the parts of a text between the commas outside parentheses.
pub(crate) fn parts(text: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    text.split(|character| {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        character == ',' && depth == 0
    })
    .collect()
}

/// Reads a number of samples.
pub(crate) fn samples(text: &str) -> Result<u64, String> {
    const MOST: u64 = 1 << 53;
    let count = text.parse::<u64>().ok().filter(|count| *count < MOST);
    count.ok_or_else(|| "a number of samples is a whole number from 0 to 2^53".to_owned())
}

/// Reads the two parameters of a Beta prior.
pub(crate) fn parse_pair(text: &str) -> Result<(Rational, Rational), String> {
    let form = || "Beta parameters are two exact numbers, as in 1/2,1/2".to_owned();
    let (u, v) = text.split_once(',').ok_or_else(form)?;
    Ok((u.parse().map_err(|_| form())?, v.parse().map_err(|_| form())?))
}

/// A point with its text, which may be empty.
pub(crate) fn parse_marked(text: &str) -> Result<(NamedScore, String), String> {
    let (point, words) = text.split_once('=').unwrap_or((text, ""));
    Ok((parse_point(point)?, one_line(words.trim()).into_owned()))
}

/// Four concentrations of Dirichlet's distribution, of which draws in doubles make sense.
pub(crate) fn parse_concentrations(text: &str) -> Result<[Rational; 4], String> {
    let (least, most) = (Rational::new(1, 100), Rational::from(1_000_000));
    let numbers = text.split(',').map(|part| part.trim().parse::<Rational>().ok());
    let numbers: Option<Vec<Rational>> = numbers.collect();
    numbers
        .and_then(|numbers| <[Rational; 4]>::try_from(numbers).ok())
        .filter(|numbers| numbers.iter().all(|number| *number >= least && *number <= most))
        .ok_or_else(|| "four numbers from 0.01 to 1000000 are needed, as in 1,1,1,1".to_owned())
}

/// Reads the share by which differences between classifiers shrink.
pub(crate) fn parse_pooling(text: &str) -> Result<Pooling, String> {
    if text == "estimated" {
        return Ok(Pooling::ESTIMATED);
    }
    let share = text.parse().ok().and_then(Pooling::fixed);
    share.ok_or_else(|| "a share is `estimated`, or a number from 0 to less than 1".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use exactile::score::Metric;

    #[test]
    fn lists_are_cut_at_commas_outside_parentheses() {
        assert_eq!(parts("mcc,f1"), ["mcc", "f1"]);
        assert_eq!(parts("r(1/2,0.3),f1"), ["r(1/2,0.3)", "f1"]);
        assert_eq!(parts("ranking(1,0,2,1/3)"), ["ranking(1,0,2,1/3)"]);
        assert_eq!(parts("p(tp|tn,tp),,x"), ["p(tp|tn,tp)", "", "x"]);
        assert_eq!(parts("),(,"), [")", "(,"]);
        let list: List<Metric> = "ranking(1,0,2,1/3), mcc".parse().expect("two metrics");
        assert_eq!(list.0[1], Metric::Mcc);
        assert!("mcc,".parse::<List<Metric>>().is_err());
    }
}
