//! `exactile plot`: pictures that are no other command's. `exactile plot tile` and its like are the
//! commands of these names.

mod forest;
mod names;
mod pairs;
mod strip;

use super::args::PlotCommand;
use super::failure::Failure;
use super::reading::ask;
use super::streams::Streams;
use exactile::performance::Classifier;

pub(super) use names::without_plot;

pub(super) fn run(command: &PlotCommand, streams: &mut Streams<'_>) -> Result<(), Failure> {
    match command {
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
