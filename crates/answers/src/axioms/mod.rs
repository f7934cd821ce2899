//! `exactile axioms`

pub(crate) mod arguments;

use self::arguments::AxiomsArgs;
use crate::host::{Failure, Streams, given, limits, progress_bar, write_result};
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
    let bar = progress_bar(Some((metrics.len() * sets.len()) as u64), "tests");
    let stop = given::stop();
    let fitness = FitnessTable::with_progress(&metrics, sets, &|| {
        bar.inc(1);
        stop.step()
    });
    bar.finish_and_clear();
    let fitness = fitness.ok_or_else(Failure::stopped)?;
    let report = FitnessReport { fitness: &fitness, in_full: !everything };
    write_result(&arguments.output, streams, &report)
}

fn at(numerator: i64, denominator: i64) -> PerformanceSet {
    let prior = Rational::new(numerator, denominator);
    PerformanceSet::at_prior(prior).expect("both priors lie between 0 and 1")
}
