//! Orderings of performances: binary relations "worse or equivalent", and the ranks they allow.

use super::Performance;

/// Relation of one performance to another (Foundations, section 3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// The first is better.
    Better,
    /// The first is worse.
    Worse,
    /// Each is worse than or equivalent to the other.
    Equivalent,
    /// Neither is worse than or equivalent to the other.
    Incomparable,
}

impl Relation {
    /// The four outcomes of a relation "worse or equivalent", asked in both directions.
    ///
    /// ```
    /// use exactile::ranking::{Performance, Relation, at_most_by};
    /// let [low, high] = [Performance::from_counts(&[3, 1])?, Performance::from_counts(&[1, 3])?];
    /// let order = at_most_by(|performance| Some(performance.probabilities()[1].clone()));
    /// assert_eq!(Relation::between(&low, &high, order), Relation::Worse);
    /// # Ok::<(), exactile::ranking::RankingError>(())
    /// ```
    pub fn between(
        first: &Performance,
        second: &Performance,
        at_most: impl Fn(&Performance, &Performance) -> bool,
    ) -> Self {
        match (at_most(first, second), at_most(second, first)) {
            (true, true) => Self::Equivalent,
            (true, false) => Self::Worse,
            (false, true) => Self::Better,
            (false, false) => Self::Incomparable,
        }
    }
}

/// The ordering that a score induces (Foundations, theorem on axiom 1): a performance is worse than
/// or equivalent to another if both are equal, or both have a value and the first's is at most the
/// second's. A performance without a value is equivalent to itself and comparable with no other.
///
/// ```
/// use exactile::ranking::{Performance, at_most_by};
/// let second = |performance: &Performance| Some(performance.probabilities()[1].clone());
/// let at_most = at_most_by(second);
/// let [low, high] = [[3, 1], [1, 3]].map(|counts| Performance::from_counts(&counts).unwrap());
/// assert!(at_most(&low, &high) && !at_most(&high, &low));
/// ```
pub fn at_most_by<V: PartialOrd>(
    score: impl Fn(&Performance) -> Option<V>,
) -> impl Fn(&Performance, &Performance) -> bool {
    move |first, second| {
        first == second
            || match (score(first), score(second)) {
                (Some(first), Some(second)) => first <= second,
                _ => false,
            }
    }
}

/// The ranks that the first axiom leaves open to each performance: from 1 + the number that are
/// better, to the number that are better or equivalent, itself included.
///
/// ```
/// use exactile::ranking::{Performance, Satisfaction, at_most_by, rank_bounds};
/// let accuracy = at_most_by(|performance| Some(Satisfaction::two_class().expected(performance)));
/// let performances = [[5, 3, 1, 1], [5, 1, 1, 3], [6, 2, 2, 0]]
///     .map(|counts| Performance::from_counts(&counts).expect("counts"));
/// assert_eq!(rank_bounds(&performances, accuracy), [(2, 3), (1, 1), (2, 3)]);
/// ```
pub fn rank_bounds(
    performances: &[Performance],
    at_most: impl Fn(&Performance, &Performance) -> bool,
) -> Vec<(usize, usize)> {
    let bounds = |performance| {
        let (mut better, mut not_worse) = (0, 0);
        for other in performances {
            match Relation::between(performance, other, &at_most) {
                Relation::Worse => {
                    better += 1;
                    not_worse += 1;
                }
                Relation::Equivalent => not_worse += 1,
                Relation::Better | Relation::Incomparable => {}
            }
        }
        (better + 1, not_worse)
    };
    performances.iter().map(bounds).collect()
}
