//! The satisfaction-and-importance ranking of classifiers of several classes.
//!
//! The outcomes are the K^2 pairs of true and predicted class, the satisfaction is 1 for right
//! predictions and 0 for wrong ones, and the importance is the user's (Foundations, A.2.1).

use super::terms::{ImportanceTermsError, Term, parse_terms};
use super::view::check_labels;
use crate::num::Rational;
use crate::performance::{Label, MultiClassClassifier, MultiClassMatrix};
use crate::ranking::{Importance, Performance, Satisfaction, ranking_score};

/// A classifier's place in the ranking by R_I.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportanceRanked {
    /// Its position in the input.
    pub classifier: usize,
    /// R_I, `None` where no outcome that counts has occurred (0/0).
    pub value: Option<Rational>,
    /// Its best and worst rank, 1 being the best; `None` with the value.
    pub rank: Option<(usize, usize)>,
}

/// Reads an importance as a sum of terms: `W` counts every outcome, `W*truth:L` those of true class
/// L, `W*predicted:L` those predicted as L, `W*right` and `W*wrong` right and wrong ones; `W*` may
/// be left out for 1. Labels that are equal as numbers are one label. A label may stand in double
/// quotes, a quote in it being written twice; without them it may hold any sign that leaves one way
/// to read the text.
///
/// ```
/// use exactile::multi_class::parse_importance;
/// let labels = ["cat".to_owned(), "dog".to_owned()];
/// let importance = parse_importance("1 + 3*truth:cat", &labels)?;
/// let weights: Vec<String> = importance.values().iter().map(|w| w.to_string()).collect();
/// assert_eq!(weights, ["4", "4", "1", "1"]); // rows are true classes
/// # Ok::<(), exactile::multi_class::ImportanceTermsError>(())
/// ```
///
/// # Errors
/// Other terms, unknown labels, more than one way to read the text, weights that are negative in
/// sum or all zero.
pub fn parse_importance(text: &str, labels: &[String]) -> Result<Importance, ImportanceTermsError> {
    let count = labels.len();
    let mut weights = vec![Rational::ZERO; count * count];
    for Term { weight, outcomes } in parse_terms(text, labels)? {
        for (outcome, total) in weights.iter_mut().enumerate() {
            if outcomes.contain(outcome / count, outcome % count) {
                *total += &weight;
            }
        }
    }
    Importance::new(weights).map_err(|_| ImportanceTermsError::Weights)
}

/// An importance from a table of weights with labels of its own, in the order of `labels`.
///
/// # Errors
/// Labels that are not the same, weights that are all zero.
pub fn importance_of_cells(
    cell: impl Fn(usize, usize) -> Rational,
    own_labels: &[String],
    labels: &[String],
) -> Result<Importance, ImportanceTermsError> {
    if let Some(stranger) = own_labels.iter().find(|label| Label::position(labels, label).is_none())
    {
        return Err(ImportanceTermsError::UnknownLabel(stranger.clone()));
    }
    let order = positions(labels, own_labels)?;
    let weights: Vec<Rational> = order
        .iter()
        .flat_map(|&truth| order.iter().map(move |&predicted| (truth, predicted)))
        .map(|(truth, predicted)| cell(truth, predicted))
        .collect();
    Importance::new(weights).map_err(|_| ImportanceTermsError::Weights)
}

/// Returns the position of each of `labels` in `own`.
fn positions(labels: &[String], own: &[String]) -> Result<Vec<usize>, ImportanceTermsError> {
    let position = |label: &String| {
        Label::position(own, label).ok_or_else(|| ImportanceTermsError::UnknownLabel(label.clone()))
    };
    labels.iter().map(position).collect()
}

/// The ranking by R_I, best first, ties in the order of the input, undefined ones last. The
/// importance is in the order of the first classifier's labels, outcome `truth * K + predicted`.
/// O(n K^2 + n log n) for n classifiers of K classes.
///
/// # Errors
/// Classifiers with other labels than the first one's.
///
/// # Panics
/// If the importance is of another number of outcomes.
pub fn rank_by_importance(
    classifiers: &[MultiClassClassifier],
    importance: &Importance,
) -> Result<Vec<ImportanceRanked>, ImportanceTermsError> {
    check_labels(classifiers)?;
    let Some(first) = classifiers.first() else { return Ok(Vec::new()) };
    let labels = first.matrix.labels();
    let satisfaction =
        Satisfaction::classification(labels.len()).map_err(|_| ImportanceTermsError::Weights)?;
    let performances = classifiers
        .iter()
        .map(|classifier| performance(&classifier.matrix, labels))
        .collect::<Result<Vec<_>, _>>()?;
    let mut ranking: Vec<ImportanceRanked> = performances
        .iter()
        .enumerate()
        .map(|(classifier, performance)| ImportanceRanked {
            classifier,
            value: ranking_score(performance, &satisfaction, importance),
            rank: None,
        })
        .collect();
    // None orders below every value, so undefined ones come last.
    ranking.sort_by(|x, y| y.value.cmp(&x.value));
    let mut better = 0;
    for tied in ranking.chunk_by_mut(|x, y| x.value == y.value) {
        let rank = (better + 1, better + tied.len());
        better += tied.len();
        for ranked in tied.iter_mut().filter(|ranked| ranked.value.is_some()) {
            ranked.rank = Some(rank);
        }
    }
    Ok(ranking)
}

/// The distribution of the outcomes, in the order of `labels`.
fn performance(
    matrix: &MultiClassMatrix,
    labels: &[String],
) -> Result<Performance, ImportanceTermsError> {
    let order = positions(labels, matrix.labels())?;
    let cells: Vec<Rational> = order
        .iter()
        .flat_map(|&truth| order.iter().map(move |&predicted| (truth, predicted)))
        .map(|(truth, predicted)| matrix.cell(truth, predicted).clone())
        .collect();
    Performance::new(cells).map_err(|_| ImportanceTermsError::Weights)
}
