//! `exactile score`

use super::args::ScoreArgs;
use super::failure::Failure;
use super::multi_class::one_view;
use super::output::write_result;
use super::streams::Streams;
use exactile::score::{Metric, ScoreTable};

pub(super) fn run(arguments: &ScoreArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let classifiers = one_view(&arguments.input, &arguments.classes, streams)?;
    let named = arguments.metrics.distinct();
    let metrics = if named.is_empty() { Metric::all() } else { named };
    write_result(&arguments.output, streams, &ScoreTable::new(&classifiers, &metrics))
}
