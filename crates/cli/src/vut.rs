//! `exactile vut`

use super::args::{TableFormat, VutArgs};
use super::failure::Failure;
use super::input;
use super::output::write_result;
use super::streams::Streams;
use exactile::tile::rank_by_volume;
use exactile_document::{volumes_csv, volumes_json, volumes_text};

pub(super) fn run(arguments: &VutArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let classifiers = input::classifiers(&arguments.input, streams)?;
    let ranking = rank_by_volume(&classifiers);
    write_result(arguments.output.output.as_ref(), streams, |out| {
        match arguments.format {
            TableFormat::Text => volumes_text(&classifiers, &ranking, out)?,
            TableFormat::Json => volumes_json(&classifiers, &ranking, out)?,
            TableFormat::Csv => volumes_csv(&classifiers, &ranking, out)?,
        }
        Ok(())
    })
}
