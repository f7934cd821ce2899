//! The classifiers of a result: their counts are those of the input, at the prior of the Tile that
//! the result is on.

use std::borrow::Cow;

use super::header::Members;
use super::proofs::{Proofs, counted};
use super::truth::{Truth, between_0_and_1, same};
use super::wrong::Wrong;
use crate::reading::failure::FailedCheck;
use crate::reading::file::{ClassifierEntry, Object};
use crate::reading::json::Json;
use exactile::num::Rational;
use exactile::performance::Classifier;

/// The counts `tn, fp, fn, tp` of the same rates and total under another prior: each class is
/// scaled to its share of the total. Both classes must have samples.
pub(crate) fn shifted([tn, fp, fn_, tp]: [&Rational; 4], prior: &Rational) -> [Rational; 4] {
    let (negatives, positives) = (tn + fp, fn_ + tp);
    let total = &negatives + &positives;
    let negative = &total * prior.complement() / negatives;
    let positive = &total * prior / positives;
    [tn * &negative, fp * &negative, fn_ * &positive, tp * &positive]
}

/// Returns the positive prior that a result states: the requested one if it was given, and
/// otherwise possibly the input's own.
pub(crate) fn asked_prior(
    claim: &Json,
    is_own: impl Fn(&Rational) -> bool,
    target: Option<&Rational>,
    proofs: &mut Proofs,
) -> Result<Rational, Wrong> {
    let of_prior = |wrong: Wrong| wrong.of("prior_positive");
    let prior = between_0_and_1(claim).map_err(of_prior)?;
    if let Some(target) = target.filter(|target| **target != prior) {
        return Err(of_prior(Wrong::new(format!("it is {prior}, not the {target} asked for"))));
    }
    if !is_own(&prior) && target.is_none() {
        proofs.open(format!(
            "that the positive prior asked for is {prior}, which is not that of the input: \
             --target-prior says it"
        ));
    }
    proofs.prior_positive = Some(prior.clone());
    Ok(prior)
}

/// The counts of the classifiers of an input on the Tile that a result is on.
pub(crate) struct OnTile {
    /// The counts `tn, fp, fn, tp` of each classifier.
    pub(crate) counts: Vec<[Rational; 4]>,
    /// The positive prior, if all classifiers have the same.
    pub(crate) prior: Option<Rational>,
}

fn counts_of(classifier: &Classifier) -> [Rational; 4] {
    let matrix = &classifier.matrix;
    [matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp()].map(Clone::clone)
}

fn common(mut priors: impl Iterator<Item = Rational>) -> Option<Rational> {
    let first = priors.next()?;
    priors.all(|prior| prior == first).then_some(first)
}

impl OnTile {
    /// The classifiers as they are in the input, or shifted to the target prior, for results that
    /// do not say a prior.
    pub(crate) fn plain(
        classifiers: &[Classifier],
        target: Option<&Rational>,
    ) -> Result<Self, Wrong> {
        let priors = classifiers.iter().map(|known| known.matrix.prior_positive());
        match target {
            Some(target) => Self::at(classifiers, target),
            None => Ok(Self {
                counts: classifiers.iter().map(counts_of).collect(),
                prior: common(priors),
            }),
        }
    }

    fn at(classifiers: &[Classifier], prior: &Rational) -> Result<Self, Wrong> {
        let counts = classifiers.iter().map(|known| {
            known
                .matrix
                .check_both_classes()
                .map_err(|error| Wrong::new(format!("{:?} in the input: {error}", known.name)))?;
            if known.matrix.prior_positive() == *prior {
                return Ok(counts_of(known));
            }
            let counts = counts_of(known);
            Ok(shifted(counts.each_ref(), prior))
        });
        Ok(Self { counts: counts.collect::<Result<_, _>>()?, prior: Some(prior.clone()) })
    }

