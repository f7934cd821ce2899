//! Pairs of classifiers that are taken as independent, many at once: what concerns one classifier
//! is worked out once.
//!
//! n classifiers have n(n - 1)/2 pairs, but n posteriors of their rates and n distributions of
//! further results:
//!
//! - [`truly`] draws each classifier's rates from generators of its own, named by its counts and
//!   the block of draws. So a pair is the same whether it is asked for alone or among others, and
//!   wherever it stands. O(n) random numbers and O(n^2) comparisons of doubles for each draw.
//! - [`next`] sorts the lattice of further results once for a group of classifiers, instead of once
//!   for a pair.

use std::collections::BTreeMap;

use super::apart::{Contest, RankedPair};
use super::blocks::{DRAWS, Draws};
use super::drawn_ranks::TrueOrder;
use super::generator::{Gamma, Generator};
use super::limits::Limits;
use super::model::PatternMass;
use super::results::{Drawn, NextTest, TrulyBetter};
use crate::lattice::{Lattice, LatticeError, Model, Observation, Predictive};
use crate::num::Rational;
use crate::parallel::fold;
use crate::score::Metric;
use crate::work::Watch;

/// Two classifiers: the position of each one, and its observations.
pub(super) type Alone = [(usize, Observation); 2];

/// The different classifiers of some pairs, and the pairs as places among them.
struct Members {
    classifiers: Vec<(usize, Observation)>,
    pairs: Vec<[usize; 2]>,
}

impl Members {
    fn of(pairs: &[Alone]) -> Self {
        let key = |&(position, seen): &(usize, Observation)| {
            (position, [seen.tn, seen.fp, seen.fn_, seen.tp])
        };
        let mut classifiers: Vec<(usize, Observation)> = pairs.iter().flatten().copied().collect();
        classifiers.sort_unstable_by_key(key);
        classifiers.dedup_by_key(|of| key(of));
        let place = |of: &(usize, Observation)| {
            classifiers.binary_search_by_key(&key(of), key).expect("all are listed")
        };
        let pairs = pairs.iter().map(|pair| pair.each_ref().map(place)).collect();
        Self { classifiers, pairs }
    }
}

/// Returns the probability that the first of each pair is truly better by a metric, drawn: the
/// Clopper-Pearson interval at 1 - 10^-9 of [`DRAWS`] draws. `None` once the work is stopped.
pub(super) fn truly(
    pairs: &[Alone],
    mass: &PatternMass,
    asked: (&Metric, Lattice),
    seed: u64,
    watch: &Watch<'_>,
) -> Option<Vec<TrulyBetter>> {
    truly_by(DRAWS, pairs, mass, asked, seed, watch)
}

/// The same by the first of these draws.
pub(super) fn truly_by(
    draws: u32,
    pairs: &[Alone],
    mass: &PatternMass,
    (metric, test): (&Metric, Lattice),
    seed: u64,
    watch: &Watch<'_>,
) -> Option<Vec<TrulyBetter>> {
    // Classifiers with the same counts are one: what is drawn of them is not compared.
    let unplaced: Vec<Alone> = pairs.iter().map(|pair| pair.map(|(_, seen)| (0, seen))).collect();
    let members = Members::of(&unplaced);
    let half = mass.quarter() * Rational::from(2);
    let shape = |count: u64| Gamma::new((Rational::from(count) + &half).to_f64());
    let shapes: Vec<[Gamma; 4]> = members
        .classifiers
        .iter()
        .map(|(_, seen)| [seen.tp, seen.fn_, seen.tn, seen.fp].map(shape))
        .collect();
    let order = TrueOrder::new(metric, test);
    let step = |mut hits: Vec<u32>, block: usize| {
        if watch.is_stopped() {
            return hits;
        }
        let block = u32::try_from(block).expect("blocks of draws");
        let drawn = (draws - block * Draws::BLOCK).min(Draws::BLOCK);
        let drawn = usize::try_from(drawn).expect("a block");
        let mut values = vec![0.0; shapes.len() * drawn];
        let mut drawn_of = Vec::with_capacity(drawn);
        for ((values, shapes), (_, seen)) in
            values.chunks_exact_mut(drawn).zip(&shapes).zip(&members.classifiers)
        {
            let counts = [seen.tp, seen.fn_, seen.tn, seen.fp];
            let mut generator = Generator::of_counts(seed, counts, block);
            // All are drawn before any is divided, which would hold the draws up.
            drawn_of.clear();
            drawn_of
                .extend((0..drawn).map(|_| shapes.each_ref().map(|of| of.draw(&mut generator))));
            for (value, [tp, fn_, tn, fp]) in values.iter_mut().zip(&drawn_of) {
                *value = order.value(tp / (tp + fn_), tn / (tn + fp));
            }
        }
        let of = |member: usize| &values[member * drawn..][..drawn];
        // In one order of the two, whichever is asked for.
        for (hits, pair) in hits.iter_mut().zip(&members.pairs) {
            let (first, second) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
            let better = of(first).iter().zip(of(second)).map(|(x, y)| u32::from(x > y));
            *hits += better.sum::<u32>();
        }
        watch.step();
        hits
    };
    let merge = |mut hits: Vec<u32>, more: Vec<u32>| {
        hits.iter_mut().zip(more).for_each(|(hits, more)| *hits += more);
        hits
    };
    let blocks = usize::try_from(draws.div_ceil(Draws::BLOCK)).expect("blocks of draws");
    let hits = fold(blocks, || vec![0; pairs.len()], step, merge);
    if watch.is_stopped() {
        return None;
    }
    let mut limits = Limits::new(draws);
    let exactly = |end: f64| Rational::try_from(end).expect("probabilities are finite");
    let of = |(hits, [first, second]): (u32, &[usize; 2])| {
        if first == second {
            return TrulyBetter::even();
        }
        let between = limits.of(hits);
        let (lower, upper) = (exactly(between.lower), exactly(between.upper));
        let found = TrulyBetter { lower, upper, drawn: Some(Drawn { draws, seed }) };
        if first < second { found } else { found.exchanged() }
    };
    Some(hits.into_iter().zip(&members.pairs).map(of).collect())
}

