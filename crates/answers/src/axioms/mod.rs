//! `exactile axioms`

pub(crate) mod arguments;

use self::arguments::AxiomsArgs;
use crate::host::{Failure, Streams, limits, with_progress, write_result};
use exactile::num::Rational;
use exactile::ranking::{FitnessTable, PerformanceSet};
use exactile::score::Metric;
use exactile_document::FitnessReport;

pub(crate) fn run(arguments: &AxiomsArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let named = arguments.metrics.distinct();
    let everything = named.is_empty();
    let metrics = if everything { Metric::all() } else { named };
    let sets = match (arguments.sets.as_slice(), everything) {
        // The sets of the published table.
        ([], true) => vec![PerformanceSet::all(), at(1, 5), at(1, 2)],
        ([], false) => vec![PerformanceSet::all()],
        (sets, _) => sets.to_vec(),
    };
    limits::axioms(&sets)?;
    let tests = (metrics.len() * sets.len()) as u64;
    let fitness = with_progress(tests, "tests", |advance| {
        Ok::<_, Failure>(FitnessTable::with_progress(&metrics, sets, advance))
    })?;
    let report = FitnessReport { fitness: &fitness, in_full: !everything };
    write_result(&arguments.output, streams, &report)
}

fn at(numerator: i64, denominator: i64) -> PerformanceSet {
    let prior = Rational::new(numerator, denominator);
    PerformanceSet::at_prior(prior).expect("both priors lie between 0 and 1")
}
