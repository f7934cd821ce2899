//! `exactile verify`

use std::path::Path;

use serde::Deserialize;

use super::args::{InputArgs, OptionalObservedArgs, VerifyArgs};
use super::check::printed_rows;
use super::failure::{Failure, reason};
use super::given;
use super::input::{self, spinner};
use super::models::Models;
use super::multi_class::one_view;
use super::output::write_result;
use super::streams::Streams;
use super::tested::tested;
use exactile_document::Labelling;
use exactile_verify::{
    Given, NotJson, Recognised, Source, Unchecked, mixed_up, prove, recognise, verify,
};

pub(super) fn run(arguments: &VerifyArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let (path, stdin) = (&arguments.result, Path::new("-"));
    let target = arguments.target.target_prior.as_ref();
    input::check_prior("--target-prior", target)?;
    let name = input::file_name(path);
    let text = read(path).map_err(|error| {
        Failure::new(format!("cannot be read: {}", reason(&error)), "check the path").at(&name)
    })?;
    let unchecked = |unchecked: Unchecked| {
        match unchecked {
        Unchecked::NotJson(error) => not_json(&error, &name),
        Unchecked::Ungiven(what, how) => Failure::new(what, how).at(&name),
        Unchecked::Unknown(what) => Failure::new(
            what,
            "the verifier in Python may know it: python -m exactile.verify_more RESULT.json INPUT (docs/certificates.md)",
        )
        .at(&name),
    }
    };
    let recognised = recognise(&text).map_err(unchecked)?;
    let is_told = arguments.reported.reported.is_some();
    if path == stdin && arguments.input.input == stdin && needs_input(recognised) && !is_told {
        return Err(Failure::new(
            "the result and its input cannot both come from standard input",
            "name a file for one of them",
        ));
    }
    let (mut classifiers, mut models, mut joint, mut reported) =
        (Vec::new(), Vec::new(), None, None);
    match recognised {
        Recognised::Other { input: Source::Nothing } => no_input(arguments, &name)?,
        Recognised::Other { input: Source::Reported } => {
            let InputArgs { input, labels, .. } = &arguments.input;
            let told = arguments.reported.of_check(input.clone(), labels.clone());
            reported = Some(printed_rows(&told)?);
        }
        Recognised::Other { input: Source::Scores } => {
            models = Models::read(&arguments.input, streams)?.scored;
        }
        Recognised::Other { input: Source::Tests } if !arguments.classes.multi_class => {
            let thresholds = thresholds_of(&text);
            let found = tested(&arguments.input.naming(&thresholds), false, streams)?;
            (classifiers, joint) = (found.classifiers, found.joint);
        }
        _ => classifiers = one_view(&arguments.input, &arguments.classes, streams)?,
    }
    let Labelling { positive, dropped } = streams.labelling.clone();
    // Said first: it explains whatever else does not hold.
    let mix_up = match &streams.fingerprint {
        Some(fingerprint) => {
            mixed_up(&text, fingerprint).map_err(|error| not_json(&error, &name))?
        }
        None => None,
    };
    let working = spinner("checking the result");
    let holds = if let Recognised::Other { .. } = recognised {
        let observed = observed(&arguments.observed)?;
        let given = Given {
            classifiers: &classifiers,
            joint: joint.as_ref(),
            models: &models,
            reported: reported.as_ref(),
            target_prior: target,
            observed,
        };
        let found = prove(&text, &given);
        working.finish_and_clear();
        let mut found = found.map_err(unchecked)?;
        found.check_labels(positive.as_deref(), dropped);
        found.failures.splice(0..0, mix_up);
        write_result(&arguments.output, streams, &found)?;
        found.holds()
    } else {
        let found = verify(&text, &classifiers);
        working.finish_and_clear();
        let mut found = found.map_err(|error| not_json(&error, &name))?;
        found.check_labels(positive.as_deref(), dropped);
        found.failures.splice(0..0, mix_up);
        if let Some(target) = target {
            found.check_prior(target);
        }
        write_result(&arguments.output, streams, &found)?;
        found.holds()
    };
    if holds { Ok(()) } else { Err(Failure::ChecksFailed) }
}

/// Classifiers that a result names as a model with a threshold, which need not be a vertex of its hull.
fn thresholds_of(text: &str) -> Vec<String> {
    #[derive(Deserialize)]
    struct Named {
        name: String,
    }
    #[derive(Deserialize)]
    struct Document {
        classifiers: Vec<Named>,
    }
    let names = serde_json::from_str::<Document>(text).map(|found| found.classifiers);
    let names = names.unwrap_or_default().into_iter().map(|of| of.name);
    names.filter(|name| name.contains(" >= ")).collect()
}

/// What was observed, if all of it is told.
fn observed(told: &OptionalObservedArgs) -> Result<Option<[u64; 4]>, Failure> {
    let OptionalObservedArgs { tp, fp, fn_, tn } = *told;
    match [tn, fp, fn_, tp] {
        [Some(tn), Some(fp), Some(fn_), Some(tp)] => Ok(Some([tn, fp, fn_, tp])),
        [None, None, None, None] => Ok(None),
        _ => Err(Failure::new(
            "only some of the observed counts are given",
            "give all of --tp, --fp, --fn and --tn",
        )),
    }
}

fn needs_input(recognised: Recognised) -> bool {
    recognised != Recognised::Other { input: Source::Nothing }
}

/// A result that was not made from an input has none.
fn no_input(arguments: &VerifyArgs, name: &str) -> Result<(), Failure> {
    if arguments.input.input == Path::new("-") {
        return Ok(());
    }
    Err(Failure::new("this result was not made from an input", "leave INPUT out").at(name))
}

fn not_json(error: &NotJson, name: &str) -> Failure {
    // The parser ends with the place, which goes to the front.
    let text = error.to_string();
    let (what, place) = match text.rsplit_once(" at line ") {
        Some((what, at)) => (what, format!("{name}:{}", at.replace(" column ", ":"))),
        None => (text.as_str(), name.to_owned()),
    };
    Failure::new(what, "give what a command has written with --format json").at(place)
}

fn read(path: &Path) -> std::io::Result<String> {
    if path == Path::new("-") {
        let mut text = String::new();
        given::standard_input(|input| input.read_to_string(&mut text))?;
        return Ok(text);
    }
    std::fs::read_to_string(path)
}
