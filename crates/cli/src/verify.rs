//! `exactile verify`

use std::path::Path;

use super::args::VerifyArgs;
use super::failure::{Failure, reason};
use super::given;
use super::input::spinner;
use super::multi_class::one_view;
use super::output::write_result;
use super::streams::Streams;
use exactile_document::Labelling;
use exactile_verify::{NotJson, mixed_up, schema, verify, verify_rankings};

pub(super) fn run(arguments: &VerifyArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let (path, stdin) = (&arguments.regions, Path::new("-"));
    if path == stdin && arguments.input.input == stdin {
        return Err(Failure::new(
            "regions and counts cannot both come from standard input",
            "name a file for one of them",
        ));
    }
    let name = path.display().to_string();
    let text = read(path).map_err(|error| {
        Failure::new(format!("cannot be read: {}", reason(&error)), "check the path").at(&name)
    })?;
    let classifiers = one_view(&arguments.input, &arguments.classes, streams)?;
    let not_json = |error: NotJson| {
        // The parser ends with the place, which goes to the front.
        let text = error.to_string();
        let (what, place) = match text.rsplit_once(" at line ") {
            Some((what, at)) => (what, format!("{name}:{}", at.replace(" column ", ":"))),
            None => (text.as_str(), name.clone()),
        };
        Failure::new(what, "give what regions or rankings --format json has written").at(place)
    };
    let schema = schema(&text).map_err(not_json)?;
    let Labelling { positive, dropped } = streams.labelling.clone();
    // Said first: it explains whatever else does not hold.
    let mix_up = match &streams.fingerprint {
        Some(fingerprint) => mixed_up(&text, fingerprint).map_err(not_json)?,
        None => None,
    };
    let working = spinner("checking the result");
    let holds = if schema.as_deref() == Some("exactile.rankings.v1") {
        let found = verify_rankings(&text, &classifiers);
        working.finish_and_clear();
        let mut found = found.map_err(not_json)?;
        found.check_labels(positive.as_deref(), dropped);
        found.failures.splice(0..0, mix_up);
        write_result(&arguments.output, streams, &found)?;
        found.holds()
    } else {
        let found = verify(&text, &classifiers);
        working.finish_and_clear();
        let mut found = found.map_err(not_json)?;
        found.check_labels(positive.as_deref(), dropped);
        found.failures.splice(0..0, mix_up);
        write_result(&arguments.output, streams, &found)?;
        found.holds()
    };
    if holds { Ok(()) } else { Err(Failure::ChecksFailed) }
}

fn read(path: &Path) -> std::io::Result<String> {
    if path == Path::new("-") {
        let mut text = String::new();
        given::standard_input(|input| input.read_to_string(&mut text))?;
        return Ok(text);
    }
    std::fs::read_to_string(path)
}
