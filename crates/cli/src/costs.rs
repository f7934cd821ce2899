//! `--cost-fp X --cost-fn Y`: a preference by the costs of a false alarm and a miss.
//!
//! Ranking scores with a = b order classifiers by their expected cost, where a is the share of a
//! miss in both costs. So the two flags stand for a point of the Tile: they are turned into the
//! flag with which the command takes one.

use std::ffi::OsString;

use exactile::advantage::cost_place;
use exactile::num::Rational;
use exactile_answers::host::Failure;
use exactile_answers::{PRICED, TAKE_COSTS};

/// Flags that name a preference.
const PREFERENCES: [&str; 4] = ["--at", "--score", "--metric", "--preference"];
const FLAGS: [&str; 2] = ["--cost-fp", "--cost-fn"];

/// Commands by a score, which of rights and wrongs is the accuracy.
const BY_ACCURACY: [&str; 4] = ["compare", "confidence", "plan", "rank"];

/// Adds the only score that rights and wrongs have, if none is named.
pub(super) fn with_accuracy(arguments: &[OsString]) -> Vec<OsString> {
    let mut words = arguments.to_vec();
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let is_one_of = |word: &OsString, names: &[&str]| {
        let text = word.to_string_lossy();
        names.contains(&text.split('=').next().unwrap_or_default())
    };
    let others = [&PREFERENCES[..], &FLAGS, &["--importance", "lattice"]].concat();
    let is_command = |word: &&OsString| !word.to_string_lossy().starts_with('-');
    let command = words.iter().skip(1).find(is_command);
    let given = |names: &[&str]| words[..end].iter().any(|word| is_one_of(word, names));
    if command.is_some_and(|command| is_one_of(command, &BY_ACCURACY))
        && given(&["--correct"])
        && !given(&others)
    {
        words.insert(end, "--score=accuracy".into());
    }
    words
}

/// Replaces both costs by the flag for their point of the Tile, if both are given.
pub(super) fn with_preference(arguments: &[OsString]) -> Result<Vec<OsString>, Failure> {
    let is_command = |argument: &OsString| TAKE_COSTS.iter().find(|(name, _)| argument == name);
    // `lattice compare` has no preference.
    let mut words = arguments.iter().skip(1).take_while(|word| *word != "lattice");
    let Some((command, flag)) = words.find_map(is_command) else {
        return Ok(arguments.to_vec());
    };
    // It stands for both flags below, and is nothing to type.
    let is_typed = |word: &&OsString| word.to_string_lossy().starts_with("--costs");
    if let Some(word) = arguments.iter().skip(1).take_while(|word| *word != "--").find(is_typed) {
        let what = format!("unexpected argument {word:?} found");
        return Err(Failure::new(what, "give --cost-fp X --cost-fn Y"));
    }
    let mut costs: [Option<(Rational, String)>; 2] = [None, None];
    let mut rest = Vec::with_capacity(arguments.len());
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (&*text, None),
        };
        let Some(which) = FLAGS.iter().position(|known| *known == name) else {
            rest.push(word.clone());
            continue;
        };
        let value = match value {
            Some(value) => value,
            None => match words.next() {
                Some(next) => next.to_string_lossy().into_owned(),
                // Says that a value is missing.
                None => return Ok(arguments.to_vec()),
            },
        };
        costs[which] = Some((cost(name, &value)?, value));
    }
    let [Some((fp, fp_text)), Some((fn_, fn_text))] = costs else { return Ok(arguments.to_vec()) };
    let is_preference = |word: &OsString| {
        let text = word.to_string_lossy();
        PREFERENCES.contains(&text.split('=').next().unwrap_or_default())
    };
    if let Some(other) = rest.iter().find(|word| is_preference(word)) {
        let what = format!("both costs are a preference, and so is {}", other.to_string_lossy());
        return Err(Failure::new(what, "leave one of them out"));
    }
    let place = cost_place(&fp, &fn_)
        .map_err(|error| Failure::new(error, "give 0 or more for both, and more than 0 for one"))?;
    let point = format!("{},{}", place.a, place.b);
    let point = if *flag == "--at" { point } else { format!("r({point})") };
    let end = rest.iter().position(|word| word == "--").unwrap_or(rest.len());
    rest.insert(end, format!("{flag}={point}").into());
    if PRICED.contains(command) {
        rest.insert(end, format!("--costs={fp_text},{fn_text}").into());
    }
    Ok(rest)
}

fn cost(flag: &str, text: &str) -> Result<Rational, Failure> {
    match text.parse::<Rational>() {
        Ok(cost) if !cost.is_negative() => Ok(cost),
        _ => Err(Failure::new(
            format!("{flag} is {text:?}, which is not a cost"),
            "write a number from 0, such as 5 or 0.5",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turned(arguments: &[&str]) -> Result<String, String> {
        let arguments: Vec<OsString> = arguments.iter().map(Into::into).collect();
        let words = with_preference(&arguments).map_err(|failure| failure.to_string())?;
        Ok(words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn rights_and_wrongs_have_one_score() {
        let turned = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(Into::into).collect();
            let text = |word: &OsString| word.to_string_lossy().into_owned();
            with_accuracy(&words).iter().map(text).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            turned("exactile compare x --correct -- -y"),
            "exactile compare x --correct --score=accuracy -- -y"
        );
        for kept in [
            "exactile compare x --correct --score=tpr",
            "exactile rank x --correct --at 0,1",
            "exactile rank x -- --correct",
            "exactile regions rank --correct",
        ] {
            assert_eq!(turned(kept), kept);
        }
    }

    #[test]
    fn both_costs_are_a_point_of_the_tile() {
        assert_eq!(
            turned(&["exactile", "rank", "x.csv", "--cost-fp", "1", "--cost-fn=5"]),
            Ok("exactile rank x.csv --costs=1,5 --at=5/6,5/6".to_owned())
        );
        assert_eq!(
            turned(&["exactile", "score", "--cost-fn", "0.5", "--cost-fp", "0.5", "--", "-x"]),
            Ok("exactile score --metric=r(1/2,1/2) -- -x".to_owned())
        );
        // Commands with costs of their own keep them, and so does one cost alone.
        for kept in ["exactile thresholds x --cost-fp 1 --cost-fn 2", "exactile rank x --cost-fp 1"]
        {
            let words: Vec<&str> = kept.split(' ').collect();
            assert_eq!(turned(&words), Ok(kept.to_owned()));
        }
        let refused = |arguments: &[&str]| turned(arguments).expect_err("refused");
        assert_eq!(
            refused(&["exactile", "rank", "x", "--score", "f1", "--costs=1,5"]),
            "unexpected argument \"--costs=1,5\" found\nhint: give --cost-fp X --cost-fn Y"
        );
        assert_eq!(
            refused(&[
                "exactile",
                "rank",
                "x",
                "--score",
                "f1",
                "--cost-fp",
                "1",
                "--cost-fn",
                "5"
            ]),
            "both costs are a preference, and so is --score\nhint: leave one of them out"
        );
        assert_eq!(
            refused(&["exactile", "rank", "x", "--cost-fp", "-1", "--cost-fn", "5"]),
            "--cost-fp is \"-1\", which is not a cost\nhint: write a number from 0, such as 5 or \
             0.5"
        );
        assert!(
            refused(&["exactile", "rank", "--cost-fp", "0", "--cost-fn", "0"])
                .contains("hint: give 0")
        );
    }
}
