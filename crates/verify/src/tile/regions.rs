//! Checks a `regions` result: the members before its pieces, and then the pieces of each
//! classifier.

use std::io;

use rayon::prelude::*;
use serde::de::IgnoredAny;

use super::coverage::check_classifier;
use super::pieces::Pieces;
use super::strips::{Strips, words};
use super::verification::Verification;
use crate::claim::classifiers::{CheckedCounts, check_classifiers};
use crate::geometry::frontiers::{Counts, integers};
use crate::reading::document::{Document, Dropped, NotRead, Skipped};
use crate::reading::failure::{FailedCheck, Unchecked, one_short_line};
use crate::reading::file::{Object, RegionsFile, SelectionEntry};
use crate::reading::scan::Path;
use exactile::num::Rational;
use exactile::performance::Classifier;

/// The lists that are read in parts.
pub(crate) const LISTS: &[Path] = &[&["pieces"]];

/// A result without its pieces.
type Head = RegionsFile<Skipped>;

/// The form of a whole result, except for that of its pieces.
type Whole = RegionsFile<Dropped<IgnoredAny>>;

/// As [`verify`](crate::verify), for a result that is read in parts: only the pieces of a few
/// classifiers are in memory at a time.
///
/// # Errors
/// Those of [`verify`](crate::verify), and bytes that cannot be read.
pub fn verify_document(
    document: &Document<'_>,
    classifiers: &[Classifier],
) -> Result<Verification, Unchecked> {
    let again = match document.lists().get(&["pieces"]) {
        Some(_) => None,
        // It does not say that it is of regions, or has no pieces.
        None => Some(document.again_without(LISTS)?),
    };
    let document = again.as_ref().unwrap_or(document);
    let mut found = Verification { classifiers: classifiers.len(), ..Verification::default() };
    let file = match serde_json::from_str::<Object<Head>>(document.text()) {
        Ok(Object(file)) => file,
        Err(error) => {
            // Of the whole text, the message has the right place.
            let reason = document.form::<Whole>()?;
            found.fail("form", reason.unwrap_or_else(|| one_short_line(&error.to_string())));
            return Ok(found);
        }
    };
    let Some(Asked { counts, selected }) = check_head(&file, classifiers, &mut found) else {
        document.check_syntax()?;
        return Ok(found);
    };
    let pieces = document.lists().get(&["pieces"]).ok_or_else(|| "a list was not found".to_owned());
    let pieces = pieces.map_err(NotRead::Form);
    let pieces = match pieces.and_then(|list| Pieces::new(document, list, &selected)) {
        Ok(pieces) => pieces,
        Err(NotRead::Unreadable(error)) => return Err(error.into()),
        Err(NotRead::Form(reason)) => {
            document.check_syntax()?;
            found.fail("form", reason);
            return Ok(found);
        }
    };
    found.areas = pieces.have_areas;
    // The pieces are looked at for the counts of the input, so only if the file has the same ones.
    if found.holds() {
        let counts: Vec<Counts> = counts.iter().map(integers).collect();
        check_pieces(&file, &pieces, &counts, &selected, &mut found)?;
    }
    if !found.holds() {
        document.check_syntax()?;
    }
    Ok(found)
}

/// The request that a file answers.
struct Asked {
    /// The counts of the input at its prior.
    counts: Vec<[Rational; 4]>,
    /// For each classifier, `true` if its pieces were requested.
    selected: Vec<bool>,
}

/// Checks all but the pieces; `None` without a prior, since the pieces cannot be checked then.
fn check_head(file: &Head, classifiers: &[Classifier], found: &mut Verification) -> Option<Asked> {
    if file.schema != "exactile.regions.v1" {
        found.fail("schema", format!("it is {:?}, not \"exactile.regions.v1\"", file.schema));
    }
    let prior = file.prior_positive.as_ref().map(|prior| &prior.0);
    if let Some(prior) = prior.filter(|prior| !prior.is_positive() || **prior >= Rational::ONE) {
        found.fail("prior", format!("{prior} is not between 0 and 1"));
        return None;
    }
    found.prior_positive = prior.cloned();
    let own_priors: Vec<Rational> =
        classifiers.iter().map(|classifier| classifier.matrix.prior_positive()).collect();
    if prior.is_none() && own_priors.is_sorted_by(|one, next| one == next) {
        found.fail("prior", "it is null, but all classifiers of the input have the same");
    }
    let expected = prior.is_none().then_some(own_priors);
    let priors = file.priors.as_ref().map(|priors| priors.iter().map(|prior| prior.0.clone()));
    if priors.map(Iterator::collect) != expected {
        found.fail("prior", "priors must be those of the input where there is no common one");
    }
    found.positive.clone_from(&file.positive);
    found.dropped_rows = file.dropped_rows;
    let selection = &file.selection.0;
    found.ranks.clone_from(&selection.ranks);
    let CheckedCounts { counts, shifted, failures } =
        check_classifiers(&file.classifiers, classifiers, prior);
    found.shifted = shifted;
    found.failures.extend(failures);
    let selected = check_selection(selection, classifiers, found);
    found.selected = selected.iter().filter(|&&selected| selected).count();
    check_claim(selection, found);
    Some(Asked { counts, selected })
}

