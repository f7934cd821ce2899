//! The probabilities that each of several independent classifiers is ahead on the next test, as
//! decimals of 17 digits, as far as some hundred bits decide them.
//!
//! The values of the metric are processed in blocks, the worst value first. Each block starts from
//! the weight of all values before it and after it, so that blocks are independent and memory holds
//! a few of them. [`Rounded`] has the arithmetic.
//!
//! # Errors, in units of 2^-126
//!
//! With m matrices and n classifiers, the weight of a matrix is off by 3 (two rounded factors and
//! their product) and a sum of such weights by at most 3 + 2m, since it has at most m additions
//! within blocks and m between them. With the matrices without a value that is e = 4 + 2m. A
//! probability multiplies at most n of these sums (each with a product, and a sum where ranks are
//! counted), and adds the products of all values and blocks, at most 2m: no more than (n + 2) (e +
//! 2) in all.

use num_bigint::BigUint;
use num_traits::One;
use rayon::prelude::*;

use super::masses::ClassWeights;
use super::matrices::Lattice;
use super::rounded::Rounded;
use crate::metric::metrics::Better;

/// The number of values in a block.
const BLOCK: usize = 1024;

/// Probabilities as the nearest decimals of 17 digits; `None` if the digits are not certain.
pub(super) struct Standings {
    /// The probability that classifier i is better than classifier j, at i n + j.
    better: Vec<Option<String>>,
    /// The probability that both are equal, for i < j.
    equal: Vec<Option<String>>,
    /// For each classifier, the probability to be first alone, and to be first alone or tied.
    first: Vec<[Option<String>; 2]>,
    /// The probability that k others are better than classifier i, at i n + k. Empty if ranks are
    /// not needed.
    ranks: Vec<Option<String>>,
}

impl Standings {
    pub(super) fn new(lattice: &Lattice, weights: &[ClassWeights], with_ranks: bool) -> Self {
        let test = Test::new(lattice, weights, with_ranks);
        let totals: Vec<Vec<Rounded>> =
            (0..test.blocks()).into_par_iter().map(|block| test.totals(block)).collect();
        let before = starts(totals.iter());
        let mut after = starts(totals.iter().rev());
        after.reverse();
        let sums = (0..test.blocks())
            .into_par_iter()
            .map(|block| test.sums(block, &before[block], &after[block]))
            .reduce(|| Sums::new(test.n, with_ranks), Sums::plus);
        let error = (test.n as u64 + 2) * (2 * lattice.matrices() as u64 + 6);
        let all = weights.iter().fold(BigUint::one(), |all, of| all * of.total.magnitude());
        let of_two = |k: usize| {
            let [i, j] = [k / test.n, k % test.n].map(|i| weights[i].total.magnitude());
            i * j
        };
        let decimals = |sums: Vec<Rounded>| -> Vec<Option<String>> {
            let of = |(k, sum): (usize, &Rounded)| sum.decimal(error, &of_two(k));
            sums.iter().enumerate().map(of).collect()
        };
        let of_all = |sum: Rounded| sum.decimal(error, &all);
        Self {
            better: decimals(sums.better),
            equal: decimals(sums.equal),
            first: sums.first.into_iter().map(|both| both.map(of_all)).collect(),
            ranks: sums.ranks.into_iter().map(of_all).collect(),
        }
    }

    /// Returns the probabilities that the first is better, that both are equal, and that the second
    /// is better. The first has to come before the second.
    pub(super) fn pair(&self, [first, second]: [usize; 2]) -> [Option<&str>; 3] {
        let n = self.first.len();
        let [one, two] = [first * n + second, second * n + first];
        [&self.better[one], &self.equal[one], &self.better[two]].map(Option::as_deref)
    }

    /// Returns the probabilities that a classifier is first alone, and first alone or tied.
    pub(super) fn first(&self, k: usize) -> [Option<&str>; 2] {
        self.first[k].each_ref().map(Option::as_deref)
    }

    /// Returns the probability that exactly `better` others are better than a classifier.
    pub(super) fn rank(&self, k: usize, better: usize) -> Option<&str> {
        self.ranks[k * self.first.len() + better].as_deref()
    }
}

/// Returns the weights before each block, for each classifier.
fn starts<'t>(totals: impl Iterator<Item = &'t Vec<Rounded>>) -> Vec<Vec<Rounded>> {
    let mut sums: Option<Vec<Rounded>> = None;
    totals
        .map(|totals| {
            let start = sums.clone().unwrap_or_else(|| vec![Rounded::ZERO; totals.len()]);
            sums = Some(start.iter().zip(totals).map(|(sum, of)| sum.plus(*of)).collect());
            start
        })
        .collect()
}

/// The weights of all classifiers on the next test.
struct Test<'t> {
    lattice: &'t Lattice,
    /// The weights of the true positives and of the true negatives, for each classifier.
    weights: Vec<[Vec<Rounded>; 2]>,
    /// The weight of the matrices without a value, for each classifier.
    undefined: Vec<Rounded>,
    n: usize,
    with_ranks: bool,
}

