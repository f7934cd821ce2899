//! `exactile scores`

pub(crate) mod arguments;

use self::arguments::ScoresArgs;
use crate::args::nearest_metric;
use crate::host::{Failure, Streams, limits, write_result};
use exactile::num::Rational;
use exactile::ranking::{FitnessTable, PerformanceSet};
use exactile::score::{CatalogueEntry, Metric};
use exactile_document::Catalogue;

pub(crate) fn run(arguments: &ScoresArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let prior = arguments.prior.as_ref();
    let named =
        arguments.names.iter().map(|name| entry(name, prior)).collect::<Result<Vec<_>, _>>()?;
    let (entries, fitness) = if named.is_empty() {
        (CatalogueEntry::all(prior), None)
    } else {
        let metrics: Vec<Metric> = named.iter().filter_map(|of| of.name.parse().ok()).collect();
        let at_prior = prior.and_then(|prior| PerformanceSet::at_prior(prior.clone()).ok());
        // Fitness at a prior of too many digits would take long.
        let set = at_prior.filter(|set| limits::axioms(std::slice::from_ref(set)).is_ok());
        let set = set.unwrap_or_else(PerformanceSet::all);
        (named, Some(FitnessTable::new(&metrics, vec![set])))
    };
    let in_full = fitness.as_ref();
    let catalogue = Catalogue { entries: &entries, prior_positive: prior, in_full };
    write_result(&arguments.output, streams, &catalogue)
}

/// Returns the entry of a name: of the list, or of a metric with parameters.
fn entry(name: &str, prior: Option<&Rational>) -> Result<CatalogueEntry, Failure> {
    let lower = name.trim().to_lowercase();
    if let Ok(metric) = lower.parse::<Metric>() {
        return Ok(CatalogueEntry::new(&metric, prior));
    }
    let is_meant = |entry: &CatalogueEntry| {
        let family = entry.name.split('(').next().unwrap_or_default();
        entry.name.to_lowercase() == lower
            || (!family.is_empty() && family == lower)
            || entry.synonyms.contains(&lower.as_str())
    };
    CatalogueEntry::all(prior).into_iter().find(is_meant).ok_or_else(|| {
        let hint = match nearest_metric(name) {
            Some(near) => format!("did you mean {near}? (exactile scores lists all)"),
            None => "exactile scores lists all".to_owned(),
        };
        Failure::new(format!("no score is called {name:?}"), hint)
    })
}
