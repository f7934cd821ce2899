//! The probabilities that each of several independent classifiers is ahead on a further test, as
//! fractions, from the weights of the values that each may have.

use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::masses::Masses;
use exactile::num::Rational;

/// Returns the probabilities that the first is better, that both are equal, that the second is
/// better, and that one has no value.
pub(crate) fn compared(first: &Masses, second: &Masses) -> [Rational; 4] {
    let total = &first.total * &second.total;
    let over = |weight: BigInt| Rational::new(weight, total.clone());
    let sum = |own: &Masses, other: &Masses| -> BigInt {
        own.of.iter().zip(&other.below).map(|(mass, below)| mass * below).sum()
    };
    let equal: BigInt = first.of.iter().zip(&second.of).map(|(x, y)| x * y).sum();
    let defined = first.defined() * second.defined();
    [over(sum(first, second)), over(equal), over(sum(second, first)), over(&total - defined)]
}

/// The probabilities of one classifier's ranks among all.
pub(crate) struct Standing {
    /// The probability to be first alone, and to be first alone or tied.
    pub(crate) first: [Rational; 2],
    pub(crate) undefined: Rational,
    /// The probability that exactly k others are better, for each k.
    pub(crate) ranks: Vec<Rational>,
}

pub(crate) fn standing(all: &[&Masses], own: usize, with_ranks: bool) -> Standing {
    let others: Vec<&Masses> =
        all.iter().enumerate().filter(|(k, _)| *k != own).map(|(_, masses)| *masses).collect();
    let me = all[own];
    let total: BigInt = all.iter().map(|masses| &masses.total).product();
    let (mut alone, mut tied) = (BigInt::ZERO, BigInt::ZERO);
    let mut ranks = vec![BigInt::ZERO; if with_ranks { all.len() } else { 0 }];
    for (place, mass) in me.of.iter().enumerate().filter(|(_, mass)| !mass.is_zero()) {
        let behind = |upto: usize| -> BigInt {
            others.iter().map(|other| &other.below[upto] + &other.undefined).product()
        };
        alone += mass * behind(place);
        tied += mass * behind(place + 1);
        if with_ranks {
            // How many of the others seen so far are better.
            let mut better = vec![BigInt::one()];
            for other in &others {
                let ahead = other.defined() - &other.below[place + 1];
                let not = &other.total - &ahead;
                let mut next = vec![BigInt::ZERO; better.len() + 1];
                for (k, weight) in better.iter().enumerate() {
                    next[k] += weight * &not;
                    next[k + 1] += weight * &ahead;
                }
                better = next;
            }
            for (rank, weight) in ranks.iter_mut().zip(better) {
                *rank += mass * weight;
            }
        }
    }
    let over = |weight: BigInt| Rational::new(weight, total.clone());
    Standing {
        first: [over(alone), over(tied)],
        undefined: Rational::new(me.undefined.clone(), me.total.clone()),
        ranks: ranks.into_iter().map(over).collect(),
    }
}