/// The weights of one classifier at a value: of the value, of those before it, and of those after
/// it.
#[derive(Clone, Copy)]
struct Place {
    of: Rounded,
    /// The weight of the values before it and of the matrices without a value.
    behind: Rounded,
    /// The same, including this value.
    up_to: Rounded,
    /// The weight of the values before it alone.
    below: Rounded,
    /// The weight of the values after it.
    above: Rounded,
}

impl<'t> Test<'t> {
    fn new(lattice: &'t Lattice, weights: &[ClassWeights], with_ranks: bool) -> Self {
        let rounded = |weights: &ClassWeights| {
            weights.of_classes().map(|class| {
                class.iter().map(|weight| Rounded::of(weight.magnitude())).collect::<Vec<_>>()
            })
        };
        let undefined = |of: &ClassWeights| Rounded::of(of.undefined(lattice).magnitude());
        Self {
            lattice,
            weights: weights.iter().map(rounded).collect(),
            undefined: weights.iter().map(undefined).collect(),
            n: weights.len(),
            with_ranks,
        }
    }

    fn blocks(&self) -> usize {
        self.lattice.distinct().div_ceil(BLOCK)
    }

    /// Returns, for each value of a block, the weight that each classifier gives it; the worst
    /// value comes first.
    fn values(&self, block: usize) -> impl Iterator<Item = Vec<Rounded>> {
        let distinct = self.lattice.distinct();
        let is_lower_better = self.lattice.metric.better == Better::Lower;
        (block * BLOCK..distinct.min((block + 1) * BLOCK)).map(move |place| {
            let place = if is_lower_better { distinct - 1 - place } else { place };
            let matrices = self.lattice.taken(place);
            let weight = |[positive, negative]: &[Vec<Rounded>; 2]| {
                matrices.iter().fold(Rounded::ZERO, |sum, (_, matrix)| {
                    let [tp, tn] = self.lattice.matrix(*matrix);
                    sum.plus(positive[tp].times(negative[tn]))
                })
            };
            self.weights.iter().map(weight).collect()
        })
    }

    /// Returns, for each classifier, the weight of all values of a block.
    fn totals(&self, block: usize) -> Vec<Rounded> {
        let mut totals = vec![Rounded::ZERO; self.n];
        for value in self.values(block) {
            totals.iter_mut().zip(value).for_each(|(total, of)| *total = total.plus(of));
        }
        totals
    }

    /// Returns the contributions of the values of a block to each probability.
    fn sums(&self, block: usize, before: &[Rounded], after: &[Rounded]) -> Sums {
        let masses: Vec<Vec<Rounded>> = self.values(block).collect();
        let mut above = vec![after.to_vec()];
        for value in masses.iter().skip(1).rev() {
            let last = above.last().expect("there is one");
            above.push(last.iter().zip(value).map(|(sum, of)| sum.plus(*of)).collect());
        }
        let mut below = before.to_vec();
        let mut sums = Sums::new(self.n, self.with_ranks);
        for (value, above) in masses.iter().zip(above.iter().rev()) {
            let places: Vec<Place> = (0..self.n)
                .map(|k| {
                    let (of, below, above) = (value[k], below[k], above[k]);
                    let behind = below.plus(self.undefined[k]);
                    Place { of, behind, up_to: behind.plus(of), below, above }
                })
                .collect();
            sums.add(&places);
            below.iter_mut().zip(value).for_each(|(sum, of)| *sum = sum.plus(*of));
        }
        sums
    }
}

/// Weights of the outcomes whose probabilities [`Standings`] has.
struct Sums {
    better: Vec<Rounded>,
    equal: Vec<Rounded>,
    first: Vec<[Rounded; 2]>,
    ranks: Vec<Rounded>,
}

impl Sums {
    fn new(n: usize, with_ranks: bool) -> Self {
        let pairs = vec![Rounded::ZERO; n * n];
        let ranks = if with_ranks { pairs.clone() } else { Vec::new() };
        Self { better: pairs.clone(), equal: pairs, first: vec![[Rounded::ZERO; 2]; n], ranks }
    }

    fn plus(mut self, other: Self) -> Self {
        let add = |sums: &mut [Rounded], other: &[Rounded]| {
            sums.iter_mut().zip(other).for_each(|(sum, of)| *sum = sum.plus(*of));
        };
        add(&mut self.better, &other.better);
        add(&mut self.equal, &other.equal);
        add(self.first.as_flattened_mut(), other.first.as_flattened());
        add(&mut self.ranks, &other.ranks);
        self
    }

