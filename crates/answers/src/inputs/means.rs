//! The mean performances of an input with several test sets.

use crate::args::{Complete, DomainArgs};
use crate::host::{Failure, quoted};
use exactile::domain::{DomainError, DomainTests, DomainWeights, Domains};
use exactile::num::Rational;
use exactile::performance::{Classifier, ConfusionMatrix, Outcome, counted};
use exactile_input::Subject;

/// Replaces the results of all test sets together by the mean performances, if test sets are
/// distinguished.
pub(crate) fn average(
    asked: &DomainArgs,
    file: &str,
    subject: &mut Subject,
) -> Result<(), Failure> {
    let Some(tests) = subject.domains.as_ref().filter(|_| !asked.are_clusters) else {
        return Ok(());
    };
    let domains = domains(asked, file, tests)?;
    let sets = counted(domains.names().len(), "test set");
    let weights = match asked.weights.as_ref() {
        None | Some(DomainWeights::Samples) if has_no_samples(tests) => {
            "without numbers of samples all have the same weight".to_owned()
        }
        None | Some(DomainWeights::Samples) => {
            "each has its number of samples as its weight".to_owned()
        }
        Some(DomainWeights::Equal) => "all have the same weight".to_owned(),
        Some(given) => format!("they count {}", given.name()),
    };
    subject.notes.push(format!("the mean performance over {sets} is judged; {weights}"));
    subject.classifiers = domains.means();
    subject.reading.classifiers = domains.classifiers().to_vec();
    Ok(())
}

/// Returns the counts of all test sets together, if they are the mean performances times the number
/// of samples.
pub(crate) fn counts(asked: &DomainArgs, tests: &DomainTests) -> Option<Vec<Classifier>> {
    let weighs_samples = matches!(asked.weights, None | Some(DomainWeights::Samples));
    if !weighs_samples || has_no_samples(tests) {
        return None;
    }
    match asked.complete {
        Some(complete) => Some(tests.shared(complete.shared()).ok()?.pooled()),
        None => Some(tests.pooled()),
    }
}

/// The name of the weights: those of samples are equal where no numbers of samples are known.
pub(crate) fn weights_name(asked: &DomainArgs, tests: &DomainTests) -> String {
    match asked.weights.clone().unwrap_or_default() {
        DomainWeights::Samples if has_no_samples(tests) => DomainWeights::Equal.name(),
        weights => weights.name(),
    }
}

/// Returns `true` if all results are shares (rates), not counts: each sums to 1, and not all are
/// those of one sample.
fn has_no_samples(tests: &DomainTests) -> bool {
    let sets = 0..tests.domains().len();
    let all = sets.flat_map(|d| (0..tests.classifiers().len()).map(move |k| (d, k)));
    let mut matrices = all.filter_map(|(d, k)| tests.matrix(d, k));
    let is_of_one = |matrix: &ConfusionMatrix| {
        Outcome::ALL.iter().all(|&outcome| matrix.count(outcome).is_integer())
    };
    matrices.clone().all(|matrix| matrix.total() == Rational::ONE) && !matrices.all(is_of_one)
}

/// Returns the test sets of an input with their weights.
pub(crate) fn domains(
    asked: &DomainArgs,
    file: &str,
    tests: &DomainTests,
) -> Result<Domains, Failure> {
    let DomainArgs { weights, complete, .. } = asked;
    if *weights == Some(DomainWeights::Samples) && has_no_samples(tests) {
        let what = "rates have no numbers of samples by which test sets could count";
        return Err(Failure::new(what, "give --weights equal, or NAME=W,...").at(file));
    }
    let refuse = |error| refused(asked, file, tests, error);
    let tests = match complete {
        Some(complete) => tests.shared(complete.shared()).map_err(refuse)?,
        None => tests.clone(),
    };
    let weights = weights.clone().unwrap_or_default();
    Domains::new(tests, &weights).map_err(refuse)
}

fn refused(asked: &DomainArgs, file: &str, tests: &DomainTests, error: DomainError) -> Failure {
    let hint = match &error {
        DomainError::Missing(_) => {
            let keeps = |complete: Complete| tests.shared(complete.shared()).ok();
            let shared = [
                ("--complete keeps the test sets that all share", keeps(Complete::Domains)),
                (
                    "--complete=classifiers keeps the classifiers that were tested in all",
                    keeps(Complete::Classifiers),
                ),
            ];
            let known: Vec<String> = shared
                .into_iter()
                .filter_map(|(what, found)| {
                    let found = found?;
                    let sets = counted(found.domains().len(), "test set");
                    let classifiers = counted(found.classifiers().len(), "classifier");
                    Some(format!("{what} ({sets}, {classifiers})"))
                })
                .collect();
            match known.is_empty() {
                true => "give the missing results, or choose classifiers with --only".to_owned(),
                false => known.join("; "),
            }
        }
        DomainError::NothingShared(_) => "give the missing results".to_owned(),
        DomainError::SamplesDiffer { .. } | DomainError::SharesAndCounts { .. } => {
            "give the weights: --weights equal".to_owned()
        }
        DomainError::UnknownDomain(_) => {
            format!("the input has {}", listed(tests.domains().iter().map(String::as_str)))
        }
        DomainError::NoWeight(name) => {
            let given = asked.weights.as_ref().map(DomainWeights::name);
            let given = given.unwrap_or_default();
            format!("add it, with {name}=0 for no weight: --weights {}", {
                quoted(&format!("{given},{name}=0"))
            })
        }
        _ => "give a weight above 0".to_owned(),
    };
    Failure::new(&error, hint).at(file)
}

/// Returns a list of the first names.
pub(crate) fn listed<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    const SHOWN: usize = 8;
    let mut names = names.into_iter();
    let shown = names.by_ref().take(SHOWN).map(|name| format!("{name:?}"));
    let mut shown: Vec<String> = shown.collect();
    shown.extend(names.next().map(|_| "...".to_owned()));
    shown.join(", ")
}
