//! `exactile lattice`

pub(crate) mod arguments;
mod plot;

use self::arguments::{
    CompareArgs, ConfluenceArgs, ContourArgs, LatticeArgs, LatticeCommand, ObservedArgs, PmfArgs,
    TailArgs,
};
use crate::further::{model, predictive};
use crate::host::{Failure, Streams, given, spinner, write_result};
use crate::inputs::reading::{Reading, ask};
use exactile::contest::{Comparison, ComparisonOptions, Digits};
use exactile::lattice::{
    Confluence, Contour, Distribution, Lattice, MetricPmf, Observation, Route, TailQuestions,
    TailRelation, Tails,
};
use exactile_document::{ComparisonReport, ConfluenceStream};
use exactile_input::Subject;

pub(crate) fn run(arguments: &LatticeArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    match &arguments.command {
        LatticeCommand::Confluence(arguments) => confluence(arguments, streams),
        LatticeCommand::Pmf(arguments) => pmf(arguments, streams),
        LatticeCommand::Tail(arguments) => tail(arguments, streams),
        LatticeCommand::Compare(arguments) => ask(arguments, reading, compare, streams),
        LatticeCommand::Contour(arguments) => contour(arguments, streams),
        LatticeCommand::Plot(arguments) => plot::run(arguments, streams),
    }
}

fn confluence(arguments: &ConfluenceArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let lattice = Lattice::new(arguments.size.positives, arguments.size.negatives)?;
    let metric = &arguments.metric.metric;
    let undefined = arguments.undefined.undefined.as_ref();
    if arguments.stream {
        let stream = ConfluenceStream { metric, lattice, undefined_as: undefined };
        return write_result(&arguments.output, streams, &stream);
    }
    let confluence = working("sorting the lattice", || {
        if arguments.points {
            Confluence::with_points(metric, lattice)
        } else {
            Confluence::new(metric, lattice)
        }
    })?;
    let confluence = match undefined {
        Some(value) => confluence.with_undefined_as(value)?,
        None => confluence,
    };
    write_result(&arguments.output, streams, &confluence)
}

fn pmf(arguments: &PmfArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let model = model(&arguments.model.further.choice)?;
    let next = predictive(observation(&arguments.observed), &model, &arguments.model.further)?;
    let (metric, undefined) = (&arguments.metric.metric, arguments.undefined.undefined.as_ref());
    let distribution = working("summing masses by value", || {
        let (route, stop) = (route(arguments.model.exact), given::stop());
        let pmf = MetricPmf::with_progress(&next, metric, route, undefined, &|| stop.step())?;
        pmf.map(|pmf| Distribution::new(pmf, &model, &arguments.level)).transpose()
    })?;
    let distribution = distribution.ok_or_else(Failure::stopped)?;
    write_result(&arguments.output, streams, &distribution)
}

fn tail(arguments: &TailArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let questions: Vec<_> = [
        (TailRelation::AtLeast, &arguments.at_least),
        (TailRelation::Above, &arguments.above),
        (TailRelation::AtMost, &arguments.at_most),
        (TailRelation::Below, &arguments.below),
        (TailRelation::Equal, &arguments.equal),
    ]
    .into_iter()
    .flat_map(|(relation, values)| values.iter().map(move |value| (relation, value.clone())))
    .collect();
    if questions.is_empty() && arguments.quantiles.is_empty() {
        return Err(Failure::new(
            "no probability and no quantile is requested",
            "add --at-least T or --quantile X",
        ));
    }
    let model = model(&arguments.model.further.choice)?;
    let next = predictive(observation(&arguments.observed), &model, &arguments.model.further)?;
    let (metric, exact) = (&arguments.metric.metric, arguments.model.exact);
    let asked = TailQuestions {
        probabilities: &questions,
        quantiles: &arguments.quantiles,
        exact,
        undefined_as: arguments.undefined.undefined.as_ref(),
    };
    let tails = working("searching the lattice", || Tails::new(&next, &model, metric, &asked))?;
    write_result(&arguments.output, streams, &tails)
}

fn reading(arguments: &CompareArgs) -> Result<Reading, Failure> {
    model(&arguments.model.further.choice)?;
    Ok(Reading::of(&arguments.input))
}

fn compare(
    arguments: &CompareArgs,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let model = model(&arguments.model.further.choice)?;
    let classifiers = &subject.classifiers;
    let mut named = Vec::with_capacity(classifiers.len());
    for classifier in classifiers {
        let observed = Observation::from_matrix(&classifier.matrix, &classifier.name)?;
        named.push((
            classifier.name.clone(),
            predictive(observed, &model, &arguments.model.further)?,
        ));
    }
    let options = ComparisonOptions {
        ranks: arguments.ranks,
        digits: if arguments.model.exact { Digits::Fractions } else { Digits::Seventeen },
        undefined_as: arguments.undefined.undefined.clone(),
    };
    let comparison = working("comparing pairs", || {
        Comparison::with(&named, &arguments.metric.metric, &options)
    })?;
    let report = ComparisonReport { comparison: &comparison, model: &model };
    write_result(&arguments.output, streams, &report)
}

fn contour(arguments: &ContourArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let lattice = Lattice::new(arguments.size.positives, arguments.size.negatives)?;
    let contour = working("searching the lattice", || {
        Contour::new(&arguments.metric.metric, &arguments.value, lattice)
    })?;
    write_result(&arguments.output, streams, &contour)
}

/// Runs some work while a spinner is shown.
fn working<T>(doing: &'static str, work: impl FnOnce() -> T) -> T {
    let spinner = spinner(doing);
    let result = work();
    spinner.finish_and_clear();
    result
}

fn route(exact: bool) -> Route {
    if exact { Route::Exact } else { Route::Certified }
}

fn observation(arguments: &ObservedArgs) -> Observation {
    let ObservedArgs { tp, fp, fn_, tn } = *arguments;
    Observation { tn, fp, fn_, tp }
}