    /// Adds the contributions of one value; `places` has its weights for each classifier.
    fn add(&mut self, places: &[Place]) {
        let n = places.len();
        for (i, own) in places.iter().enumerate() {
            for (j, other) in places.iter().enumerate().filter(|(j, _)| *j != i) {
                let better = &mut self.better[i * n + j];
                *better = better.plus(own.of.times(other.below));
                if i < j {
                    let equal = &mut self.equal[i * n + j];
                    *equal = equal.plus(own.of.times(other.of));
                }
            }
        }
        let behind = [|of: &Place| of.behind, |of: &Place| of.up_to];
        for (which, behind) in behind.into_iter().enumerate() {
            let factors: Vec<Rounded> = places.iter().map(behind).collect();
            for (k, others) in others(&factors).into_iter().enumerate() {
                let first = &mut self.first[k][which];
                *first = first.plus(places[k].of.times(others));
            }
        }
        if !self.ranks.is_empty() {
            ranked(places, 0, &[Rounded::ONE], &mut |k, weights| {
                for (rank, weight) in self.ranks[k * n..][..n].iter_mut().zip(weights) {
                    *rank = rank.plus(places[k].of.times(*weight));
                }
            });
        }
    }
}

/// Returns, for each factor, the product of all others.
fn others(factors: &[Rounded]) -> Vec<Rounded> {
    let mut products = Vec::with_capacity(factors.len());
    let mut product = Rounded::ONE;
    for factor in factors {
        products.push(product);
        product = product.times(*factor);
    }
    product = Rounded::ONE;
    for (others, factor) in products.iter_mut().zip(factors).rev() {
        *others = others.times(product);
        product = product.times(*factor);
    }
    products
}

/// Calls back with the weights with which 0, 1, 2, ... of all others are better, for each of these
/// classifiers. The first one has the number `from`, and `outside` are the weights for all
/// classifiers that are not among these.
///
/// The classifiers are split in halves, and for each half the other half is counted first, so that
/// a classifier is counted once on each of log2 n levels.
fn ranked(
    places: &[Place],
    from: usize,
    outside: &[Rounded],
    found: &mut impl FnMut(usize, &[Rounded]),
) {
    if places.len() == 1 {
        return found(from, outside);
    }
    let (left, right) = places.split_at(places.len() / 2);
    for (half, from, others) in [(left, from, right), (right, from + left.len(), left)] {
        let mut weights = outside.to_vec();
        for other in others {
            weights.push(Rounded::ZERO);
            for better in (0..weights.len()).rev() {
                let not = weights[better].times(other.up_to);
                weights[better] = match better.checked_sub(1) {
                    Some(fewer) => not.plus(weights[fewer].times(other.above)),
                    None => not,
                };
            }
        }
        ranked(half, from, &weights, found);
    }
}

#[cfg(test)]
mod tests {
    use super::super::ahead::{compared, standing};
    use super::super::masses::{Masses, Model};
    use super::*;
    use crate::metric::metrics::Metric;
    use exactile::num::{Decimal17, Rational};
    use exactile::performance::{Classifier, ConfusionMatrix};

    fn classifiers() -> Vec<Classifier> {
        let counts = [[20, 5, 3, 9], [18, 7, 2, 10], [25, 0, 12, 0], [0, 25, 0, 12], [20, 5, 3, 9]];
        let of = |[tn, fp, fn_, tp]: [u64; 4]| ConfusionMatrix::from_counts(tn, fp, fn_, tp);
        counts.map(|counts| Classifier::new("one", of(counts).expect("counts"))).into()
    }

    #[test]
    fn all_decimals_are_certain_and_those_of_the_fractions() {
        let model = || {
            let [one, two] = [1, 2].map(Rational::from);
            Model::BetaBinomial([[one.clone(), one.clone()], [two, one]])
        };
        for (name, model) in [
            ("f1", model()),
            ("mcc", model()),
            ("error-rate", model()),
            ("ppv", Model::Binomial),
            ("fpr", Model::Binomial),
        ] {
            // More values than a block has.
            let lattice = Lattice::new(Metric::named(name).expect("a metric"), 40, 60, None);
            let weights: Vec<ClassWeights> = classifiers()
                .iter()
                .map(|known| ClassWeights::after(known, &lattice, &model).ok().expect("few"))
                .collect();
            let masses: Vec<Masses> =
                weights.iter().map(|weights| Masses::of_weights(&lattice, weights)).collect();
            let all: Vec<&Masses> = masses.iter().collect();
            let found = Standings::new(&lattice, &weights, true);
            let same = |found: Option<&str>, exact: &Rational| {
                assert_eq!(found, Some(&*Decimal17::nearest(exact).to_string()), "{name}");
            };
            for i in 0..all.len() {
                let exact = standing(&all, i, true);
                found.first(i).into_iter().zip(&exact.first).for_each(|(x, y)| same(x, y));
                exact.ranks.iter().enumerate().for_each(|(k, y)| same(found.rank(i, k), y));
                for j in i + 1..all.len() {
                    let exact = compared(all[i], all[j]);
                    found.pair([i, j]).into_iter().zip(&exact).for_each(|(x, y)| same(x, y));
                }
            }
        }
    }
}
