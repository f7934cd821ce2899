//! `exactile axioms`

use super::Streams;
use super::args::{AxiomsArgs, TableFormat};
use super::failure::Failure;
use super::input;
use super::output::write_result;
use crate::num::Rational;
use crate::ranking::{FitnessTable, PerformanceSet};
use crate::render::{axioms_csv, axioms_json, axioms_table_text, axioms_text};
use crate::score::Metric;

pub(super) fn run(arguments: &AxiomsArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    for set in &arguments.sets {
        if let PerformanceSet::Prior(prior) = set {
            input::check_prior("--prior", Some(prior))?;
        }
    }
    let everything = arguments.scores.is_empty();
    let all;
    let metrics = if everything {
        all = Metric::all();
        &all
    } else {
        &arguments.scores
    };
    let sets = match (arguments.sets.as_slice(), everything) {
        // The sets of the published table.
        ([], true) => vec![PerformanceSet::All, at(1, 5), at(1, 2)],
        ([], false) => vec![PerformanceSet::All],
        (sets, _) => sets.to_vec(),
    };
    let fitness = FitnessTable::new(metrics, sets);
    write_result(arguments.output.output.as_ref(), streams, |out| {
        match arguments.format {
            TableFormat::Text if everything => axioms_table_text(&fitness, out)?,
            TableFormat::Text => axioms_text(&fitness, out)?,
            TableFormat::Json => axioms_json(&fitness, out)?,
            TableFormat::Csv => axioms_csv(&fitness, out)?,
        }
        Ok(())
    })
}

fn at(numerator: i64, denominator: i64) -> PerformanceSet {
    PerformanceSet::Prior(Rational::new(numerator, denominator))
}
