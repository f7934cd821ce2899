//! Agreement of domains on the best classifier, and the worst domain of each classifier.

use std::collections::BTreeSet;

use super::{ColumnZone, Domains};
use crate::geometry::Point;
use crate::num::Rational;
use crate::parallel::map_indices;
use crate::score::RankingScore;
use crate::tile::{Zone, better_half_plane, zone_of_half_planes};

/// The first of each domain and of the mean, at one point of the Tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// The classifiers with the greatest value of the mean performance.
    pub mean: Vec<usize>,
    /// The classifiers with the greatest value in each domain; none if no classifier has a value
    /// there.
    pub domains: Vec<Vec<usize>>,
    /// For each classifier the number of domains in which it is among these.
    pub first_in: Vec<usize>,
    /// Pairs, the first at least as good as the second in every domain and better in one, that the
    /// mean orders the other way round: Simpson's paradox.
    pub paradoxes: Vec<[usize; 2]>,
    /// The least value of each classifier over the domains in which it has one, and where that is.
    pub worst: Vec<Option<Worst>>,
    /// The classifiers with the greatest least value (maximin).
    pub maximin: Vec<usize>,
}

/// The worst domain of a classifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worst {
    /// The value.
    pub value: Rational,
    /// The domains that have it.
    pub domains: Vec<usize>,
}

impl Domains {
    /// The first of each domain and of the mean at a point; `None` if the point is not on the Tile.
    /// O(D n^2) for n classifiers in D domains.
    ///
    /// ```
    /// use exactile::{ConfusionMatrix, Point, Rational};
    /// use exactile::domain::{DomainTests, DomainWeights, Domains};
    /// let matrix = |wrong, right| ConfusionMatrix::from_counts(0, 0, wrong, right).ok();
    /// // Hits of 10 and 90, and of 90 and 10 samples: a is better in both, and worse on the whole.
    /// let tests = DomainTests::new(
    ///     vec!["easy".into(), "hard".into()],
    ///     vec!["a".into(), "b".into()],
    ///     vec![vec![matrix(1, 9), matrix(18, 72)], vec![matrix(63, 27), matrix(8, 2)]],
    /// );
    /// let weights = DomainWeights::Equal;
    /// let domains = Domains::new(tests, &weights)?;
    /// let accuracy = Point::new(Rational::new(1, 2), Rational::new(1, 2));
    /// let found = domains.agreement(&accuracy).expect("on the Tile");
    /// assert_eq!((found.first_in, found.paradoxes.len()), (vec![2, 0], 0));
    /// # Ok::<(), exactile::domain::DomainError>(())
    /// ```
    pub fn agreement(&self, at: &Point) -> Option<Agreement> {
        let score = RankingScore::at(at.clone())?;
        let (sets, count) = (self.names().len(), self.classifiers().len());
        let values: Vec<Vec<Option<Rational>>> = (0..sets)
            .map(|d| (0..count).map(|k| score.value(self.matrix(d, k))).collect())
            .collect();
        let means: Vec<Option<Rational>> = (0..count).map(|k| score.value(self.mean(k))).collect();
        let domains: Vec<Vec<usize>> = values.iter().map(|of| greatest(of)).collect();
        let first_in = (0..count).map(|k| domains.iter().filter(|of| of.contains(&k)).count());
        let worst: Vec<Option<Worst>> = (0..count)
            .map(|k| {
                let least = values.iter().filter_map(|of| of[k].clone()).min()?;
                let is_it = |d: &usize| values[*d][k].as_ref() == Some(&least);
                let domains = (0..sets).filter(is_it).collect();
                Some(Worst { value: least, domains })
            })
            .collect();
        let least: Vec<Option<Rational>> =
            worst.iter().map(|one| one.as_ref().map(|worst| worst.value.clone())).collect();
        Some(Agreement {
            mean: greatest(&means),
            first_in: first_in.collect(),
            paradoxes: paradoxes(&values, &means),
            maximin: greatest(&least),
            domains,
            worst,
        })
    }

    /// For each classifier the closed zone of the Tile in which it is at least as good as every
    /// other one in every domain: an intersection of half-planes in balanced coordinates, O(m log
    /// m) for m of them, or [`Domains::unanimous_columns`].
    pub fn unanimous(&self) -> Vec<Unanimous> {
        let count = self.classifiers().len();
        let Some(prior) = self.common_prior() else {
            return map_indices(count, |k| Unanimous::SeveralPriors(self.unanimous_columns(k)));
        };
        let rates = |d: usize, k: usize| {
            let matrix = self.matrix(d, k);
            [matrix.tnr(), matrix.tpr()].map(|rate| rate.expect("a prior between 0 and 1"))
        };
        let zone = |own: usize| {
            let rivals = |d: usize| {
                let own_rates = rates(d, own);
                let rivals = (0..count).filter(move |&k| k != own);
                rivals.map(move |k| better_half_plane(&own_rates, &rates(d, k)))
            };
            let half_planes = (0..self.names().len()).flat_map(rivals);
            Unanimous::OnePrior(zone_of_half_planes(half_planes, &prior))
        };
        map_indices(count, zone)
    }

    /// The positive prior of all results, if it is one between 0 and 1.
    fn common_prior(&self) -> Option<Rational> {
        let all = (0..self.names().len())
            .flat_map(|d| (0..self.classifiers().len()).map(move |k| (d, k)));
        let priors: BTreeSet<Rational> =
            all.map(|(d, k)| self.matrix(d, k).prior_positive()).collect();
        let prior = priors.first().filter(|_| priors.len() == 1)?;
        (prior.is_positive() && *prior < Rational::ONE).then(|| prior.clone())
    }
}

/// The zone of the Tile in which a classifier is first in all domains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unanimous {
    /// All results have one positive prior between 0 and 1: a convex zone in balanced coordinates,
    /// with rational corners, if there is one.
    OnePrior(Option<Zone>),
    /// Results have several priors, or one class alone.
    SeveralPriors(ColumnZone),
}

/// The positions of the greatest values.
fn greatest(values: &[Option<Rational>]) -> Vec<usize> {
    let Some(best) = values.iter().flatten().max() else { return Vec::new() };
    (0..values.len()).filter(|&k| values[k].as_ref() == Some(best)).collect()
}

/// Pairs that all domains order in one way, and the mean in the other. Where one of the two has no
/// value, nothing is said.
fn paradoxes(values: &[Vec<Option<Rational>>], means: &[Option<Rational>]) -> Vec<[usize; 2]> {
    let mut found = Vec::new();
    for (i, mean) in means.iter().enumerate() {
        for (j, other) in means.iter().enumerate() {
            let is_behind = mean.as_ref().zip(other.as_ref()).is_some_and(|(x, y)| x < y);
            if !is_behind {
                continue;
            }
            let compare = |of: &Vec<Option<Rational>>| {
                of[i].as_ref().zip(of[j].as_ref()).map(|(x, y)| x.cmp(y))
            };
            let orders: Option<Vec<_>> = values.iter().map(compare).collect();
            if orders.is_some_and(|all| {
                all.iter().all(|order| order.is_ge()) && all.iter().any(|order| order.is_gt())
            }) {
                found.push([i, j]);
            }
        }
    }
    found
}
