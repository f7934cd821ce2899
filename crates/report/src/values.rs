//! The values of a verdict's score with intervals of the true values: a forest.

use super::ReportOptions;
use exactile::contest::{IntervalKind, IntervalQuestion, PatternMass, TrueInterval, intervals};
use exactile::lattice::{Model, Observation};
use exactile::num::{Level, Value};
use exactile::performance::Classifier;
use exactile::score::Metric;

/// The most classifiers that have a row.
const MOST: usize = 10;

/// The first classifiers by one score.
#[derive(Clone, Debug)]
pub struct ValueRows {
    /// The metric.
    pub metric: Metric,
    /// The rows, the best value first.
    pub rows: Vec<ValueRow>,
    /// The number of classifiers without a row.
    pub rest: usize,
    /// The level of the intervals.
    pub level: Level,
}

/// A classifier with its value and the interval of the true one.
#[derive(Clone, Debug)]
pub struct ValueRow {
    /// The position of the classifier in the input.
    pub classifier: usize,
    /// The value on the test.
    pub value: Value,
    /// The credible interval of the true value, if it is defined.
    pub interval: Option<TrueInterval>,
    /// `true` for the members of the first tier.
    pub is_in_tier: bool,
}

impl ValueRows {
    /// Returns the rows of classifiers in their order by a metric. `None` if there are no intervals
    /// under the model of the report: weights, another prior than that of the test, thresholds that
    /// were chosen on it, rates that are pooled, known, or of different Beta priors, one
    /// classifier.
    pub(super) fn new(
        shown: &[Classifier],
        order: &[usize],
        metric: &Metric,
        is_in_tier: impl Fn(usize) -> bool,
        options: &ReportOptions,
    ) -> Option<Self> {
        let is_other = options.target_prior.is_some() || options.pooling.is_some();
        if is_other || options.are_chosen_here || order.len() < 2 {
            return None;
        }
        let Model::BetaBinomial { positive, negative } = &options.model else { return None };
        let mass = PatternMass::of_priors([positive, negative])?;
        let first: Vec<Classifier> = order.iter().take(MOST).map(|&k| shown[k].clone()).collect();
        let is_counted = |of: &Classifier| Observation::from_matrix(&of.matrix, &of.name).is_ok();
        if !first.iter().all(is_counted) {
            return None;
        }
        let question = IntervalQuestion {
            metrics: vec![metric.clone()],
            kind: IntervalKind::Credible,
            level: options.level.clone(),
            mass,
            seed: options.draws.seed,
        };
        let go_on = || std::ops::ControlFlow::Continue(());
        let found = intervals(&first, &question, &go_on).ok()??;
        let row = |(&classifier, mut of): (&usize, Vec<Result<TrueInterval, _>>)| ValueRow {
            classifier,
            value: metric.value(&shown[classifier].matrix),
            interval: of.pop().and_then(Result::ok),
            is_in_tier: is_in_tier(classifier),
        };
        Some(Self {
            metric: metric.clone(),
            rows: order.iter().zip(found).map(row).collect(),
            rest: order.len() - first.len(),
            level: options.level.clone(),
        })
    }
}
