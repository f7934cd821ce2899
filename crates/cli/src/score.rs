//! `exactile score`

use super::args::{ScoreArgs, TableFormat};
use super::failure::Failure;
use super::input::progress_bar;
use super::multi_class::one_view;
use super::output::write_result;
use super::streams::Streams;
use exactile::score::{Metric, ScoreStream};
use exactile_document::{scores_csv, scores_json, scores_text};

pub(super) fn run(arguments: &ScoreArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let classifiers = one_view(&arguments.input, &arguments.classes, streams)?;
    let named = arguments.metrics.distinct();
    let metrics = if named.is_empty() { Metric::all() } else { named };
    let bar = progress_bar(Some(classifiers.len() as u64), "classifiers");
    let done = || bar.inc(1);
    let scores = ScoreStream::new(&classifiers, &metrics, &done);
    let written = write_result(arguments.output.output.as_ref(), streams, |out| {
        match arguments.format {
            TableFormat::Text => scores_text(&scores, out)?,
            TableFormat::Json => scores_json(&scores, out)?,
            TableFormat::Csv => scores_csv(&scores, out)?,
        }
        Ok(())
    });
    bar.finish_and_clear();
    written
}
