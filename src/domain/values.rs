//! Values of a score in each domain, and of the mean.

use super::Domains;
use crate::geometry::Point;
use crate::num::{Rational, Value};
use crate::score::RankingScore;

/// A classifier at one point of the Tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DomainValues {
    /// The value of the mean performance.
    pub mean: Value,
    /// The mean of the domains' values with the weights of the domains; undefined if one of them
    /// is.
    pub mean_of_values: Value,
    /// Each domain.
    pub domains: Vec<DomainValue>,
}

/// A classifier in one domain at one point of the Tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DomainValue {
    /// The value; undefined if nothing that counts has occurred there.
    pub value: Value,
    /// w_d, from 0 to 1: how much the value counts in that of the mean. 0 where the value is
    /// undefined. Undefined if the value of the mean is.
    pub weight: Value,
    /// w_d (1 - R_d): the part of 1 - R of the mean that is lost in this domain.
    pub loss_share: Value,
}

/// The reason if a ranking score has no value.
const NOTHING_COUNTS: &str = "no outcome that counts for this score has occurred (0/0)";
/// The reason if a mean of values has none.
const ONE_UNDEFINED: &str = "the score has no value in a domain";

impl Domains {
    /// s_d and u_d of a classifier in a domain, times the weight of the domain.
    pub(super) fn weighted_parts(
        &self,
        domain: usize,
        classifier: usize,
        score: &RankingScore,
    ) -> [Rational; 2] {
        let matrix = self.matrix(domain, classifier);
        let factor = &self.weights()[domain] / &matrix.total();
        let (s, u) = score.parts(matrix);
        [&factor * &s, &factor * &u]
    }

    /// The values of a classifier at a point; `None` if the point is not on the Tile. O(D).
    ///
    /// ```
    /// use exactile::{ConfusionMatrix, Point, Rational};
    /// use exactile::domain::{DomainTests, DomainWeights, Domains};
    /// let matrix = |tn, fp, fn_, tp| ConfusionMatrix::from_counts(tn, fp, fn_, tp).ok();
    /// let tests = DomainTests::new(
    ///     vec!["north".into(), "south".into()],
    ///     vec!["lr".into()],
    ///     vec![vec![matrix(6, 2, 1, 1)], vec![matrix(5, 5, 4, 6)]],
    /// );
    /// let domains = Domains::new(tests, &DomainWeights::Equal)?;
    /// let precision = Point::new(Rational::ONE, Rational::ZERO);
    /// let values = domains.values(0, &precision).expect("on the Tile");
    /// // 1 of 3 and 6 of 11 that are flagged, 3/10 and 11/20 of the samples.
    /// assert_eq!(values.mean.to_string(), "8/17");
    /// assert_eq!(values.domains[0].weight.to_string(), "6/17");
    /// assert_eq!(values.mean_of_values.to_string(), "29/66");
    /// # Ok::<(), exactile::domain::DomainError>(())
    /// ```
    ///
    /// # Panics
    /// If there is no such classifier.
    pub fn values(&self, classifier: usize, at: &Point) -> Option<DomainValues> {
        let score = RankingScore::at(at.clone())?;
        let parts: Vec<[Rational; 2]> =
            (0..self.names().len()).map(|d| self.weighted_parts(d, classifier, &score)).collect();
        let sum = parts.iter().flatten().fold(Rational::ZERO, |sum, part| &sum + part);
        let of = |(d, [s, u]): (usize, &[Rational; 2])| DomainValue {
            value: Value::defined(score.value(self.matrix(d, classifier)), NOTHING_COUNTS),
            weight: Value::defined((s + u).checked_div(&sum), NOTHING_COUNTS),
            loss_share: Value::defined(u.checked_div(&sum), NOTHING_COUNTS),
        };
        let domains: Vec<DomainValue> = parts.iter().enumerate().map(of).collect();
        let mut weighted = domains.iter().zip(self.weights());
        let mean_of_values = weighted.try_fold(Rational::ZERO, |sum, (domain, weight)| {
            Some(&sum + &(weight * domain.value.as_rational()?))
        });
        Some(DomainValues {
            mean: Value::defined(score.value(self.mean(classifier)), NOTHING_COUNTS),
            mean_of_values: Value::defined(mean_of_values, ONE_UNDEFINED),
            domains,
        })
    }
}
