//! Groups of classifiers that the data do not separate, as a leaderboard needs them.

use super::blocks::{DRAWS, Draws};
use super::contestants::Contestants;
use super::deviates::Deviates;
use super::drawn_ranks::{DrawnRanks, truly_ranked};
use super::independent;
use super::model::PatternMass;
use super::results::TrulyBetter;
use super::truth::truly_better_by;
use crate::lattice::{BetaPrior, Lattice, LatticeError};
use crate::num::{Level, Rational};
use crate::parallel::try_map;
use crate::score::Metric;
use crate::work::{Advance, Watch, ended};

/// A tier: its leader is not shown to be better than any other member.
#[derive(Clone, Debug, PartialEq)]
pub struct Tier {
    /// The members, best observed value first; the first one leads.
    pub members: Vec<usize>,
    /// The probability that the leader of the tier above is truly better than this one's leader:
    /// certainly at least the level. `None` for the first tier.
    pub separated: Option<TrulyBetter>,
}

/// The separation of classifiers: at least `level` has to be the probability that one is truly
/// better.
#[derive(Clone, Copy, Debug)]
pub struct Separation<'s> {
    /// The classifiers.
    pub contestants: &'s Contestants,
    /// The priors of the true positive and of the true negative rate.
    pub priors: [&'s BetaPrior; 2],
    /// The metric.
    pub metric: &'s Metric,
    /// The class shares, as samples of a test.
    pub test: Lattice,
    /// The level.
    pub level: &'s Level,
    /// The draws where no probability of two is certified, of classifiers that are taken as
    /// independent at most as much as [`truly_better`](super::truly_better) draws.
    pub draws: Draws,
}

/// The most classifiers of one observed value that are ordered by the comparisons of all pairs of
/// them.
const MOST_EQUAL: usize = 24;
/// The most classifiers taken as independent that are all drawn in full.
const MOST_IN_FULL: usize = 40;
/// The draws that decide most comparisons of more.
const FEW_DRAWS: u32 = 4096;

/// The work is stopped, or refused.
type Ended = Option<LatticeError>;

