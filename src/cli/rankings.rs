//! `exactile rankings`

use super::Streams;
use super::args::{DocumentFormat, RankingsArgs};
use super::failure::Failure;
use super::input;
use super::output::write_result;
use crate::arrangement::Frontiers;
use crate::render::{RankingsDetail, around_json, around_text, rankings_json, rankings_text};

pub(super) fn run(arguments: &RankingsArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let regions = input::regions(&arguments.input, &arguments.target, streams)?;
    let frontiers = Frontiers::new(&regions)?;
    let destination = arguments.output.output.as_ref();
    if let Some(score) = arguments.score.as_ref().or(arguments.at.as_ref()) {
        let around = frontiers.around(&score.place(regions.prior_positive()));
        let name = arguments.score.as_ref().map(ToString::to_string);
        return write_result(destination, streams, |out| {
            match arguments.format {
                DocumentFormat::Text => around_text(&frontiers, name.as_deref(), &around, out)?,
                DocumentFormat::Json => around_json(&frontiers, name.as_deref(), &around, out)?,
            }
            Ok(())
        });
    }
    let RankingsArgs { confluences, cells, polygons, area, rankings, .. } = *arguments;
    let detail = RankingsDetail {
        confluences,
        // For people the areas of the largest cells will do, unless they ask for all.
        cells: cells || polygons || rankings || area && arguments.format == DocumentFormat::Json,
        polygons,
        areas: area,
        rankings,
    };
    write_result(destination, streams, |out| {
        match arguments.format {
            DocumentFormat::Text => rankings_text(&frontiers, detail, out)?,
            DocumentFormat::Json => rankings_json(&frontiers, detail, out)?,
        }
        Ok(())
    })
}
