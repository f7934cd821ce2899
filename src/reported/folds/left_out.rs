//! Means over the tests on which a score is defined: the others are left out of it.
//!
//! Scores are undefined on all matrices of a test without samples of a class, or at two corners of
//! its lattice: where all are called negative, or all positive. So it is decided for numbers of
//! tests that are at these corners, from few to many; on the other tests all scores are defined.
//! With m of k tests left out the mean over all tests, in which these count as 0, is (k - m)/k
//! times the printed one.

use super::super::search::{Scored, Size};
use super::super::surface::{Measure, Surface};
use super::decide::search;
use super::known::{Effort, Kind, are_few, kinds};
use super::{Counted, Decision, linear};
use crate::num::Rational;
use crate::score::ValueForm;
use crate::work::Watch;

/// Ways of choosing tests at corners that are tried.
const MOST_TRIED: usize = 120;

/// The number of tests of each kind at the corners where all are called negative, and positive.
type AtCorners = Vec<[usize; 2]>;

/// Matrices of the tests with these means if undefined scores are left out, and the positions of
/// the scores that are undefined on some test; `None` if none are found in so many ways. Means over
/// all tests that `rules_out` proves impossible, whatever the tests, are not looked for.
pub(super) fn witness(
    tests: &[Size],
    scores: &[Scored],
    most: usize,
    mut rules_out: impl FnMut(&[&Scored]) -> bool,
    watch: &Watch<'_>,
) -> Option<(Vec<Counted>, Vec<usize>)> {
    let metrics: Vec<&Measure> = scores.iter().map(|score| &score.measure).collect();
    let of_form = |measure: &&Measure| matches!(measure.form(), ValueForm::Plain | ValueForm::Root);
    if !metrics.iter().all(of_form) {
        return None;
    }
    let all = kinds(tests);
    // Linear scores are undefined on all matrices of a test or on none.
    let are_linear = all.first().is_some_and(|Kind { size, .. }| {
        let surface = |measure: &&Measure| Surface::new(measure, size.positives, size.negatives);
        metrics.iter().all(|measure| surface(measure).linear().is_some())
    });
    // What is linear and defined on all tests stays as it is, in whatever way others are left out.
    let stays = |score: &&Scored| {
        all.iter().all(|Kind { size, .. }| {
            let surface = Surface::new(&score.measure, size.positives, size.negatives);
            surface.linear().is_some() && !is_undefined_everywhere(score, *size)
        })
    };
    let is_impossible = |score: &Scored| {
        matches!(linear::decide(tests, &[score], Effort::Brief, watch), Decision::Impossible)
    };
    if scores.iter().filter(stays).any(is_impossible) {
        return None;
    }
    let ways = if are_linear { vec![vec![[0, 0]; all.len()]] } else { ways(&all) };
    for chosen in ways.into_iter().take(most) {
        watch.step()?;
        let at_corners: Vec<Kind> = cut(&all, &chosen);
        let Some((read, undefined)) = shrunk(scores, &at_corners, tests.len()) else { continue };
        let read: Vec<&Scored> = read.iter().collect();
        if rules_out(&read) {
            continue;
        }
        let is_free = chosen.iter().all(|corners| *corners == [0, 0]);
        let mut decision = Decision::Open;
        if is_free {
            decision = linear::decide(tests, &read, Effort::Brief, watch);
        }
        if matches!(decision, Decision::Open) && are_few(&all).is_ok() {
            let mut kinds = at_corners;
            for kind in kinds.iter_mut().filter(|kind| kind.points.is_empty()) {
                let defined: Vec<&Scored> = scores
                    .iter()
                    .filter(|score| !is_undefined_everywhere(score, kind.size))
                    .collect();
                kind.fill(&defined, watch)?;
            }
            decision = search(&kinds, tests.len(), &read, Effort::Brief, watch);
        }
        if let Decision::Possible(found) = decision {
            return Some((found, undefined));
        }
    }
    None
}