    /// Takes `prior_positive` and `priors` from a result. They have to be those of the input, or
    /// the requested prior.
    pub(crate) fn of_prior(
        members: &mut Members<'_>,
        classifiers: &[Classifier],
        target: Option<&Rational>,
        proofs: &mut Proofs,
    ) -> Result<Self, Wrong> {
        let own: Vec<Rational> =
            classifiers.iter().map(|known| known.matrix.prior_positive()).collect();
        let claim = members.required("prior_positive")?;
        if claim == Json::Null {
            if let Some(prior) = target.cloned().or_else(|| common(own.iter().cloned())) {
                return Err(Wrong::new(format!("it is {prior}, not null")).of("prior_positive"));
            }
            let truth = Truth::List(own.iter().map(|z| Truth::Exact(Cow::Borrowed(z))).collect());
            same(&members.required("priors")?, &truth, proofs)
                .map_err(|wrong| wrong.of("priors"))?;
            return Ok(Self { counts: classifiers.iter().map(counts_of).collect(), prior: None });
        }
        let is_own = |prior: &Rational| own.iter().all(|own| own == prior);
        let prior = asked_prior(&claim, is_own, target, proofs)?;
        Self::at(classifiers, &prior)
    }

    /// Takes `classifiers` from a result and checks the names and the counts on this Tile.
    pub(crate) fn check_classifiers(
        &self,
        members: &mut Members<'_>,
        classifiers: &[Classifier],
        proofs: &mut Proofs,
    ) -> Result<(), Wrong> {
        let truth = Truth::Each(
            classifiers.len(),
            Box::new(|k| {
                let [tn, fp, fn_, tp] =
                    self.counts[k].each_ref().map(|count| Truth::Exact(Cow::Borrowed(count)));
                let name = Truth::text(&classifiers[k].name);
                Truth::Object(vec![("name", name), ("tn", tn), ("fp", fp), ("fn", fn_), ("tp", tp)])
            }),
        );
        same(&members.required("classifiers")?, &truth, proofs)
            .map_err(|wrong| wrong.of("classifiers"))?;
        proofs.proved(format!(
            "the counts of {} are those of the input",
            counted(classifiers.len(), "classifier")
        ));
        Ok(())
    }
}

/// The counts `tn, fp, fn, tp` of the input at a file's prior, and the differences from the file's
/// counts.
#[derive(Default)]
pub(crate) struct CheckedCounts {
    pub(crate) counts: Vec<[Rational; 4]>,
    /// `true` if a count of the input was changed to reach the prior.
    pub(crate) shifted: bool,
    pub(crate) failures: Vec<FailedCheck>,
}

impl CheckedCounts {
    fn fail(&mut self, check: &'static str, reason: impl Into<String>) {
        self.failures.push(FailedCheck::of(check, reason));
    }
}

/// Compares the file's counts with the input's, at the file's prior.
pub(crate) fn check_classifiers(
    entries: &[Object<ClassifierEntry>],
    classifiers: &[Classifier],
    prior: Option<&Rational>,
) -> CheckedCounts {
    let mut found = CheckedCounts::default();
    if entries.len() != classifiers.len() {
        let (theirs, ours) = (entries.len(), classifiers.len());
        found.fail("classifiers", format!("there are {theirs}, the input has {ours}"));
        return found;
    }
    for (k, (Object(entry), classifier)) in entries.iter().zip(classifiers).enumerate() {
        if entry.name != classifier.name {
            let (theirs, ours) = (&entry.name, &classifier.name);
            found.fail("classifiers", format!("number {k} is {theirs:?}, in the input {ours:?}"));
        }
        if let Err(error) = classifier.matrix.check_both_classes() {
            found.fail("classifiers", format!("number {k} in the input: {error}"));
            continue;
        }
        let matrix = &classifier.matrix;
        let ours = [matrix.tn(), matrix.fp(), matrix.fn_(), matrix.tp()];
        let own_prior = matrix.prior_positive();
        let prior = prior.unwrap_or(&own_prior);
        found.shifted |= own_prior != *prior;
        let ours = shifted(ours, prior);
        let theirs = [&entry.tn.0, &entry.fp.0, &entry.fn_.0, &entry.tp.0];
        for ((name, ours), theirs) in ["tn", "fp", "fn", "tp"].iter().zip(&ours).zip(theirs) {
            if ours != theirs {
                let at = format!("of the input at positive prior {prior}");
                found.fail("classifiers", format!("{name} of number {k} is {theirs}, {at} {ours}"));
            }
        }
        found.counts.push(ours);
    }
    found
}
