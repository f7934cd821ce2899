//! `exactile report`

use super::Streams;
use super::args::ReportArgs;
use super::failure::Failure;
use super::input;
use super::lattice::model;
use super::multi_class::one_view;
use super::output::write_result;
use crate::lattice::LatticeError;
use crate::num::Rational;
use crate::render::report_html;
use crate::report::{Options, Report, ReportError};

pub(super) fn run(arguments: &ReportArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    check_page_name(arguments)?;
    input::check_prior("--target-prior", arguments.target_prior.as_ref())?;
    // Refused before the work rather than after it.
    if !arguments.level.is_positive() || arguments.level >= Rational::ONE {
        return Err(LatticeError::LevelOutOfRange(arguments.level.clone()).into());
    }
    let options = Options {
        target_prior: arguments.target_prior.clone(),
        metrics: distinct_metrics(arguments),
        model: model(&arguments.model)?,
        level: arguments.level.clone(),
        grid: arguments.grid,
    };
    let classifiers = one_view(&arguments.input, &arguments.classes, streams)?;
    let working = input::spinner("working out the report");
    let report = Report::new(classifiers, &options);
    working.finish_and_clear();
    let report = report.map_err(|error| match error {
        ReportError::Tile(error) => Failure::in_input(&error, &input::name(&arguments.input)),
        other => other.into(),
    })?;
    write_result(arguments.output.output.as_ref(), streams, |out| Ok(report_html(&report, out)?))
}

/// The metrics in the order of their first mention.
fn distinct_metrics(arguments: &ReportArgs) -> Vec<crate::score::Metric> {
    if arguments.metrics.is_empty() {
        return Options::usual_metrics();
    }
    let mut metrics = Vec::new();
    for metric in &arguments.metrics {
        if !metrics.contains(metric) {
            metrics.push(metric.clone());
        }
    }
    metrics
}

/// A page is HTML, and a name that says otherwise is a mistake.
fn check_page_name(arguments: &ReportArgs) -> Result<(), Failure> {
    let Some(extension) = arguments.output.output.as_ref().and_then(|path| path.extension()) else {
        return Ok(());
    };
    if ["html", "htm"].iter().any(|known| extension.eq_ignore_ascii_case(known)) {
        return Ok(());
    }
    Err(Failure::message(format!(
        "a report cannot be written as {extension:?}, on the command line, name a file .html"
    )))
}
