//! `exactile regions`

use super::Streams;
use super::args::{RegionsArgs, RegionsFormat};
use super::failure::Failure;
use super::input;
use super::output::write_result;
use crate::render::{regions_csv, regions_geojson, regions_json, regions_text, regions_wkt};
use crate::tile::{AnyRegions, RankFilter, Selection, Summary, on_regions};

pub(super) fn run(arguments: &RegionsArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let regions = input::any_regions(&arguments.input, &arguments.target, streams)?;
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
        on_regions!(&regions, tile => match arguments.format {
            RegionsFormat::Text => {
                let summary = selected(summary(&regions, &selection), &selection);
                regions_text(tile, &summary, out)?;
            }
            RegionsFormat::Json => regions_json(tile, &selection, out, done)?,
            RegionsFormat::Csv => regions_csv(tile, &selection, out, done)?,
            RegionsFormat::Geojson => regions_geojson(tile, &selection, out, done)?,
            RegionsFormat::Wkt => regions_wkt(tile, &selection, out, done)?,
        });
        work.finish_and_clear();
        Ok(())
    })
}

/// What the text tells; of the first rank alone, if that is all that was asked for.
fn summary(regions: &AnyRegions, selection: &Selection) -> Summary {
    match regions {
        AnyRegions::Equal(regions) if selection.ranks.is_first_only() => regions.first_summary(),
        AnyRegions::Equal(regions) => regions.summary(),
        AnyRegions::Unequal(regions) => regions.summary(),
    }
}

/// The entries of the summary that the selection names.
fn selected(mut summary: Summary, selection: &Selection) -> Summary {
    if let Some(wanted) = &selection.classifiers {
        summary.classifiers.retain(|entry| wanted.contains(&entry.classifier));
    }
    summary
}
