//! The colours of classifiers in pictures, and the file of `--colours`.

use std::path::Path;

use crate::args::{InputArgs, LookArgs};
use crate::host::Failure;
use crate::inputs::input;
use crate::inputs::models::Models;
use exactile::threshold::ScoredModel;
use exactile_input::{Subject, one_line};
use exactile_picture::Scheme;

/// Colours by position of the classifier, or of the model of an input of models.
pub(crate) type Instead = Vec<(usize, String)>;

/// Returns the colours of the classifiers of an input, or of its models.
pub(crate) fn scheme(
    subject: &Subject,
    input: &InputArgs,
    look: &LookArgs,
) -> Result<Scheme, Failure> {
    let usual = match Models::of(subject, input) {
        Some(models) => Scheme::of_families(&subject.classifiers, &models.families()),
        None => Scheme::new(&subject.classifiers),
    };
    let instead = instead(subject, input, look)?;
    Ok(instead.into_iter().fold(usual, |scheme, (at, colour)| scheme.with(at, &colour)))
}

/// Returns the colours that the file of `--colours` names.
pub(crate) fn instead(
    subject: &Subject,
    input: &InputArgs,
    look: &LookArgs,
) -> Result<Instead, Failure> {
    let models = Models::of(subject, input);
    let names: Vec<&str> = match &models {
        Some(models) => models.scored.iter().map(|model| model.name()).collect(),
        None => subject.classifiers.iter().map(|known| known.name.as_str()).collect(),
    };
    named(look, &names)
}

/// Returns the colours that the file of `--colours` names, for these names.
pub(crate) fn named(look: &LookArgs, names: &[&str]) -> Result<Instead, Failure> {
    look.colours.as_deref().map_or(Ok(Vec::new()), |path| read(path, names))
}

/// Returns the colours of some models of an input, as in pictures of all of them.
pub(crate) fn of_some(
    subject: &Subject,
    input: &InputArgs,
    look: &LookArgs,
    some: &Models,
) -> Result<Instead, Failure> {
    let scheme = scheme(subject, input, look)?;
    let place = |name: &str| subject.models.iter().position(|model| model.name() == name);
    let colour = |(at, model): (usize, &ScoredModel)| {
        Some((at, scheme.of_family(place(model.name())?).to_owned()))
    };
    Ok(some.scored.iter().enumerate().filter_map(colour).collect())
}

/// Reads lines of a name and a colour.
fn read(path: &Path, names: &[&str]) -> Result<Instead, Failure> {
    let text = input::with_source(path, |reader, _, _| {
        let mut text = String::new();
        reader.read_to_string(&mut text).map_err(|_| {
            let what = "the file of colours is no text";
            Failure::new(what, "give lines NAME,#rrggbb in UTF-8").at(input::file_name(path))
        })?;
        Ok(text)
    })?;
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let mut found: Instead = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| {
            Failure::new(one_line(&error.to_string()), "give lines NAME,#rrggbb")
                .at(input::file_name(path))
        })?;
        let line = record.position().map_or(0, csv::Position::line);
        let place = format!("{}:{line}", input::file_name(path));
        let (Some(name), Some(colour), 2) = (record.get(0), record.get(1), record.len()) else {
            let what = format!("{} fields instead of a name and a colour", record.len());
            return Err(
                Failure::new(what, "write NAME,#rrggbb; quote a name with a comma").at(place)
            );
        };
        if !is_colour(colour) {
            let what = format!("{} is not a colour", quoted(colour));
            return Err(Failure::new(what, "write #rrggbb, such as #0072b2").at(place));
        }
        let Some(at) = names.iter().position(|known| *known == name) else {
            let what = format!("there is no classifier {} in the input", quoted(name));
            return Err(Failure::new(what, nearest(name, names)).at(place));
        };
        if found.iter().any(|(known, _)| *known == at) {
            let what = format!("{} has two colours", quoted(name));
            return Err(Failure::new(what, "leave one of the lines out").at(place));
        }
        found.push((at, colour.to_lowercase()));
    }
    Ok(found)
}

fn quoted(text: &str) -> String {
    format!("{text:?}")
}

/// Returns `true` for a hash and six hexadecimal digits.
fn is_colour(text: &str) -> bool {
    let digits = text.strip_prefix('#');
    digits.is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|c| c.is_ascii_hexdigit()))
}

/// Returns a hint with the nearest name, or with the first ones.
fn nearest(name: &str, names: &[&str]) -> String {
    const SHOWN: usize = 4;
    const LONGEST: usize = 100;
    let is_short = |text: &str| text.chars().count() <= LONGEST;
    let distance =
        |known: &&str| strsim::damerau_levenshtein(&known.to_lowercase(), &name.to_lowercase());
    let short = names.iter().copied().filter(|known| is_short(known) && is_short(name));
    let near = short.map(|known| (distance(&known), known)).min();
    match near.filter(|(distance, known)| 3 * distance <= known.chars().count()) {
        Some((_, known)) => format!("the nearest name is {}", quoted(known)),
        None => {
            let known: Vec<String> = names.iter().take(SHOWN).map(|name| quoted(name)).collect();
            let more = if names.len() > SHOWN { ", ..." } else { "" };
            format!("the input has {}{more}", known.join(", "))
        }
    }
}
