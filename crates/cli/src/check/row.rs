//! The one row of `--reported`.

use super::folds::averaged;
use super::given::Given;
use super::printed::{metric, value};
use crate::args::{CheckArgs, SampleRange};
use crate::failure::Failure;
use exactile::num::abbreviated;
use exactile::reported::{ReportedRow, ReportedScore};

/// The row of `--reported`.
pub(super) fn one_row(arguments: &CheckArgs, reported: &str) -> Result<Given, Failure> {
    let range = |given: &Option<SampleRange>| given.as_ref().map(|range| range.0.clone());
    let samples = range(&arguments.samples);
    let size = |given: &Option<SampleRange>, flag| match (range(given), &samples) {
        (Some(size), _) => Ok(size),
        // The folds say it.
        (None, _) if arguments.fold_sizes.is_some() => Ok(0..=0),
        (None, Some(_)) => Ok(0..=u64::MAX),
        (None, None) => {
            let hint = format!("add {flag}, or --samples with the number of both classes");
            Err(Failure::new(format!("{flag} is missing"), hint))
        }
    };
    let row = ReportedRow {
        positives: size(&arguments.positives, "--positives")?,
        negatives: size(&arguments.negatives, "--negatives")?,
        samples: samples.clone(),
        scores: Vec::new(),
    };
    let (scores, printed) = (Vec::new(), Vec::new());
    let mut given = Given { name: None, place: None, scores, printed, row, tests: None };
    // A sign of percent may stand apart.
    for word in reported.replace(" %", "%").split_whitespace() {
        let Some((name, text)) = word.split_once('=') else {
            let what = format!("--reported has {:?}, which is no NAME=VALUE", abbreviated(word));
            return Err(Failure::new(what, "write it as in \"sens=0.507 spec=0.941\""));
        };
        let score = ReportedScore { metric: metric(name)?, value: value(arguments, text)? };
        given.scores.push(name.to_owned());
        given.printed.push(text.to_owned());
        given.row.scores.push(score);
    }
    if given.scores.is_empty() {
        let hint = "write it as in \"sens=0.507 spec=0.941\"";
        return Err(Failure::new("--reported has no score", hint));
    }
    given.tests = averaged(arguments, arguments.folds, &mut given.row)?;
    Ok(given)
}
