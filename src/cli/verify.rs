//! `exactile verify`

use std::io::Read;
use std::path::Path;

use super::Streams;
use super::args::{DocumentFormat, VerifyArgs};
use super::failure::Failure;
use super::multi_class::one_view;
use super::output::write_result;
use crate::render::{verification_json, verification_text};
use crate::verify::verify;

pub(super) fn run(arguments: &VerifyArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let (path, stdin) = (&arguments.regions, Path::new("-"));
    if path == stdin && arguments.input.input == stdin {
        return Err(Failure::message(
            "regions and counts cannot both come from standard input, on the command line, name a \
             file for one of them",
        ));
    }
    let name: String = path.display().to_string().chars().flat_map(char::escape_debug).collect();
    let text = read(path).map_err(|error| {
        Failure::message(format!("cannot read regions: {error}, in {name}, check the path"))
    })?;
    let classifiers = one_view(&arguments.input, &arguments.classes, streams)?;
    let found = verify(&text, &classifiers).map_err(|error| {
        Failure::message(format!("{error}, in {name}, give what regions --format json has written"))
    })?;
    write_result(arguments.output.output.as_ref(), streams, |out| {
        match arguments.format {
            DocumentFormat::Text => verification_text(&found, out)?,
            DocumentFormat::Json => verification_json(&found, out)?,
        }
        Ok(())
    })?;
    if found.holds() { Ok(()) } else { Err(Failure::ChecksFailed) }
}

fn read(path: &Path) -> std::io::Result<String> {
    if path == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().lock().read_to_string(&mut text)?;
        return Ok(text);
    }
    std::fs::read_to_string(path)
}