/// Returns, for each classifier, `true` if its pieces were requested.
fn check_selection(
    selection: &SelectionEntry,
    classifiers: &[Classifier],
    found: &mut Verification,
) -> Vec<bool> {
    let rising = |ranks: &Vec<usize>| {
        ranks.first().is_some_and(|&first| first > 0) && ranks.is_sorted_by(|low, high| low < high)
    };
    if !selection.ranks.as_ref().is_none_or(rising) {
        found.fail("selection", "ranks are not rising numbers from 1");
    }
    let Some(names) = &selection.classifiers else { return vec![true; classifiers.len()] };
    for (k, name) in names.iter().enumerate() {
        if names[..k].contains(name) || classifiers.iter().all(|known| known.name != *name) {
            found.fail("selection", format!("{name:?} is repeated or not in the input"));
        }
    }
    classifiers.iter().map(|classifier| names.contains(&classifier.name)).collect()
}

/// Checks that some list of pieces would be wrong. Otherwise the file claims nothing.
fn check_claim(selection: &SelectionEntry, found: &mut Verification) {
    let classifiers = found.classifiers;
    if selection.classifiers.as_ref().is_some_and(Vec::is_empty) {
        found.fail("claim", "no classifier is selected, so the file claims nothing");
    }
    // Ranks rise: the first is the best.
    let best = selection.ranks.as_ref().and_then(|ranks| ranks.first());
    if let Some(best) = best.filter(|best| **best > classifiers) {
        let reason = format!(
            "ranks from {best} are selected, but there are only {classifiers} classifiers, so the \
             file claims nothing"
        );
        found.fail("claim", reason);
    }
}

fn check_pieces(
    file: &Head,
    pieces: &Pieces<'_>,
    counts: &[Counts],
    selected: &[bool],
    found: &mut Verification,
) -> io::Result<()> {
    found.pieces = pieces.dimensions;
    for [number, classifier] in &pieces.of_others {
        let reason = format!("{number}: classifier {classifier} is not selected or unknown");
        found.fail("piece", reason);
    }
    let areas = found.areas;
    let ranks = file.selection.0.ranks.as_deref();
    let wanted = |[best, worst]: [usize; 2]| {
        ranks.is_none_or(|ranks| ranks.iter().any(|rank| (best..=worst).contains(rank)))
    };
    let words = words(counts);
    let look = |own: usize, listed: &[(usize, &str)]| {
        let strips = words.as_ref().and_then(|counts| Strips::new(counts, own));
        let accepted = strips.and_then(|strips| strips.accept(listed, wanted, areas));
        if let Some(complete) = accepted {
            return (complete, Vec::new());
        }
        let (complete, mut failures) = check_classifier(own, counts, listed, wanted, areas);
        for failure in &mut failures {
            failure.classifier = Some(file.classifiers[own].0.name.clone());
        }
        (complete, failures)
    };
    let checked: Vec<(bool, Vec<FailedCheck>)> = (0..counts.len())
        .into_par_iter()
        .filter(|&own| selected[own])
        .map(|own| pieces.look(own, |listed| look(own, listed)))
        .collect::<io::Result<_>>()?;
    found.complete = checked.iter().all(|(complete, _)| *complete);
    // Of a file of another form nothing else is said.
    let form = checked.iter().flat_map(|(_, failures)| failures).find(|of| of.check == "form");
    if let Some(form) = form {
        found.failures = vec![FailedCheck { classifier: None, ..form.clone() }];
        return Ok(());
    }
    found.failures.extend(checked.into_iter().flat_map(|(_, failures)| failures));
    Ok(())
}
