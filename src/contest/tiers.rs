//! Groups of classifiers that the data do not separate, as a leaderboard needs them.

use std::ops::ControlFlow;

use super::blocks::Draws;
use super::contestants::Contestants;
use super::drawn_ranks::{DrawnRanks, truly_ranked};
use super::model::PatternMass;
use super::truth::{TrulyBetter, truly_better};
use crate::lattice::{BetaPrior, Lattice, LatticeError};
use crate::num::Rational;
use crate::score::Metric;

/// A tier: its leader is not shown to be better than any other member.
#[derive(Clone, Debug, PartialEq)]
pub struct Tier {
    /// The members, best observed value first; the first one leads.
    pub members: Vec<usize>,
    /// How probably the leader of the tier above is truly better than this one's leader: at least the
    /// level, for certain. `None` for the first tier.
    pub separated: Option<TrulyBetter>,
}

/// Cuts classifiers, the best observed value first, into tiers: going down, a new tier begins at the
/// first classifier than which the leader of the tier is truly better with a probability of at least
/// `level`, for certain; this classifier leads the new tier.
///
/// Within a tier the leader is not shown to be better than anybody. The others need not be alike among
/// themselves, and the last of a tier may be shown to be worse than its second.
///
/// Probabilities of two are those of [`truly_better`] where it knows the prior, so they agree with a
/// comparison of the two; otherwise they are drawn. `advance` is called now and then, and may stop the
/// work: then there is no result. At most one comparison for each classifier.
///
/// # Errors
/// As [`truly_better`].
pub fn tiers(
    ordered: &[usize],
    contestants: &Contestants,
    priors: [&BetaPrior; 2],
    (metric, test): (&Metric, Lattice),
    level: &Rational,
    draws: Draws,
    advance: &(dyn Fn() -> ControlFlow<()> + Sync),
) -> Result<Option<Vec<Tier>>, LatticeError> {
    let found = cut(ordered, level, |leader, next| {
        truly_before(contestants, [leader, next], priors, (metric, test), draws, advance)
            .map_err(Some)?
            .ok_or(None)
    });
    match found {
        Ok(tiers) => Ok(Some(tiers)),
        Err(None) => Ok(None),
        Err(Some(error)) => Err(error),
    }
}

/// The same by any comparison of a leader with another.
fn cut<E>(
    ordered: &[usize],
    level: &Rational,
    mut better: impl FnMut(usize, usize) -> Result<TrulyBetter, E>,
) -> Result<Vec<Tier>, E> {
    let mut tiers: Vec<Tier> = Vec::new();
    for &next in ordered {
        let Some(tier) = tiers.last_mut() else {
            tiers.push(Tier { members: vec![next], separated: None });
            continue;
        };
        let better = better(tier.members[0], next)?;
        if better.lower >= *level {
            tiers.push(Tier { members: vec![next], separated: Some(better) });
        } else {
            tier.members.push(next);
        }
    }
    Ok(tiers)
}

impl DrawnRanks {
    /// Tiers as those of [`tiers`], by the drawn probabilities of pairs; `None` if pairs were not counted.
    pub fn tiers(&self, ordered: &[usize], level: &Rational) -> Option<Vec<Tier>> {
        cut(ordered, level, |leader, next| self.before(leader, next).ok_or(())).ok()
    }
}

/// How probably the first of two contestants is truly better: that of [`truly_better`] where it knows
/// the prior, drawn otherwise. `advance` may stop the draws: then there is no result.
///
/// # Errors
/// As [`truly_better`].
pub fn truly_before(
    contestants: &Contestants,
    [first, second]: [usize; 2],
    priors: [&BetaPrior; 2],
    (metric, test): (&Metric, Lattice),
    draws: Draws,
    advance: &(dyn Fn() -> ControlFlow<()> + Sync),
) -> Result<Option<TrulyBetter>, LatticeError> {
    if let Some(mass) = PatternMass::of_priors(priors).filter(|_| contestants.is_paired()) {
        let evidence = contestants.pair(first, second);
        if advance().is_break() {
            return Ok(None);
        }
        return truly_better(&evidence, &mass, metric, test, draws.seed).map(Some);
    }
    let both = contestants.only(&[first, second]);
    let ranks = truly_ranked(&both, priors, metric, test, draws, advance)?;
    Ok(ranks.and_then(|ranks| ranks.before(0, 1)))
}
