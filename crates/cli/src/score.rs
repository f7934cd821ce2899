//! `exactile score`

use super::args::{Destination, ScoreArgs};
use super::failure::Failure;
use super::given;
use super::input::{RIGHT_OR_WRONG, check_metric, progress_bar};
use super::limits;
use super::multi_class::one_view;
use super::output::write_result;
use super::reading::Reading;
use super::streams::Streams;
use exactile::contest::{
    IntervalKind, IntervalQuestion, Intervals, PatternMass, intervals, is_share,
};
use exactile::lattice::LatticeError;
use exactile::performance::Classifier;
use exactile::score::{Metric, ScoreStream};
use exactile_document::{Form, ScoresReport};
use exactile_input::Subject;

pub(super) fn reading(arguments: &ScoreArgs) -> Result<Reading, Failure> {
    let named = arguments.metrics.distinct();
    // All of them are asked for where none is named.
    let any_prior = !named.is_empty() && named.iter().all(is_free_of_prior);
    let input = arguments.input.for_any_prior(any_prior);
    Ok(Reading::of_classes(&input, &arguments.classes).by(&arguments.domains))
}

pub(super) fn answer(
    arguments: &ScoreArgs,
    subject: &Subject,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let named = arguments.metrics.distinct();
    let mut metrics = if named.is_empty() { Metric::all() } else { named.clone() };
    let classifiers = one_view(subject, &arguments.input, &arguments.classes, streams)?;
    if named.is_empty() && streams.is_right_or_wrong {
        metrics = RIGHT_OR_WRONG.to_vec();
    }
    for metric in &metrics {
        check_metric(metric, streams)?;
    }
    if Destination::from(&arguments.output).form != Form::Json {
        limits::scores(classifiers.len(), metrics.len())?;
    }
    let question = question(arguments, &mut metrics)?;
    let intervals = question.as_ref().map(|question| found(&classifiers, question)).transpose()?;
    let bar = progress_bar(Some(classifiers.len() as u64), "classifiers");
    let done = || bar.inc(1);
    let scores = ScoreStream::new(&classifiers, &metrics, &done);
    let intervals = question.as_ref().zip(intervals.as_deref());
    let report = ScoresReport { scores: &scores, intervals };
    let written = write_result(&arguments.output, streams, &report);
    bar.finish_and_clear();
    written
}

/// The intervals that are asked for. Where no metric is named, those of Clopper and Pearson leave the rates.
fn question(
    arguments: &ScoreArgs,
    metrics: &mut Vec<Metric>,
) -> Result<Option<IntervalQuestion>, Failure> {
    let Some(interval) = arguments.interval else { return Ok(None) };
    let kind = IntervalKind::from(interval);
    if kind == IntervalKind::ClopperPearson {
        let is_named = !arguments.metrics.distinct().is_empty();
        if let Some(other) = metrics.iter().find(|metric| is_named && !is_share(metric)) {
            return Err(LatticeError::NotAShare(other.clone()).into());
        }
        metrics.retain(is_share);
    }
    Ok(Some(IntervalQuestion {
        metrics: metrics.clone(),
        kind,
        level: arguments.level.clone(),
        mass: PatternMass::default(),
        seed: arguments.seed,
    }))
}

/// The intervals of all classifiers, with a bar of progress.
fn found(
    classifiers: &[Classifier],
    question: &IntervalQuestion,
) -> Result<Vec<Intervals>, Failure> {
    let bar = progress_bar(Some(classifiers.len() as u64), "classifiers");
    let stop = given::stop();
    let found = intervals(classifiers, question, &|| {
        bar.inc(1);
        stop.step()
    });
    bar.finish_and_clear();
    found?.ok_or_else(Failure::stopped)
}

/// Returns `true` if a metric is a function of TPR and TNR alone.
fn is_free_of_prior(metric: &Metric) -> bool {
    const FREE: [&str; 17] = [
        "tpr",
        "tnr",
        "fpr",
        "fnr",
        "ba",
        "informedness",
        "gm",
        "plr",
        "nlr",
        "dor",
        "pt",
        "d-prime",
        "ppv-bal",
        "npv-bal",
        "f1-bal",
        "mcc-bal",
        "ts-bal",
    ];
    FREE.contains(&metric.to_string().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use exactile::num::{Rational, Value};
    use exactile::performance::ConfusionMatrix;

    #[test]
    fn metrics_without_a_prior_have_one_value_at_all_priors() {
        let at = |tnr: (i64, i64), prior: (i64, i64)| {
            let rate = |(n, d): (i64, i64)| Rational::new(n, d);
            ConfusionMatrix::from_rates(&rate(tnr), &rate((4, 5)), &rate(prior)).expect("rates")
        };
        let free: Vec<Metric> = Metric::all().into_iter().filter(is_free_of_prior).collect();
        assert!(free.len() >= 15, "{}", free.len());
        for metric in free {
            for tnr in [(7, 10), (19, 20)] {
                let values: [Value; 3] =
                    [(1, 2), (1, 10), (7, 9)].map(|prior| metric.value(&at(tnr, prior)));
                assert!(values.iter().all(|value| *value == values[0]), "{metric}: {values:?}");
            }
        }
    }
}
