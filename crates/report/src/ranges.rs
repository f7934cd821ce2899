//! The first classifiers along a line of preferences, from end to end.
//!
//! Along each of the lines that a report shows, the lead of one classifier over another, s u' - s'
//! u or a positive multiple of it, is linear in the position, so that two classifiers swap at most
//! once and at a fraction:
//!
//! - the weight b of misses against false alarms at a fixed a: s is constant and u linear;
//! - the diagonal a = b under one prior: all scores have one denominator, and s is linear;
//! - the prior pi at a fixed point: the lead is c_0 (1 - pi)^2 + c_1 (1 - pi) pi + c_2 pi^2 with
//!   c_0 = (1-a)(1-b)(TNR - TNR') and c_2 = a b (TPR - TPR'). On the border of the Tile one of the
//!   two vanishes. On the diagonal (1-a)(1-pi) + a pi is a factor, which leaves (1-a)(1-pi)(TNR -
//!   TNR') + a pi (TPR - TPR').

use exactile::geometry::Point;
use exactile::num::Rational;
use exactile::performance::{Classifier, ConfusionMatrix};
use exactile::section::Leader;

/// The leads of each classifier over each other at the two ends of a line.
type Leads<'l> = &'l dyn Fn(usize, usize) -> [Rational; 2];

/// Returns the first classifiers for each weight of misses against false alarms: along the diagonal
/// for a point of it if all classifiers have one prior, otherwise along b. Positions are b. Each
/// stretch is open, and all of its classifiers tie on the whole of it.
pub(super) fn along_weights(shown: &[Classifier], at: &Point, is_diagonal: bool) -> Vec<Leader> {
    let all: Vec<usize> = (0..shown.len()).collect();
    let of = |i: usize| &shown[i].matrix;
    if is_diagonal {
        let shares: Vec<[Rational; 2]> = shown.iter().map(|one| shares(&one.matrix)).collect();
        return leaders(&all, &|i, j| [0, 1].map(|end| &shares[i][end] - &shares[j][end]));
    }
    let satisfied: Vec<Rational> = shown
        .iter()
        .map(|one| at.a.complement() * one.matrix.tn() + &at.a * one.matrix.tp())
        .collect();
    let (s, of) = (&satisfied, &of);
    leaders(&all, &|i, j| {
        [&s[i] * of(j).fp() - &s[j] * of(i).fp(), &s[i] * of(j).fn_() - &s[j] * of(i).fn_()]
    })
}

/// Returns the first classifiers for each positive prior, at a fixed point of the diagonal or of
/// the border; `None` for other points. Positions are priors.
pub(super) fn along_priors(shown: &[Classifier], at: &Point) -> Option<Vec<Leader>> {
    let Point { a, b } = at;
    let (zero, one) = (Rational::ZERO, Rational::ONE);
    let has_last = *a == zero || *b == zero;
    let has_first = *a == one || *b == one;
    if !(a == b || has_first || has_last) {
        return None;
    }
    let rates = shown
        .iter()
        .map(|one| Some([one.matrix.tnr()?, one.matrix.tpr()?]))
        .collect::<Option<Vec<[Rational; 2]>>>()?;
    let value_of = |rate: &[Rational; 2]| {
        let [tnr, tpr] = rate;
        let right = a.complement() * tnr + a * tpr;
        right + b.complement() * tnr.complement() + b * tpr.complement()
    };
    // Where a value is 0/0, it is so under every prior.
    let defined: Vec<usize> =
        (0..shown.len()).filter(|&i| !value_of(&rates[i]).is_zero()).collect();
    let first = |i: usize, j: usize, weight: Rational| weight * (&rates[i][0] - &rates[j][0]);
    let last = |i: usize, j: usize, weight: Rational| weight * (&rates[i][1] - &rates[j][1]);
    if a == b {
        return Some(leaders(&defined, &|i, j| {
            [first(i, j, a.complement()), last(i, j, a.clone())]
        }));
    }
    let middle = |i: usize, j: usize| {
        let ([x, y], [z, w]) = (&rates[i], &rates[j]);
        a.complement() * b * (x * w.complement() - z * y.complement())
            + a * b.complement() * (y * z.complement() - w * x.complement())
    };
    Some(leaders(&defined, &|i, j| {
        if has_first {
            [middle(i, j), last(i, j, a * b)]
        } else {
            [first(i, j, a.complement() * b.complement()), middle(i, j)]
        }
    }))
}

/// Returns true negatives and true positives as shares of all samples.
fn shares(of: &ConfusionMatrix) -> [Rational; 2] {
    let all = of.positives() + of.negatives();
    [of.tn(), of.tp()].map(|right| right.checked_div(&all).unwrap_or(Rational::ZERO))
}

/// Returns the envelope of linear leads. O(n) for each stretch.
fn leaders(all: &[usize], leads: Leads<'_>) -> Vec<Leader> {
    let mut found = Vec::new();
    // Just after the beginning: what ties there is decided by the other end.
    let beside = |i: usize, j: usize| {
        let [start, end] = leads(i, j);
        start.cmp(&Rational::ZERO).then(end.cmp(&Rational::ZERO))
    };
    let Some(first) = all.iter().copied().reduce(|best, i| match beside(i, best).is_gt() {
        true => i,
        false => best,
    }) else {
        return found;
    };
    let (mut leader, mut from) = (first, Rational::ZERO);
    loop {
        let classifiers: Vec<usize> =
            all.iter().copied().filter(|&i| beside(i, leader).is_eq()).collect();
        let mut next: Option<(Rational, usize)> = None;
        for &rival in all {
            let [start, end] = leads(leader, rival);
            if !start.is_positive() || !end.is_negative() {
                continue;
            }
            let Some(at) = start.checked_div(&(&start - &end)) else { continue };
            // Of several rivals at one point, the one that is best beyond it.
            let is_next = next.as_ref().is_none_or(|(best, other)| {
                at < *best || (at == *best && leads(rival, *other)[1].is_positive())
            });
            if is_next {
                next = Some((at, rival));
            }
        }
        let to = next.as_ref().map_or(Rational::ONE, |(at, _)| at.clone());
        found.push(Leader { from, to: to.clone(), classifiers });
        let Some((_, rival)) = next else { return found };
        (leader, from) = (rival, to);
    }
}
