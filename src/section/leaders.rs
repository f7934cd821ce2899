//! The first classifiers along a segment: the envelope of the curves.

use std::cmp::Ordering;

use super::ends::{Ends, Swap};
use crate::num::{ExactInteger, Rational};

/// A stretch of a segment on which the same classifiers are first.
///
/// ```
/// # use exactile::{Classifier, ConfusionMatrix, Rational, section::{Section, Segment}};
/// # let classifiers = [
/// #     Classifier::new("cautious", ConfusionMatrix::from_counts(45, 5, 20, 30)?),
/// #     Classifier::new("eager", ConfusionMatrix::from_counts(30, 20, 10, 40)?),
/// # ];
/// // F-scores of a cautious and an eager classifier, from precision to recall.
/// let section = Section::new(&classifiers, Segment::f_beta(Rational::new(1, 2))?)?;
/// let [first, second] = &section.leaders[..] else { panic!("two stretches") };
/// assert_eq!((&first.classifiers[..], &second.classifiers[..]), (&[0][..], &[1][..]));
/// assert_eq!(first.to, second.from);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leader {
    /// Position at which the stretch begins.
    pub from: Rational,
    /// Position at which the stretch ends.
    pub to: Rational,
    /// Positions of the classifiers that are first on the stretch; all of them tie on all of it.
    pub classifiers: Vec<usize>,
}

/// Returns the first classifiers, from the beginning to the end. O(n) for each change.
pub(super) fn leaders<I: ExactInteger>(ends: &Ends<I>, odds_factor: &Rational) -> Vec<Leader> {
    let mut leaders = Vec::new();
    // Just after the beginning: what ties there is decided by the other end.
    let beside = |i: usize, j: usize| {
        let [start, end] = ends.leads(i, j);
        sign(&start).then(sign(&end))
    };
    let first = (1..ends.len()).fold(0, |best, i| if beside(i, best).is_gt() { i } else { best });
    let (mut leader, mut from) = (first, Rational::ZERO);
    if ends.len() == 0 {
        return leaders;
    }
    loop {
        let equal = (0..ends.len()).filter(|&i| beside(i, leader).is_eq()).collect();
        let mut next: Option<Swap> = None;
        for rival in 0..ends.len() {
            let Some(swap) = ends.swap(leader, rival).filter(|swap| swap.after as usize == rival)
            else {
                continue;
            };
            let is_next = next.as_ref().is_none_or(|next| {
                // Of several rivals at one point, the one that is best beyond it.
                let order = ends.compare(&swap, next);
                let [_, end] = ends.leads(rival, next.after as usize);
                order.then(sign(&end).reverse()).is_lt()
            });
            if is_next {
                next = Some(swap);
            }
        }
        let to = match &next {
            Some(swap) => ends.position(swap, odds_factor),
            None => Rational::ONE,
        };
        leaders.push(Leader { from, to: to.clone(), classifiers: equal });
        let Some(swap) = next else { return leaders };
        (leader, from) = (swap.after as usize, to);
    }
}

fn sign<I: ExactInteger>(value: &I) -> Ordering {
    match (value.is_positive(), value.is_negative()) {
        (true, _) => Ordering::Greater,
        (_, true) => Ordering::Less,
        _ => Ordering::Equal,
    }
}
