//! All sums of exact scores over few tests with few samples.

use std::collections::BTreeMap;

use super::{Decision, Effort, Kind, Scored, matrices, surfaces};
use crate::num::Rational;
use crate::score::ValueForm;
use crate::work::Watch;

/// Different sums after each test at most.
const MOST_SUMS: usize = 20_000;
/// Additions at most.
const MOST_ADDITIONS: usize = 400_000;

/// Adds up all vectors of scores, test by test, and leaves out sums from which the rest of the
/// tests cannot reach the printed numbers.
pub(super) fn decide(
    kinds: &[Kind],
    tests: usize,
    scores: &[&Scored],
    effort: Effort,
    watch: &Watch<'_>,
) -> Decision {
    if effort == Effort::Brief {
        return Decision::Open;
    }
    let count = Rational::from(tests as u64);
    let Some(vectors) = vectors(kinds, scores) else { return Decision::Open };
    let kind_of: Vec<usize> = kinds
        .iter()
        .enumerate()
        .flat_map(|(at, kind)| kind.tests.iter().map(move |_| at))
        .collect();
    let rest = rest(&vectors, &kind_of, scores.len());
    let mut sums: BTreeMap<Vec<Rational>, Vec<usize>> =
        BTreeMap::from([(vec![Rational::ZERO; scores.len()], Vec::new())]);
    let mut additions = 0;
    for test in 0..tests {
        let mut next: BTreeMap<Vec<Rational>, Vec<usize>> = BTreeMap::new();
        for (sum, path) in &sums {
            if watch.step().is_none() {
                return Decision::Stopped;
            }
            for (vector, point) in &vectors[kind_of[test]] {
                additions += 1;
                if additions > MOST_ADDITIONS || next.len() > MOST_SUMS {
                    return Decision::Open;
                }
                let more: Vec<Rational> = sum.iter().zip(vector).map(|(a, b)| a + b).collect();
                let reaches = scores.iter().enumerate().all(|(at, score)| {
                    let [low, high] = &rest[test + 1][at];
                    let (least, most) = (&more[at] + low, &more[at] + high);
                    let value = &score.value;
                    let [lower, upper] = [&value.lower * &count, &value.upper * &count];
                    (lower < most || lower == most && !value.lower_is_open)
                        && (least < upper || least == upper && !value.upper_is_open)
                });
                if reaches && !next.contains_key(&more) {
                    let path = path.iter().copied().chain([*point]).collect();
                    next.insert(more, path);
                }
            }
        }
        sums = next;
    }
    // Without rest, what reaches is as printed.
    let Some(path) = sums.into_values().next() else { return Decision::Impossible };
    let mut from = vec![0; kinds.len()];
    let mut start = 0;
    for (kind, first) in kinds.iter().zip(&mut from) {
        *first = start;
        start += kind.tests.len();
    }
    let point = |kind: usize, position: usize| kinds[kind].points[path[from[kind] + position]];
    Decision::Possible(matrices(kinds, tests, point))
}

/// The scores of a matrix, and its place among those of its kind.
type Vector = (Vec<Rational>, usize);

/// The distinct vectors of scores of the tests of each kind, each with one of its matrices; `None`
/// if a score is no rational number on some matrix.
fn vectors(kinds: &[Kind], scores: &[&Scored]) -> Option<Vec<Vec<Vector>>> {
    let of_kind = |kind: &Kind| {
        let surfaces = surfaces(kind.size, scores);
        if surfaces.iter().any(|surface| surface.form != ValueForm::Plain) {
            return None;
        }
        let mut distinct: BTreeMap<Vec<Rational>, usize> = BTreeMap::new();
        for (point, [tp, tn]) in kind.points.iter().enumerate() {
            let value = surfaces.iter().map(|surface| surface.row(*tp).height(*tn).finite());
            distinct.entry(value.collect::<Option<Vec<_>>>()?).or_insert(point);
        }
        Some(distinct.into_iter().collect())
    };
    kinds.iter().map(of_kind).collect()
}

/// Sums of each score that the tests from each one on add at least and at most.
fn rest(vectors: &[Vec<Vector>], kind_of: &[usize], scores: usize) -> Vec<Vec<[Rational; 2]>> {
    let extreme = |kind: usize, score: usize| {
        let of = || vectors[kind].iter().map(|(vector, _)| &vector[score]);
        let end = |end: Option<&Rational>| end.cloned().unwrap_or(Rational::ZERO);
        [end(of().min()), end(of().max())]
    };
    let mut rest = vec![vec![[Rational::ZERO, Rational::ZERO]; scores]; kind_of.len() + 1];
    for test in (0..kind_of.len()).rev() {
        let after = rest[test + 1].clone();
        for (score, [low_after, high_after]) in after.into_iter().enumerate() {
            let [low, high] = extreme(kind_of[test], score);
            rest[test][score] = [low + low_after, high + high_after];
        }
    }
    rest
}