impl Separation<'_> {
    /// The probability that one is truly better than another: that of
    /// [`truly_better`](super::truly_better) where it knows the prior, so that it agrees with a
    /// comparison of the two; drawn otherwise. `None` once `advance` stops the work.
    ///
    /// # Errors
    /// As [`truly_better`](super::truly_better).
    pub fn before(
        &self,
        first: usize,
        second: usize,
        advance: Advance<'_>,
    ) -> Result<Option<TrulyBetter>, LatticeError> {
        self.before_by(&Deviates::new(self.draws.seed), first, second, advance)
    }

    fn before_by(
        &self,
        deviates: &Deviates,
        first: usize,
        second: usize,
        advance: Advance<'_>,
    ) -> Result<Option<TrulyBetter>, LatticeError> {
        let Self { contestants, priors, metric, test, draws, .. } = *self;
        let evidence = contestants.pair(first, second);
        if advance().is_break() {
            return Ok(None);
        }
        if let Some(mass) = PatternMass::of_priors(priors) {
            if evidence.is_paired() {
                return truly_better_by(&evidence, &mass, metric, test, deviates).map(Some);
            }
            let one = self.before_each(first, &[second], advance)?;
            return Ok(one.and_then(|mut one| one.pop()));
        }
        test.check_both_classes()?;
        if evidence.is_even() {
            return Ok(Some(TrulyBetter::even()));
        }
        let (ordered, is_exchanged) = evidence.ordered();
        let both = Contestants::of_pair(&ordered);
        let ranks = truly_ranked(&both, priors, metric, test, draws, advance)?;
        let found = ranks.map(|ranks| ranks.first_of_two());
        Ok(found.map(|found| if is_exchanged { found.exchanged() } else { found }))
    }

    /// The same for one and each of others. Of many that are taken as independent, a comparison
    /// that few draws decide has no more.
    ///
    /// # Errors
    /// As [`Separation::before`].
    pub fn before_each(
        &self,
        first: usize,
        others: &[usize],
        advance: Advance<'_>,
    ) -> Result<Option<Vec<TrulyBetter>>, LatticeError> {
        ended(self.each(&Deviates::new(self.draws.seed), first, others, advance))
    }

    fn each(
        &self,
        deviates: &Deviates,
        first: usize,
        others: &[usize],
        advance: Advance<'_>,
    ) -> Result<Vec<TrulyBetter>, Ended> {
        let mass = PatternMass::of_priors(self.priors);
        let observed = self.contestants.observed();
        let Some((mass, observed)) = mass.zip(observed) else {
            let one = |&other: &usize| {
                self.before_by(deviates, first, other, advance).map_err(Some)?.ok_or(None)
            };
            return try_map(others, one);
        };
        self.test.check_both_classes().map_err(Some)?;
        let watch = Watch::new(advance);
        let drawn = |draws: u32, others: &[usize]| {
            let pair = |other: &usize| [(0, observed[first]), (0, observed[*other])];
            let pairs: Vec<_> = others.iter().map(pair).collect();
            let asked = (self.metric, self.test);
            independent::truly_by(draws, &pairs, &mass, asked, self.draws.seed, &watch).ok_or(None)
        };
        // With as many draws or more the answer is that of a comparison of two.
        let all = self.draws.count.min(DRAWS);
        if others.len() <= MOST_IN_FULL || all <= FEW_DRAWS {
            return drawn(all, others);
        }
        let mut found = drawn(FEW_DRAWS, others)?;
        let is_open =
            |truly: &TrulyBetter| truly.lower < **self.level && truly.upper >= **self.level;
        let open: Vec<usize> = (0..others.len()).filter(|&at| is_open(&found[at])).collect();
        let again: Vec<usize> = open.iter().map(|&at| others[at]).collect();
        for (at, truly) in open.into_iter().zip(drawn(all, &again)?) {
            found[at] = truly;
        }
        Ok(found)
    }

    /// All classifiers in one order: groups of the same observed value, the best first, and in a
    /// group those first that are more probably truly better than the others of it. Groups are
    /// listed in an order that decides where the probabilities are the same, or where they are
    /// many.
    ///
    /// # Errors
    /// As [`Separation::before`].
    pub fn order(
        &self,
        groups: Vec<Vec<usize>>,
        advance: Advance<'_>,
    ) -> Result<Option<Vec<usize>>, LatticeError> {
        let deviates = Deviates::new(self.draws.seed);
        let each = |first, others: &[usize]| self.each(&deviates, first, others, advance);
        let ordered = groups.into_iter().map(|group| by_probability(group, each));
        ended(ordered.collect::<Result<Vec<_>, _>>().map(|groups| groups.concat()))
    }

    /// Cuts classifiers, the best observed value first, into tiers: the first one leads the first
    /// tier, with all others than which it is not truly better with a probability of at least the
    /// level, for certain. The first of those that are left leads the next one.
    ///
    /// Within a tier the leader is not shown to be better than anybody. The others need not be
    /// alike among themselves, and the last of a tier may be shown to be worse than its second.
    ///
    /// # Errors
    /// As [`Separation::before`].
    pub fn tiers(
        &self,
        ordered: &[usize],
        advance: Advance<'_>,
    ) -> Result<Option<Vec<Tier>>, LatticeError> {
        let deviates = Deviates::new(self.draws.seed);
        let each = |leader, others: &[usize]| self.each(&deviates, leader, others, advance);
        ended(cut(ordered, self.level, each))
    }
}