/// Classifiers whose further results share a sorted lattice: twice as many, for a pair has two
/// groups.
const GROUP: usize = 32;

/// Returns the probabilities of the results of each pair on a further test, certified; an error if
/// a pair's windows are too large to list. A step for each pair. `None` once the work is stopped.
pub(super) fn next(
    pairs: &[Alone],
    mass: &PatternMass,
    (metric, test): (&Metric, Lattice),
    watch: &Watch<'_>,
) -> Option<Vec<Result<NextTest, LatticeError>>> {
    let members = Members::of(pairs);
    let mut groups: BTreeMap<[usize; 2], Vec<usize>> = BTreeMap::new();
    for (at, pair) in members.pairs.iter().enumerate() {
        groups.entry(pair.map(|member| member / GROUP)).or_default().push(at);
    }
    let prior = mass.prior_of(2);
    let model = Model::BetaBinomial { positive: prior.clone(), negative: prior };
    let mut found: Vec<Option<Result<NextTest, LatticeError>>> = vec![None; pairs.len()];
    for group in groups.values() {
        let of: Vec<Alone> = group.iter().map(|at| pairs[*at]).collect();
        let mut fill = |at: &usize, next| {
            found[*at] = Some(next);
            watch.step()
        };
        if let Ok(tests) = together(&of, &model, (metric, test)) {
            for (at, next) in group.iter().zip(tests) {
                fill(at, Ok(next))?;
            }
        } else {
            // Far apart they have more matrices together than two of them.
            for (at, pair) in group.iter().zip(of) {
                let both = together(&[pair], &model, (metric, test));
                fill(at, both.map(|mut one| one.pop().expect("a pair")))?;
            }
        }
    }
    Some(found.into_iter().map(|next| next.expect("each pair is in a group")).collect())
}

/// The same for pairs that share one sorted lattice.
fn together(
    pairs: &[Alone],
    model: &Model,
    (metric, test): (&Metric, Lattice),
) -> Result<Vec<NextTest>, LatticeError> {
    let members = Members::of(pairs);
    let next: Vec<Predictive> = members
        .classifiers
        .iter()
        .map(|(_, seen)| Predictive::new(*seen, model, test))
        .collect::<Result<_, _>>()?;
    let all = Contest::new(&next)?.pairs(metric)?;
    let count = next.len();
    let of = |&[first, second]: &[usize; 2]| {
        let (low, high) = (first.min(second), first.max(second));
        let RankedPair { greater, equal, less, undefined, .. } =
            all[low * (2 * count - low - 1) / 2 + high - low - 1].clone();
        let (better, worse) = if first < second { (greater, less) } else { (less, greater) };
        NextTest { better, equal, worse, undefined }
    };
    Ok(members.pairs.iter().map(of).collect())
}
