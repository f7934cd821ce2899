//! `exactile regions`

use super::Streams;
use super::args::{RegionsArgs, RegionsFormat};
use super::failure::Failure;
use super::input;
use super::output::write_result;
use crate::render::{regions_csv, regions_geojson, regions_json, regions_text, regions_wkt};
use crate::tile::{RankFilter, Selection, Summary};

pub(super) fn run(arguments: &RegionsArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let regions = input::regions(&arguments.input, &arguments.target, streams)?;
    let named = arguments
        .classifiers
        .iter()
        .map(|name| input::position(regions.classifiers(), name))
        .collect::<Result<Vec<_>, _>>()?;
    let named = input::distinct(named);
    let selection = Selection {
        classifiers: (!named.is_empty()).then_some(named),
        ranks: RankFilter::holding(arguments.ranks.iter().copied()),
        areas: arguments.area,
    };
    let count = selection.classifiers.as_ref().map_or(regions.classifiers().len(), Vec::len);
    let work = if count > 2000 && !selection.ranks.is_first_only() {
        input::progress_bar(Some(count as u64), "classifiers")
    } else {
        indicatif::ProgressBar::hidden()
    };
    let done = || work.inc(1);
    write_result(arguments.output.output.as_ref(), streams, |out| {
        match arguments.format {
            RegionsFormat::Text => {
                let summary = if selection.ranks.is_first_only() {
                    regions.first_summary()
                } else {
                    regions.summary()
                };
                regions_text(&regions, &selected(summary, &selection), out)?;
            }
            RegionsFormat::Json => regions_json(&regions, &selection, out, done)?,
            RegionsFormat::Csv => regions_csv(&regions, &selection, out, done)?,
            RegionsFormat::Geojson => regions_geojson(&regions, &selection, out, done)?,
            RegionsFormat::Wkt => regions_wkt(&regions, &selection, out, done)?,
        }
        work.finish_and_clear();
        Ok(())
    })
}

/// The entries of the summary that the selection names.
fn selected(mut summary: Summary, selection: &Selection) -> Summary {
    if let Some(wanted) = &selection.classifiers {
        summary.classifiers.retain(|entry| wanted.contains(&entry.classifier));
    }
    summary
}
