//! Deviations of scores that are related on all tests.
//!
//! Two or three scores that are linear in TP and TN have weights c with which their sum is nearly
//! one number on all tests, as of accuracy, TPR and TNR where positives have nearly the same share:
//! r = c_1 x_1 + c_2 x_2 + c_3 x_3 stays within bounds for any TP and TN of a test. Deviations from
//! means are related so too. By the triangle inequality |c_i| times one deviation is at most the
//! other such products and the deviation of r, whose square is at most the sum over the tests of (r
//! - m)^2, for any m, over what squares are divided by.

use super::{Question, Spread};
use crate::num::Rational;
use crate::reported::surface::Surface;

/// A score on each test: its constant, and what all TP and all TN of the test add.
type Parts = Vec<[Rational; 3]>;

/// Returns the positions of scores whose deviations contradict each other.
pub(super) fn contradiction(question: &Question<'_>) -> Option<Vec<usize>> {
    let spreads: Vec<(&Spread, Parts)> = question
        .spreads
        .iter()
        .filter_map(|spread| Some((spread, parts(question, spread.score)?)))
        .collect();
    let count = spreads.len();
    let pairs = (0..count).flat_map(|i| (i + 1..count).map(move |j| vec![i, j]));
    let triples = pairs
        .clone()
        .flat_map(|pair| (pair[1] + 1..count).map(move |k| [pair.as_slice(), &[k]].concat()));
    let chosen = |at: Vec<usize>| at.into_iter().map(|at| &spreads[at]).collect::<Vec<_>>();
    let mut related = pairs.chain(triples).map(chosen);
    let found = related.find(|related| is_contradiction(question, related))?;
    Some(found.iter().map(|(spread, _)| spread.score).collect())
}

/// `None` of a score that is not linear, or undefined.
fn parts(question: &Question<'_>, score: usize) -> Option<Parts> {
    let measure = question.measure(score);
    let of_test = |size: &super::Size| {
        let [over, under] = Surface::new(&measure, size.positives, size.negatives).linear()?;
        let times = [1, size.positives, size.negatives].map(Rational::from);
        let part = |at: usize| Rational::from_i128(over[at], under[0]) * &times[at];
        (under[0] != 0).then(|| [0, 1, 2].map(part))
    };
    question.tests.iter().map(of_test).collect()
}

fn is_contradiction(question: &Question<'_>, related: &[&(&Spread, Parts)]) -> bool {
    let Some(weights) = weights(related) else { return false };
    // The least and the greatest r of each test.
    let ends = |test: usize| {
        let sum = |part: usize| -> Rational {
            related.iter().zip(&weights).map(|((_, parts), c)| &parts[test][part] * c).sum()
        };
        let [least, most] = [Rational::min, Rational::max].map(|end: fn(_, _) -> Rational| {
            sum(0) + end(sum(1), Rational::ZERO) + end(sum(2), Rational::ZERO)
        });
        [least, most]
    };
    let ends: Vec<[Rational; 2]> = (0..question.tests.len()).map(ends).collect();
    let all: Rational = ends.iter().flatten().cloned().sum();
    let middle = all / Rational::from(2 * ends.len() as u64);
    let square = |[least, most]: &[Rational; 2]| {
        let farthest = (&middle - least).abs().max((most - &middle).abs());
        &farthest * &farthest
    };
    let variance = ends.iter().map(square).sum::<Rational>() / Rational::from(question.divisor());
    (0..related.len()).any(|one| {
        let product = |at: usize| {
            let value = &related[at].0.value;
            let end = if at == one { &value.lower } else { &value.upper };
            weights[at].abs() * end.clone()
        };
        let others = (0..related.len()).filter(|at| *at != one);
        let excess = product(one) - others.map(product).sum::<Rational>();
        excess.is_positive() && &excess * &excess > variance
    })
}

/// Weights with which TP and TN have no part in the sum on the first test; `None` if there are none
/// of all scores.
fn weights(related: &[&(&Spread, Parts)]) -> Option<Vec<Rational>> {
    let slope = |at: usize, class: usize| &related[at].1[0][class];
    let cross = |i: usize, j: usize| slope(i, 1) * slope(j, 2) - slope(j, 1) * slope(i, 2);
    let found = match related.len() {
        2 if cross(0, 1).is_zero() => {
            let class = if slope(0, 1).is_zero() { 2 } else { 1 };
            vec![slope(1, class).clone(), -slope(0, class).clone()]
        }
        3 => vec![cross(1, 2), cross(2, 0), cross(0, 1)],
        _ => return None,
    };
    found.iter().all(|weight| !weight.is_zero()).then_some(found)
}
