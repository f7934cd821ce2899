//! `exactile regions`

pub(crate) mod arguments;
mod at_best;

use self::arguments::RegionsArgs;
use crate::args::{Destination, InputArgs, RegionsFormat};
use crate::host::{
    Failure, ProgressBar, Streams, given, limits, note_all, progress_bar, write_plain, write_result,
};
use crate::inputs::input;
use crate::inputs::multi_class::{Views, choose_class, views};
use crate::inputs::reading::Reading;
use exactile::multi_class::ClassView;
use exactile::performance::{Classifier, counted};
use exactile::tile::{RankFilter, Regions, Selection};
use exactile::work::{Advance, go_on};
use exactile_document::{EachClass, Form, Format, RegionsReport, Style};
use exactile_input::Subject;
use exactile_picture::{left_out_note, regions_geojson, regions_wkt};

/// Returns the input, with the requested names.
fn input(arguments: &RegionsArgs) -> InputArgs {
    let RegionsArgs { input, target, .. } = arguments;
    input.for_any_prior(target.target_prior.is_some()).naming(&arguments.classifiers)
}

pub(crate) fn reading(arguments: &RegionsArgs) -> Result<Reading, Failure> {
    let reading = match arguments.best.at_best {
        true => Reading::at_best(&arguments.input, &arguments.classes)?,
        false => Reading::of_classes(&input(arguments), &arguments.classes),
    };
    Ok(reading.by(&arguments.domains))
}

pub(crate) fn answer(
    arguments: &RegionsArgs,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    if arguments.best.at_best {
        return at_best::answer(arguments, subject, streams);
    }
    let target = &arguments.target;
    let input = &input(arguments);
    let path = arguments.output.output.as_ref();
    let form = arguments.format.form();
    match views(subject, input, &arguments.classes, streams)? {
        Views::One(classifiers) => {
            input::note_optimism(input, streams);
            let regions = &input::on_tile(classifiers, target)?;
            let selection = &selection(arguments, regions.classifiers())?;
            if is_summary(arguments.format) {
                limits::equal_pairs(regions.classifiers())?;
            }
            let work = progress(regions, selection);
            let stop = given::stop();
            let advance = || {
                work.inc(1);
                stop.step()
            };
            let advance: Advance<'_> = &advance;
            let mut left_out = 0;
            match form {
                Some(form) => {
                    let report = RegionsReport { regions, selection, advance };
                    write_result(Destination { path, form }, streams, &report)?;
                }
                None => write_plain(path, streams, |out| {
                    left_out = match arguments.format {
                        RegionsFormat::Geojson => {
                            regions_geojson(regions, selection, out, advance)?
                        }
                        _ => regions_wkt(regions, selection, out, advance)?,
                    };
                    Ok(())
                })?,
            }
            work.finish_and_clear();
            note_all(left_out_note(left_out).as_slice(), streams);
            Ok(())
        }
        Views::Each(views) => {
            let selection = &selection(arguments, &views[0].classifiers)?;
            if is_summary(arguments.format) {
                views.iter().try_for_each(|view| limits::equal_pairs(&view.classifiers))?;
            }
            let form = form
                .filter(|form| *form != Form::Page(Style::new(Format::Csv)))
                .ok_or_else(|| choose_class("this format shows one class"))?;
            let regions = |view: &ClassView| match &target.target_prior {
                Some(prior) => Regions::with_target_prior(view.classifiers.clone(), prior),
                None => Regions::new(view.classifiers.clone()),
            };
            let found: Vec<_> = views.iter().map(|view| (&*view.label, regions(view))).collect();
            let classes = found.iter().map(|(label, regions)| {
                let report = |regions| RegionsReport { regions, selection, advance: &go_on };
                (*label, regions.as_ref().map(report).map_err(ToString::to_string))
            });
            let report = EachClass {
                schema: "exactile.multi-class-regions.v1",
                key: "regions",
                classes: classes.collect(),
                entry: None,
            };
            write_result(Destination { path, form }, streams, &report)
        }
    }
}

/// Returns `true` if a format shows the summary instead of the pieces.
fn is_summary(format: RegionsFormat) -> bool {
    matches!(format, RegionsFormat::Text | RegionsFormat::Markdown | RegionsFormat::Latex)
}

/// Returns a progress bar, if the work takes a while.
fn progress(regions: &Regions, selection: &Selection) -> ProgressBar {
    let count = selection.classifiers.as_ref().map_or(regions.classifiers().len(), Vec::len);
    // Under different priors a classifier takes about the square of their number.
    let many = if regions.prior_positive().is_some() { 2000 } else { 50 };
    if count > many && !selection.ranks.is_first_only() {
        progress_bar(Some(count as u64), "classifiers")
    } else {
        ProgressBar::hidden()
    }
}

fn selection(arguments: &RegionsArgs, classifiers: &[Classifier]) -> Result<Selection, Failure> {
    let count = classifiers.len();
    if let Some(rank) = arguments.ranks.iter().find(|rank| **rank as usize > count) {
        let what = format!("there is no rank {rank} among {}", counted(count, "classifier"));
        return Err(Failure::new(what, format!("give a --rank from 1 to {count}")).about_input());
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
