//! Work that is refused before it starts, and hints about smaller work.
//! The engine estimates [`Work`] and has its limits; the hints about flags are here alone.

use std::collections::HashMap;

use super::failure::Failure;
use exactile::num::Rational;
use exactile::performance::Classifier;
use exactile::ranking::PerformanceSet;
use exactile::work::{TooMuchWork, Work};

impl From<TooMuchWork> for Failure {
    fn from(refused: TooMuchWork) -> Self {
        Self::new(refused, advice(refused.work))
    }
}

/// The hint for hundreds of classifiers whose next test is too large.
pub(crate) const WITHOUT_NEXT_TEST: &str = "add --question truly, which compares true rates and \
     needs no next test, or leave classifiers out";

/// Returns the hint that makes some kind of work smaller.
fn advice(work: Work) -> &'static str {
    match work {
        Work::LatticeRows => {
            "give fewer --positives, one row for each; lattice plot contours draws the curve alone"
        }
        Work::ListedMatrices => {
            "give another --value; lattice plot contours draws the curve on any lattice"
        }
        Work::ListedMasses => "give fewer --positives and --negatives",
        Work::RankTerms => "leave classifiers out or give fewer --positives and --negatives",
        Work::ComparisonTerms => {
            "leave classifiers or --ranks out, or give fewer --positives and --negatives"
        }
        Work::ExactProducts => "leave --exact out, or give fewer classifiers or samples",
        Work::FrontierPairs => "leave classifiers out; regions has no such limit",
        Work::BentFrontierPairs => {
            "leave classifiers out, ask for one place with --at, or put all on one prior with \
             --target-prior"
        }
        Work::ReportedPieces => {
            "leave classifiers out; regions --rank 1 shows the ones that are first"
        }
        Work::EqualPairs => {
            "leave repeated rows out, or ask for --format csv, which lists no pairs"
        }
        Work::PagedValues => {
            "ask for --format json, which is written while it is computed, or for fewer --metric"
        }
        Work::ReportedRows => {
            "give narrower ranges of positives and negatives, or the sensitivity, which leaves few \
             rows"
        }
        Work::RandomNumbers => {
            "give fewer --draws, or fewer --positives and --negatives; --question truly needs no \
             further samples"
        }
        Work::ComparedPairs => {
            "name the classifier to compare with all others by --first, or leave classifiers out"
        }
        Work::SwappedSamples => "give a smaller --limit or fewer --draws",
        Work::PriorDigits => "give a prior with fewer digits",
        Work::Memory => "give fewer classifiers or samples, or let the process have more memory",
        _ => "leave classifiers out",
    }
}

/// Checks the work of all pairs of classifiers.
pub(crate) fn pairs(classifiers: usize) -> Result<(), Failure> {
    let classifiers = classifiers as u128;
    Ok(Work::ComparedPairs.check(classifiers * classifiers.saturating_sub(1) / 2)?)
}

/// Checks the search of a plan among `classifiers` classifiers for tests of up to `limit` samples.
pub(crate) fn plan(classifiers: usize, limit: u64) -> Result<(), Failure> {
    let classifiers = classifiers.max(1) as u128;
    Work::PlannedSamples.check(classifiers * u128::from(limit)).map_err(|refused| {
        let most = Work::PlannedSamples.limit() / classifiers;
        Failure::new(refused, format!("give a --limit of at most {most} or fewer classifiers"))
    })
}

/// Checks the frontiers of all pairs.
pub(crate) fn rankings(classifiers: &[Classifier]) -> Result<(), Failure> {
    let distinct = equal_rates(classifiers).len() as u128;
    Ok(Work::FrontierPairs.check(distinct * distinct.saturating_sub(1) / 2)?)
}

/// Checks all crossings of the frontiers of classifiers with different priors.
pub(crate) fn bent_rankings(performances: usize) -> Result<(), Failure> {
    let distinct = performances as u128;
    Ok(Work::BentFrontierPairs.check(distinct * distinct.saturating_sub(1) / 2)?)
}

/// Checks a page about `classifiers` classifiers.
pub(crate) fn report(classifiers: usize) -> Result<(), Failure> {
    let classifiers = classifiers as u128;
    Ok(Work::ReportedPieces.check(classifiers * classifiers)?)
}

/// Checks the number of values on a page, which is laid out as a whole.
pub(crate) fn scores(classifiers: usize, metrics: usize) -> Result<(), Failure> {
    Ok(Work::PagedValues.check(classifiers as u128 * metrics as u128)?)
}

/// Checks a summary that lists, for each classifier, those equal to it.
pub(crate) fn equal_pairs(classifiers: &[Classifier]) -> Result<(), Failure> {
    let pairs = equal_rates(classifiers).values().map(|&members| members * members).sum();
    Ok(Work::EqualPairs.check(pairs)?)
}

/// Returns the number of classifiers with each pair of rates.
fn equal_rates(classifiers: &[Classifier]) -> HashMap<[Option<Rational>; 2], u128> {
    let mut members = HashMap::new();
    for Classifier { matrix, .. } in classifiers {
        *members.entry([matrix.tnr(), matrix.tpr()]).or_default() += 1;
    }
    members
}

/// Checks the search for counterexamples on sets of performances.
pub(crate) fn axioms(sets: &[PerformanceSet]) -> Result<(), Failure> {
    for prior in sets.iter().filter_map(PerformanceSet::prior) {
        let digits = prior.numerator().bits() + prior.denominator().bits();
        Work::PriorDigits.check(u128::from(digits))?;
    }
    Ok(())
}
