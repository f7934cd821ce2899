//! All questions about several pairs at once.

use std::ops::ControlFlow;

use super::apart::RankedPair;
use super::contestants::Contestants;
use super::digits::Digits;
use super::model::{Evidence, PatternMass};
use super::next::{Comparer, NextTest, next_test, next_tests};
use super::swap::{NoSwapTest, SwapTest, holm, swap_test};
use super::truth::{TrulyBetter, truly_better};
use crate::lattice::{Lattice, LatticeError};
use crate::num::Rational;
use crate::parallel::try_map;
use crate::performance::Class;
use crate::score::Metric;

/// Two classifiers with what was observed of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The position of the first classifier.
    pub first: usize,
    /// The position of the second classifier.
    pub second: usize,
    /// What was observed.
    pub evidence: Evidence,
}

/// By what pairs are compared, and under which prior.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairQuestion {
    /// The metric.
    pub metric: Metric,
    /// The prior of each class.
    pub mass: PatternMass,
    /// The further test, whose class shares hold for what is truly better too.
    pub test: Lattice,
    /// The digits of the further test.
    pub digits: Digits,
    /// The seed of draws, for what is drawn.
    pub seed: u64,
}

/// Samples on which two classifiers differ, by class: those that only the first has right, and those
/// that only the second has right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Discordant {
    /// Of the positive class.
    pub positives: [u64; 2],
    /// Of the negative class.
    pub negatives: [u64; 2],
}

/// What is said of a pair.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedClassifiers {
    /// The position of the first classifier.
    pub first: usize,
    /// The position of the second classifier.
    pub second: usize,
    /// Where the two differ; `None` if that is not known.
    pub discordant: Option<Discordant>,
    /// The further test; or why it is too large.
    pub next: Result<NextTest, LatticeError>,
    /// Whether the first is truly better.
    pub truly_better: TrulyBetter,
    /// The p-values of the two being interchangeable.
    pub swap_test: Result<SwapTest, NoSwapTest>,
    /// The two-sided p-value with Holm's correction for all pairs that have one.
    pub holm: Option<Rational>,
}

/// Compares pairs on all cores. `advance` is called once for each pair that is done, and may stop the
/// work: then there is no result.
///
/// # Errors
/// What [`next_test`], [`truly_better`] and [`swap_test`] refuse. A further test that is too large for
/// certified digits is no error.
pub fn compare(
    pairs: &[Pair],
    question: &PairQuestion,
    advance: &(dyn Fn() -> ControlFlow<()> + Sync),
) -> Result<Option<Vec<ComparedClassifiers>>, LatticeError> {
    // `None`: the work is stopped.
    let one = |pair: &Pair| -> Result<ComparedClassifiers, Option<LatticeError>> {
        let Pair { first, second, evidence } = pair;
        let PairQuestion { metric, mass, test, digits, seed } = question;
        let next = match next_test(evidence, mass, metric, *test, *digits) {
            Err(
                error
                @ (LatticeError::WindowsTooLarge { .. } | LatticeError::TooManySamples { .. }),
            ) if *digits == Digits::Twelve => Err(error),
            next => Ok(next?),
        };
        let swap_test = match evidence {
            Evidence::Paired(counts) => swap_test(counts, metric)?,
            Evidence::Independent(..) => Err(NoSwapTest::Unpaired),
        };
        let truly_better = truly_better(evidence, mass, metric, *test, *seed)?;
        let discordant =
            evidence.discordant(Class::Positive).zip(evidence.discordant(Class::Negative));
        let discordant =
            discordant.map(|(positives, negatives)| Discordant { positives, negatives });
        if advance().is_break() {
            return Err(None);
        }
        let (first, second) = (*first, *second);
        let holm = None;
        Ok(ComparedClassifiers { first, second, discordant, next, truly_better, swap_test, holm })
    };
    let mut compared = match try_map(pairs, one) {
        Ok(compared) => compared,
        Err(None) => return Ok(None),
        Err(Some(error)) => return Err(error),
    };
    let p_values: Vec<Rational> = compared
        .iter()
        .filter_map(|pair| pair.swap_test.as_ref().ok().map(|test| test.two_sided.clone()))
        .collect();
    let tested = compared.iter_mut().filter(|pair| pair.swap_test.is_ok());
    for (pair, corrected) in tested.zip(holm(&p_values)) {
        pair.holm = Some(corrected);
    }
    Ok(Some(compared))
}

/// What a further test says of every pair of several classifiers, certified: [`next_test`] of each by each metric,
/// the greater value being the better one. For each metric the pairs (0, 1), (0, 2), ..., (1, 2), .... `advance` is as in [`compare`].
///
/// # Errors
/// As [`next_test`].
pub fn next_pairs(
    contestants: &Contestants,
    mass: &PatternMass,
    metrics: &[Metric],
    test: Lattice,
    advance: &(dyn Fn() -> ControlFlow<()> + Sync),
) -> Result<Option<Vec<Vec<RankedPair>>>, LatticeError> {
    let comparers: Vec<Comparer> =
        metrics.iter().map(|metric| Comparer::new(metric, test)).collect::<Result<_, _>>()?;
    let count = contestants.classifiers();
    let pairs: Vec<(usize, usize)> = (0..count)
        .flat_map(|first| (first + 1..count).map(move |second| (first, second)))
        .collect();
    let one = |&(first, second): &(usize, usize)| -> Result<Vec<NextTest>, Option<LatticeError>> {
        let next = next_tests(&contestants.pair(first, second), mass, &comparers, test)?;
        if advance().is_break() { Err(None) } else { Ok(next) }
    };
    let found = match try_map(&pairs, one) {
        Ok(found) => found,
        Err(None) => return Ok(None),
        Err(Some(error)) => return Err(error),
    };
    let mut by_metric = vec![Vec::with_capacity(pairs.len()); metrics.len()];
    for (&(first, second), tests) in pairs.iter().zip(found) {
        for (list, NextTest { better, equal, worse, undefined }) in by_metric.iter_mut().zip(tests)
        {
            list.push(RankedPair { first, second, greater: better, equal, less: worse, undefined });
        }
    }
    Ok(Some(by_metric))
}
