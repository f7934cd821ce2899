//! `exactile regions`

use std::io::Write;

use super::args::{RegionsArgs, RegionsFormat};
use super::failure::Failure;
use super::input::{self, check_prior};
use super::multi_class::{Views, choose_class, views};
use super::output::write_result;
use super::streams::Streams;
use exactile::multi_class::ClassView;
use exactile::performance::Classifier;
use exactile::tile::{RankFilter, Regions, Selection, Summary};
use exactile_document::{EachClass, regions_csv, regions_json, regions_text};
use exactile_picture::{left_out_note, regions_geojson, regions_wkt};

pub(super) fn run(arguments: &RegionsArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let RegionsArgs { input, target, .. } = arguments;
    match views(input, &arguments.classes, streams)? {
        Views::One(classifiers) => {
            let regions = input::on_tile(classifiers, input, target)?;
            let selection = selection(arguments, regions.classifiers())?;
            let mut left_out = 0;
            write_result(arguments.output.output.as_ref(), streams, |out| {
                left_out = write(arguments, &regions, &selection, out)?;
                Ok(())
            })?;
            input::note_all(left_out_note(left_out).as_slice(), streams);
            Ok(())
        }
        Views::Each(views) => {
            check_prior("--target-prior", target.target_prior.as_ref())?;
            let selection = selection(arguments, &views[0].classifiers)?;
            write_result(arguments.output.output.as_ref(), streams, |out| {
                each_class(arguments, &views, &selection, out)
            })
        }
    }
}

/// The regions of each class against the rest, one after the other.
fn each_class(
    arguments: &RegionsArgs,
    views: &[ClassView],
    selection: &Selection,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let regions = |view: &ClassView| match &arguments.target.target_prior {
        Some(prior) => Regions::with_target_prior(view.classifiers.clone(), prior),
        None => Regions::new(view.classifiers.clone()),
    };
    match arguments.format {
        RegionsFormat::Text | RegionsFormat::Json => {}
        _ => return Err(choose_class("this format holds one class")),
    }
    let is_text = arguments.format == RegionsFormat::Text;
    let mut classes = EachClass::new("exactile.multi-class-regions.v1", "regions", is_text, out)?;
    for view in views {
        match regions(view) {
            Ok(regions) => {
                classes.begin(&view.label, out)?;
                write(arguments, &regions, selection, out)?;
                classes.end(out)?;
            }
            Err(error) => classes.undefined(&view.label, &error.to_string(), out)?,
        }
    }
    Ok(classes.finish(&[], out)?)
}

fn selection(arguments: &RegionsArgs, classifiers: &[Classifier]) -> Result<Selection, Failure> {
    let count = classifiers.len();
    if let Some(rank) = arguments.ranks.iter().find(|rank| **rank as usize > count) {
        let what = format!("there is no rank {rank} among {count} classifiers");
        return Err(Failure::new(what, format!("give a --rank from 1 to {count}")));
    }
    let named = arguments
        .classifiers
        .iter()
        .map(|name| input::position(classifiers, name))
        .collect::<Result<Vec<_>, _>>()?;
    let named = input::distinct(named);
    Ok(Selection {
        classifiers: (!named.is_empty()).then_some(named),
        ranks: RankFilter::holding(arguments.ranks.iter().copied()),
        areas: arguments.area,
    })
}

/// Writes the regions; the number of pieces that the format cannot hold and that are left out.
fn write(
    arguments: &RegionsArgs,
    regions: &Regions,
    selection: &Selection,
    out: &mut dyn Write,
) -> Result<u64, Failure> {
    let count = selection.classifiers.as_ref().map_or(regions.classifiers().len(), Vec::len);
    let work = if count > 2000 && !selection.ranks.is_first_only() {
        input::progress_bar(Some(count as u64), "classifiers")
    } else {
        indicatif::ProgressBar::hidden()
    };
    let done = || work.inc(1);
    let mut left_out = 0;
    match arguments.format {
        RegionsFormat::Text => {
            let summary = selected(summary(regions, selection), selection);
            regions_text(regions, &summary, out)?;
        }
        RegionsFormat::Json => regions_json(regions, selection, out, done)?,
        RegionsFormat::Csv => regions_csv(regions, selection, out, done)?,
        RegionsFormat::Geojson => left_out = regions_geojson(regions, selection, out, done)?,
        RegionsFormat::Wkt => left_out = regions_wkt(regions, selection, out, done)?,
    }
    work.finish_and_clear();
    Ok(left_out)
}

/// What the text tells; of the first rank alone, if that is all that was asked for.
fn summary(regions: &Regions, selection: &Selection) -> Summary {
    if selection.ranks.is_first_only() && regions.prior_positive().is_some() {
        regions.first_summary()
    } else {
        regions.summary()
    }
}

/// The entries of the summary that the selection names.
fn selected(mut summary: Summary, selection: &Selection) -> Summary {
    if let Some(wanted) = &selection.classifiers {
        summary.classifiers.retain(|entry| wanted.contains(&entry.classifier));
    }
    summary
}
