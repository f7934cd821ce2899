//! Kendall's distance between the rankings of domains at a point.

use super::Domains;
use crate::correlation::{Correlation, correlation_of_ranks};
use crate::geometry::Point;
use crate::num::Rational;
use crate::parallel::map_indices;
use crate::score::RankingScore;

/// Distances between the rankings of domains at one point of the Tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankingDistances {
    /// Each two domains, in their order.
    pub between: Vec<RankingDistance>,
    /// The pair of classifiers that swaps most; `None` if no two domains order a pair in opposite
    /// ways.
    pub most_swapped: Option<MostSwapped>,
}

/// Pairs of classifiers that have values in two domains, by how these order them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankingDistance {
    /// The domains.
    pub domains: [usize; 2],
    /// The number of pairs in one order.
    pub concordant: u64,
    /// The number of pairs in opposite orders: Kendall's distance.
    pub discordant: u64,
    /// The number of pairs that are equal in at least one of the domains.
    pub tied: u64,
}

/// The pair of classifiers that most pairs of domains order in opposite ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MostSwapped {
    /// The first such pair in the order of the classifiers.
    pub classifiers: [usize; 2],
    /// The number of domains in which the first and in which the second is better: their product is
    /// the number of pairs of domains.
    pub better: [usize; 2],
    /// The number of pairs of classifiers that swap as often, this one included.
    pub pairs: u64,
}

impl Domains {
    /// The distances between the rankings of the domains at a point; `None` if it is not on the
    /// Tile. A pair of classifiers counts in two domains if both have values in both. O(D^2 n log n
    /// + D n^2).
    ///
    /// ```
    /// use exactile::{ConfusionMatrix, Point, Rational};
    /// use exactile::domain::{DomainTests, DomainWeights, Domains};
    /// let matrix = |wrong, right| ConfusionMatrix::from_counts(0, 0, wrong, right).ok();
    /// let tests = DomainTests::new(
    ///     vec!["north".into(), "south".into()],
    ///     vec!["a".into(), "b".into(), "c".into()],
    ///     vec![
    ///         vec![matrix(1, 9), matrix(2, 8), matrix(3, 7)],
    ///         vec![matrix(4, 6), matrix(4, 6), matrix(2, 8)],
    ///     ],
    /// );
    /// let domains = Domains::new(tests, &DomainWeights::Equal)?;
    /// let recall = Point::new(Rational::ONE, Rational::ONE);
    /// let found = domains.distances(&recall).expect("on the Tile");
    /// // c is last in the north and first in the south, where a and b are equal.
    /// let between = found.between[0];
    /// assert_eq!((between.concordant, between.discordant, between.tied), (0, 2, 1));
    /// assert_eq!(found.most_swapped.expect("a pair").classifiers, [0, 2]);
    /// # Ok::<(), exactile::domain::DomainError>(())
    /// ```
    pub fn distances(&self, at: &Point) -> Option<RankingDistances> {
        let score = RankingScore::at(at.clone())?;
        let (sets, count) = (self.names().len(), self.classifiers().len());
        let ranks: Vec<Vec<Option<u32>>> = map_indices(sets, |d| {
            ranked((0..count).map(|k| score.value(self.matrix(d, k))).collect())
        });
        let pairs: Vec<[usize; 2]> =
            (0..sets).flat_map(|d| (d + 1..sets).map(move |e| [d, e])).collect();
        let between = map_indices(pairs.len(), |pair| {
            let [d, e] = pairs[pair];
            let both = ranks[d].iter().zip(&ranks[e]);
            let both = both.filter_map(|(one, other)| Some([(*one)?, (*other)?])).collect();
            let found = correlation_of_ranks(both);
            let Correlation { concordant, discordant, .. } = found;
            let tied = u64::try_from(found.pairs()).unwrap_or(u64::MAX) - concordant - discordant;
            RankingDistance { domains: [d, e], concordant, discordant, tied }
        });
        Some(RankingDistances { between, most_swapped: most_swapped(&ranks, count) })
    }
}

/// The rank of each value, from the least on, those of equal ones equal.
fn ranked(values: Vec<Option<Rational>>) -> Vec<Option<u32>> {
    let mut sorted: Vec<&Rational> = values.iter().flatten().collect();
    sorted.sort_unstable();
    sorted.dedup();
    let rank = |value: &Rational| u32::try_from(sorted.partition_point(|one| *one < value)).ok();
    values.iter().map(|value| value.as_ref().and_then(rank)).collect()
}

fn most_swapped(ranks: &[Vec<Option<u32>>], count: usize) -> Option<MostSwapped> {
    let mut most: Option<MostSwapped> = None;
    for i in 0..count {
        for j in i + 1..count {
            let orders = ranks.iter().filter_map(|of| Some(of[i]?.cmp(&of[j]?)));
            let mut better = [0, 0];
            for order in orders {
                better[0] += usize::from(order.is_gt());
                better[1] += usize::from(order.is_lt());
            }
            let swaps = better[0] * better[1];
            let known = most.map_or(0, |most| most.better[0] * most.better[1]);
            match most.as_mut() {
                Some(most) if swaps == known => most.pairs += 1,
                _ if swaps > known => {
                    most = Some(MostSwapped { classifiers: [i, j], better, pairs: 1 });
                }
                _ => {}
            }
        }
    }
    most
}
