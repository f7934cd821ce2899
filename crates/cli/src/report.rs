//! `exactile report`

use super::args::ReportArgs;
use super::failure::Failure;
use super::further::model;
use super::input;
use super::limits;
use super::multi_class::one_view;
use super::output::write_plain;
use super::streams::Streams;
use exactile::lattice::LatticeError;
use exactile::num::Rational;
use exactile_report::report_html;
use exactile_report::{Report, ReportError, ReportOptions};

pub(super) fn run(arguments: &ReportArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    check_page_name(arguments)?;
    input::check_prior("--target-prior", arguments.target_prior.as_ref())?;
    // Refused before the work rather than after it.
    if !arguments.level.is_positive() || arguments.level >= Rational::ONE {
        return Err(LatticeError::LevelOutOfRange(arguments.level.clone()).into());
    }
    let named = arguments.metrics.distinct();
    let options = ReportOptions {
        target_prior: arguments.target_prior.clone(),
        metrics: if named.is_empty() { ReportOptions::usual_metrics() } else { named },
        model: model(&arguments.model)?,
        level: arguments.level.clone(),
        grid: arguments.grid,
    };
    let classifiers = one_view(&arguments.input, &arguments.classes, streams)?;
    limits::report(classifiers.len())?;
    let working = input::spinner("working out the report");
    let report = Report::new(classifiers, &options);
    working.finish_and_clear();
    let mut report = report.map_err(|error| match error {
        ReportError::Tile(error) => Failure::in_input(&error, &input::name(&arguments.input)),
        other => other.into(),
    })?;
    report.positive = streams.labelling.positive.clone();
    report.dropped_rows = streams.labelling.dropped;
    write_plain(arguments.output.output.as_ref(), streams, |out| Ok(report_html(&report, out)?))
}

/// A page is HTML, and a name that says otherwise is a mistake.
fn check_page_name(arguments: &ReportArgs) -> Result<(), Failure> {
    let Some(extension) = arguments.output.output.as_ref().and_then(|path| path.extension()) else {
        return Ok(());
    };
    if ["html", "htm"].iter().any(|known| extension.eq_ignore_ascii_case(known)) {
        return Ok(());
    }
    Err(Failure::new(format!("a report cannot be written as {extension:?}"), "name a file .html"))
}
