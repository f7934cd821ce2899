//! The three axioms of performance orderings (Foundations, section 4.1), decided for finitely many
//! performances: each function gives a violation, the first that it finds, or `None`.
//!
//! An ordering is a function "worse than or equivalent to", such as [`super::at_most_by`] makes.

use super::{Performance, Relation, Satisfaction};

/// A violation that makes an ordering no preorder, so that no ranking can be based on it (axiom 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreorderViolation {
    /// This performance is not equivalent to itself.
    NotReflexive(usize),
    /// The first is at most the second, the second at most the third, the first not at most the
    /// third.
    NotTransitive([usize; 3]),
}

/// Returns a violation if the ordering is not reflexive or not transitive on these performances.
/// Cubic in their number.
pub fn preorder_violation(
    performances: &[Performance],
    at_most: impl Fn(&Performance, &Performance) -> bool,
) -> Option<PreorderViolation> {
    let n = performances.len();
    let table: Vec<Vec<bool>> = performances
        .iter()
        .map(|first| performances.iter().map(|second| at_most(first, second)).collect())
        .collect();
    if let Some(alone) = (0..n).find(|&i| !table[i][i]) {
        return Some(PreorderViolation::NotReflexive(alone));
    }
    for i in 0..n {
        for j in (0..n).filter(|&j| table[i][j]) {
            if let Some(k) = (0..n).find(|&k| table[j][k] && !table[i][k]) {
                return Some(PreorderViolation::NotTransitive([i, j, k]));
            }
        }
    }
    None
}

/// Two performances that axiom 2 forbids: the first is better although the second is at least as
/// satisfying for sure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SatisfactionViolation {
    /// The one that is better, without reason.
    pub better: usize,
    /// The one that is worse.
    pub worse: usize,
}

/// Axiom 2: if no outcome that may occur under the first is more satisfying than any that may occur
/// under the second, the first is not better. Quadratic in the number of performances.
///
/// ```
/// use exactile::ranking::*;
/// // The share of true positives, of two classifiers that are always right.
/// let hits = at_most_by(|performance| Some(performance.probabilities()[3].clone()));
/// let performances =
///     [Performance::from_counts(&[1, 0, 0, 2])?, Performance::from_counts(&[2, 0, 0, 1])?];
/// let violation = satisfaction_violation(&performances, &Satisfaction::two_class(), hits);
/// assert_eq!(violation, Some(SatisfactionViolation { better: 0, worse: 1 }));
/// # Ok::<(), RankingError>(())
/// ```
///
/// # Panics
/// If a performance is of another number of outcomes than the satisfaction.
pub fn satisfaction_violation(
    performances: &[Performance],
    satisfaction: &Satisfaction,
    at_most: impl Fn(&Performance, &Performance) -> bool,
) -> Option<SatisfactionViolation> {
    for performance in performances {
        assert_eq!(performance.outcomes(), satisfaction.values().len(), "one value an outcome");
    }
    for (better, first) in performances.iter().enumerate() {
        let (_, most) = satisfaction.possible(first);
        for (worse, second) in performances.iter().enumerate() {
            let (least, _) = satisfaction.possible(second);
            if most <= least && Relation::between(first, second, &at_most) == Relation::Better {
                return Some(SatisfactionViolation { better, worse });
            }
        }
    }
    None
}

/// Clause of axiom 3 that a combination breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CombinationViolation {
    /// All are at most the reference, the combination is not.
    NotAtMost,
    /// None is at most the reference, the combination is.
    AtMost,
    /// The reference is at most all, but not at most the combination.
    NotAtLeast,
    /// The reference is at most none, but at most the combination.
    AtLeast,
}

/// Axiom 3 for one reference, the performances that are combined, and one convex combination of
/// them: what holds between the reference and all of them has to hold for the combination. Where
/// the reference is incomparable with one of them the axiom asks nothing.
///
/// ```
/// use exactile::Rational;
/// use exactile::ranking::*;
/// // The probability that two runs agree is not fit: a mixture is worse than both of its parts.
/// let agreement = at_most_by(|performance| {
///     let squares: Vec<_> = performance.probabilities().iter().map(|p| p * p).collect();
///     Some(squares.into_iter().sum::<Rational>())
/// });
/// let parts = [Performance::from_counts(&[1, 0])?, Performance::from_counts(&[0, 1])?];
/// let mixed = Performance::from_counts(&[1, 1])?;
/// let violation = combination_violation(&parts[0], &parts, &mixed, agreement);
/// assert_eq!(violation, Some(CombinationViolation::NotAtLeast));
/// # Ok::<(), RankingError>(())
/// ```
pub fn combination_violation(
    reference: &Performance,
    parts: &[Performance],
    combination: &Performance,
    at_most: impl Fn(&Performance, &Performance) -> bool,
) -> Option<CombinationViolation> {
    let below: Vec<bool> = parts.iter().map(|part| at_most(part, reference)).collect();
    let above: Vec<bool> = parts.iter().map(|part| at_most(reference, part)).collect();
    if parts.is_empty() || below.iter().zip(&above).any(|(below, above)| !below && !above) {
        return None;
    }
    let (is_below, is_above) = (at_most(combination, reference), at_most(reference, combination));
    if below.iter().all(|&below| below) && !is_below {
        Some(CombinationViolation::NotAtMost)
    } else if !below.contains(&true) && is_below {
        Some(CombinationViolation::AtMost)
    } else if above.iter().all(|&above| above) && !is_above {
        Some(CombinationViolation::NotAtLeast)
    } else if !above.contains(&true) && is_above {
        Some(CombinationViolation::AtLeast)
    } else {
        None
    }
}
