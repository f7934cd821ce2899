//! The metric that a result names, its place on the Tile, and the ranks of classifiers by their
//! values.

use super::metrics::{Better, Key, Metric};
use crate::claim::proofs::Proofs;
use crate::claim::stop::Stop;
use crate::claim::truth::same;
use crate::claim::wrong::Wrong;
use crate::reading::exact_text;
use crate::reading::json::Json;
use exactile::num::Rational;

/// Returns the metric that a ranking names.
pub(crate) fn metric(title: &str) -> Result<Metric, Stop> {
    Metric::titled(title).ok_or_else(|| unknown_metric(title))
}

pub(crate) fn unknown_metric(name: &str) -> Stop {
    Stop::Unknown(format!("the metric {} is not checked here", exact_text::abbreviated(name)))
}

/// Returns the ranks from `1 + better` to `better + ties` by the values, for each classifier with a
/// key.
pub(crate) fn ranks(keys: &[Option<Key>], better: Better) -> Vec<Option<[usize; 2]>> {
    let mut sorted: Vec<&Key> = keys.iter().flatten().collect();
    sorted.sort_unstable();
    let (below, count) = (|key: &Key| sorted.partition_point(|other| *other < key), sorted.len());
    let up_to = |key: &Key| sorted.partition_point(|other| *other <= key);
    let rank = |key: &Key| match better {
        Better::Lower => [below(key) + 1, up_to(key)],
        _ => [count - up_to(key) + 1, count - below(key)],
    };
    keys.iter().map(|key| key.as_ref().map(rank)).collect()
}

/// Checks that the stated place of a score is its place on the Tile with this prior.
pub(crate) fn check_place(
    claim: &Json,
    metric: &Metric,
    prior_positive: Option<&Rational>,
    proofs: &mut Proofs,
) -> Result<(), Wrong> {
    let negative = prior_positive.map(Rational::complement);
    same(claim, &metric.placed(negative.as_ref()), proofs).map_err(|wrong| wrong.of("at"))
}
