//! `exactile score`

pub(crate) mod arguments;

use self::arguments::ScoreArgs;
use crate::args::Destination;
use crate::host::{Failure, Streams, limits, progress_bar, write_result};
use crate::inputs::clusters;
use crate::inputs::input::{RIGHT_OR_WRONG, check_metric};
use crate::inputs::multi_class::one_view;
use crate::inputs::reading::Reading;
use crate::intervals;
use exactile::contest::{IntervalKind, is_share};
use exactile::score::{Metric, ScoreStream};
use exactile_document::{Form, ScoresReport};
use exactile_input::Subject;

pub(crate) fn reading(arguments: &ScoreArgs) -> Result<Reading, Failure> {
    let named = arguments.metrics.distinct();
    // All of them are asked for where none is named.
    let any_prior = !named.is_empty() && named.iter().all(is_free_of_prior);
    let input = arguments.input.for_any_prior(any_prior);
    if let Some(column) =
        intervals::cluster(&arguments.interval, &arguments.domains, &arguments.classes)?
    {
        return Ok(clusters::reading(&input, column));
    }
    Ok(Reading::of_classes(&input, &arguments.classes).by(&arguments.domains))
}

pub(crate) fn answer(
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
    if intervals::kind(&arguments.interval, &named)? == Some(IntervalKind::ClopperPearson) {
        metrics.retain(is_share);
    }
    let question = intervals::question(&arguments.interval, &metrics, subject);
    let intervals = intervals::found(&classifiers, question.as_ref(), subject, streams)?;
    let bar = progress_bar(Some(classifiers.len() as u64), "classifiers");
    let done = || bar.inc(1);
    let scores = ScoreStream::new(&classifiers, &metrics, &done);
    let intervals = question.as_ref().zip(intervals.as_deref());
    let report = ScoresReport { scores: &scores, intervals };
    let written = write_result(&arguments.output, streams, &report);
    bar.finish_and_clear();
    written
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