/// A group, those first whose probabilities to be better than each of the others add up to more;
/// else as it is listed.
fn by_probability<E>(
    mut group: Vec<usize>,
    mut each: impl FnMut(usize, &[usize]) -> Result<Vec<TrulyBetter>, E>,
) -> Result<Vec<usize>, E> {
    if group.len() < 2 || group.len() > MOST_EQUAL {
        return Ok(group);
    }
    // Twice the middles of the limits, less one.
    let mut leads = vec![Rational::ZERO; group.len()];
    for at in 0..group.len() - 1 {
        let later = at + 1..group.len();
        for (other, truly) in later.clone().zip(each(group[at], &group[later])?) {
            let lead = truly.lower + truly.upper - Rational::ONE;
            leads[at] = &leads[at] + &lead;
            leads[other] = &leads[other] - lead;
        }
    }
    let mut places: Vec<usize> = (0..group.len()).collect();
    places.sort_by(|&x, &y| leads[y].cmp(&leads[x]));
    group = places.into_iter().map(|at| group[at]).collect();
    Ok(group)
}

/// Tiers by any comparison of a leader with others.
fn cut<E>(
    ordered: &[usize],
    level: &Level,
    mut each: impl FnMut(usize, &[usize]) -> Result<Vec<TrulyBetter>, E>,
) -> Result<Vec<Tier>, E> {
    let mut tiers = Vec::new();
    let (mut left, mut separated) = (ordered.to_vec(), None);
    while let Some((&leader, others)) = left.split_first() {
        let mut members = vec![leader];
        let (mut below, mut next) = (Vec::new(), None);
        for (&other, truly) in others.iter().zip(each(leader, others)?) {
            if truly.lower < **level {
                members.push(other);
            } else {
                next.get_or_insert(truly);
                below.push(other);
            }
        }
        tiers.push(Tier { members, separated: std::mem::replace(&mut separated, next) });
        left = below;
    }
    Ok(tiers)
}

impl DrawnRanks {
    /// The order and the tiers of [`Separation`], by the drawn probabilities of pairs; `None` if
    /// pairs were not counted.
    pub fn tiers(&self, groups: Vec<Vec<usize>>, level: &Level) -> Option<Vec<Tier>> {
        let each = |leader, others: &[usize]| {
            others
                .iter()
                .map(|&other| self.before(leader, other))
                .collect::<Option<Vec<_>>>()
                .ok_or(())
        };
        let groups = groups.into_iter().map(|group| by_probability(group, each));
        let ordered = groups.collect::<Result<Vec<_>, ()>>().ok()?.concat();
        cut(&ordered, level, each).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Comparisons of two by a table of hundredths.
    fn table<'t>(
        rows: &'t [&'t [i64]],
    ) -> impl Fn(usize, &[usize]) -> Result<Vec<TrulyBetter>, ()> + Copy + 't {
        |first, others| {
            let of = |&other: &usize| {
                let probability = Rational::new(rows[first][other], 100);
                TrulyBetter { lower: probability.clone(), upper: probability, drawn: None }
            };
            Ok(others.iter().map(of).collect())
        }
    }

    #[test]
    fn a_tier_has_all_that_its_leader_is_not_separated_from() {
        // The third is separated from the first, the fourth is not.
        let rows: [&[i64]; 4] =
            [&[50, 60, 96, 80], &[40, 50, 90, 70], &[4, 10, 50, 60], &[20, 30, 40, 50]];
        let tiers = cut(&[0, 1, 2, 3], &Level::default(), table(&rows)).expect("compared");
        let members: Vec<&[usize]> = tiers.iter().map(|tier| &tier.members[..]).collect();
        assert_eq!(members, [&[0, 1, 3][..], &[2]]);
        assert_eq!(tiers[0].separated, None);
        assert_eq!(tiers[1].separated.as_ref().expect("the level").lower, Rational::new(96, 100));
    }

    #[test]
    fn equal_values_are_ordered_by_the_probability() {
        let rows: [&[i64]; 3] = [&[50, 40, 50], &[60, 50, 50], &[50, 50, 50]];
        for group in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
            assert_eq!(by_probability(group.to_vec(), table(&rows)), Ok(vec![1, 2, 0]));
        }
        let even: [&[i64]; 2] = [&[50, 50], &[50, 50]];
        assert_eq!(by_probability(vec![1, 0], table(&even)), Ok(vec![1, 0]));
    }
}
