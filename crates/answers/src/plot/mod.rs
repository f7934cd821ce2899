//! `exactile plot`: pictures that are no other command's. `exactile plot tile` and its like are the
//! commands of these names.

pub(crate) mod arguments;
mod forest;
mod pairs;
mod strip;

use self::arguments::{PicturesArgs, PlotCommand, RowsPictureArgs};
use crate::drawn::picture::write_svg;
use crate::host::{Failure, Streams};
use crate::inputs::reading::ask;
use exactile::performance::Classifier;

pub(crate) fn run(arguments: &PicturesArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    match &arguments.command {
        PlotCommand::Forest(arguments) => ask(arguments, forest::reading, forest::answer, streams),
        PlotCommand::Strip(arguments) => ask(arguments, strip::reading, strip::answer, streams),
        PlotCommand::Pairs(arguments) => ask(arguments, pairs::reading, pairs::answer, streams),
    }
}

/// Returns the classifiers of a picture: with short names if they are thresholds of models.
fn labelled(subject: &exactile_input::Subject) -> Vec<Classifier> {
    let mut classifiers = subject.classifiers.clone();
    if let Some(families) = &subject.families {
        for (classifier, name) in classifiers.iter_mut().zip(&families.names) {
            classifier.name.clone_from(name);
        }
    }
    classifiers
}

/// Writes a picture of rows in the look that was asked for.
fn write(svg: &str, rows: &RowsPictureArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    write_svg(svg, rows.look.page.of_page(), rows.output.as_ref(), streams)
}
