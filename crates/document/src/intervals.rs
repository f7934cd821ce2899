//! Intervals of true values.

use super::certain::known;
use super::{Cell, Column, Format};
use exactile::contest::{IntervalKind, IntervalQuestion, Intervals, TrueInterval};

/// The assumptions of credible intervals.
const CREDIBLE: &str = "True value: that of the true rates, each with a uniform prior, at the \
     class sizes of the test; it is in the interval with this probability.";
/// The assumptions of intervals of Clopper and Pearson.
const CLOPPER_PEARSON: &str = "True value: the interval contains it with at least this \
     probability, whatever the value is, if the samples in the denominator of the rate are drawn \
     independently from one distribution; for accuracy those are all samples of both classes.";

/// The assumptions of intervals from clusters.
const CLUSTERED: &str = "True value: that on the population from which the clusters were sampled; \
     clusters have random weights (Bayesian bootstrap), and it is in the interval with this \
     probability.";

/// The intervals of one metric.
#[derive(Clone, Copy, Debug)]
pub struct MetricIntervals<'i> {
    /// The question.
    pub question: &'i IntervalQuestion,
    /// The intervals of each classifier.
    pub classifiers: &'i [Intervals],
    /// The position of the metric among the requested ones.
    pub metric: usize,
}

impl<'i> MetricIntervals<'i> {
    /// Returns the interval of a classifier, if there is one.
    pub(super) fn of(&self, classifier: usize) -> Option<&'i TrueInterval> {
        self.classifiers[classifier][self.metric].as_ref().ok()
    }
}

/// Returns a sentence with the meaning of an interval.
pub(super) fn meaning(kind: IntervalKind) -> &'static str {
    match kind {
        IntervalKind::Credible => CREDIBLE,
        IntervalKind::ClopperPearson => CLOPPER_PEARSON,
        IntervalKind::Clusters(_) => CLUSTERED,
    }
}

/// The name of a kind.
pub(super) fn kind_name(kind: IntervalKind) -> &'static str {
    match kind {
        IntervalKind::Credible => "credible",
        IntervalKind::ClopperPearson => "clopper-pearson",
        IntervalKind::Clusters(_) => "clusters",
    }
}

/// The number of clusters that intervals come from.
pub(super) fn clusters_of(kind: IntervalKind) -> Option<usize> {
    match kind {
        IntervalKind::Clusters(count) => Some(count),
        IntervalKind::Credible | IntervalKind::ClopperPearson => None,
    }
}

/// Returns the columns of both ends, and of the number of draws.
pub(super) fn interval_columns(question: &IntervalQuestion) -> [Column; 3] {
    let level = question.level.in_percent();
    [
        Column::new(format!("true value ({level}) from"), "lower"),
        Column::new("to", "upper"),
        Column::data("draws"),
    ]
}

/// Returns the cells of both ends, and of the number of draws.
pub(super) fn interval_cells(
    interval: Option<&TrueInterval>,
    format: Format,
) -> [Cell<'static>; 3] {
    let Some(interval) = interval else {
        return std::array::from_fn(|_| Cell::maybe(None::<String>));
    };
    let [lower, upper] = match format {
        Format::Csv => interval.to_decimals(),
        _ => [known(&interval.lower, 4), known(&interval.upper, 4)],
    };
    [lower.into(), upper.into(), Cell::maybe(interval.drawn.map(|drawn| u64::from(drawn.draws)))]
}
