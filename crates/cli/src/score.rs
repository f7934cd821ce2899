//! `exactile score`

use super::args::ScoreArgs;
use super::failure::Failure;
use super::input::progress_bar;
use super::multi_class::one_view;
use super::output::write_result;
use super::streams::Streams;
use exactile::score::{Metric, ScoreStream};

pub(super) fn run(arguments: &ScoreArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let classifiers = one_view(&arguments.input, &arguments.classes, streams)?;
    let named = arguments.metrics.distinct();
    let metrics = if named.is_empty() { Metric::all() } else { named };
    let bar = progress_bar(Some(classifiers.len() as u64), "classifiers");
    let done = || bar.inc(1);
    let scores = ScoreStream::new(&classifiers, &metrics, &done);
    let written = write_result(&arguments.output, streams, &scores);
    bar.finish_and_clear();
    written
}
