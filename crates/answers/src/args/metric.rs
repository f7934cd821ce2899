//! Arguments for metrics and points of the Tile. Both names of the flag, `--metric` and `--score`,
//! work in every command.

use std::fmt::Display;
use std::str::FromStr;

use clap::Args;

use super::values::{List, parse, parse_point};
use exactile::score::{Metric, NamedScore};

/// One metric.
#[derive(Args, Debug)]
pub(crate) struct MetricArgs {
    /// The metric: mcc, f1, f-beta(2), ba, kappa, r(1/2,0.3), ...
    #[arg(long, visible_alias = "score", value_name = "M")]
    pub(crate) metric: Metric,
}

/// One optional metric.
#[derive(Args, Debug)]
pub(crate) struct OptionalMetricArgs {
    /// The metric of the picture: mcc, f1, f-beta(2), r(1/2,0.3), ...
    #[arg(long, visible_alias = "score", value_name = "M")]
    pub(crate) metric: Option<Metric>,
}

/// Any number of metrics.
#[derive(Args, Debug)]
pub(crate) struct MetricsArgs {
    /// Metrics: mcc,f1 or f-beta(2), p(tp|tn,tp), r(1/2,0.3), ...; may be repeated; exactile scores
    /// lists them
    #[arg(long = "metric", visible_alias = "score", value_name = "M,...")]
    metrics: Vec<List<Metric>>,
}

impl MetricsArgs {
    /// Returns the metrics in the order of their first mention, each once.
    pub(crate) fn distinct(&self) -> Vec<Metric> {
        distinct(&self.metrics)
    }
}

/// Returns the metrics of all lists in the order of their first mention, each once.
pub(crate) fn distinct(lists: &[List<Metric>]) -> Vec<Metric> {
    let mut metrics = Vec::new();
    for metric in lists.iter().flat_map(|list| &list.0) {
        if !metrics.contains(metric) {
            metrics.push(metric.clone());
        }
    }
    metrics
}

/// Returns the values as one list, if there are any.
pub(crate) fn one_list<T>(values: Vec<T>) -> Vec<List<T>> {
    if values.is_empty() { Vec::new() } else { vec![List(values)] }
}

/// A point of the Tile, by its coordinates or by a score's name: of any metric, or of those that
/// have a place.
#[derive(Args, Debug)]
pub(crate) struct PlaceArgs<S>
where
    S: Clone + Send + Sync + FromStr + 'static,
    S::Err: Display,
{
    /// A point a,b of the Tile (1/2,0.3)
    #[arg(long, value_name = "A,B", value_parser = parse_point, conflicts_with = "score")]
    pub(crate) at: Option<NamedScore>,
    /// A score by name: tpr, ppv, accuracy, f1, f-beta(B), ba, kappa, ptp, r(A,B), ...; exactile
    /// scores lists all
    #[arg(long, visible_alias = "metric", value_name = "NAME", value_parser = parse::<S>)]
    pub(crate) score: Option<S>,
}

impl<S> PlaceArgs<S>
where
    S: Clone + Send + Sync + FromStr + 'static,
    S::Err: Display,
{
    /// Returns `true` if there is a point.
    pub(crate) fn is_given(&self) -> bool {
        self.at.is_some() || self.score.is_some()
    }
}