/// The kinds with tests at corners apart, which have their one matrix.
fn cut(kinds: &[Kind], chosen: &AtCorners) -> Vec<Kind> {
    let mut found = Vec::new();
    for (kind, [negative, positive]) in kinds.iter().zip(chosen) {
        let Size { positives, negatives } = kind.size;
        let (first, rest) = kind.tests.split_at(*negative);
        let (second, rest) = rest.split_at(*positive);
        for (tests, points) in
            [(first, vec![[0, negatives]]), (second, vec![[positives, 0]]), (rest, Vec::new())]
        {
            if !tests.is_empty() {
                found.push(Kind { size: kind.size, tests: tests.to_vec(), points });
            }
        }
    }
    found
}

/// The scores as means over all tests that count as 0 where they are left out, and which of them
/// are left out of some; `None` if none is, or if one is left out of all.
fn shrunk(scores: &[Scored], kinds: &[Kind], tests: usize) -> Option<(Vec<Scored>, Vec<usize>)> {
    let mut undefined = Vec::new();
    let mut read = Vec::new();
    for (at, score) in scores.iter().enumerate() {
        let left_out: usize = kinds
            .iter()
            .filter(|kind| match kind.points.first() {
                Some([tp, tn]) => is_undefined(score, kind.size, *tp, *tn),
                None => is_undefined_everywhere(score, kind.size),
            })
            .map(|kind| kind.tests.len())
            .sum();
        if left_out == tests {
            return None;
        }
        if left_out > 0 {
            undefined.push(at);
        }
        let share = Rational::from((tests - left_out) as u64) / Rational::from(tests as u64);
        let measure = match &score.measure {
            Measure::Metric(metric) if left_out > 0 => Measure::OrZero(metric.clone()),
            measure => measure.clone(),
        };
        read.push(Scored { measure, value: score.value.times(&share) });
    }
    (!undefined.is_empty()).then_some((read, undefined))
}

fn is_undefined(score: &Scored, size: Size, tp: u64, tn: u64) -> bool {
    size.matrix(tp, tn)
        .matrix()
        .is_some_and(|matrix| score.measure.value(&matrix).undefined().is_some())
}

/// Undefined beside both corners is undefined everywhere.
fn is_undefined_everywhere(score: &Scored, Size { positives, negatives }: Size) -> bool {
    let size = Size { positives, negatives };
    [0, positives]
        .into_iter()
        .all(|tp| [0, negatives].into_iter().all(|tn| is_undefined(score, size, tp, tn)))
        && [0, positives / 2].into_iter().all(|tp| is_undefined(score, size, tp, negatives / 2))
}

/// Numbers of tests at corners: none, then all called negative in more and more tests, then all
/// called positive, then both.
fn ways(kinds: &[Kind]) -> Vec<AtCorners> {
    let all: usize = kinds.iter().map(|kind| kind.tests.len()).sum();
    let mut found = vec![vec![[0, 0]; kinds.len()]];
    for corner in [0, 1] {
        for count in 1..all {
            for shares in shared(kinds, count) {
                if found.len() >= MOST_TRIED * (corner + 1) / 3 {
                    break;
                }
                let at = |share: usize| if corner == 0 { [share, 0] } else { [0, share] };
                found.push(shares.into_iter().map(at).collect());
            }
        }
    }
    for both in 2..all.min(5) {
        for negative in 1..both {
            for (one, other) in shared(kinds, negative).into_iter().flat_map(|one| {
                shared(kinds, both - negative).into_iter().map(move |other| (one.clone(), other))
            }) {
                let fits = (0..kinds.len()).all(|at| one[at] + other[at] <= kinds[at].tests.len());
                if fits && found.len() < MOST_TRIED {
                    found.push(
                        one.into_iter().zip(other).map(|(one, other)| [one, other]).collect(),
                    );
                }
            }
        }
    }
    found
}

/// Distributes tests over the kinds in every way, as shares; in few ways if there are many.
fn shared(kinds: &[Kind], count: usize) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = vec![Vec::new()];
    for (at, kind) in kinds.iter().enumerate() {
        let room: usize = kinds[at + 1..].iter().map(|kind| kind.tests.len()).sum();
        found = found
            .into_iter()
            .flat_map(|shares| {
                let left = count - shares.iter().sum::<usize>();
                (left.saturating_sub(room)..=left.min(kind.tests.len())).map(move |share| {
                    let mut shares = shares.clone();
                    shares.push(share);
                    shares
                })
            })
            .take(MOST_TRIED)
            .collect();
    }
    found.retain(|shares| shares.iter().sum::<usize>() == count);
    found
}
