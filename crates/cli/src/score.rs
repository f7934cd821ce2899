//! `exactile score`

use super::args::{ScoreArgs, TableFormat};
use super::failure::Failure;
use super::multi_class::one_view;
use super::output::write_result;
use super::streams::Streams;
use exactile::score::{Metric, ScoreTable};
use exactile_document::{scores_csv, scores_json, scores_text};

pub(super) fn run(arguments: &ScoreArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let classifiers = one_view(&arguments.input, &arguments.classes, streams)?;
    let named = arguments.metrics.distinct();
    let metrics = if named.is_empty() { Metric::all() } else { named };
    let scores = ScoreTable::new(&classifiers, &metrics);
    write_result(arguments.output.output.as_ref(), streams, |out| {
        match arguments.format {
            TableFormat::Text => scores_text(&scores, out)?,
            TableFormat::Json => scores_json(&scores, out)?,
            TableFormat::Csv => scores_csv(&scores, out)?,
        }
        Ok(())
    })
}
